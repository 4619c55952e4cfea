//! Lambdas.

use std::rc::Rc;

use asunder_decls::names::DeclRef;
use asunder_hir::body::{Capture, ExprId, Init, LambdaId};
use asunder_mangle::model::Ident;
use asunder_types::{Class, Kind, Qualifiers, RefQualifier, Ty};

use super::made::{Detail, LambdaPlan};
use super::{At, Category, Closure, Infer, NodeId, Variable, closure_class};
use crate::nested_names::Follow;

impl<'db> Infer<'_, 'db> {
    pub(super) fn lambda(&mut self, id: ExprId, lambda: LambdaId) -> NodeId {
        let db = self.db();
        let body = self.body;
        let written = &body[lambda];
        let item = self.point.item;
        let class = closure_class(self.sema, self.env, item, self.body_index, lambda);
        let closure_ty = self.sema.ty(Kind::Class(class));
        let named = self.check_captures(lambda);
        // Initializers of captures are evaluated outside.
        let mut captures = Vec::new();
        let mut initializers = Vec::new();
        for capture in &written.captures {
            if let Capture::Name { name, init, by_reference, .. } = capture
                && *init != Init::None
            {
                let expr = match init {
                    Init::Copy(expr) | Init::Brace(expr) => *expr,
                    Init::Paren(all) => match all.first() {
                        Some(expr) => *expr,
                        None => continue,
                    },
                    Init::None => continue,
                };
                let node = self.expr(expr);
                let auto = self.sema.ty(Kind::Auto);
                let declared = if *by_reference { auto.lvalue_ref(db) } else { auto };
                let ty = self.deduced(declared, node);
                let node = self.converted_for(node, ty, expr);
                captures.push((name.clone(), ty));
                initializers.push((node, *by_reference));
            }
        }
        if written.params.first().is_some_and(|param| param.is_object) {
            return self.gap("explicit object parameter", id);
        }
        if written.template.is_some() && written.default_capture == Some(false) {
            return self.gap("lambda with template parameters", id);
        }
        if written.template.is_some() {
            return self.template_lambda(id, lambda, class, named);
        }
        let is_generic = written.params.iter().any(|param| param.ty.has_placeholder());
        let outer_lambda = self.lambda.replace(lambda);
        let outer_nested = std::mem::replace(&mut self.in_nested_lambda, outer_lambda.is_some());
        let outer_result = self.result.take();
        let outer_deduces = std::mem::replace(&mut self.deduces, true);
        let outer_returned = std::mem::take(&mut self.out.returned);
        let first_node = self.out.nodes.len() as u32;
        let mut plan =
            LambdaPlan { lambda, captures: Vec::new(), named, first_param: 0, nodes: (first_node, 0) };
        let result = self.in_block(|infer| {
            for ((name, ty), (node, by_reference)) in captures.into_iter().zip(initializers) {
                let ty = if written.is_mutable { ty } else { ty.constant(db) };
                plan.captures.push((infer.next_variable(), node, by_reference));
                infer.declare(Variable {
                    decl: None,
                    parameter: None,
                    name: Some(name),
                    ty,
                    value: None,
                    initial: None,
                    constant: None,
                    lambda: Some(lambda),
                    is_static: false,
                    is_capture: true,
                    spelled: None,
                });
            }
            let mut params = Vec::new();
            plan.first_param = infer.next_variable();
            for (index, param) in written.params.iter().enumerate() {
                infer.check_typenames_in(id, &param.ty, Follow::Parameter);
                infer.check_signature_type(id, &param.ty);
                let ty = infer.sema.resolve(&param.ty, infer.site());
                let ty = infer.sema.adjusted_parameter(ty);
                params.push(infer.sema.adjusted(ty));
                infer.check_lambda_parameter(lambda, index as u32);
                infer.declare_parameter(lambda, index as u32, param.name.clone(), ty);
            }
            if let Some(result) = &written.result {
                infer.check_signature_type(id, result);
            }
            if let [only] = params.as_slice()
                && only.is_void(db)
            {
                params.clear();
            }
            let (result, captured) = match is_generic {
                true => (infer.sema.gap("generic lambda"), Some(infer.pattern_of(lambda, plan.first_param))),
                false => (infer.call_operator_body(written), None),
            };
            let qualifiers = if written.is_mutable { Qualifiers::NONE } else { Qualifiers::CONST };
            let call = infer.sema.ty(Kind::Function(asunder_types::Function {
                result,
                params: params.into(),
                variadic: written.variadic,
                qualifiers,
                ref_qualifier: RefQualifier::None,
                noexcept: written.is_noexcept,
                noexcept_if: None,
            }));
            Closure { call, is_generic, captured: captured.map(Rc::new) }
        });
        self.lambda = outer_lambda;
        self.in_nested_lambda = outer_nested;
        self.result = outer_result;
        self.deduces = outer_deduces;
        self.out.returned = outer_returned;
        let returned = result.call.as_function(db).map(|call| call.result);
        let is_generic = result.is_generic;
        self.sema.closures.borrow_mut().insert(class, Rc::new(result));
        if let (Some(returned), false) = (returned, is_generic) {
            let text = self.sema.closure_text(class);
            self.check_end_of_lambda(lambda, returned, text);
        }
        plan.nodes.1 = self.out.nodes.len() as u32;
        let node = self.op("lambda", closure_ty, Category::Prvalue, At::Start(id), Vec::new());
        self.out.plan.details.insert(node, Detail::Lambda(plan));
        node
    }

    /// A lambda with template parameters of its own: its body is not walked, and its calls are not known.
    fn template_lambda(
        &mut self,
        id: ExprId,
        lambda: LambdaId,
        class: Class<'db>,
        named: Vec<(u32, bool)>,
    ) -> NodeId {
        self.out.gaps.push(("lambda with template parameters", id));
        let call = self.sema.gap("lambda with template parameters");
        self.sema
            .closures
            .borrow_mut()
            .insert(class, Rc::new(Closure { call, is_generic: true, captured: None }));
        let (first_param, node) = (self.next_variable(), self.out.nodes.len() as u32);
        let plan = LambdaPlan { lambda, captures: Vec::new(), named, first_param, nodes: (node, node) };
        let ty = self.sema.ty(Kind::Class(class));
        let node = self.op("lambda", ty, Category::Prvalue, At::Start(id), Vec::new());
        self.out.plan.details.insert(node, Detail::Lambda(plan));
        node
    }

    /// Declares a parameter of a lambda.
    pub(super) fn declare_parameter(
        &mut self,
        lambda: LambdaId,
        place: u32,
        name: Option<Ident>,
        ty: Ty<'db>,
    ) {
        self.declare(Variable {
            decl: None,
            parameter: Some((Some(lambda), place)),
            name,
            ty,
            value: None,
            initial: None,
            constant: None,
            lambda: Some(lambda),
            is_static: false,
            is_capture: false,
            spelled: None,
        });
    }

    /// A declaration of the item that the body belongs to.
    pub(crate) fn declared_at(&self, local: asunder_decls::written::LocalId) -> DeclRef {
        DeclRef { item: self.point.item, local }
    }
}
