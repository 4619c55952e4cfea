//! The names of a unit: the view that lookup, types and entities are answered from.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use asunder_mangle::model::{Name, NameRef, Type, TypeRef};
use asunder_source::SourceText;
use asunder_syntax::Dialect;
use rustc_hash::FxHashMap;

use crate::index::{NameIndex, directive_index, directives, name_index, search};
use crate::layout::{Item, Layout, layout};
use crate::queries::item_decls;
use crate::tree::ItemText;
use crate::written::{Decl, ItemDecls, LocalId};

/// Steps of lookup and type resolution inside one another beyond which the answer is unknown.
const MAX_DEPTH: u32 = 100;
/// Steps that one question may take before the answer is unknown: no input makes us hang.
const MAX_STEPS: u32 = 1_000_000;
/// How many names are searched for in the text before an index of all names is made.
const SEARCHED_NAMES: usize = 48;

/// A declaration of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeclRef {
    /// The number of its item.
    pub item: u32,
    /// Its number in the item.
    pub local: LocalId,
}

impl DeclRef {
    /// Another declaration of the same item.
    pub fn sibling(self, local: LocalId) -> DeclRef {
        DeclRef { item: self.item, local }
    }
}

/// A place in the order of declarations: what comes before it is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The number of the item.
    pub item: u32,
    /// Declarations of the item with a smaller number are visible.
    pub local: u32,
}

impl Point {
    /// The end of the unit.
    pub const END: Point = Point { item: u32::MAX, local: u32::MAX };

    /// The place where the type of `decl` is written.
    pub fn before(decl: DeclRef) -> Point {
        Point { item: decl.item, local: decl.local.0 }
    }

    /// The end of the item: where function bodies are read ([class.mem]/6).
    pub fn end_of(item: u32) -> Point {
        Point { item, local: u32::MAX }
    }

    /// True when `decl` is visible here.
    pub fn sees(self, decl: DeclRef) -> bool {
        Point::before(decl) < self
    }
}

/// A view of one unit. It reads queries and keeps what one run of a query finds; it is cheap to
/// make and holds nothing across revisions.
pub struct Names<'db> {
    pub(crate) db: &'db dyn salsa::Database,
    pub(crate) dialect: Dialect,
    text: &'db str,
    pub(crate) layout: &'db Layout,
    source: SourceText,
    /// Names are searched for in the text before an index is made.
    searches: bool,
    /// Items that may declare a name, as far as asked.
    declaring: RefCell<FxHashMap<Box<str>, Rc<[u32]>>>,
    directive_items: OnceCell<Vec<u32>>,
    items: RefCell<FxHashMap<u32, &'db ItemDecls>>,
    pub(crate) typedefs: RefCell<FxHashMap<(DeclRef, Option<NameRef>), TypeRef>>,
    pub(crate) directives: RefCell<FxHashMap<u32, Option<crate::layout::NamespaceId>>>,
    /// Names of classes by their declarations, and definitions by names, where known.
    pub(crate) class_names: RefCell<FxHashMap<DeclRef, NameRef>>,
    pub(crate) definitions: RefCell<FxHashMap<Name, DeclRef>>,
    pub(crate) dependent: RefCell<FxHashMap<TypeRef, bool>>,
    /// The item whose tree the question is about.
    pub(crate) item_being_read: Cell<Option<u32>>,
    depth: Cell<u32>,
    steps: Cell<u32>,
    unknown: TypeRef,
}

impl<'db> Names<'db> {
    /// The view of `source` for many short-lived uses: it reads the index of all names, which is made once for all
    /// views, where [`Names::new`] searches the text for the first names.
    pub fn indexed(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect) -> Self {
        Names { searches: false, ..Names::new(db, source, dialect) }
    }

    /// The view of `source`.
    pub fn new(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect) -> Self {
        let layout: &'db Arc<Layout> = layout(db, source, dialect);
        Names {
            db,
            dialect,
            text: source.text(db),
            layout,
            source,
            searches: true,
            declaring: RefCell::default(),
            directive_items: OnceCell::new(),
            items: RefCell::default(),
            typedefs: RefCell::default(),
            directives: RefCell::default(),
            class_names: RefCell::default(),
            definitions: RefCell::default(),
            dependent: RefCell::default(),
            item_being_read: Cell::new(None),
            depth: Cell::new(0),
            steps: Cell::new(0),
            unknown: Type::Unknown.into(),
        }
    }

    /// Namespaces and items.
    pub fn layout(&self) -> &'db Layout {
        self.layout
    }

    /// The item `number`.
    pub fn item(&self, number: u32) -> &'db Item {
        &self.layout.items[number as usize]
    }

    /// The text of an item as a key of queries.
    pub fn item_text(&self, number: u32) -> ItemText<'db> {
        ItemText::new(self.db, self.text_of(number))
    }

    /// The items that may declare `name`, in source order; `operator` stands for all operators.
    pub(crate) fn items_declaring(&self, name: &str) -> Rc<[u32]> {
        if let Some(known) = self.declaring.borrow().get(name) {
            return known.clone();
        }
        let items: Rc<[u32]> = if self.searches && self.declaring.borrow().len() < SEARCHED_NAMES {
            search(self.text, self.layout, self.dialect, name).into()
        } else {
            let index: &'db Arc<NameIndex> = name_index(self.db, self.source, self.dialect);
            index.items(name).collect()
        };
        self.declaring.borrow_mut().insert(name.into(), items.clone());
        items
    }

    /// The items that are using-directives.
    pub(crate) fn directive_items(&self) -> &[u32] {
        if !self.searches {
            return directive_index(self.db, self.source, self.dialect);
        }
        self.directive_items.get_or_init(|| directives(self.text, self.layout, self.dialect))
    }

    /// The text of an item.
    pub(crate) fn text_of(&self, number: u32) -> &'db str {
        &self.text[self.item(number).range]
    }

    /// The declarations of an item.
    pub fn decls(&self, item: u32) -> &'db ItemDecls {
        if let Some(decls) = self.items.borrow().get(&item) {
            return decls;
        }
        let decls: &'db ItemDecls = item_decls(self.db, self.item_text(item), self.dialect);
        self.items.borrow_mut().insert(item, decls);
        decls
    }

    /// The declaration `decl`.
    pub fn decl(&self, decl: DeclRef) -> &'db Decl {
        self.decls(decl.item).get(decl.local)
    }

    /// Runs `step` unless too many steps are under way.
    pub(crate) fn nested<T>(&self, otherwise: T, step: impl FnOnce() -> T) -> T {
        if self.depth.get() == 0 {
            self.steps.set(0);
        }
        if self.depth.get() >= MAX_DEPTH || self.steps.get() >= MAX_STEPS {
            return otherwise;
        }
        self.steps.set(self.steps.get() + 1);
        self.depth.set(self.depth.get() + 1);
        let result = step();
        self.depth.set(self.depth.get() - 1);
        result
    }

    pub(crate) fn unknown(&self) -> TypeRef {
        self.unknown.clone()
    }
}
