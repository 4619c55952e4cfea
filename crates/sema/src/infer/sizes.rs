//! `sizeof`, `alignof` and type traits.

use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_hir::body::{Expr, ExprId, TypeOrExpr};
use asunder_types::{Bound, Builtin, Kind, Ty, Value};

use super::{At, Category, Infer, Named, NodeId, What};
use crate::finding::{Argument, MetAt, Mistake};
use crate::lookup::{Lookup, Want};
use crate::nested_names::Follow;
use crate::packs::{Expanded, Pattern};
use crate::spelled::Spelled;
use crate::view::Site;

/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "operand of sizeof may not be a function".
const FUNCTION: u16 = 56;
/// "operand of sizeof may not be a bit field".
const BIT_FIELD: u16 = 71;
/// "the standard … operator does not accept an expression argument (use a type instead)".
const EXPRESSION_ALIGNED: u16 = 2471;
/// "alignment-of operator applied to incomplete type".
const UNALIGNED: u16 = 1273;

impl<'db> Infer<'_, 'db> {
    /// Whether what may be a type or an expression is a type: `T(u)` is one where `u` is ([dcl.ambig.res]/2).
    pub(crate) fn is_type(&self, ty: &TypeExpr) -> bool {
        self.sema.names_type(ty, self.site())
            && match ty {
                TypeExpr::Function(function) => self.sema.are_types(&function.params, self.site()),
                _ => true,
            }
    }

    /// `typeid` of a type or an expression ([expr.typeid]).
    pub(super) fn type_id(&mut self, id: ExprId, operand: &TypeOrExpr) -> NodeId {
        let Some(symbol) = self.named_in_std("type_info") else { return self.gap("typeid", id) };
        let class = self.sema.type_of_symbol(symbol, None, self.site());
        if class.as_class(self.db()).is_none() {
            return self.gap("typeid", id);
        }
        let expr = match operand {
            TypeOrExpr::Type(_) => None,
            TypeOrExpr::Expr(expr) => Some(*expr),
            TypeOrExpr::Either(ty, expr) => (!self.is_type(ty)).then_some(*expr),
        };
        let (mut is_evaluated, mut is_open) = (false, false);
        if let Some(expr) = expr {
            let (ty, category) = {
                let mut inner = self.apart();
                inner.unevaluated = 1;
                let node = inner.expr(expr);
                (inner.node(node).ty, inner.node(node).category)
            };
            is_open = self.sema.is_dependent(ty);
            // Only an object of a polymorphic class is evaluated ([expr.typeid]/3).
            is_evaluated = category != Category::Prvalue
                && ty.as_class(self.db()).is_some_and(|of| self.sema.is_polymorphic(of) != Some(false));
            match is_evaluated {
                true => {
                    let node = self.expr(expr);
                    self.hide_tree(node);
                }
                false => {
                    self.type_of_unevaluated(expr);
                }
            }
        }
        let class = class.constant(self.db());
        let node = self.op("typeid", class, Category::Lvalue, At::Start(id), Vec::new());
        // What depends on parameters may be one.
        if is_evaluated || is_open {
            self.effects.insert(node, super::warnings::Effect::Any);
        }
        node
    }

    pub(super) fn sizeof(&mut self, id: ExprId, operand: &TypeOrExpr, alignment: bool) -> NodeId {
        let is_expression = match operand {
            TypeOrExpr::Type(_) => false,
            TypeOrExpr::Expr(_) => true,
            TypeOrExpr::Either(ty, _) => !self.is_type(ty),
        };
        if let (TypeOrExpr::Expr(expr) | TypeOrExpr::Either(_, expr), true, true) =
            (operand, is_expression, alignment)
        {
            self.check_aligned_expression(id, *expr);
            // A variable or member may have an alignment of its own.
            return self.gap("alignment of an expression", id);
        }
        if let (TypeOrExpr::Type(ty) | TypeOrExpr::Either(ty, _), true) = (operand, alignment)
            && self.names_aligned_typedef(ty)
        {
            return self.gap("alignment of a typedef", id);
        }
        if let TypeOrExpr::Type(ty) | TypeOrExpr::Either(ty, _) = operand
            && self.check_typenames_in(id, ty, Follow::Operand)
        {
            return self.error(id, Vec::new());
        }
        if let TypeOrExpr::Type(TypeExpr::Name(path, false))
        | TypeOrExpr::Either(TypeExpr::Name(path, false), _) = operand
            && !is_expression
            && !self.in_instance
            && let Some((mistake, _)) = self.sema.lacks_arguments(path, self.site())
        {
            self.met_at(mistake, MetAt::TemplateArgument(id));
            return self.error(id, Vec::new());
        }
        let ty = match operand {
            TypeOrExpr::Type(ty) => self.sema.resolve(ty, self.site()),
            TypeOrExpr::Expr(expr) => self.type_of_operand(*expr),
            TypeOrExpr::Either(ty, expr) => match self.is_type(ty) {
                true => self.sema.resolve(ty, self.site()),
                false => self.type_of_operand(*expr),
            },
        };
        let size = self.sema.builtin(Builtin::UnsignedLong);
        let of = ty.referred(self.db());
        // GNU's sizes of what has none are no sizes where template arguments are substituted.
        if self.is_substituting() && (of.is_void(self.db()) || of.as_function(self.db()).is_some()) {
            return self.error(id, Vec::new());
        }
        if self.check_sized(id, (operand, !is_expression), alignment, of) {
            return self.error(id, Vec::new());
        }
        let op = if alignment { "alignof" } else { "sizeof" };
        self.out.completed.push((of, At::Start(id)));
        let node = self.push(Self::plain(What::Op(op), size, Category::Prvalue, At::Start(id)));
        // What completes an array may not be known.
        let is_unbounded = matches!(of.kind(self.db()), Kind::Array(_, Bound::Unknown));
        match self.sema.size_and_alignment(of).filter(|_| alignment || !is_unbounded) {
            Some((bytes, align)) => {
                let value = if alignment { align } else { bytes };
                self.constant_node(Value::Integer(value.into(), size), size, node)
            }
            None if self.sema.is_dependent(of) => self.dependent(id),
            None => {
                self.out.gaps.push(("size of a type", id));
                node
            }
        }
    }

    /// `alignof e`: GNU's dialect takes expressions too.
    fn check_aligned_expression(&mut self, id: ExprId, expr: ExprId) {
        let ty = self.type_of_unevaluated(expr);
        let known = self.out.mistakes.len();
        let is_standard = matches!(self.body[id], Expr::Alignof(_));
        if is_standard && !self.is_open(ty) {
            let keyword = Argument::Name("alignof".to_owned());
            self.met_at(Mistake::new(EXPRESSION_ALIGNED, vec![keyword]), MetAt::Operand(expr));
        }
        if ty.is_void(self.db()) {
            self.met_plain(UNALIGNED, At::Start(id));
        }
        self.found_behind(known, expr);
    }

    /// The type of the operand of `sizeof`, which is neither a bit-field nor a name of several functions.
    fn type_of_operand(&mut self, expr: ExprId) -> Ty<'db> {
        let node = self.unevaluated_operand(expr);
        let at = MetAt::Operand(expr);
        // A member may be named without an object.
        let is_bit_field = self.valued(node).bit_field
            || matches!(self.node(node).named, Some(Named::Symbol(symbol))
                if self.sema.decl(symbol.decl).bit_width.is_some());
        if !self.check_undetermined(node, at.clone()) && is_bit_field {
            self.met_at(Mistake::new(BIT_FIELD, Vec::new()), at);
        }
        self.node(node).ty
    }

    /// The size or alignment of what is incomplete ([expr.sizeof]/1). True if it is an error; GNU's sizes of `void` and of
    /// functions are warnings.
    fn check_sized(
        &mut self,
        id: ExprId,
        (operand, is_type): (&TypeOrExpr, bool),
        alignment: bool,
        of: Ty<'db>,
    ) -> bool {
        let db = self.db();
        let is_function = of.as_function(db).is_some();
        let is_gnu = !self.is_open(of) && (of.is_void(db) || is_function && !alignment);
        let is_unsized = !self.is_open(of) && (is_gnu || self.is_incomplete_here(of.unqualified(db)));
        let is_array = matches!(of.kind(db), Kind::Array(..));
        let may_be_completed = || match operand {
            TypeOrExpr::Expr(expr) | TypeOrExpr::Either(_, expr) if !is_type => !self.is_declared_once(*expr),
            _ => false,
        };
        if !is_unsized || is_array && (alignment || may_be_completed()) {
            return false;
        }
        let spelled = match operand {
            TypeOrExpr::Type(ty) | TypeOrExpr::Either(ty, _) if is_type => {
                self.sema.spelled(ty, self.site()).map(|spelled| spelled.referred(db))
            }
            _ => Some(Spelled::Plain(of)),
        };
        let at = match operand {
            _ if alignment => MetAt::Node(At::Start(id)),
            TypeOrExpr::Expr(expr) | TypeOrExpr::Either(_, expr) if !is_type => MetAt::Operand(*expr),
            _ => MetAt::TemplateArgument(id),
        };
        let mut mistake = match (alignment, is_function) {
            (true, _) => Mistake::new(UNALIGNED, Vec::new()),
            (false, true) => Mistake::new(FUNCTION, Vec::new()),
            (false, false) => match spelled.and_then(|spelled| self.sema.type_argument(&spelled)) {
                Some(ty) => Mistake::new(INCOMPLETE, vec![ty]),
                None => return !is_gnu && self.refuse(),
            },
        };
        (mistake.is_error, mistake.is_warning) = (!is_gnu, is_gnu);
        self.met_at(mistake, at);
        !is_gnu
    }

    /// Whether an expression is the name of a variable of a namespace that is declared elsewhere, and nothing else declares
    /// here.
    fn is_declared_once(&self, expr: ExprId) -> bool {
        let Expr::Name(path) = &self.body[expr] else { return false };
        let Lookup::Found(symbols) = self.sema.lookup_path(path, self.site(), Want::Any).found else {
            return false;
        };
        let [symbol] = symbols.as_slice() else { return false };
        let decl = self.sema.decl(symbol.decl);
        let is_plain = decl.specifiers.is_extern && decl.parent.is_none() && decl.templates.is_empty();
        let Some(name) =
            decl.name.ident().filter(|_| is_plain && self.sema.initializer(symbol.decl).is_none())
        else {
            return false;
        };
        let namespace = self.sema.names.item(symbol.decl.item).namespace;
        self.sema.names.declared_in(name, namespace).len() == 1
    }

    /// Whether a type is named by a typedef that has an alignment of its own.
    fn names_aligned_typedef(&self, ty: &TypeExpr) -> bool {
        let TypeExpr::Name(path, _) = ty else { return false };
        let Lookup::Found(symbols) = self.sema.lookup_path(path, self.site(), Want::Any).found else {
            return false;
        };
        symbols.iter().any(|symbol| {
            let decl = self.sema.decl(symbol.decl);
            let layout = decl.attributes.layout.as_ref();
            matches!(decl.kind, DeclKind::Typedef(_)) && layout.is_some_and(|it| !it.alignments.is_empty())
        })
    }

    pub(crate) fn type_of_unevaluated(&mut self, expr: ExprId) -> Ty<'db> {
        let node = self.unevaluated_operand(expr);
        self.node(node).ty
    }

    pub(super) fn unevaluated_operand(&mut self, expr: ExprId) -> NodeId {
        self.unevaluated += 1;
        let first = self.out.nodes.len();
        let node = self.expr(expr);
        let node = self.settled(node);
        self.unevaluated -= 1;
        // Operands that are not evaluated are left out of the tree.
        for node in &mut self.out.nodes[first..] {
            node.used = true;
        }
        self.note_unevaluated(first as u32);
        node
    }

    /// Notes that the nodes from `first` on are those of an operand that is not evaluated.
    pub(crate) fn note_unevaluated(&mut self, first: u32) {
        while self.unevaluated_nodes.last().is_some_and(|inner| inner.start >= first) {
            self.unevaluated_nodes.pop();
        }
        self.unevaluated_nodes.push(first..self.out.nodes.len() as u32);
    }

    pub(super) fn type_trait(&mut self, id: ExprId, name: &str, operands: &[TypeOrExpr]) -> NodeId {
        if !name.starts_with("__") {
            return self.call_with_type(id, name, operands);
        }
        let mut types = Vec::with_capacity(operands.len());
        for operand in operands {
            let (TypeOrExpr::Type(ty) | TypeOrExpr::Either(ty, _)) = operand else {
                return self.gap("trait of an expression", id);
            };
            let TypeExpr::Expansion(pattern) = ty else {
                types.push(self.sema.resolve(ty, self.site()));
                continue;
            };
            let each = &mut |site: Site<'_, 'db>| self.sema.resolve(pattern, site);
            match self.sema.expanded(each, &Pattern::Type(pattern), self.site()) {
                Expanded::All(all) => types.extend(all),
                Expanded::Open => return self.dependent(id),
                Expanded::Gap(why) => return self.gap(why, id),
            }
        }
        if types.iter().any(|ty| self.sema.is_dependent(*ty)) {
            return self.dependent(id);
        }
        let ty = self.sema.builtin(Builtin::Bool);
        match self.sema.trait_value(name, &types) {
            Some(value) => self.literal(Value::Integer(value.into(), ty), ty, id),
            None => self.gap("type trait", id),
        }
    }
}
