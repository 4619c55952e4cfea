//! The overloadable operators and their encodings (Itanium ABI §5.1.3.1).

/// How an operator is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// One operand.
    Unary,
    /// Two operands.
    Binary,
    /// Any number of operands: calls, allocation.
    Any,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// As written after `operator`, without blanks.
    pub spelling: &'static str,
    /// The two-letter encoding.
    pub code: &'static str,
    /// How many operands it has.
    pub arity: Arity,
}

const fn row(spelling: &'static str, code: &'static str, arity: Arity) -> Operator {
    Operator { spelling, code, arity }
}

/// The table, unary rows before binary ones of the same spelling.
pub const OPERATORS: &[Operator] = &[
    row("new", "nw", Arity::Any),
    row("new[]", "na", Arity::Any),
    row("delete", "dl", Arity::Any),
    row("delete[]", "da", Arity::Any),
    row("co_await", "aw", Arity::Unary),
    row("+", "ps", Arity::Unary),
    row("-", "ng", Arity::Unary),
    row("&", "ad", Arity::Unary),
    row("*", "de", Arity::Unary),
    row("~", "co", Arity::Unary),
    row("!", "nt", Arity::Unary),
    row("+", "pl", Arity::Binary),
    row("-", "mi", Arity::Binary),
    row("*", "ml", Arity::Binary),
    row("/", "dv", Arity::Binary),
    row("%", "rm", Arity::Binary),
    row("&", "an", Arity::Binary),
    row("|", "or", Arity::Binary),
    row("^", "eo", Arity::Binary),
    row("=", "aS", Arity::Binary),
    row("+=", "pL", Arity::Binary),
    row("-=", "mI", Arity::Binary),
    row("*=", "mL", Arity::Binary),
    row("/=", "dV", Arity::Binary),
    row("%=", "rM", Arity::Binary),
    row("&=", "aN", Arity::Binary),
    row("|=", "oR", Arity::Binary),
    row("^=", "eO", Arity::Binary),
    row("<<", "ls", Arity::Binary),
    row(">>", "rs", Arity::Binary),
    row("<<=", "lS", Arity::Binary),
    row(">>=", "rS", Arity::Binary),
    row("==", "eq", Arity::Binary),
    row("!=", "ne", Arity::Binary),
    row("<", "lt", Arity::Binary),
    row(">", "gt", Arity::Binary),
    row("<=", "le", Arity::Binary),
    row(">=", "ge", Arity::Binary),
    row("<=>", "ss", Arity::Binary),
    row("&&", "aa", Arity::Binary),
    row("||", "oo", Arity::Binary),
    row("++", "pp", Arity::Any),
    row("--", "mm", Arity::Any),
    row(",", "cm", Arity::Binary),
    row("->*", "pm", Arity::Binary),
    row("->", "pt", Arity::Any),
    row("()", "cl", Arity::Any),
    row("[]", "ix", Arity::Any),
    row("?", "qu", Arity::Any),
];

/// The encoding of the operator `spelling` (no blanks) with so many operands, the object of a
/// member function included. `None` when there is no such operator.
pub fn operator_code(spelling: &str, operands: usize) -> Option<&'static str> {
    let spelling = asunder_syntax::primary_operator(spelling);
    let matches = |row: &&Operator| {
        row.spelling == spelling
            && match row.arity {
                Arity::Unary => operands == 1,
                Arity::Binary => operands == 2,
                Arity::Any => true,
            }
    };
    OPERATORS.iter().find(matches).map(|row| row.code)
}

/// The operator with the encoding `code`.
pub fn operator_of_code(code: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|row| row.code == code)
}
