//! Types of nodes as text. An instance of a class template whose first name is not known is shown as the types of the
//! expression spell it.

use std::rc::Rc;

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::DeclRef;
use asunder_decls::written::Decl;
use asunder_types::{Arg, Args, Class, Declared, Kind, Origin, Ty, display};

use crate::first_written::SpelledArg;
use crate::infer::{Named, NodeId, TypedTree, What};
use crate::spelled::{Spelled, Typedefs};
use crate::view::Sema;

/// The text of a node's type.
pub(super) fn shown(typed: &TypedTree<'_, '_>, node: NodeId) -> String {
    let (sema, ty) = (typed.sema, typed.node(node).ty);
    if let Some(text) = made_in_body(typed, node) {
        return text;
    }
    if !has_unnamed(sema, ty) {
        return listed(sema, ty);
    }
    let mut found = Found { sema, instances: Vec::new() };
    for node in [node, typed.without_conversions(node)] {
        if let Some(spelled) = typed.spelled(node) {
            found.of_type(&spelled);
        }
    }
    display(ty, &found)
}

/// The text of a type of which all first names are known.
pub(super) fn listed<'db>(sema: &Sema<'db>, ty: Ty<'db>) -> String {
    display(ty, &Found { sema, instances: Vec::new() })
}

/// The text of an array or function, or of what leads to one, whose type a body writes out: the reference shows it as a
/// declarator, typedefs by their names.
fn made_in_body(typed: &TypedTree<'_, '_>, node: NodeId) -> Option<String> {
    let sema = typed.sema;
    if !leads_to_compound(sema, typed.node(node).ty) || !is_made_in_body(typed, node) {
        return None;
    }
    let spelled = match (&typed.node(node).what, typed.node(node).operands.as_slice()) {
        (What::Op("reference_to"), [to]) => Spelled::Reference(Rc::new(typed.spelled(*to)?), false),
        _ => typed.spelled(node)?,
    };
    if !is_written_compound(&spelled) || sema.meaning(&spelled)? != typed.node(node).ty {
        return None;
    }
    sema.text_of(&spelled, Typedefs::Listed)
}

/// Whether a type is an array or a function, or a pointer or reference that leads to one.
fn leads_to_compound<'db>(sema: &Sema<'db>, ty: Ty<'db>) -> bool {
    match ty.kind(sema.db) {
        Kind::Array(..) | Kind::Function(_) => true,
        Kind::Qualified(_, to) | Kind::Pointer(to) | Kind::Reference(to, _) => leads_to_compound(sema, *to),
        _ => false,
    }
}

/// Whether the array or function is written, not what a typedef stands for.
fn is_written_compound(spelled: &Spelled<'_>) -> bool {
    match spelled {
        Spelled::Array(..) | Spelled::Function(_) => true,
        Spelled::Qualified(_, to) | Spelled::Pointer(to) | Spelled::Reference(to, _) => {
            is_written_compound(to)
        }
        _ => false,
    }
}

/// Whether the type of a node is that of an automatic variable or a cast of the body, or follows from such a type.
fn is_made_in_body(typed: &TypedTree<'_, '_>, id: NodeId) -> bool {
    let node = typed.node(id);
    let operand = |index: usize| node.operands.get(index).is_some_and(|it| is_made_in_body(typed, *it));
    match node.what {
        What::Variable => {
            let Some(Named::Local(number)) = node.named else { return false };
            let variable = (typed.variable)(number);
            let Some(decl) = variable.decl.filter(|_| variable.parameter.is_none()) else { return false };
            let written = typed.sema.decl(decl);
            if written.specifiers.is_static
                || written.specifiers.is_extern
                || written.attributes.spaces.shared
                || written.attributes.spaces.constant
            {
                return false;
            }
            match typed.sema.has_placeholder(decl) {
                true => typed.initializer(number, decl).is_some_and(|it| is_made_in_body(typed, it)),
                false => true,
            }
        }
        What::Op(
            "array_to_pointer" | "subscript" | "indirect" | "ref_indirect" | "reference_to" | "address_of"
            | "padd" | "psubtract" | "assign" | "pre_incr" | "pre_decr" | "post_incr" | "post_decr",
        ) => operand(0),
        What::Op("comma" | "question") => operand(1),
        What::Op("cast" | "new") => !node.flags.implicit,
        // Qualifiers of the object make another type.
        What::Op("dot_field" | "points_to_field") => {
            node.operands.last().is_some_and(|field| typed.node(*field).ty != node.ty)
        }
        _ => false,
    }
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
                Some(self.sema.spelled_argument_texts(args, template, Typedefs::Listed)?.join(", "))
            }
            _ => self.sema.arguments_in(class, Typedefs::Listed),
        }
    }
}
