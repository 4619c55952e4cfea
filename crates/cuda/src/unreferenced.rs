//! Variables, functions and labels that nothing refers to (spec page 3 §11a): what the device front end says at the
//! end of each scope, and of entities with internal linkage at the end of the unit.
//!
//! A name that occurs nowhere else in its scope is surely not referred to, whatever the rest means. A variable is
//! checked only if making it runs no code: its type is a number, a pointer or a class without constructors of its own,
//! and its initializer calls nothing.

use asunder_decls::item_tree;
use asunder_decls::layout::{item_number, layout, outline_index};
use asunder_decls::readings::Reading;
use asunder_decls::scope::Lookup;
use asunder_decls::uses::Meaning;
use asunder_decls::written::DeclKind;
use asunder_outline::{BUILTIN_VARIABLES, Facts, Item, block_outline};
use asunder_sema::finding::Found;
use asunder_sema::initialized::{Arithmetic, Form, Mistaken, Part, has_refused_type, mistaken};
use asunder_sema::mistakes::mistakes;
use asunder_source::{Block, SourceText, UnitPositions, block_offsets, first_file};
use asunder_syntax::{AstNode, Dialect, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, ast};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::assembly::is_output_alone;
use crate::attributes::has_only_known;
use crate::bodies::body_around;
use crate::bodies::local_declaration;
use crate::candidates::words;
use crate::check::Check;
use crate::declared::{self, Declared, Kind, Place};
use crate::exceptions::is_refused;
use crate::finding::{Argument, Finding, ItemFindings, Message};
use crate::lambdas;
use crate::templates::{ReadAs, read_as};
use crate::unit::{Subject, Unit, own_declarations};
use crate::used::is_const;

mod entities;
mod members;

/// "… was declared but never referenced".
const NEVER_REFERENCED: u16 = 177;
/// "… was set but never used".
const NEVER_USED: u16 = 550;

/// How many nested scopes that end at the same place are distinguished.
const DEEPEST: u16 = 20_000;

/// "… has no …".
const NO_MEMBER: u16 = 135;
/// A call that an object does not take: it has no call operator, or that does not take the arguments.
const NOT_CALLED: [u16; 2] = [980, 1767];

/// "expression must be a modifiable lvalue".
const NOT_MODIFIABLE: u16 = 137;

/// The numbers of what is reported here.
pub const UNREFERENCED: [u16; 2] = [NEVER_REFERENCED, NEVER_USED];

/// Facts of items that may hold bodies or entities with internal linkage.
const WITH_BODIES: Facts = Facts::FUNCTION_BODY.union(Facts::CLASS_BODY).union(Facts::BRACKET);

/// The items to check, in order.
pub(crate) fn checked_items(db: &dyn salsa::Database, unit: Unit<'_>) -> Vec<u32> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let mut all = internal_items(db, source, dialect).clone();
    for block in source.blocks(db).iter() {
        let with_bodies = own_declarations(db, source, *block, dialect)
            .filter(|(_, item)| item.facts.intersects(WITH_BODIES))
            .filter_map(|(index, _)| item_number(db, *block, index, dialect));
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
    let mut constant_types: FxHashSet<&str> = FxHashSet::default();
    for (block, start) in source.blocks(db).iter().zip(block_offsets(db, source).iter()) {
        let text = block.text(db);
        let mut says_internal = |item: &Item| {
            let head = text[item.range].split('{').next().unwrap_or_default();
            let is_word = |word: &str| matches!(word, "static" | "const" | "constexpr");
            let may_bind = head.contains('[') && words(head).any(|word| word == "auto");
            if may_bind || words(head).any(is_word) || words(head).any(|word| constant_types.contains(word)) {
                constant_types.extend(type_name(head));
                return true;
            }
            false
        };
        for (index, item) in own_declarations(db, source, *block, dialect) {
            let Some(number) = item_number(db, *block, index, dialect) else { continue };
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

/// The name that a typedef or alias gives to a plain type.
fn type_name(head: &str) -> Option<&str> {
    let mut all = words(head);
    match all.next()? {
        "using" => all.next(),
        "typedef" if !head.contains('(') => {
            let end = head.find(['[', ';']).unwrap_or(head.len());
            words(&head[..end]).last()
        }
        _ => None,
    }
}

/// How often each word occurs from the first of such items on.
#[salsa::tracked(returns(ref))]
fn mentions(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> FxHashMap<Box<str>, u32> {
    let layout = layout(db, source, dialect);
    let first = internal_items(db, source, dialect).first();
    let block = first.and_then(|first| source.block_number(db, layout.item(*first)?.block));
    let (Some(first), Some(block)) = (first, block) else { return FxHashMap::default() };
    let blocks = &source.blocks(db)[block..];
    let Some(index) = outline_index(db, blocks[0], *first, dialect) else { return FxHashMap::default() };
    let start = block_outline(db, blocks[0], dialect).items[index].range.start();
    let mut found = count_words(&blocks[0].text(db)[usize::from(start)..]);
    for block in &blocks[1..] {
        for (word, count) in block_words(db, *block) {
            *found.entry(word.clone()).or_default() += count;
        }
    }
    found
}

/// Whether a word occurs in front of the first of such items.
fn is_mentioned_before(db: &dyn salsa::Database, source: SourceText, dialect: Dialect, word: &str) -> bool {
    words_before(db, source, dialect).contains(word)
}

/// The words in front of the first of such items.
#[salsa::tracked(returns(ref))]
fn words_before(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> FxHashSet<Box<str>> {
    let layout = layout(db, source, dialect);
    let Some(first) = internal_items(db, source, dialect).first() else { return FxHashSet::default() };
    let block = layout.item(*first).map(|item| item.block);
    let mut found: FxHashSet<Box<str>> = FxHashSet::default();
    for other in source.blocks(db).iter() {
        let is_last = Some(*other) == block;
        let index = is_last.then(|| outline_index(db, *other, *first, dialect)).flatten();
        let end =
            index.map(|index| usize::from(block_outline(db, *other, dialect).items[index].range.start()));
        let text = other.text(db);
        for word in words(&text[..end.unwrap_or(text.len())]) {
            if !found.contains(word) {
                found.insert(word.into());
            }
        }
        if is_last {
            break;
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

/// What nothing refers to in an item.
#[salsa::tracked(returns(ref))]
pub(crate) fn item_unreferenced<'db>(db: &'db dyn salsa::Database, subject: Subject<'db>) -> ItemFindings {
    unreferenced(Check::new(db, subject))
}

/// What nothing refers to in the item.
pub(crate) fn unreferenced(check: Check<'_>) -> ItemFindings {
    let (db, unit, number) = (check.db, check.unit, check.item);
    let tree = item_tree(db, check.item_text);
    let errors = tree.errors().iter().filter(|error| !error.kind.keeps_meaning());
    let first_error = errors.min_by_key(|error| error.range().start());
    let first_error = first_error
        .map(|error| FirstError { at: error.range().start(), is_behind: error.kind.is_behind_whole() });
    locals(&check, first_error, |code| code != ReadAs::Template);
    if first_error.is_none()
        && internal_items(db, unit.source(db), unit.dialect(db)).binary_search(&number).is_ok()
    {
        entities::examine(&check);
    }
    check.finish()
}

/// What nothing refers to in the templates of the item.
pub(crate) fn in_templates(check: &Check<'_>) {
    let tree = item_tree(check.db, check.item_text);
    if tree.errors().iter().all(|error| error.kind.keeps_meaning()) {
        locals(check, None, |code| code == ReadAs::Template);
    }
}

/// The first error of syntax in an item.
#[derive(Clone, Copy)]
struct FirstError {
    at: TextSize,
    /// What stands in front of it is whole.
    is_behind: bool,
}

/// Checks the variables, parameters and labels of the item's functions that are read in this way: those in front of its
/// first error of syntax, for what the reference makes of the text behind it depends on how it recovers.
fn locals(check: &Check<'_>, first_error: Option<FirstError>, is_of_part: impl Fn(ReadAs) -> bool) {
    let is_read = |end: TextSize| first_error.is_none_or(|error| end <= error.at);
    let mut found: Vec<(TextSize, Finding)> = Vec::new();
    for declared in declared::variables_of_blocks(check) {
        let is_whole = first_error.is_some_and(|error| error.is_behind);
        let simple = declared.node.parent().filter(|it| it.kind() == SyntaxKind::SIMPLE_DECL && !is_whole);
        if !is_read(simple.as_ref().unwrap_or(&declared.node).text_range().end()) {
            continue;
        }
        let code = read_as(&declared.node);
        if !is_of_part(code) {
            continue;
        }
        if let Some(finding) = local(check, &declared, code) {
            found.push((declared.name.start(), finding));
        }
    }
    for node in check.root.descendants().filter(|node| is_read(node.text_range().start())) {
        let finding = match node.kind() {
            SyntaxKind::PARAM_DECL if is_of_part(ReadAs::Plain) => parameter(check, &node),
            SyntaxKind::LABELED_STMT if is_of_part(read_as(&node)) => label(check, &node),
            _ => None,
        };
        found.extend(finding.map(|finding| (finding.offset, finding)));
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().for_each(|(_, finding)| check.add(finding));
}

/// A local variable or structured binding. In templates and generic lambdas the reference does not tell what is only set.
fn local(check: &Check<'_>, declared: &Declared, code: ReadAs) -> Option<Finding> {
    let node = &declared.node;
    let simple = node.parent().filter(|it| it.kind() == SyntaxKind::SIMPLE_DECL)?;
    let is_statement = simple.last_token().is_some_and(|token| token.kind() == SyntaxKind::SEMICOLON);
    if !is_statement
        || declared.place != Place::Block
        || declared.has(SyntaxKind::EXTERN_KW)
        || !has_only_known(&simple)
        || is_ambiguous(check, node)
    {
        return None;
    }
    let scope = simple.ancestors().find(|it| is_scope(it.kind()))?;
    if declared.kind == Kind::StructuredBinding {
        return structured_binding(check, declared, &scope, code);
    }
    let name = asunder_syntax::token_at(&check.root, declared.at_name())?;
    if declared.kind != Kind::Variable || declared.has_volatile() || !is_identifier(&name) {
        return None;
    }
    let uses = uses(check, &scope, &name)?;
    let number = match uses.is_empty() {
        true => NEVER_REFERENCED,
        false if uses.contains(&Mention::Assigned) || initializer(declared).is_some() => NEVER_USED,
        false => return None,
    };
    let form = check.variables().whole(declared.at_name()).and_then(|it| check.variables().form(it));
    if has_variable_bound(check, declared)
        || form.is_some_and(|form| form.is_closure) && is_closure_in_constexpr(check, node)
    {
        return None;
    }
    if code != ReadAs::Plain {
        // The type of a closure depends on what the template's or the lambda's arguments are.
        let is_closure =
            form.is_some_and(|form| form.is_closure) || initializer(declared).is_some_and(is_lambda);
        let is_reported = number == NEVER_REFERENCED
            && !is_closure
            && mistaken_part(check, node, false).is_none()
            && is_quiet(check, node, declared.at_name(), code);
        return is_reported
            .then(|| finding(check, number, "variable", name.text(), declared.at_name(), &scope));
    }
    if number == NEVER_USED {
        let form = form?;
        let is_evaluated = uses.iter().any(|mention| *mention != Mention::Unevaluated);
        // A reference that is evaluated uses what it refers to.
        if declared.has(SyntaxKind::CONSTEXPR_KW) || form.is_constant || form.is_reference && is_evaluated {
            return None;
        }
    }
    let is_closure = form.is_some_and(|form| form.is_closure);
    let lambda = initializer(declared).filter(|_| is_closure).and_then(lambda_in);
    if lambda.as_ref().is_some_and(|lambda| lambdas::copies_nothing_by_default(check, lambda)) {
        return None;
    }
    let is_lambda = lambda.is_some();
    let is_reported = match mistaken_part(check, node, is_lambda) {
        // A class that is copied is an error of the initializer.
        Some(Mistaken::WithoutValue) => {
            let is_copied = matches!(initializer(declared), Some(ast::Initializer::EqInitializer(_)));
            (form.is_some_and(|form| form.is_scalar) || !is_copied)
                && check.variables().ends_quietly(declared.at_name())
        }
        // A static variable without a value stays; of others no initialization is left.
        Some(Mistaken::IllFormed) => declared.has(SyntaxKind::STATIC_KW),
        Some(Mistaken::Unknown) => false,
        None => is_quiet(check, node, declared.at_name(), code),
    };
    is_reported.then(|| finding(check, number, "variable", name.text(), declared.at_name(), &scope))
}

/// The mistake in a declarator with its initializer, if there is one. A lambda has a closure whatever its captures and its
/// body mean, but for copies that cannot be made.
fn mistaken_part(check: &Check<'_>, declarator: &SyntaxNode, is_lambda: bool) -> Option<Mistaken> {
    let mistakes = found_mistakes(check);
    let range = declarator.text_range();
    let declaration = declarator.parent().map_or(range, |declaration| declaration.text_range());
    if has_refused_type(mistakes, TextRange::new(declaration.start(), range.start())) {
        return Some(Mistaken::Unknown);
    }
    mistaken(mistakes, range, is_lambda)
}

/// The mistakes of the item.
fn found_mistakes<'db>(check: &Check<'db>) -> &'db [Found] {
    mistakes(
        check.db,
        check.unit.source(check.db),
        check.item,
        check.unit.dialect(check.db),
        check.settings.pass.templates(),
    )
}

fn initializer(declared: &Declared) -> Option<ast::Initializer> {
    ast::InitDeclarator::cast(declared.node.clone())?.initializer()
}

/// Whether an initializer is a lambda.
fn is_lambda(initializer: ast::Initializer) -> bool {
    lambda_in(initializer).is_some()
}

/// The lambda that an initializer is.
fn lambda_in(initializer: ast::Initializer) -> Option<ast::LambdaExpr> {
    let ast::Initializer::EqInitializer(initializer) = initializer else { return None };
    match initializer.expr()? {
        ast::Expr::LambdaExpr(lambda) => Some(lambda),
        _ => None,
    }
}

/// Whether making a variable or structured binding, by the place of its name, runs no code that counts.
fn is_quiet(check: &Check<'_>, declarator: &SyntaxNode, name: TextSize, code: ReadAs) -> bool {
    let arithmetic = match body_around(check, declarator) {
        Some(body) if !body.device => Arithmetic::Counts,
        None => Arithmetic::Counts,
        Some(_) => Arithmetic::Quiet,
    };
    if is_refused(check, declarator) {
        return false;
    }
    match code {
        ReadAs::Plain => check.variables().is_quiet(name, arithmetic),
        ReadAs::Pattern | ReadAs::Template => check.variables().is_quiet_in_pattern(name, arithmetic),
    }
}

/// An array of device code whose bound is, perhaps, not a constant: an error. It names a variable.
fn has_variable_bound(check: &Check<'_>, declared: &Declared) -> bool {
    let suffixes =
        declared.declarator.syntax().descendants().filter(|it| it.kind() == SyntaxKind::ARRAY_SUFFIX);
    let mut tokens = suffixes.flat_map(|it| it.descendants_with_tokens()).filter_map(|it| it.into_token());
    let is_evaluated = |token: &SyntaxToken| {
        let mut around = token.parent_ancestors().take_while(|it| it.kind() != SyntaxKind::ARRAY_SUFFIX);
        around.all(|it| it.kind() != SyntaxKind::SIZEOF_EXPR)
    };
    tokens.any(|it| is_identifier(&it) && is_evaluated(&it) && may_name_variable(check, &it))
        && body_around(check, &declared.node).is_none_or(|body| body.device)
}

/// Whether a name may be that of a variable which is not a constant.
fn may_name_variable(check: &Check<'_>, token: &SyntaxToken) -> bool {
    if BUILTIN_VARIABLES.contains(&token.text()) {
        return true;
    }
    if let Some(local) = local_declaration(token) {
        return !is_constant_declaration(&local);
    }
    match check.names().meaning(check.item, token) {
        Meaning::Outer(Lookup::Found(members)) => members.iter().any(|member| {
            let written = check.names().decl(member.decl);
            let is_known = written.specifiers.is_constexpr
                || !written.specifiers.is_extern
                    && check.names().type_of_variable(member.decl).is_some_and(|ty| is_const(&ty));
            matches!(written.kind, DeclKind::Variable { .. }) && !is_known
        }),
        _ => false,
    }
}

/// Whether the name of a variable is that of a constant: one that is `constexpr`, one that a literal initializes, or an
/// enumerator.
fn is_constant_declaration(name: &SyntaxToken) -> bool {
    if name.parent().is_some_and(|it| it.kind() == SyntaxKind::ENUMERATOR) {
        return true;
    }
    let declarator = name.parent_ancestors().find_map(ast::InitDeclarator::cast);
    let initializer = declarator.as_ref().and_then(|it| it.initializer());
    let is_literal = initializer.is_some_and(|initializer| match initializer {
        ast::Initializer::EqInitializer(it) => matches!(it.expr(), Some(ast::Expr::Literal(_))),
        _ => false,
    });
    let declaration = declarator.and_then(|it| it.syntax().parent()).and_then(ast::SimpleDecl::cast);
    let specifiers = declaration.and_then(|it| it.decl_specifier_seq());
    let says = |word: SyntaxKind| specifiers.as_ref().is_some_and(|it| it.keyword(word).is_some());
    says(SyntaxKind::CONSTEXPR_KW) || is_literal && says(SyntaxKind::CONST_KW)
}

/// A closure may not be of a literal type, which a constexpr function does not take.
fn is_closure_in_constexpr(check: &Check<'_>, node: &SyntaxNode) -> bool {
    let parents = node.descendants().filter(|it| it.kind() == SyntaxKind::NV_PARENT);
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

/// Bindings are reported together, under the first name.
fn structured_binding(
    check: &Check<'_>,
    declared: &Declared,
    scope: &SyntaxNode,
    code: ReadAs,
) -> Option<Finding> {
    let binding = declared.declarator.innermost().structured_binding()?;
    let names: Vec<SyntaxToken> = binding.bindings().filter_map(|it| it.ident_token()).collect();
    let mut number = NEVER_REFERENCED;
    for name in &names {
        let uses = uses(check, scope, name)?;
        if uses.iter().any(|mention| *mention != Mention::Unevaluated) {
            return None;
        }
        if !uses.is_empty() {
            number = NEVER_USED;
        }
    }
    let first = names.first()?;
    let at = first.text_range().start();
    if code != ReadAs::Plain && number == NEVER_USED || !is_quiet(check, &declared.node, at, code) {
        return None;
    }
    // The names alone may be too few.
    if mistaken_part(check, &declared.node, false) == Some(Mistaken::IllFormed) {
        return None;
    }
    Some(finding(check, number, "structured binding", first.text(), at, scope))
}

/// A parameter that is only assigned to.
fn parameter(check: &Check<'_>, node: &SyntaxNode) -> Option<Finding> {
    let param = ast::ParamDecl::cast(node.clone())?;
    let function = node.ancestors().find(|it| {
        matches!(it.kind(), SyntaxKind::FUNCTION_DEF | SyntaxKind::LAMBDA_EXPR | SyntaxKind::HANDLER)
    })?;
    let function = ast::FunctionDef::cast(function)?;
    let list = function.declarator()?.function()?.param_list()?;
    if node.parent().as_ref() != Some(list.syntax())
        || read_as(node) != ReadAs::Plain
        || !has_only_known(node)
    {
        return None;
    }
    let Some(ast::FunctionBody::CompoundBody(body)) = function.body() else { return None };
    let declarator = param.declarator()?;
    let name = declarator.declared_name()?.as_ident()?;
    // What is constant is not set by what tries to.
    let is_const = |it: ast::DeclSpecifierSeq| it.keyword(SyntaxKind::CONST_KW).is_some();
    let is_plain = declarator.syntax().text_range() == name.text_range();
    if is_plain && param.decl_specifier_seq().is_some_and(is_const) {
        return None;
    }
    if !uses(check, function.syntax(), &name)?.contains(&Mention::Assigned) {
        return None;
    }
    let form = form(check, &name)?;
    if form.is_constant || form.is_reference || !form.is_copied {
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
    // One that is there twice is the first one.
    let is_label =
        |token: &SyntaxToken| token.parent().is_some_and(|it| it.kind() == SyntaxKind::LABELED_STMT);
    let at = name.text_range().start();
    let mut others = identifiers(check, &body, name.text())
        .filter(|it| *it != name && !(is_label(it) && it.text_range().start() > at));
    if others.next().is_some() || is_ambiguous(check, node) || !has_only_known(node) {
        return None;
    }
    Some(finding(check, NEVER_REFERENCED, "label", name.text(), at, &body))
}

/// Called when the reference leaves `scope`.
fn finding(
    check: &Check<'_>,
    number: u16,
    kind: &'static str,
    name: &str,
    at: TextSize,
    scope: &SyntaxNode,
) -> Finding {
    let entity = Argument::Entity { kind: Some(kind), name: name.into(), declared: None };
    // Of scopes that end together the inner ones are left first.
    let is_body = scope.kind() == SyntaxKind::COMPOUND_BODY;
    let depth = usize::from(is_body) + scope.ancestors().filter(|it| is_scope(it.kind())).count();
    let rank = u16::MAX - u16::try_from(depth).unwrap_or(u16::MAX).min(DEEPEST);
    let moment = check.moment_after(scope.text_range().end(), rank);
    Finding::new(Message::new(number, vec![entity]), at, moment)
}

fn is_scope(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(kind, COMPOUND_STMT | FOR_STMT | RANGE_FOR_STMT | IF_STMT | WHILE_STMT | SWITCH_STMT)
}

/// Whether the statement may be something other than a declaration.
fn is_ambiguous(check: &Check<'_>, node: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    node.ancestors().any(|it| match it.kind() {
        AMBIGUOUS_STMT | AMBIGUOUS_DECL => match check.names().reading(check.item, &it) {
            Reading::Type => false,
            Reading::Template => !starts_with_class(check, &it),
            _ => true,
        },
        AMBIGUOUS_EXPR | ERROR_NODE | DEEP_TOKENS => true,
        _ => false,
    })
}

/// Whether a statement starts with an instance of a class or alias template: that makes it a declaration.
fn starts_with_class(check: &Check<'_>, statement: &SyntaxNode) -> bool {
    let name = statement.descendants().find_map(ast::Name::cast);
    let Some(token) = name.and_then(|name| name.last_segment()?.ident()) else { return false };
    match check.names().meaning(check.item, &token) {
        Meaning::Outer(Lookup::Found(members)) => members.iter().all(|member| {
            let written = check.names().decl(member.decl);
            matches!(written.kind, DeclKind::Class(_) | DeclKind::Typedef(_)) && !written.templates.is_empty()
        }),
        _ => false,
    }
}

fn is_identifier(token: &SyntaxToken) -> bool {
    token.kind() == SyntaxKind::IDENT
}

/// The tokens of a node that spell a name.
fn identifiers(check: &Check<'_>, node: &SyntaxNode, name: &str) -> impl Iterator<Item = SyntaxToken> {
    let (all, range) = (check.mentions(name), node.text_range());
    let first = all.partition_point(|at| *at < range.start());
    let inside = all[first..].iter().take_while(move |at| **at < range.end());
    let tokens = inside.filter_map(|at| asunder_syntax::token_at(&check.root, *at));
    tokens.filter(|token| is_identifier(token) && !is_skipped(token))
}

/// Whether a token stands behind a mistake, where nothing is read.
fn is_skipped(token: &SyntaxToken) -> bool {
    token.parent().is_some_and(|it| it.kind() == SyntaxKind::ERROR_NODE)
}

/// A mention of a variable that does not use its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mention {
    /// Something is assigned to it, or to a part of it.
    Assigned,
    /// Nobody takes its value: `(void)x`, `x;`.
    Discarded,
    /// `sizeof x`, `decltype(x)`
    Unevaluated,
}

/// How a scope mentions a name besides declaring it; `None` where the name may be used.
fn uses(check: &Check<'_>, scope: &SyntaxNode, name: &SyntaxToken) -> Option<Vec<Mention>> {
    let range = scope.text_range();
    // The value of an `unroll` pragma uses it.
    if check.unrolled_by(name.text()).iter().any(|at| range.contains(*at)) {
        return None;
    }
    let is_static = is_static(name);
    let is_refused_capture = |token: &SyntaxToken| is_static && is_plain_capture(token);
    let is_mention = |token: &SyntaxToken| {
        token != name
            && !is_redeclared(token)
            && !is_of_another(check, token, name)
            && !is_refused_capture(token)
    };
    let others = identifiers(check, scope, name.text()).filter(is_mention);
    others.map(|token| mention(check, &token, name)).collect()
}

/// The form of the type of a variable or parameter, by its name in its declaration.
fn form(check: &Check<'_>, declared: &SyntaxToken) -> Option<Form> {
    check.variables().form(whole(check, declared)?)
}

/// A variable or parameter, by its name in its declaration.
fn whole<'db>(check: &Check<'db>, declared: &SyntaxToken) -> Option<Part<'db>> {
    let param = declared.parent_ancestors().find(|it| it.kind() == SyntaxKind::PARAM_DECL);
    if !is_parameter(declared) {
        return check.variables().whole(declared.text_range().start());
    }
    let (param, function) = (param?, declared.parent_ancestors().find_map(ast::FunctionDef::cast)?);
    let declarator = function.declarator()?;
    let number = declarator.function()?.param_list()?.param_decls().position(|it| *it.syntax() == param)?;
    let name = declarator.declared_name()?.as_ident()?;
    check.variables().parameter(name.text_range().start(), number)
}

/// Whether a token surely names something else than the variable that `declared` declares: a member, a label, or what a
/// scope in between declares.
fn is_of_another(check: &Check<'_>, token: &SyntaxToken, declared: &SyntaxToken) -> bool {
    use SyntaxKind::*;
    let is_label = token.parent().is_some_and(|it| matches!(it.kind(), LABELED_STMT | GOTO_STMT));
    let mut before = std::iter::successors(token.prev_token(), |it| it.prev_token());
    let before = before.find(|it| !it.kind().is_trivia());
    is_label
        || before.is_some_and(|it| matches!(it.kind(), DOT | ARROW | COLON2))
        || is_init_capture(token)
        || declaration_of(check, token).is_some_and(|other| {
            other != *declared
                && (!is_capture(&other) || is_init_capture(&other) && !are_together(token, &other))
        })
}

/// Whether a token is the name of a capture with an initializer.
fn is_init_capture(token: &SyntaxToken) -> bool {
    let capture = token.parent().filter(|it| it.kind() == SyntaxKind::CAPTURE);
    capture.is_some_and(|capture| capture.children().any(|it| ast::Initializer::can_cast(it.kind())))
}

/// Whether two tokens stand among the captures of one lambda.
fn are_together(token: &SyntaxToken, other: &SyntaxToken) -> bool {
    let captures = other.parent_ancestors().find(|it| it.kind() == SyntaxKind::LAMBDA_INTRODUCER);
    captures.is_some_and(|it| it.text_range().contains_range(token.text_range()))
}

/// The declaration that a name finds in the function around it, pointers of named types (`S *p;`) among what it passes.
fn declaration_of(check: &Check<'_>, token: &SyntaxToken) -> Option<SyntaxToken> {
    local_declaration(token).or_else(|| match check.names().meaning(check.item, token) {
        Meaning::Local(range) => asunder_syntax::token_at(&check.root, range.start()),
        _ => None,
    })
}

/// Whether a token stands in the captures of a lambda.
fn is_capture(token: &SyntaxToken) -> bool {
    token.parent_ancestors().any(|it| it.kind() == SyntaxKind::CAPTURE)
}

/// Whether a token captures what it names: a variable with static storage cannot be captured.
fn is_plain_capture(token: &SyntaxToken) -> bool {
    let capture = token.parent_ancestors().find(|it| it.kind() == SyntaxKind::CAPTURE);
    capture.is_some_and(|capture| {
        let mut parts = capture.children_with_tokens().filter(|it| !it.kind().is_trivia());
        parts.all(|it| it.as_token() == Some(token) || it.kind() == SyntaxKind::AMP)
    })
}

/// Whether the declaration of a variable by this name gives it static storage.
fn is_static(name: &SyntaxToken) -> bool {
    let declaration = name.parent_ancestors().find_map(ast::SimpleDecl::cast);
    let specifiers = declaration.and_then(|declaration| declaration.decl_specifier_seq());
    specifiers.is_some_and(|specifiers| {
        [SyntaxKind::STATIC_KW, SyntaxKind::THREAD_LOCAL_KW]
            .into_iter()
            .any(|it| specifiers.keyword(it).is_some())
    })
}

/// Whether a token is the name that a declaration of variables or of a parameter gives to one.
fn is_redeclared(token: &SyntaxToken) -> bool {
    let declarator = token.parent_ancestors().find_map(ast::Declarator::cast);
    let own = declarator.as_ref().and_then(|it| it.declared_name()).and_then(|name| name.as_ident());
    let outer = declarator.and_then(|it| it.syntax().parent());
    let declaration = match outer {
        Some(param) if param.kind() == SyntaxKind::PARAM_DECL => Some(param),
        outer => outer.and_then(|it| it.parent()),
    };
    own.as_ref() == Some(token)
        && declaration.is_some_and(|declaration| {
            let mut around = declaration.ancestors().take_while(|it| !is_scope(it.kind()));
            matches!(declaration.kind(), SyntaxKind::SIMPLE_DECL | SyntaxKind::PARAM_DECL)
                && !around
                    .any(|it| matches!(it.kind(), SyntaxKind::AMBIGUOUS_STMT | SyntaxKind::AMBIGUOUS_DECL))
        })
}

/// How a token mentions a variable whose value it does not need; `None` for other uses, and inside lambdas, which capture
/// it.
fn mention(check: &Check<'_>, token: &SyntaxToken, declared: &SyntaxToken) -> Option<Mention> {
    if declaration_of(check, token).as_ref() != Some(declared) {
        return None;
    }
    let scope = declared
        .parent_ancestors()
        .find(|it| is_scope(it.kind()) || it.kind() == SyntaxKind::FUNCTION_DEF)?;
    let is_in_lambda =
        token.parent_ancestors().take_while(|it| *it != scope).any(|it| it.kind() == SyntaxKind::LAMBDA_EXPR);
    if is_in_lambda {
        return None;
    }
    let unevaluated = token.parent_ancestors().take_while(|it| *it != scope).find(|it| {
        use SyntaxKind::*;
        matches!(
            it.kind(),
            SIZEOF_EXPR | ALIGNOF_EXPR | NOEXCEPT_EXPR | TYPEID_EXPR | DECLTYPE_TYPE | TYPEOF_TYPE
        )
    });
    if let Some(operation) = unevaluated {
        // An object of a class may have another type when the program runs.
        let is_run = operation.kind() == SyntaxKind::TYPEID_EXPR && form(check, declared)?.is_class;
        return (!is_run).then_some(Mention::Unevaluated);
    }
    let mut node = token.parent()?.ancestors().find(|it| it.kind() == SyntaxKind::NAME_EXPR)?;
    let mut part: Option<Part<'_>> = None;
    loop {
        let outer = node.parent()?;
        match outer.kind() {
            SyntaxKind::PAREN_EXPR => {}
            // Of a call that the object does not take it is not known what it does with it.
            SyntaxKind::CALL_EXPR => {
                let form = form(check, declared)?;
                let is_callee = outer.children().next().as_ref() == Some(&node);
                let is_object = part.is_none() && form.is_class && !form.is_constant;
                return (is_callee && is_object && has_mistake(check, &outer, &NOT_CALLED))
                    .then_some(Mention::Discarded);
            }
            SyntaxKind::MEMBER_EXPR if has_mistake(check, &outer, &[NO_MEMBER]) => return None,
            SyntaxKind::MEMBER_EXPR | SyntaxKind::INDEX_EXPR => {
                if outer.children().next().as_ref() != Some(&node) {
                    return None;
                }
                part = Some(selected(check, part.or_else(|| whole(check, declared))?, &outer)?);
            }
            SyntaxKind::ASSIGN_EXPR => {
                let assign = ast::AssignExpr::cast(outer)?;
                let is_target = assign.lhs().is_some_and(|lhs| *lhs.syntax() == node);
                let is_plain = assign.syntax().children_with_tokens().any(|it| it.kind() == SyntaxKind::EQ);
                // An array is not a modifiable lvalue, and operator functions use the object.
                let is_assigned = || {
                    let form = form(check, declared);
                    let is_whole = |form: Form| {
                        let is_refused = form.is_class && has_mistake(check, assign.syntax(), &[]);
                        form.bounds == 0 && form.is_copied && !is_refused
                    };
                    part.is_some() || form.is_some_and(is_whole)
                };
                return (is_target && is_plain && is_assigned()).then_some(Mention::Assigned);
            }
            SyntaxKind::ASM_OPERAND => {
                // What cannot be modified is used.
                let is_assigned = is_output_alone(&outer) && !has_mistake(check, &outer, &[NOT_MODIFIABLE]);
                return is_assigned.then_some(Mention::Assigned);
            }
            SyntaxKind::EXPR_STMT => {
                // The last one of a statement expression is its value.
                let block = outer.parent()?;
                let is_value = block.parent().is_some_and(|it| it.kind() == SyntaxKind::STMT_EXPR)
                    && block.children().last().as_ref() == Some(&outer);
                return (!is_value).then_some(Mention::Discarded);
            }
            SyntaxKind::CAST_EXPR | SyntaxKind::NAMED_CAST_EXPR => {
                let mut types = outer.children().filter(|it| it.kind() == SyntaxKind::TYPE_ID);
                let is_void = types.next().is_some_and(|it| it.text() == "void");
                return is_void.then_some(Mention::Discarded);
            }
            _ => return None,
        }
        node = outer;
    }
}

/// Whether there is a mistake of these numbers in a node, or any if there are none.
fn has_mistake(check: &Check<'_>, node: &SyntaxNode, numbers: &[u16]) -> bool {
    let (all, range) = (found_mistakes(check), node.text_range());
    let from = all.partition_point(|found| found.offset < range.start());
    let mut inside = all[from..].iter().take_while(|found| found.offset < range.end());
    inside.any(|found| numbers.is_empty() || numbers.contains(&found.mistake.number))
}

/// The part that `outer` selects of an object: of an array or class itself, for what is behind a pointer or made by an
/// operator function is not part of it.
fn selected<'db>(check: &Check<'db>, object: Part<'db>, outer: &SyntaxNode) -> Option<Part<'db>> {
    if outer.kind() == SyntaxKind::INDEX_EXPR {
        return check.variables().element(object);
    }
    let access = ast::MemberExpr::cast(outer.clone())?;
    let is_dot = outer.children_with_tokens().any(|it| it.kind() == SyntaxKind::DOT);
    let name = access.name()?.as_ident().filter(|_| is_dot)?;
    check.variables().member(object, name.text())
}

fn is_parameter(declared: &SyntaxToken) -> bool {
    let declarator = declared.parent_ancestors().find(|it| it.kind() == SyntaxKind::DECLARATOR);
    declarator.and_then(|it| it.parent()).is_some_and(|it| it.kind() == SyntaxKind::PARAM_DECL)
}
