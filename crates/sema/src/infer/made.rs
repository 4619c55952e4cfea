//! What a typed tree does not show in its nodes: how objects are made, which node an expression of a statement became,
//! what lambdas capture. Evaluation ([`crate::eval`]) reads it.

use asunder_decls::written::LocalId;
use asunder_hir::body::{ExprId, LambdaId, StmtId};
use asunder_types::{CallOperator, Class, Symbol, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use super::NodeId;

/// How an object is initialized.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Made {
    /// Not understood.
    #[default]
    Unknown,
    /// Not at all, or by the default constructor ([dcl.init]/7).
    Default,
    /// With `()` or `{}` ([dcl.init]/8).
    Empty,
    /// By a node, converted to the type of the object.
    Node(NodeId),
    /// Part by part: the number of each, bases before members ([dcl.init.aggr]). Parts that are not listed have their
    /// default member initializers, or are initialized from `{}`.
    Parts(Vec<(u32, Made)>),
}

/// What a constructor initializes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Member<'db> {
    /// A data member.
    Field(Symbol<'db>),
    /// A base, or in a delegating constructor the class itself.
    Class(Class<'db>),
    /// Not understood.
    Unknown,
}

/// What a member initializer of a constructor initializes, and how.
#[derive(Clone, Debug)]
pub(crate) struct InitializedPart<'db> {
    pub(crate) member: Member<'db>,
    pub(crate) made: Made,
    /// The number of the member initializer that is written, which may be an expansion.
    pub(crate) written: u32,
}

/// What belongs to a node besides its operands.
#[derive(Clone, Debug)]
pub(crate) enum Detail<'db> {
    /// How a temporary, or a constant object, is made.
    Made(Made),
    /// A `new`.
    New {
        /// The type of the object, of one element of an array.
        ty: Ty<'db>,
        /// How it is made.
        made: Made,
        /// The number of elements of an array.
        count: Option<NodeId>,
        /// The type is an array.
        is_array: bool,
        /// With placement arguments.
        has_placement: bool,
    },
    /// The pointer of a `delete`, and whether it is that of an array.
    Delete(NodeId, bool),
    /// The object that a `throw` makes, which its node does not show.
    Thrown(NodeId),
    /// A lambda.
    Lambda(LambdaPlan),
    /// The block of a statement expression.
    Statements(StmtId),
    /// The object of a destructor that is called by name, and whether it is a pointer.
    Destroyed(NodeId, bool),
}

/// What evaluation needs of a lambda.
#[derive(Clone, Debug)]
pub(crate) struct LambdaPlan {
    /// Which one.
    pub(crate) lambda: LambdaId,
    /// Captures with initializers: the variable, its initializer, and whether it is a reference.
    pub(crate) captures: Vec<(u32, NodeId, bool)>,
    /// The variables that it captures by their names, and whether by reference.
    pub(crate) named: Vec<(u32, bool)>,
    /// The variable of the first parameter.
    pub(crate) first_param: u32,
    /// The nodes of the body, from the first to behind the last.
    pub(crate) nodes: (u32, u32),
}

/// A range-for statement.
#[derive(Clone, Debug, Default)]
pub(crate) struct RangePlan {
    /// The range.
    pub(crate) range: Option<NodeId>,
    /// The calls that give its begin and its end, for a class.
    pub(crate) ends: Option<(NodeId, NodeId)>,
    /// `*`, `!=` and `++` of an iterator that is a class.
    pub(crate) operations: Vec<NodeId>,
    /// The element, as the initializer of the variable.
    pub(crate) element: Option<NodeId>,
    /// The variable.
    pub(crate) variable: Option<u32>,
}

/// All of that for a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan<'db> {
    /// The last node of an expression that a statement holds: converted as the statement needs it.
    pub(crate) roots: FxHashMap<ExprId, NodeId>,
    /// The branches of `if constexpr` that are not taken: no code.
    pub(crate) discarded: FxHashSet<StmtId>,
    /// Which reading of an ambiguous statement is right.
    pub(crate) readings: FxHashMap<StmtId, StmtId>,
    /// Variables of blocks by their declarations, and how they are made.
    pub(crate) locals: FxHashMap<LocalId, (u32, Made)>,
    /// The objects of structured bindings by their declarations: their types, and how they are made. Not those of classes
    /// that are like tuples, and no copies of arrays of classes.
    pub(crate) bindings: FxHashMap<LocalId, (Ty<'db>, Made)>,
    /// What belongs to nodes.
    pub(crate) details: FxHashMap<NodeId, Detail<'db>>,
    /// What a constructor initializes, in the order in which it is written.
    pub(crate) members: Vec<InitializedPart<'db>>,
    /// Constant variables of blocks whose values are those of the running program.
    pub(crate) run_time: rustc_hash::FxHashSet<u32>,
    /// Something in the body keeps the function from being `constexpr`.
    pub(crate) is_not_constant: bool,
    /// Calls that are reported as not constant.
    pub(crate) reported: rustc_hash::FxHashSet<NodeId>,
    /// The call operators of generic lambdas, by the nodes that name them in calls.
    pub(crate) call_operators: FxHashMap<NodeId, CallOperator<'db>>,
    /// Range-for statements.
    pub(crate) ranges: FxHashMap<StmtId, RangePlan>,
}
