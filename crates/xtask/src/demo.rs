//! The demonstration: the examples built by nvcc with asunder inside, their objects compared.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, anyhow};
use asunder_syntax::Release;
use asunder_toolkit::overlay;
use xtask_launch::Heartbeat;

use crate::table::table;
use crate::{dropin, process, toolkit, workspace};

/// Options of `cargo xtask demo`.
#[derive(clap::Args)]
pub struct Options {
    /// The release of the toolkit, 13.0 to 13.5 [default: the oldest and the newest]
    #[arg(long)]
    release: Option<Release>,
}

/// What the demonstration showed so far.
#[derive(Default)]
struct Tally {
    objects: usize,
    equal: usize,
    /// Seconds of processor time in nvcc and its children, with the reference's front end.
    reference: f64,
    /// The same with asunder.
    asunder: f64,
}

impl Tally {
    /// The last sentence.
    fn verdict(&self) -> String {
        let Tally { objects, equal, reference, asunder } = self;
        let objects = match objects - equal {
            0 => format!("All {objects} objects are equal to the reference's."),
            different => format!("{different} of {objects} objects are DIFFERENT from the reference's."),
        };
        let saved = reference - asunder;
        format!(
            "{objects} nvcc took {asunder:.1} s of processor time with asunder and {reference:.1} s with its own front \
             end: {saved:.1} s ({:.0} %) saved.",
            100.0 * saved / reference
        )
    }
}

/// The chore `demo`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let both = [Release::default(), Release::NEWEST];
    let releases = options.release.as_ref().map_or(&both[..], std::slice::from_ref);
    let asunder = workspace::build_asunder()?;
    let mut tally = Tally::default();
    for &release in releases {
        of_release(release, &asunder, &mut tally)?;
    }
    println!("{}", tally.verdict());
    Ok(crate::verdict(tally.objects == tally.equal))
}

/// Builds the examples with the toolkit of a release.
fn of_release(release: Release, asunder: &Path, tally: &mut Tally) -> Result<()> {
    let toolkit = toolkit::ensure(toolkit::Options { release })?;
    let folder = workspace::target().join("demo").join(release.to_string());
    let with_asunder = overlay::make(&toolkit, asunder, &folder.join("cuda"), None)?.nvcc;
    println!("==> nvcc {release} with asunder inside: {}", with_asunder.display());
    let mut table = table(&["example", "nvcc with asunder", "object against the reference's"]);
    let heartbeat = Heartbeat::start("building the examples");
    for example in workspace::examples()? {
        let name = example.file_name().context("an example without a name")?.to_string_lossy().into_owned();
        heartbeat.note(name.clone());
        let (built, seconds) = build(&with_asunder, &example, &folder.join("asunder"))?;
        let (reference, reference_seconds) = build(&toolkit.nvcc(), &example, &folder.join("reference"))?;
        let reference = reference.map_err(|error| anyhow!("the reference does not build {name}: {error}"))?;
        let (built, compared) = match built {
            Ok(object) => ("built".to_owned(), dropin::compare_built(&reference, &object)?),
            Err(error) => (format!("failed: {error}"), Err("nothing to compare".to_owned())),
        };
        tally.objects += 1;
        tally.equal += usize::from(compared.is_ok());
        tally.asunder += seconds;
        tally.reference += reference_seconds;
        let compared = compared
            .map_or_else(|difference| format!("DIFFERENT: {difference}"), |level| format!("equal ({level})"));
        table.add_row(vec![name, built, compared]);
    }
    drop(heartbeat);
    println!("{table}\n");
    Ok(())
}

/// Builds `example` in `dir` and gives the object, or what nvcc says against it, and the seconds of processor time. Intermediate files are kept there: their names, which
/// land in the object, would otherwise hold the process id.
fn build(nvcc: &Path, example: &Path, dir: &Path) -> Result<(Result<PathBuf, String>, f64)> {
    let before = process::processor_seconds();
    std::fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    let object = dir.join(example.file_name().context("an example without a name")?).with_extension("o");
    let output = Command::new(nvcc)
        .args(["-std=c++17", "--keep", "-c"])
        .arg(example)
        .arg("-o")
        .arg(&object)
        .env_remove("NVCC_PREPEND_FLAGS")
        .env_remove("NVCC_APPEND_FLAGS")
        .current_dir(dir)
        .output()
        .context("cannot run nvcc")?;
    let seconds = process::processor_seconds() - before;
    if !output.status.success() {
        return Ok((Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()), seconds));
    }
    Ok((Ok(object), seconds))
}
