//! Using-declarations outside functions ([namespace.udecl]): names that their scope does not have, members of what is no
//! base of the class, members of classes in namespaces.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, Path, SegmentName};
use asunder_syntax::{AstNode, TextSize, ast};

use super::{Checker, last_word};
use crate::finding::Mistake;
use crate::lookup::{Lookup, Prefix, Want};

/// "invalid base class".
const NO_BASE: u16 = 264;
/// "namespace-qualified name is required".
const NAMESPACE_QUALIFIED: u16 = 727;
/// "a namespace name is not allowed".
const NAMESPACE: u16 = 728;
/// "a class-qualified name is not allowed".
const OF_CLASS: u16 = 754;

impl<'db> Checker<'_, 'db> {
    /// `using S::m;`
    pub(super) fn using_declaration(&mut self, at: DeclRef, decl: &Decl, path: &Path) {
        let Some(name) = self.name_of(at) else { return };
        let Some(last) = path.segments.last().filter(|last| last.args.is_none()) else { return };
        if !matches!(&last.name, SegmentName::Ident(name) if name.is_ascii() && !name.starts_with("__")) {
            return;
        }
        // Constructors of a base, by the name of a typedef too.
        if decl.parent.is_some() && path.segments.iter().rev().nth(1).is_some_and(|it| it.name == last.name) {
            return;
        }
        let named = self.sema.lookup_path(path, self.site(at), Want::Any);
        if let ([_], false, None) = (path.segments.as_slice(), path.global, decl.parent) {
            self.met(Mistake::new(NAMESPACE_QUALIFIED, Vec::new()), name.start());
            return;
        }
        if named.found == Lookup::None && self.sema.namespace_of_path(path, self.site(at)).is_some() {
            self.met(Mistake::new(NAMESPACE, Vec::new()), name.start());
            return;
        }
        if let (Lookup::None, Prefix::Namespace(_) | Prefix::Type(_)) = (&named.found, &named.prefix) {
            if let Some((mistake, _)) = self.undeclared(path, self.site(at)) {
                self.met(mistake, name.start());
            }
            return;
        }
        let Prefix::Type(scope) = named.prefix else { return };
        let Some(scope) = scope.as_class(self.sema.db) else { return };
        let is_own = |symbol: &asunder_types::Symbol<'db>| {
            let around = self.sema.class_around(*symbol);
            around.is_some_and(|around| matches!(self.sema.distance_to_base(scope, around), Ok(Some(_))))
        };
        // What a wrong using-declaration brings in is not there.
        let is_there = match &named.found {
            Lookup::Found(symbols) => symbols.iter().all(is_own),
            Lookup::Injected(_) => true,
            _ => false,
        };
        if !is_there {
            return;
        }
        let number = match decl.parent {
            None => Some(OF_CLASS),
            Some(parent) if matches!(self.sema.decl(at.sibling(parent)).kind, DeclKind::Class(_)) => {
                let class = self.sema.class_of(self.sema.env_of(at));
                // A class that is defined twice has the bases of its first definition.
                let is_definition =
                    |class| self.sema.definition(class).is_some_and(|it| it.decl == at.sibling(parent));
                let is_no_base = class.filter(|class| is_definition(*class)).is_some_and(|class| {
                    class == scope || self.sema.distance_to_base(class, scope) == Ok(None)
                });
                (is_no_base && !self.names_enumerator(&named.found)).then_some(NO_BASE)
            }
            Some(_) => None,
        };
        if let (Some(number), Some(start)) = (number, self.start_of_name(at)) {
            self.met(Mistake::new(number, Vec::new()), start);
        }
    }

    /// `using enum E;` where nothing declares `E`.
    pub(super) fn using_enum(&mut self, at: DeclRef, path: &Path) {
        if let Some((mistake, word)) = self.undeclared(path, self.site(at))
            && let Some(offset) = last_word(self.text, &word)
            && self.text.starts_with("using")
        {
            self.met(mistake, TextSize::new(offset as u32));
        }
    }

    /// Whether an enumerator is found, which C++20 lets any class name.
    fn names_enumerator(&self, found: &Lookup<'db>) -> bool {
        let Lookup::Found(symbols) = found else { return false };
        self.sema.dialect.standard >= asunder_syntax::Standard::Cpp20
            && symbols
                .iter()
                .any(|symbol| matches!(self.sema.decl(symbol.decl).kind, DeclKind::Enumerator { .. }))
    }

    /// Where the name of a using-declaration begins, its qualifier included.
    fn start_of_name(&self, at: DeclRef) -> Option<TextSize> {
        let node = self.node_of(at)?;
        let declarator = node.ancestors().find_map(ast::UsingDeclarator::cast)?;
        Some(declarator.name()?.syntax().text_range().start())
    }
}
