//! What the identifiers of a text are: the colours of an editor.

use asunder_decls::names::DeclRef;
use asunder_decls::occurrences::{Role, Target};
use asunder_decls::written::{DeclKind, DeclName, Spaces};
use asunder_syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

use crate::Unit;
use crate::meaning::Name;

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Namespace,
    Class,
    Union,
    Enum,
    TypeAlias,
    TypeParameter,
    Concept,
    Function,
    Method,
    Constructor,
    Variable,
    Member,
    Parameter,
    Enumerator,
    Label,
}

impl Kind {
    /// The kind in words.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Namespace => "namespace",
            Kind::Class => "class",
            Kind::Union => "union",
            Kind::Enum => "enum",
            Kind::TypeAlias => "type alias",
            Kind::TypeParameter => "template parameter",
            Kind::Concept => "concept",
            Kind::Function => "function",
            Kind::Method => "member function",
            Kind::Constructor => "constructor",
            Kind::Variable => "local variable",
            Kind::Member => "data member",
            Kind::Parameter => "parameter",
            Kind::Enumerator => "enumerator",
            Kind::Label => "label",
        }
    }
}

/// An identifier with its colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands, in bytes of the unit.
    pub range: TextRange,
    /// What it means.
    pub kind: Kind,
    /// It declares or defines.
    pub role: Role,
    /// Its CUDA spaces, where it has some.
    pub spaces: Spaces,
    /// It cannot be changed.
    pub is_constant: bool,
}

/// The identifiers of these files that are known, in order.
pub fn of_files(unit: &Unit<'_>, files: &[String]) -> Vec<Token> {
    let items = unit.items_of(files);
    let all = items.into_iter().flat_map(|item| unit.names_of(item));
    all.filter_map(|name| token(unit, &name)).collect()
}

fn token(unit: &Unit<'_>, name: &Name<'_>) -> Option<Token> {
    let range = unit.in_unit(name.item, name.range);
    let (kind, spaces, is_constant) = match name.target? {
        Target::Namespace(_) => (Kind::Namespace, Spaces::default(), false),
        Target::Local(at) => {
            let root = unit.names.tree(name.item);
            let declared = asunder_syntax::token_at(&root, at)?;
            let is_constant = name.ty.is_some_and(|ty| ty.qualifiers(unit.db).is_const);
            (local_kind(&declared), local_spaces(&declared), is_constant)
        }
        Target::Decl(decl) => {
            let has_spaces =
                unit.names.function_of(decl).is_some() || unit.names.variable_type(decl).is_some();
            let spaces = if has_spaces { unit.names.spaces(decl) } else { None };
            let specifiers = &unit.names.decl(decl).specifiers;
            let kind = kind_of(unit, decl);
            let is_const = name.ty.is_some_and(|ty| ty.qualifiers(unit.db).is_const);
            let is_constexpr = specifiers.is_constexpr && !matches!(kind, Kind::Function | Kind::Method);
            let is_constant = kind == Kind::Enumerator || is_constexpr || is_const;
            (kind, spaces.unwrap_or_default(), is_constant)
        }
    };
    Some(Token { range, kind, role: name.role, spaces, is_constant })
}

/// What a declaration declares.
pub fn kind_of(unit: &Unit<'_>, decl: DeclRef) -> Kind {
    let written = unit.names.decl(decl);
    let in_class = written
        .parent
        .is_some_and(|parent| matches!(unit.names.decl(decl.sibling(parent)).kind, DeclKind::Class(_)))
        || written.qualifier.is_some();
    match &written.kind {
        _ if matches!(written.name, DeclName::Constructor | DeclName::Destructor) => Kind::Constructor,
        DeclKind::NamespaceAlias(_) | DeclKind::UsingDirective(_) => Kind::Namespace,
        DeclKind::Class(class) if class.is_union => Kind::Union,
        DeclKind::Class(_) | DeclKind::DeductionGuide { .. } => Kind::Class,
        DeclKind::Enum(_) | DeclKind::UsingEnum(_) => Kind::Enum,
        DeclKind::Typedef(_) => Kind::TypeAlias,
        DeclKind::Enumerator { .. } => Kind::Enumerator,
        DeclKind::Concept => Kind::Concept,
        DeclKind::Function { .. } if in_class => Kind::Method,
        DeclKind::Function { .. } | DeclKind::UsingDeclaration(_) => Kind::Function,
        DeclKind::FunctionOrVariable { .. } if unit.names.function_of(decl).is_some() => Kind::Function,
        DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. } if in_class => Kind::Member,
        DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. } => Kind::Variable,
    }
}

/// What a name declares that is not declared outside functions.
pub(crate) fn local_kind(declared: &SyntaxToken) -> Kind {
    for node in declared.parent_ancestors() {
        return match node.kind() {
            SyntaxKind::TYPE_PARAM | SyntaxKind::TEMPLATE_TEMPLATE_PARAM | SyntaxKind::NON_TYPE_PARAM => {
                Kind::TypeParameter
            }
            SyntaxKind::PARAM_DECL => Kind::Parameter,
            SyntaxKind::LABELED_STMT => Kind::Label,
            SyntaxKind::ALIAS_DECL => Kind::TypeAlias,
            SyntaxKind::NAMESPACE_ALIAS => Kind::Namespace,
            SyntaxKind::ENUMERATOR => Kind::Enumerator,
            SyntaxKind::CLASS_SPECIFIER => Kind::Class,
            SyntaxKind::ENUM_SPECIFIER => Kind::Enum,
            SyntaxKind::SIMPLE_DECL if is_typedef(&node) => Kind::TypeAlias,
            SyntaxKind::SIMPLE_DECL | SyntaxKind::CONDITION_DECL | SyntaxKind::COMPOUND_STMT => {
                Kind::Variable
            }
            _ => continue,
        };
    }
    Kind::Variable
}

/// The memory space that a local is declared with.
pub(crate) fn local_spaces(declared: &SyntaxToken) -> Spaces {
    let mut spaces = Spaces::default();
    let Some(declaration) = local_declaration(declared) else { return spaces };
    let tokens = declaration.descendants_with_tokens().filter_map(|it| it.into_token());
    let mut before: [Option<SyntaxKind>; 2] = [None; 2];
    for token in tokens.take_while(|token| token.text_range().start() < declared.text_range().start()) {
        if token.kind().is_trivia() {
            continue;
        }
        if before == [Some(SyntaxKind::L_PAREN); 2] {
            match token.text() {
                "shared" | "__shared__" => spaces.shared = true,
                "constant" | "__constant__" => spaces.constant = true,
                "managed" | "__managed__" => spaces.managed = true,
                "device" | "__device__" => spaces.device = true,
                _ => {}
            }
        }
        before = [before[1], Some(token.kind())];
    }
    spaces
}

fn is_typedef(declaration: &SyntaxNode) -> bool {
    declaration.first_token().is_some_and(|first| first.text() == "typedef")
}

/// The declaration around the name of a local.
pub(crate) fn local_declaration(declared: &SyntaxToken) -> Option<SyntaxNode> {
    declared.parent_ancestors().find(|node| {
        matches!(
            node.kind(),
            SyntaxKind::TYPE_PARAM
                | SyntaxKind::TEMPLATE_TEMPLATE_PARAM
                | SyntaxKind::NON_TYPE_PARAM
                | SyntaxKind::PARAM_DECL
                | SyntaxKind::ALIAS_DECL
                | SyntaxKind::NAMESPACE_ALIAS
                | SyntaxKind::ENUMERATOR
                | SyntaxKind::SIMPLE_DECL
                | SyntaxKind::CONDITION_DECL
                | SyntaxKind::CAPTURE
        )
    })
}
