//! The host file as a rope: texts of blocks, shared between revisions.

use std::fmt;
use std::io;
use std::sync::Arc;

/// A text as a sequence of shared pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostRope {
    pieces: Vec<Arc<str>>,
}

impl HostRope {
    pub(super) fn push(&mut self, piece: impl Into<Arc<str>>) {
        self.pieces.push(piece.into());
    }

    /// The pieces, in order.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().map(|piece| &**piece)
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.pieces().map(str::len).sum()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.pieces().all(str::is_empty)
    }

    /// The bytes of the file that the text was decoded from, where it comes from one.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.len());
        self.pieces().for_each(|piece| bytes.extend_from_slice(&asunder_source::encode(piece)));
        bytes
    }

    /// Writes those bytes.
    ///
    /// # Errors
    /// Those of `writer`.
    pub fn write_to(&self, writer: &mut impl io::Write) -> io::Result<()> {
        self.pieces().try_for_each(|piece| writer.write_all(&asunder_source::encode(piece)))
    }

    /// Whether `bytes` are those bytes.
    pub fn is_written_as(&self, bytes: &[u8]) -> bool {
        let rest =
            self.pieces().try_fold(bytes, |rest, piece| rest.strip_prefix(&*asunder_source::encode(piece)));
        rest.is_some_and(<[u8]>::is_empty)
    }
}

impl fmt::Display for HostRope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().try_for_each(|piece| f.write_str(piece))
    }
}
