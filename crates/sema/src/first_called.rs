//! The first call of each instance of a function template, and how it spells the template's arguments: what a call deduces
//! keeps the typedefs of its arguments' types. With `typedef float real;` and `real r;` a call `mk(r)` of
//! `template <class T> V<T> mk(T);` makes `mk<real>`, and its result is shown as `V<real>`.
//!
//! Calls in the user's code count, by name, outside templates. Instances that only code of system headers, other instances
//! or operators call have no call that is known.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{Arg as WrittenArg, FunctionExpr, Path, TypeExpr};
use asunder_hir::body::{Expr, ExprId, Owner};
use asunder_mangle::model::Ident;
use asunder_source::SourceText;
use asunder_syntax::Dialect;
use asunder_types::{Arg, Frame, Kind, Symbol, Ty};
use rustc_hash::FxHashMap;

use crate::first_written::{Since, SpelledArg};
use crate::infer::{At, Inferred, Named, NodeId, TypedTree, What, body_env, infer_body};
use crate::lookup::{Lookup, Want};
use crate::spelled::Spelled;
use crate::template_ids::is_primary;
use crate::view::{InstanceKey, Memo, Sema, Site};

/// A call of an instance of a function template.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Call<'db> {
    /// The template by its first declaration, and all of its arguments.
    pub(crate) instance: InstanceKey<'db>,
    /// Where it stands.
    pub(crate) since: Since,
    /// The item and the number of the body in it.
    body: (u32, u32),
    /// The number of the call's node in the body's typed tree.
    node: u32,
}

/// The answers of a view.
#[derive(Default)]
pub(crate) struct Calls<'db> {
    first: Memo<Ident, Rc<FxHashMap<InstanceKey<'db>, &'db Call<'db>>>>,
    trees: Memo<(u32, u32), Option<Rc<Inferred<'db>>>>,
    arguments: Memo<InstanceKey<'db>, Option<Rc<[Option<Spelled<'db>>]>>>,
}

/// The first call of each instance of the function templates of one name.
#[salsa::tracked(returns(ref))]
pub(crate) fn first_calls<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: Ident,
    dialect: Dialect,
) -> Vec<Call<'db>> {
    let sema = Sema::new(db, source, dialect);
    let mut found: Vec<Call<'db>> = Vec::new();
    let mut seen: FxHashMap<InstanceKey<'db>, usize> = FxHashMap::default();
    for &item in sema.names().items_calling(&name) {
        if sema.names().item(item).system {
            continue;
        }
        for call in calls_of_item(db, source, item, dialect) {
            let is_of_name = sema.decl(call.instance.0.decl).name.ident().is_some_and(|own| *own == name);
            if !is_of_name {
                continue;
            }
            match seen.entry(call.instance) {
                Entry::Vacant(entry) => {
                    entry.insert(found.len());
                    found.push(call.clone());
                }
                Entry::Occupied(entry) => {
                    let known = &mut found[*entry.get()];
                    if call.since < known.since {
                        *known = call.clone();
                    }
                }
            }
        }
    }
    found
}

/// The calls of instances of function templates in the functions and initializers of an item.
#[salsa::tracked(returns(ref))]
fn calls_of_item<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> Vec<Call<'db>> {
    let sema = Sema::new(db, source, dialect);
    let map = asunder_hir::source_map(db, sema.names().item_text(item));
    let mut calls = Vec::new();
    for (number, (owner, _)) in (0..).zip(&sema.bodies(item).bodies) {
        let (Owner::Function(local) | Owner::Initializer(local)) = owner else { continue };
        let Some(inferred) = sema.unread(|| infer_body(&sema, item, number, false)) else { continue };
        let Some(map) = map.bodies.get(number as usize) else { continue };
        let owner = DeclRef { item, local: *local };
        for (node, call) in (0..).zip(&inferred.tree.nodes) {
            let (true, Some(callee)) = (is_call(&call.what), call.operands.first()) else { continue };
            let Some(Named::Symbol(symbol)) = inferred.tree.nodes[callee.0 as usize].named else { continue };
            let Some(instance) = sema.function_instance(symbol) else { continue };
            let end = match call.at {
                At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => map.range(expr).end(),
                At::None => continue,
            };
            let since = Since::new(&sema, item, Some(owner), end);
            calls.push(Call { instance, since, body: (item, number), node });
        }
    }
    calls
}

fn is_call(what: &What<'_>) -> bool {
    matches!(what, What::Op("call" | "dot_member_call" | "points_to_member_call"))
}

impl<'db> Sema<'db> {
    /// The first declaration of the function that `decl` declares.
    pub(crate) fn first_function(&self, decl: DeclRef) -> DeclRef {
        match self.names().redeclarations(decl) {
            Redeclarations::Known(all) => {
                let is_template = |other: &DeclRef| is_primary(self.decl(*other));
                all.into_iter().filter(is_template).min().unwrap_or(decl)
            }
            Redeclarations::Unknown => decl,
        }
    }

    /// Whether the body of a function template's instance is made where it is called, not at the end of the unit: of one that
    /// has to be evaluated, or whose result is deduced.
    pub(crate) fn is_made_when_called(&self, decl: DeclRef) -> bool {
        let written = self.decl(decl);
        let has_parameters = written.templates.last().is_some_and(|header| !header.params.is_empty());
        let is_deduced = |function: &FunctionExpr| function.result.has_placeholder();
        has_parameters
            && (written.specifiers.is_constexpr || self.function_expr(decl).is_some_and(is_deduced))
    }

    /// The instance of a function template that a symbol is.
    fn function_instance(&self, symbol: Symbol<'db>) -> Option<InstanceKey<'db>> {
        let Frame::Template { template, args: Some(args), .. } = symbol.env.frame(self.db) else {
            return None;
        };
        if template != symbol.decl || self.are_dependent(args) {
            return None;
        }
        let outer = symbol.env.outer(self.db)?;
        Some((Symbol { decl: self.first_function(symbol.decl), env: outer }, args))
    }

    /// The first call of an instance of a function template.
    fn first_call(&self, instance: InstanceKey<'db>) -> Option<&'db Call<'db>> {
        let name = self.decl(instance.0.decl).name.ident()?;
        let calls = self.remembered(&self.first_written.calls.first, name.clone(), Rc::default, || {
            let calls = first_calls(self.db, self.names.source(), name.clone(), self.dialect);
            Rc::new(calls.iter().map(|call| (call.instance, call)).collect())
        });
        calls.get(&instance).copied()
    }

    /// The arguments of an instance of a function template as its first call spells them, those of packs one after the
    /// other; `None` for those that it does not spell, or where no call is known.
    pub(crate) fn first_call_arguments(
        &self,
        instance: InstanceKey<'db>,
    ) -> Option<Rc<[Option<Spelled<'db>>]>> {
        let find = || {
            let call = self.first_call(instance)?;
            let (item, number) = call.body;
            let tree = self.tree_of_body(item, number)?;
            let (owner, body) = self.bodies(item).bodies.get(number as usize)?;
            let (Owner::Function(local) | Owner::Initializer(local)) = owner else { return None };
            let env = body_env(self, self.env_of(DeclRef { item, local: *local }), item, number);
            let variable = |number: u32| tree.variables[number as usize].clone();
            let typed = TypedTree {
                sema: self,
                body,
                tree: &tree,
                site: Site::new(env, Point::end_of(item)),
                variable: &variable,
                range_element: None,
            };
            Some(self.spelled_call(instance, &typed, NodeId(call.node))?.into())
        };
        self.remembered(&self.first_written.calls.arguments, instance, || None, find)
    }

    /// The same with default arguments.
    pub(crate) fn first_call_with_defaults(
        &self,
        instance: InstanceKey<'db>,
    ) -> Option<Vec<Option<Spelled<'db>>>> {
        let mut spelled = self.first_call_arguments(instance)?.to_vec();
        for (index, arg) in instance.1.list(self.db).iter().enumerate() {
            if matches!(arg, Arg::Pack(_)) {
                break;
            }
            if let Some(place @ None) = spelled.get_mut(index) {
                *place = self.first_call_default(instance, index, arg);
            }
        }
        Some(spelled)
    }

    /// One argument, which no pack stands in front of.
    pub(crate) fn first_call_argument(
        &self,
        instance: InstanceKey<'db>,
        index: usize,
    ) -> Option<Spelled<'db>> {
        match self.first_call_arguments(instance)?.get(index)? {
            Some(spelled) => Some(spelled.clone()),
            None => self.first_call_default(instance, index, instance.1.list(self.db).get(index)?),
        }
    }

    fn first_call_default(
        &self,
        instance: InstanceKey<'db>,
        index: usize,
        arg: &Arg<'db>,
    ) -> Option<Spelled<'db>> {
        match (self.spelled_default(instance, index, arg), arg) {
            (Some(SpelledArg::Type(spelled)), Arg::Type(ty)) if self.meaning(&spelled) == Some(*ty) => {
                Some(spelled)
            }
            _ => None,
        }
    }

    fn tree_of_body(&self, item: u32, number: u32) -> Option<Rc<Inferred<'db>>> {
        let find = || {
            let inferred = self.unread(|| infer_body(self, item, number, false))?;
            Some(Rc::new(inferred.tree))
        };
        self.remembered(&self.first_written.calls.trees, (item, number), || None, find)
    }

    /// The arguments of an instance that a call names, as the call spells them.
    fn spelled_call(
        &self,
        instance: InstanceKey<'db>,
        typed: &TypedTree<'_, 'db>,
        call: NodeId,
    ) -> Option<Vec<Option<Spelled<'db>>>> {
        let call = typed.node(call);
        let (callee, operands) = call.operands.split_first()?;
        let Some(Named::Symbol(symbol)) = typed.node(*callee).named else { return None };
        let operands = match call.what {
            What::Op("call") => operands,
            _ => operands.get(1..)?,
        };
        let function = self.function_expr(symbol.decl)?;
        let mut deduced = Deduced::new(self, symbol)?;
        if let At::Start(expr) | At::Point(expr) | At::Tail(expr, _) = typed.node(*callee).at
            && let Some(written) = template_arguments(typed, expr)
        {
            deduced.explicit(self.spelled_written(written, typed.site));
        }
        deduced.parameters(function, typed, operands);
        Some(deduced.checked(instance))
    }
}

/// The template arguments that are written in the name of a function.
fn template_arguments<'t>(typed: &TypedTree<'t, '_>, expr: ExprId) -> Option<&'t [WrittenArg]> {
    match &typed.body[expr] {
        Expr::Name(path) | Expr::Member(_, _, path) => path.segments.last()?.args.as_deref(),
        Expr::Paren(inner) => template_arguments(typed, *inner),
        Expr::Call(callee, _) => template_arguments(typed, *callee),
        _ => None,
    }
}

/// What a call deduces, spelled.
struct Deduced<'a, 'db> {
    sema: &'a Sema<'db>,
    /// The instance.
    symbol: Symbol<'db>,
    /// What the parameters of the template are bound to: one for each, of packs all elements.
    bound: Vec<Vec<Option<Spelled<'db>>>>,
    /// Of each, whether it is a pack.
    packs: Vec<bool>,
}

impl<'a, 'db> Deduced<'a, 'db> {
    fn new(sema: &'a Sema<'db>, symbol: Symbol<'db>) -> Option<Self> {
        let params = &sema.decl(symbol.decl).templates.last()?.params;
        let packs: Vec<bool> = params.iter().map(|param| param.pack).collect();
        Some(Deduced { sema, symbol, bound: vec![Vec::new(); packs.len()], packs })
    }

    /// Binds what is written.
    fn explicit(&mut self, written: Vec<Option<Spelled<'db>>>) {
        let mut at = 0;
        for spelled in written {
            let Some(is_pack) = self.packs.get(at) else { break };
            self.bound[at].push(spelled);
            at += usize::from(!is_pack);
        }
    }

    /// Binds what the parameters of the function deduce from the operands of the call.
    fn parameters(&mut self, function: &FunctionExpr, typed: &TypedTree<'_, 'db>, operands: &[NodeId]) {
        let given: Vec<usize> = self.bound.iter().map(Vec::len).collect();
        let mut operands = operands.iter();
        let value = |operand: &NodeId| typed.spelled(typed.without_conversions(*operand));
        for param in &function.params {
            if let TypeExpr::Expansion(pattern) = &param.ty {
                for (place, operand) in operands.by_ref().enumerate() {
                    let value = value(operand);
                    self.element(pattern, value, place, &given);
                }
                return;
            }
            let Some(operand) = operands.next() else { return };
            if let Some(value) = value(operand) {
                self.parameter(&param.ty, value, None);
            }
        }
    }

    /// Binds an element of the packs that a pattern names.
    fn element(&mut self, pattern: &TypeExpr, value: Option<Spelled<'db>>, place: usize, given: &[usize]) {
        let before: Vec<usize> = self.bound.iter().map(Vec::len).collect();
        if let Some(value) = value {
            self.parameter(pattern, value, Some(place));
        }
        // Elements that are not spelled keep their places, where one pack is expanded.
        for (index, length) in before.into_iter().enumerate() {
            if self.packs[index] && given[index] <= place && self.bound[index].len() == length {
                self.bound[index].push(None);
            }
        }
    }

    /// A parameter of the function against its argument ([temp.deduct.call]).
    fn parameter(&mut self, written: &TypeExpr, value: Spelled<'db>, place: Option<usize>) {
        let db = self.sema.db;
        let value = value.referred(db);
        match written {
            TypeExpr::LvalueRef(inner) => self.matched(inner, value, place),
            TypeExpr::RvalueRef(inner) => {
                // An lvalue for `T &&` makes `T` a reference.
                let is_reference = |ty: &Ty<'db>| matches!(ty.kind(db), Kind::Reference(_, false));
                let value = match self.bound_type(inner, place) {
                    Some(ty) if is_reference(&ty) => Spelled::Reference(Rc::new(value), false),
                    _ => value,
                };
                self.matched(inner, value, place);
            }
            _ => self.matched(written, value.decayed(db), place),
        }
    }

    /// What a parameter of the template stands for, where that is all that is written.
    fn bound_type(&self, written: &TypeExpr, place: Option<usize>) -> Option<Ty<'db>> {
        let TypeExpr::Name(path, _) = written else { return None };
        let index = self.own_parameter(path)?;
        let Frame::Template { args: Some(args), .. } = self.symbol.env.frame(self.sema.db) else {
            return None;
        };
        match (args.list(self.sema.db).get(index)?, place) {
            (Arg::Type(ty), _) => Some(*ty),
            (Arg::Pack(elements), Some(place)) => match elements.list(self.sema.db).get(place)? {
                Arg::Type(ty) => Some(*ty),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number of the template's own parameter that a name means.
    fn own_parameter(&self, path: &Path) -> Option<usize> {
        let ident = path.as_ident()?;
        let params = &self.sema.decl(self.symbol.decl).templates.last()?.params;
        params.iter().position(|param| param.name.as_ref() == Some(ident))
    }

    /// A written type against the type that is given for it ([temp.deduct.type]).
    fn matched(&mut self, written: &TypeExpr, given: Spelled<'db>, place: Option<usize>) {
        let db = self.sema.db;
        match written {
            TypeExpr::Qualified(_, inner) => self.matched(inner, given.unqualified(db), place),
            TypeExpr::Name(path, _) => match self.own_parameter(path) {
                Some(index) => {
                    let has_room = match (self.packs[index], place) {
                        (true, Some(place)) => self.bound[index].len() == place,
                        (is_pack, _) => !is_pack && self.bound[index].is_empty(),
                    };
                    if has_room {
                        self.bound[index].push(Some(given));
                    }
                }
                None => self.matched_arguments(written, path, place),
            },
            TypeExpr::Pointer(inner) | TypeExpr::Array(_, inner) => {
                if let Some(to) = given.pointee(db) {
                    self.matched(inner, to, place);
                }
            }
            TypeExpr::LvalueRef(inner) | TypeExpr::RvalueRef(inner) => {
                self.matched(inner, given.referred(db), place);
            }
            TypeExpr::Function(function) => {
                if let Spelled::Function(given) = given {
                    self.matched(&function.result, (*given.result).clone(), place);
                    let is_plain = |param: &&asunder_decls::written::ParamExpr| {
                        !matches!(param.ty, TypeExpr::Expansion(_))
                    };
                    let params = function.params.iter().take_while(is_plain);
                    for (param, given) in params.zip(given.params.iter()) {
                        self.matched(&param.ty, given.clone(), place);
                    }
                }
            }
            _ => {}
        }
    }

    /// The arguments of a class template against those of its instance, which its first name spells.
    fn matched_arguments(&mut self, written: &TypeExpr, path: &Path, place: Option<usize>) {
        let sema = self.sema;
        let site = Site::new(self.symbol.env, Point::before(self.symbol.decl));
        let Some(args) = path.segments.last().and_then(|last| last.args.as_deref()) else { return };
        let is_class = match sema.lookup_path(path, site, Want::Any).found {
            Lookup::Found(symbols) => symbols.iter().all(|symbol| {
                matches!(sema.decl(symbol.decl).kind, asunder_decls::written::DeclKind::Class(_))
            }),
            _ => false,
        };
        if !is_class || place.is_some() {
            return;
        }
        let Some(class) = sema.resolve(written, site).as_class(sema.db) else { return };
        let plain = || {
            let args = class.args(sema.db)?.list(sema.db).iter().map(SpelledArg::plain);
            Some(args.collect::<Vec<_>>().into())
        };
        let Some(spelled) = sema.first_arguments_of(class).or_else(plain) else { return };
        for (arg, spelled) in args.iter().zip(spelled.iter()) {
            let written = match arg {
                WrittenArg::Type(written) => written.clone(),
                WrittenArg::Name(path) => TypeExpr::Name(path.clone(), false),
                WrittenArg::Expansion(_) => return,
                _ => continue,
            };
            if let SpelledArg::Type(spelled) = spelled {
                self.matched(&written, spelled.clone(), place);
            }
        }
    }

    /// The arguments of the instance one after the other; those that mean something else than what the
    /// call chose are not known.
    fn checked(self, instance: InstanceKey<'db>) -> Vec<Option<Spelled<'db>>> {
        let sema = self.sema;
        let is_meant = |spelled: &Spelled<'db>, arg: &Arg<'db>| match arg {
            Arg::Type(ty) => sema.meaning(spelled) == Some(*ty),
            _ => false,
        };
        let checked = |spelled: &Option<Spelled<'db>>, arg: &Arg<'db>| {
            let spelled = spelled.clone()?.outside_blocks();
            is_meant(&spelled, arg).then_some(spelled)
        };
        let mut all = Vec::new();
        for (index, arg) in instance.1.list(sema.db).iter().enumerate() {
            let bound = self.bound.get(index).map_or(&[][..], Vec::as_slice);
            match arg {
                Arg::Pack(elements) => {
                    for (place, element) in elements.list(sema.db).iter().enumerate() {
                        all.push(bound.get(place).and_then(|spelled| checked(spelled, element)));
                    }
                }
                _ => all.push(bound.first().and_then(|spelled| checked(spelled, arg))),
            }
        }
        all
    }
}
