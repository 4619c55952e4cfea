//! What declarations are, in words: members of classes, types, values, what overrides what. For editors.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Access, DeclKind, DeclName, Path};
use asunder_mangle::itanium::{Dialect as Mangling, mangle};
use asunder_types::{Class, Frame, Kind, Origin, Symbol, Ty, Value};
use rustc_hash::FxHashSet;

use crate::infer::value_text;
use crate::lookup::Want;
use crate::signature::Signature;
use crate::view::{Sema, Site};

/// A member of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberOf {
    /// Its declaration.
    pub decl: DeclRef,
    /// Its type in this class; `None` where that is not known.
    pub ty: Option<String>,
    /// How many bases away it is declared.
    pub distance: u32,
}

impl<'db> Sema<'db> {
    /// The members by name of the class that a type is, and of its bases, that `from` may name: the class around the
    /// place, if there is one ([class.access]). Members that are hidden are left out.
    pub fn members_of(&self, ty: Ty<'db>, from: Option<DeclRef>) -> Vec<MemberOf> {
        let all = self.symbols_of(ty, from).into_iter();
        let shown = all.map(|(symbol, distance)| MemberOf {
            decl: symbol.decl,
            ty: self.symbol_type_text(symbol),
            distance,
        });
        shown.collect()
    }

    /// The type of the member of a class with a name that `from` may name, a function's with its result; `None` where no
    /// member or several have the name, and for types.
    pub fn type_of_member(&self, ty: Ty<'db>, from: Option<DeclRef>, name: &str) -> Option<Ty<'db>> {
        let is_it =
            |symbol: &Symbol<'db>| self.decl(symbol.decl).name.ident().is_some_and(|ident| **ident == *name);
        let mut found = self.symbols_of(ty, from).into_iter().map(|(symbol, _)| symbol).filter(is_it);
        let symbol = found.next().filter(|_| found.next().is_none())?;
        if let Some(signature) = self.signature(symbol) {
            return Some(self.function_type_of(symbol, &signature));
        }
        let is_variable = matches!(
            self.decl(symbol.decl).kind,
            DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. }
        );
        is_variable.then(|| self.variable_type(symbol))
    }

    /// The type of a function, a deduced result in it.
    fn function_type_of(&self, symbol: Symbol<'db>, signature: &Signature<'db>) -> Ty<'db> {
        let result = self.result_of(symbol, signature);
        let is_deduced = result != signature.result && !result.absorbs(self.db);
        match signature.ty.as_function(self.db) {
            Some(function) if is_deduced => {
                self.ty(Kind::Function(asunder_types::Function { result, ..function.clone() }))
            }
            _ => signature.ty,
        }
    }

    /// The members of a class, as [`Sema::members_of`] has them, with how many bases away each is declared.
    fn symbols_of(&self, ty: Ty<'db>, from: Option<DeclRef>) -> Vec<(Symbol<'db>, u32)> {
        let Some(class) = ty.referred(self.db).as_class(self.db) else { return Vec::new() };
        let from = from.map(|decl| self.first_declaration(decl));
        let around = from.and_then(|decl| self.inside_of(decl)).and_then(|env| self.class_of(env));
        let mut found = Vec::new();
        let mut hidden = FxHashSet::default();
        let mut level = vec![class];
        let mut seen: FxHashSet<Class<'db>> = FxHashSet::default();
        let mut distance = 0;
        while !level.is_empty() {
            let mut named = FxHashSet::default();
            let mut next = Vec::new();
            for class in level {
                if !seen.insert(class) {
                    continue;
                }
                let is_inside = |origin| from.is_some_and(|from| origin == Origin::Decl(from));
                let is_own = is_inside(class.origin(self.db));
                let is_base =
                    around.is_some_and(|around| matches!(self.distance_to_base(around, class), Ok(Some(_))));
                if let Some(definition) = self.definition(class) {
                    for (decl, access) in self.nameable(definition.decl) {
                        let may_name = match access {
                            Access::Public => true,
                            Access::Protected => is_own || is_base,
                            Access::Private => is_own,
                        };
                        let name = self.decl(decl).name.ident();
                        let Some(name) = name.filter(|name| may_name && !hidden.contains(*name)) else {
                            continue;
                        };
                        named.insert(name.clone());
                        found.push((Symbol { decl, env: definition.inside }, distance));
                    }
                }
                next.extend(
                    self.bases(class)
                        .iter()
                        .filter_map(|base| base.ty.unqualified(self.db).as_class(self.db)),
                );
            }
            hidden.extend(named);
            level = next;
            distance += 1;
        }
        found
    }

    /// The members of a class that have an identifier, those of anonymous unions and structs and of unscoped enumerations
    /// in it among them.
    pub(crate) fn nameable(&self, class: DeclRef) -> Vec<(DeclRef, Access)> {
        let mut found = Vec::new();
        let mut pending = vec![(class, Access::Public)];
        while let Some((parent, around)) = pending.pop() {
            for (local, decl) in self.members(parent) {
                let access = if around == Access::Public { decl.access } else { around };
                let member = parent.sibling(local);
                if decl.specifiers.is_friend {
                    continue;
                }
                if self.is_transparent(member) {
                    pending.push((member, access));
                }
                if matches!(decl.name, DeclName::Ident(_)) {
                    found.push((member, access));
                }
            }
        }
        found.sort_by_key(|(decl, _)| *decl);
        found
    }

    /// The definition, or else the first declaration, of the class or enumeration that a type leads to: behind pointers,
    /// references and arrays, and of a function's type that of its result.
    pub fn class_behind(&self, ty: Ty<'db>) -> Option<DeclRef> {
        match ty.kind(self.db) {
            Kind::Qualified(_, inner)
            | Kind::Pointer(inner)
            | Kind::Reference(inner, _)
            | Kind::Array(inner, _) => self.class_behind(*inner),
            Kind::Function(function) => self.class_behind(function.result),
            Kind::Class(class) => match (self.definition(*class), class.origin(self.db)) {
                (Some(definition), _) => Some(definition.decl),
                (None, Origin::Decl(first)) => Some(first),
                (None, Origin::Lambda(..)) => None,
            },
            Kind::Enum(first, env) => Some(self.enum_definition(*first, *env).unwrap_or(*first)),
            _ => None,
        }
        .filter(|decl| decl.local.0 < asunder_hir::body::FIRST_LOCAL)
    }

    /// The class that a typedef or an alias stands for, or that a declaration declares.
    pub fn type_named_by(&self, decl: DeclRef) -> Option<Ty<'db>> {
        let symbol = Symbol { decl, env: self.env_of(decl) };
        let is_type = matches!(self.decl(decl).kind, DeclKind::Class(_) | DeclKind::Typedef(_));
        let site = Site::new(symbol.env, asunder_decls::names::Point::before(decl));
        let ty = is_type.then(|| self.type_of_symbol(symbol, None, site))?;
        (!ty.absorbs(self.db)).then_some(ty)
    }

    /// Whether a type is a class, or a reference to one.
    pub fn is_class(&self, ty: Ty<'db>) -> bool {
        ty.referred(self.db).as_class(self.db).is_some()
    }

    /// Whether a type depends on parameters of a template that is read as it is written.
    pub fn depends(&self, ty: Ty<'db>) -> bool {
        self.is_dependent(ty)
    }

    /// The type that a qualifier names in the code of `around`, or in the class that it defines: what `S<T>` is in `S<T>::m`.
    /// Declarations in blocks are not seen.
    pub fn type_of_qualifier(&self, qualifier: &Path, around: DeclRef) -> Option<Ty<'db>> {
        let own = || self.env_of_template(around).unwrap_or_else(|| self.env_of(around));
        let env = self.inside_of(around).unwrap_or_else(own);
        let site = Site::new(env, asunder_decls::names::Point::end_of(around.item));
        let ty = self.type_of_path(qualifier, site, Want::Any);
        (!ty.absorbs(self.db) || self.is_dependent(ty)).then_some(ty)
    }

    /// The type of a function, variable, data member or typedef; `None` where it is not known as a whole.
    pub fn type_of_declared(&self, decl: DeclRef) -> Option<String> {
        self.symbol_type_text(Symbol { decl, env: self.env_of(decl) })
    }

    /// The same in its scopes: of a member of an instance that of the instance.
    pub fn symbol_type_text(&self, symbol: Symbol<'db>) -> Option<String> {
        if let Some(signature) = self.signature(symbol) {
            return self.type_text(self.function_type_of(symbol, &signature));
        }
        match &self.decl(symbol.decl).kind {
            DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. } => {
                self.type_text(self.variable_type(symbol))
            }
            DeclKind::Typedef(_) => self.type_text(self.type_named_by(symbol.decl)?),
            _ => None,
        }
    }

    /// Whether an instance of a function template whose result depends on parameters returns something; `None` where that is
    /// not known.
    pub fn returns_by_arguments(&self, symbol: Symbol<'db>) -> Option<bool> {
        let open = Symbol { env: self.env_of_template(symbol.decl)?, ..symbol };
        let result = self.signature(symbol)?.result;
        let is_known = !result.absorbs(self.db) && !self.is_dependent(result) && !self.has_auto(result);
        (is_known && self.is_dependent(self.signature(open)?.result)).then(|| !result.is_void(self.db))
    }

    /// The linker name of a function or variable in its scopes: of an instance of a template that of the instance; `None`
    /// where that is not known, and for templates.
    pub fn linker_name(&self, symbol: Symbol<'db>) -> Option<String> {
        if self.has_open_template(symbol.env) || !self.is_instance(symbol) {
            return None;
        }
        let found = self.instance_entity(symbol).filter(|found| found.has_types)?;
        mangle(&found.entity, Mangling::Gnu).ok()
    }

    /// Whether a declaration is a template, or a member of one.
    pub fn is_templated(&self, decl: DeclRef) -> bool {
        self.is_function_template(decl) || self.has_open_template(self.env_of(decl))
    }

    /// A variable as messages show it: `N::v`, of an instance of a template `N::v<int>`, a member of one
    /// `S<T>::v [with T=int]`; `None` where that is not known.
    pub fn variable_text(&self, symbol: Symbol<'db>) -> Option<String> {
        if matches!(self.decl(symbol.decl).name, DeclName::TemplateId(..)) {
            return None;
        }
        let name = self.qualified_name(symbol)?;
        let own = self.frames(symbol.env).next().map(|(_, frame)| frame);
        match own.filter(|_| !self.decl(symbol.decl).templates.is_empty()) {
            Some(Frame::Template { args: Some(args), .. }) => {
                Some(format!("{name}{}", self.arguments_text(args)?))
            }
            Some(_) => None,
            None => match self.class_around(symbol).filter(|class| self.is_class_instance(*class)) {
                Some(class) => {
                    let env = self.inside_of(self.definition(class)?.decl)?;
                    let open = self.qualified_name(Symbol { env, ..symbol })?;
                    Some(format!("{open} [with {}]", self.bindings_text(symbol)?.join(", ")))
                }
                None => Some(name),
            },
        }
    }

    /// The text of a type; `None` where a part of it is not known, or has no name.
    pub fn type_text(&self, ty: Ty<'db>) -> Option<String> {
        let is_closure = |ty: Ty<'db>| {
            let class = ty.referred(self.db).as_class(self.db);
            class.is_some_and(|class| matches!(class.origin(self.db), Origin::Lambda(..)))
        };
        if ty.absorbs(self.db) || self.has_auto(ty) || is_closure(ty) {
            return None;
        }
        let mut text = self.display(ty);
        // An enumeration without a name shows what it is, as an unnamed class does.
        if ty.as_enum(self.db).is_some() && text.ends_with("<unnamed>") {
            text.insert_str(0, "enum ");
        }
        let is_whole = !["<unknown", "<gap", "<error", "<dependent"].iter().any(|part| text.contains(part));
        is_whole.then_some(text)
    }

    /// The text of a constant, as it is written in a program; `None` for addresses and what is not known.
    pub fn value_text(&self, value: &Value<'db>) -> Option<String> {
        match value {
            Value::Integer(number, ty) => {
                let is_truth = ty.as_builtin(self.db) == Some(asunder_types::Builtin::Bool);
                match (is_truth, self.enumerator_with(*number, *ty)) {
                    (true, _) => Some((*number != 0).to_string()),
                    (false, Some(name)) => Some(format!("{number} ({name})")),
                    (false, None) => Some(number.to_string()),
                }
            }
            Value::Floating(..) => Some(value_text(value, self).trim_matches(['(', ')']).to_owned()),
            Value::Null(_) => Some("nullptr".to_owned()),
            _ => None,
        }
    }

    /// The enumerator of an enumeration that has a value.
    fn enumerator_with(&self, number: i128, ty: Ty<'db>) -> Option<String> {
        let Kind::Enum(first, env) = ty.unqualified(self.db).kind(self.db) else { return None };
        let definition = self.enum_definition(*first, *env)?;
        let has_value = |decl: &DeclRef| {
            let symbol = Symbol { decl: *decl, env: *env };
            matches!(self.enumerator_value(symbol), Some(Value::Integer(value, _)) if value == number)
        };
        let all = self.members(definition).into_iter().map(|(local, _)| definition.sibling(local));
        let decl = all.into_iter().find(has_value)?;
        self.decl(decl).name.ident().map(|name| name.to_string())
    }

    /// The value of a constant variable or of an enumerator, as text.
    pub fn constant_text(&self, decl: DeclRef) -> Option<String> {
        let symbol = Symbol { decl, env: self.env_of(decl) };
        match &self.decl(decl).kind {
            DeclKind::Enumerator { .. } => match self.enumerator_value(symbol) {
                Some(Value::Integer(number, _)) => Some(number.to_string()),
                _ => None,
            },
            _ => self.value_text(&self.variable_value(symbol)?),
        }
    }

    /// The virtual functions of bases that a member function overrides ([class.virtual]/2), those of bases of bases too.
    pub fn overridden_by(&self, decl: DeclRef) -> Vec<DeclRef> {
        let Some(parent) = self.decl(decl).parent.map(|parent| decl.sibling(parent)) else {
            return Vec::new();
        };
        let Some(inside) = self.inside_of(parent) else { return Vec::new() };
        let own = Symbol { decl, env: inside };
        let Some(class) = self.class_of(inside).filter(|_| self.function_expr(decl).is_some()) else {
            return Vec::new();
        };
        let name = &self.decl(decl).name;
        let inherited = self.inherited_virtual(class, name).unwrap_or_default();
        let is_overridden = |of_base: &Symbol<'db>| self.overrides(own, *of_base) == Some(true);
        if !inherited.iter().any(is_overridden) {
            return Vec::new();
        }
        let Some(bases) = self.all_bases(class) else { return Vec::new() };
        let mut found = Vec::new();
        for base in bases {
            let Some(definition) = self.definition(base) else { continue };
            for symbol in self.functions_of_class(&definition, name) {
                let is_virtual = self.decl(symbol.decl).specifiers.is_virtual || {
                    let inherited = self.inherited_virtual(base, name).unwrap_or_default();
                    inherited.iter().any(|of_base| self.overrides(symbol, *of_base) == Some(true))
                };
                if is_virtual && is_overridden(&symbol) {
                    found.push(symbol.decl);
                }
            }
        }
        found
    }

    /// The definitions of the bases of a class, direct or not; those that are known.
    pub fn base_definitions(&self, class: DeclRef) -> Vec<DeclRef> {
        let inside = self.inside_of(class).and_then(|env| self.class_of(env));
        let bases = inside.and_then(|class| self.all_bases(class)).unwrap_or_default();
        bases.into_iter().filter_map(|base| Some(self.definition(base)?.decl)).collect()
    }
}
