//! Requests and answers (`docs/SERVER.md`).

use asunder_diag::record::Record;
use asunder_driver::workspace::Statistics;
use asunder_driver::{Declared, Location, Meaning, Report, Symbol};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the protocol. Server and client of different versions do not talk.
pub const PROTOCOL: u32 = 3;

/// A request: one line.
#[derive(Debug, Deserialize, Serialize)]
pub struct Request {
    /// Comes back with the answer.
    #[serde(default)]
    pub id: Value,
    /// The operation.
    #[serde(flatten)]
    pub operation: Operation,
}

/// The operation of a request.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Operation {
    /// Which version answers.
    Hello {},
    /// Opens a unit.
    Open {
        /// The words of cudafe++'s command line after its name.
        argv: Vec<String>,
        /// The folder that relative names are meant from.
        cwd: String,
        /// The text; without it the input file is read.
        #[serde(default)]
        text: Option<String>,
    },
    /// Gives a unit another text: `text`, or what its input file holds now.
    Text {
        /// The unit.
        unit: u64,
        /// The text.
        #[serde(default)]
        text: Option<String>,
    },
    /// Replaces bytes of a unit.
    Edit {
        /// The unit.
        unit: u64,
        /// Edits, one after the other.
        edits: Vec<Edit>,
    },
    /// What a run from scratch would give now.
    Run {
        /// The unit.
        unit: u64,
        /// Which parts of the answer are wanted.
        want: Vec<Part>,
        /// The process number in module ids that need one.
        #[serde(default)]
        pid: Option<u32>,
        /// The pass whose diagnostics are meant: `host`, or `device:90` for an architecture.
        #[serde(default)]
        pass: Option<String>,
    },
    /// What the name at a place means.
    Hover {
        /// The unit.
        unit: u64,
        /// Where.
        at: At,
    },
    /// Where what the name at a place means is defined, or else declared.
    Definition {
        /// The unit.
        unit: u64,
        /// Where.
        at: At,
    },
    /// The declarations of a file of a unit.
    Outline {
        /// The unit.
        unit: u64,
        /// The file as line markers name it; without it that of the first.
        #[serde(default)]
        file: Option<String>,
    },
    /// The definitions of a unit that the linker sees.
    Symbols {
        /// The unit.
        unit: u64,
    },
    /// Closes a unit.
    Close {
        /// The unit.
        unit: u64,
    },
    /// A whole run of cudafe++, for a drop-in client. The text follows in bytes as soon as an answer with the
    /// server's build has come.
    Compile {
        /// The client's build of asunder.
        build: String,
        /// The words of cudafe++'s command line after its name.
        argv: Vec<String>,
        /// The client's current folder.
        cwd: String,
        /// The client's process number.
        pid: u32,
        /// The time in module ids that need one.
        time: String,
        /// The length of the text in bytes.
        length: usize,
    },
    /// What the server did so far.
    Statistics {},
    /// Ends the server.
    Shutdown {},
}

/// A place of a unit.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum At {
    /// A byte of the unit.
    Offset(usize),
    /// A place of a file; relative names are meant from the unit's folder.
    File(FilePlace),
}

/// A place of a file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FilePlace {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in code points.
    pub column: u32,
}

/// Replaces the bytes from `start` to `end`.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The first byte that is replaced.
    pub start: usize,
    /// The first byte after it that is not.
    pub end: usize,
    /// What stands there afterwards.
    pub text: String,
}

/// A part of the answer to [`Operation::Run`].
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The host file.
    Host,
    /// The module id.
    ModuleId,
    /// The diagnostics.
    Diagnostics,
    /// Fingerprints of the halves.
    Halves,
}

/// An answer: one line.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Answer {
    /// That of the request; null where it was not understood.
    #[serde(default)]
    pub id: Value,
    /// Why nothing was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The unit that was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u64>,
    /// The version of asunder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The build of asunder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The version of the protocol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<u32>,
    /// The host file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The module id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module_id: Option<String>,
    /// The diagnostics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<Record>>,
    /// Diagnostics and pragmas as a drop-in client renders them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Fingerprints of the halves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halves: Option<Halves>,
    /// What a name means; absent where there is none or it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hover: Option<Meaning>,
    /// Where what a name means is defined, or else declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<Location>,
    /// The declarations of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<Vec<Declared>>,
    /// Definitions that the linker sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbols: Option<Vec<Symbol>>,
    /// What was done since the server started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Counts>,
}

impl Answer {
    /// An answer that says what went wrong.
    pub fn error(id: Value, error: impl ToString) -> Answer {
        Answer { id, error: Some(error.to_string()), ..Answer::default() }
    }
}

/// Fingerprints in hexadecimal digits.
#[derive(Debug, Deserialize, Serialize, PartialEq, Eq)]
pub struct Halves {
    /// Of the host half.
    pub host: String,
    /// Of the device half.
    pub device: String,
}

/// Counts since the start.
#[derive(Debug, Deserialize, Serialize, PartialEq, Eq)]
pub struct Counts {
    /// Units that are open.
    pub units: usize,
    /// Changes of texts.
    pub edits: u64,
    /// Queries that were run.
    pub executed: u64,
}

impl From<Statistics> for Counts {
    fn from(it: Statistics) -> Counts {
        Counts { units: it.units, edits: it.edits, executed: it.executed }
    }
}
