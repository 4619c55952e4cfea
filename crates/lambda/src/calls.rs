//! Whether a call of a member overload set needs an object (spec page 4 b.4, *Implicit this*).

use super::members::{Member, MemberFunction};

/// How the use of a member name captures `this`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThisUse {
    /// Not at all.
    Never,
    /// Where the name stands.
    AtName,
    /// After the arguments of the call.
    AfterArguments,
}

/// A call whose callee is the name of members.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    /// How many arguments it has.
    pub(super) arguments: usize,
    /// Whether the function that it calls has an object, where that is known.
    pub(super) for_object: Option<bool>,
}

/// How a name that means `members` captures `this`. `call` is given for the callee of a call.
pub(super) fn this_use(members: &[Member], call: Option<Call>, is_templated_class: bool) -> ThisUse {
    if members.contains(&Member::Data) {
        return ThisUse::AtName;
    }
    let functions: Vec<&MemberFunction> = members
        .iter()
        .filter_map(|member| match member {
            Member::Function(function) => Some(function),
            _ => None,
        })
        .collect();
    match functions[..] {
        [] => ThisUse::Never,
        [only] if !only.is_template => {
            if only.is_static {
                ThisUse::Never
            } else {
                ThisUse::AtName
            }
        }
        _ => match call {
            Some(call) if needs_object(&functions, call, is_templated_class) => ThisUse::AfterArguments,
            _ => ThisUse::Never,
        },
    }
}

/// Whether overload resolution chooses a non-static function; where that is not known, and in class templates, where each
/// instance decides, whether it may.
fn needs_object(functions: &[&MemberFunction], call: Call, is_templated_class: bool) -> bool {
    if let (Some(for_object), false) = (call.for_object, is_templated_class) {
        return for_object;
    }
    let takes = |function: &&&MemberFunction| is_templated_class || function.takes(call.arguments);
    let viable: Vec<&&MemberFunction> = functions.iter().filter(takes).collect();
    match viable[..] {
        [] => functions.iter().any(|function| !function.is_static),
        _ => viable.iter().any(|function| !function.is_static),
    }
}
