//! The places of uses in the order in which the device pass goes through the code.

use asunder_types::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Use, UseForm};
use crate::implied::Found;
use crate::implied::order::Lowered;
use crate::infer::{At, Inferred, Named, NodeId, UsedAt, What};

/// Numbers the uses of a tree, with their numbers in it and behind it, in the order in which the device pass goes through
/// the code. One that has no place in that stands behind the one in front of it.
pub(super) fn number_steps<'db>(tree: &Inferred<'db>, found: &Found<'db>, uses: &mut [(usize, Use<'db>)]) {
    let mut parts = (0u32..).zip(found.lowered.parts()).peekable();
    if parts.peek().is_none() {
        (0u32..).zip(uses).for_each(|(step, (_, used))| used.step = step);
        return;
    }
    let mut of_nodes: FxHashMap<NodeId, u32> = FxHashMap::default();
    let mut of_implied = vec![None; found.uses.len()];
    for (step, part) in parts {
        match part {
            Lowered::Node(node) => {
                of_nodes.insert(node, step);
            }
            Lowered::Implied(number) => of_implied[number as usize] = Some(step),
            Lowered::Ordered(..) => {}
        }
    }
    let (calls, names) = named_functions(tree);
    let mut last = 0;
    let mut steps: Vec<(u32, usize)> = Vec::with_capacity(uses.len());
    for (index, (number, _)) in uses.iter().enumerate() {
        let step = match tree.uses.get(*number) {
            Some(used) => match used.at {
                UsedAt::Variable(node) => of_nodes.get(&node).copied(),
                UsedAt::Expr(start, point) => {
                    let all = if used.form == UseForm::Name { &names } else { &calls };
                    all.node(used.symbol, (start, point), used.form != UseForm::Conversion)
                        .and_then(|node| of_nodes.get(&node).copied())
                }
                UsedAt::Declared(_) | UsedAt::Range(..) => None,
            },
            None => of_implied[*number - tree.uses.len()],
        };
        last = step.unwrap_or(last);
        steps.push((last, index));
    }
    steps.sort_unstable();
    (0u32..).zip(steps).for_each(|(step, (_, index))| uses[index].1.step = step);
}

/// The calls of a tree, or the functions that it names, by the functions and their places; without a place, where there is
/// one alone.
#[derive(Default)]
struct NamedFunctions<'db>(FxHashMap<(Symbol<'db>, Option<At>), Option<NodeId>>);

impl<'db> NamedFunctions<'db> {
    fn add(&mut self, tree: &Inferred<'db>, named: Option<Named<'db>>, node: u32) {
        let Some(Named::Symbol(symbol)) = named else { return };
        let own = Some(NodeId(node));
        self.0.entry((symbol, Some(tree.nodes[node as usize].at))).or_insert(own);
        self.0.entry((symbol, None)).and_modify(|only| *only = None).or_insert(own);
    }

    /// The node at a place; of a function that is not called by its name perhaps the only one.
    fn node(&self, symbol: Symbol<'db>, (start, point): (At, At), is_named: bool) -> Option<NodeId> {
        let at = |place: Option<At>| self.0.get(&(symbol, place)).copied().flatten();
        at(Some(point)).or_else(|| at(Some(start))).or_else(|| at(None).filter(|_| !is_named))
    }
}

/// The calls of a tree by what they call, and the functions that it names.
fn named_functions<'db>(tree: &Inferred<'db>) -> (NamedFunctions<'db>, NamedFunctions<'db>) {
    let (mut calls, mut names) = (NamedFunctions::default(), NamedFunctions::default());
    let mut called: FxHashSet<NodeId> = FxHashSet::default();
    for (index, node) in (0u32..).zip(&tree.nodes) {
        if let What::Op("call" | "dot_member_call" | "points_to_member_call") = node.what {
            let callee = node.operands.first();
            called.extend(callee);
            calls.add(tree, callee.and_then(|it| tree.nodes[it.0 as usize].named), index);
        }
    }
    for (index, node) in (0u32..).zip(&tree.nodes) {
        if matches!(node.what, What::Routine) && !called.contains(&NodeId(index)) {
            names.add(tree, node.named, index);
        }
    }
    (calls, names)
}
