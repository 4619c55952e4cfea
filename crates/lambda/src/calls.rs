//! Whether a call of a member overload set needs an object (spec page 4 b.4, *Implicit this*).

use super::members::{Member, MemberFunction};
use super::value_types::ValueType;

/// What is known of an argument's type.
pub(super) type ArgumentType = Option<ValueType>;

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

/// How a name that means `members` captures `this`. `arguments` are given for the callee of a call.
pub(super) fn this_use(
    members: &[Member],
    arguments: Option<&[ArgumentType]>,
    is_templated_class: bool,
) -> ThisUse {
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
        _ => {
            let Some(arguments) = arguments else { return ThisUse::Never };
            if needs_object(&functions, arguments, is_templated_class) {
                ThisUse::AfterArguments
            } else {
                ThisUse::Never
            }
        }
    }
}

/// Whether overload resolution chooses a non-static function; where it can not be decided, whether it may.
fn needs_object(functions: &[&MemberFunction], arguments: &[ArgumentType], is_templated_class: bool) -> bool {
    let may_need = |functions: &[&MemberFunction]| functions.iter().any(|function| !function.is_static);
    if is_templated_class {
        return may_need(functions);
    }
    let viable: Vec<&MemberFunction> =
        functions.iter().copied().filter(|function| function.takes(arguments.len())).collect();
    let ranks: [fn(&ValueType, &ValueType) -> bool; 2] = [ValueType::eq, ValueType::promotes_to];
    for rank in ranks {
        let chosen: Vec<&MemberFunction> =
            viable.iter().copied().filter(|function| matches(function, arguments, rank)).collect();
        // A function that is not a template is better than one with the same conversions.
        let plain: Vec<&MemberFunction> = chosen.iter().copied().filter(|it| !it.is_template).collect();
        if let [only] = plain[..] {
            return !only.is_static;
        }
        if plain.is_empty() && !chosen.is_empty() {
            return may_need(&chosen);
        }
    }
    may_need(if viable.is_empty() { functions } else { &viable })
}

/// Whether every argument's type is known and relates to its parameter's like this.
fn matches(
    function: &MemberFunction,
    arguments: &[ArgumentType],
    rank: fn(&ValueType, &ValueType) -> bool,
) -> bool {
    arguments.iter().enumerate().all(|(index, argument)| match (argument, function.parameters.get(index)) {
        (Some(argument), Some(Some(parameter))) => rank(argument, parameter),
        _ => false,
    })
}
