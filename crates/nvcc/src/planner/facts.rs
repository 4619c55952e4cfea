//! What nvcc is found to do for a command without options, and what it says about itself by that.

use std::path::Path;

use crate::plan::{Plan, Step, Tool};

/// What the steps of all commands of an nvcc and a host compiler have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Major and minor number of the toolkit.
    pub release: (u32, u32),
    /// The host compiler, and the device compiler.
    pub compilers: [String; 2],
    /// The toolkit's folders, and its folders of system headers, as options.
    pub includes: Vec<String>,
    pub system_includes: Vec<String>,
    /// The macros of versions; those of all commands, with the header that is included first.
    pub versions: Vec<String>,
    pub always: Vec<String>,
    /// What the front ends are told of the host compiler.
    pub host_version: Vec<String>,
    /// The language of a command without `-std`, as the front ends' option.
    pub standard: String,
    /// Words behind the names of files: of the front end, and of the device compiler.
    pub last: [Vec<String>; 2],
    /// Variables that the steps need. Those of [`EXTENDED`] are what is put in front of the value that they have.
    pub environment: Vec<(String, String)>,
}

/// Variables that nvcc extends.
pub(super) const EXTENDED: [&str; 2] = ["PATH", "LD_LIBRARY_PATH"];

/// The macro that ends those of versions.
const LAST_VERSION: &str = "-D__CUDA_API_VER_MINOR__=";
const FIRST_VERSION: &str = "-D__CUDACC_VER_MAJOR__=";
const MINOR_VERSION: &str = "-D__CUDACC_VER_MINOR__=";

impl Facts {
    /// The facts that the plan of a command without options shows. `outside` has the values of [`EXTENDED`] that nvcc
    /// was started with.
    pub fn of(plan: &Plan, outside: &[String; 2]) -> Option<Facts> {
        let (host, front_end) = (plan.step(Tool::Preprocessor)?, plan.step(Tool::FrontEnd)?);
        let device_compiler = plan.step(Tool::DeviceCompiler)?;
        let at = |step: &Step, word: &str| step.words.iter().position(|it| it == word);
        let starts = |start: &str| host.words.iter().position(|it| it.starts_with(start));
        let number = |start: &str| host.words[starts(start)?].strip_prefix(start)?.parse::<u32>().ok();
        let words = |step: &Step, from: usize, to: usize| step.words.get(from..to).map(<[String]>::to_vec);
        let version = starts(FIRST_VERSION)?;
        let always = starts(LAST_VERSION)? + 1;
        let system = at(host, "-isystem").unwrap_or(version);
        let hidden = at(front_end, "--device-hidden-visibility")? + 1;
        let behind = |step: &Step, option: &str| at(step, option).map(|at| at + 2);
        let names_end = behind(front_end, "--module_id_file_name")?;
        let output = at(device_compiler, "-o")?;
        let input = device_compiler
            .words
            .iter()
            .position(|word| Some(word.as_str()) == host_input(device_compiler))?;
        let mut environment = plan.environment.clone();
        for (name, outside) in EXTENDED.iter().zip(outside) {
            if let Some((_, value)) = environment.iter_mut().find(|(own, _)| own == name) {
                *value = value.strip_suffix(outside.as_str())?.to_owned();
            }
        }
        Some(Facts {
            release: (number(FIRST_VERSION)?, number(MINOR_VERSION)?),
            compilers: [host.words.first()?.clone(), device_compiler.words.first()?.clone()],
            includes: words(host, at(host, "-D__NVCC__")? + 1, system)?,
            system_includes: words(host, system, version)?,
            versions: words(host, version, always)?,
            always: words(host, always, at(host, "-m64")?)?,
            host_version: words(front_end, hidden, at(front_end, "--display_error_number")?)?,
            standard: front_end.words.get(1)?.clone(),
            last: [
                words(front_end, names_end, front_end.words.len() - 1)?,
                words(device_compiler, input + 1, output)?,
            ],
            environment,
        })
    }
}

/// The preprocessed text that a device compiler reads.
fn host_input(step: &Step) -> Option<&str> {
    let is_text = |word: &&String| Path::new(word.as_str()).extension().is_some_and(|it| it == "ii");
    step.words.iter().rev().find(is_text).map(String::as_str)
}
