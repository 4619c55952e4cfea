//! Which instance of a template a name means: one with internal linkage?
//!
//! The reference knows the instance of a variable template wherever it stands, that of a kernel template where a plain name
//! is the callee of a launch, outside templates. Qualified names of kernels, names in parentheses, and names that are no
//! callees count as names of the template (measured).

use std::cell::OnceCell;

use asunder_sema::Sema;
use asunder_sema::uses::{Use, UseForm, only_named, uses, uses_in_templates};
use asunder_source::SourceText;
use asunder_syntax::ast::{self, LaunchExpr};
use asunder_syntax::{AstNode, Dialect, SyntaxKind::TEMPLATE_DECL, SyntaxNode, TextSize};
use rustc_hash::FxHashMap;

/// The names of an item of a unit.
pub(super) struct Instances<'a, 'db> {
    pub(super) db: &'db dyn salsa::Database,
    pub(super) sema: &'a Sema<'db>,
    pub(super) source: SourceText,
    pub(super) dialect: Dialect,
    /// The number of the item in the unit's layout.
    pub(super) item: u32,
    pub(super) root: SyntaxNode,
    /// Its uses of instances by their places, found when first asked for.
    pub(super) uses: OnceCell<FxHashMap<TextSize, &'db Use<'db>>>,
}

impl<'db> Instances<'_, 'db> {
    /// Whether the name of a template at byte `at` of the item's text means an instance that is internal.
    pub(super) fn is_internal(&self, at: TextSize) -> bool {
        let named = self.uses.get_or_init(|| self.find_uses()).get(&at);
        named.is_some_and(|used| {
            let is_known = matches!(used.form, UseForm::Variable(_)) || self.is_plain_callee(at);
            is_known && used.instance.is_some_and(|instance| self.sema.has_internal_argument(instance))
        })
    }

    fn find_uses(&self) -> FxHashMap<TextSize, &'db Use<'db>> {
        let (db, source, item, dialect) = (self.db, self.source, self.item, self.dialect);
        let of_bodies = uses(db, source, item, dialect).iter().flat_map(|body| &body.uses);
        let others = [only_named(db, source, item, dialect), uses_in_templates(db, source, item, dialect)];
        let mut found = FxHashMap::default();
        for used in of_bodies.chain(others.into_iter().flatten()).filter(|used| used.instance.is_some()) {
            found.entry(used.at).or_insert(used);
        }
        found
    }

    fn is_plain_callee(&self, at: TextSize) -> bool {
        let name = asunder_syntax::token_at(&self.root, at)
            .and_then(|token| token.parent_ancestors().find_map(ast::Name::cast))
            .filter(|name| name.syntax().text_range().start() == at)
            .map(|name| name.syntax().clone());
        let Some(name) = name else { return false };
        let launch = name.ancestors().find_map(LaunchExpr::cast);
        let callee = launch.and_then(|launch| launch.callee());
        callee.is_some_and(|callee| callee.syntax().text_range() == name.text_range())
            && !name.ancestors().any(|node| node.kind() == TEMPLATE_DECL)
    }
}
