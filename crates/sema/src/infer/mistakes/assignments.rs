//! Assignments to objects of classes that no function takes.

use asunder_decls::written::DeclName;
use asunder_types::Class;

use super::super::{Category, Infer, NodeId};
use crate::finding::{Argument, Note, Place};
use crate::overload::Candidate;
use crate::special::Special;

use super::operators::PARAMETER;

impl<'db> Infer<'_, 'db> {
    /// The notes on the assignments of a class, those that nobody declares among them; nothing where it is not known whether
    /// one takes the operands, no notes where it is not known how they are told.
    pub(super) fn assignment_notes(
        &self,
        operands: &[NodeId],
        candidates: &[Candidate<'db>],
    ) -> Option<Option<Vec<Note>>> {
        let db = self.db();
        // What a template of conversion functions may become is not followed.
        let converts_by_template = |node: &NodeId| {
            let class = self.node(*node).ty.as_class(db);
            let functions = class.map(|class| self.sema.conversion_functions(class)).unwrap_or_default();
            functions.iter().any(|function| self.sema.is_function_template(function.decl))
        };
        if operands.iter().any(converts_by_template) {
            return None;
        }
        Some(self.told_assignments(operands, candidates))
    }

    fn told_assignments(&self, operands: &[NodeId], candidates: &[Candidate<'db>]) -> Option<Vec<Note>> {
        let db = self.db();
        let class = self.node(*operands.first()?).ty.as_class(db)?;
        let definition = self.sema.definition(class)?;
        let is_made = |special| matches!(self.sema.special(class, special), Some(Some(it)) if !it.is_deleted);
        let mut made = [Special::CopyAssignment, Special::MoveAssignment].into_iter();
        if !self.sema.bases(class).is_empty() && !made.all(is_made) {
            return None;
        }
        let declared = !candidates.is_empty();
        if declared && class.args(db).is_some() {
            return None;
        }
        // Instances are shown as their template, with the arguments behind.
        let (own, shown, behind) = self.sema.template_and_instance_text(class)?;
        let mut notes = match declared {
            true => self.operator_notes(operands, candidates)?,
            false => Vec::new(),
        };
        if self.takes_class(candidates, class) {
            return Some(notes);
        }
        // A defaulted move assignment that would be deleted is not there ([class.copy.assign]/4).
        let is_move_deleted = matches!(self.sema.special(class, Special::MoveAssignment),
            Some(Some(found)) if found.is_deleted);
        let has_no_move = is_move_deleted
            || self.sema.destructor(&definition).is_some()
            || self.declares_copy_of(&definition, class);
        let is_constant = matches!(operands, [to, from] if self.assigns_to_constant(*to, *from));
        let is_deleted = || match self.sema.special(class, Special::CopyAssignment) {
            Some(Some(found)) => found.is_deleted,
            _ => true,
        };
        // How they stand among those that somebody declares is not told.
        if is_constant && (declared || is_deleted()) {
            return None;
        }
        let is_lvalue = operands.last().is_some_and(|from| self.node(*from).category == Category::Lvalue);
        let parameters: &[&str] = match (is_constant, has_no_move) {
            // There is no note on those that only the qualifiers of the object prevent.
            (true, false) if is_lvalue => &["{} &&"],
            (true, _) => &[],
            (false, true) => &["const {} &"],
            (false, false) => &["{} &&", "const {} &"],
        };
        let is_only = has_no_move && !declared;
        let implicit = parameters.iter().map(|parameter| Note {
            number: PARAMETER,
            arguments: vec![
                Argument::entity(
                    "function",
                    match is_only {
                        true => format!("{own}::operator={behind}"),
                        false => {
                            format!("{own}::operator=({}){behind}", parameter.replace("{}", &shown))
                        }
                    },
                ),
                Argument::Number(1),
            ],
            at: Place::Decl(definition.decl),
        });
        let implicit: Vec<Note> = implicit.collect();
        if declared {
            // What nobody declares is declared behind all that somebody does.
            notes.splice(0..0, implicit);
            return Some(notes);
        }
        Some(implicit)
    }

    /// Whether a parameter of functions is the class itself.
    fn takes_class(&self, functions: &[Candidate<'db>], class: Class<'db>) -> bool {
        let db = self.db();
        functions.iter().filter_map(|it| self.sema.signature(it.symbol)).any(|signature| {
            signature.params.first().is_some_and(|param| param.referred(db).as_class(db) == Some(class))
        })
    }

    /// Whether members are assignments of a class that has others which nobody declares.
    pub(super) fn leaves_copy_implicit(&self, members: &[Candidate<'db>]) -> bool {
        members.first().is_some_and(|first| {
            let decl = self.sema.decl(first.symbol.decl);
            let is_assignment = matches!(&decl.name, DeclName::Operator(it) if &**it == "=");
            let class = self.sema.class_around(first.symbol);
            is_assignment && class.is_some_and(|class| !self.takes_class(members, class))
        })
    }

    /// Whether an object of a class is assigned to a constant one of that class: no assignment that nobody declares is for
    /// that.
    pub(crate) fn assigns_to_constant(&self, lhs: NodeId, rhs: NodeId) -> bool {
        let db = self.db();
        let (to, from) = (self.node(lhs).ty, self.node(rhs).ty);
        let is_same = to.as_class(db).is_some() && to.as_class(db) == from.as_class(db);
        let qualifiers = to.qualifiers(db);
        is_same && qualifiers.is_const && !qualifiers.is_volatile
    }
}
