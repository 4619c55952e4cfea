//! Kernels: where they are launched, and why device code is kept.

use asunder_decls::identifiers::EntityKey;
use asunder_decls::names::DeclRef;
use asunder_decls::occurrences::Role;
use asunder_decls::queries::item_positions;
use asunder_slice::{Reason, Side, needed};
use asunder_source::UnitPositions;
use asunder_syntax::{SyntaxKind, TextRange, TextSize};

use crate::Unit;

/// A function whose code the device may keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceFunction {
    /// Its name, in bytes of the unit.
    pub name: TextRange,
    /// It is a kernel.
    pub is_kernel: bool,
    /// Where it is launched in the user's own files; for kernels alone.
    pub launches: Vec<TextRange>,
}

/// The definitions of kernels and device functions in these files, as line markers name them.
pub fn of_files(unit: &Unit<'_>, files: &[String]) -> Vec<DeviceFunction> {
    let mut found = Vec::new();
    let own = unit.own_items();
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
            let launches = if spaces.global { launches(unit, decl, *name, &own) } else { Vec::new() };
            found.push(DeviceFunction {
                name: unit.in_unit(item, *name),
                is_kernel: spaces.global,
                launches,
            });
        }
    }
    found
}

fn launches(unit: &Unit<'_>, kernel: DeclRef, name: TextRange, own: &[u32]) -> Vec<TextRange> {
    let spelling = unit.slice(kernel.item, name);
    let target = asunder_decls::occurrences::Target::Decl(kernel);
    let Some(key @ EntityKey::Outer(_)) = unit.names.entity_key(kernel.item, target) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in own {
        for name in unit.names_spelled(*item, &spelling) {
            let is_it = name.role == Role::Use && unit.key(&name) == Some(key);
            if is_it && is_launched(unit, *item, name.range.start()) {
                found.push(unit.in_unit(*item, name.range));
            }
        }
    }
    found
}

/// Whether the name at byte `at` of an item is the callee of a launch.
fn is_launched(unit: &Unit<'_>, item: u32, at: TextSize) -> bool {
    let Some(token) = asunder_syntax::token_at(&unit.names.tree(item), at) else { return false };
    token.parent_ancestors().any(|node| {
        node.kind() == SyntaxKind::LAUNCH_EXPR
            && node.first_child().is_some_and(|callee| callee.text_range().contains_range(token.text_range()))
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
    let mut users: rustc_hash::FxHashMap<usize, Vec<usize>> = rustc_hash::FxHashMap::default();
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
