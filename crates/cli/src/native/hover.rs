//! `asunder hover`: what the name at a place means.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use asunder_diag::diagnostic::Point;
use asunder_driver::options::Input;
use asunder_ide::Unit;
use asunder_ide::hover::{Hover, hover, places};
use asunder_nvcc::host;
use asunder_source::{LineTable, SourceText, decode, read};
use asunder_spelling::Spelling;
use asunder_syntax::{Dialect, Lexer, SyntaxKind, TextSize};

use super::keywords::Expanded;
use super::passes::Passes;
use super::reading::Reading;
use super::reports::FileNames;
use super::units::{PassText, UnitSource, absolute};
use crate::streams;

/// Nothing is known about the place.
const NOTHING: u8 = 1;
/// The file cannot be read.
const FAILED: u8 = 2;

/// Which name.
#[derive(clap::Args)]
pub struct Arguments {
    /// A file, with line and column of the name in it, both from 1. A source is preprocessed by nvcc's commands; without
    /// nvcc only what it declares itself is known
    #[arg(value_name = "FILE:LINE:COLUMN", value_parser = place, allow_hyphen_values = true)]
    place: Place,
    #[command(flatten)]
    reading: Reading,
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
    let reading = &arguments.reading;
    let read = reading.source(file).and_then(|unit| {
        let bytes = unit.own_text()?;
        let toolkit = reading.release.of_unit(&bytes);
        let options = reading.front_end_options(Input::File(file.clone()), None, toolkit)?;
        Ok((unit, bytes, asunder_driver::dialect(&options)))
    });
    let (unit, bytes, dialect) = match read {
        Ok(read) => read,
        Err(error) => {
            streams::stderr(format!("asunder: {error}\n").as_bytes());
            return ExitCode::from(FAILED);
        }
    };
    let found = match preprocessed(&unit, reading) {
        Some(pass) => {
            let shown = if unit.is_standard_input() { host::STANDARD_INPUT.into() } else { absolute(file) };
            in_source(&pass, &Place { file: shown, ..arguments.place }, &decode(&bytes))
        }
        None => {
            let text = decode(&bytes);
            offset(&text, *line, *column).and_then(|at| {
                find(&text, &file.display().to_string(), at, dialect).ok_or_else(|| reason(&text, at))
            })
        }
    };
    match found {
        Ok(found) => {
            streams::stdout(found.as_bytes());
            ExitCode::SUCCESS
        }
        Err(reason) => {
            let message = format!("asunder: {}:{line}:{column}: {reason}\n", file.display());
            streams::stderr(message.as_bytes());
            ExitCode::from(NOTHING)
        }
    }
}

/// The text of the host pass of a source. `None` for a file that is preprocessed, or cannot be.
fn preprocessed(unit: &UnitSource, reading: &Reading) -> Option<PassText> {
    unit.command()?;
    unit.texts(reading, Passes::Host).ok()?.passes.pop()
}

/// What is known about the name at a place of a source, which is `written`, by its preprocessed text.
fn in_source(unit: &PassText, place: &Place, written: &str) -> Result<String, String> {
    let in_written = offset(written, place.line, place.column)?;
    let text = read(&unit.text);
    let mut spelling = Spelling::with_texts(&text, &unit.directory, Arc::clone(&unit.sources));
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let at = spelling.offset(&place.file, number(place.line), number(place.column));
    let at = at.and_then(|at| u32::try_from(at).ok()).map(TextSize::new);
    let at = at.ok_or_else(|| "the preprocessed text has nothing of it".to_owned())?;
    let db = salsa::DatabaseImpl::new();
    let name = place.file.display().to_string();
    let source = SourceText::new(&db, name.clone(), (&*text).into());
    let found = meaning(&db, source, at, asunder_driver::dialect(&unit.options));
    let mut files = FileNames::new(&unit.directory);
    let described = found.map(|found| describe(&found, &text, &name, &mut spelling, &mut files));
    described.ok_or_else(|| reason(written, in_written))
}

/// What is known about the name at byte `at` of the text of `file`.
fn find(text: &str, file: &str, at: TextSize, dialect: Dialect) -> Option<String> {
    let expanded = Expanded::of(text);
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, file.to_owned(), expanded.text.as_str().into());
    let mut found = meaning(&db, source, expanded.place_of(at), dialect)?;
    found.declared = found.declared.map(|declared| expanded.original_of(declared));
    let directory = std::env::current_dir().unwrap_or_default();
    let mut files = FileNames::new(&directory);
    Some(describe(&found, text, file, &mut Spelling::new(text, &directory), &mut files))
}

/// What the name at byte `at` of a unit means, with the first place where it is declared.
fn meaning(db: &dyn salsa::Database, source: SourceText, at: TextSize, dialect: Dialect) -> Option<Hover> {
    let unit = Unit::new(db, source, dialect);
    let found = hover(&unit, at)?;
    let first = places(&unit, at).and_then(|all| all.declarations.first().copied());
    Some(Hover { declared: first.or(found.declared), ..found })
}

/// Why nothing is known about the place.
fn reason(text: &str, at: TextSize) -> String {
    let mut start = TextSize::new(0);
    for token in Lexer::new(text, Dialect::default()) {
        let end = start + TextSize::new(token.len);
        if end > at {
            let spelling = &text[usize::from(start)..usize::from(end)];
            return match token.kind {
                SyntaxKind::IDENT => format!("it is not known what `{spelling}` means here"),
                kind if kind.is_keyword() => format!("`{spelling}` is a keyword, not a name"),
                _ => "no name stands here".to_owned(),
            };
        }
        start = end;
    }
    "no name stands here".to_owned()
}

/// The byte at `line` and `column`, which counts code points; else why there is none.
fn offset(text: &str, line: usize, column: usize) -> Result<TextSize, String> {
    let Some(content) = text.split_inclusive('\n').nth(line - 1) else {
        return Err(format!("the file has {} lines", text.lines().count()));
    };
    let start = content.as_ptr() as usize - text.as_ptr() as usize;
    let place =
        content.char_indices().nth(column - 1).and_then(|(within, _)| u32::try_from(start + within).ok());
    place
        .map(TextSize::new)
        .ok_or_else(|| format!("the line has {} columns", content.trim_end().chars().count()))
}

fn describe(
    found: &Hover,
    text: &str,
    file: &str,
    spelling: &mut Spelling<'_>,
    files: &mut FileNames,
) -> String {
    let mut out = format!("{} {}\n", found.kind, found.name);
    if let Some(ty) = &found.ty {
        out += &format!("  type      {ty}\n");
    }
    if let Some(space) = &found.space {
        out += &format!("  space     {space}\n");
    }
    let declared = found.declared.map(usize::from);
    if let Some(spelled) = declared.and_then(|at| spelling.spelled(at)) {
        let Point { column, excerpt } = &spelled.point;
        let file = files.name(&spelled.file);
        out += &format!("  declared  {file}:{}:{column}: {}\n", spelled.line, excerpt.trim());
    } else if let Some(at) = declared {
        let lines = LineTable::new(text);
        let place = lines.position(text, at);
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[start..].lines().next().unwrap_or_default().trim();
        let file = if place.file.is_empty() { file.into() } else { files.name(place.file) };
        out += &format!("  declared  {file}:{}:{}: {line}\n", place.line, place.column);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use asunder_syntax::Standard;

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
        let found = meaning(&db, source, at, Dialect::default()).expect("`k` is declared");
        let mut files = FileNames::new(&std::env::current_dir().expect("tests have a folder"));
        assert_eq!(
            describe(&found, text, "k.ii", &mut Spelling::new(text, Path::new("/nowhere")), &mut files),
            "function k\n  type      void (int)\n  space     __global__\n  \
             declared  k.cu:1:30: __attribute__((global)) void k(int n);\n"
        );
    }

    #[test]
    fn sources_are_read_without_preprocessing() {
        let text = "#include <x>\n__global__ void k(int n) { int m = n; }\n";
        let at = |line, column| {
            let at = offset(text, line, column).expect("the place is there");
            find(text, "k.cu", at, Dialect::new(Standard::Cpp17)).ok_or_else(|| reason(text, at))
        };
        let kernel = at(2, 17).expect("`k` is declared");
        assert_eq!(
            kernel,
            "function k\n  type      void (int)\n  space     __global__\n  declared  k.cu:2:17: __global__ void \
             k(int n) { int m = n; }\n"
        );
        assert!(at(2, 32).expect("`m` is declared").starts_with("local variable m\n  type      int\n"));
        assert_eq!(at(2, 12), Err("`void` is a keyword, not a name".to_owned()));
        assert_eq!(at(2, 16), Err("no name stands here".to_owned()));
        assert_eq!(at(2, 2), Err("it is not known what `__global__` means here".to_owned()));
        assert_eq!(offset(text, 9, 1), Err("the file has 2 lines".to_owned()));
        assert_eq!(offset(text, 1, 40), Err("the line has 12 columns".to_owned()));
    }
}
