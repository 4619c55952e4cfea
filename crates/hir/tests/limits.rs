//! Deep, long and ambiguous texts: no limit of the stack, and cost in proportion.

use std::time::{Duration, Instant};

use asunder_decls::ItemText;
use asunder_hir::bodies;
use asunder_hir::body::{Expr, ItemBodies};
use asunder_syntax::Dialect;

/// How long one of the texts may take; they take some tens of milliseconds each.
const LIMIT: Duration = Duration::from_secs(20);

fn counted(text: &str) -> (usize, usize) {
    let db = salsa::DatabaseImpl::new();
    let start = Instant::now();
    let item = ItemText::new(&db, text, Dialect::default());
    let lowered: &ItemBodies = bodies(&db, item);
    assert!(start.elapsed() < LIMIT, "{:?} for {}…", start.elapsed(), &text[..text.len().min(60)]);
    let exprs = lowered.bodies.iter().flat_map(|(_, body)| &body.exprs);
    let missing = exprs.clone().filter(|expr| matches!(expr, Expr::Missing(_))).count();
    (exprs.count(), missing)
}

#[test]
fn chains_of_any_length() {
    let sum = vec!["a"; 20_000].join(" + ");
    assert_eq!(counted(&format!("int x = {sum};")), (39_999, 0));
    let calls = "f".to_owned() + &"(1).g[2]".repeat(5_000);
    assert_eq!(counted(&format!("int x = {calls};")), (1 + 5 * 5_000, 0));
    let choice = "a ? b : ".repeat(5_000) + "c";
    assert_eq!(counted(&format!("int x = {choice};")), (3 * 5_000 + 1, 0));
    let commas = vec!["a"; 20_000].join(", ");
    assert_eq!(counted(&format!("void f() {{ {commas}; }}")), (39_999, 0));
    let branches = format!("void f() {{ if (a) b; {} else c; }}", "else if (a) b; ".repeat(5_000));
    assert_eq!(counted(&branches), (2 * 5_001 + 1, 0));
    let elements = vec!["{a, 1}"; 20_000].join(", ");
    assert_eq!(counted(&format!("S x[] = {{{elements}}};")), (60_001, 0));
}

#[test]
fn nesting_of_any_depth() {
    for (open, close) in
        [("(", ")"), ("f(", ")"), ("{", "}"), ("[] { return ", "; }()"), ("a[", "]"), ("- ", "")]
    {
        let depth = 900;
        let text = format!("auto x = {}a{};", open.repeat(depth), close.repeat(depth));
        let (exprs, missing) = counted(&text);
        assert!(exprs >= depth && missing == 0, "{open}: {exprs} {missing}");
    }
    let blocks = format!("void f() {{ {} a; {} }}", "if (a) { ".repeat(900), "}".repeat(900));
    assert_eq!(counted(&blocks), (901, 0));
}

#[test]
fn ambiguities_share_their_parts() {
    // Each level reads in two ways: alone, the readings would be as many as leaves of a binary tree.
    let casts = format!("int x = {}a{};", "(T)(".repeat(200), ")".repeat(200));
    let (exprs, _) = counted(&casts);
    assert!(exprs < 200 * 12, "{exprs}");
    let angles = format!("int x = {}a{};", "f<b>(".repeat(200), ")".repeat(200));
    let (exprs, _) = counted(&angles);
    assert!(exprs < 200 * 12, "{exprs}");
    let lambdas = format!("void f() {{ {} {} }}", "a * b = [] { ".repeat(60), "};".repeat(60));
    let (exprs, _) = counted(&lambdas);
    assert!(exprs < 60 * 12, "{exprs}");
    let differences = vec!["(a) - (b) * (c)"; 500].join(" + ");
    let (exprs, _) = counted(&format!("int x = {differences};"));
    assert!(exprs < 500 * 100, "{exprs}");
    let many = (0..40).map(|index| format!("(a{index})")).collect::<Vec<_>>().join(" - ");
    let (_, missing) = counted(&format!("int x = {many};"));
    assert_eq!(missing, 1);
}

#[test]
fn parts_of_items() {
    // Texts that are cut anywhere give bodies all the same.
    let text = "template <class T> struct S : B { S() : a(1), b{2} { for (int i = 0; auto x : {1, 2}) (T)(x); } \
                int w : 3 = 1; static_assert(sizeof...(P)); void f(int = [] { return T{.a = 1}; }()) try { T * x; } \
                catch (E &) { new (p) T[n]{}; switch (int a = f<1>(2)) case 1 ... 2: k<<<1, 2>>>(a ?: b); } };";
    for end in 0..text.len() {
        counted(&text[..end]);
        counted(&text[end..]);
    }
    let mut random = fastrand::Rng::with_seed(18);
    let words: Vec<&str> = text.split_inclusive(' ').collect();
    for _ in 0..300 {
        let length = random.usize(1..40);
        let mixed: String = (0..length).filter_map(|_| random.choice(&words).copied()).collect();
        counted(&mixed);
        counted(&format!("void f() {{ {mixed} }}"));
    }
}
