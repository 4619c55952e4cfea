//! Rules for make and ninja: an output depends on the files that were read for it.
//!
//! The form is nvcc's, which writes such rules for `-MD` and `-MMD`; characters that make reads otherwise are escaped.

use std::collections::HashSet;
use std::path::PathBuf;

use asunder_nvcc::Command;

/// The options of a compile command that decide about its rule, in both their forms.
const ALL: [&str; 2] = ["-MD", "--generate-dependencies-with-compile"];
const NO_SYSTEM: [&str; 2] = ["-MMD", "--generate-nonsystem-dependencies-with-compile"];
const PHONY: [&str; 2] = ["-MP", "--generate-dependency-targets"];
const FILE: [&str; 2] = ["-MF", "--dependency-output"];
const TARGET: [&str; 2] = ["-MT", "--dependency-target-name"];
const OUTPUT: [&str; 2] = ["-o", "--output-file"];
const FOLDER: [&str; 2] = ["-odir", "--output-directory"];

/// Who depends on what was read, and how that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Who depends on it.
    pub target: String,
    /// System headers do not count.
    pub leaves_system: bool,
    /// Each file but the first has an empty rule of its own, so that make does not stop where that file is gone.
    pub has_phonies: bool,
}

impl Rule {
    /// The rule that a compile command asks for, and its file.
    pub fn of_command(command: &Command) -> Option<(PathBuf, Rule)> {
        let words: Vec<String> =
            command.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let has = |names: [&str; 2]| words.iter().any(|word| names.contains(&word.as_str()));
        let value = |names: [&str; 2]| {
            let mut values = words.iter().enumerate().filter_map(|(at, word)| match word.split_once('=') {
                Some((name, value)) if names.contains(&name) => Some(value.to_owned()),
                _ if names.contains(&word.as_str()) => words.get(at + 1).cloned(),
                _ => None,
            });
            values.next()
        };
        let leaves_system = has(NO_SYSTEM);
        (leaves_system || has(ALL)).then_some(())?;
        let folder = value(FOLDER).map(|folder| format!("{folder}/")).unwrap_or_default();
        let output = match value(OUTPUT) {
            Some(output) => output,
            None => {
                let stem = command.source.file_stem()?.to_string_lossy();
                format!("{folder}{stem}.o")
            }
        };
        let own = || PathBuf::from(&output).with_extension("d");
        let file = value(FILE).map_or_else(own, PathBuf::from);
        let target = value(TARGET).map_or(output.clone(), |target| format!("{folder}{target}"));
        let rule = Rule { target, leaves_system, has_phonies: has(PHONY) };
        Some((command.directory.join(file), rule))
    }

    /// The rule for the files of a text.
    pub fn text(&self, text: &[u8]) -> String {
        self.of_files(&self.files(text))
    }

    /// The files of the line markers of a text, in the order of their first markers.
    pub fn files(&self, text: &[u8]) -> Vec<String> {
        let mut seen = HashSet::new();
        let mut files: Vec<String> = Vec::new();
        for line in text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"# ")) {
            let marker = std::str::from_utf8(line).ok().and_then(asunder_source::parse_line_marker);
            let marker = marker.filter(|marker| !(self.leaves_system && marker.system));
            let file = marker.and_then(|marker| marker.file).filter(|file| !file.starts_with('<'));
            files.extend(file.filter(|file| seen.insert(file.to_string())).map(|file| file.to_string()));
        }
        files
    }

    /// The rule for these files, each of which counts once.
    pub fn of_files(&self, files: &[String]) -> String {
        let mut seen = HashSet::new();
        let files = files.iter().filter(|file| seen.insert(file.as_str()));
        let files: Vec<String> = files.map(|file| escaped(file)).collect();
        let phonies = files.iter().skip(1).filter(|_| self.has_phonies).map(|file| format!("\n{file}:\n"));
        let phonies: String = phonies.collect();
        format!("{} : {}\n{phonies}", escaped(&self.target), files.join(" \\\n    "))
    }
}

/// A file's name as make reads it.
fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            ' ' | '#' => escaped.push('\\'),
            '$' => escaped.push('$'),
            _ => {}
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const TEXT: &str = "# 0 \"a b.cu\"\n# 0 \"<built-in>\"\n# 1 \"/usr/x$1.h\" 1 3 4\nint x;\n# 1 \"b.h\" 1\n# 2 \"a b.cu\" 2\n";

    #[test]
    fn a_rule_names_each_file_once() {
        let rule = Rule { target: "o 1.o".to_owned(), leaves_system: false, has_phonies: false };
        assert_eq!(rule.text(TEXT.as_bytes()), "o\\ 1.o : a\\ b.cu \\\n    /usr/x$$1.h \\\n    b.h\n");
        let rule = Rule { leaves_system: true, has_phonies: true, ..rule };
        assert_eq!(rule.text(TEXT.as_bytes()), "o\\ 1.o : a\\ b.cu \\\n    b.h\n\nb.h:\n");
    }

    #[test]
    fn commands_ask_for_rules() {
        let of = |words: &str| {
            let words = words.split(' ').map(Into::into).collect();
            Rule::of_command(&Command::new(None, Path::new("s/a.cu"), "/b".into(), words))
        };
        let target = |words: &str| of(words).map(|(file, rule)| (file, rule.target));
        assert_eq!(target("-MF x.d"), None);
        assert_eq!(target("-MD"), Some(("/b/a.d".into(), "a.o".to_owned())));
        assert_eq!(target("-MD -odir d"), Some(("/b/d/a.d".into(), "d/a.o".to_owned())));
        assert_eq!(target("-MMD -o d/x.cu.o"), Some(("/b/d/x.cu.d".into(), "d/x.cu.o".to_owned())));
        let named = of("-MD -MP -MF=y.d --dependency-target-name T -o x.o");
        let rule = Rule { target: "T".to_owned(), leaves_system: false, has_phonies: true };
        assert_eq!(named, Some(("/b/y.d".into(), rule)));
    }
}
