//! What the device pass finds while it reads the instances of function templates that it makes: uses of what only the
//! host has, restrictions on extended lambdas, arguments of kernel templates.

use std::cell::OnceCell;
use std::rc::Rc;

use asunder_decls::names::{DeclRef, Names};
use asunder_sema::Sema;
use asunder_sema::uses::{Use, uses_in_templates};
use asunder_syntax::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Check;
use crate::closures::Closures;
use crate::finding::{Finding, Stage};
use crate::unit::{Unit, subject};
use crate::used::is_local;
use crate::walk::Instances;
use crate::wanted::{contexts, wanted};
use crate::{device_calls, kernel_arguments, lambdas, launches};

/// The punctuation that every launch has in its text.
const LAUNCH: &str = "<<<";

/// The findings in the instances, with the number of each finding's item, in the order in which they are reported. The
/// first instance of a template brings what is found in that however it is instantiated.
pub(crate) fn findings<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &Rc<Names<'db>>,
) -> Vec<(u32, Finding)> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let sema = Sema::new(db, source, dialect);
    let mut found = Vec::new();
    let mut templates = FxHashSet::default();
    let mut named_kernels = FxHashSet::default();
    let plain = OnceCell::new();
    let is_plain = |kernel| {
        let plain = plain.get_or_init(|| kernel_arguments::named_in_plain_code(db, unit, names));
        plain.contains(&kernel)
    };
    let mut patterns: FxHashMap<u32, FxHashSet<(TextSize, DeclRef)>> = FxHashMap::default();
    let mut launching: FxHashMap<u32, bool> = FxHashMap::default();
    let all = wanted(db, unit);
    let instances = Instances::new(all);
    let closures = Closures::new((db, unit), names, Some(&instances));
    for (index, instance) in all.iter().enumerate() {
        let (Some(definition), Some(body), Some(symbol)) =
            (instance.code.definition, &instance.code.body, instance.instance.function())
        else {
            continue;
        };
        if is_local(symbol.decl) {
            continue;
        }
        let suspects = device_calls::suspects((names, unit.settings(db).shared_std), &closures, body);
        let is_kernel = |used: &&Use<'db>| kernel_arguments::is_kernel_instance(names, used);
        let kernels: Vec<&Use<'db>> = body.uses.iter().filter(is_kernel).collect();
        let has_lambdas = body.lambdas.iter().any(|lambda| lambda.spaces.device);
        let item = definition.decl.item;
        let has_launches =
            *launching.entry(item).or_insert_with(|| names.item_text(item).text(db).contains(LAUNCH))
                || launches::calls_kernels(names, body);
        if suspects.is_empty() && kernels.is_empty() && !has_lambdas && !has_launches {
            continue;
        }
        let is_read = has_lambdas || has_launches || !suspects.is_empty();
        let is_first = is_read && templates.insert(definition.decl);
        let subject = subject(db, unit, item);
        let new_check = || Check::sharing(db, subject, names.clone());
        let (check, check_own) = (new_check(), new_check());
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
            let function = (symbol.decl, definition.decl);
            let suspects = (&*suspects, &closures);
            device_calls::of_instance((&check, &check_own), function, body, suspects, in_template);
            if has_launches {
                launches::of_instance((&check, &check_own), body, in_template);
                if is_first {
                    launches::of_template(&check, definition.decl);
                }
            }
        }
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
        let of_kernels = kernels.into_iter().flat_map(|used| {
            kernel_arguments::of_instance(&check, &sema, used, &contexts, (&mut named_kernels, &is_plain))
        });
        // What is wrong with a kernel comes before how it is called.
        of_instance.splice(0..0, of_kernels);
        of_instance.sort_by_key(|finding| finding.moment);
        for mut finding in of_template.into_iter().chain(of_instance) {
            finding.moment.stage = Stage::Instantiation;
            found.push((item, finding));
        }
    }
    found
}
