//! `extern` variables that blocks declare: all declarations of one name in a namespace, those of blocks among them, are of
//! one entity ([basic.link]/9), so their types have to agree.

use asunder_decls::item_tree;
use asunder_decls::layout::NamespaceId;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, LocalId};
use asunder_hir::body::FIRST_LOCAL;
use asunder_mangle::model::Ident;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, SyntaxKind, TextSize};
use asunder_types::{Bound, Kind, Symbol, Ty};
use rustc_hash::FxHashMap;

use crate::examined::user_items;
use crate::view::Sema;

/// The `extern` variables of blocks of the user's functions by their namespaces and names, in the order of the text.
#[salsa::tracked(returns(ref))]
fn block_externs(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> FxHashMap<(NamespaceId, Ident), Vec<DeclRef>> {
    let sema = Sema::new(db, source, dialect);
    let mut all: FxHashMap<(NamespaceId, Ident), Vec<DeclRef>> = FxHashMap::default();
    for block in source.blocks(db).iter() {
        for item in user_items(db, source, *block, dialect) {
            let text = sema.names().item_text(item);
            if !text.text(db).contains("extern")
                || !item_tree(db, text).kinds().contains(SyntaxKind::EXTERN_KW)
            {
                continue;
            }
            for (local, decl) in (FIRST_LOCAL..).zip(&sema.bodies(item).locals) {
                if let (DeclKind::Variable { .. }, true, Some(ident)) =
                    (&decl.kind, decl.specifiers.is_extern, decl.name.ident())
                {
                    let namespace = sema.names().item(item).namespace;
                    let declared = DeclRef { item, local: LocalId(local) };
                    all.entry((namespace, ident.clone())).or_default().push(declared);
                }
            }
        }
    }
    all
}

/// How a declaration of a block stands to those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// It is of the type of this one, or not known to be of another.
    Agrees,
    /// It is the first of another type than that of this earlier declaration.
    Conflicts(DeclRef),
    /// An earlier one is: what entity it declares then is not asked.
    BehindConflict,
}

impl<'db> Sema<'db> {
    /// The `extern` variables of one name that blocks of the user's functions in a namespace declare, in the order of the
    /// text.
    pub(crate) fn block_externs(&self, namespace: NamespaceId, ident: &Ident) -> &'db [DeclRef] {
        let all = block_externs(self.db, self.names().source(), self.dialect);
        all.get(&(namespace, ident.clone())).map_or(&[], Vec::as_slice)
    }

    /// How the `extern` variable of a block agrees with the earlier declarations of its name.
    pub(crate) fn agreement(&self, at: DeclRef) -> Agreement {
        let decl = self.decl(at);
        let Some(ident) = decl.name.ident() else { return Agreement::Agrees };
        let namespace = self.names().item(at.item).namespace;
        let of_blocks = self.block_externs(namespace, ident);
        if of_blocks.is_empty() {
            return Agreement::Agrees;
        }
        let is_variable = |it: &DeclRef| matches!(self.decl(*it).kind, DeclKind::Variable { .. });
        let mut all: Vec<DeclRef> = self.names().declared_in(ident, namespace).to_vec();
        if !all.iter().all(is_variable) {
            return Agreement::Agrees;
        }
        all.extend(of_blocks);
        all.sort_unstable();
        let mut first: Option<(DeclRef, Ty<'db>)> = None;
        for other in all {
            let env = self.env_of(other);
            let is_template = self.has_open_template(env) || !self.decl(other).templates.is_empty();
            let ty = self.written_variable_type(Symbol { decl: other, env });
            if is_template || ty.absorbs(self.db) || self.is_dependent(ty) {
                continue;
            }
            let Some((known, before)) = first else {
                first = Some((other, ty));
                continue;
            };
            let conflicts = !self.are_of_one_entity(before, ty);
            if other == at {
                return if conflicts { Agreement::Conflicts(known) } else { Agreement::Agrees };
            }
            if conflicts {
                return if other < at { Agreement::BehindConflict } else { Agreement::Agrees };
            }
            if !matches!(ty.kind(self.db), Kind::Array(_, Bound::Unknown)) {
                first = Some((other, ty));
            }
        }
        Agreement::Agrees
    }

    /// Whether two declarations may be of one variable: of one type, but for a missing bound ([basic.link]/11).
    fn are_of_one_entity(&self, a: Ty<'db>, b: Ty<'db>) -> bool {
        match (a.kind(self.db), b.kind(self.db)) {
            // A bound may not be known.
            (Kind::Array(a, Bound::Unknown | Bound::Variable), Kind::Array(b, _))
            | (Kind::Array(a, _), Kind::Array(b, Bound::Unknown | Bound::Variable)) => a == b,
            _ => a == b,
        }
    }
}

/// Whether the `extern` variable of a block, by the place of its name in the text of an item, has another type than an
/// earlier declaration, or stands behind one that has.
pub fn is_behind_conflict(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
    name: TextSize,
) -> bool {
    let sema = Sema::new(db, source, dialect);
    let map = asunder_hir::source_map(db, sema.names().item_text(item));
    let local = (FIRST_LOCAL..).zip(&map.locals).find(|(_, range)| range.start() == name);
    local.is_some_and(|(local, _)| {
        let at = DeclRef { item, local: LocalId(local) };
        !sema.has_open_template(sema.env_of(at)) && sema.agreement(at) != Agreement::Agrees
    })
}
