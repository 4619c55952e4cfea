//! Diagnostics as one SARIF document, with the reference's fields in the reference's order.
//!
//! The reference forgets and misplaces commas (spec page 7 §7.11); this is always valid JSON, and
//! equal to the reference's bytes where those are valid.

use std::fmt::Write as _;
use std::path::Path;

use crate::control::Verdict;
use crate::diagnostic::{Diagnostic, Message, Place};
use crate::severity::Severity;

/// What a tool says about itself.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The fields of `tool.driver`, as JSON.
    pub driver: &'static str,
    /// Levels are those of the SARIF standard and addresses are percent-encoded. The reference has
    /// levels of its own and leaves addresses as they are.
    pub standard: bool,
}

/// The driver that the reference names, for tools that look for it.
pub const REFERENCE_TOOL: Tool = Tool {
    driver: "\"name\":\"EDG CPFE\",\"version\":\"6.6\",\
             \"organization\":\"Edison Design Group\",\
             \"fullName\":\"Edison Design Group C/C++ Front End - 6.6\",\
             \"informationUri\":\"https://edg.com/c\"",
    standard: false,
};

/// asunder itself.
pub const OWN_TOOL: Tool = Tool {
    driver: concat!("\"name\":\"asunder\",\"version\":\"", env!("CARGO_PKG_VERSION"), "\""),
    standard: true,
};

/// A document that grows by one result at a time.
#[derive(Clone, Debug)]
pub struct Document {
    tool: Tool,
    results: u32,
}

impl Document {
    /// A document of a tool.
    pub fn new(tool: Tool) -> Self {
        Self { tool, results: 0 }
    }

    /// The text before the first result.
    pub fn open(&self) -> String {
        format!(
            "{{\"version\":\"2.1.0\",\"$schema\":\"https://raw.githubusercontent.com/\
             oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json\",\"runs\":[{{\
             \"tool\":{{\"driver\":{{{}}}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[",
            self.tool.driver
        )
    }

    /// The text of one more result. `directory` is what relative names are relative to.
    pub fn result(&mut self, diagnostic: &Diagnostic, verdict: Verdict, directory: &Path) -> String {
        let mut text = self.separator();
        text.push('{');
        if let Some(number) = diagnostic.message.rule_number() {
            let _ = write!(text, "\"ruleId\":\"EC{number}\",");
        }
        let level =
            if self.tool.standard { standard_level(verdict.severity) } else { level(verdict.severity) };
        let here = diagnostic.place.file();
        let _ = write!(text, "\"level\":\"{level}\",{}", message(&diagnostic.message, here));
        if let Some(location) = self.location(&diagnostic.place, directory) {
            let _ = write!(text, ",\"locations\":[{{{location}}}]");
        }
        if !diagnostic.notes.is_empty() {
            let notes: Vec<String> = diagnostic
                .notes
                .iter()
                .map(|note| {
                    let words = message(&note.message, note.place.file());
                    match self.location(&note.place, directory) {
                        Some(location) => format!("{{{words},{location}}}"),
                        None => format!("{{{words}}}"),
                    }
                })
                .collect();
            let _ = write!(text, ",\"relatedLocations\":[{}]", notes.join(","));
        }
        text.push('}');
        text
    }

    /// The text behind the last result.
    pub fn close(&self) -> &'static str {
        "]}]}\n"
    }

    fn location(&self, place: &Place, directory: &Path) -> Option<String> {
        let (file, line) = match place {
            Place::Nowhere => return None,
            Place::EndOfSource { file, line } => (file, line),
            Place::Line(place) => (&place.file, &place.line),
        };
        let path = directory.join(file.as_deref().unwrap_or("-")).display().to_string();
        let path = if self.tool.standard { percent_encoded(&path) } else { path };
        let uri = format!("file://{path}");
        let column = place.point().map(|point| format!(",\"startColumn\":{}", point.column));
        Some(format!(
            "\"physicalLocation\":{{\"artifactLocation\":{{\"uri\":{}}},\
             \"region\":{{\"startLine\":{line}{}}}}}",
            quoted(&uri),
            column.unwrap_or_default()
        ))
    }

    fn separator(&mut self) -> String {
        self.results += 1;
        if self.results > 1 { ",".to_owned() } else { String::new() }
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Remark => "remark",
        Severity::Warning => "warning",
        Severity::Error | Severity::CommandLineError => "error",
        Severity::Catastrophe => "catastrophe",
        Severity::InternalError => "internal_error",
    }
}

/// The levels of the SARIF standard.
fn standard_level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note | Severity::Remark => "note",
        Severity::Warning => "warning",
        _ => "error",
    }
}

/// A path as part of an address.
fn percent_encoded(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"/-_.~+,:@()=!".contains(&byte);
        if plain {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

fn message(message: &Message, here: Option<&str>) -> String {
    format!("\"message\":{{\"text\":{}}}", quoted(&message.text(here)))
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\n' => json.push_str("\\n"),
            '\t' => json.push_str("\\t"),
            control if control < ' ' => {
                let _ = write!(json, "\\u{:04x}", control as u32);
            }
            _ => json.push(character),
        }
    }
    json.push('"');
    json
}
