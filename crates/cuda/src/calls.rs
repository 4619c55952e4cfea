//! Calls of device functions from host code (spec 2 §1): the host pass reports them while it reads a body.

use asunder_decls::calls::{CallForm, Called};
use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, DeclKind, Spaces};
use asunder_mangle::model::Entity;
use asunder_outline::CudaAttribute;
use asunder_sema::uses::{Origin, UseForm, uses};
use asunder_syntax::{
    AstNode, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, WalkEvent, ast,
};
use rustc_hash::FxHashMap;

use crate::accesses;
use crate::bodies::body_around;
use crate::check::Check;
use crate::declared;
use crate::deduced_results;
use crate::device_names::{DeviceNames, device_names, is_unchecked};
use crate::evaluated::{is_evaluated_in_body, may_be_discarded};
use crate::finding::{Argument, Message, Moment};
use crate::used::is_local;

/// "calling a __device__ function … from a __host__ __device__ function", and the number behind it with `constexpr`.
const FROM_HOST_DEVICE: u16 = 3462;
/// "calling a __device__ function … from a __host__ function", and the number behind it with `constexpr`.
const FROM_HOST: u16 = 3464;

/// A function or lambda whose body is checked.
#[derive(Clone, Debug)]
struct Caller {
    /// It runs on the host, perhaps among others.
    is_host: bool,
    is_device: bool,
    /// A pragma turns the checks of its calls off.
    is_unchecked: bool,
    /// Its name without scope and parameters.
    name: Box<str>,
}

/// Checks the calls and the accesses to variables in the bodies of the item.
pub(crate) fn examine(check: &Check<'_>) {
    if check.settings.pass.is_device() {
        return;
    }
    let names = device_names(check.db, check.unit.source(check.db), check.unit.dialect(check.db));
    let mut callers = Callers { check, known: FxHashMap::default() };
    accesses::of_blocks(check, &mut |token| callers.is_host_code(token));
    if !names.are_mentioned_in(check.text()) {
        return;
    }
    // A call is reported when its operands are read.
    for event in check.root.preorder_with_tokens() {
        match event {
            WalkEvent::Leave(NodeOrToken::Node(node)) if may_call(names, &node) => {
                calls(check, &mut callers, &node);
            }
            WalkEvent::Enter(NodeOrToken::Token(token)) => {
                let is_name = token.kind() == SyntaxKind::IDENT && names.has_variable(token.text());
                if is_name && callers.is_host_code(&token) {
                    accesses::variable(check, &token);
                }
                if token.kind() == SyntaxKind::IDENT && names.has_function(token.text()) {
                    deduced_results::named(check, &token);
                }
            }
            _ => {}
        }
    }
    if names.has_classes() {
        conversions(check, &mut callers);
    }
    if check.text().contains(['.', '>']) {
        let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
        let bodies = uses(check.db, source, check.item, dialect, check.settings.pass.templates());
        bodies.iter().flat_map(|body| &body.uses).for_each(|used| deduced_results::used(check, used));
    }
}

/// Reports conversions by functions that run on the device alone, which nobody writes.
fn conversions(check: &Check<'_>, callers: &mut Callers<'_, '_>) {
    let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
    for body in uses(check.db, source, check.item, dialect, check.settings.pass.templates()) {
        // Uses are in the order in which they are found.
        let mut read_so_far = TextSize::new(0);
        for used in body.uses.iter().filter(|it| {
            it.form == UseForm::Conversion && it.instance.is_none() && it.origin == Origin::Written
        }) {
            let names = check.names();
            let Some(decl) = used.decl().filter(|decl| !is_local(*decl)) else { continue };
            if names.spaces(decl).is_none_or(|it| !is_device_alone(it)) {
                continue;
            }
            let Some(token) = asunder_syntax::token_at(&check.root, used.at) else { continue };
            let caller = token.parent().and_then(|node| callers.around(&node));
            let Some(caller) = caller.filter(|it| it.is_host && !it.is_unchecked) else { continue };
            let Some(entity) = names.entity(decl) else { continue };
            read_so_far = read_so_far.max(token.text_range().end());
            let moment = check.moment_after(read_so_far, 0);
            call(check, &caller, decl, entity, used.at, moment);
        }
    }
}

/// Whether a node may call one of the functions in question, by its words alone.
fn may_call(names: &DeviceNames, node: &SyntaxNode) -> bool {
    match node.kind() {
        SyntaxKind::CALL_EXPR | SyntaxKind::LAUNCH_EXPR => {
            let Some(callee) = node.children().next() else { return false };
            let word = last_identifier(&callee);
            names.has_operator("()")
                || callee_is_destructor(&callee)
                || word.is_some_and(|it| names.has_function(it.text()) || names.has_class(it.text()))
        }
        SyntaxKind::BINARY_EXPR
        | SyntaxKind::ASSIGN_EXPR
        | SyntaxKind::PREFIX_EXPR
        | SyntaxKind::POSTFIX_EXPR => {
            let tokens = node.children_with_tokens().filter_map(NodeOrToken::into_token);
            let operator = tokens.into_iter().find(|token| !token.kind().is_trivia());
            operator.is_some_and(|token| names.has_operator(token.text()))
        }
        SyntaxKind::INDEX_EXPR => names.has_operator("[]"),
        SyntaxKind::DELETE_EXPR => names.has_classes(),
        SyntaxKind::NEW_EXPR => names.has_classes() && mentions_class(names, node),
        SyntaxKind::INIT_DECLARATOR => {
            names.has_classes()
                && node.parent().is_some_and(|declaration| mentions_class(names, &declaration))
        }
        _ => false,
    }
}

fn callee_is_destructor(callee: &SyntaxNode) -> bool {
    let name = callee.children().last().filter(|it| it.kind() == SyntaxKind::NAME);
    name.is_some_and(|name| name.children().any(|it| it.kind() == SyntaxKind::DESTRUCTOR_ID))
}

/// The identifier of the last name in a callee, template arguments apart.
fn last_identifier(callee: &SyntaxNode) -> Option<SyntaxToken> {
    let name = match ast::Expr::cast(callee.clone())? {
        ast::Expr::NameExpr(name) => name.name()?,
        ast::Expr::MemberExpr(access) => access.name()?,
        ast::Expr::ParenExpr(paren) => return last_identifier(paren.expr()?.syntax()),
        ast::Expr::PrefixExpr(prefix) => return last_identifier(prefix.expr()?.syntax()),
        ast::Expr::AmbiguousExpr(ambiguous) => return last_identifier(ambiguous.expr()?.syntax()),
        _ => return None,
    };
    name.last_segment()?.ident()
}

/// Whether the specifiers of a declaration, or the type of `new`, mention such a class.
fn mentions_class(names: &DeviceNames, node: &SyntaxNode) -> bool {
    let of_type = node
        .children()
        .filter(|it| matches!(it.kind(), SyntaxKind::DECL_SPECIFIER_SEQ | SyntaxKind::TYPE_ID));
    let mut tokens = of_type.flat_map(|it| it.descendants_with_tokens()).filter_map(NodeOrToken::into_token);
    tokens.any(|token| token.kind() == SyntaxKind::IDENT && names.has_class(token.text()))
}

/// Reports what `node` calls and must not.
fn calls(check: &Check<'_>, callers: &mut Callers<'_, '_>, node: &SyntaxNode) {
    if !is_evaluated_in_body(node) {
        return;
    }
    let Some(caller) = callers.around(node) else { return };
    if !caller.is_host || caller.is_unchecked || may_be_discarded(check, node) {
        return;
    }
    for called in check.names().functions_called(check.item, node) {
        if is_device_only(check, &called) == Some(true) {
            report(check, node, &caller, &called);
        }
    }
}

/// Whether a function runs on the device alone; `None` when that is not known.
fn is_device_only(check: &Check<'_>, called: &Called) -> Option<bool> {
    let spaces = check.names().spaces_called(called)?;
    Some(is_device_alone(spaces) && !is_defaulted(check, called.decl()))
}

fn is_device_alone(spaces: Spaces) -> bool {
    spaces.device && !spaces.host && !spaces.global
}

/// A function that is defaulted where it is declared first takes the space of its users (spec 2 §1e).
fn is_defaulted(check: &Check<'_>, decl: DeclRef) -> bool {
    matches!(check.names().decl(decl).kind, DeclKind::Function { body: BodyKind::Defaulted, .. })
}

fn report(check: &Check<'_>, node: &SyntaxNode, caller: &Caller, called: &Called) {
    let Some(entity) = check.names().entity_called(called) else { return check.silence(FROM_HOST) };
    let end = match node.kind() {
        // The callee of a launch is checked before its configuration.
        SyntaxKind::LAUNCH_EXPR => node.text_range().start(),
        _ => node.text_range().end(),
    };
    // The call of an object is checked twice.
    let times = if called.form == CallForm::CallOperator { 2 } else { 1 };
    for _ in 0..times {
        let moment = check.moment_after(end, 0);
        call(check, caller, called.decl(), entity.clone(), called.at, moment);
    }
}

/// Reports the call of a function that runs on the device alone.
fn call(check: &Check<'_>, caller: &Caller, decl: DeclRef, callee: Entity, at: TextSize, moment: Moment) {
    let specifiers = check.names().decl(decl).specifiers;
    let is_constexpr = specifiers.is_constexpr;
    if specifiers.is_consteval || is_constexpr && check.settings.relaxed_constexpr {
        return;
    }
    let number = if caller.is_device { FROM_HOST_DEVICE } else { FROM_HOST } + u16::from(is_constexpr);
    let space = Argument::text(space_of(check, decl));
    let arguments = vec![Argument::Callee(callee.into()), Argument::name(&*caller.name), space];
    check.report(Message::new(number, arguments), at, moment);
}

/// How messages call the space of a function for the device.
fn space_of(check: &Check<'_>, decl: DeclRef) -> &'static str {
    let attributes = declared::attributes_of(check, decl).unwrap_or_default();
    let has = |wanted| attributes.iter().any(|it| it.is_valid() && it.cuda() == Some(wanted));
    match (has(CudaAttribute::Tile), has(CudaAttribute::Device)) {
        (true, true) => "__device__ __tile__",
        (true, false) => "__tile__",
        (false, _) => "__device__",
    }
}

/// The functions around nodes of an item.
struct Callers<'c, 'db> {
    check: &'c Check<'db>,
    known: FxHashMap<TextRange, Option<Caller>>,
}

impl Callers<'_, '_> {
    /// The innermost function or lambda around a node. `None` where its space is not known.
    fn around(&mut self, node: &SyntaxNode) -> Option<Caller> {
        let is_function =
            |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::LAMBDA_EXPR | SyntaxKind::FUNCTION_DEF);
        let mut from = node.clone();
        // The initializer of a capture is evaluated by the function around the lambda.
        let mut within = node.ancestors().take_while(|it| !is_function(it));
        if let Some(capture) = within.find(|it| it.kind() == SyntaxKind::LAMBDA_INTRODUCER) {
            from = capture.parent()?;
        }
        let function = from.ancestors().skip(1).find(is_function)?;
        let check = self.check;
        self.known.entry(function.text_range()).or_insert_with(|| caller(check, &function)).clone()
    }

    /// Whether a token stands in code that runs on the host.
    fn is_host_code(&mut self, token: &SyntaxToken) -> bool {
        let caller = token.parent().and_then(|node| self.around(&node));
        caller.is_some_and(|caller| caller.is_host)
    }
}

fn caller(check: &Check<'_>, function: &SyntaxNode) -> Option<Caller> {
    // What stands directly in the function has it around.
    let body = body_around(check, &function.last_child()?)?;
    let name = match function.kind() {
        SyntaxKind::LAMBDA_EXPR => "operator()".into(),
        _ => {
            let record = declared::of_node(check, function)?;
            match record.decl {
                Some(decl) => check.names().identifier_text(decl)?.into(),
                None => check.text()[record.name].into(),
            }
        }
    };
    let is_unchecked = is_unchecked(check.db, check.unit, check.place, check.item, function);
    Some(Caller { is_host: body.host, is_device: body.device, is_unchecked, name })
}
