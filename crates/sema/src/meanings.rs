//! What the names in bodies mean, by their places in the text: for editors.
//!
//! A name that is not known is left out; so is one of which the text at its place does not say what the tree says.

use asunder_decls::written::LocalId;
use asunder_hir::body::FIRST_LOCAL;
use asunder_hir::source_map::{BodySourceMap, ItemSourceMap};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextRange, TextSize};
use asunder_types::{Symbol, Ty, Value};
use rustc_hash::FxHashMap;

use crate::examined::examined;
use crate::infer::{At, Inferred, Named, What};
use crate::view::Sema;

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub enum Meant<'db> {
    /// A declaration outside blocks, in the scopes that it has here.
    Symbol(Symbol<'db>),
    /// A declaration in a block, or a parameter: where its name starts, in bytes of the item's text.
    Local(TextSize),
}

/// A name in a body.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct NameMeaning<'db> {
    /// Where it starts, in bytes of the item's text.
    pub at: TextSize,
    /// What it means.
    pub means: Meant<'db>,
    /// The type of that.
    pub ty: Ty<'db>,
    /// The value of a constant.
    pub value: Option<Value<'db>>,
}

/// An access by `.` or `->`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct MemberAccess<'db> {
    /// The first byte of the operator in the item's text.
    pub at: TextSize,
    /// The type that it looks into; it may depend on template parameters.
    pub object: Ty<'db>,
}

/// What the names in the bodies of an item mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub struct Meanings<'db> {
    /// In the order of the text, each place once.
    pub names: Box<[NameMeaning<'db>]>,
    /// The accesses to members, likewise.
    pub accesses: Box<[MemberAccess<'db>]>,
}

impl<'db> Meanings<'db> {
    /// The name that starts at byte `at` of the item's text.
    pub fn name_at(&self, at: TextSize) -> Option<&NameMeaning<'db>> {
        let index = self.names.binary_search_by_key(&at, |name| name.at).ok()?;
        Some(&self.names[index])
    }

    /// The type that the operator at byte `at` of the item's text looks into.
    pub fn object_at(&self, at: TextSize) -> Option<Ty<'db>> {
        let index = self.accesses.binary_search_by_key(&at, |access| access.at).ok()?;
        Some(self.accesses[index].object)
    }
}

/// What the names in the bodies of an item mean: of a text that is edited.
pub fn meanings<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> &'db Meanings<'db> {
    &examined(db, source, item, dialect).meanings
}

/// Collects the meanings of the trees of an item.
pub(crate) struct Collector<'a, 'db> {
    sema: &'a Sema<'db>,
    map: &'a ItemSourceMap,
    item: u32,
    text: &'db str,
    names: Vec<NameMeaning<'db>>,
    objects: FxHashMap<TextSize, Ty<'db>>,
}

impl<'a, 'db> Collector<'a, 'db> {
    /// A collector for an item; `None` for a text that is read once, for which nobody asks.
    pub(crate) fn of(sema: &'a Sema<'db>, item: u32, map: &'a ItemSourceMap) -> Option<Self> {
        let names = sema.names();
        let text = names.item_text(item).text(sema.db);
        let is_edited = !names.source().read_once(sema.db);
        is_edited.then(|| Collector {
            sema,
            map,
            item,
            text,
            names: Vec::new(),
            objects: FxHashMap::default(),
        })
    }

    /// Adds the names of a body, and of the generic lambdas in it.
    pub(crate) fn add(&mut self, tree: &Inferred<'db>, places: &BodySourceMap) {
        for node in &tree.nodes {
            // A variable whose type depends on template parameters is known too.
            let is_name = match node.what {
                What::Variable | What::Field | What::Routine | What::Constant(_) => true,
                What::Gap(_) => self.sema.is_dependent(node.ty),
                _ => false,
            };
            if !is_name || node.flags.implicit {
                continue;
            }
            let (At::Start(expr) | At::Point(expr) | At::Tail(expr, _)) = node.at else { continue };
            let at = places.name(expr);
            let value = match &node.what {
                What::Constant(value) => Some(value.clone()),
                _ => None,
            };
            match node.named {
                Some(Named::Symbol(symbol)) => self.symbol(at, symbol, node.ty, value),
                Some(Named::Local(number)) => {
                    let Some(variable) = tree.variables.get(number as usize) else { continue };
                    let Some(declared) = self.declared(variable, places) else { continue };
                    let value = value.or_else(|| variable.value.clone());
                    self.local(at, declared, variable.name.as_deref(), variable.ty, value);
                }
                _ => {}
            }
        }
        for variable in &tree.variables {
            if let Some(at) = self.declared(variable, places) {
                self.local(at, at, variable.name.as_deref(), variable.ty, variable.value.clone());
            }
        }
        for (expr, ty) in &tree.objects {
            if !ty.absorbs(self.sema.db) || self.sema.is_dependent(*ty) {
                self.objects.entry(places.at(*expr)).or_insert(*ty);
            }
        }
        for pattern in &tree.in_patterns {
            self.add(pattern, places);
        }
    }

    pub(crate) fn end(self) -> Meanings<'db> {
        let Collector { mut names, objects, .. } = self;
        names.sort_by_key(|name| name.at);
        names.dedup_by_key(|name| name.at);
        let accesses = objects.into_iter().map(|(at, object)| MemberAccess { at, object });
        let mut accesses: Vec<MemberAccess<'db>> = accesses.collect();
        accesses.sort_by_key(|access| access.at);
        Meanings { names: names.into(), accesses: accesses.into() }
    }

    fn symbol(&mut self, at: TextSize, symbol: Symbol<'db>, ty: Ty<'db>, value: Option<Value<'db>>) {
        let decl = self.sema.named_declaration(symbol);
        let name = self.sema.decl(decl).name.ident().cloned();
        if decl.local.0 < FIRST_LOCAL {
            let means = Meant::Symbol(Symbol { decl, ..symbol });
            self.push(at, means, name.as_deref(), ty, value);
        } else if decl.item == self.item
            && let Some(declared) = self.place_of(decl.local)
        {
            self.local(at, declared, name.as_deref(), ty, value);
        }
    }

    fn local(
        &mut self,
        at: TextSize,
        declared: TextSize,
        name: Option<&str>,
        ty: Ty<'db>,
        value: Option<Value<'db>>,
    ) {
        self.push(at, Meant::Local(declared), name, ty, value);
    }

    fn push(
        &mut self,
        at: TextSize,
        means: Meant<'db>,
        name: Option<&str>,
        ty: Ty<'db>,
        value: Option<Value<'db>>,
    ) {
        let is_written = name.is_some_and(|name| word_at(self.text, at) == Some(name));
        if is_written {
            self.names.push(NameMeaning { at, means, ty, value });
        }
    }

    fn place_of(&self, local: LocalId) -> Option<TextSize> {
        Some(self.map.locals.get((local.0 - FIRST_LOCAL) as usize)?.start())
    }

    /// Where the name of a variable of a body is declared.
    fn declared(&self, variable: &crate::infer::Variable<'db>, places: &BodySourceMap) -> Option<TextSize> {
        match (variable.parameter, variable.decl) {
            (Some((None, index)), _) => Some(places.params.get(index as usize)?.start()),
            (Some((Some(lambda), index)), _) => {
                let lambda = places.lambdas.get(lambda.0 as usize)?;
                Some(lambda.params.get(index as usize)?.start())
            }
            (None, Some(decl)) if decl.item == self.item && decl.local.0 >= FIRST_LOCAL => {
                let is_it =
                    |range: &&TextRange| word_at(self.text, range.start()) == variable.name.as_deref();
                match self.map.bindings.get(&decl.local) {
                    Some(bindings) => Some(bindings.iter().find(is_it)?.start()),
                    None => self.place_of(decl.local),
                }
            }
            _ => None,
        }
    }
}

/// The identifier that starts at a byte of a text.
fn word_at(text: &str, at: TextSize) -> Option<&str> {
    let rest = text.get(usize::from(at)..)?;
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || !c.is_ascii();
    let length: usize = rest.chars().take_while(|c| is_part(*c)).map(char::len_utf8).sum();
    (length > 0).then(|| &rest[..length])
}
