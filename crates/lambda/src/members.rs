//! Members of classes, as far as the implicit capture of `this` and the address of a member function need them.

use std::collections::HashMap;
use std::sync::Arc;

use asunder_decls::written::Spaces;
use asunder_syntax::ast::{
    ClassSpecifier, Decl, DeclSpecifier, DeclSpecifierSeq, Declarator, DeclaratorSuffix, EnumSpecifier,
    FunctionSuffix, Name, ParamDecl, SimpleDecl, Type,
};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, TextSize};

use super::annotations::spaces_of_function;
use super::declarators::{declared_name, function_suffix, is_pack, name_path};
use super::spelling::compact_spelling;

/// What stands behind a qualified name of a class or namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScopeInfo {
    /// A namespace.
    Namespace,
    /// A class or class template with these members.
    Class(Arc<ClassMembers>),
}

/// Finds scopes that are declared elsewhere in the unit.
pub trait ScopeLookup {
    /// The scope with this path from the global namespace, if it is known. A part of the path is an identifier
    /// or, for a specialization, the template-id spelled without blanks.
    fn scope(&self, path: &[String]) -> Option<ScopeInfo>;
}

/// What the names in an item mean, where the text alone does not show it. Places are bytes of its text.
pub trait BodyMeanings {
    /// Whether the function that the name at `at` calls is a member that is called for an object; `None` where it is not
    /// known which one is called.
    fn calls_for_object(&self, at: TextSize) -> Option<bool>;

    /// Whether the local reference whose name is declared at `at` is a constant; `None` where that is not known.
    fn is_constant_reference(&self, at: TextSize) -> Option<bool>;

    /// How its class declares the member function that is defined outside of it with its last name at `at`: whether it is
    /// static, and its spaces.
    fn declared_member(&self, at: TextSize) -> Option<(bool, Spaces)>;
}

/// Knows nothing of bodies.
pub struct NothingKnown;

impl BodyMeanings for NothingKnown {
    fn calls_for_object(&self, _at: TextSize) -> Option<bool> {
        None
    }

    fn is_constant_reference(&self, _at: TextSize) -> Option<bool> {
        None
    }

    fn declared_member(&self, _at: TextSize) -> Option<(bool, Spaces)> {
        None
    }
}

/// The classes and namespaces declared in one tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeScopes {
    scopes: HashMap<Vec<String>, ScopeInfo>,
}

impl TreeScopes {
    /// Collects what `tree` declares at namespace and class scope; `enclosing` is the path of the namespaces
    /// around the tree.
    pub fn collect(tree: &SyntaxNode, enclosing: &[String]) -> TreeScopes {
        let mut scopes = TreeScopes::default();
        scopes.add(tree, &mut enclosing.to_vec());
        scopes
    }

    /// Adds what another tree declares.
    pub fn merge(&mut self, other: TreeScopes) {
        self.scopes.extend(other.scopes);
    }

    fn add(&mut self, node: &SyntaxNode, path: &mut Vec<String>) {
        for child in node.children() {
            match child.kind() {
                SyntaxKind::FUNCTION_DEF => {}
                SyntaxKind::NAMESPACE_DEF => {
                    let depth = path.len();
                    let name = child.children().find(|it| it.kind() == SyntaxKind::NAMESPACE_NAME);
                    if let Some(name) = name {
                        path.extend(identifiers(&name));
                        self.scopes.insert(path.clone(), ScopeInfo::Namespace);
                    }
                    self.add(&child, path);
                    path.truncate(depth);
                }
                _ => match ClassSpecifier::cast(child.clone()) {
                    Some(class) => self.add_class(&class, path),
                    None => self.add(&child, path),
                },
            }
        }
    }

    fn add_class(&mut self, class: &ClassSpecifier, path: &mut Vec<String>) {
        let Some(name) = class.name() else {
            return;
        };
        let depth = path.len();
        path.extend(name_path(&name));
        self.scopes.insert(path.clone(), ScopeInfo::Class(Arc::new(ClassMembers::of(class))));
        if let Some(members) = class.member_list() {
            self.add(members.syntax(), path);
        }
        path.truncate(depth);
    }
}

impl ScopeLookup for TreeScopes {
    fn scope(&self, path: &[String]) -> Option<ScopeInfo> {
        self.scopes.get(path).cloned()
    }
}

fn identifiers(node: &SyntaxNode) -> impl Iterator<Item = String> {
    let tokens = node.children_with_tokens().filter_map(|element| element.into_token());
    tokens.filter(|token| token.kind() == SyntaxKind::IDENT).map(|token| token.text().to_owned())
}

/// The members that a class declares itself, and its bases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassMembers {
    members: HashMap<String, Vec<Member>>,
    bases: Vec<Base>,
}

/// One declaration of a member name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Member {
    /// A non-static data member.
    Data,
    /// A member function or member function template.
    Function(MemberFunction),
    /// A static data member, type, enumerator or template.
    Other,
    /// `using path::name`: what the name means in that class.
    Using(Vec<String>),
}

/// What overload resolution needs of a member function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberFunction {
    /// Called without an object.
    pub is_static: bool,
    /// A member function template.
    pub is_template: bool,
    /// How many parameters it has, packs apart.
    pub parameters: usize,
    /// How many arguments a call must give.
    pub required: usize,
    /// Takes more arguments than it has parameters: `...` or a pack.
    pub variadic: bool,
    /// Execution spaces as written.
    pub spaces: Spaces,
}

/// A base class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// Its name as written.
    pub path: Vec<String>,
    /// The name may depend on a template parameter of the class, so that unqualified names are not looked up in
    /// the base.
    pub dependent: bool,
}

impl ClassMembers {
    /// The members declared in a class definition.
    pub fn of(class: &ClassSpecifier) -> ClassMembers {
        let mut result = ClassMembers::default();
        if let Some(list) = class.member_list() {
            list.decls().for_each(|decl| result.add_decl(&decl, false));
        }
        let parameters = enclosing_template_parameters(class.syntax());
        for base in class.base_clause().into_iter().flat_map(|clause| clause.base_specifiers()) {
            let name = match base.ty() {
                Some(Type::NamedType(it)) => it.name(),
                Some(Type::TypenameType(it)) => it.name(),
                _ => None,
            };
            let dependent = mentions(base.syntax(), &parameters);
            let path = name.map(|name| name_path(&name)).unwrap_or_default();
            result.bases.push(Base { path, dependent });
        }
        result
    }

    /// The declarations of `name` in the class itself.
    pub fn get(&self, name: &str) -> Option<&[Member]> {
        self.members.get(name).map(Vec::as_slice)
    }

    /// The direct bases, in order.
    pub fn bases(&self) -> &[Base] {
        &self.bases
    }

    fn add(&mut self, name: impl Into<String>, member: Member) {
        self.members.entry(name.into()).or_default().push(member);
    }

    fn add_decl(&mut self, decl: &Decl, is_template: bool) {
        match decl {
            Decl::SimpleDecl(it) => self.add_simple(it, is_template),
            Decl::AmbiguousDecl(it) => {
                if let Some(inner) = it.simple_decl() {
                    self.add_simple(&inner, is_template);
                }
            }
            Decl::FunctionDef(it) => {
                let specifiers = it.decl_specifier_seq();
                if let Some(declarator) = it.declarator() {
                    self.add_declarator(specifiers.as_ref(), &declarator, is_template);
                }
            }
            Decl::TemplateDecl(it) => {
                if let Some(inner) = it.decl() {
                    self.add_decl(&inner, true);
                }
            }
            Decl::AliasDecl(it) => {
                if let Some(name) = it.ident_token() {
                    self.add(name.text(), Member::Other);
                }
            }
            Decl::UsingDecl(it) => {
                for name in it.using_declarators().filter_map(|declarator| declarator.name()) {
                    let mut path = name_path(&name);
                    if let Some(last) = path.pop() {
                        self.add(last, Member::Using(path));
                    }
                }
            }
            _ => {}
        }
    }

    fn add_simple(&mut self, decl: &SimpleDecl, is_template: bool) {
        let specifiers = decl.decl_specifier_seq();
        let friend = specifiers.as_ref().is_some_and(|it| it.keyword(SyntaxKind::FRIEND_KW).is_some());
        if friend {
            return;
        }
        let mut declarators = decl.init_declarators().peekable();
        for specifier in specifiers.iter().flat_map(|it| it.decl_specifiers()) {
            match specifier {
                DeclSpecifier::Type(Type::ClassSpecifier(class)) => match class.name() {
                    Some(name) => name_path(&name).into_iter().for_each(|it| self.add(it, Member::Other)),
                    None if declarators.peek().is_none() => {
                        // Members of an anonymous union or struct are members of the class.
                        self.members.extend(ClassMembers::of(&class).members);
                    }
                    None => {}
                },
                DeclSpecifier::Type(Type::EnumSpecifier(it)) => self.add_enum(&it),
                _ => {}
            }
        }
        for declarator in declarators.filter_map(|it| it.declarator()) {
            self.add_declarator(specifiers.as_ref(), &declarator, is_template);
        }
    }

    fn add_enum(&mut self, specifier: &EnumSpecifier) {
        for name in specifier.name().iter().flat_map(name_path) {
            self.add(name, Member::Other);
        }
        let enumerators = specifier.enumerator_list().into_iter().flat_map(|it| it.enumerators());
        for name in enumerators.filter_map(|it| it.ident_token()) {
            self.add(name.text(), Member::Other);
        }
    }

    fn add_declarator(
        &mut self,
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: &Declarator,
        is_template: bool,
    ) {
        let has = |kind| specifiers.is_some_and(|it| it.keyword(kind).is_some());
        let Some(name) = declared_name(declarator) else { return };
        if has(SyntaxKind::FRIEND_KW) {
            return;
        }
        let key = compact_spelling(name.syntax());
        let is_static = has(SyntaxKind::STATIC_KW) || is_implicitly_static(&name);
        let member = match function_suffix(declarator) {
            _ if has(SyntaxKind::TYPEDEF_KW) => Member::Other,
            Some(suffix) => {
                let spaces = spaces_of_function(specifiers, Some(declarator));
                Member::Function(MemberFunction::of(&suffix, is_static, is_template, spaces))
            }
            None if is_static || is_template => Member::Other,
            None => Member::Data,
        };
        self.add(key, member);
    }
}

/// `operator new` and `operator delete` are static members without saying so.
pub(super) fn is_implicitly_static(name: &Name) -> bool {
    name.syntax().children().filter(|it| it.kind() == SyntaxKind::OPERATOR_ID).any(|operator| {
        operator
            .children_with_tokens()
            .any(|it| matches!(it.kind(), SyntaxKind::NEW_KW | SyntaxKind::DELETE_KW))
    })
}

impl MemberFunction {
    pub(super) fn of(
        suffix: &FunctionSuffix,
        is_static: bool,
        is_template: bool,
        spaces: Spaces,
    ) -> MemberFunction {
        let list = suffix.param_list();
        let mut variadic = list.as_ref().is_some_and(|it| it.ellipsis_token().is_some());
        let (mut parameters, mut required) = (0, 0);
        for parameter in list.iter().flat_map(|it| it.param_decls()) {
            if parameter.this_token().is_some() || is_void(&parameter) {
                continue;
            }
            if is_pack(parameter.syntax()) {
                variadic = true;
                continue;
            }
            parameters += 1;
            required += usize::from(parameter.eq_token().is_none());
        }
        MemberFunction { is_static, is_template, parameters, required, variadic, spaces }
    }

    /// Whether a call with this many arguments can choose the function.
    pub fn takes(&self, arguments: usize) -> bool {
        self.required <= arguments && (self.variadic || arguments <= self.parameters)
    }
}

/// Whether this is the `void` of `(void)`.
fn is_void(parameter: &ParamDecl) -> bool {
    parameter.declarator().is_none() && compact_spelling(parameter.syntax()) == "void"
}

/// Names of the parameters of all templates around a node.
pub(super) fn enclosing_template_parameters(node: &SyntaxNode) -> Vec<String> {
    let templates = node.ancestors().filter(|it| it.kind() == SyntaxKind::TEMPLATE_DECL);
    let headers =
        templates.flat_map(|it| it.children()).filter(|it| it.kind() == SyntaxKind::TEMPLATE_HEADER);
    let lists =
        headers.flat_map(|it| it.children()).filter(|it| it.kind() == SyntaxKind::TEMPLATE_PARAM_LIST);
    lists.flat_map(|list| list.children()).flat_map(|parameter| template_parameter_name(&parameter)).collect()
}

/// The name of a template parameter.
pub(super) fn template_parameter_name(parameter: &SyntaxNode) -> Option<String> {
    match parameter.kind() {
        SyntaxKind::NON_TYPE_PARAM => {
            let declarator = parameter.children().find_map(Declarator::cast)?;
            Some(compact_spelling(declared_name(&declarator)?.syntax()))
        }
        _ => identifiers(parameter).next(),
    }
}

/// Whether one of `names` is spelled in the node.
pub(super) fn mentions(node: &SyntaxNode, names: &[String]) -> bool {
    mention(node, &|word| names.iter().any(|name| name == word)).is_some()
}

/// Where the first identifier that satisfies `wanted` stands in the node.
pub(super) fn mention(node: &SyntaxNode, wanted: &dyn Fn(&str) -> bool) -> Option<TextRange> {
    let tokens = node.descendants_with_tokens().filter_map(|element| element.into_token());
    let mut identifiers = tokens.filter(|token| token.kind() == SyntaxKind::IDENT);
    identifiers.find(|token| wanted(token.text())).map(|token| token.text_range())
}

/// The suffix of a function declarator that an ambiguous suffix reads as.
pub(super) fn as_function_suffix(suffix: &DeclaratorSuffix) -> Option<FunctionSuffix> {
    match suffix {
        DeclaratorSuffix::FunctionSuffix(it) => Some(it.clone()),
        DeclaratorSuffix::AmbiguousSuffix(it) => it.function_suffix(),
        DeclaratorSuffix::ArraySuffix(_) => None,
    }
}
