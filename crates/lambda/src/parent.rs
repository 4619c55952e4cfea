//! The function that an extended lambda is defined in: its type and address as template arguments
//! (spec page 4 b.2).
//!
//! Only the type and the entity must be those that the device compiler names; the spelling is ours. Where the
//! reference's own spelling does not compile (a hidden static member, an unnamed template parameter, an
//! abbreviated template, several packs), this one does.

use asunder_syntax::ast::{
    ClassSpecifier, DeclSpecifier, Declarator, FunctionDef, Name, ParamDecl, Segment, TemplateHeader,
    TemplateParam, Type,
};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextSize};

use super::declarators::{declared_name, function_suffix, innermost, is_pack, name_path};
use super::members::{mentions, template_parameter_name};
use super::spelling::{Spelling, compact_spelling, spelling};
use super::{AddressPiece, Insertion};

/// One part of the path of namespaces around an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NamespaceName {
    /// A named or inline namespace.
    Named(String),
    /// An unnamed namespace that gets a generated name.
    Unnamed,
}

/// What a function is a member of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A namespace, by its path from the global one.
    Namespace(Vec<NamespaceName>),
    /// A class, by its injected name.
    Class { name: String, is_static: bool },
    /// Whatever this qualifier names; the function's type is left to the host compiler.
    Unknown { qualifier: String },
}

/// A function that extended lambdas are defined in.
#[derive(Clone, Debug)]
pub(super) struct ParentFunction {
    definition: FunctionDef,
    owner: Owner,
    /// Template header of the function itself.
    header: Option<TemplateHeader>,
}

/// Type and address of a parent function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParentAddress {
    /// Type of the address.
    pub function_type: String,
    /// The address.
    pub address: Vec<AddressPiece>,
}

/// How names mean something else at a lambda than at the head of its parent function.
pub(super) struct Visibility<'a> {
    /// Whether a local declaration hides the name.
    pub(super) is_hidden: &'a dyn Fn(&str) -> bool,
    /// Whether the name is that of the parent's parameter.
    pub(super) is_parameter: &'a dyn Fn(&str) -> bool,
    /// Prefix of names at the scope around the parent.
    pub(super) enclosing: &'a str,
}

/// Specifiers that are part of the function's type.
fn is_type_specifier(specifier: &DeclSpecifier) -> bool {
    match specifier {
        DeclSpecifier::Type(_) => true,
        DeclSpecifier::KeywordSpecifier(it) => it.keyword().is_some_and(|keyword| {
            use SyntaxKind::*;
            matches!(keyword.kind(), CONST_KW | VOLATILE_KW | AUTO_KW)
        }),
        DeclSpecifier::GnuAttributes(it) => {
            it.attributes().any(|attribute| attribute.is_named("vector_size") || attribute.is_named("mode"))
        }
        _ => false,
    }
}

impl ParentFunction {
    pub(super) fn new(definition: FunctionDef, owner: Owner) -> ParentFunction {
        let header = own_header(&definition);
        ParentFunction { definition, owner, header }
    }

    /// The function's definition.
    pub(super) fn definition(&self) -> &FunctionDef {
        &self.definition
    }

    /// Type and address for a lambda at which names are visible like this.
    pub(super) fn address(&self, visibility: &Visibility<'_>) -> Option<ParentAddress> {
        let declarator = self.definition.declarator()?;
        let segment = declared_name(&declarator)?.last_segment()?;
        let mut name = match &segment {
            Segment::Ident(token) => token.text().to_owned(),
            Segment::Node(node) => spelling(node.syntax()),
        };
        if let Some(arguments) = self.template_arguments() {
            // The blank keeps `operator<` apart from the list.
            name = format!("{name} < {arguments}> ");
        }
        let (address, pointer) = match &self.owner {
            Owner::Unknown { qualifier } => {
                let address = format!("&{qualifier}::{name}");
                let function_type = format!("decltype({address})");
                return Some(ParentAddress { function_type, address: vec![AddressPiece::Text(address)] });
            }
            Owner::Class { name: class, is_static: true } => {
                (vec![format!("&{class}::{name}").into()], "*".into())
            }
            Owner::Class { name: class, is_static: false } => {
                (vec![format!("&{class}::{name}").into()], format!("{class}::*"))
            }
            Owner::Namespace(path) => (qualified_address(path, &name), "*".to_owned()),
        };
        let function_type = self.pointer_type(&declarator, &segment, &pointer, visibility);
        Some(ParentAddress { function_type, address })
    }

    /// `void (*)(int a)`: the declaration with `(*)` in the place of its name.
    fn pointer_type(
        &self,
        declarator: &Declarator,
        segment: &Segment,
        pointer: &str,
        visibility: &Visibility<'_>,
    ) -> String {
        let name = declared_name(declarator);
        let replace = |node: &SyntaxNode| -> Option<String> {
            if name.as_ref().is_some_and(|it| it.syntax() == node) {
                return Some(format!("({pointer})"));
            }
            replace_in_type(node, visibility)
        };
        let mut text = Spelling::default();
        for specifier in self.definition.decl_specifier_seq().into_iter().flat_map(|it| it.decl_specifiers())
        {
            if is_type_specifier(&specifier) {
                text.node_or_text(specifier.syntax(), &replace);
            }
        }
        if let Segment::Node(node) = segment
            && let Some(target) = node.syntax().children().find(|it| it.kind() == SyntaxKind::TYPE_ID)
            && node.syntax().kind() == SyntaxKind::CONVERSION_ID
        {
            text.node(&target, &replace);
        }
        text.separate();
        text.node(declarator.syntax(), &replace);
        text.finish()
    }

    /// Arguments that name the specialization being defined, where the declarator does not give them.
    fn template_arguments(&self) -> Option<String> {
        let parameters: Vec<TemplateParam> =
            self.header.as_ref()?.template_param_list()?.template_params().collect();
        let packs = parameters.iter().filter(|it| is_pack(it.syntax())).count();
        let pack_is_last = parameters.last().is_some_and(|it| is_pack(it.syntax()));
        if packs > 1 || (packs == 1 && !pack_is_last) || self.is_abbreviated() {
            // The host compiler deduces them from the function's type.
            return None;
        }
        let argument = |(index, parameter): (usize, &TemplateParam)| {
            let name = template_parameter_name(parameter.syntax()).unwrap_or_else(|| generated_name(index));
            if is_pack(parameter.syntax()) { format!("{name}...") } else { name }
        };
        Some(parameters.iter().enumerate().map(argument).collect::<Vec<_>>().join(", "))
    }

    /// Whether a parameter's type is `auto`, which makes the function a template.
    fn is_abbreviated(&self) -> bool {
        let suffix = self.definition.declarator().as_ref().and_then(function_suffix);
        let parameters = suffix.and_then(|it| it.param_list()).into_iter().flat_map(|it| it.param_decls());
        parameters.into_iter().any(|it| placeholder(&it))
    }

    /// Names for the unnamed parameters of the function's template header.
    pub(super) fn name_template_parameters(&self) -> Vec<Insertion> {
        let list = self.header.as_ref().and_then(|it| it.template_param_list());
        let parameters = list.into_iter().flat_map(|it| it.template_params()).enumerate();
        let unnamed = parameters.filter(|(_, it)| template_parameter_name(it.syntax()).is_none());
        unnamed
            .filter_map(|(index, it)| {
                let at = insertion_point(&it)?;
                Some(Insertion { at, text: format!(" {}", generated_name(index)) })
            })
            .collect()
    }

    /// Declares a friend defined in its class in front of the class: nothing but argument-dependent lookup finds
    /// such a function before, neither here nor in the device compiler's stub file.
    pub(super) fn declare_hidden_friend(&self) -> Option<Insertion> {
        self.definition.decl_specifier_seq()?.keyword(SyntaxKind::FRIEND_KW)?;
        let mut classes = self.definition.syntax().ancestors().filter_map(ClassSpecifier::cast);
        let class = classes.next().filter(|_| classes.next().is_none())?;
        let in_template = class.syntax().ancestors().any(|it| it.kind() == SyntaxKind::TEMPLATE_DECL);
        if in_template || self.header.is_some() {
            return None;
        }
        let (key, name) = (class.keyword()?, class.name()?.as_ident()?);
        let declaration = class.syntax().ancestors().find(|it| it.kind() == SyntaxKind::SIMPLE_DECL)?;
        let text = format!("{} {}; {}; ", key.text(), name.text(), self.redeclaration()?);
        Some(Insertion { at: declaration.text_range().start(), text })
    }

    /// The declaration without default arguments and attributes.
    fn redeclaration(&self) -> Option<String> {
        let unseen = Visibility { is_hidden: &|_| false, is_parameter: &|_| false, enclosing: "" };
        let mut text = Spelling::default();
        let replace = |node: &SyntaxNode| replace_in_type(node, &unseen);
        let specifiers = self.definition.decl_specifier_seq()?;
        for specifier in specifiers.decl_specifiers().filter(is_type_specifier) {
            text.node_or_text(specifier.syntax(), &replace);
        }
        text.separate();
        text.node(self.definition.declarator()?.syntax(), &replace);
        Some(text.finish())
    }
}

/// Name of an unnamed template parameter.
fn generated_name(index: usize) -> String {
    format!("__nv_template_parameter_{index}")
}

/// Where the name of an unnamed template parameter belongs.
fn insertion_point(parameter: &TemplateParam) -> Option<TextSize> {
    match parameter {
        TemplateParam::NonTypeParam(it) => match it.declarator() {
            Some(declarator) if declarator.paren_declarator().is_some() => {
                let inner = innermost(&declarator);
                Some(inner.ptr_ops().last()?.syntax().text_range().end())
            }
            Some(declarator) => match declarator.suffixes().next() {
                Some(suffix) => Some(suffix.syntax().text_range().start()),
                None => Some(declarator.syntax().text_range().end()),
            },
            None => Some(it.decl_specifier_seq()?.syntax().text_range().end()),
        },
        TemplateParam::TypeParam(_) | TemplateParam::TemplateTemplateParam(_) => {
            let default = parameter
                .syntax()
                .children_with_tokens()
                .take_while(|it| it.kind() != SyntaxKind::EQ)
                .filter(|it| !it.kind().is_trivia());
            default.last().map(|it| it.text_range().end())
        }
    }
}

/// `& ::N::f`
fn qualified_address(path: &[NamespaceName], name: &str) -> Vec<AddressPiece> {
    let mut pieces = Vec::new();
    let mut text = String::from("& ::");
    for part in path {
        match part {
            NamespaceName::Named(part) => text.push_str(part),
            NamespaceName::Unnamed => {
                pieces.push(AddressPiece::Text(std::mem::take(&mut text)));
                pieces.push(AddressPiece::UnnamedNamespace);
            }
        }
        text.push_str("::");
    }
    text.push_str(name);
    pieces.push(AddressPiece::Text(text));
    pieces
}

/// The template header that makes the function a template, as opposed to those of its classes.
fn own_header(definition: &FunctionDef) -> Option<TemplateHeader> {
    let mut headers = Vec::new();
    let mut above = definition.syntax().parent();
    while let Some(node) = above {
        match node.kind() {
            SyntaxKind::TEMPLATE_DECL => headers.push(node.children().find_map(TemplateHeader::cast)?),
            SyntaxKind::EXPLICIT_SPECIALIZATION => {}
            _ => break,
        }
        above = node.parent();
    }
    let name = declared_name(&definition.declarator()?)?;
    let segments: Vec<Segment> = name.segments().collect();
    let qualifiers = segments.split_last().map_or(&[][..], |(_, qualifiers)| qualifiers);
    let header = headers.into_iter().next()?;
    let parameters: Vec<String> = header
        .template_param_list()?
        .template_params()
        .filter_map(|it| template_parameter_name(it.syntax()))
        .collect();
    let belongs_to_class = qualifiers.iter().any(|it| match it {
        Segment::Node(node) => mentions(node.syntax(), &parameters),
        Segment::Ident(_) => false,
    });
    let has_arguments = segments.last().is_some_and(|it| it.template_id().is_some());
    (!belongs_to_class && !has_arguments).then_some(header)
}

/// Whether a parameter's type is a placeholder.
fn placeholder(parameter: &ParamDecl) -> bool {
    let specifiers = parameter.decl_specifier_seq().into_iter().flat_map(|it| it.decl_specifiers());
    specifiers.into_iter().any(|it| matches!(it, DeclSpecifier::Type(Type::PlaceholderType(_))))
}

/// What stands for a node of a function declaration in its type: nothing, or something visible.
fn replace_in_type(node: &SyntaxNode, visibility: &Visibility<'_>) -> Option<String> {
    use SyntaxKind::*;
    match node.kind() {
        VIRT_SPECIFIER | REQUIRES_CLAUSE | STD_ATTRIBUTES | ASM_LABEL => Some(String::new()),
        GNU_ATTRIBUTES => {
            let of_type = DeclSpecifier::cast(node.clone()).is_some_and(|it| is_type_specifier(&it));
            (!of_type).then(String::new)
        }
        PARAM_DECL => Some(parameter_type(&ParamDecl::cast(node.clone())?, visibility)),
        NAME => visible_name(&Name::cast(node.clone())?, visibility),
        _ => None,
    }
}

/// A parameter without its default argument.
fn parameter_type(parameter: &ParamDecl, visibility: &Visibility<'_>) -> String {
    let name = parameter.declarator().as_ref().and_then(declared_name).and_then(|it| it.as_ident());
    let own_type = name.filter(|it| (visibility.is_parameter)(it.text()));
    if let Some(name) = own_type
        && (placeholder(parameter) || hides_type(parameter, visibility))
    {
        let pack = if is_pack(parameter.syntax()) { "..." } else { "" };
        return format!("decltype({}){pack}", name.text());
    }
    let mut text = Spelling::default();
    let replace = |node: &SyntaxNode| match node.kind() {
        SyntaxKind::NAME if node.parent().is_some_and(|it| it.kind() == SyntaxKind::DECLARATOR) => None,
        _ => replace_in_type(node, visibility),
    };
    let specifiers = parameter.decl_specifier_seq().into_iter().flat_map(|it| it.decl_specifiers());
    for specifier in specifiers.into_iter().filter(is_type_specifier) {
        text.node_or_text(specifier.syntax(), &replace);
    }
    if let Some(declarator) = parameter.declarator() {
        text.separate();
        text.node(declarator.syntax(), &replace);
    }
    text.finish()
}

/// Whether a name in the parameter's type means something else at the lambda.
fn hides_type(parameter: &ParamDecl, visibility: &Visibility<'_>) -> bool {
    let declared = parameter.declarator().as_ref().and_then(declared_name);
    let names = parameter.syntax().descendants().filter_map(Name::cast);
    names.filter(|it| Some(it) != declared.as_ref()).any(|it| visible_name(&it, visibility).is_some())
}

/// A qualified spelling of a name that is hidden at the lambda.
fn visible_name(name: &Name, visibility: &Visibility<'_>) -> Option<String> {
    let is_parameter_declaration =
        name.syntax().parent().is_some_and(|it| it.kind() == SyntaxKind::DECLARATOR);
    if name.is_global() || is_parameter_declaration {
        return None;
    }
    let first = name.segments().next()?.ident()?;
    if name.is_qualified() && name_path(name).len() > 1 && name.segments().next()?.template_id().is_none() {
        // Only classes and namespaces are looked up before `::`.
        return None;
    }
    let in_value = name.syntax().parent().is_some_and(|it| it.kind() == SyntaxKind::NAME_EXPR);
    if in_value || !(visibility.is_hidden)(first.text()) {
        return None;
    }
    Some(format!("{}::{}", visibility.enclosing, compact_spelling(name.syntax())))
}

impl Spelling {
    /// Adds a node that may itself be replaced.
    fn node_or_text(&mut self, node: &SyntaxNode, replace: &dyn Fn(&SyntaxNode) -> Option<String>) {
        self.separate();
        match replace(node) {
            Some(text) => self.push(&text),
            None => self.node(node, replace),
        }
    }
}

/// Text of an operand of `__nv_parent`: the expression as the type's operand, and without its casts as the value.
pub(super) fn annotated_address(operand: &SyntaxNode) -> (String, String) {
    let mut value = operand.clone();
    loop {
        let inner = match value.kind() {
            SyntaxKind::PAREN_EXPR => value.children().next(),
            SyntaxKind::CAST_EXPR | SyntaxKind::NAMED_CAST_EXPR | SyntaxKind::AMBIGUOUS_EXPR => {
                value.children().last()
            }
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => break,
        }
    }
    let is_name = value.kind() == SyntaxKind::NAME_EXPR;
    let value_text = spelling(&value);
    let address = if is_name { format!("&{value_text}") } else { value_text };
    let is_cast = operand
        .descendants()
        .any(|it| matches!(it.kind(), SyntaxKind::CAST_EXPR | SyntaxKind::NAMED_CAST_EXPR));
    let type_text = if is_cast { spelling(operand) } else { address.clone() };
    (type_text, address)
}
