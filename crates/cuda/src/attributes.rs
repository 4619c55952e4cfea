//! Attributes: which are CUDA's, where they may stand, what they exclude (spec page 3 §1–3).

use asunder_outline::CudaAttribute;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, TextSize, ast};

use crate::check::Check;
use crate::declared::{Declared, Kind, Place};
use crate::finding::{Argument, Message, Moment};
use crate::launch;

/// "attribute … does not apply here" (§2).
const DOES_NOT_APPLY: u16 = 1835;
/// "attribute does not apply to any entity" (§2).
const NO_ENTITY: u16 = 1866;
/// "attributes may not appear here" (§2).
const MAY_NOT_APPEAR: u16 = 1098;

/// An attribute whose place the rules judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// One of CUDA's own.
    Cuda(CudaAttribute),
    /// `noinline`
    NoInline,
    /// `always_inline`
    AlwaysInline,
}

impl Known {
    /// The attribute of a name without `__` around it.
    fn from_name(name: &str) -> Option<Known> {
        match name.trim_matches('_') {
            "noinline" => Some(Known::NoInline),
            "always_inline" => Some(Known::AlwaysInline),
            _ => CudaAttribute::from_name(name).map(Known::Cuda),
        }
    }

    /// How diagnostics show the attribute (§1).
    pub(crate) fn shown(self) -> &'static str {
        match self {
            Known::NoInline => "noinline",
            Known::AlwaysInline => "always_inline",
            Known::Cuda(attribute) => match attribute {
                CudaAttribute::BlockSize => "__block_size__",
                CudaAttribute::ClusterDims => "__cluster_dims__",
                CudaAttribute::Constant => "__constant__",
                CudaAttribute::CudartBuiltin => "cudart_builtin",
                CudaAttribute::Device => "__device__",
                CudaAttribute::DeviceBuiltin => "device_builtin",
                CudaAttribute::DeviceBuiltinSurfaceType => "device_builtin_surface_type",
                CudaAttribute::DeviceBuiltinTextureType => "device_builtin_texture_type",
                CudaAttribute::Global => "__global__",
                CudaAttribute::GridConstant => "grid_constant",
                CudaAttribute::Host => "__host__",
                CudaAttribute::LaunchBounds => "__launch_bounds__",
                CudaAttribute::LocalMaxnreg => "__local_maxnreg__",
                CudaAttribute::Managed => "__managed__",
                CudaAttribute::Maxnreg => "__maxnreg__",
                CudaAttribute::InlineHint => "nv_inline_hint",
                CudaAttribute::Pure => "__nv_pure__",
                CudaAttribute::RegisterParams => "nv_register_params",
                CudaAttribute::Shared => "__shared__",
                CudaAttribute::TileBuiltin => "__tile_builtin__",
                CudaAttribute::TileGlobal => "__tile_global__",
            },
        }
    }

    /// Whether it may be said of what a declarator declares (§2, §9).
    pub(crate) fn applies_to(self, kind: Kind) -> bool {
        let function = kind == Kind::Function;
        match self {
            Known::NoInline | Known::AlwaysInline => function,
            Known::Cuda(attribute) => match attribute {
                CudaAttribute::Device => matches!(kind, Kind::Function | Kind::Variable),
                CudaAttribute::Shared | CudaAttribute::Constant | CudaAttribute::Managed => {
                    kind == Kind::Variable
                }
                CudaAttribute::GridConstant => kind == Kind::Parameter,
                CudaAttribute::CudartBuiltin => kind != Kind::Variable,
                CudaAttribute::DeviceBuiltin
                | CudaAttribute::DeviceBuiltinSurfaceType
                | CudaAttribute::DeviceBuiltinTextureType => true,
                _ => function,
            },
        }
    }

    /// Whether it takes arguments.
    pub(crate) fn takes_arguments(self) -> bool {
        matches!(
            self,
            Known::Cuda(
                CudaAttribute::LaunchBounds
                    | CudaAttribute::Maxnreg
                    | CudaAttribute::LocalMaxnreg
                    | CudaAttribute::ClusterDims
                    | CudaAttribute::BlockSize
            )
        )
    }
}

/// An attribute in a text.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    pub(crate) known: Known,
    /// The word that names it: the place of "@attr" diagnostics.
    pub(crate) name: TextRange,
    pub(crate) attribute: ast::Attribute,
}

impl Applied {
    /// Which of CUDA's own attributes it is.
    pub(crate) fn cuda(&self) -> Option<CudaAttribute> {
        match self.known {
            Known::Cuda(attribute) => Some(attribute),
            Known::NoInline | Known::AlwaysInline => None,
        }
    }

    /// Whether it can have an effect: a name with an argument list that it does not take has none.
    pub(crate) fn is_valid(&self) -> bool {
        self.known.takes_arguments() || self.attribute.attribute_args().is_none()
    }
}

/// The known attributes in the groups that are direct children of `node`.
pub(crate) fn applied_in(node: &SyntaxNode) -> Vec<Applied> {
    node.children().filter_map(ast::Attributes::cast).flat_map(|group| of_group(&group)).collect()
}

/// The known attributes of a group. `[[device]]` and `[[clang::device]]` are unknown (§1).
fn of_group(group: &ast::Attributes) -> Vec<Applied> {
    let (attributes, using): (Vec<_>, _) = match group {
        ast::Attributes::GnuAttributes(group) => (group.attributes().collect(), Some("gnu".to_owned())),
        ast::Attributes::StdAttributes(group) => {
            let using = group.using().and_then(|using| using.ident_token());
            (group.attributes().collect(), using.map(|token| token.text().to_owned()))
        }
        ast::Attributes::AlignasSpecifier(_) => return Vec::new(),
    };
    let mut found = Vec::new();
    for attribute in attributes {
        let Some(name) = attribute.name() else { continue };
        let namespace = name.namespace().map(|token| token.text().to_owned()).or_else(|| using.clone());
        let is_gnu = namespace.is_some_and(|namespace| namespace.trim_matches('_') == "gnu");
        if let Some(word) = name.word().filter(|_| is_gnu)
            && let Some(known) = Known::from_name(word.text())
        {
            found.push(Applied { known, name: word.text_range(), attribute });
        }
    }
    found
}

/// Ranks of checks at one attribute and of the checks behind all attributes.
const RANKS_PER_ATTRIBUTE: u16 = 32;
const FIRST_NAME_RANK: u16 = 20_000;

/// When the check `rank` of the attribute `index` of a declarator is made: attributes are applied in
/// order when the declarator is complete.
pub(crate) fn attribute_moment(check: &Check<'_>, declared: &Declared, index: usize, rank: u16) -> Moment {
    let before = u16::try_from(index).unwrap_or(u16::MAX).saturating_mul(RANKS_PER_ATTRIBUTE);
    check.moment(declared.end(), before.saturating_add(rank).min(FIRST_NAME_RANK - 1))
}

/// When the check `rank` of a declaration as a whole is made: after all its attributes.
pub(crate) fn name_moment(check: &Check<'_>, declared: &Declared, rank: u16) -> Moment {
    check.moment(declared.end(), FIRST_NAME_RANK + rank)
}

fn does_not_apply(check: &Check<'_>, attribute: &Applied, moment: Moment) {
    let message = Message::new(DOES_NOT_APPLY, vec![Argument::name(attribute.known.shown())]);
    check.report(message, attribute.name.start(), moment);
}

/// §2: attributes of a declarator that are not for what it declares.
pub(crate) fn declared(check: &Check<'_>, declared: &Declared) {
    if declared.kind == Kind::TemplateParameter {
        return unnamed(check, &declared.node, &declared.attributes);
    }
    for (index, attribute) in declared.attributes.iter().enumerate() {
        if attribute.is_valid() && !attribute.known.applies_to(declared.kind) {
            does_not_apply(check, attribute, attribute_moment(check, declared, index, 0));
        }
    }
}

/// §2: attributes of specifiers without a declarator: unnamed parameters and bit-fields.
pub(crate) fn unnamed(check: &Check<'_>, node: &SyntaxNode, attributes: &[Applied]) {
    for attribute in attributes {
        let moment = check.moment(node.text_range().end(), 0);
        if node.kind() == SyntaxKind::NON_TYPE_PARAM {
            check.report(Message::plain(MAY_NOT_APPEAR), attribute.name.start(), moment);
        } else if !attribute.known.applies_to(Kind::Parameter) {
            does_not_apply(check, attribute, moment);
        }
    }
}

/// §2: attributes of a declaration that declares no name: a class alone.
pub(crate) fn without_declarator(check: &Check<'_>, node: &SyntaxNode, attributes: &[Applied]) {
    for attribute in attributes {
        let moment = check.moment(node.text_range().end(), 0);
        check.report(Message::plain(NO_ENTITY), attribute.name.start(), moment);
    }
}

/// Judges a group of attributes by where it stands, as far as no declarator is concerned (§2).
pub(crate) fn group(check: &Check<'_>, node: &SyntaxNode) {
    let Some(group) = ast::Attributes::cast(node.clone()) else { return };
    let Some(parent) = node.parent() else { return };
    let found = of_group(&group);
    let at = |offset: TextSize| check.moment(offset, 0);
    found.iter().for_each(|attribute| launch::grammar(check, attribute));
    match parent.kind() {
        SyntaxKind::TYPE_PARAM | SyntaxKind::TEMPLATE_TEMPLATE_PARAM => {
            for attribute in &found {
                let start = attribute.name.start();
                check.report(Message::plain(MAY_NOT_APPEAR), start, at(start));
            }
        }
        SyntaxKind::DECL_SPECIFIER_SEQ => {
            if parent.parent().is_some_and(|owner| owner.kind() == SyntaxKind::TYPE_ID) {
                found.iter().for_each(|attribute| does_not_apply(check, attribute, at(attribute.name.start())));
            }
        }
        SyntaxKind::CLASS_SPECIFIER
        | SyntaxKind::ELABORATED_TYPE
        | SyntaxKind::ENUM_SPECIFIER
        | SyntaxKind::ENUMERATOR
        | SyntaxKind::BASE_SPECIFIER
        | SyntaxKind::ALIAS_DECL
        | SyntaxKind::LABELED_STMT
        | SyntaxKind::PAREN_DECLARATOR => {
            for attribute in found.iter().filter(|attribute| !is_for_types(attribute.known)) {
                does_not_apply(check, attribute, at(attribute.name.start()));
            }
        }
        _ => {}
    }
}

/// Attributes that classes and enums take, or drop without a word (§9).
fn is_for_types(known: Known) -> bool {
    matches!(
        known,
        Known::Cuda(
            CudaAttribute::CudartBuiltin
                | CudaAttribute::DeviceBuiltin
                | CudaAttribute::DeviceBuiltinSurfaceType
                | CudaAttribute::DeviceBuiltinTextureType
                | CudaAttribute::TileBuiltin
        )
    )
}

/// Whether the declarator declares a member of a class, static ones included.
pub(crate) fn is_member(declared: &Declared) -> bool {
    let qualified = declared.declarator.declared_name().is_some_and(|name| name.segments().count() > 1);
    declared.place == Place::Class && !declared.has(SyntaxKind::FRIEND_KW) || qualified
}
