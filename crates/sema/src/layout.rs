//! Sizes, alignments and offsets (Itanium C++ ABI, 2.4), as far as declarations give them.

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{Access, BodyKind, Decl, DeclKind, DeclName, LayoutAttributes, TypeExpr};
use asunder_types::{Bound, Class, Env, Kind, Symbol, Ty, Value};

use crate::lookup::{Lookup, Want};
use crate::special::Special;
use crate::view::{Sema, Site};

/// The layout of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout<'db> {
    /// In bytes.
    pub size: u64,
    /// In bytes.
    pub alignment: u64,
    /// The size without padding at the end: what a derived class may use.
    data_size: u64,
    /// No data at all.
    is_empty: bool,
    /// It has virtual functions.
    is_dynamic: bool,
    /// The padding at its end may be used by others: it is not plain old data.
    gives_padding: bool,
    /// Data members with their offsets in bits.
    pub fields: Vec<(Symbol<'db>, u64)>,
}

impl<'db> Sema<'db> {
    /// The size and the alignment of a complete type.
    pub(crate) fn size_and_alignment(&self, ty: Ty<'db>) -> Option<(u64, u64)> {
        let db = self.db;
        match ty.kind(db) {
            Kind::Builtin(builtin) => {
                let size = self.builtin_size(*builtin)?;
                Some((size, size))
            }
            Kind::Qualified(_, inner) => self.size_and_alignment(*inner),
            Kind::Pointer(_) | Kind::Reference(..) => Some((8, 8)),
            Kind::MemberPointer(_, member) => {
                Some(if member.as_function(db).is_some() { (16, 8) } else { (8, 8) })
            }
            Kind::Array(element, Bound::Count(count)) => {
                let (size, alignment) = self.size_and_alignment(*element)?;
                Some((size.checked_mul(*count)?, alignment))
            }
            Kind::Array(element, Bound::Unknown) => Some((0, self.size_and_alignment(*element)?.1)),
            Kind::Enum(decl, env) => {
                let size = self.builtin_size(self.underlying_type(*decl, *env)?)?;
                Some((size, self.enum_alignment(*decl, *env, size)?))
            }
            Kind::Vector(element, count) => {
                let size = self.size_and_alignment(*element)?.0.checked_mul(*count)?;
                Some((size, size.next_power_of_two()))
            }
            Kind::Complex(element) => {
                let (size, alignment) = self.size_and_alignment(*element)?;
                Some((size * 2, alignment))
            }
            Kind::Class(class) => {
                let layout = self.layout(*class)?;
                Some((layout.size, layout.alignment))
            }
            _ => None,
        }
    }

    /// The layout of a class; `None` where it is not known.
    pub fn layout(&self, class: Class<'db>) -> Option<Rc<Layout<'db>>> {
        self.remembered(&self.layouts, class, || None, || self.find_layout(class).map(Rc::new))
    }

    fn find_layout(&self, class: Class<'db>) -> Option<Layout<'db>> {
        let db = self.db;
        let definition = self.definition(class)?;
        let written = self.decl(definition.decl);
        let DeclKind::Class(kind) = &written.kind else { return None };
        if kind.has_virtual_base || self.is_dependent_class(class) {
            return None;
        }
        let site = Site::new(definition.inside, Point::before(definition.decl));
        let packed = written.attributes.layout.as_ref().is_some_and(|it| it.packed);
        let alignment = self.strictest(written.attributes.layout.as_deref(), site, 1)?;
        let mut layout = Layout {
            size: 0,
            alignment,
            data_size: 0,
            is_empty: true,
            is_dynamic: false,
            gives_padding: false,
            fields: Vec::new(),
        };
        let mut empty_bases: Vec<Class<'db>> = Vec::new();
        // The base whose virtual table the class shares.
        let bases = self.bases(class);
        let mut base_layouts = Vec::new();
        for base in bases.iter() {
            base_layouts.push((base.ty.as_class(db)?, self.layout(base.ty.as_class(db)?)?));
        }
        let primary = base_layouts.iter().position(|(_, base)| base.is_dynamic);
        let own_virtual = self.declares_virtual(&definition);
        layout.is_dynamic = primary.is_some() || own_virtual;
        let mut at = 0u64;
        if primary.is_none() && own_virtual {
            (at, layout.alignment) = (8, layout.alignment.max(8));
            layout.is_empty = false;
        }
        let order =
            primary.into_iter().chain((0..base_layouts.len()).filter(|index| Some(*index) != primary));
        for index in order {
            let (base_class, base) = &base_layouts[index];
            if base.is_empty {
                // Two of one type need two places.
                if empty_bases.contains(base_class) {
                    return None;
                }
                empty_bases.push(*base_class);
                layout.alignment = layout.alignment.max(base.alignment);
                continue;
            }
            let align = if packed { 1 } else { base.alignment };
            at = at.next_multiple_of(align);
            at += if base.gives_padding || base.is_dynamic { base.data_size } else { base.size };
            layout.alignment = layout.alignment.max(align);
            layout.is_empty = false;
        }
        layout.gives_padding =
            !bases.is_empty() || layout.is_dynamic || self.gives_padding(class, &definition);
        let mut bits = at * 8;
        let mut end = bits;
        for (local, member) in self.members(definition.decl) {
            let symbol = Symbol { decl: definition.decl.sibling(local), env: definition.inside };
            let is_anonymous = matches!(member.kind, DeclKind::Class(ref it) if it.is_definition)
                && self.is_transparent(symbol.decl);
            if !is_anonymous && !is_field(member) {
                continue;
            }
            let ty = match is_anonymous {
                true => self.type_of_definition(symbol.decl, definition.inside),
                false => self.variable_type(symbol),
            };
            let (size, natural) = self.size_and_alignment(ty)?;
            layout.gives_padding |= self.is_no_plain_part(ty)?;
            let own = member.attributes.layout.as_deref();
            if own.is_some_and(|it| it.overlaps) {
                return None;
            }
            let by_typedef = match &member.kind {
                DeclKind::Variable { ty, .. } => {
                    let site = Site::new(definition.inside, Point::before(symbol.decl));
                    self.alignment_by_typedef(ty, site)?
                }
                _ => None,
            };
            let natural = by_typedef.unwrap_or(natural);
            let align = if packed || own.is_some_and(|it| it.packed) { 1 } else { natural };
            let align = self.strictest(own, site, align)?;
            // An empty member beside an empty base of its type needs another place.
            if let Some(of) = ty.as_class(db)
                && empty_bases.contains(&of)
                && bits == 0
            {
                return None;
            }
            if let Some(width) = &member.bit_width {
                let Value::Integer(width, _) = self.constant_of(width, site) else { return None };
                let width = u64::try_from(width).ok()?;
                let unit = size * 8;
                if width > unit || unit == 0 || packed || own.is_some_and(|it| it.packed) {
                    return None;
                }
                let start = if kind.is_union { 0 } else { bits };
                if width == 0 {
                    bits = start.next_multiple_of(unit);
                    continue;
                }
                let start = if start / unit != (start + width - 1) / unit {
                    start.next_multiple_of(unit)
                } else {
                    start
                };
                if !matches!(member.name, DeclName::None) {
                    layout.fields.push((symbol, start));
                    layout.alignment = layout.alignment.max(align);
                }
                bits = start + width;
                end = end.max(bits);
                layout.is_empty = false;
                continue;
            }
            let start = if kind.is_union { 0 } else { bits.next_multiple_of(8).next_multiple_of(align * 8) };
            layout.fields.push((symbol, start));
            bits = start + size * 8;
            end = end.max(bits);
            layout.alignment = layout.alignment.max(align);
            layout.is_empty = false;
        }
        layout.data_size = end.div_ceil(8);
        layout.size = layout.data_size.next_multiple_of(layout.alignment).max(1);
        if layout.size == 1 && layout.is_empty {
            layout.size = layout.alignment;
        }
        Some(layout)
    }

    /// The greatest of an alignment and those that attributes ask for; `None` where it is not known.
    fn strictest(&self, own: Option<&LayoutAttributes>, site: Site<'_, 'db>, least: u64) -> Option<u64> {
        own.iter().flat_map(|it| &it.alignments).try_fold(least, |least, operand| {
            let Value::Integer(bytes, _) = self.constant_of(operand, site) else { return None };
            Some(least.max(u64::try_from(bytes).ok()?))
        })
    }

    /// The alignment of an enumeration whose underlying type has this size: attributes of its declarations may make it
    /// greater, and its size stays as it is.
    fn enum_alignment(&self, first: DeclRef, env: Env<'db>, size: u64) -> Option<u64> {
        let definition = self.enum_definition(first, env).filter(|it| *it != first);
        [Some(first), definition].into_iter().flatten().try_fold(size, |least, decl| {
            let own = self.decl(decl).attributes.layout.as_deref();
            self.strictest(own, Site::new(env, Point::before(decl)), least)
        })
    }

    /// The alignment that typedefs give a written type, `Some(None)` where they give none (GCC, *Common Type
    /// Attributes*: `aligned` of a typedef may make it less too); `None` where it is not known.
    fn alignment_by_typedef(&self, written: &TypeExpr, site: Site<'_, 'db>) -> Option<Option<u64>> {
        let path = match written {
            TypeExpr::Qualified(_, inner) | TypeExpr::Array(_, inner) => {
                return crate::view::deep(|| self.alignment_by_typedef(inner, site));
            }
            TypeExpr::Name(path, _) => path,
            _ => return Some(None),
        };
        let Lookup::Found(symbols) = self.lookup_path(path, site, Want::Any).found else { return Some(None) };
        let named = symbols.iter().find_map(|symbol| match &self.decl(symbol.decl).kind {
            DeclKind::Typedef(written) => Some((*symbol, written)),
            _ => None,
        });
        let Some((symbol, written)) = named else { return Some(None) };
        let decl = self.decl(symbol.decl);
        let site = Site::new(symbol.env, Point::before(symbol.decl));
        let mut own = None;
        for operand in decl.attributes.layout.iter().flat_map(|it| &it.alignments) {
            let Value::Integer(bytes, _) = self.constant_of(operand, site) else { return None };
            own = own.max(Some(u64::try_from(bytes).ok()?));
        }
        match own {
            Some(_) => Some(own),
            // The arguments of an alias template may be such typedefs.
            None if !decl.templates.is_empty() => Some(None),
            None => crate::view::deep(|| self.alignment_by_typedef(written, site)),
        }
    }

    /// Whether the padding at the end of a class may be used by what derives from it or follows it: a class without bases
    /// and virtual functions is no plain old data for the purpose of layout (Itanium C++ ABI, §1.1) if it has a private or
    /// protected data member, a constructor, copy assignment or destructor of the user's, or a default member initializer.
    /// A class with constructors none of which is a default constructor is none to the reference either.
    fn gives_padding(&self, class: Class<'db>, definition: &crate::classes::Definition<'db>) -> bool {
        let counts_declared = self.dialect.standard >= asunder_syntax::Standard::Cpp20;
        let (mut has_constructors, mut has_default) = (false, false);
        for (local, decl) in self.members(definition.decl) {
            let symbol = Symbol { decl: definition.decl.sibling(local), env: definition.inside };
            if is_field(decl) {
                let is_hidden = decl.access != Access::Public && !matches!(decl.name, DeclName::None);
                if is_hidden || self.initializer(symbol.decl).is_some() {
                    return true;
                }
                continue;
            }
            let DeclKind::Function { body, .. } = &decl.kind else { continue };
            if decl.specifiers.is_friend {
                continue;
            }
            let is_written = !matches!(body, BodyKind::Defaulted | BodyKind::Deleted);
            let special = || self.special_kind(symbol, class);
            match &decl.name {
                DeclName::Constructor if is_written || counts_declared || decl.specifiers.is_explicit => {
                    return true;
                }
                DeclName::Constructor => {
                    has_constructors = true;
                    has_default = has_default || special() == Some(Special::Default);
                }
                DeclName::Destructor if is_written => return true,
                DeclName::Operator(spelling)
                    if &**spelling == "="
                        && is_written
                        && matches!(special(), Some(Special::CopyAssignment | Special::MoveAssignment)) =>
                {
                    return true;
                }
                _ => {}
            }
        }
        has_constructors && !has_default
    }

    /// Whether a data member of a type makes its class no plain old data.
    fn is_no_plain_part(&self, ty: Ty<'db>) -> Option<bool> {
        if matches!(ty.kind(self.db), Kind::Reference(..)) {
            return Some(true);
        }
        match self.class_of_elements(ty) {
            Some((class, _)) => {
                let layout = self.layout(class)?;
                Some(layout.gives_padding || layout.is_dynamic)
            }
            None => Some(false),
        }
    }

    /// The type of a parameter as a variable of the body: arrays and functions are pointers, qualifiers stay.
    pub(crate) fn adjusted_parameter(&self, ty: Ty<'db>) -> Ty<'db> {
        match ty.kind(self.db) {
            Kind::Array(..) | Kind::Function(_) => ty.decayed(self.db),
            _ => ty,
        }
    }
}

fn is_field(decl: &Decl) -> bool {
    matches!(decl.kind, DeclKind::Variable { .. }) && !decl.specifiers.is_static && !decl.specifiers.is_friend
}
