//! Execution spaces as written, on lambdas and on functions.

use asunder_decls::written::Spaces;
use asunder_syntax::ast::{DeclSpecifierSeq, Declarator, Expr, GnuAttributes, LambdaAnnotation, LambdaExpr};
use asunder_syntax::{AstNode, SyntaxKind, TextRange, WalkEvent};

/// Whether a function with these attributes is compiled for the host as it stands.
pub(super) fn has_host_body(spaces: Spaces) -> bool {
    !spaces.global && (spaces.host || !spaces.device)
}

/// The execution spaces of a function declared by these parts; those of its parameters do not count.
pub(super) fn spaces_of_function(
    specifiers: Option<&DeclSpecifierSeq>,
    declarator: Option<&Declarator>,
) -> Spaces {
    let mut spaces = Spaces::default();
    let nodes = specifiers.map(AstNode::syntax).into_iter().chain(declarator.map(AstNode::syntax));
    for node in nodes {
        let mut walk = node.preorder();
        while let Some(event) = walk.next() {
            let WalkEvent::Enter(inner) = event else { continue };
            if matches!(inner.kind(), SyntaxKind::PARAM_LIST | SyntaxKind::CLASS_SPECIFIER) {
                walk.skip_subtree();
            } else if let Some(attributes) = GnuAttributes::cast(inner) {
                add_spaces(&mut spaces, &attributes);
            }
        }
    }
    spaces
}

/// Adds the execution spaces among the attributes.
fn add_spaces(spaces: &mut Spaces, attributes: &GnuAttributes) {
    for attribute in attributes.attributes() {
        spaces.host |= attribute.is_named("host");
        spaces.device |= attribute.is_named("device");
        spaces.global |= attribute.is_named("global");
    }
}

/// What stands between the introducer of a lambda and its parameters.
#[derive(Debug, Default)]
pub(super) struct Annotations {
    /// `host` and `device`; other execution spaces mean nothing on a lambda.
    pub(super) spaces: Spaces,
    /// Operand of `__nv_parent`.
    pub(super) parent: Option<Expr>,
    /// What no host compiler reads there.
    pub(super) dropped: Vec<TextRange>,
}

impl Annotations {
    pub(super) fn of(lambda: &LambdaExpr) -> Annotations {
        let mut result = Annotations::default();
        for annotation in lambda.annotations() {
            match annotation {
                LambdaAnnotation::GnuAttributes(attributes) => {
                    add_spaces(&mut result.spaces, &attributes);
                    result.dropped.push(attributes.syntax().text_range());
                }
                LambdaAnnotation::NvParent(parent) => {
                    result.parent = parent.expr();
                    result.dropped.push(parent.syntax().text_range());
                }
                LambdaAnnotation::StdAttributes(_) | LambdaAnnotation::AlignasSpecifier(_) => {}
            }
        }
        result
    }
}
