//! Cheap facts about an item's text.

use std::ops::{BitOr, BitOrAssign};

/// A set of facts.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Facts(u32);

impl Facts {
    /// `__attribute__((host))`, or `host` and `device` side by side: attributes that are only dropped.
    pub const HOST_DEVICE: Facts = Facts(1 << 0);
    /// A CUDA attribute that changes more than itself: `device` without `host` beside it, `global`,
    /// variable spaces, launch configuration, built-in markers.
    pub const CUDA_ATTRIBUTE: Facts = Facts(1 << 1);
    /// A kernel launch `<<<`, its brackets apart or not; an operator template-id `operator<< <T>` looks the same.
    pub const LAUNCH: Facts = Facts(1 << 2);
    /// A built-in variable such as `threadIdx`.
    pub const BUILTIN_VARIABLE: Facts = Facts(1 << 3);
    /// `__attribute__((managed))`.
    pub const MANAGED: Facts = Facts(1 << 4);
    /// `__attribute__((global))`.
    pub const GLOBAL: Facts = Facts(1 << 5);
    /// An attribute after a `]`, or `__nv_parent`: an annotated lambda, perhaps.
    pub const LAMBDA_ATTRIBUTE: Facts = Facts(1 << 6);
    /// The identifier `size_t`.
    pub const SIZE_T: Facts = Facts(1 << 7);
    /// The identifier `main`.
    pub const MAIN: Facts = Facts(1 << 8);
    /// A function body: the item is a function definition.
    pub const FUNCTION_BODY: Facts = Facts(1 << 9);
    /// A pragma of [`crate::Outline::front_end_pragmas`] inside the item.
    pub const FRONT_END_PRAGMA: Facts = Facts(1 << 10);
    /// A class definition outside parentheses and bodies.
    pub const CLASS_BODY: Facts = Facts(1 << 11);
    /// `__attribute__((device_builtin))` or a relative of it.
    pub const DEVICE_BUILTIN: Facts = Facts(1 << 12);
    /// The item starts with a template header.
    pub const TEMPLATE: Facts = Facts(1 << 13);
    /// A lambda-introducer may be inside: a `[` where an expression can start.
    pub const BRACKET: Facts = Facts(1 << 14);
    /// `constexpr` or `consteval` before any bracket.
    pub const CONSTEXPR: Facts = Facts(1 << 15);
    /// A word that the front end defines as a macro: `__noinline__`, `__nv_register_params__`.
    pub const PREDEFINED_MACRO: Facts = Facts(1 << 16);

    /// Whether all of `other` hold.
    pub const fn contains(self, other: Facts) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any of `other` holds.
    pub const fn intersects(self, other: Facts) -> bool {
        self.0 & other.0 != 0
    }

    /// The facts of both.
    pub const fn union(self, other: Facts) -> Facts {
        Facts(self.0 | other.0)
    }

    const NAMES: [(Facts, &'static str); 17] = [
        (Facts::HOST_DEVICE, "host-device"),
        (Facts::CUDA_ATTRIBUTE, "cuda-attribute"),
        (Facts::LAUNCH, "launch"),
        (Facts::BUILTIN_VARIABLE, "builtin-variable"),
        (Facts::MANAGED, "managed"),
        (Facts::GLOBAL, "global"),
        (Facts::LAMBDA_ATTRIBUTE, "lambda-attribute"),
        (Facts::SIZE_T, "size_t"),
        (Facts::MAIN, "main"),
        (Facts::FUNCTION_BODY, "function-body"),
        (Facts::FRONT_END_PRAGMA, "front-end-pragma"),
        (Facts::CLASS_BODY, "class-body"),
        (Facts::DEVICE_BUILTIN, "device-builtin"),
        (Facts::TEMPLATE, "template"),
        (Facts::BRACKET, "bracket"),
        (Facts::CONSTEXPR, "constexpr"),
        (Facts::PREDEFINED_MACRO, "predefined-macro"),
    ];

    /// The names of the facts that hold.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.into_iter().filter(move |(fact, _)| self.contains(*fact)).map(|(_, name)| name)
    }
}

impl BitOr for Facts {
    type Output = Facts;

    fn bitor(self, other: Facts) -> Facts {
        Facts(self.0 | other.0)
    }
}

impl BitOrAssign for Facts {
    fn bitor_assign(&mut self, other: Facts) {
        self.0 |= other.0;
    }
}

impl std::fmt::Debug for Facts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// Variables that every device function sees.
pub const BUILTIN_VARIABLES: [&str; 5] = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];
