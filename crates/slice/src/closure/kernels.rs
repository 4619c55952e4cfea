//! Header code from which kernel templates are reached.

use asunder_outline::Facts;
use rustc_hash::FxHashSet;

use super::Closure;
use super::backwards::Hops;
use crate::item::{Form, ItemNames};

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
}

/// Whether code comes from an item that is not a template: a body, an initializer.
pub(super) fn makes_code(names: &ItemNames) -> bool {
    match names.form {
        Form::Always | Form::Variable => true,
        Form::Function => names.has_body,
        Form::Type => names.has_braces_inside || names.asks_for_code,
        Form::Nothing => false,
    }
}
