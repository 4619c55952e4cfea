//! Default arguments in the calls that use them: the reference shows them there too, at the places of the default arguments.

use std::rc::Rc;

use asunder_decls::names::DeclRef;
use asunder_hir::body::Owner;
use asunder_types::Symbol;

use super::spelled_instances::listed;
use super::{Places, Unit};
use crate::infer::{Closures, Declared, NodeId, infer_declared};

impl<'db> Unit<'db> {
    /// The expressions outside functions of an item.
    fn declared(&self, item: u32) -> Rc<[Declared<'db>]> {
        if let Some(known) = self.declared.borrow().get(&item) {
            return known.clone();
        }
        let found: Rc<[Declared<'db>]> = infer_declared(self.bodies.sema(), item).into();
        self.declared.borrow_mut().insert(item, found.clone());
        found
    }
}

impl<'db> Places<'_, 'db> {
    /// The lines of the default arguments of a call that gives so many arguments.
    pub(super) fn default_arguments(
        &self,
        function: Symbol<'db>,
        given: usize,
        depth: u32,
        out: &mut String,
    ) {
        let sema = self.sema;
        let Some(written) = sema.function_expr(function.decl) else { return };
        for param in given..written.params.len() {
            let Some(decl) = self.declares_default(function.decl, param) else { return };
            if !self.unit.is_wanted(decl.item) {
                return;
            }
            let bodies = &sema.bodies(decl.item).bodies;
            for declared in self.unit.declared(decl.item).iter() {
                let Some((owner, body)) = bodies.get(declared.body as usize) else { continue };
                let tree = &declared.tree;
                let value = tree.default_arguments.iter().find(|(index, _)| *index as usize == param);
                if let (true, Some((_, value))) = (*owner == Owner::Defaults(decl.local), value) {
                    let places = self.unit.places(decl.item);
                    let Some(map) = places.map.bodies.get(declared.body as usize) else { continue };
                    let closures = Closures::new(sema, tree, body);
                    let shown = |node: NodeId| listed(sema, tree.nodes[node.0 as usize].ty);
                    let lines = tree.lines_of((*value, depth), sema, &closures, &shown);
                    places.lines(lines, map, (body, false), out);
                }
            }
        }
    }

    /// The declaration of a function that writes the default argument of a parameter.
    fn declares_default(&self, function: DeclRef, param: usize) -> Option<DeclRef> {
        let writes = |decl: &DeclRef| {
            let written = self.sema.function_expr(*decl);
            written.and_then(|it| it.params.get(param)).is_some_and(|param| param.has_default)
        };
        if writes(&function) {
            return Some(function);
        }
        self.declarations_of(function).into_iter().find(writes)
    }
}
