//! Diagnostics as the front ends print them, compared as multisets (spec 1 §6).

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// What identifies a diagnostic: two runs that report equal keys report the same thing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key {
    /// The file as printed; none for command-line errors.
    pub file: Option<String>,
    /// 1-based line.
    pub line: Option<u32>,
    /// 1-based column of the caret line, where one is printed.
    pub column: Option<u32>,
    /// `error`, `warning`, `remark`, `catastrophic error` and so on.
    pub severity: String,
    /// The number, where one is printed.
    pub number: Option<u32>,
    /// The message.
    pub text: String,
}

impl std::fmt::Display for Key {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let (Some(file), Some(line)) = (&self.file, self.line) {
            write!(out, "{file}({line}:{}): ", self.column.unwrap_or(0))?;
        }
        write!(out, "{}", self.severity)?;
        if let Some(number) = self.number {
            write!(out, " #{number}")?;
        }
        write!(out, ": {}", self.text)
    }
}

/// What a front end printed, taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Messages {
    /// The diagnostics in printed order.
    pub diagnostics: Vec<Key>,
    /// Lines that belong to no diagnostic, such as the summary.
    pub others: Vec<String>,
}

const SEVERITIES: [&str; 8] = [
    "error",
    "warning",
    "remark",
    "note",
    "catastrophic error",
    "internal error",
    "Command-line error",
    "Command-line warning",
];

impl Messages {
    /// Reads the output of a front end.
    pub fn parse(output: &str) -> Self {
        let mut messages = Self::default();
        let mut open = false;
        for line in output.lines() {
            if let Some(key) = head(line) {
                messages.diagnostics.push(key);
                open = true;
            } else if line.trim().is_empty() {
                open = false;
            } else if open {
                // The caret's column counts from the source line's own two blanks of indentation.
                if line.trim() == "^"
                    && let Some(last) = messages.diagnostics.last_mut()
                {
                    last.column = line.find('^').and_then(|at| u32::try_from(at.saturating_sub(1)).ok());
                }
            } else {
                messages.others.push(line.trim_end().to_owned());
            }
        }
        messages
    }
}

/// Reads the first line of a diagnostic: `file(line): severity #number-D: text`, all but the severity optional.
fn head(line: &str) -> Option<Key> {
    let severity_at = |rest: &str| -> Option<(String, Option<u32>, String)> {
        let severity = SEVERITIES
            .iter()
            .find(|word| rest.strip_prefix(**word).is_some_and(|tail| tail.starts_with([':', ' '])))?;
        let mut tail = &rest[severity.len()..];
        let mut number = None;
        if let Some(marked) = tail.strip_prefix(" #") {
            let digits = marked.find(|c: char| !c.is_ascii_digit())?;
            number = Some(marked[..digits].parse().ok()?);
            tail = marked[digits..].strip_prefix("-D").unwrap_or(&marked[digits..]);
        }
        Some(((*severity).to_owned(), number, tail.strip_prefix(": ")?.to_owned()))
    };
    if let Some((severity, number, text)) = severity_at(line) {
        return Some(Key { file: None, line: None, column: None, severity, number, text });
    }
    let (place, rest) = line.split_once("): ")?;
    let (file, line_number) = place.rsplit_once('(')?;
    let (severity, number, text) = severity_at(rest)?;
    let file = file.trim_matches('"').to_owned();
    Some(Key {
        file: Some(file),
        line: Some(line_number.parse().ok()?),
        column: None,
        severity,
        number,
        text,
    })
}

/// The difference of two multisets.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference<T> {
    /// In the reference only, sorted.
    pub missing: Vec<T>,
    /// In the candidate only, sorted.
    pub extra: Vec<T>,
}

impl<T: Clone + Ord + std::hash::Hash> Difference<T> {
    /// Compares two collections by content and count; order does not matter.
    pub fn between<'a>(
        reference: impl IntoIterator<Item = &'a T>,
        candidate: impl IntoIterator<Item = &'a T>,
    ) -> Self
    where
        T: 'a,
    {
        let mut balance: HashMap<&T, i64> = HashMap::new();
        reference.into_iter().for_each(|item| *balance.entry(item).or_default() += 1);
        candidate.into_iter().for_each(|item| *balance.entry(item).or_default() -= 1);
        let mut difference = Self { missing: Vec::new(), extra: Vec::new() };
        for (item, count) in balance {
            let side = if count > 0 { &mut difference.missing } else { &mut difference.extra };
            side.extend((0..count.abs()).map(|_| item.clone()));
        }
        difference.missing.sort();
        difference.extra.sort();
        difference
    }

    /// Whether both sides were equal.
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }
}

/// A message of the host compiler: `file:line: severity: text`, columns left out, because the
/// reference's generated text has columns of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct HostMessage {
    /// The file as printed.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// `error` or `warning`.
    pub severity: String,
    /// The message.
    pub text: String,
}

impl std::fmt::Display for HostMessage {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}: {}: {}", self.file, self.line, self.severity, self.text)
    }
}

/// The errors and warnings in gcc's or clang's output.
pub fn host_messages(output: &str) -> Vec<HostMessage> {
    output
        .lines()
        .filter_map(|line| {
            let (place, severity, text) =
                ["fatal error", "error", "warning"].iter().find_map(|severity| {
                    let (place, text) = line.split_once(&format!(": {severity}: "))?;
                    Some((place, *severity, text))
                })?;
            let mut parts = place.splitn(3, ':');
            let (file, line) = (parts.next()?, parts.next()?.parse().ok()?);
            Some(HostMessage {
                file: file.to_owned(),
                line,
                severity: severity.to_owned(),
                text: text.to_owned(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "\
a.cu(3): error: expected a \";\"
  int x
      ^

a.cu(7): warning #177-D: variable \"y\" was declared but never referenced
      int y;
          ^

Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"

1 error detected in the compilation of \"a.cu\".
";

    #[test]
    fn diagnostics_are_read_with_column_and_number() {
        let messages = Messages::parse(OUTPUT);
        let printed: Vec<String> = messages.diagnostics.iter().map(ToString::to_string).collect();
        assert_eq!(
            printed,
            [
                "a.cu(3:5): error: expected a \";\"",
                "a.cu(7:9): warning #177: variable \"y\" was declared but never referenced"
            ]
        );
        assert_eq!(messages.others.len(), 2);
    }

    #[test]
    fn command_line_errors_have_no_place() {
        let messages = Messages::parse("Command-line error: invalid option: --bogus\n");
        assert_eq!(messages.diagnostics[0].to_string(), "Command-line error: invalid option: --bogus");
    }

    #[test]
    fn a_difference_counts_repetitions() {
        let difference = Difference::between(&["a", "a", "b"], &["a", "c"]);
        assert_eq!(difference, Difference { missing: vec!["a", "b"], extra: vec!["c"] });
    }

    #[test]
    fn host_messages_ignore_columns_and_context() {
        let output = "In file included from x.h:1:\na.cu: In function 'int f()':\na.cu:4:7: warning: unused [-Wunused]\n";
        let messages = host_messages(output);
        assert_eq!(messages.len(), 1);
        assert_eq!(messages[0].to_string(), "a.cu:4: warning: unused [-Wunused]");
    }
}
