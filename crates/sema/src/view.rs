//! The view of a unit, and what it keeps.

use std::cell::{Cell, RefCell};
use std::hash::Hash;
use std::rc::Rc;

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::{DeclRef, Names, Point};
use asunder_decls::written::{Decl, DeclKind, LocalId, TypeExpr};
use asunder_hir::body::{Body, FIRST_LOCAL, ItemBodies, Owner};
use asunder_mangle::model::Ident;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Release};
use asunder_types::{Args, Builtin, CallOperator, Class, Declared, Env, Frame, Kind, Symbol, Ty, display};
use rustc_hash::FxHashMap;

use crate::classes::{Base, Definition};
use crate::layout::Layout;
use crate::signature::Signature;
use crate::special::Special;

/// Stack that a step may use, and what is added where less is left.
const RED_ZONE: usize = 256 * 1024;
const STACK_SEGMENT: usize = 8 * 1024 * 1024;

/// Instances of templates that wait for each other beyond which there is no answer; the reference has 200 by default.
const MAX_INSTANCES: u32 = 400;

/// Questions that wait for each other beyond which the outermost has no answer: recursion without an end. A chain of
/// instances takes several questions each.
const MAX_OPEN: u32 = 4_000;

/// Answers by what was asked.
pub(crate) struct Memo<K, V>(RefCell<FxHashMap<K, State<V>>>);

enum State<V> {
    /// It is being answered: its place among the open questions.
    Open(u32),
    Answered(V),
    /// It had to do without answers to questions that are still open, and holds as long as they are: the last of them is the
    /// one with this number.
    Provisional(V, Awaited, u64),
}

/// Open questions that an answer rests on.
#[derive(Clone, Copy)]
struct Awaited {
    /// The place of the first of them.
    first: u32,
    /// That of the last of them, or one behind it.
    last: u32,
}

impl Awaited {
    fn with(self, other: Option<Awaited>) -> Awaited {
        let other = other.unwrap_or(self);
        Awaited { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

impl<K: Eq + Hash, V> Memo<K, V> {
    /// Whether a question has been asked.
    pub(crate) fn knows(&self, key: &K) -> bool {
        self.0.borrow().contains_key(key)
    }
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(RefCell::default())
    }
}

/// How many built-in types there are.
const BUILTINS: usize = Builtin::NullPtr as usize + 1;

/// Declarations of an item beyond which they are found by tables.
const LARGE_ITEM: usize = 32;

/// Which declarations of an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Level {
    /// Those outside blocks.
    Item,
    /// Those of blocks.
    Blocks,
}

/// The declarations of one level of an item by what is asked for. Each list is in the order of the text.
#[derive(Default)]
struct LargeItem<'db> {
    members: FxHashMap<LocalId, Vec<(LocalId, &'db Decl)>>,
    named: FxHashMap<Ident, Vec<LocalId>>,
}

/// A template and the arguments that it is given: what an alias stands for is asked by these.
pub(crate) type InstanceKey<'db> = (Symbol<'db>, Args<'db>);

/// Declarations by what is asked for.
type DeclLists<K> = RefCell<FxHashMap<K, Rc<[DeclRef]>>>;

/// The view of one unit.
pub struct Sema<'db> {
    pub(crate) db: &'db dyn salsa::Database,
    pub(crate) names: Names<'db>,
    pub(crate) dialect: Dialect,
    /// The unit, where linker names may have classes of blocks and closures in them: those are known once the bodies that
    /// they stand in are examined.
    pub(crate) examined_unit: Option<SourceText>,
    /// Bodies of items, as far as asked.
    bodies: RefCell<FxHashMap<u32, &'db ItemBodies>>,
    /// The bodies that were asked for last.
    last_bodies: Cell<Option<(u32, &'db ItemBodies)>>,
    /// What is inside what, of items with many declarations.
    large_items: RefCell<FxHashMap<(u32, Level), Rc<LargeItem<'db>>>>,
    namespace_envs: RefCell<FxHashMap<NamespaceId, Env<'db>>>,
    /// The built-in types, as far as asked.
    builtins: [Cell<Option<Ty<'db>>>; BUILTINS],
    pub(crate) envs: Memo<DeclRef, Env<'db>>,
    pub(crate) first: Memo<DeclRef, DeclRef>,
    pub(crate) definitions: Memo<Class<'db>, Result<Option<Definition<'db>>, &'static str>>,
    pub(crate) bases: Memo<Class<'db>, Rc<[Base<'db>]>>,
    pub(crate) endless: Memo<Class<'db>, bool>,
    pub(crate) field_uses: Memo<Symbol<'db>, Rc<[crate::uses::Use<'db>]>>,
    pub(crate) layouts: Memo<Class<'db>, Option<Rc<Layout<'db>>>>,
    pub(crate) typedefs: Memo<Symbol<'db>, Ty<'db>>,
    pub(crate) aliases: Memo<InstanceKey<'db>, Ty<'db>>,
    pub(crate) signatures: Memo<Symbol<'db>, Rc<Signature<'db>>>,
    pub(crate) variables: Memo<Symbol<'db>, Ty<'db>>,
    pub(crate) values: Memo<Symbol<'db>, Option<asunder_types::Value<'db>>>,
    pub(crate) returned: Memo<Symbol<'db>, Ty<'db>>,
    /// The typed trees that evaluation walks: of functions, initializers, default arguments.
    pub(crate) codes: Memo<(Symbol<'db>, u8), Option<Rc<crate::eval::Owned<'db>>>>,
    /// Those of the call operators of generic lambdas, with their types.
    pub(crate) call_operators:
        Memo<CallOperator<'db>, Option<(Rc<crate::eval::Owned<'db>>, asunder_types::Function<'db>)>>,
    /// Conversions of values of built-in types by functions of classes.
    pub(crate) of_numbers: Memo<(crate::convert::Valued<'db>, Ty<'db>), crate::convert::Ics<'db>>,
    pub(crate) trivial: Memo<(Class<'db>, Special), Option<bool>>,
    pub(crate) class_traits: Memo<(Class<'db>, crate::traits::ClassTrait), Option<bool>>,
    pub(crate) virtual_tables: Memo<Class<'db>, Option<bool>>,
    pub(crate) declared_specials: Memo<Class<'db>, Option<Rc<crate::special::Specials<'db>>>>,
    pub(crate) specialized: Memo<Symbol<'db>, Rc<crate::specializations::Specializations<'db>>>,
    pub(crate) special_declarations: Memo<DeclRef, Rc<crate::matching::Specializations>>,
    pub(crate) patterns: Memo<Symbol<'db>, Rc<crate::matching::Patterns<'db>>>,
    pub(crate) own_patterns: Memo<Symbol<'db>, Rc<FxHashMap<asunder_types::Args<'db>, DeclRef>>>,
    pub(crate) promoted_enums: Memo<Symbol<'db>, Option<Builtin>>,
    pub(crate) enumerators: Memo<Symbol<'db>, Option<asunder_types::Value<'db>>>,
    pub(crate) taken: Memo<Symbol<'db>, crate::plausible::Taken<'db>>,
    pub(crate) dependent_classes: Memo<Class<'db>, bool>,
    pub(crate) template_mistakes: Memo<DeclRef, std::sync::Arc<[crate::finding::Found]>>,
    pub(crate) lambda_names: Memo<(Env<'db>, (u32, u32)), Rc<crate::linker::LambdaNames<'db>>>,
    /// The concepts in front of template parameters.
    pub(crate) parameter_concepts: Memo<(DeclRef, u32, u32), Option<Symbol<'db>>>,
    pub(crate) concepts: Memo<(Symbol<'db>, Args<'db>), Option<bool>>,
    /// Whether constraints of templates are satisfied.
    pub(crate) satisfied: Memo<(Symbol<'db>, Args<'db>), Option<bool>>,
    /// The same of functions that are not templates.
    pub(crate) satisfied_functions: Memo<Symbol<'db>, Option<bool>>,
    /// Whether functions whose exception specification is an expression may throw.
    pub(crate) throwing: Memo<Symbol<'db>, Option<bool>>,
    /// See [`Sema::is_refused_reference`].
    pub(crate) refused_references: Memo<Symbol<'db>, bool>,
    /// See [`Sema::is_explicit`].
    pub(crate) explicit: Memo<Symbol<'db>, Option<bool>>,
    pub(crate) nestings: Memo<(u32, u32), Rc<crate::linker::Nesting>>,
    pub(crate) statics: Memo<Symbol<'db>, crate::eval::Static<'db>>,
    pub(crate) underlying: Memo<Symbol<'db>, Option<Builtin>>,
    pub(crate) virtual_functions: Memo<
        (Class<'db>, asunder_decls::written::DeclName),
        crate::declared::overriding::VirtualFunctions<'db>,
    >,
    pub(crate) named_members: Memo<DeclRef, crate::declared::overriding::NamedMembers>,
    pub(crate) specials:
        Memo<(Class<'db>, crate::special::Special), Option<Option<crate::deleted::Found<'db>>>>,
    pub(crate) alikes: Memo<crate::declared::redeclared::Scope, crate::declared::redeclared::Alikes<'db>>,
    pub(crate) first_written: crate::first_written::FirstWritten<'db>,
    pub(crate) operators: DeclLists<Box<str>>,
    /// The declarations of a name directly in a namespace that say that they do not return.
    noreturn: DeclLists<(NamespaceId, Ident)>,
    /// The declarations of a name that have a qualifier.
    qualified: DeclLists<Ident>,
    /// See [`Sema::enumerators_outside`].
    pub(crate) outside_enumerators: DeclLists<Ident>,
    /// The functions whose default arguments are being walked.
    pub(crate) open_defaults: RefCell<Vec<Symbol<'db>>>,
    /// Types of local declarations that inference has met, closures' among them.
    pub(crate) local_types: RefCell<FxHashMap<(DeclRef, Env<'db>), Ty<'db>>>,
    pub(crate) closures: RefCell<FxHashMap<Class<'db>, Rc<crate::infer::Closure<'db>>>>,
    /// The numbers of the open questions, the outermost first.
    open: RefCell<Vec<u64>>,
    /// How many questions were asked.
    asked: Cell<u64>,
    awaited: Cell<Option<Awaited>>,
    /// The outermost question has no answer.
    stopped: Cell<bool>,
    pub(crate) instances: Cell<u32>,
}

/// The first release that evaluates what has to be constant before it folds it.
const EVALUATES_FIRST: Release = Release::V13_3;

impl<'db> Sema<'db> {
    /// Whether what has to be constant is evaluated before it is folded: what goes wrong in it is then a note on an
    /// expression that is not constant.
    pub(crate) fn evaluates_first(&self) -> bool {
        self.dialect.release >= EVALUATES_FIRST
    }

    /// The view of `source`, read in `dialect`.
    pub fn new(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect) -> Self {
        Sema {
            db,
            names: Names::new(db, source, dialect),
            dialect,
            examined_unit: None,
            bodies: RefCell::default(),
            last_bodies: Cell::new(None),
            large_items: RefCell::default(),
            namespace_envs: RefCell::default(),
            builtins: [const { Cell::new(None) }; BUILTINS],
            envs: Memo::default(),
            first: Memo::default(),
            definitions: Memo::default(),
            bases: Memo::default(),
            endless: Memo::default(),
            field_uses: Memo::default(),
            layouts: Memo::default(),
            typedefs: Memo::default(),
            aliases: Memo::default(),
            signatures: Memo::default(),
            variables: Memo::default(),
            values: Memo::default(),
            returned: Memo::default(),
            codes: Memo::default(),
            call_operators: Memo::default(),
            of_numbers: Memo::default(),
            trivial: Memo::default(),
            class_traits: Memo::default(),
            virtual_tables: Memo::default(),
            declared_specials: Memo::default(),
            specialized: Memo::default(),
            special_declarations: Memo::default(),
            patterns: Memo::default(),
            own_patterns: Memo::default(),
            promoted_enums: Memo::default(),
            enumerators: Memo::default(),
            taken: Memo::default(),
            dependent_classes: Memo::default(),
            template_mistakes: Memo::default(),
            lambda_names: Memo::default(),
            parameter_concepts: Memo::default(),
            concepts: Memo::default(),
            satisfied: Memo::default(),
            satisfied_functions: Memo::default(),
            throwing: Memo::default(),
            refused_references: Memo::default(),
            explicit: Memo::default(),
            nestings: Memo::default(),
            statics: Memo::default(),
            underlying: Memo::default(),
            virtual_functions: Memo::default(),
            named_members: Memo::default(),
            specials: Memo::default(),
            alikes: Memo::default(),
            first_written: crate::first_written::FirstWritten::default(),
            operators: RefCell::default(),
            noreturn: RefCell::default(),
            qualified: RefCell::default(),
            outside_enumerators: RefCell::default(),
            local_types: RefCell::default(),
            open_defaults: RefCell::default(),
            closures: RefCell::default(),
            open: RefCell::default(),
            asked: Cell::new(0),
            awaited: Cell::new(None),
            stopped: Cell::new(false),
            instances: Cell::new(0),
        }
    }

    /// The names of the unit.
    pub fn names(&self) -> &Names<'db> {
        &self.names
    }

    /// The text of a type.
    pub fn display(&self, ty: Ty<'db>) -> String {
        display(ty, self)
    }

    // ---- answers that are kept

    /// The answer to `key` that `known` has, or else what `find` gives; `cyclic` where the question is part of itself.
    /// An answer that had to do without one that is still open is not kept.
    pub(crate) fn remembered<K: Eq + Hash + Clone, V: Clone>(
        &self,
        known: &Memo<K, V>,
        key: K,
        cyclic: impl FnOnce() -> V,
        find: impl FnOnce() -> V,
    ) -> V {
        let rests_on = |awaited: Awaited| self.awaited.set(Some(awaited.with(self.awaited.get())));
        match known.0.borrow().get(&key) {
            Some(State::Answered(answer)) => return answer.clone(),
            Some(State::Open(place)) => {
                rests_on(Awaited { first: *place, last: *place });
                return cyclic();
            }
            Some(State::Provisional(answer, awaited, last))
                if self.open.borrow().get(awaited.last as usize) == Some(last) =>
            {
                rests_on(*awaited);
                return answer.clone();
            }
            Some(State::Provisional(..)) | None => {}
        }
        let place = self.open.borrow().len() as u32;
        if place >= MAX_OPEN {
            self.stopped.set(true);
        }
        if self.stopped.get() {
            // What rests on this is not kept.
            self.awaited.set(Some(Awaited { first: 0, last: place }));
            return cyclic();
        }
        known.0.borrow_mut().insert(key.clone(), State::Open(place));
        self.asked.set(self.asked.get() + 1);
        self.open.borrow_mut().push(self.asked.get());
        let outer = self.awaited.replace(None);
        let answer = deep(find);
        self.open.borrow_mut().pop();
        let was_stopped = self.stopped.get();
        if place == 0 {
            self.stopped.set(false);
        }
        // Of its own part in a cycle nothing is left; which other open questions it rests on is known but for the last.
        let awaited = self.awaited.get().filter(|awaited| awaited.first < place);
        let awaited = awaited.map(|it| Awaited { last: it.last.min(place.saturating_sub(1)), ..it });
        let state = match awaited {
            _ if was_stopped => None,
            Some(awaited) => {
                let last = self.open.borrow()[awaited.last as usize];
                Some(State::Provisional(answer.clone(), awaited, last))
            }
            None => Some(State::Answered(answer.clone())),
        };
        match state {
            Some(state) => known.0.borrow_mut().insert(key, state),
            None => known.0.borrow_mut().remove(&key),
        };
        self.awaited.set(match (outer, awaited) {
            (Some(outer), awaited) => Some(outer.with(awaited)),
            (None, awaited) => awaited,
        });
        answer
    }

    /// Runs `step` as part of making an instance; `otherwise` where too many wait for each other.
    pub(crate) fn instance<T>(&self, otherwise: T, step: impl FnOnce() -> T) -> T {
        let depth = self.instances.get();
        if depth >= MAX_INSTANCES {
            return otherwise;
        }
        self.instances.set(depth + 1);
        let result = deep(step);
        self.instances.set(depth);
        result
    }

    // ---- declarations

    /// A declaration, of an item or of a block.
    pub fn decl(&self, decl: DeclRef) -> &'db Decl {
        match decl.local.0 >= FIRST_LOCAL {
            true => self.bodies(decl.item).local(decl.local).expect("numbers of locals come from the bodies"),
            false => self.as_template(decl, self.names.decl(decl)),
        }
    }

    /// Whether there is a declaration of this number.
    pub(crate) fn has_decl(&self, decl: DeclRef) -> bool {
        if self.names.layout().item(decl.item).is_none() {
            return false;
        }
        match decl.local.0.checked_sub(FIRST_LOCAL) {
            Some(index) => (index as usize) < self.bodies(decl.item).locals.len(),
            None => (decl.local.0 as usize) < self.names.decls(decl.item).decls.len(),
        }
    }

    /// The bodies of an item.
    pub fn bodies(&self, item: u32) -> &'db ItemBodies {
        if let Some((last, bodies)) = self.last_bodies.get()
            && last == item
        {
            return bodies;
        }
        let bodies = self.find_bodies(item);
        self.last_bodies.set(Some((item, bodies)));
        bodies
    }

    fn find_bodies(&self, item: u32) -> &'db ItemBodies {
        if let Some(known) = self.bodies.borrow().get(&item) {
            return known;
        }
        let bodies = asunder_hir::bodies(self.db, self.names.item_text(item));
        self.bodies.borrow_mut().insert(item, bodies);
        bodies
    }

    /// The body of an owner in an item.
    pub(crate) fn body(&self, item: u32, owner: Owner) -> Option<&'db Body> {
        self.bodies(item).body(owner)
    }

    /// The direct members of a class or enumeration with their numbers.
    pub(crate) fn members(&self, parent: DeclRef) -> Vec<(LocalId, &'db Decl)> {
        let level = level_of(parent);
        match self.large_item(parent.item, level) {
            Some(large) => large.members.get(&parent.local).cloned().unwrap_or_default(),
            None => {
                let all = self.level(parent.item, level);
                all.filter(|(_, decl)| decl.parent == Some(parent.local)).collect()
            }
        }
    }

    /// The declarations of an item, or of the blocks of one, with the identifier `ident`.
    pub(crate) fn named(&self, like: DeclRef, ident: &str) -> Vec<DeclRef> {
        let level = level_of(like);
        let found: Vec<LocalId> = match (level, self.large_item(like.item, level)) {
            (Level::Item, _) => self.names.decls_named(like.item, ident),
            (_, Some(large)) => large.named.get(ident).cloned().unwrap_or_default(),
            (_, None) => {
                let all = self.level(like.item, level);
                let named = all.filter(|(_, decl)| decl.name.ident().is_some_and(|name| &**name == ident));
                named.map(|(local, _)| local).collect()
            }
        };
        found.into_iter().map(|local| like.sibling(local)).collect()
    }

    /// The declarations with a name directly in the namespace of `decl` that say that they do not return.
    pub(crate) fn noreturn_in_scope_of(&self, decl: DeclRef, ident: &Ident) -> Rc<[DeclRef]> {
        let namespace = self.names.item(decl.item).namespace;
        let key = (namespace, ident.clone());
        if let Some(known) = self.noreturn.borrow().get(&key) {
            return known.clone();
        }
        let all = self.names.declared_in(ident, namespace);
        let found: Rc<[DeclRef]> =
            all.iter().filter(|decl| self.decl(**decl).attributes.noreturn).copied().collect();
        self.noreturn.borrow_mut().insert(key, found.clone());
        found
    }

    /// The declarations outside blocks with a name and a qualifier in front of it, in source order.
    pub(crate) fn qualified(&self, ident: &Ident) -> Rc<[DeclRef]> {
        if let Some(known) = self.qualified.borrow().get(ident) {
            return known.clone();
        }
        let items = self.names.items_declaring(ident).iter();
        let named = |item: &u32| {
            let item = *item;
            self.names.decls_named(item, ident).into_iter().map(move |local| DeclRef { item, local })
        };
        let found: Rc<[DeclRef]> =
            items.flat_map(named).filter(|decl| self.decl(*decl).qualifier.is_some()).collect();
        self.qualified.borrow_mut().insert(ident.clone(), found.clone());
        found
    }

    /// The declarations of one level of an item.
    fn level(&self, item: u32, level: Level) -> impl Iterator<Item = (LocalId, &'db Decl)> + use<'_, 'db> {
        let (outside, inside) = match level {
            Level::Item => (Some(self.names.decls(item).iter()), None),
            Level::Blocks => (None, Some(self.bodies(item).locals.iter().zip(FIRST_LOCAL..))),
        };
        let inside = inside.into_iter().flatten().map(|(decl, number)| (LocalId(number), decl));
        let outside = outside.into_iter().flatten();
        outside
            .map(move |(local, decl)| (local, self.as_template(DeclRef { item, local }, decl)))
            .chain(inside)
    }

    /// The tables of an item that has many declarations.
    fn large_item(&self, item: u32, level: Level) -> Option<Rc<LargeItem<'db>>> {
        let count = match level {
            Level::Item => self.names.decls(item).decls.len(),
            Level::Blocks => self.bodies(item).locals.len(),
        };
        if count <= LARGE_ITEM {
            return None;
        }
        if let Some(known) = self.large_items.borrow().get(&(item, level)) {
            return Some(known.clone());
        }
        let mut large = LargeItem::default();
        for (local, decl) in self.level(item, level) {
            if let Some(parent) = decl.parent {
                large.members.entry(parent).or_default().push((local, decl));
            }
            // `decls` knows names outside blocks.
            if let (Level::Blocks, Some(name)) = (level, decl.name.ident()) {
                large.named.entry(name.clone()).or_default().push(local);
            }
        }
        let large = Rc::new(large);
        self.large_items.borrow_mut().insert((item, level), large.clone());
        Some(large)
    }

    // ---- scopes

    /// A scope inside another one.
    pub(crate) fn within(&self, outer: Env<'db>, frame: Frame<'db>) -> Env<'db> {
        Env::new(self.db, frame, Some(outer))
    }

    /// The scopes of a namespace.
    pub(crate) fn namespace_env(&self, id: NamespaceId) -> Env<'db> {
        if let Some(known) = self.namespace_envs.borrow().get(&id) {
            return *known;
        }
        let outer = self.names.namespaces().namespace(id).parent.map(|parent| self.namespace_env(parent));
        let env = Env::new(self.db, Frame::Namespace(id), outer);
        self.namespace_envs.borrow_mut().insert(id, env);
        env
    }

    /// The frames of an environment, from the innermost outwards.
    pub(crate) fn frames(&self, env: Env<'db>) -> impl Iterator<Item = (Env<'db>, Frame<'db>)> + '_ {
        std::iter::successors(Some(env), |env| env.outer(self.db)).map(|env| (env, env.frame(self.db)))
    }

    /// The innermost class of an environment, function bodies and what is around them apart.
    pub(crate) fn class_of(&self, env: Env<'db>) -> Option<Class<'db>> {
        for (_, frame) in self.frames(env) {
            match frame {
                Frame::Class(class) => return Some(class),
                Frame::Namespace(_) => return None,
                _ => {}
            }
        }
        None
    }

    /// The innermost namespace.
    pub(crate) fn namespace_of(&self, env: Env<'db>) -> NamespaceId {
        let found = self.frames(env).find_map(|(_, frame)| match frame {
            Frame::Namespace(id) => Some(id),
            _ => None,
        });
        found.unwrap_or(NamespaceId::GLOBAL)
    }

    // ---- types

    pub(crate) fn ty(&self, kind: Kind<'db>) -> Ty<'db> {
        Ty::new(self.db, kind)
    }

    pub(crate) fn builtin(&self, builtin: Builtin) -> Ty<'db> {
        let known = &self.builtins[builtin as usize];
        known.get().unwrap_or_else(|| {
            let ty = Ty::builtin(self.db, builtin);
            known.set(Some(ty));
            ty
        })
    }

    pub(crate) fn gap(&self, why: &'static str) -> Ty<'db> {
        Ty::gap(self.db, why)
    }

    pub(crate) fn args(&self, list: Vec<asunder_types::Arg<'db>>) -> Args<'db> {
        Args::new(self.db, list.into_boxed_slice())
    }
}

/// A place from which names are looked up: the scopes around it, and what is declared before it.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a, 'db> {
    pub(crate) env: Env<'db>,
    pub(crate) point: Point,
    /// The blocks around it, where it stands in a body.
    pub(crate) blocks: Option<&'a dyn crate::lookup::Blocks<'db>>,
}

impl<'db> Site<'_, 'db> {
    /// A place outside bodies.
    pub(crate) fn new(env: Env<'db>, point: Point) -> Self {
        Site { env, point, blocks: None }
    }
}

impl<'db> Declared<'db> for Sema<'db> {
    fn arguments_text(&self, class: Class<'db>) -> Option<String> {
        self.shown_arguments(class)
    }

    fn db(&self) -> &'db dyn salsa::Database {
        self.db
    }

    fn declaration(&self, decl: DeclRef) -> &'db Decl {
        self.decl(decl)
    }

    fn namespace_name(&self, id: NamespaceId) -> Option<String> {
        self.names.namespaces().namespace(id).name.as_deref().map(str::to_owned)
    }

    fn typedef_name(&self, decl: DeclRef) -> Option<String> {
        let is_typedef = |other: &Decl| match &other.kind {
            DeclKind::Typedef(TypeExpr::Declared(id)) if *id == decl.local => {
                other.name.ident().map(|name| name.to_string())
            }
            _ => None,
        };
        match decl.local.0 >= FIRST_LOCAL {
            true => self.bodies(decl.item).locals.iter().find_map(is_typedef),
            false => self.names.decls(decl.item).decls.iter().find_map(is_typedef),
        }
    }
}

/// The level that a declaration stands on.
fn level_of(decl: DeclRef) -> Level {
    if decl.local.0 >= FIRST_LOCAL { Level::Blocks } else { Level::Item }
}

/// Runs a step of a recursion on as much stack as it needs.
pub(crate) fn deep<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, STACK_SEGMENT, step)
}
