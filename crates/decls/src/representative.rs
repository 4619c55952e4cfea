//! The definition that represents a unit in its module id (spec 5 §1).

use asunder_mangle::itanium::{Dialect as Mangling, MangleError, mangle};
use asunder_mangle::model::{
    Entity, Expr as Symbolic, ExprRef, Function, Name, NameRef, Scope, TemplateArg, Type, TypeRef,
    Unqualified, Variable,
};
use asunder_outline::{Item, ItemKind, block_outline};
use asunder_source::{Block, SourceText, block_lines};
use asunder_syntax::{Dialect, Lexer, SyntaxKind};
use rustc_hash::FxHashSet;

use crate::layout::item_number;
use crate::memo::Link;
use crate::names::{DeclRef, Names, Point};
use crate::queries::item_positions;
use crate::redeclaration::Redeclarations;
use crate::scope::{Lookup, Site};
use crate::written::{BodyKind, ClassDecl, Decl, DeclKind, DeclName, FunctionExpr, Init, Path, TypeExpr};

/// The symbol that represents a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleIdSymbol {
    /// The linker name of the first eligible definition.
    Symbol(String),
    /// No definition is eligible, or the first one's name needs the module id itself.
    Absent,
    /// A definition was met of which it is not known whether it is eligible or what its name is.
    Unknown,
}

/// The symbol that represents `source`.
#[salsa::tracked(returns(clone))]
pub fn module_id_symbol(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> ModuleIdSymbol {
    Names::new(db, source, dialect).module_id_symbol()
}

/// An item that may hold an eligible definition.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PossibleDefinition {
    /// Its number in the outline of its block.
    index: u32,
    /// Where text of system headers and other text take turns in it ([`BlockLines::system_turns`]).
    ///
    /// [`BlockLines::system_turns`]: asunder_source::BlockLines::system_turns
    turns: Vec<(usize, bool)>,
}

/// The items of a block that may hold an eligible definition. The specifiers and attributes in front of a name are often
/// macros of a system header.
#[salsa::tracked(returns(ref))]
fn possible_definitions(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Vec<PossibleDefinition> {
    let text = block.text(db);
    let lines = block_lines(db, block);
    let outline = block_outline(db, block, dialect);
    let possible = |(index, item): (usize, &Item)| {
        if item.kind != ItemKind::Declaration {
            return None;
        }
        let turns = lines.system_turns(item.range.into());
        let all_system = lines.is_system(item.range.start().into()) == Some(true)
            && turns.iter().all(|(_, system)| *system);
        (!all_system && may_define(&text[item.range], dialect))
            .then_some(PossibleDefinition { index: index as u32, turns })
    };
    outline.items.iter().enumerate().filter_map(possible).collect()
}

/// What a declaration is for the choice of the representative.
enum Candidate {
    /// The representative.
    Eligible(Entity),
    /// The representative, whose name needs the module id.
    NeedsModuleId,
    No,
    Unknown,
}

/// A fact that may not be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    Yes,
    No,
    Unknown,
}

impl Fact {
    fn of(fact: bool) -> Fact {
        if fact { Fact::Yes } else { Fact::No }
    }

    /// Yes if any is, unknown if any is and none is yes.
    fn any(facts: impl IntoIterator<Item = Fact>) -> Fact {
        let mut result = Fact::No;
        for fact in facts {
            match fact {
                Fact::Yes => return Fact::Yes,
                Fact::Unknown => result = Fact::Unknown,
                Fact::No => {}
            }
        }
        result
    }
}

/// How deep instances stand in the arguments of instances where only templates without an end get: the reference gives up
/// at 200 that are not finished.
const MAX_NESTED: u32 = 1_000;

/// Whether arguments of templates in `name` are nested deeper than `levels`.
fn is_nested_deeper(name: &NameRef, levels: u32) -> bool {
    let mut level: Vec<&NameRef> = vec![name];
    for _ in 0..levels {
        let args = level.iter().flat_map(|name| name.args.iter().flat_map(|args| args.iter()));
        let named = args.filter_map(|arg| match arg {
            TemplateArg::Type(ty) => match &**ty {
                Type::Named(name) => Some(name),
                _ => None,
            },
            _ => None,
        });
        // Types share what they are built of.
        let mut known: FxHashSet<*const Name> = FxHashSet::default();
        level = named.filter(|name| known.insert(&raw const ***name)).collect();
        if level.is_empty() {
            return false;
        }
    }
    true
}

/// Whether a name is that of the class of which `__builtin_va_list` is an array.
fn is_va_list_tag(name: &Name) -> bool {
    matches!((&name.scope, &name.unqualified), (Scope::Global, Unqualified::Source(ident)) if &**ident == "__va_list_tag")
}

impl<'db> Names<'db> {
    fn module_id_symbol(&self) -> ModuleIdSymbol {
        for (number, turns) in self.possible_definitions() {
            let item = self.item(number);
            if item.system && turns.is_empty() || self.in_unnamed_namespace(item.namespace) {
                continue;
            }
            for (local, _) in self.decls(number).iter() {
                let decl = DeclRef { item: number, local };
                if self.is_named_in_system_header(decl, item.system, turns) {
                    continue;
                }
                match self.candidate(decl) {
                    Candidate::No => {}
                    Candidate::Unknown => return ModuleIdSymbol::Unknown,
                    Candidate::NeedsModuleId => return ModuleIdSymbol::Absent,
                    Candidate::Eligible(entity) => {
                        return match mangle(&entity, Mangling::Reference { module_id: None }) {
                            Ok(symbol) => ModuleIdSymbol::Symbol(symbol),
                            Err(MangleError::NeedsModuleId) => ModuleIdSymbol::Absent,
                            Err(_) => ModuleIdSymbol::Unknown,
                        };
                    }
                }
            }
        }
        ModuleIdSymbol::Absent
    }

    /// Items that may hold an eligible definition, in source order, each with its turns.
    fn possible_definitions(&self) -> impl Iterator<Item = (u32, &'db [(usize, bool)])> {
        let (db, dialect) = (self.db, self.dialect);
        self.source().blocks(db).iter().flat_map(move |block| {
            let possible = possible_definitions(db, *block, dialect).iter();
            possible.filter_map(move |it| Some((item_number(db, *block, it.index, dialect)?, &*it.turns)))
        })
    }

    /// Whether the unqualified name of a declaration stands in a system header; `start` is for the item's start.
    fn is_named_in_system_header(&self, decl: DeclRef, start: bool, turns: &[(usize, bool)]) -> bool {
        if turns.is_empty() {
            return start;
        }
        let positions = item_positions(self.db, self.item_text(decl.item));
        let name = positions.names.get(decl.local.index()).map_or(0, |range| usize::from(range.start()));
        let before = turns.partition_point(|(at, _)| *at <= name);
        before.checked_sub(1).map_or(start, |last| turns[last].1)
    }

    /// Whether a namespace is unnamed or inside an unnamed one.
    pub fn in_unnamed_namespace(&self, namespace: crate::layout::NamespaceId) -> bool {
        self.namespaces.ancestors(namespace).any(|id| {
            let namespace = self.namespaces.namespace(id);
            namespace.parent.is_some() && namespace.name.is_none()
        })
    }

    fn candidate(&self, decl: DeclRef) -> Candidate {
        let written = self.decl(decl);
        if written.parent.is_some()
            || !written.templates.is_empty()
            || written.explicit_instantiation
            || written.specifiers.is_friend
            || written.specifiers.is_inline
        {
            return Candidate::No;
        }
        match &written.kind {
            DeclKind::Function { ty: TypeExpr::Function(function), body: BodyKind::Block } => {
                self.function_candidate(decl, function)
            }
            DeclKind::Variable { ty, init } => self.variable_candidate(decl, ty, !matches!(init, Init::None)),
            DeclKind::FunctionOrVariable { variable, .. } => match self.declares_function(decl) {
                Some(true) => Candidate::No,
                Some(false) => self.variable_candidate(decl, variable, true),
                None => Candidate::Unknown,
            },
            _ => Candidate::No,
        }
    }

    // ---- functions

    fn function_candidate(&self, decl: DeclRef, function: &FunctionExpr) -> Candidate {
        let written = self.decl(decl);
        if written.specifiers.is_static
            || written.specifiers.is_constexpr
            || written.specifiers.is_consteval
            || written.attributes.weak
            || matches!(function.result, TypeExpr::Auto | TypeExpr::DecltypeAuto)
            || function.params.iter().any(|param| contains_placeholder(&param.ty))
        {
            return Candidate::No;
        }
        let Redeclarations::Known(all) = self.redeclarations(decl) else { return Candidate::Unknown };
        let is_member = self.is_class_member(decl);
        for &other in all.iter().filter(|other| **other < decl) {
            let other = self.decl(other);
            let specifiers = other.specifiers;
            if specifiers.is_inline && !other.attributes.gnu_inline
                || specifiers.is_constexpr
                || specifiers.is_consteval
                || other.attributes.weak
                || specifiers.is_static && !is_member
            {
                return Candidate::No;
            }
        }
        let Some(Entity::Function(mut entity)) = self.entity(decl) else { return Candidate::Unknown };
        entity.c_linkage |=
            !is_member && all.iter().any(|other| *other <= decl && self.has_c_linkage(*other));
        match self.function_linkage(&entity) {
            Linkage::External => Candidate::Eligible(Entity::Function(entity)),
            Linkage::Internal => Candidate::No,
            Linkage::NeedsModuleId => Candidate::NeedsModuleId,
            Linkage::Unknown => Candidate::Unknown,
        }
    }

    /// A result of a type that is not known, which is not part of the symbol, is taken for one with external linkage:
    /// it nearly always has it, and the alternative is an id that is another one each time.
    fn function_linkage(&self, function: &Function) -> Linkage {
        let parameters = function.ty.parameters.iter().map(|ty| self.type_linkage(ty));
        let result = function.ty.result.iter().map(|ty| match self.type_linkage(ty) {
            Linkage::Unknown => Linkage::External,
            known => known,
        });
        parameters.chain(result).fold(self.name_linkage(&function.name), Linkage::and)
    }

    /// True when the declaration's scope is a class.
    fn is_class_member(&self, decl: DeclRef) -> bool {
        matches!(self.scope_name(decl), Some(Scope::Member(scope)) if self.namespace_named(&scope).is_none())
    }

    // ---- variables

    fn variable_candidate(&self, decl: DeclRef, ty: &TypeExpr, initialized: bool) -> Candidate {
        let written = self.decl(decl);
        let specifiers = written.specifiers;
        let DeclName::Ident(_) = &written.name else { return Candidate::No };
        if specifiers.is_static || written.attributes.weak || is_auto(ty) {
            return Candidate::No;
        }
        if specifiers.is_extern && !initialized {
            return Candidate::No;
        }
        let Redeclarations::Known(all) = self.redeclarations(decl) else { return Candidate::Unknown };
        let earlier: Vec<&Decl> =
            all.iter().filter(|other| **other < decl).map(|other| self.decl(*other)).collect();
        let is_member = self.is_class_member(decl);
        if earlier.iter().any(|other| {
            other.specifiers.is_inline
                || other.attributes.weak
                || is_member && other.specifiers.is_constexpr
                || other.specifiers.is_static && !is_member
        }) {
            return Candidate::No;
        }
        let declared_extern = earlier.iter().any(|other| other.specifiers.is_extern);
        if !is_member && !declared_extern && self.is_internal(decl) {
            return Candidate::No;
        }
        let in_class = is_member
            && earlier
                .iter()
                .any(|other| matches!(&other.kind, DeclKind::Variable { init, .. } if *init != Init::None));
        if !initialized && !in_class {
            match self.is_declared_nontrivial(ty, decl, &self.site_of(decl)) {
                // A type that is not known is nearly always a class behind many templates, which has a constructor, and
                // the alternative is an id that is another one each time.
                Fact::Yes | Fact::Unknown => {}
                Fact::No => return Candidate::No,
            }
        }
        let Some(name) = self.declared_name(decl, 0) else { return Candidate::Unknown };
        let mut name = Name::clone(&name);
        name.internal = false;
        match self.name_linkage(&name) {
            Linkage::External => {
                Candidate::Eligible(Entity::Variable(Variable { name: name.into(), c_linkage: false }))
            }
            Linkage::Internal => Candidate::No,
            Linkage::NeedsModuleId => Candidate::NeedsModuleId,
            Linkage::Unknown => Candidate::Unknown,
        }
    }

    /// [`Names::is_initialized_by_its_class`] of the type that `decl` is declared with at `site`.
    fn is_declared_nontrivial(&self, ty: &TypeExpr, decl: DeclRef, site: &Site) -> Fact {
        match ty {
            TypeExpr::Array(_, element) => self.is_declared_nontrivial(element, decl, site),
            TypeExpr::Qualified(_, inner) => self.is_declared_nontrivial(inner, decl, site),
            TypeExpr::Declared(id) => {
                let class = decl.sibling(*id);
                self.is_nontrivial(&self.class_name(class), class)
            }
            _ => {
                let resolved = self.resolve(ty, site);
                let pattern = match (ty, &*resolved) {
                    (TypeExpr::Name(path, _), Type::Unknown) => self.only_definition(path, site),
                    _ => None,
                };
                match pattern {
                    Some(class) => self.is_nontrivial(&self.class_name(class), class),
                    None => self.is_initialized_by_its_class(&resolved),
                }
            }
        }
    }

    /// The definition of the class template that `path` names, which all of its instances share.
    fn only_definition(&self, path: &Path, site: &Site) -> Option<DeclRef> {
        let Lookup::Found(members) = self.lookup_value(path, site) else { return None };
        let is_definition = |decl: &DeclRef| {
            let written = self.decl(*decl);
            matches!(&written.kind, DeclKind::Class(class) if class.is_definition)
                && !written.templates.is_empty()
        };
        let definition = members.iter().map(|member| member.decl).find(is_definition)?;
        (!self.has_specializations(&self.class_name(definition))).then_some(definition)
    }

    /// Whether default-initialization of a variable of type `ty` calls a constructor, or its end a
    /// destructor.
    fn is_initialized_by_its_class(&self, ty: &TypeRef) -> Fact {
        self.nested(Fact::Unknown, || match &**ty {
            Type::Unknown => Fact::Unknown,
            Type::Qualified(_, inner) | Type::Array(_, inner) => self.is_initialized_by_its_class(inner),
            Type::Named(name) if is_nested_deeper(name, MAX_NESTED) => Fact::Unknown,
            Type::Named(name) => match self.class_definition(name) {
                Some(definition) => self.is_nontrivial(name, definition),
                None if self.underlying_or_enum(ty) || is_va_list_tag(name) => Fact::No,
                None => Fact::Unknown,
            },
            _ => Fact::No,
        })
    }

    fn underlying_or_enum(&self, ty: &TypeRef) -> bool {
        let Type::Named(name) = &**ty else { return false };
        self.type_declarations(name).iter().any(|decl| matches!(self.decl(*decl).kind, DeclKind::Enum(_)))
    }

    fn is_nontrivial(&self, name: &NameRef, definition: DeclRef) -> Fact {
        let DeclKind::Class(ClassDecl { bases, has_virtual_base, is_union, .. }) =
            &self.decl(definition).kind
        else {
            // An enumeration.
            return Fact::No;
        };
        if *has_virtual_base {
            return Fact::Yes;
        }
        let inside = self.inside_class(name, Point::end_of(definition.item));
        let decls = self.decls(definition.item);
        let members = decls.members(Some(definition.local));
        let own = members.map(|(local, member)| match &member.kind {
            DeclKind::Function { ty, body } => {
                let provided = !matches!(body, BodyKind::Defaulted | BodyKind::Deleted);
                Fact::of(
                    member.specifiers.is_virtual
                        || provided
                            && match member.name {
                                DeclName::Destructor => true,
                                DeclName::Constructor => takes_nothing(ty),
                                _ => false,
                            },
                )
            }
            DeclKind::Variable { ty, init } if !member.specifiers.is_static => {
                if *init != Init::None {
                    Fact::Yes
                } else if *is_union {
                    Fact::No
                } else {
                    self.is_declared_nontrivial(ty, definition, &inside)
                }
            }
            // The members of an anonymous class are those of the class around it.
            DeclKind::Class(class) if class.is_definition && member.name == DeclName::None => {
                let class = definition.sibling(local);
                self.is_nontrivial(&self.class_name(class), class)
            }
            _ => Fact::No,
        });
        let bases = bases.iter().map(|base| self.is_initialized_by_its_class(&self.resolve(base, &inside)));
        Fact::any(own.chain(bases))
    }

    // ---- linkage of names and types

    fn type_linkage(&self, ty: &TypeRef) -> Linkage {
        self.nested(Linkage::Unknown, || match &**ty {
            Type::Unknown => Linkage::Unknown,
            Type::Qualified(_, inner)
            | Type::Pointer(inner)
            | Type::LvalueRef(inner)
            | Type::RvalueRef(inner)
            | Type::Array(_, inner)
            | Type::PackExpansion(inner)
            | Type::Vector(_, inner)
            | Type::Complex(inner) => self.type_linkage(inner),
            Type::MemberPointer { class, member } => self.type_linkage(class).and(self.type_linkage(member)),
            Type::Function(function) => {
                let types = function.parameters.iter().chain(&function.result);
                types.map(|ty| self.type_linkage(ty)).fold(Linkage::External, Linkage::and)
            }
            Type::Named(name) => {
                let key = (name.clone(), Link::Plain);
                self.remembered(&self.linkages, key, || Linkage::Unknown, || self.name_linkage(name))
            }
            _ => Linkage::External,
        })
    }

    fn name_linkage(&self, name: &Name) -> Linkage {
        self.nested(Linkage::Unknown, || {
            let scope = match &name.scope {
                Scope::Global => Linkage::External,
                Scope::Member(outer) => self.name_linkage(outer),
                // A local class is known outside by a function that returns it.
                Scope::Local { function, .. } => match &**function {
                    Entity::Function(function) => self.function_linkage(function),
                    _ => Linkage::Internal,
                },
                Scope::Dependent(ty) => self.type_linkage(ty),
            };
            let own = match &name.unqualified {
                Unqualified::UnnamedNamespace | Unqualified::Closure { .. } => Linkage::Internal,
                // An unnamed type has a linker name only as a member of a class.
                Unqualified::UnnamedType(_) => match &name.scope {
                    Scope::Member(outer) if self.namespace_named(outer).is_none() => Linkage::External,
                    _ => Linkage::Internal,
                },
                Unqualified::Conversion(ty) => self.type_linkage(ty),
                _ if name.internal => Linkage::Internal,
                _ => Linkage::External,
            };
            let args = name.args.iter().flatten().map(|arg| self.argument_linkage(arg));
            args.fold(scope.and(own), Linkage::and)
        })
    }

    fn argument_linkage(&self, arg: &TemplateArg) -> Linkage {
        match arg {
            TemplateArg::Type(ty) => self.type_linkage(ty),
            TemplateArg::Template(name) => self.name_linkage(name).as_value(),
            TemplateArg::Value(value) => self.value_linkage(value),
            TemplateArg::Pack(args) => {
                let args = args.iter().map(|arg| self.argument_linkage(arg));
                args.fold(Linkage::External, Linkage::and)
            }
        }
    }

    fn value_linkage(&self, value: &ExprRef) -> Linkage {
        match &**value {
            Symbolic::Unknown => Linkage::Unknown,
            Symbolic::Literal(ty, _) => self.type_linkage(ty),
            Symbolic::Operator(_, operands) => {
                let operands = operands.iter().map(|operand| self.value_linkage(operand));
                operands.fold(Linkage::External, Linkage::and)
            }
            Symbolic::ConvertList(ty, members) => {
                let members = members.iter().map(|member| self.value_linkage(member));
                members.fold(self.type_linkage(ty), Linkage::and)
            }
            Symbolic::Designated(_, member) => self.value_linkage(member),
            Symbolic::Entity(entity) => match &**entity {
                Entity::Function(function) => self.function_linkage(function).as_value(),
                Entity::Variable(variable) => self.name_linkage(&variable.name).as_value(),
                _ => Linkage::External,
            },
            _ => Linkage::External,
        }
    }
}

/// What the parts of a name make of its linkage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linkage {
    External,
    /// A template argument names an internal entity.
    NeedsModuleId,
    Internal,
    Unknown,
}

impl Linkage {
    /// The linkage of a name with both parts.
    fn and(self, other: Linkage) -> Linkage {
        let rank = |linkage| match linkage {
            Linkage::External => 0,
            Linkage::NeedsModuleId => 1,
            Linkage::Unknown => 2,
            Linkage::Internal => 3,
        };
        if rank(self) >= rank(other) { self } else { other }
    }

    /// The linkage of a name that has an entity of this linkage among its template arguments.
    fn as_value(self) -> Linkage {
        if self == Linkage::Internal { Linkage::NeedsModuleId } else { self }
    }
}

/// True when every parameter has a default argument.
fn takes_nothing(ty: &TypeExpr) -> bool {
    let TypeExpr::Function(function) = ty else { return false };
    let is_void = |ty: &TypeExpr| matches!(ty, TypeExpr::Builtin(asunder_mangle::model::Builtin::Void));
    match function.params.as_slice() {
        [only] if is_void(&only.ty) => true,
        params => params.iter().all(|param| param.has_default),
    }
}

/// `auto` in a variable's declared type; `decltype(auto)` does not count.
fn is_auto(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Auto => true,
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner) => is_auto(inner),
        TypeExpr::Function(function) => is_auto(&function.result),
        _ => false,
    }
}

fn contains_placeholder(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Auto | TypeExpr::DecltypeAuto => true,
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::MemberPointer(_, inner)
        | TypeExpr::Expansion(inner)
        | TypeExpr::Array(_, inner) => contains_placeholder(inner),
        TypeExpr::Function(function) => {
            contains_placeholder(&function.result)
                || function.params.iter().any(|param| contains_placeholder(&param.ty))
        }
        _ => false,
    }
}

/// False when the first tokens of an item show that it has no eligible definition: the headers of
/// the toolkit are full of such items and need no tree.
fn may_define(text: &str, dialect: Dialect) -> bool {
    use SyntaxKind::*;
    let mut depth = 0u32;
    let mut is_extern = false;
    let mut is_constexpr = false;
    let mut initialized = false;
    let mut bodies = 0u32;
    let mut class_key = false;
    let mut previous = EOF;
    let mut before_previous = EOF;
    for token in Lexer::new(text, dialect).filter(|token| !token.kind.is_trivia()) {
        match token.kind {
            L_PAREN | L_BRACK | L_BRACE => {
                bodies += u32::from(token.kind == L_BRACE && depth == 0);
                depth += 1;
            }
            R_PAREN | R_BRACK | R_BRACE => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            STATIC_KW | INLINE_KW | CONSTEVAL_KW | TYPEDEF_KW | USING_KW | TEMPLATE_KW | FRIEND_KW
            | STATIC_ASSERT_KW | C_STATIC_ASSERT_KW | NAMESPACE_KW => {
                return false;
            }
            EXTERN_KW => is_extern = true,
            CONSTEXPR_KW => is_constexpr = true,
            EQ => initialized = true,
            CLASS_KW | STRUCT_KW | UNION_KW | ENUM_KW => class_key = true,
            _ => {}
        }
        before_previous = previous;
        previous = token.kind;
    }
    // `extern T f(int);`, `constexpr int f() { … }`, `struct S { … };`
    let declares_extern = is_extern && !initialized && bodies == 0;
    let class_alone = class_key && bodies == 1 && before_previous == R_BRACE && previous == SEMICOLON;
    let constexpr_function = is_constexpr && bodies > 0 && previous == R_BRACE;
    !declares_extern && !constexpr_function && (initialized || !class_alone)
}
