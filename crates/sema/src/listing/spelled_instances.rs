//! Types of nodes as text. An instance of a class template whose first name is not known is shown as the types of the
//! expression spell it.

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::DeclRef;
use asunder_decls::written::Decl;
use asunder_types::{Arg, Args, Class, Declared, Kind, Origin, Ty, display};

use crate::first_written::SpelledArg;
use crate::infer::{NodeId, TypedTree};
use crate::spelled::{Spelled, Typedefs};
use crate::view::Sema;

/// The text of a node's type.
pub(super) fn shown(typed: &TypedTree<'_, '_>, node: NodeId) -> String {
    let (sema, ty) = (typed.sema, typed.node(node).ty);
    if !has_unnamed(sema, ty) {
        return sema.display(ty);
    }
    let mut found = Found { sema, instances: Vec::new() };
    for node in [node, typed.without_conversions(node)] {
        if let Some(spelled) = typed.spelled(node) {
            found.of_type(&spelled);
        }
    }
    display(ty, &found)
}

/// Whether a type has an instance of a class template of which no first name is known.
fn has_unnamed<'db>(sema: &Sema<'db>, ty: Ty<'db>) -> bool {
    let inner = |ty: &Ty<'db>| has_unnamed(sema, *ty);
    match ty.kind(sema.db) {
        Kind::Qualified(_, to) | Kind::Pointer(to) | Kind::Reference(to, _) | Kind::Array(to, _) => inner(to),
        Kind::Function(function) => inner(&function.result) || function.params.iter().any(inner),
        Kind::MemberPointer(class, member) => inner(class) || inner(member),
        Kind::Class(class) => {
            class.args(sema.db).is_some_and(|args| {
                sema.first_arguments_of(*class).is_none() && has_types(sema, args)
                    || args.list(sema.db).iter().any(|arg| matches!(arg, Arg::Type(ty) if inner(ty)))
            }) || sema.class_of(class.outer(sema.db)).is_some_and(|outer| inner(&sema.ty(Kind::Class(outer))))
        }
        _ => false,
    }
}

fn has_types(sema: &Sema<'_>, args: Args<'_>) -> bool {
    args.list(sema.db).iter().any(|arg| match arg {
        Arg::Type(_) => true,
        Arg::Pack(inner) => has_types(sema, *inner),
        _ => false,
    })
}

/// The instances that a spelled type names, with their arguments.
struct Found<'a, 'db> {
    sema: &'a Sema<'db>,
    instances: Vec<(Class<'db>, Box<[SpelledArg<'db>]>)>,
}

impl<'db> Found<'_, 'db> {
    fn of_type(&mut self, spelled: &Spelled<'db>) {
        match spelled {
            Spelled::Plain(_) | Spelled::Unknown(_) | Spelled::Parameter(_) => {}
            Spelled::Instance(class, args) => {
                if !self.instances.iter().any(|(known, _)| known == class) {
                    self.instances.push((*class, args.iter().cloned().collect()));
                }
                for arg in args.iter() {
                    if let SpelledArg::Type(spelled) = arg {
                        self.of_type(spelled);
                    }
                }
            }
            Spelled::Named(_, inner)
            | Spelled::Qualified(_, inner)
            | Spelled::Pointer(inner)
            | Spelled::Reference(inner, _)
            | Spelled::Array(inner, _)
            | Spelled::MemberPointer(_, inner) => self.of_type(inner),
            Spelled::Function(function) => {
                self.of_type(&function.result);
                function.params.iter().for_each(|param| self.of_type(param));
            }
        }
    }
}

impl<'db> Declared<'db> for Found<'_, 'db> {
    fn db(&self) -> &'db dyn salsa::Database {
        self.sema.db
    }

    fn declaration(&self, decl: DeclRef) -> &'db Decl {
        self.sema.declaration(decl)
    }

    fn namespace_name(&self, id: NamespaceId) -> Option<String> {
        self.sema.namespace_name(id)
    }

    fn typedef_name(&self, decl: DeclRef) -> Option<String> {
        self.sema.typedef_name(decl)
    }

    fn arguments_text(&self, class: Class<'db>) -> Option<String> {
        let known = || self.instances.iter().find(|(known, _)| *known == class);
        match self.sema.first_arguments_of(class) {
            None if let Some((_, args)) = known() => {
                let template = match class.origin(self.sema.db) {
                    Origin::Decl(decl) => Some(decl),
                    Origin::Lambda(..) => None,
                };
                Some(self.sema.spelled_argument_texts(args, template, Typedefs::Named)?.join(", "))
            }
            _ => self.sema.shown_arguments(class),
        }
    }
}
