//! The reference toolkit of the chores: NVIDIA's wheels, installed below the checkout's git-ignored folder `toolkit/`,
//! those of 13.0 into itself and those of another release into a folder of its name. `ASUNDER_TOOLKIT` names an
//! existing toolkit (the folder that has `bin/nvcc`) to use instead of every release's.

use anyhow::{Context, Result};
use asunder_syntax::Release;
use asunder_toolkit::install::{self, Progress};
pub use asunder_toolkit::{OVERRIDE, Toolkit};

use crate::workspace;

/// Which release's toolkit a chore runs.
#[derive(clap::Args, Debug, Clone, Copy, Default)]
// It is part of options that have the same name.
#[group(skip)]
pub struct Options {
    /// The release of the reference toolkit: 13.0 to 13.5
    #[arg(long, default_value_t)]
    pub release: Release,
}

/// The toolkit of a release, installed first when it is not there yet.
pub fn ensure(options: Options) -> Result<Toolkit> {
    if let Some(root) = std::env::var_os(OVERRIDE) {
        return Toolkit::at(std::path::absolute(root)?).with_context(|| format!("{OVERRIDE} is set"));
    }
    let release = options.release;
    let mut home = workspace::root().join("toolkit");
    if release != Release::default() {
        home.push(release.to_string());
    }
    let report = &mut |progress| match progress {
        Progress::Started { megabytes } => eprintln!(
            "installing the toolkit of CUDA {release} from PyPI into {} (about {megabytes} MB) ...",
            home.display()
        ),
        Progress::Working { elapsed, megabytes } => {
            eprintln!("  {:3} s: {megabytes} MB unpacked", elapsed.as_secs());
        }
    };
    Ok(install::ensure(release, &home, report)?)
}
