//! The head of the host file by release.

use std::sync::Arc;

use asunder_hostgen::options::HostOptions;
use asunder_hostgen::unit::{HostSettings, host_file};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Release, Standard};

#[salsa::db]
#[derive(Clone, Default)]
struct Database {
    storage: salsa::Storage<Self>,
}

#[salsa::db]
impl salsa::Database for Database {}

/// The warnings that the head ignores before it remembers them, and the line marker before the managed runtime.
fn head(release: Release, static_host_stub: bool) -> (Vec<String>, String) {
    let options = HostOptions { release, static_host_stub, ..HostOptions::default() };
    let db = Database::default();
    let source = SourceText::new(&db, "x.ii".to_owned(), "# 1 \"x.cu\"\nint a;\n".into());
    let settings = HostSettings {
        options: Arc::new(options),
        dialect: Dialect::new(Standard::Cpp17).with_release(release),
        input_name: "x.ii".to_owned(),
        stub_file: "x.stub.c".to_owned(),
        module_id: "_ID".to_owned(),
    };
    let file = host_file(&db, source, Arc::new(settings)).to_string();
    let lines: Vec<&str> = file.lines().collect();
    let push = lines.iter().position(|line| line.ends_with("diagnostic push")).expect("a push");
    let warnings =
        lines[..push].iter().filter_map(|line| line.strip_prefix("#pragma GCC diagnostic ignored \"-W"));
    let runtime =
        lines.iter().position(|line| line.starts_with("static char __nv_inited")).expect("the runtime");
    let warnings = warnings.map(|line| line.trim_end_matches('"').to_owned()).collect();
    (warnings, lines[runtime - 1].to_owned())
}

#[test]
fn releases_ignore_more_warnings() {
    let expected = [
        (Release::V13_0, true, &["unused-local-typedefs", "attributes"][..], "# 1"),
        (Release::V13_0, false, &["unused-local-typedefs"], "# 1"),
        (Release::V13_1, false, &["unused-local-typedefs", "attributes"], "# 1"),
        (Release::V13_3, false, &["unused-local-typedefs", "attributes", "unused-but-set-variable"], "# 1"),
        (
            Release::V13_4,
            true,
            &["unused-local-typedefs", "attributes", "unused-but-set-variable"],
            "# 1 \"<built-in>\"",
        ),
    ];
    for (release, static_host_stub, warnings, marker) in expected {
        let given = head(release, static_host_stub);
        assert_eq!(
            given,
            (warnings.iter().map(|it| (*it).to_owned()).collect(), marker.to_owned()),
            "{release}"
        );
    }
}
