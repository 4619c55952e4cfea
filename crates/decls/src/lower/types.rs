//! Specifiers and declarators to types as written.

use asunder_mangle::model::{Builtin, Qualifiers, RefQualifier};
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxToken, ast};

use super::Lowerer;
use crate::readings::starts_with_built_in;
use crate::written::{Attributes, Expr, FunctionExpr, NoexceptExpr, ParamExpr, Path, TypeExpr};

/// What a declarator makes of its base type.
pub(super) struct Declaration {
    /// The declared name.
    pub name: Option<ast::Name>,
    /// Names of a structured binding.
    pub bindings: Option<ast::StructuredBinding>,
    /// The declared type.
    pub ty: TypeExpr,
    /// The declared type when an ambiguous suffix is an initializer instead of parameters.
    pub as_variable: Option<TypeExpr>,
    /// `T... name`
    pub pack: bool,
}

impl Lowerer {
    /// The type of a type-id.
    pub fn type_id(&mut self, ty: &ast::TypeId) -> TypeExpr {
        self.nested(TypeExpr::Unknown, |lowerer| {
            let base = lowerer.base_type(ty.decl_specifier_seq());
            match ty.declarator() {
                Some(declarator) => {
                    let declaration = lowerer.declarator(&declarator, base);
                    match declaration.pack {
                        true => TypeExpr::Expansion(Box::new(declaration.ty)),
                        false => declaration.ty,
                    }
                }
                None => base,
            }
        })
    }

    /// The type that the specifiers name, qualifiers included.
    pub(super) fn base_type(&mut self, specifiers: Option<ast::DeclSpecifierSeq>) -> TypeExpr {
        let Some(specifiers) = specifiers else { return TypeExpr::None };
        let mut qualifiers = Qualifiers::NONE;
        let mut types = Vec::new();
        let mut placeholder = false;
        let mut attributes = Attributes::default();
        for specifier in specifiers.decl_specifiers() {
            match specifier {
                ast::DeclSpecifier::KeywordSpecifier(keyword) => {
                    let token = keyword.syntax().first_token();
                    qualifiers = qualifiers.union(qualifier_of(token.as_ref()));
                    placeholder |= token.is_some_and(|token| token.kind() == SyntaxKind::AUTO_KW);
                }
                ast::DeclSpecifier::Type(ty) if is_predefined_attribute(&ty) => {}
                ast::DeclSpecifier::Type(ty) => types.push(ty),
                ast::DeclSpecifier::GnuAttributes(group) => {
                    self.add_attributes(&mut attributes, &ast::Attributes::GnuAttributes(group));
                }
                ast::DeclSpecifier::StdAttributes(group) => {
                    self.add_attributes(&mut attributes, &ast::Attributes::StdAttributes(group));
                }
                _ => {}
            }
        }
        let ty =
            if types.is_empty() && placeholder { TypeExpr::Auto } else { self.type_of_specifiers(&types) };
        qualified(qualifiers, attributes.applied_to(ty))
    }

    /// The type that the type specifiers name together.
    pub fn type_of_specifiers(&mut self, types: &[ast::Type]) -> TypeExpr {
        let mut keywords = Vec::new();
        for ty in types {
            if let ast::Type::BuiltinType(builtin) = ty {
                let tokens = builtin.syntax().children_with_tokens();
                keywords.extend(tokens.filter_map(NodeOrToken::into_token).map(|t| t.kind()));
                continue;
            }
            return self.type_specifier(ty);
        }
        keywords.retain(|kind| !kind.is_trivia());
        match keywords.is_empty() {
            true => TypeExpr::None,
            false => builtin_type(&keywords),
        }
    }

    fn type_specifier(&mut self, ty: &ast::Type) -> TypeExpr {
        match ty {
            ast::Type::BuiltinType(_) => TypeExpr::Unknown,
            ast::Type::NamedType(named) => self.named(named.name(), false),
            ast::Type::TypenameType(named) => self.named(named.name(), true),
            ast::Type::ElaboratedType(elaborated) => self.elaborated(elaborated),
            ast::Type::ClassSpecifier(class) => match self.class_specifier(class) {
                Some(id) => TypeExpr::Declared(id),
                None => TypeExpr::Unknown,
            },
            ast::Type::EnumSpecifier(specifier) => match self.enum_specifier(specifier) {
                Some(id) => TypeExpr::Declared(id),
                None => TypeExpr::Unknown,
            },
            ast::Type::PlaceholderType(placeholder) => match placeholder.decltype_token() {
                Some(_) => TypeExpr::DecltypeAuto,
                None => TypeExpr::Auto,
            },
            ast::Type::DecltypeType(decltype) => self.decltype(decltype.expr()),
            ast::Type::TypeofType(typeof_) => match typeof_.type_or_expr() {
                Some(ast::TypeOrExpr::TypeId(ty)) => self.type_id(&ty),
                // GNU's `typeof` of an lvalue is the type of the object, not a reference to it.
                Some(ast::TypeOrExpr::Expr(expr)) => without_reference(self.decltype(Some(expr))),
                Some(ast::TypeOrExpr::NameArg(name)) => match name.name().and_then(|name| self.path(&name)) {
                    Some(path) => without_reference(TypeExpr::Decltype(Box::new(Expr::Name(path)), true)),
                    None => TypeExpr::Unknown,
                },
                _ => TypeExpr::Unknown,
            },
            ast::Type::TypeTransform(transform) => {
                let name = transform.syntax().first_token().map(|token| token.text().into());
                match (name, transform.type_id()) {
                    (Some(name), Some(ty)) => TypeExpr::Transform(name, Box::new(self.type_id(&ty))),
                    _ => TypeExpr::Unknown,
                }
            }
        }
    }

    fn named(&mut self, name: Option<ast::Name>, typename: bool) -> TypeExpr {
        match name.and_then(|name| self.path(&name)) {
            Some(path) => TypeExpr::Name(path, typename),
            None => TypeExpr::Unknown,
        }
    }

    fn decltype(&mut self, expr: Option<ast::Expr>) -> TypeExpr {
        let plain = matches!(expr, Some(ast::Expr::NameExpr(_) | ast::Expr::MemberExpr(_)));
        TypeExpr::Decltype(Box::new(self.optional_expr(expr)), plain)
    }

    /// What `declarator` declares, given the type of its specifiers.
    pub(super) fn declarator(&mut self, declarator: &ast::Declarator, base: TypeExpr) -> Declaration {
        let unknown = Declaration {
            name: declarator.name(),
            bindings: None,
            ty: TypeExpr::Unknown,
            as_variable: None,
            pack: false,
        };
        self.nested(unknown, |lowerer| lowerer.declarator_at_depth(declarator, base))
    }

    fn declarator_at_depth(&mut self, declarator: &ast::Declarator, base: TypeExpr) -> Declaration {
        let mut ty = base;
        for operator in declarator.ptr_ops() {
            ty = self.pointer_operator(&operator, ty);
        }
        let suffixes: Vec<_> = declarator.suffixes().collect();
        let mut as_variable = None;
        for suffix in suffixes.iter().rev() {
            if let ast::DeclaratorSuffix::AmbiguousSuffix(both) = suffix
                && !has_built_in_parameters(both)
            {
                as_variable = Some(ty.clone());
            }
            ty = self.suffix(suffix, ty);
        }
        let mut declaration = match declarator.paren_declarator().and_then(|p| p.declarator()) {
            Some(inner) => {
                // The initializer of a variable stands behind all parentheses.
                if inner.ambiguous_suffix().is_none() {
                    as_variable = as_variable.map(|variable| self.declarator(&inner, variable).ty);
                }
                self.declarator(&inner, ty)
            }
            None => Declaration {
                name: declarator.name(),
                bindings: declarator.structured_binding(),
                ty,
                as_variable: None,
                pack: false,
            },
        };
        declaration.as_variable = declaration.as_variable.or(as_variable);
        declaration.pack |= declarator.ellipsis_token().is_some();
        declaration
    }

    fn pointer_operator(&mut self, operator: &ast::PtrOp, ty: TypeExpr) -> TypeExpr {
        let kind = operator
            .syntax()
            .children_with_tokens()
            .filter_map(NodeOrToken::into_token)
            .find(|token| matches!(token.kind(), SyntaxKind::STAR | SyntaxKind::AMP | SyntaxKind::AMP2))
            .map(|token| token.kind());
        let inner = Box::new(ty);
        let pointer = match (kind, operator.name()) {
            (Some(SyntaxKind::STAR), None) => TypeExpr::Pointer(inner),
            (Some(SyntaxKind::STAR), Some(class)) => match self.path(&class) {
                Some(path) => TypeExpr::MemberPointer(path, inner),
                None => TypeExpr::Unknown,
            },
            (Some(SyntaxKind::AMP), _) => TypeExpr::LvalueRef(inner),
            (Some(SyntaxKind::AMP2), _) => TypeExpr::RvalueRef(inner),
            _ => TypeExpr::Unknown,
        };
        let qualifiers = operator
            .qualifiers()
            .map(|keyword| qualifier_of(keyword.syntax().first_token().as_ref()))
            .fold(Qualifiers::NONE, Qualifiers::union);
        qualified(qualifiers, pointer)
    }

    fn suffix(&mut self, suffix: &ast::DeclaratorSuffix, ty: TypeExpr) -> TypeExpr {
        match suffix {
            ast::DeclaratorSuffix::ArraySuffix(array) => {
                let bound = array.expr().map(|bound| Box::new(self.expr(&bound)));
                TypeExpr::Array(bound, Box::new(ty))
            }
            ast::DeclaratorSuffix::FunctionSuffix(function) => self.function(function, ty),
            ast::DeclaratorSuffix::AmbiguousSuffix(both) => match both.function_suffix() {
                Some(function) => self.function(&function, ty),
                None => TypeExpr::Unknown,
            },
        }
    }

    /// A deduction guide as a function that returns the class.
    pub(super) fn type_of_guide(&mut self, guide: &ast::DeductionGuide) -> TypeExpr {
        let list = guide.param_list();
        let params = list.iter().flat_map(ast::ParamList::param_decls);
        let params: Vec<_> = params.map(|param| self.param(&param)).collect();
        let class = guide.trailing_return().and_then(|trailing| trailing.type_id());
        TypeExpr::Function(Box::new(FunctionExpr {
            result: class.map_or(TypeExpr::Unknown, |class| self.type_id(&class)),
            is_trailing: true,
            params,
            variadic: list.is_some_and(|list| list.ellipsis_token().is_some()),
            qualifiers: Qualifiers::NONE,
            ref_qualifier: RefQualifier::None,
            noexcept: NoexceptExpr::None,
        }))
    }

    fn function(&mut self, function: &ast::FunctionSuffix, result: TypeExpr) -> TypeExpr {
        let list = function.param_list();
        let params = list.iter().flat_map(ast::ParamList::param_decls);
        let params: Vec<_> = params.map(|param| self.param(&param)).collect();
        let result = match function.trailing_return() {
            Some(trailing) => trailing.type_id().map_or(TypeExpr::Unknown, |ty| self.type_id(&ty)),
            None => result,
        };
        let qualifiers = function
            .qualifiers()
            .map(|keyword| qualifier_of(keyword.syntax().first_token().as_ref()))
            .fold(Qualifiers::NONE, Qualifiers::union);
        let reference = function.ref_qualifier().and_then(|q| q.syntax().first_token());
        TypeExpr::Function(Box::new(FunctionExpr {
            result,
            is_trailing: function.trailing_return().is_some(),
            params,
            variadic: list.is_some_and(|list| list.ellipsis_token().is_some()),
            qualifiers,
            ref_qualifier: match reference.map(|token| token.kind()) {
                Some(SyntaxKind::AMP) => RefQualifier::Lvalue,
                Some(_) => RefQualifier::Rvalue,
                None => RefQualifier::None,
            },
            noexcept: self.exception_spec(function.exception_spec()),
        }))
    }

    fn exception_spec(&mut self, spec: Option<ast::ExceptionSpec>) -> NoexceptExpr {
        let Some(spec) = spec else { return NoexceptExpr::None };
        if spec.syntax().first_token().is_some_and(|token| token.kind() == SyntaxKind::THROW_KW) {
            return match spec.type_ids().next() {
                None => NoexceptExpr::Noexcept,
                Some(_) => NoexceptExpr::None,
            };
        }
        match spec.expr() {
            Some(expr) => NoexceptExpr::If(Box::new(self.expr(&expr))),
            None => NoexceptExpr::Noexcept,
        }
    }

    /// The concept in front of a placeholder, `C auto`.
    pub(super) fn placeholder_constraint(&mut self, sequence: &ast::DeclSpecifierSeq) -> Option<Path> {
        let constraint = sequence.decl_specifiers().find_map(|it| match it {
            ast::DeclSpecifier::Type(ast::Type::PlaceholderType(placeholder)) => placeholder.constraint(),
            _ => None,
        })?;
        self.path(&constraint)
    }

    /// A parameter of a function or a non-type parameter of a template.
    pub fn param(&mut self, param: &ast::ParamDecl) -> ParamExpr {
        let specifiers = param.decl_specifier_seq();
        let constraint = specifiers.as_ref().and_then(|sequence| self.placeholder_constraint(sequence));
        let base = self.base_type(specifiers);
        let has_default = param.eq_token().is_some();
        let is_object = param.this_token().is_some();
        let Some(declarator) = param.declarator() else {
            return ParamExpr { name: None, ty: base, has_default, constraint, is_object };
        };
        let mut attributes = self.declarator_attributes(&declarator);
        attributes.merge(self.attributes_of(param.syntax()));
        let declaration = self.declarator(&declarator, base);
        if declaration.name.as_ref().is_some_and(|name| name.segments().nth(1).is_some()) {
            // `A(B::c)` is a value.
            return ParamExpr { name: None, ty: TypeExpr::None, has_default, constraint: None, is_object };
        }
        let name = declaration.name.and_then(|name| name.ident_token());
        let declared = attributes.applied_to(declaration.ty);
        let ty = match declaration.pack {
            true => TypeExpr::Expansion(Box::new(declared)),
            false => declared,
        };
        ParamExpr { name: name.map(|token| token.text().into()), ty, has_default, constraint, is_object }
    }
}

/// `ty` with `qualifiers`.
fn qualified(qualifiers: Qualifiers, ty: TypeExpr) -> TypeExpr {
    match qualifiers.is_empty() {
        true => ty,
        false => TypeExpr::Qualified(qualifiers, Box::new(ty)),
    }
}

fn qualifier_of(token: Option<&SyntaxToken>) -> Qualifiers {
    match token.map(SyntaxToken::kind) {
        Some(SyntaxKind::CONST_KW) => Qualifiers::CONST,
        Some(SyntaxKind::VOLATILE_KW) => Qualifiers::VOLATILE,
        Some(SyntaxKind::RESTRICT_KW) => Qualifiers::RESTRICT,
        _ => Qualifiers::NONE,
    }
}

/// The floating-point types of C++23 in GNU C++ 13.
const EXTENDED_FLOATS: [(SyntaxKind, Builtin); 5] = [
    (SyntaxKind::FLOAT32_KW, Builtin::Float32),
    (SyntaxKind::FLOAT32X_KW, Builtin::Float32x),
    (SyntaxKind::FLOAT64_KW, Builtin::Float64),
    (SyntaxKind::FLOAT64X_KW, Builtin::Float64x),
    (SyntaxKind::FLOAT128_KW, Builtin::ExtendedFloat128),
];

/// The type named by keywords in any order ([dcl.type.simple]).
fn builtin_type(keywords: &[SyntaxKind]) -> TypeExpr {
    let count = |kind| keywords.iter().filter(|&&keyword| keyword == kind).count();
    let has = |kind| count(kind) > 0;
    let unsigned = has(SyntaxKind::UNSIGNED_KW);
    let sign = |signed, unsigned_type| if unsigned { unsigned_type } else { signed };
    let longs = count(SyntaxKind::LONG_KW);
    let builtin = if has(SyntaxKind::VOID_KW) {
        Builtin::Void
    } else if has(SyntaxKind::BOOL_KW) {
        Builtin::Bool
    } else if has(SyntaxKind::CHAR_KW) {
        match (unsigned, has(SyntaxKind::SIGNED_KW)) {
            (true, _) => Builtin::UnsignedChar,
            (false, true) => Builtin::SignedChar,
            (false, false) => Builtin::Char,
        }
    } else if has(SyntaxKind::CHAR8_T_KW) {
        Builtin::Char8
    } else if has(SyntaxKind::CHAR16_T_KW) {
        Builtin::Char16
    } else if has(SyntaxKind::CHAR32_T_KW) {
        Builtin::Char32
    } else if has(SyntaxKind::WCHAR_T_KW) {
        Builtin::WChar
    } else if has(SyntaxKind::FLOAT_KW) {
        Builtin::Float
    } else if let Some(&(_, extended)) = EXTENDED_FLOATS.iter().find(|(keyword, _)| has(*keyword)) {
        extended
    } else if has(SyntaxKind::DOUBLE_KW) {
        if longs > 0 { Builtin::LongDouble } else { Builtin::Double }
    } else if has(SyntaxKind::INT128_KW) {
        sign(Builtin::Int128, Builtin::UnsignedInt128)
    } else if has(SyntaxKind::SHORT_KW) {
        sign(Builtin::Short, Builtin::UnsignedShort)
    } else if longs > 1 {
        sign(Builtin::LongLong, Builtin::UnsignedLongLong)
    } else if longs == 1 {
        sign(Builtin::Long, Builtin::UnsignedLong)
    } else if has(SyntaxKind::COMPLEX_KW)
        && !has(SyntaxKind::INT_KW)
        && !unsigned
        && !has(SyntaxKind::SIGNED_KW)
    {
        Builtin::Double
    } else {
        sign(Builtin::Int, Builtin::UnsignedInt)
    };
    // `signed char` is a type of its own.
    let is_signed = has(SyntaxKind::SIGNED_KW) && builtin != Builtin::SignedChar;
    let ty = if is_signed { TypeExpr::Signed(builtin) } else { TypeExpr::Builtin(builtin) };
    if has(SyntaxKind::COMPLEX_KW) { TypeExpr::Complex(Box::new(ty)) } else { ty }
}

/// The macros that the reference predefines expand to attributes (spec 6 §2).
fn is_predefined_attribute(ty: &ast::Type) -> bool {
    let ast::Type::NamedType(named) = ty else { return false };
    let ident = named.name().and_then(|name| name.as_ident());
    ident.is_some_and(|i| matches!(i.text(), "__noinline__" | "__nv_register_params__"))
}

/// Whether each of what may be parameters has a built-in type: then they are parameters, whatever the names in them mean
/// ([dcl.ambig.res]/1).
fn has_built_in_parameters(suffix: &ast::AmbiguousSuffix) -> bool {
    let list = suffix.function_suffix().and_then(|function| function.param_list());
    list.is_some_and(|list| list.param_decls().all(|param| starts_with_built_in(param.syntax())))
}

fn without_reference(ty: TypeExpr) -> TypeExpr {
    TypeExpr::Transform("__remove_reference".into(), Box::new(ty))
}
