//! asunder for programs that embed it: build systems, editors, caches.
//!
//! A [`Project`] holds units; a [`Unit`] is a preprocessed text that changes; an [`Analysis`] is what the host
//! pass makes of it. After a change only what it touches is computed again. A unit also answers what a pass has to say
//! ([`Unit::diagnostics`]), what a name means ([`Unit::hover`]), and what a file declares ([`Unit::declarations`]).
//!
//! ```
//! use asunder::{Options, Pass, Project};
//!
//! let text = "__attribute__((global)) void fill(int *p) { *p = 1; }\nint answer() { return 42; }\n";
//! let project = Project::new();
//! let unit = project.open(Options::named("fill.cu"), text.as_bytes())?;
//! let first = unit.analysis()?;
//! assert!(first.host_text().contains("void fill(int *p) ;"));
//! assert!(first.diagnostics().is_empty());
//!
//! // The body of a kernel is nothing to the host compiler.
//! unit.set_text(text.replace("= 1", "= 2").as_bytes())?;
//! let second = unit.analysis()?;
//! assert!(!second.host_half_changed_since(&first));
//! assert!(second.device_half_changed_since(&first));
//!
//! // What the device pass for compute_90 has to say, and what a name means.
//! assert!(unit.diagnostics(Pass::Device { arch: 90 })?.is_empty());
//! let fill = unit.hover(text.find("fill").unwrap())?.unwrap();
//! assert_eq!((fill.kind.as_str(), fill.space.as_deref()), ("function", Some("__global__")));
//! # Ok::<(), asunder::Error>(())
//! ```
//!
//! The options of a unit are those of its front end: [`Options::from_argv`] takes them from the command line that nvcc
//! gives cudafe++, as `nvcc --dryrun` shows it.
//!
//! # Architecture invariants
//! * Small: programs that need more use `asunder_driver`.
//! * No global state; projects know nothing of each other.

mod analysis;
mod options;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use asunder_diag::record::{NoteRecord as Note, PlaceRecord as Place, Record as Diagnostic};
pub use asunder_diag::severity::Severity;
use asunder_driver::Caller;
pub use asunder_driver::options::{CxxStandard, Release};
pub use asunder_driver::workspace::{Statistics, TextEdit, WorkspaceError as Error};
use asunder_driver::workspace::{UnitId, Workspace};
pub use asunder_driver::{Declared, Fingerprint, Location, Meaning, Pass, Symbol};
pub use asunder_invocation::OptionsError;

pub use analysis::Analysis;
pub use options::Options;

/// The version of asunder.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Units that share what they have in common. May be used from many threads.
#[derive(Clone, Default)]
pub struct Project(Arc<Workspace>);

impl Project {
    /// A project without units.
    pub fn new() -> Project {
        Project::default()
    }

    /// Opens a unit: its preprocessed text, in bytes.
    ///
    /// # Errors
    /// The text is too large.
    pub fn open(&self, options: Options, text: &[u8]) -> Result<Unit, Error> {
        let (options, directory) = options.into_parts();
        let directory = directory.unwrap_or_else(|| std::env::current_dir().unwrap_or_default());
        let id = self.0.open(options, text)?;
        Ok(Unit { workspace: self.0.clone(), id, directory })
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        self.0.statistics()
    }
}

/// A unit of a project; closed when it is dropped.
pub struct Unit {
    workspace: Arc<Workspace>,
    id: UnitId,
    directory: PathBuf,
}

impl Unit {
    /// Gives the unit another text. What both texts have in common is not read again.
    ///
    /// # Errors
    /// The text is too large.
    pub fn set_text(&self, text: &[u8]) -> Result<(), Error> {
        self.workspace.set_text(self.id, text)
    }

    /// Replaces bytes, one edit after the other.
    ///
    /// # Errors
    /// An edit reaches beyond the text; then none is applied.
    pub fn edit(&self, edits: &[TextEdit]) -> Result<(), Error> {
        self.workspace.edit(self.id, edits)
    }

    /// The unit's text.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when another thread edits the unit meanwhile, here as below.
    pub fn text(&self) -> Result<Vec<u8>, Error> {
        self.workspace.text(self.id)
    }

    /// What the host pass makes of the unit now.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn analysis(&self) -> Result<Analysis, Error> {
        let caller = self.caller();
        let halves = self.workspace.halves(self.id, &caller)?;
        let (host_file, module_id) = self.workspace.host(self.id, &caller)?;
        let diagnostics = self.diagnostics(Pass::Host)?;
        Ok(Analysis { host_file, module_id, halves, diagnostics })
    }

    /// What a pass has to say, in its order, at the places of the files as they are written. The text must be that of the
    /// pass: code under `__CUDA_ARCH__` differs.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn diagnostics(&self, pass: Pass) -> Result<Vec<Diagnostic>, Error> {
        self.workspace.diagnostics(self.id, pass, &self.caller())
    }

    /// What the name at a byte of the unit means; `None` where there is none or it is not known.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn hover(&self, offset: usize) -> Result<Option<Meaning>, Error> {
        self.workspace.hover(self.id, offset, &self.directory)
    }

    /// The byte of the unit that stands for a place of a file: line and column from 1, columns in code points. `None`
    /// where the unit has nothing of it.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn offset_of(&self, file: &Path, line: u32, column: u32) -> Result<Option<usize>, Error> {
        self.workspace.offset_of(self.id, file, line, column, &self.directory)
    }

    /// The declarations outside function bodies that stand in a file, which is named as line markers do; without a name,
    /// in that of the first line marker.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn declarations(&self, file: Option<&str>) -> Result<Vec<Declared>, Error> {
        self.workspace.declarations(self.id, file, &self.directory)
    }

    /// The definitions that the linker sees, outside templates.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn symbols(&self) -> Result<Vec<Symbol>, Error> {
        self.workspace.symbols(self.id, &self.directory)
    }

    fn caller(&self) -> Caller {
        Caller { directory: self.directory.clone(), ..Caller::this() }
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // It is open for as long as this value lives.
        let _ = self.workspace.close(self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: &str = "# 1 \"/no/such/u.cu\"\nvoid f();\nvoid g() { int a; f(); }\nvoid f() { }\n";

    fn unit(text: &str) -> Unit {
        Project::new().open(Options::named("u.cu"), text.as_bytes()).expect("a small unit")
    }

    #[test]
    fn options_are_those_of_the_command_line() {
        let argv =
            "--c++20 --gnu_version=120200 --extended-lambda --device-c --orig_src_file_name u.cu u.cpp4.ii";
        let options = Options::from_argv(argv.split(' ')).expect("they are right");
        let text = "void go() { auto l = [] __attribute__((device)) () { }; }\n";
        let numbers = |options: Options| {
            let unit = Project::new().open(options, text.as_bytes()).expect("a small unit");
            let found = unit.diagnostics(Pass::Host).expect("no edit");
            found.into_iter().filter_map(|it| it.number).collect::<Vec<_>>()
        };
        assert!(numbers(options).is_empty());
        assert_eq!(numbers(Options::named("u.cu")), [20155]);
        let message =
            |words: &str| Options::from_argv(words.split(' ')).expect_err("they are wrong").to_string();
        assert_eq!(message("--bogus u.ii"), "invalid option: --bogus");
        assert_eq!(message("--version"), "the command line does not request the compilation of a unit alone");
        let older = Options::from_argv(["--release", "13.0", "u.ii"]).expect("they are right");
        assert_eq!(older.clone().into_parts().0.release, Release::V13_0);
        assert_eq!(older.release(Release::NEWEST).into_parts().0.release, Release::NEWEST);
    }

    #[test]
    fn edits_names_and_passes() {
        let unit = unit(UNIT);
        let at = unit.offset_of(Path::new("/no/such/u.cu"), 2, 19).expect("no edit").expect("it is there");
        let found = unit.hover(at).expect("no edit").expect("it is known");
        assert_eq!((&*found.name, found.defined.map(|it| it.line)), ("f", Some(3)));
        let warnings = unit.diagnostics(Pass::Device { arch: 90 }).expect("no edit");
        assert_eq!(
            warnings.iter().map(|it| it.tag.as_deref()).collect::<Vec<_>>(),
            [Some("declared_but_not_referenced")]
        );
        assert_eq!((warnings[0].severity, warnings[0].place.line), (Severity::Warning, Some(2)));
        let names = |unit: &Unit| {
            let found = unit.symbols().expect("no edit");
            found.into_iter().filter_map(|it| it.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&unit), ["_Z1gv", "_Z1fv"]);
        let g = UNIT.find("g()").expect("it is there");
        unit.edit(&[TextEdit { range: g..g + 1, text: b"h".to_vec() }]).expect("it is in the text");
        assert_eq!(names(&unit), ["_Z1hv", "_Z1fv"]);
        assert_eq!(unit.text().expect("no edit"), UNIT.replace("g()", "h()").as_bytes());
        let declared = unit.declarations(None).expect("no edit");
        assert_eq!(declared.iter().map(|it| &*it.name).collect::<Vec<_>>(), ["f", "h", "f"]);
        assert!(unit.edit(&[TextEdit { range: 0..9999, text: Vec::new() }]).is_err());
    }
}
