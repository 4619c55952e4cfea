//! Objects of abstract classes ([class.abstract]).

use asunder_decls::written::{BodyKind, DeclKind, DeclName};
use asunder_types::{Class, Kind, Origin, Symbol, Ty};

use super::super::{At, Infer};
use crate::finding::{Argument, MetAt, Mistake};
use crate::spelled::Spelled;
use crate::view::Sema;

/// "object of abstract class type … is not allowed:".
const OBJECT: u16 = 322;
/// "function returning abstract class … is not allowed:".
const RESULT: u16 = 323;
/// "parameter of abstract class type … is not allowed:".
const PARAMETER: u16 = 603;
/// "a cast to abstract class … is not allowed:".
const CAST: u16 = 389;
/// "array of abstract class … is not allowed:".
const ARRAY: u16 = 604;

/// "abstract class type … is not allowed as catch type:".
const CAUGHT: u16 = 987;

/// How an object of an abstract class would be made.
#[derive(Clone, Copy)]
pub(crate) enum Abstract {
    Object,
    Cast,
    Array,
    Parameter,
    Result,
    Caught,
}

impl<'db> Infer<'_, 'db> {
    /// An object of a class that a cast, `new` or an operand of `throw` makes. True if it is reported that it is abstract.
    pub(crate) fn check_abstract(&mut self, class: Class<'db>, made: Abstract, at: MetAt) -> bool {
        let mistake = abstract_object(self.sema, class, made);
        let is_reported = mistake.is_some();
        match mistake {
            Some(mistake) => self.met_at(mistake, at),
            // Whether an instance is abstract is not looked at.
            None if self.unevaluated > 0 && !self.is_concrete(class) => self.out.is_ill_formed = true,
            None => {}
        }
        is_reported
    }

    /// A call of a function with parameters or a result of abstract classes ([class.abstract]/3).
    pub(crate) fn check_abstract_signature(&mut self, params: &[Ty<'db>], result: Ty<'db>, call: At) {
        if self.unevaluated > 0 {
            return;
        }
        let db = self.db();
        let params = params.iter().filter_map(|param| param.as_class(db)).map(|it| (it, Abstract::Parameter));
        let result = result.as_class(db).map(|class| (class, Abstract::Result));
        let met: Vec<Mistake> = params
            .chain(result)
            .filter_map(|(class, made)| abstract_object(self.sema, class, made))
            .collect();
        met.into_iter().for_each(|mistake| self.met(mistake, call));
    }

    /// Whether a class is known to have no pure virtual functions.
    fn is_concrete(&self, class: Class<'db>) -> bool {
        self.sema.is_polymorphic(class) == Some(false)
            || pure_functions(self.sema, class).is_some_and(|pure| pure.is_empty())
    }
}

/// The message about an abstract class, if it is known to be one.
pub(crate) fn abstract_object<'db>(sema: &Sema<'db>, class: Class<'db>, made: Abstract) -> Option<Mistake> {
    let Origin::Decl(first) = class.origin(sema.db) else { return None };
    let ty = sema.ty(Kind::Class(class));
    if sema.is_dependent_class(class) || !sema.is_known_class(ty) {
        return None;
    }
    let text = match class.args(sema.db) {
        Some(_) => sema.spelled_text(&Spelled::Plain(ty))?,
        None => sema.qualified_name(Symbol { decl: first, env: class.outer(sema.db) })?,
    };
    let pure = pure_functions(sema, class)?;
    if pure.is_empty() {
        return None;
    }
    let entity = |text| vec![Argument::entity("class", text)];
    let mut mistake = match made {
        Abstract::Object => Mistake::new(OBJECT, vec![Argument::ty(&text)]),
        Abstract::Cast => Mistake::new(CAST, entity(text)),
        Abstract::Array => Mistake::new(ARRAY, entity(text)),
        Abstract::Parameter => Mistake::new(PARAMETER, vec![Argument::ty(&text)]),
        Abstract::Result => Mistake::new(RESULT, vec![Argument::ty(&text)]),
        Abstract::Caught => Mistake::new(CAUGHT, vec![Argument::ty(&text)]),
    };
    for (symbol, is_own) in pure {
        let name = sema.qualified_name(symbol)?;
        let line = match is_own {
            true => format!("function \"{name}\" is a pure virtual function"),
            false => format!("pure virtual function \"{name}\" has no overrider"),
        };
        mistake.details.push(vec![Argument::Text(line)]);
    }
    Some(mistake)
}

impl<'db> Sema<'db> {
    /// Whether a class has a pure virtual function that nothing overrides; `None` where that is not known.
    pub(crate) fn is_abstract(&self, class: Class<'db>) -> Option<bool> {
        if !self.is_polymorphic(class)? {
            return Some(false);
        }
        Some(!pure_functions(self, class)?.is_empty())
    }
}

/// The pure virtual functions of a class and its bases that nothing overrides, and whether they are its own;
/// `None` where that is not known.
fn pure_functions<'db>(sema: &Sema<'db>, class: Class<'db>) -> Option<Vec<(Symbol<'db>, bool)>> {
    let definition = sema.definition(class)?;
    let mut found: Vec<(Symbol<'db>, bool)> = Vec::new();
    for base in sema.bases(class).iter() {
        let base = base.ty.as_class(sema.db)?;
        for (symbol, _) in crate::view::deep(|| pure_functions(sema, base))? {
            let name = &sema.decl(symbol.decl).name;
            // The destructor of the class, declared or not, overrides that of the base.
            if matches!(name, DeclName::Destructor) {
                continue;
            }
            let mut is_overridden = false;
            for own in sema.functions_of_class(&definition, name) {
                is_overridden |= sema.overrides(own, symbol)? && sema.fits(own, symbol);
            }
            // What parameters of templates stand for in their names is not compared.
            let is_instance = class.args(sema.db).is_some() || base.args(sema.db).is_some();
            if !is_overridden && is_instance && matches!(name, DeclName::Conversion(_)) {
                return None;
            }
            if !is_overridden {
                found.push((symbol, false));
            }
        }
    }
    // What a virtual base declares another base may override.
    let has_virtual_base =
        |decl| matches!(&sema.decl(decl).kind, DeclKind::Class(written) if written.has_virtual_base);
    if !found.is_empty() && has_virtual_base(definition.decl) {
        return None;
    }
    for (local, decl) in sema.members(definition.decl) {
        if matches!(decl.kind, DeclKind::Function { body: BodyKind::Pure, .. }) {
            found.push((Symbol { decl: definition.decl.sibling(local), env: definition.inside }, true));
        }
    }
    Some(found)
}
