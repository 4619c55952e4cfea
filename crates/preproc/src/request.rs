//! What is preprocessed and how, and what the compiler says about itself.

use std::path::PathBuf;
use std::sync::Arc;

use crate::dialect::Dialect;
use crate::macros::Macro;
use crate::print::Style;
use crate::search::SearchPath;

/// What the compiler answers about itself.
pub trait Host: Sync {
    /// A number that no other compiler of the process has: equal ones give equal answers.
    fn number(&self) -> u64;
    /// Its predefined macros.
    fn predefined(&self) -> &[Arc<Macro>];
    /// What stands in front of the text of a source, in which it is `<stdin>`; `None` for what GCC writes.
    fn head(&self) -> Option<Vec<u8>>;
    /// `#define` lines of these macros in the order in which the compiler defines them, with the line markers around
    /// them; `None` where that is not known.
    fn definitions(&self) -> Option<Vec<u8>>;
    /// The value of a question such as `__has_builtin(NAME)`; `None` where the compiler is not known.
    fn answer(&self, question: Question, name: &str) -> Option<u32>;
}

/// A question about the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    /// `__has_attribute`.
    Attribute,
    /// `__has_cpp_attribute`.
    CppAttribute,
    /// `__has_builtin`.
    Builtin,
    /// `__has_feature`.
    Feature,
    /// `__has_extension`.
    Extension,
    /// `__has_warning`, whose operand is a string.
    Warning,
    /// `__has_declspec_attribute`.
    Declspec,
    /// `__is_identifier`.
    Identifier,
    /// Whether it asserts something: `machine(x86_64)`.
    Assertion,
    /// Whether a name is a macro before the text begins.
    Defined,
    /// Whether macros are expanded in a pragma: `omp parallel`.
    Pragma,
}

/// A change of the macros by the command line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Given {
    /// `-D`, in the words behind it.
    Define(String),
    /// `-U`.
    Undefine(String),
}

/// What is preprocessed, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// The source, as line markers name it.
    pub source: String,
    /// Its text, where it is not that of its file.
    pub text: Option<Vec<u8>>,
    /// The folder that names of files are meant from.
    pub directory: PathBuf,
    /// The language.
    pub dialect: Dialect,
    /// Whether the compiler's and the command line's macros and files count; they do not for text that is preprocessed.
    pub is_raw: bool,
    /// The macros of the command line, in its order.
    pub macros: Vec<Given>,
    /// Where files are looked for.
    pub search: SearchPath,
    /// Files in front of the source: `-include`.
    pub includes: Vec<String>,
    /// Files whose macros alone are taken: `-imacros`.
    pub macro_files: Vec<String>,
    /// Starts of names that `__FILE__` and its like show otherwise, and what they show; the last one holds.
    pub shown_prefixes: Vec<(String, String)>,
    /// The first words of pragmas in some of which macros are expanded.
    pub pragma_spaces: Vec<String>,
    /// The file that GCC includes first, if it is there: `stdc-predef.h`.
    pub first_include: Option<String>,
    /// How the text is written.
    pub style: Style,
    /// Whether expansions are recorded.
    pub records_expansions: bool,
}

/// How grave a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// `warning:`.
    Warning,
    /// `error:`.
    Error,
    /// `fatal error:`; nothing is read behind it.
    Fatal,
}

/// What the preprocessor has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How grave it is.
    pub severity: Severity,
    /// The presumed file.
    pub file: String,
    /// The presumed line.
    pub line: u32,
    /// The column, from 1.
    pub column: u16,
    /// The text.
    pub text: String,
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
            Severity::Fatal => "fatal error",
        };
        let Message { file, line, column, text, .. } = self;
        write!(f, "{file}:{line}:{column}: {severity}: {text}")
    }
}
