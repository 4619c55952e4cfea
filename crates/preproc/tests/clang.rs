//! Small sources beside the text that clang 14 writes for them (`tests/clang`): `clang++ -E -nostdinc -undef -x c++
//! -std=gnu++17 NAME.cc` in that folder gives `NAME.ii`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asunder_preproc::{
    Dialect, Form, Host, Macro, Question, Request, SearchPath, Severity, Shared, Style, preprocess,
};

/// A compiler that answers what the cases ask.
struct Clang;

impl Host for Clang {
    fn number(&self) -> u64 {
        0
    }

    fn predefined(&self) -> &[Arc<Macro>] {
        &[]
    }

    fn head(&self) -> Option<Vec<u8>> {
        Some(b"# 1 \"<stdin>\"\n# 1 \"<built-in>\" 1\n# 1 \"<stdin>\" 2\n".to_vec())
    }

    fn definitions(&self) -> Option<Vec<u8>> {
        None
    }

    fn answer(&self, question: Question, _: &str) -> Option<u32> {
        Some(u32::from(matches!(question, Question::Identifier | Question::Pragma)))
    }
}

/// What stands behind the markers of the compiler's own.
fn own<'a>(text: &'a str, name: &str) -> &'a str {
    let marker = format!("# 1 \"{name}\" 2\n");
    text.split_once(&marker).map_or(text, |(_, own)| own)
}

#[test]
fn texts_are_those_of_clang() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clang");
    let files = fs::read_dir(&folder).expect("the folder is there");
    let mut sources: Vec<PathBuf> = files.map(|file| file.expect("an entry").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "cc"));
    assert_eq!(sources.len(), 6, "{sources:?}");
    for source in sources {
        let name = source.file_name().expect("it has a name").to_string_lossy().into_owned();
        let request = Request {
            source: name.clone(),
            text: None,
            directory: folder.clone(),
            dialect: Dialect::DEFAULT,
            is_raw: false,
            macros: Vec::new(),
            search: SearchPath::default(),
            includes: Vec::new(),
            macro_files: Vec::new(),
            shown_prefixes: Vec::new(),
            pragma_spaces: vec!["omp".to_owned()],
            first_include: None,
            style: Style { form: Form::Clang, ..Style::default() },
            records_expansions: false,
        };
        let output = preprocess(&Shared::default(), &Clang, &request);
        let errors: Vec<_> = output.messages.iter().filter(|it| it.severity > Severity::Warning).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let expected = fs::read_to_string(source.with_extension("ii")).expect("the expected text is there");
        let given = String::from_utf8_lossy(&output.text.to_vec()).into_owned();
        assert_eq!(own(&given, &name), own(&expected, &name), "{name}");
    }
}
