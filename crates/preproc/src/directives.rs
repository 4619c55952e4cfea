//! Directives.

use std::sync::Arc;

use crate::file::SourceFile;
use crate::layout::{Directive, Element, ElementKind};
use crate::macros::{Definition, Macro, parse};
use crate::print::{Change, Spot};
use crate::request::Severity;
use crate::symbol::Symbol;
use crate::token::{Kind, Realm, Token};
use crate::unit::Unit;

impl Unit<'_> {
    /// Carries out the directive at an element of the current file. Gives a token where the directive stays in the text
    /// as a pragma whose tokens follow.
    pub(crate) fn execute(
        &mut self,
        file: &Arc<SourceFile>,
        at: usize,
        directive: Directive,
    ) -> Option<Token> {
        let element = &file.layout.elements[at];
        self.directive_line = element.line;
        match directive {
            Directive::Null => {}
            Directive::Define => self.define(file, element),
            Directive::Undef => {
                self.open_directive(file, element);
                if let Some(name) = self.macro_name("undef") {
                    let spot = self.line_spot(element.line);
                    self.keep_directive(name, None, &spot);
                    self.macros.undefine(name);
                }
                self.close_directive();
            }
            Directive::Include | Directive::IncludeNext | Directive::Import => {
                self.include(file, element, directive);
            }
            Directive::If | Directive::Ifdef | Directive::Ifndef => {
                let taken = self.is_taken(file, at, directive);
                self.buffer().conditions.push(false);
                if !taken {
                    self.skip(file, at);
                }
            }
            Directive::Else | Directive::Elif | Directive::Elifdef | Directive::Elifndef => {
                if self.buffer().conditions.is_empty() {
                    self.report(Severity::Error, None, format!("#{} without #if", word(directive)));
                } else {
                    self.skip_rest(file, at);
                }
            }
            Directive::Endif => {
                if self.buffer().conditions.pop().is_none() {
                    self.report(Severity::Error, None, "#endif without #if");
                }
            }
            Directive::Line => self.line(file, element),
            Directive::LineMarker => self.line_marker(file, element),
            Directive::Error => {
                let text = format!("#error{}", self.rest_of(file, element));
                self.report(Severity::Error, None, text);
            }
            Directive::Warning => {
                let text = format!("#warning{} [-Wcpp]", self.rest_of(file, element));
                self.report(Severity::Warning, None, text);
            }
            Directive::Ident => {
                let tokens = self.tokens_of(file, element);
                let spot = self.line_spot(element.line);
                match &*tokens {
                    [text, rest @ ..] if text.kind == Kind::String => {
                        if let Some(next) = rest.first() {
                            let text = "extra tokens at end of #ident directive";
                            self.report(Severity::Warning, Some(next), text);
                        }
                        self.printer.directive(&spot, b"#ident ", &tokens[..1], &self.shared.interner);
                    }
                    _ => self.report(Severity::Error, None, "invalid #ident directive"),
                }
            }
            Directive::Pragma => return self.pragma(file, element),
            Directive::Assert | Directive::Unassert => {
                self.open_directive(file, element);
                self.assert(directive == Directive::Assert);
                self.close_directive();
            }
            Directive::Unknown => {
                let tokens = self.tokens_of(file, element);
                let name = tokens.first().map(|token| token.text(&self.shared.interner).to_vec());
                let name = String::from_utf8_lossy(&name.unwrap_or_default()).into_owned();
                self.report(Severity::Error, None, format!("invalid preprocessing directive #{name}"));
            }
        }
        None
    }

    pub(crate) fn buffer(&mut self) -> &mut crate::buffer::Buffer {
        self.buffers.last_mut().expect("a directive is carried out in a file")
    }

    /// The tokens behind a directive's name.
    pub(crate) fn tokens_of(&self, file: &SourceFile, element: &Element) -> Vec<Token> {
        let (number, realm) = self.buffers.last().map_or((0, Realm::User), |it| (it.number, it.realm));
        file.tokens(element, &self.shared.interner).iter().map(|token| token.at(number, realm)).collect()
    }

    /// The text behind a directive's name, without comments.
    fn rest_of(&self, file: &SourceFile, element: &Element) -> String {
        let mut out = String::new();
        for token in self.tokens_of(file, element) {
            if token.has(crate::token::flags::WHITE) {
                out.push(' ');
            }
            out.push_str(&String::from_utf8_lossy(token.text(&self.shared.interner)));
        }
        out
    }

    pub(crate) fn line_spot(&self, line: u32) -> Spot {
        match self.buffers.last() {
            Some(buffer) => Spot {
                file: buffer.name,
                line: line.wrapping_add(buffer.delta),
                column: 0,
                realm: buffer.realm,
            },
            None => Spot { file: Symbol::EMPTY, line, column: 0, realm: Realm::User },
        }
    }

    /// From here on tokens are those of the directive.
    pub(crate) fn open_directive(&mut self, file: &SourceFile, element: &Element) {
        self.directive = Some((self.tokens_of(file, element), 0));
    }

    /// The directive is over; what was expanded in it is gone.
    pub(crate) fn close_directive(&mut self) {
        while !self.contexts.is_empty() {
            self.pop_context();
        }
        self.directive = None;
    }

    fn macro_name(&mut self, directive: &str) -> Option<Symbol> {
        let token = self.lex_token();
        match token.kind {
            Kind::Name if token.symbol == self.words.defined => {
                self.report(Severity::Error, Some(&token), "\"defined\" cannot be used as a macro name");
                None
            }
            Kind::Name => Some(token.symbol),
            Kind::End => {
                let text = format!("no macro name given in #{directive} directive");
                self.report(Severity::Error, None, text);
                None
            }
            _ => {
                self.report(Severity::Error, Some(&token), "macro names must be identifiers");
                None
            }
        }
    }

    fn define(&mut self, file: &SourceFile, element: &Element) {
        let interner = &self.shared.interner;
        let Some(definition) = element.definition(file, interner, &self.words) else {
            if let Err((text, at)) = parse(file.tokens(element, interner), &self.words, interner) {
                let at = at.map(|token| token.at(0, Realm::User));
                self.report(Severity::Error, at.as_ref(), text);
            }
            return;
        };
        let name = definition.name;
        if self.macros.poisoned.contains(&name) {
            let text = format!("attempt to use poisoned \"{}\"", self.file_name(name));
            self.report(Severity::Error, None, text);
            return;
        }
        self.macros.note(name);
        let spot = self.line_spot(element.line);
        self.keep_directive(name, Some(definition), &spot);
        let buffer = self.buffer();
        let is_system = buffer.realm != Realm::User;
        let new = Definition::User(Arc::clone(definition), buffer.number, buffer.realm);
        if let Some(Definition::User(old, _, realm)) = self.macros.get(name)
            && *realm != Realm::Builtin
            && !is_system
            && !Arc::ptr_eq(old, definition)
            && !is_same(old, definition)
        {
            let token = Token { line: definition.line, column: definition.column, ..Token::bare(Kind::Name) };
            let text = format!("\"{}\" redefined", self.file_name(name));
            self.report(Severity::Warning, Some(&token), text);
        }
        self.macros.define(name, new);
    }

    /// Whether the group behind a conditional is read.
    fn is_taken(&mut self, file: &SourceFile, at: usize, directive: Directive) -> bool {
        let element = &file.layout.elements[at];
        self.directive_line = element.line;
        match directive {
            Directive::If | Directive::Elif => self.decide(element, directive, |unit, directive| {
                unit.open_directive(file, element);
                let value = unit.condition(word(directive));
                unit.close_directive();
                value
            }),
            _ => {
                let is_negative = matches!(directive, Directive::Ifndef | Directive::Elifndef);
                let name = match &**file.tokens(element, &self.shared.interner) {
                    [name, ..] if name.kind == Kind::Name => Some(name.symbol),
                    _ => None,
                };
                let Some(name) = name else {
                    let text = format!("no macro name given in #{} directive", word(directive));
                    self.report(Severity::Error, None, text);
                    return false;
                };
                self.note_use(name);
                (self.macros.look_up(name) != 0) != is_negative
            }
        }
    }

    /// Goes from a group that is not read to the one that is, or behind the conditional.
    fn skip(&mut self, file: &Arc<SourceFile>, from: usize) {
        let mut at = from;
        loop {
            let next = file.layout.elements[at].next_branch as usize;
            let directive = match file.layout.elements.get(next).map(|element| element.kind) {
                Some(ElementKind::Directive(directive)) if next > at => directive,
                _ => {
                    // The end of the file says it.
                    self.buffer().next = file.layout.elements.len();
                    return;
                }
            };
            self.buffer().next = next + 1;
            match directive {
                Directive::Endif => {
                    self.buffer().conditions.pop();
                    return;
                }
                Directive::Else => {
                    self.note_else(false);
                    return;
                }
                _ => {
                    if self.is_taken(file, next, directive) {
                        return;
                    }
                }
            }
            at = next;
        }
    }

    /// Goes behind the conditional one of whose groups was read.
    fn skip_rest(&mut self, file: &Arc<SourceFile>, from: usize) {
        if file.layout.elements[from].kind == ElementKind::Directive(Directive::Else) {
            self.note_else(true);
        } else if self.buffer().conditions.last() == Some(&true) {
            self.report(Severity::Error, None, "#elif after #else");
        }
        let mut at = from;
        loop {
            let next = file.layout.elements[at].next_branch as usize;
            if next <= at {
                self.buffer().next = file.layout.elements.len();
                return;
            }
            if file.layout.elements[next].kind == ElementKind::Directive(Directive::Endif) {
                let buffer = self.buffer();
                buffer.next = next + 1;
                buffer.conditions.pop();
                return;
            }
            at = next;
        }
    }

    fn note_else(&mut self, is_behind: bool) {
        let last = self.buffer().conditions.last_mut();
        let was_else = last.map(|it| std::mem::replace(it, true));
        if is_behind && was_else == Some(true) {
            self.report(Severity::Error, None, "#else after #else");
        }
    }

    fn line(&mut self, file: &SourceFile, element: &Element) {
        self.open_directive(file, element);
        let number = self.solid_token();
        let text = self.solid_token();
        let rest = match text.kind {
            Kind::End => text,
            _ => self.solid_token(),
        };
        self.close_directive();
        let digits = std::str::from_utf8(number.text(&self.shared.interner)).ok();
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(digits) = digits.filter(|digits| !digits.is_empty()) else {
            self.report(Severity::Error, Some(&number), "\"\" after #line is not a positive integer");
            return;
        };
        // As GCC does it: what does not fit is lost.
        let line = digits
            .bytes()
            .fold(0u32, |line, digit| line.wrapping_mul(10).wrapping_add((digit - b'0').into()));
        if !digits.parse::<i32>().is_ok_and(|line| line > 0) {
            self.report(Severity::Warning, Some(&number), "line number out of range");
        }
        let name = match text.kind {
            Kind::String => Some(self.literal_text(&text)),
            Kind::End => None,
            _ => {
                self.report(Severity::Error, Some(&text), "invalid filename in #line directive");
                return;
            }
        };
        if rest.kind != Kind::End {
            self.report(Severity::Warning, Some(&rest), "extra tokens at end of #line directive");
        }
        self.rename(element, line, name, None, Change::Rename);
    }

    /// `# 12 "file" 3`.
    fn line_marker(&mut self, file: &SourceFile, element: &Element) {
        let tokens = self.tokens_of(file, element);
        let text = |token: &Token| String::from_utf8_lossy(token.text(&self.shared.interner)).into_owned();
        let Some(line) = tokens.first().and_then(|token| text(token).parse::<u32>().ok()) else {
            self.report(Severity::Error, tokens.first(), "invalid line marker");
            return;
        };
        let name = tokens.get(1).filter(|token| token.kind == Kind::String).map(|it| self.literal_text(it));
        let flags: Vec<String> = tokens.iter().skip(2).map(text).collect();
        let has = |flag: &str| flags.iter().any(|it| it == flag);
        let realm = match (has("3"), has("4")) {
            (true, true) => Realm::SystemC,
            (true, false) => Realm::System,
            _ => Realm::User,
        };
        let from = self.line_spot(element.line);
        let buffer = self.buffer();
        if has("1") {
            let back = (element.end_line + 1).wrapping_add(buffer.delta);
            buffer.entered.push((buffer.name, back, buffer.realm));
            return self.rename_from(Some(&from), element, line, name, Some(realm), Change::Enter);
        }
        if has("2") {
            let outer = buffer.entered.last().map(|(outer, ..)| *outer);
            let shown = outer.map(|outer| self.shared.interner.text(outer).to_vec());
            // An empty name is that of the file that is returned to.
            let name = name.filter(|name| !name.is_empty()).or_else(|| shown.clone());
            if name.is_none() || name != shown {
                let text = "linemarker ignored due to incorrect nesting";
                self.report(Severity::Warning, tokens.first(), text);
                return;
            }
            self.buffer().entered.pop();
            return self.rename_from(None, element, line, name, Some(realm), Change::Leave);
        }
        let realm = name.is_some().then_some(realm);
        self.rename(element, line, name, realm, Change::Rename);
    }

    /// The presumed place behind a directive changes.
    pub(crate) fn rename(
        &mut self,
        element: &Element,
        line: u32,
        name: Option<Vec<u8>>,
        realm: Option<Realm>,
        change: Change,
    ) {
        self.rename_from(None, element, line, name, realm, change);
    }

    fn rename_from(
        &mut self,
        from: Option<&Spot>,
        element: &Element,
        line: u32,
        name: Option<Vec<u8>>,
        realm: Option<Realm>,
        change: Change,
    ) {
        let name = name.map(|name| self.shared.interner.intern(&name));
        let buffer = self.buffer();
        buffer.delta = line.wrapping_sub(element.end_line + 1);
        buffer.name = name.unwrap_or(buffer.name);
        buffer.realm = realm.unwrap_or(buffer.realm);
        let to = Spot { file: buffer.name, line, column: 0, realm: buffer.realm };
        self.printer.change(change, from, &to, &self.shared.interner);
    }

    /// What stands between the quotes of a string, with its escapes replaced.
    pub(crate) fn literal_text(&self, token: &Token) -> Vec<u8> {
        let text = token.text(&self.shared.interner);
        let inner = text.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(text);
        let mut out = Vec::with_capacity(inner.len());
        let mut bytes = inner.iter();
        while let Some(&byte) = bytes.next() {
            match byte {
                b'\\' => out.extend(bytes.next()),
                _ => out.push(byte),
            }
        }
        out
    }
}

/// The name of a conditional directive.
fn word(directive: Directive) -> &'static str {
    match directive {
        Directive::If => "if",
        Directive::Ifdef => "ifdef",
        Directive::Ifndef => "ifndef",
        Directive::Elif => "elif",
        Directive::Elifdef => "elifdef",
        Directive::Elifndef => "elifndef",
        Directive::Else => "else",
        _ => "endif",
    }
}

/// Whether two definitions are the same but for their places.
fn is_same(a: &Macro, b: &Macro) -> bool {
    let is_white = |flags: u8| flags & crate::token::flags::WHITE;
    a.is_function == b.is_function
        && a.is_variadic == b.is_variadic
        && a.parameters == b.parameters
        && a.body.len() == b.body.len()
        && a.body
            .iter()
            .zip(&b.body)
            .all(|(a, b)| a.kind == b.kind && a.symbol == b.symbol && is_white(a.flags) == is_white(b.flags))
}
