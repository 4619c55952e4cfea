//! Packs in expressions ([temp.variadic]): expansions in lists of arguments and braces, fold expressions, and the
//! parameters that a function parameter pack stands for in an instance.

use std::rc::Rc;

use asunder_decls::names::Point;
use asunder_decls::written::{ParamExpr, TypeExpr};
use asunder_hir::body::{Expr, ExprId};
use asunder_mangle::model::Ident;
use asunder_types::{Arg, Builtin, Env, Kind, Ty, Value};

use super::{At, Category, Infer, NodeId, Variable};
use crate::finding::{MetAt, Mistake};
use crate::lookup::{Lookup, Sought, Want};
use crate::packs::{Expanded, Pattern, TemplatePacks};
use crate::view::Site;

/// "the operand of sizeof... must be a parameter pack name".
const NO_PACK: u16 = 2013;
/// "empty expansion not valid for this fold expression".
const EMPTY_FOLD: u16 = 2859;

/// The function parameter packs of a body.
#[derive(Default)]
pub(crate) struct FunctionPacks<'db> {
    /// The numbers of the variables that the pack of this number stands for.
    elements: rustc_hash::FxHashMap<u32, Rc<[u32]>>,
    /// The scope around the expansions that are being walked.
    outside: Option<Env<'db>>,
}

/// What each element of an expansion declares in place of a pack.
struct Elements {
    name: Ident,
    variables: Rc<[u32]>,
}

impl<'db> Infer<'_, 'db> {
    /// The nodes of a list of arguments, packs expanded, and what one of them reads as several.
    pub(crate) fn arguments(&mut self, args: &[ExprId]) -> Vec<NodeId> {
        let mut nodes = Vec::with_capacity(args.len());
        for arg in args {
            match &self.body[*arg] {
                Expr::Expansion(pattern) => match self.elements(*pattern) {
                    Expanded::All(all) => nodes.extend(all),
                    Expanded::Open => nodes.push(self.gap("pack expansion", *arg)),
                    Expanded::Gap(why) => nodes.push(self.gap(why, *arg)),
                },
                Expr::Ambiguous(..) => match &self.body[self.reading(*arg)] {
                    Expr::Several(all) => nodes.extend(self.arguments(all)),
                    _ => nodes.push(self.expr(*arg)),
                },
                _ => nodes.push(self.expr(*arg)),
            }
        }
        nodes
    }

    /// A fold expression ([expr.prim.fold]).
    pub(crate) fn fold(
        &mut self,
        id: ExprId,
        operator: &'static str,
        lhs: Option<ExprId>,
        rhs: Option<ExprId>,
    ) -> NodeId {
        let names_pack = |infer: &Self, expr: ExprId| {
            let pattern = Pattern::Expr(infer.body, expr);
            pattern.names().into_iter().any(|name| infer.is_pack(name))
        };
        // Of two operands the one with the packs is the pattern.
        let (pattern, initial, is_left) = match (lhs, rhs) {
            (Some(lhs), Some(rhs)) if names_pack(self, lhs) => (lhs, Some(rhs), false),
            (Some(lhs), Some(rhs)) => (rhs, Some(lhs), true),
            (None, Some(rhs)) => (rhs, None, true),
            (Some(lhs), None) => (lhs, None, false),
            (None, None) => return self.gap("fold expression", id),
        };
        let first = initial.filter(|_| is_left).map(|initial| self.expr(initial));
        let elements = match self.elements(pattern) {
            Expanded::All(all) => all,
            Expanded::Open => return self.gap("fold expression", id),
            Expanded::Gap(why) => return self.gap(why, id),
        };
        let last = initial.filter(|_| !is_left).map(|initial| self.expr(initial));
        let mut operands: Vec<NodeId> = first.into_iter().chain(elements).chain(last).collect();
        if !is_left {
            operands.reverse();
        }
        let folded = operands.into_iter().reduce(|sum, operand| match is_left {
            true => self.binary_of(id, operator, sum, operand),
            false => self.binary_of(id, operator, operand, sum),
        });
        folded.unwrap_or_else(|| self.empty_fold(id, operator))
    }

    /// A fold over no elements ([expr.prim.fold]/3, [temp.variadic]/10).
    fn empty_fold(&mut self, id: ExprId, operator: &str) -> NodeId {
        let holds = match operator {
            "&&" => true,
            "||" => false,
            "," => {
                let void = self.sema.builtin(Builtin::Void);
                return self.op("void_value", void, Category::Prvalue, At::Start(id), Vec::new());
            }
            _ => {
                self.met_plain(EMPTY_FOLD, At::Point(id));
                return self.error(id, Vec::new());
            }
        };
        let ty = self.sema.builtin(Builtin::Bool);
        self.literal(Value::Integer(holds.into(), ty), ty, id)
    }

    /// `sizeof...(name)` of what is no pack.
    pub(crate) fn no_pack(&mut self, id: ExprId, name: &Ident) -> NodeId {
        self.met_at(Mistake::new(NO_PACK, Vec::new()), MetAt::WordIn(id, name.clone()));
        self.error(id, Vec::new())
    }

    /// Whether a variable is no pack, nor a name that nothing declares.
    pub(crate) fn is_plain_variable(&self, number: u32) -> bool {
        let variable = self.variable_of(number);
        variable.decl.is_some()
            && !variable.ty.absorbs(self.db())
            && !self.packs.elements.contains_key(&number)
    }

    /// The number of elements of a function parameter pack.
    pub(crate) fn pack_size(&self, name: &str) -> Option<usize> {
        match self.sema.lookup(Sought::Ident(name), self.site(), Want::Any) {
            Lookup::Variable(number) => Some(self.packs.elements.get(&number)?.len()),
            Lookup::Parameter(decl, index, env) => match self.parameter_pack(decl, index, env) {
                Some(Expanded::All(types)) => Some(types.len()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Declares the parameters that a function parameter pack stands for; where they are not known, a variable of which
    /// nothing is known. What names the pack is declared by [`Infer::name_packs`].
    pub(crate) fn declare_pack(
        &mut self,
        param: &ParamExpr,
        pattern: &TypeExpr,
        plain: &Variable<'db>,
    ) -> Option<(Ident, Rc<[u32]>)> {
        let types = {
            let each =
                &mut |site: Site<'_, 'db>| self.sema.adjusted_parameter(self.sema.resolve(pattern, site));
            self.sema.expanded(each, &Pattern::Type(pattern), self.site())
        };
        let Expanded::All(types) = types else {
            let ty = self.sema.gap("function parameter pack");
            self.declare(Variable { ty, name: param.name.clone(), ..plain.clone() });
            return None;
        };
        let elements = types
            .into_iter()
            .map(|ty| self.add_variable(Variable { ty, name: param.name.clone(), ..plain.clone() }));
        let elements: Rc<[u32]> = elements.collect();
        Some((param.name.clone()?, elements))
    }

    /// Declares the names of function parameter packs, behind the parameters themselves.
    pub(crate) fn name_packs(&mut self, packs: Vec<(Ident, Rc<[u32]>)>) {
        for (name, elements) in packs {
            let ty = self.sema.gap("pack outside of an expansion");
            let number = self.declare(Variable::plain(Some(name), ty, self.lambda));
            self.packs.elements.insert(number, elements);
        }
    }

    /// Whether a scope is the one in which the body is walked, expansions left out.
    pub(crate) fn is_own_scope(&self, env: Env<'db>) -> bool {
        self.env == env || self.packs.outside == Some(env)
    }

    fn is_pack(&self, name: &str) -> bool {
        match self.sema.lookup(Sought::Ident(name), self.site(), Want::Any) {
            Lookup::Param(param, arg) => param.pack && matches!(arg, None | Some(Arg::Pack(_))),
            Lookup::Variable(number) => self.packs.elements.contains_key(&number),
            Lookup::Parameter(decl, index, env) => self.parameter_pack(decl, index, env).is_some(),
            _ => false,
        }
    }

    /// The nodes of a pattern for each element of its packs.
    fn elements(&mut self, pattern: ExprId) -> Expanded<NodeId> {
        let names = Pattern::Expr(self.body, pattern).names();
        self.each_element(&names, &mut |infer| infer.expr(pattern))
    }

    /// What `each` gives for each element of the packs among the names of a pattern.
    pub(crate) fn each_element<T>(
        &mut self,
        names: &[&str],
        each: &mut dyn FnMut(&mut Self) -> T,
    ) -> Expanded<T> {
        let packs = match self.sema.template_packs(names.iter().copied(), self.site()) {
            TemplatePacks::All(packs) => packs,
            TemplatePacks::Open => return Expanded::Open,
        };
        let function_packs = match self.function_packs(names) {
            Expanded::All(packs) => packs,
            Expanded::Open => return Expanded::Open,
            Expanded::Gap(why) => return Expanded::Gap(why),
        };
        let db = self.db();
        let mut lengths = packs.iter().map(|(_, args)| args.list(db).len());
        let mut lengths_of_functions = function_packs.iter().map(|pack| pack.variables.len());
        let Some(length) = lengths.next().or_else(|| lengths_of_functions.next()) else {
            return Expanded::Gap("expansion without a pack");
        };
        if lengths.any(|it| it != length) || lengths_of_functions.any(|it| it != length) {
            return Expanded::Gap("packs of different lengths");
        }
        let env = self.env;
        let outside = self.packs.outside.or(Some(env));
        let mut all = Vec::with_capacity(length);
        for index in 0..length {
            self.env = self.sema.with_elements(env, &packs, index);
            let outside = std::mem::replace(&mut self.packs.outside, outside);
            all.push(self.in_block(|infer| {
                for pack in &function_packs {
                    infer.scopes.declare(pack.name.clone(), Lookup::Variable(pack.variables[index]));
                }
                each(infer)
            }));
            self.packs.outside = outside;
        }
        self.env = env;
        Expanded::All(all)
    }

    /// The function parameter packs among names.
    fn function_packs(&mut self, names: &[&str]) -> Expanded<Elements> {
        let mut packs = Vec::new();
        for name in names {
            let variables = match self.sema.lookup(Sought::Ident(name), self.site(), Want::Any) {
                Lookup::Variable(number) => match self.packs.elements.get(&number) {
                    Some(elements) => elements.clone(),
                    None if matches!(self.variable_of(number).ty.kind(self.db()), Kind::Gap(_)) => {
                        return Expanded::Gap("pack expansion");
                    }
                    None => continue,
                },
                Lookup::Parameter(decl, index, env) => match self.parameter_pack(decl, index, env) {
                    Some(Expanded::All(types)) => types
                        .into_iter()
                        .map(|ty| self.add_variable(Variable::plain(Some((*name).into()), ty, self.lambda)))
                        .collect(),
                    Some(Expanded::Open) => return Expanded::Open,
                    Some(Expanded::Gap(why)) => return Expanded::Gap(why),
                    None => continue,
                },
                _ => continue,
            };
            packs.push(Elements { name: (*name).into(), variables });
        }
        Expanded::All(packs)
    }

    /// The types of the parameters that a parameter of a declarator stands for, if it is a pack.
    fn parameter_pack(
        &self,
        decl: asunder_decls::names::DeclRef,
        index: u32,
        env: Env<'db>,
    ) -> Option<Expanded<Ty<'db>>> {
        let param = self.sema.function_expr(decl)?.params.get(index as usize)?;
        let TypeExpr::Expansion(pattern) = &param.ty else { return None };
        let outer = env.outer(self.db()).unwrap_or(env);
        let site = Site::new(outer, Point::before(decl));
        let each = &mut |site: Site<'_, 'db>| self.sema.adjusted(self.sema.resolve(pattern, site));
        Some(self.sema.expanded(each, &Pattern::Type(pattern), site))
    }
}
