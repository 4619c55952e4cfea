//! Calls for which no function is viable, or several are equally good.

use asunder_decls::Redeclarations;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclName, SegmentName, TemplateParamKind, TypeExpr};
use asunder_hir::body::{Expr, ExprId, Owner};
use asunder_types::{Bound, Class, Env, Kind, Origin, Symbol, Ty};
use rustc_hash::FxHashSet;

use super::super::{At, Infer, NodeId, Pending, What};
use super::Context;
use super::called_objects::object_detail;
use super::candidates::{COUNT, PARAMETER};
use crate::convert::{Ics, Operand};
use crate::finding::{Argument, MetAt, Mistake, Note, Place};
use crate::overload::{Candidate, Chosen, FunctionKey, How, Resolution};
use crate::template_arguments::GivenArg;
use crate::view::Site;

/// "too many arguments in function call".
const TOO_MANY_ARGUMENTS: u16 = 140;
/// "too few arguments in function call".
const TOO_FEW_ARGUMENTS: u16 = 165;
/// "expression preceding parentheses of apparent call must have (pointer-to-) function type".
const NOT_A_FUNCTION: u16 = 109;
/// "type name is not allowed".
const NO_TYPE: u16 = 254;
/// "no instance of … matches the argument list".
pub(super) const NO_INSTANCE: u16 = 304;
/// "more than one instance of overloaded … matches the argument list:".
const AMBIGUOUS: u16 = 308;
/// "call of an object of a class type without appropriate operator() …".
const NOT_CALLABLE: u16 = 980;
/// "… cannot be called with the given argument list".
const CALL_OPERATOR: u16 = 1767;
/// "no instance of … matches the argument list and object (the object has type qualifiers that prevent a match)".
pub(super) const NO_INSTANCE_FOR_OBJECT: u16 = 1087;
/// "constraints for … are not satisfied".
const CONSTRAINTS: u16 = 3136;

impl<'db> Infer<'_, 'db> {
    // ---- calls of named functions

    /// A call for which no function is viable.
    pub(crate) fn check_call(
        &mut self,
        id: ExprId,
        callee: NodeId,
        pending: &Pending<'db>,
        candidates: &[Candidate<'db>],
        args: &[NodeId],
    ) {
        let Some(functions) = self.functions_of(candidates) else { return };
        if let [only] = functions.as_slice()
            && !self.sema.is_function_template(only.symbol.decl)
        {
            match self.sema.function_satisfies(only.symbol) {
                Some(true) => self.check_single((id, callee), pending, *only, candidates, args),
                Some(false) => self.check_constraint(callee, pending, *only, args),
                None => {}
            }
            return;
        }
        let explicit = pending.explicit.as_deref().unwrap_or_default();
        let object = self.object_of_call(pending, &functions);
        let (prevented, others): (Vec<_>, Vec<_>) = functions.iter().copied().partition(|it| {
            object.is_some_and(|object| self.is_prevented(*it, (pending.object, object), args, explicit))
        });
        // Behind template arguments only templates are meant.
        let is_meant = |it: &Candidate<'db>| {
            pending.explicit.is_none() || self.sema.is_function_template(it.symbol.decl)
        };
        let told: Vec<Candidate<'db>> = others.into_iter().filter(is_meant).collect();
        let Some(mut mistake) = self.no_instance(&functions, &told, args, explicit) else { return };
        if let (Some(name), [_, _, ..]) = (self.qualified_set(pending), functions.as_slice()) {
            mistake.arguments = vec![Argument::entity("overloaded function", name)];
        }
        if !self.name_class_of_call(&mut mistake, pending, &functions, object) {
            return;
        }
        if !prevented.is_empty() {
            mistake.number = NO_INSTANCE_FOR_OBJECT;
        }
        let text = match (pending.object, object) {
            (Some((object, arrow)), _) => self.object_text(object, arrow),
            (None, Some(object)) if !prevented.is_empty() => {
                self.sema.spelled_text(&crate::spelled::Spelled::Plain(object))
            }
            (None, _) => Some(String::new()),
        };
        match text {
            Some(text) if text.is_empty() => {}
            Some(text) => mistake.details.push(object_detail(&text)),
            None => return,
        }
        let at = match (pending.object, &self.body[pending.name]) {
            (None, _) if pending.qualified => MetAt::Node(self.start_of(callee)),
            // A member with template arguments is shown itself, and not the operator in front of it.
            (Some(_), Expr::Member(_, _, path)) if pending.explicit.is_some() => {
                match path.segments.last().map(|last| &last.name) {
                    Some(SegmentName::Ident(name)) => MetAt::WordIn(pending.name, name.clone()),
                    _ => MetAt::Node(self.node(callee).at),
                }
            }
            _ => MetAt::Node(self.node(callee).at),
        };
        self.met_at(mistake, at);
    }

    /// The name of functions that a qualified name finds in a namespace, with those that it has from others.
    fn qualified_set(&self, pending: &Pending<'db>) -> Option<String> {
        let Expr::Name(path) = &self.body[pending.name] else { return None };
        if path.segments.len() < 2 {
            return None;
        }
        let crate::lookup::Prefix::Namespace(namespace) = self.named(path).prefix else { return None };
        let (SegmentName::Ident(name), true) = (&path.segments.last()?.name, namespace.0 != 0) else {
            return None;
        };
        let around = self.sema.names.namespaces().qualifier(namespace)?;
        Some(format!("{}::{name}", around.trim_matches(':')))
    }

    /// The only function of a name, whose requires-clause is not satisfied.
    fn check_constraint(
        &mut self,
        callee: NodeId,
        pending: &Pending<'db>,
        only: Candidate<'db>,
        args: &[NodeId],
    ) {
        let build = || {
            let name = self.sema.function_name(only.symbol)?;
            let Some((object, arrow)) = pending.object else {
                let declared = Some(Place::Decl(only.symbol.decl));
                let entity = Argument::Entity { kind: Some("function"), name, declared };
                return Some(Mistake::new(CONSTRAINTS, vec![entity]));
            };
            let mut mistake = Mistake::new(NO_INSTANCE, vec![Argument::entity("function", name)]);
            mistake.details.extend(self.argument_details(args)?);
            let text = self.object_text(object, arrow)?;
            mistake.details.push(vec![Argument::Text(format!("object type is: {text}"))]);
            mistake.notes = self.candidate_notes(&[only], args)?;
            Some(mistake)
        };
        if let Some(mistake) = build() {
            let at = self.node(callee).at;
            self.met(mistake, at);
        }
    }

    /// The functions that candidates declare, each by its first declaration; `None` where one is not known.
    pub(super) fn functions_of(&self, candidates: &[Candidate<'db>]) -> Option<Vec<Candidate<'db>>> {
        let mut functions: Vec<Candidate<'db>> = Vec::new();
        let mut known = FxHashSet::default();
        for candidate in candidates {
            if self.sema.is_specialization(candidate.symbol.decl) {
                continue;
            }
            let declared = self.sema.decl(candidate.symbol.decl);
            if declared.specifiers.is_friend {
                return None;
            }
            // Nobody declares all allocation functions of the global scope.
            let is_allocation = |name: &str| name.starts_with("new") || name.starts_with("delete");
            if declared.parent.is_none()
                && matches!(&declared.name, DeclName::Operator(name) if is_allocation(name))
            {
                return None;
            }
            let open = self.open_symbol(candidate.symbol);
            let signature = self.sema.signature(open)?;
            if signature.ty.absorbs(self.db()) {
                return None;
            }
            // What stands for a type of another template is not followed.
            if signature.params.iter().any(|param| self.sema.has_unknown_part(*param)) {
                return None;
            }
            if known.insert(self.declared_key(candidate)) {
                functions.push(*candidate);
            }
        }
        Some(functions)
    }

    /// A function template in the scope of its own parameters; other functions as they are.
    pub(super) fn open_symbol(&self, symbol: Symbol<'db>) -> Symbol<'db> {
        match self.sema.is_function_template(symbol.decl) {
            true => Symbol { env: self.sema.template_env(symbol, None), ..symbol },
            false => symbol,
        }
    }

    /// Whether two candidates declare one function or function template.
    pub(super) fn are_one(&self, a: &Candidate<'db>, b: &Candidate<'db>) -> bool {
        self.declared_key(a) == self.declared_key(b)
    }

    /// What the declarations of one function or function template have in common.
    pub(super) fn declared_key(&self, candidate: &Candidate<'db>) -> DeclaredKey<'db> {
        let symbol = candidate.symbol;
        if !self.sema.is_function_template(symbol.decl) {
            return self.sema.function_key(candidate).map_or(DeclaredKey::Own(symbol), DeclaredKey::Function);
        }
        match self.sema.function_expr(symbol.decl) {
            Some(function) => {
                let types = function.params.iter().map(|param| &param.ty).collect();
                let lists = &self.sema.decl(symbol.decl).templates;
                let kinds = lists.iter().flat_map(|list| &list.params).map(|param| match &param.kind {
                    TemplateParamKind::Value(ty, _) => Some(ty),
                    TemplateParamKind::Type(_) | TemplateParamKind::Template(_) => None,
                });
                let own = self.constrained_template(symbol.decl);
                DeclaredKey::Template(types, kinds.collect(), symbol.env, own)
            }
            None => DeclaredKey::Own(symbol),
        }
    }

    /// The first declaration of a template with a requires-clause.
    fn constrained_template(&self, decl: DeclRef) -> Option<DeclRef> {
        let has_clause = self.sema.decl(decl).templates.last().is_some_and(|list| list.is_constrained);
        if !has_clause || decl.local.0 >= asunder_hir::body::FIRST_LOCAL {
            return None;
        }
        match self.sema.names.redeclarations(decl) {
            Redeclarations::Known(all) => {
                let clause = |decl: DeclRef| self.sema.body(decl.item, Owner::Requires(decl.local));
                let is_same = |other: &DeclRef| clause(*other) == clause(decl);
                all.into_iter().filter(is_same).chain([decl]).min()
            }
            _ => Some(decl),
        }
    }

    /// Where one function is meant: what is wrong with the arguments.
    fn check_single(
        &mut self,
        (id, callee): (ExprId, NodeId),
        pending: &Pending<'db>,
        only: Candidate<'db>,
        candidates: &[Candidate<'db>],
        args: &[NodeId],
    ) {
        let db = self.db();
        let Some(signature) = self.sema.signature(only.symbol) else { return };
        if signature.object.is_some() && self.sema.is_dependent(signature.ty) {
            return;
        }
        let mut wrong_category = false;
        if let (Some(class), Some(object)) = (signature.object, self.object_of_call(pending, &[only])) {
            wrong_category = self.is_of_wrong_category(pending.object, &signature);
            let is_qualified = !crate::convert::contains(signature.qualifiers, object.qualifiers(db));
            // An object behind a pointer is an lvalue whatever it points to.
            let is_direct = matches!(pending.object, Some((_, false)));
            if wrong_category && !is_direct || is_qualified && !wrong_category {
                self.met_object_qualifiers(callee, pending, only, candidates, (class, object));
                return;
            }
        }
        let (args, is_open) = self.in_front_of_expansion(args);
        if args.len() > signature.params.len() && !signature.variadic {
            let at = self.start_of(args[signature.params.len()]);
            self.met_plain(TOO_MANY_ARGUMENTS, at);
        }
        let least =
            candidates.iter().filter_map(|it| self.sema.signature(it.symbol)).map(|it| it.required).min();
        if !is_open && least.is_some_and(|least| args.len() < least as usize) {
            self.met_at(Mistake::new(TOO_FEW_ARGUMENTS, Vec::new()), MetAt::EndOf(id));
        }
        let env = only.symbol.env;
        let site = Site::new(env, asunder_decls::names::Point::before(only.symbol.decl));
        let written = self.sema.function_expr(only.symbol.decl);
        for (index, arg) in args.iter().enumerate() {
            let Some(param) = signature.params.get(index).copied() else { break };
            if matches!(self.node(*arg).what, What::List) && !self.is_open(param) {
                self.check_list_argument(*arg, param);
                continue;
            }
            let is_object = self.node(*arg).ty.as_class(db).is_some();
            if !is_object && !matches!(param.kind(db), Kind::Reference(..)) {
                self.read(*arg);
            }
            let spelled = |infer: &Self| {
                let spelled = infer.sema.spelled(&written?.params.get(index)?.ty, site)?;
                Some(match param.kind(db) {
                    Kind::Reference(..) => spelled,
                    _ => spelled.decayed(db),
                })
            };
            self.check_conversion(*arg, param, &spelled, Context::Argument);
        }
        if let (true, Some((object, _))) = (wrong_category, pending.object) {
            self.met_wrong_category(object, only, candidates);
        }
    }

    /// A braced list as an argument: what is wrong with it as an initializer of the parameter.
    fn check_list_argument(&mut self, list: NodeId, param: Ty<'db>) {
        let db = self.db();
        let to = param.referred(db).unqualified(db);
        let is_known = |infer: &Self, node: &NodeId| infer.is_known(*node) || infer.is_list(*node);
        if self.elements_of(list).iter().all(|element| is_known(self, element)) {
            self.target = self.sema.spelled_plainly(to);
            let expr = self.expr_of(list);
            let made = self.initialize(list, to, expr);
            self.check_copied_list(&made, to, expr);
            self.target = None;
        }
    }

    /// The arguments of a call through a pointer to a function.
    pub(crate) fn check_pointer_call(&mut self, id: ExprId, callee: NodeId, ty: Ty<'db>, args: &[NodeId]) {
        let db = self.db();
        let Some(function) = ty.as_function(db) else { return };
        let (args, is_open) = self.in_front_of_expansion(args);
        if args.len() > function.params.len() && !function.variadic {
            let at = self.start_of(args[function.params.len()]);
            self.met_plain(TOO_MANY_ARGUMENTS, at);
        }
        if !is_open && args.len() < function.params.len() && !self.may_have_defaults(callee) {
            self.met_at(Mistake::new(TOO_FEW_ARGUMENTS, Vec::new()), MetAt::EndOf(id));
        }
        let spelled = match self.node(callee).what {
            What::Op("pm_function") => Some(crate::spelled::Spelled::Plain(ty)),
            _ => self.spelled(callee).and_then(|spelled| spelled.pointee(db)),
        };
        for (index, arg) in args.iter().enumerate() {
            let Some(param) = function.params.get(index).copied() else { break };
            let spelled = |_: &Self| match &spelled {
                Some(crate::spelled::Spelled::Function(function)) => function.params.get(index).cloned(),
                Some(crate::spelled::Spelled::Plain(_)) => Some(crate::spelled::Spelled::Plain(param)),
                _ => None,
            };
            self.check_conversion(*arg, param, &spelled, Context::Argument);
        }
    }

    /// The arguments in front of the first that is an expansion of a pack, and whether there is one: how many an expansion
    /// makes is not known.
    fn in_front_of_expansion<'n>(&self, args: &'n [NodeId]) -> (&'n [NodeId], bool) {
        let is_expansion = |node: &NodeId| match self.node(*node).at {
            At::Start(expr) => matches!(self.body[expr], Expr::Expansion(_)),
            _ => false,
        };
        match args.iter().position(is_expansion) {
            Some(index) => (&args[..index], true),
            None => (args, false),
        }
    }

    /// The type of an object in front of a member.
    pub(super) fn object_text(&self, object: NodeId, arrow: bool) -> Option<String> {
        let spelled = self.spelled(object)?;
        let spelled = match arrow {
            true => spelled.pointee(self.db())?,
            false => spelled.referred(self.db()),
        };
        self.sema.spelled_text(&spelled)
    }

    // ---- messages

    /// "no instance of …", with a note for each function of `told`.
    fn no_instance(
        &self,
        functions: &[Candidate<'db>],
        told: &[Candidate<'db>],
        args: &[NodeId],
        explicit: &[GivenArg<'db>],
    ) -> Option<Mistake> {
        let first = functions.first()?;
        let is_template = |it: &Candidate<'db>| self.sema.is_function_template(it.symbol.decl);
        // What a member template of a class template takes is asked in instances of the class.
        let is_open = |it: &Candidate<'db>| is_template(it) && self.sema.has_open_template(it.symbol.env);
        if functions.iter().any(is_open) || !self.are_deduced_plainly(functions, args) {
            return None;
        }
        // Whether a function throws may decide whether it has the type that is given.
        if !explicit.is_empty() && args.iter().any(|arg| self.type_of_function(*arg).is_some()) {
            return None;
        }
        let kind = match functions {
            [only] if is_template(only) => "function template",
            _ => "overloaded function",
        };
        let name = self.sema.function_name(first.symbol)?;
        let mut mistake = Mistake::new(NO_INSTANCE, vec![Argument::entity(kind, name)]);
        mistake.details.extend(self.all_argument_details(args)?);
        mistake.notes = match self.explicit_notes(told, functions.len() > 1, args, explicit) {
            Some(notes) => notes,
            None if self.none_matches(told, args, explicit) => Vec::new(),
            None => return None,
        };
        Some(mistake)
    }

    /// "argument types are: (…)".
    pub(crate) fn argument_details(&self, args: &[NodeId]) -> Option<Vec<Vec<Argument>>> {
        self.details_of(args, |_| None)
    }

    /// The same with lists and names of several functions, which have no types.
    pub(super) fn all_argument_details(&self, args: &[NodeId]) -> Option<Vec<Vec<Argument>>> {
        let is_plain = |it: &Candidate<'db>| !self.sema.is_function_template(it.symbol.decl);
        self.details_of(args, |arg| match self.node(arg).what {
            What::List => Some("{...}".to_owned()),
            What::Functions => {
                if let Some(ty) = self.type_of_function(arg) {
                    return self.sema.spelled_text(&crate::spelled::Spelled::Plain(ty));
                }
                let pending = self.sets.iter().rfind(|pending| pending.node == arg)?;
                let candidates = &pending.set.candidates;
                let is_overloaded = pending.explicit.is_none() && candidates.len() > 1;
                (is_overloaded && candidates.iter().all(is_plain)).then(|| "<unknown-type>".to_owned())
            }
            _ => None,
        })
    }

    fn details_of(
        &self,
        args: &[NodeId],
        without_type: impl Fn(NodeId) -> Option<String>,
    ) -> Option<Vec<Vec<Argument>>> {
        if args.is_empty() {
            return Some(Vec::new());
        }
        let mut types = Vec::with_capacity(args.len());
        for arg in args {
            types.push(match without_type(*arg) {
                Some(text) => text,
                None => self.bare_type(*arg)?,
            });
        }
        Some(vec![vec![Argument::Text(format!("argument types are: ({})", types.join(", ")))]])
    }

    // ---- ambiguous calls

    /// A call that several functions match equally well.
    pub(crate) fn check_ambiguous(
        &mut self,
        callee: NodeId,
        pending: &Pending<'db>,
        candidates: &[Candidate<'db>],
        equals: &[Chosen<'db>],
        args: &[NodeId],
    ) {
        let build = || {
            // Literals become pointers to what may be changed, too: how that is ranked is not looked at.
            if args.iter().any(|arg| matches!(self.node(*arg).what, crate::infer::What::String)) {
                return None;
            }
            // A part of a signature that is not known may be a failed substitution.
            let is_unknown = |ty: &Ty<'db>| self.sema.has_unknown_part(*ty) || self.has_unknown_bound(*ty);
            let has_gap = |chosen: &Chosen<'db>| {
                let signature = &chosen.signature;
                let result = signature.ty.as_function(self.db()).map(|function| function.result);
                signature.params.iter().chain(&result).any(is_unknown)
            };
            if equals.iter().any(has_gap) {
                return None;
            }
            // Constraints of members of templates are not asked as these are written.
            let is_open = |chosen: &Chosen<'db>| {
                self.sema.is_constrained_function(chosen.symbol.decl)
                    && self.sema.has_open_template(chosen.symbol.env)
            };
            if equals.iter().any(is_open) {
                return None;
            }
            // Default arguments of parameters may fail to be substituted.
            let has_default = |chosen: &Chosen<'db>| {
                let header = self.sema.decl(chosen.symbol.decl).templates.last();
                header.is_some_and(|header| {
                    header.params.iter().any(|param| match &param.kind {
                        TemplateParamKind::Type(default) => default.is_some(),
                        TemplateParamKind::Value(_, default) => default.is_some(),
                        TemplateParamKind::Template(default) => default.is_some(),
                    })
                })
            };
            if equals.iter().any(has_default) {
                return None;
            }
            let sorted = self.in_order_of_scopes(equals, pending.qualified)?;
            let functions = self.functions_of(candidates)?;
            let first = functions.first()?;
            let name = match self.qualified_set(pending) {
                Some(name) => name,
                None => self.sema.function_name(first.symbol)?,
            };
            let mut mistake = Mistake::new(AMBIGUOUS, vec![Argument::entity("function", name)]);
            for symbol in sorted {
                if self.sema.is_function_template(symbol.decl) {
                    let text = self.sema.template_text(symbol)?;
                    mistake.details.push(vec![
                        Argument::entity("function template", text),
                        Argument::Text(" (declared ".to_owned()),
                        Argument::At(Place::Decl(symbol.decl)),
                        Argument::Text(")".to_owned()),
                    ]);
                    continue;
                }
                let Argument::Entity { kind, name, .. } = self.function_argument(symbol, candidates, true)?
                else {
                    return None;
                };
                mistake.details.push(vec![
                    Argument::Entity { kind, name, declared: None },
                    Argument::Text(" (declared ".to_owned()),
                    Argument::At(Place::Decl(symbol.decl)),
                    Argument::Text(")".to_owned()),
                ]);
            }
            mistake.details.extend(self.argument_details(args)?);
            if let Some((object, arrow)) = pending.object {
                let text = self.object_text(object, arrow)?;
                mistake.details.push(vec![Argument::Text(format!("object type is: {text}"))]);
            }
            if pending.explicit.is_none() {
                mistake.notes = self.notes_beside(&functions, equals, args).unwrap_or_default();
            }
            Some(mistake)
        };
        let Some(mistake) = build() else { return };
        let at = match pending.qualified && pending.object.is_none() {
            true => self.start_of(callee),
            false => self.node(callee).at,
        };
        self.met(mistake, at);
    }

    /// Functions that match a call equally well in the order in which messages show them: by their declarations, but those
    /// that a using-declaration brings into the scope of an unqualified call backwards. `None` where they stand in more than
    /// two scopes, or where templates of two scopes may be one or hide each other.
    fn in_order_of_scopes(&self, equals: &[Chosen<'db>], is_qualified: bool) -> Option<Vec<Symbol<'db>>> {
        let is_template = |symbol: &Symbol<'db>| self.sema.is_function_template(symbol.decl);
        let around = |symbol: &Symbol<'db>| match is_template(symbol) {
            true => symbol.env.outer(self.db()),
            false => Some(symbol.env),
        };
        let mut sorted: Vec<Symbol<'db>> = equals.iter().map(|chosen| chosen.symbol).collect();
        sorted.sort_by_key(|symbol| symbol.decl);
        let first = around(sorted.first()?);
        let (own, mut brought): (Vec<_>, Vec<_>) =
            sorted.iter().copied().partition(|symbol| around(symbol) == first);
        let Some(other) = brought.first().map(around) else { return Some(own) };
        let params =
            |symbol: &Symbol<'db>| self.sema.signature(*symbol).map(|signature| signature.params.clone());
        // Functions of two scopes with the same parameters may be one.
        let is_again = |symbol: &Symbol<'db>| own.iter().any(|it| params(it) == params(symbol));
        // Of what a class brings in from a base, its own is better ([over.match.best]/2.7).
        let is_member = |symbol: &Symbol<'db>| self.sema.class_around(*symbol).is_some();
        if sorted.iter().any(|symbol| is_template(symbol) || is_member(symbol))
            || brought.iter().any(|symbol| around(symbol) != other || is_again(symbol))
        {
            return None;
        }
        if !is_qualified {
            brought.reverse();
        }
        Some(own.into_iter().chain(brought).collect())
    }

    /// Whether a type is built of an array whose bound is not a number.
    fn has_unknown_bound(&self, ty: Ty<'db>) -> bool {
        match ty.kind(self.db()) {
            Kind::Pointer(inner) | Kind::Reference(inner, _) | Kind::Qualified(_, inner) => {
                self.has_unknown_bound(*inner)
            }
            Kind::Array(inner, bound) => {
                !matches!(bound, Bound::Count(_) | Bound::Unknown) || self.has_unknown_bound(*inner)
            }
            _ => false,
        }
    }

    // ---- launches

    /// A part of a launch's configuration, which is an argument of the function that begins one.
    pub(crate) fn check_configuration(&mut self, node: NodeId, index: usize) {
        let global = self.sema.namespace_env(asunder_decls::layout::NamespaceId::GLOBAL);
        let site = Site::new(global, asunder_decls::names::Point::END);
        let name = crate::lookup::Sought::Ident("__cudaPushCallConfiguration");
        let crate::lookup::Lookup::Found(found) = self.sema.lookup(name, site, crate::lookup::Want::Any)
        else {
            return;
        };
        let Some(&function) = found.first() else { return };
        let Some(signature) = self.sema.signature(function) else { return };
        let Some(param) = signature.params.get(index).copied() else { return };
        let spelled = |infer: &Self| infer.sema.spelled_parameter(function.decl, function.env, index);
        self.check_conversion(node, param, &spelled, Context::Argument);
    }

    // ---- what is not a function

    /// `3(x)`: a call of what is not a function.
    pub(crate) fn check_callable(&mut self, callee: NodeId) {
        if !self.is_known(callee) {
            return;
        }
        let expr = self.expr_of(callee);
        if let Expr::Name(path) = &self.body[expr]
            && let Some(args) = path.segments.last().and_then(|last| last.args.as_ref())
        {
            // What looks like template arguments is none.
            if let Some(asunder_decls::written::Arg::Type(
                asunder_decls::written::TypeExpr::Builtin(_) | asunder_decls::written::TypeExpr::Signed(_),
            )) = args.first()
            {
                self.met_at(Mistake::new(NO_TYPE, Vec::new()), MetAt::TemplateArgument(expr));
            }
            return;
        }
        let at = self.start_of(callee);
        self.met_plain(NOT_A_FUNCTION, at);
    }

    /// An object of a class without a call operator.
    pub(crate) fn check_object_callable(&mut self, callee: NodeId, class: Class<'db>) {
        let ty = self.node(callee).ty;
        let db = self.db();
        let gives_no_function = |function: &Symbol<'db>| {
            let signature = self.sema.signature(*function);
            !self.sema.is_function_template(function.decl)
                && signature.is_some_and(|signature| {
                    let result = signature.result.referred(db);
                    let called = result.pointee(db).unwrap_or(result);
                    !self.is_open(result) && called.as_function(db).is_none()
                })
        };
        if self.is_known_class(ty) && self.sema.conversion_functions(class).iter().all(gives_no_function) {
            let at = self.start_of(callee);
            self.met_plain(NOT_CALLABLE, at);
        }
    }

    /// A closure that is called with other arguments than it takes. True if it is reported.
    pub(crate) fn check_closure_call(
        &mut self,
        callee: NodeId,
        class: Class<'db>,
        function: &asunder_types::Function<'db>,
        args: &[NodeId],
    ) -> bool {
        let mut is_wrong = false;
        let mut build = || {
            let Origin::Lambda(item, body, lambda) = class.origin(self.db()) else { return None };
            let lambda = asunder_hir::body::LambdaId(lambda);
            let written = &self.sema.bodies(item).bodies.get(body as usize)?.1;
            let required = function.params.len() - written[lambda].defaults.len().min(function.params.len());
            let has_pack =
                function.params.iter().any(|param| matches!(param.kind(self.db()), Kind::Expansion(_)));
            if function.variadic || has_pack || args.iter().any(|arg| !self.is_known(*arg)) {
                return None;
            }
            let wrong = match (required..=function.params.len()).contains(&args.len()) {
                false => None,
                true if function.params.iter().any(|param| self.sema.has_auto(*param)) => return None,
                true => Some(args.iter().zip(function.params.iter()).position(|(arg, param)| {
                    matches!(self.sema.implicit(&self.operand(*arg), *param, true), Ics::No)
                })?),
            };
            is_wrong = true;
            let text = self.sema.closure_text(class)?;
            let is_generic = self.sema.closure(class)?.is_generic;
            let kind = if is_generic { "function template" } else { "function" };
            let entity = Argument::entity(kind, text.clone());
            let is_it = |expr: &Expr| matches!(expr, Expr::Lambda(id) if *id == lambda);
            let expr = ExprId(written.exprs.iter().position(is_it)? as u32);
            let at = match item == self.point.item && body == self.body_index {
                true => Place::Parameters(expr),
                false => self.sema.parameters_of_lambda(item, body, expr)?,
            };
            let note = match wrong {
                None => Note { number: COUNT, arguments: vec![entity.clone()], at },
                Some(index) => {
                    let arguments = vec![entity.clone(), Argument::Number(index as i64 + 1)];
                    Note { number: PARAMETER, arguments, at }
                }
            };
            let number = if is_generic { NO_INSTANCE } else { CALL_OPERATOR };
            let mut mistake = Mistake::new(number, vec![entity]);
            mistake.details.extend(self.argument_details(args)?);
            mistake.details.push(vec![Argument::Text(format!("object type is: {text}"))]);
            mistake.notes.push(note);
            Some(mistake)
        };
        let mistake = build();
        let at = self.start_of(callee);
        match mistake {
            Some(mistake) => self.met(mistake, at),
            None => return is_wrong && self.refuse(),
        }
        true
    }

    /// An object whose call operators do not match.
    pub(crate) fn check_call_operator(
        &mut self,
        callee: NodeId,
        candidates: &[Candidate<'db>],
        args: &[NodeId],
    ) {
        let build = || {
            let functions = self.functions_of(candidates)?;
            let object = (Some((callee, false)), self.node(callee).ty.referred(self.db()));
            let (prevented, others): (Vec<_>, Vec<_>) =
                functions.iter().copied().partition(|it| self.is_prevented(*it, object, args, &[]));
            let mut mistake = match functions.as_slice() {
                [only] if !self.sema.is_function_template(only.symbol.decl) => {
                    let name = self.sema.function_name(only.symbol)?;
                    let number = if prevented.is_empty() { CALL_OPERATOR } else { NO_INSTANCE_FOR_OBJECT };
                    let mut mistake = Mistake::new(number, vec![Argument::entity("function", name)]);
                    mistake.details.extend(self.argument_details(args)?);
                    mistake.notes = self.candidate_notes(&others, args)?;
                    mistake
                }
                _ => self.no_instance(&functions, &others, args, &[])?,
            };
            if functions.len() > 1 && !prevented.is_empty() {
                mistake.number = NO_INSTANCE_FOR_OBJECT;
            }
            mistake.details.push(object_detail(&self.object_text(callee, false)?));
            Some(mistake)
        };
        if let Some(mistake) = build() {
            let at = self.start_of(callee);
            self.met(mistake, at);
        }
    }
}

/// What the declarations of one function have in common.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum DeclaredKey<'db> {
    Function(FunctionKey<'db>),
    /// The types of a template's parameters as written, what its template parameters take, its scope, and the first
    /// declaration of one with a requires-clause.
    Template(Vec<&'db TypeExpr>, Vec<Option<&'db TypeExpr>>, Env<'db>, Option<DeclRef>),
    /// One that is not known is only itself.
    Own(Symbol<'db>),
}

impl<'db> crate::view::Sema<'db> {
    /// The candidates that are as good as each other, where a call is ambiguous.
    pub(crate) fn equally_good(
        &self,
        candidates: &[Candidate<'db>],
        object: Option<&Operand<'db>>,
        arguments: &[Operand<'db>],
        how: &How<'db>,
    ) -> Option<Vec<Chosen<'db>>> {
        let mut viable = Vec::new();
        for candidate in candidates {
            match self.choose(std::slice::from_ref(candidate), object, arguments, how) {
                Resolution::Best(chosen) => viable.push(chosen),
                Resolution::None => {}
                Resolution::Ambiguous | Resolution::Gap(_) => return None,
            }
        }
        self.best_of(viable)
    }
}
