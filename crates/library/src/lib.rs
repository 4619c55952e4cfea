//! asunder for programs that embed it: build systems, editors, caches.
//!
//! A [`Project`] holds units; a [`Unit`] is a preprocessed text that changes; an [`Analysis`] is what the host
//! pass makes of it. After a change only what it touches is computed again.
//!
//! ```
//! use asunder::{Options, Project};
//!
//! let text = "__attribute__((global)) void fill(int *p) { *p = 1; }\nint answer() { return 42; }\n";
//! let project = Project::new();
//! let unit = project.open(Options::named("fill.cu"), text.as_bytes())?;
//! let first = unit.analysis()?;
//! assert!(first.host_text().contains("void fill(int *p) ;"));
//! assert_eq!(first.diagnostics().count(), 0);
//!
//! // The body of a kernel is nothing to the host compiler.
//! unit.set_text(text.replace("= 1", "= 2").as_bytes())?;
//! let second = unit.analysis()?;
//! assert!(!second.host_half_changed_since(&first));
//! assert!(second.device_half_changed_since(&first));
//! # Ok::<(), asunder::Error>(())
//! ```
//!
//! # Architecture invariants
//! * Small: whoever needs more uses `asunder_driver`.
//! * No global state; projects know nothing of each other.

use std::io;
use std::sync::Arc;

use asunder_diag::catalogue;
use asunder_diag::control::judge;
pub use asunder_diag::severity::Severity;
pub use asunder_driver::options::CxxStandard;
use asunder_driver::options::{HostDialect, Input, Language, Options as RunOptions};
pub use asunder_driver::workspace::{TextEdit, WorkspaceError as Error};
use asunder_driver::workspace::{UnitId, Workspace};
use asunder_driver::{Caller, Fingerprint, Halves, HostOutput};

/// How a unit is compiled: what nvcc would tell its front end.
#[derive(Clone, Debug)]
pub struct Options(RunOptions);

impl Options {
    /// What nvcc asks for by default, for C++17 and a unit of this name.
    pub fn named(name: &str) -> Options {
        let mut options = RunOptions { input: Input::File(name.into()), ..RunOptions::default() };
        options.language.language = Language::Cxx(CxxStandard::Cxx17);
        options.cuda.static_host_stub = true;
        options.cuda.allow_managed = true;
        Options(options)
    }

    /// All choices of the front end, where these few do not do.
    pub fn from_driver(options: RunOptions) -> Options {
        Options(options)
    }

    /// The language.
    #[must_use]
    pub fn standard(mut self, standard: CxxStandard) -> Options {
        self.0.language.language = Language::Cxx(standard);
        self
    }

    /// GNU C++ of this version (`10000 * major + 100 * minor + patch`) reads the host text.
    #[must_use]
    pub fn gnu_version(mut self, version: u32) -> Options {
        self.0.language.dialect = HostDialect::Gnu(version);
        self
    }

    /// Separate compilation (`-rdc=true`).
    #[must_use]
    pub fn relocatable_device_code(mut self, on: bool) -> Options {
        self.0.cuda.device_c = on;
        self
    }

    /// Lambdas may be annotated (`--extended-lambda`).
    #[must_use]
    pub fn extended_lambda(mut self, on: bool) -> Options {
        self.0.cuda.extended_lambda = on;
        self
    }

    /// Makes the module id of a unit without external definitions repeatable (`-frandom-seed`).
    #[must_use]
    pub fn random_seed(mut self, seed: &str) -> Options {
        self.0.output.frandom_seed = Some(seed.into());
        self
    }
}

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
        let id = self.0.open(options.0.clone(), text)?;
        Ok(Unit { workspace: self.0.clone(), id, options: options.0 })
    }
}

/// A unit of a project; closed when it is dropped.
pub struct Unit {
    workspace: Arc<Workspace>,
    id: UnitId,
    options: RunOptions,
}

impl Unit {
    /// Gives the unit another text.
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

    /// What the host pass makes of the unit now.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when another thread edits the unit meanwhile.
    pub fn analysis(&self) -> Result<Analysis, Error> {
        let caller = Caller::this();
        let halves = self.workspace.halves(self.id, &caller)?;
        let output = self.workspace.run(self.id, &caller)?;
        Ok(Analysis { output, halves, options: self.options.clone() })
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // It is open for as long as this value lives.
        let _ = self.workspace.close(self.id);
    }
}

/// What the host pass makes of a unit.
pub struct Analysis {
    output: HostOutput,
    halves: Halves,
    options: RunOptions,
}

/// Something that the pass has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// The reference's internal number.
    pub number: Option<u16>,
    /// The text.
    pub text: String,
    /// The file as line markers name it.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column, from 1, in code points.
    pub column: Option<u32>,
}

impl Analysis {
    /// What the host compiler is to read. Bytes of the unit that are not UTF-8 are code points of a private
    /// plane here; [`Analysis::write_host_text`] gives them back.
    pub fn host_text(&self) -> String {
        self.output.host_file.to_string()
    }

    /// Writes what the host compiler is to read.
    ///
    /// # Errors
    /// Those of `writer`.
    pub fn write_host_text(&self, writer: &mut impl io::Write) -> io::Result<()> {
        self.output.host_file.write_to(writer)
    }

    /// The module id.
    pub fn module_id(&self) -> &str {
        &self.output.module_id
    }

    /// What the pass has to say, in its order.
    pub fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> {
        let control = self.options.diagnostics.command_line_control();
        let report = &self.output.report;
        report.diagnostics.iter().filter_map(move |diagnostic| {
            let verdict = judge(diagnostic, catalogue::Pass::Host, &control, &report.pragmas)?;
            Some(Diagnostic {
                severity: verdict.severity,
                number: diagnostic.message.number,
                text: diagnostic.message.text(diagnostic.place.file()),
                file: diagnostic.place.file().map(str::to_owned),
                line: diagnostic.place.line(),
                column: diagnostic.place.point().map(|point| point.column),
            })
        })
    }

    /// Whether the unit has errors: then its host text is not to be compiled.
    pub fn has_errors(&self) -> bool {
        self.diagnostics().any(|diagnostic| diagnostic.severity >= Severity::Error)
    }

    /// The fingerprint of the host text.
    pub fn host_fingerprint(&self) -> Fingerprint {
        self.halves.host
    }

    /// The fingerprint of what the device compiler may need of this text.
    pub fn device_fingerprint(&self) -> Fingerprint {
        self.halves.device
    }

    /// Whether the host compiler must run again.
    pub fn host_half_changed_since(&self, earlier: &Analysis) -> bool {
        self.halves.host != earlier.halves.host
    }

    /// Whether the device compiler must run again.
    pub fn device_half_changed_since(&self, earlier: &Analysis) -> bool {
        self.halves.device != earlier.halves.device
    }
}
