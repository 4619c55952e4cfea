//! Execution spaces as written, on lambdas and on functions.

use asunder_syntax::ast::{DeclSpecifierSeq, Declarator, Expr, GnuAttributes, LambdaAnnotation, LambdaExpr};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, WalkEvent};

/// Execution-space attributes of a declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spaces {
    /// `__host__`
    pub host: bool,
    /// `__device__`
    pub device: bool,
    /// `__global__`
    pub global: bool,
}

impl Spaces {
    /// The attributes of both declarations of one entity.
    pub fn union(self, other: Spaces) -> Spaces {
        Spaces {
            host: self.host || other.host,
            device: self.device || other.device,
            global: self.global || other.global,
        }
    }

    /// Whether a function with these attributes is compiled for the host as it stands.
    pub fn has_host_body(self) -> bool {
        !self.global && (self.host || !self.device)
    }

    fn add(&mut self, attributes: &GnuAttributes) {
        for attribute in attributes.attributes() {
            self.host |= attribute.is_named("host");
            self.device |= attribute.is_named("device");
            self.global |= attribute.is_named("global");
        }
    }

    /// The attributes of a function declared by these parts; those of its parameters do not count.
    pub fn of_function(specifiers: Option<&DeclSpecifierSeq>, declarator: Option<&Declarator>) -> Spaces {
        let mut spaces = Spaces::default();
        let nodes = specifiers.map(AstNode::syntax).into_iter().chain(declarator.map(AstNode::syntax));
        for node in nodes {
            spaces.add_attributes_in(node);
        }
        spaces
    }

    fn add_attributes_in(&mut self, node: &SyntaxNode) {
        let mut walk = node.preorder();
        while let Some(event) = walk.next() {
            let WalkEvent::Enter(inner) = event else { continue };
            if matches!(inner.kind(), SyntaxKind::PARAM_LIST | SyntaxKind::CLASS_SPECIFIER) {
                walk.skip_subtree();
            } else if let Some(attributes) = GnuAttributes::cast(inner) {
                self.add(&attributes);
            }
        }
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
                    result.spaces.add(&attributes);
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
