//! Declarations of enumerations ([dcl.enum]): what underlies them, earlier declarations, values that no type holds.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, EnumDecl};
use asunder_syntax::TextSize;
use asunder_types::{Builtin, Kind, Symbol, Value, is_integral};

use super::Checker;
use crate::finding::{Argument, Mistake, Place};

/// "enumeration value is out of "int" range".
const OUT_OF_INT_RANGE: u16 = 66;
/// "forward declaration of enum type is nonstandard".
const FORWARD: u16 = 102;
/// "some enumerator values cannot be represented by the integral type underlying the enum type".
const NOT_REPRESENTABLE: u16 = 1420;
/// "underlying type of enum type must be an integral type".
const NOT_INTEGRAL: u16 = 1541;
/// "… was previously declared as a different kind of enum type".
const OTHER_KIND: u16 = 1956;
/// "… was previously declared with a different base type".
const OTHER_BASE: u16 = 2342;

impl<'db> Checker<'_, 'db> {
    /// A declaration of an enumeration. True where it does not fit an earlier one.
    pub(super) fn enumeration(&mut self, at: DeclRef, decl: &'db Decl, written: &'db EnumDecl) -> bool {
        let Some(name) = self.name_of(at) else { return false };
        let rest = self.text[usize::from(name.end())..].trim_start();
        if let Some(base) = &written.base {
            let ty = self.sema.resolve(base, self.site(at)).unqualified(self.sema.db);
            let is_wrong = match ty.kind(self.sema.db) {
                Kind::Builtin(builtin) => !is_integral(*builtin),
                Kind::Pointer(_) | Kind::Class(_) | Kind::Enum(..) => true,
                _ => false,
            };
            if let Some(operand) = rest.strip_prefix(':').filter(|_| is_wrong) {
                let offset = self.text.len() - operand.trim_start().len();
                self.met(Mistake::new(NOT_INTEGRAL, Vec::new()), TextSize::new(offset as u32));
            }
        }
        if written.is_definition {
            self.representable(at, written, name.start());
        }
        if decl.qualifier.is_some() || !decl.templates.is_empty() {
            return false;
        }
        let known = self.other_declaration(at, decl);
        match known {
            Some(known) => {
                // `enum class E e;` names it.
                if !rest.starts_with([';', ':', '{']) {
                    return false;
                }
                let Some(number) = self.other_enumeration(at, written, known) else { return false };
                let symbol = Symbol { decl: known, env: self.sema.env_of(known) };
                let Some(name_text) = self.sema.qualified_name(symbol) else { return false };
                let entity = Argument::Entity {
                    kind: Some("enum"),
                    name: name_text,
                    declared: Some(Place::Decl(known)),
                };
                self.met(Mistake::new(number, vec![entity]), name.start());
                true
            }
            None => {
                let is_forward = !written.is_definition && !written.scoped && written.base.is_none();
                if is_forward && rest.starts_with(';') {
                    self.met(Mistake::new(FORWARD, Vec::new()), name.start());
                }
                false
            }
        }
    }

    /// The declaration of the same enumeration in front of one.
    fn other_declaration(&self, at: DeclRef, decl: &'db Decl) -> Option<DeclRef> {
        let mut all = self.others(at, decl).into_iter().filter(|other| *other < at);
        all.find(|other| matches!(self.sema.decl(*other).kind, DeclKind::Enum(_)))
    }

    /// In what an enumeration differs from an earlier declaration of it.
    fn other_enumeration(&self, at: DeclRef, written: &EnumDecl, known: DeclRef) -> Option<u16> {
        let DeclKind::Enum(before) = &self.sema.decl(known).kind else { return None };
        // Two definitions are that whatever they are.
        if before.is_definition && written.is_definition {
            return None;
        }
        if before.scoped != written.scoped {
            return Some(OTHER_KIND);
        }
        let (a, b) = (self.fixed(known, before)?, self.fixed(at, written)?);
        (a != b).then_some(OTHER_BASE)
    }

    /// The fixed underlying type of an enumeration.
    fn fixed(&self, at: DeclRef, written: &EnumDecl) -> Option<Builtin> {
        match &written.base {
            Some(base) => {
                self.sema.resolve(base, self.site(at)).unqualified(self.sema.db).as_builtin(self.sema.db)
            }
            None => written.scoped.then_some(Builtin::Int),
        }
    }

    /// Values of an enumeration without a fixed type for which no integer type has room.
    fn representable(&mut self, at: DeclRef, written: &EnumDecl, name: TextSize) {
        if written.base.is_some() || written.scoped {
            return;
        }
        let (mut least, mut greatest) = (0, 0);
        let mut before: Option<i128> = None;
        let mut out_of_range = Vec::new();
        for (local, member) in self.sema.members(at) {
            let DeclKind::Enumerator { value, .. } = &member.kind else { continue };
            let at = at.sibling(local);
            if value.is_none() && before == Some(i128::from(u64::MAX)) {
                out_of_range.extend(self.name_of(at).map(|name| name.start()));
            }
            let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
            before = match self.sema.enumerator_value(symbol) {
                Some(Value::Integer(value, _)) => Some(value),
                _ => None,
            };
            least = least.min(before.unwrap_or_default());
            greatest = greatest.max(before.unwrap_or_default());
        }
        if !out_of_range.is_empty() {
            for place in out_of_range {
                self.met(Mistake::new(OUT_OF_INT_RANGE, Vec::new()), place);
            }
        } else if least < 0 && greatest > i128::from(i64::MAX) && greatest <= i128::from(u64::MAX) {
            self.met(Mistake::new(NOT_REPRESENTABLE, Vec::new()), name);
        }
    }
}
