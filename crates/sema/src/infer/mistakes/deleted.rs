//! Uses of functions that are deleted: named, called, and those that copying and destroying an object implies.

use asunder_decls::written::{BodyKind, DeclKind, DeclName, NoexceptExpr};
use asunder_hir::body::ExprId;
use asunder_syntax::Standard;
use asunder_types::{Class, Kind, Origin, Symbol, Ty};

use super::super::{At, Category, Infer, Named, NodeId, UsedAt, What};
use crate::finding::{Argument, MetAt, Mistake};
use crate::special::Special;
use crate::spelled::Spelled;
use crate::uses::UseForm;

/// "… cannot be referenced -- it is a deleted function".
const DELETED: u16 = 1776;
/// "the default constructor of … cannot be referenced -- it is a deleted function".
const DELETED_DEFAULT: u16 = 1790;

impl<'db> Infer<'_, 'db> {
    /// A function that is used. Calls by name and constructors are looked at where more is known of their places.
    pub(crate) fn check_used(&mut self, symbol: Symbol<'db>, form: UseForm, at: UsedAt) {
        let (start, point) = match at {
            UsedAt::Expr(start, point) => (start, point),
            UsedAt::Range(range, ..) => (At::Start(range), At::Start(range)),
            UsedAt::Declared(_) | UsedAt::Variable(_) => return,
        };
        if matches!(form, UseForm::Name | UseForm::Operator | UseForm::CallOperator | UseForm::Conversion) {
            let known = self.out.mistakes.len();
            if !self.check_deleted_function(symbol, MetAt::Node(point)) && form != UseForm::Name {
                self.check_called_access(symbol, MetAt::Node(point));
            }
            if let (UseForm::Operator | UseForm::CallOperator, At::Point(call)) = (form, point) {
                self.find_deleted_behind(known, call);
            }
        }
        if self.unevaluated == 0 && matches!(form, UseForm::Name | UseForm::Call | UseForm::Range(_)) {
            self.check_undeduced(symbol, MetAt::Node(start));
        }
    }

    /// That a function which a call means is deleted is found behind the call: of the mistakes from `known` on.
    pub(crate) fn find_deleted_behind(&mut self, known: usize, call: ExprId) {
        let found = self.out.mistakes[known..].iter_mut();
        found.filter(|met| met.mistake.number == DELETED).for_each(|met| met.behind = Some(call));
    }

    /// Reports a function that is declared as deleted. True if it is.
    pub(crate) fn check_deleted_function(&mut self, symbol: Symbol<'db>, at: MetAt) -> bool {
        if !self.sema.is_deleted(symbol) {
            return false;
        }
        let written = self.sema.decl(symbol.decl);
        let is_template = self.sema.is_function_template(symbol.decl);
        // The place of an explicit specialization is not that of the template.
        let is_specialization =
            is_template && !matches!(&written.kind, DeclKind::Function { body: BodyKind::Deleted, .. });
        // Of templates in other namespaces it is not known that no other candidate is better.
        let namespace = |item: u32| self.sema.names.item(item).namespace;
        let is_foreign = is_template
            && written.qualifier.is_none()
            && namespace(symbol.decl.item) != namespace(self.point.item);
        // In an instance it may be found for operands that depend on nothing, where only what stands before the template
        // is looked at.
        let is_later = self.in_instance && !self.point.sees(symbol.decl);
        match self.full_function(symbol).filter(|_| !is_later && !is_specialization && !is_foreign) {
            Some(entity) => self.met_at(Mistake::new(DELETED, vec![entity]), at),
            None => {
                self.refuse();
            }
        }
        true
    }

    /// A constructor that is chosen for `count` arguments.
    pub(crate) fn check_deleted_constructor(
        &mut self,
        symbol: Symbol<'db>,
        class: Class<'db>,
        count: usize,
        at: MetAt,
    ) -> bool {
        if count > 0 {
            return self.check_deleted_function(symbol, at);
        }
        match self.sema.special(class, Special::Default) {
            Some(Some(found)) if found.is_deleted => {
                self.met_deleted_default(class, at);
                true
            }
            _ => false,
        }
    }

    /// A default constructor that is deleted.
    pub(crate) fn met_deleted_default(&mut self, class: Class<'db>, at: MetAt) {
        let name = match class.origin(self.db()) {
            Origin::Decl(decl) if class.args(self.db()).is_none() => {
                self.sema.qualified_name(Symbol { decl, env: class.outer(self.db()) })
            }
            Origin::Decl(_) => self.sema.spelled_text(&Spelled::Plain(self.sema.ty(Kind::Class(class)))),
            Origin::Lambda(..) => self.sema.closure_text(class),
        };
        match name {
            Some(name) => self.met_at(Mistake::new(DELETED_DEFAULT, vec![Argument::Name(name)]), at),
            None => {
                self.refuse();
            }
        }
    }

    /// An object of `class` that is made from a node of the class or one derived from it.
    pub(crate) fn check_copied(&mut self, node: NodeId, class: Class<'db>, at: MetAt) {
        let db = self.db();
        let from = self.node(node).ty;
        if !self.is_known(node) || from.as_class(db).is_none() {
            return;
        }
        // It is the object itself ([dcl.init]/17.6.1).
        let is_same = from.as_class(db) == Some(class);
        let is_prvalue = self.node(node).category == Category::Prvalue && !self.node(node).read;
        if is_same && is_prvalue && self.sema.dialect.standard >= Standard::Cpp17 {
            return;
        }
        let special = match self.node(node).category == Category::Lvalue || from.qualifiers(db).is_const {
            true => Special::Copy,
            false => Special::Move,
        };
        self.check_special(class, special, at);
    }

    /// A local object that is returned: it is moved, where that is possible ([class.copy.elision]/3).
    pub(crate) fn check_returned_object(&mut self, node: NodeId, result: Ty<'db>) {
        let (Some(class), Some(Named::Local(_))) = (result.as_class(self.db()), self.node(node).named) else {
            return;
        };
        let special = match self.node(node).ty.qualifiers(self.db()).is_const {
            true => Special::Copy,
            false => Special::Move,
        };
        let at = MetAt::Node(self.start_of(node));
        self.check_special(class, special, at);
    }

    /// `a = b`, where nobody declares the assignment.
    pub(crate) fn check_implicit_assignment(&mut self, id: ExprId, target: NodeId, value: NodeId) {
        let Some(class) = self.node(target).ty.as_class(self.db()) else { return };
        if !self.is_known(value) || self.node(target).ty.qualifiers(self.db()).is_const {
            return;
        }
        let ty = self.node(value).ty;
        let is_lvalue = self.node(value).category == Category::Lvalue;
        let special = match is_lvalue || ty.qualifiers(self.db()).is_const {
            true => Special::CopyAssignment,
            false => Special::MoveAssignment,
        };
        self.check_special(class, special, MetAt::Node(At::Point(id)));
    }

    /// The end of an object's life.
    pub(crate) fn check_destroyed(&mut self, ty: Ty<'db>, at: MetAt) {
        let mut ty = ty;
        while let Kind::Array(element, _) = ty.kind(self.db()) {
            ty = *element;
        }
        if let Some(class) = ty.as_class(self.db()) {
            self.check_special(class, Special::Destructor, at);
        }
    }

    /// A destructor as messages about access name it.
    pub(super) fn destructor_function(&self, symbol: Symbol<'db>) -> Option<Argument> {
        self.full_function(symbol).map(|entity| self.with_exceptions(entity, symbol))
    }

    /// A special member that is used where nobody names it: it may be deleted, or not accessible.
    pub(super) fn check_special(&mut self, class: Class<'db>, special: Special, at: MetAt) {
        let Some(Some(found)) = self.sema.special(class, special) else { return };
        if !found.is_deleted {
            if let Some(symbol) = found.declared.filter(|_| class.args(self.db()).is_none()) {
                self.check_access(symbol, &[], at);
            }
            return;
        }
        let entity = match found.declared {
            Some(symbol) => self.full_function(symbol).map(|entity| self.with_exceptions(entity, symbol)),
            None => self
                .sema
                .implicit_special_text(class, found.special)
                .map(|text| Argument::Text(format!("function \"{text}\" (declared implicitly)"))),
        };
        match entity {
            Some(entity) => self.met_at(Mistake::new(DELETED, vec![entity]), at),
            None => {
                self.refuse();
            }
        }
    }

    /// A function as messages name it; destructors throw nothing unless they say so.
    fn with_exceptions(&self, entity: Argument, symbol: Symbol<'db>) -> Argument {
        let in_instance = self.sema.class_of(symbol.env).is_some_and(|it| it.args(self.db()).is_some());
        let is_plain = matches!(self.sema.decl(symbol.decl).name, DeclName::Destructor)
            && !in_instance
            && self.sema.function_expr(symbol.decl).is_some_and(|it| it.noexcept == NoexceptExpr::None);
        match entity {
            Argument::Entity { kind, name, declared } if is_plain => {
                Argument::Entity { kind, name: format!("{name} noexcept"), declared }
            }
            entity => entity,
        }
    }

    /// The start of a braced list, or of another node.
    pub(crate) fn at_start(&self, node: NodeId) -> MetAt {
        match self.node(node).what {
            What::List => MetAt::Node(At::Start(self.expr_of(node))),
            _ => MetAt::Node(self.start_of(node)),
        }
    }
}
