//! What instantiates templates before kept code does.

use super::own::Own;
use super::{Closure, Reason};
use crate::index::backwards::{Backwards, Hops};
use crate::item::{Form, ItemNames};

impl Closure<'_> {
    /// Keeps the items from which a kept template is reached and that may instantiate it, until nothing is added.
    ///
    /// gcc compiles the instances of templates in the order in which they are asked for, also by functions that nothing
    /// calls. Without optimization its code depends on that: a call of a function that is known to throw nothing, because
    /// it is compiled already, needs no landing pad.
    pub(super) fn keep_order(&mut self, own: &[Own<'_>]) {
        let index = self.index;
        let mut backwards =
            Backwards::from(index, Hops::All, std::mem::take(&mut self.state.reach_templates));
        for own in own.iter().filter(|own| own.is_late && own.names.is_template) {
            own.declared(index).for_each(|late| backwards.add_late(late));
        }
        loop {
            self.state.templates.drain(..).for_each(|item| backwards.add(item));
            let mut found = Vec::new();
            backwards.run(|item| {
                found.push(item);
                true
            });
            found.retain(|item| !self.is_kept(*item) && index.names(*item).is_some_and(may_instantiate));
            if found.is_empty() {
                self.state.reach_templates = backwards.reached;
                return;
            }
            found.sort_unstable();
            found.into_iter().for_each(|item| self.keep(item, Reason::Instantiates));
            self.close();
        }
    }
}

/// Whether an item by itself may ask for instances of templates: it has a body, or operands that are constants, for which
/// functions are instantiated too.
fn may_instantiate(names: &ItemNames) -> bool {
    !names.is_template && (names.form != Form::Function || names.has_body)
}
