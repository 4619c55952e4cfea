//! References with static storage whose initializers are wrong: the reference takes such a reference for what initializes
//! it, so that what names it is an error that is not said again. One with automatic storage has the type that it is
//! declared with.

use asunder_decls::written::Init;
use asunder_hir::body::Owner;
use asunder_types::{Kind, Symbol};

use crate::constraints::INVALID;
use crate::finding::Met;
use crate::infer::infer_body;
use crate::view::Sema;

impl<'db> Sema<'db> {
    /// Whether a variable of a namespace or a class is a reference that its initializer cannot be bound to.
    pub(crate) fn is_refused_reference(&self, symbol: Symbol<'db>) -> bool {
        let asunder_decls::written::DeclKind::Variable { init, .. } = &self.decl(symbol.decl).kind else {
            return false;
        };
        if *init == Init::None || !matches!(self.variable_type(symbol).kind(self.db), Kind::Reference(..)) {
            return false;
        }
        let find = || {
            let Some(number) = self.bodies(symbol.decl.item).number_of(Owner::Initializer(symbol.decl.local))
            else {
                return false;
            };
            self.unread(|| infer_body(self, symbol.decl.item, number, false))
                .is_some_and(|initializer| initializer.tree.mistakes.iter().any(refuses))
        };
        self.remembered(&self.refused_references, symbol, || false, find)
    }
}

/// Whether a mistake is one that makes an initializer of a reference wrong.
pub(crate) fn refuses(met: &Met) -> bool {
    /// Qualifiers that are dropped, values of another type, lvalues for rvalue references.
    const OF_REFERENCES: [u16; 3] = [433, 434, 1768];
    INVALID.contains(&met.mistake.number) || OF_REFERENCES.contains(&met.mistake.number)
}
