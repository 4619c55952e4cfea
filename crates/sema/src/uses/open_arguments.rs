//! Calls with several arguments that are not constants: the reference does not warn of such calls when it puts a function
//! together (measured).

use crate::infer::{Inferred, NodeId, What};

/// The arguments of a call; the object of a member function is none.
pub(super) fn arguments<'t>(tree: &'t Inferred<'_>, call: NodeId) -> &'t [NodeId] {
    let node = &tree.nodes[call.0 as usize];
    let before = if matches!(node.what, What::Op("call")) { 1 } else { 2 };
    node.operands.get(before..).unwrap_or_default()
}

/// Whether several of the arguments of a call may not be constants. The address of a named object is a constant;
/// references that are bound to named objects count as one argument.
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

/// Whether an lvalue names its object directly: a variable that is not a reference, an element of one at a constant index
/// or a member of it, a function, or a string literal.
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
