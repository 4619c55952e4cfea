//! Tokens, lossless trees and typed syntax views of CUDA C++.
//!
//! * [`SyntaxKind`] names every token and node; it is generated from `grammar/tokens.txt`
//!   and `grammar/cpp.ungram` by `cargo xtask codegen`.
//! * [`lex`] and [`Lexer`] cut a text into tokens, trivia included.
//! * [`SyntaxNode`] and friends are `rowan` trees; [`ast`] gives typed views of them.
//! * [`Dialect`] says which words are reserved; [`Release`] is the release of the toolkit whose front end is meant.
//!
//! # Architecture invariants
//!
//! * The crate knows no CUDA meaning, no names, no files and no database.
//! * The lengths of the tokens of a text add up to the length of the text: nothing is
//!   dropped, whatever the text is.
//! * Positions are byte offsets into the text of the tree, never lines or files.
//! * White space, comments, line markers, pragmas and other directives are trivia: single
//!   tokens that the grammar never sees.
//! * A node of a tree begins and ends with a significant token (or is empty); trivia
//!   belong to the innermost node that reaches over them.

pub mod ast;
mod dialect;
mod kinds;
mod lexer;
mod outward;
mod release;
mod tree;
mod words;

pub use ast::{AstChildren, AstNode};
pub use dialect::{Dialect, HostWords, Standard, bare_attribute};
pub use kinds::{KindSet, SyntaxKind};
pub use lexer::{Lexer, SignificantTokens, Token, lex};
pub use outward::{Enclosing, Outward};
pub use release::{Release, UnknownRelease};
pub use tree::{
    CppLang, GreenNode, NodeOrToken, SyntaxElement, SyntaxElementChildren, SyntaxNode, SyntaxNodeChildren,
    SyntaxToken, TextRange, TextSize, TreeBuilder, WalkEvent, token_at, token_before, with_deep_stack,
};
pub use words::{primary_operator, words};
