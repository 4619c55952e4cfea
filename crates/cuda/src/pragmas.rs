//! Pragmas that belong to what follows them: `unroll`, `nv_abi` (spec page 7 §4), `nv_exec_check_disable`, and those that
//! the device front end does not know.
//!
//! `unroll` must stand in front of a statement, in device code in front of a loop; `nv_abi` in front of a function for
//! the device or of an expression statement in one. What stands behind the name of either is read only by the device
//! front end.

use asunder_decls::item_tree;
use asunder_decls::layout::block_item_text;
use asunder_decls::local::{LocalBinding, local_binding};
use asunder_outline::{ItemKind, block_item_numbers, block_outline, is_front_end_pragma};
use asunder_source::{Block, SourceText, block_headers, block_offsets};
use asunder_syntax::{AstNode, Dialect, Release, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};

use crate::bodies::body_around;
use crate::check::Check;
use crate::finding::{self, Argument, Finding, Message, Moment, Note, Phase, Stage};
use crate::lambdas::is_in_template;
use crate::unit::{Unit, subject};

/// "expression must have a constant value".
const NOT_CONSTANT: u16 = 28;
/// "the value of … cannot be used as a constant", a note.
const VALUE_OF: u16 = 2689;
/// "this pragma must immediately precede a declaration".
const NOT_BEFORE_DECLARATION: u16 = 606;
/// "this pragma must immediately precede a statement".
const NOT_BEFORE_STATEMENT: u16 = 607;
/// "this kind of pragma may not be used here".
const NOT_HERE: u16 = 609;
/// "the #pragma unroll must precede a loop".
const NOT_BEFORE_LOOP: u16 = 3515;
/// "the unroll value does not fit in a integer, ignoring pragma for this loop".
const UNROLL_TOO_LARGE: u16 = 3624;
/// "the unroll value cannot be zero or negative, ignoring pragma for this loop".
const UNROLL_NOT_POSITIVE: u16 = 3625;
/// "the optional argument to the unroll pragma must be an integral constant expression, …".
const UNROLL_NOT_CONSTANT: u16 = 3626;
/// "extra characters in the unroll pragma (expected a single integral constant expression argument), …".
const UNROLL_EXTRA: u16 = 3627;
/// "unrecognized #pragma in device code".
const UNRECOGNIZED: u16 = 3656;
/// "#pragma nv_abi must appear immediately before a function declaration, …".
const ABI_CONSTRUCT: u16 = 3775;
/// "#pragma nv_abi is not supported inside a host function".
const ABI_IN_HOST_FUNCTION: u16 = 3776;
/// "#pragma nv_abi must be applied to device functions".
const ABI_HOST_FUNCTION: u16 = 3777;
/// "#pragma nv_abi requires an argument".
const ABI_NO_ARGUMENT: u16 = 3778;
/// "#pragma nv_abi contains a duplicate argument".
const ABI_DUPLICATE: u16 = 3779;
/// "#pragma nv_abi contains an invalid option".
const ABI_OPTION: u16 = 3780;
/// "#pragma nv_abi argument value exceeds the range of an integer".
const ABI_TOO_LARGE: u16 = 3782;
/// "#pragma nv_abi argument value must be a positive value".
const ABI_NOT_POSITIVE: u16 = 3783;

/// What `nv_abi` can say, and the last release in which it can.
const ABI_OPTIONS: [(&str, Release); 3] = [
    ("preserve_n_data", Release::V13_5),
    ("preserve_n_control", Release::V13_5),
    ("preserve_n_after", Release::V13_3),
];
/// Pragmas about the declaration of a function.
const OF_DECLARATIONS: [&str; 2] = ["nv_exec_check_disable", "hd_warning_disable"];
/// Pragmas that the device front end knows or leaves to others, besides its own.
const KNOWN: [&str; 12] = [
    "",
    "GCC",
    "STDC",
    "hdrstop",
    "ident",
    "message",
    "omp",
    "once",
    "pack",
    "pop_macro",
    "push_macro",
    "redefine_extname",
];

/// Whether something may be said about a pragma.
fn is_checked(text: &str) -> bool {
    Pragma::read(text).is_some_and(|it| !KNOWN.contains(&it.name)) && !is_front_end_pragma(text)
}

/// What is said about the pragmas of the user's own text: where each starts in the unit, and the finding, whose offset
/// counts from there.
pub(crate) fn findings(db: &dyn salsa::Database, unit: Unit<'_>) -> Vec<(TextSize, Finding)> {
    let source = unit.source(db);
    let starts = block_offsets(db, source).iter().map(|start| TextSize::new(*start as u32));
    let blocks = source.blocks(db).iter().zip(starts);
    let of_block = |(block, start): (&Block, TextSize)| {
        let findings = block_findings(db, unit, *block);
        findings.iter().map(move |(head, finding)| (start + head, finding.clone()))
    };
    blocks.flat_map(of_block).collect()
}

/// The pragmas of a block that are checked, by where they start in it.
#[salsa::tracked(returns(ref))]
fn block_pragmas(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Vec<(TextSize, Box<str>)> {
    let headers = block_headers(db, source, block);
    if headers.contain_all() {
        return Vec::new();
    }
    let text = block.text(db);
    let outline = block_outline(db, block, dialect);
    let suspects = outline.suspects.iter().filter(|it| it.kind == SyntaxKind::PRAGMA).map(|it| it.range);
    let is_about_declaration =
        |text: &str| Pragma::read(text).is_some_and(|pragma| OF_DECLARATIONS.contains(&pragma.name));
    let own = suspects.filter(|it| is_checked(&text[*it]));
    let of_front_end = outline.front_end_pragmas.iter().copied();
    let all = own.chain(of_front_end.filter(|it| is_about_declaration(&text[*it])));
    all.filter(|it| !headers.contain(usize::from(it.start())))
        .map(|it| (it.start(), text[it].into()))
        .collect()
}

/// The same of one block; where a pragma starts in the block.
#[salsa::tracked(returns(ref))]
fn block_findings<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    block: Block,
) -> Vec<(TextSize, Finding)> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let mut found = Vec::new();
    for (at, text) in block_pragmas(db, source, block, dialect) {
        let Some(pragma) = Pragma::read(text) else { continue };
        let Some(next) = next_construct(db, unit, block, *at) else { continue };
        let mut said = match pragma.name {
            "unroll" => unroll(&pragma, &next),
            "nv_abi" => abi(&pragma, &next, unit.settings(db).release),
            name if OF_DECLARATIONS.contains(&name) => exec_check(&pragma, &next),
            _ => unrecognized(&pragma, &next),
        };
        if !unit.settings(db).pass.is_device() {
            said.retain(|it| {
                matches!(it.message.number, NOT_BEFORE_DECLARATION | NOT_BEFORE_STATEMENT | NOT_HERE)
            });
        }
        said.iter_mut().enumerate().for_each(|(rank, it)| it.moment.rank = rank as u16);
        found.extend(said.into_iter().map(|finding| (*at, finding)));
    }
    found
}

/// A pragma, taken apart.
struct Pragma<'t> {
    name: &'t str,
    /// Where the name starts in the pragma.
    at: usize,
    /// What follows the name, to the end of the line.
    rest: &'t str,
}

impl<'t> Pragma<'t> {
    fn read(text: &'t str) -> Option<Pragma<'t>> {
        let words = text.trim_start().strip_prefix('#')?.trim_start().strip_prefix("pragma")?;
        let words = words.trim_start();
        let length = words.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(words.len());
        let (name, rest) = words.split_at(length);
        Some(Pragma { name, at: text.len() - words.len(), rest: rest.trim_end() })
    }

    /// A finding `offset` bytes behind the start of the name.
    fn say(&self, message: Message, offset: usize) -> Finding {
        let offset = TextSize::new((self.at + offset) as u32);
        let zero = TextSize::new(0);
        let moment = Moment { stage: Stage::Parse, parsed: zero, phase: Phase::Heads, inner: zero, rank: 0 };
        Finding::new(message, offset, moment)
    }

    fn plain(&self, number: u16, offset: usize) -> Finding {
        self.say(Message::plain(number), offset)
    }
}

/// What follows a pragma.
struct Next {
    kind: NextKind,
    /// A function around it, and whether that runs on the device; it is not known in templates.
    in_device_function: Option<bool>,
    /// It is part of a class.
    in_class: bool,
    /// Pragmas about declarations may stand there; `None` where that is not known.
    takes_pragmas: Option<Takes>,
    /// It stands in a function that is defined in its class.
    in_member: bool,
    /// What is around it in a function, and where it stands in the text of the item with this number.
    scope: Option<(SyntaxNode, TextSize, u32)>,
}

/// Whether pragmas about declarations may stand in front of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Yes,
    /// It is a declaration, of a kind that takes none.
    No,
    /// It is not a declaration.
    NoDeclaration,
}

/// The construct that follows a pragma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextKind {
    /// `for`, `while`, `do`
    Loop,
    /// An expression and a semicolon.
    Expression,
    /// Another statement.
    Statement,
    /// A declaration of a function, and whether it runs on the device apart from kernels; it is not known of templates.
    Function(Option<bool>),
    /// Another declaration.
    Declaration,
    /// `;` or `}`
    Nothing,
    /// The bracket of a namespace or linkage specification, or the end of the unit.
    Bracket,
}

/// What follows the pragma at `at` in a block; `None` where that is not known.
fn next_construct(db: &dyn salsa::Database, unit: Unit<'_>, block: Block, at: TextSize) -> Option<Next> {
    let dialect = unit.dialect(db);
    let outline = block_outline(db, block, dialect);
    let numbers = block_item_numbers(db, block, dialect);
    let next = Next {
        kind: NextKind::Declaration,
        in_device_function: None,
        in_class: false,
        takes_pragmas: Some(Takes::Yes),
        in_member: false,
        scope: None,
    };
    let next_item = outline.items.iter().enumerate().find(|(_, item)| item.range.end() > at);
    let takes_pragmas = match next_item {
        Some((_, item)) => match item.kind {
            ItemKind::Declaration => None,
            ItemKind::NamespaceOpen => return Some(next),
            ItemKind::LinkageOpen => Some(Takes::No),
            ItemKind::Close => Some(Takes::NoDeclaration),
        },
        // The end of the unit.
        None if unit.source(db).blocks(db).last() == Some(&block) => Some(Takes::NoDeclaration),
        None => return None,
    };
    if takes_pragmas.is_some() {
        return Some(Next { kind: NextKind::Bracket, takes_pragmas, ..next });
    }
    let (index, item) = next_item?;
    let number = *numbers.get(index)?;
    let check = Check::new(db, subject(db, unit, number));
    let root = item_tree(db, block_item_text(db, block, index as u32, dialect)).syntax();
    if item.range.start() > at {
        let kind = match root.first_child()?.kind() {
            SyntaxKind::EMPTY_DECL | SyntaxKind::STATIC_ASSERT_DECL => NextKind::Nothing,
            SyntaxKind::TEMPLATE_DECL => NextKind::Function(None),
            _ => declared_function(&check, &root).map_or(NextKind::Declaration, NextKind::Function),
        };
        let takes_pragmas = Some(is_taken_by(root.first_child()?.kind()));
        return Some(Next { kind, takes_pragmas, ..next });
    }
    let pragma = root.token_at_offset(at - item.range.start()).right_biased()?;
    let token = following(&pragma)?;
    let statement =
        token.parent_ancestors().take_while(|it| it.text_range().start() >= pragma.text_range().end());
    let outermost: Option<SyntaxNode> = statement.last();
    let around = match &outermost {
        Some(node) => node.parent()?,
        None => token.parent()?,
    };
    let in_class = around.kind() == SyntaxKind::MEMBER_LIST;
    if !in_class && !around.ancestors().any(|it| it.kind() == SyntaxKind::COMPOUND_STMT) {
        return None;
    }
    let kind = match (token.kind(), &outermost) {
        (SyntaxKind::SEMICOLON | SyntaxKind::R_BRACE, _) => NextKind::Nothing,
        _ if in_class => NextKind::Declaration,
        (_, Some(node)) => match node.kind() {
            SyntaxKind::FOR_STMT
            | SyntaxKind::RANGE_FOR_STMT
            | SyntaxKind::WHILE_STMT
            | SyntaxKind::DO_STMT => NextKind::Loop,
            SyntaxKind::EXPR_STMT => NextKind::Expression,
            kind if ast::Decl::can_cast(kind) => NextKind::Declaration,
            SyntaxKind::LABELED_STMT | SyntaxKind::AMBIGUOUS_STMT | SyntaxKind::ERROR_NODE => return None,
            _ => NextKind::Statement,
        },
        _ => return None,
    };
    let takes_pragmas = match (token.kind(), &outermost) {
        (SyntaxKind::R_BRACE, _) if in_class => Some(Takes::NoDeclaration),
        (SyntaxKind::R_BRACE | SyntaxKind::SEMICOLON, _) => Some(Takes::No),
        (_, Some(node)) if in_class || around.kind() == SyntaxKind::COMPOUND_STMT => {
            let kind = node.kind();
            Some(if ast::Decl::can_cast(kind) { is_taken_by(kind) } else { Takes::NoDeclaration })
        }
        _ => None,
    };
    let in_device_function = match is_in_template(&around) || in_class {
        true => None,
        false => body_around(&check, outermost.as_ref().unwrap_or(&around)).map(|body| body.device),
    };
    let in_member = around.ancestors().any(|it| it.kind() == SyntaxKind::MEMBER_LIST);
    let scope = Some((around, pragma.text_range().start(), number));
    Some(Next { kind, in_class, takes_pragmas, in_device_function, in_member, scope })
}

/// Whether pragmas about declarations may stand in front of one of this kind.
fn is_taken_by(kind: SyntaxKind) -> Takes {
    match kind {
        SyntaxKind::ASM_DECL
        | SyntaxKind::EMPTY_DECL
        | SyntaxKind::EXPLICIT_INSTANTIATION
        | SyntaxKind::EXPLICIT_SPECIALIZATION
        | SyntaxKind::STATIC_ASSERT_DECL
        | SyntaxKind::USING_DECL
        | SyntaxKind::USING_DIRECTIVE => Takes::No,
        _ => Takes::Yes,
    }
}

/// What is said about a pragma that leaves the calls of the function behind it unchecked.
fn exec_check(pragma: &Pragma<'_>, next: &Next) -> Vec<Finding> {
    let number = match next.takes_pragmas {
        Some(Takes::No) => NOT_HERE,
        Some(Takes::NoDeclaration) => NOT_BEFORE_DECLARATION,
        Some(Takes::Yes) | None => return Vec::new(),
    };
    vec![Finding { severity: Some(finding::Severity::Error), ..pragma.plain(number, 0) }]
}

/// The token behind a pragma, other pragmas apart.
fn following(pragma: &SyntaxToken) -> Option<SyntaxToken> {
    let tokens = std::iter::successors(pragma.next_token(), |it| it.next_token());
    let mut behind = tokens.skip_while(|it| it.kind().is_trivia());
    behind.next()
}

/// Whether the function that the item declares runs on the device, kernels apart; `None` where it declares none.
fn declared_function(check: &Check<'_>, root: &SyntaxNode) -> Option<Option<bool>> {
    let mut functions = check.decls().iter().filter(|(_, decl)| {
        decl.parent.is_none() && matches!(decl.kind, asunder_decls::written::DeclKind::Function { .. })
    });
    let (local, _) = functions.next()?;
    root.first_child()?;
    let spaces = check.names().spaces(asunder_decls::names::DeclRef { item: check.item, local })?;
    Some(Some(spaces.device && !spaces.global))
}

/// A parameter or variable of the function whose value is not constant: what it is, and where it stands. Only of the
/// built-in types.
fn not_constant_named(next: &Next, name: &str) -> Option<(&'static str, finding::Place)> {
    let (around, at, item) = next.scope.as_ref()?;
    let LocalBinding::Found(range) = local_binding(name, around, *at) else { return None };
    let root = around.ancestors().last()?;
    let declared = asunder_syntax::token_at(&root, range.start())?;
    let declaration = declared.parent_ancestors().find(|it| {
        matches!(it.kind(), SyntaxKind::PARAM_DECL | SyntaxKind::SIMPLE_DECL | SyntaxKind::COMPOUND_STMT)
    })?;
    let kind = match declaration.kind() {
        SyntaxKind::PARAM_DECL => "parameter",
        SyntaxKind::SIMPLE_DECL => "variable",
        _ => return None,
    };
    let specifiers = declaration.children().find_map(ast::DeclSpecifierSeq::cast)?;
    let is_plain = specifiers.syntax().children().all(|it| it.kind() == SyntaxKind::BUILTIN_TYPE);
    let is_constant = specifiers.syntax().text().to_string().contains("const");
    let place = finding::Place { item: Some(*item), offset: range.start() };
    (is_plain && !is_constant).then_some((kind, place))
}

fn unroll(pragma: &Pragma<'_>, next: &Next) -> Vec<Finding> {
    let value = pragma.rest.trim_start();
    let at = pragma.name.len() + pragma.rest.len() - value.len();
    match next.kind {
        NextKind::Function(_) | NextKind::Declaration => vec![pragma.plain(NOT_BEFORE_STATEMENT, 0)],
        NextKind::Nothing => vec![pragma.plain(NOT_HERE, 0)],
        NextKind::Bracket => Vec::new(),
        _ if next.in_device_function != Some(true) => Vec::new(),
        NextKind::Expression | NextKind::Statement => vec![pragma.plain(NOT_BEFORE_LOOP, 0)],
        NextKind::Loop => match unroll_value(value, next) {
            Value::Known(..=0) => vec![pragma.plain(UNROLL_NOT_POSITIVE, 0)],
            Value::Known(value) if value > i128::from(i32::MAX) => vec![pragma.plain(UNROLL_TOO_LARGE, 0)],
            Value::Several => vec![pragma.plain(UNROLL_EXTRA, 0)],
            Value::NotConstant { name, offset, kind, declared } => vec![
                not_constant(pragma, (name, kind, declared), (at, offset)),
                pragma.plain(UNROLL_NOT_CONSTANT, 0),
            ],
            Value::Known(_) | Value::Unknown => Vec::new(),
        },
    }
}

/// What the value of `unroll` is.
enum Value<'t> {
    Known(i128),
    /// One number behind another.
    Several,
    /// It names something that is not constant, `offset` bytes behind its start.
    NotConstant {
        name: &'t str,
        offset: usize,
        kind: &'static str,
        declared: finding::Place,
    },
    Unknown,
}

/// The value that `unroll` is given: a sum of products of numbers, and of names of variables.
fn unroll_value<'t>(value: &'t str, next: &Next) -> Value<'t> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if !value.chars().all(|c| is_word(c) || " +-*()".contains(c)) {
        return Value::Unknown;
    }
    let mut words = value.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    if let Some(word) = words.find(|word| !word.starts_with(|c: char| c.is_ascii_digit())) {
        return match not_constant_named(next, word) {
            Some((kind, declared)) => {
                let offset = word.as_ptr() as usize - value.as_ptr() as usize;
                Value::NotConstant { name: word, offset, kind, declared }
            }
            None => Value::Unknown,
        };
    }
    let numbers: Vec<&str> = value.split_whitespace().collect();
    if numbers.len() > 1 && numbers.iter().all(|it| literal(it).is_some() && !it.starts_with('-')) {
        return Value::Several;
    }
    let (sum, rest) = match sum(value) {
        Some(it) => it,
        None => return Value::Unknown,
    };
    if rest.trim().is_empty() { Value::Known(sum) } else { Value::Unknown }
}

/// The value of the sum that a text starts with, and what follows it.
fn sum(text: &str) -> Option<(i128, &str)> {
    let (mut value, mut rest) = product(text)?;
    loop {
        let sign = match rest.trim_start().chars().next() {
            Some('+') => 1,
            Some('-') => -1,
            _ => return Some((value, rest)),
        };
        let (next, behind) = product(&rest.trim_start()[1..])?;
        value = value.checked_add(next.checked_mul(sign)?)?;
        rest = behind;
    }
}

fn product(text: &str) -> Option<(i128, &str)> {
    let (mut value, mut rest) = operand(text)?;
    while let Some(behind) = rest.trim_start().strip_prefix('*') {
        let (next, behind) = operand(behind)?;
        value = value.checked_mul(next)?;
        rest = behind;
    }
    Some((value, rest))
}

/// A number, or a sum in parentheses. What is nested deeper than a few levels is not read.
fn operand(text: &str) -> Option<(i128, &str)> {
    let text = text.trim_start();
    if let Some(inside) = text.strip_prefix('(') {
        if text.bytes().filter(|it| *it == b'(').count() > 16 {
            return None;
        }
        let (value, rest) = sum(inside)?;
        return Some((value, rest.trim_start().strip_prefix(')')?));
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest.trim_start()),
        None => (1, text),
    };
    let length = digits.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(digits.len());
    let (number, rest) = digits.split_at(length);
    Some((literal(number)?.checked_mul(sign)?, rest))
}

/// A parameter or variable where a constant is required, in an expression that starts `at` bytes behind the name of the
/// pragma.
fn not_constant(
    pragma: &Pragma<'_>,
    (name, kind, declared): (&str, &'static str, finding::Place),
    (at, offset): (usize, usize),
) -> Finding {
    let entity = Argument::Entity { kind: Some(kind), name: name.into(), declared: Some(declared) };
    let mut finding = pragma.plain(NOT_CONSTANT, at);
    finding.notes.push(Note {
        message: Message::new(VALUE_OF, vec![entity]),
        place: finding::Place { item: None, offset: pragma.plain(NOT_CONSTANT, at + offset).offset },
    });
    finding
}

fn abi(pragma: &Pragma<'_>, next: &Next, release: Release) -> Vec<Finding> {
    let is_in_function = next.in_device_function.is_some();
    match next.kind {
        NextKind::Nothing => {
            return vec![Finding { severity: Some(finding::Severity::Error), ..pragma.plain(NOT_HERE, 0) }];
        }
        // Later releases take member functions too.
        _ if next.in_class && release > Release::V13_0 => return Vec::new(),
        NextKind::Expression if next.in_device_function == Some(false) => {
            return vec![pragma.plain(ABI_IN_HOST_FUNCTION, 0)];
        }
        NextKind::Expression if is_in_function => {}
        NextKind::Function(Some(true)) => {}
        NextKind::Function(Some(false)) => return vec![pragma.plain(ABI_HOST_FUNCTION, 0)],
        NextKind::Function(None) | NextKind::Expression => return Vec::new(),
        _ if is_in_function || next.in_class || next.kind == NextKind::Declaration => {
            return vec![pragma.plain(ABI_CONSTRUCT, 0)];
        }
        _ => return Vec::new(),
    }
    abi_options(pragma, release)
}

/// What is wrong with the options of `nv_abi`: up to the first that is, or is not understood.
fn abi_options(pragma: &Pragma<'_>, release: Release) -> Vec<Finding> {
    let start = pragma.name.len();
    let rest = pragma.rest;
    let say = |number: u16, at: usize| vec![pragma.plain(number, start + at)];
    if rest.trim().is_empty() {
        return say(ABI_NO_ARGUMENT, 0);
    }
    let mut seen = Vec::new();
    let mut at = 0;
    loop {
        at += rest[at..].len() - rest[at..].trim_start().len();
        if at == rest.len() {
            return Vec::new();
        }
        let name = &rest[at..];
        let name = &name[..name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len())];
        if !ABI_OPTIONS.iter().any(|(known, last)| *known == name && release <= *last) {
            return say(ABI_OPTION, at);
        }
        if seen.contains(&name) {
            return say(ABI_DUPLICATE, at);
        }
        seen.push(name);
        let behind = at + name.len();
        let Some(inside) = rest[behind..].trim_start().strip_prefix('(') else { return Vec::new() };
        let Some((value, tail)) = inside.split_once(')') else { return Vec::new() };
        let place = rest.len() - inside.len() + (value.len() - value.trim_start().len());
        match literal(value.trim()) {
            Some(..=0) => return say(ABI_NOT_POSITIVE, place),
            Some(value) if value > i128::from(i32::MAX) => return say(ABI_TOO_LARGE, place),
            Some(_) => {}
            None => return Vec::new(),
        }
        at = rest.len() - tail.len();
    }
}

fn unrecognized(pragma: &Pragma<'_>, next: &Next) -> Vec<Finding> {
    match next.in_device_function {
        Some(true) if !next.in_member => vec![pragma.plain(UNRECOGNIZED, 0)],
        _ => Vec::new(),
    }
}

/// The value of a decimal number with an optional sign.
fn literal(text: &str) -> Option<i128> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest.trim_start()),
        None => (1, text),
    };
    let is_decimal =
        digits.bytes().all(|it| it.is_ascii_digit()) && (!digits.starts_with('0') || digits == "0");
    is_decimal.then(|| digits.parse::<i128>().ok()).flatten().map(|value| sign * value)
}
