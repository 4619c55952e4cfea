//! Objects: their lifetimes, reading and writing.

use asunder_types::Ty;

use super::failures::Where;
use super::values::Step;
use super::{Base, Machine, Outcome, Pointer, Stop, Val, notes};
use crate::finding::Argument;

/// An object of an evaluation.
#[derive(Debug)]
pub(crate) struct Object<'db> {
    pub(super) value: Val<'db>,
    pub(super) ty: Ty<'db>,
    /// Which of the objects that had this place.
    pub(super) generation: u32,
    pub(super) is_alive: bool,
    /// It cannot be changed any more.
    pub(super) is_constant: bool,
    /// Its value is that of the running program.
    pub(super) is_run_time: bool,
    /// A temporary that lives as long as the reference that is bound to it.
    pub(super) is_extended: bool,
    /// It stands for a variable with static storage.
    pub(super) is_static: bool,
    /// The variable of a function that it stands for.
    pub(super) variable: Option<Box<Argument>>,
    /// Made by `new`: of an array or not, and where.
    pub(super) allocated: Option<(bool, Where)>,
}

/// What is wrong with an access: a note of the reference and what fills it.
pub(super) enum Wrong {
    Note(u16, Vec<Argument>),
    /// A member of a union that is not active: how long the path to the union is, that member and the active one.
    Inactive(usize, u32, u32),
    /// So many objects behind one that is not an element of an array.
    Behind(i64),
    Unknown,
}

impl Wrong {
    fn plain(number: u16) -> Wrong {
        Wrong::Note(number, Vec::new())
    }
}

impl<'m, 'db> Machine<'m, 'db> {
    /// A new automatic object or temporary.
    pub(super) fn new_object(&mut self, ty: Ty<'db>) -> Outcome<u32> {
        let value = self.blank(ty)?;
        let number = self.placed(value, ty);
        self.live.push(number);
        Ok(number)
    }

    /// A new object with a value.
    pub(super) fn new_temporary(&mut self, value: Val<'db>, ty: Ty<'db>) -> u32 {
        let number = self.placed(value, ty);
        self.live.push(number);
        number
    }

    pub(super) fn placed(&mut self, value: Val<'db>, ty: Ty<'db>) -> u32 {
        let object = Object {
            value,
            ty,
            generation: 0,
            is_alive: true,
            is_constant: false,
            is_run_time: false,
            is_extended: false,
            is_static: false,
            variable: None,
            allocated: None,
        };
        match self.free.pop() {
            Some(number) => {
                let generation = self.objects[number as usize].generation + 1;
                self.objects[number as usize] = Object { generation, ..object };
                number
            }
            None => {
                self.objects.push(object);
                self.objects.len() as u32 - 1
            }
        }
    }

    pub(super) fn pointer_to(&self, object: u32) -> Pointer<'db> {
        Pointer::to(Base::Object(object, self.objects[object as usize].generation))
    }

    /// Ends the life of an object.
    pub(super) fn release_object(&mut self, object: u32) {
        let it = &mut self.objects[object as usize];
        it.is_alive = false;
        it.value = Val::Uninit;
        self.free.push(object);
    }

    /// The object that a pointer points into, if it lives.
    pub(super) fn object_of(&self, pointer: &Pointer<'db>) -> Result<u32, Wrong> {
        match pointer.base {
            Base::Object(number, generation) => {
                let object = &self.objects[number as usize];
                if !object.is_alive || object.generation != generation {
                    return Err(Wrong::plain(notes::EXPIRED));
                }
                Ok(number)
            }
            Base::Null => Err(Wrong::plain(notes::RUN_TIME)),
            _ => Err(Wrong::Unknown),
        }
    }

    /// The value at a place.
    pub(super) fn load(&mut self, pointer: &Pointer<'db>) -> Result<Val<'db>, Wrong> {
        match self.find_value(pointer) {
            Err(Wrong::Inactive(depth, wanted, active)) => {
                Err(self.inactive(pointer, depth, wanted, active).unwrap_or(Wrong::Unknown))
            }
            Err(Wrong::Behind(1)) => Err(Wrong::plain(notes::BEHIND_OBJECT)),
            other => other,
        }
    }

    fn inactive(&mut self, pointer: &Pointer<'db>, depth: usize, wanted: u32, active: u32) -> Option<Wrong> {
        let mut union = pointer.clone();
        union.path.truncate(depth);
        let class = self.type_at(&union).ok()?.as_class(self.sema.db)?;
        let shape = self.shape(class).ok()?;
        let name = |member: u32| {
            let (symbol, _) = shape.fields.get(member as usize)?;
            self.sema.qualified_name(*symbol).map(Argument::Name)
        };
        Some(Wrong::Note(notes::INACTIVE_MEMBER, vec![name(wanted)?, name(active)?]))
    }

    fn find_value(&mut self, pointer: &Pointer<'db>) -> Result<Val<'db>, Wrong> {
        if pointer.behind != 0 {
            return Err(Wrong::Behind(pointer.behind));
        }
        let value = match &pointer.base {
            Base::Static(symbol) => match self.sema.static_constant(*symbol) {
                // What can change has no value.
                Static::Constant(_) if self.is_mutable_part(pointer) => {
                    return Err(Wrong::plain(notes::UNINITIALIZED));
                }
                Static::Constant(value) => part(&value, &pointer.path)?.clone(),
                Static::RunTime => return Err(Wrong::plain(notes::RUN_TIME)),
                Static::Unknown => return Err(Wrong::Unknown),
            },
            Base::String(_, _, _, characters) => {
                let [Step::Index(index)] = pointer.path.as_slice() else {
                    return Ok(Val::Array(characters.iter().map(|it| Val::Int((*it).into())).collect()));
                };
                match usize::try_from(*index).ok().and_then(|index| characters.get(index)) {
                    // What a character with its highest bit set is depends on its type.
                    Some(character) if *character > 127 => return Err(Wrong::Unknown),
                    Some(character) => Val::Int((*character).into()),
                    None => return Err(outside(*index, characters.len())),
                }
            }
            Base::Function(_) => return Err(Wrong::Unknown),
            Base::Null | Base::Object(..) => {
                let object = self.object_of(pointer)?;
                let object = &self.objects[object as usize];
                if object.is_run_time {
                    return Err(Wrong::plain(notes::RUN_TIME));
                }
                part(&object.value, &pointer.path)?.clone()
            }
        };
        match value {
            Val::Uninit if self.may_be_in_anonymous_union(pointer) => Err(Wrong::Unknown),
            Val::Uninit => Err(Wrong::plain(notes::UNINITIALIZED)),
            value => Ok(value),
        }
    }

    /// Members of anonymous unions share storage, which is not followed.
    fn may_be_in_anonymous_union(&mut self, pointer: &Pointer<'db>) -> bool {
        let root = match pointer.base {
            Base::Object(number, _) => self.objects[number as usize].ty,
            _ => return true,
        };
        let mut at = root;
        for step in &pointer.path {
            match self.type_of_part(at, *step) {
                Ok((ty, is_shared)) => {
                    if is_shared {
                        return true;
                    }
                    at = ty;
                }
                Err(_) => return true,
            }
        }
        false
    }

    /// Whether a place is in a variable with static storage that is not `constexpr`.
    pub(super) fn is_in_variable(&self, pointer: &Pointer<'db>) -> bool {
        matches!(pointer.base, Base::Static(symbol) if !self.sema.decl(symbol.decl).specifiers.is_constexpr)
    }

    /// Whether a place is in a variable with static storage whose value is not known to be constant.
    pub(super) fn is_in_run_time_variable(&self, pointer: &Pointer<'db>) -> bool {
        let Base::Static(symbol) = pointer.base else { return false };
        !matches!(self.sema.static_constant(symbol), Static::Constant(_))
    }

    /// Whether a place is in a `mutable` member.
    fn is_mutable_part(&mut self, pointer: &Pointer<'db>) -> bool {
        let mut at = match pointer.base {
            Base::Object(number, _) => self.objects[number as usize].ty,
            Base::Static(symbol) => self.sema.variable_type(symbol),
            _ => return false,
        };
        for step in &pointer.path {
            if self.is_mutable_step(at, *step) {
                return true;
            }
            let Ok((ty, _)) = self.type_of_part(at, *step) else { return false };
            at = ty;
        }
        false
    }

    /// Whether a step into an object of a type leads to a `mutable` member.
    fn is_mutable_step(&mut self, ty: Ty<'db>, step: Step) -> bool {
        let (Step::Part(part), Some(class)) = (step, ty.as_class(self.sema.db)) else { return false };
        let Ok(shape) = self.shape(class) else { return false };
        let number = (part as usize).checked_sub(shape.bases.len());
        let field = number.and_then(|number| shape.fields.get(number));
        field.is_some_and(|(field, _)| self.sema.decl(field.decl).specifiers.is_mutable)
    }

    /// The type of a part, and whether the class around it has anonymous unions.
    pub(super) fn type_of_part(&mut self, ty: Ty<'db>, step: Step) -> Outcome<(Ty<'db>, bool)> {
        let db = self.sema.db;
        match (step, ty.unqualified(db).kind(db)) {
            (Step::Index(_), asunder_types::Kind::Array(element, _)) => Ok((*element, false)),
            // An array of `new` has the type of its elements.
            (Step::Index(_), _) => Ok((ty, false)),
            (Step::Part(number), asunder_types::Kind::Class(class)) => {
                let shape = self.shape(*class)?;
                let number = number as usize;
                let part = match number.checked_sub(shape.bases.len()) {
                    None => shape.bases[number],
                    Some(field) => shape.fields.get(field).ok_or(Stop::Unknown)?.1,
                };
                Ok((part, shape.has_anonymous))
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// Changes the value at a place, as an assignment does.
    pub(super) fn change(&mut self, pointer: &Pointer<'db>, value: Val<'db>) -> Result<(), Wrong> {
        self.check_begun(pointer)?;
        self.check_not_frozen(pointer)?;
        self.store(pointer, value)
    }

    /// A part of an object that is being made is none before its turn, and while it is being made.
    fn check_begun(&self, pointer: &Pointer<'db>) -> Result<(), Wrong> {
        let is_early = |making: &super::Making<'db>| {
            let depth = making.object.path.len();
            let Some(Step::Part(part)) = pointer.path.get(depth) else { return false };
            let is_inside =
                making.object.base == pointer.base && pointer.path.starts_with(&making.object.path);
            let is_whole = pointer.path.len() == depth + 1;
            is_inside
                && match making.is_union {
                    true => is_whole || *part != making.part,
                    false => *part > making.part || *part == making.part && is_whole,
                }
                && !self.running.contains(pointer)
        };
        match self.making.iter().any(is_early) {
            true => Err(Wrong::plain(notes::UNINITIALIZED)),
            false => Ok(()),
        }
    }

    /// Constant parts cannot be changed, but while their own constructor or destructor runs.
    fn check_not_frozen(&mut self, pointer: &Pointer<'db>) -> Result<(), Wrong> {
        let Base::Object(number, _) = pointer.base else { return Ok(()) };
        let mut at = self.objects[number as usize].ty;
        if pointer.path.is_empty() || !self.has_frozen_parts(at) {
            return Ok(());
        }
        let mut frozen: Vec<usize> = Vec::new();
        for (depth, step) in pointer.path.iter().enumerate() {
            if self.is_mutable_step(at, *step) {
                frozen.clear();
            }
            at = self.type_of_part(at, *step).map_err(|_| Wrong::Unknown)?.0;
            if at.qualifiers(self.sema.db).is_const {
                frozen.push(depth + 1);
            }
        }
        let is_open = |depth: &usize| {
            self.running.iter().any(|running| {
                running.base == pointer.base
                    && running.path.len() >= *depth
                    && pointer.path.starts_with(&running.path)
            })
        };
        match frozen.iter().all(is_open) {
            true => Ok(()),
            false => Err(Wrong::plain(notes::CONST_STORAGE)),
        }
    }

    /// Whether a type has constant parts.
    fn has_frozen_parts(&mut self, ty: Ty<'db>) -> bool {
        let db = self.sema.db;
        if let Some(known) = self.frozen.get(&ty) {
            return *known;
        }
        let has = match ty.unqualified(db).kind(db) {
            asunder_types::Kind::Array(element, _) => {
                element.qualifiers(db).is_const || self.has_frozen_parts(*element)
            }
            asunder_types::Kind::Class(class) => match self.shape(*class) {
                Ok(shape) => {
                    let mut parts = shape.bases.iter().chain(shape.fields.iter().map(|(_, ty)| ty));
                    parts.any(|ty| ty.qualifiers(db).is_const || self.has_frozen_parts(*ty))
                }
                Err(_) => false,
            },
            _ => false,
        };
        self.frozen.insert(ty, has);
        has
    }

    /// Changes the value at a place.
    pub(super) fn store(&mut self, pointer: &Pointer<'db>, value: Val<'db>) -> Result<(), Wrong> {
        if pointer.behind != 0 {
            return Err(Wrong::Unknown);
        }
        let object = match pointer.base {
            Base::Static(_) | Base::String(..) => return Err(Wrong::plain(notes::RUN_TIME)),
            Base::Function(_) => return Err(Wrong::Unknown),
            _ => self.object_of(pointer)?,
        };
        let is_mutable = self.objects[object as usize].is_constant && self.is_mutable_part(pointer);
        let object = &mut self.objects[object as usize];
        if object.is_run_time {
            return Err(Wrong::plain(notes::RUN_TIME));
        }
        if object.is_constant && !is_mutable {
            return Err(Wrong::plain(notes::CONST_STORAGE));
        }
        let may_change_active = self.sema.dialect.standard >= asunder_syntax::Standard::Cpp20;
        let result = part_mut(&mut object.value, &pointer.path, may_change_active).map(|part| *part = value);
        match result {
            Err(Wrong::Inactive(depth, wanted, active)) => {
                Err(self.inactive(pointer, depth, wanted, active).unwrap_or(Wrong::Unknown))
            }
            result => result,
        }
    }

    /// Makes a place one of a fresh object.
    pub(super) fn reset(&mut self, pointer: &Pointer<'db>, value: Val<'db>) -> Outcome<()> {
        self.store(pointer, value).map_err(|_| Stop::Unknown)
    }
}

/// A variable with static storage, as evaluation sees it.
#[derive(Clone, Debug)]
pub(crate) enum Static<'db> {
    /// Its value is constant.
    Constant(std::rc::Rc<Val<'db>>),
    /// Its value is that of the running program.
    RunTime,
    /// Not known.
    Unknown,
}

/// A position outside of an array.
pub(super) fn outside(index: i64, count: usize) -> Wrong {
    match index == count as i64 {
        true => Wrong::Note(notes::BEHIND_ARRAY, vec![Argument::Number(count as i64)]),
        false => {
            Wrong::Note(notes::NO_ELEMENT, vec![Argument::Number(index), Argument::Number(count as i64)])
        }
    }
}

fn part<'v, 'db>(value: &'v Val<'db>, path: &[Step]) -> Result<&'v Val<'db>, Wrong> {
    let mut at = value;
    for (depth, step) in path.iter().enumerate() {
        at = match (step, at) {
            (Step::Index(index), Val::Array(all)) => {
                match usize::try_from(*index).ok().and_then(|index| all.get(index)) {
                    Some(element) => element,
                    None => return Err(outside(*index, all.len())),
                }
            }
            (Step::Part(number), Val::Class(all)) => all.get(*number as usize).ok_or(Wrong::Unknown)?,
            (Step::Part(number), Val::Closure(all, _)) => &all.get(*number as usize).ok_or(Wrong::Unknown)?.1,
            (Step::Part(number), Val::Union(active)) => match active {
                Some((active, value)) if active == number => value,
                Some((active, _)) => return Err(Wrong::Inactive(depth, *number, *active)),
                None => return Err(Wrong::Unknown),
            },
            _ => return Err(Wrong::Unknown),
        };
    }
    Ok(at)
}

/// The part of a value to change; in a union that makes a member active since C++20.
fn part_mut<'v, 'db>(
    value: &'v mut Val<'db>,
    path: &[Step],
    may_change_active: bool,
) -> Result<&'v mut Val<'db>, Wrong> {
    let mut at = value;
    for (depth, step) in path.iter().enumerate() {
        at = match (step, at) {
            (Step::Index(index), Val::Array(all)) => {
                let count = all.len();
                match usize::try_from(*index).ok().and_then(|index| all.get_mut(index)) {
                    Some(element) => element,
                    None => return Err(outside(*index, count)),
                }
            }
            (Step::Part(number), Val::Class(all)) => all.get_mut(*number as usize).ok_or(Wrong::Unknown)?,
            (Step::Part(number), Val::Closure(all, _)) => {
                &mut all.get_mut(*number as usize).ok_or(Wrong::Unknown)?.1
            }
            (Step::Part(number), Val::Union(active)) => {
                // An assignment makes the member active ([class.union]/6).
                if let Some((active, _)) = active
                    && active != number
                    && !may_change_active
                {
                    return Err(Wrong::Inactive(depth, *number, *active));
                }
                if !matches!(active, Some((active, _)) if active == number) {
                    *active = Some((*number, Box::new(Val::Uninit)));
                }
                match active {
                    Some((_, value)) => value,
                    None => return Err(Wrong::Unknown),
                }
            }
            _ => return Err(Wrong::Unknown),
        };
    }
    Ok(at)
}
