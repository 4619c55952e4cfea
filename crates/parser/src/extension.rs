//! Forms that the language has only from a later standard on, or does not have, and that the reference takes with a
//! word: numbers, standards and places are those that it gave when it was run.

use asunder_syntax::{Standard, TextRange};

/// A place where the text is ahead of its standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extension {
    /// The form.
    pub kind: ExtensionKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Extension {
    /// The token at which it is reported, in bytes from the start of the text.
    pub fn range(&self) -> TextRange {
        TextRange::new(self.start.into(), self.end.into())
    }
}

/// A form that a standard does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExtensionKind {
    /// `const struct S { };`
    MeaninglessQualifiers,
    /// `int;`
    NoDeclarator,
    /// `const int const x;`
    DuplicateQualifier,
    /// A label in front of a `}`.
    LabelAtEnd,
    /// `inline` in a block or in a type.
    InlineInBlock,
    /// `typedef int;`
    NoTypedefName,
    /// `;` behind a member's body or alone.
    ExtraSemicolon,
    /// `throw (int)`
    DynamicExceptions,
    /// `if constexpr`
    ConstexprIf,
    /// `(args + ...)`
    Fold,
    /// `if (int x = f(); x)`
    InitStatement,
    /// `[[using gnu: unused]]`
    AttributeUsing,
    /// `for (int i = 0; int x : range)`
    RangeForInit,
    /// `inline int x;`
    InlineVariable,
    /// `[...x = args]`
    InitCapturePack,
    /// `if consteval`
    ConstevalIf,
    /// `[] mutable { }`
    LambdaWithoutParens,
    /// `[]<class T>(T) { }`
    LambdaTemplate,
    /// `int a : 3 = 1;`
    BitFieldInitializer,
    /// `auto(x)`
    DecayCopy,
    /// `auto [a, b] = x;`
    StructuredBinding,
    /// `explicit(true)`
    ConditionalExplicit,
}

/// What is said of a form.
struct Row {
    kind: ExtensionKind,
    /// The reference's internal number.
    number: u16,
    /// The standards in which it is said: from the first on, up to and without the second.
    from: Standard,
    before: Option<Standard>,
    /// It is said of the first such form of a unit only.
    once: bool,
}

const fn row(kind: ExtensionKind, number: u16, from: Standard, before: Option<Standard>, once: bool) -> Row {
    Row { kind, number, from, before, once }
}

/// In the order of [`ExtensionKind`].
#[rustfmt::skip]
const TABLE: [Row; 22] = {
    use ExtensionKind::*;
    use Standard::*;
    [
        row(MeaninglessQualifiers, 21, Cpp03, None,        false),
        row(NoDeclarator,          64, Cpp03, None,        false),
        row(DuplicateQualifier,    83, Cpp03, None,        false),
        row(LabelAtEnd,           127, Cpp03, Some(Cpp23), false),
        row(InlineInBlock,        326, Cpp03, None,        false),
        row(NoTypedefName,        375, Cpp03, None,        false),
        row(ExtraSemicolon,       381, Cpp03, Some(Cpp14), false),
        row(DynamicExceptions,   2381, Cpp14, Some(Cpp17), false),
        row(ConstexprIf,         2912, Cpp03, Some(Cpp17), true),
        row(Fold,                2918, Cpp11, Some(Cpp17), true),
        row(InitStatement,       2919, Cpp03, Some(Cpp17), true),
        row(AttributeUsing,      2921, Cpp11, Some(Cpp17), true),
        row(RangeForInit,        3030, Cpp11, Some(Cpp20), true),
        row(InlineVariable,      3033, Cpp03, Some(Cpp17), true),
        row(InitCapturePack,     3121, Cpp14, Some(Cpp20), true),
        row(ConstevalIf,         3215, Cpp20, Some(Cpp23), false),
        row(LambdaWithoutParens, 3216, Cpp11, Some(Cpp23), false),
        row(LambdaTemplate,      3288, Cpp14, Some(Cpp20), true),
        row(BitFieldInitializer, 3306, Cpp11, Some(Cpp20), false),
        row(DecayCopy,           3347, Cpp11, Some(Cpp23), false),
        row(StructuredBinding,   3356, Cpp11, Some(Cpp17), false),
        row(ConditionalExplicit, 3401, Cpp11, Some(Cpp20), false),
    ]
};

// Rows are found by their place.
const _: () = {
    let mut place = 0;
    while place < TABLE.len() {
        assert!(TABLE[place].kind as usize == place);
        place += 1;
    }
};

impl ExtensionKind {
    /// The reference's internal number of the warning.
    pub fn number(self) -> u16 {
        self.row().number
    }

    /// Whether only the first of a unit is reported.
    pub fn is_reported_once(self) -> bool {
        self.row().once
    }

    /// Whether it is one under this standard.
    pub(crate) fn is_ahead_of(self, standard: Standard) -> bool {
        let row = self.row();
        row.from <= standard && row.before.is_none_or(|before| standard < before)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
}
