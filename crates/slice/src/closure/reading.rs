//! Items with the namespaces around them, and what using-directives, specializations and members outside their classes
//! make of them.

use asunder_outline::block_outline;
use asunder_source::{Block, Folders, SourceText, block_headers_with};
use asunder_syntax::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Closure, NO_NAMESPACE, Namespace, Placed, range};
use crate::item::{ItemNames, Named, Use, block_names};

/// Which items of a block are the user's, in order. What is read of items holds no positions: an edit that moves them
/// changes nothing.
#[salsa::tracked(returns(ref))]
fn block_own(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
    system: Folders,
) -> Box<[bool]> {
    let headers = block_headers_with(db, source, block, system);
    let items = block_outline(db, block, dialect).items.iter();
    items.map(|item| !headers.contain_range(item.range.into())).collect()
}

impl<'db> Closure<'db> {
    /// Reads the items with the namespaces around them.
    pub(super) fn read_items(
        &mut self,
        db: &'db dyn salsa::Database,
        source: SourceText,
        dialect: Dialect,
        system: &Folders,
    ) {
        // `inline` need not be said again where an inline namespace goes on.
        let blocks = || source.blocks(db).iter().map(|block| block_names(db, *block, dialect));
        let opened = blocks().flat_map(|named| named.iter()).filter_map(|named| match named {
            Named::Namespace(names) => Some(names),
            _ => None,
        });
        let inline: FxHashSet<u32> = opened.flatten().filter(|(_, it)| *it).map(|(name, _)| *name).collect();
        let mut known: FxHashMap<(Vec<u32>, Vec<u32>), u32> = FxHashMap::default();
        let mut around = vec![0_u32];
        for block in source.blocks(db).iter() {
            self.blocks.push(self.items.len());
            let own = block_own(db, source, *block, dialect, system.clone());
            for (named, is_own) in block_names(db, *block, dialect).iter().zip(own) {
                let namespace = around.last().copied().unwrap_or(0);
                match named {
                    Named::Declaration(_) => {}
                    Named::Namespace(names) => {
                        let outer = &self.namespaces[namespace as usize];
                        let (mut path, mut all) = (outer.path.clone(), outer.names.clone());
                        path.extend(
                            names.iter().map(|(name, _)| *name).filter(|name| !inline.contains(name)),
                        );
                        all.extend(names.iter().map(|(name, _)| *name));
                        all.sort_unstable();
                        self.namespace_names.extend(names.iter().map(|(name, _)| *name));
                        let next = self.namespaces.len() as u32;
                        let number = *known.entry((path.clone(), all.clone())).or_insert(next);
                        if number == next {
                            self.namespaces.push(Namespace { path, names: all, directives: Vec::new() });
                        }
                        around.push(number);
                    }
                    Named::Linkage => around.push(namespace),
                    Named::Close => {
                        around.pop();
                        if around.is_empty() {
                            around.push(0);
                        }
                    }
                }
                let (target, is_own) = (namespace, *is_own);
                self.items.push(Placed { named, namespace, target, has_condition: false, is_own });
            }
        }
    }

    /// Finds the namespaces that using-directives name. A directive in a body counts as one of the namespace around.
    pub(super) fn read_directives(&mut self) {
        for (number, entry) in self.items.iter().enumerate() {
            for directive in entry.named.declaration().into_iter().flat_map(|names| names.directives.iter()) {
                let Some((last, qualifiers)) = directive.split_last() else { continue };
                let is_plain = directive.iter().all(|name| !self.aliases.contains_key(name));
                let targets = self.aliases.get(last);
                for namespace in &mut self.namespaces {
                    let is_named = match is_plain {
                        true => {
                            namespace.path.ends_with(directive) || {
                                // Inline namespaces stand in the path of all names alone.
                                namespace.names.binary_search(last).is_ok()
                                    && !namespace.path.contains(last)
                                    && qualifiers
                                        .iter()
                                        .all(|name| namespace.names.binary_search(name).is_ok())
                            }
                        }
                        false => namespace.names.iter().any(|name| {
                            name == last || targets.is_some_and(|targets| targets.contains(name))
                        }),
                    };
                    if is_named {
                        namespace.directives.push((entry.namespace, number as u32));
                    }
                }
            }
        }
        // A directive for a namespace in which there is a directive for another one is one for that, too.
        loop {
            let mut added = false;
            for inner in 0..self.namespaces.len() {
                let through: Vec<(u32, u32)> = self.namespaces[inner]
                    .directives
                    .iter()
                    .flat_map(|(outer, at)| {
                        let outer = self.namespaces[*outer as usize].directives.iter();
                        outer.map(|(namespace, other)| (*namespace, (*other).max(*at)))
                    })
                    .collect();
                let directives = &mut self.namespaces[inner].directives;
                for (namespace, at) in through {
                    if directives.iter().all(|(known, from)| *known != namespace || *from > at) {
                        directives.push((namespace, at));
                        added = true;
                    }
                }
            }
            if !added {
                return;
            }
        }
    }

    /// Finds the items that are meant only where one of their operands is: operator functions and specializations. An
    /// alias, a value or a member may be meant without its name.
    pub(super) fn find_conditions(&mut self) {
        for number in 0..self.items.len() as u32 {
            let Some(names) = self.names(number).filter(|names| !names.operands.is_empty()) else { continue };
            let site = self.site(number);
            let mut classes = Vec::new();
            let is_class = |operand: &Use| {
                let found = range(&self.declared, operand.name).map(|index| self.declared[index].1);
                let mut found = found.filter(|item| *item != number && self.may_mean(*operand, site, *item));
                let before = classes.len();
                let all = found.all(|item| {
                    classes.push(item);
                    self.names(item).is_some_and(|names| {
                        !names.qualifiers.is_empty() || names.classes.contains(&operand.name)
                    })
                });
                all && classes.len() > before
            };
            if names.operands.iter().all(is_class) {
                self.items[number as usize].has_condition = true;
                self.operands.extend(classes.into_iter().map(|class| (class, number)));
            }
        }
        self.operands.sort_unstable();
    }

    /// Finds the namespaces of members that are defined outside their classes and namespaces.
    pub(super) fn find_targets(&mut self) {
        for number in 0..self.items.len() {
            let entry = &self.items[number];
            let Some(names) = entry.named.declaration().filter(|names| !names.qualifiers.is_empty()) else {
                continue;
            };
            let around = &self.namespaces[entry.namespace as usize].path;
            let is_inside = |number: &u32| self.namespaces[*number as usize].path.starts_with(around);
            let class = names.qualifiers.iter().find(|name| !self.namespace_names.contains(name));
            let mut found: Vec<u32> = match class {
                Some(class) => {
                    let items = range(&self.declared, *class)
                        .map(|index| &self.items[self.declared[index].1 as usize]);
                    let classes = items.filter(|item| {
                        item.named.declaration().is_some_and(|names| names.qualifiers.is_empty())
                    });
                    classes.map(|item| item.namespace).filter(is_inside).collect()
                }
                None => {
                    let has_names = |number: &u32| {
                        let namespace = &self.namespaces[*number as usize];
                        names.qualifiers.iter().all(|name| namespace.names.binary_search(name).is_ok())
                    };
                    let all = 0..self.namespaces.len() as u32;
                    all.filter(|number| is_inside(number) && has_names(number)).collect()
                }
            };
            // Those of namespaces inside are found by using-directives alone.
            if class.is_some() && found.iter().any(|it| self.namespaces[*it as usize].path == *around) {
                found.retain(|it| self.namespaces[*it as usize].path == *around);
                found.truncate(1);
            }
            found.sort_unstable();
            found.dedup();
            let target = if let [only] = found[..] { only } else { NO_NAMESPACE };
            self.items[number].target = target;
        }
    }

    /// The names by which an item is needed: for a member that is defined outside its class that of the outermost
    /// class, else those that it declares.
    pub(super) fn triggers<'n>(&self, names: &'n ItemNames) -> &'n [u32] {
        let class = names.qualifiers.iter().position(|name| !self.namespace_names.contains(name));
        match class {
            Some(class) => &names.qualifiers[class..=class],
            None => &names.declared,
        }
    }
}
