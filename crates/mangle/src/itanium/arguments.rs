//! Template arguments and expressions (itanium-cxx-abi §5.1.6–5.1.8).

use super::{Component, Dialect, MangleError, Mangler, Step};
use crate::model::{Expr, LiteralValue, TemplateArg, Type, Unqualified, UnresolvedName};

impl<'m, 'd> Mangler<'m, 'd> {
    pub(super) fn template_args(&mut self, args: &'m [TemplateArg]) -> Step {
        self.out.push('I');
        for arg in args {
            self.nested(|m| m.template_arg(arg))?;
        }
        self.out.push('E');
        Ok(())
    }

    pub(super) fn template_arg(&mut self, arg: &'m TemplateArg) -> Step {
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

    pub(super) fn expr(&mut self, expr: &'m Expr) -> Step {
        self.nested(|m| m.expr_at_depth(expr))
    }

    pub(super) fn exprs(&mut self, exprs: &'m [crate::model::ExprRef]) -> Step {
        for expr in exprs {
            self.expr(expr)?;
        }
        Ok(())
    }

    pub(super) fn expr_at_depth(&mut self, expr: &'m Expr) -> Step {
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
                let shown = match self.dialect {
                    Dialect::Gnu => args.iter().rposition(|arg| !is_zero(arg)).map_or(0, |last| last + 1),
                    Dialect::Reference { .. } | Dialect::Device { .. } => args.len(),
                };
                self.exprs(&args[..shown])?;
                self.out.push('E');
                Ok(())
            }
            Expr::Designated(name, value) => {
                self.push("di");
                self.number(name.len() as u64);
                self.push(name);
                self.expr(value)
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

    pub(super) fn literal(&mut self, ty: &'m Type, value: &'m LiteralValue) -> Step {
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

    pub(super) fn unresolved(&mut self, name: &'m UnresolvedName) -> Step {
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

/// A value of zero, which g++ leaves out at the end of a class's value.
fn is_zero(value: &Expr) -> bool {
    match value {
        Expr::Literal(_, LiteralValue::Integer(value)) => *value == 0,
        Expr::Literal(_, LiteralValue::FloatBits(bits)) => bits.bytes().all(|digit| digit == b'0'),
        Expr::ConvertList(_, args) => args.iter().all(|arg| is_zero(arg)),
        _ => false,
    }
}
