//! What the host code of an item makes of templates, by names that do not depend on places: where two versions of an item
//! have equal lists, a compiler makes the same instances for both, in the same order.

use asunder_decls::written::Spaces;
use asunder_mangle::itanium::{Dialect as Mangling, mangle};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextRange, TextSize};

use crate::model::entity_of_instance;
use crate::uses::{BodyUses, FIRST_LOCAL, Origin, Target, Use, UseForm, uses};
use crate::view::Sema;

/// Something that code makes, or keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its linker name, or its qualified name.
    pub name: Box<str>,
    /// The name of its template.
    pub template: Box<str>,
}

/// What the code of an item makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instantiated {
    /// The instances that its functions use, and the variables in memory of the device, in the order in which they are used.
    pub made: Vec<Made>,
    /// The expressions of which that is not known, in bytes of the item's text.
    pub open: Vec<TextRange>,
}

/// What the functions of an item make. `None` where something is not known and stands nowhere in the text, or where something
/// that is used has no name that is the same in every unit.
#[salsa::tracked(returns(ref))]
pub fn instantiated(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> Option<Instantiated> {
    let sema = Sema::new(db, source, dialect);
    let mut all = Instantiated::default();
    for body in uses(db, source, item, dialect) {
        all.add(&sema, source, body)?;
    }
    Some(all)
}

impl Instantiated {
    fn add<'db>(&mut self, sema: &Sema<'db>, source: SourceText, body: &BodyUses<'db>) -> Option<()> {
        if body.owner.local.0 >= FIRST_LOCAL {
            return None;
        }
        self.open.extend_from_slice(body.gaps.as_deref()?);
        // A lambda counts as it is written.
        let at = |at| TextRange::at(at, TextSize::new(1));
        self.open.extend(body.lambdas.iter().map(|lambda| at(lambda.at)));
        for used in body.uses.iter().chain(&body.objects).filter(|used| used.lambda.is_none()) {
            match of_use(sema, source, used) {
                Some(made) => self.made.extend(made),
                None if matches!(used.origin, Origin::Written | Origin::Implied) => {
                    self.open.push(at(used.at))
                }
                None => return None,
            }
        }
        Some(())
    }
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
