//! Units without nvcc: what it would plan, as far as that follows from the headers of a toolkit.
//!
//! Editors want to read sources where no toolkit is installed. What is built with nvcc is always planned by nvcc.

use std::path::{Path, PathBuf};

use crate::command::Command;
use crate::plan::{Step, Tool};
use crate::unit::{DevicePass, HostPass, Unit};

/// The header that each CUDA source includes first.
const RUNTIME: &str = "cuda_runtime.h";
/// The header that defines the toolkit's version.
const VERSION_HEADER: &str = "cuda_runtime_api.h";
/// Its macro: a thousand times the major number and ten times the minor one.
const VERSION_MACRO: &str = "#define CUDART_VERSION";
/// Where toolkits put headers.
const FOLDERS: [&str; 3] = ["include", "targets/x86_64-linux/include", ""];
/// Variables that name toolkits.
const VARIABLES: [&str; 2] = ["CUDA_HOME", "CUDA_PATH"];
/// Folders that hold toolkits, or their headers.
const PLACES: [&str; 2] = ["/usr/local/cuda", "/usr"];
/// The architecture that nvcc takes where none is named.
const ARCHITECTURE: u32 = 75;
/// Options of nvcc with the words by which its front ends get them.
const FRONT_END: &[(&str, &str)] = &[
    ("--extended-lambda", "--extended-lambda"),
    ("-extended-lambda", "--extended-lambda"),
    ("--expt-extended-lambda", "--extended-lambda"),
    ("-expt-extended-lambda", "--extended-lambda"),
    ("--expt-relaxed-constexpr", "--relaxed_constexpr"),
    ("-expt-relaxed-constexpr", "--relaxed_constexpr"),
    ("-rdc=true", "--device-c"),
    ("--relocatable-device-code=true", "--device-c"),
    ("-dc", "--device-c"),
];
/// Options of nvcc that go to the preprocessor, with a value.
const PREPROCESSOR: [&str; 5] = ["-I", "-D", "-U", "-isystem", "-include"];

/// The headers of a toolkit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headers {
    folder: PathBuf,
    /// Major and minor number.
    version: (u32, u32),
}

/// Headers of a toolkit in `root`, or else where toolkits are installed.
pub fn find_headers(root: Option<&Path>) -> Option<Headers> {
    let named = VARIABLES.iter().filter_map(std::env::var_os).map(PathBuf::from);
    let places = root.map(Path::to_owned).into_iter().chain(named).chain(PLACES.map(PathBuf::from));
    let mut folders = places.flat_map(|place| FOLDERS.map(|folder| place.join(folder)));
    folders.find_map(Headers::at)
}

impl Headers {
    fn at(folder: PathBuf) -> Option<Headers> {
        if !folder.join(RUNTIME).is_file() {
            return None;
        }
        let text = std::fs::read(folder.join(VERSION_HEADER)).ok()?;
        let text = String::from_utf8_lossy(&text);
        let value = text.lines().find_map(|line| line.trim().strip_prefix(VERSION_MACRO))?;
        let number: u32 = value.split_ascii_whitespace().next()?.parse().ok()?;
        Some(Headers { folder, version: (number / 1000, number % 1000 / 10) })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How the source of a command would be compiled by nvcc, with g++ as the host compiler.
    pub fn unit(&self, command: &Command) -> Unit {
        let mut given: Vec<String> = Vec::new();
        let mut front_end = Vec::new();
        let mut standard: Option<String> = None;
        let mut words = command.words.iter().map(|word| word.to_string_lossy().into_owned());
        while let Some(word) = words.next() {
            if let Some(value) = word.strip_prefix("-std=").or_else(|| word.strip_prefix("--std=")) {
                standard = Some(value.trim_start_matches("c++").trim_start_matches("gnu++").to_owned());
            } else if let Some((_, own)) = FRONT_END.iter().find(|(name, _)| *name == word) {
                front_end.push((*own).to_owned());
            } else if PREPROCESSOR.contains(&word.as_str()) {
                given.extend(words.next().map(|value| [word, value]).into_iter().flatten());
            } else if PREPROCESSOR.iter().any(|name| word.starts_with(name)) {
                given.push(word);
            }
        }
        let preprocess = |own: &[String]| {
            let (major, minor) = self.version;
            let folder = self.folder.display();
            let fixed = format!(
                "-D__CUDA_ARCH_LIST__={ARCHITECTURE}0 -E -x c++ -D__CUDACC__ -D__NVCC__ -D__CUDACC_VER_MAJOR__={major} \
                 -D__CUDACC_VER_MINOR__={minor} -D__CUDACC_VER_BUILD__=0 -D__CUDA_API_VER_MAJOR__={major} \
                 -D__CUDA_API_VER_MINOR__={minor} -D__NVCC_DIAG_PRAGMA_SUPPORT__=1 \
                 -D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1 -include {RUNTIME} -m64"
            );
            let mut words = vec!["gcc".to_owned()];
            words.extend(own.iter().cloned());
            words.extend(fixed.split(' ').map(str::to_owned));
            words.extend(standard.iter().map(|standard| format!("-std=c++{standard}")));
            words.push(format!("-I{folder}"));
            words.extend(["-isystem".to_owned(), format!("{folder}/cccl")]);
            words.extend(given.iter().cloned());
            let name = command.source.to_string_lossy().into_owned();
            words.extend([name, "-o".to_owned(), "assumed.ii".to_owned()]);
            step(Tool::Preprocessor, words)
        };
        let name = command.source.to_string_lossy().into_owned();
        let mut options = vec![format!("--c++{}", standard.as_deref().unwrap_or("17"))];
        options.extend(FRONT_END_DEFAULTS.iter().map(|word| (*word).to_owned()));
        options.extend(["--orig_src_file_name".to_owned(), name.clone(), "--orig_src_path_name".to_owned()]);
        options.push(command.file().to_string_lossy().into_owned());
        options.extend(front_end);
        let words = |first: &str, last: &str| {
            let options = options.iter().cloned();
            [first.to_owned()].into_iter().chain(options).chain([last.to_owned()]).collect()
        };
        let host = HostPass {
            preprocess: preprocess(&[]),
            front_end: step(Tool::FrontEnd, words("cudafe++", "assumed.ii")),
        };
        let architecture = format!("-D__CUDA_ARCH__={ARCHITECTURE}0");
        let device = DevicePass {
            preprocess: preprocess(&[architecture, "-DCUDA_DOUBLE_MATH_FUNCTIONS".to_owned()]),
            compile: step(Tool::DeviceCompiler, words("cicc", "-arch")),
            architecture: ARCHITECTURE,
        };
        Unit { host: Some(host), device: vec![device], messages: Vec::new(), environment: Vec::new() }
    }
}

/// What nvcc passes to its front ends by default.
const FRONT_END_DEFAULTS: &[&str] = &[
    "--static-host-stub",
    "--device-hidden-visibility",
    "--gnu_version=120200",
    "--display_error_number",
    "--allow_managed",
    "--m64",
    "--parse_templates",
];

fn step(tool: Tool, words: Vec<String>) -> Step {
    Step { tool, line: String::new(), words }
}
