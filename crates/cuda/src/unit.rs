//! The findings of a unit.

#![allow(missing_docs, reason = "salsa generates constructors and getters without documentation")]

use std::collections::BTreeMap;

use asunder_decls::ItemText;
use asunder_decls::layout::{Item, Layout, item_place, layout};
use asunder_outline::{Facts, ItemKind, block_item_numbers, block_outline};
use asunder_source::{Block, SourceText, block_headers};
use asunder_syntax::Dialect;
use rustc_hash::FxHashMap;

use crate::attributes::may_name_other_namespaces;
use crate::candidates::{candidates, unannotated_items};
use crate::check::{Check, Views};
use crate::declared;
use crate::device_names::block_mentioning;
use crate::finding::{Finding, ItemFindings, Stage};
use crate::instances::configured_templates;
use crate::plain::Plain;
use crate::settings::Settings;
use crate::wanted::{Wanted, wanted};
use crate::{
    all_instances, assembly, built_in_calls, built_in_variables, calls, device_calls, exceptions,
    instance_code, instances, kernel_arguments, lambdas, launches, linkage_names, long_double, overrides,
    undefined, unreferenced, walk,
};

/// A unit under given settings.
#[salsa::interned(debug)]
pub struct Unit<'db> {
    #[returns(copy)]
    pub source: SourceText,
    #[returns(copy)]
    pub dialect: Dialect,
    #[returns(copy)]
    pub settings: Settings,
}

/// An item to be checked, with all that its findings depend on of its own block: its text and its place.
#[salsa::interned(debug)]
pub struct Subject<'db> {
    #[returns(copy)]
    pub unit: Unit<'db>,
    /// The number in the unit's layout.
    #[returns(copy)]
    pub number: u32,
    #[returns(copy)]
    pub text: ItemText<'db>,
    #[returns(ref)]
    pub place: Item,
}

/// The item with this number.
#[salsa::tracked(returns(copy))]
pub fn subject<'db>(db: &'db dyn salsa::Database, unit: Unit<'db>, number: u32) -> Subject<'db> {
    let place = item_place(db, unit.source(db), number, unit.dialect(db));
    let place = place.as_ref().expect("numbers come from the layout");
    Subject::new(db, unit, number, unit.item_text(db, number), place.clone())
}

impl<'db> Unit<'db> {
    pub(crate) fn layout(self, db: &'db dyn salsa::Database) -> &'db Layout {
        layout(db, self.source(db), self.dialect(db))
    }

    /// Whether the unit's own text declares `__managed__` variables.
    pub(crate) fn has_managed(self, db: &'db dyn salsa::Database) -> bool {
        has_managed(db, self.source(db), self.dialect(db))
    }

    pub(crate) fn item_text(self, db: &'db dyn salsa::Database, number: u32) -> ItemText<'db> {
        let dialect = self.dialect(db);
        self.layout(db).item_text(db, number, dialect).unwrap_or_else(|| ItemText::new(db, "", dialect))
    }
}

/// What the rules say about a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitFindings {
    /// Findings with the number of their item, in the order in which the reference reports them.
    pub findings: Vec<(u32, Finding)>,
    /// How often each rule, by the number of its message, met something not understood.
    pub silenced: BTreeMap<u16, u32>,
}

impl UnitFindings {
    fn add(&mut self, item: u32, found: &ItemFindings) {
        self.findings.extend(found.findings.iter().map(|finding| (item, finding.clone())));
        for (rule, count) in &found.silenced {
            *self.silenced.entry(*rule).or_default() += count;
        }
    }
}

/// The declarations of a block that stand in the user's own files, in order: the number of each in the block's
/// outline, and what the outline says.
pub(crate) fn own_declarations(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> impl Iterator<Item = (u32, &asunder_outline::Item)> {
    let headers = block_headers(db, source, block);
    let items = match headers.contain_all() {
        true => &[],
        false => &*block_outline(db, block, dialect).items,
    };
    let declarations = (0u32..).zip(items).filter(|(_, item)| item.kind == ItemKind::Declaration);
    declarations.filter(move |(_, item)| !headers.contain_range(item.range.into()))
}

/// Whether one of the user's declarations has the attribute `managed`.
#[salsa::tracked(returns(copy))]
fn has_managed(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> bool {
    source.blocks(db).iter().any(|block| block_has_managed(db, source, *block, dialect))
}

#[salsa::tracked(returns(copy))]
fn block_has_managed(db: &dyn salsa::Database, source: SourceText, block: Block, dialect: Dialect) -> bool {
    own_declarations(db, source, block, dialect).any(|(_, item)| item.facts.contains(Facts::MANAGED))
}

/// Facts of items that can break a rule.
pub(crate) const CHECKED: Facts = Facts::CUDA_ATTRIBUTE
    .union(Facts::HOST_DEVICE)
    .union(Facts::LAUNCH)
    .union(Facts::LAMBDA_ATTRIBUTE)
    .union(Facts::PREDEFINED_MACRO);

/// Words of attributes of the compiler that the rules check too.
const ATTRIBUTES: [&str; 3] = ["__attribute__", "always_inline", "noinline"];

/// The instances of templates that a pass makes.
pub fn wanted_instances<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    settings: Settings,
) -> &'db [Wanted<'db>] {
    wanted(db, Unit::new(db, source, dialect, settings))
}

/// Everything that the rules have to say about a unit.
pub fn diagnostics(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    settings: Settings,
) -> UnitFindings {
    let unit = Unit::new(db, source, dialect, settings);
    let mut all = UnitFindings::default();
    let shared = source.read_once(db).then(|| Views::new(db, source, dialect));
    for block in source.blocks(db).iter() {
        for subject in block_subjects(db, unit, *block) {
            match &shared {
                Some(views) => all.add(subject.number(db), &findings(Check::sharing(db, *subject, views))),
                None => all.add(subject.number(db), item_findings(db, *subject)),
            }
        }
    }
    if settings.unreferenced {
        for number in unreferenced::checked_items(db, unit) {
            let subject = subject(db, unit, number);
            match &shared {
                Some(views) => {
                    all.add(number, &unreferenced::unreferenced(Check::sharing(db, subject, views)));
                }
                None => all.add(number, unreferenced::item_unreferenced(db, subject)),
            }
        }
    }
    let views = &shared.unwrap_or_else(|| Views::new(db, source, dialect));
    all.findings.extend(undefined::findings(db, unit, &views.names));
    all.findings.extend(overrides::of_instances(db, unit, views));
    if !settings.pass.is_device() {
        all.findings.extend(calls::of_instances(db, unit, views));
        if settings.all_instances {
            all.findings.extend(all_instances::findings(db, unit, views));
        }
    }
    let in_instances = settings.pass.is_device().then(|| instance_code::findings(db, unit, views));
    let behind = in_instances.map(|found| {
        all.findings.extend(found.immediate);
        found.behind
    });
    // An instance of a template is made once, for the first item that asks for it.
    let mut askers = FxHashMap::default();
    all.findings.retain(|(asker, finding)| {
        let Some(context) = finding.contexts.first() else { return true };
        let number = finding.message.number;
        let place = match finding.item {
            Some(item) => Some((item, finding.offset)),
            None if kernel_arguments::names_whole_type(number) => None,
            None => return true,
        };
        askers.entry((place, number, context.what.clone())).or_insert(*asker) == asker
    });
    all.findings.sort_by_key(|(item, finding)| {
        // At the end, the reference goes through its scopes.
        let goes_by_scopes =
            matches!(finding.moment.stage, Stage::UnitEnd | Stage::Unreferenced | Stage::Lambdas);
        let scope = if goes_by_scopes { finding.moment.rank } else { 0 };
        (finding.moment.stage, scope, *item, finding.moment)
    });
    if let Some(behind) = behind {
        let at = all.findings.partition_point(|(_, it)| it.moment.stage <= Stage::Instantiation);
        all.findings.splice(at..at, behind);
        all.findings.extend(walk::findings(db, unit));
    }
    // The first error of the code generator ends the compilation.
    let last = all.findings.iter().position(|(_, it)| it.message.number == assembly::CODE_GENERATION);
    all.findings.truncate(last.map_or(usize::MAX, |last| last + 1));
    all
}

/// The items of a block that can break a rule, in order.
#[salsa::tracked(returns(ref))]
fn block_subjects<'db>(db: &'db dyn salsa::Database, unit: Unit<'db>, block: Block) -> Vec<Subject<'db>> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let mut indices = block_checked(db, source, block, dialect, unit.has_managed(db)).clone();
    if !unit.settings(db).pass.is_device() {
        indices.extend(block_mentioning(db, source, block, dialect));
        drop_plain(db, unit, block, &mut indices);
    }
    indices.extend(unannotated_items(db, source, block, dialect));
    if indices.is_empty() {
        return Vec::new();
    }
    indices.sort_unstable();
    indices.dedup();
    let (layout, numbers) = (unit.layout(db), block_item_numbers(db, block, dialect));
    let (text, items) = (block.text(db), &block_outline(db, block, dialect).items);
    let subject = |index: &u32| {
        let number = *numbers.get(*index as usize)?;
        let item_text = ItemText::new(db, &text[items[*index as usize].range], dialect);
        Some(Subject::new(db, unit, number, item_text, layout.item(number)?.clone()))
    };
    indices.iter().filter_map(subject).collect()
}

/// Takes the device functions out of which the host pass can say nothing.
fn drop_plain(db: &dyn salsa::Database, unit: Unit<'_>, block: Block, indices: &mut Vec<u32>) {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let (text, items) = (block.text(db), &block_outline(db, block, dialect).items);
    let plain = Plain {
        settings: unit.settings(db),
        dialect,
        candidates: candidates(db, source, dialect),
        configured: configured_templates(db, source, dialect),
    };
    indices.retain(|index| !plain.is_function(text, &items[*index as usize]));
}

/// The items of a block whose own text can break a rule, as numbers in its outline.
#[salsa::tracked(returns(ref))]
fn block_checked(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
    has_managed: bool,
) -> Vec<u32> {
    let text = block.text(db);
    let is_checked = |item: &asunder_outline::Item| {
        let own = &text[item.range];
        item.facts.intersects(CHECKED)
            || (has_managed && own.contains("decltype"))
            || ATTRIBUTES.iter().any(|word| own.contains(word))
            || may_name_other_namespaces(own)
            || linkage_names::may_stand_in(own, dialect.release)
            || may_speak_to_the_machine(own)
    };
    let checked = own_declarations(db, source, block, dialect).filter(|(_, item)| is_checked(item));
    checked.map(|(index, _)| index).collect()
}

/// Whether a text may contain inline assembly, or name what only the compiler knows.
pub(crate) fn may_speak_to_the_machine(text: &str) -> bool {
    assembly::may_stand_in(text)
        || built_in_calls::may_stand_in(text)
        || built_in_variables::may_stand_in(text)
}

/// What the rules say about the pragmas of a unit that belong to what follows them: where each starts, and the finding,
/// whose offset counts from there.
pub fn pragma_findings(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    settings: Settings,
) -> Vec<(asunder_syntax::TextSize, Finding)> {
    crate::pragmas::findings(db, Unit::new(db, source, dialect, settings))
}

/// What the rules say about an item.
#[salsa::tracked(returns(ref))]
pub fn item_findings<'db>(db: &'db dyn salsa::Database, subject: Subject<'db>) -> ItemFindings {
    findings(Check::new(db, subject))
}

/// What the rules say about the item.
fn findings(check: Check<'_>) -> ItemFindings {
    declared::examine(&check);
    lambdas::examine(&check);
    launches::examine(&check);
    overrides::examine(&check);
    calls::examine(&check);
    device_calls::examine(&check);
    kernel_arguments::examine(&check);
    instances::examine(&check);
    exceptions::examine(&check);
    assembly::examine(&check);
    built_in_calls::examine(&check);
    built_in_variables::examine(&check);
    long_double::examine(&check);
    linkage_names::examine(&check);
    check.finish()
}
