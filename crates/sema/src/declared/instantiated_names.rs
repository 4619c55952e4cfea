//! Names that nothing declares in explicit instantiations ([temp.explicit]), `template void f<flot>(flot *);`, and in the
//! arguments of explicit specializations of class templates.
//!
//! A template argument that is nothing but an unknown name is read as a value: the instantiation is refused, and where a
//! parameter has the name, "is not a type name" is reported. Everywhere else an unknown name is read as a type.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Arg, Decl, DeclKind, DeclName, Path, SegmentName, TypeExpr};
use asunder_syntax::TextSize;
use asunder_types::Symbol;

use super::specializations::NO_INSTANCE;
use super::type_names::NO_TYPE_NAME;
use super::unknown_templates::Unknown;
use super::{Checker, first_word, named_type};
use crate::finding::{Argument, EXPECTED_SEMICOLON, Found, Mistake, UNDECLARED};
use crate::lookup::{Lookup, Prefix, Want};

/// A name that nothing declares.
struct UnknownName {
    mistake: Mistake,
    word: String,
}

impl<'db> Checker<'_, 'db> {
    /// The names in an explicit instantiation of a template of a namespace, or in the arguments of an explicit specialization
    /// of a class template. True if what it is of is not known, and has been reported.
    pub(super) fn instantiated_names(&mut self, at: DeclRef, decl: &'db Decl) -> bool {
        let is_specialization = matches!(decl.templates.as_slice(), [header] if header.params.is_empty());
        let is_checked = decl.explicit_instantiation
            || is_specialization && matches!(decl.kind, DeclKind::Class(_)) && !decl.specifiers.is_friend;
        if !is_checked || decl.parent.is_some() {
            return false;
        }
        let (Some(name), Some(ident)) = (self.name_of(at), decl.name.ident()) else { return false };
        let args = match &decl.name {
            DeclName::TemplateId(_, args) => args.as_slice(),
            _ => &[],
        };
        let mut from = usize::from(name.start()) + ident.len();
        let has_template = match self.missing_template(at, decl) {
            Some(mistake) => {
                self.met(mistake, name.start());
                false
            }
            None => true,
        };
        if !has_template && matches!(decl.name, DeclName::TemplateId(..)) {
            self.no_instantiation_behind(at, decl, from);
            let semicolon =
                Found::at(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), TextSize::new(from as u32));
            self.found.push(Found { known_at: Some(TextSize::new(from as u32)), ..semicolon });
            return true;
        }
        match &decl.kind {
            DeclKind::Class(_) if decl.qualifier.is_some() => false,
            DeclKind::Class(_) => {
                // Lone names are reported where the arguments of a specialization are read.
                let is_read = |arg: &&Arg| decl.explicit_instantiation || lone_name(arg).is_none();
                for arg in args.iter().filter(is_read) {
                    self.unknown_in_argument(at, arg, true, &mut from);
                }
                false
            }
            DeclKind::Function { ty: TypeExpr::Function(function), .. } => {
                let (mut values, mut has_unknown_type) = (Vec::new(), false);
                // An unknown name in a larger type is read as part of an expression.
                if args.iter().any(|arg| self.is_in_larger_type(at, arg)) {
                    return true;
                }
                for arg in args {
                    if let Some(unknown) = lone_name(arg).and_then(|path| self.unknown_name(at, path)) {
                        if let Some(offset) = first_word(&self.text[from..], &unknown.word) {
                            from += offset + unknown.word.len();
                        }
                        values.push(unknown);
                    } else {
                        has_unknown_type |= self.unknown_in_argument(at, arg, false, &mut from);
                    }
                }
                let mut is_wrong = false;
                for param in &function.params {
                    is_wrong |= self.unknown_in_parameter(at, &param.ty, &values, &mut from);
                }
                if !values.is_empty() || !has_template {
                    self.no_instantiation_behind(at, decl, from);
                } else if is_wrong && !args.is_empty() && !has_unknown_type {
                    self.no_instance(at, decl, from);
                }
                is_wrong || !values.is_empty() || has_unknown_type || !has_template
            }
            DeclKind::Variable { .. } if !has_template => {
                self.no_instantiation_behind(at, decl, from);
                true
            }
            _ => false,
        }
    }

    /// That the namespace or class in front of the name does not have what is instantiated.
    fn missing_template(&self, at: DeclRef, decl: &Decl) -> Option<Mistake> {
        if matches!(decl.kind, DeclKind::Class(_)) {
            return None;
        }
        let mut path = decl.qualifier.clone()?;
        path.segments.extend(Path::ident(decl.name.ident()?).segments);
        self.undeclared(&path, self.site(at)).map(|(mistake, _)| mistake)
    }

    /// Whether an argument is a type that is made of an unknown name: a pointer to it, or qualified.
    fn is_in_larger_type(&self, at: DeclRef, arg: &Arg) -> bool {
        let ty = match arg {
            Arg::Type(ty) => ty,
            Arg::Ambiguous(ty, _) => &**ty,
            Arg::Name(path) => return self.sema.unknown_template(path, self.site(at)).is_some(),
            _ => return false,
        };
        let Some(path) = named_type(ty) else { return false };
        let is_larger = !matches!(ty, TypeExpr::Name(..)) && self.unknown_name(at, path).is_some();
        is_larger || self.sema.unknown_template(path, self.site(at)).is_some()
    }

    /// The unknown types that an argument of a template names, if any. A lone name in the place of a type is one of a type
    /// for a class template.
    fn unknown_in_argument(&mut self, at: DeclRef, arg: &Arg, is_of_class: bool, from: &mut usize) -> bool {
        let (path, is_qualified) = match arg {
            Arg::Type(ty) => (named_type(ty), matches!(ty, TypeExpr::Qualified(..))),
            Arg::Ambiguous(ty, _) => (named_type(ty), matches!(**ty, TypeExpr::Qualified(..))),
            Arg::Name(path) => (Some(path), false),
            _ => (None, false),
        };
        let Some(path) = path else { return false };
        let has_arguments = path.segments.last().is_some_and(|last| last.args.is_some());
        (is_of_class && !is_qualified || has_arguments) && self.unknown_in_path(at, path, from)
    }

    /// The type of a parameter: names among `values` are not those of types.
    fn unknown_in_parameter(
        &mut self,
        at: DeclRef,
        ty: &TypeExpr,
        values: &[UnknownName],
        from: &mut usize,
    ) -> bool {
        let Some(path) = named_type(ty) else { return false };
        let ident = path.as_ident();
        let is_value = |it: &&UnknownName| {
            it.mistake.number == UNDECLARED && ident.is_some_and(|ident| **ident == *it.word)
        };
        if let Some(value) = values.iter().find(is_value) {
            if let Some(offset) = first_word(&self.text[*from..], &value.word) {
                let entity = Argument::Entity { kind: None, name: value.word.clone(), declared: None };
                self.met(Mistake::new(NO_TYPE_NAME, vec![entity]), TextSize::new((*from + offset) as u32));
                *from += offset + value.word.len();
            }
            return true;
        }
        // Those in arguments of templates are reported where the types of parameters are read.
        let known = self.found.len();
        let is_wrong = self.unknown_in_path(at, path, from);
        let is_unknown = self.sema.unknown_template(path, self.site(at)).is_some();
        if path.segments.last().is_some_and(|last| last.args.is_some()) && !is_unknown {
            self.found.truncate(known);
        }
        is_wrong
    }

    /// The unknown name that a path is, or those in the arguments of the template that it names.
    fn unknown_in_path(&mut self, at: DeclRef, path: &Path, from: &mut usize) -> bool {
        if let Some(unknown) = self.unknown_name(at, path) {
            if let Some(offset) = first_word(&self.text[*from..], &unknown.word) {
                self.met(unknown.mistake, TextSize::new((*from + offset) as u32));
                *from += offset + unknown.word.len();
            }
            return true;
        }
        let Some(last) = path.segments.last() else { return false };
        if let Some(Unknown::Name(mistake)) = self.sema.unknown_template(path, self.site(at)) {
            if let SegmentName::Ident(name) = &path.segments[0].name
                && let Some(offset) = first_word(&self.text[*from..], name)
            {
                self.met(mistake, TextSize::new((*from + offset) as u32));
                *from += offset + name.len();
            }
            return true;
        }
        let (SegmentName::Ident(name), Some(args)) = (&last.name, &last.args) else { return false };
        let Some(offset) = first_word(&self.text[*from..], name) else { return false };
        *from += offset + name.len();
        let mut is_wrong = false;
        for arg in args {
            is_wrong |= crate::view::deep(|| self.unknown_in_argument(at, arg, true, from));
        }
        is_wrong
    }

    fn unknown_name(&self, at: DeclRef, path: &Path) -> Option<UnknownName> {
        let is_plain = path.segments.iter().all(|segment| segment.args.is_none());
        let (mistake, word) = self.undeclared(path, self.site(at)).filter(|_| is_plain)?;
        Some(UnknownName { mistake, word })
    }

    /// That no instance has a type that names what nothing declares.
    fn no_instance(&mut self, at: DeclRef, decl: &Decl, end: usize) {
        let (Some(name), Some(ident)) = (self.name_of(at), decl.name.ident()) else { return };
        let mut path = decl.qualifier.clone().unwrap_or_else(|| Path::ident(ident));
        if decl.qualifier.is_some() {
            path.segments.extend(Path::ident(ident).segments);
        }
        let named = self.sema.lookup_path(&path, self.site(at), Want::Any);
        let (Lookup::Found(all), Prefix::Unqualified | Prefix::Namespace(_)) = (named.found, named.prefix)
        else {
            return;
        };
        let are_templates =
            all.iter().all(|symbol: &Symbol<'db>| self.sema.is_function_template(symbol.decl));
        let kind = if all.len() == 1 { "function template" } else { "overloaded function" };
        if let Some(text) = all.first().and_then(|symbol| self.sema.qualified_name(*symbol))
            && are_templates
        {
            let mistake = Mistake::new(NO_INSTANCE, vec![Argument::entity(kind, text)]);
            let known_at = Some(TextSize::new(end as u32));
            self.found.push(Found { known_at, ..Found::at(mistake, name.start()) });
        }
    }
}

/// The name that an argument is, without arguments of its own.
fn lone_name(arg: &Arg) -> Option<&Path> {
    let path = match arg {
        Arg::Name(path) | Arg::Type(TypeExpr::Name(path, false)) => path,
        Arg::Ambiguous(ty, _) => match &**ty {
            TypeExpr::Name(path, false) => path,
            _ => return None,
        },
        _ => return None,
    };
    path.segments.iter().all(|segment| segment.args.is_none()).then_some(path)
}
