//! Mistakes in declarations outside functions: names of types that nothing declares, names declared twice, members
//! that a class does not have, bases, bounds of arrays, variables that need an initializer.
//!
//! Only the declarations of one item are looked at, against all that stands before them.

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::queries::item_positions;
use asunder_decls::written::{
    BodyKind, ClassDecl, Decl, DeclKind, DeclName, Init, LocalId, ParamExpr, Path, SegmentName, TypeExpr,
};
use asunder_hir::body::Owner;
use asunder_syntax::{SyntaxKind, TextSize};
use asunder_types::{Bound, Class, Kind, Symbol, Value};
use rustc_hash::FxHashSet;

use crate::block_externs::Agreement;
use crate::finding::{Argument, Found, Mistake, Place};
use crate::lookup::{Lookup, Prefix, Sought, Want};
use crate::special::Special;
use crate::spelled::Spelled;
use crate::view::{Sema, Site};

/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "type qualifiers are meaningless in this declaration".
pub(crate) const MEANINGLESS_QUALIFIERS: u16 = 21;
/// "… has no …".
const NO_MEMBER: u16 = 135;
/// "… has no …", of bases.
const NO_MEMBER_CLASS: u16 = 1018;
/// "declaration is incompatible with …".
const INCOMPATIBLE: u16 = 147;
/// "declaration is incompatible with previous …".
const INCOMPATIBLE_PREVIOUS: u16 = 159;
/// "a nonstatic data member may not be defined outside its class".
const FIELD_OUTSIDE: u16 = 246;
/// "reference … requires an initializer".
const REFERENCE: u16 = 252;
/// "const … requires an initializer".
const CONSTANT: u16 = 257;
/// "declaring a reference with "mutable" is nonstandard".
const MUTABLE_REFERENCE: u16 = 1572;
/// ""decltype(auto)" must be a placeholder for the complete type of the variable …".
const DECLTYPE_AUTO_PART: u16 = 2541;
/// "decltype(auto) cannot have added type qualifiers".
const QUALIFIED_DECLTYPE_AUTO: u16 = 2643;
/// "name must be a namespace name".
const NO_NAMESPACE: u16 = 725;
/// "a union is not allowed to have a base class".
const UNION_WITH_BASE: u16 = 241;
/// "duplicate base class name".
const BASE_TWICE: u16 = 263;
/// "a class cannot not derive from a union".
const UNION_AS_BASE: u16 = 3377;
/// "not a class or struct name".
const NO_CLASS: u16 = 262;
/// "defining an implicitly declared member function is not allowed".
const IMPLICIT: u16 = 333;
/// "member … may not be redeclared outside its class".
const REDECLARED_OUTSIDE: u16 = 392;
/// "no instance of … matches the specified type".
const NO_OVERLOAD: u16 = 493;
/// "cannot deduce "auto" type (initializer required)".
const NO_INITIALIZER: u16 = 1593;
/// "cannot deduce "decltype(auto)" (initializer required)".
const NOTHING_DEDUCED: u16 = 2543;

mod clashes;
mod class_specializations;
pub(crate) mod constants;
mod defaulted;
mod enumerations;
mod flexible;
mod forms;
mod friends;
mod functions;
mod instantiated_names;
mod main_function;
mod operators;
mod outside_templates;
pub(crate) mod overriding;
pub(crate) mod redeclared;
mod redefined;
mod special_members;
mod specializations;
mod static_members;
mod template_qualifiers;
mod templates;
pub(crate) mod type_names;
mod unions;
mod unknown_scopes;
mod unknown_templates;
mod using;

/// The mistakes in the declarations of an item, bodies apart.
pub(crate) fn declared_mistakes(sema: &Sema<'_>, item: u32) -> Vec<Found> {
    let item_text = sema.names().item_text(item);
    let positions = item_positions(sema.db, item_text);
    let locals = &asunder_hir::source_map(sema.db, item_text).locals;
    let text = item_text.text(sema.db);
    let mut checker = Checker {
        sema,
        item,
        text,
        mentions_nonnull: text.contains("nonnull"),
        names: &positions.names,
        locals,
        found: Vec::new(),
        implied: Default::default(),
        unknown_places: Default::default(),
    };
    let decls = sema.names().decls(item);
    for (local, decl) in decls.iter() {
        let at = DeclRef { item, local };
        if checker.unknown_scope(at, decl) {
            continue;
        }
        checker.main(at, decl);
        let has_wrong_qualifier = checker.template_qualifier(at, decl);
        checker.bit_field(at, decl);
        checker.forms(at, decl);
        checker.unknown_templates(at, decl);
        if Checker::is_operator(decl) && !decl.explicit_instantiation {
            checker.operator(at, decl);
        }
        if decl.specifiers.is_friend && !checker.is_in_template(local, decl) {
            checker.friend(at, decl);
        }
        if !checker.instantiated_names(at, decl) {
            checker.specialization(at, decl);
            checker.specialized_member(at, decl);
        }
        checker.specialized_class_or_variable(at, decl);
        checker.partial_specialization(at, decl);
        checker.specialized_again(at, decl);
        checker.namespace_clash(at, decl);
        if matches!(&decl.kind, DeclKind::Class(class) if class.is_definition) {
            checker.member_clashes(at);
        }
        if decl.specifiers.is_friend || decl.explicit_instantiation {
            continue;
        }
        if checker.is_in_template(local, decl) {
            checker.template_parameters(at, decl);
            checker.gap_in_template(at, decl);
            checker.specializes_nothing(at, decl);
            checker.types_in_template(at, decl);
            if !has_wrong_qualifier {
                checker.template_member_outside(at, decl);
            }
            let is_own = decl.parent.is_none_or(|parent| {
                !checker.is_in_template(parent, sema.decl(DeclRef { item, local: parent }))
            });
            if is_own
                && matches!(decl.kind, DeclKind::Class(_) | DeclKind::Function { .. } | DeclKind::Typedef(_))
            {
                checker.redeclared(at, decl);
            }
            continue;
        }
        checker.declaration(at, decl);
        checker.defined_again(at, decl);
    }
    checker.unions();
    checker.friends();
    for (decl, number) in sema.bodies(item).locals.iter().zip(asunder_hir::body::FIRST_LOCAL..) {
        let at = DeclRef { item, local: LocalId(number) };
        checker.bit_field(at, decl);
        checker.forms(at, decl);
        checker.block_extern(at, decl);
        if let (DeclKind::Class(class), false) = (&decl.kind, checker.is_in_open_template(at)) {
            checker.class(at, class);
            if class.is_definition {
                checker.member_clashes(at);
            }
        }
    }
    checker.found
}

struct Checker<'a, 'db> {
    sema: &'a Sema<'db>,
    item: u32,
    text: &'a str,
    /// The text has the attribute `nonnull`, perhaps.
    mentions_nonnull: bool,
    /// The names of the declarations in the text.
    names: &'a [asunder_syntax::TextRange],
    /// Those of the declarations of its blocks.
    locals: &'a [asunder_syntax::TextRange],
    found: Vec<Found>,
    /// The declaration that was looked at last, and what `auto` stands for in it.
    implied: (TextSize, Option<asunder_types::Ty<'db>>),
    /// Where names of templates stand that are none: several declarators share them.
    unknown_places: FxHashSet<TextSize>,
}

impl<'a, 'db> Checker<'a, 'db> {
    fn is_in_template(&self, local: LocalId, decl: &Decl) -> bool {
        let mut at = Some((local, decl));
        while let Some((_, decl)) = at {
            if !decl.templates.is_empty() {
                return true;
            }
            at = decl
                .parent
                .map(|parent| (parent, self.sema.decl(DeclRef { item: self.item, local: parent })));
        }
        false
    }

    fn met(&mut self, mistake: Mistake, offset: TextSize) {
        self.found.push(Found::at(mistake, offset));
    }

    fn name_of(&self, decl: DeclRef) -> Option<asunder_syntax::TextRange> {
        let range = match decl.local.0.checked_sub(asunder_hir::body::FIRST_LOCAL) {
            Some(local) => self.locals.get(local as usize),
            None => self.names.get(decl.local.index()),
        };
        range.copied().filter(|range| !range.is_empty())
    }

    /// Whether a declaration of a block stands in a template.
    fn is_in_open_template(&self, decl: DeclRef) -> bool {
        let mut at = Some(decl.local);
        while let Some(local) = at {
            let decl = self.sema.decl(decl.sibling(local));
            if !decl.templates.is_empty() {
                return true;
            }
            at = decl.parent;
        }
        self.sema.has_open_template(self.sema.env_of(decl))
    }

    /// The scopes around a declaration, with the parameters of its own template.
    fn site(&self, decl: DeclRef) -> Site<'a, 'db> {
        let env = self.sema.env_of(decl);
        let has_params =
            self.sema.decl(decl).templates.last().is_some_and(|header| !header.params.is_empty());
        let env = match has_params {
            true => self.sema.template_env(Symbol { decl, env }, None),
            false => env,
        };
        Site::new(env, Point::before(decl))
    }

    fn declaration(&mut self, at: DeclRef, decl: &'db Decl) {
        match &decl.kind {
            DeclKind::UsingDirective(path) | DeclKind::NamespaceAlias(path) => {
                return self.directive(at, path);
            }
            DeclKind::UsingDeclaration(path) => return self.using_declaration(at, decl, path),
            DeclKind::UsingEnum(path) => return self.using_enum(at, path),
            _ => {}
        }
        let Some(name) = self.name_of(at) else { return };
        // A qualifier stands in front of the name.
        let start = match decl.qualifier {
            Some(_) => self.start_of_qualified(at).unwrap_or(name.start()),
            None => name.start(),
        };
        match &decl.kind {
            DeclKind::Variable { ty, init } => {
                self.type_name(at, ty, start);
                self.access(at, decl, ty, name.start());
                self.placeholder(at, ty, name.start());
                self.placeholder_part(at, decl, ty, name.start());
                self.redeclared(at, decl);
                self.member_outside(at, decl);
                self.union_member(at, decl);
                self.literal_variable(at, decl, ty, init);
                self.static_initializer(at, decl, ty, init);
                if !self.elements(at, ty, name.start())
                    && !self.void_reference(at, ty, name.start())
                    && !self.incomplete(at, decl, init)
                    && !self.abstract_object(at, decl, ty, name.start())
                {
                    let known = self.found.len();
                    self.uninitialized(at, decl, ty, init);
                    // One that is constant has been said to lack one.
                    if self.found.len() == known {
                        self.object(at, decl, init);
                    }
                }
            }
            DeclKind::Function { ty: ty @ TypeExpr::Function(function), .. } => {
                self.type_name(at, &function.result, start);
                self.elements(at, ty, name.start());
                self.void_reference(at, &function.result, name.start());
                self.access(at, decl, &function.result, name.start());
                self.parameters(at, function, name.end());
                self.constant_function(at, decl);
                self.redeclared(at, decl);
                self.member_outside(at, decl);
                self.default_arguments(at, decl, function);
                self.exceptions(at, decl);
                self.constness(at, decl);
                if !self.changed_linkage(at, decl) {
                    self.overloaded_in_c(at, decl);
                }
            }
            DeclKind::FunctionOrVariable { function: TypeExpr::Function(function), .. } => {
                self.type_name(at, &function.result, start);
                // `T v(v);` is initialized with itself.
                let is_own = |param: &ParamExpr| match &param.ty {
                    TypeExpr::Name(path, _) => path.as_ident() == decl.name.ident(),
                    _ => false,
                };
                if !function.params.iter().any(is_own) {
                    self.parameters(at, function, name.end());
                }
            }
            DeclKind::Typedef(ty) => {
                self.type_name(at, ty, name.start());
                self.access(at, decl, ty, name.start());
                self.elements(at, ty, name.start());
                self.void_reference(at, ty, name.start());
                self.redeclared(at, decl);
            }
            DeclKind::Class(class) => {
                if class.is_definition {
                    self.bases(at, class, name.end());
                }
                self.tag_outside(at, decl);
                if class.is_union && class.is_definition {
                    self.initialized_members(at);
                }
                if class.is_definition {
                    self.flexible_members(at, class.is_union);
                }
                self.redeclared(at, decl);
                self.class(at, class);
            }
            DeclKind::Enumerator { value, .. } => {
                self.redeclared(at, decl);
                if value.is_none() {
                    self.next_enumerator(at, name.start());
                }
            }
            DeclKind::Enum(written) => {
                self.tag_outside(at, decl);
                if !self.enumeration(at, decl, written) {
                    self.redeclared(at, decl);
                }
            }
            _ => {}
        }
    }

    /// What `auto` stands for in a declarator, beside others of the same declaration.
    fn placeholder(&mut self, at: DeclRef, ty: &TypeExpr, name: TextSize) {
        if !ty.has_placeholder() {
            return;
        }
        let Some(declaration) = self.node_of(at).and_then(|node| forms::declaration_around(&node)) else {
            return;
        };
        let start = declaration.text_range().start();
        if self.implied.0 != start {
            self.implied = (start, None);
        }
        let deduced = self.sema.variable_type(Symbol { decl: at, env: self.sema.env_of(at) });
        if let Some(mistake) = self.sema.implied_otherwise(ty, deduced, &mut self.implied.1) {
            self.met(mistake, name);
        }
    }

    /// `decltype(auto)` in a part of a type, or with qualifiers ([dcl.spec.auto.general]/4); a mutable reference.
    fn placeholder_part(&mut self, at: DeclRef, decl: &Decl, ty: &TypeExpr, name: TextSize) {
        let number = match ty {
            TypeExpr::Pointer(inner) | TypeExpr::LvalueRef(inner) | TypeExpr::RvalueRef(inner)
                if **inner == TypeExpr::DecltypeAuto =>
            {
                DECLTYPE_AUTO_PART
            }
            TypeExpr::Qualified(_, inner) if **inner == TypeExpr::DecltypeAuto => QUALIFIED_DECLTYPE_AUTO,
            TypeExpr::LvalueRef(_) | TypeExpr::RvalueRef(_) if decl.specifiers.is_mutable => {
                let start = self.node_of(at).and_then(|node| forms::start_of_declaration(&node));
                return self.met(Mistake::new(MUTABLE_REFERENCE, Vec::new()), start.unwrap_or(name));
            }
            _ => return,
        };
        if let Some(offset) = last_word(&self.text[..usize::from(name)], "decltype") {
            self.met(Mistake::new(number, Vec::new()), TextSize::new(offset as u32));
        }
    }

    /// `using namespace N;` or `namespace M = N;` where no namespace has that name.
    fn directive(&mut self, at: DeclRef, path: &Path) {
        if path.segments.len() > 1 || path.global {
            return self.qualified_directive(at, path);
        }
        let Some(name) = path.as_ident().filter(|name| name.is_ascii()) else { return };
        // `std` is there without being declared.
        let is_namespace = !self.sema.names().namespaces().called(name).is_empty();
        if &**name == "std" || is_namespace || self.sema.namespace_of_path(path, self.site(at)).is_some() {
            return;
        }
        let behind =
            self.name_of(at).filter(|_| matches!(self.sema.decl(at).kind, DeclKind::NamespaceAlias(_)));
        let from = behind.map_or(0, |alias| usize::from(alias.end()));
        if let Some(offset) = first_word(&self.text[from..], name).map(|at| from + at) {
            self.met(Mistake::new(NO_NAMESPACE, Vec::new()), TextSize::new(offset as u32));
        }
    }

    /// The same with a qualified name.
    fn qualified_directive(&mut self, at: DeclRef, path: &Path) {
        let Some(SegmentName::Ident(name)) = path.segments.last().map(|last| &last.name) else { return };
        let site = self.site(at);
        if !name.is_ascii() || self.sema.namespace_of_path(path, site).is_some() {
            return;
        }
        let behind =
            self.name_of(at).filter(|_| matches!(self.sema.decl(at).kind, DeclKind::NamespaceAlias(_)));
        let from = behind.map_or(0, |alias| usize::from(alias.end()));
        let text = &self.text[from..];
        let named = self.sema.lookup_path(path, site, Want::Any);
        let found = match (named.found, named.prefix) {
            (Lookup::None, Prefix::Namespace(id)) if id.0 != 0 => {
                let Some(scope) = self.sema.names.namespaces().qualifier(id) else { return };
                let scope = Argument::entity("namespace", scope.trim_matches(':'));
                let mistake = Mistake::new(NO_MEMBER, vec![scope, Argument::entity("member", &**name)]);
                last_word(text, name).map(|offset| (mistake, offset))
            }
            // It stands at the whole name.
            (Lookup::Found(_), Prefix::Namespace(_) | Prefix::Type(_)) if !path.global => {
                let Some(SegmentName::Ident(first)) = path.segments.first().map(|first| &first.name) else {
                    return;
                };
                first_word(text, first).map(|offset| (Mistake::new(NO_NAMESPACE, Vec::new()), offset))
            }
            _ => return,
        };
        if let Some((mistake, offset)) = found {
            self.met(mistake, TextSize::new((from + offset) as u32));
        }
    }

    // ---- names of types

    /// The bases of a class.
    fn bases(&mut self, at: DeclRef, class: &'db ClassDecl, from: TextSize) {
        let mut from = from;
        let mut known = FxHashSet::default();
        if class.is_union && !class.bases.is_empty() {
            let colon = self.text[usize::from(from)..].find(':').unwrap_or_default() as u32;
            self.met(Mistake::new(UNION_WITH_BASE, Vec::new()), from + TextSize::new(colon));
            return;
        }
        for base in &class.bases {
            let TypeExpr::Name(path, false) = base else { return };
            let Some(SegmentName::Ident(name)) = path.segments.last().map(|last| &last.name) else { return };
            let Some(found) = first_word(&self.text[usize::from(from)..], name) else { return };
            let offset = from + TextSize::new(found as u32);
            from = offset + TextSize::of(&**name);
            if let Some(mistake) = self.base(at, base, path, &mut known) {
                self.met(mistake, offset);
            }
        }
    }

    /// What is wrong with a base; `known` are those before it.
    fn base(
        &self,
        at: DeclRef,
        base: &TypeExpr,
        path: &Path,
        known: &mut FxHashSet<Class<'db>>,
    ) -> Option<Mistake> {
        let plain = |number| Some(Mistake::new(number, Vec::new()));
        let db = self.sema.db;
        let is_itself = self.sema.decl(at).name.ident() == path.as_ident();
        if is_itself && self.sema.decl(at).templates.is_empty() {
            let name = self.sema.qualified_name(Symbol { decl: at, env: self.sema.env_of(at) })?;
            return Some(Mistake::new(INCOMPLETE, vec![Argument::ty(name)]));
        }
        if !is_itself && path.as_ident().is_some() && self.undeclared(path, self.site(at)).is_some() {
            return plain(NO_CLASS);
        }
        if let Some((mut mistake, _)) = self.undeclared(path, self.site(at)).filter(|_| !is_itself) {
            mistake.number = NO_MEMBER_CLASS;
            if let Some(Argument::Entity { kind, .. }) = mistake.arguments.last_mut() {
                *kind = Some("member class");
            }
            return Some(mistake);
        }
        if let Some((mistake, _)) = self.sema.lacks_arguments(path, self.site(at)) {
            return Some(mistake);
        }
        let ty = self.sema.resolve(base, self.site(at));
        match ty.unqualified(db).kind(db) {
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) => plain(NO_CLASS),
            Kind::Class(class) if class.args(db).is_none() => {
                if !known.insert(*class) {
                    return plain(BASE_TWICE);
                }
                let is_defined = self.sema.defined(*class).ok()?.is_some();
                if !is_defined && path.as_ident().is_some() {
                    let ty = self.sema.type_argument(&Spelled::Plain(ty.unqualified(db)))?;
                    return Some(Mistake::new(INCOMPLETE, vec![ty]));
                }
                if self.sema.is_union(ty) { plain(UNION_AS_BASE) } else { None }
            }
            _ => None,
        }
    }

    /// An enumerator whose value is that of the one before it, plus one.
    fn next_enumerator(&mut self, at: DeclRef, place: TextSize) {
        let env = self.sema.env_of(at);
        let Some(underlying) = self.sema.fixed_underlying(Symbol { decl: at, env }) else { return };
        let Some(before) = at.local.0.checked_sub(1).map(|local| at.sibling(LocalId(local))) else { return };
        let is_before = self.sema.decl(before).parent == self.sema.decl(at).parent
            && matches!(self.sema.decl(before).kind, DeclKind::Enumerator { .. });
        if is_before
            && let Some(Value::Integer(value, _)) = self.sema.enumerator_value(Symbol { decl: before, env })
            && asunder_types::holds(underlying, value)
            && !asunder_types::holds(underlying, value + 1)
        {
            let ty = Argument::ty(self.sema.display(self.sema.builtin(underlying)));
            self.met(Mistake::new(crate::infer::OUT_OF_RANGE, vec![ty]), place);
        }
    }

    // ---- variables of incomplete types

    /// The definition of a variable whose type is incomplete.
    fn incomplete(&mut self, at: DeclRef, decl: &Decl, init: &Init) -> bool {
        if self.void_object(at, decl) {
            return true;
        }
        if decl.parent.is_some() {
            return !decl.specifiers.is_static && self.open_field(at);
        }
        let has_initializer =
            !matches!(init, Init::None) || self.sema.body(self.item, Owner::Initializer(at.local)).is_some();
        let is_definition = decl.qualifier.is_none()
            && (has_initializer || !decl.specifiers.is_extern && !decl.specifiers.c_linkage);
        let Some(name) = self.name_of(at).filter(|_| is_definition) else { return false };
        let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
        let ty = self.sema.variable_type(symbol);
        let is_array = matches!(ty.kind(self.sema.db), Kind::Array(_, Bound::Unknown));
        let has_no_bound = matches!(&decl.kind, DeclKind::Variable { ty: TypeExpr::Array(None, _), .. });
        let is_bounded_later = is_array && (has_initializer || !has_no_bound);
        if is_bounded_later || ty.absorbs(self.sema.db) || !self.sema.is_incomplete(ty, self.item) {
            return false;
        }
        let argument = self.sema.spelled_variable(symbol).and_then(|it| self.sema.type_argument(&it));
        let Some(argument) = argument else { return false };
        self.met(Mistake::new(INCOMPLETE, vec![argument]), name.start());
        true
    }

    /// A variable or member of type `void`, which nothing completes ([basic.types.general]/5). True if it is reported.
    fn void_object(&mut self, at: DeclRef, decl: &Decl) -> bool {
        let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
        let Some(name) = self.name_of(at).filter(|_| decl.qualifier.is_none()) else { return false };
        let ty = self.sema.written_variable_type(symbol);
        if !ty.unqualified(self.sema.db).is_void(self.sema.db) {
            return false;
        }
        let argument = self.sema.spelled_variable(symbol).and_then(|it| self.sema.type_argument(&it));
        if let Some(argument) = argument {
            let is_written = decl.parent.is_none() && !decl.specifiers.is_constexpr;
            if is_written && ty != ty.unqualified(self.sema.db) {
                self.met(Mistake::warning(MEANINGLESS_QUALIFIERS, Vec::new()), name.start());
            }
            self.met(Mistake::new(INCOMPLETE, vec![argument]), name.start());
        }
        true
    }

    /// A variable or member whose class is abstract ([class.abstract]/3). True if it is reported.
    fn abstract_object(&mut self, at: DeclRef, decl: &Decl, ty: &TypeExpr, name: TextSize) -> bool {
        if decl.qualifier.is_some() || ty.has_placeholder() {
            return false;
        }
        let env = self.sema.env_of(at);
        let class = self.sema.variable_type(Symbol { decl: at, env }).as_class(self.sema.db);
        let mistake = class.and_then(|class| {
            crate::infer::abstract_object(self.sema, class, crate::infer::Abstract::Object)
        });
        let is_abstract = mistake.is_some();
        if let Some(mistake) = mistake {
            self.met(mistake, name);
        }
        is_abstract
    }

    /// A data member of a class that is defined behind it, or nowhere. True if it is reported.
    fn open_field(&mut self, at: DeclRef) -> bool {
        let Some(name) = self.name_of(at) else { return false };
        let ty = self.sema.written_variable_type(Symbol { decl: at, env: self.sema.env_of(at) });
        let Some((class, _)) = self.sema.class_of_elements(ty) else { return false };
        let is_defined = || self.sema.definition(class).is_some();
        if class.args(self.sema.db).is_some() || !self.sema.is_open_in(class, at) && is_defined() {
            return false;
        }
        let Some(argument) = self.sema.type_argument(&Spelled::Plain(ty)) else { return false };
        self.met(Mistake::new(INCOMPLETE, vec![argument]), name.start());
        true
    }

    // ---- variables without an initializer

    fn uninitialized(&mut self, at: DeclRef, decl: &Decl, ty: &TypeExpr, init: &Init) {
        let Some(name) = self.name_of(at) else { return };
        let specifiers = decl.specifiers;
        let is_deduced = deduced_part(ty).is_some();
        let is_variable =
            decl.parent.is_none() && decl.qualifier.is_none() && (!specifiers.is_extern || is_deduced);
        let is_constexpr = specifiers.is_constexpr;
        if decl.parent.is_some()
            && specifiers.is_static
            && *ty == TypeExpr::Auto
            && *init == Init::None
            && self.sema.body(self.item, Owner::Initializer(at.local)).is_none()
        {
            self.met(Mistake::new(NO_INITIALIZER, Vec::new()), name.start());
            return;
        }
        if !is_variable
            || specifiers.c_linkage
            || !matches!(init, Init::None)
            || self.sema.body(self.item, Owner::Initializer(at.local)).is_some()
        {
            return;
        }
        // An earlier declaration may have said more.
        let Some(ident) = decl.name.ident() else { return };
        let namespace = self.sema.names.item(self.item).namespace;
        if self.sema.names.declared_in(ident, namespace).iter().any(|other| *other < at) {
            return;
        }
        let text = self.sema.qualified_name(Symbol { decl: at, env: self.sema.env_of(at) });
        let Some(entity) = text.map(|text| Argument::entity("variable", text)) else { return };
        if let Some(deduced) = deduced_part(ty) {
            // What is missing of a reference stands behind the declarator, and is said first.
            let mut known_at = None;
            if matches!(ty, TypeExpr::LvalueRef(_) | TypeExpr::RvalueRef(_)) {
                let behind = self.behind_declarator(name.end());
                self.met(Mistake::new(REFERENCE, vec![entity]), behind);
                known_at = Some(behind);
            }
            let number = if *deduced == TypeExpr::Auto { NO_INITIALIZER } else { NOTHING_DEDUCED };
            let found = Found::at(Mistake::new(number, Vec::new()), name.start());
            self.found.push(Found { known_at, ..found });
            return;
        }
        let resolved = self.sema.resolve(ty, self.site(at));
        if crate::infer::lacks_arguments(self.sema, resolved) {
            let template = self.sema.placeholder_template(ty, self.site(at));
            if let Some(Ok(template)) = template
                && let Some(mistake) = self.sema.undeduced_default(template, Point::before(at))
            {
                self.met(mistake, name.start());
            }
            return;
        }
        let mut element = resolved;
        while let Kind::Array(inner, _) = element.kind(self.sema.db) {
            element = *inner;
        }
        if element.absorbs(self.sema.db) || self.sema.is_dependent(element) {
            let is_const = matches!(ty, TypeExpr::Qualified(qualifiers, _) if qualifiers.is_const);
            let is_unknown = || named_type(ty).is_some_and(|path| self.is_unknown_type(at, path));
            if is_const && !is_constexpr && matches!(element.kind(self.sema.db), Kind::Error) && is_unknown()
            {
                self.met(Mistake::new(CONSTANT, vec![entity]), self.behind_declarator(name.end()));
            }
            return;
        }
        let behind = self.behind_declarator(name.end());
        if is_constexpr && !matches!(resolved.kind(self.sema.db), Kind::Reference(..)) {
            self.constant_variable(at, element, name.start(), behind);
        } else if matches!(resolved.kind(self.sema.db), Kind::Reference(..)) {
            self.met(Mistake::new(REFERENCE, vec![entity]), behind);
        } else if element.qualifiers(self.sema.db).is_const {
            let Some(class) = element.as_class(self.sema.db) else {
                return self.met(Mistake::new(CONSTANT, vec![entity]), behind);
            };
            if let Some(mistake) = self.sema.const_object(class, entity) {
                let is_trivial = self.sema.is_trivial(class, Special::Default) == Some(true);
                self.met(mistake, if is_trivial { behind } else { name.start() });
            }
        }
    }

    /// What follows a declarator whose name ends at `name`.
    fn behind_declarator(&self, name: TextSize) -> TextSize {
        let behind = self.text[usize::from(name)..].find([';', ',', '=']).unwrap_or_default();
        name + TextSize::new(behind as u32)
    }

    /// Where the expression behind `=` starts that initializes a variable.
    fn copied_from(&self, at: DeclRef) -> Option<TextSize> {
        let bodies = self.sema.bodies(self.item);
        let number = bodies.number_of(Owner::Initializer(at.local))?;
        let (_, body) = bodies.bodies.get(number as usize)?;
        let asunder_hir::body::Root::Init(asunder_hir::body::Init::Copy(expr)) = &body.root else {
            return None;
        };
        let map = asunder_hir::source_map(self.sema.db, self.sema.names().item_text(self.item));
        Some(map.bodies.get(number as usize)?.range(*expr).start())
    }

    /// A variable of a namespace or a static member whose class has no constructor for it, or no destructor.
    fn object(&mut self, at: DeclRef, decl: &Decl, init: &Init) {
        let is_definition = (decl.parent.is_none() || decl.specifiers.is_inline)
            && !decl.specifiers.is_extern
            && !decl.specifiers.c_linkage;
        let (Some(name), true) = (self.name_of(at), is_definition) else { return };
        let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
        // One that its class initializes.
        if decl.qualifier.is_some() && decl.specifiers.is_constexpr {
            return;
        }
        let ty = self.sema.variable_type(symbol);
        let has_initializer =
            !matches!(init, Init::None) || self.sema.body(self.item, Owner::Initializer(at.local)).is_some();
        let ident = decl.name.ident().map(|ident| &**ident).unwrap_or_default();
        let place = self.copied_from(at).unwrap_or(name.start());
        for mistake in self.sema.object_mistakes(ty, ident, has_initializer, symbol) {
            self.met(mistake, place);
        }
    }

    /// An `extern` variable of a block whose type is not that of an earlier declaration.
    fn block_extern(&mut self, at: DeclRef, decl: &Decl) {
        if !decl.specifiers.is_extern
            || !matches!(decl.kind, DeclKind::Variable { .. })
            || self.is_in_open_template(at)
        {
            return;
        }
        let Agreement::Conflicts(known) = self.sema.agreement(at) else { return };
        let Some(name) = self.name_of(at) else { return };
        let namespace = self.sema.names.namespaces().qualifier(self.sema.names.item(at.item).namespace);
        let (Some(qualifier), Some(ident)) = (namespace, decl.name.ident()) else { return };
        let text = format!("{}{ident}", qualifier.trim_start_matches("::"));
        let entity = Argument::Entity { kind: None, name: text, declared: Some(Place::Decl(known)) };
        self.met(Mistake::new(INCOMPATIBLE_PREVIOUS, vec![entity]), name.start());
    }

    /// "declaration is incompatible with …".
    fn incompatible(&self, known: Symbol<'db>) -> Option<Mistake> {
        let name = self.declaration_text(known)?;
        let entity = Argument::Entity { kind: None, name, declared: Some(Place::Decl(known.decl)) };
        Some(Mistake::new(INCOMPATIBLE, vec![entity]))
    }

    /// A declaration as messages show it: `int Shape::area() const`.
    fn declaration_text(&self, symbol: Symbol<'db>) -> Option<String> {
        let name = self.sema.qualified_name(symbol)?;
        if self.sema.function_expr(symbol.decl).is_some() {
            let parameters = self.sema.parameters_text(symbol)?;
            let decl = self.sema.decl(symbol.decl);
            if matches!(decl.name, DeclName::Constructor | DeclName::Destructor | DeclName::Conversion(_)) {
                return Some(format!("{name}{parameters}"));
            }
            let result = self.sema.spelled_text(&self.sema.spelled_result(symbol)?)?;
            let joint = if result.ends_with(['*', '&']) { "" } else { " " };
            return Some(format!("{result}{joint}{name}{parameters}"));
        }
        let spelled = self.sema.spelled_variable(symbol)?;
        let (element, bounds) = split_array(&spelled);
        let text = self.sema.spelled_text(&element)?;
        let joint = if text.ends_with(['*', '&']) { "" } else { " " };
        Some(format!("{text}{joint}{name}{bounds}"))
    }

    // ---- members that are defined outside their class

    fn member_outside(&mut self, at: DeclRef, decl: &'db Decl) {
        let (Some(qualifier), Some(name), None) = (&decl.qualifier, self.name_of(at), decl.parent) else {
            return;
        };
        if let Some((mistake, start)) = self.member_of_incomplete(at, qualifier) {
            self.met(mistake, start);
            return;
        }
        // What has no type in front of the name is not read as a declaration.
        let start = self.node_of(at).and_then(|node| forms::start_of_declaration(&node));
        let Some(SegmentName::Ident(first)) = qualifier.segments.first().map(|it| &it.name) else { return };
        let is_untyped = |start: TextSize| self.text[usize::from(start)..].starts_with(&**first);
        if matches!(decl.name, DeclName::Ident(_)) && start.is_some_and(is_untyped) {
            return;
        }
        if let Some(mistake) = self.outside(at, decl, qualifier) {
            self.met(mistake, name.start());
        }
    }

    /// A member of a class that is not defined yet, and where its name starts.
    fn member_of_incomplete(&self, at: DeclRef, qualifier: &Path) -> Option<(Mistake, TextSize)> {
        let namespace = self.sema.namespace_env(self.sema.names.item(self.item).namespace);
        let site = Site::new(namespace, Point::before(at));
        let Prefix::Type(ty) = self.sema.prefix(&qualifier.segments, qualifier.global, site) else {
            return None;
        };
        let class = ty.as_class(self.sema.db).filter(|class| class.args(self.sema.db).is_none())?;
        let is_open = self.sema.is_dependent_class(class) || self.sema.defined(class).is_err();
        if is_open || !self.sema.is_incomplete(ty, self.item) {
            return None;
        }
        let ty = self.sema.type_argument(&Spelled::Plain(ty.unqualified(self.sema.db)))?;
        let names = self.node_of(at)?.ancestors().take_while(|it| it.kind() != SyntaxKind::DECLARATOR);
        let name = names.filter(|it| it.kind() == SyntaxKind::NAME).last()?;
        Some((Mistake::new(INCOMPLETE, vec![ty]), name.text_range().start()))
    }

    /// Whether a class of a namespace has another definition.
    fn is_defined_twice(&self, class: DeclRef) -> bool {
        let names = &self.sema.names;
        let written = self.sema.decl(class);
        let Some(ident) = written.name.ident().filter(|_| written.parent.is_none()) else { return false };
        let declared = names.declared_in(ident, names.item(class.item).namespace);
        let is_other = |other: &DeclRef| {
            *other != class && matches!(&self.sema.decl(*other).kind, DeclKind::Class(it) if it.is_definition)
        };
        declared.iter().any(is_other)
    }

    /// The members of a class with this name, friends aside.
    fn members_named(&self, class: DeclRef, name: &DeclName) -> Vec<DeclRef> {
        // A class may have any number of members, and each may be defined outside it.
        let candidates: Vec<DeclRef> = match name.ident() {
            Some(ident) => self.sema.named(class, ident),
            None => self.sema.members(class).into_iter().map(|(local, _)| class.sibling(local)).collect(),
        };
        let is_member = |at: &DeclRef| {
            let member = self.sema.decl(*at);
            member.parent == Some(class.local) && member.name == *name && !member.specifiers.is_friend
        };
        candidates.into_iter().filter(is_member).collect()
    }

    /// A member of a namespace that it does not declare.
    fn outside_namespace(
        &self,
        id: asunder_decls::layout::NamespaceId,
        decl: &Decl,
        qualifier: &Path,
        site: Site<'_, 'db>,
    ) -> Option<Mistake> {
        let is_inside = self.sema.names.item(self.item).namespace == id;
        let name = decl.name.ident().filter(|_| id.0 != 0 && !is_inside)?;
        // Friends, members of inline namespaces and others are members that lookup does not find.
        if self.sema.names.items_declaring(name).len() > 1 {
            return None;
        }
        let mut path = qualifier.clone();
        path.segments.extend(Path::ident(name).segments);
        if self.sema.lookup_path(&path, site, Want::Any).found != Lookup::None {
            return None;
        }
        let scope = self.sema.names.namespaces().qualifier(id)?;
        let scope = Argument::entity("namespace", scope.trim_matches(':'));
        Some(match decl.kind {
            DeclKind::Class(_) | DeclKind::Enum(_) => {
                Mistake::new(friends::NO_TAG_MEMBER, vec![scope, Argument::Name(name.to_string())])
            }
            _ => Mistake::new(NO_MEMBER, vec![scope, Argument::entity("member", &**name)]),
        })
    }

    /// A class that is declared as a member of a class that does not have it.
    fn tag_outside(&mut self, at: DeclRef, decl: &'db Decl) {
        let (Some(qualifier), Some(name), Some(ident)) =
            (&decl.qualifier, self.name_of(at), decl.name.ident())
        else {
            return;
        };
        let namespace = self.sema.namespace_env(self.sema.names.item(self.item).namespace);
        let site = Site::new(namespace, Point::before(at));
        let mistake = match self.sema.prefix(&qualifier.segments, qualifier.global, site) {
            Prefix::Namespace(id) => self.outside_namespace(id, decl, qualifier, site),
            Prefix::Type(ty) => ty.as_class(self.sema.db).and_then(|class| {
                let definition =
                    self.sema.definition(class).filter(|_| class.args(self.sema.db).is_none())?;
                let is_known = !self.sema.named(definition.decl, ident).is_empty();
                let kind = if self.sema.is_union(ty) { "union" } else { "class" };
                let scope = Argument::entity(kind, self.sema.display(ty.unqualified(self.sema.db)));
                let arguments = vec![scope, Argument::Name(ident.to_string())];
                (!is_known).then(|| Mistake::new(friends::NO_TAG_MEMBER, arguments))
            }),
            _ => None,
        };
        if let Some(mistake) = mistake {
            self.met(mistake, name.start());
        }
    }

    fn outside(&self, at: DeclRef, decl: &'db Decl, qualifier: &Path) -> Option<Mistake> {
        let db = self.sema.db;
        let namespace = self.sema.namespace_env(self.sema.names.item(self.item).namespace);
        let site = Site::new(namespace, Point::before(at));
        let ty = match self.sema.prefix(&qualifier.segments, qualifier.global, site) {
            Prefix::Type(ty) => ty,
            Prefix::Namespace(id) => return self.outside_namespace(id, decl, qualifier, site),
            _ => return None,
        };
        let class = ty.as_class(db)?;
        if class.args(db).is_some() {
            return None;
        }
        let definition = self.sema.definition(class)?;
        let class_name = self.sema.spelled_text(&Spelled::Plain(ty.unqualified(db)))?;
        let members = self.members_named(definition.decl, &decl.name);
        let is_own =
            |param: &asunder_types::Ty<'db>| param.referred(db).unqualified(db) == ty.unqualified(db);
        // A class that is defined twice may have them in its other definition.
        let is_known = members.is_empty() && !self.is_defined_twice(definition.decl);
        if let Some(number) = match (&decl.name, is_known) {
            (DeclName::Destructor, true) => Some(IMPLICIT),
            (DeclName::Constructor, true) => {
                let own = self.sema.signature(Symbol { decl: at, env: definition.inside })?;
                let is_other = match &*own.params {
                    [] => false,
                    [only] => !only.absorbs(db) && !is_own(only),
                    _ => true,
                };
                if !is_other {
                    return None;
                }
                Some(NO_OVERLOAD)
            }
            (DeclName::Operator(spelling), true) if &**spelling == "=" => {
                let own = self.sema.signature(Symbol { decl: at, env: definition.inside })?;
                match &*own.params {
                    [only] if !only.absorbs(db) && !is_own(only) => Some(NO_OVERLOAD),
                    _ => return None,
                }
            }
            _ => None,
        } {
            let mut mistake = Mistake::new(number, Vec::new());
            if number == NO_OVERLOAD {
                let last = match decl.name {
                    DeclName::Operator(_) => "operator=",
                    _ => decl_name_of(&class_name),
                };
                let name = format!("{class_name}::{last}");
                mistake.arguments.push(Argument::entity("overloaded function", name));
            }
            return Some(mistake);
        }
        let Some(&first) = members.first() else {
            let ident = match &decl.name {
                DeclName::Ident(ident) => ident.to_string(),
                DeclName::Operator(spelling) if !spelling.starts_with(|c: char| c.is_alphabetic()) => {
                    format!("operator{spelling}")
                }
                _ => return None,
            };
            // Members of anonymous unions are members of the class, too.
            if let DeclName::Ident(ident) = &decl.name
                && self.sema.lookup_in_class(Sought::Ident(ident), class, Point::END, Want::Any)
                    != Lookup::None
            {
                return None;
            }
            let arguments = vec![Argument::entity("class", class_name), Argument::entity("member", ident)];
            return Some(Mistake::new(NO_MEMBER, arguments));
        };
        let first_symbol = Symbol { decl: first, env: definition.inside };
        let is_function = self.sema.function_expr(at).is_some();
        let before = self.sema.decl(first);
        let has_body = matches!(decl.kind, DeclKind::Function { body, .. } if body != BodyKind::None);
        if is_function && !has_body && decl.templates.is_empty() && decl.parent.is_none() {
            let name = self.sema.qualified_name(first_symbol)?;
            return Some(Mistake::new(REDECLARED_OUTSIDE, vec![Argument::entity("function", name)]));
        }
        if !before.templates.is_empty() {
            return None;
        }
        if self.sema.function_expr(first).is_none() {
            if !matches!(before.kind, DeclKind::Variable { .. }) {
                return None;
            }
            if is_function {
                // A function may be declared by a typedef.
                let known = self.sema.variable_type(first_symbol);
                let may_be = matches!(known.kind(db), Kind::Function(_)) || known.absorbs(db);
                return if may_be { None } else { self.incompatible(first_symbol) };
            }
            if !before.specifiers.is_static {
                return Some(Mistake::new(FIELD_OUTSIDE, Vec::new()));
            }
            let own = self.sema.variable_type(Symbol { decl: at, env: definition.inside });
            let known = self.sema.variable_type(first_symbol);
            let is_array = matches!(known.kind(db), Kind::Array(..));
            if own == known || own.absorbs(db) || known.absorbs(db) || is_array {
                return None;
            }
            return self.incompatible(first_symbol);
        }
        if !is_function {
            return None;
        }
        let own = self.sema.signature(Symbol { decl: at, env: definition.inside })?;
        if own.ty.absorbs(db) {
            return None;
        }
        for member in &members {
            let known = self.sema.signature(Symbol { decl: *member, env: definition.inside })?;
            if known.ty.absorbs(db) || !self.sema.decl(*member).templates.is_empty() {
                return None;
            }
            if known.params == own.params
                && known.qualifiers == own.qualifiers
                && known.ref_qualifier == own.ref_qualifier
                && known.variadic == own.variadic
            {
                return match known.result == own.result || members.len() > 1 {
                    true => None,
                    false => self.incompatible(first_symbol),
                };
            }
        }
        // A special member that nobody declares may be among them.
        let is_special = matches!(decl.name, DeclName::Constructor)
            || matches!(&decl.name, DeclName::Operator(op) if &**op == "=");
        // One that nobody declares is defined, with more to say of that.
        if is_special && own.params.len() == 1 && is_own(&own.params[0]) {
            return None;
        }
        match members.len() == 1 && !is_special {
            true => self.incompatible(first_symbol),
            false => {
                let name = self.sema.qualified_name(first_symbol)?;
                Some(Mistake::new(NO_OVERLOAD, vec![Argument::entity("overloaded function", name)]))
            }
        }
    }
}

/// The `auto` or `decltype(auto)` that a variable's type is, or refers or points to.
fn deduced_part(ty: &TypeExpr) -> Option<&TypeExpr> {
    match ty {
        TypeExpr::Auto | TypeExpr::DecltypeAuto => Some(ty),
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner) => deduced_part(inner),
        _ => None,
    }
}

/// The last part of a qualified name without template arguments.
fn decl_name_of(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// The element of an array as it is spelled, and its bounds as text.
fn split_array<'db>(spelled: &Spelled<'db>) -> (Spelled<'db>, String) {
    let mut at = spelled.clone();
    let mut bounds = String::new();
    while let Spelled::Array(element, bound) = &at {
        match bound {
            Bound::Count(count) => bounds.push_str(&format!("[{count}]")),
            _ => bounds.push_str("[]"),
        }
        at = (**element).clone();
    }
    (at, bounds)
}

/// The name that a type is built on.
pub(crate) fn named_type(ty: &TypeExpr) -> Option<&Path> {
    match ty {
        TypeExpr::Name(path, false) => Some(path),
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner) => named_type(inner),
        _ => None,
    }
}

/// Whether the type that declarators are built on is written with `const` or `volatile`.
pub(crate) fn is_qualified(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Qualified(_, inner) => matches!(**inner, TypeExpr::Name(..)) || is_qualified(inner),
        TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner) => is_qualified(inner),
        _ => false,
    }
}

fn is_word(text: &str, at: usize, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
}

/// Where a word stands first in a text.
fn first_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|at| is_word(text, *at, word))
}

/// Where a word stands last in a text.
fn last_word(text: &str, word: &str) -> Option<usize> {
    text.rmatch_indices(word).map(|(at, _)| at).find(|at| is_word(text, *at, word))
}
