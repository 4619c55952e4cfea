//! Header code from which kernel templates are reached.

use std::sync::Arc;

use asunder_outline::Facts;
use asunder_source::{Folders, SourceText};
use asunder_syntax::Dialect;
use rustc_hash::FxHashSet;

use super::own::Own;
use crate::index::backwards::{Backwards, Hops, Late};
use crate::index::{Index, index};
use crate::item::{Form, ItemNames, Place, Use};

/// The items of headers from which kernel templates of headers are reached.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reaching {
    /// The items with code that are not templates.
    pub(super) found: Box<[u32]>,
    /// Whether each item reaches one by lookup.
    by_lookup: Box<[bool]>,
    /// Whether each item reaches one by lookup or the arguments of calls.
    by_arguments: Box<[bool]>,
}

/// The names of the user's own templates behind the headers from which kernel templates are reached, and that items of
/// headers use.
#[derive(Default)]
pub(super) struct OwnReaching {
    by_lookup: Vec<Late>,
    /// Those by arguments of calls, too.
    by_arguments: Vec<Late>,
    /// The namespaces of functions among those by lookup.
    namespaces: FxHashSet<u32>,
}

impl OwnReaching {
    pub(super) fn is_empty(&self) -> bool {
        self.by_arguments.is_empty()
    }
}

/// The items of headers that reach kernel templates of headers.
#[salsa::tracked(returns(ref))]
pub(super) fn reaching_kernels(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    system: Folders,
) -> Arc<Reaching> {
    Arc::new(reaching(index(db, source, dialect, system), &OwnReaching::default()))
}

/// The items with code that are not templates and from which a kernel template, or one of the user's names, is reached
/// by way of templates: the device compiler makes code of the instances that they ask for, whether they are called or
/// not.
///
/// Names are followed backwards, from the kernel templates to those who use them. Arguments bring in a function of
/// another namespace only where something of that namespace is reached by lookup alone.
pub(super) fn reaching(index: &Index, own: &OwnReaching) -> Reaching {
    let all = || 0..index.items.len() as u32;
    let kernels: Vec<u32> = all().filter(|item| index.names(*item).is_some_and(is_kernel_template)).collect();
    if kernels.is_empty() && own.is_empty() {
        let nothing: Box<[bool]> = vec![false; index.items.len()].into();
        return Reaching { found: Box::default(), by_lookup: nothing.clone(), by_arguments: nothing };
    }
    let is_transparent = |item: u32| index.names(item).is_some_and(is_transparent);
    let from = |targets: &[u32], late: &[Late], hops, goes_on: &dyn Fn(u32) -> bool| {
        let mut backwards = Backwards::new(index, hops);
        targets.iter().for_each(|item| backwards.add(*item));
        late.iter().for_each(|late| backwards.add_late(*late));
        backwards.run(goes_on);
        backwards.reached
    };
    let by_lookup = from(&kernels, &own.by_lookup, Hops::Lookup, &is_transparent);
    let by_arguments = from(&kernels, &own.by_arguments, Hops::All, &is_transparent);
    // What arguments must be of: the namespaces of functions that are reached, and the operands of what is for them.
    let mut namespaces = own.namespaces.clone();
    let mut conditional: FxHashSet<u32> = FxHashSet::default();
    for number in all().filter(|it| by_lookup[*it as usize] && is_transparent(*it)) {
        let entry = &index.items[number as usize];
        let Some(names) = index.names(number) else { continue };
        if entry.has_condition {
            conditional.insert(number);
        } else if names.form == Form::Function {
            namespaces.insert(entry.namespace);
        }
    }
    let operands = index.operands.iter().filter(|(_, number)| conditional.contains(number));
    let operands: FxHashSet<u32> = operands.map(|(class, _)| *class).collect();
    let is_argument = |number: &u32| {
        namespaces.contains(&index.items[*number as usize].namespace) || operands.contains(number)
    };
    let arguments: Vec<u32> = all().filter(is_argument).collect();
    let has_arguments = from(&arguments, &[], Hops::Lookup, &|_| true);
    let is_found = |number: &u32| {
        let at = *number as usize;
        (by_lookup[at] || by_arguments[at] && has_arguments[at]) && !is_transparent(*number)
    };
    let found = all().filter(is_found).collect();
    Reaching { found, by_lookup: by_lookup.into(), by_arguments: by_arguments.into() }
}

/// The names of the user's own templates from which kernel templates are reached and that items of headers use.
pub(super) fn own_reaching(index: &Index, own: &[Own<'_>], reaching: &Reaching) -> OwnReaching {
    let used = |own: &[&Own<'_>]| {
        let declared = own.iter().flat_map(|own| own.declared(index));
        let mut used: Vec<Late> = declared.filter(|late| !index.lookups_of(late.name).is_empty()).collect();
        used.sort_unstable();
        used.dedup();
        used
    };
    let by_arguments = used(&reaching_items(index, own, &reaching.by_arguments, |place| place));
    if by_arguments.is_empty() {
        return OwnReaching::default();
    }
    let around = |place| if place == Place::Any { Place::Around } else { place };
    let by_lookup = reaching_items(index, own, &reaching.by_lookup, around);
    let functions = by_lookup.iter().filter(|own| own.names.form == Form::Function);
    let namespaces = functions.flat_map(|own| own.declared(index)).map(|late| late.namespace).collect();
    OwnReaching { by_lookup: used(&by_lookup), by_arguments, namespaces }
}

/// The user's own templates behind the headers from which items that are marked, or kernel templates of the user, are
/// reached.
fn reaching_items<'o, 'a>(
    index: &Index,
    own: &'o [Own<'a>],
    reached: &[bool],
    place: impl Fn(Place) -> Place,
) -> Vec<&'o Own<'a>> {
    // Kernel templates between headers are items of the index.
    let is_open =
        |own: &&Own<'_>| is_transparent(own.names) && (own.is_late || !is_kernel_template(own.names));
    let mut pending: Vec<&Own<'_>> = own.iter().filter(is_open).collect();
    let mut found = Vec::new();
    let mut names: FxHashSet<u32> = FxHashSet::default();
    loop {
        let before = found.len();
        pending.retain(|own| {
            let is_reached = |used: &Use| {
                let used = Use { name: used.name, place: place(used.place) };
                let mut items = index.declarers(used.name).filter(|item| reached[*item as usize]);
                names.contains(&used.name) || items.any(|item| index.may_mean(used, own.site, item))
            };
            let reaches = is_kernel_template(own.names) || own.names.used.iter().any(is_reached);
            if reaches {
                names.extend(own.declared(index).map(|late| late.name));
                found.push(*own);
            }
            !reaches
        });
        if found.len() == before {
            return found;
        }
    }
}

fn is_kernel_template(names: &ItemNames) -> bool {
    names.is_template && names.facts.contains(Facts::GLOBAL)
}

/// Whether what an item reaches is reached from those who name it: no code comes from it by itself.
fn is_transparent(names: &ItemNames) -> bool {
    names.is_template || !makes_code(names)
}

/// Whether code comes from an item that is not a template: a body, an initializer.
fn makes_code(names: &ItemNames) -> bool {
    match names.form {
        Form::Always | Form::Variable => true,
        Form::Function => names.has_body,
        Form::Type => names.has_braces_inside || names.asks_for_code,
        Form::Nothing => false,
    }
}
