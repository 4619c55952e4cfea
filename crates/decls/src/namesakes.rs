//! The functions and variables of one name: those that a declaration may redeclare, found without comparing it with
//! every other.

use std::rc::Rc;

use asunder_mangle::model::{Ident, NameRef, Scope};
use asunder_outline::operator_name;
use rustc_hash::FxHashMap;

use crate::index::QueriedName;
use crate::layout::{ItemForm, NamespaceId};
use crate::memo::Link;
use crate::names::{DeclRef, Names};
use crate::redeclaration::is_known;
use crate::resolve::source_name;
use crate::specialization::digest_of_types;
use crate::written::{Decl, DeclKind, DeclName, LocalId, TypeExpr};

/// Which namesakes of a declaration are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Namesakes {
    /// All of them.
    All,
    /// Those that may be neither explicit specializations, as far as their names show it, nor instantiations, and
    /// the declaration itself.
    General,
    /// For an explicit specialization those with its arguments too.
    Alike,
}

/// Declarations of one name beyond which they are listed by what they declare.
const LARGE_NAME: usize = 8;

/// The declarations of a unit with one name that stand outside of classes, each list in source order.
#[derive(Debug, Default, PartialEq, Eq)]
struct NamedDecls {
    /// Those that are neither explicit specializations, as far as their names show it, nor instantiations.
    general: Vec<DeclRef>,
    /// The explicit specializations, by their names with their arguments.
    special: FxHashMap<DeclName, Vec<DeclRef>>,
}

/// The items of a unit that may declare functions or variables called `name`, each list in source order.
#[salsa::tracked(returns(ref))]
fn named_decls<'db>(db: &'db dyn salsa::Database, name: QueriedName<'db>) -> NamedDecls {
    let names = Names::new(db, name.source(db), name.dialect(db));
    let mut found = NamedDecls::default();
    for &item in names.items_declaring(name.text(db)) {
        for local in names.decls_named(item, name.text(db)) {
            let decl = names.decls(item).get(local);
            if !is_function_or_variable(decl) {
                continue;
            }
            let at = DeclRef { item, local };
            match &decl.name {
                DeclName::TemplateId(..) => found.special.entry(decl.name.clone()).or_default().push(at),
                _ if decl.explicit_instantiation => {}
                _ => found.general.push(at),
            }
        }
    }
    found
}

/// A name, and the word that the index lists its declarations under.
pub(crate) type Listed = (Ident, DeclName);

/// Declarations of one name by the scope that they belong to.
#[derive(Debug, Default)]
pub(crate) struct ByScope {
    placed: FxHashMap<Scope, Vec<DeclRef>>,
    /// Those whose scope is not known.
    unplaced: Vec<DeclRef>,
}

/// Declarations of one name in one scope.
#[derive(Debug, Default)]
pub(crate) struct Overloads {
    /// Functions by a digest of the types of their parameters: those with different ones are different.
    by_parameters: FxHashMap<u64, Vec<DeclRef>>,
    /// The others.
    others: Vec<DeclRef>,
}

impl<'db> Names<'db> {
    /// Declarations of functions and variables with the unqualified name of `decl`, but for those that its scope
    /// or the types of its parameters show to declare something else.
    pub(crate) fn namesakes(&self, decl: DeclRef, which: Namesakes) -> Vec<DeclRef> {
        let written = self.decl(decl);
        let scope = self.scope_name(decl);
        let class = match &scope {
            Some(Scope::Member(class)) if self.namespace_named(class).is_none() => Some(class),
            _ => None,
        };
        let word = listed_under(&written.name, class);
        let listed = word.as_deref().map_or(&[][..], |word| self.items_declaring(word));
        let mut found = Vec::new();
        let mut items = vec![decl.item];
        let large = word
            .filter(|_| which != Namesakes::All && listed.len() > LARGE_NAME)
            .and_then(|word| self.many_namesakes((decl, written), scope.as_ref(), &word, which));
        match large {
            Some(large) => {
                found = large;
                found.retain(|other| self.may_redeclare(decl, *other));
                items.extend(class.into_iter().flat_map(|class| self.items_of_class(class, which)));
            }
            None => {
                items.extend(listed);
                if let Some(scope) = scope.as_ref().filter(|scope| is_known(scope)) {
                    let namespace = match scope {
                        Scope::Member(name) => self.namespace_named(name),
                        _ => Some(NamespaceId::GLOBAL),
                    };
                    // A function without qualifier belongs to the namespace in which it is declared.
                    items.retain(|item| {
                        let place = self.item(*item);
                        *item == decl.item
                            || place.form != ItemForm::Function
                            || Some(place.namespace) == namespace
                    });
                }
                items.extend(class.into_iter().flat_map(|class| self.items_of_class(class, which)));
            }
        }
        items.sort_unstable();
        items.dedup();
        for item in items {
            let named: Vec<LocalId> = match written.name.ident() {
                Some(ident) => self.decls_in_scope_of(item, ident, decl),
                None => self.decls(item).iter().map(|(local, _)| local).collect(),
            };
            let named = named.into_iter().map(|local| DeclRef { item, local });
            found.extend(named.filter(|other| self.may_redeclare(decl, *other)));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether two declarations are of functions, or of variables, with one name, and their forms let them share a
    /// scope.
    fn may_redeclare(&self, decl: DeclRef, other: DeclRef) -> bool {
        let (written, other_written) = (self.decl(decl), self.decl(other));
        same_name(&written.name, &other_written.name)
            && is_function_or_variable(other_written)
            && may_share_scope((decl, written), (other, other_written))
            && self.function_of(decl).is_some() == self.function_of(other).is_some()
    }

    /// What `decl` may redeclare among the declarations listed under `word`. `None` while that is being found.
    fn many_namesakes(
        &self,
        (decl, written): (DeclRef, &Decl),
        scope: Option<&Scope>,
        word: &Ident,
        which: Namesakes,
    ) -> Option<Vec<DeclRef>> {
        let name = match &written.name {
            DeclName::TemplateId(ident, _) => DeclName::Ident(ident.clone()),
            // The types that conversion functions convert to are not compared by how they are written.
            DeclName::Conversion(_) => DeclName::Conversion(Box::new(TypeExpr::None)),
            name => name.clone(),
        };
        let key = (word.clone(), name);
        let scopes = self.by_scope(&key)?;
        let mut found = scopes.unplaced.clone();
        match scope.filter(|scope| is_known(scope)) {
            Some(scope) => {
                let placed = scopes.placed.get(scope).map_or(&[][..], Vec::as_slice);
                match self.parameter_digest(decl).filter(|_| placed.len() > LARGE_NAME) {
                    Some(digest) => {
                        let overloads = self.overloads(&key, scope, placed)?;
                        found.extend(overloads.by_parameters.get(&digest).into_iter().flatten());
                        found.extend(&overloads.others);
                    }
                    None => found.extend(placed),
                }
            }
            None => found.extend(scopes.placed.values().flatten()),
        }
        if which == Namesakes::Alike && matches!(written.name, DeclName::TemplateId(..)) {
            found.extend(self.named_decls(word).special.get(&written.name).into_iter().flatten());
        }
        Some(found)
    }

    fn named_decls(&self, ident: &str) -> &'db NamedDecls {
        named_decls(self.db, QueriedName::new(self.db, self.source(), self.dialect, ident))
    }

    /// The declarations of a name, listed under a word, by scope; `None` while that is being found.
    fn by_scope(&self, key: &Listed) -> Option<Rc<ByScope>> {
        let find = || Some(Rc::new(self.find_by_scope(&key.0, &key.1)));
        self.remembered(&self.decls_by_scope, (key.clone(), Link::Plain), || None, find)
    }

    fn find_by_scope(&self, word: &str, name: &DeclName) -> ByScope {
        let mut found = ByScope::default();
        let mut place = |decl: DeclRef| match self.scope_name(decl).filter(is_known) {
            Some(scope) => found.placed.entry(scope).or_default().push(decl),
            None => found.unplaced.push(decl),
        };
        if name.ident().is_some() {
            self.named_decls(word).general.iter().for_each(|decl| place(*decl));
            return found;
        }
        for &item in self.items_declaring(word) {
            let named = self.decls(item).iter().filter(|(_, decl)| {
                same_name(name, &decl.name) && is_function_or_variable(decl) && !decl.explicit_instantiation
            });
            named.for_each(|(local, _)| place(DeclRef { item, local }));
        }
        found
    }

    /// `placed`, the declarations of a name in `scope`, by their parameters; `None` while that is being found.
    fn overloads(&self, key: &Listed, scope: &Scope, placed: &[DeclRef]) -> Option<Rc<Overloads>> {
        let find = || {
            let mut found = Overloads::default();
            for &decl in placed {
                match self.parameter_digest(decl) {
                    Some(digest) => found.by_parameters.entry(digest).or_default().push(decl),
                    None => found.others.push(decl),
                }
            }
            Some(Rc::new(found))
        };
        let key = ((key.clone(), scope.clone()), Link::Plain);
        self.remembered(&self.overloads_of_scopes, key, || None, find)
    }

    /// A digest of the types of the parameters of a function that no function with another digest redeclares.
    fn parameter_digest(&self, decl: DeclRef) -> Option<u64> {
        let function = self.function_of(decl)?;
        // Declarations with C linkage are one function whatever their parameters.
        if !self.decl(decl).templates.is_empty() || self.has_c_linkage(decl) {
            return None;
        }
        digest_of_types(&self.parameters_declared(decl, function))
    }

    /// The items that may declare a member of `class` in the class: its own where that is known.
    fn items_of_class(&self, class: &NameRef, which: Namesakes) -> Vec<u32> {
        let definition = self.class_definition(class);
        let mut items: Vec<u32> = definition.iter().map(|definition| definition.item).collect();
        // Where the definition is known by this very name, other classes declare members of others.
        let is_own = |definition: DeclRef| self.class_name(definition) == *class;
        let is_known = which != Namesakes::All && definition.is_some_and(is_own);
        if let (Some(name), false) = (source_name(class), is_known) {
            let is_class = |item: &&u32| self.item(**item).annotates_class().is_some();
            items.extend(self.items_declaring(name).iter().filter(is_class));
        }
        items
    }
}

/// The word under which the index lists the items that declare a function or variable of this name outside of classes,
/// one of `class` where it is a member.
fn listed_under(name: &DeclName, class: Option<&NameRef>) -> Option<Ident> {
    match name {
        DeclName::Ident(ident) | DeclName::TemplateId(ident, _) => Some(ident.clone()),
        DeclName::Operator(symbol) => Some(operator_name(symbol.bytes().next().unwrap_or(b' ')).into()),
        DeclName::LiteralOperator(_) => Some(operator_name(b'"').into()),
        DeclName::Conversion(_) => Some(operator_name(b' ').into()),
        // They are defined outside under the name of the class.
        DeclName::Constructor | DeclName::Destructor => class.and_then(|class| source_name(class)).cloned(),
        DeclName::None | DeclName::Bindings(_) => None,
    }
}

fn is_function_or_variable(decl: &Decl) -> bool {
    matches!(
        decl.kind,
        DeclKind::Function { .. } | DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. }
    )
}

/// False when the declarations stand in different scopes without naming one: a member is declared in its
/// class once.
fn may_share_scope((a, written_a): (DeclRef, &Decl), (b, written_b): (DeclRef, &Decl)) -> bool {
    if !written_a.stands_in_its_scope() || !written_b.stands_in_its_scope() {
        return true;
    }
    match (written_a.parent, written_b.parent) {
        (None, None) => true,
        (Some(x), Some(y)) => a.item == b.item && x == y,
        _ => false,
    }
}

/// Whether two names are one as far as they are unqualified names without arguments.
pub(crate) fn same_name(a: &DeclName, b: &DeclName) -> bool {
    match (a, b) {
        (
            DeclName::Ident(x) | DeclName::TemplateId(x, _),
            DeclName::Ident(y) | DeclName::TemplateId(y, _),
        ) => x == y,
        (DeclName::Operator(x), DeclName::Operator(y))
        | (DeclName::LiteralOperator(x), DeclName::LiteralOperator(y)) => x == y,
        (DeclName::Conversion(_), DeclName::Conversion(_))
        | (DeclName::Constructor, DeclName::Constructor)
        | (DeclName::Destructor, DeclName::Destructor) => true,
        _ => false,
    }
}
