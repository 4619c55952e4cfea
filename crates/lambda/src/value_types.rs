//! Types of arguments and parameters, as far as their spelling shows them: enough to choose between the overloads of a
//! member function (spec page 4 b.4).

use asunder_syntax::ast::{
    DeclSpecifier, DeclSpecifierSeq, Declarator, DeclaratorSuffix, Expr, Literal, Type, TypeId,
};
use asunder_syntax::{AstNode, SyntaxKind};

use super::spelling::compact_spelling;

/// A type without its qualifiers; references are the type that they refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueType {
    /// A built-in type by its normal spelling, or another type's name as written.
    name: String,
    /// How many pointers, or array dimensions, lead to it.
    pointers: u32,
    /// The name is that of a built-in arithmetic type.
    is_arithmetic: bool,
}

/// Words of built-in types with their normal spelling; the first whose words are all there is meant.
const ARITHMETIC_TYPES: &[(&[&str], &str)] = &[
    (&["unsigned", "long", "long"], "unsigned long long"),
    (&["long", "long"], "long long"),
    (&["unsigned", "long"], "unsigned long"),
    (&["long", "double"], "long double"),
    (&["unsigned", "short"], "unsigned short"),
    (&["unsigned", "char"], "unsigned char"),
    (&["signed", "char"], "signed char"),
    (&["unsigned"], "unsigned int"),
    (&["long"], "long"),
    (&["short"], "short"),
    (&["double"], "double"),
    (&["float"], "float"),
    (&["bool"], "bool"),
    (&["char"], "char"),
    (&["int"], "int"),
    (&["signed"], "int"),
];

/// Promoted arithmetic types by rank, the last the highest ([expr.arith.conv]).
const BY_RANK: &[&str] = &[
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "long double",
];

/// Whether `words` holds every wanted word as often as it is wanted.
fn holds_all(words: &[String], wanted: &[&str]) -> bool {
    let count = |word: &str| words.iter().filter(|it| *it == word).count();
    wanted.iter().all(|word| count(word) >= wanted.iter().filter(|it| *it == word).count())
}

impl ValueType {
    fn arithmetic(name: &str) -> ValueType {
        ValueType { name: name.to_owned(), pointers: 0, is_arithmetic: true }
    }

    /// The type of what a declaration declares; unknown for `auto` and for functions.
    pub(super) fn of_declaration(
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: Option<&Declarator>,
    ) -> Option<ValueType> {
        let mut words = Vec::new();
        let mut named = None;
        for specifier in specifiers?.decl_specifiers() {
            match specifier {
                DeclSpecifier::Type(Type::BuiltinType(it)) => words.push(it.keyword()?.text().to_owned()),
                DeclSpecifier::Type(Type::NamedType(it)) => named = Some(compact_spelling(it.syntax())),
                DeclSpecifier::Type(_) => return None,
                _ => {}
            }
        }
        let mut result = match named {
            Some(name) if words.is_empty() => ValueType { name, pointers: 0, is_arithmetic: false },
            Some(_) => return None,
            None => {
                let found = ARITHMETIC_TYPES.iter().find(|(wanted, _)| holds_all(&words, wanted));
                ValueType::arithmetic(found?.1)
            }
        };
        if let Some(declarator) = declarator {
            if declarator.paren_declarator().is_some() {
                return None;
            }
            let operators = declarator.ptr_ops().filter_map(|it| it.op_token());
            let stars = operators.filter(|it| it.kind() == SyntaxKind::STAR).count();
            let arrays = declarator.suffixes().map(|it| matches!(it, DeclaratorSuffix::ArraySuffix(_)));
            let arrays: Vec<bool> = arrays.collect();
            if declarator.ptr_ops().any(|it| it.name().is_some()) || arrays.contains(&false) {
                return None;
            }
            result.pointers = u32::try_from(stars + arrays.len()).ok()?;
        }
        Some(result)
    }

    fn of_type_id(type_id: &TypeId) -> Option<ValueType> {
        ValueType::of_declaration(type_id.decl_specifier_seq().as_ref(), type_id.declarator().as_ref())
    }

    /// The type of an expression; `variable` gives the types of local variables.
    pub(super) fn of_expression(
        expression: &Expr,
        variable: &dyn Fn(&str) -> Option<ValueType>,
    ) -> Option<ValueType> {
        let of = |it: Option<Expr>| ValueType::of_expression(&it?, variable);
        match expression {
            Expr::Literal(literal) => of_literal(literal),
            Expr::ParenExpr(it) => of(it.expr()),
            Expr::AmbiguousExpr(it) => of(it.expr()),
            Expr::NameExpr(it) => variable(it.name()?.as_ident()?.text()),
            Expr::CastExpr(it) => ValueType::of_type_id(&it.type_id()?),
            Expr::NamedCastExpr(it) => ValueType::of_type_id(&it.type_id()?),
            Expr::ConstructExpr(it) => of_built_in_word(&compact_spelling(&it.syntax().first_child()?)),
            Expr::IndexExpr(it) => of(it.base())?.pointee(),
            Expr::PostfixExpr(it) => of(it.expr()),
            Expr::ConditionalExpr(it) => common(of(it.then_value())?, of(it.else_value())?),
            Expr::PrefixExpr(it) => {
                let operand = of(it.expr())?;
                match it.op_token()?.kind() {
                    SyntaxKind::MINUS | SyntaxKind::PLUS | SyntaxKind::TILDE => operand.promoted(),
                    SyntaxKind::BANG => Some(ValueType::arithmetic("bool")),
                    SyntaxKind::STAR => operand.pointee(),
                    SyntaxKind::AMP => Some(ValueType { pointers: operand.pointers + 1, ..operand }),
                    SyntaxKind::PLUS2 | SyntaxKind::MINUS2 => Some(operand),
                    _ => None,
                }
            }
            Expr::BinaryExpr(it) => {
                use SyntaxKind::*;
                let operator = it.op_token()?.kind();
                if matches!(operator, EQ2 | BANG_EQ | LT | GT | LT_EQ | GT_EQ | AMP2 | PIPE2) {
                    return Some(ValueType::arithmetic("bool"));
                }
                let (left, right) = (of(it.lhs())?, of(it.rhs())?);
                match operator {
                    SHL | SHR => left.promoted(),
                    PLUS | MINUS if left.pointers > 0 && right.pointers == 0 => Some(left),
                    PLUS | MINUS | STAR | SLASH | PERCENT | AMP | PIPE | CARET => {
                        common(left.promoted()?, right.promoted()?)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn pointee(self) -> Option<ValueType> {
        Some(ValueType { pointers: self.pointers.checked_sub(1)?, ..self })
    }

    /// The type after the integral promotions ([conv.prom]); nothing for types without arithmetic.
    fn promoted(self) -> Option<ValueType> {
        if !self.is_arithmetic || self.pointers > 0 {
            return None;
        }
        Some(if BY_RANK.contains(&self.name.as_str()) { self } else { ValueType::arithmetic("int") })
    }

    /// Whether a conversion from `self` to `parameter` is a promotion ([conv.prom], [conv.fpprom]) or none.
    pub(super) fn promotes_to(&self, parameter: &ValueType) -> bool {
        let is_float = self.pointers == 0 && self.is_arithmetic && self.name == "float";
        self == parameter
            || (is_float && *parameter == ValueType::arithmetic("double"))
            || self.clone().promoted().is_some_and(|promoted| promoted == *parameter)
    }

    /// Whether both are arithmetic types and not the same one.
    pub(super) fn certainly_differs(&self, other: &ValueType) -> bool {
        self.is_arithmetic && other.is_arithmetic && self != other
    }
}

/// The type of an arithmetic operation or of a conditional expression.
fn common(left: ValueType, right: ValueType) -> Option<ValueType> {
    if left == right {
        return Some(left);
    }
    let rank = |it: ValueType| BY_RANK.iter().position(|name| *name == it.name);
    let highest = rank(left.promoted()?)?.max(rank(right.promoted()?)?);
    Some(ValueType::arithmetic(BY_RANK[highest]))
}

fn of_built_in_word(word: &str) -> Option<ValueType> {
    let found = ARITHMETIC_TYPES.iter().find(|(words, _)| **words == [word]);
    found.map(|(_, name)| ValueType::arithmetic(name))
}

fn of_literal(literal: &Literal) -> Option<ValueType> {
    let token = literal.tokens().next()?;
    let lower = token.text().to_ascii_lowercase();
    let name = match token.kind() {
        SyntaxKind::TRUE_KW | SyntaxKind::FALSE_KW => "bool",
        SyntaxKind::CHAR if lower.starts_with('\'') => "char",
        SyntaxKind::INT_NUMBER => {
            let digits = lower.trim_end_matches(['u', 'l']);
            let suffix = &lower[digits.len()..];
            match (suffix.contains('u'), suffix.matches('l').count()) {
                (false, 0) => "int",
                (true, 0) => "unsigned int",
                (false, 1) => "long",
                (true, 1) => "unsigned long",
                (false, _) => "long long",
                (true, _) => "unsigned long long",
            }
        }
        SyntaxKind::FLOAT_NUMBER => match lower.as_bytes().last() {
            Some(b'f') if !lower.starts_with("0x") || lower.contains('p') => "float",
            Some(b'l') => "long double",
            _ => "double",
        },
        _ => return None,
    };
    Some(ValueType::arithmetic(name))
}
