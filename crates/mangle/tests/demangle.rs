//! The reference's texts of linker names.

use asunder_mangle::demangle::{Form, demangle};

#[test]
fn recorded_texts() {
    let mut wrong = Vec::new();
    let rows = include_str!("data/demangle.txt").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let mut fields = row.split('|');
        let symbol = fields.next().unwrap_or_default();
        let rest = row[symbol.len() + 1..].to_owned();
        let full = demangle(symbol, Form::Full).unwrap_or_default();
        let bare = demangle(symbol, Form::Bare).unwrap_or_default();
        let ours = format!("{full}|{bare}");
        if ours != rest {
            wrong.push(format!("{symbol}\n  expected {rest}\n  got      {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
