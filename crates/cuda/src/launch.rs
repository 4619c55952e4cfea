//! Launch configuration: `__launch_bounds__`, `__maxnreg__`, `__local_maxnreg__`, `__cluster_dims__`,
//! `__block_size__` (spec page 3 §4).
//!
//! Arguments are read where they stand; values are checked when the attribute is applied to a function;
//! what attributes say together is checked for the whole declaration, and again for every later one,
//! for the attributes belong to the function.

use asunder_decls::names::DeclRef;
use asunder_decls::scope::Site;
use asunder_decls::written::DeclName;
use asunder_outline::CudaAttribute;
use asunder_syntax::{AstNode, NodeOrToken, Release, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};

use crate::arithmetic::{self, Fault, faults};
use crate::attributes::{Applied, attribute_moment, is_member, name_moment};
use crate::check::Check;
use crate::constants::{self, Value};
use crate::declared::{self, Declared, Kind, Place};
use crate::finding::{self, Argument, Finding, Message, Note, Severity};
use crate::grid_constant::primary_template;
use crate::redeclaration::{earlier, may_be_redeclared};
use crate::tuples::{self, SyntaxError};

/// "expected a \")\"".
pub(crate) const EXPECTED_R_PAREN: u16 = 18;
/// "expected an expression".
pub(crate) const EXPECTED_EXPRESSION: u16 = 29;
/// "expected a \"(\"".
pub(crate) const EXPECTED_L_PAREN: u16 = 125;
/// "… is only allowed on a __global__ function" (20077).
pub(crate) const ONLY_ON_KERNELS: u16 = 3534;
/// "__launch_bounds__ is only allowed on a non-member function" (20078).
const ONLY_ON_NON_MEMBERS: u16 = 3535;
/// "cannot specify max blocks per cluster for this GPU architecture" (20247).
const MAX_BLOCKS_ARCH: u16 = 3704;
/// "max blocks per cluster must not be negative" (20248).
const MAX_BLOCKS_NEGATIVE: u16 = 3705;
/// "max blocks per cluster is too large" (20249).
const MAX_BLOCKS_LARGE: u16 = 3706;
/// "total number of blocks in cluster computed from … exceeds …" (20250).
const TOO_MANY_BLOCKS: u16 = 3707;
/// "expression must have a constant value".
const NOT_CONSTANT: u16 = 28;
/// "value exceeds range of \"int\"", a note.
const OUT_OF_INT_RANGE: u16 = 2707;
/// "total number of threads in block …", since CUDA 13.1.
const TOO_MANY_THREADS: u16 = 3795;
/// "cannot use __block_size__ with dynamic cluster dimension …", since CUDA 13.1.
const BLOCK_AND_DYNAMIC_CLUSTER: u16 = 3796;
/// "__maxnreg__ is only allowed on a __global__ function" (20258).
const MAXNREG_ONLY_ON_KERNELS: u16 = 3715;
/// "The … qualifiers cannot be applied to the same kernel" (20262).
const BOUNDS_AND_MAXNREG: u16 = 3719;
/// "no __launch_bounds__ specified for __global__ function" (20238).
pub const NO_BOUNDS: u16 = 3695;
/// "__cluster_dims__ is not supported for this GPU architecture" (20230).
const CLUSTER_ARCH: u16 = 3687;
/// "__block_size__ is not supported for this GPU architecture" (20333).
const BLOCK_ARCH: u16 = 3790;
/// "cannot specify the second tuple in __block_size__ while __cluster_dims__ is present" (20334).
const SECOND_TUPLE_AND_CLUSTER: u16 = 3791;

/// The first virtual architecture with thread block clusters.
const CLUSTER_ARCHITECTURE: u32 = 90;

/// What each value of an attribute must be: messages for values that are too small and too large.
struct Range {
    least: i128,
    too_small: u16,
    too_large: u16,
}

const MAXNREG: Range = Range { least: 1, too_small: 3717, too_large: 3718 };
const LOCAL_MAXNREG: Range = Range { least: 1, too_small: 3786, too_large: 3787 };
const CLUSTER: Range = Range { least: 1, too_small: 3685, too_large: 3686 };
const BLOCK: Range = Range { least: 1, too_small: 3788, too_large: 3789 };
const MAX_BLOCKS: Range = Range { least: 0, too_small: MAX_BLOCKS_NEGATIVE, too_large: MAX_BLOCKS_LARGE };

impl Range {
    /// The message for a value that is not allowed.
    fn violation(&self, value: i128) -> Option<u16> {
        if value < self.least {
            Some(self.too_small)
        } else {
            (value > i128::from(i32::MAX)).then_some(self.too_large)
        }
    }
}

/// How many arguments an attribute with a flat list takes; `None` for `__block_size__`.
fn most_arguments(attribute: CudaAttribute) -> Option<usize> {
    match attribute {
        CudaAttribute::LaunchBounds | CudaAttribute::ClusterDims => Some(3),
        CudaAttribute::Maxnreg | CudaAttribute::LocalMaxnreg => Some(1),
        _ => None,
    }
}

fn is_launch_attribute(attribute: CudaAttribute) -> bool {
    most_arguments(attribute).is_some() || attribute == CudaAttribute::BlockSize
}

// ---- arguments as written

/// An argument list.
struct Arguments {
    /// The arguments of each parenthesised list, or of the only one.
    lists: Vec<Vec<ast::TypeOrExpr>>,
}

/// Reports the syntax errors of an attribute's argument list.
pub(crate) fn grammar(check: &Check<'_>, applied: &Applied) {
    let errors = match kind_of(applied) {
        Some(_) if applied.attribute.attribute_args().is_none() => {
            let after = next_token(applied.attribute.syntax());
            after.map(|token| SyntaxError::at(EXPECTED_L_PAREN, &token)).into_iter().collect()
        }
        Some(Some(most)) => {
            let may_be_empty = applied.cuda() == Some(CudaAttribute::ClusterDims);
            flat_errors(applied, most, may_be_empty)
        }
        Some(None) => tuples::errors(applied),
        None => Vec::new(),
    };
    for (error, rank) in errors.into_iter().zip(1..) {
        let moment = check.moment(applied.name.start(), rank);
        let arguments = error.name.map(Argument::name).into_iter().collect();
        let mut finding = Finding::new(Message::new(error.number, arguments), error.at, moment);
        finding.severity = Some(Severity::Error);
        check.add(finding);
    }
}

/// For launch attributes: how many arguments they take; nothing for `__block_size__`.
fn kind_of(applied: &Applied) -> Option<Option<usize>> {
    applied.cuda().filter(|attribute| is_launch_attribute(*attribute)).map(most_arguments)
}

/// The arguments of a launch attribute; `None` where syntax errors leave none, or they are not understood.
/// Arguments in front of superfluous ones count.
fn arguments(applied: &Applied) -> Option<Arguments> {
    let list = applied.attribute.attribute_args()?;
    let most = kind_of(applied)?;
    let mut given: Vec<ast::TypeOrExpr> = list.type_or_exprs().collect();
    match most {
        Some(most) => {
            let may_be_empty = applied.cuda() == Some(CudaAttribute::ClusterDims);
            let errors = flat_errors(applied, most, may_be_empty);
            let commas = tokens(list.syntax(), SyntaxKind::COMMA).len();
            let is_whole = given.len() == commas + usize::from(commas > 0 || !given.is_empty());
            if errors.iter().any(|error| error.number != EXPECTED_R_PAREN)
                || !is_whole
                || has_error(list.syntax())
            {
                return None;
            }
            given.truncate(most);
            Some(Arguments { lists: vec![given] })
        }
        None => {
            if tuples::errors(applied).iter().any(|error| error.number != EXPECTED_R_PAREN) {
                return None;
            }
            let mut lists = Vec::new();
            for tuple in given.iter().take(2) {
                let mut parts = tuple_parts(tuple)?;
                parts.truncate(3);
                if parts.len() != 3 {
                    return None;
                }
                lists.push(parts.into_iter().map(ast::TypeOrExpr::Expr).collect());
            }
            (!lists.is_empty()).then_some(Arguments { lists })
        }
    }
}

/// `( e, e, e )`
fn flat_errors(applied: &Applied, most: usize, may_be_empty: bool) -> Vec<SyntaxError> {
    let Some(list) = applied.attribute.attribute_args() else { return Vec::new() };
    let given: Vec<ast::TypeOrExpr> = list.type_or_exprs().collect();
    let commas = tokens(list.syntax(), SyntaxKind::COMMA);
    let Some(close) = tokens(list.syntax(), SyntaxKind::R_PAREN).pop() else { return Vec::new() };
    let error = |number: u16, at: TextSize| vec![SyntaxError { number, at, name: None }];
    if given.is_empty() && commas.is_empty() {
        return if may_be_empty { Vec::new() } else { error(EXPECTED_EXPRESSION, close) };
    }
    if let Some(comma) = commas.get(most - 1) {
        return error(EXPECTED_R_PAREN, *comma);
    }
    if given.len() == commas.len() && commas.last() > given.last().map(start_of).as_ref() {
        return error(EXPECTED_EXPRESSION, close);
    }
    Vec::new()
}

/// The expressions of `(x, y, z)`.
fn tuple_parts(tuple: &ast::TypeOrExpr) -> Option<Vec<ast::Expr>> {
    let ast::TypeOrExpr::Expr(ast::Expr::ParenExpr(paren)) = tuple else { return None };
    let mut parts = Vec::new();
    for part in paren.syntax().children().filter_map(ast::Expr::cast) {
        flatten(part, &mut parts)?;
    }
    Some(parts)
}

/// The operands of comma operators, from the first on.
fn flatten(expr: ast::Expr, into: &mut Vec<ast::Expr>) -> Option<()> {
    let mut operands = Vec::new();
    let mut rest = expr;
    while let ast::Expr::CommaExpr(comma) = &rest {
        operands.push(comma.rhs()?);
        rest = comma.lhs()?;
    }
    operands.push(rest);
    into.extend(operands.into_iter().rev());
    Some(())
}

fn start_of(argument: &ast::TypeOrExpr) -> TextSize {
    argument.syntax().text_range().start()
}

fn tokens(node: &SyntaxNode, kind: SyntaxKind) -> Vec<TextSize> {
    let tokens = node.children_with_tokens().filter_map(NodeOrToken::into_token);
    tokens.filter(|token| token.kind() == kind).map(|token| token.text_range().start()).collect()
}

fn has_error(node: &SyntaxNode) -> bool {
    node.descendants().any(|node| node.kind() == SyntaxKind::ERROR_NODE)
}

/// The first significant token behind a node.
fn next_token(node: &SyntaxNode) -> Option<SyntaxToken> {
    let mut token = node.last_token()?.next_token()?;
    while token.kind().is_trivia() {
        token = token.next_token()?;
    }
    Some(token)
}

// ---- values

/// What is stored of a function's launch attributes.
#[derive(Clone, Debug, Default)]
struct Configuration {
    /// `__launch_bounds__` is there, whatever it says.
    bounds: bool,
    /// Its first argument.
    max_threads: Option<i128>,
    /// Its third argument.
    max_blocks: Option<i128>,
    maxnreg: bool,
    cluster: Dimensions,
    /// `__cluster_dims__` is there, without arguments.
    dynamic_cluster: bool,
    block: Dimensions,
    /// The second tuple of `__block_size__`.
    block_cluster: Dimensions,
    /// Something about it is not understood.
    unknown: bool,
}

/// Three dimensions.
#[derive(Clone, Debug, Default)]
struct Dimensions {
    /// Arguments are written, whatever their values.
    written: bool,
    /// The valid values; those that were refused are not stored.
    values: Vec<i128>,
    /// Some value was refused.
    refused: bool,
}

impl Dimensions {
    /// The product of all dimensions, where all are valid.
    fn volume(&self) -> Option<i128> {
        let all = self.written && !self.refused;
        all.then(|| self.values.iter().try_fold(1i128, |product, value| product.checked_mul(*value)))?
    }
}

/// Checks launch attributes of a declarator.
pub(crate) fn declared(check: &Check<'_>, declared: &Declared) {
    if declared.kind != Kind::Function {
        return;
    }
    let mut own = Configuration::default();
    let is_taken = |applied: &Applied| !declared.refused.contains(&applied.name);
    for (index, applied) in declared.attributes.iter().enumerate().filter(|(_, it)| is_taken(it)) {
        apply(check, declared, Some(index), applied, &mut own);
    }
    whole_declaration(check, declared, own);
}

/// Applies a launch attribute: reports what is wrong with it when `index` is its number in the
/// declaration under examination, and stores it.
fn apply(
    check: &Check<'_>,
    declared: &Declared,
    index: Option<usize>,
    applied: &Applied,
    to: &mut Configuration,
) {
    let Some(attribute) = applied.cuda().filter(|attribute| is_launch_attribute(*attribute)) else { return };
    let mut rank = 8;
    let mut report = |number: u16| {
        if let Some(index) = index {
            let moment = attribute_moment(check, declared, index, rank);
            check.report(Message::plain(number), applied.name.start(), moment);
            rank += 1;
        }
    };
    let Some(arguments) = arguments(applied) else { return };
    let values = read(check, declared, index, &arguments);
    if attribute == CudaAttribute::LaunchBounds && is_member(check, declared) {
        report(ONLY_ON_NON_MEMBERS);
    }
    let is_old = check.settings.pass.arch().is_some_and(|arch| arch < CLUSTER_ARCHITECTURE);
    if is_old && needs_clusters(attribute, &values) {
        report(match attribute {
            CudaAttribute::LaunchBounds => MAX_BLOCKS_ARCH,
            CudaAttribute::ClusterDims => CLUSTER_ARCH,
            _ => BLOCK_ARCH,
        });
    }
    check_values(attribute, &values, to, &mut report);
}

/// Whether an attribute with these arguments needs an architecture with clusters.
fn needs_clusters(attribute: CudaAttribute, values: &[Vec<Value>]) -> bool {
    if values.iter().flatten().any(|value| matches!(value, Value::Wrong(..))) {
        return false;
    }
    match attribute {
        CudaAttribute::LaunchBounds => values.first().is_some_and(|values| values.len() == 3),
        CudaAttribute::ClusterDims | CudaAttribute::BlockSize => true,
        _ => false,
    }
}

/// Checks the values of an attribute and stores those that are valid.
fn check_values(
    attribute: CudaAttribute,
    values: &[Vec<Value>],
    to: &mut Configuration,
    report: &mut impl FnMut(u16),
) {
    if values.iter().flatten().any(|value| matches!(value, Value::Wrong(..))) {
        return;
    }
    let known = |value: &Value| if let Value::Known(value) = value { Some(*value) } else { None };
    let known: Option<Vec<Vec<i128>>> = values.iter().map(|list| list.iter().map(known).collect()).collect();
    let mut dimensions =
        Dimensions { written: values.iter().any(|list| !list.is_empty()), ..Default::default() };
    match attribute {
        CudaAttribute::LaunchBounds => {
            to.bounds = true;
            to.max_threads = known.as_ref().map(|known| known[0][0]).filter(|threads| *threads > 0);
            if let [_, _, _] = values[0].as_slice() {
                match &known {
                    Some(known) => match MAX_BLOCKS.violation(known[0][2]) {
                        Some(number) => report(number),
                        None => to.max_blocks = Some(known[0][2]).filter(|blocks| *blocks > 0),
                    },
                    None => to.unknown = true,
                }
            }
        }
        CudaAttribute::Maxnreg | CudaAttribute::LocalMaxnreg => {
            let is_local = attribute == CudaAttribute::LocalMaxnreg;
            let range = if is_local { &LOCAL_MAXNREG } else { &MAXNREG };
            match known.as_ref().map(|known| range.violation(known[0][0])) {
                Some(Some(number)) => report(number),
                Some(None) => to.maxnreg |= !is_local,
                None => to.unknown |= !is_local,
            }
        }
        CudaAttribute::ClusterDims => {
            to.dynamic_cluster = !dimensions.written;
            if dimensions.written && to.block_cluster.written {
                report(SECOND_TUPLE_AND_CLUSTER);
            }
            match &known {
                Some(known) => store(&mut dimensions, &known[0], &CLUSTER, report),
                None => to.unknown = true,
            }
            to.cluster = dimensions;
        }
        CudaAttribute::BlockSize => {
            let mut second = Dimensions { written: values.len() > 1, ..Default::default() };
            match &known {
                Some(known) => {
                    store(&mut dimensions, &known[0], &BLOCK, report);
                    if let Some(cluster) = known.get(1) {
                        store(&mut second, cluster, &BLOCK, report);
                    }
                }
                None => to.unknown = true,
            }
            if second.written && to.cluster.written {
                report(SECOND_TUPLE_AND_CLUSTER);
            }
            to.block = dimensions;
            to.block_cluster = second;
        }
        _ => {}
    }
}

/// What is wrong with the launch attributes of a template when its parameters are bound: the values of
/// attributes that depend on them are checked for each instance. Message and place in the template's item.
pub(crate) fn of_instance(
    check: &Check<'_>,
    attributes: &[Applied],
    template: &Site,
    instance: &Site,
) -> Vec<(Message, TextSize)> {
    let mut found = Vec::new();
    for applied in attributes {
        let Some(attribute) = applied.cuda().filter(|it| is_launch_attribute(*it)) else { continue };
        let Some(arguments) = arguments(applied) else { continue };
        let evaluate = |site: &Site| -> Vec<Vec<Value>> {
            let value = |it: &ast::TypeOrExpr| constants::argument(check, &|| site.clone(), it);
            arguments.lists.iter().map(|list| list.iter().map(value).collect()).collect()
        };
        if !evaluate(template).iter().flatten().any(|value| *value == Value::Dependent) {
            continue;
        }
        let values = evaluate(instance);
        let wrong = arguments.lists.iter().flatten().zip(values.iter().flatten());
        for (argument, value) in wrong {
            if let Value::Wrong(message, None) = value {
                found.push((message.clone(), start_of(argument)));
            }
        }
        let mut report = |number: u16| found.push((Message::plain(number), applied.name.start()));
        check_values(attribute, &values, &mut Configuration::default(), &mut report);
    }
    found
}

fn store(into: &mut Dimensions, values: &[i128], range: &Range, report: &mut impl FnMut(u16)) {
    for value in values {
        match range.violation(*value) {
            Some(number) => {
                report(number);
                into.refused = true;
            }
            None => into.values.push(*value),
        }
    }
}

/// Reads the arguments; what is wrong with them is reported where the reference reads them.
fn read(
    check: &Check<'_>,
    declared: &Declared,
    index: Option<usize>,
    arguments: &Arguments,
) -> Vec<Vec<Value>> {
    let is_tuple = index.is_some_and(|index| kind_of(&declared.attributes[index]) == Some(None));
    let mut lists = Vec::new();
    for list in &arguments.lists {
        let mut values = Vec::new();
        for argument in list {
            let site = || constants::site_of(check, declared);
            let mut value = constants::argument(check, &site, argument);
            if let (ast::TypeOrExpr::Expr(expr), Some(_)) = (argument, index)
                && !matches!(expr, ast::Expr::Literal(_))
                && !arithmetic(check, &site(), expr, is_tuple)
            {
                value = Value::Unknown;
            }
            if let (Value::Wrong(..), Some(index)) = (&value, index) {
                // The rest of a tuple is passed over, and a parenthesis is left.
                tuples::leftover(check, &declared.attributes[index]);
            }
            // `sema` reports arguments that are not constant; those in tuples are reported here.
            if let (Value::Wrong(message, note), Some(_)) = (&value, index)
                && (note.is_none() || is_tuple)
            {
                let at = start_of(argument);
                let mut finding = Finding::new(message.clone(), at, check.moment(at, 0));
                finding.notes = note.clone().into_iter().collect();
                check.add(finding);
            }
            values.push(value);
        }
        lists.push(values);
    }
    lists
}

/// The note of a fault since CUDA 13.3; `None` where it would name a type that it does not.
fn note_number(fault: &Fault) -> Option<u16> {
    match fault.number {
        arithmetic::OUT_OF_RANGE => fault.in_int.then_some(OUT_OF_INT_RANGE),
        arithmetic::MODULO_ZERO => Some(arithmetic::DIVISION_BY_ZERO),
        number => Some(number),
    }
}

/// Whether no arithmetic goes wrong. What does is reported by `sema`, that in tuples here.
fn arithmetic(check: &Check<'_>, site: &Site, expr: &ast::Expr, is_reported: bool) -> bool {
    let faults = faults(check, site, expr);
    if !is_reported {
        return faults.is_empty();
    }
    let at = expr.syntax().text_range().start();
    if check.settings.release >= Release::V13_3 {
        let Some(fault) = faults.first() else { return true };
        match note_number(fault) {
            Some(number) => {
                let mut finding = Finding::new(Message::plain(NOT_CONSTANT), at, check.moment(at, 0));
                let place = finding::Place { item: None, offset: fault.at };
                let arguments = match number {
                    OUT_OF_INT_RANGE => vec![Argument::Type { written: "int".into(), meaning: None }],
                    _ => Vec::new(),
                };
                finding.notes = vec![Note { message: Message::new(number, arguments), place }];
                check.add(finding);
            }
            None => check.silence(NOT_CONSTANT),
        }
        return false;
    }
    for fault in &faults {
        let mut finding = Finding::new(Message::plain(fault.number), fault.at, check.moment(at, 0));
        finding.severity = fault.is_error.then_some(Severity::Error);
        check.add(finding);
    }
    faults.is_empty()
}

// ---- the declaration as a whole

/// Attributes that one declaration of a kernel may have for all.
const OF_KERNELS: [&str; 7] =
    ["global", "tile_global", "launch_bounds", "maxnreg", "local_maxnreg", "cluster_dims", "block_size"];

/// What the launch attributes of all declarations so far say together.
fn whole_declaration(check: &Check<'_>, declared: &Declared, own: Configuration) {
    let mut is_kernel = takes_bounds(check, &declared.attributes);
    let has_own = own.bounds || own.maxnreg || own.cluster.written || own.block.written || own.unknown;
    let may_matter = |decl: DeclRef| {
        let name = &check.decl(decl).name;
        matches!(name, DeclName::Ident(_)) && check.candidates().may_say(name, &OF_KERNELS)
    };
    if !has_own && !is_kernel && !declared.decl.is_some_and(may_matter) {
        return;
    }
    let is_member_definition = is_member(check, declared) && declared.place == Place::Namespace;
    if is_member_definition && declared.decl.is_none_or(|decl| check.decl(decl).templates.is_empty()) {
        return;
    }
    let mut all = Configuration::default();
    let redeclared = declared.decl.filter(|decl| !is_member_definition && may_be_redeclared(check, *decl));
    if !has_own && !is_kernel && redeclared.is_none() {
        return;
    }
    if let Some(decl) = redeclared {
        let Some(before) = earlier(check, decl) else { return check.silence(ONLY_ON_KERNELS) };
        for decl in before {
            let Some(attributes) = declared::attributes_of(check, decl) else {
                return check.silence(ONLY_ON_KERNELS);
            };
            is_kernel |= takes_bounds(check, &attributes);
            attributes.iter().for_each(|applied| apply(check, declared, None, applied, &mut all));
        }
        if own.block_cluster.written && all.cluster.written
            || own.cluster.written && all.block_cluster.written
        {
            later_second_tuple(check, declared);
        }
    }
    let declaration = match declared.node.kind() {
        SyntaxKind::FUNCTION_DEF => Some(declared.node.clone()),
        _ => declared.node.parent(),
    };
    let header = declaration.and_then(|it| it.parent());
    let is_member_template = declared.place == Place::Class
        && !declared.has(SyntaxKind::FRIEND_KW)
        && header.is_some_and(|it| it.kind() == SyntaxKind::TEMPLATE_DECL);
    if is_member_template {
        return;
    }
    let is_specialization = declared.decl.is_some_and(|decl| {
        let written = check.decl(decl);
        written.explicit_instantiation || written.templates.iter().any(|header| header.params.is_empty())
    });
    if let Some(decl) = declared.decl.filter(|_| is_specialization) {
        specialization(check, declared, decl, &own);
    }
    if is_specialization && !(own.bounds && own.maxnreg) {
        // The attributes of the template hold too.
        return;
    }
    all.bounds |= own.bounds;
    all.maxnreg |= own.maxnreg;
    all.unknown |= own.unknown;
    all.max_blocks = own.max_blocks.or(all.max_blocks);
    all.max_threads = own.max_threads.or(all.max_threads);
    all.dynamic_cluster |= own.dynamic_cluster;
    if own.cluster.written {
        all.cluster = own.cluster;
    }
    if own.block.written {
        all.block = own.block;
        all.block_cluster = own.block_cluster;
    }
    validate(check, declared, &all, is_kernel);
}

/// The checks of a complete declaration, in the reference's order.
fn validate(check: &Check<'_>, declared: &Declared, all: &Configuration, is_kernel: bool) {
    let report = |number: u16, text: Option<&'static str>, rank: u16| {
        let message = Message::new(number, text.map(Argument::text).into_iter().collect());
        check.report(message, declared.at_name(), name_moment(check, declared, rank));
    };
    let stored = |dimensions: &Dimensions| !dimensions.values.is_empty();
    let from = if all.block.values.first().is_some_and(|x| *x > 0) && !(all.block.refused) {
        "__block_size__"
    } else {
        "__cluster_dims__"
    };
    if !is_kernel && all.bounds {
        report(ONLY_ON_KERNELS, Some("__launch_bounds__"), 20);
    }
    if !is_kernel && (stored(&all.cluster) || stored(&all.block)) {
        report(ONLY_ON_KERNELS, Some(from), 30);
    }
    let volume = if all.block_cluster.written { all.block_cluster.volume() } else { all.cluster.volume() };
    if let (Some(volume), Some(most)) = (volume, all.max_blocks)
        && volume > most
    {
        report(TOO_MANY_BLOCKS, Some(from), 40);
    }
    if check.settings.release >= Release::V13_1 {
        if let (Some(threads), Some(most)) = (all.block.volume(), all.max_threads)
            && threads > most
        {
            report(TOO_MANY_THREADS, None, 41);
        }
        if all.dynamic_cluster && stored(&all.block) {
            report(BLOCK_AND_DYNAMIC_CLUSTER, None, 42);
        }
    }
    if !is_kernel && all.maxnreg {
        report(MAXNREG_ONLY_ON_KERNELS, None, 50);
    }
    if all.bounds && all.maxnreg {
        report(BOUNDS_AND_MAXNREG, Some("__launch_bounds__ and __maxnreg__"), 60);
    }
    if check.settings.missing_bounds && is_kernel && !all.bounds && !all.unknown {
        no_bounds(check, declared);
    }
    if all.unknown {
        check.silence(TOO_MANY_BLOCKS);
    }
}

/// An explicit specialization of a kernel template has the limits of the template too; the device pass does not know them yet
/// when it asks whether there are any.
fn specialization(check: &Check<'_>, declared: &Declared, decl: DeclRef, own: &Configuration) {
    if check.decl(decl).explicit_instantiation || own.unknown {
        return;
    }
    let template = primary_template(check, decl);
    let Some(attributes) = template.and_then(|it| declared::attributes_of(check, it)) else { return };
    let has = |wanted| attributes.iter().any(|it| it.is_valid() && it.cuda() == Some(wanted));
    let (bounds, maxnreg) = (has(CudaAttribute::LaunchBounds), has(CudaAttribute::Maxnreg));
    if own.bounds != own.maxnreg && (own.bounds || bounds) && (own.maxnreg || maxnreg) {
        let message =
            Message::new(BOUNDS_AND_MAXNREG, vec![Argument::text("__launch_bounds__ and __maxnreg__")]);
        check.report(message, declared.at_name(), name_moment(check, declared, 60));
    }
    let is_kernel = is_kernel(&attributes) || is_kernel(&declared.attributes);
    let is_bounded = own.bounds || bounds && !check.settings.pass.is_device();
    if check.settings.missing_bounds && is_kernel && !is_bounded {
        no_bounds(check, declared);
    }
}

/// A remark behind the declarator, at the `{` or `;`.
fn no_bounds(check: &Check<'_>, declared: &Declared) {
    let Some(after) = next_token(declared.declarator.syntax()) else { return };
    let moment = name_moment(check, declared, 70);
    check.report(Message::plain(NO_BOUNDS), after.text_range().start(), moment);
}

/// The second tuple of `__block_size__` and `__cluster_dims__` on different declarations.
fn later_second_tuple(check: &Check<'_>, declared: &Declared) {
    let is_either = |applied: &Applied| {
        matches!(applied.cuda(), Some(CudaAttribute::ClusterDims | CudaAttribute::BlockSize))
    };
    let later = declared.attributes.iter().enumerate().find(|(_, applied)| is_either(applied));
    if let Some((index, applied)) = later {
        let moment = attribute_moment(check, declared, index, 30);
        check.report(Message::plain(SECOND_TUPLE_AND_CLUSTER), applied.name.start(), moment);
    }
}

/// Whether one of the attributes makes a kernel whose launches may be bounded: since CUDA 13.3 those for tiles may not.
fn takes_bounds(check: &Check<'_>, attributes: &[Applied]) -> bool {
    let is_plain = |applied: &Applied| applied.cuda() == Some(CudaAttribute::Global);
    is_kernel(attributes)
        && (check.settings.release < Release::V13_3
            || attributes.iter().any(|it| it.is_valid() && is_plain(it)))
}

/// Whether one of the attributes makes a kernel.
pub(crate) fn is_kernel(attributes: &[Applied]) -> bool {
    attributes.iter().any(|applied| {
        applied.is_valid()
            && matches!(applied.cuda(), Some(CudaAttribute::Global | CudaAttribute::TileGlobal))
    })
}
