//! What a class does with what its bases declare: `final` bases, virtual functions that are overridden
//! ([class.virtual]) or hidden; bit-fields whose only bit is the sign.
//!
//! | number | where it is given |
//! |---|---|
//! | 108 | a named bit-field of one bit and a signed type |
//! | 317 | an overrider whose result is neither that of the overridden function nor covariant with it |
//! | 611 | some but not all of the virtual functions of one name in a base are overridden |
//! | 997 | none is, and the name is declared |
//! | 1455, 1850, 1904 | `override` without something to override; overriders of `final` functions; `final` bases |

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{BodyKind, ClassDecl, Decl, DeclKind, DeclName, TypeExpr};
use asunder_syntax::TextSize;
use asunder_types::{Builtin, Class, Kind, Symbol, Ty, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Checker, first_word};
use crate::classes::Definition;
use crate::finding::{Argument, Mistake, Place};
use crate::view::{Sema, Site};

/// "signed bit field of length 1".
const SIGN_ONLY: u16 = 108;
/// "return type is not identical to nor covariant with return type … of overridden virtual …".
const NOT_COVARIANT: u16 = 317;
/// "overloaded virtual … is only partially overridden in …".
const PARTLY_OVERRIDDEN: u16 = 611;
/// "… is hidden by … -- virtual function override intended?".
const HIDDEN: u16 = 997;
/// "exception specification for virtual … is incompatible with that of overridden …".
const THROWS_MORE: u16 = 766;
/// "deleted function overrides nondeleted …".
const DELETED_OVERRIDER: u16 = 1788;
/// "nondeleted function overrides deleted …".
const OVERRIDES_DELETED: u16 = 1789;
/// "member function declared with "override" does not override a base class member".
const OVERRIDES_NOTHING: u16 = 1455;
/// "cannot override "final" …".
const OVERRIDES_FINAL: u16 = 1850;
/// "nonvirtual function cannot be declared with … modifier".
const NOT_VIRTUAL: u16 = 2614;
/// "a "final" class type cannot be used as a base class".
const FINAL_BASE: u16 = 1904;

/// The members of a class by their names.
pub(crate) type NamedMembers = Rc<FxHashMap<DeclName, Vec<DeclRef>>>;

/// Virtual functions of one name; `None` where they are not known.
pub(crate) type VirtualFunctions<'db> = Option<Rc<[Symbol<'db>]>>;

/// How an overrider's result stands to that of the function it overrides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Results {
    Fit,
    Differ,
    Unknown,
}

impl<'db> Sema<'db> {
    /// Whether two member functions have the same parameters and qualifiers, so that the one in a derived class
    /// overrides the other if that is virtual.
    pub(crate) fn overrides(&self, own: Symbol<'db>, of_base: Symbol<'db>) -> Option<bool> {
        if matches!(self.decl(own.decl).name, DeclName::Destructor) {
            return Some(true);
        }
        let (a, b) = (self.signature(own)?, self.signature(of_base)?);
        let is_known = |ty: Ty<'db>| !ty.absorbs(self.db) && !self.is_dependent(ty);
        if !a.params.iter().chain(b.params.iter()).all(|ty| is_known(*ty)) {
            return None;
        }
        Some(
            a.params == b.params
                && a.qualifiers == b.qualifiers
                && a.ref_qualifier == b.ref_qualifier
                && a.variadic == b.variadic,
        )
    }

    /// The members that a class itself declares by their names, friends and unnamed ones apart.
    fn named_members(&self, class: DeclRef) -> NamedMembers {
        self.remembered(&self.named_members, class, Rc::default, || {
            let mut all: FxHashMap<DeclName, Vec<DeclRef>> = FxHashMap::default();
            for (local, decl) in self.members(class) {
                if !decl.specifiers.is_friend && decl.name != DeclName::None {
                    all.entry(decl.name.clone()).or_default().push(class.sibling(local));
                }
            }
            Rc::new(all)
        })
    }

    /// The member functions of one name that a class itself declares, templates apart.
    pub(crate) fn functions_of_class(
        &self,
        definition: &Definition<'db>,
        name: &DeclName,
    ) -> Vec<Symbol<'db>> {
        let members = self.named_members(definition.decl);
        let alike = members.get(name).into_iter().flatten();
        alike
            .filter(|decl| self.decl(**decl).templates.is_empty() && self.function_expr(**decl).is_some())
            .map(|decl| Symbol { decl: *decl, env: definition.inside })
            .collect()
    }

    /// The virtual functions of one name in a class and its bases, each by its last overrider; `None` where a base is
    /// not known.
    fn virtual_functions(&self, class: Class<'db>, name: &DeclName) -> VirtualFunctions<'db> {
        let key = (class, name.clone());
        self.remembered(&self.virtual_functions, key, || None, || self.find_virtual_functions(class, name))
    }

    fn find_virtual_functions(&self, class: Class<'db>, name: &DeclName) -> VirtualFunctions<'db> {
        let definition = self.defined(class).ok()??;
        let own = self.functions_of_class(&definition, name);
        let mut all = Vec::new();
        for inherited in self.inherited_virtual(class, name)? {
            let mut overrider = None;
            for function in &own {
                if self.overrides(*function, inherited)? && self.fits(*function, inherited) {
                    overrider = Some(*function);
                }
            }
            all.push(overrider.unwrap_or(inherited));
        }
        all.extend(own.into_iter().filter(|it| self.decl(it.decl).specifiers.is_virtual));
        let mut known = FxHashSet::default();
        all.retain(|symbol| known.insert(*symbol));
        Some(all.into())
    }

    /// Whether a class declares or inherits a virtual function; `None` where a base is not known.
    pub(crate) fn is_polymorphic(&self, class: Class<'db>) -> Option<bool> {
        let bases = self.all_bases(class)?;
        let mut is_polymorphic = false;
        for class in bases.into_iter().chain([class]) {
            let definition = self.defined(class).ok()??;
            is_polymorphic |= self.declares_virtual(&definition);
        }
        Some(is_polymorphic)
    }

    /// The virtual functions of one name that a class inherits.
    pub(crate) fn inherited_virtual(&self, class: Class<'db>, name: &DeclName) -> Option<Vec<Symbol<'db>>> {
        let mut all = Vec::new();
        for base in self.bases(class).iter() {
            let base = base.ty.unqualified(self.db).as_class(self.db)?;
            all.extend(self.virtual_functions(base, name)?.iter());
        }
        Some(all)
    }

    /// The bases of a class, direct or not, each once and behind its own; `None` where one is not known.
    pub(crate) fn all_bases(&self, class: Class<'db>) -> Option<Vec<Class<'db>>> {
        let mut all = Vec::new();
        let mut known = FxHashSet::default();
        self.add_bases(class, &mut known, &mut all)?;
        Some(all)
    }

    fn add_bases(
        &self,
        class: Class<'db>,
        known: &mut FxHashSet<Class<'db>>,
        all: &mut Vec<Class<'db>>,
    ) -> Option<()> {
        for base in self.bases(class).iter() {
            let base = base.ty.unqualified(self.db).as_class(self.db)?;
            if known.insert(base) {
                crate::view::deep(|| self.add_bases(base, known, all))?;
                all.push(base);
            }
        }
        Some(())
    }

    /// Whether the result of a function does not forbid that it overrides another one.
    pub(crate) fn fits(&self, own: Symbol<'db>, overridden: Symbol<'db>) -> bool {
        let is_destructor = matches!(self.decl(own.decl).name, DeclName::Destructor);
        match (self.signature(own), self.signature(overridden)) {
            (Some(a), Some(b)) => is_destructor || self.results(a.result, b.result) != Results::Differ,
            _ => true,
        }
    }

    /// Whether a result may be that of an overrider ([class.virtual]/8).
    fn results(&self, own: Ty<'db>, overridden: Ty<'db>) -> Results {
        let db = self.db;
        let is_known = |ty: Ty<'db>| !ty.absorbs(db) && !self.is_dependent(ty) && !self.has_auto(ty);
        if !is_known(own) || !is_known(overridden) {
            return Results::Unknown;
        }
        if own == overridden {
            return Results::Fit;
        }
        let to = |ty: Ty<'db>| match ty.kind(db) {
            Kind::Pointer(to) => Some((0, *to)),
            Kind::Reference(to, rvalue) => Some((1 + u8::from(*rvalue), *to)),
            _ => None,
        };
        let (Some((a, from)), Some((b, base))) = (to(own), to(overridden)) else { return Results::Differ };
        // An object pointer in the place of `void *` has a warning of its own.
        if a == 0 && b == 0 && base.is_void(db) {
            return Results::Unknown;
        }
        let (Some(derived), Some(base_class)) = (from.as_class(db), base.as_class(db)) else {
            return Results::Differ;
        };
        let fits = a == b && crate::convert::contains(base.qualifiers(db), from.qualifiers(db));
        match self.distance_to_base(derived, base_class) {
            Ok(Some(_)) if fits => Results::Unknown,
            Err(_) => Results::Unknown,
            _ => Results::Differ,
        }
    }
}

/// "declared size for bit field is larger than the size of the bit field type; truncated to … bits".
const WIDE_BOOL: u16 = 959;
/// "invalid type for a bit field".
const BAD_FIELD_TYPE: u16 = 106;
/// "zero-length bit field must be unnamed".
const NAMED_ZERO: u16 = 107;

impl<'db> Checker<'_, 'db> {
    /// A named bit-field of one bit.
    pub(super) fn bit_field(&mut self, at: DeclRef, decl: &'db Decl) {
        let (Some(width), DeclKind::Variable { .. }) = (&decl.bit_width, &decl.kind) else { return };
        let Some(name) = self.name_of(at).filter(|_| decl.name.ident().is_some()) else { return };
        let env = self.sema.env_of(at);
        let ty = self.sema.variable_type(Symbol { decl: at, env }).unqualified(self.sema.db);
        let db = self.sema.db;
        let is_number = match ty.kind(db) {
            Kind::Builtin(builtin) => asunder_types::is_integral(*builtin),
            Kind::Enum(..) => true,
            Kind::Pointer(_)
            | Kind::Class(_)
            | Kind::MemberPointer(..)
            | Kind::Array(..)
            | Kind::Reference(..) => false,
            _ => return,
        };
        if !is_number {
            if !self.is_in_template(at.local, decl) {
                let start = self.node_of(at).and_then(|node| super::forms::start_of_declaration(&node));
                self.met(Mistake::new(BAD_FIELD_TYPE, Vec::new()), start.unwrap_or(name.start()));
            }
            return;
        }
        if let Value::Integer(0, _) = self.sema.constant_of(width, Site::new(env, Point::before(at))) {
            self.met(Mistake::new(NAMED_ZERO, Vec::new()), name.start());
            return;
        }
        if let (Some(Builtin::Bool), Value::Integer(bits, _)) =
            (ty.as_builtin(db), self.sema.constant_of(width, Site::new(env, Point::before(at))))
            && bits > 8
        {
            // It stands at the width.
            let behind = &self.text[usize::from(name.end())..];
            let colon = behind.find(':').map_or(0, |at| at + 1);
            let blanks = behind[colon..].len() - behind[colon..].trim_start().len();
            let place = name.end() + TextSize::new((colon + blanks) as u32);
            self.met(Mistake::new(WIDE_BOOL, vec![Argument::Number(8)]), place);
            return;
        }
        let is_signed = ty.as_builtin(self.sema.db).is_some_and(|it| {
            asunder_types::is_integral(it)
                && it != Builtin::Bool
                && asunder_types::unsigned(it) != Some(it)
                && !matches!(it, Builtin::Char8 | Builtin::Char16 | Builtin::Char32)
        });
        if is_signed
            && let Value::Integer(1, _) = self.sema.constant_of(width, Site::new(env, Point::before(at)))
        {
            self.met(Mistake::new(SIGN_ONLY, Vec::new()), name.start());
        }
    }

    /// The definition of a class: its bases and its virtual functions.
    pub(super) fn class(&mut self, at: DeclRef, written: &'db ClassDecl) {
        if !written.is_definition || written.bases.is_empty() && !self.says_override(at) {
            return;
        }
        let class = self.sema.class_of_symbol(Symbol { decl: at, env: self.sema.env_of(at) }, None);
        let Some(definition) = self.sema.definition(class).filter(|it| it.decl == at) else { return };
        self.final_bases(at, class, written);
        self.overriders(class, &definition);
        self.hidden(at, class, &definition);
    }

    fn says_override(&self, class: DeclRef) -> bool {
        let members = self.sema.members(class);
        members.iter().any(|(_, member)| member.specifiers.is_override || member.specifiers.is_final)
    }

    fn final_bases(&mut self, at: DeclRef, class: Class<'db>, written: &'db ClassDecl) {
        let bases = self.sema.bases(class);
        let Some(name) = self.name_of(at).filter(|_| bases.len() == written.bases.len()) else { return };
        let mut from = usize::from(name.end());
        for (base, expr) in bases.iter().zip(&written.bases) {
            let TypeExpr::Name(path, _) = expr else { return };
            let Some(word) = path.segments.first().and_then(|first| match &first.name {
                asunder_decls::written::SegmentName::Ident(ident) => Some(ident),
                _ => None,
            }) else {
                return;
            };
            let Some(found) = first_word(&self.text[from..], word) else { return };
            let start = from + found;
            from = start + word.len();
            let is_final = base.ty.as_class(self.sema.db).is_some_and(|base| {
                self.sema.definition(base).is_some_and(|definition| {
                    matches!(&self.sema.decl(definition.decl).kind, DeclKind::Class(it) if it.is_final)
                })
            });
            if is_final {
                self.met(Mistake::new(FINAL_BASE, Vec::new()), TextSize::new(start as u32));
            }
        }
    }

    /// The functions of a class that override others, or say so.
    fn overriders(&mut self, class: Class<'db>, definition: &Definition<'db>) {
        // The destructor that nobody declares overrides, too.
        if self.sema.destructor(definition).is_none()
            && let Some(name) = self.name_of(definition.decl)
        {
            for base in self.sema.inherited_virtual(class, &DeclName::Destructor).unwrap_or_default() {
                self.overrides_final(base, name.start());
            }
        }
        for (local, decl) in self.sema.members(definition.decl) {
            let at = definition.decl.sibling(local);
            let is_plain =
                matches!(decl.name, DeclName::Ident(_) | DeclName::Operator(_) | DeclName::Destructor)
                    && decl.templates.is_empty()
                    && !decl.specifiers.is_friend
                    && !decl.specifiers.is_static;
            let (true, Some(name)) = (is_plain && self.sema.function_expr(at).is_some(), self.name_of(at))
            else {
                continue;
            };
            let Some(inherited) = self.sema.inherited_virtual(class, &decl.name) else { continue };
            let own = Symbol { decl: at, env: definition.inside };
            let Some(signature) = self.sema.signature(own) else { continue };
            let (mut overridden, mut is_known) = (0, !signature.ty.absorbs(self.sema.db));
            for base in inherited {
                match self.sema.overrides(own, base) {
                    Some(true) => {}
                    Some(false) => continue,
                    None => {
                        is_known = false;
                        continue;
                    }
                }
                if !self.sema.fits(own, base) {
                    self.not_covariant(base, name.start());
                    continue;
                }
                overridden += 1;
                self.overrides_final(base, name.start());
                self.overrides_otherwise(own, base, name.start());
            }
            if decl.specifiers.is_override && overridden == 0 && is_known {
                self.met(Mistake::new(OVERRIDES_NOTHING, Vec::new()), name.start());
            } else if decl.specifiers.is_final && !decl.specifiers.is_virtual && overridden == 0 && is_known {
                let modifier = Argument::Name("final".to_owned());
                self.met(Mistake::new(NOT_VIRTUAL, vec![modifier]), name.start());
            }
        }
    }

    fn overrides_final(&mut self, base: Symbol<'db>, at: TextSize) {
        if self.sema.decl(base.decl).specifiers.is_final
            && let Some(text) = self.sema.qualified_name(base)
        {
            let declared = Some(Place::Decl(base.decl));
            let entity = Argument::Entity { kind: Some("function"), name: text, declared };
            self.met(Mistake::new(OVERRIDES_FINAL, vec![entity]), at);
        }
    }

    /// An overrider that is deleted where the overridden function is not, or the other way round ([class.virtual]/16), or that
    /// may throw where that does not ([except.spec]/4).
    fn overrides_otherwise(&mut self, own: Symbol<'db>, base: Symbol<'db>, at: TextSize) {
        let is_deleted = |symbol: Symbol<'db>| {
            matches!(self.sema.decl(symbol.decl).kind, DeclKind::Function { body: BodyKind::Deleted, .. })
        };
        let Some(text) = self.sema.qualified_name(base) else { return };
        let entity = Argument::entity("function", text);
        match (is_deleted(own), is_deleted(base)) {
            (true, false) => self.met(Mistake::new(DELETED_OVERRIDER, vec![entity]), at),
            (false, true) => self.met(Mistake::new(OVERRIDES_DELETED, vec![entity]), at),
            (true, true) => {}
            (false, false) => {
                let throws_more =
                    self.sema.may_throw(base) == Some(false) && self.sema.may_throw(own) == Some(true);
                if let (true, Some(own)) = (throws_more, self.sema.qualified_name(own)) {
                    let arguments = vec![Argument::entity("function", own), entity];
                    self.met(Mistake::new(THROWS_MORE, arguments), at);
                }
            }
        }
    }

    fn not_covariant(&mut self, base: Symbol<'db>, at: TextSize) {
        let result = self.sema.spelled_result(base).and_then(|it| self.sema.type_argument(&it));
        let (Some(result), Some(name)) = (result, self.sema.qualified_name(base)) else { return };
        let arguments = vec![result, Argument::entity("function", name)];
        self.met(Mistake::new(NOT_COVARIANT, arguments), at);
    }

    /// Virtual functions of bases that are hidden by others of their name.
    fn hidden(&mut self, at: DeclRef, class: Class<'db>, definition: &Definition<'db>) {
        let Some(bases) = self.sema.all_bases(class) else { return };
        let members = self.sema.named_members(at);
        let mut hiding: FxHashSet<DeclRef> = FxHashSet::default();
        let mut partly: FxHashSet<(DeclRef, &DeclName)> = FxHashSet::default();
        for base in bases {
            let Some(base_definition) = self.sema.definition(base) else { return };
            for (local, decl) in self.sema.members(base_definition.decl) {
                let entry = Symbol { decl: base_definition.decl.sibling(local), env: base_definition.inside };
                let is_plain = matches!(decl.name, DeclName::Ident(_) | DeclName::Operator(_));
                let Some(named) = members.get(&decl.name).filter(|_| is_plain && decl.specifiers.is_virtual)
                else {
                    continue;
                };
                let is_using =
                    |member: &DeclRef| matches!(self.sema.decl(*member).kind, DeclKind::UsingDeclaration(_));
                if self.sema.function_expr(entry.decl).is_none() || named.iter().any(is_using) {
                    continue;
                }
                let own = self.sema.functions_of_class(definition, &decl.name);
                if own.is_empty() {
                    continue;
                }
                // A function that overrides one of a base is not introduced here.
                match self.introduces(base, entry) {
                    Some(true) => {}
                    Some(false) => continue,
                    None => return,
                }
                let overridden: Option<Vec<bool>> =
                    own.iter().map(|function| self.sema.overrides(*function, entry)).collect();
                let Some(overridden) = overridden else { return };
                if overridden.contains(&true) {
                    continue;
                }
                let set = self.sema.functions_of_class(&base_definition, &decl.name);
                let Some(name) = self.sema.qualified_name(entry) else { continue };
                // Members of instances have longer names.
                if base.args(self.sema.db).is_some() {
                    continue;
                }
                match self.is_any_overridden(&own, &set, base) {
                    Some(true) if partly.insert((base_definition.decl, &decl.name)) => {
                        self.partly_overridden(at, definition, &name);
                        continue;
                    }
                    Some(false) => {}
                    _ => continue,
                }
                let all = self.sema.named_members(base_definition.decl);
                let functions = all.get(&decl.name).into_iter().flatten();
                let is_overloaded = functions.filter(|it| self.sema.function_expr(**it).is_some()).count()
                    > 1
                    || self.has_implicit_assignment(&base_definition, base, &decl.name);
                let hidden = match is_overloaded {
                    true => Argument::entity("overloaded function", name),
                    false => match self.sema.parameters_text(entry) {
                        Some(parameters) => Argument::entity("function", format!("{name}{parameters}")),
                        None => continue,
                    },
                };
                for function in own {
                    let Some(place) = self.name_of(function.decl) else { continue };
                    if hiding.insert(function.decl)
                        && let Some(text) = self.sema.qualified_name(function)
                    {
                        let arguments = vec![hidden.clone(), Argument::Name(text)];
                        self.met(Mistake::new(HIDDEN, arguments), place.start());
                        let end = self.name_of(at).and_then(|name| end_of_braces(self.text, name.end()));
                        if let Some(found) = self.found.last_mut() {
                            found.known_at = end;
                        }
                    }
                }
            }
        }
    }

    /// Whether a name is that of assignments, and the class has one that nobody declares.
    fn has_implicit_assignment(
        &self,
        definition: &Definition<'db>,
        class: Class<'db>,
        name: &DeclName,
    ) -> bool {
        matches!(name, DeclName::Operator(operator) if &**operator == "=")
            && !self.sema.functions_of_class(definition, name).into_iter().any(|symbol| {
                self.sema.signature(symbol).is_some_and(|signature| {
                    let first = signature.params.first();
                    first.is_some_and(|param| {
                        param.referred(self.sema.db).as_class(self.sema.db) == Some(class)
                    })
                })
            })
    }

    /// Whether a virtual function overrides none of the bases of its class.
    fn introduces(&self, class: Class<'db>, function: Symbol<'db>) -> Option<bool> {
        let name = &self.sema.decl(function.decl).name;
        for inherited in self.sema.inherited_virtual(class, name)? {
            if self.sema.overrides(function, inherited)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether functions override one of the virtual ones among those of a base.
    fn is_any_overridden(&self, own: &[Symbol<'db>], set: &[Symbol<'db>], base: Class<'db>) -> Option<bool> {
        for of_base in set {
            let is_virtual =
                self.sema.decl(of_base.decl).specifiers.is_virtual || !self.introduces(base, *of_base)?;
            for function in own.iter().filter(|_| is_virtual) {
                if self.sema.overrides(*function, *of_base)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    fn partly_overridden(&mut self, at: DeclRef, definition: &Definition<'db>, name: &str) {
        let outer = definition.inside.outer(self.sema.db).unwrap_or(definition.inside);
        let class = self.sema.qualified_name(Symbol { decl: at, env: outer });
        let (Some(place), Some(class)) = (self.name_of(at), class) else { return };
        let arguments = vec![Argument::entity("function", name), Argument::entity("class", class)];
        self.met(Mistake::new(PARTLY_OVERRIDDEN, arguments), place.start());
    }
}

/// Where the braces end that a text opens first behind a place.
fn end_of_braces(text: &str, from: TextSize) -> Option<TextSize> {
    let from = usize::from(from);
    let mut depth = 0usize;
    for (at, c) in text[from..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth <= 1 => return Some(TextSize::new((from + at) as u32)),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}
