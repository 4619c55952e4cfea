//! How grave a diagnostic is.

use serde::{Deserialize, Serialize};

/// How grave a diagnostic is, from the mildest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Part of another diagnostic.
    Note,
    /// Shown on request.
    Remark,
    /// Shown; the compilation goes on.
    Warning,
    /// The compilation fails.
    Error,
    /// The compilation ends here.
    Catastrophe,
    /// The command line is wrong.
    CommandLineError,
    /// The program itself is wrong.
    InternalError,
}

impl Severity {
    /// The words in a diagnostic's first line after a position.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Remark => "remark",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Catastrophe => "catastrophic error",
            Self::CommandLineError => "command-line error",
            Self::InternalError => "internal error",
        }
    }

    /// The words without a position, where the line starts with them.
    pub fn capitalized(self) -> &'static str {
        match self {
            Self::Note => "Note",
            Self::Remark => "Remark",
            Self::Warning => "Warning",
            Self::Error => "Error",
            Self::Catastrophe => "Catastrophic error",
            Self::CommandLineError => "Command-line error",
            Self::InternalError => "Internal error",
        }
    }

    /// The severity that is written so in the catalogue.
    pub fn from_word(word: &str) -> Option<Self> {
        use Severity::{Catastrophe, Error, InternalError, Note, Remark, Warning};

        let all = [Note, Remark, Warning, Error, Catastrophe, InternalError];
        all.into_iter().find(|severity| severity.word() == word)
    }
}
