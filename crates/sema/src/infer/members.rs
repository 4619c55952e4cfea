//! `this`, and members by `.` and `->`.

use asunder_decls::names::Point;
use asunder_decls::written::{DeclKind, Path, SegmentName};
use asunder_hir::body::ExprId;
use asunder_types::{Class, Kind, Qualifiers, Symbol, Ty};

use super::made::Detail;
use super::{At, Category, Flags, Infer, Named, Node, NodeId, What};
use crate::convert::FunctionSet;
use crate::lookup::{Lookup, Sought, Want};
use crate::overload::Candidate;

/// The call operator of a closure that is named and not called.
pub(super) const CALL_OPERATOR_BY_NAME: &str = "call operator of a closure by name";

impl<'db> Infer<'_, 'db> {
    pub(crate) fn this_node(&mut self, at: At, id: ExprId) -> NodeId {
        // A default argument has no object, though the names of the class are looked up in it.
        match self
            .this
            .filter(|_| at == At::None || !matches!(self.body.root, asunder_hir::body::Root::Defaults(_)))
        {
            Some(class) => {
                if at != At::None {
                    self.check_captured_this(at);
                }
                let ty = class.pointer_to(self.db());
                self.push(Node {
                    named: Some(Named::Predefined("")),
                    ..Self::plain(What::Variable, ty, Category::Prvalue, at)
                })
            }
            None => {
                self.check_this(id);
                self.gap("this", id)
            }
        }
    }

    /// `this`, which a member named at `place` means: it stands nowhere itself, its conversions stand there.
    pub(super) fn implied_this(&mut self, id: ExprId, place: At) -> NodeId {
        let this = self.this_node(At::None, id);
        self.implied_this.insert(this, place);
        this
    }

    /// Where an object stands, that of a member which is named alone too.
    pub(super) fn place_of_object(&self, object: NodeId) -> At {
        match self.start_of(object) {
            At::None => self.implied_this.get(&object).copied().unwrap_or(At::None),
            at => at,
        }
    }

    pub(super) fn field_of_this(&mut self, id: ExprId, field: Symbol<'db>) -> NodeId {
        if self.check_object(id, field, false) {
            return self.error(id, Vec::new());
        }
        if self.this.is_none() {
            // A member named in an unevaluated operand.
            let ty = self.sema.variable_type(field);
            return self.variable_node(id, ty, Named::Symbol(field));
        }
        let length = self.sema.decl(field.decl).name.ident().map_or(0, |name| name.len() as u32);
        let place = match &self.body[id] {
            asunder_hir::body::Expr::Name(path) if path.segments.len() > 1 => At::Tail(id, length),
            _ => At::Start(id),
        };
        self.check_captured_this(place);
        let this = self.implied_this(id, place);
        self.field_access(id, this, true, field, true)
    }

    /// `object.field`, or `object->field`.
    pub(crate) fn field_access(
        &mut self,
        id: ExprId,
        object: NodeId,
        arrow: bool,
        field: Symbol<'db>,
        implicit: bool,
    ) -> NodeId {
        let db = self.db();
        let ty = self.sema.variable_type(field);
        if ty.absorbs(db) {
            if let Kind::Gap(why) = ty.kind(db) {
                self.out.gaps.push((why, id));
            }
            return self.absorbed_type(id, ty, vec![object]);
        }
        let of = self.node(object).ty;
        let class = if arrow { of.pointee(db).unwrap_or(of) } else { of };
        let object = match self.sema.class_around(field) {
            Some(owner) => self.as_base(object, arrow, owner),
            None => object,
        };
        let is_mutable = self.sema.decl(field.decl).specifiers.is_mutable;
        let access = match ty.kind(db) {
            Kind::Reference(..) => ty,
            _ => {
                let mut qualifiers = class.qualifiers(db);
                qualifiers.is_restrict = false;
                if is_mutable {
                    qualifiers.is_const = false;
                }
                ty.qualified(db, qualifiers)
            }
        };
        let category = match (arrow, self.node(object).category) {
            (true, _) | (_, Category::Lvalue) => Category::Lvalue,
            _ => Category::Xvalue,
        };
        let length = self.sema.decl(field.decl).name.ident().map_or(0, |name| name.len() as u32);
        let place = if implicit { At::Point(id) } else { At::Tail(id, length) };
        let name = self.push(Node {
            named: Some(Named::Symbol(field)),
            ..Self::plain(What::Field, ty, Category::Prvalue, place)
        });
        if !arrow {
            self.show_destroyed_again(object);
        }
        let op = if arrow { "points_to_field" } else { "dot_field" };
        let flags = Flags { implicit, ..Flags::default() };
        let node = self.push(Node {
            operands: vec![object, name],
            flags,
            ..Self::plain(What::Op(op), access, category, At::Point(id))
        });
        match ty.kind(db) {
            Kind::Reference(..) => {
                self.node_mut(node).category = Category::Lvalue;
                self.without_reference(node, At::Point(id))
            }
            _ => node,
        }
    }

    pub(crate) fn absorbed_type(&mut self, id: ExprId, ty: Ty<'db>, operands: Vec<NodeId>) -> NodeId {
        self.push(Node { operands, ..Self::plain(What::Gap("member"), ty, Category::Lvalue, At::Point(id)) })
    }

    /// An object as one of its base class `owner`.
    pub(crate) fn as_base(&mut self, object: NodeId, arrow: bool, owner: Class<'db>) -> NodeId {
        self.as_base_with(object, arrow, owner, Qualifiers::default())
    }

    /// The same, with qualifiers that a reference to the base adds.
    pub(crate) fn as_base_with(
        &mut self,
        object: NodeId,
        arrow: bool,
        owner: Class<'db>,
        added: Qualifiers,
    ) -> NodeId {
        let db = self.db();
        let ty = self.node(object).ty;
        let class = if arrow { ty.pointee(db) } else { Some(ty) };
        let Some(class) = class else { return object };
        let Some(own) = class.as_class(db) else { return object };
        let at = self.place_of_object(object);
        let mut made = object;
        for step in self.sema.path_to_base(own, owner) {
            let base = self.sema.ty(Kind::Class(step)).qualified(db, class.qualifiers(db).union(added));
            made = if arrow {
                self.read(made);
                self.implicit_op("base_class_cast", base.pointer_to(db), Category::Prvalue, at, vec![made])
            } else {
                let category = self.node(made).category;
                self.implicit_op("base_class_cast", base, category, at, vec![made])
            };
        }
        made
    }

    /// A member access that is not written to its end: the object alone has a meaning.
    pub(super) fn unfinished_member(&mut self, id: ExprId, base: ExprId, arrow: bool) -> NodeId {
        let object = self.expr(base);
        let object = self.settled(object);
        let made = if arrow { self.arrow_object(id, object).ok() } else { Some(object) };
        if let Some(made) = made {
            let ty = self.node(made).ty;
            self.out.objects.push((id, if arrow { ty.pointee(self.db()).unwrap_or(ty) } else { ty }));
        }
        let node = self.gap("no member", id);
        self.node_mut(node).operands = vec![made.unwrap_or(object)];
        node
    }

    /// Notes what a member is looked for in that depends on template parameters: an instance decides what it is.
    fn note_dependent_object(&mut self, id: ExprId, ty: Ty<'db>) {
        if self.sema.is_dependent(ty) {
            self.out.objects.push((id, ty));
        }
    }

    pub(super) fn member(&mut self, id: ExprId, base: ExprId, arrow: bool, path: &Path) -> NodeId {
        let db = self.db();
        let mut object = self.expr(base);
        object = self.settled(object);
        let at = crate::finding::MetAt::Node(self.start_of(object));
        if self.check_undetermined(object, at) {
            return self.error(id, vec![object]);
        }
        if matches!(self.node(object).ty.kind(db), Kind::Function(_) | Kind::Array(..)) {
            object = self.decay(object);
        }
        if arrow {
            object = match self.arrow_object(id, object) {
                Ok(object) => object,
                Err(last) => {
                    self.check_arrow_object(last);
                    self.note_dependent_object(id, self.node(object).ty);
                    return self.absorbed(id, vec![object]);
                }
            };
        }
        let ty = self.node(object).ty;
        // Whatever it points to, a pointer has no members.
        let is_pointer = matches!(ty.unqualified(db).kind(db), Kind::Pointer(_));
        if !arrow && is_pointer && self.in_template && self.sema.is_dependent(ty) {
            self.check_dependent_pointer(object);
            return self.absorbed(id, vec![object]);
        }
        if ty.absorbs(db) || self.sema.is_dependent(ty) {
            let of = if arrow { ty.pointee(db).unwrap_or(ty) } else { ty };
            self.note_dependent_object(id, of);
            if self.is_unknown_specialization(of) {
                self.check_missing_template(id, path);
            }
            return self.absorbed(id, vec![object]);
        }
        let class = match arrow {
            true => match ty.pointee(db) {
                Some(to) => to,
                None => return self.error(id, vec![object]),
            },
            false => ty,
        };
        self.out.objects.push((id, class));
        let Some((last, prefix)) = path.segments.split_last() else { return self.error(id, vec![object]) };
        if matches!(last.name, SegmentName::Destructor) {
            let ty = self.sema.gap("destructor call");
            let node = self.push(Node {
                operands: vec![object],
                ..Self::plain(What::Gap("destructor call"), ty, Category::Prvalue, At::Point(id))
            });
            self.out.plan.details.insert(node, Detail::Destroyed(object, arrow));
            return node;
        }
        let Some(mut class) = class.as_class(db) else {
            return match class.kind(db) {
                Kind::Vector(..) => self.gap("member of a vector", id),
                _ => {
                    match arrow {
                        true => self.check_arrow_pointee(object),
                        false => {
                            self.check_member_object(object);
                        }
                    }
                    self.error(id, vec![object])
                }
            };
        };
        if matches!(class.origin(db), asunder_types::Origin::Lambda(..)) {
            return self.closure_member(id, object, class, last);
        }
        let qualified = !prefix.is_empty();
        if qualified {
            // `x.B::f`: the name in front is looked up in the class, else from here.
            let found = self.sema.prefix(prefix, path.global, self.site());
            class = match found {
                crate::lookup::Prefix::Type(ty) => match ty.as_class(db) {
                    Some(class) => class,
                    None => return self.gap("qualified member", id),
                },
                _ => {
                    let env = self.sema.definition(class).map(|definition| definition.inside);
                    let site = env.map(|env| crate::view::Site { env, ..self.site() });
                    match site.map(|site| self.sema.prefix(prefix, path.global, site)) {
                        Some(crate::lookup::Prefix::Type(ty)) if ty.as_class(db).is_some() => {
                            ty.as_class(db).expect("just seen")
                        }
                        Some(crate::lookup::Prefix::None) => {
                            self.check_member_scope(id, prefix, path.global);
                            return self.gap("qualified member", id);
                        }
                        _ => return self.gap("qualified member", id),
                    }
                }
            };
        }
        let explicit = match &last.args {
            Some(args) if self.check_typenames_of_arguments(id, args) => return self.error(id, Vec::new()),
            Some(args) => match self.sema.given_args(args, self.site()) {
                Ok(given) => Some(given),
                Err(ty) => return self.typed_gap(ty, id),
            },
            None => None,
        };
        if let SegmentName::Conversion(_) = &last.name {
            return self.gap("conversion function by name", id);
        }
        let Some(sought) = Sought::of(&last.name) else { return self.gap("member name", id) };
        let found = self.sema.lookup_in_class(sought, class, Point::END, Want::Any);
        if self.check_several(id, sought, class, &found) {
            return self.error(id, vec![object]);
        }
        match found {
            Lookup::Found(symbols) => self.found_member(id, object, arrow, symbols, explicit, qualified),
            Lookup::None => {
                if self.sema.definition(class).is_none() {
                    self.check_incomplete_object(object, arrow, class);
                    return self.gap("member of a class without definition", id);
                }
                if let SegmentName::Ident(member) = &last.name {
                    let of = crate::lookup::Prefix::Type(self.sema.ty(Kind::Class(class)));
                    self.met_no_member(&of, member, At::Tail(id, member.len() as u32), Some(object), None);
                }
                self.error(id, vec![object])
            }
            Lookup::Gap(why) => self.gap(why, id),
            Lookup::Dependent => self.dependent(id),
            _ => self.gap("class as a member", id),
        }
    }

    pub(super) fn found_member(
        &mut self,
        id: ExprId,
        object: NodeId,
        arrow: bool,
        symbols: Vec<Symbol<'db>>,
        explicit: Option<Vec<crate::template_arguments::GivenArg<'db>>>,
        qualified: bool,
    ) -> NodeId {
        let Some(&first) = symbols.first() else { return self.error(id, vec![object]) };
        if self.sema.function_expr(first.decl).is_some() {
            let set =
                FunctionSet { candidates: symbols.into_iter().map(Candidate::of).collect(), address: false };
            return self.functions(id, set, Some((object, arrow)), explicit, qualified, None);
        }
        let written = self.sema.decl(first.decl);
        self.check_named_access(id, first, Some(object));
        self.note_hidden(first, Some(object));
        match &written.kind {
            DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. }
                if written.specifiers.is_static =>
            {
                let ty = self.sema.variable_type(first);
                let variable = self.variable_node(id, ty, Named::Symbol(first));
                let length = written.name.ident().map_or(0, |name| name.len() as u32);
                self.node_mut(variable).at = At::Tail(id, length);
                if arrow {
                    self.read(object);
                }
                self.static_member(id, object, arrow, variable)
            }
            DeclKind::Variable { .. } => {
                if arrow {
                    self.read(object);
                }
                self.field_access(id, object, arrow, first, false)
            }
            _ => self.declared_name(id, symbols, explicit, qualified, None),
        }
    }

    /// A static member named through an object, which is evaluated for nothing.
    pub(crate) fn static_member(
        &mut self,
        id: ExprId,
        object: NodeId,
        arrow: bool,
        member: NodeId,
    ) -> NodeId {
        let op = if arrow { "points_to_static" } else { "dot_static" };
        let (ty, category, read) = {
            let member = self.node(member);
            (member.ty, member.category, member.read)
        };
        self.push(Node {
            operands: vec![object, member],
            read,
            ..Self::plain(What::Op(op), ty, category, At::Point(id))
        })
    }

    pub(super) fn closure_member(
        &mut self,
        id: ExprId,
        object: NodeId,
        class: Class<'db>,
        last: &asunder_decls::written::Segment,
    ) -> NodeId {
        match &last.name {
            SegmentName::Operator(op) if &**op == "()" => match self.sema.closure(class) {
                Some(_) => {
                    let node = self.gap(CALL_OPERATOR_BY_NAME, id);
                    self.hide(object);
                    self.node_mut(node).operands = vec![object];
                    node
                }
                None => self.gap("closure", id),
            },
            SegmentName::Ident(member) => {
                let of = crate::lookup::Prefix::Type(self.sema.ty(Kind::Class(class)));
                self.met_no_member(&of, member, At::Tail(id, member.len() as u32), Some(object), None);
                self.error(id, vec![object])
            }
            _ => self.error(id, vec![object]),
        }
    }

    /// The pointer that `->` is applied to; operators `->` of classes are called until one gives a pointer. `Err` has the
    /// operand that is neither a pointer nor of a class with that operator.
    pub(super) fn arrow_object(&mut self, id: ExprId, object: NodeId) -> Result<NodeId, NodeId> {
        let db = self.db();
        let first = object;
        let mut object = object;
        let mut seen: Vec<Class<'db>> = Vec::new();
        loop {
            let ty = self.node(object).ty;
            match ty.unqualified(db).kind(db) {
                Kind::Pointer(_) => {
                    self.read(object);
                    return Ok(object);
                }
                Kind::Array(..) => return Ok(self.decay(object)),
                Kind::Class(class) if seen.contains(class) => {
                    self.met_arrow_loop(first);
                    return Err(self.gap("operator -> in a circle", id));
                }
                Kind::Class(class) => {
                    seen.push(*class);
                    object = self.operator_call(id, "->", &[object]).ok_or(object)?;
                    if self.node(object).ty.absorbs(db) {
                        return Err(object);
                    }
                }
                _ => return Err(object),
            }
        }
    }
}
