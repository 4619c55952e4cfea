//! Host reference arrays: which device symbols the host half of a unit refers to (spec page 5 §3).
//!
//! Under separate compilation the device linker keeps what these patterns match.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use asunder_source::Block;

use crate::context::ScopeSegment;
use crate::emit::{DeclaredSymbol, HostUse, SymbolKind};

/// A device symbol of the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeviceSymbol {
    /// What stands around its declaration.
    pub(crate) scope: Vec<ScopeSegment>,
    /// The declaration.
    pub(crate) declared: DeclaredSymbol,
    /// The items that declare it: their blocks and numbers in the outlines of these.
    pub(crate) items: Vec<(Block, u32)>,
}

impl DeviceSymbol {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.scope.iter().filter_map(|segment| match segment {
            ScopeSegment::Named(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Whether `used`, in an item around which `scope` stands, can name the symbol; the longer the common
    /// scope, the better.
    fn matches(&self, used: &HostUse, scope: &[String]) -> Option<usize> {
        let own: Vec<&str> = self.names().collect();
        let depth = own.len() + 1;
        match used.qualifier.as_slice() {
            [] => scope.iter().map(String::as_str).take(own.len()).eq(own).then_some(depth),
            [first] if first.is_empty() => own.is_empty().then_some(depth),
            [first, rest @ ..] if first.is_empty() => own.iter().eq(rest).then_some(depth),
            rest => own.iter().rev().zip(rest.iter().rev()).all(|(a, b)| a == b).then_some(depth),
        }
    }
}

/// A device symbol that host code refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// The symbol, with all its declarations merged.
    pub(crate) symbol: DeviceSymbol,
    /// Host code names only instances of it that are internal.
    pub(crate) internal_instances: bool,
}

/// The symbol that a use names as far as spelling shows: the innermost that fits, else the only one of the name.
pub(crate) fn resolve<'a>(
    symbols: &'a [DeviceSymbol],
    used: &HostUse,
    scope: &[String],
) -> Option<&'a DeviceSymbol> {
    let named: Vec<&DeviceSymbol> = symbols.iter().filter(|it| it.declared.name == used.name).collect();
    let fitting = named.iter().filter_map(|it| Some((it.matches(used, scope)?, *it)));
    match fitting.max_by_key(|(depth, _)| *depth) {
        Some((_, symbol)) => Some(symbol),
        None => named.first().filter(|_| named.len() == 1 && used.qualifier.is_empty()).copied(),
    }
}

/// The arrays in their order: section, array, kind, internal linkage.
const ARRAYS: [(&str, &str, SymbolKind, bool); 6] = [
    (".nvHRKI", "hostRefKernelArrayInternalLinkage", SymbolKind::Kernel, true),
    (".nvHRKE", "hostRefKernelArrayExternalLinkage", SymbolKind::Kernel, false),
    (".nvHRDI", "hostRefDeviceArrayInternalLinkage", SymbolKind::Device, true),
    (".nvHRDE", "hostRefDeviceArrayExternalLinkage", SymbolKind::Device, false),
    (".nvHRCI", "hostRefConstantArrayInternalLinkage", SymbolKind::Constant, true),
    (".nvHRCE", "hostRefConstantArrayExternalLinkage", SymbolKind::Constant, false),
];

/// The text of the arrays.
pub(crate) fn arrays(referenced: &[Reference], module_id: &str) -> String {
    let mut out = String::new();
    for (section, array, kind, internal) in ARRAYS {
        let of_kind = referenced.iter().filter(|it| it.symbol.declared.kind == kind);
        let patterns: BTreeSet<String> = of_kind.filter_map(|it| pattern(it, internal, module_id)).collect();
        let _ = write!(
            out,
            "extern \"C\" {{\nextern __attribute__ ((section (\"{section}\"))) __attribute__((weak)) \
             const unsigned char {array}[] = {{\n"
        );
        for pattern in &patterns {
            let _ = writeln!(out, "/* {pattern} */");
            for byte in pattern.bytes() {
                let _ = write!(out, "{byte:#x},");
            }
            out.push_str("0x0,\n");
        }
        out.push_str(if patterns.is_empty() { "0x0};\n}\n\n" } else { "};\n}\n\n" });
    }
    out
}

/// The pattern by which the device linker finds a symbol in its internal or external array.
fn pattern(reference: &Reference, internal: bool, module_id: &str) -> Option<String> {
    let symbol = &reference.symbol;
    let declared = &symbol.declared;
    let unnamed = symbol.scope.contains(&ScopeSegment::Unnamed);
    let is_internal = declared.internal || unnamed;
    let wanted = match declared.template && !is_internal {
        true => internal || !reference.internal_instances,
        false => is_internal == internal,
    };
    if !wanted {
        return None;
    }
    let namespaces: Vec<String> = symbol
        .scope
        .iter()
        .filter_map(|segment| match segment {
            ScopeSegment::Named(name) => Some(format!("{}{name}", name.len())),
            ScopeSegment::Unnamed => {
                let name = format!("_GLOBAL__N_{module_id}");
                Some(format!("{}{name}", name.len()))
            }
            ScopeSegment::Linkage(_) => None,
        })
        .collect();
    let name = &declared.name;
    let is_variable = declared.kind != SymbolKind::Kernel;
    let mangled = format!("{}{}{name}", namespaces.concat(), name.len());
    if internal {
        let prefix = format!("__nv_static_{}_{module_id}_", module_id.len());
        let plain = is_variable && namespaces.is_empty() && !declared.template;
        return Some(if plain { format!("{prefix}*{name}") } else { format!("{prefix}*{mangled}*") });
    }
    let in_c_block =
        symbol.scope.iter().any(|it| matches!(it, ScopeSegment::Linkage(language) if language == "C"));
    let has_plain_name = declared.c_linkage || in_c_block || (is_variable && namespaces.is_empty());
    if has_plain_name && !declared.template {
        return Some(name.clone());
    }
    Some(if namespaces.is_empty() { format!("_Z{mangled}*") } else { format!("_ZN{mangled}*") })
}
