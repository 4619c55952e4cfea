//! Readings of headers that are kept: a source has the text that it has without them, whatever was read before.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use asunder_preproc::{
    Dialect, Form, Given, GivenFolders, Host, Macro, Output, Question, Request, SearchPath, Shared, Style,
    preprocess,
};

struct Compiler;

impl Host for Compiler {
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

    fn answer(&self, _: Question, _: &str) -> Option<u32> {
        Some(0)
    }
}

fn run(shared: &Shared, text: &str, macros: &[&str], directory: &Path) -> Output {
    let given = GivenFolders {
        user: vec!["user".into()],
        system: vec!["first".into(), "system".into()],
        ..GivenFolders::default()
    };
    let request = Request {
        source: "a.cc".to_owned(),
        text: Some(text.as_bytes().to_vec()),
        directory: directory.to_owned(),
        dialect: Dialect::DEFAULT,
        is_raw: false,
        macros: macros.iter().map(|it| Given::Define((*it).to_owned())).collect(),
        search: SearchPath::new(&given, &[], directory, Form::Gcc),
        includes: Vec::new(),
        macro_files: Vec::new(),
        shown_prefixes: Vec::new(),
        pragma_spaces: Vec::new(),
        first_include: None,
        style: Style::default(),
        records_expansions: false,
    };
    preprocess(shared, &Compiler, &request)
}

fn shown(output: &Output, shared: &Shared) -> String {
    let messages: Vec<String> = output.messages.iter().map(ToString::to_string).collect();
    let text = String::from_utf8_lossy(&output.text.to_vec()).into_owned();
    format!("{text}\n{}\n{}", output.file_names(shared).join("\n"), messages.join("\n"))
}

/// Units that are preprocessed in one process.
struct Project {
    folder: tempfile::TempDir,
    shared: Shared,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Project {
        let project = Project { folder: tempfile::tempdir().expect("a folder"), shared: Shared::default() };
        for folder in ["user", "system", "first"] {
            fs::create_dir(project.folder.path().join(folder)).expect("a folder");
        }
        files.iter().for_each(|(name, text)| project.write(name, text));
        project
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).expect("a file");
        self.shared.start_revision();
    }

    /// Preprocesses a source, which gives what it gives without what is kept.
    #[track_caller]
    fn check(&self, text: &str, macros: &[&str]) -> String {
        let kept = shown(&run(&self.shared, text, macros, self.folder.path()), &self.shared);
        let other = Shared::default();
        let fresh = shown(&run(&other, text, macros, self.folder.path()), &other);
        assert_eq!(kept, fresh, "{macros:?}\n{text}");
        kept
    }
}

#[test]
fn macros_that_a_header_reads_decide() {
    let project = Project::new(&[
        ("user/a.h", "#ifndef A_H\n#define A_H\n#include \"b.h\"\nint a = N + M(1);\n#endif\n"),
        (
            "user/b.h",
            "#if defined MODE && MODE > 1\n#define N 2\n#else\n#define N 1\n#endif\n#define M(x) x\n",
        ),
    ]);
    let source = "#include <a.h>\nint n = N;\n#include \"a.h\"\n";
    for macros in [&[][..], &["MODE=1"], &["MODE=2"], &[], &["a=b"], &["MODE=2", "int=long"]] {
        project.check(source, macros);
    }
    project.check("#define N 7\n#undef N\n#include <a.h>\n", &[]);
    project.check("int before;\n#include <b.h>\n#include <a.h>\n", &[]);
}

#[test]
fn files_that_come_change_and_go_are_seen() {
    let project = Project::new(&[
        (
            "system/a.h",
            "#if __has_include(<b.h>)\n#include <b.h>\n#else\nint none;\n#endif\n#include \"c.h\"\n",
        ),
        ("system/c.h", "int c = 1;\n"),
    ]);
    let source = "#include <a.h>\n";
    assert!(project.check(source, &[]).contains("none"));
    project.write("system/b.h", "int b;\n");
    assert!(project.check(source, &[]).contains("int b"));
    project.write("first/b.h", "int first;\n");
    assert!(project.check(source, &[]).contains("int first"));
    project.write("system/c.h", "int c = 22;\n");
    assert!(project.check(source, &[]).contains("22"));
    fs::remove_file(project.folder.path().join("first/b.h")).expect("it is removed");
    project.shared.start_revision();
    assert!(project.check(source, &[]).contains("int b"));
    fs::remove_file(project.folder.path().join("system/c.h")).expect("it is removed");
    project.shared.start_revision();
    assert!(project.check(source, &[]).contains("c.h: No such file"));
}

/// Folders that did not change for a while are not searched again.
#[test]
#[cfg(unix)]
fn files_that_come_into_folders_at_rest_are_seen() {
    let project = Project::new(&[("system/a.h", "int a;\n"), ("system/t.h", "int target;\n")]);
    let path = |name: &str| project.folder.path().join(name);
    let source = "#include <a.h>\n#if __has_include(<sub/b.h>)\n#include <sub/b.h>\n#endif\n";
    let outer = "#include <o.h>\n";
    project.write("system/o.h", source);
    let check_at_rest = |wanted: &str| {
        for folder in ["first", "user", "system", "system/sub"] {
            if let Ok(folder) = fs::File::open(path(folder)) {
                let hour = std::time::Duration::from_secs(3600);
                folder.set_modified(std::time::SystemTime::now() - hour).expect("it is ours");
            }
        }
        for source in [source, outer, source, outer] {
            project.shared.start_revision();
            assert!(project.check(source, &[]).contains(wanted), "{wanted}");
        }
    };
    check_at_rest("int a;");
    project.write("first/a.h", "int first;\n");
    check_at_rest("int first;");
    std::os::unix::fs::symlink(path("system/none.h"), path("user/a.h")).expect("a link");
    check_at_rest("int first;");
    fs::copy(path("system/t.h"), path("system/none.h")).expect("the target comes");
    check_at_rest("int target;");
    fs::create_dir(path("system/sub")).expect("a folder");
    check_at_rest("int target;");
    project.write("system/sub/b.h", "int b;\n");
    check_at_rest("int b;");
}

#[test]
fn what_is_not_a_macro_decides_too() {
    let project = Project::new(&[
        ("user/once.h", "#pragma once\nint once;\n"),
        ("user/copy.h", "#include \"once.h\"\nint copy;\n"),
        ("user/count.h", "int count = __COUNTER__;\n"),
        ("user/push.h", "#pragma push_macro(\"A\")\n#undef A\n#define A pushed\n"),
        ("user/pop.h", "#pragma pop_macro(\"A\")\n"),
        ("user/both.h", "#include \"push.h\"\nint a = A;\n#include \"pop.h\"\nint b = A;\n"),
        ("user/level.h", "int level = __INCLUDE_LEVEL__;\n"),
        ("user/base.h", "#include \"level.h\"\nconst char *base = __BASE_FILE__, *file = __FILE__;\n"),
        ("user/open.h", "#define CALL(x) x\nCALL\n"),
        (
            "system/pragma.h",
            "#pragma GCC system_header\n#include \"inner.h\"\n_Pragma(\"message(\\\"m\\\")\")\n",
        ),
        ("system/inner.h", "int inner = MINE;\n"),
        ("user/warns.h", "#warning careful\nint warns;\n"),
        ("user/import.h", "#import \"once.h\"\n#import \"level.h\"\n"),
    ]);
    let sources = [
        "#include \"once.h\"\n#include \"copy.h\"\n",
        "#include \"copy.h\"\n#include \"once.h\"\n",
        "#include \"count.h\"\n#include \"count.h\"\nint n = __COUNTER__;\n",
        "int n = __COUNTER__;\n#include \"count.h\"\n",
        "#define A 1\n#include \"both.h\"\nA\n",
        "#define A 2\n#include \"push.h\"\nA\n#include \"both.h\"\n#include \"pop.h\"\nA\n#include \"pop.h\"\n",
        "#include \"pop.h\"\n#include \"both.h\"\nA\n",
        "#include \"level.h\"\n#include \"base.h\"\n",
        "#include \"base.h\"\n#include \"level.h\"\n",
        "#include \"open.h\"\n(1)\n#include \"open.h\"\n",
        "#define MINE 1\n#include <pragma.h>\nint x;\n",
        "#define MINE __LINE__ + 3\nint y;\n#include <pragma.h>\n#include <inner.h>\nint x;\n",
        "#include \"warns.h\"\n#include \"warns.h\"\n",
        "#include \"import.h\"\n#include \"level.h\"\n#import \"level.h\"\n",
        "#include \"level.h\"\n#include \"import.h\"\n#include \"once.h\"\n",
        "#define F(x) x\nF(\n#include \"once.h\"\n)\n#include \"copy.h\"\n",
        "#pragma GCC poison A\n#include \"both.h\"\n",
    ];
    for _ in 0..2 {
        for source in sources {
            project.check(source, &[]);
        }
    }
}

/// Headers and sources that are made up: includes, definitions and conditions of a few names in any order.
#[test]
fn made_up_projects_have_the_texts_that_they_have_without_what_is_kept() {
    let names = ["A", "B", "C", "D"];
    for seed in 0..100 {
        let mut random = fastrand::Rng::with_seed(seed);
        let project = Project::new(&[]);
        let lines = |random: &mut fastrand::Rng, first: usize| {
            let mut text = String::new();
            for _ in 0..random.usize(1..8) {
                let name = names[random.usize(..names.len())];
                let other = names[random.usize(..names.len())];
                let header = random.usize(first..10);
                text += &match random.usize(..9) {
                    0 => format!("#define {name} {other} + {}\n", random.u8(..3)),
                    1 => format!("#undef {name}\n"),
                    2 if header < 9 => format!("#ifdef {name}\n#include \"h{header}.h\"\n#endif\n"),
                    3 => format!("#ifndef {name}\n#define {name}\n#else\nint {other};\n#endif\n"),
                    4 | 5 if header < 9 => format!("#include \"h{header}.h\"\n"),
                    6 => format!("#define f(x) x {name}\nint v = f({other}) ;\n"),
                    7 => format!("#pragma push_macro(\"{name}\")\n#pragma pop_macro(\"{other}\")\n"),
                    _ => format!("int {name} = {other};\n"),
                };
            }
            text
        };
        let header = |random: &mut fastrand::Rng, number: usize| {
            let body = lines(random, number + 1);
            match random.u8(..4) {
                0 => format!("#pragma once\n{body}"),
                1 => format!("#ifndef H{number}\n#define H{number}\n{body}#endif\n"),
                _ => body,
            }
        };
        // Those of the system may define macros again.
        let place = |number| format!("{}/h{number}.h", if number % 3 == 0 { "user" } else { "system" });
        for number in 0..9 {
            project.write(&place(number), &header(&mut random, number));
        }
        for _ in 0..12 {
            let source = lines(&mut random, 0);
            let macros: &[&str] = [&[][..], &["A=1"], &["B=A", "C"]][random.usize(..3)];
            project.check(&source, macros);
            if random.u8(..4) == 0 {
                let number = random.usize(..9);
                project.write(&place(number), &header(&mut random, number));
            }
        }
    }
}
