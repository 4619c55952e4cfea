//! The text of a pass: what it wrote itself, and the texts of the headers that it shares with others.
//!
//! Texts of a unit before and behind an edit share the headers that the edit did not reach, so that what is common to
//! them is found without a look at its bytes.

use std::ops::Range;
use std::sync::Arc;

use crate::reuse::Reading;

/// A part of a text.
#[derive(Clone)]
pub(crate) enum Piece {
    Own(Arc<[u8]>),
    /// The text of a header inside.
    Inner(Arc<Reading>),
}

impl Piece {
    pub(crate) fn len(&self) -> usize {
        match self {
            Piece::Own(text) => text.len(),
            Piece::Inner(reading) => reading.length,
        }
    }
}

/// The text of a pass.
#[derive(Clone, Default)]
pub struct Text {
    pieces: Vec<Piece>,
    length: usize,
}

impl Text {
    pub(crate) fn new(pieces: Vec<Piece>) -> Text {
        let length = pieces.iter().map(Piece::len).sum();
        Text { pieces, length }
    }

    /// Its length in bytes.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Its bytes, one piece after the other.
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let mut walk = Walk::new(&self.pieces, true);
        std::iter::from_fn(move || walk.bytes())
    }

    /// Its bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.length);
        self.pieces().for_each(|piece| out.extend_from_slice(piece));
        out
    }

    /// Some of its bytes.
    pub fn part(&self, range: Range<usize>) -> Vec<u8> {
        let mut out = Vec::with_capacity(range.len());
        let mut walk = Walk::new(&self.pieces, true);
        let mut at = 0;
        while at < range.end {
            // A header that ends in front of the range is passed by at once.
            let Some(part) = walk.part() else { break };
            let length = match part {
                Part::Bytes(bytes) => bytes.len(),
                Part::Inner(reading) => reading.length,
            };
            match part {
                Part::Inner(_) if at + length > range.start => {
                    walk.descend();
                    continue;
                }
                Part::Inner(_) => {}
                Part::Bytes(bytes) => {
                    let (from, to) = (range.start.max(at), range.end.min(at + length));
                    if from < to {
                        out.extend_from_slice(&bytes[from - at..to - at]);
                    }
                }
            }
            walk.pass(length);
            at += length;
        }
        out
    }

    /// Where this text differs from an earlier one: the bytes of the earlier one, and the bytes that stand in their place;
    /// `None` if they are equal.
    pub fn difference(&self, earlier: &Text) -> Option<(Range<usize>, Range<usize>)> {
        let shorter = self.length.min(earlier.length);
        let prefix = common(&self.pieces, &earlier.pieces, true, shorter);
        if prefix == self.length && prefix == earlier.length {
            return None;
        }
        let suffix = common(&self.pieces, &earlier.pieces, false, shorter - prefix);
        Some((prefix..earlier.length - suffix, prefix..self.length - suffix))
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Text({} bytes)", self.length)
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Text {
        Text::new(vec![Piece::Own(bytes.into())])
    }
}

/// How many bytes two texts have in common at their start, or at their end, of at most `limit`.
fn common(a: &[Piece], b: &[Piece], is_forward: bool, limit: usize) -> usize {
    let (mut a, mut b) = (Walk::new(a, is_forward), Walk::new(b, is_forward));
    let mut length = 0;
    while length < limit
        && let (Some(left), Some(right)) = (a.part(), b.part())
    {
        match (left, right) {
            (Part::Inner(left), Part::Inner(right)) if Arc::ptr_eq(left, right) => {
                let rest = left.length.min(limit - length);
                length += rest;
                a.pass(left.length);
                b.pass(left.length);
            }
            (Part::Bytes(left), Part::Bytes(right)) => {
                let count = left.len().min(right.len());
                let equal = match is_forward {
                    true => equal_bytes(&left[..count], &right[..count]),
                    false => equal_last_bytes(&left[left.len() - count..], &right[right.len() - count..]),
                };
                length = (length + equal).min(limit);
                if equal < count {
                    break;
                }
                a.pass(count);
                b.pass(count);
            }
            (left, right) => {
                if matches!(left, Part::Inner(_)) {
                    a.descend();
                }
                if matches!(right, Part::Inner(_)) {
                    b.descend();
                }
            }
        }
    }
    length
}

/// Bytes that are compared at once.
const CHUNK: usize = 256;

fn equal_bytes(a: &[u8], b: &[u8]) -> usize {
    let chunks = a.chunks(CHUNK).zip(b.chunks(CHUNK)).take_while(|(a, b)| a == b).count();
    let start = a.len().min(chunks * CHUNK);
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}

fn equal_last_bytes(a: &[u8], b: &[u8]) -> usize {
    let chunks = a.rchunks(CHUNK).zip(b.rchunks(CHUNK)).take_while(|(a, b)| a == b).count();
    let count = a.len().min(chunks * CHUNK);
    let (a, b) = (&a[..a.len() - count], &b[..b.len() - count]);
    count + a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// What comes next on a walk.
#[derive(Clone, Copy)]
enum Part<'a> {
    Bytes(&'a [u8]),
    Inner(&'a Arc<Reading>),
}

/// A walk over pieces, from the first or from the last one on. Readings are nested as deeply as files.
struct Walk<'a> {
    /// The pieces that are left: those of the innermost reading last.
    stack: Vec<&'a [Piece]>,
    /// What is left of the piece that was begun.
    rest: &'a [u8],
    is_forward: bool,
}

impl<'a> Walk<'a> {
    fn new(pieces: &'a [Piece], is_forward: bool) -> Walk<'a> {
        Walk { stack: vec![pieces], rest: &[], is_forward }
    }

    fn next_piece(&mut self) -> Option<&'a Piece> {
        loop {
            let pieces = self.stack.last()?;
            match if self.is_forward { pieces.first() } else { pieces.last() } {
                Some(piece) if piece.len() > 0 => return Some(piece),
                Some(_) => self.drop_piece(),
                None => drop(self.stack.pop()),
            }
        }
    }

    fn drop_piece(&mut self) {
        if let Some(pieces) = self.stack.last_mut() {
            *pieces = match (self.is_forward, *pieces) {
                (true, [_, rest @ ..]) | (false, [rest @ .., _]) => rest,
                (_, []) => &[],
            };
        }
    }

    /// What comes next; nothing of it is passed.
    fn part(&mut self) -> Option<Part<'a>> {
        if !self.rest.is_empty() {
            return Some(Part::Bytes(self.rest));
        }
        match self.next_piece()? {
            Piece::Inner(reading) => Some(Part::Inner(reading)),
            Piece::Own(text) => {
                self.drop_piece();
                self.rest = text;
                Some(Part::Bytes(text))
            }
        }
    }

    /// Passes so many bytes of what comes next: all of them for a reading.
    fn pass(&mut self, count: usize) {
        if self.rest.is_empty() {
            self.drop_piece();
        } else if self.is_forward {
            self.rest = &self.rest[count..];
        } else {
            self.rest = &self.rest[..self.rest.len() - count];
        }
    }

    /// Goes into the reading that comes next.
    fn descend(&mut self) {
        if let Some(Piece::Inner(reading)) = self.next_piece() {
            self.drop_piece();
            self.stack.push(&reading.text);
        }
    }

    /// The next bytes, which are passed.
    fn bytes(&mut self) -> Option<&'a [u8]> {
        loop {
            match self.part()? {
                Part::Inner(_) => self.descend(),
                Part::Bytes(bytes) => {
                    self.rest = &[];
                    return Some(bytes);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(texts: &[&str]) -> Text {
        Text::new(texts.iter().map(|text| Piece::Own(text.as_bytes().into())).collect())
    }

    #[test]
    fn texts_differ_wherever_their_pieces_end() {
        let difference = |a: &[&str], b: &[&str]| own(a).difference(&own(b));
        assert_eq!(difference(&["ab", "cd"], &["abc", "", "d"]), None);
        assert_eq!(difference(&["abXcd"], &["ab", "cd"]), Some((2..2, 2..3)));
        assert_eq!(difference(&["aa"], &["a", "a", "aa"]), Some((2..4, 2..2)));
        assert_eq!(difference(&["aY", "b"], &["aX", "b"]), Some((1..2, 1..2)));
        assert_eq!(difference(&[], &["a"]), Some((0..1, 0..0)));
        let long = "x".repeat(3 * CHUNK);
        assert_eq!(difference(&[&long, "1", &long], &[&long, &long]), Some((768..768, 768..769)));
    }

    #[test]
    fn parts_reach_over_pieces() {
        let text = own(&["ab", "", "cde", "f"]);
        for start in 0..=6 {
            for end in start..=6 {
                assert_eq!(text.part(start..end), text.to_vec()[start..end]);
            }
        }
    }
}
