//! The CUDA attributes (spec page 3 §1).

use std::ops::{BitOr, BitOrAssign};

use asunder_syntax::bare_attribute;

use crate::Facts;

/// An attribute that only CUDA front ends know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CudaAttribute {
    /// `__block_size__`
    BlockSize,
    /// `__cluster_dims__`
    ClusterDims,
    /// `__constant__`
    Constant,
    /// `__cudart_builtin__`
    CudartBuiltin,
    /// `__device__`
    Device,
    /// `__device_builtin__`
    DeviceBuiltin,
    /// `__device_builtin_surface_type__`
    DeviceBuiltinSurfaceType,
    /// `__device_builtin_texture_type__`
    DeviceBuiltinTextureType,
    /// `__global__`
    Global,
    /// `__grid_constant__`
    GridConstant,
    /// `__host__`
    Host,
    /// `__launch_bounds__`
    LaunchBounds,
    /// `__local_maxnreg__`
    LocalMaxnreg,
    /// `__managed__`
    Managed,
    /// `__maxnreg__`
    Maxnreg,
    /// `__inline_hint__`
    InlineHint,
    /// `__nv_pure__`
    Pure,
    /// `__nv_register_params__`
    RegisterParams,
    /// `__shared__`
    Shared,
    /// `__tile__`
    Tile,
    /// `__tile_builtin__`
    TileBuiltin,
    /// `__tile_global__`
    TileGlobal,
}

/// Attribute names as header macros leave them, without underscores around them; sorted.
const ATTRIBUTES: [(&str, CudaAttribute); 22] = [
    ("block_size", CudaAttribute::BlockSize),
    ("cluster_dims", CudaAttribute::ClusterDims),
    ("constant", CudaAttribute::Constant),
    ("cudart_builtin", CudaAttribute::CudartBuiltin),
    ("device", CudaAttribute::Device),
    ("device_builtin", CudaAttribute::DeviceBuiltin),
    ("device_builtin_surface_type", CudaAttribute::DeviceBuiltinSurfaceType),
    ("device_builtin_texture_type", CudaAttribute::DeviceBuiltinTextureType),
    ("global", CudaAttribute::Global),
    ("grid_constant", CudaAttribute::GridConstant),
    ("host", CudaAttribute::Host),
    ("launch_bounds", CudaAttribute::LaunchBounds),
    ("local_maxnreg", CudaAttribute::LocalMaxnreg),
    ("managed", CudaAttribute::Managed),
    ("maxnreg", CudaAttribute::Maxnreg),
    ("nv_inline_hint", CudaAttribute::InlineHint),
    ("nv_pure", CudaAttribute::Pure),
    ("nv_register_params", CudaAttribute::RegisterParams),
    ("shared", CudaAttribute::Shared),
    ("tile", CudaAttribute::Tile),
    ("tile_builtin", CudaAttribute::TileBuiltin),
    ("tile_global", CudaAttribute::TileGlobal),
];

impl CudaAttribute {
    /// The attribute of this name, with or without `__` on both sides.
    pub fn from_name(name: &str) -> Option<CudaAttribute> {
        let at = ATTRIBUTES.binary_search_by_key(&bare_attribute(name), |(name, _)| name).ok()?;
        Some(ATTRIBUTES[at].1)
    }

    /// What the attribute says about the item that holds it.
    pub(crate) fn facts(self) -> Facts {
        let more = match self {
            CudaAttribute::Global | CudaAttribute::TileGlobal => Facts::GLOBAL,
            CudaAttribute::Managed => Facts::MANAGED,
            CudaAttribute::CudartBuiltin
            | CudaAttribute::DeviceBuiltin
            | CudaAttribute::DeviceBuiltinSurfaceType
            | CudaAttribute::DeviceBuiltinTextureType => Facts::DEVICE_BUILTIN,
            _ => Facts::default(),
        };
        Facts::CUDA_ATTRIBUTE | more
    }
}

/// A set of CUDA attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CudaAttributes(u32);

impl CudaAttributes {
    /// No attribute.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `attribute` is in the set.
    pub fn contains(self, attribute: CudaAttribute) -> bool {
        self.0 & (1 << attribute as u32) != 0
    }

    /// A kernel.
    pub fn is_kernel(self) -> bool {
        self.contains(CudaAttribute::Global) || self.contains(CudaAttribute::TileGlobal)
    }

    /// `__device__` or `__tile__` without `__host__`.
    pub fn is_device_only(self) -> bool {
        let is_device = self.contains(CudaAttribute::Device) || self.contains(CudaAttribute::Tile);
        is_device && !self.contains(CudaAttribute::Host)
    }

    /// A memory space of variables.
    pub fn is_variable_space(self) -> bool {
        [
            CudaAttribute::Device,
            CudaAttribute::Constant,
            CudaAttribute::Shared,
            CudaAttribute::Managed,
            CudaAttribute::Tile,
        ]
        .into_iter()
        .any(|space| self.contains(space))
    }

    /// A type that the CUDA headers of the host compilation define.
    pub fn is_built_in(self) -> bool {
        [CudaAttribute::DeviceBuiltin, CudaAttribute::CudartBuiltin]
            .into_iter()
            .any(|marker| self.contains(marker))
    }
}

impl From<CudaAttribute> for CudaAttributes {
    fn from(attribute: CudaAttribute) -> Self {
        CudaAttributes(1 << attribute as u32)
    }
}

impl BitOr for CudaAttributes {
    type Output = CudaAttributes;

    fn bitor(self, other: CudaAttributes) -> CudaAttributes {
        CudaAttributes(self.0 | other.0)
    }
}

impl BitOrAssign for CudaAttributes {
    fn bitor_assign(&mut self, other: CudaAttributes) {
        self.0 |= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        for (name, attribute) in ATTRIBUTES {
            assert_eq!(CudaAttribute::from_name(name), Some(attribute));
            assert_eq!(CudaAttribute::from_name(&format!("__{name}__")), Some(attribute));
        }
        assert_eq!(CudaAttribute::from_name("Device"), None);
    }
}
