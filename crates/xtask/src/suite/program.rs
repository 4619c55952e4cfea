//! A file of a test suite and what it requires of a compiler.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use md5::{Digest, Md5};

/// A file and its language level.
pub struct Program {
    pub path: PathBuf,
    pub standard: Standard,
}

/// The two last digits of a standard's year: `98`, `11` …
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standard(u8);

/// Standards by how test suites write them, in the order of time.
const SPELLINGS: [(&str, Standard); 14] = [
    ("98", Standard::CPP98),
    ("03", Standard::CPP98),
    ("0x", Standard(11)),
    ("11", Standard(11)),
    ("1y", Standard(14)),
    ("14", Standard(14)),
    ("1z", Standard(17)),
    ("17", Standard(17)),
    ("2a", Standard(20)),
    ("20", Standard(20)),
    ("2b", Standard(20)),
    ("23", Standard(20)),
    ("2c", Standard(20)),
    ("26", Standard(20)),
];

/// Words of the lines in which a file names a standard: GCC's directives, clang's command.
const DIRECTIVES: [&str; 5] =
    ["dg-do", "dg-options", "dg-additional-options", "dg-require-effective-target", "RUN:"];

impl Standard {
    const CPP98: Standard = Standard(3);

    /// As in gcc's `-std=c++…`.
    pub fn of_host_compiler(self) -> String {
        if self == Self::CPP98 { "c++98".to_owned() } else { format!("c++{:02}", self.0) }
    }

    /// As in cudafe++'s `--c++…`.
    pub fn of_front_end(self) -> String {
        format!("c++{:02}", self.0)
    }

    /// What a file requires: an option's standard, the only one that a directive names, or the latest of those named;
    /// C++17 for a file that names none.
    fn wished(text: &str) -> Standard {
        let mut latest = Standard(17);
        let mut from_option = None;
        let lines = text.lines().filter(|line| DIRECTIVES.iter().any(|word| line.contains(word)));
        for line in lines.clone() {
            for (at, _) in line.match_indices("++") {
                let behind = &line[at + 2..];
                let Some((spelling, standard)) =
                    SPELLINGS.iter().find(|(spelling, _)| behind.starts_with(spelling)).copied()
                else {
                    continue;
                };
                let rest = &behind[spelling.len()..];
                if rest.starts_with("_only") || rest.starts_with("_down") {
                    return standard;
                }
                if line[..at].ends_with("-std=c") || line[..at].ends_with("-std=gnu") {
                    from_option = Some(standard);
                } else {
                    latest = latest.max(standard);
                }
            }
        }
        let needs_20 = lines.clone().any(|line| line.contains("concepts") || line.contains("coroutine"));
        from_option.unwrap_or(if needs_20 { latest.max(Standard(20)) } else { latest })
    }
}

impl Program {
    /// Reads what a file requires.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(path: PathBuf) -> Result<Program> {
        let bytes = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        let standard = Standard::wished(&String::from_utf8_lossy(&bytes));
        Ok(Program { path, standard })
    }
}

/// Adds the C++ and CUDA files at a place and below it. Modules of C++20 are left out.
///
/// # Errors
/// A folder cannot be read.
pub fn find(place: &Path, found: &mut BTreeSet<PathBuf>) -> Result<()> {
    if place.is_dir() {
        for entry in fs::read_dir(place).with_context(|| format!("reading {}", place.display()))? {
            let path = entry?.path();
            if path.file_name().is_none_or(|name| name != "modules") {
                find(&path, found)?;
            }
        }
    } else if place.extension().is_some_and(|it| ["C", "cu", "cpp", "cc"].iter().any(|known| it == *known)) {
        found.insert(place.to_owned());
    }
    Ok(())
}

/// The MD5 of a text in hexadecimal digits.
pub fn digest(text: &str) -> String {
    Md5::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_its_standard() {
        let cases = [
            ("int x;", "c++17"),
            ("// { dg-do compile { target c++11 } }", "c++17"),
            ("// { dg-do compile { target c++20 } }", "c++20"),
            ("// { dg-do compile { target c++98_only } }", "c++03"),
            ("// { dg-options \"-std=c++14 -O2\" }", "c++14"),
            ("// { dg-additional-options \"-fcoroutines\" }", "c++20"),
            ("// RUN: %clang_cc1 -std=gnu++2a -fsyntax-only %s", "c++20"),
        ];
        for (text, standard) in cases {
            assert_eq!(Standard::wished(text).of_front_end(), standard, "{text}");
        }
    }

    #[test]
    fn names_have_the_digest_of_md5sum() {
        assert_eq!(digest("x.C"), "5c4c7e3f3ea8c2500ddf0d037e121a98");
    }
}
