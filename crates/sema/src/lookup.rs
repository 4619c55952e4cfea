//! Name lookup ([basic.lookup]): unqualified, qualified, in classes with their bases, by arguments.

use std::borrow::Cow;
use std::rc::Rc;

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{
    Arg as WrittenArg, Decl, DeclKind, DeclName, LocalId, Path, Segment, SegmentName, TypeExpr,
};
use asunder_hir::body::{FIRST_LOCAL, LambdaId};
use asunder_mangle::model::Ident;
use asunder_outline::operator_name;
use asunder_types::{Arg, Args, Class, Env, Frame, Kind, Origin, Param, Symbol, Ty};

use crate::directives::{Directives, Together, directives_of};
use crate::view::{Sema, Site};

/// Several bases of a class have members of a name: which are meant is not decided.
pub(crate) const SEVERAL_BASES: &str = "member of several bases";

/// Types of `std` that are known before a header declares them.
const PREDECLARED: [&str; 2] = ["type_info", "align_val_t"];

/// What stands in front of the operators that blocks keep.
pub(crate) const OPERATOR: &str = "operator ";

/// What a lookup finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lookup<'db> {
    /// Nothing: proven.
    None,
    /// Not known, and why.
    Gap(&'static str),
    /// It depends on template parameters without arguments.
    Dependent,
    /// Declarations: the overloads of a function, or those of one entity. Using-declarations are followed.
    Found(Vec<Symbol<'db>>),
    /// The class whose name it is, found inside that class ([class.pre]/2).
    Injected(Class<'db>),
    /// A template parameter, with its argument where there is one.
    Param(Param, Option<Arg<'db>>),
    /// A parameter of the function declarator that it stands in.
    Parameter(DeclRef, u32, Env<'db>),
    /// A variable of a block, by its number in the inference that asks.
    Variable(u32),
}

/// The blocks around a place in a body.
pub(crate) trait Blocks<'db> {
    /// What the innermost block that declares `ident` declares it as; `None` where no block does.
    fn find(&self, ident: &str) -> Option<Lookup<'db>>;
    /// The operators that these blocks declare or bring in, as they keep them.
    fn operators(&self) -> Vec<(Ident, Lookup<'db>)>;
    /// The namespaces that using-directives of these blocks nominate.
    fn directives(&self) -> &Directives;
    /// The type that `this` points to in them.
    fn this(&self) -> Option<Ty<'db>>;
    /// Blocks of another body around these.
    fn around(&self) -> Option<&dyn Blocks<'db>>;
    /// A variable of these blocks by its number.
    fn variable(&self, number: u32) -> crate::infer::Variable<'db>;
    /// Whether a constant variable of these blocks has a value that is not known before the program runs.
    fn is_run_time(&self, number: u32) -> bool;
    /// How many variables they have.
    fn count(&self) -> u32;
    /// Whether they are the blocks of the body whose scope `env` is.
    fn are_of(&self, env: Env<'db>) -> bool;
    /// The item and the number of the body that they are of.
    fn body(&self) -> (u32, u32);
    /// The lambda that the place is in, if any.
    fn lambda(&self) -> Option<LambdaId>;
    /// Whether they are those of a body: an expression in a declaration has none of its own.
    fn are_of_body(&self) -> bool;
}

/// A name that is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sought<'a> {
    /// An identifier.
    Ident(&'a str),
    /// An operator function by its spelling.
    Operator(&'a str),
    /// A literal operator by its suffix.
    Literal(&'a str),
}

impl<'a> Sought<'a> {
    /// The name of a part of a path, if lookup finds such names.
    pub(crate) fn of(name: &'a SegmentName) -> Option<Sought<'a>> {
        match name {
            SegmentName::Ident(ident) => Some(Sought::Ident(ident)),
            SegmentName::Operator(spelling) => Some(Sought::Operator(spelling)),
            SegmentName::LiteralOperator(suffix) => Some(Sought::Literal(suffix)),
            _ => None,
        }
    }

    /// The name of a declaration, if lookup finds such names.
    pub(crate) fn of_declared(name: &'a DeclName) -> Option<Sought<'a>> {
        match name {
            DeclName::Ident(ident) => Some(Sought::Ident(ident)),
            DeclName::Operator(spelling) => Some(Sought::Operator(spelling)),
            DeclName::LiteralOperator(suffix) => Some(Sought::Literal(suffix)),
            _ => None,
        }
    }

    /// Under what blocks keep it: no identifier is the same.
    pub(crate) fn in_blocks(self) -> Cow<'a, str> {
        match self {
            Sought::Ident(ident) => Cow::Borrowed(ident),
            Sought::Operator(spelling) => Cow::Owned(format!("{OPERATOR}{spelling}")),
            Sought::Literal(suffix) => Cow::Owned(format!("{OPERATOR}\"\" {suffix}")),
        }
    }

    fn is(self, name: &DeclName) -> bool {
        match (self, name) {
            (Sought::Ident(ident), DeclName::Ident(name)) => ident == &**name,
            (Sought::Operator(spelling), DeclName::Operator(name)) => spelling == &**name,
            (Sought::Literal(suffix), DeclName::LiteralOperator(name)) => suffix == &**name,
            _ => false,
        }
    }
}

/// Which declarations a lookup accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Want {
    /// All.
    Any,
    /// Types, templates of them and namespaces: a name before `::` or behind a class-key.
    Scopes,
}

/// What the part of a path in front of a name names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Prefix<'db> {
    /// No part: an unqualified name.
    Unqualified,
    /// A namespace.
    Namespace(NamespaceId),
    /// A type: a class, an enumeration, or anything that a destructor's name is qualified with.
    Type(Ty<'db>),
    /// Depends on template parameters.
    Dependent,
    /// Nothing has the name.
    None,
    /// Not known.
    Gap(&'static str),
}

/// What a path names.
#[derive(Clone, Debug)]
pub(crate) struct Named<'a, 'db> {
    pub(crate) prefix: Prefix<'db>,
    pub(crate) found: Lookup<'db>,
    /// The template arguments of its last part.
    pub(crate) args: Option<&'a [WrittenArg]>,
}

impl<'db> Sema<'db> {
    /// Whether a name is that of classes and enumerations of several namespaces, which using-directives bring together
    /// ([namespace.udir]/6).
    pub(crate) fn is_ambiguous_type(&self, found: &Lookup<'db>) -> bool {
        let Lookup::Found(symbols) = found else { return false };
        let [first, others @ ..] = symbols.as_slice() else { return false };
        let namespace = |symbol: &Symbol<'db>| self.names.item(symbol.decl.item).namespace;
        // Of nested namespaces it is not known where they meet.
        let is_outermost = |symbol: &Symbol<'db>| {
            let qualifier = self.names.namespaces().qualifier(namespace(symbol));
            qualifier.is_some_and(|it| !it.trim_matches(':').contains("::"))
        };
        let is_type = |symbol: &Symbol<'db>| {
            let decl = self.decl(symbol.decl);
            matches!(decl.kind, DeclKind::Class(_) | DeclKind::Enum(_))
                && decl.parent.is_none()
                && decl.templates.is_empty()
                && decl.qualifier.is_none()
        };
        others.iter().any(|other| namespace(other) != namespace(first))
            && symbols.iter().all(|it| is_type(it) && is_outermost(it))
    }

    // ---- unqualified names

    /// Looks a name up from `site` ([basic.lookup.unqual]).
    pub(crate) fn lookup(&self, sought: Sought<'_>, site: Site<'_, 'db>, want: Want) -> Lookup<'db> {
        match self.lookup_frames(sought, site, want, false) {
            // A class that is declared by its mere use.
            Lookup::None => self.lookup_frames(sought, site, want, true),
            found => found,
        }
    }

    fn lookup_frames(
        &self,
        sought: Sought<'_>,
        site: Site<'_, 'db>,
        want: Want,
        implicit: bool,
    ) -> Lookup<'db> {
        if let Some(blocks) = site.blocks
            && let Some(found) = blocks.find(&sought.in_blocks())
            // In front of `::` names of variables are not looked at ([basic.lookup.qual]/1).
            && !(want == Want::Scopes && matches!(found, Lookup::Variable(_)))
        {
            return found;
        }
        // Namespaces nominated by using-directives, with the namespace their names appear in.
        let mut nominated: Vec<(NamespaceId, NamespaceId)> = Vec::new();
        let of_blocks = directives_of(site.blocks);
        let mut dependent_base = false;
        // The blocks around the place say what its own body declares.
        let mut is_own_body = site.blocks.is_some_and(|blocks| blocks.are_of_body());
        for (env, frame) in self.frames(site.env) {
            match frame {
                Frame::Template { template, header, args } => {
                    let Sought::Ident(ident) = sought else { continue };
                    let Some(list) = self.decl(template).templates.get(header as usize) else { continue };
                    let position = list.params.iter().position(|param| param.name.as_deref() == Some(ident));
                    if let Some(index) = position {
                        let pack = list.params[index].pack;
                        let param = Param { template, header, index: index as u32, pack };
                        let arg = args.and_then(|args| args.list(self.db).get(index).cloned());
                        return Lookup::Param(param, arg);
                    }
                }
                Frame::Parameters(decl) => {
                    let Sought::Ident(ident) = sought else { continue };
                    let Some(function) = self.function_expr(decl) else { continue };
                    let position =
                        function.params.iter().position(|param| param.name.as_deref() == Some(ident));
                    if let Some(index) = position {
                        return Lookup::Parameter(decl, index as u32, env);
                    }
                }
                // Its parameters and what it uses of the blocks around are in the blocks.
                Frame::CallOperator(..) => {}
                // The blocks know what is declared at their place; other bodies are those around a local class.
                Frame::Body(..) if site.blocks.is_some_and(|blocks| blocks.are_of(env)) => {}
                Frame::Body(item, body) => {
                    let Sought::Ident(ident) = sought else { continue };
                    if std::mem::take(&mut is_own_body) {
                        continue;
                    }
                    if let Some(found) = self.declared_in_body(ident, item, body, env, site.point) {
                        return found;
                    }
                }
                Frame::Class(class) => match self.lookup_in_class(sought, class, site.point, want) {
                    Lookup::None => is_own_body = false,
                    Lookup::Dependent => {
                        is_own_body = false;
                        dependent_base = true;
                    }
                    found => return found,
                },
                Frame::Namespace(id) => {
                    for &target in self.names.nominated_by(id, site.point).iter() {
                        nominated.push((target, self.common_ancestor(id, target)));
                    }
                    let mut set = self.names.transparent(id);
                    for (namespace, appears_in) in &nominated {
                        if *appears_in == id {
                            set.extend(self.names.transparent(*namespace));
                        }
                    }
                    let together = Together { own: &set, directives: &of_blocks, at: id };
                    match self.namespace_members(sought, together, site.point, want, implicit) {
                        Lookup::None => {}
                        // A name from outside that a dependent base may hide ([temp.dep.type]).
                        found => return found,
                    }
                }
            }
        }
        if dependent_base { Lookup::Dependent } else { Lookup::None }
    }

    pub(crate) fn common_ancestor(&self, a: NamespaceId, b: NamespaceId) -> NamespaceId {
        let namespaces = self.names.namespaces();
        let of_a: Vec<_> = namespaces.ancestors(a).collect();
        namespaces.ancestors(b).find(|id| of_a.contains(id)).unwrap_or(NamespaceId::GLOBAL)
    }

    /// The last declaration of `ident` in the blocks of a body that `point` sees.
    fn declared_in_body(
        &self,
        ident: &str,
        item: u32,
        body: u32,
        env: Env<'db>,
        point: Point,
    ) -> Option<Lookup<'db>> {
        let bodies = self.bodies(item);
        let first = DeclRef { item, local: LocalId(FIRST_LOCAL) };
        let named = self.named(first, ident).into_iter().rev();
        let decl = named.into_iter().find(|at| {
            let decl = self.decl(*at);
            bodies.body_of_local.get((at.local.0 - FIRST_LOCAL) as usize) == Some(&body)
                && decl.parent.is_none_or(|parent| self.is_plain_enumeration(at.sibling(parent)))
                && !matches!(&decl.kind, DeclKind::Class(class) if class.elaborated)
                && (point.item != item || at.local.0 < point.local)
        });
        Some(Lookup::Found(vec![Symbol { decl: decl?, env }]))
    }

    /// Whether a declaration of a block is an enumeration whose enumerators are names of the block.
    fn is_plain_enumeration(&self, decl: DeclRef) -> bool {
        let decl = self.decl(decl);
        decl.parent.is_none() && matches!(&decl.kind, DeclKind::Enum(it) if !it.scoped)
    }

    // ---- namespaces

    /// What a name means in the namespaces `set`.
    fn namespace_members(
        &self,
        sought: Sought<'_>,
        set: Together<'_>,
        point: Point,
        want: Want,
        implicit: bool,
    ) -> Lookup<'db> {
        let mut found: Vec<DeclRef> = Vec::new();
        match sought {
            Sought::Ident(ident) => {
                for namespace in self.declaring(ident, &set) {
                    let all = self.names.found_in(ident, namespace);
                    found.extend(all.iter().filter(|decl| point.sees(**decl)));
                }
                found.retain(|decl| is_found(self.decl(*decl), want, implicit));
            }
            Sought::Operator(spelling) | Sought::Literal(spelling) => {
                let all = self.free_operators(sought, spelling);
                let inside = all.iter().filter(|decl| {
                    self.decl(**decl).parent.is_none()
                        && set.contains(self.names.item(decl.item).namespace)
                        && point.sees(**decl)
                });
                found.extend(inside);
            }
        }
        found.sort_unstable();
        found.dedup();
        let symbols = found.into_iter().map(|decl| {
            let env = self.namespace_env(self.names.item(decl.item).namespace);
            Symbol { decl, env }
        });
        let mut lookup = self.followed(symbols.collect(), want);
        if let (Lookup::None, Sought::Ident(ident), Want::Any) = (&lookup, sought, want) {
            lookup = self.used_enumerator(ident, set, point);
            if lookup == Lookup::None {
                lookup = self.enumerator_defined_outside(ident, set, point);
            }
            if lookup == Lookup::None && self.names.has_binding(ident, |id| set.contains(id)) {
                lookup = Lookup::Gap("structured binding of a namespace");
            }
        }
        if let (Lookup::None, Sought::Ident(ident)) = (&lookup, sought)
            && PREDECLARED.contains(&ident)
            && self.names.namespaces().child(NamespaceId::GLOBAL, "std").is_some_and(|std| set.contains(std))
        {
            return Lookup::Gap("type that the compiler declares");
        }
        lookup
    }

    /// The enumerator of an enumeration of one of the namespaces that is defined outside of it (`enum N::E : int { a };`).
    fn enumerator_defined_outside(&self, ident: &str, set: Together<'_>, point: Point) -> Lookup<'db> {
        for &decl in self.enumerators_outside(ident).iter().filter(|decl| point.sees(**decl)) {
            let Some(definition) = self.decl(decl).parent.map(|parent| decl.sibling(parent)) else {
                continue;
            };
            let first = self.first_declaration(definition);
            let namespace = self.names.item(first.item).namespace;
            let is_outside = first != definition && self.decl(first).parent.is_none();
            if is_outside && self.is_transparent(definition) && set.contains(namespace) {
                return Lookup::Found(vec![Symbol { decl, env: self.namespace_env(namespace) }]);
            }
        }
        Lookup::None
    }

    /// The enumerators with a name whose enumerations are defined with a qualified name.
    fn enumerators_outside(&self, ident: &str) -> Rc<[DeclRef]> {
        if let Some(known) = self.outside_enumerators.borrow().get(ident) {
            return known.clone();
        }
        let mut found = Vec::new();
        for &item in self.names.items_declaring(ident) {
            let named = self.names.decls_named(item, ident).into_iter().map(|local| DeclRef { item, local });
            found.extend(named.filter(|decl| {
                let written = self.decl(*decl);
                let definition = written.parent.map(|parent| self.decl(decl.sibling(parent)));
                matches!(written.kind, DeclKind::Enumerator { .. })
                    && definition.is_some_and(|definition| definition.qualifier.is_some())
            }));
        }
        let found: Rc<[DeclRef]> = found.into();
        self.outside_enumerators.borrow_mut().insert(ident.into(), found.clone());
        found
    }

    /// The enumerator that a `using enum` of one of the namespaces brings in.
    fn used_enumerator(&self, ident: &str, set: Together<'_>, point: Point) -> Lookup<'db> {
        for &item in self.names.using_enum_items() {
            if item >= point.item || !set.contains(self.names.item(item).namespace) {
                continue;
            }
            for (local, decl) in self.names.decls(item).members(None) {
                let DeclKind::UsingEnum(path) = &decl.kind else { continue };
                let env = self.namespace_env(self.names.item(item).namespace);
                let site = Site::new(env, Point { item, local: local.0 });
                let ty = self.type_of_path(path, site, Want::Scopes);
                if let Some(found) = self.enumerator_of(ty, ident) {
                    return Lookup::Found(vec![found]);
                }
            }
        }
        Lookup::None
    }

    /// The enumerator `ident` of an enumeration.
    pub(crate) fn enumerator_of(&self, ty: Ty<'db>, ident: &str) -> Option<Symbol<'db>> {
        let Kind::Enum(first, env) = ty.unqualified(self.db).kind(self.db) else { return None };
        let definition = self.enum_definition(*first, *env)?;
        let named = |(_, decl): &(_, &Decl)| decl.name.ident().is_some_and(|name| &**name == ident);
        let (local, _) = self.members(definition).into_iter().find(named)?;
        Some(Symbol { decl: definition.sibling(local), env: *env })
    }

    /// Follows using-declarations; a function or variable hides a class of the same scope ([basic.scope.hiding]).
    fn followed(&self, symbols: Vec<Symbol<'db>>, want: Want) -> Lookup<'db> {
        let mut found: Vec<Symbol<'db>> = Vec::with_capacity(symbols.len());
        let is_own = |symbol: &&Symbol<'db>| {
            let decl = self.decl(symbol.decl);
            decl.parent.is_some() && matches!(decl.kind, DeclKind::Function { .. })
        };
        let own: Vec<Symbol<'db>> = symbols.iter().filter(is_own).copied().collect();
        for symbol in symbols {
            let DeclKind::UsingDeclaration(path) = &self.decl(symbol.decl).kind else {
                found.push(symbol);
                continue;
            };
            let site = Site::new(symbol.env, Point::before(symbol.decl));
            let named = self.lookup_path(path, site, want);
            match named.found {
                Lookup::Found(targets) => {
                    for target in targets {
                        // A member function hides what is like it and brought in ([namespace.udecl]/14).
                        let is_hidden = own.iter().any(|own| self.is_like_member(*own, target));
                        if !is_hidden && !found.contains(&target) {
                            found.push(target);
                        }
                    }
                }
                Lookup::None => {}
                other if found.is_empty() => return other,
                _ => {}
            }
        }
        if want == Want::Any && found.len() > 1 {
            let is_type = |symbol: &Symbol<'db>| {
                matches!(self.decl(symbol.decl).kind, DeclKind::Class(_) | DeclKind::Enum(_))
            };
            if found.iter().any(|symbol| !is_type(symbol)) {
                found.retain(|symbol| !is_type(symbol));
            }
        }
        if found.is_empty() { Lookup::None } else { Lookup::Found(found) }
    }

    /// Whether two member functions, not templates, take the same.
    fn is_like_member(&self, a: Symbol<'db>, b: Symbol<'db>) -> bool {
        if self.is_function_template(a.decl) || self.is_function_template(b.decl) {
            return false;
        }
        let (Some(a), Some(b)) = (self.signature(a), self.signature(b)) else { return false };
        a.params == b.params && a.qualifiers == b.qualifiers && a.ref_qualifier == b.ref_qualifier
    }

    // ---- classes

    /// Whether two names of classes inside themselves are those of instances of one template: in front of template arguments
    /// they name the template ([temp.local]/4).
    fn are_instances(&self, a: &Lookup<'db>, b: &Lookup<'db>) -> bool {
        match (a, b) {
            (Lookup::Injected(a), Lookup::Injected(b)) => {
                a.args(self.db).is_some() && a.origin(self.db) == b.origin(self.db)
            }
            _ => false,
        }
    }

    /// Looks a name up in a class and its bases ([class.member.lookup]).
    pub(crate) fn lookup_in_class(
        &self,
        sought: Sought<'_>,
        class: Class<'db>,
        point: Point,
        want: Want,
    ) -> Lookup<'db> {
        if let (Sought::Ident(ident), Origin::Decl(first)) = (sought, class.origin(self.db))
            && self.decl(first).name.ident().is_some_and(|name| &**name == ident)
        {
            return Lookup::Injected(class);
        }
        let definition = match self.defined(class) {
            Ok(Some(definition)) => definition,
            Ok(None) => return Lookup::None,
            Err(why) => return Lookup::Gap(why),
        };
        let own = self.own_members(sought, &definition, point, want);
        if own != Lookup::None {
            return own;
        }
        let mut found: Option<Lookup<'db>> = None;
        let mut dependent = false;
        for base in self.bases(class).iter() {
            match base.ty.unqualified(self.db).kind(self.db) {
                // Such a base is not looked into before there is an instance ([temp.dep.type]); it may be the class again.
                Kind::Class(base) if self.is_dependent_class(*base) => dependent = true,
                Kind::Class(base) => match self.lookup_in_class(sought, *base, Point::END, want) {
                    Lookup::None => {}
                    Lookup::Dependent => dependent = true,
                    other => match &found {
                        None => found = Some(other),
                        Some(first) if *first == other => {}
                        Some(first) => {
                            if !self.is_same_static(first, &other) && !self.are_instances(first, &other) {
                                return Lookup::Gap(SEVERAL_BASES);
                            }
                        }
                    },
                },
                Kind::Gap(why) => return found.unwrap_or(Lookup::Gap(why)),
                // What is wrong with a base of an instance is said there.
                Kind::Error if self.is_class_instance(class) => {
                    return found.unwrap_or(Lookup::Gap("base of an instance that is wrong"));
                }
                Kind::Error => {}
                _ => dependent = true,
            }
        }
        match found {
            Some(found) => found,
            None if dependent => Lookup::Dependent,
            None => Lookup::None,
        }
    }

    /// Whether two results are types or static members that mean the same.
    fn is_same_static(&self, a: &Lookup<'db>, b: &Lookup<'db>) -> bool {
        let (Lookup::Found(a), Lookup::Found(b)) = (a, b) else { return false };
        let ([a], [b]) = (a.as_slice(), b.as_slice()) else { return false };
        let site = Site::new(a.env, Point::END);
        let (x, y) = (self.type_of_symbol(*a, None, site), self.type_of_symbol(*b, None, site));
        x == y && !x.absorbs(self.db)
    }

    /// What a class itself declares a name as.
    pub(crate) fn own_members(
        &self,
        sought: Sought<'_>,
        definition: &crate::classes::Definition<'db>,
        point: Point,
        want: Want,
    ) -> Lookup<'db> {
        let named: Vec<DeclRef> = match sought {
            Sought::Ident(ident) => self.named(definition.decl, ident),
            Sought::Operator(_) | Sought::Literal(_) => {
                let members = self.members(definition.decl).into_iter();
                let own = members.filter(|(_, decl)| sought.is(&decl.name));
                own.map(|(local, _)| definition.decl.sibling(local)).collect()
            }
        };
        // An initializer sees what its own blocks declare.
        let is_of_block = |decl: &DeclRef| decl.local.0 >= FIRST_LOCAL && point.local < FIRST_LOCAL;
        let visible = |decl: &DeclRef| point.item != decl.item || is_of_block(decl) || point.sees(*decl);
        let own = named.into_iter().filter(|decl| {
            self.is_member(*decl, definition.decl) && visible(decl) && is_found(self.decl(*decl), want, true)
        });
        let symbols: Vec<Symbol<'db>> = own.map(|decl| Symbol { decl, env: definition.inside }).collect();
        if symbols.is_empty()
            && let (Sought::Ident(ident), Want::Any) = (sought, want)
            && definition.decl.local.0 < FIRST_LOCAL
            && self.names.has_other_enumerators(definition.decl.item)
        {
            for (local, decl) in self.members(definition.decl) {
                let symbol = Symbol { decl: definition.decl.sibling(local), env: definition.inside };
                let ty = match &decl.kind {
                    DeclKind::UsingEnum(path) => {
                        let site = Site::new(symbol.env, Point::before(symbol.decl));
                        self.type_of_path(path, site, Want::Scopes)
                    }
                    DeclKind::Enum(declared) if !declared.is_definition && !declared.scoped => {
                        self.type_of_definition(symbol.decl, symbol.env)
                    }
                    _ => continue,
                };
                if let Some(found) = self.enumerator_of(ty, ident) {
                    return Lookup::Found(vec![found]);
                }
            }
        }
        self.followed(symbols, want)
    }

    /// Whether a declaration is a member of a class: also through unscoped enumerations and anonymous unions in it.
    pub(crate) fn is_member(&self, decl: DeclRef, class: DeclRef) -> bool {
        let Some(mut parent) = self.decl(decl).parent else { return false };
        while parent != class.local {
            if !self.is_transparent(decl.sibling(parent)) {
                return false;
            }
            match self.decl(decl.sibling(parent)).parent {
                Some(outer) => parent = outer,
                None => return false,
            }
        }
        decl.item == class.item
    }

    /// Unscoped enumerations, and anonymous unions and structs ([class.union.anon]).
    pub(crate) fn is_transparent(&self, decl: DeclRef) -> bool {
        let written = self.decl(decl);
        match &written.kind {
            DeclKind::Enum(e) => !e.scoped,
            DeclKind::Class(_) => {
                matches!(written.name, DeclName::None) && self.declared_with(decl).is_none()
            }
            _ => false,
        }
    }

    /// The first declaration whose type is the unnamed class `class`.
    fn declared_with(&self, class: DeclRef) -> Option<DeclRef> {
        let parent = self.decl(class).parent;
        let is_of = |decl: &Decl| {
            decl.parent == parent
                && match &decl.kind {
                    DeclKind::Variable { ty, .. } | DeclKind::Typedef(ty) => {
                        innermost_declared(ty) == Some(class.local)
                    }
                    _ => false,
                }
        };
        let siblings = match parent {
            Some(parent) => self.members(class.sibling(parent)),
            None if class.local.0 >= FIRST_LOCAL => {
                let locals = self.bodies(class.item).locals.iter().zip(FIRST_LOCAL..);
                locals.map(|(decl, number)| (asunder_decls::written::LocalId(number), decl)).collect()
            }
            None => self.names.decls(class.item).members(None).collect(),
        };
        siblings.into_iter().find(|(_, decl)| is_of(decl)).map(|(local, _)| class.sibling(local))
    }

    // ---- qualified names

    /// What a path names from `site`.
    pub(crate) fn lookup_path<'a>(&self, path: &'a Path, site: Site<'_, 'db>, want: Want) -> Named<'a, 'db> {
        let Some((last, parts)) = path.segments.split_last() else {
            return Named { prefix: Prefix::None, found: Lookup::None, args: None };
        };
        let prefix = self.prefix(parts, path.global, site);
        let found = self.lookup_behind(&prefix, &last.name, site, want);
        Named { prefix, found, args: last.args.as_deref() }
    }

    fn lookup_behind(
        &self,
        prefix: &Prefix<'db>,
        name: &SegmentName,
        site: Site<'_, 'db>,
        want: Want,
    ) -> Lookup<'db> {
        let Some(sought) = Sought::of(name) else { return Lookup::Gap("name of a special function") };
        match prefix {
            Prefix::Unqualified => self.lookup(sought, site, want),
            Prefix::Namespace(id) => self.lookup_in_namespace(sought, *id, site.point, want),
            Prefix::Type(ty) => match ty.unqualified(self.db).kind(self.db) {
                // A member of an unknown specialization ([temp.dep.type]/6).
                Kind::Class(class) if self.is_dependent_class(*class) && !self.is_around(*class, site) => {
                    Lookup::Dependent
                }
                Kind::Class(class) => {
                    // An instance is complete, as it is where its template is read.
                    let is_complete = self.is_class_instance(*class) && !self.is_around(*class, site);
                    let point = if is_complete { Point::END } else { site.point };
                    self.lookup_in_class(sought, *class, point, want)
                }
                Kind::Enum(..) => match sought {
                    Sought::Ident(ident) => self
                        .enumerator_of(*ty, ident)
                        .map_or(Lookup::None, |found| Lookup::Found(vec![found])),
                    _ => Lookup::None,
                },
                Kind::Gap(why) => Lookup::Gap(why),
                Kind::Param(_) | Kind::ParamInstance(..) | Kind::Dependent => Lookup::Dependent,
                _ => Lookup::None,
            },
            Prefix::Dependent => Lookup::Dependent,
            Prefix::None => Lookup::None,
            Prefix::Gap(why) => Lookup::Gap(why),
        }
    }

    /// Whether a place stands in a class: of a template, its current instantiation ([temp.dep.type]/1).
    fn is_around(&self, class: Class<'db>, site: Site<'_, 'db>) -> bool {
        self.frames(site.env).any(|(_, frame)| frame == Frame::Class(class))
    }

    /// Looks a name up in a namespace ([namespace.qual]).
    pub(crate) fn lookup_in_namespace(
        &self,
        sought: Sought<'_>,
        id: NamespaceId,
        point: Point,
        want: Want,
    ) -> Lookup<'db> {
        for implicit in [false, true] {
            let own = self.namespace_members(
                sought,
                Together::only(&self.names.transparent(id)),
                point,
                want,
                implicit,
            );
            if own != Lookup::None {
                return own;
            }
            let nominated = self.names.nominated_by(id, point);
            let set: Vec<NamespaceId> =
                nominated.iter().flat_map(|target| self.names.transparent(*target)).collect();
            let found = self.namespace_members(sought, Together::only(&set), point, want, implicit);
            if found != Lookup::None {
                return found;
            }
        }
        Lookup::None
    }

    /// What the parts in front of a name name.
    pub(crate) fn prefix(&self, parts: &[Segment], global: bool, site: Site<'_, 'db>) -> Prefix<'db> {
        let mut at = if global { Prefix::Namespace(NamespaceId::GLOBAL) } else { Prefix::Unqualified };
        for part in parts {
            at = self.prefix_behind(at, part, site);
        }
        at
    }

    fn prefix_behind(&self, at: Prefix<'db>, part: &Segment, site: Site<'_, 'db>) -> Prefix<'db> {
        if let SegmentName::Decltype(expr) = &part.name {
            return prefix_of_type(self.db, self.decltype(expr, true, site));
        }
        let SegmentName::Ident(ident) = &part.name else { return Prefix::Gap("operator in front of ::") };
        // What a namespace declares itself hides what directives nominate ([namespace.qual]/2).
        if let Prefix::Namespace(id) = at
            && let Some(id) = self.child_namespace(id, ident, site)
        {
            return Prefix::Namespace(id);
        }
        let found = self.lookup_behind(&at, &part.name, site, Want::Scopes);
        match &found {
            // What a base that depends on a parameter may have hides nothing ([temp.dep]/3).
            Lookup::None | Lookup::Dependent => match self.namespace_behind(&at, ident, site) {
                Some(id) => Prefix::Namespace(id),
                None if found == Lookup::Dependent => Prefix::Dependent,
                None => Prefix::None,
            },
            Lookup::Found(symbols) => {
                if let [first, ..] = symbols.as_slice()
                    && let DeclKind::NamespaceAlias(target) = &self.decl(first.decl).kind
                {
                    let site = Site::new(first.env, Point::before(first.decl));
                    return self.prefix(&target.segments, target.global, site);
                }
                // A namespace is found from the inside out with the types: the nearer one is meant.
                prefix_of_type(self.db, self.type_of_lookup(&found, part.args.as_deref(), site))
            }
            _ => prefix_of_type(self.db, self.type_of_lookup(&found, part.args.as_deref(), site)),
        }
    }

    /// The namespace `ident` that a namespace itself declares.
    fn child_namespace(&self, id: NamespaceId, ident: &Ident, site: Site<'_, 'db>) -> Option<NamespaceId> {
        let namespaces = self.names.namespaces();
        let opened = |id: &NamespaceId| namespaces.namespace(*id).opened < site.point.item;
        self.names.transparent(id).into_iter().find_map(|id| namespaces.child(id, ident).filter(opened))
    }

    /// The namespace `ident` behind a prefix.
    fn namespace_behind(&self, at: &Prefix<'db>, ident: &Ident, site: Site<'_, 'db>) -> Option<NamespaceId> {
        let namespaces = self.names.namespaces();
        let opened = |id: &NamespaceId| namespaces.namespace(*id).opened < site.point.item;
        let child = |id: NamespaceId| namespaces.child(id, ident).filter(opened);
        match at {
            // What directives nominate.
            Prefix::Namespace(id) => {
                let nominated = self.names.nominated_by(*id, site.point);
                nominated.iter().flat_map(|id| self.names.transparent(*id)).find_map(child)
            }
            // Names of a nominated namespace are found in the nearest one around it and the directive.
            Prefix::Unqualified => {
                let mut nominated: Vec<(NamespaceId, NamespaceId)> = Vec::new();
                self.frames(site.env).find_map(|(_, frame)| {
                    let Frame::Namespace(id) = frame else { return None };
                    for &target in self.names.nominated_by(id, site.point).iter() {
                        nominated.push((target, self.common_ancestor(id, target)));
                    }
                    let appearing = nominated.iter().filter(|(_, appears_in)| *appears_in == id);
                    let mut set = self.names.transparent(id);
                    set.extend(appearing.flat_map(|(target, _)| self.names.transparent(*target)));
                    set.into_iter().find_map(child).or_else(|| self.nominated_child(ident, id, site))
                })
            }
            _ => None,
        }
    }

    /// The namespace that a path names.
    pub(crate) fn namespace_of_path(&self, path: &Path, site: Site<'_, 'db>) -> Option<NamespaceId> {
        match self.prefix(&path.segments, path.global, site) {
            Prefix::Namespace(id) => Some(id),
            _ => None,
        }
    }

    // ---- operators and argument-dependent lookup

    /// The operator functions outside classes, the friends and the using-declarations of the unit with this spelling.
    pub(crate) fn free_operators(&self, sought: Sought<'_>, spelling: &str) -> Rc<[DeclRef]> {
        let key = match sought {
            Sought::Literal(_) => format!("\"\"{spelling}"),
            _ => spelling.to_owned(),
        };
        if let Some(known) = self.operators.borrow().get(&*key) {
            return known.clone();
        }
        let mut found = Vec::new();
        let indexed = match sought {
            Sought::Literal(_) => operator_name(b'"'),
            _ => operator_name(spelling.bytes().next().unwrap_or(b' ')),
        };
        for &item in self.names.items_declaring(&indexed) {
            for (local, decl) in self.names.decls(item).iter() {
                let is_free = decl.parent.is_none() && decl.qualifier.is_none() || decl.specifiers.is_friend;
                if is_free
                    && sought.is(&decl.name)
                    && matches!(decl.kind, DeclKind::Function { .. } | DeclKind::UsingDeclaration(_))
                    && !decl.explicit_instantiation
                {
                    found.push(DeclRef { item, local });
                }
            }
        }
        let found: Rc<[DeclRef]> = found.into();
        self.operators.borrow_mut().insert(key.into(), found.clone());
        found
    }

    /// The functions that a call with arguments of these types finds by them ([basic.lookup.argdep]): those of their
    /// namespaces, and the friends that their classes declare.
    pub(crate) fn by_arguments(
        &self,
        sought: Sought<'_>,
        types: &[Ty<'db>],
        point: Point,
    ) -> Result<Vec<Symbol<'db>>, &'static str> {
        let mut associated = Associated::default();
        for ty in types {
            self.associate(*ty, &mut associated)?;
        }
        let mut found = Vec::new();
        for &namespace in &associated.namespaces {
            match self.namespace_members(sought, Together::only(&[namespace]), point, Want::Any, false) {
                Lookup::Found(symbols) => {
                    let functions = symbols.into_iter().filter(|it| self.function_expr(it.decl).is_some());
                    found.extend(functions);
                }
                Lookup::Gap(why) => return Err(why),
                _ => {}
            }
        }
        for &class in &associated.classes {
            let Some(definition) = self.definition(class) else { continue };
            for (local, decl) in self.members(definition.decl) {
                if decl.specifiers.is_friend
                    && sought.is(&decl.name)
                    && matches!(decl.kind, DeclKind::Function { .. })
                {
                    found.push(Symbol { decl: definition.decl.sibling(local), env: definition.inside });
                }
            }
        }
        Ok(found)
    }

    fn associate(&self, ty: Ty<'db>, into: &mut Associated<'db>) -> Result<(), &'static str> {
        match ty.kind(self.db) {
            Kind::Qualified(_, inner)
            | Kind::Pointer(inner)
            | Kind::Reference(inner, _)
            | Kind::Array(inner, _)
            | Kind::Complex(inner)
            | Kind::Vector(inner, _)
            | Kind::Expansion(inner) => self.associate(*inner, into),
            Kind::Class(class) => self.associate_class(*class, into),
            Kind::Enum(_, env) => {
                if let Some(class) = self.class_of(*env) {
                    into.add_class(class);
                }
                self.associate_namespace(*env, into);
                Ok(())
            }
            Kind::Function(function) => {
                self.associate(function.result, into)?;
                function.params.iter().try_for_each(|ty| self.associate(*ty, into))
            }
            Kind::MemberPointer(class, member) => {
                self.associate(*class, into)?;
                self.associate(*member, into)
            }
            Kind::Gap(why) => Err(why),
            _ => Ok(()),
        }
    }

    fn associate_class(&self, class: Class<'db>, into: &mut Associated<'db>) -> Result<(), &'static str> {
        if !into.add_class(class) {
            return Ok(());
        }
        let outer = class.outer(self.db);
        if let Frame::Class(outer) = outer.frame(self.db) {
            into.add_class(outer);
        }
        self.associate_namespace(outer, into);
        if let Some(args) = class.args(self.db) {
            self.associate_args(args, into)?;
        }
        for base in self.bases(class).iter() {
            if let Kind::Class(base) = base.ty.unqualified(self.db).kind(self.db) {
                // Template arguments of bases are not associated.
                if into.add_class(*base) {
                    self.associate_base(*base, into);
                }
            }
        }
        Ok(())
    }

    fn associate_base(&self, class: Class<'db>, into: &mut Associated<'db>) {
        self.associate_namespace(class.outer(self.db), into);
        for base in self.bases(class).iter() {
            if let Kind::Class(base) = base.ty.unqualified(self.db).kind(self.db)
                && into.add_class(*base)
            {
                self.associate_base(*base, into);
            }
        }
    }

    fn associate_args(&self, args: Args<'db>, into: &mut Associated<'db>) -> Result<(), &'static str> {
        for arg in args.list(self.db) {
            match arg {
                Arg::Type(ty) => self.associate(*ty, into)?,
                Arg::Pack(args) => self.associate_args(*args, into)?,
                Arg::Template(_, env) => self.associate_namespace(*env, into),
                Arg::Value(_) | Arg::TemplateParam(_) => {}
            }
        }
        Ok(())
    }

    /// The innermost namespace, and the inline namespaces that make one set with it.
    fn associate_namespace(&self, env: Env<'db>, into: &mut Associated<'db>) {
        let namespaces = self.names.namespaces();
        let mut id = self.namespace_of(env);
        while let (true, Some(parent)) = (namespaces.namespace(id).inline, namespaces.namespace(id).parent) {
            id = parent;
        }
        for id in self.names.transparent(id) {
            if !into.namespaces.contains(&id) {
                into.namespaces.push(id);
            }
        }
    }
}

/// Classes and namespaces that arguments bring into a lookup.
#[derive(Default)]
struct Associated<'db> {
    namespaces: Vec<NamespaceId>,
    classes: Vec<Class<'db>>,
}

impl<'db> Associated<'db> {
    fn add_class(&mut self, class: Class<'db>) -> bool {
        let is_new = !self.classes.contains(&class);
        if is_new {
            self.classes.push(class);
        }
        is_new
    }
}

fn prefix_of_type<'db>(db: &'db dyn salsa::Database, ty: Ty<'db>) -> Prefix<'db> {
    match ty.kind(db) {
        Kind::Gap(why) => Prefix::Gap(why),
        Kind::Error => Prefix::None,
        Kind::Dependent => Prefix::Dependent,
        _ => Prefix::Type(ty),
    }
}

/// The class or enumeration that a type expression defines innermost.
pub(crate) fn innermost_declared(ty: &TypeExpr) -> Option<asunder_decls::written::LocalId> {
    match ty {
        TypeExpr::Declared(id) => Some(*id),
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner)
        | TypeExpr::MemberPointer(_, inner) => innermost_declared(inner),
        TypeExpr::Function(function) => innermost_declared(&function.result),
        _ => None,
    }
}

/// True when ordinary lookup finds the declaration.
fn is_found(decl: &Decl, want: Want, implicit: bool) -> bool {
    // A member that its class declares by its qualified name is one all the same.
    if decl.qualifier.is_some() && decl.parent.is_none()
        || decl.specifiers.is_friend
        || decl.explicit_instantiation
        || matches!(decl.name, DeclName::TemplateId(..))
    {
        return false;
    }
    match &decl.kind {
        DeclKind::Class(class) => !class.elaborated || implicit,
        DeclKind::Enum(_)
        | DeclKind::Typedef(_)
        | DeclKind::NamespaceAlias(_)
        | DeclKind::UsingDeclaration(_) => true,
        _ => want == Want::Any,
    }
}
