//! The shape of a unit: its namespaces, its items, and which items may declare a name.
//!
//! Made from the outline and the tokens, without parsing.

use std::sync::Arc;

pub use crate::index::{NameIndex, name_index};
use asunder_mangle::model::Ident;
use asunder_outline::{ItemKind, outline};
use asunder_source::{SourceText, line_table};
use asunder_syntax::{Dialect, Lexer, SyntaxKind, TextRange, TextSize};
use rustc_hash::FxHashMap;

/// A namespace of a unit; 0 is the global one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamespaceId(pub u32);

impl NamespaceId {
    /// The global namespace.
    pub const GLOBAL: NamespaceId = NamespaceId(0);
}

/// A namespace; all its openings are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namespace {
    /// The enclosing namespace; `None` for the global one.
    pub parent: Option<NamespaceId>,
    /// Its name; `None` when it is unnamed (or global).
    pub name: Option<Ident>,
    /// `inline` at its first opening.
    pub inline: bool,
    /// Its `abi_tag` attribute: the tags, or its name when it gives none.
    pub abi_tags: Vec<Ident>,
}

/// A top-level declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The namespace it stands in.
    pub namespace: NamespaceId,
    /// It stands in an `extern "C" {`.
    pub c_linkage: bool,
    /// It comes from a system header (line marker flag 3).
    pub system: bool,
    /// Its text, in bytes of the unit.
    pub range: TextRange,
}

/// Namespaces and items of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// All namespaces; the first is the global one.
    pub namespaces: Vec<Namespace>,
    /// Declarations in source order.
    pub items: Vec<Item>,
    /// Where namespaces are opened: the name there, or the brace of an unnamed one.
    pub openings: Vec<(NamespaceId, TextRange)>,
}

impl Layout {
    /// `::A::B::` for the namespace `id`; `None` when one around it is unnamed.
    pub fn qualifier(&self, id: NamespaceId) -> Option<String> {
        let mut qualifier = String::from("::");
        let mut at = id;
        while let Some(parent) = self.namespace(at).parent {
            let name = self.namespace(at).name.as_ref()?;
            qualifier.insert_str(0, &format!("::{name}"));
            at = parent;
        }
        Some(qualifier)
    }

    /// The namespace `id`.
    pub fn namespace(&self, id: NamespaceId) -> &Namespace {
        &self.namespaces[id.0 as usize]
    }

    /// The namespace `name` declared directly in `parent`.
    pub fn child(&self, parent: NamespaceId, name: &str) -> Option<NamespaceId> {
        let found = self.namespaces.iter().position(|namespace| {
            namespace.parent == Some(parent) && namespace.name.as_deref() == Some(name)
        })?;
        Some(NamespaceId(found as u32))
    }

    /// `id` and the namespaces whose members are found as if they were its own: inline and unnamed
    /// ones inside it, at any depth.
    pub fn transparent(&self, id: NamespaceId) -> Vec<NamespaceId> {
        let mut set = vec![id];
        // A namespace comes after the one that encloses it.
        for (index, namespace) in self.namespaces.iter().enumerate().skip(id.0 as usize + 1) {
            if (namespace.inline || namespace.name.is_none())
                && namespace.parent.is_some_and(|parent| set.contains(&parent))
            {
                set.push(NamespaceId(index as u32));
            }
        }
        set
    }

    /// `id` and the namespaces around it, innermost first.
    pub fn ancestors(&self, id: NamespaceId) -> impl Iterator<Item = NamespaceId> {
        std::iter::successors(Some(id), |id| self.namespace(*id).parent)
    }

    /// The number of the item that covers byte `offset` of the unit.
    pub fn item_at(&self, offset: u32) -> Option<u32> {
        let after = self.items.partition_point(|item| u32::from(item.range.start()) <= offset);
        let index = after.checked_sub(1)?;
        (offset < u32::from(self.items[index].range.end())).then_some(index as u32)
    }
}

/// The layout of a unit.
#[salsa::tracked(returns(ref))]
pub fn layout(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<Layout> {
    let text = source.text(db);
    let outline = outline(db, source, dialect);
    let lines = line_table(db, source);
    let mut builder = Builder::new();
    for item in &outline.items {
        let words = || Words::new(&text[item.range], dialect);
        match item.kind {
            ItemKind::Declaration => {
                let system = lines.is_system(u32::from(item.range.start()) as usize);
                builder.item(item.range, system);
            }
            ItemKind::NamespaceOpen => builder.open_namespace(words(), item.range.start()),
            ItemKind::LinkageOpen => builder.open_linkage(words()),
            ItemKind::Close => builder.close(),
        }
    }
    Arc::new(builder.layout)
}

/// The significant tokens of a text.
pub(crate) struct Words<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
}

impl<'t> Words<'t> {
    pub(crate) fn new(text: &'t str, dialect: Dialect) -> Self {
        Words { text, lexer: Lexer::new(text, dialect) }
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = (SyntaxKind, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.lexer.offset();
            let token = self.lexer.next()?;
            if !token.kind.is_trivia() {
                return Some((token.kind, &self.text[start..start + token.len as usize]));
            }
        }
    }
}

/// Namespaces nested more deeply are taken for the one around them.
const MAX_DEPTH: u32 = 200;

struct Builder {
    layout: Layout,
    children: FxHashMap<(NamespaceId, Option<Ident>), NamespaceId>,
    /// How deep each namespace is nested.
    depths: Vec<u32>,
    /// State outside the open blocks: namespace and C linkage.
    open: Vec<(NamespaceId, bool)>,
    current: NamespaceId,
    c_linkage: bool,
}

impl Builder {
    fn new() -> Self {
        let global = Namespace { parent: None, name: None, inline: false, abi_tags: Vec::new() };
        Builder {
            layout: Layout { namespaces: vec![global], items: Vec::new(), openings: Vec::new() },
            children: FxHashMap::default(),
            depths: vec![0],
            open: Vec::new(),
            current: NamespaceId::GLOBAL,
            c_linkage: false,
        }
    }

    fn item(&mut self, range: TextRange, system: bool) {
        let (namespace, c_linkage) = (self.current, self.c_linkage);
        self.layout.items.push(Item { namespace, c_linkage, system, range });
    }

    fn open_linkage(&mut self, mut words: Words<'_>) {
        self.open.push((self.current, self.c_linkage));
        if let Some((_, language)) = words.find(|(kind, _)| *kind == SyntaxKind::STRING) {
            self.c_linkage = language == "\"C\"";
        }
    }

    fn open_namespace(&mut self, words: Words<'_>, start: TextSize) {
        let text = words.text;
        let place = |word: &str| {
            let offset = word.as_ptr() as usize - text.as_ptr() as usize;
            TextRange::at(start + TextSize::new(offset as u32), TextSize::of(word))
        };
        self.open.push((self.current, self.c_linkage));
        let mut inline = false;
        let mut pending: Option<Ident> = None;
        let mut at = TextRange::empty(start);
        let mut named = false;
        let mut parentheses = 0u32;
        let mut tagged = false;
        let mut tags: Vec<Ident> = Vec::new();
        for (kind, word) in words {
            match kind {
                SyntaxKind::L_PAREN | SyntaxKind::L_BRACK => parentheses += 1,
                SyntaxKind::R_PAREN | SyntaxKind::R_BRACK => {
                    parentheses = parentheses.saturating_sub(1);
                }
                SyntaxKind::STRING if tagged => tags.push(word.trim_matches('"').into()),
                _ if parentheses > 0 => tagged |= word.trim_matches('_') == "abi_tag",
                SyntaxKind::INLINE_KW => inline = true,
                SyntaxKind::L_BRACE if !named => at = place(word),
                SyntaxKind::COLON2 => {
                    self.enter(pending.take(), inline, at);
                    inline = false;
                }
                kind if kind.is_identifier() => {
                    named = true;
                    at = place(word);
                    pending = Some(word.into());
                }
                _ => {}
            }
        }
        if pending.is_some() || !named {
            if tagged && tags.is_empty() {
                tags.extend(pending.clone());
            }
            self.enter(pending, inline, at);
            let namespace = &mut self.layout.namespaces[self.current.0 as usize];
            namespace.abi_tags.extend(tags);
            namespace.abi_tags.sort();
            namespace.abi_tags.dedup();
        }
    }

    fn enter(&mut self, name: Option<Ident>, inline: bool, at: TextRange) {
        let depth = self.depths[self.current.0 as usize] + 1;
        if depth > MAX_DEPTH {
            return;
        }
        let key = (self.current, name);
        let layout = &mut self.layout;
        let depths = &mut self.depths;
        self.current = *self.children.entry(key).or_insert_with_key(|(parent, name)| {
            let id = NamespaceId(layout.namespaces.len() as u32);
            depths.push(depth);
            layout.namespaces.push(Namespace {
                parent: Some(*parent),
                name: name.clone(),
                inline,
                abi_tags: Vec::new(),
            });
            id
        });
        layout.openings.push((self.current, at));
    }

    fn close(&mut self) {
        if let Some((namespace, c_linkage)) = self.open.pop() {
            self.current = namespace;
            self.c_linkage = c_linkage;
        }
    }
}
