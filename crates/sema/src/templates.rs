//! Deduction of template arguments from types ([temp.deduct.type]).

use asunder_decls::names::DeclRef;
use asunder_types::{Arg, Args, Bound, Builtin, Kind, Origin, Param, Qualifiers, Ty, Value};

use crate::view::{Sema, deep};

/// What is deduced for the parameters of a template parameter list, or of those of a class template and of its constructor.
#[derive(Clone, Debug)]
pub(crate) struct Deduction<'db> {
    /// The list: its template, and which of the lists of that it is.
    list: (DeclRef, u32),
    /// A second list, and how many parameters the first one has.
    second: Option<((DeclRef, u32), usize)>,
    /// The arguments, those of the second list behind those of the first.
    pub(crate) bound: Vec<Option<Arg<'db>>>,
    /// Something was not understood on the way.
    pub(crate) gap: Option<&'static str>,
}

impl<'db> Deduction<'db> {
    /// Nothing is deduced yet.
    pub(crate) fn new(template: DeclRef, header: u32, params: usize) -> Self {
        Deduction { list: (template, header), second: None, bound: vec![None; params], gap: None }
    }

    /// The same with the parameters of a second list.
    pub(crate) fn and(mut self, template: DeclRef, header: u32, params: usize) -> Self {
        let first = self.bound.len();
        self.second = Some(((template, header), first));
        self.bound.resize(first + params, None);
        self
    }

    /// The place of a parameter among those that are deduced, if it is one.
    pub(crate) fn place(&self, param: &Param) -> Option<usize> {
        let (list, index) = ((param.template, param.header), param.index as usize);
        match self.second {
            _ if list == self.list => Some(index),
            Some((second, first)) if list == second => Some(first + index),
            _ => None,
        }
    }

    /// Whether a parameter is one of those that are deduced.
    pub(crate) fn is_of(&self, param: &Param) -> bool {
        self.place(param).is_some()
    }

    fn bind(&mut self, param: Param, arg: Arg<'db>) -> bool {
        match self.place(&param).and_then(|place| self.bound.get_mut(place)) {
            Some(slot @ None) => {
                *slot = Some(arg);
                true
            }
            Some(Some(known)) => *known == arg || is_same_value(known, &arg),
            None => false,
        }
    }
}

/// Values of different types are equal where a bound of an array was deduced.
fn is_same_value(a: &Arg<'_>, b: &Arg<'_>) -> bool {
    match (a, b) {
        (Arg::Value(Value::Integer(x, _)), Arg::Value(Value::Integer(y, _))) => x == y,
        _ => false,
    }
}

impl<'db> Sema<'db> {
    /// The arguments of the parameters of `template`'s last list that make `pattern` equal to `args`, if there are some; why
    /// that is not known.
    pub(crate) fn deduce_args(
        &self,
        template: DeclRef,
        pattern: Args<'db>,
        args: Args<'db>,
    ) -> Result<Option<Args<'db>>, &'static str> {
        let lists = &self.decl(template).templates;
        let Some(header) = lists.len().checked_sub(1) else { return Ok(None) };
        let params = &lists[header].params;
        let mut deduction = Deduction::new(template, header as u32, params.len());
        if !self.unify_args(pattern, args, &mut deduction) {
            return Ok(None);
        }
        if let Some(why) = deduction.gap {
            return Err(why);
        }
        let all = deduction.bound.into_iter().enumerate().map(|(index, arg)| match arg {
            None if params[index].pack => Some(Arg::Pack(self.args(Vec::new()))),
            arg => arg,
        });
        Ok(all.collect::<Option<Vec<_>>>().map(|all| self.args(all)))
    }

    /// Makes two argument lists equal.
    pub(crate) fn unify_args(
        &self,
        pattern: Args<'db>,
        args: Args<'db>,
        deduction: &mut Deduction<'db>,
    ) -> bool {
        self.unify_lists(pattern.list(self.db), args.list(self.db), deduction)
    }

    fn unify_lists(&self, patterns: &[Arg<'db>], args: &[Arg<'db>], deduction: &mut Deduction<'db>) -> bool {
        let in_front = patterns.len().saturating_sub(1);
        // `A<T...>` where `A` takes a type and a pack: the expansion stands for arguments of both.
        if let (Some(Arg::Pack(behind)), true) =
            (patterns.last(), patterns[..in_front].iter().any(|it| self.expansion_pattern(it).is_some()))
        {
            let all = |list: &[Arg<'db>], pack: Args<'db>| [list, pack.list(self.db)].concat();
            let [first @ .., Arg::Pack(rest)] = args else { return false };
            return self.unify_lists(&all(&patterns[..in_front], *behind), &all(first, *rest), deduction);
        }
        // Nothing is deduced from a list with an expansion in front of its end ([temp.deduct.type]/9).
        if patterns[..in_front].iter().any(|pattern| self.expansion_pattern(pattern).is_some()) {
            return true;
        }
        let mut at = 0;
        for pattern in patterns {
            if let Some(element) = self.expansion_pattern(pattern) {
                return args.get(at..).is_some_and(|rest| self.unify_expansion(&element, rest, deduction));
            }
            // It may be an expansion.
            if let Arg::Type(ty) = pattern
                && let Kind::Gap(why) = ty.kind(self.db)
            {
                deduction.gap = Some(why);
                return true;
            }
            let Some(arg) = args.get(at) else { return false };
            // An expansion is not one argument ([temp.deduct.type]/9).
            if self.expansion_pattern(arg).is_some() || !self.unify_arg(pattern, arg, deduction) {
                return false;
            }
            at += 1;
        }
        at == args.len()
    }

    /// The pattern of an argument that is an expansion of a pack without arguments.
    pub(crate) fn expansion_pattern(&self, arg: &Arg<'db>) -> Option<Arg<'db>> {
        match arg {
            Arg::Type(ty) => match ty.kind(self.db) {
                Kind::Expansion(inner) => Some(Arg::Type(*inner)),
                _ => None,
            },
            Arg::Value(Value::Param(param)) if param.pack => Some(arg.clone()),
            Arg::TemplateParam(param) if param.pack => Some(arg.clone()),
            _ => None,
        }
    }

    fn unify_expansion(&self, pattern: &Arg<'db>, args: &[Arg<'db>], deduction: &mut Deduction<'db>) -> bool {
        let mut packs = Vec::new();
        self.packs_of_arg(pattern, &mut packs);
        packs.dedup();
        let packs: Vec<(Param, usize)> =
            packs.into_iter().filter_map(|param| Some((param, deduction.place(&param)?))).collect();
        let mut elements: Vec<Vec<Arg<'db>>> = vec![Vec::new(); packs.len()];
        for arg in args {
            let mut one = deduction.clone();
            for (_, place) in &packs {
                one.bound[*place] = None;
            }
            if !self.unify_arg(pattern, arg, &mut one) {
                return false;
            }
            if one.gap.is_some() {
                deduction.gap = one.gap;
                return true;
            }
            for ((_, place), list) in packs.iter().zip(&mut elements) {
                let Some(element) = one.bound[*place].take() else { return false };
                list.push(element);
            }
            // What else the pattern deduces must agree.
            for (index, bound) in one.bound.into_iter().enumerate() {
                if !packs.iter().any(|(_, place)| *place == index) {
                    deduction.bound[index] = bound;
                }
            }
        }
        packs.iter().zip(elements).all(|((param, _), list)| {
            let pack = Arg::Pack(self.args(list));
            deduction.bind(*param, pack)
        })
    }

    /// The packs that a type names.
    pub(crate) fn packs_in(&self, ty: Ty<'db>) -> Vec<Param> {
        let mut packs = Vec::new();
        self.packs_of(ty, &mut packs);
        packs.dedup();
        packs
    }

    fn packs_of_arg(&self, arg: &Arg<'db>, into: &mut Vec<Param>) {
        match arg {
            Arg::Type(ty) => self.packs_of(*ty, into),
            Arg::Value(Value::Param(param)) | Arg::TemplateParam(param) if param.pack => into.push(*param),
            Arg::Pack(args) => args.list(self.db).iter().for_each(|arg| self.packs_of_arg(arg, into)),
            _ => {}
        }
    }

    fn packs_of(&self, ty: Ty<'db>, into: &mut Vec<Param>) {
        match ty.kind(self.db) {
            Kind::Param(param) if param.pack => into.push(*param),
            Kind::Qualified(_, inner)
            | Kind::Pointer(inner)
            | Kind::Reference(inner, _)
            | Kind::Vector(inner, _)
            | Kind::Complex(inner) => self.packs_of(*inner, into),
            Kind::Array(inner, bound) => {
                if let Bound::Param(param) = bound
                    && param.pack
                {
                    into.push(*param);
                }
                self.packs_of(*inner, into);
            }
            Kind::Function(function) => {
                self.packs_of(function.result, into);
                function.params.iter().for_each(|ty| self.packs_of(*ty, into));
            }
            Kind::MemberPointer(class, member) => {
                self.packs_of(*class, into);
                self.packs_of(*member, into);
            }
            Kind::Class(class) => {
                if let Some(args) = class.args(self.db) {
                    args.list(self.db).iter().for_each(|arg| self.packs_of_arg(arg, into));
                }
            }
            Kind::ParamInstance(param, args) => {
                if param.pack {
                    into.push(*param);
                }
                args.list(self.db).iter().for_each(|arg| self.packs_of_arg(arg, into));
            }
            _ => {}
        }
    }

    fn unify_arg(&self, pattern: &Arg<'db>, arg: &Arg<'db>, deduction: &mut Deduction<'db>) -> bool {
        match (pattern, arg) {
            (Arg::Type(pattern), Arg::Type(ty)) => self.unify(*pattern, *ty, deduction),
            (Arg::Value(Value::Param(param)), Arg::Value(_)) if deduction.is_of(param) => {
                deduction.bind(*param, arg.clone())
            }
            (Arg::Value(Value::Dependent), Arg::Value(_)) => true,
            (Arg::Value(Value::Gap(why)), _) | (_, Arg::Value(Value::Gap(why))) => {
                deduction.gap = Some(why);
                true
            }
            (Arg::Value(Value::Integer(x, _)), Arg::Value(Value::Integer(y, _))) => x == y,
            (Arg::Value(a), Arg::Value(b)) => a == b,
            (Arg::TemplateParam(param), Arg::Template(..) | Arg::TemplateParam(_))
                if deduction.is_of(param) =>
            {
                deduction.bind(*param, arg.clone())
            }
            (Arg::Template(a, _), Arg::Template(b, _)) => a == b,
            (Arg::Pack(patterns), Arg::Pack(args)) => self.unify_args(*patterns, *args, deduction),
            _ => false,
        }
    }

    /// Makes a pattern equal to a type by binding parameters.
    pub(crate) fn unify(&self, pattern: Ty<'db>, ty: Ty<'db>, deduction: &mut Deduction<'db>) -> bool {
        if pattern == ty && !self.is_dependent(pattern) {
            return true;
        }
        deep(|| self.unify_at_depth(pattern, ty, deduction))
    }

    fn unify_at_depth(&self, pattern: Ty<'db>, ty: Ty<'db>, deduction: &mut Deduction<'db>) -> bool {
        let db = self.db;
        match (pattern.kind(db), ty.kind(db)) {
            (Kind::Gap(why), _) | (_, Kind::Gap(why)) => {
                deduction.gap = Some(why);
                true
            }
            // Not deduced: checked when it is known.
            (Kind::Dependent, _) => true,
            (Kind::Param(param), _) if deduction.is_of(param) => deduction.bind(*param, Arg::Type(ty)),
            (Kind::Qualified(wanted, inner), _) => {
                let own = ty.qualifiers(db);
                if wanted.is_const && !own.is_const || wanted.is_volatile && !own.is_volatile {
                    return false;
                }
                let rest = Qualifiers {
                    is_const: own.is_const && !wanted.is_const,
                    is_volatile: own.is_volatile && !wanted.is_volatile,
                    is_restrict: own.is_restrict && !wanted.is_restrict,
                };
                self.unify(*inner, ty.unqualified(db).qualified(db, rest), deduction)
            }
            (Kind::Pointer(a), Kind::Pointer(b)) | (Kind::Complex(a), Kind::Complex(b)) => {
                self.unify(*a, *b, deduction)
            }
            (Kind::Reference(a, x), Kind::Reference(b, y)) => x == y && self.unify(*a, *b, deduction),
            (Kind::Vector(a, x), Kind::Vector(b, y)) => x == y && self.unify(*a, *b, deduction),
            (Kind::Array(a, x), Kind::Array(b, y)) => {
                let bounds = match (x, y) {
                    (Bound::Param(param), Bound::Count(count)) if deduction.is_of(param) => {
                        let size = self.builtin(Builtin::UnsignedLong);
                        deduction.bind(*param, Arg::Value(Value::Integer((*count).into(), size)))
                    }
                    (Bound::Param(param), Bound::Param(other)) if deduction.is_of(param) => {
                        deduction.bind(*param, Arg::Value(Value::Param(*other)))
                    }
                    (Bound::Dependent, Bound::Count(_)) => true,
                    _ => x == y,
                };
                bounds && self.unify(*a, *b, deduction)
            }
            (Kind::Function(a), Kind::Function(b)) => {
                if a.variadic != b.variadic
                    || a.qualifiers != b.qualifiers
                    || a.ref_qualifier != b.ref_qualifier
                    || a.noexcept && !b.noexcept
                {
                    return false;
                }
                // `noexcept(B)` deduces `B` ([temp.deduct.type]/8).
                if let Some(param) = a.noexcept_if.filter(|param| deduction.is_of(param)) {
                    let value = Value::Integer(b.noexcept.into(), self.builtin(Builtin::Bool));
                    let arg = b.noexcept_if.map_or(value, Value::Param);
                    if !deduction.bind(param, Arg::Value(arg)) {
                        return false;
                    }
                }
                let list = |types: &[Ty<'db>]| types.iter().map(|ty| Arg::Type(*ty)).collect::<Vec<_>>();
                self.unify(a.result, b.result, deduction)
                    && self.unify_lists(&list(&a.params), &list(&b.params), deduction)
            }
            (Kind::MemberPointer(c, m), Kind::MemberPointer(d, n)) => {
                self.unify(*c, *d, deduction) && self.unify(*m, *n, deduction)
            }
            (Kind::Class(a), Kind::Class(b)) => {
                if a.origin(db) != b.origin(db) {
                    // A member of a dependent class is not deduced.
                    return self.class_of(a.outer(db)).is_some_and(|outer| self.is_dependent_class(outer));
                }
                match (a.args(db), b.args(db)) {
                    (Some(x), Some(y)) => self.unify_args(x, y, deduction),
                    (None, None) => a.outer(db) == b.outer(db) || self.is_dependent_class(*a),
                    _ => false,
                }
            }
            (Kind::ParamInstance(param, patterns), Kind::Class(class)) if deduction.is_of(param) => {
                let (Origin::Decl(first), Some(args)) = (class.origin(db), class.args(db)) else {
                    return false;
                };
                if !deduction.bind(*param, Arg::Template(first, class.outer(db))) {
                    return false;
                }
                let (patterns, mut args) = (patterns.list(db), args.list(db).to_vec());
                // A pack of the template takes what the pattern has.
                if let Some(Arg::Pack(rest)) = args.last().cloned() {
                    args.pop();
                    args.extend(rest.list(db).iter().cloned());
                }
                let has_expansion = patterns.iter().any(|arg| self.expansion_pattern(arg).is_some());
                if !has_expansion && args.len() > patterns.len() {
                    // Defaults of the template's further parameters.
                    args.truncate(patterns.len());
                }
                self.unify_lists(patterns, &args, deduction)
            }
            _ => pattern == ty,
        }
    }
}
