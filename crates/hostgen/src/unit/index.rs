//! Names of a unit that change the host text of other items.

use std::hash::BuildHasher;

use asunder_decls::layout::block_item_text;
use asunder_decls::{ItemText, item_tree};
use asunder_outline::{Facts, Item, ItemKind, Outline, block_outline};
use asunder_source::{Block, SourceText};
use asunder_syntax::{AstNode, Dialect, SyntaxKind::*, ast};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::scopes::{namespace_names, scope_of};
use super::variables::may_declare_variables;
use crate::context::ManagedVariable;
use crate::emit::{self, FriendFunction, SpecializedKernel};

/// Names of a unit that change the host text of other items.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct UnitIndex {
    /// Managed variables.
    pub managed: Vec<ManagedVariable>,
    /// Names of kernel templates with a definition, and of kernels that `auto` may make templates.
    pub kernel_templates: FxHashSet<String>,
    /// Names of kernels of which a declaration says `static`.
    pub(super) static_kernels: FxHashSet<String>,
    /// Names of kernels and device variables that declarations give a visibility.
    pub(super) visible_names: FxHashSet<String>,
    /// Explicit specializations of kernels that are defined.
    pub(super) specialized_kernels: FxHashSet<SpecializedKernel>,
    /// Names of the classes of textures and surfaces.
    pub(super) texture_types: FxHashSet<String>,
    /// Names of namespaces.
    pub namespaces: FxHashSet<String>,
    /// Hashes of the names of functions whose declarations do not all say the same about execution spaces.
    mixed_spaces: FxHashSet<u64>,
    /// Hashes of the names of functions with attributes of CUDA, members of classes left out.
    annotated: FxHashSet<u64>,
    /// A device function or kernel that is an operator is declared without a body.
    pub(super) declares_device_operators: bool,
    /// Functions that some declaration makes `constexpr` and the CUDA headers declare again without.
    pub(super) constexpr_functions: FxHashSet<FunctionKey>,
}

impl UnitIndex {
    /// Whether declarations of functions of this name may differ in their execution spaces.
    pub(super) fn has_mixed_spaces(&self, name: &str) -> bool {
        self.mixed_spaces.contains(&name_hash(name))
    }

    /// Whether a declaration of a function of this name outside classes may have an attribute of CUDA.
    pub(super) fn has_annotated(&self, name: &str) -> bool {
        self.annotated.contains(&name_hash(name))
    }
}

/// What a block adds to the index of its unit. Items are numbers in the block's outline.
#[derive(Debug, Default, PartialEq, Eq)]
struct BlockIndex {
    kernel_templates: Vec<String>,
    /// Names of kernel templates that are declared only.
    declared_kernel_templates: Vec<String>,
    /// Hashes of the names of function templates that are defined without saying that they are kernels.
    template_bodies: FxHashSet<u64>,
    static_kernels: Vec<String>,
    /// Names of kernels and device variables that declarations give a visibility.
    visible_names: Vec<String>,
    specialized_kernels: Vec<SpecializedKernel>,
    texture_types: Vec<String>,
    namespaces: Vec<String>,
    /// Hashes of the names of functions that say `__device__` or the like, and of all others.
    device: FxHashSet<u64>,
    other: FxHashSet<u64>,
    /// Hashes of the names of functions with attributes of CUDA.
    annotated: FxHashSet<u64>,
    /// A device function or kernel that is an operator is declared without a body.
    declares_device_operators: bool,
    /// Names of functions that the CUDA headers declare again.
    redeclared: FxHashSet<String>,
    constexpr: Vec<(u32, String)>,
    managed: Vec<u32>,
    /// Items that mention `size_t` and may declare it.
    size_t: Vec<u32>,
}

impl BlockIndex {
    /// Adds the friends that a class declares: their definitions need not say what they are.
    fn add_friends(&mut self, friends: &[FriendFunction]) {
        for friend in friends {
            let Some(name) = &friend.name else {
                self.declares_device_operators = true;
                continue;
            };
            self.device.insert(name_hash(name));
            if friend.is_kernel && friend.is_template {
                self.declared_kernel_templates.push(name.clone());
            }
        }
    }
}

/// Whether an item starts as an explicit specialization does.
pub(super) fn is_specialization(text: &str) -> bool {
    text.strip_prefix("template").is_some_and(|rest| {
        let list = rest.trim_start().strip_prefix('<');
        list.is_some_and(|list| list.trim_start().starts_with('>'))
    })
}

/// The explicit specialization of a kernel that an item declares.
#[salsa::tracked(returns(ref))]
pub(super) fn specialized_kernel<'db>(
    db: &'db dyn salsa::Database,
    item: ItemText<'db>,
) -> Option<SpecializedKernel> {
    emit::specialized_kernel(&item_tree(db, item).syntax())
}

/// Names of the kernels and device variables that an item declares, if it gives them a visibility.
#[salsa::tracked(returns(ref))]
fn visible_names<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Vec<String> {
    let root = item_tree(db, item).syntax();
    if !emit::declares_visibility(&root) {
        return Vec::new();
    }
    emit::device_symbols(&root).into_iter().map(|it| it.name).collect()
}

/// Names of the variables and functions of a namespace that a declaration lists.
#[salsa::tracked(returns(ref))]
fn listed_names<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Vec<String> {
    emit::listed_names(&item_tree(db, item).syntax())
}

fn names_texture_attribute(text: &str) -> bool {
    ["device_builtin_texture_type", "device_builtin_surface_type"].iter().any(|name| text.contains(name))
}

/// Names of the classes that an item declares to be types of textures or surfaces.
#[salsa::tracked(returns(ref))]
fn texture_types<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Vec<String> {
    emit::texture_types(&item_tree(db, item).syntax())
}

/// The kernels and device functions that the classes of an item declare as friends.
#[salsa::tracked(returns(ref))]
fn friends<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Vec<FriendFunction> {
    emit::device_friends(&item_tree(db, item).syntax())
}

fn name_hash(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

/// A function, distinguished from others by what syntax shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FunctionKey {
    pub(super) scope: Vec<String>,
    pub(super) name: String,
    /// Parameter types as [`emit::signature`] writes them.
    pub(super) signature: String,
}

/// Whether an item is a declaration by the CUDA headers of a function that the host has too.
pub(super) fn redeclares_for_cuda(item: &Item) -> bool {
    item.facts.contains(Facts::DEVICE_BUILTIN | Facts::HOST_DEVICE)
        && !item.facts.intersects(Facts::FUNCTION_BODY | Facts::CONSTEXPR)
}

#[salsa::tracked(returns(ref))]
fn block_index(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> BlockIndex {
    let text = block.text(db);
    let mut index = BlockIndex::default();
    for (number, item) in block_outline(db, block, dialect).items.iter().enumerate() {
        let number = number as u32;
        let facts = item.facts;
        if item.kind == ItemKind::NamespaceOpen {
            index.namespaces.extend(namespace_names(&text[item.range]).map(str::to_owned));
        }
        if facts.contains(Facts::DEVICE_BUILTIN) && names_texture_attribute(&text[item.range]) {
            let item = ItemText::new(db, &text[item.range], dialect);
            index.texture_types.extend(texture_types(db, item).iter().cloned());
        }
        if facts.contains(Facts::MANAGED) {
            index.managed.push(number);
        }
        if facts.contains(Facts::SIZE_T) && !facts.contains(Facts::FUNCTION_BODY) {
            index.size_t.push(number);
        }
        if facts.contains(Facts::CUDA_ATTRIBUTE | Facts::CLASS_BODY) && text[item.range].contains("friend") {
            index.add_friends(friends(db, ItemText::new(db, &text[item.range], dialect)));
        }
        if facts.contains(Facts::CUDA_ATTRIBUTE) && text[item.range].contains("visibility") {
            index
                .visible_names
                .extend(visible_names(db, ItemText::new(db, &text[item.range], dialect)).iter().cloned());
        }
        if facts.contains(Facts::GLOBAL | Facts::FUNCTION_BODY) && is_specialization(&text[item.range]) {
            let item = ItemText::new(db, &text[item.range], dialect);
            index.specialized_kernels.extend(specialized_kernel(db, item).clone());
        }
        let Some(name) = item.function_name.map(|name| &text[name]) else {
            // Lists may declare functions, and a typedef may make functions of what looks like variables.
            if facts.contains(Facts::CUDA_ATTRIBUTE) && may_declare_variables(item) {
                let names = listed_names(db, ItemText::new(db, &text[item.range], dialect)).iter();
                let hashes: Vec<u64> = names.map(|name| name_hash(name)).collect();
                index.device.extend(&hashes);
                index.annotated.extend(&hashes);
            }
            index.declares_device_operators |= facts.contains(Facts::CUDA_ATTRIBUTE)
                && !facts.intersects(Facts::CLASS_BODY | Facts::FUNCTION_BODY)
                && text[item.range].contains("operator");
            continue;
        };
        let says_device = facts.contains(Facts::CUDA_ATTRIBUTE) && !facts.contains(Facts::HOST_DEVICE);
        if facts.intersects(Facts::CUDA_ATTRIBUTE | Facts::HOST_DEVICE) {
            index.annotated.insert(name_hash(name));
        }
        if says_device {
            index.device.insert(name_hash(name));
        }
        // The attribute may be that of a lambda inside.
        if !says_device || facts.contains(Facts::LAMBDA_ATTRIBUTE) {
            index.other.insert(name_hash(name));
        }
        if redeclares_for_cuda(item) {
            index.redeclared.insert(name.to_owned());
        }
        if facts.contains(Facts::GLOBAL | Facts::FUNCTION_BODY)
            && (facts.contains(Facts::TEMPLATE) || text[item.range].contains("auto"))
        {
            index.kernel_templates.push(name.to_owned());
        }
        match (facts.contains(Facts::GLOBAL), facts.contains(Facts::FUNCTION_BODY)) {
            (true, false) if facts.contains(Facts::TEMPLATE) => {
                index.declared_kernel_templates.push(name.to_owned());
            }
            (false, true) if facts.contains(Facts::TEMPLATE) => {
                index.template_bodies.insert(name_hash(name));
            }
            _ => {}
        }
        if facts.contains(Facts::GLOBAL) && text[item.range].contains("static") {
            index.static_kernels.push(name.to_owned());
        }
        if facts.contains(Facts::CONSTEXPR) {
            index.constexpr.push((number, name.to_owned()));
        }
    }
    index
}

/// The index of a unit.
#[salsa::tracked(returns(ref))]
pub fn unit_index(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> UnitIndex {
    let blocks: Vec<(Block, &BlockIndex)> =
        source.blocks(db).iter().map(|block| (*block, block_index(db, *block, dialect))).collect();
    let mut index = UnitIndex::default();
    let (mut device, mut other) = (FxHashSet::default(), FxHashSet::default());
    let mut redeclared: FxHashSet<&str> = FxHashSet::default();
    for (_, block) in &blocks {
        index.kernel_templates.extend(block.kernel_templates.iter().cloned());
        index.static_kernels.extend(block.static_kernels.iter().cloned());
        index.visible_names.extend(block.visible_names.iter().cloned());
        index.specialized_kernels.extend(block.specialized_kernels.iter().cloned());
        index.texture_types.extend(block.texture_types.iter().cloned());
        index.namespaces.extend(block.namespaces.iter().cloned());
        device.extend(&block.device);
        index.annotated.extend(&block.annotated);
        other.extend(&block.other);
        redeclared.extend(block.redeclared.iter().map(String::as_str));
        index.declares_device_operators |= block.declares_device_operators;
    }
    for name in blocks.iter().flat_map(|(_, block)| &block.declared_kernel_templates) {
        if blocks.iter().any(|(_, block)| block.template_bodies.contains(&name_hash(name))) {
            index.kernel_templates.insert(name.clone());
        }
    }
    index.mixed_spaces = device.intersection(&other).copied().collect();
    for (block, own) in &blocks {
        let text = |item| block_item_text(db, *block, item, dialect);
        let scope = |item| scope_of(db, source, *block, item, dialect).names();
        for (item, name) in own.constexpr.iter().filter(|(_, name)| redeclared.contains(name.as_str())) {
            if let Some(signature) = function_signature(db, text(*item)) {
                let key =
                    FunctionKey { scope: scope(*item), name: name.clone(), signature: signature.clone() };
                index.constexpr_functions.insert(key);
            }
        }
        for &item in &own.managed {
            for name in managed_names(db, text(item)) {
                index.managed.push(ManagedVariable { scope: scope(item), name: name.clone() });
            }
        }
    }
    index.managed.sort();
    index.managed.dedup();
    index
}

/// The item that declares `size_t` first, at file scope: its block and its number there.
#[salsa::tracked(returns(ref))]
pub(super) fn size_t_item(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Option<(Block, u32)> {
    for block in source.blocks(db).iter() {
        for &item in &block_index(db, *block, dialect).size_t {
            if scope_of(db, source, *block, item, dialect).is_file_scope()
                && *declares_size_t(db, block_item_text(db, *block, item, dialect))
            {
                return Some((*block, item));
            }
        }
    }
    None
}

/// Names of the managed variables that an item declares.
#[salsa::tracked(returns(ref))]
fn managed_names<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Vec<String> {
    emit::managed_names(&item_tree(db, item).syntax())
}

/// Parameter types of the function that an item declares.
#[salsa::tracked]
pub(super) fn function_signature<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Option<String> {
    emit::signature(&item_tree(db, item).syntax())
}

/// Whether an item declares the name `size_t`: as typedef, alias, or by a using-declaration.
#[salsa::tracked]
fn declares_size_t<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> bool {
    let tree = item_tree(db, item).syntax();
    let is_size_t = |name: ast::Name| {
        name.last_segment().and_then(|it| it.ident()).is_some_and(|ident| ident.text() == "size_t")
    };
    let declared = tree.descendants().find_map(|node| match node.kind() {
        SIMPLE_DECL => {
            let declaration = ast::SimpleDecl::cast(node)?;
            declaration.decl_specifier_seq()?.keyword(TYPEDEF_KW)?;
            Some(declaration.init_declarators().filter_map(|it| it.declarator()?.name()).any(is_size_t))
        }
        ALIAS_DECL => Some(ast::AliasDecl::cast(node)?.ident_token()?.text() == "size_t"),
        USING_DECL => {
            let declaration = ast::UsingDecl::cast(node)?;
            Some(declaration.using_declarators().filter_map(|it| it.name()).any(is_size_t))
        }
        _ => None,
    });
    declared.unwrap_or(false)
}

/// Which items mention which names.
pub(super) struct Mentions {
    by_item: FxHashMap<usize, Vec<u32>>,
}

impl Mentions {
    pub(super) fn new(text: &str, index: &UnitIndex, outline: &Outline) -> Mentions {
        let names: Vec<&str> = index.managed.iter().map(|it| it.name.as_str()).collect();
        Mentions::of_names(text, &names, outline)
    }

    /// Which items mention which of `names`, by number.
    pub(super) fn of_names(text: &str, names: &[&str], outline: &Outline) -> Mentions {
        let mut by_item: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
        if names.is_empty() {
            return Mentions { by_item };
        }
        let mut numbers: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        for (number, name) in (0u32..).zip(names) {
            numbers.entry(name).or_default().push(number);
        }
        for (at, word) in asunder_syntax::words(text) {
            let Some(meant) = numbers.get(word) else { continue };
            let after = outline.items.partition_point(|item| usize::from(item.range.start()) <= at);
            let Some(item) = after.checked_sub(1) else { continue };
            by_item.entry(item).or_default().extend(meant);
        }
        for mentioned in by_item.values_mut() {
            mentioned.sort_unstable();
            mentioned.dedup();
        }
        Mentions { by_item }
    }

    pub(super) fn of(&self, item: usize) -> &[u32] {
        self.by_item.get(&item).map_or(&[], Vec::as_slice)
    }
}
