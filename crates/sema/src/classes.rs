//! Classes in stages: which declaration defines one, its scopes, bases and members ([class.general], [temp.class.spec.match]).

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName, LocalId, SegmentName, TypeExpr};
use asunder_hir::body::{FIRST_LOCAL, Owner};
use asunder_mangle::model::Ident;
use asunder_types::{Arg, Args, Bound, Builtin, Class, Env, Frame, Kind, Origin, Param, Symbol, Ty, Value};

use crate::convert::Operand;
use crate::lookup::{Lookup, Prefix, Sought, Want};
use crate::matching::Specialization;
use crate::overload::{Candidate, How, Resolution};
use crate::packs::{Expanded, Pattern};
use crate::special::{Provided, Special};
use crate::view::{Sema, Site};

/// The declaration that defines a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Definition<'db> {
    pub(crate) decl: DeclRef,
    /// The scopes inside the class: its own last.
    pub(crate) inside: Env<'db>,
}

/// A base of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Base<'db> {
    pub(crate) ty: Ty<'db>,
}

impl<'db> Sema<'db> {
    // ---- declarations of one entity

    /// The first declaration of the class, enumeration or template that `decl` declares.
    pub(crate) fn first_declaration(&self, decl: DeclRef) -> DeclRef {
        self.remembered(&self.first, decl, || decl, || self.find_first_declaration(decl))
    }

    fn find_first_declaration(&self, decl: DeclRef) -> DeclRef {
        let written = self.decl(decl);
        let Some(ident) = written.name.ident() else { return decl };
        let is_alike = |other: &Decl| {
            !matches!(other.name, DeclName::TemplateId(..))
                && matches!(
                    (&written.kind, &other.kind),
                    (DeclKind::Class(_), DeclKind::Class(_)) | (DeclKind::Enum(_), DeclKind::Enum(_))
                )
        };
        if let DeclKind::Typedef(_) = written.kind {
            return decl;
        }
        if let Some(qualifier) = &written.qualifier {
            let site = Site::new(self.unqualified_env(decl), Point::before(decl));
            return match self.prefix(&qualifier.segments, qualifier.global, site) {
                Prefix::Namespace(id) => {
                    let all = self.names.found_in(ident, id);
                    all.iter().copied().find(|other| is_alike(self.decl(*other))).unwrap_or(decl)
                }
                Prefix::Type(ty) => {
                    let definition = ty.as_class(self.db).and_then(|class| self.definition(class));
                    let Some(definition) = definition else { return decl };
                    let named = self.named(definition.decl, ident).into_iter();
                    let mut members = named.filter(|other| self.is_member(*other, definition.decl));
                    members.find(|other| is_alike(self.decl(*other))).unwrap_or(decl)
                }
                _ => decl,
            };
        }
        let is_local = decl.local.0 >= FIRST_LOCAL;
        let candidates: Vec<DeclRef> = match written.parent {
            Some(_) => self.named(decl, ident),
            None if is_local => return decl,
            None => self.names.found_in(ident, self.names.item(decl.item).namespace).to_vec(),
        };
        let same = candidates.into_iter().filter(|other| {
            let other = self.decl(*other);
            other.parent == written.parent && other.stands_in_its_scope() && is_alike(other)
        });
        // What a mere use declares comes last.
        same.min_by_key(|other| {
            let elaborated = matches!(&self.decl(*other).kind, DeclKind::Class(class) if class.elaborated);
            (elaborated, *other)
        })
        .unwrap_or(decl)
    }

    /// All declarations of the template that `decl` declares, specializations apart.
    pub(crate) fn template_declarations(&self, decl: DeclRef) -> Vec<DeclRef> {
        let written = self.decl(decl);
        let is_class = matches!(written.kind, DeclKind::Class(_));
        let (true, Some(ident)) = (is_class, written.name.ident()) else { return vec![decl] };
        let mut all = match written.parent {
            Some(_) => self.named(decl, ident),
            None if decl.local.0 >= FIRST_LOCAL => vec![decl],
            None => self.names.found_in(ident, self.names.item(decl.item).namespace).to_vec(),
        };
        all.retain(|other| {
            let other = self.decl(*other);
            matches!(other.kind, DeclKind::Class(_))
                && !matches!(other.name, DeclName::TemplateId(..))
                && !other.templates.is_empty()
                && other.parent == written.parent
                && !other.specifiers.is_friend
        });
        if all.is_empty() {
            all.push(decl);
        }
        let is_definition =
            |decl: &DeclRef| matches!(&self.decl(*decl).kind, DeclKind::Class(it) if it.is_definition);
        if !all.iter().any(is_definition) {
            // Those of member templates of templates name the parameters of the class by their own headers.
            let is_outside = |other: &DeclRef| {
                let written = self.decl(*other);
                is_definition(other)
                    && written.templates.len() == 1
                    && !matches!(written.name, DeclName::TemplateId(..))
            };
            all.extend(self.defined_outside(all[0], ident, &is_outside));
        }
        all
    }

    // ---- scopes of declarations

    /// The scopes that a declaration stands in, without what its own qualifier names.
    fn unqualified_env(&self, decl: DeclRef) -> Env<'db> {
        let mut env = self.namespace_env(self.names.item(decl.item).namespace);
        for header in 0..self.decl(decl).templates.len() as u32 {
            env = self.within(env, Frame::Template { template: decl, header, args: None });
        }
        env
    }

    /// The scopes around a declaration by where it is written: templates without arguments stand for themselves.
    pub(crate) fn env_of(&self, decl: DeclRef) -> Env<'db> {
        self.remembered(&self.envs, decl, || self.unqualified_env(decl), || self.find_env_of(decl))
    }

    fn find_env_of(&self, decl: DeclRef) -> Env<'db> {
        let written = self.decl(decl);
        if let Some(parent) = written.parent {
            let parent = decl.sibling(parent);
            let outer = self.env_of(parent);
            return match &self.decl(parent).kind {
                DeclKind::Class(_) => self.inside_own(parent, outer),
                _ => outer,
            };
        }
        if decl.local.0 >= FIRST_LOCAL {
            return self.env_of_local(decl);
        }
        let Some(qualifier) = &written.qualifier else {
            return self.namespace_env(self.names.item(decl.item).namespace);
        };
        let site = Site::new(self.unqualified_env(decl), Point::before(decl));
        match self.prefix(&qualifier.segments, qualifier.global, site) {
            prefix if self.is_no_member_of(&prefix, written, site) => site.env,
            Prefix::Namespace(id) => self.namespace_env(id),
            Prefix::Type(ty) => match ty.as_class(self.db).and_then(|class| self.definition(class)) {
                Some(definition) => definition.inside,
                None => site.env,
            },
            _ => site.env,
        }
    }

    /// Whether a declaration is that of a function by a qualified name that the class or namespace does not have: the
    /// reference reads it as one of the namespace that it stands in.
    pub(crate) fn is_no_member(&self, decl: DeclRef) -> bool {
        let written = self.decl(decl);
        let Some(qualifier) = written.qualifier.as_ref().filter(|_| decl.local.0 < FIRST_LOCAL) else {
            return false;
        };
        let site = Site::new(self.unqualified_env(decl), Point::before(decl));
        let prefix = self.prefix(&qualifier.segments, qualifier.global, site);
        self.is_no_member_of(&prefix, written, site)
    }

    fn is_no_member_of(&self, prefix: &Prefix<'db>, written: &Decl, site: Site<'_, 'db>) -> bool {
        if !matches!(written.kind, DeclKind::Function { .. }) || !written.templates.is_empty() {
            return false;
        }
        match (prefix, &written.name) {
            (Prefix::Type(ty), DeclName::Ident(ident)) => ty.as_class(self.db).is_some_and(|class| {
                class.args(self.db).is_none()
                    && self.definition(class).is_some()
                    && self.lookup_in_class(Sought::Ident(ident), class, Point::END, Want::Any)
                        == Lookup::None
            }),
            // Every class has assignments.
            (_, DeclName::Operator(spelling)) if &**spelling == "=" => false,
            (Prefix::Type(ty), DeclName::Operator(_)) => ty.as_class(self.db).is_some_and(|class| {
                let definition = self.definition(class).filter(|_| class.args(self.db).is_none());
                definition.is_some_and(|definition| {
                    let mut members = self.members(definition.decl).into_iter();
                    self.bases(class).is_empty()
                        && !members.any(|(_, member)| {
                            member.name == written.name
                                || matches!(member.kind, DeclKind::UsingDeclaration(_))
                        })
                })
            }),
            (Prefix::Namespace(id), DeclName::Ident(ident)) => {
                id.0 != 0
                    && self.names.items_declaring(ident).len() < 2
                    && self.lookup_in_namespace(Sought::Ident(ident), *id, site.point, Want::Any)
                        == Lookup::None
            }
            _ => false,
        }
    }

    fn env_of_local(&self, decl: DeclRef) -> Env<'db> {
        let bodies = self.bodies(decl.item);
        let index = (decl.local.0 - FIRST_LOCAL) as usize;
        let Some(&body) = bodies.body_of_local.get(index) else { return self.unqualified_env(decl) };
        let owner = match bodies.bodies.get(body as usize).map(|(owner, _)| *owner) {
            Some(Owner::Function(local) | Owner::Initializer(local) | Owner::Defaults(local)) => local,
            _ => return self.unqualified_env(decl),
        };
        let around = self.env_of(decl.sibling(owner));
        self.within(around, Frame::Body(decl.item, body))
    }

    /// The scopes that the body of a function template, or of a member of a class template, is read in, its parameters
    /// without arguments. `None` for other functions, and where the scopes are not all known.
    pub(crate) fn env_of_template(&self, decl: DeclRef) -> Option<Env<'db>> {
        let written = self.decl(decl);
        if decl.local.0 >= FIRST_LOCAL {
            return None;
        }
        if written.qualifier.is_some() {
            return self.env_of_member_outside(decl);
        }
        let around = self.env_of(decl);
        let mut classes = self.frames(around).filter_map(|(_, frame)| match frame {
            Frame::Class(class) => Some(class),
            _ => None,
        });
        let mut parent = written.parent;
        while let Some(local) = parent {
            let parent_decl = decl.sibling(local);
            if matches!(self.decl(parent_decl).kind, DeclKind::Class(_)) {
                // Of several specializations the arguments may mean another one.
                let definition = classes.next().and_then(|class| self.definition(class));
                if definition.is_none_or(|definition| definition.decl != parent_decl) {
                    return None;
                }
            }
            parent = self.decl(parent_decl).parent;
        }
        let is_template = written.templates.last().is_some_and(|header| !header.params.is_empty());
        let env = match is_template {
            true => self.template_env(Symbol { decl, env: around }, None),
            false => around,
        };
        self.has_open_template(env).then_some(env)
    }

    /// The same of a member of class templates that is defined outside of them: its own headers name their parameters. `None`
    /// for those of specializations.
    fn env_of_member_outside(&self, decl: DeclRef) -> Option<Env<'db>> {
        let written = self.decl(decl);
        let qualifier = written.qualifier.as_ref().filter(|_| written.parent.is_none())?;
        let site = Site::new(self.unqualified_env(decl), Point::before(decl));
        let Prefix::Type(ty) = self.prefix(&qualifier.segments, qualifier.global, site) else { return None };
        let named = self.definition(ty.as_class(self.db)?)?;
        let is_plain = |decl: DeclRef| {
            let written = self.decl(decl);
            written.qualifier.is_none() && !matches!(written.name, DeclName::TemplateId(..))
        };
        let pattern = self.inside_of(named.decl).filter(|_| is_plain(named.decl))?;
        // What the class does not declare is not read.
        if let Some(ident) = written.name.ident()
            && self.named(named.decl, ident).is_empty()
        {
            return None;
        }
        let classes = |env| {
            let frames = self.frames(env).filter_map(|(_, frame)| match frame {
                Frame::Class(class) => Some(class),
                _ => None,
            });
            let mut all: Vec<Class<'db>> = frames.collect();
            all.reverse();
            all
        };
        let (named, patterns) = (classes(named.inside), classes(pattern));
        let mut env = self.namespace_env(self.namespace_of(pattern));
        let mut header = 0;
        if named.len() != patterns.len() {
            return None;
        }
        for (named, pattern) in named.into_iter().zip(patterns) {
            if let Some(args) = pattern.args(self.db) {
                if !self.is_unconstrained(decl, header) {
                    return None;
                }
                let is_primary = self.definition(pattern).is_some_and(|it| is_plain(it.decl));
                written.templates.get(header as usize)?;
                if !is_primary || named.args(self.db) != Some(self.own_args(decl, header)) {
                    return None;
                }
                env = self.within(env, Frame::Template { template: decl, header, args: Some(args) });
                header += 1;
            }
            env = self.within(env, Frame::Class(pattern));
        }
        match written.templates.len() as u32 - header {
            0 => {}
            1 => env = self.within(env, Frame::Template { template: decl, header, args: None }),
            _ => return None,
        }
        self.has_open_template(env).then_some(env)
    }

    /// Whether a template parameter list tells no specialization from others by constraints.
    fn is_unconstrained(&self, decl: DeclRef, header: u32) -> bool {
        let Some(list) = self.decl(decl).templates.get(header as usize) else { return false };
        let is_plain = |(index, param): (usize, &asunder_decls::written::TemplateParam)| {
            let is_value = matches!(param.kind, asunder_decls::written::TemplateParamKind::Value(..));
            param.constraint.is_none() && !(is_value && self.takes_types(decl, header, index as u32))
        };
        !list.is_constrained && list.params.iter().enumerate().all(is_plain)
    }

    /// The scopes around a class or enumeration that is defined in the specifiers of what stands at `env`.
    pub(crate) fn env_around(&self, decl: DeclRef, env: Env<'db>) -> Env<'db> {
        match self.decl(decl).parent {
            Some(parent) => {
                // The class around it, as an instance where `env` stands in one.
                let first = self.first_declaration(decl.sibling(parent));
                let around = self.frames(env).find_map(|(at, frame)| match frame {
                    Frame::Class(class) if class.origin(self.db) == Origin::Decl(first) => Some(at),
                    Frame::Class(class) => {
                        let definition = self.definition(class)?;
                        (definition.decl == decl.sibling(parent)).then_some(at)
                    }
                    _ => None,
                });
                around.unwrap_or_else(|| self.env_of(decl))
            }
            None if decl.local.0 >= FIRST_LOCAL => {
                let body = self
                    .frames(env)
                    .find(|(_, frame)| matches!(frame, Frame::Body(item, _) if *item == decl.item));
                body.map_or_else(|| self.env_of(decl), |(at, _)| at)
            }
            // Of a class that is defined outside the one that it is a member of.
            None if self.decl(decl).qualifier.is_some() => self.env_of(decl),
            None => self.namespace_env(self.names.item(decl.item).namespace),
        }
    }

    /// The scopes inside the class that `decl` defines; `None` where it is not one.
    pub(crate) fn inside_of(&self, decl: DeclRef) -> Option<Env<'db>> {
        matches!(self.decl(decl).kind, DeclKind::Class(_)).then(|| self.inside_own(decl, self.env_of(decl)))
    }

    /// The scopes inside the class that `decl` declares in `outer`, a template by its own parameters.
    fn inside_own(&self, decl: DeclRef, outer: Env<'db>) -> Env<'db> {
        let written = self.decl(decl);
        if written.templates.is_empty() {
            let class = self.class_of_symbol(Symbol { decl, env: outer }, None);
            return match self.definition(class) {
                Some(definition) if definition.decl == decl => definition.inside,
                _ => self.within(outer, Frame::Class(class)),
            };
        }
        let header = written.templates.len() as u32 - 1;
        let env = self.within(outer, Frame::Template { template: decl, header, args: None });
        let args = match &written.name {
            DeclName::TemplateId(_, args) => {
                self.pattern_args(Symbol { decl, env: outer }, args).unwrap_or_else(|_| self.args(Vec::new()))
            }
            _ => self.own_args(decl, header),
        };
        let class = self.class_of_symbol(Symbol { decl: self.primary_of(decl), env: outer }, Some(args));
        self.within(env, Frame::Class(class))
    }

    /// The primary template of a specialization; of other declarations themselves.
    pub(crate) fn primary_of(&self, decl: DeclRef) -> DeclRef {
        let written = self.decl(decl);
        let (DeclName::TemplateId(ident, _), DeclKind::Class(_)) = (&written.name, &written.kind) else {
            return decl;
        };
        let site = Site::new(self.unqualified_env(decl), Point::before(decl));
        let found = match &written.qualifier {
            Some(qualifier) => {
                let mut path = qualifier.clone();
                let name = SegmentName::Ident(ident.clone());
                path.segments.push(asunder_decls::written::Segment { name, args: None });
                self.lookup_path(&path, site, Want::Scopes).found
            }
            None => match written.parent {
                Some(_) => {
                    let named = self.named(decl, ident).into_iter();
                    let primary = named.filter(|other| {
                        let other = self.decl(*other);
                        other.parent == written.parent && matches!(other.name, DeclName::Ident(_))
                    });
                    return primary.min().unwrap_or(decl);
                }
                None => self.lookup(crate::lookup::Sought::Ident(ident), site, Want::Scopes),
            },
        };
        match found {
            crate::lookup::Lookup::Found(symbols) => symbols.first().map_or(decl, |symbol| symbol.decl),
            _ => decl,
        }
    }

    /// The parameters of a template as arguments of its own name.
    pub(crate) fn own_args(&self, decl: DeclRef, header: u32) -> Args<'db> {
        use asunder_decls::written::TemplateParamKind;
        let params = &self.decl(decl).templates[header as usize].params;
        let own = params.iter().enumerate().map(|(index, written)| {
            let param = Param { template: decl, header, index: index as u32, pack: written.pack };
            let arg = match &written.kind {
                _ if self.takes_types(decl, header, index as u32) => {
                    let ty = self.ty(Kind::Param(param));
                    Arg::Type(if written.pack { self.ty(Kind::Expansion(ty)) } else { ty })
                }
                TemplateParamKind::Template(_) => Arg::TemplateParam(param),
                _ => Arg::Value(Value::Param(param)),
            };
            if written.pack { Arg::Pack(self.args(vec![arg])) } else { arg }
        });
        self.args(own.collect())
    }

    /// The arguments of the specialization `symbol`, its own parameters standing for themselves.
    pub(crate) fn pattern_args(
        &self,
        symbol: Symbol<'db>,
        written: &[asunder_decls::written::Arg],
    ) -> Result<Args<'db>, Ty<'db>> {
        let env = self.template_env(symbol, None);
        let site = Site::new(env, Point::before(symbol.decl));
        let primary = Symbol { decl: self.primary_of(symbol.decl), env: symbol.env };
        self.bind_args(primary, written, site)
    }

    // ---- definitions

    /// What defines a class; `None` where nothing does or it is not known.
    pub(crate) fn definition(&self, class: Class<'db>) -> Option<Definition<'db>> {
        self.defined(class).ok().flatten()
    }

    /// What defines a class; `None` where nothing does, an error with the reason where it is not known.
    pub(crate) fn defined(&self, class: Class<'db>) -> Result<Option<Definition<'db>>, &'static str> {
        let cyclic = || Err("cyclic class");
        self.remembered(&self.definitions, class, cyclic, || match class.args(self.db) {
            Some(args) => self.instance(Err("instances too deep"), || self.find_instance(class, args)),
            None if self.is_member_perhaps_specialized(class) => Err("member class that is specialized"),
            None => Ok(self.find_definition(class)),
        })
    }

    /// Whether a type is known to be incomplete for what item `item` declares ([basic.types.general]/5).
    pub(crate) fn is_incomplete(&self, ty: Ty<'db>, item: u32) -> bool {
        match ty.unqualified(self.db).kind(self.db) {
            Kind::Builtin(builtin) => *builtin == Builtin::Void,
            Kind::Array(_, Bound::Unknown) => true,
            Kind::Array(element, _) => self.is_incomplete(*element, item),
            Kind::Class(class) if matches!(class.origin(self.db), Origin::Decl(_)) => {
                match self.defined(*class) {
                    Ok(None) if self.is_member_template_of_instance(*class) => false,
                    Ok(None) => class.args(self.db).is_none() || self.is_primary(*class),
                    Ok(Some(definition)) => class.args(self.db).is_none() && definition.decl.item > item,
                    Err(_) => false,
                }
            }
            _ => false,
        }
    }

    /// Whether a class is an instance of a template that is a member of an instance: what is declared of such templates
    /// outside their class is not found.
    pub(crate) fn is_member_template_of_instance(&self, class: Class<'db>) -> bool {
        let Origin::Decl(decl) = class.origin(self.db) else { return false };
        let symbol = Symbol { decl, env: class.outer(self.db) };
        let is_instance =
            |frame: Frame<'db>| matches!(frame, Frame::Class(around) if around.args(self.db).is_some());
        class.args(self.db).is_some()
            && self.class_around(symbol).is_some()
            && self.frames(symbol.env).any(|(_, frame)| is_instance(frame))
    }

    /// Whether a class is an instance of a template itself, and of no specialization.
    fn is_primary(&self, class: Class<'db>) -> bool {
        let (Origin::Decl(decl), Some(args)) = (class.origin(self.db), class.args(self.db)) else {
            return false;
        };
        let template = Symbol { decl, env: class.outer(self.db) };
        self.specializations(decl).partial.is_empty()
            || matches!(self.meant_specialization(template, args), Ok(Specialization::Primary))
    }

    /// Whether a class of an instance may be specialized explicitly: `template <> struct A<int>::B { … };`
    /// ([temp.expl.spec]/6).
    fn is_member_perhaps_specialized(&self, class: Class<'db>) -> bool {
        let Origin::Decl(first) = class.origin(self.db) else { return false };
        let written = self.decl(first);
        let is_instance = |frame: Frame<'db>| matches!(frame, Frame::Template { args: Some(_), .. });
        if written.parent.is_none() || !self.frames(class.outer(self.db)).any(|(_, frame)| is_instance(frame))
        {
            return false;
        }
        let Some(ident) = written.name.ident() else { return false };
        let is_special = |decl: &Decl| {
            decl.qualifier.is_some()
                && matches!(decl.kind, DeclKind::Class(_))
                && decl.templates.iter().any(|header| header.params.is_empty())
        };
        self.names.items_declaring(ident).iter().any(|&item| {
            self.names
                .decls_named(item, ident)
                .into_iter()
                .any(|local| is_special(self.decl(DeclRef { item, local })))
        })
    }

    fn find_definition(&self, class: Class<'db>) -> Option<Definition<'db>> {
        let Origin::Decl(first) = class.origin(self.db) else { return None };
        let is_definition = |decl: &DeclRef| {
            let written = self.decl(*decl);
            matches!(&written.kind, DeclKind::Class(class) if class.is_definition)
                && !matches!(written.name, DeclName::TemplateId(..))
        };
        let inside = self.within(class.outer(self.db), Frame::Class(class));
        if is_definition(&first) {
            return Some(Definition { decl: first, inside });
        }
        let written = self.decl(first);
        let ident = written.name.ident()?;
        let alike = match written.parent {
            Some(_) => self.named(first, ident),
            None if first.local.0 >= FIRST_LOCAL => self.named(first, ident),
            None => self.names.found_in(ident, self.names.item(first.item).namespace).to_vec(),
        };
        let in_scope = alike.into_iter().filter(|decl| {
            let other = self.decl(*decl);
            other.parent == written.parent && other.stands_in_its_scope() && is_definition(decl)
        });
        let found = in_scope.min().or_else(|| self.defined_outside(first, ident, &is_definition))?;
        Some(Definition { decl: found, inside })
    }

    /// The definition of a class with a qualified name: `struct A::B { … };`.
    fn defined_outside(
        &self,
        first: DeclRef,
        ident: &Ident,
        is_definition: &dyn Fn(&DeclRef) -> bool,
    ) -> Option<DeclRef> {
        let qualified = self.qualified(ident);
        let is_sought = |decl: &&DeclRef| is_definition(decl) && self.first_declaration(**decl) == first;
        qualified.iter().find(is_sought).copied()
    }

    /// The definition of an instance of a class template: a specialization, or the primary template.
    fn find_instance(
        &self,
        class: Class<'db>,
        args: Args<'db>,
    ) -> Result<Option<Definition<'db>>, &'static str> {
        let Origin::Decl(first) = class.origin(self.db) else { return Ok(None) };
        let outer = class.outer(self.db);
        let is_defined =
            |decl: DeclRef| matches!(&self.decl(decl).kind, DeclKind::Class(it) if it.is_definition);
        let primary = || {
            let all = self.template_declarations(first);
            let decl = all.iter().copied().find(|decl| is_defined(*decl))?;
            let header = self.decl(decl).templates.len() as u32 - 1;
            let env = self.within(outer, Frame::Template { template: decl, header, args: Some(args) });
            Some(Definition { decl, inside: self.within(env, Frame::Class(class)) })
        };
        let special = self.specializations(first);
        if special.explicit.is_empty() && special.partial.is_empty() {
            return Ok(primary());
        }
        // Inside a template that is the template itself ([temp.dep.type]/1).
        if self.are_dependent(args) {
            let Some(decl) = self.partial_inside(Symbol { decl: first, env: outer }, args) else {
                return Ok(primary());
            };
            let header = self.decl(decl).templates.len() as u32 - 1;
            let env = self.within(outer, Frame::Template { template: decl, header, args: None });
            let inside = self.within(env, Frame::Class(class));
            return Ok(Some(Definition { decl, inside }));
        }
        let (decl, inside) = match self.meant_specialization(Symbol { decl: first, env: outer }, args)? {
            Specialization::Primary => return Ok(primary()),
            Specialization::Explicit(decl) => (decl, self.within(outer, Frame::Class(class))),
            Specialization::Partial(decl, bound) => {
                let env = self.template_env(Symbol { decl, env: outer }, Some(bound));
                (decl, self.within(env, Frame::Class(class)))
            }
        };
        Ok(is_defined(decl).then_some(Definition { decl, inside }))
    }

    /// Which declaration of the variable template `symbol` the arguments mean, and the scopes that it stands in.
    pub(crate) fn variable_instance(
        &self,
        symbol: Symbol<'db>,
        args: Args<'db>,
    ) -> Result<Symbol<'db>, &'static str> {
        let special = self.specializations(symbol.decl);
        let primary = Symbol { env: self.template_env(symbol, Some(args)), ..symbol };
        if special.explicit.is_empty() && special.partial.is_empty() || self.are_dependent(args) {
            return Ok(primary);
        }
        Ok(match self.meant_specialization(symbol, args)? {
            Specialization::Primary => primary,
            Specialization::Explicit(decl) => Symbol { decl, ..symbol },
            Specialization::Partial(decl, bound) => {
                let own = Symbol { decl, ..symbol };
                Symbol { env: self.template_env(own, Some(bound)), ..own }
            }
        })
    }

    // ---- bases and members

    /// The bases of a class, in order; packs expanded. A base that the class is part of itself is not known.
    pub(crate) fn bases(&self, class: Class<'db>) -> Rc<[Base<'db>]> {
        self.remembered(&self.bases, class, Rc::default, || {
            let Some(definition) = self.definition(class) else { return self.written_bases(class).into() };
            let mut bases = self.written_bases(class);
            for base in &mut bases {
                if let Some(of) = base.ty.as_class(self.db)
                    && self.is_open_in(of, definition.decl)
                    && self.holds_itself(of)
                {
                    base.ty = self.gap("a class that is part of itself");
                }
            }
            bases.into()
        })
    }

    pub(crate) fn written_bases(&self, class: Class<'db>) -> Vec<Base<'db>> {
        let definition = match self.defined(class) {
            Ok(Some(definition)) => definition,
            Ok(None) => return Vec::new(),
            Err(why) => return vec![Base { ty: self.gap(why) }],
        };
        let DeclKind::Class(written) = &self.decl(definition.decl).kind else { return Vec::new() };
        // Bases are looked up from outside the class, whose name is declared there ([basic.scope.pdecl]/2).
        let env = definition.inside.outer(self.db).unwrap_or(definition.inside);
        let decl = definition.decl;
        let site = Site::new(env, Point { local: decl.local.0 + 1, ..Point::before(decl) });
        let mut bases = Vec::new();
        for base in &written.bases {
            match base {
                TypeExpr::Expansion(pattern) => {
                    let each = &mut |site: Site<'_, 'db>| self.resolve(pattern, site);
                    match self.expanded(each, &Pattern::Type(pattern), site) {
                        Expanded::All(all) => bases.extend(all),
                        Expanded::Open => bases.push(self.ty(Kind::Dependent)),
                        Expanded::Gap(why) => bases.push(self.gap(why)),
                    }
                }
                base => bases.push(self.resolve(base, site)),
            }
        }
        bases.into_iter().map(|ty| Base { ty }).collect()
    }

    /// Whether the definition of a class ends behind a declaration. On each way from a class through its parts back to
    /// itself there is a part whose class does.
    pub(crate) fn is_open_in(&self, class: Class<'db>, at: DeclRef) -> bool {
        let Some(definition) = self.definition(class) else { return false };
        let of = definition.decl;
        let around = std::iter::successors(Some(at.local), |local| self.decl(at.sibling(*local)).parent);
        of.item > at.item
            || of.item == at.item && (of.local > at.local || around.into_iter().any(|it| it == of.local))
    }

    /// Whether a class is part of itself, or has a part that is, without end. Such a class has no objects; nor has one
    /// whose template arguments are not known.
    pub(crate) fn holds_itself(&self, class: Class<'db>) -> bool {
        let find = || {
            let Some(definition) = self.definition(class) else { return false };
            let fields = self.fields(&definition).into_iter().map(|field| self.written_variable_type(field));
            let parts = self.written_bases(class).into_iter().map(|base| base.ty).chain(fields);
            let mut classes = parts.filter_map(|ty| self.class_of_elements(ty));
            classes.any(|(class, _)| !self.is_dependent_class(class) && self.holds_itself(class))
        };
        self.remembered(&self.endless, class, || true, || self.instance(true, find))
    }

    /// Whether `derived` has `base` among its bases, direct or not: how many steps away it is. `Err` where a base is
    /// not known.
    pub(crate) fn distance_to_base(
        &self,
        derived: Class<'db>,
        base: Class<'db>,
    ) -> Result<Option<u32>, &'static str> {
        if derived == base {
            return Ok(Some(0));
        }
        let mut unknown = None;
        let mut best: Option<u32> = None;
        for step in self.bases(derived).iter() {
            match step.ty.unqualified(self.db).kind(self.db) {
                Kind::Class(class) => match self.distance_to_base(*class, base) {
                    Ok(Some(steps)) => best = Some(best.map_or(steps + 1, |best| best.min(steps + 1))),
                    Ok(None) => {}
                    Err(why) => unknown = Some(why),
                },
                Kind::Gap(why) => unknown = Some(why),
                _ => {}
            }
        }
        match (best, unknown) {
            (Some(steps), _) => Ok(Some(steps)),
            (None, Some(why)) => Err(why),
            (None, None) => Ok(None),
        }
    }

    /// Whether a type is a union.
    pub(crate) fn is_union(&self, ty: Ty<'db>) -> bool {
        let definition = ty.as_class(self.db).and_then(|class| self.definition(class));
        definition.is_some_and(|it| matches!(&self.decl(it.decl).kind, DeclKind::Class(it) if it.is_union))
    }

    /// The classes on the way from `derived` to its base `base`, that one last; empty where it is not one.
    pub(crate) fn path_to_base(&self, derived: Class<'db>, base: Class<'db>) -> Vec<Class<'db>> {
        let mut path = Vec::new();
        let mut at = derived;
        while at != base {
            let steps = self.bases(at);
            let next = steps.iter().filter_map(|step| step.ty.unqualified(self.db).as_class(self.db));
            let next = next
                .filter_map(|class| Some((self.distance_to_base(class, base).ok()??, class)))
                .min_by_key(|(distance, _)| *distance);
            let Some((_, next)) = next else { return Vec::new() };
            path.push(next);
            at = next;
        }
        path
    }

    /// The non-static data members of a class itself, anonymous unions' among them, in order.
    pub(crate) fn fields(&self, definition: &Definition<'db>) -> Vec<Symbol<'db>> {
        let members = self.members(definition.decl).into_iter();
        let fields = members.filter(|(_, decl)| {
            matches!(decl.kind, DeclKind::Variable { .. })
                && !decl.specifiers.is_static
                && !decl.specifiers.is_friend
                && !matches!(decl.name, DeclName::None)
        });
        fields
            .map(|(local, _)| Symbol { decl: definition.decl.sibling(local), env: definition.inside })
            .collect()
    }

    /// The constructors that a class declares.
    pub(crate) fn constructors(&self, definition: &Definition<'db>) -> Vec<Symbol<'db>> {
        let members = self.members(definition.decl).into_iter();
        let own = members
            .filter(|(_, decl)| matches!(decl.name, DeclName::Constructor) && !decl.specifiers.is_friend);
        own.map(|(local, _)| Symbol { decl: definition.decl.sibling(local), env: definition.inside })
            .collect()
    }

    /// The conversion functions of a class and its bases.
    pub(crate) fn conversion_functions(&self, class: Class<'db>) -> Vec<Symbol<'db>> {
        let mut found = Vec::new();
        if let Some(definition) = self.definition(class) {
            for (local, decl) in self.members(definition.decl) {
                if matches!(decl.name, DeclName::Conversion(_)) && !decl.specifiers.is_friend {
                    found.push(Symbol { decl: definition.decl.sibling(local), env: definition.inside });
                }
            }
        }
        for base in self.bases(class).iter() {
            if let Kind::Class(base) = base.ty.unqualified(self.db).kind(self.db) {
                found.extend(self.conversion_functions(*base));
            }
        }
        found
    }

    /// The destructor that a class declares.
    pub(crate) fn destructor(&self, definition: &Definition<'db>) -> Option<Symbol<'db>> {
        let mut members = self.members(definition.decl).into_iter();
        let (local, _) = members.find(|(_, decl)| matches!(decl.name, DeclName::Destructor))?;
        Some(Symbol { decl: definition.decl.sibling(local), env: definition.inside })
    }

    /// Whether a class declares or inherits a virtual function, as far as declarations show.
    pub(crate) fn declares_virtual(&self, definition: &Definition<'db>) -> bool {
        self.members(definition.decl).iter().any(|(_, decl)| decl.specifiers.is_virtual)
    }

    /// Whether the class is an aggregate ([dcl.init.aggr]): no constructors of the user's, no private members, no
    /// virtual functions, no bases before C++17.
    pub(crate) fn is_aggregate(&self, class: Class<'db>) -> bool {
        let Some(definition) = self.definition(class) else { return false };
        let members = self.members(definition.decl);
        let DeclKind::Class(written) = &self.decl(definition.decl).kind else { return false };
        let has_constructor = members.iter().any(|(_, decl)| {
            matches!(decl.name, DeclName::Constructor)
                && match &decl.kind {
                    // Before C++20 what is defaulted or deleted at its first declaration is not user-provided.
                    DeclKind::Function { body: BodyKind::Defaulted | BodyKind::Deleted, .. } => {
                        self.dialect.standard >= asunder_syntax::Standard::Cpp20
                    }
                    _ => true,
                }
        });
        let has_hidden_field = members.iter().any(|(_, decl)| {
            matches!(decl.kind, DeclKind::Variable { .. })
                && !decl.specifiers.is_static
                && decl.access != asunder_decls::written::Access::Public
        });
        let may_have_bases = self.dialect.standard >= asunder_syntax::Standard::Cpp17;
        !has_constructor
            && !has_hidden_field
            && !self.may_inherit_constructors(class, &definition)
            && !written.has_virtual_base
            && (written.bases.is_empty() || may_have_bases)
            && !self.declares_virtual(&definition)
    }

    /// Whether a using-declaration of a class brings in constructors of a base, or may do so ([class.inhctor.init]).
    pub(crate) fn may_inherit_constructors(&self, class: Class<'db>, definition: &Definition<'db>) -> bool {
        let members = self.members(definition.decl);
        let mut usings = members.iter().filter_map(|(_, decl)| match &decl.kind {
            DeclKind::UsingDeclaration(path) => Some(path),
            _ => None,
        });
        usings.any(|path| {
            let [.., scope, last] = path.segments.as_slice() else { return false };
            let SegmentName::Ident(name) = &last.name else { return false };
            let is_of_base = |base: &Base<'db>| match base.ty.as_class(self.db).map(|it| it.origin(self.db)) {
                Some(Origin::Decl(first)) => self.decl(first).name.ident() == Some(name),
                _ => true,
            };
            scope.name == last.name || self.bases(class).iter().any(is_of_base)
        })
    }

    /// The constructors that using-declarations of a class bring in from its bases ([class.inhctor.init]), but those that
    /// default, copy or move and those that the class hides ([namespace.udecl]/14). `None` where they are not known.
    pub(crate) fn inherited_constructors(
        &self,
        class: Class<'db>,
        definition: &Definition<'db>,
    ) -> Option<Vec<Symbol<'db>>> {
        let mut all: Vec<Symbol<'db>> = Vec::new();
        if !self.may_inherit_constructors(class, definition) {
            return Some(all);
        }
        let own: Vec<_> =
            self.constructors(definition).iter().map(|symbol| self.signature(*symbol)).collect();
        for (_, decl) in self.members(definition.decl) {
            let DeclKind::UsingDeclaration(path) = &decl.kind else { continue };
            let [.., scope, last] = path.segments.as_slice() else { continue };
            let SegmentName::Ident(name) = &last.name else { continue };
            let is_named = |base: &&Base<'db>| match base.ty.as_class(self.db).map(|it| it.origin(self.db)) {
                Some(Origin::Decl(first)) => self.decl(first).name.ident() == Some(name),
                _ => false,
            };
            let bases = self.bases(class);
            let mut named = bases.iter().filter(is_named);
            let (base, None) = (named.next(), named.next()) else { return None };
            let Some(base) = base else {
                // A member whose name is that of the scope in front of it may be a constructor of a base by a typedef.
                if scope.name == last.name {
                    return None;
                }
                continue;
            };
            let base = base.ty.as_class(self.db)?;
            let of_base = self.defined(base).ok()??;
            let inherited = crate::view::deep(|| self.inherited_constructors(base, &of_base))?;
            for symbol in self.constructors(&of_base).into_iter().chain(inherited) {
                let open = match self.is_function_template(symbol.decl) {
                    true => Symbol { env: self.template_env(symbol, None), ..symbol },
                    false => symbol,
                };
                let signature = self.signature(open)?;
                let is_of_base = |ty: &Ty<'db>| ty.referred(self.db).as_class(self.db) == Some(base);
                let is_special = signature.params.first().is_none_or(is_of_base);
                let is_hidden = own.iter().flatten().any(|own| own.params == signature.params);
                if !is_special && !is_hidden && !all.contains(&symbol) {
                    all.push(symbol);
                }
            }
        }
        Some(all)
    }

    /// Whether a constructor is one that a class inherits.
    pub(crate) fn is_inherited_constructor(&self, constructor: Symbol<'db>, class: Class<'db>) -> bool {
        self.class_of(constructor.env).is_some_and(|of| of != class)
    }

    /// Whether a constructor that a class inherits may make an object of the class from `arguments`: one of a base that takes
    /// them, and does not default, copy or move ([class.inhctor.init], [over.match.funcs]/8).
    pub(crate) fn may_inherit_constructor(
        &self,
        class: Class<'db>,
        definition: &Definition<'db>,
        (arguments, how): (&[Operand<'db>], &How<'db>),
    ) -> bool {
        if arguments.is_empty() || !self.may_inherit_constructors(class, definition) {
            return false;
        }
        self.bases(class).iter().any(|base| {
            let Some(class) = base.ty.as_class(self.db) else { return true };
            let Ok(Some(definition)) = self.defined(class) else { return true };
            let copies = |symbol: &Symbol<'db>| {
                let signature = self.signature(*symbol);
                let first = signature.as_ref().and_then(|it| it.params.first());
                !self.is_function_template(symbol.decl)
                    && first.is_some_and(|first| first.referred(self.db).as_class(self.db) == Some(class))
            };
            let inherited = self.constructors(&definition).into_iter().filter(|symbol| !copies(symbol));
            let candidates: Vec<Candidate<'db>> = inherited.map(Candidate::of).collect();
            !matches!(self.choose(&candidates, None, arguments, how), Resolution::None)
                || self.may_inherit_constructor(class, &definition, (arguments, how))
        })
    }

    /// Whether objects of a class are copied bit by bit: no copy or move constructor or virtual function of the user's in
    /// it, its bases and its members.
    pub(crate) fn is_trivially_copied(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        match ty.unqualified(db).kind(db) {
            Kind::Class(class) => {
                let Some(definition) = self.definition(*class) else { return false };
                let DeclKind::Class(written) = &self.decl(definition.decl).kind else { return false };
                if written.has_virtual_base || self.declares_virtual(&definition) {
                    return false;
                }
                let is_special = |symbol: &Symbol<'db>| {
                    let decl = self.decl(symbol.decl);
                    let is_defaulted = matches!(
                        &decl.kind,
                        DeclKind::Function { body: BodyKind::Defaulted | BodyKind::Deleted, .. }
                    );
                    !is_defaulted
                        && decl.templates.is_empty()
                        && self.signature(*symbol).is_some_and(|signature| {
                            signature.required <= 1
                                && signature
                                    .params
                                    .first()
                                    .is_some_and(|param| param.referred(db).as_class(db) == Some(*class))
                        })
                };
                if self.constructors(&definition).iter().any(is_special) {
                    return false;
                }
                self.bases(*class).iter().all(|base| self.is_trivially_copied(base.ty))
                    && self
                        .fields(&definition)
                        .into_iter()
                        .all(|field| self.is_trivially_copied(self.variable_type(field)))
            }
            Kind::Array(element, _) => self.is_trivially_copied(*element),
            _ => true,
        }
    }

    /// Whether the end of an object's life does something: a destructor of the user's in its class, the bases or the
    /// members ([class.dtor]/8).
    pub(crate) fn has_destructor(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        match ty.unqualified(db).kind(db) {
            Kind::Class(class) => match self.special_member(*class, Special::Destructor) {
                Some(Provided::User(_)) => true,
                Some(Provided::Made(_)) => self.is_trivial(*class, Special::Destructor) == Some(false),
                // A deleted one.
                None => self.definition(*class).is_some_and(|it| self.destructor(&it).is_some()),
            },
            Kind::Array(element, _) => self.has_destructor(*element),
            _ => false,
        }
    }

    // ---- enumerations

    /// The definition of the enumeration whose first declaration is `first`.
    pub(crate) fn enum_definition(&self, first: DeclRef, _env: Env<'db>) -> Option<DeclRef> {
        let is_definition =
            |decl: &DeclRef| matches!(&self.decl(*decl).kind, DeclKind::Enum(it) if it.is_definition);
        if is_definition(&first) {
            return Some(first);
        }
        let written = self.decl(first);
        let ident = written.name.ident()?;
        let alike = match written.parent {
            Some(_) => self.named(first, ident),
            None if first.local.0 >= FIRST_LOCAL => self.named(first, ident),
            None => self.names.declared_in(ident, self.names.item(first.item).namespace).to_vec(),
        };
        let mut in_scope = alike.into_iter().filter(|decl| {
            let other = self.decl(*decl);
            other.parent == written.parent && other.stands_in_its_scope() && is_definition(decl)
        });
        in_scope.next().or_else(|| self.defined_outside(first, ident, &is_definition))
    }

    /// The underlying type of an enumeration ([dcl.enum]/5 to 7; as the reference chooses it where it is not fixed).
    pub(crate) fn underlying_type(&self, first: DeclRef, env: Env<'db>) -> Option<Builtin> {
        let find = || {
            let DeclKind::Enum(declared) = &self.decl(first).kind else { return None };
            if let Some(base) = &declared.base {
                let ty = self.resolve(base, Site::new(env, Point::before(first)));
                return ty.as_builtin(self.db);
            }
            if declared.scoped {
                return Some(Builtin::Int);
            }
            let definition = self.enum_definition(first, env)?;
            if let DeclKind::Enum(defined) = &self.decl(definition).kind
                && let Some(base) = &defined.base
            {
                let ty = self.resolve(base, Site::new(env, Point::before(definition)));
                return ty.as_builtin(self.db);
            }
            let (mut least, mut greatest) = (0, 0);
            for (local, decl) in self.members(definition) {
                if !matches!(decl.kind, DeclKind::Enumerator { .. }) {
                    continue;
                }
                let symbol = Symbol { decl: definition.sibling(local), env };
                let Some(Value::Integer(value, _)) = self.enumerator_value(symbol) else { return None };
                least = least.min(value);
                greatest = greatest.max(value);
            }
            Some(match (least < 0, greatest) {
                (false, g) if g <= u32::MAX.into() => Builtin::UnsignedInt,
                (true, g) if least >= i32::MIN.into() && g <= i32::MAX.into() => Builtin::Int,
                (true, g) if least >= i64::MIN.into() && g <= i64::MAX.into() => Builtin::Long,
                _ => Builtin::UnsignedLong,
            })
        };
        self.remembered(&self.underlying, Symbol { decl: first, env }, || None, find)
    }

    /// The underlying type of an enumerator's enumeration, where it is fixed ([dcl.enum]/5).
    pub(crate) fn fixed_underlying(&self, enumerator: Symbol<'db>) -> Option<Builtin> {
        let ty = self.enum_of(enumerator)?;
        let Kind::Enum(first, env) = ty.kind(self.db) else { return None };
        self.has_fixed_underlying(*first, *env).then(|| self.underlying_type(*first, *env))?
    }

    /// Whether the underlying type of an enumeration that is defined is fixed.
    pub(crate) fn has_fixed_underlying(&self, first: DeclRef, env: Env<'db>) -> bool {
        let is_fixed = |decl: DeclRef| matches!(&self.decl(decl).kind, DeclKind::Enum(it) if it.base.is_some() || it.scoped);
        self.enum_definition(first, env).is_some_and(|definition| is_fixed(first) || is_fixed(definition))
    }

    /// Whether an enumeration is scoped.
    pub(crate) fn is_scoped(&self, first: DeclRef) -> bool {
        matches!(&self.decl(first).kind, DeclKind::Enum(it) if it.scoped)
    }

    /// The type that values of an unscoped enumeration are promoted to ([conv.prom]/3 and 4).
    pub(crate) fn promoted_enum(&self, first: DeclRef, env: Env<'db>) -> Option<Builtin> {
        let key = Symbol { decl: first, env };
        self.remembered(&self.promoted_enums, key, || None, || self.find_promoted_enum(first, env))
    }

    fn find_promoted_enum(&self, first: DeclRef, env: Env<'db>) -> Option<Builtin> {
        let underlying = self.underlying_type(first, env)?;
        let DeclKind::Enum(declared) = &self.decl(first).kind else { return None };
        if declared.base.is_some() {
            return Some(asunder_types::promoted(underlying));
        }
        let definition = self.enum_definition(first, env);
        if definition.is_some_and(
            |definition| matches!(&self.decl(definition).kind, DeclKind::Enum(it) if it.base.is_some()),
        ) {
            return Some(asunder_types::promoted(underlying));
        }
        // `int` if it holds all values.
        if underlying == Builtin::UnsignedInt {
            let definition = definition?;
            for (local, decl) in self.members(definition) {
                if matches!(decl.kind, DeclKind::Enumerator { .. })
                    && let Some(Value::Integer(value, _)) =
                        self.enumerator_value(Symbol { decl: definition.sibling(local), env })
                    && value > i32::MAX.into()
                {
                    return Some(Builtin::UnsignedInt);
                }
            }
            return Some(Builtin::Int);
        }
        Some(underlying)
    }

    /// The enumeration that an enumerator belongs to.
    pub(crate) fn enum_of(&self, symbol: Symbol<'db>) -> Option<Ty<'db>> {
        let parent = symbol.decl.sibling(self.decl(symbol.decl).parent?);
        let first = self.first_declaration(parent);
        // The scopes of the enumerator are those of the enumeration, also where it is defined outside of them.
        Some(self.ty(Kind::Enum(first, self.env_around(first, symbol.env))))
    }

    /// The number of a local declaration.
    pub(crate) fn local(number: u32) -> LocalId {
        LocalId(number)
    }
}
