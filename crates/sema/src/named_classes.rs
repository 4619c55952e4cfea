//! The classes and enumerations that the type arguments of an instance name: those that blocks define, members that are
//! not public, and those without names.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Access, DeclName};
use asunder_hir::body::{FIRST_LOCAL, Owner};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextSize};
use asunder_types::{Arg, Declared, Env, Frame, Kind, Origin, Symbol, Ty};

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

/// What the arguments of an instance of a function template name; `None` where one is no type or is not understood, and
/// of closures.
pub fn named_classes<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    instance: Symbol<'db>,
    dialect: Dialect,
) -> Option<NamedClasses> {
    let sema = Sema::new(db, source, dialect);
    let mut frames = sema.frames(instance.env).map(|(_, frame)| frame);
    let args = frames.find_map(|frame| match frame {
        Frame::Template { template, args, .. } if template == instance.decl => args,
        _ => None,
    })?;
    let mut found = NamedClasses::default();
    for arg in args.list(db) {
        let Arg::Type(ty) = arg else { return None };
        found.arguments.push(sema.spelled_text(&Spelled::Plain(*ty))?);
        sema.collect_named(*ty, &mut found.classes)?;
    }
    Some(found)
}

impl<'db> Sema<'db> {
    fn collect_named(&self, ty: Ty<'db>, found: &mut Vec<NamedClass>) -> Option<()> {
        let db = self.db;
        match ty.unqualified(db).kind(db) {
            Kind::Builtin(_) => Some(()),
            Kind::Pointer(to) | Kind::Reference(to, _) | Kind::Array(to, _) | Kind::Vector(to, _) => {
                deep(|| self.collect_named(*to, found))
            }
            Kind::MemberPointer(class, member) => {
                self.collect_named(*class, found)?;
                deep(|| self.collect_named(*member, found))
            }
            Kind::Function(function) => {
                let types = std::iter::once(&function.result).chain(&function.params);
                types.into_iter().try_for_each(|ty| deep(|| self.collect_named(*ty, found)))
            }
            Kind::Class(class) => {
                let Origin::Decl(decl) = class.origin(db) else { return None };
                let args = class.args(db).map(|args| args.list(db)).unwrap_or_default();
                match args.is_empty() {
                    true => self.note_named(ty, decl, class.outer(db), found)?,
                    // A template is no class of a block.
                    false if self.decl(decl).access != Access::Public => return None,
                    false => {}
                }
                args.iter().try_for_each(|arg| match arg {
                    Arg::Type(ty) => deep(|| self.collect_named(*ty, found)),
                    Arg::Value(_) => Some(()),
                    _ => None,
                })
            }
            Kind::Enum(decl, env) => self.note_named(ty, *decl, *env, found),
            _ => None,
        }
    }

    /// A class or enumeration that is no instance, and the classes around it.
    fn note_named(
        &self,
        ty: Ty<'db>,
        decl: DeclRef,
        outer: Env<'db>,
        found: &mut Vec<NamedClass>,
    ) -> Option<()> {
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
        found.push(NamedClass {
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
        });
        match outer.frame(self.db) {
            Frame::Class(class) => self.collect_named(self.ty(Kind::Class(class)), found),
            _ => Some(()),
        }
    }
}
