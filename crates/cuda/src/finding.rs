//! What rules find.

use std::collections::BTreeMap;
use std::sync::Arc;

use asunder_syntax::TextSize;

pub use asunder_sema::deferred::Phase;

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it says.
    pub message: Message,
    /// The item where it is shown; `None` for the item that is checked.
    pub item: Option<u32>,
    /// Where, in bytes of that item's text.
    pub offset: TextSize,
    /// How grave it is whatever the user sets, where that differs from the catalogue.
    pub severity: Option<Severity>,
    /// Only the line is shown, without column and text.
    pub line_only: bool,
    /// It is found when the code around it is put together, which does not happen after an error.
    pub needs_clean_unit: bool,
    /// When it is reported.
    pub moment: Moment,
    /// Remarks on other places.
    pub notes: Vec<Note>,
    /// The instantiations that led here, innermost first.
    pub contexts: Vec<Context>,
}

impl Finding {
    /// A finding without notes and contexts.
    pub fn new(message: Message, offset: TextSize, moment: Moment) -> Self {
        Finding {
            message,
            item: None,
            offset,
            severity: None,
            line_only: false,
            needs_clean_unit: false,
            moment,
            notes: Vec::new(),
            contexts: Vec::new(),
        }
    }
}

/// A severity that nothing changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// A warning.
    Warning,
    /// An error.
    Error,
}

/// A message of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The internal number.
    pub number: u16,
    /// What fills its placeholders.
    pub arguments: Vec<Argument>,
}

impl Message {
    /// A message with arguments.
    pub fn new(number: u16, arguments: Vec<Argument>) -> Self {
        Message { number, arguments }
    }

    /// A message without arguments.
    pub fn plain(number: u16) -> Self {
        Message { number, arguments: Vec::new() }
    }
}

/// What fills a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Plain text.
    Text(Arc<str>),
    /// Text in quotes.
    Name(Arc<str>),
    /// A type in quotes, with its meaning if it is written through typedefs.
    Type {
        /// As written.
        written: Arc<str>,
        /// Without typedefs, if that differs.
        meaning: Option<Arc<str>>,
    },
    /// An entity: kind and quoted name.
    Entity {
        /// The kind word; constructors and the like have none.
        kind: Option<&'static str>,
        /// The qualified name.
        name: Arc<str>,
        /// Where it is declared.
        declared: Option<Place>,
    },
    /// A function that must not be called: its linker name as the reference spells it, in quotes.
    Callee(Arc<asunder_mangle::model::Entity>),
    /// A place, as in `at line 3`.
    At(Place),
    /// A place with its file, as in `, defined at x.cu:3`.
    DefinedAt(Place),
}

impl Argument {
    /// Plain text.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Argument::Text(text.into())
    }

    /// Text in quotes.
    pub fn name(name: impl Into<Arc<str>>) -> Self {
        Argument::Name(name.into())
    }
}

/// A place in the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the item; `None` for the item of the finding.
    pub item: Option<u32>,
    /// Bytes from the start of the item.
    pub offset: TextSize,
}

/// A remark on another place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it says.
    pub message: Message,
    /// Where.
    pub place: Place,
}

/// One step of the way into an instantiation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// What was instantiated, as in `instantiation of class "A<T> [with T=int]"`.
    pub what: Arc<str>,
    /// Where it was requested.
    pub place: Place,
}

/// When the reference reports something: smaller moments come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The stage of the compilation.
    pub stage: Stage,
    /// Where the parser of the reference stands: bodies and initializers of members are read at the
    /// end of the outermost class.
    pub parsed: TextSize,
    /// What of a class is read at its end.
    pub phase: Phase,
    /// The place inside what is read then.
    pub inner: TextSize,
    /// Order of checks at one place.
    pub rank: u16,
}

/// Stages of the reference's compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// While the text is read.
    Parse,
    /// When templates are instantiated at the end of the unit.
    Instantiation,
    /// When unreferenced entities are reported.
    Unreferenced,
    /// When functions that hold lambdas are put together.
    Lambdas,
    /// When variables of namespaces are initialised, behind all functions.
    Initialization,
    /// At the end of the unit.
    UnitEnd,
    /// In the walk through what the device keeps.
    Walk,
}

/// What the rules say about one item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemFindings {
    /// In the order of their moments.
    pub findings: Vec<Finding>,
    /// How often each rule, by the number of its message, met something not understood.
    pub silenced: BTreeMap<u16, u32>,
}
