//! What the bodies of a whole unit use, those of headers included, read with one view: for questions that go through all
//! of a program's code ([`crate::uses`] and [`crate::instances`] know the user's alone).

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use asunder_decls::names::{DeclRef, Names};
use asunder_mangle::model::Entity;
use asunder_source::SourceText;
use asunder_syntax::Dialect;
use asunder_types::{CallOperator, Origin, Symbol};
use rustc_hash::FxHashMap;

use crate::implied::of_special;
use crate::infer::infer_item;
use crate::model::{InstanceEntity, entity_of_instance};
use crate::special::Special;
use crate::uses::{
    Around, BodyUses, SpecialMember, Surroundings, Use, entity_of_block, of_body, of_made,
    of_special_members, of_variables,
};
use crate::view::Sema;

/// The bodies of a unit.
pub struct Bodies<'db> {
    sema: Sema<'db>,
    source: SourceText,
    items: RefCell<FxHashMap<u32, Rc<[BodyUses<'db>]>>>,
    specials: RefCell<FxHashMap<u32, Rc<[SpecialMember<'db>]>>>,
    /// Definitions of instances and call operators of generic lambdas.
    made: RefCell<FxHashMap<Around<'db>, Option<Rc<BodyUses<'db>>>>>,
}

/// A body that a lambda stands in: one of an item's, or one of an instance or a call operator.
pub struct Code<'db>(Holder<'db>);

enum Holder<'db> {
    Item(Rc<[BodyUses<'db>]>, usize),
    Made(Rc<BodyUses<'db>>),
}

impl<'db> Deref for Code<'db> {
    type Target = BodyUses<'db>;

    fn deref(&self) -> &BodyUses<'db> {
        match &self.0 {
            Holder::Item(all, index) => &all[*index],
            Holder::Made(body) => body,
        }
    }
}

/// The code around a function of a block, as far as the outermost function.
struct Enclosing<'a, 'db>(&'a Bodies<'db>, FxHashMap<Around<'db>, Code<'db>>);

impl<'db> Surroundings<'db> for Enclosing<'_, 'db> {
    fn uses(&self, of: Around<'db>) -> Option<&BodyUses<'db>> {
        self.1.get(&of).map(|body| &**body)
    }

    fn entity(&self, of: Around<'db>) -> Option<Entity> {
        match of {
            Around::Instance(symbol) => Some(self.0.entity_of_instance(symbol)?.entity),
            _ => self.0.names().entity(self.uses(of)?.owner),
        }
    }
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
        let (items, specials, made) = Default::default();
        Bodies { sema, source, items, specials, made }
    }

    /// The view that they are read with.
    pub(crate) fn sema(&self) -> &Sema<'db> {
        &self.sema
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
        for inferred in self.sema.unread(|| infer_item(&self.sema, item)) {
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
        Some(InstanceBody { definition: definition.decl, uses: self.made(Around::Instance(definition)) })
    }

    /// Whether it is known that nothing in the unit defines an instance of a function.
    pub fn is_undefined(&self, symbol: Symbol<'db>) -> bool {
        self.sema.is_undefined(symbol)
    }

    /// The code that the call operator of a lambda stands in, and the number of the lambda in that; the code of a generic
    /// one is its own.
    pub fn of_call_operator(&self, operator: CallOperator<'db>) -> Option<(Code<'db>, Option<u32>)> {
        if operator.args.is_some() {
            return Some((Code(Holder::Made(self.made(Around::CallOperator(operator))?)), None));
        }
        let Origin::Lambda(item, _, lambda) = operator.class.origin(self.sema.db) else { return None };
        let around = self.sema.code_around(operator.class.outer(self.sema.db))?;
        Some((self.code(item, around)?, Some(lambda)))
    }

    /// The item that a lambda stands in, and what declares it there; that is `None` for assertions.
    pub fn declared_around(&self, operator: CallOperator<'db>) -> Option<(u32, Option<DeclRef>)> {
        let Origin::Lambda(item, body, _) = operator.class.origin(self.sema.db) else { return None };
        let (owner, _) = self.sema.bodies(item).bodies.get(body as usize)?;
        Some((item, owner.declaration().map(|local| DeclRef { item, local })))
    }

    /// The linker name of the call operator of a lambda.
    pub fn entity_of_call_operator(&self, operator: CallOperator<'db>) -> Option<Entity> {
        let Origin::Lambda(item, ..) = operator.class.origin(self.sema.db) else { return None };
        let (code, lambda) = self.of_call_operator(operator)?;
        let name = match lambda {
            Some(lambda) => code.lambda(lambda)?.name.clone(),
            None => code.name.clone(),
        }?;
        let mut enclosing = Enclosing(self, FxHashMap::default());
        let mut next = Some(name.within.0);
        while let Some(around) = next {
            let body = self.code(item, around)?;
            next = body.name.as_ref().map(|name| name.within.0);
            enclosing.1.insert(around, body);
        }
        entity_of_block(&enclosing, &name)
    }

    fn code(&self, item: u32, around: Around<'db>) -> Option<Code<'db>> {
        let Around::Body(number) = around else { return self.made(around).map(|it| Code(Holder::Made(it))) };
        let all = self.of_item(item);
        let index = all.iter().position(|body| body.body == Some(number))?;
        Some(Code(Holder::Item(all, index)))
    }

    /// The uses of the definition of an instance, or of the call operator of a generic lambda.
    pub(crate) fn made(&self, around: Around<'db>) -> Option<Rc<BodyUses<'db>>> {
        if let Some(known) = self.made.borrow().get(&around) {
            return known.clone();
        }
        let found = of_made(&self.sema, around).map(Rc::new);
        self.made.borrow_mut().insert(around, found.clone());
        found
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
        // Closures and local classes among its arguments have the names of the functions around them.
        let own = self.sema.instance_entity(symbol).filter(|known| known.has_types);
        own.or_else(|| entity_of_instance(self.sema.db, self.source, symbol, self.sema.dialect).clone())
    }

    /// The linker name of an instance of a variable template; `None` where it is not known.
    pub fn entity_of_variable(&self, symbol: Symbol<'db>) -> Option<Entity> {
        self.sema.variable_instance_entity(symbol)
    }
}
