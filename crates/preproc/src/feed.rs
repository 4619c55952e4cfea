//! The tokens of the files, one after the other: directives between them are carried out.

use std::sync::Arc;

use crate::clean::block_comment;
use crate::dialect::Dialect;
use crate::file::SourceFile;
use crate::layout::{Directive, ElementKind};
use crate::request::Severity;
use crate::token::{Kind, Token, flags};
use crate::unit::Unit;

impl Unit<'_> {
    /// Puts a token back.
    pub(crate) fn put_back(&mut self, token: Token) {
        match &mut self.directive {
            Some((_, at)) => *at -= 1,
            None => self.lookahead.push(token),
        }
    }

    /// The next token of the files, with directives carried out.
    pub(crate) fn lex_token(&mut self) -> Token {
        if let Some((tokens, at)) = &mut self.directive {
            let token = tokens.get(*at).copied();
            *at += 1;
            return token.unwrap_or_else(|| Token::bare(Kind::End));
        }
        loop {
            let mut token = match self.lookahead.pop() {
                Some(token) => token,
                None => {
                    if self.is_over {
                        return Token::bare(Kind::End);
                    }
                    let Some(buffer) = self.buffers.last_mut() else { return Token::bare(Kind::End) };
                    match buffer.run.get(buffer.at) {
                        Some(lexed) => {
                            let lexed = *lexed;
                            buffer.at += 1;
                            self.file_line = lexed.line;
                            let token = lexed.at(buffer.number, buffer.realm);
                            match token.kind {
                                Kind::UserLiteral => self.literal(token),
                                Kind::Other => {
                                    self.check_character(&token);
                                    token
                                }
                                Kind::Comment if self.parsing_arguments == 2 => {
                                    let text = self.shared.interner.text(token.symbol);
                                    let symbol = self.shared.interner.intern(&block_comment(text));
                                    Token { symbol, ..token }
                                }
                                _ => token,
                            }
                        }
                        None => match self.advance() {
                            Some(token) => token,
                            None => continue,
                        },
                    }
                }
            };
            if token.has(flags::LINE_START) && !matches!(token.kind, Kind::End | Kind::PragmaEnd) {
                self.write_uses();
                if self.parsing_arguments == 0 {
                    let spot = self.spot(&token);
                    let realm = token.realm;
                    self.printer.start_line(&spot, realm, &self.shared.interner);
                } else if self.parsing_arguments == 2 {
                    token.flags |= flags::WHITE;
                }
                if self.keep_tokens == 0 {
                    self.line_head = (token.line, token.column);
                }
            }
            return token;
        }
    }

    /// Goes to the next element of the file. Gives a token where a file ends, or a directive stands for one.
    fn advance(&mut self) -> Option<Token> {
        if self.stretch.is_some() {
            self.end_stretch();
        }
        let buffer = self.buffers.last_mut()?;
        let file = Arc::clone(&buffer.file);
        let Some(element) = file.layout.elements.get(buffer.next) else {
            if self.parsing_arguments != 0 || buffer.number == 0 {
                return Some(Token::bare(Kind::End));
            }
            let is_given =
                matches!(self.buffers.len(), 1) || self.buffers.len() == 2 && self.buffers[0].number == 0;
            self.leave();
            return is_given.then(|| Token::bare(Kind::End));
        };
        match element.kind {
            ElementKind::Text => {
                buffer.next += 1;
                buffer.run = Arc::clone(file.tokens(element, &self.shared.interner));
                buffer.at = 0;
                self.begin_stretch();
                None
            }
            ElementKind::Directive(directive) => {
                if self.parsing_arguments == 1 {
                    // No parenthesis follows.
                    let mut token = Token::bare(Kind::End);
                    token.line = element.line;
                    return Some(token);
                }
                let at = buffer.next;
                buffer.next += 1;
                self.carry_out(&file, at, directive)
            }
        }
    }

    pub(crate) fn carry_out(
        &mut self,
        file: &Arc<SourceFile>,
        at: usize,
        directive: Directive,
    ) -> Option<Token> {
        let saved = (self.parsing_arguments, self.prevent_expansion, self.about_to_expand);
        let place = (self.invocation, self.outermost);
        (self.parsing_arguments, self.prevent_expansion, self.about_to_expand) = (0, 0, false);
        // What a directive expands is none of the macro in whose arguments it may stand.
        let keeps = self.request.records_expansions || saved.0 != 0;
        let kept = std::mem::replace(&mut self.keeps_expansions, keeps);
        let token = self.execute(file, at, directive);
        self.keeps_expansions = kept;
        (self.parsing_arguments, self.prevent_expansion, self.about_to_expand) = saved;
        (self.invocation, self.outermost) = place;
        token
    }

    /// A character beyond ASCII that may not stand in a name is an error.
    fn check_character(&mut self, token: &Token) {
        let interner = &self.shared.interner;
        let text = interner.text(token.symbol);
        if text == b"\\" && !self.request.dialect.extended_names() {
            return;
        }
        if text == b"\\" {
            // What would be one, written as `\u00ab`.
            let next = self.buffers.last().and_then(|buffer| buffer.run.get(buffer.at));
            let name = next.filter(|next| next.kind == Kind::Name && next.flags & flags::WHITE == 0);
            let name = name.map_or(&b""[..], |name| interner.text(name.symbol));
            let digits = match name.first() {
                Some(b'u') => 4,
                Some(b'U') => 8,
                _ => return,
            };
            if name.get(1..=digits).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                self.report(
                    Severity::Error,
                    Some(token),
                    "universal character is not valid in an identifier",
                );
            }
            return;
        }
        // Where names have no such characters, and in C, it is a token of its own.
        if let Ok(text) = std::str::from_utf8(text)
            && !text.is_ascii()
            && self.request.dialect.extended_names()
            && (self.request.dialect.cplusplus || is_no_start(text, self.request.dialect))
        {
            let text = format!("extended character {text} is not valid in an identifier");
            self.report(Severity::Error, Some(token), text);
        }
    }

    /// A literal whose suffix is a macro is a literal in front of a macro.
    fn literal(&mut self, token: Token) -> Token {
        let interner = &self.shared.interner;
        let text = interner.text(token.symbol);
        let Some(quote) = memchr::memrchr2(b'"', b'\'', text) else { return token };
        let (literal, suffix) = text.split_at(quote + 1);
        let suffix = interner.intern(suffix);
        if self.macros.look_up(suffix) == 0 {
            return token;
        }
        let column = token.column.saturating_add(literal.len() as u16);
        let name = Token { kind: Kind::Name, symbol: suffix, flags: 0, column, ..token };
        let kind = match (text[quote], text[0]) {
            (b'"', b'"' | b'R') => Kind::String,
            (b'"', _) => Kind::PrefixedString,
            (_, b'\'') => Kind::Char,
            _ => Kind::PrefixedChar,
        };
        self.lookahead.push(name);
        Token { kind, symbol: interner.intern(literal), ..token }
    }
}

/// Whether a character may stand in a name, and not at its start: in C99 no digit may.
fn is_no_start(text: &str, dialect: Dialect) -> bool {
    let may = |c: char| crate::unicode::may_be_in_name(c.into(), true) || !dialect.is_c11() && c.is_numeric();
    text.chars().next().is_some_and(may)
}
