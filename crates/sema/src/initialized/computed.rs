//! Variables of templates that are computed from what the arguments decide: the reference takes them for quiet in device
//! code unless an operator, a call or a conversion could be one of the user's, whose operand or result has a type that
//! depends on the arguments (measured).

use asunder_decls::names::DeclRef;
use asunder_decls::written::{LocalId, TemplateParamKind, TypeExpr};
use asunder_hir::body::{CastKind, Expr, ExprId, Init, Stmt};
use asunder_types::{Kind, Param, Ty, Value};

use crate::implied::Code;
use crate::infer::{At, Named, Node, What};

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    /// Its type is known whatever the arguments are, and none of the user's.
    Plain,
    /// A pointer to what depends on them.
    Pointer,
    /// Its type depends on them.
    Open,
}

/// Variables that device code may name without a declaration in it.
const BUILT_IN: [&str; 5] = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];

/// Whether a variable of a block in device code, of this type, surely is made without code that counts, whatever the
/// arguments of the template are.
pub(super) fn is_computed_quietly<'db>(code: Code<'_, 'db>, item: u32, local: LocalId, ty: Ty<'db>) -> bool {
    let declared = code.body.stmts.iter().find_map(|stmt| match stmt {
        Stmt::Decl(all) => all.iter().find(|declared| declared.decl == local),
        _ => None,
    });
    let operand = match declared.map(|declared| &declared.init) {
        Some(Init::Copy(expr)) => *expr,
        Some(Init::Paren(all)) if all.len() == 1 => all[0],
        _ => return false,
    };
    let Some(given) = of_expr(code, operand) else { return false };
    if code.sema.has_placeholder(DeclRef { item, local }) {
        return given == Operand::Plain;
    }
    match ty.kind(code.sema.db) {
        Kind::Reference(..) => matches!(code.body[operand], Expr::Name(_)) && given != Operand::Plain,
        _ => of_type(code, ty).is_some_and(|own| own != Operand::Open),
    }
}

/// What an object of a type is as an operand; `None` where that is not known, or it is one of a class.
fn of_type<'db>(code: Code<'_, 'db>, ty: Ty<'db>) -> Option<Operand> {
    let db = code.sema.db;
    if ty.qualifiers(db).is_volatile {
        return None;
    }
    match ty.unqualified(db).kind(db) {
        Kind::Builtin(_) => Some(Operand::Plain),
        Kind::Param(_) | Kind::Dependent => Some(Operand::Open),
        Kind::Pointer(to) if code.sema.is_dependent(*to) => Some(Operand::Pointer),
        Kind::Pointer(_) => Some(Operand::Plain),
        _ => None,
    }
}

/// What an expression is that changes and calls nothing.
fn of_expr(code: Code<'_, '_>, expr: ExprId) -> Option<Operand> {
    let plain = |expr| of_expr(code, expr).filter(|it| *it == Operand::Plain);
    match &code.body[expr] {
        Expr::Integer(..)
        | Expr::Floating(..)
        | Expr::Character(..)
        | Expr::String(..)
        | Expr::Bool(_)
        | Expr::Nullptr
        | Expr::Sizeof(_) => Some(Operand::Plain),
        Expr::Paren(inner) => of_expr(code, *inner),
        Expr::Name(path) => match node_of(code, expr) {
            Some(node) => of_named(code, node),
            // A member of what depends on the arguments, a constant as far as anybody sees.
            None => (path.segments.len() > 1).then_some(Operand::Open),
        },
        Expr::Member(object, false, _) => {
            let Expr::Name(path) = &code.body[*object] else { return None };
            let is_built_in = path.as_ident().is_some_and(|name| BUILT_IN.contains(&&**name));
            let is_outside = || matches!(node_of(code, *object)?.named, Some(Named::Symbol(_))).then_some(());
            is_outside().filter(|()| is_built_in).map(|()| Operand::Plain)
        }
        Expr::Unary("-" | "+" | "~", operand) => plain(*operand),
        Expr::Unary("!", operand) => (of_expr(code, *operand)? != Operand::Open).then_some(Operand::Plain),
        Expr::Binary(operator, left, right) if !is_assignment(operator) => {
            plain(*left)?;
            plain(*right)
        }
        Expr::Conditional(condition, Some(then), otherwise) => {
            of_expr(code, *condition)?;
            plain(*then)?;
            plain(*otherwise)
        }
        Expr::Cast(CastKind::C | CastKind::Static | CastKind::Reinterpret | CastKind::Const, to, operand) => {
            of_expr(code, *operand).filter(|_| is_plain(to))?;
            Some(Operand::Plain)
        }
        _ => None,
    }
}

fn is_assignment(operator: &str) -> bool {
    operator.ends_with('=') && !matches!(operator, "==" | "!=" | "<=" | ">=")
}

/// Whether a written type is an arithmetic one, or a pointer to one.
fn is_plain(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Builtin(_) | TypeExpr::Signed(_) => true,
        TypeExpr::Qualified(_, inner) | TypeExpr::Pointer(inner) => is_plain(inner),
        _ => false,
    }
}

/// The variable or constant that a name means.
fn node_of<'a, 'db>(code: Code<'a, 'db>, expr: ExprId) -> Option<&'a Node<'db>> {
    let is_it = |node: &&Node<'db>| {
        let is_here = match node.at {
            At::Start(at) | At::Point(at) | At::Tail(at, _) => at == expr,
            At::None => false,
        };
        is_here && (node.named.is_some() || matches!(node.what, What::Constant(_)))
    };
    code.tree.nodes.iter().find(is_it)
}

fn of_named<'db>(code: Code<'_, 'db>, node: &Node<'db>) -> Option<Operand> {
    match &node.what {
        What::Constant(Value::Param(param)) => of_parameter(code, *param),
        // What a reference names may be anything.
        _ => match node.ty.kind(code.sema.db) {
            Kind::Reference(to, _) => of_type(code, *to).filter(|it| *it == Operand::Plain),
            _ => of_type(code, node.ty),
        },
    }
}

/// A template parameter for values of an arithmetic type.
fn of_parameter(code: Code<'_, '_>, param: Param) -> Option<Operand> {
    let header = code.sema.decl(param.template).templates.get(param.header as usize)?;
    let TemplateParamKind::Value(ty, _) = &header.params.get(param.index as usize)?.kind else { return None };
    matches!(ty, TypeExpr::Builtin(_) | TypeExpr::Signed(_)).then_some(Operand::Plain)
}
