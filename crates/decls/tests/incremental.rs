//! What an edit makes the queries on names compute again.

use std::sync::{Arc, Mutex};

use asunder_decls::layout::layout;
use asunder_decls::names::Names;
use asunder_decls::occurrences::Occurrence;
use asunder_decls::readings::Reading;
use asunder_decls::{ModuleIdSymbol, item_tree, module_id_symbol};
use asunder_outline::blocks::{self, SpareBlocks};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, SyntaxKind, TextSize};

/// A database that notes which queries run.
#[salsa::db]
#[derive(Clone)]
struct Database {
    storage: salsa::Storage<Self>,
    log: Arc<Mutex<Vec<String>>>,
}

#[salsa::db]
impl salsa::Database for Database {}

impl Database {
    fn new() -> Self {
        let log = Arc::<Mutex<Vec<String>>>::default();
        let events = log.clone();
        let note = move |event: salsa::Event| {
            if let salsa::EventKind::WillExecute { database_key } = event.kind {
                let text = format!("{database_key:?}");
                let query = text.split('(').next().unwrap_or_default().to_owned();
                events.lock().expect("no query panics").push(query);
            }
        };
        Database { storage: salsa::Storage::new(Some(Box::new(note))), log }
    }

    /// How often each query ran since the last call, in order of names.
    fn executed(&self) -> Vec<(String, usize)> {
        let mut names = std::mem::take(&mut *self.log.lock().expect("no query panics"));
        names.sort();
        let mut counts: Vec<(String, usize)> = Vec::new();
        for name in names {
            match counts.last_mut() {
                Some((last, count)) if *last == name => *count += 1,
                _ => counts.push((name, 1)),
            }
        }
        counts
    }
}

fn count(executed: &[(String, usize)], query: &str) -> usize {
    executed.iter().find(|(name, _)| name == query).map_or(0, |(_, count)| *count)
}

const TEXT: &str = "struct A { int x; };
typedef A *Pointer;
static int helper(Pointer p) { return p->x; }
int first(Pointer p, A &a) { return helper(p); }
int last(int n) { return n + 1; }
";

/// A query that stands for whatever is made of an item's declarations.
#[salsa::tracked]
fn declared_names<'db>(db: &'db dyn salsa::Database, item: asunder_decls::ItemText<'db>) -> usize {
    asunder_decls::queries::item_decls(db, item).decls.len()
}

fn symbol_of(db: &Database, source: SourceText) -> ModuleIdSymbol {
    let symbol = module_id_symbol(db, source, Dialect::default());
    let names = Names::new(db, source, Dialect::default());
    for item in names.layout().numbers() {
        declared_names(db, names.item_text(item));
    }
    symbol
}

#[test]
fn an_edit_in_a_body_parses_its_item_alone() {
    let mut db = Database::new();
    let source = SourceText::new(&db, "x.cu".to_owned(), TEXT.into());
    let symbol = symbol_of(&db, source);
    assert_eq!(symbol, ModuleIdSymbol::Symbol("_Z5firstP1ARS_".to_owned()));
    let executed = db.executed();
    assert_eq!(count(&executed, "lowered_item"), 5);

    source.replace_text(&mut db, TEXT.replace("n + 1", "n + 2").into());
    assert_eq!(symbol_of(&db, source), symbol);
    let executed = db.executed();
    assert_eq!(count(&executed, "item_tree"), 1, "{executed:?}");
    assert_eq!(count(&executed, "lowered_item"), 1, "{executed:?}");
    // The item is a new text, so what is made of it is made anew; all other items keep theirs.
    assert_eq!(count(&executed, "declared_names"), 1, "{executed:?}");
}

#[test]
fn a_line_inserted_above_parses_nothing() {
    let mut db = Database::new();
    let source = SourceText::new(&db, "x.cu".to_owned(), TEXT.into());
    let symbol = symbol_of(&db, source);
    db.executed();
    source.replace_text(&mut db, format!("// a comment\n\n{TEXT}").into());
    assert_eq!(symbol_of(&db, source), symbol);
    let executed = db.executed();
    for query in ["item_tree", "lowered_item", "declared_names"] {
        assert_eq!(count(&executed, query), 0, "{query}: {executed:?}");
    }
}

#[test]
fn a_new_declaration_parses_itself_alone() {
    let mut db = Database::new();
    let source = SourceText::new(&db, "x.cu".to_owned(), TEXT.into());
    symbol_of(&db, source);
    db.executed();
    source.replace_text(&mut db, format!("{TEXT}void more(int);\n").into());
    symbol_of(&db, source);
    let executed = db.executed();
    assert_eq!(count(&executed, "lowered_item"), 1, "{executed:?}");
}

#[test]
fn questions_parse_only_what_they_need() {
    let text = "struct Unused { int a; };\nvoid unrelated(int);\n\
                __attribute__((device)) void f(int);\nvoid f(int x) {}\n";
    let db = Database::new();
    let source = SourceText::new(&db, "x.cu".to_owned(), text.into());
    let names = Names::new(&db, source, Dialect::default());
    let at = TextSize::new(text.find("f(int x)").expect("it is there") as u32);
    assert!(names.spaces_at(at).is_some_and(|spaces| spaces.device));
    assert_eq!(count(&db.executed(), "lowered_item"), 2);
}

/// The names of an item ([`Names::occurrences`]) as a query.
#[salsa::tracked(returns(ref))]
fn item_occurrences(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> Vec<Occurrence> {
    Names::indexed(db, source, dialect).occurrences(item)
}

/// How the ambiguous nodes of an item are read ([`Names::reading`]) as a query.
#[salsa::tracked(returns(ref))]
fn item_readings(db: &dyn salsa::Database, source: SourceText, item: u32, dialect: Dialect) -> Vec<Reading> {
    let names = Names::indexed(db, source, dialect);
    let is_ambiguous = |kind: SyntaxKind| {
        matches!(
            kind,
            SyntaxKind::AMBIGUOUS_STMT
                | SyntaxKind::AMBIGUOUS_DECL
                | SyntaxKind::AMBIGUOUS_SUFFIX
                | SyntaxKind::AMBIGUOUS_TYPE_OR_EXPR
                | SyntaxKind::AMBIGUOUS_EXPR
        )
    };
    let root = item_tree(db, names.item_text(item)).syntax();
    let ambiguous = root.descendants().filter(|node| is_ambiguous(node.kind()));
    ambiguous.map(|node| names.reading(item, &node)).collect()
}

/// What the names of each item mean.
fn meanings(db: &Database, source: SourceText) -> Vec<usize> {
    let items = layout(db, source, Dialect::default()).numbers();
    let known = |item| {
        let found = item_occurrences(db, source, item, Dialect::default());
        found.iter().filter(|occurrence| occurrence.target.is_some()).count()
    };
    items.map(known).collect()
}

#[test]
fn an_edit_in_a_body_looks_up_no_name_of_other_items() {
    let mut db = Database::new();
    let source = SourceText::new(&db, "x.cu".to_owned(), TEXT.into());
    assert_eq!(meanings(&db, source), [2, 2, 4, 7, 3]);
    let executed = db.executed();
    assert_eq!(count(&executed, "item_occurrences"), 5);
    // `A`, `Pointer`, `helper`; the other names are local or members.
    assert_eq!(count(&executed, "namespace_declarations"), 3, "{executed:?}");

    // The edited item's own names are looked up again, those of `first`, which calls it, are not.
    source.replace_text(&mut db, TEXT.replace("return p->x;", "return p->x + 1;").into());
    assert_eq!(meanings(&db, source), [2, 2, 4, 7, 3]);
    let executed = db.executed();
    assert_eq!(count(&executed, "item_occurrences"), 1, "{executed:?}");
    // The item that declares `helper` has another text, with the same declarations: no lookup runs again.
    assert_eq!(count(&executed, "namespace_declarations"), 0, "{executed:?}");

    source.replace_text(&mut db, TEXT.into());
    meanings(&db, source);
    db.executed();
    source.replace_text(&mut db, TEXT.replace("n + 1", "n + 2").into());
    meanings(&db, source);
    let executed = db.executed();
    assert_eq!(count(&executed, "item_occurrences"), 1, "{executed:?}");
    assert_eq!(count(&executed, "namespace_declarations"), 0, "{executed:?}");
}

#[test]
fn a_new_declaration_runs_only_the_lookups_of_its_name() {
    let dialect = Dialect::default();
    let before_helper = TEXT.find("static int helper").expect("it is there");
    for (new, lookups) in [("int helper(int);\n", 1), ("int unrelated(int);\n", 0)] {
        let mut db = Database::new();
        let mut spare = SpareBlocks::default();
        let source = blocks::open(&mut db, &mut spare, "x.cu".to_owned(), TEXT, dialect);
        meanings(&db, source);
        db.executed();
        blocks::edit(&mut db, &mut spare, source, before_helper..before_helper, new, dialect);
        meanings(&db, source);
        let executed = db.executed();
        assert_eq!(count(&executed, "namespace_declarations"), lookups, "{executed:?}");
    }
}

/// Two blocks of declarations: functions `first0`… that call nothing, and functions `second0`… that call
/// `shared`, which stands between them.
fn two_blocks() -> String {
    let mut text = String::new();
    for number in 0..400 {
        text += &format!("inline int first{number}(int x) {{ return x + {number}; }}\n");
    }
    text += "int shared(int);\n";
    for number in 0..400 {
        text += &format!("inline int second{number}(int x) {{ return shared(x) + {number}; }}\n");
    }
    text
}

#[test]
fn a_new_declaration_leaves_the_names_in_other_blocks() {
    let mut db = Database::new();
    let mut spare = SpareBlocks::default();
    let dialect = Dialect::default();
    let text = two_blocks();
    let source = blocks::open(&mut db, &mut spare, "x.cu".to_owned(), &text, dialect);
    let counts: Vec<u32> =
        source.blocks(&db).iter().map(|block| block.text(&db).matches("inline int").count() as u32).collect();
    assert_eq!(counts.len(), 3, "{counts:?}");
    meanings(&db, source);
    db.executed();

    // Behind the last function of the first block: of its items only the new one is looked up.
    let end = source.blocks(&db)[0].text(&db).len();
    blocks::edit(&mut db, &mut spare, source, end - 1..end, "\nint unrelated(int);\n", dialect);
    meanings(&db, source);
    let executed = db.executed();
    assert_eq!(count(&executed, "item_occurrences"), 1, "{executed:?}");
    assert_eq!(count(&executed, "namespace_declarations"), 0, "{executed:?}");

    // Between two functions and in front of the first: those behind keep what was found, too.
    let middle = source.blocks(&db)[0].text(&db).find("inline int first7(").expect("it is there");
    for (at, new) in [(middle, "int f1();\nint f2();\n"), (0, "int unasked(int);\n")] {
        blocks::edit(&mut db, &mut spare, source, at..at, new, dialect);
        meanings(&db, source);
        let executed = db.executed();
        assert_eq!(count(&executed, "item_occurrences"), new.lines().count(), "{executed:?}");
        assert_eq!(count(&executed, "namespace_declarations"), 0, "{executed:?}");
    }

    // A declaration of a name that others use: their lookups run again, and no others.
    blocks::edit(&mut db, &mut spare, source, 0..0, "int shared(char);\n", dialect);
    meanings(&db, source);
    let executed = db.executed();
    assert_eq!(count(&executed, "namespace_declarations"), 1, "{executed:?}");
    assert_eq!(count(&executed, "item_occurrences"), 401, "{executed:?}");

    // One that goes again leaves the others alone.
    blocks::edit(&mut db, &mut spare, source, 18..36, "", dialect);
    meanings(&db, source);
    assert_eq!(count(&db.executed(), "item_occurrences"), 0);
}

#[test]
fn ambiguities_are_resolved_per_item() {
    const AMBIGUOUS: &str = "struct T {}; int v;
void f() { T * p; }
void g() { v * v; }
T h(T);
int x(v);
";
    let readings = |db: &Database, source| -> Vec<Vec<Reading>> {
        let items = layout(db, source, Dialect::default()).numbers();
        let of = |item| item_readings(db, source, item, Dialect::default()).clone();
        items.map(of).collect()
    };
    let mut db = Database::new();
    let source = SourceText::new(&db, "x.cu".to_owned(), AMBIGUOUS.into());
    let first = readings(&db, source);
    assert_eq!(first[2], [Reading::Type]);
    assert_eq!(first[3], [Reading::Value]);
    assert!(first[5].iter().all(|reading| *reading == Reading::Value), "{first:?}");
    db.executed();
    source.replace_text(&mut db, AMBIGUOUS.replace("T * p; }", "T * p; p = 0; }").into());
    assert_eq!(readings(&db, source)[2], [Reading::Type]);
    let executed = db.executed();
    assert_eq!(count(&executed, "item_readings"), 1, "{executed:?}");
}
