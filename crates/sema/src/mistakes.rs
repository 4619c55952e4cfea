//! Mistakes that names and types prove: identifiers that nothing declares, members that a class or namespace does not
//! have, arguments and values of wrong types.
//!
//! Only what is proven is a mistake: a lookup that met something not known gives none. Bodies of templates are not
//! looked at, nor items with errors of syntax.

use asunder_decls::item_tree;
use asunder_hir::body::FIRST_LOCAL;
use asunder_mangle::model::Ident;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextSize};

use crate::infer::{At, infer_item};
use crate::view::Sema;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// An identifier that nothing declares.
    Undeclared(Ident),
    /// A name behind `::`, `.` or `->` that the scope in front does not have.
    NoMember {
        /// What the scope is.
        scope: ScopeKind,
        /// Its qualified name; empty for the global one.
        name: String,
        /// The name that it does not have.
        member: Ident,
    },
    /// An argument that a function does not take.
    TooManyArguments,
    /// Arguments that a function needs.
    TooFewArguments,
    /// An argument of a type that the parameter does not take.
    Argument {
        /// The argument's type.
        from: String,
        /// The parameter's.
        to: String,
    },
    /// A value that does not initialize what it should.
    Initialize {
        /// The value's type.
        from: String,
        /// The variable's.
        to: String,
    },
    /// A value that cannot be assigned.
    Assign {
        /// The value's type.
        from: String,
        /// That of what it is assigned to.
        to: String,
    },
    /// A value that a function does not return.
    Return,
    /// What is assigned to or changed cannot be.
    NotModifiable,
}

/// What a scope is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ScopeKind {
    Global,
    Namespace,
    Class,
    Union,
    Enum,
}

/// A mistake and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What is wrong.
    pub mistake: Mistake,
    /// In bytes of the item's text.
    pub offset: TextSize,
    /// It stands in an initializer of the namespace: an identifier is reported once for all that follows.
    pub at_namespace_scope: bool,
}

/// Where a mistake was met.
#[derive(Clone, Debug)]
pub struct Met {
    /// What is wrong.
    pub mistake: Mistake,
    /// At which expression, or type of a declaration.
    pub at: MetAt,
}

/// The place of a mistake in a body.
#[derive(Clone, Copy, Debug)]
pub enum MetAt {
    /// A name.
    Node(At),
    /// The last character of an expression.
    EndOf(asunder_hir::body::ExprId),
    /// The type in front of the names that a statement declares.
    TypeOf(asunder_hir::body::StmtId),
}

/// The mistakes of an item, in the order of its text.
#[salsa::tracked(returns(ref))]
pub fn mistakes(db: &dyn salsa::Database, source: SourceText, item: u32, dialect: Dialect) -> Vec<Found> {
    let sema = Sema::new(db, source, dialect);
    let text = sema.names().item_text(item);
    if !item_tree(db, text).errors().is_empty() {
        return Vec::new();
    }
    let map = asunder_hir::source_map(db, text);
    let mut found = Vec::new();
    for inferred in infer_item(&sema, item) {
        // Members of local classes see the names of the function around them, which are not all known there.
        if inferred.owner.local.0 >= FIRST_LOCAL {
            continue;
        }
        let Some(places) = map.bodies.get(inferred.body as usize) else { continue };
        let owner = sema.decl(inferred.owner);
        let at_namespace_scope = owner.parent.is_none() && sema.function_expr(inferred.owner).is_none();
        for met in &inferred.tree.mistakes {
            let offset = match met.at {
                MetAt::Node(At::Start(expr)) => places.range(expr).start(),
                MetAt::Node(At::Point(expr)) => places.at(expr),
                MetAt::Node(At::Tail(expr, length)) => places.range(expr).end() - TextSize::new(length),
                MetAt::Node(At::None) => continue,
                MetAt::EndOf(expr) => places.range(expr).end() - TextSize::new(1),
                MetAt::TypeOf(statement) => {
                    let Mistake::Undeclared(name) = &met.mistake else { continue };
                    let Some(range) = places.stmts.get(statement.0 as usize) else { continue };
                    match word(&text.text(db)[*range], name) {
                        Some(offset) => range.start() + TextSize::new(offset as u32),
                        None => continue,
                    }
                }
            };
            found.push(Found { mistake: met.mistake.clone(), offset, at_namespace_scope });
        }
    }
    found.sort_by_key(|found| found.offset);
    found.dedup();
    found
}

/// Where a word stands first in a text.
fn word(text: &str, name: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .map(|(at, _)| at)
        .find(|at| !text[..*at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part))
}
