//! Names: variables, functions, enumerators, members of `*this`, what nothing declares.

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{DeclKind, Path, SegmentName, TemplateParamKind, TypeExpr};
use asunder_hir::body::{Capture, Expr, ExprId, Init, Root};
use asunder_types::{Arg, Bound, Builtin, Frame, Kind, Param, Symbol, Ty, Value};

use super::{At, Category, FUNCTIONS, Infer, Named, Node, NodeId, Pending, UsedAt, Variable, What};
use crate::convert::FunctionSet;
use crate::finding::MetAt;
use crate::lookup::{Lookup, Prefix, Sought, Want};
use crate::nested_names::NO_SCOPE;
use crate::overload::Candidate;
use crate::uses::UseForm;

impl<'db> Infer<'_, 'db> {
    /// What a path names. In a template an unqualified name is not looked up in bases that depend on a parameter
    /// ([temp.dep]/3).
    pub(super) fn named<'p>(&self, path: &'p Path) -> crate::lookup::Named<'p, 'db> {
        let mut named = self.sema.lookup_path(path, self.site(), Want::Any);
        let is_open = self.in_template
            && matches!((&named.prefix, &named.found), (Prefix::Unqualified, Lookup::Dependent));
        if is_open
            && let Some(ident) = path.as_ident()
            && !self.is_member_of_class_around(ident)
            && crate::lookup::Blocks::find(self, ident).is_none()
        {
            named.found = Lookup::None;
        }
        named
    }

    /// Whether a class around the place declares a name itself.
    fn is_member_of_class_around(&self, ident: &str) -> bool {
        self.sema.frames(self.env).any(|(_, frame)| match frame {
            Frame::Class(class) => {
                let definition = self.sema.definition(class);
                definition.is_none_or(|definition| !self.sema.named(definition.decl, ident).is_empty())
            }
            _ => false,
        })
    }

    pub(super) fn name(&mut self, id: ExprId, path: &Path) -> NodeId {
        if let Some(last) = path.segments.last()
            && matches!(last.name, SegmentName::Destructor | SegmentName::Conversion(_))
        {
            return self.gap("name of a special function", id);
        }
        let qualified = path.global || path.segments.len() > 1;
        let ident = if qualified { None } else { path.segments.last().and_then(|it| name_of(&it.name)) };
        let is_plain = path.segments.iter().all(|segment| segment.args.is_none());
        if let Some(ident) = ident.as_ref().filter(|_| is_plain)
            && self.check_own_initializer(ident, MetAt::Node(At::Point(id)))
        {
            return self.error(id, Vec::new());
        }
        if let Some((last, scopes)) = path.segments.split_last()
            && last.args.is_none()
            && scopes.iter().any(|scope| scope.args.is_some())
        {
            self.check_constants_of_path(id, path);
        }
        let named = self.named(path);
        if self.check_several_named(id, path, &named) || self.check_scope_arguments(id, path, &named.prefix) {
            return self.error(id, Vec::new());
        }
        if let Some(ident) = ident.as_ref().filter(|_| is_plain)
            && self.check_enclosing(id, ident, &named.found)
        {
            return self.error(id, Vec::new());
        }
        match named.found {
            Lookup::Found(symbols) if !qualified && self.check_several_objects(id, &symbols) => {
                self.error(id, Vec::new())
            }
            Lookup::Found(symbols) => {
                let explicit = match named.args {
                    Some(args)
                        if self.check_typenames_of_arguments(id, args)
                            || self.check_unknown_arguments(id, path, args) =>
                    {
                        return self.error(id, Vec::new());
                    }
                    Some(args) => match self.sema.given_args(args, self.site()) {
                        Ok(given) => Some(given),
                        Err(ty) => return self.typed_gap(ty, id),
                    },
                    None => None,
                };
                self.declared_name(id, symbols, explicit, qualified, ident)
            }
            Lookup::Variable(number) if named.args.is_some() && self.is_undeclared_variable(number) => {
                self.check_arguments_of_unknown(id, path, None);
                self.error(id, Vec::new())
            }
            Lookup::Variable(number) => self.local_variable(id, number),
            Lookup::Param(param, None)
                if self.sema.takes_types(param.template, param.header, param.index) =>
            {
                self.type_as_value(id, None, false)
            }
            Lookup::Param(param, arg) => match arg {
                // What a template hands on before its own arguments are known.
                Some(Arg::Value(value @ (Value::Param(_) | Value::Dependent))) => {
                    let ty = self.sema.ty(Kind::Dependent);
                    self.push(Self::plain(What::Constant(value), ty, Category::Prvalue, At::Start(id)))
                }
                Some(Arg::Value(Value::Address(decl, env))) => {
                    let function = self.function_that_stands_for(id, Symbol { decl, env }, param);
                    function.unwrap_or_else(|| self.gap("template argument as an expression", id))
                }
                Some(Arg::Value(value)) => match self.type_of_value(&value) {
                    Some(ty) => self.literal(value, ty, id),
                    None => self.gap("template argument as an expression", id),
                },
                Some(_) => self.gap("template argument as an expression", id),
                None => {
                    let ty = self.sema.ty(Kind::Dependent);
                    self.push(Self::plain(
                        What::Constant(Value::Param(param)),
                        ty,
                        Category::Prvalue,
                        At::Start(id),
                    ))
                }
            },
            // No parameter is visible in what is evaluated for one ([dcl.fct.default]/9).
            Lookup::Parameter(..)
                if self.unevaluated == 0
                    && matches!(self.body.root, Root::Defaults(_))
                    && ident.is_some() =>
            {
                if let Some(ident) = path.as_ident() {
                    self.met_undeclared(ident, MetAt::Node(At::Point(id)));
                }
                self.error(id, Vec::new())
            }
            Lookup::Parameter(decl, index, env) => {
                let Some(function) = self.sema.function_expr(decl) else { return self.gap("parameter", id) };
                let outer = env.outer(self.db()).unwrap_or(env);
                let site = crate::view::Site::new(outer, Point::before(decl));
                let ty = match &function.params[index as usize].ty {
                    TypeExpr::Expansion(_) => return self.gap("parameter pack", id),
                    ty => self.sema.resolve(ty, site),
                };
                let ty = match ty.kind(self.db()) {
                    Kind::Array(..) | Kind::Function(_) => ty.decayed(self.db()),
                    _ => ty,
                };
                self.variable_node(id, ty, Named::Parameter(decl, index))
            }
            Lookup::Dependent => {
                if let [first, _] = path.segments.as_slice()
                    && let (SegmentName::Ident(first), None, false) = (&first.name, &first.args, path.global)
                    && let Lookup::Param(param, None) =
                        self.sema.lookup(Sought::Ident(first), self.site(), Want::Any)
                    && self.sema.takes_types(param.template, param.header, param.index)
                {
                    self.check_missing_template(id, path);
                }
                self.dependent(id)
            }
            Lookup::Gap(why) => self.gap(why, id),
            Lookup::Injected(_) => self.type_as_value(id, None, false),
            Lookup::None => self.undeclared(id, path, &named.prefix),
        }
    }

    /// The size of the array that a predefined variable of the function is, its final zero included
    /// ([dcl.fct.def.general]/8); not known in templates, nor that of `__PRETTY_FUNCTION__` in closures.
    pub(super) fn predefined_length(&self, ident: &str) -> Option<u64> {
        if self.lambda.is_some() {
            return (ident != "__PRETTY_FUNCTION__").then_some("operator()".len() as u64 + 1);
        }
        let owner = self.owner?;
        let name = self.sema.decl(owner).name.ident()?;
        if ident != "__PRETTY_FUNCTION__" {
            return Some(name.len() as u64 + 1);
        }
        let symbol = Symbol { decl: owner, env: self.sema.env_of(owner) };
        let signature = self.sema.signature(symbol)?;
        let scope = match self.sema.class_around(symbol) {
            Some(class) => format!("{}::", self.sema.display(self.sema.ty(Kind::Class(class)))),
            None => {
                let namespace = self.sema.names.item(owner.item).namespace;
                let scope = self.sema.names.namespaces().qualifier(namespace)?;
                scope.trim_start_matches(':').to_owned()
            }
        };
        let text = self.sema.display(signature.ty);
        let at = text.find('(')?;
        let (result, params) = text.split_at(at);
        let result = result.trim_end();
        let blank = if result.ends_with(['*', '&']) { "" } else { " " };
        Some(format!("{result}{blank}{scope}{name}{params}").len() as u64 + 1)
    }

    pub(super) fn typed_gap(&mut self, ty: Ty<'db>, id: ExprId) -> NodeId {
        match ty.kind(self.db()) {
            Kind::Gap(why) => self.gap(why, id),
            Kind::Dependent => self.dependent(id),
            _ => self.error(id, Vec::new()),
        }
    }

    /// A template parameter that stands for a function: a pointer to it, or a reference.
    fn function_that_stands_for(&mut self, id: ExprId, symbol: Symbol<'db>, param: Param) -> Option<NodeId> {
        self.sema.function_expr(symbol.decl)?;
        if self.sema.class_around(symbol).is_some() && !self.sema.decl(symbol.decl).specifiers.is_static {
            return None;
        }
        let function = self.sema.signature(symbol)?.ty;
        let header = self.sema.decl(param.template).templates.get(param.header as usize)?;
        let TemplateParamKind::Value(declared, _) = &header.params.get(param.index as usize)?.kind else {
            return None;
        };
        let node = match declared {
            TypeExpr::LvalueRef(_) => self.push(Node {
                named: Some(Named::Symbol(symbol)),
                ..Self::plain(What::Routine, function, Category::Lvalue, At::Start(id))
            }),
            _ => {
                let pointer = self.sema.ty(Kind::Pointer(function));
                self.literal(Value::Address(symbol.decl, symbol.env), pointer, id)
            }
        };
        self.note_use(symbol, UseForm::Name, UsedAt::Expr(At::Start(id), At::Point(id)));
        Some(node)
    }

    pub(crate) fn type_of_value(&self, value: &Value<'db>) -> Option<Ty<'db>> {
        match value {
            Value::Integer(_, ty) | Value::Floating(_, ty) | Value::Null(ty) => Some(*ty),
            _ => None,
        }
    }

    pub(super) fn undeclared(
        &mut self,
        id: ExprId,
        path: &Path,
        prefix: &crate::lookup::Prefix<'db>,
    ) -> NodeId {
        use crate::lookup::Prefix;
        match (prefix, path.as_ident()) {
            (Prefix::Unqualified, Some(ident)) => match &**ident {
                "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => {
                    let element = self.sema.builtin(Builtin::Char).constant(self.db());
                    let bound = match self.predefined_length(ident) {
                        Some(length) => Bound::Count(length),
                        None => Bound::Variable,
                    };
                    let ty = self.sema.ty(Kind::Array(element, bound));
                    self.push(Node {
                        named: Some(Named::Predefined(match &**ident {
                            "__func__" => "__func__",
                            "__FUNCTION__" => "__FUNCTION__",
                            _ => "__PRETTY_FUNCTION__",
                        })),
                        ..Self::plain(What::Variable, ty, Category::Lvalue, At::Point(id))
                    })
                }
                name if is_built_in(name) => self.gap("built-in name", id),
                _ if self.check_namespace_name(id, ident) => self.error(id, Vec::new()),
                _ => {
                    self.met_undeclared(ident, MetAt::Node(At::Point(id)));
                    self.error(id, Vec::new())
                }
            },
            (Prefix::Unqualified, None) => {
                // Elsewhere what looks like an expression may be a type.
                let is_code = matches!(self.body.root, Root::Function { .. } | Root::Init(_));
                if let [segment] = path.segments.as_slice()
                    && let SegmentName::Ident(name) = &segment.name
                    && is_code
                    && self.takes_types == 0
                    && !is_built_in(name)
                {
                    self.met_undeclared(name, MetAt::Node(At::Start(id)));
                    self.check_arguments_of_unknown(id, path, None);
                }
                self.error(id, Vec::new())
            }
            (Prefix::Gap(why), _) => self.gap(why, id),
            (Prefix::Dependent, _) => self.dependent(id),
            (Prefix::None, _) => {
                if !self.check_unknown_scope_template(id, path) {
                    self.check_prefix(id, path);
                }
                self.error(id, Vec::new())
            }
            (Prefix::Type(ty), _) if self.in_instance && self.sema.is_no_scope(*ty) => {
                self.met_plain(NO_SCOPE, At::Start(id));
                self.error(id, Vec::new())
            }
            (Prefix::Type(ty), _)
                if ty
                    .as_class(self.db())
                    .is_some_and(|class| self.check_undefined_class(class, At::Start(id))) =>
            {
                self.error(id, Vec::new())
            }
            (Prefix::Namespace(_) | Prefix::Type(_), _) => {
                if let Some(SegmentName::Ident(member)) = path.segments.last().map(|last| &last.name)
                    && !member.starts_with("__")
                {
                    self.met_no_member(prefix, member, At::Point(id), None, Some(path));
                    if matches!(prefix, Prefix::Namespace(_)) {
                        self.check_arguments_of_unknown(id, path, None);
                    }
                }
                self.error(id, Vec::new())
            }
        }
    }

    /// A name that declarations were found for.
    pub(crate) fn declared_name(
        &mut self,
        id: ExprId,
        symbols: Vec<Symbol<'db>>,
        explicit: Option<Vec<crate::template_arguments::GivenArg<'db>>>,
        qualified: bool,
        ident: Option<asunder_mangle::model::Ident>,
    ) -> NodeId {
        let Some(&first) = symbols.first() else { return self.error(id, Vec::new()) };
        self.check_named_access(id, first, None);
        self.note_hidden(first, None);
        if self.sema.function_expr(first.decl).is_some() {
            let set =
                FunctionSet { candidates: symbols.into_iter().map(Candidate::of).collect(), address: false };
            return self.functions(id, set, None, explicit, qualified, ident);
        }
        let written = self.sema.decl(first.decl);
        match &written.kind {
            DeclKind::Enumerator { .. } => match self.enumerator_here(first) {
                Some(value @ Value::Integer(_, ty)) => self.push(Node {
                    named: Some(Named::Symbol(first)),
                    ..Self::plain(What::Constant(value), ty, Category::Prvalue, self.name_place(id))
                }),
                Some(Value::Dependent | Value::Param(_)) => self.dependent(id),
                _ => self.gap("value of an enumerator", id),
            },
            DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. } => {
                let mut symbol = self.defining(first, &symbols);
                if !written.templates.is_empty() && written.qualifier.is_none() {
                    // A variable template.
                    let Some(given) = explicit else {
                        return match self.check_bare_template(id, first) {
                            true => self.error(id, Vec::new()),
                            false => self.gap("variable template", id),
                        };
                    };
                    if given.iter().any(|arg| self.sema.is_dependent_given(arg)) {
                        return self.dependent(id);
                    }
                    match self.sema.complete_args(first, given, &[]) {
                        Ok(args) if self.sema.is_refused(first, args) => return self.error(id, Vec::new()),
                        Ok(args) => match self.sema.variable_instance(first, args) {
                            Ok(instance) => symbol = instance,
                            Err(why) => return self.gap(why, id),
                        },
                        Err(ty) => return self.typed_gap(ty, id),
                    }
                }
                let is_field = written.parent.is_some()
                    && self.sema.class_around(first).is_some()
                    && !written.specifiers.is_static;
                if is_field {
                    return self.field_of_this(id, symbol);
                }
                let ty = match self.sema.is_refused_reference(symbol) {
                    true => self.sema.ty(Kind::Error),
                    false => self.sema.variable_type(symbol),
                };
                self.variable_node(id, ty, Named::Symbol(symbol))
            }
            DeclKind::Concept => self.concept_id(id, first, explicit),
            DeclKind::Class(_) => {
                let lacks_arguments = explicit.is_none() && !written.templates.is_empty();
                self.type_as_value(id, Some(first), lacks_arguments)
            }
            DeclKind::Enum(_) => self.type_as_value(id, None, false),
            DeclKind::Typedef(_) if written.templates.is_empty() || explicit.is_some() => {
                self.type_as_value(id, None, false)
            }
            _ => self.gap("type as an expression", id),
        }
    }

    /// The value of an enumerator. Before the end of its enumeration it is a number, of the type that the enumeration
    /// fixes ([dcl.enum]/5).
    pub(super) fn enumerator_here(&self, symbol: Symbol<'db>) -> Option<Value<'db>> {
        let written = self.sema.decl(symbol.decl);
        let here =
            DeclRef { item: self.point.item, local: asunder_decls::written::LocalId(self.point.local) };
        let is_inside = here.item == symbol.decl.item
            && here != symbol.decl
            && self.sema.has_decl(here)
            && self.sema.decl(here).parent == written.parent
            && matches!(self.sema.decl(here).kind, DeclKind::Enumerator { .. });
        let fixed = || {
            let local = written.parent?;
            let around = symbol.decl.sibling(local);
            let DeclKind::Enum(declared) = &self.sema.decl(around).kind else { return None };
            declared.base.as_ref()?;
            self.sema.underlying_type(around, symbol.env)
        };
        match is_inside {
            true => match (self.sema.enumerator_number(symbol), fixed()) {
                (Some(Value::Integer(number, _)), Some(fixed)) => {
                    Some(Value::Integer(number, self.sema.builtin(fixed)))
                }
                (number, _) => number,
            },
            false => self.sema.enumerator_value(symbol),
        }
    }

    /// The declaration of a variable that says most: its definition, or one that gives an array's bound.
    pub(super) fn defining(&self, first: Symbol<'db>, symbols: &[Symbol<'db>]) -> Symbol<'db> {
        let is_definition = |symbol: &&Symbol<'db>| {
            let decl = self.sema.decl(symbol.decl);
            !decl.specifiers.is_extern && matches!(decl.kind, DeclKind::Variable { .. })
        };
        symbols.iter().find(is_definition).copied().unwrap_or(first)
    }

    /// A variable; one of a reference type as what it refers to.
    pub(crate) fn variable_node(&mut self, id: ExprId, ty: Ty<'db>, named: Named<'db>) -> NodeId {
        let at = self.name_place(id);
        if ty.absorbs(self.db()) || self.sema.is_dependent(ty) {
            let node =
                Node { named: Some(named), ..Self::plain(What::Gap("variable"), ty, Category::Lvalue, at) };
            if let Kind::Gap(why) = ty.kind(self.db()) {
                self.out.gaps.push((why, id));
            }
            return self.push(node);
        }
        let node =
            self.push(Node { named: Some(named), ..Self::plain(What::Variable, ty, Category::Lvalue, at) });
        match named {
            Named::Symbol(symbol) => self.note_variable(symbol, node),
            Named::Local(number) => self.note_device_local(number, node),
            _ => {}
        }
        self.without_reference(node, at)
    }

    /// What a node of reference type refers to.
    pub(crate) fn without_reference(&mut self, node: NodeId, at: At) -> NodeId {
        let ty = self.node(node).ty;
        match ty.kind(self.db()) {
            Kind::Reference(to, rvalue) => {
                let is_call = self.node(node).category == Category::Prvalue;
                let category = if *rvalue && is_call { Category::Xvalue } else { Category::Lvalue };
                let category = match to.kind(self.db()) {
                    Kind::Function(_) => Category::Lvalue,
                    _ => category,
                };
                if !is_call {
                    self.node_mut(node).read = true;
                }
                self.implicit_op("ref_indirect", *to, category, at, vec![node])
            }
            _ => node,
        }
    }

    pub(super) fn local_variable(&mut self, id: ExprId, number: u32) -> NodeId {
        let variable = self.variable_of(number);
        if self.check_capture(id, number, &variable) {
            return self.error(id, Vec::new());
        }
        let mut ty = variable.ty;
        // Inside a lambda that copies it, a variable is constant.
        if let Some(captured) = self.captured_by_copy(&variable)
            && captured
        {
            ty = ty.constant(self.db());
        }
        self.variable_node(id, ty, Named::Local(number))
    }

    /// Whether a variable is used through a closure that holds a copy and is not mutable; `None` where it is not
    /// captured.
    pub(super) fn captured_by_copy(&self, variable: &Variable<'db>) -> Option<bool> {
        let lambda = self.lambda?;
        if variable.lambda == Some(lambda) || variable.is_static {
            return None;
        }
        let written = &self.body[lambda];
        let explicit = written.captures.iter().find_map(|capture| match capture {
            Capture::Name { name, by_reference, init: Init::None, .. }
                if Some(name) == variable.name.as_ref() =>
            {
                Some(!*by_reference)
            }
            _ => None,
        });
        let by_copy = explicit.or(written.default_capture.map(|by_reference| !by_reference))?;
        Some(by_copy && !written.is_mutable && !matches!(variable.ty.kind(self.db()), Kind::Reference(..)))
    }

    /// Where a name stands: a qualified one at its start.
    pub(super) fn name_place(&self, id: ExprId) -> At {
        match &self.body[id] {
            Expr::Name(path) if path.global || path.segments.len() > 1 => At::Start(id),
            _ => At::Point(id),
        }
    }

    pub(crate) fn functions(
        &mut self,
        id: ExprId,
        set: FunctionSet<'db>,
        object: Option<(NodeId, bool)>,
        explicit: Option<Vec<crate::template_arguments::GivenArg<'db>>>,
        qualified: bool,
        ident: Option<asunder_mangle::model::Ident>,
    ) -> NodeId {
        let ty = self.sema.gap(FUNCTIONS);
        let place = match (&object, &self.body[id]) {
            // The name behind `.`; of a template-id it is not the end.
            (Some(_), Expr::Member(_, _, path)) => match path.segments.last() {
                Some(last) if last.args.is_none() => match &last.name {
                    SegmentName::Ident(name) => At::Tail(id, name.len() as u32),
                    _ => At::Point(id),
                },
                _ => At::Point(id),
            },
            // A qualified name that can only mean one function.
            (None, Expr::Name(path)) if path.segments.len() > 1 || path.global => {
                let is_one = set.candidates.first().is_some_and(|first| {
                    !self.sema.is_function_template(first.symbol.decl)
                        && set.candidates.iter().all(|other| self.sema.same_function(first, other))
                });
                match path.segments.last() {
                    Some(last) if is_one && last.args.is_none() => match &last.name {
                        SegmentName::Ident(name) => At::Tail(id, name.len() as u32),
                        _ => self.name_place(id),
                    },
                    _ => self.name_place(id),
                }
            }
            _ => self.name_place(id),
        };
        let node = self.push(Self::plain(What::Functions, ty, Category::Lvalue, place));
        self.sets.push(Pending { node, name: id, set: Rc::new(set), object, explicit, qualified, ident });
        node
    }
}

/// Whether the reference may know a name that nothing declares (spec 6, appendix A).
pub(crate) fn is_built_in(name: &str) -> bool {
    const PREFIXES: [&str; 13] = [
        "__builtin",
        "__sync_",
        "__atomic_",
        "__c11_",
        "__nv",
        "__NV",
        "__wgmma",
        "__is_",
        "__has_",
        "__edg",
        "__va_",
        "__array_",
        "__reference_",
    ];
    name.starts_with("__") && (PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || name.ends_with("__"))
}

fn name_of(name: &SegmentName) -> Option<asunder_mangle::model::Ident> {
    match name {
        SegmentName::Ident(ident) => Some(ident.clone()),
        _ => None,
    }
}
