//! Directives that survived the preprocessor. Conditions are not evaluated: what they govern is
//! uncertain.

use asunder_diag::diagnostic::{Argument, Message};

use crate::unit::Finding;

/// "unrecognized preprocessing directive".
const UNRECOGNIZED_DIRECTIVE: u16 = 11;
/// "#error directive: …".
const ERROR_DIRECTIVE: u16 = 35;
/// "#warning directive: …".
const WARNING_DIRECTIVE: u16 = 1105;
/// "the #if for this directive is missing".
const MISSING_IF: u16 = 36;
/// "the #endif for this directive is missing".
const MISSING_ENDIF: u16 = 37;

/// Whether the compilation goes on after a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It does.
    GoesOn,
    /// It does not.
    EndsCompilation,
}

/// The conditionals that are open.
#[derive(Debug, Default)]
pub(crate) struct Directives {
    /// Offsets of the names of the `#if`s.
    open: Vec<u32>,
}

impl Directives {
    /// Whether what stands here depends on a condition.
    pub(crate) fn in_conditional(&self) -> bool {
        !self.open.is_empty()
    }

    /// Reads one directive, whose text starts at `offset`.
    pub(crate) fn read(&mut self, text: &str, offset: u32, findings: &mut Vec<Finding>) -> Verdict {
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        let name_start = 1 + blanks(&text[1..]);
        let rest = &text[name_start..];
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name_end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let (name, words) = rest.split_at(name_end);
        let at = offset + name_start as u32;
        match name {
            "if" | "ifdef" | "ifndef" => self.open.push(at),
            "endif" | "else" | "elif" | "elifdef" | "elifndef" if self.open.is_empty() => {
                findings.push(Finding::new(MISSING_IF, at));
            }
            "endif" => {
                self.open.pop();
            }
            _ if self.in_conditional() => {}
            "error" => {
                findings.push(with_words(ERROR_DIRECTIVE, at, words));
                return Verdict::EndsCompilation;
            }
            "warning" => findings.push(with_words(WARNING_DIRECTIVE, at, words)),
            "else" | "elif" | "elifdef" | "elifndef" | "define" | "undef" | "include" | "include_next"
            | "import" | "line" | "ident" | "sccs" | "assert" | "unassert" => {}
            // `#` alone is the null directive; other things may follow it that this does not check.
            "" => {}
            _ => findings.push(Finding::new(UNRECOGNIZED_DIRECTIVE, at)),
        }
        Verdict::GoesOn
    }

    /// Complains about a conditional that is open at the end of the unit.
    pub(crate) fn finish(&self, findings: &mut Vec<Finding>) {
        if let [open] = self.open[..] {
            findings.push(Finding::new(MISSING_ENDIF, open));
        }
    }
}

fn with_words(number: u16, offset: u32, words: &str) -> Finding {
    let argument = Argument::Text(words.trim().into());
    Finding { message: Message::new(number, vec![argument]), offset, is_error: false }
}
