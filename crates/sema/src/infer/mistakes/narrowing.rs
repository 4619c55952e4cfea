//! Conversions in braced lists that may lose something ([dcl.init.list]/7).
//!
//! The reference warns where the list initializes an object, and has an error where the list is converted implicitly.
//! Integer constants that do not fit have messages of their own.

use asunder_hir::body::Root;
use asunder_syntax::Release;
use asunder_types::{Builtin, Kind, Ty, Value, is_floating, is_integral};

use super::super::{Infer, Named, NodeId, What};
use crate::convert::{Ics, ListTo};
use crate::eval::Stop;
use crate::finding::{Argument, Mistake};
use crate::overload::Chosen;

/// "invalid narrowing conversion from … to …".
const NARROWING: u16 = 2361;
/// The same, with "constant value does not fit in destination type".
const DOES_NOT_FIT: u16 = 2362;
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

    /// A constant that a three-way comparison would narrow to an integer type that does not hold it ([expr.spaceship]/4).
    /// True if it is reported.
    pub(crate) fn check_fits(&mut self, node: NodeId, to: Ty<'db>) -> bool {
        let (Some(Value::Integer(number, _)), Some(target)) = (self.value_of(node), to.as_builtin(self.db()))
        else {
            return false;
        };
        if !is_integral(target) || asunder_types::holds(target, number) {
            return false;
        }
        if let Some(from) = self.type_of_value_argument(node) {
            let to = Argument::ty(self.sema.display(to));
            let at = self.start_of(node);
            self.met(Mistake::new(DOES_NOT_FIT, vec![from, to]), at);
        }
        true
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
        if self.is_substituting() && self.is_checked(node) {
            match self.narrowing(node, to) {
                Ok(None) => {}
                Ok(Some(_)) => _ = self.refuse(),
                Err(Unknown) => self.out.is_ill_formed = true,
            }
        }
        self.warn_narrowed(node, to, is_error);
    }

    /// Whether narrowing is looked for: nothing is narrowed in GNU's compound literals.
    fn is_checked(&self, node: NodeId) -> bool {
        !matches!(self.node(node).what, What::List) && !self.lists_make.literal
    }

    fn warn_narrowed(&mut self, node: NodeId, to: Ty<'db>, is_error: bool) {
        if !self.is_checked(node) {
            return;
        }
        let Ok(Some(number)) = self.narrowing(node, to) else { return };
        let Some(from) = self.type_of_value_argument(node) else { return };
        let to = Argument::ty(self.sema.display(to.unqualified(self.db())));
        let at = self.start_of(node);
        let only_warns =
            self.sema.dialect.release >= ONLY_WARNS && !matches!(self.body.root, Root::Defaults(_));
        let is_error = is_error && !only_warns;
        self.met(Mistake { is_error, ..Mistake::new(number, vec![from, to]) }, at);
    }

    /// The message about a conversion that narrows; an error where that is not known, for the value may be a constant that
    /// fits.
    fn narrowing(&self, node: NodeId, to: Ty<'db>) -> Result<Option<u16>, Unknown> {
        let db = self.db();
        if !self.is_known(node) || self.is_open(to) {
            return Err(Unknown);
        }
        let from = self.node(node).ty.decayed(db);
        let Some(target) = to.as_builtin(db) else { return Ok(None) };
        if from.pointee(db).is_some() {
            return Ok((target == Builtin::Bool).then_some(NARROWING));
        }
        let source = match from.kind(db) {
            Kind::Builtin(builtin) => *builtin,
            Kind::Enum(decl, env) if !self.sema.is_scoped(*decl) => {
                self.sema.promoted_enum(*decl, *env).ok_or(Unknown)?
            }
            _ => return Ok(None),
        };
        if is_floating(source) && is_integral(target) {
            return Ok(Some(NARROWING));
        }
        let is_arithmetic = |ty| is_floating(ty) || is_integral(ty);
        if !is_arithmetic(source) || !is_arithmetic(target) || holds_all(target, source) {
            return Ok(None);
        }
        let value = self.value_of(node).or_else(|| self.evaluate(node)).or_else(|| self.required_value(node));
        let Some(value) = value else {
            return match self.evaluated(node) {
                Err(Stop::Unknown) if !self.is_never_constant(node) => Err(Unknown),
                _ => Ok(Some(NARROWING)),
            };
        };
        let Value::Integer(number, _) = value else { return Ok(None) };
        let is_exact = match (is_floating(target), asunder_types::size_of(target)) {
            (true, Some(4)) => (number as f32) as i128 == number,
            (true, Some(8)) => (number as f64) as i128 == number,
            // Integers that do not fit have messages of their own.
            _ => true,
        };
        Ok((!is_exact).then_some(INEXACT))
    }

    /// Whether a node calls a function that is not `constexpr`, or reads a parameter.
    fn is_never_constant(&self, node: NodeId) -> bool {
        let it = self.node(node);
        let is_plain_function = |symbol: asunder_types::Symbol<'db>| {
            let decl = self.sema.decl(symbol.decl);
            decl.name.ident().is_some() && !decl.specifiers.is_constexpr && !decl.specifiers.is_consteval
        };
        match (&it.what, it.named) {
            (What::Variable, Some(Named::Parameter(..))) => it.read,
            (What::Op("call"), _) if it.operands.first().is_some_and(|callee| {
                let callee = self.node(*callee);
                matches!((&callee.what, callee.named), (What::Routine, Some(Named::Symbol(symbol))) if is_plain_function(symbol))
            }) => true,
            (What::Op("question" | "land" | "lor"), _) => false,
            (What::Op(_), _) => it.operands.iter().any(|operand| self.is_never_constant(*operand)),
            _ => false,
        }
    }
}

/// Whether a conversion narrows is not known.
struct Unknown;

/// Whether a type has all values of another one.
fn holds_all(target: Builtin, source: Builtin) -> bool {
    let size = asunder_types::size_of;
    if is_floating(source) {
        return is_floating(target) && size(target) >= size(source);
    }
    if is_floating(target) || size(source) == Some(16) && size(target) != Some(16) {
        return false;
    }
    let holds = |value| match target {
        Builtin::Bool => (0..=1).contains(&value),
        _ => asunder_types::holds(target, value),
    };
    range(source).is_some_and(|(least, greatest)| holds(least) && holds(greatest))
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
