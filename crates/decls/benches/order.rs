//! Whether answers about a real unit depend on earlier queries: the linker names and the types of all of its
//! functions and variables in source order, in shuffled orders, and of a sample each in a view of its own:
//! `cargo bench -p asunder-decls --bench order -- UNIT.ii`.

use std::collections::HashMap;
use std::process::ExitCode;

use asunder_decls::names::{DeclRef, Names};
use asunder_mangle::model::Entity;
use asunder_outline::blocks::{self, SpareBlocks};
use asunder_source::decode;
use asunder_syntax::Dialect;

/// Shuffled orders that are tried, and declarations that are queried on their own.
const ORDERS: u64 = 3;
const ALONE: usize = 3_000;

type Answers = HashMap<DeclRef, Option<Entity>>;

fn main() -> Result<ExitCode, std::io::Error> {
    // The test runner passes its own flags.
    let Some(file) = std::env::args().skip(1).find(|word| !word.starts_with("--")) else {
        println!("no unit named");
        return Ok(ExitCode::SUCCESS);
    };
    let bytes = std::fs::read(&file)?;
    let text = decode(&bytes);
    let dialect = Dialect::default();
    let mut db = salsa::DatabaseImpl::new();
    let source = blocks::open(&mut db, &mut SpareBlocks::default(), file.clone(), &text, dialect);
    let view = || Names::new(&db, source, dialect);

    let names = view();
    let mut order: Vec<DeclRef> = Vec::new();
    for item in names.layout().numbers() {
        order.extend(names.decls(item).iter().map(|(local, _)| DeclRef { item, local }));
    }
    let answers = |names: &Names<'_>, order: &[DeclRef]| -> Answers {
        order.iter().map(|decl| (*decl, names.entity(*decl))).collect()
    };
    let expected = answers(&names, &order);
    let differing =
        |found: &Answers| found.iter().filter(|(decl, entity)| expected[*decl] != **entity).count();
    let mut wrong = 0;
    for seed in 1..=ORDERS {
        shuffle(&mut order, seed);
        wrong += differing(&answers(&view(), &order));
    }
    // The last order: any sample will do.
    for decl in order.iter().take(ALONE) {
        wrong += differing(&answers(&view(), &[*decl]));
    }
    let known = expected.values().filter(|entity| entity.is_some()).count();
    println!("{file}: {} declarations, {known} known, {wrong} answers depend on the order", order.len());
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Shuffles by a generator of numbers (Knuth's MMIX).
fn shuffle(list: &mut [DeclRef], seed: u64) {
    let mut state = seed;
    for end in (1..list.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        list.swap(end, (state >> 33) as usize % (end + 1));
    }
}
