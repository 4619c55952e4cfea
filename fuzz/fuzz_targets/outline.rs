//! Items are in order and disjoint, and what lies between them is trivia.
#![no_main]

use asunder_outline::scan;
use asunder_syntax::{Dialect, lex};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let dialect = Dialect::default();
    let mut end = 0;
    let mut gaps = String::new();
    for item in scan(&text, dialect).items {
        let start = usize::from(item.range.start());
        gaps.push_str(&text[end..start]);
        gaps.push('\n');
        end = item.range.end().into();
    }
    gaps.push_str(&text[end..]);
    assert!(lex(&gaps, dialect).iter().all(|token| token.kind.is_trivia()));
});
