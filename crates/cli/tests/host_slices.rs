//! Host files of slices, as the environment requests them.

mod common;

use std::fs;

use common::{command, outcome, server};

const UNIT: &str = "# 1 \"a.cu\"\n# 1 \"h.h\" 1 3\nint used();\nint unused();\n# 1 \"torch/t.h\" 1\nint of_torch();\n\
                    # 4 \"h.h\" 2 3\ntemplate<class T> struct A { A(); };\ninline void instantiates() { A<int> a; }\n\
                    # 2 \"a.cu\" 2\nint own = used(); A<int> a;\n";

/// Which of these names are in the host file.
fn names(variables: &[(&str, &str)], by_server: bool) -> Vec<&'static str> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("1.ii"), UNIT).unwrap();
    let socket = folder.path().join("socket");
    let server = by_server.then(|| server(&socket));
    let mut command = command(folder.path(), 1, by_server.then_some(&socket));
    let output = command.envs(variables.iter().copied()).output().unwrap();
    let (status, said, host_file, _) = outcome(folder.path(), 1, output);
    if let Some(mut server) = server {
        server.kill().unwrap();
        server.wait().unwrap();
    }
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let text = String::from_utf8(host_file).unwrap();
    ["used", "unused", "of_torch", "instantiates", "own"]
        .into_iter()
        .filter(|name| text.contains(&format!(" {name}")))
        .collect()
}

#[test]
fn host_files_are_slices_where_that_is_asked_for() {
    const ALL: [&str; 5] = ["used", "unused", "of_torch", "instantiates", "own"];
    for by_server in [false, true] {
        for words in ["", "off", "device"] {
            assert_eq!(names(&[("ASUNDER_SLICE", words)], by_server), ALL, "{words}");
        }
        assert_eq!(names(&[], by_server), ALL);
        let host = ("ASUNDER_SLICE", "device,host");
        assert_eq!(names(&[host], by_server), ["used", "of_torch", "instantiates", "own"]);
        let torch = ("ASUNDER_SLICE_SYSTEM", "torch");
        assert_eq!(names(&[host, torch], by_server), ["used", "instantiates", "own"]);
        let optimized = ("ASUNDER_SLICE", "optimized-host");
        assert_eq!(names(&[optimized, torch], by_server), ["used", "own"]);
    }
}
