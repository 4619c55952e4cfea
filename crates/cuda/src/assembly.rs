//! Inline assembly (spec page 7 §9): in device code a constraint has one letter, which says the type and size of its
//! operand; some clobbers do not exist there; placeholders must have operands.

use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_sema::operands::{Operand, Operands, Shape, ShapeKind, operands};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, ast};

use crate::bodies::{Body, body_around};
use crate::check::Check;
use crate::declared;
use crate::finding::{Argument, Finding, Message, Moment, Phase, Stage};
use crate::templates::{ReadAs, read_as};

/// "unknown register name …".
const REGISTER: u16 = 1118;
/// "asm operand has no constraint letter".
const NO_LETTER: u16 = 1122;
/// "an asm output operand must have one of the '=' or '+' modifiers".
const OUTPUT_WITHOUT_MODIFIER: u16 = 1123;
/// "an asm input operand may not have the '=' or '+' modifiers".
const INPUT_WITH_MODIFIER: u16 = 1124;
/// "an asm operand may specify only one constraint letter in a __device__/__global__ function".
const SEVERAL_LETTERS: u16 = 3529;
/// "an asm operand must have scalar type".
const NOT_SCALAR: u16 = 3530;
/// "an asm operand must be an integral constant expression".
const NOT_CONSTANT: u16 = 3531;
/// "asm constraint letter … is not allowed inside a __device__/__global__ function".
const LETTER: u16 = 3532;
/// "asm operand type size(…) does not match type/size implied by constraint …".
const SIZE: u16 = 3533;
/// "The cc clobber constraint is not supported in device code".
const CONDITION_CODES: u16 = 3622;
/// "Internal Compiler Error (codegen): …": the first one ends the compilation.
pub(crate) const CODE_GENERATION: u16 = 3666;
/// "The 'C' constraint can only be used for asm statements in device code".
const TEXT_IN_HOST_CODE: u16 = 3720;

/// Letters that the device does not take, though the host may.
const NOT_ALLOWED: &[u8] = b"ims";
/// Letters that fit operands of no type.
const OF_NO_TYPE: &[u8] = b"abcegoptuxyADFGHIJKLMNQRSVXYZ0123456789><,*#?!";
/// Letters with the size of their operands in bytes, and whether those are floating.
const OF_TYPES: &[(u8, u64, bool)] = &[
    (b'h', 2, false),
    (b'r', 4, false),
    (b'l', 8, false),
    (b'q', 16, false),
    (b'f', 4, true),
    (b'd', 8, true),
];

/// Names of registers that the reference knows under another name, which it shows.
const REGISTERS: &[(&str, &str)] = &[
    ("ax", "al ah eax rax 0"),
    ("dx", "dl dh edx rdx 1"),
    ("cx", "cl ch ecx rcx 2"),
    ("bx", "bl bh ebx rbx 3"),
    ("si", "esi rsi sil 4"),
    ("di", "edi rdi dil 5"),
    ("bp", "ebp rbp bpl 6"),
    ("sp", "esp rsp spl 7"),
    ("r8", "r8d r8w r8b"),
    ("r9", "r9d r9w r9b"),
    ("r10", "r10d r10w r10b"),
    ("r11", "r11d r11w r11b"),
    ("r12", "r12d r12w r12b"),
    ("r13", "r13d r13w r13b"),
    ("r14", "r14d r14w r14b"),
    ("r15", "r15d r15w r15b"),
];

/// Whether a text may contain inline assembly.
pub(crate) fn may_stand_in(text: &str) -> bool {
    text.contains("asm")
}

/// Checks the inline assembly of an item.
pub(crate) fn examine(check: &Check<'_>) {
    if !check.kinds.contains_any(&[SyntaxKind::ASM_STMT, SyntaxKind::ASM_BODY]) {
        return;
    }
    let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
    let operands = operands(check.db, source, check.item, dialect, check.settings.pass.templates());
    let is_device_pass = check.settings.pass.is_device();
    for statement in statements(check, &operands) {
        let node = statement.assembly.syntax();
        if is_device_pass && read_as(node) == ReadAs::Template {
            continue;
        }
        statement.check_operands();
        if is_device_pass && is_surely_kept(check, node, statement.body) {
            statement.check_code();
        }
    }
}

/// Checks the operands of that in the item's templates, as the device pass reads them.
pub(crate) fn in_templates(check: &Check<'_>, operands: &Operands) {
    for statement in statements(check, operands) {
        if read_as(statement.assembly.syntax()) == ReadAs::Template {
            statement.check_operands();
        }
    }
}

/// The statements in bodies of the item whose space is known.
fn statements<'c, 'db>(
    check: &'c Check<'db>,
    operands: &'c Operands,
) -> impl Iterator<Item = Statement<'c, 'db>> {
    check.root.descendants().filter_map(ast::AsmBody::cast).filter_map(move |assembly| {
        let node = assembly.syntax();
        let in_body = node.ancestors().any(|it| it.kind() == SyntaxKind::COMPOUND_STMT);
        let body = body_around(check, node).filter(|_| in_body)?;
        Some(Statement { check, operands, body, assembly })
    })
}

/// A statement of inline assembly.
struct Statement<'c, 'db> {
    check: &'c Check<'db>,
    operands: &'c Operands,
    body: Body,
    assembly: ast::AsmBody,
}

/// The parts of a statement behind its text, by the number of colons in front of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Outputs = 1,
    Inputs = 2,
    Clobbers = 3,
    Labels = 4,
}

impl Statement<'_, '_> {
    /// The operands, each with the section that it stands in.
    fn sections(&self) -> Vec<(Section, ast::AsmOperand)> {
        let mut colons = 0;
        let mut all = Vec::new();
        for element in self.assembly.syntax().children_with_tokens() {
            match element.kind() {
                SyntaxKind::COLON => colons += 1,
                SyntaxKind::COLON2 => colons += 2,
                _ => {
                    let operand = element.into_node().and_then(ast::AsmOperand::cast);
                    let section = match colons {
                        1 => Section::Outputs,
                        2 => Section::Inputs,
                        3 => Section::Clobbers,
                        _ => Section::Labels,
                    };
                    all.extend(operand.map(|operand| (section, operand)));
                }
            }
        }
        all
    }

    fn check_operands(&self) {
        let is_device_pass = self.check.settings.pass.is_device();
        for (section, operand) in self.sections() {
            let Some((literal, text)) = string(operand.syntax()) else { continue };
            // One with a name stands where that does.
            let name = operand.syntax().first_token().filter(|token| token.kind() == SyntaxKind::L_BRACK);
            let at = name.map_or(literal.text_range(), |name| name.text_range()).start();
            let report = |message: Message, rank: u16| {
                let end = operand.syntax().text_range().end();
                self.check.report(message, at, self.check.moment_after(end, rank));
            };
            match section {
                Section::Outputs | Section::Inputs => {
                    let is_host_code = if is_device_pass { !self.body.device } else { self.body.host };
                    let letters = text.trim_start_matches(['=', '+', '&']);
                    if letters == "C" && is_host_code {
                        report(Message::plain(TEXT_IN_HOST_CODE), 0);
                    }
                    if is_device_pass && self.body.device {
                        let value = operand.syntax().children().filter_map(ast::Expr::cast).nth(1);
                        let range = value.as_ref().map(|value| value.syntax().text_range());
                        let is_name =
                            value.is_some_and(|value| value.syntax().kind() == SyntaxKind::NAME_EXPR);
                        let value = range.and_then(|range| self.operands.in_assembly(range));
                        let said = constraint(&text, section == Section::Outputs, value, is_name);
                        (0..).zip(said).for_each(|(rank, message)| report(message, rank));
                    }
                    if is_device_pass && let Some(number) = modifiers(&text, section == Section::Outputs) {
                        report(Message::plain(number), 0);
                    }
                }
                Section::Clobbers if text == "cc" => {
                    if self.body.device && (is_device_pass || !self.body.host) {
                        report(Message::plain(CONDITION_CODES), 0);
                    }
                }
                Section::Clobbers | Section::Labels => {}
            }
        }
    }

    /// What is found when the code of the function around it is made.
    fn check_code(&self) {
        let sections = self.sections();
        let start = self.assembly.syntax().text_range().start();
        let report = |number: u16, name: &str| {
            let moment =
                Moment { stage: Stage::Walk, parsed: start, phase: Phase::Heads, inner: start, rank: 0 };
            let message = Message::new(number, vec![Argument::name(name)]);
            let found = Finding::new(message, start, moment);
            self.check.add(Finding { line_only: true, needs_clean_unit: true, ..found });
        };
        let mut clobbers = sections
            .iter()
            .filter(|(section, _)| *section == Section::Clobbers)
            .filter_map(|(_, operand)| Some(string(operand.syntax())?.1));
        if let Some(register) = clobbers.find(|name| !matches!(&**name, "memory" | "cc")) {
            report(REGISTER, shown_register(&register));
        }
        let values = sections.iter().filter(|(section, _)| *section <= Section::Inputs).count();
        let Some((_, text)) = string(self.assembly.syntax()) else { return };
        if let (1.., Some(why)) = (values, misplaced(&text, values)) {
            report(CODE_GENERATION, why);
        }
    }
}

/// Whether code is made for the function around the statement for its own sake: it is not inline, and others may call
/// it.
fn is_surely_kept(check: &Check<'_>, statement: &SyntaxNode, body: Body) -> bool {
    let inside = |kind: SyntaxKind| statement.ancestors().any(|it| it.kind() == kind);
    if !body.device || inside(SyntaxKind::LAMBDA_EXPR) || inside(SyntaxKind::MEMBER_LIST) {
        return false;
    }
    let function = statement.ancestors().find(|it| it.kind() == SyntaxKind::FUNCTION_DEF);
    let decl = function.and_then(|it| declared::of_node(check, &it)).and_then(|it| it.decl);
    decl.is_some_and(|decl| {
        let names = check.names();
        let is_inline = |decl: &DeclRef| {
            let specifiers = &names.decl(*decl).specifiers;
            specifiers.is_inline || specifiers.is_constexpr || specifiers.is_consteval
        };
        let Redeclarations::Known(all) = names.redeclarations(decl) else { return false };
        !all.iter().any(is_inline)
            && !names.in_unnamed_namespace(names.item(decl.item).namespace)
            && names.declared_internal(decl) == Some(false)
    })
}

/// What is wrong with what stands in front of the letters of a constraint, in all code that the device pass reads.
fn modifiers(text: &str, is_output: bool) -> Option<u16> {
    let letters = text.trim_start_matches(['=', '+', '&']);
    let is_written = text.starts_with(['=', '+']);
    // Letters that are not allowed, and other characters, have messages of their own.
    let is_letter = |letter: u8| {
        OF_NO_TYPE.contains(&letter)
            || matches!(letter, b'n' | b'C' | b'E')
            || OF_TYPES.iter().any(|(known, ..)| *known == letter)
    };
    match (letters.as_bytes(), is_output) {
        ([], _) => Some(NO_LETTER),
        ([letter], _) if !is_letter(*letter) => None,
        ([_], true) if !is_written => Some(OUTPUT_WITHOUT_MODIFIER),
        ([_], false) if is_written => Some(INPUT_WITH_MODIFIER),
        _ => None,
    }
}

/// What is wrong with the constraint of an operand in device code, which a name may be; nothing where it is not
/// understood.
fn constraint(text: &str, is_output: bool, operand: Option<&Operand>, is_name: bool) -> Vec<Message> {
    let letters = match text.strip_prefix(['=', '+']) {
        Some(rest) if is_output => rest.strip_prefix('&').unwrap_or(rest),
        None if !is_output => text,
        _ => return Vec::new(),
    };
    let is_known = |letter: &u8| {
        NOT_ALLOWED.contains(letter)
            || OF_NO_TYPE.contains(letter)
            || matches!(letter, b'n' | b'C' | b'E')
            || OF_TYPES.iter().any(|(known, ..)| known == letter)
    };
    if !letters.as_bytes().iter().all(is_known) {
        return Vec::new();
    }
    let mut said = Vec::new();
    for (index, letter) in letters.chars().enumerate() {
        if index > 0 {
            said.push(Message::plain(SEVERAL_LETTERS));
        }
        if NOT_ALLOWED.contains(&(letter as u8)) {
            said.push(Message::new(LETTER, vec![Argument::text(letter.to_string())]));
        }
    }
    if let ([_], Some(operand), []) = (letters.as_bytes(), operand, said.as_slice())
        && matches!(operand.shape.kind, ShapeKind::Class | ShapeKind::Refused)
    {
        return vec![Message::plain(NOT_SCALAR)];
    }
    if let (b"n", Some(operand), []) = (letters.as_bytes(), operand, said.as_slice())
        && matches!(operand.shape.kind, ShapeKind::Integer(_))
        && is_name
        && operand.value.is_none()
        && !operand.shape.is_qualified
    {
        return vec![Message::plain(NOT_CONSTANT)];
    }
    if let ([letter], Some(operand), []) = (letters.as_bytes(), operand, said.as_slice())
        && let Some(size) = misfit(*letter, operand)
    {
        // The reference shows another letter for this one.
        let shown = if *letter == b'E' { 'F' } else { char::from(*letter) };
        let arguments = vec![Argument::text(size.to_string()), Argument::text(shown.to_string())];
        said.push(Message::new(SIZE, arguments));
    }
    said
}

/// The size of an operand that a letter does not fit.
fn misfit(letter: u8, operand: &Operand) -> Option<u64> {
    let Shape { kind, size: Some(size), .. } = operand.shape else { return None };
    let is_floating = match kind {
        ShapeKind::Integer(_) | ShapeKind::Enumeration | ShapeKind::Pointer => false,
        // Others have another size on the device, or fit more letters.
        ShapeKind::Floating(_) if matches!(operand.shape.size, Some(4 | 8)) => true,
        _ => return None,
    };
    let fits = match OF_TYPES.iter().find(|(known, ..)| *known == letter) {
        Some((_, expected, floating)) => size == *expected && is_floating == *floating,
        // A constant; what is none has a message of its own.
        None if letter == b'n' => !is_floating && kind != ShapeKind::Pointer,
        None if letter == b'C' => true,
        None => false,
    };
    (!fits).then_some(size)
}

/// The name under which an unknown register is shown.
fn shown_register(name: &str) -> &str {
    let stem = name.strip_prefix('%').unwrap_or(name);
    let known =
        REGISTERS.iter().find(|(shown, names)| *shown == stem || names.split(' ').any(|known| known == stem));
    known.map_or(name, |(shown, _)| shown)
}

/// What is wrong with the placeholders of a text for so many operands.
fn misplaced(text: &str, operands: usize) -> Option<&'static str> {
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        rest = &rest[at + 1..];
        if rest.is_empty() {
            return Some("%% at end of asm string is invalid!");
        }
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match digits {
            0 => rest = rest.strip_prefix('%').unwrap_or(rest),
            _ if rest[..digits].parse::<usize>().is_ok_and(|index| index < operands) => {}
            _ => {
                return Some(
                    "asm operand index requested is larger than the number of asm operands provided!",
                );
            }
        }
    }
    None
}

/// Whether an operand of inline assembly is only written to.
pub(crate) fn is_output_alone(operand: &SyntaxNode) -> bool {
    string(operand).is_some_and(|(_, text)| text.starts_with('='))
}

/// The plain string literal that `node` starts with, and its text as it is written; several are put together.
fn string(node: &SyntaxNode) -> Option<(SyntaxNode, String)> {
    let literal = node.children().find(|it| it.kind() == SyntaxKind::LITERAL)?;
    let is_string = |it: &SyntaxToken| it.kind() == SyntaxKind::STRING;
    let mut text = String::new();
    for token in literal.children_with_tokens().filter_map(|it| it.into_token()).filter(is_string) {
        let inside = token.text().strip_prefix('"')?.strip_suffix('"')?;
        text.push_str(inside);
    }
    Some((literal, text))
}
