//! What nobody wrote: deduced types, names of parameters, the parts of a launch.

use asunder_decls::names::DeclRef;
use asunder_decls::written::Spaces;
use asunder_sema::uses::{FIRST_LOCAL, Origin, UseForm, uses, uses_in_templates};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, TextSize, ast};
use rustc_hash::FxHashMap;

use crate::Unit;

/// Words that an editor shows between others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// In front of which byte of the unit, or behind the token that ends there.
    pub at: TextSize,
    /// The words: `int`, `grid`, `count`.
    pub text: String,
    /// What they say.
    pub kind: HintKind,
}

/// What a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// The type behind a name.
    Type,
    /// The parameter in front of its argument.
    Parameter,
    /// The CUDA spaces in front of a function that another declaration gives it.
    Space,
}

/// The parts of a launch configuration, in order.
const LAUNCH: [&str; 4] = ["grid", "block", "shared", "stream"];

/// The hints of these files, as line markers name them.
pub fn of_files(unit: &Unit<'_>, files: &[String]) -> Vec<Hint> {
    let mut found = Vec::new();
    for item in unit.items_of(files) {
        spaces(unit, item, &mut found);
        let root = unit.names.tree(item);
        let called = functions_called(unit, item);
        for node in root.descendants() {
            match node.kind() {
                kind if declares_variables(kind) => {
                    let deduced = deduced(unit, item, &node).into_iter();
                    found.extend(deduced.map(|(name, text)| {
                        let at = unit.in_unit(item, name).end();
                        Hint { at, text, kind: HintKind::Type }
                    }));
                }
                SyntaxKind::LAUNCH_EXPR => {
                    let Some(launch) = ast::LaunchExpr::cast(node) else { continue };
                    configuration(unit, item, &launch, &mut found);
                    if let Some(args) = launch.arg_list() {
                        arguments(unit, item, &called, &args, &mut found);
                    }
                }
                SyntaxKind::CALL_EXPR => {
                    let Some(call) = ast::CallExpr::cast(node) else { continue };
                    if let Some(args) = call.arg_list() {
                        arguments(unit, item, &called, &args, &mut found);
                    }
                }
                _ => {}
            }
        }
    }
    found.sort_by_key(|hint| hint.at);
    found.dedup();
    found
}

/// The spaces of functions that are written at another declaration: `void S::f() { … }`.
fn spaces(unit: &Unit<'_>, item: u32, found: &mut Vec<Hint>) {
    for (local, written) in unit.names.decls(item).iter() {
        let decl = DeclRef { item, local };
        if written.attributes.spaces != Spaces::default() || unit.names.function_of(decl).is_none() {
            continue;
        }
        let is_given = unit.names.spaces(decl).is_some_and(|spaces| spaces != Spaces::default());
        if let Some(text) = unit.names.space_text(decl).filter(|_| is_given)
            && let Some(at) = crate::hover::start_of(unit, decl)
        {
            found.push(Hint { at, text, kind: HintKind::Space });
        }
    }
}

/// Whether a node declares variables.
pub(crate) fn declares_variables(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::SIMPLE_DECL | SyntaxKind::CONDITION_DECL | SyntaxKind::RANGE_DECL)
}

/// The variables that a declaration declares with `auto`: where their names stand in the item, and their types.
pub(crate) fn deduced(unit: &Unit<'_>, item: u32, declaration: &SyntaxNode) -> Vec<(TextRange, String)> {
    let is_placeholder = |node: SyntaxNode| {
        node.kind() == SyntaxKind::DECL_SPECIFIER_SEQ
            && node.descendants_with_tokens().any(|it| it.as_token().is_some_and(|it| it.text() == "auto"))
    };
    if !declaration.children().any(is_placeholder) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for declarator in declaration.descendants().filter_map(ast::Declarator::cast) {
        let direct = declarator
            .syntax()
            .ancestors()
            .skip(1)
            .find(|it| declares_variables(it.kind()) || it.kind() == SyntaxKind::PARAM_DECL);
        let has_function = declarator.syntax().children().any(|it| it.kind() == SyntaxKind::FUNCTION_SUFFIX);
        if direct.as_ref() != Some(declaration) || has_function {
            continue;
        }
        let name = declarator.name().and_then(|name| name.last_segment()).and_then(|it| it.ident());
        let Some(name) = name else { continue };
        let range = name.text_range();
        let text = match unit.names.decl_named_at(item, range.start()) {
            Some(decl) => unit.declared_type(decl),
            None => unit.local_type(item, range.start()),
        };
        // A closure's type has no name.
        if let Some(text) = text.filter(|text| !text.contains("auto") && !text.contains("lambda")) {
            found.push((range, text));
        }
    }
    found
}

fn configuration(unit: &Unit<'_>, item: u32, launch: &ast::LaunchExpr, found: &mut Vec<Hint>) {
    let Some(config) = launch.launch_config() else { return };
    for (argument, words) in config.args().zip(LAUNCH) {
        let at = unit.in_unit(item, trimmed(argument.syntax())).start();
        found.push(Hint { at, text: words.to_owned(), kind: HintKind::Parameter });
    }
}

/// The functions that the item calls by their names, by where the brackets of the calls stand in its text.
fn functions_called(unit: &Unit<'_>, item: u32) -> FxHashMap<TextSize, DeclRef> {
    let (db, source, dialect) = (unit.db, unit.source, unit.dialect);
    let bodies = uses(db, source, item, dialect);
    let all = bodies.iter().flat_map(|body| body.uses.iter());
    let all = all.chain(uses_in_templates(db, source, item, dialect));
    let calls = all.filter(|used| matches!(used.form, UseForm::Call | UseForm::VirtualCall));
    let written = calls.filter(|used| used.origin == Origin::Written);
    let named = written.filter_map(|used| Some((used.point, used.decl()?)));
    named.filter(|(_, decl)| decl.local.0 < FIRST_LOCAL).collect()
}

/// The names of parameters in front of arguments that do not say them.
fn arguments(
    unit: &Unit<'_>,
    item: u32,
    called: &FxHashMap<TextSize, DeclRef>,
    args: &ast::ArgList,
    found: &mut Vec<Hint>,
) {
    let Some(called) = called.get(&args.syntax().text_range().start()).copied() else { return };
    let decl = unit.names.definition_of(called).unwrap_or(called);
    let Some(function) = unit.names.function_of(decl) else { return };
    for (argument, parameter) in args.args().zip(&function.params) {
        let Some(name) = parameter.name.as_deref().filter(|name| !name.starts_with('_')) else { continue };
        if matches!(argument, ast::Expr::PackExpansion(_))
            || matches!(parameter.ty, asunder_decls::written::TypeExpr::Expansion(_))
        {
            return;
        }
        let text = argument.syntax().text().to_string();
        let says_it = text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        if !says_it {
            let at = unit.in_unit(item, trimmed(argument.syntax())).start();
            found.push(Hint { at, text: name.to_owned(), kind: HintKind::Parameter });
        }
    }
}

/// The range of a node without the blanks and comments in front.
pub(crate) fn trimmed(node: &SyntaxNode) -> TextRange {
    let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
    let first = tokens.into_iter().find(|token| !token.kind().is_trivia());
    let start = first.map_or(node.text_range().start(), |first| first.text_range().start());
    TextRange::new(start, node.text_range().end().max(start))
}
