//! The classes and enumerations that types name, and what restricts where they may be named: that a block defines them,
//! that they are members that are not public, that they have no names.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Access, DeclName};
use asunder_hir::body::{FIRST_LOCAL, LambdaId, Owner};
use asunder_syntax::TextSize;
use asunder_types::{Arg, Args, Class, Declared, Env, Frame, Kind, Origin, Symbol, Ty};

use crate::spelled::{Spelled, Typedefs};
use crate::view::{Sema, deep};

/// What the arguments of an instance name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedClasses {
    /// The arguments as messages show them, those of packs one after the other.
    pub arguments: Vec<String>,
    /// Each class, then its template arguments, then the class that it is a member of.
    pub classes: Vec<NamedClass>,
}

/// A class, enumeration or class template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedClass {
    /// What it is.
    pub sort: Sort,
    /// As messages show it.
    pub text: String,
    /// The function whose block defines it, or a class around it; lambdas around it do not count.
    pub function: Option<DeclRef>,
    /// An item and a place in its text: the name of a class of a block, or else its members; where a lambda starts.
    pub place: Option<(u32, TextSize)>,
    /// It is a private or protected member.
    pub is_hidden: bool,
}

/// What a [`NamedClass`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A class or enumeration with a name, or one that a typedef names.
    Named,
    /// A class or enumeration without a name.
    Unnamed,
    /// The closure of a lambda.
    Closure {
        /// The lambda is extended.
        is_extended: bool,
    },
    /// A class template, as an argument.
    Template,
}

/// What the arguments of an instance of a function or variable template name; `None` where one is not understood.
pub fn named_classes<'db>(sema: &Sema<'db>, instance: Symbol<'db>) -> Option<NamedClasses> {
    let args = sema.arguments_of(instance)?;
    let arguments = argument_texts(sema, instance)?;
    let mut classes = Vec::new();
    let mut note = |part| {
        classes.extend(sema.named_class(part)?);
        Some(())
    };
    PartsOfTypes { sema, through_functions: true, each: &mut note }.of_args(args)?;
    Some(NamedClasses { arguments, classes })
}

/// The arguments of an instance of a function or variable template as messages show them, those of packs one after the
/// other.
pub fn argument_texts<'db>(sema: &Sema<'db>, instance: Symbol<'db>) -> Option<Vec<String>> {
    sema.argument_texts(sema.arguments_of(instance)?, Some(instance.decl), Typedefs::Followed)
}

/// A class, enumeration or class template that a type names.
#[derive(Clone, Copy)]
pub(crate) enum NamedPart<'db> {
    /// A class or enumeration: its type, and the scopes around it.
    Declared {
        ty: Ty<'db>,
        decl: DeclRef,
        outer: Env<'db>,
        /// An instance of a class template.
        is_instance: bool,
    },
    /// The closure of a lambda.
    Closure(Class<'db>),
    /// A class template, as an argument.
    Template(DeclRef),
}

/// A walk through the parts of types: each class, then its template arguments, then the class that it is a member of.
/// Pointers, references, arrays, pointers to members and template arguments are looked through. A step that gives `None`
/// ends it.
pub(crate) struct PartsOfTypes<'a, 'db> {
    pub(crate) sema: &'a Sema<'db>,
    /// The parameters of function types are looked at.
    pub(crate) through_functions: bool,
    /// Takes a part.
    pub(crate) each: &'a mut dyn FnMut(NamedPart<'db>) -> Option<()>,
}

impl<'db> PartsOfTypes<'_, 'db> {
    /// The parts of a type; `None` where a step ended the walk, or something is not understood or depends on template
    /// parameters.
    pub(crate) fn of_type(&mut self, ty: Ty<'db>) -> Option<()> {
        let db = self.sema.db;
        deep(|| match ty.kind(db) {
            Kind::Builtin(_) | Kind::Vector(..) | Kind::Complex(_) => Some(()),
            Kind::Qualified(_, to) | Kind::Pointer(to) | Kind::Reference(to, _) | Kind::Array(to, _) => {
                self.of_type(*to)
            }
            Kind::MemberPointer(class, member) => {
                self.of_type(*class)?;
                self.of_type(*member)
            }
            Kind::Function(_) if !self.through_functions => Some(()),
            // The result does not count.
            Kind::Function(function) => function.params.iter().try_for_each(|ty| self.of_type(*ty)),
            Kind::Class(class) => self.of_class(*class),
            Kind::Enum(decl, outer) => {
                (self.each)(NamedPart::Declared { ty, decl: *decl, outer: *outer, is_instance: false })?;
                self.around(*outer)
            }
            Kind::Gap(_)
            | Kind::Error
            | Kind::Dependent
            | Kind::Param(_)
            | Kind::ParamInstance(..)
            | Kind::Expansion(_)
            | Kind::Auto
            | Kind::DecltypeAuto => None,
        })
    }

    fn of_class(&mut self, class: Class<'db>) -> Option<()> {
        let db = self.sema.db;
        let Origin::Decl(decl) = class.origin(db) else { return (self.each)(NamedPart::Closure(class)) };
        let (ty, outer) = (self.sema.ty(Kind::Class(class)), class.outer(db));
        let args = class.args(db);
        (self.each)(NamedPart::Declared { ty, decl, outer, is_instance: args.is_some() })?;
        if let Some(args) = args {
            self.of_args(args)?;
        }
        self.around(outer)
    }

    /// The parts of template arguments.
    pub(crate) fn of_args(&mut self, args: Args<'db>) -> Option<()> {
        args.list(self.sema.db).iter().try_for_each(|arg| match arg {
            Arg::Type(ty) => self.of_type(*ty),
            Arg::Value(_) => Some(()),
            Arg::Template(decl, _) => (self.each)(NamedPart::Template(*decl)),
            Arg::TemplateParam(_) => None,
            Arg::Pack(inner) => self.of_args(*inner),
        })
    }

    /// The class that something with these scopes is a member of.
    fn around(&mut self, outer: Env<'db>) -> Option<()> {
        let mut frames = self.sema.frames(outer).map(|(_, frame)| frame);
        match frames.find(|frame| !matches!(frame, Frame::Template { .. })) {
            Some(Frame::Class(class)) => self.of_class(class),
            _ => Some(()),
        }
    }
}

impl<'db> Sema<'db> {
    fn named_class(&self, part: NamedPart<'db>) -> Option<Option<NamedClass>> {
        match part {
            NamedPart::Declared { ty, decl, outer, is_instance } => {
                let found = self.declared_class(ty, decl, outer, is_instance)?;
                // A template is not a class of a block.
                Some(Some(found).filter(|found| !is_instance || found.is_hidden))
            }
            NamedPart::Closure(class) => self.named_closure(class).map(Some),
            NamedPart::Template(decl) => Some(Some(NamedClass {
                sort: Sort::Template,
                text: String::new(),
                function: None,
                place: None,
                is_hidden: self.decl(decl).access != Access::Public,
            })),
        }
    }

    fn declared_class(
        &self,
        ty: Ty<'db>,
        decl: DeclRef,
        outer: Env<'db>,
        is_instance: bool,
    ) -> Option<NamedClass> {
        let written = self.decl(decl);
        let is_unnamed = matches!(written.name, DeclName::None) && self.typedef_name(decl).is_none();
        Some(NamedClass {
            sort: if is_unnamed { Sort::Unnamed } else { Sort::Named },
            text: self.spelled_text(&Spelled::Plain(ty.unqualified(self.db)))?,
            function: if is_instance { None } else { self.function_around(outer)? },
            place: decl.local.0.checked_sub(FIRST_LOCAL).and_then(|local| {
                let text = self.names().item_text(decl.item);
                let start = asunder_hir::source_map(self.db, text).locals.get(local as usize)?.start();
                let members = || TextSize::try_from(text.text(self.db)[usize::from(start)..].find('{')?).ok();
                let within = match written.name {
                    DeclName::None => members()?,
                    _ => TextSize::new(0),
                };
                Some((decl.item, start + within))
            }),
            is_hidden: written.parent.is_some() && written.access != Access::Public,
        })
    }

    fn named_closure(&self, class: Class<'db>) -> Option<NamedClass> {
        let Origin::Lambda(item, body, lambda) = class.origin(self.db) else { return None };
        let owner = self.bodies(item).bodies.get(body as usize)?.0;
        let function = match owner {
            Owner::Function(local) => Some(DeclRef { item, local }),
            _ => None,
        };
        Some(NamedClass {
            sort: Sort::Closure { is_extended: function.is_some() && !self.is_restricted_closure(class) },
            text: self.closure_text(class)?,
            function,
            place: Some((item, self.nesting(item, body).start_of(LambdaId(lambda))?)),
            is_hidden: false,
        })
    }

    /// The arguments of an instance of a function or variable template.
    pub(crate) fn arguments_of(&self, instance: Symbol<'db>) -> Option<Args<'db>> {
        self.frames(instance.env).find_map(|(_, frame)| match frame {
            Frame::Template { template, args, .. } if template == instance.decl => args,
            _ => None,
        })
    }

    /// The function whose body is the innermost of these scopes, if one is; `None` where that is the body of something
    /// else.
    fn function_around(&self, env: Env<'db>) -> Option<Option<DeclRef>> {
        let body = self.frames(env).find_map(|(_, frame)| match frame {
            Frame::Body(item, body) => Some((item, body)),
            _ => None,
        });
        let Some((item, body)) = body else { return Some(None) };
        match self.bodies(item).bodies.get(body as usize)?.0 {
            Owner::Function(local) => Some(Some(DeclRef { item, local })),
            _ => None,
        }
    }
}
