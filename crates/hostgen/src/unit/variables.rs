//! Variables whose declarations do not all name their memory space.
//!
//! ```text
//! extern __device__ int a;   int a = 5;                   both declarations are of a device variable
//! template <class T> __device__ T v;   template <> int v<int>;   so is the specialization
//! ```
//!
//! Such names are rare. They are found without lookup: a variable is declared more than once only where a
//! declaration says `extern`, or specializes a template.

use asunder_decls::{ItemText, item_tree};
use asunder_outline::{Facts, Item, ItemKind, block_outline};
use asunder_source::{Block, SourceText};
use asunder_syntax::Dialect;
use rustc_hash::FxHashSet;

use crate::emit;

/// Names of the variables that a block declares, as far as they may be declared again.
#[derive(Debug, Default, PartialEq, Eq)]
struct BlockVariables {
    /// Those with a memory space.
    device: Vec<String>,
    /// Those of `extern` declarations with a memory space.
    device_extern: Vec<String>,
    /// Those of `extern` declarations and explicit specializations without one.
    plain: Vec<String>,
}

#[salsa::tracked(returns(ref))]
fn block_variables(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> BlockVariables {
    let text = block.text(db);
    let mut variables = BlockVariables::default();
    for item in &block_outline(db, block, dialect).items {
        let text = &text[item.range];
        let is_device = item.facts.intersects(Facts::CUDA_ATTRIBUTE | Facts::HOST_DEVICE);
        if !may_declare_variables(item) || !(is_device || redeclares(text)) {
            continue;
        }
        let tree = item_tree(db, ItemText::new(db, text, dialect)).syntax();
        for declared in emit::namespace_variables(&tree) {
            match (declared.has_space, declared.is_extern) {
                (true, is_extern) => {
                    if is_extern {
                        variables.device_extern.push(declared.name.clone());
                    }
                    variables.device.push(declared.name);
                }
                (false, _) => variables.plain.push(declared.name),
            }
        }
    }
    variables
}

/// Whether an item may declare variables of a namespace.
pub(super) fn may_declare_variables(item: &Item) -> bool {
    item.kind == ItemKind::Declaration
        && item.function_name.is_none()
        && !item.facts.intersects(Facts::CLASS_BODY | Facts::FUNCTION_BODY)
}

/// Whether a declaration starts as those do that may declare a variable again.
fn redeclares(text: &str) -> bool {
    if let Some(after) = text.strip_prefix("extern") {
        return after.starts_with(char::is_whitespace) && !after.trim_start().starts_with("template");
    }
    let header = text.strip_prefix("template").and_then(|after| after.trim_start().strip_prefix('<'));
    header.is_some_and(|after| after.trim_start().starts_with('>'))
}

/// Names of the variables of a unit of which a declaration may leave out the memory space, or name another.
#[salsa::tracked(returns(ref))]
pub(super) fn mixed_variables(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Vec<String> {
    let blocks: Vec<&BlockVariables> =
        source.blocks(db).iter().map(|block| block_variables(db, *block, dialect)).collect();
    let device: FxHashSet<&String> = blocks.iter().flat_map(|block| &block.device).collect();
    let plain = blocks.iter().flat_map(|block| &block.plain).filter(|name| device.contains(name));
    let declared_extern = blocks.iter().flat_map(|block| &block.device_extern);
    let mut mixed: Vec<String> = plain.chain(declared_extern).cloned().collect();
    mixed.sort();
    mixed.dedup();
    mixed
}
