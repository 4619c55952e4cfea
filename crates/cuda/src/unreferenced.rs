//! Variables, functions and labels that nothing refers to (spec page 3 §11a): what the device front end says at the
//! end of each scope, and of entities with internal linkage at the end of the unit.
//!
//! A name that occurs nowhere else in its scope is surely not referred to, whatever the rest means. A variable is
//! judged only if making it runs no code: its type is a number, a pointer or a class without constructors of its own,
//! and its initializer calls nothing.

use asunder_decls::Redeclarations;
use asunder_decls::layout::{Layout, NamespaceId, layout};
use asunder_decls::names::DeclRef;
use asunder_decls::owner::Owner;
use asunder_decls::readings::Reading;
use asunder_decls::scope::Lookup;
use asunder_decls::uses::Meaning;
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName, Expr, Init};
use asunder_mangle::model::{Builtin, NameRef, Type};
use asunder_outline::{Facts, Item, block_outline};
use asunder_source::{Block, SourceText, UnitPositions, block_offsets, first_file};
use asunder_syntax::{AstNode, Dialect, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};
use rustc_hash::FxHashMap;

use crate::attributes::has_only_known;
use crate::body_types::{BodyType, local_declaration, type_of_expr, type_of_local};
use crate::candidates::words;
use crate::check::Check;
use crate::declared::{self, Declared, Kind, Place};
use crate::finding::{Argument, Finding, ItemFindings, Message, Moment, Stage};
use crate::lambdas::is_in_template;
use crate::shown;
use crate::unit::{Unit, own_declarations};

/// "… was declared but never referenced".
const NEVER_REFERENCED: u16 = 177;
/// "… was set but never used".
const NEVER_USED: u16 = 550;

/// Bound on classes inside classes and expressions inside expressions.
const MAX_DEPTH: u32 = 16;

/// Facts of items that may hold bodies or entities with internal linkage.
const WITH_BODIES: Facts = Facts::FUNCTION_BODY.union(Facts::CLASS_BODY).union(Facts::BRACKET);

/// The items to judge, in order.
pub(crate) fn judged_items(db: &dyn salsa::Database, unit: Unit<'_>) -> Vec<u32> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let layout = unit.layout(db);
    let mut all = internal_items(db, source, dialect).clone();
    for (number, block) in source.blocks(db).iter().enumerate() {
        let with_bodies = own_declarations(db, source, *block, dialect)
            .filter(|(_, item)| item.facts.intersects(WITH_BODIES))
            .filter_map(|(index, _)| layout.number(number as u32, index));
        all.extend(with_bodies);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The items of the unit's own file that may declare something with internal linkage.
#[salsa::tracked(returns(ref))]
fn internal_items(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Vec<u32> {
    let Some(own) = first_file(db, source).as_deref() else { return Vec::new() };
    let (layout, positions) = (layout(db, source, dialect), UnitPositions::new(db, source));
    let mut found = Vec::new();
    for (number, (block, start)) in source.blocks(db).iter().zip(block_offsets(db, source).iter()).enumerate()
    {
        let text = block.text(db);
        let says_internal = |item: &Item| {
            let head = text[item.range].split('{').next().unwrap_or_default();
            words(head).any(|word| matches!(word, "static" | "const" | "constexpr"))
        };
        for (index, item) in own_declarations(db, source, *block, dialect) {
            let Some(number) = layout.number(number as u32, index) else { continue };
            let is_unnamed =
                |id| layout.namespace(id).parent.is_some() && layout.namespace(id).name.is_none();
            let mut around =
                layout.item(number).into_iter().flat_map(|item| layout.ancestors(item.namespace));
            if (says_internal(item) || around.any(is_unnamed))
                && positions.file(start + usize::from(item.range.start())) == own
            {
                found.push(number);
            }
        }
    }
    found
}

/// How often each word occurs from the first of such items on.
#[salsa::tracked(returns(ref))]
fn mentions(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> FxHashMap<Box<str>, u32> {
    let layout = layout(db, source, dialect);
    let first = internal_items(db, source, dialect).first().and_then(|first| layout.item(*first));
    let Some(first) = first else { return FxHashMap::default() };
    let blocks = &source.blocks(db)[first.block as usize..];
    let start = block_outline(db, blocks[0], dialect).items[first.index as usize].range.start();
    let mut found = count_words(&blocks[0].text(db)[usize::from(start)..]);
    for block in &blocks[1..] {
        for (word, count) in block_words(db, *block) {
            *found.entry(word.clone()).or_default() += count;
        }
    }
    found
}

/// How often each word occurs in a block.
#[salsa::tracked(returns(ref))]
fn block_words(db: &dyn salsa::Database, block: Block) -> FxHashMap<Box<str>, u32> {
    count_words(block.text(db))
}

fn count_words(text: &str) -> FxHashMap<Box<str>, u32> {
    let mut found: FxHashMap<Box<str>, u32> = FxHashMap::default();
    for word in words(text) {
        match found.get_mut(word) {
            Some(count) => *count += 1,
            None => drop(found.insert(word.into(), 1)),
        }
    }
    found
}

/// What nothing refers to in the item `number`.
#[salsa::tracked(returns(ref))]
pub(crate) fn item_unreferenced<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    number: u32,
) -> ItemFindings {
    let check = Check::new(db, unit, number);
    locals(&check);
    if internal_items(db, unit.source(db), unit.dialect(db)).binary_search(&number).is_ok() {
        entities(&check);
    }
    check.finish()
}

// ---- functions

/// Judges the variables, parameters and labels of the item's functions.
fn locals(check: &Check<'_>) {
    let mut found: Vec<(TextSize, Finding)> = Vec::new();
    for declared in declared::variables_of_blocks(check) {
        if let Some(finding) = local(check, &declared) {
            found.push((declared.name.start(), finding));
        }
    }
    for node in check.root.descendants() {
        let finding = match node.kind() {
            SyntaxKind::PARAM_DECL => parameter(check, &node),
            SyntaxKind::LABELED_STMT => label(check, &node),
            _ => None,
        };
        found.extend(finding.map(|finding| (finding.offset, finding)));
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().for_each(|(_, finding)| check.add(finding));
}

/// A local variable or structured binding.
fn local(check: &Check<'_>, declared: &Declared) -> Option<Finding> {
    let node = &declared.node;
    let simple = node.parent().filter(|it| it.kind() == SyntaxKind::SIMPLE_DECL)?;
    let is_statement = simple.last_token().is_some_and(|token| token.kind() == SyntaxKind::SEMICOLON);
    if !is_statement
        || declared.place != Place::Block
        || declared.has(SyntaxKind::EXTERN_KW)
        || is_in_template(node)
        || !has_only_known(&simple)
        || is_ambiguous(check, node)
    {
        return None;
    }
    let scope = simple.ancestors().find(|it| is_scope(it.kind()))?;
    if declared.kind == Kind::StructuredBinding {
        return structured_binding(check, declared, &scope);
    }
    let name = check.root.token_at_offset(declared.at_name()).right_biased()?;
    if declared.kind != Kind::Variable || declared.has_volatile() || !is_identifier(&name) {
        return None;
    }
    let number = match uses(check, &scope, &name)? {
        Uses::None => NEVER_REFERENCED,
        Uses::OnlySet(is_assigned) if is_assigned || initializer(declared).is_some() => NEVER_USED,
        Uses::OnlySet(_) => return None,
    };
    let ty = type_of_local(check, &name);
    if has_variable_bound(declared) || is_closure_in_constexpr(check, &ty, node) {
        return None;
    }
    let is_constant = || {
        let mut words = declared.declarator.syntax().descendants_with_tokens();
        declared.has(SyntaxKind::CONSTEXPR_KW)
            || words.any(|it| it.kind() == SyntaxKind::CONST_KW)
            || is_const_or_reference(&ty)
    };
    if number == NEVER_USED && is_constant() {
        return None;
    }
    let is_quiet = is_quiet_type(check, &ty) && is_quietly_initialized(check, declared, &ty);
    is_quiet.then(|| finding(check, number, "variable", name.text(), declared.at_name(), &scope))
}

/// An array whose bound names something of the function: where it is no constant, that is an error in device code.
fn has_variable_bound(declared: &Declared) -> bool {
    let suffixes =
        declared.declarator.syntax().descendants().filter(|it| it.kind() == SyntaxKind::ARRAY_SUFFIX);
    let mut tokens = suffixes.flat_map(|it| it.descendants_with_tokens()).filter_map(|it| it.into_token());
    tokens.any(|it| it.kind() == SyntaxKind::IDENT && local_declaration(&it).is_some())
}

/// A closure may be no literal type, which a constexpr function does not take.
fn is_closure_in_constexpr(check: &Check<'_>, ty: &BodyType, node: &SyntaxNode) -> bool {
    let BodyType::Closure(lambda) = ty else { return false };
    let parents = lambda.children().filter(|it| it.kind() == SyntaxKind::NV_PARENT);
    let mut named = parents.flat_map(|it| it.descendants_with_tokens()).filter_map(|it| it.into_token());
    // A name that is not declared leaves no lambda.
    let has_unknown_parent = named.any(|token| {
        token.kind() == SyntaxKind::IDENT
            && !matches!(
                check.names().meaning(check.item, &token),
                Meaning::Local(_) | Meaning::Outer(Lookup::Found(_))
            )
    });
    let function = node.ancestors().find_map(ast::FunctionDef::cast);
    let specifiers = function.and_then(|function| function.decl_specifier_seq());
    let is_constexpr = |specifiers: &ast::DeclSpecifierSeq| {
        [SyntaxKind::CONSTEXPR_KW, SyntaxKind::CONSTEVAL_KW]
            .into_iter()
            .any(|it| specifiers.keyword(it).is_some())
    };
    has_unknown_parent || specifiers.is_some_and(|specifiers| is_constexpr(&specifiers))
}

/// Bindings are told together, under the first name.
fn structured_binding(check: &Check<'_>, declared: &Declared, scope: &SyntaxNode) -> Option<Finding> {
    let binding = declared.declarator.innermost().structured_binding()?;
    let names: Vec<SyntaxToken> = binding.bindings().filter_map(|it| it.ident_token()).collect();
    let is_unused = names.iter().all(|name| matches!(uses(check, scope, name), Some(Uses::None)));
    let Some(ast::Initializer::EqInitializer(initializer)) = initializer(declared) else { return None };
    let ty = type_of_expr(check, &initializer.expr()?);
    if !is_unused || !is_quiet_type(check, &ty) || !is_quiet(check, &initializer.expr()?, MAX_DEPTH) {
        return None;
    }
    let first = names.first()?;
    let at = first.text_range().start();
    Some(finding(check, NEVER_REFERENCED, "structured binding", first.text(), at, scope))
}

/// A parameter that is only assigned to.
fn parameter(check: &Check<'_>, node: &SyntaxNode) -> Option<Finding> {
    let param = ast::ParamDecl::cast(node.clone())?;
    let function = node.ancestors().find(|it| {
        matches!(it.kind(), SyntaxKind::FUNCTION_DEF | SyntaxKind::LAMBDA_EXPR | SyntaxKind::HANDLER)
    })?;
    let function = ast::FunctionDef::cast(function)?;
    let list = function.declarator()?.function()?.param_list()?;
    if node.parent().as_ref() != Some(list.syntax()) || is_in_template(node) || !has_only_known(node) {
        return None;
    }
    let Some(ast::FunctionBody::CompoundBody(body)) = function.body() else { return None };
    let name = param.declarator()?.declared_name()?.as_ident()?;
    let Uses::OnlySet(true) = uses(check, function.syntax(), &name)? else { return None };
    let ty = type_of_local(check, &name);
    if !is_scalar(check, &ty) || is_const_or_reference(&ty) {
        return None;
    }
    let at = name.text_range().start();
    Some(finding(check, NEVER_USED, "parameter", name.text(), at, body.syntax()))
}

/// A label that no `goto` of the function names.
fn label(check: &Check<'_>, node: &SyntaxNode) -> Option<Finding> {
    let name = ast::LabeledStmt::cast(node.clone())?.ident_token()?;
    let function = node
        .ancestors()
        .find(|it| matches!(it.kind(), SyntaxKind::FUNCTION_DEF | SyntaxKind::LAMBDA_EXPR))?;
    let body = function
        .children()
        .find(|it| matches!(it.kind(), SyntaxKind::COMPOUND_BODY | SyntaxKind::COMPOUND_STMT))?;
    let mut others = identifiers(&body, name.text()).filter(|it| *it != name);
    if others.next().is_some() || is_in_template(node) || is_ambiguous(check, node) || !has_only_known(node) {
        return None;
    }
    let at = name.text_range().start();
    Some(finding(check, NEVER_REFERENCED, "label", name.text(), at, &body))
}

/// Told when the reference leaves `scope`.
fn finding(
    check: &Check<'_>,
    number: u16,
    kind: &'static str,
    name: &str,
    at: TextSize,
    scope: &SyntaxNode,
) -> Finding {
    let entity = Argument::Entity { kind: Some(kind), name: name.into(), declared: None };
    let moment = check.moment_after(scope.text_range().end(), u16::MAX);
    Finding::new(Message::new(number, vec![entity]), at, moment)
}

fn is_scope(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(kind, COMPOUND_STMT | FOR_STMT | RANGE_FOR_STMT | IF_STMT | WHILE_STMT | SWITCH_STMT)
}

/// Whether the statement may be no declaration.
fn is_ambiguous(check: &Check<'_>, node: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    node.ancestors().any(|it| match it.kind() {
        AMBIGUOUS_STMT | AMBIGUOUS_DECL => check.names().reading(check.item, &it) != Reading::Type,
        AMBIGUOUS_EXPR | ERROR_NODE | DEEP_TOKENS => true,
        _ => false,
    })
}

fn is_identifier(token: &SyntaxToken) -> bool {
    token.kind() == SyntaxKind::IDENT
}

/// The tokens of a node that spell a name.
fn identifiers<'n>(node: &SyntaxNode, name: &'n str) -> impl Iterator<Item = SyntaxToken> + use<'n> {
    let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
    tokens.filter(move |token| token.kind() == SyntaxKind::IDENT && token.text() == name)
}

/// How a scope uses a name besides declaring it.
enum Uses {
    /// Not at all.
    None,
    /// Its value is never needed; whether something is assigned to it.
    OnlySet(bool),
}

/// `None` where the name may be used.
fn uses(check: &Check<'_>, scope: &SyntaxNode, name: &SyntaxToken) -> Option<Uses> {
    let mut uses = Uses::None;
    for token in identifiers(scope, name.text()).filter(|token| token != name) {
        let is_assigned = matches!(uses, Uses::OnlySet(true));
        uses = Uses::OnlySet(is_set(check, &token, name)? || is_assigned);
    }
    Some(uses)
}

/// Whether a use assigns to the variable (`x = e`, `x.a = e`, `x[i] = e`) or needs no value of it (`(void)x`, `x;`,
/// `sizeof x`); `None` for other uses, and inside lambdas, which capture it.
fn is_set(check: &Check<'_>, token: &SyntaxToken, declared: &SyntaxToken) -> Option<bool> {
    if local_declaration(token).as_ref() != Some(declared) {
        return None;
    }
    let name = token.parent()?.ancestors().find(|it| it.kind() == SyntaxKind::NAME_EXPR)?;
    let scope = declared
        .parent_ancestors()
        .find(|it| is_scope(it.kind()) || it.kind() == SyntaxKind::FUNCTION_DEF)?;
    let is_in_lambda =
        name.ancestors().take_while(|it| *it != scope).any(|it| it.kind() == SyntaxKind::LAMBDA_EXPR);
    if is_in_lambda {
        return None;
    }
    let mut node = name;
    let mut part = Part::Whole;
    loop {
        let outer = node.parent()?;
        match outer.kind() {
            SyntaxKind::PAREN_EXPR => {}
            SyntaxKind::MEMBER_EXPR | SyntaxKind::INDEX_EXPR => {
                if outer.children().next().as_ref() != Some(&node) {
                    return None;
                }
                part = match part {
                    Part::Whole if is_parameter(declared) => return None,
                    Part::Whole => Part::of(type_of_local(check, declared), &outer)?,
                    Part::Of(ty) => Part::of(ty, &outer)?,
                    Part::Member => return None,
                };
            }
            SyntaxKind::ASSIGN_EXPR => {
                let assign = ast::AssignExpr::cast(outer)?;
                let is_target = assign.lhs().is_some_and(|lhs| *lhs.syntax() == node);
                let is_plain = assign.syntax().children_with_tokens().any(|it| it.kind() == SyntaxKind::EQ);
                return (is_target && is_plain).then_some(true);
            }
            SyntaxKind::EXPR_STMT => {
                // The last one of a statement expression is its value.
                let block = outer.parent()?;
                let is_value = block.parent().is_some_and(|it| it.kind() == SyntaxKind::STMT_EXPR)
                    && block.children().last().as_ref() == Some(&outer);
                return (!is_value).then_some(false);
            }
            SyntaxKind::CAST_EXPR | SyntaxKind::NAMED_CAST_EXPR => {
                let mut types = outer.children().filter(|it| it.kind() == SyntaxKind::TYPE_ID);
                let is_void = types.next().is_some_and(|it| it.text() == "void");
                return is_void.then_some(false);
            }
            _ => return None,
        }
        node = outer;
    }
}

/// What of a variable is set.
enum Part {
    Whole,
    /// An element, of this type.
    Of(BodyType),
    /// A data member.
    Member,
}

impl Part {
    /// The part that `outer` selects of an object of a type: of an array or class itself, for what is behind a pointer or
    /// made by an operator function is no part of it.
    fn of(ty: BodyType, outer: &SyntaxNode) -> Option<Part> {
        let is_index = outer.kind() == SyntaxKind::INDEX_EXPR;
        let is_dot = outer.children_with_tokens().any(|it| it.kind() == SyntaxKind::DOT);
        match ty {
            BodyType::Array(_, element) if is_index => Some(Part::Of(*element)),
            BodyType::Local(_) if is_dot => Some(Part::Member),
            BodyType::Outer(ty) => match &*ty {
                Type::Array(_, element) if is_index => Some(Part::Of(BodyType::Outer(element.clone()))),
                Type::Named(_) if is_dot => Some(Part::Member),
                _ => None,
            },
            _ => None,
        }
    }
}

fn is_parameter(declared: &SyntaxToken) -> bool {
    let declarator = declared.parent_ancestors().find(|it| it.kind() == SyntaxKind::DECLARATOR);
    declarator.and_then(|it| it.parent()).is_some_and(|it| it.kind() == SyntaxKind::PARAM_DECL)
}

// ---- what runs no code

fn initializer(declared: &Declared) -> Option<ast::Initializer> {
    ast::InitDeclarator::cast(declared.node.clone())?.initializer()
}

/// Whether making an object of a type without an initializer runs no code.
fn is_quiet_type(check: &Check<'_>, ty: &BodyType) -> bool {
    match ty {
        BodyType::Pointer(_) | BodyType::Reference(_) | BodyType::MemberPointer(..) => true,
        BodyType::Qualified(_, inner) | BodyType::Array(_, inner) => is_quiet_type(check, inner),
        BodyType::Local(node) => is_quiet_local_class(node),
        BodyType::Closure(lambda) => is_quiet_lambda(check, lambda),
        BodyType::Outer(ty) => is_quiet_outer(check, ty, true, MAX_DEPTH),
        _ => false,
    }
}

fn is_quiet_outer(check: &Check<'_>, ty: &Type, may_initialize: bool, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match ty {
        Type::Builtin(_) | Type::Pointer(_) | Type::MemberPointer { .. } => true,
        Type::LvalueRef(_) | Type::RvalueRef(_) => true,
        Type::Qualified(qualifiers, inner) => {
            !qualifiers.is_volatile && is_quiet_outer(check, inner, may_initialize, depth)
        }
        Type::Array(_, element) => is_quiet_outer(check, element, may_initialize, depth),
        Type::Named(name) => {
            check.names().is_enumeration(name) || is_quiet_class(check, name, may_initialize, depth)
        }
        _ => false,
    }
}

/// A class whose constructors and destructor are implicit or defaulted, of quiet members. Members of members have no
/// initializers (`may_initialize`).
fn is_quiet_class(check: &Check<'_>, name: &NameRef, may_initialize: bool, depth: u32) -> bool {
    let names = check.names();
    let Some(class) = names.class_definition(name).filter(|_| name.args.is_none()) else { return false };
    let decl = names.decl(class);
    let DeclKind::Class(written) = &decl.kind else { return false };
    if written.has_virtual_base || !decl.templates.is_empty() {
        return false;
    }
    let site = names.site_of(class);
    let is_quiet_base = |base| is_quiet_outer(check, &names.resolve(base, &site), false, depth);
    let is_quiet_member = |decl: DeclRef, member: &Decl| match &member.kind {
        _ if member.specifiers.is_virtual => false,
        DeclKind::Function { body, .. } => match member.name {
            DeclName::Constructor | DeclName::Destructor => {
                matches!(body, BodyKind::Defaulted | BodyKind::Deleted)
            }
            DeclName::Operator(ref spelling) if &**spelling == "=" => {
                matches!(body, BodyKind::Defaulted | BodyKind::Deleted)
            }
            _ => member.name.ident() != decl_ident(name),
        },
        DeclKind::FunctionOrVariable { .. } | DeclKind::UsingDeclaration(_) => false,
        DeclKind::Class(_) => !matches!(member.name, DeclName::None),
        DeclKind::Variable { .. } if member.specifiers.is_static => true,
        DeclKind::Variable { init, .. } => {
            let is_plain = match init {
                Init::None => true,
                Init::Value(value) => may_initialize && is_literal(value),
                Init::Other => false,
            };
            let ty = names.type_of_variable(decl);
            is_plain && ty.is_some_and(|ty| is_quiet_outer(check, &ty, false, depth))
        }
        _ => true,
    };
    let mut members = names.decls(class.item).members(Some(class.local));
    written.bases.iter().all(is_quiet_base)
        && members.all(|(local, member)| is_quiet_member(class.sibling(local), member))
}

fn decl_ident(class: &NameRef) -> Option<&std::sync::Arc<str>> {
    match &class.unqualified {
        asunder_mangle::model::Unqualified::Source(ident) => Some(ident),
        _ => None,
    }
}

fn is_literal(value: &Expr) -> bool {
    matches!(value, Expr::Integer(..) | Expr::Character(..))
}

/// A class of a function body with members of built-in types only.
fn is_quiet_local_class(node: &SyntaxNode) -> bool {
    let Some(class) = ast::ClassSpecifier::cast(node.clone()) else {
        return ast::EnumSpecifier::cast(node.clone()).is_some();
    };
    let is_plain = |member: &SyntaxNode| {
        let Some(simple) = ast::SimpleDecl::cast(member.clone()) else { return false };
        let specifiers = simple.decl_specifier_seq();
        let is_named = specifiers.is_none_or(|it| {
            it.syntax()
                .children()
                .any(|it| !matches!(it.kind(), SyntaxKind::BUILTIN_TYPE | SyntaxKind::KEYWORD_SPECIFIER))
        });
        !is_named && simple.init_declarators().all(|it| it.initializer().is_none())
    };
    let members = class.syntax().children().find(|it| it.kind() == SyntaxKind::MEMBER_LIST);
    class.base_clause().is_none() && members.is_some_and(|list| list.children().all(|it| is_plain(&it)))
}

/// A lambda whose captures are quiet to copy.
fn is_quiet_lambda(check: &Check<'_>, node: &SyntaxNode) -> bool {
    let Some(lambda) = ast::LambdaExpr::cast(node.clone()) else { return false };
    let Some(introducer) = lambda.lambda_introducer() else { return false };
    let mut copies_all = false;
    for capture in introducer.captures() {
        let by_reference = capture.syntax().children_with_tokens().any(|it| it.kind() == SyntaxKind::AMP);
        match (capture.ident_token(), capture.initializer()) {
            (_, Some(ast::Initializer::EqInitializer(init))) => {
                let Some(value) = init.expr() else { return false };
                let ty = type_of_expr(check, &value);
                if !is_scalar(check, &ty)
                    || !is_quiet(check, &value, MAX_DEPTH)
                    || !stays_exact(check, &value, &ty)
                {
                    return false;
                }
            }
            (_, Some(_)) => return false,
            (Some(_), None) if by_reference => {}
            (Some(name), None) => {
                let ty = local_declaration(&name).map(|it| type_of_local(check, &it).referred());
                if !ty.is_some_and(|ty| is_quiet_type(check, &ty)) {
                    return false;
                }
            }
            (None, None) => copies_all |= !by_reference,
        }
    }
    !copies_all || copies_are_quiet(check, node)
}

/// `[=]`: every variable from outside that the body names.
fn copies_are_quiet(check: &Check<'_>, lambda: &SyntaxNode) -> bool {
    let tokens = lambda.descendants_with_tokens().filter_map(|it| it.into_token());
    let names = tokens.filter(|it| it.kind() == SyntaxKind::IDENT);
    names.filter_map(|token| local_declaration(&token)).all(|declared| {
        lambda.text_range().contains_range(declared.text_range())
            || is_quiet_type(check, &type_of_local(check, &declared).referred())
    })
}

/// Whether the initializer of a variable of a quiet type runs no code that counts.
fn is_quietly_initialized(check: &Check<'_>, declared: &Declared, ty: &BodyType) -> bool {
    let is_number = is_scalar(check, ty);
    let exprs: Vec<ast::Expr> = match initializer(declared) {
        None => return !matches!(declared.node.kind(), SyntaxKind::RANGE_DECL),
        Some(ast::Initializer::EqInitializer(init)) => init.expr().into_iter().collect(),
        Some(ast::Initializer::ParenInitializer(init)) => init.exprs().collect(),
        Some(ast::Initializer::InitList(list)) => vec![ast::Expr::InitList(list)],
        Some(ast::Initializer::PureSpecifier(_)) => return true,
    };
    if is_class_reference(check, ty) {
        // A value of another type would be converted.
        return exprs.iter().all(|expr| {
            let is_object = matches!(expr, ast::Expr::NameExpr(_) | ast::Expr::MemberExpr(_) | ast::Expr::IndexExpr(_))
                || matches!(expr, ast::Expr::PrefixExpr(it) if it.op_token().is_some_and(|it| it.kind() == SyntaxKind::STAR));
            is_object && !is_number_like(check, expr, MAX_DEPTH) && is_quiet(check, expr, MAX_DEPTH)
        });
    }
    // A number made from an object calls a conversion function.
    exprs.iter().all(|expr| is_quiet(check, expr, MAX_DEPTH) && (!is_number || is_number_of(check, expr, ty)))
}

/// Whether a type is a reference to a class.
fn is_class_reference(check: &Check<'_>, ty: &BodyType) -> bool {
    let is_reference = match ty {
        BodyType::Reference(_) => true,
        BodyType::Outer(ty) => matches!(**ty, Type::LvalueRef(_) | Type::RvalueRef(_)),
        _ => false,
    };
    is_reference && !is_scalar(check, ty)
}

/// Whether an expression initialises a number without code.
fn is_number_of(check: &Check<'_>, expr: &ast::Expr, ty: &BodyType) -> bool {
    match expr {
        ast::Expr::InitList(_) => is_constant(expr) || !is_floating(ty) && !may_float(check, expr),
        _ => is_number_like(check, expr, MAX_DEPTH) && stays_exact(check, expr, ty),
    }
}

/// Whether an expression surely is no object of a class.
fn is_number_like(check: &Check<'_>, expr: &ast::Expr, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let inner = |it: Option<ast::Expr>| it.is_some_and(|it| is_number_like(check, &it, depth));
    match expr {
        ast::Expr::Literal(_)
        | ast::Expr::ThisExpr(_)
        | ast::Expr::SizeofExpr(_)
        | ast::Expr::AlignofExpr(_)
        | ast::Expr::NoexceptExpr(_)
        | ast::Expr::TypeTraitExpr(_) => true,
        ast::Expr::ParenExpr(it) => inner(it.expr()),
        ast::Expr::ConditionalExpr(it) => inner(it.then_value()) && inner(it.else_value()),
        ast::Expr::BinaryExpr(it) => inner(it.lhs()) && inner(it.rhs()),
        ast::Expr::PrefixExpr(it) => match it.op_token().map(|token| token.kind()) {
            Some(SyntaxKind::AMP) => true,
            Some(SyntaxKind::STAR) => is_scalar(check, &type_of_expr(check, expr)),
            _ => inner(it.expr()),
        },
        _ => is_scalar(check, &type_of_expr(check, expr)),
    }
}

fn is_const_or_reference(ty: &BodyType) -> bool {
    let of_outer = |ty: &Type| {
        let mut ty = ty;
        while let Type::Array(_, element) = ty {
            ty = element;
        }
        match ty {
            Type::LvalueRef(_) | Type::RvalueRef(_) => true,
            Type::Qualified(qualifiers, _) => qualifiers.is_const,
            _ => false,
        }
    };
    match ty {
        BodyType::Reference(_) => true,
        BodyType::Qualified(words, _) => words.contains("const"),
        BodyType::Array(_, element) => is_const_or_reference(element),
        BodyType::Outer(ty) => of_outer(ty),
        _ => false,
    }
}

/// Whether a type is a floating one: conversions and arithmetic on such count as code, constants aside.
fn is_floating(ty: &BodyType) -> bool {
    let of_outer = |ty: &Type| {
        let mut ty = ty;
        while let Type::Qualified(_, inner)
        | Type::Array(_, inner)
        | Type::LvalueRef(inner)
        | Type::RvalueRef(inner) = ty
        {
            ty = inner;
        }
        matches!(ty, Type::Builtin(builtin) if !is_integral(*builtin))
    };
    match ty {
        BodyType::Qualified(_, inner) | BodyType::Array(_, inner) | BodyType::Reference(inner) => {
            is_floating(inner)
        }
        BodyType::Outer(ty) => of_outer(ty),
        _ => false,
    }
}

fn is_integral(builtin: Builtin) -> bool {
    use Builtin::*;
    !matches!(builtin, Float | Double | LongDouble | Float128 | Float16 | BFloat16)
}

/// Whether an expression is made of literals only.
fn is_constant(expr: &ast::Expr) -> bool {
    let mut nodes = expr.syntax().descendants();
    nodes
        .all(|it| !matches!(it.kind(), SyntaxKind::NAME_EXPR | SyntaxKind::THIS_EXPR | SyntaxKind::CALL_EXPR))
}

/// Whether an expression names anything of a floating type, or of a type that is not known.
fn may_float(check: &Check<'_>, expr: &ast::Expr) -> bool {
    let names = expr.syntax().descendants().filter_map(ast::Expr::cast);
    let mut values = names.filter(|it| {
        matches!(
            it,
            ast::Expr::NameExpr(_)
                | ast::Expr::MemberExpr(_)
                | ast::Expr::IndexExpr(_)
                | ast::Expr::CastExpr(_)
                | ast::Expr::NamedCastExpr(_)
                | ast::Expr::ConstructExpr(_)
        )
    });
    let has_literal = || {
        let mut tokens = expr.syntax().descendants_with_tokens();
        tokens.any(|token| token.kind() == SyntaxKind::FLOAT_NUMBER)
    };
    has_literal() || values.any(|it| is_floating(&type_of_expr(check, &it)))
}

/// Whether a value of an expression becomes one of a type without floating conversions and arithmetic.
fn stays_exact(check: &Check<'_>, expr: &ast::Expr, ty: &BodyType) -> bool {
    if is_constant(expr) || !is_floating(ty) && !may_float(check, expr) {
        return true;
    }
    let is_plain =
        matches!(expr, ast::Expr::NameExpr(_) | ast::Expr::MemberExpr(_) | ast::Expr::IndexExpr(_));
    is_plain && type_of_expr(check, expr).decayed() == ty.clone().decayed()
}

/// Numbers, pointers, enumerations, arrays of them, and functions.
fn is_scalar(check: &Check<'_>, ty: &BodyType) -> bool {
    let of_outer = |ty: &Type| match ty {
        Type::Builtin(_) | Type::Pointer(_) | Type::MemberPointer { .. } | Type::Function(_) => true,
        Type::Named(name) => check.names().is_enumeration(name),
        _ => false,
    };
    match ty {
        BodyType::Pointer(_) | BodyType::MemberPointer(..) | BodyType::Function(..) => true,
        BodyType::Qualified(_, inner) | BodyType::Array(_, inner) | BodyType::Reference(inner) => {
            is_scalar(check, inner)
        }
        BodyType::Local(node) => node.kind() == SyntaxKind::ENUM_SPECIFIER,
        BodyType::Outer(ty) => {
            let mut ty = &**ty;
            while let Type::Qualified(_, inner)
            | Type::Array(_, inner)
            | Type::LvalueRef(inner)
            | Type::RvalueRef(inner) = ty
            {
                ty = inner;
            }
            of_outer(ty)
        }
        _ => false,
    }
}

/// Whether an expression calls no function and changes nothing, as far as that is sure.
fn is_quiet(check: &Check<'_>, expr: &ast::Expr, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let quiet = |expr: Option<ast::Expr>| expr.is_some_and(|expr| is_quiet(check, &expr, depth));
    let number = |expr: Option<ast::Expr>| {
        expr.is_some_and(|expr| is_quiet(check, &expr, depth) && is_number_like(check, &expr, depth))
    };
    let all = |list: &ast::InitList| {
        list.init_clauses().all(|clause| match clause {
            ast::InitClause::Expr(ast::Expr::InitList(inner)) => quiet(Some(ast::Expr::InitList(inner))),
            ast::InitClause::Expr(expr) => number(Some(expr)),
            ast::InitClause::DesignatedInit(_) => false,
        })
    };
    match expr {
        ast::Expr::Literal(_)
        | ast::Expr::ThisExpr(_)
        | ast::Expr::NameExpr(_)
        | ast::Expr::SizeofExpr(_)
        | ast::Expr::AlignofExpr(_)
        | ast::Expr::NoexceptExpr(_)
        | ast::Expr::TypeTraitExpr(_) => true,
        ast::Expr::LambdaExpr(lambda) => is_quiet_lambda(check, lambda.syntax()),
        ast::Expr::ParenExpr(it) => quiet(it.expr()),
        ast::Expr::ConditionalExpr(it) => {
            number(it.condition()) && number(it.then_value()) && number(it.else_value())
        }
        ast::Expr::PrefixExpr(it) => match it.op_token().map(|token| token.kind()) {
            Some(SyntaxKind::AMP) => matches!(it.expr(), Some(ast::Expr::NameExpr(_))),
            Some(
                SyntaxKind::PLUS
                | SyntaxKind::MINUS
                | SyntaxKind::TILDE
                | SyntaxKind::BANG
                | SyntaxKind::STAR,
            ) => number(it.expr()),
            _ => false,
        },
        ast::Expr::BinaryExpr(it) => number(it.lhs()) && number(it.rhs()),
        ast::Expr::CommaExpr(it) => number(it.lhs()) && number(it.rhs()),
        ast::Expr::IndexExpr(it) => number(it.base()) && it.indices().all(|index| number(Some(index))),
        ast::Expr::MemberExpr(it) => {
            let is_arrow = it.syntax().children_with_tokens().any(|it| it.kind() == SyntaxKind::ARROW);
            if is_arrow { number(it.base()) } else { quiet(it.base()) }
        }
        ast::Expr::CastExpr(it) => number(it.expr()) && is_scalar(check, &type_of_expr(check, expr)),
        ast::Expr::NamedCastExpr(it) => number(it.expr()) && is_scalar(check, &type_of_expr(check, expr)),
        ast::Expr::ConstructExpr(it) => {
            let ty = type_of_expr(check, expr);
            let has_quiet_arguments = match (it.arg_list(), it.init_list()) {
                (Some(list), _) => list.args().all(|argument| number(Some(argument))),
                (None, Some(list)) => all(&list),
                (None, None) => false,
            };
            has_quiet_arguments && is_quiet_type(check, &ty)
        }
        ast::Expr::CallExpr(it) => {
            // `P()` reads as a call.
            let is_bare = it.arg_list().is_some_and(|list| list.args().next().is_none());
            let ty = type_of_expr(check, expr);
            let makes = |ty: &BodyType| {
                matches!(ty, BodyType::Local(_) | BodyType::Outer(_)) && !is_scalar(check, ty)
            };
            is_bare && makes(&ty) && names_type(check, it.callee()) && is_quiet_type(check, &ty)
        }
        ast::Expr::InitList(list) => all(list),
        _ => false,
    }
}

/// Whether what looks like a callee is the name of a class.
fn names_type(check: &Check<'_>, callee: Option<ast::Expr>) -> bool {
    let Some(ast::Expr::NameExpr(name)) = callee else { return false };
    let Some(token) = name.name().and_then(|it| it.last_segment()).and_then(|it| it.ident()) else {
        return false;
    };
    match check.names().meaning(check.item, &token) {
        Meaning::Outer(Lookup::Found(members)) => {
            members.iter().all(|it| matches!(check.names().decl(it.decl).kind, DeclKind::Class(_)))
        }
        _ => false,
    }
}

// ---- entities of namespaces

/// Judges the functions and variables with internal linkage that the item declares.
fn entities(check: &Check<'_>) {
    for (local, decl) in check.decls().iter() {
        let decl_ref = DeclRef { item: check.item, local };
        if decl.parent.is_none() && is_internal(check, decl) {
            entity(check, decl_ref, decl);
        }
    }
}

/// Whether the declaration gives a function or variable of a namespace internal linkage ([basic.link]/3).
fn is_internal(check: &Check<'_>, decl: &Decl) -> bool {
    let specifiers = &decl.specifiers;
    let is_plain = decl.templates.is_empty()
        && !decl.explicit_instantiation
        && !specifiers.is_friend
        && decl.qualifier.is_none()
        && matches!(decl.name, DeclName::Ident(_));
    if !is_plain {
        return false;
    }
    let layout = check.unit.layout(check.db);
    let item = check.unit.item(check.db, check.item);
    let is_unnamed = |id| layout.namespace(id).parent.is_some() && layout.namespace(id).name.is_none();
    let has_c_linkage = item.c_linkage || specifiers.c_linkage;
    let in_unnamed = || !has_c_linkage && layout.ancestors(item.namespace).any(is_unnamed);
    match &decl.kind {
        DeclKind::Function { .. } => specifiers.is_static || in_unnamed(),
        DeclKind::Variable { .. } => {
            let is_const = specifiers.is_constexpr || is_const(decl);
            let in_unnamed = || in_unnamed() && !decl.attributes.spaces.shared;
            specifiers.is_static || in_unnamed() || is_const && !specifiers.is_inline && !specifiers.is_extern
        }
        _ => false,
    }
}

fn is_const(decl: &Decl) -> bool {
    use asunder_decls::written::TypeExpr;
    let DeclKind::Variable { ty, .. } = &decl.kind else { return false };
    let mut ty = ty;
    while let TypeExpr::Array(_, element) = ty {
        ty = element;
    }
    matches!(ty, TypeExpr::Qualified(qualifiers, _) if qualifiers.is_const && !qualifiers.is_volatile)
}

fn entity(check: &Check<'_>, decl: DeclRef, written: &Decl) {
    let names = check.names();
    let Some(ident) = written.name.ident() else { return };
    let Redeclarations::Known(all) = names.redeclarations(decl) else {
        return check.silence(NEVER_REFERENCED);
    };
    let counts = mentions(check.db, check.unit.source(check.db), check.unit.dialect(check.db));
    if counts.get(&**ident).copied().unwrap_or(0) as usize != all.len() {
        return;
    }
    let defines =
        |decl: &DeclRef| matches!(names.decl(*decl).kind, DeclKind::Function { body: BodyKind::Block, .. });
    let told = all.iter().find(|decl| defines(decl)).or(all.first());
    if told != Some(&decl) || &**ident == "main" {
        return;
    }
    let Some(node) = node_of(check, decl) else { return };
    let has_plain_attributes = |decl: &DeclRef| {
        let node = node_of(check, *decl);
        let whole = node.and_then(|node| match node.kind() {
            SyntaxKind::INIT_DECLARATOR => node.parent(),
            _ => Some(node),
        });
        whole.is_some_and(|whole| has_only_known(&whole))
    };
    if !all.iter().all(has_plain_attributes) {
        return;
    }
    let kind = match &written.kind {
        DeclKind::Function { .. } if is_found_by_arguments(check, decl, ident) => return,
        DeclKind::Function { .. } => "function",
        _ if is_quiet_entity(check, decl, &node) => "variable",
        _ => return,
    };
    let (Some(owner), Some(name)) = (names.owner(decl), shown::entity_name(names, decl)) else { return };
    let Owner::Namespace(namespace) = owner else { return };
    let Some(offset) = names.name_offset(decl) else { return };
    let at = offset - names.range(check.item).start();
    let moment = Moment {
        stage: Stage::Unreferenced,
        rank: opening_order(check.unit.layout(check.db), namespace),
        ..check.moment_after(at, 0)
    };
    let entity = Argument::Entity { kind: Some(kind), name: name.into(), declared: None };
    check.add(Finding::new(Message::new(NEVER_REFERENCED, vec![entity]), at, moment));
}

/// The definition or init-declarator of a declaration of the unit.
fn node_of(check: &Check<'_>, decl: DeclRef) -> Option<SyntaxNode> {
    let (root, range) = check.node_of(decl)?;
    declared::definition_at(&root, range)
}

/// When the reference goes through a namespace: each before those inside it, in the order in which they are opened.
fn opening_order(layout: &Layout, namespace: NamespaceId) -> u16 {
    let path = |id: NamespaceId| -> Vec<u32> {
        let mut path: Vec<u32> = layout.ancestors(id).map(|id| id.0).collect();
        path.reverse();
        path
    };
    let own = path(namespace);
    u16::try_from(layout.namespaces().ids().filter(|id| path(*id) < own).count()).unwrap_or(u16::MAX)
}

/// Whether a call in a template of a header might find the function by the types of its arguments.
fn is_found_by_arguments(check: &Check<'_>, decl: DeclRef, ident: &str) -> bool {
    let Some(types) = check.names().parameter_types(decl) else { return true };
    let is_built_in = |ty: &Type| {
        let mut ty = ty;
        while let Type::Qualified(_, inner)
        | Type::Pointer(inner)
        | Type::LvalueRef(inner)
        | Type::RvalueRef(inner)
        | Type::Array(_, inner) = ty
        {
            ty = inner;
        }
        matches!(ty, Type::Builtin(_))
    };
    if types.iter().all(|ty| is_built_in(ty)) {
        return false;
    }
    let text = check.unit.source(check.db).text(check.db);
    let until = usize::from(check.names().range(check.item).start());
    matches!(ident, "begin" | "end" | "get" | "swap") || words(&text[..until]).any(|word| word == ident)
}

/// Whether a variable of a namespace is made without code.
fn is_quiet_entity(check: &Check<'_>, decl: DeclRef, node: &SyntaxNode) -> bool {
    let names = check.names();
    let Some(ty) = names.type_of_variable(decl) else { return false };
    if !is_quiet_outer(check, &ty, true, MAX_DEPTH) {
        return false;
    }
    let init = ast::InitDeclarator::cast(node.clone()).and_then(|init| init.initializer());
    let ty = BodyType::Outer(ty);
    let exprs: Vec<ast::Expr> = match init {
        None | Some(ast::Initializer::PureSpecifier(_)) => return true,
        Some(ast::Initializer::EqInitializer(init)) => init.expr().into_iter().collect(),
        Some(ast::Initializer::ParenInitializer(init)) => init.exprs().collect(),
        Some(ast::Initializer::InitList(list)) => vec![ast::Expr::InitList(list)],
    };
    let is_number = is_scalar(check, &ty);
    exprs
        .iter()
        .all(|expr| is_quiet(check, expr, MAX_DEPTH) && (!is_number || is_number_of(check, expr, &ty)))
}
