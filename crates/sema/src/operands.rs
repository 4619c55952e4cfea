//! Operands whose meaning lies outside the language: those of inline assembly, and the arguments of functions that only
//! the compiler knows. Rules about them need their types.

use std::borrow::Cow;

use asunder_decls::written::DeclKind;
use asunder_hir::body::{Body, Expr, ExprId};
use asunder_hir::source_map::BodySourceMap;
use asunder_mangle::model::Ident;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextRange};
use asunder_types::{Bound, Builtin, Kind, Ty, Value, is_floating, is_integral};

use crate::examined::examined;
use crate::infer::{Infer, Inferred, Named, NodeId, What};
use crate::mistakes::Templates;
use crate::view::Sema;

/// The operands in bodies, in the order in which they are read. In templates as they are written, the shapes of those
/// that depend on template parameters are not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operands {
    /// Those of inline assembly.
    pub of_assembly: Vec<Operand>,
    /// Calls of functions that only the compiler knows.
    pub calls: Vec<BuiltInCall>,
}

/// A call of a function that no text declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltInCall {
    /// The function's name.
    pub name: Ident,
    /// The call, in bytes of the item's text.
    pub range: TextRange,
    /// The arguments.
    pub args: Vec<Operand>,
}

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Where it stands, in bytes of the item's text.
    pub range: TextRange,
    /// Its type, arrays and functions as pointers.
    pub shape: Shape,
    /// What a pointer points to.
    pub pointee: Option<Shape>,
    /// The value of an integer constant.
    pub value: Option<i128>,
    /// Whether literals and enumerators alone make it; `None` where that is not known.
    pub is_literal: Option<bool>,
}

/// What a type is to an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The kind of type.
    pub kind: ShapeKind,
    /// In bytes; nothing for what has no size, or none that is known.
    pub size: Option<u64>,
    /// It is `const` or `volatile`.
    pub is_qualified: bool,
}

/// Kinds of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// Not known.
    Unknown,
    /// `void`
    Void,
    /// `bool`, characters and integers.
    Integer(Builtin),
    /// `float`, `double` and their kin.
    Floating(Builtin),
    /// An enumeration.
    Enumeration,
    /// A pointer to an object or a function.
    Pointer,
    /// A class or union.
    Class,
    /// An array or a function, pointed to.
    Compound,
    /// `std::nullptr_t`, or a pointer to a member.
    Other,
    /// That of an output which nothing can be written to.
    Refused,
}

/// An operand of a body.
#[derive(Clone, Debug)]
pub(crate) struct Noted {
    pub(crate) expr: ExprId,
    shape: Shape,
    pointee: Option<Shape>,
    value: Option<i128>,
    is_literal: Option<bool>,
}

/// What a body notes of operands.
#[derive(Clone, Debug, Default)]
pub(crate) struct NotedOperands {
    of_assembly: Vec<Noted>,
    calls: Vec<(ExprId, Ident, Vec<Noted>)>,
}

/// The operands of an item, those of its templates included where a pass checks these as they are written.
pub fn operands(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
    templates: Templates,
) -> Cow<'_, Operands> {
    let examined = examined(db, source, item, dialect);
    let (outside, inside) = (&examined.operands, &examined.operands_in_templates);
    if templates == Templates::Skipped || inside.is_empty() {
        return Cow::Borrowed(outside);
    }
    Cow::Owned(Operands {
        of_assembly: [&outside.of_assembly[..], &inside.of_assembly[..]].concat(),
        calls: [&outside.calls[..], &inside.calls[..]].concat(),
    })
}

/// The operands of the templates of an item as they are written.
pub fn operands_in_templates(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> &Operands {
    &examined(db, source, item, dialect).operands_in_templates
}

impl Operands {
    /// Adds what a body notes, and the generic lambdas in it.
    pub(crate) fn add(&mut self, tree: &Inferred<'_>, places: &BodySourceMap) {
        self.add_noted(tree.operands.clone(), places);
        tree.in_patterns.iter().for_each(|pattern| self.add(pattern, places));
    }

    fn add_noted(&mut self, noted: NotedOperands, places: &BodySourceMap) {
        let operand = |noted: Noted| Operand {
            range: places.range(noted.expr),
            shape: noted.shape,
            pointee: noted.pointee,
            value: noted.value,
            is_literal: noted.is_literal,
        };
        self.of_assembly.extend(noted.of_assembly.into_iter().map(operand));
        self.calls.extend(noted.calls.into_iter().map(|(call, name, args)| BuiltInCall {
            name,
            range: places.range(call),
            args: args.into_iter().map(operand).collect(),
        }));
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.of_assembly.is_empty() && self.calls.is_empty()
    }

    /// The operand of inline assembly in a range.
    pub fn in_assembly(&self, range: TextRange) -> Option<&Operand> {
        self.of_assembly.iter().find(|operand| operand.range == range)
    }
}

impl<'db> Infer<'_, 'db> {
    /// Notes an operand of inline assembly; `is_refused`: it is an output that nothing can be written to.
    pub(crate) fn note_operand(&mut self, expr: ExprId, node: NodeId, is_refused: bool) {
        if self.unevaluated == 0 {
            let mut noted = self.noted(expr, node);
            if is_refused {
                noted.shape = Shape { kind: ShapeKind::Refused, ..Shape::UNKNOWN };
            }
            self.out.operands.of_assembly.push(noted);
        }
    }

    /// Notes a call of a function that no text declares.
    pub(crate) fn note_built_in_call(&mut self, call: ExprId, name: &Ident, args: &[(ExprId, NodeId)]) {
        if self.unevaluated == 0 {
            let args = args.iter().map(|(expr, node)| self.noted(*expr, *node)).collect();
            self.out.operands.calls.push((call, name.clone(), args));
        }
    }

    fn noted(&mut self, expr: ExprId, node: NodeId) -> Noted {
        let db = self.db();
        let ty = self.node(node).ty.referred(db);
        let is_value = !matches!(self.node(node).what, What::Functions | What::List | What::Gap(_));
        let shape = match is_value {
            true => self.sema.shape_of_value(ty),
            false => Shape::UNKNOWN,
        };
        let pointee = match ty.unqualified(db).kind(db) {
            Kind::Array(element, _) => Some(self.sema.shape(*element)),
            _ => ty.unqualified(db).pointee(db).map(|to| self.sema.shape(to)),
        };
        let value = match self.value_of(node) {
            Some(Value::Integer(value, _)) => Some(value),
            _ => None,
        };
        Noted { expr, shape, pointee, value, is_literal: self.is_literal(self.body, expr, node) }
    }

    /// Whether an expression is made of literals and enumerators.
    fn is_literal(&self, body: &Body, expr: ExprId, node: NodeId) -> Option<bool> {
        let operand = |operand: ExprId| self.is_literal(body, operand, node);
        match &body[expr] {
            Expr::Integer(..) | Expr::Character(..) | Expr::Bool(_) => Some(true),
            Expr::Floating(..) => Some(false),
            Expr::Paren(inner) | Expr::Unary("+" | "-" | "~" | "!", inner) | Expr::Cast(_, _, inner) => {
                operand(*inner)
            }
            Expr::Binary(_, left, right) => Some(operand(*left)? && operand(*right)?),
            Expr::Name(_) => match self.node(node).named? {
                Named::Symbol(symbol) => {
                    Some(matches!(self.sema.decl(symbol.decl).kind, DeclKind::Enumerator { .. }))
                }
                Named::Local(_) | Named::Parameter(..) => Some(false),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Shape {
    const UNKNOWN: Shape = Shape { kind: ShapeKind::Unknown, size: None, is_qualified: false };
}

impl<'db> Sema<'db> {
    /// The shape of a value: arrays and functions are pointers.
    fn shape_of_value(&self, ty: Ty<'db>) -> Shape {
        match ty.unqualified(self.db).kind(self.db) {
            Kind::Array(..) | Kind::Function(_) => {
                Shape { kind: ShapeKind::Pointer, size: Some(8), is_qualified: false }
            }
            _ => self.shape(ty),
        }
    }

    fn shape(&self, ty: Ty<'db>) -> Shape {
        let db = self.db;
        let own = ty.unqualified(db);
        let kind = match own.kind(db) {
            Kind::Builtin(Builtin::Void) => ShapeKind::Void,
            Kind::Builtin(Builtin::NullPtr) | Kind::MemberPointer(..) => ShapeKind::Other,
            Kind::Builtin(builtin) if is_integral(*builtin) => ShapeKind::Integer(*builtin),
            Kind::Builtin(builtin) if is_floating(*builtin) => ShapeKind::Floating(*builtin),
            Kind::Pointer(_) => ShapeKind::Pointer,
            Kind::Enum(..) => ShapeKind::Enumeration,
            Kind::Class(class) if !self.is_dependent_class(*class) => ShapeKind::Class,
            Kind::Array(_, Bound::Count(_)) | Kind::Function(_) => ShapeKind::Compound,
            _ => return Shape::UNKNOWN,
        };
        let size = self.size_and_alignment(own).map(|(size, _)| size);
        Shape { kind, size, is_qualified: own != ty }
    }
}
