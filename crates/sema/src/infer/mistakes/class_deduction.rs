//! Class templates that are named without arguments where no guide takes the initializer ([over.match.class.deduct]).

use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_types::Symbol;

use super::super::{Infer, NodeId, What};
use crate::finding::{Argument, MetAt, Mistake};

/// "no instance of … matches the argument list".
const NO_GUIDE: u16 = 289;
/// "cannot deduce class template arguments".
const NOT_DEDUCED: u16 = 2958;

/// Where it is said that nothing is deduced.
#[derive(Clone, Debug)]
pub(crate) struct Undeduced {
    /// That nothing takes the arguments.
    pub(crate) arguments: MetAt,
    /// That there are no template arguments; not said of an object without initializer.
    pub(crate) class: Option<MetAt>,
}

impl<'db> Infer<'_, 'db> {
    /// No guide of a class template takes these arguments. True if it is reported.
    pub(crate) fn check_undeduced_class(
        &mut self,
        template: Symbol<'db>,
        args: &[NodeId],
        places: Undeduced,
    ) -> bool {
        let db = self.db();
        if self.in_template || self.in_instance || self.sema.has_open_template(self.env) {
            return false;
        }
        let is_known = |arg: &NodeId| {
            !matches!(self.node(*arg).what, What::List)
                && self.is_known(*arg)
                && self.is_known_class(self.node(*arg).ty)
                && !self.node(*arg).ty.absorbs(db)
        };
        if !args.iter().all(is_known) || self.may_have_more_guides(template) {
            return false;
        }
        let Some(name) = self.sema.decl(template.decl).name.ident() else { return false };
        let Some(details) = self.argument_details(args) else { return false };
        let mut mistake = Mistake::new(NO_GUIDE, vec![Argument::entity("constructor", name.to_string())]);
        mistake.details.extend(details);
        self.met_at(mistake, places.arguments);
        if let Some(place) = places.class {
            self.met_at(Mistake::new(NOT_DEDUCED, Vec::new()), place);
        }
        true
    }

    /// Whether a class template may have constructors that are not known: they are inherited, or definitions outside of it
    /// give them default arguments.
    fn may_have_more_guides(&self, template: Symbol<'db>) -> bool {
        self.sema.template_declarations(template.decl).into_iter().any(|decl| {
            let DeclKind::Class(class) = &self.sema.decl(decl).kind else { return true };
            let is_using = self
                .sema
                .members(decl)
                .iter()
                .any(|(_, member)| matches!(member.kind, DeclKind::UsingDeclaration(_)));
            is_using || class.bases.iter().any(|base| matches!(base, TypeExpr::Expansion(_)))
        }) || self.may_be_defined_outside(template.decl)
    }
}
