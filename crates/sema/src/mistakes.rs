//! Mistakes that names and types prove: identifiers that nothing declares, members that a class or namespace does not
//! have, arguments and values of wrong types.
//!
//! Only what is proven is a mistake: a lookup that met something not known gives none. Templates are checked as they are
//! written where a pass does that ([`Templates`]); their instances are [`crate::instances`]. Behind an error of syntax
//! nothing is checked up to where the text is read again as the reference reads it.

use std::ops::Range;

use asunder_decls::item_tree;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, Path};
use asunder_hir::body::{ExprId, FIRST_LOCAL, Owner, StmtId};
use asunder_hir::source_map::{BodySourceMap, ItemSourceMap};
use asunder_mangle::model::Type;
use asunder_parser::{SyntaxError, SyntaxErrorKind};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, SyntaxKind, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::deferred::{Phase, deferred_to};
use crate::examined::{Examined, examined};
use crate::finding::{
    ASSERTION_FAILED, ASSERTION_FAILED_WITH, Argument, Found, Met, MetAt, Mistake, NOT_CONSTANT, Place,
};
use crate::implied::Code;
use crate::infer::{
    At, BAD_WIDTH, Delegations, Inferred, ItemInferred, NOT_DEDUCED, OF_ENCLOSING_FUNCTION, OUT_OF_RANGE,
    WIDE, infer_item, infer_templates,
};
use crate::meanings::Collector;
use crate::nested_names::{NamePart, WrittenName};
use crate::operands::Operands;
use crate::view::Sema;

/// What becomes of the definitions of templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Templates {
    /// They are checked as they are written: what the host pass does.
    Checked,
    /// Only their instances mean something: so it is in the device pass.
    Skipped,
}

/// The mistakes of an item, in the order of its text.
pub fn mistakes(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
    templates: Templates,
) -> &[Found] {
    let Mistakes { checked, skipped } = &examined(db, source, item, dialect).mistakes;
    match templates {
        Templates::Checked => checked,
        Templates::Skipped => skipped,
    }
}

/// The mistakes of an item in the order of its text, by what becomes of the definitions of templates.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Mistakes {
    checked: Box<[Found]>,
    skipped: Box<[Found]>,
}

/// "expression has no effect".
const NO_EFFECT: u16 = 174;
/// "variable … is used before its value is set".
const UNSET: u16 = 549;
/// "… cannot be referenced -- it is a deleted function".
const DELETED: u16 = 1776;
/// "transfer of control bypasses initialization of:".
const BYPASSED: u16 = 546;
/// "expression must be a modifiable lvalue".
const NOT_MODIFIABLE: u16 = 137;
/// "too few arguments in function call".
const TOO_FEW_ARGUMENTS: u16 = 165;
/// "label … was referenced but not defined".
const NO_LABEL: u16 = 114;

/// Infers the bodies of an item.
pub(crate) fn examine<'db>(sema: &Sema<'db>, item: u32) -> Examined<'db> {
    let has_met = |examined: &Examined<'db>| !examined.mistakes.checked.is_empty();
    sema.read_if_met(has_met, || examine_once(sema, item))
}

fn examine_once<'db>(sema: &Sema<'db>, item: u32) -> Examined<'db> {
    let db = sema.db;
    let text = sema.names().item_text(item);
    let map = asunder_hir::source_map(db, text);
    let mut uses = crate::uses::of_variables(sema, item);
    let (mut found, mut of_templates) = (Vec::new(), Vec::new());
    let (mut bodies, mut operands) = (Vec::new(), Operands::default());
    let mut operands_in_templates = Operands::default();
    let (mut in_templates, mut only_named) = (Vec::new(), Vec::new());
    let mut meanings = Collector::of(sema, item, map);
    let mut collect = |tree: &Inferred<'db>, body: u32| {
        if let (Some(meanings), Some(places)) = (&mut meanings, map.bodies.get(body as usize)) {
            meanings.add(tree, places);
        }
    };
    let parent = |local| sema.decl(DeclRef { item, local }).parent;
    for declared in crate::infer::infer_declared(sema, item) {
        collect(&declared.tree, declared.body);
        if let Some(places) = map.bodies.get(declared.body as usize) {
            let tree = &declared.tree;
            for used in [&tree.uses, &tree.only_named] {
                crate::uses::named_instances(sema, (tree, used), places, &mut only_named);
            }
        }
        let met = declared.tree.mistakes;
        let class = sema.bodies(item).bodies.get(declared.body as usize).and_then(|(owner, _)| match owner {
            Owner::StaticAssert(_, class) => *class,
            Owner::Types(local) | Owner::BitWidth(local) => parent(*local),
            Owner::Initializer(enumerator) => parent(*enumerator).and_then(parent),
            _ => None,
        });
        bodies.push((declared.body, class.map(|local| DeclRef { item, local }), met, false));
    }
    let mut delegations = Delegations::default();
    for mut inferred in infer_item(sema, item) {
        delegations.add(sema, inferred.owner, &mut inferred.tree);
        collect(&inferred.tree, inferred.body);
        found.extend(crate::placeholders::of_tree(sema, item, &inferred.tree, sema.env_of(inferred.owner)));
        if let Some(places) = map.bodies.get(inferred.body as usize) {
            uses.push(crate::uses::of_body(sema, &inferred, places, map));
            let tree = &inferred.tree;
            crate::uses::named_instances(sema, (tree, &tree.only_named), places, &mut only_named);
            crate::uses::of_pattern(code_of(sema, &inferred, (places, map)), false, &mut in_templates);
            operands.add(&inferred.tree, places);
        }
        // Members of local classes see the names of the function around them, which are not all known there.
        if inferred.owner.local.0 >= FIRST_LOCAL {
            inferred.tree.mistakes.retain(|met| met.mistake.number == OF_ENCLOSING_FUNCTION);
        }
        bodies.push((inferred.body, Some(inferred.owner), inferred.tree.mistakes, false));
    }
    for inferred in infer_templates(sema, item) {
        collect(&inferred.tree, inferred.body);
        if let Some(places) = map.bodies.get(inferred.body as usize) {
            crate::uses::of_pattern(code_of(sema, &inferred, (places, map)), true, &mut in_templates);
            operands_in_templates.add(&inferred.tree, places);
        }
        // What else is written in templates than bodies of functions is checked in every pass.
        let (owner, _) = &sema.bodies(item).bodies[inferred.body as usize];
        let is_function = matches!(owner, Owner::Function(_));
        bodies.push((inferred.body, Some(inferred.owner), inferred.tree.mistakes, is_function));
    }
    let undeclared = crate::infer::in_template_declarations(sema, item).into_iter();
    bodies.extend(undeclared.map(|(body, met)| (body, None, met, false)));
    for (body, owner, met, is_of_template) in &bodies {
        let Some(places) = map.bodies.get(*body as usize) else { continue };
        let written = &sema.bodies(item).bodies[*body as usize].0;
        let found = if *is_of_template { &mut of_templates } else { &mut found };
        found.extend(each_in_body(sema, item, *owner, met, places).into_iter().map(|(met, found)| {
            let scopes = || crate::undeclared::scopes(sema, item, *written, met.scope).into();
            let scopes = met.mistake.undeclared().map(|_| scopes());
            Found { scopes, ..found }
        }));
    }
    Examined {
        mistakes: Mistakes::of(sema, item, found, of_templates),
        uses: uses.into(),
        in_templates: in_templates.into(),
        only_named: only_named.into(),
        operands,
        operands_in_templates,
        needed: crate::completed::of_declarations(sema, item),
        meanings: meanings.map(Collector::end).unwrap_or_default(),
    }
}

impl Mistakes {
    /// Those of an item: what was met in its bodies, and in those of functions in templates, and what else its text says.
    fn of(sema: &Sema<'_>, item: u32, of_bodies: Vec<Found>, of_templates: Vec<Found>) -> Self {
        let tree = item_tree(sema.db, sema.names().item_text(item));
        let mut others = crate::declared::declared_mistakes(sema, item);
        others.extend(crate::placeholders::of_declarations(sema, item));
        others.extend(crate::without_value::of_item(sema, item));
        let written = |templates: Templates| {
            let mut found = crate::refused_names::of_item(sema, item, templates);
            found.extend(crate::unexpanded::of_item(tree, templates));
            found.extend(crate::fallthrough::of_item(tree, templates));
            found.extend(crate::misplaced_defaults::of_item(tree, templates));
            found.extend(crate::misplaced::of_item(tree, sema.dialect.standard, templates));
            found.extend(crate::elaborated::of_item(sema, item, tree, templates));
            found.extend(crate::modes::of_item(sema, item, templates));
            found
        };
        let checked = written(Templates::Checked);
        if of_bodies.is_empty() && of_templates.is_empty() && others.is_empty() && checked.is_empty() {
            return Mistakes::default();
        }
        let count = of_bodies.len();
        let skipped = [of_bodies.clone(), others.clone(), written(Templates::Skipped)].concat();
        let all_count = count + of_templates.len();
        let checked = [of_bodies, of_templates, others, checked].concat();
        Mistakes {
            checked: in_order(sema, item, checked, all_count),
            skipped: in_order(sema, item, skipped, count),
        }
    }
}

/// The mistakes of an item in the order of its text, each once: the first `of_bodies` were met in its bodies.
fn in_order(sema: &Sema<'_>, item: u32, mut found: Vec<Found>, of_bodies: usize) -> Box<[Found]> {
    let text = sema.names().item_text(item);
    // Behind an error of syntax the text is not what it was meant to be.
    let tree = item_tree(sema.db, text);
    let unread = unread(tree.errors(), text.text(sema.db));
    // An object that cannot be copied is not read, nor one that cannot be changed.
    let not_read: FxHashSet<TextSize> = found
        .iter()
        .filter(|found| matches!(found.mistake.number, DELETED | NOT_MODIFIABLE))
        .map(|found| found.offset)
        .collect();
    found.retain(|found| found.mistake.number != UNSET || !not_read.contains(&found.offset));
    // The grammar has said it of jumps.
    let is_said = |found: &Found| {
        let is_same = |error: &SyntaxError| {
            error.range().start() == found.offset && error.kind.number() == Some(found.mistake.number)
        };
        tree.errors().iter().any(is_same)
    };
    // Whether an expression that is not whole has an effect is not asked.
    let missing: Vec<TextSize> = tree
        .errors()
        .iter()
        .filter(|error| error.kind == SyntaxErrorKind::Expression)
        .map(|error| error.range().start())
        .collect();
    let is_whole = |found: &Found| {
        let end = found.known_at.unwrap_or(found.offset);
        !missing.iter().any(|at| (found.offset..=end).contains(at))
    };
    found.retain(|found| !is_said(found) && (found.mistake.number != NO_EFFECT || is_whole(found)));
    // What is known at the end of a statement is known where a mistake ends it.
    let mut ends: Vec<TextSize> = tree
        .errors()
        .iter()
        .filter(|error| {
            !error.kind.keeps_meaning() && (error.kind.is_behind_whole() || !error.reads_around())
        })
        .map(|error| error.range().start())
        .collect();
    ends.sort_unstable();
    for found in found.iter_mut() {
        let Some(known_at) = found.known_at else { continue };
        let after = ends.partition_point(|end| *end <= found.offset);
        if let Some(end) = ends.get(after).filter(|end| **end < known_at) {
            found.known_at = Some(TextSize::new(u32::from(*end).saturating_sub(1)));
        }
    }
    // Nothing is deferred outside classes. Errors of syntax stand where they are read.
    if tree.errors().is_empty() && tree.kinds().contains(SyntaxKind::MEMBER_LIST) {
        let root = tree.syntax();
        for (number, found) in found.iter_mut().enumerate() {
            let around = asunder_syntax::token_at(&root, found.offset).and_then(|token| token.parent());
            let deferred = around.and_then(|around| deferred_to(around, found.offset));
            // That a member has an initializer is seen where it stands.
            found.deferred =
                deferred.filter(|(_, phase)| number < of_bodies || *phase != Phase::Initializers);
        }
    }
    found.sort_by_key(|found| {
        let phase = found.deferred.map_or(Phase::Heads, |(_, phase)| phase);
        (found.moment(item), phase, found.read_at(item), found.known_at.map(|_| found.offset))
    });
    // Operands of a comma and the whole may start at one place.
    found.dedup_by(|a, b| match a.mistake.number {
        NO_EFFECT => false,
        // Said once of all that a declaration declares.
        NOT_DEDUCED => a.mistake == b.mistake && a.offset == b.offset,
        _ => a == b,
    });
    // Names in front of a missing argument have been read.
    let whole = text.text(sema.db);
    let is_behind_comma = |at: &TextSize| whole[..usize::from(*at)].trim_end().ends_with(',');
    let mut arguments: Vec<usize> =
        missing.iter().filter(|at| is_behind_comma(at)).map(|at| usize::from(*at)).collect();
    arguments.sort_unstable();
    let breaks: Vec<usize> = match arguments.is_empty() {
        true => Vec::new(),
        false => whole.match_indices([';', '{', '}']).map(|(at, _)| at).collect(),
    };
    let is_read = |found: &Found| {
        let at = usize::from(found.offset);
        let next = arguments.get(arguments.partition_point(|argument| *argument <= at));
        let end = breaks.get(breaks.partition_point(|end| *end < at)).copied().unwrap_or(usize::MAX);
        found.mistake.undeclared().is_some() && next.is_some_and(|argument| *argument <= end)
    };
    found.retain(|found| {
        if is_read(found) {
            return true;
        }
        let before = unread.partition_point(|stretch| stretch.start <= usize::from(found.offset));
        before.checked_sub(1).is_none_or(|index| !unread[index].contains(&usize::from(found.offset)))
    });
    end_where_brackets_are_missed(tree.errors(), whole, &mut found);
    found.into()
}

/// A call whose `)` is missed in front of other tokens ends there: what it lacks is reported there.
fn end_where_brackets_are_missed(errors: &[SyntaxError], whole: &str, found: &mut [Found]) {
    let mut unclosed: Vec<TextSize> = errors
        .iter()
        .filter(|error| error.kind == SyntaxErrorKind::ClosingParen)
        .map(|error| error.range().start())
        .collect();
    unclosed.sort_unstable();
    let is_short = |found: &Found| found.mistake.number == TOO_FEW_ARGUMENTS;
    let last_before = |at: TextSize| {
        let last = unclosed.partition_point(|start| *start < at).checked_sub(1)?;
        Some(unclosed[last])
    };
    // The first behind each of them, if no other call or statement ends in between.
    let mut ending: FxHashMap<TextSize, TextSize> = FxHashMap::default();
    for found in found.iter().filter(|found| is_short(found)) {
        if let Some(start) = last_before(found.offset) {
            let first = ending.entry(start).or_insert(found.offset);
            *first = found.offset.min(*first);
        }
    }
    ending.retain(|start, end| !whole[usize::from(*start)..usize::from(*end)].contains([')', ';', '{', '}']));
    for found in found.iter_mut().filter(|found| is_short(found)) {
        let start = last_before(found.offset).filter(|start| ending.get(start) == Some(&found.offset));
        found.offset = start.unwrap_or(found.offset);
    }
}

/// The stretches of an item's text that mean nothing, in order: behind an error of syntax the text is not what it was
/// meant to be, up to where it is read again as the reference reads it. Nor is the statement with the error, but where
/// only a `;` is missing behind it.
fn unread(errors: &[SyntaxError], text: &str) -> Vec<Range<usize>> {
    let mut confusing: Vec<&SyntaxError> =
        errors.iter().filter(|error| !error.kind.keeps_meaning()).collect();
    confusing.sort_by_key(|error| error.range().start());
    let mut stretches: Vec<Range<usize>> = Vec::new();
    for error in confusing {
        let at = usize::from(error.range().start());
        if stretches.last().is_some_and(|last| last.contains(&at)) {
            continue;
        }
        let start = match error.kind.is_behind_whole() || error.reads_around() {
            true => at,
            false => text[..at].rfind([';', '{', '}']).unwrap_or_default(),
        };
        // An error in a declarator leaves out its statement alone.
        let of_statement = || text[at..].find(';').filter(|_| error.kind.reads_on()).map(|end| at + end + 1);
        let end = error.resumes().map(usize::from).or_else(of_statement).unwrap_or(usize::MAX);
        stretches.push(start..end);
    }
    stretches
}

/// Whether a mistake in an expression of a declaration is reported: of these only constants are checked.
pub(crate) fn is_of_constants(met: &Met) -> bool {
    matches!(met.mistake.number, NOT_CONSTANT | ASSERTION_FAILED | BAD_WIDTH | WIDE | OUT_OF_RANGE)
        || met.mistake.is_error
}

/// A body of an item with its typed tree.
fn code_of<'a, 'db>(
    sema: &'a Sema<'db>,
    inferred: &'a ItemInferred<'db>,
    (places, map): (&'a BodySourceMap, &'a ItemSourceMap),
) -> Code<'a, 'db> {
    let item = inferred.owner.item;
    let body = &sema.bodies(item).bodies[inferred.body as usize].1;
    let text = sema.names().item_text(item).text(sema.db);
    Code { sema, tree: &inferred.tree, body, places, map, text }
}

/// The mistakes that were met in a body of an item, where they stand in its text.
pub(crate) fn in_body(
    sema: &Sema<'_>,
    item: u32,
    owner: Option<DeclRef>,
    met: &[Met],
    places: &BodySourceMap,
) -> Vec<Found> {
    each_in_body(sema, item, owner, met, places).into_iter().map(|(_, found)| found).collect()
}

/// The same with what was met.
fn each_in_body<'m>(
    sema: &Sema<'_>,
    item: u32,
    owner: Option<DeclRef>,
    met: &'m [Met],
    places: &BodySourceMap,
) -> Vec<(&'m Met, Found)> {
    let text = sema.names().item_text(item);
    let map = asunder_hir::source_map(sema.db, text);
    let positions = asunder_decls::queries::item_positions(sema.db, text);
    let text = text.text(sema.db);
    let spaces = owner.map(|owner| sema.decl(owner).attributes.spaces).unwrap_or_default();
    let in_device_code = (spaces.device || spaces.global) && !spaces.host;
    let is_found_later = |met: &Met| matches!(met.mistake.number, NO_EFFECT | NO_LABEL);
    let mut ends: Vec<TextSize> = Vec::new();
    if met.iter().any(is_found_later) {
        ends.extend(places.stmts.iter().map(|statement| statement.end()));
        ends.sort_unstable();
    }
    // That of the innermost one, most often.
    let end_of_statement = |offset: TextSize| ends.get(ends.partition_point(|end| *end <= offset)).copied();
    let found = met.iter().filter_map(|met| {
        let offset = offset_of(met, places, (map, &positions.names), text)?;
        let mut mistake = resolved(&met.mistake, places, text);
        if let (ASSERTION_FAILED, MetAt::Assertion(expr)) = (mistake.number, &met.at)
            && let Some(words) = assertion_text(&text[usize::from(places.range(*expr).end())..])?
        {
            mistake.number = ASSERTION_FAILED_WITH;
            mistake.arguments.push(Argument::Name(words));
        }
        let known_at = match mistake.number {
            // A name that a declaration starts with is read at once.
            NO_EFFECT if met.behind.is_none() && !matches!(met.at, MetAt::Word(..)) => {
                end_of_statement(offset)
            }
            NO_LABEL => ends.last().copied(),
            BYPASSED => bypassed_at(&met.at, offset, places, text),
            _ => met.behind.map(|expr| places.range(expr).end()),
        };
        Some((met, Found { in_device_code, known_at, ..Found::at(mistake, offset) }))
    });
    found.collect()
}

/// Where a mistake of a body stands in the item's text.
fn offset_of(
    met: &Met,
    places: &BodySourceMap,
    (map, names): (&ItemSourceMap, &[TextRange]),
    text: &str,
) -> Option<TextSize> {
    let locals = &map.locals;
    let outer_name = |decl: DeclRef| names.get(decl.local.index()).filter(|name| !name.is_empty());
    let in_statement = |statement: StmtId, name: &str| {
        let range = places.stmts.get(statement.0 as usize)?;
        Some(range.start() + TextSize::new(word(&text[*range], name)? as u32))
    };
    let in_name = |range: TextRange, path: &Path, part: NamePart| {
        let place = WrittenName::find(&text[range], 0, path)?.place(part)?;
        Some(range.start() + TextSize::new(place as u32))
    };
    let in_plain_name = |range: TextRange, path: &Path, part: NamePart| {
        let place = WrittenName::at_word(&text[range], 0, path)?.place(part)?;
        Some(range.start() + TextSize::new(place as u32))
    };
    Some(match &met.at {
        MetAt::Node(At::Start(expr)) => places.range(*expr).start(),
        MetAt::Node(At::Point(expr)) => places.at(*expr),
        MetAt::Node(At::Tail(expr, length)) => places.range(*expr).end() - TextSize::new(*length),
        MetAt::Node(At::None) => return None,
        // What has no closing parenthesis is an error of syntax.
        MetAt::EndOf(expr) if !is_closed_call(&text[places.range(*expr)]) => return None,
        MetAt::EndOf(expr) => places.range(*expr).end() - TextSize::new(1),
        MetAt::TypeOf(statement) => in_statement(*statement, met.mistake.undeclared()?)?,
        MetAt::NestedName(statement, path, part) => {
            in_name(*places.stmts.get(statement.0 as usize)?, path, *part)?
        }
        MetAt::NestedNameIn(expr, path, part) => in_name(places.range(*expr), path, *part)?,
        MetAt::PartOfName(statement, path, part) => {
            in_plain_name(*places.stmts.get(statement.0 as usize)?, path, *part)?
        }
        MetAt::PartOfNameIn(expr, path, part) => in_plain_name(places.range(*expr), path, *part)?,
        MetAt::Word(statement, name) => in_statement(*statement, name)?,
        MetAt::TemplateArguments(statement, name, place) => {
            let start = in_statement(*statement, name)? + TextSize::of(&**name);
            let behind = &text[usize::from(start)..];
            start + TextSize::new(crate::template_ids::argument_place(behind, *place)? as u32)
        }
        MetAt::TemplateArgumentsIn(expr, name, place) => {
            let range = places.range(*expr);
            let start = range.start() + TextSize::new(word(&text[range], name)? as u32);
            let start = start + TextSize::of(&**name);
            let behind = &text[usize::from(start)..];
            start + TextSize::new(crate::template_ids::argument_place(behind, *place)? as u32)
        }
        MetAt::WordIn(expr, name) => {
            let range = places.range(*expr);
            range.start() + TextSize::new(word(&text[range], name)? as u32)
        }
        MetAt::UntemplatedArgument(expr, name, place) => {
            let behind = behind_untemplated(text, places.range(*expr), name)?;
            let offset = crate::template_ids::argument_place(&text[behind..], *place)?;
            TextSize::new((behind + offset) as u32)
        }
        MetAt::UntemplatedCall(call, expr, name) => {
            behind_untemplated(text, places.range(*expr), name)?;
            places.range(*call).end() - TextSize::new(1)
        }
        MetAt::NthWord(statement, name, nth) => {
            let range = places.stmts.get(statement.0 as usize)?;
            let at = words(&text[*range], name).nth(*nth as usize)?;
            range.start() + TextSize::new(at as u32)
        }
        MetAt::Name(decl) => match decl.local.0.checked_sub(FIRST_LOCAL) {
            Some(index) => locals.get(index as usize)?.start(),
            None => outer_name(*decl)?.start(),
        },
        MetAt::WordBefore(decl, name) => {
            let before = &text[..usize::from(outer_name(*decl)?.start())];
            let declaration = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
            TextSize::new((declaration + word(&before[declaration..], name)?) as u32)
        }
        MetAt::Behind(decl) => {
            let name = locals.get((decl.local.0 - FIRST_LOCAL) as usize)?;
            let behind = text[usize::from(name.end())..].find([';', ',', '='])?;
            name.end() + TextSize::new(behind as u32)
        }
        MetAt::Binding(decl, index) => map.bindings.get(&decl.local)?.get(*index as usize)?.start(),
        MetAt::Bindings(decl) => {
            let first = map.bindings.get(&decl.local)?.first()?.start();
            TextSize::new(text[..usize::from(first)].rfind('[')? as u32)
        }
        MetAt::Decimal(expr) => {
            let range = places.range(*expr);
            let words = text[range].split(|c: char| !c.is_alphanumeric() && c != '_');
            let has_base = words.into_iter().any(|word| {
                word.len() > 1
                    && word.starts_with('0')
                    && word[1..].starts_with(|c: char| c.is_ascii_alphanumeric())
                    && !word[1..].starts_with(['u', 'U', 'l', 'L'])
            });
            if has_base || text[range].contains('~') {
                return None;
            }
            range.start()
        }
        MetAt::Assertion(expr) => {
            let before = &text[..usize::from(places.range(*expr).start())];
            let keyword = ["static_assert", "_Static_assert"].iter().filter_map(|word| before.rfind(word));
            TextSize::new(keyword.min()? as u32)
        }
        MetAt::After(expr) => places.range(*expr).end(),
        MetAt::TokenBehind(expr) => {
            let end = places.range(*expr).end();
            let behind = &text[usize::from(end)..];
            end + TextSize::new((behind.len() - behind.trim_start().len()) as u32)
        }
        MetAt::Operand(expr) => {
            let start = places.range(*expr).start();
            let before = text[..usize::from(start)].trim_end();
            if before.ends_with('(') { TextSize::of(before) - TextSize::new(1) } else { start }
        }
        MetAt::TemplateArgument(expr) => {
            let range = places.range(*expr);
            let open = text[range].find(['<', '('])? + 1;
            let inside = &text[range][open..];
            range.start() + TextSize::new((open + inside.len() - inside.trim_start().len()) as u32)
        }
        MetAt::BehindCastType(expr) => {
            let range = places.range(*expr);
            range.start() + TextSize::new(text[range].find(')')? as u32)
        }
        MetAt::EndOfStatement(statement) => places.stmt(*statement).end() - TextSize::new(1),
        MetAt::Statement(statement) => places.stmts.get(statement.0 as usize)?.start(),
        MetAt::NewType(expr) => {
            let range = places.range(*expr);
            let behind = text[range].strip_prefix("new")?;
            range.start() + TextSize::new(3 + (behind.len() - behind.trim_start().len()) as u32)
        }
        MetAt::BracketBefore(expr) => {
            TextSize::new(text[..usize::from(places.range(*expr).start())].rfind('[')? as u32)
        }
        MetAt::NewArguments(expr) => {
            let range = places.range(*expr);
            range.start() + TextSize::new(text[range].find(['(', '{'])? as u32)
        }
        MetAt::InitializerName(index) => places.initializers.get(*index as usize)?.start(),
        MetAt::CommaBefore(index) => {
            let name = places.initializers.get(*index as usize)?.start();
            TextSize::new(text[..usize::from(name)].rfind(',')? as u32)
        }
        MetAt::Handler(block, name) => {
            let before = &text[..usize::from(places.stmt(*block).start())];
            let catch = words(before, "catch").last()?;
            let open = catch + before[catch..].find('(')? + 1;
            let inside = &before[open..];
            let at = match name {
                Some(name) => word(inside, name)?,
                None => inside.len() - inside.trim_start().len(),
            };
            TextSize::new((open + at) as u32)
        }
        MetAt::InitializerArguments(index) => {
            let end = places.initializers.get(*index as usize)?.end();
            end + TextSize::new(text[usize::from(end)..].find(['(', '{'])? as u32)
        }
        MetAt::Capture(lambda, index) => places.lambda(*lambda).captures.get(*index as usize)?.start(),
        MetAt::LambdaParameter(lambda, index) => places.lambda(*lambda).params.get(*index as usize)?.start(),
        MetAt::EndOfBody(block) => places.stmt(*block).end() - TextSize::new(1),
        MetAt::Colon(then, otherwise) => {
            let between = TextRange::new(places.range(*then).end(), places.range(*otherwise).start());
            between.start() + TextSize::new(text[between].find(':')? as u32)
        }
        MetAt::Designator(list, value, name) => {
            let before = TextRange::new(places.range(*list).start(), places.range(*value).start());
            let at = text[before].rfind(&format!(".{name}"))?;
            before.start() + TextSize::new(at as u32 + 1)
        }
    })
}

/// What follows the last name in an expression that has arguments, if no `template` stands in front of it.
fn behind_untemplated(text: &str, range: TextRange, name: &str) -> Option<usize> {
    let at =
        words(&text[range], name).filter(|at| text[range][at + name.len()..].trim_start().starts_with('<'));
    let at = usize::from(range.start()) + at.last()?;
    (!text[..at].trim_end().ends_with("template")).then_some(at + name.len())
}

/// Where it is known that a jump leaves out initializations: at the end of a `switch`, at a label behind a `goto`.
fn bypassed_at(at: &MetAt, offset: TextSize, places: &BodySourceMap, text: &str) -> Option<TextSize> {
    let MetAt::Statement(statement) = at else { return None };
    let range = *places.stmts.get(statement.0 as usize)?;
    let Some(rest) = text[range].strip_prefix("goto") else {
        return Some(range.end() - TextSize::new(1));
    };
    let name = rest.trim().trim_end_matches(';').trim_end();
    let is_label = |at: &usize| {
        let behind = text[at + name.len()..].trim_start();
        behind.starts_with(':') && !behind.starts_with("::")
    };
    let label = words(text, name).find(|at| *at > usize::from(offset) && is_label(at))?;
    Some(TextSize::new(label as u32))
}

/// The text of a static assertion, from what follows its expression: `Some(None)` where it has none, `None` where it is
/// not understood.
fn assertion_text(behind: &str) -> Option<Option<String>> {
    let rest = behind.trim_start_matches(|c: char| c.is_whitespace() || c == ')');
    let Some(rest) = rest.strip_prefix(',') else { return Some(None) };
    let mut rest = rest.trim_start();
    let mut words = String::new();
    while let Some(inside) = rest.strip_prefix('"') {
        let mut characters = inside.char_indices();
        let end = loop {
            match characters.next()? {
                (at, '"') => break at,
                (_, '\\') => match characters.next()? {
                    (_, c @ ('"' | '\\')) => words.push(c),
                    _ => return None,
                },
                (_, c) => words.push(c),
            }
        };
        rest = inside[end + 1..].trim_start();
    }
    rest.starts_with(')').then_some(Some(words))
}

/// Whether a call or launch has all its brackets.
fn is_closed_call(text: &str) -> bool {
    text.ends_with(')') && text.matches("<<<").count() == text.matches(">>>").count()
}

/// A mistake whose places do not depend on the body any more.
fn resolved(mistake: &Mistake, places: &BodySourceMap, text: &str) -> Mistake {
    let place = |place: &mut Place| match *place {
        Place::Expr(expr) => *place = Place::Offset(places.range(expr).start()),
        Place::Operator(expr) => *place = Place::Offset(places.at(expr)),
        Place::Statement(stmt) => *place = Place::Offset(places.stmt(stmt).start()),
        Place::Parameters(expr) => {
            *place = Place::Offset(lambda_parameters(text, places.range(expr)));
        }
        _ => {}
    };
    let mut mistake = mistake.clone();
    mistake.notes.iter_mut().for_each(|note| place(&mut note.at));
    let notes = mistake.notes.iter_mut().map(|note| &mut note.arguments);
    for argument in notes.chain(&mut mistake.details).chain([&mut mistake.arguments]).flatten() {
        match argument {
            Argument::Entity { declared: Some(at), .. } | Argument::At(at) => place(at),
            _ => {}
        }
    }
    mistake
}

/// The place at which an entity is declared, as a message about item `item` shows it: that of its definition, where that
/// stands in front of the item, else the one that is known. A constant that its class gives a value stays where it is.
pub fn declared_place(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    place: Place,
    dialect: Dialect,
) -> Place {
    let Place::Decl(decl) = place else { return place };
    let sema = Sema::new(db, source, dialect);
    if decl.local.0 >= FIRST_LOCAL || sema.body(decl.item, Owner::Initializer(decl.local)).is_some() {
        return place;
    }
    let names = sema.names();
    let written = sema.decl(decl);
    let definition = match &written.kind {
        DeclKind::Class(_) => match names.type_of(decl).as_deref() {
            Some(Type::Named(name)) => names.definition_of_class(name),
            _ => None,
        },
        // One of a namespace stays where it is declared first.
        DeclKind::Variable { .. } if written.parent.is_none() => None,
        _ => names.definition_of(decl),
    };
    let shown = definition.filter(|definition| *definition > decl && definition.item < item);
    shown.map_or(place, Place::Decl)
}

/// Where a place that a mistake names stands: the number of an item, and a byte of its text. `item` is that of the
/// mistake.
pub fn place_of(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    place: Place,
    dialect: Dialect,
) -> Option<(u32, TextSize)> {
    let sema = Sema::new(db, source, dialect);
    match place {
        Place::Here
        | Place::Nowhere
        | Place::Expr(_)
        | Place::Operator(_)
        | Place::Parameters(_)
        | Place::Statement(_) => None,
        Place::Offset(offset) => Some((item, offset)),
        Place::In(item, offset) => Some((item, offset)),
        Place::Decl(decl) if decl.local.0 >= FIRST_LOCAL => {
            let map = asunder_hir::source_map(db, sema.names().item_text(decl.item));
            let range = map.locals.get((decl.local.0 - FIRST_LOCAL) as usize)?;
            Some((decl.item, range.start()))
        }
        Place::Decl(decl) => {
            let positions = asunder_decls::queries::item_positions(db, sema.names().item_text(decl.item));
            Some((decl.item, positions.names.get(decl.local.index())?.start()))
        }
        Place::Parameter(decl, index) => {
            let text = sema.names().item_text(decl.item);
            let bodies = asunder_hir::bodies(db, text);
            let body = bodies.number_of(Owner::Function(decl.local))?;
            let map = asunder_hir::source_map(db, text);
            let range = map.bodies.get(body as usize)?.params.get(index as usize)?;
            Some((decl.item, range.start()))
        }
    }
}

/// Where the parameters of a lambda begin, or what stands in their place.
fn lambda_parameters(text: &str, range: TextRange) -> TextSize {
    let lambda = &text[range];
    let mut depth = 0;
    let end = lambda.find(|c: char| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth == 0
    });
    let place = end.and_then(|end| {
        let behind = end + 1;
        let next = behind + lambda[behind..].find(|c: char| !c.is_whitespace())?;
        match lambda[next..].starts_with('<') {
            true => Some(next + lambda[next..].find('(')?),
            false => Some(next),
        }
    });
    range.start() + TextSize::new(place.unwrap_or_default() as u32)
}

impl Sema<'_> {
    /// The place of the parameters of a lambda in any item.
    pub(crate) fn parameters_of_lambda(&self, item: u32, body: u32, lambda: ExprId) -> Option<Place> {
        let text = self.names().item_text(item);
        let places = asunder_hir::source_map(self.db, text).bodies.get(body as usize)?;
        Some(Place::In(item, lambda_parameters(text.text(self.db), places.range(lambda))))
    }
}

/// Where a word stands first in a text.
fn word(text: &str, name: &str) -> Option<usize> {
    words(text, name).next()
}

/// Where a word stands in a text.
pub(crate) fn words<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .map(|(at, _)| at)
        .filter(move |at| !text[..*at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part))
}
