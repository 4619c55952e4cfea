//! How a unit is compiled.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use asunder_driver::options::{CxxStandard, HostDialect, Input, Language, Options as RunOptions, Release};
use asunder_invocation::OptionsError;

/// How a unit is compiled: the options that nvcc gives its front end.
#[derive(Clone, Debug)]
pub struct Options {
    run: RunOptions,
    directory: Option<PathBuf>,
}

impl Options {
    /// The options that nvcc uses by default, for C++17 and a unit of this name, in the newest release.
    pub fn named(name: &str) -> Options {
        let mut run =
            RunOptions { release: Release::NEWEST, input: Input::File(name.into()), ..RunOptions::default() };
        run.language.language = Language::Cxx(CxxStandard::Cxx17);
        run.cuda.static_host_stub = true;
        run.cuda.allow_managed = true;
        Options { run, directory: None }
    }

    /// The options of a command line of cudafe++: the words behind the program's name, as `nvcc --dryrun` shows them. The
    /// last names the unit, which is not read. Files that it names to be written are not written. The release is that of
    /// `--release 13.5` in front of them, else of the headers that the file of that name includes, else the newest.
    ///
    /// # Errors
    /// cudafe++ would refuse the words, or they request something else than a host file.
    pub fn from_argv(words: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Options, OptionsError> {
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        Ok(Options { run: asunder_invocation::options(&words)?, directory: None })
    }

    /// All choices of the front end, where these few do not do.
    pub fn from_driver(options: RunOptions) -> Options {
        Options { run: options, directory: None }
    }

    /// The release of the toolkit.
    #[must_use]
    pub fn release(mut self, release: Release) -> Options {
        self.run.release = release;
        self
    }

    /// The folder that the preprocessor ran in, from which relative names are meant; without it the current one.
    #[must_use]
    pub fn directory(mut self, directory: &Path) -> Options {
        self.directory = Some(directory.to_owned());
        self
    }

    /// The language.
    #[must_use]
    pub fn standard(mut self, standard: CxxStandard) -> Options {
        self.run.language.language = Language::Cxx(standard);
        self
    }

    /// GNU C++ of this version (`10000 * major + 100 * minor + patch`) reads the host text.
    #[must_use]
    pub fn gnu_version(mut self, version: u32) -> Options {
        self.run.language.dialect = HostDialect::Gnu(version);
        self
    }

    /// Separate compilation (`-rdc=true`).
    #[must_use]
    pub fn relocatable_device_code(mut self, on: bool) -> Options {
        self.run.cuda.device_c = on;
        self
    }

    /// Lambdas may be annotated (`--extended-lambda`).
    #[must_use]
    pub fn extended_lambda(mut self, on: bool) -> Options {
        self.run.cuda.extended_lambda = on;
        self
    }

    /// Makes the module id of a unit without external definitions repeatable (`-frandom-seed`).
    #[must_use]
    pub fn random_seed(mut self, seed: &str) -> Options {
        self.run.output.frandom_seed = Some(seed.into());
        self
    }

    pub(crate) fn into_parts(self) -> (RunOptions, Option<PathBuf>) {
        (self.run, self.directory)
    }
}
