//! Types that can not be template arguments of kernels (spec 6 §6, rules C; device front end): local to a host
//! function, private or protected members, without a name, closures that are not extended.
//!
//! The rules are put to a specialization where it is named first.

use std::cell::OnceCell;
use std::collections::HashSet;

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::scope::Lookup;
use asunder_decls::uses::Meaning;
use asunder_decls::written::{DeclKind, TemplateHeader, TemplateParamKind};
use asunder_lambda::LambdaAnalysis;
use asunder_mangle::model::{Type, TypeRef};
use asunder_outline::{CudaAttribute, block_item_numbers};
use asunder_sema::named_classes::named_classes;
use asunder_sema::uses::{self, UseForm};
use asunder_sema::{Sema, Symbol};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextSize, ast};

use rustc_hash::FxHashSet;

use crate::attributes::Applied;
use crate::bodies::body_around;
use crate::body_types::{BodyType, type_of_argument, type_of_expr};
use crate::check::Check;
use crate::declared::attributes_of;
use crate::finding::{Argument, Context, Finding, Message, Place};
use crate::lambdas::{self, is_in_template};
use crate::launches::is_device_code;
use crate::named_parts::{Part, is_inaccessible, parts, shown_part, shown_type};
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

/// What is said of a specialization where it is named first, whose arguments their names tell apart: those that are local
/// to functions may have the same ones.
pub(crate) const OF_FIRST_USE: [u16; 4] = [PRIVATE, PRIVATE_TEMPLATE, 3639, 3640];

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

/// Checks the kernels that the item names.
pub(crate) fn examine(check: &Check<'_>) {
    if !check.settings.pass.is_device() {
        return;
    }
    const USES: [SyntaxKind; 3] = [SyntaxKind::LAUNCH_EXPR, SyntaxKind::PREFIX_EXPR, SyntaxKind::NAME_EXPR];
    if !check.kinds.contains_any(&USES) {
        return;
    }
    let mut kernels = Kernels {
        check,
        seen: HashSet::new(),
        named: FxHashSet::default(),
        lambdas: None,
        sema: OnceCell::new(),
    };
    for node in check.nodes() {
        match node.kind() {
            SyntaxKind::LAUNCH_EXPR => kernels.launch(node),
            SyntaxKind::PREFIX_EXPR => kernels.address(node),
            SyntaxKind::NAME_EXPR => kernels.variable(node),
            _ => {}
        }
    }
}

/// A use of a kernel template, or of a variable template in device memory.
struct Use {
    template: DeclRef,
    is_variable: bool,
    /// What the parameters stand for, as far as it is known.
    args: Vec<Option<BodyType>>,
    at: TextSize,
    /// The end of the expression: arguments are read before the specialization is chosen.
    end: TextSize,
}

struct Kernels<'c, 'db> {
    check: &'c Check<'db>,
    /// Specializations that were named before.
    seen: HashSet<String>,
    /// Those whose types are known by overload resolution.
    named: FxHashSet<Symbol<'db>>,
    lambdas: Option<LambdaAnalysis>,
    sema: OnceCell<Sema<'db>>,
}

impl Kernels<'_, '_> {
    fn launch(&mut self, node: &SyntaxNode) {
        let Some(launch) = ast::LaunchExpr::cast(node.clone()) else { return };
        let Some(ast::Expr::NameExpr(callee)) = launch.callee() else { return };
        if is_in_template(node) {
            return;
        }
        let given: Vec<ast::Expr> = launch.arg_list().into_iter().flat_map(|it| it.args()).collect();
        if let Some(found) = self.named(&callee, Some(&given), callee.syntax().text_range().start()) {
            self.check_use(&Use { end: node.text_range().end(), ..found });
        }
    }

    /// `&k<T>`
    fn address(&mut self, node: &SyntaxNode) {
        let Some(prefix) = ast::PrefixExpr::cast(node.clone()) else { return };
        let is_address = prefix.op_token().is_some_and(|it| it.kind() == SyntaxKind::AMP);
        let (Some(ast::Expr::NameExpr(name)), true) = (prefix.expr(), is_address) else { return };
        if is_in_template(node) {
            return;
        }
        if let Some(found) = self.named(&name, None, node.text_range().start()) {
            self.check_use(&found);
        }
    }

    /// `v<T>`
    fn variable(&mut self, node: &SyntaxNode) {
        let name = ast::NameExpr::cast(node.clone()).and_then(|it| it.name());
        let Some(ast::Segment::Node(segment)) = name.and_then(|it| it.last_segment()) else { return };
        let Some(id) = ast::TemplateId::cast(segment.syntax().clone()) else { return };
        if is_in_template(node) {
            return;
        }
        if let Some(found) = self.variable_named(&id) {
            self.check_use(&found);
        }
    }

    /// The specialization of a variable template that a template-id means.
    fn variable_named(&self, id: &ast::TemplateId) -> Option<Use> {
        let names = self.check.names();
        let (token, list) = (id.ident_token()?, id.template_arg_list()?);
        let Meaning::Outer(Lookup::Found(members)) = names.meaning(self.check.item, &token) else {
            return None;
        };
        let [only] = members.as_slice() else { return None };
        let written = names.decl(only.decl);
        let spaces = written.attributes.spaces;
        let is_wanted = matches!(written.kind, DeclKind::Variable { .. })
            && (spaces.device || spaces.constant || spaces.managed)
            && only.class.is_none();
        let [header] = written.templates.as_slice() else { return None };
        let explicit: Vec<ast::TypeOrExpr> = list.args().collect();
        if !is_wanted || header.params.iter().any(|param| param.pack) || explicit.len() != header.params.len()
        {
            return None;
        }
        let args = explicit.iter().zip(&header.params).map(|(arg, param)| match param.kind {
            TemplateParamKind::Template(_) => self.template_argument(arg),
            _ => Some(type_of_argument(self.check, arg)),
        });
        let args = args.collect();
        let at = list.syntax().last_token()?.text_range().start();
        Some(Use { template: only.decl, is_variable: true, args, at, end: list.syntax().text_range().end() })
    }

    /// The specialization that a name means: of the only function template of that name.
    fn named(&self, callee: &ast::NameExpr, given: Option<&[ast::Expr]>, at: TextSize) -> Option<Use> {
        let names = self.check.names();
        let segment = callee.name()?.last_segment()?;
        let (token, list) = match &segment {
            ast::Segment::Ident(token) => (token.clone(), None),
            ast::Segment::Node(node) => {
                let id = ast::TemplateId::cast(node.syntax().clone())?;
                (id.ident_token()?, id.template_arg_list())
            }
        };
        if !self.check.candidates().is_kernel(token.text()) {
            return None;
        }
        let Meaning::Outer(Lookup::Found(members)) = names.meaning(self.check.item, &token) else {
            return None;
        };
        let template = only_template(self.check, members.iter().map(|it| it.decl))?;
        let [header] = names.decl(template).templates.as_slice() else { return None };
        if header.params.iter().any(|param| param.pack) {
            return None;
        }
        let mut args: Vec<Option<BodyType>> = vec![None; header.params.len()];
        let explicit: Vec<ast::TypeOrExpr> = list.into_iter().flat_map(|it| it.args()).collect();
        for ((slot, arg), param) in args.iter_mut().zip(&explicit).zip(&header.params) {
            *slot = match param.kind {
                TemplateParamKind::Type(_) => Some(type_of_argument(self.check, arg)),
                TemplateParamKind::Template(_) => self.template_argument(arg),
                TemplateParamKind::Value(..) => None,
            };
        }
        if let Some(given) = given {
            for (pattern, argument) in names.parameter_types(template)?.iter().zip(given) {
                let ty = type_of_expr(self.check, argument);
                deduce(pattern, &ty, &mut args);
            }
        }
        Some(Use { template, is_variable: false, args, at, end: callee.syntax().text_range().end() })
    }

    /// A class template as an argument.
    fn template_argument(&self, arg: &ast::TypeOrExpr) -> Option<BodyType> {
        let ast::TypeOrExpr::NameArg(arg) = arg else { return None };
        let token = arg.name()?.last_segment()?.ident()?;
        let names = self.check.names();
        let Meaning::Outer(Lookup::Found(members)) = names.meaning(self.check.item, &token) else {
            return None;
        };
        let decl = members.first()?.decl;
        let written = names.decl(decl);
        let is_template = matches!(written.kind, DeclKind::Class(_)) && !written.templates.is_empty();
        let owner = is_template.then(|| names.owner(decl))??;
        let name = format!("{}{}", shown::owner_prefix(names, owner)?, written.name.ident()?);
        Some(BodyType::Template(name, written.access))
    }

    fn check_use(&mut self, found: &Use) {
        let Some(header) = self.check.names().decl(found.template).templates.first() else { return };
        let Some(parts) = self.parts(header, found) else { return self.by_meaning(found) };
        if parts.iter().all(|(numbers, _)| numbers.is_empty()) {
            return;
        }
        let Some(what) = self.context(found) else { return self.check.silence(LOCAL) };
        let identity: String = parts.iter().map(|(_, part)| identity(part)).collect();
        if !self.seen.insert(format!("{what} {identity}")) {
            return;
        }
        let context = Context { what: what.into(), place: Place { item: None, offset: found.at } };
        for (numbers, part) in parts {
            for number in numbers {
                if number == OF_BOTH_SIDES {
                    match self.of_both_sides(found, &part, &context) {
                        Some(finding) => self.check.add(finding),
                        None => self.check.silence(number),
                    }
                    continue;
                }
                let Some(shown) = shown_part(self.check, &part) else { return self.check.silence(number) };
                let mut arguments = match &part {
                    Part::PrivateTemplate => Vec::new(),
                    _ => vec![Argument::Type { written: shown.into(), meaning: None }],
                };
                match &part {
                    Part::Closure(lambda) => arguments.push(defined_at(None, lambda)),
                    Part::OuterClosure(item, lambda) => arguments.push(defined_at(Some(*item), lambda)),
                    _ => {}
                }
                let number = if found.is_variable { of_variable_template(number) } else { number };
                let moment = self.check.moment_after(found.end, 0);
                let mut finding = Finding::new(Message::new(number, arguments), found.at, moment);
                finding.contexts.push(context.clone());
                self.check.add(finding);
            }
        }
    }

    /// The same where the types are known by overload resolution alone.
    fn by_meaning(&mut self, found: &Use) {
        let check = self.check;
        let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
        let bodies = uses::uses(check.db, source, check.item, dialect, check.settings.pass.templates());
        let mut all = bodies.iter().flat_map(|body| body.uses.iter());
        let used = all.find(|used| {
            let is_inside = found.at <= used.at && used.at < found.end;
            is_inside && used.instance.is_some() && used.decl() == Some(found.template)
        });
        let Some(used) = used.filter(|_| !found.is_variable) else { return check.silence(LOCAL) };
        let moment = check.moment_after(found.end, 0);
        let sema = self.sema.get_or_init(|| Sema::new(check.db, source, dialect));
        for finding in of_instance(check, sema, used, &Vec::new, (&mut self.named, &|_| true)) {
            check.add(Finding { moment, ..finding });
        }
    }

    /// The parts of all arguments with the rules that they break; `None` when one is not known.
    fn parts(&mut self, header: &TemplateHeader, found: &Use) -> Option<Vec<(Vec<u16>, Part)>> {
        let mut all = Vec::new();
        for (param, arg) in header.params.iter().zip(&found.args) {
            if matches!(param.kind, TemplateParamKind::Value(..)) {
                continue;
            }
            for part in parts(self.check, arg.as_ref()?, true)? {
                all.push((self.broken(&part)?, part));
            }
        }
        Some(all)
    }

    /// The rules that a part breaks.
    fn broken(&mut self, part: &Part) -> Option<Vec<u16>> {
        Some(match part {
            Part::Local(class) => {
                if is_device_code(self.check, class)? {
                    match body_around(self.check, class).is_some_and(|body| body.host) {
                        true => vec![OF_BOTH_SIDES],
                        false => Vec::new(),
                    }
                } else if has_name(class) {
                    vec![LOCAL]
                } else {
                    vec![LOCAL, UNNAMED]
                }
            }
            Part::Closure(lambda) => {
                let may_stay = match is_device_code(self.check, lambda) {
                    Some(is_device) => is_device,
                    // At namespace scope, unless the function around is not known.
                    None if lambda.ancestors().any(|it| it.kind() == SyntaxKind::FUNCTION_DEF) => {
                        return None;
                    }
                    None => false,
                };
                let is_of_both = || body_around(self.check, lambda).is_some_and(|body| body.host);
                match may_stay {
                    _ if self.is_extended(lambda) => Vec::new(),
                    true if is_of_both() => vec![OF_BOTH_SIDES],
                    true => Vec::new(),
                    false => vec![CLOSURE],
                }
            }
            Part::OuterClosure(..) => vec![CLOSURE],
            Part::Unnamed(_) => vec![UNNAMED],
            Part::PrivateTemplate => vec![PRIVATE_TEMPLATE],
            Part::Outer(name) => {
                if is_inaccessible(self.check, name)? {
                    vec![PRIVATE]
                } else {
                    Vec::new()
                }
            }
        })
    }

    /// A type of a function of both sides as an argument: the instance is another one on the other side.
    fn of_both_sides(&self, found: &Use, part: &Part, context: &Context) -> Option<Finding> {
        let (Part::Local(class) | Part::Closure(class), false) = (part, found.is_variable) else {
            return None;
        };
        let function = class.ancestors().find_map(ast::FunctionDef::cast)?;
        let ast::Segment::Ident(function) = function.declared_name()?.last_segment()? else { return None };
        let kernel = shown::entity_name(self.check.names(), found.template)?;
        let shown = shown_part(self.check, part)?;
        let message = of_both_sides(shown, function.text(), &kernel);
        let moment = self.check.moment_after(found.end, 0);
        let mut finding = Finding::new(message, name_of(class), moment);
        finding.contexts.push(context.clone());
        Some(finding)
    }

    fn is_extended(&mut self, lambda: &SyntaxNode) -> bool {
        let check = self.check;
        let all = self.lambdas.get_or_insert_with(|| lambdas::analysis(check));
        lambdas::is_extended(all, lambda)
    }

    /// `instantiation of "k" based on template argument <L>`
    fn context(&self, found: &Use) -> Option<String> {
        let names = self.check.names();
        let header = names.decl(found.template).templates.first()?;
        let mut shown = Vec::new();
        for (param, arg) in header.params.iter().zip(&found.args) {
            if matches!(param.kind, TemplateParamKind::Value(..)) {
                return None;
            }
            shown.push(shown_type(self.check, arg.as_ref()?)?);
        }
        if found.is_variable {
            return variable_context(self.check, found, &shown);
        }
        let plural = if shown.len() > 1 { "s" } else { "" };
        let name = shown::entity_name(names, found.template)?;
        Some(format!("instantiation of \"{name}\" based on template argument{plural} <{}>", shown.join(", ")))
    }
}

fn of_both_sides(class: String, function: &str, kernel: &str) -> Message {
    let class = Argument::Type { written: class.into(), meaning: None };
    Message::new(OF_BOTH_SIDES, vec![class, Argument::name(function), Argument::name(kernel)])
}

/// Where the name of a local class or enumeration stands, or else its members.
fn name_of(class: &SyntaxNode) -> TextSize {
    let name = match ast::ClassSpecifier::cast(class.clone()) {
        Some(class) => class.name(),
        None => ast::EnumSpecifier::cast(class.clone()).and_then(|it| it.name()),
    };
    let body = || class.children_with_tokens().find(|it| is_braced(it.kind()));
    let range = name.map(|name| name.syntax().text_range()).or_else(|| Some(body()?.text_range()));
    range.unwrap_or(class.text_range()).start()
}

fn is_braced(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::MEMBER_LIST | SyntaxKind::ENUMERATOR_LIST)
}

/// Whether an instance of a kernel template is used.
pub(crate) fn is_kernel_instance(names: &Names<'_>, used: &uses::Use<'_>) -> bool {
    let kernel = used.decl().filter(|decl| used.instance.is_some() && !is_local(*decl));
    kernel.and_then(|decl| names.spaces(decl)).is_some_and(|spaces| spaces.global)
}

/// The kernels that the body of an instance names with types that they cannot have, or that return something; `contexts` are
/// the instantiations that lead there, `seen` are the specializations that were named before, and `is_plain` says of one
/// whether code outside templates names it.
pub(crate) fn of_instance<'db>(
    check: &Check<'db>,
    sema: &Sema<'db>,
    used: &uses::Use<'db>,
    contexts: &dyn Fn() -> Vec<Context>,
    (seen, is_plain): (&mut FxHashSet<Symbol<'db>>, &dyn Fn(Symbol<'db>) -> bool),
) -> Vec<Finding> {
    let names = check.names();
    let Some((kernel, instance)) = used.decl().zip(used.instance) else { return Vec::new() };
    if !is_kernel_instance(names, used) || !seen.insert(instance) {
        return Vec::new();
    }
    let Some(named) = named_classes(sema, instance) else { return Vec::new() };
    let text = check.text();
    let before = text[..usize::from(used.at)].trim_end();
    let place = match used.form {
        UseForm::Name if before.ends_with('&') => TextSize::of(before) - TextSize::new(1),
        _ => used.at,
    };
    let mut found = Vec::new();
    for class in &named.classes {
        // Members of classes of blocks have no declarations that are known here.
        if class.function.is_some_and(is_local) {
            return Vec::new();
        }
        let spaces = class.function.map(|function| names.spaces(function));
        let Some(spaces) = spaces.map_or(Some(None), |spaces| spaces.map(Some)) else { return Vec::new() };
        let is_device = spaces.is_some_and(|spaces| spaces.device || spaces.global);
        let rules = [
            (spaces.is_some() && !is_device, LOCAL),
            (class.is_unnamed && !is_device, UNNAMED),
            (class.is_hidden && !is_device, PRIVATE),
        ];
        let ty = || Argument::Type { written: class.text.as_str().into(), meaning: None };
        let broken = rules.into_iter().filter(|(is_broken, _)| *is_broken);
        found.extend(broken.map(|(_, number)| (Message::new(number, vec![ty()]), None, place)));
        if spaces.is_some_and(|spaces| spaces.device && spaces.host)
            && let Some((function, kernel, (item, at))) = class.function.and_then(|function| {
                Some((
                    names.identifier_text(function)?,
                    shown::entity_name(names, kernel)?,
                    (function.item, class.at?),
                ))
            })
        {
            found.push((of_both_sides(class.text.clone(), &function, &kernel), Some(item), at));
        }
    }
    if let (Some(true), Some((word, at))) = (sema.returns_by_arguments(instance), kernel_word(check, kernel))
        && !is_plain(instance)
    {
        let message = Message::new(kernels::RETURN_TYPE, vec![Argument::text(word)]);
        found.insert(0, (message, Some(kernel.item), at));
    }
    let Some(name) = shown::entity_name(names, kernel).filter(|_| !found.is_empty()) else {
        return Vec::new();
    };
    let plural = if named.arguments.len() > 1 { "s" } else { "" };
    let what = format!(
        "instantiation of \"{name}\" based on template argument{plural} <{}>",
        named.arguments.join(", ")
    );
    let place = Place { item: Some(check.item), offset: place };
    let mut all = vec![Context { what: what.into(), place }];
    all.extend(contexts());
    let findings = found.into_iter().map(|(message, item, at)| {
        // The type of a kernel is looked at before what is given to it.
        let moment = if message.number == kernels::RETURN_TYPE { used.at } else { used.point };
        let finding = Finding::new(message, at, check.moment(moment, 0));
        Finding { item, contexts: all.clone(), ..finding }
    });
    findings.collect()
}

/// The instances of kernel templates that the user's code names outside templates.
pub(crate) fn named_in_plain_code<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &Names<'db>,
) -> FxHashSet<Symbol<'db>> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let templates = unit.settings(db).pass.templates();
    let mut found = FxHashSet::default();
    for block in source.blocks(db).iter() {
        let numbers = block_item_numbers(db, *block, dialect);
        for (index, _) in own_declarations(db, source, *block, dialect) {
            let Some(item) = numbers.get(index as usize) else { continue };
            let all = uses::uses(db, source, *item, dialect, templates).iter().flat_map(|body| &body.uses);
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

/// `instantiation of "int vt [with T=L]"`
fn variable_context(check: &Check<'_>, found: &Use, shown: &[String]) -> Option<String> {
    let names = check.names();
    let written = names.decl(found.template);
    let header = written.templates.first()?;
    let DeclKind::Variable { ty, .. } = &written.kind else { return None };
    let ty = shown::type_name(names, &names.resolve(ty, &names.site_of(found.template)), &written.templates)?;
    let name = shown::entity_name(names, found.template)?;
    let bound =
        header.params.iter().zip(shown).map(|(param, arg)| Some(format!("{}={arg}", param.name.as_deref()?)));
    let bound: Option<Vec<String>> = bound.collect();
    Some(format!("instantiation of \"{ty} {name} [with {}]\"", bound?.join(", ")))
}

/// Tells parts apart that are shown alike.
fn identity(part: &Part) -> String {
    match part {
        Part::Local(node) | Part::Closure(node) => format!("{:?} ", node.text_range()),
        Part::OuterClosure(item, node) => format!("{item} {:?} ", node.text_range()),
        Part::Unnamed(_) | Part::PrivateTemplate | Part::Outer(_) => String::new(),
    }
}

fn defined_at(item: Option<u32>, lambda: &SyntaxNode) -> Argument {
    Argument::DefinedAt(Place { item, offset: lambda.text_range().start() })
}

/// Whether a local class or enumeration has a name.
fn has_name(class: &SyntaxNode) -> bool {
    match ast::ClassSpecifier::cast(class.clone()) {
        Some(class) => class.name().is_some(),
        None => ast::EnumSpecifier::cast(class.clone()).is_some_and(|it| it.name().is_some()),
    }
}

/// The kernel template that all declarations declare.
pub(crate) fn only_template(check: &Check<'_>, decls: impl Iterator<Item = DeclRef>) -> Option<DeclRef> {
    let names = check.names();
    let mut first: Option<DeclRef> = None;
    for decl in decls {
        let written = names.decl(decl);
        let is_template = matches!(written.kind, DeclKind::Function { .. }) && !written.templates.is_empty();
        if !is_template || !names.spaces(decl)?.global {
            return None;
        }
        match first {
            None => first = Some(decl),
            Some(first) if names.parameter_types(first)? == names.parameter_types(decl)? => {}
            Some(_) => return None,
        }
    }
    first
}

/// Deduces from a by-value or reference parameter that is a template parameter, or an instance of one class template
/// around it.
fn deduce(pattern: &TypeRef, ty: &BodyType, args: &mut [Option<BodyType>]) {
    match &**pattern {
        Type::Param(param) if param.level == 0 => bind(args, param.index, ty.clone().decayed()),
        Type::LvalueRef(to) => match &**to {
            Type::Qualified(_, inner) => deduce(inner, &ty.clone().referred(), args),
            _ => deduce(to, &ty.clone().referred(), args),
        },
        Type::Pointer(to) => {
            if let (Type::Param(param), BodyType::Pointer(ty)) = (&**to, ty.clone().decayed()) {
                bind(args, param.index, *ty);
            }
        }
        Type::Named(name) => {
            if let BodyType::Instance(_, given) = ty.clone().referred() {
                let patterns = name.args.as_deref().unwrap_or_default();
                for (pattern, ty) in patterns.iter().zip(given) {
                    if let asunder_mangle::model::TemplateArg::Type(pattern) = pattern
                        && let Type::Param(param) = &**pattern
                    {
                        bind(args, param.index, ty);
                    }
                }
            }
        }
        _ => {}
    }
}

/// Binds a parameter that is not bound yet.
fn bind(args: &mut [Option<BodyType>], index: u32, ty: BodyType) {
    if let Some(slot @ None) = args.get_mut(index as usize) {
        *slot = Some(ty);
    }
}
