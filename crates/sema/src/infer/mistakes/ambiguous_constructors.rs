//! Objects that several constructors make equally well ([over.match.ctor], [over.match.copy]).

use asunder_types::{Class, Kind, Symbol, Ty};

use super::super::{At, Infer, NodeId, What};
use crate::convert::{Ics, Operand};
use crate::finding::{Argument, MetAt, Mistake, Place};
use crate::overload::{Candidate, Chosen, How};

/// "more than one instance of constructor … matches the argument list".
const SEVERAL: u16 = 309;
/// "more than one constructor applies to convert from … to …".
const SEVERAL_CONVERT: u16 = 416;

impl<'db> Infer<'_, 'db> {
    /// A value that several constructors convert to the class `to`. True if it is reported.
    pub(crate) fn check_ambiguous_conversion(&mut self, node: NodeId, to: Ty<'db>) -> bool {
        let db = self.db();
        let target = to.referred(db).unqualified(db);
        let Some(class) = target.as_class(db) else { return false };
        if let What::List = self.node(node).what {
            return self.check_ambiguous_list(node, class, to);
        }
        let from = self.node(node).ty;
        if from.referred(db).unqualified(db) == target {
            return false;
        }
        let is_converted =
            from.as_class(db).is_some_and(|from| !self.sema.conversion_functions(from).is_empty());
        if is_converted || !self.is_known(node) || !self.is_known_class(target) || self.is_open(to) {
            return false;
        }
        if !matches!(self.sema.implicit(&self.operand(node), to, true), Ics::Ambiguous) {
            return false;
        }
        let build = || {
            let (_, equals) = self.equal_constructors(class, &[node], &How::implicit_conversion())?;
            let to = Argument::ty(self.sema.display(target));
            let mut mistake = Mistake::new(SEVERAL_CONVERT, vec![self.type_of_argument(node)?, to]);
            mistake.details = self.constructor_details(&equals, true)?;
            Some(mistake)
        };
        let Some(mistake) = build() else { return false };
        let at = self.start_of(node);
        self.met(mistake, at);
        true
    }

    /// A list for an object of a class that several constructors take. Where some of them are explicit nothing is reported.
    fn check_ambiguous_list(&mut self, list: NodeId, class: Class<'db>, to: Ty<'db>) -> bool {
        let Some(definition) = self.sema.definition(class) else { return false };
        let is_implicit = |it: &Symbol<'db>| self.sema.is_explicit(*it) == Some(false);
        if !self.sema.constructors(&definition).iter().all(is_implicit)
            || !matches!(self.sema.implicit(&self.operand(list), to, true), Ics::Ambiguous)
        {
            return false;
        }
        let elements = self.elements_of(list);
        let at = self.start_of(list);
        self.check_ambiguous_construction(class, &elements, at)
    }

    /// A construction for which several constructors are equally good. True if it is reported.
    pub(crate) fn check_ambiguous_construction(
        &mut self,
        class: Class<'db>,
        args: &[NodeId],
        at: At,
    ) -> bool {
        let place = self.arguments_at.take().unwrap_or(MetAt::Node(at));
        let build = || {
            if args.iter().any(|arg| !self.is_known(*arg)) {
                return None;
            }
            let (own, equals) = self.equal_constructors(class, args, &How::call())?;
            let name = self.sema.qualified_name(equals.first()?.symbol)?;
            let mut mistake = Mistake::new(SEVERAL, vec![Argument::entity("constructor", name)]);
            mistake.details = self.constructor_details(&equals, false)?;
            mistake.details.extend(self.argument_details(args)?);
            mistake.notes = self.notes_beside(&own, &equals, args).unwrap_or_default();
            Some(mistake)
        };
        let Some(mistake) = build() else { return false };
        self.met_at(mistake, place);
        true
    }

    /// The constructors of a class that is not an instance, and which of them are the best for arguments, in the order of their
    /// declarations.
    /// `None` where templates or inherited constructors take part.
    fn equal_constructors(
        &self,
        class: Class<'db>,
        args: &[NodeId],
        how: &How<'db>,
    ) -> Option<(Vec<Candidate<'db>>, Vec<Chosen<'db>>)> {
        if class.args(self.db()).is_some() || !self.is_known_class(self.sema.ty(Kind::Class(class))) {
            return None;
        }
        let definition = self.sema.definition(class)?;
        let own = self.sema.constructors(&definition);
        if self.sema.inherited_constructors(class, &definition).is_none_or(|all| !all.is_empty())
            || own.iter().any(|it| self.sema.is_function_template(it.decl))
        {
            return None;
        }
        let takes = |it: &Candidate<'db>| !how.converting || self.sema.is_explicit(it.symbol) == Some(false);
        let candidates: Vec<Candidate<'db>> = own.into_iter().map(Candidate::of).filter(takes).collect();
        let operands: Vec<Operand<'db>> = args.iter().map(|arg| self.operand(*arg)).collect();
        let mut equals = self.sema.equally_good(&candidates, None, &operands, how)?;
        equals.sort_by_key(|chosen| chosen.symbol.decl);
        (equals.len() > 1).then_some((candidates, equals))
    }

    /// A line for each constructor: where it is declared is part of its entity, or behind it.
    fn constructor_details(&self, equals: &[Chosen<'db>], is_entity: bool) -> Option<Vec<Vec<Argument>>> {
        let mut details = Vec::new();
        for chosen in equals {
            let own = Candidate::of(chosen.symbol);
            let entity = self.function_argument(chosen.symbol, &[own], true)?;
            let Argument::Entity { kind, name, .. } = &entity else { return None };
            details.push(match is_entity {
                true => vec![entity],
                false => vec![
                    Argument::Entity { kind: *kind, name: name.clone(), declared: None },
                    Argument::Text(" (declared ".to_owned()),
                    Argument::At(Place::Decl(chosen.symbol.decl)),
                    Argument::Text(")".to_owned()),
                ],
            });
        }
        Some(details)
    }
}
