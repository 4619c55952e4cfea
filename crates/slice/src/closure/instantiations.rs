//! Code that instantiates templates before kept code does.

use super::kernels::makes_code;
use super::{Closure, Reason};
use crate::index::backwards::{Backwards, Hops};

impl Closure<'_> {
    /// Keeps the items with code from which a kept template is reached, until nothing is added.
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
                    && index.names(*item).is_some_and(|names| !names.is_template && makes_code(names))
            };
            let found: Vec<u32> = all.filter(is_new).collect();
            found.into_iter().for_each(|item| self.keep(item, Reason::Instantiates));
            self.close();
        }
    }
}
