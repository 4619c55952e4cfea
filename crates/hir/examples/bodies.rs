//! Lowers all bodies of a preprocessed unit and says what they hold: `cargo run --example bodies UNIT.ii [--print]`.

use std::collections::BTreeMap;
use std::time::Instant;

use asunder_decls::names::Names;
use asunder_hir::body::{Expr, Stmt};
use asunder_hir::{bodies, display};
use asunder_source::{SourceText, decode};
use asunder_syntax::Dialect;

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else { return eprintln!("bodies UNIT.ii [--print]") };
    let print = args.next().is_some_and(|arg| arg == "--print");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, path, decode(&bytes).into());
    let names = Names::new(&db, source, Dialect::default());
    let items: Vec<_> = names.layout().numbers().collect();
    for item in &items {
        asunder_decls::queries::item_decls(&db, names.item_text(*item));
    }
    let start = Instant::now();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for item in items {
        let lowered = bodies(&db, names.item_text(item));
        let mut count = |what: &str| *counts.entry(what.to_owned()).or_default() += 1;
        for (_, body) in &lowered.bodies {
            count("bodies");
            for expr in &body.exprs {
                count("expressions");
                match expr {
                    Expr::Missing(reason) => count(&format!("missing: {reason}")),
                    Expr::Ambiguous(..) => count("ambiguous expressions"),
                    _ => {}
                }
            }
            for stmt in &body.stmts {
                count("statements");
                if let Stmt::Ambiguous { .. } = stmt {
                    count("ambiguous statements");
                }
            }
        }
        lowered.locals.iter().for_each(|_| count("locals"));
        if print {
            let outer = asunder_decls::queries::item_decls(&db, names.item_text(item));
            print!("{}", display::display(lowered, &outer.decls));
        }
    }
    eprintln!("{counts:#?} in {:?}", start.elapsed());
}
