//! Calls with more than one argument that is no constant: the reference does not warn of them when it puts a function
//! together (measured).

use crate::infer::{Inferred, NodeId, What};

/// The arguments of a call; the object of a member function is none.
pub(super) fn arguments<'t>(tree: &'t Inferred<'_>, call: NodeId) -> &'t [NodeId] {
    let node = &tree.nodes[call.0 as usize];
    let before = if matches!(node.what, What::Op("call")) { 1 } else { 2 };
    node.operands.get(before..).unwrap_or_default()
}

/// Whether more than one of the arguments of a call is perhaps no constant. The address of an object with a name is one.
/// References that are bound to such objects count as one argument.
pub(crate) fn are_open(tree: &Inferred<'_>, arguments: &[NodeId]) -> bool {
    let (mut open, mut references) = (0, 0);
    for id in arguments {
        let node = &tree.nodes[id.0 as usize];
        match (&node.what, &*node.operands) {
            _ if node.value.is_some() => {}
            (What::Constant(_) | What::Routine, _) => {}
            (What::Op("address_of" | "array_to_pointer"), [inner]) if is_object(tree, *inner) => {}
            (What::Op("reference_to"), [inner]) if !is_element(tree, *inner) && is_object(tree, *inner) => {
                references = 1;
            }
            _ => open += 1,
        }
    }
    open + references > 1
}

fn is_element(tree: &Inferred<'_>, id: NodeId) -> bool {
    matches!(tree.nodes[id.0 as usize].what, What::Op("subscript"))
}

/// Whether an lvalue is a variable that is no reference, a part of one that constants choose, a function or a string.
fn is_object(tree: &Inferred<'_>, id: NodeId) -> bool {
    let mut at = id;
    loop {
        let node = &tree.nodes[at.0 as usize];
        at = match (&node.what, &*node.operands) {
            (What::Variable | What::Routine | What::String, _) => return true,
            (What::Op("dot_field"), [object, _]) => *object,
            (What::Op("subscript"), [array, index]) => {
                let (array, index) = (&tree.nodes[array.0 as usize], &tree.nodes[index.0 as usize]);
                let (What::Op("array_to_pointer"), [array], What::Constant(_)) =
                    (&array.what, &*array.operands, &index.what)
                else {
                    return false;
                };
                *array
            }
            _ => return false,
        };
    }
}
