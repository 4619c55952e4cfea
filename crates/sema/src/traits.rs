//! The values of built-in type traits (spec 6 §2).

use asunder_decls::written::{ClassDecl, Decl, DeclKind, DeclName};
use asunder_types::{Bound, Class, Kind, Origin, Symbol, Ty, is_floating, is_integral, rank};

use crate::special::Special;
use crate::view::Sema;

/// A property of a class that its bases and members decide with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ClassTrait {
    /// Constraints decide which special members it has.
    ConstrainedSpecials,
    /// It has standard layout.
    StandardLayout,
    /// A special member of it is trivial.
    TrivialSpecial(Special),
    /// A special member of it that nobody writes may throw.
    ThrowingSpecial(Special),
    /// Its copying member takes constant objects.
    CopiesConstants(Special),
}

impl<'db> Sema<'db> {
    /// The value of a built-in type trait; `None` where it is not known.
    pub(crate) fn trait_value(&self, name: &str, types: &[Ty<'db>]) -> Option<bool> {
        let db = self.db;
        if types.iter().any(|ty| matches!(ty.kind(db), Kind::Gap(_) | Kind::Error)) {
            return None;
        }
        let bare = |ty: &Ty<'db>| ty.unqualified(db);
        Some(match (name, types) {
            ("__is_same" | "__is_same_as", [a, b]) => a == b,
            ("__is_base_of", [a, b]) => match (a.as_class(db), b.as_class(db)) {
                (Some(base), Some(derived)) => self.distance_to_base(derived, base).ok()?.is_some(),
                _ => false,
            },
            ("__is_enum", [a]) => a.as_enum(db).is_some(),
            ("__is_class" | "__is_union", [a]) => match a.as_class(db) {
                Some(class) => {
                    let union = match class.origin(db) {
                        asunder_types::Origin::Decl(first) => {
                            matches!(&self.decl(first).kind, DeclKind::Class(it) if it.is_union)
                        }
                        asunder_types::Origin::Lambda(..) => false,
                    };
                    union == (name == "__is_union")
                }
                None => false,
            },
            ("__is_void", [a]) => a.is_void(db),
            ("__is_integral", [a]) => a.as_builtin(db).is_some_and(is_integral),
            ("__is_floating_point", [a]) => a.as_builtin(db).is_some_and(is_floating),
            ("__is_arithmetic", [a]) => a.as_builtin(db).is_some_and(|it| is_integral(it) || is_floating(it)),
            ("__is_signed", [a]) => {
                a.as_builtin(db).is_some_and(|it| is_floating(it) || rank(it).is_some_and(|it| it.signed))
            }
            ("__is_unsigned", [a]) => {
                a.as_builtin(db).is_some_and(|it| rank(it).is_some_and(|it| !it.signed))
            }
            ("__is_pointer", [a]) => matches!(bare(a).kind(db), Kind::Pointer(_)),
            ("__is_reference", [a]) => matches!(a.kind(db), Kind::Reference(..)),
            ("__is_lvalue_reference", [a]) => matches!(a.kind(db), Kind::Reference(_, false)),
            ("__is_rvalue_reference", [a]) => matches!(a.kind(db), Kind::Reference(_, true)),
            ("__is_array", [a]) => matches!(a.kind(db), Kind::Array(..)),
            ("__is_function", [a]) => matches!(a.kind(db), Kind::Function(_)),
            ("__is_const", [a]) => a.qualifiers(db).is_const,
            ("__is_volatile", [a]) => a.qualifiers(db).is_volatile,
            ("__is_member_pointer", [a]) => matches!(bare(a).kind(db), Kind::MemberPointer(..)),
            ("__is_object", [a]) => {
                !matches!(a.kind(db), Kind::Function(_) | Kind::Reference(..)) && !a.is_void(db)
            }
            ("__is_scalar", [a]) => self.is_scalar(*a),
            ("__is_empty", [a]) => {
                let Some(class) = a.as_class(db) else { return Some(false) };
                let definition = self.definition(class)?;
                let no_fields = self.members(definition.decl).iter().all(|(_, decl)| {
                    !matches!(decl.kind, DeclKind::Variable { .. }) || decl.specifiers.is_static
                });
                let mut empty = no_fields && !self.declares_virtual(&definition);
                for base in self.bases(class).iter() {
                    empty &= self.trait_value("__is_empty", &[base.ty])?;
                }
                empty
            }
            ("__is_convertible_to" | "__is_convertible", [from, to]) => {
                if from.is_void(db) || to.is_void(db) {
                    return Some(from.is_void(db) && to.is_void(db));
                }
                self.converted_from(*to, *from)?.is_some()
            }
            ("__is_constructible", [to, from @ ..]) => self.made_of(*to, from)?.is_some(),
            ("__is_destructible", [a]) => self.is_destructible(*a)?,
            ("__is_final", [a]) => match a.as_class(db) {
                Some(class) => self.class_kind(class)?.is_final,
                None => false,
            },
            ("__is_polymorphic", [a]) => match a.as_class(db) {
                Some(class) => self.is_polymorphic(class)?,
                None => false,
            },
            ("__is_abstract", [a]) => match a.as_class(db) {
                Some(class) => self.is_abstract(class)?,
                None => false,
            },
            ("__is_aggregate", [a]) => match bare(a).kind(db) {
                Kind::Array(..) => true,
                Kind::Class(class) => {
                    self.defined(*class).ok()??;
                    self.is_aggregate(*class)
                }
                _ => false,
            },
            ("__is_literal_type", [a]) => {
                // Which constructors are `constexpr` is not looked at.
                let is_known = self.element(*a).as_class(db).is_none_or(|class| self.is_aggregate(class));
                a.is_void(db) || self.is_literal(*a)? && is_known.then_some(true)?
            }
            ("__has_virtual_destructor", [a]) => match a.as_class(db) {
                Some(class) => {
                    self.all_bases(class)?;
                    self.is_virtual_destructor(class)
                }
                None => false,
            },
            ("__is_standard_layout", [a]) => self.is_standard_layout(*a)?,
            ("__is_trivially_copyable", [a]) => self.is_trivially_copyable(*a)?,
            ("__is_trivial", [a]) => self.is_trivial_type(*a)?,
            ("__is_pod", [a]) => self.is_trivial_type(*a)? && self.is_standard_layout(*a)?,
            ("__has_trivial_constructor", [a]) => {
                let element = self.element(*a);
                self.is_trivially_made(element, Special::Default)?
            }
            ("__has_trivial_destructor", [a]) => {
                self.is_trivially_made(self.element(*a), Special::Destructor)?
            }
            ("__is_trivially_destructible", [a]) => {
                self.is_destructible(*a)? && self.is_trivially_made(self.element(*a), Special::Destructor)?
            }
            // The end of the object counts too.
            ("__is_trivially_constructible", [to, from @ ..]) => match self.made_of(*to, from)? {
                Some(maker) => {
                    self.is_trivial_maker(&maker)?
                        && self.is_trivially_made(self.element(*to), Special::Destructor)?
                }
                None => false,
            },
            ("__is_nothrow_constructible", [to, from @ ..]) => match self.made_of(*to, from)? {
                Some(maker) => !self.maker_throws(&maker)? && !self.destruction_throws(*to)?,
                None => false,
            },
            ("__is_assignable", [to, from]) => self.assigned(*to, *from)?.is_some(),
            ("__is_trivially_assignable", [to, from]) => match self.assigned(*to, *from)? {
                Some(maker) => self.is_trivial_maker(&maker)?,
                None => false,
            },
            ("__is_nothrow_assignable", [to, from]) => match self.assigned(*to, *from)? {
                Some(maker) => !self.maker_throws(&maker)?,
                None => false,
            },
            (name, [a]) => match name.strip_prefix("__nv_is_extended_") {
                Some(which) => self.extended_lambda_trait(which, *a)?,
                None => return None,
            },
            _ => return None,
        })
    }

    /// The type of the elements of an array, of those of its elements where they are arrays; other types themselves.
    fn element(&self, ty: Ty<'db>) -> Ty<'db> {
        let mut ty = ty;
        while let Kind::Array(element, _) = ty.kind(self.db) {
            ty = *element;
        }
        ty
    }

    /// How a class is defined, where it is.
    fn class_kind(&self, class: Class<'db>) -> Option<&'db ClassDecl> {
        let definition = self.defined(class).ok()??;
        match &self.decl(definition.decl).kind {
            DeclKind::Class(written) => Some(written),
            _ => None,
        }
    }

    /// Whether a type is one of scalars ([basic.types.general]/9).
    pub(crate) fn is_scalar(&self, ty: Ty<'db>) -> bool {
        let kind = ty.unqualified(self.db).kind(self.db);
        !ty.is_void(self.db)
            && matches!(kind, Kind::Builtin(_) | Kind::Pointer(_) | Kind::MemberPointer(..) | Kind::Enum(..))
    }

    /// Whether a special member of a type, not an array, does nothing but what the language gives.
    fn is_trivially_made(&self, ty: Ty<'db>, special: Special) -> Option<bool> {
        let Some(class) = ty.as_class(self.db) else {
            let is_reference = matches!(ty.kind(self.db), Kind::Reference(..));
            return Some(self.is_scalar(ty) || special == Special::Destructor && is_reference);
        };
        match self.has_constrained_specials(class)? {
            true => None,
            false => self.is_trivial_special(class, special),
        }
    }

    /// Whether an object of a type can be destroyed where nobody is a friend.
    fn is_destructible(&self, ty: Ty<'db>) -> Option<bool> {
        let db = self.db;
        let is_unknown_bound = matches!(ty.kind(db), Kind::Array(_, Bound::Unknown));
        let element = self.element(ty);
        Some(match element.as_class(db) {
            _ if is_unknown_bound => false,
            Some(class) => self.is_usable_special(class, Special::Destructor)?,
            None => !element.is_void(db) && !matches!(element.kind(db), Kind::Function(_)),
        })
    }

    /// Whether constraints decide which special members a class has.
    fn has_constrained_specials(&self, class: Class<'db>) -> Option<bool> {
        let key = (class, ClassTrait::ConstrainedSpecials);
        self.remembered(&self.class_traits, key, || None, || self.find_constrained_specials(class))
    }

    fn find_constrained_specials(&self, class: Class<'db>) -> Option<bool> {
        if matches!(class.origin(self.db), Origin::Lambda(..)) {
            return Some(false);
        }
        let definition = self.defined(class).ok()??;
        let is_special = |decl: &Decl| match &decl.name {
            DeclName::Constructor | DeclName::Destructor => true,
            DeclName::Operator(name) => &**name == "=",
            _ => false,
        };
        let members = self.members(definition.decl);
        if members.iter().any(|(_, decl)| decl.specifiers.is_constrained && is_special(decl)) {
            return Some(true);
        }
        let bases = self.bases(class);
        let fields =
            self.fields(&definition).into_iter().map(|field| self.element(self.variable_type(field)));
        for part in bases.iter().map(|base| base.ty).chain(fields) {
            if let Some(class) = part.as_class(self.db)
                && self.has_constrained_specials(class)?
            {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether objects of a type are copied by their bytes ([class.prop]/1, [basic.types.general]/9); as in the reference also
    /// where they cannot be copied at all.
    fn is_trivially_copyable(&self, ty: Ty<'db>) -> Option<bool> {
        let ty = self.element(ty);
        let Some(class) = ty.as_class(self.db) else { return Some(self.is_scalar(ty)) };
        if self.has_constrained_specials(class)? {
            return None;
        }
        let all = [
            Special::Copy,
            Special::Move,
            Special::CopyAssignment,
            Special::MoveAssignment,
            Special::Destructor,
        ];
        for special in all {
            if !self.is_trivial_special(class, special)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether a type is trivial ([basic.types.general]/9).
    fn is_trivial_type(&self, ty: Ty<'db>) -> Option<bool> {
        let is_made = self.is_trivially_made(self.element(ty), Special::Default)?;
        Some(is_made && self.is_trivially_copyable(ty)?)
    }

    /// Whether a type has standard layout ([class.prop]/3).
    fn is_standard_layout(&self, ty: Ty<'db>) -> Option<bool> {
        let ty = self.element(ty);
        let Some(class) = ty.as_class(self.db) else { return Some(self.is_scalar(ty)) };
        let key = (class, ClassTrait::StandardLayout);
        self.remembered(&self.class_traits, key, || None, || self.find_standard_layout(class))
    }

    fn find_standard_layout(&self, class: Class<'db>) -> Option<bool> {
        let definition = self.defined(class).ok()??;
        let written = self.class_kind(class)?;
        if written.has_virtual_base || self.declares_virtual(&definition) {
            return Some(false);
        }
        // Bit-fields without a name count where a base has members.
        let has_unnamed = self.members(definition.decl).iter().any(|(_, decl)| {
            matches!(decl.kind, DeclKind::Variable { .. }) && matches!(decl.name, DeclName::None)
        });
        if has_unnamed && !self.bases(class).is_empty() {
            return None;
        }
        let fields = self.fields(&definition);
        let access = |field: &Symbol<'db>| self.decl(field.decl).access;
        if fields.iter().any(|field| access(field) != access(&fields[0])) {
            return Some(false);
        }
        for field in &fields {
            let ty = self.variable_type(*field);
            if ty.absorbs(self.db) {
                return None;
            }
            if matches!(ty.kind(self.db), Kind::Reference(..)) || !self.is_standard_layout(ty)? {
                return Some(false);
            }
        }
        let bases = self.all_bases(class)?;
        // A base that is there twice is named by more bases than there are.
        let direct = |class: Class<'db>| self.bases(class).len();
        if direct(class) + bases.iter().map(|base| direct(*base)).sum::<usize>() != bases.len() {
            return Some(false);
        }
        let with_fields = |class: &Class<'db>| {
            self.defined(*class).ok().flatten().is_some_and(|definition| !self.fields(&definition).is_empty())
        };
        for base in &bases {
            if !self.is_standard_layout(self.ty(Kind::Class(*base)))? {
                return Some(false);
            }
        }
        let first = fields.first().map(|field| self.element(self.variable_type(*field)).unqualified(self.db));
        let is_repeated =
            first.and_then(|ty| ty.as_class(self.db)).is_some_and(|first| bases.contains(&first));
        let holders = bases.iter().filter(|base| with_fields(base)).count() + usize::from(!fields.is_empty());
        Some(holders <= 1 && !is_repeated)
    }
}
