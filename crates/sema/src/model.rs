//! Types, classes and functions as linker names have them ([`asunder_mangle::model`]), instances of templates among them.
//!
//! What an instance of a function template is declared with stands in terms of its own parameters there
//! (`T1  ::ft<int> (T1)`); parameters of class templates around it are replaced.

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::written::{DeclKind, DeclName, LocalId, TemplateParamKind};
use asunder_hir::body::{FIRST_LOCAL, Owner};
use asunder_mangle::display::{Form, signature};
use asunder_mangle::model::{
    self, CtorKind, DtorKind, Entity, ExceptionSpec, Expr, FunctionType, LiteralValue, Name, NameRef, Scope,
    TemplateArg, TemplateParam, Type, TypeRef, Unqualified,
};
use asunder_mangle::operators::operator_code;
use asunder_source::SourceText;
use asunder_syntax::Dialect;
use asunder_types::{
    Arg, Args, Bound, Class, Env, Frame, Function, Kind, Origin, Param, Qualifiers, RefQualifier, Symbol, Ty,
    Value,
};

use crate::linker::{Around, Surroundings, body_of_item, entity_of_block};
use crate::uses::{BodyUses, uses, uses_of_code};
use crate::view::{Sema, deep};

/// The entity of an instance of a function template, or of a member function of an instance of a class template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceEntity {
    /// The entity. Where the types of its parameters are not all known it is a function without parameters.
    pub entity: Entity,
    /// The types are known.
    pub has_types: bool,
}

/// The template arguments of an instance of a function template; `None` where one has no model.
pub fn arguments_of_instance<'db>(sema: &Sema<'db>, instance: Symbol<'db>) -> Option<Vec<TemplateArg>> {
    sema.model_args(sema.arguments_of(instance)?, Some(instance))
}

/// The entity of an instance; `None` where its name is not known.
#[salsa::tracked(returns(ref))]
pub fn entity_of_instance<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    symbol: Symbol<'db>,
    dialect: Dialect,
) -> Option<InstanceEntity> {
    let mut sema = Sema::new(db, source, dialect);
    sema.examined_unit = Some(source);
    sema.instance_entity(symbol)
}

/// The entity of a function that a block declares, which is one of the namespace around it ([basic.scope.block]);
/// `None` in templates, and where its name is not known.
#[salsa::tracked(returns(ref))]
pub fn entity_of_block_function(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    local: LocalId,
    dialect: Dialect,
) -> Option<Entity> {
    Sema::new(db, source, dialect).block_function_entity(DeclRef { item, local })
}

/// The entity of an instance of a variable template, or of a static data member of an instance of a class template; `None`
/// where its name is not known.
#[salsa::tracked(returns(ref))]
pub fn entity_of_variable_instance<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    symbol: Symbol<'db>,
    dialect: Dialect,
) -> Option<Entity> {
    let mut sema = Sema::new(db, source, dialect);
    sema.examined_unit = Some(source);
    sema.variable_instance_entity(symbol)
}

/// The scope of a namespace.
fn namespace_scope(names: &Names<'_>, id: NamespaceId) -> Scope {
    names.namespace_name(id).map_or(Scope::Global, Scope::Member)
}

/// The code of an item and of the instances that are made of it.
struct UnitCode<'a, 'db> {
    sema: &'a Sema<'db>,
    source: SourceText,
    item: u32,
}

impl<'db> Surroundings<'db> for UnitCode<'_, 'db> {
    fn uses(&self, of: Around<'db>) -> Option<&BodyUses<'db>> {
        let sema = self.sema;
        if !matches!(of, Around::Body(_)) {
            return uses_of_code(sema.db, self.source, of, sema.dialect).as_ref();
        }
        let bodies = uses(sema.db, self.source, self.item, sema.dialect);
        body_of_item(bodies, of)
    }

    fn entity(&self, of: Around<'db>) -> Option<Entity> {
        let sema = self.sema;
        match of {
            Around::Instance(symbol) => {
                let known = entity_of_instance(sema.db, self.source, symbol, sema.dialect).as_ref();
                known.filter(|known| known.has_types).map(|known| known.entity.clone())
            }
            _ => sema.names().entity(self.uses(of)?.owner),
        }
    }
}

impl<'db> Sema<'db> {
    fn block_function_entity(&self, decl: DeclRef) -> Option<Entity> {
        let (env, written) = (self.env_of(decl), self.decl(decl));
        if written.parent.is_some() || !written.templates.is_empty() || self.has_open_template(env) {
            return None;
        }
        let declared = self.signature(Symbol { decl, env })?;
        if declared.params.iter().any(|param| param.absorbs(self.db) || self.is_dependent(*param)) {
            return None;
        }
        let ty = self.function_model(&declared.params, declared.variadic, declared.qualifiers)?;
        let (body, _) = self.block_around(decl)?;
        let Some((Owner::Function(owner), _)) = self.bodies(decl.item).bodies.get(body as usize) else {
            return None;
        };
        let owner = decl.sibling(*owner);
        let is_plain = |it: DeclRef| it.local.0 < FIRST_LOCAL && self.decl(it).templates.is_empty();
        if !is_plain(owner) || self.decl(owner).parent.is_some_and(|class| !is_plain(owner.sibling(class))) {
            return None;
        }
        let item = self.names().item(decl.item);
        let ident = written.name.ident()?.clone();
        let mut name = Name::of(namespace_scope(self.names(), item.namespace), Unqualified::Source(ident));
        name.in_unnamed_namespace = self.names().in_unnamed_namespace(item.namespace);
        let c_linkage = self.names().has_c_linkage(owner);
        Some(Entity::Function(model::Function { name: name.into(), ty, c_linkage }))
    }

    /// The entity of an instance of a variable template, or of a static data member of an instance of a class template.
    pub(crate) fn variable_instance_entity(&self, symbol: Symbol<'db>) -> Option<Entity> {
        let written = self.decl(symbol.decl);
        let ident = written.name.ident().filter(|_| written.qualifier.is_none())?;
        let (outer, args) = match (symbol.env.frame(self.db), symbol.env.outer(self.db)) {
            (Frame::Template { args, .. }, Some(outer)) if !written.templates.is_empty() => {
                (outer, Some(args?))
            }
            _ => (symbol.env, None),
        };
        let mut name = Name::new(self.model_scope(outer)?, ident.clone());
        if self.class_around(symbol).is_none() {
            name.internal = written.specifiers.is_static;
            name.in_unnamed_namespace = self.names().in_unnamed_namespace(self.namespace_of(outer));
        }
        name.args = match args {
            Some(args) => Some(self.model_args(args, Some(symbol))?),
            None => None,
        };
        Some(Entity::Variable(model::Variable { name: name.into(), c_linkage: false }))
    }

    pub(crate) fn instance_entity(&self, symbol: Symbol<'db>) -> Option<InstanceEntity> {
        let (outer, own) = self.own_arguments(symbol);
        let declared = Symbol { env: self.without_arguments(symbol, outer), ..symbol };
        let declared = self.signature(declared)?;
        let written = self.decl(symbol.decl);
        let is_template = own.is_some();
        let has_result = is_template
            && !matches!(
                written.name,
                DeclName::Constructor | DeclName::Destructor | DeclName::Conversion(_)
            );
        let typed = || {
            let mut ty = self.function_model(&declared.params, declared.variadic, declared.qualifiers)?;
            ty.ref_qualifier = declared.ref_qualifier;
            if has_result {
                ty.result = Some(self.model_type(declared.result)?);
            }
            Some(ty)
        };
        let ty = typed();
        let has_types = ty.is_some();
        let written_type = || match has_types || !has_result || self.is_in_template(outer) {
            true => None,
            false => self.names().written_type_of_template(symbol.decl),
        };
        let written_type = written_type();
        let ty = ty.or_else(|| {
            let mut ty = self.function_model(&[], false, declared.qualifiers)?;
            ty.result = has_result.then(|| Type::Builtin(model::Builtin::Void).into());
            Some(ty)
        })?;
        let object = usize::from(declared.object.is_some());
        let unqualified = match &written.name {
            DeclName::Ident(ident) => Unqualified::Source(ident.clone()),
            DeclName::Operator(spelling) => {
                Unqualified::Operator(operator_code(spelling, declared.params.len() + object)?)
            }
            DeclName::LiteralOperator(suffix) => Unqualified::LiteralOperator(suffix.clone()),
            DeclName::Conversion(_) => Unqualified::Conversion(self.model_type(declared.result)?),
            DeclName::Constructor => Unqualified::Constructor(CtorKind::Complete),
            DeclName::Destructor => Unqualified::Destructor(DtorKind::Complete),
            DeclName::None | DeclName::TemplateId(..) | DeclName::Bindings(_) => return None,
        };
        // A friend is declared in the namespace around its class ([namespace.memdef]/3).
        let is_friend = written.specifiers.is_friend && written.qualifier.is_none();
        let scope = match is_friend {
            true => namespace_scope(self.names(), self.namespace_of(outer)),
            false => self.model_scope(outer)?,
        };
        let mut name = Name::of(scope, unqualified);
        name.abi_tags = written.attributes.abi_tags.clone();
        if is_friend || self.class_around(symbol).is_none() {
            let namespace = self.namespace_of(outer);
            name.internal = written.specifiers.is_static;
            name.in_unnamed_namespace = self.names().in_unnamed_namespace(namespace);
        }
        name.args = match own {
            Some(args) => Some(self.model_args(args, Some(symbol))?),
            None => None,
        };
        let name: NameRef = name.into();
        // Types that depend on template parameters in another way than by naming them.
        if let Some(ty) = written_type {
            let ty = FunctionType { exceptions: ExceptionSpec::None, ..ty };
            let entity = Entity::Function(model::Function { name: name.clone(), ty, c_linkage: false });
            if signature(&entity, Form::Full).is_ok() {
                return Some(InstanceEntity { entity, has_types: true });
            }
        }
        let function = model::Function { name, ty, c_linkage: false };
        Some(InstanceEntity { entity: Entity::Function(function), has_types })
    }

    /// Whether scopes belong to a template.
    fn is_in_template(&self, env: Env<'db>) -> bool {
        self.frames(env).any(|(_, frame)| matches!(frame, Frame::Template { .. }))
    }

    /// The scopes around a function, and the arguments of its own template parameters.
    fn own_arguments(&self, symbol: Symbol<'db>) -> (Env<'db>, Option<Args<'db>>) {
        match (symbol.env.frame(self.db), symbol.env.outer(self.db)) {
            (Frame::Template { args, .. }, Some(outer)) if self.is_function_template(symbol.decl) => {
                (outer, args)
            }
            _ => (symbol.env, None),
        }
    }

    /// The scopes of a function whose own template parameters stand for themselves.
    fn without_arguments(&self, symbol: Symbol<'db>, outer: Env<'db>) -> Env<'db> {
        match symbol.env.frame(self.db) {
            Frame::Template { template, header, .. } if symbol.env != outer => {
                self.within(outer, Frame::Template { template, header, args: None })
            }
            _ => symbol.env,
        }
    }

    /// The innermost class or namespace of an environment.
    fn model_scope(&self, env: Env<'db>) -> Option<Scope> {
        for (_, frame) in self.frames(env) {
            match frame {
                Frame::Class(class) => return Some(Scope::Member(self.model_class(class)?)),
                Frame::Namespace(id) => return Some(namespace_scope(self.names(), id)),
                Frame::Template { .. } => {}
                Frame::Body(..) | Frame::Parameters(_) | Frame::CallOperator(..) => return None,
            }
        }
        None
    }

    /// The name of a class; `None` for those of blocks, closures, and where an argument is not known.
    fn model_class(&self, class: Class<'db>) -> Option<NameRef> {
        let first = match class.origin(self.db) {
            Origin::Decl(first) if first.local.0 < FIRST_LOCAL => first,
            Origin::Decl(local) if class.args(self.db).is_none() => {
                return self.model_local(local, class.outer(self.db));
            }
            Origin::Decl(_) => return None,
            Origin::Lambda(item, body, lambda) => return self.model_closure(class, (item, body, lambda)),
        };
        if let Some(decl) = self.plain_class(class)
            && let Type::Named(name) = &*self.names().type_of_definition(decl)
        {
            return Some(name.clone());
        }
        let args = match class.args(self.db) {
            Some(args) => {
                let template = Symbol { decl: first, env: class.outer(self.db) };
                Some(deep(|| self.model_args(args, Some(template)))?)
            }
            None => None,
        };
        let written = self.decl(first);
        let mut name = Name::new(self.model_scope(class.outer(self.db))?, written.name.ident()?.clone());
        name.abi_tags = written.attributes.abi_tags.clone();
        name.args = args;
        Some(name.into())
    }

    /// A closure.
    fn model_closure(&self, class: Class<'db>, (item, body, lambda): (u32, u32, u32)) -> Option<NameRef> {
        let code = self.unit_code(item)?;
        let around = self.code_around(class.outer(self.db)).unwrap_or(Around::Body(body));
        let lambda = code.uses(around)?.lambda(lambda)?;
        let name = lambda.name.as_ref().filter(|_| lambda.class == class)?;
        let Entity::Function(operator) = entity_of_block(&code, name)? else { return None };
        match &operator.name.scope {
            Scope::Member(closure) => Some(closure.clone()),
            _ => None,
        }
    }

    /// A class or an enumeration of a block, whose scopes are `env`.
    fn model_local(&self, local: DeclRef, env: Env<'db>) -> Option<NameRef> {
        let written = self.decl(local);
        if let Some(parent) = written.parent {
            let class = self.frames(env).find_map(|(_, frame)| match frame {
                Frame::Class(class) => Some(class),
                _ => None,
            })?;
            let is_parent =
                matches!(class.origin(self.db), Origin::Decl(first) if first == local.sibling(parent));
            let scope = Scope::Member(self.model_class(class).filter(|_| is_parent)?);
            return Some(Name::new(scope, written.name.ident()?.clone()).into());
        }
        let code = self.unit_code(local.item)?;
        let block @ (body, lambda) = self.block_around(local)?;
        let around = self.code_around(env).unwrap_or(Around::Body(body));
        let uses = code.uses(around)?;
        let own = || entity_of_block(&code, uses.name.as_ref()?);
        let function = Box::new(match lambda {
            Some(lambda) if uses.operator == Some(lambda) => own()?,
            Some(lambda) => entity_of_block(&code, uses.lambda(lambda)?.name.as_ref()?)?,
            None if uses.owner.local.0 < FIRST_LOCAL => code.entity(around)?,
            None => own()?,
        });
        // Types of one name in a function are counted, and so are those without one.
        let is_earlier = |other: &DeclRef| {
            let type_of = self.decl(*other);
            other.local.0 < local.local.0
                && matches!(type_of.kind, DeclKind::Class(_) | DeclKind::Enum(_))
                && type_of.parent.is_none()
                && self.block_around(*other) == Some(block)
        };
        let number = match written.name.ident() {
            Some(ident) => self.named(local, ident).iter().filter(|other| is_earlier(other)).count(),
            None => {
                let others = (FIRST_LOCAL..local.local.0).map(|other| local.sibling(LocalId(other)));
                others.filter(|other| self.decl(*other).name.ident().is_none() && is_earlier(other)).count()
            }
        };
        let number = u32::try_from(number).ok()?;
        Some(match written.name.ident() {
            Some(ident) => Name::new(Scope::Local { function, discriminator: number }, ident.clone()).into(),
            None => {
                let scope = Scope::Local { function, discriminator: 0 };
                Name::of(scope, Unqualified::UnnamedType(number)).into()
            }
        })
    }

    /// The code around what blocks of an item declare.
    fn unit_code(&self, item: u32) -> Option<UnitCode<'_, 'db>> {
        Some(UnitCode { sema: self, source: self.examined_unit?, item })
    }

    /// Template arguments; `of` is the template that they are for, if that is known.
    pub(crate) fn model_args(&self, args: Args<'db>, of: Option<Symbol<'db>>) -> Option<Vec<TemplateArg>> {
        let list = args.list(self.db).iter().enumerate();
        list.map(|(index, arg)| {
            self.model_arg(arg, of.is_some_and(|of| self.is_reference_param(of.decl, index)))
        })
        .collect()
    }

    /// Whether a parameter of a template, or the pack that the rest of its arguments are for, is declared as a reference.
    pub(crate) fn is_reference_param(&self, template: DeclRef, index: usize) -> bool {
        use asunder_decls::written::TypeExpr;
        let header = self.decl(template).templates.last();
        let param = header.and_then(|header| header.params.get(index));
        param.is_some_and(|param| {
            matches!(
                &param.kind,
                TemplateParamKind::Value(TypeExpr::LvalueRef(_) | TypeExpr::RvalueRef(_), ..)
            )
        })
    }

    fn model_arg(&self, arg: &Arg<'db>, is_reference: bool) -> Option<TemplateArg> {
        Some(match arg {
            Arg::Type(ty) => TemplateArg::Type(self.model_type(*ty)?),
            Arg::Value(value) => TemplateArg::Value(self.model_value(value, is_reference)?.into()),
            Arg::Template(decl, env) => {
                let ident = self.decl(*decl).name.ident()?.clone();
                TemplateArg::Template(Name::new(self.model_scope(*env)?, ident).into())
            }
            Arg::TemplateParam(param) => TemplateArg::Type(Type::Param(self.model_param(*param)).into()),
            Arg::Pack(args) => TemplateArg::Pack(self.model_args(*args, None)?),
        })
    }

    fn model_value(&self, value: &Value<'db>, is_reference: bool) -> Option<Expr> {
        Some(match value {
            Value::Integer(value, ty) => Expr::Literal(self.model_type(*ty)?, LiteralValue::Integer(*value)),
            Value::Null(ty) if matches!(ty.kind(self.db), Kind::Builtin(model::Builtin::NullPtr)) => {
                Expr::Literal(self.model_type(*ty)?, LiteralValue::None)
            }
            Value::Null(ty) => Expr::Literal(self.model_type(*ty)?, LiteralValue::Integer(0)),
            Value::Floating(bits, ty) => {
                let digits = match ty.kind(self.db) {
                    Kind::Builtin(model::Builtin::Float) => {
                        format!("{:08x}", (f64::from_bits(*bits) as f32).to_bits())
                    }
                    Kind::Builtin(model::Builtin::Double) => format!("{bits:016x}"),
                    _ => return None,
                };
                Expr::Literal(self.model_type(*ty)?, LiteralValue::FloatBits(digits.as_str().into()))
            }
            Value::Address(decl, env) => {
                let entity = match self.frames(*env).any(|(_, frame)| matches!(frame, Frame::Template { .. }))
                {
                    true => self.instance_entity(Symbol { decl: *decl, env: *env })?.entity,
                    false if decl.local.0 < FIRST_LOCAL => self.names().entity(*decl)?,
                    false => return None,
                };
                let entity = Expr::Entity(Box::new(entity));
                match is_reference {
                    true => entity,
                    false => Expr::Operator("ad", vec![entity.into()]),
                }
            }
            Value::Param(param) => Expr::Param(self.model_param(*param)),
            Value::Dependent | Value::Gap(_) => return None,
        })
    }

    fn model_param(&self, param: Param) -> TemplateParam {
        TemplateParam { level: 0, index: param.index }
    }

    /// A function type without its result.
    pub(crate) fn function_model(
        &self,
        params: &[Ty<'db>],
        variadic: bool,
        qualifiers: Qualifiers,
    ) -> Option<FunctionType> {
        Some(FunctionType {
            result: None,
            parameters: params.iter().map(|ty| self.model_type(*ty)).collect::<Option<_>>()?,
            variadic,
            qualifiers,
            ref_qualifier: RefQualifier::None,
            exceptions: ExceptionSpec::None,
        })
    }

    fn model_function(&self, function: &Function<'db>) -> Option<FunctionType> {
        let mut ty = self.function_model(&function.params, function.variadic, function.qualifiers)?;
        ty.result = Some(self.model_type(function.result)?);
        ty.ref_qualifier = function.ref_qualifier;
        if function.noexcept && self.dialect.standard >= asunder_syntax::Standard::Cpp17 {
            ty.exceptions = ExceptionSpec::Noexcept;
        }
        Some(ty)
    }

    /// A type as linker names have it; `None` for local types, for types that depend on template parameters in another
    /// way than by naming those of the function, and where the type is not known.
    pub(crate) fn model_type(&self, ty: Ty<'db>) -> Option<TypeRef> {
        let inner = |ty: &Ty<'db>| deep(|| self.model_type(*ty));
        let model = match ty.kind(self.db) {
            Kind::Builtin(builtin) => Type::Builtin(*builtin),
            Kind::Qualified(qualifiers, of) => Type::Qualified(*qualifiers, inner(of)?),
            Kind::Pointer(to) => Type::Pointer(inner(to)?),
            Kind::Reference(to, false) => Type::LvalueRef(inner(to)?),
            Kind::Reference(to, true) => Type::RvalueRef(inner(to)?),
            Kind::Array(element, bound) => {
                let bound = match bound {
                    Bound::Count(count) => model::Bound::Count(*count),
                    Bound::Unknown => model::Bound::Unspecified,
                    Bound::Param(param) => {
                        model::Bound::Dependent(Expr::Param(self.model_param(*param)).into())
                    }
                    Bound::Dependent | Bound::Variable => return None,
                };
                Type::Array(bound, inner(element)?)
            }
            Kind::Function(function) => Type::Function(Box::new(self.model_function(function)?)),
            Kind::MemberPointer(class, member) => {
                Type::MemberPointer { class: inner(class)?, member: inner(member)? }
            }
            Kind::Class(class) => Type::Named(self.model_class(*class)?),
            Kind::Enum(first, env) => {
                if first.local.0 >= FIRST_LOCAL {
                    return Some(Type::Named(self.model_local(*first, *env)?).into());
                }
                if !self.frames(*env).any(|(_, frame)| matches!(frame, Frame::Template { .. })) {
                    return Some(self.names().type_of_definition(*first));
                }
                let ident = self.decl(*first).name.ident()?.clone();
                Type::Named(Name::new(self.model_scope(*env)?, ident).into())
            }
            Kind::Param(param) => Type::Param(self.model_param(*param)),
            Kind::ParamInstance(param, args) => {
                Type::ParamTemplateId(self.model_param(*param), self.model_args(*args, None)?)
            }
            Kind::Expansion(of) => Type::PackExpansion(inner(of)?),
            Kind::Vector(element, count) => Type::Vector(*count, inner(element)?),
            Kind::Complex(of) => Type::Complex(inner(of)?),
            Kind::Auto => Type::Auto,
            Kind::DecltypeAuto => Type::DecltypeAuto,
            Kind::Gap(_) | Kind::Error | Kind::Dependent => return None,
        };
        Some(model.into())
    }
}
