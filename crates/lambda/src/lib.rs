//! Extended lambdas (spec page 4): `__device__` and `__host__ __device__` lambdas of host functions.
//!
//! The host compiler sees an object in the place of such a lambda whose type names the function around it, a
//! number and the types of the captures; the device compiler names the same type in its stub file. So everything
//! here serves one aim: that both name the same type.
//!
//! * [`analyze`] finds the lambdas of an item: which are extended, their parent function, number and captures.
//! * [`queries::item_lambdas`] is the same as a query on an item of a unit.
//! * [`LambdaAnalysis::capture_counts`] is what the preamble of the host file is made of.
//!
//! Block-scope names are resolved in the item's own tree. Members of classes that are defined elsewhere come from
//! a [`ScopeLookup`]; which of several functions a call means, and which references are constants, from `sema`
//! ([`BodyMeanings`]).
//!
//! # Architecture invariants
//! * What is found here is the same in both passes; nothing here knows host text beyond the spelling of a parent
//!   function's type and address, nor diagnostics.
//! * An analysis depends on the item's text, its namespaces and the classes of the unit, never on positions.

mod analysis;
mod annotations;
mod calls;
pub mod counts;
mod declarators;
mod layers;
mod members;
mod parent;
pub mod queries;
mod returns;
mod spelling;

use asunder_decls::written::Spaces;
use asunder_syntax::{SyntaxNode, TextRange, TextSize};

pub use counts::CaptureCounts;
pub use members::{
    Base, BodyMeanings, ClassMembers, Member, MemberFunction, NothingKnown, ScopeInfo, ScopeLookup,
    TreeScopes,
};
pub use parent::{NamespaceName, ParentAddress};

use layers::AutomaticForm;

/// What the lambdas of an item depend on besides its text.
pub struct LambdaContext<'a> {
    /// `--extended-lambda`.
    pub enabled: bool,
    /// The namespaces around the item, outermost first. An unnamed one that gets no generated name is left out.
    pub namespaces: &'a [NamespaceName],
    /// Execution spaces that other declarations of the item's function say.
    pub declared_spaces: Spaces,
    /// The classes and namespaces of the unit.
    pub scopes: &'a dyn ScopeLookup,
    /// What names in the item's bodies mean.
    pub bodies: &'a dyn BodyMeanings,
}

/// The lambdas of one item, as far as host text is concerned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LambdaAnalysis {
    /// Extended lambdas, in the order of their numbers within each function.
    pub extended: Vec<ExtendedLambda>,
    /// `__device__` lambdas that keep their closure type: in device code, default arguments, at namespace scope.
    pub suppressed: Vec<SuppressedLambda>,
    /// `__device__` lambdas inside lambdas that no function is around.
    pub outside_functions: Vec<TextRange>,
    /// Annotations of lambdas whose text is kept.
    pub dropped: Vec<TextRange>,
    /// Text for parent functions, so that their addresses can be written.
    pub repairs: Vec<Insertion>,
}

/// Text to insert into the item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Insertion {
    /// Where.
    pub at: TextSize,
    /// What.
    pub text: String,
}

/// A part of a function's address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AddressPiece {
    /// This text.
    Text(String),
    /// The generated name of the unit's unnamed namespaces.
    UnnamedNamespace,
}

impl From<String> for AddressPiece {
    fn from(text: String) -> Self {
        AddressPiece::Text(text)
    }
}

/// Which code a lambda is compiled to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LambdaKind {
    /// `__device__`
    Device,
    /// `__host__ __device__`
    HostDevice,
}

/// An extended lambda.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExtendedLambda {
    /// The lambda expression in the item.
    pub range: TextRange,
    /// Its execution spaces.
    pub kind: LambdaKind,
    /// Its number in the parent function, from 1.
    pub number: u32,
    /// The function that it is defined in.
    pub parent: ParentAddress,
    /// Operands of the type and the address of `__nv_parent`, which stand for those of the parent.
    pub annotated_parent: Option<(String, String)>,
    /// The return type that the host knows.
    pub preserved_return: Option<String>,
    /// `operator()` is not const.
    pub mutable: bool,
    /// The introducer is not just `[]`.
    pub has_capture_list: bool,
    /// What it captures: explicit captures in the order written, then implicit ones by first use.
    pub captures: Vec<Capture>,
    /// Where the implicit captures, the last ones of `captures`, are first used.
    pub first_uses: Vec<TextRange>,
    /// The definition of the function that it is defined in.
    pub function: TextRange,
}

impl ExtendedLambda {
    /// The implicit captures with the places of their first uses.
    pub fn implicit_captures(&self) -> impl Iterator<Item = (&Capture, TextRange)> {
        let explicit = self.captures.len() - self.first_uses.len();
        self.captures[explicit..].iter().zip(self.first_uses.iter().copied())
    }
}

/// A capture of an extended lambda.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// A variable, by copy.
    Variable {
        /// Its name.
        name: String,
        /// Where its declared type comes from.
        form: VariableForm,
    },
    /// An init-capture.
    Init {
        /// The form of the initializer.
        form: InitForm,
        /// The initializer's expression in the item, without `=` and without enclosing parentheses or braces.
        operand: TextRange,
        /// `...y = e`
        is_pack: bool,
    },
    /// `this`
    This,
    /// `*this`
    StarThis,
}

/// How the type of a captured variable is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableForm {
    /// As that of a copy of the variable.
    Object,
    /// As declared: a reference to a function.
    FunctionReference,
    /// As that of an `auto` variable: an init-capture of an enclosing lambda.
    InitCapture,
}

/// The form of an init-capture's initializer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InitForm {
    /// `y = e`
    Plain,
    /// `y(e)` or `y{e}`
    Enclosed,
}

/// A `__device__` lambda that is not extended: it keeps its type but not its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SuppressedLambda {
    /// The compound statement in the item.
    pub body: TextRange,
}

impl Capture {
    fn variable(name: &str, form: AutomaticForm) -> Capture {
        let form = match form {
            AutomaticForm::Declared => VariableForm::Object,
            AutomaticForm::FunctionReference => VariableForm::FunctionReference,
            AutomaticForm::InitCapture => VariableForm::InitCapture,
        };
        Capture::Variable { name: name.to_owned(), form }
    }
}

/// Finds the lambdas of an item. An item without annotated lambdas costs one look at its nodes.
pub fn analyze(item: &SyntaxNode, context: &LambdaContext<'_>) -> LambdaAnalysis {
    if !analysis::has_annotated_lambda(item) {
        return LambdaAnalysis::default();
    }
    analysis::Walk::new(context).run(item)
}

impl LambdaAnalysis {
    /// The capture counts of the item's extended lambdas.
    pub fn capture_counts(&self) -> CaptureCounts {
        let mut counts = CaptureCounts::default();
        for lambda in &self.extended {
            let is_pack = |capture: &&Capture| matches!(capture, Capture::Init { is_pack: true, .. });
            let packs = lambda.captures.iter().filter(is_pack).count();
            let captures = u32::try_from(lambda.captures.len() - packs).unwrap_or(u32::MAX);
            match lambda.kind {
                LambdaKind::Device if packs > 0 => counts.add_device_with_pack(captures),
                LambdaKind::Device => counts.add_device(captures),
                LambdaKind::HostDevice => counts.add_host_device(captures),
            }
        }
        counts
    }
}
