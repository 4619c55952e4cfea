//! Values as trees of subobjects, and pointers into objects.

use asunder_hir::body::ExprId;
use asunder_types::{Bound, Class, Kind, Symbol, Ty};

use super::{Machine, Outcome, Stop};
use std::rc::Rc;

/// Elements of an array beyond which it is not followed.
const MAX_ELEMENTS: u64 = 1 << 18;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Val<'db> {
    /// None yet.
    Uninit,
    /// An integer, a truth value, an enumerator; of `unsigned __int128` the bits.
    Int(i128),
    /// The bits of a `float` or `double` as a `double`.
    Float(u64),
    /// A pointer, or what a reference refers to.
    Pointer(Pointer<'db>),
    /// A pointer to a member; `None` is null.
    Member(Option<Symbol<'db>>),
    /// The elements of an array.
    Array(Vec<Val<'db>>),
    /// The bases and members of a class.
    Class(Vec<Val<'db>>),
    /// The member of a union that is active.
    Union(Option<(u32, Box<Val<'db>>)>),
    /// A closure: what it captures, by the variables; references are pointers.
    Closure(Vec<(u32, Val<'db>)>, Option<Pointer<'db>>),
}

/// What a pointer points into.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Base<'db> {
    /// A null pointer.
    Null,
    /// An object of the evaluation, and which of those that had its place.
    Object(u32, u32),
    /// A variable with static storage.
    Static(Symbol<'db>),
    /// A string literal: the item, the body and the expression.
    String(u32, u32, ExprId, Rc<[u32]>),
    /// A function.
    Function(Symbol<'db>),
}

/// A step from an object to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A base or member of a class, the active member of a union, a capture of a closure.
    Part(u32),
    /// An element of an array; it may lie outside.
    Index(i64),
}

/// A pointer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pointer<'db> {
    pub(crate) base: Base<'db>,
    pub(crate) path: Vec<Step>,
    /// So many objects behind one that is not an element of an array.
    pub(crate) behind: i64,
}

/// The parts of a class.
#[derive(Debug)]
pub(crate) struct Shape<'db> {
    pub(crate) bases: Vec<Ty<'db>>,
    pub(crate) fields: Vec<(Symbol<'db>, Ty<'db>)>,
    pub(crate) is_union: bool,
    /// Some members are those of anonymous unions: which is active is not followed.
    pub(crate) has_anonymous: bool,
}

impl<'db> Pointer<'db> {
    pub(crate) fn to(base: Base<'db>) -> Self {
        Pointer { base, path: Vec::new(), behind: 0 }
    }

    pub(crate) fn null() -> Self {
        Self::to(Base::Null)
    }

    pub(crate) fn is_null(&self) -> bool {
        self.base == Base::Null
    }

    pub(crate) fn part(&self, number: u32) -> Self {
        let mut pointer = self.clone();
        pointer.path.push(Step::Part(number));
        pointer
    }

    pub(crate) fn element(&self, index: i64) -> Self {
        let mut pointer = self.clone();
        pointer.path.push(Step::Index(index));
        pointer
    }

    /// The pointer so many elements further.
    pub(crate) fn moved(&self, by: i64) -> Option<Self> {
        let mut pointer = self.clone();
        match pointer.path.last_mut() {
            Some(Step::Index(index)) => *index = index.checked_add(by)?,
            _ => pointer.behind = pointer.behind.checked_add(by)?,
        }
        Some(pointer)
    }
}

impl<'db> Val<'db> {
    /// Visits the pointers in a value, until a visit gives true.
    pub(super) fn each_pointer(&self, visit: &mut impl FnMut(&Pointer<'db>) -> bool) -> bool {
        match self {
            Val::Pointer(pointer) => visit(pointer),
            Val::Array(all) | Val::Class(all) => all.iter().any(|value| value.each_pointer(visit)),
            Val::Union(Some((_, value))) => value.each_pointer(visit),
            Val::Closure(captures, this) => {
                captures.iter().any(|(_, value)| value.each_pointer(visit))
                    || this.as_ref().is_some_and(visit)
            }
            _ => false,
        }
    }

    /// The value with pointers to `object` as pointers to the variable that it becomes.
    pub(crate) fn renamed(mut self, object: u32, symbol: Symbol<'db>) -> Self {
        self.rename(object, symbol);
        self
    }

    fn rename(&mut self, object: u32, symbol: Symbol<'db>) {
        match self {
            Val::Pointer(pointer) => {
                if matches!(pointer.base, Base::Object(number, _) if number == object) {
                    pointer.base = Base::Static(symbol);
                }
            }
            Val::Array(all) | Val::Class(all) => {
                all.iter_mut().for_each(|value| value.rename(object, symbol))
            }
            Val::Union(Some((_, value))) => value.rename(object, symbol),
            Val::Closure(captures, _) => {
                captures.iter_mut().for_each(|(_, value)| value.rename(object, symbol));
            }
            _ => {}
        }
    }

    /// Whether some part has no value.
    pub(crate) fn has_uninitialized(&self) -> bool {
        match self {
            Val::Uninit => true,
            Val::Array(all) | Val::Class(all) => all.iter().any(Val::has_uninitialized),
            Val::Union(Some((_, value))) => value.has_uninitialized(),
            _ => false,
        }
    }
}

impl<'db> Machine<'_, 'db> {
    /// The parts of a class.
    pub(crate) fn shape(&mut self, class: Class<'db>) -> Outcome<Rc<Shape<'db>>> {
        if let Some(known) = self.shapes.get(&class) {
            return known.clone().ok_or(Stop::Unknown);
        }
        let shape = self.find_shape(class).map(Rc::new);
        self.shapes.insert(class, shape.clone());
        shape.ok_or(Stop::Unknown)
    }

    fn find_shape(&self, class: Class<'db>) -> Option<Shape<'db>> {
        let db = self.sema.db;
        let definition = self.sema.defined(class).ok()??;
        let asunder_decls::written::DeclKind::Class(written) = &self.sema.decl(definition.decl).kind else {
            return None;
        };
        if written.has_virtual_base {
            return None;
        }
        let bases: Vec<Ty<'db>> = self.sema.bases(class).iter().map(|base| base.ty.unqualified(db)).collect();
        if bases.iter().any(|base| base.as_class(db).is_none()) {
            return None;
        }
        let mut fields = Vec::new();
        let mut has_anonymous = false;
        for field in self.sema.fields(&definition) {
            let ty = self.sema.variable_type(field);
            if ty.absorbs(db) || self.sema.is_dependent(ty) {
                return None;
            }
            let parent = self.sema.decl(field.decl).parent;
            has_anonymous |= parent != Some(definition.decl.local);
            fields.push((field, ty));
        }
        Some(Shape { bases, fields, is_union: written.is_union, has_anonymous })
    }

    /// An object of a type without values.
    pub(crate) fn blank(&mut self, ty: Ty<'db>) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        Ok(match ty.unqualified(db).kind(db) {
            Kind::Array(element, Bound::Count(count)) => {
                if *count > MAX_ELEMENTS {
                    return Err(Stop::Unknown);
                }
                let one = self.blank(*element)?;
                Val::Array(vec![one; *count as usize])
            }
            Kind::Class(class) if matches!(class.origin(db), asunder_types::Origin::Lambda(..)) => {
                Val::Uninit
            }
            Kind::Class(class) => {
                let shape = self.shape(*class)?;
                if shape.is_union {
                    return Ok(Val::Union(None));
                }
                let mut parts = Vec::with_capacity(shape.bases.len() + shape.fields.len());
                for base in &shape.bases {
                    parts.push(self.blank(*base)?);
                }
                for (_, ty) in &shape.fields {
                    parts.push(self.blank(*ty)?);
                }
                Val::Class(parts)
            }
            Kind::Builtin(_)
            | Kind::Pointer(_)
            | Kind::Reference(..)
            | Kind::Enum(..)
            | Kind::MemberPointer(..) => Val::Uninit,
            _ => return Err(Stop::Unknown),
        })
    }

    /// The number of a member among the parts of its class.
    pub(crate) fn part_of(&mut self, class: Class<'db>, field: Symbol<'db>) -> Outcome<u32> {
        let shape = self.shape(class)?;
        let index = shape.fields.iter().position(|(known, _)| known.decl == field.decl);
        index.map(|index| (shape.bases.len() + index) as u32).ok_or(Stop::Unknown)
    }

    /// The numbers of the bases on the way from a class to one of its bases.
    pub(crate) fn base_path(&mut self, from: Class<'db>, to: Class<'db>) -> Outcome<Vec<Step>> {
        let db = self.sema.db;
        let mut at = from;
        let mut path = Vec::new();
        if from == to {
            return Ok(path);
        }
        let steps = self.sema.path_to_base(from, to);
        if steps.is_empty() {
            return Err(Stop::Unknown);
        }
        for step in steps {
            let shape = self.shape(at)?;
            let number = shape.bases.iter().position(|base| base.as_class(db) == Some(step));
            path.push(Step::Part(number.ok_or(Stop::Unknown)? as u32));
            at = step;
        }
        Ok(path)
    }
}
