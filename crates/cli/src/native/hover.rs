//! `asunder hover`: what the name at a place means.

use std::path::PathBuf;
use std::process::ExitCode;

use asunder_decls::hover::{Hover, hover};
use asunder_source::{LineTable, SourceText, decode};
use asunder_syntax::{Dialect, Standard, TextSize};

use super::inspect::standard;
use crate::{files, streams};

/// Nothing is known about the place.
const NOTHING: u8 = 1;
/// The file cannot be read.
const FAILED: u8 = 2;

/// Which name.
#[derive(clap::Args)]
pub struct Arguments {
    /// A preprocessed file (`.ii`), with line and column of the name in it, both from 1
    #[arg(value_name = "FILE:LINE:COLUMN", value_parser = place)]
    place: Place,
    /// C++ standard: 03, 11, 14, 17, 20 or 23
    #[arg(long, default_value = "17", value_parser = standard)]
    std: Standard,
}

#[derive(Clone)]
struct Place {
    file: PathBuf,
    line: usize,
    column: usize,
}

fn place(text: &str) -> Result<Place, String> {
    let mut parts = text.rsplitn(3, ':');
    let mut number = || parts.next().and_then(|part| part.parse().ok()).filter(|number| *number > 0);
    match (number(), number(), parts.next()) {
        (Some(column), Some(line), Some(file)) => Ok(Place { file: file.into(), line, column }),
        _ => Err("expected FILE:LINE:COLUMN".to_owned()),
    }
}

/// Prints what is known about the name, one fact a line.
pub fn run(arguments: &Arguments) -> ExitCode {
    let Place { file, line, column } = &arguments.place;
    let bytes = match files::read_file(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            streams::stderr(format!("asunder: {error}\n").as_bytes());
            return ExitCode::from(FAILED);
        }
    };
    let text = decode(&bytes);
    let found = offset(&text, *line, *column).and_then(|at| {
        let db = salsa::DatabaseImpl::new();
        let source = SourceText::new(&db, file.display().to_string(), text.as_ref().into());
        hover(&db, source, at, Dialect::new(arguments.std))
    });
    match found {
        Some(found) => {
            streams::stdout(describe(&found, &text).as_bytes());
            ExitCode::SUCCESS
        }
        None => {
            let message = format!("asunder: nothing is known about {}:{line}:{column}\n", file.display());
            streams::stderr(message.as_bytes());
            ExitCode::from(NOTHING)
        }
    }
}

/// The byte at `line` and `column`, which counts code points.
fn offset(text: &str, line: usize, column: usize) -> Option<TextSize> {
    let content = text.split_inclusive('\n').nth(line - 1)?;
    let start = content.as_ptr() as usize - text.as_ptr() as usize;
    let (within, _) = content.char_indices().nth(column - 1)?;
    u32::try_from(start + within).ok().map(TextSize::new)
}

fn describe(found: &Hover, text: &str) -> String {
    let mut out = format!("{} {}\n", found.kind, found.name);
    if let Some(ty) = &found.ty {
        out += &format!("  type      {ty}\n");
    }
    if let Some(space) = &found.space {
        out += &format!("  space     {space}\n");
    }
    if let Some(declared) = found.declared {
        let at = usize::from(declared);
        let lines = LineTable::new(text);
        let place = lines.position(text, at);
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[start..].lines().next().unwrap_or_default().trim();
        out += &format!("  declared  {}:{}:{}: {line}\n", place.file, place.line, place.column);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let read = place("a:b.ii:3:14").expect("it is well formed");
        assert_eq!((read.file, read.line, read.column), (PathBuf::from("a:b.ii"), 3, 14));
        for wrong in ["a.ii", "a.ii:3", "a.ii:0:1", "a.ii:x:1"] {
            assert!(place(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn facts_stand_on_lines_of_their_own() {
        let text = "# 1 \"k.cu\"\n__attribute__((global)) void k(int n);\nvoid h() { k<<<1, 1>>>(2); }\n";
        let at = offset(text, 3, 12).expect("the line is that long");
        let db = salsa::DatabaseImpl::new();
        let source = SourceText::new(&db, "k.ii".to_owned(), text.into());
        let found = hover(&db, source, at, Dialect::default()).expect("`k` is declared");
        assert_eq!(
            describe(&found, text),
            "function k\n  type      void (int)\n  space     __global__\n  \
             declared  k.cu:1:30: __attribute__((global)) void k(int n);\n"
        );
    }
}
