//! Linker names of what blocks declare: call operators of closures, members of local classes. Names of all else are known
//! by declarations (`decls`).
//!
//! A name holds those of all functions around it. So the parts of each are kept apart ([`BlockName`]), and put together
//! where one is wanted.

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::written::DeclName;
use asunder_hir::body::{Body, FIRST_LOCAL, LambdaId, Owner};
use asunder_hir::source_map::BodySourceMap;
use asunder_mangle::model::{
    CtorKind, DtorKind, Entity, Function, FunctionType, Ident, Name, Scope, TypeRef, Unqualified,
};
use asunder_mangle::operators::operator_code;
use asunder_syntax::{TextRange, TextSize};
use asunder_types::{Frame, Qualifiers, Symbol};
use rustc_hash::FxHashMap;

use crate::infer::closure_class;
use crate::uses::BodyUses;
use crate::view::Sema;

/// Functions around each other beyond which a linker name is not made.
const MAX_FUNCTIONS: usize = 200;

/// The name of a function that a block declares, without those of the functions around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockName {
    /// Whose block it is: the number of the body in the item, and of the lambda in that.
    pub within: (u32, Option<u32>),
    /// The class of a member, and the classes around that; a closure has its parameters and number.
    scopes: Box<[Unqualified]>,
    unqualified: Unqualified,
    ty: FunctionType,
}

/// The entity of a function that a block declares. `bodies` are those of its item.
pub fn entity_of_block(names: &Names<'_>, bodies: &[BodyUses<'_>], name: &BlockName) -> Option<Entity> {
    let mut chain = vec![name];
    let outermost = loop {
        let (body, lambda) = chain.last()?.within;
        let index = bodies.binary_search_by_key(&Some(body), |it| it.body).ok()?;
        let body = &bodies[index];
        let around = match lambda {
            Some(lambda) => body.lambda(lambda)?.name.as_ref()?,
            None if body.owner.local.0 < FIRST_LOCAL => break names.entity(body.owner)?,
            None => body.name.as_ref()?,
        };
        if chain.len() == MAX_FUNCTIONS {
            return None;
        }
        chain.push(around);
    };
    let nested = chain.into_iter().rev().fold(outermost, |function, name| {
        let mut scope = Scope::Local { function: Box::new(function), discriminator: 0 };
        for unqualified in &name.scopes {
            scope = Scope::Member(Name::of(scope, unqualified.clone()).into());
        }
        let own = Name::of(scope, name.unqualified.clone()).into();
        Entity::Function(Function { name: own, ty: name.ty.clone(), c_linkage: false })
    });
    Some(nested)
}

/// Which lambdas of a body stand in which others.
#[derive(Debug, Default)]
pub(crate) struct Nesting {
    /// Their blocks in the order of the text, each with the place of that around it.
    blocks: Vec<(TextRange, LambdaId, Option<usize>)>,
}

impl Nesting {
    pub(crate) fn of(body: &Body, places: &BodySourceMap) -> Nesting {
        let lambdas = (0..body.lambdas.len() as u32).map(LambdaId);
        let mut blocks: Vec<_> =
            lambdas.map(|lambda| (places.stmt(body[lambda].block), lambda, None)).collect();
        blocks.sort_by_key(|(range, ..)| range.start());
        let mut around: Vec<usize> = Vec::new();
        for index in 0..blocks.len() {
            let start = blocks[index].0.start();
            while around.last().is_some_and(|outer| blocks[*outer].0.end() <= start) {
                around.pop();
            }
            blocks[index].2 = around.last().copied();
            around.push(index);
        }
        Nesting { blocks }
    }

    /// The innermost lambda whose block holds a place.
    pub(crate) fn around(&self, at: TextSize) -> Option<LambdaId> {
        let mut index = self.blocks.partition_point(|(range, ..)| range.start() < at).checked_sub(1);
        while let Some(place) = index {
            let (range, lambda, outer) = self.blocks[place];
            if range.end() > at {
                return Some(lambda);
            }
            index = outer;
        }
        None
    }

    /// The lambdas in the order of the text, and the number of the one around each.
    pub(crate) fn lambdas(&self) -> impl Iterator<Item = (LambdaId, Option<LambdaId>)> + '_ {
        let parent = |outer: Option<usize>| outer.map(|outer| self.blocks[outer].1);
        self.blocks.iter().map(move |(_, lambda, outer)| (*lambda, parent(*outer)))
    }
}

impl<'db> Sema<'db> {
    /// Which lambdas of a body stand in which others.
    pub(crate) fn nesting(&self, item: u32, index: u32) -> Rc<Nesting> {
        let find = || {
            let map = asunder_hir::source_map(self.db, self.names().item_text(item));
            let body = self.bodies(item).bodies.get(index as usize);
            let nesting = body.zip(map.bodies.get(index as usize));
            Rc::new(nesting.map(|((_, body), places)| Nesting::of(body, places)).unwrap_or_default())
        };
        self.remembered(&self.nestings, (item, index), Rc::default, find)
    }

    /// The body that a local declaration stands in, and the lambda in that.
    pub(crate) fn block_around(&self, decl: DeclRef) -> Option<(u32, Option<u32>)> {
        let index = decl.local.0.checked_sub(FIRST_LOCAL)? as usize;
        let body = *self.bodies(decl.item).body_of_local.get(index)?;
        let map = asunder_hir::source_map(self.db, self.names().item_text(decl.item));
        let around = self.nesting(decl.item, body).around(map.locals.get(index)?.start());
        Some((body, around.map(|it| it.0)))
    }

    /// The name of a member function of a local class.
    pub(crate) fn name_of_function(&self, decl: DeclRef) -> Option<BlockName> {
        let written = self.decl(decl);
        let class = decl.sibling(written.parent?);
        let symbol = Symbol { decl, env: self.env_of(decl) };
        let signature = self.signature(symbol)?;
        let unqualified = match &written.name {
            DeclName::Ident(ident) => Unqualified::Source(ident.clone()),
            DeclName::Constructor => Unqualified::Constructor(CtorKind::Complete),
            DeclName::Destructor => Unqualified::Destructor(DtorKind::Complete),
            DeclName::Operator(spelling) => {
                let object = usize::from(!written.specifiers.is_static);
                Unqualified::Operator(operator_code(spelling, signature.params.len() + object)?)
            }
            DeclName::Conversion(_) => Unqualified::Conversion(self.model_type(signature.result)?),
            _ => return None,
        };
        let ty = self.function_model(&signature.params, signature.variadic, signature.qualifiers)?;
        self.name_of_member(class, unqualified, ty)
    }

    /// The name of a member function without parameters of a local class.
    pub(crate) fn name_of_special(&self, class: DeclRef, unqualified: Unqualified) -> Option<BlockName> {
        self.name_of_member(class, unqualified, self.function_model(&[], false, Qualifiers::NONE)?)
    }

    fn name_of_member(
        &self,
        class: DeclRef,
        unqualified: Unqualified,
        ty: FunctionType,
    ) -> Option<BlockName> {
        let mut outermost = class;
        let mut scopes: Vec<Ident> = Vec::new();
        loop {
            let written = self.decl(outermost);
            scopes.push(written.name.ident()?.clone());
            match written.parent {
                Some(parent) => outermost = outermost.sibling(parent),
                None => break,
            }
        }
        let scopes = scopes.into_iter().rev().map(Unqualified::Source).collect();
        Some(BlockName { within: self.block_around(outermost)?, scopes, unqualified, ty })
    }

    /// The names of the call operators of a body's lambdas; of generic ones and those that are not known none.
    pub(crate) fn names_of_lambdas(&self, symbol: Symbol<'db>, index: u32) -> FxHashMap<LambdaId, BlockName> {
        let mut names = FxHashMap::default();
        let item = symbol.decl.item;
        let Some((Owner::Function(_), _)) = self.bodies(item).bodies.get(index as usize) else {
            return names;
        };
        let env = self.within(symbol.env, Frame::Body(item, index));
        // Closures of one signature are counted. One that is not known may have the same as any behind it.
        let mut counts: FxHashMap<(Option<LambdaId>, Vec<TypeRef>), u32> = FxHashMap::default();
        let mut unknown = rustc_hash::FxHashSet::default();
        for (lambda, parent) in self.nesting(item, index).lambdas() {
            let class = closure_class(self, env, item, index, lambda);
            let closure = self.closures.borrow().get(&class).cloned();
            let is_generic = closure.as_ref().is_some_and(|closure| closure.is_generic);
            let ty = closure.filter(|_| !is_generic).and_then(|closure| {
                let call = closure.call.as_function(self.db)?;
                self.function_model(&call.params, call.variadic, call.qualifiers)
            });
            let (Some(ty), false) = (ty, unknown.contains(&parent)) else {
                if !is_generic {
                    unknown.insert(parent);
                }
                continue;
            };
            let count = counts.entry((parent, ty.parameters.clone())).or_default();
            let closure = Unqualified::Closure {
                parameters: ty.parameters.clone(),
                variadic: ty.variadic,
                number: *count,
            };
            *count += 1;
            let Some(operator) = operator_code("()", 1) else { continue };
            let name = BlockName {
                within: (index, parent.map(|it| it.0)),
                scopes: [closure].into(),
                unqualified: Unqualified::Operator(operator),
                ty,
            };
            names.insert(lambda, name);
        }
        names
    }
}
