//! Namespaces and linkage specifications of a unit, followed along its outline.

use std::sync::Arc;

use asunder_outline::{Item, ItemKind, block_outline};
use asunder_source::{Block, SourceText};
use asunder_syntax::Dialect;

use crate::context::ScopeSegment;

/// Namespaces and linkage specifications around the current item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ScopeStack {
    pub(super) path: Vec<ScopeSegment>,
    /// How many segments each open brace added, and whether it gives its members a visibility.
    opened: Vec<(usize, bool)>,
}

/// What an item opens or closes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ScopeChange {
    Opens {
        segments: Vec<ScopeSegment>,
        /// `namespace N __attribute__((visibility("…"))) {`
        says_visibility: bool,
    },
    /// `inline namespace {`
    OpensInlineUnnamed,
    Closes,
}

impl ScopeChange {
    /// What `item` of `text` opens or closes; `None` for declarations.
    fn of(text: &str, item: &Item) -> Option<ScopeChange> {
        match item.kind {
            ItemKind::Declaration => None,
            ItemKind::Close => Some(ScopeChange::Closes),
            ItemKind::NamespaceOpen => {
                let head = &text[item.range];
                let names = namespace_names(head);
                let names: Vec<_> = names.map(|name| ScopeSegment::Named(name.to_owned())).collect();
                let says_visibility = head.contains("visibility");
                Some(match names.is_empty() {
                    false => ScopeChange::Opens { segments: names, says_visibility },
                    true if head.starts_with("inline") => ScopeChange::OpensInlineUnnamed,
                    true => ScopeChange::Opens { segments: vec![ScopeSegment::Unnamed], says_visibility },
                })
            }
            ItemKind::LinkageOpen => {
                let language = text[item.range].split('"').nth(1).unwrap_or("");
                let segments = vec![ScopeSegment::Linkage(language.to_owned())];
                Some(ScopeChange::Opens { segments, says_visibility: false })
            }
        }
    }
}

impl ScopeStack {
    /// Enters or leaves what `item` opens or closes.
    pub(super) fn visit(&mut self, text: &str, item: &Item) {
        if let Some(change) = ScopeChange::of(text, item) {
            self.apply(&change);
        }
    }

    fn apply(&mut self, change: &ScopeChange) {
        match change {
            ScopeChange::Closes => {
                let (segments, _) = self.opened.pop().unwrap_or_default();
                self.path.truncate(self.path.len() - segments);
            }
            ScopeChange::OpensInlineUnnamed => {
                self.opened.push((1, false));
                self.path.push(ScopeSegment::Unnamed);
            }
            ScopeChange::Opens { segments, says_visibility } => {
                self.opened.push((segments.len(), *says_visibility));
                self.path.extend_from_slice(segments);
            }
        }
    }

    /// Whether a namespace around gives its members a visibility.
    pub(super) fn says_visibility(&self) -> bool {
        self.opened.iter().any(|(_, says_visibility)| *says_visibility)
    }

    pub(super) fn is_file_scope(&self) -> bool {
        self.path.iter().all(|segment| matches!(segment, ScopeSegment::Linkage(_)))
    }

    /// Names of the namespaces, unnamed ones left out.
    pub(super) fn names(&self) -> Vec<String> {
        let name = |segment: &ScopeSegment| match segment {
            ScopeSegment::Named(name) => Some(name.clone()),
            _ => None,
        };
        self.path.iter().filter_map(name).collect()
    }
}

/// The names in the head of a namespace definition: `A`, `B` of `namespace A::inline B {`.
pub(super) fn namespace_names(head: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0u32;
    let words = head.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    words.filter_map(move |chunk| {
        let word = chunk.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
        let outside = depth == 0;
        match chunk.chars().last() {
            Some('(' | '[') => depth += 1,
            Some(')' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if word.is_empty() {
            return None;
        }
        let is_name = outside
            && !matches!(
                word,
                "namespace"
                    | "inline"
                    | "export"
                    | "__attribute__"
                    | "__attribute"
                    | "__inline__"
                    | "__inline"
                    | "__extension__"
            );
        is_name.then_some(word)
    })
}

/// What the items of a block open and close, with their numbers in its outline.
#[salsa::tracked(returns(ref))]
fn block_scopes(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Vec<(u32, ScopeChange)> {
    let text = block.text(db);
    let items = block_outline(db, block, dialect).items.iter().enumerate();
    items.filter_map(|(index, item)| Some((index as u32, ScopeChange::of(text, item)?))).collect()
}

/// What stands around the start of each block of a unit.
#[salsa::tracked(returns(ref))]
fn scope_entries(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<[ScopeStack]> {
    let mut scopes = ScopeStack::default();
    let entry = |block: &Block| {
        let entry = scopes.clone();
        block_scopes(db, *block, dialect).iter().for_each(|(_, change)| scopes.apply(change));
        entry
    };
    source.blocks(db).iter().map(entry).collect()
}

/// What stands around the start of a block of a unit.
#[salsa::tracked(returns(ref))]
pub(super) fn scope_entry(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> ScopeStack {
    let number = source.block_number(db, block);
    number.map_or_else(ScopeStack::default, |number| scope_entries(db, source, dialect)[number].clone())
}

/// What stands around item `index` of the outline of a block.
pub(super) fn scope_of(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    index: u32,
    dialect: Dialect,
) -> ScopeStack {
    let mut scopes = scope_entry(db, source, block, dialect).clone();
    let changes = block_scopes(db, block, dialect);
    changes.iter().take_while(|(at, _)| *at < index).for_each(|(_, change)| scopes.apply(change));
    scopes
}

/// Scopes that hold an `inline namespace {`: the reference leaves their unnamed namespaces alone
/// (spec page 5 §2.8).
#[salsa::tracked(returns(ref))]
pub(super) fn scopes_with_inline_unnamed_namespace(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Vec<Vec<ScopeSegment>> {
    let mut found = Vec::new();
    let mut scopes = ScopeStack::default();
    for block in source.blocks(db).iter() {
        for (_, change) in block_scopes(db, *block, dialect) {
            if *change == ScopeChange::OpensInlineUnnamed {
                found.push(scopes.path.clone());
            }
            scopes.apply(change);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_namespace_heads() {
        let names = |head| namespace_names(head).collect::<Vec<_>>();
        assert_eq!(names("namespace A {"), ["A"]);
        assert_eq!(names("inline namespace A::inline B::C {"), ["A", "B", "C"]);
        assert_eq!(
            names("namespace [[deprecated(\"x y\")]] A __attribute__((visibility(\"default\"))) {"),
            ["A"]
        );
        assert_eq!(names("namespace {"), [""; 0]);
    }
}
