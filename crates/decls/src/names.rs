//! The names of a unit: the view that lookup, types and entities are answered from.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use asunder_mangle::model::{Ident, Name, NameRef, Scope, TemplateArg, Type, TypeRef};
use asunder_source::{Block, SourceText};
use asunder_syntax::{Dialect, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::constant::Value;
use crate::index::{
    QueriedName, bindings, directives, items_calling, items_declaring, items_qualified_by,
    items_with_arguments, name_hash, repeated_names, using_enums,
};
use crate::layout::{
    Item, Layout, NamespaceId, Namespaces, Opening, OwnTexts, item_place, item_text, layout, namespaces,
    own_texts, text_of,
};
use crate::lookup::{NamespacePath, is_at_namespace_level, namespace_declarations};
use crate::lower::ItemPositions;
use crate::memo::{Memo, Progress};
use crate::namesakes::{ByScope, Listed, Overloads};
use crate::queries::{item_decls, item_positions, placed_decls};
use crate::redeclaration::Redeclarations;
use crate::representative::Linkage;
use crate::scope::{Lookup, Want};
use crate::specialization::Specializations;
use crate::tree::ItemText;
use crate::written::{Decl, DeclKind, DeclName, ItemDecls, LocalId, Spaces};

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

    /// The place behind the name of `decl`: where the bases of a class are written ([basic.scope.pdecl]/7).
    pub fn behind(decl: DeclRef) -> Point {
        Point { item: decl.item, local: decl.local.0 + 1 }
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

/// Declarations of an item beyond which they are indexed by name.
const LARGE_ITEM: usize = 32;
/// Items that declare a name of which it is not kept in which namespaces they do not.
const FEW_ITEMS: usize = 16;

/// The declarations of a large item by name.
#[derive(Debug, Default, PartialEq, Eq)]
struct ItemNames {
    by_name: FxHashMap<Ident, Vec<LocalId>>,
    /// Those that stand in their scope, by the class around them too.
    in_scope: FxHashMap<(Ident, Option<LocalId>), Vec<LocalId>>,
    /// Those that declare into another scope: friends, and those with a qualifier.
    elsewhere: FxHashMap<Ident, Vec<LocalId>>,
    /// See [`Names::has_other_enumerators`].
    has_other_enumerators: bool,
}

impl ItemNames {
    fn new(decls: &ItemDecls) -> ItemNames {
        let mut names = ItemNames::default();
        for (local, decl) in decls.iter() {
            names.has_other_enumerators |= brings_enumerators(decl);
            if let Some(ident) = decl.name.ident() {
                names.by_name.entry(ident.clone()).or_default().push(local);
                let found = match decl.stands_in_its_scope() {
                    true => names.in_scope.entry((ident.clone(), decl.parent)).or_default(),
                    false => names.elsewhere.entry(ident.clone()).or_default(),
                };
                found.push(local);
            }
        }
        names
    }
}

/// The declarations by name of the item of a block with this number.
#[salsa::tracked(returns(ref))]
fn item_names(db: &dyn salsa::Database, block: Block, number: u32, dialect: Dialect) -> ItemNames {
    ItemNames::new(placed_decls(db, block, number, dialect))
}

/// Where the declarations of an item stand.
#[salsa::tracked(returns(ref), no_eq)]
fn item_places<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> ItemPlaces {
    ItemPlaces::new(item_positions(db, item))
}

/// Where the declarations of a large item stand.
#[derive(Default)]
struct ItemPlaces {
    /// The last declaration that is named at a place.
    named: FxHashMap<TextSize, LocalId>,
    /// The declarations by where their nodes start, outer ones first, each with the position in this list of the
    /// next one around it.
    nodes: Vec<(TextRange, LocalId, Option<u32>)>,
}

impl ItemPlaces {
    fn new(positions: &ItemPositions) -> ItemPlaces {
        let numbered = |ranges: &[TextRange]| -> Vec<(TextRange, LocalId)> {
            ranges.iter().enumerate().map(|(index, range)| (*range, LocalId(index as u32))).collect()
        };
        let mut nodes = numbered(&positions.nodes);
        nodes.sort_by_key(|(range, local)| (range.start(), std::cmp::Reverse(range.len()), *local));
        let mut around: Vec<u32> = Vec::new();
        let mut linked: Vec<(TextRange, LocalId, Option<u32>)> = Vec::new();
        for (index, (range, local)) in nodes.into_iter().enumerate() {
            while around.last().is_some_and(|last| linked[*last as usize].0.end() <= range.start()) {
                around.pop();
            }
            linked.push((range, local, around.last().copied()));
            around.push(index as u32);
        }
        let named = numbered(&positions.names).into_iter().map(|(range, local)| (range.start(), local));
        ItemPlaces { named: named.collect(), nodes: linked }
    }

    /// The innermost declaration around `offset`.
    fn enclosing(&self, offset: TextSize) -> Option<LocalId> {
        let behind = self.nodes.partition_point(|(range, ..)| range.start() <= offset);
        let mut at = behind.checked_sub(1);
        while let Some((range, local, around)) = at.and_then(|at| self.nodes.get(at)) {
            if range.contains(offset) {
                return Some(*local);
            }
            at = around.map(|around| around as usize);
        }
        None
    }
}

/// Facts that a view keeps once they are computed.
type Table<K, V> = RefCell<FxHashMap<K, V>>;
/// An entity: a declaration, in the class with the arguments that it was found in.
pub(crate) type Found = (DeclRef, Option<NameRef>);
/// An instance of a template: the entity and its arguments.
pub(crate) type Instance = (DeclRef, Option<NameRef>, Rc<[TemplateArg]>);
/// A call of a constexpr function: the entity, its template arguments and the integral ones.
pub(crate) type ConstantCall = (DeclRef, Option<NameRef>, Option<Rc<[TemplateArg]>>, Rc<[Option<i128>]>);

/// A view of one unit. It reads queries and keeps what one run of a query finds; it is cheap to
/// make and holds nothing across revisions.
pub struct Names<'db> {
    pub(crate) db: &'db dyn salsa::Database,
    pub(crate) dialect: Dialect,
    pub(crate) namespaces: &'db Namespaces,
    source: SourceText,
    /// Every lookup is a query of its own from the first name on.
    is_indexed: bool,
    /// The text is never edited: what is kept here need not be a query of its own too.
    read_once: bool,
    /// Of a text that is read once the items, the names that several of them declare, and the texts of the user's items by block.
    known_layout: OnceCell<&'db Layout>,
    repeated: OnceCell<&'db FxHashSet<u32>>,
    own_texts: Table<Block, &'db OwnTexts<'db>>,
    /// The item that the questions are about, where its text is known already.
    own: Option<(u32, ItemText<'db>)>,
    /// Declarations by name and namespace, as far as looked up.
    namespace_decls: Table<NamespaceId, FxHashMap<Box<str>, Rc<[DeclRef]>>>,
    /// Those of them that lookup may find.
    found_decls: Table<NamespaceId, FxHashMap<Box<str>, Rc<[DeclRef]>>>,
    /// The paths of namespaces, as far as looked up.
    paths: Table<NamespaceId, NamespacePath<'db>>,
    /// [`Layout::transparent`] by namespace, as far as looked up.
    transparent: Table<NamespaceId, Rc<[NamespaceId]>>,
    /// Items that may declare a name, as far as looked up.
    declaring: Table<Box<str>, &'db [u32]>,
    /// Of names that many items may declare, these by the namespace that they stand in.
    items_by_namespace: Table<Box<str>, FxHashMap<NamespaceId, Rc<[u32]>>>,
    items: Table<u32, &'db ItemDecls>,
    /// The item that was asked for last, which most often is the next one too.
    last_item: Cell<Option<(u32, &'db ItemDecls)>>,
    texts: Table<u32, ItemText<'db>>,
    places: Table<u32, &'db Item>,
    pub(crate) typedefs: Memo<Found, TypeRef>,
    /// What instances of alias templates stand for.
    pub(crate) aliases: Memo<Instance, TypeRef>,
    /// What using-declarations name as types.
    pub(crate) used_types: Memo<Found, TypeRef>,
    /// Declared types, and values, of variables, members and enumerators; values of instances of variable templates.
    pub(crate) declared_types: Memo<Found, Option<TypeRef>>,
    pub(crate) values: Memo<Found, Value>,
    /// Values of enumerators with the types of their initializers; the least and the greatest of an enumeration.
    pub(crate) enumerator_values: Memo<Found, Value>,
    pub(crate) enumeration_ranges: Memo<NameRef, Option<(i128, i128)>>,
    pub(crate) instance_values: Memo<Instance, Value>,
    /// Values of calls of constexpr functions.
    pub(crate) call_values: Memo<ConstantCall, Option<Value>>,
    /// What may declare a function or a variable: whether it is a function.
    pub(crate) functions: Memo<DeclRef, Option<bool>>,
    /// Results of functions that are declared `auto`.
    pub(crate) returned: Memo<Found, Option<TypeRef>>,
    /// Default arguments, by the first of so many declarations of the template, the class it is a member of, its
    /// first arguments and the number of the parameter.
    pub(crate) default_args: Memo<(Instance, usize, usize), Option<TemplateArg>>,
    pub(crate) directives: Memo<u32, Option<crate::layout::NamespaceId>>,
    /// Names of classes by their declarations, and definitions by names.
    pub(crate) class_names: Memo<DeclRef, NameRef>,
    /// Classes and enumerations by the namespace that declares them and their names.
    pub(crate) types_of_namespaces: Table<(NamespaceId, Ident), Rc<[DeclRef]>>,
    pub(crate) definitions: Memo<Name, Option<DeclRef>>,
    /// The base classes of classes, as resolved; types that are not classes are among them.
    pub(crate) bases: Memo<NameRef, Rc<[TypeRef]>>,
    /// What lookups in classes found, by name, class, place and kind.
    pub(crate) class_lookups: Memo<(Box<str>, NameRef, Point, Want), Lookup>,
    /// The namespaces that the first so many using-directives of the unit make visible in a namespace.
    pub(crate) nominated: Memo<(NamespaceId, usize), Rc<[NamespaceId]>>,
    /// The items that are using-directives by the namespace they stand in, once asked for.
    pub(crate) directives_by_namespace: RefCell<Option<FxHashMap<NamespaceId, Vec<u32>>>>,
    /// The calls of constexpr functions that are being followed.
    pub(crate) activations: RefCell<Vec<crate::constexpr_calls::Activation>>,
    pub(crate) layouts: Memo<NameRef, Option<Rc<crate::class_layout::ClassLayout>>>,
    /// Properties of types that consist of many.
    pub(crate) dependent: Memo<TypeRef, bool>,
    pub(crate) linkages: Memo<NameRef, Linkage>,
    pub(crate) name_tags: Memo<NameRef, Rc<[Ident]>>,
    /// Types of the parameters and results of functions, and all declarations of entities, as far as looked up.
    pub(crate) parameter_types: Memo<DeclRef, Rc<[TypeRef]>>,
    pub(crate) result_types: Memo<DeclRef, TypeRef>,
    pub(crate) redeclared: Memo<DeclRef, Redeclarations>,
    /// The scopes that the qualifiers of declarations name; functions and variables of one name by scope, and those of
    /// one scope by their parameters.
    pub(crate) qualified_scopes: Memo<DeclRef, Option<Scope>>,
    pub(crate) decls_by_scope: Memo<Listed, Option<Rc<ByScope>>>,
    pub(crate) overloads_of_scopes: Memo<(Listed, Scope), Option<Rc<Overloads>>>,
    /// The spaces of the explicit instantiations of a name in a namespace; whether those of functions.
    pub(crate) directed_spaces: Memo<(Ident, NamespaceId, bool), Rc<[Spaces]>>,
    /// The classes that specialize templates, by the templates' names.
    pub(crate) specializations: Memo<Name, Rc<Specializations>>,
    /// The parameters of the declarator whose trailing return type is resolved.
    pub(crate) parameters: RefCell<Option<crate::expr_types::Parameters>>,
    /// The item whose tree the question is about.
    pub(crate) item_being_read: Cell<Option<u32>>,
    pub(crate) progress: Progress,
    unknown: TypeRef,
}

impl<'db> Names<'db> {
    /// The view of `source` for many queries that are repeated after edits: each lookup of a
    /// name in a namespace is a query of its own (`namespace_declarations`).
    pub fn indexed(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect) -> Self {
        Names { is_indexed: true, ..Names::new(db, source, dialect) }
    }

    /// The same for questions about one item, whose number, place and text are given.
    pub fn of_item(
        db: &'db dyn salsa::Database,
        source: SourceText,
        (number, place, text): (u32, &'db Item, ItemText<'db>),
    ) -> Self {
        let names = Names { own: Some((number, text)), ..Names::indexed(db, source, text.dialect(db)) };
        names.places.borrow_mut().insert(number, place);
        names
    }

    /// The view of `source` for questions of one query: what they look up, the view keeps.
    pub fn new(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect) -> Self {
        let namespaces: &'db Arc<Namespaces> = namespaces(db, source, dialect);
        Names {
            db,
            dialect,
            namespaces,
            places: RefCell::default(),
            own: None,
            source,
            is_indexed: false,
            read_once: source.read_once(db),
            known_layout: OnceCell::new(),
            repeated: OnceCell::new(),
            own_texts: RefCell::default(),
            last_item: Cell::new(None),
            texts: RefCell::default(),
            namespace_decls: RefCell::default(),
            found_decls: RefCell::default(),
            paths: RefCell::default(),
            transparent: RefCell::default(),
            declaring: RefCell::default(),
            items_by_namespace: RefCell::default(),
            items: RefCell::default(),
            typedefs: Memo::default(),
            aliases: Memo::default(),
            used_types: Memo::default(),
            declared_types: Memo::default(),
            values: Memo::default(),
            enumerator_values: Memo::default(),
            enumeration_ranges: Memo::default(),
            instance_values: Memo::default(),
            call_values: Memo::default(),
            functions: Memo::default(),
            returned: Memo::default(),
            default_args: Memo::default(),
            directives: Memo::default(),
            class_names: Memo::default(),
            types_of_namespaces: RefCell::default(),
            definitions: Memo::default(),
            bases: Memo::default(),
            class_lookups: Memo::default(),
            nominated: Memo::default(),
            directives_by_namespace: RefCell::default(),
            activations: RefCell::default(),
            layouts: Memo::default(),
            dependent: Memo::default(),
            linkages: Memo::default(),
            name_tags: Memo::default(),
            parameter_types: Memo::default(),
            result_types: Memo::default(),
            redeclared: Memo::default(),
            qualified_scopes: Memo::default(),
            decls_by_scope: Memo::default(),
            overloads_of_scopes: Memo::default(),
            directed_spaces: Memo::default(),
            specializations: Memo::default(),
            parameters: RefCell::default(),
            item_being_read: Cell::new(None),
            progress: Progress::default(),
            unknown: Type::Unknown.into(),
        }
    }

    /// The unit.
    pub fn source(&self) -> SourceText {
        self.source
    }

    /// Namespaces and items. A query that reads it runs again whenever a declaration comes or goes.
    pub fn layout(&self) -> &'db Layout {
        layout(self.db, self.source, self.dialect)
    }

    /// The namespaces.
    pub fn namespaces(&self) -> &'db Namespaces {
        self.namespaces
    }

    /// The item `number`.
    pub fn item(&self, number: u32) -> &'db Item {
        let mut known = self.places.borrow_mut();
        known.entry(number).or_insert_with(|| {
            let place = match self.read_once {
                true => self.known_layout.get_or_init(|| self.layout()).item(number),
                false => item_place(self.db, self.source, number, self.dialect).as_ref(),
            };
            place.expect("numbers come from the layout")
        })
    }

    /// The text of an item as a key of queries.
    pub fn item_text(&self, number: u32) -> ItemText<'db> {
        match self.own {
            Some((own, text)) if own == number => text,
            _ if self.read_once => *self.texts.borrow_mut().entry(number).or_insert_with(|| {
                let block = self.item(number).block;
                let mut known = self.own_texts.borrow_mut();
                let own = known
                    .entry(block)
                    .or_insert_with(|| own_texts(self.db, self.source, block, self.dialect));
                own.get(number).unwrap_or_else(|| text_of(self.db, block, number, self.dialect))
            }),
            _ => item_text(self.db, self.item(number).block, number, self.dialect),
        }
    }

    /// Where item `number` stands, in bytes of the unit.
    pub fn range(&self, number: u32) -> TextRange {
        self.layout().item_range(self.db, self.source, number, self.dialect)
    }

    /// The number of the item that covers byte `offset` of the unit.
    pub fn item_at(&self, offset: TextSize) -> Option<u32> {
        self.layout().item_at(self.db, self.source, offset, self.dialect)
    }

    /// Where namespaces are opened, in source order: the name there, or the brace of an unnamed one, in bytes
    /// of the unit.
    pub fn openings(&self) -> impl Iterator<Item = (NamespaceId, TextRange)> {
        let place = |it: &Opening| self.layout().opening_range(self.db, self.source, it, self.dialect);
        self.layout().openings.iter().map(move |it| (it.namespace, place(it)))
    }

    /// Where a namespace is opened first, as [`Names::openings`] gives it.
    pub(crate) fn first_opening(&self, id: NamespaceId) -> Option<TextRange> {
        let opening = self.layout().openings.iter().find(|it| it.namespace == id)?;
        Some(self.layout().opening_range(self.db, self.source, opening, self.dialect))
    }

    /// The items that may declare `name`, in source order; `operator` stands for all operators.
    pub fn items_declaring(&self, name: &str) -> &'db [u32] {
        if let Some(known) = self.declaring.borrow().get(name) {
            return known;
        }
        let items: &'db [u32] = items_declaring(self.db, self.source, name, self.dialect);
        self.declaring.borrow_mut().insert(name.into(), items);
        items
    }

    /// The items in which `name` stands in front of a `<`, in source order.
    pub fn items_with_arguments(&self, name: &str) -> &'db [u32] {
        items_with_arguments(self.db, self.source, name, self.dialect)
    }

    /// The user's items in which `name` stands in front of a `<` or `(`, in source order.
    pub fn items_calling(&self, name: &str) -> &'db [u32] {
        items_calling(self.db, self.source, name, self.dialect)
    }

    /// The user's items in which `name` stands in front of a `::`, in source order.
    pub fn items_qualified_by(&self, name: &str) -> &'db [u32] {
        items_qualified_by(self.db, self.source, name, self.dialect)
    }

    /// Whether no other item declares the name of an item of the user's, as far as that is known without lookup: in texts
    /// that are never edited.
    pub fn is_declared_once(&self, name: &str, item: u32) -> bool {
        let repeated = || repeated_names(self.db, self.source, self.dialect);
        self.read_once
            && !self.item(item).system
            && !self.repeated.get_or_init(repeated).contains(&name_hash(name))
    }

    /// [`Layout::transparent`], computed once.
    pub fn transparent(&self, id: NamespaceId) -> Vec<NamespaceId> {
        let mut known = self.transparent.borrow_mut();
        known.entry(id).or_insert_with(|| self.namespaces.transparent(id).into()).to_vec()
    }

    /// The declarations of `name` directly in a namespace, enumerators of its unscoped enums
    /// included, in source order.
    pub fn declared_in(&self, name: &str, namespace: NamespaceId) -> Rc<[DeclRef]> {
        if !self.is_indexed {
            // Names are looked up in many namespaces that do not declare them.
            let items = self.items_declaring(name);
            let is_inside = |item: &u32| self.item(*item).namespace == namespace;
            if items.len() <= FEW_ITEMS && !items.iter().any(is_inside) {
                return Rc::default();
            }
        }
        if let Some(known) = self.namespace_decls.borrow().get(&namespace).and_then(|all| all.get(name)) {
            return known.clone();
        }
        let found: Rc<[DeclRef]> = if self.is_indexed {
            let path = *self
                .paths
                .borrow_mut()
                .entry(namespace)
                .or_insert_with(|| NamespacePath::of(self.db, self.namespaces, namespace));
            let queried = QueriedName::new(self.db, self.source, self.dialect, name);
            (&**namespace_declarations(self.db, queried, path)).into()
        } else {
            let inside = self.items_inside(name, namespace);
            let placed = |&item: &u32| {
                let decls = self.decls(item);
                let locals = self.decls_named(item, name).into_iter();
                let outside = locals.filter(|local| is_at_namespace_level(decls, *local));
                outside.map(move |local| DeclRef { item, local })
            };
            inside.iter().flat_map(placed).collect()
        };
        let mut known = self.namespace_decls.borrow_mut();
        known.entry(namespace).or_default().insert(name.into(), found.clone());
        found
    }

    /// The items directly in a namespace that may declare `name`, in source order.
    fn items_inside(&self, name: &str, namespace: NamespaceId) -> Rc<[u32]> {
        let items = self.items_declaring(name);
        if items.len() <= FEW_ITEMS {
            return items.iter().copied().filter(|item| self.item(*item).namespace == namespace).collect();
        }
        let find = || {
            let mut found: FxHashMap<NamespaceId, Vec<u32>> = FxHashMap::default();
            for item in items {
                found.entry(self.item(*item).namespace).or_default().push(*item);
            }
            found.into_iter().map(|(namespace, items)| (namespace, items.into())).collect()
        };
        let mut known = self.items_by_namespace.borrow_mut();
        let by_namespace: &FxHashMap<NamespaceId, Rc<[u32]>> = match known.contains_key(name) {
            true => &known[name],
            false => known.entry(name.into()).or_insert_with(find),
        };
        by_namespace.get(&namespace).cloned().unwrap_or_default()
    }

    /// [`Names::declared_in`] without what lookup never finds: specializations, instantiations and what is declared with
    /// a qualified name.
    pub fn found_in(&self, name: &str, namespace: NamespaceId) -> Rc<[DeclRef]> {
        let declared = self.declared_in(name, namespace);
        if declared.is_empty() {
            return declared;
        }
        if let Some(known) = self.found_decls.borrow().get(&namespace).and_then(|all| all.get(name)) {
            return known.clone();
        }
        let may_be_found = |decl: &&DeclRef| {
            let decl = self.decl(**decl);
            !decl.explicit_instantiation
                && decl.qualifier.is_none()
                && !matches!(decl.name, DeclName::TemplateId(..))
        };
        let found: Rc<[DeclRef]> = declared.iter().filter(may_be_found).copied().collect();
        let mut known = self.found_decls.borrow_mut();
        known.entry(namespace).or_default().insert(name.into(), found.clone());
        found
    }

    /// The items that are using-directives.
    pub fn directive_items(&self) -> &'db [u32] {
        directives(self.db, self.source, self.dialect)
    }

    /// The items that are `using enum` declarations.
    pub fn using_enum_items(&self) -> &'db [u32] {
        using_enums(self.db, self.source, self.dialect)
    }

    /// Whether one of some namespaces has a structured binding with this name.
    pub fn has_binding(&self, name: &str, is_inside: impl Fn(NamespaceId) -> bool) -> bool {
        bindings(self.db, self.source, self.dialect).iter().any(|item| {
            is_inside(self.item(*item).namespace)
                && self.decls(*item).iter().any(|(_, decl)| match &decl.name {
                    DeclName::Bindings(names) => names.iter().any(|it| &**it == name),
                    _ => false,
                })
        })
    }

    /// The text of an item.
    pub(crate) fn text_of(&self, number: u32) -> &'db str {
        self.item_text(number).text(self.db)
    }

    /// The declarations of an item.
    pub fn decls(&self, item: u32) -> &'db ItemDecls {
        if let Some((last, decls)) = self.last_item.get()
            && last == item
        {
            return decls;
        }
        let decls = self.find_decls(item);
        self.last_item.set(Some((item, decls)));
        decls
    }

    fn find_decls(&self, item: u32) -> &'db ItemDecls {
        if let Some(decls) = self.items.borrow().get(&item) {
            return decls;
        }
        let decls: &'db ItemDecls = match self.own {
            Some((own, text)) if own == item => item_decls(self.db, text),
            _ if self.read_once => item_decls(self.db, self.item_text(item)),
            _ => placed_decls(self.db, self.item(item).block, item, self.dialect),
        };
        self.items.borrow_mut().insert(item, decls);
        decls
    }

    /// The declarations of an item with the identifier `ident` for a name, in order.
    pub fn decls_named(&self, item: u32, ident: &str) -> Vec<LocalId> {
        let decls = self.decls(item);
        if decls.decls.len() > LARGE_ITEM {
            return self.item_names(item).by_name.get(ident).cloned().unwrap_or_default();
        }
        let named = decls.iter().filter(|(_, decl)| decl.name.ident().is_some_and(|name| &**name == ident));
        named.map(|(local, _)| local).collect()
    }

    /// The declarations of an item with the identifier `ident` that may be in one scope with `decl`, whose name it is:
    /// those of its own class, and those that stand outside their scope.
    pub(crate) fn decls_in_scope_of(&self, item: u32, ident: &str, decl: DeclRef) -> Vec<LocalId> {
        let (decls, written) = (self.decls(item), self.decl(decl));
        if decls.decls.len() <= LARGE_ITEM || !written.stands_in_its_scope() {
            return self.decls_named(item, ident);
        }
        let names = self.item_names(item);
        let mut found = names.elsewhere.get(ident).cloned().unwrap_or_default();
        if written.parent.is_none() || item == decl.item {
            found.extend(names.in_scope.get(&(ident.into(), written.parent)).into_iter().flatten());
        }
        found.sort_unstable();
        found
    }

    /// True when scopes of the item have enumerators that other declarations list: it has a `using enum` declaration, or
    /// an unscoped enumeration that is defined elsewhere.
    pub fn has_other_enumerators(&self, item: u32) -> bool {
        let decls = self.decls(item);
        if decls.decls.len() > LARGE_ITEM {
            return self.item_names(item).has_other_enumerators;
        }
        decls.decls.iter().any(brings_enumerators)
    }

    fn item_names(&self, item: u32) -> &'db ItemNames {
        item_names(self.db, self.item(item).block, item, self.dialect)
    }

    /// The declaration of item `item` whose text, the innermost one, holds byte `offset` of it.
    pub fn enclosing_decl(&self, item: u32, offset: TextSize) -> Option<DeclRef> {
        let positions = item_positions(self.db, self.item_text(item));
        if positions.nodes.len() > LARGE_ITEM {
            let local = item_places(self.db, self.item_text(item)).enclosing(offset)?;
            return Some(DeclRef { item, local });
        }
        let holding = positions.nodes.iter().enumerate().filter(|(_, range)| range.contains(offset));
        let innermost = holding.min_by_key(|(index, range)| (range.len(), std::cmp::Reverse(*index)));
        let (index, _) = innermost?;
        Some(DeclRef { item, local: LocalId(index as u32) })
    }

    /// The declaration of item `item` whose declarator names it at byte `offset` of the item.
    pub fn decl_named_at(&self, item: u32, offset: TextSize) -> Option<DeclRef> {
        let positions = item_positions(self.db, self.item_text(item));
        if positions.names.len() > LARGE_ITEM {
            let places = item_places(self.db, self.item_text(item));
            let local = *places.named.get(&offset)?;
            return Some(DeclRef { item, local });
        }
        let index = positions.names.iter().rposition(|range| range.start() == offset)?;
        Some(DeclRef { item, local: LocalId(index as u32) })
    }

    /// The declaration `decl`.
    pub fn decl(&self, decl: DeclRef) -> &'db Decl {
        self.decls(decl.item).get(decl.local)
    }

    pub(crate) fn unknown(&self) -> TypeRef {
        self.unknown.clone()
    }
}

fn brings_enumerators(decl: &Decl) -> bool {
    match &decl.kind {
        DeclKind::UsingEnum(_) => true,
        DeclKind::Enum(declared) => !declared.is_definition && !declared.scoped && decl.parent.is_some(),
        _ => false,
    }
}
