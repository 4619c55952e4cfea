//! Execution and memory spaces of entities, as the host pass merges them (spec 2 §3).

use std::rc::Rc;

use asunder_mangle::model::{Name, Scope};
use asunder_syntax::TextSize;
use rustc_hash::FxHashSet;

use crate::memo::Link;
use crate::names::{DeclRef, Names};
use crate::namesakes::Namesakes;
use crate::redeclaration::Redeclarations;
use crate::scope::Lookup;
use crate::uses::Meaning;
use crate::written::{Decl, DeclKind, DeclName, Spaces};

impl<'db> Names<'db> {
    /// The spaces of the function or variable that `decl` declares: the attribute bits of all its
    /// declarations together. `None` when overloads cannot be distinguished.
    pub fn spaces(&self, decl: DeclRef) -> Option<Spaces> {
        self.spaces_before(decl, u32::MAX)
    }

    /// The same of the declarations in the items up to `item`: what code in it sees while it is read. `None` also where
    /// there is none.
    pub fn spaces_before(&self, decl: DeclRef, item: u32) -> Option<Spaces> {
        let own = self.decl(decl);
        let Redeclarations::Known(all) = self.redeclarations(decl) else {
            return self.agreed_spaces(decl);
        };
        let seen = all.iter().chain([&decl]).filter(|decl| decl.item <= item);
        let merged = seen.map(|decl| self.decl(*decl).attributes.spaces).reduce(Spaces::union)?;
        if merged == Spaces::default() && is_specialization(own) {
            return self.spaces_of_primary(decl);
        }
        Some(merged)
    }

    /// Whether an explicit instantiation of a function with the name of `decl` is written with spaces of its own: they
    /// count for the instance too (measured).
    pub fn directives_add_spaces(&self, decl: DeclRef, spaces: Spaces) -> bool {
        let adds = |own: &Spaces| spaces.union(*own) != spaces;
        self.spaces_of_directives(decl).iter().any(adds)
    }

    /// The spaces that the explicit instantiations with the name of `decl` are written with, each once.
    fn spaces_of_directives(&self, decl: DeclRef) -> Rc<[Spaces]> {
        let find = || {
            let all = self.specializations_named(decl).into_iter();
            let directives = all.filter(|other| self.decl(*other).explicit_instantiation);
            let found: FxHashSet<Spaces> =
                directives.map(|other| self.decl(other).attributes.spaces).collect();
            found.into_iter().collect()
        };
        let written = self.decl(decl);
        // Those of functions outside of classes are the same for all declarations of the name in a namespace.
        match written.name.ident().filter(|_| written.parent.is_none() && written.qualifier.is_none()) {
            Some(ident) => {
                let key = (ident.clone(), self.item(decl.item).namespace, self.function_of(decl).is_some());
                self.remembered(&self.directed_spaces, (key, Link::Plain), Rc::default, find)
            }
            None => find(),
        }
    }

    /// The declarations that specialize or instantiate functions with the name of `decl`, in its scope or out of its class.
    pub fn specializations_named(&self, decl: DeclRef) -> Vec<DeclRef> {
        let mut all = self.namesakes(decl, Namesakes::All);
        all.retain(|other| is_specialization(self.decl(*other)));
        all
    }

    /// The spaces that the host pass prints the function or variable by that `decl` declares: for an explicit
    /// specialization those of its template too (measured).
    pub fn printed_spaces(&self, decl: DeclRef) -> Option<Spaces> {
        let spaces = self.spaces(decl)?;
        if !is_specialization(self.decl(decl)) {
            return Some(spaces);
        }
        Some(self.spaces_of_primary(decl).map_or(spaces, |primary| spaces.union(primary)))
    }

    /// The spaces of the function or variable whose declarator's name starts at byte `offset` of the
    /// unit. `None` when there is none, or overloads cannot be distinguished.
    pub fn spaces_at(&self, offset: TextSize) -> Option<Spaces> {
        let item = self.item_at(offset)?;
        self.spaces_in(item, offset - self.range(item).start())
    }

    /// The same for the name at byte `offset` of item `item`.
    pub fn spaces_in(&self, item: u32, offset: TextSize) -> Option<Spaces> {
        self.spaces(self.decl_named_at(item, offset)?)
    }

    /// The spaces that all functions of the name agree on, whichever of them is meant.
    fn agreed_spaces(&self, decl: DeclRef) -> Option<Spaces> {
        let own = self.decl(decl).attributes.spaces;
        let others = self.namesakes(decl, Namesakes::All);
        others.iter().all(|other| self.decl(*other).attributes.spaces == own).then_some(own)
    }

    /// The spaces of the template, or of the member of a class template, that `decl` specializes.
    fn spaces_of_primary(&self, decl: DeclRef) -> Option<Spaces> {
        let scope = without_arguments(&self.scope_name(decl)?);
        let mut spaces = None;
        for other in self.namesakes(decl, Namesakes::General) {
            let written = self.decl(other);
            let is_template = |decl: &Decl| decl.templates.iter().any(|header| !header.params.is_empty());
            let in_template = || written.parent.is_some_and(|it| is_template(self.decl(other.sibling(it))));
            if is_specialization(written)
                || !(is_template(written) || in_template())
                || without_arguments(&self.scope_name(other)?) != scope
            {
                continue;
            }
            let own = self.spaces(other)?;
            match spaces {
                None => spaces = Some(own),
                Some(known) if known == own => {}
                Some(_) => return None,
            }
        }
        Some(spaces.unwrap_or_default())
    }

    /// Whether the identifier that starts at byte `offset` of an item is a use of a `__managed__`
    /// variable. `None` when it is not known what it names.
    pub fn is_managed_use(&self, item: u32, offset: TextSize) -> Option<bool> {
        self.variable_spaces_of_use(item, offset).map(|spaces| spaces.managed)
    }

    /// The memory spaces of the variable that the identifier at byte `offset` of an item names; none
    /// for whatever is not a variable of a namespace or class. `None` when that is not known.
    pub fn variable_spaces_of_use(&self, item: u32, offset: TextSize) -> Option<Spaces> {
        let mut spaces = Spaces::default();
        for decl in self.decls_of_use(item, offset)? {
            if let DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. } = &self.decl(decl).kind {
                spaces = spaces.union(self.spaces(decl)?);
            }
        }
        Some(spaces)
    }

    /// The declarations outside functions that the identifier at byte `offset` of an item may mean,
    /// using-declarations followed; none for whatever is declared locally. `None` when that is not known.
    pub fn decls_of_use(&self, item: u32, offset: TextSize) -> Option<Vec<DeclRef>> {
        let found = match self.meaning_at(item, offset) {
            Meaning::Outer(Lookup::Found(members)) => members,
            Meaning::Outer(Lookup::Param(_))
            | Meaning::Local(_)
            | Meaning::Member
            | Meaning::Namespace(_) => {
                return Some(Vec::new());
            }
            Meaning::Outer(Lookup::Dependent | Lookup::Unknown) | Meaning::Unknown => return None,
        };
        let mut decls = Vec::new();
        found.iter().try_for_each(|member| self.follow_using(member.decl, 0, &mut decls))?;
        Some(decls)
    }

    fn follow_using(&self, decl: DeclRef, depth: u32, decls: &mut Vec<DeclRef>) -> Option<()> {
        match &self.decl(decl).kind {
            DeclKind::UsingDeclaration(path) if depth < 16 => {
                let Lookup::Found(members) = self.lookup_value(path, &self.site_of(decl)) else {
                    return None;
                };
                members.iter().try_for_each(|member| self.follow_using(member.decl, depth + 1, decls))
            }
            DeclKind::UsingDeclaration(_) => None,
            _ => {
                decls.push(decl);
                Some(())
            }
        }
    }
}

/// The scope with the template arguments of classes left out.
fn without_arguments(scope: &Scope) -> Scope {
    match scope {
        Scope::Member(name) => {
            let mut name = Name::clone(name);
            name.args = None;
            name.scope = without_arguments(&name.scope);
            Scope::Member(name.into())
        }
        other => other.clone(),
    }
}

/// True for `template<>` and names with template arguments.
pub(crate) fn is_specialization(decl: &Decl) -> bool {
    matches!(decl.name, DeclName::TemplateId(..))
        || decl.templates.iter().any(|header| header.params.is_empty())
}
