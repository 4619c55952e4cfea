//! What the tokens of one block show, as far as they show it without the rest of the unit.

use std::sync::Arc;

use asunder_diag::control::PragmaChange;
use asunder_outline::{Suspect, block_outline};
use asunder_source::Block;
use asunder_syntax::{Dialect, SyntaxKind};

use crate::unit::Finding;
use crate::{literal, number, pragma, suffix};

/// Something that a block shows. Offsets count from the start of the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// Something to report, unless a condition governs it.
    Found(Finding),
    /// A pragma changes severities, or remembers them.
    Control(PragmaChange),
    /// A pragma takes back what was remembered last.
    Pop {
        /// Where the pragma stands.
        offset: u32,
        /// Where a complaint goes that nothing was remembered.
        complaint: u32,
    },
    /// A directive that survived the preprocessor.
    Directive { text: Box<str>, offset: u32 },
    /// A literal whose suffix must have an operator before it in the unit.
    Suffix {
        suffix: Box<str>,
        offset: u32,
        /// It stands where an expression may stand.
        is_operand: bool,
    },
}

/// The events of a block, in the order of the text.
#[salsa::tracked(returns(ref))]
pub(crate) fn block_events(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Arc<[Event]> {
    events(block.text(db), dialect, &block_outline(db, block, dialect).suspects).into()
}

/// Where a block declares literal operators: each suffix with the place of its first operator.
#[salsa::tracked(returns(ref))]
pub(crate) fn block_operators(db: &dyn salsa::Database, block: Block) -> Vec<(Box<str>, u32)> {
    suffix::operators(block.text(db))
}

/// The events of a text.
pub(crate) fn events(text: &str, dialect: Dialect, suspects: &[Suspect]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut found = Vec::new();
    for &Suspect { kind, range } in suspects {
        let offset = u32::from(range.start());
        let token = &text[range];
        match kind {
            SyntaxKind::PRAGMA => pragma::read(token, offset, dialect, &mut events),
            SyntaxKind::DIRECTIVE => events.push(Event::Directive { text: token.into(), offset }),
            SyntaxKind::CHAR if number::is_misplaced_separator(text, offset, dialect) => {
                found.push(Finding::new(number::MISPLACED_SEPARATOR, offset));
            }
            SyntaxKind::CHAR | SyntaxKind::STRING => literal::check(token, offset, dialect, &mut found),
            SyntaxKind::INT_NUMBER | SyntaxKind::FLOAT_NUMBER => {
                number::check(text, range, kind, dialect, &mut found);
            }
            SyntaxKind::IDENT => found.push(Finding::new(IGNORED_TILE_ATTRIBUTE, offset)),
            SyntaxKind::COMMENT => found.push(Finding::new(UNCLOSED_COMMENT, offset)),
            SyntaxKind::HASH | SyntaxKind::HASH2 => found.push(Finding::new(UNEXPECTED_HASH, offset)),
            _ if token.starts_with('\0') => found.push(Finding::new(NULL_CHARACTER, offset)),
            _ => found.push(Finding::new(UNRECOGNIZED_TOKEN, offset)),
        }
        let is_separator = found.iter().any(|it| it.message.number == Some(number::MISPLACED_SEPARATOR));
        events.extend(found.drain(..).map(Event::Found));
        if !(kind == SyntaxKind::CHAR && is_separator) {
            events.extend(suffix::event(text, range, kind, dialect));
        }
    }
    events
}

/// "parsing for Tile constructs is not enabled. …"; reported for each, where the reference does so once.
pub const IGNORED_TILE_ATTRIBUTE: u16 = 3816;
/// "comment unclosed at end of file".
const UNCLOSED_COMMENT: u16 = 6;
/// "unrecognized token".
const UNRECOGNIZED_TOKEN: u16 = 7;
/// "\"#\" not expected here".
const UNEXPECTED_HASH: u16 = 10;
/// "null (zero) character in input line ignored".
const NULL_CHARACTER: u16 = 1192;
