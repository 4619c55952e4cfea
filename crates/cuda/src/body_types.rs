//! Types of local variables and expressions in function bodies, as far as rules on captures and template
//! arguments need them: which classes they name, and which of those are local to a function.
//!
//! Types outside functions are canonical types of `asunder_decls`; what is declared in a body has no name there and
//! stays a node of the tree.

use asunder_decls::local::{LocalBinding, local_binding};
use asunder_decls::lower::{lower_name, lower_type_id};
use asunder_decls::names::DeclRef;
use asunder_decls::owner::Owner;
use asunder_decls::scope::Lookup;
use asunder_decls::uses::Meaning;
use asunder_decls::written::{Access, DeclKind, TypeExpr};
use asunder_mangle::model::{Bound, Builtin, Qualifiers, Type, TypeRef, Unqualified};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, ast};

use crate::check::Check;
use crate::shown;

/// How deep types and initializers may nest before they are not understood.
const MAX_DEPTH: u32 = 24;

/// A type in a function body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BodyType {
    /// Not understood.
    Unknown,
    /// It depends on a template parameter.
    Dependent,
    /// A template parameter of this name.
    Parameter(String),
    /// A type without local parts.
    Outer(TypeRef),
    /// A class template as a template argument, by its qualified name, with its access in its class.
    Template(String, Access),
    /// A class or enumeration of a namespace without a name, as it is shown.
    Unnamed(String),
    /// A class or enumeration that a function body defines.
    Local(SyntaxNode),
    /// The closure of a lambda expression of the item.
    Closure(SyntaxNode),
    /// The closure of a lambda expression that initialises a variable of a namespace, with the number of its item.
    OuterClosure(u32, SyntaxNode),
    /// A class template of a namespace, by its qualified name, with arguments of which some are local.
    Instance(String, Vec<BodyType>),
    /// A type with local parts and these qualifiers.
    Qualified(&'static str, Box<BodyType>),
    /// `T *`
    Pointer(Box<BodyType>),
    /// `T &`, `T &&`
    Reference(Box<BodyType>),
    /// `T [N]` with the bound as written.
    Array(String, Box<BodyType>),
    /// `T C::*`
    MemberPointer(Box<BodyType>, Box<BodyType>),
    /// A function type: its result and parameters.
    Function(Box<BodyType>, Vec<BodyType>),
}

impl BodyType {
    /// The type behind references.
    pub(crate) fn referred(self) -> BodyType {
        match self {
            BodyType::Reference(inner) => inner.referred(),
            BodyType::Outer(ty) => match &*ty {
                Type::LvalueRef(inner) | Type::RvalueRef(inner) => BodyType::Outer(inner.clone()),
                _ => BodyType::Outer(ty),
            },
            other => other,
        }
    }

    /// The type, where it has no part that is local to a function.
    pub(crate) fn as_outer(&self) -> Option<TypeRef> {
        match self {
            BodyType::Outer(ty) => match &**ty {
                Type::LvalueRef(inner) | Type::RvalueRef(inner) => Some(inner.clone()),
                _ => Some(ty.clone()),
            },
            BodyType::Pointer(to) => Some(Type::Pointer(to.as_outer()?).into()),
            BodyType::Reference(to) => to.as_outer(),
            BodyType::Array(bound, element) => {
                let count = bound.parse().ok()?;
                Some(Type::Array(Bound::Count(count), element.as_outer()?).into())
            }
            BodyType::Qualified("const", inner) => {
                let qualifiers = Qualifiers { is_const: true, ..Qualifiers::default() };
                Some(Type::Qualified(qualifiers, inner.as_outer()?).into())
            }
            _ => None,
        }
    }

    /// How many dimensions an array has, and its element type.
    pub(crate) fn element(&self) -> (u32, BodyType) {
        let mut rank = 0;
        let mut ty = self.clone();
        loop {
            ty = match ty {
                BodyType::Array(_, inner) => *inner,
                BodyType::Outer(outer) => match &*outer {
                    Type::Array(_, inner) => BodyType::Outer(inner.clone()),
                    _ => return (rank, BodyType::Outer(outer)),
                },
                other => return (rank, other),
            };
            rank += 1;
        }
    }

    /// The type of a copy: arrays and functions are pointers.
    pub(crate) fn decayed(self) -> BodyType {
        match self.referred() {
            BodyType::Array(_, element) => BodyType::Pointer(element),
            BodyType::Qualified(_, inner) => *inner,
            BodyType::Outer(ty) => match &*ty {
                Type::Array(_, element) => BodyType::Pointer(Box::new(BodyType::Outer(element.clone()))),
                Type::Qualified(_, inner) => BodyType::Outer(inner.clone()),
                _ => BodyType::Outer(ty),
            },
            other => other,
        }
    }
}

/// The type of the local variable, parameter or init-capture whose name is `declared`.
pub(crate) fn type_of_local(check: &Check<'_>, declared: &SyntaxToken) -> BodyType {
    Types { check, depth: MAX_DEPTH }.of_local(declared)
}

/// The type of an expression.
pub(crate) fn type_of_expr(check: &Check<'_>, expr: &ast::Expr) -> BodyType {
    Types { check, depth: MAX_DEPTH }.of_expr(expr)
}

/// The type that a template argument means.
pub(crate) fn type_of_argument(check: &Check<'_>, arg: &ast::TypeOrExpr) -> BodyType {
    Types { check, depth: MAX_DEPTH }.of_argument(arg)
}

/// The type that a parameter declaration or the like declares.
pub(crate) fn type_of_declaration(
    check: &Check<'_>,
    specifiers: Option<&ast::DeclSpecifierSeq>,
    declarator: Option<&ast::Declarator>,
) -> BodyType {
    Types { check, depth: MAX_DEPTH }.of_declaration(specifiers, declarator, None)
}

/// The declaration that a name used at `token` finds in the function around it.
pub(crate) fn local_declaration(token: &SyntaxToken) -> Option<SyntaxToken> {
    let node = token.parent()?;
    match local_binding(token.text(), &node, token.text_range().start()) {
        LocalBinding::Found(range) => {
            let root = token.parent_ancestors().last()?;
            asunder_syntax::token_at(&root, range.start())
        }
        _ => None,
    }
}

struct Types<'c, 'db> {
    check: &'c Check<'db>,
    depth: u32,
}

impl Types<'_, '_> {
    fn nested(&self, step: impl FnOnce(&Types<'_, '_>) -> BodyType) -> BodyType {
        match self.depth.checked_sub(1) {
            Some(depth) => step(&Types { check: self.check, depth }),
            None => BodyType::Unknown,
        }
    }

    fn of_local(&self, declared: &SyntaxToken) -> BodyType {
        self.nested(|types| types.of_local_at_depth(declared))
    }

    fn of_local_at_depth(&self, declared: &SyntaxToken) -> BodyType {
        for node in declared.parent_ancestors() {
            match node.kind() {
                SyntaxKind::PARAM_DECL => {
                    let Some(param) = ast::ParamDecl::cast(node) else { return BodyType::Unknown };
                    let ty = self.of_declaration(
                        param.decl_specifier_seq().as_ref(),
                        param.declarator().as_ref(),
                        None,
                    );
                    return match ty {
                        BodyType::Array(_, element) => BodyType::Pointer(element),
                        BodyType::Outer(ty) if matches!(*ty, Type::Array(..)) => {
                            BodyType::Outer(ty).decayed()
                        }
                        ty => ty,
                    };
                }
                SyntaxKind::INIT_DECLARATOR => {
                    let Some(init) = ast::InitDeclarator::cast(node.clone()) else {
                        return BodyType::Unknown;
                    };
                    let simple = node.parent().and_then(ast::SimpleDecl::cast);
                    let specifiers = simple.and_then(|it| it.decl_specifier_seq());
                    let declarator = init.declarator();
                    return self.of_declaration(
                        specifiers.as_ref(),
                        declarator.as_ref(),
                        init.any_initializer().as_ref(),
                    );
                }
                SyntaxKind::CONDITION_DECL => {
                    let Some(decl) = ast::ConditionDecl::cast(node) else { return BodyType::Unknown };
                    let specifiers = decl.decl_specifier_seq();
                    return self.of_declaration(
                        specifiers.as_ref(),
                        decl.declarator().as_ref(),
                        decl.initializer().as_ref(),
                    );
                }
                SyntaxKind::CAPTURE => {
                    let Some(capture) = ast::Capture::cast(node) else { return BodyType::Unknown };
                    return capture
                        .initializer()
                        .map_or(BodyType::Unknown, |it| self.of_initializer(&it).decayed());
                }
                SyntaxKind::STRUCTURED_BINDING | SyntaxKind::RANGE_DECL | SyntaxKind::COMPOUND_STMT => {
                    return BodyType::Unknown;
                }
                _ => {}
            }
        }
        BodyType::Unknown
    }

    fn of_declaration(
        &self,
        specifiers: Option<&ast::DeclSpecifierSeq>,
        declarator: Option<&ast::Declarator>,
        initializer: Option<&ast::Initializer>,
    ) -> BodyType {
        let base = match specifiers.and_then(|it| self.of_specifiers(it)) {
            Some(base) => base,
            // `auto`
            None => {
                let is_plain = declarator.is_none_or(|it| {
                    it.suffixes().all(|suffix| matches!(suffix, ast::DeclaratorSuffix::AmbiguousSuffix(_)))
                        && it.paren_declarator().is_none()
                        && it.structured_binding().is_none()
                });
                let Some(initializer) = initializer.filter(|_| is_plain) else { return BodyType::Unknown };
                let ty = self.of_initializer(initializer);
                let operator = declarator.and_then(|it| it.ptr_ops().next()).and_then(|it| it.op_token());
                return match operator.map(|it| it.kind()) {
                    None => ty.decayed(),
                    Some(SyntaxKind::AMP | SyntaxKind::AMP2) => BodyType::Reference(Box::new(ty.referred())),
                    Some(_) => ty.decayed(),
                };
            }
        };
        declarator.map_or(base.clone(), |declarator| self.declared_as(declarator, base))
    }

    /// `base` as the declarator changes it.
    fn declared_as(&self, declarator: &ast::Declarator, base: BodyType) -> BodyType {
        let mut ty = base;
        for operator in declarator.ptr_ops() {
            ty = match (operator.op_token().map(|it| it.kind()), operator.name()) {
                (Some(SyntaxKind::STAR), None) => BodyType::Pointer(Box::new(ty)),
                (Some(SyntaxKind::STAR), Some(class)) => {
                    BodyType::MemberPointer(Box::new(self.of_name(&class)), Box::new(ty))
                }
                (Some(SyntaxKind::AMP | SyntaxKind::AMP2), _) => BodyType::Reference(Box::new(ty)),
                _ => BodyType::Unknown,
            };
        }
        let suffixes: Vec<_> = declarator.suffixes().collect();
        for suffix in suffixes.into_iter().rev() {
            ty = match suffix {
                ast::DeclaratorSuffix::ArraySuffix(array) => {
                    let bound = array.syntax().text().to_string();
                    BodyType::Array(bound, Box::new(ty))
                }
                ast::DeclaratorSuffix::FunctionSuffix(function) => {
                    let list = function.param_list().into_iter().flat_map(|it| it.param_decls());
                    let params = list.map(|it| {
                        self.of_declaration(it.decl_specifier_seq().as_ref(), it.declarator().as_ref(), None)
                    });
                    BodyType::Function(Box::new(ty), params.collect())
                }
                // An initializer: functions are not declared in the blocks that rules look at.
                ast::DeclaratorSuffix::AmbiguousSuffix(_) => ty,
            };
        }
        match declarator.paren_declarator().and_then(|it| it.declarator()) {
            Some(inner) => self.nested(|types| types.declared_as(&inner, ty)),
            None => ty,
        }
    }

    /// The type that specifiers name; `None` for `auto`.
    fn of_specifiers(&self, specifiers: &ast::DeclSpecifierSeq) -> Option<BodyType> {
        let mut found = BodyType::Unknown;
        for specifier in specifiers.decl_specifiers() {
            let ty = match specifier {
                ast::DeclSpecifier::Type(ty) => ty,
                ast::DeclSpecifier::KeywordSpecifier(it)
                    if it.keyword().is_some_and(|it| it.kind() == SyntaxKind::AUTO_KW) =>
                {
                    return None;
                }
                _ => continue,
            };
            found = match ty {
                ast::Type::PlaceholderType(_) => return None,
                ast::Type::BuiltinType(_) => self.of_builtin(specifiers),
                ast::Type::NamedType(it) => it.name().map_or(BodyType::Unknown, |name| self.of_name(&name)),
                ast::Type::TypenameType(_) => BodyType::Dependent,
                ast::Type::ElaboratedType(it) => {
                    it.name().map_or(BodyType::Unknown, |name| self.of_name(&name))
                }
                ast::Type::ClassSpecifier(it) => BodyType::Local(it.syntax().clone()),
                ast::Type::EnumSpecifier(it) => BodyType::Local(it.syntax().clone()),
                ast::Type::DecltypeType(it) => match it.expr() {
                    Some(ast::Expr::NameExpr(name)) => self.of_expr(&ast::Expr::NameExpr(name)),
                    _ => BodyType::Unknown,
                },
                ast::Type::TypeofType(_) | ast::Type::TypeTransform(_) => BodyType::Unknown,
            };
        }
        let has = |kind| specifiers.keyword(kind).is_some();
        let qualifiers = Qualifiers {
            is_const: has(SyntaxKind::CONST_KW),
            is_volatile: has(SyntaxKind::VOLATILE_KW),
            is_restrict: false,
        };
        let words = match (qualifiers.is_const, qualifiers.is_volatile) {
            (true, true) => "const volatile",
            (true, false) => "const",
            (false, true) => "volatile",
            (false, false) => return Some(found),
        };
        Some(match found {
            BodyType::Local(_) | BodyType::Instance(..) | BodyType::Closure(_) => {
                BodyType::Qualified(words, Box::new(found))
            }
            BodyType::Outer(ty) if !qualifiers.is_empty() && !matches!(*ty, Type::Qualified(..)) => {
                BodyType::Outer(Type::Qualified(qualifiers, ty).into())
            }
            other => other,
        })
    }

    /// A built-in type; only that it is one matters, and how a single keyword is spelled.
    fn of_builtin(&self, specifiers: &ast::DeclSpecifierSeq) -> BodyType {
        let words: Vec<String> = specifiers
            .decl_specifiers()
            .filter_map(|it| match it {
                ast::DeclSpecifier::Type(ast::Type::BuiltinType(it)) => Some(it.keyword()?.text().to_owned()),
                _ => None,
            })
            .collect();
        let count = |word: &str| words.iter().filter(|it| *it == word).count();
        let unsigned = count("unsigned") > 0;
        let builtin = match words.first().map(String::as_str) {
            _ if count("double") > 0 && count("long") > 0 => Builtin::LongDouble,
            _ if count("double") > 0 => Builtin::Double,
            _ if count("float") > 0 => Builtin::Float,
            _ if count("char") > 0 && count("signed") > 0 => Builtin::SignedChar,
            _ if count("char") > 0 && unsigned => Builtin::UnsignedChar,
            _ if count("char") > 0 => Builtin::Char,
            _ if count("short") > 0 && unsigned => Builtin::UnsignedShort,
            _ if count("short") > 0 => Builtin::Short,
            _ if count("long") > 1 && unsigned => Builtin::UnsignedLongLong,
            _ if count("long") > 1 => Builtin::LongLong,
            _ if count("long") > 0 && unsigned => Builtin::UnsignedLong,
            _ if count("long") > 0 => Builtin::Long,
            Some("void") => Builtin::Void,
            Some("bool") => Builtin::Bool,
            Some("char8_t") => Builtin::Char8,
            Some("char16_t") => Builtin::Char16,
            Some("char32_t") => Builtin::Char32,
            Some("int" | "unsigned" | "signed") if unsigned => Builtin::UnsignedInt,
            Some("int" | "signed") => Builtin::Int,
            _ => return BodyType::Unknown,
        };
        BodyType::Outer(Type::Builtin(builtin).into())
    }

    /// The type that a name means.
    fn of_name(&self, name: &ast::Name) -> BodyType {
        self.nested(|types| types.of_name_at_depth(name))
    }

    fn of_name_at_depth(&self, name: &ast::Name) -> BodyType {
        let Some(first) = name.segments().next().filter(|_| !name.is_global()) else {
            return self.outer(name);
        };
        let token = match &first {
            ast::Segment::Ident(token) => Some(token.clone()),
            ast::Segment::Node(node) => {
                node.syntax().first_token().filter(|it| it.kind() == SyntaxKind::IDENT)
            }
        };
        let Some(token) = token else { return BodyType::Unknown };
        match local_binding(token.text(), name.syntax(), token.text_range().start()) {
            LocalBinding::Found(_) => {
                let Some(declared) = local_declaration(&token) else { return BodyType::Unknown };
                let mut ty = self.of_declared_type(&declared);
                for segment in name.segments().skip(1) {
                    ty = match (&ty, segment.ident()) {
                        (BodyType::Local(class), Some(member)) => nested_type(class, member.text()),
                        _ => return BodyType::Unknown,
                    };
                }
                ty
            }
            LocalBinding::NotLocal(_) => self.outer(name),
            LocalBinding::Using(_) | LocalBinding::Unknown => BodyType::Unknown,
        }
    }

    /// The type that a local class, enumeration or typedef declares.
    fn of_declared_type(&self, declared: &SyntaxToken) -> BodyType {
        for node in declared.parent_ancestors() {
            match node.kind() {
                SyntaxKind::CLASS_SPECIFIER | SyntaxKind::ENUM_SPECIFIER => return BodyType::Local(node),
                SyntaxKind::ALIAS_DECL => {
                    let ty = ast::AliasDecl::cast(node).and_then(|it| it.type_id());
                    return ty.map_or(BodyType::Unknown, |ty| self.of_type_id(&ty));
                }
                SyntaxKind::TYPE_PARAM => return BodyType::Parameter(declared.text().to_owned()),
                SyntaxKind::NON_TYPE_PARAM => return BodyType::Dependent,
                SyntaxKind::SIMPLE_DECL => {
                    let specifiers = ast::SimpleDecl::cast(node).and_then(|it| it.decl_specifier_seq());
                    let is_typedef =
                        specifiers.is_some_and(|it| it.keyword(SyntaxKind::TYPEDEF_KW).is_some());
                    return if is_typedef { self.of_local(declared) } else { BodyType::Unknown };
                }
                SyntaxKind::COMPOUND_STMT => return BodyType::Unknown,
                _ => {}
            }
        }
        BodyType::Unknown
    }

    fn of_type_id(&self, ty: &ast::TypeId) -> BodyType {
        self.of_declaration(ty.decl_specifier_seq().as_ref(), ty.declarator().as_ref(), None)
    }

    /// The type that a name declared outside of the function means; its arguments may be local.
    fn outer(&self, name: &ast::Name) -> BodyType {
        let segments: Vec<_> = name.segments().collect();
        let lists: Vec<ast::TemplateArgList> = segments
            .iter()
            .filter_map(|it| match it {
                ast::Segment::Node(node) => ast::TemplateId::cast(node.syntax().clone())?.template_arg_list(),
                ast::Segment::Ident(_) => None,
            })
            .collect();
        let arguments: Vec<BodyType> = lists.iter().flat_map(|list| self.arguments(list)).collect();
        if arguments.iter().any(|it| matches!(it, BodyType::Dependent | BodyType::Parameter(_))) {
            return BodyType::Dependent;
        }
        let all_outer = arguments.iter().all(|it| matches!(it, BodyType::Outer(_)));
        if !all_outer {
            let only_last =
                segments.len() == 1 || segments[..segments.len() - 1].iter().all(|it| it.ident().is_some());
            let is_known = !arguments.contains(&BodyType::Unknown) && only_last && lists.len() == 1;
            return match self.namespace_template(name, arguments.len()).filter(|_| is_known) {
                Some(template) => BodyType::Instance(template, arguments),
                None => BodyType::Unknown,
            };
        }
        let Some(path) = lower_name(name) else { return BodyType::Unknown };
        self.resolved(&TypeExpr::Name(path, false), name.syntax())
    }

    /// The arguments of a list as types; literals stand for themselves by the type `int`.
    fn arguments(&self, list: &ast::TemplateArgList) -> Vec<BodyType> {
        let of_arg = |arg: ast::TypeOrExpr| match &arg {
            ast::TypeOrExpr::Expr(ast::Expr::Literal(_)) => {
                BodyType::Outer(Type::Builtin(Builtin::Int).into())
            }
            arg => self.of_argument(arg),
        };
        list.args().map(of_arg).collect()
    }

    /// A template argument as a type.
    fn of_argument(&self, arg: &ast::TypeOrExpr) -> BodyType {
        match arg {
            ast::TypeOrExpr::TypeId(ty) => self.of_type_id(ty),
            ast::TypeOrExpr::NameArg(it) => it.name().map_or(BodyType::Unknown, |name| self.of_name(&name)),
            ast::TypeOrExpr::AmbiguousTypeOrExpr(it) => {
                it.type_id().map_or(BodyType::Unknown, |ty| self.of_type_id(&ty))
            }
            ast::TypeOrExpr::TypePack(_) | ast::TypeOrExpr::Expr(_) => BodyType::Unknown,
        }
    }

    /// The qualified name of the template of a template-id, if it is a class template of a namespace that takes so
    /// many arguments.
    fn namespace_template(&self, name: &ast::Name, arguments: usize) -> Option<String> {
        let token = match name.last_segment()? {
            ast::Segment::Ident(token) => token,
            ast::Segment::Node(node) => node.syntax().first_token()?,
        };
        let names = self.check.names();
        let Meaning::Outer(Lookup::Found(members)) = names.meaning(self.check.item, &token) else {
            return None;
        };
        let decl = members.first()?.decl;
        let written = names.decl(decl);
        let header = written.templates.last()?;
        let is_plain = matches!(written.kind, DeclKind::Class(_))
            && header.params.len() == arguments
            && header.params.iter().all(|param| !param.pack);
        match names.owner(decl)? {
            Owner::Namespace(id) if is_plain => {
                Some(format!("{}{}", shown::namespace_prefix(names, id), written.name.ident()?))
            }
            _ => None,
        }
    }

    fn resolved(&self, ty: &TypeExpr, at: &SyntaxNode) -> BodyType {
        let names = self.check.names();
        let resolved = names.resolve(ty, &names.site_at(self.check.item, at.text_range().start()));
        match &*resolved {
            Type::Unknown => BodyType::Unknown,
            Type::Param(_) => match ty {
                TypeExpr::Name(path, _) => {
                    path.as_ident().map_or(BodyType::Dependent, |name| BodyType::Parameter(name.to_string()))
                }
                _ => BodyType::Dependent,
            },
            _ if names.is_dependent(&resolved) => BodyType::Dependent,
            _ => BodyType::Outer(resolved),
        }
    }

    fn of_initializer(&self, initializer: &ast::Initializer) -> BodyType {
        let operand = match initializer {
            ast::Initializer::EqInitializer(it) => it.expr(),
            ast::Initializer::ParenInitializer(it) => {
                let mut all = it.exprs();
                all.next().filter(|_| all.next().is_none())
            }
            ast::Initializer::InitList(it) => {
                let mut all = it.init_clauses();
                match (all.next(), all.next()) {
                    (Some(ast::InitClause::Expr(only)), None) => Some(only),
                    _ => None,
                }
            }
            ast::Initializer::PureSpecifier(_) => return BodyType::Outer(Type::Builtin(Builtin::Int).into()),
        };
        operand.map_or(BodyType::Unknown, |it| self.of_expr(&it))
    }

    fn of_expr(&self, expr: &ast::Expr) -> BodyType {
        self.nested(|types| types.of_expr_at_depth(expr))
    }

    fn of_expr_at_depth(&self, expr: &ast::Expr) -> BodyType {
        match expr {
            ast::Expr::LambdaExpr(it) => BodyType::Closure(it.syntax().clone()),
            ast::Expr::ParenExpr(it) => it.expr().map_or(BodyType::Unknown, |it| self.of_expr(&it)),
            ast::Expr::NameExpr(it) => {
                let token = it.name().and_then(|name| name.as_ident());
                match token.as_ref().and_then(local_declaration) {
                    Some(declared) => self.of_local(&declared),
                    None => match token.and_then(|it| self.of_outer_value(&it)) {
                        Some(ty) => ty,
                        None => self.of_outer_expr(expr),
                    },
                }
            }
            ast::Expr::PrefixExpr(it) => {
                let operand = it.expr().map_or(BodyType::Unknown, |it| self.of_expr(&it)).referred();
                match (it.op_token().map(|it| it.kind()), operand) {
                    (_, BodyType::Unknown | BodyType::Dependent | BodyType::Parameter(_)) => {
                        self.of_outer_expr(expr)
                    }
                    (Some(SyntaxKind::AMP), operand) => BodyType::Pointer(Box::new(operand)),
                    (Some(SyntaxKind::STAR), BodyType::Pointer(to) | BodyType::Array(_, to)) => *to,
                    _ => self.of_outer_expr(expr),
                }
            }
            ast::Expr::ConstructExpr(it) => match it.syntax().children().find_map(ast::Type::cast) {
                Some(ast::Type::NamedType(ty)) => {
                    ty.name().map_or(BodyType::Unknown, |name| self.of_name(&name))
                }
                _ => self.of_outer_expr(expr),
            },
            ast::Expr::CallExpr(it) => match it.callee() {
                // `L()` reads as a call of L.
                Some(ast::Expr::NameExpr(callee)) => match callee.name() {
                    Some(name) => match self.of_name(&name) {
                        ty @ (BodyType::Local(_) | BodyType::Instance(..)) => ty,
                        BodyType::Outer(ty) if matches!(*ty, Type::Named(_)) => BodyType::Outer(ty),
                        _ => self.of_outer_expr(expr),
                    },
                    None => BodyType::Unknown,
                },
                _ => self.of_outer_expr(expr),
            },
            ast::Expr::BinaryExpr(it) => {
                let side =
                    |it: Option<ast::Expr>| it.map_or(BodyType::Unknown, |it| self.of_expr(&it)).decayed();
                match (side(it.lhs()), side(it.rhs()), it.op_token().map(|it| it.kind())) {
                    (BodyType::Outer(left), BodyType::Outer(right), Some(operator))
                        if left == right && is_unpromoted(&left) && is_arithmetic(operator) =>
                    {
                        BodyType::Outer(left)
                    }
                    _ => self.of_outer_expr(expr),
                }
            }
            ast::Expr::CastExpr(it) => it.type_id().map_or(BodyType::Unknown, |ty| self.of_type_id(&ty)),
            ast::Expr::NamedCastExpr(it) => it.type_id().map_or(BodyType::Unknown, |ty| self.of_type_id(&ty)),
            ast::Expr::AmbiguousExpr(_) => BodyType::Unknown,
            _ => self.of_outer_expr(expr),
        }
    }

    /// The type of a variable or enumerator of a namespace that has no name outside of its declaration: a closure or
    /// an unnamed class or enumeration.
    fn of_outer_value(&self, token: &SyntaxToken) -> Option<BodyType> {
        let names = self.check.names();
        let Meaning::Outer(Lookup::Found(members)) = names.meaning(self.check.item, token) else {
            return None;
        };
        let [only] = members.as_slice() else { return None };
        let written = names.decl(only.decl);
        match &written.kind {
            DeclKind::Variable { ty: TypeExpr::Auto, .. } => {
                let lambda = self.closure_initializer(only.decl)?;
                Some(BodyType::OuterClosure(only.decl.item, lambda))
            }
            DeclKind::Variable { ty: TypeExpr::Declared(id), .. } => self.unnamed(only.decl.sibling(*id)),
            DeclKind::Enumerator { .. } => self.unnamed(only.decl.sibling(written.parent?)),
            _ => None,
        }
    }

    /// The type of a class or enumeration without a name, typedef names included.
    fn unnamed(&self, definition: DeclRef) -> Option<BodyType> {
        let Type::Named(name) = &*self.check.names().type_of(definition)? else { return None };
        let Unqualified::UnnamedType(_) = name.unqualified else { return None };
        let (root, range) = self.check.node_of(definition)?;
        let key = asunder_syntax::token_at(&root, range.start())?;
        Some(BodyType::Unnamed(format!("{} <unnamed>", key.text())))
    }

    /// The lambda that a variable is initialised with.
    fn closure_initializer(&self, variable: DeclRef) -> Option<SyntaxNode> {
        let (root, range) = self.check.node_of(variable)?;
        let token = asunder_syntax::token_at(&root, range.start())?;
        let declarators = token.parent_ancestors().filter(|it| it.text_range() == range);
        match declarators.into_iter().find_map(ast::InitDeclarator::cast)?.initializer()? {
            ast::Initializer::EqInitializer(it) => match it.expr()? {
                ast::Expr::LambdaExpr(lambda) => Some(lambda.syntax().clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of an expression from declarations outside of functions and of simple local variables.
    fn of_outer_expr(&self, expr: &ast::Expr) -> BodyType {
        let names = self.check.names();
        match names.type_of_node(self.check.item, expr) {
            Some(ty) if *ty == Type::Unknown => BodyType::Unknown,
            Some(ty) if names.is_dependent(&ty) => BodyType::Dependent,
            Some(ty) => BodyType::Outer(ty),
            None => BodyType::Unknown,
        }
    }
}

/// Whether arithmetic on two operands of a type gives that type.
fn is_unpromoted(ty: &Type) -> bool {
    use Builtin::*;
    matches!(
        ty,
        Type::Builtin(
            Int | UnsignedInt
                | Long
                | UnsignedLong
                | LongLong
                | UnsignedLongLong
                | Float
                | Double
                | LongDouble
        )
    )
}

fn is_arithmetic(operator: SyntaxKind) -> bool {
    matches!(operator, SyntaxKind::PLUS | SyntaxKind::MINUS | SyntaxKind::STAR | SyntaxKind::SLASH)
}

/// The class or enumeration that a local class defines under `name`.
fn nested_type(class: &SyntaxNode, name: &str) -> BodyType {
    let Some(list) = ast::ClassSpecifier::cast(class.clone()).and_then(|it| it.member_list()) else {
        return BodyType::Unknown;
    };
    let members = list.decls().filter_map(|decl| ast::SimpleDecl::cast(decl.syntax().clone()));
    for specifiers in members.filter_map(|it| it.decl_specifier_seq()) {
        for specifier in specifiers.decl_specifiers() {
            let (own, node) = match specifier {
                ast::DeclSpecifier::Type(ast::Type::ClassSpecifier(it)) => (it.name(), it.syntax().clone()),
                ast::DeclSpecifier::Type(ast::Type::EnumSpecifier(it)) => (it.name(), it.syntax().clone()),
                _ => continue,
            };
            if own.and_then(|it| it.as_ident()).is_some_and(|it| it.text() == name) {
                return BodyType::Local(node);
            }
        }
    }
    BodyType::Unknown
}

/// The type of a written type that names nothing local.
pub(crate) fn written_type(check: &Check<'_>, ty: &ast::TypeId) -> BodyType {
    let types = Types { check, depth: MAX_DEPTH };
    match types.of_type_id(ty) {
        BodyType::Unknown => types.resolved(&lower_type_id(ty), ty.syntax()),
        known => known,
    }
}
