//! Which special members of classes are deleted ([class.default.ctor], [class.copy.ctor], [class.copy.assign],
//! [class.dtor]): those that a class declares so, and those that nobody declares and that a part of the class does not
//! allow.

use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{Access, BodyKind, DeclKind, DeclName, Init, ParamExpr, TypeExpr};
use asunder_hir::body::LambdaId;
use asunder_mangle::model::Qualifiers;
use asunder_syntax::Standard;
use asunder_types::{Class, Kind, Origin, Symbol, Ty};

use crate::classes::Definition;
use crate::construction::Maker;
use crate::overload::{Candidate, How, Resolution};
use crate::special::Special;
use crate::spelled::Spelled;
use crate::traits::ClassTrait;
use crate::view::Sema;

/// The function that is used as a special member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found<'db> {
    /// Which one it is: a class that cannot be moved is copied.
    pub(crate) special: Special,
    /// Its declaration, where there is one.
    pub(crate) declared: Option<Symbol<'db>>,
    pub(crate) is_deleted: bool,
}

/// A part of a class: a base or a data member.
struct Part<'db> {
    /// Its type, that of its elements where it is an array.
    ty: Ty<'db>,
    is_base: bool,
    /// A `mutable` member.
    is_mutable: bool,
    has_initializer: bool,
}

/// What of several things is known: one that holds, or that none does.
#[derive(Default)]
struct Any {
    holds: bool,
    is_unknown: bool,
}

impl Any {
    fn add(&mut self, holds: Option<bool>) {
        self.holds |= holds == Some(true);
        self.is_unknown |= holds.is_none();
    }

    fn known(self) -> Option<bool> {
        (self.holds || !self.is_unknown).then_some(self.holds)
    }
}

impl<'db> Sema<'db> {
    /// The function that a class has as a special member; inside `None` where it has none that fits, outside where
    /// that is not known.
    pub(crate) fn special(&self, class: Class<'db>, special: Special) -> Option<Option<Found<'db>>> {
        self.remembered(&self.specials, (class, special), || None, || self.find_special(class, special))
    }

    fn find_special(&self, class: Class<'db>, special: Special) -> Option<Option<Found<'db>>> {
        if let Origin::Lambda(item, number, lambda) = class.origin(self.db) {
            return self.special_of_closure((item, number, LambdaId(lambda)), special).map(Some);
        }
        let definition = self.defined(class).ok()??;
        let Some(declared) = self.declared_special(&definition, class, special) else {
            return self.found_among_templates(class, special);
        };
        if let Some(declared) = declared {
            let is_deleted = match &self.decl(declared.decl).kind {
                DeclKind::Function { body: BodyKind::Deleted, .. } => true,
                DeclKind::Function { body: BodyKind::Defaulted, .. } => {
                    self.is_prevented(class, &definition, special)?
                }
                _ => false,
            };
            return Some(Some(Found { special, declared: Some(declared), is_deleted }));
        }
        match (self.implicit_special(class, special)?, special) {
            (Some(is_deleted), _) => Some(Some(Found { special, declared: None, is_deleted })),
            (None, Special::Move) => self.special(class, Special::Copy),
            (None, Special::MoveAssignment) => self.special(class, Special::CopyAssignment),
            (None, _) => Some(None),
        }
    }

    /// The same where templates may be better than what the class declares.
    fn found_among_templates(&self, class: Class<'db>, special: Special) -> Option<Option<Found<'db>>> {
        let Some(maker) = self.special_among_templates(class, special)? else { return Some(None) };
        Some(Some(match maker {
            Maker::Conversion => return None,
            Maker::Implicit(_, special, _) => {
                let is_deleted = self.implicit_special(class, special)??;
                Found { special, declared: None, is_deleted }
            }
            Maker::Function(chosen) => {
                let symbol = chosen.symbol;
                match &self.decl(symbol.decl).kind {
                    DeclKind::Function { body: BodyKind::Defaulted, .. } => {
                        let definition = self.defined(class).ok()??;
                        let (_, special) = self.defaulted_special(symbol)?;
                        let is_deleted = self.is_prevented(class, &definition, special)?;
                        Found { special, declared: Some(symbol), is_deleted }
                    }
                    DeclKind::Function { body, .. } => {
                        Found { special, declared: Some(symbol), is_deleted: *body == BodyKind::Deleted }
                    }
                    _ => return None,
                }
            }
        }))
    }

    /// A special member of a closure ([expr.prim.lambda.closure]/15); those that depend on what it captures are not known.
    fn special_of_closure(
        &self,
        (item, number, lambda): (u32, u32, LambdaId),
        special: Special,
    ) -> Option<Found<'db>> {
        let (_, body) = self.bodies(item).bodies.get(number as usize)?;
        let written = body.lambdas.get(lambda.0 as usize)?;
        let has_captures = written.default_capture.is_some() || !written.captures.is_empty();
        let is_deleted = has_captures || self.dialect.standard < Standard::Cpp20;
        let special = match special {
            Special::Default => Special::Default,
            Special::CopyAssignment | Special::MoveAssignment => Special::CopyAssignment,
            Special::Copy | Special::Move | Special::Destructor => return None,
        };
        Some(Found { special, declared: None, is_deleted })
    }

    /// Whether a function of a namespace is declared in front of the declaration that deletes it, which deletes nothing
    /// then ([dcl.fct.def.delete]/4).
    fn is_deleted_too_late(&self, decl: DeclRef) -> bool {
        let written = self.decl(decl);
        if written.parent.is_some() || written.qualifier.is_some() || !written.templates.is_empty() {
            return false;
        }
        matches!(self.names.redeclarations(decl), Redeclarations::Known(all) if all.iter().any(|it| *it < decl))
    }

    /// Whether a declared function is deleted: it says so, or is defaulted and a part of its class does not allow it.
    pub(crate) fn is_deleted(&self, symbol: Symbol<'db>) -> bool {
        if self.may_be_specialized(symbol) {
            return false;
        }
        let symbol = Symbol { decl: self.named_declaration(symbol), ..symbol };
        let decl = self.decl(symbol.decl);
        let DeclKind::Function { body, .. } = decl.kind else { return false };
        let specials: &[Special] = match (body, &decl.name) {
            (BodyKind::Deleted, _) => return !self.is_deleted_too_late(symbol.decl),
            (BodyKind::Defaulted, DeclName::Constructor) => &[Special::Default, Special::Copy, Special::Move],
            (BodyKind::Defaulted, DeclName::Operator(operator)) if &**operator == "=" => {
                &[Special::CopyAssignment, Special::MoveAssignment]
            }
            (BodyKind::Defaulted, DeclName::Destructor) => &[Special::Destructor],
            (BodyKind::Defaulted, DeclName::Operator(operator)) if matches!(&**operator, "==" | "<=>") => {
                return self.is_deleted_comparison(symbol, operator);
            }
            _ => return false,
        };
        let Some(class) = self.class_of(symbol.env) else { return false };
        specials.iter().any(|special| {
            matches!(self.special(class, *special), Some(Some(found))
                if found.declared == Some(symbol) && found.is_deleted)
        })
    }

    /// The special member that a class declares; outside `None` where a template may be better.
    fn declared_special(
        &self,
        definition: &Definition<'db>,
        class: Class<'db>,
        special: Special,
    ) -> Option<Option<Symbol<'db>>> {
        let found = self.plain_special(definition, class, special)?;
        let mut own = self.declared_like(definition, special).into_iter();
        let wants_rvalue = match special {
            Special::Destructor => return Some(found),
            Special::Default => {
                return (!own.any(|symbol| self.takes_anything(symbol))).then_some(found);
            }
            Special::Copy | Special::CopyAssignment => false,
            Special::Move | Special::MoveAssignment => true,
        };
        // What takes the object as it is, is better than a template; what adds qualifiers to it may not be.
        let qualifiers = if wants_rvalue { Qualifiers::NONE } else { Qualifiers::CONST };
        let is_exact = found.is_some_and(|symbol| {
            let first = self.signature(symbol).and_then(|signature| signature.params.first().copied());
            first.is_some_and(|param| param.referred(self.db).qualifiers(self.db) == qualifiers)
        });
        let mut templates = own.filter(|symbol| self.is_function_template(symbol.decl)).peekable();
        let is_unknown = match found {
            Some(_) if !is_exact => templates.peek().is_some(),
            Some(_) if wants_rvalue => false,
            _ => templates.any(|symbol| self.may_take_better(symbol, wants_rvalue)),
        };
        (!is_unknown).then_some(found)
    }

    /// The functions of a class that have the name of a special member, templates among them.
    fn declared_like(&self, definition: &Definition<'db>, special: Special) -> Vec<Symbol<'db>> {
        match special {
            Special::Destructor => self.destructor(definition).into_iter().collect(),
            Special::Default | Special::Copy | Special::Move => self.constructors(definition),
            Special::CopyAssignment | Special::MoveAssignment => {
                let members = self.members(definition.decl).into_iter();
                let assignments = members.filter(|(_, decl)| {
                    matches!(&decl.name, DeclName::Operator(operator) if &**operator == "=")
                        && !decl.specifiers.is_friend
                });
                assignments
                    .map(|(local, _)| Symbol { decl: definition.decl.sibling(local), env: definition.inside })
                    .collect()
            }
        }
    }

    /// The special member that a class declares, which no template is; outside `None` where several may be meant.
    pub(crate) fn plain_special(
        &self,
        definition: &Definition<'db>,
        class: Class<'db>,
        special: Special,
    ) -> Option<Option<Symbol<'db>>> {
        let db = self.db;
        let own = self.declared_like(definition, special).into_iter();
        let plain = own.filter(|symbol| !self.is_function_template(symbol.decl));
        let wants_rvalue = match special {
            Special::Destructor => return Some(self.destructor(definition)),
            Special::Default => {
                let candidates: Vec<Candidate<'db>> = plain.map(Candidate::of).collect();
                return match self.choose(&candidates, None, &[], &How::call()) {
                    Resolution::Best(chosen) => Some(Some(chosen.symbol)),
                    Resolution::None => Some(None),
                    Resolution::Ambiguous | Resolution::Gap(_) => None,
                };
            }
            Special::Copy | Special::CopyAssignment => false,
            Special::Move | Special::MoveAssignment => true,
        };
        let mut found: Option<Symbol<'db>> = None;
        for symbol in plain {
            let signature = self.signature(symbol)?;
            let Some(param) = signature.params.first().filter(|_| signature.required <= 1) else { continue };
            if param.absorbs(db) {
                return None;
            }
            let is_rvalue = matches!(param.kind(db), Kind::Reference(_, true));
            if param.referred(db).as_class(db) != Some(class) || is_rvalue != wants_rvalue {
                continue;
            }
            // Which of several is meant depends on the object.
            if found.replace(symbol).is_some() {
                return None;
            }
        }
        Some(found)
    }

    /// Whether a template may take an object of its class better than a function with a reference to `const` does: one that
    /// is not constant, or with `rvalue` one that is moved.
    fn may_take_better(&self, symbol: Symbol<'db>, rvalue: bool) -> bool {
        let Some(function) = self.function_expr(symbol.decl) else { return true };
        let is_required =
            |param: &&ParamExpr| !param.has_default && !matches!(param.ty, TypeExpr::Expansion(_));
        if function.params.iter().filter(is_required).count() > 1 {
            return false;
        }
        let Some(first) = function.params.first() else { return false };
        let ty = match &first.ty {
            TypeExpr::Expansion(pattern) => pattern,
            ty => ty,
        };
        match ty {
            TypeExpr::RvalueRef(inner) => {
                rvalue || matches!(&**inner, TypeExpr::Name(path, _) if path.as_ident().is_some())
            }
            TypeExpr::LvalueRef(inner) => !inner.qualifiers().is_const,
            TypeExpr::Name(path, _) => path.segments.len() > 1,
            _ => false,
        }
    }

    /// Whether a function is a template that takes whatever it is called with.
    fn takes_anything(&self, symbol: Symbol<'db>) -> bool {
        let Some(header) = self.decl(symbol.decl).templates.last() else { return false };
        let Some(first) = self.function_expr(symbol.decl).map(|it| it.params.first()) else { return true };
        let mut ty = match first {
            Some(param) => &param.ty,
            None => return true,
        };
        while let TypeExpr::RvalueRef(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::Qualified(_, inner)
        | TypeExpr::Expansion(inner) = ty
        {
            ty = inner;
        }
        match ty {
            TypeExpr::Name(path, false) => path
                .as_ident()
                .is_some_and(|name| header.params.iter().any(|param| param.name.as_ref() == Some(name))),
            _ => false,
        }
    }

    /// Whether a part of a class does not allow a special member that nobody writes.
    pub(crate) fn is_prevented(
        &self,
        class: Class<'db>,
        definition: &Definition<'db>,
        special: Special,
    ) -> Option<bool> {
        let db = self.db;
        let DeclKind::Class(written) = &self.decl(definition.decl).kind else { return None };
        // The most derived class makes virtual bases.
        if written.has_virtual_base && special == Special::Default {
            return None;
        }
        // Members of anonymous unions are not looked at.
        let members = self.members(definition.decl);
        if members.iter().any(|(local, _)| {
            let member = definition.decl.sibling(*local);
            matches!(self.decl(member).kind, DeclKind::Class(_)) && self.is_transparent(member)
        }) {
            return None;
        }
        let assigns = matches!(special, Special::CopyAssignment | Special::MoveAssignment);
        let is_default = special == Special::Default;
        let mut prevented = Any::default();
        for part in self.parts(class, definition) {
            let ty = part.ty;
            if ty.absorbs(db) || self.is_dependent(ty) {
                prevented.add(None);
                continue;
            }
            if is_default && part.has_initializer {
                continue;
            }
            if let Kind::Reference(_, is_rvalue) = ty.kind(db) {
                let is_copied = special == Special::Copy;
                prevented.add(Some(assigns || is_default || is_copied && *is_rvalue));
                continue;
            }
            let is_const = ty.qualifiers(db).is_const;
            let Some(of) = ty.as_class(db) else {
                prevented.add(Some(is_const && (assigns || is_default)));
                continue;
            };
            if is_const && assigns {
                prevented.add(Some(true));
                continue;
            }
            // What takes a part that is not constant may be another function.
            if part.is_mutable {
                prevented.add(None);
                continue;
            }
            let wanted = match special {
                Special::Move if is_const => Special::Copy,
                special => special,
            };
            prevented.add(self.is_unusable(of, wanted, part.is_base));
            if matches!(special, Special::Copy | Special::Move) {
                prevented.add(self.is_unusable(of, Special::Destructor, part.is_base));
            }
            // Objects of such classes must be made explicitly.
            if is_default && is_const {
                prevented.add(None);
            }
            if written.is_union {
                prevented.add(self.is_trivial_special(of, special).map(|is_trivial| !is_trivial));
            }
        }
        prevented.known()
    }

    fn parts(&self, class: Class<'db>, definition: &Definition<'db>) -> Vec<Part<'db>> {
        let bases = self.bases(class);
        let bases = bases.iter().map(|base| Part {
            ty: base.ty,
            is_base: true,
            is_mutable: false,
            has_initializer: false,
        });
        let fields = self.fields(definition).into_iter().map(|field| {
            let mut ty = self.variable_type(field);
            while let Kind::Array(element, _) = ty.kind(self.db) {
                ty = *element;
            }
            let is_written = matches!(
                &self.decl(field.decl).kind,
                DeclKind::Variable { init, .. } if *init != Init::None
            );
            let has_initializer = is_written || self.initializer(field.decl).is_some();
            let is_mutable = self.decl(field.decl).specifiers.is_mutable;
            Part { ty, is_base: false, is_mutable, has_initializer }
        });
        bases.chain(fields).collect()
    }

    /// Whether a special member of a part's class cannot be used from the class around it.
    fn is_unusable(&self, class: Class<'db>, special: Special, is_base: bool) -> Option<bool> {
        let Some(found) = self.special(class, special)? else { return Some(true) };
        if found.is_deleted {
            return Some(true);
        }
        let Some(symbol) = found.declared else { return Some(false) };
        match self.decl(symbol.decl).access {
            Access::Public => Some(false),
            Access::Protected if is_base => Some(false),
            _ => {
                // A friend may use it.
                let text = self.names.item_text(symbol.decl.item).text(self.db);
                (!text.contains("friend")).then_some(true)
            }
        }
    }

    /// Whether a special member of a class does nothing but what the language gives: it and those of the parts are declared so,
    /// deleted or not, or nobody declares them. As in the reference a template that would be called does not count.
    pub(crate) fn is_trivial_special(&self, class: Class<'db>, special: Special) -> Option<bool> {
        let key = (class, ClassTrait::TrivialSpecial(special));
        self.remembered(&self.class_traits, key, || None, || self.find_trivial_special(class, special))
    }

    fn find_trivial_special(&self, class: Class<'db>, special: Special) -> Option<bool> {
        let definition = self.defined(class).ok()??;
        match self.plain_special(&definition, class, special)? {
            Some(declared) => match &self.decl(declared.decl).kind {
                DeclKind::Function { body: BodyKind::Defaulted | BodyKind::Deleted, .. } => {}
                _ => return Some(false),
            },
            None => match (self.implicit_special(class, special)?, special) {
                (Some(_), _) => {}
                (None, Special::Move) => {
                    return self.is_trivial_special(class, Special::Copy);
                }
                (None, Special::MoveAssignment) => {
                    return self.is_trivial_special(class, Special::CopyAssignment);
                }
                (None, _) => return Some(false),
            },
        }
        let DeclKind::Class(written) = &self.decl(definition.decl).kind else { return None };
        let is_virtual = match special {
            Special::Destructor => self.is_virtual_destructor(class),
            _ => written.has_virtual_base || self.declares_virtual(&definition),
        };
        if is_virtual {
            return Some(false);
        }
        let mut nontrivial = Any::default();
        for part in self.parts(class, &definition) {
            if special == Special::Default && part.has_initializer {
                nontrivial.add(Some(true));
            } else if part.ty.absorbs(self.db) {
                nontrivial.add(None);
            } else if let Some(of) = part.ty.as_class(self.db) {
                nontrivial.add(self.is_trivial_special(of, special).map(|is_trivial| !is_trivial));
            }
        }
        nontrivial.known().map(|nontrivial| !nontrivial)
    }

    /// A special member that nobody declares, as messages name it.
    pub(crate) fn implicit_special_text(&self, class: Class<'db>, special: Special) -> Option<String> {
        let Origin::Decl(first) = class.origin(self.db) else {
            let text = self.closure_text(class)?;
            let is_assignment = special == Special::CopyAssignment;
            return is_assignment.then(|| format!("{text}::operator=(const {text} &)"));
        };
        let short = self.decl(first).name.ident()?;
        let (name, shown, behind) = self.template_and_instance_text(class)?;
        let mut text = match special {
            Special::Default => format!("{name}::{short}()"),
            Special::Copy => format!("{name}::{short}(const {shown} &)"),
            Special::Move => format!("{name}::{short}({shown} &&)"),
            Special::CopyAssignment => format!("{name}::operator=(const {shown} &)"),
            Special::MoveAssignment => format!("{name}::operator=({shown} &&)"),
            Special::Destructor => {
                // That of a virtual one is known from what it overrides.
                let overrides = self.inherited_virtual(class, &DeclName::Destructor)?;
                let suffix = if overrides.is_empty() || !behind.is_empty() { "" } else { " noexcept" };
                format!("{name}::~{short}(){suffix}")
            }
        };
        text.push_str(&behind);
        Some(text)
    }

    /// A class as messages name it in front of its members and in their parameters, and what stands behind: an instance is
    /// its template there, `A<T>`, `A<int>` and ` [with T=int]`.
    pub(crate) fn template_and_instance_text(&self, class: Class<'db>) -> Option<(String, String, String)> {
        let definition = self.definition(class)?;
        if class.args(self.db).is_none() {
            let own = self.qualified_name(Symbol { decl: definition.decl, env: class.outer(self.db) })?;
            return Some((own.clone(), own, String::new()));
        }
        let plain = |class| self.spelled_text(&Spelled::Plain(self.ty(Kind::Class(class))));
        let open = self.class_of(self.inside_of(definition.decl)?)?;
        let inside = Symbol { decl: definition.decl, env: definition.inside };
        let bindings = self.bindings_text(inside)?.join(", ");
        Some((plain(open)?, plain(class)?, format!(" [with {bindings}]")))
    }
}
