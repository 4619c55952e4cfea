//! Cases of CUDA's rules, without headers: `tests/rules/*.txt`.
//!
//! A file is a list of cases. Each starts with `=== name`, perhaps followed by words of the front end's
//! command line (without one that says a standard it is C++17), then the preprocessed text; `--- host` and `--- device:NN` start what a pass says about it,
//! one diagnostic a line: `line:column severity [#number]: text`. An empty list is a claim too. `--- host 13.2` starts
//! what the pass says from CUDA 13.2 on, in place of what it said before, if that is said; with `not-yet` behind it asunder does not
//! say that yet, and from that release on nothing is claimed. With `--contexts` each diagnostic is followed by the
//! instantiations that lead to it, `  line: instantiation of …`.

use std::fmt::Write as _;
use std::path::Path;

use asunder_diag::catalogue;
use asunder_diag::control::{CommandLineControl, Verdict, decide};
use asunder_diag::diagnostic::{Diagnostic, Message, Place};
use asunder_diag::severity::Severity;
use asunder_driver::options::{CxxStandard, HostDialect, Input, Language, Options, Release};
use asunder_driver::{Pass, check_unit};

/// What a pass says from a release on.
struct Answer {
    pass: Pass,
    since: Release,
    /// asunder says something else so far.
    not_yet: bool,
    text: String,
}

struct Case<'t> {
    name: &'t str,
    words: Vec<&'t str>,
    text: String,
    /// What each pass says from a release on.
    expected: Vec<Answer>,
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
            let (pass, since) = pass.split_once(' ').unwrap_or((pass, "13.0"));
            let (since, not_yet) = since.strip_suffix(" not-yet").map_or((since, false), |it| (it, true));
            let since = since.parse().expect("a release");
            let pass = match pass.split_once(':') {
                Some((_, arch)) => Pass::Device { arch: arch.parse().expect("an architecture") },
                None => Pass::Host,
            };
            case.expected.push(Answer { pass, since, not_yet, text: String::new() });
            continue;
        }
        let into = case.expected.last_mut().map_or(&mut case.text, |answer| &mut answer.text);
        into.push_str(line);
        into.push('\n');
    }
    cases
}

fn options(words: &[&str], release: Release) -> Options {
    let mut options = Options { release, ..Options::default() };
    options.language.language = Language::Cxx(CxxStandard::Cxx17);
    options.cuda.static_host_stub = true;
    options.cuda.allow_managed = true;
    for word in words {
        match *word {
            "--c++14" => options.language.language = Language::Cxx(CxxStandard::Cxx14),
            "--c++20" => options.language.language = Language::Cxx(CxxStandard::Cxx20),
            "--c++23" => options.language.language = Language::Cxx(CxxStandard::Cxx23),
            "--device-c" => {
                options.cuda.device_c = true;
                options.cuda.static_host_stub = false;
            }
            "--extended-lambda" => options.cuda.extended_lambda = true,
            "--clang" => options.language.dialect = HostDialect::Clang(190_000),
            "--contexts" => {}
            "--all-instances" => options.diagnostics.all_instances = true,
            "--enable-tile" => options.cuda.enable_tile = true,
            "--uumn" => options.cuda.uumn = true,
            "--relaxed_constexpr" => options.cuda.relaxed_constexpr = true,
            other => panic!("the option {other} is not known here"),
        }
    }
    options
}

fn shown(diagnostic: &Diagnostic, verdict: Verdict, has_contexts: bool) -> String {
    let here = diagnostic.place.file();
    let mut text = line_of(&diagnostic.place, verdict.severity, &diagnostic.message, here);
    for context in diagnostic.contexts.iter().filter(|_| has_contexts) {
        let _ = writeln!(text, "  {}: {}", context.line, context.what);
    }
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
    let number = message.displayed_number().filter(|_| severity < Severity::Error);
    let number = number.map_or(String::new(), |number| format!(" #{number}"));
    format!("{line}:{column} {}{number}: {}\n", severity.word(), message.text(here))
}

fn given(case: &Case<'_>, pass: Pass, release: Release) -> String {
    let mut options = options(&case.words, release);
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
        let Some(verdict) = decide(diagnostic, table, &control, &report.pragmas) else { continue };
        let diagnostic = if has_errors { &diagnostic.after_error() } else { diagnostic };
        text.push_str(&shown(diagnostic, verdict, case.words.contains(&"--contexts")));
        has_errors |= verdict.severity >= Severity::Error;
    }
    text
}

/// What the passes say, as the last answer up to a release; in the first and the last release of each answer.
fn claims<'c>(case: &'c Case<'_>) -> Vec<(Pass, Release, &'c str)> {
    let mut passes: Vec<Pass> = Vec::new();
    for answer in &case.expected {
        if !passes.contains(&answer.pass) {
            passes.push(answer.pass);
        }
    }
    let latest = |pass: Pass, release: Release| {
        let answers = case.expected.iter().filter(move |it| it.pass == pass && it.since <= release);
        answers.max_by_key(|answer| answer.since)
    };
    let of_pass = |pass: Pass| {
        let answers = Release::ALL.map(|release| (release, latest(pass, release)));
        let ends = answers.chunk_by(|(_, one), (_, next)| one.map(|it| it.since) == next.map(|it| it.since));
        let ends = ends.flat_map(|same| [same.first(), same.last().filter(|_| same.len() > 1)]);
        let claimed = ends.flatten().filter_map(|(release, answer)| {
            answer.filter(|answer| !answer.not_yet).map(|answer| (pass, *release, answer.text.as_str()))
        });
        claimed.collect::<Vec<_>>()
    };
    passes.into_iter().flat_map(of_pass).collect()
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
            for (pass, release, expected) in claims(&case) {
                count += 1;
                let given = given(&case, pass, release);
                if given.trim_end() != expected.trim_end() {
                    let _ = write!(
                        failures,
                        "{} {} {pass:?} {release}\nexpected:\n{expected}given:\n{given}\n",
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
