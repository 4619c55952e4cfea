//! Rules on declarations, block by block of `data/declarations.txt`.

use asunder_cuda::finding::{Argument, Finding};
use asunder_cuda::settings::{Pass, Settings};
use asunder_decls::layout::layout;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Standard};

fn settings(pass: &str) -> Settings {
    let (pass, flags) = pass.split_once('+').unwrap_or((pass, ""));
    let pass = if pass == "host" { Pass::Host } else { Pass::Device { arch: 90 } };
    Settings { extended_lambda: flags == "lambda", ..Settings::new(pass) }
}

fn first_argument(finding: &Finding) -> String {
    match finding.message.arguments.first() {
        Some(Argument::Text(text) | Argument::Name(text)) => format!(" {text}"),
        Some(Argument::Type { written, .. }) => format!(" {written}"),
        Some(Argument::Entity { name, .. }) => format!(" {name}"),
        Some(Argument::Callee(_) | Argument::At(_) | Argument::DefinedAt(_)) | None => String::new(),
    }
}

fn check(source: &str, settings: Settings) -> Vec<String> {
    let db = salsa::DatabaseImpl::new();
    let text = SourceText::new(&db, "test.ii".to_owned(), source.into());
    let dialect = Dialect::new(Standard::Cpp17);
    let found = asunder_cuda::diagnostics(&db, text, dialect, settings);
    let layout = layout(&db, text, dialect);
    // Remarks are shown on request only.
    let shown =
        found.findings.iter().filter(|(_, finding)| ![3635, 3655, 3695].contains(&finding.message.number));
    shown
        .map(|(item, finding)| {
            let offset = usize::from(layout.item_range(&db, text, *item, dialect).start() + finding.offset);
            let line = source[..offset].matches('\n').count() + 1;
            let column = offset - source[..offset].rfind('\n').map_or(0, |at| at + 1) + 1;
            format!("> {line}:{column} {}{}", finding.message.number, first_argument(finding))
        })
        .collect()
}

#[test]
fn declarations() {
    let data = include_str!("data/declarations.txt");
    for block in data.split("== ").skip(1) {
        let (head, rest) = block.split_once('\n').expect("a block has lines");
        let pass = head.split(' ').next().expect("a block names its pass");
        let (expected, source): (Vec<&str>, Vec<&str>) =
            rest.trim_end().lines().partition(|line| line.starts_with("> "));
        assert_eq!(check(&source.join("\n"), settings(pass)), expected, "{head}");
    }
}
