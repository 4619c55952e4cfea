//! Expressions, as far as constants and signatures need them.

use asunder_mangle::model::{Builtin, Ident};
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, ast};

use super::{Lowerer, names};
use crate::literals;
use crate::written::{Arg, Expr, NewExpr, NewInit, TypeExpr};

impl Lowerer {
    pub(super) fn optional_expr(&mut self, expr: Option<ast::Expr>) -> Expr {
        expr.map_or(Expr::Unknown, |expr| self.expr(&expr))
    }

    /// An expression; what a constant or signature can not hold is [`Expr::Unknown`].
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Expr {
        self.nested(Expr::Unknown, |lowerer| lowerer.expr_at_depth(expr))
    }

    fn boxed(&mut self, expr: Option<ast::Expr>) -> Box<Expr> {
        Box::new(self.optional_expr(expr))
    }

    fn expr_at_depth(&mut self, expr: &ast::Expr) -> Expr {
        match expr {
            ast::Expr::Literal(literal) => literal_value(literal),
            ast::Expr::NameExpr(name) => match name.name().and_then(|name| self.path(&name)) {
                Some(path) => Expr::Name(path),
                None => Expr::Unknown,
            },
            ast::Expr::ThisExpr(_) => Expr::This,
            ast::Expr::LambdaExpr(_) => Expr::Lambda,
            ast::Expr::ParenExpr(paren) => Expr::Paren(self.boxed(paren.expr())),
            ast::Expr::PrefixExpr(prefix) => {
                let operand = self.boxed(prefix.expr());
                match operator_of(prefix.syntax()) {
                    Some(operator) if &*operator == "__extension__" => *operand,
                    Some(operator) => Expr::Unary(operator, operand),
                    None => Expr::Unknown,
                }
            }
            ast::Expr::BinaryExpr(binary) => {
                let (lhs, rhs) = (self.boxed(binary.lhs()), self.boxed(binary.rhs()));
                operator_of(binary.syntax()).map_or(Expr::Unknown, |op| Expr::Binary(op, lhs, rhs))
            }
            ast::Expr::AssignExpr(assignment) => {
                let (lhs, rhs) = (self.boxed(assignment.lhs()), self.boxed(assignment.rhs()));
                operator_of(assignment.syntax()).map_or(Expr::Unknown, |op| Expr::Binary(op, lhs, rhs))
            }
            ast::Expr::PostfixExpr(postfix) => {
                let operand = self.boxed(postfix.expr());
                operator_of(postfix.syntax()).map_or(Expr::Unknown, |op| Expr::Postfix(op, operand))
            }
            ast::Expr::IndexExpr(index) => {
                // The base is the first of the expressions.
                let parts: Vec<_> = index.indices().collect();
                match parts.as_slice() {
                    [_, only] => Expr::Index(self.boxed(index.base()), Box::new(self.expr(only))),
                    _ => Expr::Unknown,
                }
            }
            ast::Expr::NewExpr(new) => match new.type_id() {
                Some(ty) => Expr::New(Box::new(self.new_expr(new, &ty))),
                None => Expr::Unknown,
            },
            ast::Expr::CommaExpr(comma) => {
                Expr::Binary(",".into(), self.boxed(comma.lhs()), self.boxed(comma.rhs()))
            }
            ast::Expr::ConditionalExpr(conditional) => Expr::Conditional(Box::new([
                self.optional_expr(conditional.condition()),
                self.optional_expr(conditional.then_value()),
                self.optional_expr(conditional.else_value()),
            ])),
            ast::Expr::SizeofExpr(sizeof) => self.sizeof(sizeof),
            ast::Expr::AlignofExpr(alignof) => match self.operand_type(alignof.operand()) {
                Some(ty) => Expr::AlignofType(Box::new(ty)),
                None => Expr::Unknown,
            },
            ast::Expr::TypeTraitExpr(of) => self.type_trait(of),
            ast::Expr::NoexceptExpr(noexcept) => Expr::Noexcept(self.boxed(noexcept.expr())),
            ast::Expr::CastExpr(cast) => {
                let operand = self.boxed(cast.expr());
                self.cast("c", cast.type_id(), operand)
            }
            ast::Expr::NamedCastExpr(cast) => {
                let operand = self.boxed(cast.expr());
                let keyword = cast.syntax().first_token().map(|token| token.text().to_owned());
                self.cast(keyword.as_deref().unwrap_or_default(), cast.type_id(), operand)
            }
            ast::Expr::ConstructExpr(construct) => self.construct(construct),
            ast::Expr::CallExpr(call) => Expr::Call(self.boxed(call.callee()), self.args(call.arg_list())),
            ast::Expr::MemberExpr(member) => {
                let base = self.boxed(member.base());
                let arrow = operator_of(member.syntax()).is_some_and(|op| &*op == "->");
                match member.name().and_then(|name| self.path(&name)) {
                    Some(path) => Expr::Member(base, arrow, path),
                    None => Expr::Unknown,
                }
            }
            ast::Expr::InitList(list) => Expr::List(self.clauses(list)),
            // `f<a>(b)` and `(T)(x)` read as a template-id and a cast: evaluation looks the names up, and has no
            // answer where they are something else.
            ast::Expr::AmbiguousExpr(ambiguous) => match ambiguous.expr() {
                Some(inner @ (ast::Expr::NameExpr(_) | ast::Expr::CastExpr(_))) => self.expr(&inner),
                _ => Expr::Unknown,
            },
            ast::Expr::PackExpansion(pack) => Expr::Expansion(self.boxed(pack.expr())),
            ast::Expr::FoldExpr(fold) => self.fold(fold.syntax()),
            _ => Expr::Unknown,
        }
    }

    /// A fold expression ([expr.prim.fold]).
    fn fold(&mut self, node: &SyntaxNode) -> Expr {
        let mut sides = [None, None];
        let mut behind = 0;
        let mut operator: Option<Ident> = None;
        for element in node.children_with_tokens() {
            match element {
                NodeOrToken::Token(token) => match token.kind() {
                    SyntaxKind::ELLIPSIS => behind = 1,
                    SyntaxKind::L_PAREN | SyntaxKind::R_PAREN => {}
                    kind if kind.is_trivia() => {}
                    _ => operator = operator.or_else(|| Some(token.text().into())),
                },
                NodeOrToken::Node(side) => {
                    if let Some(side) = ast::Expr::cast(side) {
                        sides[behind] = Some(Box::new(self.expr(&side)));
                    }
                }
            }
        }
        let [front, back] = sides;
        operator.map_or(Expr::Unknown, |operator| Expr::Fold(operator, front, back))
    }

    fn args(&mut self, list: Option<ast::ArgList>) -> Vec<Expr> {
        list.map_or_else(Vec::new, |list| list.args().map(|arg| self.expr(&arg)).collect())
    }

    fn cast(&mut self, kind: &str, ty: Option<ast::TypeId>, operand: Box<Expr>) -> Expr {
        match ty {
            Some(ty) => Expr::Cast(kind.into(), Box::new(self.type_id(&ty)), operand),
            None => Expr::Unknown,
        }
    }

    fn construct(&mut self, construct: &ast::ConstructExpr) -> Expr {
        let types: Vec<_> = construct.ties().collect();
        let ty = Box::new(self.type_of_specifiers(&types));
        if let Some(list) = construct.init_list() {
            return Expr::ConstructList(ty, self.clauses(&list));
        }
        let mut args = self.args(construct.arg_list());
        if args.len() == 1
            && let Some(only) = args.pop()
        {
            return Expr::Cast("f".into(), ty, Box::new(only));
        }
        Expr::Construct(ty, args)
    }

    /// The elements of a braced list.
    fn new_expr(&mut self, new: &ast::NewExpr, ty: &ast::TypeId) -> NewExpr {
        let placement = new.placement().map(|list| self.elements(list.syntax())).unwrap_or_default();
        let init = match new.initializer() {
            Some(ast::Initializer::ParenInitializer(list)) => NewInit::Paren(self.elements(list.syntax())),
            Some(ast::Initializer::InitList(list)) => NewInit::Brace(self.clauses(&list)),
            _ => NewInit::None,
        };
        NewExpr { global: new.colon2_token().is_some(), placement, ty: self.type_id(ty), init }
    }

    /// The expressions among the children of a node.
    fn elements(&mut self, list: &SyntaxNode) -> Vec<Expr> {
        list.children().filter_map(ast::Expr::cast).map(|arg| self.expr(&arg)).collect()
    }

    pub(super) fn clauses(&mut self, list: &ast::InitList) -> Vec<Expr> {
        let clauses = list.init_clauses().map(|clause| match clause {
            ast::InitClause::Expr(expr) => self.expr(&expr),
            ast::InitClause::DesignatedInit(init) => {
                let designators: Vec<_> = init.designators().collect();
                match (designators.as_slice(), init.expr()) {
                    ([only], Some(value)) => match names::designated_member(only) {
                        Some(name) => Expr::Designated(name, Box::new(self.expr(&value))),
                        None => Expr::Unknown,
                    },
                    _ => Expr::Unknown,
                }
            }
        });
        clauses.collect()
    }

    fn sizeof(&mut self, sizeof: &ast::SizeofExpr) -> Expr {
        let operand = sizeof.operand();
        if sizeof.ellipsis_token().is_some() {
            let pack = sizeof.syntax().children().find_map(ast::Name::cast).and_then(|name| name.as_ident());
            if let Some(pack) = pack {
                return Expr::SizeofPack(pack.text().into());
            }
            return match operand.map(|operand| self.template_arg(&operand)) {
                Some(Arg::Name(path) | Arg::Expr(Expr::Name(path))) => {
                    path.as_ident().map_or(Expr::Unknown, |name| Expr::SizeofPack(name.clone()))
                }
                _ => Expr::Unknown,
            };
        }
        match operand.map(|operand| self.template_arg(&operand)) {
            Some(Arg::Type(ty)) => Expr::SizeofType(Box::new(ty)),
            Some(Arg::Expr(expr)) => Expr::SizeofExpr(Box::new(expr)),
            // Whether the name is a type or a value, its size is that of its type.
            Some(Arg::Name(path)) => {
                Expr::SizeofEither(Box::new(TypeExpr::Name(path.clone(), false)), Box::new(Expr::Name(path)))
            }
            Some(Arg::Ambiguous(ty, expr)) => Expr::SizeofEither(ty, expr),
            _ => Expr::Unknown,
        }
    }

    fn type_trait(&mut self, of: &ast::TypeTraitExpr) -> Expr {
        let keyword = of.syntax().first_token().map(|token| token.text().to_owned());
        let types: Option<Vec<TypeExpr>> = of.type_or_exprs().map(|ty| self.operand_type(Some(ty))).collect();
        match (keyword, types) {
            (Some(keyword), Some(types)) => Expr::Trait(keyword.as_str().into(), types),
            _ => Expr::Unknown,
        }
    }

    fn operand_type(&mut self, operand: Option<ast::TypeOrExpr>) -> Option<TypeExpr> {
        fn type_of(arg: Arg) -> Option<TypeExpr> {
            match arg {
                Arg::Type(ty) => Some(ty),
                Arg::Name(path) => Some(TypeExpr::Name(path, false)),
                Arg::Ambiguous(ty, _) => Some(*ty),
                Arg::Expansion(pattern) => Some(TypeExpr::Expansion(Box::new(type_of(*pattern)?))),
                Arg::Expr(_) => None,
            }
        }
        type_of(self.template_arg(&operand?))
    }
}

/// The operator tokens that are direct children of `node`, without blanks.
fn operator_of(node: &SyntaxNode) -> Option<Ident> {
    let tokens = node.children_with_tokens().filter_map(NodeOrToken::into_token);
    let text: String =
        tokens.filter(|token| !token.kind().is_trivia()).map(|token| token.text().to_owned()).collect();
    (!text.is_empty()).then(|| text.into())
}

fn literal_value(literal: &ast::Literal) -> Expr {
    let tokens = literal.syntax().children_with_tokens().filter_map(NodeOrToken::into_token);
    let mut tokens = tokens.filter(|token| !token.kind().is_trivia());
    let Some(token) = tokens.next() else { return Expr::Unknown };
    if token.kind() == SyntaxKind::STRING {
        let texts: Vec<_> = std::iter::once(token).chain(tokens).collect();
        return match literals::string(texts.iter().map(|token| token.text())) {
            Some((ty, length, elements)) => Expr::String(ty, length, elements),
            None => Expr::Unknown,
        };
    }
    literal_token(&token).unwrap_or(Expr::Unknown)
}

fn literal_token(token: &SyntaxToken) -> Option<Expr> {
    Some(match token.kind() {
        SyntaxKind::INT_NUMBER => {
            let (value, ty) = literals::integer(token.text())?;
            Expr::Integer(value, ty)
        }
        SyntaxKind::FLOAT_NUMBER => {
            let (value, ty) = literals::floating_value(token.text())?;
            Expr::Floating(value.to_bits(), ty)
        }
        SyntaxKind::CHAR => {
            let (value, ty) = literals::character(token.text())?;
            Expr::Character(value, ty)
        }
        SyntaxKind::TRUE_KW => Expr::Bool(true),
        SyntaxKind::FALSE_KW => Expr::Bool(false),
        SyntaxKind::NULLPTR_KW => Expr::Nullptr,
        SyntaxKind::GNU_NULL_KW => Expr::Integer(0, Builtin::Long),
        _ => return None,
    })
}
