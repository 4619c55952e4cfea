//! Events: what the grammar says, and the tree made of it.

use asunder_syntax::{GreenNode, KindSet, SyntaxKind, TreeBuilder};

use crate::input::Input;

/// One step of building a tree.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Event {
    /// Opens a node. `forward` is the distance to the event that opens a node around this
    /// one (0: none), for nodes that are found to be needed after their first child.
    Start { kind: SyntaxKind, forward: u32 },
    /// Closes the innermost node.
    Finish,
    /// The next `count` significant tokens as one token of this kind.
    Token { kind: SyntaxKind, count: u8 },
}

/// A tree as it is built.
pub(crate) struct Built {
    pub(crate) green: GreenNode,
    /// Its levels.
    pub(crate) depth: usize,
    /// The kinds of its tokens and nodes.
    pub(crate) kinds: KindSet,
}

/// Replays events. Trivia go to the innermost open node that goes on behind them.
pub(crate) fn build_tree(root: SyntaxKind, mut events: Vec<Event>, input: &Input<'_>) -> Built {
    let mut sink = Sink { input, builder: TreeBuilder::new(), raw: 0, significant: 0, offset: 0 };
    sink.builder.start_node(root);
    // Nodes that open before the next token.
    let mut pending: Vec<SyntaxKind> = Vec::new();
    let mut chain: Vec<SyntaxKind> = Vec::new();
    for index in 0..events.len() {
        match events[index] {
            Event::Start { kind: SyntaxKind::TOMBSTONE, forward: 0 } => {}
            Event::Start { kind, forward } => {
                chain.push(kind);
                let mut at = index;
                let mut forward = forward;
                while forward != 0 {
                    at += forward as usize;
                    let Event::Start { kind, forward: next } = events[at] else {
                        break;
                    };
                    chain.push(kind);
                    // Taken here, not when its turn comes.
                    events[at] = Event::Start { kind: SyntaxKind::TOMBSTONE, forward: 0 };
                    forward = next;
                }
                pending.extend(chain.drain(..).rev().filter(|&kind| kind != SyntaxKind::TOMBSTONE));
            }
            Event::Finish => {
                pending.drain(..).for_each(|kind| sink.builder.start_node(kind));
                sink.builder.finish_node();
            }
            Event::Token { kind, count } => {
                sink.trivia(sink.input.raw_index(sink.significant));
                let names_attribute = pending.last() == Some(&SyntaxKind::ATTRIBUTE_NAME);
                pending.drain(..).for_each(|kind| sink.builder.start_node(kind));
                sink.token(kind, usize::from(count), names_attribute);
            }
        }
    }
    sink.trivia(input.raw.len());
    let (depth, kinds) = (sink.builder.depth(), sink.builder.kinds());
    Built { green: sink.builder.finish(root), depth, kinds }
}

struct Sink<'i, 't> {
    input: &'i Input<'t>,
    builder: TreeBuilder,
    /// Number of tokens, of significant tokens and of bytes that are in the tree.
    raw: usize,
    significant: usize,
    offset: usize,
}

impl Sink<'_, '_> {
    /// Adds all tokens before number `end`.
    fn trivia(&mut self, end: usize) {
        while self.raw < end {
            let token = self.input.raw[self.raw];
            let next = self.offset + token.len as usize;
            self.builder.token(token.kind, &self.input.text[self.offset..next]);
            self.offset = next;
            self.raw += 1;
        }
    }

    /// Adds the next `count` tokens as one. The name of an attribute that the front end does not know is trivia.
    fn token(&mut self, kind: SyntaxKind, count: usize, names_attribute: bool) {
        let glued = &self.input.raw[self.raw..self.raw + count];
        let len: u32 = glued.iter().map(|token| token.len).sum();
        let next = self.offset + len as usize;
        let text = &self.input.text[self.offset..next];
        let is_hidden = names_attribute && self.input.hides_attribute(text);
        self.builder.token(if is_hidden { SyntaxKind::COMMENT } else { kind }, text);
        self.offset = next;
        self.raw += count;
        self.significant += count;
    }
}
