//! What decides whether a lambda captures something, where the text does not show it: which function the call of a member
//! means ([expr.prim.lambda.capture]/7), and which references are constants (/8, [basic.def.odr]/5).

use asunder_decls::written::DeclKind;
use asunder_hir::body::FIRST_LOCAL;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextSize};
use asunder_types::Kind;

use crate::implied::Code;
use crate::infer::Variable;
use crate::uses::{UseForm, uses, uses_in_templates};
use crate::view::Sema;

/// Whether the function that the name at byte `at` of the text of an item calls is a member that is called for an object;
/// `None` where it is not known which one is called.
pub fn calls_for_object(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    at: TextSize,
    dialect: Dialect,
) -> Option<bool> {
    let in_bodies = uses(db, source, item, dialect).iter().flat_map(|body| &body.uses);
    let mut all = in_bodies.chain(uses_in_templates(db, source, item, dialect));
    let is_call = |form| matches!(form, UseForm::Call | UseForm::VirtualCall);
    let called = all.find(|used| used.at == at && is_call(used.form))?.decl()?;
    let sema = Sema::new(db, source, dialect);
    let written = sema.decl(called);
    let is_member = written.parent.is_some() && matches!(written.kind, DeclKind::Function { .. });
    Some(is_member && !written.specifiers.is_static)
}

/// Whether the local reference whose name is declared at byte `at` of the text of an item is a constant; `None` where that
/// is not known, and where it is none.
pub fn is_constant_reference(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    at: TextSize,
    dialect: Dialect,
) -> Option<bool> {
    uses(db, source, item, dialect).iter().find_map(|body| {
        let index = body.references.binary_search_by_key(&at, |(name, _)| *name).ok()?;
        Some(body.references[index].1)
    })
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
