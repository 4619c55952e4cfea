//! Names, template arguments.

use asunder_mangle::model::Ident;
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, TextRange, ast};

use super::Lowerer;
use crate::written::{Arg, DeclName, Expr, Path, Segment, SegmentName, TypeExpr};

/// A declared name taken apart.
pub(super) struct Declared {
    /// `A::B` in `A::B::f`.
    pub qualifier: Option<Path>,
    /// `f`
    pub name: DeclName,
}

impl Lowerer {
    /// A name as a path; `None` when it has no part (unfinished text).
    pub fn path(&mut self, name: &ast::Name) -> Option<Path> {
        let mut global = false;
        // Most names are one word; names are most of what is lowered.
        let mut segments = Vec::with_capacity(1);
        for element in name.syntax().children_with_tokens() {
            match element {
                NodeOrToken::Token(token) => match token.kind() {
                    SyntaxKind::COLON2 => global |= segments.is_empty(),
                    kind if kind.is_identifier() => {
                        segments.push(Segment { name: SegmentName::Ident(token.text().into()), args: None })
                    }
                    _ => {}
                },
                NodeOrToken::Node(node) => segments.push(self.segment(&node)?),
            }
        }
        segments.shrink_to_fit();
        (!segments.is_empty()).then_some(Path { global, segments })
    }

    fn segment(&mut self, node: &SyntaxNode) -> Option<Segment> {
        let plain = |name| Segment { name, args: None };
        Some(match ast::NameSegment::cast(node.clone())? {
            ast::NameSegment::TemplateId(id) => {
                let args = self.template_args(id.template_arg_list().as_ref());
                let name = if let Some(ident) = id.ident_token() {
                    SegmentName::Ident(ident.text().into())
                } else if let Some(operator) = id.operator_id() {
                    SegmentName::Operator(operator_spelling(operator.syntax()))
                } else if let Some(literal) = id.literal_operator_id() {
                    SegmentName::LiteralOperator(literal_suffix(&literal)?)
                } else {
                    SegmentName::Conversion(Box::new(self.conversion_type(&id.conversion_id()?)))
                };
                Segment { name, args: Some(args) }
            }
            ast::NameSegment::OperatorId(id) => plain(SegmentName::Operator(operator_spelling(id.syntax()))),
            ast::NameSegment::ConversionId(id) => {
                plain(SegmentName::Conversion(Box::new(self.conversion_type(&id))))
            }
            ast::NameSegment::LiteralOperatorId(id) => {
                plain(SegmentName::LiteralOperator(literal_suffix(&id)?))
            }
            ast::NameSegment::DestructorId(_) => plain(SegmentName::Destructor),
            ast::NameSegment::DecltypeType(ty) => {
                plain(SegmentName::Decltype(Box::new(self.optional_expr(ty.expr()))))
            }
        })
    }

    fn conversion_type(&mut self, id: &ast::ConversionId) -> TypeExpr {
        id.type_id().map_or(TypeExpr::Unknown, |ty| self.type_id(&ty))
    }

    /// The arguments of a template-id.
    pub(super) fn template_args(&mut self, list: Option<&ast::TemplateArgList>) -> Vec<Arg> {
        let Some(list) = list else { return Vec::new() };
        list.args().map(|arg| self.template_arg(&arg)).collect()
    }

    /// A template argument or another operand that is a type or an expression.
    pub(super) fn template_arg(&mut self, arg: &ast::TypeOrExpr) -> Arg {
        match arg {
            ast::TypeOrExpr::TypeId(ty) => match self.type_id(ty) {
                TypeExpr::Expansion(inner) => Arg::Expansion(Box::new(Arg::Type(*inner))),
                ty => Arg::Type(ty),
            },
            ast::TypeOrExpr::Expr(expr) => Arg::Expr(self.expr(expr)),
            ast::TypeOrExpr::NameArg(name) => {
                let arg = match name.name().and_then(|name| self.path(&name)) {
                    Some(path) => Arg::Name(path),
                    None => Arg::Type(TypeExpr::Unknown),
                };
                if name.ellipsis_token().is_some() { Arg::Expansion(Box::new(arg)) } else { arg }
            }
            ast::TypeOrExpr::TypePack(pack) => {
                let ty = pack.type_id().map_or(TypeExpr::Unknown, |ty| self.type_id(&ty));
                Arg::Expansion(Box::new(Arg::Type(ty)))
            }
            ast::TypeOrExpr::AmbiguousTypeOrExpr(both) => {
                let ty = match (both.type_id(), both.expr()) {
                    (Some(ty), _) => self.type_id(&ty),
                    (None, Some(expr)) => type_reading(self.expr(&expr)),
                    (None, None) => {
                        let pack =
                            ast::children(both.syntax()).find_map(|pack: ast::TypePack| pack.type_id());
                        let pattern = pack.map(|pattern| self.type_id(&pattern));
                        let pack = pattern.as_ref().and_then(integer_pack).unwrap_or(Expr::Unknown);
                        return Arg::Ambiguous(Box::new(TypeExpr::Unknown), Box::new(pack));
                    }
                };
                let expr = match both.expr() {
                    Some(expr) => self.expr(&expr),
                    None => expression_reading(&ty),
                };
                Arg::Ambiguous(Box::new(ty), Box::new(expr))
            }
        }
    }

    /// Takes a declarator's name apart. `class` is the name of the class in whose body it stands;
    /// `typed` says whether a type specifier came before it.
    pub(super) fn declared_name(&mut self, path: Path, class: Option<&str>, typed: bool) -> Declared {
        let Path { global, mut segments } = path;
        let Some(last) = segments.pop() else {
            return Declared { qualifier: None, name: DeclName::None };
        };
        let scope_name = match segments.last() {
            Some(Segment { name: SegmentName::Ident(ident), .. }) => Some(&**ident),
            Some(_) => None,
            None => class,
        };
        let name = match last.name {
            SegmentName::Ident(ident) if !typed && scope_name == Some(&*ident) => DeclName::Constructor,
            SegmentName::Ident(ident) => match last.args {
                Some(args) => DeclName::TemplateId(ident, args),
                None => DeclName::Ident(ident),
            },
            SegmentName::Operator(spelling) => DeclName::Operator(spelling),
            SegmentName::LiteralOperator(suffix) => DeclName::LiteralOperator(suffix),
            SegmentName::Conversion(ty) => DeclName::Conversion(ty),
            SegmentName::Destructor => DeclName::Destructor,
            SegmentName::Decltype(_) => DeclName::None,
        };
        // A class that declares a member with its own name in front declares the member.
        let is_own =
            |segment: &Segment| matches!(&segment.name, SegmentName::Ident(name) if Some(&**name) == class);
        if !global && segments.len() == 1 && segments.iter().all(is_own) {
            segments.clear();
        }
        let qualifier = (global || !segments.is_empty()).then_some(Path { global, segments });
        Declared { qualifier, name }
    }
}

/// Where the last part of `name` stands: `f` of `A::B::f`.
pub(super) fn own_range(name: &ast::Name) -> TextRange {
    let parts = name.syntax().children_with_tokens();
    let last = parts.filter(|part| !part.kind().is_trivia() && part.kind() != SyntaxKind::COLON2).last();
    last.map_or(name.syntax().text_range(), |part| part.text_range())
}

/// What stands after `operator`, without blanks.
fn operator_spelling(node: &SyntaxNode) -> asunder_mangle::model::Ident {
    let tokens = node.descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let spelling: String = tokens
        .filter(|token| !token.kind().is_trivia() && token.kind() != SyntaxKind::OPERATOR_KW)
        .map(|token| token.text().to_owned())
        .collect();
    spelling.into()
}

/// `x` of `operator ""_x` and `operator "" _x`.
fn literal_suffix(id: &ast::LiteralOperatorId) -> Option<asunder_mangle::model::Ident> {
    if let Some(ident) = id.ident_token() {
        return Some(ident.text().into());
    }
    let string = id.string_token()?;
    let text = string.text();
    Some(text[text.rfind('"')? + 1..].into())
}

/// The member that the designator `.name` names.
pub(super) fn designated_member(designator: &ast::Designator) -> Option<Ident> {
    let mut tokens = designator.syntax().children_with_tokens().filter_map(NodeOrToken::into_token);
    let name = tokens.find(|token| token.kind().is_identifier())?;
    Some(name.text().into())
}

/// What looks like the type `T(x)` or `T[n]`, read as the call `T(x)` or the element `T[n]`.
fn expression_reading(ty: &TypeExpr) -> Expr {
    match ty {
        TypeExpr::Name(path, false) => Expr::Name(path.clone()),
        TypeExpr::Function(function) => {
            let args: Vec<Expr> = function.params.iter().map(|param| expression_reading(&param.ty)).collect();
            match (expression_reading(&function.result), args.contains(&Expr::Unknown)) {
                (Expr::Unknown, _) | (_, true) => Expr::Unknown,
                (callee, false) => Expr::Call(Box::new(callee), args),
            }
        }
        TypeExpr::Array(Some(index), element) => match expression_reading(element) {
            Expr::Unknown => Expr::Unknown,
            element => Expr::Index(Box::new(element), index.clone()),
        },
        _ => Expr::Unknown,
    }
}

/// What looks like a function type with the result `__integer_pack`, read as a call of that.
fn integer_pack(pattern: &TypeExpr) -> Option<Expr> {
    match expression_reading(pattern) {
        Expr::Call(callee, mut args) if args.len() == 1 => {
            let is_pack = matches!(&*callee, Expr::Name(path)
                if path.as_ident().is_some_and(|name| &**name == "__integer_pack"));
            args.pop().filter(|_| is_pack).map(|count| Expr::IntegerPack(Box::new(count)))
        }
        _ => None,
    }
}

/// What looks like the element `T[n]`, read as an array type.
fn type_reading(expr: Expr) -> TypeExpr {
    match expr {
        Expr::Name(path) => TypeExpr::Name(path, false),
        Expr::Index(base, count) => match type_reading(*base) {
            TypeExpr::Unknown => TypeExpr::Unknown,
            element => TypeExpr::Array(Some(count), Box::new(element)),
        },
        _ => TypeExpr::Unknown,
    }
}
