//! The linker names of recorded device code (`tests/device-names` of the project), as what the device half keeps has them.
//! Variables of blocks are found with their function, and what the compiler makes by itself is not asked for.

use std::collections::BTreeSet;
use std::path::Path;

use asunder_cuda::reach::{Mode, kept};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Standard};

/// CUDA's keywords as the toolkit's headers define them, and the types of these headers that the sources use.
const HEADER: &str = "struct float4 { float x, y, z, w; }; struct dim3 { unsigned x, y, z; };
typedef unsigned long long cudaTextureObject_t;
";
const KEYWORDS: [&str; 7] = ["device", "host", "global", "constant", "shared", "managed", "grid_constant"];

/// Functions of the toolkit's headers and virtual tables.
const OTHERS: [&str; 5] = ["malloc", "free", "_ZTV", "_ZTI", "_ZTS"];

/// The names that are not found, by case: of values of class type and of pointers to members as template arguments, of what
/// host code refers to, and of a lambda in a member template of a class template.
const MISSING: &[(&str, &[&str])] = &[
    ("05-function-templates", &["_Z4memsIXadL_ZN1S1mEEEXadL_ZNS0_1fEvEEEvv", "_Z3nulILDnEEvv"]),
    ("17-extended-lambda-in-templates", &["_Z1kIZN1CIcE2mtIfEEvT_EUliE_EvT_"]),
    ("20-host-reference-arrays", &["_Z2vtIiE"]),
    (
        "23-cxx20-features",
        &[
            "_Z2n1IXtl1PLi1ELc122EEEEiv",
            "_Z2n3IXtl3StrILj3EEtlA3_cLc97ELc98ELc0EEEEEiv",
            "_Z2n4IXtl1QLi1Etl1PLi2ELc99EELPKi0EEEEiv",
            "_Z2n4IXtl1QLi0Etl1PLi0ELc0EELPKi0EEEEiv",
            "_Z2n6IXtl1Udi1bLf40000000EEEEiv",
            "_Z2n7IXtlZ3usevEUlvE_EEEiv",
        ],
    ),
];

fn names_of(source: &str, module_id: &str, is_separate: bool, dialect: Dialect) -> BTreeSet<String> {
    let mut text = HEADER.to_owned() + source;
    for word in KEYWORDS {
        text = text.replace(&format!("__{word}__"), &format!("__attribute__(({word}))"));
    }
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "k.cu".to_owned(), text.into());
    let mode = Mode { is_separate, ..Mode::default() };
    let all = kept(&db, source, dialect, mode);
    all.iter().filter_map(|kept| kept.device_symbol(module_id, is_separate)).collect()
}

#[test]
fn recorded_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/device-names");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    files.sort();
    let mut missing = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("the source can be read");
        let recorded = std::fs::read_to_string(file.with_extension("names")).expect("names are recorded");
        let case = file.file_stem().expect("files have names").to_string_lossy().into_owned();
        let mut rows = recorded.lines();
        let first = rows.next().and_then(|row| row.strip_prefix("module_id "));
        let standard = if case.starts_with("23") { Standard::Cpp20 } else { Standard::Cpp17 };
        let is_separate = source.contains("-rdc=true");
        let ours = names_of(&source, first.expect("the id comes first"), is_separate, Dialect::new(standard));
        let names = rows.map(|row| row.split_once(' ').expect("a kind and a name").1);
        let is_asked = |name: &&str| {
            !name.starts_with("_ZZ") && !name.starts_with("_ZT") && OTHERS.iter().all(|it| name != it)
        };
        // Complete and base objects share one declaration.
        let declared = |name: &str| name.replace("C2E", "C1E").replace("D2E", "D1E").replace("D0E", "D1E");
        let unknown: Vec<String> =
            names.filter(is_asked).map(declared).filter(|name| !ours.contains(name)).collect();
        if !unknown.is_empty() {
            missing.push((case, unknown));
        }
    }
    let missing: Vec<(&str, Vec<&str>)> = missing
        .iter()
        .map(|(case, names)| (case.as_str(), names.iter().map(String::as_str).collect()))
        .collect();
    let expected: Vec<(&str, Vec<&str>)> =
        MISSING.iter().map(|(case, names)| (*case, names.to_vec())).collect();
    assert_eq!(missing, expected);
}
