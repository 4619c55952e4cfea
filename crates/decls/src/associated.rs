//! Argument-dependent lookup ([basic.lookup.argdep]) where the types of all arguments are known, and
//! enumerators that `using enum` brings in ([enum.udecl]).

use asunder_mangle::model::{Ident, Name, NameRef, Scope, TemplateArg, Type, TypeRef};
use asunder_outline::operator_name;
use asunder_source::SourceText;
use asunder_syntax::Dialect;
use rustc_hash::FxHashMap;

use crate::layout::NamespaceId;
use crate::names::{DeclRef, Names};
use crate::scope::{Frame, Member, Site, Want};
use crate::written::{DeclKind, DeclName, LocalId, Path};

/// Classes and namespaces that arguments bring into a lookup.
#[derive(Default)]
struct Associated {
    namespaces: Vec<NamespaceId>,
    classes: Vec<NameRef>,
}

/// Associated classes beyond which a lookup has no answer.
const MAX_CLASSES: usize = 64;

/// Where an operator function is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OperatorPlace {
    item: u32,
    local: u32,
}

/// The operator functions outside classes and the friends of a unit whose spelling starts with `symbol`, by their
/// spelling.
#[salsa::tracked(returns(ref))]
fn operator_functions(
    db: &dyn salsa::Database,
    source: SourceText,
    symbol: u8,
    dialect: Dialect,
) -> FxHashMap<Ident, Vec<OperatorPlace>> {
    let names = Names::indexed(db, source, dialect);
    let mut found: FxHashMap<Ident, Vec<OperatorPlace>> = FxHashMap::default();
    for &item in names.items_declaring(&operator_name(symbol)) {
        for (local, decl) in names.decls(item).iter() {
            let is_free = decl.parent.is_none() && decl.qualifier.is_none() || decl.specifiers.is_friend;
            if let (DeclName::Operator(spelling), true) = (&decl.name, is_free)
                && matches!(decl.kind, DeclKind::Function { .. })
                && !decl.explicit_instantiation
            {
                found.entry(spelling.clone()).or_default().push(OperatorPlace { item, local: local.0 });
            }
        }
    }
    found
}

impl<'db> Names<'db> {
    /// The operator functions outside classes, and the friends, that a lookup of `operator` for operands of these
    /// types finds ([over.match.oper]/3.2): those of the namespaces around `site` and of the operands' types. `None`
    /// when a type is not known.
    pub(crate) fn free_operators(
        &self,
        operator: &str,
        operands: &[&TypeRef],
        site: &Site,
    ) -> Option<Vec<DeclRef>> {
        let mut associated = Associated::default();
        for ty in operands {
            self.associate(ty, &mut associated)?;
        }
        let mut namespaces = associated.namespaces.clone();
        for frame in &site.frames {
            if let Frame::Namespace(id) = frame {
                namespaces.extend(self.transparent(*id));
                for &nominated in self.nominated_by(*id, site.point).iter() {
                    namespaces.extend(self.transparent(nominated));
                }
            }
        }
        let symbol = operator.bytes().next()?;
        let all = operator_functions(self.db, self.source(), symbol, self.dialect);
        let found = all.get(operator).into_iter().flatten().filter_map(|it| {
            let decl = DeclRef { item: it.item, local: LocalId(it.local) };
            let is_visible = match self.decl(decl).parent {
                Some(class) => associated.classes.contains(&self.class_name(decl.sibling(class))),
                None => namespaces.contains(&self.item(it.item).namespace) && it.item <= site.point.item,
            };
            is_visible.then_some(decl)
        });
        Some(found.collect())
    }

    /// Adds what `ty` associates; `None` when that is not known.
    fn associate(&self, ty: &TypeRef, into: &mut Associated) -> Option<()> {
        self.nested(None, || match &**ty {
            Type::Builtin(_) => Some(()),
            Type::Qualified(_, inner)
            | Type::Pointer(inner)
            | Type::LvalueRef(inner)
            | Type::RvalueRef(inner)
            | Type::Array(_, inner)
            | Type::Complex(inner)
            | Type::Vector(_, inner) => self.associate(inner, into),
            Type::Named(name) => self.associate_class(name, into),
            _ => None,
        })
    }

    fn associate_class(&self, name: &NameRef, into: &mut Associated) -> Option<()> {
        if into.classes.contains(name) {
            return Some(());
        }
        if into.classes.len() >= MAX_CLASSES {
            return None;
        }
        into.classes.push(name.clone());
        self.associate_namespace(name, into)?;
        for arg in name.args.iter().flatten() {
            match arg {
                TemplateArg::Type(ty) => self.associate(ty, into)?,
                TemplateArg::Value(_) => {}
                TemplateArg::Template(_) | TemplateArg::Pack(_) => return None,
            }
        }
        // An enum, or a class that is only declared, has no bases.
        let Some(definition) = self.class_definition(name) else { return Some(()) };
        let DeclKind::Class(class) = &self.decl(definition).kind else { return Some(()) };
        let site = self.inside_class(name, crate::names::Point::before(definition));
        for base in &class.bases {
            match &*self.resolve(base, &site) {
                Type::Named(base) => self.associate_class(base, into)?,
                _ => return None,
            }
        }
        Some(())
    }

    /// The innermost namespace around the class, and the inline namespaces that make one set with it.
    fn associate_namespace(&self, name: &Name, into: &mut Associated) -> Option<()> {
        let mut scope = &name.scope;
        let mut namespace = loop {
            match scope {
                Scope::Global => break NamespaceId::GLOBAL,
                Scope::Member(outer) => match self.namespace_named(outer) {
                    Some(id) => break id,
                    None => scope = &outer.scope,
                },
                Scope::Local { .. } | Scope::Dependent(_) => return None,
            }
        };
        while let (true, Some(parent)) =
            (self.namespaces.namespace(namespace).inline, self.namespaces.namespace(namespace).parent)
        {
            namespace = parent;
        }
        for id in self.transparent(namespace) {
            if !into.namespaces.contains(&id) {
                into.namespaces.push(id);
            }
        }
        Some(())
    }

    /// The enumerator `ident` that `using enum path`, written at `site`, brings in.
    pub(crate) fn enumerator_used(&self, path: &Path, ident: &str, site: &Site) -> Option<Member> {
        self.enumerator_of(&self.resolve_path(path, site, Want::Any), ident)
    }

    /// The enumerators `ident` that the `using enum` declarations of a namespace bring in at `site`.
    pub(crate) fn used_enumerators(
        &self,
        ident: &str,
        namespaces: &[NamespaceId],
        site: &Site,
    ) -> Vec<Member> {
        let mut found = Vec::new();
        for &item in self.using_enum_items() {
            if item >= site.point.item || !namespaces.contains(&self.item(item).namespace) {
                continue;
            }
            for (_, decl) in self.decls(item).members(None) {
                let DeclKind::UsingEnum(path) = &decl.kind else { continue };
                let from =
                    self.namespace_site(self.item(item).namespace, crate::names::Point { item, local: 0 });
                found.extend(self.enumerator_used(path, ident, &from));
            }
        }
        found
    }
}
