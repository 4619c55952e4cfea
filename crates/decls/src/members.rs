//! Types of the objects in member accesses: declared types of names, seen through calls, pointers
//! and casts. Whatever needs conversions or overload resolution has no answer here.

use asunder_mangle::model::{Builtin, NameRef, Type, TypeRef};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, ast};

use crate::constant::{arithmetic_type, unqualified};
use crate::literals;
use crate::local::{LocalBinding, local_binding};
use crate::lower::{lower, lower_param, lower_type_id};
use crate::names::{DeclRef, Names, Point};
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
        let base = self.type_of_node(item, &access.base()?)?;
        let mut ty = without_reference(&base);
        if access.op_token().is_some_and(|token| token.kind() == SyntaxKind::ARROW) {
            let Type::Pointer(to) = &*unqualified(&ty) else { return None };
            ty = to.clone();
        }
        match &*unqualified(&ty) {
            Type::Named(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// The type of an expression of item `item`, where it follows from declarations alone.
    pub fn type_of_node(&self, item: u32, expr: &ast::Expr) -> Option<TypeRef> {
        self.nested(None, || match expr {
            ast::Expr::NameExpr(name) => {
                let token = name.name()?.last_segment()?.ident()?;
                self.type_of_name(item, &token)
            }
            ast::Expr::ThisExpr(this) => {
                let site = self.site_at(item, this.syntax().text_range().start());
                Some(Type::Pointer(Type::Named(site.class()?.clone()).into()).into())
            }
            ast::Expr::ParenExpr(paren) => self.type_of_node(item, &paren.expr()?),
            ast::Expr::PostfixExpr(postfix) => self.type_of_node(item, &postfix.expr()?),
            ast::Expr::PrefixExpr(prefix) => {
                let operand = without_reference(&self.type_of_node(item, &prefix.expr()?)?);
                match (prefix.op_token()?.kind(), &*unqualified(&operand)) {
                    (SyntaxKind::STAR, Type::Pointer(to) | Type::Array(_, to)) => Some(to.clone()),
                    (SyntaxKind::AMP, _) => Some(Type::Pointer(operand).into()),
                    (SyntaxKind::PLUS2 | SyntaxKind::MINUS2, Type::Pointer(_)) => Some(operand),
                    _ => None,
                }
            }
            ast::Expr::IndexExpr(index) => {
                let base = without_reference(&self.type_of_node(item, &index.base()?)?);
                match &*unqualified(&base) {
                    Type::Pointer(to) | Type::Array(_, to) => Some(to.clone()),
                    _ => None,
                }
            }
            ast::Expr::MemberExpr(access) => {
                let token = access.name()?.last_segment()?.ident()?;
                match self.member_access(item, &token) {
                    Lookup::Found(members) => self.type_of_found(&members),
                    _ => None,
                }
            }
            ast::Expr::CallExpr(call) => self.type_of_call(item, &call.callee()?),
            ast::Expr::Literal(literal) => type_of_literal(literal),
            ast::Expr::SizeofExpr(_) => Some(Type::Builtin(Builtin::UnsignedLong).into()),
            ast::Expr::BinaryExpr(binary) => {
                let lhs = unqualified(&without_reference(&self.type_of_node(item, &binary.lhs()?)?));
                let rhs = unqualified(&without_reference(&self.type_of_node(item, &binary.rhs()?)?));
                let (Type::Builtin(lhs), Type::Builtin(rhs)) = (&*lhs, &*rhs) else { return None };
                let ty = match binary.op_token()?.kind() {
                    SyntaxKind::PLUS
                    | SyntaxKind::MINUS
                    | SyntaxKind::STAR
                    | SyntaxKind::SLASH
                    | SyntaxKind::PERCENT
                    | SyntaxKind::AMP
                    | SyntaxKind::PIPE
                    | SyntaxKind::CARET => arithmetic_type(*lhs, *rhs)?,
                    SyntaxKind::EQ2
                    | SyntaxKind::BANG_EQ
                    | SyntaxKind::LT
                    | SyntaxKind::GT
                    | SyntaxKind::LT_EQ
                    | SyntaxKind::GT_EQ
                    | SyntaxKind::AMP2
                    | SyntaxKind::PIPE2 => Builtin::Bool,
                    _ => return None,
                };
                Some(Type::Builtin(ty).into())
            }
            ast::Expr::CastExpr(cast) => self.type_of_type_id(item, &cast.type_id()?),
            ast::Expr::NamedCastExpr(cast) => self.type_of_type_id(item, &cast.type_id()?),
            _ => None,
        })
    }

    fn type_of_call(&self, item: u32, callee: &ast::Expr) -> Option<TypeRef> {
        let token = match callee {
            ast::Expr::NameExpr(name) => name.name()?.last_segment()?.ident()?,
            ast::Expr::MemberExpr(access) => access.name()?.last_segment()?.ident()?,
            _ => return None,
        };
        let members = match self.meaning(item, &token) {
            Meaning::Outer(Lookup::Found(members)) => members,
            Meaning::Member => match self.member_access(item, &token) {
                Lookup::Found(members) => members,
                _ => return None,
            },
            _ => return None,
        };
        let first = members.first()?;
        if let DeclKind::Class(_) | DeclKind::Typedef(_) = self.decl(first.decl).kind {
            // `T(x)` makes a `T`.
            return known(self.type_of_member(first, None, &self.site_of_member(first)));
        }
        let decls: Vec<DeclRef> = members.iter().map(|member| member.decl).collect();
        let chosen = self.one_entity(&decls, &token)?;
        let member = members.iter().find(|member| member.decl == chosen)?;
        if !self.decl(chosen).templates.is_empty() {
            return None;
        }
        let function = self.function_of(chosen)?;
        known(self.resolve(&function.result, &self.site_of_member(member)))
    }

    fn type_of_found(&self, members: &[Member]) -> Option<TypeRef> {
        let [member] = members else { return None };
        self.declared_type(member)
    }

    fn type_of_name(&self, item: u32, token: &SyntaxToken) -> Option<TypeRef> {
        match self.meaning(item, token) {
            Meaning::Local(range) => self.type_of_local(item, token, range),
            Meaning::Outer(Lookup::Found(members)) => self.type_of_found(&members),
            _ => None,
        }
    }

    /// The type of the local variable or parameter declared at `range` of the tree of `token`.
    pub(crate) fn type_of_local(&self, item: u32, token: &SyntaxToken, range: TextRange) -> Option<TypeRef> {
        let root = token.parent_ancestors().last()?;
        let declared = root.token_at_offset(range.start()).right_biased()?;
        for node in declared.parent_ancestors() {
            let ty = match node.kind() {
                SyntaxKind::PARAM_DECL => lower_param(&ast::ParamDecl::cast(node.clone())?).ty,
                SyntaxKind::SIMPLE_DECL => {
                    let (decls, positions) = lower(&node);
                    let at = range - node.text_range().start();
                    let index = positions.names.iter().position(|name| *name == at)?;
                    match &decls.decls[index].kind {
                        DeclKind::Variable { ty, .. } => ty.clone(),
                        DeclKind::FunctionOrVariable { variable, .. } => variable.clone(),
                        _ => return None,
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
                let ty = self.type_of_node(item, &initializer.expr()?)?;
                return Some(unqualified(&without_reference(&ty)));
            }
            return self.resolve_in_body(item, &ty, &node);
        }
        None
    }

    fn type_of_type_id(&self, item: u32, ty: &ast::TypeId) -> Option<TypeRef> {
        self.resolve_in_body(item, &lower_type_id(ty), ty.syntax())
    }

    /// A type written inside a function body; unknown when it uses names declared there.
    fn resolve_in_body(&self, item: u32, ty: &TypeExpr, at: &SyntaxNode) -> Option<TypeRef> {
        if !names_in(ty, &mut |ident| {
            local_binding(ident, at, at.text_range().end()) == LocalBinding::NotLocal(Vec::new())
        }) {
            return None;
        }
        known(self.resolve(ty, &self.site_at(item, at.text_range().start())))
    }
}

fn type_of_literal(literal: &ast::Literal) -> Option<TypeRef> {
    let token = literal.tokens().next()?;
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
        TypeExpr::Builtin(_) => true,
        TypeExpr::Name(path, _) | TypeExpr::Elaborated(path) => path_in(path, accept),
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner) => names_in(inner, accept),
        _ => false,
    }
}
