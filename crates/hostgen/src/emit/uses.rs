//! Uses of managed and built-in variables.
//!
//! ```text
//! m           (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (m)))
//! threadIdx   __device_builtin_variable_threadIdx
//! ```

use asunder_outline::{BUILTIN_VARIABLES, CudaAttribute};
use asunder_syntax::ast::{Declarator, Name, ParamDecl, SimpleDecl};
use asunder_syntax::{AstNode, SyntaxKind::*, SyntaxNode};
use rowan::{TextRange, TextSize};
use rustc_hash::FxHashMap;

use super::local_names::LocalNames;
use super::{Emitter, attributes, declarators};
use crate::context::ManagedVariable;
use crate::edit::{Edit, Piece};

/// Prefix of built-in variables in host text.
pub(super) const BUILTIN_PREFIX: &str = "__device_builtin_variable_";

impl Emitter<'_> {
    /// A name, wherever it stands.
    pub(super) fn name(&mut self, node: &SyntaxNode) {
        let Some(name) = Name::cast(node.clone()) else { return };
        if is_operand(node)
            && let Some(identifier) = name.as_ident()
            && BUILTIN_VARIABLES.contains(&identifier.text())
            && !self.locals.get_or_init(|| LocalNames::of(node)).declares(node, identifier.text())
        {
            self.edits.push(Edit::insert(node.text_range().start(), BUILTIN_PREFIX));
            return;
        }
        if self.context.managed_uses.is_empty() {
            return;
        }
        let Some(identifier) = name.last_segment().and_then(|it| it.ident()) else { return };
        if self.context.managed_uses.binary_search(&identifier.text_range().start()).is_err() {
            return;
        }
        // What looks like template arguments behind it is the other operand of a comparison.
        let variable = TextRange::new(node.text_range().start(), identifier.text_range().end());
        self.edits.push(Edit::replace(
            variable,
            [
                Piece::from("(*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), ("),
                Piece::Source(variable),
                Piece::from(")))"),
            ],
        ));
    }
}

/// A name that may mean a managed variable.
pub struct ManagedCandidate {
    /// Where its last identifier starts.
    pub at: TextSize,
    /// Whether it means one as far as its spelling and the scopes around it show.
    pub by_spelling: bool,
}

/// The operands of an item that end in the name of one of these variables.
pub fn managed_candidates(root: &SyntaxNode, variables: &[&ManagedVariable]) -> Vec<ManagedCandidate> {
    let locals = LocalNames::of(root);
    let mut by_name: FxHashMap<&str, Vec<&ManagedVariable>> = FxHashMap::default();
    for variable in variables {
        by_name.entry(&variable.name).or_default().push(variable);
    }
    let candidate = |node: SyntaxNode| {
        let is_ambiguous = is_lone_parameter(&node);
        let name = Name::cast(node.clone()).filter(|_| is_ambiguous || is_operand(&node))?;
        let identifier = name.last_segment()?.ident()?;
        let namesakes = by_name.get(identifier.text())?;
        let path = declarators::flat_text(&node, |_| false);
        let is_hidden = !name.is_qualified() && locals.declares(&node, identifier.text());
        let by_spelling = !is_hidden && !is_ambiguous && namesakes.iter().any(|it| it.is_spelled(&path));
        Some(ManagedCandidate { at: identifier.text_range().start(), by_spelling })
    };
    root.descendants().filter_map(candidate).collect()
}

/// Whether the declarator of a variable whose name stands at `name` has the managed attribute.
pub fn is_declared_managed(root: &SyntaxNode, name: TextRange) -> bool {
    let token = asunder_syntax::token_at(root, name.start());
    let declaration = token.and_then(|it| it.parent_ancestors().find_map(SimpleDecl::cast));
    declaration.is_some_and(|declaration| {
        let specifiers = declaration.decl_specifier_seq();
        let shared = specifiers.as_ref().map(attributes::of_specifiers).unwrap_or_default();
        let declarator =
            declaration.init_declarators().find(|it| it.syntax().text_range().contains_range(name));
        let own = declarator.map(|it| attributes::of_init_declarator(&it)).unwrap_or_default();
        (shared | own).contains(CudaAttribute::Managed)
    })
}

/// Whether a name is an operand of an expression.
fn is_operand(name: &SyntaxNode) -> bool {
    let Some(parent) = name.parent() else { return false };
    match parent.kind() {
        NAME_EXPR => true,
        NAME_ARG => parent
            .parent()
            .is_some_and(|it| matches!(it.kind(), SIZEOF_EXPR | ALIGNOF_EXPR | TYPEID_EXPR | TYPEOF_TYPE)),
        _ => false,
    }
}

/// Whether a name reads as the type of a parameter without a name, which may be an argument: `T x(name);`.
fn is_lone_parameter(name: &SyntaxNode) -> bool {
    let specifiers = name.parent().filter(|it| it.kind() == NAMED_TYPE).and_then(|it| it.parent());
    let parameter = specifiers
        .filter(|it| it.kind() == DECL_SPECIFIER_SEQ && it.children().count() == 1)
        .and_then(|it| it.parent())
        .and_then(ParamDecl::cast);
    parameter.is_some_and(|it| it.declarator().is_none())
}

/// Whether a name stands for a value in any way, template arguments included.
pub(super) fn is_value(name: &SyntaxNode) -> bool {
    name.parent().is_some_and(|parent| matches!(parent.kind(), NAME_EXPR | NAME_ARG))
}

/// Whether the innermost declaration of `name` around `node` declares a member of a namespace: a function, or a
/// variable that is `extern`.
pub(super) fn is_declared_in_namespace(locals: &LocalNames, node: &SyntaxNode, name: &str) -> bool {
    let declarator = locals.declaration(node, name).and_then(Declarator::cast);
    let Some(declarator) = declarator else { return false };
    let declaration = declarator.syntax().ancestors().find_map(SimpleDecl::cast);
    let specifiers = declaration.and_then(|it| it.decl_specifier_seq());
    declarators::is_function(&declarator) || declarators::has_keyword(specifiers.as_ref(), EXTERN_KW)
}
