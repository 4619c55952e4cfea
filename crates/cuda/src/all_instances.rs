//! Calls of device functions from host code that only instances of templates make which neither pass checks: the host pass
//! reads no bodies of instances, but for few, and the device pass looks for no such calls (spec 2 §0). The reference never
//! says so: this is for [`Settings::all_instances`](crate::settings::Settings::all_instances) alone.
//!
//! ```text
//! host code of the user ─ calls ─▶ functions and instances, those of headers included ─▶ calls of what runs on the device
//! ```
//!
//! A function for both sides counts where host code leads to it.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, Decl, DeclKind, Spaces};
use asunder_outline::block_item_numbers;
use asunder_sema::bodies::Bodies;
use asunder_sema::instances::{Instance, Symbol};
use asunder_sema::uses::{
    BodyUses, CallOperator, Origin, Target, Use, UseForm, declared_in_block, uses_in_templates,
};
use asunder_syntax::TextSize;
use rustc_hash::FxHashSet;

use crate::check::{Check, Views};
use crate::finding::{Argument, Context, Finding, Message, Moment, Place, Stage};
use crate::unchecked::{Reading, is_unchecked};
use crate::unit::{Unit, own_declarations, subject};
use crate::used::{is_local, spaces_of};
use crate::wanted::wanted;

/// "calling a __device__ function … from a __host__ function … in an instance that nvcc does not check".
const DEVICE_CALL: u16 = 60_001;

/// Code that is reached beyond which no other is followed.
const MAX_REACHED: usize = 50_000;

/// A function, an instance of a template, or a lambda that somebody calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Code<'db> {
    Function(DeclRef),
    Instance(Symbol<'db>),
    Lambda(CallOperator<'db>),
}

/// Code that host code leads to.
struct Reached<'db> {
    code: Code<'db>,
    spaces: Spaces,
    /// What calls it, by its number, and where: an item and a byte of its text.
    by: Option<(usize, (u32, TextSize))>,
}

/// The calls that the user's host code leads to, each with the item that it starts from.
pub(crate) fn findings<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    views: &Views<'db>,
) -> Vec<(u32, Finding)> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let bodies = Bodies::new(db, source, dialect);
    let mut walk = Walk {
        db,
        unit,
        views,
        bodies: &bodies,
        own: FxHashSet::default(),
        seen_by_host: FxHashSet::default(),
        reached: Vec::new(),
        known: FxHashSet::default(),
        is_cut: false,
        found: Vec::new(),
    };
    let made = wanted(db, unit).iter().filter(|it| it.code.body.is_some()).map(|it| it.instance);
    walk.seen_by_host.extend(made);
    for block in source.blocks(db).iter() {
        let numbers = block_item_numbers(db, *block, dialect);
        let own = own_declarations(db, source, *block, dialect);
        walk.own.extend(own.filter_map(|(index, _)| numbers.get(index as usize)));
    }
    let mut own: Vec<u32> = walk.own.iter().copied().collect();
    own.sort_unstable();
    for item in own {
        for body in bodies.of_item(item).iter() {
            walk.start(body);
        }
    }
    let mut next = 0;
    while next < walk.reached.len() {
        walk.follow(next);
        next += 1;
    }
    if walk.is_cut {
        tracing::warn!(reached = walk.reached.len(), "not all code that host code leads to is followed");
    }
    walk.found
}

struct Walk<'a, 'db> {
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    views: &'a Views<'db>,
    bodies: &'a Bodies<'db>,
    /// The user's items.
    own: FxHashSet<u32>,
    /// The instances that the host pass makes and checks.
    seen_by_host: FxHashSet<Instance<'db>>,
    reached: Vec<Reached<'db>>,
    known: FxHashSet<Code<'db>>,
    /// There is more code than is followed.
    is_cut: bool,
    found: Vec<(u32, Finding)>,
}

impl<'db> Walk<'_, 'db> {
    /// Starts from a body of the user if it runs on the host alone.
    fn start(&mut self, body: &BodyUses<'db>) {
        let owner = body.owner;
        let spaces = match self.written(owner).map(|written| &written.kind) {
            Some(DeclKind::Function { .. }) if is_local(owner) => {
                self.written(owner).map(|it| it.attributes.spaces)
            }
            Some(DeclKind::Function { .. }) => self.views.names.spaces(owner),
            _ => None,
        };
        if let Some(spaces) = spaces.filter(|it| !it.device && !it.global) {
            self.add(Code::Function(owner), spaces, None);
        }
    }

    fn add(&mut self, code: Code<'db>, spaces: Spaces, by: Option<(usize, (u32, TextSize))>) {
        if self.reached.len() == MAX_REACHED {
            self.is_cut = true;
        } else if self.known.insert(code) {
            self.reached.push(Reached { code, spaces, by });
        }
    }

    /// Looks at what the code with this number calls.
    fn follow(&mut self, number: usize) {
        match self.reached[number].code {
            Code::Function(decl) => {
                let bodies = self.bodies.of_item(decl.item);
                if let Some(body) = bodies.iter().find(|body| body.owner == decl) {
                    self.calls(number, body, None);
                }
            }
            Code::Instance(symbol) => {
                let body = self.bodies.of_instance(symbol).and_then(|body| body.uses);
                if let Some(body) = body {
                    self.calls(number, &body, None);
                }
            }
            Code::Lambda(operator) => {
                if let Some((body, lambda)) = self.bodies.of_call_operator(operator) {
                    self.calls(number, &body, lambda);
                }
            }
        }
    }

    /// Looks at the calls of a body, or of the lambda in it that has a number; lambdas for the host belong to what is around
    /// them.
    fn calls(&mut self, number: usize, body: &BodyUses<'db>, lambda: Option<u32>) {
        let item = body.owner.item;
        let reports = self.may_report(number, body);
        let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
        let mut written: Option<FxHashSet<(TextSize, Option<DeclRef>)>> = None;
        for used in &body.uses {
            if used.is_removed || !is_within(body, used, lambda) {
                continue;
            }
            let at = match used.origin {
                Origin::Written | Origin::Implied => (item, used.at),
                Origin::In(item) => (item, used.at),
                Origin::Before(_) => continue,
            };
            match self.callee(used) {
                Some((decl, spaces)) if spaces.device && !spaces.host && reports => {
                    let written = written.get_or_insert_with(|| {
                        let uses = uses_in_templates(self.db, source, item, dialect).iter();
                        uses.map(|used| (used.at, used.decl())).collect()
                    });
                    if !written.contains(&(used.at, used.decl())) {
                        self.report(number, used, decl, at);
                    }
                }
                Some((_, spaces)) if spaces.device && !spaces.host => {}
                Some((decl, spaces)) => {
                    let code = match used.instance {
                        Some(symbol) if symbol.decl == decl => Code::Instance(symbol),
                        _ => Code::Function(self.definition(decl)),
                    };
                    self.add(code, spaces, Some((number, at)));
                }
                None => {
                    if let (Target::Lambda(operator), true) = (used.target, is_call(used)) {
                        let spaces = self.reached[number].spaces;
                        self.add(Code::Lambda(operator), spaces, Some((number, at)));
                    }
                }
            }
        }
    }

    /// Whether the calls of some code are reported: neither pass checks it.
    fn may_report(&self, number: usize, body: &BodyUses<'db>) -> bool {
        let is_instance = match self.reached[number].code {
            Code::Function(_) => false,
            Code::Instance(symbol) => !self.seen_by_host.contains(&Instance::Function(symbol)),
            // Other lambdas are checked where they are written, unless an instance of a template contains them.
            Code::Lambda(operator) => {
                operator.args.is_some() && !self.seen_by_host.contains(&Instance::CallOperator(operator))
            }
        };
        is_instance && !is_unchecked(self.db, self.unit, &self.views.names, body.owner, Reading::Made)
    }

    /// The function that is called and where it runs. `None` where that is not known or no function is called.
    fn callee(&self, used: &Use<'db>) -> Option<(DeclRef, Spaces)> {
        let decl = used.decl().filter(|_| is_call(used))?;
        let written = self.written(decl)?;
        let relaxed = self.unit.settings(self.db).relaxed_constexpr;
        let takes_space_of_users = match &written.kind {
            DeclKind::Function { body, .. } => matches!(body, BodyKind::Defaulted | BodyKind::Deleted),
            _ => false,
        };
        if takes_space_of_users
            || written.specifiers.is_consteval
            || relaxed && written.specifiers.is_constexpr
        {
            return None;
        }
        let spaces = match is_local(decl) {
            true => written.attributes.spaces,
            false => spaces_of(&self.views.names, used, u32::MAX)?,
        };
        (!spaces.global).then_some((decl, spaces))
    }

    fn written(&self, decl: DeclRef) -> Option<&'db Decl> {
        match is_local(decl) {
            true => {
                declared_in_block(self.db, self.views.names.item_text(decl.item), decl.local).map(|it| it.0)
            }
            false => Some(self.views.names.decl(decl)),
        }
    }

    fn definition(&self, decl: DeclRef) -> DeclRef {
        crate::kept::definition_of(self.db, &self.views.names, decl).unwrap_or(decl)
    }

    fn report(&mut self, number: usize, used: &Use<'db>, callee: DeclRef, at: (u32, TextSize)) {
        let entity = match used.instance {
            Some(symbol) => {
                let known = self.bodies.entity_of_instance(symbol).filter(|known| known.has_types);
                known.map(|known| known.entity)
            }
            None if is_local(callee) => None,
            None => self.views.names.entity(callee),
        };
        let (Some(entity), Some(caller)) = (entity, self.name(self.reached[number].code)) else { return };
        let spaces = match self.reached[number].spaces.device {
            true => "__host__ __device__",
            false => "__host__",
        };
        let arguments = vec![
            Argument::Callee(entity.into()),
            Argument::name(caller),
            Argument::text("__device__"),
            Argument::text(spaces),
        ];
        let (mut contexts, mut place) = (Vec::new(), at);
        let (mut next, mut asker) = (number, at.0);
        while let Some((by, at)) = self.reached[next].by {
            let what: Option<Box<str>> = match self.reached[next].code {
                Code::Instance(symbol) => self
                    .bodies
                    .text_of_instance(symbol)
                    .map(|text| format!("instantiation of \"{text}\"").into()),
                code => self.name(code).map(|name| format!("call of \"{name}\"").into()),
            };
            let is_shown = self.own.contains(&place.0);
            if !is_shown {
                place = at;
            }
            let (item, offset) = at;
            contexts.extend(
                what.map(|what| Context { what: what.into(), place: Place { item: Some(item), offset } }),
            );
            (next, asker) = (by, item);
        }
        let (item, offset) = place;
        let check = Check::sharing(self.db, subject(self.db, self.unit, asker), self.views);
        let moment = Moment { stage: Stage::Instantiation, ..check.moment(TextSize::new(0), 0) };
        let message = Message::new(DEVICE_CALL, arguments);
        let finding = Finding { item: Some(item), contexts, ..Finding::new(message, offset, moment) };
        self.found.push((asker, finding));
    }

    /// The name of some code, without scope.
    fn name(&self, code: Code<'db>) -> Option<String> {
        match code {
            Code::Function(decl) if is_local(decl) => Some(self.written(decl)?.name.ident()?.to_string()),
            Code::Function(decl) => self.views.names.identifier_text(decl),
            Code::Instance(symbol) if is_local(symbol.decl) => {
                Some(self.written(symbol.decl)?.name.ident()?.to_string())
            }
            Code::Instance(symbol) => self.views.names.identifier_text(symbol.decl),
            Code::Lambda(_) => Some("operator()".to_owned()),
        }
    }
}

fn is_call(used: &Use<'_>) -> bool {
    !matches!(used.form, UseForm::Name | UseForm::Variable(_) | UseForm::Table | UseForm::VirtualCall)
}

/// Whether a use stands in a body, or in the lambda in it that has a number, lambdas for the host included.
fn is_within(body: &BodyUses<'_>, used: &Use<'_>, lambda: Option<u32>) -> bool {
    let mut inner = used.lambda;
    while inner != lambda {
        let Some(around) = inner.and_then(|number| body.lambda(number)) else { return false };
        if around.spaces.device {
            return false;
        }
        inner = around.parent;
    }
    true
}
