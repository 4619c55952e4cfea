//! Extended-lambda restrictions (spec 4 (c)).
//!
//! Which lambdas are extended, where and with which implicit captures is found by [`asunder_lambda`]; the rest is
//! written in the tree. The reference reports at four moments: behind the annotations (parent function, `[&]`,
//! explicit captures), at the body (specifiers, then init-captures), at each first use in the body, and behind the
//! body (types of the call operator).

mod captures;
mod operator;
mod parent;

use std::cell::Cell;

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, Spaces};
use asunder_lambda::queries::{LambdaSettings, item_lambdas};
use asunder_lambda::{ExtendedLambda, LambdaAnalysis, LambdaKind, NamespaceName};
use asunder_outline::CudaAttribute;
use asunder_sema::extended_lambdas::{LambdaTypes, RestrictedPart, types_in_templates};
use asunder_sema::uses::{BodyUses, uses};
use asunder_syntax::{AstNode, Outward, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, ast};
use rustc_hash::FxHashMap;

use crate::attributes::{Known, is_known, of_group};
use crate::check::Check;
use crate::finding::{Argument, Message};

/// "… annotation on lambda requires --extended-lambda nvcc flag".
const DISALLOWED: u16 = 3612;
/// "extended lambda is unsupported in tile code".
const IN_TILE_CODE: u16 = 3794;
/// "If an extended … lambda is defined within the body of … nested lambda expressions, …".
const NOT_IN_FUNCTION: u16 = 3617;

/// Ranks of the stages at one place of the text.
const AT_BODY: u16 = 10_000;

/// An extended lambda under examination.
struct Extended<'c, 'db> {
    check: &'c Check<'db>,
    lambda: ast::LambdaExpr,
    facts: &'c ExtendedLambda,
    all: &'c LambdaAnalysis,
    reading: Reading<'c>,
    /// Order of reports at one place.
    rank: Cell<u16>,
}

/// How a lambda is read.
#[derive(Clone, Copy)]
enum Reading<'a> {
    /// In code outside templates, with its types where they are known.
    Plain(Option<&'a LambdaTypes>),
    /// In a template as it is written, with the types that do not depend on its parameters where they are known.
    Template(Option<&'a LambdaTypes>),
    /// In an instance of a template, for what depends on its arguments: the types there, and those in the template.
    Instance(&'a LambdaTypes, Option<&'a LambdaTypes>),
}

impl<'a> Reading<'a> {
    /// The types, in code that has them.
    fn types(self) -> Option<&'a LambdaTypes> {
        match self {
            Reading::Plain(types) => types,
            Reading::Template(_) => None,
            Reading::Instance(types, _) => Some(types),
        }
    }

    /// The types in the template as it is written.
    fn types_in_template(self) -> Option<&'a LambdaTypes> {
        match self {
            Reading::Plain(_) => None,
            Reading::Template(types) | Reading::Instance(_, types) => types,
        }
    }

    fn is_instance(self) -> bool {
        matches!(self, Reading::Instance(..))
    }
}

impl Extended<'_, '_> {
    /// `__device__` or `__host__ __device__`
    fn space(&self) -> Argument {
        Argument::text(space(self.facts.kind))
    }

    /// Reports at `offset` what is found when the text is read up to `when`.
    fn report(&self, number: u16, arguments: Vec<Argument>, offset: TextSize, when: TextSize, rank: u16) {
        let order = self.rank.get();
        self.rank.set(order + 1);
        let moment = self.check.moment(when, rank.saturating_add(order));
        self.check.report(Message::new(number, arguments), offset, moment);
    }

    /// Whether the lambda is read in a template as it is written.
    fn is_templated(&self) -> bool {
        matches!(self.reading, Reading::Template(_))
    }

    /// Reports the restricted parts of a type under the two numbers, at `at` when the text is read up to `when`.
    fn report_parts(
        &self,
        parts: &[RestrictedPart],
        (local, private): (u16, u16),
        at: TextSize,
        when: TextSize,
        rank: u16,
    ) {
        for part in parts {
            let (number, shown) = match part {
                RestrictedPart::Local(shown) => (local, shown),
                RestrictedPart::Inaccessible(shown) => (private, shown),
                RestrictedPart::InaccessibleTemplate => continue,
            };
            match shown {
                Some(shown) => {
                    let shown = Argument::Type { written: shown.as_str().into(), meaning: None };
                    self.report(number, vec![shown], at, when, rank);
                }
                None => self.check.silence(number),
            }
        }
    }
}

fn space(kind: LambdaKind) -> &'static str {
    match kind {
        LambdaKind::Device => "__device__",
        LambdaKind::HostDevice => "__host__ __device__",
    }
}

/// Checks the lambdas of the item.
pub(crate) fn examine(check: &Check<'_>) {
    if !check.kinds.contains(SyntaxKind::LAMBDA_EXPR) {
        return;
    }
    let annotated: Vec<ast::LambdaExpr> = annotated_in(check, check.root.text_range()).collect();
    if annotated.is_empty() {
        return;
    }
    let is_checked = |lambda: &SyntaxNode| !check.settings.pass.is_device() || !is_in_template(lambda);
    examine_some(check, &annotated, &is_checked);
}

/// Checks what is wrong with the lambdas of a function template however it is instantiated. `definition` is the range of
/// its definition in the item.
pub(crate) fn of_template(check: &Check<'_>, definition: TextRange) {
    let annotated: Vec<ast::LambdaExpr> = annotated_in(check, definition).collect();
    if !annotated.is_empty() {
        examine_some(check, &annotated, &|lambda| definition.contains_range(lambda.text_range()));
    }
}

/// Checks the lambdas in the body of an instance, for what depends on the arguments of the template.
pub(crate) fn of_instance(check: &Check<'_>, body: &BodyUses<'_>) {
    let types = body.lambdas.iter().filter_map(|lambda| Some((lambda.at, lambda.types.as_deref()?)));
    let types: Vec<(TextSize, &LambdaTypes)> = types.collect();
    if types.is_empty() || !check.settings.extended_lambda {
        return;
    }
    let all = analysis(check);
    for (at, types) in types {
        if let Some(facts) = all.extended.iter().find(|facts| facts.range.start() == at)
            && let Some(lambda) = lambda_at(&check.root, facts.range)
        {
            let reading = Reading::Instance(types, in_template(check, at));
            examine_extended(&Extended { check, lambda, facts, all: &all, reading, rank: Cell::new(0) });
        }
    }
}

/// The lambdas with attributes in a part of the item.
fn annotated_in(check: &Check<'_>, range: TextRange) -> impl Iterator<Item = ast::LambdaExpr> {
    let lambdas = check.nodes().iter().filter(|node| node.kind() == SyntaxKind::LAMBDA_EXPR);
    let inside = lambdas.filter(move |node| range.contains_range(node.text_range()));
    inside.cloned().filter_map(ast::LambdaExpr::cast).filter(is_annotated)
}

fn examine_some(check: &Check<'_>, annotated: &[ast::LambdaExpr], is_checked: &dyn Fn(&SyntaxNode) -> bool) {
    for lambda in annotated.iter().filter(|it| is_checked(it.syntax())) {
        operator::annotations(check, lambda);
        operator::parents(check, lambda);
        let is_for_tiles = check.unit.dialect(check.db).tile && says(lambda, "tile");
        if !check.settings.extended_lambda
            && (is_for_tiles || has_spaces(lambda) || ignores_tiles(check, lambda))
        {
            let number = if is_for_tiles { IN_TILE_CODE } else { DISALLOWED };
            let at = after_annotations(lambda);
            check.report(Message::plain(number), at, check.moment(at, 0));
        }
    }
    if !check.settings.extended_lambda {
        return;
    }
    let all = analysis(check);
    for range in &all.outside_functions {
        let Some(lambda) = lambda_at(&check.root, *range).filter(|it| is_checked(it.syntax())) else {
            continue;
        };
        let kind = if says(&lambda, "host") { LambdaKind::HostDevice } else { LambdaKind::Device };
        let at = after_annotations(&lambda);
        let message = Message::new(NOT_IN_FUNCTION, vec![Argument::text(space(kind))]);
        check.report(message, at, check.moment(at, 0));
    }
    let types = types_of_lambdas(check);
    for facts in &all.extended {
        let Some(lambda) = lambda_at(&check.root, facts.range).filter(|it| is_checked(it.syntax())) else {
            continue;
        };
        let reading = match is_in_template(lambda.syntax()) {
            true => Reading::Template(in_template(check, facts.range.start())),
            false => Reading::Plain(types.get(&facts.range.start()).copied()),
        };
        examine_extended(&Extended { check, lambda, facts, all: &all, reading, rank: Cell::new(0) });
    }
}

/// Whether a lambda is an extended one for both sides that could copy variables, by `[=]`, and copies none: the device
/// pass counts a variable of its type as used.
pub(crate) fn copies_nothing_by_default(check: &Check<'_>, lambda: &ast::LambdaExpr) -> bool {
    let is_of_both = check.settings.extended_lambda && says(lambda, "host") && says(lambda, "device");
    let mut captures = lambda.lambda_introducer().into_iter().flat_map(|it| it.captures());
    let copies = captures.any(|it| it.is_default() && it.amp_token().is_none());
    let range = lambda.syntax().text_range();
    let is_this = |it: &&ExtendedLambda| it.range == range && it.kind == LambdaKind::HostDevice;
    is_of_both
        && copies
        && analysis(check).extended.iter().find(is_this).is_some_and(|it| it.captures.is_empty())
}

/// The types of the lambdas in the item's code outside templates, by the places where they start.
fn types_of_lambdas<'db>(check: &Check<'db>) -> FxHashMap<TextSize, &'db LambdaTypes> {
    let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
    let bodies = uses(check.db, source, check.item, dialect);
    let lambdas = bodies.iter().flat_map(|body| &body.lambdas);
    lambdas.filter_map(|lambda| Some((lambda.at, lambda.types.as_deref()?))).collect()
}

/// The types of the lambda that starts at `at`, in a template as it is written.
fn in_template<'db>(check: &Check<'db>, at: TextSize) -> Option<&'db LambdaTypes> {
    let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
    let all = types_in_templates(check.db, source, check.item, dialect);
    let index = all.binary_search_by_key(&at, |(at, _)| *at).ok()?;
    Some(&all[index].1)
}

fn examine_extended(extended: &Extended<'_, '_>) {
    if extended.reading.is_instance() {
        parent::arguments(extended);
    } else {
        parent::examine(extended);
    }
    captures::explicit(extended);
    if !extended.reading.is_instance() {
        operator::specifiers(extended);
    }
    captures::postponed(extended);
    captures::implicit(extended);
    operator::signature(extended);
}

/// The lambdas of the item as both passes see them.
pub(crate) fn analysis(check: &Check<'_>) -> LambdaAnalysis {
    let names = check.names();
    let mut namespaces: Vec<NamespaceName> = names
        .layout()
        .ancestors(names.item(check.item).namespace)
        .map(|id| names.layout().namespace(id))
        .filter(|namespace| namespace.parent.is_some())
        .map(|namespace| match &namespace.name {
            Some(name) => NamespaceName::Named(name.to_string()),
            None => NamespaceName::Unnamed,
        })
        .collect();
    namespaces.reverse();
    let settings = LambdaSettings {
        enabled: check.settings.extended_lambda,
        namespaces,
        declared_spaces: declared_spaces(check),
    };
    let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
    LambdaAnalysis::clone(item_lambdas(check.db, source, check.item, check.item_text, settings, dialect))
}

/// The execution spaces that all declarations of the item's function say together.
fn declared_spaces(check: &Check<'_>) -> Spaces {
    let is_function = |decl: &Decl| matches!(decl.kind, DeclKind::Function { .. }) && decl.parent.is_none();
    let function = check.decls().iter().find(|(_, decl)| is_function(decl));
    let said = function.and_then(|(local, _)| check.names().spaces(DeclRef { item: check.item, local }));
    said.map_or(Spaces::default(), Spaces::execution)
}

/// The lambda expression at `range`.
fn lambda_at(root: &SyntaxNode, range: TextRange) -> Option<ast::LambdaExpr> {
    let token = asunder_syntax::token_at(root, range.start())?;
    token.parent_ancestors().filter(|node| node.text_range() == range).find_map(ast::LambdaExpr::cast)
}

/// Whether attributes stand on a lambda.
fn is_annotated(lambda: &ast::LambdaExpr) -> bool {
    let declarator = lambda.lambda_declarator();
    lambda.annotations().next().is_some() || declarator.is_some_and(|it| it.attributes().next().is_some())
}

/// The GNU attributes in front of a lambda's parameters, with what follows each group.
fn annotations(lambda: &ast::LambdaExpr) -> impl Iterator<Item = ast::GnuAttributes> {
    lambda.annotations().filter_map(|it| match it {
        ast::LambdaAnnotation::GnuAttributes(group) => Some(group),
        _ => None,
    })
}

/// Whether an annotation names the space.
fn says(lambda: &ast::LambdaExpr, space: &str) -> bool {
    annotations(lambda).any(|group| group.attributes().any(|it| it.is_named(space)))
}

/// Whether a lambda is annotated with the space of tile code where that is not compiled.
fn ignores_tiles(check: &Check<'_>, lambda: &ast::LambdaExpr) -> bool {
    let found = annotations(lambda).flat_map(|group| of_group(&ast::Attributes::GnuAttributes(group)));
    let mut known = found.filter(|attribute| is_known(check, attribute)).map(|attribute| attribute.known);
    known.any(|known| known == Known::Ignored(CudaAttribute::Tile))
}

/// Whether a lambda is annotated with an execution space that lambdas have.
fn has_spaces(lambda: &ast::LambdaExpr) -> bool {
    let limit = lambda.template_param_list().map(|it| it.syntax().text_range().start());
    let is_annotation =
        |group: &ast::GnuAttributes| limit.is_none_or(|limit| group.syntax().text_range().start() < limit);
    annotations(lambda)
        .filter(is_annotation)
        .any(|group| group.attributes().any(|it| it.is_named("host") || it.is_named("device")))
}

/// The first token behind the annotations: `(`, `<` or `{`.
fn after_annotations(lambda: &ast::LambdaExpr) -> TextSize {
    let limit = lambda.template_param_list().map(|it| it.syntax().text_range().start());
    let last = lambda
        .annotations()
        .map(|it| it.syntax().text_range())
        .filter(|range| limit.is_none_or(|limit| range.start() < limit))
        .last();
    let root = lambda.syntax().ancestors().last();
    let next = last.zip(root).and_then(|(range, root)| {
        let token = asunder_syntax::token_before(&root, range.end())?;
        following(&token)
    });
    next.map_or(lambda.syntax().text_range().start(), |it| it.text_range().start())
}

/// The next significant token.
fn following(token: &SyntaxToken) -> Option<SyntaxToken> {
    std::iter::successors(token.next_token(), SyntaxToken::next_token).find(|it| !it.kind().is_trivia())
}

/// Where a lambda's body starts.
fn body_start(lambda: &ast::LambdaExpr) -> TextSize {
    lambda.body().map_or(lambda.syntax().text_range().end(), |it| it.syntax().text_range().start())
}

/// Whether a lambda is a template: an `auto` parameter or template parameters.
fn is_generic(lambda: &ast::LambdaExpr) -> bool {
    let parameters = lambda.lambda_declarator().and_then(|it| it.param_list());
    lambda.template_param_list().is_some()
        || parameters.into_iter().flat_map(|it| it.param_decls()).any(|it| {
            it.decl_specifier_seq().is_some_and(|specifiers| names_placeholder(specifiers.syntax()))
        })
}

/// Whether specifiers contain `auto`.
pub(crate) fn names_placeholder(specifiers: &SyntaxNode) -> bool {
    specifiers.children().any(|it| it.kind() == SyntaxKind::PLACEHOLDER_TYPE)
        || specifiers
            .children()
            .filter_map(ast::KeywordSpecifier::cast)
            .any(|it| it.keyword().is_some_and(|it| it.kind() == SyntaxKind::AUTO_KW))
}

/// Whether a node is part of a template definition: an abbreviated one, or one with a header.
pub(crate) fn is_in_template(node: &SyntaxNode) -> bool {
    thread_local! {
        static DECIDING: Outward = Outward::new(&[SyntaxKind::TEMPLATE_DECL, SyntaxKind::FUNCTION_DEF]);
    }
    let makes_template = |it: &SyntaxNode| match it.kind() {
        SyntaxKind::TEMPLATE_DECL => true,
        SyntaxKind::FUNCTION_DEF => is_abbreviated(it),
        _ => false,
    };
    makes_template(node)
        || DECIDING.with(|deciding| deciding.all_around(node).any(|around| makes_template(&around.node)))
}

/// Whether a function has an `auto` parameter.
pub(crate) fn is_abbreviated(definition: &SyntaxNode) -> bool {
    let declarator = ast::FunctionDef::cast(definition.clone()).and_then(|it| it.declarator());
    let parameters = declarator.and_then(|it| it.function()).and_then(|it| it.param_list());
    parameters
        .into_iter()
        .flat_map(|it| it.param_decls())
        .any(|it| it.decl_specifier_seq().is_some_and(|specifiers| names_placeholder(specifiers.syntax())))
}

/// The nodes around a node up to the one at `range`, innermost first, itself not included.
fn around(node: &SyntaxNode, range: TextRange) -> impl Iterator<Item = SyntaxNode> {
    node.ancestors().skip(1).take_while(move |it| it.text_range() != range)
}
