//! Call operators of lambdas that only the host has: a lambda runs where it is written to run, or else where the code
//! around it does (spec 2 §1d).

use asunder_decls::names::Names;
use asunder_mangle::model::Entity;
use asunder_sema::uses::{Around, BlockName, CallOperator, Target, Use, entity_of_block, lambda_of, uses};
use asunder_syntax::{SyntaxKind, TextSize};

use crate::check::Check;
use crate::unit::Unit;
use crate::walk::{Code, Instances};

/// The closures of a unit: those in templates only with their instances.
#[derive(Clone, Copy)]
pub(crate) struct Closures<'a, 'db> {
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &'a Names<'db>,
    instances: Option<&'a Instances<'db>>,
}

/// A call operator that only the host has.
pub(crate) struct HostOperator<'a, 'db> {
    /// `None` where it is not known.
    pub(crate) is_constexpr: Option<bool>,
    name: Option<&'a BlockName<'db>>,
    code: Code<'a, 'db>,
}

impl<'a, 'db> Closures<'a, 'db> {
    pub(crate) fn new(
        (db, unit): (&'db dyn salsa::Database, Unit<'db>),
        names: &'a Names<'db>,
        instances: Option<&'a Instances<'db>>,
    ) -> Self {
        Closures { db, unit, names, instances }
    }

    /// The call operator that is used if only the host has it. `None` where the device has it too, or that is not known.
    pub(crate) fn host_operator(&self, used: &Use<'db>) -> Option<HostOperator<'a, 'db>> {
        let Target::Lambda(operator) = used.target else { return None };
        let (item, ..) = lambda_of(self.db, operator.class)?;
        let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
        let bodies = uses(self.db, source, item, dialect);
        let code = Code::new((self.db, self.unit), self.names, bodies, self.instances);
        let (around, lambda) = code.place_of(operator)?;
        if code.space_of_lambda(around, lambda).is_device {
            return None;
        }
        let (is_constexpr, name) = match operator.args {
            None => {
                let written = code.body(around)?.lambda(lambda)?;
                (written.is_constexpr, written.name.as_ref())
            }
            Some(_) => {
                let body = self.instances?.body(Around::CallOperator(operator))?;
                (body.is_constexpr, body.name.as_ref())
            }
        };
        Some(HostOperator { is_constexpr, name, code })
    }
}

impl<'db> Closures<'_, 'db> {
    /// Where the call operator of a generic lambda that stands in an item runs: on the host, on the device.
    pub(crate) fn space_of_operator(&self, item: u32, operator: CallOperator<'db>) -> (bool, bool) {
        let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
        let bodies = uses(self.db, source, item, dialect);
        let code = Code::new((self.db, self.unit), self.names, bodies, self.instances);
        let space = code.space(Around::CallOperator(operator));
        (space.is_host, space.is_device)
    }
}

/// Where the call of a closure, whose `(` stands at `at`, names its operator: `f.operator()(x)`. Such a call is checked
/// once, there.
pub(crate) fn operator_name(check: &Check<'_>, at: TextSize) -> Option<TextSize> {
    let token = asunder_syntax::token_at(&check.root, at)?;
    let call = token.parent_ancestors().find(|it| it.kind() == SyntaxKind::CALL_EXPR)?;
    let callee = call.first_child()?;
    if callee.kind() != SyntaxKind::MEMBER_EXPR {
        return None;
    }
    let mut names = callee.descendants_with_tokens().filter_map(|it| it.into_token());
    let operator = names.find(|it| it.kind() == SyntaxKind::OPERATOR_KW)?;
    Some(operator.text_range().start())
}

impl HostOperator<'_, '_> {
    /// Its linker name.
    pub(crate) fn entity(&self) -> Option<Entity> {
        entity_of_block(&self.code, self.name?)
    }
}
