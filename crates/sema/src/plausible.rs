//! Candidates of a call that the class of its first operand excludes: of the overloads for many classes only few need
//! conversions to be looked for.

use rustc_hash::FxHashSet;

use asunder_types::{Arg, Class, Kind, Origin, Symbol, Ty, Value};

use crate::convert::Operand;
use crate::overload::{Candidate, How};
use crate::view::Sema;

/// Candidates beyond which those that the first operand excludes are left out beforehand.
const MANY: usize = 8;

/// What a function takes as its first operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken<'db> {
    /// Objects of this class and those derived from it, and what has a conversion function to it.
    Only(Class<'db>),
    /// Objects of instances of this class template and of those derived from them: its arguments are deduced from them.
    Instances(Origin),
    /// More than that, or it is not known.
    Any,
}

impl<'db> Sema<'db> {
    /// The candidates that the first operand does not exclude; `None` where it may exclude none.
    pub(crate) fn plausible(
        &self,
        candidates: &[Candidate<'db>],
        object: Option<&Operand<'db>>,
        arguments: &[Operand<'db>],
        how: &How<'db>,
    ) -> Option<Vec<Candidate<'db>>> {
        if candidates.len() <= MANY {
            return None;
        }
        let first = match how.operator {
            true => object.into_iter().chain(arguments).next()?,
            false => arguments.first()?,
        };
        let Operand::Value(value) = first else { return None };
        let classes = self.classes_of(value.ty)?;
        let may_take = |candidate: &&Candidate<'db>| {
            candidate.rewritten == Some(true)
                || how.operator && self.takes_object(candidate.symbol)
                || match self.taken(candidate.symbol) {
                    Taken::Only(class) => classes.contains(&class),
                    Taken::Instances(template) => {
                        how.explicit.is_some()
                            || classes.iter().any(|class| class.origin(self.db) == template)
                    }
                    Taken::Any => true,
                }
        };
        Some(candidates.iter().filter(may_take).copied().collect())
    }

    /// The class of an operand of this type, and its bases; `None` where the operand converts to other classes by
    /// functions of its own, or that is not known.
    fn classes_of(&self, ty: Ty<'db>) -> Option<FxHashSet<Class<'db>>> {
        let mut found = FxHashSet::default();
        match ty.kind(self.db) {
            Kind::Gap(_) | Kind::Error => return None,
            _ if self.is_dependent(ty) => return None,
            _ => {}
        }
        let Some(class) = ty.as_class(self.db) else { return Some(found) };
        let mut left = vec![class];
        while let Some(class) = left.pop() {
            if !found.insert(class) {
                continue;
            }
            self.defined(class).ok()?;
            for base in self.bases(class).iter() {
                let base = base.ty.unqualified(self.db);
                match base.kind(self.db) {
                    Kind::Class(base) => left.push(*base),
                    Kind::Error => {}
                    _ => return None,
                }
            }
        }
        self.conversion_functions(class).is_empty().then_some(found)
    }

    fn taken(&self, function: Symbol<'db>) -> Taken<'db> {
        self.remembered(
            &self.taken,
            function,
            || Taken::Any,
            || self.find_taken(function).unwrap_or(Taken::Any),
        )
    }

    /// Whether the first operand of an operator is the object of the function.
    fn takes_object(&self, function: Symbol<'db>) -> bool {
        self.class_around(function).is_some() && !self.decl(function.decl).specifiers.is_friend
    }

    fn find_taken(&self, function: Symbol<'db>) -> Option<Taken<'db>> {
        if self.is_specialization(function.decl) {
            return None;
        }
        let is_template = self.is_function_template(function.decl);
        let declared = match is_template {
            true => Symbol { env: self.template_env(function, None), ..function },
            false => function,
        };
        let signature = self.signature(declared)?;
        let first = signature.params.first()?.referred(self.db).unqualified(self.db);
        let class = first.as_class(self.db)?;
        if !self.is_dependent(first) {
            return self.is_made_of_itself_alone(class).then_some(Taken::Only(class));
        }
        // What is not deduced from the argument may be converted to.
        let is_deduced = |arg: &Arg<'db>| match arg {
            Arg::Type(ty) => matches!(ty.kind(self.db), Kind::Param(param) if !param.pack),
            Arg::Value(Value::Param(param)) => !param.pack,
            _ => false,
        };
        let args = class.args(self.db)?.list(self.db);
        (is_template && args.iter().all(is_deduced)).then_some(Taken::Instances(class.origin(self.db)))
    }

    /// Whether no constructor converts anything to `class` but objects of that class ([class.conv.ctor]).
    fn is_made_of_itself_alone(&self, class: Class<'db>) -> bool {
        let Ok(Some(definition)) = self.defined(class) else { return false };
        if self.may_inherit_constructors(class, &definition) {
            return false;
        }
        self.constructors(&definition).into_iter().all(|constructor| {
            if self.is_explicit(constructor) == Some(true) {
                return true;
            }
            if self.is_function_template(constructor.decl) {
                return false;
            }
            let Some(signature) = self.signature(constructor) else { return false };
            match signature.params.first() {
                Some(first) => {
                    let first = first.referred(self.db).unqualified(self.db);
                    signature.required > 1 || first.as_class(self.db) == Some(class)
                }
                None => !signature.variadic,
            }
        })
    }
}

/// Adds to `candidates` the functions among `found`, those that the arguments' classes and namespaces have, which are
/// not among them.
pub(crate) fn add_found_by_arguments<'db>(candidates: &mut Vec<Candidate<'db>>, found: Vec<Symbol<'db>>) {
    let known: FxHashSet<Symbol<'db>> = candidates.iter().map(|candidate| candidate.symbol).collect();
    let new = found.into_iter().filter(|symbol| !known.contains(symbol));
    candidates.extend(new.map(|symbol| Candidate { by_arguments: true, ..Candidate::of(symbol) }));
}
