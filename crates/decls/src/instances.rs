//! Entities that declarations make of templates without a call: explicit instantiations and explicit
//! specializations ([temp.explicit], [temp.expl.spec]), and variables that keep their value in function bodies.

use asunder_mangle::model::{Entity, Function, Name, NameRef, Scope, TemplateArg, Unqualified, Variable};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, WalkEvent, ast};
use rustc_hash::FxHashMap;

use crate::conversions::Argument;
use crate::lower::lower_name;
use crate::names::{DeclRef, Names, Point};
use crate::occurrences::arguments_at;
use crate::overloads::Call;
use crate::queries::item_positions;
use crate::scope::{Frame, Lookup, Member, Want};
use crate::specialization::{Match, Matcher};
use crate::tree::item_tree;
use crate::written::{Arg, DeclKind, DeclName};

/// Entities of one instantiation beyond which no more are listed.
const MAX_ENTITIES: usize = 4096;

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

    /// The instances of function and variable templates that the expressions of item `item` name with all of
    /// their arguments or call with arguments of known types, and the variables of static storage in those functions. What templates name is left out.
    pub fn named_instances(&self, item: u32) -> Vec<Entity> {
        let root = item_tree(self.db, self.item_text(item)).syntax();
        let mut found = Vec::new();
        let mut walk = root.preorder();
        while let Some(event) = walk.next() {
            let WalkEvent::Enter(node) = event else { continue };
            if node.kind() == SyntaxKind::TEMPLATE_DECL {
                walk.skip_subtree();
            } else if let Some(name) = ast::NameExpr::cast(node).and_then(|it| it.name()) {
                let instance = self.named_instance(item, &name).or_else(|| self.called_instance(item, &name));
                found.extend(instance.into_iter().flatten());
            }
        }
        found
    }

    fn named_instance(&self, item: u32, name: &ast::Name) -> Option<Vec<Entity>> {
        let path = lower_name(name)?;
        let args = path.segments.last()?.args.as_deref()?;
        let from = self.site_at(item, name.syntax().text_range().start());
        let Lookup::Found(members) = self.lookup_value(&path, &from) else { return None };
        let template = members.first()?;
        let decls: Vec<DeclRef> = members.iter().map(|member| member.decl).collect();
        if !self.all_declare_one(&decls) || template.class.is_some() {
            return None;
        }
        if self.decl(template.decl).templates.is_empty() {
            return Some(vec![self.abbreviated_instance(template, args, &from)?]);
        }
        let args = self.bind_args(&decls, args, &from, None)?;
        if self.function_of(template.decl).is_none() {
            let name = Name::clone(&*self.declared_name(template.decl, 0)?).with_args(args);
            return Some(vec![Entity::Variable(Variable { name: name.into(), c_linkage: false })]);
        }
        self.function_instance(template, args, &decls)
    }

    /// The instance of the function template `template`, which `decls` declare, with the arguments `args`, and its
    /// variables of static storage.
    fn function_instance(
        &self,
        template: &Member,
        args: Vec<TemplateArg>,
        decls: &[DeclRef],
    ) -> Option<Vec<Entity>> {
        let function = self.instance_with(template, args)?;
        let defined = decls.iter().find_map(|decl| self.body_of(*decl));
        let mut found = defined.map_or_else(Vec::new, |body| variables_of(&function, &body));
        found.push(function);
        Some(found)
    }

    /// The instance of the function template `template` with the arguments `args`.
    pub(crate) fn instance_with(&self, template: &Member, args: Vec<TemplateArg>) -> Option<Entity> {
        let Entity::Function(function) = self.member_entity(template)? else { return None };
        let name = Name::clone(&function.name).with_args(args);
        Some(Entity::Function(Function { name: name.into(), ..function }))
    }

    /// The instance that the call or launch of `name` deduces.
    fn called_instance(&self, item: u32, name: &ast::Name) -> Option<Vec<Entity>> {
        let token = name.last_segment()?.ident()?;
        let arguments: Vec<_> = arguments_at(&token)?
            .args()
            .map(|argument| match &argument {
                ast::Expr::LambdaExpr(lambda) => {
                    let ty = self.named_closure(item, lambda)?;
                    Some(Argument { ty, is_lvalue: false, is_zero: false })
                }
                argument => self.argument_of_node(item, argument),
            })
            .collect();
        let path = lower_name(name)?;
        let from = self.site_at(item, name.syntax().text_range().start());
        let Lookup::Found(members) = self.lookup_value(&path, &from) else { return None };
        let given = path.segments.last()?.args.as_deref().map(|args| (args, &from));
        let call = Call { given, object: None, is_operator: false, arguments: &arguments };
        let chosen = self.choose_overload(&members, &call)?;
        self.function_instance(&chosen.member, chosen.args?, &[chosen.member.decl])
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

    /// The functions that the explicit instantiation `decl` of a class template instantiates: those of the
    /// class and its nested classes that are not templates.
    pub fn instantiated_members(&self, decl: DeclRef) -> Vec<Entity> {
        let mut found = Vec::new();
        let written = self.decl(decl);
        if written.explicit_instantiation && matches!(written.kind, DeclKind::Class(_)) {
            self.members_of_instance(&self.class_name(decl), &mut found);
        }
        found
    }

    fn members_of_instance(&self, class: &NameRef, found: &mut Vec<Entity>) {
        self.nested((), || {
            let Some(definition) = self.class_definition(class) else { return };
            for (local, member) in self.decls(definition.item).members(Some(definition.local)) {
                if !member.templates.is_empty() || member.specifiers.is_friend || found.len() >= MAX_ENTITIES
                {
                    continue;
                }
                let member_ref =
                    Member { decl: definition.sibling(local), class: Some(class.clone()), injected: false };
                match &member.kind {
                    DeclKind::Function { .. } => found.extend(self.member_entity(&member_ref)),
                    DeclKind::Class(nested) if nested.is_definition => {
                        if let Some(name) = self.member_name(&member_ref) {
                            self.members_of_instance(&name, found);
                        }
                    }
                    _ => {}
                }
            }
        });
    }

    /// The variables with static or shared storage in the bodies of the functions that item `item` defines,
    /// templates apart, as linkers know them.
    pub fn local_variables(&self, item: u32) -> Vec<Entity> {
        let mut found = Vec::new();
        for (local, _) in self.decls(item).iter() {
            let decl = DeclRef { item, local };
            let Some(function @ Entity::Function(_)) = self.entity(decl) else { continue };
            if let Some(body) = self.body_of(decl) {
                found.extend(variables_of(&function, &body));
            }
        }
        found
    }
}

/// The variables of static storage in the body of `function`, numbered by their names.
fn variables_of(function: &Entity, body: &SyntaxNode) -> Vec<Entity> {
    let mut counts: FxHashMap<String, u32> = FxHashMap::default();
    let numbered = kept_variables(body).into_iter().map(|name| {
        let count = counts.entry(name.clone()).or_default();
        let scope = Scope::Local { function: Box::new(function.clone()), discriminator: *count };
        *count += 1;
        let name = Name::new(scope, name.as_str());
        Entity::Variable(Variable { name: name.into(), c_linkage: false })
    });
    numbered.collect()
}

/// Specifiers and attributes that give a local variable static storage.
const STATIC_STORAGE: &[&str] = &["static", "shared", "constant", "managed", "device"];

/// The variables of static storage in a function body, those of nested lambdas and classes apart.
fn kept_variables(body: &SyntaxNode) -> Vec<String> {
    let mut found = Vec::new();
    let mut walk = body.preorder();
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(node) = event else { continue };
        if matches!(node.kind(), SyntaxKind::LAMBDA_EXPR | SyntaxKind::CLASS_SPECIFIER) {
            walk.skip_subtree();
        } else if let Some(declaration) = ast::SimpleDecl::cast(node) {
            let Some(specifiers) = declaration.decl_specifier_seq() else { continue };
            let mut words = specifiers.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
            if !words.any(|word| STATIC_STORAGE.contains(&word.text().trim_matches('_'))) {
                continue;
            }
            let names = declaration.init_declarators().filter_map(|it| it.declarator()?.name()?.as_ident());
            found.extend(names.map(|name| name.text().to_owned()));
        }
    }
    found
}
