//! Mistakes that types prove, where nothing unknown is involved: counts and types of arguments, initializers,
//! assignments, returned values, and what is assigned to.

use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_hir::body::{ExprId, Root};
use asunder_types::{Kind, Origin, Ty};

use super::{At, Category, Infer, Named, NodeId, What};
use crate::convert::Ics;
use crate::lookup::{Lookup, Want};
use crate::mistakes::{Met, MetAt, Mistake};
use crate::overload::Candidate;

impl<'db> Infer<'_, 'db> {
    fn met(&mut self, mistake: Mistake, at: At) {
        if self.unevaluated == 0 {
            self.out.mistakes.push(Met { mistake, at: MetAt::Node(at) });
        }
    }

    // ---- text of types

    /// A type in the reference's words, if it is a simple one: built-in types, classes and enumerations with a name,
    /// and pointers to them.
    fn simple_text(&self, ty: Ty<'db>) -> Option<String> {
        let db = self.db();
        let mut stars = String::new();
        let mut at = ty;
        while let Kind::Pointer(to) = at.kind(db) {
            stars.push('*');
            at = *to;
        }
        let is_simple = match at.unqualified(db).kind(db) {
            Kind::Builtin(_) => true,
            Kind::Class(class) => match class.origin(db) {
                Origin::Decl(first) => {
                    class.args(db).is_none() && self.sema.decl(first).name.ident().is_some()
                }
                Origin::Lambda(..) => false,
            },
            Kind::Enum(first, _) => self.sema.decl(*first).name.ident().is_some(),
            _ => false,
        };
        let text = self.sema.display(at);
        if !is_simple || text.contains(['<', '(']) {
            return None;
        }
        Some(if stars.is_empty() { text } else { format!("{text} {stars}") })
    }

    /// Whether a type is written without typedefs, which the reference would show.
    fn is_plain(&self, written: &TypeExpr) -> bool {
        match written {
            TypeExpr::Builtin(_) | TypeExpr::Elaborated(_) | TypeExpr::Declared(_) => true,
            TypeExpr::Qualified(_, inner)
            | TypeExpr::Pointer(inner)
            | TypeExpr::LvalueRef(inner)
            | TypeExpr::Array(_, inner) => self.is_plain(inner),
            TypeExpr::Name(path, false) => match self.sema.lookup_path(path, self.site(), Want::Any).found {
                Lookup::Found(symbols) => symbols.first().is_some_and(|symbol| {
                    let decl = self.sema.decl(symbol.decl);
                    matches!(decl.kind, DeclKind::Class(_) | DeclKind::Enum(_)) && decl.templates.is_empty()
                }),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the type of a node comes from types that are written without typedefs.
    fn has_plain_type(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let of_decl = |decl| match &self.sema.decl(decl).kind {
            DeclKind::Variable { ty, .. } => self.is_plain(ty),
            _ => false,
        };
        match (&node.what, node.named) {
            (What::Constant(_), None) => node.folded.is_none_or(|from| self.has_plain_type(from)),
            (What::String, _) => true,
            (What::Variable | What::Field, Some(Named::Symbol(symbol))) => of_decl(symbol.decl),
            (What::Variable, Some(Named::Local(number))) => {
                let variable = self.variable_of(number);
                match (variable.parameter, variable.decl, &self.body.root) {
                    (Some((None, index)), _, Root::Function { params, .. }) => {
                        params.get(index as usize).is_some_and(|param| self.is_plain(&param.ty))
                    }
                    (None, Some(decl), _) => of_decl(decl),
                    _ => false,
                }
            }
            (What::Op("dot_field" | "points_to_field"), _) => {
                node.operands.last().is_some_and(|field| self.has_plain_type(*field))
            }
            (What::Op("ref_indirect" | "array_to_pointer" | "address_of" | "indirect" | "subscript"), _) => {
                node.operands.first().is_some_and(|operand| self.has_plain_type(*operand))
            }
            (
                What::Op("add" | "subtract" | "multiply" | "divide" | "negate" | "eq" | "lt" | "gt" | "ne"),
                _,
            ) => node.operands.iter().all(|operand| self.has_plain_type(*operand)),
            _ => false,
        }
    }

    /// The texts of a value's type and of one that it cannot become.
    fn texts(&mut self, node: NodeId, to: Ty<'db>) -> Option<(String, String)> {
        if !self.has_plain_type(node) {
            return None;
        }
        let from = self.node(node).ty.decayed(self.db());
        Some((self.simple_text(from)?, self.simple_text(to)?))
    }

    /// Whether it is proven that a node does not become a value of type `to`.
    fn is_incompatible(&self, node: NodeId, to: Ty<'db>) -> bool {
        let db = self.db();
        let from = self.node(node).ty;
        let is_scalar = |ty: Ty<'db>| {
            let ty = ty.decayed(db);
            ty.pointee(db).is_some() || ty.as_builtin(db).is_some() || ty.as_enum(db).is_some()
        };
        !matches!(self.node(node).what, What::Functions | What::List | What::Gap(_))
            && is_scalar(from)
            && is_scalar(to)
            && !from.is_void(db)
            && matches!(self.sema.implicit(&self.operand(node), to, true), Ics::No)
    }

    // ---- values

    /// `T x = e;`
    pub(crate) fn check_initializer(&mut self, node: NodeId, to: Ty<'db>, is_plain: bool) {
        if is_plain
            && self.is_incompatible(node, to)
            && let Some((from, to)) = self.texts(node, to.unqualified(self.db()))
        {
            let at = self.start_of(node);
            self.met(Mistake::Initialize { from, to }, at);
        }
    }

    /// Whether a declared type is written without typedefs.
    pub(crate) fn is_written_plainly(&self, written: &TypeExpr) -> bool {
        self.is_plain(written)
    }

    /// `a = e`: what is assigned to, and the value.
    pub(crate) fn check_assignment(&mut self, id: ExprId, target: NodeId, value: NodeId, simple: bool) {
        if self.check_modifiable(target) || !simple {
            return;
        }
        let to = self.node(target).ty.unqualified(self.db());
        if self.is_incompatible(value, to)
            && self.has_plain_type(target)
            && let Some((from, to)) = self.texts(value, to)
        {
            self.met(Mistake::Assign { from, to }, At::Point(id));
        }
    }

    /// Whether it is reported that an operand cannot be modified.
    pub(crate) fn check_modifiable(&mut self, target: NodeId) -> bool {
        let db = self.db();
        let node = self.node(target);
        if matches!(node.what, What::Functions | What::List | What::Gap(_)) || node.ty.absorbs(db) {
            return false;
        }
        let is_scalar = node.ty.pointee(db).is_some()
            || node.ty.as_builtin(db).is_some()
            || node.ty.as_enum(db).is_some();
        if !is_scalar || node.ty.is_void(db) {
            return false;
        }
        // A copy in a closure has words of its own.
        let is_captured = self.lambda.is_some();
        let is_constant = node.ty.qualifiers(db).is_const && !is_captured;
        let is_value = node.category == Category::Prvalue
            && (matches!(node.what, What::Constant(_))
                || matches!(node.what, What::Op(op) if op != "temp_init" && op != "statement"));
        if !is_constant && !is_value {
            return false;
        }
        let at = self.start_of(target);
        self.met(Mistake::NotModifiable, at);
        true
    }

    /// `return e;`
    pub(crate) fn check_returned(&mut self, node: NodeId, result: Ty<'db>) {
        let is_void = result.is_void(self.db());
        let value = self.node(node).ty;
        let returns_value = is_void
            && !value.is_void(self.db())
            && (value.as_builtin(self.db()).is_some() || value.pointee(self.db()).is_some());
        if returns_value || !is_void && self.is_incompatible(node, result) {
            let at = self.start_of(node);
            self.met(Mistake::Return, at);
        }
    }

    // ---- calls

    /// A call for which no function is viable: where one function is meant, what is wrong with the arguments.
    pub(crate) fn check_arguments(&mut self, id: ExprId, candidates: &[Candidate<'db>], args: &[NodeId]) {
        let mut functions: Vec<Candidate<'db>> = Vec::new();
        for candidate in candidates {
            if self.sema.is_function_template(candidate.symbol.decl) {
                return;
            }
            if !self.sema.is_specialization(candidate.symbol.decl)
                && !functions.iter().any(|other| self.sema.same_function(other, candidate))
            {
                functions.push(*candidate);
            }
        }
        let [only] = functions.as_slice() else { return };
        let Some(signature) = self.sema.signature(only.symbol) else { return };
        let Some(function) = self.sema.function_expr(only.symbol.decl) else { return };
        if signature.ty.absorbs(self.db())
            || signature.params.len() != function.params.len()
                && !function.params.is_empty()
                && !signature.params.is_empty()
        {
            return;
        }
        if signature.object.is_some() && self.sema.is_dependent(signature.ty) {
            return;
        }
        if args.len() > signature.params.len() && !signature.variadic {
            let at = self.start_of(args[signature.params.len()]);
            self.met(Mistake::TooManyArguments, at);
            return;
        }
        let least =
            candidates.iter().filter_map(|it| self.sema.signature(it.symbol)).map(|it| it.required).min();
        if least.is_some_and(|least| args.len() < least as usize) {
            self.out.mistakes.push(Met { mistake: Mistake::TooFewArguments, at: MetAt::EndOf(id) });
            return;
        }
        for (index, arg) in args.iter().enumerate() {
            let Some(param) = signature.params.get(index).copied() else { break };
            if matches!(param.kind(self.db()), Kind::Reference(..)) {
                continue;
            }
            if self.is_incompatible(*arg, param)
                && self.is_plain(&function.params[index].ty)
                && let Some((from, to)) = self.texts(*arg, param)
            {
                let at = self.start_of(*arg);
                self.met(Mistake::Argument { from, to }, at);
            }
        }
    }
}
