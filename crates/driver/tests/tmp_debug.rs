#![allow(unsafe_code, missing_docs)]
use asunder_driver::options::*;
use asunder_driver::workspace::*;
use asunder_driver::{Caller, run_host_pass};
use asunder_edits::Edits;
fn options() -> Options {
    let mut options = Options { input: Input::File("u.ii".into()), ..Options::default() };
    options.language.language = Language::Cxx(CxxStandard::Cxx17);
    options.output.frandom_seed = Some("seed".into());
    options
}
#[test]
fn mismatch() {
    let mut text = std::fs::read_to_string("/tmp/incr/syn.ii").unwrap();
    let ws = Workspace::new();
    let u = ws.open(options(), text.as_bytes()).unwrap();
    let caller = Caller::this();
    ws.run(u, &caller).unwrap();
    let mut edits = Edits::new(2);
    for step in 1..=27 {
        let edit = edits.next(&text, 10_000_000);
        text = edit.apply(&text);
        ws.edit(u, &[TextEdit { range: edit.range.clone(), text: edit.text.clone().into_bytes() }]).unwrap();
        let out = ws.run(u, &caller).unwrap();
        if step >= 26 {
            assert_eq!(ws.text(u).unwrap(), text.as_bytes());
            let fresh = run_host_pass(&options(), text.as_bytes()).unwrap();
            let (a, b) = (out.host_file.to_string(), fresh.host_file.to_string());
            if a != b {
                let at = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
                let around = |text: &str| String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(200)..(at + 200).min(text.len())]).into_owned();
                println!("step {step} {edit:?}\n--- at {at}\n{}\n--- wanted\n{}", around(&a), around(&b));
            }
            println!("{step}: report equal {} id {}", out.report == fresh.report, out.module_id == fresh.module_id);
            if out.report != fresh.report {
                for d in out.report.diagnostics.iter().filter(|d| !fresh.report.diagnostics.contains(d)).take(3) { println!("extra {d:?}"); }
                for d in fresh.report.diagnostics.iter().filter(|d| !out.report.diagnostics.contains(d)).take(3) { println!("missing {d:?}"); }
                println!("{:?}\n{:?}", out.report.silenced, fresh.report.silenced);
                let t = fresh.report.diagnostics.iter().zip(&out.report.diagnostics).find(|(a,b)| a != b);
                println!("{t:?} {} {}", fresh.report.diagnostics.len(), out.report.diagnostics.len());
            }
        }
    }
}
#[test]
fn names() {
    let text = std::fs::read_to_string(std::env::var("UNIT").unwrap_or("/tmp/incr/syn.ii".into())).unwrap();
    let ws = Workspace::new();
    let u = ws.open(options(), text.as_bytes()).unwrap();
    let caller = Caller::this();
    ws.run(u, &caller).unwrap();
    let at = text.rfind("= ").unwrap();
    for n in 0..3 {
    println!("=== edit");
    ws.edit(u, &[TextEdit { range: at+2..at+3, text: format!("{}", n+3).into_bytes() }]).unwrap();
    unsafe { std::env::set_var("QUERIES", "1") };
    ws.host(u, &caller).unwrap();
    println!("=== report");
    ws.run(u, &caller).unwrap();
    unsafe { std::env::remove_var("QUERIES") };
    }
}
