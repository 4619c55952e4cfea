//! Operators: precedence climbing over unary expressions.

use asunder_syntax::{SyntaxKind, SyntaxKind::*};

use super::{initializers, postfix, primary, types};
use crate::error::SyntaxErrorKind;
use crate::parser::{Completed, Context, MAX_HEIGHT, Parser};
use crate::shapes::{Ends, TypeShape};

pub(crate) use initializers::{init_list, initializer_clause, paren_initializer};

/// What an operand that may be a type belongs to; it decides the preferred reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OperandOf {
    Template,
    Sizeof,
    Typeid,
    Typeof,
    Alignas,
    Trait,
}

impl OperandOf {
    /// Whether an operand at token `at` that can be both is rather a type-id: `F(A)` and
    /// `T[N]` in template arguments (but not a call with template arguments), expressions
    /// elsewhere.
    pub(crate) fn prefers_type(self, p: &mut Parser<'_, '_>, at: usize) -> bool {
        match self {
            OperandOf::Template => {
                if crate::shapes::is_builtin_type(p.kind_at(at)) {
                    return true;
                }
                match p.name_span(at) {
                    Some(span) => !(span.templated && p.kind_at(span.end) == L_PAREN),
                    None => true,
                }
            }
            OperandOf::Trait => true,
            _ => crate::shapes::is_builtin_type(p.kind_at(at)) && p.kind_at(at + 2) == R_PAREN,
        }
    }
}

/// Binding powers, low to high; the grammar's level names.
mod power {
    pub(super) const COMMA: u8 = 1;
    pub(super) const ASSIGNMENT: u8 = 2;
    pub(super) const CONDITIONAL: u8 = 3;
    pub(super) const LOGICAL_OR: u8 = 4;
    pub(super) const LOGICAL_AND: u8 = 5;
    pub(super) const BIT_OR: u8 = 6;
    pub(super) const BIT_XOR: u8 = 7;
    pub(super) const BIT_AND: u8 = 8;
    pub(super) const EQUALITY: u8 = 9;
    pub(super) const RELATIONAL: u8 = 10;
    pub(super) const THREE_WAY: u8 = 11;
    pub(super) const SHIFT: u8 = 12;
    pub(super) const ADDITIVE: u8 = 13;
    pub(super) const MULTIPLICATIVE: u8 = 14;
    pub(super) const MEMBER_POINTER: u8 = 15;
}

/// An expression, commas included.
pub(crate) fn expression(p: &mut Parser<'_, '_>) {
    expression_at(p, power::COMMA);
}

/// An assignment-expression: no top-level comma.
pub(crate) fn assignment(p: &mut Parser<'_, '_>) {
    expression_at(p, power::ASSIGNMENT);
}

/// A conditional-expression: no top-level assignment.
pub(crate) fn conditional(p: &mut Parser<'_, '_>) {
    expression_at(p, power::CONDITIONAL);
}

/// The constraint of a requires-clause: primary expressions joined by `&&` and `||`.
pub(crate) fn constraint(p: &mut Parser<'_, '_>) {
    let Some(lhs) = constraint_primary(p) else {
        return;
    };
    constraint_tail(p, lhs, power::LOGICAL_OR);
}

fn constraint_primary(p: &mut Parser<'_, '_>) -> Option<Completed> {
    if p.at(BANG) {
        return unary(p);
    }
    primary::constraint_operand(p)
}

/// The `&&` and `||` behind a constraint; a chain that is too high goes on side by side in one node.
fn constraint_tail(p: &mut Parser<'_, '_>, lhs: Completed, min: u8) {
    let mut lhs = lhs;
    while let Some(power) = constraint_operator(p)
        && power >= min
    {
        let node = lhs.precede(p);
        let mut kind = BINARY_EXPR;
        loop {
            p.bump_any();
            if let Some(rhs) = constraint_primary(p)
                && power == power::LOGICAL_OR
            {
                constraint_tail(p, rhs, power::LOGICAL_AND);
            }
            p.height += 1;
            if p.height <= MAX_HEIGHT || constraint_operator(p) != Some(power) {
                break;
            }
            kind = DEEP_TOKENS;
        }
        lhs = node.complete(p, kind);
    }
}

fn constraint_operator(p: &Parser<'_, '_>) -> Option<u8> {
    match p.current() {
        _ if p.nth(1) == ELLIPSIS => None,
        PIPE2 => Some(power::LOGICAL_OR),
        AMP2 => Some(power::LOGICAL_AND),
        _ => None,
    }
}

/// What stands for an expression among template arguments and in `sizeof`.
pub(crate) fn operand_expression(p: &mut Parser<'_, '_>, of: OperandOf) {
    match of {
        OperandOf::Template => {}
        // One of several operands.
        OperandOf::Trait => return assignment(p),
        _ => return expression(p),
    }
    let node = p.start();
    conditional(p);
    if p.at(ELLIPSIS) {
        p.bump_any();
        node.complete(p, PACK_EXPANSION);
    } else {
        node.abandon(p);
    }
}

/// Whether an expression can start at the current token.
pub(crate) fn at_expression(p: &Parser<'_, '_>) -> bool {
    match p.current() {
        EOF | SEMICOLON | COMMA | R_PAREN | R_BRACK | R_BRACE | COLON | EQ | GT | DOT | ARROW | QUESTION
        | ELLIPSIS | HASH | HASH2 | AT | BACKSLASH | UNKNOWN | BACKTICK => false,
        kind => kind.is_identifier() || kind.is_literal() || !kind.is_keyword() || starts_expression(kind),
    }
}

fn starts_expression(kind: SyntaxKind) -> bool {
    crate::shapes::is_builtin_type(kind)
        || matches!(
            kind,
            THIS_KW
                | TRUE_KW
                | FALSE_KW
                | NULLPTR_KW
                | GNU_NULL_KW
                | SIZEOF_KW
                | ALIGNOF_KW
                | GNU_ALIGNOF_KW
                | NEW_KW
                | DELETE_KW
                | STATIC_CAST_KW
                | DYNAMIC_CAST_KW
                | CONST_CAST_KW
                | REINTERPRET_CAST_KW
                | TYPEID_KW
                | OPERATOR_KW
                | TYPENAME_KW
                | DECLTYPE_KW
                | GNU_DECLTYPE_KW
                | REAL_KW
                | IMAG_KW
                | EXTENSION_KW
                | THROW_KW
                | NOEXCEPT_KW
                | REQUIRES_KW
                | CO_AWAIT_KW
                | CO_YIELD_KW
                | AUTO_KW
                | TYPEOF_KW
                | BIT_INT_KW
                | TEMPLATE_KW
        )
}

fn expression_at(p: &mut Parser<'_, '_>, min: u8) {
    let outer = std::mem::take(&mut p.height);
    let done = p.deeper(|p| {
        expression_within(p, min);
    });
    if done.is_none() {
        super::too_deep(p);
    }
    p.height = outer.max(p.height + 1);
}

/// An operator and how many tokens it is made of.
struct Operator {
    kind: SyntaxKind,
    count: u8,
    power: u8,
}

fn expression_within(p: &mut Parser<'_, '_>, min: u8) -> Option<Completed> {
    let operand = operand(p)?;
    operators(p, operand, min)
}

fn operand(p: &mut Parser<'_, '_>) -> Option<Completed> {
    match p.current() {
        THROW_KW => Some(throw(p)),
        CO_YIELD_KW => Some(co_yield(p)),
        _ => unary(p),
    }
}

/// The operators of at least this power behind an operand.
fn operators(p: &mut Parser<'_, '_>, operand: Completed, min: u8) -> Option<Completed> {
    let mut lhs = operand;
    loop {
        let Some(operator) = current_operator(p) else {
            return Some(lhs);
        };
        if operator.power < min || p.nth(usize::from(operator.count)) == ELLIPSIS {
            return Some(lhs);
        }
        lhs = match operator.kind {
            QUESTION => conditional_tail(p, lhs),
            _ if operator.power == power::ASSIGNMENT => {
                let node = lhs.precede(p);
                p.bump_as(operator.kind, operator.count);
                initializer_clause(p);
                node.complete(p, ASSIGN_EXPR)
            }
            COMMA => chain(p, lhs, operator, COMMA_EXPR),
            _ => chain(p, lhs, operator, BINARY_EXPR),
        };
    }
}

/// `lhs op rhs`. Where the tree has grown to its limit, the operators of the same level that
/// follow are added to the same node, which is then not an expression of its kind.
fn chain(p: &mut Parser<'_, '_>, lhs: Completed, operator: Operator, kind: SyntaxKind) -> Completed {
    let node = lhs.precede(p);
    let power = operator.power;
    let mut operator = operator;
    let mut kind = kind;
    loop {
        p.bump_as(operator.kind, operator.count);
        let left_height = std::mem::take(&mut p.height);
        if operator.kind == COMMA && p.at(L_BRACE) {
            init_list(p);
        } else if p.deeper(|p| expression_within(p, power + 1)).flatten().is_none() && !p.at(ELLIPSIS) {
            super::too_deep(p);
        }
        p.height = left_height.max(p.height) + 1;
        if p.height <= MAX_HEIGHT {
            break;
        }
        match current_operator(p) {
            Some(next) if next.power == power && p.nth(usize::from(next.count)) != ELLIPSIS => {
                operator = next;
                kind = DEEP_TOKENS;
            }
            _ => break,
        }
    }
    node.complete(p, kind)
}

/// `lhs ? then : else`, GNU `lhs ?: else`. A chain `a ? b : c ? d : …` is built without recursion; where the tree
/// has grown to its limit, the rest stands side by side in one node.
fn conditional_tail(p: &mut Parser<'_, '_>, condition: Completed) -> Completed {
    let mut open = vec![condition.precede(p)];
    let mut rest = None;
    let height = p.height;
    loop {
        p.bump_any();
        if !p.at(COLON) {
            let inner = Context { in_angles: false, in_launch: false, ..p.context };
            p.with_context(inner, expression);
        }
        if !p.require(COLON, SyntaxErrorKind::Colon) {
            break;
        }
        if p.at(L_BRACE) {
            init_list(p);
            break;
        }
        if open.len() == MAX_HEIGHT as usize && rest.is_none() {
            rest = Some(p.start());
        }
        let Some(value) = p.deeper(operand) else {
            super::too_deep(p);
            break;
        };
        let Some(value) = value.and_then(|it| operators(p, it, power::LOGICAL_OR)) else { break };
        if !p.at(QUESTION) {
            operators(p, value, power::ASSIGNMENT);
            break;
        }
        if rest.is_none() {
            open.push(value.precede(p));
        }
    }
    if let Some(rest) = rest {
        rest.complete(p, DEEP_TOKENS);
    }
    p.height = height.max(p.height) + open.len() as u32;
    let inner = open.drain(1..).rev().collect::<Vec<_>>();
    inner.into_iter().for_each(|node| {
        node.complete(p, CONDITIONAL_EXPR);
    });
    let outer = open.remove(0);
    outer.complete(p, CONDITIONAL_EXPR)
}

fn throw(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    if at_expression(p) {
        assignment(p);
    }
    node.complete(p, THROW_EXPR)
}

fn co_yield(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    initializer_clause(p);
    node.complete(p, YIELD_EXPR)
}

/// The binary operator at the current token, glued from the tokens that touch.
fn current_operator(p: &Parser<'_, '_>) -> Option<Operator> {
    let kind = p.current();
    let power = match kind {
        COMMA => power::COMMA,
        QUESTION => power::CONDITIONAL,
        EQ | PLUS_EQ | MINUS_EQ | STAR_EQ | SLASH_EQ | PERCENT_EQ | CARET_EQ | AMP_EQ | PIPE_EQ | SHL_EQ => {
            power::ASSIGNMENT
        }
        PIPE2 => power::LOGICAL_OR,
        AMP2 => power::LOGICAL_AND,
        PIPE => power::BIT_OR,
        CARET => power::BIT_XOR,
        AMP => power::BIT_AND,
        EQ2 | BANG_EQ => power::EQUALITY,
        LT if p.nth(1) == QUESTION && p.input.is_joint(p.pos) => {
            return Some(Operator { kind: GNU_MIN, count: 2, power: power::RELATIONAL });
        }
        LT | LT_EQ | GT_EQ => power::RELATIONAL,
        SPACESHIP => power::THREE_WAY,
        GT => return greater(p),
        SHL => power::SHIFT,
        PLUS | MINUS => power::ADDITIVE,
        STAR | SLASH | PERCENT => power::MULTIPLICATIVE,
        DOT_STAR | ARROW_STAR => power::MEMBER_POINTER,
        _ => return None,
    };
    Some(Operator { kind, count: 1, power })
}

/// `>`, `>>`, `>>=`, `>?` where they are operators.
fn greater(p: &Parser<'_, '_>) -> Option<Operator> {
    let (kind, count) = p.glued_greater();
    let is_shift = kind == SHR && p.is_shift_in_arguments(p.pos);
    if p.context.in_angles && !is_shift || p.context.in_launch && p.at_launch_close() {
        return None;
    }
    let power = match kind {
        LAUNCH_CLOSE => return None,
        SHR => power::SHIFT,
        SHR_EQ => power::ASSIGNMENT,
        _ => power::RELATIONAL,
    };
    Some(Operator { kind, count, power })
}

/// A unary expression or a cast.
pub(crate) fn unary(p: &mut Parser<'_, '_>) -> Option<Completed> {
    let kind = match p.current() {
        AMP2 if p.nth(1).is_identifier() => LABEL_ADDR_EXPR,
        PLUS2 | MINUS2 | PLUS | MINUS | BANG | TILDE | STAR | AMP | REAL_KW | IMAG_KW | EXTENSION_KW => {
            PREFIX_EXPR
        }
        CO_AWAIT_KW => AWAIT_EXPR,
        SIZEOF_KW | ALIGNOF_KW | GNU_ALIGNOF_KW => return Some(sizeof(p)),
        NEW_KW => return Some(primary::new_expression(p)),
        DELETE_KW => return Some(primary::delete_expression(p)),
        COLON2 if p.nth(1) == NEW_KW => return Some(primary::new_expression(p)),
        COLON2 if p.nth(1) == DELETE_KW => return Some(primary::delete_expression(p)),
        NOEXCEPT_KW => return Some(noexcept(p)),
        L_PAREN => return paren_or_cast(p),
        _ => return postfix::postfix(p),
    };
    let node = p.start();
    p.bump_any();
    if kind == LABEL_ADDR_EXPR {
        p.bump_identifier();
        return Some(node.complete(p, kind));
    }
    operand_of_prefix(p);
    Some(node.complete(p, kind))
}

/// The operand of a prefix operator or cast, one level deeper.
pub(crate) fn operand_of_prefix(p: &mut Parser<'_, '_>) {
    match p.deeper(unary) {
        Some(Some(_)) => p.height += 1,
        Some(None) => {}
        None => super::too_deep(p),
    }
}

fn noexcept(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    p.require(L_PAREN, SyntaxErrorKind::OpeningParen);
    p.with_stop(R_PAREN, |p| p.with_context(Context::default(), expression));
    p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
    node.complete(p, NOEXCEPT_EXPR)
}

/// `sizeof e`, `sizeof(type)`, `sizeof...(pack)`, `alignof(type)`
fn sizeof(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    let kind = if p.at(SIZEOF_KW) { SIZEOF_EXPR } else { ALIGNOF_EXPR };
    p.bump_any();
    if p.eat(ELLIPSIS) {
        if p.expect(L_PAREN, SyntaxErrorKind::OpeningParen) {
            let name = p.start();
            p.expect_identifier();
            name.complete(p, NAME);
            p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
        }
    } else if p.at(L_PAREN) && !group_continues(p) {
        types::parenthesized_operand(p, OperandOf::Sizeof);
    } else {
        operand_of_prefix(p);
    }
    node.complete(p, kind)
}

/// Whether the parenthesised group here is only the start of an operand: `sizeof (a)->b`,
/// `sizeof (T){1}`, `sizeof (a)[0]`.
fn group_continues(p: &mut Parser<'_, '_>) -> bool {
    let close = p.group_end(p.pos);
    match p.kind_at(close + 1) {
        DOT | ARROW | L_BRACE | PLUS2 | MINUS2 => true,
        L_BRACK | L_PAREN => p.type_id_shape(p.pos + 1, Ends::At(close)) != TypeShape::Yes,
        _ => false,
    }
}

/// `(…)`: a cast, a compound literal, or a primary expression.
fn paren_or_cast(p: &mut Parser<'_, '_>) -> Option<Completed> {
    let open = p.pos;
    let close = p.group_end(open);
    if p.nth(1) == L_BRACE || !crate::shapes::may_start_type(p.nth(1)) {
        return postfix::postfix(p);
    }
    let shape = p.type_id_shape(open + 1, Ends::At(close));
    let follows = p.kind_at(close + 1);
    match shape {
        // `(int x)`: a type without the `)` behind it.
        TypeShape::No if types::certain_type_starts(p, open + 1) => Some(cast(p)),
        TypeShape::No => postfix::postfix(p),
        // `(f(&(x))),`: a name behind whose group no operand follows is not a type.
        TypeShape::Yes if p.nth(1).is_identifier() && ends_expression(follows) => postfix::postfix(p),
        TypeShape::Yes => {
            if p.opens_initializer(close + 1) {
                return postfix::postfix(p);
            }
            Some(cast(p))
        }
        TypeShape::Name | TypeShape::Maybe if follows == L_PAREN && is_call(p, close + 1) => {
            postfix::postfix(p)
        }
        TypeShape::Name | TypeShape::Maybe => match follow_of_name(follows, shape, p.context) {
            Follow::Operand => Some(cast(p)),
            Follow::Operator => postfix::postfix(p),
            Follow::Brace => postfix::postfix(p),
            Follow::Both { cast: prefers_cast } => {
                let node = p.start();
                let inner = if prefers_cast == p.prefers(open) { Some(cast(p)) } else { postfix::postfix(p) };
                let _ = inner;
                Some(node.complete(p, AMBIGUOUS_EXPR))
            }
        },
    }
}

/// Whether no operand of a cast starts with this token.
fn ends_expression(kind: asunder_syntax::SyntaxKind) -> bool {
    matches!(kind, EOF | SEMICOLON | COMMA | R_PAREN | R_BRACK | R_BRACE | COLON | QUESTION | DOT | ARROW)
        || matches!(
            kind,
            EQ | EQ2 | BANG_EQ | LT | GT | LT_EQ | GT_EQ | SLASH | PERCENT | PIPE | PIPE2 | CARET
        )
}

/// Whether the group at token `open` can only be arguments: it is empty, or has a `,`.
fn is_call(p: &Parser<'_, '_>, open: usize) -> bool {
    let close = p.group_end(open);
    let mut at = open + 1;
    while at < close {
        match p.kind_at(at) {
            COMMA => return true,
            L_PAREN | L_BRACK | L_BRACE => at = p.group_end(at) + 1,
            LT => return false,
            _ => at += 1,
        }
    }
    close == open + 1
}

/// What the token behind `( name )` makes of it.
enum Follow {
    /// It starts an operand: a cast.
    Operand,
    /// It goes on with an expression, or ends it.
    Operator,
    /// `{`: a compound literal.
    Brace,
    Both {
        cast: bool,
    },
}

fn follow_of_name(kind: SyntaxKind, shape: TypeShape, context: Context) -> Follow {
    match kind {
        // `(T)(x)` or a call of `(f)`.
        L_PAREN if shape == TypeShape::Name => Follow::Both { cast: true },
        L_PAREN => Follow::Both { cast: false },
        // `(T)-1` or a difference.
        PLUS | MINUS | STAR | AMP => Follow::Both { cast: false },
        L_BRACE => Follow::Brace,
        TILDE | BANG => Follow::Operand,
        kind if kind.is_identifier() || kind.is_literal() => Follow::Operand,
        kind if kind.is_keyword()
            && starts_expression(kind)
            && kind != REQUIRES_KW
            && kind != NOEXCEPT_KW =>
        {
            Follow::Operand
        }
        // Behind a constraint it belongs to the declaration.
        NOEXCEPT_KW if context.constraint => Follow::Operator,
        NOEXCEPT_KW => Follow::Operand,
        COLON2 => Follow::Operand,
        _ => Follow::Operator,
    }
}

/// `( type-id ) operand`
fn cast(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    p.with_stop(R_PAREN, |p| p.with_context(Context::default(), types::type_id));
    p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
    operand_of_prefix(p);
    node.complete(p, CAST_EXPR)
}
