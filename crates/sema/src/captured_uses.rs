//! What decides whether a lambda captures something, where the text does not show it: which function the call of a member
//! means ([expr.prim.lambda.capture]/7), and which references are constants (/8, [basic.def.odr]/5).

use asunder_decls::written::DeclKind;
use asunder_hir::body::FIRST_LOCAL;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextSize};
use asunder_types::Kind;
use rustc_hash::FxHashMap;

use crate::implied::Code;
use crate::infer::Variable;
use crate::uses::{UseForm, uses, uses_in_templates};
use crate::view::Sema;

/// What decides it in an item, by places in bytes of its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapturedUses {
    /// The calls of functions by their names, where it is known which one is called: whether that is a member that is called
    /// for an object.
    pub calls: FxHashMap<TextSize, bool>,
    /// The local references, by their names: whether they are constants, where that is known.
    pub references: FxHashMap<TextSize, bool>,
}

/// What decides in an item whether its lambdas capture something.
pub fn captured_uses(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> CapturedUses {
    let sema = Sema::new(db, source, dialect);
    let bodies = uses(db, source, item, dialect);
    let in_bodies = bodies.iter().flat_map(|body| &body.uses);
    let mut calls = FxHashMap::default();
    for used in in_bodies.chain(uses_in_templates(db, source, item, dialect)) {
        let is_call = matches!(used.form, UseForm::Call | UseForm::VirtualCall);
        let Some(called) = used.decl().filter(|_| is_call) else { continue };
        let written = sema.decl(called);
        let is_member = written.parent.is_some() && matches!(written.kind, DeclKind::Function { .. });
        calls.entry(used.at).or_insert(is_member && !written.specifiers.is_static);
    }
    let references = bodies.iter().flat_map(|body| body.references.iter().copied()).collect();
    CapturedUses { calls, references }
}

/// The references that the blocks of a body with lambdas declare, where it is known whether they are constants: where their
/// names start, in bytes of the item's text, in order, and whether they are.
pub(crate) fn references(code: Code<'_, '_>) -> Box<[(TextSize, bool)]> {
    let Code { sema, tree, map, .. } = code;
    if code.body.lambdas.is_empty() {
        return Box::default();
    }
    let known = |(index, variable): (usize, &Variable<'_>)| {
        if !matches!(variable.ty.kind(sema.db), Kind::Reference(..)) {
            return None;
        }
        let number = variable.decl?.local.0.checked_sub(FIRST_LOCAL)?;
        let name = map.locals.get(number as usize)?.start();
        let is_constant = variable.constant.is_some();
        let is_known = is_constant || tree.plan.run_time.contains(&(index as u32));
        is_known.then_some((name, is_constant))
    };
    let mut found: Vec<(TextSize, bool)> = tree.variables.iter().enumerate().filter_map(known).collect();
    found.sort_unstable();
    found.into()
}
