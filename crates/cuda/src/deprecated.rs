//! Functions and variables that are declared deprecated (spec page 7 §4): the device front end says so where device
//! code uses them. The host front end leaves it to the host compiler.

use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_sema::uses::{Use, UseForm};
use asunder_syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextSize};

use crate::check::Check;
use crate::finding::{Argument, Finding, Message, Note, Place};
use crate::shown::entity_name;
use crate::used::is_local;

/// "… was declared deprecated".
const DEPRECATED: u16 = 1215;
/// "… was declared deprecated (…)".
const DEPRECATED_BECAUSE: u16 = 1444;
/// "because of a … attribute", a note.
const BECAUSE_OF: u16 = 3287;

/// The attribute, in both spellings.
const ATTRIBUTE: [&str; 2] = ["deprecated", "__deprecated__"];

/// Reports a use in device code of something deprecated, unless `user` is deprecated too.
pub(crate) fn used(check: &Check<'_>, user: DeclRef, used: &Use) {
    let kind = match used.form {
        UseForm::Call | UseForm::VirtualCall | UseForm::Name => "function",
        UseForm::Variable(_) => "variable",
        _ => return,
    };
    let Some(decl) = used.decl().filter(|decl| !is_local(*decl) && used.instance.is_none()) else { return };
    let Some(attribute) = attribute_of(check, decl) else { return };
    if attribute_of(check, user).is_some() {
        return;
    }
    let (Some(at), Some(name)) = (last_part(check, used.at), entity_name(check.names(), decl)) else {
        return;
    };
    let mut arguments = vec![Argument::Entity { kind: Some(kind), name: name.into(), declared: None }];
    let number = match attribute.reason {
        Some(reason) => {
            arguments.push(Argument::name(reason));
            DEPRECATED_BECAUSE
        }
        None => DEPRECATED,
    };
    let mut finding = Finding::new(Message::new(number, arguments), at, check.moment(used.at, 0));
    let place = Place { item: Some(attribute.item), offset: attribute.at };
    finding.notes.push(Note { message: Message::new(BECAUSE_OF, vec![Argument::name("deprecated")]), place });
    check.add(finding);
}

/// An attribute of a declaration.
struct Attribute {
    item: u32,
    at: TextSize,
    /// The text that it gives.
    reason: Option<String>,
}

/// The attribute on a declaration in front of the item's text, or on one of the entity in it.
fn attribute_of(check: &Check<'_>, decl: DeclRef) -> Option<Attribute> {
    let Redeclarations::Known(mut declarations) = check.names().redeclarations(decl) else { return None };
    declarations.sort_unstable();
    let before = declarations.into_iter().filter(|other| other.item <= check.item);
    before.into_iter().find_map(|decl| attribute_on(check, decl))
}

fn attribute_on(check: &Check<'_>, decl: DeclRef) -> Option<Attribute> {
    let text = check.names().item_text(decl.item).text(check.db);
    if !text.contains(ATTRIBUTE[0]) {
        return None;
    }
    let (root, range) = check.node_of(decl)?;
    let element = root.covering_element(range);
    let node = element.as_node().cloned().or_else(|| element.parent())?;
    let is_declaration =
        |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::SIMPLE_DECL | SyntaxKind::FUNCTION_DEF);
    let declaration = node.ancestors().find(is_declaration)?;
    let tokens = declaration.descendants_with_tokens().filter_map(|it| it.into_token());
    let mut words = tokens.filter(|token| ATTRIBUTE.contains(&token.text()) && is_of(token, &declaration));
    let word = words.next()?;
    let mut behind = std::iter::successors(word.next_token(), SyntaxToken::next_token)
        .filter(|token| !token.kind().is_trivia());
    let reason = match behind.next()?.kind() {
        SyntaxKind::L_PAREN => {
            let literal = behind.next().filter(|token| token.kind() == SyntaxKind::STRING)?;
            Some(literal.text().strip_prefix('"')?.strip_suffix('"')?.to_owned())
        }
        _ => None,
    };
    Some(Attribute { item: decl.item, at: word.text_range().start(), reason })
}

/// Whether an attribute's word belongs to the declaration, not to a part of it.
fn is_of(word: &SyntaxToken, declaration: &SyntaxNode) -> bool {
    const PARTS: [SyntaxKind; 5] = [
        SyntaxKind::PARAM_DECL,
        SyntaxKind::MEMBER_LIST,
        SyntaxKind::COMPOUND_STMT,
        SyntaxKind::TEMPLATE_DECL,
        SyntaxKind::EQ_INITIALIZER,
    ];
    let mut within = word.parent_ancestors().take_while(|it| it != declaration);
    let mut in_attribute = false;
    within.all(|it| {
        in_attribute |= it.kind() == SyntaxKind::ATTRIBUTE;
        !PARTS.contains(&it.kind())
    }) && in_attribute
}

/// Where the last part starts of the name at `at`; `None` where that is not plain.
fn last_part(check: &Check<'_>, at: TextSize) -> Option<TextSize> {
    let rest = &check.text()[usize::from(at)..];
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len());
    let name = &rest[..end];
    let start = name.rfind("::").map_or(0, |colons| colons + 2);
    let is_plain = start < name.len() && !rest[end..].starts_with('<');
    is_plain.then(|| at + TextSize::new(start as u32))
}
