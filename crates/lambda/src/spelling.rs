//! Text of syntax, without its comments and line structure.

use asunder_syntax::{NodeOrToken, SyntaxNode, SyntaxToken, WalkEvent};

/// Collects the spelling of tokens: white space of any kind becomes one blank.
#[derive(Default)]
pub(super) struct Spelling {
    text: String,
    blank: bool,
}

/// Whether a character can be part of a word.
fn is_word(character: char) -> bool {
    character == '_' || character == '$' || character.is_alphanumeric()
}

impl Spelling {
    /// Adds text; a blank stands before it where white space was seen or words would run together.
    pub(super) fn push(&mut self, text: &str) {
        let Some(first) = text.chars().next() else { return };
        let last = self.text.chars().last();
        if last.is_some_and(|last| self.blank || (is_word(last) && is_word(first))) {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.blank = false;
    }

    /// Adds a token or notes white space.
    fn token(&mut self, token: &SyntaxToken) {
        if token.kind().is_trivia() {
            self.blank = true;
        } else {
            self.push(token.text());
        }
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
                        self.push(&text);
                        walk.skip_subtree();
                    }
                }
            }
        }
    }

    /// Notes that what follows is a word of its own.
    pub(super) fn separate(&mut self) {
        self.blank = true;
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
