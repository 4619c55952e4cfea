//! Special member functions (\[special\]): which function of a class makes, copies, moves, assigns or destroys an object,
//! whether it does anything, and what one that nobody wrote calls.

use std::rc::Rc;

use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, DeclKind, DeclName};
use asunder_types::{Class, Kind, Symbol, Ty};

use crate::view::Sema;

/// A special member function, in the order in which the reference declares those that nobody wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Special {
    /// The default constructor.
    Default,
    /// The move constructor.
    Move,
    /// The copy constructor.
    Copy,
    /// The destructor.
    Destructor,
    /// The copy assignment.
    CopyAssignment,
    /// The move assignment.
    MoveAssignment,
}

impl Special {
    /// All of them, in order.
    pub const ALL: [Special; 6] = [
        Special::Default,
        Special::Move,
        Special::Copy,
        Special::Destructor,
        Special::CopyAssignment,
        Special::MoveAssignment,
    ];
}

/// Which part of an object a special member function is called for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// All of it, or a member.
    #[default]
    Whole,
    /// A base.
    Base,
    /// The elements of an array, by a function of the run-time library that takes the address of the function.
    Elements,
}

/// The special member function that a class has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Provided<'db> {
    /// The user's: it has a body of its own, or one elsewhere.
    User(Symbol<'db>),
    /// One that is made from what it is for: declared by nobody, or defaulted where it is declared first.
    Made(Special),
}

/// A call of a special member function for a part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PartCall<'db> {
    /// The class of the part.
    pub(crate) class: Class<'db>,
    /// Which function.
    pub(crate) provided: Provided<'db>,
    /// For what.
    pub(crate) part: Part,
    /// The member; `None` for a base.
    pub(crate) field: Option<Symbol<'db>>,
}

/// What a constructor makes or a destructor destroys, in the order in which members are constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subobject<'db> {
    /// A base.
    Base(Class<'db>),
    /// A data member and its type.
    Field(Symbol<'db>, Ty<'db>),
}

/// What a class declares of these.
#[derive(Clone, Debug)]
pub(crate) struct Specials<'db> {
    /// The special member functions, and constructor templates, which are none.
    all: Vec<(Symbol<'db>, Option<Special>)>,
    /// It declares constructors.
    has_constructors: bool,
}

impl<'db> Sema<'db> {
    /// The special member function that is chosen for an object of `class`: for a move the copy where there is no move.
    /// `None` where there is none, it is deleted, or it is not known.
    pub(crate) fn special_member(&self, class: Class<'db>, wanted: Special) -> Option<Provided<'db>> {
        let mut others = Vec::new();
        let mut own = None;
        let declared = self.declared_specials(class)?;
        for (symbol, kind) in declared.all.iter().copied() {
            match kind {
                // A template is never one, but may be chosen in its place.
                None if wanted <= Special::Copy => return self.chosen_special(class, wanted),
                Some(kind) if kind == wanted && own.is_some() => return None,
                Some(kind) if kind == wanted => own = Some(symbol),
                kind => others.extend(kind),
            }
        }
        if let Some(symbol) = own {
            let decl = self.decl(symbol.decl);
            return match &decl.kind {
                DeclKind::Function { body: BodyKind::Deleted, .. } => None,
                DeclKind::Function { body: BodyKind::Defaulted, .. }
                    if !(wanted == Special::Destructor && self.is_virtual_destructor(class)) =>
                {
                    Some(Provided::Made(wanted))
                }
                _ => Some(Provided::User(symbol)),
            };
        }
        let moves = [Special::Move, Special::MoveAssignment];
        let has = |kinds: &[Special]| others.iter().any(|kind| kinds.contains(kind));
        match wanted {
            Special::Default if declared.has_constructors => None,
            Special::Copy | Special::CopyAssignment if has(&moves) => None,
            Special::Move | Special::MoveAssignment
                if has(&[
                    Special::Copy,
                    Special::CopyAssignment,
                    Special::Destructor,
                    Special::Move,
                    Special::MoveAssignment,
                ]) =>
            {
                let copy = if wanted == Special::Move { Special::Copy } else { Special::CopyAssignment };
                self.special_member(class, copy)
            }
            _ => Some(Provided::Made(wanted)),
        }
    }

    /// The same where a class has constructor templates, by overload resolution.
    fn chosen_special(&self, class: Class<'db>, wanted: Special) -> Option<Provided<'db>> {
        let found = self.special(class, wanted)??;
        if found.is_deleted {
            return None;
        }
        let is_defaulted = |symbol: &Symbol<'db>| {
            matches!(self.decl(symbol.decl).kind, DeclKind::Function { body: BodyKind::Defaulted, .. })
        };
        Some(match found.declared {
            Some(symbol) if !is_defaulted(&symbol) => Provided::User(symbol),
            _ => Provided::Made(found.special),
        })
    }

    /// The special member functions that a class declares, and its constructor templates.
    fn declared_specials(&self, class: Class<'db>) -> Option<Rc<Specials<'db>>> {
        self.remembered(&self.declared_specials, class, || None, || self.find_specials(class).map(Rc::new))
    }

    fn find_specials(&self, class: Class<'db>) -> Option<Specials<'db>> {
        let definition = self.defined(class).ok()??;
        let mut specials = Specials { all: Vec::new(), has_constructors: false };
        for (local, decl) in self.members(definition.decl) {
            if decl.specifiers.is_friend {
                continue;
            }
            let is_constructor = matches!(decl.name, DeclName::Constructor);
            specials.has_constructors |= is_constructor;
            if !matches!(decl.kind, DeclKind::Function { .. }) {
                continue;
            }
            let symbol = Symbol { decl: definition.decl.sibling(local), env: definition.inside };
            if !decl.templates.is_empty() {
                specials.all.extend(is_constructor.then_some((symbol, None)));
            } else if let Some(kind) = self.special_kind(symbol, class) {
                specials.all.push((symbol, Some(kind)));
            }
        }
        Some(specials)
    }

    /// The declaration of a special member function in its class, if it has one.
    pub(crate) fn special_declaration(&self, class: Class<'db>, wanted: Special) -> Option<Symbol<'db>> {
        let all = self.declared_specials(class)?;
        all.all.iter().find(|(_, kind)| *kind == Some(wanted)).map(|(symbol, _)| *symbol)
    }

    /// Which special member function of `class` a member function is.
    pub(crate) fn special_kind(&self, symbol: Symbol<'db>, class: Class<'db>) -> Option<Special> {
        let decl = self.decl(symbol.decl);
        let is_constructor = match &decl.name {
            DeclName::Destructor => return Some(Special::Destructor),
            DeclName::Constructor => true,
            DeclName::Operator(spelling) if &**spelling == "=" => false,
            _ => return None,
        };
        let signature = self.signature(symbol)?;
        if is_constructor && signature.required == 0 && !signature.variadic {
            return Some(Special::Default);
        }
        let first = *signature.params.first()?;
        if signature.required > 1 || first.referred(self.db).as_class(self.db) != Some(class) {
            return None;
        }
        match (first.kind(self.db), is_constructor) {
            (Kind::Reference(_, true), true) => Some(Special::Move),
            (Kind::Reference(_, true), false) => Some(Special::MoveAssignment),
            (Kind::Reference(_, false), true) => Some(Special::Copy),
            (_, false) => Some(Special::CopyAssignment),
            _ => None,
        }
    }

    /// Whether the destructor of a class is virtual, its own or by a base.
    pub(crate) fn is_virtual_destructor(&self, class: Class<'db>) -> bool {
        self.virtual_destructor(class).is_some()
    }

    /// The destructor that makes that of a class virtual: its own, or one of a base.
    pub(crate) fn virtual_destructor(&self, class: Class<'db>) -> Option<Symbol<'db>> {
        let own = self.special_declaration(class, Special::Destructor);
        let own = own.filter(|destructor| self.decl(destructor.decl).specifiers.is_virtual);
        own.or_else(|| {
            let bases = self.bases(class);
            let mut inherited =
                bases.iter().filter_map(|base| self.virtual_destructor(base.ty.as_class(self.db)?));
            inherited.next()
        })
    }

    /// The functions of a class that stand in its virtual table, but for those of its bases.
    pub(crate) fn table(&self, class: Class<'db>) -> Vec<Symbol<'db>> {
        let Some(definition) = self.definition(class) else { return Vec::new() };
        let is_virtual = |symbol: &Symbol<'db>| {
            let decl = self.decl(symbol.decl);
            matches!(decl.kind, DeclKind::Function { .. })
                && !decl.specifiers.is_friend
                && decl.templates.is_empty()
                && match decl.name {
                    DeclName::Constructor => false,
                    DeclName::Destructor => self.is_virtual_destructor(class),
                    _ => decl.specifiers.is_virtual || self.overrides_any(class, *symbol),
                }
        };
        let members = self.members(definition.decl).into_iter();
        let symbols =
            members.map(|(local, _)| Symbol { decl: definition.decl.sibling(local), env: definition.inside });
        symbols.filter(is_virtual).collect()
    }

    /// Whether a member function of `class` overrides one of a base ([class.virtual]/2).
    pub(crate) fn overrides_any(&self, class: Class<'db>, symbol: Symbol<'db>) -> bool {
        let written = self.decl(symbol.decl);
        let Some(signature) = self.signature(symbol) else { return false };
        self.bases(class).iter().filter_map(|base| base.ty.as_class(self.db)).any(|base| {
            let Some(definition) = self.definition(base) else { return false };
            let named: Vec<DeclRef> = match written.name.ident() {
                Some(ident) => {
                    let named = self.named(definition.decl, ident).into_iter();
                    named.filter(|decl| self.is_member(*decl, definition.decl)).collect()
                }
                None => {
                    let members = self.members(definition.decl).into_iter();
                    members.map(|(local, _)| definition.decl.sibling(local)).collect()
                }
            };
            let own = named.into_iter().any(|other| {
                let decl = self.decl(other);
                let other = Symbol { decl: other, env: definition.inside };
                decl.name == written.name
                    && decl.specifiers.is_virtual
                    && self.signature(other).is_some_and(|other| {
                        other.params == signature.params && other.qualifiers == signature.qualifiers
                    })
            });
            own || self.overrides_any(base, symbol)
        })
    }

    /// Whether a `const` object of `class` needs no initializer ([dcl.init]/7): its default constructor is the user's, or
    /// every part has an initializer or needs none. True where that is not known.
    pub(crate) fn is_const_default_constructible(&self, class: Class<'db>) -> bool {
        if self.special_member(class, Special::Default) != Some(Provided::Made(Special::Default)) {
            return true;
        }
        let is_fine = |part| match part {
            Subobject::Base(base) => self.is_const_default_constructible(base),
            Subobject::Field(field, ty) => {
                self.initializer(field.decl).is_some()
                    || self
                        .class_of_elements(ty)
                        .is_some_and(|(class, _)| self.is_const_default_constructible(class))
            }
        };
        self.subobjects(class).is_none_or(|parts| parts.into_iter().all(is_fine))
    }

    /// Whether a special member function that nobody wrote does nothing but copy bytes ([class.default.ctor]/3,
    /// [class.copy.ctor]/11, [class.dtor]/8). `None` where that is not known.
    pub(crate) fn is_trivial(&self, class: Class<'db>, special: Special) -> Option<bool> {
        self.remembered(&self.trivial, (class, special), || None, || self.find_trivial(class, special))
    }

    fn find_trivial(&self, class: Class<'db>, special: Special) -> Option<bool> {
        if special != Special::Destructor && self.has_virtual_table(class)? {
            return Some(false);
        }
        if special == Special::Default {
            let definition = self.definition(class)?;
            if self.fields(&definition).iter().any(|field| self.initializer(field.decl).is_some()) {
                return Some(false);
            }
        }
        let calls = self.part_calls(class, special)?;
        let mut result = Some(true);
        for call in calls {
            match call.provided {
                Provided::User(_) => return Some(false),
                Provided::Made(special) => match self.is_trivial(call.class, special) {
                    Some(true) => {}
                    Some(false) => return Some(false),
                    None => result = None,
                },
            }
        }
        result
    }

    /// Whether objects of a class have a virtual table: it has virtual functions or bases, its own or inherited.
    pub(crate) fn has_virtual_table(&self, class: Class<'db>) -> Option<bool> {
        self.remembered(&self.virtual_tables, class, || None, || self.find_virtual_table(class))
    }

    fn find_virtual_table(&self, class: Class<'db>) -> Option<bool> {
        let definition = self.defined(class).ok()??;
        let DeclKind::Class(written) = &self.decl(definition.decl).kind else { return None };
        if written.has_virtual_base || self.declares_virtual(&definition) {
            return Some(true);
        }
        for base in self.bases(class).iter() {
            if self.has_virtual_table(base.ty.as_class(self.db)?)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The bases and data members of a class, in order; those of unions, which have no such calls, are none. `None`
    /// where one is not known.
    pub(crate) fn subobjects(&self, class: Class<'db>) -> Option<Vec<Subobject<'db>>> {
        let definition = self.defined(class).ok()??;
        let DeclKind::Class(written) = &self.decl(definition.decl).kind else { return None };
        if written.is_union {
            return Some(Vec::new());
        }
        let mut all = Vec::new();
        for base in self.bases(class).iter() {
            all.push(Subobject::Base(base.ty.as_class(self.db)?));
        }
        for field in self.fields(&definition) {
            // Members of anonymous unions.
            if self.decl(field.decl).parent != Some(definition.decl.local) {
                continue;
            }
            let ty = self.variable_type(field);
            if ty.absorbs(self.db) || self.is_dependent(ty) {
                return None;
            }
            all.push(Subobject::Field(field, ty));
        }
        Some(all)
    }

    /// The call of a special member function for a part of an object; `None` for a part that needs none.
    pub(crate) fn part_call(&self, of: Subobject<'db>, special: Special) -> Option<PartCall<'db>> {
        let (class, part, field) = match of {
            Subobject::Base(class) => (class, Part::Base, None),
            Subobject::Field(field, ty) => {
                let (class, is_array) = self.class_of_elements(ty)?;
                // Assignments of arrays are written out.
                let is_assigned = special >= Special::CopyAssignment;
                (class, if is_array && !is_assigned { Part::Elements } else { Part::Whole }, Some(field))
            }
        };
        Some(PartCall { class, provided: self.special_member(class, special)?, part, field })
    }

    /// The class of an object, or of the elements of an array, and whether it is one.
    pub(crate) fn class_of_elements(&self, ty: Ty<'db>) -> Option<(Class<'db>, bool)> {
        match ty.kind(self.db) {
            Kind::Array(element, _) => Some((self.class_of_elements(*element)?.0, true)),
            Kind::Class(class) => Some((*class, false)),
            Kind::Qualified(_, inner) => self.class_of_elements(*inner),
            _ => None,
        }
    }

    /// What a special member function that nobody wrote calls, default member initializers apart, in the order in which
    /// it does. `None` where a part is not known.
    pub(crate) fn part_calls(&self, class: Class<'db>, special: Special) -> Option<Vec<PartCall<'db>>> {
        let mut calls: Vec<PartCall<'db>> = Vec::new();
        for of in self.subobjects(class)? {
            let is_initialized = match of {
                Subobject::Field(field, _) => {
                    special == Special::Default && self.initializer(field.decl).is_some()
                }
                Subobject::Base(_) => false,
            };
            if !is_initialized {
                calls.extend(self.part_call(of, special));
            }
        }
        if special == Special::Destructor {
            calls.reverse();
        }
        Some(calls)
    }

    /// Whether the end of an object of a type calls a destructor, and for which class.
    pub(crate) fn destroyed_class(&self, ty: Ty<'db>) -> Option<(Class<'db>, bool)> {
        if matches!(ty.kind(self.db), Kind::Reference(..)) || !self.has_destructor(ty) {
            return None;
        }
        self.class_of_elements(ty)
    }

    /// The declaration that defines a class that is neither an instance of a template nor a closure.
    pub(crate) fn plain_class(&self, class: Class<'db>) -> Option<DeclRef> {
        let is_open = class.args(self.db).is_some()
            || self.frames(class.outer(self.db)).any(|(_, frame)| match frame {
                asunder_types::Frame::Class(outer) => outer.args(self.db).is_some(),
                asunder_types::Frame::Template { .. } => true,
                _ => false,
            });
        match is_open {
            true => None,
            false => Some(self.definition(class)?.decl),
        }
    }
}
