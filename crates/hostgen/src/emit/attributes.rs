//! CUDA attributes of declarations, and their removal.

use asunder_outline::{CudaAttribute, CudaAttributes};
use asunder_syntax::ast::{Attribute, DeclSpecifierSeq, Declarator, InitDeclarator, StdAttributes};
use asunder_syntax::{AstNode, SyntaxKind::*, SyntaxNode};

use super::Emitter;
use crate::edit::{Edit, Piece};

/// The CUDA attribute that `attribute` is, in a list of GNU attributes or of `[[…]]` under `using`.
fn cuda_attribute(attribute: &Attribute, gnu: bool) -> Option<CudaAttribute> {
    let name = attribute.name()?;
    let scoped = name.namespace().is_some_and(|scope| matches!(scope.text(), "gnu" | "__gnu__"));
    if !gnu && !scoped {
        return None;
    }
    CudaAttribute::from_name(name.word()?.text())
}

/// Whether the names in this attribute specifier are GNU attributes without saying so.
fn has_gnu_names(specifier: &SyntaxNode) -> bool {
    if specifier.kind() == GNU_ATTRIBUTES {
        return true;
    }
    let using = StdAttributes::cast(specifier.clone()).and_then(|it| it.using());
    using.and_then(|it| it.ident_token()).is_some_and(|scope| matches!(scope.text(), "gnu" | "__gnu__"))
}

/// CUDA attributes of one attribute specifier.
pub(super) fn of_specifier(specifier: &SyntaxNode) -> CudaAttributes {
    let gnu = has_gnu_names(specifier);
    let mut set = CudaAttributes::default();
    for attribute in specifier.children().filter_map(Attribute::cast) {
        if let Some(attribute) = cuda_attribute(&attribute, gnu) {
            set |= attribute.into();
        }
    }
    set
}

/// Whether the node is an attribute specifier with CUDA attributes.
pub(super) fn is_cuda(node: &SyntaxNode) -> bool {
    node.kind() == GNU_ATTRIBUTES && !of_specifier(node).is_empty()
}

/// CUDA attributes of the attribute specifiers among the children of `node`.
pub(super) fn of_children(node: &SyntaxNode) -> CudaAttributes {
    node.children()
        .filter(|child| matches!(child.kind(), GNU_ATTRIBUTES | STD_ATTRIBUTES))
        .fold(CudaAttributes::default(), |set, specifier| set | of_specifier(&specifier))
}

/// CUDA attributes among decl-specifiers: they apply to every declarator.
pub(super) fn of_specifiers(specifiers: &DeclSpecifierSeq) -> CudaAttributes {
    of_children(specifiers.syntax())
}

/// Whether the specifiers give their declarators a visibility of their own.
pub(super) fn say_visibility(specifiers: &DeclSpecifierSeq) -> bool {
    let specifiers = specifiers.syntax().children();
    let attributes = specifiers
        .filter(|child| matches!(child.kind(), GNU_ATTRIBUTES | STD_ATTRIBUTES))
        .flat_map(|it| it.children().filter_map(Attribute::cast).collect::<Vec<_>>());
    attributes
        .filter_map(|it| it.name()?.word())
        .any(|word| matches!(word.text(), "visibility" | "__visibility__"))
}

/// CUDA attributes in a declarator: after pointer operators, its name and its suffixes.
pub(super) fn of_declarator(declarator: &Declarator) -> CudaAttributes {
    let parts = declarator.ptr_ops().map(|it| it.syntax().clone());
    let suffixes = declarator.suffixes().map(|it| it.syntax().clone());
    parts.chain(suffixes).fold(of_children(declarator.syntax()), |set, part| set | of_children(&part))
}

/// CUDA attributes that apply to one declarator of a declaration only.
pub(super) fn of_init_declarator(declarator: &InitDeclarator) -> CudaAttributes {
    of_children(declarator.syntax()) | declarator.declarator().as_ref().map(of_declarator).unwrap_or_default()
}

impl Emitter<'_> {
    /// `__attribute__((…))` or `[[…]]`: CUDA attributes vanish, the others stay.
    pub(super) fn attribute_specifier(&mut self, specifier: &SyntaxNode) {
        let gnu = has_gnu_names(specifier);
        let attributes: Vec<Attribute> = specifier.children().filter_map(Attribute::cast).collect();
        let cuda = |attribute: &Attribute| cuda_attribute(attribute, gnu);
        let removable = |attribute: &Attribute| cuda(attribute).is_some_and(|it| it != CudaAttribute::Pure);
        if !attributes.is_empty() && attributes.iter().all(removable) {
            self.edits.push(Edit::remove(self.text, specifier.text_range()));
            return;
        }
        for attribute in &attributes {
            match cuda(attribute) {
                // The one attribute with a meaning that host compilers know.
                Some(CudaAttribute::Pure) => {
                    if let Some(word) = attribute.name().and_then(|it| it.word()) {
                        self.edits.push(Edit::replace(word.text_range(), [Piece::from("pure")]));
                    }
                }
                Some(_) => self.edits.push(Edit::remove(self.text, attribute.syntax().text_range())),
                None => {}
            }
        }
    }
}
