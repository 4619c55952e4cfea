//! Explicit specializations of function templates, and explicit instantiations ([temp.explicit], [temp.expl.spec]): which
//! instance a declaration means.

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName};
use asunder_hir::body::FIRST_LOCAL;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextSize};
use asunder_types::{Args, Frame, Kind, Symbol, Ty};
use rustc_hash::FxHashMap;

use crate::lookup::{Lookup, Sought, Want};
use crate::overload::Candidate;
use crate::view::{Sema, Site};

/// The explicit specializations of a function template, or of a member of a class template.
#[derive(Debug, Default)]
pub(crate) struct Specializations<'db> {
    by_instance: FxHashMap<Symbol<'db>, DeclRef>,
    /// Which instance one of them is, is not known.
    has_unknown: bool,
}

/// What an explicit instantiation directive instantiates.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Directive<'db> {
    /// Its declaration.
    pub decl: DeclRef,
    /// Where its name stands, in bytes of the item's text.
    pub at: TextSize,
    /// The functions.
    pub functions: Box<[Symbol<'db>]>,
    /// It declares that they are instantiated elsewhere.
    pub is_extern: bool,
}

/// The explicit instantiation directives of an item.
#[salsa::tracked(returns(ref))]
pub fn directives<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> Vec<Directive<'db>> {
    directives_of(&Sema::new(db, source, dialect), item)
}

/// The same in a view that items share.
pub(crate) fn directives_of<'db>(sema: &Sema<'db>, item: u32) -> Vec<Directive<'db>> {
    let names = sema.names();
    let decls = names.decls(item);
    if !decls.iter().any(|(_, decl)| decl.explicit_instantiation) {
        return Vec::new();
    }
    let is_extern = asunder_syntax::words(names.item_text(item).text(sema.db))
        .next()
        .is_some_and(|(_, word)| word == "extern");
    let directives = decls.iter().filter(|(_, decl)| decl.explicit_instantiation).map(|(local, decl)| {
        let decl_ref = DeclRef { item, local };
        let functions = match &decl.kind {
            DeclKind::Class(_) => sema.members_of_directive(decl_ref),
            _ => sema.specialized(decl_ref).into_iter().flatten().collect(),
        };
        let at =
            names.name_offset(decl_ref).map_or_else(TextSize::default, |at| at - names.range(item).start());
        Directive { decl: decl_ref, at, functions: functions.into(), is_extern }
    });
    directives.collect()
}

/// The instance that an explicit specialization of a function template is; `None` for other declarations, and where that
/// is not known.
#[salsa::tracked(returns(copy))]
pub fn specialized_instance<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    decl: DeclRef,
    dialect: Dialect,
) -> Option<Symbol<'db>> {
    let sema = Sema::new(db, source, dialect);
    if !is_explicit_specialization(sema.decl(decl)) {
        return None;
    }
    sema.specialized(decl).ok()?
}

/// Whether a declaration begins with `template <>`, directives apart.
fn is_explicit_specialization(decl: &Decl) -> bool {
    !decl.explicit_instantiation && decl.templates.last().is_some_and(|header| header.params.is_empty())
}

impl<'db> Sema<'db> {
    /// The declaration that names a function: of an instance of a template its explicit specialization, if it has one.
    pub(crate) fn named_declaration(&self, symbol: Symbol<'db>) -> DeclRef {
        self.explicit_specialization(symbol).unwrap_or(symbol.decl)
    }

    /// The explicit specialization that `symbol` is, an instance of a function template or a member of one of a class
    /// template.
    fn explicit_specialization(&self, symbol: Symbol<'db>) -> Option<DeclRef> {
        self.specializations_of(symbol).by_instance.get(&symbol).copied()
    }

    /// Whether an instance may have an explicit specialization: which one a declaration specializes is not known.
    pub(crate) fn may_be_specialized(&self, symbol: Symbol<'db>) -> bool {
        self.specializations_of(symbol).has_unknown
    }

    /// The explicit specializations of the function template that `symbol` is an instance of, or of the member of a class
    /// template.
    fn specializations_of(&self, symbol: Symbol<'db>) -> Rc<Specializations<'db>> {
        let env = match self.is_function_template(symbol.decl) {
            true => symbol.env.outer(self.db).unwrap_or(symbol.env),
            false => self.env_of(symbol.decl),
        };
        let declared = Symbol { decl: symbol.decl, env };
        let find = || Rc::new(self.find_specializations(declared));
        self.remembered(&self.specialized, declared, Rc::default, find)
    }

    fn find_specializations(&self, declared: Symbol<'db>) -> Specializations<'db> {
        let mut found = Specializations::default();
        let is_template = self.is_function_template(declared.decl);
        if declared.decl.local.0 >= FIRST_LOCAL || !is_template && self.class_around(declared).is_none() {
            return found;
        }
        for decl in self.names().specializations_named(declared.decl) {
            if !is_explicit_specialization(self.decl(decl)) || self.function_expr(decl).is_none() {
                continue;
            }
            let instance = match is_template {
                true => self.specializes(declared, decl).map(|args| {
                    args.map(|args| Symbol { env: self.template_env(declared, Some(args)), ..declared })
                }),
                false => self.specialized(decl),
            };
            match instance {
                Ok(Some(instance)) => {
                    found.by_instance.entry(instance).or_insert(decl);
                }
                Ok(None) => {}
                Err(()) => found.has_unknown = true,
            }
        }
        found
    }

    /// The arguments for which `decl` specializes or instantiates a template; `None` where it means another one.
    fn specializes(&self, template: Symbol<'db>, decl: DeclRef) -> Result<Option<Args<'db>>, ()> {
        let declared = Symbol { decl, env: self.env_of(decl) };
        let target = self.signature(declared).ok_or(())?.ty;
        if target.absorbs(self.db) {
            return Err(());
        }
        let given = match &self.decl(decl).name {
            DeclName::TemplateId(_, args) => {
                self.given_args(args, Site::new(declared.env, Point::before(decl))).map_err(|_| ())?
            }
            _ => Vec::new(),
        };
        let instance = self.deduce_from_type(&Candidate::of(template), given, target).map_err(|_| ())?;
        Ok(instance.and_then(|instance| match instance.env.frame(self.db) {
            Frame::Template { args, .. } => args,
            _ => None,
        }))
    }

    /// The instance that a declaration specializes or instantiates: `None` where there is none, an error where several may
    /// be meant or that is not known.
    pub(crate) fn specialized(&self, decl: DeclRef) -> Result<Option<Symbol<'db>>, ()> {
        let written = self.decl(decl);
        let (DeclName::TemplateId(ident, _) | DeclName::Ident(ident)) = &written.name else { return Err(()) };
        let env = self.env_of(decl);
        let site = Site::new(env, Point::before(decl));
        let Lookup::Found(all) = self.lookup(Sought::Ident(ident), site, Want::Any) else { return Err(()) };
        let mut found: Option<Symbol<'db>> = None;
        for symbol in all {
            let instance = match self.is_function_template(symbol.decl) {
                true => self
                    .specializes(symbol, decl)?
                    .map(|args| Symbol { env: self.template_env(symbol, Some(args)), ..symbol }),
                false => {
                    let own = self.signature(symbol).ok_or(())?;
                    let target = self.signature(Symbol { decl, env }).ok_or(())?;
                    (own.ty == target.ty && self.is_instance(symbol)).then_some(symbol)
                }
            };
            let Some(instance) = instance else { continue };
            found = Some(match found {
                Some(other) => self.more_special(other, instance).ok_or(())?,
                None => instance,
            });
        }
        Ok(found)
    }

    /// The more special one of two functions that a declaration may specialize ([temp.deduct.decl]/2); the first one, where they
    /// are instances of one template.
    fn more_special(&self, a: Symbol<'db>, b: Symbol<'db>) -> Option<Symbol<'db>> {
        if a == b {
            return Some(a);
        }
        if !self.is_function_template(a.decl) || !self.is_function_template(b.decl) {
            return None;
        }
        let count = self.signature(a)?.params.len();
        match (self.at_least_as_special(a, b, count), self.at_least_as_special(b, a, count)) {
            (true, _) => Some(a),
            (false, true) => Some(b),
            (false, false) => None,
        }
    }

    /// The member functions that `template class C<…>;` instantiates, those of its nested classes too: those that are
    /// defined and are not templates.
    fn members_of_directive(&self, decl: DeclRef) -> Vec<Symbol<'db>> {
        let mut functions = Vec::new();
        let mut classes: Vec<_> = self.class_of_directive(decl).into_iter().collect();
        while let Some(class) = classes.pop() {
            let Some(definition) = self.definition(class) else { continue };
            for (local, member) in self.members(definition.decl) {
                let symbol = Symbol { decl: definition.decl.sibling(local), env: definition.inside };
                let is_plain = member.templates.is_empty() && !member.specifiers.is_friend;
                match &member.kind {
                    DeclKind::Function { body: BodyKind::Block | BodyKind::None, .. } if is_plain => {
                        functions.push(symbol);
                    }
                    DeclKind::Class(_)
                        if is_plain
                            && member.name.ident().is_some()
                            && self.first_declaration(symbol.decl) == symbol.decl =>
                    {
                        classes.push(self.class_of_symbol(symbol, None));
                    }
                    _ => {}
                }
            }
        }
        functions
    }

    pub(crate) fn class_of_directive(&self, decl: DeclRef) -> Option<asunder_types::Class<'db>> {
        let DeclName::TemplateId(ident, args) = &self.decl(decl).name else { return None };
        if decl.local.0 >= FIRST_LOCAL {
            return None;
        }
        let site = Site::new(self.env_of(decl), Point::before(decl));
        let Lookup::Found(all) = self.lookup(Sought::Ident(ident), site, Want::Scopes) else { return None };
        let ty: Ty<'db> = self.instance_of(*all.first()?, args, site);
        match ty.kind(self.db) {
            Kind::Class(class) => Some(*class),
            _ => None,
        }
    }
}
