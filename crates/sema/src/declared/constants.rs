//! Declarations with `constexpr`: literal types ([basic.types.general]/10), initializers that are missing.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName};
use asunder_syntax::{Standard, TextSize};
use asunder_types::{Class, Kind, Origin, Symbol, Ty};

use super::Checker;
use crate::finding::{Argument, Mistake, Note, Place};
use crate::view::Sema;

/// "missing initializer for constexpr variable".
const MISSING_INITIALIZER: u16 = 2385;
/// "a function cannot be both constexpr and virtual in this mode".
const VIRTUAL: u16 = 2390;
/// "a constexpr function cannot have a nonliteral return type …".
const RESULT: u16 = 2391;
/// "a constexpr function cannot have a parameter of nonliteral type …".
const PARAMETER: u16 = 2392;
/// "a constexpr variable must have a literal type or a reference type".
pub(crate) const VARIABLE: u16 = 2402;
/// "initialization is not constant".
const NOT_CONSTANT: u16 = 2807;
/// "cannot call non-constexpr …", a note.
const NOT_CONSTEXPR: u16 = 2703;

impl<'db> Checker<'_, 'db> {
    /// The types that a `constexpr` function takes and returns.
    pub(super) fn constant_function(&mut self, at: DeclRef, decl: &Decl) {
        let specifiers = decl.specifiers;
        // Types are looked at where a function is defined.
        let is_defined = matches!(decl.kind, DeclKind::Function { body: BodyKind::Block, .. });
        if !(specifiers.is_constexpr || specifiers.is_consteval)
            || self.sema.dialect.standard >= Standard::Cpp23
            || decl.qualifier.is_some()
        {
            return;
        }
        let (Some(name), Some(signature)) =
            (self.name_of(at), self.sema.signature(Symbol { decl: at, env: self.sema.env_of(at) }))
        else {
            return;
        };
        if specifiers.is_virtual && self.sema.dialect.standard < Standard::Cpp20 {
            let before = self.text[..usize::from(name.start())].rfind("constexpr").unwrap_or_default();
            self.met(Mistake::new(VIRTUAL, Vec::new()), TextSize::new(before as u32));
        }
        let text = |ty: Ty<'db>| Argument::ty(self.sema.display(ty.unqualified(self.sema.db)));
        let is_not = |ty: Ty<'db>| self.sema.is_literal(ty) == Some(false);
        let mut found = Vec::new();
        for param in signature.params.iter().filter(|_| is_defined) {
            if is_not(*param) {
                found.push(Mistake::new(PARAMETER, vec![text(*param)]));
            }
        }
        let is_special = matches!(decl.name, DeclName::Constructor | DeclName::Destructor);
        if !is_special && is_defined && is_not(signature.result) {
            found.push(Mistake::new(RESULT, vec![text(signature.result)]));
        }
        found.into_iter().for_each(|mistake| self.met(mistake, name.start()));
    }

    /// A `constexpr` variable without an initializer; `element` is its type or that of its elements.
    pub(super) fn constant_variable(&mut self, element: Ty<'db>, name: TextSize, behind: TextSize) {
        let db = self.sema.db;
        let Some(class) = element.as_class(db) else {
            self.met(Mistake::new(MISSING_INITIALIZER, Vec::new()), behind);
            return;
        };
        if self.sema.is_literal(element) != Some(false) {
            return;
        }
        let Some(constructor) = self.sema.default_constructor(class) else { return };
        if self.sema.decl(constructor.decl).specifiers.is_constexpr {
            return;
        }
        let Some(entity) = self.sema.constructor_entity(constructor) else { return };
        let mut mistake = Mistake::new(NOT_CONSTANT, Vec::new());
        mistake.notes.push(Note { number: NOT_CONSTEXPR, arguments: vec![entity], at: Place::Here });
        self.met(mistake, name);
        self.met(Mistake::new(VARIABLE, Vec::new()), TextSize::new(0));
    }
}

impl<'db> Sema<'db> {
    /// The constructor of the user's that takes nothing, where there is exactly one.
    pub(crate) fn default_constructor(&self, class: Class<'db>) -> Option<Symbol<'db>> {
        let definition = self.definition(class)?;
        let mut all = self
            .constructors(&definition)
            .into_iter()
            .filter(|symbol| self.signature(*symbol).is_none_or(|signature| signature.required == 0));
        let (first, second) = (all.next(), all.next());
        let first = first.filter(|_| second.is_none())?;
        let decl = self.decl(first.decl);
        let is_own = matches!(decl.kind, DeclKind::Function { body: BodyKind::None | BodyKind::Block, .. });
        (is_own && decl.templates.is_empty()).then_some(first)
    }

    /// A constructor as messages name it: `function "N::N()"`.
    pub(crate) fn constructor_entity(&self, constructor: Symbol<'db>) -> Option<Argument> {
        let name = self.qualified_name(constructor)?;
        let parameters = self.parameters_text(constructor)?;
        Some(Argument::Entity {
            kind: Some("function"),
            name: format!("{name}{parameters}"),
            declared: Some(Place::Decl(constructor.decl)),
        })
    }

    /// Whether the parameters and the result of a function have literal types; `None` where that is not known.
    pub(crate) fn has_literal_types(&self, symbol: Symbol<'db>) -> Option<bool> {
        let signature = self.signature(symbol)?;
        let result = self.result_of(symbol, &signature);
        let is_void = result.is_void(self.db);
        let results = if is_void { None } else { Some(result) };
        let mut all = signature.params.iter().copied().chain(results);
        all.try_fold(true, |known, ty| {
            let is_literal = match ty.unqualified(self.db).as_class(self.db) {
                Some(class) if self.is_literal(ty) == Some(true) => self.is_made_constant(class),
                _ => self.is_literal(ty),
            };
            Some(known && is_literal?)
        })
    }

    /// Whether a class is an aggregate or has a `constexpr` constructor ([basic.types.general]/10.5.3), as far as its own
    /// declarations say that.
    fn is_made_constant(&self, class: Class<'db>) -> Option<bool> {
        let definition = self.definition(class)?;
        let all = self.constructors(&definition);
        if all.is_empty() || all.iter().any(|it| self.decl(it.decl).specifiers.is_constexpr) {
            return Some(true);
        }
        let is_written = |it: &Symbol<'db>| {
            matches!(
                self.decl(it.decl).kind,
                DeclKind::Function { body: BodyKind::None | BodyKind::Block, .. }
            )
        };
        // Those that are defaulted or inherited may be `constexpr`.
        let inherits = self
            .members(definition.decl)
            .iter()
            .any(|(_, it)| matches!(it.kind, DeclKind::UsingDeclaration(_)));
        (!inherits && all.iter().all(is_written)).then_some(false)
    }

    /// Whether a type is a literal one; `None` where that is not known.
    pub(crate) fn is_literal(&self, ty: Ty<'db>) -> Option<bool> {
        let db = self.db;
        if ty.absorbs(db) || self.is_dependent(ty) {
            return None;
        }
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, _) => self.is_literal(*element),
            Kind::Class(class) => self.is_literal_class(*class),
            Kind::Builtin(_)
            | Kind::Pointer(_)
            | Kind::Reference(..)
            | Kind::Enum(..)
            | Kind::MemberPointer(..) => Some(true),
            _ => None,
        }
    }

    fn is_literal_class(&self, class: Class<'db>) -> Option<bool> {
        if matches!(class.origin(self.db), Origin::Lambda(..)) {
            return self.is_extended_closure(class).then_some(false);
        }
        let definition = self.defined(class).ok()??;
        let DeclKind::Class(written) = &self.decl(definition.decl).kind else { return None };
        if let Some(destructor) = self.destructor(&definition) {
            let decl = self.decl(destructor.decl);
            let is_own =
                matches!(decl.kind, DeclKind::Function { body: BodyKind::None | BodyKind::Block, .. });
            let may_be_constant = self.dialect.standard >= Standard::Cpp20 && decl.specifiers.is_constexpr;
            if is_own && !may_be_constant {
                return Some(false);
            }
        }
        if written.is_union || written.has_virtual_base {
            return None;
        }
        let mut known = Some(true);
        for base in self.bases(class).iter() {
            match self.is_literal(base.ty) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => known = None,
            }
        }
        for field in self.fields(&definition) {
            match self.is_literal(self.variable_type(field)) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => known = None,
            }
        }
        // Which constructors are there is not looked at further.
        known
    }
}
