//! The tokens of any text add up to the text.
#![no_main]

use asunder_syntax::{Dialect, lex};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let length: usize = lex(&text, Dialect::default()).iter().map(|token| token.len as usize).sum();
    assert_eq!(length, text.len());
});
