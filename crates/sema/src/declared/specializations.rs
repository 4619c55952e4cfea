//! Explicit specializations and instantiations of function templates ([temp.explicit], [temp.expl.spec]): those that match
//! no template, and instantiations of what nobody defines.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{
    Arg, BodyKind, Decl, DeclKind, DeclName, Expr as Written, FunctionExpr, TemplateParamKind, TypeExpr,
};
use asunder_syntax::TextSize;
use asunder_types::{Kind, Symbol, Ty};

use super::Checker;
use super::class_specializations::IS_NO_TEMPLATE;
use super::redeclared::are_equal_headers;
use super::redefined::DEFINED_TWICE;
use crate::finding::{Argument, Mistake, Place};
use crate::lookup::{Lookup, Sought, Want};

/// "… cannot be instantiated -- no template definition was supplied".
const NO_DEFINITION: u16 = 489;
/// "… explicitly instantiated more than once".
const INSTANTIATED_TWICE: u16 = 760;
/// "no instance of … matches the specified type".
pub(super) const NO_INSTANCE: u16 = 493;
/// "… is not a class or function template name in the current scope".
pub(super) const NO_TEMPLATE: u16 = 801;

impl<'db> Checker<'_, 'db> {
    /// `template <> void f<int>(int);`, `template void f<int>(int);`
    pub(super) fn specialization(&mut self, at: DeclRef, decl: &'db Decl) {
        let is_specialization = decl.explicit_instantiation
            || decl.templates.len() == 1 && decl.templates.iter().all(|header| header.params.is_empty());
        let is_plain = decl.parent.is_none() && decl.qualifier.is_none() && !decl.specifiers.is_friend;
        let is_specialization = is_specialization
            || decl.templates.len() == 1
                && matches!(decl.name, DeclName::TemplateId(..))
                && self.is_unknown(at, decl);
        let (DeclKind::Function { .. }, true, true) = (&decl.kind, is_specialization, is_plain) else {
            return;
        };
        let (Some(name), DeclName::TemplateId(ident, _) | DeclName::Ident(ident)) =
            (self.name_of(at), &decl.name)
        else {
            return;
        };
        let all = match self.sema.lookup(Sought::Ident(ident), self.site(at), Want::Any) {
            Lookup::Found(mut all) => {
                // Other specializations are found by that name, too.
                all.retain(|symbol| !self.sema.is_specialization(symbol.decl));
                all
            }
            Lookup::None => {
                // Lookup does not see what only a friend declares.
                let is_friend = self.sema.names().items_declaring(ident).iter().any(|item| *item < self.item);
                match decl.name {
                    _ if is_friend => {}
                    DeclName::Ident(_) => {
                        let mistake = Mistake::new(NO_TEMPLATE, vec![Argument::Name(ident.to_string())]);
                        self.met(mistake, name.start());
                    }
                    _ if decl.explicit_instantiation => {
                        let mistake = Mistake::new(IS_NO_TEMPLATE, vec![Argument::Text(ident.to_string())]);
                        self.met(mistake, name.start());
                        self.no_instantiation(at, decl, name.start());
                    }
                    // Neither is a template of another kind, `template <class T> void f<T>(T);`.
                    _ => {
                        let mistake = Mistake::new(IS_NO_TEMPLATE, vec![Argument::Text(ident.to_string())]);
                        self.met(mistake, name.start());
                    }
                }
                return;
            }
            _ => return,
        };
        if all.is_empty() {
            return;
        }
        if all.iter().all(|symbol| self.is_of_namespace_around(symbol.decl, at)) {
            let mistake = Mistake::new(NO_TEMPLATE, vec![Argument::Name(ident.to_string())]);
            return self.met(mistake, name.start());
        }
        if let [only] = all.as_slice()
            && matches!(decl.name, DeclName::Ident(_))
            && self.sema.function_expr(only.decl).is_some()
            && self.sema.decl(only.decl).templates.is_empty()
            && let Some(mistake) = self.incompatible(*only)
        {
            return self.met(mistake, name.start());
        }
        if !all.iter().all(|symbol| self.sema.is_function_template(symbol.decl)) {
            return;
        }
        match self.sema.specialized(at) {
            Ok(Some(instance)) if decl.explicit_instantiation => {
                self.undefined(instance, name.start());
                self.instantiated_again(at, instance, name.start());
            }
            Ok(Some(instance)) => self.specialized_function_again(at, decl, instance, name.start()),
            Ok(None) if all.iter().all(|template| self.is_plain_template(*template, decl)) => {
                let is_one = self.declare_one(&all);
                let kind = if is_one { "function template" } else { "overloaded function" };
                if let Some(text) = all.first().and_then(|symbol| self.sema.qualified_name(*symbol)) {
                    self.met(Mistake::new(NO_INSTANCE, vec![Argument::entity(kind, text)]), name.start());
                }
            }
            _ => {}
        }
    }

    /// `template <> void C<int>::f() {}` of what is specialized so already.
    pub(super) fn specialized_member(&mut self, at: DeclRef, decl: &'db Decl) {
        let is_specialization = !decl.explicit_instantiation
            && decl.qualifier.is_some()
            && decl.parent.is_none()
            && matches!(decl.kind, DeclKind::Function { .. })
            && !decl.templates.is_empty()
            && decl.templates.iter().all(|header| header.params.is_empty());
        let Some(name) = self.name_of(at).filter(|_| is_specialization) else { return };
        if let Ok(Some(instance)) = self.sema.specialized(at) {
            self.specialized_function_again(at, decl, instance, name.start());
        }
    }

    /// Whether nothing has the name of a declaration.
    fn is_unknown(&self, at: DeclRef, decl: &Decl) -> bool {
        let ident = decl.name.ident();
        ident.is_some_and(|it| self.sema.lookup(Sought::Ident(it), self.site(at), Want::Any) == Lookup::None)
    }

    /// Whether a declaration of a namespace is out of reach for specializations and instantiations by `at`, which stands in
    /// a namespace inside that one ([temp.expl.spec]/3, [temp.explicit]/3).
    fn is_of_namespace_around(&self, decl: DeclRef, at: DeclRef) -> bool {
        let names = self.sema.names();
        let (outer, inner) = (names.item(decl.item).namespace, names.item(at.item).namespace);
        outer != inner
            && !names.transparent(outer).contains(&inner)
            && names.namespaces().ancestors(inner).any(|around| around == outer)
    }

    /// A second definition of an explicit specialization of a function template.
    fn specialized_function_again(
        &mut self,
        at: DeclRef,
        decl: &Decl,
        instance: Symbol<'db>,
        name: TextSize,
    ) {
        let is_definition =
            |decl: &Decl| matches!(decl.kind, DeclKind::Function { body: BodyKind::Block, .. });
        let Some(ident) = decl.name.ident().filter(|_| is_definition(decl)) else { return };
        let names = self.sema.names();
        // Written alike, as one instance most often is: comparing instances costs more.
        let is_same = |other: &DeclRef| {
            let written = self.sema.decl(*other);
            *other < at
                && self.sema.function_expr(*other) == self.sema.function_expr(at)
                && is_definition(written)
                && !written.templates.is_empty()
                && written.templates.iter().all(|header| header.params.is_empty())
                && written.parent.is_none()
                && written.qualifier == decl.qualifier
                && self.sema.specialized(*other) == Ok(Some(instance))
        };
        let items = names.items_declaring(ident).iter().filter(|item| **item <= at.item);
        let mut others = items.flat_map(|&item| {
            names.decls_named(item, ident).into_iter().map(move |local| DeclRef { item, local })
        });
        let Some(known) = others.find(is_same) else { return };
        let text = match self.sema.is_function_template(instance.decl) {
            true => self.sema.named_instance_text(instance),
            false => {
                let member = Symbol { env: self.sema.env_of(instance.decl), ..instance };
                let bindings = self.sema.text_of_bindings(instance);
                self.function_text(member, at).zip(bindings).map(|(name, with)| name + &with)
            }
        };
        if let Some(text) = text {
            let arguments = vec![Argument::entity("function", text), Argument::At(Place::Decl(known))];
            self.met(Mistake::new(DEFINED_TWICE, arguments), name);
        }
    }

    /// Whether declarations are all of one function template.
    fn declare_one(&self, all: &[Symbol<'db>]) -> bool {
        let Some((first, rest)) = all.split_first() else { return false };
        let (own, function) = (self.sema.decl(first.decl), self.sema.function_expr(first.decl));
        let types = |function: Option<&'db FunctionExpr>| {
            let function = function?;
            Some((function.params.iter().map(|param| &param.ty).collect::<Vec<_>>(), &function.result))
        };
        rest.iter().all(|other| {
            let headers = own.templates.iter().zip(&self.sema.decl(other.decl).templates);
            headers.into_iter().all(|(own, other)| are_equal_headers(own, other))
                && types(self.sema.function_expr(other.decl)) == types(function)
        })
    }

    /// Whether it is understood in full what `decl` says of the parameters of a function template: they are types that
    /// stand for whole types that are neither functions nor what a forwarding reference refers to, and numbers that it
    /// gives.
    fn is_plain_template(&self, template: Symbol<'db>, decl: &Decl) -> bool {
        let db = self.sema.db;
        let headers = &self.sema.decl(template.decl).templates;
        let given = match &decl.name {
            DeclName::TemplateId(_, args) => args.as_slice(),
            _ => &[],
        };
        let is_number = |arg: &Arg| matches!(arg, Arg::Expr(Written::Integer(..) | Written::Bool(_)));
        let mut params = headers.iter().flat_map(|header| &header.params).enumerate();
        let are_plain = params.all(|(index, param)| match &param.kind {
            _ if param.pack => false,
            TemplateParamKind::Type(_) => true,
            TemplateParamKind::Value(TypeExpr::Builtin(_) | TypeExpr::Signed(_), _) => {
                given.get(index).is_some_and(is_number)
            }
            _ => false,
        });
        let open = Symbol { env: self.sema.template_env(template, None), ..template };
        let Some(signature) = self.sema.signature(open).filter(|_| are_plain) else { return false };
        let is_plain = |ty: Ty<'db>| {
            let innermost = ty.referred(db);
            !self.sema.has_unknown_part(ty)
                && !matches!(ty.kind(db), Kind::Reference(_, true))
                && innermost.pointee(db).unwrap_or(innermost).as_function(db).is_none()
        };
        // Whether one matches whose parameters depend on nothing is not looked at.
        let is_deduced = signature.params.iter().any(|param| self.sema.is_dependent(*param));
        self.sema.function_expr(template.decl).is_some()
            && is_deduced
            && !headers.iter().any(|header| header.is_constrained)
            && signature.params.iter().chain([&signature.result]).all(|ty| is_plain(*ty))
    }

    /// A function that is instantiated explicitly before.
    fn instantiated_again(&mut self, at: DeclRef, instance: Symbol<'db>, name: TextSize) {
        let names = self.sema.names();
        let Some(ident) = self.sema.decl(at).name.ident() else { return };
        let is_extern = |item: u32| {
            let text = names.item_text(item).text(self.sema.db);
            asunder_syntax::words(text).next().is_some_and(|(_, word)| word == "extern")
        };
        if is_extern(at.item) {
            return;
        }
        let items = names.items_declaring(ident).iter().copied();
        let items = items.filter(|item| *item < at.item && !is_extern(*item));
        let is_same = |item: u32| {
            names.decls_named(item, ident).into_iter().any(|local| {
                let other = DeclRef { item, local };
                // Instances of overloaded templates may look alike but for expressions.
                self.sema.decl(other).explicit_instantiation
                    && self.sema.decl(other).name == self.sema.decl(at).name
                    && self.sema.function_expr(other) == self.sema.function_expr(at)
                    && matches!(self.sema.decl(other).kind, DeclKind::Function { .. })
                    && self.sema.specialized(other) == Ok(Some(instance))
            })
        };
        if items.into_iter().any(is_same)
            && let Some(text) = self.sema.named_instance_text(instance)
        {
            self.met(Mistake::new(INSTANTIATED_TWICE, vec![Argument::entity("function", text)]), name);
        }
    }

    /// An instantiation of a function template that the unit does not define. It is made at the end of the unit.
    fn undefined(&mut self, instance: Symbol<'db>, name: TextSize) {
        let decl = self.sema.decl(instance.decl);
        let Some(ident) = decl.name.ident() else { return };
        let namespace = self.sema.names().item(instance.decl.item).namespace;
        let is_body = |other: &DeclRef| match &self.sema.decl(*other).kind {
            DeclKind::Function { body, .. } => *body != BodyKind::None,
            _ => true,
        };
        let is_defined = self.sema.names().declared_in(ident, namespace).iter().any(is_body);
        let before = &self.text[..usize::from(name)];
        let Some(keyword) = crate::mistakes::words(before, "template").last() else { return };
        if is_defined || before[..keyword].trim_end().ends_with("extern") {
            return;
        }
        if let (Some(place), Some(text)) =
            (self.behind_keyword(name), self.sema.named_instance_text(instance))
        {
            self.met(Mistake::new(NO_DEFINITION, vec![Argument::entity("function", text)]), place);
        }
    }
}
