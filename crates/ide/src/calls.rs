//! What can be called by a name.

use asunder_decls::names::DeclRef;
use asunder_decls::occurrences::{Role, local_role};
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
    let Some(decls) = functions(unit, offset) else {
        return lambda(unit, offset).into_iter().collect();
    };
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
    if local_role(&token) != Role::Use && names.decl_named_at(item, token.text_range().start()).is_none() {
        // The object of a class that is made: its constructors. `T t(`, which is not finished, declares a function.
        let at = token.text_range().start();
        let by_sema = unit.meanings(item).name_at(at).and_then(|name| unit.sema().class_behind(name.ty));
        let class = by_sema.or_else(|| class_declared_with(unit, item, &token))?;
        return Some(constructors(unit, class));
    }
    let decls: Vec<DeclRef> = match names.meaning(item, &token) {
        Meaning::Outer(Lookup::Found(members)) => members.iter().map(|member| member.decl).collect(),
        Meaning::Member => members_named(unit, item, &token)?,
        Meaning::Local(range) => {
            // An object that is called.
            let by_sema = unit.meanings(item).name_at(range.start());
            let class = by_sema.and_then(|name| unit.sema().class_behind(name.ty))?;
            return Some(call_operators(unit, class));
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

/// The class that the specifiers of a declaration around a name mean.
fn class_declared_with(unit: &Unit<'_>, item: u32, token: &asunder_syntax::SyntaxToken) -> Option<DeclRef> {
    let declaration = token.parent_ancestors().find(|node| node.kind() == SyntaxKind::SIMPLE_DECL)?;
    let specifiers = declaration.children().find(|node| node.kind() == SyntaxKind::DECL_SPECIFIER_SEQ)?;
    let name = specifiers.descendants().find_map(ast::Name::cast)?;
    let last = name.last_segment()?.ident()?;
    let Meaning::Outer(Lookup::Found(found)) = unit.names.meaning(item, &last) else { return None };
    let ty = unit.sema().type_named_by(found.first()?.decl);
    let decl = found.first()?.decl;
    match ty.and_then(|ty| unit.sema().class_behind(ty)) {
        Some(class) => Some(class),
        None => Some(unit.names.definition_of(decl).unwrap_or(decl)),
    }
}

/// The lambda that a variable is initialized with, as it is shown to who calls it.
fn lambda(unit: &Unit<'_>, offset: TextSize) -> Option<Signature> {
    let (item, within) = unit.place(offset)?;
    let root = unit.names.tree(item);
    let token = root.token_at_offset(within).find(|token| token.kind().is_identifier())?;
    let Meaning::Local(range) = unit.names.meaning(item, &token) else { return None };
    let declared = asunder_syntax::token_at(&root, range.start())?;
    let declaration = crate::tokens::local_declaration(&declared)?;
    let lambda = declaration.descendants().find(|node| node.kind() == SyntaxKind::LAMBDA_EXPR)?;
    let mut label = format!("{}(", token.text());
    let list = lambda.children().find_map(|node| node.descendants().find_map(ast::ParamList::cast));
    let parameters = list.map(|list| written_parameters(&list, &mut label)).unwrap_or_default();
    label.push(')');
    let declared = Some(unit.in_unit(item, range).start());
    Some(Signature { label, parameters, is_variadic: false, declared })
}

/// Writes parameters behind a label: where they stand in it.
fn written_parameters(list: &ast::ParamList, label: &mut String) -> Vec<std::ops::Range<usize>> {
    let mut parameters = Vec::new();
    for parameter in list.syntax().children().filter(|node| node.kind() == SyntaxKind::PARAM_DECL) {
        if !parameters.is_empty() {
            label.push_str(", ");
        }
        let start = label.len();
        label.push_str(&one_line(&parameter.text().to_string()));
        parameters.push(start..label.len());
    }
    parameters
}

/// The call operators of a class.
fn call_operators(unit: &Unit<'_>, class: DeclRef) -> Vec<DeclRef> {
    let members = unit.names.decls(class.item).members(Some(class.local));
    let is_it = |decl: &asunder_decls::written::Decl| matches!(&decl.name, asunder_decls::written::DeclName::Operator(spelling) if &**spelling == "()");
    members.filter(|(_, decl)| is_it(decl)).map(|(local, _)| class.sibling(local)).collect()
}

fn members_named(unit: &Unit<'_>, item: u32, token: &asunder_syntax::SyntaxToken) -> Option<Vec<DeclRef>> {
    let access = token.parent_ancestors().find_map(ast::MemberExpr::cast)?;
    let operator = access.syntax().children_with_tokens().filter_map(|it| it.into_token());
    let mut operator = operator.filter(|it| matches!(it.kind(), SyntaxKind::DOT | SyntaxKind::ARROW));
    let object = operator.next().and_then(|it| unit.meanings(item).object_at(it.text_range().start()));
    let from = unit.names.enclosing_decl(item, token.text_range().start());
    let members = unit.sema().members_of(object?, from).into_iter().map(|member| member.decl);
    let is_named = |decl: &DeclRef| {
        let written = unit.names.decl(*decl);
        written.name.ident().is_some_and(|name| **name == *token.text())
    };
    Some(members.filter(is_named).collect())
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
    let parameters = written_parameters(&list, &mut label);
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
    /// The place is in a launch configuration: the arguments are its parts.
    pub is_configuration: bool,
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
            // `<<<` and `>>>` are two tokens and three.
            SyntaxKind::LT if ends_with(&last, &[SyntaxKind::SHL], range.start()) => {
                let callee = callee_before(&last[..last.len() - 1]);
                open.push(Open { bracket: SyntaxKind::SHL, callee, commas: 0 });
            }
            SyntaxKind::GT if ends_with(&last, &[SyntaxKind::GT, SyntaxKind::GT], range.start()) => {
                if let Some(index) = open.iter().rposition(|it| it.bracket == SyntaxKind::SHL) {
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
    let is_call =
        |it: &&Open| matches!(it.bracket, SyntaxKind::L_PAREN | SyntaxKind::SHL) && it.callee.is_some();
    let call = innermost.into_iter().find(is_call)?;
    let is_configuration = call.bracket == SyntaxKind::SHL;
    Some(CallAround { callee: call.callee?, argument: call.commas, is_configuration })
}

/// Whether tokens end with these, which stand right in front of a place without blanks between them.
fn ends_with(tokens: &[(SyntaxKind, TextRange)], kinds: &[SyntaxKind], end: TextSize) -> bool {
    let Some(start) = tokens.len().checked_sub(kinds.len()) else { return false };
    let ends = tokens[start..].iter().skip(1).map(|(_, range)| range.start()).chain([end]);
    tokens[start..]
        .iter()
        .zip(kinds)
        .zip(ends)
        .all(|(((kind, range), wanted), next)| kind == wanted && range.end() == next)
}

/// The parts of the launch configuration of a kernel (CUDA C++ Programming Guide, "Execution Configuration").
pub fn configuration(kernel: &str) -> Signature {
    let mut label = format!("{kernel}<<<");
    let mut parameters = Vec::new();
    for part in ["dim3 grid", "dim3 block", "size_t shared = 0", "cudaStream_t stream = 0"] {
        if !parameters.is_empty() {
            label.push_str(", ");
        }
        let start = label.len();
        label.push_str(part);
        parameters.push(start..label.len());
    }
    label.push_str(">>>");
    Signature { label, parameters, is_variadic: false, declared: None }
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
        let part = |marked: &str| {
            let at = marked.find('|').expect("a mark");
            let found = call_around(&marked.replace('|', ""), at, Dialect::default())?;
            found.is_configuration.then_some(found.argument)
        };
        assert_eq!(part("void g() { k<<<|"), Some(0));
        assert_eq!(part("void g() { t<int, 4><<<dim3(1, 2), |>>>(1)"), Some(1));
        assert_eq!(part("void g() { k<<<dim3(1, |2), 3>>>(1)"), None);
        assert_eq!(part("void g() { k<<<1, 2>>>(1, |"), None);
        assert_eq!(part("void g() { a << < 1, |"), None);
    }
}
