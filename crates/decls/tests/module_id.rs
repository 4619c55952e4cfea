//! Which definition represents a unit, against the reference.
//!
//! `data/module_id.txt` holds sources and the tail of the module id that the reference gives each
//! (run with an empty `--frandom-seed`, so that a unit without a representative gives `none`).

use asunder_decls::{ModuleIdSymbol, module_id_symbol};
use asunder_mangle::module_id::{Representative, tail};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, HostWords, Standard};

struct Case<'t> {
    name: &'t str,
    source: &'t str,
    tail: &'t str,
}

fn cases(text: &str) -> impl Iterator<Item = Case<'_>> {
    text.split("=== ").skip(1).map(|block| {
        let (name, rest) = block.split_once('\n').expect("a name line");
        let (source, tail) = rest.rsplit_once("--- ").expect("an answer line");
        Case { name, source, tail: tail.trim() }
    })
}

/// Only letters and digits stand in an id.
fn as_in_id(tail: &str) -> String {
    tail.bytes().map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte) } else { '_' }).collect()
}

/// The host compiler that a first line such as `// host: clang 190100` names.
fn host(source: &str) -> HostWords {
    let line = source.lines().next().and_then(|line| line.strip_prefix("// host: "));
    match line.and_then(|line| line.split_once(' ')) {
        Some(("clang", version)) => HostWords::Clang(version.parse().expect("a version")),
        Some((_, version)) => HostWords::Gnu(version.parse().expect("a version")),
        None => HostWords::Every,
    }
}

#[test]
fn representative_of_small_sources() {
    let db = salsa::DatabaseImpl::new();
    let mut wrong = Vec::new();
    for case in cases(include_str!("data/module_id.txt")) {
        let standard = if case.source.contains("std: 20") { Standard::Cpp20 } else { Standard::Cpp17 };
        let text = format!("# 1 \"x.cu\"\n{}", case.source);
        let source = SourceText::new(&db, "x.cu".to_owned(), text.into());
        let dialect = Dialect::new(standard).with_host(host(case.source));
        let symbol = module_id_symbol(&db, source, dialect);
        let answer = match &symbol {
            ModuleIdSymbol::Symbol(symbol) => as_in_id(&tail(&Representative::Symbol(symbol))),
            ModuleIdSymbol::Absent => "none".to_owned(),
            ModuleIdSymbol::Unknown => "unknown".to_owned(),
        };
        if answer != case.tail {
            wrong.push(format!("{}: {symbol:?} gives {answer}, not {}", case.name, case.tail));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
