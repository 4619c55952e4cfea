//! Items of headers with the namespaces around them, and what using-directives, specializations and members outside their
//! classes make of them.

use std::cmp::Ordering;
use std::sync::Arc;

use asunder_outline::block_outline;
use asunder_source::{Block, Folders, SourceText, block_headers_with};
use asunder_syntax::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Index, NO_NAMESPACE, Namespace, Placed};
use crate::item::{ItemNames, Named, Use, block_names};

/// Which items of a block are the user's, in order. What is read of items holds no positions: an edit that moves them
/// changes nothing.
#[salsa::tracked(returns(ref))]
pub(crate) fn block_own(
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

/// Where the items of headers end: the number of the last block that has some, and the place behind its last one.
#[salsa::tracked(returns(copy))]
pub(crate) fn headers_end(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    system: Folders,
) -> (usize, usize) {
    let blocks = source.blocks(db).iter().enumerate().rev();
    let end = |(number, block): (usize, &Block)| {
        let own = block_own(db, source, *block, dialect, system.clone());
        Some((number, own.iter().rposition(|is_own| !is_own)? + 1))
    };
    blocks.filter_map(end).next().unwrap_or_default()
}

/// How many items of a block stand in front of the end of the headers.
fn early_count(number: usize, count: usize, end: (usize, usize)) -> usize {
    match number.cmp(&end.0) {
        Ordering::Less => count,
        Ordering::Equal => end.1,
        Ordering::Greater => 0,
    }
}

/// The items of a block up to the last one of a header: what they declare, and for those of headers what they use.
#[salsa::tracked(returns(ref))]
fn block_early(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
    system: Folders,
) -> Arc<[Named]> {
    let names = block_names(db, block, dialect);
    let own = block_own(db, source, block, dialect, system.clone());
    let end = headers_end(db, source, dialect, system);
    let count = source.block_number(db, block).map_or(0, |number| early_count(number, names.len(), end));
    if count == names.len() && !own.contains(&true) {
        return Arc::clone(names);
    }
    let items = names[..count].iter().zip(own);
    items.map(|(named, is_own)| if *is_own { named.without_uses() } else { named.clone() }).collect()
}

/// Names of namespaces that using-directives of an item name, as written.
type Directives = Box<[Box<[u32]>]>;

/// What an item behind those of headers does to the namespaces.
#[derive(Debug, PartialEq, Eq)]
enum Structure {
    Open(Box<[(u32, bool)]>),
    Linkage,
    Close,
    Names { directives: Directives, aliases: Box<[(u32, u32)]> },
}

/// What the items of a block behind those of headers do to the namespaces.
#[salsa::tracked(returns(ref))]
fn block_late_structure(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
    system: Folders,
) -> Box<[Structure]> {
    let names = block_names(db, block, dialect);
    let end = headers_end(db, source, dialect, system);
    let count = source.block_number(db, block).map_or(0, |number| early_count(number, names.len(), end));
    let structure = |named: &Named| match named {
        Named::Namespace(names) => Some(Structure::Open(names.clone())),
        Named::Linkage => Some(Structure::Linkage),
        Named::Close => Some(Structure::Close),
        Named::Declaration(names) => {
            let has_names = !names.directives.is_empty() || !names.aliases.is_empty();
            has_names.then(|| Structure::Names {
                directives: names.directives.clone(),
                aliases: names.aliases.clone(),
            })
        }
    };
    names[count..].iter().filter_map(structure).collect()
}

/// A using-directive: the namespace in which it stands, the item, and the name, as written.
pub(super) type Directive = (u32, u32, Box<[u32]>);

/// Namespaces as they are opened and closed.
struct Nesting {
    /// Names of inline namespaces: `inline` need not be said again where one goes on.
    inline: FxHashSet<u32>,
    /// Namespaces by their paths and names.
    known: FxHashMap<(Vec<u32>, Vec<u32>), u32>,
    around: Vec<u32>,
}

impl Nesting {
    fn innermost(&self) -> u32 {
        self.around.last().copied().unwrap_or(0)
    }

    fn close(&mut self) {
        self.around.pop();
        if self.around.is_empty() {
            self.around.push(0);
        }
    }
}

impl Index {
    /// Reads the items with the namespaces around them; gives the using-directives.
    pub(super) fn read_items(
        &mut self,
        db: &dyn salsa::Database,
        source: SourceText,
        dialect: Dialect,
        system: &Folders,
    ) -> Vec<Directive> {
        let end = headers_end(db, source, dialect, system.clone()).0;
        let blocks = || source.blocks(db).iter().copied();
        let early = blocks().take(end + 1);
        self.blocks =
            early.map(|block| block_early(db, source, block, dialect, system.clone()).clone()).collect();
        let late: Vec<&[Structure]> = blocks()
            .skip(end)
            .map(|block| &**block_late_structure(db, source, block, dialect, system.clone()))
            .collect();
        let opened_early =
            self.blocks.iter().flat_map(|named| named.iter()).filter_map(|named| match named {
                Named::Namespace(names) => Some(names),
                _ => None,
            });
        let opened_late = late.iter().flat_map(|it| it.iter()).filter_map(|structure| match structure {
            Structure::Open(names) => Some(names),
            _ => None,
        });
        let inline = opened_early.chain(opened_late).flatten().filter(|(_, it)| *it).map(|(name, _)| *name);
        let mut nesting =
            Nesting { inline: inline.collect(), known: FxHashMap::default(), around: vec![0_u32] };
        let mut directives = self.read_early(&mut nesting, |number| {
            let block = source.blocks(db)[number];
            block_own(db, source, block, dialect, system.clone())
        });
        self.late_around.clone_from(&nesting.around);
        // What stands there sees all that is there: it does not matter where, so that edits leave it as it is.
        let behind = self.items.len() as u32;
        for structure in late.into_iter().flatten() {
            match structure {
                Structure::Open(names) => {
                    self.open(names, &mut nesting);
                    self.late_namespaces.push(nesting.innermost());
                }
                Structure::Linkage => nesting.around.push(nesting.innermost()),
                Structure::Close => nesting.close(),
                Structure::Names { directives: named, aliases } => {
                    self.add_aliases(aliases);
                    let namespace = nesting.innermost();
                    directives.extend(named.iter().map(|name| (namespace, behind, name.clone())));
                }
            }
        }
        directives
    }

    fn read_early<'a>(&mut self, nesting: &mut Nesting, own: impl Fn(usize) -> &'a [bool]) -> Vec<Directive> {
        let mut directives = Vec::new();
        for block in 0..self.blocks.len() {
            let names = Arc::clone(&self.blocks[block]);
            for (place, (named, is_own)) in names.iter().zip(own(block)).enumerate() {
                let namespace = nesting.innermost();
                let number = self.items.len() as u32;
                match named {
                    Named::Declaration(names) => {
                        self.add_aliases(&names.aliases);
                        self.class_names.extend(&names.classes);
                        directives
                            .extend(names.directives.iter().map(|name| (namespace, number, name.clone())));
                    }
                    Named::Namespace(names) => self.open(names, nesting),
                    Named::Linkage => nesting.around.push(namespace),
                    Named::Close => nesting.close(),
                }
                let at = (block as u32, place as u32);
                let (target, is_own) = (namespace, *is_own);
                self.items.push(Placed { at, namespace, target, has_condition: false, is_own });
            }
        }
        directives
    }

    fn add_aliases(&mut self, aliases: &[(u32, u32)]) {
        for (alias, target) in aliases {
            self.aliases.entry(*alias).or_default().push(*target);
        }
    }

    fn open(&mut self, names: &[(u32, bool)], nesting: &mut Nesting) {
        let outer = &self.namespaces[nesting.innermost() as usize];
        let (mut path, mut all) = (outer.path.clone(), outer.names.clone());
        path.extend(names.iter().map(|(name, _)| *name).filter(|name| !nesting.inline.contains(name)));
        all.extend(names.iter().map(|(name, _)| *name));
        all.sort_unstable();
        self.namespace_names.extend(names.iter().map(|(name, _)| *name));
        let next = self.namespaces.len() as u32;
        let number = *nesting.known.entry((path.clone(), all.clone())).or_insert(next);
        if number == next {
            self.namespaces.push(Namespace { path, names: all, directives: Vec::new() });
        }
        nesting.around.push(number);
    }

    /// Finds the namespaces that using-directives name. A directive in a body counts as one of the namespace around.
    pub(super) fn read_directives(&mut self, directives: &[Directive]) {
        for (outer, number, directive) in directives {
            let Some((last, qualifiers)) = directive.split_last() else { continue };
            let is_plain = directive.iter().all(|name| !self.aliases.contains_key(name));
            let targets = self.aliases.get(last);
            for namespace in &mut self.namespaces {
                let has = |name: &u32| namespace.names.binary_search(name).is_ok();
                let is_named = match is_plain {
                    // Inline namespaces stand in the path of all names alone.
                    true => {
                        namespace.path.ends_with(directive)
                            || has(last) && !namespace.path.contains(last) && qualifiers.iter().all(has)
                    }
                    false => namespace
                        .names
                        .iter()
                        .any(|name| name == last || targets.is_some_and(|targets| targets.contains(name))),
                };
                if is_named {
                    namespace.directives.push((*outer, *number));
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
        let mut operands = Vec::new();
        let mut conditional = Vec::new();
        for number in 0..self.items.len() as u32 {
            let Some(names) = self.names(number).filter(|names| !names.operands.is_empty()) else { continue };
            let site = self.site(number);
            let mut classes = Vec::new();
            let is_class = |operand: &Use| {
                let mut found = self
                    .declarers(operand.name)
                    .filter(|item| *item != number && self.may_mean(*operand, site, *item));
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
                conditional.push(number);
                operands.extend(classes.into_iter().map(|class| (class, number)));
            }
        }
        conditional.into_iter().for_each(|number| self.items[number as usize].has_condition = true);
        operands.sort_unstable();
        self.operands = operands;
    }

    /// The namespace of what an item declares.
    pub(super) fn target(&self, item: u32) -> u32 {
        let namespace = self.items[item as usize].namespace;
        match self.names(item) {
            Some(names) => self.target_of(names, namespace, |_| Vec::new()),
            None => namespace,
        }
    }

    /// The namespace of what an item in a namespace declares: for a member that is defined outside its class that of the
    /// class; any if that is not known. `others` are namespaces that have classes of a name and are not in the index.
    pub(crate) fn target_of(
        &self,
        names: &ItemNames,
        namespace: u32,
        others: impl Fn(u32) -> Vec<u32>,
    ) -> u32 {
        if names.qualifiers.is_empty() {
            return namespace;
        }
        let around = &self.namespaces[namespace as usize].path;
        let is_inside = |number: &u32| self.namespaces[*number as usize].path.starts_with(around);
        let class = names.qualifiers.iter().find(|name| !self.namespace_names.contains(name));
        let mut found: Vec<u32> = match class {
            Some(class) => {
                let is_class =
                    |item: &u32| self.names(*item).is_some_and(|names| names.qualifiers.is_empty());
                let classes = self.declarers(*class).filter(is_class);
                let classes = classes.map(|item| self.items[item as usize].namespace);
                classes.chain(others(*class)).filter(is_inside).collect()
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
        if let [only] = found[..] { only } else { NO_NAMESPACE }
    }
}
