//! What the compiler makes of a class with virtual functions: its tables and type information, the destructor
//! that it declares itself, and the thunks that adjust `this` (Itanium C++ ABI §2.5, §2.9, §3.2.3).

use asunder_mangle::model::{
    DtorKind, Entity, ExceptionSpec, Function, FunctionType, Name, NameRef, Qualifiers, RefQualifier, Scope,
    Type, TypeRef, Unqualified,
};

use crate::names::{DeclRef, Names};
use crate::overrides::Overridden;
use crate::written::{ClassDecl, Decl, DeclKind, DeclName};

/// Entities of one class beyond which no more are listed.
const MAX_ENTITIES: usize = 1024;

impl<'db> Names<'db> {
    /// The entities that the compiler makes for the class that `decl` defines outside templates: the virtual table,
    /// the VTT of a class with virtual bases, type information and its name, a virtual destructor that is not
    /// declared, and thunks for functions of bases that do not stand at its start. Empty for a class without
    /// virtual functions and bases, and where the class is not understood.
    pub fn virtual_entities(&self, decl: DeclRef) -> Vec<Entity> {
        let written = self.decl(decl);
        let DeclKind::Class(class) = &written.kind else { return Vec::new() };
        let name = self.class_name(decl);
        let ty: TypeRef = Type::Named(name.clone()).into();
        let is_plain = class.is_definition && written.templates.is_empty() && !self.is_dependent(&ty);
        if !is_plain || self.is_dynamic(&name, class, decl) != Some(true) {
            return Vec::new();
        }
        let mut found: Vec<Entity> = ["TV", "TI", "TS"].map(|code| Entity::OfType(code, ty.clone())).into();
        if self.has_virtual_bases(&name) == Some(true) {
            found.push(Entity::OfType("TT", ty));
        }
        let functions = self.member_functions(decl);
        let destructor = match functions.iter().any(|function| matches!(function.name, DeclName::Destructor))
        {
            true => None,
            false => self.implicit_destructor(&name),
        };
        found.extend(destructor.iter().cloned().map(Entity::Function));
        self.add_thunks(decl, &name, destructor.as_ref(), &mut found);
        found
    }

    /// Whether a class has a virtual table.
    fn is_dynamic(&self, name: &NameRef, class: &ClassDecl, definition: DeclRef) -> Option<bool> {
        let declares =
            self.member_functions(definition).iter().any(|function| function.specifiers.is_virtual);
        if declares || class.has_virtual_base {
            return Some(true);
        }
        self.nested(None, || {
            let mut is_dynamic = false;
            for base in self.bases_of(name)? {
                let (base, definition, class) = self.class_of_type(&base)?;
                is_dynamic |= self.is_dynamic(&base, class, definition)?;
            }
            Some(is_dynamic)
        })
    }

    fn has_virtual_bases(&self, name: &NameRef) -> Option<bool> {
        let definition = self.class_definition(name)?;
        let DeclKind::Class(class) = &self.decl(definition).kind else { return None };
        if class.has_virtual_base {
            return Some(true);
        }
        self.nested(None, || {
            let mut has = false;
            for base in self.bases_of(name)? {
                let (base, ..) = self.class_of_type(&base)?;
                has |= self.has_virtual_bases(&base)?;
            }
            Some(has)
        })
    }

    fn class_of_type(&self, ty: &TypeRef) -> Option<(NameRef, DeclRef, &'db ClassDecl)> {
        let Type::Named(name) = &**ty else { return None };
        let definition = self.class_definition(name)?;
        match &self.decl(definition).kind {
            DeclKind::Class(class) => Some((name.clone(), definition, class)),
            _ => None,
        }
    }

    /// The implicitly declared destructor of a class that has a base with a virtual one ([class.dtor]).
    fn implicit_destructor(&self, name: &NameRef) -> Option<Function> {
        let bases = self.bases_of(name)?;
        if !bases.iter().any(|base| self.has_virtual_destructor(base) == Some(true)) {
            return None;
        }
        let scope = Scope::Member(name.clone());
        let name = Name::of(scope, Unqualified::Destructor(DtorKind::Complete));
        let ty = FunctionType {
            result: None,
            parameters: Vec::new(),
            variadic: false,
            qualifiers: Qualifiers::NONE,
            ref_qualifier: RefQualifier::None,
            exceptions: ExceptionSpec::None,
        };
        Some(Function { name: name.into(), ty, c_linkage: false })
    }

    fn has_virtual_destructor(&self, ty: &TypeRef) -> Option<bool> {
        self.nested(None, || {
            let (name, definition, _) = self.class_of_type(ty)?;
            let functions = self.member_functions(definition);
            let is_virtual = |it: &&Decl| matches!(it.name, DeclName::Destructor) && it.specifiers.is_virtual;
            if functions.iter().any(is_virtual) {
                return Some(true);
            }
            let mut is_virtual = false;
            for base in self.bases_of(&name)? {
                is_virtual |= self.has_virtual_destructor(&base)?;
            }
            Some(is_virtual)
        })
    }

    /// Adds the thunks of the functions of the class `decl` that override functions of bases at other places.
    fn add_thunks(
        &self,
        decl: DeclRef,
        name: &NameRef,
        destructor: Option<&Function>,
        found: &mut Vec<Entity>,
    ) {
        let mut places = Vec::new();
        if self.collect_bases(name, 0, &mut places).is_none() {
            return;
        }
        for (local, written) in self.decls(decl.item).members(Some(decl.local)) {
            let function = decl.sibling(local);
            if !matches!(written.kind, DeclKind::Function { .. }) || found.len() >= MAX_ENTITIES {
                continue;
            }
            let Some(overridden) = self.overridden(function).filter(|it| !it.is_empty()) else { continue };
            let Some(Entity::Function(entity)) = self.entity(function) else { continue };
            let classes: Vec<NameRef> = overridden
                .iter()
                .map(|it| match it {
                    Overridden::Function(_, class) => class.clone(),
                    Overridden::ImplicitDestructor(class) => self.class_name(*class),
                })
                .collect();
            add_adjusted(&entity, &places, |class| classes.contains(class), found);
        }
        if let Some(destructor) = destructor {
            let is_virtual = |class: &NameRef| {
                self.has_virtual_destructor(&Type::Named(class.clone()).into()) == Some(true)
            };
            add_adjusted(destructor, &places, is_virtual, found);
        }
    }

    /// The bases of a class, direct and indirect, with their places; `None` where there are virtual ones or a layout
    /// is not known.
    fn collect_bases(&self, name: &NameRef, at: u64, into: &mut Vec<(NameRef, u64)>) -> Option<()> {
        self.nested(None, || {
            for (base, offset) in &self.class_layout(name)?.bases {
                if into.len() >= MAX_ENTITIES {
                    return None;
                }
                into.push((base.clone(), at + offset));
                self.collect_bases(base, at + offset, into)?;
            }
            Some(())
        })
    }
}

/// Adds a thunk of `function` for each place behind the start at which a class of those that `is_overridden` accepts
/// stands.
fn add_adjusted(
    function: &Function,
    places: &[(NameRef, u64)],
    is_overridden: impl Fn(&NameRef) -> bool,
    found: &mut Vec<Entity>,
) {
    let mut offsets: Vec<u64> =
        places.iter().filter(|(class, at)| *at > 0 && is_overridden(class)).map(|(_, at)| *at).collect();
    offsets.sort_unstable();
    offsets.dedup();
    for offset in offsets {
        found.push(Entity::Thunk { offset, function: Box::new(Entity::Function(function.clone())) });
    }
}
