//! What instantiates templates before kept code does.

use super::{Closure, Reason};
use crate::index::backwards::{Backwards, Hops};
use crate::item::{Form, ItemNames};

impl Closure<'_> {
    /// Keeps the items from which a kept template is reached and that may instantiate it, until nothing is added.
    ///
    /// gcc compiles the instances of templates in the order in which they are asked for, also by functions that nothing
    /// calls. Without optimization its code depends on that: a call of a function that is known to throw nothing, because
    /// it is compiled already, needs no landing pad.
    pub(super) fn keep_order(&mut self) {
        let index = self.index;
        let mut backwards = Backwards::new(index, Hops::All);
        for own in self.items.own.iter().filter(|own| own.is_late && own.names.is_template) {
            own.declared(index).for_each(|late| backwards.add_late(late));
        }
        let is_template = |item: u32| index.names(item).is_some_and(|names| names.is_template);
        let mut is_target = vec![false; index.items.len()];
        loop {
            let all = 0..index.items.len() as u32;
            let mut added = false;
            for item in all.clone().filter(|item| is_template(*item)) {
                if self.is_kept(item) && !std::mem::replace(&mut is_target[item as usize], true) {
                    backwards.add(item);
                    added = true;
                }
            }
            if !added {
                return;
            }
            backwards.run(|_| true);
            let is_new = |item: &u32| {
                backwards.reached[*item as usize]
                    && !self.is_kept(*item)
                    && index.names(*item).is_some_and(may_instantiate)
            };
            let found: Vec<u32> = all.filter(is_new).collect();
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
