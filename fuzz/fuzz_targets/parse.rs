//! Every entry point gives a tree whose text is the input, and so does every other reading.
#![no_main]

use asunder_parser::{
    alternate_reading, parse_expression, parse_item, parse_statements, parse_type_id,
};
use asunder_syntax::{Dialect, Standard};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let dialect = Dialect::new(Standard::Cpp23);
    for parse in [parse_item, parse_statements, parse_expression, parse_type_id] {
        let root = parse(&text, dialect).syntax();
        assert!(root.text() == text.as_ref());
        for node in root.descendants().take(64) {
            if let Some(other) = alternate_reading(&node, dialect) {
                assert!(other.root.text() == text[other.range]);
            }
        }
    }
});
