//! Slices of small units: what is kept, and where it stands.

use asunder_outline::blocks::{self, SpareBlocks};
use asunder_slice::Instantiations::{InAnyOrder, InOrder};
use asunder_slice::{Side, Slicing, slice};
use asunder_source::{LineTable, SourceText};
use asunder_syntax::{Dialect, Lexer};

fn device_slice(unit: &str) -> String {
    sliced(unit, Side::Device.into())
}

fn sliced(unit: &str, slicing: Slicing) -> String {
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "a.ii".to_owned(), unit.into());
    slice(&db, source, Dialect::default(), &slicing)
}

/// What the device compiler gets of a system header with the text `header`, in front of the user's text `own`: its lines.
fn of_header(header: &str, own: &str) -> String {
    of_header_for(Side::Device, header, own)
}

fn of_header_for(side: Side, header: &str, own: &str) -> String {
    let unit = format!("# 1 \"a.cu\"\n# 1 \"h.h\" 1 3\n{header}\n# 2 \"a.cu\" 2\n{own}\n");
    let slice = sliced(&unit, side.into());
    let header = slice.split("# 2 \"a.cu\" 2").next().unwrap();
    let kept = header.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# "));
    kept.collect::<Vec<_>>().join("\n")
}

/// Checks that of the header's lines, of which each is an item, those are kept that start with `+`.
#[track_caller]
fn check(header: &str, own: &str) {
    check_for(Side::Device, header, own);
}

#[track_caller]
fn check_for(side: Side, header: &str, own: &str) {
    let lines = || header.lines().map(str::trim).filter(|line| !line.is_empty());
    let text: Vec<&str> = lines().map(|line| &line[2..]).collect();
    let expected: Vec<&str> = lines().filter(|line| line.starts_with('+')).map(|line| &line[2..]).collect();
    assert_eq!(of_header_for(side, &text.join("\n"), own), expected.join("\n"));
}

#[test]
fn what_the_user_names_is_kept_with_what_that_names() {
    check(
        "+ struct A { int a; };
         - struct B { int b; };
         + struct C { A a; };
         + int f(C c);
         - int g(B b);
         + int used = 3;
         - int unused = 4;",
        "__attribute__((device)) int own() { return f({}) + used; }",
    );
}

#[test]
fn code_of_the_device_is_kept() {
    check(
        "+ __attribute__((device)) int counter = 0;
         + __attribute__((global)) void kernel() { }
         - inline __attribute__((device)) int helper() { return 1; }
         + __attribute__((device)) int exported() { return 1; }
         - void host() { }",
        "",
    );
}

#[test]
fn code_and_data_of_the_host_are_kept() {
    check_for(
        Side::Host(InAnyOrder),
        "+ int counter = 0;
         + constexpr int constant = 1;
         - extern int elsewhere;
         + static int hidden;
         + void exported() { }
         - void declared();
         - inline void helper() { }
         - static void internal() { }
         - static inline void internal_helper() { }
         + static void __attribute__((constructor)) start() { }
         + __attribute__((global)) void kernel() { }
         + __attribute__((device)) int of_device() { return 1; }
         - inline __attribute__((device)) int device_helper() { return 1; }
         + struct A { static inline int made = 1; };
         - struct B { static int made; };
         + struct C { void f(); };
         + void C::f() { }
         - template<class T> T variable = 1;
         + template<class T> struct D { static int s; };
         + template<> int D<int>::s = 1;",
        "",
    );
}

#[test]
fn variables_with_initializers_in_parentheses_are_not_functions() {
    check_for(
        Side::Host(InAnyOrder),
        "+ enum E { e };
         + template<class T> T f();
         + constexpr E a(static_cast<E>(3));
         + constexpr int b(e * e);
         + constexpr int c(f<int>());
         + constexpr int d(int(e) + 1);
         + const E g(e);
         - int h(unsigned);
         - int i(E *e);
         - int k(const E);
         + int l(decltype(e));
         - struct S;
         - template<class T> struct V;
         - int m(V<int> v, S s);",
        "",
    );
}

#[test]
fn a_class_that_an_item_names_first_is_kept() {
    check(
        "+ template<class T, class U> struct impl { static constexpr bool value = T::value; };
         + template<class T> constexpr bool range = impl<struct detail, T>::value;
         + struct detail { static constexpr bool value = true; };
         - struct other { static constexpr bool value = true; };",
        "bool own = range<int>;",
    );
}

#[test]
fn what_the_host_file_uses_besides_is_kept() {
    check_for(
        Side::Host(InAnyOrder),
        "+ typedef unsigned long size_t;
         + void exit(int);
         - void abort();
         + int atexit(void (*)());
         + float rsqrtf(float);
         - float sinf(float);",
        "",
    );
    let header = "namespace std {\ntemplate<class T> T move(T);\nlong double sqrt(long double);\n}\nnamespace n {\nint \
                  decay(int);\n}";
    assert_eq!(
        of_header_for(Side::Host(InAnyOrder), header, ""),
        "namespace std {\ntemplate<class T> T move(T);\n}\nnamespace n {\n}"
    );
}

#[test]
fn code_that_instantiates_a_kept_template_is_kept_with_the_order() {
    let header = |instantiates: char| {
        format!(
            "+ template<class T> struct A {{ A(); ~A(); }};
             - template<class T> struct B {{ }};
             {instantiates} inline int first() {{ A<int> a; return 1; }}
             {instantiates} struct Owner {{ A<long> a; Owner() {{ }} }};
             {instantiates} template<class T> void by_way_of_this() {{ A<T> a; }}
             {instantiates} inline void second() {{ by_way_of_this<int>(); }}
             - inline void third() {{ B<int> b; }}
             - inline int fourth() {{ return 4; }}"
        )
    };
    let own = "int own() { A<int> a; return 0; }";
    check_for(Side::Host(InAnyOrder), &header('-'), own);
    check_for(Side::Host(InOrder), &header('+'), own);
}

#[test]
fn what_begins_with_a_macro_of_a_header_is_the_users() {
    let slice = device_slice("# 1 \"a.cu\"\n# 1 \"a.cu\" 3 4\nextern\n# 1 \"a.cu\"\n    int own();\n");
    assert!(slice.contains("int own();"), "{slice}");
}

#[test]
fn headers_in_named_folders_are_as_those_of_the_system() {
    let unit = "# 1 \"a.cu\"\n# 1 \"torch/include/t.h\" 1\nint unused();\nint used();\n# 1 \"torch/include/u/v.h\" 1\n\
                struct W { };\n# 3 \"torch/include/t.h\" 2\n# 1 \"torch/include2/w.h\" 1\nint other();\n# 2 \"a.cu\" 2\n\
                int own = used();\n";
    let declared = |folders: &[&str]| {
        let system = folders.iter().map(Into::into).collect();
        let slice = sliced(unit, Slicing { side: Side::Device, system });
        ["unused", "used", "W", "other"].map(|name| slice.contains(&format!(" {name}")))
    };
    assert_eq!(declared(&[]), [true, true, true, true]);
    assert_eq!(declared(&["torch/include"]), [false, true, false, true]);
    assert_eq!(declared(&["torch/include/u", "torch/include2"]), [true, true, false, false]);
    assert_eq!(declared(&["", "include"]), [true, true, true, true]);
}

#[test]
fn members_go_with_their_class() {
    check(
        "+ struct A { static int s; void f(); };
         + int A::s = 1;
         + void A::f() { }
         + template<class T> struct V { void push(T); };
         + template<class T> void V<T>::push(T) { }
         - struct B { void f(); };
         - void B::f() { }
         - template<class T> struct W { };
         - template<> struct W<int> { };",
        "A a; V<int> v;",
    );
}

#[test]
fn specializations_and_operators_go_with_their_operands() {
    check(
        "+ template<class T> struct hash;
         + struct A { };
         - struct B { };
         + template<> struct hash<A> { };
         - template<> struct hash<B> { };
         + typedef int number;
         + template<> struct hash<number> { };
         + bool operator==(A, A);
         - bool operator==(B, B);
         - A operator+(A, A);",
        "hash<A> h; bool same(A a) { return a == a; }",
    );
}

#[test]
fn alternative_tokens_mean_the_operators_that_they_stand_for() {
    check(
        "+ struct A { int a; };
         + bool operator&&(A a, A b);
         + A operator compl(A a);
         - A operator|(A a, A b);",
        "__attribute__((device)) bool own(A a) { return ~a and a; }",
    );
}

#[test]
fn operators_for_anything_are_kept() {
    check(
        "+ struct B { B(int); };
         + template<class T> bool operator==(T, B);
         + template<class T> struct C { };
         - template<class T> bool operator!=(C<T>, C<T>);",
        "struct A { }; bool same(A a) { return a == 1; } template<class T> struct D : C<T> { };",
    );
}

#[test]
fn scopes_decide_what_a_name_means() {
    let header = "namespace n {\nint value;\nint other;\n}\nnamespace m {\nint value;\n}\nnamespace n {\ninline namespace v \
                  {\nint deep;\n}\n}\nnamespace n {\nnamespace v {\nint later;\n}\n}";
    assert_eq!(
        of_header(header, "int own = n::value + n::deep + n::later;"),
        "namespace n {\nint value;\n}\nnamespace m {\n}\nnamespace n {\ninline namespace v {\nint deep;\n}\n}\n\
         namespace n {\nnamespace v {\nint later;\n}\n}"
    );
    // Arguments bring in functions of their namespace; lookup alone does not.
    let header = "namespace n {\nstruct A { };\nint f(A);\nint g;\n}\nint f(int);\nint g;";
    assert_eq!(
        of_header(header, "int own(n::A a) { return f(a) + g; }"),
        "namespace n {\nstruct A { };\nint f(A);\n}\nint f(int);\nint g;"
    );
}

#[test]
fn kernel_templates_are_kept_with_the_code_that_reaches_them() {
    check(
        "+ template<class T> __attribute__((global)) void kernel() { }
         + template<class T> void launch() { kernel<T>(); }
         + inline void asks() { launch<int>(); }
         - inline void does_not() { }
         - template<class T> void other() { }",
        "",
    );
}

#[test]
fn classes_without_functions_and_specializations_reach_nothing() {
    check(
        "- template<class T> __attribute__((global)) void kernel() { }
         - template<class T> void launch() { kernel<T>(); }
         - template<> inline void launch<float>() { }
         - template<class T> struct Launcher { static void f() { launch<T>(); } };
         - struct Named : Launcher<int> { typedef Launcher<int> base; };
         - inline int launched(Launcher<int>);",
        "",
    );
    check(
        "+ template<class T> __attribute__((global)) void kernel() { }
         + template<class T> void launch() { kernel<T>(); }
         + struct A { void f() { launch<int>(); } };
         + struct B { static inline int b = launch<int>(); };",
        "",
    );
}

#[test]
fn a_function_means_other_declarations_of_its_own_and_no_other_functions() {
    let header = "namespace n {\nvoid f(int);\n}\nnamespace m {\nvoid f(long);\ninline void f(int) { }\nstruct A { };\nbool \
                  operator==(A, A);\n}\nnamespace k {\nbool operator==(int, m::A);\n}";
    assert_eq!(
        of_header(header, "void own() { m::f; }"),
        "namespace n {\n}\nnamespace m {\nvoid f(long);\ninline void f(int) { }\n}\nnamespace k {\n}"
    );
}

#[test]
fn what_acts_by_itself_is_kept() {
    check(
        "+ template<class T> struct A { };
         + template struct A<int>;
         + asm(\"nop\");
         - static_assert(true);
         - template<class T> using alias = A<T>;
         + enum { first, second };
         - enum { third };",
        "int own = first;",
    );
}

#[test]
fn pragmas_go_with_their_item() {
    let header = "#pragma nv_exec_check_disable\nint f();\n#pragma nv_exec_check_disable\nint g();\n\
                  #pragma nv_diag_suppress 177";
    assert_eq!(
        of_header(header, "int own = g();"),
        "#pragma nv_exec_check_disable\nint g();\n#pragma nv_diag_suppress 177"
    );
}

/// The significant tokens of a text with their files, lines and columns.
#[test]
fn after_an_edit_the_slice_is_that_of_the_new_text() {
    let header = "template<class T> T twice(T a) { return a + a; }
        static inline int by_default() { return twice(1); }
        struct A { int a; };
        struct B { B(int); A a; };
        A operator+(A a, B b);
        inline int first() { return twice(2); }
        template<class T> __attribute__((global)) void kernel(T a) { }
        template<class T> void launch(T a) { kernel(a); }
        inline void launches() { launch(1); }";
    let unit = |own: &str| format!("# 1 \"a.cu\"\n# 1 \"h.h\" 1 3\n{header}\n# 2 \"a.cu\" 2\n{own}\n");
    let bodies = ["", "first();", "B b(1);", "twice(b.a); A() + B(1);", "launch(2);", ""];
    for side in [Side::Device, Side::Host(InOrder), Side::Host(InAnyOrder)] {
        let mut db = salsa::DatabaseImpl::new();
        let mut spare = SpareBlocks::default();
        let own = |body: &str| unit(&format!("void own() {{ {body} }}"));
        let source = blocks::open(&mut db, &mut spare, "a.ii".into(), &own(bodies[0]), Dialect::default());
        for pair in bodies.windows(2) {
            let start = own(pair[0]).rfind(" }").unwrap() - pair[0].len();
            blocks::edit(
                &mut db,
                &mut spare,
                source,
                start..start + pair[0].len(),
                pair[1],
                Dialect::default(),
            );
            let edited = slice(&db, source, Dialect::default(), &side.into());
            assert_eq!(edited, sliced(&own(pair[1]), side.into()), "{side:?}: {}", pair[1]);
        }
    }
}

fn places(text: &str) -> Vec<(String, u32, u32, String)> {
    let lines = LineTable::new(text);
    let mut start = 0;
    let mut found = Vec::new();
    for token in Lexer::new(text, Dialect::default()) {
        let word = &text[start..start + token.len as usize];
        if !token.kind.is_trivia() && !word.starts_with('#') {
            let at = lines.position(text, start);
            found.push((at.file.to_owned(), at.line, at.column, word.to_owned()));
        }
        start += token.len as usize;
    }
    found
}

#[test]
fn what_is_kept_stays_where_it_is() {
    let unit = "# 1 \"a.cu\"\n# 1 \"<built-in>\" 1\n# 1 \"h.h\" 1 3\nint a; int b; int c;\n\n\n\n   int d\n      ;\n\
                # 90 \"h.h\" 3\nint\n# 7 \"i.h\" 1 3\n e;\n# 91 \"h.h\" 2 3\nint f; /* one\ntwo */ int g;\n\
                # 2 \"a.cu\" 2\n  int own = b + g;\n\n\n\n\n\n\n\n\n\n\n\n\n\nint last = d + e;\n";
    let slice = device_slice(unit);
    let all = places(unit);
    let kept = places(&slice);
    assert!(kept.iter().all(|place| all.contains(place)), "{slice}");
    for name in ["b", "d", "e", "g", "own", "last"] {
        assert!(kept.iter().any(|(_, _, _, word)| word == name), "{name}: {slice}");
    }
    assert!(!slice.contains("int a;") && !slice.contains("int c") && !slice.contains("int f"), "{slice}");
}
