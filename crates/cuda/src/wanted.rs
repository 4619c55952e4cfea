//! The instances of templates that a pass makes: what the user's code names, and what only other instances do. The host
//! pass makes those that directives ask for, and those of which it needs the body: `constexpr` functions and results that
//! are deduced (spec 2 §0).

use std::collections::VecDeque;
use std::sync::Arc;

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::written::LocalId;
use asunder_outline::block_item_numbers;
use asunder_sema::finding::Found;
use asunder_sema::instances::{Class, Instance, InstanceCode, Instances, Origin, class_of, instance_text};
use asunder_sema::uses::{FIRST_LOCAL, Target, Use, UseForm, needed_instances, uses};
use asunder_syntax::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::finding::{Context, Place};
use crate::unit::{Unit, own_declarations};

/// Instances of one template that may be nested in each other.
const MAX_NESTED: u32 = 200;

/// Instances beyond which no others are followed.
const MAX_INSTANCES: usize = 50_000;

/// When something comes to be: where it is declared, or behind so many uses in the definition of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Creation {
    at: DeclRef,
    uses: u32,
}

impl Creation {
    /// Where it is declared.
    pub(crate) fn declared(at: DeclRef) -> Creation {
        Creation { at, uses: 0 }
    }

    /// With the use that has this number in the body of `owner`.
    pub(crate) fn used(owner: DeclRef, number: u32) -> Creation {
        Creation { at: owner, uses: number + 1 }
    }

    /// Behind all the text, as the instance with this number.
    pub(crate) fn behind(number: u32) -> Creation {
        Creation { at: DeclRef { item: u32::MAX, local: LocalId(u32::MAX) }, uses: number }
    }
}

/// An instance that a pass makes.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Wanted<'db> {
    /// Which one.
    pub instance: Instance<'db>,
    /// Its code.
    pub code: Arc<InstanceCode<'db>>,
    /// The use or directive that needs it: an item, and a byte of its text.
    pub asked: (u32, TextSize),
    /// The number of the instance that asks for it, if it is one.
    pub by: Option<usize>,
    /// When it comes to be.
    pub(crate) created: Creation,
    /// When the instance of a class comes to be whose member it is.
    pub(crate) class: Option<Creation>,
    /// A directive asks for it.
    pub(crate) is_root: bool,
    /// It is made at the use that needs it, not at the end of the unit.
    pub is_immediate: bool,
    /// The directive by which it is made elsewhere.
    pub(crate) elsewhere: Option<DeclRef>,
    /// What it asks for that is nested too deep.
    pub too_deep: Vec<Found>,
}

/// What instances are made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Pattern {
    Declared(DeclRef),
    Lambda(u32, u32, u32),
}

impl Pattern {
    fn of(db: &dyn salsa::Database, instance: Instance<'_>) -> Pattern {
        let of_class = |class: Class<'_>| match class.origin(db) {
            Origin::Decl(decl) => Pattern::Declared(decl),
            Origin::Lambda(item, body, number) => Pattern::Lambda(item, body, number),
        };
        match instance {
            Instance::Function(symbol) | Instance::Variable(symbol) => Pattern::Declared(symbol.decl),
            Instance::CallOperator(operator) => of_class(operator.class),
            Instance::Class(class) => of_class(class),
        }
    }
}

/// The instances that the bodies of the user's items use, and those that these use, in the order in which they are made.
#[salsa::tracked(returns(ref))]
pub(crate) fn wanted<'db>(db: &'db dyn salsa::Database, unit: Unit<'db>) -> Vec<Wanted<'db>> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let names = Names::new(db, source, dialect);
    let makes =
        |instance: &Instance<'db>| unit.settings(db).pass.is_device() || needs_body(&names, *instance);
    let instances = Instances::new(db, source, dialect);
    let mut pending = Pending::default();
    for block in source.blocks(db).iter() {
        let numbers = block_item_numbers(db, *block, dialect);
        for (index, outlined) in own_declarations(db, source, *block, dialect) {
            let Some(&item) = numbers.get(index as usize) else { continue };
            if may_instantiate(&block.text(db)[outlined.range]) {
                pending.add_directives(&instances, item);
            }
            pending.add_item(db, unit, item, &makes);
        }
    }
    let Pending { mut asked, known, elsewhere } = pending;
    let mut all: Vec<Wanted<'db>> = Vec::new();
    if asked.is_empty() {
        return all;
    }
    let mut classes: FxHashMap<Class<'db>, Creation> = FxHashMap::default();
    in_order(db, &mut asked, &mut classes);
    let directed = asked.iter().filter(|it| it.is_root).map(|it| it.instance).collect();
    let mut making = Making {
        db,
        unit,
        names: &names,
        known,
        directed,
        made: FxHashSet::default(),
        around: Around::default(),
        exhausted: FxHashSet::default(),
        count: 0,
        is_cut: false,
    };
    let mut asked: VecDeque<Asked<'db>> = asked.into();
    while let Some(Asked { instance, created, at, by, is_root }) = asked.pop_front() {
        if !making.made.insert(instance) {
            continue;
        }
        let code = instances.code(instance);
        making.around.enter(by, all.len(), Pattern::of(db, instance));
        // The instances that one uses are made before those behind it.
        let (mut inner, too_deep) = making.inner(all.len(), at.0, &code, &makes);
        in_order(db, &mut inner, &mut classes);
        inner.into_iter().rev().for_each(|inner| asked.push_front(inner));
        let class = class_around(db, instance).and_then(|class| classes.get(&class)).copied();
        let elsewhere = elsewhere.get(&instance).copied();
        let is_immediate = !is_root
            && needs_body(&names, instance)
            && by.is_none_or(|by| all.get(by).is_some_and(|outer| outer.is_immediate));
        all.push(Wanted {
            instance,
            code,
            asked: at,
            by,
            created,
            class,
            is_root,
            is_immediate,
            elsewhere,
            too_deep,
        });
    }
    if making.is_cut {
        tracing::warn!(instances = all.len(), "not all instances of templates are followed");
    }
    all
}

/// The instances around the one that is made, and how many of them are of each template.
#[derive(Default)]
struct Around {
    path: Vec<(usize, Pattern)>,
    counts: FxHashMap<Pattern, u32>,
}

impl Around {
    /// Goes into the instance with the number `index`, which the one with the number `by` asks for.
    fn enter(&mut self, by: Option<usize>, index: usize, pattern: Pattern) {
        while let Some((_, left)) = self.path.pop_if(|(number, _)| Some(*number) != by) {
            *self.counts.entry(left).or_default() -= 1;
        }
        self.path.push((index, pattern));
        *self.counts.entry(pattern).or_default() += 1;
    }

    /// How many instances of a template are nested in each other here.
    fn nested(&self, pattern: Pattern) -> u32 {
        self.counts.get(&pattern).copied().unwrap_or_default()
    }
}

/// The state of making instances.
struct Making<'n, 'db> {
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &'n Names<'db>,
    /// What has been asked for.
    known: FxHashSet<Instance<'db>>,
    /// What directives ask for.
    directed: FxHashSet<Instance<'db>>,
    made: FxHashSet<Instance<'db>>,
    around: Around,
    /// The templates of which one instance too many was nested in the others.
    exhausted: FxHashSet<Pattern>,
    /// How many instances others have asked for.
    count: u32,
    /// There are more instances than are followed.
    is_cut: bool,
}

impl<'db> Making<'_, 'db> {
    /// What the instance with the number `by` asks for, and the mistakes that something is nested too deep; `item` is
    /// the item whose code asks for that instance.
    fn inner(
        &mut self,
        by: usize,
        item: u32,
        code: &InstanceCode<'db>,
        makes: &dyn Fn(&Instance<'db>) -> bool,
    ) -> (Vec<Asked<'db>>, Vec<Found>) {
        let (mut inner, mut too_deep) = (Vec::new(), Vec::new());
        let item = code.definition.map_or(item, |definition| definition.decl.item);
        let uses = code.body.as_ref().map_or(&[][..], |body| &body.uses);
        let needed = code.body.as_ref().map_or(&code.needed, |body| &body.needed);
        let needed = needed.iter().map(|needed| (needed.instance, needed.at));
        let used = instances_among(uses).filter(|(.., instance)| makes(instance));
        for (instance, at) in needed.chain(used.map(|(_, used, instance)| (instance, used.at))) {
            if self.known.len() == MAX_INSTANCES {
                self.is_cut = true;
                break;
            }
            let pattern = Pattern::of(self.db, instance);
            if self.exhausted.contains(&pattern) || self.is_known(instance) {
                continue;
            }
            if self.around.nested(pattern) >= MAX_NESTED {
                self.exhausted.insert(pattern);
                if matches!(instance, Instance::Class(_)) || !needs_body(self.names, instance) {
                    let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
                    let mistakes = asunder_sema::instances::too_deep(self.db, source, instance, dialect);
                    too_deep.extend(mistakes.into_iter().map(|mistake| Found::at(mistake, at)));
                }
                continue;
            }
            self.known.insert(instance);
            let created = Creation::behind(self.count);
            inner.push(Asked { instance, created, at: (item, at), by: Some(by), is_root: false });
            self.count += 1;
        }
        (inner, too_deep)
    }

    /// Whether an instance is not asked for again. Bodies that nothing needs at once are made in the order in which they are
    /// reached, depth first, whatever asked for them before; directives make theirs.
    fn is_known(&self, instance: Instance<'db>) -> bool {
        match self.directed.contains(&instance) || needs_body(self.names, instance) {
            true => self.known.contains(&instance),
            false => self.made.contains(&instance),
        }
    }
}

/// The instantiations that lead to an instance, innermost first.
pub(crate) fn contexts<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    all: &[Wanted<'db>],
    index: usize,
) -> Vec<Context> {
    let mut contexts = Vec::new();
    let mut next = Some(index);
    while let Some(instance) = next.and_then(|index| all.get(index)) {
        let Some(text) = instance_text(db, unit.source(db), instance.instance, unit.dialect(db)) else {
            break;
        };
        let (item, offset) = instance.asked;
        let place = Place { item: Some(item), offset };
        contexts.push(Context { what: format!("instantiation of {text}").into(), place });
        next = instance.by;
    }
    contexts
}

/// Puts instances into the order in which they are made: members of a class come with the first of them, as the class
/// declares them.
fn in_order<'db>(
    db: &'db dyn salsa::Database,
    asked: &mut [Asked<'db>],
    classes: &mut FxHashMap<Class<'db>, Creation>,
) {
    asked.sort_unstable_by_key(|asked| asked.created);
    for Asked { instance, created, .. } in asked.iter() {
        if let Some(class) = class_around(db, *instance) {
            classes.entry(class).or_insert(*created);
        }
    }
    let class_created = |instance| class_around(db, instance).and_then(|class| classes.get(&class)).copied();
    asked.sort_by_cached_key(|asked| match class_created(asked.instance) {
        Some(class) => (class, asked.instance.function().map(|symbol| symbol.decl), asked.created),
        None => (asked.created, None, asked.created),
    });
}

/// The class that an instance is a member of.
fn class_around<'db>(db: &'db dyn salsa::Database, instance: Instance<'db>) -> Option<Class<'db>> {
    class_of(db, instance.function()?)
}

/// An instance that something asks for.
struct Asked<'db> {
    instance: Instance<'db>,
    created: Creation,
    at: (u32, TextSize),
    by: Option<usize>,
    is_root: bool,
}

/// What the user's items ask for.
#[derive(Default)]
struct Pending<'db> {
    asked: Vec<Asked<'db>>,
    known: FxHashSet<Instance<'db>>,
    elsewhere: FxHashMap<Instance<'db>, DeclRef>,
}

/// Whether a text may be an explicit instantiation. Words may be spliced.
fn may_instantiate(text: &str) -> bool {
    text.contains("template") || text.contains('\\')
}

impl<'db> Pending<'db> {
    fn add_directives(&mut self, instances: &Instances<'db>, item: u32) {
        for directive in instances.directives(item).iter() {
            for symbol in directive.functions.iter() {
                if directive.is_extern {
                    self.elsewhere.entry(Instance::Function(*symbol)).or_insert(directive.decl);
                    continue;
                }
                let created = Creation::declared(directive.decl);
                self.add(Instance::Function(*symbol), created, (item, directive.at), true);
            }
        }
    }

    fn add_item(
        &mut self,
        db: &'db dyn salsa::Database,
        unit: Unit<'db>,
        item: u32,
        makes: &dyn Fn(&Instance<'db>) -> bool,
    ) {
        let (source, dialect) = (unit.source(db), unit.dialect(db));
        for needed in needed_instances(db, source, item, dialect) {
            let created = Creation::declared(DeclRef { item, local: LocalId(0) });
            self.add(needed.instance, created, (item, needed.at), false);
        }
        for body in uses(db, source, item, dialect) {
            for needed in &body.needed {
                let created = Creation::declared(body.owner);
                self.add(needed.instance, created, (item, needed.at), false);
            }
            for (number, used, instance) in instances_among(&body.uses).filter(|(.., it)| makes(it)) {
                self.add(instance, Creation::used(body.owner, number), (item, used.at), false);
            }
        }
    }

    fn add(&mut self, instance: Instance<'db>, created: Creation, at: (u32, TextSize), is_root: bool) {
        if self.known.insert(instance) {
            self.asked.push(Asked { instance, created, at, by: None, is_root });
        }
    }
}

/// Whether the body of a function says what an expression that calls it means: its value or its type.
fn needs_body(names: &Names<'_>, instance: Instance<'_>) -> bool {
    // Call operators are `constexpr` where they can be; classes and variables are needed where they are named.
    let Instance::Function(symbol) = instance else { return true };
    if symbol.decl.local.0 >= FIRST_LOCAL {
        return false;
    }
    let specifiers = &names.decl(symbol.decl).specifiers;
    specifiers.is_constexpr
        || specifiers.is_consteval
        || names.function_of(symbol.decl).is_some_and(|function| function.result.has_placeholder())
}

/// The instances among what is used, with the uses and the numbers of these.
fn instances_among<'u, 'db>(
    uses: &'u [Use<'db>],
) -> impl Iterator<Item = (u32, &'u Use<'db>, Instance<'db>)> {
    // What is discarded is named, not made.
    (0u32..).zip(uses).filter(|(_, used)| !used.is_discarded).filter_map(|(number, used)| {
        let instance = match used.target {
            Target::Declared(_) if matches!(used.form, UseForm::Variable(_)) => None,
            Target::Declared(_) => used.instance.map(Instance::Function),
            Target::Special(..) => None,
            Target::Lambda(operator) => operator.args.map(|_| Instance::CallOperator(operator)),
        };
        Some((number, used, instance?))
    })
}
