//! What becomes of the initialization of a variable: a constant, a mistake, or code.

use asunder_decls::names::DeclRef;
use asunder_decls::written::LocalId;
use asunder_hir::body::{FIRST_LOCAL, Owner};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextRange, TextSize};
use asunder_types::{Kind, Symbol, Ty};

use crate::eval::{Code, Machine};
use crate::finding::{Argument, Found, NOT_CONSTANT, UNDECLARED};
use crate::special::{Provided, Special};
use crate::view::Sema;

/// Mistakes that leave a variable without an initial value although it is declared.
const WITHOUT_VALUE: [u16; 7] = [NOT_CONSTANT, 252, 257, 291, 322, 369, 2385];
/// "… cannot be referenced -- it is a deleted function".
const DELETED: u16 = 1776;
/// Mistakes in an initializer: what it is made of is an error.
const ILL_FORMED: [u16; 15] =
    [UNDECLARED, 75, 135, 144, 153, 165, 167, 289, 349, 413, 415, 461, 852, 2402, 2828];
/// Warnings about initializers, and that the name has been declared already.
const HARMLESS: [u16; 37] = [
    39, 61, 62, 63, 68, 69, 101, 108, 117, 170, 173, 174, 179, 187, 414, 430, 549, 611, 767, 836, 940, 951,
    959, 997, 1056, 1143, 1650, 2361, 2364, 2388, 2464, 2465, 2809, 2810, 3000, 3002, 3004,
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

/// The gravest of the mistakes in a declarator with its initializer, if there are some.
pub fn mistaken(mistakes: &[Found], declarator: TextRange) -> Option<Mistaken> {
    let from = mistakes.partition_point(|found| found.offset < declarator.start());
    let inside = mistakes[from..].iter().take_while(|found| found.offset <= declarator.end());
    let kind = |found: &Found| {
        let number = found.mistake.number;
        if found.mistake.is_error {
            Some(Mistaken::IllFormed)
        } else if HARMLESS.contains(&number) {
            None
        } else if WITHOUT_VALUE.contains(&number) || number == DELETED && is_constructor(found) {
            Some(Mistaken::WithoutValue)
        } else if ILL_FORMED.contains(&number) {
            Some(Mistaken::IllFormed)
        } else {
            Some(Mistaken::Unknown)
        }
    };
    inside.filter_map(kind).max_by_key(|kind| *kind as u8)
}

/// Whether what a mistake is about is a constructor.
fn is_constructor(found: &Found) -> bool {
    let Some(Argument::Entity { name, .. }) = found.mistake.arguments.first() else { return false };
    let name = name.split('(').next().unwrap_or_default();
    let mut parts = name.rsplit("::");
    parts.next().is_some_and(|last| parts.next() == Some(last))
}

/// Whether the variable whose name stands at `name` in the text of an item is surely initialized with a constant, and
/// its end runs no code. Not in templates.
pub fn is_constant(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
    name: TextSize,
) -> bool {
    let sema = Sema::new(db, source, dialect);
    match sema.variable_at(item, name) {
        Some(VariableAt::Static(decl)) => sema.is_static_constant(decl),
        Some(VariableAt::Local(function, local)) => sema.is_local_constant(function, local) == Some(true),
        None => false,
    }
}

/// Whether the end of the variable whose name stands at `name` in the text of an item surely runs no code.
pub fn ends_quietly(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
    name: TextSize,
) -> bool {
    let sema = Sema::new(db, source, dialect);
    let ty = match sema.variable_at(item, name) {
        Some(VariableAt::Static(decl)) => Some(sema.variable_type(Symbol { decl, env: sema.env_of(decl) })),
        Some(VariableAt::Local(function, local)) => sema.type_of_local(function, local),
        None => None,
    };
    ty.is_some_and(|ty| matches!(ty.kind(db), Kind::Reference(..)) || sema.ends_quietly(ty))
}

/// A variable by the place of its name.
enum VariableAt {
    /// Outside functions.
    Static(DeclRef),
    /// Of this function.
    Local(DeclRef, LocalId),
}

impl<'db> Sema<'db> {
    fn variable_at(&self, item: u32, name: TextSize) -> Option<VariableAt> {
        let text = self.names().item_text(item);
        let positions = asunder_decls::queries::item_positions(self.db, text);
        if let Some(index) = positions.names.iter().position(|range| range.start() == name) {
            return Some(VariableAt::Static(DeclRef { item, local: LocalId(index as u32) }));
        }
        let map = asunder_hir::source_map(self.db, text);
        let index = map.locals.iter().position(|range| range.start() == name)?;
        let function = map.bodies_at(name).find_map(|body| match self.bodies(item).bodies.get(body)? {
            (Owner::Function(function), _) => Some(DeclRef { item, local: *function }),
            _ => None,
        })?;
        Some(VariableAt::Local(function, LocalId(FIRST_LOCAL + index as u32)))
    }

    /// The type of a variable of a function that is not a template.
    fn type_of_local(&self, function: DeclRef, local: LocalId) -> Option<Ty<'db>> {
        let env = self.env_of(function);
        if !self.decl(function).templates.is_empty() || self.has_open_template(env) {
            return None;
        }
        let code = self.function_code(Symbol { decl: function, env })?;
        let (number, _) = code.tree.plan.locals.get(&local)?;
        Some(code.tree.variables.get(*number as usize)?.ty)
    }

    fn is_static_constant(&self, decl: DeclRef) -> bool {
        let symbol = Symbol { decl, env: self.env_of(decl) };
        let ty = self.variable_type(symbol);
        let Some(code) = self.initializer_code(symbol).filter(|_| self.ends_quietly(ty)) else {
            return false;
        };
        let Some((_, made)) = code.made.first() else { return false };
        Machine::new(self, Code::own(code.clone()), true).run_made(made, ty, Some(symbol)).is_ok()
    }

    fn is_local_constant(&self, function: DeclRef, local: LocalId) -> Option<bool> {
        let env = self.env_of(function);
        if !self.decl(function).templates.is_empty() || self.has_open_template(env) {
            return None;
        }
        let code = self.function_code(Symbol { decl: function, env })?;
        let (number, made) = code.tree.plan.locals.get(&local)?;
        let ty = code.tree.variables.get(*number as usize)?.ty;
        if matches!(made, crate::infer::made::Made::Default) || !self.ends_quietly(ty) {
            return None;
        }
        let made = made.clone();
        Some(Machine::new(self, Code::own(code.clone()), true).run_made(&made, ty, None).is_ok())
    }

    /// Whether nothing happens when an object of a type ends.
    fn ends_quietly(&self, ty: Ty<'db>) -> bool {
        if ty.absorbs(self.db) || self.is_dependent(ty) || ty.qualifiers(self.db).is_volatile {
            return false;
        }
        match self.class_of_elements(ty) {
            Some((class, _)) => {
                let destructor = Special::Destructor;
                self.special_member(class, destructor) == Some(Provided::Made(destructor))
                    && self.is_trivial(class, destructor) == Some(true)
            }
            None => !matches!(ty.kind(self.db), Kind::Reference(..)),
        }
    }
}
