//! Places as the files spell them.

mod common;

use std::process::Command;

const SOURCE: &str = "__device__ int d(int x) { return x; }
#define CHECK(call) do { if ((call) != 0) return 1; } while (0)
int main() {
\tCHECK(   d(1));
}
";
const UNIT: &str = "# 1 \"a.cu\"
__attribute__((device)) int d(int x) { return x; }

int main() {
 do { if ((d(1)) != 0) return 1; } while (0);
}
";

/// What `asunder` prints, run in a folder with the source and the unit.
fn asunder(words: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.cu"), SOURCE).unwrap();
    std::fs::write(folder.path().join("a.ii"), UNIT).unwrap();
    let output = Command::new(common::ASUNDER).args(words).current_dir(folder.path()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn excerpts_are_lines_of_the_file() {
    assert_eq!(
        asunder(&["check", "a.ii", "--release", "13.0"]),
        "error[#20007]: calling a __device__ function(\"d(int)\") from a __host__ function(\"main\") is not allowed
 --> a.cu:4:11
  |
4 |     CHECK(   d(1));
  |              ^

"
    );
}

#[test]
fn json_has_columns_of_the_file() {
    let text = asunder(&["check", "a.ii", "--format", "json"]);
    let record: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&record["file"], &record["line"], &record["column"]),
        (&"a.cu".into(), &4.into(), &11.into())
    );
}

#[test]
fn the_reference_shows_the_preprocessed_text() {
    let text = asunder(&["check", "a.ii", "--repeated", "--format", "short"]);
    assert!(text.starts_with("a.cu:4:12: error: calling a __device__ function(\"d(int)\")"), "{text}");
}

#[test]
fn declarations_are_shown_where_they_are_written() {
    assert_eq!(
        asunder(&["hover", "a.ii:5:12"]),
        "function d\n  type      int (int)\n  space     __device__\n  \
         declared  a.cu:1:16: __device__ int d(int x) { return x; }\n"
    );
}
