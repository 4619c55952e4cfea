//! A workspace through series of edits: every step is what a run from scratch gives, and little is computed.

use asunder_driver::options::{CxxStandard, Input, Language, Options};
use asunder_driver::workspace::{TextEdit, UnitId, Workspace};
use asunder_driver::{Caller, HostOutput, Pass, check_unit, run_host_pass};
use asunder_edits::Edits;

/// The device pass that is compared as well.
const DEVICE: Pass = Pass::Device { arch: 75 };

fn options(name: &str) -> Options {
    let mut options = Options { input: Input::File(name.into()), ..Options::default() };
    options.language.language = Language::Cxx(CxxStandard::Cxx17);
    options.output.frandom_seed = Some("seed".into());
    options
}

/// Kernels, device variables, overloads, unnamed namespaces and line markers, as a preprocessed unit has them.
fn program(functions: usize) -> String {
    let mut text = String::from(
        "# 1 \"u.cu\"\n# 1 \"/usr/include/stddef.h\" 1 3 4\ntypedef unsigned long size_t;\n# 2 \"u.cu\" 2\n\
         extern \"C\" { int printf(const char *, ...); }\n",
    );
    for n in 0..functions {
        text.push_str(&match n % 8 {
            0 => format!("__attribute__((global)) void kernel{n}(int *p) {{\n  p[threadIdx.x] = {n} + 1;\n}}\n"),
            1 => format!("namespace part{n} {{\n__attribute__((device)) int value{n} = {n};\n}}\n"),
            2 => format!("int host{n}(int a) {{\n  // a comment\n  return a * {n};\n}}\n"),
            3 => format!("template<class T> __attribute__((global)) void k{n}(T *p) {{\n  *p = {n};\n}}\n"),
            4 => format!("# {n} \"part{n}.h\" 1\nstruct S{n} {{ int a; int f() const {{ return a + {n}; }} }};\n# {n} \"u.cu\" 2\n"),
            5 => format!("__attribute__((host)) __attribute__((device)) int both{n}(int a) {{ return a; }}\n"),
            6 => format!("namespace {{\nint hidden{n} = {n};\n}}\nstatic __attribute__((device)) int d{n}(int) {{ return 1; }}\n"),
            _ => format!("void launch{n}(int *p) {{\n  kernel{}<<<1, 32>>>(p);\n}}\n", n - 7),
        });
    }
    text
}

fn check(workspace: &Workspace, unit: UnitId, text: &str, step: &str) -> HostOutput {
    let caller = Caller::this();
    let output = workspace.run(unit, &caller).expect("the unit is open");
    let source = text;
    let fresh = run_host_pass(&options("u.ii"), text.as_bytes()).expect("the unit is small");
    let (text, wanted) = (output.host_file.to_string(), fresh.host_file.to_string());
    if text != wanted {
        let at = text.bytes().zip(wanted.bytes()).take_while(|(a, b)| a == b).count();
        let around = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(80)..(at + 80).min(text.len())])
                .into_owned()
        };
        panic!("{step}: host text differs at {at}:\n{}\nin place of\n{}", around(&text), around(&wanted));
    }
    assert_eq!((&output.module_id, &output.report), (&fresh.module_id, &fresh.report), "{step}");
    let device = workspace.report(unit, DEVICE).expect("the unit is open");
    let fresh = check_unit(&options("u.ii"), DEVICE, source.as_bytes()).expect("the unit is small");
    assert_eq!(device, fresh, "{step}, device pass");
    output
}

/// Edits a unit, by ranges and by whole texts in turn.
fn series(mut text: String, seed: u64, steps: usize) {
    let workspace = Workspace::new();
    let unit = workspace.open(options("u.ii"), text.as_bytes()).expect("the unit is small");
    check(&workspace, unit, &text, "opened");
    let mut edits = Edits::new(seed);
    for step in 0..steps {
        let edit = edits.next(&text, usize::MAX);
        text = edit.apply(&text);
        if step % 3 == 0 {
            workspace.set_text(unit, text.as_bytes()).expect("the unit is open");
        } else {
            let edit = TextEdit { range: edit.range.clone(), text: edit.text.clone().into_bytes() };
            workspace.edit(unit, &[edit]).expect("the unit is open");
        }
        assert_eq!(workspace.text(unit).expect("the unit is open"), text.as_bytes(), "step {step}");
        check(&workspace, unit, &text, &format!("seed {seed}, step {step}: {edit:?}"));
    }
}

#[test]
fn edits_of_a_small_unit() {
    series(program(24), 1, 150);
}

#[test]
fn edits_of_a_unit_of_many_blocks() {
    series(program(480), 2, 30);
}

#[test]
fn edits_of_an_example() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/block_reduce.cu");
    let text = std::fs::read_to_string(path).expect("the examples are there");
    series(text, 3, 100);
}

#[test]
fn units_outlive_the_database() {
    let workspace = Workspace::new();
    let mut text = program(8);
    let unit = workspace.open(options("u.ii"), text.as_bytes()).expect("the unit is small");
    let other = workspace.open(options("u.ii"), text.as_bytes()).expect("the unit is small");
    let unedited = text.clone();
    let mut executed = 0;
    for step in 0..2_100 {
        let at = text.find("] = ").expect("a kernel is there") + 4;
        let edit = TextEdit { range: at..at + 1, text: (step % 10).to_string().into_bytes() };
        text.replace_range(at..at + 1, &(step % 10).to_string());
        workspace.edit(unit, &[edit]).expect("the unit is open");
        if step % 100 >= 98 {
            check(&workspace, unit, &text, &format!("step {step}"));
            check(&workspace, other, &unedited, &format!("step {step}, the other unit"));
        }
        let now = workspace.statistics().executed;
        assert!(now >= executed, "step {step}");
        executed = now;
    }
    assert_eq!(workspace.statistics().edits, 2_100);
}

#[test]
fn bytes_that_are_not_text_can_be_edited() {
    let workspace = Workspace::new();
    let unit = workspace.open(options("u.ii"), b"// caf\xe9\nint a;\n").expect("the unit is small");
    let edit = TextEdit { range: 12..13, text: b"\xff".to_vec() };
    workspace.edit(unit, &[edit]).expect("the range is in the text");
    assert_eq!(workspace.text(unit).expect("the unit is open"), b"// caf\xe9\nint \xff;\n");
    let out = TextEdit { range: 5..99, text: Vec::new() };
    assert!(workspace.edit(unit, &[out]).is_err());
}

#[test]
fn an_edit_recomputes_its_own_item() {
    let text = program(4_000);
    let workspace = Workspace::new();
    let unit = workspace.open(options("u.ii"), text.as_bytes()).expect("the unit is small");
    let caller = Caller::this();
    workspace.run(unit, &caller).expect("the unit is open");
    let executed = |old: &str, new: &str| {
        let before = workspace.statistics().executed;
        let start = workspace.text(unit).expect("the unit is open");
        let start = String::from_utf8(start).expect("plain text").find(old).expect("it is there");
        let edit = TextEdit { range: start..start + old.len(), text: new.as_bytes().to_vec() };
        workspace.edit(unit, &[edit]).expect("the unit is open");
        workspace.host(unit, &caller).expect("the unit is open");
        workspace.statistics().executed - before
    };
    let kernel = executed("= 3000 + 1;", "= 3000 + 22;");
    let comment = executed("// a comment\n  return a * 3002", "// another\n\n  return a * 3002");
    let between = executed("\nint host3010", "\n// between\n\nint host3010");
    // At most 10 besides the edited block's own outline, line markers and what these say for the whole unit: its
    // shape, numbers, names, variables, scopes and host text, the tree and the host text of a kernel, and the host file's list
    // of all blocks' texts. Whatever the unit holds besides is not queried again.
    assert_eq!([kernel, comment, between], [14, 13, 13]);
}
