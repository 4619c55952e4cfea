//! What messages call a declaration ([`asunder_mangle::display`] over the names of a unit).

use asunder_mangle::display::{self, Form};
use asunder_mangle::model::{Ident, Name, Type};

use crate::names::{DeclRef, Names};
use crate::scope::{Frame, Site};
use crate::written::{DeclKind, DeclName};

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

    /// The same once the host pass has reported an error (spec 2 §0, fact 3).
    pub fn damaged_signature_text(&self, decl: DeclRef, module_id: &str) -> Option<String> {
        display::damaged_signature(&self.entity(decl)?, module_id).ok()
    }

    /// A type that is written in `decl`, template parameters by their names.
    pub fn type_text(&self, ty: &Type, decl: DeclRef) -> String {
        display::type_text(ty, &self.parameter_names(decl))
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
