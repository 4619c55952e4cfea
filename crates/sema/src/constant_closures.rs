//! Whether the call operator of a lambda is `constexpr` without the word ([expr.prim.lambda.closure]/5).

use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, DeclKind, LocalId};
use asunder_hir::body::{Capture, FIRST_LOCAL, LambdaId};
use asunder_syntax::Standard;
use asunder_types::{Class, Function, Kind, Origin, Symbol, Ty};
use rustc_hash::FxHashSet;

use crate::implied::Code;
use crate::infer::made::Made;
use crate::view::Sema;

impl<'db> Sema<'db> {
    /// Whether the call operator of a lambda in some code of an item is `constexpr`: `call` is its type. The reference looks at the
    /// types of parameters and results and at the variables that the lambda declares, not at its statements (measured).
    /// `None` where one of these types is not known.
    pub(crate) fn is_constexpr_lambda(
        &self,
        code: Code<'_, 'db>,
        (item, lambda): (u32, LambdaId),
        call: &Function<'db>,
    ) -> Option<bool> {
        if self.dialect.standard < Standard::Cpp17 {
            return Some(false);
        }
        let tree = code.tree;
        let unset: FxHashSet<u32> = match self.dialect.standard >= Standard::Cpp20 {
            true => FxHashSet::default(),
            false => {
                let all = tree.plan.locals.values();
                all.filter(|(_, made)| matches!(made, Made::Default)).map(|(number, _)| *number).collect()
            }
        };
        let types = call.params.iter().chain([&call.result]);
        let of_types = types.map(|ty| match ty.is_void(self.db) {
            true => Some(true),
            false => self.is_literal_or_closure(*ty),
        });
        let variables = (0u32..).zip(&tree.variables).filter(|(_, it)| it.lambda == Some(lambda));
        let of_variables =
            variables.filter(|(_, it)| it.parameter.is_none() && !it.is_capture).map(|(number, it)| {
                let is_thread_local =
                    || it.decl.is_some_and(|decl| self.decl(decl).specifiers.is_thread_local);
                if it.is_static
                    || is_thread_local()
                    || unset.contains(&number) && self.stays_uninitialized(it.ty)
                {
                    return Some(false);
                }
                self.is_literal_or_closure(it.ty)
            });
        if self.declares_extern(code, (item, lambda)) {
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

    /// Whether the blocks of a lambda of an item declare a variable of a namespace.
    fn declares_extern(&self, code: Code<'_, 'db>, (item, lambda): (u32, LambdaId)) -> bool {
        let block = code.places.stmt(code.body[lambda].block);
        let inside = (FIRST_LOCAL..).zip(&code.map.locals).filter(|(_, name)| block.contains_range(**name));
        let mut declared = inside.map(|(local, _)| self.decl(DeclRef { item, local: LocalId(local) }));
        declared.any(|it| it.specifiers.is_extern && matches!(it.kind, DeclKind::Variable { .. }))
    }

    /// The same of the call operator of a closure that is not generic.
    pub(crate) fn is_constexpr_closure(
        &self,
        code: Code<'_, 'db>,
        (item, lambda): (u32, LambdaId),
        class: Class<'db>,
    ) -> Option<bool> {
        let closure = self.closure(class).filter(|closure| !closure.is_generic)?;
        self.is_constexpr_lambda(code, (item, lambda), closure.call.as_function(self.db)?)
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
