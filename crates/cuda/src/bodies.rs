//! Pieces of function bodies: in which execution space they are, and what their names find in them.

use asunder_decls::local::{LocalBinding, local_binding};
use asunder_decls::names::DeclRef;
use asunder_decls::written::Spaces;
use asunder_outline::CudaAttribute;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, ast};

use crate::attributes::{Applied, applied_in};
use crate::check::Check;
use crate::declared;
use crate::redeclaration::may_be_redeclared;

/// The function that a body belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// It runs on the host, perhaps among others.
    pub(crate) host: bool,
    /// It runs on the device, perhaps among others.
    pub(crate) device: bool,
    /// A template parameter list stands in front of the function itself.
    pub(crate) is_template: bool,
    /// It is a member of a class template.
    pub(crate) in_class_template: bool,
}

/// The innermost function around `node`; `None` where its space is not known.
pub(crate) fn body_around(check: &Check<'_>, node: &SyntaxNode) -> Option<Body> {
    let mut in_lambda = false;
    for outer in node.ancestors().skip(1) {
        match outer.kind() {
            SyntaxKind::LAMBDA_EXPR => {
                in_lambda = true;
                let attributes = applied_in(&outer);
                // Without the flag annotations are errors, and say nothing.
                let annotated = annotated(&attributes).filter(|_| check.settings.extended_lambda);
                if let Some((host, device)) = annotated {
                    return Some(Body { host, device, is_template: false, in_class_template: false });
                }
            }
            SyntaxKind::FUNCTION_DEF => return of_function(check, &outer),
            _ => {}
        }
    }
    // A lambda outside functions is host code.
    let of_namespace = Body { host: true, device: false, is_template: false, in_class_template: false };
    in_lambda.then_some(of_namespace)
}

/// The declaration that a name used at `token` finds in the function around it.
pub(crate) fn local_declaration(token: &SyntaxToken) -> Option<SyntaxToken> {
    let node = token.parent()?;
    match local_binding(token.text(), &node, token.text_range().start()) {
        LocalBinding::Found(range) => {
            let root = token.parent_ancestors().last()?;
            asunder_syntax::token_at(&root, range.start())
        }
        _ => None,
    }
}

/// What the spaces among attributes say: on the host, on the device; `None` when there are none.
fn annotated(attributes: &[Applied]) -> Option<(bool, bool)> {
    let has = |wanted: &[CudaAttribute]| {
        attributes.iter().any(|it| it.is_valid() && it.cuda().is_some_and(|it| wanted.contains(&it)))
    };
    let host = has(&[CudaAttribute::Host]);
    let is_kernel = has(&[CudaAttribute::Global, CudaAttribute::TileGlobal]);
    let device = is_kernel || has(&[CudaAttribute::Device, CudaAttribute::Tile]);
    // A kernel cannot be marked for the host: it counts as the host's then.
    (host || device).then_some((host, device && !(host && is_kernel)))
}

fn of_function(check: &Check<'_>, function: &SyntaxNode) -> Option<Body> {
    let record = declared::of_node(check, function)?;
    let parent = function.parent();
    let is_template = parent.as_ref().is_some_and(|it| it.kind() == SyntaxKind::TEMPLATE_DECL);
    let headers = function.ancestors().filter(|it| it.kind() == SyntaxKind::TEMPLATE_DECL).count();
    let in_class_template = headers > usize::from(is_template) || is_template && is_qualified(&record);
    let (mut host, mut device) = annotated(&record.attributes).unwrap_or((true, false));
    let takes_more = |decl: DeclRef| {
        let written = check.decl(decl);
        let is_specialization = written.templates.iter().any(|header| header.params.is_empty());
        is_specialization || may_be_redeclared(check, decl)
    };
    if let Some(decl) = record.decl.filter(|decl| takes_more(*decl)) {
        let Spaces { host: h, device: d, global, .. } = check.names().spaces_before(decl, check.item)?;
        device = d || global && !h;
        host = h || !device;
    }
    Some(Body { host, device, is_template, in_class_template })
}

/// `S<T>::f`: the header in front of it is that of the class.
fn is_qualified(record: &declared::Declared) -> bool {
    let name: Option<ast::Name> = record.declarator.declared_name();
    name.is_some_and(|name| name.segments().count() > 1 && name.syntax().kind() == SyntaxKind::NAME)
}
