//! The code of instances: functions that templates make, read as they are written in the scopes of their arguments.

use std::borrow::Cow;
use std::sync::Arc;

use asunder_decls::layout::item_place;
use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, DeclKind, DeclName, TemplateParam, TemplateParamKind, TypeExpr};
use asunder_hir::body::{FIRST_LOCAL, Owner};
use asunder_hir::source_map::BodySourceMap;
use asunder_source::SourceText;
use asunder_syntax::Dialect;
use asunder_types::{Arg, Args, Frame, Kind, Param, Value};
pub use asunder_types::{CallOperator, Class, Origin, Symbol};
use rustc_hash::FxHashSet;

use crate::class_instances::{alias_code, class_code};
use crate::completed::Needed;
use crate::eval::Owned;
use crate::examined::is_user_item;
use crate::finding::{Argument, Found, Mistake};
use crate::implied::Code;
use crate::infer::infer_template;
use crate::linker::BlockName;
use crate::mistakes::in_body;
use crate::operands::Operands;
use crate::specializations::{Directive, directives, directives_of};
use crate::spelled::{Spelled, Typedefs};
use crate::uses::{BodyUses, of_call_operator, of_code};
use crate::view::Sema;

/// What stands for the name of a template parameter without one.
pub(crate) const UNNAMED: &str = "<unnamed>";

/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "excessive recursion at instantiation of …".
const EXCESSIVE_RECURSION: u16 = 456;

/// What a template or a generic lambda makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Instance<'db> {
    /// An instance of a function template, or a member function of an instance of a class template.
    Function(Symbol<'db>),
    /// The call operator of a generic lambda.
    CallOperator(CallOperator<'db>),
    /// An instance of a class template, or a class in one.
    Class(Class<'db>),
    /// An instance of a variable template of a namespace, or of an alias template.
    Variable(Symbol<'db>),
}

impl<'db> Instance<'db> {
    /// The function that it is, if it is one.
    pub fn function(self) -> Option<Symbol<'db>> {
        match self {
            Instance::Function(symbol) => Some(symbol),
            Instance::CallOperator(_) | Instance::Class(_) | Instance::Variable(_) => None,
        }
    }
}

/// The code of an instance.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub struct InstanceCode<'db> {
    /// The definition that it is made of, in the scopes of its arguments, if it is known; of the call operator of a lambda
    /// the function around it.
    pub definition: Option<Symbol<'db>>,
    /// It has no definition: what declares it, its template or the explicit specialization.
    pub undefined: Option<DeclRef>,
    /// That there is no telling which definition is meant: reported where it is first asked for.
    pub refused: Option<Mistake>,
    /// What its body uses, if the definition is the user's.
    pub body: Option<BodyUses<'db>>,
    /// The operands of inline assembly in it, and of functions that only the compiler knows.
    pub operands: Operands,
    /// Of a class or a variable, the instances that it needs in turn.
    pub needed: Box<[Needed<'db>]>,
    /// The mistakes in that, but for those of the template.
    pub mistakes: Box<[Found]>,
    /// The mistakes of the template as it is written; those of a generic lambda are among those of the code around it.
    pub written: Arc<[Found]>,
}

/// The instances of a unit.
pub struct Instances<'db> {
    db: &'db dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    /// The view that all share, of a text that is read once.
    shared: Option<Sema<'db>>,
}

impl<'db> Instances<'db> {
    /// Those of `source`, read in `dialect`.
    pub fn new(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect) -> Self {
        let shared = source.read_once(db).then(|| Sema::new(db, source, dialect));
        Instances { db, source, dialect, shared }
    }

    /// The explicit instantiation directives of an item.
    pub fn directives(&self, item: u32) -> Cow<'db, [Directive<'db>]> {
        match &self.shared {
            Some(sema) => Cow::Owned(directives_of(sema, item)),
            None => Cow::Borrowed(directives(self.db, self.source, item, self.dialect)),
        }
    }

    /// The code of an instance.
    pub fn code(&self, instance: Instance<'db>) -> Arc<InstanceCode<'db>> {
        match (&self.shared, instance) {
            (Some(sema), Instance::Function(symbol)) => Arc::new(code(sema, self.source, symbol)),
            (Some(sema), Instance::CallOperator(operator)) => {
                Arc::new(code_of_operator(sema, self.source, operator))
            }
            (Some(sema), Instance::Class(class)) => Arc::new(class_code(sema, self.source, class)),
            (Some(sema), Instance::Variable(symbol)) => Arc::new(variable_code(sema, self.source, symbol)),
            (None, Instance::Function(symbol)) => {
                instance_code(self.db, self.source, symbol, self.dialect).clone()
            }
            (None, Instance::CallOperator(operator)) => {
                operator_code(self.db, self.source, operator.class, operator.args, self.dialect).clone()
            }
            (None, Instance::Variable(symbol)) => {
                code_of_variable(self.db, self.source, symbol, self.dialect).clone()
            }
            (None, Instance::Class(class)) => {
                code_of_class(self.db, self.source, class, self.dialect).clone()
            }
        }
    }
}

/// The class that a function is a member of.
pub fn class_of<'db>(db: &'db dyn salsa::Database, symbol: Symbol<'db>) -> Option<Class<'db>> {
    let mut env = Some(symbol.env);
    while let Some(around) = env {
        match around.frame(db) {
            Frame::Class(class) => return Some(class),
            Frame::Template { .. } | Frame::Parameters(_) => env = around.outer(db),
            Frame::Namespace(_) | Frame::Body(..) | Frame::CallOperator(..) => return None,
        }
    }
    None
}

/// An instance as messages show what is instantiated: `"void f(T) [with T=int]"`, `function "lambda [](auto)->auto [with
/// <auto-1>=int]"`, `class "A<T> [with T=int]"`; template parameters that the function's do not show stand behind its name (spec 7 §3). `None` where that
/// is not known.
pub fn instance_text<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    instance: Instance<'db>,
    dialect: Dialect,
) -> Option<String> {
    match instance {
        Instance::Function(symbol) => {
            let text = function_text(db, source, symbol, dialect).as_ref()?;
            Some(format!("\"{text}\""))
        }
        Instance::CallOperator(operator) => {
            let text = operator_text(db, source, operator.class, operator.args, dialect).as_ref()?;
            Some(format!("function \"{text}\""))
        }
        Instance::Variable(symbol) => variable_text(db, source, symbol, dialect).clone(),
        Instance::Class(class) => {
            let text = class_text(db, source, class, dialect).as_ref()?;
            Some(format!("class \"{text}\""))
        }
    }
}

/// The mistakes that an instance is nested too deep in others of its template, where code names it; none where its text is
/// not known.
pub fn too_deep<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    instance: Instance<'db>,
    dialect: Dialect,
) -> Vec<Mistake> {
    let sema = Sema::new(db, source, dialect);
    let find = || match instance {
        Instance::Function(symbol) => {
            let name = match sema.is_function_template(symbol.decl) {
                true => sema.named_instance_text(symbol)?,
                false => {
                    let open = Symbol { env: sema.env_of_template(symbol.decl)?, ..symbol };
                    let bindings = sema.bindings_text(symbol)?;
                    format!("{} [with {}]", sema.qualified_name(open)?, bindings.join(", "))
                }
            };
            Some(vec![Mistake::new(EXCESSIVE_RECURSION, vec![Argument::entity("function", name)])])
        }
        Instance::Class(class) => {
            let text = sema.spelled_text(&Spelled::Plain(sema.ty(Kind::Class(class))))?;
            let entity = Argument::entity("class", text.clone());
            Some(vec![
                Mistake::new(EXCESSIVE_RECURSION, vec![entity]),
                Mistake::new(INCOMPLETE, vec![Argument::ty(text)]),
            ])
        }
        Instance::CallOperator(_) | Instance::Variable(_) => None,
    };
    find().unwrap_or_default()
}

#[salsa::tracked(returns(ref))]
fn function_text<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    symbol: Symbol<'db>,
    dialect: Dialect,
) -> Option<String> {
    Sema::new(db, source, dialect).instance_text(symbol)
}

#[salsa::tracked(returns(ref))]
fn operator_text<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    class: Class<'db>,
    args: Option<Args<'db>>,
    dialect: Dialect,
) -> Option<String> {
    Sema::new(db, source, dialect).call_operator_text(CallOperator { class, args })
}

#[salsa::tracked(returns(ref))]
fn class_text<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    class: Class<'db>,
    dialect: Dialect,
) -> Option<String> {
    Sema::new(db, source, dialect).class_instance_text(class)
}

#[salsa::tracked(returns(ref))]
fn variable_text<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    symbol: Symbol<'db>,
    dialect: Dialect,
) -> Option<String> {
    let sema = Sema::new(db, source, dialect);
    match sema.decl(symbol.decl).kind {
        DeclKind::Typedef(_) => Some(format!("type \"{}\"", sema.alias_instance_text(symbol)?)),
        _ => Some(format!("\"{}\"", sema.variable_instance_text(symbol)?)),
    }
}

/// The code of an instance of a variable template in a text that is edited.
#[salsa::tracked(returns(ref))]
fn code_of_variable<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    symbol: Symbol<'db>,
    dialect: Dialect,
) -> Arc<InstanceCode<'db>> {
    Arc::new(variable_code(&Sema::new(db, source, dialect), source, symbol))
}

/// The code of an instance of a class in a text that is edited.
#[salsa::tracked(returns(ref))]
fn code_of_class<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    class: Class<'db>,
    dialect: Dialect,
) -> Arc<InstanceCode<'db>> {
    Arc::new(class_code(&Sema::new(db, source, dialect), source, class))
}

/// The code of the call operator of a generic lambda in a text that is edited.
#[salsa::tracked(returns(ref))]
fn operator_code<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    class: Class<'db>,
    args: Option<Args<'db>>,
    dialect: Dialect,
) -> Arc<InstanceCode<'db>> {
    Arc::new(code_of_operator(&Sema::new(db, source, dialect), source, CallOperator { class, args }))
}

/// The linker name of a member function of a local class in an instance.
#[salsa::tracked(returns(ref))]
pub fn name_of_local<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    symbol: Symbol<'db>,
    dialect: Dialect,
) -> Option<BlockName<'db>> {
    Sema::new(db, source, dialect).name_of_function(symbol)
}

/// The code of an instance in a text that is edited.
#[salsa::tracked(returns(ref))]
fn instance_code<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    symbol: Symbol<'db>,
    dialect: Dialect,
) -> Arc<InstanceCode<'db>> {
    Arc::new(code(&Sema::new(db, source, dialect), source, symbol))
}

fn code<'db>(sema: &Sema<'db>, source: SourceText, symbol: Symbol<'db>) -> InstanceCode<'db> {
    let Some(definition) = sema.instance_definition(symbol) else {
        return InstanceCode { undefined: sema.undefined_instance(symbol), ..InstanceCode::default() };
    };
    let decl = definition.decl;
    let known = InstanceCode { definition: Some(definition), ..InstanceCode::default() };
    let owned = is_own(sema, source, decl.item).then(|| sema.function_code(definition)).flatten();
    let Some(owned) = owned else { return known };
    let map = asunder_hir::source_map(sema.db, sema.names().item_text(decl.item));
    let Some(places) = map.bodies.get(owned.index as usize) else { return known };
    let written = sema.written_mistakes(decl);
    let mut mistakes = mistakes_of_instance(sema, decl, &owned, places, &written).into_vec();
    mistakes.extend(crate::refused_names::of_function(sema, decl, definition.env));
    mistakes.extend(crate::placeholders::of_tree(sema, decl.item, &owned.tree, definition.env));
    mistakes.extend(sema.failed_declaration(definition));
    let mistakes = sorted(mistakes).into();
    let body = of_code(sema, definition, (&owned.tree, owned.index), None, (places, map));
    let mut operands = Operands::default();
    operands.add(&owned.tree, places);
    InstanceCode { body: Some(body), operands, mistakes, written, ..known }
}

fn code_of_operator<'db>(
    sema: &Sema<'db>,
    source: SourceText,
    operator: CallOperator<'db>,
) -> InstanceCode<'db> {
    let find = || {
        let Origin::Lambda(item, index, _) = operator.class.origin(sema.db) else { return None };
        let owner = sema.owner_of_body(item, index)?;
        let definition = Some(Symbol { decl: owner, env: operator.class.outer(sema.db) });
        let known = InstanceCode { definition, ..InstanceCode::default() };
        let code = is_own(sema, source, item).then(|| sema.call_operator(operator)).flatten();
        let Some((owned, _)) = code else { return Some(known) };
        let map = asunder_hir::source_map(sema.db, sema.names().item_text(item));
        let places = map.bodies.get(index as usize)?;
        let captured = sema.closure(operator.class)?.captured.clone()?;
        let written = in_body(sema, item, Some(owner), &captured.mistakes, places);
        let mistakes = mistakes_of_instance(sema, owner, &owned, places, &written);
        let body = of_call_operator(sema, operator, &owned, owner)?;
        Some(InstanceCode { body: Some(body), mistakes, ..known })
    };
    find().unwrap_or_default()
}

/// The initializer of an instance of a variable template, or the type of one of an alias template.
fn variable_code<'db>(sema: &Sema<'db>, source: SourceText, symbol: Symbol<'db>) -> InstanceCode<'db> {
    if let DeclKind::Typedef(ty) = &sema.decl(symbol.decl).kind {
        return alias_code(sema, source, symbol, ty);
    }
    let item = symbol.decl.item;
    let known = InstanceCode { definition: Some(symbol), ..InstanceCode::default() };
    let owned = is_own(sema, source, item).then(|| sema.initializer_code(symbol)).flatten();
    let Some(owned) = owned else { return known };
    let map = asunder_hir::source_map(sema.db, sema.names().item_text(item));
    let Some(places) = map.bodies.get(owned.index as usize) else { return known };
    let written = sema.written_mistakes(symbol.decl);
    let mistakes = mistakes_of_instance(sema, symbol.decl, &owned, places, &written);
    let Some(code) = Code::of(sema, &owned) else { return known };
    InstanceCode { mistakes, needed: crate::completed::of_tree(code), ..known }
}

/// Whether an item is the user's.
pub(crate) fn is_own(sema: &Sema<'_>, source: SourceText, item: u32) -> bool {
    item_place(sema.db, source, item, sema.dialect)
        .as_ref()
        .is_some_and(|place| is_user_item(sema.db, source, place.block, item, sema.dialect))
}

/// The mistakes in the code of an instance whose body stands in the definition of `owner`, but for those `written` that it
/// has as it is written.
fn mistakes_of_instance<'db>(
    sema: &Sema<'db>,
    owner: DeclRef,
    owned: &Owned<'db>,
    places: &BodySourceMap,
    written: &[Found],
) -> Box<[Found]> {
    let mut mistakes = sorted(in_body(sema, owner.item, Some(owner), &owned.tree.mistakes, places));
    let is_written = |found: &Found| {
        written.iter().any(|it| it.offset == found.offset && it.mistake.number == found.mistake.number)
    };
    mistakes.retain(|found| !is_written(found));
    mistakes.into()
}

/// Mistakes in the order of their places, each once.
pub(crate) fn sorted(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|found| found.offset);
    found.dedup();
    found
}

impl<'db> Sema<'db> {
    /// The function or variable whose code a body is.
    pub(crate) fn owner_of_body(&self, item: u32, index: u32) -> Option<DeclRef> {
        match self.bodies(item).bodies.get(index as usize)?.0 {
            Owner::Function(local) | Owner::Initializer(local) => Some(DeclRef { item, local }),
            _ => None,
        }
    }

    /// The mistakes in the definition of a template, as it is written.
    fn written_mistakes(&self, decl: DeclRef) -> Arc<[Found]> {
        let find = || -> Arc<[Found]> {
            let Some(inferred) = infer_template(self, decl) else { return Arc::default() };
            let map = asunder_hir::source_map(self.db, self.names().item_text(decl.item));
            let Some(places) = map.bodies.get(inferred.body as usize) else { return Arc::default() };
            sorted(in_body(self, decl.item, Some(decl), &inferred.tree.mistakes, places)).into()
        };
        self.remembered(&self.template_mistakes, decl, Arc::default, || {
            self.read_if_met(|met| !met.is_empty(), find)
        })
    }

    pub(crate) fn instance_text(&self, symbol: Symbol<'db>) -> Option<String> {
        let open = Symbol { env: self.env_of_template(symbol.decl)?, ..symbol };
        let signature = self.signature_text(open)?;
        let shown = match self.decl(symbol.decl).name {
            DeclName::Constructor | DeclName::Destructor | DeclName::Conversion(_) => signature,
            _ => self.with_result(open, signature)?,
        };
        Some(format!("{shown} [with {}]", self.bindings_text(symbol)?.join(", ")))
    }

    /// A function template as messages show it that tell its declarations apart: `int f(T)`.
    pub(crate) fn template_text(&self, symbol: Symbol<'db>) -> Option<String> {
        let open = Symbol { env: self.env_of_template(symbol.decl)?, ..symbol };
        let signature = format!("{}{}", self.qualified_name(open)?, self.parameters_text(open)?);
        self.with_result(open, signature)
    }

    /// An instance without its result: `f(T) [with T=int]`.
    pub(crate) fn named_instance_text(&self, symbol: Symbol<'db>) -> Option<String> {
        let open = Symbol { env: self.env_of_template(symbol.decl)?, ..symbol };
        Some(format!("{} [with {}]", self.signature_text(open)?, self.bindings_text(symbol)?.join(", ")))
    }

    /// The parameters of a function, those of members of instances as the template writes them.
    pub(crate) fn parameters_as_written(&self, symbol: Symbol<'db>) -> Option<String> {
        match self.is_in_class_instance(symbol) {
            true => self.parameters_text(Symbol { env: self.env_of(symbol.decl), ..symbol }),
            false => self.parameters_text(symbol),
        }
    }

    /// Whether a symbol is a member of an instance of a class template.
    pub(crate) fn is_in_class_instance(&self, symbol: Symbol<'db>) -> bool {
        self.class_of(symbol.env).is_some_and(|class| class.args(self.db).is_some())
            && self.class_around(symbol).is_some()
    }

    /// The name of a function as messages show it; members of instances as the template's, with its arguments behind.
    pub(crate) fn function_name(&self, symbol: Symbol<'db>) -> Option<String> {
        Some(format!("{}{}", self.name_as_written(symbol)?, self.text_of_bindings(symbol)?))
    }

    /// The qualified name of a symbol, of a member of an instance as the template writes it.
    pub(crate) fn name_as_written(&self, symbol: Symbol<'db>) -> Option<String> {
        match self.is_in_class_instance(symbol) {
            true => self.qualified_name(Symbol { env: self.env_of(symbol.decl), ..symbol }),
            false => self.qualified_name(symbol),
        }
    }

    /// ` [with T=int]` behind the name of a member of an instance.
    pub(crate) fn text_of_bindings(&self, symbol: Symbol<'db>) -> Option<String> {
        if !self.is_in_class_instance(symbol) {
            return Some(String::new());
        }
        let is_bound = |(_, frame): &(_, Frame<'db>)| matches!(frame, Frame::Template { args: Some(_), .. });
        if self.frames(symbol.env).filter(is_bound).count() > 1 {
            return None;
        }
        let texts = self.bindings_text(symbol)?;
        Some(format!(" [with {}]", texts.join(", ")))
    }

    /// `f(T)`, `f<N>()`
    fn signature_text(&self, open: Symbol<'db>) -> Option<String> {
        let parameters = self.parameters_text(open)?;
        let hidden = self.hidden_parameters(open.decl, &parameters);
        Some(format!("{}{hidden}{parameters}", self.qualified_name(open)?))
    }

    /// `int f(T)`, `auto f(T)->int`
    fn with_result(&self, open: Symbol<'db>, signature: String) -> Option<String> {
        let result = self.result_text(open)?;
        if self.function_expr(open.decl)?.is_trailing {
            return Some(format!("auto {signature}->{result}"));
        }
        let blank = if result.ends_with(['*', '&']) { "" } else { " " };
        Some(format!("{result}{blank}{signature}"))
    }

    /// The template parameters of a function as messages show them in front of its parameters, `<T,N>`: where one of them
    /// has no default argument and is not named among those.
    pub(crate) fn hidden_parameters(&self, decl: DeclRef, parameters: &str) -> String {
        let Some(header) = self.decl(decl).templates.last().filter(|_| self.is_function_template(decl))
        else {
            return String::new();
        };
        let shown = deducible_words(parameters);
        let is_hidden = |param: &TemplateParam| {
            let has_default = match &param.kind {
                TemplateParamKind::Type(default) => default.is_some(),
                TemplateParamKind::Value(_, default) => default.is_some(),
                TemplateParamKind::Template(default) => default.is_some(),
            };
            !has_default && param.name.as_deref().is_none_or(|name| !shown.contains(name))
        };
        if !header.params.iter().any(is_hidden) {
            return String::new();
        }
        let text = |param: &TemplateParam| {
            let dots = if param.pack { "..." } else { "" };
            format!("{}{dots}", param.name.as_deref().unwrap_or(UNNAMED))
        };
        let all: Vec<String> = header.params.iter().map(text).collect();
        format!("<{}>", all.join(","))
    }

    /// Whether a symbol is an instance of a variable template of a namespace.
    pub(crate) fn is_variable_instance(&self, symbol: Symbol<'db>) -> bool {
        let decl = self.decl(symbol.decl);
        matches!(decl.kind, DeclKind::Variable { .. })
            && decl.parent.is_none()
            && decl.qualifier.is_none()
            && matches!(symbol.env.frame(self.db), Frame::Template { args: Some(_), .. })
    }

    /// An instance of a variable template as messages show it: `const T *v [with T=int]`.
    /// An instance of an alias template as messages show it: `V<int>`.
    fn alias_instance_text(&self, symbol: Symbol<'db>) -> Option<String> {
        let Frame::Template { args: Some(args), .. } = symbol.env.frame(self.db) else { return None };
        let open = Symbol { env: symbol.env.outer(self.db)?, ..symbol };
        Some(format!("{}{}", self.qualified_name(open)?, self.arguments_text(args)?))
    }

    fn variable_instance_text(&self, symbol: Symbol<'db>) -> Option<String> {
        let open = Symbol { env: self.env_of_template(symbol.decl)?, ..symbol };
        let ty = self.spelled_text(&self.spelled_variable(open)?)?;
        // Functions and pointers to arrays stand around the name.
        if ty.contains('(') {
            return None;
        }
        let (ty, bounds) = match ty.split_once(" [") {
            Some((element, bounds)) => (element.to_owned(), format!("[{bounds}")),
            None => (ty, String::new()),
        };
        let is_constexpr = self.decl(symbol.decl).specifiers.is_constexpr;
        let ty = match ty.ends_with('*') {
            true if is_constexpr => format!("{ty}const"),
            false if is_constexpr && !ty.starts_with("const ") => format!("const {ty}"),
            _ => ty,
        };
        let blank = if ty.ends_with(['*', '&']) { "" } else { " " };
        let (name, bindings) = (self.qualified_name(open)?, self.bindings_text(symbol)?);
        Some(format!("{ty}{blank}{name}{bounds} [with {}]", bindings.join(", ")))
    }

    /// The result of a function template as its declaration spells it, `auto` included.
    fn result_text(&self, open: Symbol<'db>) -> Option<String> {
        let written = &self.function_expr(open.decl)?.result;
        match written.has_placeholder() {
            true => placeholder_text(written),
            false => self.spelled_text(&self.spelled_result(open)?),
        }
    }

    /// The parameters of the templates around an instance, outer ones first, with what they stand for: `T=int`.
    pub(crate) fn bindings_text(&self, symbol: Symbol<'db>) -> Option<Vec<String>> {
        let frames: Vec<_> = self.frames(symbol.env).collect();
        let mut texts = Vec::new();
        for (env, frame) in frames.into_iter().rev() {
            let Frame::Template { template, header, args: Some(args) } = frame else { continue };
            let params = &self.decl(template).templates.get(header as usize)?.params;
            for (index, (param, arg)) in params.iter().zip(args.list(self.db)).enumerate() {
                let text = match arg {
                    // A template as it is written is not an instance.
                    Arg::Value(Value::Param(_)) | Arg::TemplateParam(_) => return None,
                    Arg::Type(ty) => {
                        let param = Param { template, header, index: index as u32, pack: false };
                        let spelled = self.spelled_template_parameter(param, *ty, env);
                        self.spelled_text(&spelled.unwrap_or(Spelled::Plain(*ty)))?
                    }
                    arg => {
                        let is_reference = self.is_reference_param(template, index);
                        let mut all = Vec::new();
                        self.add_argument_text(arg, is_reference, Typedefs::Named, &mut all)?;
                        match arg {
                            Arg::Pack(_) => format!("<{}>", all.join(", ")),
                            _ => all.pop()?,
                        }
                    }
                };
                texts.push(format!("{}={text}", param.name.as_deref().unwrap_or(UNNAMED)));
            }
        }
        Some(texts)
    }

    /// The definition that an instance is made of, in the scopes of its arguments. `None` where there is none, one for
    /// these arguments alone is declared, or that is not known.
    pub(crate) fn instance_definition(&self, symbol: Symbol<'db>) -> Option<Symbol<'db>> {
        if self.named_declaration(symbol) != symbol.decl || self.may_be_specialized(symbol) {
            return None;
        }
        if self.has_block(symbol.decl) {
            return Some(symbol);
        }
        if symbol.decl.local.0 >= FIRST_LOCAL {
            return None;
        }
        let Redeclarations::Known(all) = self.names().redeclarations(symbol.decl) else { return None };
        let decl = all.into_iter().find(|decl| self.has_block(*decl))?;
        self.redeclared_instance(symbol, decl)
    }

    fn has_block(&self, decl: DeclRef) -> bool {
        matches!(self.decl(decl).kind, DeclKind::Function { body: BodyKind::Block, .. })
    }

    /// The first declaration of an instance of a function template, if it is known that nothing defines it.
    fn undefined_instance(&self, symbol: Symbol<'db>) -> Option<DeclRef> {
        if !self.is_function_template(symbol.decl) || !self.is_undefined(symbol) {
            return None;
        }
        let declared = self.named_declaration(symbol);
        let Redeclarations::Known(all) = self.names().redeclarations(declared) else { return None };
        all.into_iter().min()
    }

    /// Whether it is known that nothing in the unit defines a function, an instance or not.
    pub(crate) fn is_undefined(&self, symbol: Symbol<'db>) -> bool {
        if symbol.decl.local.0 >= FIRST_LOCAL || self.may_be_specialized(symbol) {
            return false;
        }
        match self.names().redeclarations(self.named_declaration(symbol)) {
            Redeclarations::Known(all) => all
                .iter()
                .all(|decl| matches!(self.decl(*decl).kind, DeclKind::Function { body: BodyKind::None, .. })),
            _ => false,
        }
    }

    /// The arguments of the template parameters of what defines a class: of a partial specialization its own.
    fn header_arguments(&self, class: Class<'db>) -> Option<Args<'db>> {
        class.args(self.db)?;
        let definition = self.definition(class)?;
        match definition.inside.outer(self.db)?.frame(self.db) {
            Frame::Template { args, .. } => args,
            _ => None,
        }
    }

    /// An instance by another declaration of its template: the parameters have other names there.
    fn redeclared_instance(&self, symbol: Symbol<'db>, decl: DeclRef) -> Option<Symbol<'db>> {
        let headers = &self.decl(decl).templates;
        let own = match symbol.env.frame(self.db) {
            Frame::Template { args, .. } if self.is_function_template(symbol.decl) => args,
            _ => None,
        };
        let mut classes: Vec<Class<'db>> = Vec::new();
        for (_, frame) in self.frames(symbol.env) {
            match frame {
                Frame::Class(class) => classes.push(class),
                Frame::Body(..) => return None,
                _ => {}
            }
        }
        let mut env = self.namespace_env(self.namespace_of(symbol.env));
        let mut header = 0;
        let all = classes.iter().rev().map(|class| (self.header_arguments(*class), Some(*class)));
        for (args, class) in all.chain([(own, None)]) {
            if args.is_some() {
                env = self.within(env, Frame::Template { template: decl, header, args });
                header += 1;
            }
            if let Some(class) = class {
                env = self.within(env, Frame::Class(class));
            }
        }
        (header as usize == headers.len()).then_some(Symbol { decl, env })
    }
}

/// The words in the text of parameters, without those in front of `::`: what stands there is not deduced
/// ([temp.deduct.type]/5).
fn deducible_words(parameters: &str) -> FxHashSet<&str> {
    let is_scope = |end: usize| parameters[end..].starts_with("::");
    let mut hidden = Vec::new();
    let mut open = Vec::new();
    for (at, character) in parameters.char_indices() {
        match character {
            '<' => open.push(at),
            '>' => {
                let start = open.pop();
                hidden.extend(start.filter(|_| is_scope(at + 1)).map(|start| start..at));
            }
            _ => {}
        }
    }
    let words = asunder_syntax::words(parameters);
    let is_shown = |(at, word): &(usize, &str)| {
        !is_scope(at + word.len()) && !hidden.iter().any(|range| range.contains(at))
    };
    words.filter(is_shown).map(|(_, word)| word).collect()
}

/// A type with `auto` or `decltype(auto)` in it as messages show it: `const auto *`.
fn placeholder_text(ty: &TypeExpr) -> Option<String> {
    let declarator = |inner: &TypeExpr, operator: &str| {
        let inner = placeholder_text(inner)?;
        let blank = if inner.ends_with('*') { "" } else { " " };
        Some(format!("{inner}{blank}{operator}"))
    };
    match ty {
        TypeExpr::Auto => Some("auto".to_owned()),
        TypeExpr::DecltypeAuto => Some("decltype(auto)".to_owned()),
        TypeExpr::Pointer(inner) => declarator(inner, "*"),
        TypeExpr::LvalueRef(inner) => declarator(inner, "&"),
        TypeExpr::RvalueRef(inner) => declarator(inner, "&&"),
        TypeExpr::Qualified(qualifiers, inner) => {
            let words = [(qualifiers.is_const, "const"), (qualifiers.is_volatile, "volatile")];
            let words: Vec<&str> =
                words.into_iter().filter(|(is_there, _)| *is_there).map(|it| it.1).collect();
            let (inner, words) = (placeholder_text(inner)?, words.join(" "));
            Some(if inner.ends_with('*') { inner + &words } else { format!("{words} {inner}") })
        }
        _ => None,
    }
}
