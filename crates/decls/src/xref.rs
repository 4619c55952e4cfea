//! The cross-reference listing of a unit, in the form of the reference's `--xref` (spec 6 §0).
//!
//! One line a name: `id⇥qualified name⇥kind⇥file⇥line⇥column`. The id is equal for all names of one
//! entity. Kinds are `D` (definition), `d` (declaration), `R` (use), and of variables `U` (value used), `M`
//! (written), `C` (read and written) and `A` (address taken), as far as syntax shows it. What templates
//! use, and uses whose entity is not known, are left out.

use std::fmt::Write as _;

use asunder_mangle::model::{Name, Scope, Unqualified};
use asunder_source::{LineTable, line_table};
use asunder_syntax::TextSize;
use rustc_hash::FxHashMap;

use crate::layout::NamespaceId;
use crate::names::{DeclRef, Names};
use crate::occurrences::{Access, Occurrence, Role, Target};
use crate::redeclaration::Redeclarations;
use crate::written::{DeclKind, DeclName};

/// The listing of the unit of `names`, whose items have these occurrences.
pub fn listing(names: &Names<'_>, occurrences: impl Fn(u32) -> Vec<Occurrence>) -> String {
    let (db, source) = (names.db, names.source());
    let lines = line_table(db, source);
    let mut writer = Writer {
        names,
        text: source.text(db),
        lines,
        openings: FxHashMap::default(),
        first_openings: FxHashMap::default(),
        entities: FxHashMap::default(),
        out: String::new(),
    };
    let openings: Vec<(NamespaceId, TextSize)> = names.openings().map(|(id, at)| (id, at.start())).collect();
    for &(id, at) in &openings {
        writer.openings.insert(at, id);
        writer.first_openings.entry(id).or_insert(at);
    }
    for (id, at) in openings {
        let first = writer.first_openings.get(&id) == Some(&at);
        writer.line(at, if first { "D" } else { "d" }, at);
    }
    for item in names.layout().numbers() {
        let start = names.range(item).start();
        for occurrence in occurrences(item) {
            let at = start + occurrence.offset;
            let target = match occurrence.target {
                Some(Target::Namespace(id)) => writer.first_openings.get(&id).copied(),
                target => target.and_then(|target| names.target_offset(item, target)),
            };
            let Some(target) = target else { continue };
            writer.line(at, names.kind(&occurrence), target);
        }
    }
    writer.out
}

struct Writer<'n, 'db> {
    names: &'n Names<'db>,
    text: &'n str,
    lines: &'n LineTable,
    /// Where namespaces are opened, and where each is opened first.
    openings: FxHashMap<TextSize, NamespaceId>,
    first_openings: FxHashMap<NamespaceId, TextSize>,
    /// For the place of a declaration: the place that stands for its entity, and the entity's name.
    entities: FxHashMap<TextSize, (TextSize, String)>,
    out: String,
}

impl Writer<'_, '_> {
    /// The name at byte `offset` of the unit, whose entity is declared at `target`.
    fn line(&mut self, offset: TextSize, kind: &str, target: TextSize) {
        let names = self.names;
        let text = self.text;
        let (openings, first_openings) = (&self.openings, &self.first_openings);
        let (entity, name) = self.entities.entry(target).or_insert_with(|| match openings.get(&target) {
            Some(id) => {
                let name = names.namespace_name(*id).map_or_else(String::new, |name| qualified(&name));
                (first_openings.get(id).copied().unwrap_or(target), name)
            }
            None => names.entity_at(text, target),
        });
        let at = self.lines.position(text, u32::from(offset) as usize);
        let id = u32::from(*entity);
        let _ = writeln!(self.out, "{id:#x}\t{name}\t{kind}\t{}\t{}\t{}", at.file, at.line, at.column);
    }
}

impl<'db> Names<'db> {
    /// Where the declaration that a name in `item` means stands, in bytes of the unit.
    pub fn target_offset(&self, item: u32, target: Target) -> Option<TextSize> {
        match target {
            Target::Decl(decl) => self.name_offset(decl),
            Target::Local(at) => Some(self.range(item).start() + at),
            Target::Namespace(id) => self.namespace_offset(id),
        }
    }

    /// The letter of an occurrence; of uses only those of variables say how they access.
    fn kind(&self, occurrence: &Occurrence) -> &'static str {
        match (occurrence.role, occurrence.access) {
            (Role::Definition, _) => "D",
            (Role::Declaration, _) => "d",
            (Role::Use, Access::Name) => "R",
            (Role::Use, access) => match occurrence.target {
                Some(target) if self.is_object(target) => match access {
                    Access::Write => "M",
                    Access::Update => "C",
                    Access::Address => "A",
                    Access::Value | Access::Name => "U",
                },
                _ => "R",
            },
        }
    }

    /// True for variables, data members, parameters and enumerators.
    fn is_object(&self, target: Target) -> bool {
        match target {
            Target::Local(_) => true,
            Target::Namespace(_) => false,
            Target::Decl(decl) => {
                matches!(self.decl(decl).kind, DeclKind::Enumerator { .. })
                    || self.variable_type(decl).is_some()
            }
        }
    }

    /// The place that stands for the entity, no namespace, whose name is declared at byte `offset` of the unit, and
    /// the entity's qualified name.
    fn entity_at(&self, text: &str, offset: TextSize) -> (TextSize, String) {
        let ident = || {
            let rest = &text[u32::from(offset) as usize..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            match end {
                // Only closures' call operators stand where no name is.
                0 => "<lambda>::operator()".to_owned(),
                end => rest[..end].to_owned(),
            }
        };
        let decl =
            self.item_at(offset).and_then(|item| self.decl_named_at(item, offset - self.range(item).start()));
        let Some(decl) = decl else { return (offset, ident()) };
        let first = self.first_declaration(decl).and_then(|first| self.name_offset(first));
        let scope = self.scope_name(decl).map_or_else(String::new, |scope| scope_text(&scope));
        (first.unwrap_or(offset), format!("{scope}{}", ident()))
    }

    /// The first declaration of the entity that `decl` declares.
    fn first_declaration(&self, decl: DeclRef) -> Option<DeclRef> {
        let written = self.decl(decl);
        match &written.kind {
            DeclKind::Class(_) | DeclKind::Enum(_) => {
                let member = crate::scope::Member { decl, class: None, injected: false };
                let name = self.member_name(&member)?;
                self.type_declarations(&name).iter().copied().min()
            }
            DeclKind::Function { .. } | DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. }
                if matches!(written.name, DeclName::Ident(_)) =>
            {
                match self.redeclarations(decl) {
                    Redeclarations::Known(all) => all.into_iter().min(),
                    Redeclarations::Unknown => None,
                }
            }
            _ => None,
        }
    }
}

fn scope_text(scope: &Scope) -> String {
    match scope {
        Scope::Member(name) => format!("{}::", qualified(name)),
        _ => String::new(),
    }
}

fn qualified(name: &Name) -> String {
    let own = match &name.unqualified {
        Unqualified::Source(ident) => ident,
        _ => "<unnamed>",
    };
    format!("{}{own}", scope_text(&name.scope))
}
