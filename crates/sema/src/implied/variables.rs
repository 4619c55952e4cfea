//! Variables, ranges, and what constructors make.

use asunder_decls::names::DeclRef;
use asunder_decls::written::LocalId;
use asunder_hir::body::{Declared, FIRST_LOCAL, Init, StmtId};
use asunder_syntax::TextSize;
use asunder_types::{Class, Kind, Ty};
use rustc_hash::FxHashMap;

use super::{Object, Walk, of_field_initializer, table};
use crate::infer::made::{Made, Member};
use crate::infer::{Category, NodeId, What};
use crate::special::{Part, Special, Subobject};
use crate::uses::Origin;

impl<'a, 'db> Walk<'a, 'db> {
    pub(super) fn local(&self, local: LocalId) -> Option<(u32, &'a Made)> {
        let (number, made) = self.code.tree.plan.locals.get(&local)?;
        Some((*number, made))
    }

    pub(super) fn declared(&mut self, declared: &Declared) {
        let Some((number, made)) = self.local(declared.decl) else { return };
        let Some(variable) = self.code.tree.variables.get(number as usize) else { return };
        let ty = variable.ty;
        let at = self.name_of(declared.decl);
        let is_class = self.sema().class_of_elements(ty).is_some();
        if is_class || *made != Made::Default {
            self.last = at;
        }
        let end = match &declared.init {
            Init::Copy(expr) | Init::Brace(expr) => self.code.places.range(*expr).end(),
            Init::Paren(all) => all.last().map_or(at, |expr| self.code.places.range(*expr).end()),
            Init::None => at,
        };
        let first = self.found.uses.len();
        // What lives longer is destroyed elsewhere.
        let extended = self.initializer(made, ty, at, end);
        let is_object = !matches!(ty.kind(self.sema().db), Kind::Reference(..));
        if let Some((class, is_array)) = self.sema().class_of_elements(ty).filter(|_| is_object) {
            // An object that one of several expressions makes has no constructor of its own.
            let is_chosen = matches!(made, Made::Node(node) if self.is_choice(*node));
            self.note_object(class, is_array || is_chosen, at, end, first);
        }
        if !variable.is_static {
            self.objects.extend(extended);
            if let Some((class, is_array)) = self.code.sema.destroyed_class(ty)
                && self.returned != Some(number)
            {
                self.objects.push(Object { class, is_array });
            }
        }
    }

    fn is_choice(&self, node: NodeId) -> bool {
        let it = &self.code.tree.nodes[node.0 as usize];
        match (&it.what, it.operands.as_slice()) {
            (What::Op("question"), _) => true,
            (What::Op("temp_init"), [only]) if it.named.is_none() => self.is_choice(*only),
            _ => false,
        }
    }

    pub(super) fn name_of(&self, local: LocalId) -> TextSize {
        let index = local.0.checked_sub(FIRST_LOCAL);
        let name = index.and_then(|index| self.code.map.locals.get(index as usize));
        name.map_or(self.last, |range| range.start())
    }

    /// An object or reference that is initialized, and the full-expression that does it. What a reference keeps alive is
    /// the answer.
    pub(super) fn initializer(
        &mut self,
        made: &Made,
        ty: Ty<'db>,
        at: TextSize,
        end: TextSize,
    ) -> Vec<Object<'db>> {
        let db = self.sema().db;
        let mut extended = Vec::new();
        match (made, ty.kind(db)) {
            (Made::Node(node), Kind::Reference(..)) => extended.extend(self.bound(*node)),
            _ => {
                if let Made::Node(node) = made {
                    self.around = self.start_of(*node);
                }
                self.made(made, ty, at, end);
            }
        }
        self.end_expression(at, end);
        extended
    }

    /// A range-for statement: its range lives as long as it does.
    pub(super) fn range(&mut self, id: StmtId, variable: LocalId) {
        let at = self.code.places.stmt(id).start();
        let Some(plan) = self.code.tree.plan.ranges.get(&id) else { return };
        if let Some(range) = plan.range {
            let object = self.bound(range);
            self.end_expression(at, self.end_of(range));
            self.objects.extend(object);
        }
        self.last = at;
        let Some(number) = plan.variable else { return };
        let Some(variable_of) = self.code.tree.variables.get(number as usize) else { return };
        let ty = variable_of.ty;
        if let Some(class) = ty.as_class(self.sema().db) {
            let is_lvalue = plan
                .element
                .is_some_and(|node| self.code.tree.nodes[node.0 as usize].category == Category::Lvalue);
            let at = self.name_of(variable);
            if is_lvalue {
                self.special(class, Special::Copy, Part::Whole, at, at);
            }
            if let Some((class, is_array)) = self.code.sema.destroyed_class(ty) {
                self.objects.push(Object { class, is_array });
            }
        }
    }

    /// What a constructor makes besides its block.
    pub(super) fn constructed_parts(&mut self, class: Class<'db>) {
        let members = &self.code.tree.plan.members;
        let places = &self.code.places.initializers;
        if members.iter().any(|part| part.member == Member::Unknown) {
            self.found.has_gaps = true;
            return;
        }
        let start = self.last;
        let ty = self.sema().ty(Kind::Class(class));
        if let Some(part) = members.iter().find(|part| part.member == Member::Class(class)) {
            let at = places.first().map_or(start, |range| range.start());
            self.initializer(&part.made, ty, at, start);
            return;
        }
        for used in table(self.sema(), class) {
            self.add(used, start);
        }
        let by_part: FxHashMap<DeclRef, usize> = members
            .iter()
            .enumerate()
            .filter_map(|(index, part)| match &part.member {
                Member::Field(own) => Some((own.decl, index)),
                _ => None,
            })
            .collect();
        let mut moment = places.first().map_or(start, |range| range.start());
        for of in self.sema().subobjects(class).unwrap_or_default() {
            let listed = match of {
                Subobject::Field(field, _) => by_part.get(&field.decl).copied(),
                Subobject::Base(base) => members.iter().position(|part| part.member == Member::Class(base)),
            };
            let ty = match of {
                Subobject::Base(base) => self.sema().ty(Kind::Class(base)),
                Subobject::Field(_, ty) => ty,
            };
            if let Some(index) = listed {
                let range = places.get(members[index].written as usize).copied().unwrap_or_default();
                moment = range.start();
                self.part = if matches!(of, Subobject::Base(_)) { Part::Base } else { Part::Whole };
                self.in_brackets = true;
                self.initializer(&members[index].made, ty, range.start(), range.end());
                (self.part, self.in_brackets) = (Part::Whole, false);
                self.last = range.start();
                continue;
            }
            match of {
                Subobject::Field(field, ty) if self.sema().initializer(field.decl).is_some() => {
                    for used in of_field_initializer(self.sema(), field, ty).iter() {
                        self.add(*used, moment);
                    }
                }
                _ => {
                    if let Some(call) = self.sema().part_call(of, Special::Default) {
                        self.part_call(call, Origin::Implied, start, moment);
                    }
                }
            }
        }
    }
}
