//! Uses of what only the host has in device code (spec 2 §1b, §1c, §6): what the device pass finds when it walks through the
//! functions that the device keeps, behind a front end without errors.
//!
//! The walk starts at the functions that are kept for themselves and goes through all that they refer to. Templates are
//! not followed: what only their instances refer to is not walked.

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, Decl, DeclKind};
use asunder_mangle::display::{Form, signature};
use asunder_outline::block_item_numbers;
use asunder_sema::mistakes::Templates;
use asunder_sema::uses::{BodyUses, Use, UseForm, uses};
use asunder_syntax::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::device_names::is_function_unchecked;
use crate::finding::{Argument, Finding, Message, Moment, Phase, Stage};
use crate::unit::{Unit, own_declarations};
use crate::used::{host_function, host_variable, is_local, space_in_device_pass};

/// "calling a __host__ function … from a __host__ __device__ function …".
const FROM_HOST_DEVICE: u16 = 3468;
/// "calling a __host__ function … from a __device__ function …".
const FROM_DEVICE: u16 = 3473;
/// "calling a __host__ function … from a __global__ function …".
const FROM_GLOBAL: u16 = 3475;
/// "identifier … is undefined in device code".
const UNDEFINED: u16 = 3525;

/// What the walk needs to know of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Walked {
    /// The definition.
    owner: DeclRef,
    /// It is kept whatever refers to it.
    is_root: bool,
    /// When its findings are reported among those of others.
    order: (Group, DeclRef),
    /// The definitions that it refers to.
    refers: Box<[DeclRef]>,
    /// What is wrong in it, should it be kept.
    findings: Box<[Finding]>,
}

/// The walk goes through functions by their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// Functions of the file.
    File,
    /// Kernels of the file.
    Kernel,
    /// Kernels in namespaces.
    KernelOfNamespace,
    /// Member functions.
    Member,
    /// Functions in namespaces.
    Namespace,
}

/// What the walk through a unit finds, with the number of each finding's item, in the order in which it is reported.
pub(crate) fn findings(db: &dyn salsa::Database, unit: Unit<'_>) -> Vec<(u32, Finding)> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let mut bodies: Vec<&Walked> = Vec::new();
    for block in source.blocks(db).iter() {
        let numbers = block_item_numbers(db, *block, dialect);
        for (index, _) in own_declarations(db, source, *block, dialect) {
            if let Some(number) = numbers.get(index as usize) {
                bodies.extend(item_walked(db, unit, *number));
            }
        }
    }
    if bodies.iter().all(|body| body.findings.is_empty()) {
        return Vec::new();
    }
    let by_owner: FxHashMap<DeclRef, &Walked> = bodies.iter().map(|body| (body.owner, *body)).collect();
    let mut pending: Vec<DeclRef> = bodies.iter().filter(|it| it.is_root).map(|it| it.owner).collect();
    let mut kept: FxHashSet<DeclRef> = pending.iter().copied().collect();
    while let Some(owner) = pending.pop() {
        let Some(body) = by_owner.get(&owner) else { continue };
        pending.extend(body.refers.iter().copied().filter(|decl| kept.insert(*decl)));
    }
    bodies.retain(|body| kept.contains(&body.owner));
    bodies.sort_by_key(|body| body.order);
    let of_body = |body: &&Walked| {
        let item = body.owner.item;
        body.findings.clone().into_iter().map(move |finding| (item, finding))
    };
    bodies.iter().flat_map(of_body).collect()
}

/// The bodies of an item.
#[salsa::tracked(returns(ref))]
fn item_walked<'db>(db: &'db dyn salsa::Database, unit: Unit<'db>, number: u32) -> Vec<Walked> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let bodies = uses(db, source, number, dialect, Templates::Skipped);
    if bodies.is_empty() {
        return Vec::new();
    }
    let names = Names::new(db, source, dialect);
    let walker = Walker { db, unit, names: &names };
    bodies.iter().filter_map(|body| walker.walked(body)).collect()
}

struct Walker<'a, 'db> {
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &'a Names<'db>,
}

impl Walker<'_, '_> {
    fn walked(&self, body: &BodyUses) -> Option<Walked> {
        let owner = body.owner;
        if is_local(owner) {
            return None;
        }
        let mut refers: Vec<DeclRef> =
            body.uses.iter().filter_map(|used| self.definition_of(used.decl)).collect();
        refers.sort_unstable();
        refers.dedup();
        let written = self.names.decl(owner);
        if !matches!(written.kind, DeclKind::Function { .. }) {
            // A variable keeps what its initializer names.
            return Some(Walked {
                owner,
                is_root: written.parent.is_none(),
                order: (Group::File, owner),
                refers: refers.into(),
                findings: Box::default(),
            });
        }
        let Redeclarations::Known(mut declarations) = self.names.redeclarations(owner) else { return None };
        declarations.sort_unstable();
        let first = *declarations.first()?;
        let is_kernel = self.names.spaces(owner)?.global;
        let is_member = self.names.decl(first).parent.is_some() || written.qualifier.is_some();
        let in_namespace = self.names.item(first.item).namespace != NamespaceId::GLOBAL;
        let group = match (is_kernel, is_member, in_namespace) {
            (true, _, false) => Group::Kernel,
            (true, _, true) => Group::KernelOfNamespace,
            (_, true, _) => Group::Member,
            (_, _, true) => Group::Namespace,
            (_, _, false) => Group::File,
        };
        Some(Walked {
            owner,
            is_root: is_kernel || self.is_kept_for_itself(&declarations)?,
            order: (group, first),
            refers: refers.into(),
            findings: self.findings(body, first).unwrap_or_default().into(),
        })
    }

    /// Whether a function is kept though nothing refers to it: it has external linkage and is not inline.
    fn is_kept_for_itself(&self, declarations: &[DeclRef]) -> Option<bool> {
        let first = *declarations.first()?;
        let is_inline = |decl: &DeclRef| {
            let written = self.names.decl(*decl);
            let specifiers = &written.specifiers;
            let is_defined_in_class =
                (written.parent.is_some() || specifiers.is_friend) && is_defined(written);
            specifiers.is_inline || specifiers.is_constexpr || specifiers.is_consteval || is_defined_in_class
        };
        Some(
            !declarations.iter().any(is_inline)
                && !self.names.in_unnamed_namespace(self.names.item(first.item).namespace)
                && !self.names.declared_internal(first)?,
        )
    }

    /// The definition of the function that `decl` declares, if it has one.
    fn definition_of(&self, decl: DeclRef) -> Option<DeclRef> {
        if is_local(decl) {
            return None;
        }
        let is_definition = |decl: &DeclRef| is_defined(self.names.decl(*decl));
        let Redeclarations::Known(all) = self.names.redeclarations(decl) else { return None };
        all.into_iter().find(is_definition)
    }

    /// What is wrong in a body of device code. `None` where something about the function is not known.
    fn findings(&self, body: &BodyUses, first: DeclRef) -> Option<Vec<Finding>> {
        let (is_host, is_device) = space_in_device_pass(self.names, body.owner)?;
        let is_global = self.names.spaces(body.owner)?.global;
        let is_constexpr = self.names.decl(body.owner).specifiers.is_constexpr
            || self.names.decl(first).specifiers.is_constexpr;
        if !is_device || is_constexpr {
            return None;
        }
        let number = match (is_host, is_global) {
            (true, _) => FROM_HOST_DEVICE,
            (false, false) => FROM_DEVICE,
            (false, true) => FROM_GLOBAL,
        };
        // Callers are shown without their parameters.
        let caller = signature(&self.names.entity(body.owner)?, Form::Bare).ok()?;
        let is_unchecked = is_function_unchecked(self.db, self.unit, body.owner);
        let mut found = Vec::new();
        for used in &body.uses {
            if used.is_removed || used.is_instance || used.lambda.is_some() {
                continue;
            }
            if let Some(variable) = host_variable(self.names, used).filter(|it| it.is_missing)
                && let Some(entity) = self.names.entity(variable.decl)
                && let Ok(text) = signature(&entity, Form::Bare)
            {
                found.push(at_line(used, Message::new(UNDEFINED, vec![Argument::name(text)])));
            }
            let Some(callee) = host_function(self.names, used) else { continue };
            if callee.is_constexpr || used.form == UseForm::VirtualCall {
                continue;
            }
            let Some(entity) = self.names.entity(callee.decl) else { continue };
            let (Ok(full), Ok(bare)) = (signature(&entity, Form::Full), signature(&entity, Form::Bare))
            else {
                continue;
            };
            if used.form != UseForm::Name && !is_unchecked {
                let arguments = vec![Argument::name(full), Argument::name(&*caller)];
                found.push(at_line(used, Message::new(number, arguments)));
            }
            if !is_host {
                found.push(at_line(used, Message::new(UNDEFINED, vec![Argument::name(bare)])));
            }
        }
        Some(found)
    }
}

/// Whether a declaration of a function has its body.
fn is_defined(decl: &Decl) -> bool {
    matches!(decl.kind, DeclKind::Function { body: BodyKind::Block, .. })
}

/// A finding of the walk: only its line is shown.
fn at_line(used: &Use, message: Message) -> Finding {
    let moment = Moment {
        stage: Stage::Walk,
        parsed: TextSize::new(0),
        phase: Phase::Heads,
        inner: TextSize::new(0),
        rank: 0,
    };
    Finding { line_only: true, needs_clean_unit: true, ..Finding::new(message, used.at, moment) }
}
