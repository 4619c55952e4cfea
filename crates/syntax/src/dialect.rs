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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dialect {
    /// The language level.
    pub standard: Standard,
}

impl Dialect {
    /// The dialect of a language level.
    pub fn new(standard: Standard) -> Dialect {
        Dialect { standard }
    }

    /// Whether a word that is reserved since `level` (two digits of a year, 98 for always)
    /// is reserved here.
    pub(crate) fn reserves(self, level: u8) -> bool {
        level == 98 || level <= self.standard.rank()
    }
}
