//! Names of a unit that change the host text of other items.

use asunder_decls::{ItemText, item_tree};
use asunder_outline::{Facts, Item, ItemKind, Outline, outline};
use asunder_source::SourceText;
use asunder_syntax::{AstNode, Dialect, SyntaxKind::*, ast};
use rowan::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use super::scopes::{ScopeStack, namespace_names};
use crate::context::ManagedVariable;
use crate::emit;

/// Names of a unit that change the host text of other items.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct UnitIndex {
    /// Managed variables.
    pub managed: Vec<ManagedVariable>,
    /// Names of kernel templates with a definition, and of kernels that `auto` may make templates.
    pub kernel_templates: FxHashSet<String>,
    /// Names of namespaces.
    pub namespaces: FxHashSet<String>,
    /// Names of functions whose declarations do not all say the same about execution spaces.
    pub mixed_spaces: FxHashSet<String>,
    /// Functions that some declaration makes `constexpr` and the CUDA headers declare again without.
    pub(super) constexpr_functions: FxHashSet<FunctionKey>,
    /// Offset of the end of the item that declares `size_t` first, at file scope.
    pub size_t: Option<TextSize>,
}

/// A function, told from others by what syntax shows.
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

/// The index of a unit.
#[salsa::tracked(returns(ref))]
pub fn unit_index(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> UnitIndex {
    let text = source.text(db);
    let outline = outline(db, source, dialect);
    let mut index = UnitIndex::default();
    let redeclared: FxHashSet<&str> = outline
        .items
        .iter()
        .filter(|item| redeclares_for_cuda(item))
        .filter_map(|item| Some(&text[item.function_name?]))
        .collect();
    let (mut device, mut other) = (FxHashSet::default(), FxHashSet::default());
    for item in &outline.items {
        let Some(name) = item.function_name else { continue };
        let says_device =
            item.facts.contains(Facts::CUDA_ATTRIBUTE) && !item.facts.contains(Facts::HOST_DEVICE);
        if says_device {
            device.insert(&text[name]);
        }
        // The attribute may be that of a lambda inside.
        if !says_device || item.facts.contains(Facts::LAMBDA_ATTRIBUTE) {
            other.insert(&text[name]);
        }
    }
    index.mixed_spaces = device.intersection(&other).map(|name| (*name).to_owned()).collect();
    let mut scopes = ScopeStack::default();
    for item in &outline.items {
        scopes.visit(text, item);
        if item.kind == ItemKind::NamespaceOpen {
            index.namespaces.extend(namespace_names(&text[item.range]).map(str::to_owned));
        }
        if let Some(name) = item.function_name
            && item.facts.contains(Facts::GLOBAL | Facts::FUNCTION_BODY)
            && (item.facts.contains(Facts::TEMPLATE) || text[item.range].contains("auto"))
        {
            index.kernel_templates.insert(text[name].to_owned());
        }
        if let Some(name) = item.function_name.filter(|_| item.facts.contains(Facts::CONSTEXPR))
            && redeclared.contains(&text[name])
            && let Some(signature) = function_signature(db, ItemText::new(db, &text[item.range]), dialect)
        {
            let (scope, name) = (scopes.names(), text[name].to_owned());
            index.constexpr_functions.insert(FunctionKey { scope, name, signature: signature.clone() });
        }
        if item.facts.contains(Facts::MANAGED) {
            let scope = scopes.names();
            for name in managed_names(db, ItemText::new(db, &text[item.range]), dialect) {
                index.managed.push(ManagedVariable { scope: scope.clone(), name: name.clone() });
            }
        }
        if index.size_t.is_none()
            && item.facts.contains(Facts::SIZE_T)
            && !item.facts.contains(Facts::FUNCTION_BODY)
            && scopes.is_file_scope()
            && *declares_size_t(db, ItemText::new(db, &text[item.range]), dialect)
        {
            index.size_t = Some(item.range.end());
        }
    }
    index.managed.sort();
    index.managed.dedup();
    index
}

/// Names of the managed variables that an item declares.
#[salsa::tracked(returns(ref))]
fn managed_names<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>, dialect: Dialect) -> Vec<String> {
    emit::managed_names(&item_tree(db, item, dialect).syntax())
}

/// Parameter types of the function that an item declares.
#[salsa::tracked]
pub(super) fn function_signature<'db>(
    db: &'db dyn salsa::Database,
    item: ItemText<'db>,
    dialect: Dialect,
) -> Option<String> {
    emit::signature(&item_tree(db, item, dialect).syntax())
}

/// Whether an item declares the name `size_t`: as typedef, alias, or by a using-declaration.
#[salsa::tracked]
fn declares_size_t<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>, dialect: Dialect) -> bool {
    let tree = item_tree(db, item, dialect).syntax();
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
        let is_word =
            |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80);
        for (number, name) in names.iter().enumerate() {
            let finder = memchr::memmem::Finder::new(name);
            for at in finder.find_iter(text.as_bytes()) {
                let end = at + name.len();
                if is_word(text.as_bytes().get(at.wrapping_sub(1))) || is_word(text.as_bytes().get(end)) {
                    continue;
                }
                let after = outline.items.partition_point(|item| usize::from(item.range.start()) <= at);
                let Some(item) = after.checked_sub(1) else { continue };
                let items = by_item.entry(item).or_default();
                if items.last() != Some(&(number as u32)) {
                    items.push(number as u32);
                }
            }
        }
        Mentions { by_item }
    }

    pub(super) fn of(&self, item: usize) -> &[u32] {
        self.by_item.get(&item).map_or(&[], Vec::as_slice)
    }
}
