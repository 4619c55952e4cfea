//! User time of a whole `nvcc -c` by stage: the reference, asunder as cudafe++, and slices for both compilers.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use asunder_nvcc::Tool;
use asunder_toolkit::{Toolkit, overlay};

use super::{LIMIT, median, picture};
use crate::dropin::{Plan, Source};
use crate::process::{Program, Usage};
use crate::table::table;
use crate::workspace;

/// The units, by name and file.
const UNITS: [(&str, &str); 5] = [
    ("saxpy", "examples/saxpy.cu"),
    ("C++ headers", "benches/headers.cu"),
    ("CUB reduce", "benches/reduce.cu"),
    ("Thrust transform", "benches/transform.cu"),
    ("Thrust algorithms", "benches/thrust.cu"),
];

/// A way to compile: its name, whether asunder is cudafe++ and cicc, and what `ASUNDER_SLICE` says.
struct Way {
    name: &'static str,
    is_overlay: bool,
    slices: &'static str,
}

const WAYS: [Way; 5] = [
    Way { name: "reference", is_overlay: false, slices: "off" },
    Way { name: "asunder", is_overlay: true, slices: "off" },
    Way { name: "+ host slice", is_overlay: true, slices: "host" },
    Way { name: "+ device slice", is_overlay: true, slices: "host,device" },
    Way { name: "optimized host", is_overlay: true, slices: "optimized-host,device" },
];

/// The stages of a compile, in order.
pub const STAGES: [&str; 5] = ["preprocessors", "cudafe++", "cicc", "ptxas, fatbinary", "gcc"];

/// User seconds of a unit by way and stage.
pub struct Times {
    /// The unit.
    pub unit: &'static str,
    /// For each way its name and the seconds of the stages.
    pub ways: Vec<(&'static str, [f64; STAGES.len()])>,
}

/// Measures the units, prints the table and draws it.
pub fn run(toolkit: &Toolkit, asunder: &Path, runs: usize, flags: &[String], drawing: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("cuda");
    overlay::make(toolkit, asunder, &root, None)?;
    let mut all = Vec::new();
    for (unit, file) in UNITS {
        let file = workspace::root().join(file);
        let directory = workspace::root().to_owned();
        let flags = [&["-std=c++17".to_owned()], flags].concat();
        let source = Source { file, flags, directory };
        let mut times = [const { Vec::new() }; WAYS.len()];
        for _ in 0..runs {
            for (way, times) in WAYS.iter().zip(&mut times) {
                times.push(compile(toolkit, &source, way, &root)?);
            }
        }
        let ways = WAYS.iter().zip(&times).map(|(way, runs)| (way.name, medians(runs)));
        all.push(Times { unit, ways: ways.collect() });
    }
    print(&all, runs);
    picture::draw(&all, drawing).with_context(|| format!("cannot draw {}", drawing.display()))
}

/// The usage of each stage of one compile.
type Stages = [Usage; STAGES.len()];

fn compile(toolkit: &Toolkit, source: &Source, way: &Way, overlay: &Path) -> Result<Stages> {
    let work = tempfile::tempdir()?;
    let plan = Plan::of(toolkit, source, work.path())?;
    let host = [(Tool::Preprocessor, &plan.host_preprocess), (Tool::FrontEnd, &plan.front_end)];
    let device = plan.device.iter().map(|(tool, argv)| (*tool, argv));
    let steps = host.into_iter().chain(device).chain([(Tool::HostCompiler, &plan.host_compile)]);
    let slices = (overlay::SLICES.to_owned(), way.slices.to_owned());
    let environment: Vec<_> = plan.environment.iter().cloned().chain([slices]).collect();
    let mut stages = Stages::default();
    for (tool, argv) in steps {
        let mut argv = argv.clone();
        if let Some(program) = program(tool, &argv[0], overlay).filter(|_| way.is_overlay) {
            argv[0] = program.to_str().context("the path of the overlay is not UTF-8")?.to_owned();
        }
        let finished = Program::new(argv, &source.directory, &environment, LIMIT).measured()?;
        ensure!(finished.ending.success(), "{}: {}", way.name, finished.stderr.trim());
        stages[stage(tool)].user += finished.usage.user;
    }
    Ok(stages)
}

/// asunder in an overlay in the place of a tool that a plan starts as `word`.
fn program(tool: Tool, word: &str, root: &Path) -> Option<PathBuf> {
    match tool {
        Tool::Preprocessor => overlay::host_compiler(root, word),
        Tool::FrontEnd => Some(root.join("bin/cudafe++")),
        Tool::DeviceCompiler => Some(root.join("nvvm/bin/cicc")),
        _ => None,
    }
}

/// The place of a tool among [`STAGES`].
fn stage(tool: Tool) -> usize {
    match tool {
        Tool::Preprocessor => 0,
        Tool::FrontEnd => 1,
        Tool::DeviceCompiler => 2,
        Tool::Assembler | Tool::Fatbinary => 3,
        Tool::HostCompiler => 4,
    }
}

fn medians(runs: &[Stages]) -> [f64; STAGES.len()] {
    std::array::from_fn(|stage| {
        let usages: Vec<Usage> = runs.iter().map(|run| run[stage]).collect();
        median(&usages, |usage| usage.user)
    })
}

fn print(all: &[Times], runs: usize) {
    let headings = ["unit", "way"].into_iter().chain(STAGES).chain(["whole", "ratio"]);
    let mut table = table(&headings.collect::<Vec<_>>());
    for times in all {
        let reference = total(&times.ways[0].1);
        for (number, (way, stages)) in times.ways.iter().enumerate() {
            let unit = if number == 0 { times.unit } else { "" };
            let mut row = vec![unit.to_owned(), (*way).to_owned()];
            row.extend(stages.iter().map(|seconds| format!("{seconds:.2}")));
            row.push(format!("{:.2}", total(stages)));
            row.push(format!("{:.2}", total(stages) / reference));
            table.add_row(row);
        }
    }
    println!("user seconds, medians of {runs} runs, taken in turn");
    println!("{table}");
}

/// The seconds of all stages.
pub fn total(stages: &[f64]) -> f64 {
    stages.iter().sum()
}
