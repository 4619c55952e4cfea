//! What the bodies of an item use: the functions that they call or name and the variables of namespaces and classes
//! that they access, in the order in which they are evaluated.
//!
//! Bodies of templates have no uses here. A use whose function is not known is left out.

use asunder_decls::names::DeclRef;
use asunder_hir::source_map::{BodySourceMap, ItemSourceMap};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextSize};
use asunder_types::{Env, Frame};

pub use asunder_hir::body::FIRST_LOCAL;

use crate::examined::{Templates, examined};
use crate::infer::{At, Inferred, NodeId, UsedAt, What};
use crate::view::Sema;

/// The uses of a function, or of the initializer of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyUses {
    /// The function or variable.
    pub owner: DeclRef,
    /// In the order in which they are evaluated.
    pub uses: Box<[Use]>,
}

/// A function or variable that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// A declaration of it; of an instance of a template that of the template.
    pub decl: DeclRef,
    /// It is an instance of a template, or a member of one.
    pub is_instance: bool,
    /// How it is used.
    pub form: UseForm,
    /// Where what names it starts, in bytes of the item's text: the name of a member behind `.` and `->`, the first
    /// character of other functions' names, the last part of a variable's, the operator, the operand that is converted,
    /// the variable that is made.
    pub at: TextSize,
    /// The place of the expression that uses it, in bytes of the item's text: the `(` of a call, the end of an
    /// assignment to a variable.
    pub point: TextSize,
    /// The number of the lambda whose body it stands in.
    pub lambda: Option<u32>,
    /// It stands in an operand that a constant one in front of it decides not to evaluate.
    pub is_removed: bool,
}

/// How a function or variable is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseForm {
    /// It is called by its name.
    Call,
    /// It is called by its name, and it is virtual.
    VirtualCall,
    /// It is called by an operator.
    Operator,
    /// It is called as the call operator of an object.
    CallOperator,
    /// It converts an object of its class.
    Conversion,
    /// It makes an object of its class.
    Constructor,
    /// It is named, not called.
    Name,
    /// A variable is accessed.
    Variable(Access),
}

/// What becomes of a variable, or of a part of it. A constant that stands for the variable is not an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// How.
    pub kind: AccessKind,
    /// A member or an element is meant, not the whole variable.
    pub is_part: bool,
}

/// How a variable is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Its value is read.
    Read,
    /// It is written.
    Write,
    /// Its value is read, then it is written.
    Update,
    /// Its address is taken, or a reference bound to it.
    Address,
}

impl AccessKind {
    /// Whether the variable is written.
    pub fn writes(self) -> bool {
        matches!(self, AccessKind::Write | AccessKind::Update)
    }
}

/// The uses of the bodies of an item, as far as they are not in templates. `templates` changes nothing: it is what the
/// mistakes of the unit are asked with, so that nothing is inferred twice.
pub fn uses(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
    templates: Templates,
) -> &[BodyUses] {
    &examined(db, source, item, dialect, templates).uses
}

/// The uses of a body.
pub(crate) fn of_body<'db>(
    sema: &Sema<'db>,
    tree: &Inferred<'db>,
    places: &BodySourceMap,
    map: &ItemSourceMap,
) -> Box<[Use]> {
    let mut uses = Vec::with_capacity(tree.uses.len());
    let mut order = Vec::with_capacity(tree.uses.len());
    let (mut parents, mut read_so_far) = (None, TextSize::new(0));
    for used in &tree.uses {
        let mut form = used.form;
        let place = match used.at {
            UsedAt::Variable(node) => {
                let parents = parents.get_or_insert_with(|| parents_of(tree));
                let Some(access) = access(tree, parents, node) else { continue };
                form = UseForm::Variable(access.0);
                let start = name(tree.nodes[node.0 as usize].at, places);
                start.map(|start| (start, end(access.1, places).unwrap_or(start)))
            }
            UsedAt::Expr(start, point) => {
                let start = offset(start, places);
                start.map(|start| (start, offset(point, places).unwrap_or(start)))
            }
            UsedAt::Declared(decl) => decl
                .local
                .0
                .checked_sub(FIRST_LOCAL)
                .and_then(|index| map.locals.get(index as usize))
                .map(|range| (range.start(), range.start())),
        };
        let Some((at, point)) = place else { continue };
        let is_write = matches!(form, UseForm::Variable(it) if it.kind.writes());
        // An assignment is made when both its operands are known.
        let moment = if is_write { point } else { read_so_far.max(at) };
        if !is_write {
            read_so_far = moment;
        }
        order.push((moment, is_write, uses.len()));
        uses.push(Use {
            decl: used.symbol.decl,
            is_instance: is_instance(sema, used.symbol.env) || sema.is_function_template(used.symbol.decl),
            form,
            at,
            point,
            lambda: used.lambda.map(|it| it.0),
            is_removed: used.is_removed,
        });
    }
    order.sort_unstable();
    order.into_iter().map(|(.., index)| uses[index]).collect()
}

/// Where the last part of the name starts that an expression is.
fn name(at: At, places: &BodySourceMap) -> Option<TextSize> {
    match at {
        At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => Some(places.name(expr)),
        At::None => None,
    }
}

/// Where the expression of a place ends.
fn end(at: At, places: &BodySourceMap) -> Option<TextSize> {
    match at {
        At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => Some(places.range(expr).end()),
        At::None => None,
    }
}

/// Where a place of an expression is.
fn offset(at: At, places: &BodySourceMap) -> Option<TextSize> {
    match at {
        At::Start(expr) => Some(places.range(expr).start()),
        At::Point(expr) => Some(places.at(expr)),
        At::Tail(expr, length) => Some(places.range(expr).end() - TextSize::new(length)),
        At::None => None,
    }
}

/// The node that each node is an operand of; its own number where there is none.
fn parents_of(tree: &Inferred<'_>) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..tree.nodes.len() as u32).collect();
    for (index, node) in (0u32..).zip(&tree.nodes) {
        for operand in &node.operands {
            parents[operand.0 as usize] = index;
        }
    }
    parents
}

/// What the tree does with the object that `node` names, and the place of the node that does it: `None` where nothing,
/// or that is not known.
fn access(tree: &Inferred<'_>, parents: &[u32], node: NodeId) -> Option<(Access, At)> {
    let (mut at, mut is_part) = (node.0, false);
    loop {
        let reads = tree.nodes[at as usize].read;
        if reads {
            return Some((Access { kind: AccessKind::Read, is_part }, At::None));
        }
        let parent = parents[at as usize];
        if parent == at {
            return None;
        }
        let around = &tree.nodes[parent as usize];
        let is_first = around.operands.first().is_some_and(|first| first.0 == at);
        let What::Op(op) = around.what else { return None };
        let kind = match op {
            "assign" if is_first => AccessKind::Write,
            "dot_field" | "subscript" if is_first => {
                is_part = true;
                at = parent;
                continue;
            }
            "array_to_pointer" => {
                let outer = parents[parent as usize];
                if outer == parent || !matches!(tree.nodes[outer as usize].what, What::Op("subscript")) {
                    AccessKind::Address
                } else {
                    at = parent;
                    continue;
                }
            }
            "lvalue_adjust" | "lvalue_cast" | "base_class_cast" | "question" => {
                at = parent;
                continue;
            }
            "comma" if !is_first => {
                at = parent;
                continue;
            }
            "address_of" | "reference_to" | "dot_member_call" => AccessKind::Address,
            op if is_first && updates(op) => AccessKind::Update,
            _ => return None,
        };
        let at = if kind.writes() { around.at } else { At::None };
        return Some((Access { kind, is_part }, at));
    }
}

/// Whether an operator changes its first operand by its value.
fn updates(op: &str) -> bool {
    op.ends_with("_assign") || op.ends_with("_incr") || op.ends_with("_decr")
}

/// Whether a scope is that of an instance of a template.
fn is_instance<'db>(sema: &Sema<'db>, env: Env<'db>) -> bool {
    sema.frames(env).any(|(_, frame)| match frame {
        Frame::Template { .. } => true,
        Frame::Class(class) => class.args(sema.db).is_some(),
        _ => false,
    })
}
