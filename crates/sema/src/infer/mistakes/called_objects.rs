//! Objects that are more qualified than the member functions that are called for them ([over.match.funcs.general]/5);
//! pointers to functions that have default arguments.

use asunder_decls::names::Point;
use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_hir::body::Root;
use asunder_types::{Class, Kind, RefQualifier, Ty};

use super::super::{Category, Infer, Named, NodeId, Pending, What};
use crate::convert::{Operand, contains};
use crate::finding::{Argument, Mistake};
use crate::lookup::{Lookup, Want};
use crate::overload::{Candidate, How, Resolution};
use crate::signature::Signature;
use crate::spelled::Spelled;
use crate::template_arguments::GivenArg;
use crate::view::Site;

/// "the object has type qualifiers that are not compatible with the …".
const OBJECT_QUALIFIERS: u16 = 1086;
/// "… cannot be called on an lvalue".
const NOT_ON_LVALUES: u16 = 2633;
/// "… cannot be called on an rvalue".
const NOT_ON_RVALUES: u16 = 2634;

impl<'db> Infer<'_, 'db> {
    /// The object of a call of members: the one in front of the name, or that of the function around.
    pub(super) fn object_of_call(
        &self,
        pending: &Pending<'db>,
        functions: &[Candidate<'db>],
    ) -> Option<Ty<'db>> {
        let is_member = |it: &Candidate<'db>| {
            self.sema.signature(self.open_symbol(it.symbol)).is_some_and(|it| it.object.is_some())
        };
        match pending.object {
            Some((object, arrow)) => {
                let ty = self.node(object).ty.referred(self.db());
                if arrow { ty.pointee(self.db()) } else { Some(ty) }
            }
            None => self.this.filter(|_| functions.iter().any(is_member)),
        }
        .filter(|ty| ty.as_class(self.db()).is_some() && !self.is_open(*ty))
    }

    /// Whether the ref-qualifier of a function refuses the value category of the object of a call
    /// ([over.match.funcs.general]/5).
    pub(super) fn is_of_wrong_category(
        &self,
        of: Option<(NodeId, bool)>,
        signature: &Signature<'db>,
    ) -> bool {
        let is_lvalue = match of {
            Some((object, false)) => self.node(object).category == Category::Lvalue,
            _ => true,
        };
        match signature.ref_qualifier {
            RefQualifier::None => false,
            RefQualifier::Lvalue => {
                !is_lvalue && (!signature.qualifiers.is_const || signature.qualifiers.is_volatile)
            }
            RefQualifier::Rvalue => is_lvalue,
        }
    }

    /// "… cannot be called on an lvalue", or on an rvalue: the only function of a name.
    pub(super) fn met_wrong_category(
        &mut self,
        object: NodeId,
        only: Candidate<'db>,
        candidates: &[Candidate<'db>],
    ) {
        let number = match self.node(object).category {
            Category::Lvalue => NOT_ON_LVALUES,
            _ => NOT_ON_RVALUES,
        };
        if let Some(function) = self.function_argument(only.symbol, candidates, true) {
            let at = self.start_of(object);
            self.met(Mistake::new(number, vec![function]), at);
        }
    }

    /// Whether nothing but the qualifiers of the object keeps a call from meaning a function.
    pub(super) fn is_prevented(
        &self,
        candidate: Candidate<'db>,
        (of, object): (Option<(NodeId, bool)>, Ty<'db>),
        args: &[NodeId],
        explicit: &[GivenArg<'db>],
    ) -> bool {
        let db = self.db();
        let Some(open) = self.sema.signature(self.open_symbol(candidate.symbol)) else { return false };
        let wrong_category = self.is_of_wrong_category(of, &open);
        if open.object.is_none() || contains(open.qualifiers, object.qualifiers(db)) && !wrong_category {
            return false;
        }
        let category = match open.ref_qualifier {
            RefQualifier::Rvalue => Category::Xvalue,
            RefQualifier::None | RefQualifier::Lvalue => Category::Lvalue,
        };
        let bare = Operand::value(object.unqualified(db), category);
        let operands: Vec<Operand<'db>> = args.iter().map(|arg| self.operand(*arg)).collect();
        let how = How { explicit: (!explicit.is_empty()).then(|| explicit.to_vec()), ..How::call() };
        matches!(self.sema.choose(&[candidate], Some(&bare), &operands, &how), Resolution::Best(_))
    }

    /// Puts the class that overloaded members are named in, or for, in the place of the one that declares them. False where its name is not known.
    pub(super) fn name_class_of_call(
        &self,
        mistake: &mut Mistake,
        pending: &Pending<'db>,
        functions: &[Candidate<'db>],
        object: Option<Ty<'db>>,
    ) -> bool {
        let named = object.filter(|_| !pending.qualified).and_then(|ty| ty.as_class(self.db()));
        let (Some(class), Some(first)) = (named, functions.first()) else { return true };
        if functions.len() < 2 || self.sema.class_around(first.symbol) == Some(class) {
            return true;
        }
        let ty = self.sema.ty(Kind::Class(class));
        let text = self.sema.spelled_text(&Spelled::Plain(ty));
        match (text, self.sema.decl(first.symbol.decl).name.ident(), mistake.arguments.first_mut()) {
            (Some(text), Some(ident), Some(Argument::Entity { name, .. }))
                if class.args(self.db()).is_none() =>
            {
                *name = format!("{text}::{ident}");
                true
            }
            _ => false,
        }
    }

    /// "the object has type qualifiers that are not compatible with …": the object as one of the function's class.
    pub(super) fn met_object_qualifiers(
        &mut self,
        callee: NodeId,
        pending: &Pending<'db>,
        only: Candidate<'db>,
        candidates: &[Candidate<'db>],
        (class, object): (Class<'db>, Ty<'db>),
    ) {
        let db = self.db();
        let text = match pending.object {
            Some((of, arrow)) if object.as_class(db) == Some(class) => self.object_text(of, arrow),
            _ => {
                let ty = self.sema.ty(Kind::Class(class)).qualified(db, object.qualifiers(db));
                self.sema.spelled_text(&Spelled::Plain(ty))
            }
        };
        let entity = self.function_argument(only.symbol, candidates, false);
        if let (Some(text), Some(Argument::Entity { name, .. })) = (text, entity) {
            let at = match pending.object {
                Some((object, _)) => self.start_of(object),
                None => self.start_of(callee),
            };
            let mut mistake =
                Mistake::new(OBJECT_QUALIFIERS, vec![Argument::entity("member function", name)]);
            mistake.details.push(object_detail(&text));
            self.met(mistake, at);
        }
    }

    /// Whether the type of the pointer that is called may have default arguments: that of an entity whose type `decltype`
    /// or `typeof` takes from a function has those of the function, through typedefs and template arguments too.
    pub(super) fn may_have_defaults(&self, callee: NodeId) -> bool {
        let mut node = callee;
        while let Some(operand) = self.node(node).operands.last()
            && !matches!(self.node(node).what, What::Variable | What::Routine)
        {
            node = match (&self.node(node).what, self.node(node).operands.as_slice()) {
                (What::Op("assign"), [target, ..]) => *target,
                _ => *operand,
            };
        }
        let site = self.site();
        match self.node(node).named {
            Some(Named::Symbol(symbol)) => match &self.sema.decl(symbol.decl).kind {
                DeclKind::Variable { ty, .. } => {
                    self.takes_type_of_function(ty, Site::new(symbol.env, Point::before(symbol.decl)))
                }
                // A pointer or a reference to the function itself.
                _ => self.sema.signature(symbol).is_none_or(|it| (it.required as usize) < it.params.len()),
            },
            Some(Named::Local(number)) => {
                let variable = self.variable_of(number);
                let written = match (variable.parameter, variable.decl) {
                    (Some((None, index)), _) => match &self.body.root {
                        Root::Function { params, .. } => params.get(index as usize).map(|param| &param.ty),
                        _ => None,
                    },
                    (Some((Some(lambda), index)), _) => {
                        self.body[lambda].params.get(index as usize).map(|param| &param.ty)
                    }
                    (None, Some(decl)) => match &self.sema.decl(decl).kind {
                        DeclKind::Variable { ty, .. } => Some(ty),
                        _ => None,
                    },
                    (None, None) => None,
                };
                written.is_none_or(|written| self.takes_type_of_function(written, site))
            }
            _ => true,
        }
    }

    fn takes_type_of_function(&self, written: &TypeExpr, site: Site<'_, 'db>) -> bool {
        match written {
            // A reference to the function itself.
            TypeExpr::LvalueRef(inner) | TypeExpr::RvalueRef(inner) if inner.has_placeholder() => true,
            TypeExpr::Qualified(_, inner)
            | TypeExpr::Pointer(inner)
            | TypeExpr::LvalueRef(inner)
            | TypeExpr::RvalueRef(inner)
            | TypeExpr::Array(_, inner)
            | TypeExpr::MemberPointer(_, inner) => self.takes_type_of_function(inner, site),
            // A placeholder stands for the type alone.
            TypeExpr::Function(_) | TypeExpr::Auto => false,
            TypeExpr::Name(path, _) => match self.sema.lookup_path(path, site, Want::Any).found {
                Lookup::Found(symbols) => {
                    symbols.iter().any(|symbol| match &self.sema.decl(symbol.decl).kind {
                        DeclKind::Typedef(target) if self.sema.decl(symbol.decl).templates.is_empty() => {
                            let site = Site::new(symbol.env, Point::before(symbol.decl));
                            crate::view::deep(|| self.takes_type_of_function(target, site))
                        }
                        DeclKind::Typedef(_) => true,
                        _ => false,
                    })
                }
                _ => true,
            },
            _ => true,
        }
    }
}

/// "object type is: …".
pub(super) fn object_detail(text: &str) -> Vec<Argument> {
    vec![Argument::Text(format!("object type is: {text}"))]
}
