//! Where expressions stand: the places were confirmed by the reference (`cudafe++ --il_display`).

use asunder_decls::ItemText;
use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_hir::source_map::name_places;
use asunder_hir::{bodies, display, source_map};
use asunder_syntax::Dialect;

/// The expressions of the function `text` with their places (columns from 1), by place.
fn places(text: &str) -> Vec<String> {
    let db = salsa::DatabaseImpl::new();
    let item = ItemText::new(&db, text, Dialect::default());
    let (lowered, map) = (bodies(&db, item), source_map(&db, item));
    let (_, body) = &lowered.bodies[0];
    let mut found: Vec<_> = (0..body.exprs.len() as u32)
        .map(asunder_hir::body::ExprId)
        .map(|id| {
            let column = u32::from(map.bodies[0].at(id)) + 1;
            (column, format!("{column} {}", display::display_expr(lowered, body, id)))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn operators_stand_at_their_tokens() {
    assert_eq!(
        places("int f() { a += b * -c; }"),
        ["11 a", "13 [a += [b * [- c]]]", "16 b", "18 [b * [- c]]", "20 [- c]", "21 c",]
    );
    assert_eq!(
        places("int f() { a ? b : c++; }"),
        ["11 a", "13 [a ? b : [c ++]]", "15 b", "19 c", "20 [c ++]"]
    );
}

#[test]
fn postfix_expressions_stand_at_their_brackets() {
    assert_eq!(
        places("int f() { N::g(p->q)[1]; k<<<1, 2>>>(a); }"),
        [
            "14 N::g",
            "15 N::g(p->q)",
            "16 p",
            "17 p->q",
            "21 N::g(p->q)[1:Int]",
            "22 1:Int",
            "26 k",
            "30 1:Int",
            "33 2:Int",
            "37 k<<<1:Int, 2:Int>>>(a)",
            "38 a",
        ]
    );
}

#[test]
fn other_readings_have_the_places_of_the_text() {
    assert_eq!(
        places("int f() { x = (T)(y); }"),
        [
            "11 x",
            "13 [x = either T Type <C-cast<T>((y))> or <(T)(y)>]",
            "15 (T)",
            "15 C-cast<T>((y))",
            "15 either T Type <C-cast<T>((y))> or <(T)(y)>",
            "16 T",
            "18 (T)(y)",
            "18 (y)",
            "19 y",
        ]
    );
}

#[test]
fn the_innermost_expression_comes_first() {
    let text = "int f() { g(a + b); }";
    let db = salsa::DatabaseImpl::new();
    let item = ItemText::new(&db, text, Dialect::default());
    let (lowered, map) = (bodies(&db, item), source_map(&db, item));
    let shown = |offset: u32| -> Vec<String> {
        let exprs = map.bodies[0].exprs_at(offset.into());
        exprs.iter().map(|id| display::display_expr(lowered, &lowered.bodies[0].1, *id)).collect()
    };
    assert_eq!(shown(16), ["b", "[a + b]", "g([a + b])"]);
    assert_eq!(shown(14), ["[a + b]", "g([a + b])"]);
    assert_eq!(map.bodies_at(12.into()).collect::<Vec<_>>(), [0]);
}

#[test]
fn declarations_of_blocks_have_places() {
    let text = "int f() { T * x; auto [a, bc] = g(); struct L { int m; }; }";
    let db = salsa::DatabaseImpl::new();
    let item = ItemText::new(&db, text, Dialect::default());
    let map = source_map(&db, item);
    let names: Vec<_> = map.locals.iter().map(|range| &text[*range]).collect();
    assert_eq!(names, ["x", "[a, bc] = g()", "L", "m"]);
    let bindings: Vec<_> = map.bindings.values().flatten().map(|range| &text[*range]).collect();
    assert_eq!(bindings, ["a", "bc"]);
}

#[test]
fn names_of_members_and_of_types_have_places() {
    let text = "int f() { p->template h<int>(); o.B::m; N::T<int> *x = (Q)p; }";
    let db = salsa::DatabaseImpl::new();
    let item = ItemText::new(&db, text, Dialect::default());
    let (lowered, map) = (bodies(&db, item), &source_map(&db, item).bodies[0]);
    let mut members: Vec<_> = map.members.iter().collect();
    members.sort();
    let members: Vec<_> = members.into_iter().map(|(_, at)| &text[usize::from(*at)..][..2]).collect();
    assert_eq!(members, ["h<", "m;"]);
    let TypeExpr::Pointer(declared) = (match &lowered.locals[0].kind {
        DeclKind::Variable { ty, .. } => ty.clone(),
        other => panic!("{other:?}"),
    }) else {
        panic!("no pointer")
    };
    let TypeExpr::Name(path, _) = *declared else { panic!("no name") };
    let tree = asunder_decls::item_tree(&db, item).syntax();
    let places = name_places(&tree, map.stmts[3], &path).expect("a name");
    assert_eq!(places.iter().map(|at| &text[usize::from(*at)..][..1]).collect::<Vec<_>>(), ["N", "T"]);
    assert_eq!(name_places(&tree, map.stmts[0], &path), None);
}
