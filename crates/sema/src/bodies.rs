//! What the bodies of a whole unit use, those of headers included, read with one view: for questions that go through all
//! of a program's code ([`crate::uses`] and [`crate::instances`] know the user's alone).

use std::cell::RefCell;
use std::rc::Rc;

use asunder_decls::names::{DeclRef, Names};
use asunder_source::SourceText;
use asunder_syntax::Dialect;
use asunder_types::Symbol;
use rustc_hash::FxHashMap;

use crate::implied::of_special;
use crate::infer::infer_item;
use crate::model::InstanceEntity;
use crate::special::Special;
use crate::uses::{BodyUses, SpecialMember, Use, of_body, of_code, of_special_members, of_variables};
use crate::view::Sema;

/// The bodies of a unit.
pub struct Bodies<'db> {
    sema: Sema<'db>,
    items: RefCell<FxHashMap<u32, Rc<[BodyUses<'db>]>>>,
    specials: RefCell<FxHashMap<u32, Rc<[SpecialMember<'db>]>>>,
}

/// The body of an instance of a template.
#[derive(Clone, Debug)]
pub struct InstanceBody<'db> {
    /// The definition that it is made of.
    pub definition: DeclRef,
    /// What it uses; `None` where that is not known.
    pub uses: Option<Rc<BodyUses<'db>>>,
}

impl<'db> Bodies<'db> {
    /// Those of `source`, read in `dialect`.
    pub fn new(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect) -> Self {
        let sema = Sema::new(db, source, dialect);
        Bodies { sema, items: RefCell::default(), specials: RefCell::default() }
    }

    /// The names of the unit.
    pub fn names(&self) -> &Names<'db> {
        self.sema.names()
    }

    /// The language of the unit.
    pub fn dialect(&self) -> Dialect {
        self.sema.dialect
    }

    /// The bodies of an item, as far as they are not in templates.
    pub fn of_item(&self, item: u32) -> Rc<[BodyUses<'db>]> {
        if let Some(known) = self.items.borrow().get(&item) {
            return known.clone();
        }
        let map = asunder_hir::source_map(self.sema.db, self.names().item_text(item));
        let mut all = of_variables(&self.sema, item);
        for inferred in infer_item(&self.sema, item) {
            if let Some(places) = map.bodies.get(inferred.body as usize) {
                all.push(of_body(&self.sema, &inferred, places, map));
            }
        }
        let all: Rc<[BodyUses<'db>]> = all.into();
        self.items.borrow_mut().insert(item, all.clone());
        all
    }

    /// The special member functions that nobody wrote of the classes of an item, templates apart.
    pub fn special_members(&self, item: u32) -> Rc<[SpecialMember<'db>]> {
        if let Some(known) = self.specials.borrow().get(&item) {
            return known.clone();
        }
        let all: Rc<[SpecialMember<'db>]> = of_special_members(&self.sema, item).into();
        self.specials.borrow_mut().insert(item, all.clone());
        all
    }

    /// The body of an instance; `None` where nothing is known to define it.
    pub fn of_instance(&self, symbol: Symbol<'db>) -> Option<InstanceBody<'db>> {
        let definition = self.sema.instance_definition(symbol)?;
        let decl = definition.decl;
        let uses = self.sema.function_code(definition).and_then(|owned| {
            let map = asunder_hir::source_map(self.sema.db, self.names().item_text(decl.item));
            let places = map.bodies.get(owned.index as usize)?;
            let code = (&owned.tree, owned.index);
            Some(Rc::new(of_code(&self.sema, definition, code, None, (places, map))))
        });
        Some(InstanceBody { definition: decl, uses })
    }

    /// What a special member function uses that nobody wrote of the instance of a class whose inside `class` names.
    pub fn of_special(&self, class: Symbol<'db>, special: Special) -> Option<Box<[Use<'db>]>> {
        Some(of_special(&self.sema, self.sema.class_of(class.env)?, special)?.into())
    }

    /// An instance as messages show it: `void f(T) [with T=int]`; `None` where that is not known.
    pub fn text_of_instance(&self, symbol: Symbol<'db>) -> Option<String> {
        self.sema.instance_text(symbol)
    }

    /// The linker name of an instance, and whether all its types are known; `None` where its name is not.
    pub fn entity_of_instance(&self, symbol: Symbol<'db>) -> Option<InstanceEntity> {
        self.sema.instance_entity(symbol)
    }
}
