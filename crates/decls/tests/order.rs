//! Answers do not depend on earlier queries: each query of a unit in a view of its own, in one view in
//! source order, and in shuffled orders.

use asunder_decls::names::{DeclRef, Names};
use asunder_mangle::itanium::{Dialect as Mangling, mangle};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Standard};
use fastrand::Rng;

/// What the unit's declarations are, each as a linker name; functions with the type of a parameter that is not known
/// have none.
fn answers(names: &Names<'_>, order: &[DeclRef]) -> Vec<(DeclRef, Option<String>)> {
    let name =
        |decl: DeclRef| mangle(&names.entity(decl)?, Mangling::Reference { module_id: Some("_M") }).ok();
    let mut found: Vec<_> = order.iter().map(|decl| (*decl, name(*decl))).collect();
    found.sort();
    found
}

/// The linker names of the functions `f0`, `f1`, … of the unit, the same in every order.
#[track_caller]
fn check(text: &str) -> Vec<Option<String>> {
    let db = salsa::DatabaseImpl::new();
    let dialect = Dialect::new(Standard::Cpp20);
    let source = SourceText::new(&db, "x.cu".to_owned(), text.into());
    let view = || Names::new(&db, source, dialect);
    let names = view();
    let all = names.layout().numbers().flat_map(|item| {
        let locals: Vec<_> = names.decls(item).iter().map(|(local, _)| DeclRef { item, local }).collect();
        locals
    });
    let mut order: Vec<DeclRef> = all.collect();
    let alone: Vec<_> = order.iter().flat_map(|decl| answers(&view(), &[*decl])).collect();
    assert_eq!(answers(&view(), &order), alone, "warm: {text}");
    for seed in 1..4 {
        Rng::with_seed(seed).shuffle(&mut order);
        assert_eq!(answers(&view(), &order), alone, "shuffled with {seed}: {text}");
    }
    let is_asked = |decl: DeclRef| {
        names
            .decl(decl)
            .name
            .ident()
            .is_some_and(|name| name.starts_with('f') && name[1..].parse::<u32>().is_ok())
    };
    alone.into_iter().filter(|(decl, _)| is_asked(*decl)).map(|(_, name)| name).collect()
}

#[test]
fn chains_of_instances() {
    let lengths = [10, 40, 44, 48, 64, 100, 199, 200, 500, 1000];
    let chains = [
        "template<int N> struct F { typedef typename F<N - 1>::type type; };
         template<> struct F<0> { typedef int type; };",
        "template<int N> struct F : F<N - 1> {}; template<> struct F<0> { typedef int type; };",
        "template<int N> struct F; template<int N> using A = typename F<N>::type;
         template<int N> struct F { typedef A<N - 1> type; }; template<> struct F<0> { typedef int type; };",
        "template<int N, class T = typename F<N - 1>::type> struct F0;
         template<int N> struct F { typedef typename F<N - 1>::type type; };
         template<> struct F<0> { typedef int type; };",
    ];
    for chain in chains {
        let functions = lengths
            .iter()
            .enumerate()
            .map(|(n, length)| format!("void f{n}(F<{length}>::type, char (*)[{length}]);\n"));
        let text = format!("{chain}\n{}", functions.collect::<String>());
        let expected: Vec<_> =
            lengths.iter().enumerate().map(|(n, length)| Some(format!("_Z2f{n}iPA{length}_c"))).collect();
        assert_eq!(check(&text), expected, "{chain}");
    }
}

#[test]
fn chains_without_an_end() {
    let unknown = |text: &str| assert_eq!(check(text), [None, Some("_Z2f1i".to_owned()), None], "{text}");
    unknown(
        "template<int N> struct F { typedef typename F<N + 1>::type type; };
         void f0(F<0>::type); void f1(int); void f2(F<7>::type);",
    );
    unknown(
        "template<class T> struct F { typedef typename F<T *>::type A; typedef typename F<T &>::type B; typedef F<A> type; };
         void f0(F<int>::type); void f1(int); void f2(F<char>::type);",
    );
    unknown(
        "template<int N> constexpr int g() { return g<N + 1>() + g<N + 2>(); } template<int> struct W {};
         void f0(W<g<0>()>); void f1(int); void f2(W<g<5>()>);",
    );
    unknown(
        "constexpr int g(int n) { return g(n + 1) + g(n + 2); } template<int> struct W {};
         void f0(W<g(0)>); void f1(int); void f2(W<g(5)>);",
    );
}

#[test]
fn answers_that_need_themselves() {
    let unknown = |text: &str| assert_eq!(check(text), [None, Some("_Z2f1i".to_owned()), None], "{text}");
    unknown(
        "struct S { typedef S::T T; typedef S::U V; typedef S::V U; };
             void f0(S::T); void f1(int); void f2(S::U);",
    );
    unknown(
        "template<int> struct W {}; struct S { static const int a = S::b + 1, b = S::a + 1; };
             void f0(W<S::a>); void f1(int); void f2(W<S::b>);",
    );
    unknown("struct S { using S::T; using S::U; }; void f0(S::T); void f1(int); void f2(S::U);");
    unknown("struct S; struct S : S {}; void f0(S::T); void f1(int); void f2(S::U);");
    unknown(
        "auto g() { return g(); } struct S { decltype(S::a) a; };
             void f0(decltype(g())); void f1(int); void f2(decltype(S::a));",
    );
}

#[test]
fn values_that_are_needed_twice() {
    let found = check(
        "template<int N> struct fib { static const int v = fib<N - 1>::v + fib<N - 2>::v; };
         template<> struct fib<0> { static const int v = 1; };
         template<> struct fib<1> { static const int v = 1; };
         template<int> struct W {};
         void f0(W<fib<45>::v>);
         template<int N> constexpr int of = of<N - 1> + of<N - 2>;
         template<> constexpr int of<0> = 1; template<> constexpr int of<1> = 1;
         constexpr int call(int n) { return n < 2 ? 1 : call(n - 1) + call(n - 2); }
         void f1(W<call(20)>);",
    );
    assert_eq!(found, [Some("_Z2f01WILi1836311903EE".to_owned()), Some("_Z2f11WILi10946EE".to_owned())]);
}

#[test]
fn calls_are_as_deep_as_the_reference_lets_them_be() {
    let found = check(
        "constexpr int g(int n) { return n == 0 ? 0 : g(n - 1) + 1; } template<int> struct W {};
         void f0(W<g(100)>); void f1(W<g(255)>); void f2(W<g(256)>); void f3(W<g(400)>);",
    );
    assert_eq!(found, [Some("_Z2f01WILi100EE".to_owned()), Some("_Z2f11WILi255EE".to_owned()), None, None]);
}

#[test]
fn chains_of_types_are_as_long_as_they_are() {
    const LEVELS: usize = 10_000;
    let chain = |name: &str, of: &str| {
        let level =
            |n: usize| format!("typedef {} {name}{};\n", of.replace('@', &format!("{name}{n}")), n + 1);
        format!("typedef int {name}0;\n{}", (0..LEVELS).map(level).collect::<String>())
    };
    for of in ["P<@, @>", "@ *", "P<const @ *, void (*)(@)>"] {
        let (a, b) = (chain("A", of), chain("B", of));
        let pattern = "template<class T, class U> struct P { typedef T type; };";
        let text = format!(
            "{pattern}\n{a}{b}void f0(A{LEVELS} *); int f1(A30 *); void f0(B{LEVELS} *); int f1(B30 *);"
        );
        let db = salsa::DatabaseImpl::new();
        let dialect = Dialect::new(Standard::Cpp20);
        let source = SourceText::new(&db, "x.cu".to_owned(), text.into());
        let names = Names::new(&db, source, dialect);
        let items: Vec<u32> = names.layout().numbers().collect();
        let declared = |n: usize| {
            names.decls(items[n]).iter().map(|(local, _)| DeclRef { item: items[n], local }).last()
        };
        let last = items.len();
        for (first, second) in [(last - 4, last - 2), (last - 3, last - 1)] {
            let (first, second) =
                (declared(first).expect("a function"), declared(second).expect("a function"));
            assert!(names.entity(first).is_some(), "{of}");
            assert_eq!(names.entity(first), names.entity(second), "{of}");
            assert_eq!(names.redeclarations(first), names.redeclarations(second), "{of}");
        }
    }
}
