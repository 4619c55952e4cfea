//! Text of syntax, without its comments and line structure.

use asunder_syntax::{NodeOrToken, SyntaxNode, SyntaxToken, WalkEvent};

/// Collects the spelling of tokens: white space of any kind becomes one blank.
#[derive(Default)]
pub(super) struct Spelling {
    text: String,
    blank: bool,
}

impl Spelling {
    /// Adds text of our own, separated from what stands before it.
    pub(super) fn push(&mut self, text: &str) {
        if !self.text.is_empty() && !text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.blank = true;
    }

    /// Adds a token or notes white space.
    fn token(&mut self, token: &SyntaxToken) {
        if token.kind().is_trivia() {
            self.blank = true;
            return;
        }
        if self.blank && !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(token.text());
        self.blank = false;
    }

    /// Adds a node. `replace` may give other text for a node in it (the empty text drops it), or
    /// `None` to have it spelled as it is.
    pub(super) fn node(&mut self, node: &SyntaxNode, replace: &dyn Fn(&SyntaxNode) -> Option<String>) {
        let mut walk = node.preorder_with_tokens();
        while let Some(event) = walk.next() {
            let WalkEvent::Enter(element) = event else { continue };
            match element {
                NodeOrToken::Token(token) => self.token(&token),
                NodeOrToken::Node(inner) => {
                    if let Some(text) = replace(&inner) {
                        if !text.is_empty() {
                            self.push(&text);
                        }
                        self.blank = true;
                        walk.skip_subtree();
                    }
                }
            }
        }
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// The spelling of a node as it is.
pub(super) fn spelling(node: &SyntaxNode) -> String {
    let mut text = Spelling::default();
    text.node(node, &|_| None);
    text.finish()
}

/// The spelling of a node without any blanks: equal for equal token sequences.
pub(super) fn compact_spelling(node: &SyntaxNode) -> String {
    let tokens = node.descendants_with_tokens().filter_map(|element| element.into_token());
    tokens.filter(|token| !token.kind().is_trivia()).map(|token| token.text().to_owned()).collect()
}
