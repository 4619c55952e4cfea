//! Recorded plans, and commands of all kinds against an nvcc that is there.
//!
//! `tests/data/plans/commands.txt` has commands; `13.0.txt` has what nvcc 13.0 plans for a command without options, and
//! then for each of them: the words of the steps, `{…}` standing for those that all have. The other releases have what
//! differs. `ASUNDER_TOOLKITS=13.0:/folder/bin/nvcc,… cargo test -p asunder-nvcc -- --ignored plans` writes them anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::plan::Step;
use crate::unit::DevicePass;

/// The folder of the records.
fn records() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/plans")
}

/// A folder with the sources that the commands name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("sub")).expect("a folder");
    for name in ["a.cu", "sub/b.x.cu", "c.cpp", "with blank.cu"] {
        fs::write(path(name), "").expect("a file");
    }
    fs::write(path("options.txt"), "-DOF1 -DOF2\n-O2 -Xcompiler -Wof\n").expect("a file");
    std::os::unix::fs::symlink("sub/b.x.cu", path("link.cu")).expect("a link");
    folder
}

/// The command of a line of the list.
fn command(nvcc: &str, line: &str, folder: &Path) -> Command {
    let words = shlex::split(line).expect("it is well formed");
    let is_variable = |word: &&String| word.starts_with("NVCC_");
    let set = words.iter().take_while(is_variable).filter_map(|word| word.split_once('='));
    let environment = set.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let words: Vec<OsString> = words.iter().skip_while(is_variable).map(OsString::from).collect();
    let source =
        words.iter().find(|word| Path::new(word).extension().is_some_and(|it| it == "cu" || it == "cpp"));
    let source = source.expect("it names a source").into();
    Command { nvcc: nvcc.into(), words, directory: folder.to_owned(), environment, source }
}

/// The lines of the list.
fn lines() -> Vec<String> {
    let text = fs::read_to_string(records().join("commands.txt")).expect("it is there");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// The words of a unit, without what differs from machine to machine. `{…}` stands for what all commands have, `…` for
/// what a device pass has in common with the host pass.
fn text(unit: &Unit, facts: &Facts, folder: &Path) -> String {
    let folder = fs::canonicalize(folder).expect("it is there").display().to_string();
    let joined =
        |words: &[String]| shlex::try_join(words.iter().map(String::as_str)).expect("they are plain");
    let shown = |step: &Step| joined(&step.words[1..]).replace(&folder, "/w");
    let common = |mut line: String| {
        let words = [
            ("{includes}", &facts.includes),
            ("{system}", &facts.system_includes),
            ("{versions}", &facts.versions),
            ("{always}", &facts.always),
            ("{host}", &facts.host_version),
            ("{last}", &facts.last[0]),
        ];
        for (name, words) in words.into_iter().filter(|(_, words)| !words.is_empty()) {
            line = line.replacen(&joined(words), name, 1);
        }
        line.replace(" {last}", "")
    };
    let mut out = String::new();
    // What stands for `…`; nothing does where there is no host pass.
    let (mut macros, mut options) = ("\0".to_owned(), "\0".to_owned());
    if let Some(host) = &unit.host {
        let (preprocess, front_end) = (shown(&host.preprocess), shown(&host.front_end));
        let _ = writeln!(out, "host {}\nfront-end {}", common(preprocess.clone()), common(front_end.clone()));
        let (_, rest) = preprocess.split_once(" -D__CUDACC__ ").expect("it has them");
        let (rest, _) = rest.rsplit_once(" -o ").expect("it has an output");
        macros = rest.to_owned();
        options = front_end.split_once(" --m64 ").expect("it is there").0.to_owned();
    }
    // Where nvcc runs several threads, their order is that of a race.
    let mut device: Vec<&DevicePass> = unit.device.iter().collect();
    device.sort_by_key(|pass| pass.compile.value("-arch"));
    for pass in device {
        let line = shown(&pass.preprocess).replace(&macros, "…");
        let _ = writeln!(out, "device {}", common(line));
        let _ = writeln!(out, "compile {}", common(shown(&pass.compile).replace(&options, "…")));
    }
    out
}

/// A file of records: the plan of a command without options, and the texts by their commands.
fn parse(text: &str) -> (String, BTreeMap<String, String>) {
    let mut parts = text.split("\n$ ");
    let plan = parts.next().unwrap_or_default().to_owned();
    let records = parts.filter_map(|part| part.split_once('\n'));
    (plan, records.map(|(line, text)| (line.to_owned(), text.trim_end().to_owned())).collect())
}

#[test]
fn recorded_plans_of_all_releases() {
    let folder = folder();
    let (_, first) = parse(&fs::read_to_string(records().join("13.0.txt")).expect("it is there"));
    assert_eq!(first.len(), lines().len());
    for release in ["13.0", "13.1", "13.2", "13.3", "13.4", "13.5"] {
        let record = fs::read_to_string(records().join(format!("{release}.txt"))).expect("it is there");
        let (plan, own) = parse(&record);
        let facts = Facts::of(&Plan::parse(&plan), &Default::default()).expect("it is a plan");
        for line in lines() {
            let command = command("nvcc", &line, folder.path());
            let arguments = Arguments::of(&command).unwrap_or_else(|| panic!("{line}"));
            let mut facts = facts.clone();
            if arguments.has("compiler-bindir") {
                facts.compilers[0] = "other".to_owned();
            }
            let unit = compose::unit(&facts, &arguments, folder.path()).unwrap_or_else(|| panic!("{line}"));
            let wanted = own.get(&line).or_else(|| first.get(&line)).expect("it is recorded");
            assert_eq!(text(&unit, &facts, folder.path()).trim_end(), wanted, "{release}: {line}");
            for step in unit.host.iter().map(|pass| &pass.preprocess) {
                assert_eq!(shlex::split(&step.line).as_ref(), Some(&step.words), "{line}");
            }
        }
    }
}

#[test]
fn what_nvcc_has_something_to_say_of_is_left_to_it() {
    let folder = folder();
    let plan = fs::read_to_string(records().join("13.0.txt")).expect("it is there");
    let facts = Facts::of(&Plan::parse(&parse(&plan).0), &Default::default()).expect("it is a plan");
    for line in [
        "-c a.cu --foo",
        "-c a.cu -Wall",
        "-c a.cu -std=gnu++17",
        "-c a.cu -std=c++23",
        "-c a.cu -std=c++14 -std=c++17",
        "-c a.cu -O2 -O3",
        "-c a.cu -G -lineinfo",
        "-c a.cu -rdc=true -ewp",
        "-c a.cu -rdc",
        "-c a.cu -arch=sm_70",
        "-c a.cu -arch=sm_107",
        "-c a.cu -arch=native",
        "-c a.cu -code=sm_80",
        "-c a.cu -arch=sm_80 -code=sm_80",
        "-c a.cu -gencode arch=compute_80,code=lto_80",
        "-c a.cu -gencode arch=compute_90,code=sm_80",
        "-c a.cu -default-stream null",
        "-c a.cu -dlto -gencode arch=compute_80,code=sm_80",
        "-c a.cu -dlto -rdc=false",
        "-c a.cu --ptx",
        "--ptx a.cu -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90",
        "-cubin a.cu -arch=compute_80",
        "-optix-ir a.cu -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90",
        "-cubin a.cu -gencode arch=compute_80,code=[sm_80,sm_86]",
        "-dc a.cu -G -gencode arch=compute_80,code=lto_80",
        "-optix-ir a.cu -dlto",
        "-c a.cu -jtd 200",
        "-c a.cu -opt-info all",
        "-c a.cu sub/b.x.cu",
        "-c c.cpp",
        "-c nothere.cu",
        "-c a.cu -DA=$HOME",
        "-c a.cu '-DA=\"x,y'",
        "-c a.cu '-D A=1'",
        "-c a.cu -res-usage -dc",
        "-c a.cu -Werror all-warnings -w",
        "-c a.cu -Xcompiler \"'-Wl,a'\"",
        "-c a.cu -Xcompiler *.o",
        "-c a.cu -optf nothere.txt",
        "-c a.cu -isystemx",
        "-c a.cu -ftz=maybe",
    ] {
        let words = shlex::split(line).expect("it is well formed");
        let words = words.into_iter().map(OsString::from).collect();
        let directory = folder.path().to_owned();
        let command =
            Command { nvcc: "nvcc".into(), words, directory, environment: Vec::new(), source: "a.cu".into() };
        let unit = Arguments::of(&command).and_then(|it| compose::unit(&facts, &it, folder.path()));
        assert_eq!(unit, None, "{line}");
    }
}

#[test]
fn a_command_that_preprocesses_compiles_nothing() {
    let folder = folder();
    let plan = fs::read_to_string(records().join("13.0.txt")).expect("it is there");
    let facts = Facts::of(&Plan::parse(&parse(&plan).0), &Default::default()).expect("it is a plan");
    for line in ["-E a.cu", "-c a.cu -E -arch=sm_90", "-E -o x.ii a.cu"] {
        let command = command("nvcc", line, folder.path());
        let unit = Arguments::of(&command).and_then(|it| compose::unit(&facts, &it, folder.path()));
        assert!(unit.is_some_and(|unit| unit.host.is_none() && unit.device.is_empty()), "{line}");
    }
}

/// Puts the device passes of a unit in order.
fn sort_passes(unit: &mut Unit) {
    unit.device.sort_by_key(|pass| pass.compile.value("-arch").map(str::to_owned));
}

/// The toolkits of `ASUNDER_TOOLKITS`: releases and their nvcc.
fn toolkits() -> Vec<(String, String)> {
    let named = std::env::var("ASUNDER_TOOLKITS").expect("ASUNDER_TOOLKITS names toolkits");
    let toolkits = named.split(',').filter_map(|it| it.split_once(':'));
    toolkits.map(|(release, nvcc)| (release.to_owned(), nvcc.to_owned())).collect()
}

#[test]
#[ignore = "needs toolkits, and writes the records of their plans"]
fn plans_are_recorded() {
    let folder = folder();
    let mut first = BTreeMap::new();
    for (release, nvcc) in toolkits() {
        let top = nvcc.trim_end_matches("/bin/nvcc").to_owned();
        let mut bare = command(&nvcc, "-c a.cu", folder.path());
        bare.environment = EXTENDED.map(|name| (name.to_owned(), String::new())).to_vec();
        // The host compiler is found by PATH.
        bare.environment[0].1 = "/usr/bin".to_owned();
        let printed = bare.dry_run().expect("nvcc accepts it");
        let outside = ["/usr/bin".to_owned(), String::new()];
        let facts = Facts::of(&Plan::parse(&printed), &outside).expect("it is a plan");
        let place = fs::canonicalize(folder.path()).expect("it is there").display().to_string();
        let shown = printed.replace(&top, "/cuda").replace(&place, "/w").replace(":/usr/bin\n", ":\n");
        let mut record = shown.trim_end().to_owned();
        for line in lines() {
            let unit =
                command(&nvcc, &line, folder.path()).unit().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(unit.messages, Vec::<String>::new(), "{line}");
            let text = text(&unit, &facts, folder.path()).trim_end().to_owned();
            if first.get(&line) != Some(&text) {
                let _ = write!(record, "\n$ {line}\n{text}");
                first.entry(line).or_insert(text);
            }
        }
        fs::write(records().join(format!("{release}.txt")), record + "\n").expect("it is written");
    }
}

#[test]
#[ignore = "needs toolkits: plans of drawn commands are nvcc's"]
fn drawn_commands() {
    let folder = folder();
    let lines = lines();
    let mut state: u64 = std::env::var("SEED").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    let mut draw = |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    let count: usize = std::env::var("COUNT").ok().and_then(|it| it.parse().ok()).unwrap_or(300);
    let planner = Planner::default();
    let (mut own, mut left, mut wrong) = (0, 0, 0);
    for (release, nvcc) in toolkits() {
        for _ in 0..count {
            // The options of several commands, for one source.
            let mut options = Vec::new();
            for _ in 0..2 + draw(4) {
                let words = shlex::split(&lines[draw(lines.len())]).expect("it is well formed");
                let is_option = |word: &String| {
                    !word.ends_with(".cu")
                        && !word.ends_with(".cpp")
                        && !word.starts_with("NVCC_")
                        && word != "-c"
                };
                options.extend(words.into_iter().filter(is_option));
            }
            options.extend(["-c".to_owned(), "a.cu".to_owned()]);
            let line = shlex::try_join(options.iter().map(String::as_str)).expect("they are plain");
            let command = command(&nvcc, &line, folder.path());
            let (mut own_plan, mut other) = (planner.unit(&command), command.unit());
            own_plan.iter_mut().chain(&mut other).for_each(sort_passes);
            match (own_plan, other) {
                (None, _) => left += 1,
                (Some(unit), Ok(other))
                    if is_same(&unit, &other) && unit.environment == other.environment =>
                {
                    own += 1
                }
                (Some(unit), other) => {
                    wrong += 1;
                    eprintln!("{release}: {line}");
                    match other {
                        Ok(other) => {
                            other.messages.iter().for_each(|message| eprintln!("  ! {message}"));
                            let words = |unit: &Unit| -> Vec<String> {
                                let host = unit.host.iter().flat_map(|it| [&it.preprocess, &it.front_end]);
                                let device = unit.device.iter().flat_map(|it| [&it.preprocess, &it.compile]);
                                host.chain(device).map(|step| step.words.join(" ")).collect()
                            };
                            for (ours, theirs) in words(&unit).iter().zip(words(&other)) {
                                if *ours != theirs {
                                    eprintln!("  ours   {ours}\n  theirs {theirs}");
                                }
                            }
                        }
                        Err(error) => eprintln!("  {error}"),
                    }
                }
            }
        }
    }
    eprintln!("{own} planned, {left} left to nvcc, {wrong} wrong");
    assert_eq!(wrong, 0);
}
