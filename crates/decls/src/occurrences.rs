//! Every name in an item: what it declares or which declaration it means.

use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, ast};
use rustc_hash::FxHashMap;

use crate::layout::NamespaceId;
use crate::lower::lower_name;
use crate::names::{DeclRef, Names};
use crate::namesakes::Namesakes;
use crate::queries::item_positions;
use crate::redeclaration::Redeclarations;
use crate::scope::{Lookup, Member};
use crate::tree::item_tree;
use crate::uses::Meaning;
use crate::written::{BodyKind, DeclKind, DeclName, Init};

/// What a name does where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It defines an entity.
    Definition,
    /// It declares an entity.
    Declaration,
    /// It means an entity.
    Use,
}

/// One name in an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Where the name starts, in bytes of the item.
    pub offset: TextSize,
    /// What it does.
    pub role: Role,
    /// How a use reads or writes what it means.
    pub access: Access,
    /// A declaration of the entity: itself for a declaration; `None` when it is not known which
    /// entity is meant.
    pub target: Option<Target>,
}

/// How an expression reads or writes what a name in it means, as far as syntax shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It names it outside expressions: types, scopes, declarations.
    Name,
    /// It uses the value.
    Value,
    /// It writes: the left operand of `=`.
    Write,
    /// It reads and writes: `++`, `+=`.
    Update,
    /// It takes the address.
    Address,
}

/// A declaration of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// One outside function bodies.
    Decl(DeclRef),
    /// One in a body or parameter list of the same item, where its name starts in bytes of the item.
    Local(TextSize),
    /// A namespace.
    Namespace(NamespaceId),
}

impl<'db> Names<'db> {
    /// The names of item `item`, in source order, with the call operators of its lambdas. What templates use is left out.
    pub fn occurrences(&self, item: u32) -> Vec<Occurrence> {
        let text = self.item_text(item);
        let root = item_tree(self.db, text).syntax();
        let positions = item_positions(self.db, text);
        let declared: FxHashMap<TextSize, u32> =
            positions.names.iter().enumerate().map(|(index, range)| (range.start(), index as u32)).collect();
        let templates: Vec<TextRange> = root
            .descendants()
            .filter(|node| node.kind() == SyntaxKind::TEMPLATE_DECL)
            .map(|node| node.text_range())
            .collect();
        let outer_item = self.item_being_read.replace(Some(item));
        let mut found = Vec::new();
        for token in name_tokens(&root, false) {
            let at = token.text_range().start();
            let outer =
                declared.get(&at).map(|index| (self.role(item, *index), self.declared_as(item, *index)));
            let (role, declared) = outer.unwrap_or_else(|| (local_role(&token), Target::Local(at)));
            let target = if role == Role::Use { self.target(item, &token) } else { Some(declared) };
            let access = if role == Role::Use { access(&token) } else { Access::Name };
            found.push(Occurrence { offset: at, role, access, target });
        }
        found.extend(unnamed(&root));
        self.item_being_read.set(outer_item);
        // Declared names that the walk does not meet: those of operators, conversion functions and
        // destructors, which are not identifiers, and those of templates and their members.
        for (index, range) in positions.names.iter().enumerate() {
            let index = index as u32;
            let decl = DeclRef { item, local: crate::written::LocalId(index) };
            let name = &self.decl(decl).name;
            let at = range.start();
            let met = name.ident().is_some() && !templates.iter().any(|range| range.contains(at));
            let has_name = !matches!(name, DeclName::None | DeclName::Bindings(_) | DeclName::Constructor);
            if has_name && !met {
                let role = self.role(item, index);
                if role != Role::Use {
                    let target = Some(self.declared_as(item, index));
                    found.push(Occurrence { offset: at, role, access: Access::Name, target });
                }
            }
        }
        found.sort_by_key(|occurrence| occurrence.offset);
        found
    }

    fn declared_as(&self, item: u32, index: u32) -> Target {
        Target::Decl(DeclRef { item, local: crate::written::LocalId(index) })
    }

    pub(crate) fn role(&self, item: u32, index: u32) -> Role {
        let decl = DeclRef { item, local: crate::written::LocalId(index) };
        let written = self.decl(decl);
        let defines = match &written.kind {
            DeclKind::Class(class) if class.elaborated => {
                return if self.is_first_declaration(decl) { Role::Declaration } else { Role::Use };
            }
            DeclKind::Class(class) => class.is_definition,
            DeclKind::Enum(e) => e.is_definition,
            DeclKind::Function { body, .. } => *body != BodyKind::None && *body != BodyKind::Pure,
            DeclKind::FunctionOrVariable { .. } => self.declares_function(decl) == Some(false),
            DeclKind::Variable { init, .. } => {
                let member = written.parent.is_some();
                let s = written.specifiers;
                if member && s.is_static {
                    s.is_inline || s.is_constexpr
                } else {
                    !s.is_extern || *init != Init::None
                }
            }
            DeclKind::UsingDirective(_) | DeclKind::UsingEnum(_) => return Role::Use,
            DeclKind::UsingDeclaration(_) => return Role::Declaration,
            _ => true,
        };
        if defines { Role::Definition } else { Role::Declaration }
    }

    /// True when nothing before `struct T *` declares `T`.
    fn is_first_declaration(&self, decl: DeclRef) -> bool {
        let Some(ident) = self.decl(decl).name.ident() else { return true };
        let mut site = self.site_of(decl);
        site.point = crate::names::Point::before(decl);
        self.lookup_wanted(ident, &site, crate::scope::Want::Scopes) == Lookup::Unknown
    }

    /// The declaration that the identifier `token` means.
    pub(crate) fn target(&self, item: u32, token: &SyntaxToken) -> Option<Target> {
        if let Some(jump) = token.parent().filter(|parent| is_jump(parent.kind())) {
            return label(token.text(), &jump).map(Target::Local);
        }
        match self.meaning(item, token) {
            Meaning::Local(range) => Some(Target::Local(range.start())),
            Meaning::Outer(Lookup::Found(members)) => {
                let mut members = self.through_using(&members, 0)?;
                if is_elaborated(token) {
                    members.retain(|member| {
                        matches!(self.decl(member.decl).kind, DeclKind::Class(_) | DeclKind::Enum(_))
                    });
                }
                let entity = self.one_entity(&members, token)?;
                self.specialization_at(item, token, entity).map(Target::Decl)
            }
            Meaning::Namespace(id) => Some(Target::Namespace(id)),
            Meaning::Member | Meaning::Outer(_) | Meaning::Unknown => None,
        }
    }

    /// `decl`, or the specialization of it that the template-id of `token` means.
    fn specialization_at(&self, item: u32, token: &SyntaxToken, decl: DeclRef) -> Option<DeclRef> {
        if self.decl(decl).templates.is_empty() {
            return Some(decl);
        }
        let in_template_id = token.parent().is_some_and(|p| p.kind() == SyntaxKind::TEMPLATE_ID);
        if matches!(self.decl(decl).kind, DeclKind::Function { .. } | DeclKind::Variable { .. }) {
            let is_explicit = !self.decl(decl).templates.iter().any(|header| !header.params.is_empty());
            if is_explicit {
                return Some(decl);
            }
            let name = token.parent_ancestors().find_map(ast::Name::cast)?;
            let path = lower_name(&name)?;
            let args = path.segments.last()?.args.as_deref().filter(|_| in_template_id);
            return self.value_specialization(decl, args, &self.site_at(item, token.text_range().start()));
        }
        let is_template = matches!(self.decl(decl).kind, DeclKind::Class(_));
        if !is_template || !in_template_id || !self.has_specializations(&self.class_name(decl)) {
            return Some(decl);
        }
        let name = token.parent_ancestors().find_map(ast::Name::cast)?;
        let mut path = lower_name(&name)?;
        let at = token.text_range().start();
        let parts = name.syntax().children_with_tokens().filter(|part| {
            part.text_range().start() <= at && (part.as_node().is_some() || part.kind().is_identifier())
        });
        path.segments.truncate(parts.count());
        let ty = self.resolve_path(&path, &self.site_at(item, at), crate::scope::Want::Any);
        self.meant_specialization(&ty, decl)
    }

    /// The declarations that using-declarations among `members` stand for.
    pub(crate) fn through_using(&self, members: &[Member], depth: u32) -> Option<Vec<Member>> {
        let mut found = Vec::new();
        for member in members {
            match &self.decl(member.decl).kind {
                DeclKind::UsingDeclaration(_) if depth > 8 => return None,
                DeclKind::UsingDeclaration(path) => {
                    let Lookup::Found(members) = self.lookup_value(path, &self.site_of(member.decl)) else {
                        return None;
                    };
                    found.extend(self.through_using(&members, depth + 1)?);
                }
                _ => found.push(member.clone()),
            }
        }
        Some(found)
    }

    /// The first declaration of `members` when all declare one entity, or those that a call at `token` may mean.
    fn one_entity(&self, members: &[Member], token: &SyntaxToken) -> Option<DeclRef> {
        // `typedef struct T T;` hides the class by the typedef.
        let is_typedef = |member: &&Member| matches!(self.decl(member.decl).kind, DeclKind::Typedef(_));
        let first = members.iter().find(is_typedef).or(members.first())?.decl;
        if !members.iter().any(|member| self.function_of(member.decl).is_some()) {
            // A class and its forward declarations, a variable and its declarations.
            let scope = self.scope_name(first);
            return members.iter().all(|member| self.scope_name(member.decl) == scope).then_some(first);
        }
        self.only_function(members, token)
    }

    /// The function that all of `members` declare which take as many arguments as the call of the name `token` has; of
    /// several functions it is not known here which one is meant.
    fn only_function(&self, members: &[Member], token: &SyntaxToken) -> Option<DeclRef> {
        let count = call_arguments(token);
        let accepts = |decl: &DeclRef| count.is_none_or(|count| self.accepts(*decl, count));
        let viable: Vec<DeclRef> = members.iter().map(|member| member.decl).filter(accepts).collect();
        viable.first().copied().filter(|_| self.all_declare_one(&viable))
    }

    pub(crate) fn accepts(&self, decl: DeclRef, arguments: usize) -> bool {
        let Some(function) = self.function_of(decl) else { return true };
        let is_void = |ty: &crate::written::TypeExpr| {
            matches!(ty, crate::written::TypeExpr::Builtin(asunder_mangle::model::Builtin::Void))
        };
        let params = match function.params.as_slice() {
            [only] if is_void(&only.ty) => &[],
            params => params,
        };
        let pack = params.iter().any(|param| matches!(param.ty, crate::written::TypeExpr::Expansion(_)));
        let required = params.iter().filter(|param| !param.has_default).count();
        pack || (arguments >= required || self.has_defaults_elsewhere(decl))
            && (function.variadic || arguments <= params.len())
    }

    /// Default arguments may stand in another declaration.
    fn has_defaults_elsewhere(&self, decl: DeclRef) -> bool {
        let has_defaults = |other: &DeclRef| {
            self.function_of(*other).is_some_and(|function| function.params.iter().any(|it| it.has_default))
        };
        let is_candidate = |other: &DeclRef| *other != decl && has_defaults(other);
        if !self.namesakes(decl, Namesakes::Alike).iter().any(is_candidate) {
            return has_defaults(&decl);
        }
        match self.redeclarations(decl) {
            Redeclarations::Known(all) => all.iter().any(has_defaults),
            Redeclarations::Unknown => true,
        }
    }

    /// Where a namespace is opened first.
    pub fn namespace_offset(&self, id: NamespaceId) -> Option<TextSize> {
        self.first_opening(id).map(|at| at.start())
    }

    /// Where the name of a declaration starts, in bytes of the unit.
    pub fn name_offset(&self, decl: DeclRef) -> Option<TextSize> {
        let positions = item_positions(self.db, self.item_text(decl.item));
        let range = positions.names.get(decl.local.index())?;
        Some(self.range(decl.item).start() + range.start())
    }
}

/// Parts of a qualified name beyond which it is not looked at.
const MAX_NAME_PARTS: usize = 256;

/// Attributes whose arguments are expressions in which names are looked up.
const ATTRIBUTES_OF_EXPRESSIONS: &[&str] =
    &["aligned", "cluster_dims", "block_size", "launch_bounds", "maxnreg", "cleanup", "vector_size"];

fn has_expressions(attribute: &SyntaxNode) -> bool {
    let name = ast::Attribute::cast(attribute.clone()).and_then(|it| it.name());
    name.is_some_and(|name| {
        let text = name.syntax().text().to_string();
        ATTRIBUTES_OF_EXPRESSIONS.contains(&text.trim_matches('_'))
    })
}

fn is_jump(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::GOTO_STMT | SyntaxKind::LABEL_ADDR_EXPR)
}

/// Where the label `name` stands in the function around `jump`.
fn label(name: &str, jump: &SyntaxNode) -> Option<TextSize> {
    let is_body = |node: &SyntaxNode| {
        node.kind() == SyntaxKind::COMPOUND_STMT
            && node.parent().is_some_and(|it| {
                matches!(
                    it.kind(),
                    SyntaxKind::COMPOUND_BODY | SyntaxKind::TRY_BODY | SyntaxKind::LAMBDA_EXPR
                )
            })
    };
    let body = jump.ancestors().find(is_body)?;
    let labels = body.descendants().filter_map(ast::LabeledStmt::cast).filter_map(|it| it.ident_token());
    labels.into_iter().find(|it| it.text() == name).map(|it| it.text_range().start())
}

/// The identifiers of a tree that are names of entities or labels; those in templates too where they are wanted.
pub(crate) fn name_tokens(root: &SyntaxNode, in_templates: bool) -> Vec<SyntaxToken> {
    let mut found = Vec::new();
    let mut walk = root.preorder_with_tokens();
    while let Some(event) = walk.next() {
        let asunder_syntax::WalkEvent::Enter(element) = event else { continue };
        match element {
            // A name of so many parts means nothing, and each part would look at all others.
            NodeOrToken::Node(node)
                if node.kind() == SyntaxKind::NAME
                    && node.children_with_tokens().nth(2 * MAX_NAME_PARTS).is_some() =>
            {
                walk.skip_subtree();
            }
            NodeOrToken::Node(node) => {
                let skipped = match node.kind() {
                    SyntaxKind::STD_ATTRIBUTES | SyntaxKind::ATTRIBUTE_NAME | SyntaxKind::ASM_DECL => true,
                    SyntaxKind::TEMPLATE_DECL => !in_templates,
                    _ => false,
                };
                if skipped || node.kind() == SyntaxKind::ATTRIBUTE && !has_expressions(&node) {
                    walk.skip_subtree();
                }
            }
            NodeOrToken::Token(token) if token.kind() == SyntaxKind::IDENT => {
                let in_asm = token.parent().is_some_and(|parent| {
                    matches!(
                        parent.kind(),
                        SyntaxKind::ASM_STMT | SyntaxKind::ASM_BODY | SyntaxKind::ASM_OPERAND
                    )
                });
                if !in_asm {
                    found.push(token);
                }
            }
            NodeOrToken::Token(_) => {}
        }
    }
    found
}

/// What a tree declares or uses without a name of its own: the call operators of lambdas, declared conditions, which are
/// tested, and the variables of range-`for`, which are listed as uses too.
fn unnamed(root: &SyntaxNode) -> Vec<Occurrence> {
    let mut found = Vec::new();
    let mut walk = root.preorder();
    while let Some(event) = walk.next() {
        let asunder_syntax::WalkEvent::Enter(node) = event else { continue };
        match node.kind() {
            SyntaxKind::TEMPLATE_DECL | SyntaxKind::GNU_ATTRIBUTES | SyntaxKind::STD_ATTRIBUTES => {
                walk.skip_subtree();
            }
            SyntaxKind::LAMBDA_EXPR => {
                found.extend(ast::LambdaExpr::cast(node).and_then(|it| operator_place(&it)).map(|at| {
                    let (role, target) = (Role::Definition, Some(Target::Local(at)));
                    Occurrence { offset: at, role, access: Access::Name, target }
                }));
            }
            SyntaxKind::CONDITION_DECL => {
                let declarator = ast::ConditionDecl::cast(node).and_then(|it| it.declarator());
                found.extend(declarator.and_then(|it| used_where_declared(&it)));
            }
            SyntaxKind::RANGE_DECL => {
                let declarator = ast::RangeDecl::cast(node).and_then(|it| it.declarator());
                found.extend(declarator.and_then(|it| used_where_declared(&it)));
            }
            _ => {}
        }
    }
    found
}

/// The use of a variable that its own declaration makes.
fn used_where_declared(declarator: &ast::Declarator) -> Option<Occurrence> {
    let at = declarator.name()?.as_ident()?.text_range().start();
    Some(Occurrence { offset: at, role: Role::Use, access: Access::Value, target: Some(Target::Local(at)) })
}

/// Where a lambda's call operator is declared: behind introducer and annotations, in bytes of the item.
pub fn operator_place(lambda: &ast::LambdaExpr) -> Option<TextSize> {
    let is_head = |part: &NodeOrToken<SyntaxNode, SyntaxToken>| {
        matches!(
            part.kind(),
            SyntaxKind::LAMBDA_INTRODUCER
                | SyntaxKind::GNU_ATTRIBUTES
                | SyntaxKind::STD_ATTRIBUTES
                | SyntaxKind::ALIGNAS_SPECIFIER
                | SyntaxKind::NV_PARENT
        ) || part.kind().is_trivia()
    };
    let next = lambda.syntax().children_with_tokens().find(|part| !is_head(part))?;
    Some(next.text_range().start())
}

/// How the expression around the name `token` accesses what it means.
pub(crate) fn access(token: &SyntaxToken) -> Access {
    let Some(name) = token.parent_ancestors().find_map(ast::Name::cast) else { return Access::Name };
    let is_last =
        name.last_segment().and_then(|segment| segment.ident()).is_some_and(|ident| ident == *token);
    let Some(mut expr) = name.syntax().parent().filter(|_| is_last) else { return Access::Name };
    if !matches!(expr.kind(), SyntaxKind::NAME_EXPR | SyntaxKind::MEMBER_EXPR) {
        return Access::Name;
    }
    while let Some(outer) = expr.parent().filter(|outer| outer.kind() == SyntaxKind::PAREN_EXPR) {
        expr = outer;
    }
    let Some(outer) = expr.parent() else { return Access::Value };
    let operator =
        outer.children_with_tokens().filter_map(NodeOrToken::into_token).find(|t| !t.kind().is_trivia());
    let Some(operator) = operator else { return Access::Value };
    let is_left = operator.text_range().start() >= expr.text_range().end();
    match outer.kind() {
        SyntaxKind::PREFIX_EXPR | SyntaxKind::POSTFIX_EXPR => match operator.text() {
            "++" | "--" => Access::Update,
            "&" => Access::Address,
            _ => Access::Value,
        },
        SyntaxKind::BINARY_EXPR | SyntaxKind::ASSIGN_EXPR if is_left => match operator.text() {
            "=" => Access::Write,
            "==" | "!=" | "<=" | ">=" => Access::Value,
            text if text.ends_with('=') => Access::Update,
            _ => Access::Value,
        },
        _ => Access::Value,
    }
}

/// What an identifier does that is not declared outside functions.
pub fn local_role(token: &SyntaxToken) -> Role {
    let Some(parent) = token.parent() else { return Role::Use };
    match parent.kind() {
        SyntaxKind::NAME => {}
        SyntaxKind::TYPE_PARAM
        | SyntaxKind::TEMPLATE_TEMPLATE_PARAM
        | SyntaxKind::ENUMERATOR
        | SyntaxKind::BINDING
        | SyntaxKind::LABELED_STMT
        | SyntaxKind::ALIAS_DECL
        | SyntaxKind::NAMESPACE_ALIAS => return Role::Definition,
        SyntaxKind::CAPTURE => {
            let capture = ast::Capture::cast(parent);
            let declares = capture.is_some_and(|capture| capture.initializer().is_some());
            return if declares { Role::Definition } else { Role::Use };
        }
        _ => return Role::Use,
    }
    let is_last = ast::Name::cast(parent.clone())
        .and_then(|name| name.last_segment())
        .and_then(|segment| segment.ident())
        .is_some_and(|ident| ident == *token);
    let Some(outer) = parent.parent().filter(|_| is_last) else { return Role::Use };
    match outer.kind() {
        SyntaxKind::DECLARATOR => declarator_role(&outer),
        SyntaxKind::CLASS_SPECIFIER | SyntaxKind::ENUM_SPECIFIER => Role::Definition,
        _ => Role::Use,
    }
}

/// A parameter of a function that is only declared is only declared too.
fn declarator_role(declarator: &SyntaxNode) -> Role {
    let mut inner = declarator.clone();
    for node in declarator.ancestors().skip(1) {
        match node.kind() {
            SyntaxKind::FUNCTION_DEF | SyntaxKind::LAMBDA_EXPR | SyntaxKind::HANDLER => {
                return Role::Definition;
            }
            SyntaxKind::INIT_DECLARATOR | SyntaxKind::TYPE_ID => {
                let is_param = inner.kind() == SyntaxKind::DECLARATOR
                    && declarator.parent().is_some_and(|p| p.kind() == SyntaxKind::PARAM_DECL);
                return if is_param { Role::Declaration } else { Role::Definition };
            }
            _ => inner = node,
        }
    }
    Role::Definition
}

/// The number of arguments when the name is what a call calls.
fn call_arguments(token: &SyntaxToken) -> Option<usize> {
    let args: Vec<ast::Expr> = arguments_at(token)?.args().collect();
    let expands = args.iter().any(|arg| matches!(arg, ast::Expr::PackExpansion(_)));
    (!expands).then_some(args.len())
}

/// The arguments of the call or launch whose callee ends with the name `token`.
pub(crate) fn arguments_at(token: &SyntaxToken) -> Option<ast::ArgList> {
    let name = token.parent_ancestors().find_map(ast::Name::cast)?;
    let mut callee = name.syntax().parent()?;
    if callee.parent()?.kind() == SyntaxKind::AMBIGUOUS_EXPR {
        callee = callee.parent()?;
    }
    match (ast::CallExpr::cast(callee.parent()?), ast::LaunchExpr::cast(callee.parent()?)) {
        (Some(call), _) if *call.callee()?.syntax() == callee => call.arg_list(),
        (_, Some(launch)) if *launch.callee()?.syntax() == callee => launch.arg_list(),
        _ => None,
    }
}

/// True behind a class-key or `enum`.
fn is_elaborated(token: &SyntaxToken) -> bool {
    let name = token.parent_ancestors().find_map(ast::Name::cast);
    let holder = name.and_then(|name| name.syntax().parent());
    holder.is_some_and(|holder| holder.kind() == SyntaxKind::ELABORATED_TYPE)
}
