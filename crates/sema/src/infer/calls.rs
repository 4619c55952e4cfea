//! Calls: of functions by name, of members, of objects, through pointers; kernel launches.

use std::rc::Rc;

use asunder_decls::written::DeclKind;
use asunder_hir::body::{Expr, ExprId};
use asunder_mangle::model::Ident;
use asunder_syntax::Release;
use asunder_types::{Builtin, Function, Kind, Qualifiers, RefQualifier, Symbol, Ty, Value};

use super::members::CALL_OPERATOR_BY_NAME;
use super::{
    At, BUILT_IN_CALL, BUILT_IN_FUNCTION, Category, Flags, Infer, Named, Node, NodeId, Pending, Used, UsedAt,
    What,
};
use crate::class_deduction::WITHOUT_ARGUMENTS;
use crate::convert::Operand;
use crate::lookup::{Lookup, Sought, Want};
use crate::overload::{Candidate, Chosen, How, Resolution};
use crate::uses::UseForm;

/// Comparisons that the tree has as a call, whose other reading is not made.
const COMPARISONS: &str = "comparisons with a member";

/// What a function for memory of several sizes returns.
#[derive(Clone, Copy)]
enum Sync {
    /// A value as wide as what is pointed to.
    Word,
    Bool,
    Nothing,
}

/// GCC's functions for memory of several sizes (GCC, *Legacy __sync Built-in Functions*, *Built-in Functions for Memory
/// Model Aware Atomic Operations*): names, what they take behind the pointer (`w`: a value as wide as what is pointed to,
/// `p`: a pointer, `b`: a truth value, `i`: an integer), and what they return.
const SYNC: &[(&str, &str, Sync)] = &[
    ("__sync_fetch_and_add", "w", Sync::Word),
    ("__sync_fetch_and_sub", "w", Sync::Word),
    ("__sync_fetch_and_or", "w", Sync::Word),
    ("__sync_fetch_and_and", "w", Sync::Word),
    ("__sync_fetch_and_xor", "w", Sync::Word),
    ("__sync_fetch_and_nand", "w", Sync::Word),
    ("__sync_add_and_fetch", "w", Sync::Word),
    ("__sync_sub_and_fetch", "w", Sync::Word),
    ("__sync_or_and_fetch", "w", Sync::Word),
    ("__sync_and_and_fetch", "w", Sync::Word),
    ("__sync_xor_and_fetch", "w", Sync::Word),
    ("__sync_nand_and_fetch", "w", Sync::Word),
    ("__sync_lock_test_and_set", "w", Sync::Word),
    ("__sync_val_compare_and_swap", "ww", Sync::Word),
    ("__sync_bool_compare_and_swap", "ww", Sync::Bool),
    ("__sync_lock_release", "", Sync::Nothing),
    ("__atomic_fetch_add", "wi", Sync::Word),
    ("__atomic_fetch_sub", "wi", Sync::Word),
    ("__atomic_fetch_and", "wi", Sync::Word),
    ("__atomic_fetch_or", "wi", Sync::Word),
    ("__atomic_fetch_xor", "wi", Sync::Word),
    ("__atomic_fetch_nand", "wi", Sync::Word),
    ("__atomic_add_fetch", "wi", Sync::Word),
    ("__atomic_sub_fetch", "wi", Sync::Word),
    ("__atomic_and_fetch", "wi", Sync::Word),
    ("__atomic_or_fetch", "wi", Sync::Word),
    ("__atomic_xor_fetch", "wi", Sync::Word),
    ("__atomic_nand_fetch", "wi", Sync::Word),
    (LOAD, "i", Sync::Word),
    ("__atomic_store_n", "wi", Sync::Nothing),
    ("__atomic_exchange_n", "wi", Sync::Word),
    ("__atomic_compare_exchange_n", "pwbii", Sync::Bool),
];

/// The function of these that only reads.
const LOAD: &str = "__atomic_load_n";

/// The name of such a function by its place in the table, for values of so many bytes.
pub(super) fn sync_name(index: usize, size: u8) -> String {
    let name =
        |(name, ..): &(&str, &str, Sync)| format!("{}_{size}", name.strip_suffix("_n").unwrap_or(name));
    SYNC.get(index).map_or_else(String::new, name)
}

/// Whether a built-in function tells what a number is.
fn classifies(name: &str) -> bool {
    let is_comparison = ["__builtin_isgreater", "__builtin_isless", "__builtin_isunordered"];
    let is_of_number = ["__builtin_is", "__builtin_signbit", "__builtin_fpclassify"];
    is_of_number.iter().any(|start| name.starts_with(start))
        && !is_comparison.iter().any(|start| name.starts_with(start))
}

/// The first release in which calls of member functions depend on their arguments.
const MEMBERS_DEPEND: Release = Release::V13_2;

impl<'db> Infer<'_, 'db> {
    pub(crate) fn call(&mut self, id: ExprId, callee: ExprId, args: &[ExprId]) -> NodeId {
        if let Expr::Name(path) = &self.body[callee]
            && let Some(node) = self.call_of_name(id, callee, path, args)
        {
            return node;
        }
        let node = self.expr(callee);
        if args.is_empty() {
            self.check_untemplated_call(id, callee);
        }
        let args: Vec<NodeId> = self.arguments(args);
        self.call_node(id, node, args)
    }

    /// Calls of names that do not name a function here: `T(x)`, and names that only the arguments find.
    fn call_of_name(
        &mut self,
        id: ExprId,
        callee: ExprId,
        path: &asunder_decls::written::Path,
        args: &[ExprId],
    ) -> Option<NodeId> {
        let named = self.named(path);
        match &named.found {
            Lookup::Found(symbols) => {
                let kind = &self.sema.decl(symbols.first()?.decl).kind;
                if !matches!(kind, DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Typedef(_)) {
                    return None;
                }
                self.check_constants_of_path(callee, path);
                let ty = self.sema.type_of_lookup(&named.found, named.args, self.site());
                let placeholder = self.sema.template_of_lookup(&named.found);
                Some(self.constructed_by_name(id, ty, placeholder.filter(|_| named.args.is_none()), args))
            }
            Lookup::Injected(_) => {
                let ty = self.sema.type_of_lookup(&named.found, named.args, self.site());
                Some(self.constructed(id, ty, args))
            }
            // A template in the place of a parameter, without arguments.
            Lookup::Param(..)
                if named.args.is_none() && self.sema.template_of_lookup(&named.found).is_some() =>
            {
                let ty = self.sema.gap(WITHOUT_ARGUMENTS);
                let placeholder = self.sema.template_of_lookup(&named.found);
                Some(self.constructed_by_name(id, ty, placeholder, args))
            }
            Lookup::Param(param, _) => {
                let is_type = self.sema.takes_types(param.template, param.header, param.index);
                let ty = is_type.then(|| self.sema.type_of_lookup(&named.found, named.args, self.site()))?;
                Some(self.constructed(id, ty, args))
            }
            Lookup::None if matches!(named.prefix, crate::lookup::Prefix::Unqualified) => {
                let ident = unqualified_name(path)?;
                if ident.starts_with("__builtin_")
                    || ident.starts_with("__sync_")
                    || ident.starts_with("__atomic_")
                    || ident.starts_with("__nv")
                {
                    self.takes_types += 1;
                    let nodes: Vec<NodeId> = self.arguments(args);
                    self.takes_types -= 1;
                    self.note_undeclared_call(id, ident, args, &nodes);
                    return Some(self.built_in_call(id, callee, ident, nodes));
                }
                let predeclared = self.sema.type_of_path(path, self.site(), Want::Any);
                if !predeclared.absorbs(self.db()) {
                    return Some(self.constructed(id, predeclared, args));
                }
                self.call_by_arguments(id, callee, path, ident, args)
            }
            _ => None,
        }
    }

    /// A call or launch of an unqualified name that no scope around it declares: the functions that its arguments find.
    fn call_by_arguments(
        &mut self,
        id: ExprId,
        callee: ExprId,
        path: &asunder_decls::written::Path,
        ident: &Ident,
        args: &[ExprId],
    ) -> Option<NodeId> {
        let exprs = args;
        let args: Vec<NodeId> = self.arguments(args);
        let explicit = match &path.segments.last()?.args {
            Some(args) => Some(self.sema.given_args(args, self.site()).ok()?),
            None => None,
        };
        let types = self.argument_types(&args);
        let found = match self.found_by_arguments(Sought::Ident(ident), &types, At::Start(id)) {
            Ok(found) => found,
            Err(why) => {
                self.hide_all(&args);
                return Some(self.gap(why, id));
            }
        };
        if found.is_empty() {
            // An argument that is a mistake in itself brings no function.
            let may_bring = |ty: &Ty<'db>| {
                !matches!(ty.kind(self.db()), Kind::Error)
                    && (self.sema.is_dependent(*ty) || ty.absorbs(self.db()) || self.is_of_instance(*ty))
            };
            if types.iter().any(may_bring) {
                return Some(self.absorbed(id, args));
            }
            let known = self.out.mistakes.len();
            match super::names::is_built_in(ident) {
                true => self.note_undeclared_call(id, ident, exprs, &args),
                false if self.check_namespace_name(callee, ident) => {}
                false
                    if self.check_own_initializer(ident, crate::finding::MetAt::Node(At::Point(callee))) => {}
                false => {
                    self.met_undeclared(ident, crate::finding::MetAt::Node(At::Point(callee)));
                    self.check_arguments_of_unknown(callee, path, Some(id));
                }
            }
            self.found_behind(known, id);
            return Some(self.error(id, args));
        }
        let candidates =
            found.into_iter().map(|symbol| Candidate { by_arguments: true, ..Candidate::of(symbol) });
        let set = crate::convert::FunctionSet { candidates: candidates.collect(), address: false };
        let node = self.functions(callee, set, None, explicit, true, None);
        Some(self.call_node(id, node, args))
    }

    /// Whether a callee is an object's member that is not a template, with what looks like template arguments: it is compared,
    /// `s.m < a, b > (c)`.
    fn is_compared_member(&self, callee: NodeId) -> bool {
        let expr = self.expr_of(callee);
        matches!(&self.body[expr], Expr::Member(_, _, path)
            if path.segments.last().is_some_and(|last| last.args.is_some()))
    }

    /// Whether a type is an instance of a class template, or a pointer or reference to one: friends that only the
    /// template declares are not all known.
    fn is_of_instance(&self, ty: Ty<'db>) -> bool {
        let db = self.db();
        let mut at = ty.referred(db).unqualified(db);
        while let Some(to) = at.pointee(db) {
            at = to.unqualified(db);
        }
        at.as_class(db).is_some_and(|class| class.args(db).is_some() || self.sema.is_dependent_class(class))
    }

    /// Whether an argument depends on a template parameter.
    fn depends(&self, id: NodeId) -> bool {
        let elements = match self.node(id).what {
            What::List => self.lists.iter().find(|(of, ..)| *of == id).map(|(_, elements, ..)| elements),
            _ => None,
        };
        self.sema.is_dependent(self.node(id).ty)
            || elements.is_some_and(|elements| elements.iter().any(|element| self.depends(*element)))
    }

    /// The functions that argument-dependent lookup finds, from where the body is made. The classes of the arguments have
    /// to be complete for it.
    pub(super) fn found_by_arguments(
        &mut self,
        sought: Sought<'_>,
        types: &[Ty<'db>],
        at: At,
    ) -> Result<Vec<Symbol<'db>>, &'static str> {
        for ty in types {
            let ty = ty.referred(self.db());
            self.out.completed.push((ty.pointee(self.db()).unwrap_or(ty), at));
        }
        self.sema.by_arguments(sought, types, self.point_of_instance())
    }

    fn hide_all(&mut self, nodes: &[NodeId]) {
        nodes.iter().for_each(|node| self.hide(*node));
    }

    /// The types that arguments bring into a lookup: of a name of functions those of all of them
    /// ([basic.lookup.argdep]/4).
    pub(crate) fn argument_types(&self, nodes: &[NodeId]) -> Vec<Ty<'db>> {
        let mut types = Vec::with_capacity(nodes.len());
        for id in nodes {
            match self.node(*id).what {
                What::List => {}
                What::Functions => {
                    let Some(pending) = self.sets.iter().rfind(|pending| pending.node == *id) else {
                        continue;
                    };
                    for candidate in &pending.set.candidates {
                        let symbol = candidate.symbol;
                        let symbol = match self.sema.is_function_template(symbol.decl) {
                            true => Symbol { env: self.sema.template_env(symbol, None), ..symbol },
                            false => symbol,
                        };
                        types.extend(self.sema.signature(symbol).map(|signature| signature.ty));
                    }
                }
                _ => types.push(self.node(*id).ty),
            }
        }
        types
    }

    /// A call of what a node is.
    pub(crate) fn call_node(&mut self, id: ExprId, callee: NodeId, args: Vec<NodeId>) -> NodeId {
        let db = self.db();
        if args.iter().any(|arg| matches!(self.node(*arg).what, What::Gap(COMPARISONS))) {
            return self.absorbed(id, std::iter::once(callee).chain(args).collect());
        }
        if matches!(self.node(callee).what, What::Functions) {
            let Some(pending) = self.sets.iter().rfind(|pending| pending.node == callee).cloned() else {
                return self.absorbed(id, vec![callee]);
            };
            return self.call_functions(id, callee, &pending, args);
        }
        if let (What::Op("pm_function"), [_, pointer]) =
            (&self.node(callee).what, self.node(callee).operands.as_slice())
        {
            let pointer = *pointer;
            self.called.insert(callee);
            // What the qualifiers of the function forbid is not looked at.
            if let (Kind::MemberPointer(_, member), 0) =
                (self.node(pointer).ty.unqualified(db).kind(db), self.unevaluated)
            {
                return self.call_type(id, callee, *member, args);
            }
        }
        let ty = self.node(callee).ty;
        if ty.absorbs(db) || self.sema.is_dependent(ty) {
            if let (What::Gap("destructor call"), true) = (&self.node(callee).what, args.is_empty()) {
                let void = self.sema.builtin(Builtin::Void);
                return self.op("call", void, Category::Prvalue, At::Point(id), vec![callee]);
            }
            // `f.operator()(x)` is `f(x)`.
            if let (What::Gap(CALL_OPERATOR_BY_NAME), &[object]) =
                (&self.node(callee).what, self.node(callee).operands.as_slice())
                && let Some(class) = self.node(object).ty.as_class(db)
            {
                if let Some(index) = self.out.gaps.iter().rposition(|gap| gap.0 == CALL_OPERATOR_BY_NAME) {
                    self.out.gaps.remove(index);
                }
                self.hide(callee);
                return self.call_object(id, object, class, args);
            }
            let mut operands = vec![callee];
            operands.extend(args);
            return self.absorbed(id, operands);
        }
        if let Some(class) = ty.as_class(db) {
            return self.call_object(id, callee, class, args);
        }
        let callee = self.decay(callee);
        self.note_called_address(id, callee);
        match self.node(callee).ty.pointee(db) {
            Some(function) => self.call_type(id, callee, function, args),
            None if self.is_compared_member(callee) => self.gap(COMPARISONS, id),
            None => {
                self.check_callable(callee);
                self.error(id, vec![callee])
            }
        }
    }

    /// `(&f)(…)` calls `f`.
    fn note_called_address(&mut self, id: ExprId, callee: NodeId) {
        let (What::Op("address_of"), [function]) =
            (&self.node(callee).what, self.node(callee).operands.as_slice())
        else {
            return;
        };
        if let (Some(Named::Symbol(symbol)), Expr::Call(written, _)) =
            (self.node(*function).named, &self.body[id])
            && matches!(self.node(*function).what, What::Routine)
        {
            let at = UsedAt::Expr(At::Start(*written), At::Point(id));
            let is_named = |used: &&mut Used<'db>| used.symbol == symbol && used.form == UseForm::Name;
            match self.out.uses.iter_mut().rev().find(is_named) {
                Some(used) => (used.form, used.at) = (UseForm::Call, at),
                None => self.note_use(symbol, UseForm::Call, at),
            }
        }
    }

    /// A call through a pointer to a function of type `ty`.
    fn call_type(&mut self, id: ExprId, callee: NodeId, ty: Ty<'db>, args: Vec<NodeId>) -> NodeId {
        let Some(function) = ty.as_function(self.db()) else {
            self.check_callable(callee);
            return self.absorbed(id, vec![callee]);
        };
        self.check_pointer_call(id, callee, ty, &args);
        if let What::Constant(Value::Address(decl, env)) = self.node(callee).what {
            self.note_call_of_argument(Symbol { decl, env }, self.node(callee).at, At::Point(id));
        }
        let mut operands = vec![callee];
        for (index, arg) in args.iter().enumerate() {
            operands.push(match function.params.get(index) {
                Some(param) => self.converted_for(*arg, *param, id),
                None => self.promoted_argument(*arg),
            });
        }
        self.finished_call(id, "call", function.result, operands, Flags::default())
    }

    /// A call node, and what its result refers to.
    fn finished_call(
        &mut self,
        id: ExprId,
        op: &'static str,
        result: Ty<'db>,
        operands: Vec<NodeId>,
        flags: Flags,
    ) -> NodeId {
        let db = self.db();
        if result.absorbs(db) || self.sema.is_dependent(result) {
            if let Kind::Gap(why) = result.kind(db) {
                self.out.gaps.push((why, id));
            }
            return self.push(Node {
                operands,
                flags,
                ..Self::plain(What::Op(op), result, Category::Prvalue, At::Point(id))
            });
        }
        let ty = match result.kind(db) {
            // A class keeps its qualifiers.
            Kind::Qualified(_, inner) if inner.as_class(db).is_none() => *inner,
            _ => result,
        };
        let node = self.push(Node {
            operands,
            flags,
            ..Self::plain(What::Op(op), ty, Category::Prvalue, At::Point(id))
        });
        self.without_reference(node, At::Point(id))
    }

    /// An argument of `...` ([expr.call]/12).
    pub(crate) fn promoted_argument(&mut self, arg: NodeId) -> NodeId {
        let db = self.db();
        let arg = self.settled(arg);
        let arg = self.resolved_value(arg);
        let ty = self.node(arg).ty;
        if ty.absorbs(db) {
            return arg;
        }
        let to = match ty.as_builtin(db) {
            Some(Builtin::Float) => Some(self.sema.builtin(Builtin::Double)),
            Some(builtin) if asunder_types::promoted(builtin) != builtin => {
                Some(self.sema.builtin(asunder_types::promoted(builtin)))
            }
            Some(_) => None,
            None if ty.as_enum(db).is_some() => self.promoted_type(ty),
            None => None,
        };
        match to {
            Some(to) => self.converted_to(arg, to),
            None => arg,
        }
    }

    fn call_functions(
        &mut self,
        id: ExprId,
        callee: NodeId,
        pending: &Pending<'db>,
        args: Vec<NodeId>,
    ) -> NodeId {
        self.called.insert(callee);
        let args: Vec<NodeId> = args.into_iter().map(|arg| self.settled_instance(arg)).collect();
        let explicit = pending.explicit.iter().flatten();
        if explicit.into_iter().any(|arg| self.sema.is_dependent_given(arg))
            || args.iter().any(|arg| self.depends(*arg))
        {
            self.hide(callee);
            let known = self.result_whatever_the_arguments(id, pending);
            let ty = known.unwrap_or_else(|| self.sema.ty(Kind::Dependent));
            let what = What::Gap("dependent call");
            let node =
                self.push(Node { operands: args, ..Self::plain(what, ty, Category::Prvalue, At::Point(id)) });
            return self.without_reference(node, At::Point(id));
        }
        if pending.explicit.is_some() && self.check_explicit_constants(pending, &args) {
            self.hide(callee);
            return self.error(id, args);
        }
        let mut candidates = pending.set.candidates.clone();
        if let (Some(ident), false) = (&pending.ident, pending.qualified) {
            let is_member = candidates.iter().any(|it| self.sema.class_around(it.symbol).is_some());
            let is_local = candidates.iter().any(|it| super::is_local(it.symbol.decl.local));
            if !is_member && !is_local {
                let types = self.argument_types(&args);
                match self.found_by_arguments(Sought::Ident(ident), &types, At::Start(id)) {
                    Ok(found) => crate::plausible::add_found_by_arguments(&mut candidates, found),
                    // Where a single function is named, an argument that is not known adds nothing.
                    Err(why) => {
                        if candidates.len() > 1 {
                            return self.failed_call(id, callee, args, why);
                        }
                    }
                }
            }
        }
        let how = How { explicit: pending.explicit.clone(), item: self.completeness_item(), ..How::call() };
        let arguments: Vec<Operand<'db>> = args.iter().map(|arg| self.operand(*arg)).collect();
        let implied;
        let mut this = None;
        let object = match pending.object {
            Some((object, arrow)) => {
                implied = self.object_operand(object, arrow);
                Some(&implied)
            }
            None => match self.this {
                Some(class) if candidates.iter().any(|it| self.sema.class_around(it.symbol).is_some()) => {
                    implied = Operand::value(class, Category::Lvalue);
                    this = Some(class);
                    Some(&implied)
                }
                _ => None,
            },
        };
        let mut resolution = self.sema.choose(&candidates, object, &arguments, &how);
        if matches!(resolution, Resolution::None) {
            let known = self.out.mistakes.len();
            self.check_call(id, callee, pending, &candidates, &args);
            let met = &self.out.mistakes[known..];
            if !met.is_empty()
                && met.iter().all(|met| met.mistake.is_warning)
                && let Some(wanted) = self.as_parameters(&candidates, &arguments)
            {
                resolution = self.sema.choose(&candidates, object, &wanted, &how);
            }
        }
        match resolution {
            Resolution::Best(chosen) => {
                let object = match (pending.object, this) {
                    (Some(object), _) => Some(object),
                    (None, Some(_)) if chosen.signature.object.is_some() => {
                        let place = At::Start(self.expr_of(callee));
                        self.check_captured_this(place);
                        let this = self.implied_this(id, place);
                        Some((this, true))
                    }
                    _ => None,
                };
                if chosen.signature.object.is_some()
                    && object.is_none()
                    && self.check_object(self.expr_of(callee), chosen.symbol, true)
                {
                    return self.error(id, args);
                }
                let known = self.out.mistakes.len();
                self.check_chosen(callee, &chosen, &candidates, pending.object.map(|(object, _)| object));
                self.find_deleted_behind(known, id);
                self.note_hidden(chosen.symbol, object.map(|(object, _)| object));
                self.check_incomplete_call(id, &chosen, &candidates, &args);
                let qualified = pending.qualified;
                // Nobody asks for the others any more, which may be many for each of many calls.
                if let Some(pending) = self.sets.iter_mut().rfind(|pending| pending.node == callee) {
                    pending.set = Rc::default();
                }
                self.chosen_call(id, callee, chosen, object, args, qualified)
            }
            Resolution::None => {
                self.hide(callee);
                self.error(id, args)
            }
            Resolution::Ambiguous => {
                if let Some(equals) = self.sema.equally_good(&candidates, object, &arguments, &how) {
                    self.check_ambiguous(callee, pending, &candidates, &equals, &args);
                }
                self.failed_call(id, callee, args, "ambiguous call")
            }
            Resolution::Gap(why) => self.failed_call(id, callee, args, why),
        }
    }

    /// Arguments that are only warned of where they are pointers with fewer qualifiers, as the parameters of a single function.
    fn as_parameters(
        &self,
        candidates: &[Candidate<'db>],
        arguments: &[Operand<'db>],
    ) -> Option<Vec<Operand<'db>>> {
        let [only] = candidates else { return None };
        let signature = self.sema.signature(only.symbol)?;
        let wanted = arguments.iter().enumerate().map(|(index, argument)| {
            match (argument, signature.params.get(index)) {
                (Operand::Value(value), Some(param))
                    if self.adds_qualifiers_alone(value.ty, param.referred(self.db())) =>
                {
                    Operand::value(param.referred(self.db()).unqualified(self.db()), Category::Prvalue)
                }
                (argument, _) => argument.clone(),
            }
        });
        Some(wanted.collect())
    }

    /// The type of a call in a template some argument of which depends on template parameters. Where the name means a single
    /// function that is not a template, and argument-dependent lookup adds none, the reference takes its return type; for
    /// member functions only before CUDA 13.2 (measured).
    fn result_whatever_the_arguments(&self, call: ExprId, pending: &Pending<'db>) -> Option<Ty<'db>> {
        let &[Candidate { symbol, .. }] = pending.set.candidates.as_slice() else { return None };
        let class = self.sema.class_around(symbol);
        let is_in_parentheses = match &self.body[call] {
            Expr::Call(callee, _) => matches!(self.body[*callee], Expr::Paren(_)),
            _ => false,
        };
        let is_bound = match class {
            Some(_) => self.sema.dialect.release < MEMBERS_DEPEND,
            None => pending.qualified || pending.ident.is_none() || is_in_parentheses,
        };
        let has_known_class = class.is_none_or(|class| !self.sema.is_dependent_class(class));
        let has_known_object = pending.object.is_none_or(|(object, _)| !self.depends(object));
        if !self.in_template
            || pending.explicit.is_some()
            || self.sema.is_function_template(symbol.decl)
            || !(is_bound && has_known_class && has_known_object)
        {
            return None;
        }
        let result = self.sema.signature(symbol)?.ty.as_function(self.db())?.result;
        let is_known =
            !result.absorbs(self.db()) && !self.sema.is_dependent(result) && !self.sema.has_auto(result);
        is_known.then_some(result)
    }

    fn failed_call(&mut self, id: ExprId, callee: NodeId, args: Vec<NodeId>, why: &'static str) -> NodeId {
        self.out.gaps.push((why, id));
        self.hide(callee);
        let ty = self.sema.gap(why);
        self.push(Node {
            operands: args,
            ..Self::plain(What::Gap(why), ty, Category::Prvalue, At::Point(id))
        })
    }

    /// An object as an operand: what a pointer points to is an lvalue.
    fn object_operand(&self, object: NodeId, arrow: bool) -> Operand<'db> {
        let node = self.node(object);
        match arrow {
            true => {
                let to = node.ty.pointee(self.db()).unwrap_or(node.ty);
                Operand::value(to, Category::Lvalue)
            }
            false => self.operand(object),
        }
    }

    /// The call of the function that was chosen.
    fn chosen_call(
        &mut self,
        id: ExprId,
        callee: NodeId,
        chosen: Chosen<'db>,
        object: Option<(NodeId, bool)>,
        args: Vec<NodeId>,
        qualified: bool,
    ) -> NodeId {
        let db = self.db();
        let result = self.sema.result_of(chosen.symbol, &chosen.signature);
        self.choose_function(callee, chosen.symbol);
        let is_member = object.is_some() && chosen.signature.object.is_some();
        let is_virtual = is_member && self.is_virtual(&chosen);
        let form = if is_virtual { UseForm::VirtualCall } else { UseForm::Call };
        let name = match (object, self.node(callee).at) {
            (Some(_), at @ At::Tail(..)) if is_member => at,
            _ => self.start_of(callee),
        };
        self.note_use(chosen.symbol, form, UsedAt::Expr(name, At::Point(id)));
        self.check_abstract_signature(&chosen.signature.params, result, At::Point(id));
        let ty = self.with_result(chosen.signature.ty, result);
        {
            let node = self.node_mut(callee);
            node.ty = ty.pointer_to(db);
            node.read = true;
            node.category = Category::Prvalue;
        }
        let mut first = callee;
        if let (Some((object, arrow)), None, Expr::Call(written, _)) =
            (object, chosen.signature.object, &self.body[id])
        {
            let written = *written;
            if arrow {
                self.read(object);
            }
            first = self.static_member(written, object, arrow, callee);
        }
        let mut operands = vec![first];
        let mut flags = Flags { adl: chosen.by_arguments, ..Flags::default() };
        let mut op = "call";
        // The object of a static member is evaluated for nothing.
        if let (Some((object, arrow)), Some(class)) = (object, chosen.signature.object) {
            op = if arrow { "points_to_member_call" } else { "dot_member_call" };
            let decl = self.sema.decl(chosen.symbol.decl);
            flags.is_virtual = is_virtual && !qualified && decl.name.ident().is_some();
            if !qualified {
                self.check_object_base(object, arrow, class);
            }
            operands.push(self.object_argument(object, arrow, class, &chosen));
        }
        let before = operands.len();
        for (index, arg) in args.into_iter().enumerate() {
            operands.push(self.argument(arg, index, &chosen));
        }
        let symbol = chosen.symbol;
        self.check_format(id, symbol, &operands[before..]);
        let call = self.finished_call(id, op, result, operands, flags);
        self.check_immediate(id, call, symbol);
        call
    }

    /// An argument as the chosen function takes it.
    fn argument(&mut self, arg: NodeId, index: usize, chosen: &Chosen<'db>) -> NodeId {
        match (chosen.signature.params.get(index), chosen.arguments.get(index)) {
            (Some(param), Some(ics)) => {
                if matches!(ics, crate::convert::Ics::Ambiguous) {
                    let _ = self.check_ambiguous_function(arg, Some(*param))
                        || self.check_ambiguous_conversion(arg, *param);
                }
                let made = self.applied(arg, *param, ics);
                // Objects that are not copied as bytes are passed by their address.
                if matches!(self.node(made).what, What::Op("temp_init"))
                    && !matches!(param.kind(self.db()), Kind::Reference(..))
                    && !self.sema.is_trivially_copied(*param)
                {
                    self.node_mut(made).category = Category::Lvalue;
                }
                let node = self.node(made);
                if matches!(node.what, What::Op("call" | "dot_member_call" | "points_to_member_call"))
                    && node.category == Category::Prvalue
                    && self.sema.has_destructor(node.ty)
                {
                    self.shown_again(made);
                }
                made
            }
            _ => self.promoted_argument(arg),
        }
    }

    /// The object of a member call, as the function takes it.
    fn object_argument(
        &mut self,
        object: NodeId,
        arrow: bool,
        class: asunder_types::Class<'db>,
        chosen: &Chosen<'db>,
    ) -> NodeId {
        let db = self.db();
        let at = self.place_of_object(object);
        let object = self.as_base(object, arrow, class);
        if arrow {
            self.read(object);
        }
        let qualifiers = asunder_types::Qualifiers { is_restrict: false, ..chosen.signature.qualifiers };
        let ty = self.node(object).ty;
        if arrow {
            let Some(to) = ty.pointee(db) else { return object };
            let wanted = to.qualified(db, qualifiers);
            if to == wanted {
                return object;
            }
            return self.implicit_op("cast", wanted.pointer_to(db), Category::Prvalue, at, vec![object]);
        }
        let wanted = ty.qualified(db, qualifiers);
        if self.node(object).category == Category::Prvalue {
            if self.sema.has_destructor(ty) {
                self.shown_again(object);
            }
            return object;
        }
        if ty == wanted {
            return object;
        }
        let Node { category, at, .. } = *self.node(object);
        self.implicit_op("lvalue_adjust", wanted, category, at, vec![object])
    }

    /// Whether the chosen member is virtual: by its own specifiers, or because it overrides one that is.
    fn is_virtual(&self, chosen: &Chosen<'db>) -> bool {
        let decl = self.sema.decl(chosen.symbol.decl);
        if decl.specifiers.is_virtual {
            return true;
        }
        let (Some(class), Some(ident)) = (chosen.signature.object, decl.name.ident()) else { return false };
        self.overrides(class, ident, chosen)
    }

    fn overrides(&self, class: asunder_types::Class<'db>, ident: &str, chosen: &Chosen<'db>) -> bool {
        self.sema.bases(class).iter().any(|base| {
            let Some(base) = base.ty.as_class(self.db()) else { return false };
            let Some(definition) = self.sema.definition(base) else { return false };
            let own = self.sema.named(definition.decl, ident).into_iter().any(|decl| {
                self.sema.is_member(decl, definition.decl)
                    && self.sema.decl(decl).specifiers.is_virtual
                    && self
                        .sema
                        .signature(asunder_types::Symbol { decl, env: definition.inside })
                        .is_some_and(|signature| {
                            signature.params == chosen.signature.params
                                && signature.qualifiers == chosen.signature.qualifiers
                        })
            });
            own || self.overrides(base, ident, chosen)
        })
    }

    /// The call of an operator function.
    pub(crate) fn chosen_operator(&mut self, id: ExprId, chosen: Chosen<'db>, operands: &[NodeId]) -> NodeId {
        let db = self.db();
        let result = self.sema.result_of(chosen.symbol, &chosen.signature);
        let ty = self.with_result(chosen.signature.ty, result);
        let routine = self.push(Node {
            named: Some(Named::Symbol(chosen.symbol)),
            read: true,
            ..Self::plain(What::Routine, ty.pointer_to(db), Category::Prvalue, At::Point(id))
        });
        let form = match self.sema.decl(chosen.symbol.decl).name {
            asunder_decls::written::DeclName::Operator(ref spelling) if &**spelling == "()" => {
                UseForm::CallOperator
            }
            _ => UseForm::Operator,
        };
        self.note_use(chosen.symbol, form, UsedAt::Expr(At::Point(id), At::Point(id)));
        self.note_hidden(chosen.symbol, operands.first().copied());
        let mut all = vec![routine];
        let mut args = operands;
        let mut op = "call";
        if let (Some(class), Some((first, rest))) = (chosen.signature.object, operands.split_first()) {
            op = "dot_member_call";
            self.check_object_base(*first, false, class);
            let object = self.object_argument(*first, false, class, &chosen);
            all.push(object);
            args = rest;
        }
        for (index, arg) in args.iter().enumerate() {
            all.push(self.argument(*arg, index, &chosen));
        }
        let mut flags =
            Flags { adl: chosen.by_arguments && chosen.signature.object.is_none(), ..Flags::default() };
        flags.is_virtual =
            chosen.signature.object.is_some() && self.sema.decl(chosen.symbol.decl).specifiers.is_virtual;
        self.finished_call(id, op, result, all, flags)
    }

    /// A call of an object: its call operators, or for a closure its own.
    fn call_object(
        &mut self,
        id: ExprId,
        callee: NodeId,
        class: asunder_types::Class<'db>,
        args: Vec<NodeId>,
    ) -> NodeId {
        let db = self.db();
        if matches!(class.origin(db), asunder_types::Origin::Lambda(..)) {
            let Some(closure) = self.sema.closure(class) else { return self.gap("closure", id) };
            let (operator, function) = match closure.is_generic {
                true => match self.generic_call(class, &closure, &args) {
                    Some((operator, function)) => (Some(operator), function),
                    None => {
                        if let Some(written) = closure.call.as_function(db)
                            && self.check_closure_call(callee, class, written, &args)
                        {
                            return self.error(id, vec![callee]);
                        }
                        let mut operands = vec![callee];
                        operands.extend(args);
                        self.out.gaps.push(("call of a generic lambda", id));
                        let ty = self.sema.gap("call of a generic lambda");
                        return self.push(Node {
                            operands,
                            ..Self::plain(What::Gap("call"), ty, Category::Prvalue, At::Point(id))
                        });
                    }
                },
                false => match closure.call.as_function(db) {
                    Some(function) => (None, function.clone()),
                    None => return self.gap("closure", id),
                },
            };
            let call = self.sema.ty(Kind::Function(function.clone()));
            let routine = self.push(Node {
                read: true,
                ..Self::plain(What::Routine, call.pointer_to(db), Category::Prvalue, At::Point(id))
            });
            let wanted = self.node(callee).ty.qualified(db, function.qualifiers);
            let object = if self.node(callee).ty == wanted {
                callee
            } else {
                let (at, category) = (self.start_of(callee), self.node(callee).category);
                self.implicit_op("lvalue_adjust", wanted, category, at, vec![callee])
            };
            if self.check_closure_call(callee, class, &function, &args) {
                return self.error(id, vec![object]);
            }
            let mut operands = vec![routine, object];
            for (index, arg) in args.iter().enumerate() {
                operands.push(match function.params.get(index) {
                    Some(param) => self.converted_for(*arg, *param, id),
                    None => self.promoted_argument(*arg),
                });
            }
            if let Some(operator) = operator {
                self.out.plan.call_operators.insert(routine, operator);
            }
            return self.finished_call(id, "dot_member_call", function.result, operands, Flags::default());
        }
        let found = self.sema.lookup_in_class(
            Sought::Operator("()"),
            class,
            asunder_decls::names::Point::END,
            Want::Any,
        );
        let symbols = match found {
            Lookup::Found(symbols) => symbols,
            Lookup::Gap(why) => return self.gap(why, id),
            Lookup::None if self.sema.definition(class).is_some() => {
                self.check_object_callable(callee, class);
                return self.gap("call of an object by conversion", id);
            }
            _ => return self.gap("call of an object", id),
        };
        let candidates: Vec<Candidate<'db>> = symbols.into_iter().map(Candidate::of).collect();
        let object = self.operand(callee);
        let arguments: Vec<Operand<'db>> = args.iter().map(|arg| self.operand(*arg)).collect();
        match self.sema.choose(&candidates, Some(&object), &arguments, &How::call()) {
            Resolution::Best(chosen) => {
                let mut operands = vec![callee];
                operands.extend(args);
                self.chosen_operator(id, chosen, &operands)
            }
            Resolution::None => {
                self.check_call_operator(callee, &candidates, &args);
                let mut operands = vec![callee];
                operands.extend(args);
                self.error(id, operands)
            }
            Resolution::Ambiguous => self.gap("ambiguous call", id),
            Resolution::Gap(why) => self.gap(why, id),
        }
    }

    // ---- built-in functions

    /// Notes a call of a function that no text declares.
    fn note_undeclared_call(&mut self, id: ExprId, name: &Ident, exprs: &[ExprId], nodes: &[NodeId]) {
        let args: Vec<(ExprId, NodeId)> = exprs.iter().copied().zip(nodes.iter().copied()).collect();
        self.note_built_in_call(id, name, &args);
    }

    fn built_in_call(&mut self, id: ExprId, _callee: ExprId, name: &str, args: Vec<NodeId>) -> NodeId {
        // Those whose type their first argument gives.
        let of_first = ["__builtin_assume_aligned", "__builtin_launder", "__builtin_nondeterministic_value"];
        if of_first.contains(&name)
            && let Some(first) = args.first()
        {
            let first = self.decay(*first);
            let ty = self.node(first).ty;
            return self.op("builtin_operation", ty, Category::Prvalue, At::Point(id), vec![first]);
        }
        if let ("__builtin_addressof", [object]) = (name, args.as_slice()) {
            let object = self.settled(*object);
            let ty = self.node(object).ty.pointer_to(self.db());
            return self.op("builtin_operation", ty, Category::Prvalue, At::Point(id), vec![object]);
        }
        if let Some(call) = self.sync_call(id, name, &args) {
            return call;
        }
        if let Some(ty) = crate::built_in::function_type(self.sema, name)
            && let Kind::Function(function) = ty.kind(self.db())
            && (function.variadic || function.params.len() == args.len())
        {
            let names = &mut self.out.built_in;
            names.push(name.into());
            let named = Named::BuiltIn(names.len() as u32 - 1);
            let routine = self.push(Node {
                named: Some(named),
                read: true,
                ..Self::plain(What::Routine, ty.pointer_to(self.db()), Category::Prvalue, At::Start(id))
            });
            let mut operands = vec![routine];
            for (index, arg) in args.iter().enumerate() {
                operands.push(match function.params.get(index) {
                    Some(param) => self.converted_for(*arg, *param, id),
                    // Those that classify a number take it as it is.
                    None if classifies(name) => self.decay(*arg),
                    None => self.promoted_argument(*arg),
                });
            }
            return self.finished_call(id, "call", function.result, operands, Flags::default());
        }
        let ty = crate::built_in::result(name).map(|builtin| self.sema.builtin(builtin));
        match ty {
            Some(ty) => {
                for arg in &args {
                    self.resolved_value(*arg);
                }
                self.op("call", ty, Category::Prvalue, At::Point(id), args)
            }
            None => {
                self.out.gaps.push((BUILT_IN_FUNCTION, id));
                let ty = self.sema.gap(BUILT_IN_FUNCTION);
                self.push(Node {
                    operands: args,
                    ..Self::plain(What::Gap(BUILT_IN_CALL), ty, Category::Prvalue, At::Point(id))
                })
            }
        }
    }

    /// A call of one of GCC's functions for memory of several sizes: it means the one for what is pointed to.
    fn sync_call(&mut self, id: ExprId, name: &str, args: &[NodeId]) -> Option<NodeId> {
        let db = self.db();
        let index = SYNC.iter().position(|(known, ..)| *known == name)?;
        let (_, values, result) = SYNC[index];
        let (pointer, rest) = args.split_first()?;
        if rest.len() < values.len() {
            return None;
        }
        let pointer = self.decay(*pointer);
        let of = self.node(pointer).ty.pointee(db)?.unqualified(db);
        let (size, _) = self.sema.size_and_alignment(of)?;
        let word = self.sema.builtin(match size {
            1 => Builtin::UnsignedChar,
            2 => Builtin::UnsignedShort,
            4 => Builtin::UnsignedInt,
            8 => Builtin::UnsignedLong,
            _ => return None,
        });
        let void = self.sema.builtin(Builtin::Void);
        let qualifiers = Qualifiers { is_const: name == LOAD, is_volatile: true, ..Qualifiers::NONE };
        let address = void.qualified(db, qualifiers).pointer_to(db);
        let boolean = self.sema.builtin(Builtin::Bool);
        let returned = match result {
            Sync::Word => word,
            Sync::Bool => boolean,
            Sync::Nothing => void,
        };
        let value = |letter: u8| match letter {
            b'w' => word,
            b'p' => void.pointer_to(db),
            b'b' => boolean,
            _ => self.sema.builtin(Builtin::Int),
        };
        let params: Vec<Ty<'db>> = std::iter::once(address).chain(values.bytes().map(value)).collect();
        let function = Function {
            result: returned,
            params: params.clone().into(),
            variadic: false,
            qualifiers: Qualifiers::NONE,
            ref_qualifier: RefQualifier::None,
            noexcept: false,
            noexcept_if: None,
        };
        let ty = self.sema.ty(Kind::Function(function));
        let routine = self.push(Node {
            named: Some(Named::Sized(index, size as u8)),
            read: true,
            ..Self::plain(What::Routine, ty.pointer_to(db), Category::Prvalue, At::Start(id))
        });
        let mut operands = vec![routine, self.converted_to(pointer, address)];
        for (value, to) in rest.iter().zip(&params[1..]) {
            let value = self.decay(*value);
            operands.push(self.without_sign_changes(|infer| infer.converted_to(value, *to)));
        }
        let call = self.op("call", returned, Category::Prvalue, At::Point(id), operands);
        if !matches!(result, Sync::Word) || of == word {
            return Some(call);
        }
        let op = if of == boolean { "bool_cast" } else { "cast" };
        Some(self.implicit_op(op, of, Category::Prvalue, At::Start(id), vec![call]))
    }

    // ---- launches

    pub(crate) fn launch(
        &mut self,
        id: ExprId,
        callee: ExprId,
        config: &[ExprId],
        args: &[ExprId],
    ) -> NodeId {
        let configure = self.configuration_function();
        let signature = configure.and_then(|symbol| self.sema.signature(symbol));
        let mut configured = Vec::new();
        if let (Some(symbol), Some(signature)) = (configure, &signature) {
            configured.push(self.push(Node {
                named: Some(Named::Symbol(symbol)),
                read: true,
                flags: Flags { implicit: true, ..Flags::default() },
                ..Self::plain(
                    What::Routine,
                    signature.ty.pointer_to(self.db()),
                    Category::Prvalue,
                    At::Start(id),
                )
            }));
        }
        for (index, expr) in config.iter().enumerate() {
            let node = self.expr(*expr);
            self.check_configuration(node, index);
            let to = signature.as_ref().and_then(|signature| signature.params.get(index).copied());
            configured.push(match to {
                Some(to) => self.converted_for(node, to, *expr),
                None => self.settled(node),
            });
        }
        let call = match self.launch_by_arguments(id, callee, args) {
            Some(call) => call,
            None => {
                let written = callee;
                let callee = self.expr(callee);
                let is_bound = self.check_launched(written, callee);
                let args: Vec<NodeId> = self.arguments(args);
                match is_bound {
                    true => self.error(id, std::iter::once(callee).chain(args).collect()),
                    false => self.call_node(id, callee, args),
                }
            }
        };
        let unsigned = self.sema.builtin(Builtin::UnsignedInt);
        let push = self.implicit_op("call", unsigned, Category::Prvalue, At::Start(id), configured);
        let void = self.sema.builtin(Builtin::Void);
        // What is done where the configuration fails stands behind the call.
        self.push(Self::plain(
            What::Unknown,
            self.sema.builtin(Builtin::Int),
            Category::Prvalue,
            At::Tail(id, 0),
        ));
        self.op("kernel_launch", void, Category::Prvalue, At::Start(id), vec![push, call])
    }

    /// The call of a launch whose kernel only the arguments find ([basic.lookup.argdep]).
    fn launch_by_arguments(&mut self, id: ExprId, callee: ExprId, args: &[ExprId]) -> Option<NodeId> {
        let body = self.body;
        let Expr::Name(path) = &body[callee] else { return None };
        let ident = unqualified_name(path)?;
        match self.named(path).found {
            Lookup::None => self.call_by_arguments(id, callee, path, ident, args),
            _ => None,
        }
    }

    /// The function that takes the configuration of a launch.
    fn configuration_function(&self) -> Option<Symbol<'db>> {
        let env = self.sema.namespace_env(asunder_decls::layout::NamespaceId::GLOBAL);
        let site = crate::view::Site::new(env, asunder_decls::names::Point::END);
        match self.sema.lookup(Sought::Ident("__cudaPushCallConfiguration"), site, Want::Any) {
            Lookup::Found(symbols) => symbols.first().copied(),
            _ => None,
        }
    }
}

/// The name of a path that is one unqualified identifier, with template arguments or without.
fn unqualified_name(path: &asunder_decls::written::Path) -> Option<&Ident> {
    path.as_ident().or(match path.segments.as_slice() {
        [only] if !path.global => match &only.name {
            asunder_decls::written::SegmentName::Ident(ident) => Some(ident),
            _ => None,
        },
        _ => None,
    })
}
