//! The shape of a unit: its namespaces, its items, and which items may declare a name.
//!
//! Made from the outline and the tokens, without parsing.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use asunder_mangle::model::Ident;
use asunder_outline::{Facts, ItemKind, block_item_numbers, block_outline};
use asunder_source::{Block, SourceText, block_headers, block_lines, block_offsets, system_entries};
use asunder_syntax::{Dialect, SignificantTokens, SyntaxKind, TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::tree::ItemText;

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
    /// `inline` at an opening.
    pub inline: bool,
    /// Its `abi_tag` attribute: the tags, or its name when it gives none.
    pub abi_tags: Vec<Ident>,
    /// The number of the head that opens it first, in the order of items; 0 for the global one.
    pub opened: u32,
}

/// A top-level declaration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// The namespace it stands in.
    pub namespace: NamespaceId,
    /// It stands in an `extern "C" {`.
    pub c_linkage: bool,
    /// It comes from a system header (line marker flag 3).
    pub system: bool,
    /// What its outline shows of what it declares.
    pub(crate) form: ItemForm,
    /// The block it stands in.
    pub block: Block,
}

impl Item {
    /// Whether it defines classes, and if so whether something in them may have an attribute of CUDA.
    pub fn annotates_class(&self) -> Option<bool> {
        match self.form {
            ItemForm::Class { annotated } => Some(annotated),
            ItemForm::Function | ItemForm::Other => None,
        }
    }
}

/// What an item can declare, as its outline shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ItemForm {
    /// Nothing but one function, whose name is an identifier without qualifier.
    Function,
    /// A class, and whatever stands in it.
    Class {
        /// It holds an attribute of CUDA.
        annotated: bool,
    },
    /// Anything else.
    Other,
}

impl ItemForm {
    fn of(item: &asunder_outline::Item, text: &str) -> ItemForm {
        if item.facts.contains(Facts::CLASS_BODY) {
            let annotated = item.facts.intersects(Facts::CUDA_ATTRIBUTE.union(Facts::HOST_DEVICE));
            return ItemForm::Class { annotated };
        }
        let Some(name) = item.function_name else { return ItemForm::Other };
        let before = text[usize::from(item.range.start())..usize::from(name.start())].trim_end();
        match before.ends_with(['~', ':']) {
            true => ItemForm::Other,
            false => ItemForm::Function,
        }
    }
}

/// Where a namespace is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The namespace.
    pub namespace: NamespaceId,
    /// The block.
    block: Block,
    /// The number of the head.
    head: u32,
    /// The name there, or the brace of an unnamed one, from the start of the head.
    range: TextRange,
}

/// The shape of a block, without positions: an edit inside a declaration leaves it as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BlockShape {
    items: Vec<ShapeItem>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ShapeItem {
    /// A declaration; whether it comes from a system header, where the block says so.
    Declaration(Option<bool>, ItemForm),
    /// The head of a namespace.
    Namespace(Box<str>),
    /// The head of a linkage specification.
    Linkage(Box<str>),
    Close,
}

/// The shape of a block.
#[salsa::tracked(returns(ref))]
fn block_shape(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> BlockShape {
    let text = block.text(db);
    let lines = block_lines(db, block);
    let shape = |item: &asunder_outline::Item| match item.kind {
        ItemKind::Declaration => {
            ShapeItem::Declaration(lines.is_system(item.range.start().into()), ItemForm::of(item, text))
        }
        ItemKind::NamespaceOpen => ShapeItem::Namespace(text[item.range].into()),
        ItemKind::LinkageOpen => ShapeItem::Linkage(text[item.range].into()),
        ItemKind::Close => ShapeItem::Close,
    };
    BlockShape { items: block_outline(db, block, dialect).items.iter().map(shape).collect() }
}

/// The place in a block's outline of the item with this number.
pub fn outline_index(db: &dyn salsa::Database, block: Block, number: u32, dialect: Dialect) -> Option<usize> {
    block_item_numbers(db, block, dialect).binary_search(&number).ok()
}

/// The number of the declaration at this place in the outline of a block.
pub fn item_number(db: &dyn salsa::Database, block: Block, index: u32, dialect: Dialect) -> Option<u32> {
    let item = block_outline(db, block, dialect).items.get(index as usize)?;
    let numbers = block_item_numbers(db, block, dialect);
    (item.kind == ItemKind::Declaration).then(|| numbers[index as usize])
}

/// The text of the item with this number: it stays when other items come and go.
#[salsa::tracked(returns(copy))]
pub(crate) fn item_text<'db>(
    db: &'db dyn salsa::Database,
    block: Block,
    number: u32,
    dialect: Dialect,
) -> ItemText<'db> {
    text_of(db, block, number, dialect)
}

/// The same, not as a query of its own: of a text that is never edited.
pub(crate) fn text_of<'db>(
    db: &'db dyn salsa::Database,
    block: Block,
    number: u32,
    dialect: Dialect,
) -> ItemText<'db> {
    text_at(db, block, outline_index(db, block, number, dialect), dialect)
}

/// The texts of the user's items of a block, by their numbers.
#[derive(Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct OwnTexts<'db> {
    texts: Box<[(u32, ItemText<'db>)]>,
}

impl<'db> OwnTexts<'db> {
    /// The text of the item with this number, if that is the user's.
    pub fn get(&self, number: u32) -> Option<ItemText<'db>> {
        let index = self.texts.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(self.texts[index].1)
    }
}

/// The texts of the user's items of a block of a text that is read once: what each view would make again.
#[salsa::tracked(returns(ref))]
pub fn own_texts<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> OwnTexts<'db> {
    let headers = block_headers(db, source, block);
    if headers.contain_all() {
        return OwnTexts { texts: Box::default() };
    }
    let (text, items) = (block.text(db), &block_outline(db, block, dialect).items);
    let numbered = items.iter().zip(block_item_numbers(db, block, dialect).iter());
    let own = numbered.filter(|(item, _)| {
        item.kind == ItemKind::Declaration && !headers.contain(item.range.start().into())
    });
    let texts = own.map(|(item, number)| (*number, ItemText::new(db, &text[item.range], dialect)));
    OwnTexts { texts: texts.collect() }
}

/// The text of an item of a block's outline: what depends on it alone stays when other items change.
#[salsa::tracked(returns(copy))]
pub fn block_item_text<'db>(
    db: &'db dyn salsa::Database,
    block: Block,
    index: u32,
    dialect: Dialect,
) -> ItemText<'db> {
    text_at(db, block, Some(index as usize), dialect)
}

/// The text of the item at a place in a block's outline; empty if there is none.
fn text_at<'db>(
    db: &'db dyn salsa::Database,
    block: Block,
    index: Option<usize>,
    dialect: Dialect,
) -> ItemText<'db> {
    let item = index.and_then(|index| block_outline(db, block, dialect).items.get(index));
    ItemText::new(db, item.map_or("", |item| &block.text(db)[item.range]), dialect)
}

/// The namespaces of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namespaces {
    /// All namespaces; the first is the global one.
    all: Vec<Namespace>,
    /// Those directly in each by their names.
    named: FxHashMap<NamespaceId, FxHashMap<Ident, NamespaceId>>,
    unnamed: FxHashMap<NamespaceId, NamespaceId>,
    /// Those with a name, wherever they are, in order.
    called: FxHashMap<Ident, Vec<NamespaceId>>,
    /// The inline and unnamed ones directly in each, in order.
    transparent: FxHashMap<NamespaceId, Vec<NamespaceId>>,
}

/// Namespaces and items of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    namespaces: Arc<Namespaces>,
    /// Declarations in source order.
    items: Vec<Item>,
    /// Their numbers.
    numbers: Vec<u32>,
    /// Where namespaces are opened, in source order.
    pub openings: Vec<Opening>,
}

impl Namespaces {
    fn new(all: Vec<Namespace>) -> Namespaces {
        let mut namespaces = Namespaces {
            all,
            named: FxHashMap::default(),
            unnamed: FxHashMap::default(),
            called: FxHashMap::default(),
            transparent: FxHashMap::default(),
        };
        for (index, namespace) in namespaces.all.iter().enumerate() {
            let Some(parent) = namespace.parent else { continue };
            let id = NamespaceId(index as u32);
            if namespace.inline || namespace.name.is_none() {
                namespaces.transparent.entry(parent).or_default().push(id);
            }
            if let Some(name) = &namespace.name {
                namespaces.called.entry(name.clone()).or_default().push(id);
            }
            match &namespace.name {
                Some(name) => namespaces.named.entry(parent).or_default().insert(name.clone(), id),
                None => namespaces.unnamed.insert(parent, id),
            };
        }
        namespaces
    }

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

    /// All namespaces, each behind the one around it; the first is the global one.
    pub fn ids(&self) -> impl Iterator<Item = NamespaceId> {
        (0..self.all.len() as u32).map(NamespaceId)
    }

    /// The namespace `id`.
    pub fn namespace(&self, id: NamespaceId) -> &Namespace {
        &self.all[id.0 as usize]
    }

    /// The namespace `name` declared directly in `parent`.
    pub fn child(&self, parent: NamespaceId, name: &str) -> Option<NamespaceId> {
        self.named.get(&parent)?.get(name).copied()
    }

    /// The unnamed namespace directly in `parent`.
    pub fn unnamed(&self, parent: NamespaceId) -> Option<NamespaceId> {
        self.unnamed.get(&parent).copied()
    }

    /// `id` and the namespaces whose members are found as if they were its own: inline and unnamed
    /// ones inside it, at any depth.
    pub fn transparent(&self, id: NamespaceId) -> Vec<NamespaceId> {
        let mut set = vec![id];
        let mut next = 0;
        while let Some(at) = set.get(next) {
            set.extend_from_slice(self.transparent.get(at).map(Vec::as_slice).unwrap_or_default());
            next += 1;
        }
        set.sort_unstable();
        set
    }

    /// The namespaces with a name, wherever they are, each behind the one around it.
    pub fn called(&self, name: &str) -> &[NamespaceId] {
        self.called.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// `id` and the namespaces around it, innermost first.
    pub fn ancestors(&self, id: NamespaceId) -> impl Iterator<Item = NamespaceId> {
        std::iter::successors(Some(id), |id| self.namespace(*id).parent)
    }
}

impl Layout {
    /// The namespaces.
    pub fn namespaces(&self) -> &Namespaces {
        &self.namespaces
    }

    /// [`Namespaces::qualifier`].
    pub fn qualifier(&self, id: NamespaceId) -> Option<String> {
        self.namespaces.qualifier(id)
    }

    /// [`Namespaces::namespace`].
    pub fn namespace(&self, id: NamespaceId) -> &Namespace {
        self.namespaces.namespace(id)
    }

    /// [`Namespaces::child`].
    pub fn child(&self, parent: NamespaceId, name: &str) -> Option<NamespaceId> {
        self.namespaces.child(parent, name)
    }

    /// [`Namespaces::transparent`].
    pub fn transparent(&self, id: NamespaceId) -> Vec<NamespaceId> {
        self.namespaces.transparent(id)
    }

    /// [`Namespaces::ancestors`].
    pub fn ancestors(&self, id: NamespaceId) -> impl Iterator<Item = NamespaceId> {
        self.namespaces.ancestors(id)
    }

    /// The numbers of all items, in source order. They grow, with gaps.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.numbers.iter().copied()
    }

    /// Item `number`.
    pub fn item(&self, number: u32) -> Option<&Item> {
        let index = self.numbers.binary_search(&number).ok()?;
        Some(&self.items[index])
    }

    /// The text of item `number`.
    pub fn item_text<'db>(
        &self,
        db: &'db dyn salsa::Database,
        number: u32,
        dialect: Dialect,
    ) -> Option<ItemText<'db>> {
        Some(item_text(db, self.item(number)?.block, number, dialect))
    }

    /// Where item `number` stands, in bytes of the unit.
    pub fn item_range(
        &self,
        db: &dyn salsa::Database,
        source: SourceText,
        number: u32,
        dialect: Dialect,
    ) -> TextRange {
        let Some(item) = self.item(number) else { return TextRange::default() };
        item_range(db, source, (item.block, number), dialect)
    }

    /// Where the name of an opening stands, in bytes of the unit.
    pub fn opening_range(
        &self,
        db: &dyn salsa::Database,
        source: SourceText,
        opening: &Opening,
        dialect: Dialect,
    ) -> TextRange {
        let head = item_range(db, source, (opening.block, opening.head), dialect);
        opening.range + head.start()
    }

    /// The number of the item that covers byte `offset` of the unit.
    pub fn item_at(
        &self,
        db: &dyn salsa::Database,
        source: SourceText,
        offset: TextSize,
        dialect: Dialect,
    ) -> Option<u32> {
        let offsets = block_offsets(db, source);
        let nth = offsets.partition_point(|start| *start <= usize::from(offset)).checked_sub(1)?;
        let block = *source.blocks(db).get(nth)?;
        let offset = offset - TextSize::new(offsets[nth] as u32);
        let items = &block_outline(db, block, dialect).items;
        let index = items.partition_point(|item| item.range.start() <= offset).checked_sub(1)?;
        items[index].range.contains(offset).then(|| item_number(db, block, index as u32, dialect))?
    }
}

/// Where the item of a block with this number stands, in bytes of the unit.
fn item_range(
    db: &dyn salsa::Database,
    source: SourceText,
    (block, number): (Block, u32),
    dialect: Dialect,
) -> TextRange {
    let Some(nth) = source.block_number(db, block) else { return TextRange::default() };
    let Some(index) = outline_index(db, block, number, dialect) else { return TextRange::default() };
    let offset = TextSize::new(block_offsets(db, source)[nth] as u32);
    block_outline(db, block, dialect).items[index].range + offset
}

/// The namespaces of a unit: they stay as they are when declarations come and go.
#[salsa::tracked(returns(ref))]
pub fn namespaces(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<Namespaces> {
    layout(db, source, dialect).namespaces.clone()
}

/// Item `number`, alone: a query that reads it does not depend on other items.
#[salsa::tracked(returns(ref))]
pub fn item_place(
    db: &dyn salsa::Database,
    source: SourceText,
    number: u32,
    dialect: Dialect,
) -> Option<Item> {
    layout(db, source, dialect).item(number).cloned()
}

/// The layout of a unit.
#[salsa::tracked(returns(ref))]
pub fn layout(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<Layout> {
    let systems = system_entries(db, source);
    let mut builder = Builder::new();
    for (block, system) in source.blocks(db).iter().zip(systems.iter()) {
        let numbers = block_item_numbers(db, *block, dialect);
        for (item, number) in block_shape(db, *block, dialect).items.iter().zip(numbers.iter()) {
            let place = (*block, *number);
            match item {
                ShapeItem::Declaration(own, form) => builder.item(place, own.unwrap_or(*system), *form),
                ShapeItem::Namespace(head) => {
                    builder.open_namespace(place, SignificantTokens::new(head, dialect))
                }
                ShapeItem::Linkage(head) => builder.open_linkage(SignificantTokens::new(head, dialect)),
                ShapeItem::Close => builder.close(),
            }
        }
    }
    let Builder { namespaces, items, numbers, openings, .. } = builder;
    let namespaces = Arc::new(Namespaces::new(namespaces));
    Arc::new(Layout { namespaces, items, numbers, openings })
}

/// Namespaces nested more deeply are taken for the one around them.
const MAX_DEPTH: u32 = 200;

struct Builder {
    namespaces: Vec<Namespace>,
    items: Vec<Item>,
    numbers: Vec<u32>,
    openings: Vec<Opening>,
    /// The namespace that another opening of a name extends: one of the namespace around it or of its inline namespace set
    /// ([namespace.def.general]/2).
    extended: FxHashMap<(NamespaceId, Option<Ident>), NamespaceId>,
    /// The named ones of these, by the namespace around them.
    named: FxHashMap<NamespaceId, Vec<(Ident, NamespaceId)>>,
    /// How deep each namespace is nested.
    depths: Vec<u32>,
    /// State outside the open blocks: namespace and C linkage.
    open: Vec<(NamespaceId, bool)>,
    current: NamespaceId,
    c_linkage: bool,
}

impl Builder {
    fn new() -> Self {
        let global = Namespace { parent: None, name: None, inline: false, abi_tags: Vec::new(), opened: 0 };
        Builder {
            namespaces: vec![global],
            items: Vec::new(),
            numbers: Vec::new(),
            openings: Vec::new(),
            extended: FxHashMap::default(),
            named: FxHashMap::default(),
            depths: vec![0],
            open: Vec::new(),
            current: NamespaceId::GLOBAL,
            c_linkage: false,
        }
    }

    fn item(&mut self, (block, number): (Block, u32), system: bool, form: ItemForm) {
        let (namespace, c_linkage) = (self.current, self.c_linkage);
        self.items.push(Item { namespace, c_linkage, system, form, block });
        self.numbers.push(number);
    }

    fn open_linkage(&mut self, mut words: SignificantTokens<'_>) {
        self.open.push((self.current, self.c_linkage));
        if let Some((_, language)) = words.find(|(kind, _)| *kind == SyntaxKind::STRING) {
            self.c_linkage = language == "\"C\"";
        }
    }

    fn open_namespace(&mut self, head: (Block, u32), words: SignificantTokens<'_>) {
        let text = words.text();
        let place = |word: &str| {
            let offset = word.as_ptr() as usize - text.as_ptr() as usize;
            TextRange::at(TextSize::new(offset as u32), TextSize::of(word))
        };
        self.open.push((self.current, self.c_linkage));
        let mut inline = false;
        let mut pending: Option<Ident> = None;
        let mut at = TextRange::default();
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
                    self.enter(pending.take(), inline, (head, at));
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
            self.enter(pending, inline, (head, at));
            let namespace = &mut self.namespaces[self.current.0 as usize];
            namespace.abi_tags.extend(tags);
            namespace.abi_tags.sort();
            namespace.abi_tags.dedup();
        }
    }

    /// Enters the namespace that a head names at `range`, counted from its start.
    fn enter(
        &mut self,
        name: Option<Ident>,
        inline: bool,
        ((block, head), range): ((Block, u32), TextRange),
    ) {
        let depth = self.depths[self.current.0 as usize] + 1;
        if depth > MAX_DEPTH {
            return;
        }
        let parent = self.current;
        self.current = match self.extended.get(&(parent, name.clone())) {
            Some(known) => *known,
            None => {
                let id = NamespaceId(self.namespaces.len() as u32);
                self.depths.push(depth);
                self.namespaces.push(Namespace {
                    parent: Some(parent),
                    name: name.clone(),
                    inline: false,
                    abi_tags: Vec::new(),
                    opened: head,
                });
                match name {
                    Some(name) => self.extends(parent, name, id),
                    None => _ = self.extended.insert((parent, None), id),
                }
                id
            }
        };
        // The reference takes `inline` behind the first opening.
        let namespace = &mut self.namespaces[self.current.0 as usize];
        if inline && !namespace.inline {
            namespace.inline = true;
            if let Some(around) = namespace.parent {
                for (name, id) in self.named.get(&self.current).cloned().unwrap_or_default() {
                    self.extends(around, name, id);
                }
            }
        }
        self.openings.push(Opening { namespace: self.current, block, head, range });
    }

    /// Takes note that another opening of `name` in `around` extends `id`, and so in the namespaces whose inline namespace
    /// set has `around`.
    fn extends(&mut self, around: NamespaceId, name: Ident, id: NamespaceId) {
        let mut next = Some(around);
        while let Some(at) = next {
            let Entry::Vacant(entry) = self.extended.entry((at, Some(name.clone()))) else { return };
            entry.insert(id);
            self.named.entry(at).or_default().push((name.clone(), id));
            let namespace = &self.namespaces[at.0 as usize];
            next = namespace.parent.filter(|_| namespace.inline);
        }
    }

    fn close(&mut self) {
        if let Some((namespace, c_linkage)) = self.open.pop() {
            self.current = namespace;
            self.c_linkage = c_linkage;
        }
    }
}
