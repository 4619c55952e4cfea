//! Types (itanium-cxx-abi §5.1.5).

use super::{Component, MangleError, Mangler, Step};
use crate::model::{Bound, Builtin, ExceptionSpec, FunctionType, Name, TemplateParam, Type};

impl<'m, 'd> Mangler<'m, 'd> {
    pub(super) fn ty(&mut self, ty: &'m Type) -> Step {
        self.nested(|m| m.type_at_depth(ty))
    }

    pub(super) fn type_at_depth(&mut self, ty: &'m Type) -> Step {
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

    pub(super) fn compound(&mut self, ty: &'m Type) -> Step {
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

    pub(super) fn prefixed(&mut self, prefix: &str, inner: &'m Type) -> Step {
        self.push(prefix);
        self.ty(inner)
    }

    pub(super) fn function_type(&mut self, ty: &'m FunctionType) -> Step {
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

    pub(super) fn template_param(&mut self, param: TemplateParam) {
        self.out.push('T');
        if param.level > 0 {
            self.out.push('L');
            self.number(u64::from(param.level) - 1);
            self.out.push('_');
        }
        self.ordinal(param.index);
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
        Builtin::Half => "Dh",
        Builtin::Float32 => "DF32_",
        Builtin::Float32x => "DF32x",
        Builtin::Float64 => "DF64_",
        Builtin::Float64x => "DF64x",
        Builtin::ExtendedFloat128 => "DF128_",
        Builtin::BFloat16 => "DF16b",
        Builtin::VendorBFloat16 => "u6__bf16",
        Builtin::NullPtr => "Dn",
    }
}
