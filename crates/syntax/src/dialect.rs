//! Language levels that change what a word or a token is.

use crate::Release;
use crate::SyntaxKind::{
    self, BIT_INT_KW, C_STATIC_ASSERT_KW, EXPORT_KW, FLOAT32_KW, FLOAT32X_KW, FLOAT64_KW, FLOAT64X_KW,
    FLOAT128_KW, GNU_ALIGNOF_KW, GNU_THREAD_KW, NULLABILITY_KW, NULLPTR_KW, TYPE_BUILTIN_KW, TYPE_TRAIT_KW,
};

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

/// The host compiler whose words are known. Versions are `10000 * major + 100 * minor + patch`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HostWords {
    /// The words of every compiler and version, but for those that C libraries declare themselves (`_Float32`).
    Every,
    /// GNU C++ of this version, as `--gnu_version` writes it: 120200 for 12.2.
    Gnu(u32),
    /// Clang of this version, as `--clang_version` writes it.
    Clang(u32),
}

/// What a text is written in: all that lexer and parser need to know about options. Every stage has it as a
/// parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dialect {
    /// The language level.
    pub standard: Standard,
    /// The host compiler.
    pub host: HostWords,
    /// The release of the toolkit.
    pub release: Release,
    /// Tile code is compiled (`-enable-tile`, since CUDA 13.3).
    pub tile: bool,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect::new(Standard::default())
    }
}

/// Known whatever the version.
const ALWAYS: u32 = 0;
/// Known in no version.
const NEVER: u32 = u32::MAX;

/// Words that the reference knows in some host compilers only: the word, and the first version of GNU C++ and of Clang
/// in which it is one (spec page 6 §2; measured for GNU 4 to 17 and Clang 3 to 21). Elsewhere the word is an
/// identifier, which older standard libraries rely on.
const HOST_WORDS: &[(&str, u32, u32)] = &[
    ("_Alignof", NEVER, ALWAYS),
    ("_BitInt", NEVER, 140_000),
    ("_Float128", 130_000, NEVER),
    ("_Float32", 130_000, NEVER),
    ("_Float32x", 130_000, NEVER),
    ("_Float64", 130_000, NEVER),
    ("_Float64x", 130_000, NEVER),
    ("_Nonnull", NEVER, ALWAYS),
    ("_Null_unspecified", NEVER, ALWAYS),
    ("_Nullable", NEVER, ALWAYS),
    ("_Static_assert", NEVER, ALWAYS),
    ("_Thread_local", NEVER, ALWAYS),
    ("__array_extent", NEVER, ALWAYS),
    ("__array_rank", 150_000, ALWAYS),
    ("__builtin_bit_cast", 110_000, 90_000),
    ("__builtin_convertvector", 90_000, ALWAYS),
    ("__builtin_has_attribute", 90_000, NEVER),
    ("__builtin_is_implicit_lifetime", 160_000, 200_000),
    ("__builtin_is_virtual_base_of", 150_000, 200_000),
    ("__builtin_lt_synthesizes_from_spaceship", NEVER, 220_000),
    ("__is_arithmetic", NEVER, ALWAYS),
    ("__is_array", 140_000, ALWAYS),
    ("__is_bounded_array", 140_000, ALWAYS),
    ("__is_complete_type", NEVER, ALWAYS),
    ("__is_compound", NEVER, ALWAYS),
    ("__is_const", 140_000, ALWAYS),
    ("__is_convertible", 130_000, ALWAYS),
    ("__is_floating_point", NEVER, ALWAYS),
    ("__is_fundamental", NEVER, ALWAYS),
    ("__is_integral", NEVER, ALWAYS),
    ("__is_invocable", 150_000, NEVER),
    ("__is_layout_compatible", 120_000, 190_000),
    ("__is_literal", NEVER, ALWAYS),
    ("__is_lvalue_reference", NEVER, ALWAYS),
    ("__is_member_function_pointer", 140_000, ALWAYS),
    ("__is_member_object_pointer", 140_000, ALWAYS),
    ("__is_member_pointer", 140_000, ALWAYS),
    ("__is_nothrow_convertible", 130_000, 190_000),
    ("__is_nothrow_invocable", 150_000, NEVER),
    ("__is_object", 140_000, ALWAYS),
    ("__is_pointer", 150_000, ALWAYS),
    ("__is_pointer_interconvertible_base_of", 120_000, 190_000),
    ("__is_reference", 140_000, ALWAYS),
    ("__is_referenceable", NEVER, ALWAYS),
    ("__is_rvalue_reference", NEVER, ALWAYS),
    ("__is_same", 100_000, ALWAYS),
    ("__is_same_as", 70_000, ALWAYS),
    ("__is_scalar", NEVER, ALWAYS),
    ("__is_scoped_enum", 140_000, 160_000),
    ("__is_signed", 150_000, NEVER),
    ("__is_trivially_equality_comparable", NEVER, 170_000),
    ("__is_trivially_relocatable", NEVER, 150_000),
    ("__is_unbounded_array", 150_000, ALWAYS),
    ("__is_unsigned", NEVER, ALWAYS),
    ("__is_void", NEVER, ALWAYS),
    ("__is_volatile", 150_000, ALWAYS),
    ("__nullptr", NEVER, ALWAYS),
    ("__reference_binds_to_temporary", NEVER, ALWAYS),
    ("__reference_constructs_from_temporary", 130_000, 180_000),
    ("__reference_converts_from_temporary", 130_000, 190_000),
];

/// Words that later releases brought, with the first one that knows them.
const NEW_WORDS: &[(&str, Release)] = &[
    ("_BitInt", Release::V13_4),
    ("__builtin_is_implicit_lifetime", Release::V13_3),
    ("__builtin_is_virtual_base_of", Release::V13_3),
    ("__builtin_lt_synthesizes_from_spaceship", Release::V13_4),
];

/// The row of a word in a table that is sorted by words.
fn row<'t, T>(table: &'t [T], word: &[u8], key: impl Fn(&T) -> &str) -> Option<&'t T> {
    table.binary_search_by(|row| key(row).as_bytes().cmp(word)).ok().map(|at| &table[at])
}

/// `_Float32` and its kin.
fn is_extended_float(kind: SyntaxKind) -> bool {
    matches!(kind, FLOAT32_KW | FLOAT32X_KW | FLOAT64_KW | FLOAT64X_KW | FLOAT128_KW)
}

/// An attribute's name without `__` on both sides.
pub fn bare_attribute(name: &str) -> &str {
    name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name)
}

impl Dialect {
    /// The dialect of a language level in the oldest release, with the words of every host compiler.
    pub fn new(standard: Standard) -> Dialect {
        Dialect { standard, host: HostWords::Every, release: Release::default(), tile: false }
    }

    /// The same in another release.
    pub fn with_release(self, release: Release) -> Dialect {
        Dialect { release, ..self }
    }

    /// The same with or without tile code.
    pub fn with_tile(self, tile: bool) -> Dialect {
        Dialect { tile, ..self }
    }

    /// Whether the front end knows the attribute of this name, without `__` around it. Attributes of tile code come
    /// and go with releases; all others are known.
    pub fn knows_attribute(self, name: &str) -> bool {
        let has_tile_code = self.release >= Release::V13_3;
        match name {
            "tile" => has_tile_code && self.tile,
            "tile_global" if has_tile_code => self.tile,
            "tile_global" => self.release == Release::V13_0,
            "tile_builtin" => has_tile_code || self.release == Release::V13_0,
            _ => true,
        }
    }

    /// Whether an attribute is passed over with a warning because tile code is not compiled.
    pub fn ignores_attribute(self, name: &str) -> bool {
        self.release >= Release::V13_3 && !self.tile && matches!(name, "tile" | "tile_global")
    }

    /// Whether `import` and `module` start directives of modules: only the first release knows them.
    pub fn has_modules(self) -> bool {
        self.standard >= Standard::Cpp20 && self.release < Release::V13_1
    }

    /// The same with the words of one host compiler.
    pub fn with_host(self, host: HostWords) -> Dialect {
        Dialect { host, ..self }
    }

    /// Whether host compiler and release know this word, a keyword of the given kind.
    pub(crate) fn knows(self, kind: SyntaxKind, word: &[u8]) -> bool {
        if kind == EXPORT_KW {
            // The word of modules, and of templates before them.
            return self.standard < Standard::Cpp20 || self.has_modules();
        }
        // The kinds of the tables' words: most keywords are never looked for.
        let depends = matches!(
            kind,
            TYPE_TRAIT_KW
                | TYPE_BUILTIN_KW
                | GNU_ALIGNOF_KW
                | C_STATIC_ASSERT_KW
                | BIT_INT_KW
                | FLOAT32_KW
                | FLOAT32X_KW
                | FLOAT64_KW
                | FLOAT64X_KW
                | FLOAT128_KW
                | NULLABILITY_KW
                | NULLPTR_KW
                | GNU_THREAD_KW
        );
        if !depends {
            return true;
        }
        if row(NEW_WORDS, word, |row| row.0).is_some_and(|&(_, since)| self.release < since) {
            return false;
        }
        let Some(&(_, gnu, clang)) = row(HOST_WORDS, word, |row| row.0) else {
            return true;
        };
        match self.host {
            // C libraries declare these where the compiler has no such words.
            HostWords::Every => !is_extended_float(kind),
            HostWords::Gnu(version) => gnu <= version,
            HostWords::Clang(version) => clang <= version,
        }
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
    use crate::lex;

    #[test]
    fn attributes_of_tile_code() {
        let known = |release: Release, tile: bool| {
            let dialect = Dialect::default().with_release(release).with_tile(tile);
            ["tile", "tile_global", "tile_builtin", "device"].map(|name| dialect.knows_attribute(name))
        };
        assert_eq!(known(Release::V13_0, false), [false, true, true, true]);
        assert_eq!(known(Release::V13_2, false), [false, false, false, true]);
        assert_eq!(known(Release::V13_5, false), [false, false, true, true]);
        assert_eq!(known(Release::V13_5, true), [true, true, true, true]);
        let dialect = Dialect::default().with_release(Release::V13_3);
        assert!(dialect.ignores_attribute("tile") && !dialect.ignores_attribute("tile_builtin"));
        assert!(!dialect.with_tile(true).ignores_attribute("tile"));
    }

    #[test]
    fn words_of_the_host_compiler() {
        assert!(HOST_WORDS.is_sorted());
        let is_word = |word: &str, host| {
            let tokens = lex(word, Dialect::default().with_release(Release::NEWEST).with_host(host));
            tokens.first().is_some_and(|token| token.kind != SyntaxKind::IDENT)
        };
        for &(word, gnu, clang) in HOST_WORDS {
            assert_eq!(is_word(word, HostWords::Every), !word.starts_with("_Float"), "{word}");
            for (first, host) in [(gnu, HostWords::Gnu as fn(u32) -> _), (clang, HostWords::Clang)] {
                assert_eq!(is_word(word, host(first.min(NEVER - 1))), first != NEVER, "{word} in {first}");
                assert!(first == ALWAYS || !is_word(word, host(first - 1)), "{word} before {first}");
            }
        }
        assert!(is_word("__is_class", HostWords::Gnu(80_100)));
    }

    #[test]
    fn words_of_later_releases() {
        assert!(NEW_WORDS.is_sorted());
        for &(word, since) in NEW_WORDS {
            for release in Release::ALL {
                let kind = lex(word, Dialect::default().with_release(release))[0].kind;
                assert_eq!(kind != SyntaxKind::IDENT, release >= since, "{word} in {release}");
            }
        }
    }
}
