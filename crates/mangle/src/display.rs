//! Entities, names and types as the reference's messages show them.
//!
//! The reference has two printers, and which one a message uses is fixed per message (spec 2 §2):
//!
//! | text | made by | used in |
//! |---|---|---|
//! | `T1  ::ft<int> (T1, int)` | [`signature`] with [`Form::Full`] | callees of cross-space messages, host pass and call-graph walk |
//! | `S::cd const` | [`signature`] with [`Form::Bare`] | `identifier "…" is undefined in device code`; callers in the call-graph walk |
//! | `_ZN1S2sdE1?` | [`damaged_signature`] | callees in the host pass once it has reported an error |
//! | `operator+` | [`identifier`] | callers in the host pass; callees and callers in the device pass's front end |
//! | `N::S::m`, `f [with T=int]` | [`qualified`], [`specialization`] | redeclarations, overrides, references |
//! | `const T *const` | [`type_text`] | types in all other messages (spec 6 §10.2) |

pub use crate::demangle::Form;
use crate::demangle::{demangle, type_of_code};
use crate::itanium::{Dialect, MangleError, mangle, mangle_without_types};
use crate::model::{
    Bound, Builtin, Entity, ExceptionSpec, Expr, FunctionType, Ident, LiteralValue, Name, Qualifiers,
    RefQualifier, Scope, TemplateArg, TemplateParam, Type, Unqualified,
};
use crate::operators::operator_of_code;

/// Nesting of types and names beyond which text is cut short.
const MAX_DEPTH: u32 = 200;

/// The entity in the spelling of the reference's demangler. Entities whose linker name is plain
/// (`extern "C"`) print as that name.
///
/// # Errors
/// [`MangleError::Unknown`] when a part of the name is not known, [`MangleError::TooComplex`] when it
/// is nested too deeply.
pub fn signature(entity: &Entity, form: Form) -> Result<String, MangleError> {
    let symbol = mangle(entity, Dialect::Device { module_id: "" })?;
    if !symbol.starts_with("_Z") {
        return Ok(symbol);
    }
    demangle(&symbol, form).ok_or(MangleError::TooComplex)
}

/// The entity as the host pass shows what must not be called: [`signature`], but that a plain name which is the code of a
/// type prints as that type.
///
/// # Errors
/// As [`signature`].
pub fn callee(entity: &Entity) -> Result<String, MangleError> {
    let text = signature(entity, Form::Full)?;
    Ok(type_of_code(&text).unwrap_or(text))
}

/// The entity as the host pass shows it after the first error: names without types are demangled as
/// before, all others print as the raw linker name with `1?` for every type. `module_id` is part of
/// names with internal linkage.
///
/// # Errors
/// As [`signature`].
pub fn damaged_signature(entity: &Entity, module_id: &str) -> Result<String, MangleError> {
    let symbol = mangle_without_types(entity, Dialect::Device { module_id })?;
    if symbol.contains("1?") {
        return Ok(symbol);
    }
    callee(entity)
}

/// The unqualified name without template arguments: `h`, `~S`, `operator+`, `operator int`.
pub fn identifier(name: &Name) -> String {
    let mut text = String::new();
    Spelling { parameters: &[], depth: 0 }.unqualified(name, &mut text);
    text
}

/// The qualified name with template arguments: `N::S<int>::m`, `<unnamed>::f`.
/// `parameters` are the names of the template parameters that it may mention, by level and position.
pub fn qualified(name: &Name, parameters: &[Vec<Ident>]) -> String {
    let mut text = String::new();
    Spelling { parameters, depth: 0 }.name(name, &mut text);
    text
}

/// `f [with T=int, N=3]`: a name and what its template's parameters stand for.
pub fn specialization(name: &str, parameters: &[(&str, &TemplateArg)]) -> String {
    if parameters.is_empty() {
        return name.to_owned();
    }
    let pairs: Vec<String> =
        parameters.iter().map(|(parameter, arg)| format!("{parameter}={}", argument_text(arg))).collect();
    format!("{name} [with {}]", pairs.join(", "))
}

/// A template argument: `int *`, `3`, `&S::m`; a pack as `<int, char>`.
pub fn argument_text(arg: &TemplateArg) -> String {
    let mut text = String::new();
    let mut spelling = Spelling { parameters: &[], depth: 0 };
    if let TemplateArg::Pack(args) = arg {
        text.push('<');
        spelling.arguments(args, &mut text);
        text.push('>');
    } else {
        spelling.argument(arg, &mut text);
    }
    text
}

/// A type: `const T *const`, `int (*)(char, ...) noexcept`, `int S::*`.
/// `parameters` are the names of the template parameters that it may mention, by level and position.
pub fn type_text(ty: &Type, parameters: &[Vec<Ident>]) -> String {
    let mut text = String::new();
    Spelling { parameters, depth: 0 }.ty(ty, &mut text);
    text
}

struct Spelling<'a> {
    parameters: &'a [Vec<Ident>],
    depth: u32,
}

impl Spelling<'_> {
    fn nested(&mut self, step: impl FnOnce(&mut Self)) {
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            step(self);
            self.depth -= 1;
        }
    }

    // ---- names

    fn name(&mut self, name: &Name, out: &mut String) {
        self.nested(|s| {
            match &name.scope {
                Scope::Global => {}
                Scope::Member(scope) => {
                    s.name(scope, out);
                    out.push_str("::");
                }
                Scope::Local { .. } => {}
                Scope::Dependent(ty) => {
                    s.ty(ty, out);
                    out.push_str("::");
                }
            }
            s.unqualified(name, out);
            if let Some(args) = &name.args {
                out.push('<');
                s.arguments(args, out);
                out.push('>');
            }
        });
    }

    fn unqualified(&mut self, name: &Name, out: &mut String) {
        match &name.unqualified {
            Unqualified::Source(ident) => out.push_str(ident),
            Unqualified::Operator(code) => {
                let spelling = operator_of_code(code).map_or("", |operator| operator.spelling);
                let blank = if spelling.starts_with(|c: char| c.is_ascii_alphabetic()) { " " } else { "" };
                out.push_str("operator");
                out.push_str(blank);
                out.push_str(spelling);
            }
            Unqualified::LiteralOperator(suffix) => {
                out.push_str("operator \"\"");
                out.push_str(suffix);
            }
            Unqualified::Conversion(ty) => {
                out.push_str("operator ");
                self.ty(ty, out);
            }
            Unqualified::Constructor(_) => self.class_of_member(name, out),
            Unqualified::Destructor(_) => {
                out.push('~');
                self.class_of_member(name, out);
            }
            Unqualified::UnnamedNamespace | Unqualified::UnnamedType(_) => out.push_str("<unnamed>"),
            Unqualified::Closure { parameters, variadic, .. } => {
                out.push_str("lambda [](");
                self.types(parameters, *variadic, out);
                out.push(')');
            }
            Unqualified::Bindings(names) => {
                out.push('[');
                out.push_str(&names.join(", "));
                out.push(']');
            }
        }
    }

    /// The identifier of the class that a constructor or destructor belongs to.
    fn class_of_member(&mut self, name: &Name, out: &mut String) {
        if let Scope::Member(class) = &name.scope {
            self.unqualified(class, out);
        }
    }

    // ---- types

    fn ty(&mut self, ty: &Type, out: &mut String) {
        let text = self.declared(ty, String::new());
        out.push_str(&text);
    }

    /// The type around its declarator.
    fn declared(&mut self, ty: &Type, declarator: String) -> String {
        if self.depth >= MAX_DEPTH {
            return declarator;
        }
        self.depth += 1;
        let text = self.declared_at_depth(ty, declarator);
        self.depth -= 1;
        text
    }

    fn declared_at_depth(&mut self, ty: &Type, declarator: String) -> String {
        match ty {
            Type::Pointer(inner) => self.with_operator(inner, "*", declarator),
            Type::LvalueRef(inner) => self.with_operator(inner, "&", declarator),
            Type::RvalueRef(inner) => self.with_operator(inner, "&&", declarator),
            Type::MemberPointer { class, member } => {
                let mut operator = String::new();
                self.ty(class, &mut operator);
                operator.push_str("::*");
                self.with_operator(member, &operator, declarator)
            }
            Type::Qualified(qualifiers, inner) => match &**inner {
                Type::Pointer(_) | Type::MemberPointer { .. } => {
                    let words = qualifier_words(*qualifiers);
                    let blank =
                        if declarator.is_empty() || declarator.starts_with(['*', '&']) { "" } else { " " };
                    self.declared(inner, format!("{}{blank}{declarator}", words.trim_end()))
                }
                _ => qualifier_words(*qualifiers) + &self.declared(inner, declarator),
            },
            Type::Array(bound, element) => {
                let mut bounds = String::from("[");
                match bound {
                    Bound::Unspecified => {}
                    Bound::Count(count) => bounds += &count.to_string(),
                    Bound::Dependent(expr) => self.expr(expr, &mut bounds),
                }
                bounds.push(']');
                self.declared(element, declarator + &bounds)
            }
            Type::Function(function) => {
                let mut tail = declarator;
                self.function_tail(function, &mut tail);
                match &function.result {
                    Some(result) => self.declared(result, tail),
                    None => tail,
                }
            }
            Type::PackExpansion(inner) => self.declared(inner, declarator) + "...",
            _ => {
                let mut text = String::new();
                self.specifier(ty, &mut text);
                if !declarator.is_empty() {
                    text.push(' ');
                }
                text + &declarator
            }
        }
    }

    fn with_operator(&mut self, inner: &Type, operator: &str, declarator: String) -> String {
        let declarator = format!("{operator}{declarator}");
        match inner {
            Type::Array(..) | Type::Function(_) => self.declared(inner, format!("({declarator})")),
            _ => self.declared(inner, declarator),
        }
    }

    /// Parameters and what follows them.
    fn function_tail(&mut self, function: &FunctionType, out: &mut String) {
        out.push('(');
        self.types(&function.parameters, function.variadic, out);
        out.push(')');
        if function.qualifiers.is_const {
            out.push_str(" const");
        }
        if function.qualifiers.is_volatile {
            out.push_str(" volatile");
        }
        match function.ref_qualifier {
            RefQualifier::None => {}
            RefQualifier::Lvalue => out.push_str(" &"),
            RefQualifier::Rvalue => out.push_str(" &&"),
        }
        match &function.exceptions {
            ExceptionSpec::None => {}
            ExceptionSpec::Noexcept => out.push_str(" noexcept"),
            ExceptionSpec::Computed(condition) => {
                out.push_str(" noexcept(");
                self.expr(condition, out);
                out.push(')');
            }
        }
    }

    fn types(&mut self, types: &[crate::model::TypeRef], variadic: bool, out: &mut String) {
        for (index, ty) in types.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.ty(ty, out);
        }
        if variadic {
            out.push_str(if types.is_empty() { "..." } else { ", ..." });
        }
    }

    fn specifier(&mut self, ty: &Type, out: &mut String) {
        match ty {
            Type::Builtin(builtin) => out.push_str(builtin_text(*builtin)),
            Type::Named(name) => self.name(name, out),
            Type::Param(param) => self.parameter(*param, out),
            Type::ParamTemplateId(param, args) => {
                self.parameter(*param, out);
                out.push('<');
                self.arguments(args, out);
                out.push('>');
            }
            Type::Decltype(expr, _) => {
                out.push_str("decltype(");
                self.expr(expr, out);
                out.push(')');
            }
            Type::Vector(lanes, element) => {
                out.push_str(&format!("__attribute((vector_size({lanes}*sizeof("));
                self.ty(element, out);
                out.push_str(")))) ");
                self.ty(element, out);
            }
            Type::Complex(inner) => {
                out.push_str("_Complex ");
                self.ty(inner, out);
            }
            Type::Auto => out.push_str("auto"),
            Type::DecltypeAuto => out.push_str("decltype(auto)"),
            Type::Vendor(name) => out.push_str(name),
            Type::Unknown => out.push_str("<unknown-type>"),
            Type::Qualified(..)
            | Type::Pointer(_)
            | Type::LvalueRef(_)
            | Type::RvalueRef(_)
            | Type::Array(..)
            | Type::Function(_)
            | Type::MemberPointer { .. }
            | Type::PackExpansion(_) => self.ty(ty, out),
        }
    }

    fn parameter(&mut self, param: TemplateParam, out: &mut String) {
        let list = self.parameters.get(param.level as usize);
        match list.and_then(|list| list.get(param.index as usize)) {
            Some(name) => out.push_str(name),
            None => out.push_str(&format!("T{}", param.index + 1)),
        }
    }

    // ---- template arguments

    fn arguments(&mut self, args: &[TemplateArg], out: &mut String) {
        let mut first = true;
        self.flat_arguments(args, &mut first, out);
    }

    /// Packs print as their elements.
    fn flat_arguments(&mut self, args: &[TemplateArg], first: &mut bool, out: &mut String) {
        for arg in args {
            if let TemplateArg::Pack(args) = arg {
                self.nested(|s| s.flat_arguments(args, first, out));
                continue;
            }
            if !std::mem::take(first) {
                out.push_str(", ");
            }
            self.argument(arg, out);
        }
    }

    fn argument(&mut self, arg: &TemplateArg, out: &mut String) {
        match arg {
            TemplateArg::Type(ty) => self.ty(ty, out),
            TemplateArg::Template(name) => self.name(name, out),
            TemplateArg::Value(expr) => self.expr(expr, out),
            TemplateArg::Pack(args) => self.arguments(args, out),
        }
    }

    /// A value: literals, addresses of entities and parameters; any other expression as `<expression>`.
    fn expr(&mut self, expr: &Expr, out: &mut String) {
        match expr {
            Expr::Literal(ty, value) => self.literal(ty, value, out),
            Expr::Param(param) => self.parameter(*param, out),
            Expr::Entity(entity) => self.entity(entity, out),
            Expr::Operator("ad", operands) if operands.len() == 1 => {
                out.push('&');
                self.nested(|s| s.expr(&operands[0], out));
            }
            Expr::PackExpansion(inner) => {
                self.nested(|s| s.expr(inner, out));
                out.push_str("...");
            }
            Expr::SizeofPack(param) => {
                out.push_str("sizeof...(");
                self.parameter(*param, out);
                out.push(')');
            }
            _ => out.push_str("<expression>"),
        }
    }

    fn entity(&mut self, entity: &Entity, out: &mut String) {
        match entity {
            Entity::Function(function) => self.name(&function.name, out),
            Entity::Variable(variable) | Entity::Guard(variable) => self.name(&variable.name, out),
            Entity::OfType(_, ty) => self.ty(ty, out),
            Entity::Thunk { function, .. } => self.entity(function, out),
            Entity::StringLiteral { .. } => out.push_str("<expression>"),
        }
    }

    fn literal(&mut self, ty: &Type, value: &LiteralValue, out: &mut String) {
        let LiteralValue::Integer(value) = value else {
            out.push_str(if *ty == Type::Builtin(Builtin::NullPtr) { "nullptr" } else { "<expression>" });
            return;
        };
        let suffix = match ty {
            Type::Builtin(Builtin::Bool) => {
                out.push_str(if *value == 0 { "false" } else { "true" });
                return;
            }
            Type::Builtin(Builtin::Char) => {
                out.push_str(&character(*value));
                return;
            }
            Type::Builtin(Builtin::NullPtr) => {
                out.push_str("nullptr");
                return;
            }
            Type::Builtin(Builtin::UnsignedInt) => "U",
            Type::Builtin(Builtin::Long) => "L",
            Type::Builtin(Builtin::UnsignedLong) => "UL",
            Type::Builtin(Builtin::LongLong) => "LL",
            Type::Builtin(Builtin::UnsignedLongLong) => "ULL",
            Type::Builtin(_) => "",
            _ => {
                out.push('(');
                self.ty(ty, out);
                out.push(')');
                ""
            }
        };
        out.push_str(&value.to_string());
        out.push_str(suffix);
    }
}

/// A `char` value as a character literal.
fn character(value: i128) -> String {
    match u8::try_from(value).ok().map(char::from) {
        Some(c) if c.is_ascii_graphic() || c == ' ' => match c {
            '\'' | '\\' => format!("'\\{c}'"),
            _ => format!("'{c}'"),
        },
        Some('\n') => "'\\n'".to_owned(),
        Some('\t') => "'\\t'".to_owned(),
        Some('\0') => "'\\000'".to_owned(),
        _ => format!("'\\{:03o}'", value & 0xff),
    }
}

/// Qualifiers, each with a blank behind it.
fn qualifier_words(qualifiers: Qualifiers) -> String {
    let words = [
        (qualifiers.is_const, "const "),
        (qualifiers.is_volatile, "volatile "),
        (qualifiers.is_restrict, "__restrict__ "),
    ];
    words.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word).collect()
}

/// A fundamental type as diagnostics write it.
pub fn builtin_text(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::Void => "void",
        Builtin::Bool => "bool",
        Builtin::Char => "char",
        Builtin::SignedChar => "signed char",
        Builtin::UnsignedChar => "unsigned char",
        Builtin::WChar => "wchar_t",
        Builtin::Char8 => "char8_t",
        Builtin::Char16 => "char16_t",
        Builtin::Char32 => "char32_t",
        Builtin::Short => "short",
        Builtin::UnsignedShort => "unsigned short",
        Builtin::Int => "int",
        Builtin::UnsignedInt => "unsigned int",
        Builtin::Long => "long",
        Builtin::UnsignedLong => "unsigned long",
        Builtin::LongLong => "long long",
        Builtin::UnsignedLongLong => "unsigned long long",
        Builtin::Int128 => "__int128",
        Builtin::UnsignedInt128 => "unsigned __int128",
        Builtin::Float => "float",
        Builtin::Double => "double",
        Builtin::LongDouble => "long double",
        Builtin::Float128 => "__float128",
        Builtin::Float16 => "_Float16",
        Builtin::Half => "__fp16",
        Builtin::Float32 => "_Float32",
        Builtin::Float32x => "_Float32x",
        Builtin::Float64 => "_Float64",
        Builtin::Float64x => "_Float64x",
        Builtin::ExtendedFloat128 => "_Float128",
        Builtin::BFloat16 | Builtin::VendorBFloat16 => "__bf16",
        Builtin::NullPtr => "std::nullptr_t",
    }
}
