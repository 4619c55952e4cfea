//! Host files of slices: what is left out, and where the rest stands.

use std::sync::Arc;

use asunder_hostgen::options::HostOptions;
use asunder_hostgen::unit::{HostSettings, host_file};
use asunder_slice::{Instantiations, Side};
use asunder_source::{LineTable, SourceText};
use asunder_syntax::{Dialect, Lexer};

/// The host file of a unit.
fn host(unit: &str, is_sliced: bool) -> String {
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "x.ii".to_owned(), unit.into());
    let slice = is_sliced.then(|| Side::Host(Instantiations::InAnyOrder).into());
    let settings = HostSettings {
        options: Arc::new(HostOptions { extended_lambda: true, slice, ..HostOptions::default() }),
        dialect: Dialect::default(),
        input_name: "x.ii".to_owned(),
        stub_file: "x.stub.c".to_owned(),
        module_id: "_ID".to_owned(),
    };
    host_file(&db, source, Arc::new(settings))
}

/// The unit's part of a sliced host file: its lines without empty ones and line markers.
fn kept(unit: &str) -> Vec<String> {
    let file = host(unit, true);
    let start = file.rfind("# 1 \"a.cu\"\n").expect("the end of the head");
    let lines = file[start..].lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("# "));
    let lines = lines.take_while(|line| !line.starts_with("#define _NV_ANON_NAMESPACE"));
    lines.map(str::to_owned).collect()
}

const UNIT: &str = "# 1 \"a.cu\"
# 1 \"h.h\" 1 3
#pragma GCC unroll 4
void unused();
#pragma GCC diagnostic push
namespace n {
int a(); int b(); int c();
inline void long_one() {



   ;



} int d();
}
# 90 \"i.h\" 1 3
inline void across()
# 3 \"j.h\" 1 3
{ }
# 92 \"i.h\" 2 3
    __attribute__((device)) int of_device() { return b(); }
# 20 \"h.h\" 2 3
# 2 \"a.cu\" 2
  int own = n::b() + n::d();


__attribute__((global)) void kernel(int) { }
int last;
";

#[test]
fn what_the_host_compiler_does_not_need_is_left_out() {
    assert_eq!(
        kept(UNIT),
        [
            "#pragma GCC diagnostic push",
            "namespace n {",
            "int b();",
            "int d();",
            "}",
            "__attribute__((unused)) int of_device() {int volatile ___ = 1;::exit(___);}",
            "int own = n::b() + n::d();",
            "__attribute__((visibility(\"hidden\"))) void kernel(int) ;",
            "int last;",
        ]
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
fn what_is_kept_stands_where_it_stands_in_the_whole_file() {
    let (whole, part) = (places(&host(UNIT, false)), places(&host(UNIT, true)));
    let is_brace = |word: &str| word == "}";
    let moved: Vec<_> = part.iter().filter(|it| !is_brace(&it.3) && !whole.contains(it)).collect();
    assert_eq!(moved, [] as [&(String, u32, u32, String); 0]);
    assert!(part.len() < whole.len());
}

#[test]
fn head_trailer_and_the_lambda_preamble_stay() {
    let unit = "# 1 \"a.cu\"\n# 1 \"h.h\" 1 3\ntypedef unsigned long size_t;\n\
                __attribute__((device_builtin)) struct __nv_trigger { };\nint f();\n# 2 \"a.cu\" 2\nint own;\n";
    let (whole, part) = (host(unit, false), host(unit, true));
    assert!(part.contains("typedef unsigned long size_t;\n#if !defined(__CUDA_INCLUDE_COMPILER"), "{part}");
    assert!(part.ends_with(&whole[whole.find("#define _NV_ANON_NAMESPACE").expect("the trailer")..]));
    assert!(!part.contains("int f();"));
}
