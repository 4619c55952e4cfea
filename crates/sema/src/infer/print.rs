//! Typed trees as lines: the form of the reference's intermediate language (`shared/tools/il.py`).

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{DeclKind, DeclName};
use asunder_hir::body::{ExprId, FIRST_LOCAL, Init, LambdaId, OperandPlace, Owner, Root};
use asunder_types::{Builtin, Kind, Symbol, Ty, Value};

use super::captured::{Closures, Entity, Part};
use super::made::{Detail, Made, Made as MadeBy};
use super::{At, Category, Infer, Inferred, Initial, Named, Node, NodeId, What};
use crate::template_ids::template_id;
use crate::view::Sema;

/// One body of an item with its typed tree.
pub struct ItemInferred<'db> {
    /// The number of the body in the item.
    pub body: u32,
    /// The declaration that it belongs to.
    pub owner: DeclRef,
    /// The typed tree.
    pub tree: Inferred<'db>,
    /// The constant that a variable is initialized with.
    pub initial: Option<Initial<'db>>,
    /// How a variable is made.
    pub(crate) made: Option<Made>,
}

/// The typed trees of all bodies of an item that are not in templates.
pub fn infer_item<'db>(sema: &Sema<'db>, item: u32) -> Vec<ItemInferred<'db>> {
    let numbers = 0..sema.bodies(item).bodies.len() as u32;
    numbers.filter_map(|number| infer_body(sema, item, number, false)).collect()
}

/// The typed trees of the templates of an item, and of members of its class templates, as they are written: what depends
/// on a template parameter absorbs.
pub(crate) fn infer_templates<'db>(sema: &Sema<'db>, item: u32) -> Vec<ItemInferred<'db>> {
    let numbers = 0..sema.bodies(item).bodies.len() as u32;
    numbers.filter_map(|number| infer_body(sema, item, number, true)).collect()
}

/// The typed tree of the definition of a function or variable template, or of a member of a class template, as it is
/// written.
pub(crate) fn infer_template<'db>(sema: &Sema<'db>, decl: DeclRef) -> Option<ItemInferred<'db>> {
    let bodies = sema.bodies(decl.item);
    let number = bodies.number_of(Owner::Function(decl.local));
    let number = number.or_else(|| bodies.number_of(Owner::Initializer(decl.local)))?;
    infer_body(sema, decl.item, number, true)
}

/// The typed tree of a body of an item, if it is one of a template or is not, as `in_template` says.
pub(crate) fn infer_body<'db>(
    sema: &Sema<'db>,
    item: u32,
    number: u32,
    in_template: bool,
) -> Option<ItemInferred<'db>> {
    let (owner, body) = &sema.bodies(item).bodies[number as usize];
    let (Owner::Function(local) | Owner::Initializer(local)) = owner else { return None };
    let decl = DeclRef { item, local: *local };
    let env = sema.env_of(decl);
    let is_template = !sema.decl(decl).templates.iter().all(|header| header.params.is_empty())
        || sema.has_open_template(env);
    let env = match (is_template, in_template) {
        (false, false) => Some(env),
        (true, true) => sema.env_of_template(decl),
        _ => None,
    }?;
    let mut infer = Infer::new(sema, body, env, Point::end_of(item));
    infer.owner = Some(decl);
    infer.body_index = number;
    infer.in_template = in_template;
    let symbol = Symbol { decl, env };
    let (made, initial) = match owner {
        Owner::Function(_) => infer.of_function(symbol).map(|()| (None, None)),
        _ => infer.of_initializer(symbol).map(|(made, initial)| (Some(made), initial)),
    }?;
    Some(ItemInferred { body: number, owner: decl, tree: infer.out, initial, made })
}

impl<'db> Infer<'_, 'db> {
    /// Infers the body of a function.
    fn of_function(&mut self, symbol: Symbol<'db>) -> Option<()> {
        let signature = self.sema.signature(symbol)?;
        // The reference does not read the body of what it could not declare; with a name that is no template it could.
        let written = self.sema.function_expr(symbol.decl).map(|function| &function.params[..]);
        let is_wrong = |(index, ty): (usize, &Ty<'db>)| {
            let param = written.and_then(|params| params.get(index));
            self.sema.has_error(*ty) && param.is_none_or(|param| template_id(&param.ty).is_none())
        };
        let mut params = signature.params.iter().enumerate();
        if self.in_template && (params.any(is_wrong) || self.sema.has_error(signature.result)) {
            return None;
        }
        self.function(symbol, &signature);
        Some(())
    }

    /// Infers the initializer of a variable or member: the constant that it is, if it is one.
    fn of_initializer(&mut self, symbol: Symbol<'db>) -> Option<(Made, Option<Initial<'db>>)> {
        let (sema, decl, body) = (self.sema, symbol.decl, self.body);
        let Root::Init(init) = &body.root else { return None };
        // What looks like an initializer may be a list of parameters.
        if matches!(sema.decl(decl).kind, DeclKind::Enumerator { .. }) || sema.function_expr(decl).is_some() {
            return None;
        }
        self.this = sema.class_around(symbol).map(|class| sema.ty(Kind::Class(class)));
        // Initializers of members see the whole class ([class.mem]/6).
        if sema.decl(decl).parent.is_none() {
            self.point = Point { local: decl.local.0 + 1, ..Point::before(decl) };
        }
        let ty = sema.variable_type(symbol);
        // `F f = 0;` of a typedef for functions is a pure function.
        if ty.as_function(self.db()).is_some() {
            return None;
        }
        self.check_declared_variable(symbol);
        let is_constexpr = sema.decl(decl).specifiers.is_constexpr;
        let written = sema.decl(decl);
        let is_static_member =
            written.parent.is_some() && written.specifiers.is_static && ty.qualifiers(self.db()).is_const;
        self.in_constant = (is_constexpr || is_static_member).into();
        self.in_open_class = written.parent.is_some() && written.specifiers.is_static;
        self.folds_required = !is_constexpr;
        let is_variable = written.parent.is_none() || written.specifiers.is_static;
        self.lists_make.variable = is_variable;
        let own = written.name.ident().map(|name| (name.clone(), 0));
        let is_deduced = matches!(&written.kind, DeclKind::Variable { ty, .. } if ty.has_placeholder());
        let is_plain = is_variable && written.templates.is_empty();
        self.own_placeholders.extend(own.filter(|_| is_deduced && is_plain));
        let made = self.in_block(|infer| {
            let ty = if is_variable { infer.check_outer_placeholder(decl, init, ty) } else { ty };
            infer.initialized(init, ty)
        });
        self.own_placeholders.clear();
        self.check_bound_functions();
        self.check_member_addresses();
        if let (true, Some(name)) =
            (written.parent.is_none() && !self.is_open(ty), sema.qualified_name(symbol))
        {
            let at = crate::finding::MetAt::Name(decl);
            self.check_left_reference(&made.made, ty, &name, at);
        }
        self.check_constant_initializer(symbol, ty, init, &made.made);
        let initial = self.initial(made.value, made.node, ty);
        Some((made.made, initial))
    }
}

/// An expression in the declaration of something outside functions.
pub(crate) struct Declared<'db> {
    /// The number of the body in the item.
    pub(crate) body: u32,
    /// The typed tree.
    pub(crate) tree: Inferred<'db>,
    /// Of a static assertion, whether it is known to hold.
    pub(crate) assertion: Option<bool>,
}

/// Bounds of arrays, values of enumerators, default arguments and static assertions of an item, where they are not in templates or in
/// functions.
pub(crate) fn infer_declared<'db>(sema: &Sema<'db>, item: u32) -> Vec<Declared<'db>> {
    let mut all = Vec::new();
    for (number, (owner, _)) in (0..).zip(&sema.bodies(item).bodies) {
        let Some(decl) = declares(sema, item, *owner) else { continue };
        if decl.is_some_and(|decl| decl.local.0 >= FIRST_LOCAL) {
            continue;
        }
        let env = match (decl, owner) {
            (Some(class), Owner::StaticAssert(..)) => match sema.inside_of(class) {
                Some(env) => env,
                None => continue,
            },
            (Some(decl), _) => sema.env_of(decl),
            (None, _) => sema.namespace_env(sema.names().item(item).namespace),
        };
        let is_template =
            decl.is_some_and(|decl| sema.decl(decl).templates.iter().any(|header| !header.params.is_empty()));
        if !is_template && !sema.has_open_template(env) {
            all.extend(infer_declaration(sema, (item, number), decl, env));
        }
    }
    all
}

/// The same of an instance of a class template, or a class in one, that `decl` defines; `inside` are its scopes. Default
/// arguments apart: they are read where a call needs them.
pub(crate) fn infer_members<'db>(
    sema: &Sema<'db>,
    class: DeclRef,
    inside: asunder_types::Env<'db>,
) -> Vec<Declared<'db>> {
    let item = class.item;
    let parent = |decl: DeclRef| sema.decl(decl).parent.map(|local| class.sibling(local));
    let mut all = Vec::new();
    for (number, (owner, _)) in (0..).zip(&sema.bodies(item).bodies) {
        let Some(Some(decl)) = declares(sema, item, *owner) else { continue };
        let is_member = match owner {
            Owner::StaticAssert(..) => decl == class,
            Owner::Defaults(_) => false,
            Owner::Initializer(_) => parent(decl).and_then(parent) == Some(class),
            _ => parent(decl) == Some(class),
        };
        let is_template = sema.decl(decl).templates.iter().any(|header| !header.params.is_empty());
        if is_member && (decl == class || !is_template) {
            all.extend(infer_declaration(sema, (item, number), Some(decl), inside));
        }
    }
    all
}

/// The declaration that an expression outside functions belongs to, of a static assertion the class around it: `None` for
/// what is no such expression.
pub(super) fn declares(sema: &Sema<'_>, item: u32, owner: Owner) -> Option<Option<DeclRef>> {
    let local = match owner {
        Owner::Types(local) | Owner::Defaults(local) | Owner::BitWidth(local) => Some(local),
        Owner::Initializer(local)
            if matches!(sema.decl(DeclRef { item, local }).kind, DeclKind::Enumerator { .. }) =>
        {
            Some(local)
        }
        Owner::StaticAssert(_, class) => class,
        _ => return None,
    };
    Some(local.map(|local| DeclRef { item, local }))
}

/// The typed tree of the body with this number of an item, which `decl` declares in `env`.
fn infer_declaration<'db>(
    sema: &Sema<'db>,
    (item, number): (u32, u32),
    decl: Option<DeclRef>,
    env: asunder_types::Env<'db>,
) -> Option<Declared<'db>> {
    let (owner, body) = &sema.bodies(item).bodies[number as usize];
    let mut infer = Infer::new(sema, body, env, Point::end_of(item));
    infer.body_index = number;
    infer.in_instance = sema.is_made_of_template(env);
    infer.this = sema.class_of(env).map(|class| sema.ty(Kind::Class(class)));
    infer.in_open_class = !matches!(owner, Owner::Defaults(_));
    let mut assertion = None;
    match (owner, &body.root) {
        (Owner::Types(_), _) => {
            let is_class = |decl: &DeclRef| matches!(sema.decl(*decl).kind, DeclKind::Class(_));
            infer.point = match decl {
                Some(class) if is_class(&class) => Point::behind(class),
                decl => decl.map_or(infer.point, Point::before),
            };
            infer.in_block(|infer| {
                if let Some(decl) = decl {
                    infer.declare_parameters(sema.decl(decl));
                }
                infer.outer_bounds();
                let first = infer.out.nodes.len();
                infer.outer_arguments();
                infer.attribute_arguments();
                infer.out.nodes[first..].iter_mut().for_each(|node| node.used = true);
            });
            infer.out.mistakes.extend(super::undeclared_names::in_types(sema, (item, number), decl, env));
        }
        (Owner::BitWidth(_), Root::Expr(expr)) => {
            infer.point = decl.map_or(infer.point, Point::before);
            let ty = sema.variable_type(Symbol { decl: decl?, env });
            infer.in_block(|infer| infer.bit_width(*expr, ty));
            infer.out.nodes.iter_mut().for_each(|node| node.used = true);
        }
        (Owner::Initializer(_), Root::Init(Init::Copy(expr)) | Root::Expr(expr)) => {
            infer.point = decl.map_or(infer.point, Point::before);
            let underlying = decl.and_then(|decl| sema.fixed_underlying(Symbol { decl, env }));
            infer.in_block(|infer| {
                if let Some(decl) = decl {
                    infer.declare_enumerators(decl);
                }
                infer.enumerator(*expr, underlying);
            });
        }
        (Owner::Defaults(_), Root::Defaults(defaults)) => {
            let function = Symbol { decl: decl?, env };
            let signature = sema.signature(function)?;
            infer.place_of_names = OperandPlace::Parameters;
            infer.in_block(|infer| {
                for (param, expr) in defaults {
                    if let Some(ty) = signature.params.get(*param as usize) {
                        infer.default_argument(function, *param, *expr, *ty);
                    }
                }
            });
        }
        (Owner::StaticAssert(..), _) => assertion = infer.in_block(Infer::assertion),
        _ => {}
    }
    Some(Declared { body: number, tree: infer.out, assertion })
}

/// Where what a node names is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntityAt {
    /// A declaration.
    Decl(DeclRef),
    /// A function: one of its declarations.
    Function(DeclRef),
    /// A parameter of the function, by its number.
    Parameter(u32),
    /// A parameter of a lambda.
    LambdaParameter(LambdaId, u32),
    /// A capture of a lambda.
    Capture(LambdaId, u32),
    /// The call operator of a lambda.
    CallOperator(ExprId),
    /// Not known.
    Nowhere,
}

/// A line of a typed tree.
pub struct Line<'db> {
    /// Where the node stands.
    pub at: At,
    /// The capture of a lambda that it stands at instead.
    pub capture: Option<(LambdaId, u32)>,
    /// How deep below a root.
    pub depth: u32,
    /// What it is, in the reference's words.
    pub what: String,
    /// Its type.
    pub ty: String,
    /// `l`, `x`, `p` or `l>p`.
    pub category: &'static str,
    /// What it names: where that is declared, and its name.
    pub entity: Option<(EntityAt, String)>,
    /// Properties, or `-`.
    pub flags: String,
    /// The data member whose array the object's qualifiers make another type.
    pub qualified_array: Option<DeclRef>,
    /// The function that is called, and how many arguments are given.
    pub called: Option<(Symbol<'db>, usize)>,
}

impl<'db> Inferred<'db> {
    /// The lines of the tree, roots in the order in which they were made; `shown` gives the types of nodes as text.
    pub(crate) fn lines(
        &self,
        sema: &Sema<'db>,
        closures: &Closures<'_, 'db>,
        shown: &dyn Fn(NodeId) -> String,
    ) -> Vec<Line<'db>> {
        let roots =
            (0u32..).zip(&self.nodes).filter(|(_, node)| !node.used).map(|(number, _)| NodeId(number));
        let of_assertions = self.assertions.iter().flat_map(|it| &it.roots).copied();
        let mut lines = Vec::new();
        for root in roots.chain(of_assertions) {
            self.line((root, 0), (sema, closures), shown, &mut lines);
        }
        lines
    }

    /// The lines of the tree of one node, `depth` below a root.
    pub(crate) fn lines_of(
        &self,
        root: (NodeId, u32),
        sema: &Sema<'db>,
        closures: &Closures<'_, 'db>,
        shown: &dyn Fn(NodeId) -> String,
    ) -> Vec<Line<'db>> {
        let mut lines = Vec::new();
        self.line(root, (sema, closures), shown, &mut lines);
        lines
    }

    /// The function that a node calls, and how many arguments the call gives.
    fn called(&self, node: &Node<'db>) -> Option<(Symbol<'db>, usize)> {
        let symbol = |named| match named {
            Some(Named::Symbol(symbol)) => Some(symbol),
            _ => None,
        };
        let callee = || symbol(self.nodes[node.operands.first()?.0 as usize].named);
        match node.what {
            What::Op("call") => Some((callee()?, node.operands.len() - 1)),
            What::Op("dot_member_call" | "points_to_member_call") => {
                Some((callee()?, node.operands.len().checked_sub(2)?))
            }
            What::Op("temp_init") => Some((symbol(node.named)?, node.operands.len())),
            _ => None,
        }
    }

    /// The line of a part of what is shown for a node.
    fn part(&self, part: Part, depth: u32) -> Line<'db> {
        let entity = match part.entity {
            Entity::None => None,
            Entity::This => Some((EntityAt::Nowhere, String::new())),
            Entity::Capture(lambda, place, name) => Some((EntityAt::Capture(lambda, place), name)),
            Entity::Variable(number) => self.local(number),
        };
        let is_written = entity.is_some() && part.what == "variable";
        Line {
            at: part.at,
            capture: part.capture,
            depth,
            what: part.what.to_owned(),
            ty: part.ty,
            category: part.category,
            entity,
            flags: if is_written { "-" } else { "implicit" }.to_owned(),
            qualified_array: None,
            called: None,
        }
    }

    fn line(
        &self,
        (id, depth): (NodeId, u32),
        (sema, closures): (&Sema<'db>, &Closures<'_, 'db>),
        shown: &dyn Fn(NodeId) -> String,
        lines: &mut Vec<Line<'db>>,
    ) {
        // Trees that lean to one side are as deep as a program makes them.
        let mut pending = vec![(id, depth, None)];
        while let Some((id, mut depth, held)) = pending.pop() {
            let node = &self.nodes[id.0 as usize];
            let is_unknown = |node: &Node<'db>| {
                matches!(
                    node.what,
                    What::Gap(_)
                        | What::Functions
                        | What::List
                        | What::Op("kernel_launch")
                        | What::Constant(Value::Gap(_))
                ) || node.ty.absorbs(sema.db)
            };
            if is_unknown(node) {
                // What is not known has no line; its operands have theirs, but for objects: whether their values are
                // read is not known either.
                let is_object = |operand: &NodeId| {
                    let node = &self.nodes[operand.0 as usize];
                    node.category != Category::Prvalue && !node.read && !is_unknown(node)
                };
                for operand in node.operands.iter().rev() {
                    match is_object(operand) {
                        true => {
                            let parts = self.nodes[operand.0 as usize].operands.iter().rev();
                            pending.extend(parts.map(|part| (*part, depth + 1, None)));
                        }
                        false => pending.push((*operand, depth + 1, None)),
                    }
                }
                continue;
            }
            if let What::Op("lambda") = node.what {
                let parts = closures.initializers(id).into_iter();
                lines.extend(parts.map(|part| self.part(part, depth)));
            }
            if closures.is_hidden(id) {
                pending.extend(node.operands.iter().rev().map(|operand| (*operand, depth, None)));
                continue;
            }
            if let Some(parts) = closures.parts(id) {
                lines.extend((depth..).zip(parts).map(|(depth, part)| self.part(part, depth)));
                continue;
            }
            if let Some(category) = held {
                lines.push(Line {
                    at: node.at,
                    capture: None,
                    depth,
                    what: "temp_init".to_owned(),
                    ty: shown(id),
                    category,
                    entity: None,
                    flags: "-".to_owned(),
                    qualified_array: None,
                    called: None,
                });
                depth += 1;
                if !sema.has_destructor(node.ty) {
                    pending.push((id, 0, None));
                }
            }
            let is_placeless = matches!(node.what, What::Op("question")) && is_held(node, sema);
            lines.push(Line {
                at: if is_placeless { At::None } else { node.at },
                capture: None,
                depth,
                what: self.reference_cast(node, sema).map_or_else(|| what_text(node, sema), str::to_owned),
                ty: match node.ty.as_enum(sema.db) {
                    Some(_) if sema.display(node.ty).ends_with("<unnamed>") => {
                        format!("enum {}", sema.display(node.ty))
                    }
                    _ => shown(id),
                },
                category: match (node.read, node.category) {
                    _ if matches!(node.what, What::Op("lvalue_cast" | "ref_cast")) => "l>p",
                    _ if self.is_part_of_prvalue(node) => "p",
                    (true, _) => "l>p",
                    (_, Category::Lvalue) => "l",
                    (_, Category::Xvalue) => "x",
                    (_, Category::Prvalue) => "p",
                },
                entity: match closures.operator(id) {
                    Some(lambda) => Some((EntityAt::CallOperator(lambda), "operator()".to_owned())),
                    None => self.entity(node, sema),
                },
                flags: flags_text(node),
                qualified_array: self.qualified_array(node, sema),
                called: self.called(node),
            });
            // What braces make by a constructor, but for what is constant.
            let by_list = match self.plan.details.get(&id) {
                Some(Detail::Made(MadeBy::Node(made))) if is_made_apart(node) => {
                    Some(&self.nodes[made.0 as usize])
                        .filter(|made| !self.is_constant_construction(made, sema))
                }
                _ => None,
            };
            let node = by_list.unwrap_or(node);
            if let (What::Op("temp_init"), Some(named), false) =
                (&node.what, node.named, self.is_implicit_constant(node, sema))
            {
                let entity = match named {
                    Named::Symbol(symbol) => {
                        let class = sema.class_of(symbol.env);
                        let name =
                            class.map(|class| sema.display(sema.ty(Kind::Class(class)))).unwrap_or_default();
                        let name = name
                            .split('<')
                            .next()
                            .unwrap_or_default()
                            .rsplit("::")
                            .next()
                            .unwrap_or_default()
                            .to_owned();
                        Some((EntityAt::Function(symbol.decl), name))
                    }
                    _ => None,
                };
                lines.push(Line {
                    at: node.at,
                    capture: None,
                    depth: depth + 1,
                    what: "constructor".to_owned(),
                    ty: "-".to_owned(),
                    category: "-",
                    entity,
                    flags: "implicit".to_owned(),
                    qualified_array: None,
                    called: None,
                });
            }
            let operands = node.operands.iter().enumerate().rev();
            pending.extend(operands.map(|(index, operand)| {
                let held = self.held_as(node, index).filter(|_| {
                    let operand = &self.nodes[operand.0 as usize];
                    matches!(operand.what, What::Op("call" | "dot_member_call" | "points_to_member_call"))
                        && is_held(operand, sema)
                });
                (*operand, depth + 1, held)
            }));
        }
    }

    /// The category of the temporary that holds what a call gives as an operand of a node, if one is shown where it is an
    /// object that is not copied as bytes.
    fn held_as(&self, node: &Node<'db>, index: usize) -> Option<&'static str> {
        let What::Op(op) = node.what else { return None };
        match (op, index) {
            ("dot_field", 0) | ("dot_member_call", 1) | ("question", 1 | 2) => Some("p"),
            ("call", 1..) | ("dot_member_call" | "points_to_member_call", 2..) => Some("l"),
            ("assign", 1) => Some("l>p"),
            _ => None,
        }
    }

    /// What the reference calls a cast to a reference: a reference that stands for another object, or one that leads to
    /// a base or a derived class.
    fn reference_cast(&self, node: &Node<'db>, sema: &Sema<'db>) -> Option<&'static str> {
        let (What::Op("lvalue_cast"), [operand]) = (&node.what, node.operands.as_slice()) else {
            return None;
        };
        let from = self.nodes[operand.0 as usize].ty.as_class(sema.db);
        Some(match (from, node.ty.as_class(sema.db)) {
            (Some(from), Some(to)) if from != to && node.category == Category::Lvalue => {
                match sema.distance_to_base(from, to) {
                    Ok(Some(_)) => "base_class_cast",
                    _ => "derived_class_cast",
                }
            }
            _ => "ref_cast",
        })
    }

    /// Whether a node is a member of an object that is a prvalue: the reference shows no value being read from it.
    fn is_part_of_prvalue(&self, node: &Node<'db>) -> bool {
        let mut node = node;
        while let (What::Op("dot_field"), Some(object)) = (&node.what, node.operands.first()) {
            node = &self.nodes[object.0 as usize];
            if !matches!(node.what, What::Op("dot_field")) {
                return node.category == Category::Prvalue && !node.read;
            }
        }
        false
    }

    fn qualified_array(&self, node: &Node<'db>, sema: &Sema<'db>) -> Option<DeclRef> {
        let (What::Op("dot_field" | "points_to_field"), Kind::Array(..), [_, field]) =
            (&node.what, node.ty.kind(sema.db), node.operands.as_slice())
        else {
            return None;
        };
        match self.nodes[field.0 as usize].named {
            Some(Named::Symbol(symbol)) if sema.variable_type(symbol) != node.ty => Some(symbol.decl),
            _ => None,
        }
    }

    /// Whether a node is a temporary that a `constexpr` constructor makes of constants without being written.
    fn is_implicit_constant(&self, node: &Node<'db>, sema: &Sema<'db>) -> bool {
        node.flags.implicit && !node.operands.is_empty() && self.is_constant_construction(node, sema)
    }

    /// Whether a node is no construction, or one by a `constexpr` constructor from constants.
    fn is_constant_construction(&self, node: &Node<'db>, sema: &Sema<'db>) -> bool {
        let (What::Op("temp_init"), Some(Named::Symbol(constructor))) = (&node.what, node.named) else {
            return true;
        };
        let is_constant = |operand: &NodeId| matches!(self.nodes[operand.0 as usize].what, What::Constant(_));
        sema.decl(constructor.decl).specifiers.is_constexpr && node.operands.iter().all(is_constant)
    }

    fn entity(&self, node: &Node<'db>, sema: &Sema<'db>) -> Option<(EntityAt, String)> {
        if matches!(node.what, What::Op("temp_init") | What::Constant(_)) {
            return None;
        }
        match node.named? {
            Named::Symbol(symbol) => {
                let name = match &sema.decl(symbol.decl).name {
                    DeclName::Ident(name) | DeclName::TemplateId(name, _) => name.to_string(),
                    DeclName::Operator(spelling) if spelling.starts_with(|c: char| c.is_alphabetic()) => {
                        format!("operator {spelling}")
                    }
                    DeclName::Operator(spelling) => format!("operator{spelling}"),
                    DeclName::Conversion(_) => {
                        let signature = sema.signature(symbol)?;
                        format!("operator {}", sema.display(signature.result))
                    }
                    _ => String::new(),
                };
                let at = match sema.function_expr(symbol.decl) {
                    Some(_) => EntityAt::Function(sema.named_declaration(symbol)),
                    None => EntityAt::Decl(symbol.decl),
                };
                Some((at, name))
            }
            Named::Predefined(name) => Some((EntityAt::Nowhere, name.to_owned())),
            Named::BuiltIn(number) => {
                Some((EntityAt::Nowhere, self.built_in.get(number as usize)?.to_string()))
            }
            Named::Sized(index, size) => Some((EntityAt::Nowhere, super::calls::sync_name(index, size))),
            Named::Parameter(decl, index) => {
                let function = sema.function_expr(decl)?;
                let name =
                    function.params.get(index as usize)?.name.as_deref().unwrap_or_default().to_owned();
                Some((EntityAt::Nowhere, name))
            }
            Named::Local(number) => self.local(number),
        }
    }

    /// A variable of the body.
    fn local(&self, number: u32) -> Option<(EntityAt, String)> {
        let variable = self.variables.get(number as usize)?;
        let name = variable.name.as_deref().unwrap_or_default().to_owned();
        let at = match (variable.parameter, variable.decl) {
            (Some((None, index)), _) => EntityAt::Parameter(index),
            (Some((Some(lambda), index)), _) => EntityAt::LambdaParameter(lambda, index),
            (None, Some(decl)) => EntityAt::Decl(decl),
            (None, None) => EntityAt::Nowhere,
        };
        Some((at, name))
    }
}

/// Whether a node is a temporary of which something else says how it is made.
fn is_made_apart(node: &Node<'_>) -> bool {
    matches!(node.what, What::Op("temp_init")) && node.operands.is_empty() && node.named.is_none()
}

/// Whether a node is an object of a class, made anew, that is not copied as bytes.
fn is_held<'db>(node: &Node<'db>, sema: &Sema<'db>) -> bool {
    node.category == Category::Prvalue
        && !node.read
        && node.ty.as_class(sema.db).is_some()
        && !sema.is_trivially_copied(node.ty.unqualified(sema.db))
}

fn what_text<'db>(node: &Node<'db>, sema: &Sema<'db>) -> String {
    match &node.what {
        What::Op(op) => match *op {
            "new" | "delete" => "new_delete".to_owned(),
            op => op.to_owned(),
        },
        // The reference shows no value of `int{}`.
        What::Constant(_) if node.flags.brace => "constant=?".to_owned(),
        What::Constant(value) => format!("constant={}", value_text(value, sema)),
        What::String | What::Unknown => "constant=?".to_owned(),
        What::Aggregate => "constant=aggregate".to_owned(),
        What::Variable => "variable".to_owned(),
        What::Field => "field".to_owned(),
        What::Routine => "routine".to_owned(),
        What::Functions => "gap: functions".to_owned(),
        What::List => "gap: list".to_owned(),
        What::Gap(why) => format!("gap: {why}"),
    }
}

/// A constant as the reference shows it: `3`, `4UL`, `(2.0F)`.
pub(crate) fn value_text<'db>(value: &Value<'db>, sema: &Sema<'db>) -> String {
    match value {
        Value::Integer(number, ty) => {
            let suffix = match ty.as_builtin(sema.db).or_else(|| number_of_enum(*ty, sema)) {
                Some(
                    Builtin::UnsignedInt128
                    | Builtin::UnsignedInt
                    | Builtin::UnsignedShort
                    | Builtin::UnsignedChar
                    | Builtin::Char16
                    | Builtin::Char32,
                ) => "U",
                Some(Builtin::Long) => "L",
                Some(Builtin::UnsignedLong) => "UL",
                Some(Builtin::LongLong) => "LL",
                Some(Builtin::UnsignedLongLong) => "ULL",
                _ => "",
            };
            match ty.as_builtin(sema.db) {
                Some(Builtin::UnsignedInt128) => format!("{}{suffix}", number.cast_unsigned()),
                _ => format!("{number}{suffix}"),
            }
        }
        Value::Floating(bits, ty) => {
            let suffix = match ty.as_builtin(sema.db) {
                Some(Builtin::Float) => "F",
                Some(Builtin::LongDouble) => "L",
                _ => "",
            };
            let number = f64::from_bits(*bits);
            let digits = match suffix {
                _ if number.is_nan() => "NaN".to_owned(),
                _ if number.is_infinite() && number > 0.0 => "+Infinity".to_owned(),
                _ if number.is_infinite() => "-Infinity".to_owned(),
                "F" => {
                    let single = number as f32;
                    floating_text(&format!("{single:e}"), &format!("{single:.1e}"), number)
                }
                _ => floating_text(&format!("{number:e}"), &format!("{number:.1e}"), number),
            };
            format!("({digits}{suffix})")
        }
        Value::Null(_) => "0LL".to_owned(),
        Value::Address(..) => "&".to_owned(),
        Value::Param(_) | Value::Dependent => "?".to_owned(),
        Value::Gap(why) => format!("gap: {why}"),
    }
}

/// The type of the values of an enumeration: its underlying type where that is fixed, else what it is promoted to.
fn number_of_enum<'db>(ty: Ty<'db>, sema: &Sema<'db>) -> Option<Builtin> {
    let Kind::Enum(first, env) = ty.unqualified(sema.db).kind(sema.db) else { return None };
    match sema.has_fixed_underlying(*first, *env) {
        true => sema.underlying_type(*first, *env),
        false => sema.promoted_enum(*first, *env),
    }
}

/// A floating-point number as the reference shows it: plain between a thousandth and ten millions, else with an
/// exponent and two digits at least; `scientific` has the fewest digits that tell it from its neighbours, `two` has two.
fn floating_text(scientific: &str, two: &str, number: f64) -> String {
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific.to_owned() };
    let size = number.abs();
    if size != 0.0 && !(1e-3..1e7).contains(&size) {
        return if digits.contains('.') { scientific } else { two }.replace('e', "E");
    }
    let text = match exponent.parse::<i32>() {
        Ok(places) => plain_digits(digits, places),
        Err(_) => return scientific.to_owned(),
    };
    if text.contains('.') { text } else { text + ".0" }
}

/// `digits` (one in front of the point) times ten to the power of `places`, written out.
fn plain_digits(digits: &str, places: i32) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let bare: String = digits.chars().filter(char::is_ascii_digit).collect();
    let point = 1 + places;
    match usize::try_from(point) {
        Ok(point @ 1..) if point >= bare.len() => format!("{sign}{bare}{}", "0".repeat(point - bare.len())),
        Ok(point @ 1..) => format!("{sign}{}.{}", &bare[..point], &bare[point..]),
        _ => format!("{sign}0.{}{bare}", "0".repeat(point.unsigned_abs() as usize)),
    }
}

fn flags_text(node: &Node<'_>) -> String {
    let flags = node.flags;
    let all = [
        (flags.implicit, "implicit"),
        (flags.static_cast, "static_cast"),
        (flags.functional, "functional"),
        (flags.brace, "brace"),
        (flags.is_virtual, "virtual"),
        (flags.adl, "adl"),
        (flags.default_arg, "default_arg"),
        (flags.reinterpret_cast, "reinterpret_cast"),
        (flags.const_cast, "const_cast"),
    ];
    let words: Vec<&str> = all.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}
