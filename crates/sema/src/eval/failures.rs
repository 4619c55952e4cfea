//! Why something is not a constant: the reference's notes.

use asunder_hir::body::StmtId;
use asunder_syntax::TextSize;

use super::{Frame, Machine, notes};
use crate::finding::{Argument, Note, Place};
use crate::infer::{At, NodeId, What};

/// Why an evaluation ends without a value.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// It is not a constant.
    Not(Box<Failure>),
    /// It is not known.
    Unknown,
}

/// Why something is not a constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    /// The reason and where it was met, with the calls that led there.
    pub(crate) notes: Vec<Note>,
    /// What the reference reports itself, without notes: its message and its place. Divisions by zero, temporaries of
    /// types that are not literal ones.
    pub(crate) alone: Option<(u16, At)>,
    /// Only the limits of the host pass are exceeded.
    pub(crate) host_only: bool,
}

/// A place in code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Where {
    /// That of what is evaluated.
    Here,
    /// That of its outermost operation.
    Root,
    /// None.
    Nowhere,
    /// A node's, in a body of an item.
    Node(u32, u32, At),
    /// The start of a statement.
    StartOf(u32, u32, StmtId),
    /// The end of a block.
    EndOf(u32, u32, StmtId),
}

impl<'m, 'db> Machine<'m, 'db> {
    /// The place of a node.
    pub(super) fn place_of_node(&self, frame: &Frame<'m, 'db>, node: NodeId) -> Where {
        let at = frame.code.tree().nodes[node.0 as usize].at;
        match at {
            At::None => Where::Here,
            // Of an expression without places only the start is known.
            At::Start(expr) | At::Point(expr) if frame.code.is_first_of_written(expr) => Where::Here,
            at => Where::Node(frame.code.item, frame.code.index, at),
        }
    }

    /// The leftmost place of a node.
    pub(super) fn start_of_node(&self, frame: &Frame<'m, 'db>, node: NodeId) -> Where {
        let it = self.node(frame, node);
        let at = match (it.parentheses, it.at) {
            (Some(parentheses), _) => At::Start(parentheses),
            (None, At::Point(expr) | At::Start(expr) | At::Tail(expr, _)) => At::Start(expr),
            (None, At::None) => return Where::Here,
        };
        if let At::Start(expr) = at
            && frame.code.is_first_of_written(expr)
        {
            return Where::Here;
        }
        Where::Node(frame.code.item, frame.code.index, at)
    }

    /// Notes where the outermost operation is: of a call its start.
    pub(super) fn set_origin(&mut self, frame: &Frame<'m, 'db>, node: NodeId) {
        let mut node = node;
        loop {
            let it = self.node(frame, node);
            match (&it.what, it.operands.as_slice()) {
                (What::Op("cast" | "bool_cast"), [operand]) if it.flags.implicit => node = *operand,
                (What::Op("call" | "dot_member_call" | "points_to_member_call"), _)
                | (What::Constant(_), _) => {
                    return;
                }
                _ => break,
            }
        }
        self.origin = self.place_of_node(frame, node);
    }

    /// Not a constant, because of what a node does.
    pub(super) fn failure(
        &self,
        frame: &Frame<'m, 'db>,
        node: NodeId,
        number: u16,
        arguments: Vec<Argument>,
    ) -> Stop {
        self.failure_at(number, arguments, self.place_of_node(frame, node))
    }

    pub(super) fn failure_at(&self, number: u16, arguments: Vec<Argument>, at: Where) -> Stop {
        let mut notes = Vec::new();
        let Some(place) = self.resolved(at) else { return Stop::Unknown };
        notes.push(Note { number, arguments, at: place });
        if !matches!(at, Where::Here | Where::Root | Where::Nowhere) {
            for call in self.calls.iter().skip(1).rev() {
                let Some(place) = self.resolved(*call) else { return Stop::Unknown };
                notes.push(Note { number: notes::CALLED_FROM, arguments: Vec::new(), at: place });
            }
        }
        Stop::Not(Box::new(Failure { notes, alone: None, host_only: false }))
    }

    /// What `new` made is not deleted.
    pub(super) fn leak(&self, first: u32) -> Stop {
        // A destructor that did not run would have deleted it.
        if self.has_dropped {
            return Stop::Unknown;
        }
        let count = Argument::Number(self.heap.len() as i64);
        let Stop::Not(mut failure) = self.failure_at(notes::NOT_DEALLOCATED, vec![count], Where::Here) else {
            return Stop::Unknown;
        };
        match self.allocation_note(first) {
            Some(note) => failure.notes.push(note),
            None => return Stop::Unknown,
        }
        Stop::Not(failure)
    }

    /// Where an object of `new` was made.
    pub(super) fn allocation_note(&self, object: u32) -> Option<Note> {
        let at = self.resolved(self.objects[object as usize].allocated?.1)?;
        Some(Note { number: notes::ALLOCATED_HERE, arguments: Vec::new(), at })
    }

    /// A place as a byte of an item.
    pub(super) fn resolved(&self, at: Where) -> Option<Place> {
        let at = if at == Where::Root { self.origin } else { at };
        let (item, index) = match at {
            Where::Here | Where::Root => return Some(Place::Here),
            Where::Nowhere => return Some(Place::Nowhere),
            Where::Node(item, index, _) | Where::StartOf(item, index, _) | Where::EndOf(item, index, _) => {
                (item, index)
            }
        };
        let map = asunder_hir::source_map(self.sema.db, self.sema.names().item_text(item));
        let places = map.bodies.get(index as usize)?;
        let offset = match at {
            Where::Here | Where::Root | Where::Nowhere => return None,
            Where::Node(_, _, At::Start(expr)) => places.exprs.get(expr.0 as usize)?.range.start(),
            Where::Node(_, _, At::Point(expr)) => places.exprs.get(expr.0 as usize)?.at,
            Where::Node(_, _, At::Tail(expr, length)) => {
                places.exprs.get(expr.0 as usize)?.range.end() - TextSize::new(length)
            }
            Where::Node(_, _, At::None) => return None,
            Where::StartOf(_, _, stmt) => places.stmts.get(stmt.0 as usize)?.start(),
            Where::EndOf(_, _, block) => places.stmts.get(block.0 as usize)?.end() - TextSize::new(1),
        };
        Some(Place::In(item, offset))
    }
}
