//! Where the parts of bodies stand.
//!
//! Kept apart from the bodies, for positions change with texts that mean the same. All places are bytes of the
//! item's text.
//!
//! The *place* of an expression is the one at which the reference reports it:
//!
//! | expression | place |
//! |---|---|
//! | infix operator, assignment, `,`, `.*`, `?:`, postfix `++` | the operator |
//! | prefix operator | the operator, which is its start |
//! | `a.n`, `a->n` | the `.` or `->` |
//! | `a[i]`, `f(x)`, `f<<<c>>>(x)` | the `[`, the `(`, the `(` of the arguments |
//! | name | its last identifier, behind all qualifiers: the place of a function without template arguments. Variables, members of `*this` and functions with template arguments have that of the start of the name |
//! | everything else | its start: literals, casts, `sizeof`, `new`, `throw`, lambdas |

use asunder_decls::written::{LocalId, Path};
use asunder_syntax::{AstNode, NodeOrToken, SyntaxNode, TextRange, TextSize, ast};
use rustc_hash::FxHashMap;

use crate::body::{ExprId, LambdaId, StmtId};

/// Where the parts of all bodies of an item stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemSourceMap {
    /// One for each body of [`ItemBodies::bodies`](crate::body::ItemBodies::bodies).
    pub bodies: Vec<BodySourceMap>,
    /// The name of each declaration of [`ItemBodies::locals`](crate::body::ItemBodies::locals); of a class or
    /// enumeration without one its class-key.
    pub locals: Vec<TextRange>,
    /// The names of structured bindings, those of blocks and of the item.
    pub bindings: FxHashMap<LocalId, Vec<TextRange>>,
}

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExprPlace {
    /// All of it.
    pub range: TextRange,
    /// The place by which it is known (see the module's table).
    pub at: TextSize,
}

/// Where the parts of one body stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodySourceMap {
    /// The expressions, by number.
    pub exprs: Vec<ExprPlace>,
    /// The statements, by number.
    pub stmts: Vec<TextRange>,
    /// The lambdas, by number.
    pub lambdas: Vec<LambdaPlaces>,
    /// The names of the parameters of a function (where there is none, its declaration).
    pub params: Vec<TextRange>,
    /// The names of member initializers.
    pub initializers: Vec<TextRange>,
    /// Where the last part of the name of each [`Expr::Member`](crate::body::Expr::Member) starts.
    pub members: FxHashMap<ExprId, TextSize>,
    /// For each handler, by its block, the name that it declares or else its declaration.
    pub handlers: FxHashMap<StmtId, TextRange>,
}

/// Where the parts of a lambda stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LambdaPlaces {
    /// The captures, in the order of [`Lambda::captures`](crate::body::Lambda::captures).
    pub captures: Vec<TextRange>,
    /// The names of the parameters (where there is none, the declaration).
    pub params: Vec<TextRange>,
}

impl BodySourceMap {
    /// All of an expression; nothing for one that is not written.
    pub fn range(&self, id: ExprId) -> TextRange {
        self.exprs.get(id.0 as usize).map(|place| place.range).unwrap_or_default()
    }

    /// The place by which an expression is known.
    pub fn at(&self, id: ExprId) -> TextSize {
        self.exprs.get(id.0 as usize).map(|place| place.at).unwrap_or_default()
    }

    /// Where the last part of the name starts that an expression is or, behind `.` and `->`, ends with.
    pub fn name(&self, id: ExprId) -> TextSize {
        self.members.get(&id).copied().unwrap_or_else(|| self.at(id))
    }

    /// All of a statement.
    pub fn stmt(&self, id: StmtId) -> TextRange {
        self.stmts[id.0 as usize]
    }

    /// The parts of a lambda.
    pub fn lambda(&self, id: LambdaId) -> &LambdaPlaces {
        &self.lambdas[id.0 as usize]
    }

    /// The expressions that hold the byte at `offset`, the innermost first. Where a text reads in two ways, those of
    /// both readings are among them.
    pub fn exprs_at(&self, offset: TextSize) -> Vec<ExprId> {
        let mut found: Vec<ExprId> =
            (0..self.exprs.len() as u32).map(ExprId).filter(|id| self.range(*id).contains(offset)).collect();
        // Operands have smaller numbers than what they are operands of.
        found.sort_by_key(|id| (self.range(*id).len(), *id));
        found
    }
}

/// Where the parts of the first name start that is written as `path` within `range` of the tree `root`: names in types
/// and template arguments, of which source maps have no places.
pub fn name_places(root: &SyntaxNode, range: TextRange, path: &Path) -> Option<Vec<TextSize>> {
    let around = match root.covering_element(range.intersect(root.text_range())?) {
        NodeOrToken::Node(node) => node,
        NodeOrToken::Token(token) => token.parent()?,
    };
    let names = around.descendants().filter(|node| range.contains_range(node.text_range()));
    let mut names = names.filter_map(ast::Name::cast);
    let name = names.find(|name| asunder_decls::lower::lower_name(name).as_ref() == Some(path))?;
    let parts = name.syntax().children_with_tokens().filter(|part| match part {
        NodeOrToken::Node(_) => true,
        NodeOrToken::Token(token) => token.kind().is_identifier(),
    });
    Some(parts.map(|part| part.text_range().start()).collect())
}

impl ItemSourceMap {
    /// The bodies in which something stands at `offset`, by their places in
    /// [`ItemBodies::bodies`](crate::body::ItemBodies::bodies).
    pub fn bodies_at(&self, offset: TextSize) -> impl Iterator<Item = usize> {
        let holds = move |body: &BodySourceMap| {
            body.exprs.iter().any(|place| place.range.contains(offset))
                || body.stmts.iter().any(|range| range.contains(offset))
        };
        self.bodies.iter().enumerate().filter(move |(_, body)| holds(body)).map(|(index, _)| index)
    }
}
