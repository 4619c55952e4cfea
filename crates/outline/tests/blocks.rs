//! Blocks that a unit is cut into: their texts are the unit's, and what was found while cutting is what a scan of
//! each block alone finds.

use asunder_outline::blocks::{self, SpareBlocks};
use asunder_outline::{block_item_numbers, block_outline, scan};
use asunder_source::SourceText;
use asunder_syntax::Dialect;

/// Declarations of many forms in files of the user and of the system, again and again. In some, lines end as
/// declarations do without ending one.
fn text() -> String {
    let mut text = String::new();
    for number in 0..800 {
        let (file, flag) = if number % 100 < 50 { ("own.h", "") } else { ("system.h", " 3") };
        text.push_str(&format!(
            "# {number} \"{file}\"{flag}\n\
             namespace n{number} {{\n\
             void f(int) {{\nif (x) {{\n}}\nint a;\nreturn;\n}}\n\
             template <class T> struct S : B<T> {{\nint a;\nvoid g();\n}};\n\
             int v{number} = {{\n1,\n}}, w;\n\
             }}\n\
             #pragma nv_diag_suppress {number}\n\
             void h() try {{\n}}\ncatch (...) {{\n}}\n\
             enum E {{ a{number}, b }};\n"
        ));
    }
    text.push_str("void last() {\n");
    text
}

fn check(db: &salsa::DatabaseImpl, source: SourceText, text: &str) {
    let dialect = Dialect::default();
    assert_eq!(&**source.text(db), text);
    let blocks = source.blocks(db);
    assert!(blocks.len() > 4);
    for (number, block) in blocks.iter().enumerate() {
        let outline = block_outline(db, *block, dialect);
        assert_eq!(**outline, scan(block.text(db), dialect), "block {number}");
        assert!(outline.closed || number + 1 == blocks.len(), "block {number}");
        assert_eq!(block.numbers(db).len(), outline.items.len(), "block {number}");
    }
    let numbers = blocks.iter().flat_map(|block| block_item_numbers(db, *block, dialect).iter());
    assert!(numbers.is_sorted_by(|a, b| a < b));
}

#[test]
fn what_is_found_while_cutting_is_what_a_scan_finds() {
    let mut db = salsa::DatabaseImpl::new();
    let mut spare = SpareBlocks::default();
    let dialect = Dialect::default();
    let mut text = text();
    let source = blocks::open(&mut db, &mut spare, "x.ii".into(), &text, dialect);
    check(&db, source, &text);
    for (old, new) in [("f(int) {", "f(int) {{"), ("f(int) {{", "f(int) {"), ("return;\n}", "return; /*\n}")]
    {
        let at = text.len() / 2;
        let at = at + text[at..].find(old).expect("it is there");
        blocks::edit(&mut db, &mut spare, source, at..at + old.len(), new, dialect);
        text.replace_range(at..at + old.len(), new);
        check(&db, source, &text);
    }
}
