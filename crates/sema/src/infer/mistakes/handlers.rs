//! Handlers of exceptions ([except.handle]): types that cannot be caught, handlers that never get what an earlier one
//! takes.

use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_hir::body::Handler;
use asunder_types::{Class, Kind, Ty};

use super::super::Infer;
use super::super::statements::innermost;
use super::abstract_classes::Abstract;
use crate::finding::{MetAt, Mistake};
use crate::lookup::{Lookup, Sought, Want};
use crate::spelled::Spelled;

/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "handler is masked by default handler".
const BEHIND_DEFAULT: u16 = 532;
/// "handler is potentially masked by previous handler for type …".
const MASKED: u16 = 533;
/// "an rvalue reference is not allowed as a catch type".
const RVALUE_REFERENCE: u16 = 1791;
/// "pointer or reference to incomplete type … is not allowed".
const TO_INCOMPLETE: u16 = 833;

/// What the handlers of a `try` block take so far.
#[derive(Default)]
pub(crate) struct Taken<'db> {
    types: Vec<(Ty<'db>, Option<Spelled<'db>>)>,
    /// A handler for `...` stands before.
    all: bool,
}

impl<'db> Infer<'_, 'db> {
    /// A handler, and what those before it take.
    pub(crate) fn check_handler(&mut self, handler: &Handler, taken: &mut Taken<'db>) {
        let at = || MetAt::Handler(handler.block, None);
        // Only the first one behind it.
        if std::mem::take(&mut taken.all) {
            self.met_at(Mistake::new(BEHIND_DEFAULT, Vec::new()), at());
        }
        let Some(param) = &handler.param else {
            taken.all = true;
            return;
        };
        let db = self.db();
        let ty = self.sema.adjusted_parameter(self.sema.resolve(&param.ty, self.site()));
        if matches!(ty.kind(db), Kind::Error) {
            if let TypeExpr::Name(path, false) = innermost(&param.ty)
                && let Some(ident) = path.as_ident().filter(|ident| !ident.starts_with("__"))
                && param.name.is_some()
                && self.sema.lookup(Sought::Ident(ident), self.site(), Want::Any) == Lookup::None
            {
                self.met_undeclared(&ident.clone(), MetAt::Handler(handler.block, Some(ident.clone())));
            } else if let TypeExpr::Name(path, false) = innermost(&param.ty)
                && let Some((mistake, name)) = self.unknown_member(path)
            {
                self.met_at(mistake, MetAt::Handler(handler.block, Some(name)));
            }
            return;
        }
        if ty.absorbs(db) {
            return;
        }
        let spelled = match self.sema.resolve(&param.ty, self.site()).kind(db) {
            Kind::Array(..) | Kind::Function(_) => Some(Spelled::Plain(ty)),
            _ => self.sema.spelled(&param.ty, self.site()).map(|spelled| spelled.unqualified(db)),
        };
        if let Kind::Reference(_, true) = ty.kind(db) {
            return self.met_at(Mistake::new(RVALUE_REFERENCE, Vec::new()), at());
        }
        if self.check_caught(ty, spelled.as_ref(), at()) {
            return;
        }
        if let Some(class) = ty.unqualified(db).as_class(db)
            && self.check_abstract(class, Abstract::Caught, at())
        {
            return;
        }
        let before = taken.types.iter().find(|(before, _)| self.catches(*before, ty));
        if let Some((_, before)) = before {
            let argument = before.as_ref().and_then(|before| self.sema.type_argument(before));
            if let Some(argument) = argument.filter(|_| !self.in_instance) {
                self.met_at(Mistake::new(MASKED, vec![argument]), at());
            }
            return;
        }
        taken.types.push((ty.unqualified(db), spelled));
    }

    /// A type that is incomplete, or a pointer or reference to one. True if it is reported.
    fn check_caught(&mut self, ty: Ty<'db>, spelled: Option<&Spelled<'db>>, at: MetAt) -> bool {
        let db = self.db();
        let Some(item) = self.owner.map(|owner| owner.item) else { return false };
        let (to, spelled, number) = match ty.unqualified(db).kind(db) {
            Kind::Pointer(to) => (*to, spelled.and_then(|it| it.pointee(db)), TO_INCOMPLETE),
            Kind::Reference(to, _) => (*to, spelled.map(|it| it.referred(db)), TO_INCOMPLETE),
            _ => (ty, spelled.cloned(), INCOMPLETE),
        };
        let is_void = number == TO_INCOMPLETE && to.is_void(db);
        if is_void || to.absorbs(db) || !self.sema.is_incomplete(to, item) {
            return false;
        }
        if let Some(argument) = spelled.and_then(|spelled| self.sema.type_argument(&spelled)) {
            self.met_at(Mistake::new(number, vec![argument]), at);
        }
        true
    }

    /// Whether a handler for `first` takes all that one for `second` would ([except.handle]/3).
    fn catches(&self, first: Ty<'db>, second: Ty<'db>) -> bool {
        let db = self.db();
        let (first, second) = (first.referred(db).unqualified(db), second.referred(db).unqualified(db));
        if first == second {
            return true;
        }
        match (first.kind(db), second.kind(db)) {
            (Kind::Class(_), Kind::Class(_)) => self.is_public_base(first, second),
            (Kind::Pointer(first), Kind::Pointer(second)) => {
                let is_void = first.is_void(db) && second.as_function(db).is_none();
                // Of classes the reference does not compare qualifiers.
                is_void && crate::convert::contains(first.qualifiers(db), second.qualifiers(db))
                    || first.unqualified(db) != second.unqualified(db) && self.is_public_base(*first, *second)
            }
            _ => false,
        }
    }

    fn is_public_base(&self, base: Ty<'db>, derived: Ty<'db>) -> bool {
        let db = self.db();
        let (Some(base), Some(derived)) = (base.as_class(db), derived.as_class(db)) else { return false };
        if !matches!(self.sema.distance_to_base(derived, base), Ok(Some(_))) {
            return false;
        }
        let has_hidden_base = |class: &Class<'db>| match self.sema.definition(*class) {
            Some(definition) => match &self.sema.decl(definition.decl).kind {
                DeclKind::Class(written) => written.has_hidden_base(),
                _ => true,
            },
            None => true,
        };
        let path = self.sema.path_to_base(derived, base);
        let mut classes = std::iter::once(derived).chain(path).take_while(|class| *class != base);
        !classes.any(|class| has_hidden_base(&class)) && self.sema.times_a_base(derived, base) == Some(1)
    }
}
