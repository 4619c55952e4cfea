//! The preprocessor: a source and what it includes as one text, for either pass.
//!
//! [`preprocess`] takes a [`Request`] (the source, the macros and folders of a command line) and gives the text that
//! `gcc -E` (or `clang -E`) writes for it, byte for byte, with the files that were read, and on demand every token with the place of
//! its spelling and the chain of its expansions.
//!
//! A file is read and cut into stretches once ([`layout`]): directives, which know the next branch of their
//! conditional, and text between them. Tokens of a stretch are made when they are wanted first, and kept; so are
//! definitions. All of that depends on the file alone and is shared by units, passes and threads ([`Shared`]). What a
//! unit decides (macros, conditions, expansions) is computed for each pass from these tables, and what a header gave is
//! kept with all that it looked at: it stands for the header wherever that is as it was (`reuse`).
//!
//! # Architecture invariants
//! * Knows nothing of C++ beyond preprocessing tokens, nothing of CUDA, and runs no program: what the compiler has to
//!   say (predefined macros, `__has_builtin`) comes through [`Host`].
//! * What cannot be done as GCC does it is a message of severity [`Severity::Error`] or above: then the text is not to
//!   be used, and the caller runs the compiler itself.
//! * Lines and columns are 1-based, columns count bytes. Offsets count bytes.
//! * No input makes it hang or panic: depths are bounded by numbers that are errors, stacks grow.

mod assertions;
mod buffer;
mod builtin;
mod circumstances;
mod clean;
mod condition;
mod dialect;
mod directives;
mod expand;
mod facts;
mod feed;
mod file;
mod folder;
mod include;
mod kept;
mod known;
pub mod layout;
mod lexer;
mod macros;
mod output;
mod pragma;
mod print;
mod print_clang;
mod request;
mod reuse;
mod search;
mod shared;
mod stretch;
mod symbol;
mod text;
mod token;
mod unicode;
mod unit;

pub use dialect::{Comments, Dialect};
pub use file::{Files, OpenTexts, ReadError, SourceFile, Stamp};
pub use macros::Macro;
pub use output::{DefinedMacro, Expansion, Macros, Output, PlacedToken};
pub use print::{Form, KeptMacros, Style};
pub use request::{Given, Host, Message, Question, Request, Severity};
pub use search::{Folder, FolderRealm, GivenFolders, SearchPath};
pub use shared::{Shared, definitions};
pub use symbol::{Interner, Symbol};
pub use text::Text;
pub use token::{FileNumber, Kind, Lexed, Origin, Realm, Token, flags};
pub use unit::preprocess;
