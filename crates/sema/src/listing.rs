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

mod closures;
mod declarations;
mod default_arguments;
mod entities;
mod instances;
mod spelled_instances;
mod strings;

use std::cell::{OnceCell, RefCell};
use std::fmt::Write as _;
use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_hir::body::{Body, Expr, ExprId, FIRST_LOCAL, LambdaId, Owner};
use asunder_hir::source_map::{BodySourceMap, ItemSourceMap};
use asunder_source::{SourceText, UnitPositions, first_file};
use asunder_syntax::{Dialect, TextSize};
use asunder_types::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bodies::Bodies;
use crate::infer::{
    At, Closures, Declared, EntityAt, Inferred, ItemInferred, Line, NodeId, TypedTree, body_env, infer_item,
};
use crate::view::{Sema, Site};
use strings::Text;

/// What a listing has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Only what stands in the unit's own source file.
    pub own: bool,
    /// The bodies of the instances that the unit's code uses, too.
    pub used: bool,
}

/// The lines of a unit.
pub fn listing(db: &dyn salsa::Database, source: SourceText, dialect: Dialect, wanted: Wanted) -> String {
    let unit = Unit::new(db, source, dialect, wanted);
    let mut out = String::new();
    for item in &unit.items {
        let places = unit.places(*item);
        for inferred in infer_item(places.sema, *item) {
            places.body(&inferred, &mut out);
        }
        places.declarations(&mut out);
    }
    for made in unit.instances().iter().filter(|made| unit.is_wanted(made.code.item)) {
        unit.places(made.code.item).instance(made, &mut out);
    }
    out
}

/// The gaps of a unit by kind, the most frequent kind first, each with its places (`FILE:LINE:COLUMN`). Those of instances
/// count wherever their templates stand.
pub fn gaps(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    wanted: Wanted,
) -> Vec<(&'static str, Vec<String>)> {
    let unit = Unit::new(db, source, dialect, wanted);
    let mut found: FxHashMap<&'static str, Vec<String>> = FxHashMap::default();
    let mut add = |places: &Places<'_, '_>, body: u32, tree: &Inferred<'_>| {
        for (why, expr) in &tree.gaps {
            let map = places.map.bodies.get(body as usize);
            let at = map.map_or_else(|| "-".to_owned(), |map| places.inside(map.range(*expr).start()));
            found.entry(why).or_default().push(at);
        }
    };
    for item in &unit.items {
        let places = unit.places(*item);
        for inferred in infer_item(places.sema, *item) {
            add(&places, inferred.body, &inferred.tree);
        }
    }
    for made in unit.instances() {
        add(&unit.places(made.code.item), made.code.index, &made.code.tree);
    }
    let mut all: Vec<(&'static str, Vec<String>)> = found.into_iter().collect();
    all.sort_by_key(|(why, places)| (std::cmp::Reverse(places.len()), *why));
    all
}

/// The unit that a listing is of.
struct Unit<'db> {
    bodies: Bodies<'db>,
    positions: UnitPositions<'db>,
    /// Its own source file, where only that is wanted.
    own: Option<String>,
    wanted: Wanted,
    /// The items that are wanted.
    items: Vec<u32>,
    /// The strings outside functions.
    strings: OnceCell<FxHashSet<Text>>,
    /// Expressions outside functions of items whose functions are called with default arguments.
    declared: RefCell<FxHashMap<u32, Rc<[Declared<'db>]>>>,
}

impl<'db> Unit<'db> {
    fn new(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect, wanted: Wanted) -> Self {
        let bodies = Bodies::new(db, source, dialect);
        let positions = UnitPositions::new(db, source);
        let own = wanted.own.then(|| first_file(db, source).clone().unwrap_or_default());
        let mut unit = Unit {
            bodies,
            positions,
            own,
            wanted,
            items: Vec::new(),
            strings: OnceCell::new(),
            declared: RefCell::default(),
        };
        let items = unit.bodies.names().layout().numbers();
        unit.items = items.filter(|item| unit.is_wanted(*item)).collect();
        unit
    }

    fn is_wanted(&self, item: u32) -> bool {
        let start = usize::from(self.bodies.names().range(item).start());
        self.own.as_ref().is_none_or(|own| self.positions.file(start) == *own)
    }

    /// The instances that the items use, if they are wanted.
    fn instances(&self) -> Vec<instances::Made<'db>> {
        match self.wanted.used {
            true => instances::used_by(&self.bodies, self.items.iter().copied()),
            false => Vec::new(),
        }
    }

    fn places(&self, item: u32) -> Places<'_, 'db> {
        let sema = self.bodies.sema();
        let map = asunder_hir::source_map(sema.db, sema.names().item_text(item));
        let start = usize::from(sema.names().range(item).start());
        Places { sema, unit: self, positions: &self.positions, map, item, start }
    }

    /// Whether an expression outside functions has the string too.
    fn has_outside_functions(&self, string: &Expr) -> bool {
        let strings = self.strings.get_or_init(|| strings::outside_functions(self.bodies.sema()));
        strings::is_one_of(strings, string)
    }
}

struct Places<'a, 'db> {
    sema: &'a Sema<'db>,
    unit: &'a Unit<'db>,
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
        let env = sema.env_of(inferred.owner);
        self.head(Symbol { decl: inferred.owner, env }, out);
        let bodies = sema.bodies(self.item);
        let Some((owner, body)) = bodies.bodies.get(inferred.body as usize) else { return };
        let is_initializer = matches!(owner, Owner::Initializer(_));
        let env = body_env(sema, env, self.item, inferred.body);
        let variable = |number: u32| inferred.tree.variables[number as usize].clone();
        let typed = TypedTree {
            sema,
            body,
            tree: &inferred.tree,
            site: Site::new(env, Point::end_of(self.item)),
            variable: &variable,
            range_element: None,
        };
        let closures = Closures::new(sema, &inferred.tree, body);
        let shown = |node| spelled_instances::shown(&typed, node);
        self.tree((&inferred.tree, &closures), map, (body, is_initializer), &shown, out);
        self.assertions(&inferred.tree, map, out);
        self.closures(&closures, map, out);
        self.constants(inferred, out);
    }

    /// The lines of an instance's body.
    fn instance(&self, made: &instances::Made<'db>, out: &mut String) {
        let Some(map) = self.map.bodies.get(made.code.index as usize) else { return };
        self.head(made.owner, out);
        self.plain_tree(&made.code.tree, made.code.index, map, out);
    }

    /// The lines of a typed tree of a body, whose types are shown by themselves.
    fn plain_tree(&self, tree: &Inferred<'db>, number: u32, map: &BodySourceMap, out: &mut String) {
        let Some((_, body)) = self.sema.bodies(self.item).bodies.get(number as usize) else { return };
        let closures = Closures::new(self.sema, tree, body);
        let shown = |node: NodeId| spelled_instances::listed(self.sema, tree.nodes[node.0 as usize].ty);
        self.tree((tree, &closures), map, (body, false), &shown, out);
        self.closures(&closures, map, out);
    }

    /// The line at the start of a body.
    fn head(&self, owner: Symbol<'db>, out: &mut String) {
        let sema = self.sema;
        let ty = sema.signature(owner).map_or_else(|| "-".to_owned(), |signature| sema.display(signature.ty));
        let name = sema.decl(owner.decl).name.ident().map_or("-", |name| name);
        let _ = writeln!(out, "fn\t{}\t{name}\t{ty}", self.decl(owner.decl));
    }

    /// The lines of the typed tree of a body, which is an initializer or not; `shown` gives the types of nodes as text.
    fn tree(
        &self,
        (tree, closures): (&Inferred<'db>, &Closures<'_, 'db>),
        map: &BodySourceMap,
        body: (&Body, bool),
        shown: &dyn Fn(NodeId) -> String,
        out: &mut String,
    ) {
        self.lines(tree.lines(self.sema, closures, shown), map, body, out);
    }

    fn lines(
        &self,
        lines: Vec<Line<'db>>,
        map: &BodySourceMap,
        (body, is_initializer): (&Body, bool),
        out: &mut String,
    ) {
        // A part of the type may not be known where the type is.
        for line in lines.into_iter().filter(|line| !line.ty.contains("<gap")) {
            let name = named_member(&line, body).map(|member| map.name(member));
            let Some(at) = name.or_else(|| place(line.at, line.capture, map)) else { continue };
            let entity = match &line.entity {
                Some((at, name)) => format!("{name}@{}", self.entity(*at, map)),
                None => "-".to_owned(),
            };
            let string = match line.at {
                At::Start(expr)
                    if line.what == "constant=?"
                        && (is_initializer || self.unit.has_outside_functions(&body[expr])) =>
                {
                    declarations::shown_string(body, expr)
                }
                _ => None,
            };
            let what = string.map_or(line.what, |text| format!("constant={text}"));
            let ty = match line.entity {
                Some((EntityAt::Function(decl), _)) if what == "routine" => {
                    self.earlier_type(decl).unwrap_or_else(|| shown_type(line.ty))
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
            if let Some((function, given)) = line.called {
                self.default_arguments(function, given, line.depth + 1, out);
            }
        }
    }

    fn entity(&self, at: EntityAt, map: &BodySourceMap) -> String {
        match at {
            EntityAt::Decl(decl) => self.decl(self.shown_variable(decl)),
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
            EntityAt::Capture(lambda, index) => match place(At::None, Some((lambda, index)), map) {
                Some(at) => self.inside(at),
                None => "-".to_owned(),
            },
            EntityAt::CallOperator(lambda) => self.call_operator(map.range(lambda).start()),
            EntityAt::Nowhere => "-".to_owned(),
        }
    }
}

/// The access whose member function a line shows, where the member is named with template arguments: the line stands at
/// its name.
fn named_member(line: &Line<'_>, body: &Body) -> Option<ExprId> {
    let At::Point(expr) = line.at else { return None };
    let Expr::Member(_, _, path) = &body[expr] else { return None };
    let is_named = line.what == "routine" && path.segments.last()?.args.is_some();
    // The arrow may be a function too.
    let is_operator = line.entity.as_ref().is_some_and(|(_, name)| name.starts_with("operator"));
    (is_named && !is_operator).then_some(expr)
}

/// Where a line stands.
fn place(at: At, capture: Option<(LambdaId, u32)>, map: &BodySourceMap) -> Option<TextSize> {
    if let Some((lambda, index)) = capture {
        return Some(map.lambdas.get(lambda.0 as usize)?.captures.get(index as usize)?.start());
    }
    match at {
        At::Start(expr) => Some(map.range(expr).start()),
        At::Point(expr) => Some(map.at(expr)),
        At::Tail(expr, length) => Some(map.range(expr).end() - TextSize::new(length)),
        At::None => None,
    }
}

/// An array's type with its elements' type as `element`, qualifiers kept.
fn with_element(ty: &str, element: &str) -> String {
    let Some(at) = ty.rfind('[') else { return ty.to_owned() };
    // Qualifiers of pointers are shown already.
    if ty[..at].trim_end().ends_with(['t', 'e']) && ty[..at].contains('*') {
        return ty.to_owned();
    }
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
/// represented by, but in the names of classes.
fn shown_type(ty: String) -> String {
    const REPRESENTED: &[(&str, &str)] = &[
        ("char16_t", "unsigned short"),
        ("char32_t", "unsigned int"),
        ("char8_t", "unsigned char"),
        ("wchar_t", "int"),
        ("_Complex float", "float __complex__"),
        ("_Complex double", "double __complex__"),
        ("_Complex long double", "long double __complex__"),
    ];
    if !REPRESENTED.iter().any(|(name, _)| ty.contains(name)) {
        return ty;
    }
    let mut shown = String::with_capacity(ty.len());
    let (mut depth, mut rest) = (0u32, ty.as_str());
    let mut is_word = false;
    while let Some(next) = rest.chars().next() {
        let ends_word =
            |name: &str| !rest[name.len()..].starts_with(|it: char| it.is_alphanumeric() || it == '_');
        let found = REPRESENTED.iter().find(|(name, _)| rest.starts_with(name) && ends_word(name));
        if let (Some((name, represented)), 0, false) = (found, depth, is_word) {
            shown.push_str(represented);
            rest = &rest[name.len()..];
            continue;
        }
        match next {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_word = next.is_alphanumeric() || matches!(next, '_' | ':');
        shown.push(next);
        rest = &rest[next.len_utf8()..];
    }
    shown
}
