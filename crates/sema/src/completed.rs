//! The instances that code needs where it stands ([temp.inst]): of class templates that have to be complete, for objects of
//! them are made, their members are named (also behind `::`), they are bases or converted to those; of variable templates that it names.

use asunder_decls::item_tree;
use asunder_decls::names::{DeclRef, Point};
use asunder_decls::queries::item_positions;
use asunder_decls::written::{Decl, DeclKind, Path};
use asunder_hir::body::FIRST_LOCAL;
use asunder_syntax::{SyntaxKind, SyntaxNode, TextSize};
use asunder_types::{Arg, Symbol, Ty};
use rustc_hash::FxHashMap;

use crate::declared::named_type;
use crate::implied::Code;
use crate::infer::{At, Category, Inferred, UsedAt, What};
use crate::instances::Instance;
use crate::lookup::{Lookup, Want};
use crate::uses::offset;
use crate::view::{Sema, Site};
use crate::written_names::names_below;

/// An instance that is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Needed<'db> {
    /// A class or a variable.
    pub instance: Instance<'db>,
    /// The byte of the item's text that needs it first.
    pub at: TextSize,
}

/// Operations on members of an object, or of what a pointer points to.
const MEMBER_ACCESSES: [&str; 6] = [
    "dot_field",
    "points_to_field",
    "dot_member_call",
    "points_to_member_call",
    "dot_static",
    "points_to_static",
];

/// Those that the body of `symbol`, a function or an initializer, needs.
pub(crate) fn of_body<'db>(code: Code<'_, 'db>, symbol: Symbol<'db>) -> Box<[Needed<'db>]> {
    let Code { sema, tree, .. } = code;
    let mut all = Collected { sema, found: Vec::new(), numbers: FxHashMap::default() };
    if let Some(signature) = sema.signature(symbol) {
        let name = |index: usize| code.places.params.get(index).map(|range| range.start());
        let start = name(0).unwrap_or_default();
        all.add(signature.result, Some(start));
        for (index, param) in signature.params.iter().enumerate() {
            all.add(*param, name(index));
        }
    }
    all.tree(code, tree);
    all.types_of_blocks(code, symbol.decl);
    all.in_order()
}

/// Those that a typed tree needs.
pub(crate) fn of_tree<'db>(code: Code<'_, 'db>) -> Box<[Needed<'db>]> {
    let mut all = Collected { sema: code.sema, found: Vec::new(), numbers: FxHashMap::default() };
    all.tree(code, code.tree);
    all.in_order()
}

/// Those that the declarations of an item need, templates apart: types of variables and data members, bases, and classes
/// in front of `::`.
pub(crate) fn of_declarations<'db>(sema: &Sema<'db>, item: u32) -> Box<[Needed<'db>]> {
    let decls = sema.names().decls(item);
    let positions = item_positions(sema.db, sema.names().item_text(item));
    let mut all = Collected { sema, found: Vec::new(), numbers: FxHashMap::default() };
    for (local, decl) in decls.iter() {
        let at = DeclRef { item, local };
        let name = positions.names.get(local.index()).map(|name| name.start());
        let env = sema.env_of(at);
        if !may_need(decl) || sema.has_open_template(env) {
            continue;
        }
        match &decl.kind {
            DeclKind::Variable { .. } => all.add(sema.variable_type(Symbol { decl: at, env }), name),
            DeclKind::Class(class) if class.is_definition => {
                let Some(class) = sema.inside_of(at).and_then(|inside| sema.class_of(inside)) else {
                    continue;
                };
                for base in sema.written_bases(class) {
                    all.add(base.ty, name);
                }
            }
            _ => {}
        }
    }
    all.qualifiers(item);
    all.in_order()
}

impl<'db> Sema<'db> {
    /// The instance of an alias template that a name with template arguments means.
    fn alias_named(&self, path: &Path, site: Site<'_, 'db>) -> Option<Symbol<'db>> {
        let args = path.segments.last()?.args.as_ref()?;
        let Lookup::Found(symbols) = self.lookup_path(path, site, Want::Any).found else { return None };
        let [symbol] = symbols.as_slice() else { return None };
        let decl = self.decl(symbol.decl);
        let is_template = decl.templates.last().is_some_and(|header| !header.params.is_empty());
        if !is_template || !matches!(decl.kind, DeclKind::Typedef(_)) {
            return None;
        }
        let args = self.bind_args(*symbol, args, site).ok().filter(|args| !self.are_dependent(*args))?;
        let is_unknown = |arg: &Arg<'db>| matches!(arg, Arg::Type(ty) if ty.absorbs(self.db));
        if args.list(self.db).iter().any(is_unknown) {
            return None;
        }
        Some(Symbol { env: self.template_env(*symbol, Some(args)), ..*symbol })
    }
}

/// Whether a declaration defines a variable, a data member or a class, and is no template.
fn may_need(decl: &Decl) -> bool {
    let is_template = decl.templates.iter().any(|header| !header.params.is_empty());
    let is_declaration = match decl.parent {
        Some(_) => decl.specifiers.is_static,
        None => decl.specifiers.is_extern,
    };
    !is_template && !is_declaration && !decl.explicit_instantiation
}

/// Instances, each with the first place that needs it.
struct Collected<'a, 'db> {
    sema: &'a Sema<'db>,
    found: Vec<Needed<'db>>,
    numbers: FxHashMap<Instance<'db>, usize>,
}

impl<'db> Collected<'_, 'db> {
    /// The class that a type is, or that the elements of an array are.
    fn add(&mut self, ty: Ty<'db>, at: Option<TextSize>) {
        if let (Some((class, _)), Some(at)) = (self.sema.class_of_elements(ty), at)
            && self.sema.is_class_instance(class)
        {
            self.insert(Instance::Class(class), at);
        }
    }

    /// Classes in front of `::`, and alias templates, in the declarations of an item, templates and bodies apart.
    fn qualifiers(&mut self, item: u32) {
        let sema = self.sema;
        let text = sema.names().item_text(item);
        let written = text.text(sema.db);
        if !written.contains('<') {
            return;
        }
        let root = item_tree(sema.db, text).syntax();
        let is_left_out = |node: &SyntaxNode| {
            matches!(
                node.kind(),
                SyntaxKind::TEMPLATE_DECL
                    | SyntaxKind::COMPOUND_BODY
                    | SyntaxKind::EXPLICIT_INSTANTIATION
                    | SyntaxKind::LAMBDA_EXPR
                    | SyntaxKind::REQUIRES_EXPR
            )
        };
        for name in names_below(sema, item, &root, None, is_left_out) {
            let behind = &written[usize::from(name.close) + 1..];
            let is_qualifier = behind.trim_start().starts_with("::");
            let (site, is_open) = sema.site_of_name(item, &name);
            if !is_open && let Some(alias) = sema.alias_named(&name.path, site) {
                self.insert(Instance::Variable(alias), name.close);
            }
            if !is_qualifier {
                continue;
            }
            // What a name that is declared is qualified with is not used.
            let declares = name.owner.is_some_and(|owner| sema.decl(owner).qualifier.is_some());
            if !is_open && !declares {
                self.add(sema.type_of_path(&name.path, site, Want::Any), Some(name.close));
            }
        }
    }

    /// The same in the types of the variables of a function's blocks, where the function is not a template. What only these
    /// blocks know is not seen.
    fn types_of_blocks(&mut self, code: Code<'_, 'db>, function: DeclRef) {
        let sema = self.sema;
        let env = sema.env_of_names(function);
        if function.local.0 >= FIRST_LOCAL || sema.has_open_template(env) {
            return;
        }
        let site = Site::new(env, Point::end_of(function.item));
        for variable in &code.tree.variables {
            let Some(decl) = variable.decl.filter(|decl| decl.local.0 >= FIRST_LOCAL) else { continue };
            let DeclKind::Variable { ty, .. } = &sema.decl(decl).kind else { continue };
            let name = code.map.locals.get((decl.local.0 - FIRST_LOCAL) as usize);
            let (Some(path), Some(name)) = (named_type(ty), name) else { continue };
            if let Some(alias) = sema.alias_named(path, site) {
                self.insert(Instance::Variable(alias), name.start());
            }
            if let [around @ .., _] = path.segments.as_slice()
                && around.last().is_some_and(|last| last.args.is_some())
            {
                let around = Path { global: path.global, segments: around.to_vec() };
                let colons = code.text[..usize::from(name.start())].rfind("::");
                let at = colons.map(|colons| TextSize::new(colons as u32));
                self.add(sema.type_of_path(&around, site, Want::Any), at);
            }
        }
    }

    fn insert(&mut self, instance: Instance<'db>, at: TextSize) {
        let next = self.found.len();
        let number = *self.numbers.entry(instance).or_insert(next);
        match self.found.get_mut(number) {
            Some(known) => known.at = at.min(known.at),
            None => self.found.push(Needed { instance, at }),
        }
    }

    /// In the order of their places.
    fn in_order(mut self) -> Box<[Needed<'db>]> {
        self.found.sort_by_key(|needed| needed.at);
        self.found.into()
    }

    fn tree(&mut self, code: Code<'_, 'db>, tree: &Inferred<'db>) {
        let db = self.sema.db;
        let start = |at: At| match at {
            At::None => None,
            At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => Some(code.places.range(expr).start()),
        };
        for variable in &tree.variables {
            let decl = variable.decl.and_then(|decl| decl.local.0.checked_sub(FIRST_LOCAL));
            let name = decl.and_then(|index| code.map.locals.get(index as usize));
            self.add(variable.ty, name.map(|name| name.start()));
        }
        for (ty, at) in &tree.completed {
            self.add(*ty, start(*at));
        }
        for node in &tree.nodes {
            let Some(at) = start(node.at) else { continue };
            let at = Some(at);
            if node.category == Category::Prvalue {
                self.add(node.ty, at);
            }
            let What::Op(op) = node.what else { continue };
            let object = node.operands.first().map(|object| tree.nodes[object.0 as usize].ty);
            let Some(object) = object else { continue };
            if MEMBER_ACCESSES.contains(&op) {
                self.add(object.pointee(db).unwrap_or(object), at);
            }
            if matches!(op, "base_class_cast" | "padd" | "psubtract" | "pdiff" | "subscript")
                && let Some(pointee) = object.pointee(db)
            {
                self.add(pointee, at);
            }
        }
        for used in &tree.uses {
            let at = match used.at {
                UsedAt::Expr(at, _) => at,
                UsedAt::Range(range, ..) => At::Start(range),
                UsedAt::Variable(node) => tree.nodes[node.0 as usize].at,
                UsedAt::Declared(_) => continue,
            };
            if let (Some(at), true) = (offset(at, code.places), self.sema.is_variable_instance(used.symbol)) {
                self.insert(Instance::Variable(used.symbol), at);
            }
            if let Some(class) = self.sema.class_around(used.symbol) {
                let ty = self.sema.ty(asunder_types::Kind::Class(class));
                self.add(ty, offset(at, code.places));
            }
        }
    }
}
