//! Attributes: which are CUDA's, where they may stand, what they exclude (spec page 3 §1–3).

use asunder_decls::owner::Owner;
use asunder_decls::written::Spaces;
use asunder_outline::CudaAttribute;
use asunder_syntax::{
    AstNode, NodeOrToken, Release, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, ast,
};

use crate::check::Check;
use crate::declared::{Declared, Kind, Place};
use crate::finding::{Argument, Finding, Message, Moment, Severity, Stage};
use crate::launch;
use crate::variables::spaces_before;

/// "attribute … does not apply here" (§2).
const DOES_NOT_APPLY: u16 = 1835;
/// "attributes may not appear here" (§2).
const MAY_NOT_APPEAR: u16 = 1098;
/// "attribute … does not take arguments" (§1).
const NO_ARGUMENTS: u16 = 1094;
/// "unknown attribute …" (§1).
const UNKNOWN: u16 = 1097;
/// "entity declared as alias cannot have definition".
const ALIAS_DEFINED: u16 = 1154;
/// "attributes are not permitted in a function definition" (§2).
const NOT_IN_DEFINITION: u16 = 1113;
/// "attributes are not allowed here" (§2).
pub(crate) const NOT_ALLOWED_HERE: u16 = 1847;
/// "expected a declaration".
const NO_DECLARATION: u16 = 169;
/// "attributes ignored here because they do not apply to a declared entity" (§2).
const NO_DECLARED_ENTITY: u16 = 2274;
/// "attribute namespace … is unrecognized" (§1).
const UNKNOWN_NAMESPACE: u16 = 2803;
/// "Variable type qualifier … is not allowed in \"new\" expressions" (§2).
const IN_NEW: u16 = 3537;
/// "illegal combination of memory qualifiers" (§3, §6).
pub(crate) const ILLEGAL_COMBINATION: u16 = 3481;
/// "… annotation is ignored on a non-virtual function(…) that is explicitly defaulted …" (§2).
const DEFAULTED: u16 = 3469;

/// Namespaces that one might take for CUDA's (§1).
const OTHER_NAMESPACES: [&str; 3] = ["nv", "nvidia", "cuda"];

/// An attribute whose place the rules check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// One of CUDA's own.
    Cuda(CudaAttribute),
    /// `noinline`
    NoInline,
    /// `always_inline`
    AlwaysInline,
    /// `cleanup`, which the front end knows since CUDA 13.3.
    Cleanup,
    /// `__attribute__`, which stands where a macro is expanded that is an attribute: for functions, but unknown.
    Keyword,
    /// One of tile code, which is passed over since then where that is not compiled.
    Ignored(CudaAttribute),
}

/// The first release that knows `cleanup`, and attributes of tile code to pass over.
const KNOWS_MORE: Release = Release::V13_3;

impl Known {
    /// The attribute of a name without `__` around it.
    fn from_name(name: &str) -> Option<Known> {
        if name == "__attribute__" {
            return Some(Known::Keyword);
        }
        match name.trim_matches('_') {
            "noinline" => Some(Known::NoInline),
            "always_inline" => Some(Known::AlwaysInline),
            "cleanup" => Some(Known::Cleanup),
            _ => CudaAttribute::from_name(name).map(Known::Cuda),
        }
    }

    /// How diagnostics show the attribute (§1).
    pub(crate) fn shown(self) -> &'static str {
        match self {
            Known::NoInline => "noinline",
            Known::AlwaysInline => "always_inline",
            Known::Cleanup => "cleanup",
            Known::Keyword => "__attribute__",
            Known::Cuda(attribute) | Known::Ignored(attribute) => match attribute {
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
                CudaAttribute::Tile => "__tile__",
                CudaAttribute::TileBuiltin => "__tile_builtin__",
                CudaAttribute::TileGlobal => "__tile_global__",
            },
        }
    }

    /// Whether it may be said of what a declarator declares (§2, §9).
    pub(crate) fn applies_to(self, kind: Kind) -> bool {
        let function = kind == Kind::Function;
        match self {
            Known::NoInline | Known::AlwaysInline | Known::Keyword => function,
            Known::Cleanup => matches!(kind, Kind::Variable | Kind::StructuredBinding),
            Known::Cuda(attribute) | Known::Ignored(attribute) => match attribute {
                CudaAttribute::Device => {
                    matches!(kind, Kind::Function | Kind::Variable | Kind::StructuredBinding)
                }
                CudaAttribute::Shared | CudaAttribute::Constant | CudaAttribute::Managed => {
                    matches!(kind, Kind::Variable | Kind::StructuredBinding)
                }
                CudaAttribute::Tile => matches!(kind, Kind::Function | Kind::Variable),
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
            Known::Cleanup
                | Known::Keyword
                | Known::Cuda(
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
    /// It is written `gnu::name`.
    is_scoped: bool,
}

impl Applied {
    /// Which of CUDA's own attributes it is.
    pub(crate) fn cuda(&self) -> Option<CudaAttribute> {
        match self.known {
            Known::Cuda(attribute) => Some(attribute),
            Known::NoInline | Known::AlwaysInline | Known::Cleanup | Known::Keyword | Known::Ignored(_) => {
                None
            }
        }
    }

    /// How diagnostics show it.
    pub(crate) fn shown(&self) -> &'static str {
        match self.known {
            Known::NoInline if self.is_scoped => "gnu::noinline",
            Known::AlwaysInline if self.is_scoped => "gnu::always_inline",
            Known::Keyword if self.is_scoped => "gnu::__attribute__",
            known => known.shown(),
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
pub(crate) fn of_group(group: &ast::Attributes) -> Vec<Applied> {
    let known = |it: GnuAttribute| {
        let known = Known::from_name(it.word.text())?;
        Some(Applied { known, name: it.name, attribute: it.attribute, is_scoped: it.is_scoped })
    };
    let mut found: Vec<Applied> = gnu_attributes(group).into_iter().filter_map(known).collect();
    found.extend(ignored(group));
    found
}

/// The attributes of a group whose names the front end passes over: their names are trivia.
fn ignored(group: &ast::Attributes) -> impl Iterator<Item = Applied> {
    let list = match group {
        ast::Attributes::GnuAttributes(group) => Some(group.attributes()),
        _ => None,
    };
    list.into_iter().flatten().filter_map(|attribute| {
        let tokens = attribute.syntax().descendants_with_tokens().filter_map(NodeOrToken::into_token);
        let word = tokens.into_iter().find(|token| token.kind() == SyntaxKind::COMMENT)?;
        let known = CudaAttribute::from_name(word.text())?;
        let is_of_tiles = matches!(known, CudaAttribute::Tile | CudaAttribute::TileGlobal);
        is_of_tiles.then(|| Applied {
            known: Known::Ignored(known),
            name: word.text_range(),
            attribute,
            is_scoped: false,
        })
    })
}

/// An attribute of GNU's namespace.
pub(crate) struct GnuAttribute {
    pub(crate) word: SyntaxToken,
    /// The word, with the namespace if that is written.
    pub(crate) name: TextRange,
    pub(crate) attribute: ast::Attribute,
    is_scoped: bool,
}

/// The attributes of a group that are in GNU's namespace.
pub(crate) fn gnu_attributes(group: &ast::Attributes) -> Vec<GnuAttribute> {
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
        let scope = name.namespace();
        let namespace = scope.as_ref().map(|token| token.text().to_owned()).or_else(|| using.clone());
        let is_gnu = namespace.is_some_and(|namespace| namespace.trim_matches('_') == "gnu");
        if let Some(word) = name.word().filter(|_| is_gnu) {
            let own = word.text_range();
            let name = scope.as_ref().map_or(own, |scope| scope.text_range().cover(own));
            found.push(GnuAttribute { word, name, attribute, is_scoped: scope.is_some() });
        }
    }
    found
}

/// GNU's attributes of which the front end takes no note when it looks for what nothing refers to. (`unused`, `used`,
/// `section`, `constructor` and others count as references.)
const WITHOUT_REFERENCE: [&str; 14] = [
    "alias",
    "aligned",
    "cold",
    "const",
    "deprecated",
    "flatten",
    "hot",
    "nodiscard",
    "noreturn",
    "nothrow",
    "pure",
    "visibility",
    "warn_unused_result",
    "weak",
];

/// Whether a declaration has no attributes but those that the rules know and those that say nothing of references, its
/// initializers and bodies aside.
pub(crate) fn has_only_known(declaration: &SyntaxNode) -> bool {
    let is_inside = |kind| {
        matches!(
            kind,
            SyntaxKind::EQ_INITIALIZER
                | SyntaxKind::PAREN_INITIALIZER
                | SyntaxKind::INIT_LIST
                | SyntaxKind::COMPOUND_STMT
                | SyntaxKind::MEMBER_LIST
        )
    };
    let groups = declaration.descendants().filter_map(ast::Attributes::cast).filter(|group| {
        let around = group.syntax().ancestors().skip(1).take_while(|it| it != declaration);
        !around.map(|it| it.kind()).any(is_inside)
    });
    groups.into_iter().all(|group| {
        let written = match &group {
            ast::Attributes::GnuAttributes(group) => group.attributes().count(),
            ast::Attributes::StdAttributes(group) => group.attributes().count(),
            ast::Attributes::AlignasSpecifier(_) => 0,
        };
        let is_known = |word: &str| {
            Known::from_name(word).is_some() || WITHOUT_REFERENCE.contains(&word.trim_matches('_'))
        };
        let is_standard = |it: &ast::Attribute| {
            let name = it.name().filter(|name| name.namespace().is_none());
            let word = name.and_then(|name| name.word());
            word.is_some_and(|word| matches!(word.text(), "deprecated" | "nodiscard" | "noreturn"))
        };
        let standard = match &group {
            ast::Attributes::StdAttributes(group) => group.attributes().filter(is_standard).count(),
            _ => 0,
        };
        gnu_attributes(&group).iter().filter(|it| is_known(it.word.text())).count() + standard == written
    })
}

/// Ranks of checks at one attribute and of the checks behind all attributes.
const RANKS_PER_ATTRIBUTE: u16 = 32;
const FIRST_NAME_RANK: u16 = 20_000;

/// When the check `rank` of the attribute `index` of a declarator is made: attributes are applied in
/// order when the declarator is complete.
pub(crate) fn attribute_moment(check: &Check<'_>, declared: &Declared, index: usize, rank: u16) -> Moment {
    let before = u16::try_from(index).unwrap_or(u16::MAX).saturating_mul(RANKS_PER_ATTRIBUTE);
    check.moment_after(declared.end(), before.saturating_add(rank).min(FIRST_NAME_RANK - 1))
}

/// When the check `rank` of a declaration as a whole is made: after all its attributes.
pub(crate) fn name_moment(check: &Check<'_>, declared: &Declared, rank: u16) -> Moment {
    check.moment_after(declared.end(), FIRST_NAME_RANK + rank)
}

pub(crate) fn does_not_apply(check: &Check<'_>, attribute: &Applied, moment: Moment) {
    if !is_known(check, attribute) {
        return;
    }
    let (message, at) = not_applying(attribute);
    check.report(message, at, moment);
}

/// Whether the release knows an attribute.
pub(crate) fn is_known(check: &Check<'_>, attribute: &Applied) -> bool {
    !matches!(attribute.known, Known::Cleanup | Known::Ignored(_))
        || check.unit.dialect(check.db).release >= KNOWS_MORE
}

/// What is said of an attribute where it has no effect, and where.
pub(crate) fn not_applying(attribute: &Applied) -> (Message, TextSize) {
    let message = Message::new(DOES_NOT_APPLY, vec![Argument::name(attribute.shown())]);
    (message, attribute.name.start())
}

/// §1: arguments of one of CUDA's attributes that takes none.
pub(crate) fn superfluous_arguments(attribute: &Applied) -> Option<(Message, TextSize)> {
    let arguments = attribute.attribute.attribute_args()?;
    let is_wrong = !attribute.is_valid() && attribute.cuda().is_some();
    let message = || Message::new(NO_ARGUMENTS, vec![Argument::name(attribute.known.shown())]);
    is_wrong.then(|| (message(), arguments.syntax().text_range().start()))
}

/// §2: attributes of a declarator that are not for what it declares.
pub(crate) fn declared(check: &Check<'_>, declared: &Declared) {
    if declared.kind == Kind::TemplateParameter {
        return template_parameter(check, declared);
    }
    for (index, attribute) in declared.attributes.iter().enumerate() {
        // What specifiers say is refused once, whatever the number of declarators.
        let is_repeated = declared.refused.contains(&attribute.name);
        if refuses(declared.kind, attribute) && !is_repeated {
            does_not_apply(check, attribute, attribute_moment(check, declared, index, 0));
        } else if attribute.known == Known::Keyword && declared.kind == Kind::Function {
            let message = Message::new(UNKNOWN, vec![Argument::name(attribute.shown())]);
            check.report(message, attribute.name.start(), attribute_moment(check, declared, index, 0));
        }
    }
    conflicts(check, declared);
    on_defaulted(check, declared);
}

/// Whether an attribute has no effect on what a declarator of this kind declares.
pub(crate) fn refuses(kind: Kind, attribute: &Applied) -> bool {
    attribute.is_valid() && !attribute.known.applies_to(kind)
}

/// §2: attributes of a template parameter; those behind its name are errors.
fn template_parameter(check: &Check<'_>, declared: &Declared) {
    let specifiers = declared.specifiers.as_ref().map(|it| it.syntax().text_range());
    for attribute in &declared.attributes {
        let is_in_front = specifiers.is_some_and(|it| it.contains_range(attribute.name));
        if is_in_front {
            unnamed(check, &declared.node, std::slice::from_ref(attribute));
            continue;
        }
        let moment = check.moment_after(declared.node.text_range().end(), 0);
        let (message, at) = not_applying(attribute);
        let mut finding = Finding::new(message, at, moment);
        finding.severity = Some(Severity::Error);
        check.add(finding);
    }
}

/// The rank of conflicts among the checks of an attribute.
pub(crate) const CONFLICT_RANK: u16 = 4;

/// §3, §6: spaces in one declaration that exclude one another, reported at the later attribute.
fn conflicts(check: &Check<'_>, declared: &Declared) {
    let (mut kernel, mut other) = (None, false);
    let (mut tile, mut device) = (false, false);
    let has_tiles = check.unit.dialect(check.db).tile;
    let is_redeclaration = declared.kind == Kind::Variable && !check.settings.pass.is_device();
    let before = if is_redeclaration { spaces_before(check, declared) } else { Spaces::default() };
    let (mut shared, mut constant) = (before.shared, before.constant);
    for (index, applied) in declared.attributes.iter().enumerate() {
        let Some(attribute) = applied.cuda().filter(|_| applied.is_valid()) else { continue };
        let clash = match (declared.kind, attribute) {
            (Kind::Function, CudaAttribute::Global | CudaAttribute::TileGlobal) => {
                other || kernel.replace(attribute).is_some_and(|before| has_tiles && before != attribute)
            }
            (Kind::Function, CudaAttribute::Host | CudaAttribute::Device | CudaAttribute::Tile) => {
                other = true;
                kernel.is_some()
            }
            (Kind::Variable, CudaAttribute::Tile) => {
                tile = true;
                device
            }
            (
                Kind::Variable,
                CudaAttribute::Device
                | CudaAttribute::Shared
                | CudaAttribute::Constant
                | CudaAttribute::Managed,
            ) => {
                shared |= attribute == CudaAttribute::Shared;
                constant |= attribute == CudaAttribute::Constant;
                device |= attribute == CudaAttribute::Device;
                shared && constant || tile
            }
            _ => false,
        };
        if clash {
            let moment = attribute_moment(check, declared, index, CONFLICT_RANK);
            check.report(Message::plain(ILLEGAL_COMBINATION), applied.name.start(), moment);
        }
    }
}

/// §2: spaces of a member that is defaulted in its class are not taken.
fn on_defaulted(check: &Check<'_>, declared: &Declared) {
    for applied in &declared.ignored {
        let name = &check.text()[declared.name];
        let message = Message::new(DEFAULTED, vec![Argument::text(applied.shown()), Argument::name(name)]);
        check.report(message, applied.name.start(), check.moment_after(declared.end(), 0));
    }
}

/// §2: attributes of specifiers without a declarator: unnamed parameters and bit-fields.
pub(crate) fn unnamed(check: &Check<'_>, node: &SyntaxNode, attributes: &[Applied]) {
    for attribute in attributes {
        let moment = check.moment_after(node.text_range().end(), 0);
        if node.kind() == SyntaxKind::NON_TYPE_PARAM {
            check.report(Message::plain(MAY_NOT_APPEAR), attribute.name.start(), moment);
        } else if !attribute.known.applies_to(Kind::Parameter) {
            does_not_apply(check, attribute, moment);
        }
    }
}

/// A variable of a namespace that is defined though it is declared as an alias of another one, found when the
/// text has been read.
fn alias(check: &Check<'_>, node: &SyntaxNode, group: &ast::Attributes) {
    if !gnu_attributes(group).iter().any(|it| it.word.text().trim_matches('_') == "alias") {
        return;
    }
    let is_of_declaration = |kind| {
        matches!(kind, SyntaxKind::DECL_SPECIFIER_SEQ | SyntaxKind::DECLARATOR | SyntaxKind::INIT_DECLARATOR)
    };
    let mut around = node.ancestors().skip(1).skip_while(|it| is_of_declaration(it.kind()));
    let Some(simple) = around.next().and_then(ast::SimpleDecl::cast) else { return };
    let is_in_namespace = around.all(|it| {
        matches!(it.kind(), SyntaxKind::TRANSLATION_UNIT | SyntaxKind::DECL_BLOCK | SyntaxKind::NAMESPACE_DEF)
    });
    let specifiers = simple.decl_specifier_seq();
    let is_tentative = specifiers.is_some_and(|specifiers| {
        [SyntaxKind::STATIC_KW, SyntaxKind::EXTERN_KW, SyntaxKind::TYPEDEF_KW]
            .into_iter()
            .all(|keyword| specifiers.keyword(keyword).is_none())
    });
    if !is_in_namespace || !is_tentative {
        return;
    }
    let is_whole = node.parent().is_some_and(|it| it.kind() == SyntaxKind::DECL_SPECIFIER_SEQ);
    for declarator in simple.init_declarators() {
        let own = declarator.declarator();
        let name = own.as_ref().and_then(|it| it.declared_name()).and_then(|name| name.as_ident());
        let is_named = is_whole || declarator.syntax().text_range().contains_range(node.text_range());
        if own.is_some_and(|it| it.function().is_none())
            && is_named
            && let Some(name) = name
        {
            let start = name.text_range().start();
            let moment = Moment { stage: Stage::Instantiation, ..check.moment(start, 0) };
            check.report(Message::plain(ALIAS_DEFINED), start, moment);
        }
    }
}

/// The alignment of a parameter, which has none of its own.
fn aligned(check: &Check<'_>, node: &SyntaxNode, group: &ast::Attributes) {
    let is_of_declaration = |kind| {
        matches!(kind, SyntaxKind::DECL_SPECIFIER_SEQ | SyntaxKind::DECLARATOR | SyntaxKind::INIT_DECLARATOR)
    };
    let around = node.ancestors().skip(1).find(|it| !is_of_declaration(it.kind()));
    if around.is_none_or(|it| it.kind() != SyntaxKind::PARAM_DECL) {
        return;
    }
    for attribute in gnu_attributes(group) {
        let start = attribute.name.start();
        if attribute.word.text().trim_matches('_') == "aligned" {
            let message = Message::new(DOES_NOT_APPLY, vec![Argument::name("aligned")]);
            let mut finding = Finding::new(message, start, check.moment(start, 0));
            finding.severity = Some(Severity::Error);
            check.add(finding);
        }
    }
}

/// Checks a group of attributes by where it stands, as far as no declarator is concerned (§2).
pub(crate) fn group(check: &Check<'_>, node: &SyntaxNode) {
    let Some(group) = ast::Attributes::cast(node.clone()) else { return };
    let Some(parent) = node.parent() else { return };
    let mut found = of_group(&group);
    found.retain(|attribute| attribute.known != Known::Cleanup && is_known(check, attribute));
    let at = |offset: TextSize| check.moment(offset, 0);
    for (message, start) in of_unknown_namespaces(&group) {
        check.report(message, start, at(start));
    }
    for attribute in &found {
        launch::grammar(check, attribute);
        if let Some((message, start)) = superfluous_arguments(attribute) {
            check.report(message, start, at(attribute.name.start()));
        }
    }
    alias(check, node, &group);
    aligned(check, node, &group);
    let whole = |number: u16| {
        let start = node.text_range().start();
        check.report(Message::plain(number), start, at(start));
    };
    if found.is_empty() {
        return;
    }
    if matches!(group, ast::Attributes::GnuAttributes(_)) {
        match declared_behind(node) {
            Some(SyntaxKind::ASM_KW) if check.unit.dialect(check.db).release >= ASM_TAKES_ATTRIBUTES => {
                for attribute in &found {
                    does_not_apply(check, attribute, at(attribute.name.start()));
                }
                return;
            }
            Some(_) => return whole(NOT_ALLOWED_HERE),
            None => {}
        }
    }
    match parent.kind() {
        SyntaxKind::TYPE_PARAM | SyntaxKind::TEMPLATE_TEMPLATE_PARAM => {
            for attribute in &found {
                let start = attribute.name.start();
                check.report(Message::plain(MAY_NOT_APPEAR), start, at(start));
            }
        }
        SyntaxKind::DECL_SPECIFIER_SEQ => in_type(check, &parent, &found),
        SyntaxKind::FUNCTION_SUFFIX => {
            for _ in 0..times_not_in_definition(&parent) {
                whole(NOT_IN_DEFINITION);
            }
        }
        SyntaxKind::NEW_EXPR => in_new(check, &found),
        SyntaxKind::STATIC_ASSERT_DECL
            if matches!(group, ast::Attributes::GnuAttributes(_))
                && parent.parent().is_some_and(|outer| outer.kind() == SyntaxKind::MEMBER_LIST) =>
        {
            no_member(check, node);
        }
        SyntaxKind::EMPTY_DECL => in_empty_declaration(check, &parent, &found),
        SyntaxKind::CONCEPT_DECL if check.unit.dialect(check.db).release >= CONCEPT_TAKES_ATTRIBUTES => {
            for attribute in &found {
                does_not_apply(check, attribute, at(attribute.name.start()));
            }
        }
        SyntaxKind::CLASS_SPECIFIER
        | SyntaxKind::ELABORATED_TYPE
        | SyntaxKind::ENUM_SPECIFIER
        | SyntaxKind::ENUMERATOR
        | SyntaxKind::BASE_SPECIFIER
        | SyntaxKind::ALIAS_DECL
        | SyntaxKind::COMPOUND_STMT
        | SyntaxKind::LABELED_STMT
        | SyntaxKind::EXPR_STMT
        | SyntaxKind::PAREN_DECLARATOR => {
            // In front of `using` in a class they are an error of syntax.
            let is_of_member = parent.kind() == SyntaxKind::ALIAS_DECL
                && matches!(group, ast::Attributes::GnuAttributes(_))
                && parent.parent().is_some_and(|outer| outer.kind() == SyntaxKind::MEMBER_LIST)
                && parent.text_range().start() == node.text_range().start();
            if is_of_member {
                return no_member(check, node);
            }
            let is_alias_template = parent.kind() == SyntaxKind::ALIAS_DECL
                && parent.parent().is_some_and(|outer| outer.kind() == SyntaxKind::TEMPLATE_DECL);
            let refused = found.iter().filter(|it| it.is_valid() && !is_for_types(it.known));
            for attribute in refused.filter(|_| !is_alias_template) {
                does_not_apply(check, attribute, at(attribute.name.start()));
            }
        }
        _ => {}
    }
}

/// Attributes in front of `using` in a class: the declaration is not read.
fn no_member(check: &Check<'_>, group: &SyntaxNode) {
    let tokens = std::iter::successors(group.last_token(), |token| token.next_token()).skip(1);
    if let Some(word) = tokens.into_iter().find(|token| !token.kind().is_trivia()) {
        let start = word.text_range().start();
        check.report(Message::plain(NO_DECLARATION), start, check.moment(start, 0));
    }
}

/// §2: how often attributes behind a function's parameters are refused because a body follows: for functions of
/// namespaces, and twice for members that are defined there. Templates and classes take them.
fn times_not_in_definition(suffix: &SyntaxNode) -> u32 {
    let is_declarator = |kind| {
        matches!(kind, SyntaxKind::FUNCTION_SUFFIX | SyntaxKind::DECLARATOR | SyntaxKind::PAREN_DECLARATOR)
    };
    let outer = suffix.ancestors().find(|outer| !is_declarator(outer.kind()));
    let Some(definition) = outer.and_then(ast::FunctionDef::cast) else { return 0 };
    let takes_them = |kind| {
        matches!(
            kind,
            SyntaxKind::MEMBER_LIST | SyntaxKind::TEMPLATE_DECL | SyntaxKind::EXPLICIT_SPECIALIZATION
        )
    };
    if definition.syntax().ancestors().any(|outer| takes_them(outer.kind())) {
        return 0;
    }
    let name = definition.declarator().and_then(|declarator| declarator.declared_name());
    if name.is_some_and(|name| name.segments().count() > 1) { 2 } else { 1 }
}

/// §1: `[[nv::device]]` is not CUDA's.
pub(crate) fn of_unknown_namespaces(group: &ast::Attributes) -> Vec<(Message, TextSize)> {
    let ast::Attributes::StdAttributes(group) = group else { return Vec::new() };
    let using = group.using().and_then(|using| using.ident_token());
    let scopes = group.attributes().filter_map(|attribute| attribute.name()?.namespace());
    let named = using.into_iter().chain(scopes).filter(|it| OTHER_NAMESPACES.contains(&it.text()));
    let message = |namespace: &str| Message::new(UNKNOWN_NAMESPACE, vec![Argument::name(namespace)]);
    named.map(|namespace| (message(namespace.text()), namespace.text_range().start())).collect()
}

/// Whether a text may hold attributes of these namespaces.
pub(crate) fn may_name_other_namespaces(text: &str) -> bool {
    let mut groups = text.split("[[").skip(1);
    groups.any(|group| OTHER_NAMESPACES.iter().any(|name| group.contains(name)))
}

/// §2: attributes among the specifiers of a type-id.
fn in_type(check: &Check<'_>, sequence: &SyntaxNode, found: &[Applied]) {
    let Some(ty) = sequence.parent().filter(|owner| owner.kind() == SyntaxKind::TYPE_ID) else { return };
    match ty.parent().map(|parent| parent.kind()) {
        // The type of a conversion function takes and drops them.
        Some(SyntaxKind::CONVERSION_ID) => {}
        Some(SyntaxKind::NEW_EXPR) => in_new(check, found),
        _ => {
            for attribute in found {
                does_not_apply(check, attribute, check.moment(attribute.name.start(), 0));
            }
        }
    }
}

/// §2: attributes in the type of a new-expression.
fn in_new(check: &Check<'_>, found: &[Applied]) {
    for attribute in found {
        let start = attribute.name.start();
        let message = match attribute.cuda() {
            Some(
                CudaAttribute::Device
                | CudaAttribute::Shared
                | CudaAttribute::Constant
                | CudaAttribute::Managed,
            ) => Message::new(IN_NEW, vec![Argument::name(attribute.known.shown().trim_matches('_'))]),
            Some(CudaAttribute::Host | CudaAttribute::Global) => Message::plain(MAY_NOT_APPEAR),
            _ => continue,
        };
        check.report(message, start, check.moment(start, 0));
    }
}

/// §2: `__device__;`
fn in_empty_declaration(check: &Check<'_>, node: &SyntaxNode, found: &[Applied]) {
    let scope = node.parent().map(|parent| parent.kind());
    for attribute in found {
        let start = attribute.name.start();
        let moment = check.moment(start, 0);
        match scope {
            Some(SyntaxKind::MEMBER_LIST) => {
                check.report(Message::plain(NO_DECLARED_ENTITY), start, moment);
            }
            Some(SyntaxKind::COMPOUND_STMT | SyntaxKind::LABELED_STMT) => {
                does_not_apply(check, attribute, moment);
            }
            _ => {
                let message = Message::new(DOES_NOT_APPLY, vec![Argument::name(attribute.shown())]);
                let mut finding = Finding::new(message, start, moment);
                finding.severity = Some(Severity::Error);
                check.add(finding);
            }
        }
    }
}

/// The first release that reads attributes in front of `asm`.
const ASM_TAKES_ATTRIBUTES: Release = Release::V13_3;
/// The first release in which attributes behind a concept's name are not an error of syntax.
const CONCEPT_TAKES_ATTRIBUTES: Release = Release::V13_4;

/// §2: with which word the declaration behind the group starts, if it takes no attributes in front of it: a template,
/// a linkage specification, a using-declaration, `asm`.
fn declared_behind(group: &SyntaxNode) -> Option<SyntaxKind> {
    if group.parent().and_then(|it| it.parent()).is_some_and(|it| it.kind() == SyntaxKind::MEMBER_LIST) {
        // In a class they leave errors of syntax behind them.
        return None;
    }
    let mut token = group.last_token().and_then(|token| token.next_token());
    let mut next = || {
        while let Some(here) = token.clone() {
            token = here.next_token();
            if !here.kind().is_trivia() {
                return Some(here.kind());
            }
        }
        None
    };
    let starts = group.first_token().is_some_and(|first| {
        let mut before = first.prev_token();
        while before.as_ref().is_some_and(|token| token.kind().is_trivia()) {
            before = before.and_then(|token| token.prev_token());
        }
        before.is_none_or(|token| {
            matches!(token.kind(), SyntaxKind::SEMICOLON | SyntaxKind::L_BRACE | SyntaxKind::R_BRACE)
        })
    });
    let word = next().filter(|_| starts)?;
    let takes_none = match word {
        SyntaxKind::TEMPLATE_KW | SyntaxKind::USING_KW | SyntaxKind::ASM_KW => true,
        SyntaxKind::EXTERN_KW => next() == Some(SyntaxKind::STRING),
        _ => false,
    };
    takes_none.then_some(word)
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
pub(crate) fn is_member(check: &Check<'_>, declared: &Declared) -> bool {
    if declared.has(SyntaxKind::FRIEND_KW) {
        return false;
    }
    let is_qualified = declared.declarator.declared_name().is_some_and(|name| name.segments().count() > 1);
    let owner = || declared.decl.and_then(|decl| check.names().owner(decl));
    declared.place == Place::Class || is_qualified && matches!(owner(), Some(Owner::Class(_)))
}

/// Splits off the attributes that a member defaulted in its class does not take (§2): virtual members, and those
/// that override (`overrides`; `None` when that is not known), take them.
pub(crate) fn split_ignored(
    node: &SyntaxNode,
    specifiers: Option<&ast::DeclSpecifierSeq>,
    overrides: impl FnOnce() -> Option<bool>,
    all: &mut Vec<Applied>,
) -> Vec<Applied> {
    let has = |keyword| specifiers.is_some_and(|specifiers| specifiers.keyword(keyword).is_some());
    let body = ast::FunctionDef::cast(node.clone()).and_then(|function| function.body());
    let members = node.ancestors().skip(1).find(|outer| outer.kind() != SyntaxKind::TEMPLATE_DECL);
    let class = members
        .filter(|members| members.kind() == SyntaxKind::MEMBER_LIST)
        .and_then(|members| members.parent())
        .and_then(ast::ClassSpecifier::cast);
    let (Some(ast::FunctionBody::DefaultBody(_)), Some(class)) = (body, class) else { return Vec::new() };
    if has(SyntaxKind::VIRTUAL_KW) || has(SyntaxKind::FRIEND_KW) {
        return Vec::new();
    }
    let is_space = |applied: &Applied| {
        applied.is_valid()
            && matches!(
                applied.cuda(),
                Some(
                    CudaAttribute::Host | CudaAttribute::Device | CudaAttribute::Global | CudaAttribute::Tile
                )
            )
    };
    let overrides = if class.base_clause().is_some() { overrides() } else { Some(false) };
    if overrides == Some(true) {
        return Vec::new();
    }
    let (ignored, taken) = std::mem::take(all).into_iter().partition(is_space);
    *all = taken;
    if overrides.is_some() { ignored } else { Vec::new() }
}
