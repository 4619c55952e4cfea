//! Conversions in braced lists that may lose something ([dcl.init.list]/7).
//!
//! The reference warns where the list initializes an object, and has an error where the list is converted implicitly.
//! Integer constants that do not fit have messages of their own.

use asunder_hir::body::Root;
use asunder_syntax::Release;
use asunder_types::{Builtin, Kind, Ty, Value};

use super::super::{Infer, NodeId};
use crate::convert::{Ics, ListTo};
use crate::eval::Stop;
use crate::finding::{Argument, Mistake};
use crate::overload::Chosen;

/// "invalid narrowing conversion from … to …".
const NARROWING: u16 = 2361;
/// The same, with "constant value cannot be represented exactly in destination type".
const INEXACT: u16 = 2364;

/// The first release that has errors in default arguments alone.
const ONLY_WARNS: Release = Release::V13_4;

/// What braced lists are written for: the reference warns of elements that are narrowed where an object is initialized, and
/// has an error elsewhere.
#[derive(Clone, Copy, Default)]
pub(crate) struct ListsMake {
    /// A declared variable, or the result of a function: the place is in its initializer.
    pub(crate) variable: bool,
    /// A value of a type that is written (`T{…}`, `new T{…}`), or of a parameter.
    pub(crate) value: bool,
    /// GNU's compound literal `(T){…}`: nothing is narrowed in it.
    pub(crate) literal: bool,
}

impl<'db> Infer<'_, 'db> {
    /// Runs a step in which braced lists make something else.
    pub(crate) fn with_lists<T>(&mut self, make: ListsMake, step: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.lists_make, make);
        let result = step(self);
        self.lists_make = outer;
        result
    }

    /// The initializer of a variable, or the list that a function returns.
    pub(crate) fn in_initializer<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> T {
        self.with_lists(ListsMake { variable: true, ..ListsMake::default() }, step)
    }

    /// A braced list that makes a value.
    pub(crate) fn as_value<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> T {
        self.with_lists(ListsMake { value: true, literal: false, ..self.lists_make }, step)
    }

    /// The only element of a braced list that makes a scalar of type `to`: of what `new` makes it is an error.
    pub(crate) fn check_narrowed_scalar(&mut self, node: NodeId, to: Ty<'db>) {
        self.check_narrowed(node, to, self.lists_make.value);
    }

    /// An element of a braced list that makes an aggregate.
    pub(crate) fn check_narrowing(&mut self, node: NodeId, to: Ty<'db>) {
        self.check_narrowed(node, to, self.lists_make.value && !self.lists_make.variable);
    }

    /// The only element of a braced list that is converted to `to`.
    pub(crate) fn check_narrowed_list(&mut self, list: NodeId, to: Ty<'db>) {
        if let [only] = self.elements_of(list).as_slice() {
            self.check_narrowed(*only, to, true);
        }
    }

    /// An element of a `std::initializer_list`.
    pub(crate) fn check_narrowed_element(&mut self, node: NodeId, to: Ty<'db>) {
        self.check_narrowed(node, to, true);
    }

    /// The elements of a braced list that are the arguments of a constructor.
    pub(crate) fn check_narrowed_arguments(&mut self, chosen: &Chosen<'db>, args: &[NodeId]) {
        match chosen.arguments.as_slice() {
            [Ics::List(ListTo::InitializerList(element), _)] => {
                for arg in args {
                    self.check_narrowed(*arg, *element, true);
                }
            }
            _ => {
                for (arg, param) in args.iter().zip(chosen.signature.params.iter()) {
                    self.warn_narrowed(*arg, *param, false);
                }
            }
        }
    }

    /// A conversion that may not narrow: the substitution of template arguments fails by it. That of an argument of a constructor
    /// only earns a warning.
    fn check_narrowed(&mut self, node: NodeId, to: Ty<'db>, is_error: bool) {
        if self.is_substituting() && self.narrowing_of(node, to).is_some() {
            self.refuse();
        }
        self.warn_narrowed(node, to, is_error);
    }

    /// The message about a value that narrows in a list of other kinds than GNU's.
    fn narrowing_of(&self, node: NodeId, to: Ty<'db>) -> Option<u16> {
        let is_value = !matches!(self.node(node).what, super::super::What::List);
        (is_value && !self.lists_make.literal).then(|| self.narrowing(node, to)).flatten()
    }

    fn warn_narrowed(&mut self, node: NodeId, to: Ty<'db>, is_error: bool) {
        let Some(number) = self.narrowing_of(node, to) else { return };
        let Some(from) = self.type_of_value_argument(node) else { return };
        let to = Argument::ty(self.sema.display(to.unqualified(self.db())));
        let at = self.start_of(node);
        let only_warns =
            self.sema.dialect.release >= ONLY_WARNS && !matches!(self.body.root, Root::Defaults(_));
        let is_error = is_error && !only_warns;
        self.met(Mistake { is_error, ..Mistake::new(number, vec![from, to]) }, at);
    }

    /// The message about a conversion that narrows.
    fn narrowing(&self, node: NodeId, to: Ty<'db>) -> Option<u16> {
        use asunder_types::{is_floating, is_integral};
        let db = self.db();
        if !self.is_known(node) || self.is_open(to) {
            return None;
        }
        let from = self.node(node).ty.decayed(db);
        let target = to.as_builtin(db)?;
        if from.pointee(db).is_some() {
            return (target == Builtin::Bool).then_some(NARROWING);
        }
        let source = match from.kind(db) {
            Kind::Builtin(builtin) => *builtin,
            Kind::Enum(decl, env) if !self.sema.is_scoped(*decl) => self.sema.promoted_enum(*decl, *env)?,
            _ => return None,
        };
        let value = self.value_of(node).or_else(|| self.evaluate(node));
        // It may be a constant that fits.
        if value.is_none() && matches!(self.evaluated(node), Err(Stop::Unknown)) {
            return None;
        }
        if is_floating(source) && is_integral(target) {
            return Some(NARROWING);
        }
        if is_floating(source) && is_floating(target) {
            let is_smaller = asunder_types::size_of(target)? < asunder_types::size_of(source)?;
            return (is_smaller && value.is_none()).then_some(NARROWING);
        }
        if !is_integral(source) {
            return None;
        }
        if is_floating(target) {
            let Some(Value::Integer(number, _)) = value else { return Some(NARROWING) };
            let is_exact = match asunder_types::size_of(target)? {
                4 => (number as f32) as i128 == number,
                8 => (number as f64) as i128 == number,
                _ => true,
            };
            return (!is_exact).then_some(INEXACT);
        }
        if !is_integral(target) || value.is_some() {
            return None;
        }
        let (least, greatest) = range(source)?;
        let holds = |value| match target {
            Builtin::Bool => (0..=1).contains(&value),
            _ => asunder_types::holds(target, value),
        };
        let is_large =
            asunder_types::size_of(source) == Some(16) && asunder_types::size_of(target) != Some(16);
        (is_large || !holds(least) || !holds(greatest)).then_some(NARROWING)
    }
}

/// The least and the greatest value of an integer type.
fn range(ty: Builtin) -> Option<(i128, i128)> {
    let bits = asunder_types::size_of(ty)? * 8;
    Some(match (ty, bits) {
        (Builtin::Bool, _) => (0, 1),
        (_, 128) => (i128::MIN, i128::MAX),
        _ if asunder_types::holds(ty, -1) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ => (0, (1 << bits) - 1),
    })
}
