//! `new` and `delete` ([expr.const]/5).

use asunder_decls::names::DeclRef;
use asunder_hir::body::Owner;
use asunder_types::{Bound, Kind};

use super::values::Step;
use super::{Base, Frame, Machine, Outcome, Stop, Val, notes};
use crate::infer::NodeId;
use crate::infer::made::Detail;

impl<'m, 'db> Machine<'m, 'db> {
    pub(super) fn new_value(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        if self.sema.dialect.standard < asunder_syntax::Standard::Cpp20 {
            return Err(match self.calls.is_empty() {
                true => Stop::Unknown,
                false => self.failure(frame, id, notes::EXPRESSION, Vec::new()),
            });
        }
        let Some(Detail::New { ty, made, count, is_array, has_placement }) =
            frame.code.tree().plan.details.get(&id).cloned()
        else {
            return Err(Stop::Unknown);
        };
        if has_placement {
            // The library's function for that is a constant one ([expr.const]/6.1).
            return Err(match self.is_in_function(frame, "construct_at") {
                true => Stop::Unknown,
                false => self.failure(frame, id, notes::PLACEMENT_NEW, Vec::new()),
            });
        }
        let of = match (is_array, count) {
            (false, _) => ty,
            (true, Some(count)) => {
                let count = Self::number(self.value(frame, count)?)?;
                let count = u64::try_from(count).map_err(|_| Stop::Unknown)?;
                self.sema.ty(Kind::Array(ty, Bound::Count(count)))
            }
            (true, None) => return Err(Stop::Unknown),
        };
        let value = self.blank(of)?;
        let object = self.placed(value, of);
        let place = self.place_of_node(frame, id);
        self.objects[object as usize].allocated = Some((is_array, place));
        self.heap.push(object);
        let target = self.pointer_to(object);
        if ty.absorbs(db) {
            return Err(Stop::Unknown);
        }
        self.make(frame, &made, of, &target)?;
        Ok(Val::Pointer(if is_array { target.element(0) } else { target }))
    }

    /// Whether it is the body of a function of this name that is run.
    fn is_in_function(&self, frame: &Frame<'m, 'db>, name: &str) -> bool {
        let code = &frame.code;
        let owner = self.sema.bodies(code.item).bodies.get(code.index as usize).map(|(owner, _)| *owner);
        let Some(Owner::Function(local)) = owner else { return false };
        let decl = self.sema.decl(DeclRef { item: code.item, local });
        decl.name.ident().is_some_and(|ident| &**ident == name)
    }

    pub(super) fn delete(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let Some(Detail::Delete(pointer, of_array)) = frame.code.tree().plan.details.get(&id) else {
            return Err(Stop::Unknown);
        };
        let (pointer, of_array) = (*pointer, *of_array);
        let pointer = self.pointer(frame, pointer)?;
        if pointer.is_null() {
            return Ok(Val::Int(0));
        }
        let not_allocated = |machine: &Self| machine.failure(frame, id, notes::NOT_ALLOCATED, Vec::new());
        let Base::Object(object, generation) = pointer.base else { return Err(not_allocated(self)) };
        let it = &self.objects[object as usize];
        let Some((is_array, _)) = it.allocated.filter(|_| it.is_alive && it.generation == generation) else {
            return Err(not_allocated(self));
        };
        let is_whole = match is_array {
            true => pointer.path == [Step::Index(0)],
            false => pointer.path.is_empty(),
        };
        if is_array != of_array {
            let Stop::Not(mut failure) = self.failure(frame, id, notes::OTHER_DEALLOCATION, Vec::new())
            else {
                return Err(Stop::Unknown);
            };
            let note = self.allocation_note(object).ok_or(Stop::Unknown)?;
            failure.notes.insert(1, note);
            return Err(Stop::Not(failure));
        }
        if pointer.behind != 0 {
            return Err(Stop::Unknown);
        }
        if !is_whole {
            let is_base = !is_array && self.whole_object(&pointer)?.path.is_empty();
            let class = self.type_at(&pointer)?.as_class(self.sema.db).filter(|_| is_base);
            if !self.sema.is_virtual_destructor(class.ok_or(Stop::Unknown)?) {
                return Err(self.failure(frame, id, notes::DELETED_AS_BASE, Vec::new()));
            }
        }
        let ty = self.objects[object as usize].ty;
        let whole = self.pointer_to(object);
        self.destroy(&whole, ty)?;
        self.heap.retain(|it| *it != object);
        // The place of a deleted object is not reused, so that a second `delete` is recognized.
        let it = &mut self.objects[object as usize];
        it.is_alive = false;
        it.value = Val::Uninit;
        Ok(Val::Int(0))
    }
}
