//! Launches and calls of kernels (spec 2 §8), as far as the callee's declaration decides.

use std::cell::OnceCell;

use asunder_decls::local::{LocalBinding, local_binding};
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::scope::{Lookup, Member};
use asunder_decls::uses::Meaning;
use asunder_decls::written::{DeclKind, Spaces};
use asunder_sema::uses::{BodyUses, Origin, Use, UseForm, uses, uses_in_templates};
use asunder_syntax::{AstNode, Enclosing, Outward, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bodies::local_declaration;
use crate::check::Check;
use crate::closures::Closures;
use crate::evaluated::is_evaluated_in_body;
use crate::finding::{Argument, Message};
use crate::lambdas::is_in_template;
use crate::used::{is_local, spaces_of};

/// "too many arguments in function call".
const TOO_MANY_ARGUMENTS: u16 = 140;
/// "too few arguments in function call".
const TOO_FEW_ARGUMENTS: u16 = 165;
/// "kernel launch from __device__ or __global__ functions requires separate compilation mode".
const NEEDS_SEPARATE_COMPILATION: u16 = 3480;
/// "a … function call … be configured".
const CONFIGURATION: u16 = 3508;
/// "explicit stream argument not provided in kernel launch".
const DEFAULT_STREAM: u16 = 3655;

/// The punctuation that every launch has in its text.
pub(crate) const LAUNCH: &str = "<<<";

/// Parameters of `__cudaPushCallConfiguration`; all but the first have defaults.
const MAX_CONFIGURATION: usize = 4;

/// What a callee is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Callee {
    Kernel,
    Device,
    Host,
}

impl Callee {
    fn of(spaces: Spaces) -> Callee {
        match spaces {
            Spaces { global: true, .. } => Callee::Kernel,
            Spaces { device: true, .. } => Callee::Device,
            _ => Callee::Host,
        }
    }
}

/// Checks the launches and calls of the item.
pub(crate) fn examine(check: &Check<'_>) {
    let called = Called { check, by_place: OnceCell::new() };
    if check.candidates().has_kernel_operators() {
        let operators = called.all().filter(|used| used.form == UseForm::Operator);
        let is_kernel = |used: &&Use<'_>| of_use(check.names(), used, check.item) == Some(Callee::Kernel);
        for used in operators.filter(is_kernel) {
            operator(check, used);
        }
    }
    if check.kinds.contains_any(&[SyntaxKind::AMBIGUOUS_EXPR]) {
        let is_kernel = |used: &&Use<'_>| of_use(check.names(), used, check.item) == Some(Callee::Kernel);
        called.all().filter(is_kernel).for_each(|used| parenthesized(check, used));
    }
    if !check.kinds.contains_any(&[SyntaxKind::LAUNCH_EXPR, SyntaxKind::CALL_EXPR]) {
        return;
    }
    for node in check.nodes() {
        match node.kind() {
            SyntaxKind::LAUNCH_EXPR => launch(&called, node),
            SyntaxKind::CALL_EXPR => call(&called, node),
            _ => {}
        }
    }
}

/// What types and overloads say of the callees in an item.
struct Called<'c, 'db> {
    check: &'c Check<'db>,
    /// By the places of [`Use::at`].
    by_place: OnceCell<FxHashMap<TextSize, Callee>>,
}

impl<'db> Called<'_, 'db> {
    /// The uses of the item, those in templates as they are written among them where the pass reads these.
    fn all(&self) -> impl Iterator<Item = &'db Use<'db>> {
        let check = self.check;
        let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
        let bodies = uses(check.db, source, check.item, dialect);
        let in_templates = match check.settings.pass.is_device() {
            true => &[],
            false => uses_in_templates(check.db, source, check.item, dialect),
        };
        bodies.iter().flat_map(|body| &body.uses).chain(in_templates)
    }

    /// What the function is that an expression calls.
    fn callee(&self, expr: &ast::Expr) -> Option<Callee> {
        let check = self.check;
        let closures = Closures::new((check.db, check.unit), check.names(), None);
        let find = |used: &'db Use<'db>| match used.form {
            UseForm::CallOperator => Some((used.point, of_call_operator(check, &closures, used)?)),
            _ => Some((used.at, of_use(check.names(), used, check.item)?)),
        };
        let all = self.by_place.get_or_init(|| self.all().filter_map(find).collect());
        let name = callee_name(expr);
        let own = name.as_ref().and_then(name_token).map(|token| token.text_range().start());
        let arguments = expr.syntax().parent().and_then(|around| arguments_of(&around));
        // A call gives the function, it does not name it.
        let start = Some(expr.syntax().text_range().start());
        let start = start.filter(|_| !matches!(expr, ast::Expr::CallExpr(_)));
        let places = [own, start, arguments];
        places.into_iter().flatten().find_map(|at| all.get(&at).copied())
    }
}

/// What the function is that is called by its name or by an operator, by its declarations up to `item`.
fn of_use(names: &Names<'_>, used: &Use<'_>, item: u32) -> Option<Callee> {
    used.decl().filter(|decl| !is_local(*decl))?;
    let is_call = matches!(used.form, UseForm::Call | UseForm::Operator);
    let is_called = is_call && used.origin == Origin::Written;
    is_called.then(|| spaces_of(names, used, item))?.map(Callee::of)
}

/// What the call operator of an object is.
fn of_call_operator<'db>(
    check: &Check<'db>,
    closures: &Closures<'_, 'db>,
    used: &Use<'db>,
) -> Option<Callee> {
    match used.decl() {
        Some(decl) if is_local(decl) => None,
        Some(_) => spaces_of(check.names(), used, check.item).map(Callee::of),
        None => closures.host_operator(used).map(|_| Callee::Host),
    }
}

/// Where the arguments of a call or launch start.
fn arguments_of(node: &SyntaxNode) -> Option<TextSize> {
    let called = ast::CallExpr::cast(node.clone()).and_then(|it| it.arg_list());
    let launched = || ast::LaunchExpr::cast(node.clone()).and_then(|it| it.arg_list());
    called.or_else(launched).map(|list| list.syntax().text_range().start())
}

/// Whether a body calls kernels.
pub(crate) fn calls_kernels(names: &Names<'_>, body: &BodyUses<'_>) -> bool {
    body.uses.iter().any(|used| of_use(names, used, u32::MAX) == Some(Callee::Kernel))
}

/// The calls and launches in an instance of a function template. Those that the template has however it is instantiated,
/// `in_template` by their places, are reported to the first check, the others to the second.
pub(crate) fn of_instance<'db>(
    (of_template, own): (&Check<'db>, &Check<'db>),
    body: &BodyUses<'db>,
    in_template: &FxHashSet<(TextSize, DeclRef)>,
) {
    for used in &body.uses {
        let Some(kind) = of_use(own.names(), used, u32::MAX) else { continue };
        let Some(token) = asunder_syntax::token_at(&own.root, used.at) else { continue };
        let is_plain = used.decl().is_some_and(|decl| in_template.contains(&(used.at, decl)));
        let check = if is_plain { of_template } else { own };
        if used.form == UseForm::Operator {
            if kind == Callee::Kernel {
                operator(check, used);
            }
            continue;
        }
        let calls =
            |node: &SyntaxNode| matches!(node.kind(), SyntaxKind::CALL_EXPR | SyntaxKind::LAUNCH_EXPR);
        let Some(node) = token.parent_ancestors().find(calls) else { continue };
        let launched = ast::LaunchExpr::cast(node.clone()).and_then(|it| it.callee());
        let called = ast::CallExpr::cast(node).and_then(|it| it.callee());
        let is_callee = |expr: &ast::Expr| expr.syntax().text_range().contains_range(token.text_range());
        match (launched.filter(is_callee), called.filter(is_callee)) {
            (Some(callee), _) if kind != Callee::Kernel => {
                cannot_be_configured(check, kind, &callee, callee.syntax().text_range().start());
            }
            (_, Some(callee)) if kind == Callee::Kernel => must_be_configured(check, &callee),
            _ => {}
        }
    }
}

/// The launches in a function template as it is written, which whole programs cannot have in device code.
pub(crate) fn of_template(check: &Check<'_>, definition: DeclRef) {
    if check.settings.rdc {
        return;
    }
    let Some((_, range)) = check.node_of(definition) else { return };
    for launch in check.nodes().iter().filter_map(|node| ast::LaunchExpr::cast(node.clone())) {
        if range.contains_range(launch.syntax().text_range()) && is_evaluated_in_body(launch.syntax()) {
            separate_compilation(check, &launch);
        }
    }
}

/// A launch from device code in whole programs: what is wrong with its arguments comes before.
fn separate_compilation(check: &Check<'_>, launch: &ast::LaunchExpr) {
    let Some(callee) = launch.callee() else { return };
    if !check.settings.rdc && is_device_code(check, callee.syntax()) == Some(true) {
        let moment = check.moment_after(launch.syntax().text_range().end(), 1);
        let at = callee.syntax().text_range().start();
        check.report(Message::plain(NEEDS_SEPARATE_COMPILATION), at, moment);
    }
}

fn cannot_be_configured(check: &Check<'_>, callee: Callee, expr: &ast::Expr, at: TextSize) {
    let space = if callee == Callee::Device { "__device__" } else { "host" };
    let message = Message::new(CONFIGURATION, vec![Argument::text(space), Argument::text("cannot")]);
    // A call across spaces is reported before.
    check.report(message, at, check.moment_in(expr.syntax(), at, 100));
}

fn must_be_configured(check: &Check<'_>, callee: &ast::Expr) {
    let member = match callee {
        ast::Expr::MemberExpr(it) => it.name().map(|name| name.syntax().text_range().start()),
        _ => None,
    };
    is_called(check, callee.syntax(), member.unwrap_or(callee.syntax().text_range().start()));
}

/// An operator that says it is a kernel is called.
fn operator(check: &Check<'_>, used: &Use<'_>) {
    let Some(token) = asunder_syntax::token_at(&check.root, used.at) else { return };
    // The device front end looks at names alone.
    if let Some(around) = token.parent().filter(|_| !check.settings.pass.is_device()) {
        is_called(check, &around, used.at);
    }
}

/// `(k)(x)`, which could be a cast.
fn parenthesized(check: &Check<'_>, used: &Use<'_>) {
    let Some(token) = asunder_syntax::token_at(&check.root, used.at) else { return };
    let cast = token.parent_ancestors().find(|node| node.kind() == SyntaxKind::CAST_EXPR);
    let Some((cast, around)) = cast.and_then(|cast| Some((cast.clone(), cast.parent()?))) else { return };
    let is_callee = around.kind() == SyntaxKind::AMBIGUOUS_EXPR
        && cast.first_child().is_some_and(|ty| used.at < ty.text_range().end());
    if is_callee && !is_unread(check, &around) && is_evaluated_in_body(&around) {
        is_called(check, &around, cast.text_range().start());
    }
}

/// A kernel is called without a configuration.
fn is_called(check: &Check<'_>, node: &SyntaxNode, at: TextSize) {
    let has_tiles = check.unit.dialect(check.db).tile;
    let kernels = if has_tiles { "__global__ or __tile_global__" } else { "__global__" };
    let arguments = vec![Argument::text(kernels), Argument::text("must")];
    // What is wrong with the instance of a template comes before.
    check.report(Message::new(CONFIGURATION, arguments), at, check.moment_in(node, at, 1));
}

/// `k<<<…>>>(…)`
fn launch(uses: &Called<'_, '_>, node: &SyntaxNode) {
    let check = uses.check;
    let Some(launch) = ast::LaunchExpr::cast(node.clone()) else { return };
    let (Some(callee), Some(configuration)) = (launch.callee(), launch.launch_config()) else { return };
    if is_unread(check, node) {
        return;
    }
    if launch.arg_list().is_none() || configuration.launch_close_token().is_none() {
        return;
    }
    if !is_evaluated_in_body(node) {
        return;
    }
    let at = callee.syntax().text_range().start();
    let of_object = names_object(&callee);
    if check.settings.pass.is_device() {
        separate_compilation(check, &launch);
    }
    let is_open = is_in_template(node) && !has_plain_arguments(launch.arg_list());
    let depends =
        is_open || has_open_arguments(&callee) && (is_in_template(node) || is_in_generic_lambda(node));
    let kind = callee_of(check, &callee).filter(|kind| !depends || *kind == Callee::Kernel);
    match kind.or_else(|| uses.callee(&callee)) {
        Some(Callee::Kernel) => {
            arguments(check, &configuration);
            if !is_in_template(node) && !is_in_generic_lambda(node) {
                default_stream(check, &configuration);
            }
        }
        Some(other) => {
            let arguments = launch.arg_list().map(|it| it.syntax().text_range().start());
            let at = arguments.filter(|_| of_object).unwrap_or(at);
            cannot_be_configured(check, other, &callee, at);
        }
        None => check.silence(CONFIGURATION),
    }
}

/// The configuration is called as `__cudaPushCallConfiguration`.
fn arguments(check: &Check<'_>, configuration: &ast::LaunchConfig) {
    let Some(close) = configuration.launch_close_token().map(|it| it.text_range().start()) else { return };
    let given: Vec<ast::Expr> = configuration.args().collect();
    if given.iter().any(|it| matches!(it, ast::Expr::PackExpansion(_))) {
        return;
    }
    if given.is_empty() {
        check.report(
            Message::plain(TOO_FEW_ARGUMENTS),
            close,
            check.moment_in(configuration.syntax(), close, 0),
        );
    } else if let Some(extra) = given.get(MAX_CONFIGURATION) {
        let at = extra.syntax().text_range().start();
        check.report(Message::plain(TOO_MANY_ARGUMENTS), at, check.moment_in(extra.syntax(), at, 0));
    }
}

/// A launch on the default stream: of a template its instances are looked at.
fn default_stream(check: &Check<'_>, configuration: &ast::LaunchConfig) {
    let Some(close) = configuration.launch_close_token().map(|it| it.text_range().start()) else { return };
    let given = configuration.args();
    if given.filter(|it| !matches!(it, ast::Expr::PackExpansion(_))).count() < MAX_CONFIGURATION {
        let moment = check.moment_in(configuration.syntax(), close, 1);
        check.report(Message::plain(DEFAULT_STREAM), close, moment);
    }
}

/// The launches on the default stream in an instance of a template or of a generic lambda.
pub(crate) fn default_streams_of_instance(check: &Check<'_>, body: &BodyUses<'_>) {
    for used in &body.uses {
        if of_use(check.names(), used, u32::MAX) != Some(Callee::Kernel) {
            continue;
        }
        let Some(token) = asunder_syntax::token_at(&check.root, used.at) else { continue };
        let launch = token.parent_ancestors().find_map(ast::LaunchExpr::cast);
        let Some((launch, callee)) = launch.and_then(|it| Some((it.clone(), it.callee()?))) else { continue };
        if callee.syntax().text_range().contains_range(token.text_range())
            && let Some(configuration) = launch.launch_config()
        {
            default_stream(check, &configuration);
        }
    }
}

/// `k(…)` without a configuration.
fn call(uses: &Called<'_, '_>, node: &SyntaxNode) {
    let check = uses.check;
    let Some(call) = ast::CallExpr::cast(node.clone()) else { return };
    let Some(callee) = call.callee() else { return };
    if is_unread(check, node) || !is_evaluated_in_body(node) || !check.may_be_kernel(&callee) {
        return;
    }
    let depends = is_in_template(node) && !has_plain_arguments(call.arg_list());
    let kind = if depends { None } else { callee_of(check, &callee) };
    if kind.or_else(|| uses.callee(&callee)) == Some(Callee::Kernel) {
        must_be_configured(check, &callee);
    }
}

/// Whether no argument can depend on a template parameter.
fn has_plain_arguments(list: Option<ast::ArgList>) -> bool {
    list.into_iter().flat_map(|it| it.args()).all(|it| matches!(it, ast::Expr::Literal(_)))
}

/// Whether the template arguments of a callee mention names: in a template they may depend on its parameters.
fn has_open_arguments(callee: &ast::Expr) -> bool {
    let Some(ast::Segment::Node(node)) = callee_name(callee).and_then(|name| name.last_segment()) else {
        return false;
    };
    node.syntax().descendants().any(|inner| inner.kind() == SyntaxKind::NAME)
}

/// Whether a lambda around a node has a placeholder among its parameters.
fn is_in_generic_lambda(node: &SyntaxNode) -> bool {
    let is_generic = |lambda: &SyntaxNode| {
        let parameters = lambda.children().filter(|it| it.kind() != SyntaxKind::COMPOUND_STMT);
        parameters.flat_map(|it| it.descendants_with_tokens()).any(|it| it.kind() == SyntaxKind::AUTO_KW)
    };
    node.ancestors().any(|outer| outer.kind() == SyntaxKind::LAMBDA_EXPR && is_generic(&outer))
}

/// The device front end reads templates only where they are instantiated.
fn is_unread(check: &Check<'_>, node: &SyntaxNode) -> bool {
    check.settings.pass.is_device() && is_in_template(node)
}

/// Whether the function body around a node is compiled for the device.
pub(crate) fn is_device_code(check: &Check<'_>, node: &SyntaxNode) -> Option<bool> {
    thread_local! {
        static DECIDING: Outward = Outward::new(&[SyntaxKind::LAMBDA_EXPR, SyntaxKind::FUNCTION_DEF]);
    }
    DECIDING.with(|deciding| {
        for Enclosing { node: outer, .. } in deciding.all_around(node) {
            if let Some(lambda) = ast::LambdaExpr::cast(outer.clone()) {
                let says = |space: &str| {
                    lambda.annotations().any(|it| match it {
                        ast::LambdaAnnotation::GnuAttributes(group) => {
                            group.attributes().any(|it| it.is_named(space))
                        }
                        _ => false,
                    })
                };
                if says("device") {
                    return Some(true);
                }
                if says("host") {
                    return Some(false);
                }
            }
            if let Some(definition) = ast::FunctionDef::cast(outer) {
                let name = match definition.declared_name()?.last_segment()? {
                    ast::Segment::Ident(token) => token.text_range(),
                    ast::Segment::Node(node) => node.syntax().text_range(),
                };
                let decl = check.decl_named(name)?;
                let spaces = check.names().spaces(decl)?;
                return Some(spaces.global || spaces.device);
            }
        }
        None
    })
}

/// What a callee is, if that is sure.
fn callee_of(check: &Check<'_>, callee: &ast::Expr) -> Option<Callee> {
    match callee {
        ast::Expr::ParenExpr(it) => callee_of(check, &it.expr()?),
        ast::Expr::PrefixExpr(it) if it.op_token()?.kind() == SyntaxKind::AMP => {
            callee_of(check, &it.expr()?)
        }
        ast::Expr::NameExpr(it) => of_name(check, &it.name()?),
        _ => None,
    }
}

/// The name of the function that an expression calls.
fn callee_name(callee: &ast::Expr) -> Option<ast::Name> {
    match callee {
        ast::Expr::ParenExpr(it) => callee_name(&it.expr()?),
        ast::Expr::AmbiguousExpr(it) => callee_name(&it.expr()?),
        ast::Expr::PrefixExpr(it) => callee_name(&it.expr()?),
        ast::Expr::NameExpr(it) => it.name(),
        ast::Expr::MemberExpr(it) => it.name(),
        _ => None,
    }
}

/// The identifier that is looked up for a name.
fn name_token(name: &ast::Name) -> Option<SyntaxToken> {
    match name.last_segment()? {
        ast::Segment::Ident(token) => Some(token),
        ast::Segment::Node(node) => ast::TemplateId::cast(node.syntax().clone())?.ident_token(),
    }
}

fn of_name(check: &Check<'_>, name: &ast::Name) -> Option<Callee> {
    let token = name_token(name)?;
    let names = check.names();
    let meaning = if name.is_qualified() {
        names.meaning(check.item, &token)
    } else {
        match local_binding(token.text(), name.syntax(), token.text_range().start()) {
            LocalBinding::NotLocal(directives) => names.outer_meaning(check.item, &token, &directives),
            LocalBinding::Found(_) | LocalBinding::Using(_) | LocalBinding::Unknown => return None,
        }
    };
    match meaning {
        Meaning::Outer(Lookup::Found(members)) => of_members(check, &members),
        _ => None,
    }
}

/// What all functions of an overload set are.
fn of_members(check: &Check<'_>, members: &[Member]) -> Option<Callee> {
    let mut common = None;
    for member in members {
        let kind = of_function(check, member.decl)?;
        if common.is_some_and(|common| common != kind) {
            return None;
        }
        common = Some(kind);
    }
    common
}

fn of_function(check: &Check<'_>, decl: DeclRef) -> Option<Callee> {
    match check.names().decl(decl).kind {
        DeclKind::Function { .. } => Some(Callee::of(check.names().spaces_before(decl, check.item)?)),
        _ => None,
    }
}

/// Whether a callee names a local object.
fn names_object(callee: &ast::Expr) -> bool {
    let ast::Expr::NameExpr(it) = callee else { return false };
    it.name().and_then(|name| name.as_ident()).is_some_and(|token| local_declaration(&token).is_some())
}

impl Check<'_> {
    /// Whether a callee has the name of a kernel of the unit.
    fn may_be_kernel(&self, callee: &ast::Expr) -> bool {
        let Some(name) = callee_name(callee) else { return false };
        match name_token(&name) {
            Some(token) => self.candidates().is_kernel(token.text()),
            None => self.candidates().has_kernel_operators(),
        }
    }
}
