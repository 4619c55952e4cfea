//! What a pass gives: the text, the tokens with their places, the macros.

use crate::kept::write_body;
use crate::macros::Table;
use crate::request::Message;
use crate::shared::Shared;
use crate::symbol::Symbol;
use crate::text::Text;
use crate::token::{FileNumber, Origin, Token};

/// An expansion of a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The macro.
    pub name: Symbol,
    /// The file that spells the name that is expanded.
    pub file: u32,
    /// The line of that name.
    pub line: u32,
    /// The column of that name.
    pub column: u16,
    /// The expansion that the name itself comes from; 0 for none.
    pub parent: Origin,
    /// The line of the name in a file that it comes from in the end.
    pub root_line: u32,
    /// The line on which that macro ends, with its arguments.
    pub root_end: u32,
}

/// A token of the text, with its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedToken {
    /// The token with the place of its spelling.
    pub token: Token,
    /// Where it starts in the text.
    pub offset: u32,
}

/// What a pass gives.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The text.
    pub text: Text,
    /// What there is to say.
    pub messages: Vec<Message>,
    /// The names of the files that were read, in the order of their first reading; the source comes first.
    pub files: Vec<Symbol>,
    /// The tokens, where expansions are recorded.
    pub tokens: Vec<PlacedToken>,
    /// The expansions, where they are recorded: [`Token::origin`] counts from 1.
    pub expansions: Vec<Expansion>,
    /// The macros at the end of the unit.
    pub macros: Macros,
}

impl Output {
    /// The names of the files that were read.
    pub fn file_names(&self, shared: &Shared) -> Vec<String> {
        shared.names(&self.files)
    }
}

/// The macros of a unit.
#[derive(Clone, Debug, Default)]
pub struct Macros(pub(crate) Table);

/// A macro as its file defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinedMacro {
    /// The names of its parameters; `None` for a macro without a list of them.
    pub parameters: Option<Vec<String>>,
    /// What stands in its place, blanks as one.
    pub body: String,
    /// The number of the file that defines it, from 1, as in [`Output::files`]; 0 for the command line and the compiler.
    pub file: FileNumber,
    /// The line of its name.
    pub line: u32,
    /// The column of its name.
    pub column: u16,
}

impl Macros {
    /// The names of macros that begin with `prefix`, sorted.
    pub fn names(&self, shared: &Shared, prefix: &str) -> Vec<String> {
        let texts = self.0.defined().map(|name| shared.interner.text(name));
        let wanted = texts.filter(|text| text.starts_with(prefix.as_bytes()));
        let mut names: Vec<String> = wanted.map(|text| String::from_utf8_lossy(text).into_owned()).collect();
        names.sort();
        names
    }

    /// The macro of a name that was defined once and still is.
    pub fn find(&self, shared: &Shared, name: &str) -> Option<DefinedMacro> {
        let interner = &shared.interner;
        let name = interner.intern(name.as_bytes());
        let (found, file) = self.0.only(name)?;
        let text = |symbol: Symbol| String::from_utf8_lossy(interner.text(symbol)).into_owned();
        let mut body = Vec::new();
        write_body(found, interner, &mut body);
        let body = String::from_utf8_lossy(&body).into_owned();
        let parameters = found.is_function.then(|| found.parameters.iter().map(|it| text(*it)).collect());
        Some(DefinedMacro { parameters, body, file, line: found.line, column: found.column })
    }
}
