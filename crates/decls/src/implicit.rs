//! Functions that an item's text calls without naming them: constructors and destructors of variables and
//! temporaries, operators, `dim3`'s constructor in launch configurations, and the call operators of closures.
//!
//! Each stands where the reference's cross-reference listing puts it. Only calls that declarations alone
//! decide have an answer.

use asunder_mangle::model::{Builtin, NameRef, Type, TypeRef};
use asunder_syntax::{
    AstNode, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, WalkEvent, ast,
};

use crate::constant::unqualified;
use crate::conversions::{Argument, Derivation};
use crate::layout::NamespaceId;
use crate::local::{LocalBinding, is_in_function, local_binding};
use crate::names::{DeclRef, Names, Point};
use crate::namesakes::Namesakes;
use crate::occurrences::{Access, Occurrence, Role, Target};
use crate::overloads::{Call, Chosen};
use crate::readings::Reading;
use crate::scope::{Lookup, Member, Site, Want};
use crate::uses::Meaning;
use crate::written::{Arg, DeclKind, DeclName, Path};

impl<'db> Names<'db> {
    /// The unnamed calls in the tree `root` of item `item`, and the call operators that lambdas define.
    pub(crate) fn implicit_occurrences(&self, item: u32, root: &SyntaxNode) -> Vec<Occurrence> {
        let mut found = Vec::new();
        let mut walk = root.preorder();
        while let Some(event) = walk.next() {
            let WalkEvent::Enter(node) = event else { continue };
            match node.kind() {
                SyntaxKind::TEMPLATE_DECL | SyntaxKind::GNU_ATTRIBUTES | SyntaxKind::STD_ATTRIBUTES => {
                    walk.skip_subtree();
                }
                SyntaxKind::LAMBDA_EXPR => {
                    if let Some(at) = ast::LambdaExpr::cast(node).and_then(|it| operator_place(&it)) {
                        found.push(occurrence(at, Role::Definition, Target::Local(at)));
                    }
                }
                SyntaxKind::CALL_EXPR => {
                    if let Some(call) = ast::CallExpr::cast(node) {
                        found.extend(self.called_object(item, &call));
                        found.extend(self.temporary(item, &call));
                        found.extend(closure_call(call));
                    }
                }
                SyntaxKind::BINARY_EXPR
                | SyntaxKind::ASSIGN_EXPR
                | SyntaxKind::PREFIX_EXPR
                | SyntaxKind::POSTFIX_EXPR
                | SyntaxKind::INDEX_EXPR => found.extend(self.operator_use(item, &node)),
                SyntaxKind::LAUNCH_CONFIG => {
                    if let Some(config) = ast::LaunchConfig::cast(node) {
                        found.extend(config.args().take(2).filter_map(|arg| self.dimension(item, &arg)));
                    }
                }
                // A declared condition is tested, and the variable of a range `for` listed as a use too.
                SyntaxKind::CONDITION_DECL => {
                    let declarator = ast::ConditionDecl::cast(node).and_then(|it| it.declarator());
                    found.extend(declarator.and_then(|it| used_where_declared(&it)));
                }
                SyntaxKind::RANGE_DECL => {
                    let declarator = ast::RangeDecl::cast(node).and_then(|it| it.declarator());
                    found.extend(declarator.and_then(|it| used_where_declared(&it)));
                }
                SyntaxKind::INIT_DECLARATOR => {
                    if let Some(declarator) = ast::InitDeclarator::cast(node) {
                        found.extend(self.object(item, &declarator).into_iter().flatten());
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The use of the function that the operator of an expression calls; it is listed at the operator.
    fn operator_use(&self, item: u32, node: &SyntaxNode) -> Option<Occurrence> {
        let tokens = node.children_with_tokens().filter_map(NodeOrToken::into_token);
        let token = tokens.into_iter().find(|token| !token.kind().is_trivia())?;
        let operator = if node.kind() == SyntaxKind::INDEX_EXPR { "[]" } else { token.text() };
        let mut operands = Vec::new();
        for operand in node.children().filter_map(ast::Expr::cast) {
            operands.push(self.argument_of_node(item, &operand)?);
        }
        if node.kind() == SyntaxKind::POSTFIX_EXPR {
            let int = Type::Builtin(Builtin::Int).into();
            operands.push(Argument { ty: int, is_lvalue: false, is_zero: true });
        }
        let (first, rest) = operands.split_first()?;
        let at = token.text_range().start();
        let chosen = self.operator_called(operator, first, rest, &self.site_at(item, at))?;
        Some(occurrence(at, Role::Use, Target::Decl(chosen.member.decl)))
    }

    /// The use of the call operator of an object of a class with a name; it is listed at the parenthesis.
    fn called_object(&self, item: u32, call: &ast::CallExpr) -> Option<Occurrence> {
        let callee = call.callee()?;
        let is_function = |name: Option<ast::Name>| {
            let token = name.and_then(|name| name.last_segment()?.ident());
            token.is_none_or(|token| match self.meaning(item, &token) {
                Meaning::Local(_) => false,
                Meaning::Outer(Lookup::Found(members)) => {
                    !members.iter().all(|member| self.variable_type(member.decl).is_some())
                }
                _ => true,
            })
        };
        match &callee {
            ast::Expr::NameExpr(name) if is_function(name.name()) => return None,
            ast::Expr::NameExpr(_) | ast::Expr::CallExpr(_) | ast::Expr::ConstructExpr(_) => {}
            _ => return None,
        }
        let object = self.argument_of_node(item, &callee)?;
        let list = call.arg_list()?;
        let arguments: Option<Vec<Argument>> =
            list.args().map(|argument| self.argument_of_node(item, &argument)).collect();
        let at = list.syntax().text_range().start();
        let chosen = self.operator_called("()", &object, &arguments?, &self.site_at(item, at))?;
        Some(occurrence(at, Role::Use, Target::Decl(chosen.member.decl)))
    }

    /// The use of the constructor that `T(arguments)` calls; it is listed at the name of the class.
    fn temporary(&self, item: u32, call: &ast::CallExpr) -> Option<Occurrence> {
        let (at, constructor) = self.temporary_of(item, call)?;
        Some(occurrence(at, Role::Use, Target::Decl(constructor.member.decl)))
    }

    /// Where `T(arguments)` starts, and the constructor that it calls.
    fn temporary_of(&self, item: u32, call: &ast::CallExpr) -> Option<(TextSize, Chosen)> {
        let ast::Expr::NameExpr(callee) = call.callee()? else { return None };
        let token = callee.name()?.last_segment()?.ident()?;
        let Meaning::Outer(Lookup::Found(members)) = self.meaning(item, &token) else { return None };
        if !matches!(self.decl(members.first()?.decl).kind, DeclKind::Class(_) | DeclKind::Typedef(_)) {
            return None;
        }
        let class = object_class(&self.type_of_node(item, &ast::Expr::CallExpr(call.clone()))?)?;
        let arguments: Vec<ast::Expr> = call.arg_list()?.args().collect();
        let constructor = self.constructor_called(item, &class, &arguments)?;
        Some((callee.syntax().text_range().start(), constructor))
    }

    /// The constructor of `dim3` that converts a grid or block size.
    fn dimension(&self, item: u32, arg: &ast::Expr) -> Option<Occurrence> {
        let ty = unqualified(&without_reference(&self.type_of_node(item, arg)?));
        let site = self.namespace_site(NamespaceId::GLOBAL, Point::END);
        let dim3 = self.resolve_path(&Path::ident("dim3"), &site, Want::Any);
        let Type::Named(class) = &*dim3 else { return None };
        let is_number = matches!(*ty, Type::Builtin(_)) || self.is_enum(&ty);
        let takes = |ctor: &DeclRef| {
            let Some(params) = self.parameter_types(*ctor) else { return false };
            match params.first() {
                Some(first) if is_number => matches!(**first, Type::Builtin(Builtin::UnsignedInt)),
                Some(first) => *first == ty,
                None => false,
            }
        };
        let mut fitting =
            self.constructors(class)?.into_iter().filter(|it| self.accepts(*it, 1) && takes(it));
        let (chosen, None) = (fitting.next()?, fitting.next()) else { return None };
        let at = arg.syntax().text_range().start();
        (ty != dim3).then(|| occurrence(at, Role::Use, Target::Decl(chosen)))
    }

    /// The constructor and destructor calls of the variable that a declarator defines, as they are listed.
    fn object(&self, item: u32, declarator: &ast::InitDeclarator) -> Option<Vec<Occurrence>> {
        let place = declarator.declarator()?.name()?.last_segment()?.ident()?.text_range();
        let class = object_class(&self.object_defined(item, declarator)?)?;
        let (arguments, is_list) = match self.initializer_of(item, declarator)? {
            Initializer::None => (Vec::new(), false),
            Initializer::Direct(arguments) => (arguments, true),
            Initializer::Other => return None,
        };
        let at = match (is_list, arguments.first()) {
            (true, first) => first?.syntax().text_range().start(),
            (false, _) => place.start(),
        };
        let mut found = Vec::new();
        if let Some(constructor) = self.constructor_called(item, &class, &arguments) {
            found.push(occurrence(at, Role::Use, Target::Decl(constructor.member.decl)));
        }
        if let Some(destructor) = self.destructor(&class) {
            found.push(occurrence(at, Role::Use, Target::Decl(destructor)));
        }
        Some(found)
    }

    /// The type of the object that a declarator of a declaration defines.
    fn object_defined(&self, item: u32, declarator: &ast::InitDeclarator) -> Option<TypeRef> {
        let name = declarator.declarator()?.name()?.last_segment()?.ident()?;
        let place = name.text_range();
        let declaration = declarator.syntax().parent().filter(|it| it.kind() == SyntaxKind::SIMPLE_DECL)?;
        if is_in_function(&declaration) {
            let is_member = declaration.parent().is_some_and(|it| it.kind() == SyntaxKind::MEMBER_LIST);
            let is_object = !is_member && !has_word(&declaration, SyntaxKind::EXTERN_KW);
            return is_object.then(|| self.declared_local(item, &name, place))?;
        }
        let decl = self.decl_named_at(item, place.start())?;
        let is_object =
            self.decl(decl).templates.is_empty() && self.role(item, decl.local.0) == Role::Definition;
        let is_member = self.decl(decl).parent.is_some();
        (is_object && !is_member).then(|| self.type_of_variable(decl))?
    }

    /// How a declarator initializes. `None` when that depends on what a name means which is not known, and for
    /// functions.
    fn initializer_of(&self, item: u32, declarator: &ast::InitDeclarator) -> Option<Initializer> {
        let ambiguous = declarator.syntax().descendants().find_map(ast::AmbiguousSuffix::cast);
        Some(match (declarator.initializer(), ambiguous) {
            (None, None) => Initializer::None,
            (Some(ast::Initializer::ParenInitializer(list)), None) => {
                Initializer::Direct(list.exprs().collect())
            }
            // `T x(y);` of a local `y`, or of what is known to be a value.
            (None, Some(suffix)) if self.reading(item, suffix.syntax()) == Reading::Value => {
                Initializer::Direct(suffix.paren_initializer()?.exprs().collect())
            }
            (Some(ast::Initializer::EqInitializer(_) | ast::Initializer::InitList(_)), None) => {
                Initializer::Other
            }
            _ => return None,
        })
    }

    /// The type of a local variable that is not deduced.
    fn declared_local(&self, item: u32, name: &SyntaxToken, place: TextRange) -> Option<TypeRef> {
        let declaration = name.parent_ancestors().find(|it| it.kind() == SyntaxKind::SIMPLE_DECL)?;
        let is_deduced = has_word(&declaration, SyntaxKind::AUTO_KW);
        (!is_deduced).then(|| self.type_of_local(item, name, place))?
    }

    /// The constructor that takes the arguments, where the class declares the one that is called.
    fn constructor_called(&self, item: u32, class: &NameRef, arguments: &[ast::Expr]) -> Option<Chosen> {
        let types: Vec<Option<Argument>> =
            arguments.iter().map(|argument| self.argument_of_node(item, argument)).collect();
        let constructors = self.constructors(class)?;
        let of_class = |ty: &TypeRef| {
            let target: TypeRef = Type::Named(class.clone()).into();
            self.derivation(&unqualified(ty), &target)
        };
        if let [only] = types.as_slice() {
            // Copies and moves need no declared constructor.
            match of_class(&only.as_ref()?.ty) {
                Derivation::No => {}
                Derivation::Same if constructors.iter().any(|it| self.is_copy_or_move(*it, class)) => {}
                _ => return None,
            }
        }
        let member = |decl| Member { decl, class: Some(class.clone()), injected: false };
        let members: Vec<Member> = constructors.into_iter().map(member).collect();
        let call = Call { given: None, object: None, is_operator: false, arguments: &types };
        self.choose_overload(&members, &call)
    }

    fn is_copy_or_move(&self, constructor: DeclRef, class: &NameRef) -> bool {
        match self.parameter_types(constructor).as_deref() {
            Some([first, ..]) => {
                matches!(&*unqualified(&without_reference(first)), Type::Named(name) if name == class)
            }
            _ => false,
        }
    }

    /// The constructors that a class declares.
    fn constructors(&self, class: &NameRef) -> Option<Vec<DeclRef>> {
        Some(self.special_members(class, &DeclName::Constructor)?.collect())
    }

    fn destructor(&self, class: &NameRef) -> Option<DeclRef> {
        self.special_members(class, &DeclName::Destructor)?.next()
    }

    fn special_members<'n>(
        &'n self,
        class: &NameRef,
        name: &'n DeclName,
    ) -> Option<impl Iterator<Item = DeclRef> + use<'n, 'db>> {
        let definition = self.class_definition(class)?;
        let members = self.decls(definition.item).members(Some(definition.local));
        let named = members.filter(move |(_, decl)| {
            decl.name == *name && matches!(decl.kind, DeclKind::Function { .. }) && !decl.specifiers.is_friend
        });
        Some(named.map(move |(local, _)| definition.sibling(local)))
    }

    /// The specialization of the function or variable template `primary` that a template-id with the
    /// arguments `args` means; without arguments they would have to be deduced. `None` when that is not known.
    pub(crate) fn value_specialization(
        &self,
        primary: DeclRef,
        args: Option<&[Arg]>,
        site: &Site,
    ) -> Option<DeclRef> {
        if self.decl(primary).templates.is_empty() {
            return Some(primary);
        }
        let mut special = self.namesakes(primary, Namesakes::All);
        special.retain(|decl| {
            let written = self.decl(*decl);
            let is_explicit = written.templates.last().is_some_and(|header| header.params.is_empty());
            !written.explicit_instantiation
                && (is_explicit || matches!(written.name, DeclName::TemplateId(..)))
        });
        if special.is_empty() {
            return Some(primary);
        }
        let bound = self.bind_args(&[primary], args?, site, None)?;
        for decl in special {
            let DeclName::TemplateId(_, args) = &self.decl(decl).name else { return None };
            let is_partial = self.decl(decl).templates.last().is_some_and(|header| !header.params.is_empty());
            let of_special = self.bind_args(&[primary], args, &self.outer_site(decl), None)?;
            if of_special == bound {
                return Some(decl);
            }
            if is_partial || bound.iter().any(|arg| self.is_dependent_arg(arg)) {
                return None;
            }
        }
        Some(primary)
    }
}

/// How a variable is initialized.
enum Initializer {
    /// Not at all.
    None,
    /// `T x(a, b)`
    Direct(Vec<ast::Expr>),
    /// `T x = a`, `T x{a, b}`, `T x = {a, b}`
    Other,
}

fn occurrence(offset: TextSize, role: Role, target: Target) -> Occurrence {
    Occurrence { offset, role, access: Access::Name, target: Some(target) }
}

fn without_reference(ty: &TypeRef) -> TypeRef {
    match &**ty {
        Type::LvalueRef(inner) | Type::RvalueRef(inner) => inner.clone(),
        _ => ty.clone(),
    }
}

/// The use of a variable that its own declaration makes.
fn used_where_declared(declarator: &ast::Declarator) -> Option<Occurrence> {
    let at = declarator.name()?.as_ident()?.text_range().start();
    Some(Occurrence { offset: at, role: Role::Use, access: Access::Value, target: Some(Target::Local(at)) })
}

/// The class of an object or of the elements of an array.
fn object_class(ty: &TypeRef) -> Option<NameRef> {
    match &**ty {
        Type::Named(name) => Some(name.clone()),
        Type::Qualified(_, inner) | Type::Array(_, inner) => object_class(inner),
        _ => None,
    }
}

fn has_word(node: &SyntaxNode, word: SyntaxKind) -> bool {
    let specifiers = node.children().find_map(ast::DeclSpecifierSeq::cast);
    specifiers.is_some_and(|it| it.syntax().descendants_with_tokens().any(|part| part.kind() == word))
}

/// Where a lambda's call operator is declared: behind introducer and annotations.
fn operator_place(lambda: &ast::LambdaExpr) -> Option<TextSize> {
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

/// The call operator of a closure that is called, unless it is a template.
fn closure_call(call: ast::CallExpr) -> Option<Occurrence> {
    let lambda = closure_of(&call.callee()?, 0)?;
    if is_generic(&lambda) {
        return None;
    }
    let at = call.arg_list()?.syntax().text_range().start();
    Some(occurrence(at, Role::Use, Target::Local(operator_place(&lambda)?)))
}

/// Variables initialized by one another beyond which the closure is not searched for.
const MAX_COPIES: u32 = 8;

/// The lambda whose closure an expression is: itself, or what an `auto` variable was initialized with.
fn closure_of(expr: &ast::Expr, depth: u32) -> Option<ast::LambdaExpr> {
    if depth > MAX_COPIES {
        return None;
    }
    let name = match expr {
        ast::Expr::LambdaExpr(lambda) => return Some(lambda.clone()),
        ast::Expr::ParenExpr(paren) => return closure_of(&paren.expr()?, depth + 1),
        ast::Expr::NameExpr(name) => name.name()?,
        _ => return None,
    };
    let ident = name.as_ident()?;
    let at = ident.text_range().start();
    let LocalBinding::Found(place) = local_binding(ident.text(), name.syntax(), at) else { return None };
    let root = ident.parent_ancestors().last()?;
    let declared = asunder_syntax::token_at(&root, place.start())?;
    let declarator = declared.parent_ancestors().find_map(ast::InitDeclarator::cast)?;
    let declares = declarator.declarator()?.name()?.as_ident().is_some_and(|it| it == declared);
    let is_auto = declarator.syntax().parent().is_some_and(|it| has_word(&it, SyntaxKind::AUTO_KW));
    match declarator.initializer()? {
        ast::Initializer::EqInitializer(initializer) if declares && is_auto => {
            closure_of(&initializer.expr()?, depth + 1)
        }
        _ => None,
    }
}

/// Whether the call operator of a closure is a template.
fn is_generic(lambda: &ast::LambdaExpr) -> bool {
    let has_auto =
        |list: &SyntaxNode| list.descendants_with_tokens().any(|part| part.kind() == SyntaxKind::AUTO_KW);
    let declarator = lambda.lambda_declarator();
    lambda.template_param_list().is_some() || declarator.is_some_and(|it| has_auto(it.syntax()))
}
