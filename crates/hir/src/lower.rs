//! Trees to bodies.
//!
//! * `operands` has expressions in types.
//! * `declarations` finds the bodies of an item; `statements` and `expressions` lower them; `readings` has
//!   what reads in two ways; `literals` the literals; `written` makes bodies of expressions that declarations keep.

mod declarations;
mod expressions;
mod lambdas;
mod literals;
mod operands;
mod operators;
mod readings;
mod statements;
mod written;

use asunder_decls::lower::Lowerer;
use asunder_decls::queries::{item_decls, item_positions};
use asunder_decls::written::{Decl, LocalId, ParamExpr, TypeExpr};
use asunder_decls::{ItemText, item_tree};
use asunder_syntax::{
    AstNode, Dialect, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, ast,
};
use rustc_hash::FxHashMap;

use crate::body::{Body, Expr, ExprId, FEW_BODIES, FIRST_LOCAL, ItemBodies, LambdaId, Owner, Stmt, StmtId};
use crate::source_map::{BodySourceMap, ExprPlace, ItemSourceMap};

pub use written::of_written;

/// Stack that must be left before a step of the recursion goes on where it is.
const RED_ZONE: usize = 128 * 1024;
/// Stack that is added when less is left.
const STACK_SEGMENT: usize = 4 * 1024 * 1024;

/// Runs a step of a recursion, however deep.
fn deep<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, STACK_SEGMENT, step)
}

/// The bodies of an item and where their parts stand.
#[salsa::tracked(returns(ref), no_eq)]
pub fn item_bodies<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> (ItemBodies, ItemSourceMap) {
    let tree = item_tree(db, item);
    let decls = &item_decls(db, item).decls;
    let nodes = &item_positions(db, item).nodes;
    asunder_syntax::with_deep_stack(|| lower(item.text(db), item.dialect(db), &tree.syntax(), decls, nodes))
}

/// The bodies of an item.
pub fn bodies<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> &'db ItemBodies {
    &item_bodies(db, item).0
}

/// Where the parts of the bodies of an item stand.
pub fn source_map<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> &'db ItemSourceMap {
    &item_bodies(db, item).1
}

/// The bodies of the item with this text and tree, whose declarations `decls` stand at `nodes`.
fn lower(
    text: &str,
    dialect: Dialect,
    root: &SyntaxNode,
    decls: &[Decl],
    nodes: &[TextRange],
) -> (ItemBodies, ItemSourceMap) {
    let mut lowering = Lowering {
        text,
        dialect,
        outer: decls,
        declared: FxHashMap::default(),
        types: Lowerer::new(FIRST_LOCAL),
        shift: 0,
        room: readings::room(text),
        flipped: Vec::new(),
        open: Vec::new(),
        bodies: Vec::new(),
        maps: Vec::new(),
        body_of_local: Vec::new(),
        bindings: FxHashMap::default(),
        static_asserts: 0,
        class: None,
    };
    for (index, range) in nodes.iter().enumerate() {
        lowering.declared.entry(*range).or_default().push(LocalId(index as u32));
    }
    for decl in ast::children::<ast::Decl>(root) {
        lowering.declaration(&decl, &[]);
    }
    lowering.finish()
}

/// The lowering of an item.
struct Lowering<'t> {
    text: &'t str,
    dialect: Dialect,
    /// The declarations of the item outside bodies.
    outer: &'t [Decl],
    /// The declarations by the nodes that declare them, those of blocks included.
    declared: FxHashMap<TextRange, Vec<LocalId>>,
    /// Lowers types, names and the declarations of blocks.
    types: Lowerer,
    /// What is added to the places of the tree that is being read: readings are trees of their own.
    shift: i64,
    /// Bytes that may still be read again for other readings.
    room: usize,
    /// Where the ambiguities part that are being read in their other way, as places of the item.
    flipped: Vec<TextSize>,
    /// The bodies that are being read, the innermost last.
    open: Vec<Builder>,
    bodies: Vec<(Owner, Body)>,
    maps: Vec<BodySourceMap>,
    body_of_local: Vec<u32>,
    bindings: FxHashMap<LocalId, Vec<TextRange>>,
    /// Static assertions outside functions so far.
    static_asserts: u32,
    /// The class whose members are being read.
    class: Option<LocalId>,
}

/// A body that is being made.
#[derive(Default)]
struct Builder {
    /// Its place among the bodies.
    index: usize,
    body: Body,
    map: BodySourceMap,
    /// What was lowered within the readings of something ambiguous, by its place: readings have parts in common.
    shared: FxHashMap<(TextRange, Part), u32>,
    /// How many ambiguous nodes are around what is being read.
    readings: u32,
}

/// What kind of part of a body is shared by readings.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Expr,
    Lambda,
    Block,
}

impl Lowering<'_> {
    fn finish(mut self) -> (ItemBodies, ItemSourceMap) {
        let (locals, positions) = self.types.finish();
        let mut by_owner = FxHashMap::default();
        if self.bodies.len() > FEW_BODIES {
            for (index, (owner, _)) in self.bodies.iter().enumerate() {
                by_owner.entry(*owner).or_insert(index as u32);
            }
        }
        // They are kept, most often one in each list.
        self.bodies.shrink_to_fit();
        self.maps.shrink_to_fit();
        let bodies = ItemBodies { bodies: self.bodies, locals, body_of_local: self.body_of_local, by_owner };
        let map = ItemSourceMap { bodies: self.maps, locals: positions.names, bindings: self.bindings };
        (bodies, map)
    }

    // ---- bodies

    /// Makes the body of `owner` from what `root` gives.
    fn body(&mut self, owner: Owner, make: impl FnOnce(&mut Self)) {
        let index = self.bodies.len();
        self.bodies.push((owner, Body::default()));
        self.maps.push(BodySourceMap::default());
        self.open.push(Builder { index, ..Builder::default() });
        let class = self.class.take();
        make(self);
        self.class = class;
        if let Some(Builder { mut body, mut map, .. }) = self.open.pop() {
            // They are kept and do not change any more.
            body.exprs.shrink_to_fit();
            body.stmts.shrink_to_fit();
            map.exprs.shrink_to_fit();
            map.stmts.shrink_to_fit();
            self.bodies[index].1 = body;
            self.maps[index] = map;
        }
    }

    /// The innermost body that is being made.
    fn builder(&mut self) -> &mut Builder {
        // Outside bodies nothing is lowered.
        if self.open.is_empty() {
            self.open.push(Builder::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn push(&mut self, expr: Expr, range: TextRange, at: TextSize) -> ExprId {
        let (range, at) = (self.placed(range), self.placed_at(at));
        let builder = self.builder();
        builder.body.exprs.push(expr);
        builder.map.exprs.push(ExprPlace { range, at });
        ExprId(builder.body.exprs.len() as u32 - 1)
    }

    /// An expression that is known by the start of `node`.
    fn push_at(&mut self, expr: Expr, node: &SyntaxNode) -> ExprId {
        let range = node.text_range();
        self.push(expr, range, range.start())
    }

    fn missing(&mut self, reason: &'static str, node: &SyntaxNode) -> ExprId {
        // The place of an expression that is missing is that of the token behind it.
        let behind = || token_behind(node).map(|token| token.text_range());
        let range = Some(node.text_range()).filter(|range| !range.is_empty()).or_else(behind);
        let range = range.unwrap_or_else(|| node.text_range());
        self.push(Expr::Missing(reason), range, range.start())
    }

    fn push_stmt(&mut self, stmt: Stmt, node: &SyntaxNode) -> StmtId {
        let range = self.placed(node.text_range());
        let builder = self.builder();
        builder.body.stmts.push(stmt);
        builder.map.stmts.push(range);
        StmtId(builder.body.stmts.len() as u32 - 1)
    }

    /// Runs `make` unless the part at `range` was lowered before within readings that have it in common.
    fn shared(&mut self, part: Part, node: &SyntaxNode, make: impl FnOnce(&mut Self) -> u32) -> u32 {
        if self.builder().readings == 0 {
            return make(self);
        }
        let key = (self.placed(node.text_range()), part);
        if let Some(known) = self.builder().shared.get(&key) {
            return *known;
        }
        let made = make(self);
        self.builder().shared.insert(key, made);
        made
    }

    fn lambda_id(&mut self) -> LambdaId {
        LambdaId(self.builder().body.lambdas.len() as u32)
    }

    // ---- places

    /// A place of the tree that is being read as one of the item.
    fn placed(&self, range: TextRange) -> TextRange {
        TextRange::at(self.placed_at(range.start()), range.len())
    }

    fn placed_at(&self, at: TextSize) -> TextSize {
        TextSize::new((i64::from(u32::from(at)) + self.shift).max(0) as u32)
    }

    /// Reads another tree, whose start is at `start` of the item.
    fn in_tree<T>(&mut self, start: TextSize, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.shift, i64::from(u32::from(start)));
        let outer_types = self.types.set_shift(self.shift);
        let result = read(self);
        self.shift = outer;
        self.types.set_shift(outer_types);
        result
    }

    // ---- types, names, declarations

    /// Lowers a type, name or declaration; the declarations in it become those of the innermost body.
    fn with_types<T>(&mut self, lower: impl FnOnce(&mut Lowerer) -> T) -> T {
        let result = lower(&mut self.types);
        self.note_locals();
        result
    }

    /// Enters the declarations that are new.
    fn note_locals(&mut self) {
        let index = self.builder().index as u32;
        let nodes = &self.types.positions().nodes;
        for (offset, node) in nodes.iter().enumerate().skip(self.body_of_local.len()) {
            self.declared.entry(*node).or_default().push(LocalId(FIRST_LOCAL + offset as u32));
            self.body_of_local.push(index);
        }
    }

    /// The declaration `id`.
    fn decl(&self, id: LocalId) -> &Decl {
        match id.0.checked_sub(FIRST_LOCAL) {
            Some(local) => &self.types.decls()[local as usize],
            None => &self.outer[id.0 as usize],
        }
    }

    /// The first declaration that `node` makes and that `fits`.
    fn declared_by(&self, node: &SyntaxNode, fits: impl Fn(&Decl) -> bool) -> Option<LocalId> {
        let known = self.declared.get(&self.placed(node.text_range()))?;
        known.iter().rev().copied().find(|id| fits(self.decl(*id)))
    }

    fn type_id(&mut self, ty: Option<ast::TypeId>) -> TypeExpr {
        match ty {
            Some(ty) => self.with_types(|types| types.type_id(&ty)),
            None => TypeExpr::Unknown,
        }
    }

    /// Parameters with the places of their names.
    fn params(&mut self, list: Option<&ast::ParamList>) -> (Vec<ParamExpr>, Vec<TextRange>) {
        let params = list.into_iter().flat_map(ast::ParamList::param_decls);
        params.map(|param| (self.with_types(|types| types.param(&param)), self.param_place(&param))).unzip()
    }

    fn param_place(&self, param: &ast::ParamDecl) -> TextRange {
        let range = match param.declared_name() {
            Some(name) => name.text_range(),
            None => param.syntax().text_range(),
        };
        self.placed(range)
    }

    /// The default arguments among parameters.
    fn defaults(&mut self, list: Option<&ast::ParamList>) -> Vec<(u32, ExprId)> {
        let mut defaults = Vec::new();
        for (index, param) in list.into_iter().flat_map(ast::ParamList::param_decls).enumerate() {
            if let Some(default) = param.default() {
                defaults.push((index as u32, self.full(&default)));
            }
        }
        defaults
    }
}

/// The first child of this kind.
fn child_of(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxNode> {
    node.first_child_by_kind(&|child| child == kind)
}

/// The token behind an empty node, trivia apart.
fn token_behind(node: &SyntaxNode) -> Option<SyntaxToken> {
    let behind = node.ancestors().find_map(|around| around.next_sibling_or_token())?;
    let first = match behind {
        NodeOrToken::Node(node) => node.first_token(),
        NodeOrToken::Token(token) => Some(token),
    };
    std::iter::successors(first, SyntaxToken::next_token).find(|token| !token.kind().is_trivia())
}
