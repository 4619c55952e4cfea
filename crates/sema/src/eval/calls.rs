//! Calls: of functions, members, lambdas, through pointers.

use asunder_decls::written::{BodyKind, DeclKind, DeclName};
use asunder_hir::body::Root;
use asunder_types::{CallOperator, Class, Kind, Origin, Symbol, Ty};

use super::code::{Code, Tree};
use super::expressions::set_slot;
use super::statements::Flow;
use super::values::Step;
use super::{Base, Frame, MORE_DEPTH, Machine, Outcome, Pointer, Stop, Val, notes};
use crate::finding::{Argument, Place};
use crate::infer::made::{Detail, LambdaPlan, Made};
use crate::infer::{At, Named, NodeId, What};
use crate::view::Sema;

impl<'m, 'db> Machine<'m, 'db> {
    /// The value of a call; of one that gives a reference a pointer.
    pub(super) fn call(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        let node = self.node(frame, id);
        let is_member = !matches!(node.what, What::Op("call"));
        let is_virtual = node.flags.is_virtual;
        let operands = node.operands.clone();
        let Some((&callee, args)) = operands.split_first() else { return self.named_built_in(frame, id) };
        let it = self.node(frame, callee);
        match (&it.what, it.named) {
            (What::Routine, Some(Named::BuiltIn(number))) => {
                let name = frame.code.tree().built_in.get(number as usize).cloned().ok_or(Stop::Unknown)?;
                self.built_in(frame, callee, &name, args)
            }
            (What::Gap("destructor call"), _) => self.destructor_call(frame, callee),
            (What::Routine, None) if is_member => {
                let (object, args) = args.split_first().ok_or(Stop::Unknown)?;
                let closure = self.place(frame, *object)?;
                let class = self.node(frame, *object).ty.as_class(db).ok_or(Stop::Unknown)?;
                let operator = frame.code.tree().plan.call_operators.get(&callee).copied();
                let operator = operator.unwrap_or(CallOperator { class, args: None });
                self.call_closure(frame, id, operator, closure, args)
            }
            (What::Routine, Some(Named::Symbol(symbol))) => {
                let mut object = None;
                let mut args = args;
                if is_member {
                    let (first, rest) = args.split_first().ok_or(Stop::Unknown)?;
                    args = rest;
                    object = Some(match node.what {
                        What::Op("points_to_member_call") => self.pointer(frame, *first)?,
                        _ => self.place(frame, *first)?,
                    });
                }
                self.call_function(frame, id, callee, symbol, object, args, is_virtual)
            }
            (What::Op("dot_static" | "points_to_static"), _) => {
                let member = *self.node(frame, callee).operands.get(1).ok_or(Stop::Unknown)?;
                let Some(Named::Symbol(symbol)) = self.node(frame, member).named else {
                    return Err(Stop::Unknown);
                };
                self.call_function(frame, id, callee, symbol, None, args, false)
            }
            (What::Op("pm_function"), _) => {
                let [object, member] = it.operands.as_slice() else { return Err(Stop::Unknown) };
                let (object, member) = (*object, *member);
                let of = self.node(frame, object).ty;
                let mut place = match of.pointee(db) {
                    Some(_) => self.pointer(frame, object)?,
                    None => self.place(frame, object)?,
                };
                let Val::Member(Some(symbol)) = self.value(frame, member)? else { return Err(Stop::Unknown) };
                let class = self.sema.class_around(symbol).ok_or(Stop::Unknown)?;
                let own = of.pointee(db).unwrap_or(of).as_class(db).ok_or(Stop::Unknown)?;
                place.path.extend(self.base_path(own, class)?);
                self.call_function(frame, id, callee, symbol, Some(place), args, true)
            }
            (What::Gap(_), _) => Err(Stop::Unknown),
            _ if self.node(frame, callee).ty.pointee(db).is_none() => self.named_built_in(frame, id),
            _ => {
                let pointer = self.pointer(frame, callee)?;
                match pointer.base {
                    Base::Function(symbol) => {
                        self.call_function(frame, id, callee, symbol, None, args, false)
                    }
                    _ => Err(Stop::Unknown),
                }
            }
        }
    }

    fn destructor_call(&mut self, frame: &Frame<'m, 'db>, callee: NodeId) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        let Some(Detail::Destroyed(object, arrow)) = frame.code.tree().plan.details.get(&callee) else {
            return Err(Stop::Unknown);
        };
        let (object, arrow) = (*object, *arrow);
        let of = self.node(frame, object).ty;
        let (place, ty) = match arrow {
            true => (self.pointer(frame, object)?, of.pointee(db).ok_or(Stop::Unknown)?),
            false => (self.place(frame, object)?, of),
        };
        self.destroy(&place, ty)?;
        Ok(Val::Int(0))
    }

    #[allow(clippy::too_many_arguments)]
    fn call_function(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        callee: NodeId,
        symbol: Symbol<'db>,
        object: Option<Pointer<'db>>,
        args: &[NodeId],
        is_virtual: bool,
    ) -> Outcome<Val<'db>> {
        let (symbol, object) = match (is_virtual, object) {
            (true, Some(object)) => {
                let (symbol, object) = self.overrider(symbol, object)?;
                (symbol, Some(object))
            }
            (_, object) => (symbol, object),
        };
        let decl = self.sema.decl(symbol.decl);
        if matches!(decl.kind, DeclKind::Function { body: BodyKind::Defaulted, .. }) {
            return self.defaulted_call(frame, id, symbol, object, args);
        }
        let is_constant = decl.specifiers.is_constexpr || decl.specifiers.is_consteval;
        if !is_constant {
            return Err(self.not_constexpr(frame, callee, symbol));
        }
        if let Some(value) = self.evaluated_now(symbol) {
            return Ok(Val::Int(value.into()));
        }
        let definition = match self.sema.function_definition(symbol) {
            Ok(Some(definition)) => definition,
            Ok(None) => {
                let entity = self.function_entity(symbol).ok_or(Stop::Unknown)?;
                return Err(self.failure(frame, callee, notes::NOT_DEFINED, vec![entity]));
            }
            Err(()) => return Err(Stop::Unknown),
        };
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.value(frame, *arg)?);
        }
        let code = self.callable(definition)?;
        if code.owned().is_some_and(|owned| owned.tree.plan.is_not_constant) {
            return Err(self.not_constexpr(frame, callee, symbol));
        }
        self.in_call(frame, id, |machine| {
            let inside = machine.frame(code, object);
            let mark = machine.live.len();
            machine.pass(&inside, definition, values)?;
            let result = machine.run_body(&inside)?;
            machine.end_scope(mark)?;
            match result {
                Some(value) => Ok(value),
                None => machine.without_value(&inside),
            }
        })
    }

    /// What a function that ends without `return` gives.
    fn without_value(&self, frame: &Frame<'m, 'db>) -> Outcome<Val<'db>> {
        let Some(owned) = frame.code.owned() else { return Err(Stop::Unknown) };
        if owned.ty.is_void(self.sema.db) {
            return Ok(Val::Int(0));
        }
        let Root::Function { block, .. } = &frame.code.body.root else { return Err(Stop::Unknown) };
        Err(self.missing_return(frame, *block))
    }

    /// A call of a function that the compiler writes: copies and moves.
    fn defaulted_call(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        symbol: Symbol<'db>,
        object: Option<Pointer<'db>>,
        args: &[NodeId],
    ) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        let is_assignment =
            matches!(&self.sema.decl(symbol.decl).name, DeclName::Operator(spelling) if &**spelling == "=");
        let ([from], true, Some(object)) = (args, is_assignment, object) else { return Err(Stop::Unknown) };
        let class = self.sema.class_of(symbol.env).ok_or(Stop::Unknown)?;
        if !self.is_plainly_copied(self.sema.ty(Kind::Class(class)))? {
            return Err(Stop::Unknown);
        }
        let value = match self.node(frame, *from).ty.kind(db) {
            Kind::Reference(..) => {
                let place = self.pointer(frame, *from)?;
                let value = self.load(&place);
                self.accessed(frame, *from, value)?
            }
            _ => self.value(frame, *from)?,
        };
        let stored = self.change(&object, value);
        self.accessed(frame, id, stored)?;
        Ok(Val::Pointer(object))
    }

    /// A function that no constant expression may call.
    fn not_constexpr(&self, frame: &Frame<'m, 'db>, callee: NodeId, symbol: Symbol<'db>) -> Stop {
        // Implicit members and inherited constructors have no declaration of their own.
        match self.function_entity(symbol) {
            Some(entity) => self.failure(frame, callee, notes::NOT_CONSTEXPR, vec![entity]),
            None => Stop::Unknown,
        }
    }

    pub(super) fn function_entity(&self, symbol: Symbol<'db>) -> Option<Argument> {
        let written = self.sema.decl(symbol.decl);
        let is_special = matches!(written.name, DeclName::Constructor | DeclName::Destructor);
        let is_of_instance = !written.templates.is_empty() || self.sema.is_in_class_instance(symbol);
        let name = match (self.sema.is_function_template(symbol.decl), is_special) {
            _ if matches!(written.name, DeclName::Conversion(_)) => return None,
            (true, _) => self.sema.named_instance_text(symbol)?,
            (false, true) => {
                let (name, parameters) =
                    (self.sema.name_as_written(symbol)?, self.sema.parameters_as_written(symbol)?);
                format!("{name}{parameters}{}", self.sema.text_of_bindings(symbol)?)
            }
            (false, false) => self.sema.function_name(symbol)?,
        };
        let kind = (!is_special || is_of_instance).then_some("function");
        Some(Argument::Entity { kind, name, declared: Some(Place::Decl(symbol.decl)) })
    }

    /// `std::is_constant_evaluated`, which is known by its name alone.
    fn evaluated_now(&self, symbol: Symbol<'db>) -> Option<bool> {
        let name = self.sema.decl(symbol.decl).name.ident()?;
        (&**name == "is_constant_evaluated"
            && self.sema.qualified_name(symbol)? == "std::is_constant_evaluated")
            .then_some(self.required)
    }

    /// The code of a function that is defined.
    pub(super) fn callable(&mut self, symbol: Symbol<'db>) -> Outcome<Code<'m, 'db>> {
        let decl = self.sema.decl(symbol.decl);
        if !(decl.specifiers.is_constexpr || decl.specifiers.is_consteval) {
            return Err(Stop::Unknown);
        }
        let owned = self.sema.function_code(symbol).ok_or(Stop::Unknown)?;
        Ok(Code::own(owned))
    }

    /// Gives the parameters their values.
    pub(super) fn pass(
        &mut self,
        frame: &Frame<'m, 'db>,
        symbol: Symbol<'db>,
        values: Vec<Val<'db>>,
    ) -> Outcome<()> {
        let db = self.sema.db;
        let signature = self.sema.signature(symbol).ok_or(Stop::Unknown)?;
        if signature.variadic || values.len() > signature.params.len() {
            return Err(Stop::Unknown);
        }
        let given = values.len() as u32;
        let mut values = values;
        for index in given..signature.params.len() as u32 {
            let ty = signature.params[index as usize];
            values.push(self.default_argument(symbol, index, ty)?);
        }
        for (index, value) in values.into_iter().enumerate() {
            let variable = frame.code.tree().variables.get(index).ok_or(Stop::Unknown)?;
            let ty = variable.ty;
            if !matches!(variable.parameter, Some((None, _))) || ty.absorbs(db) {
                return Err(Stop::Unknown);
            }
            let object = self.new_temporary(value, ty);
            self.objects[object as usize].is_constant =
                !matches!(ty.kind(db), Kind::Reference(..)) && ty.qualifiers(db).is_const;
            let place = self.pointer_to(object);
            set_slot(frame, index as u32, place);
        }
        Ok(())
    }

    /// Runs a step inside a call.
    pub(super) fn in_call<T>(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        step: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        self.step()?;
        let depth = self.calls.len() as u32;
        if depth >= MORE_DEPTH {
            return Err(self.failure_at(notes::TOO_COMPLEX, Vec::new(), super::Where::Root));
        }
        self.deepest = self.deepest.max(depth + 1);
        let place = self.place_of_node(frame, id);
        self.calls.push(place);
        let result = step(self)?;
        self.calls.pop();
        Ok(result)
    }

    // ---- virtual functions

    /// The function that a virtual call means for an object, and the object as its class has it.
    fn overrider(
        &mut self,
        symbol: Symbol<'db>,
        object: Pointer<'db>,
    ) -> Outcome<(Symbol<'db>, Pointer<'db>)> {
        let db = self.sema.db;
        let signature = self.sema.signature(symbol).ok_or(Stop::Unknown)?;
        let name = self.sema.decl(symbol.decl).name.ident().cloned().ok_or(Stop::Unknown)?;
        // The whole object, of which this may be a base.
        let mut wholes = vec![object.clone()];
        let mut at = object.clone();
        while let Some(Step::Part(number)) = at.path.last().copied() {
            at.path.pop();
            let class = self.type_at(&at)?.as_class(db).ok_or(Stop::Unknown)?;
            if number as usize >= self.shape(class)?.bases.len() {
                break;
            }
            wholes.push(at.clone());
        }
        for whole in wholes.into_iter().rev() {
            let class = self.type_at(&whole)?.as_class(db).ok_or(Stop::Unknown)?;
            let definition = self.sema.definition(class).ok_or(Stop::Unknown)?;
            for decl in self.sema.named(definition.decl, &name) {
                let own = Symbol { decl, env: definition.inside };
                if !self.sema.is_member(decl, definition.decl) || self.sema.function_expr(decl).is_none() {
                    continue;
                }
                let other = self.sema.signature(own).ok_or(Stop::Unknown)?;
                if other.params == signature.params && other.qualifiers == signature.qualifiers {
                    if matches!(self.sema.decl(decl).kind, DeclKind::Function { body: BodyKind::Pure, .. }) {
                        return Err(Stop::Unknown);
                    }
                    return Ok((own, whole));
                }
            }
        }
        Err(Stop::Unknown)
    }

    // ---- lambdas

    /// The closure that a lambda gives.
    pub(super) fn closure(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        let Some(Detail::Lambda(plan)) = frame.code.tree().plan.details.get(&id).cloned() else {
            return Err(Stop::Unknown);
        };
        let class = self.node(frame, id).ty.as_class(db).ok_or(Stop::Unknown)?;
        self.lambdas.insert(class, frame.code.clone());
        let mut captures = Vec::new();
        for (number, node, _) in &plan.captures {
            captures.push((*number, self.value(frame, *node)?));
        }
        let written = &frame.code.body[plan.lambda];
        // Variables of the function around that the body uses.
        let first_own = plan.captures.first().map_or(plan.first_param, |(number, ..)| *number);
        let generic = self.sema.closure(class).and_then(|closure| closure.captured.clone());
        let mut used: Vec<u32> = Vec::new();
        if let Some(captured) = generic {
            used.extend(captured.variables().filter(|number| *number < first_own));
        }
        for node in &frame.code.tree().nodes[plan.nodes.0 as usize..plan.nodes.1 as usize] {
            if let Some(Named::Local(number)) = node.named
                && matches!(node.what, What::Variable | What::Constant(_))
                && number < first_own
                && !used.contains(&number)
            {
                used.push(number);
            }
        }
        for number in used {
            let Some(variable) = self.variable(frame, number) else { return Err(Stop::Unknown) };
            if variable.is_static {
                continue;
            }
            let explicit = written.captures.iter().find_map(|capture| match capture {
                asunder_hir::body::Capture::Name { name, by_reference, init, .. }
                    if Some(name) == variable.name.as_ref() && *init == asunder_hir::body::Init::None =>
                {
                    Some(*by_reference)
                }
                _ => None,
            });
            let Some(by_reference) = explicit.or(written.default_capture) else { continue };
            let index = number.checked_sub(frame.code.first_variable).ok_or(Stop::Unknown)?;
            let place = frame.slots.borrow().get(index as usize).cloned().flatten();
            let Some(place) = place else { continue };
            let is_reference = matches!(variable.ty.kind(db), Kind::Reference(..));
            let value = match (by_reference, is_reference) {
                (true, false) => Val::Pointer(place),
                (true, true) => self.load(&place).map_err(|_| Stop::Unknown)?,
                (false, true) => return Err(Stop::Unknown),
                (false, false) => {
                    let value = self.load(&place);
                    self.accessed(frame, id, value)?
                }
            };
            captures.push((number, value));
        }
        Ok(Val::Closure(captures, frame.this.clone()))
    }

    /// What calling a closure runs: the code, the plan of the lambda with the numbers that variables have in that, and
    /// what it returns.
    fn called_closure(
        &self,
        frame: &Frame<'m, 'db>,
        operator: CallOperator<'db>,
    ) -> Outcome<(Code<'m, 'db>, LambdaPlan, Ty<'db>)> {
        let class = operator.class;
        let code = self.closure_code(frame, class)?;
        let Origin::Lambda(_, _, number) = class.origin(self.sema.db) else { return Err(Stop::Unknown) };
        let plan = self.lambda_plan(&code, number)?;
        let closure = self.sema.closure(class).ok_or(Stop::Unknown)?;
        let Some(captured) = &closure.captured else {
            let result = closure.call.as_function(self.sema.db).ok_or(Stop::Unknown)?.result;
            return Ok((code, plan, result));
        };
        let (owned, function) = self.sema.call_operator(operator).ok_or(Stop::Unknown)?;
        let captures = plan.captures.iter().filter_map(|(number, node, by_reference)| {
            Some((captured.number_of(*number)?, *node, *by_reference))
        });
        let (captures, first_param) = (captures.collect(), captured.variables().count() as u32);
        Ok((Code::own(owned), LambdaPlan { captures, first_param, ..plan }, function.result))
    }

    fn call_closure(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        operator: CallOperator<'db>,
        closure: Pointer<'db>,
        args: &[NodeId],
    ) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        let class = operator.class;
        let (code, plan, result) = self.called_closure(frame, operator)?;
        let generic = self.sema.closure(class).and_then(|closure| closure.captured.clone());
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.value(frame, *arg)?);
        }
        let Val::Closure(captures, this) = self.load(&closure).map_err(|_| Stop::Unknown)? else {
            return Err(Stop::Unknown);
        };
        let body = code.body;
        let written = &body[plan.lambda];
        if values.len() != written.params.len() {
            return Err(Stop::Unknown);
        }
        let has_static =
            code.tree().variables.iter().any(|it| it.lambda == Some(plan.lambda) && it.is_static);
        if has_static {
            return Err(self.lambda_not_constexpr(frame, id, class));
        }
        self.in_call(frame, id, |machine| {
            let first = code.first_variable;
            let mut inside = machine.frame(code, this);
            inside.result = Some(result);
            let mark = machine.live.len();
            for (index, (number, value)) in captures.iter().enumerate() {
                let number = &match &generic {
                    Some(captured) => match captured.number_of(*number) {
                        Some(number) => number,
                        None => continue,
                    },
                    None => *number,
                };
                let slot = number.checked_sub(first).ok_or(Stop::Unknown)?;
                let variable = machine.variable(&inside, *number).ok_or(Stop::Unknown)?;
                let is_reference = matches!(variable.ty.kind(db), Kind::Reference(..));
                let place = match value {
                    Val::Pointer(place)
                        if machine.is_by_reference(&inside, &plan, *number) && !is_reference =>
                    {
                        place.clone()
                    }
                    _ => Self::capture_place(&closure, index),
                };
                set_slot(&inside, slot, place);
            }
            for (index, value) in values.into_iter().enumerate() {
                let number = plan.first_param + index as u32;
                let ty = machine.variable(&inside, number).ok_or(Stop::Unknown)?.ty;
                if ty.absorbs(db) {
                    return Err(Stop::Unknown);
                }
                let object = machine.new_temporary(value, ty);
                let place = machine.pointer_to(object);
                set_slot(&inside, number.checked_sub(first).ok_or(Stop::Unknown)?, place);
            }
            let flow = machine.run(&inside, written.block)?;
            machine.end_scope(mark)?;
            match flow {
                Flow::Return(value) => Ok(value),
                Flow::Next if result.is_void(db) => Ok(Val::Int(0)),
                Flow::Next => Err(machine.missing_return(&inside, written.block)),
                _ => Err(Stop::Unknown),
            }
        })
    }

    fn lambda_not_constexpr(&self, frame: &Frame<'m, 'db>, id: NodeId, class: Class<'db>) -> Stop {
        let Some(name) = self.sema.closure_text(class) else { return Stop::Unknown };
        let Some(place) = self.lambda_place(class) else { return Stop::Unknown };
        let entity = Argument::Entity { kind: Some("function"), name, declared: Some(place) };
        self.failure(frame, id, notes::NOT_CONSTEXPR, vec![entity])
    }

    /// Where a lambda stands.
    fn lambda_place(&self, class: Class<'db>) -> Option<Place> {
        let Origin::Lambda(item, index, lambda) = class.origin(self.sema.db) else { return None };
        let (_, body) = self.sema.bodies(item).bodies.get(index as usize)?;
        let expr = body
            .exprs
            .iter()
            .position(|expr| matches!(expr, asunder_hir::body::Expr::Lambda(id) if id.0 == lambda))?;
        let expr = asunder_hir::body::ExprId(expr as u32);
        self.resolved(super::Where::Node(item, index, At::Start(expr)))
    }

    /// Whether a capture is one by reference.
    fn is_by_reference(&self, frame: &Frame<'m, 'db>, plan: &LambdaPlan, number: u32) -> bool {
        if let Some((_, _, by_reference)) = plan.captures.iter().find(|(own, ..)| *own == number) {
            return *by_reference;
        }
        let written = &frame.code.body[plan.lambda];
        let Some(variable) = self.variable(frame, number) else { return false };
        let explicit = written.captures.iter().find_map(|capture| match capture {
            asunder_hir::body::Capture::Name { name, by_reference, .. }
                if Some(name) == variable.name.as_ref() =>
            {
                Some(*by_reference)
            }
            _ => None,
        });
        explicit.or(written.default_capture).unwrap_or(false)
    }

    /// The code that a lambda stands in.
    fn closure_code(&self, frame: &Frame<'m, 'db>, class: Class<'db>) -> Outcome<Code<'m, 'db>> {
        if let Some(code) = self.lambdas.get(&class) {
            return Ok(code.clone());
        }
        let Origin::Lambda(item, index, _) = class.origin(self.sema.db) else { return Err(Stop::Unknown) };
        for code in [&self.root, &frame.code] {
            let is_own = matches!(code.tree, Tree::Own(_)) || code.env == Some(class.outer(self.sema.db));
            if code.item == item && code.index == index && is_own && matches!(code.tree, Tree::Open(_)) {
                return Ok(code.clone());
            }
        }
        self.sema.lambda_code(class).map(Code::own).ok_or(Stop::Unknown)
    }

    fn lambda_plan(&self, code: &Code<'m, 'db>, lambda: u32) -> Outcome<LambdaPlan> {
        let details = code.tree().plan.details.values();
        let mut plans = details.filter_map(|detail| match detail {
            Detail::Lambda(plan) if plan.lambda.0 == lambda => Some(plan.clone()),
            _ => None,
        });
        plans.next().ok_or(Stop::Unknown)
    }
}

/// The default argument of a parameter: its code, and how it is made.
pub(super) fn default_of<'m, 'db>(
    sema: &Sema<'db>,
    symbol: Symbol<'db>,
    index: u32,
) -> Option<(Code<'m, 'db>, Made)>
where
    'db: 'm,
{
    sema.defaults_codes(symbol).into_iter().find_map(|owned| {
        let (_, made) = owned.made.iter().find(|(param, _)| *param == index)?;
        let made = made.clone();
        Some((Code::own(owned), made))
    })
}
