//! What becomes of the initialization of a variable: a constant, a mistake, or code.

use std::cell::RefCell;
use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{DeclKind, LocalId};
use asunder_hir::body::{FIRST_LOCAL, Owner};
use asunder_syntax::{TextRange, TextSize};
use asunder_types::{Kind, Origin, Symbol, Ty};
use rustc_hash::FxHashMap;

use crate::eval::Owned;
use crate::finding::{Argument, Found, NOT_CONSTANT, UNDECLARED};
use crate::lookup::{Lookup, Sought, Want};
use crate::special::{Provided, Special};
use crate::view::Sema;

mod computed;
mod effects;
mod patterns;
mod statically;

pub use effects::Arithmetic;
pub(crate) use effects::{computes_floating, is_effect};
pub use statically::Initialization;

/// Mistakes that leave a variable without an initial value although it is declared.
const WITHOUT_VALUE: [u16; 9] = [NOT_CONSTANT, 252, 257, NO_DEFAULT, 322, 369, 604, CONST_OBJECT, 2385];
/// "no default constructor exists for …".
const NO_DEFAULT: u16 = 291;
/// "const … requires an initializer -- … has no user-provided default constructor": at the name of an object that its
/// constructor makes all the same.
const CONST_OBJECT: u16 = 811;
/// "… cannot be referenced -- it is a deleted function".
const DELETED: u16 = 1776;
/// "… is inaccessible", of functions and of constructors and the like.
const INACCESSIBLE: u16 = 265;
const INACCESSIBLE_SPECIAL: u16 = 330;
/// Mistakes in an initializer: what it is made of is an error.
const ILL_FORMED: [u16; 15] =
    [UNDECLARED, 75, 135, 144, 153, 165, 167, 289, 349, 413, 415, 461, 852, 2402, 2828];
/// Warnings about initializers, and that the name has been declared already or implies another type than the one before it.
const HARMLESS: [u16; 53] = [
    39, 61, 62, 63, 68, 69, 101, 108, 117, 170, 173, 174, 179, 187, 260, 284, 414, 430, 532, 533, 549, 611,
    704, 708, 767, 779, 1210, 2801, 815, 836, 940, 951, 959, 997, 1056, 1090, 1143, 1594, 1650, 2361, 2364,
    2388, 2464, 2465, 2809, 2810, 3000, 3002, 3004, 3010, 3012, 33531, 33532,
];

/// A mistake in a declaration of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistaken {
    /// The variable is well-formed, its initial value is missing.
    WithoutValue,
    /// The initializer is an error.
    IllFormed,
    /// What it leaves is not known.
    Unknown,
}

/// Mistakes of types: names of several of them, constraints that arguments of templates and deduced types do not satisfy.
const REFUSED: [u16; 3] = [266, 3044, 3125];

/// Whether the specifiers of a declaration that starts at a place name a type that is refused, in front of a declarator.
pub fn has_refused_type(mistakes: &[Found], specifiers: TextRange) -> bool {
    let from = mistakes.partition_point(|found| found.offset < specifiers.start());
    let mut inside = mistakes[from..].iter().take_while(|found| found.offset < specifiers.end());
    inside.any(|found| REFUSED.contains(&found.mistake.number))
}

/// The gravest of the mistakes in a declarator with its initializer, if there are some; of a lambda those of copies that it
/// captures alone.
pub fn mistaken(mistakes: &[Found], declarator: TextRange, is_lambda: bool) -> Option<Mistaken> {
    let from = mistakes.partition_point(|found| found.offset < declarator.start());
    let inside = mistakes[from..].iter().take_while(|found| found.offset <= declarator.end());
    let kind = |found: &Found| {
        let number = found.mistake.number;
        if is_lambda && !matches!(number, DELETED | INACCESSIBLE | INACCESSIBLE_SPECIAL) {
            return None;
        }
        if found.mistake.is_warning {
            None
        } else if found.mistake.is_error {
            Some(Mistaken::IllFormed)
        } else if HARMLESS.contains(&number) || number == CONST_OBJECT && found.offset == declarator.start() {
            None
        } else if number == NO_DEFAULT && found.offset != declarator.start() {
            // That of what `new` makes.
            Some(Mistaken::IllFormed)
        } else if WITHOUT_VALUE.contains(&number) || number == DELETED && is_copying(found) {
            Some(Mistaken::WithoutValue)
        } else if ILL_FORMED.contains(&number) {
            Some(Mistaken::IllFormed)
        } else {
            Some(Mistaken::Unknown)
        }
    };
    inside.filter_map(kind).max_by_key(|kind| *kind as u8)
}

/// Whether what a mistake is about is a constructor that copies or moves an object.
fn is_copying(found: &Found) -> bool {
    let name = match found.mistake.arguments.first() {
        Some(Argument::Entity { name, .. }) => name.as_str(),
        // One that nobody declares.
        Some(Argument::Text(text)) => text.split('"').nth(1).unwrap_or_default(),
        _ => return false,
    };
    let Some((name, parameters)) = name.split_once('(') else { return false };
    let mut parts = name.rsplit("::");
    let class = parts.next().filter(|last| parts.next() == Some(last));
    let parameter = parameters.trim_start_matches("const ").trim_end_matches(')');
    let copied = parameter.trim_end_matches('&').trim_end();
    class.is_some_and(|class| parameter.ends_with('&') && copied.rsplit("::").next() == Some(class))
}

/// The variables of an item's functions and namespaces, found by the places of their names in its text. Of those of
/// templates [`Variables::is_quiet_in_pattern`] alone says something.
pub struct Variables<'db> {
    sema: Rc<Sema<'db>>,
    item: u32,
    /// The definitions of templates as they are written, as far as asked.
    patterns: RefCell<FxHashMap<DeclRef, Option<patterns::Pattern<'db>>>>,
}

impl<'db> Variables<'db> {
    /// The variables of an item, in a view that several items may share.
    pub fn new(sema: Rc<Sema<'db>>, item: u32) -> Self {
        Variables { sema, item, patterns: RefCell::default() }
    }

    /// Whether making the variable, or structured binding, whose name stands at `name`, and its end, surely run no code
    /// that counts.
    pub fn is_quiet(&self, name: TextSize, arithmetic: Arithmetic) -> bool {
        let variable = self.sema.variable_at(self.item, name);
        variable.is_some_and(|variable| self.sema.is_quiet(variable, arithmetic))
    }

    /// How the variable whose name stands at `name` gets its first value.
    pub fn initialization(&self, name: TextSize) -> Initialization {
        let variable = self.sema.variable_at(self.item, name);
        variable.map_or(Initialization::Unknown, |variable| self.sema.initialization(variable))
    }

    /// The same of a variable of a template or generic lambda, whatever the arguments of that are.
    pub fn is_quiet_in_pattern(&self, name: TextSize, arithmetic: Arithmetic) -> bool {
        let template = |decl| {
            let mut known = self.patterns.borrow_mut();
            known.entry(decl).or_insert_with(|| self.sema.pattern(decl)).clone()
        };
        let variable = self.sema.variable_at(self.item, name);
        variable.is_some_and(|variable| self.sema.is_quiet_in_pattern(variable, arithmetic, template))
    }

    /// Whether the end of a variable surely runs no code.
    pub fn ends_quietly(&self, name: TextSize) -> bool {
        let variable = self.sema.variable_at(self.item, name);
        variable.and_then(|variable| self.sema.type_of_variable(variable)).is_some_and(|ty| {
            matches!(ty.kind(self.sema.db), Kind::Reference(..)) || self.sema.ends_quietly(ty)
        })
    }

    /// A variable as a part of itself.
    pub fn whole(&self, name: TextSize) -> Option<Part<'db>> {
        self.sema.type_of_variable(self.sema.variable_at(self.item, name)?).map(Part)
    }

    /// A function's parameter, the one with this number, by the place of the function's name.
    pub fn parameter(&self, function: TextSize, number: usize) -> Option<Part<'db>> {
        let VariableAt::Static(decl) = self.sema.variable_at(self.item, function)? else { return None };
        let signature = self.sema.signature(Symbol { decl, env: self.sema.env_of(decl) })?;
        signature.params.get(number).copied().map(Part)
    }

    /// The data member of an object of a class, static ones among them: of a reference what it refers to.
    pub fn member(&self, object: Part<'db>, name: &str) -> Option<Part<'db>> {
        let sema = &self.sema;
        let class = object.0.as_class(sema.db)?;
        let found = sema.lookup_in_class(Sought::Ident(name), class, Point::END, Want::Any);
        let Lookup::Found(symbols) = found else { return None };
        let [member] = symbols[..] else { return None };
        let is_variable = matches!(sema.decl(member.decl).kind, DeclKind::Variable { .. });
        is_variable.then(|| Part(sema.variable_type(member).referred(sema.db)))
    }

    /// An element of an array; none of a reference to one.
    pub fn element(&self, array: Part<'db>) -> Option<Part<'db>> {
        match array.0.kind(self.sema.db) {
            Kind::Array(element, _) => Some(Part(*element)),
            _ => None,
        }
    }

    /// The form of a part's type.
    pub fn form(&self, part: Part<'db>) -> Option<Form> {
        self.sema.form(part.0)
    }
}

/// A variable, or a part of one that is made and ends with it.
#[derive(Clone, Copy, Debug)]
pub struct Part<'db>(Ty<'db>);

/// The form of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// How many bounds an array has; 0 where it is none.
    pub bounds: u32,
    /// An object of a class, or an array of such.
    pub is_class: bool,
    /// A number, a pointer, an enumeration, an array of these, or a reference to one.
    pub is_scalar: bool,
    /// It cannot be assigned to.
    pub is_constant: bool,
    /// A reference.
    pub is_reference: bool,
    /// The type of a lambda.
    pub is_closure: bool,
    /// An assignment to it copies its bytes.
    pub is_copied: bool,
}

/// A variable by the place of its name.
enum VariableAt {
    /// Outside functions.
    Static(DeclRef),
    /// In a block of this function or initializer.
    Local(Holder, LocalId),
}

/// What a block stands in.
#[derive(Clone, Copy)]
enum Holder {
    /// A function.
    Function(DeclRef),
    /// A lambda in the initializer of a variable.
    Initializer(DeclRef),
}

impl<'db> Sema<'db> {
    fn variable_at(&self, item: u32, name: TextSize) -> Option<VariableAt> {
        let text = self.names().item_text(item);
        let positions = asunder_decls::queries::item_positions(self.db, text);
        if let Some(index) = positions.names.iter().position(|range| range.start() == name) {
            return Some(VariableAt::Static(DeclRef { item, local: LocalId(index as u32) }));
        }
        let map = asunder_hir::source_map(self.db, text);
        let local = match map.locals.iter().position(|range| range.start() == name) {
            Some(index) => LocalId(FIRST_LOCAL + index as u32),
            None => {
                let first = |names: &[TextRange]| names.first().is_some_and(|first| first.start() == name);
                *map.bindings.iter().find(|(_, names)| first(names))?.0
            }
        };
        let holders = map.bodies_at(name).filter_map(|body| match self.bodies(item).bodies.get(body)? {
            (Owner::Function(owner), _) => Some((body, Holder::Function(DeclRef { item, local: *owner }))),
            (Owner::Initializer(owner), _) => {
                Some((body, Holder::Initializer(DeclRef { item, local: *owner })))
            }
            _ => None,
        });
        let width = |body: usize| {
            let around = map.bodies[body].stmts.iter().filter(|range| range.contains(name));
            around.map(|range| range.len()).max()
        };
        let (_, holder) = holders.min_by_key(|(body, _)| width(*body))?;
        Some(VariableAt::Local(holder, local))
    }

    fn type_of_variable(&self, variable: VariableAt) -> Option<Ty<'db>> {
        match variable {
            VariableAt::Static(decl) => Some(self.variable_type(Symbol { decl, env: self.env_of(decl) })),
            VariableAt::Local(holder, local) => Some(self.code_of(holder)?.tree.made_local(local)?.0),
        }
    }

    fn form(&self, ty: Ty<'db>) -> Option<Form> {
        if ty.absorbs(self.db) || self.is_dependent(ty) {
            return None;
        }
        let is_reference = matches!(ty.kind(self.db), Kind::Reference(..));
        let mut element = ty.referred(self.db);
        let mut bounds = 0;
        while let Kind::Array(inner, _) = element.kind(self.db) {
            element = *inner;
            bounds += u32::from(!is_reference);
        }
        let class = element.as_class(self.db);
        Some(Form {
            bounds,
            is_class: class.is_some() && !is_reference,
            is_scalar: class.is_none(),
            is_constant: !is_reference && element.qualifiers(self.db).is_const,
            is_reference,
            is_copied: class.is_none_or(|class| {
                let kind = Special::CopyAssignment;
                self.special_member(class, kind) == Some(Provided::Made(kind))
                    && self.is_trivial(class, kind) == Some(true)
            }),
            is_closure: class.is_some_and(|class| matches!(class.origin(self.db), Origin::Lambda(..))),
        })
    }

    /// The code of a function or initializer that is not a template.
    fn code_of(&self, holder: Holder) -> Option<Rc<Owned<'db>>> {
        let (Holder::Function(decl) | Holder::Initializer(decl)) = holder;
        let env = self.env_of(decl);
        let is_template = self.decl(decl).templates.iter().any(|header| !header.params.is_empty());
        if is_template || self.has_open_template(env) {
            return None;
        }
        let symbol = Symbol { decl, env };
        match holder {
            Holder::Function(_) => self.function_code(symbol),
            Holder::Initializer(_) => self.initializer_code(symbol),
        }
    }

    /// Whether nothing happens when an object of a type ends.
    fn ends_quietly(&self, ty: Ty<'db>) -> bool {
        if ty.absorbs(self.db) || self.is_dependent(ty) || ty.qualifiers(self.db).is_volatile {
            return false;
        }
        match self.class_of_elements(ty) {
            // What it captures ends with it.
            Some((class, _)) if matches!(class.origin(self.db), Origin::Lambda(..)) => true,
            Some((class, _)) => {
                let destructor = Special::Destructor;
                self.special_member(class, destructor) == Some(Provided::Made(destructor))
                    && self.is_trivial(class, destructor) == Some(true)
            }
            None => !matches!(ty.kind(self.db), Kind::Reference(..)),
        }
    }
}
