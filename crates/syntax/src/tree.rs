//! `rowan` trees of [`SyntaxKind`]s and their builder.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

use rowan::{GreenToken, Language};
use rustc_hash::FxHashMap;

use crate::{KindSet, SyntaxKind};

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

/// Stack on which a tree of any depth can be walked by recursion. Pages that are not touched take no memory.
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
const MAX_SHARED_CHILDREN: usize = 6;
/// Longer tokens and nodes are not looked up: they are comments, long strings and whole declarations. A bound on what
/// nodes hold is one on their depth.
const MAX_SHARED_TEXT: usize = 48;
/// Tokens, and nodes, that are kept for the trees to come.
const MAX_SHARED: usize = 1 << 11;

/// Tokens and small nodes that trees of this thread have in common: `int`, `(int *p)`, `__attribute__((device))`.
#[derive(Default)]
struct Shared {
    /// The token of each kind that was met last: most kinds have one spelling.
    last: Vec<Option<(GreenToken, Id)>>,
    tokens: FxHashMap<TokenText, (SyntaxKind, Id)>,
    nodes: FxHashMap<NodeKey, (GreenNode, Id)>,
    next_id: Id,
}

thread_local! {
    static SHARED: RefCell<Shared> = RefCell::default();
}

/// A token that is looked up by its text.
struct TokenText(GreenToken);

impl Borrow<str> for TokenText {
    fn borrow(&self) -> &str {
        self.0.text()
    }
}

impl Hash for TokenText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.text().hash(state);
    }
}

impl PartialEq for TokenText {
    fn eq(&self, other: &TokenText) -> bool {
        self.0.text() == other.0.text()
    }
}

impl Eq for TokenText {}

#[derive(Debug, PartialEq, Eq, Hash)]
struct NodeKey {
    kind: SyntaxKind,
    children: [Id; MAX_SHARED_CHILDREN],
}

impl Shared {
    fn token(&mut self, kind: SyntaxKind, text: &str) -> (GreenToken, Id) {
        let raw = CppLang::kind_to_raw(kind);
        if text.len() > MAX_SHARED_TEXT {
            return (GreenToken::new(raw, text), UNSHARED);
        }
        let slot = kind as usize;
        if let Some(Some((known, id))) = self.last.get(slot)
            && known.text() == text
        {
            return (known.clone(), *id);
        }
        let (token, id) = self.find_token(kind, text);
        if id != UNSHARED {
            if self.last.len() <= slot {
                self.last.resize(slot + 1, None);
            }
            self.last[slot] = Some((token.clone(), id));
        }
        (token, id)
    }

    fn find_token(&mut self, kind: SyntaxKind, text: &str) -> (GreenToken, Id) {
        let raw = CppLang::kind_to_raw(kind);
        if let Some((known, (its_kind, id))) = self.tokens.get_key_value(text) {
            // One spelling has one kind, but for words that are keywords in one place only.
            return match *its_kind == kind {
                true => (known.0.clone(), *id),
                false => (GreenToken::new(raw, text), UNSHARED),
            };
        }
        let token = GreenToken::new(raw, text);
        let id = self.number();
        self.tokens.insert(TokenText(token.clone()), (kind, id));
        (token, id)
    }

    fn node(
        &mut self,
        kind: SyntaxKind,
        children: &[(GreenElement, Id)],
    ) -> Result<(GreenNode, Id), Option<NodeKey>> {
        let key = NodeKey::of(kind, children);
        match key.as_ref().and_then(|key| self.nodes.get(key)) {
            Some((node, id)) => Ok((node.clone(), *id)),
            None => Err(key),
        }
    }

    fn keep(&mut self, key: NodeKey, node: &GreenNode) -> Id {
        let id = self.number();
        self.nodes.insert(key, (node.clone(), id));
        id
    }

    /// The next number. When there is no room, all is forgotten, but no number is used again; when there are no
    /// numbers left, nothing more is shared.
    fn number(&mut self) -> Id {
        if self.tokens.len() >= MAX_SHARED || self.nodes.len() >= MAX_SHARED {
            self.tokens.clear();
            self.nodes.clear();
        }
        let id = self.next_id;
        self.next_id = id.saturating_add(1);
        id
    }
}

impl NodeKey {
    /// The key of a node that is looked up.
    fn of(kind: SyntaxKind, children: &[(GreenElement, Id)]) -> Option<NodeKey> {
        if children.len() > MAX_SHARED_CHILDREN {
            return None;
        }
        let mut ids = [UNSHARED; MAX_SHARED_CHILDREN];
        let mut length = 0;
        for (slot, (child, id)) in ids.iter_mut().zip(children) {
            length += match child {
                NodeOrToken::Node(node) => usize::from(node.text_len()),
                NodeOrToken::Token(token) => usize::from(token.text_len()),
            };
            if *id == UNSHARED || length > MAX_SHARED_TEXT {
                return None;
            }
            *slot = *id;
        }
        Some(NodeKey { kind, children: ids })
    }
}

/// Builds green trees bottom-up, sharing equal tokens and small equal nodes, also with trees that were built before.
///
/// Unlike `rowan::GreenNodeBuilder` it never walks into finished nodes, so that building a
/// tree takes time in proportion to its size however deep it is.
pub struct TreeBuilder {
    open: Vec<(SyntaxKind, usize)>,
    depth: usize,
    kinds: KindSet,
    children: Vec<(GreenElement, Id)>,
    /// What this thread's trees have in common, taken for as long as this one is built.
    shared: Shared,
}

impl Default for TreeBuilder {
    fn default() -> TreeBuilder {
        TreeBuilder {
            open: Vec::new(),
            depth: 0,
            kinds: KindSet::default(),
            children: Vec::new(),
            shared: SHARED.take(),
        }
    }
}

impl TreeBuilder {
    /// An empty builder.
    pub fn new() -> TreeBuilder {
        TreeBuilder::default()
    }

    /// Adds a token to the innermost open node.
    pub fn token(&mut self, kind: SyntaxKind, text: &str) {
        self.kinds.insert(kind);
        let (token, id) = self.shared.token(kind, text);
        self.children.push((token.into(), id));
    }

    /// Opens a node.
    pub fn start_node(&mut self, kind: SyntaxKind) {
        self.kinds.insert(kind);
        self.open.push((kind, self.children.len()));
        self.depth = self.depth.max(self.open.len());
    }

    /// The levels of the deepest node so far.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The kinds of all tokens and nodes so far.
    pub fn kinds(&self) -> KindSet {
        self.kinds
    }

    /// Closes the innermost open node; without one, nothing happens.
    pub fn finish_node(&mut self) {
        let Some((kind, first)) = self.open.pop() else {
            return;
        };
        let known = self.shared.node(kind, &self.children[first..]);
        let (node, id) = match known {
            Ok(known) => {
                self.children.truncate(first);
                known
            }
            Err(key) => {
                let children = self.children.drain(first..).map(|(element, _)| element);
                let node = GreenNode::new(CppLang::kind_to_raw(kind), children);
                let id = key.map_or(UNSHARED, |key| self.shared.keep(key, &node));
                (node, id)
            }
        };
        self.children.push((node.into(), id));
    }

    /// The tree; an empty node of kind `root` when nothing was built.
    pub fn finish(mut self, root: SyntaxKind) -> GreenNode {
        while !self.open.is_empty() {
            self.finish_node();
        }
        SHARED.set(std::mem::take(&mut self.shared));
        match self.children.pop() {
            Some((NodeOrToken::Node(node), _)) => node,
            _ => GreenNode::new(CppLang::kind_to_raw(root), std::iter::empty::<GreenElement>()),
        }
    }
}
