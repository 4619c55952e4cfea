//! [`SyntaxKind`] and its classes.

#[path = "generated/kinds.rs"]
mod generated;

pub(crate) use generated::KEYWORDS;
pub use generated::SyntaxKind;
use generated::{ALL_KINDS, CONTEXTUAL, LAST_TRIVIA};

/// A set of kinds: which tokens and nodes a tree has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KindSet([u64; ALL_KINDS.len().div_ceil(64)]);

impl KindSet {
    /// Adds a kind.
    #[inline]
    pub fn insert(&mut self, kind: SyntaxKind) {
        let (word, bit) = KindSet::place(kind);
        self.0[word] |= bit;
    }

    /// Whether a kind is in the set.
    #[inline]
    pub fn contains(&self, kind: SyntaxKind) -> bool {
        let (word, bit) = KindSet::place(kind);
        self.0[word] & bit != 0
    }

    /// Whether one of several kinds is in the set.
    #[inline]
    pub fn contains_any(&self, kinds: &[SyntaxKind]) -> bool {
        kinds.iter().any(|kind| self.contains(*kind))
    }

    #[inline]
    fn place(kind: SyntaxKind) -> (usize, u64) {
        (kind as usize / 64, 1 << (kind as usize % 64))
    }
}

impl SyntaxKind {
    /// The kind with this number, if there is one.
    pub fn from_raw(raw: u16) -> Option<SyntaxKind> {
        ALL_KINDS.get(usize::from(raw)).copied()
    }

    /// White space, comments, line markers, pragmas, directives.
    #[inline]
    pub fn is_trivia(self) -> bool {
        self <= LAST_TRIVIA
    }

    /// A word that has a meaning in one place and is an identifier everywhere else.
    #[inline]
    pub fn is_contextual_keyword(self) -> bool {
        CONTEXTUAL.0 <= self && self <= CONTEXTUAL.1
    }

    /// An identifier or a word that can be one.
    #[inline]
    pub fn is_identifier(self) -> bool {
        self == SyntaxKind::IDENT || self.is_contextual_keyword()
    }

    /// A reserved word.
    #[inline]
    pub fn is_keyword(self) -> bool {
        SyntaxKind::ALIGNAS_KW <= self && self < CONTEXTUAL.0
    }

    /// A number, a character or a string.
    #[inline]
    pub fn is_literal(self) -> bool {
        SyntaxKind::INT_NUMBER <= self && self <= SyntaxKind::STRING
    }
}
