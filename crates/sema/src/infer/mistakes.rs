//! Mistakes that types prove, where nothing unknown is involved. The rules stand in rooms of their own:
//!
//! | room | rules |
//! |---|---|
//! | `spelling` | the types of nodes as a program spells them |
//! | `values` | conversions that do not exist: arguments, initializers, assignments, returned values |
//! | `called_objects` | objects that are more qualified than what is called for them |
//! | `calls` | calls for which no function is viable, or several are equally good |
//! | `candidates` | functions that a call does not match: whether each surely does not, and why |
//! | `explicit_arguments` | template arguments that expressions write, where they have to be constant |
//! | `operators` | operands that an operator does not take |
//! | `members` | members of what is not a class, inaccessible ones, objects that are missing |
//! | `objects` | objects that cannot be made: constructors, abstract classes, initializers |
//! | `parts` | what constructors leave without an initializer |
//! | `member_initializers` | what constructors initialize twice, delegations |
//! | `narrowing` | conversions in braced lists that may lose something |
//! | `nontype_arguments` | constants as template arguments |
//! | `lists` | braces around single values, designators |
//! | `casts` | casts that do not exist |
//! | `discarded` | values that nobody takes though they should be |
//! | `deleted` | functions that are deleted, those that nobody declares among them |
//! | `deprecated_operands` | operands that operators take and no longer should |
//! | `statements` | labels of switches, declarations of blocks, captures, ranges |
//! | `allocation` | what `new`, `delete` and `throw` do not take, names of several functions |
//! | `jumps` | jumps and labels, what they leave out |
//! | `placeholders` | what `auto` stands for |
//! | `handlers` | what handlers of exceptions cannot catch, or never do |
//! | `incomplete_calls` | calls that take or return objects of classes that are not complete |
//! | `bindings` | structured bindings |
//! | `bounds` | bounds of arrays |
//! | `types` | names of types that nothing declares, in blocks |
//! | `type_values` | names of types in the place of values |
//! | `constant_functions` | what `constexpr` functions may not contain, calls of `consteval` ones |
//! | `arithmetic` | arithmetic of constants that goes wrong |
//! | `addresses` | addresses of what does not live long enough, pointers out of their arrays |

mod abstract_classes;
mod addresses;
mod allocation;
mod ambiguous_constructors;
mod ambiguous_operators;
pub(crate) mod arithmetic;
mod assignments;
mod bindings;
pub(crate) mod bounds;
mod called_objects;
mod calls;
mod candidates;
mod captures;
mod casts;
mod class_deduction;
mod comparisons;
mod constant_functions;
mod coroutines;
mod deleted;
mod deprecated_operands;
mod discarded;
pub(crate) mod enclosing;
mod explicit_arguments;
mod formats;
mod handlers;
mod incomplete_calls;
mod jumps;
mod lists;
mod loop_conditions;
mod member_initializers;
mod members;
mod narrowing;
mod nontype_arguments;
mod objects;
pub(crate) mod operators;
mod parts;
mod placeholders;
mod spelling;
mod statements;
mod substituted;
mod type_values;
mod types;
mod unknown_casts;
mod unknown_scopes;
mod unknown_templates;
mod values;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{DeclKind, Path, SegmentName};
use asunder_hir::body::ExprId;
use asunder_types::{Env, Frame, Kind, Ty};

use super::{At, Infer, NodeId, What};
use crate::finding::{Argument, Met, MetAt, Mistake};
use crate::lookup::{Lookup, Want};
use crate::view::{Sema, Site};

pub(crate) use abstract_classes::{Abstract, abstract_object};
pub(crate) use class_deduction::Undeduced;
pub(crate) use handlers::Taken;
pub(crate) use member_initializers::Delegations;
pub(crate) use narrowing::ListsMake;
pub(crate) use operators::Position;
pub(crate) use placeholders::NOT_DEDUCED;
pub(crate) use spelling::TypedTree;
pub(crate) use statements::Switch;
pub(crate) use type_values::Leads;
pub(crate) use values::{BIT_FIELD_ADDRESS, Context};

/// Messages that the reference leaves to the instances of a template: access (265, 330), constants that are
/// required (28), references to values (461), values that are missing (117, 940), functions that do return (1305), results that are
/// deduced (2546), memory that nothing gives back (830), objects that are dropped (3002, 3004). Assertions (1574, 2784) are reported where they hold in no instance, which is not known
/// here.
const NOT_IN_TEMPLATES: [u16; 14] =
    [28, 117, 265, 330, 410, 461, 830, 940, 1305, 1574, 2546, 2784, 3002, 3004];

/// Messages that are not reported in instances: incomplete types (70, 393, 409, 414, 515, 833), which are complete
/// where the reference instantiates, at the end of the unit; number of arguments (140, 165), while packs are not expanded.
const NOT_IN_INSTANCES: [u16; 8] = [70, 140, 165, 393, 409, 414, 515, 833];

/// Messages about the number of arguments.
const OF_NUMBER: [u16; 2] = [140, 165];

/// Messages about ends of functions that are reached (117, 940, 1305): what is discarded may decide.
const OF_ENDS: [u16; 3] = [117, 940, 1305];

impl<'db> Infer<'_, 'db> {
    /// Notes a mistake.
    pub(crate) fn met(&mut self, mistake: Mistake, at: At) {
        self.met_at(mistake, MetAt::Node(at));
    }

    pub(crate) fn met_at(&mut self, mistake: Mistake, at: MetAt) {
        let is_left_to_end = self.in_instance
            && match self.is_substituting() {
                // A substitution that fails fails now; how many arguments there are is known without gaps.
                true => OF_NUMBER.contains(&mistake.number) && !self.out.gaps.is_empty(),
                false => NOT_IN_INSTANCES.contains(&mistake.number),
            };
        let is_left =
            self.in_template && !self.is_independent_part && NOT_IN_TEMPLATES.contains(&mistake.number)
                || is_left_to_end
                || self.perhaps_discarded > 0
                || self.has_unknown_branch && OF_ENDS.contains(&mistake.number);
        match self.unevaluated {
            0 if is_left => {}
            0 => self.out.mistakes.push(Met::at(mistake, at)),
            _ => {
                self.out.is_ill_formed = true;
                self.out.is_refused |= self.is_substituting()
                    && !is_left
                    && crate::constraints::INVALID.contains(&mistake.number);
            }
        }
    }

    /// The mistakes from `known` on are found behind an expression.
    pub(crate) fn found_behind(&mut self, known: usize, expr: ExprId) {
        self.out.mistakes[known..].iter_mut().for_each(|met| met.behind = Some(expr));
    }

    /// Notes that the substitution of template arguments fails, for a reason that has no message here. True if template
    /// arguments are substituted.
    pub(crate) fn refuse(&mut self) -> bool {
        let is_substituting = self.is_substituting();
        self.out.is_refused |= is_substituting;
        self.out.is_ill_formed |= is_substituting && self.unevaluated > 0;
        is_substituting
    }

    /// The item from which on a class is not defined yet: what is substituted is used somewhere behind the template.
    pub(crate) fn completeness_item(&self) -> u32 {
        if self.in_instance { u32::MAX } else { self.point.item }
    }

    /// Whether a type is incomplete where the body stands: a class is so in its own definition.
    pub(crate) fn is_incomplete_here(&self, ty: Ty<'db>) -> bool {
        let is_around = |class| self.sema.frames(self.env).any(|(_, frame)| frame == Frame::Class(class));
        let is_open = |ty: Ty<'db>| {
            self.in_open_class && self.sema.class_of_elements(ty).is_some_and(|(class, _)| is_around(class))
        };
        self.sema.is_incomplete(ty, self.completeness_item()) || is_open(ty)
    }

    /// Notes a message without arguments.
    pub(crate) fn met_plain(&mut self, number: u16, at: At) {
        self.met(Mistake::new(number, Vec::new()), at);
    }

    /// Whether something about a type is not known, or it depends on template parameters.
    pub(crate) fn is_open(&self, ty: Ty<'db>) -> bool {
        match ty.kind(self.db()) {
            Kind::Builtin(_) => false,
            Kind::Gap(_) | Kind::Error | Kind::Dependent => true,
            _ => self.sema.is_dependent(ty),
        }
    }

    /// Whether a node is a value whose type is known.
    pub(crate) fn is_known(&self, node: NodeId) -> bool {
        !matches!(self.node(node).what, What::Functions | What::List | What::Gap(_))
            && !self.is_open(self.node(node).ty)
    }

    /// Whether a class is known with all that conversions and overload resolution look at.
    pub(crate) fn is_known_class(&self, ty: Ty<'db>) -> bool {
        self.sema.is_known_class(ty)
    }

    /// The name of a type as text of a detail line: without quotes and meaning.
    pub(crate) fn bare_type(&self, node: NodeId) -> Option<String> {
        match self.type_of_argument(node) {
            Some(Argument::Type { written, .. }) => Some(written),
            // Nobody reads it.
            _ if self.is_untold => Some(String::new()),
            _ => None,
        }
    }
}

impl<'db> Sema<'db> {
    /// Whether a class is known with all that conversions and overload resolution look at.
    pub(crate) fn is_known_class(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        let Some(class) = ty.as_class(db) else { return true };
        let Ok(Some(definition)) = self.defined(class) else { return false };
        let members = self.members(definition.decl).into_iter();
        let mut brought = members.filter_map(|(local, member)| match &member.kind {
            DeclKind::UsingDeclaration(path) => Some((path, definition.decl.sibling(local))),
            _ => None,
        });
        if brought.any(|(path, at)| !self.brings_plain_members(path, at, definition.inside)) {
            return false;
        }
        self.bases(class).iter().all(|base| match base.ty.as_class(db) {
            Some(_) => self.is_known_class(base.ty),
            None => false,
        })
    }

    /// Whether a using-declaration of a class brings in members that have plain names: inherited constructors, operators and
    /// conversion functions are not looked at.
    fn brings_plain_members(&self, path: &Path, at: DeclRef, inside: Env<'db>) -> bool {
        let mut segments = path.segments.iter().rev();
        let (Some(last), Some(around)) = (segments.next(), segments.next()) else { return false };
        if !matches!(last.name, SegmentName::Ident(_)) || last.name == around.name {
            return false;
        }
        let named = self.lookup_path(path, Site::new(inside, Point::before(at)), Want::Any);
        matches!(named.found, Lookup::Found(symbols) if !symbols.is_empty())
    }
}
