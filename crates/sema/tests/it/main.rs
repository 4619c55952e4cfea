//! What expressions mean, against expectations that stand below them.
//!
//! `tests/types/*.cpp` hold programs; below a line a comment points at a place of it and says what stands there in the
//! reference's words: `//  ^ add | long | p`, and for names `| name@line:column` of the declaration, lines counted
//! without these comments. Every expectation was confirmed by the reference's typed tree (`cargo xtask types`).

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use asunder_sema::listing::{Wanted, listing};
use asunder_sema::mistakes::{Mistake, mistakes};
use asunder_source::SourceText;
use asunder_syntax::Dialect;

/// The lines of a program without the expectations, and these: line, column and the rest.
fn parts(text: &str) -> (String, Vec<(usize, usize, String)>) {
    let mut program = String::new();
    let mut expected = Vec::new();
    let mut lines = 0;
    for line in text.lines() {
        let caret = line.strip_prefix("//").and_then(|rest| rest.trim_start().strip_prefix("^ "));
        match caret {
            Some(what) => expected.push((lines, line.find('^').unwrap_or(0) + 1, what.trim().to_owned())),
            None => {
                program.push_str(line);
                program.push('\n');
                lines += 1;
            }
        }
    }
    (program, expected)
}

/// The expressions of a program in the form of expectations.
fn found(program: &str) -> HashSet<(usize, usize, String)> {
    let db = salsa::DatabaseImpl::new();
    let text = format!("# 1 \"t.cpp\"\n{program}");
    let source = SourceText::new(&db, "t.ii".to_owned(), text.as_str().into());
    let all = listing(&db, source, Dialect::default(), Wanted::default());
    let expressions = all.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let ["ex", place, _, what, ty, category, entity, _] = fields.as_slice() else { return None };
        let mut at = place.rsplit(':');
        let column = at.next()?.parse().ok()?;
        let line = at.next()?.parse().ok()?;
        let entity = match *entity {
            "-" => String::new(),
            entity => format!(" | {}", entity.replace("t.cpp:", "")),
        };
        Some((line, column, format!("{what} | {ty} | {category}{entity}")))
    });
    expressions.collect()
}

#[test]
fn expressions_mean_what_is_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/types");
    let mut count = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of programs") {
        let path = entry.expect("a program").path();
        let text = fs::read_to_string(&path).expect("a program");
        let (program, expected) = parts(&text);
        let found = found(&program);
        count += expected.len();
        for expectation in expected {
            if !found.contains(&expectation) {
                let (line, column, _) = &expectation;
                let here: Vec<_> = found.iter().filter(|it| it.0 == *line && it.1 == *column).collect();
                wrong.push(format!("{}: {expectation:?}, found {here:?}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 380, "{count} expectations");
}

/// The mistakes of a unit: the text at each, and what it is.
fn mistakes_of(text: &str) -> Vec<String> {
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "t.ii".to_owned(), text.into());
    let names = asunder_decls::names::Names::new(&db, source, Dialect::default());
    let mut all = Vec::new();
    for item in names.layout().numbers() {
        let start = usize::from(names.range(item).start());
        for found in mistakes(&db, source, item, Dialect::default()) {
            let at = start + usize::from(found.offset);
            let (what, name) = match &found.mistake {
                Mistake::Undeclared(name) => ("undeclared".to_owned(), name),
                Mistake::NoMember { scope, name, member } => {
                    (format!("no member of {scope:?} {name}"), member)
                }
                other => panic!("{other:?}"),
            };
            assert!(text[at..].starts_with(&**name), "{name} at {at}");
            all.push(format!("{what}: {name}"));
        }
    }
    all
}

#[test]
fn names_that_nothing_declares() {
    let text = "namespace N { int z; struct S { int a; }; enum class E { e }; }\n\
                int later();\n\
                int f(N::S s, N::S *p) { int x = nope; nope; { inner; } inner; ::top; N::w; s.b; p->a; p->c; return N::E::g; }\n\
                int v = missing;\n\
                template<class T> void t(T x) { anything; x.y; }\n\
                void g() { typo y; const other &z = y; later(); after(); found(N::S()); }\n";
    assert_eq!(
        mistakes_of(text),
        [
            "undeclared: nope",
            "undeclared: inner",
            "undeclared: inner",
            "no member of Global : top",
            "no member of Namespace N: w",
            "no member of Class N::S: b",
            "no member of Class N::S: c",
            "no member of Enum N::E: g",
            "undeclared: missing",
            "undeclared: typo",
            "undeclared: other",
            "undeclared: after",
            "undeclared: found",
        ]
    );
}

#[test]
fn values_and_arguments_of_wrong_types() {
    let text = "struct S { int a; const int c; void f(int); };\nint g(int); void two(int, float *); int d(int, int = 2);\n\
                int k(S *p, const int ci, S s, const char *t, float *q) {\n\
                 g(1, 2); g(); p->f(); two(p, 2); d(1); d(1, 2, 3);\n\
                 ci = 1; ++ci; p->c = 2; 5 = 3; t[0] = 1; s.a = 2; s.a++ = 2;\n\
                 int x = p; int *y = q; char *z = t; char *lit = \"x\"; S *n = 0; bool b = p; x = q; y = 0; { struct S *again = p; }\n\
                 if (x) return p; return x; }\nvoid v() { return 1; }\n";
    let shown = |it: &Mistake| format!("{it:?}");
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "t.ii".to_owned(), text.into());
    let names = asunder_decls::names::Names::new(&db, source, Dialect::default());
    let items: Vec<u32> = names.layout().numbers().collect();
    let all: Vec<String> = items
        .iter()
        .flat_map(|item| mistakes(&db, source, *item, Dialect::default()))
        .map(|found| shown(&found.mistake))
        .collect();
    assert_eq!(
        all,
        [
            "TooManyArguments",
            "TooFewArguments",
            "TooFewArguments",
            "Argument { from: \"S *\", to: \"int\" }",
            "Argument { from: \"int\", to: \"float *\" }",
            "TooManyArguments",
            "NotModifiable",
            "NotModifiable",
            "NotModifiable",
            "NotModifiable",
            "NotModifiable",
            "NotModifiable",
            "Initialize { from: \"S *\", to: \"int\" }",
            "Initialize { from: \"float *\", to: \"int *\" }",
            "Initialize { from: \"const char *\", to: \"char *\" }",
            "Assign { from: \"float *\", to: \"int\" }",
            "Return",
            "Return",
        ]
    );
}

#[test]
fn names_that_something_declares() {
    let text = "namespace N { struct S { friend void hidden(S) {} }; void found(S); template<class T> void any(T); }\n\
                static union { int in_union; float other; };\n\
                enum { plain }; struct Base { static int b; enum { inside }; }; struct D : Base { int f() { return b + inside + later; } int later; int init = later; };\n\
                int uses(N::S s) { found(s); hidden(s); any<int>(s); extern int e; int (*fp)(int) = 0; in_union = plain;\n\
                 struct L { int m() { return 1; } } l; auto lam = [k = 3, &s](int q) { return k + q + sizeof(s); };\n\
                 for (int i = 0; i < 3; ++i) try { i; } catch (int error) { error; }\n\
                 if (int c = e) return c; again: goto again; __func__; return fp(1) + l.m() + lam(2); }\n";
    assert_eq!(mistakes_of(text), [""; 0]);
}

#[test]
fn recursion_without_an_end_has_no_answer() {
    let text = "template<int N> struct F { static constexpr int v = F<N - 1>::v + 1; };\nint x = F<0>::v;\n\
                template<class T> struct G { typedef typename G<G<T>>::type type; };\nG<int>::type y;\n\
                auto h(int n) { return n ? h(n - 1) : 0; }\n";
    assert_eq!(mistakes_of(text), [""; 0]);
}

#[test]
fn copies_through_each_other_end() {
    let text = "struct A;\nstruct B { B(const A &); B(B &); };\nstruct A { A(B); };\nB f(const B &b) { return b; }\n";
    assert!(found(text).iter().any(|(line, ..)| *line == 4));
}
