//! The bodies of instances, for the walk; instances of kernels that nothing defines.

use asunder_decls::names::{DeclRef, Names};
use asunder_mangle::display::{Form, signature};
use asunder_sema::instances::Symbol;
use asunder_sema::model::entity_of_instance;
use asunder_syntax::TextSize;
use rustc_hash::FxHashMap;

use super::blocks::Instances;
use super::bodies::{Body, instance_bodies};
use super::order::Order;
use super::{Node, at_line};
use crate::finding::{Argument, Finding, Message};
use crate::unit::Unit;
use crate::used::is_local;
use crate::wanted::{Creation, Wanted, wanted};

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

/// Adds the bodies of the instances that the unit makes. Those of kernels are given that whole-program compilation cannot do
/// without a definition.
pub(super) fn add<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &Names<'db>,
    bodies: &mut FxHashMap<Node<'db>, Body<'db>>,
) -> Vec<UndefinedKernel> {
    let settings = unit.settings(db);
    let needs_definitions = !settings.rdc && settings.static_host_stub;
    let mut undefined = Vec::new();
    let all = wanted(db, unit);
    let instances = Instances::new(all);
    for wanted in all {
        let Wanted { instance, code, created, elsewhere, .. } = wanted;
        let defined = code.definition.map(|definition| definition.decl);
        let missing = code.undefined.or(defined.filter(|_| elsewhere.is_some()));
        if needs_definitions && let (Some(decl), Some(symbol)) = (missing, instance.function()) {
            // A directive and an explicit specialization make it before it is used.
            let is_specialization = names.decl(decl).templates.iter().any(|it| it.params.is_empty());
            let declared = elsewhere.or(is_specialization.then_some(decl)).map(Creation::declared);
            let created = declared.map_or(*created, |declared| declared.min(*created));
            undefined.extend(undefined_kernel(db, unit, names, symbol, decl, created));
        }
        let own = instance_bodies(db, unit, names, &instances, wanted);
        bodies.extend(own.into_iter().map(|body| (body.node, body)));
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
    if is_local(symbol.decl) || !names.spaces(symbol.decl)?.global {
        return None;
    }
    let entity = entity_of_instance(db, unit.source(db), symbol, unit.dialect(db)).as_ref()?;
    Some(UndefinedKernel {
        order: Order::of_undefined_kernel(names, decl, created),
        at: (decl.item, names.name_offset(decl)? - names.range(decl.item).start()),
        name: signature(&entity.entity, Form::Bare).ok()?.into(),
    })
}
