//! Inference: the typed tree of a body.
//!
//! A body is walked once, in the order of its text, with the blocks around each place at hand. What comes out is a tree
//! of [`Node`]s: the expressions as written, with the conversions and calls that nobody wrote between them.

mod allocation;
mod bindings;
mod calls;
mod captured;
mod casts;
mod conversions;
mod declared;
mod deduced_classes;
mod expansions;
mod exprs;
mod flow;
mod generic_lambdas;
mod initialization;
mod lambdas;
pub(crate) mod made;
mod member_addresses;
mod members;
mod mistakes;
mod names;
mod operators;
mod outside;
mod print;
mod range_for;
mod required;
mod rewritten;
mod sizes;
mod statements;
mod three_way;
mod undeclared_names;
mod unset;
mod uses;
mod values;
mod warnings;

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{LocalId, ParamExpr, TypeExpr};
use asunder_hir::body::{Body, ExprId, LambdaId, OperandPlace};
use asunder_mangle::model::Ident;
use asunder_types::{Builtin, Env, Kind, Symbol, Ty, Value};
use rustc_hash::FxHashMap;

use crate::convert::{FunctionSet, Operand, Valued};
use crate::directives::Directives;
use crate::finding::{Argument, Met, MetAt, MetScope, Mistake, UNDECLARED};
use crate::lookup::{Blocks, Lookup, OPERATOR};
use crate::nested_names::{NO_MEMBER, NO_SCOPE};
use crate::operands::NotedOperands;
use crate::view::{Sema, Site};

pub(crate) use captured::Closures;
pub(crate) use declared::{BAD_WIDTH, OUT_OF_RANGE, WIDE};
pub(crate) use deduced_classes::{deduced_class_variable, lacks_arguments};
pub(crate) use generic_lambdas::Captured;
pub(crate) use mistakes::bounds::NOT_POSITIVE;
pub(crate) use mistakes::enclosing::OF_ENCLOSING_FUNCTION;
pub(crate) use mistakes::{Abstract, Delegations, NOT_DEDUCED, TypedTree, abstract_object};
pub(crate) use outside::{
    array_count, body_env, closure_class, completed_array, deduced_variable, initial_value, is_local,
    returned, spelled_of_written, type_of_written,
};
pub(crate) use print::{
    Declared, infer_body, infer_declared, infer_members, infer_template, infer_templates, value_text,
};
pub use print::{EntityAt, ItemInferred, Line, infer_item};
pub(crate) use undeclared_names::in_template_declarations;
pub(crate) use uses::{Used, UsedAt};

/// A name that nothing declares, or that the scope in front of it does not have.
const OF_NAMES: [u16; 3] = [UNDECLARED, NO_MEMBER, NO_SCOPE];

/// Why the type of a name is not known that several functions have.
pub(crate) const FUNCTIONS: &str = "functions of one name";
/// Why an expression has no constant value: nobody evaluates it.
pub(crate) const NOT_EVALUATED: &str = "not evaluated";

/// A function that the compiler provides, and of which it is not known what it gives.
pub(crate) const BUILT_IN_FUNCTION: &str = "built-in function";

/// A call of one.
pub(crate) const BUILT_IN_CALL: &str = "built-in";
/// Why there is no constant: its expression is proven to be ill-formed, so that a template argument made of it is a
/// substitution failure ([temp.deduct.general]/8).
pub(crate) const ILL_FORMED: &str = "ill-formed expression";

/// A node of a typed tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// The value category of an expression ([basic.lval]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Category {
    Lvalue,
    Xvalue,
    Prvalue,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum What<'db> {
    /// An operation, by the reference's word for it.
    Op(&'static str),
    /// A constant.
    Constant(Value<'db>),
    /// A string literal.
    String,
    /// An object of a class whose value is constant.
    Aggregate,
    /// A constant that the reference does not show.
    Unknown,
    /// A variable, parameter or structured binding.
    Variable,
    /// A data member, on its own.
    Field,
    /// A function.
    Routine,
    /// Functions of one name, or a name that overload resolution decides.
    Functions,
    /// A braced list.
    List,
    /// Not known, and why.
    Gap(&'static str),
}

/// What a node names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named<'db> {
    /// A declaration.
    Symbol(Symbol<'db>),
    /// A parameter of a function, by its place.
    Parameter(DeclRef, u32),
    /// A variable that the body declares: its number in the inference.
    Local(u32),
    /// What no program declares: `__func__` and its kin, the functions of `new` and `delete`.
    Predefined(&'static str),
    /// A built-in function: its number in [`Inferred::built_in`].
    BuiltIn(u32),
    /// One of GCC's `__sync_` functions, for values of so many bytes.
    Sized(usize, u8),
}

/// Properties of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Flags {
    /// Nobody wrote it.
    pub implicit: bool,
    pub static_cast: bool,
    pub reinterpret_cast: bool,
    pub const_cast: bool,
    pub functional: bool,
    pub brace: bool,
    pub is_virtual: bool,
    /// Found by its arguments alone.
    pub adl: bool,
    pub default_arg: bool,
}

/// Where a node stands, by the expression that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum At {
    /// At the expression's first character.
    Start(ExprId),
    /// At its operator or name.
    Point(ExprId),
    /// At the name that it ends with, of so many bytes.
    Tail(ExprId, u32),
    /// Nowhere.
    None,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node<'db> {
    /// What it is.
    pub what: What<'db>,
    /// Its type.
    pub ty: Ty<'db>,
    /// Its value category.
    pub category: Category,
    /// An lvalue whose value is read.
    pub read: bool,
    /// What it names.
    pub named: Option<Named<'db>>,
    /// Properties.
    pub flags: Flags,
    /// Where it stands.
    pub at: At,
    /// The parentheses around it, where there are some.
    pub parentheses: Option<ExprId>,
    /// The operands, in order.
    pub operands: Vec<NodeId>,
    /// The value of an operation that a constant stands for.
    pub value: Option<Value<'db>>,
    /// A constant's expression, where it is not a literal.
    pub folded: Option<NodeId>,
    /// It is an operand of another node, or no part of the tree.
    pub used: bool,
}

/// A variable of a body.
#[derive(Clone, Debug)]
pub struct Variable<'db> {
    /// Its declaration; parameters have none.
    pub decl: Option<DeclRef>,
    /// Which parameter it is, of the function or of a lambda.
    pub parameter: Option<(Option<LambdaId>, u32)>,
    /// Its name.
    pub name: Option<Ident>,
    /// Its type.
    pub ty: Ty<'db>,
    /// Its value, where it is a constant.
    pub value: Option<Value<'db>>,
    /// What it is initialized with, where that is constant.
    pub initial: Option<Initial<'db>>,
    /// The object that it is, where that is a constant.
    pub(crate) constant: Option<Rc<crate::eval::Val<'db>>>,
    /// The lambda that it is declared in, if any.
    pub lambda: Option<LambdaId>,
    /// Static storage.
    pub is_static: bool,
    /// It is captured by name: init-captures.
    pub is_capture: bool,
    /// The type as it is spelled, of the object that a handler declares.
    pub(crate) spelled: Option<crate::spelled::Spelled<'db>>,
}

impl<'db> Variable<'db> {
    /// A variable whose value is not known, which nothing declares for itself, in `lambda` if in one.
    pub(crate) fn plain(name: Option<Ident>, ty: Ty<'db>, lambda: Option<LambdaId>) -> Self {
        Variable {
            decl: None,
            parameter: None,
            name,
            ty,
            value: None,
            initial: None,
            constant: None,
            lambda,
            is_static: false,
            is_capture: false,
            spelled: None,
        }
    }
}

/// A constant that a variable is initialized with.
#[derive(Clone, Debug, PartialEq)]
pub enum Initial<'db> {
    /// A number.
    Value(Value<'db>),
    /// The address of an object, a function or a string, or a reference to it.
    Address(NodeId),
    /// A string literal that fills an array.
    String(NodeId),
    /// An array or an object of a class.
    Aggregate,
}

/// The typed tree of a body.
#[derive(Clone, Debug, Default)]
pub struct Inferred<'db> {
    /// All nodes.
    pub nodes: Vec<Node<'db>>,
    /// Variables.
    pub variables: Vec<Variable<'db>>,
    /// Gaps: the kind and the expression of each.
    pub gaps: Vec<(&'static str, ExprId)>,
    /// Mistakes that names alone prove.
    pub mistakes: Vec<Met>,
    /// Something that is not evaluated has a mistake, or earns a warning.
    pub is_ill_formed: bool,
    /// The substitution of template arguments fails.
    pub(crate) is_refused: bool,
    /// The built-in functions that are called.
    pub built_in: Vec<Ident>,
    /// Types that have to be complete and that no node has: of `sizeof`, `new`, `delete`.
    pub(crate) completed: Vec<(Ty<'db>, At)>,
    /// Types of what is returned.
    pub returned: Vec<Ty<'db>>,
    /// The types that the members of accesses by `.` and `->` are looked for in.
    pub(crate) objects: Vec<(ExprId, Ty<'db>)>,
    /// The functions that are used, in the order in which they are evaluated.
    pub(crate) uses: Vec<Used<'db>>,
    /// The instances of templates that operands name which are not evaluated.
    pub(crate) only_named: Vec<Used<'db>>,
    /// The generic lambdas in it, as they are written.
    pub(crate) in_patterns: Vec<Inferred<'db>>,
    /// Operands of inline assembly and arguments of functions that nobody declares.
    pub(crate) operands: NotedOperands,
    /// What the nodes do not show: how objects are made, and which nodes statements consist of.
    pub(crate) plan: made::Plan<'db>,
    /// Static assertions of its blocks, outside templates.
    pub(crate) assertions: Vec<Assertion>,
    /// Of default arguments the parameters, by number, and the values that calls take.
    pub(crate) default_arguments: Vec<(u32, NodeId)>,
}

/// A static assertion of a block.
#[derive(Clone, Debug)]
pub(crate) struct Assertion {
    /// The condition.
    pub(crate) expr: ExprId,
    /// Whether it is known to hold.
    pub(crate) holds: Option<bool>,
    /// The nodes of the condition that are not operands.
    pub(crate) roots: Vec<NodeId>,
}

impl<'db> Inferred<'db> {
    /// Whether something that it evaluates is not known.
    pub(crate) fn has_gaps(&self, db: &'db dyn salsa::Database) -> bool {
        !self.gap_places(db).is_empty()
    }

    /// The places of what it evaluates and is not known: there it may use more than it says.
    pub(crate) fn gap_places(&self, db: &'db dyn salsa::Database) -> Vec<At> {
        // A function that the compiler provides uses nothing.
        let is_built_in = |node: &Node<'db>| node.what == What::Gap(BUILT_IN_CALL);
        let others = self.gaps.iter().filter(|(why, _)| *why != BUILT_IN_FUNCTION);
        let mut places: Vec<At> = others.map(|(_, expr)| At::Start(*expr)).collect();
        let is_gap = |node: &Node<'db>| {
            !is_built_in(node) && (matches!(node.what, What::Gap(_) | What::Functions) || node.ty.absorbs(db))
        };
        if !self.nodes.iter().any(is_gap) {
            return places;
        }
        let roots = (0u32..).zip(&self.nodes).filter(|(_, node)| !node.used);
        let mut pending: Vec<u32> = roots.map(|(index, _)| index).collect();
        let mut is_seen = vec![false; self.nodes.len()];
        while let Some(index) = pending.pop() {
            if std::mem::replace(&mut is_seen[index as usize], true) {
                continue;
            }
            let node = &self.nodes[index as usize];
            if is_gap(node) {
                places.push(node.at);
            }
            pending.extend(node.operands.iter().map(|operand| operand.0));
        }
        places
    }
}

/// What is known of a lambda's closure.
#[derive(Clone, Debug)]
pub(crate) struct Closure<'db> {
    /// The call operator's type; its result is `auto` for generic ones.
    pub(crate) call: Ty<'db>,
    pub(crate) is_generic: bool,
    /// What the body of a generic one uses of the blocks around it.
    pub(crate) captured: Option<Rc<Captured<'db>>>,
}

/// A name of functions before it is known which one is meant.
#[derive(Clone, Debug)]
pub(crate) struct Pending<'db> {
    pub(crate) node: NodeId,
    /// The expression that names them.
    pub(crate) name: ExprId,
    pub(crate) set: Rc<FunctionSet<'db>>,
    /// The object of a member access, and whether it is a pointer.
    pub(crate) object: Option<(NodeId, bool)>,
    /// Explicit template arguments.
    pub(crate) explicit: Option<Vec<crate::template_arguments::GivenArg<'db>>>,
    /// Named with a qualifier: no virtual call, no lookup by arguments.
    pub(crate) qualified: bool,
    /// The identifier of an unqualified name.
    pub(crate) ident: Option<Ident>,
}

/// The blocks, and other scopes of names, around a place in a body.
#[derive(Default)]
pub(crate) struct Scopes<'db> {
    /// What a name is in each block that declares it, by the number of the block; the innermost and last is the last.
    names: FxHashMap<Ident, Vec<(usize, Lookup<'db>)>>,
    blocks: Vec<Block>,
    directives: Directives,
    /// The operators that blocks have declared so far.
    operators: Vec<Ident>,
}

/// What a block is the scope of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// A statement behind a condition, a lambda, parameters.
    #[default]
    Other,
    /// `{…}`.
    Compound,
    /// What a `for` starts with.
    ForInit,
    /// A condition, and what stands in front of it.
    Condition,
    /// The variable of a range-based `for`.
    Range,
    /// What a handler catches.
    Handler,
}

/// What a block declares.
#[derive(Default)]
struct Block {
    kind: BlockKind,
    names: Vec<Ident>,
    /// How many namespaces using-directives nominated in front of it.
    nominated: usize,
}

impl<'db> Scopes<'db> {
    pub(crate) fn open(&mut self) {
        let nominated = self.directives.len();
        self.blocks.push(Block { nominated, ..Block::default() });
    }

    /// Whether the innermost block is the whole body.
    pub(crate) fn is_outermost(&self) -> bool {
        self.blocks.len() <= 1
    }

    /// Whether the innermost block is that of a condition.
    pub(crate) fn is_condition(&self) -> bool {
        self.blocks.last().is_some_and(|block| block.kind == BlockKind::Condition)
    }

    /// Says what the innermost block is the scope of.
    pub(crate) fn mark(&mut self, kind: BlockKind) {
        if let Some(block) = self.blocks.last_mut() {
            block.kind = kind;
        }
    }

    /// What a name is declared by whose scope ends with the statement whose outermost block is the innermost block here
    /// ([basic.scope.block]/2).
    pub(crate) fn controlled(&self, ident: &str) -> Option<BlockKind> {
        let (number, _) = self.names.get(ident)?.last()?;
        let kind = self.blocks.get(number.checked_sub(1)?)?.kind;
        let is_outermost = match (self.blocks.len() - number, kind) {
            (1, BlockKind::Handler) => true,
            (2, BlockKind::Handler) => false,
            (1, _) => self.blocks.last()?.kind == BlockKind::Other,
            (2, _) => self.blocks.last()?.kind == BlockKind::Compound,
            _ => false,
        };
        let is_control = !matches!(kind, BlockKind::Other | BlockKind::Compound);
        (is_outermost && is_control).then_some(kind)
    }

    pub(crate) fn close(&mut self) {
        let Some(block) = self.blocks.pop() else { return };
        for name in block.names {
            if let Some(all) = self.names.get_mut(&name) {
                all.pop();
                if all.is_empty() {
                    self.names.remove(&name);
                }
            }
        }
        self.directives.truncate(block.nominated);
    }

    /// Declares a name in the innermost block.
    pub(crate) fn declare(&mut self, name: Ident, lookup: Lookup<'db>) {
        let number = self.blocks.len();
        if name.starts_with(OPERATOR) && !self.operators.contains(&name) {
            self.operators.push(name.clone());
        }
        if let Some(block) = self.blocks.last_mut() {
            block.names.push(name.clone());
            self.names.entry(name).or_default().push((number, lookup));
        }
    }

    /// Declares a name that nothing declares. The reference has no block for a condition, or for the head of a loop, that
    /// declares nothing: the name belongs to the block around it.
    fn declare_unknown(&mut self, name: Ident, lookup: Lookup<'db>) {
        let is_there = |block: &Block| {
            let is_head = matches!(block.kind, BlockKind::Condition | BlockKind::ForInit);
            !is_head || !block.names.is_empty()
        };
        let Some(index) = self.blocks.iter().rposition(is_there) else { return self.declare(name, lookup) };
        self.blocks[index].names.push(name.clone());
        self.names.entry(name).or_default().push((index + 1, lookup));
    }

    /// What the innermost block that declares a name declares it as.
    fn find(&self, ident: &str) -> Option<Lookup<'db>> {
        let all = self.names.get(ident)?;
        let (innermost, last) = all.last()?;
        let mut found = last.clone();
        // Overloads of a block.
        if let Lookup::Found(symbols) = &mut found {
            for (_, lookup) in all.iter().rev().skip(1).take_while(|(number, _)| number == innermost) {
                if let Lookup::Found(more) = lookup {
                    symbols.extend(more.iter().copied());
                }
            }
        }
        Some(found)
    }

    /// The operators that are declared here.
    fn operators(&self) -> Vec<(Ident, Lookup<'db>)> {
        self.operators.iter().filter_map(|name| Some((name.clone(), self.find(name)?))).collect()
    }

    /// Makes the names of namespaces visible until the innermost block ends.
    pub(crate) fn nominate(&mut self, add: impl FnOnce(&mut Directives)) {
        add(&mut self.directives);
    }

    /// How many blocks there are.
    pub(crate) fn depth(&self) -> usize {
        self.blocks.len()
    }

    /// Whether a block declares a name that is more than `depth` blocks deep.
    pub(crate) fn is_declared_within(&self, ident: &str, depth: usize) -> bool {
        let innermost = self.names.get(ident).and_then(|all| all.last());
        innermost.is_some_and(|(number, _)| *number > depth)
    }

    /// What the innermost block declares a name as.
    pub(crate) fn in_innermost(&self, ident: &str) -> Option<Lookup<'db>> {
        let (number, found) = self.names.get(ident)?.last()?;
        (*number == self.blocks.len()).then(|| found.clone())
    }

    /// What the block around the innermost one declares a name as, where that one does not.
    pub(crate) fn in_second(&self, ident: &str) -> Option<Lookup<'db>> {
        let (number, found) = self.names.get(ident)?.last()?;
        (*number + 1 == self.blocks.len()).then(|| found.clone())
    }

    /// What the outermost block declares a name as.
    pub(crate) fn in_outermost(&self, ident: &str) -> Option<Lookup<'db>> {
        let of_outermost = self.names.get(ident)?.iter().take_while(|(number, _)| *number == 1);
        of_outermost.last().map(|(_, found)| found.clone())
    }
}

/// The inference of one body.
pub(crate) struct Infer<'a, 'db> {
    pub(crate) sema: &'a Sema<'db>,
    pub(crate) body: &'a Body,
    pub(crate) env: Env<'db>,
    pub(crate) point: Point,
    /// An expression of a declaration is walked: it stands in the scope, and has no blocks of its own.
    pub(crate) is_written: bool,
    pub(crate) scopes: Scopes<'db>,
    /// Blocks of another inference around this one, and how many variables it has declared.
    outer: Option<&'a dyn Blocks<'db>>,
    first_variable: u32,
    pub(crate) out: Inferred<'db>,
    /// What an expression has become, by its number.
    pub(crate) sets: Vec<Pending<'db>>,
    pub(crate) lists: Vec<(NodeId, Vec<NodeId>, bool, ExprId)>,
    /// The variables whose types are deduced from the initializers that are read, and how many blocks are around each.
    own_placeholders: Vec<(Ident, usize)>,
    /// The nodes of an initializer that were needed before its object's type was known, by the first expression of it.
    prepared: Option<(ExprId, Vec<NodeId>)>,
    /// The type that `this` points to.
    pub(crate) this: Option<Ty<'db>>,
    /// The lambda that is being walked.
    pub(crate) lambda: Option<LambdaId>,
    /// It stands in another lambda.
    pub(crate) in_nested_lambda: bool,
    /// What is wrong is not told, only that something is: remarks may be missing.
    pub(crate) is_untold: bool,
    /// The return type of the function that is being walked.
    pub(crate) result: Option<Ty<'db>>,
    /// Its return type is deduced.
    pub(crate) deduces: bool,
    /// The return type as it is declared.
    pub(crate) pattern: Ty<'db>,
    /// The operand is not evaluated.
    pub(crate) unevaluated: u32,
    /// The nodes of operands that are not evaluated: the outermost of them so far, in order.
    pub(crate) unevaluated_nodes: Vec<std::ops::Range<u32>>,
    /// The operand is removed: a constant in front of it decides.
    pub(crate) removed: u32,
    /// A branch of `if constexpr` that is not taken is walked: one in this lambda's body, or in no lambda's.
    pub(crate) discarded: Option<Option<LambdaId>>,
    /// What the braced lists around the place initialize.
    pub(crate) lists_make: mistakes::ListsMake,
    /// Where in a function's type an expression of a declaration outside functions stands.
    pub(crate) place_of_names: OperandPlace,
    /// The expression has to be constant as a whole.
    pub(crate) in_required: u32,
    /// It is evaluated with a call of an immediate function.
    pub(crate) in_immediate: bool,
    /// It initializes a `constexpr` variable.
    pub(crate) in_constant: u32,
    /// Where the members are named that mean `this`.
    pub(crate) implied_this: FxHashMap<NodeId, At>,
    /// A constant is required and folded in all releases: that of a `case` label or of a static data member that is
    /// `const` alone.
    pub(crate) folds_required: bool,
    /// The body is that of a template, as it is written.
    pub(crate) in_template: bool,
    /// It stands in the definition of the class around it, which is not complete there ([class.mem.general]/7).
    pub(crate) in_open_class: bool,
    /// The body is that of an instance of a template: it is made at the end of the unit.
    pub(crate) in_instance: bool,
    /// It is not known whether an `if constexpr` discards the statement.
    pub(crate) perhaps_discarded: u32,
    /// There is such a statement.
    pub(crate) has_unknown_branch: bool,
    /// Branches of `if constexpr` around the place of which nobody knows which one is taken.
    pub(crate) open_branches: u32,
    /// What is being checked depends on no template parameter: its mistakes are reported in a template, too.
    pub(crate) is_independent_part: bool,
    /// The declaration whose body it is.
    pub(crate) owner: Option<DeclRef>,
    pub(crate) body_index: u32,
    /// How the type of the variable that is initialized next is spelled.
    pub(crate) target: Option<crate::spelled::Spelled<'db>>,
    /// The element of a range that a variable is initialized with, where it stands, and how its type is spelled.
    pub(crate) range_element: Option<(NodeId, crate::finding::MetAt, Option<crate::spelled::Spelled<'db>>)>,
    /// The name that was read last whose template arguments are operands, for lack of `template`.
    pub(crate) untemplated: Option<ExprId>,
    /// The `switch` statements around the place.
    pub(crate) switches: Vec<mistakes::Switch<'db>>,
    /// Where the arguments stand of which an object is made next, if not at the first of them.
    pub(crate) arguments_at: Option<MetAt>,
    /// What is initialized next is the object of a `new`.
    pub(crate) in_new: bool,
    /// What is initialized next has its value in parentheses.
    pub(crate) in_parentheses: bool,
    /// The assignment whose value is converted.
    pub(crate) assigning: Option<ExprId>,
    /// What the flow of control depends on.
    pub(crate) facts: flow::Facts<'db>,
    /// Names of functions that are called.
    pub(crate) called: rustc_hash::FxHashSet<NodeId>,
    /// The name that the expression around starts with, and what a type there would be.
    pub(crate) leading: Option<(ExprId, mistakes::Leads)>,
    /// The arguments of a built-in function are walked: types may be among them.
    pub(crate) takes_types: u32,
    /// The first node of the statement that is being walked.
    pub(crate) first_of_statement: usize,
    /// The statement that is being walked.
    pub(crate) statement: Option<asunder_hir::body::StmtId>,
    /// The type of the condition of the `switch` around.
    pub(crate) switched: Option<Ty<'db>>,
    /// What evaluating nodes that were asked about does.
    pub(crate) effects: rustc_hash::FxHashMap<NodeId, warnings::Effect>,
    /// Variables that lambdas copy by `[=]`, as far as they have been met.
    pub(crate) captured: rustc_hash::FxHashSet<(LambdaId, u32)>,
    /// The lambdas that are known to copy `this` by a default.
    pub(crate) captured_this: rustc_hash::FxHashSet<LambdaId>,
    /// Its function parameter packs.
    pub(crate) packs: expansions::FunctionPacks<'db>,
    /// The bounds that local declarations write, by the declaration; made when first asked for.
    pub(crate) operands_of: Option<rustc_hash::FxHashMap<LocalId, Vec<&'a asunder_hir::body::TypeOperand>>>,
}

impl<'a, 'db> Infer<'a, 'db> {
    /// The inference of `body`, which stands at `site`.
    pub(crate) fn new(sema: &'a Sema<'db>, body: &'a Body, env: Env<'db>, point: Point) -> Self {
        Infer {
            sema,
            body,
            env,
            point,
            is_written: false,
            scopes: Scopes::default(),
            outer: None,
            first_variable: 0,
            out: Inferred::default(),
            sets: Vec::new(),
            lists: Vec::new(),
            own_placeholders: Vec::new(),
            prepared: None,
            this: None,
            lambda: None,
            in_nested_lambda: false,
            is_untold: false,
            result: None,
            deduces: false,
            pattern: sema.ty(Kind::Auto),
            unevaluated: 0,
            unevaluated_nodes: Vec::new(),
            removed: 0,
            discarded: None,
            lists_make: mistakes::ListsMake::default(),
            place_of_names: OperandPlace::default(),
            in_required: 0,
            in_immediate: false,
            in_constant: 0,
            implied_this: FxHashMap::default(),
            folds_required: false,
            in_template: false,
            in_open_class: false,
            in_instance: false,
            perhaps_discarded: 0,
            has_unknown_branch: false,
            open_branches: 0,
            owner: None,
            is_independent_part: false,
            body_index: u32::MAX,
            target: None,
            range_element: None,
            untemplated: None,
            switches: Vec::new(),
            arguments_at: None,
            in_new: false,
            in_parentheses: false,
            assigning: None,
            facts: flow::Facts::default(),
            leading: None,
            first_of_statement: 0,
            takes_types: 0,
            called: rustc_hash::FxHashSet::default(),
            statement: None,
            switched: None,
            effects: rustc_hash::FxHashMap::default(),
            captured: rustc_hash::FxHashSet::default(),
            captured_this: rustc_hash::FxHashSet::default(),
            packs: expansions::FunctionPacks::default(),
            operands_of: None,
        }
    }

    pub(crate) fn db(&self) -> &'db dyn salsa::Database {
        self.sema.db
    }

    /// Whether template arguments are substituted into an expression of a signature or of another argument: what is
    /// ill-formed in it is a substitution failure ([temp.deduct.general]/8).
    pub(crate) fn is_substituting(&self) -> bool {
        self.in_instance && self.owner.is_none()
    }

    /// The place where an expression stands.
    pub(crate) fn site(&self) -> Site<'_, 'db> {
        Site { env: self.env, point: self.point, blocks: Some(self) }
    }

    // ---- mistakes

    /// Whether a parameter reads as a function of this name's type, `double (a)`, or as an unnamed one of it, `const a`, and
    /// has this name if it is not that of a type ([dcl.ambig.res]/7).
    fn may_be_parameter(&self, ident: &Ident) -> bool {
        let Some(function) = self.owner.and_then(|owner| self.sema.function_expr(owner)) else {
            return false;
        };
        let is_so_called = |param: &ParamExpr| match (&param.name, &param.ty) {
            (None, TypeExpr::Function(inner)) => match inner.params.as_slice() {
                [ParamExpr { name: None, ty: TypeExpr::Name(path, _), .. }] => path.as_ident() == Some(ident),
                _ => false,
            },
            _ => param.perhaps_untyped() == Some(ident),
        };
        function.params.iter().any(is_so_called)
    }

    /// An identifier that nothing declares. The rest of its block is spared: it is declared there from now on.
    pub(crate) fn met_undeclared(&mut self, ident: &Ident, at: MetAt) {
        if self.may_be_parameter(ident) {
            return;
        }
        // Other spellings of a character are one name.
        if ident.is_ascii() && !ident.contains('\\') {
            let mistake = Mistake::new(UNDECLARED, vec![Argument::Name(ident.to_string())]);
            let scope = self.scope_of_names();
            self.out.mistakes.push(Met { scope, ..Met::at(mistake, at) });
        }
        let error = self.sema.ty(Kind::Error);
        let lambda = self.lambda;
        let number = self.add_variable(Variable {
            decl: None,
            parameter: None,
            name: Some(ident.clone()),
            ty: error,
            value: None,
            initial: None,
            constant: None,
            lambda,
            is_static: true,
            is_capture: false,
            spelled: None,
        });
        self.scopes.declare_unknown(ident.clone(), Lookup::Variable(number));
    }

    /// The scope in which a name is declared that is declared here.
    fn scope_of_names(&self) -> MetScope {
        match self.place_of_names {
            _ if !self.scopes.is_outermost() || self.lambda.is_some() => MetScope::Block,
            OperandPlace::Outside => MetScope::Outer,
            OperandPlace::Parameters => MetScope::Parameters,
            OperandPlace::BehindParameters => MetScope::Block,
        }
    }

    // ---- nodes

    pub(crate) fn node(&self, id: NodeId) -> &Node<'db> {
        &self.out.nodes[id.0 as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node<'db> {
        &mut self.out.nodes[id.0 as usize]
    }

    pub(crate) fn push(&mut self, node: Node<'db>) -> NodeId {
        for operand in &node.operands {
            self.out.nodes[operand.0 as usize].used = true;
        }
        let id = NodeId(self.out.nodes.len() as u32);
        self.out.nodes.push(node);
        id
    }

    pub(crate) fn plain(what: What<'db>, ty: Ty<'db>, category: Category, at: At) -> Node<'db> {
        Node {
            what,
            ty,
            category,
            read: false,
            named: None,
            flags: Flags::default(),
            at,
            parentheses: None,
            operands: Vec::new(),
            value: None,
            folded: None,
            used: false,
        }
    }

    pub(crate) fn op(
        &mut self,
        op: &'static str,
        ty: Ty<'db>,
        category: Category,
        at: At,
        operands: Vec<NodeId>,
    ) -> NodeId {
        self.push(Node { operands, ..Self::plain(What::Op(op), ty, category, at) })
    }

    pub(crate) fn implicit_op(
        &mut self,
        op: &'static str,
        ty: Ty<'db>,
        category: Category,
        at: At,
        operands: Vec<NodeId>,
    ) -> NodeId {
        let flags = Flags { implicit: true, ..Flags::default() };
        self.push(Node { operands, flags, ..Self::plain(What::Op(op), ty, category, at) })
    }

    /// A node about which nothing is known.
    pub(crate) fn gap(&mut self, why: &'static str, expr: ExprId) -> NodeId {
        self.out.gaps.push((why, expr));
        let ty = self.sema.gap(why);
        self.push(Self::plain(What::Gap(why), ty, Category::Prvalue, At::Start(expr)))
    }

    /// A node over operands about which nothing is known, for what one of them is.
    pub(crate) fn absorbed(&mut self, expr: ExprId, operands: Vec<NodeId>) -> NodeId {
        let types = || operands.iter().map(|id| self.node(*id).ty);
        let ty = if types().any(|ty| self.sema.is_dependent(ty)) {
            self.sema.ty(Kind::Dependent)
        } else {
            types().find(|ty| ty.absorbs(self.sema.db)).unwrap_or_else(|| self.sema.gap("operand"))
        };
        self.push(Node {
            operands,
            ..Self::plain(What::Gap("operand"), ty, Category::Prvalue, At::Point(expr))
        })
    }

    /// Takes a node out of the tree: what it was made of stays.
    pub(crate) fn hide(&mut self, id: NodeId) {
        self.node_mut(id).used = true;
    }

    /// The leftmost place of a node.
    pub(crate) fn start_of(&self, id: NodeId) -> At {
        if let Some(parentheses) = self.node(id).parentheses {
            return At::Start(parentheses);
        }
        match self.node(id).at {
            At::Point(expr) | At::Start(expr) | At::Tail(expr, _) => At::Start(expr),
            At::None => At::None,
        }
    }

    /// A constant at the place of `from`, which it stands for.
    pub(crate) fn constant_node(&mut self, value: Value<'db>, ty: Ty<'db>, from: NodeId) -> NodeId {
        self.node_mut(from).value = Some(value.clone());
        let at = self.start_of(from);
        let node =
            Node { folded: Some(from), ..Self::plain(What::Constant(value), ty, Category::Prvalue, at) };
        self.push(node)
    }

    /// The value of a node that is a constant.
    pub(crate) fn value_of(&self, id: NodeId) -> Option<Value<'db>> {
        match &self.node(id).what {
            What::Constant(Value::Gap(_)) => None,
            What::Constant(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// A node as an operand of a conversion.
    pub(crate) fn operand(&self, id: NodeId) -> Operand<'db> {
        let node = self.node(id);
        match node.what {
            What::Functions => {
                let pending = self.sets.iter().rfind(|pending| pending.node == id);
                pending.map_or_else(
                    || Operand::value(self.sema.gap("functions"), Category::Prvalue),
                    |pending| Operand::Functions(pending.set.clone()),
                )
            }
            What::List => {
                let Some((_, elements, designated, _)) = self.lists.iter().rfind(|(of, ..)| *of == id) else {
                    return Operand::value(self.sema.gap("list"), Category::Prvalue);
                };
                let elements: Vec<Operand<'db>> = elements.iter().map(|id| self.operand(*id)).collect();
                Operand::List(elements.into(), *designated)
            }
            _ => Operand::Value(self.valued(id)),
        }
    }

    /// A node as a typed operand.
    pub(crate) fn valued(&self, id: NodeId) -> Valued<'db> {
        let node = self.node(id);
        let is_zero = matches!(&node.what, What::Constant(Value::Integer(0, ty)) if ty.as_builtin(self.db()).is_some_and(|it| it != Builtin::Bool))
            && self.is_plain_constant(id);
        let null = is_zero
            || matches!(&node.what, What::Constant(Value::Integer(0, _)) if node.ty.as_builtin(self.db()) == Some(Builtin::NullPtr))
            || node.ty.as_builtin(self.db()) == Some(Builtin::NullPtr);
        let bit_field = match (&node.what, node.operands.last()) {
            (What::Op("dot_field" | "points_to_field"), Some(field)) => match self.node(*field).named {
                Some(Named::Symbol(symbol)) => self.sema.decl(symbol.decl).bit_width.is_some(),
                _ => false,
            },
            _ => false,
        };
        Valued {
            ty: node.ty,
            category: node.category,
            null,
            bit_field,
            string: matches!(node.what, What::String),
        }
    }

    /// Whether a node is a constant that is written, or a cast of one: of zeros the reference takes these alone for null
    /// pointer constants.
    fn is_plain_constant(&self, id: NodeId) -> bool {
        let node = self.node(id);
        match (&node.what, node.folded) {
            (What::Constant(_), None) => true,
            (What::Constant(_), Some(from)) => self.is_plain_constant(from),
            // `int()` too.
            (What::Op("cast" | "bool_cast" | "temp_init"), _) => {
                node.operands.iter().all(|operand| self.is_plain_constant(*operand))
            }
            _ => false,
        }
    }

    /// Whether a node is `false`, which `==` and `!=` take for a null pointer constant.
    pub(crate) fn is_null_truth(&self, id: NodeId) -> bool {
        let is_false = |ty: &Ty<'db>| ty.as_builtin(self.db()) == Some(Builtin::Bool);
        matches!(&self.node(id).what, What::Constant(Value::Integer(0, ty)) if is_false(ty))
            && self.is_plain_constant(id)
    }

    /// The variables of this body, and of those around it.
    pub(crate) fn variable_of(&self, number: u32) -> Variable<'db> {
        match (number.checked_sub(self.first_variable), self.outer) {
            (Some(own), _) => self.out.variables[own as usize].clone(),
            (None, Some(outer)) => outer.variable(number),
            (None, None) => unreachable!("numbers of variables come from these blocks"),
        }
    }

    pub(crate) fn next_variable(&self) -> u32 {
        self.first_variable + self.out.variables.len() as u32
    }

    /// An inference of its own for expressions that see the blocks of this one; what it finds is not added here.
    pub(crate) fn apart(&self) -> Infer<'_, 'db> {
        let mut inner = Infer::new(self.sema, self.body, self.env, self.point);
        inner.outer = Some(self);
        inner.first_variable = self.next_variable();
        (inner.this, inner.lambda) = (self.this, self.lambda);
        (inner.owner, inner.body_index) = (self.owner, self.body_index);
        inner
    }

    /// Declares a variable in the innermost block.
    pub(crate) fn declare(&mut self, variable: Variable<'db>) -> u32 {
        let name = variable.name.clone();
        let number = self.add_variable(variable);
        if let Some(name) = name {
            self.scopes.declare(name, Lookup::Variable(number));
        }
        number
    }

    /// Adds a variable that no name finds yet.
    pub(crate) fn add_variable(&mut self, variable: Variable<'db>) -> u32 {
        let number = self.next_variable();
        self.out.variables.push(variable);
        number
    }

    pub(crate) fn in_block<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.open();
        let result = step(self);
        self.scopes.close();
        result
    }
}

impl<'db> Blocks<'db> for Infer<'_, 'db> {
    fn find(&self, ident: &str) -> Option<Lookup<'db>> {
        self.scopes.find(ident).or_else(|| self.outer.and_then(|outer| outer.find(ident)))
    }

    fn operators(&self) -> Vec<(Ident, Lookup<'db>)> {
        let mut found = self.scopes.operators();
        let outer = self.outer.map(|outer| outer.operators()).unwrap_or_default();
        found.extend(outer.into_iter().filter(|(name, _)| self.scopes.find(name).is_none()));
        found
    }

    fn directives(&self) -> &Directives {
        &self.scopes.directives
    }

    fn this(&self) -> Option<Ty<'db>> {
        self.this
    }

    fn around(&self) -> Option<&dyn Blocks<'db>> {
        self.outer
    }

    fn variable(&self, number: u32) -> Variable<'db> {
        self.variable_of(number)
    }

    fn is_run_time(&self, number: u32) -> bool {
        self.out.plan.run_time.contains(&number) || self.outer.is_some_and(|outer| outer.is_run_time(number))
    }

    fn count(&self) -> u32 {
        self.next_variable()
    }

    fn are_of(&self, env: Env<'db>) -> bool {
        !self.is_written && self.is_own_scope(env) || self.outer.is_some_and(|outer| outer.are_of(env))
    }

    fn body(&self) -> (u32, u32) {
        match self.outer.filter(|_| self.is_written) {
            Some(outer) => outer.body(),
            None => (self.point.item, self.body_index),
        }
    }

    fn lambda(&self) -> Option<LambdaId> {
        match self.is_written {
            true => self.outer.and_then(|outer| outer.lambda()),
            false => self.lambda,
        }
    }

    fn are_of_body(&self) -> bool {
        !self.is_written || self.outer.is_some_and(|outer| outer.are_of_body())
    }
}
