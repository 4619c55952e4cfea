//! Identifiers that nothing declares in what declarations outside functions write: only the names in those expressions are
//! looked up, and static assertions evaluated that depend on no template parameter.

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::DeclKind;
use asunder_hir::body::{FIRST_LOCAL, Init, OperandPlace, Owner, Root, TypeOperandKind};
use asunder_types::Kind;

use super::Infer;
use super::mistakes::operators::NOT_BOOL;
use super::print::declares;
use crate::finding::{ASSERTION_FAILED, Met, NOT_CONSTANT};
use crate::view::Sema;

/// What is reported of static assertions of class templates.
const IN_ASSERTIONS: [u16; 2] = [ASSERTION_FAILED, NOT_CONSTANT];

/// What is reported of the operands of `noexcept` behind declarators.
const IN_SPECIFICATIONS: [u16; 2] = [NOT_BOOL, NOT_CONSTANT];

/// The identifiers that nothing declares in unevaluated operands of the types that a declaration writes. Members that are
/// declared behind it count: some of these operands see the whole class.
pub(super) fn in_types<'db>(
    sema: &Sema<'db>,
    (item, number): (u32, u32),
    decl: Option<DeclRef>,
    env: asunder_types::Env<'db>,
) -> Vec<Met> {
    let (_, body) = &sema.bodies(item).bodies[number as usize];
    let mut infer = Infer::new(sema, body, env, Point::end_of(item));
    infer.body_index = number;
    infer.in_instance = sema.is_made_of_template(env);
    infer.this = sema.class_of(env).map(|class| sema.ty(Kind::Class(class)));
    infer.in_block(|infer| {
        if let Some(decl) = decl {
            infer.declare_parameters(sema.decl(decl));
        }
        infer.names_of_operands(|kind| matches!(kind, TypeOperandKind::Decltype | TypeOperandKind::Noexcept));
        if !infer.in_instance {
            infer.exception_specifications();
        }
    });
    let is_reported =
        |met: &Met| met.mistake.undeclared().is_some() || IN_SPECIFICATIONS.contains(&met.mistake.number);
    infer.out.mistakes.into_iter().filter(is_reported).collect()
}

/// The identifiers that nothing declares in the declarations of an item's templates and of members of its class templates,
/// bodies and initializers apart, and static assertions there that fail whatever the arguments are: each with the number of
/// the body that it stands in.
pub(crate) fn in_template_declarations(sema: &Sema<'_>, item: u32) -> Vec<(u32, Vec<Met>)> {
    let mut all = Vec::new();
    for (number, (owner, body)) in (0..).zip(&sema.bodies(item).bodies) {
        let declared = match owner {
            Owner::Concept(local) | Owner::Requires(local) => Some(Some(DeclRef { item, local: *local })),
            owner => declares(sema, item, *owner),
        };
        let Some(Some(decl)) = declared.filter(|decl| decl.is_some_and(|it| it.local.0 < FIRST_LOCAL)) else {
            continue;
        };
        // A friend is not a member of the class that it is declared in, nor are all of its headers its own.
        let written = sema.decl(decl);
        if written.specifiers.is_friend || written.templates.len() > 1 {
            continue;
        }
        let env = match owner {
            Owner::StaticAssert(..) => sema.env_of_template(decl).and_then(|_| sema.inside_of(decl)),
            _ => sema.env_of_template(decl),
        };
        let Some(env) = env else { continue };
        // Default arguments are read where the class is whole; where in it an assertion stands is not known.
        let point = match owner {
            Owner::Defaults(_) | Owner::StaticAssert(..) => Point::end_of(item),
            _ if matches!(written.kind, DeclKind::Class(_)) => Point::behind(decl),
            _ => Point::before(decl),
        };
        let mut infer = Infer::new(sema, body, env, point);
        infer.body_index = number;
        infer.in_template = true;
        infer.this = sema.class_of(env).map(|class| sema.ty(Kind::Class(class)));
        infer.in_block(|infer| infer.names_of_declaration(*owner, decl));
        let is_reported = |met: &Met| {
            met.mistake.undeclared().is_some()
                || matches!(owner, Owner::StaticAssert(..)) && IN_ASSERTIONS.contains(&met.mistake.number)
                || matches!(owner, Owner::Types(_)) && IN_SPECIFICATIONS.contains(&met.mistake.number)
        };
        infer.out.mistakes.retain(is_reported);
        if !infer.out.mistakes.is_empty() {
            all.push((number, infer.out.mistakes));
        }
    }
    all
}

impl Infer<'_, '_> {
    /// Reads the expressions in a declaration for the names that they have.
    fn names_of_declaration(&mut self, owner: Owner, decl: DeclRef) {
        if matches!(owner, Owner::Types(_) | Owner::Requires(_)) {
            self.declare_parameters(self.sema.decl(decl));
        }
        match &self.body.root {
            Root::Types => {
                self.names_of_operands(|kind| kind != TypeOperandKind::Noexcept);
                self.point = Point::end_of(decl.item);
                self.names_of_operands(|kind| kind == TypeOperandKind::Noexcept);
                self.exception_specifications();
            }
            Root::Expr(expr) | Root::Init(Init::Copy(expr)) => {
                if matches!(owner, Owner::Initializer(_)) {
                    self.declare_enumerators(decl);
                }
                let first = self.out.nodes.len();
                let node = self.expr(*expr);
                if matches!(owner, Owner::StaticAssert(..)) && self.out.mistakes.is_empty() {
                    let node = self.condition(node);
                    self.assertion_of_template(node, *expr, first);
                }
            }
            Root::Defaults(defaults) => {
                self.place_of_names = OperandPlace::Parameters;
                for (_, expr) in defaults {
                    self.expr(*expr);
                }
            }
            Root::Requires(clauses) => {
                for expr in clauses {
                    self.expr(*expr);
                }
            }
            _ => {}
        }
    }
}
