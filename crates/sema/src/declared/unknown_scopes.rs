//! Definitions of members of what nothing declares: `void Missing::f() { … }`. The reference reads a variable `Missing`
//! there, and skips what follows up to the next `;`.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, DeclName, Path, SegmentName, TypeExpr};
use asunder_syntax::TextSize;
use asunder_types::Symbol;

use super::redefined::DEFINED_TWICE;
use super::type_names::NO_SPECIFIER;
use super::{Checker, last_word};
use crate::finding::{Argument, EXPECTED_SEMICOLON, Mistake, Place};
use crate::lookup::{Lookup, Sought, Want};

/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "name followed by "::" must be a class or namespace name".
const NO_SCOPE: u16 = 276;

impl<'db> Checker<'_, 'db> {
    /// A function or variable of a scope that nothing declares. True if it is reported.
    pub(super) fn unknown_scope(&mut self, at: DeclRef, decl: &'db Decl) -> bool {
        let Some(first) = outside_of(decl) else { return false };
        let Some(name) = self.name_of(at) else { return false };
        let before = &self.text[..usize::from(name.start())];
        let site = self.site(at);
        let path = Path::ident(first);
        if self.sema.namespace_of_path(&path, site).is_some() {
            return self.unknown_inner_scope(at, decl, before);
        }
        match self.sema.lookup(Sought::Ident(first), site, Want::Any) {
            Lookup::None => {}
            _ => return self.unknown_inner_scope(at, decl, before),
        }
        let Some(start) = last_word(before, first) else { return false };
        let behind = start + first.len();
        let colons = behind + self.text[behind..].len() - self.text[behind..].trim_start().len();
        if !self.text[colons..].starts_with("::") || first.starts_with("__") || &**first == "std" {
            return false;
        }
        let place = TextSize::new(start as u32);
        let ty = match &decl.kind {
            DeclKind::Function { ty: TypeExpr::Function(function), .. } => &function.result,
            DeclKind::Variable { ty, .. } => ty,
            _ => return false,
        };
        let is_untyped =
            matches!(decl.name, DeclName::Constructor | DeclName::Destructor) || matches!(ty, TypeExpr::None);
        match is_untyped {
            true => self.met(Mistake::new(NO_SPECIFIER, Vec::new()), place),
            false => self.type_name(at, ty, place),
        }
        if let Some(known) = self.earlier_unknown_scope(at, first) {
            let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
            let namespace = self.sema.names().namespaces().qualifier(self.sema.namespace_of(symbol.env));
            let namespace = namespace.unwrap_or_default();
            let text = match namespace.trim_matches(':') {
                "" => first.to_string(),
                around => format!("{around}::{first}"),
            };
            let arguments = vec![Argument::entity("variable", text), Argument::At(known)];
            self.met(Mistake::new(DEFINED_TWICE, arguments), place);
        } else if !is_untyped && self.sema.resolve(ty, self.site(at)).is_void(self.sema.db) {
            self.met(Mistake::new(INCOMPLETE, vec![Argument::ty("void")]), place);
        }
        self.met(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), TextSize::new(colons as u32));
        true
    }

    /// `void S::Missing::f() { … }` of a class or namespace `S`.
    fn unknown_inner_scope(&mut self, at: DeclRef, decl: &'db Decl, before: &str) -> bool {
        let Some(Path { segments, .. }) = &decl.qualifier else { return false };
        let [_, second] = segments.as_slice() else { return false };
        let (SegmentName::Ident(ident), None) = (&second.name, &second.args) else { return false };
        let path = Path { global: false, segments: segments.clone() };
        let site = self.site(at);
        let is_unknown = self.sema.namespace_of_path(&path, site).is_none()
            && self.sema.lookup_path(&path, site, Want::Any).found == Lookup::None;
        let Some(start) = last_word(before, ident).filter(|_| is_unknown) else { return false };
        self.met(Mistake::new(NO_SCOPE, Vec::new()), TextSize::new(start as u32));
        true
    }

    /// Where an earlier declaration of the same namespace names a scope that nothing declares, too.
    fn earlier_unknown_scope(&self, at: DeclRef, scope: &str) -> Option<Place> {
        let names = self.sema.names();
        let namespace = names.item(self.item).namespace;
        let items = names.items_qualified_by(scope).iter().copied().filter(|item| *item <= self.item);
        for item in items.filter(|item| names.item(*item).namespace == namespace) {
            for (local, decl) in names.decls(item).iter() {
                let other = DeclRef { item, local };
                if other >= at || outside_of(decl).is_none_or(|first| &**first != scope) {
                    continue;
                }
                let text = names.item_text(item).text(self.sema.db);
                let start = crate::mistakes::words(text, scope).next()?;
                return Some(Place::In(item, TextSize::new(start as u32)));
            }
        }
        None
    }
}

/// The first part of the qualified name that a plain function or variable outside its scope is declared by.
fn outside_of(decl: &Decl) -> Option<&asunder_mangle::model::Ident> {
    let Path { global: false, segments } = decl.qualifier.as_ref()? else { return None };
    let first = segments.first().filter(|first| first.args.is_none())?;
    let is_plain = decl.parent.is_none()
        && decl.templates.is_empty()
        && !decl.specifiers.is_friend
        && !decl.explicit_instantiation
        && matches!(decl.kind, DeclKind::Function { .. } | DeclKind::Variable { .. });
    match &first.name {
        SegmentName::Ident(ident) if is_plain => Some(ident),
        _ => None,
    }
}
