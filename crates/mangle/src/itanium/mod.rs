//! The Itanium C++ ABI mangler (itanium-cxx-abi §5.1) over [`crate::model`].

mod arguments;
mod names;
mod substitutions;
mod types;

use rustc_hash::FxHashMap;

use crate::model::{Entity, Name, Scope, Unqualified, Variable};
use names::has_internal_linkage;
use substitutions::Component;

/// Bytes of output beyond which a name is refused.
pub const MAX_LENGTH: usize = 1 << 20;

/// Who writes the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect<'a> {
    /// g++: `L` before internal names, unnamed namespaces `_GLOBAL__N_1`.
    Gnu,
    /// The reference (spec 5 §1, 6 §9): no `L`, C linkage ignored on variables of namespaces and
    /// classes; unnamed namespaces are called `_GLOBAL__N_<module id>`.
    Reference {
        /// The module id; `None` when it is not known yet.
        module_id: Option<&'a str>,
    },
    /// The reference's names of device code, which its messages show: as [`Dialect::Reference`],
    /// and functions and variables of internal linkage are members of a pseudo-namespace
    /// `_INTERNAL<module id>`, where the id starts with `_` (spec 6 §9).
    Device {
        /// The module id; may be empty where only the shape of the name matters.
        module_id: &'a str,
    },
}

/// Why an entity has no linker name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MangleError {
    /// A part of the name is [`Type::Unknown`](crate::model::Type::Unknown) or [`Expr::Unknown`](crate::model::Expr::Unknown).
    #[error("a type or expression in the name is not known")]
    Unknown,
    /// The name contains an unnamed namespace and the module id is not known yet.
    #[error("the name needs the module id")]
    NeedsModuleId,
    /// The name is too long.
    #[error("the name is too complex")]
    TooComplex,
}

/// The linker name of `entity`.
pub fn mangle(entity: &Entity, dialect: Dialect<'_>) -> Result<String, MangleError> {
    mangle_with(entity, dialect, false)
}

fn mangle_with(entity: &Entity, dialect: Dialect<'_>, without_types: bool) -> Result<String, MangleError> {
    let plain = match entity {
        Entity::Function(function) if function.c_linkage => source_name_of(&function.name),
        Entity::Variable(variable) => plain_variable_name(variable, dialect),
        _ => None,
    };
    if let Some(name) = plain {
        return Ok(name.to_owned());
    }
    let mut mangler = Mangler::new(dialect);
    mangler.without_types = without_types;
    mangler.out.push_str("_Z");
    mangler.encoding(entity)?;
    Ok(mangler.out)
}

/// The linker name of device code: [`Dialect::Device`]; kernels stand in no pseudo-namespace. With
/// `separate` compilation variables and kernels of internal linkage get the prefix
/// `__nv_static_<length>_<module id>_` (spec 6 §9).
pub fn mangle_device(
    entity: &Entity,
    is_kernel: bool,
    module_id: &str,
    separate: bool,
) -> Result<String, MangleError> {
    let dialect = match is_kernel {
        true => Dialect::Reference { module_id: Some(module_id) },
        false => Dialect::Device { module_id },
    };
    let symbol = mangle(entity, dialect)?;
    let name = match entity {
        Entity::Function(function) if is_kernel && !function.c_linkage => &function.name,
        Entity::Variable(variable) => &variable.name,
        _ => return Ok(symbol),
    };
    if separate && has_internal_linkage(name) {
        return Ok(format!("__nv_static_{}_{module_id}_{symbol}", module_id.len()));
    }
    Ok(symbol)
}

/// The linker name that the reference's host pass shows once it has reported an error: every type and
/// the type of every literal is `1?` (spec 2 §0, fact 3).
pub fn mangle_without_types(entity: &Entity, dialect: Dialect<'_>) -> Result<String, MangleError> {
    mangle_with(entity, dialect, true)
}

fn source_name_of(name: &Name) -> Option<&str> {
    match &name.unqualified {
        Unqualified::Source(name) => Some(name),
        _ => None,
    }
}

/// The identifier of a variable that is not mangled at all.
fn plain_variable_name<'n>(variable: &'n Variable, dialect: Dialect<'_>) -> Option<&'n str> {
    let name = &variable.name;
    let global = matches!(name.scope, Scope::Global) && name.args.is_none();
    let plain = match dialect {
        Dialect::Gnu => !name.internal && (variable.c_linkage || global && name.abi_tags.is_empty()),
        Dialect::Reference { .. } | Dialect::Device { .. } => global,
    };
    if plain { source_name_of(name) } else { None }
}

struct Mangler<'m, 'd> {
    out: String,
    substitutions: FxHashMap<Component<'m>, usize>,
    dialect: Dialect<'d>,
    without_types: bool,
}

type Step = Result<(), MangleError>;

impl<'m, 'd> Mangler<'m, 'd> {
    fn new(dialect: Dialect<'d>) -> Self {
        Mangler { out: String::new(), substitutions: FxHashMap::default(), dialect, without_types: false }
    }

    fn nested(&mut self, step: impl FnOnce(&mut Self) -> Step) -> Step {
        if self.out.len() > MAX_LENGTH {
            return Err(MangleError::TooComplex);
        }
        crate::deep(|| step(self))
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn number(&mut self, number: u64) {
        self.out.push_str(&number.to_string());
    }

    /// `<seq-id>`-like numbering where the first is empty: `_`, `0_`, `1_`.
    fn ordinal(&mut self, index: u32) {
        if index > 0 {
            self.number(u64::from(index) - 1);
        }
        self.out.push('_');
    }
}
