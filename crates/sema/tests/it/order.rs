//! Answers do not depend on what was asked before: the items of a unit in the order of the text, backwards and
//! shuffled, each with a view of its own and all with one.

use std::fs;
use std::path::{Path, PathBuf};

use asunder_decls::names::Names;
use asunder_outline::blocks;
use asunder_sema::mistakes::{Templates, mistakes};
use asunder_sema::{Sema, infer_item};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Standard};

/// The typed trees of an item, in words.
fn trees(sema: &Sema<'_>, item: u32) -> String {
    infer_item(sema, item).iter().map(|inferred| format!("{:#?}\n", inferred.tree)).collect()
}

/// The items of a unit whose answers depend on the order in which they are asked for, with the first lines that differ.
fn items_that_differ(text: &str, dialect: Dialect) -> Vec<String> {
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "t.ii".to_owned(), text.into());
    let mut items: Vec<u32> = Names::new(&db, source, dialect).layout().numbers().collect();
    let alone: Vec<String> =
        items.iter().map(|item| trees(&Sema::new(&db, source, dialect), *item)).collect();
    let alone: std::collections::HashMap<u32, String> = items.iter().copied().zip(alone).collect();
    let mut wrong = Vec::new();
    for order in ["forwards", "backwards", "shuffled", "shuffled again"] {
        match order {
            "forwards" => {}
            "backwards" => items.reverse(),
            _ => fastrand::Rng::with_seed(order.len() as u64).shuffle(&mut items),
        }
        let sema = Sema::new(&db, source, dialect);
        for item in &items {
            let (expected, found) = (&alone[item], trees(&sema, *item));
            let mut lines = expected.lines().zip(found.lines());
            if let Some((expected, found)) = lines.find(|(expected, found)| expected != found) {
                wrong.push(format!("item {item} {order}: {expected} alone, {found} with others"));
            }
        }
    }
    wrong
}

/// The mistakes of a unit's items, each as the query gives them.
fn all_mistakes(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Vec<String> {
    let items: Vec<u32> = Names::new(db, source, dialect).layout().numbers().collect();
    items
        .into_iter()
        .map(|item| format!("{:#?}", mistakes(db, source, item, dialect, Templates::Checked)))
        .collect()
}

/// The programs of this crate's tests.
fn programs() -> Vec<(PathBuf, Dialect)> {
    let mut all = Vec::new();
    for folder in ["types", "mistakes", "constants"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
        for entry in fs::read_dir(folder).expect("a folder of programs") {
            let path = entry.expect("a program").path();
            let is_20 = path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("20"));
            let standard = if is_20 { Standard::Cpp20 } else { Standard::default() };
            all.push((path, Dialect::new(standard)));
        }
    }
    all
}

#[test]
fn answers_do_not_depend_on_the_order_of_questions() {
    for (path, dialect) in programs() {
        let text = format!("# 1 \"t.cpp\"\n{}", fs::read_to_string(&path).expect("a program"));
        let wrong = items_that_differ(&text, dialect);
        assert!(wrong.is_empty(), "{}: {}", path.display(), wrong.join("\n"));
    }
}

/// What a text says that is read once is what its items say alone.
#[test]
fn one_view_finds_what_many_find() {
    for (path, dialect) in programs() {
        let text = format!("# 1 \"t.cpp\"\n{}", fs::read_to_string(&path).expect("a program"));
        let mut db = salsa::DatabaseImpl::new();
        let once = blocks::open_once(&mut db, "t.ii".to_owned(), &text, dialect);
        let edited =
            blocks::open(&mut db, &mut blocks::SpareBlocks::default(), "t.ii".to_owned(), &text, dialect);
        assert_eq!(
            all_mistakes(&db, once, dialect),
            all_mistakes(&db, edited, dialect),
            "{}",
            path.display()
        );
    }
}

/// The same on the preprocessed units that `ASUNDER_UNITS` names, with blanks between them.
#[test]
#[ignore = "takes minutes; run by hand on units of real programs"]
fn answers_on_real_units_do_not_depend_on_the_order_of_questions() {
    let units = std::env::var("ASUNDER_UNITS").expect("ASUNDER_UNITS names the units");
    for path in units.split_whitespace() {
        let text = String::from_utf8_lossy(&fs::read(path).expect("a unit")).into_owned();
        let wrong = items_that_differ(&text, Dialect::default());
        assert!(wrong.is_empty(), "{path}: {} differ\n{}", wrong.len(), wrong.join("\n"));
    }
}
