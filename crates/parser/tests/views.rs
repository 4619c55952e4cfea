//! Typed views over parsed texts: the accessors that a grammar alone does not give.

use asunder_parser::parse_item;
use asunder_syntax::ast::{
    Attribute, Decl, Declarator, FunctionDef, InitDeclarator, LaunchExpr, Name, Segment,
};
use asunder_syntax::{AstNode, Dialect, Standard, SyntaxKind};

/// The first node with the view `N`.
fn first<N: AstNode>(text: &str) -> N {
    let root = parse_item(text, Dialect::new(Standard::Cpp20)).syntax();
    root.descendants().find_map(N::cast).unwrap()
}

fn function_of(text: &str) -> Option<String> {
    first::<Declarator>(text).function().map(|it| it.syntax().text().to_string())
}

#[test]
fn declared_functions() {
    assert_eq!(function_of("int f(int) const;").as_deref(), Some("(int) const"));
    assert_eq!(function_of("int * f(int);").as_deref(), Some("(int)"));
    assert_eq!(function_of("int (f)(int);").as_deref(), Some("(int)"));
    assert_eq!(function_of("int (*f(int))(float);").as_deref(), Some("(int)"));
    assert_eq!(function_of("int (*f)(int);"), None);
    assert_eq!(function_of("int (*f[3])(int);"), None);
    assert_eq!(function_of("int (&f())[3];").as_deref(), Some("()"));
    assert_eq!(function_of("T f(U);").as_deref(), Some("(U)"));
    assert_eq!(function_of("T x(1);"), None);
}

#[test]
fn declared_names() {
    let name = |text| first::<Declarator>(text).declared_name().unwrap().syntax().to_string();
    assert_eq!(name("int (*(*x))[3];"), "x");
    assert_eq!(name("A<int>::A(int) { }"), "A<int>::A");
    assert_eq!(name("S::operator int() { }"), "S::operator int");
    assert_eq!(first::<FunctionDef>("int f() { }").declared_name().unwrap().syntax().to_string(), "f");
}

#[test]
fn initializers() {
    let text = |text| {
        let initializer = first::<InitDeclarator>(text).any_initializer();
        initializer.map(|it| it.syntax().to_string())
    };
    assert_eq!(text("int x = 1;").as_deref(), Some("= 1"));
    assert_eq!(text("int x{1};").as_deref(), Some("{1}"));
    assert_eq!(text("void f() { T x(y); }").as_deref(), Some("(y)"));
    assert_eq!(text("T x(y);"), None);
}

#[test]
fn segments_of_names() {
    let name = first::<Name>("::a::b<int>::~c x;");
    assert!(name.is_global() && name.is_qualified());
    let kinds: Vec<&str> = name
        .segments()
        .map(|segment| match segment {
            Segment::Ident(_) => "identifier",
            Segment::Node(it) if it.syntax().kind() == SyntaxKind::TEMPLATE_ID => "template-id",
            Segment::Node(_) => "other",
        })
        .collect();
    assert_eq!(kinds, ["identifier", "template-id", "other"]);
}

#[test]
fn attributes() {
    let is_device = |text| first::<Attribute>(text).is_named("device");
    assert!(is_device("__attribute__((device)) int x;"));
    assert!(is_device("__attribute__((__device__)) int x;"));
    assert!(is_device("[[gnu::device]] int x;"));
    assert!(!is_device("__attribute__((host)) int x;"));
    let attribute = first::<Attribute>("[[gnu::__launch_bounds__(256, 2)]] void f();");
    let name = attribute.name().unwrap();
    assert_eq!(name.namespace().unwrap().text(), "gnu");
    assert_eq!(name.word().unwrap().text(), "__launch_bounds__");
    assert_eq!(attribute.attribute_args().unwrap().type_or_exprs().count(), 2);
}

#[test]
fn launches() {
    let launch = first::<LaunchExpr>("void f() { k<int><<<1, 2>>>(x); }");
    assert_eq!(launch.callee().unwrap().syntax().to_string(), "k<int>");
    assert_eq!(launch.launch_config().unwrap().args().count(), 2);
    assert_eq!(launch.arg_list().unwrap().args().count(), 1);
}

#[test]
fn templates() {
    let Decl::TemplateDecl(template) = first::<Decl>("template<class T, int... N> void f();") else {
        panic!("not a template");
    };
    let params = template.template_header().unwrap().template_param_list().unwrap();
    assert_eq!(params.template_params().count(), 2);
    assert!(matches!(template.decl(), Some(Decl::SimpleDecl(_))));
}
