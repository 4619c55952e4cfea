//! The findings of a unit.

use std::sync::Arc;

use asunder_diag::control::{PragmaChange, PragmaControl, PragmaEffect};
use asunder_diag::diagnostic::Message;
use asunder_source::{SourceText, block_offsets};
use asunder_syntax::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::block::{Event, block_events, block_operators};
use crate::directive::{Directives, Verdict};
use crate::pragma::UNMATCHED_POP;
use crate::suffix::{OPERATOR_NOT_FOUND, RESERVED_SUFFIX};

/// Something to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub message: Message,
    /// Where, as a byte offset in the unit.
    pub offset: u32,
    /// It is an error, whatever its number is elsewhere.
    pub is_error: bool,
}

impl Finding {
    /// A message of the catalogue without arguments.
    pub(crate) fn new(number: u16, offset: u32) -> Self {
        Self { message: Message::new(number, Vec::new()), offset, is_error: false }
    }
}

/// What the tokens of a unit show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// In the order of the text.
    pub findings: Vec<Finding>,
    /// What pragmas say about severities.
    pub pragmas: PragmaControl,
}

/// The findings of a unit.
#[salsa::tracked]
pub fn findings(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<Findings> {
    let mut unit = Unit::new(Operators { db, source, first: FxHashMap::default() });
    for (block, start) in source.blocks(db).iter().zip(block_offsets(db, source).iter()) {
        for event in block_events(db, *block, dialect).iter() {
            if unit.read(event, *start as u32) == Verdict::EndsCompilation {
                return Arc::new(unit.finish());
            }
        }
    }
    Arc::new(unit.finish())
}

/// Where the unit's literal operators stand.
struct Operators<'db> {
    db: &'db dyn salsa::Database,
    source: SourceText,
    /// The place of the first operator of each suffix that is looked up.
    first: FxHashMap<Box<str>, Option<u32>>,
}

impl Operators<'_> {
    /// Whether an operator for `suffix` stands before byte `offset` of the unit.
    fn stand_before(&mut self, suffix: &str, offset: u32) -> bool {
        let first = match self.first.get(suffix) {
            Some(first) => *first,
            None => {
                let first = self.search(suffix);
                self.first.insert(suffix.into(), first);
                first
            }
        };
        first.is_some_and(|at| at <= offset)
    }

    fn search(&self, suffix: &str) -> Option<u32> {
        let offsets = block_offsets(self.db, self.source);
        self.source.blocks(self.db).iter().zip(offsets.iter()).find_map(|(block, start)| {
            let mut operators = block_operators(self.db, *block).iter();
            operators.find(|(known, _)| **known == *suffix).map(|(_, at)| *start as u32 + at)
        })
    }
}

/// The state of a unit that is read event by event.
struct Unit<'db> {
    operators: Operators<'db>,
    directives: Directives,
    findings: Vec<Finding>,
    changes: Vec<PragmaChange>,
    /// Severities that are remembered.
    remembered: u32,
    /// The suffixes without operators that are reported as reserved.
    reserved: FxHashSet<Box<str>>,
}

impl<'db> Unit<'db> {
    fn new(operators: Operators<'db>) -> Unit<'db> {
        Unit {
            operators,
            directives: Directives::default(),
            findings: Vec::new(),
            changes: Vec::new(),
            remembered: 0,
            reserved: FxHashSet::default(),
        }
    }

    /// Reads an event of the block that starts at `start`.
    fn read(&mut self, event: &Event, start: u32) -> Verdict {
        match event {
            Event::Directive { text, offset } => {
                return self.directives.read(text, start + offset, &mut self.findings);
            }
            Event::Found(finding) => {
                self.report(Finding { offset: start + finding.offset, ..finding.clone() })
            }
            Event::Control(change) => {
                self.remembered += u32::from(matches!(change.effect, PragmaEffect::Push));
                self.changes.push(PragmaChange { offset: start + change.offset, ..change.clone() });
            }
            Event::Pop { offset, .. } if self.remembered > 0 => {
                self.remembered -= 1;
                self.changes.push(PragmaChange { offset: start + offset, effect: PragmaEffect::Pop });
            }
            Event::Pop { complaint, .. } => self.report(Finding::new(UNMATCHED_POP, start + complaint)),
            Event::Suffix { suffix, offset, is_operand } => {
                if !self.operators.stand_before(suffix, start + offset) {
                    if !suffix.starts_with('_') && self.reserved.insert(suffix.clone()) {
                        self.report(Finding::new(RESERVED_SUFFIX, start + offset));
                    }
                    if *is_operand {
                        self.report(Finding::new(OPERATOR_NOT_FOUND, start + offset));
                    }
                }
            }
        }
        Verdict::GoesOn
    }

    /// Reports what no condition governs.
    fn report(&mut self, finding: Finding) {
        if !self.directives.in_conditional() {
            self.findings.push(finding);
        }
    }

    fn finish(mut self) -> Findings {
        self.directives.finish(&mut self.findings);
        Findings { findings: self.findings, pragmas: PragmaControl::new(self.changes) }
    }
}

#[cfg(test)]
mod tests {
    use asunder_syntax::{Dialect, Standard};

    use std::sync::Arc;

    use asunder_source::SourceText;

    use super::findings;

    /// `number line:column` of every finding, as the reference reports them (recorded with
    /// `--output_mode=sarif`).
    fn found(text: &str) -> Vec<String> {
        let dialect = Dialect::new(Standard::Cpp17);
        let db = salsa::DatabaseImpl::new();
        let source = SourceText::new(&db, "unit".into(), text.into());
        let findings = Arc::clone(findings(&db, source, dialect));
        let place = |offset: u32| {
            let before = &text[..offset as usize];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
            format!("{line}:{column}")
        };
        let number = |finding: &super::Finding| finding.message.number.unwrap_or(0);
        findings.findings.iter().map(|it| format!("{} {}", number(it), place(it.offset))).collect()
    }

    #[test]
    fn lists_of_control_pragmas() {
        assert_eq!(found("#pragma nv_diag_suppress\n"), ["1224 1:25", "253 1:25"]);
        assert_eq!(found("#pragma nv_diag_suppress 99999\n"), ["1222 1:26"]);
        assert_eq!(found("#pragma nv_diag_suppress 0\n"), ["1222 1:26"]);
        assert_eq!(found("#pragma nv_diag_suppress \"177\"\n"), ["1224 1:26"]);
        assert_eq!(found("#pragma nv_diag_suppress 177 174\n"), ["253 1:30"]);
        assert_eq!(found("#pragma nv_diag_suppress = 174\n"), [""; 0]);
        assert_eq!(found("#pragma nv_diag_suppress 177,\n"), ["1224 1:30", "253 1:30"]);
        assert_eq!(found("#pragma nv_diag_suppress nosuchtag\n"), ["1223 1:26"]);
        assert_eq!(found("#pragma nv_diag_suppress if\n"), ["1223 1:26"]);
        assert_eq!(found("#pragma nv_diag_suppress 177 ,, 174\n"), ["1224 1:31", "253 1:33"]);
        assert_eq!(found("#pragma nv_diag_suppress h_hd_illegal_call\n"), [""; 0]);
        assert_eq!(found("#pragma nv_diag_suppress 5x\n"), ["2506 1:26", "1224 1:26"]);
        assert_eq!(found("#pragma nv_diag_suppress -177\n"), ["1224 1:26", "253 1:27"]);
        assert_eq!(found("#  pragma nv_diag_suppress 1.5\n"), ["1224 1:28"]);
        assert_eq!(found("#pragma nv_diag_suppress 0177 5\n"), ["253 1:31"]);
        assert_eq!(found("#pragma nv_diag_suppress 177u // c\n"), [""; 0]);
    }

    #[test]
    fn pushes_and_pops() {
        assert_eq!(found("#pragma nv_diagnostic\n"), ["3184 1:22"]);
        assert_eq!(found("#pragma nv_diagnostic frob\n"), ["3184 1:23"]);
        assert_eq!(found("#pragma nv_diagnostic pop\n"), ["3185 1:26"]);
        assert_eq!(found("#pragma nv_diagnostic pop 3\n"), ["3185 1:27"]);
        assert_eq!(found("#pragma nv_diagnostic push\n#pragma nv_diagnostic pop 3\n"), [""; 0]);
    }

    #[test]
    fn other_pragmas() {
        assert_eq!(found("#pragma\n"), ["161 1:8"]);
        assert_eq!(found("#pragma  \n"), ["161 1:10"]);
        assert_eq!(found("#pragma ;\n#pragma 1\n"), ["161 1:9", "161 2:9"]);
        assert_eq!(found("#pragma GCC\n#pragma GCC frob\n"), ["1675 1:12", "1675 2:13"]);
        assert_eq!(found("#pragma GCC 42\n#pragma GCC ivdep\n"), ["1675 1:13"]);
        assert_eq!(
            found("_Pragma(\"GCC frob\") _Pragma(\"GCC ivdep\") _Pragma(\"\")"),
            ["1675 1:9", "161 1:50"]
        );
        assert_eq!(found("_Pragma ( L\"nv_diag_suppress x\" )"), ["1223 1:11"]);
        assert_eq!(found("_Pragma(\"clang loop unroll(full)\") _Pragma(\"GCC \\\"x\\\"\")"), ["1675 1:44"]);
        assert_eq!(found("#pragma frob\n#pragma nv_diag_supress 177\n#pragma once\n"), [""; 0]);
    }

    #[test]
    fn directives_that_survived() {
        assert_eq!(found("#warning watch out\n"), ["1105 1:2"]);
        assert_eq!(found("#frob\n#ident \"x\"\n#\n"), ["11 1:2"]);
        assert_eq!(found("#error some text\n'' @\n"), ["35 1:2"]);
        assert_eq!(found("#if 1\nint a = '';\n"), ["37 1:2"]);
        assert_eq!(found("#endif\n#else\n#elif 1\n"), ["36 1:2", "36 2:2", "36 3:2"]);
        assert_eq!(found("#if X\n#error no\n'' @\n#else\n#endif\n"), [""; 0]);
    }

    #[test]
    fn stray_characters_and_open_ends() {
        assert_eq!(found("int j = @;\nint k = `;\nint x = 1 \\ 2;\n"), ["7 1:9", "7 2:9", "7 3:11"]);
        assert_eq!(found("int a#b;\n"), ["10 1:6"]);
        assert_eq!(found("int b = /* open\nint c;\n"), ["6 1:9"]);
        assert_eq!(found("const char*b = R\"(open\nint c;\n"), ["2452 1:16"]);
        assert_eq!(found("const char *s = \"abc;\nint i;\n"), ["8 1:17"]);
        assert_eq!(found("const char *t = 'x;\nint i;\n"), ["8 1:17"]);
        assert_eq!(found("int k;\0\n"), ["1192 1:7"]);
    }

    #[test]
    fn escapes() {
        assert_eq!(
            found("const char *a = \"\\q\\z\\e\\a\\8\\(\\%\";\n"),
            ["192 1:18", "192 1:20", "192 1:26", "192 1:28", "192 1:30"]
        );
        assert_eq!(found("const char *b = \"a\" \"\\xfff\";\n"), ["27 1:22"]);
        assert_eq!(found("const char *b2 = \"\\x\";\n"), ["22 1:21"]);
        assert_eq!(found("const char *b3 = \"\\400\";\n"), ["27 1:19"]);
        assert_eq!(found("auto c4 = u'\\x12345';\n"), ["1535 1:13"]);
        assert_eq!(found("auto c5 = U'\\x1234567890';\n"), ["27 1:13"]);
        assert_eq!(found("auto c7 = \"\\u12\";\n"), ["965 1:16"]);
        assert_eq!(found("auto c8 = \"\\U0011ffff\";\n"), ["2215 1:12"]);
        assert_eq!(found("auto d1 = \"\\ud800\";\n"), ["1661 1:12"]);
        assert_eq!(found("auto d5 = \"\\x{41}\";\n"), ["22 1:14"]);
        assert_eq!(found("auto d6 = \"\\\nx\";\nauto p = R\"x(\\q)x\";\n"), [""; 0]);
        assert_eq!(found("auto p = R\"\"\"(\\q\n')\"\"\";\n"), [""; 0], "quotes in the delimiter");
        assert_eq!(found("auto r = \"a\\\nb\\q\";\n"), ["192 2:2"]);
        assert_eq!(found("char i = '\\E', j = '\\0', k = '\\'';\n"), [""; 0]);
    }

    #[test]
    fn characters() {
        assert_eq!(found("int f = 'ab';\n"), ["1422 1:9"]);
        assert_eq!(found("int h = 'abcde';\n"), ["1654 1:9"]);
        assert_eq!(found("int g = '';\nauto c6 = L'';\n"), ["25 1:9", "25 2:11"]);
        assert_eq!(found("int x1 = 'é';\nauto c9 = '\\u00e9';\n"), ["1422 1:10", "1422 2:11"]);
        assert_eq!(found("auto c1 = L'ab';\nauto c3 = u'ab';\n"), ["26 1:11", "26 2:11"]);
        assert_eq!(found("auto c2 = u8'ab';\n"), ["2688 1:11"]);
        assert_eq!(found("auto d4 = '\\0\\0';\n"), ["1422 1:11"]);
        assert_eq!(found("auto l = L'é';\n"), [""; 0]);
    }

    #[test]
    fn numbers() {
        assert_eq!(found("int a = 0x;\nint b = 09;\n"), ["22 1:9", "24 2:10"]);
        assert_eq!(found("int d = 0b12;\nauto d9 = 0b;\n"), ["2424 1:12", "2424 2:11"]);
        assert_eq!(found("int l = 0x1.8;\nauto e4 = 0x1.p1;\n"), ["166 1:14"]);
        assert_eq!(found("int v = 1'';\nauto f9 = 1''2;\n"), ["2629 1:10", "2629 2:12"]);
        assert_eq!(found("auto f7 = 0x'1;\n"), ["2629 1:13"]);
        assert_eq!(found("int c = 0778; int d = 0'8;\n"), ["24 1:12", "24 1:25"]);
        assert_eq!(found("auto d7 = 08.5; int g = 08e1; auto g1 = 07'1;\n"), [""; 0]);
        assert_eq!(found("auto e9 = 18446744073709551616;\n"), ["23 1:9"]);
        assert_eq!(found("int f() { return 18446744073709551616; }\n"), ["23 1:11"]);
        assert_eq!(found("auto f1 = 18446744073709551615, f2 = 9223372036854775808u;\n"), [""; 0]);
        assert_eq!(found("auto f3 = 0xffffffffffffffffff;\n"), ["23 1:9"]);
        assert_eq!(found("auto g5 = 0777777777777777777777777;\n"), ["23 1:9"]);
        // Beyond 128 bits it is an error, at the number.
        assert_eq!(found(&format!("auto g6 = f(1, {});\n", "1".repeat(40))), ["23 1:16"]);
    }

    #[test]
    fn suffixes() {
        assert_eq!(found("int operator\"\"_km(unsigned long long); int x = 3_km;"), [""; 0]);
        assert_eq!(found("int operator\"\" _km(unsigned long long); int x = 3_kn;"), ["2486 1:49"]);
        assert_eq!(found("const char *s = \"abc\"q;"), ["2506 1:17", "2486 1:17"]);
        assert_eq!(found("int c = 'a'_c;"), ["2486 1:9"]);
        assert!(found("void operator \"\" \"\"_w(unsigned long long); int x = 3_w;").is_empty());
        assert_eq!(found("double d = 1.5_x + 2_y;"), ["2486 1:12", "2486 1:20"]);
        assert_eq!(found("int x = 3_km; int operator\"\"_km(unsigned long long);"), ["2486 1:9"]);
        assert_eq!(found("int operator\"\"km(unsigned long long);"), ["2506 1:15"]);
        assert_eq!(found("int operator\"\" km(unsigned long long);"), ["2506 1:16"]);
    }

    #[test]
    fn null_characters() {
        assert_eq!(found("int a;\0 int b;\nint c\0\0;\n"), ["1192 1:7", "1192 2:6", "1192 2:7"]);
        assert_eq!(found("auto s = \"a\0b\0c\"; /* \0 */\n"), ["1193 1:12", "1193 1:14"]);
    }

    #[test]
    fn bytes_that_are_no_utf8() {
        let stray = |bytes: &[u8]| found(&asunder_source::decode(bytes));
        assert_eq!(stray(b"int a\xff = 1;"), ["7 1:6"]);
        let found = |bytes: &[u8]| found(&asunder_source::decode(bytes));
        assert_eq!(found(b"const char *a = \"x\xff\xfe y\xc3\";"), ["870 1:19", "870 1:20", "870 1:23"]);
        assert_eq!(found(b"const char *a = R\"(x\xff y)\", *b = \"\xe2\x82\";"), ["870 1:21", "870 1:34"]);
        assert_eq!(found(b"char c = '\xff';"), ["870 1:11"]);
    }
}
