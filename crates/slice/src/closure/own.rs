//! The user's own items: they are kept whatever they are, so that what they use is all that counts.

use asunder_source::{Folders, SourceText};
use asunder_syntax::Dialect;
use rustc_hash::FxHashMap;

use crate::index::backwards::Late;
use crate::index::{Index, Site, block_own, headers_end};
use crate::item::{ItemNames, Named, block_names};

/// An item of the user's own files.
pub(super) struct Own<'a> {
    /// Its place among all items of the unit.
    pub(super) number: u32,
    pub(super) names: &'a ItemNames,
    /// Where its names are looked up.
    pub(super) site: Site,
    /// The namespace of what it declares.
    target: u32,
    /// It stands behind the headers: the index does not have it.
    pub(super) is_late: bool,
}

impl Own<'_> {
    /// What it declares, as names of code behind the headers.
    pub(super) fn declared(&self, index: &Index) -> impl Iterator<Item = Late> {
        let namespace = self.target;
        index.triggers(self.names).map(move |name| Late { name, namespace })
    }
}

/// The items of a unit.
pub(super) struct Items<'a> {
    /// Those of the user's own files, braces left out.
    pub(super) own: Vec<Own<'a>>,
    /// Whether the items behind those of headers are declarations, in order.
    pub(super) late: Vec<bool>,
    /// The place of each block's first item.
    pub(super) blocks: Vec<usize>,
}

impl<'a> Items<'a> {
    pub(super) fn of_unit(
        db: &'a dyn salsa::Database,
        source: SourceText,
        dialect: Dialect,
        system: &Folders,
        index: &Index,
    ) -> Items<'a> {
        let end = headers_end(db, source, dialect, system.clone());
        let mut items = Items { own: Vec::new(), late: Vec::new(), blocks: Vec::new() };
        let mut around = index.late_around.clone();
        let mut opened = index.late_namespaces.iter().copied();
        let mut number = 0;
        for (block_number, block) in source.blocks(db).iter().enumerate() {
            items.blocks.push(number as usize);
            let own = block_own(db, source, *block, dialect, system.clone());
            if block_number < end.0 && !own.contains(&true) {
                number += own.len() as u32;
                continue;
            }
            let names: &'a [Named] = block_names(db, *block, dialect);
            for (place, (named, is_own)) in names.iter().zip(own).enumerate() {
                let is_late = (block_number, place) >= end;
                let namespace = match is_late {
                    true => around.last().copied().unwrap_or(0),
                    false => index.items[number as usize].namespace,
                };
                match named {
                    Named::Declaration(names) if *is_own => {
                        // The target of what stands behind the headers depends on its classes, which come later.
                        let target = if is_late { namespace } else { index.items[number as usize].target };
                        let site = Site::of(Some(names), namespace, target, number, true);
                        items.own.push(Own { number, names, site, target, is_late });
                    }
                    Named::Declaration(_) => {}
                    _ if !is_late => {}
                    Named::Namespace(_) => around.push(opened.next().unwrap_or(0)),
                    Named::Linkage => around.push(namespace),
                    Named::Close => {
                        around.pop();
                        if around.is_empty() {
                            around.push(0);
                        }
                    }
                }
                if is_late {
                    items.late.push(named.declaration().is_some());
                }
                number += 1;
            }
        }
        items.find_targets(index);
        items
    }

    /// Finds the namespaces of members behind the headers that are defined outside their classes and namespaces.
    fn find_targets(&mut self, index: &Index) {
        let mut classes: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for own in self.own.iter().filter(|own| own.is_late && own.names.qualifiers.is_empty()) {
            for name in &own.names.declared {
                classes.entry(*name).or_default().push(own.target);
            }
        }
        let others = |class: u32| classes.get(&class).cloned().unwrap_or_default();
        for own in self.own.iter_mut().filter(|own| own.is_late && !own.names.qualifiers.is_empty()) {
            let namespace = own.target;
            own.target = index.target_of(own.names, namespace, others);
            own.site = Site::of(Some(own.names), namespace, own.target, own.number, true);
        }
    }
}
