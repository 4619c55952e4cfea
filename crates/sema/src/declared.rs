//! Mistakes in declarations outside functions: names of types that nothing declares, names declared twice, members
//! that a class does not have, bases, bounds of arrays, variables that need an initializer.
//!
//! Only the declarations of one item are looked at, against all that stands before them.

use asunder_decls::names::{DeclRef, Names, Point};
use asunder_decls::queries::item_positions;
use asunder_decls::written::{
    BodyKind, Decl, DeclKind, DeclName, Expr, FunctionExpr, Init, LocalId, Path, SegmentName, TypeExpr,
};
use asunder_hir::body::Owner;
use asunder_syntax::TextSize;
use asunder_types::{Bound, Builtin, Kind, Symbol, Ty};

use crate::finding::{Argument, Found, Mistake, Place, UNDECLARED};
use crate::lookup::{Lookup, Prefix, Sought, Want};
use crate::overload::Candidate;
use crate::spelled::Spelled;
use crate::view::{Sema, Site};

/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "the size of an array must be greater than zero".
const EMPTY_ARRAY: u16 = 94;
/// "duplicate parameter name".
const PARAMETER_TWICE: u16 = 100;
/// "… has already been declared in the current scope".
const DECLARED_TWICE: u16 = 101;
/// "… has no …".
const NO_MEMBER: u16 = 135;
/// "declaration is incompatible with …".
const INCOMPATIBLE: u16 = 147;
/// "a nonstatic data member may not be defined outside its class".
const FIELD_OUTSIDE: u16 = 246;
/// "reference … requires an initializer".
const REFERENCE: u16 = 252;
/// "invalid redeclaration of type name …".
const TYPE_TWICE: u16 = 256;
/// "const … requires an initializer".
const CONSTANT: u16 = 257;
/// "not a class or struct name".
const NO_CLASS: u16 = 262;
/// "cannot overload functions distinguished by return type alone".
const RETURN_TYPE_ONLY: u16 = 311;
/// "invalid redeclaration of member …".
const MEMBER_TWICE: u16 = 403;
/// "no instance of … matches the specified type".
const NO_OVERLOAD: u16 = 493;
/// "cannot deduce "auto" type (initializer required)".
const NO_INITIALIZER: u16 = 1593;
/// "this constant expression has type … instead of the required … type".
const CONSTANT_TYPE: u16 = 2373;
/// "… has already been defined".
const DEFINED_TWICE: u16 = 3369;

mod constants;

/// The mistakes in the declarations of an item, bodies apart.
pub(crate) fn declared_mistakes(sema: &Sema<'_>, item: u32) -> Vec<Found> {
    let text = sema.names().item_text(item);
    let positions = item_positions(sema.db, text);
    let mut checker =
        Checker { sema, item, text: text.text(sema.db), names: &positions.names, found: Vec::new() };
    let decls = sema.names().decls(item);
    for (local, decl) in decls.iter() {
        if checker.is_in_template(local, decl) || decl.specifiers.is_friend || decl.explicit_instantiation {
            continue;
        }
        checker.declaration(DeclRef { item, local }, decl);
    }
    checker.found
}

struct Checker<'a, 'db> {
    sema: &'a Sema<'db>,
    item: u32,
    text: &'a str,
    /// The names of the declarations in the text.
    names: &'a [asunder_syntax::TextRange],
    found: Vec<Found>,
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
        self.found.push(Found { mistake, offset, at_namespace_scope: false, in_device_code: false });
    }

    fn name_of(&self, decl: DeclRef) -> Option<asunder_syntax::TextRange> {
        self.names.get(decl.local.index()).copied().filter(|range| !range.is_empty())
    }

    fn site(&self, decl: DeclRef) -> Site<'a, 'db> {
        Site::new(self.sema.env_of(decl), Point::before(decl))
    }

    fn declaration(&mut self, at: DeclRef, decl: &'db Decl) {
        let Some(name) = self.name_of(at) else { return };
        match &decl.kind {
            DeclKind::Variable { ty, init } => {
                self.type_name(at, ty, name.start());
                self.bounds(at, ty, decl);
                self.redeclared(at, decl);
                self.member_outside(at, decl);
                if !self.incomplete(at, decl, init) {
                    self.uninitialized(at, decl, ty, init);
                }
            }
            DeclKind::Function { ty: TypeExpr::Function(function), .. } => {
                self.type_name(at, &function.result, name.start());
                self.parameters(at, function, name.end());
                self.constant_function(at, decl);
                self.redeclared(at, decl);
                self.member_outside(at, decl);
            }
            DeclKind::Typedef(ty) => {
                self.type_name(at, ty, name.start());
                self.redeclared(at, decl);
            }
            DeclKind::Class(class) => {
                let mut from = name.end();
                for base in class.bases.iter().take_while(|_| class.is_definition) {
                    from = self.base(at, base, from);
                }
                self.redeclared(at, decl);
            }
            DeclKind::Enum(_) | DeclKind::Enumerator { .. } => self.redeclared(at, decl),
            _ => {}
        }
    }

    // ---- names of types

    /// The name of a type that nothing declares, as the mistake that it is.
    fn undeclared(&self, path: &Path, site: Site<'_, 'db>) -> Option<(Mistake, String)> {
        let last = path.segments.last()?;
        let SegmentName::Ident(name) = &last.name else { return None };
        if name.starts_with("__") {
            return None;
        }
        let named = self.sema.lookup_path(path, site, Want::Any);
        if named.found != Lookup::None {
            return None;
        }
        match named.prefix {
            Prefix::Unqualified => {
                let is_known =
                    !matches!(self.sema.type_of_path(path, site, Want::Any).kind(self.sema.db), Kind::Error);
                let is_namespace = self.sema.namespace_of_path(&Path::ident(name), site).is_some();
                (!is_known && !is_namespace && last.args.is_none() && name.is_ascii()).then(|| {
                    (Mistake::new(UNDECLARED, vec![Argument::Name(name.to_string())]), name.to_string())
                })
            }
            Prefix::Namespace(id) if id.0 != 0 && last.args.is_none() => {
                let scope = self.sema.names.namespaces().qualifier(id)?;
                let arguments = vec![
                    Argument::entity("namespace", scope.trim_matches(':')),
                    Argument::entity("member", &**name),
                ];
                Some((Mistake::new(NO_MEMBER, arguments), name.to_string()))
            }
            _ => None,
        }
    }

    /// The type in front of a name.
    fn type_name(&mut self, at: DeclRef, ty: &TypeExpr, name: TextSize) {
        let Some(path) = named_type(ty) else { return };
        let Some((mistake, word)) = self.undeclared(path, self.site(at)) else { return };
        if let Some(offset) = last_word(&self.text[..usize::from(name)], &word) {
            self.met(mistake, TextSize::new(offset as u32));
        }
    }

    /// The types of parameters. Where the first one is not known, a declaration in a namespace is read as that of a
    /// variable: what follows then is not looked at.
    fn parameters(&mut self, at: DeclRef, function: &FunctionExpr, from: TextSize) {
        let site = self.site(at);
        let mut from = usize::from(from);
        let is_member = self.sema.decl(at).parent.is_some();
        for (index, param) in function.params.iter().enumerate() {
            if let Some(path) = named_type(&param.ty)
                && let Some((mistake, word)) = self.undeclared(path, site)
            {
                let Some(offset) = first_word(&self.text[from..], &word) else { return };
                let offset = TextSize::new((from + offset) as u32);
                let is_read_as_variable = index == 0
                    && !is_member
                    && (!matches!(param.ty, TypeExpr::Name(..)) || param.name.is_none());
                if is_read_as_variable {
                    self.read_as_variable(at, function, mistake, offset);
                    return;
                }
                self.met(mistake, offset);
            }
            if let Some(name) = &param.name
                && let Some(offset) = first_word(&self.text[from..], name)
            {
                let is_twice = function.params[..index].iter().any(|other| other.name.as_ref() == Some(name));
                if is_twice {
                    let offset = TextSize::new((from + offset) as u32);
                    self.met(Mistake::new(PARAMETER_TWICE, Vec::new()), offset);
                }
                from += offset + name.len();
            }
        }
    }

    /// `void f(Unknown *p);`: a variable `f` with an initializer.
    fn read_as_variable(&mut self, at: DeclRef, function: &FunctionExpr, mistake: Mistake, offset: TextSize) {
        let [only] = function.params.as_slice() else { return };
        let inner = match &only.ty {
            TypeExpr::Pointer(inner) | TypeExpr::LvalueRef(inner) => &**inner,
            TypeExpr::Name(..) => &only.ty,
            _ => return,
        };
        let decl = self.sema.decl(at);
        // What follows the parentheses is an error of its own.
        let is_plain = matches!(inner, TypeExpr::Name(..))
            && matches!(decl.kind, DeclKind::Function { body: BodyKind::None, .. })
            && mistake.number == UNDECLARED;
        if !is_plain {
            return;
        }
        if matches!(function.result, TypeExpr::Builtin(Builtin::Void))
            && let Some(name) = self.name_of(at)
        {
            self.met(Mistake::new(INCOMPLETE, vec![Argument::ty("void")]), name.start());
        }
        self.met(mistake, offset);
        let Some(name) = &only.name else { return };
        if self.sema.lookup(Sought::Ident(name), self.site(at), Want::Any) == Lookup::None
            && let Some(found) = first_word(&self.text[usize::from(offset)..], name)
        {
            let offset = offset + TextSize::new(found as u32);
            self.met(Mistake::new(UNDECLARED, vec![Argument::Name(name.to_string())]), offset);
        }
    }

    /// A base of a class.
    fn base(&mut self, at: DeclRef, base: &TypeExpr, from: TextSize) -> TextSize {
        let TypeExpr::Name(path, false) = base else { return from };
        let Some(SegmentName::Ident(name)) = path.segments.last().map(|last| &last.name) else { return from };
        let Some(found) = first_word(&self.text[usize::from(from)..], name) else { return from };
        let offset = from + TextSize::new(found as u32);
        let is_itself = self.sema.decl(at).name.ident() == Some(name);
        if !is_itself && path.as_ident().is_some() && self.undeclared(path, self.site(at)).is_some() {
            self.met(Mistake::new(NO_CLASS, Vec::new()), offset);
        }
        offset
    }

    // ---- arrays

    fn bounds(&mut self, at: DeclRef, ty: &TypeExpr, decl: &Decl) {
        let mut bounds = Vec::new();
        let mut inner = ty;
        while let TypeExpr::Array(bound, element) = inner {
            bounds.push(bound.as_deref());
            inner = element;
        }
        let Some(name) = self.name_of(at) else { return };
        let site = self.site(at);
        let mut from = usize::from(name.end());
        for bound in bounds {
            let Some(open) = self.text[from..].find('[') else { return };
            from += open + 1;
            let start = from + (self.text[from..].len() - self.text[from..].trim_start().len());
            let offset = TextSize::new(start as u32);
            match bound {
                None => {}
                Some(Expr::Name(path)) => {
                    if let Some((mistake, _)) = self.undeclared(path, site)
                        && path.as_ident().is_some()
                    {
                        let at_namespace_scope = decl.parent.is_none();
                        self.found.push(Found { mistake, offset, at_namespace_scope, in_device_code: false });
                    }
                }
                Some(Expr::Floating(_, builtin)) => {
                    let from = Argument::ty(self.sema.display(self.sema.builtin(*builtin)));
                    let required = Argument::Name("unsigned long".to_owned());
                    self.met(Mistake::new(CONSTANT_TYPE, vec![from, required]), offset);
                }
                Some(Expr::Unary(operator, operand)) if &**operator == "-" => {
                    if let Expr::Integer(value, _) = &**operand
                        && *value > 0
                    {
                        self.met(Mistake::new(EMPTY_ARRAY, Vec::new()), offset);
                    }
                }
                Some(_) => {}
            }
        }
    }

    // ---- variables of incomplete types

    /// The definition of a variable whose type is incomplete.
    fn incomplete(&mut self, at: DeclRef, decl: &Decl, init: &Init) -> bool {
        let has_initializer =
            !matches!(init, Init::None) || self.sema.body(self.item, Owner::Initializer(at.local)).is_some();
        let is_definition = decl.parent.is_none()
            && decl.qualifier.is_none()
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

    // ---- variables without an initializer

    fn uninitialized(&mut self, at: DeclRef, decl: &Decl, ty: &TypeExpr, init: &Init) {
        let Some(name) = self.name_of(at) else { return };
        let specifiers = decl.specifiers;
        let spaces = decl.attributes.spaces;
        let is_variable = decl.parent.is_none() && decl.qualifier.is_none() && !specifiers.is_extern;
        let is_constexpr = specifiers.is_constexpr;
        if !is_variable
            || specifiers.c_linkage
            || !matches!(init, Init::None)
            || self.sema.body(self.item, Owner::Initializer(at.local)).is_some()
            || spaces.shared
            || spaces.constant
            || spaces.device
            || spaces.managed
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
        if matches!(ty, TypeExpr::Auto) {
            self.met(Mistake::new(NO_INITIALIZER, Vec::new()), name.start());
            return;
        }
        let resolved = self.sema.resolve(ty, self.site(at));
        let mut element = resolved;
        while let Kind::Array(inner, _) = element.kind(self.sema.db) {
            element = *inner;
        }
        if element.absorbs(self.sema.db) || self.sema.is_dependent(element) {
            return;
        }
        // These stand behind the declarator.
        let behind = self.text[usize::from(name.end())..].find([';', ',', '=']).unwrap_or_default();
        let behind = name.end() + TextSize::new(behind as u32);
        if is_constexpr && !matches!(resolved.kind(self.sema.db), Kind::Reference(..)) {
            self.constant_variable(element, name.start(), behind);
        } else if matches!(resolved.kind(self.sema.db), Kind::Reference(..)) {
            self.met(Mistake::new(REFERENCE, vec![entity]), behind);
        } else if element.qualifiers(self.sema.db).is_const && element.as_class(self.sema.db).is_none() {
            self.met(Mistake::new(CONSTANT, vec![entity]), behind);
        }
    }

    // ---- names that are declared twice

    fn redeclared(&mut self, at: DeclRef, decl: &'db Decl) {
        let Some(name) = self.name_of(at) else { return };
        if decl.qualifier.is_some() {
            return;
        }
        let in_class = decl.parent.is_some();
        let earlier = self.earlier(at, decl);
        for other in earlier {
            let Some(mistake) = self.conflict(at, decl, other, in_class) else { continue };
            self.met(mistake, name.start());
            return;
        }
    }

    /// The declarations of the same name in the same scope that stand before one.
    fn earlier(&self, at: DeclRef, decl: &Decl) -> Vec<DeclRef> {
        let names: &Names<'db> = &self.sema.names;
        let mut all: Vec<DeclRef> = match (decl.name.ident(), decl.parent) {
            (Some(ident), None) => names.declared_in(ident, names.item(self.item).namespace).to_vec(),
            (Some(ident), Some(_)) => {
                names.decls_named(self.item, ident).into_iter().map(|local| at.sibling(local)).collect()
            }
            (None, Some(_)) => names
                .decls(self.item)
                .iter()
                .filter(|(_, other)| other.name == decl.name && decl.name != DeclName::None)
                .map(|(local, _)| at.sibling(local))
                .collect(),
            (None, None) => Vec::new(),
        };
        all.retain(|other| {
            let written = self.sema.decl(*other);
            *other < at
                && written.stands_in_its_scope()
                && !written.explicit_instantiation
                && !matches!(written.name, DeclName::TemplateId(..))
                && match decl.parent == written.parent {
                    true => true,
                    // Enumerators of unscoped enumerations are names of the scope around them.
                    false => false,
                }
        });
        all
    }

    fn conflict(&self, at: DeclRef, decl: &'db Decl, other: DeclRef, in_class: bool) -> Option<Mistake> {
        let db = self.sema.db;
        let before = self.sema.decl(other);
        if !before.templates.is_empty() {
            return None;
        }
        let twice =
            || Some(Mistake::new(DECLARED_TWICE, vec![Argument::Name(decl.name.ident()?.to_string())]));
        let defined = |kind: &'static str, name: String| {
            let arguments = vec![Argument::entity(kind, name), Argument::At(Place::Decl(other))];
            Some(Mistake::new(DEFINED_TWICE, arguments))
        };
        let own = Symbol { decl: at, env: self.sema.env_of(at) };
        let known = Symbol { decl: other, env: self.sema.env_of(other) };
        match (&before.kind, &decl.kind) {
            (DeclKind::Variable { .. }, DeclKind::Variable { .. }) => {
                if in_class {
                    return twice();
                }
                let (a, b) = (self.sema.variable_type(known), self.sema.variable_type(own));
                if a.absorbs(db) || b.absorbs(db) || self.sema.is_dependent(a) || self.sema.is_dependent(b) {
                    return None;
                }
                let is_definition = |decl: &Decl, at: DeclRef| {
                    !decl.specifiers.is_extern && !decl.specifiers.c_linkage
                        || self.sema.body(at.item, Owner::Initializer(at.local)).is_some()
                };
                if is_definition(before, other) && is_definition(decl, at) {
                    return defined("variable", self.sema.qualified_name(known)?);
                }
                let same = match (a.kind(db), b.kind(db)) {
                    // Bounds may need constants that are not known.
                    (Kind::Array(x, _), Kind::Array(y, _)) => x == y,
                    _ => a == b,
                };
                if same { None } else { self.incompatible(known) }
            }
            (DeclKind::Function { .. }, DeclKind::Variable { .. })
            | (DeclKind::Variable { .. }, DeclKind::Function { .. }) => match in_class {
                // A function may be declared by a typedef.
                _ if [own, known].iter().any(|it| {
                    let ty = self.sema.variable_type(*it);
                    matches!(ty.kind(db), Kind::Function(_))
                        || self.sema.function_expr(it.decl).is_none() && ty.absorbs(db)
                }) =>
                {
                    None
                }
                true => twice(),
                false => self.incompatible(known),
            },
            (DeclKind::Typedef(a), DeclKind::Typedef(b)) => {
                let (x, y) = (self.sema.resolve(a, self.site(other)), self.sema.resolve(b, self.site(at)));
                // Bounds may need constants that are not known.
                let is_array = |ty: Ty<'db>| matches!(ty.kind(db), Kind::Array(..));
                if x.absorbs(db)
                    || y.absorbs(db)
                    || is_array(x)
                    || is_array(y)
                    || self.sema.is_dependent(x)
                    || self.sema.is_dependent(y)
                    || x == y
                {
                    return None;
                }
                let name = self.sema.qualified_name(known)?;
                let entity = Argument::Entity { kind: None, name, declared: Some(Place::Decl(other)) };
                Some(Mistake::new(TYPE_TWICE, vec![entity]))
            }
            (DeclKind::Typedef(_), DeclKind::Variable { .. } | DeclKind::Function { .. })
            | (
                DeclKind::Enumerator { .. },
                DeclKind::Variable { .. } | DeclKind::Function { .. } | DeclKind::Enumerator { .. },
            )
            | (DeclKind::Variable { .. } | DeclKind::Function { .. }, DeclKind::Typedef(_)) => twice(),
            (DeclKind::Class(a), DeclKind::Class(b)) if a.is_definition && b.is_definition => {
                defined(if a.is_union { "union" } else { "class" }, self.sema.qualified_name(known)?)
            }
            (DeclKind::Enum(a), DeclKind::Enum(b)) if a.is_definition && b.is_definition => {
                defined("enum", self.sema.qualified_name(known)?)
            }
            (DeclKind::Function { body: a, .. }, DeclKind::Function { body: b, .. }) => {
                self.functions(at, own, *b, known, *a, in_class)
            }
            _ => None,
        }
    }

    /// Two functions of one name.
    fn functions(
        &self,
        at: DeclRef,
        own: Symbol<'db>,
        own_body: BodyKind,
        known: Symbol<'db>,
        known_body: BodyKind,
        in_class: bool,
    ) -> Option<Mistake> {
        let db = self.sema.db;
        let (a, b) = (self.sema.signature(known)?, self.sema.signature(own)?);
        if a.ty.absorbs(db)
            || b.ty.absorbs(db)
            || self.sema.is_dependent(a.ty)
            || self.sema.is_dependent(b.ty)
        {
            return None;
        }
        let is_constrained = |symbol: Symbol<'db>| !self.sema.decl(symbol.decl).templates.is_empty();
        if a.params != b.params
            || a.qualifiers != b.qualifiers
            || a.ref_qualifier != b.ref_qualifier
            || a.variadic != b.variadic
            || is_constrained(own)
            || is_constrained(known)
        {
            return None;
        }
        if a.result != b.result {
            let is_placeholder =
                |ty: Ty<'db>| matches!(ty.referred(db).kind(db), Kind::Auto | Kind::DecltypeAuto);
            return (!is_placeholder(a.result) && !is_placeholder(b.result))
                .then(|| Mistake::new(RETURN_TYPE_ONLY, Vec::new()));
        }
        let base = self.sema.qualified_name(known)?;
        if in_class {
            let text = format!("{base}{}", self.sema.parameters_text(known)?);
            let entity = Argument::Entity {
                kind: Some("function"),
                name: text,
                declared: Some(Place::Decl(known.decl)),
            };
            return Some(Mistake::new(MEMBER_TWICE, vec![entity]));
        }
        // Functions for the host and for the device may share a name.
        let spaces = |symbol: Symbol<'db>| self.sema.decl(symbol.decl).attributes.spaces.execution();
        let is_definition = |body| body == BodyKind::Block;
        if !is_definition(own_body) || !is_definition(known_body) || spaces(own) != spaces(known) {
            return None;
        }
        let is_overloaded = self.functions_named(at).len() > 1;
        let name = match is_overloaded {
            true => format!("{base}{}", self.sema.parameters_text(known)?),
            false => base,
        };
        let arguments = vec![Argument::entity("function", name), Argument::At(Place::Decl(known.decl))];
        Some(Mistake::new(DEFINED_TWICE, arguments))
    }

    /// The functions of the name of one that are declared so far, each once.
    fn functions_named(&self, at: DeclRef) -> Vec<Candidate<'db>> {
        let decl = self.sema.decl(at);
        let mut all: Vec<Candidate<'db>> = Vec::new();
        for other in self.earlier(at, decl) {
            if self.sema.function_expr(other).is_none() {
                continue;
            }
            let candidate = Candidate::of(Symbol { decl: other, env: self.sema.env_of(other) });
            if !all.iter().any(|known| self.sema.same_function(known, &candidate)) {
                all.push(candidate);
            }
        }
        all
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
        let (Some(qualifier), Some(name)) = (&decl.qualifier, self.name_of(at)) else { return };
        if let Some(mistake) = self.outside(at, decl, qualifier) {
            self.met(mistake, name.start());
        }
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

    fn outside(&self, at: DeclRef, decl: &'db Decl, qualifier: &Path) -> Option<Mistake> {
        let db = self.sema.db;
        let namespace = self.sema.namespace_env(self.sema.names.item(self.item).namespace);
        let site = Site::new(namespace, Point::before(at));
        let Prefix::Type(ty) = self.sema.prefix(&qualifier.segments, qualifier.global, site) else {
            return None;
        };
        let class = ty.as_class(db)?;
        if class.args(db).is_some() {
            return None;
        }
        let definition = self.sema.definition(class)?;
        let class_name = self.sema.spelled_text(&Spelled::Plain(ty.unqualified(db)))?;
        let members = self.members_named(definition.decl, &decl.name);
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
        if !before.templates.is_empty() {
            return None;
        }
        if self.sema.function_expr(first).is_none() {
            if !matches!(before.kind, DeclKind::Variable { .. }) {
                return None;
            }
            if is_function {
                return self.incompatible(first_symbol);
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
        match members.len() == 1 && !is_special {
            true => self.incompatible(first_symbol),
            false => {
                let name = self.sema.qualified_name(first_symbol)?;
                Some(Mistake::new(NO_OVERLOAD, vec![Argument::entity("overloaded function", name)]))
            }
        }
    }
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
fn named_type(ty: &TypeExpr) -> Option<&Path> {
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
