//! What the device half of a unit keeps (spec 2 §1c, 5 §4): kernels, variables in device memory, functions that are seen
//! outside, explicit instantiations, and all that these use, headers included; each with what keeps it.
//!
//! ```text
//! all bodies of the user, roots of headers ─▶ instances of kernels, of which each is kept
//! roots ─ uses (calls, names, tables, initializers, what nobody wrote) ─▶ kept
//! ```
//!
//! What is kept is never too little: where a body has something that is not known, all that has a name that its text
//! mentions is kept too ([`How::Mentioned`]). Of templates that are found so, it is not known which instances are kept.

mod edges;
mod roots;

use std::collections::VecDeque;

use asunder_decls::names::DeclRef;
use asunder_mangle::itanium::{Dialect as Mangling, mangle, mangle_device};
use asunder_mangle::model::{CtorKind, DtorKind, Entity, Unqualified};
use asunder_sema::bodies::Bodies;
use asunder_sema::instances::Symbol;
use asunder_sema::uses::{CallOperator, ItemCode, Special, declared_in_block, entity_of_block};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextSize};
use rustc_hash::FxHashSet;

use crate::used::is_local;
use edges::Edges;

/// Code or data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node<'db> {
    /// A function by its definition, or by what declares it.
    Function(DeclRef),
    /// An instance of a function template, or a member of one of a class template.
    Instance(Symbol<'db>),
    /// A variable of a namespace or class.
    Variable(DeclRef),
    /// An instance of a variable template.
    VariableInstance(Symbol<'db>),
    /// The special member function that nobody wrote of the class that this defines.
    Special(DeclRef, Special),
    /// The same of an instance of a class template, by what names its inside.
    SpecialOfInstance(Symbol<'db>, Special),
    /// The call operator of a lambda.
    Lambda(CallOperator<'db>),
    /// A class or a name of a type that a text mentions: which of its members are used is not known.
    Mentioned(DeclRef),
}

/// How something uses what it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It calls it.
    Called,
    /// It names it, or takes its address.
    Named,
    /// It accesses the variable.
    Accessed,
    /// It makes an object with a virtual table that has it.
    InTable,
    /// Its text mentions the name, and what it uses is not all known.
    Mentioned,
}

/// Why something is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is a kernel.
    Kernel,
    /// It is an instance of a kernel template that the code of the item makes which starts at this byte of the unit.
    KernelInstance(TextSize),
    /// It is a variable in memory of the device.
    DeviceVariable,
    /// It has external linkage and is not inline.
    External,
    /// It has the attribute `used`.
    Marked,
    /// An explicit instantiation makes it.
    Instantiated,
    /// What has this number uses it.
    By(usize, How),
}

/// What something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptKind {
    /// A kernel.
    Kernel,
    /// Another function.
    Function,
    /// A variable.
    Variable,
    /// A class, or a name of a type: which of its members are used is not known.
    Type,
}

/// Something that the device half keeps.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What it is.
    pub kind: KeptKind,
    /// Its qualified name; of instances with what the parameters of the templates stand for.
    pub name: String,
    /// Its qualified name alone.
    pub path: String,
    /// The linker name, where it is known; of what only the unit sees it is the host's.
    pub symbol: Option<String>,
    /// What linker names are made of, where that is known.
    entity: Option<Entity>,
    /// It is a template, of which it is not known which instances are kept.
    pub is_open: bool,
    /// Its name in its declaration or definition, in bytes of the unit.
    pub at: TextSize,
    /// Why it is kept.
    pub why: Why,
}

impl Kept {
    /// The name that device code has for it, where that is known, in a unit with this module id.
    pub fn device_symbol(&self, module_id: &str, is_separate: bool) -> Option<String> {
        let is_kernel = self.kind == KeptKind::Kernel;
        mangle_device(self.entity.as_ref()?, is_kernel, module_id, is_separate).ok()
    }
}

/// How a unit is compiled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mode {
    /// It is to be linked with others (`-rdc=true`).
    pub is_separate: bool,
    /// `constexpr` functions of the host may run on the device (`--expt-relaxed-constexpr`).
    pub relaxed_constexpr: bool,
}

/// All that the device half of a unit keeps, in the order in which it is met: what keeps something stands in front of it.
pub fn kept(db: &dyn salsa::Database, source: SourceText, dialect: Dialect, mode: Mode) -> Vec<Kept> {
    let bodies = Bodies::new(db, source, dialect);
    let edges = Edges::new(db, &bodies, mode, roots::with_classes(db, source, dialect));
    let mut closure = Closure::default();
    for (node, why) in roots::roots(db, &bodies, source, dialect, mode.is_separate) {
        closure.add(node, why);
    }
    for (node, item) in kernel_instances(&edges, &roots::starts(db, &bodies, source, dialect)) {
        closure.add(node, Why::KernelInstance(edges.names().range(item).start()));
    }
    while let Some(index) = closure.pending.pop_front() {
        for (node, how) in edges.of(closure.all[index].0).iter() {
            if edges.may_be_on_device(*node) {
                closure.add(*node, Why::By(index, *how));
            }
        }
    }
    let mut listed = Vec::with_capacity(closure.all.len());
    // Where each stands in the list. The head of a function is not kept for itself: what it mentions is mentioned by what
    // mentions it.
    let mut places: Vec<usize> = Vec::with_capacity(closure.all.len());
    for (node, why) in closure.all {
        let why = match why {
            Why::By(by, how) => Why::By(places[by], how),
            why => why,
        };
        let is_head = matches!((node, why), (Node::Mentioned(decl), Why::By(..)) if edges.is_function(decl));
        let kept = if is_head { None } else { shown(db, &edges, node, why) };
        match (kept, why) {
            (None, Why::By(by, _)) => places.push(by),
            (kept, _) => {
                places.push(listed.len());
                listed.extend(kept);
            }
        }
    }
    listed
}

/// What is reached, in order.
#[derive(Default)]
struct Closure<'db> {
    all: Vec<(Node<'db>, Why)>,
    known: FxHashSet<Node<'db>>,
    pending: VecDeque<usize>,
}

impl<'db> Closure<'db> {
    fn add(&mut self, node: Node<'db>, why: Why) {
        if self.known.insert(node) {
            self.pending.push_back(self.all.len());
            self.all.push((node, why));
        }
    }
}

/// The instances of kernel templates that the code in the items leads to, on whichever side it runs, each with the item:
/// the front end makes all that is used, and keeps each kernel that it makes.
fn kernel_instances<'db>(edges: &Edges<'_, 'db>, starts: &[roots::Start<'db>]) -> Vec<(Node<'db>, u32)> {
    let mut found = Vec::new();
    let mut known: FxHashSet<Node<'db>> = FxHashSet::default();
    let mut pending: VecDeque<(Node<'db>, u32)> = VecDeque::new();
    for start in starts {
        for node in &start.nodes {
            if known.insert(*node) {
                pending.push_back((*node, start.item));
            }
        }
        for body in edges.bodies.of_item(start.item).iter() {
            let lambdas = body.lambdas.iter().map(|lambda| Some(lambda.lambda));
            for lambda in [None].into_iter().chain(lambdas) {
                for (node, _) in edges.of_uses(body, lambda).iter() {
                    if known.insert(*node) {
                        pending.push_back((*node, start.item));
                    }
                }
            }
        }
    }
    while let Some((node, item)) = pending.pop_front() {
        if edges.is_kernel(node) {
            found.push((node, item));
        }
        for (next, _) in edges.of(node).iter() {
            if known.insert(*next) {
                pending.push_back((*next, item));
            }
        }
    }
    found
}

/// How a node is shown; `None` for one that nothing in the unit declares.
fn shown<'db>(
    db: &'db dyn salsa::Database,
    edges: &Edges<'_, 'db>,
    node: Node<'db>,
    why: Why,
) -> Option<Kept> {
    let names = edges.names();
    let declared = |decl: DeclRef| (decl.item, Some(decl));
    let (item, decl) = match node {
        Node::Function(decl) | Node::Variable(decl) | Node::Special(decl, _) | Node::Mentioned(decl) => {
            declared(decl)
        }
        Node::Instance(symbol) | Node::VariableInstance(symbol) | Node::SpecialOfInstance(symbol, _) => {
            declared(symbol.decl)
        }
        Node::Lambda(operator) => edges.bodies.declared_around(operator)?,
    };
    let path = decl.and_then(|decl| match is_local(decl) {
        true => declared_in_block(db, names.item_text(decl.item), decl.local)
            .and_then(|(written, _)| Some(written.name.ident()?.to_string())),
        false => names.qualified_text(decl),
    });
    let path = path.unwrap_or_default();
    let entity: Option<Entity> = match node {
        Node::Function(decl) if is_local(decl) => {
            let bodies = edges.bodies.of_item(decl.item);
            let own = bodies.iter().find(|body| body.owner == decl).and_then(|body| body.name.as_ref());
            own.and_then(|name| entity_of_block(&ItemCode(names, &bodies), name))
        }
        Node::Function(decl) | Node::Variable(decl) if !roots::is_templated(names, decl) => {
            names.entity(decl)
        }
        Node::Instance(symbol) => {
            let known = edges.bodies.entity_of_instance(symbol).filter(|known| known.has_types);
            known.map(|known| known.entity)
        }
        Node::Lambda(operator) => edges.bodies.entity_of_call_operator(operator),
        Node::VariableInstance(symbol) => edges.bodies.entity_of_variable(symbol),
        Node::Special(class, special) if !is_local(class) && !roots::is_templated(names, class) => {
            unqualified(special).map(|unqualified| names.special_entity(class, unqualified))
        }
        Node::Function(_)
        | Node::Variable(_)
        | Node::Special(..)
        | Node::SpecialOfInstance(..)
        | Node::Mentioned(_) => None,
    };
    let symbol = entity.as_ref().and_then(|entity| mangle(entity, Mangling::Gnu).ok());
    let name = match node {
        Node::Instance(symbol) => edges.bodies.text_of_instance(symbol).unwrap_or_else(|| path.clone()),
        Node::Special(_, special) | Node::SpecialOfInstance(_, special) => {
            format!("{path} ({})", special_text(special))
        }
        Node::Lambda(..) => format!("a lambda in {path}"),
        _ => path.clone(),
    };
    let kind = match node {
        Node::Mentioned(_) => KeptKind::Type,
        Node::Variable(_) | Node::VariableInstance(_) => KeptKind::Variable,
        node if edges.is_kernel(node) => KeptKind::Kernel,
        _ => KeptKind::Function,
    };
    let outside = decl.filter(|decl| !is_local(*decl));
    let at = outside.and_then(|decl| names.name_offset(decl)).unwrap_or_else(|| names.range(item).start());
    let is_open = symbol.is_none() && matches!(node, Node::Function(_) | Node::Variable(_));
    Some(Kept { kind, name, path, symbol, entity, is_open, at, why })
}

/// The name of a special member function without parameters.
fn unqualified(special: Special) -> Option<Unqualified> {
    match special {
        Special::Default => Some(Unqualified::Constructor(CtorKind::Complete)),
        Special::Destructor => Some(Unqualified::Destructor(DtorKind::Complete)),
        Special::Copy | Special::Move | Special::CopyAssignment | Special::MoveAssignment => None,
    }
}

/// What a special member function is.
fn special_text(special: Special) -> &'static str {
    match special {
        Special::Default => "default constructor",
        Special::Copy => "copy constructor",
        Special::Move => "move constructor",
        Special::Destructor => "destructor",
        Special::CopyAssignment => "copy assignment",
        Special::MoveAssignment => "move assignment",
    }
}
