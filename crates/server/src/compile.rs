//! Runs for drop-in clients: units are kept from one run to the next.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use asunder_driver::options::{Language, Options};
use asunder_driver::workspace::{UnitId, Workspace, WorkspaceError};
use asunder_driver::{Caller, HostOutput};

/// Units that are kept at most.
const KEPT: usize = 32;

/// What makes two runs runs of one unit. Names of temporary files do not.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    directory: PathBuf,
    name: Option<OsString>,
    path: Option<OsString>,
    language: Language,
}

/// Units that no run is working on, the latest last.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    units: Mutex<VecDeque<(Key, UnitId)>>,
}

impl Kept {
    /// Runs the host pass on `text`. No other run has the unit at the same time. When as many are kept as may be, a new
    /// unit begins as a change of the least recently used one: most of their text is the same
    /// headers.
    pub(crate) fn run(
        &self,
        workspace: &Workspace,
        options: Options,
        text: &[u8],
        caller: &Caller,
    ) -> Result<HostOutput, WorkspaceError> {
        let key = Key {
            directory: caller.directory.clone(),
            name: options.unit_name(),
            path: options.output.orig_src_path_name.clone(),
            language: options.language.language,
        };
        let unit = match self.take(&key) {
            Some(unit) => {
                workspace.set_options(unit, options)?;
                workspace.set_text(unit, text)?;
                unit
            }
            None => workspace.open(options, text)?,
        };
        let output = workspace.run(unit, caller);
        if let Some(old) = self.keep(key, unit) {
            workspace.close(old)?;
        }
        output
    }

    /// The unit of an earlier run, or one that may become this.
    fn take(&self, key: &Key) -> Option<UnitId> {
        let mut units = self.units.lock().unwrap_or_else(PoisonError::into_inner);
        let other = || {
            let language = units.iter().position(|(kept, _)| kept.language == key.language);
            (units.len() >= KEPT).then(|| language.unwrap_or(0))
        };
        let at = units.iter().position(|(kept, _)| kept == key).or_else(other)?;
        units.remove(at).map(|(_, unit)| unit)
    }

    /// Keeps a unit; gives one that is kept no longer: that of another run of the same unit at the same time, or the
    /// least recently used one.
    fn keep(&self, key: Key, unit: UnitId) -> Option<UnitId> {
        let mut units = self.units.lock().unwrap_or_else(PoisonError::into_inner);
        let double = units.iter().position(|(kept, _)| *kept == key);
        units.push_back((key, unit));
        let old = double.or((units.len() > KEPT).then_some(0))?;
        units.remove(old).map(|(_, unit)| unit)
    }
}
