//! Spaces merged over redeclarations, and what uses of managed variables name.
//!
//! `@` in a source stands before the name that is queried.

use asunder_decls::names::Names;
use asunder_decls::written::Spaces;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextSize};

const ATTRIBUTES: &[(&str, &str)] = &[
    ("HD ", "__attribute__((host)) __attribute__((device)) "),
    ("H ", "__attribute__((host)) "),
    ("D ", "__attribute__((device)) "),
    ("G ", "__attribute__((global)) "),
    ("M ", "__attribute__((device)) __attribute__((managed)) "),
];

/// Runs `ask` on the source with the attributes written out, at the place of the `@`.
fn at<T>(source: &str, ask: impl Fn(&Names<'_>, TextSize) -> T) -> T {
    let mut text = format!(" {source}");
    for (short, long) in ATTRIBUTES {
        for before in [" ", "@", "{", ";"] {
            text = text.replace(&format!("{before}{short}"), &format!("{before}{long}"));
        }
    }
    let offset = text.find('@').expect("a marked place");
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "x.cu".to_owned(), text.replace('@', "").into());
    let names = Names::new(&db, source, Dialect::default());
    ask(&names, TextSize::new(offset as u32))
}

fn spaces(source: &str) -> String {
    let Some(spaces) = at(source, |names, offset| names.spaces_at(offset)) else {
        return "unknown".to_owned();
    };
    let Spaces { host, device, global, shared, constant, managed } = spaces;
    let flags = [(host, 'h'), (device, 'd'), (global, 'g'), (shared, 's'), (constant, 'c'), (managed, 'm')];
    flags.iter().filter(|(set, _)| *set).map(|(_, flag)| flag).collect()
}

#[test]
fn spaces_are_merged_over_redeclarations() {
    for (source, expected) in [
        ("D void @f(int) {}", "d"),
        ("D void f(int); void @f(int) {}", "d"),
        ("void @f(int) {} D void f(int x);", "d"),
        ("H void f(int); D void @f(int) {}", "hd"),
        ("D void f(int); void @f(char) {}", ""),
        ("D void f(int); void @f(char); H void f(char) {}", "h"),
        ("typedef int I; D void f(I); void @f(const int) {}", "d"),
        ("namespace n { D void f(int); } void @f(int) {}", ""),
        ("namespace n { D void f(int); } void n::@f(int) {}", "d"),
        ("struct S { D void m(); void m() const; }; void S::@m() {}", "d"),
        ("struct S { D void m(); void m() const; }; void S::@m() const {}", ""),
        ("struct S { D S(int); H S(char); }; S::@S(int) {}", "d"),
        ("struct S { D ~S(); }; S::@~S() {}", "d"),
        ("struct S { D S operator+(S); D S operator-(); }; S S::@operator+(S) { return S(); }", "d"),
        ("struct S { friend D void f(S); }; void @f(S) {}", "d"),
        ("template<class T> D T f(T); template<class T> T @f(T t) { return t; }", "d"),
        ("template<class T> D T f(T); template<class T> T @f(T *t) { return *t; }", ""),
        ("template<class T> D T f(T t); template<> int @f<int>(int t) { return t; }", "d"),
        ("template<class T> D T f(T t); template<> H int @f<int>(int t) { return t; }", "h"),
        ("template<class T> struct A { D void m(T); }; template<class U> void A<U>::@m(U) {}", "d"),
        ("D void f(Missing); void @f(Other) {}", "unknown"),
        ("D void f(Missing); void @f(Other, int) {}", ""),
        ("extern \"C\" { D void f(int); } extern \"C\" void @f(int) {}", "d"),
        ("M int @x;", "dm"),
        ("extern M int x; int @x;", "dm"),
    ] {
        assert_eq!(spaces(source), expected, "{source}");
    }
}

#[test]
fn uses_of_managed_variables() {
    for (source, expected) in [
        ("M int m; int f() { return @m; }", Some(true)),
        ("int m; int f() { return @m; }", Some(false)),
        ("M int m; int f(int m) { return @m; }", Some(false)),
        ("M int m; int f() { int m = 1; return @m; }", Some(false)),
        ("M int m; int f() { int x = @m, m = 1; return m; }", Some(true)),
        ("M int m; int f() { { int m = 1; } return @m; }", Some(true)),
        ("M int m; int f() { for (int m = 0; @m < 1;) {} return 0; }", Some(false)),
        ("M int m; int f() { if (int m = 1) return @m; return 0; }", Some(false)),
        ("M int m; int f() { auto l = [](int m) { return @m; }; return 0; }", Some(false)),
        ("M int m; int f() { auto l = [m = 1] { return @m; }; return 0; }", Some(false)),
        ("M int m; int f() { for (int m : {1, 2}) @m++; return 0; }", Some(false)),
        ("M int m; struct S { int m; int f() { return @m; } };", Some(false)),
        ("M int m; struct S { int m; int f(); }; int S::f() { return @m; }", Some(false)),
        ("M int m; struct S { int m; int f() { return ::@m; } };", Some(true)),
        ("M int m; struct S { int f() { return @m; } };", Some(true)),
        ("M int m; struct B { int m; }; struct S : B { int f() { return @m; } };", Some(false)),
        ("M int m; struct P { int m; }; int f(P p) { return p.@m; }", Some(false)),
        ("namespace n { M int m; int f() { return @m; } }", Some(true)),
        ("namespace n { M int m; } int m; int f() { return n::@m; }", Some(true)),
        ("namespace n { M int m; } int m; int f() { return @m; }", Some(false)),
        ("namespace n { M int m; } using namespace n; int f() { return @m; }", Some(true)),
        ("namespace n { M int m; } using n::m; int f() { return @m; }", Some(true)),
        ("namespace n { M int m; } int f() { using n::m; return @m; }", Some(true)),
        ("namespace n { M int m; } namespace k = n; int f() { return k::@m; }", Some(true)),
        ("namespace { M int m; } int f() { return @m; }", Some(true)),
        ("M int m; template<class m> int f() { return sizeof(@m); }", Some(false)),
        ("M int m; template<int N> int f() { return N + @m; }", Some(true)),
        ("M int m; int f() { struct L { int m; int g() { return @m; } }; return 0; }", Some(false)),
        ("M int m; int x = @m;", Some(true)),
        ("M int m; int f(int x = @m);", Some(true)),
        ("M int m[3]; int f() { return sizeof(@m); }", Some(true)),
        ("extern M int m; int f() { return @m; }", Some(true)),
        ("int f() { return @m; }", None),
        ("M int m; enum { q = sizeof(@m) };", Some(true)),
    ] {
        let answer = at(source, |names, offset| {
            let item = names.item_at(offset)?;
            names.is_managed_use(item, offset - names.range(item).start())
        });
        assert_eq!(answer, expected, "{source}");
    }
}
