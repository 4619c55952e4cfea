//! Diagnostics of real runs, as values, against the text that the reference writes for them.

use asunder_diag::catalogue::Pass;
use asunder_diag::control::{
    CommandLineControl, ControlAction, ControlEntry, PragmaChange, PragmaControl, PragmaEffect,
};
use asunder_diag::diagnostic::{
    Argument, Context, Declared, Diagnostic, LinePlace, Message, Note, Place, Point,
};
use asunder_diag::report::{Ending, Format, Reporter, Settings};
use asunder_diag::text::{Colors, Style};

const STYLE: Style = Style { numbers: true, brief: false, wrap: false, context_limit: 10, colors: None };

fn at(file: &str, line: u32, column: u32, excerpt: &str) -> Place {
    Place::Line(LinePlace {
        file: Some(file.into()),
        line,
        point: Some(Point { column, excerpt: excerpt.into() }),
        system_header: false,
        offset: line * 100 + column,
    })
}

fn name(text: &str) -> Argument {
    Argument::Name(text.into())
}

fn function(text: &str) -> Argument {
    Argument::Entity { kind: Some("function"), name: text.into(), declared: None }
}

fn undefined(identifier: &str, place: Place) -> Diagnostic {
    Diagnostic::new(Message::new(20, vec![name(identifier)]), place)
}

fn missing_return(what: &str, place: Place) -> Diagnostic {
    Diagnostic::new(Message::new(940, vec![function(what)]), place)
}

struct Run {
    style: Style,
    control: CommandLineControl,
    pragmas: PragmaControl,
    error_limit: u32,
}

impl Default for Run {
    fn default() -> Self {
        let control = CommandLineControl::default();
        Self { style: STYLE, control, pragmas: PragmaControl::default(), error_limit: 100 }
    }
}

impl Run {
    fn text(self, unit: &str, diagnostics: &[Diagnostic]) -> String {
        let (mut reporter, mut text) = Reporter::new(Settings {
            pass: Pass::Host,
            control: self.control,
            hint: self.style.numbers,
            format: Format::Text(self.style),
            error_limit: self.error_limit,
        });
        for diagnostic in diagnostics {
            text += &reporter.report(diagnostic, &self.pragmas);
            if reporter.limit_reached() {
                return text + &reporter.finish(Some(unit), Ending::Terminated);
            }
        }
        text + &reporter.finish(Some(unit), Ending::Finished)
    }
}

#[test]
fn warning_hint_error_and_summary() {
    let text = Run::default().text(
        "x.cu",
        &[
            missing_return("f0", at("x.cu", 3, 12, "int f0() { }")),
            missing_return("f1", at("x.cu", 4, 12, "int f1() { }")),
            undefined("zz", at("x.cu", 5, 9, "int a = zz;")),
        ],
    );
    assert_eq!(
        text,
        "x.cu(3): warning #940-D: missing return statement at end of non-void function \"f0\"\n  \
         int f0() { }\n             ^\n\n\
         Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n\
         x.cu(4): warning #940-D: missing return statement at end of non-void function \"f1\"\n  \
         int f1() { }\n             ^\n\n\
         x.cu(5): error: identifier \"zz\" is undefined\n  int a = zz;\n          ^\n\n\
         1 error detected in the compilation of \"x.cu\".\n"
    );
}

#[test]
fn tabs_stay_under_tabs_and_columns_count_code_points() {
    let excerpt = "\tint é = sss;";
    let text = Run::default().text("x.cu", &[undefined("sss", at("x.cu", 1, 10, excerpt))]);
    let caret = text.lines().nth(2).unwrap();
    assert_eq!(caret, "  \t        ^");
}

#[test]
fn brief_lines_have_no_excerpt_and_no_gap() {
    let style = Style { brief: true, wrap: true, ..STYLE };
    let diagnostics =
        [missing_return("f0", at("brief.cu", 3, 1, "")), undefined("zz", at("brief.cu", 6, 1, ""))];
    assert_eq!(
        Run { style, ..Run::default() }.text("brief.cu", &diagnostics),
        "brief.cu(3): warning #940-D: missing return statement at end of non-void function \"f0\"\n\
         Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\
         brief.cu(6): error: identifier \"zz\" is undefined\n\
         1 error detected in the compilation of \"brief.cu\".\n"
    );
}

#[test]
fn lines_break_at_79_columns() {
    let style = Style { wrap: true, ..STYLE };
    let long = "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggghhhhhhhhhhiiiiiiiiiijjjjjjjjjjk";
    let mut call = Diagnostic::new(
        Message::numbered(304, "no instance of overloaded function \"ov\" matches the argument list"),
        Place::Line(LinePlace {
            file: Some("w.cu".into()),
            line: 6,
            point: None,
            system_header: false,
            offset: 0,
        }),
    );
    call.details.push(Message::plain(
        "argument types are: (int, const char [2], float, const char *, void (*)(int, double *, \
         unsigned long))",
    ));
    let place = |line| match at("w.cu", line, 1, "") {
        Place::Line(place) => Place::Line(LinePlace { point: None, ..place }),
        other => other,
    };
    let diagnostics = [missing_return("f", place(1)), call, undefined(long, place(7))];
    assert_eq!(
        Run { style, ..Run::default() }.text("w.cu", &diagnostics),
        "w.cu(1): warning #940-D: missing return statement at end of non-void function\n          \"f\"\n\n\
         Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n\
         w.cu(6): error: no instance of overloaded function \"ov\" matches the argument\n          list\n            \
         argument types are: (int, const char [2], float, const char *, void\n                      \
         (*)(int, double *, unsigned long))\n\n\
         w.cu(7): error: identifier\n          \
         \"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggg\n          \
         gghhhhhhhhhhiiiiiiiiiijjjjjjjjjjk\" is undefined\n\n\
         2 errors detected in the compilation of \"w.cu\".\n"
    );
}

#[test]
fn contexts_are_elided_from_the_middle() {
    let mut diagnostic = undefined("v", at("c.cu", 3, 1, "x"));
    for number in 1..=9 {
        diagnostic.contexts.push(Context {
            what: format!("instantiation of class \"Q<N> [with N={number}]\"").into(),
            file: if number == 9 { "d.cu".into() } else { "c.cu".into() },
            line: 3,
        });
    }
    let style = Style { context_limit: 4, brief: true, ..STYLE };
    let text = Run { style, ..Run::default() }.text("c.cu", &[diagnostic.clone()]);
    assert_eq!(
        text,
        "c.cu(3): error: identifier \"v\" is undefined\n          detected during:\n            \
         instantiation of class \"Q<N> [with N=1]\" at line 3\n            \
         instantiation of class \"Q<N> [with N=2]\" at line 3\n            \
         [ 5 instantiation contexts not shown ]\n            \
         instantiation of class \"Q<N> [with N=8]\" at line 3\n            \
         instantiation of class \"Q<N> [with N=9]\" at line 3 of d.cu\n\
         1 error detected in the compilation of \"c.cu\".\n"
    );
    diagnostic.contexts.truncate(1);
    let style = Style { brief: true, ..STYLE };
    let text = Run { style, ..Run::default() }.text("c.cu", &[diagnostic]);
    let context = text.lines().nth(1).unwrap();
    assert_eq!(context, "          detected during instantiation of class \"Q<N> [with N=1]\" at line 3");
}

#[test]
fn notes_follow_without_a_gap() {
    let mut diagnostic = Diagnostic::new(Message::new(67, Vec::new()), at("n.cu", 4, 2, "]"));
    diagnostic
        .notes
        .push(Note { message: Message::new(3196, vec![name("{")]), place: at("n.cu", 2, 5, "f() {") });
    assert_eq!(
        Run::default().text("n.cu", &[diagnostic]),
        "n.cu(4): error: expected a \"}\"\n  ]\n   ^\nn.cu(2): note #3196-D: to match this \"{\"\n  \
         f() {\n      ^\n\n1 error detected in the compilation of \"n.cu\".\n"
    );
}

#[test]
fn places_without_a_line_have_their_own_words() {
    let end = Place::EndOfSource { file: Some("e.cu".into()), line: 4 };
    let text = Run::default().text("e.cu", &[Diagnostic::new(Message::new(67, Vec::new()), end)]);
    assert!(text.starts_with("At end of source: error: expected a \"}\"\n\n"), "{text}");
    let place = Place::Line(LinePlace { file: None, line: 5, point: None, system_header: false, offset: 0 });
    let text = Run::default().text("-", &[undefined("b", place)]);
    assert!(text.starts_with("Line 5: error: identifier \"b\" is undefined\n\n"), "{text}");
}

#[test]
fn entities_name_their_declaration_by_line_or_by_file_and_line() {
    let message = |file: &str| {
        let declared = Some(Declared { file: file.into(), line: 3 });
        Message::new(265, vec![Argument::Entity { kind: Some("member"), name: "S::m".into(), declared }])
    };
    assert_eq!(
        message("a.h").text(Some("b.cu")),
        "member \"S::m\" (declared at line 3 of a.h) is inaccessible"
    );
    assert_eq!(message("b.cu").text(Some("b.cu")), "member \"S::m\" (declared at line 3) is inaccessible");
}

#[test]
fn colours_follow_the_list() {
    let style = Style { brief: true, colors: Some(Colors::parse(Colors::DEFAULT)), ..STYLE };
    let text = Run { style, ..Run::default() }.text("f.cu", &[undefined("ov", at("f.cu", 3, 1, ""))]);
    let first = text.lines().next().unwrap();
    assert_eq!(
        first,
        "\u{1b}[01m\u{1b}[0m\u{1b}[01mf.cu(3)\u{1b}[0m: \u{1b}[01;31merror\u{1b}[0m: identifier \
         \"\u{1b}[01mov\u{1b}[0m\" is undefined"
    );
}

fn wishes(entries: &[(ControlAction, u16)]) -> CommandLineControl {
    let entries: Vec<ControlEntry> =
        entries.iter().map(|&(action, number)| ControlEntry { action, number }).collect();
    CommandLineControl::new(&entries)
}

/// First lines of a run over two missing returns (lines 2 and 3) and an undefined name (line 4).
fn lines_under(control: CommandLineControl, pragmas: Vec<PragmaChange>) -> Vec<String> {
    let style = Style { brief: true, ..STYLE };
    let pragmas = PragmaControl::new(pragmas);
    let diagnostics = [
        missing_return("g", at("q.cu", 2, 1, "")),
        missing_return("h", at("q.cu", 3, 1, "")),
        undefined("u", at("q.cu", 4, 1, "")),
    ];
    let text = Run { style, control, pragmas, ..Run::default() }.text("q.cu", &diagnostics);
    let heads = text.lines().filter(|line| line.starts_with("q.cu"));
    heads.map(|line| line.split(": ").nth(1).unwrap_or("").to_owned()).collect()
}

#[test]
fn the_command_line_changes_severities() {
    use ControlAction::{Error, Once, Remark, Suppress, Warning};

    let lines = |entries: &[(ControlAction, u16)]| lines_under(wishes(entries), Vec::new());
    assert_eq!(lines(&[]), ["warning #940-D", "warning #940-D", "error"]);
    assert_eq!(lines(&[(Suppress, 940)]), ["error"]);
    assert_eq!(lines(&[(Remark, 940)]), ["error"]);
    assert_eq!(lines(&[(Suppress, 940), (Error, 940)]), ["error", "error", "error"]);
    assert_eq!(lines(&[(Once, 940), (Error, 940)]), ["error", "error"]);
    assert_eq!(lines(&[(Suppress, 940), (Once, 940)]), ["error"]);
    assert_eq!(lines(&[(Suppress, 20), (Warning, 20)]), lines(&[]), "20 is a hard error");
    let mut promoted = CommandLineControl::default();
    promoted.promote_warnings = true;
    assert_eq!(lines_under(promoted, Vec::new()), ["error #940-D", "error #940-D", "error"]);
    let mut quiet = CommandLineControl::default();
    quiet.promote_warnings = true;
    quiet.no_warnings = true;
    assert_eq!(lines_under(quiet, Vec::new()), ["error"]);
}

#[test]
fn pragmas_act_from_their_place_on() {
    use ControlAction::{Error, Suppress, Warning};
    use PragmaEffect::{Pop, Push, Set};

    let change = |offset, effect| PragmaChange { offset, effect };
    let lines = |entries: &[(ControlAction, u16)], pragmas| lines_under(wishes(entries), pragmas);
    assert_eq!(lines(&[], vec![change(250, Set(940, Some(Suppress)))]), ["warning #940-D", "error"]);
    assert_eq!(
        lines(&[], vec![change(10, Push), change(20, Set(940, Some(Suppress))), change(250, Pop)]),
        ["warning #940-D", "error"]
    );
    assert_eq!(
        lines(&[(Error, 940)], vec![change(10, Set(940, Some(Warning))), change(250, Set(940, None))]),
        ["warning #940-D", "error", "error"],
        "default returns to the command line"
    );
}

#[test]
fn the_error_limit_ends_the_run() {
    let diagnostics =
        [undefined("z1", at("u.cu", 3, 9, "int a = z1;")), undefined("z2", at("u.cu", 4, 9, "int b = z2;"))];
    assert_eq!(
        Run { error_limit: 1, ..Run::default() }.text("u.cu", &diagnostics),
        "u.cu(3): error: identifier \"z1\" is undefined\n  int a = z1;\n          ^\n\n\
         Error limit reached.\n1 error detected in the compilation of \"u.cu\".\n\
         Compilation terminated.\n"
    );
}

/// Nor are errors whose severity options can change, and warnings that they make errors.
#[test]
fn warnings_in_system_headers_are_dropped_and_errors_are_not() {
    let in_header = |mut diagnostic: Diagnostic| {
        if let Place::Line(place) = &mut diagnostic.place {
            place.system_header = true;
        }
        diagnostic
    };
    let style = Style { brief: true, ..STYLE };
    let control = CommandLineControl::new(&[ControlEntry { action: ControlAction::Error, number: 27 }]);
    let plain = |number: u16| Diagnostic::new(Message::new(number, Vec::new()), at("s.h", 1, 1, ""));
    const KERNEL_RESULT: u16 = 3505;
    let text = Run { style, control, ..Run::default() }.text(
        "s.cu",
        &[
            in_header(missing_return("g", at("s.h", 2, 1, ""))),
            in_header(plain(27)),
            in_header(plain(KERNEL_RESULT)),
            in_header(undefined("u", at("s.h", 3, 1, ""))),
        ],
    );
    assert_eq!(
        text,
        "s.h(3): error: identifier \"u\" is undefined\n1 error detected in the compilation of \"s.cu\".\n"
    );
}
