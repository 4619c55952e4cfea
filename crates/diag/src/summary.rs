//! The lines after the last diagnostic (spec page 1 §5).

/// How often the run failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Errors, promoted warnings among them.
    pub errors: u32,
    /// Catastrophic, command-line and internal errors.
    pub catastrophes: u32,
}

/// `N errors detected in …`, or `None` if there were no errors. `unit` is the unit's name;
/// standard input and a command line without an input have none.
pub fn summary(tally: Tally, unit: Option<&str>) -> Option<String> {
    let counted = |count: u32, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let what = match (tally.errors, tally.catastrophes) {
        (0, 0) => return None,
        (errors, 0) => counted(errors, "error"),
        (0, catastrophes) => counted(catastrophes, "catastrophic error"),
        (errors, catastrophes) => {
            format!("{} and {}", counted(errors, "error"), counted(catastrophes, "catastrophic error"))
        }
    };
    Some(match unit {
        Some(unit) => format!("{what} detected in the compilation of \"{unit}\".\n"),
        None => format!("{what} detected in this compilation.\n"),
    })
}

#[cfg(test)]
mod tests {
    use super::{Tally, summary};

    #[test]
    fn counts_are_grammatical() {
        let text = |errors, catastrophes| summary(Tally { errors, catastrophes }, Some("x.cu"));
        assert_eq!(text(0, 0), None);
        assert_eq!(text(1, 0).unwrap(), "1 error detected in the compilation of \"x.cu\".\n");
        assert_eq!(
            text(2, 1).unwrap(),
            "2 errors and 1 catastrophic error detected in the compilation of \"x.cu\".\n"
        );
        assert_eq!(
            summary(Tally { errors: 0, catastrophes: 1 }, None).unwrap(),
            "1 catastrophic error detected in this compilation.\n"
        );
    }
}
