//! Questions about expressions that stand outside bodies: constants, `decltype`, deduced types.

use std::rc::Rc;

use asunder_decls::names::Point;
use asunder_decls::written::{Expr as Written, LocalId};
use asunder_hir::body::{Body, Init, LambdaId, Owner, Root};
use asunder_types::{Bound, Builtin, Class, Env, Frame, Kind, Qualifiers, Symbol, Ty, Value};

use super::{ILL_FORMED, Infer, NOT_EVALUATED, Named, NodeId, OF_NAMES, What};
use crate::convert::{FunctionSet, Operand};
use crate::finding::Met;
use crate::lookup::Lookup;
use crate::spelled::Spelled;
use crate::view::{Sema, Site};

impl<'db> Sema<'db> {
    /// The body of an expression in a declaration.
    pub(crate) fn body_of_written(&self, expr: &Written) -> Rc<Body> {
        Rc::new(asunder_hir::of_written(expr))
    }

    /// The constant value of an expression written at `site`.
    pub(crate) fn constant_of(&self, expr: &Written, site: Site<'_, 'db>) -> Value<'db> {
        match expr {
            Written::Integer(value, ty) => return Value::Integer(*value, self.builtin(*ty)),
            Written::Bool(value) => return Value::Integer((*value).into(), self.builtin(Builtin::Bool)),
            Written::Unknown => return Value::Gap("expression not lowered"),
            Written::Name(path) => {
                if let Some(ident) = path.as_ident()
                    && let Lookup::Param(param, arg) =
                        self.lookup(crate::lookup::Sought::Ident(ident), site, crate::lookup::Want::Any)
                {
                    return match arg {
                        Some(asunder_types::Arg::Value(value)) => value,
                        Some(_) => Value::Gap("template argument as a value"),
                        None => Value::Param(param),
                    };
                }
            }
            _ => {}
        }
        self.unread(|| {
            let body = self.body_of_written(expr);
            let mut infer = Infer::at(self, &body, site);
            infer.unevaluated = 0;
            infer.in_instance = self.is_made_of_template(site.env);
            let Root::Expr(root) = body.root else { return Value::Gap("expression not lowered") };
            let node = infer.expr(root);
            let is_error = matches!(infer.node(node).ty.kind(self.db), Kind::Error);
            let is_wrong = |met: &Met| OF_NAMES.contains(&met.mistake.number);
            if is_error || infer.is_proven_invalid(0) || infer.out.mistakes.iter().any(is_wrong) {
                return Value::Gap(ILL_FORMED);
            }
            let value = infer.constant(node);
            match infer.out.is_ill_formed {
                true => Value::Gap("mistake in an operand that is not evaluated"),
                false => value,
            }
        })
    }

    /// The functions of one name that an expression written at `site` names.
    pub(crate) fn functions_of_written(
        &self,
        expr: &Written,
        site: Site<'_, 'db>,
    ) -> Option<Rc<FunctionSet<'db>>> {
        self.unread(|| {
            let body = self.body_of_written(expr);
            let Root::Expr(root) = body.root else { return None };
            let mut infer = Infer::at(self, &body, site);
            let node = infer.expr(root);
            match infer.operand(node) {
                Operand::Functions(set) => Some(set),
                _ => None,
            }
        })
    }
}

impl<'a, 'db> Infer<'a, 'db> {
    /// The inference of an expression that stands at `site`, blocks included.
    pub(crate) fn at(sema: &'a Sema<'db>, body: &'a Body, site: Site<'a, 'db>) -> Self {
        let mut infer = Infer::new(sema, body, site.env, site.point);
        infer.is_written = true;
        infer.outer = site.blocks;
        infer.first_variable = site.blocks.map_or(0, |blocks| blocks.count());
        // In the declarator of a member function `this` has the qualifiers that follow ([expr.prim.this]/2).
        let qualifiers = sema.frames(site.env).find_map(|(_, frame)| match frame {
            Frame::Parameters(decl) => sema.function_expr(decl).map(|function| function.qualifiers),
            _ => None,
        });
        let of_blocks = site.blocks.and_then(|blocks| blocks.this());
        infer.this = of_blocks.or_else(|| {
            let class = sema.ty(Kind::Class(sema.class_of(site.env)?));
            Some(class.qualified(sema.db, qualifiers.unwrap_or(Qualifiers::NONE)))
        });
        infer
    }

    /// The constant value of a node: what it is not known for is a gap.
    pub(crate) fn constant(&mut self, node: NodeId) -> Value<'db> {
        if let Some(value) = self.value_of(node) {
            return value;
        }
        let node = self.settled(node);
        let ty = self.node(node).ty;
        if self.sema.is_dependent(ty) || self.out.nodes.iter().any(|node| self.sema.is_dependent(node.ty)) {
            return Value::Dependent;
        }
        match ty.kind(self.db()) {
            Kind::Gap(why) => Value::Gap(why),
            _ => {
                let found = self.evaluate(node).or_else(|| self.function_address(node));
                match found.or_else(|| self.required_value(node)) {
                    Some(value) => value,
                    None => Value::Gap(NOT_EVALUATED),
                }
            }
        }
    }

    /// The address of a function that is named, with or without `&`.
    fn function_address(&mut self, node: NodeId) -> Option<Value<'db>> {
        let mut node = self.settled(node);
        if let What::Op("address_of") = self.node(node).what {
            node = *self.node(node).operands.first()?;
        }
        match (&self.node(node).what, self.node(node).named) {
            (What::Routine, Some(Named::Symbol(symbol))) => Some(Value::Address(symbol.decl, symbol.env)),
            _ => None,
        }
    }
}

/// `decltype(e)` at `site`.
pub(crate) fn type_of_written<'db>(
    sema: &Sema<'db>,
    expr: &Written,
    is_bare: bool,
    site: Site<'_, 'db>,
) -> Ty<'db> {
    sema.unread(|| {
        let body = sema.body_of_written(expr);
        let mut infer = Infer::at(sema, &body, site);
        infer.unevaluated = 1;
        infer.in_instance = sema.is_made_of_template(site.env);
        let Root::Expr(root) = body.root else { return sema.gap("expression not lowered") };
        let ty = infer.decltype(root, is_bare);
        if infer.out.is_refused {
            return sema.ty(Kind::Error);
        }
        match infer.out.is_ill_formed && !matches!(ty.kind(sema.db), Kind::Error) {
            // Whether the substitution of template arguments fails by it is not known.
            true => sema.gap("mistake in an operand that is not evaluated"),
            false => ty,
        }
    })
}

/// The type of an expression at `site` as it is spelled.
pub(crate) fn spelled_of_written<'db>(
    sema: &Sema<'db>,
    expr: &Written,
    site: Site<'_, 'db>,
) -> Option<Spelled<'db>> {
    sema.unread(|| {
        let body = sema.body_of_written(expr);
        let mut infer = Infer::at(sema, &body, site);
        infer.unevaluated = 1;
        infer.in_instance = sema.is_made_of_template(site.env);
        let Root::Expr(root) = body.root else { return None };
        let node = infer.expr(root);
        let node = infer.settled(node);
        infer.spelled(node)
    })
}

/// The type of a variable that is declared with a placeholder: `declared` has it.
pub(crate) fn deduced_variable<'db>(sema: &Sema<'db>, symbol: Symbol<'db>, declared: Ty<'db>) -> Ty<'db> {
    if sema.has_open_template(symbol.env) {
        return sema.ty(Kind::Dependent);
    }
    let Some(body) = sema.initializer(symbol.decl) else { return sema.gap("initializer") };
    let mut infer = Infer::new(sema, body, symbol.env, Point::end_of(symbol.decl.item));
    infer.point = Point::before(symbol.decl);
    infer.owner = Some(symbol.decl);
    infer.body_index =
        sema.bodies(symbol.decl.item).number_of(Owner::Initializer(symbol.decl.local)).unwrap_or(u32::MAX);
    infer.scopes.open();
    let Root::Init(init) = &body.root else { return sema.gap("initializer") };
    let expr = match init {
        Init::None => return sema.ty(Kind::Error),
        Init::Copy(expr) | Init::Brace(expr) => *expr,
        Init::Paren(all) => match all.as_slice() {
            [only] => *only,
            _ => return sema.ty(Kind::Error),
        },
    };
    sema.unread(|| {
        let node = infer.expr(expr);
        infer.deduced(declared, node)
    })
}

/// The type of an array whose bound its initializer gives.
pub(crate) fn completed_array<'db>(
    sema: &Sema<'db>,
    symbol: Symbol<'db>,
    element: Ty<'db>,
) -> Option<Ty<'db>> {
    let body = sema.initializer(symbol.decl)?;
    let Root::Init(init) = &body.root else { return None };
    let count = array_count(body, init, sema, element)?;
    Some(sema.ty(Kind::Array(element, Bound::Count(count))))
}

/// How many elements an initializer gives an array of unknown bound, where that is plain to see.
pub(crate) fn array_count<'db>(body: &Body, init: &Init, sema: &Sema<'db>, element: Ty<'db>) -> Option<u64> {
    use asunder_hir::body::Expr;
    let expr = match init {
        Init::Copy(expr) | Init::Brace(expr) => *expr,
        _ => return None,
    };
    match &body[expr] {
        Expr::String(_, length, _) => Some(*length),
        Expr::List(clauses) => {
            if let [only] = clauses.as_slice()
                && let Expr::String(_, length, _) = &body[only.value]
                && element.as_builtin(sema.db).is_some()
            {
                return Some(*length);
            }
            let is_expansion = |value| matches!(body[value], Expr::Expansion(_));
            if clauses.iter().any(|clause| !clause.designators.is_empty() || is_expansion(clause.value)) {
                return None;
            }
            // Braces may be left out around elements that are classes or arrays.
            let is_aggregate =
                element.as_class(sema.db).is_some() || matches!(element.kind(sema.db), Kind::Array(..));
            let braced = clauses.iter().all(|clause| {
                matches!(body[clause.value], Expr::List(_) | Expr::Construct(..) | Expr::String(..))
            });
            if is_aggregate && !braced {
                return None;
            }
            Some(clauses.len() as u64)
        }
        _ => None,
    }
}

/// What a function with a deduced return type returns, from its body.
pub(crate) fn returned<'db>(sema: &Sema<'db>, symbol: Symbol<'db>) -> Ty<'db> {
    // The definition may be another declaration; without one nothing is known.
    let Some(body) = sema.body(symbol.decl.item, Owner::Function(symbol.decl.local)) else {
        return sema.gap("return type of a function without a body");
    };
    let Some(signature) = sema.signature(symbol) else { return sema.ty(Kind::Error) };
    let mut infer = Infer::new(sema, body, symbol.env, Point::end_of(symbol.decl.item));
    infer.owner = Some(symbol.decl);
    infer.body_index =
        sema.bodies(symbol.decl.item).number_of(Owner::Function(symbol.decl.local)).unwrap_or(u32::MAX);
    sema.unread(|| {
        infer.function(symbol, &signature);
        infer.common_return(signature.result)
    })
}

/// The scope of a body of an item: what a local declaration is looked up in.
pub(crate) fn body_env<'db>(sema: &Sema<'db>, env: Env<'db>, item: u32, body: u32) -> Env<'db> {
    sema.within(env, Frame::Body(item, body))
}

/// The class of a lambda.
pub(crate) fn closure_class<'db>(
    sema: &Sema<'db>,
    env: Env<'db>,
    item: u32,
    body: u32,
    lambda: LambdaId,
) -> Class<'db> {
    Class::new(sema.db, asunder_types::Origin::Lambda(item, body, lambda.0), env, None)
}

/// A local declaration's number as such.
pub(crate) fn is_local(local: LocalId) -> bool {
    local.0 >= asunder_hir::body::FIRST_LOCAL
}

/// The value that a constant variable is initialized with.
pub(crate) fn initial_value<'db>(
    sema: &Sema<'db>,
    symbol: Symbol<'db>,
    target: Ty<'db>,
) -> Option<Value<'db>> {
    let body = sema.initializer(symbol.decl)?;
    let Root::Init(init) = &body.root else { return None };
    let expr = match init {
        Init::Copy(expr) => *expr,
        Init::Brace(expr) => match &body[*expr] {
            asunder_hir::body::Expr::List(clauses) if clauses.len() == 1 => clauses[0].value,
            _ => return None,
        },
        Init::Paren(all) if all.len() == 1 => all[0],
        _ => return None,
    };
    let mut infer = Infer::new(sema, body, symbol.env, Point::end_of(symbol.decl.item));
    infer.point = Point { local: symbol.decl.local.0 + 1, ..Point::before(symbol.decl) };
    infer.scopes.open();
    infer.this = sema.class_of(symbol.env).map(|class| sema.ty(Kind::Class(class)));
    let value = sema.unread(|| {
        let node = infer.expr(expr);
        infer.evaluate(node)
    })?;
    sema.converted_value(value, target)
}
