//! The function that an extended lambda is defined in, and the lambdas and classes around it.

use asunder_decls::names::DeclRef;
use asunder_decls::owner::Owner;
use asunder_decls::written::{Access, DeclName};
use asunder_lambda::LambdaKind;
use asunder_sema::extended_lambdas::RestrictedPart;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use super::{Extended, after_annotations, around, is_generic, names_placeholder};
use crate::finding::Argument;

/// "The enclosing parent function … must not be defined inside another function".
const LOCAL: u16 = 3592;
/// "The enclosing parent function … must allow its address to be taken".
const NO_ADDRESS: u16 = 3600;
/// "The enclosing parent function … cannot be a member function of a class that is unnamed".
const UNNAMED_CLASS: u16 = 3601;
/// "A template that is a private or protected class member cannot be used in the template argument of …".
const PRIVATE_TEMPLATE: u16 = 3605;
/// "A type local to a function … cannot be used in the template argument of the enclosing parent function …".
const LOCAL_ARGUMENT: u16 = 3606;
/// "A type that is a private or protected class member …".
const PRIVATE_ARGUMENT: u16 = 3607;
/// "The enclosing parent function … cannot have private or protected access within its class".
const INACCESSIBLE: u16 = 3608;
/// "An extended … lambda cannot be defined inside a class … with private or protected access within another class".
const INACCESSIBLE_CLASS: u16 = 3609;
/// "The enclosing parent function … must not have deduced return type".
const DEDUCED: u16 = 3613;
/// "An extended … lambda cannot be defined inside a generic lambda expression(…)."
const IN_GENERIC: u16 = 3618;
/// "An extended … lambda cannot be defined inside an extended __host__ __device__  lambda expression(…)."
const IN_HOST_DEVICE: u16 = 3619;

/// A class around the function: its name, if it has one, and its access in the class around it.
struct Around {
    name: Option<String>,
    access: Access,
}

pub(super) fn examine(extended: &Extended<'_, '_>) {
    let at = after_annotations(&extended.lambda);
    let report = |number: u16, arguments: Vec<Argument>| extended.report(number, arguments, at, at, 0);
    for node in around(extended.lambda.syntax(), extended.facts.function) {
        let Some(outer) = ast::LambdaExpr::cast(node) else { continue };
        let range = outer.syntax().text_range();
        let is_host_device =
            |it: &asunder_lambda::ExtendedLambda| it.range == range && it.kind == LambdaKind::HostDevice;
        let number = if extended.all.extended.iter().any(is_host_device) {
            IN_HOST_DEVICE
        } else if is_generic(&outer) {
            IN_GENERIC
        } else {
            continue;
        };
        return report(number, vec![extended.space(), Argument::name("operator()")]);
    }
    let Some(definition) = definition(extended) else { return };
    let Some(name) = own_name(&definition) else { return };
    let function = |number: u16| report(number, vec![extended.space(), Argument::name(name.as_str())]);
    if is_local(definition.syntax()) {
        function(LOCAL);
    }
    if is_structor(&definition, &name, extended) {
        function(NO_ADDRESS);
    } else if has_deduced_return(&definition) {
        function(DEDUCED);
    }
    let Some((access, classes)) = classes(extended, &definition) else { return };
    if access != Access::Public {
        function(INACCESSIBLE);
    }
    if classes.first().is_some_and(|class| class.name.is_none()) {
        function(UNNAMED_CLASS);
    }
    for class in classes.iter().filter(|class| class.access != Access::Public) {
        let name = class.name.as_deref().unwrap_or("<unknown>");
        report(INACCESSIBLE_CLASS, vec![extended.space(), Argument::name(name)]);
    }
}

/// The template arguments of the function, of which the lambda is read in an instance.
pub(super) fn arguments(extended: &Extended<'_, '_>) {
    let Some(types) = extended.reading.types() else { return };
    let Some(parts) = &types.arguments else { return extended.check.silence(LOCAL_ARGUMENT) };
    let at = after_annotations(&extended.lambda);
    for part in parts.iter() {
        match part {
            RestrictedPart::InaccessibleTemplate => {
                extended.report(PRIVATE_TEMPLATE, vec![extended.space()], at, at, 0);
            }
            part => {
                let numbers = (LOCAL_ARGUMENT, PRIVATE_ARGUMENT);
                extended.report_parts(std::slice::from_ref(part), numbers, at, at, 0);
            }
        }
    }
}

fn definition(extended: &Extended<'_, '_>) -> Option<ast::FunctionDef> {
    let mut around = extended.lambda.syntax().ancestors();
    around.find(|it| it.text_range() == extended.facts.function).and_then(ast::FunctionDef::cast)
}

/// The last part of the function's name: `f`, `~D`, `operator+`.
fn own_name(definition: &ast::FunctionDef) -> Option<String> {
    let text = match definition.declared_name()?.last_segment()? {
        ast::Segment::Ident(token) => token.text().to_owned(),
        ast::Segment::Node(node) => match ast::TemplateId::cast(node.syntax().clone()) {
            Some(id) => id.ident_token()?.text().to_owned(),
            None => node.syntax().text().to_string(),
        },
    };
    Some(text.chars().filter(|c| !c.is_whitespace() || text.contains("operator")).collect())
}

/// Whether the function is defined inside another: a member of a local class.
fn is_local(definition: &SyntaxNode) -> bool {
    definition.ancestors().skip(1).any(|it| it.kind() == SyntaxKind::COMPOUND_STMT)
}

/// Whether the function is a constructor or destructor.
fn is_structor(definition: &ast::FunctionDef, name: &str, extended: &Extended<'_, '_>) -> bool {
    if name.starts_with('~') {
        return true;
    }
    match declaration(extended, definition) {
        Some(decl) => matches!(extended.check.decl(decl).name, DeclName::Constructor),
        // A member of a local class.
        None => {
            let class = definition.syntax().ancestors().find_map(ast::ClassSpecifier::cast);
            let class = class.and_then(|it| it.name()).and_then(|it| it.as_ident());
            class.is_some_and(|it| it.text() == name)
        }
    }
}

fn has_deduced_return(definition: &ast::FunctionDef) -> bool {
    let trailing = definition.declarator().and_then(|it| it.function()).and_then(|it| it.trailing_return());
    match trailing {
        Some(trailing) => {
            let specifiers = trailing.type_id().and_then(|it| it.decl_specifier_seq());
            specifiers.is_some_and(|it| names_placeholder(it.syntax()))
        }
        None => definition.decl_specifier_seq().is_some_and(|it| names_placeholder(it.syntax())),
    }
}

fn declaration(extended: &Extended<'_, '_>, definition: &ast::FunctionDef) -> Option<DeclRef> {
    if is_local(definition.syntax()) {
        return None;
    }
    let range = match definition.declared_name()?.last_segment()? {
        ast::Segment::Ident(token) => token.text_range(),
        ast::Segment::Node(node) => node.syntax().text_range(),
    };
    extended.check.decl_named(range)
}

/// The access of the function in its class, and the classes around it, innermost first; none for a function that
/// is not a member.
fn classes(extended: &Extended<'_, '_>, definition: &ast::FunctionDef) -> Option<(Access, Vec<Around>)> {
    let is_friend =
        definition.decl_specifier_seq().is_some_and(|it| it.keyword(SyntaxKind::FRIEND_KW).is_some());
    let written = written_classes(definition.syntax());
    if !written.is_empty() {
        let access = if is_friend { Access::Public } else { access_in_list(definition.syntax()) };
        return Some((access, if is_friend { Vec::new() } else { written }));
    }
    let names = extended.check.names();
    let decl = declaration(extended, definition)?;
    if names.decl(decl).qualifier.is_none() {
        return Some((Access::Public, Vec::new()));
    }
    let access = match names.redeclarations(decl) {
        asunder_decls::Redeclarations::Known(all) => {
            let inside = all.into_iter().find(|other| names.decl(*other).parent.is_some());
            inside.map_or(Access::Public, |other| names.decl(other).access)
        }
        asunder_decls::Redeclarations::Unknown => return None,
    };
    let mut classes = Vec::new();
    let mut owner = names.owner(decl)?;
    while let Owner::Class(class) = owner {
        let written = names.decl(class);
        classes.push(Around { name: written.name.ident().map(ToString::to_string), access: written.access });
        owner = names.owner(class)?;
    }
    Some((access, classes))
}

/// The classes whose bodies are around a node, innermost first, up to a function body.
fn written_classes(node: &SyntaxNode) -> Vec<Around> {
    let mut classes = Vec::new();
    for outer in node.ancestors().skip(1) {
        match outer.kind() {
            SyntaxKind::COMPOUND_STMT => break,
            SyntaxKind::CLASS_SPECIFIER => {
                let name = ast::ClassSpecifier::cast(outer.clone()).and_then(|it| it.name());
                let name = name.and_then(|it| it.last_segment()).and_then(|segment| match segment {
                    ast::Segment::Ident(token) => Some(token.text().to_owned()),
                    ast::Segment::Node(node) => node.syntax().first_token().map(|it| it.text().to_owned()),
                });
                classes.push(Around { name, access: access_in_list(&outer) });
            }
            _ => {}
        }
    }
    classes
}

/// The access of the member that a node is part of, in the innermost class body around it.
fn access_in_list(node: &SyntaxNode) -> Access {
    let mut member = node.clone();
    while let Some(parent) = member.parent() {
        match parent.kind() {
            SyntaxKind::MEMBER_LIST => return access_before(&member, &parent),
            SyntaxKind::COMPOUND_STMT => return Access::Public,
            _ => member = parent,
        }
    }
    Access::Public
}

fn access_before(member: &SyntaxNode, list: &SyntaxNode) -> Access {
    let specs = list.children().take_while(|it| it != member).filter_map(ast::AccessSpec::cast);
    let class = list.parent().and_then(ast::ClassSpecifier::cast).and_then(|it| it.keyword());
    match specs.last().and_then(|it| it.keyword()).map(|it| it.kind()) {
        Some(SyntaxKind::PRIVATE_KW) => Access::Private,
        Some(SyntaxKind::PROTECTED_KW) => Access::Protected,
        Some(_) => Access::Public,
        None if class.is_some_and(|it| it.kind() == SyntaxKind::CLASS_KW) => Access::Private,
        None => Access::Public,
    }
}
