//! Files of options that a compile command reads.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use crate::command::Command;

/// The option that names such files, in both its forms.
const OPTION: [&str; 2] = ["--options-file", "-optf"];

impl Command {
    /// The files that `--options-file` names, in the command and in such files themselves, whether they are there or
    /// not. nvcc takes several with commas between them, and relative names from the folder that it runs in.
    pub fn options_files(&self) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::new();
        let mut texts = vec![self.words.clone()];
        while let Some(words) = texts.pop() {
            for file in named(&words).into_iter().map(|name| self.directory.join(name)) {
                if !found.insert(file.clone()) {
                    continue;
                }
                let text = fs::read(&file).unwrap_or_default();
                let text = String::from_utf8_lossy(&text);
                let words = shlex::split(&text)
                    .unwrap_or_else(|| text.split_whitespace().map(str::to_owned).collect());
                texts.push(words.into_iter().map(OsString::from).collect());
            }
        }
        found
    }
}

/// The names of files of options in a command line.
fn named(words: &[OsString]) -> Vec<String> {
    let mut names = Vec::new();
    let mut words = words.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        let value = match word.split_once('=') {
            Some((name, value)) if OPTION.contains(&name) => Some(value.to_owned()),
            None if OPTION.contains(&&*word) => words.next().map(|word| word.into_owned()),
            _ => None,
        };
        names.extend(value.iter().flat_map(|value| value.split(',')).map(str::to_owned));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_options_are_found_in_all_forms() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
        write("a.rsp", "-DX='a b' --options-file b.rsp");
        write("b.rsp", "-optf a.rsp");
        let found = |line: &str| {
            let command = Command {
                nvcc: "nvcc".into(),
                words: line.split(' ').map(OsString::from).collect(),
                directory: folder.path().to_owned(),
                environment: Vec::new(),
                source: "u.cu".into(),
            };
            let found = command.options_files();
            let names = found.iter().map(|file| file.strip_prefix(folder.path()).expect("it is below"));
            names.map(|name| name.display().to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(found("-c u.cu --options-file a.rsp"), "a.rsp b.rsp");
        assert_eq!(found("-optf=gone.rsp,x/c.rsp -c u.cu"), "gone.rsp x/c.rsp");
        assert_eq!(found("-optf b.rsp --options-file=c.rsp"), "a.rsp b.rsp c.rsp");
        assert_eq!(found("-c u.cu -options-file"), "");
    }
}
