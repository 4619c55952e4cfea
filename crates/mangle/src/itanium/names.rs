//! Encodings of entities and their names (itanium-cxx-abi §5.1.2–5.1.4).

use std::borrow::Cow;

use super::{Component, Dialect, MangleError, Mangler, Step};
use crate::model::{
    CtorKind, DtorKind, Entity, Expr, Function, FunctionType, Name, Qualifiers, RefQualifier, Scope,
    TemplateArg, Type, Unqualified,
};
use crate::module_id::with_universal_names;

impl<'m, 'd> Mangler<'m, 'd> {
    pub(super) fn encoding(&mut self, entity: &'m Entity) -> Step {
        match entity {
            Entity::Function(function) => self.nested(|m| m.function(function)),
            Entity::Variable(variable) if self.is_internal(&variable.name) => {
                self.nested(|m| m.internal_name(&variable.name))
            }
            Entity::Variable(variable) => self.nested(|m| m.name(&variable.name)),
            Entity::OfType(code, ty) => {
                self.push(code);
                self.ty(ty)
            }
            Entity::Thunk { offset, function } => {
                self.push("Thn");
                self.number(*offset);
                self.out.push('_');
                self.nested(|m| m.encoding(function))
            }
            Entity::Guard(variable) => {
                self.push("GV");
                self.name(&variable.name)
            }
            Entity::StringLiteral { function, discriminator } => {
                self.local_function(function)?;
                self.out.push('s');
                self.discriminator(*discriminator);
                Ok(())
            }
        }
    }

    pub(super) fn function(&mut self, function: &'m Function) -> Step {
        if function.c_linkage
            && let Unqualified::Source(name) = &function.name.unqualified
        {
            self.source_name(name);
            return Ok(());
        }
        let ty = &function.ty;
        if self.is_internal(&function.name) {
            self.internal_name(&function.name)?;
        } else {
            self.function_name(&function.name, ty.qualifiers, ty.ref_qualifier)?;
        }
        if function.name.args.is_some()
            && has_return_in_encoding(&function.name)
            && let Some(result) = &ty.result
        {
            self.ty(result)?;
        }
        self.parameters(ty)
    }

    pub(super) fn parameters(&mut self, ty: &'m FunctionType) -> Step {
        for parameter in &ty.parameters {
            self.ty(parameter)?;
        }
        if ty.variadic {
            self.out.push('z');
        } else if ty.parameters.is_empty() {
            self.out.push('v');
        }
        Ok(())
    }

    // ---- names

    pub(super) fn name(&mut self, name: &'m Name) -> Step {
        self.function_name(name, Qualifiers::NONE, RefQualifier::None)
    }

    pub(super) fn function_name(&mut self, name: &'m Name, cv: Qualifiers, r: RefQualifier) -> Step {
        if let Some((function, discriminator)) = enclosing_function(name) {
            self.local_function(function)?;
            self.name_in_scope(name, cv, r)?;
            self.discriminator(discriminator);
            return Ok(());
        }
        self.name_in_scope(name, cv, r)
    }

    /// True for what stands in the pseudo-namespace of internal linkage.
    pub(super) fn is_internal(&self, name: &Name) -> bool {
        matches!(self.dialect, Dialect::Device { .. })
            && enclosing_function(name).is_none()
            && has_internal_linkage(name)
    }

    /// `N <pseudo-namespace> <name> E`.
    pub(super) fn internal_name(&mut self, name: &'m Name) -> Step {
        let Dialect::Device { module_id } = self.dialect else { return self.name(name) };
        self.out.push('N');
        if !self.substitution(&Component::Internal) {
            self.source_name(&format!("_INTERNAL{module_id}"));
            self.remember(Component::Internal);
        }
        self.qualified(name)?;
        self.out.push('E');
        Ok(())
    }

    /// The name inside `N` and `E`, without qualifiers.
    pub(super) fn qualified(&mut self, name: &'m Name) -> Step {
        self.nested(|m| match &name.args {
            Some(args) => {
                m.template_prefix(name)?;
                m.template_args(args)
            }
            None => {
                m.prefix(&name.scope)?;
                m.unqualified(name)
            }
        })
    }

    pub(super) fn local_function(&mut self, function: &'m Entity) -> Step {
        self.out.push('Z');
        self.encoding(function)?;
        self.out.push('E');
        Ok(())
    }

    pub(super) fn discriminator(&mut self, discriminator: u32) {
        match discriminator {
            0 => {}
            1..=10 => {
                self.out.push('_');
                self.number(u64::from(discriminator) - 1);
            }
            _ => {
                self.push("__");
                self.number(u64::from(discriminator) - 1);
                self.out.push('_');
            }
        }
    }

    pub(super) fn name_in_scope(&mut self, name: &'m Name, cv: Qualifiers, r: RefQualifier) -> Step {
        let unscoped = match &name.scope {
            Scope::Global | Scope::Local { .. } => true,
            Scope::Member(scope) => scope.is_std(),
            Scope::Dependent(_) => false,
        };
        if unscoped {
            if let Some(args) = &name.args {
                let base = Component::base(name);
                if !self.substitution(&base) {
                    self.unscoped(name)?;
                    self.remember(base);
                }
                return self.template_args(args);
            }
            return self.unscoped(name);
        }
        self.out.push('N');
        self.qualifiers(cv);
        self.ref_qualifier(r);
        self.qualified(name)?;
        self.out.push('E');
        Ok(())
    }

    pub(super) fn unscoped(&mut self, name: &'m Name) -> Step {
        if matches!(name.scope, Scope::Member(_)) {
            self.push("St");
        }
        self.unqualified(name)
    }

    pub(super) fn prefix(&mut self, scope: &'m Scope) -> Step {
        match scope {
            Scope::Global | Scope::Local { .. } => Ok(()),
            Scope::Dependent(ty) => self.ty(ty),
            Scope::Member(name) if name.is_std() => {
                self.push("St");
                Ok(())
            }
            Scope::Member(name) => {
                let name: &'m Name = name;
                let component = Component::of_name(name);
                if self.substitution(&component) {
                    return Ok(());
                }
                match &name.args {
                    Some(args) => {
                        self.nested(|m| m.template_prefix(name))?;
                        self.template_args(args)?;
                    }
                    None => {
                        self.nested(|m| m.prefix(&name.scope))?;
                        self.unqualified(name)?;
                    }
                }
                self.remember(component);
                Ok(())
            }
        }
    }

    pub(super) fn template_prefix(&mut self, name: &'m Name) -> Step {
        let base = Component::base(name);
        if self.substitution(&base) {
            return Ok(());
        }
        self.nested(|m| m.prefix(&name.scope))?;
        self.unqualified(name)?;
        self.remember(base);
        Ok(())
    }

    pub(super) fn unqualified(&mut self, name: &'m Name) -> Step {
        if name.internal && self.dialect == Dialect::Gnu {
            self.out.push('L');
        }
        self.unqualified_name(&name.unqualified)?;
        for tag in &name.abi_tags {
            self.out.push('B');
            self.source_name(tag);
        }
        Ok(())
    }

    pub(super) fn unqualified_name(&mut self, name: &'m Unqualified) -> Step {
        match name {
            Unqualified::Source(name) => self.source_name(name),
            Unqualified::Operator(code) => self.push(code),
            Unqualified::LiteralOperator(suffix) => {
                self.push("li");
                self.source_name(suffix);
            }
            Unqualified::Conversion(ty) => {
                self.push("cv");
                self.ty(ty)?;
            }
            Unqualified::Constructor(kind) => self.push(match kind {
                CtorKind::Complete => "C1",
                CtorKind::Base => "C2",
                CtorKind::Unified => "C5",
            }),
            Unqualified::Destructor(kind) => self.push(match kind {
                DtorKind::Deleting => "D0",
                DtorKind::Complete => "D1",
                DtorKind::Base => "D2",
            }),
            Unqualified::UnnamedNamespace => match self.dialect {
                Dialect::Gnu => self.source_name("_GLOBAL__N_1"),
                Dialect::Reference { module_id: Some(id) } | Dialect::Device { module_id: id } => {
                    let name = format!("_GLOBAL__N_{id}");
                    self.source_name(&name);
                }
                Dialect::Reference { module_id: None } => return Err(MangleError::NeedsModuleId),
            },
            Unqualified::Closure { parameters, variadic, number } => {
                self.push("Ul");
                for parameter in parameters {
                    self.ty(parameter)?;
                }
                if *variadic {
                    self.out.push('z');
                } else if parameters.is_empty() {
                    self.out.push('v');
                }
                self.out.push('E');
                self.ordinal(*number);
            }
            Unqualified::UnnamedType(number) => {
                self.push("Ut");
                self.ordinal(*number);
            }
            Unqualified::Bindings(names) => {
                self.push("DC");
                for name in names {
                    self.source_name(name);
                }
                self.out.push('E');
            }
        }
        Ok(())
    }

    pub(super) fn source_name(&mut self, name: &str) {
        // The reference keeps other characters than ASCII as universal character names.
        let spelled = match self.dialect {
            Dialect::Gnu => Cow::Borrowed(name),
            Dialect::Reference { .. } | Dialect::Device { .. } => with_universal_names(name),
        };
        self.number(spelled.len() as u64);
        self.push(&spelled);
    }

    pub(super) fn qualifiers(&mut self, qualifiers: Qualifiers) {
        if qualifiers.is_restrict {
            self.out.push('r');
        }
        if qualifiers.is_volatile {
            self.out.push('V');
        }
        if qualifiers.is_const {
            self.out.push('K');
        }
    }

    pub(super) fn ref_qualifier(&mut self, qualifier: RefQualifier) {
        match qualifier {
            RefQualifier::None => {}
            RefQualifier::Lvalue => self.out.push('R'),
            RefQualifier::Rvalue => self.out.push('O'),
        }
    }
}

/// The function whose body the name is declared in, with the discriminator of the outermost local
/// entity of the name.
pub(super) fn enclosing_function(name: &Name) -> Option<(&Entity, u32)> {
    let mut scope = &name.scope;
    loop {
        match scope {
            Scope::Local { function, discriminator } => return Some((function, *discriminator)),
            Scope::Member(outer) => scope = &outer.scope,
            Scope::Global | Scope::Dependent(_) => return None,
        }
    }
}
/// True for `static` and the like, inside unnamed namespaces, and for instances of templates
/// by types of unnamed namespaces.
pub(super) fn has_internal_linkage(name: &Name) -> bool {
    name.internal || name.in_unnamed_namespace || has_internal_argument(name)
}

/// True for an instance of a namespace-scope function template whose arguments name a type of an
/// unnamed namespace directly, or something of internal linkage or its address.
pub(super) fn has_internal_argument(name: &Name) -> bool {
    pub(super) fn is_internal(arg: &TemplateArg) -> bool {
        match arg {
            TemplateArg::Type(ty) => matches!(&**ty, Type::Named(name) if is_unnamed_inside(name)),
            TemplateArg::Pack(args) => args.iter().any(is_internal),
            TemplateArg::Value(value) => names_internal(value),
            TemplateArg::Template(_) => false,
        }
    }
    fn names_internal(value: &Expr) -> bool {
        match value {
            Expr::Entity(entity) => match &**entity {
                Entity::Function(function) => has_internal_linkage(&function.name),
                Entity::Variable(variable) => has_internal_linkage(&variable.name),
                _ => false,
            },
            Expr::Operator("ad", operands) => operands.iter().any(|operand| names_internal(operand)),
            _ => false,
        }
    }
    let at_namespace_scope = match &name.scope {
        Scope::Global => true,
        Scope::Member(scope) => scope.args.is_none(),
        Scope::Local { .. } | Scope::Dependent(_) => false,
    };
    at_namespace_scope && name.args.iter().flatten().any(is_internal)
}

pub(super) fn is_unnamed_inside(name: &Name) -> bool {
    let mut name = name;
    loop {
        if matches!(name.unqualified, Unqualified::UnnamedNamespace) {
            return true;
        }
        match &name.scope {
            Scope::Member(outer) => name = outer,
            _ => return false,
        }
    }
}
pub(super) fn has_return_in_encoding(name: &Name) -> bool {
    !matches!(
        name.unqualified,
        Unqualified::Constructor(_) | Unqualified::Destructor(_) | Unqualified::Conversion(_)
    )
}
