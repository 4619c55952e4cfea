//! Explicit and partial specializations and explicit instantiations of class templates and variables ([temp.explicit],
//! [temp.expl.spec], [temp.spec.partial]): of what is no template, of what nothing defines, twice; partial
//! specializations that are none.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, DeclName, Path, TemplateParamKind};
use asunder_syntax::{SyntaxKind, TextSize};
use asunder_types::{Kind, Origin, Symbol};

use super::specializations::NO_TEMPLATE;
use super::templates::{ARGUMENTS_OF_PRIMARY, has_default};
use super::{Checker, INCOMPLETE};
use crate::finding::{Argument, Found, Mistake};
use crate::lookup::{Lookup, Sought, Want};
use crate::spelled::Spelled;
use crate::template_ids::argument_place;

/// "invalid explicit instantiation declaration".
const NO_INSTANTIATION: u16 = 484;
/// "explicit specialization is not allowed in the current scope".
const NOT_HERE: u16 = 790;
/// "… explicitly instantiated more than once".
const INSTANTIATED_TWICE: u16 = 760;
/// "invalid partial specialization -- … is already fully specialized".
const NOT_PARTIAL: u16 = 834;
/// "partial specializations may not have default template arguments".
const DEFAULTS: u16 = 841;
/// "… is not used in or cannot be deduced from the template argument list of …".
const NOT_USED: u16 = 842;
/// "… is not a template".
pub(super) const IS_NO_TEMPLATE: u16 = 864;

impl<'db> Checker<'_, 'db> {
    /// `template struct A<int>;`, `template <> struct A<int> {};`, `template int x;`
    pub(super) fn specialized_class_or_variable(&mut self, at: DeclRef, decl: &'db Decl) {
        let is_full = decl.templates.iter().all(|header| header.params.is_empty());
        let is_specialization = decl.explicit_instantiation || !decl.templates.is_empty();
        let is_plain = decl.qualifier.is_none() && !decl.specifiers.is_friend;
        if !is_specialization || !is_plain {
            return;
        }
        if decl.parent.is_some() {
            self.specialization_in_class(at, decl);
            return;
        }
        let (Some(name), Some(ident)) = (self.name_of(at), decl.name.ident()) else { return };
        let is_id = matches!(decl.name, DeclName::TemplateId(..));
        let found = self.sema.lookup(Sought::Ident(ident), self.site(at), Want::Any);
        match (&decl.kind, found) {
            (DeclKind::Class(_), Lookup::None) if is_id && !is_full => {
                self.met(Mistake::new(ARGUMENTS_OF_PRIMARY, Vec::new()), name.start());
            }
            _ if !is_full => {}
            (DeclKind::Class(_), Lookup::None) if is_id => {
                self.met(Mistake::new(IS_NO_TEMPLATE, vec![Argument::Text(ident.to_string())]), name.start());
                self.no_instantiation(at, decl, name.start());
            }
            (DeclKind::Class(_), Lookup::Found(_)) if is_id => {
                let known = self.found.len();
                self.wrong_arguments(at, decl, name.start());
                if decl.explicit_instantiation && self.found.len() == known {
                    self.class_instantiation(at);
                }
            }
            (DeclKind::Variable { .. }, Lookup::None) if is_id && !decl.explicit_instantiation => {
                self.met(Mistake::new(IS_NO_TEMPLATE, vec![Argument::Text(ident.to_string())]), name.start());
            }
            (DeclKind::Variable { .. }, Lookup::None) if !is_id && !decl.explicit_instantiation => {
                self.met(Mistake::new(NO_TEMPLATE, vec![Argument::Name(ident.to_string())]), name.start());
            }
            (DeclKind::Variable { .. }, Lookup::None) if !is_id => {
                self.no_instantiation(at, decl, name.start());
            }
            _ => {}
        }
    }

    /// `template <>` in a class, which the reference does not take.
    fn specialization_in_class(&mut self, at: DeclRef, decl: &Decl) {
        let is_special = matches!(decl.templates.as_slice(), [header] if header.params.is_empty());
        let before = self.name_of(at).map(|name| &self.text[..usize::from(name.start())]);
        let keyword = before.and_then(|before| crate::mistakes::words(before, "template").last());
        if let (true, Some(keyword)) = (is_special && !decl.explicit_instantiation, keyword) {
            self.met(Mistake::new(NOT_HERE, Vec::new()), TextSize::new(keyword as u32));
        }
    }

    /// The arguments of a class template that its parameters do not take.
    fn wrong_arguments(&mut self, at: DeclRef, decl: &Decl, name: TextSize) {
        let DeclName::TemplateId(ident, args) = &decl.name else { return };
        let path = Path::ident(ident);
        let found = self.sema.wrong_template_arguments(&path, args, self.site(at));
        let behind = usize::from(name) + ident.len();
        for (place, mistake) in found {
            if let Some(offset) = argument_place(&self.text[behind..], place) {
                self.met(mistake, TextSize::new((behind + offset) as u32));
            }
        }
    }

    /// What follows `template` in a directive.
    pub(super) fn behind_keyword(&self, name: TextSize) -> Option<TextSize> {
        let before = &self.text[..usize::from(name)];
        let keyword = crate::mistakes::words(before, "template").last()?;
        let behind = keyword + "template".len();
        let blanks = before[behind..].len() - before[behind..].trim_start().len();
        Some(TextSize::new((behind + blanks) as u32))
    }

    pub(super) fn no_instantiation(&mut self, at: DeclRef, decl: &Decl, name: TextSize) {
        if let Some(behind) = self.name_of(at).map(|name| name.end())
            && self.behind_keyword(name).is_some()
        {
            self.no_instantiation_behind(at, decl, usize::from(behind));
        }
    }

    /// The same of a declaration that is read up to `end`.
    pub(super) fn no_instantiation_behind(&mut self, at: DeclRef, decl: &Decl, end: usize) {
        let place = self.name_of(at).and_then(|name| self.behind_keyword(name.start()));
        if let Some(place) = place.filter(|_| decl.explicit_instantiation) {
            let found = Found::at(Mistake::new(NO_INSTANTIATION, Vec::new()), place);
            self.found.push(Found { known_at: Some(TextSize::new(end as u32)), ..found });
        }
    }

    /// `template class A<int>;` of what nothing defines, or of what is instantiated before.
    fn class_instantiation(&mut self, at: DeclRef) {
        let is_extern = |at: DeclRef| {
            let text = self.sema.names().item_text(at.item).text(self.sema.db);
            asunder_syntax::words(text).next().is_some_and(|(_, word)| word == "extern")
        };
        let Some(class) = self.sema.class_of_directive(at).filter(|_| !is_extern(at)) else { return };
        let Some(place) = self.name_of(at).and_then(|name| self.behind_keyword(name.start())) else { return };
        let ty = self.sema.ty(Kind::Class(class));
        let text = self.sema.spelled_text(&Spelled::Plain(ty));
        let Some(text) = text.filter(|_| !self.sema.is_dependent_class(class)) else { return };
        // What is declared for these arguments alone is not instantiated.
        let is_special = match class.origin(self.sema.db) {
            Origin::Decl(first) => {
                let special = self.sema.specializations(first);
                let template = Symbol { decl: first, env: class.outer(self.sema.db) };
                let is_own = |it: &DeclRef| self.sema.specialized_class(template, *it) == Some(class);
                !special.partial.is_empty() || special.explicit.iter().any(is_own)
            }
            Origin::Lambda(..) => true,
        };
        if !is_special && matches!(self.sema.defined(class), Ok(None)) {
            self.met(Mistake::new(INCOMPLETE, vec![Argument::ty(text)]), place);
            return;
        }
        let Some(ident) = self.sema.decl(at).name.ident() else { return };
        let names = self.sema.names();
        let items = names.items_declaring(ident).iter().copied().filter(|item| *item <= at.item);
        let directives = items.flat_map(|item| {
            names.decls_named(item, ident).into_iter().map(move |local| DeclRef { item, local })
        });
        let is_same = |other: DeclRef| {
            other < at
                && self.sema.decl(other).explicit_instantiation
                && matches!(self.sema.decl(other).kind, DeclKind::Class(_))
                && !is_extern(other)
                && self.sema.class_of_directive(other) == Some(class)
        };
        if directives.into_iter().any(is_same) {
            self.met(Mistake::new(INSTANTIATED_TWICE, vec![Argument::entity("class", text)]), place);
        }
    }

    /// A partial specialization: one whose arguments are all known, parameters that its arguments do not name, defaults.
    pub(super) fn partial_specialization(&mut self, at: DeclRef, decl: &'db Decl) {
        let (DeclKind::Class(_), DeclName::TemplateId(_, args), [header]) =
            (&decl.kind, &decl.name, decl.templates.as_slice())
        else {
            return;
        };
        if header.params.is_empty() || header.is_constrained || decl.specifiers.is_friend {
            return;
        }
        let Some(name) = self.name_of(at) else { return };
        let places = self.parameter_places(name.start(), 1).unwrap_or_default();
        for (param, place) in header.params.iter().zip(&places) {
            if let (true, Some(place)) = (has_default(param), place) {
                self.met(Mistake::new(DEFAULTS, Vec::new()), *place);
            }
        }
        let env = self.sema.env_of(at);
        let symbol = Symbol { decl: at, env };
        let Ok(pattern) = self.sema.pattern_args(symbol, args) else { return };
        let primary = Symbol { decl: self.sema.primary_of(at), env };
        if primary.decl == at {
            return;
        }
        let is_plain = |arg: &asunder_types::Arg<'db>| match arg {
            asunder_types::Arg::Type(ty) => !self.sema.has_unknown_part(*ty),
            asunder_types::Arg::Value(asunder_types::Value::Integer(..)) => true,
            _ => false,
        };
        let class = self.sema.class_of_symbol(primary, Some(pattern));
        let text = || self.sema.spelled_text(&Spelled::Plain(self.sema.ty(Kind::Class(class))));
        if !self.sema.are_dependent(pattern) {
            if pattern.list(self.sema.db).iter().all(is_plain)
                && let Some(text) = text()
            {
                self.met(Mistake::new(NOT_PARTIAL, vec![Argument::entity("class", text)]), name.start());
            }
            return;
        }
        // The words of the arguments name what is used.
        let Some(list) = self.node_of(at).and_then(|node| {
            let named = node
                .ancestors()
                .find(|it| it.children().any(|it| it.kind() == SyntaxKind::TEMPLATE_ARG_LIST))?;
            named.children().find(|it| it.kind() == SyntaxKind::TEMPLATE_ARG_LIST)
        }) else {
            return;
        };
        let list = list.text().to_string();
        for (param, place) in header.params.iter().zip(&places) {
            let (Some(ident), Some(place), false) = (&param.name, place, param.pack) else { continue };
            let is_named_by_others = self.text[..usize::from(name.start())].matches(&**ident).count() > 1;
            if crate::mistakes::words(&list, ident).next().is_some() || is_named_by_others {
                continue;
            }
            let kind = match param.kind {
                TemplateParamKind::Type(_) => "template parameter",
                _ => continue,
            };
            let Some(text) = text() else { continue };
            let arguments = vec![Argument::entity(kind, &**ident), Argument::entity("class template", text)];
            self.met(Mistake::new(NOT_USED, arguments), *place);
        }
    }
}
