//! What a class defers to its end: initializers of data members and bodies of member functions, which see the whole class
//! ([class.mem.general]/7). The reference reads them at the end of the outermost class.

use asunder_syntax::{AstNode, Outward, SyntaxKind, SyntaxNode, TextSize, ast};

/// What is read when. At the end of a class the parts that its definition put off are read one kind after the
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Everything that is read where it stands, and default arguments of members.
    Heads,
    /// Initializers of data members.
    Initializers,
    /// Bodies in member class templates.
    TemplateBodies,
    /// Bodies of member functions.
    Bodies,
}

/// Whether `offset` is in the initializer of a data member that is not static: those of static ones are read where they
/// stand.
fn is_member_initializer(node: &SyntaxNode, offset: TextSize) -> bool {
    let declaration = node.parent();
    let is_static = || {
        let specifiers =
            declaration.iter().flat_map(SyntaxNode::children).find_map(ast::DeclSpecifierSeq::cast);
        specifiers.is_some_and(|it| it.keyword(SyntaxKind::STATIC_KW).is_some())
    };
    let owner = declaration.as_ref().and_then(|it| it.parent());
    let is_member = owner.is_some_and(|it| it.kind() == SyntaxKind::MEMBER_LIST) && !is_static();
    let mut initializers = node.children().filter_map(ast::Initializer::cast);
    is_member && initializers.any(|it| it.syntax().text_range().contains(offset))
}

/// Whether `offset` is in the default argument of a parameter.
fn is_default_argument(node: &SyntaxNode, offset: TextSize) -> bool {
    let default = ast::ParamDecl::cast(node.clone()).and_then(|it| it.default());
    default.is_some_and(|it| it.syntax().text_range().contains(offset))
}

/// The end of the class that defers reading `offset`, and with what it is read then. Deferred parts of a class
/// are read at the end of the outermost class around it, those of a member template before the others.
pub fn deferred_to(node: SyntaxNode, offset: TextSize) -> Option<(TextSize, Phase)> {
    thread_local! {
        static DECIDING: Outward = Outward::new(&[
            SyntaxKind::COMPOUND_BODY,
            SyntaxKind::TRY_BODY,
            SyntaxKind::PARAM_DECL,
            SyntaxKind::INIT_DECLARATOR,
            SyntaxKind::MEMBER_LIST,
            SyntaxKind::COMPOUND_STMT,
        ]);
    }
    DECIDING.with(|deciding| {
        let around = deciding.all_around(&node).map(|around| around.node);
        deferred_by(std::iter::once(node.clone()).chain(around), offset)
    })
}

/// The same from the nodes around `offset`, the innermost first.
fn deferred_by(around: impl Iterator<Item = SyntaxNode>, offset: TextSize) -> Option<(TextSize, Phase)> {
    let mut phase = None;
    let (mut end, mut local) = (None, None);
    for node in around {
        match node.kind() {
            SyntaxKind::COMPOUND_BODY | SyntaxKind::TRY_BODY => phase = Some(Phase::Bodies),
            SyntaxKind::PARAM_DECL if is_default_argument(&node, offset) => phase = Some(Phase::Heads),
            SyntaxKind::INIT_DECLARATOR if is_member_initializer(&node, offset) => {
                phase = Some(Phase::Initializers);
            }
            SyntaxKind::MEMBER_LIST => {
                let Some(deferred) = phase else { return end.or(local) };
                end = Some((node.text_range().end(), deferred));
                let class = node.parent()?;
                let is_template = class.ancestors().take_while(|it| it.kind() != SyntaxKind::MEMBER_LIST);
                if is_template.skip(1).any(|it| it.kind() == SyntaxKind::TEMPLATE_DECL)
                    && deferred == Phase::Bodies
                {
                    phase = Some(Phase::TemplateBodies);
                }
            }
            // A local class; the function around it may itself be put off.
            SyntaxKind::COMPOUND_STMT if end.is_some() => {
                local = local.or(end);
                (phase, end) = (None, None);
            }
            _ => {}
        }
    }
    end.or(local)
}
