//! Parts of an object that a constructor does not initialize: bases and members without a default constructor, constant
//! members and references; member initializers of names that are no member or base of the class.

use asunder_decls::written::{DeclKind, DeclName, TypeExpr};
use asunder_hir::body::{ExprId, MemberInit, StmtId};
use asunder_types::{Bound, Class, Kind, Symbol, Ty};

use super::super::made::{Made, Member};
use super::super::{At, Infer};
use crate::finding::{Argument, MetAt, Mistake, Place};
use crate::lookup::{Lookup, Sought, Want};
use crate::special::Special;

/// "no default constructor exists for …".
const NO_DEFAULT: u16 = 291;
/// "… is not a nonstatic data member or base class of …".
const NO_PART: u16 = 292;
/// "… is inaccessible", of constructors.
const INACCESSIBLE: u16 = 330;
/// "… has an uninitialized const or reference member".
const LEFT_MEMBER: u16 = 369;
/// "invalid initializer for array …".
const ARRAY_MEMBER: u16 = 1856;
/// "object has an uninitialized const or reference member".
const LEFT_MEMBER_OF_OBJECT: u16 = 517;
/// "… provides no initializer for:".
const NO_INITIALIZER: u16 = 366;

impl<'db> Infer<'_, 'db> {
    /// The parts that a constructor's definition does not initialize; `block` is its body.
    pub(crate) fn check_parts(&mut self, symbol: Symbol<'db>, block: StmtId) {
        let db = self.db();
        let decl = self.sema.decl(symbol.decl);
        let Some(class) = self.sema.class_of(symbol.env) else { return };
        let is_constructor = matches!(decl.name, DeclName::Constructor);
        let Some(definition) = self.sema.definition(class).filter(|_| is_constructor) else { return };
        self.check_member_initializers(class);
        let DeclKind::Class(written) = &self.sema.decl(definition.decl).kind else { return };
        let is_otherwise_made = written.is_union || written.has_virtual_base;
        let made: Vec<Member<'db>> = self.out.plan.members.iter().map(|part| part.member.clone()).collect();
        // Names of no part initialize nothing.
        let reported = self
            .out
            .mistakes
            .iter()
            .filter(|met| met.mistake.number == NO_PART && matches!(met.at, MetAt::InitializerName(_)));
        let unknown = made.iter().filter(|member| matches!(member, Member::Unknown)).count();
        let is_known = unknown == reported.count();
        // A delegation beside other initializers is none.
        let made: Vec<Member<'db>> =
            made.into_iter().filter(|member| !matches!(member, Member::Unknown)).collect();
        let delegates = made.iter().all(|member| matches!(member, Member::Class(of) if *of == class));
        if is_otherwise_made || !is_known || delegates && !made.is_empty() || class.args(db).is_some() {
            return;
        }
        let at = || MetAt::Statement(block);
        for base in self.sema.bases(class).iter() {
            let Some(of) = base.ty.as_class(db) else { return };
            if !made.iter().any(|member| matches!(member, Member::Class(made) if *made == of)) {
                self.check_default_part(of, true, at());
            }
        }
        let mut missing = Vec::new();
        for field in self.sema.fields(&definition) {
            let is_made =
                made.iter().any(|member| matches!(member, Member::Field(made) if made.decl == field.decl));
            let is_written = matches!(
                &self.sema.decl(field.decl).kind,
                DeclKind::Variable { init, .. } if *init != asunder_decls::written::Init::None
            );
            if is_made || is_written || self.sema.initializer(field.decl).is_some() {
                continue;
            }
            let mut ty = self.sema.variable_type(field);
            let mut is_empty = false;
            while let Kind::Array(element, bound) = ty.kind(db) {
                is_empty |= !matches!(bound, asunder_types::Bound::Count(1..));
                ty = *element;
            }
            if is_empty || self.is_open(ty) {
                continue;
            }
            if let Some(of) = ty.as_class(db) {
                self.check_default_part(of, false, at());
            }
            if let Some(kind) = self.needs_initializer(ty)
                && let Some(name) = self.sema.qualified_name(field)
            {
                missing.push(vec![Argument::entity(kind, name)]);
            }
        }
        let text = self.sema.qualified_name(symbol).zip(self.sema.parameters_text(symbol));
        if let (Some((name, parameters)), false, false) =
            (text, missing.is_empty(), decl.specifiers.is_constexpr)
        {
            let entity = Argument::Entity { kind: None, name: format!("{name}{parameters}"), declared: None };
            let mistake = Mistake { details: missing, ..Mistake::new(NO_INITIALIZER, vec![entity]) };
            self.met_at(mistake, at());
        }
    }

    /// A variable of a class that its initializer leaves a reference of without one ([dcl.init.aggr]/5).
    pub(crate) fn check_left_reference(&mut self, made: &Made, ty: Ty<'db>, name: &str, at: MetAt) {
        if self.leaves_reference(made, ty) {
            self.met_at(Mistake::new(LEFT_MEMBER, vec![Argument::entity("variable", name)]), at);
        }
    }

    /// The same of an object without a name.
    pub(crate) fn check_left_reference_of_object(&mut self, made: &Made, ty: Ty<'db>, at: MetAt) {
        if self.leaves_reference(made, ty) {
            self.met_at(Mistake::new(LEFT_MEMBER_OF_OBJECT, Vec::new()), at);
        }
    }

    /// Whether what initializes an aggregate leaves a reference, of its own or of its parts, without an initializer.
    fn leaves_reference(&self, made: &Made, ty: Ty<'db>) -> bool {
        let db = self.db();
        if !matches!(made, Made::Empty | Made::Parts(_)) {
            return false;
        }
        let listed = |number: u32| match made {
            Made::Parts(parts) => parts.iter().find(|(part, _)| *part == number).map(|(_, made)| made),
            _ => None,
        };
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, Bound::Count(count)) => match made {
                Made::Parts(parts) => {
                    parts.iter().any(|(_, made)| self.leaves_reference(made, *element))
                        || (parts.len() as u64) < *count && self.leaves_reference(&Made::Empty, *element)
                }
                _ => *count > 0 && self.leaves_reference(&Made::Empty, *element),
            },
            Kind::Class(class) => {
                let Some(definition) = self.sema.definition(*class) else { return false };
                let DeclKind::Class(written) = &self.sema.decl(definition.decl).kind else { return false };
                let fields = self.sema.fields(&definition);
                let has_anonymous = fields
                    .iter()
                    .any(|field| self.sema.decl(field.decl).parent != Some(definition.decl.local));
                if written.is_union || has_anonymous || !self.sema.is_aggregate(*class) {
                    return false;
                }
                let bases = self.sema.bases(*class);
                let of_bases = bases.iter().zip(0..).any(|(base, number)| {
                    self.leaves_reference(listed(number).unwrap_or(&Made::Empty), base.ty)
                });
                of_bases
                    || fields.iter().zip(bases.len() as u32..).any(|(field, number)| {
                        let ty = self.sema.variable_type(*field);
                        match listed(number) {
                            Some(made) => self.leaves_reference(made, ty),
                            None if self.sema.initializer(field.decl).is_some() => false,
                            None if matches!(ty.kind(db), Kind::Reference(..)) => true,
                            None => self.leaves_reference(&Made::Empty, ty),
                        }
                    })
            }
            _ => false,
        }
    }

    /// What a member is called that a constructor has to initialize.
    fn needs_initializer(&self, ty: Ty<'db>) -> Option<&'static str> {
        let db = self.db();
        if matches!(ty.kind(db), Kind::Reference(..)) {
            return Some("reference member");
        }
        let is_made = ty.as_class(db).is_some_and(|class| {
            let found = self.sema.special(class, Special::Default);
            // One without parts has nothing to initialize.
            !matches!(found, Some(None)) && !matches!(found, Some(Some(found)) if found.declared.is_none())
        });
        (ty.qualifiers(db).is_const && !is_made).then_some("const member")
    }

    /// A part of a class that is made by default.
    fn check_default_part(&mut self, class: Class<'db>, is_base: bool, at: MetAt) {
        let db = self.db();
        if class.args(db).is_some() || !self.is_known_class(self.sema.ty(Kind::Class(class))) {
            return;
        }
        match self.sema.special(class, Special::Default) {
            Some(None) => {
                if let Some(name) = self.class_text(self.sema.ty(Kind::Class(class))) {
                    self.met_at(Mistake::new(NO_DEFAULT, vec![Argument::entity("class", name)]), at);
                }
            }
            Some(Some(found)) if found.is_deleted => self.met_deleted_default(class, at),
            Some(Some(found)) => {
                let Some(symbol) = found.declared else { return };
                let is_protected =
                    self.sema.decl(symbol.decl).access == asunder_decls::written::Access::Protected;
                if self.inaccessible(symbol).is_none() || is_protected && is_base {
                    return;
                }
                let text = self.sema.qualified_name(symbol).zip(self.sema.parameters_text(symbol));
                if let Some((name, parameters)) = text {
                    let declared = Some(Place::Decl(symbol.decl));
                    let entity =
                        Argument::Entity { kind: None, name: format!("{name}{parameters}"), declared };
                    self.met_at(Mistake::new(INACCESSIBLE, vec![entity]), at);
                }
            }
            None => {}
        }
    }

    /// An array that an expression in parentheses initializes.
    pub(crate) fn check_array_member(&mut self, member: Option<Symbol<'db>>, node: super::super::NodeId) {
        let name = member.and_then(|member| self.sema.qualified_name(member));
        let is_array = matches!(self.node(node).ty.kind(self.db()), Kind::Array(..));
        if let Some(name) = name.filter(|_| self.is_known(node) && !is_array) {
            let at = self.start_of(node);
            self.met(Mistake::new(ARRAY_MEMBER, vec![Argument::entity("member", name)]), at);
        }
    }

    /// An array that several expressions in parentheses initialize, which C++20 allows.
    pub(crate) fn check_array_member_list(&mut self, member: Option<Symbol<'db>>, first: ExprId) {
        if let Some(name) = member.and_then(|member| self.sema.qualified_name(member)) {
            let mistake = Mistake::new(ARRAY_MEMBER, vec![Argument::entity("member", name)]);
            self.met_at(mistake, MetAt::Node(At::Start(first)));
        }
    }

    /// The name in a member initializer that means no part of the class.
    pub(crate) fn check_initialized_name(&mut self, written: &MemberInit, index: u32) {
        let db = self.db();
        let TypeExpr::Name(path, _) = &written.name else { return };
        let (Some(name), Some(class)) = (path.as_ident(), self.this.and_then(|ty| ty.as_class(db))) else {
            return;
        };
        // Of a template without bases all parts are known, too.
        let is_pattern = self.in_template
            && self.sema.definition(class).is_some_and(|definition| {
                matches!(&self.sema.decl(definition.decl).kind, DeclKind::Class(it) if it.bases.is_empty())
            });
        let is_known = class.args(db).is_none() && self.is_known_class(self.sema.ty(Kind::Class(class)));
        if !is_pattern && !is_known {
            return;
        }
        let in_class = self.sema.lookup_in_class(
            Sought::Ident(name),
            class,
            asunder_decls::names::Point::END,
            Want::Any,
        );
        let is_no_part = match &in_class {
            // What the class declares besides its parts, but types, which may be those of bases.
            Lookup::Found(symbols) => symbols.iter().all(|symbol| {
                let decl = self.sema.decl(symbol.decl);
                match decl.kind {
                    // Those of bases among them.
                    DeclKind::Variable { .. } => {
                        decl.specifiers.is_static || self.sema.class_around(*symbol) != Some(class)
                    }
                    DeclKind::Function { .. } | DeclKind::Enumerator { .. } => true,
                    _ => false,
                }
            }),
            Lookup::None => match self.sema.lookup(Sought::Ident(name), self.site(), Want::Any) {
                Lookup::None => true,
                Lookup::Found(_) => {
                    let ty = self.sema.resolve(&written.name, self.site());
                    match ty.unqualified(db).kind(db) {
                        Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) => true,
                        Kind::Class(other) => {
                            *other != class
                                && !self.sema.is_dependent_class(*other)
                                && matches!(self.sema.distance_to_base(class, *other), Ok(None))
                        }
                        _ => false,
                    }
                }
                _ => false,
            },
            _ => false,
        };
        if !is_no_part {
            return;
        }
        if let Some(text) = self.class_text(self.sema.ty(Kind::Class(class))) {
            let arguments = vec![Argument::Name(name.to_string()), Argument::entity("class", text)];
            self.met_at(Mistake::new(NO_PART, arguments), MetAt::InitializerName(index));
        }
    }
}
