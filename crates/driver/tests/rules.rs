//! Cases of CUDA's rules, without headers: `tests/rules/*.txt`.
//!
//! A file is a list of cases. Each starts with `=== name`, perhaps followed by words of the front end's
//! command line (without one that says a standard it is C++17), then the preprocessed text; `--- host` and `--- device:NN` start what a pass says about it,
//! one diagnostic a line: `line:column severity [#number]: text`. An empty list is a claim too.

use std::fmt::Write as _;
use std::path::Path;

use asunder_diag::catalogue::{self, displayed_number};
use asunder_diag::control::{CommandLineControl, Verdict, judge};
use asunder_diag::diagnostic::{Diagnostic, Message, Place};
use asunder_diag::severity::Severity;
use asunder_driver::options::{CxxStandard, Input, Language, Options};
use asunder_driver::{Pass, check_unit};

struct Case<'t> {
    name: &'t str,
    words: Vec<&'t str>,
    text: String,
    /// What each pass says.
    expected: Vec<(Pass, String)>,
}

fn cases(file: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in file.lines() {
        if let Some(head) = line.strip_prefix("=== ") {
            let mut words = head.split(' ');
            let name = words.next().unwrap_or_default();
            cases.push(Case { name, words: words.collect(), text: String::new(), expected: Vec::new() });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        if let Some(pass) = line.strip_prefix("--- ") {
            let pass = match pass.split_once(':') {
                Some((_, arch)) => Pass::Device { arch: arch.parse().expect("an architecture") },
                None => Pass::Host,
            };
            case.expected.push((pass, String::new()));
            continue;
        }
        let into = case.expected.last_mut().map_or(&mut case.text, |(_, text)| text);
        into.push_str(line);
        into.push('\n');
    }
    cases
}

fn options(words: &[&str]) -> Options {
    let mut options = Options::default();
    options.language.language = Language::Cxx(CxxStandard::Cxx17);
    options.cuda.static_host_stub = true;
    options.cuda.allow_managed = true;
    for word in words {
        match *word {
            "--c++14" => options.language.language = Language::Cxx(CxxStandard::Cxx14),
            "--c++20" => options.language.language = Language::Cxx(CxxStandard::Cxx20),
            "--device-c" => {
                options.cuda.device_c = true;
                options.cuda.static_host_stub = false;
            }
            "--extended-lambda" => options.cuda.extended_lambda = true,
            "--relaxed_constexpr" => options.cuda.relaxed_constexpr = true,
            other => panic!("the option {other} is not known here"),
        }
    }
    options
}

fn shown(diagnostic: &Diagnostic, verdict: Verdict) -> String {
    let here = diagnostic.place.file();
    let mut text = line_of(&diagnostic.place, verdict.severity, &diagnostic.message, here);
    for note in &diagnostic.notes {
        text.push_str(&line_of(&note.place, Severity::Note, &note.message, here));
    }
    text
}

fn line_of(place: &Place, severity: Severity, message: &Message, here: Option<&str>) -> String {
    let (line, column) = match place {
        Place::Line(place) => (place.line, place.point.as_ref().map(|point| point.column)),
        Place::Nowhere | Place::EndOfSource { .. } => (0, None),
    };
    let column = column.map_or("-".to_owned(), |column| column.to_string());
    let number = message.number.filter(|_| severity < Severity::Error);
    let number = number.map_or(String::new(), |number| format!(" #{}", displayed_number(number)));
    format!("{line}:{column} {}{number}: {}\n", severity.word(), message.text(here))
}

fn given(case: &Case<'_>, pass: Pass) -> String {
    let mut options = options(&case.words);
    // Names with internal linkage contain the module id, which these decide.
    options.input = Input::File(format!("{}.ii", case.name).into());
    options.output.orig_src_file_name = Some(format!("{}.cu", case.name).into());
    options.output.orig_src_path_name = Some(format!("/{}.cu", case.name).into());
    let report = check_unit(&options, pass, case.text.as_bytes()).expect("a small text");
    let table = if pass == Pass::Host { catalogue::Pass::Host } else { catalogue::Pass::Device };
    let control = CommandLineControl::default();
    let mut text = String::new();
    let mut has_errors = false;
    for diagnostic in &report.diagnostics {
        let Some(verdict) = judge(diagnostic, table, &control, &report.pragmas) else { continue };
        let diagnostic = if has_errors { &diagnostic.after_error() } else { diagnostic };
        text.push_str(&shown(diagnostic, verdict));
        has_errors |= verdict.severity >= Severity::Error;
    }
    text
}

#[test]
fn passes_say_what_the_reference_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut failures = String::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of cases") {
        let path = entry.expect("an entry").path();
        let file = std::fs::read_to_string(&path).expect("a text");
        for case in cases(&file) {
            for (pass, expected) in &case.expected {
                count += 1;
                let given = given(&case, *pass);
                if given.trim_end() != expected.trim_end() {
                    let _ = write!(
                        failures,
                        "{} {} {pass:?}\nexpected:\n{expected}given:\n{given}\n",
                        path.display(),
                        case.name
                    );
                }
            }
        }
    }
    assert!(count > 0, "no case");
    assert!(failures.is_empty(), "{failures}");
}
