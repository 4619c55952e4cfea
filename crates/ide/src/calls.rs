//! What can be called by a name.

use asunder_decls::names::DeclRef;
use asunder_decls::occurrences::Target;
use asunder_decls::scope::Lookup;
use asunder_decls::uses::Meaning;
use asunder_syntax::{AstNode, SyntaxKind, TextRange, TextSize, ast};

use crate::Unit;
use crate::hover::one_line;

/// A function that can be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its name, parameters and result: `f(int a, int b) -> float`.
    pub label: String,
    /// Where the parameters stand in the label, in bytes.
    pub parameters: Vec<std::ops::Range<usize>>,
    /// It takes further arguments.
    pub is_variadic: bool,
    /// Where its name is declared, in bytes of the unit.
    pub declared: Option<TextSize>,
}

/// The functions that the name at byte `offset` may call.
pub fn signatures(unit: &Unit<'_>, offset: TextSize) -> Vec<Signature> {
    let Some(decls) = functions(unit, offset) else { return Vec::new() };
    let mut found: Vec<Signature> = decls.into_iter().filter_map(|decl| signature(unit, decl)).collect();
    let mut seen = rustc_hash::FxHashSet::default();
    found.retain(|signature| seen.insert(signature.label.clone()));
    found
}

/// The functions, and constructors of the class, that a name means.
fn functions(unit: &Unit<'_>, offset: TextSize) -> Option<Vec<DeclRef>> {
    let names = &unit.names;
    let (item, within) = unit.place(offset)?;
    let root = names.tree(item);
    let token = root.token_at_offset(within).find(|token| token.kind().is_identifier())?;
    let decls: Vec<DeclRef> = match names.meaning(item, &token) {
        Meaning::Outer(Lookup::Found(members)) => members.iter().map(|member| member.decl).collect(),
        Meaning::Member => members_named(unit, item, &token)?,
        Meaning::Local(_) => {
            // The object of a class that is made: its constructors.
            let declaration = names.type_declaration(item, Target::Local(token.text_range().start()))?;
            return Some(constructors(unit, declaration));
        }
        _ => return None,
    };
    let mut found = Vec::new();
    for decl in decls {
        match &names.decl(decl).kind {
            asunder_decls::written::DeclKind::Class(_) => {
                let definition = names.definition_of(decl).unwrap_or(decl);
                found.extend(constructors(unit, definition));
            }
            _ if names.function_of(decl).is_some() => found.push(decl),
            _ => {}
        }
    }
    Some(found)
}

fn constructors(unit: &Unit<'_>, class: DeclRef) -> Vec<DeclRef> {
    let members = unit.names.decls(class.item).members(Some(class.local));
    let is_constructor = |decl: &asunder_decls::written::Decl| {
        matches!(decl.name, asunder_decls::written::DeclName::Constructor)
    };
    members.filter(|(_, decl)| is_constructor(decl)).map(|(local, _)| class.sibling(local)).collect()
}

fn members_named(unit: &Unit<'_>, item: u32, token: &asunder_syntax::SyntaxToken) -> Option<Vec<DeclRef>> {
    let access = token.parent_ancestors().find_map(ast::MemberExpr::cast)?;
    let ty = unit.names.type_of_node(item, &access.base()?)?;
    let members = unit.names.members_of_type(&ty)?;
    let is_named = |decl: &DeclRef| {
        let written = unit.names.decl(*decl);
        written.name.ident().is_some_and(|name| **name == *token.text())
    };
    Some(members.into_iter().filter(is_named).collect())
}

/// A function as it is shown to who calls it.
pub(crate) fn signature(unit: &Unit<'_>, decl: DeclRef) -> Option<Signature> {
    let names = &unit.names;
    let function = names.function_of(decl)?;
    let declared = names.name_offset(decl)?;
    let (item, within) = unit.place(declared)?;
    let root = names.tree(item);
    let token = asunder_syntax::token_at(&root, within)?;
    let declarator = token.parent_ancestors().find(|node| node.kind() == SyntaxKind::DECLARATOR)?;
    let list = declarator.descendants().find_map(ast::ParamList::cast)?;
    let mut label = names.identifier_text(decl)?;
    label.push('(');
    let mut parameters = Vec::new();
    for parameter in list.syntax().children().filter(|node| node.kind() == SyntaxKind::PARAM_DECL) {
        if !parameters.is_empty() {
            label.push_str(", ");
        }
        let start = label.len();
        label.push_str(&one_line(&parameter.text().to_string()));
        parameters.push(start..label.len());
    }
    if function.variadic {
        label.push_str(if parameters.is_empty() { "..." } else { ", ..." });
    }
    label.push(')');
    if let Some(result) = names.result_of(decl) {
        label.push_str(" -> ");
        label.push_str(&names.type_text(&result, decl));
    }
    Some(Signature { label, parameters, is_variadic: function.variadic, declared: Some(declared) })
}

/// A call around a place of a text, as its characters show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallAround {
    /// The last identifier of what is called, in bytes of the text.
    pub callee: TextRange,
    /// Which argument the place is in, from 0.
    pub argument: u32,
}

/// The innermost call around byte `offset` of a text that need not be complete.
pub fn call_around(text: &str, offset: usize, dialect: asunder_syntax::Dialect) -> Option<CallAround> {
    struct Open {
        bracket: SyntaxKind,
        callee: Option<TextRange>,
        commas: u32,
    }
    let mut open: Vec<Open> = Vec::new();
    let mut last: Vec<(SyntaxKind, TextRange)> = Vec::new();
    let mut at = 0;
    for token in asunder_syntax::Lexer::new(text, dialect) {
        if at >= offset {
            break;
        }
        let range = TextRange::at(TextSize::new(at as u32), TextSize::new(token.len));
        at += token.len as usize;
        if at > offset && !token.kind.is_trivia() && token.len > 1 {
            break;
        }
        match token.kind {
            kind if kind.is_trivia() => continue,
            SyntaxKind::L_PAREN | SyntaxKind::L_BRACK | SyntaxKind::L_BRACE => {
                let callee = match token.kind {
                    SyntaxKind::L_PAREN => callee_before(&last),
                    _ => None,
                };
                open.push(Open { bracket: token.kind, callee, commas: 0 });
            }
            SyntaxKind::R_PAREN | SyntaxKind::R_BRACK | SyntaxKind::R_BRACE => {
                let opening = match token.kind {
                    SyntaxKind::R_PAREN => SyntaxKind::L_PAREN,
                    SyntaxKind::R_BRACK => SyntaxKind::L_BRACK,
                    _ => SyntaxKind::L_BRACE,
                };
                if let Some(index) = open.iter().rposition(|it| it.bracket == opening) {
                    open.truncate(index);
                }
            }
            SyntaxKind::SEMICOLON => {
                // No argument holds a `;` outside braces.
                while open.last().is_some_and(|it| it.bracket != SyntaxKind::L_BRACE) {
                    open.pop();
                }
            }
            SyntaxKind::COMMA => {
                if let Some(innermost) = open.last_mut() {
                    innermost.commas += 1;
                }
            }
            _ => {}
        }
        last.push((token.kind, range));
    }
    let innermost = open.iter().rev().take_while(|it| it.bracket != SyntaxKind::L_BRACE);
    let call = innermost.into_iter().find(|it| it.bracket == SyntaxKind::L_PAREN && it.callee.is_some())?;
    Some(CallAround { callee: call.callee?, argument: call.commas })
}

/// The name in front of an opening parenthesis, template arguments and a launch configuration passed over.
fn callee_before(tokens: &[(SyntaxKind, TextRange)]) -> Option<TextRange> {
    let mut depth = 0_usize;
    for (kind, range) in tokens.iter().rev() {
        match kind {
            SyntaxKind::GT => depth += 1,
            SyntaxKind::LT => depth = depth.checked_sub(1)?,
            SyntaxKind::SHL => depth = depth.checked_sub(2)?,
            SyntaxKind::SEMICOLON | SyntaxKind::L_BRACE | SyntaxKind::R_BRACE => return None,
            _ if depth > 0 => {}
            kind => return kind.is_identifier().then_some(*range),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use asunder_syntax::Dialect;

    use super::*;

    #[test]
    fn the_call_around_a_place_that_is_not_finished() {
        let call = |marked: &str| {
            let at = marked.find('|').expect("a mark");
            let text = marked.replace('|', "");
            let found = call_around(&text, at, Dialect::default())?;
            Some((text[found.callee].to_owned(), found.argument))
        };
        assert_eq!(call("void g() { f(1, |"), Some(("f".into(), 1)));
        assert_eq!(call("void g() { f(1, h(2), |); }"), Some(("f".into(), 2)));
        assert_eq!(call("void g() { k<<<1, 2>>>(|p, 3)"), Some(("k".into(), 0)));
        assert_eq!(call("void g() { t<int, 4>(a, b|"), Some(("t".into(), 1)));
        assert_eq!(call("void g() { f(a[1, 2], (3, 4)|, 5)"), Some(("f".into(), 1)));
        assert_eq!(call("void g() { f(1); |"), None);
        assert_eq!(call("void g() { f([&] { |"), None);
        assert_eq!(call("if (a|"), None);
    }
}
