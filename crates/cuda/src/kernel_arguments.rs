//! Types that cannot be template arguments of kernels (spec 6 §6, rules C; device front end): local to a host
//! function, private or protected members, without a name, closures that are not extended.
//!
//! The rules are put to a specialization where it is named first.

use std::cell::OnceCell;

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::written::DeclKind;
use asunder_outline::{CudaAttribute, block_item_numbers};
use asunder_sema::instances::{Instance, instance_text};
use asunder_sema::named_classes::{NamedClass, Sort, named_classes};
use asunder_sema::uses::{self, Origin, Use, UseForm};
use asunder_sema::{Sema, Symbol};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextSize, ast};
use rustc_hash::FxHashSet;

use crate::attributes::Applied;
use crate::check::Check;
use crate::declared::attributes_of;
use crate::finding::{Argument, Context, Finding, Message, Place};
use crate::unit::{Unit, own_declarations};
use crate::used::is_local;
use crate::{kernels, shown};

/// "a local type … used in global function … template argument, …" (20257).
const OF_BOTH_SIDES: u16 = 3714;
/// "The closure type for a lambda … cannot be used in the template argument type of a __global__ function …".
const CLOSURE: u16 = 3582;
/// "A type defined inside a __host__ function …".
const LOCAL: u16 = 3583;
/// "A type that is defined inside a class and has private or protected access …".
const PRIVATE: u16 = 3585;
/// "An unnamed type …".
const UNNAMED: u16 = 3586;
/// "A template that is defined inside a class and has private or protected access …".
const PRIVATE_TEMPLATE: u16 = 3587;

/// The same rules for arguments of variable templates in device memory (rules D).
fn of_variable_template(number: u16) -> u16 {
    match number {
        CLOSURE => 3637,
        LOCAL => 3638,
        PRIVATE => 3639,
        PRIVATE_TEMPLATE => 3640,
        _ => 3641,
    }
}

/// Whether only types outside functions break a rule, so that the text of an instance tells it from every other one.
pub(crate) fn names_whole_type(number: u16) -> bool {
    [PRIVATE, PRIVATE_TEMPLATE].iter().any(|rule| number == *rule || number == of_variable_template(*rule))
}

/// Checks the kernels, and the variables in device memory, that code outside templates names.
pub(crate) fn examine(check: &Check<'_>) {
    const NAMES: [SyntaxKind; 3] = [SyntaxKind::LAUNCH_EXPR, SyntaxKind::PREFIX_EXPR, SyntaxKind::NAME_EXPR];
    if !check.settings.pass.is_device() || !check.kinds.contains_any(&NAMES) {
        return;
    }
    let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
    let sema = OnceCell::new();
    let mut seen = FxHashSet::default();
    let bodies = uses::uses(check.db, source, check.item, dialect);
    let only_named = uses::only_named(check.db, source, check.item, dialect);
    let lists = bodies.iter().map(|body| &*body.uses).chain([only_named]);
    let all = lists.flat_map(|list| list.iter().map(move |used| (used, list)));
    let is_restricted =
        |(used, _): &(&Use<'_>, _)| used.origin == Origin::Written && is_restricted(check.names(), used);
    let mut named: Vec<_> = all.filter(is_restricted).collect();
    named.sort_by_key(|(used, _)| used.at);
    for (used, list) in named {
        let sema = sema.get_or_init(|| Sema::new(check.db, source, dialect));
        let place = Named::of(check, used, list);
        let moment = place.end.map(|end| check.moment_after(end, 0));
        for finding in of_use(check, sema, (used, place.start), &Vec::new, (&mut seen, &|_| true)) {
            check.add(Finding { moment: moment.unwrap_or(finding.moment), ..finding });
        }
    }
}

/// What restricts the arguments of a template.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Restricted {
    /// It is a kernel.
    Kernel,
    /// It is a variable in device memory.
    Variable,
}

/// Whether the arguments of the template whose instance is used are restricted.
pub(crate) fn is_restricted(names: &Names<'_>, used: &Use<'_>) -> bool {
    restricted(names, used).is_some()
}

/// What restricts the arguments of the template whose instance is used.
fn restricted(names: &Names<'_>, used: &Use<'_>) -> Option<Restricted> {
    let decl = used.decl().filter(|decl| used.instance.is_some() && !is_local(*decl))?;
    if matches!(names.decl(decl).kind, DeclKind::Variable { .. }) {
        let written = names.decl(decl);
        let spaces = written.attributes.spaces;
        let is_plain = written.parent.is_none() && written.qualifier.is_none();
        return (is_plain && (spaces.device || spaces.constant || spaces.managed))
            .then_some(Restricted::Variable);
    }
    names.spaces(decl)?.global.then_some(Restricted::Kernel)
}

/// Where an instance is named.
struct Named {
    /// Where messages point to.
    start: TextSize,
    /// The end of the expression that makes the instance: its arguments are read before.
    end: Option<TextSize>,
}

impl Named {
    /// The place of a use among those of its body.
    fn of<'db>(check: &Check<'db>, used: &Use<'db>, all: &[Use<'db>]) -> Named {
        Named::in_tree(check, used, all).unwrap_or(Named { start: used.at, end: None })
    }

    fn in_tree<'db>(check: &Check<'db>, used: &Use<'db>, all: &[Use<'db>]) -> Option<Named> {
        let token = asunder_syntax::token_at(&check.root, used.at)?;
        let template_id = token.parent().and_then(ast::TemplateId::cast);
        if restricted(check.names(), used) == Some(Restricted::Variable) {
            let last = template_id?.template_arg_list()?.syntax().last_token()?.text_range();
            return Some(Named { start: last.start(), end: Some(last.end()) });
        }
        let mut named = token.parent_ancestors().find(|node| node.kind() == SyntaxKind::NAME_EXPR)?;
        if used.form == UseForm::Name {
            while let Some(outer) = named.parent().filter(is_around_address) {
                named = outer;
            }
        }
        let start = match used.form {
            UseForm::Name => named.text_range().start(),
            _ => used.at,
        };
        let parent = named.parent()?;
        let is_callee = |node: &SyntaxNode| {
            matches!(node.kind(), SyntaxKind::LAUNCH_EXPR | SyntaxKind::CALL_EXPR)
                && node.children().next().as_ref() == Some(&named)
        };
        if is_callee(&parent) {
            return Some(Named { start, end: Some(parent.text_range().end()) });
        }
        // A function template takes the address while its arguments are deduced.
        let call =
            parent.parent().filter(|_| parent.kind() == SyntaxKind::ARG_LIST).and_then(ast::CallExpr::cast);
        if let Some(call) = call {
            let at = parent.text_range().start();
            let is_call = |it: &&Use<'_>| it.form == UseForm::Call && it.point == at;
            if all.iter().find(is_call).is_some_and(|it| it.instance.is_some()) {
                let range = call.syntax().text_range();
                return Some(Named { start: range.start(), end: Some(range.end()) });
            }
        }
        Some(Named { start, end: Some(named.text_range().end()) })
    }
}

/// `(k<T>)`, `&k<T>`
fn is_around_address(node: &SyntaxNode) -> bool {
    match ast::PrefixExpr::cast(node.clone()) {
        Some(prefix) => prefix.op_token().is_some_and(|it| it.kind() == SyntaxKind::AMP),
        None => node.kind() == SyntaxKind::PAREN_EXPR,
    }
}

/// Whether an instance of a kernel template is used.
fn is_kernel_instance(names: &Names<'_>, used: &Use<'_>) -> bool {
    restricted(names, used) == Some(Restricted::Kernel)
}

/// The kernels, and variables in device memory, that the body of an instance names with types that they cannot have, and
/// kernels that return something; `contexts` are the instantiations that lead there, `seen` are the specializations that
/// were named before, and `is_plain` says of one whether code outside templates names it.
pub(crate) fn of_instance<'db>(
    check: &Check<'db>,
    sema: &Sema<'db>,
    (used, all): (&Use<'db>, &[Use<'db>]),
    contexts: &dyn Fn() -> Vec<Context>,
    seen: (&mut FxHashSet<Symbol<'db>>, &dyn Fn(Symbol<'db>) -> bool),
) -> Vec<Finding> {
    of_use(check, sema, (used, Named::of(check, used, all).start), contexts, seen)
}

fn of_use<'db>(
    check: &Check<'db>,
    sema: &Sema<'db>,
    (used, start): (&Use<'db>, TextSize),
    contexts: &dyn Fn() -> Vec<Context>,
    (seen, is_plain): (&mut FxHashSet<Symbol<'db>>, &dyn Fn(Symbol<'db>) -> bool),
) -> Vec<Finding> {
    let names = check.names();
    let Some((decl, instance)) = used.decl().zip(used.instance) else { return Vec::new() };
    let Some(restricted) = restricted(names, used).filter(|_| seen.insert(instance)) else {
        return Vec::new();
    };
    let Some(named) = named_classes(sema, instance) else {
        check.silence(LOCAL);
        return Vec::new();
    };
    let mut found = Vec::new();
    for class in &named.classes {
        let Some(broken) = broken(check, class, restricted) else { return Vec::new() };
        let at = |number| if number == OF_BOTH_SIDES { class.place } else { Some((check.item, start)) };
        for number in broken {
            let (Some(message), Some(at)) = (message(check, class, decl, number), at(number)) else {
                check.silence(number);
                return Vec::new();
            };
            found.push((message, at));
        }
    }
    if let (Some(true), Some((word, at))) = (sema.returns_by_arguments(instance), kernel_word(check, decl))
        && !is_plain(instance)
    {
        let message = Message::new(kernels::RETURN_TYPE, vec![Argument::text(word)]);
        found.insert(0, (message, (decl.item, at)));
    }
    if found.is_empty() {
        return Vec::new();
    }
    let Some(what) = instantiation(check, (decl, instance), &named.arguments, restricted) else {
        return Vec::new();
    };
    let place = Place { item: Some(check.item), offset: start };
    let mut all = vec![Context { what: what.into(), place }];
    all.extend(contexts());
    let findings = found.into_iter().map(|(message, (item, at))| {
        // The type of a kernel is looked at before what is given to it.
        let moment = if message.number == kernels::RETURN_TYPE { used.at } else { used.point };
        let finding = Finding::new(message, at, check.moment(moment, 0));
        Finding { item: Some(item).filter(|item| *item != check.item), contexts: all.clone(), ..finding }
    });
    findings.collect()
}

/// The rules that a class breaks as a part of a template argument; `None` where that is not known.
fn broken(check: &Check<'_>, class: &NamedClass, of: Restricted) -> Option<Vec<u16>> {
    let spaces = match class.function {
        // Members of classes of blocks have no declarations that are known here.
        Some(function) if is_local(function) => return None,
        Some(function) => Some(check.names().spaces(function)?),
        None => None,
    };
    let is_device = spaces.is_some_and(|spaces| spaces.device || spaces.global);
    let is_of_both = spaces.is_some_and(|spaces| spaces.device && spaces.host) && of == Restricted::Kernel;
    let rules = match class.sort {
        Sort::Template => vec![(class.is_hidden, PRIVATE_TEMPLATE)],
        Sort::Closure { is_extended } => {
            let is_extended = is_extended && check.settings.extended_lambda;
            vec![(!is_device && !is_extended, CLOSURE), (is_of_both && !is_extended, OF_BOTH_SIDES)]
        }
        Sort::Named | Sort::Unnamed => vec![
            (spaces.is_some() && !is_device, LOCAL),
            (class.sort == Sort::Unnamed && !is_device, UNNAMED),
            (class.is_hidden && !is_device, PRIVATE),
            (is_of_both, OF_BOTH_SIDES),
        ],
    };
    let broken = rules.into_iter().filter(|(is_broken, _)| *is_broken);
    let number = |number| if of == Restricted::Variable { of_variable_template(number) } else { number };
    Some(broken.map(|(_, rule)| number(rule)).collect())
}

/// The message that a class breaks a rule.
fn message(check: &Check<'_>, class: &NamedClass, template: DeclRef, number: u16) -> Option<Message> {
    let shown = Argument::Type { written: class.text.as_str().into(), meaning: None };
    let mut arguments = match class.sort {
        Sort::Template => Vec::new(),
        _ => vec![shown],
    };
    if number == OF_BOTH_SIDES {
        arguments.push(Argument::name(check.names().identifier_text(class.function?)?));
        arguments.push(Argument::name(shown::entity_name(check.names(), template)?));
    } else if let Sort::Closure { .. } = class.sort {
        let (item, offset) = class.place?;
        arguments.push(Argument::DefinedAt(Place { item: Some(item), offset }));
    }
    Some(Message::new(number, arguments))
}

/// `instantiation of "k" based on template argument <L>`, `instantiation of "T v [with T=L]"`
fn instantiation<'db>(
    check: &Check<'db>,
    (template, instance): (DeclRef, Symbol<'db>),
    arguments: &[String],
    restricted: Restricted,
) -> Option<String> {
    if restricted == Restricted::Variable {
        let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
        let text = instance_text(check.db, source, Instance::Variable(instance), dialect)?;
        return Some(format!("instantiation of {text}"));
    }
    let name = shown::entity_name(check.names(), template)?;
    let plural = if arguments.len() > 1 { "s" } else { "" };
    Some(format!("instantiation of \"{name}\" based on template argument{plural} <{}>", arguments.join(", ")))
}

/// The instances of kernel templates that the user's code names outside templates.
pub(crate) fn named_in_plain_code<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &Names<'db>,
) -> FxHashSet<Symbol<'db>> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let mut found = FxHashSet::default();
    for block in source.blocks(db).iter() {
        let numbers = block_item_numbers(db, *block, dialect);
        for (index, _) in own_declarations(db, source, *block, dialect) {
            let Some(item) = numbers.get(index as usize) else { continue };
            let all = uses::uses(db, source, *item, dialect).iter().flat_map(|body| &body.uses);
            found.extend(all.filter(|used| is_kernel_instance(names, used)).filter_map(|used| used.instance));
        }
    }
    found
}

/// The attribute that makes a function a kernel: as messages show it, and where it stands in its item.
fn kernel_word(check: &Check<'_>, kernel: DeclRef) -> Option<(&'static str, TextSize)> {
    let attributes = attributes_of(check, kernel)?;
    let is_kernel =
        |it: &&Applied| matches!(it.cuda(), Some(CudaAttribute::Global | CudaAttribute::TileGlobal));
    let applied = attributes.iter().filter(|it| it.is_valid()).find(is_kernel)?;
    Some((applied.shown(), applied.name.start()))
}
