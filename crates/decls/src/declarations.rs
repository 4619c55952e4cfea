//! The declarations of a file, as editors list them.

use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextRange, TextSize};

use crate::display::kind;
use crate::names::{DeclRef, Names};
use crate::occurrences::Role;

/// A declaration outside function bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// What it declares: `function`, `class`, `enumerator`, …
    pub kind: &'static str,
    /// The qualified name.
    pub name: String,
    /// The declared type, where there is one that is understood.
    pub ty: Option<String>,
    /// The CUDA spaces: `__host__ __device__`; `None` for what has none.
    pub space: Option<String>,
    /// Whether it is a definition.
    pub is_definition: bool,
    /// In how many classes and enumerations it stands.
    pub depth: u32,
    /// The outermost declaration that it is a part of, in bytes of the unit.
    pub range: TextRange,
    /// Where its name starts.
    pub at: TextSize,
}

/// The declarations with names of those outermost declarations that start where `is_wanted` says so, in their order.
pub fn declarations(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    is_wanted: &dyn Fn(TextSize) -> bool,
) -> Vec<Declaration> {
    let names = Names::new(db, source, dialect);
    let items = names.layout().numbers().filter(|item| is_wanted(names.range(*item).start()));
    let mut found = Vec::new();
    for item in items {
        for (local, _) in names.decls(item).iter() {
            found.extend(names.listed(DeclRef { item, local }));
        }
    }
    found.sort_by_key(|declaration| declaration.at);
    found
}

impl Names<'_> {
    /// A declaration as it is listed; `None` if it has no name.
    fn listed(&self, decl: DeclRef) -> Option<Declaration> {
        let written = self.decl(decl);
        let parents = std::iter::successors(written.parent, |outer| self.decl(decl.sibling(*outer)).parent);
        Some(Declaration {
            kind: kind(written),
            name: self.qualified_text(decl)?,
            ty: self.declared_type_text(decl),
            space: self.space_text(decl),
            is_definition: self.role(decl.item, decl.local.0) == Role::Definition,
            depth: parents.count() as u32,
            range: self.range(decl.item),
            at: self.name_offset(decl)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_stand_below_their_classes() {
        let text = "namespace n { struct S { int a; void f(); }; }\nvoid n::S::f() { int local; }\nextern int v;\n\
                    __attribute__((global)) void k(int *p);\n";
        let db = salsa::DatabaseImpl::new();
        let source = SourceText::new(&db, "x.ii".to_owned(), text.into());
        let all = declarations(&db, source, Dialect::default(), &|_| true);
        let shown = |it: &Declaration| {
            let space = it.space.as_deref().map(|space| format!(" {space}")).unwrap_or_default();
            let definition = if it.is_definition { "definition" } else { "declaration" };
            format!(
                "{}{} {}{space} {definition} {}",
                " ".repeat(it.depth as usize),
                it.kind,
                it.name,
                &text[it.at.into()..][..1]
            )
        };
        assert_eq!(
            all.iter().map(shown).collect::<Vec<_>>(),
            [
                "class n::S definition S",
                " variable n::S::a definition a",
                " function n::S::f __host__ (by default) declaration f",
                "function n::S::f __host__ (by default) definition f",
                "variable v declaration v",
                "function k __global__ declaration k",
            ]
        );
        assert_eq!(all[3].ty.as_deref(), Some("void ()"));
        assert!(declarations(&db, source, Dialect::default(), &|at| at > 80.into()).len() < all.len());
    }
}
