//! Extended lambdas (spec page 4): `__device__` and `__host__ __device__` lambdas of host functions.
//!
//! The host compiler sees an object in the place of such a lambda whose type names the function around it, a
//! number and the types of the captures; the device compiler names the same type in its stub file. So everything
//! here serves one aim: that both name the same type.
//!
//! * [`analyze`] finds the lambdas of an item: which are extended, their parent function, number and captures.
//! * [`LambdaAnalysis::edits`] makes the host text.
//! * [`LambdaAnalysis::capture_counts`] is what [`preamble::preamble`] is made of.
//!
//! Block-scope names are resolved in the item's own tree. Members of classes that are defined elsewhere come from
//! a [`ScopeLookup`].

mod analysis;
mod annotations;
mod calls;
pub mod counts;
mod declarators;
mod layers;
mod members;
mod parent;
pub mod preamble;
pub mod queries;
mod returns;
mod rewrite;
mod spelling;
mod value_types;

use asunder_syntax::{SyntaxNode, TextRange};

use crate::edit::Edit;
use crate::options::HostCompiler;

pub use annotations::Spaces;
pub use counts::CaptureCounts;
pub use members::{Base, ClassMembers, Member, MemberFunction, NoScopes, ScopeInfo, ScopeLookup, TreeScopes};
pub use parent::{NamespaceName, ParentAddress};
pub use value_types::ValueType;

use layers::AutomaticForm;

/// What the lambdas of an item depend on besides its text.
pub struct LambdaContext<'a> {
    /// `--extended-lambda`.
    pub enabled: bool,
    /// The compiler that reads the host file.
    pub compiler: HostCompiler,
    /// The namespaces around the item, outermost first. An unnamed one that gets no generated name is left out.
    pub namespaces: &'a [NamespaceName],
    /// Execution spaces that other declarations of the item's function say.
    pub declared_spaces: Spaces,
    /// The classes and namespaces of the unit.
    pub scopes: &'a dyn ScopeLookup,
}

/// The lambdas of one item, as far as host text is concerned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LambdaAnalysis {
    /// Extended lambdas, in the order of their numbers within each function.
    pub extended: Vec<ExtendedLambda>,
    /// `__device__` lambdas that keep their closure type: in device code, default arguments, at namespace scope.
    pub suppressed: Vec<SuppressedLambda>,
    /// Annotations of lambdas whose text is kept.
    dropped: Vec<TextRange>,
    /// Edits of parent functions, so that their addresses can be written.
    repairs: Vec<Edit>,
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

#[cfg(test)]
mod tests {
    use asunder_parser::parse_item;
    use asunder_syntax::{Dialect, Standard, TextSize};

    use super::*;
    use crate::edit::Fragment;

    const SAMPLE: &str = "\
namespace N { template<class T, int, class... P> struct S : B<T> { int v; static void s(T); void o(int); static void o(float);
  void m(T (&a)[3], auto *q, P... p) const && noexcept(sizeof(T)) { auto l = [=, *this, x = [] __attribute__((device)) { }, y(a)]
    __nv_parent((void (*)())&S::m) __attribute__((device)) <class U>(U u = [] __attribute__((device)) { }) mutable -> auto {
      for (auto [c, d] : a) { o(1.f + u); (o)(c * v); B<T>::w = sizeof(u) < v > (d); } return this->v + x; }; }
  friend S<T, 1> operator+(S, int *const &b) { return [&b, this] __attribute__((host)) __attribute__((device)) (int) { }; } }; }
template<> void N::S<char, 2>::o(int S) try { use([S] __attribute__((device)) { }); } catch (E &e) { [e] __attribute__((device)) { }; }";

    fn analysis(text: &str) -> LambdaAnalysis {
        let tree = parse_item(text, Dialect::new(Standard::Cpp20)).syntax();
        let scopes = TreeScopes::collect(&tree, &[]);
        let compiler = HostCompiler::Clang(200_000);
        analyze(
            &tree,
            &LambdaContext {
                enabled: true,
                compiler,
                namespaces: &[],
                declared_spaces: Spaces::default(),
                scopes: &scopes,
            },
        )
    }

    #[test]
    fn unfinished_text_gives_a_fragment() {
        for end in (0..SAMPLE.len()).filter(|&end| SAMPLE.is_char_boundary(end)) {
            let text = &SAMPLE[..end];
            let edits = analysis(text).edits(text, HostCompiler::Clang(200_000));
            Fragment::new(TextSize::of(text), edits);
        }
    }

    #[test]
    fn counts_of_an_item() {
        let counts = analysis(SAMPLE).capture_counts();
        assert_eq!(counts.device().collect::<Vec<_>>(), [1, 4]);
        assert_eq!(counts.host_device().collect::<Vec<_>>(), [2]);
    }
}
