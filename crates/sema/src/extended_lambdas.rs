//! The types of extended lambdas that the reference restricts: those of captured variables, of the call operator, and
//! the template arguments of the function around (spec 4 (c)).
//! Function types are not looked through.

use std::sync::Arc;

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Access, Spaces};
use asunder_hir::body::{LambdaId, Owner};
use asunder_mangle::model::Ident;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextRange, TextSize};
use asunder_types::{Bound, Class, Env, Frame, Kind, Origin, Symbol, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::implied::Code;
use crate::infer::made::{Detail, LambdaPlan};
use crate::infer::{Named, Node, NodeId, What, body_env, closure_class, infer_templates};
use crate::named_classes::{NamedPart, PartsOfTypes};
use crate::special::Special;
use crate::spelled::Spelled;
use crate::uses::{is_local, written_spaces};
use crate::view::Sema;

/// What the rules look at in a lambda that is written with `__device__`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LambdaTypes {
    /// The variables that it captures, those with initializers among them.
    pub captured: Box<[CapturedVariable]>,
    /// The parts of the result and of the parameters of its call operator, in this order; `None` where they are not known.
    pub signature: Option<Box<[RestrictedPart]>>,
    /// The parts of the template arguments of the function around, if that is an instance of a template; the arguments of
    /// classes around it are not looked at. `None` where one is not known.
    pub arguments: Option<Arc<[RestrictedPart]>>,
}

impl LambdaTypes {
    /// The captured variable of a name.
    pub fn captured(&self, name: &str) -> Option<&CapturedVariable> {
        self.captured.iter().find(|it| &*it.name == name)
    }
}

/// A captured variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedVariable {
    /// Its name.
    pub name: Ident,
    /// The parts of its type; `None` where that is not known.
    pub parts: Option<Box<[RestrictedPart]>>,
    /// It is an array.
    pub array: Option<CapturedArray>,
    /// It has an initializer, which is an array without static storage duration.
    pub has_array_initializer: bool,
    /// It is a `std::initializer_list`.
    pub is_initializer_list: bool,
}

/// A captured array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedArray {
    /// The number of its dimensions.
    pub dimensions: u32,
    /// Its type as messages show it.
    pub shown: Option<String>,
    /// The type of its elements as messages show it.
    pub element: Option<String>,
    /// Whether elements can be default constructed; `None` where that is not known.
    pub is_default_constructible: Option<bool>,
    /// Whether elements can be assigned.
    pub is_assignable: Option<bool>,
}

/// A part of a type that only some places can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestrictedPart {
    /// A class or enumeration of a function, or the closure of a lambda in one that is not extended: as messages show it.
    Local(Option<String>),
    /// A private or protected member of a class.
    Inaccessible(Option<String>),
    /// A class template, as an argument, that is a private or protected member.
    InaccessibleTemplate,
}

/// The types of the `__device__` lambdas in the templates of an item, as the templates are written: each with the place
/// where the lambda starts. A variable whose type depends on template parameters has neither parts nor an array.
#[salsa::tracked(returns(ref))]
pub fn types_in_templates(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> Vec<(TextSize, LambdaTypes)> {
    let sema = Sema::new(db, source, dialect);
    let mut all = Vec::new();
    for inferred in infer_templates(&sema, item) {
        let text = sema.names().item_text(item);
        let map = asunder_hir::source_map(db, text);
        let (body, places) = (&sema.bodies(item).bodies[inferred.body as usize].1, &map.bodies);
        let (Some(env), Some(places)) =
            (sema.env_of_template(inferred.owner), places.get(inferred.body as usize))
        else {
            continue;
        };
        let code = Code { sema: &sema, tree: &inferred.tree, body, places, map, text: text.text(db) };
        let env = body_env(&sema, env, item, inferred.body);
        let nesting = sema.nesting(item, inferred.body);
        let number = inferred.body;
        let is_device = |lambda| sema.spaces_of_lambda(item, number, lambda).is_some_and(|it| it.device);
        let lambdas = nesting.lambdas().map(|(lambda, _)| lambda).filter(|lambda| is_device(*lambda));
        let device: Vec<_> =
            lambdas.map(|lambda| (lambda, closure_class(&sema, env, item, number, lambda))).collect();
        let types = types_of_lambdas(code, env, &device);
        all.extend(types.into_iter().filter_map(|(lambda, types)| Some((nesting.start_of(lambda)?, types))));
    }
    all.sort_unstable_by_key(|(at, _)| *at);
    all
}

/// The types of the lambdas in a body that are written with `__device__`, by their numbers; `env` are the scopes of their
/// closures.
pub(crate) fn types_of_lambdas<'db>(
    code: Code<'_, 'db>,
    env: Env<'db>,
    lambdas: &[(LambdaId, Class<'db>)],
) -> FxHashMap<LambdaId, LambdaTypes> {
    let details = code.tree.plan.details.values();
    let plans: FxHashMap<LambdaId, &LambdaPlan> = details
        .filter_map(|detail| match detail {
            Detail::Lambda(plan) => Some((plan.lambda, plan)),
            _ => None,
        })
        .collect();
    let arguments = code.sema.restricted_arguments(env);
    let mut all = FxHashMap::default();
    for (lambda, class) in lambdas {
        if let Some(plan) = plans.get(lambda) {
            all.insert(*lambda, types_of(code, plan, *class, arguments.clone()));
        }
    }
    all
}

fn types_of<'db>(
    code: Code<'_, 'db>,
    plan: &LambdaPlan,
    class: Class<'db>,
    arguments: Option<Arc<[RestrictedPart]>>,
) -> LambdaTypes {
    let sema = code.sema;
    let closure = sema.closure(class);
    let mut numbers: Vec<u32> = plan.named.iter().map(|(number, _)| *number).collect();
    if code.body[plan.lambda].default_capture.is_some() {
        let first_own = plan.captures.first().map_or(plan.first_param, |(number, ..)| *number);
        let (from, until) = (plan.nodes.0 as usize, plan.nodes.1 as usize);
        let nodes = code.tree.nodes.get(from..until).unwrap_or_default();
        numbers.extend(nodes.iter().filter_map(|node| match (&node.what, node.named) {
            (What::Variable, Some(Named::Local(number))) if number < first_own => Some(number),
            _ => None,
        }));
        let of_generic = closure.as_ref().and_then(|closure| closure.captured.clone());
        numbers.extend(of_generic.iter().flat_map(|captured| captured.variables()));
    }
    numbers.extend(plan.captures.iter().map(|(number, ..)| *number));
    let initialized_by_array: FxHashSet<u32> = plan
        .captures
        .iter()
        .filter(|(_, node, _)| is_array(code, *node))
        .map(|(number, ..)| *number)
        .collect();
    let mut known = FxHashSet::default();
    let captured = numbers.into_iter().filter(|number| known.insert(*number)).filter_map(|number| {
        let variable = code.tree.variables.get(number as usize)?;
        let (name, ty) = (variable.name.clone()?, variable.ty.referred(sema.db));
        let parts = sema.restricted(|parts| parts.of_type(ty));
        // The reference does not look at what references to arrays refer to.
        let is_reference = matches!(variable.ty.kind(sema.db), Kind::Reference(..));
        let array = if is_reference { None } else { sema.captured_array(ty) };
        let has_array_initializer = initialized_by_array.contains(&number);
        let is_initializer_list = sema.initializer_list_of(ty).is_some();
        Some(CapturedVariable { name, parts, array, has_array_initializer, is_initializer_list })
    });
    let captured = captured.collect();
    let call = closure.as_ref().and_then(|closure| closure.call.as_function(sema.db));
    let signature = call.and_then(|call| {
        let mut types = std::iter::once(&call.result).chain(&call.params);
        sema.restricted(|parts| types.try_for_each(|ty| parts.of_type(*ty)))
    });
    LambdaTypes { captured, signature, arguments }
}

/// Whether what is written for a node is an array without static storage duration, whose type does not depend on template
/// parameters.
fn is_array(code: Code<'_, '_>, mut node: NodeId) -> bool {
    loop {
        let Some(found) = code.tree.nodes.get(node.0 as usize) else { return false };
        match found.operands.as_slice() {
            [operand] if found.flags.implicit => node = *operand,
            _ => {
                let ty = found.ty.referred(code.sema.db);
                let is_array =
                    matches!(ty.kind(code.sema.db), Kind::Array(..)) && !code.sema.is_dependent(ty);
                return is_array && !is_static(code, found);
            }
        }
    }
}

/// Whether a node names a variable of static storage duration, references apart: its address is a constant.
fn is_static<'db>(code: Code<'_, 'db>, node: &Node<'db>) -> bool {
    let db = code.sema.db;
    if !matches!(node.what, What::Variable) {
        return false;
    }
    match node.named {
        Some(Named::Symbol(symbol)) => {
            !matches!(code.sema.variable_type(symbol).kind(db), Kind::Reference(..))
        }
        Some(Named::Local(number)) => code.tree.variables.get(number as usize).is_some_and(|variable| {
            variable.is_static && !matches!(variable.ty.kind(db), Kind::Reference(..))
        }),
        _ => false,
    }
}

impl<'db> Sema<'db> {
    /// The parts of the template arguments of the function whose body has these scopes.
    fn restricted_arguments(&self, body: Env<'db>) -> Option<Arc<[RestrictedPart]>> {
        let mut frames = self.frames(body).map(|(_, frame)| frame);
        match frames.find(|frame| !matches!(frame, Frame::Body(..) | Frame::CallOperator(..))) {
            Some(Frame::Template { args: Some(args), .. }) => self.restricted(|parts| parts.of_args(args)),
            _ => Some(Arc::default()),
        }
    }

    /// The restricted parts of types, `walk` through which is given; `None` where one is not known.
    fn restricted<P: FromIterator<RestrictedPart>>(
        &self,
        walk: impl FnOnce(&mut PartsOfTypes<'_, 'db>) -> Option<()>,
    ) -> Option<P> {
        let mut found = Vec::new();
        let mut note = |part| {
            found.extend(self.restriction(part));
            Some(())
        };
        walk(&mut PartsOfTypes { sema: self, through_functions: false, each: &mut note })?;
        Some(found.into_iter().collect())
    }

    fn restriction(&self, part: NamedPart<'db>) -> Option<RestrictedPart> {
        match part {
            NamedPart::Declared { ty, decl, .. } if is_local(decl) => {
                Some(RestrictedPart::Local(self.type_text(ty)))
            }
            NamedPart::Declared { ty, decl, .. } => (self.decl(decl).access != Access::Public)
                .then(|| RestrictedPart::Inaccessible(self.type_text(ty))),
            NamedPart::Closure(class) => {
                self.is_restricted_closure(class).then(|| RestrictedPart::Local(self.closure_text(class)))
            }
            NamedPart::Template(decl) => {
                (self.decl(decl).access != Access::Public).then_some(RestrictedPart::InaccessibleTemplate)
            }
        }
    }

    /// Whether a closure is that of a lambda in a function that is not extended. An extended lambda is written with
    /// `__device__`, and is not generic if it is written with `__host__` too.
    pub(crate) fn is_restricted_closure(&self, class: Class<'db>) -> bool {
        let Some((_, spaces)) = self.lambda_in_function(class) else { return false };
        let is_generic = self.closure(class).is_none_or(|closure| closure.is_generic);
        !spaces.device || spaces.host && is_generic
    }

    /// Of the closure of a lambda in a function that function, and the spaces that the lambda is written with.
    fn lambda_in_function(&self, class: Class<'db>) -> Option<(DeclRef, Spaces)> {
        let Origin::Lambda(item, number, lambda) = class.origin(self.db) else { return None };
        let (owner, _) = self.bodies(item).bodies.get(number as usize)?;
        let Owner::Function(local) = *owner else { return None };
        Some((DeclRef { item, local }, self.spaces_of_lambda(item, number, LambdaId(lambda))?))
    }

    /// The spaces that a lambda of a body of an item is written with.
    pub(crate) fn spaces_of_lambda(&self, item: u32, number: u32, lambda: LambdaId) -> Option<Spaces> {
        let (_, body) = self.bodies(item).bodies.get(number as usize)?;
        let map = asunder_hir::source_map(self.db, self.names().item_text(item));
        let places = map.bodies.get(number as usize)?;
        let block = places.stmt(body[lambda].block).start();
        let start = self.nesting(item, number).start_of(lambda).unwrap_or(block);
        let text = self.names().item_text(item).text(self.db);
        Some(written_spaces(&text[TextRange::new(start.min(block), block)]))
    }

    /// Whether a closure is that of an extended lambda, one for the device in a function that the host has: its type is not
    /// a literal one (measured; spec 4).
    pub(crate) fn is_extended_closure(&self, class: Class<'db>) -> bool {
        self.spaces_of_extended(class).is_some()
    }

    /// The spaces that the extended lambda of a closure is written with.
    fn spaces_of_extended(&self, class: Class<'db>) -> Option<Spaces> {
        let (function, spaces) = self.lambda_in_function(class)?;
        let around = match is_local(function) {
            true => Some(self.decl(function).attributes.spaces),
            false => self.names().spaces(function),
        };
        let is_of_device = |it: Spaces| (it.device || it.global) && !it.host;
        (spaces.device && around.is_some_and(|around| !is_of_device(around))).then_some(spaces)
    }

    /// The value of one of the traits of extended lambdas (spec 4), `__nv_is_extended_…` by what is behind that; `None` where
    /// it is not known.
    pub(crate) fn extended_lambda_trait(&self, which: &str, ty: Ty<'db>) -> Option<bool> {
        let Kind::Class(class) = ty.unqualified(self.db).kind(self.db) else { return Some(false) };
        let Some(spaces) = self.spaces_of_extended(*class) else { return Some(false) };
        Some(match which {
            "device_lambda_closure_type" => !spaces.host,
            "host_device_lambda_closure_type" => spaces.host,
            "device_lambda_with_preserved_return_type" => {
                !spaces.host && self.written_result(*class)?.is_some()
            }
            _ => return None,
        })
    }

    fn is_public(&self, function: Symbol<'db>) -> bool {
        self.decl(function.decl).access == Access::Public
    }

    /// Whether the first parameter of a function, if it has one, is not a reference to an object that may be changed.
    fn takes_const(&self, function: Symbol<'db>) -> bool {
        let signature = self.signature(function);
        let call = signature.as_ref().and_then(|signature| signature.ty.as_function(self.db));
        let first = call.and_then(|call| call.params.first());
        first.is_none_or(|first| match first.kind(self.db) {
            Kind::Reference(to, false) => to.qualifiers(self.db).is_const,
            _ => true,
        })
    }

    fn captured_array(&self, ty: Ty<'db>) -> Option<CapturedArray> {
        let (mut dimensions, mut element) = (0, ty);
        while let Kind::Array(inner, bound) = element.unqualified(self.db).kind(self.db) {
            if !matches!(bound, Bound::Count(_)) {
                return None;
            }
            (dimensions, element) = (dimensions + 1, *inner);
        }
        if dimensions == 0 {
            return None;
        }
        let element = element.unqualified(self.db);
        let has = |special| match element.as_class(self.db) {
            None => Some(true),
            Some(class) => Some(match self.special(class, special)? {
                None => false,
                Some(found) => {
                    let is_usable = |symbol| self.takes_const(symbol) && self.is_public(symbol);
                    !found.is_deleted && found.declared.is_none_or(is_usable)
                }
            }),
        };
        Some(CapturedArray {
            dimensions,
            shown: self.spelled_text(&Spelled::Plain(ty)),
            element: self.type_text(element),
            is_default_constructible: has(Special::Default),
            is_assignable: has(Special::CopyAssignment),
        })
    }
}
