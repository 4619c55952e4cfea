//! Namespaces and linkage specifications of a unit, followed along its outline.

use asunder_outline::{Item, ItemKind, Outline};
use rustc_hash::FxHashSet;

use crate::context::ScopeSegment;

/// Namespaces and linkage specifications around the current item.
#[derive(Default)]
pub(super) struct ScopeStack {
    pub(super) path: Vec<ScopeSegment>,
    /// How many segments each open brace added.
    opened: Vec<usize>,
}

impl ScopeStack {
    /// Enters or leaves what `item` opens or closes.
    pub(super) fn visit(&mut self, text: &str, item: &Item) {
        let segments: Vec<ScopeSegment> = match item.kind {
            ItemKind::Declaration => return,
            ItemKind::Close => {
                let segments = self.opened.pop().unwrap_or(0);
                self.path.truncate(self.path.len() - segments);
                return;
            }
            ItemKind::NamespaceOpen => {
                let names = namespace_names(&text[item.range]);
                let names: Vec<_> = names.map(|name| ScopeSegment::Named(name.to_owned())).collect();
                if names.is_empty() { vec![ScopeSegment::Unnamed] } else { names }
            }
            ItemKind::LinkageOpen => {
                let language = text[item.range].split('"').nth(1).unwrap_or("");
                vec![ScopeSegment::Linkage(language.to_owned())]
            }
        };
        self.opened.push(segments.len());
        self.path.extend(segments);
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

/// Scopes that hold an `inline namespace {`: the reference leaves their unnamed namespaces alone
/// (spec page 5 §2.8).
pub(super) fn scopes_with_inline_unnamed_namespace(
    text: &str,
    outline: &Outline,
) -> FxHashSet<Vec<ScopeSegment>> {
    let mut found = FxHashSet::default();
    let mut scopes = ScopeStack::default();
    for item in outline.items.iter().filter(|item| item.kind != ItemKind::Declaration) {
        let outer = scopes.path.clone();
        scopes.visit(text, item);
        let opens_unnamed =
            item.kind == ItemKind::NamespaceOpen && scopes.path.last() == Some(&ScopeSegment::Unnamed);
        if opens_unnamed && text[item.range].starts_with("inline") {
            found.insert(outer);
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
