//! `xtask parse-corpus`: parses every preprocessed file and says how well that went.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use asunder_parser::{Parse, parse_translation_unit};
use asunder_syntax::{Dialect, Standard, SyntaxKind, SyntaxNode, TextSize, WalkEvent, lex};

/// Arguments of `xtask parse-corpus`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files, or directories in which every `.ii` file is parsed.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Language level: 03, 11, 14, 17, 20 or 23. A file name with `.c++NN.` in it goes before.
    #[arg(long, default_value = "17")]
    std: String,
    /// Prints up to this many errors a file.
    #[arg(long, default_value_t = 3)]
    errors: usize,
    /// Prints files with errors only.
    #[arg(long)]
    quiet: bool,
    /// Prints the trees.
    #[arg(long)]
    tree: bool,
}

impl Args {
    /// Every preprocessed file of `folder` as C++17, errors printed only.
    pub fn quiet(folder: PathBuf) -> Args {
        Args { paths: vec![folder], std: "17".to_owned(), errors: 3, quiet: true, tree: false }
    }
}

/// What was counted in one file or in all.
#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    files: usize,
    bytes: usize,
    tokens: usize,
    errors: usize,
    error_nodes: usize,
    ambiguous: usize,
    deep: usize,
    lossy: usize,
    /// Item borders on which outline and parser disagree.
    borders: usize,
    /// Time of lexing alone, and of lexing, parsing and building the tree.
    lex_time: Duration,
    time: Duration,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.tokens += other.tokens;
        self.errors += other.errors;
        self.error_nodes += other.error_nodes;
        self.ambiguous += other.ambiguous;
        self.deep += other.deep;
        self.lossy += other.lossy;
        self.borders += other.borders;
        self.lex_time += other.lex_time;
        self.time += other.time;
    }

    fn print(&self, name: &str) {
        let per_thousand = self.ambiguous as f64 * 1000.0 / self.tokens.max(1) as f64;
        let speed = |time: Duration| self.bytes as f64 / 1e6 / time.as_secs_f64().max(1e-9);
        println!(
            "{name}: {} bytes, {} tokens, {} errors, {} error nodes, {} borders differ, {per_thousand:.2} ambiguous/1000 tokens, {} deep, {}, {:.1} MB/s (lexing {:.0} MB/s)",
            self.bytes,
            self.tokens,
            self.errors,
            self.error_nodes,
            self.borders,
            self.deep,
            if self.lossy == 0 { "lossless" } else { "NOT LOSSLESS" },
            speed(self.time),
            speed(self.lex_time),
        );
    }
}

/// Parses the files and prints the counts; fails when a tree is not lossless.
pub fn run(args: Args) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, &mut files)?;
    }
    files.sort();
    let mut total = Counts::default();
    for file in &files {
        let counts = parse_file(file, &args)?;
        total.add(counts);
    }
    total.print(&format!("total of {} files", total.files));
    anyhow::ensure!(total.lossy == 0, "{} trees are not lossless", total.lossy);
    Ok(())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).with_context(|| path.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "ii") {
            collect(&path, files)?;
        }
    }
    Ok(())
}

fn standard(name: &str) -> Standard {
    match name {
        "03" | "98" => Standard::Cpp03,
        "11" => Standard::Cpp11,
        "14" => Standard::Cpp14,
        "20" => Standard::Cpp20,
        "23" => Standard::Cpp23,
        _ => Standard::Cpp17,
    }
}

fn parse_file(path: &Path, args: &Args) -> anyhow::Result<Counts> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let name = path.display().to_string();
    let level = name.split_once(".c++").map_or(args.std.as_str(), |(_, rest)| &rest[..rest.len().min(2)]);
    let dialect = Dialect::new(standard(level));
    let start = Instant::now();
    std::hint::black_box(lex(&text, dialect));
    let lex_time = start.elapsed();
    let start = Instant::now();
    let parse = parse_translation_unit(&text, dialect);
    let time = start.elapsed();
    let borders = differing_borders(&text, dialect, &parse);
    let counts = Counts { lex_time, time, borders: borders.len(), ..count(&parse, &text) };
    if args.tree {
        print!("{:#?}", parse.syntax());
    }
    if !args.quiet || counts.errors > 0 || counts.lossy > 0 || counts.borders > 0 {
        counts.print(&name);
    }
    for error in parse.errors().iter().take(args.errors) {
        let at = usize::from(error.range().start());
        println!("  {}: {}\n    {}", place(&text, at), error.message(), line(&text, at));
    }
    for border in borders.iter().take(args.errors) {
        let at = usize::from(*border);
        println!(
            "  {}: the outline and the parser cut differently\n    {}",
            place(&text, at),
            line(&text, at)
        );
    }
    Ok(counts)
}

/// Where only one of outline and parser has the end of an item.
fn differing_borders(text: &str, dialect: Dialect, parse: &Parse) -> Vec<TextSize> {
    let outlined: BTreeSet<TextSize> =
        asunder_outline::scan(text, dialect).items.iter().map(|item| item.range.end()).collect();
    let mut parsed = BTreeSet::new();
    let mut walk = parse.syntax().preorder();
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(node) = event else { continue };
        match node.kind() {
            SyntaxKind::TRANSLATION_UNIT | SyntaxKind::NAMESPACE_DEF => {}
            SyntaxKind::LINKAGE_SPEC | SyntaxKind::EXPORT_DECL if has_block(&node) => {}
            SyntaxKind::DECL_BLOCK => {
                let braces = node.children_with_tokens().filter_map(|it| it.into_token());
                let braces =
                    braces.filter(|it| matches!(it.kind(), SyntaxKind::L_BRACE | SyntaxKind::R_BRACE));
                parsed.extend(braces.map(|it| it.text_range().end()));
            }
            _ => {
                let is_item = node.parent().is_some_and(|parent| {
                    matches!(parent.kind(), SyntaxKind::TRANSLATION_UNIT | SyntaxKind::DECL_BLOCK)
                });
                if is_item {
                    parsed.insert(node.text_range().end());
                }
                walk.skip_subtree();
            }
        }
    }
    outlined.symmetric_difference(&parsed).copied().collect()
}

fn has_block(node: &SyntaxNode) -> bool {
    node.children().any(|child| child.kind() == SyntaxKind::DECL_BLOCK)
}

fn count(parse: &Parse, text: &str) -> Counts {
    let root = parse.syntax();
    let mut counts =
        Counts { files: 1, bytes: text.len(), errors: parse.errors().len(), ..Counts::default() };
    let mut at = 0;
    for element in root.descendants_with_tokens() {
        match element.kind() {
            SyntaxKind::ERROR_NODE => counts.error_nodes += 1,
            SyntaxKind::DEEP_TOKENS => counts.deep += 1,
            SyntaxKind::AMBIGUOUS_STMT
            | SyntaxKind::AMBIGUOUS_SUFFIX
            | SyntaxKind::AMBIGUOUS_EXPR
            | SyntaxKind::AMBIGUOUS_TYPE_OR_EXPR => counts.ambiguous += 1,
            _ => {}
        }
        if let Some(token) = element.as_token() {
            counts.tokens += usize::from(!token.kind().is_trivia());
            let end = at + token.text().len();
            if text.get(at..end) != Some(token.text()) {
                counts.lossy = 1;
            }
            at = end;
        }
    }
    counts.lossy |=
        usize::from(at != text.len() || usize::from(SyntaxNode::text_range(&root).len()) != text.len());
    counts
}

/// File and line of an offset, by the line markers before it.
fn place(text: &str, at: usize) -> String {
    let mut file = "";
    let mut number = 1;
    for line in text[..at].split_inclusive('\n') {
        let marker = line.strip_prefix("# ").and_then(|rest| rest.split_once(' '));
        match marker.and_then(|(digits, rest)| Some((digits.parse::<usize>().ok()?, rest))) {
            Some((line_number, rest)) => {
                number = line_number;
                file = rest.trim_matches(|c: char| !matches!(c, '"')).trim_matches('"');
            }
            None => number += usize::from(line.ends_with('\n')),
        }
    }
    format!("{file}:{number}")
}

fn line(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    let line = text[start..end].trim();
    &line[..line.char_indices().nth(160).map_or(line.len(), |(cut, _)| cut)]
}
