//! Walks from a node outwards that are as cheap in deep nests as elsewhere.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::{KindSet, SyntaxKind, SyntaxNode};

/// Steps of a walk beyond which it is taken down where it leads.
const LONG: usize = 32;
/// Places that are kept at the same time.
const KEPT: usize = 1 << 14;

/// The nodes of some kinds around other nodes. A walk over many nodes of other kinds is remembered, at every
/// `LONG`th of them: of all nodes of a deep nest together the walks take time in proportion to their number.
pub struct Outward {
    kinds: KindSet,
    /// Where the walk from a node leads. It is held by the nodes themselves, so that no other tree takes their places.
    known: RefCell<FxHashMap<SyntaxNode, Option<Enclosing>>>,
}

/// A node around another one.
#[derive(Clone, Debug)]
pub struct Enclosing {
    /// The node.
    pub node: SyntaxNode,
    /// Its child that holds the other one.
    pub inner: SyntaxNode,
}

impl Outward {
    /// Walks to nodes of these kinds.
    pub fn new(kinds: &[SyntaxKind]) -> Outward {
        let mut set = KindSet::default();
        kinds.iter().for_each(|kind| set.insert(*kind));
        Outward { kinds: set, known: RefCell::default() }
    }

    /// Whether a node is of one of the kinds.
    pub fn is_sought(&self, node: &SyntaxNode) -> bool {
        self.kinds.contains(node.kind())
    }

    /// The innermost node of the kinds around `node`, itself not included.
    pub fn around(&self, node: &SyntaxNode) -> Option<Enclosing> {
        let mut inner = node.clone();
        for _ in 0..LONG {
            let outer = inner.parent()?;
            if self.is_sought(&outer) {
                return Some(Enclosing { node: outer, inner });
            }
            inner = outer;
        }
        self.far_around(inner)
    }

    /// The same where the walk so far has been a long one.
    fn far_around(&self, start: SyntaxNode) -> Option<Enclosing> {
        let mut marks = vec![start.clone()];
        let mut inner = start;
        let mut steps = 0;
        let found = loop {
            if let Some(found) = self.known.borrow().get(&inner) {
                break found.clone();
            }
            let Some(outer) = inner.parent() else { break None };
            if self.is_sought(&outer) {
                break Some(Enclosing { node: outer, inner });
            }
            inner = outer;
            steps += 1;
            if steps % LONG == 0 {
                marks.push(inner.clone());
            }
        };
        let mut known = self.known.borrow_mut();
        if known.len() + marks.len() > KEPT {
            known.clear();
        }
        known.extend(marks.into_iter().map(|mark| (mark, found.clone())));
        found
    }

    /// The nodes of the kinds around `node`, from the innermost on, itself not included.
    pub fn all_around(&self, node: &SyntaxNode) -> impl Iterator<Item = Enclosing> {
        std::iter::successors(self.around(node), |found| self.around(&found.node))
    }
}
