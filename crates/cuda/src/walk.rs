//! Uses of what only the host has in device code (spec 2 §1b, §1c, §6): what the device pass finds when it walks through the
//! functions that the device keeps, behind a front end without errors.
//!
//! The walk starts at the functions that are kept for themselves and goes through all that they refer to, instances of the
//! user's templates among it. Those of templates of system headers are not followed.

mod blocks;
mod bodies;
mod evaluated;
mod instances;
mod order;

use asunder_decls::names::{DeclRef, Names};
use asunder_outline::block_item_numbers;
use asunder_sema::instances::Symbol;
use asunder_sema::uses::{CallOperator, Special};
use asunder_syntax::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::finding::{Argument, Finding, Message, Moment, Phase, Stage};
use crate::unit::{Unit, own_declarations};
use crate::used::is_local;
pub(crate) use blocks::{Code, Instances};
use bodies::{Body, Suspect, SuspectAt, bodies_of_item, item_bodies, special_bodies, subobject_body};
use instances::UndefinedKernel;
use order::Order;

/// "calling a __host__ function … from a __host__ __device__ function …".
const FROM_HOST_DEVICE: u16 = 3468;
/// "calling a constexpr __host__ function … from a __host__ __device__ function …".
const CONSTEXPR_FROM_HOST_DEVICE: u16 = 3470;
/// "calling a __host__ function … from a __device__ function …"; the next number with `constexpr`.
const FROM_DEVICE: u16 = 3473;
/// "calling a __host__ function … from a __global__ function …"; the next number with `constexpr`.
const FROM_GLOBAL: u16 = 3475;
/// "identifier … is undefined in device code".
const UNDEFINED: u16 = 3525;

/// Something with code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
enum Node<'db> {
    /// A function, or the initializer of a variable, by its definition.
    Defined(DeclRef),
    /// The special member function that nobody wrote of the class that this defines.
    Special(DeclRef, Special),
    /// What a constructor or destructor is for a base, by its definition: the reference makes a function of it that calls
    /// the one for whole objects.
    Subobject(DeclRef),
    /// The call operator of a lambda.
    Lambda(CallOperator<'db>),
    /// An instance of a template, or a member function of one.
    Instance(Symbol<'db>),
}

/// Where the code runs: on the host, on the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Space {
    pub(crate) is_host: bool,
    pub(crate) is_device: bool,
    is_global: bool,
    /// Templates may use it where they are instantiated, which is not known.
    is_open: bool,
}

impl Space {
    fn add(&mut self, other: Space) -> bool {
        let before = *self;
        self.is_host |= other.is_host;
        self.is_open |= other.is_open;
        self.is_device |= other.is_device || other.is_global;
        *self != before
    }
}

/// What the walk comes to.
enum Met<'a, 'db> {
    Body(&'a Body<'db>),
    Undefined(&'a UndefinedKernel),
}

/// What the walk through a unit finds, with the number of each finding's item, in the order in which it is reported.
pub(crate) fn findings<'db>(db: &'db dyn salsa::Database, unit: Unit<'db>) -> Vec<(u32, Finding)> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let names = Names::new(db, source, dialect);
    let mut bodies: FxHashMap<Node<'_>, Body<'_>> = FxHashMap::default();
    let mut own = Vec::new();
    for block in source.blocks(db).iter() {
        let numbers = block_item_numbers(db, *block, dialect);
        for (index, _) in own_declarations(db, source, *block, dialect) {
            if let Some(number) = numbers.get(index as usize) {
                own.push(*number);
                let of_item = match source.read_once(db) {
                    true => bodies_of_item(db, unit, &names, *number),
                    false => item_bodies(db, unit, *number).clone(),
                };
                bodies.extend(of_item.into_iter().map(|body| (body.node, body)));
            }
        }
    }
    let undefined = instances::add(db, unit, &names, &mut bodies);
    add_implied(db, unit, &names, &mut bodies);
    if undefined.is_empty() && bodies.values().all(|body| body.suspects.is_empty()) {
        return Vec::new();
    }
    let has_specials = bodies.keys().any(|node| matches!(node, Node::Special(..)));
    let open = if has_specials { words_of_templates(db, &names, &own) } else { FxHashSet::default() };
    let spaces = spaces(&bodies, |class| {
        !is_local(class) && names.decl(class).name.ident().is_none_or(|ident| open.contains(&**ident))
    });
    let mut pending: Vec<Node<'_>> = bodies.values().filter(|it| it.is_root).map(|it| it.node).collect();
    let mut kept: FxHashSet<Node<'_>> = pending.iter().copied().collect();
    while let Some(node) = pending.pop() {
        let Some(body) = bodies.get(&node) else { continue };
        pending.extend(body.refers.iter().copied().filter(|node| kept.insert(*node)));
    }
    let walked = kept.iter().filter_map(|node| bodies.get(node)).map(|body| (&body.order, Met::Body(body)));
    let undefined = undefined.iter().map(|kernel| (&kernel.order, Met::Undefined(kernel)));
    let mut walked: Vec<(&Order, Met<'_, '_>)> = walked.chain(undefined).collect();
    walked.sort_by_key(|(order, _)| *order);
    let mut found = Vec::new();
    // Code without a place is shown where the code in front of it stands.
    let mut at = None;
    for (_, met) in walked {
        let body = match met {
            Met::Body(body) => body,
            Met::Undefined(kernel) => {
                at = Some(kernel.at);
                found.push((kernel.at.0, kernel.finding()));
                continue;
            }
        };
        let space = spaces.get(&body.node).copied().unwrap_or_default();
        // What users are not known may be for the host too.
        let is_unknown = space.is_open && !space.is_host;
        if !space.is_device && !space.is_global || is_unknown {
            continue;
        }
        for suspect in &body.suspects {
            if let SuspectAt::Here(item, offset) = suspect.at {
                at = Some((item, offset));
            }
            if let Some((item, offset)) = at {
                found.extend(reported(body, space, suspect, offset).map(|finding| (item, finding)));
            }
            if let SuspectAt::Before(Some(moved)) = suspect.at {
                at = Some(moved);
            }
        }
        at = body.end.or(at);
    }
    found
}

/// Adds the functions that nobody wrote which the bodies refer to.
fn add_implied<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &Names<'db>,
    bodies: &mut FxHashMap<Node<'db>, Body<'db>>,
) {
    let mut pending: Vec<Node<'_>> = bodies.values().flat_map(|body| body.refers.iter().copied()).collect();
    while let Some(node) = pending.pop() {
        if bodies.contains_key(&node) {
            continue;
        }
        let added = match node {
            Node::Defined(_) | Node::Lambda(..) | Node::Instance(_) => None,
            Node::Special(class, _) => special_bodies(db, unit, class.item).get(&node).cloned(),
            Node::Subobject(definition) => subobject_body(names, definition),
        };
        if let Some(body) = added {
            pending.extend(body.refers.iter().copied());
            bodies.insert(node, body);
        }
    }
}

/// Where all code runs. What nobody wrote runs where those run that use it, kept or not (spec 2 §1e); `is_open`: templates
/// may use the class that a declaration defines.
fn spaces<'db>(
    bodies: &FxHashMap<Node<'db>, Body<'db>>,
    is_open: impl Fn(DeclRef) -> bool,
) -> FxHashMap<Node<'db>, Space> {
    let mut spaces: FxHashMap<Node<'db>, Space> = FxHashMap::default();
    for body in bodies.values() {
        let is_open = match body.node {
            Node::Special(class, _) => is_open(class),
            _ => false,
        };
        spaces.insert(body.node, Space { is_open, ..body.space });
    }
    let mut pending: Vec<Node<'_>> = spaces.keys().copied().collect();
    while let Some(node) = pending.pop() {
        let (Some(body), Some(space)) = (bodies.get(&node), spaces.get(&node).copied()) else { continue };
        for used in &body.refers {
            if bodies.get(used).is_some_and(|it| it.is_inferred)
                && spaces.entry(*used).or_default().add(space)
            {
                pending.push(*used);
            }
        }
    }
    spaces
}

/// The words that templates of the unit consist of, and those that stand among template arguments.
fn words_of_templates<'db>(
    db: &'db dyn salsa::Database,
    names: &Names<'db>,
    own: &[u32],
) -> FxHashSet<&'db str> {
    let mut found = FxHashSet::default();
    for item in own {
        let text = names.item_text(*item).text(db);
        let is_template = text.contains("template");
        for (at, word) in asunder_syntax::words(text) {
            let (before, after) = (text[..at].trim_end(), text[at + word.len()..].trim_start());
            let is_argument = match before.strip_suffix('<') {
                Some(before) => !before.trim_end().ends_with("_cast"),
                None => after.starts_with('>') || before.ends_with(',') && after.starts_with(','),
            };
            if is_template || is_argument {
                found.insert(word);
            }
        }
    }
    found
}

/// What is reported of a suspect in code that runs in `space`.
fn reported<'a>(
    body: &'a Body<'_>,
    space: Space,
    suspect: &'a Suspect,
    at: TextSize,
) -> impl Iterator<Item = Finding> + 'a {
    let number = match (space.is_host, space.is_global) {
        (true, _) => FROM_HOST_DEVICE,
        (false, false) => FROM_DEVICE,
        (false, true) => FROM_GLOBAL,
    };
    let number = match (suspect.is_constexpr, number) {
        (false, number) => number,
        (true, FROM_HOST_DEVICE) => CONSTEXPR_FROM_HOST_DEVICE,
        (true, number) => number + 1,
    };
    let called = suspect
        .called
        .as_deref()
        .filter(|_| !suspect.is_reported_before || space.is_host && space.is_device)
        .map(|called| Message::new(number, vec![Argument::name(called), Argument::name(&*body.name)]));
    let is_missing = suspect.is_variable || !space.is_host && !suspect.is_reported_before;
    let missing = suspect.missing.as_deref().filter(|_| is_missing);
    let missing = missing.map(|missing| Message::new(UNDEFINED, vec![Argument::name(missing)]));
    called.into_iter().chain(missing).map(move |message| at_line(at, message))
}

/// A finding of the walk: only its line is shown.
fn at_line(at: TextSize, message: Message) -> Finding {
    let moment = Moment {
        stage: Stage::Walk,
        parsed: TextSize::new(0),
        phase: Phase::Heads,
        inner: TextSize::new(0),
        rank: 0,
    };
    Finding { line_only: true, needs_clean_unit: true, ..Finding::new(message, at, moment) }
}
