//! Qualified names of members of class templates that are declared outside of them ([temp.mem.func], [temp.expl.spec]):
//! argument lists that are missing, instances that are not specialized, arguments that are not the parameters.

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{Arg, Decl, DeclKind, DeclName, Path, SegmentName, TemplateHeader, TypeExpr};
use asunder_types::{Kind, Symbol};

use super::Checker;
use crate::finding::{Argument, Mistake, Place};
use crate::lookup::{Lookup, Want};
use crate::spelled::Spelled;
use crate::template_ids::{argument_place, is_primary};
use crate::view::Site;

/// "explicit type is missing ("int" assumed)".
const NO_TYPE: u16 = 260;
/// "name followed by "::" must be a class or namespace name".
const NO_SCOPE: u16 = 276;
/// "template argument list must match the parameter list".
const OTHER_ARGUMENTS: u16 = 498;
/// "too many template parameters -- does not match previous declaration …".
const TOO_MANY: u16 = 506;
/// "specializing … requires "template<>" syntax".
const NO_HEADER: u16 = 795;

impl<'db> Checker<'_, 'db> {
    /// A function or variable whose qualifier ends with the name of a class template. True if that is reported.
    pub(super) fn template_qualifier(&mut self, at: DeclRef, decl: &'db Decl) -> bool {
        let is_member = matches!(decl.kind, DeclKind::Function { .. } | DeclKind::Variable { .. });
        let Some(qualifier) = decl.qualifier.as_ref().filter(|_| is_member && decl.parent.is_none()) else {
            return false;
        };
        if decl.specifiers.is_friend || decl.explicit_instantiation || decl.templates.len() > 1 {
            return false;
        }
        let namespace = self.sema.namespace_env(self.sema.names.item(self.item).namespace);
        let site = Site::new(namespace, Point::before(at));
        let is_open = decl.templates.first().is_some_and(|header| !header.params.is_empty());
        if let Some((mistake, _)) = self.sema.lacks_arguments(qualifier, site) {
            let Some(start) = self.start_of_qualified(at) else { return true };
            if is_open {
                self.met(Mistake::new(NO_SCOPE, Vec::new()), start);
            }
            self.met(mistake, start);
            if matches!(decl.name, DeclName::Constructor) {
                self.met(Mistake::new(NO_TYPE, Vec::new()), start);
            }
            return true;
        }
        let Some(template) = self.qualifying_template(qualifier, site) else { return false };
        match decl.templates.first() {
            None => self.without_header(at, decl, qualifier, template),
            Some(header) if is_open => self.other_arguments(at, qualifier, header, template),
            Some(_) => self.no_member_of_instance(at, decl, qualifier, template),
        }
    }

    /// The class template that the last part of a qualifier is an instance of.
    fn qualifying_template(&self, qualifier: &Path, site: Site<'_, 'db>) -> Option<Symbol<'db>> {
        qualifier.segments.last()?.args.as_ref()?;
        let mut path = qualifier.clone();
        path.segments.last_mut()?.args = None;
        let Lookup::Found(symbols) = self.sema.lookup_path(&path, site, Want::Any).found else { return None };
        let is_template = |symbol: &&Symbol<'db>| {
            let decl = self.sema.decl(symbol.decl);
            matches!(decl.kind, DeclKind::Class(_)) && is_primary(decl) && decl.templates.len() == 1
        };
        let found = symbols.iter().find(is_template)?;
        // What partial specializations the arguments may name is not looked at.
        let first = self.sema.first_declaration(found.decl);
        let is_alone = self.sema.specializations(first).partial.is_empty();
        let defined = self.sema.template_declarations(first).into_iter().find(
            |decl| matches!(&self.sema.decl(*decl).kind, DeclKind::Class(class) if class.is_definition),
        )?;
        is_alone.then_some(Symbol { decl: defined, ..*found })
    }

    /// `template <> void A<int>::f() {}` of a member that the class template does not have.
    fn no_member_of_instance(
        &mut self,
        at: DeclRef,
        decl: &'db Decl,
        qualifier: &Path,
        template: Symbol<'db>,
    ) -> bool {
        let first = self.sema.first_declaration(template.decl);
        let is_known = self.sema.specializations(first).explicit.is_empty()
            && self
                .sema
                .bases(match self.class_named(at, qualifier) {
                    Some(class) => class,
                    None => return false,
                })
                .is_empty();
        let (DeclName::Ident(ident), Some(name)) = (&decl.name, self.name_of(at)) else { return false };
        let members = self.sema.nameable(template.decl).into_iter();
        let mut members = members.map(|(member, _)| &self.sema.decl(member).name);
        if !is_known || members.any(|member| member.ident() == Some(ident)) {
            return false;
        }
        let class = self.class_named(at, qualifier).map(|class| self.sema.ty(Kind::Class(class)));
        let text = class.and_then(|class| self.sema.spelled_text(&Spelled::Plain(class)));
        if let Some(text) = text {
            let arguments = vec![Argument::entity("class", text), Argument::entity("member", &**ident)];
            self.met(Mistake::new(super::NO_MEMBER, arguments), name.start());
        }
        true
    }

    /// The class that a qualifier names.
    fn class_named(&self, at: DeclRef, qualifier: &Path) -> Option<asunder_types::Class<'db>> {
        let namespace = self.sema.namespace_env(self.sema.names.item(self.item).namespace);
        let site = Site::new(namespace, Point::before(at));
        match self.sema.prefix(&qualifier.segments, qualifier.global, site) {
            crate::lookup::Prefix::Type(ty) => ty.as_class(self.sema.db),
            _ => None,
        }
    }

    /// `void A<int>::f() {}` without `template <>`.
    fn without_header(
        &mut self,
        at: DeclRef,
        decl: &'db Decl,
        qualifier: &Path,
        template: Symbol<'db>,
    ) -> bool {
        let Some(args) = qualifier.segments.last().and_then(|last| last.args.as_ref()) else { return false };
        let params = &self.sema.decl(template.decl).templates[0].params;
        if args.len() != params.len() || params.iter().any(|param| param.pack) {
            return false;
        }
        // One that is declared for these arguments alone has members of its own.
        let first = self.sema.first_declaration(template.decl);
        if !self.sema.specializations(first).explicit.is_empty() {
            return false;
        }
        let namespace = self.sema.namespace_env(self.sema.names.item(self.item).namespace);
        let site = Site::new(namespace, Point::before(at));
        let mut bindings = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            let text = match arg {
                Arg::Type(ty) => self.type_or_error(ty, site),
                Arg::Name(path) => self.type_or_error(&TypeExpr::Name(path.clone(), false), site),
                Arg::Expr(asunder_decls::written::Expr::Integer(value, _)) => Some(value.to_string()),
                _ => None,
            };
            let (Some(name), Some(text)) = (&param.name, text) else { return false };
            bindings.push(format!("{name}={text}"));
        }
        let members = self.members_named(template.decl, &decl.name);
        let Some(&member) = members.first() else { return false };
        let open = self.sema.inside_of(template.decl).map(|env| Symbol { decl: member, env });
        let Some(open) = open.filter(|_| self.sema.decl(member).templates.is_empty()) else { return false };
        let is_function = self.sema.function_expr(member).is_some();
        let parameters = match members.len() > 1 || matches!(decl.name, DeclName::Constructor) {
            true => self.sema.parameters_text(open),
            false => Some(String::new()),
        };
        let (Some(name), Some(parameters), Some(place)) =
            (self.sema.qualified_name(open), parameters, self.name_of(at))
        else {
            return false;
        };
        let text = format!("{name}{parameters} [with {}]", bindings.join(", "));
        let kind = if is_function { "function" } else { "member" };
        let mistake = Mistake::new(NO_HEADER, vec![Argument::entity(kind, text)]);
        // Parameters are read before.
        let known_at = self.behind_parameters(usize::from(place.end())).filter(|_| is_function);
        let found = crate::finding::Found::at(mistake, place.start());
        let known_at = known_at.map(|at| asunder_syntax::TextSize::new(at as u32));
        self.found.push(crate::finding::Found { known_at, ..found });
        true
    }

    /// A type as messages show it, and one that nothing declares.
    fn type_or_error(&self, ty: &TypeExpr, site: Site<'_, 'db>) -> Option<String> {
        let resolved = self.sema.resolve(ty, site);
        match resolved.kind(self.sema.db) {
            Kind::Error => Some("<error-type>".to_owned()),
            _ if resolved.absorbs(self.sema.db) => None,
            _ => self.sema.spelled_text(&Spelled::Plain(resolved)),
        }
    }

    /// Arguments that are not the parameters of the header in front, or a header that is not that of the class.
    fn other_arguments(
        &mut self,
        at: DeclRef,
        qualifier: &Path,
        header: &TemplateHeader,
        template: Symbol<'db>,
    ) -> bool {
        let Some(last) = qualifier.segments.last() else { return false };
        let (Some(args), SegmentName::Ident(word)) = (&last.args, &last.name) else { return false };
        let params = &self.sema.decl(template.decl).templates[0].params;
        let is_plain = |header: &TemplateHeader| {
            !header.is_constrained
                && header.params.iter().all(|param| !param.pack && param.constraint.is_none())
        };
        // The arguments may be those of an explicit specialization with member templates.
        let first = self.sema.first_declaration(template.decl);
        let is_known = is_plain(header)
            && is_plain(&self.sema.decl(template.decl).templates[0])
            && self.sema.specializations(first).explicit.is_empty();
        let Some(start) = self.start_of_qualified(at).filter(|_| is_known) else { return false };
        let own = self.sema.template_env(
            Symbol { decl: at, env: self.sema.namespace_env(self.sema.names.item(self.item).namespace) },
            None,
        );
        let site = Site::new(own, Point::before(at));
        // An instance that depends on no parameter is no class template.
        if let crate::lookup::Prefix::Type(ty) = self.sema.prefix(&qualifier.segments, qualifier.global, site)
            && ty.as_class(self.sema.db).is_some_and(|class| !self.sema.is_dependent_class(class))
        {
            return false;
        }
        let wrong = self.sema.wrong_template_arguments(qualifier, args, site);
        let is_wrong = !wrong.is_empty();
        for (place, mistake) in wrong {
            let behind = usize::from(start) + word.len();
            if qualifier.segments.len() == 1
                && let Some(offset) = argument_place(&self.text[behind..], place)
            {
                self.met(mistake, asunder_syntax::TextSize::new((behind + offset) as u32));
            }
        }
        if is_wrong && args.len() < params.len() {
            return true;
        }
        if args.len() != params.len() {
            return false;
        }
        let name = |arg: &Arg| match arg {
            Arg::Name(path) | Arg::Type(TypeExpr::Name(path, _)) => path.as_ident().cloned(),
            _ => None,
        };
        let are_parameters = args
            .iter()
            .zip(&header.params)
            .all(|(arg, param)| param.name.is_some() && name(arg) == param.name);
        let are_alike = params
            .iter()
            .zip(&header.params)
            .all(|(a, b)| std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind));
        let (number, argument) = match header.params.len().cmp(&params.len()) {
            std::cmp::Ordering::Equal if are_parameters && are_alike => return false,
            std::cmp::Ordering::Greater if are_parameters => {
                // A member template is compared with it.
                let members = self.members_named(template.decl, &self.sema.decl(at).name);
                let is_template = |member: &DeclRef| !self.sema.decl(*member).templates.is_empty();
                if members.is_empty() || members.iter().any(is_template) {
                    return false;
                }
                (TOO_MANY, vec![Argument::At(Place::Decl(self.sema.first_declaration(template.decl)))])
            }
            _ => (OTHER_ARGUMENTS, Vec::new()),
        };
        // A parameter too many is reported where it stands.
        let place = match number {
            TOO_MANY => {
                let name = self.name_of(at).map(|name| name.start());
                let places = name.and_then(|name| self.parameters_or_ends(name)).unwrap_or_default();
                places.get(params.len()).copied()
            }
            _ => Some(start),
        };
        if let Some(place) = place {
            self.met(Mistake::new(number, argument), place);
        }
        true
    }
}
