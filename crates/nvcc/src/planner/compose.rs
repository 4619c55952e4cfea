//! The words of the steps.

use std::path::Path;

use super::architectures::{self, Architecture, Target};
use super::arguments::Arguments;
use super::facts::Facts;
use super::options::{DEVICE_CODE, ERRORS, WARNINGS};
use crate::command::KEEP;
use crate::plan::{Step, Tool};
use crate::unit::{DevicePass, HostPass, Unit};

/// What the steps of a command are made of.
struct Composer<'a> {
    facts: &'a Facts,
    arguments: &'a Arguments,
    targets: &'a [Target],
    /// Words for the host compiler and the front ends that the command gives as they are.
    compiler_words: Vec<String>,
    front_end_words: Vec<String>,
    /// The name of the source without folders and extension.
    stem: String,
    /// The source's file.
    path: String,
}

/// The steps for the source of a command; `None` if nvcc has to be asked.
pub(super) fn unit(facts: &Facts, arguments: &Arguments, directory: &Path) -> Option<Unit> {
    let (13, minor) = facts.release else { return None };
    is_silent(arguments, minor).then_some(())?;
    let source = Path::new(&arguments.source);
    let path = std::fs::canonicalize(directory.join(source)).ok()?;
    let path = path.to_str().filter(|path| is_plain(path))?.to_owned();
    let is_cuda = arguments.has("x") || source.extension().is_some_and(|extension| extension == "cu");
    if !is_cuda || !is_plain(&arguments.source) {
        return None;
    }
    let targets = architectures::of(arguments, minor)?;
    if arguments.has("preprocess") {
        // No front end runs.
        let environment = facts.environment.clone();
        return Some(Unit { host: None, device: Vec::new(), messages: Vec::new(), environment });
    }
    let has = |name: &str| arguments.has(name);
    let is_one = targets.len() == 1;
    let is_one_code = is_one && architectures::has_one_code(arguments);
    let names_codes = has("generate-code") || has("gpu-code");
    let has_lto = targets.iter().any(|target| target.has_lto);
    // What is left of these is refused by nvcc, in its own words.
    if (has("ptx") || has("optix-ir")) && !is_one
        || has("cubin") && !(is_one_code && architectures::names_real(arguments))
        || has("dlto") && (!is_one_code || names_codes)
        || has_lto && (!arguments.is_relocatable() || has("device-debug") || has("ptx") || has("optix-ir"))
    {
        return None;
    }
    let composer = Composer {
        facts,
        arguments,
        targets: &targets,
        compiler_words: shell_words(arguments.values("compiler-options"))?,
        front_end_words: shell_words(arguments.values("Xcudafe"))?,
        stem: source.file_stem()?.to_str()?.to_owned(),
        path,
    };
    let host = (!arguments.is_of_device())
        .then(|| HostPass { preprocess: composer.preprocess(None), front_end: composer.front_end() });
    // Where the device's code is all that is made, the pass for the last one comes first and names the unit.
    let (last, others) = targets.split_last()?;
    let is_named = arguments.is_of_device();
    let pass = |target: &Target| DevicePass {
        preprocess: composer.preprocess(Some(target.architecture)),
        compile: composer.compile(target, is_named && target == last),
        architecture: target.architecture.number,
    };
    let device = match is_named {
        true => std::iter::once(last).chain(others).map(pass).collect(),
        false => targets.iter().map(pass).collect(),
    };
    Some(Unit { host, device, messages: Vec::new(), environment: facts.environment.clone() })
}

/// Whether the values of a command are those that nvcc takes without a word, and whose words are known.
fn is_silent(arguments: &Arguments, minor: u32) -> bool {
    let is_one_of =
        |name: &str, allowed: &[&str]| arguments.values(name).iter().all(|it| allowed.contains(&&**it));
    let both = |first: &str, second: &str| arguments.has(first) && arguments.has(second);
    let is_number = |name: &str| {
        arguments.values(name).iter().all(|it| it.len() < 6 && it.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let standards: &[&str] = match minor {
        0..3 => &["c++03", "c++11", "c++14", "c++17", "c++20"],
        _ => &["c++03", "c++11", "c++14", "c++17", "c++20", "c++23"],
    };
    let kinds = ERRORS.map(|(kind, ..)| kind);
    let has_warnings =
        WARNINGS.iter().any(|(name, _)| arguments.has(name)) || arguments.has("Wno-deprecated-declarations");
    // `-optix-ir` stands beside `-c` and `-dc`, not beside other kinds of device code.
    let phases = ["compile", "device-c", "device-w"].iter().chain(&DEVICE_CODE);
    let phases = phases.filter(|it| arguments.has(it) && **it != "optix-ir").count();
    let is_for_optix_alone = ["device-w", "ptx", "cubin", "fatbin"].iter().all(|it| !arguments.has(it));
    let density = arguments.values("jump-table-density").iter();
    let is_density = density.clone().all(|it| it.parse::<u32>().is_ok_and(|density| density <= 101));
    let is_whole = arguments.boolean("relocatable-device-code") == Some(false);
    let is_relocatable = arguments.is_relocatable();
    is_one_of("x", &["cu"])
        && is_one_of("std", standards)
        && is_one_of("optimize", &["0", "1", "2", "3"])
        && is_one_of("default-stream", &["legacy", "per-thread"])
        && is_one_of("machine", &["64"])
        && is_one_of("cudart", &["none", "shared", "static"])
        && is_one_of("cudadevrt", &["none", "static"])
        && is_one_of("compress-mode", &["default", "size", "speed", "balance", "none"])
        && is_one_of("Werror", &kinds)
        && is_one_of("optimization-info", &["inline"])
        && arguments.values("optimization-info").len() < 2
        && is_density
        && (is_for_optix_alone || !arguments.has("optix-ir"))
        && arguments.values("frandom-seed").iter().all(|seed| is_plain(seed))
        && [
            "maxrregcount",
            "ftemplate-depth",
            "ftemplate-backtrace-limit",
            "threads",
            "split-compile",
            "split-compile-extended",
        ]
        .into_iter()
        .all(is_number)
        && phases < 2
        && !(arguments.has("Werror") && has_warnings)
        && !both("Werror", "disable-warnings")
        && !both("device-debug", "generate-line-info")
        && !both("device-debug", "split-compile")
        && !both("device-debug", "split-compile-extended")
        && !both("extensible-whole-program", "relocatable-device-code")
        && !both("extensible-whole-program", "device-c")
        && !both("extensible-whole-program", "dlto")
        && !(is_whole && (arguments.has("device-c") || arguments.has("dlto")))
        && !(arguments.has("dlto") && arguments.is_of_device() && !arguments.has("fatbin"))
        && !both("dlto", "device-debug")
        && !(arguments.is_of_device() && arguments.has("resource-usage"))
        && !(is_relocatable && arguments.has("static-global-template-stub"))
        && !(is_relocatable && arguments.has("device-w"))
        && !(is_relocatable && arguments.has("resource-usage"))
        && !both("extensible-whole-program", "resource-usage")
        && !(arguments.has("keep-device-functions")
            && (is_relocatable || arguments.has("extensible-whole-program") || arguments.has("device-debug")))
        && !both("extended-lambda", "expt-extended-lambda")
}

/// Whether a name means itself to a shell within quotes.
fn is_plain(name: &str) -> bool {
    !name.contains(['"', '$', '`', '\\', '!', '\n'])
}

/// The words that a shell makes of texts.
fn shell_words(texts: &[String]) -> Option<Vec<String>> {
    let is_known = |text: &String| {
        !text.contains(['*', '?', '[', ']', '~', ';', '&', '|', '<', '>', '(', ')', '{', '}', '#'])
    };
    texts.iter().all(is_known).then_some(())?;
    let words: Option<Vec<Vec<String>>> = texts.iter().map(|text| shlex::split(text)).collect();
    Some(words?.into_iter().flatten().collect())
}

impl Composer<'_> {
    /// Whether a pass has words of its own for this command's names: several architectures, several passes.
    fn infix(&self, architecture: Option<Architecture>) -> String {
        match architecture {
            Some(architecture) if self.targets.len() > 1 => format!(".compute_{architecture}"),
            _ => String::new(),
        }
    }

    /// An intermediate file.
    fn file(&self, architecture: Option<Architecture>, ending: &str) -> String {
        format!("{KEEP}/{}{}{ending}", self.stem, self.infix(architecture))
    }

    fn preprocess(&self, device: Option<Architecture>) -> Step {
        let (facts, arguments) = (self.facts, self.arguments);
        let mut words = Words(vec![facts.compilers[0].clone()]);
        let has = |name: &str| arguments.has(name);
        words.add_if(has("allow-unsupported-compiler"), &["-D__NV_NO_HOST_COMPILER_CHECK=1"]);
        words.each(arguments.values("std"), "-std=");
        words.each(arguments.values("frandom-seed"), "-frandom-seed=");
        words.0.extend(device.into_iter().flat_map(Architecture::macros));
        words.0.push(architectures::list_macro(self.targets));
        words.add(&["-E", "-x", "c++"]);
        words.add_if(device.is_some(), &["-DCUDA_DOUBLE_MATH_FUNCTIONS"]);
        words.add_if(has("no-exceptions"), &["-fno-exceptions"]);
        words.add(&["-D__CUDACC__", "-D__NVCC__"]);
        words.add_if(arguments.is_relocatable(), &["-D__CUDACC_RDC__"]);
        words.add_if(has("extensible-whole-program"), &["-D__CUDACC_EWP__"]);
        words.add_if(has("device-debug"), &["-D__CUDACC_DEBUG__"]);
        words.add_if(self.has_lambdas(), &["-D__CUDACC_EXTENDED_LAMBDA__"]);
        words.add_if(has("expt-relaxed-constexpr"), &["-D__CUDACC_RELAXED_CONSTEXPR__"]);
        words.0.extend(self.compiler_words.iter().chain(&arguments.forwarded).cloned());
        let level = arguments.values("optimize").iter().find(|level| **level != "0");
        words.each(level, "-O");
        words.add_if(has("disable-warnings"), &["-w"]);
        words.add_if(has("Wno-deprecated-declarations"), &["-Wno-deprecated-declarations"]);
        words.add_if(self.is_error("deprecated-declarations"), &["-Werror=deprecated-declarations"]);
        words.each(arguments.values("include-path"), "-I");
        words.0.extend(facts.includes.iter().cloned());
        words.pairs(arguments.values("system-include"), "-isystem");
        words.0.extend(facts.system_includes.iter().cloned());
        words.0.extend(arguments.macros.iter().flatten().cloned());
        words.0.extend(facts.versions.iter().cloned());
        let is_per_thread = arguments.value("default-stream") == Some("per-thread");
        words.add_if(is_per_thread, &["-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"]);
        words.0.extend(facts.always.iter().cloned());
        words.pairs(arguments.values("pre-include"), "-include");
        words.add_if(self.is_error("all-warnings"), &["-Werror"]);
        words.add(&["-m64"]);
        words.add_if(has("debug"), &["-g"]);
        words.add_if(has("profile"), &["-pg"]);
        let output = match device {
            Some(_) => self.file(device, ".cpp1.ii"),
            None => self.file(None, ".cpp4.ii"),
        };
        // The last words stand as nvcc writes them: those who run the line look for them.
        let line = format!("{} \"{}\" -o \"{output}\"", quoted(&words.0), arguments.source);
        words.add(&[&arguments.source, "-o", &output]);
        Step { tool: Tool::Preprocessor, line, words: words.0 }
    }

    fn has_lambdas(&self) -> bool {
        self.arguments.has("extended-lambda") || self.arguments.has("expt-extended-lambda")
    }

    fn is_error(&self, kind: &str) -> bool {
        self.arguments.values("Werror").iter().any(|it| it == kind)
    }

    /// What both front ends are told.
    fn common(&self, words: &mut Words) {
        let (facts, arguments) = (self.facts, self.arguments);
        let has = |name: &str| arguments.has(name);
        match arguments.value("std") {
            Some(standard) => words.0.push(format!("--{standard}")),
            None => words.0.push(facts.standard.clone()),
        }
        let stub = arguments.boolean("static-global-template-stub");
        words.add_if(!arguments.is_relocatable() && stub != Some(false), &["--static-host-stub"]);
        words.add_if(!arguments.is_relocatable() && stub.is_some(), &["--host-stub-linkage-explicit"]);
        let is_hidden = arguments.boolean("device-entity-has-hidden-visibility") != Some(false);
        words.add_if(is_hidden, &["--device-hidden-visibility"]);
        words.pairs(arguments.values("frandom-seed"), "--frandom-seed");
        words.0.extend(facts.host_version.iter().cloned());
        for (kind, releases, option, tags) in ERRORS {
            let is_asked = self.is_error(kind) && releases.contains(&facts.release.1);
            for tag in tags.iter().filter(|_| is_asked) {
                words.add_if(!option.is_empty(), &[option]);
                words.add(&[tag]);
            }
        }
        for (name, tag) in WARNINGS {
            words.add_if(has(name), &["--diag_warn", tag]);
        }
        for tag in ["deprecated_entity", "deprecated_entity_with_custom_message"] {
            words.add_if(has("Wno-deprecated-declarations"), &["--diag_suppress", tag]);
        }
        words.add_if(has("disable-warnings"), &["-w"]);
        for (name, option) in [
            ("diag-error", "--diag_error"),
            ("diag-warn", "--diag_warn"),
            ("diag-suppress", "--diag_suppress"),
        ] {
            let numbers = arguments.values(name).join(",");
            words.add_if(!numbers.is_empty(), &[option, &numbers]);
        }
        words.add_if(!has("no-display-error-number"), &["--display_error_number"]);
        words.add_if(has("brief-diagnostics"), &["--brief_diagnostics"]);
        words.add(&["--orig_src_file_name", &arguments.source, "--orig_src_path_name", &self.path]);
        words.add(&["--allow_managed"]);
        words.each(arguments.values("ftemplate-backtrace-limit"), "--context_limit=");
        words.each(arguments.values("ftemplate-depth"), "--pending_instantiations=");
        words.add_if(has("device-debug"), &["--debug_mode"]);
        words.add_if(self.has_lambdas(), &["--extended-lambda"]);
        words.add_if(has("no-host-device-initializer-list"), &["--no_host_device_initializer_list"]);
        words.add_if(has("no-host-device-move-forward"), &["--no_host_device_move_forward"]);
        words.add_if(has("expt-relaxed-constexpr"), &["--relaxed_constexpr"]);
        words.add_if(arguments.is_relocatable(), &["--device-c"]);
        words.add_if(has("extensible-whole-program"), &["--partial-link"]);
        words.0.extend(self.front_end_words.iter().cloned());
        words.add_if(has("keep-device-functions"), &["--keep-device-functions"]);
    }

    fn front_end(&self) -> Step {
        let mut words = Words(vec!["cudafe++".to_owned()]);
        self.common(&mut words);
        let last = self.targets.last().map(|target| target.architecture);
        words.add(&["--m64", "--parse_templates", "--gen_c_file_name", &self.file(last, ".cudafe1.cpp")]);
        words.add(&["--stub_file_name", &format!("{}{}.cudafe1.stub.c", self.stem, self.infix(last))]);
        words.add(&["--gen_module_id_file", "--module_id_file_name", &self.file(None, ".module_id")]);
        words.0.extend(self.facts.last[0].iter().cloned());
        words.0.push(self.file(None, ".cpp4.ii"));
        Step { tool: Tool::FrontEnd, line: quoted(&words.0), words: words.0 }
    }

    /// The device compiler for a target; `is_named` where it makes the name of the unit.
    fn compile(&self, target: &Target, is_named: bool) -> Step {
        let (arguments, architecture) = (self.arguments, target.architecture);
        let has = |name: &str| arguments.has(name);
        let mut words = Words(vec![self.facts.compilers[1].clone()]);
        self.common(&mut words);
        words.add(&["-arch", &format!("compute_{architecture}")]);
        words.add_if(has("source-in-ptx"), &["-show-src"]);
        words.add_if(has("extra-device-vectorization"), &["-extra-device-vectorization"]);
        words.add_if(has("restrict"), &["-kernel-params-are-restrict"]);
        words.add(&["-m64", "--no-version-ident"]);
        let is_fast = has("use_fast_math");
        let number = |name: &str, default: bool| u8::from(arguments.boolean(name).unwrap_or(default));
        let (ftz, division) = (number("ftz", is_fast), number("prec-div", !is_fast));
        words.0.push(format!("-ftz={ftz}"));
        words.0.push(format!("-prec_div={division}"));
        words.0.push(format!("-prec_sqrt={}", number("prec-sqrt", !is_fast)));
        words.0.push(format!("-fmad={}", number("fmad", true)));
        words.add_if(is_fast, &["-fast-math"]);
        let form = if ftz == 1 { "--gen_div_approx_ftz" } else { "--gen_div_approx_no_ftz" };
        words.add_if(is_fast && division == 0, &[form]);
        words.add(&["--include_file_name", &format!("{}.fatbin.c", self.stem)]);
        words.add_if(has("device-debug"), &["-g", "-O0"]);
        words.add_if(has("generate-line-info"), &["-generate-line-info"]);
        words.pairs(arguments.values("maxrregcount"), "-maxreg");
        words.pairs(arguments.values("split-compile"), "-split-compile");
        words.each(arguments.values("jump-table-density"), "-jump-table-density=");
        words.add_if(has("optimization-info"), &["-inline-info"]);
        let own = Some(architecture);
        words.add(&["-tused"]);
        words.add_if(has("optix-ir"), &["--emit-optix-ir"]);
        words.add_if(is_named, &["--gen_module_id_file"]);
        words.add(&["--module_id_file_name", &self.file(None, ".module_id")]);
        // The one file of the command.
        let last = [("ptx", ".ptx"), ("optix-ir", ".optixir")].into_iter().find(|(name, _)| has(name));
        if last.is_none() {
            words.add(&["--gen_c_file_name", &self.file(own, ".cudafe1.c")]);
            words.add(&["--stub_file_name", &self.file(own, ".cudafe1.stub.c")]);
            words.add(&["--gen_device_file_name", &self.file(own, ".cudafe1.gpu")]);
        }
        words.0.push(self.file(own, ".cpp1.ii"));
        words.0.extend(self.facts.last[1].iter().cloned());
        let folder = arguments.value("output-directory");
        let output = match (last, arguments.value("output-file")) {
            (None, _) => self.file(own, ".ptx"),
            (Some(_), Some(output)) => output.to_owned(),
            (Some((_, ending)), None) => {
                folder.map(|it| format!("{it}/")).unwrap_or_default() + &self.stem + ending
            }
        };
        let for_linker = self.file(own, ".ltoir");
        match (target.has_code, target.has_lto || has("dlto")) {
            (false, true) => words.add(&["-lto", "-o", &for_linker]),
            (_, true) => words.add(&["-o", &output, "-olto", &for_linker]),
            (_, false) => words.add(&["-o", &output]),
        }
        Step { tool: Tool::DeviceCompiler, line: quoted(&words.0), words: words.0 }
    }
}

/// The words as a shell takes them.
fn quoted(words: &[String]) -> String {
    let quoted = words.iter().map(|word| shlex::try_quote(word).unwrap_or_default());
    quoted.collect::<Vec<_>>().join(" ")
}

struct Words(Vec<String>);

impl Words {
    fn add(&mut self, words: &[&str]) {
        self.0.extend(words.iter().map(|word| (*word).to_owned()));
    }

    fn add_if(&mut self, condition: bool, words: &[&str]) {
        if condition {
            self.add(words);
        }
    }

    /// `start` with each value in one word.
    fn each<'a>(&mut self, values: impl IntoIterator<Item = &'a String>, start: &str) {
        self.0.extend(values.into_iter().map(|value| format!("{start}{value}")));
    }

    /// `option` and a value, for each value.
    fn pairs(&mut self, values: &[String], option: &str) {
        values.iter().for_each(|value| self.add(&[option, value]));
    }
}
