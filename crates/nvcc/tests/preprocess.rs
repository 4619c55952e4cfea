//! Small sources beside the text that gcc 12 writes for them (`tests/preprocess`): the first line has the options,
//! and `gcc -E -nostdinc -undef -I. OPTIONS NAME.c` in that folder gives `NAME.i`.

use std::fs;
use std::path::{Path, PathBuf};

use asunder_nvcc::host::{Preprocessor, Severity};

/// What stands behind the compiler's own macros.
fn own<'a>(text: &'a str, name: &str) -> &'a str {
    let marker = format!("# 1 \"{name}\"\n");
    text.split_once(&marker).map_or(text, |(_, own)| own)
}

#[test]
fn options_decide_the_text_as_for_gcc() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/preprocess");
    let files = fs::read_dir(&folder).expect("the folder is there");
    let mut sources: Vec<PathBuf> = files.map(|file| file.expect("an entry").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    sources.sort();
    assert!(sources.len() >= 15, "{sources:?}");
    let preprocessor = Preprocessor::default();
    for source in sources {
        let text = fs::read_to_string(&source).expect("a source");
        let first = text.lines().next().unwrap_or_default();
        let options = first.trim_start_matches(['/', '*']).trim_end_matches(['/', '*']);
        let name = source.file_name().expect("it has a name").to_string_lossy().into_owned();
        let words = ["gcc", "-E", "-nostdinc", "-undef", "-I."].into_iter();
        let words: Vec<String> =
            words.chain(options.split_whitespace()).chain([&*name]).map(str::to_owned).collect();
        let output = preprocessor.run(&words, &folder, &[], None).expect("it is understood");
        let errors: Vec<_> = output.messages.iter().filter(|it| it.severity > Severity::Warning).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let expected = fs::read_to_string(source.with_extension("i")).expect("the expected text is there");
        let given = String::from_utf8_lossy(&output.text.to_vec()).into_owned();
        assert_eq!(own(&given, &name), own(&expected, &name), "{name}");
    }
}
