//! Class templates that are named without arguments where no guide takes the initializer ([over.match.class.deduct]).

use asunder_decls::names::Point;
use asunder_decls::written::{DeclKind, DeclName, TypeExpr};
use asunder_syntax::Standard;
use asunder_types::Symbol;

use super::super::{Infer, NodeId, What};
use crate::class_deduction::{Deduced, Form};
use crate::finding::{Argument, MetAt, Mistake};
use crate::view::Sema;

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
        // How the values fill the members of an aggregate ([over.match.class.deduct]/1.7) is not followed to its end.
        let may_fill = self.sema.dialect.standard >= Standard::Cpp20
            && !args.is_empty()
            && self.may_be_aggregate(template);
        if may_fill || !args.iter().all(is_known) || self.sema.may_have_more_guides(template) {
            return false;
        }
        let Some(name) = self.sema.decl(template.decl).name.ident() else { return false };
        let Some(details) = self.argument_details(args) else { return false };
        let mut mistake = Mistake::new(NO_GUIDE, vec![Argument::entity("constructor", name.to_string())]);
        mistake.details.extend(details);
        self.met_at(mistake, places.arguments);
        let known = self.out.mistakes.len();
        if let Some(place) = places.class {
            self.met_at(Mistake::new(NOT_DEDUCED, Vec::new()), place);
        }
        if let Some(last) = args.last() {
            let behind = self.expr_of(*last);
            self.found_behind(known, behind);
        }
        true
    }
}

impl<'db> Infer<'_, 'db> {
    /// Whether a declaration of a class template has no constructors.
    fn may_be_aggregate(&self, template: Symbol<'db>) -> bool {
        self.sema.template_declarations(template.decl).into_iter().any(|decl| {
            !self.sema.members(decl).iter().any(|(_, member)| matches!(member.name, DeclName::Constructor))
        })
    }
}

impl<'db> Sema<'db> {
    /// An object without initializer of a class template that is named without arguments, of which no guide takes none.
    pub(crate) fn undeduced_default(&self, template: Symbol<'db>, point: Point) -> Option<Mistake> {
        let is_none = matches!(self.deduce_class(template, &[], Form::Direct, point), Deduced::None);
        let name = self.decl(template.decl).name.ident()?;
        (is_none && !self.may_have_more_guides(template))
            .then(|| Mistake::new(NO_GUIDE, vec![Argument::entity("constructor", name.to_string())]))
    }

    /// Whether a class template may have constructors that are not known: they are inherited, or definitions outside of it
    /// give them default arguments.
    fn may_have_more_guides(&self, template: Symbol<'db>) -> bool {
        self.template_declarations(template.decl).into_iter().any(|decl| {
            let DeclKind::Class(class) = &self.decl(decl).kind else { return true };
            let is_using = self
                .members(decl)
                .iter()
                .any(|(_, member)| matches!(member.kind, DeclKind::UsingDeclaration(_)));
            is_using || class.bases.iter().any(|base| matches!(base, TypeExpr::Expansion(_)))
        }) || self.may_be_defined_outside(template.decl)
    }
}
