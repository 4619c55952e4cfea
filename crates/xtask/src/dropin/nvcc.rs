//! What nvcc would run: the commands of `nvcc --dryrun`, sorted by their role.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::process::Program;
use crate::toolkit::Toolkit;

/// A command line, program first.
pub type Argv = Vec<String>;

/// A program to build: one source file, its nvcc flags, and the directory nvcc is run in.
#[derive(Debug, Clone)]
pub struct Source {
    /// The `.cu` file.
    pub file: PathBuf,
    /// Flags for nvcc.
    pub flags: Vec<String>,
    /// The working directory of nvcc, against which relative paths in flags count.
    pub directory: PathBuf,
}

/// A tool of the device pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceTool {
    /// gcc as preprocessor for one virtual architecture.
    Preprocess,
    /// The device compiler.
    Cicc,
    /// The assembler, or whatever else runs between cicc and fatbinary.
    Assemble,
    /// The packer of device code; it writes the `.fatbin.c` that the stub includes.
    Fatbinary,
}

/// The build of one source file as nvcc plans it. All paths that the commands write are absolute.
#[derive(Debug)]
pub struct Plan {
    /// Preprocesses the source for the host pass.
    pub host_preprocess: Argv,
    /// The host front end: `cudafe++` and its arguments.
    pub front_end: Argv,
    /// The device pass, in order.
    pub device: Vec<(DeviceTool, Argv)>,
    /// Compiles what the front end wrote.
    pub host_compile: Argv,
    /// Variables that the commands need, the search path among them.
    pub environment: Vec<(String, String)>,
}

impl Plan {
    /// Asks the nvcc of `toolkit` how it would build `source` with `keep` as the folder of intermediate files.
    pub fn of(toolkit: &Toolkit, source: &Source, keep: &Path) -> Result<Self> {
        let mut argv: Vec<String> = vec![text(&toolkit.nvcc())?];
        argv.extend(["--dryrun", "--keep", "--keep-dir"].map(str::to_owned));
        argv.extend([text(keep)?, "-c".into(), text(&source.file)?]);
        argv.extend(source.flags.iter().cloned());
        argv.extend(["-o".into(), text(&keep.join("out.o"))?]);
        let finished =
            Program::new(argv, &source.directory, &base_environment(toolkit)?, Duration::from_secs(120))
                .run()?;
        if !finished.ending.success() {
            bail!("nvcc refuses: {}{}", finished.stderr.trim(), finished.stdout.trim());
        }
        Self::parse(&finished.stderr, base_environment(toolkit)?)
    }

    /// Sorts the lines of a dry run; each command line is prefixed with `#$ `.
    fn parse(dry_run: &str, mut environment: Vec<(String, String)>) -> Result<Self> {
        let mut variables: HashMap<String, String> = HashMap::new();
        let (mut host_preprocess, mut front_end, mut host_compile) = (None, None, None);
        let mut device = Vec::new();
        for line in dry_run.lines().filter_map(|line| line.strip_prefix("#$ ")) {
            if let Some((name, value)) = assignment(line) {
                variables.insert(name.to_owned(), value.trim().to_owned());
                continue;
            }
            let Some(argv) = shlex::split(&expand(line, &variables)) else { continue };
            let Some(program) = argv.first().and_then(|program| Path::new(program).file_name()) else {
                continue;
            };
            let has = |flag: &str| argv.iter().any(|argument| argument == flag);
            match program.to_string_lossy().as_ref() {
                "rm" | "mv" => {}
                "cudafe++" => front_end = Some(argv),
                "cicc" => device.push((DeviceTool::Cicc, argv)),
                "fatbinary" => device.push((DeviceTool::Fatbinary, argv)),
                _ if has("-E") && host_preprocess.is_none() => host_preprocess = Some(argv),
                _ if has("-E") => device.push((DeviceTool::Preprocess, argv)),
                _ if has("-c") && front_end.is_some() => host_compile = Some(argv),
                _ => device.push((DeviceTool::Assemble, argv)),
            }
        }
        for name in ["PATH", "LD_LIBRARY_PATH", "NVVMIR_LIBRARY_DIR", "CICC_PATH", "TOP"] {
            if let Some(value) = variables.get(name) {
                environment.push((name.to_owned(), value.clone()));
            }
        }
        Ok(Self {
            host_preprocess: host_preprocess.context("nvcc plans no host preprocessing")?,
            front_end: front_end.context("nvcc plans no cudafe++ step")?,
            device,
            host_compile: host_compile.context("nvcc plans no host compilation")?,
            environment,
        })
    }

    /// Runs the host pass's preprocessor, within `limit`.
    pub fn preprocess(&self, source: &Source, limit: Duration) -> Result<()> {
        let run =
            Program::new(self.host_preprocess.clone(), &source.directory, &self.environment, limit).run()?;
        ensure!(run.ending.success(), "does not preprocess");
        Ok(())
    }

    /// The options of the front end that name no files.
    pub fn front_end_options(&self) -> Vec<String> {
        let own = |word: &&String| {
            word.starts_with("--") && !word.ends_with("_file_name") && !word.starts_with("--gen_module_id")
        };
        self.front_end[1..].iter().filter(own).cloned().collect()
    }

    /// The preprocessed text that the front end reads.
    pub fn preprocessed(&self) -> &Path {
        Path::new(self.front_end.last().map_or("", String::as_str))
    }

    /// The file that the argument after `option` of the front end names.
    pub fn front_end_file(&self, option: &str) -> Option<&Path> {
        argument_after(&self.front_end, option).map(Path::new)
    }
}

/// The argument that follows `option`.
pub fn argument_after<'a>(argv: &'a [String], option: &str) -> Option<&'a str> {
    let at = argv.iter().position(|argument| argument == option)?;
    argv.get(at + 1).map(String::as_str)
}

/// Environment of everything that is run: the toolkit first on the path, messages untranslated.
fn base_environment(toolkit: &Toolkit) -> Result<Vec<(String, String)>> {
    let root = text(toolkit.root())?;
    let path = std::env::var("PATH").unwrap_or_default();
    Ok(vec![
        ("PATH".into(), format!("{root}/bin:{root}/nvvm/bin:{path}")),
        ("LC_ALL".into(), "C".into()),
        ("NVCC_PREPEND_FLAGS".into(), String::new()),
        ("NVCC_APPEND_FLAGS".into(), String::new()),
    ])
}

/// `NAME=value`, as the first lines of a dry run have it.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let plain = |c: char| c == '_' || c.is_ascii_alphanumeric();
    (name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit())).then_some((name, value))
}

/// `$NAME` and `${NAME}` replaced by the variable's value where it is known.
fn expand(line: &str, variables: &HashMap<String, String>) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let braced = after.starts_with('{');
        let body = if braced { &after[1..] } else { after };
        let length = body.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(body.len());
        let consumed = at + 1 + length + 2 * usize::from(braced);
        match variables.get(&body[..length]) {
            Some(value) if length > 0 => {
                out.push_str(value);
                rest = &rest[consumed..];
            }
            _ => {
                out.push('$');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn text(path: &Path) -> Result<String> {
    Ok(path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRY_RUN: &str = "\
#$ _SPACE_= 
#$ TOP=/cuda/bin/..
#$ CICC_PATH=/cuda/bin/../nvvm/bin
#$ gcc -D__CUDA_ARCH_LIST__=750 -E -x c++ \"-I$TOP/include\" \"a.cu\" -o \"/k/a.cpp4.ii\" 
#$ cudafe++ --c++17 --gen_c_file_name \"/k/a.cudafe1.cpp\" \"/k/a.cpp4.ii\" 
#$ gcc -D__CUDA_ARCH__=750 -E -x c++ \"a.cu\" -o \"/k/a.cpp1.ii\" 
#$ \"$CICC_PATH/cicc\" -arch compute_75 \"/k/a.cpp1.ii\" -o \"/k/a.ptx\"
#$ ptxas -arch=sm_75 \"/k/a.ptx\" -o \"/k/a.cubin\" 
#$ fatbinary --embedded-fatbin=\"/k/a.fatbin.c\" 
#$ rm -f /k/x
#$ gcc -c -x c++ \"/k/a.cudafe1.cpp\" -o \"a.o\" 
";

    #[test]
    fn commands_are_sorted_by_role_and_variables_are_filled_in() {
        let plan = Plan::parse(DRY_RUN, Vec::new()).expect("the dry run is complete");
        assert_eq!(plan.host_preprocess[5], "-I/cuda/bin/../include");
        assert_eq!(plan.preprocessed(), Path::new("/k/a.cpp4.ii"));
        assert_eq!(plan.front_end_file("--gen_c_file_name"), Some(Path::new("/k/a.cudafe1.cpp")));
        let tools: Vec<DeviceTool> = plan.device.iter().map(|(tool, _)| *tool).collect();
        use DeviceTool::{Assemble, Cicc, Fatbinary, Preprocess};
        assert_eq!(tools, [Preprocess, Cicc, Assemble, Fatbinary]);
        assert_eq!(plan.device[1].1[0], "/cuda/bin/../nvvm/bin/cicc");
        assert_eq!(plan.host_compile.last().map(String::as_str), Some("a.o"));
    }

    #[test]
    fn unknown_variables_stay_as_they_are() {
        let known = HashMap::from([("A".to_owned(), "x".to_owned())]);
        assert_eq!(expand("a$A ${A}b $B $ ${C}", &known), "ax xb $B $ ${C}");
    }
}
