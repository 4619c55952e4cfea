//! What messages and editors call a declaration, its type and its spaces ([`asunder_mangle::display`] over the names of a
//! unit).

use asunder_mangle::display::{self, Form};
use asunder_mangle::model::{Ident, Name, Type};

use crate::names::{DeclRef, Names};
use crate::scope::{Frame, Site};
use crate::written::{ClassDecl, Decl, DeclKind, DeclName, EnumDecl, Spaces};

impl<'db> Names<'db> {
    /// The unqualified name: `h`, `~S`, `operator+`, `operator int`. Callers in the host pass and both
    /// names in the device pass's front end. `None` for what has no name.
    pub fn identifier_text(&self, decl: DeclRef) -> Option<String> {
        Some(display::identifier(&*self.message_name(decl)?))
    }

    /// The qualified name: `N::S::m`, `<unnamed>::f`; members of class templates by the parameters'
    /// own names, `S<T>::m`.
    pub fn qualified_text(&self, decl: DeclRef) -> Option<String> {
        let mut name = Name::clone(&*self.message_name(decl)?);
        if self.is_primary(decl) {
            name.args = None;
        }
        Some(display::qualified(&name, &self.parameter_names(decl)))
    }

    /// The function or variable as the reference's demangler spells it: callees of cross-space
    /// messages ([`Form::Full`]), `identifier "…" is undefined` and callers of the call-graph walk
    /// ([`Form::Bare`]). `None` for templates, whose instances are named by their arguments, and for
    /// names that are not understood.
    pub fn signature_text(&self, decl: DeclRef, form: Form) -> Option<String> {
        display::signature(&self.entity(decl)?, form).ok()
    }

    /// A type that is written in `decl`, template parameters by their names.
    pub fn type_text(&self, ty: &Type, decl: DeclRef) -> String {
        display::type_text(ty, &self.parameter_names(decl))
    }

    /// The type that `decl` declares, as people write it.
    pub fn declared_type_text(&self, decl: DeclRef) -> Option<String> {
        let site = self.site_of(decl);
        let ty = if let Some(function) = self.function_of(decl) {
            Type::Function(Box::new(self.function_type(function, &site))).into()
        } else if let Some(ty) = self.variable_type(decl) {
            self.resolve(ty, &site)
        } else if let DeclKind::Typedef(ty) = &self.decl(decl).kind {
            self.resolve(ty, &site)
        } else {
            return None;
        };
        let text = self.type_text(&ty, decl);
        (!text.contains("<unknown-type>")).then_some(text)
    }

    /// The CUDA spaces of all declarations of what `decl` declares.
    pub fn space_text(&self, decl: DeclRef) -> Option<String> {
        let is_function = self.function_of(decl).is_some();
        if !is_function {
            self.variable_type(decl)?;
        }
        let spaces = self.spaces(decl)?;
        if spaces == Spaces::default() {
            return is_function.then(|| "__host__ (by default)".to_owned());
        }
        let words = [
            (spaces.host, "__host__"),
            (spaces.device, "__device__"),
            (spaces.global, "__global__"),
            (spaces.shared, "__shared__"),
            (spaces.constant, "__constant__"),
            (spaces.managed, "__managed__"),
        ];
        let words: Vec<&str> = words.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word).collect();
        Some(words.join(" "))
    }

    /// The name of any declaration, parameters of functions apart.
    fn message_name(&self, decl: DeclRef) -> Option<asunder_mangle::model::NameRef> {
        match &self.decl(decl).kind {
            DeclKind::Class(_) => Some(self.class_name(decl)),
            DeclKind::Function { .. } | DeclKind::FunctionOrVariable { .. } | DeclKind::Variable { .. } => {
                let parameters = self.function_of(decl).map_or(0, |function| function.params.len());
                match &self.decl(decl).name {
                    DeclName::TemplateId(ident, _) => {
                        Some(Name::new(self.scope_name(decl)?, ident.clone()).into())
                    }
                    _ => self.declared_name(decl, parameters),
                }
            }
            _ => {
                let name = self.unqualified_type_name(decl)?;
                Some(Name::of(self.scope_name(decl)?, name).into())
            }
        }
    }

    /// The names of the template parameters around and of `decl`, by level and position.
    pub fn parameter_names(&self, decl: DeclRef) -> Vec<Vec<Ident>> {
        self.parameter_names_at(&self.site_of(decl))
    }

    fn parameter_names_at(&self, site: &Site) -> Vec<Vec<Ident>> {
        let mut names: Vec<Vec<Ident>> = Vec::new();
        for frame in &site.frames {
            let Frame::Template { template, header, level, .. } = frame else { continue };
            let params = &self.decl(*template).templates[*header].params;
            let level = *level as usize;
            if names.len() <= level {
                names.resize(level + 1, Vec::new());
            }
            names[level] = params.iter().map(|param| param.name.clone().unwrap_or_default()).collect();
        }
        names
    }
}

/// What a declaration declares.
pub(crate) fn kind(decl: &Decl) -> &'static str {
    let is_template = decl.templates.iter().any(|header| !header.params.is_empty());
    match &decl.kind {
        DeclKind::NamespaceAlias(_) => "namespace alias",
        DeclKind::UsingDirective(_) | DeclKind::UsingDeclaration(_) | DeclKind::UsingEnum(_) => {
            "using declaration"
        }
        DeclKind::Typedef(_) if is_template => "alias template",
        DeclKind::Typedef(_) => "type alias",
        DeclKind::Class(ClassDecl { .. }) if is_template => "class template",
        DeclKind::Class(ClassDecl { is_union: true, .. }) => "union",
        DeclKind::Class(_) => "class",
        DeclKind::Enum(EnumDecl { scoped: true, .. }) => "scoped enum",
        DeclKind::Enum(_) => "enum",
        DeclKind::Enumerator { .. } => "enumerator",
        DeclKind::Function { .. } if is_template => "function template",
        DeclKind::Function { .. } => "function",
        DeclKind::Variable { .. } if is_template => "variable template",
        DeclKind::Variable { .. } => "variable",
        DeclKind::FunctionOrVariable { .. } => "function or variable",
        DeclKind::Concept => "concept",
        DeclKind::DeductionGuide { .. } => "deduction guide",
    }
}
