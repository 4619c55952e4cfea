//! Places of units whose files stand beside them.

use std::path::Path;

use asunder_diag::diagnostic::{Diagnostic, LinePlace, Message, Place, Point};
use asunder_spelling::Spelling;

/// A file `a.cu` and the unit that a preprocessor makes of it.
struct Example {
    directory: tempfile::TempDir,
    unit: String,
}

impl Example {
    fn new(file: &str, unit: &str) -> Example {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("a.cu"), file).unwrap();
        Example { directory, unit: unit.to_owned() }
    }

    fn spelling(&self) -> Spelling<'_> {
        Spelling::new(&self.unit, self.directory.path())
    }

    /// The place of the `nth` occurrence of `text` in the unit, as `line:column: details`; the column's text follows
    /// in brackets.
    fn spelled(&self, text: &str, nth: usize) -> String {
        let (offset, _) = self.unit.match_indices(text).nth(nth).unwrap();
        let place = Place::Line(LinePlace {
            file: Some("a.cu".into()),
            line: 0,
            point: Some(Point { column: 0, excerpt: "".into() }),
            system_header: false,
            offset: offset as u32,
        });
        let spelled = self.spelling().diagnostic(&Diagnostic::new(Message::plain("text"), place));
        let Place::Line(LinePlace { line, point: Some(point), .. }) = &spelled.place else {
            panic!("a line")
        };
        let rest: String = point.excerpt.chars().skip((point.column.max(1) - 1) as usize).take(6).collect();
        let details: Vec<String> = spelled.details.iter().map(|detail| detail.text(None)).collect();
        format!("{line}:{}: [{rest}] {}", point.column, details.join("; ")).trim_end().to_owned()
    }

    /// The text of the unit at the place of the file.
    fn expanded(&self, line: u32, column: u32) -> Option<&str> {
        let offset = self.spelling().offset(Path::new("a.cu"), line, column)?;
        Some(self.unit[offset..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
    }
}

#[test]
fn keywords_of_cuda_keep_their_columns() {
    let example = Example::new(
        "/* é */ __global__ void kernel(int *p) { *p = 1; }\n",
        "# 1 \"a.cu\"\n         __attribute__((global)) void kernel(int *p) { *p = 1; }\n",
    );
    assert_eq!(example.spelled("__attribute__", 0), "1:9: [__glob]");
    assert_eq!(example.spelled("kernel", 0), "1:25: [kernel]");
    assert_eq!(example.spelled("1; }", 0), "1:47: [1; }]");
    assert_eq!(example.expanded(1, 25), Some("kernel"));
    assert_eq!(example.expanded(1, 27), Some("rnel"));
    assert_eq!(example.expanded(1, 9), Some("__attribute__"));
    assert_eq!(example.expanded(1, 3), None);
}

#[test]
fn expansions_are_at_the_macro() {
    let example = Example::new(
        "int a = TWICE(call(ONE)) + f(ONE); CHECK(call(ONE)); int b = g(ONE);\n",
        "# 1 \"a.cu\"\nint a = ((call(1)) + (call(1))) + f(1); do { auto e = (call(1)); if (e != 0) return 1; } \
         while (0); int b = g(1);\n",
    );
    assert_eq!(example.spelled("f(", 0), "1:28: [f(ONE)]");
    assert_eq!(example.spelled("g(", 0), "1:62: [g(ONE)]");
    assert_eq!(example.spelled("1)", 3), "1:47: [ONE));] in the expansion of macro \"ONE\"");
    assert_eq!(example.spelled("if (", 0), "1:36: [CHECK(] in the expansion of macro \"CHECK\"");
    assert_eq!(example.expanded(1, 28), Some("f"));
    assert_eq!(example.expanded(1, 36), Some("do"));
    assert_eq!(example.expanded(1, 42), Some("call"));
}

#[test]
fn arguments_that_go_on_behind_the_line() {
    let example = Example::new(
        "  CHECK(\n    call( // why\n      two));\nint z;\n",
        "# 1 \"a.cu\"\n  do { auto e = (call( two)); } while (0)\n\n            ;\nint z;\n",
    );
    assert_eq!(example.spelled("call", 0), "2:5: [call( ]");
    assert_eq!(example.spelled("two", 0), "3:7: [two));]");
    assert_eq!(example.spelled("while", 0), "1:3: [CHECK(] in the expansion of macro \"CHECK\"");
    assert_eq!(example.spelled("z;", 0), "4:5: [z;]");
    assert_eq!(example.expanded(3, 7), Some("two"));
    assert_eq!(example.expanded(2, 5), Some("call"));
}

#[test]
fn expansions_of_system_headers_stand_on_lines_of_their_own() {
    let example = Example::new(
        "\tint *p = NULL; int e = g(NULL);\n",
        "# 1 \"a.cu\"\n int *p = \n# 1 \"a.cu\" 3 4\n         __null\n# 1 \"a.cu\"\n             ; int e = g(\n\
         # 1 \"a.cu\" 3 4\n   __null\n# 1 \"a.cu\"\n   );\n",
    );
    assert_eq!(example.spelled("g(", 0), "1:25: [g(NULL]");
    assert_eq!(example.spelled("__null", 1), "1:27: [NULL);] in the expansion of macro \"NULL\"");
    assert_eq!(example.expanded(1, 25), Some("g"));
}

#[test]
fn a_file_that_says_something_else_leaves_places_alone() {
    let example =
        Example::new("1 2 3\n", "# 1 \"a.cu\"\nint x;\n# 1 \"gone.h\"\nint y;\n# 1 \"/dev/zero\"\nint z;\n");
    for name in ["x;", "y;", "z;"] {
        assert_eq!(example.spelled(name, 0), "0:0: []");
    }
    assert_eq!(example.expanded(9, 1), None);
    assert_eq!(example.expanded(0, 0), None);
}
