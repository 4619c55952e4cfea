//! Types of the objects in member accesses: declared types of names, seen through calls, pointers
//! and casts. Whatever needs conversions or overload resolution has no answer here.

use asunder_mangle::model::{Builtin, NameRef, Qualifiers, Type, TypeRef};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, ast};

use crate::constant::unqualified;
use crate::conversions::{Argument, decayed};
use crate::expr_types::string_type;
use crate::literals;
use crate::local::{Directives, LocalBinding, local_binding};
use crate::lower::{lower, lower_param, lower_type, lower_type_id};
use crate::memo::Link;
use crate::names::{Names, Point};
use crate::readings::Reading;
use crate::resolve::{lvalue_reference, qualify};
use crate::scope::{Lookup, Member, Want};
use crate::uses::Meaning;
use crate::written::{DeclKind, TypeExpr};

impl<'db> Names<'db> {
    /// The members that `token`, the name behind `.` or `->`, finds in its object's class.
    pub(crate) fn member_access(&self, item: u32, token: &SyntaxToken) -> Lookup {
        let Some(access) = token.parent_ancestors().find_map(ast::MemberExpr::cast) else {
            return Lookup::Unknown;
        };
        let Some(class) = self.class_of_access(item, &access) else { return Lookup::Unknown };
        self.lookup_in_class(token.text(), &class, Point::END, Want::Any)
    }

    fn class_of_access(&self, item: u32, access: &ast::MemberExpr) -> Option<NameRef> {
        match &*unqualified(&self.object_of_access(item, access)?.ty) {
            Type::Named(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// The object whose member `access` names.
    pub(crate) fn object_of_access(&self, item: u32, access: &ast::MemberExpr) -> Option<Argument> {
        let base = self.argument_of_node(item, &access.base()?)?;
        if access.op_token().is_none_or(|token| token.kind() != SyntaxKind::ARROW) {
            return Some(base);
        }
        match &*decayed(&base.ty) {
            Type::Pointer(to) => Some(Argument { ty: to.clone(), is_lvalue: true, is_zero: false }),
            Type::Named(_) => {
                // `p->m` of a class calls its operator until there is a pointer ([over.ref]).
                let (ty, _) = self.arrow_result(&base)?;
                match &*unqualified(&ty) {
                    Type::Pointer(to) => Some(Argument { ty: to.clone(), is_lvalue: true, is_zero: false }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The expression as an argument of a call: its type without reference, and whether it is an lvalue.
    pub(crate) fn argument_of_node(&self, item: u32, expr: &ast::Expr) -> Option<Argument> {
        let ty = self.type_of_node(item, expr)?;
        let is_name = matches!(expr, ast::Expr::NameExpr(_) | ast::Expr::MemberExpr(_));
        let is_zero = matches!(expr, ast::Expr::Literal(literal) if literal.syntax().text() == "0");
        Some(match &*ty {
            Type::LvalueRef(inner) => Argument { ty: inner.clone(), is_lvalue: true, is_zero },
            Type::RvalueRef(inner) => Argument { ty: inner.clone(), is_lvalue: is_name, is_zero },
            _ => Argument { is_lvalue: self.is_lvalue(item, expr), ty, is_zero },
        })
    }

    /// Whether an expression of a type that is not a reference is an lvalue.
    fn is_lvalue(&self, item: u32, expr: &ast::Expr) -> bool {
        self.nested(false, || match expr {
            ast::Expr::NameExpr(name) => {
                let token = name.name().and_then(|name| name.last_segment()).and_then(|it| it.ident());
                let meaning = token.map(|token| self.meaning(item, &token));
                !matches!(meaning, Some(Meaning::Outer(Lookup::Found(members))) if members.iter().any(|it| {
                    matches!(self.decl(it.decl).kind, DeclKind::Enumerator { .. })
                }))
            }
            ast::Expr::ParenExpr(paren) => paren.expr().is_some_and(|inner| self.is_lvalue(item, &inner)),
            ast::Expr::MemberExpr(access) => {
                access.op_token().is_some_and(|token| token.kind() == SyntaxKind::ARROW)
                    || access
                        .base()
                        .and_then(|base| self.argument_of_node(item, &base))
                        .is_some_and(|it| it.is_lvalue)
            }
            ast::Expr::IndexExpr(_) | ast::Expr::AssignExpr(_) => true,
            ast::Expr::PrefixExpr(prefix) => prefix.op_token().is_some_and(|token| {
                matches!(token.kind(), SyntaxKind::STAR | SyntaxKind::PLUS2 | SyntaxKind::MINUS2)
            }),
            ast::Expr::Literal(literal) => {
                literal.tokens().next().is_some_and(|token| token.kind() == SyntaxKind::STRING)
            }
            ast::Expr::ConditionalExpr(choice) => {
                let both = [choice.then_value(), choice.else_value()];
                both.into_iter().all(|value| value.is_some_and(|value| self.is_lvalue(item, &value)))
            }
            _ => false,
        })
    }

    /// The type of an expression of item `item`, where it follows from declarations alone; a reference where the
    /// declaration of what it names or calls says so.
    pub fn type_of_node(&self, item: u32, expr: &ast::Expr) -> Option<TypeRef> {
        let node = expr.syntax();
        let key = ((item, node.kind(), node.text_range()), Link::Plain);
        self.remembered(&self.node_types, key, || None, || self.find_type_of_node(item, expr))
    }

    fn find_type_of_node(&self, item: u32, expr: &ast::Expr) -> Option<TypeRef> {
        self.nested(None, || match expr {
            ast::Expr::NameExpr(name) => {
                let token = name.name()?.last_segment()?.ident()?;
                self.type_of_name(item, &token)
            }
            ast::Expr::ThisExpr(this) => {
                let object = self.this_object(item, this.syntax())?;
                Some(Type::Pointer(object.ty).into())
            }
            ast::Expr::ParenExpr(paren) => self.type_of_node(item, &paren.expr()?),
            ast::Expr::AmbiguousExpr(ambiguous) => {
                match (ambiguous.expr()?, self.reading(item, ambiguous.syntax())) {
                    (inner @ ast::Expr::NameExpr(_), Reading::Template)
                    | (inner @ ast::Expr::CastExpr(_), Reading::Type) => self.type_of_node(item, &inner),
                    _ => None,
                }
            }
            ast::Expr::PostfixExpr(postfix) => {
                let operand = self.argument_of_node(item, &postfix.expr()?)?;
                let site = self.site_at(item, postfix.syntax().text_range().start());
                result(self.postfix_result(postfix.op_token()?.text(), &operand, &site))
            }
            ast::Expr::PrefixExpr(prefix) => {
                let operand = self.argument_of_node(item, &prefix.expr()?)?;
                let site = self.site_at(item, prefix.syntax().text_range().start());
                result(self.unary_result(prefix.op_token()?.text(), &operand, &site))
            }
            ast::Expr::IndexExpr(index) => {
                let base = self.argument_of_node(item, &index.base()?)?;
                if let Type::Pointer(to) = &*decayed(&base.ty) {
                    return Some(to.clone());
                }
                let indices: Vec<ast::Expr> = index.indices().skip(1).collect();
                let [only] = indices.as_slice() else { return None };
                result(self.index_result(&base, &self.argument_of_node(item, only)?))
            }
            ast::Expr::MemberExpr(access) => {
                let token = access.name()?.last_segment()?.ident()?;
                let Lookup::Found(members) = self.member_access(item, &token) else { return None };
                let [member] = members.as_slice() else { return None };
                let object = self.object_of_access(item, access)?;
                self.member_type(member, &object.ty)
            }
            ast::Expr::CallExpr(call) => self.type_of_call(item, call),
            ast::Expr::ConstructExpr(construct) => {
                let ty = construct.ties().next()?;
                self.resolve_in_body(item, &lower_type(&ty), construct.syntax())
            }
            ast::Expr::Literal(literal) => type_of_literal(literal),
            ast::Expr::SizeofExpr(_) | ast::Expr::AlignofExpr(_) => {
                Some(Type::Builtin(Builtin::UnsignedLong).into())
            }
            ast::Expr::NewExpr(new) => match &*self.type_of_type_id(item, &new.type_id()?)? {
                Type::Array(_, element) => Some(Type::Pointer(element.clone()).into()),
                _ => Some(Type::Pointer(self.type_of_type_id(item, &new.type_id()?)?).into()),
            },
            ast::Expr::ConditionalExpr(choice) => {
                let a = self.argument_of_node(item, &choice.then_value()?)?;
                let b = self.argument_of_node(item, &choice.else_value()?)?;
                result(self.conditional_result(&a, &b))
            }
            ast::Expr::BinaryExpr(binary) => {
                self.type_of_binary(item, binary.lhs()?, binary.rhs()?, binary.op_token()?.text())
            }
            ast::Expr::AssignExpr(assignment) => {
                let operator = assignment
                    .syntax()
                    .children_with_tokens()
                    .filter_map(asunder_syntax::NodeOrToken::into_token)
                    .find(|token| !token.kind().is_trivia())?;
                self.type_of_binary(item, assignment.lhs()?, assignment.rhs()?, operator.text())
            }
            ast::Expr::CommaExpr(comma) => self.type_of_node(item, &comma.rhs()?),
            ast::Expr::CastExpr(cast) => self.type_of_type_id(item, &cast.type_id()?),
            ast::Expr::NamedCastExpr(cast) => self.type_of_type_id(item, &cast.type_id()?),
            _ => None,
        })
    }

    fn type_of_binary(&self, item: u32, lhs: ast::Expr, rhs: ast::Expr, operator: &str) -> Option<TypeRef> {
        let site = self.site_at(item, lhs.syntax().text_range().start());
        let (lhs, rhs) = (self.argument_of_node(item, &lhs)?, self.argument_of_node(item, &rhs)?);
        result(self.binary_result(operator, &lhs, &rhs, &site))
    }

    /// `*this` in the body of the member function around `node` ([class.this]); in its class as a whole where the
    /// function is not known to be `static`.
    pub(crate) fn this_object(&self, item: u32, node: &SyntaxNode) -> Option<Argument> {
        let at = node.text_range().start();
        let decl = self.enclosing_decl(item, at)?;
        // In a local class it is an object of that class.
        let function = node.ancestors().find(|it| it.kind() == SyntaxKind::FUNCTION_DEF);
        if function.is_some_and(|it| it.ancestors().any(|it| it.kind() == SyntaxKind::COMPOUND_STMT)) {
            return None;
        }
        let site = self.site_at(item, at);
        let class: TypeRef = Type::Named(site.class()?.clone()).into();
        let qualifiers = match self.function_of(decl) {
            Some(_) if self.decl(decl).specifiers.is_static => return None,
            Some(function) => function.qualifiers,
            // Default member initializers.
            None => Qualifiers::NONE,
        };
        Some(Argument { ty: qualify(qualifiers, &class), is_lvalue: true, is_zero: false })
    }

    /// The declared type of the member `member` of an object of type `object`.
    fn member_type(&self, member: &Member, object: &TypeRef) -> Option<TypeRef> {
        let ty = self.declared_type(member)?;
        let specifiers = self.decl(member.decl).specifiers;
        let is_plain = matches!(*ty, Type::LvalueRef(_) | Type::RvalueRef(_))
            || specifiers.is_static
            || specifiers.is_mutable
            || matches!(self.decl(member.decl).kind, DeclKind::Enumerator { .. });
        Some(match &**object {
            Type::Qualified(qualifiers, _) if !is_plain => qualify(*qualifiers, &ty),
            _ => ty,
        })
    }

    fn type_of_call(&self, item: u32, call: &ast::CallExpr) -> Option<TypeRef> {
        let callee = call.callee()?;
        let name = match &callee {
            ast::Expr::NameExpr(name) => Some(name.name()?),
            ast::Expr::MemberExpr(access) => Some(access.name()?),
            _ => None,
        };
        let Some(token) = name.and_then(|name| name.last_segment()).and_then(|it| it.ident()) else {
            return self.type_of_object_call(item, &callee, call);
        };
        let members = match self.meaning(item, &token) {
            Meaning::Outer(Lookup::Found(members)) => members,
            Meaning::Member => match self.member_access(item, &token) {
                Lookup::Found(members) => members,
                _ => return None,
            },
            Meaning::Local(_) => return self.type_of_object_call(item, &callee, call),
            _ => return None,
        };
        let first = members.first()?;
        match self.decl(first.decl).kind {
            DeclKind::Class(_) | DeclKind::Typedef(_) => {
                // `T(x)` makes a `T`.
                return known(self.type_of_member(first, None, &self.site_of_member(first)));
            }
            DeclKind::Variable { .. } => return self.type_of_object_call(item, &callee, call),
            _ => {}
        }
        let outer = self.item_being_read.replace(Some(item));
        let chosen = self.chosen_at(&members, &token);
        self.item_being_read.set(outer);
        let chosen = chosen?;
        let function = self.function_of(chosen.member.decl)?;
        let ty = self.function_type(function, chosen.site.as_ref()?).result?;
        (!self.is_dependent(&ty)).then(|| known(ty))?
    }

    /// The type of a call of an object of class type.
    fn type_of_object_call(&self, item: u32, callee: &ast::Expr, call: &ast::CallExpr) -> Option<TypeRef> {
        let object = self.argument_of_node(item, callee)?;
        match &*decayed(&object.ty) {
            Type::Pointer(to) => match &**to {
                Type::Function(function) => function.result.clone().and_then(known),
                _ => None,
            },
            Type::Named(_) => {
                let arguments = call.arg_list()?.args();
                let arguments: Vec<_> = arguments.map(|it| self.argument_of_node(item, &it)).collect();
                result(self.object_call_result(&object, &arguments))
            }
            _ => None,
        }
    }

    fn type_of_found(&self, members: &[Member]) -> Option<TypeRef> {
        let [member] = members else { return None };
        self.declared_type(member)
    }

    fn type_of_name(&self, item: u32, token: &SyntaxToken) -> Option<TypeRef> {
        match self.meaning(item, token) {
            // What a lambda captures by copy is constant in it.
            Meaning::Local(range) if is_captured(token, range) => {
                match self.type_of_local(item, token, range)? {
                    ty if matches!(*ty, Type::Named(_)) => None,
                    ty => Some(ty),
                }
            }
            Meaning::Local(range) => self.type_of_local(item, token, range),
            Meaning::Outer(Lookup::Found(members)) => {
                if let Some(function) = self.function_named(&members) {
                    return Some(function);
                }
                let ty = self.type_of_found(&members)?;
                match members.first()?.class {
                    Some(_) => match self.this_object(item, &token.parent()?) {
                        Some(object) => self.member_type(&members[0], &object.ty),
                        None => Some(ty),
                    },
                    None => Some(ty),
                }
            }
            _ => None,
        }
    }

    /// The type of the local variable or parameter declared at `range` of the tree of `token`.
    pub(crate) fn type_of_local(&self, item: u32, token: &SyntaxToken, range: TextRange) -> Option<TypeRef> {
        let root = token.parent_ancestors().last()?;
        let declared = asunder_syntax::token_at(&root, range.start())?;
        for node in declared.parent_ancestors() {
            let ty = match node.kind() {
                SyntaxKind::PARAM_DECL => lower_param(&ast::ParamDecl::cast(node.clone())?).ty,
                SyntaxKind::SIMPLE_DECL => {
                    let (decls, positions) = lower(&node);
                    let at = range - node.text_range().start();
                    let index = positions.names.iter().position(|name| *name == at)?;
                    let ty = match &decls.decls[index].kind {
                        DeclKind::Variable { ty, .. } => ty.clone(),
                        DeclKind::FunctionOrVariable { variable, .. } => variable.clone(),
                        _ => return None,
                    };
                    match decls.decls[index].specifiers.is_constexpr {
                        true => TypeExpr::Qualified(Qualifiers::CONST, Box::new(ty)),
                        false => ty,
                    }
                }
                SyntaxKind::LAMBDA_EXPR
                | SyntaxKind::COMPOUND_STMT
                | SyntaxKind::CONDITION_DECL
                | SyntaxKind::RANGE_DECL => return None,
                _ => continue,
            };
            if let TypeExpr::Auto = strip(&ty) {
                let initializer = node
                    .descendants()
                    .filter_map(ast::InitDeclarator::cast)
                    .find(|init| init.syntax().text_range().contains(range.start()))?
                    .initializer()?;
                let ast::Initializer::EqInitializer(initializer) = initializer else { return None };
                let of_initializer = self.type_of_node(item, &initializer.expr()?)?;
                return Some(placeholder_type(&ty, &of_initializer));
            }
            return self.resolve_in_body(item, &ty, &node);
        }
        None
    }

    pub(crate) fn type_of_type_id(&self, item: u32, ty: &ast::TypeId) -> Option<TypeRef> {
        self.resolve_in_body(item, &lower_type_id(ty), ty.syntax())
    }

    /// A type written inside a function body; unknown when it uses names declared there.
    pub(crate) fn resolve_in_body(&self, item: u32, ty: &TypeExpr, at: &SyntaxNode) -> Option<TypeRef> {
        if !names_in(ty, &mut |ident| {
            local_binding(ident, at, at.text_range().end()) == LocalBinding::NotLocal(Directives::default())
        }) {
            return None;
        }
        known(self.resolve(ty, &self.site_at(item, at.text_range().start())))
    }
}

/// The type that a declared type with the placeholder `auto` gets from its initializer ([dcl.type.auto.deduct]).
fn placeholder_type(written: &TypeExpr, initializer: &TypeRef) -> TypeRef {
    match written {
        TypeExpr::Qualified(qualifiers, inner) => qualify(*qualifiers, &placeholder_type(inner, initializer)),
        TypeExpr::LvalueRef(inner) | TypeExpr::RvalueRef(inner) => {
            let referred = without_reference(initializer);
            lvalue_reference(&match &**inner {
                TypeExpr::Qualified(qualifiers, _) => qualify(*qualifiers, &referred),
                _ => referred,
            })
        }
        _ => decayed(&without_reference(initializer)),
    }
}

/// The type of a result, a reference for an lvalue.
fn result(found: Option<(TypeRef, bool)>) -> Option<TypeRef> {
    let (ty, is_lvalue) = found?;
    Some(if is_lvalue { lvalue_reference(&ty) } else { ty })
}

/// True when a lambda stands between the use `token` and the declaration at `declared`.
fn is_captured(token: &SyntaxToken, declared: TextRange) -> bool {
    token
        .parent_ancestors()
        .take_while(|node| !node.text_range().contains_range(declared))
        .any(|node| node.kind() == SyntaxKind::LAMBDA_EXPR)
}

fn type_of_literal(literal: &ast::Literal) -> Option<TypeRef> {
    let token = literal.tokens().next()?;
    if token.kind() == SyntaxKind::STRING {
        let texts: Vec<SyntaxToken> = literal.tokens().collect();
        let (ty, length, _) = literals::string(texts.iter().map(|token| token.text()))?;
        return Some(string_type(ty, length));
    }
    let ty = match token.kind() {
        SyntaxKind::INT_NUMBER => literals::integer(token.text())?.1,
        SyntaxKind::CHAR => literals::character(token.text())?.1,
        SyntaxKind::TRUE_KW | SyntaxKind::FALSE_KW => Builtin::Bool,
        SyntaxKind::NULLPTR_KW => Builtin::NullPtr,
        SyntaxKind::FLOAT_NUMBER => literals::floating(token.text())?,
        _ => return None,
    };
    Some(Type::Builtin(ty).into())
}

fn known(ty: TypeRef) -> Option<TypeRef> {
    (!matches!(*ty, Type::Unknown | Type::Auto | Type::DecltypeAuto)).then_some(ty)
}

fn without_reference(ty: &TypeRef) -> TypeRef {
    match &**ty {
        Type::LvalueRef(inner) | Type::RvalueRef(inner) => inner.clone(),
        _ => ty.clone(),
    }
}

/// The type under qualifiers and references.
fn strip(ty: &TypeExpr) -> &TypeExpr {
    match ty {
        TypeExpr::Qualified(_, inner) | TypeExpr::LvalueRef(inner) | TypeExpr::RvalueRef(inner) => {
            strip(inner)
        }
        _ => ty,
    }
}

/// True when `accept` holds for the first identifier of every name in the type, and the type has no
/// part that is declared or computed on the spot.
fn names_in(ty: &TypeExpr, accept: &mut dyn FnMut(&str) -> bool) -> bool {
    use crate::written::{Arg, Path, SegmentName};
    fn path_in(path: &Path, accept: &mut dyn FnMut(&str) -> bool) -> bool {
        let first = match path.segments.first().map(|segment| &segment.name) {
            Some(SegmentName::Ident(ident)) => path.global || accept(ident),
            _ => false,
        };
        let args = path.segments.iter().filter_map(|segment| segment.args.as_ref()).flatten();
        first && args.into_iter().all(|arg| arg_in(arg, accept))
    }
    fn arg_in(arg: &Arg, accept: &mut dyn FnMut(&str) -> bool) -> bool {
        match arg {
            Arg::Type(ty) => names_in(ty, accept),
            Arg::Name(path) => path_in(path, accept),
            Arg::Expr(crate::written::Expr::Integer(..) | crate::written::Expr::Bool(_)) => true,
            Arg::Expr(crate::written::Expr::Name(path)) => path_in(path, accept),
            Arg::Expr(_) | Arg::Expansion(_) | Arg::Ambiguous(..) => false,
        }
    }
    match ty {
        TypeExpr::Builtin(_) | TypeExpr::Signed(_) => true,
        TypeExpr::Name(path, _) | TypeExpr::Elaborated(path) => path_in(path, accept),
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner) => names_in(inner, accept),
        _ => false,
    }
}
