//! Objects being made ([dcl.init], [class.base.init]) and destroyed ([class.dtor]).

use asunder_decls::written::{BodyKind, DeclKind, DeclName};
use asunder_hir::body::Expr;
use asunder_types::{Bound, Class, Kind, Symbol, Ty};

use super::failures::Where;
use super::values::Shape;
use super::{Code, Failure, Frame, Machine, Making, Outcome, Pointer, Stop, Val, notes};
use crate::finding::{NOT_CONSTANT, NOT_CONSTEXPR};
use crate::infer::made::{Detail, Made, Member};
use crate::infer::{At, Category, Named, NodeId, What};

impl<'m, 'db> Machine<'m, 'db> {
    /// Makes the object at `target`, which is blank.
    pub(super) fn make(
        &mut self,
        frame: &Frame<'m, 'db>,
        made: &Made,
        ty: Ty<'db>,
        target: &Pointer<'db>,
    ) -> Outcome<()> {
        crate::view::deep(|| self.make_at_depth(frame, made, ty, target))
    }

    fn make_at_depth(
        &mut self,
        frame: &Frame<'m, 'db>,
        made: &Made,
        ty: Ty<'db>,
        target: &Pointer<'db>,
    ) -> Outcome<()> {
        let db = self.sema.db;
        match made {
            Made::Unknown => Err(Stop::Unknown),
            Made::Default => self.make_default(ty, target),
            Made::Empty => self.make_empty(frame, ty, target),
            Made::Node(node) => {
                let it = self.node(frame, *node);
                if let Kind::Reference(..) = ty.kind(db) {
                    let pointer = match (it.category, it.ty.kind(db)) {
                        (_, Kind::Reference(..)) | (_, Kind::Pointer(_))
                            if matches!(it.what, What::Op("reference_to")) =>
                        {
                            self.pointer(frame, *node)?
                        }
                        (Category::Lvalue | Category::Xvalue, _) => self.place(frame, *node)?,
                        _ => return Err(Stop::Unknown),
                    };
                    self.extend_temporary(frame, *node, &pointer);
                    return self.reset(target, Val::Pointer(pointer));
                }
                if let Kind::Array(element, Bound::Count(count)) = ty.unqualified(db).kind(db) {
                    return match it.what {
                        What::String => self.fill_with_string(frame, *node, *element, *count, target),
                        _ => Err(Stop::Unknown),
                    };
                }
                if it.ty.as_class(db).is_some()
                    && it.ty.as_class(db) == ty.as_class(db)
                    && matches!(it.what, What::Op("temp_init"))
                {
                    // What a prvalue would be copied to is the object itself ([dcl.init]/17.6.1).
                    if let [only] = it.operands.as_slice()
                        && let inner = self.node(frame, *only)
                        && inner.category == Category::Prvalue
                        && inner.ty.as_class(db) == ty.as_class(db)
                        && matches!(inner.what, What::Op("temp_init"))
                    {
                        return self.make(frame, &Made::Node(*only), ty, target);
                    }
                    return self.construct(frame, *node, target, true);
                }
                if let (Some(from), Some(to)) = (it.ty.as_class(db), ty.as_class(db))
                    && from != to
                {
                    return Err(Stop::Unknown);
                }
                if it.ty.as_class(db).is_some() != ty.as_class(db).is_some() {
                    return Err(Stop::Unknown);
                }
                let is_lvalue = it.category != Category::Prvalue;
                if ty.as_class(db).is_some() && is_lvalue && !self.is_plainly_copied(ty)? {
                    return Err(Stop::Unknown);
                }
                let value = match is_lvalue && ty.as_class(db).is_some() {
                    true => self.loaded(frame, *node)?,
                    false => self.value(frame, *node)?,
                };
                let value = match value {
                    value @ (Val::Int(_) | Val::Float(_)) => self.fitted(value, ty)?,
                    value => value,
                };
                self.reset(target, value)
            }
            Made::Parts(parts) => self.make_parts(frame, parts, ty, target),
        }
    }

    /// A temporary to which a reference is bound lives as long as the reference ([class.temporary]/6).
    fn extend_temporary(&mut self, frame: &Frame<'m, 'db>, node: NodeId, bound: &Pointer<'db>) {
        const INSIDE: [&str; 6] = [
            "reference_to",
            "lvalue_adjust",
            "lvalue_cast",
            "base_class_cast",
            "dot_field",
            "array_to_pointer",
        ];
        let mut at = node;
        while let (What::Op(op), [object, ..]) =
            (&self.node(frame, at).what, self.node(frame, at).operands.as_slice())
            && INSIDE.contains(op)
        {
            at = *object;
        }
        let it = self.node(frame, at);
        let is_temporary = it.category == Category::Prvalue || matches!(it.what, What::Op("temp_init"));
        if let super::Base::Object(number, _) = bound.base
            && is_temporary
        {
            self.objects[number as usize].is_extended = true;
        }
    }

    /// A number as a value of the variable's own type, where only the sign or size differ.
    fn fitted(&self, value: Val<'db>, ty: Ty<'db>) -> Outcome<Val<'db>> {
        let Some(builtin) = self.number_type(ty) else {
            return match (ty.unqualified(self.sema.db).kind(self.sema.db), value) {
                (Kind::Pointer(_), Val::Int(0)) => Ok(Val::Pointer(Pointer::null())),
                (Kind::MemberPointer(..), Val::Int(0)) => Ok(Val::Member(None)),
                _ => Err(Stop::Unknown),
            };
        };
        match value {
            Val::Int(number) if asunder_types::is_integral(builtin) => {
                match crate::constants::wrapped(number, builtin) {
                    Some(wrapped) if wrapped == number => Ok(Val::Int(number)),
                    _ => Err(Stop::Unknown),
                }
            }
            Val::Float(bits) if asunder_types::is_floating(builtin) => Ok(Val::Float(bits)),
            _ => Err(Stop::Unknown),
        }
    }

    fn fill_with_string(
        &mut self,
        frame: &Frame<'m, 'db>,
        node: NodeId,
        element: Ty<'db>,
        count: u64,
        target: &Pointer<'db>,
    ) -> Outcome<()> {
        let db = self.sema.db;
        let place = self.place(frame, node)?;
        let super::Base::String(_, _, _, characters) = &place.base else { return Err(Stop::Unknown) };
        let builtin = element.as_builtin(db).ok_or(Stop::Unknown)?;
        let mut values: Vec<Val<'db>> = Vec::new();
        for character in characters.iter() {
            let number = crate::constants::wrapped((*character).into(), builtin).ok_or(Stop::Unknown)?;
            values.push(Val::Int(number));
        }
        values.resize(usize::try_from(count).map_err(|_| Stop::Unknown)?, Val::Int(0));
        self.reset(target, Val::Array(values))
    }

    fn make_parts(
        &mut self,
        frame: &Frame<'m, 'db>,
        parts: &[(u32, Made)],
        ty: Ty<'db>,
        target: &Pointer<'db>,
    ) -> Outcome<()> {
        let db = self.sema.db;
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, Bound::Count(count)) => {
                let element = *element;
                for (number, made) in parts {
                    self.make(frame, made, element, &target.element((*number).into()))?;
                }
                let listed = parts.len() as u64;
                if listed >= *count {
                    return Ok(());
                }
                // The others are alike.
                let rest = target.element(listed as i64);
                self.make(frame, &Made::Empty, element, &rest)?;
                let value = self.load(&rest).map_err(|_| Stop::Unknown)?;
                self.check_repeated(&value, &rest)?;
                for number in listed + 1..*count {
                    self.reset(&target.element(number as i64), value.clone())?;
                }
                Ok(())
            }
            Kind::Class(class) => {
                let shape = self.shape(*class)?;
                if shape.is_union {
                    return match parts {
                        [(0, made)] => {
                            let Some((_, ty)) = shape.fields.first() else { return Err(Stop::Unknown) };
                            self.make_union_member(frame, 0, made, *ty, target)
                        }
                        [(number, made)] => {
                            let Some((_, ty)) = shape.fields.get(*number as usize) else {
                                return Err(Stop::Unknown);
                            };
                            self.make_union_member(frame, *number, made, *ty, target)
                        }
                        [] => self.make_empty_union(&shape, target),
                        _ => Err(Stop::Unknown),
                    };
                }
                let inside = self.frame(frame.code.clone(), Some(target.clone()));
                let is_followed = self.begin_parts(&shape, target);
                for number in 0..(shape.bases.len() + shape.fields.len()) as u32 {
                    let listed = parts.iter().find(|(part, _)| *part == number).map(|(_, made)| made);
                    let part = target.part(number);
                    self.begin_part(is_followed, number);
                    match (listed, (number as usize).checked_sub(shape.bases.len())) {
                        (Some(made), field) => {
                            let ty = match field {
                                Some(field) => shape.fields[field].1,
                                None => shape.bases[number as usize],
                            };
                            self.make(frame, made, ty, &part)?;
                        }
                        (None, None) => {
                            self.make(&inside, &Made::Empty, shape.bases[number as usize], &part)?;
                        }
                        (None, Some(field)) => self.make_field(&shape, field, target, &part, true)?,
                    }
                }
                self.end_parts(is_followed);
                Ok(())
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// An element that stands for all others of an array may not point to itself.
    fn check_repeated(&self, element: &Val<'db>, at: &Pointer<'db>) -> Outcome<()> {
        match element.each_pointer(&mut |pointer| pointer.base == at.base) {
            true => Err(Stop::Unknown),
            false => Ok(()),
        }
    }

    /// From here on the parts of an object are made, one after another. False where that is not followed.
    fn begin_parts(&mut self, shape: &Shape<'db>, object: &Pointer<'db>) -> bool {
        if !shape.has_anonymous {
            self.making.push(Making { object: object.clone(), part: 0, is_union: shape.is_union });
        }
        !shape.has_anonymous
    }

    /// It is the turn of a part.
    fn begin_part(&mut self, is_followed: bool, part: u32) {
        if is_followed && let Some(making) = self.making.last_mut() {
            making.part = part;
        }
    }

    fn end_parts(&mut self, is_followed: bool) {
        if is_followed {
            self.making.pop();
        }
    }

    /// A union from `{}` or by its own constructor: the member with an initializer, else the first one ([dcl.init.aggr]/5,
    /// [class.base.init]/9).
    fn make_empty_union(&mut self, shape: &Shape<'db>, target: &Pointer<'db>) -> Outcome<()> {
        let has_initializer =
            |(symbol, _): &(Symbol<'db>, Ty<'db>)| self.sema.initializer(symbol.decl).is_some();
        let field = shape.fields.iter().position(has_initializer).unwrap_or(0);
        let Some((_, ty)) = shape.fields.get(field).copied() else {
            return self.reset(target, Val::Union(None));
        };
        let blank = self.blank(ty)?;
        self.reset(target, Val::Union(Some((field as u32, Box::new(blank)))))?;
        let is_followed = self.begin_parts(shape, target);
        self.begin_part(is_followed, field as u32);
        self.make_field(shape, field, target, &target.part(field as u32), true)?;
        self.end_parts(is_followed);
        Ok(())
    }

    fn make_union_member(
        &mut self,
        frame: &Frame<'m, 'db>,
        number: u32,
        made: &Made,
        ty: Ty<'db>,
        target: &Pointer<'db>,
    ) -> Outcome<()> {
        let blank = self.blank(ty)?;
        self.reset(target, Val::Union(Some((number, Box::new(blank)))))?;
        self.make(frame, made, ty, &target.part(number))
    }

    /// A member that is not listed: by its default member initializer, else like `{}` or not at all.
    fn make_field(
        &mut self,
        shape: &Shape<'db>,
        field: usize,
        object: &Pointer<'db>,
        target: &Pointer<'db>,
        empty: bool,
    ) -> Outcome<()> {
        let (symbol, ty) = shape.fields[field];
        // Members of anonymous unions share storage.
        if shape.has_anonymous {
            return match empty {
                true => Err(Stop::Unknown),
                false => Ok(()),
            };
        }
        if let Some(owned) = self.sema.initializer_code(symbol) {
            let Some((_, made)) = owned.made.first() else { return Err(Stop::Unknown) };
            let made = made.clone();
            if made != Made::Default {
                let inside = self.frame(Code::own(owned), Some(object.clone()));
                return self.make(&inside, &made, ty, target);
            }
        } else if self.sema.initializer(symbol.decl).is_some() {
            return Err(Stop::Unknown);
        }
        let inside = self.frame(self.root.clone(), None);
        match empty {
            true => self.make(&inside, &Made::Empty, ty, target),
            false => self.make(&inside, &Made::Default, ty, target),
        }
    }

    fn make_default(&mut self, ty: Ty<'db>, target: &Pointer<'db>) -> Outcome<()> {
        let db = self.sema.db;
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, Bound::Count(count)) if self.has_classes(*element) => {
                for number in 0..*count {
                    self.make_default(*element, &target.element(number as i64))?;
                }
                Ok(())
            }
            Kind::Array(..) => Ok(()),
            Kind::Class(class) => self.default_construct(*class, target, false),
            Kind::Reference(..) => Err(Stop::Unknown),
            // Before C++20 that is not constant.
            _ => Ok(()),
        }
    }

    fn has_classes(&self, ty: Ty<'db>) -> bool {
        match ty.unqualified(self.sema.db).kind(self.sema.db) {
            Kind::Array(element, _) => self.has_classes(*element),
            Kind::Class(_) => true,
            _ => false,
        }
    }

    fn make_empty(&mut self, frame: &Frame<'m, 'db>, ty: Ty<'db>, target: &Pointer<'db>) -> Outcome<()> {
        let db = self.sema.db;
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, Bound::Count(count)) => {
                if *count == 0 {
                    return Ok(());
                }
                let first = target.element(0);
                self.make_empty(frame, *element, &first)?;
                let value = self.load(&first).map_err(|_| Stop::Unknown)?;
                self.check_repeated(&value, &first)?;
                for number in 1..*count {
                    self.reset(&target.element(number as i64), value.clone())?;
                }
                Ok(())
            }
            Kind::Class(class) => match self.sema.is_aggregate(*class) {
                true => self.make_parts(frame, &[], ty, target),
                false => self.default_construct(*class, target, true),
            },
            Kind::Reference(..) => Err(Stop::Unknown),
            Kind::Pointer(_) => self.reset(target, Val::Pointer(Pointer::null())),
            Kind::MemberPointer(..) => self.reset(target, Val::Member(None)),
            _ => {
                let builtin = self.number_type(ty).ok_or(Stop::Unknown)?;
                let zero = match builtin {
                    asunder_types::Builtin::NullPtr => Val::Pointer(Pointer::null()),
                    builtin if asunder_types::is_floating(builtin) => Val::Float(0),
                    _ => Val::Int(0),
                };
                self.reset(target, zero)
            }
        }
    }

    /// Makes an object by the default constructor of its class; `zero`: what no constructor of the user's makes is zero
    /// first ([dcl.init]/8).
    fn default_construct(&mut self, class: Class<'db>, target: &Pointer<'db>, zero: bool) -> Outcome<()> {
        let definition = self.sema.definition(class).ok_or(Stop::Unknown)?;
        let mut defaults =
            self.sema.constructors(&definition).into_iter().filter(|symbol| {
                self.sema.signature(*symbol).is_some_and(|signature| signature.required == 0)
            });
        let (first, second) = (defaults.next(), defaults.next());
        if second.is_some() {
            return Err(Stop::Unknown);
        }
        match first {
            Some(symbol) if !self.is_defaulted(symbol) => {
                if self.sema.is_function_template(symbol.decl) {
                    return Err(Stop::Unknown);
                }
                self.run_constructor(symbol, Vec::new(), target)
            }
            None if !self.sema.constructors(&definition).is_empty() => Err(Stop::Unknown),
            _ => self.implicitly_construct(class, target, zero),
        }
    }

    fn is_defaulted(&self, symbol: Symbol<'db>) -> bool {
        matches!(self.sema.decl(symbol.decl).kind, DeclKind::Function { body: BodyKind::Defaulted, .. })
    }

    fn implicitly_construct(&mut self, class: Class<'db>, target: &Pointer<'db>, zero: bool) -> Outcome<()> {
        let shape = self.shape(class)?;
        if shape.is_union {
            return match shape.fields.iter().any(|(field, _)| self.sema.initializer(field.decl).is_some()) {
                true => self.make_empty_union(&shape, target),
                false if zero => Err(Stop::Unknown),
                false => Ok(()),
            };
        }
        let is_followed = self.begin_parts(&shape, target);
        for (number, base) in shape.bases.iter().enumerate() {
            let class = base.as_class(self.sema.db).ok_or(Stop::Unknown)?;
            self.begin_part(is_followed, number as u32);
            self.default_construct(class, &target.part(number as u32), zero)?;
        }
        for field in 0..shape.fields.len() {
            let number = (shape.bases.len() + field) as u32;
            self.begin_part(is_followed, number);
            self.make_field(&shape, field, target, &target.part(number), zero)?;
        }
        self.end_parts(is_followed);
        Ok(())
    }

    /// Why an object is not made that a constructor without `constexpr` makes; `is_whole`: the object is what is
    /// initialized, or a part of it.
    fn not_constexpr_constructor(
        &self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        constructor: Symbol<'db>,
        is_whole: bool,
    ) -> Stop {
        let node = self.node(frame, id);
        let is_own = self.sema.decl(constructor.decl).templates.is_empty()
            && self.sema.class_of(constructor.env) == node.ty.as_class(self.sema.db);
        let entity = self.sema.constructor_entity(constructor).filter(|_| is_own);
        let (Some(entity), Some(is_literal)) = (entity, self.sema.is_literal(node.ty)) else {
            return Stop::Unknown;
        };
        let (At::Start(expr) | At::Point(expr)) = node.at else { return Stop::Unknown };
        // What looks like a call makes an object, or is converted to one.
        let is_converted = node.operands.iter().any(|operand| {
            let at = self.node(frame, *operand).at;
            matches!(at, At::Start(of) | At::Point(of) if of == expr)
        });
        let is_temporary = match frame.code.body[expr] {
            Expr::Construct(..) | Expr::Cast(..) => true,
            Expr::Call(..) => !is_converted,
            _ => false,
        };
        let is_list = matches!(frame.code.body[expr], Expr::List(_));
        match (is_temporary, is_literal) {
            (true, false) if self.calls.is_empty() => {
                let alone = Some((NOT_CONSTANT, At::Start(expr)));
                Stop::Not(Box::new(Failure { notes: Vec::new(), alone, host_only: false }))
            }
            (true, true) => self.failure_at(NOT_CONSTEXPR, vec![entity], self.start_of_node(frame, id)),
            (false, _) if is_whole && self.calls.is_empty() => {
                self.failure_at(NOT_CONSTEXPR, vec![entity], Where::Here)
            }
            (false, true) if !is_whole && !is_list => {
                self.failure_at(NOT_CONSTEXPR, vec![entity], self.start_of_node(frame, id))
            }
            _ => Stop::Unknown,
        }
    }

    /// Makes the object that a `temp_init` node stands for; `is_whole`: it is what is initialized, or a part of it.
    pub(super) fn construct(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        target: &Pointer<'db>,
        is_whole: bool,
    ) -> Outcome<()> {
        let db = self.sema.db;
        let node = self.node(frame, id);
        let ty = node.ty.unqualified(db);
        if let Some(Detail::Made(made)) = frame.code.tree().plan.details.get(&id) {
            let made = made.clone();
            return self.make(frame, &made, ty, target);
        }
        let operands = node.operands.clone();
        match (node.named, operands.as_slice()) {
            (Some(Named::Symbol(constructor)), operands) => {
                let specifiers = self.sema.decl(constructor.decl).specifiers;
                if !self.is_defaulted(constructor) && !specifiers.is_constexpr && !specifiers.is_consteval {
                    return Err(self.not_constexpr_constructor(frame, id, constructor, is_whole));
                }
                if self.is_defaulted(constructor) {
                    return match operands {
                        [] => {
                            let class = ty.as_class(db).ok_or(Stop::Unknown)?;
                            self.implicitly_construct(class, target, true)
                        }
                        [only] => self.copy(frame, *only, ty, target, is_whole),
                        _ => Err(Stop::Unknown),
                    };
                }
                let mut args = Vec::with_capacity(operands.len());
                for operand in operands {
                    args.push(self.value(frame, *operand)?);
                }
                self.in_call(frame, id, |machine| machine.run_constructor(constructor, args, target))
            }
            (None, []) => match ty.as_class(db) {
                Some(_) => self.make_empty(frame, ty, target),
                None => Err(Stop::Unknown),
            },
            (None, [only]) if ty.as_class(db).is_some() => self.copy(frame, *only, ty, target, is_whole),
            (None, [only]) => {
                let value = self.value(frame, *only)?;
                self.reset(target, value)
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// A copy by the constructor that nobody wrote; `is_whole`: of what is initialized, or a part of it.
    fn copy(
        &mut self,
        frame: &Frame<'m, 'db>,
        from: NodeId,
        ty: Ty<'db>,
        target: &Pointer<'db>,
        is_whole: bool,
    ) -> Outcome<()> {
        let db = self.sema.db;
        let own = self.node(frame, from).ty;
        let is_prvalue = self.node(frame, from).category == Category::Prvalue;
        if own.referred(db).as_class(db).is_none() {
            return Err(Stop::Unknown);
        }
        let source = own.referred(db);
        if source.as_class(db) == ty.as_class(db)
            && is_prvalue
            && !matches!(own.kind(db), Kind::Reference(..))
        {
            let value = self.value(frame, from)?;
            return self.reset(target, value);
        }
        if !self.is_plainly_copied(ty)? {
            return Err(Stop::Unknown);
        }
        let mut place = match own.kind(db) {
            Kind::Reference(..) => self.pointer(frame, from)?,
            _ => self.place(frame, from)?,
        };
        if let (Some(a), Some(b)) = (source.as_class(db), ty.as_class(db))
            && a != b
        {
            place.path.extend(self.base_path(a, b)?);
        }
        if self.is_empty_class(ty)? {
            return self.reset(target, Val::Class(Vec::new()));
        }
        let value = match is_whole {
            true => {
                let value = self.load(&place);
                self.accessed(frame, from, value)?
            }
            false => self.read(frame, from, &place)?,
        };
        let is_own =
            self.own.is_some_and(|(_, own)| matches!(place.base, super::Base::Object(it, _) if it == own));
        if is_own && place.path.is_empty() && value.has_uninitialized() {
            return Err(self.failure(frame, from, notes::UNINITIALIZED, Vec::new()));
        }
        self.reset(target, value)
    }

    /// Whether a class has no parts: copies of it read nothing.
    pub(super) fn is_empty_class(&mut self, ty: Ty<'db>) -> Outcome<bool> {
        let Some(class) = ty.as_class(self.sema.db) else { return Ok(false) };
        if self.is_closure(ty) {
            return Ok(false);
        }
        let shape = self.shape(class)?;
        Ok(!shape.is_union && shape.bases.is_empty() && shape.fields.is_empty())
    }

    /// Whether copies of a class are copies of its parts: no copy or move constructor, and no assignment, of the
    /// user's in it.
    pub(super) fn is_plainly_copied(&mut self, ty: Ty<'db>) -> Outcome<bool> {
        let db = self.sema.db;
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, _) => self.is_plainly_copied(*element),
            Kind::Class(_) if self.is_closure(ty) => Ok(true),
            Kind::Class(class) => {
                let definition = self.sema.definition(*class).ok_or(Stop::Unknown)?;
                let is_special = |symbol: Symbol<'db>| {
                    self.sema.signature(symbol).is_none_or(|signature| {
                        signature.required <= 1
                            && signature
                                .params
                                .first()
                                .is_some_and(|param| param.referred(db).as_class(db) == Some(*class))
                    })
                };
                for (local, decl) in self.sema.members(definition.decl) {
                    let may_copy = match &decl.name {
                        DeclName::Constructor => true,
                        DeclName::Operator(spelling) => &**spelling == "=",
                        _ => false,
                    };
                    let is_written =
                        !matches!(decl.kind, DeclKind::Function { body: BodyKind::Defaulted, .. });
                    let symbol = Symbol { decl: definition.decl.sibling(local), env: definition.inside };
                    if may_copy && is_written && decl.templates.is_empty() && is_special(symbol) {
                        return Ok(false);
                    }
                }
                let shape = self.shape(*class)?;
                for ty in shape.bases.iter().chain(shape.fields.iter().map(|(_, ty)| ty)) {
                    if !self.is_plainly_copied(*ty)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(true),
        }
    }

    /// Runs a constructor for the object at `target`.
    pub(super) fn run_constructor(
        &mut self,
        constructor: Symbol<'db>,
        args: Vec<Val<'db>>,
        target: &Pointer<'db>,
    ) -> Outcome<()> {
        let db = self.sema.db;
        let class = self.sema.class_of(constructor.env).ok_or(Stop::Unknown)?;
        let code = self.callable(constructor)?;
        let owned = code.owned().cloned().ok_or(Stop::Unknown)?;
        let frame = self.frame(code, Some(target.clone()));
        let mark = self.live.len();
        self.running.push(target.clone());
        self.pass(&frame, constructor, args)?;
        let members = &owned.tree.plan.members;
        let shape = self.shape(class)?;
        let delegated = members.iter().find(|part| part.member == Member::Class(class));
        if let Some(part) = delegated {
            let ty = self.sema.ty(Kind::Class(class));
            self.make(&frame, &part.made, ty, target)?;
        } else {
            if members.iter().any(|part| part.member == Member::Unknown) {
                return Err(Stop::Unknown);
            }
            let is_followed = !shape.is_union && self.begin_parts(&shape, target);
            for (number, base) in shape.bases.iter().enumerate() {
                let base_class = base.as_class(db).ok_or(Stop::Unknown)?;
                let part = target.part(number as u32);
                self.begin_part(is_followed, number as u32);
                match members.iter().find(|part| part.member == Member::Class(base_class)) {
                    Some(listed) => self.make(&frame, &listed.made, *base, &part)?,
                    None => self.default_construct(base_class, &part, false)?,
                }
            }
            for (index, (symbol, ty)) in shape.fields.iter().enumerate() {
                let number = (shape.bases.len() + index) as u32;
                self.begin_part(is_followed, number);
                let is_own =
                    |member: &Member<'db>| matches!(member, Member::Field(it) if it.decl == symbol.decl);
                let listed = members.iter().find(|part| is_own(&part.member)).map(|part| &part.made);
                match (listed, shape.is_union) {
                    (Some(made), true) => self.make_union_member(&frame, number, made, *ty, target)?,
                    (Some(made), false) => self.make(&frame, made, *ty, &target.part(number))?,
                    (None, true) => {
                        if self.sema.initializer(symbol.decl).is_some() {
                            return Err(Stop::Unknown);
                        }
                    }
                    (None, false) => {
                        self.make_field(&shape, index, target, &target.part(number), false)?;
                    }
                }
            }
            self.end_parts(is_followed);
        }
        self.run_body(&frame)?;
        self.running.pop();
        self.end_scope(mark)
    }

    // ---- the end of objects

    /// Destroys the object at a place: its destructor, then its parts in reverse.
    pub(super) fn destroy(&mut self, place: &Pointer<'db>, ty: Ty<'db>) -> Outcome<()> {
        let db = self.sema.db;
        if !self.sema.has_destructor(ty) {
            return Ok(());
        }
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, Bound::Count(count)) => {
                for number in (0..*count).rev() {
                    self.destroy(&place.element(number as i64), *element)?;
                }
                Ok(())
            }
            Kind::Class(class) => {
                let definition = self.sema.definition(*class).ok_or(Stop::Unknown)?;
                if let Some(destructor) = self.sema.destructor(&definition)
                    && !self.is_defaulted(destructor)
                {
                    let code = self.callable(destructor)?;
                    let inside = self.frame(code, Some(place.clone()));
                    let mark = self.live.len();
                    self.running.push(place.clone());
                    self.run_body(&inside)?;
                    self.running.pop();
                    self.end_scope(mark)?;
                }
                let shape = self.shape(*class)?;
                if shape.is_union {
                    return Ok(());
                }
                for (index, (_, ty)) in shape.fields.iter().enumerate().rev() {
                    self.destroy(&place.part((shape.bases.len() + index) as u32), *ty)?;
                }
                for (index, base) in shape.bases.iter().enumerate().rev() {
                    self.destroy(&place.part(index as u32), *base)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Ends the lives of the objects that were made since there were `mark` of them.
    pub(super) fn end_scope(&mut self, mark: usize) -> Outcome<()> {
        while self.live.len() > mark {
            let Some(object) = self.live.pop() else { break };
            let ty = self.objects[object as usize].ty;
            if self.objects[object as usize].is_alive {
                if self.sema.has_destructor(ty) {
                    let place = self.pointer_to(object);
                    self.objects[object as usize].is_constant = false;
                    self.destroy(&place, ty)?;
                }
                self.release_object(object);
            }
        }
        Ok(())
    }
}
