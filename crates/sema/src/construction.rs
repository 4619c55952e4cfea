//! What makes an object of values of given types, and what assigns one: the functions that `T t(declval<From>()…)` and
//! `declval<T>() = declval<From>()` call ([dcl.init.general], [expr.ass], [meta.unary.prop]). Answers are options of options:
//! inside `None` where there is no such object or assignment, outside where that is not known.

use std::cmp::Ordering;
use std::rc::Rc;

use asunder_decls::written::{Access, BodyKind, Decl, DeclKind, DeclName, SegmentName};
use asunder_mangle::model::Qualifiers;
use asunder_syntax::Standard;
use asunder_types::{Bound, Builtin, Class, Kind, Origin, Symbol, Ty};

use crate::classes::Definition;
use crate::convert::{Ics, Operand, Valued};
use crate::infer::Category;
use crate::overload::{Candidate, Chosen, How, Resolution};
use crate::special::Special;
use crate::special::Subobject;
use crate::traits::ClassTrait;
use crate::view::Sema;

/// What makes an object or assigns to one.
#[derive(Clone, Debug)]
pub(crate) enum Maker<'db> {
    /// Standard conversions alone.
    Conversion,
    /// A special member function that nobody declares, and the function that converts its argument to the class.
    Implicit(Class<'db>, Special, Option<Rc<Chosen<'db>>>),
    /// A function that is declared, with what its arguments need.
    Function(Rc<Chosen<'db>>),
}

/// How an object is initialized. Copy-initialization does not consider explicit functions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Direct,
    Copy,
}

impl<'db> Sema<'db> {
    /// What `T t(declval<From>()…)` calls.
    pub(crate) fn made_of(&self, to: Ty<'db>, from: &[Ty<'db>]) -> Option<Option<Maker<'db>>> {
        let db = self.db;
        let Some(operands) = from.iter().map(|ty| self.declared_value(*ty)).collect::<Option<Vec<_>>>()
        else {
            return Some(None);
        };
        match (to.unqualified(db).kind(db), operands.as_slice()) {
            (Kind::Class(class), _) => self.class_made_of(*class, &operands, Form::Direct),
            (Kind::Builtin(Builtin::Void) | Kind::Function(_) | Kind::Array(_, Bound::Unknown), _) => {
                Some(None)
            }
            (Kind::Array(element, _), []) => self.made_of(*element, &[]),
            // In C++20 an array may be made of its elements.
            (Kind::Array(..), _) if self.dialect.standard >= Standard::Cpp20 => None,
            (Kind::Reference(..), []) | (Kind::Array(..), _) => Some(None),
            (kind, operands) if self.is_scalar(to) || matches!(kind, Kind::Reference(..)) => match operands {
                [] => Some(Some(Maker::Conversion)),
                [only] => self.scalar_made_of(to, only, Form::Direct),
                _ => Some(None),
            },
            _ => None,
        }
    }

    /// What `To t = declval<From>()` calls.
    pub(crate) fn converted_from(&self, to: Ty<'db>, from: Ty<'db>) -> Option<Option<Maker<'db>>> {
        let db = self.db;
        let Some(operand) = self.declared_value(from) else { return Some(None) };
        match to.unqualified(db).kind(db) {
            Kind::Class(class) => {
                let is_own = from
                    .referred(db)
                    .as_class(db)
                    .is_some_and(|from| matches!(self.distance_to_base(from, *class), Ok(Some(_))));
                if is_own {
                    return self.class_made_of(*class, std::slice::from_ref(&operand), Form::Copy);
                }
                let made = self.by_sequence(self.implicit(&operand, to, true))?;
                let Some(maker) = made else { return Some(None) };
                // The object is moved out of the temporary.
                if self.dialect.standard < Standard::Cpp17 {
                    let moved = Operand::value(to.unqualified(db), Category::Xvalue);
                    if self.class_made_of(*class, &[moved], Form::Copy)?.is_none() {
                        return Some(None);
                    }
                }
                let can_be =
                    self.is_usable_special(*class, Special::Destructor)? && !self.is_abstract(*class)?;
                Some(can_be.then_some(maker))
            }
            Kind::Builtin(Builtin::Void) | Kind::Function(_) | Kind::Array(..) => Some(None),
            kind if self.is_scalar(to) || matches!(kind, Kind::Reference(..)) => {
                self.scalar_made_of(to, &operand, Form::Copy)
            }
            _ => None,
        }
    }

    /// What `declval<To>() = declval<From>()` calls.
    pub(crate) fn assigned(&self, to: Ty<'db>, from: Ty<'db>) -> Option<Option<Maker<'db>>> {
        let db = self.db;
        let (Some(object), Some(operand)) = (self.declared_value(to), self.declared_value(from)) else {
            return Some(None);
        };
        let target = to.referred(db);
        // The reference assigns nothing from a function, where no reference refers to it.
        if matches!(from.kind(db), Kind::Function(_)) {
            return Some(None);
        }
        match target.unqualified(db).kind(db) {
            Kind::Class(class) => self.class_assigned(*class, &object, &operand),
            Kind::Function(_) | Kind::Array(..) => Some(None),
            _ if self.is_scalar(target) => {
                let is_assigned =
                    matches!(to.kind(db), Kind::Reference(_, false)) && !target.qualifiers(db).is_const;
                match is_assigned {
                    true => self.scalar_made_of(target.unqualified(db), &operand, Form::Copy),
                    false => Some(None),
                }
            }
            _ => None,
        }
    }

    /// The function that a class has for copying, moving or making an object of nothing, where templates may be better than
    /// what it declares.
    pub(crate) fn special_among_templates(
        &self,
        class: Class<'db>,
        special: Special,
    ) -> Option<Option<Maker<'db>>> {
        let own = self.ty(Kind::Class(class));
        let copied = Operand::value(own.constant(self.db), Category::Lvalue);
        let moved = Operand::value(own, Category::Xvalue);
        let object = Operand::value(own, Category::Lvalue);
        match special {
            Special::Default => self.class_chosen(class, &[], Form::Direct),
            Special::Copy => self.class_chosen(class, &[copied], Form::Direct),
            Special::Move => self.class_chosen(class, &[moved], Form::Direct),
            Special::CopyAssignment => self.assignment_chosen(class, &object, &copied),
            Special::MoveAssignment => self.assignment_chosen(class, &object, &moved),
            Special::Destructor => None,
        }
    }

    /// Whether what makes an object or assigns to one calls nothing but trivial functions.
    pub(crate) fn is_trivial_maker(&self, maker: &Maker<'db>) -> Option<bool> {
        match maker {
            Maker::Conversion => Some(true),
            Maker::Implicit(_, _, Some(_)) => Some(false),
            Maker::Implicit(class, special, None) => self.is_trivial_special(*class, *special),
            Maker::Function(chosen) => {
                let is_defaulted = matches!(
                    self.decl(chosen.symbol.decl).kind,
                    DeclKind::Function { body: BodyKind::Defaulted, .. }
                );
                if !is_defaulted {
                    return Some(false);
                }
                let (class, special) = self.defaulted_special(chosen.symbol)?;
                self.is_trivial_special(class, special)
            }
        }
    }

    /// Whether what makes an object or assigns to one may throw.
    pub(crate) fn maker_throws(&self, maker: &Maker<'db>) -> Option<bool> {
        match maker {
            Maker::Conversion => Some(false),
            Maker::Implicit(class, special, by) => {
                let converts = match by {
                    Some(by) => self.maker_throws(&Maker::Function(by.clone()))?,
                    None => false,
                };
                Some(converts || self.implied_throws(*class, *special)?)
            }
            Maker::Function(chosen) => {
                if self.may_throw(chosen.symbol)? {
                    return Some(true);
                }
                if chosen.arguments.len() < chosen.signature.params.len() {
                    return None;
                }
                for argument in &chosen.arguments {
                    match argument {
                        Ics::Standard(_) => {}
                        Ics::User(made, _) => {
                            if self.maker_throws(&Maker::Function(made.clone()))? {
                                return Some(true);
                            }
                        }
                        _ => return None,
                    }
                }
                Some(false)
            }
        }
    }

    /// The expression `declval<T>()`: an lvalue for lvalue references and functions, else an xvalue; `None` for `void`.
    fn declared_value(&self, ty: Ty<'db>) -> Option<Operand<'db>> {
        let db = self.db;
        if ty.is_void(db) {
            return None;
        }
        let target = ty.referred(db);
        let category = match (ty.kind(db), target.kind(db)) {
            (Kind::Reference(_, false), _) | (_, Kind::Function(_)) => Category::Lvalue,
            _ => Category::Xvalue,
        };
        Some(Operand::value(target, category))
    }

    /// What an implicit conversion calls.
    fn by_sequence(&self, sequence: Ics<'db>) -> Option<Option<Maker<'db>>> {
        match sequence {
            Ics::Standard(_) => Some(Some(Maker::Conversion)),
            Ics::User(chosen, _) => {
                let maker = Maker::Function(chosen);
                Some(self.is_usable_maker(&maker)?.then_some(maker))
            }
            Ics::No | Ics::Ambiguous => Some(None),
            Ics::List(..) | Ics::Function(_) | Ics::Ellipsis | Ics::Gap(_) => None,
        }
    }

    /// The same of a number, a pointer or a reference.
    fn scalar_made_of(&self, to: Ty<'db>, from: &Operand<'db>, form: Form) -> Option<Option<Maker<'db>>> {
        let db = self.db;
        let Operand::Value(value) = from else { return None };
        // The reference converts pointers to functions to `void *`, and arrays of unknown bounds to pointers alone.
        let is_function = value.ty.pointee(db).is_some_and(|to| matches!(to.kind(db), Kind::Function(_)));
        if is_function && to.pointee(db).is_some_and(|to| to.is_void(db))
            || matches!(value.ty.kind(db), Kind::Array(_, Bound::Unknown))
        {
            return None;
        }
        let found = self.by_sequence(self.implicit(from, to, true))?;
        if found.is_some() || form == Form::Copy {
            return Some(found);
        }
        if to.as_builtin(db) == Some(Builtin::Bool) && value.ty.as_builtin(db) == Some(Builtin::NullPtr) {
            return Some(Some(Maker::Conversion));
        }
        let Some(class) = value.ty.as_class(db) else { return Some(None) };
        let is_explicit = |symbol: &Symbol<'db>| self.is_explicit(*symbol) != Some(false);
        if !self.conversion_functions(class).iter().any(is_explicit) {
            return Some(None);
        }
        match to.kind(db) {
            Kind::Reference(..) => None,
            _ => self.by_sequence(self.direct_conversion(value, to.unqualified(db))),
        }
    }

    /// What makes an object of a class, and can be used where nobody is a friend.
    fn class_made_of(
        &self,
        class: Class<'db>,
        operands: &[Operand<'db>],
        form: Form,
    ) -> Option<Option<Maker<'db>>> {
        if matches!(class.origin(self.db), Origin::Lambda(..)) {
            return None;
        }
        if self.is_abstract(class)? || !self.is_usable_special(class, Special::Destructor)? {
            return Some(None);
        }
        let Some(maker) = self.class_chosen(class, operands, form)? else { return Some(None) };
        Some(self.is_usable_maker(&maker)?.then_some(maker))
    }

    /// The function that overload resolution chooses for making an object of a class.
    fn class_chosen(
        &self,
        class: Class<'db>,
        operands: &[Operand<'db>],
        form: Form,
    ) -> Option<Option<Maker<'db>>> {
        let definition = self.defined(class).ok()??;
        let mut constructors = self.constructors(&definition);
        let how = How { converting: form == Form::Copy, ..How::call() };
        match self.inherited_constructors(class, &definition) {
            Some(inherited) => constructors.extend(inherited),
            None if self.may_inherit_constructor(class, &definition, (operands, &how)) => return None,
            None => {}
        }
        let candidates: Vec<Candidate<'db>> = constructors.iter().copied().map(Candidate::of).collect();
        if operands.is_empty() && constructors.is_empty() {
            return Some(Some(Maker::Implicit(class, Special::Default, None)));
        }
        let implicit = match operands {
            [only] => self.implicit_taking(class, only, [Special::Copy, Special::Move])?,
            _ => None,
        };
        let found = self.better(class, self.choose(&candidates, None, operands, &how), implicit)?;
        if found.is_some() {
            // One that takes the object by a conversion function competes with the function itself (CWG 2327).
            let is_by_function = match &found {
                Some(Maker::Function(chosen)) => matches!(chosen.arguments.as_slice(), [Ics::User(..)]),
                _ => false,
            };
            return (!is_by_function).then_some(found);
        }
        if let [Operand::Value(value)] = operands
            && let Some(from) = value.ty.as_class(self.db)
            && form == Form::Direct
            && !self.conversion_functions(from).is_empty()
        {
            return None;
        }
        // In C++20 an aggregate may be made of its members.
        let is_aggregate = self.dialect.standard >= Standard::Cpp20
            && !operands.is_empty()
            && form == Form::Direct
            && self.is_aggregate(class);
        (!is_aggregate).then_some(None)
    }

    /// What assigns to an object of a class, and can be used where nobody is a friend.
    fn class_assigned(
        &self,
        class: Class<'db>,
        object: &Operand<'db>,
        from: &Operand<'db>,
    ) -> Option<Option<Maker<'db>>> {
        if matches!(class.origin(self.db), Origin::Lambda(..)) {
            return None;
        }
        let Some(maker) = self.assignment_chosen(class, object, from)? else { return Some(None) };
        Some(self.is_usable_maker(&maker)?.then_some(maker))
    }

    /// The function that overload resolution chooses for assigning to an object of a class.
    fn assignment_chosen(
        &self,
        class: Class<'db>,
        object: &Operand<'db>,
        from: &Operand<'db>,
    ) -> Option<Option<Maker<'db>>> {
        let Operand::Value(target) = object else { return None };
        let definition = self.defined(class).ok()??;
        let assigns = |decl: &Decl| matches!(&decl.name, DeclName::Operator(name) if &**name == "=");
        let members = self.members(definition.decl);
        let brings = |decl: &Decl| match &decl.kind {
            DeclKind::UsingDeclaration(path) => path
                .segments
                .last()
                .is_none_or(|last| matches!(&last.name, SegmentName::Operator(name) if &**name == "=")),
            _ => false,
        };
        if members.iter().any(|(_, decl)| brings(decl)) {
            return None;
        }
        let candidates: Vec<Candidate<'db>> = members
            .iter()
            .filter(|(_, decl)| assigns(decl) && !decl.specifiers.is_friend)
            .map(|(local, _)| {
                Candidate::of(Symbol { decl: definition.decl.sibling(*local), env: definition.inside })
            })
            .collect();
        // What nobody declares takes an object that is neither constant nor volatile.
        let implicit = match target.ty.qualifiers(self.db).is_empty() {
            true => self.implicit_taking(class, from, [Special::CopyAssignment, Special::MoveAssignment])?,
            false => None,
        };
        let chosen = self.choose(&candidates, Some(object), std::slice::from_ref(from), &How::call());
        let qualified = |chosen: &Chosen<'db>| {
            chosen.signature.qualifiers != Qualifiers::NONE
                || chosen.signature.ref_qualifier != asunder_types::RefQualifier::None
        };
        // The objects are converted in different ways.
        if implicit.is_some() && matches!(&chosen, Resolution::Best(chosen) if qualified(chosen)) {
            return None;
        }
        self.better(class, chosen, implicit)
    }

    /// The special member that nobody declares and that takes an operand best, with the conversion.
    fn implicit_taking(
        &self,
        class: Class<'db>,
        operand: &Operand<'db>,
        [copies, moves]: [Special; 2],
    ) -> Option<Option<(Special, Ics<'db>)>> {
        let db = self.db;
        let own = self.ty(Kind::Class(class));
        let mut best: Option<(Special, Ics<'db>)> = None;
        for (special, param) in [(copies, own.constant(db).lvalue_ref(db)), (moves, own.rvalue_ref(db))] {
            if self.implicit_special(class, special)?.is_none() {
                continue;
            }
            // Where a part is copied from `P &` and not from `const P &`, the class is copied from `C &`.
            if special == copies && !self.copies_constants(class, copies)? {
                return None;
            }
            // A conversion by one of its own constructors would be an object that is made already.
            let is_own = |value: &Valued<'db>| {
                value
                    .ty
                    .as_class(db)
                    .is_some_and(|from| matches!(self.distance_to_base(from, class), Ok(Some(_))))
            };
            let by_user = match operand {
                Operand::Value(value) => !is_own(value),
                _ => true,
            };
            let sequence = match self.implicit(operand, param, by_user) {
                Ics::No => continue,
                Ics::Gap(_) => return None,
                sequence => sequence,
            };
            let is_better =
                best.as_ref().is_none_or(|(_, known)| self.compare(&sequence, known) == Ordering::Greater);
            if is_better {
                best = Some((special, sequence));
            }
        }
        Some(best)
    }

    /// The better of what overload resolution chooses among declared functions and a special member that nobody declares.
    fn better(
        &self,
        class: Class<'db>,
        declared: Resolution<'db>,
        implicit: Option<(Special, Ics<'db>)>,
    ) -> Option<Option<Maker<'db>>> {
        let Some((special, sequence)) = implicit else {
            return match declared {
                Resolution::Best(chosen) => Some(Some(Maker::Function(Rc::new(chosen)))),
                Resolution::None | Resolution::Ambiguous => Some(None),
                Resolution::Gap(_) => None,
            };
        };
        let by = match &sequence {
            Ics::Standard(_) => None,
            Ics::User(chosen, _) => Some(chosen.clone()),
            _ => return None,
        };
        let implicit = Maker::Implicit(class, special, by);
        match declared {
            Resolution::None => Some(Some(implicit)),
            Resolution::Best(chosen) => {
                let [argument] = chosen.arguments.as_slice() else { return None };
                match self.compare(argument, &sequence) {
                    Ordering::Greater => Some(Some(Maker::Function(Rc::new(chosen)))),
                    Ordering::Less => Some(Some(implicit)),
                    Ordering::Equal if self.is_function_template(chosen.symbol.decl) => Some(Some(implicit)),
                    Ordering::Equal => None,
                }
            }
            Resolution::Ambiguous | Resolution::Gap(_) => None,
        }
    }

    /// Whether a class has a special member that nobody declares, and whether that is deleted. A move that would be deleted
    /// is none ([over.match.funcs.general]/8).
    pub(crate) fn implicit_special(&self, class: Class<'db>, special: Special) -> Option<Option<bool>> {
        let definition = self.defined(class).ok()??;
        let declares = |special: Special| Some(self.plain_special(&definition, class, special)?.is_some());
        if special == Special::Default && !self.constructors(&definition).is_empty() {
            return Some(None);
        }
        if declares(special)? {
            return Some(None);
        }
        let is_prevented = |definition: &Definition<'db>| self.is_prevented(class, definition, special);
        match special {
            Special::Default | Special::Destructor => Some(Some(is_prevented(&definition)?)),
            Special::Copy | Special::CopyAssignment => {
                let is_moved = declares(Special::Move)? || declares(Special::MoveAssignment)?;
                Some(Some(is_moved || is_prevented(&definition)?))
            }
            Special::Move | Special::MoveAssignment => {
                let is_copied = declares(Special::Copy)?
                    || declares(Special::CopyAssignment)?
                    || declares(Special::Move)?
                    || declares(Special::MoveAssignment)?
                    || self.destructor(&definition).is_some();
                Some((!is_copied && !is_prevented(&definition)?).then_some(false))
            }
        }
    }

    /// Whether the copying member that a class has takes constant objects ([class.copy.ctor]/7).
    pub(crate) fn copies_constants(&self, class: Class<'db>, special: Special) -> Option<bool> {
        let key = (class, ClassTrait::CopiesConstants(special));
        self.remembered(&self.class_traits, key, || None, || self.find_copied_constants(class, special))
    }

    fn find_copied_constants(&self, class: Class<'db>, special: Special) -> Option<bool> {
        if matches!(class.origin(self.db), Origin::Lambda(..)) {
            return Some(true);
        }
        let definition = self.defined(class).ok()??;
        if let Some(declared) = self.plain_special(&definition, class, special)? {
            let signature = self.signature(declared)?;
            let param = signature.params.first()?;
            let is_reference = matches!(param.kind(self.db), Kind::Reference(..));
            return Some(!is_reference || param.referred(self.db).qualifiers(self.db).is_const);
        }
        for part in self.subobjects(class)? {
            let of = match part {
                Subobject::Base(base) => Some(base),
                Subobject::Field(_, ty) => self.class_of_elements(ty).map(|(class, _)| class),
            };
            if let Some(of) = of
                && !self.copies_constants(of, special)?
            {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether a function that is declared can be called where nobody is a friend.
    fn is_usable(&self, symbol: Symbol<'db>) -> Option<bool> {
        let decl = self.decl(symbol.decl);
        let DeclKind::Function { body, .. } = decl.kind else { return None };
        let is_deleted = match body {
            BodyKind::Deleted => true,
            BodyKind::Defaulted => {
                let (class, special) = self.defaulted_special(symbol)?;
                self.special(class, special)??.is_deleted
            }
            _ => false,
        };
        Some(!is_deleted && decl.access == Access::Public)
    }

    /// Whether what makes an object can be called where nobody is a friend, and what converts its arguments too.
    fn is_usable_maker(&self, maker: &Maker<'db>) -> Option<bool> {
        let converts = |chosen: &Rc<Chosen<'db>>| self.is_usable_maker(&Maker::Function(chosen.clone()));
        match maker {
            Maker::Conversion => Some(true),
            Maker::Implicit(class, special, by) => {
                let is_converted = by.as_ref().map_or(Some(true), converts)?;
                Some(is_converted && !self.implicit_special(*class, *special)??)
            }
            Maker::Function(chosen) => {
                for argument in &chosen.arguments {
                    if let Ics::User(made, _) = argument
                        && !converts(made)?
                    {
                        return Some(false);
                    }
                }
                self.is_usable(chosen.symbol)
            }
        }
    }

    /// Whether a special member of a class can be called where nobody is a friend.
    pub(crate) fn is_usable_special(&self, class: Class<'db>, special: Special) -> Option<bool> {
        let Some(found) = self.special(class, special)? else { return Some(false) };
        let is_public = found.declared.is_none_or(|it| self.decl(it.decl).access == Access::Public);
        Some(is_public && !found.is_deleted)
    }

    /// Which special member a defaulted function is.
    pub(crate) fn defaulted_special(&self, symbol: Symbol<'db>) -> Option<(Class<'db>, Special)> {
        let class = self.class_of(symbol.env)?;
        let definition = self.defined(class).ok()??;
        let all = match &self.decl(symbol.decl).name {
            DeclName::Constructor => [Special::Default, Special::Copy, Special::Move].as_slice(),
            DeclName::Operator(_) => &[Special::CopyAssignment, Special::MoveAssignment],
            DeclName::Destructor => &[Special::Destructor],
            _ => return None,
        };
        let is_it = |special: &&Special| {
            self.plain_special(&definition, class, **special)
                .flatten()
                .is_some_and(|own| own.decl == symbol.decl)
        };
        all.iter().find(is_it).map(|special| (class, *special))
    }
}
