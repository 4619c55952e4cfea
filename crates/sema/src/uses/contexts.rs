//! Where the expressions of a body stand: those whose values nothing takes ([expr.context]/2), and those of initializers.

use std::cell::OnceCell;

use asunder_hir::body::{Body, Expr, ExprId, Stmt};
use rustc_hash::FxHashSet;

use crate::infer::made::Made;
use crate::infer::{Category, Inferred, NodeId, What};

/// The expressions of a tree by what becomes of them.
pub(super) struct Contexts<'a, 'db> {
    db: &'db dyn salsa::Database,
    body: &'a Body,
    tree: &'a Inferred<'db>,
    discarded: OnceCell<Discarded>,
    /// What the initializers of variables of blocks consist of.
    initializers: OnceCell<FxHashSet<NodeId>>,
}

/// Expressions whose values nothing takes.
struct Discarded {
    /// Those of statements.
    roots: FxHashSet<NodeId>,
    /// What only names an object and changes nothing: no code is made of it (measured).
    dropped: FxHashSet<NodeId>,
}

impl<'a, 'db> Contexts<'a, 'db> {
    pub(super) fn new(db: &'db dyn salsa::Database, body: &'a Body, tree: &'a Inferred<'db>) -> Self {
        Contexts { db, body, tree, discarded: OnceCell::new(), initializers: OnceCell::new() }
    }

    /// Whether a node is the expression of a statement.
    pub(super) fn is_statement(&self, node: NodeId) -> bool {
        self.discarded().roots.contains(&node)
    }

    /// Whether no code is made of a node.
    pub(super) fn is_dropped(&self, node: NodeId) -> bool {
        self.discarded().dropped.contains(&node)
    }

    /// Whether a node stands in the initializer of a variable of a block.
    pub(super) fn is_in_initializer(&self, node: NodeId) -> bool {
        self.initializers.get_or_init(|| self.find_initializers()).contains(&node)
    }

    fn discarded(&self) -> &Discarded {
        self.discarded.get_or_init(|| self.find_discarded())
    }

    fn find_discarded(&self) -> Discarded {
        let nodes = &self.tree.nodes;
        let statements = self.body.stmts.iter().filter_map(|statement| match statement {
            Stmt::Expr(expr) => Some(*expr),
            Stmt::For { step, .. } => *step,
            _ => None,
        });
        let roots: FxHashSet<NodeId> = statements.filter_map(|expr| self.root(expr)).collect();
        let without_value = nodes.iter().filter_map(|node| match (&node.what, &*node.operands) {
            (What::Op("cast"), [of]) if node.ty.is_void(self.db) => Some(*of),
            (What::Op("comma"), [first, _]) => Some(*first),
            _ => None,
        });
        let mut pending: Vec<NodeId> = roots.iter().copied().chain(without_value).collect();
        let mut dropped = FxHashSet::default();
        while let Some(id) = pending.pop() {
            let node = &nodes[id.0 as usize];
            match (&node.what, &*node.operands) {
                (What::Op("comma"), [_, second]) => pending.push(*second),
                (What::Op("question"), [_, rest @ ..]) => pending.extend(rest),
                _ if node.category == Category::Lvalue
                    && !node.read
                    && !node.ty.qualifiers(self.db).is_volatile =>
                {
                    let all = self.inside([id]);
                    if all.iter().all(|part| self.changes_nothing(*part)) {
                        dropped.extend(all);
                    }
                }
                _ => {}
            }
        }
        Discarded { roots, dropped }
    }

    /// The node that the expression of a statement became.
    fn root(&self, expr: ExprId) -> Option<NodeId> {
        let mut expr = expr;
        loop {
            match (self.tree.plan.roots.get(&expr), &self.body[expr]) {
                (Some(node), _) => return Some(*node),
                (None, Expr::Paren(inner)) => expr = *inner,
                (None, _) => return None,
            }
        }
    }

    fn find_initializers(&self) -> FxHashSet<NodeId> {
        let mut roots = Vec::new();
        let mut pending: Vec<&Made> = self.tree.plan.locals.values().map(|(_, made)| made).collect();
        while let Some(made) = pending.pop() {
            match made {
                Made::Node(node) => roots.push(*node),
                Made::Parts(parts) => pending.extend(parts.iter().map(|(_, part)| part)),
                Made::Unknown | Made::Default | Made::Empty => {}
            }
        }
        self.inside(roots)
    }

    /// These nodes with all that they are made of.
    fn inside(&self, roots: impl IntoIterator<Item = NodeId>) -> FxHashSet<NodeId> {
        let mut pending: Vec<NodeId> = roots.into_iter().collect();
        let mut found = FxHashSet::default();
        while let Some(id) = pending.pop() {
            if found.insert(id) {
                pending.extend(&self.tree.nodes[id.0 as usize].operands);
            }
        }
        found
    }

    fn changes_nothing(&self, node: NodeId) -> bool {
        match self.tree.nodes[node.0 as usize].what {
            What::Op(op) => matches!(
                op,
                "array_to_pointer"
                    | "address_of"
                    | "base_class_cast"
                    | "cast"
                    | "dot_field"
                    | "indirect"
                    | "lvalue_adjust"
                    | "lvalue_cast"
                    | "padd"
                    | "points_to_field"
                    | "psubtract"
                    | "ref_indirect"
                    | "subscript"
                    | "add"
                    | "subtract"
                    | "multiply"
            ),
            What::Variable | What::Constant(_) | What::Field => true,
            _ => false,
        }
    }
}
