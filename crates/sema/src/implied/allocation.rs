//! `new` and `delete`.

use asunder_hir::body::{Expr, Init};
use asunder_syntax::TextSize;
use asunder_types::{Class, Symbol};

use super::Walk;
use crate::infer::made::{Detail, Made};
use crate::infer::{At, NodeId};
use crate::lookup::{Lookup, Sought, Want};
use crate::special::{Part, Provided, Special};
use crate::uses::{Use, UseForm};

impl<'db> Walk<'_, 'db> {
    pub(super) fn allocated(&mut self, node: NodeId) {
        let Some(Detail::New { ty, made, is_array, .. }) = self.code.tree.plan.details.get(&node) else {
            return;
        };
        let (at, end) = (self.start_of(node), self.end_of(node));
        let class = self.sema().class_of_elements(*ty).map(|(class, _)| class);
        let (global, arguments, in_braces) = match self.code.tree.nodes[node.0 as usize].at {
            At::Start(expr) => match &self.code.body[expr] {
                Expr::New { global, placement, init, .. } => {
                    (*global, placement.len(), matches!(init, Init::Brace(_)))
                }
                _ => (false, 0, false),
            },
            _ => (false, 0, false),
        };
        if let (Some(class), false) = (class, global) {
            let does =
                self.sema().special_member(class, Special::Default).is_some_and(|provided| match provided {
                    Provided::User(_) => true,
                    Provided::Made(special) => self.sema().is_trivial(class, special) == Some(false),
                });
            if *is_array && does {
                // Both go to the function that makes the elements.
                self.allocation(class, ("new[]", 1 + arguments), Part::Elements, at, at);
                self.allocation(class, ("delete[]", 1), Part::Elements, at, at);
            } else {
                let name = if *is_array { "new[]" } else { "new" };
                self.allocation(class, (name, 1 + arguments), Part::Whole, at, at);
            }
        }
        let first = self.found.uses.len();
        match (class, is_array, made) {
            (Some(class), true, Made::Default | Made::Empty) => {
                self.special(class, Special::Default, Part::Elements, at, end);
                // The function that makes them destroys those that are made if one is not.
                self.special(class, Special::Destructor, Part::Elements, at, end);
            }
            _ => {
                self.in_brackets = true;
                self.made(made, *ty, at, end);
                self.in_brackets = false;
            }
        }
        // What braces make is not checked there (measured).
        if let Some(class) = class.filter(|_| !in_braces) {
            self.note_constructed(class, at, end, first);
        }
    }

    pub(super) fn freed(&mut self, node: NodeId) {
        let Some(Detail::Delete(pointer, is_array)) = self.code.tree.plan.details.get(&node) else { return };
        self.visit(*pointer, None);
        let db = self.sema().db;
        let Some(ty) = self.code.tree.nodes[pointer.0 as usize].ty.pointee(db) else { return };
        let Some((class, _)) = self.sema().class_of_elements(ty) else { return };
        let (at, end) = (self.start_of(node), self.end_of(node));
        self.note_destroyed(class, self.start_of(*pointer), end);
        let destroyed = self.sema().destroyed_class(ty);
        if !is_array && self.sema().is_virtual_destructor(class) {
            return;
        }
        let part = if *is_array { Part::Elements } else { Part::Whole };
        if destroyed.is_some() {
            self.special(class, Special::Destructor, part, at, end);
        }
        let global = match self.code.tree.nodes[node.0 as usize].at {
            At::Start(expr) => matches!(&self.code.body[expr], Expr::Delete { global: true, .. }),
            _ => false,
        };
        if !global {
            let name = if *is_array { "delete[]" } else { "delete" };
            let part = if destroyed.is_some() { part } else { Part::Whole };
            self.allocation(class, (name, 1), part, at, end);
        }
    }

    /// The allocation function that a class declares for so many arguments.
    pub(super) fn allocation(
        &mut self,
        class: Class<'db>,
        (name, count): (&'static str, usize),
        part: Part,
        at: TextSize,
        moment: TextSize,
    ) {
        let sema = self.sema();
        let point = asunder_decls::names::Point::END;
        let Lookup::Found(all) = sema.lookup_in_class(Sought::Operator(name), class, point, Want::Any) else {
            return;
        };
        let takes = |symbol: &Symbol<'db>, count: usize| {
            sema.signature(*symbol).is_some_and(|it| it.params.len() == count)
                && !sema.is_function_template(symbol.decl)
        };
        let exact = all.iter().find(|symbol| takes(symbol, count));
        // The function that frees may take the size too.
        let sized = || all.iter().find(|symbol| name.starts_with("delete") && takes(symbol, count + 1));
        let Some(symbol) = exact.or_else(sized) else { return };
        let used = Use { part, ..Use::blank(UseForm::Call, at) };
        self.add(used.of_symbol(sema, *symbol), moment);
    }
}
