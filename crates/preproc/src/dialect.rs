//! What the language standard changes for tokens and conditions.

/// A language standard, as far as a preprocessor needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dialect {
    /// C++, not C: named operators, `true` in conditions, `::`.
    pub cplusplus: bool,
    /// The year of the standard without its century: 98, 11, 14, 17, 20, 23; for C 90, 99, 11, 17.
    pub year: u8,
    /// Extensions of GNU: `-std=gnu++17`, not `-std=c++17`.
    pub gnu: bool,
    /// `-trigraphs` is given.
    pub trigraphs: bool,
    /// Which comments stay in the text.
    pub comments: Comments,
    /// The text is preprocessed already: no macros, few directives: `-fpreprocessed`.
    pub preprocessed: bool,
}

/// Which comments stay in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Comments {
    /// None.
    #[default]
    Dropped,
    /// Those outside of directives: `-C`.
    Kept,
    /// Those of `#define`s as well: `-CC`.
    KeptInMacros,
}

/// The standards by the words of `-std=` without `gnu`, `c` and `++`.
const YEARS: [(&str, u8); 19] = [
    ("98", 98),
    ("03", 98),
    ("0x", 11),
    ("11", 11),
    ("1y", 14),
    ("14", 14),
    ("1z", 17),
    ("17", 17),
    ("2a", 20),
    ("20", 20),
    ("2b", 23),
    ("23", 23),
    ("89", 90),
    ("90", 90),
    ("99", 99),
    ("9x", 99),
    ("1x", 11),
    ("18", 17),
    ("2x", 23),
];

const BASE: Dialect = Dialect {
    cplusplus: true,
    year: 98,
    gnu: false,
    trigraphs: false,
    comments: Comments::Dropped,
    preprocessed: false,
};

impl Dialect {
    /// That of g++ 12 without an option.
    pub const DEFAULT: Dialect = Dialect { cplusplus: true, year: 17, gnu: true, ..BASE };
    /// That of gcc 12 for C without an option.
    pub const DEFAULT_C: Dialect = Dialect { cplusplus: false, year: 17, gnu: true, ..BASE };

    /// That of the word behind `-std=`; `None` for one that is not known.
    pub fn of_standard(word: &str) -> Option<Dialect> {
        if let Some(year) = word.strip_prefix("iso9899:") {
            let year = match year {
                "1990" => 90,
                "199409" => 94,
                "1999" => 99,
                "2011" => 11,
                "2017" | "2018" => 17,
                _ => return None,
            };
            return Some(Dialect { cplusplus: false, year, gnu: false, ..BASE });
        }
        let (gnu, rest) = match word.strip_prefix("gnu") {
            Some(rest) => (true, rest),
            None => (false, word.strip_prefix('c')?),
        };
        let (cplusplus, rest) = match rest.strip_prefix("++") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let (_, year) = YEARS.into_iter().find(|(name, _)| *name == rest)?;
        Some(Dialect { cplusplus, year, gnu, ..BASE })
    }

    fn since(self, cplusplus: u8, c: u8) -> bool {
        let order = |year: u8| if year >= 90 { year - 90 } else { year + 10 };
        order(self.year) >= order(if self.cplusplus { cplusplus } else { c })
    }

    /// `// …`. In C90 it is an error, but for `//*` and in directives, where it is two operators.
    pub fn line_comments(self) -> bool {
        self.cplusplus || self.gnu || self.since(11, 99)
    }

    /// `<:`, `%>` and their like.
    pub fn digraphs(self) -> bool {
        self.cplusplus || self.gnu || self.since(98, 94)
    }

    /// C11 or later, or C++.
    pub fn is_c11(self) -> bool {
        self.cplusplus || self.since(98, 11)
    }

    /// Characters beyond ASCII in names.
    pub fn extended_names(self) -> bool {
        self.line_comments()
    }

    /// `R"(…)"`.
    pub fn raw_strings(self) -> bool {
        self.since(11, 99) && (self.cplusplus || self.gnu)
    }

    /// `u"…"`, `U"…"`, `u8"…"`.
    pub fn unicode_literals(self) -> bool {
        match self.cplusplus {
            true => self.since(11, 11),
            false => self.since(11, 11) || self.gnu && self.since(11, 99),
        }
    }

    /// `u8'c'`.
    pub fn utf8_characters(self) -> bool {
        self.since(17, 23)
    }

    /// `#elifdef` and `#elifndef`.
    pub fn has_elifdef(self) -> bool {
        self.gnu || self.since(23, 23)
    }

    /// Literals with suffixes of their own.
    pub fn user_literals(self) -> bool {
        self.cplusplus && self.since(11, 11)
    }

    /// `1'000`.
    pub fn digit_separators(self) -> bool {
        self.since(14, 23)
    }

    /// `<=>`.
    pub fn spaceship(self) -> bool {
        self.cplusplus && self.since(20, 11)
    }

    /// A sign behind `p` in a number.
    pub fn signed_p_exponents(self) -> bool {
        self.gnu || self.since(17, 99)
    }

    /// `::`.
    pub fn scope(self) -> bool {
        self.cplusplus || self.since(11, 23)
    }

    /// Trigraphs are replaced.
    pub fn replaces_trigraphs(self) -> bool {
        self.trigraphs || !self.gnu && !self.since(17, 23)
    }

    /// Whether `, ## __VA_ARGS__` keeps the comma before an argument that is there and empty, where it is the only one.
    pub fn keeps_comma(self) -> bool {
        !self.gnu
    }
}
