//! Words of texts, and spellings of operators.

/// Whether a byte stands in words.
static IN_WORDS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        let character = byte as u8;
        table[byte] = character.is_ascii_alphanumeric() || character == b'_' || character >= 0x80;
        byte += 1;
    }
    table
};

/// The words of a text, each with the byte where it starts: runs of what identifiers and numbers consist of, also in
/// comments and literals.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |byte: &u8| IN_WORDS[usize::from(*byte)];
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = &text.as_bytes()[at..];
        let start = at + bytes.iter().position(is_word)?;
        let length = text.as_bytes()[start..].iter().position(|byte| !is_word(byte));
        at = length.map_or(text.len(), |length| start + length);
        Some((start, &text[start..at]))
    })
}

/// Alternative tokens that may follow `operator` with what they stand for ([lex.digraph]).
const ALTERNATIVES: &[(&str, &str)] = &[
    ("and", "&&"),
    ("and_eq", "&="),
    ("bitand", "&"),
    ("bitor", "|"),
    ("compl", "~"),
    ("not", "!"),
    ("not_eq", "!="),
    ("or", "||"),
    ("or_eq", "|="),
    ("xor", "^"),
    ("xor_eq", "^="),
    ("<:]", "[]"),
    ("<::>", "[]"),
];

/// The spelling of an operator (no blanks) in primary tokens: `&&` for `and`, other symbols as they are.
pub fn primary_operator(symbol: &str) -> &str {
    ALTERNATIVES.iter().find(|(alternative, _)| *alternative == symbol).map_or(symbol, |(_, primary)| primary)
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
