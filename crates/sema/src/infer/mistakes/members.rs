//! Members of what is not a class, members that are not accessible, and objects that are missing.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Access, DeclKind, DeclName, Path, Segment, SegmentName, TypeExpr};
use asunder_hir::body::{Capture, Expr, ExprId, FIRST_LOCAL, Root, TypeOrExpr};
use asunder_mangle::model::Ident;
use asunder_types::{Class, Frame, Kind, Origin, Symbol, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{At, Infer, NodeId, What};
use crate::finding::{Argument, Met, MetAt, Mistake, NOT_GLOBAL, Place};
use crate::lookup::{Lookup, Prefix, SEVERAL_BASES, Sought, Want};
use crate::nested_names::NamePart;
use crate::overload::Candidate;
use crate::spelled::{Spelled, Typedefs};

/// "expression must have pointer-to-class type but it has type …".
const NO_POINTER_TO_CLASS: u16 = 131;
/// "expression must have class type but it has type …".
const NO_CLASS: u16 = 153;
/// "… has no …".
const NO_MEMBER: u16 = 135;
/// "a nonstatic member reference must be relative to a specific object".
const NO_OBJECT: u16 = 245;
/// ""this" may only be used inside a nonstatic member function".
pub(super) const NO_THIS: u16 = 258;
/// "… is inaccessible", of members.
const INACCESSIBLE: u16 = 265;
/// "… is ambiguous".
const AMBIGUOUS: u16 = 266;
/// "name followed by "::" must be a class or namespace name".
const NO_SCOPE: u16 = 276;
/// "pointer-to-member selection class types are incompatible (… and …)".
const UNLIKE_SELECTION: u16 = 521;
/// "expression must have pointer-to-member type".
const NO_MEMBER_POINTER: u16 = 380;
/// "a pointer to a bound function may only be used to call the function".
const BOUND_FUNCTION: u16 = 300;
/// "… is inaccessible", of constructors and destructors.
const INACCESSIBLE_SPECIAL: u16 = 330;
/// "nonstandard form for taking the address of a member function".
const MEMBER_ADDRESS: u16 = 504;
/// "protected … is not accessible through a … pointer or object".
const PROTECTED: u16 = 410;
/// "conversion to inaccessible base class … is not allowed".
const HIDDEN_BASE: u16 = 269;
/// "pointer or reference to incomplete type … is not allowed".
const INCOMPLETE_POINTEE: u16 = 833;
/// "a namespace name is not allowed".
const NAMESPACE: u16 = 728;
/// "loop in sequence of "operator->" functions starting at …".
const ARROW_LOOP: u16 = 1017;
/// "operator -> or ->* applied to … instead of to a pointer type".
const NO_POINTER: u16 = 3164;

impl<'db> Infer<'_, 'db> {
    // ---- objects

    fn met_type(&mut self, number: u16, node: NodeId) {
        // An array or a function is named as the pointer that it becomes.
        let to = self.node(node).ty.pointee(self.db());
        let is_array = matches!(self.node(node).what, What::Op("array_to_pointer"))
            || to.is_some_and(|to| to.as_function(self.db()).is_some());
        let ty = if is_array { self.type_of_value_argument(node) } else { self.type_of_argument(node) };
        if let Some(ty) = ty {
            let at = match (&self.node(node).what, self.node(node).operands.as_slice()) {
                (What::Op("array_to_pointer"), [array]) => self.start_of(*array),
                _ => self.start_of(node),
            };
            self.met(Mistake::new(number, vec![ty]), at);
        }
    }

    /// `e.n` where `e` has no class. True if it is reported.
    pub(crate) fn check_member_object(&mut self, object: NodeId) -> bool {
        let db = self.db();
        let ty = self.node(object).ty;
        let is_plain = ty.as_builtin(db).is_some() || ty.pointee(db).is_some() || ty.as_enum(db).is_some();
        let is_wrong = self.is_known(object) && is_plain;
        if is_wrong {
            self.met_type(NO_CLASS, object);
        }
        is_wrong
    }

    /// The right operand of `.*` and `->*` that is not a pointer to a member.
    pub(crate) fn check_member_pointer(&mut self, object: NodeId, pointer: NodeId, arrow: bool) {
        let db = self.db();
        if arrow && self.node(object).ty.pointee(db).is_none() {
            return;
        }
        let ty = self.node(pointer).ty;
        let is_plain = ty.as_builtin(db).is_some() || ty.pointee(db).is_some() || ty.as_enum(db).is_some();
        if is_plain && self.is_known(pointer) {
            let at = self.start_of(pointer);
            self.met_plain(NO_MEMBER_POINTER, at);
        }
    }

    /// A pointer to a member of another class than the object has. True if it is reported.
    pub(crate) fn check_selection(
        &mut self,
        id: ExprId,
        object: NodeId,
        pointer: NodeId,
        arrow: bool,
    ) -> bool {
        let db = self.db();
        let of = self.node(object).ty;
        // Objects of classes may have the operator, or become pointers.
        let Some(of) = (if arrow { of.pointee(db) } else { Some(of) }) else { return false };
        let Kind::MemberPointer(owner, _) = self.node(pointer).ty.unqualified(db).kind(db) else {
            return false;
        };
        let (class, owner) = (of.unqualified(db), owner.unqualified(db));
        let (Some(a), Some(b)) = (class.as_class(db), owner.as_class(db)) else { return false };
        let is_known = !self.in_template && self.is_known_class(class) && self.is_known_class(owner);
        if !is_known || a == b || self.sema.distance_to_base(a, b) != Ok(None) {
            return false;
        }
        let types = vec![Argument::ty(self.sema.display(class)), Argument::ty(self.sema.display(owner))];
        self.met(Mistake::new(UNLIKE_SELECTION, types), At::Point(id));
        true
    }

    /// `p.n` in a template, where `p` is a pointer to what depends on its parameters.
    pub(crate) fn check_dependent_pointer(&mut self, object: NodeId) {
        let ty = self.type_of_argument(object);
        let ty = ty.unwrap_or_else(|| Argument::ty(self.sema.display(self.node(object).ty)));
        let at = self.start_of(object);
        self.met(Mistake::new(NO_CLASS, vec![ty]), at);
    }

    /// `e->n` where `e` is not a pointer, and its class has no `->`.
    pub(crate) fn check_arrow_object(&mut self, object: NodeId) {
        let db = self.db();
        let ty = self.node(object).ty;
        let is_plain = ty.as_builtin(db).is_some() || ty.as_enum(db).is_some() || ty.as_class(db).is_some();
        if self.is_known(object) && is_plain && self.is_known_class(ty) {
            self.met_type(NO_POINTER, object);
        }
    }

    /// Operators `->` of classes that lead from one to the next, and back.
    pub(crate) fn met_arrow_loop(&mut self, object: NodeId) {
        let ty = self.node(object).ty;
        let Some(text) = self.class_text(ty.unqualified(self.db())).filter(|_| self.is_known_class(ty))
        else {
            return;
        };
        let at = self.start_of(object);
        self.met(Mistake::new(ARROW_LOOP, vec![Argument::entity("class", text)]), at);
    }

    /// `e.N::n` where nothing has the name `N`.
    pub(crate) fn check_member_scope(&mut self, id: ExprId, prefix: &[Segment], global: bool) {
        if let ([Segment { name: SegmentName::Ident(name), args: None, .. }], false) = (prefix, global) {
            self.met_at(Mistake::new(NO_SCOPE, Vec::new()), MetAt::WordIn(id, name.clone()));
        }
    }

    /// `p->n` where `p` points to what has no class.
    pub(crate) fn check_arrow_pointee(&mut self, object: NodeId) {
        let db = self.db();
        let Some(to) = self.node(object).ty.pointee(db) else { return };
        let is_plain = to.as_builtin(db).is_some()
            || to.pointee(db).is_some()
            || to.as_enum(db).is_some()
            || matches!(to.kind(db), Kind::Function(_) | Kind::Array(..));
        if self.is_known(object) && is_plain {
            self.met_type(NO_POINTER_TO_CLASS, object);
        }
    }

    /// A member of a class that nothing defines.
    pub(crate) fn check_incomplete_object(&mut self, object: NodeId, arrow: bool, class: Class<'db>) {
        // It may be complete where an instance is made.
        if self.in_template || !arrow || !matches!(self.sema.defined(class), Ok(None)) {
            return;
        }
        let spelled = self.spelled(object).and_then(|spelled| spelled.pointee(self.db()));
        let ty = spelled.and_then(|spelled| self.sema.type_argument(&spelled.unqualified(self.db())));
        match ty {
            Some(ty) => {
                let at = self.start_of(object);
                self.met(Mistake::new(INCOMPLETE_POINTEE, vec![ty]), at);
            }
            None => {
                self.refuse();
            }
        }
    }

    /// A member that needs an object, named where there is none. True if it is reported.
    pub(crate) fn check_object(&mut self, id: ExprId, member: Symbol<'db>, is_function: bool) -> bool {
        if self.unevaluated > 0 || self.sema.is_anonymous_scope(member) {
            return false;
        }
        let Some(class) = self.sema.class_around(member) else { return false };
        let has_object = self.this.is_some_and(|this| match this.as_class(self.db()) {
            Some(own) => !matches!(self.sema.distance_to_base(own, class), Ok(None)),
            None => true,
        });
        // A lambda of a member function has the object of the function around it.
        let has_object = has_object && !self.in_open_class;
        let is_default = matches!(self.body.root, Root::Defaults(_));
        if has_object && !is_default || self.is_open(self.sema.ty(Kind::Class(class))) {
            return false;
        }
        // What `this` is of classes in classes, and of their templates, is not known well enough: only functions without
        // an object count.
        let has_none = self.owner.is_some_and(|owner| {
            let symbol = Symbol { decl: owner, env: self.sema.env_of(owner) };
            let owner = self.sema.decl(owner);
            owner.specifiers.is_static
                || owner.parent.is_none() && owner.qualifier.is_none()
                || self.sema.class_around(symbol).is_some_and(|class| self.is_static_outside(symbol, class))
        });
        // A class that no other class is around has no other object.
        let is_alone = self.this.and_then(|this| this.as_class(self.db())).is_some_and(|own| {
            let is_plain = |decl: DeclRef| {
                let written = self.sema.decl(decl);
                written.parent.is_none() && written.templates.is_empty() && decl.local.0 < FIRST_LOCAL
            };
            matches!(own.origin(self.db()), Origin::Decl(decl) if is_plain(decl))
        });
        let is_outside = self.owner.is_none() && self.this.is_none() && !self.is_function_body();
        let has_none = is_alone || is_outside || self.this.is_none() && has_none;
        if !has_none && !is_default && !self.in_open_class {
            return false;
        }
        let at = if is_function { At::Start(id) } else { At::Point(id) };
        let length = self.sema.decl(member.decl).name.ident().map_or(0, |name| name.len() as u32);
        let at = match (&self.body[id], is_function) {
            (asunder_hir::body::Expr::Name(path), false) if path.segments.len() > 1 => At::Tail(id, length),
            _ => at,
        };
        self.met_plain(NO_OBJECT, at);
        true
    }

    /// Whether the body is that of a function, not an initializer.
    pub(crate) fn is_function_body(&self) -> bool {
        matches!(self.body.root, Root::Function { .. })
    }

    /// `this` where there is no object.
    pub(crate) fn check_this(&mut self, id: ExprId) {
        let is_initializer = matches!(self.body.root, Root::Init(_) | Root::Defaults(_));
        if (self.is_function_body() || is_initializer) && self.lambda.is_none() {
            self.met_plain(NO_THIS, At::Start(id));
        }
    }

    // ---- names that a scope does not have

    /// A name that the scope in front of it does not have. `object` is the expression whose class that is.
    pub(crate) fn met_no_member(
        &mut self,
        prefix: &Prefix<'db>,
        member: &Ident,
        at: At,
        object: Option<NodeId>,
        path: Option<&Path>,
    ) {
        if let Some(mistake) = self.no_member(prefix, member, object, path)
            && self.perhaps_discarded == 0
        {
            self.out.mistakes.push(Met::at(mistake, MetAt::Node(at)));
        }
    }

    pub(super) fn no_member(
        &self,
        prefix: &Prefix<'db>,
        member: &Ident,
        object: Option<NodeId>,
        path: Option<&Path>,
    ) -> Option<Mistake> {
        let db = self.db();
        let member = member.to_string();
        let entities = |kind, name: String, what, member| {
            Some(Mistake::new(NO_MEMBER, vec![Argument::entity(kind, name), Argument::entity(what, member)]))
        };
        match prefix {
            Prefix::Namespace(id) if id.0 == 0 => {
                Some(Mistake::new(NOT_GLOBAL, vec![Argument::Name(member)]))
            }
            Prefix::Namespace(id) => {
                let name = self.sema.names.namespaces().qualifier(*id)?;
                entities("namespace", name.trim_matches(':').to_owned(), "member", member)
            }
            Prefix::Type(ty) => {
                let ty = ty.unqualified(db);
                match ty.kind(db) {
                    Kind::Class(class) if matches!(class.origin(db), Origin::Lambda(..)) => {
                        // What it captures is there, but not accessible.
                        if self.captures_name(*class, &member) {
                            return None;
                        }
                        entities("class", self.sema.closure_text(*class)?, "member", member)
                    }
                    Kind::Class(class) => {
                        let Origin::Decl(first) = class.origin(db) else { return None };
                        let is_union = matches!(
                            &self.sema.decl(first).kind,
                            DeclKind::Class(it) if it.is_union
                        );
                        if self.sema.is_member_template_of_instance(*class) {
                            return None;
                        }
                        let own = Symbol { decl: first, env: class.outer(db) };
                        let text = match class.args(db) {
                            None if self.sema.is_in_class_instance(own) => self.sema.function_name(own)?,
                            None => self.class_text(ty)?,
                            Some(_) if self.sema.definition(*class).is_none() => return None,
                            Some(_) => match (self.member_class_text(ty), object) {
                                (Some(text), _) => text,
                                (None, Some(object)) => self.spelled_class(object)?,
                                (None, None) => self.spelled_prefix(path?)?,
                            },
                        };
                        // The word of a class without a name is not shown behind the kind.
                        let text = text.trim_start_matches("struct ").trim_start_matches("union ").to_owned();
                        entities(if is_union { "union" } else { "class" }, text, "member", member)
                    }
                    Kind::Enum(..) => entities("enum", self.sema.display(ty), "member", member),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a closure captures something under a name.
    fn captures_name(&self, class: Class<'db>, name: &str) -> bool {
        let Origin::Lambda(item, body, lambda) = class.origin(self.db()) else { return false };
        let Some((_, body)) = self.sema.bodies(item).bodies.get(body as usize) else { return false };
        let captures = &body[asunder_hir::body::LambdaId(lambda)].captures;
        captures.iter().any(|capture| matches!(capture, Capture::Name { name: it, .. } if &**it == name))
    }

    /// What stands in front of the last part of a name, as it is spelled without typedefs.
    fn spelled_prefix(&self, path: &Path) -> Option<String> {
        let (_, around) = path.segments.split_last()?;
        let around = Path { global: path.global, segments: around.to_vec() };
        let spelled = self.sema.spelled(&TypeExpr::Name(around, false), self.site())?.unqualified(self.db());
        if !spelled.is_plain() { None } else { self.sema.text_of(&spelled, Typedefs::Outside) }
    }

    /// The class of an object, or of what a pointer points to, as it is spelled without typedefs.
    fn spelled_class(&self, object: NodeId) -> Option<String> {
        let db = self.db();
        let spelled = self.spelled(object)?.referred(db);
        let spelled = match self.node(object).ty.pointee(db) {
            Some(_) => spelled.pointee(db)?,
            None => spelled,
        };
        let spelled = spelled.unqualified(db);
        if !spelled.is_plain() { None } else { self.sema.text_of(&spelled, Typedefs::Outside) }
    }

    /// A class as the message on a name that it does not have shows it.
    fn member_class_text(&self, ty: Ty<'db>) -> Option<String> {
        self.sema.text_of(&Spelled::Plain(ty), Typedefs::Outside)
    }

    /// Variables and enumerators of several namespaces that an unqualified name finds through using-directives
    /// ([namespace.udir]/6). True if it is reported.
    pub(crate) fn check_several_objects(&mut self, id: ExprId, symbols: &[Symbol<'db>]) -> bool {
        let [first, others @ ..] = symbols else { return false };
        let namespace = |symbol: &Symbol<'db>| self.sema.names.item(symbol.decl.item).namespace;
        let is_object = |symbol: &Symbol<'db>| {
            let decl = self.sema.decl(symbol.decl);
            let is_value = match decl.kind {
                DeclKind::Variable { .. } => decl.parent.is_none(),
                DeclKind::Enumerator { .. } => self.sema.class_around(*symbol).is_none(),
                _ => false,
            };
            is_value && decl.templates.is_empty() && !decl.specifiers.c_linkage && decl.qualifier.is_none()
        };
        let is_several = others.iter().any(|other| namespace(other) != namespace(first));
        // Of nested namespaces it is not known where they meet.
        let is_outermost = |symbol: &Symbol<'db>| {
            let qualifier = self.sema.names.namespaces().qualifier(namespace(symbol));
            qualifier.is_some_and(|it| !it.trim_matches(':').contains("::"))
        };
        let name = self.sema.decl(first.decl).name.ident();
        let Some(name) =
            name.filter(|_| is_several && symbols.iter().all(|it| is_object(it) && is_outermost(it)))
        else {
            return false;
        };
        self.met(Mistake::new(AMBIGUOUS, vec![Argument::Name(name.to_string())]), At::Start(id));
        true
    }

    /// A member that several subobjects of a class have. True if it is reported.
    pub(crate) fn check_several(
        &mut self,
        id: ExprId,
        sought: Sought<'_>,
        class: Class<'db>,
        found: &Lookup<'db>,
    ) -> bool {
        let Sought::Ident(ident) = sought else { return false };
        let is_inherited = match found {
            Lookup::Found(symbols) => {
                symbols.first().is_some_and(|it| self.sema.class_around(*it) != Some(class))
            }
            Lookup::Gap(why) => *why == SEVERAL_BASES,
            _ => false,
        };
        if !is_inherited || class.args(self.db()).is_some() || !self.sema.is_ambiguous_member(sought, class) {
            return false;
        }
        let ty = self.sema.ty(Kind::Class(class));
        let Some(text) = self.class_text(ty) else { return false };
        let mistake = Mistake::new(AMBIGUOUS, vec![Argument::Name(format!("{text}::{ident}"))]);
        self.met(mistake, At::Tail(id, ident.len() as u32));
        true
    }

    /// The same of a name without an object: that of a member of a class around it, or of the class in front of it.
    pub(crate) fn check_several_named(
        &mut self,
        id: ExprId,
        path: &Path,
        named: &crate::lookup::Named<'_, 'db>,
    ) -> bool {
        let Some(SegmentName::Ident(ident)) = path.segments.last().map(|last| &last.name) else {
            return false;
        };
        let sought = Sought::Ident(ident);
        if !matches!(&named.found, Lookup::Found(_) | Lookup::Gap(SEVERAL_BASES)) {
            return false;
        }
        let member_of = match &named.found {
            Lookup::Found(symbols) => symbols.first().and_then(|it| self.sema.class_around(*it)),
            _ => None,
        };
        let class = match &named.prefix {
            Prefix::Type(ty) => ty.as_class(self.db()),
            Prefix::Unqualified => self.sema.frames(self.env).find_map(|(_, frame)| match frame {
                Frame::Class(class) => match member_of {
                    Some(owner) => {
                        matches!(self.sema.distance_to_base(class, owner), Ok(Some(_))).then_some(class)
                    }
                    None => Some(class),
                },
                _ => None,
            }),
            _ => None,
        };
        let is_member = member_of.is_some() || matches!(named.found, Lookup::Gap(_));
        match class.filter(|_| is_member) {
            Some(class) => self.check_several(id, sought, class, &named.found),
            None => false,
        }
    }

    // ---- access

    /// A member that the place may not name. Friends may; classes that have some are not looked at.
    pub(crate) fn check_access(&mut self, member: Symbol<'db>, candidates: &[Candidate<'db>], at: MetAt) {
        if self.inaccessible(member).is_none() {
            return;
        }
        if self.owner.is_none() {
            self.refuse();
        }
        let decl = self.sema.decl(member.decl);
        let is_special = match &decl.name {
            DeclName::Constructor | DeclName::Destructor | DeclName::Conversion(_) => true,
            DeclName::Operator(spelling) => &**spelling == "=",
            _ => false,
        };
        let entity = match self.sema.function_expr(member.decl) {
            Some(_) => {
                let named = match decl.name {
                    DeclName::Operator(_) if is_special => self.assignment_function(member),
                    DeclName::Destructor => self.destructor_function(member),
                    _ => self.function_argument(member, candidates, true),
                };
                let Some(Argument::Entity { name, declared, .. }) = named else { return };
                Argument::Entity { kind: (!is_special).then_some("function"), name, declared }
            }
            None => {
                let Some(name) = self.sema.nested_text(member) else { return };
                let kind = match decl.kind {
                    DeclKind::Enumerator { .. } => "constant",
                    _ => "member",
                };
                Argument::Entity { kind: Some(kind), name, declared: Some(Place::Decl(member.decl)) }
            }
        };
        let number = if is_special { INACCESSIBLE_SPECIAL } else { INACCESSIBLE };
        self.met_at(Mistake::new(number, vec![entity]), at);
    }

    /// An assignment as messages about access name it: with its result.
    fn assignment_function(&self, symbol: Symbol<'db>) -> Option<Argument> {
        let result = self.sema.signature(symbol)?.result;
        let result = self.sema.spelled_text(&crate::spelled::Spelled::Plain(result))?;
        match self.full_function(symbol)? {
            Argument::Entity { kind, name, declared } => {
                let blank = if result.ends_with(['*', '&']) { "" } else { " " };
                Some(Argument::Entity { kind, name: format!("{result}{blank}{name}"), declared })
            }
            _ => None,
        }
    }

    /// An operator or conversion that an expression calls without its name.
    pub(crate) fn check_called_access(&mut self, symbol: Symbol<'db>, at: MetAt) {
        let decl = self.sema.decl(symbol.decl);
        let Some(class) = self.sema.class_around(symbol).filter(|_| decl.access != Access::Public) else {
            return;
        };
        let is_friend = decl.specifiers.is_friend;
        if is_friend || self.sema.is_function_template(symbol.decl) {
            return;
        }
        let Some(definition) = self.sema.definition(class) else { return };
        // Functions of a name are told apart by their parameters.
        let candidates: Vec<Candidate<'db>> = match &decl.name {
            DeclName::Operator(_) => self
                .sema
                .members(definition.decl)
                .into_iter()
                .filter(|(_, member)| member.name == decl.name && !member.specifiers.is_friend)
                .map(|(local, _)| Candidate::of(Symbol { decl: definition.decl.sibling(local), ..symbol }))
                .collect(),
            // Explicit ones are not always told apart from others.
            _ if self.sema.conversion_functions(class).len() > 1 => return,
            _ => Vec::new(),
        };
        // The reference does not look at a call operator that is the only one of its class.
        let is_only_call = matches!(&decl.name, DeclName::Operator(spelling) if &**spelling == "()")
            && candidates.len() == 1;
        if !is_only_call {
            self.check_access(symbol, &candidates, at);
        }
    }

    /// A conversion to a base that the place may not name ([conv.ptr]/3, [dcl.init.ref]/4).
    pub(crate) fn check_base_access(&mut self, node: NodeId, to: Ty<'db>) {
        let at = MetAt::Node(self.start_of(node));
        self.check_base_access_at(node, to, at);
    }

    /// The same with the place of the conversion.
    pub(crate) fn check_base_access_at(&mut self, node: NodeId, to: Ty<'db>, at: MetAt) {
        let db = self.db();
        let (from, to) = (self.node(node).ty.referred(db), to.referred(db));
        let (derived, base) = match (from.kind(db), to.kind(db)) {
            (Kind::Pointer(derived), Kind::Pointer(base)) => (*derived, *base),
            _ => (from, to),
        };
        let (Some(derived), Some(base)) = (derived.as_class(db), base.as_class(db)) else { return };
        if derived != base
            && self.is_behind_hidden_base(derived, base)
            && let Some(text) = self.class_text(self.sema.ty(Kind::Class(base)))
        {
            self.met_at(Mistake::new(HIDDEN_BASE, vec![Argument::entity("class", text)]), at);
        }
    }

    /// A member of a base that is not accessible for an object ([class.access.base]/1). True if it is reported.
    fn check_behind_base(
        &mut self,
        member: Symbol<'db>,
        object: Option<NodeId>,
        candidates: &[Candidate<'db>],
        at: At,
    ) -> bool {
        let db = self.db();
        let of = match object {
            Some(object) => {
                let ty = self.node(object).ty.referred(db);
                ty.pointee(db).unwrap_or(ty).as_class(db)
            }
            None => self.sema.class_of(self.env),
        };
        let (Some(of), Some(class)) = (of, self.sema.class_around(member)) else { return false };
        // A member behind the name of its class is one of that.
        let is_qualified = match at {
            At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => match &self.body[expr] {
                Expr::Member(_, _, path) | Expr::Name(path) => path.segments.len() > 1 || path.global,
                _ => object.is_none(),
            },
            At::None => true,
        };
        if is_qualified || class.args(db).is_some() || of == class || !self.is_behind_hidden_base(of, class) {
            return false;
        }
        let entity = match self.sema.function_expr(member.decl) {
            Some(_) => self.function_argument(member, candidates, true),
            None => self.sema.qualified_name(member).map(|name| Argument::Entity {
                kind: Some("member"),
                name,
                declared: Some(Place::Decl(member.decl)),
            }),
        };
        if let Some(entity) = entity {
            self.met(Mistake::new(INACCESSIBLE, vec![entity]), at);
        }
        true
    }

    /// Whether a base of a class is surely not accessible here ([class.access.base]/5): a class on the way has it as its only
    /// base, which is not public, no friends, and nothing around knows it.
    pub(super) fn is_behind_hidden_base(&self, derived: Class<'db>, base: Class<'db>) -> bool {
        let db = self.db();
        if self.owner.is_none() || self.in_template || self.in_instance {
            return false;
        }
        let frames: Vec<_> = self.sema.frames(self.env).collect();
        let around: Vec<Class<'db>> = frames
            .into_iter()
            .filter_map(|(_, frame)| match frame {
                Frame::Class(around) => Some(around),
                _ => None,
            })
            .collect();
        let hides = |class: Class<'db>| {
            let Some(definition) = self.sema.definition(class) else { return false };
            let DeclKind::Class(written) = &self.sema.decl(definition.decl).kind else { return false };
            let text = self.sema.names().item_text(definition.decl.item).text(db);
            // A private base is known in the class alone.
            let knows = |inner: &Class<'db>| {
                *inner == class
                    || written.base_access == Access::Protected
                        && !matches!(self.sema.distance_to_base(*inner, class), Ok(None))
            };
            written.has_hidden_base()
                && written.bases.len() == 1
                && class.args(db).is_none()
                && definition.decl.local.0 < asunder_hir::body::FIRST_LOCAL
                && !text.contains("friend")
                && !around.iter().any(knows)
        };
        let path = self.sema.path_to_base(derived, base);
        std::iter::once(derived).chain(path).filter(|step| *step != base).any(hides)
    }

    /// A member that may not be accessible in an operand outside bodies: whether the substitution of template arguments
    /// fails by it is not known.
    pub(crate) fn note_hidden(&mut self, member: Symbol<'db>, object: Option<NodeId>) {
        if self.unevaluated == 0 && !self.is_substituting() || self.owner.is_some() {
            return;
        }
        let Some(class) = self.sema.class_around(member) else { return };
        let is_inside = |class: Class<'db>| {
            self.sema
                .frames(self.env)
                .any(|(_, frame)| matches!(frame, Frame::Class(around) if around == class))
        };
        let decl = self.sema.decl(member.decl);
        let from = object.and_then(|object| {
            let ty = self.node(object).ty;
            ty.pointee(self.db()).unwrap_or(ty).as_class(self.db())
        });
        let is_behind_base = from.is_some_and(|from| {
            let path = self.sema.path_to_base(from, class);
            [from]
                .into_iter()
                .chain(path)
                .any(|step| step != class && !is_inside(step) && self.has_hidden_base(step))
        });
        let is_hidden = decl.access != Access::Public && !is_inside(class);
        if is_behind_base || is_hidden && !self.sema.befriends(class, self.env) {
            self.out.is_ill_formed = true;
        }
    }

    /// Whether a class has a base that is not public.
    pub(crate) fn has_hidden_base(&self, class: Class<'db>) -> bool {
        let definition = self.sema.definition(class);
        definition.is_some_and(|definition| match &self.sema.decl(definition.decl).kind {
            DeclKind::Class(written) => written.has_hidden_base(),
            _ => false,
        })
    }

    /// The class of a member that is not accessible here.
    pub(crate) fn inaccessible(&self, member: Symbol<'db>) -> Option<Class<'db>> {
        // Bodies of functions that friends of other classes are, and of local classes, know more than is seen here.
        let function = match self.owner {
            Some(owner) => Some(owner),
            None if self.is_substituting() => self.sema.frames(self.env).find_map(|(_, frame)| match frame {
                Frame::Parameters(decl) | Frame::Template { template: decl, .. } => Some(decl),
                _ => None,
            }),
            None => return None,
        };
        let name = function.and_then(|function| self.sema.decl(function).name.ident());
        self.sema.inaccessible_from(member, self.env, name)
    }

    /// Whether a using-declaration of a class between the one that a member is named in and its own names it: the member
    /// has the access of that declaration then ([namespace.udecl]/16). `at` names the member, of `object` if there is one.
    fn is_brought_in(&self, member: Symbol<'db>, at: ExprId, object: Option<NodeId>) -> bool {
        let db = self.db();
        let (Some(class), Some(name)) =
            (self.sema.class_around(member), self.sema.decl(member.decl).name.ident())
        else {
            return false;
        };
        let of_object = object.and_then(|object| {
            let ty = self.node(object).ty;
            ty.pointee(db).unwrap_or(ty).as_class(db)
        });
        let named_in = match &self.body[at] {
            Expr::Name(path) if path.segments.len() > 1 => {
                let scope = &path.segments[..path.segments.len() - 1];
                match self.sema.prefix(scope, path.global, self.site()) {
                    Prefix::Type(ty) => ty.as_class(db),
                    _ => None,
                }
            }
            _ => None,
        };
        let around = self.sema.frames(self.env).filter_map(|(_, frame)| match frame {
            Frame::Class(class) => Some(class),
            _ => None,
        });
        let has_using = |class: Class<'db>| {
            let definition = self.sema.definition(class);
            definition.is_some_and(|definition| {
                let named = self.sema.named(definition.decl, name).into_iter();
                named.map(|at| self.sema.decl(at)).any(|decl| {
                    matches!(decl.kind, DeclKind::UsingDeclaration(_))
                        && decl.parent == Some(definition.decl.local)
                })
            })
        };
        of_object.into_iter().chain(named_in).chain(around).any(|from| {
            let path = self.sema.path_to_base(from, class);
            [from].into_iter().chain(path).any(has_using)
        })
    }

    // ---- qualified names

    /// `n::m` where nothing that `n` names is a scope.
    pub(crate) fn check_prefix(&mut self, id: ExprId, path: &Path) {
        let Some(first) = path.segments.first() else { return };
        let (SegmentName::Ident(name), None, false) = (&first.name, &first.args, path.global) else { return };
        // Lookup of values does not find namespaces.
        let is_namespace = self.sema.namespace_of_path(&Path::ident(name), self.site()).is_some();
        if is_namespace {
            return self.check_inner_prefix(id, path);
        }
        if name.starts_with("__") || path.segments.len() != 2 {
            return;
        }
        match self.sema.lookup(Sought::Ident(name), self.site(), Want::Any) {
            // `std` is there without being declared.
            Lookup::None if &**name == "std" => {
                if let Some(Segment { name: SegmentName::Ident(member), args: None }) = path.segments.last() {
                    let arguments = vec![
                        Argument::entity("namespace", "std"),
                        Argument::entity("member", member.to_string()),
                    ];
                    self.met(Mistake::new(NO_MEMBER, arguments), At::Tail(id, member.len() as u32));
                }
            }
            Lookup::None | Lookup::Variable(_) => self.met_plain(NO_SCOPE, At::Start(id)),
            Lookup::Found(symbols) => {
                let is_value = symbols.iter().all(|symbol| {
                    matches!(
                        self.sema.decl(symbol.decl).kind,
                        DeclKind::Variable { .. } | DeclKind::Function { .. } | DeclKind::Enumerator { .. }
                    )
                });
                if is_value {
                    self.met_plain(NO_SCOPE, At::Start(id));
                }
            }
            _ => {}
        }
    }

    /// A part of a name between others that the namespace in front of it does not have.
    fn check_inner_prefix(&mut self, id: ExprId, path: &Path) {
        let parts = |count: usize| Path { global: false, segments: path.segments[..count].to_vec() };
        let is_plain = |part: &Segment| matches!(part.name, SegmentName::Ident(_)) && part.args.is_none();
        for index in 1..path.segments.len().saturating_sub(1) {
            if !path.segments[..=index].iter().all(is_plain) {
                return;
            }
            if self.sema.namespace_of_path(&parts(index), self.site()).is_none() {
                return;
            }
            if self.sema.namespace_of_path(&parts(index + 1), self.site()).is_some() {
                continue;
            }
            if self.sema.lookup_path(&parts(index + 1), self.site(), Want::Any).found == Lookup::None {
                let at = MetAt::PartOfNameIn(id, Box::new(path.clone()), NamePart::Part(index));
                self.met_at(Mistake::new(NO_SCOPE, Vec::new()), at);
            }
            return;
        }
    }

    /// A namespace where a value is wanted. True if it is reported.
    pub(crate) fn check_namespace_name(&mut self, id: ExprId, name: &Ident) -> bool {
        let path = Path::ident(name);
        let is_namespace = self.sema.namespace_of_path(&path, self.site()).is_some();
        if is_namespace {
            self.met_plain(NAMESPACE, At::Start(id));
        }
        is_namespace
    }

    // ---- bound functions

    /// Member functions that are named with an object and not called.
    pub(crate) fn check_bound_functions(&mut self) {
        let pending: Vec<(NodeId, ExprId)> = self
            .sets
            .iter()
            .filter(|pending| pending.object.is_some() && !self.called.contains(&pending.node))
            .filter(|pending| {
                pending.set.candidates.iter().all(|it| {
                    self.sema.signature(it.symbol).is_some_and(|signature| signature.object.is_some())
                        && !self.sema.is_function_template(it.symbol.decl)
                })
            })
            .filter_map(|pending| match self.node(pending.node).at {
                At::Point(expr) | At::Start(expr) | At::Tail(expr, _) => Some((pending.node, expr)),
                _ => None,
            })
            .collect();
        for (node, _) in pending {
            let at = self.node(node).at;
            self.met_plain(BOUND_FUNCTION, at);
        }
        let through_pointers = self.out.nodes.iter().enumerate().filter(|(index, node)| {
            matches!(node.what, What::Op("pm_function")) && !self.called.contains(&NodeId(*index as u32))
        });
        // In parentheses these say where, else the pointer does.
        let places: Vec<At> = through_pointers
            .filter_map(|(_, node)| match (node.parentheses, node.operands.get(1)) {
                (Some(parentheses), _) => Some(At::Start(parentheses)),
                (None, Some(pointer)) => Some(self.start_of(*pointer)),
                (None, None) => None,
            })
            .collect();
        for at in places {
            self.met_plain(BOUND_FUNCTION, at);
        }
    }

    /// A member function that a launch names with an object. True if it is one.
    pub(crate) fn check_launched(&mut self, expr: ExprId, callee: NodeId) -> bool {
        let is_bound = match &self.node(callee).what {
            What::Op("pm_function") => true,
            What::Functions => {
                self.sets.iter().rfind(|pending| pending.node == callee).is_some_and(|pending| {
                    let is_member = |symbol: Symbol<'db>| {
                        let decl = self.sema.decl(symbol.decl);
                        let is_in_class = decl.parent.is_some() && !decl.specifiers.is_friend;
                        is_in_class && !decl.specifiers.is_static
                    };
                    pending.object.is_some() && pending.set.candidates.iter().all(|it| is_member(it.symbol))
                })
            }
            _ => false,
        };
        if is_bound {
            let at = match self.body[expr] {
                Expr::Paren(_) => At::Start(expr),
                _ => self.node(callee).at,
            };
            self.called.insert(callee);
            self.met_plain(BOUND_FUNCTION, at);
        }
        is_bound
    }

    /// Member functions that are named without an object and not called, where it is not `&` of a qualified name that
    /// names them ([expr.prim.id.general]/3).
    pub(crate) fn check_member_addresses(&mut self) {
        if self.in_template {
            return;
        }
        let is_member = |it: &Candidate<'db>| {
            self.sema.signature(it.symbol).is_some_and(|signature| signature.object.is_some())
                && !self.sema.is_function_template(it.symbol.decl)
        };
        let sets = self.sets.iter().filter(|pending| {
            let [only] = pending.set.candidates.as_slice() else { return false };
            let is_called = self.called.contains(&pending.node) && !pending.set.address;
            let is_used = pending.object.is_some() || is_called;
            !is_used && pending.explicit.is_none() && is_member(only)
        });
        let named: Vec<(ExprId, bool)> = sets
            .filter_map(|pending| match self.node(pending.node).at {
                At::Point(expr) | At::Start(expr) | At::Tail(expr, _) => Some((expr, pending.qualified)),
                _ => None,
            })
            .collect();
        if named.is_empty() {
            return;
        }
        let inside = |operand: ExprId| {
            std::iter::successors(Some(operand), |at| match &self.body[*at] {
                Expr::Paren(inner) => Some(*inner),
                _ => None,
            })
        };
        let mut addressed = FxHashMap::default();
        let mut called = FxHashSet::default();
        for (number, expr) in self.body.exprs.iter().enumerate() {
            match expr {
                Expr::Unary("&", operand) => {
                    addressed
                        .extend(inside(*operand).map(|it| (it, (ExprId(number as u32), it == *operand))));
                }
                Expr::Call(callee, _) => called.extend(inside(*callee)),
                // GNU's size of a function.
                Expr::Sizeof(TypeOrExpr::Expr(operand) | TypeOrExpr::Either(_, operand)) => {
                    called.extend(inside(*operand));
                }
                _ => {}
            }
        }
        let mut places = FxHashSet::default();
        for (expr, qualified) in named {
            let at = match addressed.get(&expr) {
                Some((_, true)) if qualified => continue,
                Some((address, _)) => *address,
                None => expr,
            };
            if !called.contains(&expr) && places.insert(at) {
                self.met_plain(MEMBER_ADDRESS, At::Start(at));
            }
        }
    }

    /// The type that a message shows for a class.
    pub(crate) fn class_text(&self, ty: Ty<'db>) -> Option<String> {
        self.sema.spelled_text(&crate::spelled::Spelled::Plain(ty))
    }
}

impl<'db> Infer<'_, 'db> {
    // ---- names of members

    /// A member that is named by itself, with its class in front, or behind an object.
    pub(crate) fn check_named_access(&mut self, id: ExprId, first: Symbol<'db>, object: Option<NodeId>) {
        let decl = self.sema.decl(first.decl);
        let is_value = matches!(decl.kind, DeclKind::Variable { .. } | DeclKind::Enumerator { .. });
        if is_value
            && let Some(name) = decl.name.ident()
            && !self.is_brought_in(first, id, object)
        {
            let at = At::Tail(id, name.len() as u32);
            if !self.check_behind_base(first, object, &[], at) {
                self.check_access(first, &[], MetAt::Node(at));
            }
            self.check_protected(first, object, &[], at);
        }
    }

    /// A protected member of a base that is named for an object which is none of the class around ([class.protected]/1).
    fn check_protected(
        &mut self,
        member: Symbol<'db>,
        object: Option<NodeId>,
        candidates: &[Candidate<'db>],
        at: At,
    ) {
        let db = self.db();
        let decl = self.sema.decl(member.decl);
        let has_object = matches!(decl.kind, DeclKind::Variable { .. } | DeclKind::Function { .. });
        let is_checked = has_object && decl.access == Access::Protected && !decl.specifiers.is_static;
        let Some(object) = object.filter(|_| is_checked) else { return };
        let ty = self.node(object).ty.referred(db);
        let of = ty.pointee(db).unwrap_or(ty).unqualified(db);
        let (Some(base), Some(class)) = (self.sema.class_around(member), of.as_class(db)) else { return };
        if self.in_template || self.owner.is_none() || [base, class].iter().any(|it| it.args(db).is_some()) {
            return;
        }
        // Friends of the base may name it for any object.
        let has_friends = self.sema.definition(base).is_none_or(|definition| {
            self.sema.names().item_text(definition.decl.item).text(db).contains("friend")
        });
        let frames: Vec<_> = self.sema.frames(self.env).collect();
        let classes = frames.into_iter().filter_map(|(_, frame)| match frame {
            Frame::Class(around) => Some(around),
            _ => None,
        });
        let around: Vec<Class<'db>> = classes.collect();
        let derives = |from: Class<'db>, to: Class<'db>| {
            from == to || !matches!(self.sema.distance_to_base(from, to), Ok(None))
        };
        let is_allowed = |inner: &Class<'db>| {
            *inner == base
                || self.sema.is_dependent_class(*inner)
                || derives(*inner, base) && derives(class, *inner)
        };
        if has_friends || !around.iter().any(|inner| derives(*inner, base)) || around.iter().any(is_allowed) {
            return;
        }
        let entity = match self.sema.function_expr(member.decl) {
            Some(_) => self.function_argument(member, candidates, true),
            None => self.sema.qualified_name(member).map(|name| Argument::Entity {
                kind: Some("member"),
                name,
                declared: Some(Place::Decl(member.decl)),
            }),
        };
        if let (Some(entity), Some(of)) = (entity, self.class_text(of)) {
            self.met(Mistake::new(PROTECTED, vec![entity, Argument::ty(of)]), at);
        }
    }

    /// The function that a call means: accessible, and not deleted.
    pub(crate) fn check_chosen(
        &mut self,
        callee: NodeId,
        chosen: &crate::overload::Chosen<'db>,
        candidates: &[Candidate<'db>],
        object: Option<NodeId>,
    ) {
        let at = MetAt::Node(self.node(callee).at);
        self.check_deleted_function(chosen.symbol, at);
        if !self.sema.is_function_template(chosen.symbol.decl)
            && !self.is_brought_in(chosen.symbol, self.expr_of(callee), object)
        {
            let length = self.sema.decl(chosen.symbol.decl).name.ident().map_or(0, |name| name.len() as u32);
            let at = match self.node(callee).at {
                At::Start(expr) | At::Point(expr) if length > 0 => At::Tail(expr, length),
                at => at,
            };
            if !self.check_behind_base(chosen.symbol, object, candidates, at) {
                self.check_access(chosen.symbol, candidates, MetAt::Node(at));
            }
            self.check_protected(chosen.symbol, object, candidates, at);
        }
    }
}
