//! Proof that the comparison can be trusted: planted faults are caught, harmless changes pass.
//!
//! The candidate of each trial is the reference itself followed by a `sed` script on the host text that
//! it wrote, or on its diagnostics.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result};

use super::comparison::{Comparison, Status, Verdict};
use super::nvcc::Source;
use super::objects::Level;
use crate::table::table;
use crate::toolkit::Toolkit;
use crate::workspace;

/// What a trial must come to.
enum Expected {
    /// Equal on this level or a stronger one.
    Equal(Level),
    /// Different, with these words in the first failure that counts.
    Different(&'static str),
}
use Expected::{Different, Equal};

/// What a trial changes.
enum Change {
    /// The host text, by a `sed -E` script.
    HostText(&'static str),
    /// The diagnostics, by a `sed -E` script.
    Diagnostics(&'static str),
    /// The module id, by a `sed -E` script.
    ModuleId(&'static str),
    /// What the shell does after the reference ran.
    Process(&'static str),
}
use Change::{Diagnostics, HostText, ModuleId, Process};

#[rustfmt::skip]
const TRIALS: &[(&str, Change, Expected)] = &[
    ("nothing changed", HostText(""), Equal(Level::Bytes)),
    ("blanks added", HostText("s/ = /  =  /"), Equal(Level::Bytes)),
    ("parentheses added", HostText("s/return b - 7;/return ((b) - (7));/"), Equal(Level::Bytes)),
    ("functions in another order", HostText("/^int branchy\\(/,/^$/{H;d};$G"), Equal(Level::Symbols)),
    ("unused inline function added", HostText("$a inline int unused_here() { return 9; }"), Equal(Level::Bytes)),
    ("diagnostics on standard output", Process("mv err out"), Equal(Level::Bytes)),
    ("constant changed", HostText("s/return b - 7;/return b - 8;/"), Different("object")),
    ("condition relaxed", HostText("s/if \\(a > b\\)/if (a >= b)/"), Different("object")),
    ("string changed", HostText("s/hello, you/hallo, you/"), Different("object")),
    ("host-device function changed", HostText("s/return a \\* 3;/return a * 5;/"), Different("object")),
    ("body of a device function changed", HostText("s/int volatile ___ = 1/int volatile ___ = 2/"), Different("object")),
    ("device function dropped", HostText("/unused.*int squared/,/#endif/d"), Different("object")),
    ("launch dropped", HostText("s/^.*: fill\\(counts\\);/;/"), Different("object")),
    ("launch configuration swapped", HostText("s/2, 64, 128/64, 2, 128/"), Different("object")),
    ("kernel not hidden", HostText("s/__attribute__\\(\\(visibility\\(\"hidden\"\\)\\)\\) (void fill)/\\1/"), Different("object")),
    ("kernel calls no stub", HostText("s/\\{__wrapper__device_stub_scale<T>\\(values,n\\);/{/"), Different("object")),
    ("device variable not static", HostText("s/static int table/int table/"), Different("object")),
    ("device variable of another size", HostText("s/int table\\[4\\]/int table[5]/"), Different("object")),
    ("wrong instance launched", HostText("s/scale\\(values, n\\)/scale((float *)values, n)/"), Different("launch reaches no stub")),
    ("stub not included", HostText("/#include \"planted.cudafe1.stub.c\"/d"), Different("object")),
    ("text that does not compile", HostText("s/return b - 7;/return b - 7/"), Different("gcc rejects")),
    ("warning missing", Diagnostics("/warning #/d"), Different("diagnostic missing")),
    ("warning on another line", Diagnostics("s/\\(([0-9]+)\\): warning/(1\\1): warning/"), Different("diagnostic")),
    ("warning with another text", Diagnostics("s/intended/meant/"), Different("diagnostic")),
    ("module id changed", ModuleId("s/planted/planned/"), Different("module id")),
    ("exit code changed", Process("status=1"), Different("exit code")),
    ("no host text", Process("rm \"$host_text\""), Different("missing host text")),
    ("crash", Process("kill -SEGV $$"), Different("exit code")),
    ("other text each time", Process("head -c 9 /dev/urandom | od -An -tx1 | sed s,^,//, >>\"$host_text\""), Different("not deterministic")),
];

/// The program that the trials change.
const PROGRAM: &str = "crates/xtask/selftest/planted.cu";

/// The chore `selftest`: makes every trial and prints a table; whether all came out as expected.
pub fn run(toolkit: &Toolkit) -> Result<bool> {
    let dir = tempfile::tempdir()?;
    let source = Source {
        file: workspace::root().join(PROGRAM),
        flags: Vec::new(),
        directory: workspace::root().to_owned(),
    };
    let mut table = table(&["change", "verdict", "as expected"]);
    let mut good = true;
    for (index, (name, change, expected)) in TRIALS.iter().enumerate() {
        let candidate = dir.path().join(format!("trial-{index}"));
        let comparison = super::new_comparison(
            toolkit.clone(),
            std::env::current_exe()?,
            vec![Vec::new(), vec!["-O2".into()]],
        )?;
        write_candidate(&comparison.toolkit, change, &candidate)?;
        let verdict = Comparison { candidate, ..comparison }.compare(&source)?;
        let fits = fits(&verdict, expected);
        good &= fits;
        let words = match verdict.failures.first().or(verdict.notes.first()) {
            Some(words) if verdict.status != Status::Equal => words.chars().take(90).collect(),
            _ => format!("{:?} {}", verdict.status, super::levels(&verdict)),
        };
        table.add_row(vec![(*name).to_owned(), words, if fits { "yes".into() } else { "NO".into() }]);
    }
    println!("{table}");
    Ok(good)
}

fn fits(verdict: &Verdict, expected: &Expected) -> bool {
    match expected {
        Equal(weakest) => {
            let strong = |level: &Option<Level>| level.is_some_and(|level| level <= *weakest);
            verdict.status == Status::Equal && verdict.objects.iter().all(|(_, level)| strong(level))
        }
        Different(words) => {
            verdict.status == Status::Different
                && verdict.failures.iter().any(|failure| failure.contains(words))
        }
    }
}

/// Writes a shell script that runs the reference and then makes the change. A script that changes nothing
/// although it should ends with status 97, which no trial expects.
fn write_candidate(toolkit: &Toolkit, change: &Change, path: &Path) -> Result<()> {
    let edit = |file: &str, script: &str| match script {
        "" => String::new(),
        _ => format!(
            "cp {file} before; sed -E -i {} {file}; cmp -s {file} before && exit 97",
            shlex::try_quote(script).unwrap_or_default()
        ),
    };
    let action = match change {
        HostText(script) => edit("\"$host_text\"", script),
        Diagnostics(script) => edit("err", script),
        ModuleId(script) => edit("\"$module_id\"", script),
        Process(action) => (*action).to_owned(),
    };
    let reference = toolkit.cudafe();
    let text = format!(
        "#!/bin/sh\n\
         reference={}\n\
         scratch=$(mktemp -d) && trap 'rm -rf \"$scratch\"' EXIT\n\
         for word; do\n\
         case $previous in --gen_c_file_name) host_text=$word;; --module_id_file_name) module_id=$word;; esac\n\
         previous=$word\n\
         done\n\
         \"$reference\" \"$@\" >\"$scratch/out\" 2>\"$scratch/err\"; status=$?\n\
         cd \"$scratch\"\n\
         {action}\n\
         [ -f out ] && cat out\n\
         [ -f err ] && cat err >&2\n\
         exit $status\n",
        shlex::try_quote(&reference.to_string_lossy())?
    );
    fs::write(path, text)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
        .context("cannot make the trial executable")?;
    Ok(())
}
