//! The order of the code that a body becomes, as the reference's device pass goes through it: a call stands in front of its
//! object and its arguments, but behind those that are evaluated into temporaries first; the right operand of an assignment
//! stands in front of the left one.

use std::ops::Range;

use asunder_decls::written::DeclName;
use asunder_types::Kind;

use super::Walk;
use crate::infer::{Named, NodeId, What};

/// A part of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lowered {
    /// A call, a variable or a function of the typed tree.
    Node(NodeId),
    /// The call with this number among those that nobody wrote.
    Implied(u32),
    /// So many parts, from this number on among those that are in order.
    Ordered(u32, u32),
}

/// Parts of the code in order. An expression that is in order is one part of the expression around it: what stands deep
/// inside is not moved again.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// The parts of the expressions that are not finished, behind those of the finished statements.
    open: Vec<Lowered>,
    /// Those of the expressions that are in order, one expression behind the other.
    ordered: Vec<Lowered>,
}

impl Order {
    pub(super) fn push(&mut self, part: Lowered) {
        self.open.push(part);
    }

    /// How many parts there are: the place of the next one.
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// Makes one part of those from `start` on, in the order that `arrange` brings them into.
    fn arrange(&mut self, start: usize, arrange: impl FnOnce(&mut [Lowered])) {
        let count = self.open.len() - start;
        if count < 2 {
            return;
        }
        arrange(&mut self.open[start..]);
        let first = self.ordered.len() as u32;
        self.ordered.extend(self.open.drain(start..));
        self.open.push(Lowered::Ordered(first, count as u32));
    }

    /// Moves what stands behind `before` in front of what stands behind `start`.
    pub(super) fn put_in_front(&mut self, start: usize, before: usize) {
        self.arrange(start, |parts| parts.rotate_left(before - start));
    }

    /// The nodes and calls in order.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Lowered> {
        let mut open = vec![self.open.iter()];
        std::iter::from_fn(move || {
            while let Some(parts) = open.last_mut() {
                match parts.next() {
                    Some(&Lowered::Ordered(first, count)) => {
                        open.push(self.ordered[first as usize..][..count as usize].iter());
                    }
                    Some(&part) => return Some(part),
                    None => drop(open.pop()),
                }
            }
            None
        })
    }
}

/// Where the code of a callee, and of each of its arguments, stands.
pub(super) struct Parts {
    /// The ends of the parts, behind the start of the first one.
    ends: Vec<usize>,
}

impl Parts {
    pub(super) fn new(start: usize) -> Parts {
        Parts { ends: vec![start] }
    }

    pub(super) fn end(&mut self, end: usize) {
        self.ends.push(end);
    }

    fn start(&self) -> usize {
        self.ends[0]
    }

    fn last(&self) -> usize {
        self.ends[self.ends.len() - 1]
    }

    /// The part with this number: 0 is the callee.
    fn range(&self, number: usize) -> Range<usize> {
        self.ends[number]..self.ends[number + 1]
    }
}

/// What an argument is when the arguments of a call are put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    /// A constant, an address among them: the order does not touch it.
    Constant,
    /// An object that a reference is bound to which may change it: it keeps others from being constants, and its place.
    Changeable,
    /// Its value is a temporary if there is another one that is not a constant.
    Value,
}

impl Walk<'_, '_> {
    /// Puts a call in order whose callee and arguments have been walked; what is called stands behind them.
    pub(super) fn order_call(&mut self, node: NodeId, is_member: bool, parts: &Parts) {
        let tree = self.code.tree;
        let operands = &tree.nodes[node.0 as usize].operands;
        let (start, last) = (parts.start(), parts.last());
        if last == start {
            return;
        }
        let first = 1 + usize::from(is_member);
        let kinds: Vec<Argument> =
            operands.iter().skip(first).map(|argument| self.argument(*argument)).collect();
        let open = kinds.iter().filter(|kind| **kind != Argument::Constant).count();
        let is_ordered = match kinds.as_slice() {
            // Operators of assignment go from right to left ([expr.ass]/1).
            [only] if is_member => {
                *only == Argument::Value
                    && self.assigns(operands[0])
                    && !self.is_place(operands[1])
                    && !self.refers_to_place(operands[2])
            }
            _ => open > 1,
        };
        let is_first = |number: usize| {
            is_ordered && number >= first && kinds.get(number - first) == Some(&Argument::Value)
        };
        let numbers = 0..operands.len();
        self.found.lowered.arrange(start, |all| {
            let own = |number: usize| parts.range(number).map(|at| at - start);
            let first = numbers.clone().filter(|number| is_first(*number)).flat_map(own);
            let rest = numbers.clone().filter(|number| !is_first(*number)).flat_map(own);
            let order = first.chain(last - start..all.len()).chain(rest);
            let arranged: Vec<Lowered> = order.map(|at| all[at]).collect();
            all.copy_from_slice(&arranged);
        });
    }

    /// Whether a callee is an operator of assignment.
    fn assigns(&self, callee: NodeId) -> bool {
        let Some(Named::Symbol(symbol)) = self.code.tree.nodes[callee.0 as usize].named else { return false };
        match &self.sema().decl(symbol.decl).name {
            DeclName::Operator(spelling) => {
                spelling.ends_with('=') && !matches!(&**spelling, "==" | "!=" | "<=" | ">=")
            }
            _ => false,
        }
    }

    fn argument(&self, node: NodeId) -> Argument {
        let it = &self.code.tree.nodes[node.0 as usize];
        match (&it.what, it.operands.as_slice()) {
            _ if it.value.is_some() => Argument::Constant,
            (What::Constant(_) | What::String | What::Aggregate | What::Routine | What::Functions, _) => {
                Argument::Constant
            }
            (What::Op("address_of" | "array_to_pointer"), [of]) if self.is_place(*of) => Argument::Constant,
            (What::Op("reference_to"), [of]) if self.is_place(*of) => {
                let is_const = match it.ty.kind(self.sema().db) {
                    Kind::Reference(of, _) => of.qualifiers(self.sema().db).is_const,
                    _ => false,
                };
                if is_const { Argument::Value } else { Argument::Changeable }
            }
            (What::Op("cast" | "base_class_cast"), [of]) if !it.read => self.argument(*of),
            _ => Argument::Value,
        }
    }

    /// Whether a node binds a reference to a variable or a part of one.
    fn refers_to_place(&self, node: NodeId) -> bool {
        let it = &self.code.tree.nodes[node.0 as usize];
        matches!((&it.what, it.operands.as_slice()), (What::Op("reference_to"), [of]) if self.is_place(*of))
    }

    /// Whether a node names a variable or a part of one, whose place nothing has to be evaluated for.
    fn is_place(&self, node: NodeId) -> bool {
        let mut at = node;
        loop {
            let it = &self.code.tree.nodes[at.0 as usize];
            if it.read {
                return false;
            }
            at = match (&it.what, it.operands.as_slice()) {
                (What::Variable | What::String, _) => return true,
                (
                    What::Op(
                        "dot_field" | "lvalue_adjust" | "lvalue_cast" | "base_class_cast"
                        | "array_to_pointer",
                    ),
                    [of, ..],
                ) => *of,
                (What::Op("subscript"), [of, index]) if self.argument(*index) == Argument::Constant => *of,
                _ => return false,
            };
        }
    }
}
