//! The code of an item as the walk sees it: what it refers to, and what in it only the host has.

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, Decl, DeclKind};
use asunder_mangle::display::{Form, signature};
use asunder_mangle::model::{CtorKind, DtorKind, Entity, Unqualified};
use asunder_sema::instances::{Instance, Symbol, name_of_local};
use asunder_sema::model::{
    InstanceEntity, entity_of_block_function, entity_of_instance, entity_of_variable_instance,
};
use asunder_sema::specializations::specialized_instance;
use asunder_sema::uses::{
    Around, BodyUses, Origin, Part, RangePart, Special, SpecialMember, Target, Use, UseForm,
    declared_in_block, entity_of_block, special_members, uses,
};
use asunder_syntax::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use super::blocks::{Code, Instances};
use super::evaluated::Evaluated;
use super::order::Order;
use super::{Node, Space};
use crate::closures::Closures;
use crate::kept::{definition_of, kept_for_itself};
use crate::settings::SharedStd;
use crate::unchecked::{self, Reading};
use crate::unit::Unit;
use crate::used::{
    host_function, host_variable, is_block_function, is_local, space_in_device_pass, spaces_of_block_function,
};
use crate::wanted::Wanted;

/// Code that the device may keep.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(super) struct Body<'db> {
    pub(super) node: Node<'db>,
    /// It is kept whatever refers to it.
    pub(super) is_root: bool,
    pub(super) order: Order,
    /// How callers are shown: without parameters.
    pub(super) name: Box<str>,
    /// Where it runs, as far as it does not take that from those that use it.
    pub(super) space: Space,
    /// It runs where those run that use it (spec 2 §1e).
    pub(super) is_inferred: bool,
    /// The code that it refers to.
    pub(super) refers: Box<[Node<'db>]>,
    /// What only the host has.
    pub(super) suspects: Box<[Suspect]>,
    /// It is the initializer of a variable.
    pub(super) is_variable: bool,
    /// Where its last statement stands: the item, and a byte of its text.
    pub(super) end: Option<(u32, TextSize)>,
}

/// A use of what only the host has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Suspect {
    pub(super) at: SuspectAt,
    /// The function that is called.
    pub(super) called: Option<Box<str>>,
    /// The function or variable that the device has not.
    pub(super) missing: Option<Box<str>>,
    /// It is a variable.
    pub(super) is_variable: bool,
    /// It is a `constexpr` function.
    pub(super) is_constexpr: bool,
    /// It is reported while the body is read: an error but in `__host__ __device__` functions.
    pub(super) is_reported_before: bool,
}

/// Where a use is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SuspectAt {
    /// There: the item, and a byte of its text.
    Here(u32, TextSize),
    /// Where the code in front of it is; what follows it stands there.
    Before(Option<(u32, TextSize)>),
}

/// The code of an item.
#[salsa::tracked(returns(ref))]
pub(super) fn item_bodies<'db>(db: &'db dyn salsa::Database, unit: Unit<'db>, number: u32) -> Vec<Body<'db>> {
    bodies_of_item(db, unit, &Names::new(db, unit.source(db), unit.dialect(db)), number)
}

/// The code of an item, with a view of the unit's names that several items share: only of a text that is read once.
pub(super) fn bodies_of_item<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &Names<'db>,
    number: u32,
) -> Vec<Body<'db>> {
    let bodies = uses(db, unit.source(db), number, unit.dialect(db));
    if bodies.is_empty() {
        return Vec::new();
    }
    let reader = Reader::new(db, unit, names, number, None);
    let mut all: Vec<Body<'db>> = Vec::new();
    for body in bodies {
        let own: Vec<&Use<'db>> = body.uses.iter().filter(|used| used.lambda.is_none()).collect();
        all.extend(reader.body(body, &own));
        if let Some(number) = body.body.filter(|_| !body.lambdas.is_empty()) {
            all.extend(reader.lambdas(Around::Body(number), body));
        }
    }
    all
}

/// The special member functions that nobody wrote of an item's classes.
#[salsa::tracked(returns(ref))]
pub(super) fn special_bodies<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    number: u32,
) -> FxHashMap<Node<'db>, Body<'db>> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let names = Names::new(db, source, dialect);
    let reader = Reader::new(db, unit, &names, number, None);
    let members = special_members(db, source, number, dialect).iter();
    members.filter_map(|member| reader.special(member)).map(|body| (body.node, body)).collect()
}

/// The bodies of an instance: its own, and those of the lambdas in it.
pub(super) fn instance_bodies<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &Names<'db>,
    instances: &Instances<'db>,
    wanted: &Wanted<'db>,
) -> Vec<Body<'db>> {
    let (Some(definition), Some(body)) = (wanted.code.definition, &wanted.code.body) else {
        return Vec::new();
    };
    let reader = Reader::new(db, unit, names, definition.decl.item, Some(instances));
    let own: Vec<&Use<'db>> = body.uses.iter().filter(|used| used.lambda.is_none()).collect();
    let (around, function) = match wanted.instance {
        Instance::Function(symbol) if is_local(symbol.decl) => {
            (Around::Instance(definition), reader.member_of_block(Some(symbol), body, &own))
        }
        Instance::Function(symbol) => {
            (Around::Instance(definition), reader.instance(symbol, wanted, body, &own))
        }
        Instance::CallOperator(operator) => {
            (Around::CallOperator(operator), reader.generic(operator, body, wanted.created))
        }
        Instance::Class(_) | Instance::Variable(_) => return Vec::new(),
    };
    let mut all: Vec<Body<'db>> = function.into_iter().collect();
    all.extend(reader.lambdas(around, body));
    all
}

/// What a constructor or destructor is for a base: `definition` defines it.
pub(super) fn subobject_body<'db>(names: &Names<'db>, definition: DeclRef) -> Option<Body<'db>> {
    if is_local(definition) {
        return None;
    }
    let Redeclarations::Known(declarations) = names.redeclarations(definition) else { return None };
    let first = *declarations.iter().min()?;
    let entity = names.entity(definition)?;
    let called = Use::called(UseForm::Constructor, definition);
    let suspect = host_function(names, SharedStd::default(), &called)
        .filter(|callee| !callee.is_constexpr)
        .and_then(|_| {
            Some(Suspect {
                at: SuspectAt::Before(None),
                called: Some(signature(&entity, Form::Full).ok()?.into()),
                missing: Some(signature(&entity, Form::Bare).ok()?.into()),
                is_variable: false,
                is_constexpr: false,
                is_reported_before: false,
            })
        });
    Some(Body {
        node: Node::Subobject(definition),
        is_root: false,
        order: Order::of_function(names, first, definition, false, true),
        name: signature(&for_base(entity)?, Form::Bare).ok()?.into(),
        space: Space::default(),
        is_inferred: true,
        is_variable: false,
        refers: [Node::Defined(definition)].into(),
        suspects: suspect.into_iter().collect(),
        end: None,
    })
}

/// A constructor or destructor as what it is for a base.
fn for_base(entity: Entity) -> Option<Entity> {
    let Entity::Function(mut function) = entity else { return None };
    let mut name = (*function.name).clone();
    name.unqualified = match name.unqualified {
        Unqualified::Constructor(_) => Unqualified::Constructor(CtorKind::Base),
        Unqualified::Destructor(_) => Unqualified::Destructor(DtorKind::Base),
        _ => return None,
    };
    function.name = name.into();
    Some(Entity::Function(function))
}

pub(super) struct Reader<'a, 'db> {
    pub(super) db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    pub(super) names: &'a Names<'db>,
    /// The bodies of functions of blocks of the item.
    of_blocks: FxHashMap<DeclRef, &'db BodyUses<'db>>,
    pub(super) code: Code<'a, 'db>,
    instances: Option<&'a Instances<'db>>,
    pub(super) evaluated: Evaluated<'db>,
}

impl<'a, 'db> Reader<'a, 'db> {
    fn new(
        db: &'db dyn salsa::Database,
        unit: Unit<'db>,
        names: &'a Names<'db>,
        item: u32,
        instances: Option<&'a Instances<'db>>,
    ) -> Self {
        let bodies = uses(db, unit.source(db), item, unit.dialect(db));
        let of_blocks = bodies.iter().filter(|body| is_local(body.owner)).map(|body| (body.owner, body));
        let code = Code::new((db, unit), names, bodies, instances);
        Reader {
            db,
            unit,
            names,
            of_blocks: of_blocks.collect(),
            code,
            instances,
            evaluated: Evaluated::default(),
        }
    }
}

impl<'db> Reader<'_, 'db> {
    fn body(&self, body: &BodyUses<'db>, own: &[&Use<'db>]) -> Option<Body<'db>> {
        let owner = body.owner;
        if is_local(owner) {
            return self.member_of_block(None, body, own);
        }
        let written = self.names.decl(owner);
        let node = Node::Defined(owner);
        if !matches!(written.kind, DeclKind::Function { .. }) {
            return self.variable(body);
        }
        let Redeclarations::Known(mut declarations) = self.names.redeclarations(owner) else { return None };
        declarations.sort_unstable();
        let first = *declarations.first()?;
        let is_global = self.names.spaces(owner)?.global;
        let (is_host, is_device) = space_in_device_pass(self.names, owner)?;
        let is_constexpr = [owner, first].iter().any(|decl| self.names.decl(*decl).specifiers.is_constexpr);
        let (suspects, name) = self.suspects(owner, own, is_device && !is_constexpr, || self.entity(owner));
        Some(Body {
            node,
            is_root: is_global || kept_for_itself(self.db, self.names, &declarations)?.is_some(),
            order: Order::of_function(self.names, first, owner, is_global, false),
            space: Space { is_host, is_device, is_global, ..Space::default() },
            is_inferred: false,
            is_variable: false,
            refers: self.refers(own.iter().copied()),
            suspects,
            end: Some((owner.item, body.end)),
            name,
        })
    }

    /// The suspects in a function that `definition` defines, if it is checked, and how it is shown as a caller: without its
    /// parameters, and only if it has some. `entity` is its linker name: without one it is not checked.
    fn suspects(
        &self,
        definition: DeclRef,
        own: &[&Use<'db>],
        is_checked: bool,
        entity: impl FnOnce() -> Option<Entity>,
    ) -> (Box<[Suspect]>, Box<str>) {
        if !is_checked {
            return Default::default();
        }
        let is_unchecked = !own.is_empty()
            && unchecked::is_unchecked(self.db, self.unit, self.names, definition, Reading::Made);
        let all = self.suspects_in_order(definition.item, own.iter().copied(), is_unchecked);
        if all.is_empty() {
            return Default::default();
        }
        match entity().and_then(|entity| signature(&entity, Form::Bare).ok()) {
            Some(name) => (all, name.into()),
            None => Default::default(),
        }
    }

    /// The suspects among uses of code of `item`, in the order in which the device pass goes through it.
    pub(super) fn suspects_in_order<'u>(
        &self,
        item: u32,
        uses: impl Iterator<Item = &'u Use<'db>>,
        is_unchecked: bool,
    ) -> Box<[Suspect]>
    where
        'db: 'u,
    {
        let of_use = |used: &Use<'db>| Some((used.step, self.suspect(item, used, is_unchecked)?));
        let mut all: Vec<(u32, Suspect)> = uses.filter_map(of_use).collect();
        all.sort_by_key(|(step, _)| *step);
        all.into_iter().map(|(_, suspect)| suspect).collect()
    }

    /// A variable keeps what its initializer names. That runs on the host, unless the variable is the device's.
    fn variable(&self, body: &BodyUses<'db>) -> Option<Body<'db>> {
        let owner = body.owner;
        let spaces = self.names.spaces(owner)?;
        let is_device = spaces.device || spaces.constant || spaces.shared || spaces.managed;
        let at = self.names.name_offset(owner)? - self.names.range(owner.item).start();
        let named = body.uses.iter().filter(|used| is_device && used.lambda.is_none() && !is_called(used));
        let suspects = named.filter_map(|used| self.suspect(owner.item, &Use { at, ..*used }, false));
        Some(Body {
            node: Node::Defined(owner),
            is_root: self.names.decl(owner).parent.is_none(),
            order: Order::of_variable(self.names, owner),
            name: Box::default(),
            space: Space { is_host: !is_device, is_device, ..Space::default() },
            is_inferred: false,
            is_variable: true,
            refers: self.refers(body.uses.iter()),
            suspects: suspects.collect(),
            end: None,
        })
    }

    fn special(&self, member: &SpecialMember<'db>) -> Option<Body<'db>> {
        let SpecialMember { class, special, .. } = member;
        let suspects = member.uses.iter().filter_map(|used| self.suspect(class.item, used, false));
        let suspects: Box<[Suspect]> = suspects.collect();
        let (order, name) = match &member.name {
            None if is_local(*class) => return None,
            None => {
                let order = Order::of_special(self.names, *class, *special, member.declared);
                (order, self.special_name(*class, *special)?.into())
            }
            Some(name) => {
                let at = self.place_of_local(*class)?;
                let order = self.code.order(name, at, (Some(*special), None), None)?;
                (order, self.code.shown(name, &suspects)?)
            }
        };
        // One that is virtual by a base runs where that one does.
        let overridden = member.overridden.filter(|decl| !is_local(*decl));
        let space = overridden.and_then(|decl| space_in_device_pass(self.names, decl));
        let (is_host, is_device) = space.unwrap_or_default();
        Some(Body {
            node: Node::Special(*class, *special),
            is_root: false,
            order,
            name,
            space: Space { is_host, is_device, ..Space::default() },
            is_inferred: true,
            is_variable: false,
            refers: self.refers(member.uses.iter()),
            suspects,
            end: None,
        })
    }

    /// How a special member function is shown that nobody wrote.
    fn special_name(&self, class: DeclRef, special: Special) -> Option<String> {
        let entity = self.names.special_entity(
            class,
            match special {
                Special::Default | Special::Copy | Special::Move => {
                    Unqualified::Constructor(CtorKind::Complete)
                }
                Special::Destructor => Unqualified::Destructor(DtorKind::Complete),
                Special::CopyAssignment | Special::MoveAssignment => Unqualified::Operator("aS"),
            },
        );
        signature(&entity, Form::Bare).ok()
    }

    pub(super) fn local_decl(&self, decl: DeclRef) -> Option<&'db Decl> {
        declared_in_block(self.db, self.names.item_text(decl.item), decl.local).map(|(decl, _)| decl)
    }

    /// Where a declaration of a block stands.
    pub(super) fn place_of_local(&self, decl: DeclRef) -> Option<TextSize> {
        declared_in_block(self.db, self.names.item_text(decl.item), decl.local).map(|(_, at)| at)
    }

    fn instance(
        &self,
        symbol: Symbol<'db>,
        wanted: &Wanted<'db>,
        body: &BodyUses<'db>,
        own: &[&Use<'db>],
    ) -> Option<Body<'db>> {
        let definition = body.owner;
        let spaces = self.names.spaces(symbol.decl)?;
        let is_device = spaces.device || spaces.global;
        let space = Space {
            is_host: spaces.host || !is_device,
            is_device,
            is_global: spaces.global,
            ..Space::default()
        };
        let is_constexpr =
            [definition, symbol.decl].iter().any(|decl| self.names.decl(*decl).specifiers.is_constexpr);
        let (suspects, name) = self.suspects(definition, own, is_device && !is_constexpr, || {
            self.instance_entity(symbol).map(|known| known.entity.clone())
        });
        Some(Body {
            node: Node::Instance(symbol),
            is_root: spaces.global || wanted.is_root,
            order: Order::of_instance(self.names, definition, wanted.created, wanted.class, spaces.global),
            name,
            space,
            is_inferred: false,
            is_variable: false,
            refers: self.refers(own.iter().copied()),
            suspects,
            end: Some((definition.item, body.end)),
        })
    }

    fn instance_entity(&self, symbol: Symbol<'db>) -> Option<&'db InstanceEntity> {
        let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
        entity_of_instance(self.db, source, symbol, dialect).as_ref()
    }

    /// The linker name of a function, those of local classes and of explicit specializations included.
    fn entity(&self, decl: DeclRef) -> Option<Entity> {
        if !is_local(decl) {
            return self.names.entity(decl).or_else(|| {
                let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
                let symbol = specialized_instance(self.db, source, decl, dialect)?;
                Some(self.instance_entity(symbol)?.entity.clone())
            });
        }
        if self.local_decl(decl).is_some_and(is_block_function) {
            let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
            return entity_of_block_function(self.db, source, decl.item, decl.local, dialect).clone();
        }
        let name = self.of_blocks.get(&decl)?.name.as_ref()?;
        entity_of_block(&self.code, name)
    }

    /// The code that uses refer to.
    pub(super) fn refers<'u>(&self, uses: impl Iterator<Item = &'u Use<'db>>) -> Box<[Node<'db>]>
    where
        'db: 'u,
    {
        let mut known = FxHashSet::default();
        uses.filter_map(|used| self.node(used)).filter(|node| known.insert(*node)).collect()
    }

    /// The code that is used.
    fn node(&self, used: &Use<'db>) -> Option<Node<'db>> {
        // What a virtual call means is in the tables, and a constant leaves nothing of the operand that it removes.
        if used.form == UseForm::VirtualCall || used.is_removed && !used.is_discarded {
            return None;
        }
        let node = match used.target {
            Target::Declared(decl) if used.instance.is_some_and(|instance| instance.decl == decl) => {
                Node::Instance(used.instance?)
            }
            Target::Declared(decl) => {
                let definition = definition_of(self.db, self.names, decl)?;
                match used.part {
                    Part::Base => Node::Subobject(definition),
                    _ => Node::Defined(definition),
                }
            }
            // Those of instances are not walked.
            Target::Special(..) if used.instance.is_some() => return None,
            Target::Special(class, special) => Node::Special(class, special),
            Target::Lambda(operator) if self.may_be_evaluated(used, operator) => return None,
            Target::Lambda(operator) => Node::Lambda(operator),
        };
        Some(node)
    }

    /// Whether a member function of a local class, or a function that a block declares, is `constexpr`, if it runs on the host alone.
    fn local_host_function(&self, decl: DeclRef) -> Option<bool> {
        let written = self.local_decl(decl)?;
        if is_block_function(written) {
            let spaces = spaces_of_block_function(self.names, (decl, written), &self.entity(decl)?)?;
            return (!spaces.device && !spaces.global).then_some(false);
        }
        let is_written = matches!(written.kind, DeclKind::Function { body: BodyKind::Block, .. });
        let is_host = !written.attributes.spaces.device && !written.specifiers.is_consteval;
        (is_written && is_host && written.templates.is_empty()).then_some(written.specifiers.is_constexpr)
    }

    /// A use, if it is of what only the host has. `is_unchecked`: a pragma turns the checks of calls off.
    pub(super) fn suspect(&self, item: u32, used: &Use<'db>, is_unchecked: bool) -> Option<Suspect> {
        if used.is_removed {
            return None;
        }
        let at = match used.origin {
            Origin::Written | Origin::Implied => SuspectAt::Here(item, used.at),
            Origin::In(other) => SuspectAt::Here(other, used.at),
            Origin::Before(moved) => SuspectAt::Before(moved.map(|item| (item, used.at))),
        };
        if let Target::Lambda(_) = used.target {
            return self.suspect_closure(used, at, is_unchecked);
        }
        let decl = used.decl()?;
        let variable = host_variable(self.names, used);
        if let Some((variable, missing)) = variable.and_then(|it| it.missing.map(|missing| (it, missing))) {
            let entity = match variable.instance.filter(|_| missing == variable.decl) {
                Some(instance) => {
                    let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
                    entity_of_variable_instance(self.db, source, instance, dialect).clone()?
                }
                None => self.names.entity(missing)?,
            };
            let text = signature(&entity, Form::Bare).ok()?;
            return Some(Suspect {
                at,
                called: None,
                missing: Some(text.into()),
                is_variable: true,
                is_constexpr: false,
                is_reported_before: false,
            });
        }
        if used.form == UseForm::VirtualCall || used.form == UseForm::Table {
            return None;
        }
        let (is_constexpr, is_open) = match is_local(decl) {
            true => (self.local_host_function(decl)?, false),
            false => host_function(self.names, self.unit.settings(self.db).shared_std, used)
                .map(|callee| (callee.is_constexpr, callee.is_open))?,
        };
        // Calls of others are reported while the body is read, and once more where both sides have the code;
        // constructors only where they make constants, `begin` and `end` of a range-for never.
        let is_constructor = used.form == UseForm::Constructor && !used.is_constant;
        let is_relaxed = self.unit.settings(self.db).relaxed_constexpr;
        let is_reported =
            (is_constructor || used.runs) && !is_relaxed && !is_open && used.part == Part::Whole;
        if is_constexpr && !is_reported {
            return None;
        }
        let (mut entity, has_types) = match used.instance {
            Some(symbol) if is_local(symbol.decl) => {
                let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
                let name = name_of_local(self.db, source, symbol, dialect).as_ref()?;
                (entity_of_block(&self.code, name)?, true)
            }
            Some(symbol) => {
                let InstanceEntity { entity, has_types } = self.instance_entity(symbol)?;
                (entity.clone(), *has_types)
            }
            None => (self.entity(decl)?, true),
        };
        if used.part == Part::Base {
            // The function for whole objects is called by what is made for bases, if there is a body to make it of.
            if definition_of(self.db, self.names, decl).is_some() {
                return None;
            }
            entity = for_base(entity)?;
        }
        let is_called =
            has_types && used.form != UseForm::Name && used.part != Part::Elements && !is_unchecked;
        let called = is_called.then(|| signature(&entity, Form::Full).ok()).flatten();
        let missing = (used.part != Part::Base).then(|| signature(&entity, Form::Bare).ok()).flatten();
        Some(Suspect {
            at,
            called: called.map(String::into_boxed_str),
            missing: missing.map(String::into_boxed_str),
            is_variable: false,
            is_constexpr,
            is_reported_before: is_constexpr
                && used.runs
                && used.form != UseForm::Range(RangePart::Ends)
                && !is_unchecked,
        })
    }

    /// The call of a closure, if only the host has that.
    fn suspect_closure(&self, used: &Use<'db>, at: SuspectAt, is_unchecked: bool) -> Option<Suspect> {
        let closures = Closures::new((self.db, self.unit), self.names, self.instances);
        let operator = closures.host_operator(used)?;
        let is_constexpr = operator.is_constexpr?;
        // Those that may be constants are reported while the body is read.
        if is_constexpr && (!used.runs || self.unit.settings(self.db).relaxed_constexpr) {
            return None;
        }
        let entity = operator.entity()?;
        let called = signature(&entity, Form::Full).ok().filter(|_| !is_unchecked);
        Some(Suspect {
            at,
            called: called.map(String::into_boxed_str),
            missing: Some(signature(&entity, Form::Bare).ok()?.into()),
            is_variable: false,
            is_constexpr,
            is_reported_before: is_constexpr,
        })
    }
}

/// Whether a function is called, not only named.
fn is_called(used: &Use<'_>) -> bool {
    !matches!(used.form, UseForm::Name | UseForm::Variable(_))
}
