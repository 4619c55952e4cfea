use super::*;
use crate::Standard;

fn tokens(text: &str) -> String {
    let dialect = Dialect::new(Standard::Cpp20);
    let mut at = 0;
    let mut out = Vec::new();
    for token in lex(text, dialect) {
        let end = at + token.len as usize;
        if token.kind != WHITESPACE {
            out.push(format!("{:?} {}", token.kind, &text[at..end]));
        }
        at = end;
    }
    assert_eq!(at, text.len());
    out.join("\n")
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(tokens(text), expected.join("\n"));
}

#[test]
fn numbers() {
    check(
        "1 0x1'fFu 0b10'1 1.5e-3f .5 1. 0x1.8p3L 12_km 1e5_x 1'000ull 0x1e+3",
        &[
            "INT_NUMBER 1",
            "INT_NUMBER 0x1'fFu",
            "INT_NUMBER 0b10'1",
            "FLOAT_NUMBER 1.5e-3f",
            "FLOAT_NUMBER .5",
            "FLOAT_NUMBER 1.",
            "FLOAT_NUMBER 0x1.8p3L",
            "INT_NUMBER 12_km",
            "FLOAT_NUMBER 1e5_x",
            "INT_NUMBER 1'000ull",
            "INT_NUMBER 0x1e",
            "PLUS +",
            "INT_NUMBER 3",
        ],
    );
}

#[test]
fn strings_and_characters() {
    check(
        r####"L"a\"b"_s u8R"x(a)"\n)x" 'a' '\'' u'\u00e9' "open
next"####,
        &[
            r#"STRING L"a\"b"_s"#,
            r#"STRING u8R"x(a)"\n)x""#,
            "CHAR 'a'",
            r"CHAR '\''",
            r"CHAR u'\u00e9'",
            r#"STRING "open"#,
            "IDENT next",
        ],
    );
}

#[test]
fn words() {
    check(
        "__inline__ ünï \\u00e9x a$b final and co_await __is_same x",
        &[
            "INLINE_KW __inline__",
            "IDENT ünï",
            "IDENT \\u00e9x",
            "IDENT a$b",
            "FINAL_KW final",
            "AMP2 and",
            "CO_AWAIT_KW co_await",
            "TYPE_TRAIT_KW __is_same",
            "IDENT x",
        ],
    );
    let first = |text| lex(text, Dialect::default())[0].kind;
    assert_eq!(first("concept"), IDENT);
    assert_eq!(first("constexpr"), CONSTEXPR_KW);
}

#[test]
fn angle_brackets_stay_apart() {
    check(
        "k<<<1>>>(a>>=b)",
        &[
            "IDENT k",
            "SHL <<",
            "LT <",
            "INT_NUMBER 1",
            "GT >",
            "GT >",
            "GT >",
            "L_PAREN (",
            "IDENT a",
            "GT >",
            "GT_EQ >=",
            "IDENT b",
            "R_PAREN )",
        ],
    );
}

#[test]
fn digraphs() {
    check(
        "<: :> <% %> a<::b> <:::",
        &[
            "L_BRACK <:",
            "R_BRACK :>",
            "L_BRACE <%",
            "R_BRACE %>",
            "IDENT a",
            "LT <",
            "COLON2 ::",
            "IDENT b",
            "GT >",
            "L_BRACK <:",
            "COLON2 ::",
        ],
    );
}

#[test]
fn directives_are_trivia() {
    check(
        "# 12 \"f.h\" 3 4\nint // c\n#pragma omp \\\n for\n  #define X /* a\n b */ 1\n_Pragma(\"x\") a # b",
        &[
            "LINE_MARKER # 12 \"f.h\" 3 4",
            "INT_KW int",
            "COMMENT // c",
            "PRAGMA #pragma omp \\\n for",
            "DIRECTIVE #define X /* a\n b */ 1",
            "PRAGMA _Pragma(\"x\")",
            "IDENT a",
            "HASH #",
            "IDENT b",
        ],
    );
}
