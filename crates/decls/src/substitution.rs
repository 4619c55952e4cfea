//! Failures of substitution ([temp.deduct]/8): types as written that are known to be ill-formed with the arguments
//! of their template. Whatever is not understood does not fail.

use asunder_mangle::model::{Builtin, Name, NameRef, TemplateArg, Type};

use crate::names::{DeclRef, Names, Point};
use crate::resolve::Prefix;
use crate::scope::{Lookup, Site, Want};
use crate::specialization::Match;
use crate::written::{Arg, DeclKind, DeclName, Path, Segment, SegmentName, TypeExpr};

impl<'db> Names<'db> {
    /// Whether the arguments that the partial specialization `decl` is written with are those of `wanted` once its
    /// parameters are bound to `bound`. They are not where one is ill-formed; other arguments may be ones that are not
    /// understood as a whole.
    pub(crate) fn written_arguments_are(&self, decl: DeclRef, bound: &[TemplateArg], wanted: &Name) -> Match {
        let written = self.decl(decl);
        let (DeclName::TemplateId(_, args), None) = (&written.name, written.parent) else {
            return Match::Unknown;
        };
        let Some(own) = written.templates.len().checked_sub(1) else { return Match::Unknown };
        let mut site = self.outer_site(decl);
        site.frames.pop();
        self.push_template(&mut site, decl, own, Some(bound.into()));
        if args.iter().any(|arg| self.argument_fails(arg, &site)) {
            return Match::No;
        }
        let template = Name { args: None, ..wanted.clone() };
        match self.bind_args(&self.type_declarations(&template), args, &site, None) {
            found @ Some(_) if found == wanted.args => Match::Yes,
            _ => Match::Unknown,
        }
    }

    fn argument_fails(&self, arg: &Arg, site: &Site) -> bool {
        match arg {
            Arg::Type(ty) => self.type_fails(ty, site),
            Arg::Ambiguous(ty, _) => self.type_fails(ty, site),
            Arg::Name(path) => self.path_fails(path, site),
            Arg::Expr(_) | Arg::Expansion(_) => false,
        }
    }

    /// Whether the type written at `site` is known to be ill-formed.
    pub(crate) fn type_fails(&self, ty: &TypeExpr, site: &Site) -> bool {
        self.nested(false, || match ty {
            TypeExpr::Name(path, _) => self.path_fails(path, site),
            TypeExpr::Qualified(_, inner) | TypeExpr::Array(_, inner) => self.type_fails(inner, site),
            TypeExpr::Pointer(inner) => {
                self.type_fails(inner, site)
                    || matches!(*self.resolve(inner, site), Type::LvalueRef(_) | Type::RvalueRef(_))
            }
            TypeExpr::LvalueRef(inner) | TypeExpr::RvalueRef(inner) => {
                let is_void = |ty: &Type| matches!(ty, Type::Builtin(Builtin::Void));
                self.type_fails(inner, site)
                    || match &*self.resolve(inner, site) {
                        Type::Qualified(_, inner) => is_void(inner),
                        ty => is_void(ty),
                    }
            }
            TypeExpr::Function(function) => {
                self.type_fails(&function.result, site)
                    || function.params.iter().any(|param| self.type_fails(&param.ty, site))
            }
            _ => false,
        })
    }

    fn path_fails(&self, path: &Path, site: &Site) -> bool {
        let Some((last, prefix)) = path.segments.split_last() else { return false };
        let args = path.segments.iter().flat_map(|segment| segment.args.iter().flatten());
        if args.into_iter().any(|arg| self.argument_fails(arg, site)) {
            return true;
        }
        let SegmentName::Ident(ident) = &last.name else { return false };
        if prefix.is_empty() {
            let found = self.lookup_wanted(ident, site, Want::Any);
            return !path.global && self.alias_fails(&found, last, site);
        }
        match self.prefix(prefix, path.global, site) {
            Some(Prefix::Namespace(id)) => {
                let found = self.lookup_in_namespace(ident, id, site.point, Want::Any);
                self.alias_fails(&found, last, site)
            }
            Some(Prefix::Type(ty)) => match &*ty {
                _ if self.is_dependent(&ty) => false,
                Type::Named(class) => match self.lookup_in_class(ident, class, Point::END, Want::Any) {
                    Lookup::Unknown => self.is_without(class, ident),
                    found => self.alias_fails(&found, last, site),
                },
                Type::Builtin(_)
                | Type::Pointer(_)
                | Type::LvalueRef(_)
                | Type::RvalueRef(_)
                | Type::Array(..)
                | Type::Function(_)
                | Type::MemberPointer { .. } => true,
                _ => false,
            },
            None => {
                let outer = Path { global: path.global, segments: prefix.to_vec() };
                self.path_fails(&outer, site)
            }
        }
    }

    /// Whether the alias template that was found stands for something ill-formed.
    fn alias_fails(&self, found: &Lookup, segment: &Segment, site: &Site) -> bool {
        let (Lookup::Found(members), Some(args)) = (found, &segment.args) else { return false };
        let [member] = members.as_slice() else { return false };
        let DeclKind::Typedef(target) = &self.decl(member.decl).kind else { return false };
        let Some(args) = self.bind_args(&[member.decl], args, site, member.class.as_ref()) else {
            return false;
        };
        if args.iter().any(|arg| self.is_dependent_arg(arg)) {
            return false;
        }
        self.type_fails(target, &self.bound_site(member, &args))
    }

    /// Whether the class and all its bases are known and none of them has a member `ident`.
    fn is_without(&self, class: &NameRef, ident: &str) -> bool {
        self.nested(false, || {
            let Some(definition) = self.class_definition(class) else { return false };
            let DeclKind::Class(written) = &self.decl(definition).kind else { return false };
            let bases = self.base_types(class, definition);
            let is_known = written.is_definition
                && bases.len() == written.bases.len()
                && !self.has_other_enumerators(definition.item)
                && self.text_of(definition.item).find('#').is_none();
            is_known
                && matches!(self.lookup_in_class(ident, class, Point::END, Want::Implicit), Lookup::Unknown)
                && bases
                    .iter()
                    .all(|base| matches!(&**base, Type::Named(base) if self.is_without(base, ident)))
        })
    }
}
