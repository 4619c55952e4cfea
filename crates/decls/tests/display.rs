//! What messages call declarations. Each case: a unit, the name of one declaration of it (the last
//! with that name), and its texts.

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::written::DeclName;
use asunder_mangle::display::{Form, damaged_signature};
use asunder_source::SourceText;
use asunder_syntax::Dialect;

/// The texts of the last declaration that `wanted` accepts: identifier, qualified name, signature.
fn texts(text: &str, wanted: impl Fn(&DeclName) -> bool) -> [String; 4] {
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "x.cu".to_owned(), text.into());
    let names = Names::new(&db, source, Dialect::default());
    let mut last = None;
    for item in names.layout().numbers() {
        for (local, decl) in names.decls(item).iter() {
            if wanted(&decl.name) {
                last = Some(DeclRef { item, local });
            }
        }
    }
    let decl = last.expect("the unit declares the name");
    let or_dash = |text: Option<String>| text.unwrap_or("-".to_owned());
    [
        or_dash(names.identifier_text(decl)),
        or_dash(names.qualified_text(decl)),
        or_dash(names.signature_text(decl, Form::Full)),
        or_dash(names.entity(decl).and_then(|entity| damaged_signature(&entity, "_MID").ok())),
    ]
}

fn named(text: &str, name: &str) -> [String; 4] {
    texts(text, |declared| declared.ident().is_some_and(|ident| &**ident == name))
}

#[test]
fn functions() {
    assert_eq!(named("void f(int, const char *);", "f"), ["f", "f", "f(int, const char *)", "_Z1f1?1?"]);
    assert_eq!(
        named("namespace A::B { struct S { void m() const; }; }", "m"),
        ["m", "A::B::S::m", "A::B::S::m() const", "A::B::S::m() const"]
    );
    assert_eq!(
        named("struct St {}; enum E1 { a }; void f1(int, E1, const St &);", "f1"),
        ["f1", "f1", "f1(int,     ::E1, const     ::St &)", "_Z2f11?1?1?"]
    );
    assert_eq!(
        named("namespace { void f(int); }", "f"),
        ["f", "<unnamed>::f", "_NV_ANON_NAMESPACE::f(int)", "_ZN13_INTERNAL_MID15_GLOBAL__N__MID1fE1?"]
    );
    assert_eq!(named("static void f(int);", "f"), ["f", "f", "f(int)", "_ZN13_INTERNAL_MID1fE1?"]);
    assert_eq!(named("extern \"C\" void cc(int);", "cc"), ["cc", "cc", "cc", "cc"]);
    // A name of C that is the code of a type is shown as that.
    assert_eq!(named("extern \"C\" void c(int);", "c"), ["c", "c", "c", "char"]);
}

#[test]
fn members() {
    let operator =
        |text: &str| texts(text, |name| matches!(name, DeclName::Operator(_) | DeclName::Conversion(_)));
    assert_eq!(
        operator("struct S { S operator+(const S &) const; };"),
        ["operator+", "S::operator+", "S::operator +(const S&) const", "_ZNK1SplE1?"]
    );
    assert_eq!(
        operator("struct S { operator int(); };"),
        ["operator int", "S::operator int", "S::operator int()", "_ZN1Scv1?Ev"]
    );
    assert_eq!(
        operator("struct S { void operator()(int); };"),
        ["operator()", "S::operator()", "S::operator ()(int)", "_ZN1SclE1?"]
    );
    let special =
        |text: &str| texts(text, |name| matches!(name, DeclName::Constructor | DeclName::Destructor));
    assert_eq!(special("struct S { S(int); };"), ["S", "S::S", "S::S(int)", "_ZN1SC1E1?"]);
    assert_eq!(special("struct S { ~S(); };"), ["~S", "S::~S", "S::~S()", "S::~S()"]);
}

#[test]
fn templates() {
    let member = named("template<class T> struct S { void m(T); };", "m");
    assert_eq!(member[..2], ["m", "S<T>::m"]);
    let member =
        named("template<class T> struct S { void m(T); };\ntemplate<class U> void S<U>::m(U) {}", "m");
    assert_eq!(member[..2], ["m", "S<T>::m"]);
    let function = named("namespace N { template<class T> void f(T); }", "f");
    assert_eq!(function, ["f", "N::f", "-", "-"]);
    let special = named("template<class T> struct S; template<> struct S<int> { void m(); };", "m");
    assert_eq!(special, ["m", "S<int>::m", "S<int> ::m()", "_ZN1SI1?E1mEv"]);
}
