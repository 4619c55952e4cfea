//! Flexible array members: arrays without a bound at the end of a class, an extension.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, Init, TypeExpr};
use asunder_hir::body::Owner;
use asunder_syntax::TextSize;
use asunder_types::Symbol;

use super::{Checker, INCOMPLETE};
use crate::finding::{Argument, Found, Mistake};

/// "an initializer cannot be specified for a flexible array member".
const FLEXIBLE_INITIALIZED: u16 = 1049;
/// "a flexible array member cannot be declared in an otherwise-empty type".
const FLEXIBLE_ALONE: u16 = 3251;

impl Checker<'_, '_> {
    /// Arrays without a bound among the data members of a class: GNU's dialect has one at the end of a class with
    /// others.
    pub(super) fn flexible_members(&mut self, class: DeclRef, is_union: bool) {
        let members = self.sema.members(class);
        let mut fields = members.into_iter().filter(|(_, member)| {
            matches!(member.kind, DeclKind::Variable { .. }) && !member.specifiers.is_static
        });
        let Some(mut field) = fields.next() else { return };
        let mut is_first = true;
        loop {
            let next = fields.next();
            let at = class.sibling(field.0);
            let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
            let is_flexible =
                matches!(&field.1.kind, DeclKind::Variable { ty: TypeExpr::Array(None, _), .. });
            if let (true, Some(name)) = (is_flexible, self.name_of(at)) {
                let initializer = self.flexible_initializer(at, field.1, name.end());
                if let Some(initializer) = initializer {
                    self.met(Mistake::new(FLEXIBLE_INITIALIZED, Vec::new()), initializer);
                } else if is_first && !is_union {
                    let behind = self.text[usize::from(name.end())..].find([';', ',']).unwrap_or_default();
                    let behind = name.end() + TextSize::new(behind as u32);
                    self.met(Mistake::new(FLEXIBLE_ALONE, Vec::new()), behind);
                }
                let argument = match initializer {
                    Some(_) => Some(Argument::ty("<error-type>")),
                    None => self.sema.spelled_variable(symbol).and_then(|it| self.sema.type_argument(&it)),
                };
                let known_at = match &next {
                    Some((next, _)) => self.name_of(class.sibling(*next)).map(|name| name.start()),
                    None => None,
                };
                if let (true, Some(argument)) = (is_union || next.is_some(), argument) {
                    let mistake = Mistake::new(INCOMPLETE, vec![argument]);
                    self.found.push(Found { known_at, ..Found::at(mistake, name.start()) });
                }
            }
            is_first = false;
            match next {
                Some(next) => field = next,
                None => return,
            }
        }
    }

    /// Where the initializer of a flexible array member starts.
    fn flexible_initializer(&self, at: DeclRef, member: &Decl, from: TextSize) -> Option<TextSize> {
        let DeclKind::Variable { init, .. } = &member.kind else { return None };
        let is_there =
            *init != Init::None || self.sema.body(self.item, Owner::Initializer(at.local)).is_some();
        let behind = self.text[usize::from(from)..].find(['=', '{']).filter(|_| is_there)?;
        Some(from + TextSize::new(behind as u32))
    }
}
