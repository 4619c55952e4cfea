//! Declarations with `constexpr`: literal types ([basic.types.general]/10), initializers that are missing.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName, Init, TypeExpr};
use asunder_hir::body::{Owner, Root};
use asunder_syntax::{AstNode, Standard, SyntaxKind, TextSize, ast};
use asunder_types::{Bound, Class, Kind, Origin, Symbol, Ty};

use super::Checker;
use super::forms::{declaration_around, keyword_of};
use crate::finding::{Argument, Found, Mistake, NOT_CONSTEXPR, Note, Place};
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
        if !is_defined {
            return;
        }
        // Only the first one is reported.
        let is_special = matches!(decl.name, DeclName::Constructor | DeclName::Destructor);
        let wrong = match !is_special && is_not(signature.result) {
            true => Some((RESULT, signature.result)),
            false => signature.params.iter().find(|param| is_not(**param)).map(|param| (PARAMETER, *param)),
        };
        if let Some((number, ty)) = wrong {
            self.met(Mistake::new(number, vec![text(ty)]), name.start());
        }
    }

    /// A `constexpr` variable without an initializer; `element` is its type or that of its elements.
    pub(super) fn constant_variable(
        &mut self,
        at: DeclRef,
        element: Ty<'db>,
        name: TextSize,
        behind: TextSize,
    ) {
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
        self.not_literal(at, behind);
    }

    /// Reports a `constexpr` variable whose type is not a literal type, which is known at `behind`, its declarator's end.
    fn not_literal(&mut self, at: DeclRef, behind: TextSize) {
        let declaration =
            self.node_of(at).and_then(|node| declaration_around(&node)).and_then(ast::Decl::cast);
        if let Some(start) = declaration.and_then(|it| keyword_of(&it, SyntaxKind::CONSTEXPR_KW)) {
            let found = Found::at(Mistake::new(VARIABLE, Vec::new()), start);
            self.found.push(Found { known_at: Some(behind), ..found });
        }
    }
}

impl<'db> Checker<'_, 'db> {
    /// A `constexpr` variable with an initializer: its type is a literal one ([dcl.constexpr]/6).
    pub(super) fn literal_variable(&mut self, at: DeclRef, decl: &Decl, ty: &TypeExpr, init: &Init) {
        if !decl.specifiers.is_constexpr || *init == Init::None || ty.has_placeholder() {
            return;
        }
        let resolved = self.sema.resolve(ty, self.site(at));
        // An array whose bound its initializer gives is incomplete here.
        let is_open = matches!(resolved.kind(self.sema.db), Kind::Array(_, Bound::Unknown));
        if is_open || self.sema.is_literal(resolved) != Some(false) {
            return;
        }
        let bodies = self.sema.bodies(self.item);
        let map = asunder_hir::source_map(self.sema.db, self.sema.names().item_text(self.item));
        let number = bodies.number_of(Owner::Initializer(at.local));
        let end = number.and_then(|number| {
            let (_, body) = bodies.bodies.get(number as usize)?;
            let expr = match &body.root {
                Root::Init(asunder_hir::body::Init::Copy(expr) | asunder_hir::body::Init::Brace(expr)) => {
                    expr
                }
                Root::Init(asunder_hir::body::Init::Paren(all)) => all.first()?,
                _ => return None,
            };
            Some(map.bodies.get(number as usize)?.range(*expr).end())
        });
        if let Some(end) = end {
            self.not_literal(at, end);
        }
    }
}

impl<'db> Sema<'db> {
    /// The destructor without `constexpr` of the user's that an object of a type has, which keeps the type from being a
    /// literal one.
    pub(crate) fn run_time_destructor(&self, ty: Ty<'db>) -> Option<Symbol<'db>> {
        let mut ty = ty;
        while let Kind::Array(element, _) = ty.unqualified(self.db).kind(self.db) {
            ty = *element;
        }
        let class = ty.unqualified(self.db).as_class(self.db)?;
        let destructor = self.destructor(&self.definition(class)?)?;
        let decl = self.decl(destructor.decl);
        let is_own = matches!(decl.kind, DeclKind::Function { body: BodyKind::None | BodyKind::Block, .. });
        let may_be_constant = self.dialect.standard >= Standard::Cpp20 && decl.specifiers.is_constexpr;
        (is_own && !may_be_constant).then_some(destructor)
    }

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
        // Those of instances are shown as their template's.
        let class = self.class_of(constructor.env)?;
        if class.args(self.db).is_some() {
            return None;
        }
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
        // Copies do not count ([basic.types.general]/10.5.3).
        let is_copy = |it: &Symbol<'db>| {
            self.decl(it.decl).templates.is_empty()
                && self.signature(*it).is_some_and(|signature| match &signature.params[..] {
                    [first] => first.referred(self.db).as_class(self.db) == Some(class),
                    _ => false,
                })
        };
        let is_constexpr = |it: &Symbol<'db>| {
            let specifiers = self.decl(it.decl).specifiers;
            specifiers.is_constexpr || specifiers.is_consteval
        };
        if all.is_empty() || all.iter().any(|it| is_constexpr(it) && !is_copy(it)) {
            return Some(true);
        }
        let is_written = |it: &Symbol<'db>| {
            matches!(
                self.decl(it.decl).kind,
                DeclKind::Function { body: BodyKind::None | BodyKind::Block, .. }
            )
        };
        let others: Vec<_> = all.iter().filter(|it| !is_copy(it)).collect();
        // Those that are defaulted or inherited may be `constexpr`.
        let inherits = self
            .members(definition.decl)
            .iter()
            .any(|(_, it)| matches!(it.kind, DeclKind::UsingDeclaration(_)));
        (!inherits && !others.is_empty() && others.into_iter().all(is_written)).then_some(false)
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
        if self.run_time_destructor(self.ty(Kind::Class(class))).is_some() {
            return Some(false);
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
        // A literal type is an aggregate or has a `constexpr` constructor other than those that copy.
        match self.is_made_constant(class) {
            Some(false) => Some(false),
            _ => known,
        }
    }
}
