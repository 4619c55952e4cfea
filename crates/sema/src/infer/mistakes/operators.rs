//! Operands that an operator does not take. For operands of classes and scoped enumerations the reference lists the
//! functions and the built-in operators that do not match ([over.built]); other operands have messages of their own.

use asunder_hir::body::{Args, Expr, ExprId};
use asunder_types::{Builtin, Kind, Ty};

use super::super::{At, Category, Infer, NodeId, What};
use crate::convert::Operand;
use crate::finding::{Argument, MetAt, Mistake, Note, Place};
use crate::overload::{Candidate, How, Resolution};

/// "operand types are incompatible (… and …)".
const INCOMPATIBLE: u16 = 42;
/// "operand of "*" must be a pointer but has type …".
const NOT_A_POINTER: u16 = 75;
/// "expression must have pointer-to-object type but it has type …".
const NOT_AN_OBJECT_POINTER: u16 = 142;
/// "expression must be an lvalue or a function designator".
const NO_ADDRESS: u16 = 158;
/// "taking the address of a temporary".
const TEMPORARY_ADDRESS: u16 = 1308;
/// "no operator … matches these operands".
const NO_OPERATOR: u16 = 349;
/// "this operation on an enumerated type requires an applicable user-defined operator function".
const ENUMERATION: u16 = 511;
/// "bool type is not allowed".
const BOOL: u16 = 709;
/// "expression must have bool type (or be convertible to bool)".
pub(crate) const NOT_BOOL: u16 = 711;
/// "expression must have integral or enum type".
const NOT_INTEGRAL_OR_ENUM: u16 = 847;
/// "expression must be a pointer to a complete object type".
const INCOMPLETE_OBJECT: u16 = 852;
/// "arithmetic on pointer to void or function type".
const VOID_ARITHMETIC: u16 = 1143;
/// "expression must have arithmetic or unscoped enum type".
const NOT_ARITHMETIC: u16 = 2138;
/// "expression must have integral or unscoped enum type".
const NOT_INTEGRAL: u16 = 2140;
/// "expression must have arithmetic, unscoped enum, or pointer type but has type …".
const NOT_ARITHMETIC_OR_POINTER: u16 = 3162;
/// "… does not match because argument #… does not match parameter", of functions.
pub(super) const PARAMETER: u16 = 3326;
/// "… does not match because argument #… does not match parameter", of built-in operators.
const BUILT_IN_PARAMETER: u16 = 3328;

/// What a parameter of a built-in operator takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Arithmetic,
    NonBoolArithmetic,
    PromotedArithmetic,
    Integral,
    PromotedIntegral,
    Difference,
    Object,
    Pointer,
    Function,
    Bool,
    Null,
}

impl Takes {
    fn text(self) -> &'static str {
        match self {
            Takes::Arithmetic => "<arithmetic>",
            Takes::NonBoolArithmetic => "<non-bool arithmetic>",
            Takes::PromotedArithmetic => "<promoted arithmetic>",
            Takes::Integral => "<integral>",
            Takes::PromotedIntegral => "<promoted integral>",
            Takes::Difference => "<ptrdiff_t>",
            Takes::Object => "<pointer to object>",
            Takes::Pointer => "<pointer>",
            Takes::Function => "<pointer to function>",
            Takes::Bool => "<bool>",
            Takes::Null => "<nullptr>",
        }
    }
}

/// The built-in infix operators, in the reference's order.
const INFIX: &[(&[&str], &[[Takes; 2]])] = &[
    (
        &["+"],
        &[
            [Takes::PromotedArithmetic, Takes::PromotedArithmetic],
            [Takes::Object, Takes::Difference],
            [Takes::Difference, Takes::Object],
        ],
    ),
    (
        &["-"],
        &[
            [Takes::PromotedArithmetic, Takes::PromotedArithmetic],
            [Takes::Object, Takes::Difference],
            [Takes::Object, Takes::Object],
        ],
    ),
    (&["*", "/"], &[[Takes::PromotedArithmetic, Takes::PromotedArithmetic]]),
    (&["%", "&", "|", "^", "<<", ">>"], &[[Takes::PromotedIntegral, Takes::PromotedIntegral]]),
    (
        &["<", ">", "<=", ">=", "==", "!=", "<=>"],
        &[
            [Takes::PromotedArithmetic, Takes::PromotedArithmetic],
            [Takes::Pointer, Takes::Pointer],
            [Takes::Null, Takes::Null],
        ],
    ),
    (&["&&", "||"], &[[Takes::Bool, Takes::Bool]]),
    (&["+=", "-="], &[[Takes::Arithmetic, Takes::PromotedArithmetic], [Takes::Object, Takes::Difference]]),
    (&["*=", "/="], &[[Takes::Arithmetic, Takes::PromotedArithmetic]]),
    (&["%=", "&=", "|=", "^=", "<<=", ">>="], &[[Takes::Integral, Takes::PromotedIntegral]]),
    (&["[]"], &[[Takes::Object, Takes::Difference], [Takes::Difference, Takes::Object]]),
];

/// The built-in prefix operators.
const PREFIX: &[(&[&str], &[Takes])] = &[
    (&["!"], &[Takes::Bool]),
    (&["-"], &[Takes::PromotedArithmetic]),
    (&["+"], &[Takes::PromotedArithmetic, Takes::Pointer]),
    (&["~"], &[Takes::PromotedIntegral]),
    (&["*"], &[Takes::Object, Takes::Function]),
    (&["++", "--"], &[Takes::NonBoolArithmetic, Takes::Object]),
];

/// A note on a built-in operator, of which the operand with this number is not taken.
fn built_in_note(operator: &str, parameters: String, index: usize) -> Note {
    Note {
        number: BUILT_IN_PARAMETER,
        arguments: vec![
            Argument::Text(format!("built-in operator{operator}({parameters})")),
            Argument::Number(index as i64 + 1),
        ],
        at: Place::Here,
    }
}

/// How an operator stands by its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    Infix,
    Prefix,
    Postfix,
    Subscript,
}

impl<'db> Infer<'_, 'db> {
    // ---- operands of classes and scoped enumerations

    /// Operands among which one has a class or is a scoped enumeration, which neither a function nor a built-in
    /// operator takes: reported where that is proven.
    pub(crate) fn check_operator(
        &mut self,
        id: ExprId,
        operator: &str,
        position: Position,
        operands: &[NodeId],
        candidates: &[Candidate<'db>],
    ) {
        // In a template the reference only warns where an object is assigned to.
        let is_warning =
            self.in_template && operator.ends_with('=') && !["==", "!=", "<=", ">="].contains(&operator);
        let mistake = self.no_operator(operator, position, operands, candidates);
        if let Some(mistake) = mistake.filter(|_| !is_warning) {
            self.met(mistake, At::Point(id));
        }
    }

    /// Whether a conversion function makes a null pointer constant of a node: with what that is compared is not followed.
    fn may_convert_to_null(&self, node: NodeId) -> bool {
        let class = self.node(node).ty.as_class(self.db());
        class.is_some_and(|class| {
            let mut functions = self.sema.conversion_functions(class).into_iter();
            functions.any(|function| {
                let signature = self.sema.signature(function);
                signature.is_some_and(|it| it.result.as_builtin(self.db()) == Some(Builtin::NullPtr))
            })
        })
    }

    pub(crate) fn no_operator(
        &self,
        operator: &str,
        position: Position,
        operands: &[NodeId],
        candidates: &[Candidate<'db>],
    ) -> Option<Mistake> {
        for node in operands {
            let ty = self.node(*node).ty;
            let is_closure =
                ty.as_class(self.db()).is_some_and(|class| self.sema.pointer_of_closure(class).is_some());
            if !self.is_known(*node) || !is_closure && !self.is_known_class(ty) {
                return None;
            }
        }
        if operands.iter().any(|node| self.may_convert_to_null(*node)) {
            return None;
        }
        let mut mistake = Mistake::new(NO_OPERATOR, vec![Argument::Name(operator.to_owned())]);
        let types: Vec<String> = operands.iter().map(|node| self.bare_type(*node)).collect::<Option<_>>()?;
        let text = match (position, types.as_slice()) {
            (Position::Prefix, [only]) => format!("{operator} {only}"),
            (Position::Postfix, [only, ..]) => format!("{only} {operator}"),
            (Position::Subscript, [object, index]) => format!("{object} [ {index} ]"),
            (Position::Infix, [left, right]) => format!("{left} {operator} {right}"),
            _ => return None,
        };
        mistake.details.push(vec![Argument::Text(format!("operand types are: {text}"))]);
        if operator == "=" {
            mistake.notes = match self.assignment_notes(operands, candidates)? {
                Some(notes) => notes,
                None if self.takes_no_operands(operands, candidates) => Vec::new(),
                None => return None,
            };
            return Some(mistake);
        }
        mistake.notes = match self.operator_notes(operands, candidates) {
            Some(notes) => notes,
            None if self.takes_no_operands(operands, candidates) => Vec::new(),
            None => return None,
        };
        let built_in = |parameters: String, index: usize| built_in_note(operator, parameters, index);
        match (position, operands) {
            (Position::Prefix, [only]) => {
                let patterns = PREFIX.iter().find(|(operators, _)| operators.contains(&operator))?.1;
                for takes in patterns {
                    if self.takes(*takes, *only)? {
                        return None;
                    }
                    mistake.notes.push(built_in(takes.text().to_owned(), 0));
                }
            }
            (Position::Postfix, [only, ..]) => {
                for takes in [Takes::NonBoolArithmetic, Takes::Object] {
                    if self.takes(takes, *only)? {
                        return None;
                    }
                    mistake.notes.push(built_in(format!("{}, <integral>", takes.text()), 0));
                }
            }
            (_, [left, right]) => {
                mistake.notes.extend(self.built_in_infix(operator, *left, *right)?);
                if let Some(rewritten) = self.rewritten(operator) {
                    mistake.notes.extend(self.rewritten_notes(operator, rewritten, *left, *right)?);
                }
            }
            _ => return None,
        }
        if let Some(place) = self.place_behind_candidates(operands, candidates)? {
            let of_built_in = mistake.notes.iter_mut().filter(|note| note.number == BUILT_IN_PARAMETER);
            of_built_in.for_each(|note| note.at = place);
        }
        Some(mistake)
    }

    /// Whether it is known of each function of an operator that it does not take two operands of unlike classes.
    fn takes_no_operands(&self, operands: &[NodeId], candidates: &[Candidate<'db>]) -> bool {
        let db = self.db();
        let [left, right] = *operands else { return false };
        let class = |node: NodeId| self.node(node).ty.as_class(db);
        let is_unlike = match (class(left), class(right)) {
            (Some(a), Some(b)) => a != b && matches!(self.sema.distance_to_base(b, a), Ok(None)),
            _ => true,
        };
        let is_member = |it: &Candidate<'db>| {
            self.sema.class_around(it.symbol).is_some()
                && !self.sema.decl(it.symbol.decl).specifiers.is_friend
        };
        let (members, free): (Vec<_>, Vec<_>) = candidates.iter().copied().partition(is_member);
        is_unlike && self.none_matches(&members, &[right], &[]) && self.none_matches(&free, operands, &[])
    }

    /// The notes on the built-in infix operators that do not take two operands.
    pub(super) fn built_in_infix(&self, operator: &str, left: NodeId, right: NodeId) -> Option<Vec<Note>> {
        let db = self.db();
        let operands = [left, right];
        let built_in = |parameters: String, index: usize| built_in_note(operator, parameters, index);
        let mut all = Vec::new();
        let patterns = INFIX.iter().find(|(operators, _)| operators.contains(&operator))?.1;
        // A null pointer constant is no pointer.
        let may_be_pointer =
            |node: NodeId| !matches!(self.node(node).ty.unqualified(db).kind(db), Kind::Builtin(_));
        let has_pointer = may_be_pointer(left) && self.takes(Takes::Pointer, left)?
            || may_be_pointer(right) && self.takes(Takes::Pointer, right)?;
        let enumerations: Vec<Ty<'db>> = operands
            .iter()
            .map(|node| self.node(*node).ty.unqualified(db))
            .filter(|ty| ty.as_enum(db).is_some())
            .collect();
        let is_relation = matches!(operator, "<" | ">" | "<=" | ">=" | "<=>");
        let is_comparison = is_relation || matches!(operator, "==" | "!=");
        let enum_notes = |notes: &mut Vec<Note>| -> Option<()> {
            let mut seen: Vec<Ty<'db>> = Vec::new();
            for ty in &enumerations {
                if seen.contains(ty) {
                    continue;
                }
                seen.push(*ty);
                let index = operands.iter().position(|it| self.node(*it).ty.unqualified(db) != *ty)?;
                notes.push(built_in("<enum>, <enum>".to_owned(), index));
            }
            Some(())
        };
        for [first, second] in patterns {
            let needs_pointer =
                matches!((first, second), (Takes::Pointer, Takes::Pointer) | (Takes::Object, Takes::Object));
            if needs_pointer && !has_pointer {
                continue;
            }
            if *first == Takes::Null && is_relation {
                enum_notes(&mut all)?;
            }
            let index = match (self.takes(*first, left)?, self.takes(*second, right)?) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => return None,
            };
            all.push(built_in(format!("{}, {}", first.text(), second.text()), index));
        }
        if is_comparison && !is_relation {
            enum_notes(&mut all)?;
        }
        Some(all)
    }

    /// The operator that a comparison is rewritten to ([over.match.oper]/3.4).
    pub(crate) fn rewritten(&self, operator: &str) -> Option<&'static str> {
        if self.sema.dialect.standard < asunder_syntax::Standard::Cpp20 {
            return None;
        }
        match operator {
            "==" | "!=" => Some("=="),
            "<" | ">" | "<=" | ">=" => Some("<=>"),
            _ => None,
        }
    }

    /// The notes on what a comparison could be rewritten to. `None` where their order is not known.
    fn rewritten_notes(
        &self,
        operator: &str,
        rewritten: &'static str,
        left: NodeId,
        right: NodeId,
    ) -> Option<Vec<Note>> {
        let candidates = |operands: &[NodeId]| self.operator_candidates(rewritten, operands).ok();
        let is_member = |it: &Candidate<'db>| {
            self.sema.class_around(it.symbol).is_some()
                && !self.sema.decl(it.symbol.decl).specifiers.is_friend
        };
        let (own, other) = (candidates(&[left, right])?, candidates(&[right, left])?);
        let is_same = self.node(left).ty.unqualified(self.db()) == self.node(right).ty.unqualified(self.db());
        let reversed: Vec<Candidate<'db>> =
            other.into_iter().filter(|it| !is_same && is_member(it)).collect();
        if operator == rewritten {
            return self.operator_notes(&[right, left], &reversed);
        }
        if !reversed.is_empty() {
            return None;
        }
        let mut notes = self.operator_notes(&[left, right], &own)?;
        notes.extend(self.built_in_infix(rewritten, left, right)?);
        Some(notes)
    }

    /// Whether no function takes the operands of a comparison that is rewritten to another operator, in either order.
    pub(crate) fn has_no_rewritten(&self, rewritten: &'static str, operands: [NodeId; 2]) -> bool {
        let all: Vec<Operand<'db>> = operands.iter().map(|node| self.operand(*node)).collect();
        let fails = |order: [usize; 2]| {
            let nodes = [operands[order[0]], operands[order[1]]];
            let Ok(candidates) = self.operator_candidates(rewritten, &nodes) else { return false };
            let found = self.sema.choose(
                &candidates,
                Some(&all[order[0]]),
                &all[order[1]..=order[1]],
                &How::operator(),
            );
            candidates.is_empty() || matches!(found, Resolution::None)
        };
        // A defaulted `<=>` declares `==`, too ([class.compare.default]/4).
        let declares_equality = |nodes: [NodeId; 2]| {
            rewritten == "=="
                && self.operator_candidates("<=>", &nodes).map_or(true, |candidates| !candidates.is_empty())
        };
        let [left, right] = operands;
        !declares_equality([left, right])
            && !declares_equality([right, left])
            && fails([0, 1])
            && fails([1, 0])
    }

    /// Whether a parameter of a built-in operator takes a node, by a conversion function where it has a class.
    fn takes(&self, takes: Takes, node: NodeId) -> Option<bool> {
        let db = self.db();
        let ty = self.node(node).ty;
        let Some(class) = ty.as_class(db) else {
            let is_null = takes == Takes::Pointer && self.valued(node).null;
            return Some(is_null || self.takes_type(takes, ty.decayed(db)));
        };
        if let Some(pointer) = self.sema.pointer_of_closure(class) {
            return Some(pointer.is_some_and(|pointer| self.takes_type(takes, pointer)));
        }
        // Assignments change the operand itself.
        let changes = matches!(takes, Takes::Arithmetic | Takes::NonBoolArithmetic | Takes::Integral);
        for symbol in self.sema.conversion_functions(class) {
            let signature = self.sema.signature(symbol)?;
            let result = self.sema.result_of(symbol, &signature);
            let is_open = result.absorbs(db) || matches!(result.kind(db), Kind::Auto | Kind::DecltypeAuto);
            if self.sema.is_function_template(symbol.decl) || is_open {
                return None;
            }
            let is_reference = matches!(result.kind(db), Kind::Reference(..));
            // Operators of pointers to members are not followed.
            if takes == Takes::Pointer && matches!(result.referred(db).kind(db), Kind::MemberPointer(..)) {
                return None;
            }
            match (changes, is_reference) {
                (true, true) => return None,
                (true, false) => continue,
                (false, _) => {}
            }
            let is_explicit = self.sema.is_explicit(symbol)?;
            if is_explicit && takes != Takes::Bool {
                continue;
            }
            if self.takes_type(takes, result.referred(db).decayed(db)) {
                return Some(true);
            }
        }
        Some(false)
    }

    fn takes_type(&self, takes: Takes, ty: Ty<'db>) -> bool {
        let db = self.db();
        let pointee = ty.pointee(db);
        let is_function = pointee.is_some_and(|to| to.as_function(db).is_some());
        let is_void = pointee.is_some_and(|to| to.is_void(db));
        let unscoped = ty.as_enum(db).is_some_and(|decl| !self.sema.is_scoped(decl));
        let builtin = ty.as_builtin(db);
        let arithmetic = builtin.is_some_and(|it| asunder_types::arithmetic_result(it, it).is_some());
        let integral = builtin.is_some_and(asunder_types::is_integral);
        match takes {
            Takes::Arithmetic => arithmetic,
            Takes::NonBoolArithmetic => arithmetic && builtin != Some(Builtin::Bool),
            Takes::PromotedArithmetic => arithmetic || unscoped,
            Takes::Integral => integral,
            Takes::PromotedIntegral | Takes::Difference => integral || unscoped,
            Takes::Object => pointee.is_some() && !is_function && !is_void,
            Takes::Pointer => pointee.is_some(),
            Takes::Function => is_function,
            Takes::Bool => {
                arithmetic
                    || unscoped
                    || pointee.is_some()
                    || builtin == Some(Builtin::NullPtr)
                    || matches!(ty.kind(db), Kind::MemberPointer(..))
            }
            Takes::Null => builtin == Some(Builtin::NullPtr),
        }
    }

    /// The notes on operator functions that do not match, the last declared first.
    pub(super) fn operator_notes(
        &self,
        operands: &[NodeId],
        candidates: &[Candidate<'db>],
    ) -> Option<Vec<Note>> {
        let mut members = Vec::new();
        let mut free = Vec::new();
        for candidate in candidates {
            match self.sema.class_around(candidate.symbol) {
                Some(_) if !self.sema.decl(candidate.symbol.decl).specifiers.is_friend => {
                    members.push(*candidate)
                }
                _ => free.push(*candidate),
            }
        }
        let is_template = |it: &Candidate<'db>| self.sema.is_function_template(it.symbol.decl);
        if self.is_untold && candidates.iter().any(is_template) {
            let functions: Vec<Candidate<'db>> = candidates.to_vec();
            let all_plain = operands.iter().all(|node| self.is_plain(&functions, *node));
            return all_plain.then(Vec::new);
        }
        let is_understood = |node: &NodeId| {
            let class = self.node(*node).ty.as_class(self.db());
            let is_declared = |class: asunder_types::Class<'db>| {
                matches!(class.origin(self.db()), asunder_types::Origin::Decl(_))
                    && self.sema.definition(class).is_some()
            };
            class.is_some_and(is_declared) || self.is_plain(candidates, *node)
        };
        if candidates.iter().any(is_template) && !operands.iter().all(is_understood) {
            return None;
        }
        let mut notes = Vec::new();
        let is_overloaded = members.len() > 1 || self.leaves_copy_implicit(&members);
        // There is no note on those that only the qualifiers of the object prevent.
        let object = *operands.first()?;
        let of = (Some((object, false)), self.node(object).ty);
        members.retain(|it| !self.is_prevented(*it, of, &operands[1..], &[]));
        notes.extend(self.explicit_notes(&members, is_overloaded, &operands[1..], &[])?);
        if !free.is_empty() {
            notes.extend(self.candidate_notes(&free, operands)?);
        }
        Some(notes)
    }

    // ---- other operands

    /// Infix operators whose operands have no class: what is wrong with them.
    pub(crate) fn check_built_in(&mut self, id: ExprId, operator: &'static str, lhs: NodeId, rhs: NodeId) {
        let db = self.db();
        if !self.is_known(lhs) || !self.is_known(rhs) {
            return;
        }
        let (a, b) = (self.node(lhs).ty.decayed(db), self.node(rhs).ty.decayed(db));
        let is_scoped = |ty: Ty<'db>| ty.as_enum(db).is_some_and(|decl| self.sema.is_scoped(decl));
        let is_class = |ty: Ty<'db>| ty.as_class(db).is_some();
        if is_class(a) || is_class(b) || is_scoped(a) || is_scoped(b) {
            return;
        }
        let simple =
            |ty: Ty<'db>| ty.as_builtin(db).is_some() || ty.pointee(db).is_some() || ty.as_enum(db).is_some();
        if !simple(a) || !simple(b) {
            return;
        }
        // Enumerations may have operators of their own.
        if a.as_enum(db).is_some() || b.as_enum(db).is_some() {
            if let Ok(candidates) = self.operator_candidates(operator, &[lhs, rhs]) {
                self.check_operator(id, operator, Position::Infix, &[lhs, rhs], &candidates);
            }
            return;
        }
        let arithmetic = [a, b].map(|ty| self.takes_type(Takes::PromotedArithmetic, ty));
        let integral = [a, b].map(|ty| self.takes_type(Takes::PromotedIntegral, ty));
        let pointer = |ty: Ty<'db>| ty.pointee(db).is_some();
        match operator {
            "%" | "&" | "|" | "^" | "<<" | ">>" => {
                for (node, fits) in [lhs, rhs].into_iter().zip(integral) {
                    if !fits {
                        self.met_at_start(NOT_INTEGRAL, node);
                    }
                }
            }
            "*" | "/" => {
                for (node, fits) in [lhs, rhs].into_iter().zip(arithmetic) {
                    if !fits {
                        self.met_at_start(NOT_ARITHMETIC, node);
                    }
                }
            }
            "+" | "-" => match (pointer(a), pointer(b)) {
                (true, true) if operator == "-" => self.met_incompatible(id, lhs, rhs),
                (true, _) => {
                    if !integral[1] {
                        self.met_at_start(NOT_INTEGRAL, rhs);
                    }
                }
                (false, true) if arithmetic[0] && operator == "+" => {
                    // The pointer is what the other operand does not go with.
                    if !integral[0] {
                        self.met_at_start(NOT_ARITHMETIC, rhs);
                    }
                }
                _ => {
                    if !arithmetic[0] && !pointer(a) {
                        if let Some(ty) = self.type_of_value_argument(lhs) {
                            let at = self.start_of(lhs);
                            self.met(Mistake::new(NOT_ARITHMETIC_OR_POINTER, vec![ty]), at);
                        }
                    } else if !arithmetic[1] {
                        self.met_at_start(NOT_ARITHMETIC, rhs);
                    }
                }
            },
            "==" | "!="
                if [(a, rhs, arithmetic[1]), (b, lhs, arithmetic[0])].iter().any(
                    |(ty, other, is_number)| {
                        let is_null = ty.as_builtin(db) == Some(Builtin::NullPtr);
                        is_null && *is_number && !self.valued(*other).null
                    },
                ) =>
            {
                self.met_incompatible(id, lhs, rhs);
            }
            "==" | "!=" | "<" | ">" | "<=" | ">="
                if (pointer(a) || arithmetic[0])
                    && (pointer(b) || arithmetic[1])
                    && (pointer(a) || pointer(b)) =>
            {
                let is_equality = matches!(operator, "==" | "!=");
                if !(is_equality && (self.is_null_truth(lhs) || self.is_null_truth(rhs))) {
                    self.met_incompatible(id, lhs, rhs);
                }
            }
            _ => {}
        }
    }

    /// `a += b` and its like on operands that have no class.
    pub(crate) fn check_compound(&mut self, id: ExprId, operator: &str, lhs: NodeId, rhs: NodeId) {
        let db = self.db();
        if !self.is_known(lhs) || !self.is_known(rhs) {
            return;
        }
        let (a, b) = (self.node(lhs).ty.decayed(db), self.node(rhs).ty.decayed(db));
        if a.as_class(db).is_some() || b.as_class(db).is_some() {
            return;
        }
        if a.as_enum(db).is_some() {
            self.met_plain(ENUMERATION, At::Point(id));
            return;
        }
        let simple =
            |ty: Ty<'db>| ty.as_builtin(db).is_some() || ty.pointee(db).is_some() || ty.as_enum(db).is_some();
        if !simple(a) || !simple(b) {
            return;
        }
        let arithmetic = |ty| self.takes_type(Takes::PromotedArithmetic, ty);
        let integral = |ty| self.takes_type(Takes::PromotedIntegral, ty);
        let is_pointer = a.pointee(db).is_some();
        let (number, node) = match operator {
            "+=" | "-=" if is_pointer && !integral(b) => (NOT_INTEGRAL, rhs),
            "+=" | "-=" if is_pointer => {
                self.check_moved_pointer(lhs, id);
                return;
            }
            "+=" | "-=" | "*=" | "/=" if !arithmetic(a) => (NOT_ARITHMETIC, lhs),
            "+=" | "-=" | "*=" | "/=" if !arithmetic(b) => (NOT_ARITHMETIC, rhs),
            "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" if !integral(a) => (NOT_INTEGRAL, lhs),
            "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" if !integral(b) => (NOT_INTEGRAL, rhs),
            _ => return,
        };
        self.met_at_start(number, node);
    }

    pub(crate) fn met_at_start(&mut self, number: u16, node: NodeId) {
        let at = self.start_of(node);
        self.met_plain(number, at);
    }

    /// "operand types are incompatible".
    pub(crate) fn met_incompatible(&mut self, id: ExprId, lhs: NodeId, rhs: NodeId) {
        if let (Some(a), Some(b)) = (self.type_of_value_argument(lhs), self.type_of_value_argument(rhs)) {
            self.met(Mistake::new(INCOMPATIBLE, vec![a, b]), At::Point(id));
        }
    }

    /// The branches of `?:` that have no common type.
    pub(crate) fn check_branches(&mut self, then: ExprId, otherwise: ExprId, a: NodeId, b: NodeId) {
        if !self.is_known(a) || !self.is_known(b) {
            return;
        }
        for node in [a, b] {
            let ty = self.node(node).ty;
            if !self.is_known_class(ty) {
                return;
            }
        }
        if let (Some(x), Some(y)) = (self.type_of_value_argument(a), self.type_of_value_argument(b)) {
            self.met_at(Mistake::new(INCOMPATIBLE, vec![x, y]), MetAt::Colon(then, otherwise));
        }
    }

    /// `*e` of what is not a pointer.
    pub(crate) fn check_dereferenced(&mut self, node: NodeId) {
        let db = self.db();
        if !self.is_known(node) {
            return;
        }
        let ty = self.node(node).ty;
        if (ty.as_builtin(db).is_some() || ty.as_enum(db).is_some())
            && let Some(text) = self.type_of_value_argument(node)
        {
            let at = self.start_of(node);
            self.met(Mistake::new(NOT_A_POINTER, vec![text]), at);
        }
    }

    /// A pointer to `void`: `*p`.
    pub(crate) fn check_object_pointer(&mut self, pointer: NodeId) -> bool {
        let db = self.db();
        let Some(to) = self.node(pointer).ty.decayed(db).pointee(db) else { return false };
        if to.is_void(db) && self.is_known(pointer) {
            self.met_incomplete_object(pointer);
            return true;
        }
        false
    }

    /// A pointer to what has no size, where the place of another object depends on that: `p++`, `p[0]`, `1 + p`. True
    /// if it is.
    pub(crate) fn check_sized_pointer(&mut self, pointer: NodeId) -> bool {
        let is_unsized = self.is_known(pointer) && self.points_nowhere(pointer);
        if is_unsized {
            self.met_incomplete_object(pointer);
        }
        is_unsized
    }

    /// A pointer to what has no size: left to the instances of a template, where the type is complete at the end of the unit.
    fn met_incomplete_object(&mut self, pointer: NodeId) {
        let is_instance = self.in_instance && !self.is_substituting();
        if self.unevaluated > 0 || !self.in_template && !is_instance {
            self.met_at_start(INCOMPLETE_OBJECT, pointer);
        }
    }

    /// `p + n`, `p - n` and the like, at the operator: objects without a type count as bytes, in GNU's dialect.
    pub(crate) fn check_moved_pointer(&mut self, pointer: NodeId, id: ExprId) {
        let db = self.db();
        let to = self.node(pointer).ty.decayed(db).pointee(db);
        if to.is_some_and(|to| to.is_void(db) || to.as_function(db).is_some()) {
            if self.is_known(pointer) {
                self.met_plain(VOID_ARITHMETIC, At::Point(id));
            }
        } else {
            self.check_sized_pointer(pointer);
        }
    }

    /// `a[i]` of what is not a pointer, or with what is not a number. True if the pointer points to what has no size.
    pub(crate) fn check_subscript(&mut self, base: NodeId, index: NodeId) -> bool {
        let db = self.db();
        if !self.is_known(base) || !self.is_known(index) {
            return false;
        }
        let (a, b) = (self.node(base).ty.decayed(db), self.node(index).ty.decayed(db));
        let simple =
            |ty: Ty<'db>| ty.as_builtin(db).is_some() || ty.as_enum(db).is_some() || ty.pointee(db).is_some();
        if !simple(a) || !simple(b) {
            return false;
        }
        let is_integral = |ty: Ty<'db>| {
            let is_scoped = ty.as_enum(db).is_some_and(|decl| self.sema.is_scoped(decl));
            is_scoped || self.takes_type(Takes::PromotedIntegral, ty)
        };
        // `1[p]`: behind an integer the pointer is expected.
        let (pointer, of_pointer, number, of_number) = match a.pointee(db).is_none() && is_integral(a) {
            true => (index, b, base, a),
            false => (base, a, index, b),
        };
        let (is_pointer, is_number) = (of_pointer.pointee(db).is_some(), is_integral(of_number));
        if !is_pointer && let Some(text) = self.type_of_value_argument(pointer) {
            let at = self.start_of(pointer);
            self.met(Mistake::new(NOT_AN_OBJECT_POINTER, vec![text]), at);
        }
        if !is_number {
            self.met_at_start(NOT_INTEGRAL, number);
        }
        is_pointer && is_number && self.check_sized_pointer(pointer)
    }

    /// `-e`, `+e`, `~e` of what has no arithmetic type.
    pub(crate) fn check_unary(&mut self, operator: &str, node: NodeId) {
        let db = self.db();
        if !self.is_known(node) {
            return;
        }
        let ty = self.node(node).ty.decayed(db);
        let is_scoped = ty.as_enum(db).is_some_and(|decl| self.sema.is_scoped(decl));
        if ty.as_class(db).is_some()
            || is_scoped
            || !(ty.as_builtin(db).is_some() || ty.pointee(db).is_some())
        {
            return;
        }
        match operator {
            "~" if !self.takes_type(Takes::PromotedIntegral, ty) => self.met_at_start(NOT_INTEGRAL, node),
            "-" if !self.takes_type(Takes::PromotedArithmetic, ty) => self.met_at_start(NOT_ARITHMETIC, node),
            _ => {}
        }
    }

    /// `++e`, `e--` of what has no such operator.
    pub(crate) fn check_step(&mut self, id: ExprId, operator: &str, node: NodeId) -> bool {
        let db = self.db();
        if !self.is_known(node) {
            return false;
        }
        let ty = self.node(node).ty;
        if ty.as_enum(db).is_some() {
            self.met_plain(ENUMERATION, At::Point(id));
        } else if ty.as_builtin(db) == Some(Builtin::Bool) && operator == "--" {
            self.met_at_start(BOOL, node);
        } else {
            return self.check_sized_pointer(node);
        }
        true
    }

    /// `&e` of an object that is no lvalue. True if it has an address all the same: the reference takes that of a temporary
    /// object of class type, with a warning.
    pub(crate) fn check_address(&mut self, id: ExprId, operand: ExprId, node: NodeId) -> bool {
        let it = self.node(node);
        let is_element = matches!(it.what, What::Op("subscript"));
        if it.category == Category::Lvalue || it.category == Category::Xvalue && is_element {
            return true;
        }
        let is_class = it.ty.as_class(self.db()).is_some();
        let is_temporary = is_class && it.category == Category::Prvalue && self.is_made_object(operand, node);
        let may_be_called = || !self.operator_candidates("&", &[node]).is_ok_and(|all| all.is_empty());
        if self.is_known(node) && !(is_class && may_be_called()) {
            match is_temporary {
                true => self.met_plain(TEMPORARY_ADDRESS, At::Point(id)),
                false => self.met_at_start(NO_ADDRESS, node),
            }
        }
        is_temporary
    }

    /// Whether an operand of class type makes an object in the eyes of the reference: closures, aggregates in braces and
    /// commas do not.
    fn is_made_object(&self, operand: ExprId, node: NodeId) -> bool {
        let mut at = operand;
        while let Expr::Paren(inner) = self.body[at] {
            at = inner;
        }
        match &self.body[at] {
            Expr::Lambda(..) | Expr::Binary(",", ..) => false,
            Expr::Construct(_, Args::Brace(_)) => {
                !self.node(node).ty.as_class(self.db()).is_some_and(|class| self.sema.is_aggregate(class))
            }
            _ => true,
        }
    }

    /// A condition that does not become `bool`.
    pub(crate) fn check_condition(&mut self, node: NodeId) {
        let db = self.db();
        if !self.is_known(node) {
            return;
        }
        if self.check_ambiguous_function(node, None) {
            return;
        }
        let ty = self.node(node).ty;
        let is_scoped = ty.as_enum(db).is_some_and(|decl| self.sema.is_scoped(decl));
        let no_class = ty.as_class(db).is_some()
            && self.is_known_class(ty)
            && self.takes(Takes::Bool, node) == Some(false);
        if ty.is_void(db) || is_scoped || no_class {
            self.met_at_start(NOT_BOOL, node);
        }
    }

    /// The condition of a `switch`.
    pub(crate) fn check_switched(&mut self, node: NodeId) {
        let db = self.db();
        if !self.is_known(node) {
            return;
        }
        let ty = self.node(node).ty.decayed(db);
        let is_integral =
            ty.as_enum(db).is_some() || ty.as_builtin(db).is_some_and(asunder_types::is_integral);
        let converts = ty.as_class(db).is_some()
            && !(self.is_known_class(ty)
                && self.takes(Takes::Integral, node) == Some(false)
                && self.takes(Takes::PromotedIntegral, node) == Some(false));
        if !is_integral
            && !converts
            && (ty.as_class(db).is_some() || ty.as_builtin(db).is_some() || ty.pointee(db).is_some())
        {
            self.met_at_start(NOT_INTEGRAL_OR_ENUM, node);
        }
    }

    /// Whether a node is an operand of a class or a scoped enumeration.
    pub(crate) fn is_of_class_or_scoped(&self, node: NodeId) -> bool {
        let ty = self.node(node).ty;
        let db = self.db();
        ty.as_class(db).is_some() || ty.as_enum(db).is_some_and(|decl| self.sema.is_scoped(decl))
    }

    /// Whether a node is a list or a name of functions.
    pub(crate) fn is_unsettled(&self, node: NodeId) -> bool {
        matches!(self.node(node).what, What::Functions | What::List)
    }
}

impl<'db> Infer<'_, 'db> {
    // ---- operators that no function means

    /// An infix operator with an operand of a class or a scoped enumeration. True if it is reported.
    pub(crate) fn check_infix(
        &mut self,
        id: ExprId,
        operator: &'static str,
        lhs: NodeId,
        rhs: NodeId,
    ) -> bool {
        let db = self.db();
        if matches!(operator, "," | ".*" | "->*") || self.is_unsettled(lhs) || self.is_unsettled(rhs) {
            return false;
        }
        let (left, right) = (self.is_of_class_or_scoped(lhs), self.is_of_class_or_scoped(rhs));
        let is_assignment = operator.ends_with('=') && !matches!(operator, "==" | "!=" | "<=" | ">=");
        let left_class = self.node(lhs).ty.as_class(db).is_some();
        // Functions that take the operands in the other order are not followed.
        if operator == "<=>" && right {
            return false;
        }
        if !(left || right) || operator == "=" && !left_class {
            return false;
        }
        // What becomes an object of the class is assigned by the assignment that nobody declares.
        if operator == "=" {
            let to = self.node(lhs).ty.unqualified(db);
            let is_taken =
                || !matches!(self.sema.implicit(&self.operand(rhs), to, true), crate::convert::Ics::No);
            if !self.assigns_to_constant(lhs, rhs) && is_taken() {
                return false;
            }
        }
        if let Some(rewritten) = self.rewritten(operator)
            && !self.has_no_rewritten(rewritten, [lhs, rhs])
        {
            self.check_deleted_comparison(id, rewritten, [lhs, rhs]);
            return false;
        }
        let before = self.out.mistakes.len();
        if matches!(operator, "&&" | "||") && !left_class && self.node(rhs).ty.as_class(db).is_none() {
            for node in [lhs, rhs] {
                self.check_condition(node);
            }
        } else if is_assignment && !left_class && self.node(lhs).ty.as_enum(db).is_some() {
            self.check_compound(id, operator, lhs, rhs);
        } else if left
            && right
            && !left_class
            && self.node(lhs).ty.unqualified(db) == self.node(rhs).ty.unqualified(db)
            && matches!(operator, "==" | "!=" | "<" | ">" | "<=" | ">=")
        {
            return false;
        } else if let Ok(candidates) = self.operator_candidates(operator, &[lhs, rhs]) {
            self.check_operator(id, operator, Position::Infix, &[lhs, rhs], &candidates);
        }
        self.out.mistakes.len() > before
    }

    /// The function that a comparison is rewritten to, where it is deleted.
    fn check_deleted_comparison(&mut self, id: ExprId, rewritten: &'static str, operands: [NodeId; 2]) {
        let Ok(candidates) = self.operator_candidates(rewritten, &operands) else { return };
        let [left, right] = operands.map(|node| self.operand(node));
        let chosen = self.sema.choose(&candidates, Some(&left), &[right], &crate::overload::How::operator());
        if let crate::overload::Resolution::Best(chosen) = chosen {
            self.check_deleted_function(chosen.symbol, MetAt::Node(At::Point(id)));
        }
    }

    /// A prefix operator that no function means.
    pub(crate) fn check_prefix_operator(&mut self, id: ExprId, operator: &'static str, node: NodeId) {
        if self.is_unsettled(node) {
            return;
        }
        if !self.is_of_class_or_scoped(node) {
            match operator {
                "*" => self.check_dereferenced(node),
                _ => self.check_unary(operator, node),
            }
            return;
        }
        if let Ok(candidates) = self.operator_candidates(operator, &[node]) {
            self.check_operator(id, operator, Position::Prefix, &[node], &candidates);
        }
    }

    /// `e++` and `e--` that no function means, with the number that such a function takes.
    pub(crate) fn check_postfix_operator(&mut self, id: ExprId, operator: &'static str, operands: &[NodeId]) {
        let is_class = |node: &NodeId| self.node(*node).ty.as_class(self.db()).is_some();
        if operands.iter().any(|node| self.is_unsettled(*node)) || !operands.first().is_some_and(is_class) {
            return;
        }
        if let Ok(candidates) = self.operator_candidates(operator, operands) {
            self.check_operator(id, operator, Position::Postfix, operands, &candidates);
        }
    }

    /// `a[i]` that no function means.
    pub(crate) fn check_subscript_operator(&mut self, id: ExprId, operands: &[NodeId]) {
        if operands.iter().any(|node| self.is_unsettled(*node)) {
            return;
        }
        if let Ok(candidates) = self.operator_candidates("[]", operands) {
            self.check_operator(id, "[]", Position::Subscript, operands, &candidates);
        }
    }

    /// Whether one of two types is floating.
    pub(crate) fn has_floating(&self, a: Ty<'db>, b: Ty<'db>) -> bool {
        let floating = |ty: Ty<'db>| ty.as_builtin(self.db()).is_some_and(asunder_types::is_floating);
        floating(a) || floating(b)
    }
}
