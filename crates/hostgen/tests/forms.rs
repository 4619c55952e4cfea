//! The forms of host text, as documented and tested by `tests/host-text/*.md`.
//!
//! Each example is a `cuda` block followed by a `host` block: the host text of the first must be the second.
//! CUDA's header macros are expanded in the source as the headers would. A line `options: …` above an
//! example chooses the modes of nvcc: `rdc`, `extended-lambda`, `debug`, `visible`, `no-static-stub`, `clang`, `c++20`,
//! `13.5` and `tile`.
//! `UPDATE_EXPECT=1 cargo test -p asunder-hostgen` rewrites the `host` blocks.

use std::path::Path;
use std::sync::Arc;

use asunder_hostgen::options::{HostCompiler, HostOptions};
use asunder_hostgen::unit::{HostSettings, host_file};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Release, Standard};

#[salsa::db]
#[derive(Clone, Default)]
struct Database {
    storage: salsa::Storage<Self>,
}

#[salsa::db]
impl salsa::Database for Database {}

/// What `crt/host_defines.h` makes of CUDA's words.
const MACROS: [(&str, &str); 13] = [
    ("__host__", "__attribute__((host))"),
    ("__device__", "__attribute__((device))"),
    ("__global__", "__attribute__((global))"),
    ("__shared__", "__attribute__((shared))"),
    ("__constant__", "__attribute__((constant))"),
    ("__managed__", "__attribute__((managed))"),
    ("__grid_constant__", "__attribute__((grid_constant))"),
    ("__launch_bounds__(256)", "__attribute__((launch_bounds(256)))"),
    ("__device_builtin__", "__attribute__((device_builtin))"),
    ("__nv_pure__", "__attribute__((nv_pure))"),
    ("__tile_global__", "__attribute__((tile_global))"),
    ("__tile__", "__attribute__((tile))"),
    ("__forceinline__", "__inline__ __attribute__((always_inline))"),
];

/// The host text of `source`, without head and trailer.
fn host_text(source: &str, modes: &str) -> String {
    let mut options = HostOptions::default();
    let mut dialect = Dialect::new(Standard::Cpp17);
    for mode in modes.split_whitespace() {
        match mode {
            "rdc" => {
                options.static_host_stub = false;
                options.device_c = true;
                options.host_references = true;
            }
            "extended-lambda" => options.extended_lambda = true,
            "debug" => options.debug_mode = true,
            "visible" => options.device_hidden_visibility = false,
            "no-static-stub" => options.static_host_stub = false,
            "clang" => options.compiler = HostCompiler::Clang(160_000),
            "c++20" => dialect.standard = Standard::Cpp20,
            "13.5" => dialect.release = Release::V13_5,
            "tile" => dialect = dialect.with_release(Release::V13_5).with_tile(true),
            other => panic!("unknown mode `{other}`"),
        }
    }
    let mut text = source.to_owned();
    for (word, expansion) in MACROS {
        text = text.replace(word, expansion);
    }
    let text = format!("# 1 \"x.cu\"\n{text}");
    let db = Database::default();
    let source = SourceText::new(&db, "x.ii".to_owned(), text.into());
    let settings = HostSettings {
        options: Arc::new(options),
        dialect,
        input_name: "x.ii".to_owned(),
        stub_file: "x.cudafe1.stub.c".to_owned(),
        module_id: "_ID".to_owned(),
    };
    let file = host_file(&db, source, Arc::new(settings));
    let head_end = "\n# 1 \"x.cu\"\n# 1 \"x.cu\"\n";
    let start = file.find(head_end).expect("the head ends where the text starts") + head_end.len();
    let end = file.rfind("# 1 \"x.cudafe1.stub.c\"\n#define");
    let end =
        end.or_else(|| file.rfind("#line 1 \"x.cudafe1.stub.c\"\n#define")).expect("the trailer starts") - 1;
    let body = file[start..end].trim_end();
    // Blanks at line ends are what removed attributes leave; Markdown does not show them.
    let body = body.lines().map(|line| line.trim_end().to_owned() + "\n");
    body.chain(references(&file[end..])).collect()
}

/// The host reference arrays after the trailer, without the bytes that repeat each pattern.
fn references(trailer: &str) -> impl Iterator<Item = String> {
    let arrays = trailer.lines().skip_while(|line| !line.starts_with("extern \"C\""));
    arrays
        .filter(|line| line.starts_with("/*") || line.starts_with("extern __"))
        .map(|line| line.to_owned() + "\n")
}

/// Makes every `host` block of a document what it should be.
fn regenerate(document: &str) -> String {
    let mut out = String::new();
    let mut modes = "";
    let mut source: Option<String> = None;
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if let Some(options) = line.strip_prefix("options: ") {
            modes = options;
        }
        match line {
            "```cuda" => {
                let block: String = lines
                    .by_ref()
                    .take_while(|line| *line != "```")
                    .map(|line| format!("{line}\n"))
                    .collect();
                out.push_str(&block);
                out.push_str("```\n");
                source = Some(block);
            }
            "```host" => {
                lines.by_ref().take_while(|line| *line != "```").for_each(drop);
                let source = source.take().expect("a `host` block follows a `cuda` block");
                out.push_str(&host_text(&source, modes));
                out.push_str("```\n");
                modes = "";
            }
            _ => {}
        }
    }
    out
}

#[test]
fn documents() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/host-text");
    let mut documents: Vec<_> = std::fs::read_dir(&directory)
        .expect("the documents are there")
        .map(|entry| entry.unwrap().path())
        .collect();
    documents.sort();
    assert!(!documents.is_empty());
    for document in documents {
        let text = std::fs::read_to_string(&document).unwrap();
        expect_test::expect_file![document].assert_eq(&regenerate(&text));
    }
}
