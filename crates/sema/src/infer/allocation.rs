//! `new` and `delete`, and assignments that nobody declares.

use asunder_decls::names::Point;
use asunder_decls::written::{BodyKind, DeclKind};
use asunder_hir::body::{ExprId, Init};
use asunder_types::{Builtin, Kind, Symbol, Ty};

use super::made::{Detail, Made};
use super::mistakes::{Abstract, Undeduced};
use super::uses::UsedAt;
use super::{At, Category, Infer, Named, Node, NodeId, What};
use crate::convert::Operand;
use crate::finding::{Argument, MetAt, Mistake};
use crate::lookup::{Lookup, Sought, Want};
use crate::nested_names::Follow;
use crate::overload::{Candidate, Chosen, How, Resolution};
use crate::special::Special;
use crate::uses::UseForm;

/// "delete of pointer to incomplete class".
const INCOMPLETE: u16 = 414;
/// "… has no corresponding … (to be called if an exception is thrown during initialization of an allocated object)".
const NO_DEALLOCATION: u16 = 830;

impl<'db> Infer<'_, 'db> {
    pub(crate) fn new_expr(
        &mut self,
        id: ExprId,
        global: bool,
        placement: &[ExprId],
        ty: &asunder_decls::written::TypeExpr,
        bound: Option<ExprId>,
        init: &Init,
    ) -> NodeId {
        let db = self.db();
        let mut placed = Vec::new();
        for node in self.arguments(placement) {
            placed.push(self.operand(node));
            self.resolved_value(node);
        }
        if self.check_typenames_in(id, ty, Follow::Other) {
            return self.error(id, Vec::new());
        }
        let mut of = self.sema.resolve(ty, self.site());
        if bound.is_none() {
            let places = match init {
                Init::None => Some(Undeduced { arguments: MetAt::After(id), class: None }),
                Init::Paren(_) => {
                    Some(Undeduced { arguments: MetAt::NewType(id), class: Some(MetAt::NewType(id)) })
                }
                _ => None,
            };
            of = self.as_value(|infer| infer.with_deduced_class(of, ty, init, places));
        }
        if matches!(of.kind(db), Kind::Error) {
            self.check_new_type(id, ty);
        }
        if self.check_new_placeholder(id, of, init) {
            return self.error(id, Vec::new());
        }
        // Only what variables and results are made of is deduced.
        if let (true, Init::Paren(exprs)) = (self.sema.has_auto(of), init) {
            let nodes = self.arguments(exprs);
            let gap = self.gap("auto in new", id);
            self.node_mut(gap).operands = nodes;
            return gap;
        }
        if of.absorbs(db) || self.sema.is_dependent(of) {
            if self.in_template && !self.is_substituting() {
                self.check_dependent_new(id, of, bound, init);
            }
            return self.absorbed_type(id, of, Vec::new());
        }
        // Before C++20 parentheses initialize no arrays ([expr.new]/25).
        let is_array = bound.is_some() || matches!(of.kind(db), Kind::Array(..));
        if is_array
            && let Init::Paren(args) = init
            && let [first, rest @ ..] = args.as_slice()
            && self.sema.dialect.standard < asunder_syntax::Standard::Cpp20
        {
            if !self.is_substituting() && bound.is_some() {
                self.check_initialized_array(*first, rest.first().copied());
            } else if self.is_substituting() {
                return self.error(id, Vec::new());
            }
        }
        if self.check_new_object(id, ty, of, bound) {
            return self.error(id, Vec::new());
        }
        self.out.completed.push((of, At::Start(id)));
        let element = match (of.kind(db), bound) {
            (Kind::Array(element, _), _) => *element,
            _ => of,
        };
        let mut elements = None;
        if let Some(bound) = bound {
            let node = self.expr(bound);
            let node = self.settled(node);
            let is_wrong = !self.is_substituting() && self.check_new_bound(node, bound);
            let wrong = self.out.mistakes.len();
            let size = self.sema.builtin(Builtin::UnsignedLong);
            let count = self.converted_for(node, size, bound);
            if is_wrong {
                // That the conversion changes it is not said.
                self.out.mistakes.truncate(wrong);
            }
            elements = Some(count);
            // A constant bound is a part of the type.
            if self.value_of(count).is_some() {
                self.hide_tree(count);
            } else if self.node(count).flags.implicit {
                self.hide(count);
                let operands = self.node(count).operands.clone();
                operands.into_iter().for_each(|operand| self.node_mut(operand).used = false);
            }
        }
        if !matches!(init, Init::Brace(_)) {
            self.check_placement(id, global, element, is_array, placed);
        }
        let mut constructed = false;
        let mut how = match init {
            Init::None => Made::Default,
            Init::Paren(args) if args.is_empty() => Made::Empty,
            Init::Brace(list) if matches!(&self.body[*list], asunder_hir::body::Expr::List(all) if all.is_empty()) => {
                Made::Empty
            }
            _ => Made::Unknown,
        };
        match bound {
            Some(bound) => self.check_new_array(id, init, element, bound),
            None => {
                if is_array && let Some(class) = element.as_class(db) {
                    self.check_abstract(class, Abstract::Array, MetAt::NewType(id));
                }
            }
        }
        if matches!(init, Init::None) {
            self.check_const_new(id, element, bound);
        }
        if bound.is_none() {
            if let (false, Some(class)) = (is_array, element.as_class(db))
                && self.check_abstract(class, Abstract::Object, MetAt::NewType(id))
            {
                let args = match init {
                    Init::Paren(args) => self.arguments(args),
                    Init::Brace(list) => vec![self.expr(*list)],
                    Init::None | Init::Copy(_) => Vec::new(),
                };
                return self.error(id, args);
            }
            self.check_new(id, init, element);
            self.in_new = true;
            let made = self.as_value(|infer| infer.initialized(init, element));
            if how != Made::Empty || element.as_class(db).is_some() {
                how = made.made;
            }
            self.arguments_at = None;
            constructed = made.node.is_some() && element.as_class(db).is_some();
            if let Some(node) = made.node.filter(|_| made.value.is_some()) {
                self.node_mut(node).used = false;
            }
            let is_error = |node: NodeId| matches!(self.node(node).ty.kind(db), Kind::Error);
            if made.node.is_some_and(is_error) && self.refuse() {
                return self.error(id, Vec::new());
            }
        }
        let named = (!constructed).then(|| {
            self.allocation(match is_array {
                true => "operator new[]",
                false => "operator new",
            })
        });
        let node = self.push(Node {
            named,
            ..Self::plain(What::Op("new"), element.pointer_to(db), Category::Prvalue, At::Start(id))
        });
        let detail = Detail::New {
            ty: element,
            made: how,
            count: elements,
            is_array,
            has_placement: !placement.is_empty(),
        };
        self.out.plan.details.insert(node, detail);
        node
    }

    /// A placement `new` whose memory nothing gives back where the constructor throws ([expr.new]/27).
    fn check_placement(
        &mut self,
        id: ExprId,
        global: bool,
        element: Ty<'db>,
        is_array: bool,
        placed: Vec<Operand<'db>>,
    ) {
        let db = self.db();
        let Some(class) = element.as_class(db).filter(|_| !placed.is_empty()) else { return };
        // Without code in the constructor nothing throws.
        let is_quiet = match self.sema.definition(class) {
            Some(definition) => {
                let is_defaulted = |it: &Symbol<'db>| {
                    let kind = &self.sema.decl(it.decl).kind;
                    matches!(kind, DeclKind::Function { body: BodyKind::Defaulted, .. })
                };
                self.sema.constructors(&definition).iter().all(is_defaulted)
                    && self.sema.is_trivial(class, Special::Default) != Some(false)
            }
            None => true,
        };
        if is_quiet || placed.iter().any(|operand| !matches!(operand, Operand::Value(_))) {
            return;
        }
        let (new, delete) = if is_array { ("new[]", "delete[]") } else { ("new", "delete") };
        let Some(allocations) = self.allocations(class, global, new) else { return };
        let size = Operand::value(self.sema.builtin(Builtin::UnsignedLong), Category::Prvalue);
        let operands: Vec<Operand<'db>> = [size].into_iter().chain(placed).collect();
        let chosen = match self.sema.choose(&allocations, None, &operands, &How::call()) {
            Resolution::Best(chosen) => chosen,
            _ => return,
        };
        let wanted = &chosen.signature.params[1.min(chosen.signature.params.len())..];
        let is_member = self.sema.class_around(chosen.symbol).is_some();
        if wanted.is_empty() || chosen.signature.variadic {
            return;
        }
        let Some(deallocations) = self.allocations(class, !is_member, delete) else { return };
        for deallocation in &deallocations {
            let Some(signature) = self.sema.signature(deallocation.symbol) else { return };
            let is_open = self.sema.is_function_template(deallocation.symbol.decl);
            if is_open || signature.params.get(1..).is_some_and(|rest| rest == wanted) {
                return;
            }
        }
        // The global ones are always overloaded.
        let function = match is_member {
            true => self.function_argument(chosen.symbol, &allocations, false),
            false => self.full_function(chosen.symbol).map(|entity| match entity {
                Argument::Entity { kind, name, .. } => Argument::Entity { kind, name, declared: None },
                entity => entity,
            }),
        };
        let Some(function) = function else { return };
        let text = Argument::Text(format!("operator {delete}"));
        self.met(Mistake::new(NO_DEALLOCATION, vec![function, text]), At::Start(id));
    }

    /// The functions that `new` or `delete` of a class may mean: those of the class, else the global ones. `None` where
    /// they are not known.
    fn allocations(
        &self,
        class: asunder_types::Class<'db>,
        global: bool,
        operator: &'static str,
    ) -> Option<Vec<Candidate<'db>>> {
        let sought = Sought::Operator(operator);
        if !global {
            match self.sema.lookup_in_class(sought, class, Point::END, Want::Any) {
                Lookup::Found(symbols) => return Some(symbols.into_iter().map(Candidate::of).collect()),
                Lookup::None => {}
                _ => return None,
            }
        }
        let space = asunder_decls::layout::NamespaceId::GLOBAL;
        let env = self.sema.namespace_env(space);
        let all = self.sema.free_operators(sought, operator);
        let is_global = |decl: &&asunder_decls::names::DeclRef| {
            self.sema.decl(**decl).parent.is_none()
                && self.sema.function_expr(**decl).is_some()
                && self.sema.names().item(decl.item).namespace == space
                && self.point.sees(**decl)
        };
        Some(all.iter().filter(is_global).map(|decl| Candidate::of(Symbol { decl: *decl, env })).collect())
    }

    pub(crate) fn delete(&mut self, id: ExprId, array: bool, operand: ExprId) -> NodeId {
        let node = self.expr(operand);
        let node = self.settled(node);
        self.check_deleted_object(node);
        if let Some(object) = self.node(node).ty.decayed(self.db()).pointee(self.db()) {
            let at = self.start_of(node);
            self.out.completed.push((object, at));
            let is_class = object.as_class(self.db()).is_some();
            if is_class && self.is_known(node) && self.sema.is_incomplete(object, self.completeness_item()) {
                self.met_plain(INCOMPLETE, at);
            }
            self.check_destroyed(object, crate::finding::MetAt::Node(at));
        }
        let pointer = self.decay(node);
        // The reference keeps the pointer elsewhere.
        self.hide(pointer);
        let void = self.sema.builtin(Builtin::Void);
        let named = self.allocation(if array { "operator delete[]" } else { "operator delete" });
        let node = self.push(Node {
            named: Some(named),
            ..Self::plain(What::Op("delete"), void, Category::Prvalue, At::Start(id))
        });
        self.out.plan.details.insert(node, Detail::Delete(pointer, array));
        node
    }

    /// The global function of `new` or `delete` that takes a size or a pointer alone ([basic.stc.dynamic]).
    pub(super) fn allocation(&self, name: &'static str) -> Named<'db> {
        let operator = name.trim_start_matches("operator ");
        let sought = crate::lookup::Sought::Operator(operator);
        let declared = self.sema.free_operators(sought, operator);
        let global = asunder_decls::layout::NamespaceId::GLOBAL;
        let env = self.sema.namespace_env(global);
        let found = declared.iter().map(|decl| Symbol { decl: *decl, env }).find(|symbol| {
            self.sema.decl(symbol.decl).parent.is_none()
                && self.sema.names().item(symbol.decl.item).namespace == global
                && self.sema.signature(*symbol).is_some_and(|signature| signature.params.len() == 1)
        });
        found.map_or(Named::Predefined(name), Named::Symbol)
    }

    // ---- assignments that nobody declares

    /// Whether `=` means the assignment that a class has without declaring it.
    pub(crate) fn takes_implicit_assignment(
        &self,
        first: NodeId,
        operands: &[Operand<'db>],
        candidates: &[Candidate<'db>],
    ) -> bool {
        let db = self.db();
        let Some(class) = self.node(first).ty.as_class(db) else { return false };
        // One that the class itself declares for its own type; what moves does not take lvalues.
        let takes_lvalue =
            |param: &asunder_types::Ty<'db>| !matches!(param.kind(db), Kind::Reference(_, true));
        let is_lvalue = matches!(operands.get(1), Some(Operand::Value(value))
            if value.category == Category::Lvalue && value.ty.as_class(db).is_some());
        let declares = candidates.iter().any(|candidate| {
            self.sema.class_around(candidate.symbol) == Some(class)
                && self.sema.signature(candidate.symbol).is_some_and(|signature| {
                    signature.params.first().is_some_and(|param| {
                        param.referred(db).as_class(db) == Some(class) && (!is_lvalue || takes_lvalue(param))
                    })
                })
        });
        if declares {
            return false;
        }
        match operands.get(1) {
            Some(Operand::Value(value)) => value
                .ty
                .as_class(db)
                .is_some_and(|from| matches!(self.sema.distance_to_base(from, class), Ok(Some(_)))),
            Some(Operand::List(..)) => candidates.is_empty(),
            _ => false,
        }
    }

    pub(crate) fn implicit_assignment(&mut self, id: ExprId, operands: &[NodeId]) -> NodeId {
        let ty = self.node(operands[0]).ty;
        if let What::List = self.node(operands[1]).what {
            let how = self.as_value(|infer| infer.initialize(operands[1], ty, id));
            let node = self.op("assign", ty, Category::Lvalue, At::Point(id), vec![operands[0]]);
            self.detail_made(node, how);
            return node;
        }
        self.check_implicit_assignment(id, operands[0], operands[1]);
        self.assignment_of_bytes(id, operands)
    }

    /// An assignment that copies an object of a class as bytes, or is not known to do otherwise.
    pub(crate) fn assignment_of_bytes(&mut self, id: ExprId, operands: &[NodeId]) -> NodeId {
        let db = self.db();
        let ty = self.node(operands[0]).ty;
        let target = ty.unqualified(db);
        let source = self.settled(operands[1]);
        let from = self.node(source);
        let is_object = from.category != Category::Prvalue && from.ty.unqualified(db) == target;
        let is_copied = self.sema.is_trivially_copied(target);
        // An object with a destructor of its own may still be assigned as bytes.
        let is_assigned = |class| self.sema.is_trivial(class, Special::CopyAssignment) == Some(true);
        let value = match is_object {
            true if is_copied || target.as_class(db).is_some_and(is_assigned) => {
                self.read_object(source);
                source
            }
            false if is_copied => self.applied_class(source, target),
            _ => source,
        };
        if matches!(self.node(value).what, What::Op("temp_init")) {
            self.node_mut(value).read = true;
        }
        self.op("assign", ty, Category::Lvalue, At::Point(id), vec![operands[0], value])
    }

    /// Notes the use of a function by an operator.
    pub(crate) fn note_operator(&mut self, id: ExprId, function: Symbol<'db>) {
        self.note_use(function, UseForm::Operator, UsedAt::Expr(At::Point(id), At::Point(id)));
    }

    /// Whether the chosen assignment is trivial, and defaulted where it is declared first: such an assignment is not a call.
    pub(crate) fn copies_bytes(&self, chosen: &Chosen<'db>, source: NodeId) -> bool {
        let db = self.db();
        let decl = self.sema.decl(chosen.symbol.decl);
        let is_defaulted = matches!(decl.kind, DeclKind::Function { body: BodyKind::Defaulted, .. });
        let Some(class) = self.sema.class_around(chosen.symbol).filter(|_| is_defaulted) else {
            return false;
        };
        let is_derived = |from| matches!(self.sema.distance_to_base(from, class), Ok(Some(_)));
        let special = || self.sema.special_kind(chosen.symbol, class);
        self.node(source).ty.as_class(db).is_some_and(is_derived)
            && special().is_some_and(|special| self.sema.is_trivial(class, special) == Some(true))
    }
}
