//! CUDA attributes of declarations, and their removal; the place of other attributes.
//!
//! ```text
//! int __attribute__((device, noinline)) f();     int __attribute__((, noinline)) f();
//! int [[maybe_unused]] a;                        [[maybe_unused]] int a;
//! char *[[gnu::noinline]] f();                   [[gnu::noinline]] char *f();
//! int alignas(32) b;                             alignas(32) int b;
//! ```
//!
//! Behind a type an attribute belongs to the type; the reference takes those that it knows to be of declared
//! entities for such, and prints them where host compilers do so too.

use asunder_outline::{CudaAttribute, CudaAttributes};
use asunder_syntax::ast::{
    Attribute, DeclSpecifier, DeclSpecifierSeq, Declarator, FunctionDef, InitDeclarator, Name, SimpleDecl,
    StdAttributes,
};
use asunder_syntax::{AstNode, SyntaxKind::*, SyntaxNode};
use rowan::Direction;

use super::{Emitter, declarators};
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
    for attribute in asunder_syntax::ast::children::<Attribute>(specifier) {
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
        .by_kind(|child| matches!(child, GNU_ATTRIBUTES | STD_ATTRIBUTES))
        .fold(CudaAttributes::default(), |set, specifier| set | of_specifier(&specifier))
}

/// CUDA attributes among decl-specifiers: they apply to every declarator.
pub(super) fn of_specifiers(specifiers: &DeclSpecifierSeq) -> CudaAttributes {
    of_children(specifiers.syntax())
}

/// Names of the classes that an item declares to be types of textures or surfaces.
pub fn texture_types(root: &SyntaxNode) -> Vec<String> {
    let classes = root.descendants().filter(|it| matches!(it.kind(), CLASS_SPECIFIER | ELABORATED_TYPE));
    let is_texture = |class: &SyntaxNode| {
        let attributes = of_children(class);
        attributes.contains(CudaAttribute::DeviceBuiltinTextureType)
            || attributes.contains(CudaAttribute::DeviceBuiltinSurfaceType)
    };
    let names = classes.filter(is_texture).filter_map(|class| class.children().find_map(Name::cast));
    names.filter_map(|name| Some(name.last_segment()?.ident()?.text().to_owned())).collect()
}

/// Whether the attributes of the declaration around a declarator, or its own, give what it declares a visibility.
pub(super) fn say_visibility(specifiers: Option<&DeclSpecifierSeq>, declarator: &Declarator) -> bool {
    let inner = declarators::innermost(declarator);
    let declaration = declarator.syntax().parent().filter(|it| InitDeclarator::can_cast(it.kind()));
    let holders = [specifiers.map(|it| it.syntax().clone()), declaration, Some(declarator.syntax().clone())];
    let suffixes = inner.suffixes().map(|it| it.syntax().clone());
    let specifiers = holders.into_iter().flatten().chain([inner.syntax().clone()]).chain(suffixes);
    let specifiers = specifiers.flat_map(|it| it.children().collect::<Vec<_>>());
    let attributes = specifiers
        .filter(|child| matches!(child.kind(), GNU_ATTRIBUTES | STD_ATTRIBUTES))
        .flat_map(|it| it.children().filter_map(Attribute::cast).collect::<Vec<_>>());
    attributes
        .filter_map(|it| it.name()?.word())
        .any(|word| matches!(word.text(), "visibility" | "__visibility__"))
}

/// Whether the first function or variable of a namespace that an item declares is given a visibility there.
pub fn declares_visibility(root: &SyntaxNode) -> bool {
    let declared = root.descendants().find_map(|node| match node.kind() {
        FUNCTION_DEF => {
            let definition = FunctionDef::cast(node)?;
            Some((definition.decl_specifier_seq(), definition.declarator()?))
        }
        SIMPLE_DECL => {
            let declaration = SimpleDecl::cast(node)?;
            Some((declaration.decl_specifier_seq(), declaration.init_declarators().next()?.declarator()?))
        }
        _ => None,
    });
    declared.is_some_and(|(specifiers, declarator)| say_visibility(specifiers.as_ref(), &declarator))
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

/// Standard attributes of declared entities, sorted.
const ENTITY_ATTRIBUTES: [&str; 8] = [
    "carries_dependency",
    "deprecated",
    "fallthrough",
    "likely",
    "maybe_unused",
    "no_unique_address",
    "nodiscard",
    "noreturn",
];

/// Attributes of declared entities in the namespace `gnu` that the reference knows, sorted.
const GNU_ENTITY_ATTRIBUTES: [&str; 34] = [
    "abi_tag",
    "aligned",
    "alloc_size",
    "always_inline",
    "artificial",
    "cdecl",
    "cold",
    "common",
    "const",
    "constructor",
    "deprecated",
    "destructor",
    "flatten",
    "format",
    "gnu_inline",
    "hot",
    "malloc",
    "no_instrument_function",
    "nocommon",
    "noinline",
    "nonnull",
    "noreturn",
    "nothrow",
    "packed",
    "pure",
    "section",
    "sentinel",
    "target",
    "tls_model",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "weak",
];

/// Whether all attributes of a `[[…]]` are of the declared entity wherever they stand.
fn are_of_entity(specifier: &SyntaxNode) -> bool {
    let gnu = has_gnu_names(specifier);
    let mut attributes = specifier.children().filter_map(Attribute::cast).peekable();
    let is_of_entity = |attribute: Attribute| {
        let Some(name) = attribute.name() else { return false };
        let Some(word) = name.word() else { return false };
        let word = word.text();
        let bare = word.strip_prefix("__").and_then(|it| it.strip_suffix("__")).unwrap_or(word);
        let known: &[&str] = match name.namespace() {
            Some(scope) if matches!(scope.text(), "gnu" | "__gnu__") => &GNU_ENTITY_ATTRIBUTES,
            Some(_) => return false,
            None if gnu => &GNU_ENTITY_ATTRIBUTES,
            None => &ENTITY_ATTRIBUTES,
        };
        known.binary_search(&bare).is_ok()
    };
    attributes.peek().is_some() && attributes.all(is_of_entity)
}

impl Emitter<'_> {
    /// Moves attributes of the declared entity that stand behind its type, or behind the pointer operator of a
    /// function's result, to the front.
    pub(super) fn lead_with_attributes(&mut self, declaration: &SyntaxNode) {
        let mut specifiers = declaration.children().filter_map(DeclSpecifierSeq::cast);
        let Some(specifiers) = specifiers.next() else { return };
        let behind_type = specifiers.syntax().children().skip_while(|it| {
            DeclSpecifier::cast(it.clone()).is_none_or(|it| !matches!(it, DeclSpecifier::Type(_)))
        });
        let declarator = declaration.children().find_map(|child| match InitDeclarator::cast(child.clone()) {
            Some(init) => init.declarator(),
            None => Declarator::cast(child),
        });
        let function = declarator.filter(declarators::is_function);
        let operators = function
            .iter()
            .flat_map(|it| it.ptr_ops())
            .flat_map(|it| it.syntax().children().collect::<Vec<_>>());
        let moved: Vec<SyntaxNode> = behind_type
            .chain(operators)
            .filter(|it| match it.kind() {
                STD_ATTRIBUTES => are_of_entity(it),
                kind => kind == ALIGNAS_SPECIFIER,
            })
            .collect();
        for attributes in moved {
            let range = attributes.text_range();
            let text = declarators::flat_text(&attributes, |_| false);
            self.edits.push(Edit::insert(specifiers.syntax().text_range().start(), format!("{text} ")));
            self.edits.push(Edit::remove(self.text, range));
        }
    }

    /// `__attribute__((…))` or `[[…]]`: CUDA attributes vanish, the others stay. Those behind the parameters of a lambda
    /// all vanish: the reference forgets them, and host compilers inline by them.
    pub(super) fn attribute_specifier(&mut self, specifier: &SyntaxNode) {
        if is_behind_parameters_of_lambda(specifier) {
            self.edits.push(Edit::remove(self.text, specifier.text_range()));
            return;
        }
        let gnu = has_gnu_names(specifier);
        let attributes: Vec<Attribute> = asunder_syntax::ast::children(specifier).collect();
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

fn is_behind_parameters_of_lambda(specifier: &SyntaxNode) -> bool {
    specifier.parent().is_some_and(|it| it.kind() == LAMBDA_DECLARATOR)
        && specifier.siblings(Direction::Prev).any(|it| it.kind() == PARAM_LIST)
}
