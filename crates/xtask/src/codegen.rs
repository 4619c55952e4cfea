//! `xtask codegen`: writes `crates/syntax/src/generated` from `crates/syntax/grammar`.
//!
//! Two inputs: `tokens.txt` (every token kind with its spellings) and `cpp.ungram` (every
//! node with its children). Two outputs: `kinds.rs` (`SyntaxKind`, the keyword table) and
//! `nodes.rs` (typed views). `--check` compares instead of writing.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use ungrammar::{Grammar, Rule};

/// Arguments of `xtask codegen`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Fail when a generated file differs from what would be written.
    #[arg(long)]
    check: bool,
}

/// Generates (or with `--check` verifies) the files.
pub fn run(args: Args) -> anyhow::Result<()> {
    let syntax = Path::new(env!("CARGO_MANIFEST_DIR")).join("../syntax");
    for (path, text) in generate(&syntax)? {
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        if without_layout(&old) == without_layout(&text) {
            continue;
        }
        if args.check {
            bail!("{} is not current; run `cargo xtask codegen`", path.display());
        }
        let text = rustfmt(&text)?;
        std::fs::create_dir_all(path.parent().context("a file has a parent")?)?;
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The generated files with their contents, not formatted.
fn generate(syntax: &Path) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let tokens = Tokens::parse(&std::fs::read_to_string(syntax.join("grammar/tokens.txt"))?)?;
    let grammar: Grammar = std::fs::read_to_string(syntax.join("grammar/cpp.ungram"))?
        .parse::<Grammar>()
        .map_err(|error| anyhow::anyhow!("cpp.ungram: {error}"))?;
    let model = Model::new(&grammar, &tokens)?;
    let generated = syntax.join("src/generated");
    Ok(vec![
        (generated.join("kinds.rs"), emit_kinds(&tokens, &model)),
        (generated.join("nodes.rs"), emit_nodes(&model)),
    ])
}

/// A text without what rustfmt changes, so that files can be compared where there is no rustfmt.
fn without_layout(text: &str) -> String {
    text.chars().filter(|&c| !c.is_whitespace() && c != ',').collect()
}

fn rustfmt(text: &str) -> anyhow::Result<String> {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("rustfmt")?;
    let mut stdin = child.stdin.take().context("piped")?;
    std::io::Write::write_all(&mut stdin, text.as_bytes())?;
    drop(stdin);
    let output = child.wait_with_output()?;
    if !output.status.success() {
        bail!("rustfmt failed");
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// `tokens.txt`, section by section.
#[derive(Default)]
struct Tokens {
    trivia: Vec<String>,
    /// Kind and name in the grammar.
    literals: Vec<(String, String)>,
    /// Kind and spellings, the first one preferred.
    puncts: Vec<(String, Vec<String>)>,
    /// Kind, first standard, spellings.
    keywords: Vec<(String, u32, Vec<String>)>,
    contextual: Vec<(String, Vec<String>)>,
}

impl Tokens {
    fn parse(text: &str) -> anyhow::Result<Tokens> {
        let mut tokens = Tokens::default();
        let mut section = String::new();
        for line in text.lines() {
            let line = line.trim();
            if line.is_empty() || line.starts_with("# ") || line == "#" {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = name.to_owned();
                continue;
            }
            let mut words = line.split_whitespace().map(str::to_owned);
            let kind = words.next().context("a line has a kind")?;
            match section.as_str() {
                "trivia" => tokens.trivia.push(kind),
                "literal" => tokens.literals.push((kind, words.next().context("name")?)),
                "punct" => tokens.puncts.push((kind, words.collect())),
                "keyword" => {
                    let level = words.next().context("level")?.parse()?;
                    tokens.keywords.push((kind, level, words.collect()));
                }
                "contextual" => tokens.contextual.push((kind, words.collect())),
                other => bail!("tokens.txt: unknown section [{other}]"),
            }
        }
        Ok(tokens)
    }

    /// Kind of a token of the grammar by its spelling there.
    fn by_spelling(&self) -> BTreeMap<String, String> {
        let literals = self.literals.iter().map(|(kind, name)| (name.clone(), kind.clone()));
        let puncts = self.puncts.iter().map(|(kind, words)| (kind, words));
        let keywords = self.keywords.iter().map(|(kind, _, words)| (kind, words));
        let contextual = self.contextual.iter().map(|(kind, words)| (kind, words));
        let spelled = puncts.chain(keywords).chain(contextual);
        let spelled = spelled.flat_map(|(kind, words)| {
            words.iter().map(|word| (word.clone(), kind.clone())).collect::<Vec<_>>()
        });
        literals.chain(spelled).collect()
    }
}

/// One accessor of a node.
struct Field {
    name: String,
    kind: FieldKind,
}

enum FieldKind {
    /// The `nth` child of this type.
    Node {
        ty: String,
        nth: usize,
    },
    Nodes {
        ty: String,
    },
    Token {
        kind: String,
    },
}

struct Node {
    name: String,
    fields: Vec<Field>,
}

struct Enum {
    name: String,
    variants: Vec<String>,
}

struct Model {
    nodes: Vec<Node>,
    enums: Vec<Enum>,
}

impl Model {
    fn new(grammar: &Grammar, tokens: &Tokens) -> anyhow::Result<Model> {
        let spellings = tokens.by_spelling();
        let mut model = Model { nodes: Vec::new(), enums: Vec::new() };
        for node in grammar.iter() {
            let data = &grammar[node];
            if let Some(variants) = enum_variants(grammar, &data.rule) {
                model.enums.push(Enum { name: data.name.clone(), variants });
                continue;
            }
            let mut fields = Vec::new();
            let mut collector = FieldCollector { grammar, spellings: &spellings, fields: &mut fields };
            collector.collect(&data.rule, None, false)?;
            model.nodes.push(Node { name: data.name.clone(), fields });
        }
        Ok(model)
    }
}

/// The variants of a rule that is an alternation of nodes only.
fn enum_variants(grammar: &Grammar, rule: &Rule) -> Option<Vec<String>> {
    let Rule::Alt(rules) = rule else { return None };
    rules
        .iter()
        .map(|rule| match rule {
            Rule::Node(node) => Some(grammar[*node].name.clone()),
            _ => None,
        })
        .collect()
}

struct FieldCollector<'a> {
    grammar: &'a Grammar,
    spellings: &'a BTreeMap<String, String>,
    fields: &'a mut Vec<Field>,
}

impl FieldCollector<'_> {
    fn collect(&mut self, rule: &Rule, label: Option<&str>, many: bool) -> anyhow::Result<()> {
        match rule {
            Rule::Labeled { label, rule } => self.collect(rule, Some(label), many),
            Rule::Node(node) => {
                self.node(&self.grammar[*node].name.clone(), label, many);
                Ok(())
            }
            Rule::Token(token) => {
                let spelling = self.grammar[*token].name.as_str();
                let kind = self
                    .spellings
                    .get(spelling)
                    .with_context(|| format!("cpp.ungram: token '{spelling}' is not in tokens.txt"))?;
                self.token(kind.clone());
                Ok(())
            }
            Rule::Seq(rules) => rules.iter().try_for_each(|rule| self.collect(rule, None, many)),
            Rule::Alt(rules) => {
                // A choice of tokens has a hand-written accessor.
                if rules.iter().all(|rule| matches!(rule, Rule::Token(_))) {
                    return Ok(());
                }
                rules.iter().try_for_each(|rule| self.collect(rule, label, many))
            }
            Rule::Opt(rule) => self.collect(rule, label, many),
            Rule::Rep(rule) => self.collect(rule, label, true),
        }
    }

    fn node(&mut self, ty: &str, label: Option<&str>, many: bool) {
        let name = label.map_or_else(|| snake(ty), str::to_owned);
        let name = match name.as_str() {
            "type" => "ty".to_owned(),
            other => other.to_owned(),
        };
        if many {
            let name = if label.is_some() { name } else { plural(&name) };
            self.push(Field { name, kind: FieldKind::Nodes { ty: ty.to_owned() } });
        } else {
            let same =
                |field: &&Field| matches!(&field.kind, FieldKind::Node { ty: other, .. } if other == ty);
            let nth = self.fields.iter().filter(same).count();
            self.push(Field { name, kind: FieldKind::Node { ty: ty.to_owned(), nth } });
        }
    }

    fn token(&mut self, kind: String) {
        let name = match kind.strip_suffix("_KW") {
            Some(word) => format!("{}_token", word.to_lowercase()),
            None => format!("{}_token", kind.to_lowercase()),
        };
        self.push(Field { name, kind: FieldKind::Token { kind } });
    }

    fn push(&mut self, field: Field) {
        if self.fields.iter().all(|other| other.name != field.name) {
            self.fields.push(field);
        }
    }
}

fn plural(name: &str) -> String {
    match name.strip_suffix("y") {
        _ if name.ends_with('s') => name.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None if name.ends_with("suffix") => format!("{name}es"),
        None => format!("{name}s"),
    }
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for (index, c) in name.char_indices() {
        if c.is_uppercase() && index > 0 {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

fn screaming(name: &str) -> String {
    snake(name).to_uppercase()
}

fn emit_kinds(tokens: &Tokens, model: &Model) -> String {
    let mut kinds: Vec<(String, String)> = Vec::new();
    for kind in &tokens.trivia {
        kinds.push((kind.clone(), format!("Trivia `{}`.", kind.to_lowercase())));
    }
    for (kind, name) in &tokens.literals {
        kinds.push((kind.clone(), format!("Token `{name}`.")));
    }
    let contextual = tokens.contextual.iter().map(|(kind, words)| (kind, words));
    let last_contextual = tokens.contextual.last().map(|(kind, _)| kind.clone()).unwrap_or_default();
    let first_contextual = tokens.contextual.first().map(|(kind, _)| kind.clone()).unwrap_or_default();
    let puncts = tokens.puncts.iter().map(|(kind, words)| (kind, words));
    let keywords = tokens.keywords.iter().map(|(kind, _, words)| (kind, words));
    for (kind, words) in puncts.chain(keywords).chain(contextual) {
        kinds.push((kind.clone(), format!("Token ` {} `.", words[0].replace('`', "backtick"))));
    }
    kinds.push(("UNKNOWN".into(), "A byte sequence that is not a token.".into()));
    kinds.push(("EOF".into(), "The end of the text; never in a tree.".into()));
    for node in &model.nodes {
        kinds.push((screaming(&node.name), format!("Node [`{0}`](crate::ast::{0}).", node.name)));
    }
    kinds.push(("TOMBSTONE".into(), "An event that was given up; never in a tree.".into()));

    let mut out = String::from(HEADER);
    out.push_str(
        "/// Kinds of tokens and nodes.\n#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[repr(u16)]\n#[allow(non_camel_case_types, clippy::upper_case_acronyms)]\npub enum SyntaxKind {\n",
    );
    for (kind, doc) in &kinds {
        let _ = writeln!(out, "    /// {doc}\n    {kind},");
    }
    out.push_str("}\n\nuse SyntaxKind::*;\n\n");
    let _ = writeln!(
        out,
        "/// Every kind, in the order of its number.\npub(crate) static ALL_KINDS: [SyntaxKind; {}] = [",
        kinds.len()
    );
    for (kind, _) in &kinds {
        let _ = writeln!(out, "    {kind},");
    }
    out.push_str("];\n\n");
    let _ = writeln!(
        out,
        "/// First and last contextual keyword.\npub(crate) const CONTEXTUAL: (SyntaxKind, SyntaxKind) = ({first_contextual}, {last_contextual});\n"
    );
    let last_trivia = tokens.trivia.last().cloned().unwrap_or_default();
    let _ = writeln!(
        out,
        "/// The last kind of trivia.\npub(crate) const LAST_TRIVIA: SyntaxKind = {last_trivia};\n"
    );
    out.push_str(
        "/// Reserved and contextual words and alternative tokens: spelling, kind, first standard\n/// (two digits of its year) that reserves the word.\npub(crate) static KEYWORDS: &[(&str, SyntaxKind, u8)] = &[\n",
    );
    let is_word = |word: &&String| word.chars().all(|c| c.is_alphanumeric() || c == '_');
    for (kind, words) in &tokens.puncts {
        for word in words.iter().filter(is_word) {
            let _ = writeln!(out, "    ({word:?}, {kind}, 98),");
        }
    }
    for (kind, level, words) in &tokens.keywords {
        for word in words {
            let _ = writeln!(out, "    ({word:?}, {kind}, {level}),");
        }
    }
    for (kind, words) in &tokens.contextual {
        for word in words {
            let _ = writeln!(out, "    ({word:?}, {kind}, 98),");
        }
    }
    out.push_str("];\n");
    out
}

fn emit_nodes(model: &Model) -> String {
    let enums: HashSet<&str> = model.enums.iter().map(|it| it.name.as_str()).collect();
    let mut out = String::from(HEADER);
    out.push_str("use super::support;\nuse crate::{AstChildren, AstNode, SyntaxKind, SyntaxKind::*, SyntaxNode, SyntaxToken};\n\n");
    for node in &model.nodes {
        emit_node(&mut out, node);
    }
    for it in &model.enums {
        emit_enum(&mut out, it, &enums);
    }
    out
}

fn emit_node(out: &mut String, node: &Node) {
    let name = &node.name;
    let kind = screaming(name);
    let _ = write!(
        out,
        "/// View of a `{kind}` node.\n#[derive(Debug, Clone, PartialEq, Eq, Hash)]\npub struct {name} {{ syntax: SyntaxNode }}\n\n\
         impl AstNode for {name} {{\n\
         fn can_cast(kind: SyntaxKind) -> bool {{ kind == {kind} }}\n\
         fn cast(syntax: SyntaxNode) -> Option<Self> {{ Self::can_cast(syntax.kind()).then_some(Self {{ syntax }}) }}\n\
         fn syntax(&self) -> &SyntaxNode {{ &self.syntax }}\n}}\n\n"
    );
    if node.fields.is_empty() {
        return;
    }
    let _ = writeln!(out, "impl {name} {{");
    for field in &node.fields {
        let method = &field.name;
        let _ = match &field.kind {
            FieldKind::Node { ty, nth: 0 } => writeln!(
                out,
                "/// The `{ty}` child.\npub fn {method}(&self) -> Option<{ty}> {{ support::child(&self.syntax) }}"
            ),
            FieldKind::Node { ty, nth } => writeln!(
                out,
                "/// The `{ty}` child number {nth} (from 0).\npub fn {method}(&self) -> Option<{ty}> {{ support::nth_child(&self.syntax, {nth}) }}"
            ),
            FieldKind::Nodes { ty } => writeln!(
                out,
                "/// The `{ty}` children in source order.\npub fn {method}(&self) -> AstChildren<{ty}> {{ support::children(&self.syntax) }}"
            ),
            FieldKind::Token { kind } => writeln!(
                out,
                "/// The `{kind}` token.\npub fn {method}(&self) -> Option<SyntaxToken> {{ support::token(&self.syntax, {kind}) }}"
            ),
        };
    }
    out.push_str("}\n\n");
}

fn emit_enum(out: &mut String, it: &Enum, enums: &HashSet<&str>) {
    let name = &it.name;
    let _ = writeln!(
        out,
        "/// One of the nodes below.\n#[derive(Debug, Clone, PartialEq, Eq, Hash)]\npub enum {name} {{"
    );
    for variant in &it.variants {
        let _ = writeln!(out, "/// See [`{variant}`].\n{variant}({variant}),");
    }
    let tests: Vec<String> = it.variants.iter().map(|variant| format!("{variant}::can_cast(kind)")).collect();
    let _ = write!(
        out,
        "}}\n\nimpl AstNode for {name} {{\nfn can_cast(kind: SyntaxKind) -> bool {{ {} }}\nfn cast(syntax: SyntaxNode) -> Option<Self> {{\n",
        tests.join(" || ")
    );
    let (nested, plain): (Vec<&String>, Vec<&String>) =
        it.variants.iter().partition(|variant| enums.contains(variant.as_str()));
    out.push_str("match syntax.kind() {\n");
    for variant in plain {
        let _ = writeln!(out, "{} => {variant}::cast(syntax).map(Self::{variant}),", screaming(variant));
    }
    for variant in &nested {
        let _ = writeln!(
            out,
            "kind if {variant}::can_cast(kind) => {variant}::cast(syntax).map(Self::{variant}),"
        );
    }
    out.push_str("_ => None,\n}\n}\nfn syntax(&self) -> &SyntaxNode {\nmatch self {\n");
    for variant in &it.variants {
        let _ = writeln!(out, "Self::{variant}(it) => it.syntax(),");
    }
    out.push_str("}\n}\n}\n\n");
}

const HEADER: &str = "//! Generated by `cargo xtask codegen` from `crates/syntax/grammar`; do not edit.\n\n";

#[cfg(test)]
mod tests {
    #[test]
    fn generated_files_are_current() {
        super::run(super::Args { check: true }).unwrap();
    }
}
