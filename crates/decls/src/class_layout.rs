//! Sizes and alignments of classes and enumerations: the layout of the Itanium C++ ABI (§2) on x86-64, as
//! GCC follows it.
//!
//! Classes with virtual bases, with members of unknown type, and a few rare forms have no answer.

use std::rc::Rc;

use asunder_mangle::model::{Bound, NameRef, Type, TypeRef};

use crate::constant::{Constant, Value};
use crate::memo::Link;
use crate::names::{DeclRef, Names, Point};
use crate::packing::Packing;
use crate::scope::{Lookup, Member, Site};
use crate::written::{
    Access, BodyKind, ClassDecl, Decl, DeclKind, DeclName, Expr, Init, LayoutAttributes, LocalId, Path,
    TypeExpr,
};

/// The layout of a class.
#[derive(Clone, Debug)]
pub(crate) struct ClassLayout {
    /// `sizeof`, in bytes.
    pub(crate) size: u64,
    /// `alignof`, in bytes.
    pub(crate) align: u64,
    /// The bytes that a derived class leaves alone; it may use the padding behind them. `None` when it is not
    /// decided whether the class is a POD for the purpose of layout.
    data_size: Option<u64>,
    /// It is a POD for the purpose of layout; `None` when that is not decided.
    is_pod: Option<bool>,
    is_empty: bool,
    /// It has a virtual table.
    is_dynamic: bool,
    /// The empty classes in it with their places: no two of one type share a place.
    empty_parts: Vec<(NameRef, u64)>,
}

/// Bytes beyond which a layout has no answer.
const MAX_SIZE: u64 = 1 << 40;
/// Empty classes inside a class beyond which it has no answer.
const MAX_EMPTY_PARTS: usize = 64;

impl<'db> Names<'db> {
    /// The layout of the class `name`; `None` when it is not understood.
    pub(crate) fn class_layout(&self, name: &NameRef) -> Option<Rc<ClassLayout>> {
        let find = || self.lay_out(self.class_definition(name)?, name).map(Rc::new);
        self.remembered(&self.layouts, (name.clone(), Link::member_of(Some(name))), || None, find)
    }

    /// The layout of the class `name`, which `definition` defines.
    fn lay_out(&self, definition: DeclRef, name: &NameRef) -> Option<ClassLayout> {
        let written = self.decl(definition);
        let DeclKind::Class(class) = &written.kind else { return None };
        // A directive between the members.
        if class.has_virtual_base || self.text_of(definition.item).contains("#pragma") {
            return None;
        }
        let inside = self.inside_class(name, Point::end_of(definition.item));
        let own = written.attributes.layout.as_deref();
        let mut building = Building {
            packed: own.is_some_and(|own| own.packed),
            limit: match self.packing_at(definition.item) {
                Packing::Natural => None,
                Packing::AtMost(bytes) => Some(bytes),
                Packing::Unknown => return None,
            },
            ..Building::new(class.is_union)
        };
        let fields = self.fields(definition, name);
        let functions = self.member_functions(definition);
        building.is_pod = self.is_aggregate_like(class, &fields, &functions);
        self.lay_out_bases(class, definition, name, &functions, &mut building)?;
        for field in &fields {
            let part = self.part_of(field, &inside)?;
            building.add_field(&part)?;
        }
        if let Some(own) = own {
            building.align = building.align.max(self.written_alignment(own, &inside)?);
        }
        building.finish(name, fields.iter().all(|field| field.is_padding()))
    }

    /// The functions that the class declares.
    pub(crate) fn member_functions(&self, definition: DeclRef) -> Vec<&'db Decl> {
        let members = self.decls(definition.item).members(Some(definition.local));
        let is_function = |decl: &Decl| {
            matches!(decl.kind, DeclKind::Function { .. } | DeclKind::FunctionOrVariable { .. })
                && !decl.specifiers.is_friend
        };
        members.map(|(_, decl)| decl).filter(|decl| is_function(decl)).collect()
    }

    /// The nonstatic data members of a class in order, anonymous classes among them.
    pub(crate) fn fields(&self, definition: DeclRef, name: &NameRef) -> Vec<Field<'db>> {
        let decls = self.decls(definition.item);
        let siblings: Vec<(LocalId, &Decl)> = decls.members(Some(definition.local)).collect();
        let is_used = |id: LocalId| {
            siblings.iter().any(|(_, other)| match &other.kind {
                DeclKind::Variable { ty, .. } | DeclKind::Typedef(ty) => declared_by(ty) == Some(id),
                DeclKind::Function { ty: TypeExpr::Function(function), .. } => {
                    declared_by(&function.result) == Some(id)
                }
                _ => false,
            })
        };
        let fields = siblings.iter().filter_map(|&(local, decl)| match &decl.kind {
            DeclKind::Variable { ty, init } if !decl.specifiers.is_static => {
                Some(Field::Member { decl, ty, is_initialized: *init != Init::None })
            }
            DeclKind::Class(ClassDecl { is_definition: true, .. })
                if decl.name == DeclName::None && !is_used(local) =>
            {
                let member =
                    Member { decl: definition.sibling(local), class: Some(name.clone()), injected: false };
                Some(Field::Anonymous(member))
            }
            _ => None,
        });
        fields.collect()
    }

    fn lay_out_bases(
        &self,
        class: &ClassDecl,
        definition: DeclRef,
        name: &NameRef,
        functions: &[&Decl],
        building: &mut Building,
    ) -> Option<()> {
        let mut site = self.inside_class(name, Point::before(definition));
        site.frames.pop();
        let mut bases = Vec::new();
        for base in &class.bases {
            let Type::Named(base) = &*self.resolve(base, &site) else { return None };
            bases.push(self.class_layout(base)?);
        }
        let has_table = functions.iter().any(|function| function.specifiers.is_virtual);
        building.is_dynamic = has_table || bases.iter().any(|base| base.is_dynamic);
        if (building.limit.is_some() || building.packed) && (building.is_dynamic || !bases.is_empty()) {
            return None;
        }
        // The first base with a virtual table shares its place (Itanium C++ ABI §2.4 I).
        match bases.iter().position(|base| base.is_dynamic) {
            Some(primary) => {
                building.add_base(&bases.remove(primary))?;
            }
            None if building.is_dynamic => building.add_scalar(8, 8)?,
            None => {}
        }
        bases.iter().try_for_each(|base| building.add_base(base))
    }

    /// A data member as a part of its class.
    fn part_of(&self, field: &Field, inside: &Site) -> Option<Part> {
        let (decl, ty) = match field {
            Field::Anonymous(member) => {
                let name = self.member_name(member)?;
                let layout = self.nested(None, || self.lay_out(member.decl, &name))?;
                return Some(Part::of(Rc::new(layout)));
            }
            Field::Member { decl, ty, .. } => (*decl, *ty),
        };
        if self.has_aligned_typedef(ty, inside, 0) {
            return None;
        }
        let ty = self.resolve(ty, inside);
        let bits = match &decl.bit_width {
            None => None,
            Some(width) => match self.evaluate(width, inside) {
                Constant::Value(width, _) => Some(u64::try_from(width).ok()?),
                _ => return None,
            },
        };
        let (size, align) = self.extent(&ty)?;
        let attributes = decl.attributes.layout.as_deref();
        if attributes.is_some_and(|it| it.overlaps) {
            return None;
        }
        Some(Part {
            size,
            align,
            layout: self.element_layout(&ty)?,
            elements: elements_of(&ty),
            bits,
            is_named: decl.name != DeclName::None,
            is_packed: attributes.is_some_and(|it| it.packed),
            is_reference: matches!(*ty, Type::LvalueRef(_) | Type::RvalueRef(_)),
            requested: match attributes {
                Some(attributes) => self.written_alignment(attributes, inside)?,
                None => 1,
            },
        })
    }

    /// Size and alignment of a data member of type `ty`.
    fn extent(&self, ty: &TypeRef) -> Option<(u64, u64)> {
        match &**ty {
            Type::LvalueRef(_) | Type::RvalueRef(_) => Some((8, 8)),
            // The last member may be an array without a bound.
            Type::Array(Bound::Unspecified, element) => Some((0, self.align_of(element)?)),
            _ => Some((self.size_of(ty)?, self.align_of(ty)?)),
        }
    }

    /// The layout of the class of an object, or of the elements of an array; the inner `None` for other types.
    fn element_layout(&self, ty: &TypeRef) -> Option<Option<Rc<ClassLayout>>> {
        match &**ty {
            Type::Qualified(_, inner) | Type::Array(_, inner) => self.element_layout(inner),
            Type::Named(_) if self.is_enum(ty) => Some(None),
            Type::Named(name) => self.class_layout(name).map(Some),
            _ => Some(None),
        }
    }

    /// The greatest alignment that the attributes ask for, 1 for none.
    fn written_alignment(&self, attributes: &LayoutAttributes, site: &Site) -> Option<u64> {
        let mut greatest = 1;
        for operand in &attributes.alignments {
            let bytes = match (self.value(operand, site), operand) {
                (Value::Known(bytes, _), _) => u64::try_from(bytes).ok()?,
                (_, Expr::Name(path)) => {
                    self.align_of(&self.resolve_path(path, site, crate::scope::Want::Any))?
                }
                _ => return None,
            };
            if bytes != 0 && !bytes.is_power_of_two() {
                return None;
            }
            greatest = greatest.max(bytes);
        }
        Some(greatest)
    }

    /// True when a typedef that the type goes through changes its alignment; canonical types do not show it.
    fn has_aligned_typedef(&self, ty: &TypeExpr, site: &Site, depth: u32) -> bool {
        match ty {
            TypeExpr::Qualified(_, inner) | TypeExpr::Array(_, inner) => {
                self.has_aligned_typedef(inner, site, depth)
            }
            TypeExpr::Name(path, _) => self.is_aligned_typedef(path, site, depth),
            _ => false,
        }
    }

    fn is_aligned_typedef(&self, path: &Path, site: &Site, depth: u32) -> bool {
        let Lookup::Found(members) = self.lookup_value(path, site) else { return false };
        members.iter().any(|member| match &self.decl(member.decl).kind {
            DeclKind::Typedef(target) => {
                depth > MAX_TYPEDEFS
                    || self.decl(member.decl).attributes.layout.is_some()
                    || self.has_aligned_typedef(target, &self.site_of_member(member), depth + 1)
            }
            _ => false,
        })
    }

    /// Whether the declarations make the class a POD for the purpose of layout, its members' types apart
    /// (Itanium C++ ABI §1.1); `None` where GCC's answer depends on the standard.
    fn is_aggregate_like(&self, class: &ClassDecl, fields: &[Field], functions: &[&Decl]) -> Option<bool> {
        let hidden = |field: &Field| match field {
            Field::Member { decl, .. } => decl.access != Access::Public && decl.name != DeclName::None,
            Field::Anonymous(member) => self.decl(member.decl).access != Access::Public,
        };
        let is_provided = |decl: &Decl| {
            !matches!(decl.kind, DeclKind::Function { body: BodyKind::Defaulted | BodyKind::Deleted, .. })
        };
        let is_structor = |decl: &Decl| matches!(decl.name, DeclName::Constructor | DeclName::Destructor);
        let is_assignment =
            |decl: &Decl| matches!(&decl.name, DeclName::Operator(spelling) if &**spelling == "=");
        if !class.bases.is_empty()
            || fields.iter().any(hidden)
            || functions
                .iter()
                .any(|decl| decl.specifiers.is_virtual || is_structor(decl) && is_provided(decl))
        {
            return Some(false);
        }
        let is_initialized = |field: &Field| matches!(field, Field::Member { is_initialized: true, .. });
        let undecided = fields.iter().any(is_initialized)
            || functions.iter().any(|decl| is_structor(decl) || is_assignment(decl));
        if undecided { None } else { Some(true) }
    }
}

/// Typedefs of typedefs beyond which alignment is not followed.
const MAX_TYPEDEFS: u32 = 16;

/// A nonstatic data member as declared.
pub(crate) enum Field<'db> {
    /// One with a declarator.
    Member { decl: &'db Decl, ty: &'db TypeExpr, is_initialized: bool },
    /// An unnamed class whose members belong to the class around it.
    Anonymous(Member),
}

impl Field<'_> {
    /// An unnamed bit-field holds no data.
    fn is_padding(&self) -> bool {
        matches!(self, Field::Member { decl, .. } if decl.name == DeclName::None)
    }
}

/// The class that a declared type defines on the spot.
fn declared_by(ty: &TypeExpr) -> Option<LocalId> {
    match ty {
        TypeExpr::Declared(id) => Some(*id),
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Array(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner) => declared_by(inner),
        TypeExpr::Function(function) => declared_by(&function.result),
        _ => None,
    }
}

/// How many elements the array type has in all; 1 for other types.
fn elements_of(ty: &TypeRef) -> u64 {
    match &**ty {
        Type::Qualified(_, inner) => elements_of(inner),
        Type::Array(Bound::Count(count), element) => count.saturating_mul(elements_of(element)),
        Type::Array(_, _) => 0,
        _ => 1,
    }
}

/// A data member to be placed.
struct Part {
    size: u64,
    align: u64,
    /// The layout of the class, of one element for arrays.
    layout: Option<Rc<ClassLayout>>,
    elements: u64,
    /// The width of a bit-field.
    bits: Option<u64>,
    is_named: bool,
    is_packed: bool,
    is_reference: bool,
    /// The alignment that its attributes ask for.
    requested: u64,
}

impl Part {
    fn of(layout: Rc<ClassLayout>) -> Part {
        Part {
            size: layout.size,
            align: layout.align,
            layout: Some(layout),
            elements: 1,
            bits: None,
            is_named: true,
            is_packed: false,
            is_reference: false,
            requested: 1,
        }
    }
}

/// A class whose layout is being made.
struct Building {
    is_union: bool,
    packed: bool,
    /// `#pragma pack`
    limit: Option<u64>,
    /// Where the data end, in bits.
    end: u64,
    /// The bytes taken up, with those of empty bases.
    size: u64,
    align: u64,
    is_pod: Option<bool>,
    is_dynamic: bool,
    /// It has a base that is not empty.
    has_data: bool,
    empty_parts: Vec<(NameRef, u64)>,
}

impl Building {
    fn new(is_union: bool) -> Building {
        Building {
            is_union,
            packed: false,
            limit: None,
            end: 0,
            size: 0,
            align: 1,
            is_pod: None,
            is_dynamic: false,
            has_data: false,
            empty_parts: Vec::new(),
        }
    }

    /// A virtual table pointer.
    fn add_scalar(&mut self, size: u64, align: u64) -> Option<()> {
        let at = round_up(self.end.div_ceil(8), align)?;
        self.align = self.align.max(align);
        self.extend(at.checked_add(size)?)
    }

    fn extend(&mut self, end: u64) -> Option<()> {
        if end > MAX_SIZE {
            return None;
        }
        self.end = self.end.max(end * 8);
        self.size = self.size.max(end);
        Some(())
    }

    fn add_base(&mut self, base: &ClassLayout) -> Option<()> {
        self.align = self.align.max(base.align);
        let data = self.end.div_ceil(8);
        if base.is_empty {
            let mut at = 0;
            if self.conflicts(base, at) {
                at = round_up(data, base.align)?;
                while self.conflicts(base, at) {
                    at += base.align;
                }
            }
            self.size = self.size.max(at.checked_add(base.size)?);
            return self.remember(base, at);
        }
        self.has_data = true;
        let mut at = round_up(data, base.align)?;
        while self.conflicts(base, at) {
            at += base.align;
        }
        self.remember(base, at)?;
        self.extend(at.checked_add(base.data_size?)?)
    }

    fn add_field(&mut self, part: &Part) -> Option<()> {
        match &part.layout {
            Some(layout) if self.is_pod == Some(true) => self.is_pod = layout.is_pod,
            Some(layout) if layout.is_pod == Some(false) => self.is_pod = Some(false),
            None if part.is_reference => self.is_pod = Some(false),
            _ => {}
        }
        match part.bits {
            Some(bits) => self.add_bit_field(part, bits),
            None => self.add_object(part),
        }
    }

    fn add_object(&mut self, part: &Part) -> Option<()> {
        let mut align = part.align;
        if self.packed || part.is_packed {
            // GCC packs no members of classes that are not PODs.
            if part.layout.as_ref().is_some_and(|it| it.is_pod != Some(true) && it.align > 1) {
                return None;
            }
            align = 1;
        }
        align = align.max(part.requested);
        if let Some(limit) = self.limit {
            align = align.min(limit);
        }
        self.align = self.align.max(align);
        let mut at = if self.is_union { 0 } else { round_up(self.end.div_ceil(8), align)? };
        if let Some(layout) = &part.layout
            && !layout.empty_parts.is_empty()
        {
            if part.elements.saturating_mul(layout.empty_parts.len() as u64) > MAX_EMPTY_PARTS as u64 {
                return None;
            }
            let is_free = |building: &Building, at: u64| {
                (0..part.elements).all(|index| !building.conflicts(layout, at + index * layout.size))
            };
            while !self.is_union && !is_free(self, at) {
                at += align;
            }
            for index in 0..part.elements {
                self.remember(layout, at + index * layout.size)?;
            }
        }
        self.extend(at.checked_add(part.size)?)
    }

    /// A bit-field (Itanium C++ ABI §2.4 II.1; System V ABI for x86-64, *Bit-Fields*).
    fn add_bit_field(&mut self, part: &Part, bits: u64) -> Option<()> {
        let unit = part.size.checked_mul(8)?;
        if bits > unit || part.requested > 1 || part.layout.is_some() || self.limit.is_some() || self.is_union
        {
            return None;
        }
        let align = if self.packed || part.is_packed { 1 } else { part.align };
        if bits == 0 {
            self.end = round_up(self.end, part.align * 8)?;
            return Some(());
        }
        if align > 1 && self.end / unit != (self.end + bits - 1) / unit {
            self.end = round_up(self.end, part.align * 8)?;
        }
        if part.is_named {
            self.align = self.align.max(align);
        }
        self.end += bits;
        self.size = self.size.max(self.end.div_ceil(8));
        Some(())
    }

    /// True when an empty class of `part` at byte `at` would share its place with one of the same type.
    fn conflicts(&self, part: &ClassLayout, at: u64) -> bool {
        let taken = |name: &NameRef, place: u64| {
            self.empty_parts.iter().any(|(other, taken)| *taken == place && other == name)
        };
        part.empty_parts.iter().any(|(name, offset)| taken(name, at + offset))
    }

    fn remember(&mut self, part: &ClassLayout, at: u64) -> Option<()> {
        self.empty_parts.extend(part.empty_parts.iter().map(|(name, offset)| (name.clone(), at + offset)));
        (self.empty_parts.len() <= MAX_EMPTY_PARTS).then_some(())
    }

    fn finish(mut self, name: &NameRef, only_padding: bool) -> Option<ClassLayout> {
        let is_empty = only_padding && !self.has_data && !self.is_dynamic;
        if is_empty {
            if self.end > 0 {
                return None;
            }
            self.empty_parts.push((name.clone(), 0));
            self.size = self.size.max(1);
        }
        // Members of size 0 alone make a class of size 0 in GNU C++.
        if self.size == 0 {
            return None;
        }
        let size = round_up(self.size, self.align)?;
        let data_size = match self.is_pod {
            Some(true) => Some(size),
            Some(false) => Some(self.size),
            None => (size == self.size).then_some(size),
        };
        Some(ClassLayout {
            size,
            align: self.align,
            data_size,
            is_pod: self.is_pod,
            is_empty,
            is_dynamic: self.is_dynamic,
            empty_parts: self.empty_parts,
        })
    }
}

fn round_up(value: u64, to: u64) -> Option<u64> {
    value.checked_next_multiple_of(to)
}
