//! Which reading of an ambiguous piece of syntax is meant ([dcl.ambig.res], [stmt.ambig]).
//!
//! Trees keep the ambiguity; the name that decides is looked up here.

use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, ast};

use crate::names::Names;
use crate::scope::Lookup;
use crate::uses::Meaning;
use crate::written::{DeclKind, TemplateParamKind};

/// What the name that decides an ambiguity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// A type: a declaration, a parameter list, a cast, a type argument.
    Type,
    /// A value: an expression, an initializer, a value argument.
    Value,
    /// A template: `<` opens its arguments.
    Template,
    /// Not known.
    Unknown,
}

impl<'db> Names<'db> {
    /// What the name is that decides how the ambiguous `node` of item `item` is read.
    pub fn reading(&self, item: u32, node: &SyntaxNode) -> Reading {
        self.nested(Reading::Unknown, || match deciding_name(node) {
            Some(token) => self.reading_of(item, &token),
            None if node.kind() == SyntaxKind::AMBIGUOUS_SUFFIX => Reading::Type,
            None => Reading::Unknown,
        })
    }

    fn reading_of(&self, item: u32, token: &SyntaxToken) -> Reading {
        match self.meaning(item, token) {
            Meaning::Local(range) => local_reading(token, range),
            Meaning::Outer(Lookup::Found(members)) => {
                let readings = members.iter().map(|member| {
                    let decl = self.decl(member.decl);
                    match &decl.kind {
                        DeclKind::Class(_) | DeclKind::Typedef(_)
                            if !decl.templates.is_empty() && !member.injected =>
                        {
                            Reading::Template
                        }
                        DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Typedef(_) => Reading::Type,
                        DeclKind::Function { .. } | DeclKind::Variable { .. }
                            if !decl.templates.is_empty() =>
                        {
                            Reading::Template
                        }
                        DeclKind::Function { .. }
                        | DeclKind::Variable { .. }
                        | DeclKind::Enumerator { .. } => Reading::Value,
                        _ => Reading::Unknown,
                    }
                });
                agreed(readings)
            }
            Meaning::Outer(Lookup::Param(parameter)) => {
                match &self.decl(parameter.template).templates[parameter.header].params[parameter.index].kind
                {
                    TemplateParamKind::Type(_) => Reading::Type,
                    TemplateParamKind::Value(..) => Reading::Value,
                    TemplateParamKind::Template(_) => Reading::Template,
                }
            }
            _ => Reading::Unknown,
        }
    }
}

/// The reading that all agree on; a class hidden by a function or variable does not count
/// ([basic.scope.hiding]/2).
fn agreed(readings: impl Iterator<Item = Reading>) -> Reading {
    let mut answer = None;
    for reading in readings {
        answer = match (answer, reading) {
            (None, reading) => Some(reading),
            (Some(known), reading) if known == reading => Some(known),
            (Some(Reading::Type), Reading::Value) | (Some(Reading::Value), Reading::Type) => {
                Some(Reading::Value)
            }
            _ => return Reading::Unknown,
        };
    }
    answer.unwrap_or(Reading::Unknown)
}

/// The identifier whose meaning decides. `int f(int(a), U);`: what may be a parameter of a built-in type is one
/// ([dcl.ambig.res]/1), whatever `a` is.
fn deciding_name(node: &SyntaxNode) -> Option<SyntaxToken> {
    let name = match node.kind() {
        SyntaxKind::AMBIGUOUS_SUFFIX => {
            let parts = node.first_child()?.descendants().find(|it| is_list(it.kind()))?.children();
            let mut named = parts.filter(|part| !starts_with_built_in(part));
            named.find_map(|part| part.descendants().find_map(ast::Name::cast))?
        }
        _ => node.descendants().find_map(ast::Name::cast)?,
    };
    name.last_segment()?.ident()
}

fn is_list(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::PARAM_LIST | SyntaxKind::PAREN_INITIALIZER)
}

/// Whether a parameter, or an expression that may be one, starts with a built-in type.
pub(crate) fn starts_with_built_in(part: &SyntaxNode) -> bool {
    let first = part.first_token().and_then(|token| token.parent());
    first.is_some_and(|node| node.kind() == SyntaxKind::BUILTIN_TYPE)
}

/// What a local declaration at `range` of the tree of `token` declares.
fn local_reading(token: &SyntaxToken, range: TextRange) -> Reading {
    let declared =
        token.parent_ancestors().last().and_then(|root| asunder_syntax::token_at(&root, range.start()));
    let Some(declared) = declared else { return Reading::Unknown };
    for node in declared.parent_ancestors() {
        match node.kind() {
            SyntaxKind::CLASS_SPECIFIER
            | SyntaxKind::ENUM_SPECIFIER
            | SyntaxKind::ALIAS_DECL
            | SyntaxKind::TYPE_PARAM => return Reading::Type,
            SyntaxKind::ENUMERATOR
            | SyntaxKind::PARAM_DECL
            | SyntaxKind::CONDITION_DECL
            | SyntaxKind::RANGE_DECL => {
                return Reading::Value;
            }
            SyntaxKind::SIMPLE_DECL => {
                let is_typedef =
                    node.descendants_with_tokens().any(|part| part.kind() == SyntaxKind::TYPEDEF_KW);
                return if is_typedef { Reading::Type } else { Reading::Value };
            }
            SyntaxKind::COMPOUND_STMT => return Reading::Unknown,
            _ => {}
        }
    }
    Reading::Unknown
}
