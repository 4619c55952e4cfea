//! Pragmas: those of the preprocessor, those in which macros are expanded, and the others, which stay as they are.

use crate::file::SourceFile;
use crate::layout::Element;
use crate::lexer::{Start, lex};
use crate::print::{Change, Form};
use crate::request::{Question, Severity};
use crate::symbol::Symbol;
use crate::token::{Kind, Realm, Token, flags};
use crate::unit::Unit;

/// A pragma of the preprocessor.
#[derive(Clone, Copy)]
enum Own {
    Once,
    PushMacro,
    PopMacro,
    Poison,
    SystemHeader,
    Dependency,
    Warning,
    Error,
}

/// The pragmas of the preprocessor by their words.
const OWN: [(&str, &str, Own); 8] = [
    ("", "once", Own::Once),
    ("", "push_macro", Own::PushMacro),
    ("", "pop_macro", Own::PopMacro),
    ("GCC", "poison", Own::Poison),
    ("GCC", "system_header", Own::SystemHeader),
    ("GCC", "dependency", Own::Dependency),
    ("GCC", "warning", Own::Warning),
    ("GCC", "error", Own::Error),
];

/// Pragmas in which macros are expanded, as `gcc -E` does it.
const EXPANDED: [&str; 2] = ["message", "redefine_extname"];

impl Unit<'_> {
    /// `#pragma`.
    pub(crate) fn pragma(&mut self, file: &SourceFile, element: &Element) -> Option<Token> {
        let tokens = self.tokens_of(file, element);
        self.run_pragma(tokens, Some(element))
    }

    /// A pragma by its tokens. Gives the token that starts one in which macros are expanded: the others follow.
    fn run_pragma(&mut self, all: Vec<Token>, element: Option<&Element>) -> Option<Token> {
        let tokens: Vec<Token> = all.iter().filter(|token| token.kind != Kind::Comment).copied().collect();
        let text = |at: usize| -> &str {
            let token = tokens.get(at).filter(|token| token.kind == Kind::Name);
            token.map_or("", |token| {
                std::str::from_utf8(token.text(&self.shared.interner)).unwrap_or_default()
            })
        };
        let first = text(0);
        let (space, name, length) = match first {
            "GCC" => ("GCC", text(1), 2),
            // clang has the same ones under its own name.
            "clang" if self.request.style.form == Form::Clang => ("GCC", text(1), 2),
            _ => ("", first, 1),
        };
        if let Some((.., own)) = OWN.iter().find(|(its, word, _)| *its == space && *word == name) {
            let shown = tokens[0];
            let spot = self.spot(&shown);
            self.printer.start_line(&spot, shown.realm, &self.shared.interner);
            self.own_pragma(*own, &tokens, length, element);
            return None;
        }
        let expanded = self.expanded_pragma(&tokens, element.is_some());
        if let Some((symbol, length)) = expanded {
            let pragma = Token { kind: Kind::Pragma, symbol, ..tokens[0] };
            if element.is_some() {
                let spot = self.spot(&pragma);
                self.printer.start_line(&spot, pragma.realm, &self.shared.interner);
            }
            // Comments stay in those in which macros are expanded.
            let mut solid = all.iter().enumerate().filter(|(_, token)| token.kind != Kind::Comment);
            let first = solid.nth(length - 1).map_or(all.len(), |(at, _)| at + 1);
            self.directive = Some((all, first));
            self.in_deferred_pragma = true;
            let mut expanded = Vec::new();
            loop {
                let mut token = self.token();
                if token.kind == Kind::End {
                    break;
                }
                // They are on the pragma's line, whatever they come from.
                (token.line, token.column, token.origin) = (pragma.line, pragma.column, 0);
                token.flags |= flags::NO_EXPAND;
                expanded.push(token);
            }
            self.close_directive();
            self.in_deferred_pragma = false;
            let mut end = Token { kind: Kind::PragmaEnd, flags: 0, symbol: Symbol::EMPTY, ..pragma };
            // The newline behind it is read.
            end.line = element.map_or(end.line, |element| element.end_line + 1);
            expanded.push(end);
            self.push_list(Symbol::EMPTY, expanded);
            return Some(pragma);
        }
        if self.request.style.form == Form::Clang && self.is_about_unknown_warning(&tokens) {
            return None;
        }
        let spot = self.line_spot(self.directive_line);
        self.printer.directive(&spot, b"#pragma ", &tokens, &self.shared.interner);
        None
    }

    /// Whether a pragma is about a warning that clang does not know: it leaves it out.
    fn is_about_unknown_warning(&self, tokens: &[Token]) -> bool {
        let interner = &self.shared.interner;
        let [space, diagnostic, _, warning] = tokens else { return false };
        matches!(space.text(interner), b"GCC" | b"clang")
            && diagnostic.text(interner) == b"diagnostic"
            && warning.kind == Kind::String
            && {
                let name = String::from_utf8_lossy(warning.text(interner)).into_owned();
                self.host.answer(Question::Warning, &name) == Some(0)
            }
    }

    /// The words of a pragma in which macros are expanded, and how many tokens they are.
    fn expanded_pragma(&mut self, tokens: &[Token], is_directive: bool) -> Option<(Symbol, usize)> {
        let interner = &self.shared.interner;
        let word = |token: &Token| match token.kind {
            Kind::Name => std::str::from_utf8(interner.text(token.symbol)).ok(),
            _ => None,
        };
        let first = word(tokens.first()?)?;
        if EXPANDED.contains(&first) {
            return Some((tokens[0].symbol, 1));
        }
        if !self.request.pragma_spaces.iter().any(|space| space == first) {
            return None;
        }
        // The second word may be a macro.
        let second = match is_directive && self.macros.look_up(tokens.get(1)?.symbol) != 0 {
            true => {
                self.directive = Some((tokens.to_vec(), 1));
                let second = self.solid_token();
                let is_whole = self.contexts.len() <= 1;
                self.close_directive();
                if !is_whole {
                    self.report(Severity::Error, tokens.get(1), "a pragma's word is a part of a macro");
                }
                second
            }
            false => *tokens.get(1)?,
        };
        let name = format!("{first} {}", word(&second)?);
        match self.host.answer(Question::Pragma, &name) {
            Some(1) => Some((interner.intern(name.as_bytes()), 2)),
            Some(_) => None,
            None => {
                let text = format!("the host compiler does not say whether #pragma {name} is expanded");
                self.report(Severity::Error, tokens.first(), text);
                None
            }
        }
    }

    fn own_pragma(&mut self, own: Own, tokens: &[Token], length: usize, element: Option<&Element>) {
        let operands = &tokens[length..];
        self.notes.place_stretch();
        match own {
            Own::Once => {
                if self.depth() <= 1 {
                    self.report(Severity::Warning, tokens.first(), "#pragma once in main file");
                }
                let file = self.buffers.last().map(|buffer| std::sync::Arc::clone(&buffer.file));
                file.iter().for_each(|file| self.read_once(file));
            }
            Own::PushMacro | Own::PopMacro => {
                let name = match operands {
                    [open, name, ..] if open.kind == Kind::OpenParen && name.kind == Kind::String => {
                        self.literal_text(name)
                    }
                    _ => {
                        self.report(
                            Severity::Warning,
                            tokens.first(),
                            "invalid #pragma push_macro directive",
                        );
                        return;
                    }
                };
                let name = self.shared.interner.intern(name.trim_ascii());
                match own {
                    Own::PushMacro => self.macros.push(name),
                    _ => {
                        let at = self.macros.pop(name);
                        self.notes.popped(at);
                    }
                }
            }
            Own::Poison => {
                self.notes.place();
                self.notes.is_off = true;
                for token in operands.iter().filter(|token| token.kind == Kind::Name) {
                    self.macros.undefine(token.symbol);
                    self.macros.poisoned.push(token.symbol);
                }
            }
            Own::SystemHeader => {
                if self.depth() <= 1 {
                    let text = "#pragma system_header ignored outside include file";
                    self.report(Severity::Warning, tokens.first(), text);
                    return;
                }
                let Some(element) = element else { return };
                let delta = self.buffer().delta;
                let line = (element.end_line + 1).wrapping_add(delta);
                self.rename(element, line, None, Some(Realm::System), Change::Rename);
            }
            Own::Dependency => {
                self.notes.place();
                self.directive = Some((tokens.to_vec(), length));
                let operand = self.header_name();
                self.close_directive();
                let Some((name, is_angled)) = operand else {
                    let text = "#pragma dependency expects \"FILENAME\" or <FILENAME>";
                    self.report(Severity::Error, tokens.first(), text);
                    return;
                };
                let other = self.find(&name, is_angled, false).map(|found| found.file.stamp.modified);
                let own = self.buffers.last().and_then(|buffer| buffer.file.stamp.modified);
                match other {
                    None => {
                        self.report(Severity::Warning, None, format!("cannot find source file {name}"));
                    }
                    Some(other) if other > own => {
                        self.report(Severity::Warning, None, format!("current file is older than {name}"));
                    }
                    Some(_) => {}
                }
            }
            Own::Warning | Own::Error => {
                let text = operands.first().map(|token| self.literal_text(token)).unwrap_or_default();
                let severity = match own {
                    Own::Warning => Severity::Warning,
                    _ => Severity::Error,
                };
                self.report(severity, operands.first(), String::from_utf8_lossy(&text).into_owned());
            }
        }
    }

    /// `_Pragma("…")`: its operand is carried out like a directive.
    pub(crate) fn pragma_operator(&mut self, token: Token) -> bool {
        self.keep_tokens += 1;
        let open = self.solid_token();
        let text = self.solid_token();
        let close = self.solid_token();
        self.keep_tokens -= 1;
        let is_string = matches!(text.kind, Kind::String | Kind::PrefixedString);
        if open.kind != Kind::OpenParen || !is_string || close.kind != Kind::CloseParen {
            self.report(Severity::Error, Some(&token), "_Pragma takes a parenthesized string literal");
            return false;
        }
        let plain = self.destringized(&text);
        // GCC reads it on the line where the file is, clang on that of the macro that it comes from.
        let line = match (self.request.style.form, token.origin) {
            (Form::Gcc, _) => self.file_line,
            (Form::Clang, 0) => token.line,
            (Form::Clang, _) => self.invocation.0,
        };
        let start = Start { line, ..Start::default() };
        let (number, realm) = self.buffers.last().map_or((0, Realm::User), |it| (it.number, it.realm));
        let tokens = lex(&plain, start, self.request.dialect, &self.shared.interner);
        let tokens: Vec<Token> = tokens.iter().map(|token| token.at(number, realm)).collect();
        let contexts = std::mem::take(&mut self.contexts);
        let saved = (self.directive_line, self.prevent_expansion, self.about_to_expand);
        (self.directive_line, self.prevent_expansion, self.about_to_expand) = (line, 0, false);
        let started = self.run_pragma(tokens, None).map(|first| self.operator_tokens(first, &token));
        (self.directive_line, self.prevent_expansion, self.about_to_expand) = saved;
        self.contexts = contexts;
        match started {
            Some(list) => self.push_list(Symbol::EMPTY, list),
            None => {
                // The text goes on where its line started.
                let (line, column) = self.line_head;
                let mut spot = self.line_spot(line);
                spot.column = column;
                self.printer.start_line(&spot, spot.realm, &self.shared.interner);
                self.push_one(Symbol::EMPTY, Token::separator());
            }
        }
        true
    }

    /// The tokens of a pragma in which macros are expanded: they stand where its operator does.
    fn operator_tokens(&mut self, first: Token, operator: &Token) -> Vec<Token> {
        let (line, column) = match operator.origin {
            0 => (operator.line, operator.column),
            _ => self.invocation,
        };
        let mut list = vec![first];
        while list.last().is_some_and(|last| last.kind != Kind::PragmaEnd) {
            list.push(self.token());
        }
        for token in &mut list {
            let is_end = token.kind == Kind::PragmaEnd;
            (token.line, token.column) = (line + u32::from(is_end), column);
            token.flags |= flags::OPERATOR;
        }
        list
    }

    /// The text of a string literal with `\"` and `\\` replaced.
    fn destringized(&self, token: &Token) -> Vec<u8> {
        let text = token.text(&self.shared.interner);
        let Some(open) = memchr::memchr(b'"', text) else { return Vec::new() };
        let inner = &text[open + 1..text.len() - 1];
        let mut out = Vec::with_capacity(inner.len());
        let mut bytes = inner.iter().peekable();
        while let Some(&byte) = bytes.next() {
            match byte {
                b'\\' if matches!(bytes.peek(), Some(b'\\' | b'"')) => out.extend(bytes.next()),
                b'\n' => out.push(b' '),
                _ => out.push(byte),
            }
        }
        out
    }
}
