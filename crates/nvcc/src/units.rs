//! The units of commands, kept as long as what nvcc reads of them stays as it is.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use asunder_toolkit::overlay;

use crate::command::{Command, Error};
use crate::planner::Planner;
use crate::unit::Unit;

/// The file beside nvcc that says where its tools are.
const PROFILE: &str = "nvcc.profile";

/// The units of a process that compiles the same commands again.
#[derive(Debug, Default)]
pub struct Units {
    known: Mutex<HashMap<Command, Known>>,
    /// Plans most commands; without it nvcc does.
    planner: Option<Planner>,
}

/// A unit, and the files that decide about it.
#[derive(Debug)]
struct Known {
    unit: Arc<Unit>,
    files: Vec<(PathBuf, Stamp)>,
}

/// Length and time of change of a file; `None` where there is none.
type Stamp = Option<(u64, Option<SystemTime>)>;

impl Units {
    /// Units whose commands are planned without nvcc as far as they are understood.
    pub fn with_planner(planner: Planner) -> Units {
        Units { planner: Some(planner), ..Units::default() }
    }

    /// How a command's source is compiled: what nvcc said, unless nvcc, its profile, files of options or the host
    /// compiler changed since, or the source is not there.
    ///
    /// # Errors
    /// There is no nvcc, it refuses the command, or the command compiles no CUDA.
    pub fn unit(&self, command: &Command) -> Result<Arc<Unit>, Error> {
        let units = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = units().get(command)
            && known.files.iter().all(|(file, was)| stamp(file) == *was)
            && command.file().is_file()
        {
            return Ok(Arc::clone(&known.unit));
        }
        // What changes while nvcc runs is seen the next time.
        let nvcc = command.program()?;
        let real = std::fs::canonicalize(&nvcc).unwrap_or_else(|_| nvcc.clone());
        let profiles = [nvcc.with_file_name(PROFILE), real.with_file_name(PROFILE)];
        let mut files: Vec<PathBuf> = [nvcc, real].into_iter().chain(profiles).collect();
        files.extend(command.options_files());
        let mut files: Vec<(PathBuf, Stamp)> = files.into_iter().map(stamped).collect();
        let unit = Arc::new(match self.planner.as_ref().and_then(|planner| planner.unit(command)) {
            Some(unit) => unit.compiling()?,
            None => command.unit()?,
        });
        files.extend(unit.host_compilers().into_iter().filter_map(|it| on_path(command, it)).map(stamped));
        units().insert(command.clone(), Known { unit: Arc::clone(&unit), files });
        Ok(unit)
    }
}

fn stamped(file: PathBuf) -> (PathBuf, Stamp) {
    let stamp = stamp(&file);
    (file, stamp)
}

fn stamp(file: &Path) -> Stamp {
    let metadata = file.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()))
}

/// The file of a program.
fn on_path(command: &Command, program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(command.directory.join(program));
    }
    let own = command.environment.iter().rev().find(|(name, _)| name == "PATH");
    let path = own.map(|(_, path)| path.into()).or_else(|| std::env::var_os("PATH"))?;
    let path = overlay::outside(&path);
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// An nvcc that counts its runs.
    const NVCC: &str = "#!/bin/sh\necho run >> runs\n\
        echo '#$ gcc -D__CUDA_ARCH__=900 -E -x c++ \"a.cu\" -o \"a.cpp1.ii\"' >&2\n\
        echo '#$ cicc -arch compute_90 --orig_src_path_name \"a.cu\" \"a.cpp1.ii\" -o \"a.ptx\"' >&2\n";

    #[test]
    fn nvcc_runs_again_where_something_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).expect("a file");
        write("nvcc", NVCC);
        fs::set_permissions(path("nvcc"), fs::Permissions::from_mode(0o755)).expect("it is ours");
        write("a.cu", "");
        write("options", "-g");
        let words = vec!["--options-file".into(), "options".into()];
        let command = Command::new(Some(path("nvcc")), Path::new("a.cu"), folder.path().to_owned(), words);
        let runs = || fs::read_to_string(path("runs")).map_or(0, |text| text.lines().count());
        let units = Units::default();
        let unit = units.unit(&command).expect("nvcc says it");
        assert_eq!(unit.device[0].architecture, 90);
        assert_eq!(units.unit(&command).expect("it is known"), unit);
        assert_eq!(runs(), 1);
        write("options", "-g -O2");
        assert!(units.unit(&command).is_ok());
        assert_eq!(runs(), 2);
        write("nvcc.profile", "");
        assert!(units.unit(&command).is_ok());
        fs::remove_file(path("a.cu")).expect("it is removed");
        assert!(units.unit(&command).is_ok());
        assert_eq!(runs(), 4);
    }
}
