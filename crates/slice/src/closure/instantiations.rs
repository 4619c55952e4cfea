//! Code that instantiates templates before kept code does.

use super::backwards::Hops;
use super::kernels::makes_code;
use super::{Closure, Reason};

impl Closure<'_> {
    /// Keeps the items with code from which a kept template is reached, until nothing is added.
    ///
    /// gcc compiles the instances of templates in the order in which they are asked for, also by functions that nothing
    /// calls. Without optimization its code depends on that: a call of a function that is known to throw nothing, because
    /// it is compiled already, needs no landing pad.
    pub(super) fn keep_order(&mut self) {
        let users = self.users();
        let mut count = 0;
        loop {
            let is_template = |number: &u32| self.names(*number).is_some_and(|names| names.is_template);
            let is_kept = |number: &u32| self.reasons[*number as usize].is_some();
            let all = 0..self.items.len() as u32;
            let templates: Vec<u32> =
                all.clone().filter(|number| is_template(number) && is_kept(number)).collect();
            if templates.len() == count {
                return;
            }
            count = templates.len();
            let reached = self.reached_backwards(&users, &templates, Hops::All, |_| true);
            let is_new = |number: &u32| {
                reached[*number as usize]
                    && !is_kept(number)
                    && self.names(*number).is_some_and(|names| !names.is_template && makes_code(names))
            };
            let found: Vec<u32> = all.filter(is_new).collect();
            found.into_iter().for_each(|number| self.keep(number, Reason::Instantiates));
            self.close();
        }
    }
}
