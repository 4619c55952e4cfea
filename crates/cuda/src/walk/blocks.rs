//! What blocks declare as the walk sees it: call operators of lambdas and member functions of local classes, those in
//! instances of templates among them.

use std::cell::OnceCell;

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::written::DeclKind;
use asunder_mangle::display::{Form, signature};
use asunder_mangle::model::Entity;
use asunder_sema::instances::{Instance, Symbol};
use asunder_sema::model::entity_of_instance;
use asunder_sema::specializations::specialized_instance;
use asunder_sema::uses::{
    Around, BlockName, BodyUses, CallOperator, Class, LambdaBody, Special, Surroundings, Use, chain_of_block,
    declared_in_block, entity_of_block, lambda_of,
};
use asunder_syntax::TextSize;
use rustc_hash::FxHashMap;

use super::bodies::{Body, Reader, Suspect};
use super::order::{BlockAround, Order};
use super::{Node, Space};
use crate::unit::Unit;
use crate::used::{is_local, space_in_device_pass};
use crate::wanted::{Creation, Wanted};

/// The instances of a unit by the code that they are.
pub(crate) struct Instances<'db> {
    all: &'db [Wanted<'db>],
    by_code: FxHashMap<Around<'db>, usize>,
    /// The code around each of the closures in them.
    closures: OnceCell<FxHashMap<Class<'db>, Around<'db>>>,
}

impl<'db> Instances<'db> {
    pub(crate) fn new(all: &'db [Wanted<'db>]) -> Self {
        let by_code = all.iter().enumerate().filter_map(|(index, wanted)| {
            let around = match wanted.instance {
                Instance::Function(_) => Around::Instance(wanted.code.definition?),
                Instance::CallOperator(operator) => Around::CallOperator(operator),
                Instance::Class(_) | Instance::Variable(_) => return None,
            };
            Some((around, index))
        });
        Instances { all, by_code: by_code.collect(), closures: OnceCell::new() }
    }

    fn get(&self, of: Around<'db>) -> Option<&'db Wanted<'db>> {
        self.by_code.get(&of).map(|index| &self.all[*index])
    }

    /// The code of an instance, or of the call operator of a generic lambda.
    pub(crate) fn body(&self, of: Around<'db>) -> Option<&'db BodyUses<'db>> {
        self.get(of)?.code.body.as_ref()
    }

    /// The code around a closure in an instance.
    pub(crate) fn around(&self, class: Class<'db>) -> Option<Around<'db>> {
        let closures = self.closures.get_or_init(|| {
            let lambdas = self.by_code.keys().flat_map(|around| {
                let all = self.body(*around).into_iter().flat_map(|body| body.lambdas.iter());
                all.map(|lambda| (lambda.class, *around))
            });
            lambdas.collect()
        });
        closures.get(&class).copied()
    }
}

/// The code around what blocks of an item declare.
pub(crate) struct Code<'a, 'db> {
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &'a Names<'db>,
    /// The bodies of the item.
    bodies: &'db [BodyUses<'db>],
    instances: Option<&'a Instances<'db>>,
}

impl<'db> Surroundings<'db> for Code<'_, 'db> {
    fn uses(&self, of: Around<'db>) -> Option<&BodyUses<'db>> {
        self.body(of)
    }

    fn entity(&self, of: Around<'db>) -> Option<Entity> {
        let symbol = match of {
            Around::Instance(_) => self.instances?.get(of)?.instance.function()?,
            _ => {
                let owner = self.uses(of)?.owner;
                if let Some(entity) = self.names.entity(owner) {
                    return Some(entity);
                }
                specialized_instance(self.db, self.unit.source(self.db), owner, self.unit.dialect(self.db))?
            }
        };
        let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
        entity_of_instance(self.db, source, symbol, dialect).as_ref().map(|known| known.entity.clone())
    }
}

impl<'a, 'db> Code<'a, 'db> {
    pub(crate) fn new(
        (db, unit): (&'db dyn salsa::Database, Unit<'db>),
        names: &'a Names<'db>,
        bodies: &'db [BodyUses<'db>],
        instances: Option<&'a Instances<'db>>,
    ) -> Self {
        Code { db, unit, names, bodies, instances }
    }

    /// The uses of some code.
    pub(crate) fn body(&self, of: Around<'db>) -> Option<&'db BodyUses<'db>> {
        match of {
            Around::Body(number) => {
                let index = self.bodies.binary_search_by_key(&Some(number), |body| body.body).ok()?;
                Some(&self.bodies[index])
            }
            _ => self.instances?.body(of),
        }
    }

    /// How a function of a block is shown as a caller: only one with suspects is.
    pub(super) fn shown(&self, name: &BlockName<'db>, suspects: &[Suspect]) -> Option<Box<str>> {
        if suspects.is_empty() {
            return Some(Box::default());
        }
        Some(signature(&entity_of_block(self, name)?, Form::Bare).ok()?.into())
    }

    /// When what a block declares at `at` is walked.
    pub(super) fn order(
        &self,
        name: &BlockName<'db>,
        at: TextSize,
        member: (Option<Special>, Option<DeclRef>),
        instance: Option<Creation>,
    ) -> Option<Order> {
        let (chain, outermost) = chain_of_block(self, name)?;
        let (root, decl) = match outermost {
            Around::Instance(_) => {
                let wanted = self.instances?.get(outermost)?;
                (wanted.created, wanted.instance.function()?.decl)
            }
            _ => {
                let owner = self.uses(outermost)?.owner;
                (Creation::declared(owner), owner)
            }
        };
        let written = self.names.decl(decl);
        let operators = chain.iter().rev().filter_map(|name| match name.within.0 {
            around @ Around::CallOperator(_) => Some(self.instances?.get(around)?.created),
            _ => None,
        });
        let around = BlockAround {
            depth: chain.len() as u32,
            root,
            is_member: written.parent.is_some() || written.qualifier.is_some(),
            is_instance: matches!(outermost, Around::Instance(_)),
            has_lambdas: self.uses(outermost).is_some_and(|body| !body.lambdas.is_empty()),
            operators: operators.collect(),
        };
        Some(Order::of_block(around, at, member, instance))
    }

    /// Where the code of a body, of an instance or of a call operator runs.
    pub(crate) fn space(&self, of: Around<'db>) -> Space {
        // A lambda outside functions is the host's.
        let host = Space { is_host: true, ..Space::default() };
        let spaces = match of {
            Around::Body(_) => {
                let Some(owner) = self.uses(of).map(|body| body.owner) else { return host };
                if is_local(owner) {
                    self.local_space(owner)
                } else if let DeclKind::Function { .. } = self.names.decl(owner).kind {
                    space_in_device_pass(self.names, owner)
                } else {
                    None
                }
            }
            Around::Instance(symbol) if is_local(symbol.decl) => self.local_space(symbol.decl),
            Around::Instance(_) => self.instances.and_then(|all| {
                let declared = all.get(of)?.instance.function()?.decl;
                let spaces = self.names.spaces(declared)?;
                let is_device = spaces.device || spaces.global;
                Some((spaces.host || !is_device, is_device))
            }),
            Around::CallOperator(_) => {
                let body = self.uses(of);
                let around = body.and_then(|body| Some((body.name.as_ref()?.within.0, body.operator?)));
                return around.map_or(host, |(around, lambda)| self.space_of_lambda(around, lambda));
            }
        };
        spaces.map_or(host, |(is_host, is_device)| Space { is_host, is_device, ..Space::default() })
    }

    fn local_space(&self, decl: DeclRef) -> Option<(bool, bool)> {
        let (written, _) = declared_in_block(self.db, self.names.item_text(decl.item), decl.local)?;
        let spaces = written.attributes.spaces;
        Some((spaces.host || !spaces.device, spaces.device))
    }

    /// The code around a lambda, and its number there.
    pub(crate) fn place_of(&self, operator: CallOperator<'db>) -> Option<(Around<'db>, u32)> {
        let (_, number, lambda) = lambda_of(self.db, operator.class)?;
        let plain = Around::Body(number);
        let is_plain = self
            .body(plain)
            .and_then(|body| body.lambda(lambda))
            .is_some_and(|it| it.class == operator.class);
        let around = if is_plain { plain } else { self.instances?.around(operator.class)? };
        Some((around, lambda))
    }

    /// Where a lambda of some code runs: as it is written, or where the code around it does.
    pub(crate) fn space_of_lambda(&self, around: Around<'db>, lambda: u32) -> Space {
        self.written_space(around, lambda).unwrap_or_else(|| self.space(around))
    }

    /// Where a lambda of some code is written to run, or the innermost one around it that is.
    pub(super) fn written_space(&self, around: Around<'db>, lambda: u32) -> Option<Space> {
        let body = self.uses(around)?;
        // Without them annotations are an error, and count for nothing.
        let are_extended = self.unit.settings(self.db).extended_lambda;
        let mut innermost = Some(lambda).filter(|_| are_extended);
        while let Some(lambda) = innermost.and_then(|number| body.lambda(number)) {
            let written = lambda.spaces;
            if written.host || written.device {
                return Some(Space { is_host: written.host, is_device: written.device, ..Space::default() });
            }
            innermost = lambda.parent;
        }
        None
    }
}

impl<'db> Reader<'_, 'db> {
    /// The call operators of the lambdas in some code, but for generic ones.
    pub(super) fn lambdas(&self, around: Around<'db>, body: &BodyUses<'db>) -> Vec<Body<'db>> {
        let mut by_lambda: FxHashMap<u32, Vec<&Use<'db>>> = FxHashMap::default();
        for used in &body.uses {
            if let Some(lambda) = used.lambda {
                by_lambda.entry(lambda).or_default().push(used);
            }
        }
        let all = body.lambdas.iter().filter_map(|lambda| {
            let own = by_lambda.remove(&lambda.lambda).unwrap_or_default();
            self.lambda(around, body.owner.item, lambda, &own)
        });
        all.collect()
    }

    fn lambda(
        &self,
        around: Around<'db>,
        item: u32,
        lambda: &LambdaBody<'db>,
        own: &[&Use<'db>],
    ) -> Option<Body<'db>> {
        let name = lambda.name.as_ref()?;
        let space = self.code.space_of_lambda(around, lambda.lambda);
        let node = Node::Lambda(CallOperator { class: lambda.class, args: None });
        let order = self.code.order(name, lambda.at, (None, None), None)?;
        self.call_operator(node, name, (space, order), own, (item, lambda.end))
    }

    /// The call operator of a generic lambda, which comes to be at `created`.
    pub(super) fn generic(
        &self,
        operator: CallOperator<'db>,
        body: &BodyUses<'db>,
        created: Creation,
    ) -> Option<Body<'db>> {
        let name = body.name.as_ref()?;
        let space = self.code.space(Around::CallOperator(operator));
        let around = self.code.uses(name.within.0)?;
        let at = around.lambda(body.operator?)?.at;
        let order = self.code.order(name, at, (None, None), Some(created))?;
        let own: Vec<&Use<'db>> = body.uses.iter().filter(|used| used.lambda.is_none()).collect();
        self.call_operator(Node::Lambda(operator), name, (space, order), &own, (body.owner.item, body.end))
    }

    fn call_operator(
        &self,
        node: Node<'db>,
        name: &BlockName<'db>,
        (space, order): (Space, Order),
        own: &[&Use<'db>],
        end: (u32, TextSize),
    ) -> Option<Body<'db>> {
        let checked = own.iter().copied().filter(|_| space.is_device);
        let suspects = self.suspects_in_order(end.0, checked, false);
        Some(Body {
            node,
            is_root: false,
            order,
            name: self.code.shown(name, &suspects)?,
            space,
            is_inferred: false,
            is_variable: false,
            refers: self.refers(own.iter().copied()),
            suspects,
            end: Some(end),
        })
    }

    /// A member function of a class in a block, of an instance if `symbol` is one.
    pub(super) fn member_of_block(
        &self,
        symbol: Option<Symbol<'db>>,
        body: &BodyUses<'db>,
        own: &[&Use<'db>],
    ) -> Option<Body<'db>> {
        let owner = body.owner;
        let decl = self.local_decl(owner)?;
        let name = body.name.as_ref()?;
        let class = owner.sibling(decl.parent?);
        let (is_host, is_device) = self.code.local_space(owner)?;
        let is_checked = is_device && !decl.specifiers.is_constexpr;
        let checked = own.iter().copied().filter(|_| is_checked);
        let suspects = self.suspects_in_order(owner.item, checked, false);
        Some(Body {
            node: symbol.map_or(Node::Defined(owner), Node::Instance),
            is_root: false,
            order: self.code.order(name, self.place_of_local(class)?, (None, Some(owner)), None)?,
            name: self.code.shown(name, &suspects)?,
            space: Space { is_host, is_device, ..Space::default() },
            is_inferred: false,
            is_variable: false,
            refers: self.refers(own.iter().copied()),
            suspects,
            end: Some((owner.item, body.end)),
        })
    }
}
