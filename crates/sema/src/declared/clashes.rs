//! Names that one scope has for entities of different kinds ([basic.scope.scope]): templates beside anything else
//! ([temp.pre]/7), what using-declarations bring in ([namespace.udecl]), members of anonymous unions ([class.union.anon]),
//! namespaces; and members of class templates, whose types need not be known for that.

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, DeclName, Path, TypeExpr};
use asunder_mangle::model::Ident;
use asunder_types::Symbol;
use rustc_hash::FxHashMap;

use super::Checker;
use super::redeclared::{DECLARED_TWICE, Scope};
use crate::finding::{Argument, Mistake};
use crate::lookup::{Lookup, Prefix, Want};
use crate::view::Sema;

/// "argument list for … is missing".
const NO_ARGUMENTS: u16 = 441;

/// What a declaration gives its name to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    Object,
    Enumerator,
    Function,
    Typedef,
    Class,
    Enum,
    ClassTemplate,
    AliasTemplate,
    VariableTemplate,
    FunctionTemplate,
    /// What a using-declaration brings in; which kind it is of is found by lookup.
    Brought,
}

impl Sort {
    /// What a declaration gives its name to, where that is known and the name is an identifier.
    pub(super) fn of(decl: &Decl) -> Option<Sort> {
        // A template with the name of its own parameter is wrong by that.
        let mut parameters = decl.templates.last().into_iter().flat_map(|header| &header.params);
        if parameters.any(|it| it.name.is_some() && it.name.as_ref() == decl.name.ident()) {
            return None;
        }
        let is_template = match decl.templates.as_slice() {
            [] => false,
            [header] if !header.params.is_empty() => true,
            _ => return None,
        };
        Some(match (&decl.kind, is_template) {
            (DeclKind::Variable { .. }, false) => Sort::Object,
            (DeclKind::Variable { .. }, true) => Sort::VariableTemplate,
            (DeclKind::Enumerator { .. }, _) => Sort::Enumerator,
            (DeclKind::Function { .. }, false) => Sort::Function,
            (DeclKind::Function { .. }, true) => Sort::FunctionTemplate,
            (DeclKind::Typedef(_), false) => Sort::Typedef,
            (DeclKind::Typedef(_), true) => Sort::AliasTemplate,
            (DeclKind::Class(_), false) => Sort::Class,
            (DeclKind::Class(_), true) => Sort::ClassTemplate,
            (DeclKind::Enum(_), false) => Sort::Enum,
            (DeclKind::UsingDeclaration(_), _) => Sort::Brought,
            _ => return None,
        })
    }

    fn is_value(self) -> bool {
        matches!(self, Sort::Object | Sort::Enumerator)
    }

    fn is_function(self) -> bool {
        matches!(self, Sort::Function | Sort::FunctionTemplate)
    }

    fn is_type(self) -> bool {
        matches!(self, Sort::Typedef | Sort::Class | Sort::Enum)
    }

    /// Templates of which a scope has one with a name.
    fn is_single_template(self) -> bool {
        matches!(self, Sort::ClassTemplate | Sort::AliasTemplate | Sort::VariableTemplate)
    }

    /// Whether a template and something else, or two templates, cannot have one name.
    fn clashes_as_template(self, earlier: Sort) -> bool {
        match (earlier, self) {
            _ if earlier == self => false,
            // A variable hides a class of its name.
            (Sort::VariableTemplate, Sort::Class) | (Sort::Class, Sort::VariableTemplate) => false,
            (Sort::FunctionTemplate, Sort::Class | Sort::Enum | Sort::Function)
            | (Sort::Class | Sort::Enum | Sort::Function, Sort::FunctionTemplate) => false,
            _ => {
                let is_template = |it: Sort| it.is_single_template() || it == Sort::FunctionTemplate;
                is_template(self) || is_template(earlier)
            }
        }
    }

    /// Whether two plain members of a class cannot have one name, whatever their types are.
    fn clashes_as_member(self, earlier: Sort) -> bool {
        let is_plain = |it| matches!(it, Sort::Object | Sort::Enumerator | Sort::Function | Sort::Typedef);
        let may_repeat = self == earlier && matches!(self, Sort::Function | Sort::Typedef);
        is_plain(self) && is_plain(earlier) && !may_repeat
    }
}

/// What a scope gives a name to: of each sort the first declaration.
#[derive(Debug, Default)]
pub(crate) struct Firsts {
    all: Vec<(Sort, DeclRef)>,
}

impl Firsts {
    pub(super) fn add(&mut self, sort: Sort, decl: DeclRef) {
        if sort == Sort::Brought || !self.all.iter().any(|(known, _)| *known == sort) {
            self.all.push((sort, decl));
        }
    }
}

/// What a using-declaration brings in.
enum Brought<'db> {
    /// Entities of one sort.
    Known(Sort, Vec<Symbol<'db>>),
    /// It depends on template parameters.
    Dependent,
    Unknown,
}

impl<'db> Sema<'db> {
    fn brought(&self, path: &Path, site: crate::view::Site<'_, 'db>) -> Brought<'db> {
        let named = self.lookup_path(path, site, Want::Any);
        let symbols = match (named.found, named.prefix) {
            (Lookup::Found(symbols), _) => symbols,
            (Lookup::Dependent, Prefix::Type(_) | Prefix::Dependent) => return Brought::Dependent,
            _ => return Brought::Unknown,
        };
        let mut sorts = symbols.iter().map(|symbol| Sort::of(self.decl(symbol.decl)));
        let Some(Some(first)) = sorts.next() else { return Brought::Unknown };
        let is_like = |sort: Option<Sort>| {
            sort.is_some_and(|sort| sort == first || sort.is_function() && first.is_function())
        };
        match sorts.all(is_like) && first != Sort::Brought {
            true => Brought::Known(first, symbols),
            false => Brought::Unknown,
        }
    }
}

impl<'db> Checker<'_, 'db> {
    /// The members of a class.
    pub(super) fn member_clashes(&mut self, class: DeclRef) {
        let in_template = self.sema.has_open_template(self.sema.env_of(class))
            || !self.sema.decl(class).templates.is_empty()
            || class.local.0 >= asunder_hir::body::FIRST_LOCAL && self.is_in_open_template(class);
        // What declares a name of a parameter again is wrong by that.
        let headers = &self.sema.decl(class).templates;
        let parameters: Vec<&Ident> =
            headers.iter().flat_map(|it| &it.params).filter_map(|it| it.name.as_ref()).collect();
        let mut known: FxHashMap<&Ident, Firsts> = FxHashMap::default();
        for (member, _) in self.sema.nameable(class) {
            let decl = self.sema.decl(member);
            let DeclName::Ident(ident) = &decl.name else { continue };
            let Some(sort) = Sort::of(decl) else { continue };
            // What has the name of the class is wrong by that.
            let is_named_as = self.sema.decl(class).name.ident() == Some(ident);
            if !decl.stands_in_its_scope()
                || is_named_as
                || decl.explicit_instantiation
                || self.is_inherited(decl)
                || parameters.contains(&ident)
            {
                continue;
            }
            let firsts = known.entry(ident).or_default();
            let is_direct = |at: DeclRef| self.sema.scope_parent(at) == Some(class.local);
            let mut earlier = firsts.all.iter();
            let clashes = earlier.any(|(other, at)| match (*other, sort) {
                (Sort::Brought, _) | (_, Sort::Brought) => {
                    self.clashes_brought((*other, *at), (sort, member), true)
                }
                _ if sort.clashes_as_template(*other) => true,
                // Those of a class itself are compared with their types, where these are known.
                _ => {
                    let is_apart = !is_direct(*at) || !is_direct(member);
                    let is_seen = in_template && is_direct(*at) && is_direct(member)
                        || is_apart && self.sema.decl(*at).parent != decl.parent;
                    is_seen
                        && sort.clashes_as_member(*other)
                        && !self.may_be_function(*at)
                        && !self.may_be_function(member)
                }
            });
            firsts.add(sort, member);
            if clashes {
                self.twice(member, ident);
            }
        }
    }

    /// A declaration of a namespace.
    pub(super) fn namespace_clash(&mut self, at: DeclRef, decl: &'db Decl) {
        let Some(ident) = decl.name.ident().filter(|_| self.name_of(at).is_some()) else { return };
        let is_aside = decl.parent.is_some_and(|_| !matches!(decl.kind, DeclKind::Enumerator { .. }));
        if !decl.stands_in_its_scope() || decl.explicit_instantiation || is_aside {
            return;
        }
        let namespace = self.sema.names.item(self.item).namespace;
        if self.is_namespace(at, decl, namespace, ident) {
            return self.twice(at, ident);
        }
        let scope = Scope::Namespace(namespace, ident.clone());
        if self.sema.scope_parent(at).is_some() || self.is_alone(&scope) {
            return;
        }
        let alikes = self.sema.alikes(scope);
        let Some(alike) = alikes.get(&DeclName::Ident(ident.clone())) else { return };
        let mut earlier = alike.firsts.all.iter().take_while(|(_, other)| *other < at);
        if matches!(decl.name, DeclName::TemplateId(..)) {
            let is_class = matches!(decl.kind, DeclKind::Class(_)) && !decl.templates.is_empty();
            let is_other = |sort: Sort| matches!(sort, Sort::AliasTemplate | Sort::FunctionTemplate);
            let is_own = earlier.clone().any(|(sort, _)| matches!(sort, Sort::ClassTemplate | Sort::Brought));
            if is_class && !is_own && earlier.any(|(sort, _)| is_other(*sort)) {
                self.twice(at, ident);
            }
            return;
        }
        let Some(sort) = Sort::of(decl) else { return };
        let Some((other, known)) = earlier.copied().find(|(other, known)| match (*other, sort) {
            (Sort::Brought, _) | (_, Sort::Brought) => {
                self.clashes_brought((*other, *known), (sort, at), false)
            }
            // These have messages of their own.
            (Sort::Object, Sort::FunctionTemplate) | (Sort::FunctionTemplate, Sort::Object) => false,
            _ => sort.clashes_as_template(*other),
        }) else {
            return;
        };
        let kind = match (other, sort) {
            (Sort::ClassTemplate, Sort::Class) => "class template",
            (Sort::AliasTemplate, Sort::Class) => "alias template",
            _ => return self.twice(at, ident),
        };
        let symbol = Symbol { decl: known, env: self.sema.env_of(known) };
        if let (Some(name), Some(place)) = (self.sema.qualified_name(symbol), self.name_of(at)) {
            self.met(Mistake::new(NO_ARGUMENTS, vec![Argument::entity(kind, name)]), place.start());
        }
    }

    /// Whether a namespace that was opened before a declaration has its name.
    fn is_namespace(&self, at: DeclRef, decl: &'db Decl, namespace: NamespaceId, ident: &Ident) -> bool {
        let names = &self.sema.names;
        let Some(child) = names.namespaces().child(namespace, ident) else { return false };
        if !matches!(decl.name, DeclName::Ident(_)) {
            return false;
        }
        if let DeclKind::NamespaceAlias(path) = &decl.kind
            && self.sema.namespace_of_path(path, self.site(at)).is_none_or(|it| it == child)
        {
            return false;
        }
        let is_named = matches!(decl.kind, DeclKind::NamespaceAlias(_)) || Sort::of(decl).is_some();
        let start = names.range(self.item).start();
        let mut openings = names.openings();
        is_named
            && !matches!(decl.kind, DeclKind::UsingDeclaration(_))
            && openings.find(|(id, _)| *id == child).is_some_and(|(_, place)| place.start() < start)
    }

    fn twice(&mut self, at: DeclRef, ident: &Ident) {
        if let Some(name) = self.name_of(at) {
            self.met(Mistake::new(DECLARED_TWICE, vec![Argument::Name(ident.to_string())]), name.start());
        }
    }

    /// Whether a using-declaration names constructors.
    fn is_inherited(&self, decl: &Decl) -> bool {
        let DeclKind::UsingDeclaration(path) = &decl.kind else { return false };
        let mut segments = path.segments.iter().rev();
        let last = segments.next();
        segments.next().is_some_and(|around| Some(&around.name) == last.map(|it| &it.name))
    }

    /// Whether a member may be a function that a typedef declares.
    fn may_be_function(&self, at: DeclRef) -> bool {
        let DeclKind::Variable { ty: TypeExpr::Name(path, _), .. } = &self.sema.decl(at).kind else {
            return false;
        };
        let named = self.sema.lookup_path(path, self.site(at), Want::Any).found;
        if matches!(named, Lookup::Param(..) | Lookup::Dependent) || self.sema.function_expr(at).is_some() {
            return false;
        }
        let db = self.sema.db;
        let ty = self.sema.variable_type(Symbol { decl: at, env: self.sema.env_of(at) });
        ty.absorbs(db) || matches!(ty.kind(db), asunder_types::Kind::Function(_))
    }

    /// Whether what a using-declaration brings in cannot have its name beside something else.
    fn clashes_brought(&self, earlier: (Sort, DeclRef), later: (Sort, DeclRef), in_class: bool) -> bool {
        let resolve = |(sort, at): (Sort, DeclRef)| match &self.sema.decl(at).kind {
            DeclKind::UsingDeclaration(path) => self.sema.brought(path, self.site(at)),
            _ => Brought::Known(sort, vec![Symbol { decl: at, env: self.sema.env_of(at) }]),
        };
        let is_own = |it: (Sort, DeclRef)| it.0 != Sort::Brought;
        let (a, b) = match (resolve(earlier), resolve(later)) {
            // What depends on the arguments may be a function.
            (Brought::Dependent, Brought::Known(sort, _)) => {
                return in_class && !is_own(later) && !sort.is_function();
            }
            (Brought::Known(sort, _), Brought::Dependent) => return in_class && sort == Sort::Object,
            (Brought::Known(a, x), Brought::Known(b, y)) => {
                let is_same = |symbol: &Symbol<'db>| {
                    y.iter().any(|other| other.decl == symbol.decl || self.are_one_type(*symbol, *other))
                };
                if x.iter().any(is_same) {
                    return false;
                }
                (a, b)
            }
            _ => return false,
        };
        match (a, b) {
            // That a variable is defined twice has a message of its own.
            _ if a.is_value() && b.is_value() => {
                in_class || is_own(earlier) || !is_own(later) || b == Sort::Enumerator
            }
            _ if a.is_value() && b.is_function() => true,
            // So has a variable beside functions.
            _ if a.is_function() && b.is_value() => in_class || a == Sort::FunctionTemplate,
            // A typedef and a class are two things where the later one is brought in.
            (Sort::Class, Sort::Typedef) | (Sort::Typedef, Sort::Class) if !is_own(later) => false,
            _ if a.is_type() && b.is_type() => in_class || a == Sort::Class && b == Sort::Class,
            (Sort::ClassTemplate, Sort::ClassTemplate) => !is_own(later),
            _ => false,
        }
    }

    fn are_one_type(&self, a: Symbol<'db>, b: Symbol<'db>) -> bool {
        let is_class = |it: Symbol<'db>| matches!(self.sema.decl(it.decl).kind, DeclKind::Class(_));
        is_class(a)
            && is_class(b)
            && self.sema.type_named_by(a.decl).is_some_and(|ty| self.sema.type_named_by(b.decl) == Some(ty))
    }
}
