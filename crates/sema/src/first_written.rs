//! The first place that names each instance of a class template or alias template. Messages and listings show the
//! arguments of an instance as they are spelled there, wherever it is named later: where `V<real>` is written first, every
//! `V<float>` is shown as `V<real>`.
//!
//! An instance is named where its template is written with arguments that do not depend on template parameters, or else
//! in the declaration of a class template whose instance is named so: as a base, in a member, as a default argument; or in
//! that of a function template of which a call makes an instance ([`first_called`](crate::first_called)).

use std::cell::Cell;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use asunder_decls::item_tree;
use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{
    Arg as WrittenArg, Decl, DeclKind, Path, TemplateParam, TemplateParamKind, TypeExpr,
};
use asunder_hir::body::Owner;
use asunder_mangle::model::Ident;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, SyntaxKind, TextSize};
use asunder_types::{Arg, Args, Class, Env, Frame, Kind, Origin, Param, Symbol, Ty};
use rustc_hash::FxHashMap;

use crate::first_called::{Calls, first_calls};
use crate::infer::body_env;
use crate::lookup::{Lookup, Want};
use crate::packs::{Pattern, TemplatePacks};
use crate::spelled::{Spelled, Typedefs};
use crate::template_ids::is_primary;
use crate::view::{InstanceKey, Memo, Sema, Site, deep};
use crate::written_names::{WrittenName, names_below};

/// A name of an instance.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Naming<'db> {
    /// The template by its first declaration, and all of its arguments.
    instance: InstanceKey<'db>,
    /// The name as it is written; its last part has the arguments.
    path: Path,
    /// Where it is looked up.
    env: Env<'db>,
    point: Point,
    /// Where the unit first needs it.
    since: Since,
    /// How many declarations of class templates lead to it.
    classes: u8,
}

/// A place in the order in which a unit is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, salsa::SalsaValue)]
pub(crate) struct Since {
    item: u32,
    /// It stands in the body of a member, which is read behind its class.
    is_behind: bool,
    /// In bytes of the item.
    offset: TextSize,
    /// How many declarations of templates lead to it from what is written there, but for heads and bases of classes, which
    /// are read first.
    steps: u8,
    /// How many heads do, counted down: what a base names stands in front of what the members of the class name.
    heads: u8,
}

impl Since {
    /// A place in an item, in the body of `owner` if in one.
    pub(crate) fn new(sema: &Sema<'_>, item: u32, owner: Option<DeclRef>, offset: TextSize) -> Self {
        let is_behind = owner.is_some_and(|owner| sema.decl(owner).parent.is_some());
        Since { item, is_behind, offset, steps: 0, heads: u8::MAX }
    }

    /// What follows from this in a declaration of a template that stands there, in its head or in a member.
    fn followed(self, declared: Since, is_head: bool) -> Self {
        let (steps, heads) = match is_head {
            true => (self.steps, self.heads.saturating_sub(1)),
            false => (self.steps.saturating_add(1), self.heads),
        };
        Since { steps, heads, ..self.max(declared) }
    }
}

/// A template argument as it is spelled.
#[derive(Clone, Debug)]
pub(crate) enum SpelledArg<'db> {
    /// A type.
    Type(Spelled<'db>),
    /// A value or a template.
    Other(Arg<'db>),
}

impl<'db> SpelledArg<'db> {
    pub(crate) fn plain(arg: &Arg<'db>) -> Self {
        match arg {
            Arg::Type(ty) => SpelledArg::Type(Spelled::Plain(*ty)),
            arg => SpelledArg::Other(arg.clone()),
        }
    }
}

/// The first names of instances, by the instances.
type Namings<'db> = FxHashMap<InstanceKey<'db>, &'db Naming<'db>>;

/// The answers of a view.
#[derive(Default)]
pub(crate) struct FirstWritten<'db> {
    /// How many steps are open whose messages nobody reads: texts in them show no typedefs in the arguments of instances.
    unread: Cell<u32>,
    /// By names: those that are written, and those that follow over so many steps.
    namings: Memo<Ident, Rc<[Namings<'db>]>>,
    arguments: Memo<InstanceKey<'db>, Option<Rc<[SpelledArg<'db>]>>>,
    single: Memo<(InstanceKey<'db>, usize), Option<Spelled<'db>>>,
    pub(crate) calls: Calls<'db>,
    /// Typedefs as they are spelled, and whether in a step that is unread.
    pub(crate) typedefs: Memo<(Symbol<'db>, bool), Option<Spelled<'db>>>,
    /// Names of classes as messages show them, with their typedefs or without.
    pub(crate) texts: Memo<(Class<'db>, Typedefs), Option<Rc<str>>>,
}

/// The first name of each instance of the class and alias templates of one name, of those that depend on no parameter.
#[salsa::tracked(returns(ref), cycle_result = no_written)]
fn written_instances<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: Ident,
    dialect: Dialect,
) -> Vec<Naming<'db>> {
    let sema = Sema::new(db, source, dialect);
    sema.first_written.unread.set(1);
    let mut found = Found::default();
    for &item in sema.names().items_with_arguments(&name) {
        for written in names_in(&sema, item, &name, true) {
            let (site, _) = sema.site_of_name(item, &written);
            let owner = written.owner.filter(|_| written.in_body);
            // Blocks declare types.
            let body = owner.filter(|_| !sema.names().item(item).system);
            let body = body.and_then(|owner| sema.bodies(item).number_of(Owner::Function(owner.local)));
            let env = body.map_or(site.env, |number| body_env(&sema, site.env, item, number));
            let site = Site { env, ..site };
            let since = Since::new(&sema, item, owner, written.close);
            found.add(&sema, written.path, site, (since, 0), &name);
        }
    }
    found.namings
}

/// How many declarations of class and alias templates may stand between a name that is written, or that a call makes, and
/// one that follows from it: `vector<T>` has a base `_Vector_base<T>` with a member of `allocator<T>`.
const STEPS: u8 = 3;

/// How many of these may be class templates: more are not followed, for a class that is named need not be made.
const CLASSES: u8 = 2;

/// A name with template arguments in the declaration of a template.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct DeclaredName {
    path: Path,
    item: u32,
    /// Where its `>` stands, in bytes of the item.
    close: TextSize,
    /// The declaration that it stands in.
    owner: DeclRef,
    /// The template, and its name.
    template: DeclRef,
    around: Ident,
    /// It stands in a member of the class template, itself no template.
    is_member: bool,
}

/// The names of the class and alias templates of one name in the declarations of templates, in the order of the text.
#[salsa::tracked(returns(ref))]
fn declared_names(
    db: &dyn salsa::Database,
    source: SourceText,
    name: Ident,
    dialect: Dialect,
) -> Vec<DeclaredName> {
    let sema = Sema::new(db, source, dialect);
    sema.first_written.unread.set(1);
    let mut all = Vec::new();
    for &item in sema.names().items_with_arguments(&name) {
        for written in names_in(&sema, item, &name, !sema.names().item(item).system) {
            let Some(owner) = written.owner else { continue };
            if written.in_body && !sema.is_made_when_called(owner) {
                continue;
            }
            let Some((template, is_member)) = sema.template_around(owner) else { continue };
            let Some(around) = sema.decl(template).name.ident().cloned() else { continue };
            let (path, close) = (written.path, written.close);
            all.push(DeclaredName { path, item, close, owner, template, around, is_member });
        }
    }
    all
}

/// The first name of each instance of the class and alias templates of one name in the declarations of other instances:
/// with no `steps`, of the function templates that are called; else of those instances that follow from what is written or
/// called over one step less.
#[salsa::tracked(returns(ref), cycle_result = no_derived)]
fn derived_instances<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: Ident,
    dialect: Dialect,
    steps: u8,
) -> Vec<Naming<'db>> {
    let sema = Sema::new(db, source, dialect);
    sema.first_written.unread.set(1);
    let mut found = Found::default();
    for declared in declared_names(db, source, name.clone(), dialect) {
        let DeclaredName { path, template, around, owner, .. } = declared;
        let mut add = |instance: InstanceKey<'db>, since: Since, classes: u8| {
            if let Some(env) = sema.env_in_instance(instance, *template, declared.is_member) {
                let site = Site::new(env, Point::before(*owner));
                // An instance that is named before its template is defined makes no others yet.
                let declared_at = Since::new(&sema, declared.item, None, declared.close);
                let since = since.followed(declared_at, declared.owner == declared.template);
                found.add(&sema, path.clone(), site, (since, classes), &name);
            }
        };
        match (sema.function_expr(*template).is_some(), steps) {
            (true, 0) => {
                let calls = first_calls(db, source, around.clone(), dialect);
                calls.iter().for_each(|call| add(call.instance, call.since, 0));
            }
            (true, _) | (false, 0) => {}
            (false, steps) => {
                let written = match steps {
                    1 => &written_instances(db, source, around.clone(), dialect)[..],
                    _ => &[],
                };
                let derived = derived_instances(db, source, around.clone(), dialect, steps - 1);
                let own =
                    u8::from(matches!(sema.decl(*template).kind, DeclKind::Class(_)) || declared.is_member);
                let is_followed = |around: &&Naming<'db>| around.classes + own <= CLASSES;
                let around = written.iter().chain(derived).filter(is_followed);
                around.for_each(|around| add(around.instance, around.since, around.classes + own));
            }
        }
    }
    found.namings
}

/// The names of an item with arguments of templates `name`, in the order of the text: those in function bodies too if
/// `with_bodies`. Those in requires-expressions and concepts are left out.
fn names_in(sema: &Sema<'_>, item: u32, name: &str, with_bodies: bool) -> Vec<WrittenName> {
    let root = item_tree(sema.db, sema.names().item_text(item)).syntax();
    let mut names = names_below(sema, item, &root, Some(name), |node| match node.kind() {
        SyntaxKind::REQUIRES_EXPR | SyntaxKind::CONCEPT_DECL => true,
        SyntaxKind::COMPOUND_BODY => !with_bodies,
        _ => false,
    });
    names.sort_by_key(|name| name.close);
    names
}

/// Nothing is known of names whose meaning rests on how they are shown.
fn no_written<'db>(
    _: &'db dyn salsa::Database,
    _: salsa::Id,
    _: SourceText,
    _: Ident,
    _: Dialect,
) -> Vec<Naming<'db>> {
    Vec::new()
}

fn no_derived<'db>(
    db: &'db dyn salsa::Database,
    id: salsa::Id,
    source: SourceText,
    name: Ident,
    dialect: Dialect,
    _: u8,
) -> Vec<Naming<'db>> {
    no_written(db, id, source, name, dialect)
}

/// Names of instances, each instance once.
#[derive(Default)]
struct Found<'db> {
    namings: Vec<Naming<'db>>,
    seen: FxHashMap<InstanceKey<'db>, usize>,
}

impl<'db> Found<'db> {
    /// Adds the instance of the template `name` that a path means, if it is the first of it.
    fn add(
        &mut self,
        sema: &Sema<'db>,
        path: Path,
        site: Site<'_, 'db>,
        (since, classes): (Since, u8),
        name: &str,
    ) {
        let Some(instance) = sema.named_instance(&path, site) else { return };
        let (template, args) = instance;
        let is_of_name = sema.decl(template.decl).name.ident().is_some_and(|ident| &**ident == name);
        if !is_of_name || sema.are_dependent(args) || sema.has_open_template(template.env) {
            return;
        }
        let naming = Naming { instance, path, env: site.env, point: site.point, since, classes };
        match self.seen.entry(instance) {
            Entry::Vacant(entry) => {
                entry.insert(self.namings.len());
                self.namings.push(naming);
            }
            Entry::Occupied(entry) => {
                let known = &mut self.namings[*entry.get()];
                if since < known.since {
                    *known = naming;
                }
            }
        }
    }
}

/// The type that an argument may be.
fn type_of_argument(written: &WrittenArg) -> Option<TypeExpr> {
    match written {
        WrittenArg::Type(written) => Some(written.clone()),
        WrittenArg::Ambiguous(written, _) => Some((**written).clone()),
        WrittenArg::Name(path) => Some(TypeExpr::Name(path.clone(), false)),
        WrittenArg::Expr(_) | WrittenArg::Expansion(_) => None,
    }
}

/// An argument that is spelled so, if it is a type.
fn spelled_as<'db>(arg: &Arg<'db>, spelled: Option<Spelled<'db>>) -> Option<SpelledArg<'db>> {
    match arg {
        Arg::Type(_) => spelled.map(SpelledArg::Type),
        arg => Some(SpelledArg::plain(arg)),
    }
}

impl<'db> Sema<'db> {
    /// Takes a step, on a stack that is deep enough, whose messages nobody reads: what they would show costs nothing.
    pub(crate) fn unread<T>(&self, step: impl FnOnce() -> T) -> T {
        let open = &self.first_written.unread;
        open.set(open.get() + 1);
        let found = deep(step);
        open.set(open.get() - 1);
        found
    }

    /// Takes a step that may meet mistakes: without the texts of instances, which may need the whole unit, and where it
    /// `has_met` any, once more with them. Nothing that a text refuses is met less without it.
    pub(crate) fn read_if_met<T>(&self, has_met: impl Fn(&T) -> bool, step: impl Fn() -> T) -> T {
        if self.is_unread() {
            return step();
        }
        let unread = self.unread(&step);
        if has_met(&unread) { step() } else { unread }
    }

    /// Whether nobody reads the messages of the step that is taken.
    pub(crate) fn is_unread(&self) -> bool {
        self.first_written.unread.get() > 0
    }

    /// The instance of a class or alias template that a path with arguments means.
    fn named_instance(&self, path: &Path, site: Site<'_, 'db>) -> Option<InstanceKey<'db>> {
        let named = self.lookup_path(path, site, Want::Any);
        if let Lookup::Found(symbols) = &named.found
            && let Some(symbol) = symbols.first()
            && matches!(self.decl(symbol.decl).kind, DeclKind::Typedef(_))
        {
            return Some((*symbol, self.bind_args(*symbol, named.args?, site).ok()?));
        }
        self.key_of(self.type_of_path(path, site, Want::Any).as_class(self.db)?)
    }

    /// An instance of a class template by its template and arguments.
    pub(crate) fn key_of(&self, class: Class<'db>) -> Option<InstanceKey<'db>> {
        match class.origin(self.db) {
            Origin::Decl(decl) => Some((Symbol { decl, env: class.outer(self.db) }, class.args(self.db)?)),
            Origin::Lambda(..) => None,
        }
    }

    /// The class, alias or function template that a declaration declares (false), or the class template that it is a member
    /// of (true), itself no template.
    fn template_around(&self, decl: DeclRef) -> Option<(DeclRef, bool)> {
        let written = self.decl(decl);
        let is_class_template =
            |decl: &Decl| matches!(decl.kind, DeclKind::Class(_)) && !decl.templates.is_empty();
        let is_alias = matches!(written.kind, DeclKind::Typedef(_)) && !written.templates.is_empty();
        let is_function = self.function_expr(decl).is_some() && is_primary(written);
        if is_class_template(written) || is_alias || is_function {
            return Some((decl, false));
        }
        let class = decl.sibling(written.parent?);
        (written.templates.is_empty() && is_class_template(self.decl(class))).then_some((class, true))
    }

    /// The scopes in front of, or for members in, an instance of the template that `decl` declares.
    fn env_in_instance(
        &self,
        (template, args): InstanceKey<'db>,
        decl: DeclRef,
        is_member: bool,
    ) -> Option<Env<'db>> {
        if matches!(self.decl(decl).kind, DeclKind::Typedef(_)) {
            return (template.decl == decl).then(|| self.template_env(template, Some(args)));
        }
        if self.function_expr(decl).is_some() && !is_member {
            let is_same = self.first_function(decl) == template.decl;
            return is_same.then(|| self.template_env(Symbol { decl, env: template.env }, Some(args)));
        }
        if !matches!(self.decl(template.decl).kind, DeclKind::Class(_)) {
            return None;
        }
        let class = Class::new(self.db, Origin::Decl(template.decl), template.env, Some(args));
        let definition = self.definition(class).filter(|definition| definition.decl == decl)?;
        if is_member { Some(definition.inside) } else { definition.inside.outer(self.db) }
    }

    /// The first name of an instance.
    fn first_naming(&self, instance: InstanceKey<'db>) -> Option<&'db Naming<'db>> {
        let name = self.decl(instance.0.decl).name.ident()?;
        let source = self.names.source();
        let of = |namings: &'db [Naming<'db>]| -> Namings<'db> {
            namings.iter().map(|naming| (naming.instance, naming)).collect()
        };
        let all = self.remembered(&self.first_written.namings, name.clone(), Rc::default, || {
            let derived = |steps| derived_instances(self.db, source, name.clone(), self.dialect, steps);
            let written = of(written_instances(self.db, source, name.clone(), self.dialect));
            std::iter::once(written).chain((0..=STEPS).map(|steps| of(derived(steps)))).collect()
        });
        let found = all.iter().filter_map(|namings| namings.get(&instance).copied());
        found.min_by_key(|naming| naming.since)
    }

    /// The arguments of an instance as its first name spells them, those of packs one after the other, defaults included;
    /// `None` where none of them can be spelled in another way than it is shown, or no name is known.
    pub(crate) fn first_arguments(&self, instance: InstanceKey<'db>) -> Option<Rc<[SpelledArg<'db>]>> {
        if self.is_unread() || !self.can_be_spelled(instance.1) {
            return None;
        }
        let find = || {
            let written = match self.function_expr(instance.0.decl) {
                Some(_) => self.first_call_with_defaults(instance)?,
                None => {
                    let naming = self.first_naming(instance)?;
                    let written = naming.path.segments.last()?.args.as_deref()?;
                    self.spelled_written(written, Site::new(naming.env, naming.point))
                }
            };
            let args = self.spelled_arguments(instance, written);
            Some(args.into_iter().map(|(spelled, arg)| spelled.unwrap_or(arg)).collect())
        };
        self.remembered(&self.first_written.arguments, instance, || None, find)
    }

    /// The same of an instance of a class template.
    pub(crate) fn first_arguments_of(&self, class: Class<'db>) -> Option<Rc<[SpelledArg<'db>]>> {
        self.first_arguments(self.key_of(class)?)
    }

    /// Whether the first name of an instance stands in a function body and gives the argument by a name, or is one of a class
    /// template and hands on a parameter that was given so.
    pub(crate) fn body_names_value(&self, class: Class<'db>, index: usize) -> bool {
        let Some(naming) = self.key_of(class).and_then(|key| self.first_naming(key)) else { return false };
        let args =
            naming.path.segments.last().and_then(|segment| segment.args.as_deref()).unwrap_or_default();
        let path = match args.get(index) {
            Some(WrittenArg::Name(path)) => path,
            Some(WrittenArg::Ambiguous(ty, _)) if let TypeExpr::Name(path, _) = &**ty => path,
            _ => return false,
        };
        self.frames(naming.env).any(|(_, frame)| match frame {
            Frame::Body(..) => true,
            Frame::Class(outer) if outer != class => {
                let Origin::Decl(decl) = outer.origin(self.db) else { return false };
                let headers = &self.decl(decl).templates;
                let params = headers.last().map(|header| header.params.as_slice()).unwrap_or_default();
                let given =
                    params.iter().position(|param| param.name.as_deref() == path.as_ident().map(|it| &**it));
                given.is_some_and(|given| {
                    path.as_ident().is_some() && deep(|| self.body_names_value(outer, given))
                })
            }
            _ => false,
        })
    }

    /// One argument of an instance as its first name spells it; no pack stands in front of it.
    fn first_argument(&self, instance: InstanceKey<'db>, index: usize) -> Option<Spelled<'db>> {
        if self.is_unread() {
            return None;
        }
        let find = || {
            let arg = instance.1.list(self.db).get(index)?;
            if self.function_expr(instance.0.decl).is_some() {
                return self.first_call_argument(instance, index);
            }
            let naming = self.first_naming(instance)?;
            let spelled = match naming.path.segments.last()?.args.as_deref()?.get(index) {
                Some(written) => {
                    let site = Site::new(naming.env, naming.point);
                    spelled_as(arg, self.spelled_written(std::slice::from_ref(written), site).pop().flatten())
                }
                None => self.spelled_default(instance, index, arg),
            };
            match spelled? {
                SpelledArg::Type(spelled) => Some(spelled),
                SpelledArg::Other(_) => None,
            }
        };
        self.remembered(&self.first_written.single, (instance, index), || None, find)
    }

    /// Whether an argument is a type, which a typedef may name.
    fn can_be_spelled(&self, args: Args<'db>) -> bool {
        args.list(self.db).iter().any(|arg| match arg {
            Arg::Type(_) => true,
            Arg::Pack(inner) => self.can_be_spelled(*inner),
            _ => false,
        })
    }

    /// The arguments of an instance, of which `written` ones are spelled, and its defaults, those of packs one after the
    /// other: `None` for those that cannot be spelled, and each without typedefs.
    pub(crate) fn spelled_arguments(
        &self,
        instance: InstanceKey<'db>,
        written: Vec<Option<Spelled<'db>>>,
    ) -> Vec<(Option<SpelledArg<'db>>, SpelledArg<'db>)> {
        let mut written = written.into_iter();
        let mut all = Vec::new();
        for (index, arg) in instance.1.list(self.db).iter().enumerate() {
            match arg {
                Arg::Pack(inner) => {
                    for arg in inner.list(self.db) {
                        all.push((spelled_as(arg, written.next().flatten()), SpelledArg::plain(arg)));
                    }
                }
                arg => {
                    let spelled = match written.next() {
                        Some(spelled) => spelled_as(arg, spelled),
                        None => self.spelled_default(instance, index, arg),
                    };
                    all.push((spelled, SpelledArg::plain(arg)));
                }
            }
        }
        all
    }

    /// How type arguments are spelled at `site`; `None` for other arguments, for pack expansions, and where it is not known.
    pub(crate) fn spelled_written(
        &self,
        written: &[WrittenArg],
        site: Site<'_, 'db>,
    ) -> Vec<Option<Spelled<'db>>> {
        let mut all = Vec::with_capacity(written.len());
        for written in written {
            let pattern = match written {
                WrittenArg::Type(TypeExpr::Expansion(pattern)) => Some(pattern.clone()),
                WrittenArg::Expansion(inner) => type_of_argument(inner).map(Box::new),
                _ => None,
            };
            if let Some(elements) = pattern.and_then(|pattern| self.spelled_expansion(&pattern, site)) {
                all.extend(elements);
                continue;
            }
            all.push(match written {
                WrittenArg::Type(TypeExpr::Name(path, _)) | WrittenArg::Name(path) => {
                    self.spelled_name_in_arguments(path, site)
                }
                WrittenArg::Type(written) => self.spelled(written, site),
                WrittenArg::Ambiguous(written, _) => self.spelled(written, site),
                WrittenArg::Expr(_) | WrittenArg::Expansion(_) => None,
            });
        }
        all.into_iter().map(|spelled| Some(spelled?.outside_blocks())).collect()
    }

    /// A pattern as it is spelled for each element of its packs, where these have arguments.
    pub(crate) fn spelled_expansion(
        &self,
        pattern: &TypeExpr,
        site: Site<'_, 'db>,
    ) -> Option<Vec<Option<Spelled<'db>>>> {
        let TemplatePacks::All(packs) = self.template_packs(Pattern::Type(pattern).names(), site) else {
            return None;
        };
        let length = packs.first()?.1.list(self.db).len();
        if packs.iter().any(|(_, args)| args.list(self.db).len() != length) {
            return None;
        }
        let element = |index| {
            let inside = Site { env: self.with_elements(site.env, &packs, index), ..site };
            self.spelled_element(pattern, index, site, inside)
        };
        Some((0..length).map(element).collect())
    }

    /// The same for one element, whose own scopes are those of `inside`.
    fn spelled_element(
        &self,
        pattern: &TypeExpr,
        index: usize,
        site: Site<'_, 'db>,
        inside: Site<'_, 'db>,
    ) -> Option<Spelled<'db>> {
        let element = |pattern: &TypeExpr| self.spelled_element(pattern, index, site, inside);
        match pattern {
            TypeExpr::Qualified(qualifiers, inner) => Some(element(inner)?.qualified(*qualifiers)),
            TypeExpr::Pointer(inner) => Some(element(inner)?.pointer_to()),
            TypeExpr::LvalueRef(inner) => Some(self.reference_to(element(inner)?, false)),
            TypeExpr::RvalueRef(inner) => Some(self.reference_to(element(inner)?, true)),
            TypeExpr::Name(path, _) => match self.lookup_path(path, site, Want::Any).found {
                Lookup::Param(param, Some(Arg::Pack(elements))) => {
                    let Arg::Type(ty) = elements.list(self.db).get(index)? else { return None };
                    self.spelled_pack_element(param, index, *ty, site.env)
                }
                _ => self.spelled(pattern, inside),
            },
            _ => self.spelled(pattern, inside),
        }
    }

    /// A reference to a type that may be one itself ([dcl.ref]/6).
    fn reference_to(&self, to: Spelled<'db>, rvalue: bool) -> Spelled<'db> {
        match self.meaning(&to).map(|ty| ty.kind(self.db)) {
            Some(Kind::Reference(_, own)) => {
                Spelled::Reference(Rc::new(to.referred(self.db)), *own && rvalue)
            }
            _ => Spelled::Reference(Rc::new(to), rvalue),
        }
    }

    /// The element of a pack, as the first name of the instance spells it.
    fn spelled_pack_element(
        &self,
        param: Param,
        index: usize,
        ty: Ty<'db>,
        env: Env<'db>,
    ) -> Option<Spelled<'db>> {
        let plain = Spelled::Plain(ty);
        let Some(instance) = self.instance_around(param, env) else { return Some(plain) };
        if self.is_unread() {
            return Some(plain);
        }
        let before = &instance.1.list(self.db)[..param.index as usize];
        let lengths = before.iter().map(|arg| match arg {
            Arg::Pack(elements) => elements.list(self.db).len(),
            _ => 1,
        });
        let place = lengths.sum::<usize>() + index;
        match self.first_arguments(instance).and_then(|args| args.get(place).cloned()) {
            Some(SpelledArg::Type(spelled)) => Some(spelled),
            _ => Some(plain),
        }
    }

    /// A name as a template argument: in an instance an alias template stands for its type.
    fn spelled_name_in_arguments(&self, path: &Path, site: Site<'_, 'db>) -> Option<Spelled<'db>> {
        let is_in_instance =
            self.frames(site.env).any(|(_, frame)| matches!(frame, Frame::Template { args: Some(_), .. }));
        if is_in_instance
            && let Lookup::Found(symbols) = self.lookup_path(path, site, Want::Any).found
            && let Some(symbol) = symbols.first()
            && !self.decl(symbol.decl).templates.is_empty()
            && let DeclKind::Typedef(written) = &self.decl(symbol.decl).kind
        {
            let (template, args) = self.named_instance(path, site)?;
            let site = Site::new(self.template_env(template, Some(args)), Point::before(symbol.decl));
            return match written {
                TypeExpr::Name(path, _) => self.spelled_name_in_arguments(path, site),
                written => self.spelled(written, site),
            };
        }
        self.spelled_name(path, site)
    }

    /// The default argument of a parameter in an instance of its template.
    pub(crate) fn spelled_default(
        &self,
        (template, args): InstanceKey<'db>,
        index: usize,
        arg: &Arg<'db>,
    ) -> Option<SpelledArg<'db>> {
        if !matches!(arg, Arg::Type(_)) {
            return Some(SpelledArg::plain(arg));
        }
        let default = |param: &'db TemplateParam| match &param.kind {
            TemplateParamKind::Type(default) => default.as_ref(),
            _ => None,
        };
        self.template_declarations(template.decl).into_iter().find_map(|decl| {
            let default = default(self.decl(decl).templates.last()?.params.get(index)?)?;
            // Of a function template a member of what depends on other parameters is shown as the type that it is.
            if self.function_expr(template.decl).is_some()
                && matches!(default, TypeExpr::Name(path, true) if path.segments.len() > 1)
            {
                return Some(SpelledArg::plain(arg));
            }
            let env = self.template_env(Symbol { decl, env: template.env }, Some(args));
            self.spelled(default, Site::new(env, Point::before(decl))).map(SpelledArg::Type)
        })
    }

    /// The type `ty` that a template parameter stands for in the scopes `env`, as the first name of the instance spells it.
    /// `None` where it is not known how: an instance of a template of a system header as the argument of one that nothing
    /// names, or as a deduced argument.
    pub(crate) fn spelled_template_parameter(
        &self,
        param: Param,
        ty: Ty<'db>,
        env: Env<'db>,
    ) -> Option<Spelled<'db>> {
        let plain = Some(Spelled::Plain(ty));
        let instance = self.instance_with_parameter(param, env);
        let is_of_function = |instance: &InstanceKey<'db>| self.function_expr(instance.0.decl).is_some();
        if let Some(instance) = instance.filter(is_of_function)
            && let Some(spelled) = self.first_argument(instance, param.index as usize)
        {
            return Some(spelled);
        }
        let Some(instance) = instance.filter(|instance| !is_of_function(instance)) else {
            // What is deduced is spelled as the arguments of the call are.
            let template = ty.as_class(self.db).and_then(|class| self.key_of(class));
            return match template {
                Some((template, _)) if !self.is_unread() && self.names().item(template.decl.item).system => {
                    None
                }
                _ => plain,
            };
        };
        if let Some(spelled) = self.first_argument(instance, param.index as usize) {
            return Some(spelled);
        }
        let is_instance = ty.as_class(self.db).is_some_and(|class| class.args(self.db).is_some());
        if is_instance && self.is_nameless(instance) { None } else { plain }
    }

    /// Whether an instance of a system header's template has no name that is known: how its arguments are spelled is not
    /// known then.
    fn is_nameless(&self, instance: InstanceKey<'db>) -> bool {
        !self.is_unread()
            && self.names().item(instance.0.decl.item).system
            && self.can_be_spelled(instance.1)
            && self.first_naming(instance).is_none()
    }

    /// The same of a class, or of one that it is a member of.
    pub(crate) fn is_of_nameless_instance(&self, class: Class<'db>) -> bool {
        self.key_of(class).is_some_and(|instance| self.is_nameless(instance))
            || self.class_of(class.outer(self.db)).is_some_and(|outer| self.is_of_nameless_instance(outer))
    }

    /// The instance of a template, around `env`, that a parameter belongs to. No pack stands in front of this, nor is it one.
    fn instance_with_parameter(&self, param: Param, env: Env<'db>) -> Option<InstanceKey<'db>> {
        let instance = self.instance_around(param, env)?;
        let before = instance.1.list(self.db).get(..=param.index as usize)?;
        (!before.iter().any(|arg| matches!(arg, Arg::Pack(_)))).then_some(instance)
    }

    /// The instance of a template, around `env`, that a parameter belongs to.
    fn instance_around(&self, param: Param, env: Env<'db>) -> Option<InstanceKey<'db>> {
        let (around, args) = self.frames(env).find_map(|(env, frame)| match frame {
            Frame::Template { template, header, args } => {
                ((template, header) == (param.template, param.header)).then_some((env, args?))
            }
            _ => None,
        })?;
        let decl = self.decl(param.template);
        if !is_primary(decl) {
            return None;
        }
        let decl = match decl.kind {
            DeclKind::Class(_) => self.first_declaration(param.template),
            DeclKind::Typedef(_) => param.template,
            _ if self.function_expr(param.template).is_some() => self.first_function(param.template),
            _ => return None,
        };
        Some((Symbol { decl, env: around.outer(self.db)? }, args))
    }
}
