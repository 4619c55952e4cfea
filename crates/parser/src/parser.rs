//! The machine that the grammar drives: a position among the significant tokens, the events
//! so far, and the decisions that hold here.

use asunder_syntax::{SyntaxKind, SyntaxKind::*};

use crate::Remarks;
use crate::angles::AngleTable;
use crate::error::{SyntaxError, SyntaxErrorKind};
use crate::event::Event;
use crate::extension::{Extension, ExtensionKind};
use crate::input::Input;

/// Constructs nested deeper than this are kept as flat [`DEEP_TOKENS`] and are an error
/// ([`SyntaxErrorKind::TooDeep`]): code that walks a tree by recursion needs stack for each level.
const MAX_DEPTH: u32 = 10_000;

/// A chain (`a + b + …`, `a.b().c()…`, `a ? b : c ? d : …`) grows a tree to this height; what
/// follows is read as well, and its parts become flat children of a [`DEEP_TOKENS`].
pub(crate) const MAX_HEIGHT: u32 = 1500;

/// Stack that one level of the grammar may need, and the size of a new stack segment.
const STACK_RED_ZONE: usize = 128 * 1024;
const STACK_SEGMENT: usize = 4 * 1024 * 1024;

/// What the surroundings of an expression mean for `<`, `>` and `{`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Context {
    /// Directly inside `<…>` of a template: `>` ends the list.
    pub(crate) in_angles: bool,
    /// Directly inside `<<<…>>>`: `>>>` ends the configuration.
    pub(crate) in_launch: bool,
    /// Directly inside a requires-clause: `{` starts a body, not an initializer, and `<` behind
    /// a name opens template arguments, for a declaration may follow the `>`.
    pub(crate) constraint: bool,
    /// In a statement's header whose `(` is never closed: `{` starts the statement's body.
    pub(crate) broken_header: bool,
    /// In the width of a bit-field: the last `{` may start the initializer of the member.
    pub(crate) bit_width: bool,
    /// In a declarator: which results may stand behind `->`.
    pub(crate) result: WrittenResult,
}

/// The type in front of a declarator, as far as a result behind `->` needs it (\[dcl.fct\]/2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum WrittenResult {
    /// Not looked at.
    #[default]
    Open,
    /// `auto`.
    Auto,
    /// `auto` with qualifiers.
    QualifiedAuto,
    /// Another type, or none.
    Other,
}

impl Context {
    /// Whether `{` behind a type or name starts an initializer.
    pub(crate) fn takes_braces(self) -> bool {
        !self.constraint && !self.broken_header
    }
}

/// Tokens at which text that is skipped behind a mistake ends, because a construct around goes on there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stops(u16);

impl Stops {
    /// The tokens that constructs go on at.
    const KINDS: [SyntaxKind; 10] =
        [SEMICOLON, COMMA, COLON, R_PAREN, R_BRACK, R_BRACE, L_BRACE, GT, WHILE_KW, ELSE_KW];

    /// One token alone.
    pub(crate) fn at(kind: SyntaxKind) -> Stops {
        Stops::default().and(kind)
    }

    /// These and another token.
    pub(crate) fn and(self, kind: SyntaxKind) -> Stops {
        let number = Stops::KINDS.iter().position(|it| *it == kind);
        Stops(self.0 | number.map_or(0, |number| 1 << number))
    }

    /// These without a token.
    pub(crate) fn without(self, kind: SyntaxKind) -> Stops {
        Stops(self.0 & !Stops::at(kind).0)
    }

    fn contains(self, kind: SyntaxKind) -> bool {
        Stops::KINDS.iter().position(|it| *it == kind).is_some_and(|number| self.0 & 1 << number != 0)
    }
}

pub(crate) struct Parser<'i, 't> {
    pub(crate) input: &'i Input<'t>,
    pub(crate) pos: usize,
    events: Vec<Event>,
    remarks: Remarks,
    pub(crate) angles: AngleTable,
    pub(crate) context: Context,
    /// Where text that is skipped ends.
    pub(crate) stops: Stops,
    /// How the reference reads on behind a mistake is not known here.
    pub(crate) recovers_unknown: bool,
    /// The ambiguities (by their first tokens, in order) to be read the other way.
    flips: Vec<usize>,
    depth: u32,
    /// Height of the highest subtree completed in the construct that is open.
    pub(crate) height: u32,
    /// Template-ids read so far that may be comparisons.
    pub(crate) ambiguous_angles: u32,
    /// The names, by token, of the non-type parameters of the template headers that are open.
    /// No template arguments can follow them, so that `<` behind one is a comparison.
    pub(crate) value_params: Vec<usize>,
    /// What `break`, `continue` and `case` can belong to.
    pub(crate) jumps: JumpTargets,
    /// Directly behind a template's header.
    pub(crate) in_template: bool,
    /// In the body of a function or lambda, local classes included.
    pub(crate) in_block: bool,
    /// Declarations have C linkage.
    pub(crate) in_c_linkage: bool,
    /// The identifier of each enclosing class, by token; `None` for an unnamed one.
    pub(crate) classes: Vec<Option<usize>>,
}

/// The statements of a function around the current token that jumps can belong to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct JumpTargets {
    pub(crate) in_loop: bool,
    pub(crate) in_switch: bool,
    /// What is parsed is the body of a function: elsewhere a fragment may stand in any statement.
    pub(crate) in_function: bool,
}

/// An open node.
#[must_use]
pub(crate) struct Marker(u32);

/// A closed node that may still get a parent.
#[derive(Clone, Copy)]
pub(crate) struct Completed {
    start: u32,
}

impl<'i, 't> Parser<'i, 't> {
    pub(crate) fn new(input: &'i Input<'t>, flips: Vec<usize>) -> Parser<'i, 't> {
        Parser {
            input,
            pos: 0,
            events: Vec::with_capacity(input.len() * 4),
            remarks: Remarks::default(),
            angles: AngleTable::new(input.len()),
            context: Context::default(),
            stops: Stops::default(),
            recovers_unknown: false,
            flips,
            depth: 0,
            height: 0,
            ambiguous_angles: 0,
            value_params: Vec::new(),
            jumps: JumpTargets::default(),
            in_template: false,
            in_block: false,
            in_c_linkage: false,
            classes: Vec::new(),
        }
    }

    pub(crate) fn finish(self) -> (Vec<Event>, Remarks) {
        (self.events, self.remarks)
    }

    /// Kind of the current token.
    #[inline]
    pub(crate) fn current(&self) -> SyntaxKind {
        self.input.kind(self.pos)
    }

    /// Kind of the token `ahead` of the current one.
    #[inline]
    pub(crate) fn nth(&self, ahead: usize) -> SyntaxKind {
        self.input.kind(self.pos + ahead)
    }

    #[inline]
    pub(crate) fn at(&self, kind: SyntaxKind) -> bool {
        self.current() == kind
    }

    #[inline]
    pub(crate) fn at_identifier(&self) -> bool {
        self.current().is_identifier()
    }

    pub(crate) fn at_end(&self) -> bool {
        self.pos >= self.input.len()
    }

    /// Adds the current token as it is.
    pub(crate) fn bump_any(&mut self) {
        if !self.at_end() {
            let kind = self.current();
            self.bump_as(kind, 1);
        }
    }

    /// Adds the current token under another kind, together with the tokens that touch it:
    /// `>` `>` as `>>`, a contextual keyword as an identifier.
    pub(crate) fn bump_as(&mut self, kind: SyntaxKind, count: u8) {
        self.pos += usize::from(count);
        self.events.push(Event::Token { kind, count });
    }

    /// Adds the current identifier.
    pub(crate) fn bump_identifier(&mut self) {
        self.bump_as(IDENT, 1);
    }

    pub(crate) fn eat(&mut self, kind: SyntaxKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump_any();
        }
        found
    }

    /// Adds a token of this kind or reports that it is missing.
    pub(crate) fn expect(&mut self, kind: SyntaxKind, error: SyntaxErrorKind) -> bool {
        let found = self.eat(kind);
        if !found {
            self.error(error);
        }
        found
    }

    pub(crate) fn expect_identifier(&mut self) -> bool {
        let found = self.at_identifier();
        if found {
            self.bump_identifier();
        } else {
            self.error(SyntaxErrorKind::Identifier);
        }
        found
    }

    /// Reports an error at the current token; one error a token.
    pub(crate) fn error(&mut self, kind: SyntaxErrorKind) {
        self.error_at(self.pos, kind);
    }

    /// Reports an error at a token that is not before the last one reported.
    pub(crate) fn error_at(&mut self, at: usize, kind: SyntaxErrorKind) {
        let (start, end) = self.input.range(at);
        let errors = &mut self.remarks.errors;
        if errors.last().is_none_or(|last| last.start < start) {
            errors.push(SyntaxError { kind, start, end, resumes: None, reads_around: false });
        }
    }

    /// Notes that behind the error at token number `at`, if it is the last one, the text is read as the reference reads it
    /// from the current token on. `kind` is what the error has to be, if that matters.
    pub(crate) fn resume_behind(&mut self, at: usize, kind: Option<SyntaxErrorKind>) {
        let (start, _) = self.input.range(at);
        let (resumes, _) = self.input.range(self.pos);
        let last = self.remarks.errors.last_mut();
        let is_meant =
            |error: &&mut SyntaxError| error.start == start && kind.is_none_or(|kind| error.kind == kind);
        if let Some(error) = last.filter(is_meant) {
            error.resumes = Some(resumes);
        }
    }

    /// Adds a token of this kind. Where it is missing the reference reports an error, be it the second one at the token here,
    /// skips the text up to the next such token or to one that a construct around goes on at, and reads on there.
    pub(crate) fn require(&mut self, kind: SyntaxKind, error: SyntaxErrorKind) -> bool {
        if self.eat(kind) {
            return true;
        }
        self.report_and_skip(error, Some(kind));
        self.eat(kind)
    }

    /// Reports that a token is missing, and reads on at the current one, as the reference does.
    pub(crate) fn missing_token(&mut self, kind: SyntaxErrorKind) {
        self.refused_from(self.pos, kind);
    }

    /// Reports what begins at a token and ends in front of the current one, where the reference reads on.
    pub(crate) fn refused_from(&mut self, at: usize, kind: SyntaxErrorKind) {
        let (start, end) = self.input.range(at);
        if self.remarks.errors.last().is_none_or(|last| last.start <= start) {
            let (resumes, _) = self.input.range(self.pos);
            let resumes = (!self.recovers_unknown).then_some(resumes);
            self.remarks.errors.push(SyntaxError { kind, start, end, resumes, reads_around: true });
        }
    }

    /// The same, where what stands around it does not mean what it would without the mistake.
    pub(crate) fn require_in_declarator(&mut self, kind: SyntaxKind, error: SyntaxErrorKind) {
        let first = self.remarks.errors.len();
        self.require(kind, error);
        self.remarks.errors[first..].iter_mut().for_each(|error| error.reads_around = false);
    }

    /// Reports that what should stand here is missing, and skips the text up to a token that a construct around goes on at,
    /// as the reference does.
    pub(crate) fn missing(&mut self, error: SyntaxErrorKind) {
        self.report_and_skip(error, None);
    }

    /// The same, where what stands around it does not mean what it would without the mistake.
    pub(crate) fn missing_in_declarator(&mut self, error: SyntaxErrorKind) {
        let first = self.remarks.errors.len();
        self.report_and_skip(error, None);
        self.remarks.errors[first..].iter_mut().for_each(|error| error.reads_around = false);
    }

    /// The same, where a token of a kind ends what is skipped, too.
    pub(crate) fn missing_up_to(&mut self, error: SyntaxErrorKind, end: SyntaxKind) {
        self.report_and_skip(error, Some(end));
    }

    fn report_and_skip(&mut self, kind: SyntaxErrorKind, wanted: Option<SyntaxKind>) {
        let (start, end) = self.input.range(self.pos);
        let first = self.remarks.errors.len();
        if self.remarks.errors.last().is_none_or(|last| last.start <= start) {
            self.remarks.errors.push(SyntaxError { kind, start, end, resumes: None, reads_around: true });
        }
        let mut stop = self.pos;
        loop {
            match self.kind_at(stop) {
                EOF => break,
                kind if self.stops.contains(kind) || wanted == Some(kind) => break,
                L_PAREN | L_BRACK | L_BRACE => {
                    stop = self.input.partner(stop).map_or(self.input.len(), |close| close + 1);
                }
                _ => stop += 1,
            }
        }
        let node = self.start();
        while self.pos < stop && !self.at_end() {
            self.bump_any();
        }
        match kind {
            SyntaxErrorKind::Expression => {
                node.complete(self, ERROR_EXPR);
            }
            _ if node.is_empty(self) => node.abandon(self),
            _ => {
                node.complete(self, SKIPPED_TOKENS);
            }
        }
        // What follows the text that is parsed is not known.
        if !self.at_end() && !self.recovers_unknown {
            let (resumes, _) = self.input.range(self.pos);
            self.remarks.errors[first..].iter_mut().for_each(|error| error.resumes = Some(resumes));
        }
    }

    /// Notes an error at a token that stands in front of others that were looked at.
    pub(crate) fn error_before(&mut self, at: usize, kind: SyntaxErrorKind) {
        let (start, end) = self.input.range(at);
        let errors = &mut self.remarks.errors;
        let index = errors.partition_point(|error| error.start < start);
        if errors.get(index).is_none_or(|error| error.start > start) {
            errors.insert(index, SyntaxError { kind, start, end, resumes: None, reads_around: false });
        }
    }

    /// Takes note of a form at the current token that the standard may not have.
    pub(crate) fn extension(&mut self, kind: ExtensionKind) {
        self.extension_at(self.pos, kind);
    }

    /// Takes note of a form at a token that the standard may not have.
    pub(crate) fn extension_at(&mut self, at: usize, kind: ExtensionKind) {
        if kind.is_ahead_of(self.input.standard) {
            let (start, end) = self.input.range(at);
            self.remarks.extensions.push(Extension { kind, start, end });
        }
    }

    /// Reports an error and puts the current token into an error node.
    pub(crate) fn error_and_bump(&mut self, kind: SyntaxErrorKind) {
        let node = self.start();
        self.error(kind);
        self.bump_any();
        node.complete(self, ERROR_NODE);
    }

    /// Puts tokens into an error node up to (not including) the token number `end`.
    pub(crate) fn error_until(&mut self, end: usize, kind: SyntaxErrorKind) {
        if self.pos >= end {
            self.error(kind);
            return;
        }
        let node = self.start();
        self.error(kind);
        while self.pos < end && !self.at_end() {
            self.bump_any();
        }
        node.complete(self, ERROR_NODE);
    }

    /// Opens a node.
    #[inline]
    pub(crate) fn start(&mut self) -> Marker {
        let at = self.events.len() as u32;
        self.events.push(Event::Start { kind: TOMBSTONE, forward: 0 });
        Marker(at)
    }

    /// Runs a rule one level deeper, on a bigger stack when this one is nearly used up. Gives
    /// nothing, and adds nothing but an error, when the depth limit is reached.
    pub(crate) fn deeper<R>(&mut self, rule: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if self.depth >= MAX_DEPTH {
            self.error(SyntaxErrorKind::TooDeep);
            return None;
        }
        self.depth += 1;
        let result = stacker::maybe_grow(STACK_RED_ZONE, STACK_SEGMENT, || rule(self));
        self.depth -= 1;
        Some(result)
    }

    /// Runs a rule with other meanings of `>` and `{`.
    pub(crate) fn with_context<R>(&mut self, context: Context, rule: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.context, context);
        let result = rule(self);
        self.context = outer;
        result
    }

    /// Runs a rule within which skipped text also ends at a token.
    pub(crate) fn with_stop<R>(&mut self, kind: SyntaxKind, rule: impl FnOnce(&mut Self) -> R) -> R {
        self.with_stops(self.stops.and(kind), rule)
    }

    /// Runs a rule within which skipped text ends at some tokens alone.
    pub(crate) fn with_stops<R>(&mut self, stops: Stops, rule: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.stops, stops);
        let result = rule(self);
        self.stops = outer;
        result
    }

    /// Runs a rule for text that the reference reads at another time, so that it is not known how it reads on behind a
    /// mistake.
    pub(crate) fn deferred<R>(&mut self, rule: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.recovers_unknown, true);
        let result = rule(self);
        self.recovers_unknown = outer;
        result
    }

    /// Runs a rule within other targets of jumps.
    pub(crate) fn with_jumps<R>(&mut self, jumps: JumpTargets, rule: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.jumps, jumps);
        let result = rule(self);
        self.jumps = outer;
        result
    }

    /// Whether the ambiguity at token `at` is to be read in its preferred way.
    pub(crate) fn prefers(&self, at: usize) -> bool {
        self.flips.binary_search(&at).is_err()
    }

    /// Kind of the token behind the group that opens `ahead` of the current token.
    pub(crate) fn nth_after_group(&self, ahead: usize) -> SyntaxKind {
        self.input.kind(self.group_end(self.pos + ahead) + 1)
    }

    /// What the `>` here and the tokens that touch it are as one operator, and their number;
    /// any other token as it is.
    pub(crate) fn glued_greater(&self) -> (SyntaxKind, u8) {
        if !self.at(GT) {
            return (self.current(), 1);
        }
        let touches = |ahead: usize| self.input.is_joint(self.pos + ahead);
        match (self.nth(1), self.nth(2)) {
            (GT, GT) if touches(0) && touches(1) => (LAUNCH_CLOSE, 3),
            (GT, _) if touches(0) => (SHR, 2),
            (GT_EQ, _) if touches(0) => (SHR_EQ, 2),
            (QUESTION, _) if touches(0) => (GNU_MAX, 2),
            _ => (GT, 1),
        }
    }

    /// Whether `decltype ( auto )` stands here.
    pub(crate) fn at_decltype_auto(&self) -> bool {
        self.at(DECLTYPE_KW) && self.nth(1) == L_PAREN && self.nth(2) == AUTO_KW && self.nth(3) == R_PAREN
    }

    /// Whether three `>` stand here, touching or not.
    pub(crate) fn at_launch_close(&self) -> bool {
        self.at(GT) && self.nth(1) == GT && self.nth(2) == GT
    }

    /// Whether the name from token `from` to `to` is the name of the enclosing class: `S` or
    /// `S<…>`.
    pub(crate) fn names_enclosing_class(&self, from: usize, to: usize) -> bool {
        let Some(Some(class)) = self.classes.last() else {
            return false;
        };
        let plain = to == from + 1 || self.input.kind(from + 1) == LT;
        plain && self.input.token_text(*class) == self.input.token_text(from)
    }

    /// The number of the token that ends the bracketed group at token `open`.
    pub(crate) fn group_end(&self, open: usize) -> usize {
        self.input.group_end(open)
    }

    /// Whether the bracket at token `open` has no partner.
    pub(crate) fn is_unclosed(&self, open: usize) -> bool {
        self.input.partner(open).is_none()
    }

    /// Whether the `{` at token `open` starts an initializer; not when a `;` stands directly inside.
    pub(crate) fn opens_initializer(&self, open: usize) -> bool {
        self.context.takes_braces() && self.input.kind(open) == L_BRACE && !self.has_semicolon(open)
    }

    /// Whether a `;` stands in the group at token `open`, outside of inner groups.
    pub(crate) fn has_semicolon(&self, open: usize) -> bool {
        let close = self.group_end(open);
        let mut at = open + 1;
        while at < close {
            match self.input.kind(at) {
                SEMICOLON => return true,
                L_PAREN | L_BRACK | L_BRACE => at = self.group_end(at) + 1,
                _ => at += 1,
            }
        }
        false
    }
}

impl Marker {
    /// Closes the node.
    #[inline]
    pub(crate) fn complete(self, p: &mut Parser<'_, '_>, kind: SyntaxKind) -> Completed {
        if let Event::Start { kind: slot, .. } = &mut p.events[self.0 as usize] {
            *slot = kind;
        }
        p.events.push(Event::Finish);
        Completed { start: self.0 }
    }

    /// Gives the node up; what is in it stays.
    pub(crate) fn abandon(self, p: &mut Parser<'_, '_>) {
        if self.0 as usize + 1 == p.events.len() {
            p.events.pop();
        }
    }

    /// Whether nothing has been added since the node was opened.
    pub(crate) fn is_empty(&self, p: &Parser<'_, '_>) -> bool {
        self.0 as usize + 1 == p.events.len()
    }
}

impl Completed {
    /// Opens a node around this one.
    pub(crate) fn precede(self, p: &mut Parser<'_, '_>) -> Marker {
        let outer = p.start();
        if let Event::Start { forward, .. } = &mut p.events[self.start as usize] {
            *forward = outer.0 - self.start;
        }
        outer
    }
}
