//! Whether a call of a member overload set needs an object (spec page 4 b.4, *Implicit this*).

use asunder_syntax::SyntaxKind;
use asunder_syntax::ast::Expr;

use super::members::{Member, MemberFunction};

/// What is known of an argument's type.
pub(super) type ArgumentType = Option<&'static str>;

/// How the use of a member name captures `this`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThisUse {
    /// Not at all.
    Never,
    /// Where the name stands.
    AtName,
    /// After the arguments of the call.
    AfterArguments,
}

/// How a name that means `members` captures `this`. `arguments` are given for the callee of a call.
pub(super) fn this_use(
    members: &[Member],
    arguments: Option<&[ArgumentType]>,
    is_templated_class: bool,
) -> ThisUse {
    if members.iter().any(|member| *member == Member::Data) {
        return ThisUse::AtName;
    }
    let functions: Vec<&MemberFunction> = members
        .iter()
        .filter_map(|member| match member {
            Member::Function(function) => Some(function),
            _ => None,
        })
        .collect();
    match functions[..] {
        [] => ThisUse::Never,
        [only] if !only.is_template => {
            if only.is_static {
                ThisUse::Never
            } else {
                ThisUse::AtName
            }
        }
        _ => {
            let Some(arguments) = arguments else { return ThisUse::Never };
            if needs_object(&functions, arguments, is_templated_class) {
                ThisUse::AfterArguments
            } else {
                ThisUse::Never
            }
        }
    }
}

/// Whether overload resolution chooses a non-static function; where it can not be decided, whether it may.
fn needs_object(functions: &[&MemberFunction], arguments: &[ArgumentType], is_templated_class: bool) -> bool {
    let may_need = |functions: &[&MemberFunction]| functions.iter().any(|function| !function.is_static);
    if is_templated_class {
        return may_need(functions);
    }
    let viable: Vec<&MemberFunction> =
        functions.iter().copied().filter(|function| function.takes(arguments.len())).collect();
    let ranks: [fn(&str, &str) -> bool; 2] = [is_exact, is_promotion];
    for rank in ranks {
        let chosen: Vec<&MemberFunction> =
            viable.iter().copied().filter(|function| matches(function, arguments, rank)).collect();
        // A function that is no template is better than one with the same conversions.
        let plain: Vec<&MemberFunction> = chosen.iter().copied().filter(|it| !it.is_template).collect();
        if let [only] = plain[..] {
            return !only.is_static;
        }
        if plain.is_empty() && !chosen.is_empty() {
            return may_need(&chosen);
        }
    }
    may_need(if viable.is_empty() { functions } else { &viable })
}

/// Whether every argument's type is known and relates to its parameter's like this.
fn matches(function: &MemberFunction, arguments: &[ArgumentType], rank: fn(&str, &str) -> bool) -> bool {
    arguments.iter().enumerate().all(|(index, argument)| {
        let parameter = function.parameters.get(index).copied().flatten();
        match (argument, parameter) {
            (Some(argument), Some(parameter)) => rank(argument, parameter),
            _ => false,
        }
    })
}

fn is_exact(argument: &str, parameter: &str) -> bool {
    argument == parameter
}

/// Integral and floating-point promotions ([conv.prom], [conv.fpprom]) and identity.
fn is_promotion(argument: &str, parameter: &str) -> bool {
    let promoted = match argument {
        "bool" | "char" | "signed char" | "unsigned char" | "short" | "unsigned short" => "int",
        "float" => "double",
        other => other,
    };
    argument == parameter || promoted == parameter
}

/// The type of an argument as far as its form tells; `variable` gives the types of local variables.
pub(super) fn argument_type(argument: &Expr, variable: &dyn Fn(&str) -> ArgumentType) -> ArgumentType {
    match argument {
        Expr::Literal(literal) => {
            let token = literal.tokens().next()?;
            literal_type(token.kind(), token.text())
        }
        Expr::ParenExpr(it) => argument_type(&it.expr()?, variable),
        Expr::PrefixExpr(it) => {
            let operand = argument_type(&it.expr()?, variable)?;
            match it.op_token()?.kind() {
                SyntaxKind::MINUS | SyntaxKind::PLUS | SyntaxKind::TILDE => Some(promoted(operand)),
                SyntaxKind::BANG => Some("bool"),
                _ => None,
            }
        }
        Expr::BinaryExpr(it) => {
            let operator = it.op_token()?.kind();
            let (left, right) = (argument_type(&it.lhs()?, variable)?, argument_type(&it.rhs()?, variable)?);
            use SyntaxKind::*;
            match operator {
                EQ2 | BANG_EQ | LT | GT | LT_EQ | GT_EQ | AMP2 | PIPE2 => Some("bool"),
                SHL | SHR => Some(promoted(left)),
                PLUS | MINUS | STAR | SLASH | PERCENT | AMP | PIPE | CARET => common(left, right),
                _ => None,
            }
        }
        Expr::NameExpr(it) => variable(it.name()?.as_ident()?.text()),
        _ => None,
    }
}

fn promoted(of: &'static str) -> &'static str {
    match of {
        "bool" | "char" | "signed char" | "unsigned char" | "short" | "unsigned short" => "int",
        other => other,
    }
}

/// Arithmetic types by rank, the last the highest ([expr.arith.conv]).
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

/// The type of an arithmetic operation.
fn common(left: &'static str, right: &'static str) -> ArgumentType {
    let rank = |name: &'static str| BY_RANK.iter().position(|it| *it == promoted(name));
    let highest = rank(left)?.max(rank(right)?);
    Some(BY_RANK[highest])
}

fn literal_type(kind: SyntaxKind, text: &str) -> ArgumentType {
    let lower = text.to_ascii_lowercase();
    match kind {
        SyntaxKind::TRUE_KW | SyntaxKind::FALSE_KW => Some("bool"),
        SyntaxKind::CHAR if text.starts_with('\'') => Some("char"),
        SyntaxKind::INT_NUMBER => {
            let digits = lower.trim_end_matches(['u', 'l']);
            let suffix = &lower[digits.len()..];
            Some(match (suffix.contains('u'), suffix.matches('l').count()) {
                (false, 0) => "int",
                (true, 0) => "unsigned int",
                (false, 1) => "long",
                (true, 1) => "unsigned long",
                (false, _) => "long long",
                (true, _) => "unsigned long long",
            })
        }
        SyntaxKind::FLOAT_NUMBER => Some(match lower.as_bytes().last() {
            Some(b'f') if !lower.starts_with("0x") || lower.contains('p') => "float",
            Some(b'l') => "long double",
            _ => "double",
        }),
        _ => None,
    }
}
