//! What the host pass makes of a unit.

use std::io;

use asunder_diag::record::Record;
use asunder_diag::severity::Severity;
use asunder_driver::{Fingerprint, Halves, HostRope};

/// What the host pass makes of a unit.
pub struct Analysis {
    pub(crate) host_file: HostRope,
    pub(crate) module_id: String,
    pub(crate) halves: Halves,
    pub(crate) diagnostics: Vec<Record>,
}

impl Analysis {
    /// What the host compiler is to read. Bytes of the unit that are not UTF-8 are code points of a private
    /// plane here; [`Analysis::write_host_text`] gives them back.
    pub fn host_text(&self) -> String {
        self.host_file.to_string()
    }

    /// Writes what the host compiler is to read.
    ///
    /// # Errors
    /// Those of `writer`.
    pub fn write_host_text(&self, writer: &mut impl io::Write) -> io::Result<()> {
        self.host_file.write_to(writer)
    }

    /// The module id.
    pub fn module_id(&self) -> &str {
        &self.module_id
    }

    /// What the host pass has to say, in its order.
    pub fn diagnostics(&self) -> &[Record] {
        &self.diagnostics
    }

    /// Whether the unit has errors: then its host text is not to be compiled.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity >= Severity::Error)
    }

    /// The fingerprint of the host text.
    pub fn host_fingerprint(&self) -> Fingerprint {
        self.halves.host
    }

    /// The fingerprint of what the device compiler may need of this text. To know whether the device compiler must run,
    /// open the device pass's own preprocessed text as a unit and compare that unit's.
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
