//! Parameter packs that are named where nothing expands them ([temp.variadic]/7).
//!
//! The text decides: what declares a pack, how far its name reaches, and whether `...` stands behind a pattern around a use.

use asunder_parser::Parse;
use asunder_syntax::SyntaxKind::*;
use asunder_syntax::{AstNode, NodeOrToken, SyntaxNode, SyntaxToken, TextSize, WalkEvent, ast};
use rustc_hash::FxHashSet;

use crate::finding::{Argument, Found, Mistake};
use crate::mistakes::Templates;

/// "parameter pack … was referenced but not expanded".
const NOT_EXPANDED: u16 = 1919;

/// "pack expansion does not make use of any argument packs".
const EXPANDS_NOTHING: u16 = 1920;

/// A pack and how far its name reaches.
struct Pack {
    name: SyntaxToken,
    /// What its name is known in, behind its declaration.
    scope: SyntaxNode,
}

/// The uses of packs in an item that no expansion is around; in each expression the first.
pub(crate) fn of_item(tree: &Parse, templates: Templates) -> Vec<Found> {
    if !tree.kinds().contains(ELLIPSIS) {
        return Vec::new();
    }
    let root = tree.syntax();
    let mut found = Vec::new();
    let names: FxHashSet<String> = root
        .descendants()
        .filter_map(|node| name_of_pack(&node))
        .map(|name| name.text().to_owned())
        .collect();
    for parameter in root.descendants().filter(|node| node.kind() == PARAM_DECL) {
        found.extend(
            without_packs(&parameter, &names)
                .map(|at| Found::at(Mistake::new(EXPANDS_NOTHING, Vec::new()), at)),
        );
    }
    for pack in root.descendants().filter_map(pack_of) {
        let mistake = Mistake::new(NOT_EXPANDED, vec![Argument::Name(pack.name.text().to_owned())]);
        let uses = uses_of(&pack, templates);
        found.extend(uses.into_iter().map(|offset| Found::at(mistake.clone(), offset)));
    }
    found
}

/// Where the `...` of a parameter stands whose type names no pack; `names` are those of all packs of the item.
fn without_packs(parameter: &SyntaxNode, names: &FxHashSet<String>) -> Option<TextSize> {
    let (declarator, is_pack) = innermost(parameter.children().find_map(ast::Declarator::cast)?);
    // Without a name it may be the ellipsis that ends the list.
    let declared = identifiers(declarator.name().filter(|_| is_pack)?.syntax()).last()?;
    let mut words = parameter.descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let may_be_pack = |token: &SyntaxToken| {
        token.kind() == AUTO_KW
            || token.kind().is_identifier() && *token != declared && names.contains(token.text())
    };
    let ellipsis = declarator.ellipsis_token()?;
    (!words.any(|token| may_be_pack(&token))).then(|| ellipsis.text_range().start())
}

/// The pack that a node declares.
fn pack_of(node: SyntaxNode) -> Option<Pack> {
    Some(Pack { name: name_of_pack(&node)?, scope: scope_of(&node)? })
}

/// The name of the pack that a node declares.
fn name_of_pack(node: &SyntaxNode) -> Option<SyntaxToken> {
    match node.kind() {
        TYPE_PARAM | TEMPLATE_TEMPLATE_PARAM if has_ellipsis(node) => identifiers(node).last(),
        NON_TYPE_PARAM | PARAM_DECL => {
            let declarator = node.children().find_map(ast::Declarator::cast)?;
            let (declarator, is_pack) = innermost(declarator);
            let name = declarator.name().filter(|_| is_pack)?;
            identifiers(name.syntax()).last()
        }
        CAPTURE if has_ellipsis(node) && node.children().next().is_some() => identifiers(node).next(),
        _ => None,
    }
}

/// What the name of a parameter or capture is known in.
fn scope_of(node: &SyntaxNode) -> Option<SyntaxNode> {
    let around = node.ancestors().skip(1);
    let (mut lists, mut declarator) = (0, None);
    for outer in around {
        match outer.kind() {
            TEMPLATE_PARAM_LIST if lists == 0 => {
                // Of a lambda, or in the header of a template or template template parameter.
                let header = outer.parent()?;
                return if header.kind() == TEMPLATE_HEADER { header.parent() } else { Some(header) };
            }
            PARAM_LIST => lists += 1,
            LAMBDA_EXPR | REQUIRES_EXPR => return Some(outer),
            // The parameters of a parameter's own type end with it.
            PARAM_DECL | NON_TYPE_PARAM | TYPE_ID => return declarator.or(Some(outer)),
            DECLARATOR => declarator = Some(outer),
            FUNCTION_DEF => return Some(outer),
            INIT_DECLARATOR | DEDUCTION_GUIDE => return declarator.or(Some(outer)),
            _ => {}
        }
    }
    None
}

/// Where a pack is named without being expanded; nowhere if its name is declared anew in its scope.
fn uses_of(pack: &Pack, templates: Templates) -> Vec<TextSize> {
    let (name, declared) = (pack.name.text(), pack.name.text_range().end());
    let is_in_template = pack.scope.ancestors().any(|it| it.kind() == TEMPLATE_DECL);
    let (mut expansions, mut bodies) = (0, 0);
    let mut uses = Vec::new();
    let mut reported = FxHashSet::default();
    for event in pack.scope.preorder_with_tokens() {
        match event {
            WalkEvent::Enter(NodeOrToken::Node(node)) if node != pack.scope => {
                expansions += u32::from(expands(&node));
                bodies += u32::from(is_body(&node));
            }
            WalkEvent::Leave(NodeOrToken::Node(node)) if node != pack.scope => {
                expansions -= u32::from(expands(&node));
                bodies -= u32::from(is_body(&node));
            }
            WalkEvent::Enter(NodeOrToken::Token(token))
                if token.kind().is_identifier()
                    && token.text() == name
                    && token.text_range().start() >= declared =>
            {
                match role(&token) {
                    Role::Declares => return Vec::new(),
                    Role::Uses if expansions == 0 => {
                        // `for (auto x : pack)` is wrong for what a range must have.
                        let is_range = is_range(&token);
                        let is_skipped =
                            is_range || templates == Templates::Skipped && is_in_template && bodies > 0;
                        if !is_skipped && reported.insert(expression_around(&token, &pack.scope)) {
                            uses.push(token.text_range().start());
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    uses
}

/// What an identifier does where it stands.
enum Role {
    Declares,
    Uses,
    /// It names something else: a member, a label, an attribute.
    Other,
}

fn role(token: &SyntaxToken) -> Role {
    let Some(parent) = token.parent() else { return Role::Other };
    let name = match parent.kind() {
        NAME => parent,
        TEMPLATE_ID if parent.parent().is_some_and(|it| it.kind() == NAME) => {
            if follows_scope(NodeOrToken::Node(parent.clone())) {
                return Role::Other;
            }
            match parent.parent() {
                Some(name) => name,
                None => return Role::Other,
            }
        }
        BINDING | TYPE_PARAM | TEMPLATE_TEMPLATE_PARAM | ENUMERATOR | ALIAS_DECL | CONCEPT_DECL => {
            return Role::Declares;
        }
        // `[x = e]` declares a name, `[x]` uses one.
        CAPTURE if parent.children().next().is_some() => return Role::Declares,
        CAPTURE => return Role::Uses,
        _ => return Role::Other,
    };
    if token.parent().as_ref() == Some(&name) && follows_scope(NodeOrToken::Token(token.clone())) {
        return Role::Other;
    }
    let is_plain = !name.children_with_tokens().any(|it| it.kind() == COLON2);
    match name.parent().map(|it| it.kind()) {
        Some(MEMBER_EXPR | ELABORATED_TYPE | DEDUCTION_GUIDE | MEM_INITIALIZER) if is_plain => Role::Other,
        Some(USING_DECLARATOR) if is_plain => Role::Other,
        Some(DECLARATOR | CLASS_SPECIFIER | ENUM_SPECIFIER) if is_plain => Role::Declares,
        Some(MEMBER_EXPR | NAMESPACE_ALIAS | USING_DIRECTIVE | MEM_INITIALIZER) => Role::Other,
        _ => Role::Uses,
    }
}

/// Whether a part of a name stands behind `::`.
fn follows_scope(part: NodeOrToken<SyntaxNode, SyntaxToken>) -> bool {
    let before = std::iter::successors(part.prev_sibling_or_token(), |it| it.prev_sibling_or_token());
    let mut before = before.filter(|it| !it.kind().is_trivia());
    before.next().is_some_and(|it| matches!(it.kind(), COLON2 | TEMPLATE_KW | TILDE))
}

/// Whether a node is a pattern with `...` behind it, an operand of `sizeof...` or a fold.
fn expands(node: &SyntaxNode) -> bool {
    match node.kind() {
        // `...` of a list of parameters, a handler or a range expands nothing.
        PARAM_LIST | HANDLER | CASE_STMT | DESIGNATOR => false,
        NON_TYPE_PARAM | PARAM_DECL | TYPE_ID | INIT_DECLARATOR => {
            let declarator = node.children().find_map(ast::Declarator::cast);
            declarator.is_some_and(|it| innermost(it).1)
        }
        // That of the declaration itself is around it.
        DECLARATOR => false,
        _ => has_ellipsis(node),
    }
}

/// The declarator inside parentheses, and whether one of them has `...`.
fn innermost(declarator: ast::Declarator) -> (ast::Declarator, bool) {
    let (mut declarator, mut is_pack) = (declarator, false);
    loop {
        is_pack |= declarator.ellipsis_token().is_some();
        match declarator.paren_declarator().and_then(|inner| inner.declarator()) {
            Some(inner) => declarator = inner,
            None => return (declarator, is_pack),
        }
    }
}

fn is_body(node: &SyntaxNode) -> bool {
    matches!(node.kind(), COMPOUND_BODY | TRY_BODY)
}

fn has_ellipsis(node: &SyntaxNode) -> bool {
    node.children_with_tokens().any(|it| it.kind() == ELLIPSIS)
}

/// The identifiers directly in a node.
fn identifiers(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    let tokens = node.children_with_tokens().filter_map(NodeOrToken::into_token);
    tokens.filter(|token| token.kind().is_identifier())
}

/// Whether a name is the range of a loop.
fn is_range(token: &SyntaxToken) -> bool {
    let around = token.parent_ancestors().find(|node| !matches!(node.kind(), NAME | NAME_EXPR));
    around.is_some_and(|node| node.kind() == RANGE_FOR_STMT)
}

/// Where the outermost expression around a token starts; where the token does that stands in none.
fn expression_around(token: &SyntaxToken, scope: &SyntaxNode) -> TextSize {
    let around = token.parent_ancestors().take_while(|node| node != scope);
    let mut start = token.text_range().start();
    for node in around {
        if ast::Stmt::can_cast(node.kind()) {
            break;
        }
        if ast::Expr::can_cast(node.kind()) {
            start = node.text_range().start();
        }
    }
    start
}
