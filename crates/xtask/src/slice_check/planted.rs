//! Errors in the user's code that nothing uses: they are reported for slices as for whole units.

use anyhow::Result;
use asunder_nvcc::Tool;
use asunder_slice::Instantiations;

use super::{Compared, Equality, Outcome, Unit, device, first_line, host};
use crate::dropin::write_empty_fatbin;
use crate::process::Finished;

/// A device function that nothing calls, with an error.
const OF_DEVICE: &str = "\n__attribute__((device)) static void asunder_planted_device() { int *wrong = 1.5; asunder_undeclared(wrong); }\n";
/// A host function that nothing calls, with an error that the front end does not look for.
const OF_HOST: &str = "\nstatic inline int asunder_planted_host() { struct A { int a; } wrong; return wrong.asunder_undeclared; }\n";

/// Compares what the compilers say of the whole unit and of its slice.
pub fn compare(unit: &Unit<'_>) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    for (tool, argv) in &unit.plan.device {
        let is_compiler = *tool == Tool::DeviceCompiler;
        let finished = unit.run(argv)?;
        if !finished.ending.success() {
            return Ok(vec![Outcome::Unbuilt(first_line(&finished))]);
        }
        if is_compiler {
            let path = unit.path(device::input(argv)?);
            let text = [&std::fs::read(&path)?[..], OF_DEVICE.as_bytes()].concat();
            std::fs::write(&path, &text)?;
            let whole = unit.run(argv)?;
            std::fs::write(&path, device::sliced(unit, argv, &text, &path))?;
            outcomes.push(outcome("cicc", &whole, &unit.run(argv)?));
            break;
        }
    }
    write_empty_fatbin(&unit.plan)?;
    let path = unit.path(&unit.plan.preprocessed().to_string_lossy());
    let text = [&std::fs::read(path)?[..], OF_HOST.as_bytes()].concat();
    let mut options = host::options(unit)?;
    let mut compiled = Vec::new();
    for slicing in [None, Some(host::slicing(unit, Instantiations::InAnyOrder))] {
        options.output.slice_host = slicing;
        let host_file = asunder_driver::run_host_pass(&options, &text)?.host_file.to_bytes();
        compiled.push(host::compile(unit, &host_file, &[])?.1);
    }
    outcomes.push(outcome("host compiler", &compiled[0], &compiled[1]));
    Ok(outcomes)
}

fn outcome(compiler: &str, whole: &Finished, slice: &Finished) -> Outcome {
    let equality = match (whole.ending.success(), whole.stderr == slice.stderr) {
        (true, _) => Equality::Different("the planted error is not reported for the whole unit".to_owned()),
        (false, true) => Equality::Bytes,
        (false, false) => Equality::Different(format!("other messages: {}", first_line(slice))),
    };
    Outcome::Compared(Compared {
        what: format!("messages of the {compiler}"),
        equality,
        bytes: 1.0,
        user: [whole.usage.user, slice.usage.user],
        slicing: 0.0,
    })
}
