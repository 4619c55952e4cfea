//! The typed trees of a unit as lines: what `asunder types` prints, in the form of `shared/tools/il.py`.
//!
//! ```text
//! fn     PLACE  NAME  TYPE                                    a body; the ex lines up to the next fn belong to it
//! ex     PLACE  DEPTH  WHAT  TYPE  CATEGORY  ENTITY  FLAGS    an expression, its operands one deeper behind it
//! class  PLACE  NAME  SIZE  ALIGN                             a complete class
//! field  PLACE  CLASS  NAME  OFFSET  TYPE                     a data member (bytes, +bits for bit-fields)
//! var    PLACE  NAME  TYPE  VALUE                             a variable with a constant value
//! assert PLACE  VALUE                                         a static assertion
//! ```

mod declarations;
mod entities;

use std::fmt::Write as _;

use asunder_decls::names::DeclRef;
use asunder_hir::body::{Body, FIRST_LOCAL, Owner};
use asunder_hir::source_map::{BodySourceMap, ItemSourceMap};
use asunder_source::{SourceText, UnitPositions, first_file};
use asunder_syntax::{Dialect, TextSize};
use asunder_types::Symbol;
use rustc_hash::FxHashMap;

use crate::infer::{At, EntityAt, Inferred, ItemInferred, infer_item};
use crate::view::Sema;

/// What a listing has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Only what stands in the unit's own source file.
    pub own: bool,
}

/// The lines of a unit.
pub fn listing(db: &dyn salsa::Database, source: SourceText, dialect: Dialect, wanted: Wanted) -> String {
    let sema = Sema::new(db, source, dialect);
    let positions = UnitPositions::new(db, source);
    let own = first_file(db, source).clone().unwrap_or_default();
    let mut out = String::new();
    for item in sema.names().layout().numbers().collect::<Vec<_>>() {
        let start = usize::from(sema.names().range(item).start());
        if wanted.own && positions.file(start) != own {
            continue;
        }
        let map = asunder_hir::source_map(db, sema.names().item_text(item));
        for inferred in infer_item(&sema, item) {
            let place = Places { sema: &sema, positions: &positions, map, item, start };
            place.body(&inferred, &mut out);
        }
        Places { sema: &sema, positions: &positions, map, item, start }.declarations(&mut out);
    }
    out
}

/// How often each kind of gap was met in the unit, the most frequent first.
pub fn gaps(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    wanted: Wanted,
) -> Vec<(&'static str, usize)> {
    let sema = Sema::new(db, source, dialect);
    let positions = UnitPositions::new(db, source);
    let own = first_file(db, source).clone().unwrap_or_default();
    let mut counts: FxHashMap<&'static str, usize> = FxHashMap::default();
    for item in sema.names().layout().numbers().collect::<Vec<_>>() {
        let start = usize::from(sema.names().range(item).start());
        if wanted.own && positions.file(start) != own {
            continue;
        }
        for inferred in infer_item(&sema, item) {
            for (why, _) in &inferred.tree.gaps {
                *counts.entry(why).or_default() += 1;
            }
        }
    }
    let mut all: Vec<(&'static str, usize)> = counts.into_iter().collect();
    all.sort_by_key(|(why, count)| (std::cmp::Reverse(*count), *why));
    all
}

struct Places<'a, 'db> {
    sema: &'a Sema<'db>,
    positions: &'a UnitPositions<'db>,
    map: &'db ItemSourceMap,
    /// The item's number.
    item: u32,
    /// Where the item starts in the unit.
    start: usize,
}

impl<'db> Places<'_, 'db> {
    fn at(&self, offset: usize) -> String {
        let at = self.positions.position(offset);
        format!("{}:{}:{}", at.file, at.line, at.column)
    }

    fn inside(&self, offset: TextSize) -> String {
        self.at(self.start + usize::from(offset))
    }

    /// The place of a declaration's name.
    fn decl(&self, decl: DeclRef) -> String {
        if decl.local.0 >= FIRST_LOCAL {
            let start = usize::from(self.sema.names().range(decl.item).start());
            let map = asunder_hir::source_map(self.sema.db, self.sema.names().item_text(decl.item));
            let name = map.locals[(decl.local.0 - FIRST_LOCAL) as usize];
            return self.at(start + usize::from(name.start()));
        }
        match self.sema.names().name_offset(decl) {
            Some(offset) => self.at(offset.into()),
            None => "-".to_owned(),
        }
    }

    fn body(&self, inferred: &ItemInferred<'db>, out: &mut String) {
        let Some(map) = self.map.bodies.get(inferred.body as usize) else { return };
        let sema = self.sema;
        let written = sema.decl(inferred.owner);
        let env = sema.env_of(inferred.owner);
        let ty = sema.signature(Symbol { decl: inferred.owner, env });
        let ty = ty.map_or_else(|| "-".to_owned(), |signature| sema.display(signature.ty));
        let name = written.name.ident().map_or("-", |name| name);
        let _ = writeln!(out, "fn\t{}\t{name}\t{ty}", self.decl(inferred.owner));
        let bodies = sema.bodies(self.item);
        let strings = match bodies.bodies.get(inferred.body as usize) {
            Some((Owner::Initializer(_), body)) => Some(body),
            _ => None,
        };
        self.tree(&inferred.tree, map, strings, out);
        self.constants(inferred, out);
    }

    /// The lines of a typed tree. Strings have their text where `strings`, the body that has them, is given.
    fn tree(&self, tree: &Inferred<'db>, map: &BodySourceMap, strings: Option<&Body>, out: &mut String) {
        let sema = self.sema;
        for line in tree.lines(sema) {
            let at = match line.at {
                At::Start(expr) => map.range(expr).start(),
                At::Point(expr) => map.at(expr),
                At::Tail(expr, length) => map.range(expr).end() - TextSize::new(length),
                At::None => continue,
            };
            let entity = match &line.entity {
                Some((at, name)) => format!("{name}@{}", self.entity(*at, map)),
                None => "-".to_owned(),
            };
            let string = strings.filter(|_| line.what == "constant=?").and_then(|body| match line.at {
                At::Start(expr) => declarations::shown_string(body, expr),
                _ => None,
            });
            let what = string.map_or(line.what, |text| format!("constant={text}"));
            let ty = match line.entity {
                Some((EntityAt::Function(decl), _)) if what == "routine" => {
                    self.earlier_type(decl).unwrap_or(line.ty)
                }
                Some((EntityAt::Decl(decl), _)) if what == "variable" && decl.local.0 >= FIRST_LOCAL => {
                    match (line.ty.rfind('['), self.array_type(decl)) {
                        (Some(at), Some(element)) if line.ty.ends_with(']') => {
                            let blank = if element.ends_with('*') { "" } else { " " };
                            format!("{element}{blank}{}", &line.ty[at..])
                        }
                        _ => self.function_pointer(decl, &line.ty).unwrap_or_else(|| shown_type(line.ty)),
                    }
                }
                _ => match line.qualified_array.and_then(|field| self.array_type(field)) {
                    Some(element) => with_element(&line.ty, &element),
                    None => shown_type(line.ty),
                },
            };
            let _ = writeln!(
                out,
                "ex\t{}\t{}\t{}\t{}\t{}\t{entity}\t{}",
                self.inside(at),
                line.depth,
                what,
                ty,
                line.category,
                line.flags
            );
        }
    }

    fn entity(&self, at: EntityAt, map: &BodySourceMap) -> String {
        match at {
            EntityAt::Decl(decl) => self.decl(decl),
            EntityAt::Function(decl) => self.decl(self.shown_function(decl)),
            EntityAt::Parameter(index) => map
                .params
                .get(index as usize)
                .map_or_else(|| "-".to_owned(), |range| self.inside(range.start())),
            EntityAt::LambdaParameter(lambda, index) => {
                let places = map.lambdas.get(lambda.0 as usize);
                let range = places.and_then(|places| places.params.get(index as usize));
                range.map_or_else(|| "-".to_owned(), |range| self.inside(range.start()))
            }
            EntityAt::Nowhere => "-".to_owned(),
        }
    }
}

/// An array's type with its elements' type as `element`, qualifiers kept.
fn with_element(ty: &str, element: &str) -> String {
    let Some(at) = ty.rfind('[') else { return ty.to_owned() };
    let mut words = String::new();
    for qualifier in ["const ", "volatile "] {
        if ty.starts_with(&(words.clone() + qualifier)) && !element.starts_with(qualifier) {
            words.push_str(qualifier);
        }
    }
    if element.ends_with('*') {
        return format!("{element}{}{}", words.trim_end(), &ty[at..]);
    }
    format!("{words}{element} {}", &ty[at..])
}

/// A type as the reference's intermediate language has it: characters wider than `char` are the integers that they are
/// represented by.
fn shown_type(ty: String) -> String {
    const REPRESENTED: &[(&str, &str)] = &[
        ("char16_t", "unsigned short"),
        ("char32_t", "unsigned int"),
        ("char8_t", "unsigned char"),
        ("wchar_t", "int"),
    ];
    let is_plain = !ty.contains(['<', '(']);
    match REPRESENTED.iter().find(|(name, _)| is_plain && ty.split(' ').any(|word| word == *name)) {
        Some((name, represented)) => ty.replace(name, represented),
        None => ty,
    }
}
