//! Substitutions: components that stand for what was written before, and those of the standard library
//! (itanium-cxx-abi §5.1.9, 5.1.10).

use super::{Dialect, Mangler};
use crate::model::{Builtin, Name, Scope, TemplateArg, TemplateParam, Type, Unqualified};

/// A substitutable component.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Component<'m> {
    /// The function type in this pointer to member.
    MemberFunction(&'m Type),
    /// A namespace, class or template by scope and name, arguments apart.
    Base(&'m Scope, &'m Unqualified, &'m [crate::model::Ident]),
    /// A template-id.
    Instance(&'m Name),
    /// A compound type or template parameter.
    Type(&'m Type),
    /// A template template parameter applied to nothing.
    Param(TemplateParam),
    /// The pseudo-namespace of internal linkage.
    Internal,
}

impl<'m> Component<'m> {
    pub(super) fn of_name(name: &'m Name) -> Self {
        if name.args.is_some() { Component::Instance(name) } else { Component::base(name) }
    }

    pub(super) fn base(name: &'m Name) -> Self {
        Component::Base(&name.scope, &name.unqualified, &name.abi_tags)
    }
}

impl<'m, 'd> Mangler<'m, 'd> {
    pub(super) fn substitution(&mut self, component: &Component<'m>) -> bool {
        if let Some(abbreviation) = standard_abbreviation(component, self.dialect != Dialect::Gnu) {
            self.push(abbreviation);
            return true;
        }
        let Some(&index) = self.substitutions.get(component) else {
            return false;
        };
        self.out.push('S');
        if index > 0 {
            self.push(&base36(index - 1));
        }
        self.out.push('_');
        true
    }

    pub(super) fn remember(&mut self, component: Component<'m>) {
        let index = self.substitutions.len();
        self.substitutions.entry(component).or_insert(index);
    }
}

pub(super) fn base36(mut number: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut digits = Vec::new();
    loop {
        digits.push(char::from(DIGITS[number % 36]));
        number /= 36;
        if number == 0 {
            return digits.iter().rev().collect();
        }
    }
}

/// `Sa`, `Sb`, `Ss`, `Si`, `So`, `Sd` (§5.1.10); `St` is written by the callers. g++ writes templates with ABI tags in
/// full, the reference does not: `with_tags`.
pub(super) fn standard_abbreviation(component: &Component<'_>, with_tags: bool) -> Option<&'static str> {
    match component {
        Component::Base(Scope::Member(scope), Unqualified::Source(name), tags)
            if scope.is_std() && (with_tags || tags.is_empty()) =>
        {
            match &**name {
                "allocator" => Some("Sa"),
                "basic_string" => Some("Sb"),
                _ => None,
            }
        }
        Component::Instance(name) => standard_instance(name, with_tags),
        _ => None,
    }
}

fn standard_instance(name: &Name, with_tags: bool) -> Option<&'static str> {
    let args = name.args.as_deref()?;
    let template = std_template(name, with_tags)?;
    let is_char =
        |arg: &TemplateArg| matches!(arg, TemplateArg::Type(ty) if **ty == Type::Builtin(Builtin::Char));
    let is_char_of = |arg: &TemplateArg, of: &str| {
        let TemplateArg::Type(ty) = arg else {
            return false;
        };
        let Type::Named(name) = &**ty else {
            return false;
        };
        std_template(name, with_tags) == Some(of)
            && matches!(name.args.as_deref(), Some([only]) if is_char(only))
    };
    match (template, args) {
        ("basic_string", [c, t, a])
            if is_char(c) && is_char_of(t, "char_traits") && is_char_of(a, "allocator") =>
        {
            Some("Ss")
        }
        ("basic_istream" | "basic_ostream" | "basic_iostream", [c, t])
            if is_char(c) && is_char_of(t, "char_traits") =>
        {
            Some(match template {
                "basic_istream" => "Si",
                "basic_ostream" => "So",
                _ => "Sd",
            })
        }
        _ => None,
    }
}

fn std_template(name: &Name, with_tags: bool) -> Option<&str> {
    match (&name.scope, &name.unqualified) {
        (Scope::Member(scope), Unqualified::Source(ident))
            if scope.is_std() && (with_tags || name.abi_tags.is_empty()) =>
        {
            Some(ident)
        }
        _ => None,
    }
}
