//! The answers that a view keeps, and how far its questions go.
//!
//! An answer is the same whatever was queried before: a query that is answered from a table counts as much as one
//! that is answered anew. Recursion is bounded by memory, not by the thread's stack; a question that needs its own
//! answer has none ([`Names::remembered`]); what has no end is stopped as a whole.

use std::cell::{Cell, RefCell};
use std::hash::Hash;

use asunder_mangle::model::NameRef;
use rustc_hash::FxHashMap;

use crate::names::Names;
use crate::scope::template_arg_lists;

/// Questions about instances of templates inside one another beyond which the outermost has no answer. The reference
/// gives up where 200 instances wait for each other; what it makes step by step is a longer chain, and an instance
/// is more than one question.
const MAX_INSTANCES: u32 = 4_000;
/// Calls in a constant expression inside one another, as the reference counts them.
const MAX_CALLS: u32 = 256;
/// Statements that the value of one call may take, calls in it included. The reference's limit is of this size.
const MAX_STATEMENTS: u32 = 1_000_000;
/// Steps of one query; the steps of the queries that it makes count for those.
const MAX_STEPS: u32 = 1_000_000;
/// Steps inside one another that only recursion without an end reaches.
const MAX_DEPTH: u32 = 100_000;

/// Stack that a step may use, and what is added where less is left.
const RED_ZONE: usize = 192 * 1024;
const STACK_SEGMENT: usize = 4 * 1024 * 1024;

/// Answers by query.
pub(crate) struct Memo<K, V>(RefCell<FxHashMap<K, State<V>>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(RefCell::default())
    }
}

#[derive(Clone)]
enum State<V> {
    /// Being answered: its place among the open questions, from the outside in.
    Open(u32),
    Answered(V, Effort),
    /// It has no answer where no more than this may still be done; none anywhere without a bound.
    Stopped(Option<Effort>),
}

/// What a question is about, as far as it counts towards a limit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    /// A declaration.
    Plain,
    /// An instance of a template.
    Instance,
    /// The value of a call.
    Call,
}

impl Link {
    /// A declaration of the class `class`, with its arguments.
    pub(crate) fn member_of(class: Option<&NameRef>) -> Link {
        match class {
            Some(class) if template_arg_lists(class) > 0 => Link::Instance,
            _ => Link::Plain,
        }
    }
}

/// What lies below a question, or above it.
#[derive(Clone, Copy, Default)]
struct Effort {
    /// The longest chain of questions about instances.
    instances: u32,
    /// The longest chain of calls in a constant expression.
    calls: u32,
    /// All statements that calls execute.
    statements: u32,
}

impl Effort {
    fn is_within(self, room: Effort) -> bool {
        self.instances <= room.instances && self.calls <= room.calls && self.statements <= room.statements
    }

    fn linked(self, link: Link) -> Effort {
        Effort {
            instances: self.instances + u32::from(link == Link::Instance),
            calls: self.calls + u32::from(link == Link::Call),
            ..self
        }
    }
}

/// Where a view stands in its questions.
#[derive(Default)]
pub(crate) struct Progress {
    depth: Cell<u32>,
    /// Open questions whose answers are kept.
    open: Cell<u32>,
    /// Steps of the innermost of them.
    steps: Cell<u32>,
    /// What is above the innermost of them, itself included, and what is known to be below it.
    above: Cell<Effort>,
    below: Cell<Effort>,
    /// The place of the outermost open question whose answer another one since then had to do without.
    awaited: Cell<Option<u32>>,
    /// Why the outermost question has no answer.
    stopped: Cell<Option<Stop>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// A chain grew too long, seen from the outermost question.
    Chain,
    /// A query was stopped that has no answer wherever it is made.
    Endless,
}

impl Progress {
    /// What may still be done below the innermost open question.
    fn room(&self) -> Effort {
        let (above, below) = (self.above.get(), self.below.get());
        Effort {
            instances: MAX_INSTANCES.saturating_sub(above.instances),
            calls: MAX_CALLS.saturating_sub(above.calls),
            statements: MAX_STATEMENTS.saturating_sub(above.statements + below.statements),
        }
    }

    /// Adds what is below a part of the innermost question.
    fn add(&self, effort: Effort) {
        let below = self.below.get();
        let in_call = self.above.get().calls > 0;
        self.below.set(Effort {
            instances: below.instances.max(effort.instances),
            calls: below.calls.max(effort.calls),
            // Each constant expression counts for itself.
            statements: below.statements + if in_call { effort.statements } else { 0 },
        });
    }

    fn wait_for(&self, place: Option<u32>) {
        let first = self.awaited.get().into_iter().chain(place).min();
        self.awaited.set(first);
    }

    /// Leaves the outermost question, if there is one, without an answer.
    fn stop(&self, stop: Stop) {
        if self.depth.get() > 0 {
            self.stopped.set(Some(stop));
        }
    }
}

/// Runs a step of a recursion on as much stack as it needs.
pub(crate) fn deep<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, STACK_SEGMENT, step)
}

impl<'db> Names<'db> {
    /// Runs `step`, however deep the recursion, unless the outermost question has no answer.
    pub(crate) fn nested<T>(&self, otherwise: T, step: impl FnOnce() -> T) -> T {
        let progress = &self.progress;
        let (depth, steps) = (progress.depth.get(), progress.steps.get());
        if depth >= MAX_DEPTH || steps >= MAX_STEPS {
            progress.stop(Stop::Endless);
        }
        if progress.stopped.get().is_some() {
            return otherwise;
        }
        progress.steps.set(steps + 1);
        self.deeper(step).unwrap_or(otherwise)
    }

    /// What `step` gives; `None` where the outermost question has no answer.
    fn deeper<T>(&self, step: impl FnOnce() -> T) -> Option<T> {
        let progress = &self.progress;
        let depth = progress.depth.get();
        progress.depth.set(depth + 1);
        let result = deep(step);
        progress.depth.set(depth);
        let result = progress.stopped.get().is_none().then_some(result);
        if depth == 0 {
            progress.steps.set(0);
            progress.below.set(Effort::default());
            progress.stopped.set(None);
        }
        result
    }

    /// The answer to `key` that `known` has, or else what `find` gives; `otherwise` where the question is part of
    /// itself or has no end. An answer that had to do without one that is still open is not kept.
    pub(crate) fn remembered<K: Eq + Hash + Clone, V: Clone>(
        &self,
        known: &Memo<K, V>,
        (key, link): (K, Link),
        otherwise: impl FnOnce() -> V,
        find: impl FnOnce() -> V,
    ) -> V {
        let progress = &self.progress;
        let state = known.0.borrow().get(&key).cloned();
        match state {
            Some(State::Answered(answer, effort)) => {
                let effort = effort.linked(link);
                if effort.is_within(progress.room()) {
                    progress.add(effort);
                    progress.steps.set(progress.steps.get() + 1);
                    return answer;
                }
                progress.stop(Stop::Chain);
                return otherwise();
            }
            Some(State::Open(place)) => {
                progress.wait_for(Some(place));
                return otherwise();
            }
            Some(State::Stopped(None)) => {
                progress.stop(Stop::Endless);
                return otherwise();
            }
            Some(State::Stopped(Some(least))) if progress.room().is_within(least) => {
                progress.stop(Stop::Chain);
                return otherwise();
            }
            Some(State::Stopped(Some(_))) | None => {}
        }
        let room = progress.room();
        if progress.depth.get() >= MAX_DEPTH {
            progress.stop(Stop::Endless);
        } else if !Effort::default().linked(link).is_within(room) {
            progress.stop(Stop::Chain);
        }
        if progress.stopped.get().is_some() {
            return otherwise();
        }
        let place = progress.open.get();
        known.0.borrow_mut().insert(key.clone(), State::Open(place));
        progress.open.set(place + 1);
        let (above, below) = (progress.above.get(), progress.below.replace(Effort::default()));
        let statements = above.statements + below.statements;
        progress.above.set(Effort { statements, ..above }.linked(link));
        let awaited = progress.awaited.replace(None);
        let steps = progress.steps.replace(0);
        let mut to_keep = None;
        let answer = self.deeper(|| {
            let answer = find();
            let is_part_of_another = progress.awaited.get().is_some_and(|awaited| awaited < place);
            to_keep = match progress.stopped.get() {
                Some(Stop::Chain) => Some(State::Stopped(Some(room))),
                Some(Stop::Endless) => Some(State::Stopped(None)),
                None if is_part_of_another => None,
                None => Some(State::Answered(answer.clone(), progress.below.get())),
            };
            answer
        });
        let own = progress.below.replace(below);
        progress.above.set(above);
        progress.open.set(place);
        progress.steps.set(steps + 1 + if to_keep.is_some() { 0 } else { progress.steps.get() });
        let of_others = progress.awaited.replace(awaited).filter(|awaited| *awaited < place);
        progress.wait_for(of_others);
        if progress.depth.get() > 0 {
            progress.add(own.linked(link));
        }
        match to_keep {
            Some(state) => known.0.borrow_mut().insert(key, state),
            None => known.0.borrow_mut().remove(&key),
        };
        answer.unwrap_or_else(otherwise)
    }

    /// Counts a statement of the call whose value is being computed. False where it has no value for that.
    pub(crate) fn count_statement(&self) -> bool {
        let progress = &self.progress;
        if progress.room().statements == 0 {
            progress.stop(Stop::Chain);
        }
        if progress.stopped.get().is_some() {
            return false;
        }
        let below = progress.below.get();
        progress.below.set(Effort { statements: below.statements + 1, ..below });
        true
    }
}
