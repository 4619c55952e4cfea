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
    CtorKind, DtorKind, Entity, Function, FunctionType, Ident, Name, Scope, TemplateArg, TemplateParam, Type,
    TypeRef, Unqualified,
};
use asunder_mangle::operators::operator_code;
use asunder_syntax::{TextRange, TextSize};
use asunder_types::{CallOperator, Env, Frame, Kind, Origin, Qualifiers, Symbol, Ty};
use rustc_hash::FxHashMap;

use crate::infer::closure_class;
use crate::uses::BodyUses;
use crate::view::Sema;

/// Functions around each other beyond which a linker name is not made.
const MAX_FUNCTIONS: usize = 200;

/// Code whose blocks declare something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Around<'db> {
    /// A body that is not in a template, by its number in the item.
    Body(u32),
    /// The definition of an instance.
    Instance(Symbol<'db>),
    /// The call operator of a generic lambda.
    CallOperator(CallOperator<'db>),
}

/// The name of a function that a block declares, without those of the functions around it.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct BlockName<'db> {
    /// Whose block it is, and the number of the lambda in that.
    pub within: (Around<'db>, Option<u32>),
    /// The class of a member, and the classes around that; a closure has its parameters and number.
    scopes: Box<[Unqualified]>,
    unqualified: Unqualified,
    /// What the placeholders of a generic lambda stand for.
    args: Option<Vec<TemplateArg>>,
    ty: FunctionType,
}

/// The names of the call operators of lambdas.
pub(crate) type LambdaNames<'db> = FxHashMap<LambdaId, BlockName<'db>>;

/// The code around functions of blocks.
pub trait Surroundings<'db> {
    /// What code uses.
    fn uses(&self, of: Around<'db>) -> Option<&BodyUses<'db>>;
    /// The linker name of a function that is not one of a block, by its code.
    fn entity(&self, of: Around<'db>) -> Option<Entity>;
}

/// The bodies of an item.
pub struct ItemCode<'a, 'db>(pub &'a Names<'db>, pub &'a [BodyUses<'db>]);

impl<'db> Surroundings<'db> for ItemCode<'_, 'db> {
    fn uses(&self, of: Around<'db>) -> Option<&BodyUses<'db>> {
        body_of_item(self.1, of)
    }

    fn entity(&self, of: Around<'db>) -> Option<Entity> {
        self.0.entity(self.uses(of)?.owner)
    }
}

/// What a body of an item uses, among those of the item.
pub(crate) fn body_of_item<'a, 'db>(
    bodies: &'a [BodyUses<'db>],
    of: Around<'db>,
) -> Option<&'a BodyUses<'db>> {
    let Around::Body(number) = of else { return None };
    let index = bodies.binary_search_by_key(&Some(number), |body| body.body).ok()?;
    Some(&bodies[index])
}

/// The names of a function of a block and of those around it, the innermost first, and the code of the outermost function;
/// `None` where one of them has no name.
pub fn chain_of_block<'a, 'db>(
    code: &'a dyn Surroundings<'db>,
    name: &'a BlockName<'db>,
) -> Option<(Vec<&'a BlockName<'db>>, Around<'db>)> {
    let mut chain = vec![name];
    loop {
        let (around, lambda) = chain.last()?.within;
        let body = code.uses(around)?;
        let own = || body.name.as_ref();
        let outer = match lambda {
            Some(lambda) if body.operator == Some(lambda) => own()?,
            Some(lambda) => body.lambda(lambda)?.name.as_ref()?,
            None if body.owner.local.0 < FIRST_LOCAL => return Some((chain, around)),
            None => own()?,
        };
        chain.push(outer);
    }
}

/// The entity of a function that a block declares.
pub fn entity_of_block<'db>(code: &dyn Surroundings<'db>, name: &BlockName<'db>) -> Option<Entity> {
    let (chain, outermost) = chain_of_block(code, name)?;
    if chain.len() > MAX_FUNCTIONS {
        return None;
    }
    let outermost = code.entity(outermost)?;
    let nested = chain.into_iter().rev().fold(outermost, |function, name| {
        let mut scope = Scope::Local { function: Box::new(function), discriminator: 0 };
        for unqualified in &name.scopes {
            scope = Scope::Member(Name::of(scope, unqualified.clone()).into());
        }
        let mut own = Name::of(scope, name.unqualified.clone());
        own.args = name.args.clone();
        Entity::Function(Function { name: own.into(), ty: name.ty.clone(), c_linkage: false })
    });
    Some(nested)
}

/// Which lambdas of a body stand in which others.
#[derive(Debug, Default)]
pub(crate) struct Nesting {
    /// Their blocks in the order of the text, each with the place of that around it.
    blocks: Vec<(TextRange, LambdaId, Option<usize>)>,
    /// Where each starts.
    starts: FxHashMap<LambdaId, TextSize>,
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
        Nesting { blocks, starts: crate::implied::lambda_starts(body, places) }
    }

    /// Where the head of a lambda starts.
    pub(crate) fn start_of(&self, lambda: LambdaId) -> Option<TextSize> {
        self.starts.get(&lambda).copied()
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

    /// The code whose block something is declared in whose scopes these are.
    pub(crate) fn code_around(&self, env: Env<'db>) -> Option<Around<'db>> {
        self.frames(env).find_map(|(env, frame)| match frame {
            Frame::CallOperator(class, args) => {
                Some(Around::CallOperator(CallOperator { class, args: Some(args) }))
            }
            Frame::Body(item, index) => {
                let (Owner::Function(local), _) = self.bodies(item).bodies.get(index as usize)? else {
                    return Some(Around::Body(index));
                };
                let owner = Symbol { decl: DeclRef { item, local: *local }, env: env.outer(self.db)? };
                Some(if self.is_instance(owner) { Around::Instance(owner) } else { Around::Body(index) })
            }
            _ => None,
        })
    }

    /// The name of a member function of a local class.
    pub(crate) fn name_of_function(&self, symbol: Symbol<'db>) -> Option<BlockName<'db>> {
        let written = self.decl(symbol.decl);
        let class = symbol.decl.sibling(written.parent?);
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
        self.name_of_member((class, symbol.env), unqualified, ty)
    }

    /// The name of a member function without parameters of a local class that is not in a template.
    pub(crate) fn name_of_special(&self, class: DeclRef, unqualified: Unqualified) -> Option<BlockName<'db>> {
        let ty = self.function_model(&[], false, Qualifiers::NONE)?;
        self.name_of_member((class, self.env_of(class)), unqualified, ty)
    }

    fn name_of_member(
        &self,
        (class, env): (DeclRef, Env<'db>),
        unqualified: Unqualified,
        ty: FunctionType,
    ) -> Option<BlockName<'db>> {
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
        let (body, lambda) = self.block_around(outermost)?;
        let within = (self.code_around(env).unwrap_or(Around::Body(body)), lambda);
        Some(BlockName { within, scopes, unqualified, args: None, ty })
    }

    /// The names of the call operators of the lambdas of a body whose closures have the scopes `env`, without the arguments
    /// of generic ones; of those that are not known none.
    pub(crate) fn names_of_lambdas(&self, (item, index): (u32, u32), env: Env<'db>) -> Rc<LambdaNames<'db>> {
        let find = || Rc::new(self.find_names_of_lambdas((item, index), env));
        self.remembered(&self.lambda_names, (env, (item, index)), Rc::default, find)
    }

    fn find_names_of_lambdas(&self, (item, index): (u32, u32), env: Env<'db>) -> LambdaNames<'db> {
        let mut names = FxHashMap::default();
        let Some((Owner::Function(_), _)) = self.bodies(item).bodies.get(index as usize) else {
            return names;
        };
        let Some(around) = self.code_around(env) else { return names };
        // Closures of one signature are counted. One that is not known may have the same as any behind it.
        let mut counts: FxHashMap<(Option<LambdaId>, Vec<TypeRef>), u32> = FxHashMap::default();
        let mut unknown = rustc_hash::FxHashSet::default();
        for (lambda, parent) in self.nesting(item, index).lambdas() {
            let class = closure_class(self, env, item, index, lambda);
            let closure = self.closures.borrow().get(&class).cloned();
            let ty = closure.as_ref().and_then(|closure| {
                let call = closure.call.as_function(self.db)?;
                if closure.is_generic {
                    return self.generic_model(call);
                }
                self.function_model(&call.params, call.variadic, call.qualifiers)
            });
            let is_generic = closure.is_some_and(|closure| closure.is_generic);
            let (Some(ty), false) = (ty, unknown.contains(&(parent, is_generic))) else {
                unknown.insert((parent, is_generic));
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
                within: (around, parent.map(|it| it.0)),
                scopes: [closure].into(),
                unqualified: Unqualified::Operator(operator),
                args: None,
                ty,
            };
            names.insert(lambda, name);
        }
        names
    }

    /// The type of the call operator template of a generic lambda.
    fn generic_model(&self, call: &asunder_types::Function<'db>) -> Option<FunctionType> {
        let mut ty = self.function_model(&[], call.variadic, call.qualifiers)?;
        let mut index = 0;
        for param in &call.params {
            ty.parameters.push(self.generic_parameter(*param, &mut index)?);
        }
        ty.result = Some(Type::Auto.into());
        Some(ty)
    }

    /// A parameter in which placeholders are template parameters.
    fn generic_parameter(&self, ty: Ty<'db>, index: &mut u32) -> Option<TypeRef> {
        let model = match ty.kind(self.db) {
            Kind::Auto => {
                *index += 1;
                Type::Param(TemplateParam { level: 0, index: *index - 1 })
            }
            Kind::Qualified(qualifiers, inner) => {
                Type::Qualified(*qualifiers, self.generic_parameter(*inner, index)?)
            }
            Kind::Reference(inner, false) => Type::LvalueRef(self.generic_parameter(*inner, index)?),
            Kind::Reference(inner, true) => Type::RvalueRef(self.generic_parameter(*inner, index)?),
            Kind::Pointer(inner) => Type::Pointer(self.generic_parameter(*inner, index)?),
            _ => return self.model_type(ty),
        };
        Some(model.into())
    }

    /// The name of the call operator of a generic lambda with what its placeholders stand for.
    pub(crate) fn name_of_call_operator(&self, operator: CallOperator<'db>) -> Option<BlockName<'db>> {
        let Origin::Lambda(item, index, lambda) = operator.class.origin(self.db) else { return None };
        let names = self.names_of_lambdas((item, index), operator.class.outer(self.db));
        let args = Some(self.model_args(operator.args?, None)?);
        Some(BlockName { args, ..names.get(&LambdaId(lambda))?.clone() })
    }
}
