//! `rowan` trees of [`SyntaxKind`]s and their builder.

use rowan::{GreenToken, Language};
use rustc_hash::FxHashMap;

use crate::SyntaxKind;

pub use rowan::{GreenNode, NodeOrToken, TextRange, TextSize, WalkEvent};

/// The language of our trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CppLang {}

impl Language for CppLang {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        SyntaxKind::from_raw(raw.0).unwrap_or(SyntaxKind::ERROR_NODE)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

/// A node of a tree with its position.
pub type SyntaxNode = rowan::SyntaxNode<CppLang>;
/// A token of a tree with its position.
pub type SyntaxToken = rowan::SyntaxToken<CppLang>;
/// A node or a token.
pub type SyntaxElement = rowan::SyntaxElement<CppLang>;
/// Children of a node that are nodes.
pub type SyntaxNodeChildren = rowan::SyntaxNodeChildren<CppLang>;
/// All children of a node.
pub type SyntaxElementChildren = rowan::SyntaxElementChildren<CppLang>;

/// The token of a tree that holds the byte at `offset`; at the end of the tree its last one.
///
/// Takes time in proportion to the depth of the token, whatever stands beside it.
pub fn token_at(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxToken> {
    let range = root.text_range();
    if offset == range.end() {
        return root.last_token();
    }
    if !range.contains(offset) {
        return None;
    }
    root.covering_element(TextRange::at(offset, TextSize::new(1))).into_token()
}

/// The token of a tree that holds the byte before `offset`; at the start of the tree its first one.
pub fn token_before(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxToken> {
    let before = u32::from(offset).saturating_sub(1).max(root.text_range().start().into());
    token_at(root, TextSize::new(before))
}

type GreenElement = NodeOrToken<GreenNode, GreenToken>;

/// Stack on which a tree of any depth can be walked by recursion. Pages that nobody touches take no memory.
const DEEP_STACK: usize = 256 * 1024 * 1024;

/// Runs what may walk deep trees by recursion, on a stack that is big enough for the deepest.
pub fn with_deep_stack<R>(walk: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(DEEP_STACK / 2, DEEP_STACK, walk)
}

/// Number of a shared token or node.
type Id = u32;
/// Not shared.
const UNSHARED: Id = u32::MAX;
/// Nodes with more children are not looked up: they hardly ever repeat.
const MAX_SHARED_CHILDREN: usize = 3;
/// Longer tokens are not looked up: they are comments and long strings.
const MAX_SHARED_TEXT: usize = 40;

/// Texts and nodes that are looked up: a tree with more, most often a table of numbers, hardly repeats any.
const MAX_SHARED: usize = 1 << 14;

/// Builds green trees bottom-up, sharing equal tokens and small equal nodes.
///
/// Unlike `rowan::GreenNodeBuilder` it never walks into finished nodes, so that building a
/// tree takes time in proportion to its size however deep it is.
#[derive(Debug, Default)]
pub struct TreeBuilder<'text> {
    tokens: FxHashMap<&'text str, (SyntaxKind, GreenToken, Id)>,
    nodes: FxHashMap<NodeKey, (GreenNode, Id)>,
    next_id: Id,
    open: Vec<(SyntaxKind, usize)>,
    depth: usize,
    children: Vec<(GreenElement, Id)>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct NodeKey {
    kind: SyntaxKind,
    children: [Id; MAX_SHARED_CHILDREN],
}

impl<'text> TreeBuilder<'text> {
    /// An empty builder.
    pub fn new() -> TreeBuilder<'text> {
        TreeBuilder::default()
    }

    /// Adds a token to the innermost open node.
    pub fn token(&mut self, kind: SyntaxKind, text: &'text str) {
        let raw = CppLang::kind_to_raw(kind);
        if text.len() > MAX_SHARED_TEXT {
            self.children.push((GreenToken::new(raw, text).into(), UNSHARED));
            return;
        }
        if self.tokens.len() >= MAX_SHARED && !self.tokens.contains_key(text) {
            self.children.push((GreenToken::new(raw, text).into(), UNSHARED));
            return;
        }
        let next_id = self.next_id;
        let entry = self.tokens.entry(text).or_insert_with(|| {
            self.next_id += 1;
            (kind, GreenToken::new(raw, text), next_id)
        });
        // One spelling has one kind, but for words that are keywords in one place only.
        let element = if entry.0 == kind {
            (entry.1.clone().into(), entry.2)
        } else {
            (GreenToken::new(raw, text).into(), UNSHARED)
        };
        self.children.push(element);
    }

    /// Opens a node.
    pub fn start_node(&mut self, kind: SyntaxKind) {
        self.open.push((kind, self.children.len()));
        self.depth = self.depth.max(self.open.len());
    }

    /// The levels of the deepest node so far.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Closes the innermost open node; without one, nothing happens.
    pub fn finish_node(&mut self) {
        let Some((kind, first)) = self.open.pop() else {
            return;
        };
        let raw = CppLang::kind_to_raw(kind);
        let children = &self.children[first..];
        let key = Self::key(kind, children);
        if let Some((node, id)) = key.as_ref().and_then(|key| self.nodes.get(key)) {
            let element = (node.clone().into(), *id);
            self.children.truncate(first);
            self.children.push(element);
            return;
        }
        let node = GreenNode::new(raw, self.children.drain(first..).map(|(element, _)| element));
        let mut id = UNSHARED;
        if let Some(key) = key.filter(|_| self.nodes.len() < MAX_SHARED) {
            id = self.next_id;
            self.next_id += 1;
            self.nodes.insert(key, (node.clone(), id));
        }
        self.children.push((node.into(), id));
    }

    fn key(kind: SyntaxKind, children: &[(GreenElement, Id)]) -> Option<NodeKey> {
        if children.len() > MAX_SHARED_CHILDREN {
            return None;
        }
        let mut ids = [UNSHARED; MAX_SHARED_CHILDREN];
        for (slot, (_, id)) in ids.iter_mut().zip(children) {
            if *id == UNSHARED {
                return None;
            }
            *slot = *id;
        }
        Some(NodeKey { kind, children: ids })
    }

    /// The tree; an empty node of kind `root` when nothing was built.
    pub fn finish(mut self, root: SyntaxKind) -> GreenNode {
        while !self.open.is_empty() {
            self.finish_node();
        }
        match self.children.pop() {
            Some((NodeOrToken::Node(node), _)) => node,
            _ => GreenNode::new(CppLang::kind_to_raw(root), std::iter::empty::<GreenElement>()),
        }
    }
}
