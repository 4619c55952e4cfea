//! Where a new text differs from blocks of an old one.

use std::ops::Range;

use memchr::memmem;

/// How far on a block is looked for that stands elsewhere in the new text.
const SEARCH: usize = 256 << 10;
/// Shorter blocks are not looked for: they may stand anywhere.
const MIN_SEARCHED: usize = 256;

/// Bytes of the old text in whose place stand bytes of the new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hunk {
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
}

/// The hunks that make `new` of the text that consists of `blocks`, in order: what lies between the common
/// prefix and suffix, less the blocks in there that the new text has too.
pub(crate) fn hunks(blocks: &[&str], new: &str) -> Vec<Hunk> {
    let old_length: usize = blocks.iter().map(|block| block.len()).sum();
    let prefix = common_prefix(blocks, new);
    let suffix = common_suffix(blocks, new, old_length.min(new.len()) - prefix);
    let (old_end, new_end) = (old_length - suffix, new.len() - suffix);
    let mut hunks = Vec::new();
    let (mut old_at, mut new_at) = (prefix, prefix);
    let mut block_end = 0;
    for block in blocks {
        let start = block_end;
        block_end += block.len();
        if start < old_at || block_end > old_end || block.len() < MIN_SEARCHED {
            continue;
        }
        let limit = (new_at + SEARCH + block.len()).min(new_end);
        let found = memmem::find(&new.as_bytes()[new_at..limit], block.as_bytes());
        if let Some(found) = found.map(|found| new_at + found) {
            push(&mut hunks, old_at..start, new_at..found);
            (old_at, new_at) = (block_end, found + block.len());
        }
    }
    push(&mut hunks, old_at..old_end, new_at..new_end);
    hunks
}

fn push(hunks: &mut Vec<Hunk>, old: Range<usize>, new: Range<usize>) {
    if !old.is_empty() || !new.is_empty() {
        hunks.push(Hunk { old, new });
    }
}

/// Length of the common prefix, on a character border of both.
fn common_prefix(blocks: &[&str], new: &str) -> usize {
    let mut length = 0;
    for block in blocks {
        let rest = &new.as_bytes()[length..];
        if rest.starts_with(block.as_bytes()) {
            length += block.len();
            continue;
        }
        length += equal_bytes(block.as_bytes().iter(), rest.iter());
        break;
    }
    while !new.is_char_boundary(length) {
        length -= 1;
    }
    length
}

/// Length of the common suffix of at most `limit` bytes, on a character border of both.
fn common_suffix(blocks: &[&str], new: &str, limit: usize) -> usize {
    let mut length = 0;
    for block in blocks.iter().rev() {
        let rest = &new.as_bytes()[..new.len() - length];
        if block.len() <= limit - length && rest.ends_with(block.as_bytes()) {
            length += block.len();
            continue;
        }
        length += equal_bytes(block.as_bytes().iter().rev(), rest.iter().rev()).min(limit - length);
        break;
    }
    while !new.is_char_boundary(new.len() - length) {
        length -= 1;
    }
    length
}

fn equal_bytes<'a>(a: impl Iterator<Item = &'a u8>, b: impl Iterator<Item = &'a u8>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(blocks: &[&str], new: &str) -> Vec<Hunk> {
        let hunks = hunks(blocks, new);
        let mut text = blocks.concat();
        for hunk in hunks.iter().rev() {
            text.replace_range(hunk.old.clone(), &new[hunk.new.clone()]);
        }
        assert_eq!(text, new);
        hunks
    }

    #[test]
    fn one_change_is_one_hunk() {
        let blocks = ["int a;\n", "int b = 1;\n", "int c;\n"];
        assert_eq!(apply(&blocks, "int a;\nint b = 20;\nint c;\n"), [Hunk { old: 15..16, new: 15..17 }]);
        assert_eq!(apply(&blocks, &blocks.concat()), []);
        assert_eq!(apply(&blocks, ""), [Hunk { old: 0..25, new: 0..0 }]);
        assert_eq!(apply(&["aaaa"], "aa"), [Hunk { old: 2..4, new: 2..2 }]);
        assert_eq!(apply(&[], "x"), [Hunk { old: 0..0, new: 0..1 }]);
    }

    #[test]
    fn characters_are_not_cut() {
        assert_eq!(apply(&["'é'"], "'è'"), [Hunk { old: 1..3, new: 1..3 }]);
    }

    #[test]
    fn blocks_between_changes_are_kept() {
        let middle = "int unchanged;\n".repeat(40);
        let new = format!("int A;\n{middle}int B;\n");
        let hunks = apply(&["int a;\n", &middle, "int b;\n"], &new);
        assert_eq!(hunks.len(), 2);
    }
}
