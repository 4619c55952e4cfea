//! Entities that declarations make of templates without a call: explicit instantiations and explicit
//! specializations ([temp.explicit], [temp.expl.spec]), and variables that keep their value in function bodies.

use asunder_mangle::model::{Entity, Function, Name, Scope, TemplateArg, Unqualified};
use asunder_syntax::{AstNode, SyntaxNode, ast};

use crate::names::{DeclRef, Names, Point};
use crate::queries::item_positions;
use crate::scope::{Frame, Lookup, Member, Want};
use crate::specialization::{Match, Matcher};
use crate::tree::item_tree;
use crate::written::{Arg, DeclName};

impl<'db> Names<'db> {
    /// The function that an explicit instantiation or specialization makes of its template. `None` when
    /// `decl` is neither, or when its template or the arguments are not known.
    pub fn instance_entity(&self, decl: DeclRef) -> Option<Entity> {
        let written = self.decl(decl);
        let is_specialization = written.templates.last().is_some_and(|header| header.params.is_empty());
        if !written.explicit_instantiation && !is_specialization {
            return None;
        }
        let function = self.function_of(decl)?;
        let args = match &written.name {
            DeclName::TemplateId(_, args) => Some(args.as_slice()),
            _ => None,
        };
        let wanted = self.function_type(function, &self.site_of(decl));
        let wanted: Vec<TemplateArg> =
            wanted.result.iter().chain(&wanted.parameters).cloned().map(TemplateArg::Type).collect();
        let mut found = None;
        for member in self.templates_of(decl)? {
            match self.written_instance(&member, decl, args, &wanted) {
                Some(entity) if found.is_none() => found = Some(entity),
                Some(_) => return None,
                None => {}
            }
        }
        found
    }

    /// The function templates, or functions of class templates, that `decl` may be made of.
    fn templates_of(&self, decl: DeclRef) -> Option<Vec<Member>> {
        let ident = self.decl(decl).name.ident()?;
        match self.scope_name(decl)? {
            Scope::Member(class) if self.namespace_named(&class).is_none() => {
                match self.lookup_in_class(ident, &class, Point::END, Want::Any) {
                    Lookup::Found(members) => Some(members),
                    _ => None,
                }
            }
            _ => {
                let mut templates = self.primary_templates(decl)?;
                // One declaration stands for all of a template.
                let mut first: Vec<DeclRef> = Vec::new();
                templates.sort_unstable();
                templates.retain(|other| {
                    let is_new = !first.iter().any(|known| self.all_declare_one(&[*known, *other]));
                    if is_new {
                        first.push(*other);
                    }
                    is_new
                });
                let member = |decl| Member { decl, class: None, injected: false };
                Some(templates.into_iter().map(member).collect())
            }
        }
    }

    /// The body of the function that `decl` defines.
    pub(crate) fn body_of(&self, decl: DeclRef) -> Option<SyntaxNode> {
        let text = self.item_text(decl.item);
        let range = *item_positions(self.db, text).nodes.get(decl.local.index())?;
        let root = item_tree(self.db, text).syntax();
        let definition = root.descendants().filter_map(ast::FunctionDef::cast);
        let definition = definition.into_iter().find(|it| it.syntax().text_range().contains_range(range))?;
        Some(definition.body()?.syntax().clone())
    }

    /// The instance of `template` whose result and parameters are `wanted` ([temp.deduct.decl]).
    fn written_instance(
        &self,
        template: &Member,
        decl: DeclRef,
        args: Option<&[Arg]>,
        wanted: &[TemplateArg],
    ) -> Option<Entity> {
        let function = self.function_of(template.decl)?;
        let site = self.site_of_member(template);
        let ty = self.function_type(function, &site);
        let types: Vec<TemplateArg> =
            ty.result.iter().chain(&ty.parameters).cloned().map(TemplateArg::Type).collect();
        let header = self.decl(template.decl).templates.last().filter(|header| !header.params.is_empty());
        let Some(header) = header else {
            // A function of an instance of a class template.
            return (types == wanted).then(|| self.member_entity(template))?;
        };
        let level = site.frames.iter().rev().find_map(|frame| match frame {
            Frame::Template { level, .. } => Some(*level),
            _ => None,
        })?;
        let mut matcher = Matcher::new(level, header.params.len());
        let from = self.outer_site(decl);
        let mut given = args.unwrap_or_default().iter();
        let mut bound: Vec<TemplateArg> = Vec::new();
        for (index, param) in header.params.iter().enumerate() {
            if given.len() == 0 {
                break;
            }
            let arg = if param.pack {
                let bind =
                    |arg| self.bind_arg(template.decl, index, arg, &from, &bound, template.class.as_ref());
                TemplateArg::Pack(given.by_ref().map(bind).collect::<Option<_>>()?)
            } else {
                let arg = given.next()?;
                self.bind_arg(template.decl, index, arg, &from, &bound, template.class.as_ref())?
            };
            matcher.bound[index] = Some(arg.clone());
            bound.push(arg);
        }
        if given.len() > 0 || !matches!(matcher.args(&types, wanted), Match::Yes) {
            return None;
        }
        let deduced = header.params.iter().zip(matcher.bound).map(|(param, bound)| match bound {
            None if param.pack => Some(TemplateArg::Pack(Vec::new())),
            bound => bound,
        });
        let Entity::Function(entity) = self.named_function(template, ty)? else { return None };
        let name = Name::clone(&entity.name).with_args(deduced.collect::<Option<_>>()?);
        Some(Entity::Function(Function { name: name.into(), ..entity }))
    }

    /// The function `member` of the class with the arguments that it was found with.
    pub(crate) fn member_entity(&self, member: &Member) -> Option<Entity> {
        let function = self.function_of(member.decl)?;
        self.named_function(member, self.function_type(function, &self.site_of_member(member)))
    }

    fn named_function(&self, member: &Member, ty: asunder_mangle::model::FunctionType) -> Option<Entity> {
        let mut name = Name::clone(&*self.declared_name(member.decl, ty.parameters.len())?);
        if let Some(class) = &member.class {
            name.scope = Scope::Member(class.clone());
            if let DeclName::Conversion(written) = &self.decl(member.decl).name {
                let ty = self.resolve(written, &self.site_of_member(member));
                name.unqualified = Unqualified::Conversion(ty);
            }
        }
        Some(Entity::Function(Function { name: name.into(), ty, c_linkage: false }))
    }
}
