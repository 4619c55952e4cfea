//! Second definitions of what a qualified name or template arguments name ([basic.def.odr]/1): members outside their
//! class, functions and variables of namespaces, explicit and partial specializations of class templates. Those that have
//! a plain name are compared where all declarations of it are.

use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{Decl, DeclKind, DeclName, TemplateParam, TemplateParamKind};
use asunder_types::{Kind, Symbol};

use super::Checker;
use crate::finding::{Argument, Mistake, Place};
use crate::spelled::Spelled;

/// "… has already been defined (previous definition …)".
pub(super) const DEFINED_TWICE: u16 = 3369;

impl<'db> Checker<'_, 'db> {
    /// `void S::f() {}` and `int N::x = 1;` of what is defined already.
    pub(super) fn defined_again(&mut self, at: DeclRef, decl: &'db Decl) {
        if decl.qualifier.is_none() || decl.parent.is_some() || !self.is_definition(at, decl) {
            return;
        }
        let Some(name) = self.name_of(at) else { return };
        let Redeclarations::Known(all) = self.sema.names.redeclarations(at) else { return };
        let own = Symbol { decl: at, env: self.sema.env_of(at) };
        let signature = |decl: DeclRef| {
            let signature = self.sema.signature(Symbol { decl, env: self.sema.env_of(decl) })?;
            (!signature.ty.absorbs(self.sema.db)).then(|| {
                (signature.params.clone(), signature.qualifiers, signature.ref_qualifier, signature.variadic)
            })
        };
        let is_function = matches!(decl.kind, DeclKind::Function { .. });
        let first = all.first().copied().unwrap_or(at);
        // A constant that its class defines is only declared again ([depr.static.constexpr]).
        let in_class = &self.sema.decl(first).specifiers;
        if !is_function && (in_class.is_constexpr || in_class.is_inline) {
            return;
        }
        let known = all.into_iter().filter(|other| *other < at).find(|other| {
            self.is_definition(*other, self.sema.decl(*other))
                && (!is_function || signature(at).is_some_and(|own| signature(*other) == Some(own)))
        });
        let Some(known) = known else { return };
        let is_member = self.sema.class_around(own).is_some();
        let (kind, text) = match is_function {
            true => {
                ("function", self.function_text(Symbol { decl: first, env: self.sema.env_of(first) }, at))
            }
            false => {
                let known = Symbol { decl: first, env: self.sema.env_of(first) };
                (if is_member { "member" } else { "variable" }, self.sema.qualified_name(known))
            }
        };
        if let Some(text) = text {
            let arguments = vec![Argument::entity(kind, text), Argument::At(Place::Decl(known))];
            self.met(Mistake::new(DEFINED_TWICE, arguments), name.start());
        }
    }

    /// Whether a function or variable of a namespace, or a member, is defined where it is declared.
    fn is_definition(&self, at: DeclRef, decl: &Decl) -> bool {
        match &decl.kind {
            DeclKind::Function { body, .. } => body.is_definition(),
            DeclKind::Variable { .. } => {
                let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
                decl.parent.is_none()
                    && self.sema.is_defined_here(decl, at)
                    && !matches!(self.sema.variable_type(symbol).kind(self.sema.db), Kind::Function(_))
            }
            _ => false,
        }
    }

    /// `template <> struct P<int> {};` or `template <class T> struct P<T *> {};` of what is defined already.
    pub(super) fn specialized_again(&mut self, at: DeclRef, decl: &'db Decl) {
        let is_definition = matches!(&decl.kind, DeclKind::Class(class) if class.is_definition);
        let [header] = decl.templates.as_slice() else { return };
        let is_plain = decl.parent.is_none() && decl.qualifier.is_none() && !decl.explicit_instantiation;
        if !is_definition || !is_plain || !matches!(decl.name, DeclName::TemplateId(..)) {
            return;
        }
        let (Some(name), first) = (self.name_of(at), self.sema.first_declaration(self.sema.primary_of(at)))
        else {
            return;
        };
        let template = Symbol { decl: first, env: self.sema.env_of(first) };
        let is_partial = !header.params.is_empty();
        // Constraints tell partial specializations apart ([temp.spec.partial.general]).
        let may_be_constrained = |param: &TemplateParam| {
            let names_concept = matches!(&param.kind, TemplateParamKind::Value(ty, _) if self.sema.may_be_concept(ty, template));
            param.constraint.is_some() || names_concept
        };
        let is_constrained = header.is_constrained || header.params.iter().any(may_be_constrained);
        if is_partial && is_constrained {
            return;
        }
        let known = match is_partial {
            true => self.sema.specializations(first).first_definition(self.sema, at),
            false => self.sema.explicit_definition(template, at),
        };
        let Some(known) = known.filter(|known| *known < at) else { return };
        let text = match is_partial {
            true => self.sema.qualified_name(template),
            false => self
                .sema
                .specialized_class(template, at)
                .and_then(|class| self.sema.spelled_text(&Spelled::Plain(self.sema.ty(Kind::Class(class))))),
        };
        if let Some(text) = text {
            let kind = if is_partial { "class template" } else { "class" };
            let arguments = vec![Argument::entity(kind, text), Argument::At(Place::Decl(known))];
            self.met(Mistake::new(DEFINED_TWICE, arguments), name.start());
        }
    }
}
