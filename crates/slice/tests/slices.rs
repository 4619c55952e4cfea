//! Slices of small units: what is kept, and where it stands.

use asunder_slice::{Side, slice};
use asunder_source::{LineTable, SourceText};
use asunder_syntax::{Dialect, Lexer};

fn device_slice(unit: &str) -> String {
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "a.ii".to_owned(), unit.into());
    slice(&db, source, Dialect::default(), Side::Device)
}

/// What is kept of a system header with the text `header`, in front of the user's text `own`: its lines.
fn of_header(header: &str, own: &str) -> String {
    let slice = device_slice(&format!("# 1 \"a.cu\"\n# 1 \"h.h\" 1 3\n{header}\n# 2 \"a.cu\" 2\n{own}\n"));
    let header = slice.split("# 2 \"a.cu\" 2").next().unwrap();
    let kept = header.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# "));
    kept.collect::<Vec<_>>().join("\n")
}

/// Checks that of the header's lines, of which each is an item, those are kept that start with `+`.
#[track_caller]
fn check(header: &str, own: &str) {
    let lines = || header.lines().map(str::trim).filter(|line| !line.is_empty());
    let text: Vec<&str> = lines().map(|line| &line[2..]).collect();
    let expected: Vec<&str> = lines().filter(|line| line.starts_with('+')).map(|line| &line[2..]).collect();
    assert_eq!(of_header(&text.join("\n"), own), expected.join("\n"));
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
