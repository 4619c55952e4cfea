//! Braced lists: braces around what takes one value, designators ([dcl.init.list], [dcl.init.aggr]).

use asunder_hir::body::{Clause, Designator, ExprId};
use asunder_syntax::{Release, Standard};
use asunder_types::{Class, Kind, Ty};

use super::super::conversions::is_call;
use super::super::made::Made;
use super::super::{At, Infer, Named, NodeId, What};
use super::candidates::{COUNT, PARAMETER};
use crate::convert::Operand;
use crate::finding::{Argument, MetAt, Mistake, Place};
use crate::overload::{Candidate, Resolution};

/// "extra braces are nonstandard".
const EXTRA_BRACES: u16 = 991;
/// "copy-list-initialization cannot use a constructor marked "explicit"".
const EXPLICIT: u16 = 2334;
/// "only one level of braces is allowed on an initializer for an object of type …".
const ONE_LEVEL: u16 = 2344;
/// "list-initialization of an object type … is not allowed because the type is incomplete".
const INCOMPLETE: u16 = 2370;
/// "mixing designated and non-designated initializers is nonstandard in C++".
const MIXED: u16 = 2903;
/// "out-of-order initializers are nonstandard in C++".
const OUT_OF_ORDER: u16 = 2904;
/// "duplicate designator is not allowed".
const TWICE: u16 = 2906;

impl<'db> Infer<'_, 'db> {
    /// Whether a type takes one value.
    fn is_scalar(&self, ty: Ty<'db>) -> bool {
        matches!(
            ty.unqualified(self.db()).kind(self.db()),
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) | Kind::MemberPointer(..)
        )
    }

    pub(super) fn is_list(&self, node: NodeId) -> bool {
        matches!(self.node(node).what, What::List)
    }

    /// The only element of the list for an object of type `ty`, itself a list. True if that is one level too many.
    pub(crate) fn check_inner_list(&mut self, only: NodeId, ty: Ty<'db>) -> bool {
        if !self.is_list(only) || !self.is_scalar(ty) || self.is_open(ty) {
            return false;
        }
        let text = Argument::ty(self.sema.display(ty.unqualified(self.db())));
        let at = At::Start(self.expr_of(only));
        self.met(Mistake::new(ONE_LEVEL, vec![text]), at);
        if let Some(second) = self.elements_of(only).get(1) {
            self.check_rest(ty, *second);
        }
        true
    }

    /// A list around the value of a member or element of an aggregate.
    pub(crate) fn check_extra_braces(&mut self, list: NodeId, ty: Ty<'db>) {
        if self.is_scalar(ty) && !self.is_open(ty) && !self.elements_of(list).is_empty() {
            let at = At::Start(self.expr_of(list));
            self.met_plain(EXTRA_BRACES, at);
        }
    }

    /// The notes on constructors of a class in mistakes from number `from` on, where a list is the only argument of those
    /// that take an `initializer_list` ([over.match.list]/1).
    pub(crate) fn note_lists_as_arguments(&mut self, class: Class<'db>, from: usize) {
        if self.out.mistakes.len() == from {
            return;
        }
        let Some(definition) = self.sema.definition(class) else { return };
        for constructor in self.sema.constructors(&definition) {
            let params = self.sema.signature(constructor).map(|signature| signature.params.clone());
            let takes_list = params.as_deref().is_some_and(|params| match params {
                [only] => self.sema.initializer_list_of(only.referred(self.db())).is_some(),
                _ => false,
            });
            if !takes_list {
                continue;
            }
            let place = Place::Decl(self.noted_declaration(&Candidate::of(constructor)));
            for met in &mut self.out.mistakes[from..] {
                for note in met.mistake.notes.iter_mut().filter(|it| it.at == place && it.number == COUNT) {
                    note.number = PARAMETER;
                    note.arguments.push(Argument::Number(1));
                }
            }
        }
    }

    /// A list that is returned. True if something is wrong with it.
    pub(crate) fn check_returned_list(&mut self, list: NodeId, ty: Ty<'db>) -> bool {
        if self.is_list(list) && self.check_returned_construction(list, ty) {
            return true;
        }
        if !self.is_list(list) || !self.is_scalar(ty) || self.is_open(ty) {
            return false;
        }
        if ty.is_void(self.db()) {
            let text = Argument::ty(self.sema.display(ty));
            let at = At::Start(self.expr_of(list));
            self.met(Mistake::new(INCOMPLETE, vec![text]), at);
            return true;
        }
        let known = self.out.mistakes.len();
        match self.elements_of(list).as_slice() {
            [only] if self.is_list(*only) => _ = self.check_inner_list(*only, ty),
            [only] => self.check_element(*only, ty),
            [_, second, ..] => self.check_rest(ty, *second),
            [] => {}
        }
        self.out.mistakes.len() > known
    }

    /// A returned list for which an explicit constructor would be called. True if it is reported.
    fn check_returned_construction(&mut self, list: NodeId, ty: Ty<'db>) -> bool {
        let db = self.db();
        let class = ty.unqualified(db).as_class(db).filter(|class| class.args(db).is_none());
        let Some(class) = class.filter(|_| !self.in_template && !self.is_open(ty)) else { return false };
        let elements = self.elements_of(list);
        if self.sema.is_aggregate(class) || elements.iter().any(|it| !self.is_known(*it)) {
            return false;
        }
        let operands: Vec<Operand<'db>> = elements.iter().map(|it| self.operand(*it)).collect();
        let Resolution::Best(chosen) = self.sema.choose_list_constructor(class, &operands.into(), false)
        else {
            return false;
        };
        let decl = self.sema.decl(chosen.symbol.decl);
        let is_explicit = self.sema.is_explicit(chosen.symbol) == Some(true)
            && self.sema.class_around(chosen.symbol) == Some(class)
            && decl.templates.is_empty();
        if is_explicit {
            let at = self.start_of(list);
            self.met_plain(EXPLICIT, at);
        }
        is_explicit
    }

    /// The constructor that `T x = {…}` chooses.
    pub(crate) fn check_copied_list(&mut self, made: &Made, ty: Ty<'db>, list: ExprId) {
        let Made::Node(node) = made else { return };
        if is_call(&self.node(*node).what) {
            return self.check_copied_conversion(*node, ty, list);
        }
        let Some(Named::Symbol(constructor)) = self.node(*node).named else { return };
        let Some(class) = ty.as_class(self.db()).filter(|class| class.args(self.db()).is_none()) else {
            return;
        };
        let decl = self.sema.decl(constructor.decl);
        if self.sema.class_around(constructor) == Some(class)
            && self.sema.is_explicit(constructor) == Some(true)
            && decl.templates.is_empty()
            && matches!(decl.name, asunder_decls::written::DeclName::Constructor)
        {
            self.met_plain(EXPLICIT, At::Start(list));
        }
    }

    /// The explicit conversion function that would have to be called for `T x = {…}`.
    fn check_copied_conversion(&mut self, call: NodeId, ty: Ty<'db>, list: ExprId) {
        let callee = self.node(call).operands.first().and_then(|callee| self.node(*callee).named);
        let Some(Named::Symbol(function)) = callee else { return };
        let Some(class) = ty.as_class(self.db()).filter(|_| self.sema.is_explicit(function) == Some(true))
        else {
            return;
        };
        let found = self.lists.iter().rfind(|(.., of)| *of == list);
        if let Some((of, elements)) = found.map(|(of, elements, ..)| (*of, elements.clone())) {
            let at = self.start_of(of);
            self.check_constructor(class, &elements, at);
        }
    }

    /// The designators of a list: of a class without bases all clauses have one, in the order of the members.
    pub(crate) fn check_designators(&mut self, list: ExprId, clauses: &[Clause], ty: Ty<'db>) {
        if !clauses.iter().any(|clause| matches!(clause.designators.first(), Some(Designator::Member(_)))) {
            return;
        }
        let is_union = self.sema.is_union(ty);
        let (mut known, mut last) = (Vec::new(), None);
        for (index, clause) in clauses.iter().enumerate() {
            let is_designated = !clause.designators.is_empty();
            if index > 0 && is_designated == clauses[0].designators.is_empty() {
                if self.sema.dialect.standard < Standard::Cpp20 {
                    return;
                }
                return self.met_plain(MIXED, At::Start(clause.value));
            }
            if !is_designated {
                continue;
            }
            let [Designator::Member(name)] = clause.designators.as_slice() else { return };
            let Some(number) = self.part_number(ty, name) else { return };
            // Later releases have a message of its own for a second member of a union.
            if is_union && !known.is_empty() && self.sema.dialect.release >= Release::V13_3 {
                return;
            }
            let wrong = match known.contains(&number) || is_union && !known.is_empty() {
                true => Some(TWICE),
                false => last.filter(|last| number < *last).map(|_| OUT_OF_ORDER),
            };
            if let Some(wrong) = wrong {
                let at = MetAt::Designator(list, clause.value, name.clone());
                self.met_at(Mistake::new(wrong, Vec::new()), at);
            }
            known.push(number);
            last = Some(number);
        }
    }
}
