//! Kernels: where they are launched, and why device code is kept.

use std::cell::OnceCell;

use asunder_decls::identifiers::EntityKey;
use asunder_decls::names::DeclRef;
use asunder_decls::occurrences::{Role, Target};
use asunder_decls::queries::item_positions;
use asunder_slice::{Reason, Side, needed};
use asunder_source::UnitPositions;
use asunder_syntax::{SyntaxKind, TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::Unit;
use crate::references::external_name;

/// A function whose code the device may keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceFunction {
    /// Its name, in bytes of the unit.
    pub name: TextRange,
    /// What it is, of a kernel.
    pub kernel: Option<Kernel>,
    /// Where it is launched in the user's own files; for kernels alone.
    pub launches: Vec<TextRange>,
}

/// A kernel, in a form that another unit understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Its qualified name.
    pub name: String,
    /// Its declared type.
    pub ty: Option<String>,
    /// Its linker name, if it has one that other units may have too ([basic.link]).
    pub linker_name: Option<String>,
    /// Where its names are declared, in bytes of the unit.
    pub declarations: Vec<TextSize>,
}

/// A launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The name of the kernel in it, in bytes of the unit.
    pub name: TextRange,
    /// What it launches.
    pub kernel: Kernel,
}

/// The definitions of kernels and device functions in these files, as line markers name them.
pub fn of_files(unit: &Unit<'_>, files: &[String]) -> Vec<DeviceFunction> {
    let mut found = Vec::new();
    let launched = OnceCell::new();
    for item in unit.items_of(files) {
        let decls = unit.names.decls(item);
        for (local, _) in decls.iter() {
            let decl = DeclRef { item, local };
            if unit.names.function_of(decl).is_none() || unit.names.definition_of(decl) != Some(decl) {
                continue;
            }
            let spaces = unit.names.spaces(decl).unwrap_or_default();
            let positions = item_positions(unit.db, unit.names.item_text(item));
            let Some(name) = positions.names.get(local.index()) else { continue };
            if !spaces.global && !spaces.device {
                continue;
            }
            let mut function =
                DeviceFunction { name: unit.in_unit(item, *name), kernel: None, launches: Vec::new() };
            if spaces.global {
                let all: &FxHashMap<_, _> = launched.get_or_init(|| launched_kernels(unit));
                let key = unit.names.entity_key(item, Target::Decl(decl));
                let launches = key.and_then(|key| all.get(&key));
                function.launches = launches.map(|(_, places)| places.clone()).unwrap_or_default();
                function.kernel = kernel(unit, decl);
            }
            found.push(function);
        }
    }
    found
}

/// The launches in the user's own files, in the order of their kernels' declarations.
pub fn launches(unit: &Unit<'_>) -> Vec<Launch> {
    let mut all: Vec<(EntityKey, (DeclRef, Vec<TextRange>))> = launched_kernels(unit).into_iter().collect();
    all.sort_by_key(|(_, (decl, _))| *decl);
    let each = all.into_iter().filter_map(|(_, (decl, places))| Some((kernel(unit, decl)?, places)));
    each.flat_map(|(kernel, places)| {
        places.into_iter().map(move |name| Launch { name, kernel: kernel.clone() })
    })
    .collect()
}

/// The kernels that the user's own files launch, each by a declaration, and the names in these launches.
fn launched_kernels(unit: &Unit<'_>) -> FxHashMap<EntityKey, (DeclRef, Vec<TextRange>)> {
    let mut found: FxHashMap<EntityKey, (DeclRef, Vec<TextRange>)> = FxHashMap::default();
    for item in unit.own_items().iter().copied() {
        let text = unit.source.slice(unit.db, unit.names.range(item).into());
        if memchr::memmem::find(text.as_bytes(), b"<<<").is_none() {
            continue;
        }
        let root = unit.names.tree(item);
        let launches = root.descendants().filter(|node| node.kind() == SyntaxKind::LAUNCH_EXPR);
        let callees: Vec<TextRange> =
            launches.filter_map(|node| Some(node.first_child()?.text_range())).collect();
        if callees.is_empty() {
            continue;
        }
        for name in unit.names_of(item) {
            // Callees stand in the order of the text.
            let next = callees.partition_point(|callee| callee.start() <= name.range.start());
            let is_callee = callees[..next].last().is_some_and(|callee| callee.contains_range(name.range));
            let (Some(Target::Decl(decl)), Some(key), true, Role::Use) =
                (name.target, unit.key(&name), is_callee, name.role)
            else {
                continue;
            };
            if unit.names.spaces(decl).is_some_and(|spaces| spaces.global) {
                let place = unit.in_unit(item, name.range);
                found.entry(key).or_insert_with(|| (decl, Vec::new())).1.push(place);
            }
        }
    }
    found
}

/// What a kernel is for other units.
fn kernel(unit: &Unit<'_>, decl: DeclRef) -> Option<Kernel> {
    let all = unit.names.declarations_of(decl).unwrap_or_else(|| vec![decl]);
    Some(Kernel {
        name: unit.names.qualified_text(decl)?,
        ty: unit.names.declared_type_text(decl),
        linker_name: external_name(unit, decl),
        declarations: all.into_iter().filter_map(|it| unit.names.name_offset(it)).collect(),
    })
}

/// The names of the functions and variables that the declaration around byte `offset` declares, in bytes of the unit.
pub fn names_declared_around(unit: &Unit<'_>, offset: TextSize) -> Vec<TextSize> {
    let Some((item, _)) = unit.place(offset) else { return Vec::new() };
    let names = &unit.names;
    let all = names.decls(item).iter().map(|(local, _)| DeclRef { item, local });
    let code = all.filter(|it| names.function_of(*it).is_some() || names.variable_type(*it).is_some());
    code.filter_map(|it| names.name_offset(it)).collect()
}

/// Why the device compiler gets an item: the chain from the item to what is kept for itself, each by the first byte of
/// the item and why it is kept.
pub fn why_kept(unit: &Unit<'_>, offset: TextSize) -> Option<Vec<(TextSize, &'static str)>> {
    let outline = asunder_outline::outline(unit.db, unit.source, unit.dialect);
    let index = outline.items.partition_point(|item| item.range.start() <= offset).checked_sub(1)?;
    let needed = needed(unit.db, unit.source, unit.dialect, Side::Device.into());
    let mut number = index;
    let mut chain = Vec::new();
    loop {
        let reason = needed.reason(number)?;
        let at = outline.items.get(number)?.range.start();
        chain.push((at, words(reason)));
        match reason {
            Reason::Used { by, .. } if chain.len() < MAX_CHAIN => number = by as usize,
            _ => return Some(chain),
        }
    }
}

/// Links of a chain that are shown.
const MAX_CHAIN: usize = 100;

fn words(reason: Reason) -> &'static str {
    match reason {
        Reason::Own => "it stands in the user's own files",
        Reason::Form => "its form is always kept",
        Reason::Code => "it is device code or data",
        Reason::ReachesKernel => "it reaches a kernel template",
        Reason::Instantiates => "it instantiates a template first",
        Reason::Implied => "the compiler looks for it itself",
        Reason::Used { .. } => "it is used by",
    }
}

/// The declarations that the device compiler gets because of the one at byte `offset`, in the order of the unit; the
/// declaration itself is among them. `None` where it is not kept.
pub fn kept_for(unit: &Unit<'_>, offset: TextSize) -> Option<Vec<TextRange>> {
    let outline = asunder_outline::outline(unit.db, unit.source, unit.dialect);
    let index = outline.items.partition_point(|item| item.range.start() <= offset).checked_sub(1)?;
    let needed = needed(unit.db, unit.source, unit.dialect, Side::Device.into());
    needed.reason(index)?;
    let mut users: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for number in 0..needed.len() {
        if let Some(Reason::Used { by, .. }) = needed.reason(number) {
            users.entry(by as usize).or_default().push(number);
        }
    }
    let mut kept = vec![index];
    let mut next = 0;
    while let Some(number) = kept.get(next) {
        kept.extend(users.remove(number).unwrap_or_default());
        next += 1;
    }
    kept.sort_unstable();
    Some(kept.into_iter().filter_map(|number| Some(outline.items.get(number)?.range)).collect())
}

/// The files and presumed lines of the declaration at byte `offset`: first and last.
pub fn lines_of_item(unit: &Unit<'_>, offset: TextSize) -> Option<(String, u32, u32)> {
    let (item, _) = unit.place(offset)?;
    let range = unit.names.range(item);
    let positions = UnitPositions::new(unit.db, unit.source);
    let first = positions.position(range.start().into());
    let last = positions.position(usize::from(range.end()).saturating_sub(1));
    (first.file == last.file).then(|| (asunder_source::file_name(first.file), first.line, last.line))
}
