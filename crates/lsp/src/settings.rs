//! What the client may set: `initializationOptions`, and the section `asunder` of its configuration.

use std::path::PathBuf;

use serde_json::Value;

/// The settings; a field that is not there, or is damaged, has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The folder of the toolkit: it has `bin/nvcc`, or at least `include/cuda_runtime.h`.
    pub toolkit: Option<PathBuf>,
    /// The list of compile commands, or its folder.
    pub compile_commands: Option<PathBuf>,
    /// Options of nvcc for files that no list has.
    pub flags: Vec<String>,
}

impl Settings {
    /// Reads them; a field that is damaged is left out.
    pub(crate) fn read(value: &Value) -> Settings {
        let value = value.get("asunder").unwrap_or(value);
        let field = |name: &str| value.get(name).cloned().unwrap_or(Value::Null);
        let path = |name: &str| {
            let text = field(name);
            text.as_str().filter(|text| !text.is_empty()).map(PathBuf::from)
        };
        Settings {
            toolkit: path("toolkit"),
            compile_commands: path("compileCommands"),
            flags: serde_json::from_value(field("flags")).unwrap_or_default(),
        }
    }
}
