//! Fingerprints of the halves of a unit: which edits leave one as it is.

use asunder_driver::Caller;
use asunder_driver::options::Options;
use asunder_driver::workspace::{TextEdit, Workspace};
use asunder_slice::{Instantiations, Side};

const UNIT: &str = "# 1 \"a.cu\"
# 1 \"h.h\" 1 3
__attribute__((device)) inline int used(int a) { return a; }
__attribute__((device)) inline int unused(int a) { return a - 1; }
int of_host(int a);
# 2 \"a.cu\" 2
/* comment */
__attribute__((global)) void kernel(int *p) { *p = used(1); }
int host(int a) { return of_host(a) + 10; }
";

/// Which halves change with an edit: host, device.
fn changed(options: &Options, unit: &str, old: &str, new: &str) -> (bool, bool) {
    let workspace = Workspace::new();
    let id = workspace.open(options.clone(), unit.as_bytes()).expect("a small unit");
    let halves = || workspace.halves(id, &Caller::this()).expect("the unit is open");
    let before = halves();
    let start = unit.find(old).expect("it is there");
    let edit = TextEdit { range: start..start + old.len(), text: new.as_bytes().to_owned() };
    workspace.edit(id, &[edit]).expect("the range is in the text");
    let after = halves();
    let fresh = Workspace::new();
    let edited = unit.replacen(old, new, 1);
    let id = fresh.open(options.clone(), edited.as_bytes()).expect("a small unit");
    let expected = fresh.halves(id, &Caller::this()).expect("the unit is open");
    assert_eq!(after, expected, "{old} -> {new}");
    (before.host != after.host, before.device != after.device)
}

fn sliced() -> Options {
    let mut options = Options::default();
    options.output.slice_host = Some(Side::Host(Instantiations::InOrder).into());
    options
}

#[test]
fn each_half_changes_with_what_its_compiler_needs() {
    for (old, new, device) in [
        ("/* comment */", "/* longer comment */", false),
        ("a) + 10", "a) + 11", false),
        ("return a - 1", "return a - 2", false),
        ("int of_host(int a)", "int of_host(int b)", true),
        ("int unused(int a)", "int unused(long a)", false),
        ("return a; }", "return -a; }", true),
        ("used(1)", "used(2)", true),
        ("used(1)", "unused(1)", true),
    ] {
        assert_eq!(changed(&sliced(), UNIT, old, new).1, device, "{old} -> {new}");
    }
    for (old, new, host) in [
        ("/* comment */", "", true),
        ("a) + 10", "a) + 11", true),
        ("return a - 1", "return a - 2", false),
        ("int unused(int a)", "int unused(long a)", false),
        ("int of_host(int a)", "int of_host(long a)", true),
        ("used(1)", "used(2)", false),
    ] {
        assert_eq!(changed(&sliced(), UNIT, old, new).0, host, "{old} -> {new}");
    }
}

#[test]
fn lines_count_where_the_device_code_says_them() {
    let mut with_lines = sliced();
    with_lines.cuda.line_information = true;
    let shift = ("/* comment */", "/* comment\n*/");
    assert!(!changed(&sliced(), UNIT, shift.0, shift.1).1);
    assert!(changed(&with_lines, UNIT, shift.0, shift.1).1);
    // Behind all device code.
    assert!(changed(&with_lines, UNIT, "a) + 10;", "a)\n+ 10;").1, "the user's own function is kept");
    let asks = UNIT.replace("used(1)", "__builtin_LINE()");
    assert!(changed(&sliced(), &asks, shift.0, shift.1).1);
}

#[test]
fn an_edit_that_uses_no_new_name_leaves_the_slice() {
    let workspace = Workspace::new();
    let mut unit = UNIT.to_owned();
    for number in 0..300 {
        unit += &format!("__attribute__((device)) int f{number}(int a) {{ return a + {number}; }}\n");
    }
    let id = workspace.open(sliced(), unit.as_bytes()).expect("a small unit");
    let ask = || {
        let before = workspace.statistics().executed;
        workspace.halves(id, &Caller::this()).expect("the unit is open");
        workspace.statistics().executed - before
    };
    let all = ask();
    let at = unit.find("a + 150").expect("it is there");
    workspace.edit(id, &[TextEdit { range: at..at + 7, text: b"a * 151".to_vec() }]).expect("in the text");
    let again = ask();
    assert!(again < all / 3, "{again} of {all} queries");
}

/// Host code decides which instances of kernels there are; functions that nothing names are dropped.
const MADE: &str = "# 1 \"a.cu\"
template <class T> __attribute__((global)) void kernel(T *p, int n) { *p = n; }
template <class T> __attribute__((device)) T never(T a) { return a + 2; }
static __attribute__((device)) int helper(int a) { return a + 3; }
static __attribute__((device)) int alone(int a) { return helper(a) + 4; }
static __attribute__((device)) int called(int a) { return a + 5; }
static __attribute__((device, used)) int marked(int a) { return a + 6; }
static void unused_host() { kernel<short><<<1, 1>>>(nullptr, 7); }
template <class T> __attribute__((device)) T special(T a);
template <> __attribute__((device)) int special<int>(int a) { return a + 8; }
__attribute__((global)) void plain(int *p) { *p = called(9); }
struct Grid { Grid(int); };
void host(int a) { int *p = nullptr; float *q = nullptr; a += 10; kernel(p, a); }
";

#[test]
fn the_device_half_is_what_is_kept() {
    let (old, new) = ("kernel(p, a); }", "kernel<<<Grid(1), 1>>>(p, a); }");
    let launching = MADE.replacen(old, new, 1);
    for unit in [MADE, &launching] {
        for (old, new, device) in [
            ("a + 2", "a + 12", false),
            ("a + 5", "a + 15", true),
            ("a + 6", "a + 16", true),
            ("kernel<short>", "kernel<char>", true),
            ("a + 8", "a + 18", true),
            ("called(9)", "alone(9)", true),
        ] {
            assert_eq!(changed(&sliced(), unit, old, new).1, device, "{old} -> {new}");
        }
    }
    for (old, new, device) in [
        ("a += 10", "a += 11", false),
        ("a += 10;", "a += 10; a *= sizeof(int);", false),
        ("kernel(p, a)", "kernel(q, a)", true),
        ("kernel(p, a)", "p = nullptr", true),
    ] {
        assert_eq!(changed(&sliced(), MADE, old, new).1, device, "{old} -> {new}");
    }
}

/// A host function of which not all is known, and a device function whose parameter has the name of a template.
const OPEN: &str = "# 1 \"a.cu\"
template <class T> __attribute__((global)) void kernel(T *p, int n) { *p = n; }
static __attribute__((device)) int alone(int kernel) { return kernel + 1; }
void host(int a) {
  long *q = nullptr;
  { int inner = 2; inner += 3; }
  never_heard_of(kernel<long>, q);
  a += 4;
  for (int i = 5; i < 6; ++i) { a += i; never_heard_of(a); }
}
";

#[test]
fn statements_count_where_something_in_them_is_not_known() {
    for (old, new, device) in [
        ("kernel + 1", "kernel + 11", false),
        ("inner = 2", "inner = 12", false),
        ("inner += 3", "inner += 13", false),
        ("a += 4", "a += 14", false),
        ("long *q", "short *q", true),
        ("kernel<long>", "kernel<char>", true),
        ("i = 5", "i = 15", true),
        ("a += i;", "a -= i;", true),
    ] {
        assert_eq!(changed(&sliced(), OPEN, old, new).1, device, "{old} -> {new}");
    }
}
