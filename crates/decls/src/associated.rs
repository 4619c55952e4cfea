//! Argument-dependent lookup ([basic.lookup.argdep]) where the types of all arguments are known, and
//! enumerators that `using enum` brings in ([enum.udecl]).

use asunder_mangle::model::{Ident, Name, NameRef, Scope, TemplateArg, Type, TypeRef};
use asunder_outline::operator_name;
use asunder_source::SourceText;
use asunder_syntax::{AstNode, Dialect, SyntaxKind, SyntaxToken, ast};
use rustc_hash::FxHashMap;

use crate::layout::NamespaceId;
use crate::names::{DeclRef, Names};
use crate::scope::{Frame, Lookup, Member, Site, Want};
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
    /// The functions that the arguments of the call at the unqualified name `token` bring in: those of
    /// their namespaces, and the friends that their classes declare. `None` when `token` is not called
    /// or the type of an argument is not known.
    pub(crate) fn argument_dependent(&self, item: u32, token: &SyntaxToken) -> Option<Vec<DeclRef>> {
        let name = token.parent_ancestors().find_map(ast::Name::cast)?;
        let callee = name.syntax().parent().filter(|node| node.kind() == SyntaxKind::NAME_EXPR)?;
        let call = ast::CallExpr::cast(callee.parent()?)?;
        if *call.callee()?.syntax() != callee {
            return None;
        }
        let mut associated = Associated::default();
        for argument in call.arg_list()?.args() {
            let ty = self.type_of_node(item, &argument)?;
            self.associate(&ty, &mut associated)?;
        }
        Some(self.functions_of(token.text(), &associated))
    }

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

    fn functions_of(&self, ident: &str, associated: &Associated) -> Vec<DeclRef> {
        let mut found = Vec::new();
        for &namespace in &associated.namespaces {
            let declared = self.declared_in(ident, namespace);
            found.extend(
                declared.iter().copied().filter(|decl| {
                    !self.decl(*decl).specifiers.is_friend && self.function_of(*decl).is_some()
                }),
            );
        }
        for class in &associated.classes {
            let Some(definition) = self.class_definition(class) else { continue };
            let members = self.decls(definition.item).members(Some(definition.local));
            let friends = members.filter(|(_, decl)| {
                decl.specifiers.is_friend
                    && decl.name.ident().is_some_and(|name| &**name == ident)
                    && matches!(decl.kind, DeclKind::Function { .. })
            });
            found.extend(friends.map(|(local, _)| definition.sibling(local)));
        }
        found.sort_unstable();
        found.dedup();
        found
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

    /// The declarations that an unqualified call can mean: what ordinary lookup finds, and what the
    /// arguments bring in unless that is not a function or a member ([basic.lookup.argdep]/1).
    pub(crate) fn with_associated(&self, item: u32, token: &SyntaxToken, ordinary: Lookup) -> Lookup {
        let mut members = match ordinary {
            Lookup::Found(members) => members,
            Lookup::Unknown => Vec::new(),
            other => return other,
        };
        let is_plain_function =
            |member: &Member| member.class.is_none() && self.function_of(member.decl).is_some();
        let is_using = |member: &Member| matches!(self.decl(member.decl).kind, DeclKind::UsingDeclaration(_));
        if !members.iter().all(|member| is_plain_function(member) || is_using(member)) {
            return Lookup::Found(members);
        }
        for decl in self.argument_dependent(item, token).unwrap_or_default() {
            if !members.iter().any(|member| member.decl == decl) {
                members.push(Member { decl, class: None, injected: false });
            }
        }
        if members.is_empty() { Lookup::Unknown } else { Lookup::Found(members) }
    }
}
