//! Diagnostics as one SARIF document, with the reference's fields in the reference's order.
//!
//! The reference forgets and misplaces commas (spec page 7 §7.11); this is always valid JSON, and
//! equal to the reference's bytes where those are valid.

use std::io;
use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};

use crate::control::Verdict;
use crate::diagnostic::{Diagnostic, Message, Place};
use crate::severity::Severity;

/// What a tool says about itself.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    driver: Driver,
    /// Levels are those of the SARIF standard and addresses are percent-encoded. The reference has
    /// levels of its own and leaves addresses as they are.
    standard: bool,
}

/// The fields of `tool.driver`.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    organization: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_name: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    information_uri: Option<&'static str>,
}

/// The driver that the reference names, for tools that look for it.
pub const REFERENCE_TOOL: Tool = Tool {
    driver: Driver {
        name: "EDG CPFE",
        version: "6.6",
        organization: Some("Edison Design Group"),
        full_name: Some("Edison Design Group C/C++ Front End - 6.6"),
        information_uri: Some("https://edg.com/c"),
    },
    standard: false,
};

/// asunder itself.
pub const OWN_TOOL: Tool = Tool {
    driver: Driver {
        name: "asunder",
        version: env!("CARGO_PKG_VERSION"),
        organization: None,
        full_name: None,
        information_uri: None,
    },
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
             \"tool\":{{\"driver\":{}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[",
            json(&self.tool.driver)
        )
    }

    /// The text of one more result. `directory` is what relative names are relative to.
    pub fn result(&mut self, diagnostic: &Diagnostic, verdict: Verdict, directory: &Path) -> String {
        let related = diagnostic.notes.iter().map(|note| RelatedLocation {
            message: Text::of(&note.message, note.place.file()),
            location: self.location(&note.place, directory),
        });
        let result = ResultRecord {
            rule_id: diagnostic.message.rule_number().map(|number| format!("EC{number}")),
            level: if self.tool.standard {
                standard_level(verdict.severity)
            } else {
                level(verdict.severity)
            },
            message: Text::of(&diagnostic.message, diagnostic.place.file()),
            locations: self.location(&diagnostic.place, directory).into_iter().collect(),
            related_locations: related.collect(),
        };
        let separator = if self.results > 0 { "," } else { "" };
        self.results += 1;
        separator.to_owned() + &json(&result)
    }

    /// The text behind the last result.
    pub fn close(&self) -> &'static str {
        "]}]}\n"
    }

    fn location(&self, place: &Place, directory: &Path) -> Option<Location> {
        let start_line = place.line()?;
        let path = directory.join(place.file().unwrap_or("-")).display().to_string();
        let path = match self.tool.standard {
            true => utf8_percent_encode(&path, NOT_IN_PATHS).to_string(),
            false => path,
        };
        let start_column = place.point().map(|point| point.column);
        Some(Location {
            physical_location: PhysicalLocation {
                artifact_location: ArtifactLocation { uri: format!("file://{path}") },
                region: Region { start_line, start_column },
            },
        })
    }
}

/// What is percent-encoded in the path of an address (RFC 3986, section 3.3).
const NOT_IN_PATHS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b'+')
    .remove(b',')
    .remove(b':')
    .remove(b'@')
    .remove(b'(')
    .remove(b')')
    .remove(b'=')
    .remove(b'!');

/// One result. Fields are in the reference's order.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_id: Option<String>,
    level: &'static str,
    message: Text,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<RelatedLocation>,
}

#[derive(Serialize)]
struct RelatedLocation {
    message: Text,
    #[serde(flatten)]
    location: Option<Location>,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

impl Text {
    fn of(message: &Message, here: Option<&str>) -> Text {
        Text { text: message.text(here) }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
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

/// JSON with the reference's escapes: of control characters only line feeds and tabs have short ones.
struct Escapes;

impl Formatter for Escapes {
    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        match escape {
            CharEscape::Quote => writer.write_all(b"\\\""),
            CharEscape::ReverseSolidus => writer.write_all(b"\\\\"),
            CharEscape::Solidus => writer.write_all(b"/"),
            CharEscape::LineFeed => writer.write_all(b"\\n"),
            CharEscape::Tab => writer.write_all(b"\\t"),
            CharEscape::Backspace => writer.write_all(b"\\u0008"),
            CharEscape::FormFeed => writer.write_all(b"\\u000c"),
            CharEscape::CarriageReturn => writer.write_all(b"\\u000d"),
            CharEscape::AsciiControl(byte) => write!(writer, "\\u{byte:04x}"),
        }
    }
}

/// A value as JSON on one line.
fn json(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    // Records of strings and numbers always have a JSON form, and a vector takes every byte.
    let written = value.serialize(&mut Serializer::with_formatter(&mut bytes, Escapes));
    debug_assert!(written.is_ok(), "records have a JSON form");
    String::from_utf8(bytes).unwrap_or_default()
}
