//! Members of class templates, and member templates, that are defined outside their class ([temp.mem.func],
//! [temp.static]): those that the class does not have, and qualifiers that are not the name of a class template.

use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{
    Arg, Decl, DeclKind, DeclName, Path, Segment, SegmentName, TemplateHeader, TypeExpr,
};
use asunder_syntax::{AstNode, SyntaxKind, TextSize};
use asunder_types::{Bound, Class, Kind, Origin, Symbol, Ty};

use super::functions::DEFAULT_TWICE;
use super::redefined::DEFINED_TWICE;
use super::{Checker, INCOMPLETE, NO_MEMBER, NO_OVERLOAD};
use crate::finding::{Argument, Mistake, Place};
use crate::lookup::{Lookup, Prefix, Want};
use crate::spelled::Spelled;
use crate::view::Site;

/// "… is not a class template".
const NO_CLASS_TEMPLATE: u16 = 464;

impl<'db> Checker<'_, 'db> {
    /// A function or variable behind one list of template parameters, with a qualified name.
    pub(super) fn template_member_outside(&mut self, at: DeclRef, decl: &'db Decl) {
        let (Some(qualifier), [header]) = (&decl.qualifier, decl.templates.as_slice()) else { return };
        let is_member = matches!(decl.kind, DeclKind::Function { .. } | DeclKind::Variable { .. });
        if header.params.is_empty() || decl.parent.is_some() || !is_member || decl.explicit_instantiation {
            return;
        }
        let Some(name) = self.name_of(at) else { return };
        let own = self.sema.template_env(
            asunder_types::Symbol { decl: at, env: self.sema.namespace_env(self.namespace()) },
            None,
        );
        let site = Site::new(own, asunder_decls::names::Point::before(at));
        if let Some(text) = self.no_class_template(decl, qualifier, site) {
            if let Some(start) = self.start_of_qualified(at) {
                let mistake = Mistake::new(NO_CLASS_TEMPLATE, vec![Argument::Name(text)]);
                self.met(mistake, start);
            }
            return;
        }
        let Prefix::Type(ty) = self.sema.prefix(&qualifier.segments, qualifier.global, site) else { return };
        let Some(class) = ty.as_class(self.sema.db) else { return };
        let Some(definition) = self.sema.definition(class) else {
            if let (true, Some(start)) = (self.is_undefined(class, at), self.start_of_qualified(at))
                && let Some(text) = self.first_text(class)
            {
                self.met(Mistake::new(INCOMPLETE, vec![Argument::ty(text)]), start);
            }
            return;
        };
        let is_meant = class.args(self.sema.db).is_none() || is_primary(qualifier, header);
        if !is_meant || definition.decl >= at {
            return;
        }
        if self.has_member(definition.decl, decl) {
            match self.mismatched_member(at, decl, definition.decl, header) {
                Some(mistake) => self.met(mistake, name.start()),
                None => self.member_again(at, decl, definition.decl),
            }
            return;
        }
        let Some(member) = self.member_text(definition.decl, decl) else { return };
        let Some(open) = self.sema.inside_of(definition.decl).and_then(|inside| self.sema.class_of(inside))
        else {
            return;
        };
        let kind = match self.sema.is_dependent_class(open) {
            true => "class template",
            false if self.sema.is_union(ty) => "union",
            false => "class",
        };
        let text = self.sema.spelled_text(&Spelled::Plain(self.sema.ty(Kind::Class(open))));
        if let Some(text) = text {
            let arguments = vec![Argument::entity(kind, text), Argument::entity("member", member)];
            self.met(Mistake::new(NO_MEMBER, arguments), name.start());
        }
    }

    /// A member of a class template whose class declares others of its name alone ([temp.mem.func]/1). Known where the
    /// parameters have the names that they have in the class, and no type is computed from them.
    fn mismatched_member(
        &self,
        at: DeclRef,
        decl: &'db Decl,
        class: DeclRef,
        header: &TemplateHeader,
    ) -> Option<Mistake> {
        let own_headers = &self.sema.decl(class).templates;
        let [own_header] = own_headers.as_slice() else { return None };
        let is_alike = own_header.params.len() == header.params.len()
            && own_header
                .params
                .iter()
                .zip(&header.params)
                .all(|(a, b)| a.name == b.name && a.name.is_some());
        if !is_alike || header.is_constrained || self.sema.decl(class).parent.is_some() {
            return None;
        }
        let inside = self.sema.inside_of(class)?;
        let members = self.members_named(class, &decl.name);
        let (&first, is_only) = (members.first()?, members.len() == 1);
        let symbol = |decl| Symbol { decl, env: inside };
        if members.iter().any(|member| !self.sema.decl(*member).templates.is_empty()) {
            if !is_only || self.sema.function_expr(first).is_none() {
                return None;
            }
            let mut mistake = self.incompatible(symbol(first))?;
            if let Some(Argument::Entity { kind, .. }) = mistake.arguments.first_mut() {
                *kind = Some("function template");
            }
            return Some(mistake);
        }
        if self.sema.function_expr(at).is_none() {
            let is_static = matches!(self.sema.decl(first).kind, DeclKind::Variable { .. })
                && self.sema.decl(first).specifiers.is_static;
            let types = [at, first].map(|decl| self.sema.variable_type(symbol(decl)));
            let differs = types[0] != types[1] && types.iter().all(|ty| self.is_written_out(*ty));
            return if is_static && differs { self.incompatible(symbol(first)) } else { None };
        }
        let own = self.sema.signature(symbol(at))?;
        let is_constructor = matches!(decl.name, DeclName::Constructor);
        let types = |signature: &crate::signature::Signature<'db>| {
            let mut all = signature.params.to_vec();
            all.extend((!is_constructor).then_some(signature.result));
            all
        };
        if !types(&own).iter().all(|ty| self.is_written_out(*ty)) {
            return None;
        }
        let mut other_result = false;
        for member in &members {
            let known = self.sema.signature(symbol(*member))?;
            if !types(&known).iter().all(|ty| self.is_written_out(*ty)) {
                return None;
            }
            if known.params == own.params
                && known.qualifiers == own.qualifiers
                && known.ref_qualifier == own.ref_qualifier
                && known.variadic == own.variadic
            {
                if known.result == own.result || !is_only {
                    return None;
                }
                other_result = true;
            }
        }
        let is_copy = matches!(decl.name, DeclName::Constructor | DeclName::Operator(_))
            && own.params.len() == 1
            && own.params[0].referred(self.sema.db).as_class(self.sema.db).is_some();
        if is_copy || matches!(decl.name, DeclName::Destructor) {
            return None;
        }
        if is_only || other_result {
            return self.incompatible(symbol(first));
        }
        let name = self.sema.qualified_name(symbol(first))?;
        Some(Mistake::new(NO_OVERLOAD, vec![Argument::entity("overloaded function", name)]))
    }

    /// A member function of a class template that is defined already, and default arguments that its class gives already.
    fn member_again(&mut self, at: DeclRef, decl: &'db Decl, class: DeclRef) {
        let members = self.members_named(class, &decl.name);
        let ([member], Some(name)) = (members.as_slice(), self.name_of(at)) else { return };
        let (Some(own), Some(known)) = (self.sema.function_expr(at), self.sema.function_expr(*member)) else {
            return;
        };
        let twice =
            own.params.iter().zip(&known.params).filter(|(own, known)| own.has_default && known.has_default);
        for _ in twice {
            self.met(Mistake::new(DEFAULT_TWICE, Vec::new()), name.start());
        }
        let is_definition = |decl: &DeclRef| matches!(self.sema.decl(*decl).kind, DeclKind::Function { body, .. } if body.is_definition());
        let earlier = match self.sema.names().redeclarations(at) {
            Redeclarations::Known(all) => all.into_iter().filter(|other| *other < at).find(is_definition),
            _ => None,
        };
        let known = Some(*member).filter(is_definition).or(earlier).filter(|_| is_definition(&at));
        let symbol = self.sema.inside_of(class).map(|env| Symbol { decl: *member, env });
        if let Some(known) = known
            && let Some(text) = symbol.and_then(|symbol| self.sema.qualified_name(symbol))
        {
            let arguments = vec![Argument::entity("function", text), Argument::At(Place::Decl(known))];
            self.met(Mistake::new(DEFINED_TWICE, arguments), name.start());
        }
    }

    /// Whether a type consists of template parameters, built-in types, enumerations and classes that are not instances, so
    /// that two of them are one type exactly if they are written alike.
    fn is_written_out(&self, ty: Ty<'db>) -> bool {
        let db = self.sema.db;
        match ty.unqualified(db).kind(db) {
            Kind::Builtin(_) | Kind::Param(_) | Kind::Enum(..) => true,
            Kind::Pointer(inner) | Kind::Reference(inner, _) | Kind::Array(inner, Bound::Count(_)) => {
                self.is_written_out(*inner)
            }
            Kind::Class(class) => class.args(db).is_none() && !self.sema.is_dependent_class(*class),
            _ => false,
        }
    }

    fn namespace(&self) -> asunder_decls::layout::NamespaceId {
        self.sema.names.item(self.item).namespace
    }

    /// Where a qualified name starts.
    pub(super) fn start_of_qualified(&self, at: DeclRef) -> Option<TextSize> {
        let names = self.node_of(at)?;
        let names = names.ancestors().take_while(|it| it.kind() != SyntaxKind::DECLARATOR);
        let name = names.filter(|it| asunder_syntax::ast::Name::can_cast(it.kind())).last()?;
        Some(name.text_range().start())
    }

    /// The text of a qualifier that is not the name of a class template: a parameter, a member of one, or an instance that does not
    /// depend on the parameters.
    fn no_class_template(&self, decl: &Decl, qualifier: &Path, site: Site<'_, 'db>) -> Option<String> {
        let first = qualifier.segments.first().filter(|_| !qualifier.global)?;
        let plain = |segment: &Segment| match &segment.name {
            SegmentName::Ident(name) if segment.args.is_none() => Some(name.to_string()),
            _ => None,
        };
        if let (SegmentName::Ident(name), None) = (&first.name, &first.args)
            && let Lookup::Param(..) = self.sema.lookup_path(&Path::ident(name), site, Want::Any).found
        {
            let names: Option<Vec<String>> = qualifier.segments.iter().map(plain).collect();
            return names.map(|names| names.join("::"));
        }
        let last = qualifier.segments.last()?;
        last.args.as_ref()?;
        let Prefix::Type(ty) = self.sema.prefix(&qualifier.segments, qualifier.global, site) else {
            return None;
        };
        let class = ty.as_class(self.sema.db).filter(|class| class.args(self.sema.db).is_some())?;
        let definition = self.sema.definition(class).filter(|_| !self.sema.is_dependent_class(class))?;
        let is_template = |decl: &Decl| decl.templates.iter().any(|header| !header.params.is_empty());
        // A template may be a member of an instance.
        let has_template = self.sema.nameable(definition.decl).into_iter().any(|(member, _)| {
            let member = self.sema.decl(member);
            member.name == decl.name && is_template(member)
        });
        let is_plain =
            matches!(decl.name, DeclName::Ident(_)) && is_template(self.sema.decl(definition.decl));
        (is_plain && !has_template).then(|| self.sema.spelled_text(&Spelled::Plain(ty)))?
    }

    /// Whether a class template is declared in front of a place and defined nowhere.
    fn is_undefined(&self, class: Class<'db>, at: DeclRef) -> bool {
        let Origin::Decl(first) = class.origin(self.sema.db) else { return false };
        let Some(ident) = self.sema.decl(first).name.ident() else { return false };
        let namespace = self.sema.names.item(first.item).namespace;
        let declared = self.sema.names.declared_in(ident, namespace);
        self.sema.decl(first).parent.is_none()
            && first < at
            && declared.iter().all(|other| match &self.sema.decl(*other).kind {
                DeclKind::Class(class) => !class.is_definition,
                _ => false,
            })
    }

    /// A class template as its first declaration names it.
    fn first_text(&self, class: Class<'db>) -> Option<String> {
        let Origin::Decl(first) = class.origin(self.sema.db) else { return None };
        let open = self.sema.class_of(self.sema.inside_of(first)?)?;
        self.sema.spelled_text(&Spelled::Plain(self.sema.ty(Kind::Class(open))))
    }

    fn has_member(&self, class: DeclRef, decl: &Decl) -> bool {
        match &decl.name {
            DeclName::Ident(name) => {
                let mut all = self.sema.nameable(class).into_iter();
                all.any(|(member, _)| self.sema.decl(member).name == decl.name)
                    || self.is_named_in_parentheses(class, name)
            }
            DeclName::Constructor | DeclName::Destructor | DeclName::Operator(_) => {
                let mut members = self.sema.members(class).into_iter();
                members.any(|(_, member)| member.name == decl.name && !member.specifiers.is_friend)
            }
            _ => true,
        }
    }

    /// Whether a name stands in parentheses in the text of a class: `X (f)(int);` in a class `X` may declare a member `f`.
    fn is_named_in_parentheses(&self, class: DeclRef, name: &str) -> bool {
        let text = self.sema.names().item_text(class.item).text(self.sema.db);
        crate::mistakes::words(text, name).any(|at| {
            text[..at].trim_end().ends_with('(') && text[at + name.len()..].trim_start().starts_with(')')
        })
    }

    fn member_text(&self, class: DeclRef, decl: &Decl) -> Option<String> {
        let own = || self.sema.decl(class).name.ident();
        Some(match &decl.name {
            DeclName::Ident(ident) => ident.to_string(),
            DeclName::Constructor => own()?.to_string(),
            DeclName::Destructor => format!("~{}", own()?),
            DeclName::Operator(spelling) if !spelling.starts_with(|c: char| c.is_alphabetic()) => {
                format!("operator{spelling}")
            }
            _ => return None,
        })
    }
}

/// Whether a qualifier ends with a template that has the parameters of `header` as its arguments: the primary one.
fn is_primary(qualifier: &Path, header: &TemplateHeader) -> bool {
    let Some(args) = qualifier.segments.last().and_then(|last| last.args.as_ref()) else { return false };
    args.len() == header.params.len()
        && args.iter().zip(&header.params).all(|(arg, param)| {
            let path = match arg {
                Arg::Name(path) | Arg::Type(TypeExpr::Name(path, _)) => path,
                _ => return false,
            };
            param.name.is_some() && path.as_ident() == param.name.as_ref()
        })
}
