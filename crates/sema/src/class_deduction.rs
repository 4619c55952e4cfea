//! The arguments that an initializer gives to the class template that a declaration, a cast or `new` names without any
//! ([over.match.class.deduct]).
//!
//! The candidates are called guides: those that are written, one for each constructor of the primary template, one for
//! a copy, and one for the elements of an aggregate.

use std::cmp::Ordering;
use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_syntax::Standard;
use asunder_types::{Arg, Args, Class, Env, Frame, Kind, Symbol, Ty};

use crate::classes::Definition;
use crate::convert::{Ics, Operand};
use crate::lookup::Lookup;
use crate::overload::Failure;
use crate::templates::Deduction;
use crate::view::{Sema, Site};

/// Why the type of a template's name without arguments is not known where nothing is deduced.
pub(crate) const WITHOUT_ARGUMENTS: &str = "template without arguments";

/// How the object is initialized whose class is deduced ([dcl.init.general]/14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// By nothing, or by parentheses.
    Direct,
    /// By what stands behind `=`.
    Copy,
    /// By a braced list.
    List,
    /// By a braced list behind `=`.
    CopyList,
}

/// What class is deduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deduced<'db> {
    /// This one.
    Class(Ty<'db>),
    /// It depends on template parameters.
    Dependent,
    /// An argument is wrong itself.
    Error,
    /// No guide takes the initializer.
    None,
    /// Not known, why.
    Gap(&'static str),
}

/// Where a guide comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// It is written.
    Written,
    /// From a constructor; true of a constructor template.
    Constructor(bool),
    /// The copy deduction candidate.
    Copy,
    /// From a class that declares no constructors, or is not defined.
    Default,
    /// From the elements of an aggregate.
    Aggregate,
}

/// A guide, in terms of its template parameters.
#[derive(Clone, Debug)]
struct Guide<'db> {
    source: Source,
    /// The written guide, or the constructor in the scopes of the template as it is written.
    symbol: Option<Symbol<'db>>,
    params: Rc<[Ty<'db>]>,
    required: usize,
    variadic: bool,
    /// `None` where the template arguments decide.
    is_explicit: Option<bool>,
    /// Its parameter lists, without arguments; `None` where it is not a template.
    lists: Option<Deduction<'db>>,
    /// Which of the parameters are packs.
    packs: Rc<[bool]>,
}

/// A guide that takes the initializer.
struct Fit<'g, 'db> {
    guide: &'g Guide<'db>,
    class: Ty<'db>,
    /// The written guide or the constructor with its arguments.
    instance: Option<Symbol<'db>>,
    conversions: Vec<Ics<'db>>,
}

/// A guide with its template arguments.
struct Substituted<'db> {
    class: Ty<'db>,
    instance: Option<Symbol<'db>>,
    params: Vec<Ty<'db>>,
}

/// A class template whose arguments are deduced.
#[derive(Clone, Copy)]
struct Template<'db> {
    /// Its first declaration.
    symbol: Symbol<'db>,
    /// The definition of the primary template; where there is none its first declaration.
    primary: DeclRef,
    /// The class of its own parameters, and the scopes inside.
    own: Class<'db>,
    inside: Env<'db>,
    is_defined: bool,
}

impl<'db> Sema<'db> {
    /// The class template that a type names without arguments, if it does: a placeholder for a deduced class
    /// ([dcl.type.class.deduct]). `Err` where the template is a parameter without argument.
    pub(crate) fn placeholder_template(
        &self,
        written: &TypeExpr,
        site: Site<'_, 'db>,
    ) -> Option<Result<Symbol<'db>, ()>> {
        if self.dialect.standard < Standard::Cpp17 {
            return None;
        }
        let path = written.named_path()?;
        let named = self.lookup_path(path, site, crate::lookup::Want::Any);
        match (&named.found, named.args) {
            (found, None) => self.template_of_lookup(found),
            _ => None,
        }
    }

    /// The class template that a lookup's result names.
    pub(crate) fn template_of_lookup(&self, found: &Lookup<'db>) -> Option<Result<Symbol<'db>, ()>> {
        match found {
            Lookup::Found(symbols) => symbols.iter().find_map(|symbol| self.class_template(*symbol)).map(Ok),
            Lookup::Param(_, Some(Arg::Template(decl, env))) => {
                self.class_template(Symbol { decl: *decl, env: *env }).map(Ok)
            }
            Lookup::Param(param, None) => {
                let list = &self.decl(param.template).templates[param.header as usize];
                let kind = &list.params[param.index as usize].kind;
                matches!(kind, asunder_decls::written::TemplateParamKind::Template(_)).then_some(Err(()))
            }
            _ => None,
        }
    }

    fn class_template(&self, symbol: Symbol<'db>) -> Option<Symbol<'db>> {
        let decl = self.decl(symbol.decl);
        let is_template = match decl.kind {
            DeclKind::Class(_) => true,
            // Alias templates since C++20.
            DeclKind::Typedef(_) => self.dialect.standard >= Standard::Cpp20,
            _ => false,
        };
        (is_template && !decl.templates.is_empty())
            .then(|| Symbol { decl: self.first_declaration(symbol.decl), env: symbol.env })
    }

    /// The class that an initializer deduces for an alias template: that of the class template that it names, where its
    /// arguments are those of the alias ([over.match.class.deduct]/3).
    fn deduce_alias(
        &self,
        alias: Symbol<'db>,
        target: &TypeExpr,
        arguments: &[Operand<'db>],
        (form, point): (Form, Point),
    ) -> Deduced<'db> {
        let unknown = Deduced::Gap("alias template without arguments");
        let site = Site::new(self.template_env(alias, None), Point::before(alias.decl));
        let TypeExpr::Name(path, _) = target else { return unknown };
        let found = self.lookup_path(path, site, crate::lookup::Want::Any).found;
        let Some(Ok(template)) = self.template_of_lookup(&found) else { return unknown };
        let pattern = self.resolve(target, site);
        let known = self.deduce_class(template, arguments, form, point);
        let Deduced::Class(class) = known else {
            return if known == Deduced::None { unknown } else { known };
        };
        let headers = &self.decl(alias.decl).templates;
        let Some(header) = headers.last() else { return unknown };
        let mut deduction = Deduction::new(alias.decl, headers.len() as u32 - 1, header.params.len());
        if !self.unify(pattern, class, &mut deduction) || deduction.gap.is_some() {
            return unknown;
        }
        match self.complete_args(alias, Vec::new(), &deduction.bound) {
            Ok(args)
                if self.satisfies(alias, args) == Some(true) && self.alias_instance(alias, args) == class =>
            {
                known
            }
            _ => unknown,
        }
    }

    /// The class that an initializer deduces, at `point`. A list is the only argument of its forms.
    pub(crate) fn deduce_class(
        &self,
        symbol: Symbol<'db>,
        arguments: &[Operand<'db>],
        form: Form,
        point: Point,
    ) -> Deduced<'db> {
        if self.has_open_template(symbol.env) {
            return Deduced::Dependent;
        }
        if let Some(known) = self.undeducible(arguments) {
            return known;
        }
        if let DeclKind::Typedef(target) = &self.decl(symbol.decl).kind {
            return self.deduce_alias(symbol, target, arguments, (form, point));
        }
        let template = self.template_to_deduce(symbol);
        let guides = self.guides(template, arguments, form, point);
        let is_left_out = |guide: &Guide<'db>| form == Form::Copy && guide.is_explicit == Some(true);
        let has_left_out = form == Form::Copy && guides.iter().any(|guide| guide.is_explicit != Some(false));
        let guides: Vec<&Guide<'db>> = guides.iter().filter(|guide| !is_left_out(guide)).collect();
        let found = match (form, arguments) {
            (Form::List | Form::CopyList, [Operand::List(elements, is_designated)]) => {
                self.best_list_guide(template, &guides, (elements, *is_designated))
            }
            _ => self.best_guide(template, &guides, arguments),
        };
        match found {
            Ok(Some(fit)) if matches!(form, Form::Copy | Form::CopyList) => {
                let is_explicit = match fit.instance {
                    Some(instance) => self.is_explicit(instance),
                    None => fit.guide.is_explicit,
                };
                match is_explicit {
                    Some(false) => Deduced::Class(fit.class),
                    _ => Deduced::Gap("explicit guide"),
                }
            }
            Ok(Some(fit)) => Deduced::Class(fit.class),
            // The reference goes on with the explicit ones.
            Ok(None) if has_left_out => Deduced::Gap("explicit guide"),
            Ok(None) => Deduced::None,
            Err(why) => Deduced::Gap(why),
        }
    }

    /// What arguments make of a deduction that are not known themselves.
    fn undeducible(&self, arguments: &[Operand<'db>]) -> Option<Deduced<'db>> {
        let of = |argument: &Operand<'db>| match argument {
            Operand::Value(value) => match value.ty.kind(self.db) {
                Kind::Gap(why) => Some(Deduced::Gap(why)),
                Kind::Error => Some(Deduced::Error),
                _ => self.is_dependent(value.ty).then_some(Deduced::Dependent),
            },
            Operand::List(elements, _) => self.undeducible(elements),
            Operand::Functions(_) => None,
        };
        let all: Vec<Deduced<'db>> = arguments.iter().filter_map(of).collect();
        all.iter().find(|it| **it == Deduced::Dependent).or(all.first()).copied()
    }

    fn template_to_deduce(&self, symbol: Symbol<'db>) -> Template<'db> {
        let all = self.template_declarations(symbol.decl);
        let is_defined =
            |decl: &DeclRef| matches!(&self.decl(*decl).kind, DeclKind::Class(it) if it.is_definition);
        let definition = all.into_iter().find(is_defined);
        let primary = definition.unwrap_or(symbol.decl);
        let header = self.decl(primary).templates.len() as u32 - 1;
        let env = self.within(symbol.env, Frame::Template { template: primary, header, args: None });
        let own = self.class_of_symbol(symbol, Some(self.own_args(primary, header)));
        Template {
            symbol,
            primary,
            own,
            inside: self.within(env, Frame::Class(own)),
            is_defined: definition.is_some(),
        }
    }

    // ---- guides

    fn guides(
        &self,
        template: Template<'db>,
        arguments: &[Operand<'db>],
        form: Form,
        point: Point,
    ) -> Vec<Guide<'db>> {
        let mut guides = self.written_guides(template.symbol, point);
        let (lists, packs) = self.lists_of(template.primary, None);
        let implicit = |source: Source, params: Vec<Ty<'db>>| Guide {
            source,
            symbol: None,
            required: params.len(),
            params: params.into(),
            variadic: false,
            is_explicit: Some(false),
            lists: Some(lists.clone()),
            packs: packs.clone(),
        };
        let definition = Definition { decl: template.primary, inside: template.inside };
        let constructors = match template.is_defined {
            true => self.constructors(&definition),
            false => Vec::new(),
        };
        for constructor in &constructors {
            guides.extend(self.guide_of_constructor(template, *constructor));
        }
        if constructors.is_empty() {
            guides.push(implicit(Source::Default, Vec::new()));
        }
        guides.push(implicit(Source::Copy, vec![self.ty(Kind::Class(template.own))]));
        if self.dialect.standard >= Standard::Cpp20
            && template.is_defined
            && form != Form::Copy
            && self.is_aggregate(template.own)
        {
            let count = match arguments {
                [Operand::List(elements, _)] if form != Form::Direct => elements.len(),
                _ => arguments.len(),
            };
            let elements = self.aggregate_elements(template.own, &definition);
            if let Some(params) =
                elements.filter(|_| count > 0).and_then(|all| Some(all.get(..count)?.to_vec()))
            {
                guides.push(implicit(Source::Aggregate, params));
            }
        }
        guides
    }

    /// The types of the bases and members of an aggregate, in order; `None` where a pack is expanded.
    fn aggregate_elements(&self, class: Class<'db>, definition: &Definition<'db>) -> Option<Vec<Ty<'db>>> {
        let bases = self.bases(class);
        if matches!(&self.decl(definition.decl).kind, DeclKind::Class(it)
            if it.bases.iter().any(|base| matches!(base, TypeExpr::Expansion(_))))
        {
            return None;
        }
        let fields = self.fields(definition).into_iter().map(|field| self.variable_type(field));
        Some(bases.iter().map(|base| base.ty).chain(fields).collect())
    }

    fn written_guides(&self, template: Symbol<'db>, point: Point) -> Vec<Guide<'db>> {
        let written = self.decl(template.decl);
        let Some(ident) = written.name.ident() else { return Vec::new() };
        let is_guide = |decl: &asunder_decls::written::Decl| matches!(&decl.kind, DeclKind::DeductionGuide { of, .. } if of == ident);
        let mut found: Vec<DeclRef> = Vec::new();
        match written.parent {
            Some(parent) => {
                let members = self.members(template.decl.sibling(parent)).into_iter();
                let guides = members.filter(|(_, decl)| is_guide(decl));
                found.extend(guides.map(|(local, _)| template.decl.sibling(local)));
            }
            None => {
                let namespace = self.names.item(template.decl.item).namespace;
                for &item in self.names.items_declaring(ident) {
                    if self.names.item(item).namespace == namespace {
                        let guides = self.names.decls(item).iter().filter(|(_, decl)| is_guide(decl));
                        found.extend(guides.map(|(local, _)| DeclRef { item, local }));
                    }
                }
                found.retain(|decl| point.sees(*decl));
            }
        }
        found.into_iter().filter_map(|decl| self.written_guide(Symbol { decl, env: template.env })).collect()
    }

    fn written_guide(&self, symbol: Symbol<'db>) -> Option<Guide<'db>> {
        let is_template = self.is_function_template(symbol.decl);
        let open = match is_template {
            true => Symbol { env: self.template_env(symbol, None), ..symbol },
            false => symbol,
        };
        let (lists, packs) = self.lists_of(symbol.decl, None);
        self.guide(Source::Written, symbol, open, (is_template.then_some(lists), packs))
    }

    fn guide_of_constructor(&self, template: Template<'db>, symbol: Symbol<'db>) -> Option<Guide<'db>> {
        let is_template = self.is_function_template(symbol.decl);
        let open = match is_template {
            true => Symbol { env: self.template_env(symbol, None), ..symbol },
            false => symbol,
        };
        let (lists, packs) = self.lists_of(template.primary, is_template.then_some(symbol.decl));
        self.guide(Source::Constructor(is_template), symbol, open, (Some(lists), packs))
    }

    fn guide(
        &self,
        source: Source,
        symbol: Symbol<'db>,
        open: Symbol<'db>,
        (lists, packs): (Option<Deduction<'db>>, Rc<[bool]>),
    ) -> Option<Guide<'db>> {
        let signature = self.signature(open)?;
        let params = match signature.ty.kind(self.db) {
            Kind::Error => return None,
            Kind::Gap(_) => vec![signature.ty].into(),
            _ => signature.params.iter().copied().collect(),
        };
        Some(Guide {
            source,
            symbol: Some(symbol),
            params,
            required: signature.required as usize,
            variadic: signature.variadic,
            is_explicit: self.is_explicit(open),
            lists,
            packs,
        })
    }

    /// The innermost parameter lists of one template, and of a second one, with which of the parameters are packs.
    fn lists_of(&self, first: DeclRef, second: Option<DeclRef>) -> (Deduction<'db>, Rc<[bool]>) {
        let params = |decl: DeclRef| {
            let headers = &self.decl(decl).templates;
            let packs = headers.last().iter().flat_map(|it| &it.params).map(|it| it.pack).collect::<Vec<_>>();
            ((headers.len() as u32).saturating_sub(1), packs)
        };
        let (header, mut packs) = params(first);
        let mut lists = Deduction::new(first, header, packs.len());
        if let Some(second) = second {
            let (header, more) = params(second);
            lists = lists.and(second, header, more.len());
            packs.extend(more);
        }
        (lists, packs.into())
    }

    // ---- the best one

    /// The guide for a braced list: those first that take an `initializer_list` ([over.match.list]).
    fn best_list_guide<'g>(
        &self,
        template: Template<'db>,
        guides: &[&'g Guide<'db>],
        (elements, is_designated): (&Rc<[Operand<'db>]>, bool),
    ) -> Result<Option<Fit<'g, 'db>>, &'static str> {
        if is_designated {
            return Err("designated list of a deduced class");
        }
        let takes_list = |guide: &&&Guide<'db>| {
            let first = guide.params.first().map(|param| param.referred(self.db));
            guide.required <= 1 && first.is_some_and(|param| self.initializer_list_of(param).is_some())
        };
        let is_copy = match &**elements {
            [Operand::Value(only)] => match only.ty.as_class(self.db) {
                Some(class) => self.is_made_of(class, template.own)?,
                None => false,
            },
            _ => false,
        };
        let has_default = guides.iter().any(|guide| guide.required == 0 && guide.source != Source::Written);
        let has_no_lists = is_copy || elements.is_empty() && has_default;
        if !has_no_lists {
            let lists: Vec<&Guide<'db>> = guides.iter().filter(takes_list).copied().collect();
            let argument = [Operand::List(elements.clone(), false)];
            if let Some(fit) = self.best_guide(template, &lists, &argument)? {
                return Ok(Some(fit));
            }
        }
        self.best_guide(template, guides, elements)
    }

    /// Whether a class is an instance of the template of another one, or derived from one.
    fn is_made_of(&self, class: Class<'db>, template: Class<'db>) -> Result<bool, &'static str> {
        if class.origin(self.db) == template.origin(self.db) {
            return Ok(true);
        }
        for base in self.bases(class).iter() {
            match base.ty.unqualified(self.db).kind(self.db) {
                Kind::Class(base) if self.is_made_of(*base, template)? => return Ok(true),
                Kind::Gap(why) => return Err(why),
                _ => {}
            }
        }
        Ok(false)
    }

    /// The guide that is better than all others for arguments; `None` where none takes them.
    fn best_guide<'g>(
        &self,
        template: Template<'db>,
        guides: &[&'g Guide<'db>],
        arguments: &[Operand<'db>],
    ) -> Result<Option<Fit<'g, 'db>>, &'static str> {
        let mut fits: Vec<Fit<'g, 'db>> = Vec::new();
        let mut gap = None;
        for guide in guides {
            match crate::view::deep(|| self.fit(template, guide, arguments)) {
                Ok(fit) => fits.push(fit),
                Err(Failure::No) => {}
                Err(Failure::Gap(why)) => gap = Some(why),
            }
        }
        if let Some(why) = gap {
            return Err(why);
        }
        let is_best = |one: usize| {
            (0..fits.len()).all(|other| other == one || self.is_better_guide(&fits[one], &fits[other]))
        };
        match (0..fits.len()).find(|one| is_best(*one)) {
            Some(best) => Ok(Some(fits.swap_remove(best))),
            None if fits.is_empty() => Ok(None),
            // Guides that differ in nothing but where they come from deduce one class.
            None => Err("ambiguous guides"),
        }
    }

    /// A guide with its template arguments and conversions, if it takes the arguments.
    fn fit<'g>(
        &self,
        template: Template<'db>,
        guide: &'g Guide<'db>,
        arguments: &[Operand<'db>],
    ) -> Result<Fit<'g, 'db>, Failure> {
        let has_pack = guide.params.iter().any(|param| matches!(param.kind(self.db), Kind::Expansion(_)));
        if arguments.len() < guide.required
            || arguments.len() > guide.params.len() && !has_pack && !guide.variadic
        {
            return Err(Failure::No);
        }
        let mut bound = Vec::new();
        if let Some(lists) = &guide.lists {
            let mut deduction = lists.clone();
            self.deduce_parameters(&guide.params, arguments, 0, &mut deduction)?;
            bound = deduction.bound;
        }
        let made = self.substituted(template, guide, bound)?;
        let mut conversions = Vec::with_capacity(arguments.len());
        let mut gap = None;
        for (index, argument) in arguments.iter().enumerate() {
            let conversion = match made.params.get(index) {
                Some(param) => self.implicit(argument, *param, true),
                None if guide.variadic => Ics::Ellipsis,
                None => return Err(Failure::No),
            };
            match conversion {
                Ics::No => return Err(Failure::No),
                Ics::Gap(why) => gap = Some(why),
                conversion => conversions.push(conversion),
            }
        }
        match gap {
            Some(why) => Err(Failure::Gap(why)),
            None => Ok(Fit { guide, class: made.class, instance: made.instance, conversions }),
        }
    }

    /// A guide with the template arguments that are deduced for it, `None` where nothing is.
    fn substituted(
        &self,
        template: Template<'db>,
        guide: &Guide<'db>,
        bound: Vec<Option<Arg<'db>>>,
    ) -> Result<Substituted<'db>, Failure> {
        if let (Source::Written, Some(symbol)) = (guide.source, guide.symbol) {
            let instance = match guide.lists.is_some() {
                true => {
                    Symbol { env: self.template_env(symbol, Some(self.completed(symbol, &bound)?)), ..symbol }
                }
                false => symbol,
            };
            let (params, class) = self.substituted_signature(instance)?;
            if let Kind::Gap(why) = class.kind(self.db) {
                return Err(Failure::Gap(why));
            }
            let of = class.as_class(self.db).map(|class| class.origin(self.db));
            return match of == Some(template.own.origin(self.db)) {
                true => Ok(Substituted { class, instance: Some(instance), params }),
                false => Err(Failure::Gap("guide of another class")),
            };
        }
        let count = template.own.args(self.db).map_or(0, |args| args.list(self.db).len());
        let (of_class, of_constructor) = bound.split_at(count.min(bound.len()));
        let args = self.completed(template.symbol, of_class)?;
        match self.satisfies(template.symbol, args) {
            Some(true) => {}
            Some(false) => return Err(Failure::No),
            None => return Err(Failure::Gap("constraints")),
        }
        let of = self.class_of_symbol(template.symbol, Some(args));
        let class = self.ty(Kind::Class(of));
        let frame = Frame::Template {
            template: template.primary,
            header: self.decl(template.primary).templates.len() as u32 - 1,
            args: Some(args),
        };
        let inside = self.within(self.within(template.symbol.env, frame), Frame::Class(of));
        let (params, instance) = match (guide.source, guide.symbol) {
            (Source::Constructor(is_template), Some(symbol)) => {
                let mut instance = Symbol { decl: symbol.decl, env: inside };
                if is_template {
                    let args = self.completed(instance, of_constructor)?;
                    instance.env = self.template_env(instance, Some(args));
                }
                let (params, _) = self.substituted_signature(instance)?;
                (params, Some(instance))
            }
            (Source::Copy, _) => (vec![class], None),
            (Source::Aggregate, _) => {
                let definition = Definition { decl: template.primary, inside };
                let all = self.aggregate_elements(of, &definition);
                let Some(mut all) = all else { return Err(Failure::Gap("elements of a deduced aggregate")) };
                all.truncate(guide.params.len());
                (all, None)
            }
            _ => (Vec::new(), None),
        };
        Ok(Substituted { class, instance, params })
    }

    fn completed(&self, symbol: Symbol<'db>, bound: &[Option<Arg<'db>>]) -> Result<Args<'db>, Failure> {
        self.complete_args(symbol, Vec::new(), bound).map_err(|ty| match ty.kind(self.db) {
            Kind::Gap(why) => Failure::Gap(why),
            _ => Failure::No,
        })
    }

    /// The parameters and the result of a function whose constraints are satisfied.
    fn substituted_signature(&self, instance: Symbol<'db>) -> Result<(Vec<Ty<'db>>, Ty<'db>), Failure> {
        match self.function_satisfies(instance) {
            Some(true) => {}
            Some(false) => return Err(Failure::No),
            None => return Err(Failure::Gap("constraints")),
        }
        let Some(signature) = self.signature(instance) else { return Err(Failure::No) };
        match signature.ty.kind(self.db) {
            Kind::Error => Err(Failure::No),
            Kind::Gap(why) => Err(Failure::Gap(why)),
            _ => Ok((signature.params.to_vec(), signature.result)),
        }
    }

    // ---- ranking

    /// Whether a guide is better than another one ([over.match.best.general]/2).
    fn is_better_guide(&self, a: &Fit<'_, 'db>, b: &Fit<'_, 'db>) -> bool {
        let mut is_better = false;
        for (x, y) in a.conversions.iter().zip(&b.conversions) {
            match self.compare(x, y) {
                Ordering::Less => return false,
                Ordering::Greater => is_better = true,
                Ordering::Equal => {}
            }
        }
        if is_better {
            return true;
        }
        match (&a.guide.lists, &b.guide.lists) {
            (None, Some(_)) => return true,
            (Some(_), None) => return false,
            (Some(x), Some(y)) => {
                let count = a.conversions.len();
                let special = |one: &Guide<'db>, other: &Guide<'db>, lists: &Deduction<'db>| {
                    self.are_special(&one.params, (&other.params, lists.clone(), &other.packs), count)
                };
                let (more, less) = (special(a.guide, b.guide, y), special(b.guide, a.guide, x));
                if more != less {
                    return more;
                }
            }
            (None, None) => {}
        }
        if let (Some(x), Some(y)) = (a.instance, b.instance)
            && let Some(is_more) = self.is_more_constrained(x, y)
            && (is_more || self.is_more_constrained(y, x) == Some(true))
        {
            return is_more;
        }
        let rank = |source: Source| match source {
            Source::Written => 3,
            Source::Copy => 2,
            Source::Constructor(false) | Source::Default | Source::Aggregate => 1,
            Source::Constructor(true) => 0,
        };
        rank(a.guide.source) > rank(b.guide.source)
    }
}
