//! Calls of device functions from host code (spec 2 §1a): the host pass reports them while it reads a body.

use asunder_decls::Redeclarations;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, Decl, DeclKind, Spaces};
use asunder_mangle::model::Entity;
use asunder_outline::CudaAttribute;
use asunder_sema::instances::Instance;
use asunder_sema::model::{entity_of_block_function, entity_of_instance};
use asunder_sema::uses::{
    Around, BodyUses, ItemCode, Origin, RangePart, Surroundings, Target, Use, UseForm, declared_in_block,
    entity_of_block, lambda_of, uses, uses_in_templates,
};
use asunder_syntax::{
    AstNode, NodeOrToken, Release, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, WalkEvent, ast,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses;
use crate::attributes::{Applied, applied_in};
use crate::bodies::body_around;
use crate::check::{Check, Views};
use crate::closures::operator_name;
use crate::declared;
use crate::deduced_results;
use crate::device_names::device_names;
use crate::finding::{Argument, Finding, Message, Moment, Stage};
use crate::launches::{self, LAUNCH};
use crate::unchecked::{self, Reading};
use crate::unit::{Unit, subject};
use crate::used::{is_block_function, is_local, spaces_of, spaces_of_block_function};
use crate::wanted::{contexts, wanted};

/// "calling a __device__ function … from a __host__ __device__ function", and the number behind it with `constexpr`.
const FROM_HOST_DEVICE: u16 = 3462;
/// "calling a __device__ function … from a __host__ function", and the number behind it with `constexpr`.
const FROM_HOST: u16 = 3464;

/// What declarations of variables in device memory say, in one of its spellings.
const MEMORY_SPACES: [&str; 3] = ["shared", "device", "constant"];

/// A function or lambda whose body is checked.
#[derive(Clone, Debug)]
struct Caller {
    /// It runs on the host, perhaps among others.
    is_host: bool,
    is_device: bool,
    /// How messages call its spaces.
    spaces: &'static str,
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
    let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
    let device = device_names(check.db, source, dialect);
    let text = check.text();
    let declares_in_blocks = check.kinds.contains_any(&[SyntaxKind::COMPOUND_STMT])
        && MEMORY_SPACES.iter().any(|word| text.contains(word));
    let is_mentioned = device.are_mentioned_in(text, check.only_name());
    let has_lambdas = check.kinds.contains_any(&[SyntaxKind::LAMBDA_EXPR]) && text.contains("device");
    if !is_mentioned && !declares_in_blocks && !has_lambdas {
        return;
    }
    if is_mentioned {
        let tokens = check.root.preorder_with_tokens().filter_map(|event| match event {
            WalkEvent::Enter(NodeOrToken::Token(token)) => Some(token),
            _ => None,
        });
        for token in tokens {
            if token.kind() == SyntaxKind::IDENT && device.has_function(token.text()) {
                deduced_results::named(check, &token);
            }
        }
    }
    let bodies = uses(check.db, source, check.item, dialect);
    let mut reader = Reader {
        check,
        bodies,
        item: check.item,
        reading: Reading::AsWritten,
        callers: FxHashMap::default(),
    };
    for body in bodies {
        let is_function = is_function(check, body.owner);
        // Initializers outside functions are not checked, lambdas in them are.
        let is_checked = |used: &&Use<'_>| is_function || used.lambda.is_some();
        let mut read_so_far = TextSize::new(0);
        for used in body.uses.iter().filter(|used| used.origin == Origin::Written).filter(is_checked) {
            // An object that is made is converted then.
            let made = body.objects.iter().filter(|it| used.form == UseForm::Conversion && it.at == used.at);
            let read = made.map(|it| it.point).max().unwrap_or_default().max(read_so_far);
            read_so_far = reader.used(used, read, false);
            deduced_results::used(check, used);
        }
        for made in body.objects.iter().filter(is_checked) {
            reader.call(made, made.point);
        }
        if has_lambdas {
            body.uses.iter().for_each(|used| reader.closure_call(used, is_checked(&used)));
        }
    }
    let mut read_so_far = TextSize::new(0);
    for used in uses_in_templates(check.db, source, check.item, dialect) {
        read_so_far = reader.used(used, read_so_far, true);
    }
}

/// What the host pass finds in the instances that it makes, with the number of the item that asks for each: where the
/// instance is made at once, its moment is that of the use, else the end of the unit. What the template says as it is
/// written is reported there.
pub(crate) fn of_instances<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    views: &Views<'db>,
) -> Vec<(u32, Finding)> {
    if unit.settings(db).pass.is_device() {
        return Vec::new();
    }
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let (all, names) = (wanted(db, unit), &*views.names);
    let mut found = Vec::new();
    let mut launching: FxHashMap<u32, bool> = FxHashMap::default();
    for (index, instance) in all.iter().enumerate() {
        let (Some(definition), Some(body)) = (instance.code.definition, &instance.code.body) else {
            continue;
        };
        let is_in_block = match instance.instance {
            Instance::Function(symbol) => is_local(symbol.decl),
            Instance::CallOperator(_) => false,
            Instance::Class(_) | Instance::Variable(_) => continue,
        };
        let is_of_device = |used: &Use<'_>| {
            let is_of_device =
                |spaces: Spaces| spaces.device || spaces.shared || spaces.constant || spaces.global;
            used.decl().is_some_and(|decl| {
                is_local(decl) || spaces_of(names, used, u32::MAX).is_some_and(is_of_device)
            })
        };
        let item = definition.decl.item;
        let mut may_launch =
            || *launching.entry(item).or_insert_with(|| names.item_text(item).text(db).contains(LAUNCH));
        if is_in_block || !body.uses.iter().chain(&body.objects).any(is_of_device) && !may_launch() {
            continue;
        }
        let written: FxHashSet<(TextSize, Option<DeclRef>)> =
            uses_in_templates(db, source, item, dialect).iter().map(|used| (used.at, used.decl())).collect();
        let is_own = |used: &&Use<'_>| !written.contains(&(used.at, used.decl()));
        let check = Check::sharing(db, subject(db, unit, item), views);
        let bodies = uses(db, source, item, dialect);
        let (asker, moment) = asked(db, unit, views, index);
        let known_to = if instance.is_immediate { asker } else { u32::MAX };
        let mut reader = Reader {
            check: &check,
            bodies,
            item: known_to,
            reading: Reading::Made,
            callers: FxHashMap::default(),
        };
        let mut read_so_far = TextSize::new(0);
        for used in body.uses.iter().filter(|used| used.origin == Origin::Written).filter(is_own) {
            read_so_far = reader.used(used, read_so_far, false);
        }
        for made in body.objects.iter().filter(is_own) {
            reader.call(made, made.point);
        }
        if may_launch() {
            launches::default_streams_of_instance(&check, body);
        }
        // A generic lambda is read where it stands.
        if matches!(instance.instance, Instance::Function(_)) {
            let of_template = Check::sharing(db, subject(db, unit, item), views);
            let written = written.into_iter().filter_map(|(at, decl)| Some((at, decl?))).collect();
            launches::of_instance((&of_template, &check), body, &written);
        }
        let mut own = check.finish().findings;
        if own.is_empty() {
            continue;
        }
        own.sort_by_key(|finding| finding.moment);
        let contexts = contexts(db, unit, all, index);
        for finding in own {
            found.push((asker, Finding { item: Some(item), contexts: contexts.clone(), moment, ..finding }));
        }
    }
    found
}

/// The item whose code asks for an instance, the one with this number, and when that is made.
pub(crate) fn asked<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    views: &Views<'db>,
    index: usize,
) -> (u32, Moment) {
    let all = wanted(db, unit);
    let instance = &all[index];
    let mut outermost = instance;
    while let Some(by) = outermost.by.and_then(|by| all.get(by)) {
        outermost = by;
    }
    let (asker, offset) = outermost.asked;
    let asked = Check::sharing(db, subject(db, unit, asker), views).moment(offset, 0);
    let stage = if instance.is_immediate { asked.stage } else { Stage::Instantiation };
    (asker, Moment { stage, ..asked })
}

/// Whether a body belongs to a function.
fn is_function(check: &Check<'_>, owner: DeclRef) -> bool {
    let decl = match is_local(owner) {
        true => declared_in_block(check.db, check.item_text, owner.local).map(|(decl, _)| decl),
        false => Some(check.decl(owner)),
    };
    decl.is_some_and(|decl| matches!(decl.kind, DeclKind::Function { .. }))
}

/// The bodies of an item as they are checked.
struct Reader<'c, 'db> {
    check: &'c Check<'db>,
    bodies: &'db [BodyUses<'db>],
    /// The item that is read: declarations up to it are known.
    item: u32,
    /// Templates are read as they are written, or one of their instances is.
    reading: Reading,
    /// The functions and lambdas of the item. `None` where their space is not known.
    callers: FxHashMap<TextRange, Option<Caller>>,
}

impl<'db> Reader<'_, 'db> {
    /// Checks what is written. The answer is how far the body is read then, at least `read_so_far`.
    fn used(&mut self, used: &Use<'db>, read_so_far: TextSize, in_template: bool) -> TextSize {
        let check = self.check;
        let token = || asunder_syntax::token_at(&check.root, used.at);
        if let UseForm::Variable(access) = used.form {
            if let Some(variable) = accesses::device_variable(check, used)
                && let Some(token) = token()
                && token.parent().and_then(|node| self.around(&node)).is_some_and(|caller| caller.is_host)
            {
                accesses::variable(check, &variable, (used, access), &token);
            }
            return read_so_far;
        }
        let Some(token) = token() else { return read_so_far };
        // What is converted has been read.
        let end = match used.form {
            UseForm::Conversion => {
                end_of_condition(&token).unwrap_or(token.text_range().end()).max(read_so_far)
            }
            _ => end_of_call(&token),
        };
        self.call(used, end);
        // The call of an object is checked twice, in a template once.
        if used.form == UseForm::CallOperator && !in_template {
            self.call(used, end);
        }
        read_so_far.max(end)
    }

    /// Reports the call of a function that runs on the device alone, which is known when the body is read up to `end`.
    fn call(&mut self, used: &Use<'db>, end: TextSize) {
        let check = self.check;
        if used.is_discarded {
            return;
        }
        // The reference does not check `begin` and `end` of a range-for.
        let is_checked = !matches!(used.form, UseForm::Name | UseForm::Range(RangePart::Ends));
        let Some(decl) = used.decl().filter(|_| is_checked) else { return };
        let Some(written) = self.written(decl) else { return };
        let spaces = match is_local(decl) {
            true if is_block_function(written) => self
                .entity(used, decl)
                .and_then(|entity| spaces_of_block_function(check.names(), (decl, written), &entity)),
            true => Some(written.attributes.spaces),
            false => spaces_of(check.names(), used, self.item),
        };
        let is_device_alone = |it: Spaces| it.device && !it.host && !it.global;
        // A function that is defaulted where it is declared first takes the space of its users (spec 2 §1e).
        let is_defaulted = matches!(written.kind, DeclKind::Function { body: BodyKind::Defaulted, .. });
        let specifiers = &written.specifiers;
        if !spaces.is_some_and(is_device_alone)
            || is_defaulted
            || specifiers.is_consteval
            || specifiers.is_constexpr && check.settings.relaxed_constexpr
        {
            return;
        }
        let token = asunder_syntax::token_at(&check.root, used.at);
        let caller = token.and_then(|token| self.around(&token.parent()?));
        let Some(caller) = caller.filter(|it| it.is_host && !it.is_unchecked) else { return };
        let Some(callee) = self.entity(used, decl) else { return check.silence(FROM_HOST) };
        let number = if caller.is_device { FROM_HOST_DEVICE } else { FROM_HOST };
        let space = Argument::text(space_of(check, decl));
        let caller_spaces = Argument::text(caller.spaces);
        let arguments =
            vec![Argument::Callee(callee.into()), Argument::name(&*caller.name), space, caller_spaces];
        let message = Message::new(number + u16::from(specifiers.is_constexpr), arguments);
        let rank = used.form.rank();
        check.report(message, used.at, check.moment_after(end, rank));
    }

    /// Reports the call of a lambda of the item that runs on the device alone: twice, as calls of objects are checked. One
    /// whose result is deduced the host has no body of; outside functions that alone is reported.
    fn closure_call(&mut self, used: &Use<'db>, is_in_function: bool) {
        let check = self.check;
        let Target::Lambda(operator) = used.target else { return };
        let Some((item, number, lambda)) = lambda_of(check.db, operator.class) else { return };
        if item != check.item || operator.args.is_some() || used.is_discarded {
            return;
        }
        let code = ItemCode(check.names(), self.bodies);
        let Some(written) = code.uses(Around::Body(number)).and_then(|body| body.lambda(lambda)) else {
            return;
        };
        // What stands where annotations do not apply is none.
        let lambda = asunder_syntax::token_at(&check.root, written.at)
            .and_then(|token| token.parent_ancestors().find(|it| it.kind() == SyntaxKind::LAMBDA_EXPR));
        let annotations = lambda.as_ref().map(applied_in).unwrap_or_default();
        let is_device = has(&annotations, CudaAttribute::Device) && !has(&annotations, CudaAttribute::Host);
        if written.class != operator.class || !is_device {
            return;
        }
        let Some(token) = asunder_syntax::token_at(&check.root, used.at) else { return };
        let end = end_of_call(&token);
        let (at, times) = operator_name(check, used.at).map_or((used.at, 2), |at| (at, 1));
        if !is_in_function {
            // Without the option they are not annotated for the device.
            if check.settings.extended_lambda {
                deduced_results::called_lambda(check, written.at, at, end);
            }
            return;
        }
        let caller = token.parent().and_then(|node| self.around(&node));
        let Some(caller) = caller.filter(|it| it.is_host && !it.is_unchecked) else { return };
        let number = if caller.is_device { FROM_HOST_DEVICE } else { FROM_HOST };
        let callee = written.name.as_ref().and_then(|name| entity_of_block(&code, name));
        match callee {
            None => check.silence(number),
            Some(callee) => {
                let arguments = vec![
                    Argument::Callee(callee.into()),
                    Argument::name(&*caller.name),
                    Argument::text("__device__"),
                    Argument::text(caller.spaces),
                ];
                for _ in 0..times {
                    let message = Message::new(number, arguments.clone());
                    check.report(message, at, check.moment_after(end, 0));
                }
            }
        }
        deduced_results::called_lambda(check, written.at, at, end);
    }

    fn written(&self, decl: DeclRef) -> Option<&'db Decl> {
        match is_local(decl) {
            true => declared_in_block(self.check.db, self.check.item_text, decl.local).map(|(decl, _)| decl),
            false => Some(self.check.names().decl(decl)),
        }
    }

    /// The linker name of a function that is used.
    fn entity(&self, used: &Use<'db>, decl: DeclRef) -> Option<Entity> {
        let check = self.check;
        if is_local(decl) && self.written(decl).is_some_and(is_block_function) {
            let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
            return entity_of_block_function(check.db, source, decl.item, decl.local, dialect).clone();
        }
        if is_local(decl) {
            let body = self.bodies.iter().find(|body| body.owner == decl)?;
            return entity_of_block(&ItemCode(check.names(), self.bodies), body.name.as_ref()?);
        }
        match used.instance {
            Some(symbol) => {
                let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
                let known = entity_of_instance(check.db, source, symbol, dialect).as_ref()?;
                known.has_types.then(|| known.entity.clone())
            }
            None => check.names().entity(decl),
        }
    }

    /// The innermost function or lambda around a node.
    fn around(&mut self, node: &SyntaxNode) -> Option<Caller> {
        let mut from = node.clone();
        // The initializer of a capture is evaluated by the function around the lambda.
        let mut within = node.ancestors().take_while(|it| !is_body_owner(it));
        if let Some(capture) = within.find(|it| it.kind() == SyntaxKind::LAMBDA_INTRODUCER) {
            from = capture.parent()?.parent()?;
        }
        let function = from.ancestors().find(is_body_owner)?;
        let (check, reading) = (self.check, self.reading);
        let caller = || caller(check, &function, reading);
        self.callers.entry(function.text_range()).or_insert_with(caller).clone()
    }
}

/// Whether a node is a function or lambda, which has a body.
pub(crate) fn is_body_owner(node: &SyntaxNode) -> bool {
    matches!(node.kind(), SyntaxKind::LAMBDA_EXPR | SyntaxKind::FUNCTION_DEF)
}

/// Whether an expression may call a function by its name or operator.
pub(crate) fn is_call(node: &SyntaxNode) -> bool {
    matches!(
        node.kind(),
        SyntaxKind::CALL_EXPR
            | SyntaxKind::LAUNCH_EXPR
            | SyntaxKind::BINARY_EXPR
            | SyntaxKind::ASSIGN_EXPR
            | SyntaxKind::PREFIX_EXPR
            | SyntaxKind::POSTFIX_EXPR
            | SyntaxKind::INDEX_EXPR
    )
}

/// The expression that calls a function by the name or operator that `token` is.
pub(crate) fn call_around(token: &SyntaxToken) -> Option<SyntaxNode> {
    token.parent_ancestors().take_while(|node| !is_body_owner(node)).find(is_call)
}

/// Where the expression ends that calls a function by the name or operator that `token` is.
pub(crate) fn end_of_call(token: &SyntaxToken) -> TextSize {
    let around = call_around(token);
    let own = token.text_range().end();
    match around {
        // The callee of a launch is checked before its configuration.
        Some(launch) if launch.kind() == SyntaxKind::LAUNCH_EXPR => launch.text_range().start(),
        Some(call) => call.text_range().end(),
        None => own,
    }
}

/// Where the condition ends that declares the variable whose name `token` is.
fn end_of_condition(token: &SyntaxToken) -> Option<TextSize> {
    let declared = token.parent_ancestors().find_map(ast::ConditionDecl::cast)?;
    let name = declared.declarator()?.declared_name()?.last_segment()?.ident()?;
    (name == *token).then(|| declared.syntax().text_range().end())
}

/// How messages call the space of a function for the device.
fn space_of(check: &Check<'_>, decl: DeclRef) -> &'static str {
    if check.settings.release < FIRST_WITH_TILES {
        return "__device__";
    }
    // Spaces accumulate over redeclarations.
    let all = match is_local(decl) {
        true => Redeclarations::Unknown,
        false => check.names().redeclarations(decl),
    };
    let all = match all {
        Redeclarations::Known(all) => all.to_vec(),
        Redeclarations::Unknown => Vec::new(),
    };
    let attributes = std::iter::once(decl).chain(all).filter_map(|it| declared::attributes_of(check, it));
    let attributes: Vec<Applied> = attributes.flatten().collect();
    match (is_for_tiles(&attributes), has(&attributes, CudaAttribute::Device)) {
        (true, true) => "__device__ __tile__",
        (true, false) => "__tile__",
        (false, _) => "__device__",
    }
}

/// The first release whose messages know tile code.
const FIRST_WITH_TILES: Release = Release::V13_3;

fn has(attributes: &[Applied], wanted: CudaAttribute) -> bool {
    attributes.iter().any(|it| it.is_valid() && it.cuda() == Some(wanted))
}

/// A built-in function for tiles that says no other space is one of tile code.
fn is_for_tiles(attributes: &[Applied]) -> bool {
    let is_built_in = has(attributes, CudaAttribute::TileBuiltin) && !has(attributes, CudaAttribute::Device);
    is_built_in || has(attributes, CudaAttribute::Tile)
}

/// How messages call the spaces of a function that runs on the host, perhaps among others.
fn spaces_of_caller(check: &Check<'_>, function: &SyntaxNode, is_device: bool) -> &'static str {
    let (attributes, decl) = match function.kind() {
        SyntaxKind::LAMBDA_EXPR => (applied_in(function), None),
        _ => declared::of_node(check, function).map(|it| (it.attributes, it.decl)).unwrap_or_default(),
    };
    // One that is marked for the host by mistake.
    let declared = decl.and_then(|decl| check.names().spaces_before(decl, check.item));
    let is_kernel = declared.is_some_and(|spaces| spaces.global)
        || attributes.iter().any(|it| it.cuda() == Some(CudaAttribute::Global));
    if !is_device {
        return if is_kernel { "__global__" } else { "__host__" };
    }
    match (has(&attributes, CudaAttribute::Tile), has(&attributes, CudaAttribute::Device)) {
        (true, true) => "__host__ __device__ __tile__",
        (true, false) => "__host__ __tile__",
        (false, _) => "__host__ __device__",
    }
}

fn caller(check: &Check<'_>, function: &SyntaxNode, reading: Reading) -> Option<Caller> {
    // What stands directly in the function has it around.
    let body = body_around(check, &function.last_child()?)?;
    let (mut is_unchecked, mut name) = (false, Box::from("operator()"));
    if function.kind() != SyntaxKind::LAMBDA_EXPR {
        let record = declared::of_node(check, function)?;
        name = match record.decl {
            Some(decl) => check.names().identifier_text(decl)?.into(),
            None => check.text()[record.name].into(),
        };
        is_unchecked = record
            .decl
            .is_some_and(|decl| unchecked::is_unchecked(check.db, check.unit, check.names(), decl, reading));
    }
    let spaces = spaces_of_caller(check, function, body.device);
    Some(Caller { is_host: body.host, is_device: body.device, spaces, is_unchecked, name })
}
