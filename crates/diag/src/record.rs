//! Diagnostics as data for other programs: the lines of `asunder check --format json`, the server's answers and what
//! the library gives.

use serde::{Deserialize, Serialize};

use crate::control::Verdict;
use crate::diagnostic::{Diagnostic, Place};
use crate::severity::Severity;

/// A diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// How grave it is.
    #[serde(with = "word")]
    pub severity: Severity,
    /// The number that users see, as in `#20012-D`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// The name for use in pragmas and options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// A warning until warnings were made errors.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub promoted: bool,
    /// What it says.
    pub message: String,
    /// Where.
    #[serde(flatten)]
    pub place: PlaceRecord,
    /// What else it says of that place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// What it says of other places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<NoteRecord>,
}

/// A remark on another place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteRecord {
    /// The number that users see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// What it says.
    pub message: String,
    /// Where.
    #[serde(flatten)]
    pub place: PlaceRecord,
}

/// A place, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceRecord {
    /// The file, as line markers name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column, from 1, in code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

impl PlaceRecord {
    fn of(place: &Place) -> PlaceRecord {
        let column = place.point().map(|point| point.column);
        PlaceRecord { file: place.file().map(str::to_owned), line: place.line(), column }
    }
}

impl Record {
    /// A diagnostic that is shown with this verdict.
    pub fn of(diagnostic: &Diagnostic, verdict: Verdict) -> Record {
        let here = diagnostic.place.file();
        let notes = diagnostic.notes.iter().map(|note| NoteRecord {
            number: note.message.displayed_number(),
            message: note.message.text(note.place.file()),
            place: PlaceRecord::of(&note.place),
        });
        Record {
            severity: verdict.severity,
            number: diagnostic.message.displayed_number(),
            tag: diagnostic.message.tag().map(str::to_owned),
            promoted: verdict.promoted,
            message: diagnostic.message.text(here),
            place: PlaceRecord::of(&diagnostic.place),
            details: diagnostic.details.iter().map(|detail| detail.text(here)).collect(),
            notes: notes.collect(),
        }
    }

    /// The record as a JSON object.
    pub fn json(&self) -> String {
        // Strings, numbers and lists always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Severities as the words of diagnostics.
mod word {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::severity::Severity;

    pub(super) fn serialize<S: Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(severity.word())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Severity, D::Error> {
        let word = String::deserialize(deserializer)?;
        Severity::from_word(&word)
            .ok_or_else(|| serde::de::Error::custom(format!("`{word}` is not a severity")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = Record {
            severity: Severity::Warning,
            number: Some(20012),
            tag: Some("esa_on_defaulted_function_ignored".to_owned()),
            promoted: false,
            message: "\"f\"".to_owned(),
            place: PlaceRecord { file: Some("a.cu".to_owned()), line: Some(3), column: None },
            details: Vec::new(),
            notes: vec![NoteRecord {
                number: None,
                message: "here".to_owned(),
                place: PlaceRecord::default(),
            }],
        };
        let text = record.json();
        assert_eq!(
            text,
            r#"{"severity":"warning","number":20012,"tag":"esa_on_defaulted_function_ignored","message":"\"f\"","file":"a.cu","line":3,"notes":[{"message":"here"}]}"#
        );
        assert_eq!(serde_json::from_str::<Record>(&text).expect("it is well formed"), record);
    }
}
