//! The Itanium C++ ABI mangler (itanium-cxx-abi §5.1) over [`crate::model`].

use rustc_hash::FxHashMap;

use crate::model::{
    Bound, Builtin, CtorKind, DtorKind, Entity, ExceptionSpec, Expr, Function, FunctionType, LiteralValue,
    Name, Qualifiers, RefQualifier, Scope, TemplateArg, TemplateParam, Type, Unqualified, UnresolvedName,
    Variable,
};

/// Nesting of types, names and expressions beyond which a name is refused.
pub const MAX_DEPTH: u32 = 256;
/// Bytes of output beyond which a name is refused.
pub const MAX_LENGTH: usize = 1 << 20;

/// Who writes the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect<'a> {
    /// g++: `L` before internal names, unnamed namespaces `_GLOBAL__N_1`.
    Gnu,
    /// The reference (spec 5 §1, 6 §9): no `L`, C linkage ignored on variables of namespaces and
    /// classes; unnamed namespaces are called `_GLOBAL__N_<module id>`.
    Reference {
        /// The module id; `None` when it is not known yet.
        module_id: Option<&'a str>,
    },
    /// The reference's names of device code, which its messages show: as [`Dialect::Reference`],
    /// and functions and variables of internal linkage are members of a pseudo-namespace
    /// `_INTERNAL<module id>`, where the id starts with `_` (spec 6 §9).
    Device {
        /// The module id; may be empty where only the shape of the name matters.
        module_id: &'a str,
    },
}

/// Why an entity has no linker name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MangleError {
    /// A part of the name is [`Type::Unknown`] or [`Expr::Unknown`].
    #[error("a type or expression in the name is not known")]
    Unknown,
    /// The name contains an unnamed namespace and the module id is not known yet.
    #[error("the name needs the module id")]
    NeedsModuleId,
    /// The name is nested too deeply or too long.
    #[error("the name is too complex")]
    TooComplex,
}

/// The linker name of `entity`.
pub fn mangle(entity: &Entity, dialect: Dialect<'_>) -> Result<String, MangleError> {
    mangle_with(entity, dialect, false)
}

fn mangle_with(entity: &Entity, dialect: Dialect<'_>, without_types: bool) -> Result<String, MangleError> {
    let plain = match entity {
        Entity::Function(function) if function.c_linkage => source_name_of(&function.name),
        Entity::Variable(variable) => plain_variable_name(variable, dialect),
        _ => None,
    };
    if let Some(name) = plain {
        return Ok(name.to_owned());
    }
    let mut mangler = Mangler::new(dialect);
    mangler.without_types = without_types;
    mangler.out.push_str("_Z");
    mangler.encoding(entity)?;
    Ok(mangler.out)
}

/// The linker name of device code: [`Dialect::Device`]; kernels stand in no pseudo-namespace. With
/// `separate` compilation variables and kernels of internal linkage get the prefix
/// `__nv_static_<length>_<module id>_` (spec 6 §9).
pub fn mangle_device(
    entity: &Entity,
    is_kernel: bool,
    module_id: &str,
    separate: bool,
) -> Result<String, MangleError> {
    let dialect = match is_kernel {
        true => Dialect::Reference { module_id: Some(module_id) },
        false => Dialect::Device { module_id },
    };
    let symbol = mangle(entity, dialect)?;
    let name = match entity {
        Entity::Function(function) if is_kernel && !function.c_linkage => &function.name,
        Entity::Variable(variable) => &variable.name,
        _ => return Ok(symbol),
    };
    if separate && has_internal_linkage(name) {
        return Ok(format!("__nv_static_{}_{module_id}_{symbol}", module_id.len()));
    }
    Ok(symbol)
}

/// The linker name that the reference's host pass shows once it has reported an error: every type and
/// the type of every literal is `1?` (spec 2 §0, fact 3).
pub fn mangle_without_types(entity: &Entity, dialect: Dialect<'_>) -> Result<String, MangleError> {
    mangle_with(entity, dialect, true)
}

/// The encoding of a type alone, as `typeid(T).name()` gives it.
pub fn mangle_type(ty: &Type, dialect: Dialect<'_>) -> Result<String, MangleError> {
    let mut mangler = Mangler::new(dialect);
    mangler.ty(ty)?;
    Ok(mangler.out)
}

fn source_name_of(name: &Name) -> Option<&str> {
    match &name.unqualified {
        Unqualified::Source(name) => Some(name),
        _ => None,
    }
}

/// The identifier of a variable that is not mangled at all.
fn plain_variable_name<'n>(variable: &'n Variable, dialect: Dialect<'_>) -> Option<&'n str> {
    let name = &variable.name;
    let global = matches!(name.scope, Scope::Global) && name.args.is_none();
    let plain = match dialect {
        Dialect::Gnu => !name.internal && (variable.c_linkage || global && name.abi_tags.is_empty()),
        Dialect::Reference { .. } | Dialect::Device { .. } => global,
    };
    if plain { source_name_of(name) } else { None }
}

/// A substitutable component.
#[derive(PartialEq, Eq, Hash)]
enum Component<'m> {
    /// The function type in this pointer to member.
    MemberFunction(&'m Type),
    /// A namespace, class or template by scope and name, arguments apart.
    Base(&'m Scope, &'m Unqualified, &'m [crate::model::Ident]),
    /// A template-id.
    Instance(&'m Name),
    /// A compound type or template parameter.
    Type(&'m Type),
    /// A template template parameter applied to nothing.
    Param(TemplateParam),
    /// The pseudo-namespace of internal linkage.
    Internal,
}

impl<'m> Component<'m> {
    fn of_name(name: &'m Name) -> Self {
        if name.args.is_some() { Component::Instance(name) } else { Component::base(name) }
    }

    fn base(name: &'m Name) -> Self {
        Component::Base(&name.scope, &name.unqualified, &name.abi_tags)
    }
}

struct Mangler<'m, 'd> {
    out: String,
    substitutions: FxHashMap<Component<'m>, usize>,
    dialect: Dialect<'d>,
    without_types: bool,
    depth: u32,
}

type Step = Result<(), MangleError>;

impl<'m, 'd> Mangler<'m, 'd> {
    fn new(dialect: Dialect<'d>) -> Self {
        Mangler {
            out: String::new(),
            substitutions: FxHashMap::default(),
            dialect,
            without_types: false,
            depth: 0,
        }
    }

    fn nested(&mut self, step: impl FnOnce(&mut Self) -> Step) -> Step {
        if self.depth >= MAX_DEPTH || self.out.len() > MAX_LENGTH {
            return Err(MangleError::TooComplex);
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn number(&mut self, number: u64) {
        self.out.push_str(&number.to_string());
    }

    /// `<seq-id>`-like numbering where the first is empty: `_`, `0_`, `1_`.
    fn ordinal(&mut self, index: u32) {
        if index > 0 {
            self.number(u64::from(index) - 1);
        }
        self.out.push('_');
    }

    fn substitution(&mut self, component: &Component<'m>) -> bool {
        if let Some(abbreviation) = standard_abbreviation(component) {
            self.push(abbreviation);
            return true;
        }
        let Some(&index) = self.substitutions.get(component) else {
            return false;
        };
        self.out.push('S');
        if index > 0 {
            self.push(&base36(index - 1));
        }
        self.out.push('_');
        true
    }

    fn remember(&mut self, component: Component<'m>) {
        let index = self.substitutions.len();
        self.substitutions.entry(component).or_insert(index);
    }

    // ---- entities

    fn encoding(&mut self, entity: &'m Entity) -> Step {
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

    fn function(&mut self, function: &'m Function) -> Step {
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

    fn parameters(&mut self, ty: &'m FunctionType) -> Step {
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

    fn name(&mut self, name: &'m Name) -> Step {
        self.function_name(name, Qualifiers::NONE, RefQualifier::None)
    }

    fn function_name(&mut self, name: &'m Name, cv: Qualifiers, r: RefQualifier) -> Step {
        if let Some((function, discriminator)) = enclosing_function(name) {
            self.local_function(function)?;
            self.name_in_scope(name, cv, r)?;
            self.discriminator(discriminator);
            return Ok(());
        }
        self.name_in_scope(name, cv, r)
    }

    /// True for what stands in the pseudo-namespace of internal linkage.
    fn is_internal(&self, name: &Name) -> bool {
        matches!(self.dialect, Dialect::Device { .. })
            && enclosing_function(name).is_none()
            && has_internal_linkage(name)
    }

    /// `N <pseudo-namespace> <name> E`.
    fn internal_name(&mut self, name: &'m Name) -> Step {
        let Dialect::Device { module_id } = self.dialect else { return self.name(name) };
        self.out.push('N');
        self.source_name(&format!("_INTERNAL{module_id}"));
        self.remember(Component::Internal);
        self.qualified(name)?;
        self.out.push('E');
        Ok(())
    }

    /// The name inside `N` and `E`, without qualifiers.
    fn qualified(&mut self, name: &'m Name) -> Step {
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

    fn local_function(&mut self, function: &'m Entity) -> Step {
        self.out.push('Z');
        self.encoding(function)?;
        self.out.push('E');
        Ok(())
    }

    fn discriminator(&mut self, discriminator: u32) {
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

    fn name_in_scope(&mut self, name: &'m Name, cv: Qualifiers, r: RefQualifier) -> Step {
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

    fn unscoped(&mut self, name: &'m Name) -> Step {
        if matches!(name.scope, Scope::Member(_)) {
            self.push("St");
        }
        self.unqualified(name)
    }

    fn prefix(&mut self, scope: &'m Scope) -> Step {
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

    fn template_prefix(&mut self, name: &'m Name) -> Step {
        let base = Component::base(name);
        if self.substitution(&base) {
            return Ok(());
        }
        self.nested(|m| m.prefix(&name.scope))?;
        self.unqualified(name)?;
        self.remember(base);
        Ok(())
    }

    fn unqualified(&mut self, name: &'m Name) -> Step {
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

    fn unqualified_name(&mut self, name: &'m Unqualified) -> Step {
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

    fn source_name(&mut self, name: &str) {
        self.number(name.len() as u64);
        self.push(name);
    }

    fn qualifiers(&mut self, qualifiers: Qualifiers) {
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

    fn ref_qualifier(&mut self, qualifier: RefQualifier) {
        match qualifier {
            RefQualifier::None => {}
            RefQualifier::Lvalue => self.out.push('R'),
            RefQualifier::Rvalue => self.out.push('O'),
        }
    }

    // ---- types

    fn ty(&mut self, ty: &'m Type) -> Step {
        self.nested(|m| m.type_at_depth(ty))
    }

    fn type_at_depth(&mut self, ty: &'m Type) -> Step {
        if self.without_types {
            return match ty {
                Type::Unknown => Err(MangleError::Unknown),
                Type::PackExpansion(inner) => self.prefixed("Dp", inner),
                _ => {
                    self.push("1?");
                    Ok(())
                }
            };
        }
        match ty {
            Type::Unknown => return Err(MangleError::Unknown),
            Type::Builtin(builtin) => {
                self.push(builtin_code(*builtin));
                return Ok(());
            }
            Type::Auto => {
                self.push("Da");
                return Ok(());
            }
            Type::DecltypeAuto => {
                self.push("Dc");
                return Ok(());
            }
            Type::Named(name) => {
                let name: &'m Name = name;
                let component = Component::of_name(name);
                if self.substitution(&component) {
                    return Ok(());
                }
                self.name(name)?;
                self.remember(component);
                return Ok(());
            }
            Type::ParamTemplateId(param, args) => {
                let component = Component::Type(ty);
                if self.substitution(&component) {
                    return Ok(());
                }
                let template = Component::Param(*param);
                if !self.substitution(&template) {
                    self.template_param(*param);
                    self.remember(template);
                }
                self.template_args(args)?;
                self.remember(component);
                return Ok(());
            }
            _ => {}
        }
        let component = match ty {
            Type::Param(param) => Component::Param(*param),
            _ => Component::Type(ty),
        };
        if self.substitution(&component) {
            return Ok(());
        }
        self.compound(ty)?;
        self.remember(component);
        Ok(())
    }

    fn compound(&mut self, ty: &'m Type) -> Step {
        match ty {
            Type::Qualified(qualifiers, inner) => {
                self.qualifiers(*qualifiers);
                self.ty(inner)
            }
            Type::Pointer(inner) => self.prefixed("P", inner),
            Type::LvalueRef(inner) => self.prefixed("R", inner),
            Type::RvalueRef(inner) => self.prefixed("O", inner),
            Type::Complex(inner) => self.prefixed("C", inner),
            Type::PackExpansion(inner) => self.prefixed("Dp", inner),
            Type::Array(bound, element) => {
                self.out.push('A');
                match bound {
                    Bound::Unspecified => {}
                    Bound::Count(count) => self.number(*count),
                    Bound::Dependent(expr) => self.expr(expr)?,
                }
                self.out.push('_');
                self.ty(element)
            }
            Type::Function(function) => self.function_type(function),
            Type::MemberPointer { class, member } => {
                self.out.push('M');
                self.ty(class)?;
                let Type::Function(function) = &**member else { return self.ty(member) };
                // Never written as a substitution of another function type, but counted as one.
                self.function_type(function)?;
                self.remember(Component::MemberFunction(ty));
                Ok(())
            }
            Type::Param(param) => {
                self.template_param(*param);
                Ok(())
            }
            Type::Decltype(expr, id_expression) => {
                self.push(if *id_expression { "Dt" } else { "DT" });
                self.expr(expr)?;
                self.out.push('E');
                Ok(())
            }
            Type::Vector(lanes, element) => {
                self.push("Dv");
                self.number(*lanes);
                self.out.push('_');
                self.ty(element)
            }
            Type::Vendor(name) => {
                self.out.push('u');
                self.source_name(name);
                Ok(())
            }
            Type::Unknown
            | Type::Builtin(_)
            | Type::Named(_)
            | Type::ParamTemplateId(..)
            | Type::Auto
            | Type::DecltypeAuto => Err(MangleError::Unknown),
        }
    }

    fn prefixed(&mut self, prefix: &str, inner: &'m Type) -> Step {
        self.push(prefix);
        self.ty(inner)
    }

    fn function_type(&mut self, ty: &'m FunctionType) -> Step {
        self.qualifiers(ty.qualifiers);
        match &ty.exceptions {
            ExceptionSpec::None => {}
            ExceptionSpec::Noexcept => self.push("Do"),
            ExceptionSpec::Computed(expr) => {
                self.push("DO");
                self.expr(expr)?;
                self.out.push('E');
            }
        }
        self.out.push('F');
        match &ty.result {
            Some(result) => self.ty(result)?,
            None => self.out.push('v'),
        }
        self.parameters(ty)?;
        self.ref_qualifier(ty.ref_qualifier);
        self.out.push('E');
        Ok(())
    }

    fn template_param(&mut self, param: TemplateParam) {
        self.out.push('T');
        if param.level > 0 {
            self.out.push('L');
            self.number(u64::from(param.level) - 1);
            self.out.push('_');
        }
        self.ordinal(param.index);
    }

    // ---- template arguments and expressions

    fn template_args(&mut self, args: &'m [TemplateArg]) -> Step {
        self.out.push('I');
        for arg in args {
            self.nested(|m| m.template_arg(arg))?;
        }
        self.out.push('E');
        Ok(())
    }

    fn template_arg(&mut self, arg: &'m TemplateArg) -> Step {
        match arg {
            TemplateArg::Type(ty) => self.ty(ty),
            TemplateArg::Template(name) => {
                let component = Component::of_name(name);
                if self.substitution(&component) {
                    return Ok(());
                }
                self.name(name)?;
                self.remember(component);
                Ok(())
            }
            TemplateArg::Value(expr) => {
                if matches!(**expr, Expr::Literal(..) | Expr::Entity(_)) {
                    return self.expr(expr);
                }
                self.out.push('X');
                self.expr(expr)?;
                self.out.push('E');
                Ok(())
            }
            TemplateArg::Pack(args) => {
                self.out.push('J');
                for arg in args {
                    self.nested(|m| m.template_arg(arg))?;
                }
                self.out.push('E');
                Ok(())
            }
        }
    }

    fn expr(&mut self, expr: &'m Expr) -> Step {
        self.nested(|m| m.expr_at_depth(expr))
    }

    fn exprs(&mut self, exprs: &'m [crate::model::ExprRef]) -> Step {
        for expr in exprs {
            self.expr(expr)?;
        }
        Ok(())
    }

    fn expr_at_depth(&mut self, expr: &'m Expr) -> Step {
        match expr {
            Expr::Unknown => Err(MangleError::Unknown),
            Expr::Literal(ty, value) => self.literal(ty, value),
            Expr::Param(param) => {
                self.template_param(*param);
                Ok(())
            }
            Expr::FunctionParam { level, index, qualifiers } => {
                self.push("f");
                if *level > 0 {
                    self.out.push('L');
                    self.number(u64::from(*level) - 1);
                }
                self.out.push('p');
                self.qualifiers(*qualifiers);
                self.ordinal(*index);
                Ok(())
            }
            Expr::This => {
                self.push("fpT");
                Ok(())
            }
            Expr::Operator(code, operands) => {
                self.push(code);
                if matches!(*code, "pp" | "mm") && operands.len() == 1 {
                    self.out.push('_');
                }
                self.exprs(operands)
            }
            Expr::Call(callee, args) => {
                self.push("cl");
                self.expr(callee)?;
                self.exprs(args)?;
                self.out.push('E');
                Ok(())
            }
            Expr::Convert(ty, args) => {
                self.push("cv");
                self.ty(ty)?;
                if let [one] = args.as_slice() {
                    return self.expr(one);
                }
                self.out.push('_');
                self.exprs(args)?;
                self.out.push('E');
                Ok(())
            }
            Expr::ConvertList(ty, args) => {
                self.push("tl");
                self.ty(ty)?;
                self.exprs(args)?;
                self.out.push('E');
                Ok(())
            }
            Expr::List(args) => {
                self.push("il");
                self.exprs(args)?;
                self.out.push('E');
                Ok(())
            }
            Expr::Cast(code, ty, operand) => {
                self.push(code);
                self.ty(ty)?;
                self.expr(operand)
            }
            Expr::TypeOperand(code, ty) => {
                self.push(code);
                self.ty(ty)
            }
            Expr::SizeofPack(param) => {
                self.push("sZ");
                self.template_param(*param);
                Ok(())
            }
            Expr::PackExpansion(inner) => {
                self.push("sp");
                self.expr(inner)
            }
            Expr::Member(code, object, name) => {
                self.push(code);
                self.expr(object)?;
                self.unresolved(name)
            }
            Expr::Unresolved(name) => self.unresolved(name),
            Expr::Entity(entity) => {
                self.push("L_Z");
                self.encoding(entity)?;
                self.out.push('E');
                Ok(())
            }
            Expr::Fold(code, operator, operands) => {
                self.push(code);
                self.push(operator);
                self.exprs(operands)
            }
        }
    }

    fn literal(&mut self, ty: &'m Type, value: &'m LiteralValue) -> Step {
        self.out.push('L');
        self.ty(ty)?;
        match value {
            LiteralValue::Integer(value) => {
                if *value < 0 {
                    self.out.push('n');
                }
                self.push(&value.unsigned_abs().to_string());
            }
            LiteralValue::FloatBits(bits) => self.push(bits),
            LiteralValue::None => {}
        }
        self.out.push('E');
        Ok(())
    }

    fn unresolved(&mut self, name: &'m UnresolvedName) -> Step {
        if name.global {
            self.push("gs");
        }
        if let Some(scope) = &name.scope {
            self.push("sr");
            self.ty(scope)?;
        }
        match &name.name {
            Unqualified::Operator(code) => {
                self.push("on");
                self.push(code);
            }
            Unqualified::Destructor(_) => self.push("dn"),
            other => self.unqualified_name(other)?,
        }
        match &name.args {
            Some(args) => self.template_args(args),
            None => Ok(()),
        }
    }
}

/// The function whose body the name is declared in, with the discriminator of the outermost local
/// entity of the name.
fn enclosing_function(name: &Name) -> Option<(&Entity, u32)> {
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
fn has_internal_linkage(name: &Name) -> bool {
    name.internal || name.in_unnamed_namespace || has_internal_argument(name)
}

/// True for an instance of a namespace-scope function template whose arguments name a type of an
/// unnamed namespace directly.
fn has_internal_argument(name: &Name) -> bool {
    fn is_internal(arg: &TemplateArg) -> bool {
        match arg {
            TemplateArg::Type(ty) => matches!(&**ty, Type::Named(name) if is_unnamed_inside(name)),
            TemplateArg::Pack(args) => args.iter().any(is_internal),
            TemplateArg::Template(_) | TemplateArg::Value(_) => false,
        }
    }
    let at_namespace_scope = match &name.scope {
        Scope::Global => true,
        Scope::Member(scope) => scope.args.is_none(),
        Scope::Local { .. } | Scope::Dependent(_) => false,
    };
    at_namespace_scope && name.args.iter().flatten().any(is_internal)
}

fn is_unnamed_inside(name: &Name) -> bool {
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

fn has_return_in_encoding(name: &Name) -> bool {
    !matches!(
        name.unqualified,
        Unqualified::Constructor(_) | Unqualified::Destructor(_) | Unqualified::Conversion(_)
    )
}

fn base36(mut number: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut digits = Vec::new();
    loop {
        digits.push(char::from(DIGITS[number % 36]));
        number /= 36;
        if number == 0 {
            return digits.iter().rev().collect();
        }
    }
}

/// `Sa`, `Sb`, `Ss`, `Si`, `So`, `Sd` (§5.1.10); `St` is written by the callers.
fn standard_abbreviation(component: &Component<'_>) -> Option<&'static str> {
    match component {
        Component::Base(Scope::Member(scope), Unqualified::Source(name), []) if scope.is_std() => {
            match &**name {
                "allocator" => Some("Sa"),
                "basic_string" => Some("Sb"),
                _ => None,
            }
        }
        Component::Instance(name) => standard_instance(name),
        _ => None,
    }
}

fn standard_instance(name: &Name) -> Option<&'static str> {
    let args = name.args.as_deref()?;
    let template = std_template(name)?;
    let is_char =
        |arg: &TemplateArg| matches!(arg, TemplateArg::Type(ty) if **ty == Type::Builtin(Builtin::Char));
    let is_char_of = |arg: &TemplateArg, of: &str| {
        let TemplateArg::Type(ty) = arg else {
            return false;
        };
        let Type::Named(name) = &**ty else {
            return false;
        };
        std_template(name) == Some(of) && matches!(name.args.as_deref(), Some([only]) if is_char(only))
    };
    match (template, args) {
        ("basic_string", [c, t, a])
            if is_char(c) && is_char_of(t, "char_traits") && is_char_of(a, "allocator") =>
        {
            Some("Ss")
        }
        ("basic_istream" | "basic_ostream" | "basic_iostream", [c, t])
            if is_char(c) && is_char_of(t, "char_traits") =>
        {
            Some(match template {
                "basic_istream" => "Si",
                "basic_ostream" => "So",
                _ => "Sd",
            })
        }
        _ => None,
    }
}

fn std_template(name: &Name) -> Option<&str> {
    match (&name.scope, &name.unqualified) {
        (Scope::Member(scope), Unqualified::Source(ident)) if scope.is_std() && name.abi_tags.is_empty() => {
            Some(ident)
        }
        _ => None,
    }
}

fn builtin_code(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::Void => "v",
        Builtin::Bool => "b",
        Builtin::Char => "c",
        Builtin::SignedChar => "a",
        Builtin::UnsignedChar => "h",
        Builtin::WChar => "w",
        Builtin::Char8 => "Du",
        Builtin::Char16 => "Ds",
        Builtin::Char32 => "Di",
        Builtin::Short => "s",
        Builtin::UnsignedShort => "t",
        Builtin::Int => "i",
        Builtin::UnsignedInt => "j",
        Builtin::Long => "l",
        Builtin::UnsignedLong => "m",
        Builtin::LongLong => "x",
        Builtin::UnsignedLongLong => "y",
        Builtin::Int128 => "n",
        Builtin::UnsignedInt128 => "o",
        Builtin::Float => "f",
        Builtin::Double => "d",
        Builtin::LongDouble => "e",
        Builtin::Float128 => "g",
        Builtin::Float16 => "DF16_",
        Builtin::BFloat16 => "DF16b",
        Builtin::NullPtr => "Dn",
    }
}
