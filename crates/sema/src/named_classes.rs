//! The classes and enumerations that types name, and what restricts where they may be named: that a block defines them,
//! that they are members that are not public, that they have no names.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Access, DeclName};
use asunder_hir::body::{FIRST_LOCAL, Owner};
use asunder_syntax::TextSize;
use asunder_types::{Arg, Args, Class, Declared, Env, Frame, Kind, Origin, Symbol, Ty};

use crate::spelled::Spelled;
use crate::view::{Sema, deep};

/// What the arguments of an instance name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedClasses {
    /// The arguments as messages show them.
    pub arguments: Vec<String>,
    /// Each class, then its template arguments, then the class that it is a member of.
    pub classes: Vec<NamedClass>,
}

/// A class or enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedClass {
    /// As messages show it.
    pub text: String,
    /// The function whose block defines it, or a class around it.
    pub function: Option<DeclRef>,
    /// The place of its name, or else of its members, in the text of that function's item.
    pub at: Option<TextSize>,
    /// It has no name.
    pub is_unnamed: bool,
    /// It is a private or protected member.
    pub is_hidden: bool,
}

/// What the arguments of an instance of a function template name; `None` where one is not a type or is not
/// understood, and of closures.
pub fn named_classes<'db>(sema: &Sema<'db>, instance: Symbol<'db>) -> Option<NamedClasses> {
    let mut frames = sema.frames(instance.env).map(|(_, frame)| frame);
    let args = frames.find_map(|frame| match frame {
        Frame::Template { template, args, .. } if template == instance.decl => args,
        _ => None,
    })?;
    let mut found = NamedClasses::default();
    for arg in args.list(sema.db) {
        let Arg::Type(ty) = arg else { return None };
        found.arguments.push(sema.spelled_text(&Spelled::Plain(*ty))?);
        let classes = &mut found.classes;
        let mut note = |part| {
            classes.extend(sema.named_class(part)?);
            Some(())
        };
        PartsOfTypes { sema, through_functions: true, each: &mut note }.of_type(*ty)?;
    }
    Some(found)
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
    /// The results and parameters of function types are looked at.
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
            Kind::Function(function) => {
                let mut types = std::iter::once(&function.result).chain(&function.params);
                types.try_for_each(|ty| self.of_type(*ty))
            }
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
            // A template is not a class of a block.
            NamedPart::Declared { decl, is_instance: true, .. } => {
                (self.decl(decl).access == Access::Public).then_some(None)
            }
            NamedPart::Declared { ty, decl, outer, is_instance: false } => {
                self.note_named(ty, decl, outer).map(Some)
            }
            NamedPart::Closure(_) | NamedPart::Template(_) => None,
        }
    }

    /// A class or enumeration that is not an instance of a template.
    fn note_named(&self, ty: Ty<'db>, decl: DeclRef, outer: Env<'db>) -> Option<NamedClass> {
        let body = self.frames(outer).find_map(|(_, frame)| match frame {
            Frame::Body(item, body) => Some((item, body)),
            _ => None,
        });
        let function = match body {
            None => None,
            Some((item, body)) => match self.bodies(item).bodies.get(body as usize)?.0 {
                Owner::Function(local) => Some(DeclRef { item, local }),
                _ => return None,
            },
        };
        let written = self.decl(decl);
        Some(NamedClass {
            text: self.spelled_text(&Spelled::Plain(ty.unqualified(self.db)))?,
            function,
            at: decl.local.0.checked_sub(FIRST_LOCAL).and_then(|local| {
                let text = self.names().item_text(decl.item);
                let start = asunder_hir::source_map(self.db, text).locals.get(local as usize)?.start();
                let members = || TextSize::try_from(text.text(self.db)[usize::from(start)..].find('{')?).ok();
                match written.name {
                    DeclName::None => Some(start + members()?),
                    _ => Some(start),
                }
            }),
            is_unnamed: matches!(written.name, DeclName::None) && self.typedef_name(decl).is_none(),
            is_hidden: written.parent.is_some() && written.access != Access::Public,
        })
    }
}
