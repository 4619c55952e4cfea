//! The instances that a unit uses, in the order in which they come to be.

use std::collections::VecDeque;

use asunder_decls::names::{DeclRef, Names};
use asunder_mangle::display::{Form, signature};
use asunder_sema::instances::{Class, Instances, Symbol, class_of};
use asunder_sema::mistakes::Templates;
use asunder_sema::model::entity_of_instance;
use asunder_sema::specializations::directives;
use asunder_sema::uses::{Use, UseForm, uses};
use asunder_syntax::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bodies::{Body, instance_body};
use super::order::{Creation, Order};
use super::{Node, at_line};
use crate::finding::{Argument, Finding, Message};
use crate::unit::Unit;

/// Instances that use each other beyond which they are not followed: the reference stops there too.
const MAX_DEPTH: u32 = 200;

/// Instances beyond which no others are followed.
const MAX_INSTANCES: usize = 50_000;

/// "when … in whole program compilation mode (…), a __global__ function template instantiation … must have a definition …".
const UNDEFINED_KERNEL: u16 = 3737;

/// An instance of a kernel template that nothing defines.
pub(super) struct UndefinedKernel {
    pub(super) order: Order,
    /// Where it is declared: the item, and a byte of its text.
    pub(super) at: (u32, TextSize),
    name: Box<str>,
}

impl UndefinedKernel {
    pub(super) fn finding(&self) -> Finding {
        let arguments = [
            "-static-global-template-stub=true",
            "-rdc=false",
            &*self.name,
            "-rdc=true",
            "-static-global-template-stub=false",
        ];
        let arguments = arguments.into_iter().map(Argument::name).collect();
        at_line(self.at.1, Message::new(UNDEFINED_KERNEL, arguments))
    }
}

/// Adds the instances that the bodies of the user's items use, and those that these use. The kernels among them are given
/// that whole-program compilation cannot do without a definition.
pub(super) fn add<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &Names<'db>,
    own: &[u32],
    bodies: &mut FxHashMap<Node<'db>, Body<'db>>,
) -> Vec<UndefinedKernel> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let mut used: Vec<(Creation, Symbol<'db>)> = Vec::new();
    let mut known = FxHashSet::default();
    let mut roots = FxHashSet::default();
    let mut elsewhere: FxHashMap<Symbol<'db>, DeclRef> = FxHashMap::default();
    for item in own {
        for directive in directives(db, source, *item, dialect) {
            for symbol in directive.functions.iter() {
                if directive.is_extern {
                    elsewhere.entry(*symbol).or_insert(directive.decl);
                    continue;
                }
                roots.insert(*symbol);
                if known.insert(*symbol) {
                    used.push((Creation::declared(directive.decl), *symbol));
                }
            }
        }
        for body in uses(db, source, *item, dialect, Templates::Skipped) {
            for (number, symbol) in functions(&body.uses) {
                if known.insert(symbol) {
                    used.push((Creation::used(body.owner, number), symbol));
                }
            }
        }
    }
    let mut undefined = Vec::new();
    if used.is_empty() {
        return undefined;
    }
    let settings = unit.settings(db);
    let needs_definitions = !settings.rdc && settings.static_host_stub;
    used.sort_unstable_by_key(|(created, _)| *created);
    let instances = Instances::new(db, source, dialect);
    let mut classes: FxHashMap<Class<'db>, Creation> = FxHashMap::default();
    let mut pending: VecDeque<(Creation, Symbol<'db>, u32)> =
        used.into_iter().map(|(created, symbol)| (created, symbol, 0)).collect();
    let mut behind = 0;
    while let Some((created, symbol, depth)) = pending.pop_front() {
        let class = class_of(db, symbol).map(|class| *classes.entry(class).or_insert(created));
        let code = instances.code(symbol);
        let directive = elsewhere.get(&symbol);
        let missing = code.undefined.or(code.definition.filter(|_| directive.is_some()));
        if needs_definitions && let Some(decl) = missing {
            // A directive and an explicit specialization make it before it is used.
            let specialization =
                Some(decl).filter(|decl| names.decl(*decl).templates.iter().any(|it| it.params.is_empty()));
            let declared = directive.copied().or(specialization).map(Creation::declared);
            let created = declared.map_or(created, |declared| declared.min(created));
            undefined.extend(undefined_kernel(db, unit, names, symbol, decl, created));
        }
        let Some(body) = &code.body else { continue };
        for (_, symbol) in functions(&body.uses) {
            if depth == MAX_DEPTH || known.len() == MAX_INSTANCES {
                tracing::warn!(
                    depth,
                    instances = known.len(),
                    "instances of templates are not followed further"
                );
                break;
            }
            if known.insert(symbol) {
                pending.push_back((Creation::behind(behind), symbol, depth + 1));
                behind += 1;
            }
        }
        if let Some(mut body) = instance_body(db, unit, names, (symbol, &code), created, class) {
            body.is_root |= roots.contains(&symbol);
            bodies.insert(body.node, body);
        }
    }
    undefined
}

/// An instance that `decl` declares and nothing defines, if it is one of a kernel.
fn undefined_kernel<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &Names<'db>,
    symbol: Symbol<'db>,
    decl: DeclRef,
    created: Creation,
) -> Option<UndefinedKernel> {
    if !names.spaces_of_instance(symbol.decl)?.global {
        return None;
    }
    let entity = entity_of_instance(db, unit.source(db), symbol, unit.dialect(db)).as_ref()?;
    Some(UndefinedKernel {
        order: Order::of_undefined_kernel(names, decl, created),
        at: (decl.item, names.name_offset(decl)? - names.range(decl.item).start()),
        name: signature(&entity.entity, Form::Bare).ok()?.into(),
    })
}

/// The functions that are instances, with the numbers of their uses.
fn functions<'u, 'db>(uses: &'u [Use<'db>]) -> impl Iterator<Item = (u32, Symbol<'db>)> + 'u {
    let functions = (0u32..).zip(uses).filter(|(_, used)| !matches!(used.form, UseForm::Variable(_)));
    functions.filter_map(|(number, used)| used.instance.map(|symbol| (number, symbol)))
}
