//! Long chains and deep nesting around a launch: the launch is never left as it is in silence.

use asunder_driver::options::Options;
use asunder_driver::run_host_pass;

const PRELUDE: &str = "\
struct dim3 { unsigned x, y, z; dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1); };
extern \"C\" unsigned __cudaPushCallConfiguration(dim3, dim3, unsigned long = 0, struct CUstream_st* = 0);
__attribute__((global)) void k(int);
";
const LAUNCH: &str = "k<<<1, 1>>>";
/// More than the levels that are parsed, which are 10,000.
const TOO_DEEP: usize = 12_000;

/// The host text of a function's body; nothing for one that is too deep.
fn host_text(body: &str) -> Option<String> {
    let text = format!("{PRELUDE}int f(int x) {{ {body} return 0; }}\n");
    let output = run_host_pass(&Options::default(), text.as_bytes()).expect("the unit is small");
    // Whatever the reference says has a number.
    let is_cut = output.report.diagnostics.iter().any(|it| it.message.number.is_none());
    (!is_cut).then(|| String::from_utf8(output.host_file.to_bytes()).expect("is text"))
}

/// Around the launch of each of these bodies stand `levels` of something.
fn bodies(levels: usize) -> [(&'static str, String); 7] {
    let around =
        |open: &str, close: &str| format!("{LAUNCH}({}x{});", open.repeat(levels), close.repeat(levels));
    [
        ("parentheses", around("(", ")")),
        ("signs", around("- ", "")),
        ("conditions in conditions", around("x ? ", " : 1")),
        ("lambdas", around("[&]{ return ", "; }()")),
        ("blocks", format!("{}{LAUNCH}(x);{}", "{".repeat(levels), "}".repeat(levels))),
        ("ifs", format!("{}{LAUNCH}(x);", "if (x) ".repeat(levels))),
        ("loops", format!("{}{LAUNCH}(x);", "while (x) ".repeat(levels))),
    ]
}

#[test]
fn nesting_is_rewritten() {
    for (name, body) in bodies(1000) {
        let text = host_text(&body).unwrap_or_else(|| panic!("{name} are rejected"));
        assert!(!text.contains("<<<"), "{name}");
    }
}

#[test]
fn nesting_that_is_too_deep_is_an_error() {
    for (name, body) in bodies(TOO_DEEP) {
        assert!(host_text(&body).is_none(), "{name} are accepted");
    }
}

#[test]
fn nesting_without_cuda_needs_no_tree() {
    let body = format!("int y = {}x{};", "(".repeat(TOO_DEEP), ")".repeat(TOO_DEEP));
    assert!(host_text(&body).is_some_and(|text| text.contains(&body)));
}

#[test]
fn chains_have_any_length() {
    let bodies = [
        ("else if", format!("{} {LAUNCH}(x);", "if (x) x++; else ".repeat(TOO_DEEP))),
        ("?:", format!("{LAUNCH}({} 0);", "x ? 1 : ".repeat(TOO_DEEP))),
        ("+", format!("{LAUNCH}({} 0);", "x + ".repeat(TOO_DEEP))),
        (",", format!("{} {LAUNCH}(x);", "x++, ".repeat(TOO_DEEP))),
        ("declarators", format!("int {} p; {LAUNCH}(x);", "*".repeat(TOO_DEEP))),
    ];
    for (name, body) in bodies {
        let text = host_text(&body).unwrap_or_else(|| panic!("a chain of {name} is rejected"));
        assert!(!text.contains("<<<"), "{name}");
    }
}
