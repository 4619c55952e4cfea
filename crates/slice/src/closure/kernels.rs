//! Header code from which kernel templates are reached.

use asunder_outline::Facts;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Closure;
use crate::item::{Form, ItemNames, Place, Use};

impl Closure<'_> {
    /// The items with code that are not templates and from which a kernel template is reached by way of templates: the
    /// device compiler makes code of the instances that they ask for, whether they are called or not.
    ///
    /// Names are followed backwards, from the kernel templates to those who use them. Arguments bring in a function of
    /// another namespace only where something of that namespace is reached by lookup alone.
    pub(super) fn reaching_kernel_templates(&self) -> Vec<u32> {
        let is_kernel_template = |number: &u32| {
            self.names(*number).is_some_and(|names| names.is_template && names.facts.contains(Facts::GLOBAL))
        };
        let kernels: Vec<u32> = (0..self.items.len() as u32).filter(is_kernel_template).collect();
        if kernels.is_empty() {
            return Vec::new();
        }
        let users = self.users();
        let is_transparent =
            |number: u32| self.names(number).is_some_and(|names| names.is_template || !makes_code(names));
        let by_lookup = self.reached_backwards(&users, &kernels, Hops::Lookup, is_transparent);
        let by_arguments = self.reached_backwards(&users, &kernels, Hops::All, is_transparent);
        // What arguments must be of: the namespaces of functions that are reached, and the operands of what is for them.
        let mut namespaces: FxHashSet<u32> = FxHashSet::default();
        let mut conditional: FxHashSet<u32> = FxHashSet::default();
        for number in (0..self.items.len() as u32).filter(|it| by_lookup[*it as usize] && is_transparent(*it))
        {
            let entry = &self.items[number as usize];
            let Some(names) = entry.named.declaration() else { continue };
            if entry.has_condition {
                conditional.insert(number);
            } else if names.form == Form::Function {
                namespaces.insert(entry.namespace);
            }
        }
        let operands = self.operands.iter().filter(|(_, number)| conditional.contains(number));
        let operands: FxHashSet<u32> = operands.map(|(class, _)| *class).collect();
        let is_argument = |number: &u32| {
            namespaces.contains(&self.items[*number as usize].namespace) || operands.contains(number)
        };
        let arguments: Vec<u32> = (0..self.items.len() as u32).filter(is_argument).collect();
        let has_arguments = self.reached_backwards(&users, &arguments, Hops::Lookup, |_| true);
        let is_found = |number: &u32| {
            let at = *number as usize;
            (by_lookup[at] || by_arguments[at] && has_arguments[at]) && !is_transparent(*number)
        };
        (0..self.items.len() as u32).filter(is_found).collect()
    }

    /// Names with the items that use them.
    fn users(&self) -> FxHashMap<u32, Vec<(u32, Place)>> {
        let mut users: FxHashMap<u32, Vec<(u32, Place)>> = FxHashMap::default();
        for number in 0..self.items.len() as u32 {
            for used in self.names(number).iter().flat_map(|names| names.used.iter()) {
                users.entry(used.name).or_default().push((number, used.place));
            }
        }
        users
    }

    /// The items from which one of `targets` is reached: those that use a name of it, those that use a name of such an
    /// item if `goes_on` says so, and so on.
    fn reached_backwards(
        &self,
        users: &FxHashMap<u32, Vec<(u32, Place)>>,
        targets: &[u32],
        hops: Hops,
        goes_on: impl Fn(u32) -> bool,
    ) -> Vec<bool> {
        let mut pending = targets.to_vec();
        let mut reached = vec![false; self.items.len()];
        while let Some(number) = pending.pop() {
            let has_condition = hops == Hops::Lookup && self.items[number as usize].has_condition;
            if std::mem::replace(&mut reached[number as usize], true) || has_condition || !goes_on(number) {
                continue;
            }
            let Some(names) = self.names(number) else { continue };
            for name in self.triggers(names) {
                for (user, place) in users.get(name).into_iter().flatten() {
                    let place = match (hops, place) {
                        (Hops::Lookup, Place::Any) => Place::Around,
                        _ => *place,
                    };
                    let used = Use { name: *name, place };
                    if !reached[*user as usize] && self.may_mean(used, self.site(*user), number) {
                        pending.push(*user);
                    }
                }
            }
        }
        reached
    }
}

/// How names are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hops {
    /// By unqualified and qualified lookup.
    Lookup,
    /// By the arguments of calls, too.
    All,
}

/// Whether code comes from an item that is not a template: a body, an initializer.
fn makes_code(names: &ItemNames) -> bool {
    match names.form {
        Form::Always | Form::Variable => true,
        Form::Function => names.has_body,
        Form::Type => names.facts.contains(Facts::CLASS_BODY),
        Form::Nothing => false,
    }
}
