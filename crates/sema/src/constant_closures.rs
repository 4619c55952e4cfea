//! Whether the call operator of a lambda is `constexpr` without the word ([expr.prim.lambda.closure]/5).

use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, DeclKind, LocalId};
use asunder_hir::body::{Capture, FIRST_LOCAL, LambdaId};
use asunder_syntax::{Standard, TextSize};
use asunder_types::{Class, Function, Kind, Origin, Symbol, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::implied::Code;
use crate::infer::made::Made;
use crate::view::Sema;

/// What the lambdas of a body declare in their blocks, for all of them at once.
pub(crate) struct LambdaVariables {
    /// The numbers of the variables of each lambda, parameters and captures apart.
    of_lambda: FxHashMap<LambdaId, Vec<u32>>,
    /// Those that are not initialized; none from C++20 on, where such ones may be declared.
    unset: FxHashSet<u32>,
    /// Where blocks of the item declare variables of namespaces, in the order of the text.
    externs: Vec<TextSize>,
}

impl LambdaVariables {
    pub(crate) fn of(code: Code<'_, '_>, item: u32) -> LambdaVariables {
        let Code { sema, tree, map, .. } = code;
        let mut of_lambda: FxHashMap<LambdaId, Vec<u32>> = FxHashMap::default();
        for (number, variable) in (0u32..).zip(&tree.variables) {
            if let Some(lambda) = variable.lambda
                && variable.parameter.is_none()
                && !variable.is_capture
            {
                of_lambda.entry(lambda).or_default().push(number);
            }
        }
        let defaults = tree.plan.locals.values().filter(|(_, made)| matches!(made, Made::Default));
        let unset = match sema.dialect.standard >= Standard::Cpp20 {
            true => FxHashSet::default(),
            false => defaults.map(|(number, _)| *number).collect(),
        };
        let is_extern = |local: u32| {
            let decl = sema.decl(DeclRef { item, local: LocalId(local) });
            decl.specifiers.is_extern && matches!(decl.kind, DeclKind::Variable { .. })
        };
        let named = (FIRST_LOCAL..).zip(&map.locals).filter(|(local, _)| is_extern(*local));
        let mut externs: Vec<TextSize> = named.map(|(_, name)| name.start()).collect();
        externs.sort_unstable();
        LambdaVariables { of_lambda, unset, externs }
    }
}

impl<'db> Sema<'db> {
    /// Whether the call operator of a lambda is `constexpr`: `call` is its type. The reference looks at the types of
    /// parameters and results and at the variables that the lambda declares, not at its statements (measured). `None`
    /// where one of these types is not known.
    pub(crate) fn is_constexpr_lambda(
        &self,
        code: Code<'_, 'db>,
        declared: &LambdaVariables,
        lambda: LambdaId,
        call: &Function<'db>,
    ) -> Option<bool> {
        if self.dialect.standard < Standard::Cpp17 {
            return Some(false);
        }
        let types = call.params.iter().chain([&call.result]);
        let of_types = types.map(|ty| match ty.is_void(self.db) {
            true => Some(true),
            false => self.is_literal_or_closure(*ty),
        });
        let of_variables = declared.of_lambda.get(&lambda).into_iter().flatten().map(|number| {
            let variable = &code.tree.variables[*number as usize];
            let is_thread_local =
                || variable.decl.is_some_and(|decl| self.decl(decl).specifiers.is_thread_local);
            let is_unset = || declared.unset.contains(number) && self.stays_uninitialized(variable.ty);
            if variable.is_static || is_thread_local() || is_unset() {
                return Some(false);
            }
            self.is_literal_or_closure(variable.ty)
        });
        let block = code.places.stmt(code.body[lambda].block);
        let first = declared.externs.partition_point(|name| *name < block.start());
        if declared.externs.get(first).is_some_and(|name| *name < block.end()) {
            return Some(false);
        }
        let mut known = Some(true);
        for is_literal in of_types.chain(of_variables) {
            match is_literal {
                Some(true) => {}
                Some(false) => return Some(false),
                None => known = None,
            }
        }
        known
    }

    /// The same of the call operator of a closure that is not generic.
    pub(crate) fn is_constexpr_closure(
        &self,
        code: Code<'_, 'db>,
        declared: &LambdaVariables,
        (lambda, class): (LambdaId, Class<'db>),
    ) -> Option<bool> {
        let closure = self.closure(class).filter(|closure| !closure.is_generic)?;
        self.is_constexpr_lambda(code, declared, lambda, closure.call.as_function(self.db)?)
    }

    /// Whether a type is a literal one; closures are, as far as they hold references alone.
    fn is_literal_or_closure(&self, ty: Ty<'db>) -> Option<bool> {
        let origin = ty.as_class(self.db).map(|class| class.origin(self.db));
        let Some(Origin::Lambda(item, index, number)) = origin else {
            let has_none = ty.as_class(self.db).is_some_and(|class| self.makes_no_constants(class));
            return if has_none { Some(false) } else { self.is_literal(ty) };
        };
        let lambda = &self.bodies(item).bodies.get(index as usize)?.1[LambdaId(number)];
        let holds_references = lambda.default_capture != Some(false)
            && lambda.captures.iter().all(|capture| match capture {
                Capture::This => true,
                Capture::StarThis => false,
                Capture::Name { by_reference, .. } => *by_reference,
            });
        holds_references.then_some(true)
    }

    /// Whether all constructors of a class but those that copy surely are not `constexpr` ([basic.types.general]/10).
    fn makes_no_constants(&self, class: Class<'db>) -> bool {
        let Some(definition) = self.definition(class) else { return false };
        let makes = |symbol: &Symbol<'db>| {
            let decl = self.decl(symbol.decl);
            let is_plain =
                matches!(decl.kind, DeclKind::Function { body: BodyKind::None | BodyKind::Block, .. });
            !is_plain || decl.specifiers.is_constexpr || self.is_function_template(symbol.decl)
        };
        let is_copying = |symbol: &Symbol<'db>| {
            let signature = self.signature(*symbol);
            signature.is_some_and(|signature| match &*signature.params {
                [param] => param.referred(self.db).as_class(self.db) == Some(class),
                _ => false,
            })
        };
        let all = self.constructors(&definition);
        let mut others = all.iter().filter(|symbol| !is_copying(symbol)).peekable();
        others.peek().is_some() && !others.any(makes)
    }

    /// Whether default-initialization of a type does nothing though there is something to do.
    pub(crate) fn stays_uninitialized(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        match ty.unqualified(db).kind(db) {
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) | Kind::MemberPointer(..) => true,
            Kind::Array(element, _) => self.stays_uninitialized(*element),
            Kind::Class(class) => {
                let Some(definition) = self.definition(*class) else { return false };
                let fields = self.fields(&definition);
                self.constructors(&definition).is_empty()
                    && self.bases(*class).is_empty()
                    && !fields.is_empty()
                    && fields.iter().all(|field| {
                        self.initializer(field.decl).is_none()
                            && self.stays_uninitialized(self.variable_type(*field))
                    })
            }
            _ => false,
        }
    }
}
