//! Implicit conversion sequences ([over.best.ics], [conv.general], [dcl.init.ref], [over.ics.list]).

use std::cmp::Ordering;
use std::rc::Rc;

use asunder_types::{Bound, Builtin, Class, Function, Kind, Qualifiers, Ty, arithmetic_result, promoted};

use crate::infer::Category;
use crate::overload::{Candidate, Chosen, Resolution};
use crate::view::Sema;

/// An operand as overload resolution sees it.
#[derive(Clone, Debug)]
pub(crate) enum Operand<'db> {
    /// An expression.
    Value(Valued<'db>),
    /// A braced list.
    List(Rc<[Operand<'db>]>, bool),
    /// A name of functions whose address is taken, or that are passed: which is meant depends on the target.
    Functions(Rc<FunctionSet<'db>>),
}

/// An expression's type and what conversions need besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Valued<'db> {
    pub(crate) ty: Ty<'db>,
    pub(crate) category: Category,
    /// A null pointer constant.
    pub(crate) null: bool,
    /// A bit-field, which no reference binds to.
    pub(crate) bit_field: bool,
    /// A string literal.
    pub(crate) string: bool,
}

/// Functions of one name.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionSet<'db> {
    pub(crate) candidates: Vec<Candidate<'db>>,
    /// With `&` in front.
    pub(crate) address: bool,
}

/// The rank of a standard conversion sequence ([over.ics.scs]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    Exact,
    Promotion,
    Conversion,
}

/// A standard conversion sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standard<'db> {
    pub(crate) rank: Rank,
    /// The type in front, after arrays and functions have become pointers.
    pub(crate) from: Ty<'db>,
    /// The type that it ends with.
    pub(crate) to: Ty<'db>,
    /// Steps to a base class.
    pub(crate) derived: u32,
    /// A pointer becomes `bool`.
    pub(crate) to_bool: bool,
    /// A pointer becomes `void *`.
    pub(crate) to_void: bool,
    /// Qualifiers are added below a pointer.
    pub(crate) qualification: bool,
    /// Binds a reference: how.
    pub(crate) binding: Option<Binding<'db>>,
}

/// How a reference is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Binding<'db> {
    /// What it refers to, qualifiers included.
    pub(crate) to: Ty<'db>,
    /// An rvalue reference.
    pub(crate) rvalue: bool,
    /// Bound to an rvalue.
    pub(crate) to_rvalue: bool,
    /// Bound to a temporary that the conversion makes.
    pub(crate) temporary: bool,
    /// The object parameter of a function without a ref-qualifier.
    pub(crate) object: bool,
}

/// An implicit conversion sequence.
#[derive(Clone, Debug)]
pub(crate) enum Ics<'db> {
    /// Standard conversions.
    Standard(Standard<'db>),
    /// By a constructor or a conversion function, and standard conversions of its result.
    User(Rc<Chosen<'db>>, Standard<'db>),
    /// By several of these: a match, but not one that can be made.
    Ambiguous,
    /// A braced list: the worst of its elements' conversions.
    List(ListTo<'db>, Box<Ics<'db>>),
    /// One function of a set.
    Function(Candidate<'db>),
    /// An argument of `...`.
    Ellipsis,
    /// None: proven.
    No,
    /// Not known, and why.
    Gap(&'static str),
}

/// What a braced list initializes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListTo<'db> {
    /// An `initializer_list` of the element type.
    InitializerList(Ty<'db>),
    /// A class by its members, an array by its elements.
    Aggregate(Ty<'db>),
    /// Something else, with one element or none.
    Scalar(Ty<'db>),
}

impl<'db> Operand<'db> {
    /// An expression without special properties.
    pub(crate) fn value(ty: Ty<'db>, category: Category) -> Operand<'db> {
        Operand::Value(Valued { ty, category, null: false, bit_field: false, string: false })
    }
}

impl<'db> Standard<'db> {
    /// No conversion at all.
    pub(crate) fn identity(ty: Ty<'db>) -> Standard<'db> {
        Standard {
            rank: Rank::Exact,
            from: ty,
            to: ty,
            derived: 0,
            to_bool: false,
            to_void: false,
            qualification: false,
            binding: None,
        }
    }
}

impl<'db> Sema<'db> {
    /// How `from` is converted to `to` implicitly; `user` whether by functions of classes too.
    pub(crate) fn implicit(&self, from: &Operand<'db>, to: Ty<'db>, user: bool) -> Ics<'db> {
        let db = self.db;
        match to.kind(db) {
            Kind::Gap(why) => return Ics::Gap(why),
            Kind::Error => return Ics::No,
            Kind::Builtin(_) => {}
            _ if self.is_dependent(to) => return Ics::Gap("conversion to a dependent type"),
            Kind::Auto | Kind::DecltypeAuto => return Ics::Gap("conversion to a placeholder"),
            _ => {}
        }
        match from {
            Operand::List(elements, designated) => self.list_conversion(elements, *designated, to, user),
            Operand::Functions(set) => self.function_conversion(set, to, user),
            Operand::Value(value) => {
                match value.ty.kind(db) {
                    Kind::Gap(why) => return Ics::Gap(why),
                    Kind::Error => return Ics::No,
                    Kind::Builtin(_) => {}
                    _ if self.is_dependent(value.ty) => return Ics::Gap("dependent operand"),
                    _ => {}
                }
                match to.kind(db) {
                    Kind::Reference(target, rvalue) => self.bind_reference(value, *target, *rvalue, user),
                    _ => self.to_value(value, to, user),
                }
            }
        }
    }

    /// Conversion to an object of type `to`.
    fn to_value(&self, value: &Valued<'db>, to: Ty<'db>, user: bool) -> Ics<'db> {
        let to = to.unqualified(self.db);
        match self.standard(value, to) {
            Ok(Some(standard)) => return Ics::Standard(standard),
            Ok(None) => {}
            Err(why) => return Ics::Gap(why),
        }
        let is_class = |ty: Ty<'db>| ty.as_class(self.db).is_some();
        if user && (is_class(value.ty) || is_class(to)) {
            // Numbers become the same class again and again.
            return match value.ty.as_builtin(self.db) {
                None => self.user_conversion(value, to),
                Some(_) => {
                    let find = || self.user_conversion(value, to);
                    self.remembered(&self.of_numbers, (*value, to), || Ics::Gap("cycle"), find)
                }
            };
        }
        Ics::No
    }

    /// The standard conversions from an expression to an unqualified type.
    pub(crate) fn standard(
        &self,
        value: &Valued<'db>,
        to: Ty<'db>,
    ) -> Result<Option<Standard<'db>>, &'static str> {
        let db = self.db;
        let from = value.ty.decayed(db);
        let mut standard = Standard { to, ..Standard::identity(from) };
        if from == to {
            return Ok(Some(standard));
        }
        let conversion = |standard: Standard<'db>| Ok(Some(Standard { rank: Rank::Conversion, ..standard }));
        match (from.kind(db), to.kind(db)) {
            (Kind::Builtin(Builtin::NullPtr), Kind::Pointer(_) | Kind::MemberPointer(..)) => {
                conversion(standard)
            }
            (_, Kind::Pointer(_) | Kind::MemberPointer(..) | Kind::Builtin(Builtin::NullPtr))
                if value.null =>
            {
                conversion(standard)
            }
            (Kind::Builtin(a), Kind::Builtin(b)) => {
                if matches!(a, Builtin::Void | Builtin::NullPtr)
                    || matches!(b, Builtin::Void | Builtin::NullPtr)
                {
                    return Ok(None);
                }
                if promoted(*a) == *b && a != b || (*a, *b) == (Builtin::Float, Builtin::Double) {
                    standard.rank = Rank::Promotion;
                    return Ok(Some(standard));
                }
                conversion(standard)
            }
            (Kind::Enum(decl, env), Kind::Builtin(b)) => {
                if self.is_scoped(*decl) || matches!(b, Builtin::Void | Builtin::NullPtr) {
                    return Ok(None);
                }
                let Some(promotes) = self.promoted_enum(*decl, *env) else {
                    return Err("promotion of an enumeration");
                };
                if promotes == *b || self.underlying_type(*decl, *env) == Some(*b) && self.is_fixed(*decl) {
                    standard.rank = Rank::Promotion;
                    return Ok(Some(standard));
                }
                conversion(standard)
            }
            (Kind::Pointer(_) | Kind::MemberPointer(..), Kind::Builtin(Builtin::Bool)) => {
                standard.to_bool = true;
                conversion(standard)
            }
            // A string literal as `char *`: deprecated, and still taken.
            (Kind::Pointer(a), Kind::Pointer(b)) if value.string && a.unqualified(db) == *b => {
                conversion(standard)
            }
            (Kind::Pointer(a), Kind::Pointer(b)) => self.pointer_conversion(standard, *a, *b),
            (Kind::MemberPointer(c, m), Kind::MemberPointer(d, n)) => {
                if c == d {
                    return Ok(self
                        .adds_qualifiers(*m, *n)
                        .map(|added| Standard { qualification: added, ..standard }));
                }
                let (Some(base), Some(derived)) = (c.as_class(db), d.as_class(db)) else { return Ok(None) };
                match self.distance_to_base(derived, base)? {
                    Some(_) if self.adds_qualifiers(*m, *n).is_some() => conversion(standard),
                    _ => Ok(None),
                }
            }
            (Kind::Class(a), Kind::Class(b)) => match self.distance_to_base(*a, *b)? {
                Some(steps) => {
                    standard.derived = steps;
                    conversion(standard)
                }
                None => Ok(None),
            },
            (Kind::Vector(a, n), Kind::Vector(b, m)) => {
                if n == m && a.unqualified(db) == b.unqualified(db) {
                    conversion(standard)
                } else {
                    Ok(None)
                }
            }
            (Kind::Builtin(a), Kind::Complex(_)) if arithmetic_result(*a, *a).is_some() => {
                conversion(standard)
            }
            (Kind::Complex(_), Kind::Complex(_)) => conversion(standard),
            _ => Ok(None),
        }
    }

    /// Whether an enumeration has a fixed underlying type.
    fn is_fixed(&self, first: asunder_decls::names::DeclRef) -> bool {
        matches!(
            &self.decl(first).kind,
            asunder_decls::written::DeclKind::Enum(it) if it.base.is_some() || it.scoped
        )
    }

    fn pointer_conversion(
        &self,
        standard: Standard<'db>,
        from: Ty<'db>,
        to: Ty<'db>,
    ) -> Result<Option<Standard<'db>>, &'static str> {
        let db = self.db;
        if let Some(added) = self.adds_qualifiers(from, to) {
            return Ok(Some(Standard { qualification: added, ..standard }));
        }
        let holds = |from: Ty<'db>, to: Ty<'db>| contains(to.qualifiers(db), from.qualifiers(db));
        if to.is_void(db) && !matches!(from.kind(db), Kind::Function(_)) {
            let fits = holds(from, to);
            return Ok(fits.then_some(Standard { rank: Rank::Conversion, to_void: true, ..standard }));
        }
        if let (Some(derived), Some(base)) = (from.as_class(db), to.as_class(db)) {
            return Ok(match self.distance_to_base(derived, base)? {
                Some(steps) if holds(from, to) => {
                    Some(Standard { rank: Rank::Conversion, derived: steps, ..standard })
                }
                _ => None,
            });
        }
        // A function that throws nothing as one that may ([conv.fctptr]).
        if let (Some(a), Some(b)) = (from.as_function(db), to.as_function(db))
            && a.noexcept
            && !b.noexcept
            && self.without_noexcept(a) == to
        {
            return Ok(Some(standard));
        }
        Ok(None)
    }

    /// A function type that may throw.
    pub(crate) fn without_noexcept(&self, function: &Function<'db>) -> Ty<'db> {
        self.ty(Kind::Function(Function { noexcept: false, noexcept_if: None, ..function.clone() }))
    }

    /// Whether `from *` becomes `to *` by qualifiers alone ([conv.qual]), and if so whether some are added.
    pub(crate) fn adds_qualifiers(&self, from: Ty<'db>, to: Ty<'db>) -> Option<bool> {
        let db = self.db;
        let (mut from, mut to) = (from, to);
        let (mut added, mut all_const, mut first) = (false, true, true);
        let mut is_element = false;
        loop {
            let (a, b) = (from.qualifiers(db), to.qualifiers(db));
            if !contains(b, a) {
                return None;
            }
            if a.is_const != b.is_const || a.is_volatile != b.is_volatile {
                // Deeper than the first level all levels in between must be const.
                if !first && !all_const {
                    return None;
                }
                added = true;
            }
            // Elements have the qualifiers of their array.
            all_const &= b.is_const || is_element;
            first = false;
            is_element = false;
            let (x, y) = (from.unqualified(db), to.unqualified(db));
            if x == y {
                return Some(added);
            }
            match (x.kind(db), y.kind(db)) {
                (Kind::Pointer(x), Kind::Pointer(y)) => (from, to) = (*x, *y),
                (Kind::MemberPointer(c, x), Kind::MemberPointer(d, y)) if c == d => (from, to) = (*x, *y),
                // The reference takes an array for one of unknown bound in every standard.
                (Kind::Array(x, n), Kind::Array(y, m)) if n == m || *m == Bound::Unknown => {
                    is_element = true;
                    (from, to) = (*x, *y);
                }
                _ => return None,
            }
        }
    }

    // ---- references

    /// How a reference to `to` is bound ([dcl.init.ref]/5).
    pub(crate) fn bind_reference(
        &self,
        value: &Valued<'db>,
        to: Ty<'db>,
        rvalue: bool,
        user: bool,
    ) -> Ics<'db> {
        let db = self.db;
        let from = value.ty;
        let is_lvalue = value.category == Category::Lvalue;
        let related = match self.related(from, to) {
            Ok(related) => related,
            Err(why) => return Ics::Gap(why),
        };
        let compatible = related.filter(|_| contains(to.qualifiers(db), from.qualifiers(db)));
        let is_function = matches!(from.kind(db), Kind::Function(_));
        let bound = |steps: u32, to_rvalue: bool| {
            Ics::Standard(Standard {
                rank: if steps > 0 { Rank::Conversion } else { Rank::Exact },
                derived: steps,
                binding: Some(Binding { to, rvalue, to_rvalue, temporary: false, object: false }),
                ..Standard { to, ..Standard::identity(from) }
            })
        };
        if !rvalue {
            if is_lvalue
                && !value.bit_field
                && let Some(steps) = compatible
            {
                return bound(steps, false);
            }
            if user && related.is_none() && from.as_class(db).is_some() {
                match self.conversion_to_reference(value, to, rvalue) {
                    Ics::No => {}
                    found => return found,
                }
            }
            let qualifiers = to.qualifiers(db);
            if !qualifiers.is_const || qualifiers.is_volatile {
                return Ics::No;
            }
        }
        let is_object = value.category != Category::Prvalue
            || from.as_class(db).is_some()
            || matches!(from.kind(db), Kind::Array(..));
        if (!is_lvalue || is_function) && !value.bit_field && is_object {
            if let Some(steps) = compatible {
                return bound(steps, !is_function);
            }
            if user && related.is_none() && from.as_class(db).is_some() {
                match self.conversion_to_reference(value, to, rvalue) {
                    Ics::No => {}
                    found => return found,
                }
            }
        }
        // A temporary is made.
        if related.is_some() {
            if rvalue && is_lvalue && !is_function {
                // A bit-field's value may be copied, an lvalue's not be bound.
                if !value.bit_field {
                    return Ics::No;
                }
            }
            if compatible.is_none() {
                return Ics::No;
            }
        }
        let binding = Binding { to, rvalue, to_rvalue: true, temporary: true, object: false };
        match self.to_value(value, to, user) {
            Ics::Standard(standard) => Ics::Standard(Standard { binding: Some(binding), ..standard }),
            Ics::User(chosen, second) => Ics::User(chosen, Standard { binding: Some(binding), ..second }),
            other => other,
        }
    }

    /// Whether `from` is reference-related to `to` ([dcl.init.ref]/4): how many bases away.
    fn related(&self, from: Ty<'db>, to: Ty<'db>) -> Result<Option<u32>, &'static str> {
        let db = self.db;
        let (a, b) = (from.unqualified(db), to.unqualified(db));
        if a == b {
            return Ok(Some(0));
        }
        if let (Some(derived), Some(base)) = (a.as_class(db), b.as_class(db)) {
            return self.distance_to_base(derived, base);
        }
        if let (Kind::Array(x, Bound::Count(_)), Kind::Array(y, Bound::Unknown)) = (a.kind(db), b.kind(db))
            && x == y
        {
            return Ok(Some(0));
        }
        // A function that throws nothing as one that may; pointers that differ by qualifiers are similar (CWG 2352).
        if let (Some(x), Some(_)) = (a.as_function(db), b.as_function(db))
            && x.noexcept
            && self.without_noexcept(x) == b
        {
            return Ok(Some(0));
        }
        Ok(None)
    }

    /// Binding through a conversion function whose result the reference can be bound to directly.
    fn conversion_to_reference(&self, value: &Valued<'db>, to: Ty<'db>, rvalue: bool) -> Ics<'db> {
        let db = self.db;
        let Some(class) = value.ty.as_class(db) else { return Ics::No };
        let accepts = |result: Ty<'db>| -> Option<Standard<'db>> {
            let category = match result.kind(db) {
                Kind::Reference(_, false) => Category::Lvalue,
                Kind::Reference(_, true) => Category::Xvalue,
                _ => Category::Prvalue,
            };
            if !rvalue && category != Category::Lvalue && !to.qualifiers(db).is_const {
                return None;
            }
            let related = self.related(result.referred(db), to).ok()??;
            if !contains(to.qualifiers(db), result.referred(db).qualifiers(db)) {
                return None;
            }
            if rvalue && category == Category::Lvalue && to.as_function(db).is_none() {
                return None;
            }
            Some(Standard {
                rank: if related > 0 { Rank::Conversion } else { Rank::Exact },
                derived: related,
                binding: Some(Binding {
                    to,
                    rvalue,
                    to_rvalue: category != Category::Lvalue,
                    temporary: false,
                    object: false,
                }),
                ..Standard { to, ..Standard::identity(result.referred(db)) }
            })
        };
        self.by_conversion_function(value, class, to, false, &accepts)
    }

    // ---- conversions of classes

    /// Conversion by a constructor of `to` or a conversion function of the operand ([over.match.copy],
    /// [over.match.conv]).
    fn user_conversion(&self, value: &Valued<'db>, to: Ty<'db>) -> Ics<'db> {
        let db = self.db;
        let mut by_constructor = Ics::No;
        if let Some(class) = to.as_class(db) {
            let definition = match self.defined(class) {
                Ok(Some(definition)) => definition,
                Ok(None) => return Ics::No,
                Err(why) => return Ics::Gap(why),
            };
            let inherited = self.inherited_constructors(class, &definition);
            let is_open = inherited.is_none();
            let constructors =
                self.constructors(&definition).into_iter().chain(inherited.unwrap_or_default());
            let converting = constructors.filter(|symbol| self.is_explicit(*symbol) != Some(true));
            let candidates: Vec<Candidate<'db>> = converting.map(Candidate::of).collect();
            let args = [Operand::Value(*value)];
            let how = crate::overload::How::implicit_conversion();
            by_constructor = match self.choose(&candidates, None, &args, &how) {
                Resolution::Best(chosen) => Ics::User(Rc::new(chosen), Standard::identity(to)),
                Resolution::Ambiguous => Ics::Ambiguous,
                Resolution::None
                    if is_open && self.may_inherit_constructor(class, &definition, (&args, &how)) =>
                {
                    Ics::Gap("inherited constructors")
                }
                Resolution::None => Ics::No,
                Resolution::Gap(why) => Ics::Gap(why),
            };
        }
        let Some(class) = value.ty.as_class(db) else { return by_constructor };
        let by_function =
            self.by_conversion_function(value, class, to, false, &|result| self.result_as(result, to));
        match (by_constructor, by_function) {
            (Ics::No, found) | (found, Ics::No) => found,
            (Ics::Gap(why), _) | (_, Ics::Gap(why)) => Ics::Gap(why),
            // Both kinds are candidates of one overload resolution.
            (Ics::User(made, to_made), Ics::User(given, to_given)) => {
                match (self.is_better(&made, &given), self.is_better(&given, &made)) {
                    (true, false) => Ics::User(made, to_made),
                    (false, true) => Ics::User(given, to_given),
                    _ => Ics::Ambiguous,
                }
            }
            _ => Ics::Ambiguous,
        }
    }

    /// The conversion of a class to `bool` where a condition wants one ([conv.general]/4).
    pub(crate) fn contextual_conversion(&self, value: &Valued<'db>) -> Ics<'db> {
        self.direct_conversion(value, self.builtin(Builtin::Bool))
    }

    /// The conversion of a class to a type that is not a class, where an object of that type is initialized directly:
    /// explicit conversion functions are candidates ([over.match.conv]/1).
    pub(crate) fn direct_conversion(&self, value: &Valued<'db>, to: Ty<'db>) -> Ics<'db> {
        match value.ty.as_class(self.db) {
            Some(class) => {
                self.by_conversion_function(value, class, to, true, &|result| self.result_as(result, to))
            }
            None => Ics::No,
        }
    }

    /// The standard conversion of what a conversion function returns to `to`.
    pub(crate) fn result_as(&self, result: Ty<'db>, to: Ty<'db>) -> Option<Standard<'db>> {
        let category = match result.kind(self.db) {
            Kind::Reference(_, false) => Category::Lvalue,
            Kind::Reference(_, true) => Category::Xvalue,
            _ => Category::Prvalue,
        };
        let ty = result.referred(self.db);
        let value = Valued { ty, category, null: false, bit_field: false, string: false };
        self.standard(&value, to).ok().flatten()
    }

    /// The best conversion function of a class whose result `accepts` takes. With `is_contextual` also explicit ones that
    /// give `to` itself ([over.match.conv]/1).
    fn by_conversion_function(
        &self,
        value: &Valued<'db>,
        class: Class<'db>,
        to: Ty<'db>,
        is_contextual: bool,
        accepts: &dyn Fn(Ty<'db>) -> Option<Standard<'db>>,
    ) -> Ics<'db> {
        let db = self.db;
        let mut found: Vec<(Candidate<'db>, Standard<'db>)> = Vec::new();
        for symbol in self.conversion_functions(class) {
            if !is_contextual && self.is_explicit(symbol) == Some(true) {
                continue;
            }
            let symbol = match self.is_function_template(symbol.decl) {
                true => match self.deduce_conversion(symbol, to) {
                    Some(symbol) => symbol,
                    None => continue,
                },
                false => symbol,
            };
            let Some(is_explicit) = self.is_explicit(symbol) else { return Ics::Gap("explicit") };
            if is_explicit && !is_contextual {
                continue;
            }
            let Some(signature) = self.signature(symbol) else { continue };
            let result = self.result_of(symbol, &signature);
            match result.kind(self.db) {
                Kind::Gap(why) => return Ics::Gap(why),
                Kind::Auto | Kind::DecltypeAuto => return Ics::Gap("result of a conversion function"),
                _ if is_explicit && result.referred(db).unqualified(db) != to => {}
                _ => {
                    if let Some(second) = accepts(result) {
                        found.push((Candidate::of(symbol), second));
                    }
                }
            }
        }
        if found.is_empty() {
            return Ics::No;
        }
        let candidates: Vec<Candidate<'db>> = found.iter().map(|(candidate, _)| *candidate).collect();
        let object = Operand::Value(*value);
        match self.choose(&candidates, Some(&object), &[], &crate::overload::How::conversion()) {
            Resolution::Best(chosen) => {
                let second = found.iter().find(|(candidate, _)| candidate.symbol == chosen.symbol);
                match second {
                    Some((_, second)) => Ics::User(Rc::new(chosen), *second),
                    None => Ics::Gap("conversion function"),
                }
            }
            // Those that differ in what follows them only.
            Resolution::Ambiguous => {
                let best = found.iter().find(|(candidate, second)| {
                    found.iter().all(|(other, third)| {
                        candidate.symbol == other.symbol
                            || self.compare_standard(second, third) == Ordering::Greater
                    })
                });
                match best {
                    Some((candidate, second)) => {
                        match self.choose(
                            &[*candidate],
                            Some(&object),
                            &[],
                            &crate::overload::How::conversion(),
                        ) {
                            Resolution::Best(chosen) => Ics::User(Rc::new(chosen), *second),
                            _ => Ics::Ambiguous,
                        }
                    }
                    None => Ics::Ambiguous,
                }
            }
            Resolution::None => Ics::No,
            Resolution::Gap(why) => Ics::Gap(why),
        }
    }

    // ---- lists

    /// The element type where `ty` is a `std::initializer_list`.
    pub(crate) fn initializer_list_of(&self, ty: Ty<'db>) -> Option<Ty<'db>> {
        let class = ty.as_class(self.db)?;
        let asunder_types::Origin::Decl(first) = class.origin(self.db) else { return None };
        let is_named = self.decl(first).name.ident().is_some_and(|name| &**name == "initializer_list");
        let args = class.args(self.db).filter(|_| is_named)?;
        match args.list(self.db) {
            [asunder_types::Arg::Type(element)] => Some(*element),
            _ => None,
        }
    }

    fn list_conversion(
        &self,
        elements: &Rc<[Operand<'db>]>,
        designated: bool,
        to: Ty<'db>,
        user: bool,
    ) -> Ics<'db> {
        let db = self.db;
        if let Kind::Reference(target, rvalue) = to.kind(db) {
            let qualifiers = target.qualifiers(db);
            if !rvalue && (!qualifiers.is_const || qualifiers.is_volatile) {
                return Ics::No;
            }
            return self.list_conversion(elements, designated, *target, user);
        }
        let to = to.unqualified(db);
        if let Some(element) = self.initializer_list_of(to) {
            if designated {
                return Ics::No;
            }
            let worst = self.worst(elements, element);
            return wrap_list(ListTo::InitializerList(element), worst);
        }
        match to.kind(db) {
            Kind::Class(class) => {
                // `{x}` of the class itself or one derived from it.
                if let [Operand::Value(only)] = &**elements
                    && let Some(from) = only.ty.as_class(db)
                    && !designated
                {
                    match self.distance_to_base(from, *class) {
                        Ok(Some(_)) => return self.implicit(&elements[0], to, false),
                        Ok(None) => {}
                        Err(why) => return Ics::Gap(why),
                    }
                }
                if self.definition(*class).is_none() {
                    return Ics::Gap("list for a class without definition");
                }
                if designated || self.is_aggregate(*class) {
                    return self.aggregate_conversion(*class, elements, designated);
                }
                if !user {
                    return Ics::No;
                }
                match self.choose_list_constructor(*class, elements, true) {
                    Resolution::Best(chosen) => Ics::User(Rc::new(chosen), Standard::identity(to)),
                    Resolution::Ambiguous => Ics::Ambiguous,
                    Resolution::None => Ics::No,
                    Resolution::Gap(why) => Ics::Gap(why),
                }
            }
            Kind::Array(element, bound) => {
                if let Bound::Count(count) = bound
                    && elements.len() as u64 > *count
                {
                    return Ics::No;
                }
                wrap_list(ListTo::Aggregate(to), self.worst(elements, *element))
            }
            _ => match &**elements {
                [] => Ics::List(ListTo::Scalar(to), Box::new(Ics::Standard(Standard::identity(to)))),
                [only @ Operand::Value(_)] => self.implicit(only, to, false),
                _ => Ics::No,
            },
        }
    }

    fn aggregate_conversion(
        &self,
        class: Class<'db>,
        elements: &[Operand<'db>],
        designated: bool,
    ) -> Ics<'db> {
        let to = self.ty(Kind::Class(class));
        let identity = || Ics::Standard(Standard::identity(to));
        if designated {
            return Ics::List(ListTo::Aggregate(to), Box::new(identity()));
        }
        let Some(definition) = self.definition(class) else {
            return Ics::Gap("aggregate without definition");
        };
        if !self.bases(class).is_empty() {
            return Ics::Gap("aggregate with bases in overload resolution");
        }
        let fields = self.fields(&definition);
        let is_union = matches!(
            &self.decl(definition.decl).kind,
            asunder_decls::written::DeclKind::Class(it) if it.is_union
        );
        let mut fields = fields.into_iter();
        let mut elements = elements.iter();
        let mut next = elements.next();
        while let Some(element) = next {
            let Some(field) = fields.next() else { return Ics::No };
            let ty = self.variable_type(field);
            match self.implicit(element, ty, true) {
                Ics::No => {
                    // Braces may be left out ([dcl.init.aggr]/15).
                    if ty.as_class(self.db).is_some() || matches!(ty.kind(self.db), Kind::Array(..)) {
                        return Ics::Gap("aggregate with braces left out");
                    }
                    return Ics::No;
                }
                Ics::Gap(why) => return Ics::Gap(why),
                _ => {}
            }
            next = elements.next();
            if is_union && next.is_some() {
                return Ics::No;
            }
        }
        // A user-defined conversion, in the sense of [over.ics.list]/8.
        Ics::List(ListTo::Aggregate(to), Box::new(identity()))
    }

    fn worst(&self, elements: &[Operand<'db>], to: Ty<'db>) -> Ics<'db> {
        let mut worst = Ics::Standard(Standard::identity(to));
        for element in elements {
            let ics = self.implicit(element, to, true);
            match ics {
                Ics::No => return Ics::No,
                Ics::Gap(why) => return Ics::Gap(why),
                ics => {
                    if self.compare(&ics, &worst) == Ordering::Less {
                        worst = ics;
                    }
                }
            }
        }
        worst
    }

    // ---- functions of one name

    fn function_conversion(&self, set: &FunctionSet<'db>, to: Ty<'db>, user: bool) -> Ics<'db> {
        let db = self.db;
        let target = match to.kind(db) {
            Kind::Reference(inner, _) => *inner,
            _ => to.unqualified(db),
        };
        let target = match target.kind(db) {
            Kind::Pointer(inner) | Kind::MemberPointer(_, inner) => *inner,
            _ => target,
        };
        if target.as_function(db).is_none() {
            // A class that can be made of a function, `bool`.
            if let [only] = set.candidates.as_slice()
                && !self.is_function_template(only.symbol.decl)
                && let Some(signature) = self.signature(only.symbol)
            {
                let value = Valued {
                    ty: signature.ty.pointer_to(db),
                    category: Category::Prvalue,
                    null: false,
                    bit_field: false,
                    string: false,
                };
                return self.implicit(&Operand::Value(value), to, user);
            }
            if let (Some(class), true) = (target.as_class(db), user) {
                return self.functions_to_class(set, class);
            }
            return Ics::No;
        }
        let mut plain = Vec::new();
        let mut templates = Vec::new();
        for candidate in &set.candidates {
            if self.is_function_template(candidate.symbol.decl) {
                match self.deduce_from_type(candidate, Vec::new(), target) {
                    Ok(Some(symbol)) => templates.push(Candidate { symbol, ..*candidate }),
                    Ok(None) => {
                        // A template that may throw more is only warned about.
                        if let Some(function) = target.as_function(db).filter(|it| it.noexcept)
                            && let Ok(Some(_)) =
                                self.deduce_from_type(candidate, Vec::new(), self.without_noexcept(function))
                        {
                            return Ics::Gap("exception specification of a template");
                        }
                    }
                    Err(why) => return Ics::Gap(why),
                }
                continue;
            }
            let Some(signature) = self.signature(candidate.symbol) else { continue };
            let own = signature.ty;
            let is_same = own == target
                || own
                    .as_function(db)
                    .is_some_and(|own| own.noexcept && self.without_noexcept(own) == target);
            if is_same {
                plain.push(*candidate);
            }
        }
        let plain = self.distinct(plain);
        let found = if plain.is_empty() { templates } else { plain };
        match found.as_slice() {
            [only] => Ics::Function(*only),
            [] => Ics::No,
            _ => Ics::Gap("several functions of one type"),
        }
    }

    /// Conversion of a name of functions by a constructor of a class.
    fn functions_to_class(&self, set: &FunctionSet<'db>, class: Class<'db>) -> Ics<'db> {
        let definition = match self.defined(class) {
            Ok(Some(definition)) => definition,
            Ok(None) => return Ics::No,
            Err(why) => return Ics::Gap(why),
        };
        let constructors = self.constructors(&definition).into_iter();
        let converting = constructors.filter(|symbol| self.is_explicit(*symbol) != Some(true));
        let candidates: Vec<Candidate<'db>> = converting.map(Candidate::of).collect();
        let args = [Operand::Functions(Rc::new(set.clone()))];
        match self.choose(&candidates, None, &args, &crate::overload::How::implicit_conversion()) {
            Resolution::Best(chosen) => {
                Ics::User(Rc::new(chosen), Standard::identity(self.ty(Kind::Class(class))))
            }
            Resolution::Ambiguous => Ics::Ambiguous,
            Resolution::None => Ics::No,
            Resolution::Gap(why) => Ics::Gap(why),
        }
    }

    // ---- comparison

    /// Which of two conversion sequences of one operand is better: `Greater` where the first is ([over.ics.rank]).
    pub(crate) fn compare(&self, a: &Ics<'db>, b: &Ics<'db>) -> Ordering {
        match self.basic_form(a).cmp(&self.basic_form(b)) {
            Ordering::Equal => {}
            other => return other,
        }
        match (a, b) {
            (Ics::Standard(x), Ics::Standard(y)) => self.compare_standard(x, y),
            (Ics::User(f, x), Ics::User(g, y)) if f.symbol == g.symbol => self.compare_standard(x, y),
            // A list is better converted to an initializer_list ([over.ics.rank]/3.1).
            (Ics::List(ListTo::InitializerList(_), x), Ics::List(ListTo::InitializerList(_), y)) => {
                self.compare(x, y)
            }
            (Ics::List(ListTo::InitializerList(_), _), _) => Ordering::Greater,
            (_, Ics::List(ListTo::InitializerList(_), _)) => Ordering::Less,
            (Ics::List(_, x), Ics::List(_, y)) => self.compare(x, y),
            _ => Ordering::Equal,
        }
    }

    /// The basic form of a conversion sequence; a better one is greater ([over.ics.rank]/2).
    fn basic_form(&self, ics: &Ics<'db>) -> u8 {
        match ics {
            Ics::Standard(_) | Ics::Function(_) => 3,
            Ics::List(to, inner) => match (to, &**inner) {
                (ListTo::Aggregate(ty), _) if ty.as_class(self.db).is_some() => 2,
                (_, Ics::User(..) | Ics::Ambiguous) => 2,
                _ => 3,
            },
            Ics::User(..) | Ics::Ambiguous => 2,
            Ics::Ellipsis => 1,
            Ics::No | Ics::Gap(_) => 0,
        }
    }

    /// The form of a conversion sequence with its rank, without what orders sequences of one rank; a better one is greater.
    pub(crate) fn rough_rank(&self, ics: &Ics<'db>) -> (u8, std::cmp::Reverse<Rank>) {
        let rank = match ics {
            Ics::Standard(standard) => standard.rank,
            Ics::List(_, inner) if self.basic_form(ics) == self.basic_form(inner) => {
                return self.rough_rank(inner);
            }
            _ => Rank::Exact,
        };
        (self.basic_form(ics), std::cmp::Reverse(rank))
    }

    fn compare_standard(&self, a: &Standard<'db>, b: &Standard<'db>) -> Ordering {
        let db = self.db;
        match b.rank.cmp(&a.rank) {
            Ordering::Equal => {}
            other => return other,
        }
        // An enumeration promotes better to the type that it fixes ([over.ics.rank]/4.2).
        if let (Rank::Promotion, Kind::Enum(decl, env)) = (a.rank, a.from.unqualified(db).kind(db))
            && a.from == b.from
            && let Some(fixed) = self.underlying_type(*decl, *env).filter(|_| self.is_fixed(*decl))
        {
            let is_fixed = |it: &Standard<'db>| it.to.unqualified(db).as_builtin(db) == Some(fixed);
            match is_fixed(a).cmp(&is_fixed(b)) {
                Ordering::Equal => {}
                other => return other,
            }
        }
        // [over.ics.rank]/4.1
        match b.to_bool.cmp(&a.to_bool) {
            Ordering::Equal => {}
            other => return other,
        }
        match b.to_void.cmp(&a.to_void) {
            Ordering::Equal => {}
            other => return other,
        }
        if a.rank == Rank::Conversion && (a.derived > 0 || b.derived > 0) && a.derived != b.derived {
            if a.derived == 0 || b.derived == 0 {
                return Ordering::Equal;
            }
            return b.derived.cmp(&a.derived);
        }
        if let (Some(x), Some(y)) = (a.binding, b.binding) {
            // Rvalue references bind rvalues better; not for object parameters without a ref-qualifier.
            if !x.object && !y.object && x.rvalue != y.rvalue && x.to_rvalue && y.to_rvalue {
                return x.rvalue.cmp(&y.rvalue);
            }
            if matches!(a.from.kind(db), Kind::Function(_)) && x.rvalue != y.rvalue {
                return y.rvalue.cmp(&x.rvalue);
            }
            // A known bound binds better than an unknown one ([over.ics.rank]/3.2.6).
            let bound = |ty: Ty<'db>| match ty.kind(db) {
                Kind::Array(_, bound) => Some(*bound == Bound::Unknown),
                _ => None,
            };
            if let (Some(p), Some(q)) = (bound(x.to), bound(y.to))
                && p != q
            {
                return q.cmp(&p);
            }
            let (p, q) = (x.to.qualifiers(db), y.to.qualifiers(db));
            if x.to.unqualified(db) == y.to.unqualified(db) && p != q {
                if contains(q, p) {
                    return Ordering::Greater;
                }
                if contains(p, q) {
                    return Ordering::Less;
                }
            }
        }
        // Fewer qualifiers below a pointer; of what a null pointer constant becomes the reference looks at none.
        if let (Some(x), Some(y)) = (a.to.pointee(db), b.to.pointee(db))
            && x != y
            && (a.rank == Rank::Exact || a.from.pointee(db).is_some())
        {
            match (self.adds_qualifiers(x, y), self.adds_qualifiers(y, x)) {
                (Some(_), None) => return Ordering::Greater,
                (None, Some(_)) => return Ordering::Less,
                _ => {}
            }
        }
        // A subsequence: identity is better than a conversion of the same rank.
        if a.rank == Rank::Exact && a.qualification != b.qualification {
            return b.qualification.cmp(&a.qualification);
        }
        Ordering::Equal
    }
}

fn wrap_list<'db>(to: ListTo<'db>, worst: Ics<'db>) -> Ics<'db> {
    match worst {
        Ics::No | Ics::Gap(_) => worst,
        worst => Ics::List(to, Box::new(worst)),
    }
}

/// Whether `a` has all qualifiers of `b`, `restrict` apart.
pub(crate) fn contains(a: Qualifiers, b: Qualifiers) -> bool {
    (a.is_const || !b.is_const) && (a.is_volatile || !b.is_volatile)
}
