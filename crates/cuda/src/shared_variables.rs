//! Variables in shared memory that the functions of templates declare: the device front end checks them with the instances.

use asunder_decls::names::DeclRef;
use asunder_outline::CudaAttribute;
use asunder_sema::block_externs::Disagreement;
use asunder_sema::uses::declared_in_block;

use crate::attributes::name_moment;
use crate::check::Check;
use crate::constants::place_of;
use crate::declared::{Declared, Kind, variables_of_blocks};
use crate::finding::{Argument, Message, Place};
use crate::redeclaration::taken_for_another;
use crate::templates::{ReadAs, read_as};
use crate::used::is_local;
use crate::variables::{SHARED_INITIALIZER, has_initializer};

/// "declaration is incompatible with previous …".
const INCOMPATIBLE_PREVIOUS: u16 = 159;

/// Initializers in the templates of an item, whatever the arguments are.
pub(crate) fn in_templates(check: &Check<'_>) {
    if !check.text().contains("shared") {
        return;
    }
    let is_initialized = |declared: &Declared| {
        declared.kind == Kind::Variable
            && has_initializer(declared)
            && declared.attributes.iter().any(|it| it.is_valid() && it.cuda() == Some(CudaAttribute::Shared))
            && read_as(&declared.node) == ReadAs::Template
    };
    for declared in variables_of_blocks(check).iter().filter(|declared| is_initialized(declared)) {
        let moment = name_moment(check, declared, 10);
        check.report(Message::plain(SHARED_INITIALIZER), declared.at_name(), moment);
    }
}

/// A declaration in the block of an instance that is not of the type of earlier ones: what it declares is taken for another
/// variable.
pub(crate) fn disagrees(check: &Check<'_>, disagreement: &Disagreement) {
    let Disagreement { name, qualified, with } = disagreement;
    if let Some(earlier) = *with {
        let Some(place) = place(check, earlier) else { return check.silence(INCOMPATIBLE_PREVIOUS) };
        let entity = Argument::Entity { kind: None, name: qualified.as_str().into(), declared: Some(place) };
        check.report(Message::new(INCOMPATIBLE_PREVIOUS, vec![entity]), *name, check.moment(*name, 0));
    }
    if let Some(token) = asunder_syntax::token_at(&check.root, *name) {
        check.report(taken_for_another(token.text()), *name, check.moment(*name, 1));
    }
}

/// Where a variable of a namespace or block is declared.
fn place(check: &Check<'_>, decl: DeclRef) -> Option<Place> {
    if !is_local(decl) {
        return place_of(check.names(), decl);
    }
    let (_, offset) = declared_in_block(check.db, check.names().item_text(decl.item), decl.local)?;
    Some(Place { item: Some(decl.item), offset })
}
