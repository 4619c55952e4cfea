//! Bodies of expressions that declarations keep.

use asunder_decls::written;
use asunder_mangle::model::Ident;

use super::{deep, operators};
use crate::body::{Args, Body, CastKind, Clause, Designator, Expr, ExprId, Init, Root, TypeOrExpr};

/// The body that is `expr`.
pub fn of_written(expr: &written::Expr) -> Body {
    let mut body = Body::default();
    let root = lower(&mut body, expr);
    body.root = Root::Expr(root);
    body
}

fn push(body: &mut Body, expr: Expr) -> ExprId {
    body.exprs.push(expr);
    ExprId(body.exprs.len() as u32 - 1)
}

fn lower(body: &mut Body, expr: &written::Expr) -> ExprId {
    deep(|| lower_at_depth(body, expr))
}

fn all(body: &mut Body, exprs: &[written::Expr]) -> Vec<ExprId> {
    exprs.iter().map(|expr| lower(body, expr)).collect()
}

fn operator(text: &Ident) -> Result<&'static str, Expr> {
    operators::known(text).ok_or(Expr::Missing("operator"))
}

fn lower_at_depth(body: &mut Body, expr: &written::Expr) -> ExprId {
    use written::Expr as Written;
    let made = match expr {
        Written::Unknown => Expr::Missing("expression of a declaration"),
        Written::Integer(value, ty) => match u128::try_from(*value) {
            Ok(value) => Expr::Integer(value, *ty),
            Err(_) => Expr::Missing("integer"),
        },
        Written::Character(value, ty) => Expr::Character(*value, *ty),
        Written::Floating(bits, ty) => Expr::Floating(format!("{:?}", f64::from_bits(*bits)).into(), *ty),
        Written::Bool(value) => Expr::Bool(*value),
        Written::Nullptr => Expr::Nullptr,
        Written::Name(path) => Expr::Name(path.clone()),
        Written::Paren(inner) => Expr::Paren(lower(body, inner)),
        Written::Unary(op, operand) => {
            let operand = lower(body, operand);
            operator(op).map_or_else(|missing| missing, |op| Expr::Unary(op, operand))
        }
        Written::Postfix(op, operand) => {
            let operand = lower(body, operand);
            operator(op).map_or_else(|missing| missing, |op| Expr::Postfix(op, operand))
        }
        Written::Binary(op, lhs, rhs) => {
            let (lhs, rhs) = (lower(body, lhs), lower(body, rhs));
            operator(op).map_or_else(|missing| missing, |op| Expr::Binary(op, lhs, rhs))
        }
        Written::Conditional(parts) => {
            let [condition, then, otherwise] = &**parts;
            let condition = lower(body, condition);
            let then = Some(lower(body, then));
            Expr::Conditional(condition, then, lower(body, otherwise))
        }
        Written::SizeofType(ty) => Expr::Sizeof(TypeOrExpr::Type((**ty).clone())),
        Written::AlignofType(ty) => Expr::Alignof(TypeOrExpr::Type((**ty).clone())),
        Written::Trait(name, types) => {
            Expr::Trait(name.clone(), types.iter().cloned().map(TypeOrExpr::Type).collect())
        }
        Written::Noexcept(operand) => Expr::Noexcept(lower(body, operand)),
        Written::SizeofExpr(operand) => Expr::Sizeof(TypeOrExpr::Expr(lower(body, operand))),
        Written::SizeofEither(ty, operand) => {
            let operand = lower(body, operand);
            Expr::Sizeof(TypeOrExpr::Either((**ty).clone(), operand))
        }
        Written::Index(base, index) => {
            let (base, index) = (lower(body, base), lower(body, index));
            Expr::Index(base, vec![index])
        }
        Written::String(ty, length, elements) => Expr::String(*ty, *length, elements.clone()),
        Written::New(new) => {
            let placement = all(body, &new.placement);
            let init = match &new.init {
                written::NewInit::None => Init::None,
                written::NewInit::Paren(args) => Init::Paren(all(body, args)),
                written::NewInit::Brace(clauses) => Init::Brace(list(body, clauses)),
            };
            Expr::New { global: new.global, placement, ty: new.ty.clone(), bound: None, init }
        }
        Written::SizeofPack(pack) => Expr::SizeofPack(pack.clone()),
        Written::Cast(kind, ty, operand) => {
            let operand = lower(body, operand);
            let cast = match &**kind {
                "f" => None,
                "static_cast" => Some(CastKind::Static),
                "dynamic_cast" => Some(CastKind::Dynamic),
                "const_cast" => Some(CastKind::Const),
                "reinterpret_cast" => Some(CastKind::Reinterpret),
                _ => Some(CastKind::C),
            };
            match cast {
                Some(kind) => Expr::Cast(kind, (**ty).clone(), operand),
                None => Expr::Construct((**ty).clone(), Args::Paren(vec![operand])),
            }
        }
        Written::Construct(ty, args) => Expr::Construct((**ty).clone(), Args::Paren(all(body, args))),
        Written::ConstructList(ty, clauses) => {
            let list = list(body, clauses);
            Expr::Construct((**ty).clone(), Args::Brace(list))
        }
        Written::List(clauses) => return list(body, clauses),
        Written::Designated(_, value) => return lower(body, value),
        Written::Call(callee, args) => {
            let callee = lower(body, callee);
            Expr::Call(callee, all(body, args))
        }
        Written::Member(base, arrow, path) => Expr::Member(lower(body, base), *arrow, path.clone()),
        Written::Expansion(pattern) => Expr::Expansion(lower(body, pattern)),
        Written::Fold(op, front, back) => {
            let front = front.as_ref().map(|side| lower(body, side));
            let back = back.as_ref().map(|side| lower(body, side));
            operator(op).map_or_else(|missing| missing, |op| Expr::Fold(op, front, back))
        }
        Written::IntegerPack(_) => Expr::Missing("integer pack"),
        Written::This => Expr::This,
        Written::Lambda => Expr::Missing("lambda of a declaration"),
    };
    push(body, made)
}

fn list(body: &mut Body, clauses: &[written::Expr]) -> ExprId {
    let clauses = clauses
        .iter()
        .map(|clause| match clause {
            written::Expr::Designated(member, value) => {
                let value = lower(body, value);
                Clause { designators: vec![Designator::Member(member.clone())], value }
            }
            value => Clause { designators: Vec::new(), value: lower(body, value) },
        })
        .collect();
    push(body, Expr::List(clauses))
}
