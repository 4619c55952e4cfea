//! What the device pass finds while it reads the instances of function templates that it makes: uses of what only the
//! host has, restrictions on extended lambdas, arguments of kernel templates.

use std::cell::OnceCell;

use asunder_decls::names::DeclRef;
use asunder_sema::block_externs::SharedInInstances;
use asunder_sema::instances::Instance;
use asunder_sema::operands::Operands;
use asunder_sema::uses::{Use, uses_in_templates};
use asunder_syntax::{TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::calls::asked;
use crate::check::{Check, Views};
use crate::closures::Closures;
use crate::finding::{Finding, Stage};
use crate::launches::LAUNCH;
use crate::unit::{Unit, subject};
use crate::used::is_local;
use crate::walk::Instances;
use crate::wanted::{contexts, wanted};
use crate::{device_calls, kernel_arguments, lambdas, launches, shared_variables, templates};

/// The findings in the instances, each with the number of its item.
pub(crate) struct InInstances {
    /// In those that are made where they are used: with the number of the item that asks for them, and the moment of that.
    pub(crate) immediate: Vec<(u32, Finding)>,
    /// In the others, in the order in which they are reported.
    pub(crate) behind: Vec<(u32, Finding)>,
}

/// What is found in the instances. The first instance of a template brings what is found in that however it is
/// instantiated.
pub(crate) fn findings<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    views: &Views<'db>,
) -> InInstances {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let (names, sema) = (&*views.names, &*views.sema);
    let (mut immediate, mut behind) = (Vec::new(), Vec::new());
    let mut known_templates = FxHashSet::default();
    let mut named_kernels = FxHashSet::default();
    let plain = OnceCell::new();
    let is_plain = |kernel| {
        let plain = plain.get_or_init(|| kernel_arguments::named_in_plain_code(db, unit, names));
        plain.contains(&kernel)
    };
    let mut patterns: FxHashMap<u32, FxHashSet<(TextSize, DeclRef)>> = FxHashMap::default();
    let mut launching: FxHashMap<u32, bool> = FxHashMap::default();
    let mut written = Written::default();
    let mut shared = SharedInInstances::default();
    let all = wanted(db, unit);
    let instances = Instances::new(all);
    let closures = Closures::new((db, unit), names, Some(&instances));
    for (index, instance) in all.iter().enumerate() {
        let (Some(definition), Some(body)) = (instance.code.definition, &instance.code.body) else {
            continue;
        };
        let symbol = match instance.instance {
            Instance::Function(symbol) if !is_local(symbol.decl) => Some(symbol),
            Instance::CallOperator(_) => None,
            Instance::Function(_) | Instance::Class(_) | Instance::Variable(_) => continue,
        };
        let suspects = device_calls::suspects((names, unit.settings(db).shared_std), &closures, body);
        let is_restricted =
            |used: &&Use<'db>| symbol.is_some() && kernel_arguments::is_restricted(names, used);
        let restricted: Vec<&Use<'db>> = body.uses.iter().filter(is_restricted).collect();
        let has_lambdas = symbol.is_some() && body.lambdas.iter().any(|lambda| lambda.spaces.device);
        let item = definition.decl.item;
        let mut may_launch =
            || *launching.entry(item).or_insert_with(|| names.item_text(item).text(db).contains(LAUNCH));
        let may_launch = may_launch();
        let has_launches = symbol.is_some() && (may_launch || launches::calls_kernels(names, body));
        let new_check = || Check::sharing(db, subject(db, unit, item), views);
        // A generic lambda is read where it stands, or with the template around it.
        let is_first = symbol.is_some() && known_templates.insert(definition.decl);
        let of_operands = written.of_instance(definition.decl, &instance.code.operands, &new_check);
        let as_written = match is_first {
            true => written.of(definition.decl, &new_check),
            false => Vec::new(),
        };
        let disagreements = match symbol {
            Some(_) => shared.of_instance(sema, definition),
            None => Vec::new(),
        };
        let is_clean = suspects.is_empty()
            && restricted.is_empty()
            && as_written.is_empty()
            && of_operands.is_empty()
            && disagreements.is_empty();
        if is_clean && !has_lambdas && !has_launches && !may_launch {
            continue;
        }
        let (check, check_own) = (new_check(), new_check());
        if may_launch {
            launches::default_streams_of_instance(&check_own, body);
        }
        if has_lambdas {
            if let (true, Some((_, range))) = (is_first, check.node_of(definition.decl)) {
                lambdas::of_template(&check, range);
            }
            lambdas::of_instance(&check_own, body);
        }
        if has_launches || !suspects.is_empty() {
            let in_template = patterns.entry(item).or_insert_with(|| {
                let all = uses_in_templates(db, source, item, dialect).iter();
                all.filter_map(|used| Some((used.at, used.decl()?))).collect()
            });
            let caller = match (symbol, instance.instance) {
                (Some(symbol), _) => device_calls::instance_caller(&check_own, symbol.decl, definition.decl),
                (None, Instance::CallOperator(operator)) => {
                    device_calls::Caller::of_closure(closures.space_of_operator(item, operator))
                }
                (None, _) => None,
            };
            let suspects = (&*suspects, &closures);
            device_calls::of_instance((&check, &check_own), caller.as_ref(), body, suspects, in_template);
            if has_launches {
                launches::of_instance((&check, &check_own), body, in_template);
                if is_first {
                    launches::of_template(&check, definition.decl);
                }
            }
        }
        as_written.into_iter().for_each(|finding| check.add(finding));
        of_operands.into_iter().for_each(|finding| check_own.add(finding));
        disagreements.iter().for_each(|it| shared_variables::disagrees(&check_own, it));
        // What is found when a function is put together belongs to each instance.
        let (mut of_instance, mut of_template): (Vec<Finding>, Vec<Finding>) =
            check.finish().findings.into_iter().partition(|finding| finding.needs_clean_unit);
        if !is_first {
            of_template.clear();
        }
        of_instance.extend(check_own.finish().findings);
        let contexts = |index| contexts(db, unit, all, index);
        if let (false, Some(by)) = (of_template.is_empty(), instance.by) {
            let around = contexts(by);
            of_template.iter_mut().for_each(|finding| finding.contexts.clone_from(&around));
        }
        if !of_instance.is_empty() {
            let around = contexts(index);
            of_instance.iter_mut().for_each(|finding| finding.contexts.clone_from(&around));
        }
        let (check, contexts) = (new_check(), || contexts(index));
        let of_kernels = restricted.into_iter().flat_map(|used| {
            let (used, seen) = ((used, &*body.uses), (&mut named_kernels, &is_plain as &dyn Fn(_) -> _));
            kernel_arguments::of_instance(&check, sema, used, &contexts, seen)
        });
        // What is wrong with a kernel comes before how it is called.
        of_instance.splice(0..0, of_kernels);
        of_instance.sort_by_key(|finding| finding.moment);
        let own = of_template.into_iter().chain(of_instance);
        let (late, own): (Vec<Finding>, Vec<Finding>) =
            own.partition(|finding| finding.moment.stage > Stage::Instantiation);
        immediate.extend(late.into_iter().map(|finding| (item, finding)));
        let own = own.into_iter();
        if instance.is_immediate {
            let (asker, moment) = asked(db, unit, views, index);
            immediate.extend(own.map(|finding| (asker, Finding { item: Some(item), moment, ..finding })));
        } else {
            behind.extend(own.map(|mut finding| {
                finding.moment.stage = Stage::Instantiation;
                (item, finding)
            }));
        }
    }
    InInstances { immediate, behind }
}

/// What is found in templates as they are written, by their items.
#[derive(Default)]
struct Written(FxHashMap<u32, Vec<Finding>>);

impl Written {
    /// What is found in a definition.
    fn of<'db>(&mut self, definition: DeclRef, new_check: &dyn Fn() -> Check<'db>) -> Vec<Finding> {
        self.around(definition, new_check)
            .map_or_else(Vec::new, |(found, range)| templates::inside(found, range).to_vec())
    }

    /// What is found by the types of the operands of an instance.
    fn of_instance<'db>(
        &mut self,
        definition: DeclRef,
        operands: &Operands,
        new_check: &dyn Fn() -> Check<'db>,
    ) -> Vec<Finding> {
        if operands.is_empty() {
            return Vec::new();
        }
        let known = self.around(definition, new_check);
        known.map_or_else(Vec::new, |(found, range)| {
            templates::of_instance(new_check(), operands, found, range)
        })
    }

    /// What is found in the item of a definition, and where that stands.
    fn around<'db>(
        &mut self,
        definition: DeclRef,
        new_check: &dyn Fn() -> Check<'db>,
    ) -> Option<(&[Finding], TextRange)> {
        let check = new_check();
        let (_, range) = check.node_of(definition)?;
        Some((self.0.entry(definition.item).or_insert_with(|| templates::findings(check)), range))
    }
}
