//! `extern` variables that blocks declare: all declarations of one name in a namespace, those of blocks among them, are of
//! one entity ([basic.link]/9), so their types have to agree.

use asunder_decls::item_tree;
use asunder_decls::layout::NamespaceId;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, LocalId};
use asunder_hir::body::{FIRST_LOCAL, Owner};
use asunder_mangle::model::Ident;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, SyntaxKind, TextSize};
use asunder_types::{Bound, Kind, Symbol, Ty};
use rustc_hash::FxHashMap;

use crate::examined::user_items;
use crate::infer::body_env;
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
        let mut first: Option<(DeclRef, Ty<'db>)> = None;
        for (other, ty) in self.declared_types(namespace, ident, of_blocks) {
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

    /// The declarations of one name in a namespace and in blocks outside templates, with their types as far as they are
    /// known, in the order of the text; none where some are not of variables.
    fn declared_types(
        &self,
        namespace: NamespaceId,
        ident: &Ident,
        of_blocks: &[DeclRef],
    ) -> Vec<(DeclRef, Ty<'db>)> {
        let is_variable = |it: &DeclRef| matches!(self.decl(*it).kind, DeclKind::Variable { .. });
        let mut all: Vec<DeclRef> = self.names().declared_in(ident, namespace).to_vec();
        if !all.iter().all(is_variable) {
            return Vec::new();
        }
        all.extend(of_blocks);
        all.sort_unstable();
        let with_type = |decl: DeclRef| {
            let env = self.env_of(decl);
            let is_template = self.has_open_template(env) || !self.decl(decl).templates.is_empty();
            let ty = self.written_variable_type(Symbol { decl, env });
            (!is_template && !ty.absorbs(self.db) && !self.is_dependent(ty)).then_some((decl, ty))
        };
        all.into_iter().filter_map(with_type).collect()
    }

    /// What the declarations of a name outside templates say.
    fn known_of_plain_code(&self, namespace: NamespaceId, ident: &Ident) -> Known<'db> {
        let is_variable = |it: &DeclRef| matches!(self.decl(*it).kind, DeclKind::Variable { .. });
        if !self.names().declared_in(ident, namespace).iter().all(is_variable) {
            return Known::Open;
        }
        let all = self.declared_types(namespace, ident, self.block_externs(namespace, ident));
        let Some((first, ty)) = all.first().copied() else { return Known::Undeclared };
        match all.iter().all(|(_, other)| self.are_of_one_entity(ty, *other)) {
            true => Known::Type(first, ty),
            false => Known::Conflict,
        }
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

/// The variables in shared memory that blocks of instances declare `extern`. Instances are made behind the whole unit, so
/// their declarations come behind all others.
#[derive(Default)]
pub struct SharedInInstances<'db> {
    /// What is known of a variable by the declarations so far.
    known: FxHashMap<(NamespaceId, Ident), Known<'db>>,
}

/// What the declarations of a variable so far say.
#[derive(Clone, Copy)]
enum Known<'db> {
    /// There are none.
    Undeclared,
    /// The first one, and the type.
    Type(DeclRef, Ty<'db>),
    /// Two have different types.
    Conflict,
    /// The types are not all known.
    Open,
}

/// A declaration in an instance that does not agree with an earlier one, or stands behind one that did not.
pub struct Disagreement {
    /// Where its name stands in the text of the item.
    pub name: TextSize,
    /// The name with the namespaces around it.
    pub qualified: String,
    /// The declaration that it is the first not to agree with.
    pub with: Option<DeclRef>,
}

impl<'db> SharedInInstances<'db> {
    /// The declarations in the instance of a function template that is made of `definition`.
    pub fn of_instance(&mut self, sema: &Sema<'db>, definition: Symbol<'db>) -> Vec<Disagreement> {
        let DeclRef { item, local } = definition.decl;
        let text = sema.names().item_text(item);
        if !text.text(sema.db).contains("extern") {
            return Vec::new();
        }
        let bodies = sema.bodies(item);
        let Some(body) = bodies.bodies.iter().position(|(owner, _)| *owner == Owner::Function(local)) else {
            return Vec::new();
        };
        let map = asunder_hir::source_map(sema.db, text);
        let namespace = sema.names().item(item).namespace;
        let env = body_env(sema, definition.env, item, body as u32);
        let mut found = Vec::new();
        for (number, (written, range)) in (FIRST_LOCAL..).zip(bodies.locals.iter().zip(&map.locals)) {
            let is_it = matches!(written.kind, DeclKind::Variable { .. })
                && written.specifiers.is_extern
                && written.attributes.spaces.shared
                && map.bodies_at(range.start()).any(|it| it == body);
            let Some(ident) = written.name.ident().filter(|_| is_it) else { continue };
            let decl = DeclRef { item, local: LocalId(number) };
            let ty = sema.written_variable_type(Symbol { decl, env });
            let is_known = !ty.absorbs(sema.db) && !sema.is_dependent(ty);
            let key = (namespace, ident.clone());
            let known = self.known.entry(key).or_insert_with(|| sema.known_of_plain_code(namespace, ident));
            let with = match *known {
                Known::Open => continue,
                _ if !is_known => {
                    *known = Known::Open;
                    continue;
                }
                Known::Undeclared => {
                    *known = Known::Type(decl, ty);
                    continue;
                }
                Known::Type(_, before) if sema.are_of_one_entity(before, ty) => continue,
                Known::Type(first, _) => {
                    *known = Known::Conflict;
                    Some(first)
                }
                Known::Conflict => None,
            };
            if let Some(qualifier) = sema.names().namespaces().qualifier(namespace) {
                let qualified = format!("{}{ident}", qualifier.trim_start_matches("::"));
                found.push(Disagreement { name: range.start(), qualified, with });
            }
        }
        found
    }
}
