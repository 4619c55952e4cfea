//! Directives that stay in the text: `-dD`, `-dN`, `-dI`, `-dU`; and how a macro is written.

use rustc_hash::FxHashSet;

use crate::clean::block_comment;
use crate::dialect::Comments;
use crate::file::SourceFile;
use crate::layout::{Directive, Element};
use crate::lexer::{Start, lex, without_ucns};
use crate::macros::{Definition, Macro};
use crate::print::{KeptMacros, Spot, write_spelling};
use crate::symbol::{Interner, Symbol};
use crate::token::{Kind, Lexed, flags, spelling};
use crate::unit::Unit;

/// Macros that were used since their definition, and what of them is still to be written: `-dU`.
#[derive(Default)]
pub(crate) struct Uses {
    used: FxHashSet<Symbol>,
    defined: Vec<Vec<u8>>,
    undefined: Vec<Symbol>,
}

/// What stands behind `#define` for a macro, as GCC writes it: the name, the parameters, a blank, the body.
pub(crate) fn write_definition(definition: &Macro, interner: &Interner, out: &mut Vec<u8>) {
    write_spelling(Kind::Name, interner.text(definition.name), out);
    if definition.is_function {
        out.push(b'(');
        for (at, parameter) in definition.parameters.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            let is_rest = definition.is_variadic && at + 1 == definition.parameters.len();
            if !is_rest || interner.text(*parameter) != b"__VA_ARGS__" {
                out.extend_from_slice(interner.text(*parameter));
            }
            if is_rest {
                out.extend_from_slice(b"...");
            }
        }
        out.push(b')');
    }
    out.push(b' ');
    write_body(definition, interner, out);
}

/// A name as its file writes it.
fn written<'a>(name: Symbol, token: &Lexed, interner: &'a Interner) -> &'a [u8] {
    let own = (token.flags & flags::WRITTEN != 0).then(|| interner.written(name, token.line, token.column));
    own.flatten().unwrap_or_else(|| interner.text(name))
}

/// The body of a macro, blanks as one.
pub(crate) fn write_body(definition: &Macro, interner: &Interner, out: &mut Vec<u8>) {
    for token in &definition.body {
        if token.flags & flags::WHITE != 0 {
            out.push(b' ');
        }
        if token.flags & flags::STRINGIFY != 0 {
            out.push(b'#');
        }
        match token.kind {
            Kind::Parameter => {
                let parameter = definition.parameters.get(token.symbol.index().wrapping_sub(1));
                let text = parameter.map_or(&b""[..], |it| interner.text(*it));
                let name = interner.intern(&without_ucns(text));
                out.extend_from_slice(written(name, token, interner));
            }
            Kind::Name => out.extend_from_slice(written(token.symbol, token, interner)),
            kind => out.extend_from_slice(spelling(kind, token.symbol, interner)),
        }
        if token.flags & flags::PASTE_LEFT != 0 {
            out.extend_from_slice(b" ##");
        }
    }
}

impl Unit<'_> {
    /// Writes the macros that the compiler predefines, in the order of their definitions.
    pub(crate) fn keep_predefined(&mut self, spot: &Spot) {
        if !matches!(self.request.style.macros, KeptMacros::Names | KeptMacros::All) {
            return;
        }
        let Some(lines) = self.host.definitions() else { return self.no_definitions() };
        let mut spot = *spot;
        for line in lines.split(|&byte| byte == b'\n') {
            if let Some(name) =
                line.strip_prefix(b"# ").and_then(|line| line.split(|&byte| byte == b'"').nth(1))
            {
                spot.file = self.shared.interner.intern(name);
            }
            let Some(words) = line.strip_prefix(b"#define ") else { continue };
            let length = words.iter().position(|byte| matches!(byte, b' ' | b'('));
            let words = match self.request.style.macros {
                KeptMacros::Names => &words[..length.unwrap_or(words.len())],
                _ => words,
            };
            self.printer.kept(&spot, b"#define ", words, &self.shared.interner);
        }
    }

    fn no_definitions(&mut self) {
        let text = "the compiler does not say in which order it defines its macros";
        self.report(crate::request::Severity::Error, None, text);
    }

    /// A macro is defined or its name made none, on a line.
    pub(crate) fn keep_directive(&mut self, name: Symbol, definition: Option<&Macro>, spot: &Spot) {
        let interner = &self.shared.interner;
        match self.request.style.macros {
            KeptMacros::None => {}
            KeptMacros::Used => {
                self.write_uses();
                self.uses.used.remove(&name);
            }
            style => {
                let mut words = Vec::new();
                match definition {
                    Some(definition) if style == KeptMacros::All => {
                        write_definition(definition, interner, &mut words);
                    }
                    _ => write_spelling(Kind::Name, interner.text(name), &mut words),
                }
                let directive = if definition.is_some() { &b"#define "[..] } else { b"#undef " };
                self.printer.kept(spot, directive, &words, interner);
            }
        }
    }

    /// A file is included: its name, where it stands, with the comments behind it.
    pub(crate) fn keep_include(
        &mut self,
        name: Symbol,
        is_angled: bool,
        file: &SourceFile,
        element: &Element,
        directive: Directive,
    ) {
        if !self.request.style.includes {
            return;
        }
        let (open, close) = if is_angled { ('<', '>') } else { ('"', '"') };
        let mut words = format!("{open}{}{close}", self.file_name(name)).into_bytes();
        let interner = &self.shared.interner;
        if self.request.dialect.comments != Comments::Dropped {
            let text = &file.text[element.start as usize..element.end as usize];
            let start = Start { keeps_comments: true, ..Start::default() };
            let tokens = lex(text, start, self.request.dialect, interner);
            for comment in tokens.iter().filter(|token| token.kind == Kind::Comment) {
                if comment.flags & flags::WHITE != 0 {
                    words.push(b' ');
                }
                words.extend_from_slice(&block_comment(interner.text(comment.symbol)));
            }
        }
        let directive: &[u8] = match directive {
            Directive::Import => b"#import ",
            Directive::IncludeNext => b"#include_next ",
            _ => b"#include ",
        };
        let spot = self.line_spot(element.line);
        self.printer.kept(&spot, directive, &words, interner);
    }

    /// A macro is expanded, or a directive asks whether a name is one.
    pub(crate) fn note_use(&mut self, name: Symbol) {
        if self.request.style.macros != KeptMacros::Used || !self.uses.used.insert(name) {
            return;
        }
        match self.macros.get(name) {
            None => self.uses.undefined.push(name),
            Some(Definition::User(definition, ..)) => {
                let mut words = Vec::new();
                write_definition(definition, &self.shared.interner, &mut words);
                self.uses.defined.push(words);
            }
            Some(Definition::Computed(_)) => {}
        }
    }

    /// Writes what was used since this was done last: the latest comes first.
    pub(crate) fn write_uses(&mut self) {
        if self.uses.defined.is_empty() && self.uses.undefined.is_empty() {
            return;
        }
        let interner = &self.shared.interner;
        for words in std::mem::take(&mut self.uses.defined).iter().rev() {
            self.printer.kept_here(b"#define ", words);
        }
        for name in std::mem::take(&mut self.uses.undefined).iter().rev() {
            let mut words = Vec::new();
            write_spelling(Kind::Name, interner.text(*name), &mut words);
            self.printer.kept_here(b"#undef ", &words);
        }
    }
}
