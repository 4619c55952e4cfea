//! Language levels that change what a word or a token is.

/// A C++ standard, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Standard {
    /// C++98 and C++03.
    Cpp03,
    /// C++11.
    Cpp11,
    /// C++14.
    Cpp14,
    /// C++17, nvcc's default.
    #[default]
    Cpp17,
    /// C++20.
    Cpp20,
    /// C++23.
    Cpp23,
}

impl Standard {
    /// The two digits of the standard's year, as `tokens.txt` writes them, on a scale where
    /// C++98 is least.
    fn rank(self) -> u8 {
        match self {
            Standard::Cpp03 => 3,
            Standard::Cpp11 => 11,
            Standard::Cpp14 => 14,
            Standard::Cpp17 => 17,
            Standard::Cpp20 => 20,
            Standard::Cpp23 => 23,
        }
    }
}

/// What a text is written in: all that lexer and parser need to know about options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dialect {
    /// The language level.
    pub standard: Standard,
    /// The version of the GNU compiler whose words are known, as `--gnu_version` writes it: 120200 for 12.2.
    pub gnu_version: u32,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect::new(Standard::default())
    }
}

/// The version of the GNU compiler from which on the reference knows a word (spec page 6 §2, measured for the
/// versions 8 to 15). Below it the word is an identifier, which older standard libraries rely on.
const GNU_WORDS: &[(&str, u32)] = &[
    ("__array_rank", 150_000),
    ("__is_array", 140_000),
    ("__is_bounded_array", 140_000),
    ("__is_const", 140_000),
    ("__is_convertible", 130_000),
    ("__is_invocable", 150_000),
    ("__is_layout_compatible", 120_000),
    ("__is_member_function_pointer", 140_000),
    ("__is_member_object_pointer", 140_000),
    ("__is_member_pointer", 140_000),
    ("__is_nothrow_convertible", 130_000),
    ("__is_nothrow_invocable", 150_000),
    ("__is_object", 140_000),
    ("__is_pointer", 150_000),
    ("__is_pointer_interconvertible_base_of", 120_000),
    ("__is_reference", 140_000),
    ("__is_same", 100_000),
    ("__is_scoped_enum", 140_000),
    ("__is_signed", 150_000),
    ("__is_unbounded_array", 150_000),
    ("__is_volatile", 150_000),
    ("__reference_constructs_from_temporary", 130_000),
    ("__reference_converts_from_temporary", 130_000),
];

impl Dialect {
    /// The dialect of a language level, with the words of every version of the GNU compiler.
    pub fn new(standard: Standard) -> Dialect {
        Dialect { standard, gnu_version: u32::MAX }
    }

    /// The same with the words of one version of the GNU compiler.
    pub fn with_gnu_version(self, gnu_version: u32) -> Dialect {
        Dialect { gnu_version, ..self }
    }

    /// Whether the host compiler's version has this word for a trait.
    pub(crate) fn knows(self, word: &[u8]) -> bool {
        let entry = GNU_WORDS.binary_search_by(|(known, _)| known.as_bytes().cmp(word));
        entry.map_or(true, |at| GNU_WORDS[at].1 <= self.gnu_version)
    }

    /// Whether a word that is reserved since `level` (two digits of a year, 98 for always)
    /// is reserved here.
    pub(crate) fn reserves(self, level: u8) -> bool {
        level == 98 || level <= self.standard.rank()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SyntaxKind, lex};

    #[test]
    fn words_of_the_host_compiler() {
        assert!(GNU_WORDS.is_sorted());
        let kind = |word: &str, version| {
            lex(word, Dialect::default().with_gnu_version(version)).first().map(|token| token.kind)
        };
        for &(word, version) in GNU_WORDS {
            assert_eq!(kind(word, version), Some(SyntaxKind::TYPE_TRAIT_KW), "{word}");
            assert_eq!(kind(word, version - 1), Some(SyntaxKind::IDENT), "{word}");
        }
        assert_eq!(kind("__is_class", 80_100), Some(SyntaxKind::TYPE_TRAIT_KW));
    }
}
