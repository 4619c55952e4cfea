//! Attributes of function templates whose arguments depend on template parameters: judged for each
//! instance that non-template code names or asks for (spec page 3 §4).

use std::collections::HashSet;

use asunder_decls::lower::lower_name;
use asunder_decls::names::DeclRef;
use asunder_decls::scope::Lookup;
use asunder_decls::uses::Meaning;
use asunder_decls::written::{Arg, DeclName};
use asunder_outline::{Facts, ItemKind, block_outline};
use asunder_source::{Block, SourceText};
use asunder_syntax::{AstNode, Dialect, SyntaxKind, SyntaxNode, TextSize, ast};
use rustc_hash::FxHashSet;

use crate::check::Check;
use crate::declared::attributes_of;
use crate::finding::{Context, Finding, Place};
use crate::grid_constant::primary_template;
use crate::{launch, shown};

/// Words of launch attributes.
const WORDS: [&str; 4] = ["launch_bounds", "maxnreg", "cluster_dims", "block_size"];

/// The names of function templates with launch attributes.
#[salsa::tracked(returns(ref))]
pub(crate) fn configured_templates(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> FxHashSet<Box<str>> {
    let blocks = source.blocks(db).iter();
    blocks.flat_map(|block| block_configured_templates(db, *block, dialect)).cloned().collect()
}

#[salsa::tracked(returns(ref))]
fn block_configured_templates(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Vec<Box<str>> {
    let text = block.text(db);
    let templates = block_outline(db, block, dialect).items.iter().filter(|item| {
        item.kind == ItemKind::Declaration && item.facts.contains(Facts::CUDA_ATTRIBUTE | Facts::TEMPLATE)
    });
    let configured = templates.filter(|item| WORDS.iter().any(|word| text[item.range].contains(word)));
    configured.filter_map(|item| item.function_name).map(|name| text[name].into()).collect()
}

/// Judges the instances that an item names.
pub(crate) fn examine(check: &Check<'_>) {
    let source = check.unit.source(check.db);
    let configured = configured_templates(check.db, source, check.unit.dialect(check.db));
    if configured.is_empty() {
        return;
    }
    let mut seen = HashSet::new();
    for node in check.root.descendants().filter(|node| node.kind() == SyntaxKind::TEMPLATE_ID) {
        let Some(name) = ast::TemplateId::cast(node.clone()) else { continue };
        let Some(ident) = name.ident_token().filter(|ident| configured.contains(ident.text())) else {
            continue;
        };
        if node.ancestors().any(|outer| outer.kind() == SyntaxKind::TEMPLATE_DECL) {
            continue;
        }
        let declares = check.decl_named(node.text_range()).or_else(|| check.decl_named(ident.text_range()));
        let instance = match declares {
            Some(decl) => declared_instance(check, decl),
            None => named_instance(check, &node, &name),
        };
        let Some((template, args)) = instance else {
            check.silence(launch::ONLY_ON_KERNELS);
            continue;
        };
        judge(check, template, &args, ident.text_range().start(), &mut seen);
    }
}

/// What an explicit instantiation or specialization declares.
fn declared_instance(check: &Check<'_>, decl: DeclRef) -> Option<(DeclRef, Vec<Arg>)> {
    let DeclName::TemplateId(_, args) = &check.decl(decl).name else { return None };
    Some((primary_template(check, decl)?, args.clone()))
}

/// What a template-id in an expression names.
fn named_instance(check: &Check<'_>, node: &SyntaxNode, id: &ast::TemplateId) -> Option<(DeclRef, Vec<Arg>)> {
    let names = check.names();
    let name = ast::Name::cast(node.parent()?)?;
    let args = lower_name(&name)?.segments.pop()?.args?;
    let Meaning::Outer(Lookup::Found(members)) = names.meaning(check.item, &id.ident_token()?) else {
        return None;
    };
    let [member] = members.as_slice() else { return None };
    names.function_of(member.decl)?;
    Some((member.decl, args))
}

fn judge(
    check: &Check<'_>,
    template: DeclRef,
    args: &[Arg],
    at: TextSize,
    seen: &mut HashSet<(DeclRef, String)>,
) {
    let names = check.names();
    let here = names.site_at(check.item, at);
    let outer = names.site_of(template);
    let bound = names.instance_site(template, args, &here);
    let (Some((inner, bound)), Some(attributes)) = (bound, attributes_of(check, template)) else {
        return check.silence(launch::ONLY_ON_KERNELS);
    };
    let broken = launch::of_instance(check, &attributes, &outer, &inner);
    if broken.is_empty() {
        return;
    }
    let shown = shown::template_arguments(names, &bound).zip(shown::entity_name(names, template));
    let Some((arguments, name)) = shown else { return check.silence(launch::ONLY_ON_KERNELS) };
    if !seen.insert((template, arguments.clone())) {
        return;
    }
    let plural = if bound.len() == 1 { "" } else { "s" };
    let what = format!("instantiation of \"{name}\" based on template argument{plural} <{arguments}>");
    for ((message, offset), rank) in broken.into_iter().zip(0..) {
        let mut finding = Finding::new(message, offset, check.moment(at, rank));
        finding.item = Some(template.item);
        finding
            .contexts
            .push(Context { what: what.as_str().into(), place: Place { item: None, offset: at } });
        check.add(finding);
    }
}
