//! Texts as words, for questions that need no tokens.

/// The words of a text, each with the byte where it starts: runs of what identifiers and numbers consist of, also in
/// comments and literals.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = &text.as_bytes()[at..];
        let start = at + bytes.iter().position(is_word)?;
        let length = text.as_bytes()[start..].iter().position(|byte| !is_word(byte));
        at = length.map_or(text.len(), |length| start + length);
        Some((start, &text[start..at]))
    })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_runs_of_identifier_characters() {
        let found: Vec<_> = words("a1 += é_2(x);").collect();
        assert_eq!(found, [(0, "a1"), (6, "é_2"), (11, "x")]);
    }
}
