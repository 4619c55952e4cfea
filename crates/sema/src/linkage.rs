//! Linkage of instances of templates by their arguments, as the reference counts it for host references (spec 5 §3).

use asunder_decls::names::DeclRef;
use asunder_types::{Arg, Args, Class, Kind, Origin, Symbol, Ty, Value};
use rustc_hash::FxHashSet;

use crate::view::{Sema, deep};

impl<'db> Sema<'db> {
    /// Whether an argument gives an instance of a function template internal linkage: a class of an unnamed namespace, an
    /// instance of a class template with such an argument, or the address of a function or variable that is internal.
    /// Enumerations of unnamed namespaces, and types that are made of such classes, do not.
    pub fn has_internal_argument(&self, instance: Symbol<'db>) -> bool {
        self.arguments_of(instance).is_some_and(|args| self.are_internal(args, &mut FxHashSet::default()))
    }

    /// `seen` holds the classes that were looked at.
    fn are_internal(&self, args: Args<'db>, seen: &mut FxHashSet<Class<'db>>) -> bool {
        args.list(self.db).iter().any(|arg| match arg {
            Arg::Type(ty) => self.is_internal_class(*ty, seen),
            Arg::Value(Value::Address(decl, env)) => {
                self.is_internal_entity(*decl) || {
                    let instance = Symbol { decl: *decl, env: *env };
                    let args = self.arguments_of(instance);
                    args.is_some_and(|args| deep(|| self.are_internal(args, seen)))
                }
            }
            Arg::Pack(inner) => self.are_internal(*inner, seen),
            Arg::Value(_) | Arg::Template(..) | Arg::TemplateParam(_) => false,
        })
    }

    fn is_internal_class(&self, ty: Ty<'db>, seen: &mut FxHashSet<Class<'db>>) -> bool {
        let class = match ty.kind(self.db) {
            Kind::Class(class) => *class,
            Kind::Qualified(_, inner) => return self.is_internal_class(*inner, seen),
            _ => return false,
        };
        let Origin::Decl(_) = class.origin(self.db) else { return false };
        if !seen.insert(class) {
            return false;
        }
        self.names().in_unnamed_namespace(self.namespace_of(class.outer(self.db)))
            || class.args(self.db).is_some_and(|args| deep(|| self.are_internal(args, seen)))
    }

    fn is_internal_entity(&self, decl: DeclRef) -> bool {
        self.names().in_unnamed_namespace(self.names().item(decl.item).namespace)
            || self.names().declared_internal(decl) == Some(true)
    }
}
