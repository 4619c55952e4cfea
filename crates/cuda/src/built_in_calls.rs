//! Calls of functions that only the compiler knows: `__nv_atomic_…` and `__wgmma_mma_async_…`.
//!
//! The tables say what each takes; both passes check it, what an architecture lacks the device pass alone.

mod atomics;
mod wgmma;

use asunder_sema::operands::{BuiltInCall, Operands, operands};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextSize, ast};

use crate::bodies::body_around;
use crate::check::Check;
use crate::finding::{Argument, Message};
use crate::templates::{ReadAs, read_as};

/// "too few arguments in function call".
const TOO_FEW: u16 = 165;

/// Words of arithmetic types.
const NUMBERS: [SyntaxKind; 9] = [
    SyntaxKind::BOOL_KW,
    SyntaxKind::CHAR_KW,
    SyntaxKind::SHORT_KW,
    SyntaxKind::INT_KW,
    SyntaxKind::LONG_KW,
    SyntaxKind::SIGNED_KW,
    SyntaxKind::UNSIGNED_KW,
    SyntaxKind::FLOAT_KW,
    SyntaxKind::DOUBLE_KW,
];

/// Whether a text may call one of them.
pub(crate) fn may_stand_in(text: &str) -> bool {
    text.contains(atomics::PREFIX) || text.contains(wgmma::PREFIX)
}

/// Checks the calls of an item.
pub(crate) fn examine(check: &Check<'_>) {
    if may_stand_in(check.text()) {
        let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
        let operands = operands(check.db, source, check.item, dialect, check.settings.pass.templates());
        of_operands(check, &operands, false);
    }
}

/// Checks calls with these operands; `in_instance` of a template they are.
pub(crate) fn of_operands(check: &Check<'_>, operands: &Operands, in_instance: bool) {
    for call in &operands.calls {
        let Some(called) = Called::new(check, call, in_instance) else { continue };
        if let Some(name) = call.name.strip_prefix(atomics::PREFIX) {
            atomics::call(&called, name);
        } else if let Some(name) = call.name.strip_prefix(wgmma::PREFIX) {
            wgmma::call(&called, name);
        }
    }
}

/// A call, and how something about it is reported.
struct Called<'c, 'db> {
    check: &'c Check<'db>,
    call: &'c BuiltInCall,
    node: SyntaxNode,
    /// It stands in a function that runs on the device; not in one is also what stands in none.
    in_device_code: bool,
    /// It is that of an instance of a template.
    in_instance: bool,
}

impl<'c, 'db> Called<'c, 'db> {
    /// `None` where it is not known where the code around the call runs, or where the call is not written in full.
    fn new(check: &'c Check<'db>, call: &'c BuiltInCall, in_instance: bool) -> Option<Self> {
        if !check.text()[call.range].ends_with(')') {
            return None;
        }
        let element = check.root.covering_element(call.range);
        let node: SyntaxNode = match element.as_node() {
            Some(node) => node.clone(),
            None => element.parent()?,
        };
        let in_device_code = body_around(check, &node)?.device;
        Some(Called { check, call, node, in_device_code, in_instance })
    }

    /// Whether it is one of a template as that is written.
    fn is_pattern(&self) -> bool {
        !self.in_instance && read_as(&self.node) != ReadAs::Plain
    }

    /// Where argument `index` starts; behind the last one the parenthesis.
    fn argument(&self, index: usize) -> TextSize {
        let end = self.call.range.end() - TextSize::new(1);
        self.call.args.get(index).map_or(end, |argument| argument.range.start())
    }

    /// Whether the call is what a function returns that must return a number.
    fn is_returned_number(&self) -> bool {
        let is_statement = |it: &SyntaxNode| it.kind() == SyntaxKind::RETURN_STMT;
        let is_returned = self.node.parent().is_some_and(|it| is_statement(&it));
        let outer = self
            .node
            .ancestors()
            .find(|it| matches!(it.kind(), SyntaxKind::FUNCTION_DEF | SyntaxKind::LAMBDA_EXPR));
        let specifiers = outer.and_then(ast::FunctionDef::cast).and_then(|it| it.decl_specifier_seq());
        let Some(specifiers) = specifiers else { return false };
        let tokens = specifiers.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
        let mut words = tokens.filter(|token| !token.kind().is_trivia()).peekable();
        is_returned && words.peek().is_some() && words.all(|token| NUMBERS.contains(&token.kind()))
    }

    /// Reports something at `at` when the call has been read; what has a smaller `rank` comes first.
    fn report(&self, number: u16, arguments: Vec<Argument>, at: TextSize, rank: u16) {
        let moment = self.check.moment_after(self.call.range.end(), rank);
        self.check.report(Message::new(number, arguments), at, moment);
    }
}
