//! What the host code of an item makes of templates, by names that do not depend on places: where two versions of an item
//! have equal lists, a compiler makes the same instances for both, in the same order.

use asunder_decls::written::Spaces;
use asunder_mangle::itanium::{Dialect as Mangling, mangle};
use asunder_source::SourceText;
use asunder_syntax::Dialect;

use crate::mistakes::Templates;
use crate::model::entity_of_instance;
use crate::uses::{BodyUses, FIRST_LOCAL, Target, Use, UseForm, uses};
use crate::view::Sema;

/// Something that code makes, or keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its linker name, or its qualified name.
    pub name: Box<str>,
    /// The name of its template.
    pub template: Box<str>,
}

/// The instances that the functions of an item use, and the variables in memory of the device, in the order in which they
/// are used. `None` where that is not known: something in a body is not understood, or what is used has no name that is the
/// same everywhere.
#[salsa::tracked(returns(ref))]
pub fn instantiated(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> Option<Box<[Made]>> {
    let sema = Sema::new(db, source, dialect);
    let mut all = Vec::new();
    for body in uses(db, source, item, dialect, Templates::Skipped) {
        all.extend(of_body(&sema, source, body)?);
    }
    Some(all.into())
}

fn of_body<'db>(sema: &Sema<'db>, source: SourceText, body: &BodyUses<'db>) -> Option<Vec<Made>> {
    if body.has_gaps || !body.lambdas.is_empty() || body.owner.local.0 >= FIRST_LOCAL {
        return None;
    }
    let all = body.uses.iter().chain(&body.objects);
    let all: Vec<Option<Made>> = all.map(|used| of_use(sema, source, used)).collect::<Option<_>>()?;
    Some(all.into_iter().flatten().collect())
}

/// What a use makes, if that is something; the outer `None` where it is not known.
fn of_use<'db>(sema: &Sema<'db>, source: SourceText, used: &Use<'db>) -> Option<Option<Made>> {
    let named = |decl| {
        let name = sema.names().qualified_text(decl)?;
        Some(Some(Made { name: name.into(), template: "".into() }))
    };
    match (used.target, used.instance) {
        (Target::Declared(decl), None) if decl.local.0 >= FIRST_LOCAL => match used.form {
            UseForm::Variable(_) => Some(None),
            _ => None,
        },
        (Target::Declared(decl), None) => {
            let is_variable = matches!(used.form, UseForm::Variable(_));
            let is_on_device = |spaces: Spaces| spaces.device || spaces.constant || spaces.managed;
            match is_variable && sema.names().spaces(decl).is_none_or(is_on_device) {
                true => named(decl),
                false => Some(None),
            }
        }
        (Target::Declared(_), Some(symbol)) => {
            let known = entity_of_instance(sema.db, source, symbol, sema.dialect).as_ref();
            let known = known.filter(|known| known.has_types && !used.may_be_specialized)?;
            let name = mangle(&known.entity, Mangling::Gnu).ok()?.into();
            let template = sema.names().decl(symbol.decl).name.ident().map_or("", |ident| &**ident).into();
            Some(Some(Made { name, template }))
        }
        // Those of plain classes make nothing of templates that their classes do not name.
        (Target::Special(class, _), None) => named(class),
        (Target::Special(..), Some(_)) | (Target::Lambda(_), _) => None,
    }
}
