//! Instances of kernel templates: what their types and attributes are once template parameters are bound. They are
//! checked where non-template code names one first or asks for it (spec page 3 §4–5).

use std::cell::OnceCell;
use std::collections::HashSet;

use asunder_decls::names::DeclRef;
use asunder_decls::scope::Site;
use asunder_decls::written::{BodyKind, DeclKind, TypeExpr};
use asunder_mangle::model::{Builtin, TemplateArg, Type};
use asunder_outline::{CudaAttribute, Facts, ItemKind, block_outline};
use asunder_sema::model::arguments_of_instance;
use asunder_sema::named_classes::argument_texts;
use asunder_sema::uses::{Origin, Use, uses};
use asunder_sema::{Sema, Symbol};
use asunder_source::{Block, SourceText};
use asunder_syntax::{AstNode, Dialect, SyntaxKind, SyntaxNode, TextSize, ast};
use rustc_hash::FxHashSet;

use crate::attributes::Applied;
use crate::check::Check;
use crate::declared::{attributes_of, declarator_of};
use crate::finding::{Argument, Context, Finding, Message, Moment, Place};
use crate::grid_constant::{self, primary_template};
use crate::kernels::{self, is_initializer_list};
use crate::signature::{is_unknown, unqualified};
use crate::template_arguments::declared_arguments;
use crate::used::is_local;
use crate::{launch, shown, zero_size};

/// Words of launch attributes.
const WORDS: [&str; 4] = ["launch_bounds", "maxnreg", "cluster_dims", "block_size"];

/// The names of function templates with launch attributes outside system headers.
#[salsa::tracked(returns(ref))]
pub(crate) fn configured_templates(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> FxHashSet<Box<str>> {
    let blocks = source.blocks(db).iter();
    blocks.flat_map(|block| block_configured_templates(db, *block, dialect)).cloned().collect()
}

/// The same for a block.
#[salsa::tracked(returns(ref))]
fn block_configured_templates(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Vec<Box<str>> {
    let text = block.text(db);
    let templates = block_outline(db, block, dialect).items.iter().filter(|item| {
        item.kind == ItemKind::Declaration && item.facts.contains(Facts::CUDA_ATTRIBUTE | Facts::TEMPLATE)
    });
    let configured = templates.filter(|item| WORDS.iter().any(|word| text[item.range].contains(word)));
    configured.filter_map(|item| item.function_name).map(|name| text[name].into()).collect()
}

/// Checks the instances that an item names or declares.
pub(crate) fn examine(check: &Check<'_>) {
    let mut instances = Instances { check, seen: HashSet::new() };
    const NAMES: [SyntaxKind; 3] = [SyntaxKind::LAUNCH_EXPR, SyntaxKind::CALL_EXPR, SyntaxKind::TEMPLATE_ID];
    if check.kinds.contains_any(&NAMES) {
        instances.used();
    }
    if check.kinds.contains(SyntaxKind::TEMPLATE_KW) {
        instances.declared();
    }
}

struct Instances<'c, 'db> {
    check: &'c Check<'db>,
    /// Those that were checked before in the item.
    seen: HashSet<(DeclRef, String)>,
}

/// An instance.
struct Instance {
    template: DeclRef,
    /// Inside the template with its parameters bound.
    site: Site,
    bound: Vec<TemplateArg>,
    /// Its arguments as messages show them.
    shown: String,
    /// What asks for it.
    at: TextSize,
    /// When it is made.
    moment: Moment,
    /// What follows the expression or declarator that asks for it.
    behind: Option<TextSize>,
}

/// The first significant token behind a node.
fn behind(node: &SyntaxNode) -> Option<TextSize> {
    let mut token = node.last_token()?.next_token()?;
    while token.kind().is_trivia() {
        token = token.next_token()?;
    }
    Some(token.text_range().start())
}

impl Instances<'_, '_> {
    /// Those that code outside templates names.
    fn used(&mut self) {
        let check = self.check;
        let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
        let sema = OnceCell::new();
        for body in uses(check.db, source, check.item, dialect) {
            for used in body.uses.iter().filter(|used| used.origin == Origin::Written) {
                let Some((template, instance)) = self.template_of(used) else { continue };
                let sema = sema.get_or_init(|| Sema::new(check.db, source, dialect));
                if self.used_instance(sema, used, (template, instance)).is_none() {
                    check.silence(launch::ONLY_ON_KERNELS);
                }
            }
        }
    }

    /// The function template whose instance is used, if its instances are checked.
    fn template_of<'db>(&self, used: &Use<'db>) -> Option<(DeclRef, Symbol<'db>)> {
        let (decl, instance) = used.decl().zip(used.instance).filter(|(decl, _)| !is_local(*decl))?;
        let written = self.check.names().decl(decl);
        // Which parameters an expansion stands for is not looked at.
        let has_pack = written.templates.iter().any(|header| header.params.iter().any(|param| param.pack));
        let is_template =
            matches!(written.kind, DeclKind::Function { .. }) && written.templates.len() == 1 && !has_pack;
        let name = written.name.ident().filter(|_| is_template && decl == instance.decl)?;
        self.is_checked(name).then_some((decl, instance))
    }

    fn used_instance<'db>(
        &mut self,
        sema: &Sema<'db>,
        used: &Use<'db>,
        (template, instance): (DeclRef, Symbol<'db>),
    ) -> Option<()> {
        let check = self.check;
        let token = asunder_syntax::token_at(&check.root, used.at)?;
        let name = token.parent_ancestors().find_map(ast::NameExpr::cast)?;
        let last = match name.name()?.last_segment()? {
            ast::Segment::Ident(token) => token.text_range(),
            ast::Segment::Node(node) => node.syntax().text_range(),
        };
        let around = name.syntax().parent().filter(|around| {
            around.kind() == SyntaxKind::LAUNCH_EXPR
                && around.children().next().as_ref() == Some(name.syntax())
        });
        let known: Vec<Option<TemplateArg>> =
            arguments_of_instance(sema, instance)?.into_iter().map(Some).collect();
        let (site, bound) = check.names().instance_of(template, &known)?;
        let at = last.start();
        self.check_instance(&Instance {
            template,
            site,
            bound,
            shown: argument_texts(sema, instance)?.join(", "),
            at,
            moment: check.moment(at, 0),
            behind: behind(&around.unwrap_or_else(|| name.syntax().clone())),
        });
        Some(())
    }

    /// Whether instances of a template of this name are worth a look.
    fn is_checked(&self, name: &str) -> bool {
        let unit = self.check.unit;
        let db = self.check.db;
        self.check.candidates().is_kernel(name)
            || configured_templates(db, unit.source(db), unit.dialect(db)).contains(name)
    }

    /// Explicit instantiations and specializations.
    fn declared(&mut self) {
        let check = self.check;
        for (local, decl) in check.decls().iter() {
            let is_specialization = decl.templates.iter().any(|header| header.params.is_empty());
            let is_function = matches!(decl.kind, DeclKind::Function { .. });
            if !is_function || !(is_specialization || decl.explicit_instantiation) {
                continue;
            }
            if !decl.name.ident().is_some_and(|ident| self.is_checked(ident)) {
                continue;
            }
            let declared = DeclRef { item: check.item, local };
            if self.declared_instance(declared).is_none() {
                check.silence(launch::ONLY_ON_KERNELS);
            }
        }
    }

    fn declared_instance(&mut self, declared: DeclRef) -> Option<()> {
        let check = self.check;
        let names = check.names();
        let template = primary_template(check, declared)?;
        let known = declared_arguments(check, template, declared)?;
        let (site, bound) = names.instance_of(template, &known)?;
        let declarator = declarator_of(check, declared)?;
        let at = names.name_offset(declared)? - names.range(declared.item).start();
        let end = declarator.syntax().text_range().end();
        let moment = check.moment_after(end, 0);
        let behind = behind(declarator.syntax());
        let shown = shown::template_arguments(names, &bound)?;
        self.check_instance(&Instance { template, site, bound, shown, at, moment, behind });
        Some(())
    }

    fn check_instance(&mut self, instance: &Instance) {
        let check = self.check;
        let names = check.names();
        let Some(broken) = broken(check, instance) else { return check.silence(launch::ONLY_ON_KERNELS) };
        let is_kernel = names.spaces(instance.template).is_some_and(|spaces| spaces.global);
        let has_bounds =
            !is_kernel || !check.settings.pass.is_device() || has_bounds(check, instance.template);
        if broken.is_empty() && has_bounds {
            return;
        }
        let arguments = &instance.shown;
        let Some(name) = shown::entity_name(names, instance.template) else {
            return check.silence(launch::ONLY_ON_KERNELS);
        };
        if !self.seen.insert((instance.template, arguments.clone())) {
            return;
        }
        let plural = if instance.bound.len() == 1 { "" } else { "s" };
        let what = format!("instantiation of \"{name}\" based on template argument{plural} <{arguments}>");
        let context =
            || Context { what: what.as_str().into(), place: Place { item: None, offset: instance.at } };
        for (message, offset) in broken {
            let mut finding = Finding::new(message, offset, instance.moment);
            finding.item = Some(instance.template.item);
            finding.contexts.push(context());
            check.add(finding);
        }
        if let (false, Some(behind)) = (has_bounds, instance.behind) {
            let message = Message::plain(launch::NO_BOUNDS);
            let mut finding = Finding::new(message, behind, instance.moment);
            finding.contexts.push(context());
            check.add(finding);
        }
    }
}

/// Whether some declaration of the template limits its launches or registers, or that is not known.
fn has_bounds(check: &Check<'_>, template: DeclRef) -> bool {
    let asunder_decls::Redeclarations::Known(all) = check.names().redeclarations(template) else {
        return true;
    };
    all.iter().any(|decl| {
        attributes_of(check, *decl).is_none_or(|attributes| {
            attributes.iter().any(|it| it.cuda() == Some(CudaAttribute::LaunchBounds))
        })
    })
}

/// What is wrong with an instance: messages with their places in the item of the template.
fn broken(check: &Check<'_>, instance: &Instance) -> Option<Vec<(Message, TextSize)>> {
    let names = check.names();
    let attributes = attributes_of(check, instance.template)?;
    let outer = names.site_of(instance.template);
    let mut found = Vec::new();
    for applied in &attributes {
        if applied.is_valid()
            && matches!(applied.cuda(), Some(CudaAttribute::Global | CudaAttribute::TileGlobal))
        {
            at_attribute(check, instance, applied, &mut found)?;
        }
        found.extend(launch::of_instance(check, std::slice::from_ref(applied), &outer, &instance.site));
    }
    let is_kernel = names.spaces(instance.template).is_some_and(|spaces| spaces.global);
    if is_kernel && check.settings.pass.is_device() {
        at_name(check, instance, &outer, &mut found)?;
    }
    Some(found)
}

/// The type that is returned, and parameters without size.
fn at_attribute(
    check: &Check<'_>,
    instance: &Instance,
    applied: &Applied,
    found: &mut Vec<(Message, TextSize)>,
) -> Option<()> {
    let names = check.names();
    let function = names.function_of(instance.template)?;
    let at = applied.name.start();
    if matches!(function.result, TypeExpr::Auto | TypeExpr::DecltypeAuto) {
        let word = Argument::text(applied.shown());
        found.push((Message::new(kernels::DEDUCED_RETURN_TYPE, vec![word]), at));
    } else {
        let ty = names.resolve(&function.result, &instance.site);
        if !is_unknown(&ty) && !matches!(**unqualified(&ty), Type::Builtin(Builtin::Void)) {
            let word = Argument::text(applied.shown());
            found.push((Message::new(kernels::RETURN_TYPE, vec![word]), at));
        }
    }
    if !matches!(names.decl(instance.template).kind, DeclKind::Function { body: BodyKind::Block, .. }) {
        return Some(());
    }
    for param in &function.params {
        let ty = names.resolve(&param.ty, &instance.site);
        let ty = unqualified(&ty);
        if !matches!(**ty, Type::Array(..)) && zero_size::is_zero_sized(names, ty) {
            let written = shown::type_name(names, ty, &[])?;
            let ty = Argument::Type { written: written.into(), meaning: None };
            found.push((Message::new(kernels::ZERO_SIZED_PARAMETER, vec![ty]), at));
        }
    }
    Some(())
}

/// The types of the parameters (device front end).
fn at_name(
    check: &Check<'_>,
    instance: &Instance,
    outer: &Site,
    found: &mut Vec<(Message, TextSize)>,
) -> Option<()> {
    let names = check.names();
    let template = instance.template;
    let function = names.function_of(template)?;
    let at = names.name_offset(template)? - names.range(template.item).start();
    let types: Vec<_> = function
        .params
        .iter()
        .map(|it| (names.resolve(&it.ty, outer), names.resolve(&it.ty, &instance.site)))
        .collect();
    if types.iter().any(|(_, ty)| matches!(**ty, Type::RvalueRef(_))) {
        found.push((Message::plain(kernels::RVALUE_REFERENCE), at));
    }
    let is_new_list =
        |(written, ty): &(_, _)| is_initializer_list(names, ty) && !is_initializer_list(names, written);
    if types.iter().any(is_new_list) {
        found.push((Message::plain(kernels::INITIALIZER_LIST), at));
    }
    let annotated = grid_constant::annotated(&declarator_of(check, template)?);
    for ((written, ty), _) in types.iter().zip(annotated).filter(|(_, annotated)| *annotated) {
        if !names.is_dependent(written) || is_unknown(ty) {
            continue;
        }
        let is_reference = |ty: &Type| matches!(ty, Type::LvalueRef(_) | Type::RvalueRef(_));
        if !grid_constant::is_const(ty) && !is_reference(ty) {
            found.push((Message::plain(grid_constant::NOT_CONST), at));
        }
        if is_reference(ty) && !is_reference(written) {
            found.push((Message::plain(grid_constant::REFERENCE), at));
        }
    }
    Some(())
}
