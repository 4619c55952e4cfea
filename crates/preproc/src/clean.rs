//! Physical lines as logical ones.

use std::borrow::Cow;

/// Text without the backslashes that continue lines, and where they were.
pub(crate) struct Clean<'a> {
    /// The text.
    pub text: Cow<'a, [u8]>,
    /// For each backslash with its newline that was left out: the byte in `text` behind it.
    pub joints: Vec<usize>,
}

/// Trigraphs by their third byte. That for a backslash is replaced when a file is read.
const TRIGRAPHS: [(u8, u8); 8] = [
    (b'=', b'#'),
    (b')', b']'),
    (b'!', b'|'),
    (b'(', b'['),
    (b'\'', b'^'),
    (b'>', b'}'),
    (b'<', b'{'),
    (b'-', b'~'),
];

/// Whether the backslash at `at` continues a line: only blanks stand between it and the newline, or the end of the
/// text. Gives the byte behind the newline.
pub(crate) fn continuation(text: &[u8], at: usize) -> Option<usize> {
    let blanks = text[at + 1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c | b'\r'));
    let end = at + 1 + blanks.count();
    match text.get(end) {
        Some(b'\n') => Some(end + 1),
        _ => None,
    }
}

/// Joins continued lines, and replaces trigraphs where they are wanted.
pub(crate) fn clean(text: &[u8], trigraphs: bool) -> Clean<'_> {
    let has_trigraphs = trigraphs && memchr::memmem::find(text, b"??").is_some();
    let is_joint = |at| continuation(text, at).is_some();
    if !has_trigraphs && !memchr::memchr_iter(b'\\', text).any(is_joint) {
        return Clean { text: Cow::Borrowed(text), joints: Vec::new() };
    }
    let mut out = Vec::with_capacity(text.len());
    let mut joints = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (byte, length) = match &text[at..] {
            [b'?', b'?', third, ..] if has_trigraphs => {
                let found = TRIGRAPHS.iter().find(|(mark, _)| mark == third);
                found.map_or((b'?', 1), |(_, byte)| (*byte, 3))
            }
            [byte, ..] => (*byte, 1),
            [] => break,
        };
        if byte == b'\\'
            && let Some(next) = continuation(text, at + length - 1)
        {
            joints.push(out.len());
            at = next;
            continue;
        }
        out.push(byte);
        at += length;
    }
    Clean { text: Cow::Owned(out), joints }
}

/// A comment as one of the form `/* */`: that is what stays of it in macros and their arguments.
pub(crate) fn block_comment(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.starts_with(b"//") {
        return Cow::Borrowed(text);
    }
    let mut out = [text, b"*/"].concat();
    out[1] = b'*';
    // What would end it has no slash.
    for at in 2..text.len() {
        if out[at] == b'/' && (out[at - 1] == b'*' || out[at + 1] == b'*') {
            out[at] = b'|';
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined() {
        let joined = clean(b"a\\\nb \\ \nc\\d", false);
        assert_eq!((&*joined.text, &*joined.joints), (&b"ab c\\d"[..], &[1, 3][..]));
        assert_eq!(&*clean(b"a\\\nb??=?", true).text, b"ab#?");
        assert!(matches!(clean(b"a??=b", false).text, Cow::Borrowed(_)));
    }
}
