//! Variables that are read before they have a value, where no branch lies between the declaration and the use.

use asunder_hir::body::{Init, Stmt, StmtId};
use asunder_types::Kind;

use super::{Infer, Named, NodeId, What};
use crate::finding::{Argument, Mistake, Place};

/// "… is used before its value is set".
const UNSET: u16 = 549;

impl<'db> Infer<'_, 'db> {
    /// Checks the straight parts of the blocks in a statement.
    pub(crate) fn check_unset(&mut self, block: StmtId) {
        let body = self.body;
        let Stmt::Block(all) = &body[block] else { return };
        for (index, statement) in all.iter().enumerate() {
            let statement = self.out.plan.readings.get(statement).copied().unwrap_or(*statement);
            let Stmt::Decl(declared) = &body[statement] else { continue };
            for declared in declared {
                if declared.init != Init::None {
                    continue;
                }
                let Some((number, _)) = self.out.plan.locals.get(&declared.decl) else { continue };
                self.check_unset_variable(*number, &all[index + 1..]);
            }
        }
    }

    fn check_unset_variable(&mut self, number: u32, rest: &[StmtId]) {
        let db = self.db();
        let variable = self.variable_of(number);
        let Some(decl) = variable.decl.filter(|_| !variable.is_static && !self.is_open(variable.ty)) else {
            return;
        };
        let is_scalar = |ty: asunder_types::Ty<'db>| {
            matches!(ty.unqualified(db).kind(db), Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..))
        };
        let is_plain_class = variable.ty.as_class(db).is_some_and(|class| {
            self.sema.definition(class).is_some_and(|definition| {
                self.sema.constructors(&definition).is_empty()
                    && !self.sema.fields(&definition).is_empty()
                    && self.sema.bases(class).is_empty()
                    && self.sema.fields(&definition).iter().all(|field| {
                        self.sema.initializer(field.decl).is_none()
                            && is_scalar(self.sema.variable_type(*field))
                    })
            })
        });
        if !is_scalar(variable.ty) && !is_plain_class {
            return;
        }
        for statement in rest {
            let statement = self.out.plan.readings.get(statement).copied().unwrap_or(*statement);
            let expr = match &self.body[statement] {
                Stmt::Expr(expr) | Stmt::Return(Some(expr)) => *expr,
                _ => return,
            };
            let Some(root) = self.out.plan.roots.get(&expr).copied() else { return };
            let Some(uses) = self.uses_of(number, root) else { return };
            let [(node, is_read)] = uses.as_slice() else {
                match uses.is_empty() {
                    true => continue,
                    false => return,
                }
            };
            if *is_read {
                let name = variable.name.as_deref().unwrap_or_default().to_owned();
                let entity =
                    Argument::Entity { kind: Some("variable"), name, declared: Some(Place::Decl(decl)) };
                let at = self.node(*node).at;
                self.met(Mistake::new(UNSET, vec![entity]), at);
            }
            return;
        }
    }

    /// The nodes below `root` that name a variable, and whether its value is read there; `None` where not all is known.
    fn uses_of(&self, number: u32, root: NodeId) -> Option<Vec<(NodeId, bool)>> {
        let mut uses = Vec::new();
        let mut pending = vec![(root, false)];
        while let Some((id, is_part_read)) = pending.pop() {
            let node = self.node(id);
            match node.what {
                What::Gap(_) | What::Functions | What::List | What::Aggregate => return None,
                // What is not always evaluated, or has a body of its own.
                What::Op("land" | "lor" | "question" | "lambda" | "statement" | "new") => return None,
                What::Variable if node.named == Some(Named::Local(number)) => {
                    uses.push((id, node.read || is_part_read));
                }
                _ => {}
            }
            if self.out.plan.details.contains_key(&id) {
                return None;
            }
            let is_field = matches!(node.what, What::Op("dot_field"));
            for operand in &node.operands {
                pending.push((*operand, is_field && node.read));
            }
        }
        Some(uses)
    }
}
