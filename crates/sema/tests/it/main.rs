//! What expressions mean, against expectations that stand below them.
//!
//! `tests/types/*.cpp` hold programs; below a line a comment points at a place of it and says what stands there in the
//! reference's words: `//  ^ add | long | p`, and for names `| name@line:column` of the declaration, lines counted
//! without these comments. Every expectation was confirmed by the reference's typed tree (`cargo xtask types`).

mod order;
mod xref;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use asunder_sema::finding::Argument;
use asunder_sema::listing::{Wanted, listing};
use asunder_sema::mistakes::{Templates, mistakes, place_of};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Standard};

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

/// The mistakes of a unit: line, column, and the number of the message with what fills it.
fn mistakes_of(text: &str) -> Vec<(usize, usize, String)> {
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "t.ii".to_owned(), text.into());
    let names = asunder_decls::names::Names::new(&db, source, Dialect::default());
    let mut all = Vec::new();
    for item in names.layout().numbers() {
        let start = usize::from(names.range(item).start());
        for found in mistakes(&db, source, item, Dialect::default(), Templates::Checked) {
            let before = &text[..start + usize::from(found.offset)];
            let line = before.matches('\n').count();
            let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            let arguments = found.mistake.arguments.iter().map(shown);
            let words: Vec<String> =
                std::iter::once(found.mistake.number.to_string()).chain(arguments).collect();
            all.push((line, column, words.join(" | ")));
        }
    }
    all
}

/// An argument of a message as expectations write it.
fn shown(argument: &Argument) -> String {
    match argument {
        Argument::Text(text) | Argument::Name(text) => text.clone(),
        Argument::Type { written, meaning: None } => written.clone(),
        Argument::Type { written, meaning: Some(meaning) } => format!("{written} = {meaning}"),
        Argument::Entity { kind: Some(kind), name, .. } => format!("{kind} {name}"),
        Argument::Entity { kind: None, name, .. } => name.clone(),
        Argument::Number(number) => number.to_string(),
        Argument::At(_) => "there".to_owned(),
    }
}

/// Each of `tests/mistakes/*.cpp` is a program; below a line stand all mistakes of it: the number of the reference's
/// message and what fills it. Every expectation was confirmed by running the reference.
#[test]
fn mistakes_are_found_where_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let mut count = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of programs") {
        let path = entry.expect("a program").path();
        let text = fs::read_to_string(&path).expect("a program");
        let (program, mut expected) = parts(&text);
        let mut found = mistakes_of(&format!("# 1 \"t.cpp\"\n{program}"));
        count += expected.len();
        expected.sort();
        found.sort();
        if expected != found {
            let missing: Vec<_> = expected.iter().filter(|it| !found.contains(it)).collect();
            let spurious: Vec<_> = found.iter().filter(|it| !expected.contains(it)).collect();
            wrong.push(format!("{}: missing {missing:#?}, spurious {spurious:#?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 200, "{count} expectations");
}

/// The mistakes of a unit with their notes, in the form of expectations: notes start with that word.
fn with_notes(text: &str, dialect: Dialect) -> Vec<(usize, usize, String)> {
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "t.ii".to_owned(), text.into());
    let names = asunder_decls::names::Names::new(&db, source, dialect);
    let layout = names.layout();
    let place = |item: u32, offset: u32| {
        let before = &text[..usize::from(names.range(item).start()) + offset as usize];
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        (before.matches('\n').count(), column)
    };
    let mut all = Vec::new();
    for item in layout.numbers() {
        for found in mistakes(&db, source, item, dialect, Templates::Checked) {
            let words = |number: u16, arguments: &[Argument]| {
                let arguments = arguments.iter().map(shown);
                std::iter::once(number.to_string()).chain(arguments).collect::<Vec<String>>().join(" | ")
            };
            let (line, column) = place(item, found.offset.into());
            all.push((line, column, words(found.mistake.number, &found.mistake.arguments)));
            for note in &found.mistake.notes {
                let at = place_of(&db, source, item, note.at, dialect);
                let (item, offset) = at.unwrap_or((item, found.offset));
                let (line, column) = place(item, offset.into());
                all.push((line, column, format!("note {}", words(note.number, &note.arguments))));
            }
        }
    }
    all
}

/// Each of `tests/constants/*.cpp` is a program; below a line stand all mistakes and notes of it. Programs whose name
/// ends with `20` are C++20. Every expectation was confirmed by running the reference; static assertions that hold
/// confirm values.
#[test]
fn constants_are_evaluated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/constants");
    let mut count = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of programs") {
        let path = entry.expect("a program").path();
        let text = fs::read_to_string(&path).expect("a program");
        let is_20 = path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("20"));
        let standard = if is_20 { Standard::Cpp20 } else { Standard::default() };
        let (program, mut expected) = parts(&text);
        let mut found = with_notes(&format!("# 1 \"t.cpp\"\n{program}"), Dialect::new(standard));
        count += expected.len();
        // What is asserted is known to hold: its contrary does not.
        if path.file_stem().is_some_and(|name| name.to_string_lossy().starts_with("values")) {
            let asserted = program.matches("static_assert(").count();
            let contrary = program
                .replace("static_assert(", "static_assert(!")
                .replace(" static_assert(!", "\n static_assert(!");
            let contrary = contrary
                .lines()
                .map(|line| match line.trim_start().strip_prefix("static_assert(!") {
                    Some(rest) => {
                        let end = rest.find(");").unwrap_or(rest.len());
                        format!("static_assert(!({}){}", &rest[..end], &rest[end..])
                    }
                    None => line.to_owned(),
                })
                .collect::<Vec<String>>()
                .join("\n");
            let failed = with_notes(&format!("# 1 \"t.cpp\"\n{contrary}"), Dialect::new(standard));
            if failed.len() != asserted {
                let lines: Vec<usize> = failed.iter().map(|it| it.0).collect();
                let held = contrary.lines().enumerate().filter(|(number, line)| {
                    line.starts_with("static_assert") && !lines.contains(&(number + 1))
                });
                let held: Vec<String> = held.map(|(_, line)| line.to_owned()).collect();
                wrong.push(format!("{}: not known {held:#?}", path.display()));
            }
            count += asserted;
        }
        expected.sort();
        found.sort();
        if expected != found {
            let missing: Vec<_> = expected.iter().filter(|it| !found.contains(it)).collect();
            let spurious: Vec<_> = found.iter().filter(|it| !expected.contains(it)).collect();
            wrong.push(format!("{}: missing {missing:#?}, spurious {spurious:#?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 300, "{count} expectations");
}

/// The names of a unit that nothing declares.
fn undeclared_in(text: &str) -> Vec<(usize, usize, String)> {
    let mut all = mistakes_of(text);
    all.retain(|(_, _, what)| what.starts_with("20 ") || what.starts_with("135 "));
    all
}

#[test]
fn names_that_something_declares() {
    let text = "namespace N { struct S { friend void hidden(S) {} }; void found(S); template<class T> void any(T); }\n\
                static union { int in_union; float other; };\n\
                enum { plain }; struct Base { static int b; enum { inside }; }; struct D : Base { int f() { return b + inside + later; } int later; int init = later; };\n\
                int uses(N::S s) { found(s); hidden(s); any(s); extern int e; int (*fp)(int) = 0; in_union = plain;\n\
                 struct L { int m() { return 1; } } l; auto lam = [k = 3, &s](int q) { return k + q + sizeof(s); };\n\
                 for (int i = 0; i < 3; ++i) try { i; } catch (int error) { error; }\n\
                 if (int c = e) return c; again: goto again; __func__; return fp(1) + l.m() + lam(2); }\n";
    assert_eq!(undeclared_in(text), []);
}

#[test]
fn recursion_without_an_end_has_no_answer() {
    let text = "template<int N> struct F { static constexpr int v = F<N - 1>::v + 1; };\nint x = F<0>::v;\n\
                template<class T> struct G { typedef typename G<G<T>>::type type; };\nG<int>::type y;\n\
                auto h(int n) { return n ? h(n - 1) : 0; }\n";
    assert_eq!(undeclared_in(text), []);
}

#[test]
fn copies_through_each_other_end() {
    let text = "struct A;\nstruct B { B(const A &); B(B &); };\nstruct A { A(B); };\nB f(const B &b) { return b; }\n";
    assert!(found(text).iter().any(|(line, ..)| *line == 4));
}
