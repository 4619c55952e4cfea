//! Small sources beside the text that g++ 12 writes for them (`tests/cases`): `gcc -E -nostdinc -undef -x c++
//! -std=gnu++17 -I user -isystem system NAME.cc` in that folder gives `NAME.ii`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asunder_preproc::{
    Dialect, Form, GivenFolders, Host, Macro, Output, Question, Request, SearchPath, Severity, Shared, Style,
    preprocess,
};

/// A compiler that predefines what the cases ask for.
struct Gcc;

impl Host for Gcc {
    fn number(&self) -> u64 {
        0
    }

    fn predefined(&self) -> &[Arc<Macro>] {
        &[]
    }

    fn head(&self) -> Option<Vec<u8>> {
        None
    }

    fn definitions(&self) -> Option<Vec<u8>> {
        None
    }

    fn answer(&self, _: Question, name: &str) -> Option<u32> {
        Some(u32::from(name == "noinline"))
    }
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn request(source: &str, directory: &Path) -> Request {
    let given =
        GivenFolders { user: vec!["user".into()], system: vec!["system".into()], ..GivenFolders::default() };
    Request {
        source: source.to_owned(),
        text: None,
        directory: directory.to_owned(),
        dialect: Dialect::DEFAULT,
        is_raw: false,
        macros: Vec::new(),
        search: SearchPath::new(&given, &[], directory, Form::Gcc),
        includes: Vec::new(),
        macro_files: Vec::new(),
        shown_prefixes: Vec::new(),
        pragma_spaces: Vec::new(),
        first_include: None,
        style: Style::default(),
        records_expansions: false,
    }
}

fn run(source: &str, directory: &Path) -> Output {
    preprocess(&Shared::default(), &Gcc, &request(source, directory))
}

#[test]
fn texts_are_those_of_gcc() {
    let mut names: Vec<PathBuf> = fs::read_dir(cases())
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    names.retain(|path| path.extension().is_some_and(|extension| extension == "cc"));
    names.sort();
    assert!(names.len() >= 8, "{names:?}");
    for path in names {
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let output = run(&name, &cases());
        let expected = fs::read_to_string(path.with_extension("ii")).expect("the expected text is there");
        assert_eq!(String::from_utf8_lossy(&output.text.to_vec()), expected, "{name}");
        let errors = output.messages.iter().filter(|message| message.severity > Severity::Warning);
        assert_eq!(errors.count(), 0, "{name}: {:?}", output.messages);
    }
}

/// The messages for a source in a folder of its own, which `prepare` fills.
fn messages(text: &[u8], prepare: impl FnOnce(&Path)) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.cc"), text).expect("a file");
    prepare(folder.path());
    run("a.cc", folder.path()).messages.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_wrong_has_its_place() {
    let one = |text: &str| messages(text.as_bytes(), |_| {}).join("\n");
    assert_eq!(
        one("\n#include \"none.h\"\nint x;"),
        "a.cc:2:2: fatal error: none.h: No such file or directory"
    );
    assert_eq!(one("#if 1 /\n#endif"), "a.cc:1:2: error: #if with no expression");
    assert_eq!(one("#if 1 / 0\n#endif"), "a.cc:1:2: error: division by zero in #if");
    assert_eq!(one("#ifdef A\nx"), "a.cc:2:1: error: unterminated conditional");
    assert_eq!(one("#endif"), "a.cc:1:2: error: #endif without #if");
    assert_eq!(one("#else"), "a.cc:1:2: error: #else without #if");
    assert_eq!(one("#if 0\n#else\n#else\n#endif"), "a.cc:3:2: error: #else after #else");
    assert_eq!(one("#error no, never"), "a.cc:1:2: error: #error no, never");
    assert_eq!(one("#warning well"), "a.cc:1:2: warning: #warning well [-Wcpp]");
    assert_eq!(
        one("/* open"),
        "a.cc:1:1: error: unterminated comment or raw string, or a comment that C90 does not have"
    );
    assert_eq!(
        one("#define f(x) x\nint a = f(1"),
        "a.cc:2:9: error: unterminated argument list invoking macro \"f\""
    );
    assert_eq!(
        one("#define f(x, y) x\nf(1)"),
        "a.cc:2:1: error: macro \"f\" requires 2 arguments, but only 1 given"
    );
    assert_eq!(
        one("#define f(x) x ## +\nf(a)"),
        "a.cc:2:3: error: pasting \"a\" and \"+\" does not give a valid preprocessing token"
    );
    assert_eq!(one("#define A 1\n#define A 2"), "a.cc:2:9: warning: \"A\" redefined");
    assert_eq!(one("# 1 \"s.h\" 3\n#define A 1\n#define A 2"), "");
    assert_eq!(
        one("#define A ## b"),
        "a.cc:1:11: error: '##' cannot appear at either end of a macro expansion"
    );
    assert_eq!(one("int x = “y”;").lines().count(), 2);
}

/// Confirmed by `gcc -E -include h.h -Iuser a.cc`: no messages.
#[test]
fn what_the_command_line_includes_is_not_the_main_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("a.cc"), "int main_file;\n").expect("a file");
    fs::write(path.join("h.h"), "#pragma once\n#pragma GCC system_header\n#include_next <h.h>\n")
        .expect("a file");
    fs::create_dir(path.join("user")).expect("a folder");
    fs::write(path.join("user/h.h"), "int next;\n").expect("a file");
    let given = GivenFolders { user: vec!["user".into()], ..GivenFolders::default() };
    let search = SearchPath::new(&given, &[], path, Form::Gcc);
    let request = Request { includes: vec!["h.h".to_owned()], search, ..request("a.cc", path) };
    let output = preprocess(&Shared::default(), &Gcc, &request);
    assert_eq!(output.messages.iter().map(ToString::to_string).collect::<Vec<_>>(), [""; 0]);
    let text = String::from_utf8(output.text.to_vec()).expect("it is text");
    let code: Vec<&str> = text.lines().filter(|line| line.starts_with("int")).collect();
    assert_eq!(code, ["int next;", "int main_file;"]);
}

#[test]
fn files_that_cannot_be_used_are_errors() {
    let cycle = messages(b"#include \"a.cc\"\n", |_| {});
    assert_eq!(cycle.len(), 1, "{cycle:?}");
    assert!(cycle[0].starts_with("a.cc:1:2: fatal error: #include nested depth"), "{cycle:?}");
    let folder = messages(b"#include \"d\"\n", |folder| fs::create_dir(folder.join("d")).expect("a folder"));
    assert_eq!(folder, ["a.cc:1:2: fatal error: d: No such file or directory"]);
    let binary: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let binary = messages(b"#include \"b\"\n", |folder| fs::write(folder.join("b"), binary).expect("a file"));
    // As for gcc it is text like any other, until a line of it is a directive that means nothing.
    assert_eq!(binary, [""; 0]);
    let binary = b"\x7fELF\x02\0\n#include \x01\x02\n\xff\xfe";
    let binary = messages(b"#include \"b\"\n", |folder| fs::write(folder.join("b"), binary).expect("a file"));
    assert_eq!(binary, ["b:2:2: error: #include expects \"FILENAME\" or <FILENAME>"]);
    let missing = tempfile::tempdir().expect("a folder");
    let missing = run("none.cc", missing.path()).messages;
    assert_eq!(missing[0].to_string(), "none.cc:1:1: fatal error: none.cc: No such file or directory");
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_read_are_errors() {
    let included =
        |prepare: &dyn Fn(&Path)| messages(b"#include \"b\"\nint x;\n", |it| prepare(&it.join("b")));
    let is_loop = included(&|file| std::os::unix::fs::symlink("b", file).expect("a link"));
    assert_eq!(is_loop.len(), 1, "{is_loop:?}");
    assert!(
        is_loop[0].starts_with("a.cc:1:2: fatal error: b: Too many levels of symbolic links"),
        "{is_loop:?}"
    );
    let is_huge = included(&|file| fs::File::create(file).expect("a file").set_len(3 << 30).expect("a hole"));
    assert_eq!(is_huge, ["a.cc:1:2: fatal error: b: is too large"]);
    let dangles = included(&|file| std::os::unix::fs::symlink("none", file).expect("a link"));
    assert_eq!(dangles, ["a.cc:1:2: fatal error: b: No such file or directory"]);
    let pipe = included(&|file| {
        let made = std::process::Command::new("mkfifo").arg(file).status();
        assert!(made.is_ok_and(|made| made.success()), "mkfifo");
    });
    assert_eq!(pipe, ["a.cc:1:2: fatal error: b: is not a regular file"]);
    // Whoever may read everything (root) finds nothing wrong with this one.
    let is_readable = std::cell::Cell::new(false);
    let forbidden = included(&|file| {
        fs::write(file, "int b;\n").expect("a file");
        fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o0)).expect("it is ours");
        is_readable.set(fs::read(file).is_ok());
    });
    match is_readable.get() {
        true => assert_eq!(forbidden, [""; 0]),
        false => {
            assert!(forbidden[0].starts_with("a.cc:1:2: fatal error: b: Permission denied"), "{forbidden:?}")
        }
    }
    let device = messages(b"#include \"/dev/null\"\n", |_| {});
    assert_eq!(device, ["a.cc:1:2: fatal error: /dev/null: is not a regular file"]);
    let name = "n".repeat(5000);
    let is_long = messages(format!("#include \"{name}\"\n").as_bytes(), |_| {});
    assert!(is_long[0].starts_with("a.cc:1:2: fatal error: nnn"), "{is_long:?}");
    assert_eq!(is_long.len(), 1);
}

#[test]
fn a_file_that_changes_is_never_read_by_halves() {
    let folder = tempfile::tempdir().expect("a folder");
    let header = folder.path().join("b.h");
    let text = |word: &str| format!("int {word};\n").repeat(20_000);
    let texts = [text("a"), text("b")];
    fs::write(&header, &texts[0]).expect("a file");
    fs::write(folder.path().join("a.cc"), "#include \"b.h\"\n").expect("a file");
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut turn = 0;
            while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                turn += 1;
                fs::write(&header, &texts[turn % 2]).expect("a file");
            }
        });
        for _ in 0..30 {
            let output = run("a.cc", folder.path());
            let text = String::from_utf8_lossy(&output.text.to_vec()).into_owned();
            let has = |word: &str| text.contains(&format!("int {word};"));
            assert!(!(has("a") && has("b")), "two texts in one");
            let is_known = |text: String| text.ends_with("b.h: changes while it is read");
            assert!(output.messages.iter().all(|message| is_known(message.to_string())));
        }
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    // It rests: it is read whole.
    fs::write(&header, &texts[0]).expect("a file");
    let output = run("a.cc", folder.path());
    assert!(output.messages.is_empty());
    assert!(String::from_utf8_lossy(&output.text.to_vec()).contains(&texts[0]));
}

#[test]
fn depth_is_no_danger() {
    let nested = format!("#define f(x) x\n{}1{}\n", "f(".repeat(1000), ")".repeat(1000));
    assert_eq!(messages(nested.as_bytes(), |_| {}), [""; 0]);
    let condition = format!("#if {}1{}\nx\n#endif\n", "(".repeat(30_000), ")".repeat(30_000));
    assert_eq!(messages(condition.as_bytes(), |_| {}), [""; 0]);
    let negated = format!("#if {}1\nx\n#endif\n", "!".repeat(100_000));
    assert_eq!(messages(negated.as_bytes(), |_| {}), [""; 0]);
}

#[test]
fn tokens_know_their_places() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("m.h"), "#define inner(x) (x + 1)\n#define outer(y) inner(y)\n")
        .expect("a file");
    fs::write(folder.path().join("a.cc"), "#include \"m.h\"\nint a = outer(b);\n").expect("a file");
    let shared = Shared::default();
    let request = Request { records_expansions: true, ..request("a.cc", folder.path()) };
    let output = preprocess(&shared, &Gcc, &request);
    let show = |token: &asunder_preproc::PlacedToken| {
        let text = String::from_utf8_lossy(token.token.text(&shared.interner)).into_owned();
        assert!(output.text.to_vec()[token.offset as usize..].starts_with(text.as_bytes()), "{text}");
        let file = |number: u32| output.file_names(&shared)[number as usize - 1].clone();
        let mut out =
            format!("{text} {}:{}:{}", file(token.token.file), token.token.line, token.token.column);
        let mut origin = token.token.origin;
        while let Some(expansion) = output.expansions.get((origin as usize).wrapping_sub(1)) {
            let name = String::from_utf8_lossy(shared.interner.text(expansion.name)).into_owned();
            out += &format!(" < {name} {}:{}:{}", file(expansion.file), expansion.line, expansion.column);
            origin = expansion.parent;
        }
        out
    };
    let shown: Vec<String> = output.tokens.iter().map(show).collect();
    assert_eq!(
        shown,
        [
            "int a.cc:2:1",
            "a a.cc:2:5",
            "= a.cc:2:7",
            "( m.h:1:18 < inner m.h:2:18 < outer a.cc:2:9",
            "b a.cc:2:15 < outer a.cc:2:9",
            "+ m.h:1:21 < inner m.h:2:18 < outer a.cc:2:9",
            "1 m.h:1:23 < inner m.h:2:18 < outer a.cc:2:9",
            ") m.h:1:24 < inner m.h:2:18 < outer a.cc:2:9",
            "; a.cc:2:17",
        ]
    );
}
