//! What single uses of names mean. The use is marked with `/*?*/` in front of it, the declaration that
//! it must mean with `/*!*/`; without a declaration the answer must be unknown.

use asunder_decls::names::Names;
use asunder_decls::occurrences::Role;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Standard, TextSize};

#[track_caller]
fn check(text: &str) {
    let db = salsa::DatabaseImpl::new();
    let dialect = Dialect::new(Standard::Cpp20);
    let source = SourceText::new(&db, "x.cu".to_owned(), text.into());
    let after = |mark: &str| text.find(mark).map(|at| TextSize::new((at + mark.len()) as u32));
    let at = after("/*?*/").expect("the use is marked");
    let names = Names::new(&db, source, dialect);
    let item = names.item_at(at).expect("the use stands in an item");
    let start = names.range(item).start();
    let found = names
        .occurrences(item)
        .into_iter()
        .find(|occurrence| start + occurrence.offset == at)
        .unwrap_or_else(|| panic!("no name at the mark in {text}"));
    assert_eq!(found.role, Role::Use, "{text}");
    let target = found.target.and_then(|target| names.target_offset(item, target));
    assert_eq!(target, after("/*!*/"), "{text}");
}

#[test]
fn using_enum_brings_enumerators_in() {
    check("enum class E { /*!*/a, b }; using enum E; int x = (int)/*?*/a;");
    check(
        "namespace N { enum class E { /*!*/a }; } struct S { using enum N::E; int f() { return (int)/*?*/a; } };",
    );
    check("enum class E { a }; int x = (int)/*?*/a;");
}

#[test]
fn members_are_visible_from_their_declaration_on() {
    check("struct /*!*/year {}; struct D { void f(const /*?*/year &); int year(); };");
    check("struct D { void f() { /*?*/year(); } int /*!*/year(); };");
    check("struct T {}; struct D { typedef int /*!*/T2; void f(/*?*/T2); };");
}

#[test]
fn ambiguous_statements_declare_where_the_name_is_a_type() {
    check("struct T {}; void f() { T * /*!*/p; /*?*/p = nullptr; }");
    check("int T, /*!*/p; void f() { T * p; /*?*/p = 1; }");
}

#[test]
fn member_initializers_name_members() {
    check("struct S { int /*!*/n; S(int n) : /*?*/n(n) {} };");
    check("struct S { int n; S(int /*!*/n) : n(/*?*/n) {} };");
    check("struct S { S(int n) : /*?*/n(n) {} int /*!*/n; };");
}

#[test]
fn elaborated_types_mean_the_class_outside() {
    check("struct /*!*/T { int n; }; void f(void *p) { struct T *t = (/*?*/T *)p; }");
}
