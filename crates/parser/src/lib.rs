//! The grammar of C++98–23, GNU and CUDA: text → lossless tree, a pure function.
//!
//! * [`parse_item`] parses one top-level declaration (or any number of them),
//!   [`parse_translation_unit`] a whole unit; both give a `TRANSLATION_UNIT` root.
//! * [`parse_statement`], [`parse_expression`] and [`parse_type_id`] parse fragments; their
//!   root is a `FRAGMENT`.
//! * [`alternate_reading`] gives the other reading of an ambiguous node.
//! * [`remarks`] gives what is to be said of a text without a tree: errors, and forms that the
//!   standard does not have ([`ExtensionKind`]).
//!
//! The shape of the trees is `crates/syntax/grammar/cpp.ungram`; typed views are in
//! `asunder_syntax::ast`. Every text gives a tree whose text is that text; errors are
//! `ERROR_NODE`s and entries of [`Parse::errors`].
//!
//! # Architecture invariants
//!
//! * A parse depends on the text and the [`Dialect`] alone: no names, no other item, no
//!   database. Nothing declared anywhere changes a tree.
//! * The grammar never backtracks. What a `<`, a `(` or a statement starts is decided by the
//!   outline of the tokens (`shapes`, `angles`), which steps over bracketed groups by their
//!   partners, so that parsing takes time in proportion to the text.
//! * Depth is bounded, never in silence: constructs nested deeper than 10,000 levels of the grammar become flat
//!   `DEEP_TOKENS` nodes (lossless) and are an error. Chains (operators, `else if`, `?:`) are read to their end
//!   whatever their length; behind 1,500 levels their parts stand side by side in a `DEEP_TOKENS`. The grammar moves
//!   to new stack segments when it needs them; code that walks trees by recursion runs on a stack for 10,000 levels
//!   (`asunder_syntax::with_deep_stack`), and [`Parse`] drops deep trees on one.
//! * Behind a token that is missing, text is skipped up to where the reference reads on: to that token, or to one that a
//!   construct around goes on at (`parser::Stops`: the `,` of a list, the `;` of a statement, a closing bracket), stepping
//!   over bracketed groups. [`SyntaxError::resumes`] is that place; without it nobody knows what the rest means.
//! * Lexing, grammar and tree building are separate: the grammar sees token kinds and says
//!   events; it never sees trivia or trees.
//!
//! # Ambiguities
//!
//! What only name lookup can decide is an ambiguous node whose child is the reading that is
//! right most often; [`alternate_reading`] gives the other. Lookup decides by what the
//! name in front is.
//!
//! | node | example | preferred | other | decided by |
//! |---|---|---|---|---|
//! | `AMBIGUOUS_STMT` | `T * x;` `T & x = y;` `T (*f)(U);` | declaration | expression | is `T` a type? |
//! | `AMBIGUOUS_STMT` | `T (x);` `T (x) = y;` `a && f(x);` | expression | declaration | is `T` a type? |
//! | `AMBIGUOUS_SUFFIX` | `T x(U);` | parameters at namespace scope, initializer in a block | the other one | is `U` a type? |
//! | `AMBIGUOUS_EXPR` around `CAST_EXPR` | `(T)(x)` | cast | call | is `T` a type? |
//! | `AMBIGUOUS_EXPR` around a parenthesised operand | `(T) - x` `(T) * x` `(T(U))(x)` | binary operator, call | cast | is `T` a type? |
//! | `AMBIGUOUS_EXPR` around a name | `f<a>(b)` `v<a> + b` | template-id | comparison | is `f` a template? |
//! | `AMBIGUOUS_TYPE_OR_EXPR` | `X<T(U)>` `X<T[N]>` `sizeof(T(U))` `sizeof(T[N])` | type in template arguments, expression elsewhere | the other one | is `T` a type? |
//!
//! Not ambiguous in structure, so one node for all meanings: `NAME_ARG` (a lone name as a
//! template argument or operand: type, template or value), `CALL_EXPR` on a name (call or
//! functional cast), `NON_TYPE_PARAM` with a named type (`C T`: a constrained type parameter
//! or a value of type `C`).
//!
//! Decided by syntax although a pathological program could mean the other: `a < b > c` with
//! an operand behind `>` is a comparison in an expression and a declaration at the start of a
//! statement; `a<b>::c` is a qualified name; `T x(y * z);` in a block is a
//! variable; `new (a) (b)` has the type `a`.

mod alternate;
mod angles;
mod error;
mod event;
mod extension;
mod grammar;
mod input;
mod lexical;
mod parser;
mod shapes;

use std::sync::Arc;

use asunder_syntax::{Dialect, GreenNode, KindSet, SyntaxKind, SyntaxNode, TreeBuilder, with_deep_stack};

pub use error::{SyntaxError, SyntaxErrorKind};
pub use extension::{Extension, ExtensionKind};

pub use alternate::{Alternate, alternate_reading, parting_offset};

use event::{Built, Event};
use input::Input;
use parser::Parser;

/// A tree and what is wrong with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parse {
    green: GreenNode,
    /// Levels of the tree.
    depth: usize,
    kinds: KindSet,
    errors: Arc<[SyntaxError]>,
    extensions: Arc<[Extension]>,
}

/// Trees of more levels are dropped on a stack of their own: a node drops its children by recursion.
const SHALLOW: usize = 2000;

impl Drop for Parse {
    fn drop(&mut self) {
        if self.depth > SHALLOW {
            let empty = TreeBuilder::new().finish(SyntaxKind::TRANSLATION_UNIT);
            let green = std::mem::replace(&mut self.green, empty);
            with_deep_stack(|| drop(green));
        }
    }
}

impl Parse {
    /// The root of the tree, at offset 0.
    pub fn syntax(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    /// The tree without positions.
    pub fn green(&self) -> &GreenNode {
        &self.green
    }

    /// Whether the text is nested too deep for a tree, which does not show all of it then.
    pub fn is_cut(&self) -> bool {
        self.errors.iter().any(|error| error.kind == SyntaxErrorKind::TooDeep)
    }

    /// The kinds of the tree's tokens and nodes.
    pub fn kinds(&self) -> &KindSet {
        &self.kinds
    }

    /// The forms ahead of the dialect's standard, in the order in which they are read.
    pub fn extensions(&self) -> &[Extension] {
        &self.extensions
    }

    /// The errors in order of their place.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }
}

/// What a text is to be read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Entry {
    Unit,
    Statements,
    Statement,
    Expression,
    TypeId,
}

/// Parses one item: a top-level declaration with the trivia around it.
pub fn parse_item(text: &str, dialect: Dialect) -> Parse {
    parse(text, dialect, Entry::Unit, &[])
}

/// Parses a whole translation unit.
pub fn parse_translation_unit(text: &str, dialect: Dialect) -> Parse {
    parse(text, dialect, Entry::Unit, &[])
}

/// Parses one statement.
pub fn parse_statement(text: &str, dialect: Dialect) -> Parse {
    parse(text, dialect, Entry::Statement, &[])
}

/// Parses a sequence of statements, such as the inside of a function's body.
pub fn parse_statements(text: &str, dialect: Dialect) -> Parse {
    parse(text, dialect, Entry::Statements, &[])
}

/// Parses an expression.
pub fn parse_expression(text: &str, dialect: Dialect) -> Parse {
    parse(text, dialect, Entry::Expression, &[])
}

/// Parses a type-id.
pub fn parse_type_id(text: &str, dialect: Dialect) -> Parse {
    parse(text, dialect, Entry::TypeId, &[])
}

/// What a part of an item is read as by [`parse_reading`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Declarations.
    Declarations,
    /// One statement.
    Statement,
    /// An expression, commas included.
    Expression,
    /// A type-id.
    TypeId,
}

/// Parses a part of an item; the ambiguities that [part](parting_offset) at the offsets `flips` are read in their
/// other way.
pub fn parse_reading(text: &str, dialect: Dialect, part: Part, flips: &[u32]) -> Parse {
    let entry = match part {
        Part::Declarations => Entry::Unit,
        Part::Statement => Entry::Statement,
        Part::Expression => Entry::Expression,
        Part::TypeId => Entry::TypeId,
    };
    parse(text, dialect, entry, flips)
}

/// What is to be said of the declarations of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Remarks {
    /// The errors of [`parse_item`] in order of their place, without those inside single tokens.
    pub errors: Vec<SyntaxError>,
    /// The forms ahead of the dialect's standard, in the order in which they are read.
    pub extensions: Vec<Extension>,
}

/// What is to be said of the declarations of a text, without a tree.
pub fn remarks(text: &str, dialect: Dialect) -> Remarks {
    let input = Input::new(text, dialect);
    run(&input, Entry::Unit, &[]).1
}

/// Parses a text; `flips` are the offsets of the ambiguities to be read in their other way.
pub(crate) fn parse(text: &str, dialect: Dialect, entry: Entry, flips: &[u32]) -> Parse {
    let input = Input::new(text, dialect);
    let (events, Remarks { mut errors, extensions }) = run(&input, entry, flips);
    let lexical = lexical::errors(&input);
    if !lexical.is_empty() {
        errors.extend(lexical);
        errors.sort_by_key(|error| error.start);
    }
    let root = match entry {
        Entry::Unit => SyntaxKind::TRANSLATION_UNIT,
        _ => SyntaxKind::FRAGMENT,
    };
    let Built { green, depth, kinds } = event::build_tree(root, events, &input);
    Parse { green, depth, kinds, errors: errors.into(), extensions: extensions.into() }
}

/// Runs the grammar over a text.
fn run(input: &Input<'_>, entry: Entry, flips: &[u32]) -> (Vec<Event>, Remarks) {
    let mut flips: Vec<usize> = flips.iter().map(|offset| input.index_at(*offset)).collect();
    flips.sort_unstable();
    let mut parser = Parser::new(input, flips);
    match entry {
        Entry::Unit => grammar::translation_unit(&mut parser),
        Entry::Statements => grammar::statements(&mut parser),
        Entry::Statement => grammar::statement(&mut parser),
        Entry::Expression => grammar::expression(&mut parser),
        Entry::TypeId => {
            grammar::type_id(&mut parser);
        }
    }
    if !parser.at_end() {
        parser.error_until(input.len(), SyntaxErrorKind::Tokens);
    }
    parser.finish()
}
