//! Linker names of device code, recorded from the reference: `tests/device-names/*.names` of the project beside their
//! sources, one name a line behind its kind in the PTX. Names of instances that code makes, of closures and of variables
//! of blocks do not follow from declarations; how many those are is part of each expectation.

use std::collections::HashSet;
use std::path::Path;

use asunder_decls::names::{DeclRef, Names};
use asunder_mangle::itanium::{Dialect as Mangling, mangle, mangle_device};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Standard};

/// CUDA's keywords as the toolkit's headers define them, and the types of these headers that the
/// sources use.
const KEYWORDS: &[(&str, &str)] = &[
    ("__device__", "__attribute__((device))"),
    ("__host__", "__attribute__((host))"),
    ("__global__", "__attribute__((global))"),
    ("__constant__", "__attribute__((constant))"),
    ("__shared__", "__attribute__((shared))"),
    ("__managed__", "__attribute__((managed))"),
    ("__grid_constant__", "__attribute__((grid_constant))"),
];
const HEADER: &str = "struct float4 { float x, y, z, w; }; struct dim3 { unsigned x, y, z; };
typedef unsigned long long cudaTextureObject_t;
";

/// Case, names that follow from declarations, names that need more.
const EXPECTED: &[(&str, usize, usize)] = &[
    ("01-plain-functions-and-builtin-types", 8, 0),
    ("02-pointers-references-arrays-functions", 6, 0),
    ("03-classes-namespaces-nested", 18, 0),
    ("04-operators", 44, 0),
    ("05-function-templates", 19, 0),
    ("06-class-templates-members", 3, 5),
    ("08-internal-linkage-global-scope", 9, 0),
    ("09-internal-linkage-global-scope-rdc", 9, 0),
    ("11-anonymous-namespace-whole-program", 7, 1),
    ("12-static-locals-and-local-shared", 5, 9),
    ("13-extern-c-and-asm-names", 8, 0),
    ("14-extended-lambda-device", 0, 7),
    ("17-extended-lambda-in-templates", 0, 8),
    ("18-extended-lambda-array-and-pack-captures", 0, 2),
    ("19-lambdas-in-device-code", 4, 3),
    ("20-host-reference-arrays", 17, 3),
    ("22-virtual-tables-and-typeinfo", 9, 8),
    ("23-cxx20-features", 4, 18),
    ("24-unnamed-types", 7, 20),
    ("25-kernel-parameter-kinds", 6, 1),
    ("26-anonymous-namespace-inside-inline-namespace-gcc-fails", 3, 0),
];

fn names_of(source: &str, module_id: &str, separate: bool, dialect: Dialect) -> HashSet<String> {
    let mut text = HEADER.to_owned() + source;
    for (keyword, attribute) in KEYWORDS {
        text = text.replace(keyword, attribute);
    }
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, "k.cu".to_owned(), text.into());
    let names = Names::new(&db, source, dialect);
    let mut found = HashSet::new();
    for item in names.layout().numbers() {
        for (local, decl) in names.decls(item).iter() {
            let decl_ref = DeclRef { item, local };
            let entity = names.entity(decl_ref).or_else(|| names.instance_entity(decl_ref));
            let Some(entity) = entity else { continue };
            let is_kernel = names.spaces(decl_ref).is_some_and(|spaces| spaces.global);
            let name = mangle_device(&entity, is_kernel, module_id, separate);
            found.extend(name.ok());
            if decl.attributes.spaces.host {
                found.extend(mangle(&entity, Mangling::Gnu).ok());
            }
        }
    }
    found
}

#[test]
fn recorded_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/device-names");
    let mut answers = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cu"))
        .collect();
    files.sort();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("the source can be read");
        let recorded = std::fs::read_to_string(file.with_extension("names")).expect("names are recorded");
        let case = file.file_stem().expect("files have names").to_string_lossy().into_owned();
        let mut rows = recorded.lines();
        let module_id =
            rows.next().and_then(|row| row.strip_prefix("module_id ")).expect("the id comes first");
        let standard = if case.starts_with("23") { Standard::Cpp20 } else { Standard::Cpp17 };
        let separate = source.contains("-rdc=true");
        let ours = names_of(&source, module_id, separate, Dialect::new(standard));
        let (mut same, mut others) = (0, 0);
        for row in rows {
            let (_, name) = row.split_once(' ').expect("a kind and a name");
            // Complete and base objects share one declaration.
            let declared = name.replace("C2E", "C1E").replace("D2E", "D1E").replace("D0E", "D1E");
            if ours.contains(&declared) {
                same += 1;
            } else {
                others += 1;
            }
        }
        answers.push((case, same, others));
    }
    let answers: Vec<(&str, usize, usize)> = answers.iter().map(|(case, a, b)| (&**case, *a, *b)).collect();
    assert_eq!(answers, EXPECTED);
}

#[test]
fn later_declarations_keep_c_linkage() {
    let source = "extern \"C\" { __host__ void f(int); } __host__ void f(int) {} __host__ void f(char) {}";
    let names = names_of(source, "", false, Dialect::default());
    let (c, mangled, overload) = ("f", "_Z1fi", "_Z1fc");
    assert!(names.contains(c) && names.contains(overload) && !names.contains(mangled), "{names:?}");
}
