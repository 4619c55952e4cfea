//! The interpreter of constant expressions ([expr.const]).
//!
//! It walks typed trees ([`Inferred`](crate::infer::Inferred)): which function is called, how arguments are converted
//! and how objects are made has been decided there. An evaluation has one of three ends: a value, a [`Failure`] (not a
//! constant, and why, in the reference's words), or not known, of which nothing may be said.
//!
//! | room | job |
//! |---|---|
//! | `values` | values as trees of subobjects, pointers into objects |
//! | `storage` | objects, their lifetimes, reading and writing |
//! | `code` | the typed trees of functions, initializers and default arguments |
//! | `expressions` | nodes as values and as places |
//! | `allocation` | `new` and `delete` |
//! | `scalars` | conversions and arithmetic |
//! | `initialization` | objects being made and destroyed |
//! | `statements` | the flow of control |
//! | `calls` | functions, members, lambdas |
//! | `built_in` | the built-in functions that the reference folds |
//! | `failures` | why something is not a constant |
//! | `notes` | the numbers of the notes that say so |

mod allocation;
mod built_in;
mod calls;
mod code;
mod expressions;
mod failures;
mod initialization;
pub(crate) mod notes;
mod scalars;
mod statements;
mod storage;
mod values;

use std::cell::RefCell;
use std::rc::Rc;

use asunder_types::{Class, Symbol, Ty};
use rustc_hash::FxHashMap;

pub(crate) use code::{Code, Owned, Tree};
pub(crate) use failures::{Failure, Stop};
pub(crate) use storage::Static;
pub(crate) use values::{Base, Pointer, Step, Val};

use crate::finding::Argument;
use crate::infer::NodeId;
use crate::infer::made::Made;
use crate::view::Sema;
use failures::Where;
use storage::Object;
use values::Shape;

/// What an evaluation gives.
pub(crate) type Outcome<T> = Result<T, Stop>;

/// What the reference spends at most on one evaluation (`--max_cost_constexpr_call`), and how far around that our count
/// of it may be off.
const BUDGET: u64 = 2_000_000;
const DOUBT: u64 = 100_000;

/// The calls that may wait for each other (`--max_depth_constexpr_call`): the host pass has 256, the device pass 512.
/// Between the two the answer depends on the pass, which is not known here.
const DEPTH: u32 = 256;
const MORE_DEPTH: u32 = 512;

/// A part of an object that has no value.
enum Unset {
    Member(Argument),
    Element(usize),
}

/// An object whose parts are being made one after another.
struct Making<'db> {
    object: Pointer<'db>,
    /// The one whose turn it is.
    part: u32,
    is_union: bool,
}

/// A function that is being run, or the expression that is evaluated.
pub(crate) struct Frame<'m, 'db> {
    code: Code<'m, 'db>,
    /// Where variables are, by their numbers.
    slots: RefCell<Vec<Option<Pointer<'db>>>>,
    this: Option<Pointer<'db>>,
    /// What stands for nodes that are not in the program: the parts of a range-for statement.
    stands_for: RefCell<Vec<(NodeId, Val<'db>)>>,
    /// The ranges of range-for statements.
    ranges: RefCell<Vec<Pointer<'db>>>,
    /// What a lambda returns; of other functions the code says it.
    result: Option<Ty<'db>>,
}

/// One evaluation.
pub(crate) struct Machine<'m, 'db> {
    sema: &'m Sema<'db>,
    objects: Vec<Object<'db>>,
    /// Places in `objects` that may be used again.
    free: Vec<u32>,
    /// Automatic objects and temporaries, the oldest first.
    live: Vec<u32>,
    /// Objects of `new` that were not deleted.
    heap: Vec<u32>,
    /// A value whose class has a destructor was dropped, and the destructor did not run.
    has_dropped: bool,
    shapes: FxHashMap<Class<'db>, Option<Rc<Shape<'db>>>>,
    /// Objects whose parts are being made, the outermost first.
    making: Vec<Making<'db>>,
    /// Objects whose constructors or destructors are running: constant ones can be changed.
    running: Vec<Pointer<'db>>,
    /// Types that have constant parts, and those that have none.
    frozen: FxHashMap<Ty<'db>, bool>,
    /// The code of lambdas that were evaluated.
    lambdas: FxHashMap<Class<'db>, Code<'m, 'db>>,
    /// The expression that is evaluated.
    root: Code<'m, 'db>,
    /// Calls that wait, the outermost first.
    calls: Vec<Where>,
    cost: u64,
    /// The most calls that waited for each other.
    deepest: u32,
    /// It is evaluated because a constant is required.
    required: bool,
    /// A division by zero is not reported by itself where the constant is required.
    tolerates_zero: bool,
    /// What goes wrong in operations on literals makes the expression one that is not constant.
    evaluates_first: bool,
    /// What it initializes has static storage duration, and so have the temporaries that it binds to references.
    for_static: bool,
    /// The address of a variable in memory that host and device share is not a constant: the host reads it from another one.
    refuses_managed: bool,
    /// The place of the outermost operation.
    origin: Where,
    /// What is said of the value itself stands here.
    end: Where,
    /// The variable of a block that is initialized, by its number.
    local: Option<u32>,
    /// The object of the variable that is initialized.
    own: Option<(Option<Symbol<'db>>, u32)>,
}

impl<'m, 'db> Machine<'m, 'db> {
    /// A machine for an expression or initializer of `root`.
    pub(crate) fn new(sema: &'m Sema<'db>, root: Code<'m, 'db>, required: bool) -> Self {
        Machine {
            sema,
            objects: Vec::new(),
            free: Vec::new(),
            live: Vec::new(),
            heap: Vec::new(),
            has_dropped: false,
            shapes: FxHashMap::default(),
            making: Vec::new(),
            running: Vec::new(),
            frozen: FxHashMap::default(),
            lambdas: FxHashMap::default(),
            root,
            calls: Vec::new(),
            cost: 0,
            deepest: 0,
            required,
            tolerates_zero: false,
            evaluates_first: sema.evaluates_first(),
            for_static: false,
            refuses_managed: false,
            origin: Where::Here,
            end: Where::Here,
            local: None,
            own: None,
        }
    }

    /// The constant is required for the value of an enumerator or the bound of an array.
    pub(crate) fn for_number(self) -> Self {
        Machine { tolerates_zero: true, ..self }
    }

    /// The constant is not required: operations on literals are folded, with a warning where they go wrong.
    pub(crate) fn for_initial_value(self) -> Self {
        Machine { evaluates_first: false, ..self }
    }

    /// What is initialized is the variable of a block with this number.
    pub(crate) fn for_local(self, number: u32) -> Self {
        Machine { local: Some(number), ..self }
    }

    /// What is initialized has static storage duration.
    pub(crate) fn for_static(self, for_static: bool) -> Self {
        Machine { for_static, ..self }
    }

    /// It is the value of a `constexpr` variable or of a template argument.
    pub(crate) fn for_constant(self) -> Self {
        Machine { refuses_managed: true, ..self }
    }

    /// The value of a node.
    pub(crate) fn run_node(mut self, node: NodeId, this: Option<Pointer<'db>>) -> Outcome<Val<'db>> {
        let frame = self.frame(self.root.clone(), this);
        self.set_origin(&frame, node);
        self.end = self.place_of_node(&frame, node);
        let value = self.value(&frame, node)?;
        self.finished(value, None)
    }

    /// The value of an object of type `ty` that is made as `made` says; `own` is the variable that it is.
    pub(crate) fn run_made(
        mut self,
        made: &Made,
        ty: Ty<'db>,
        own: Option<Symbol<'db>>,
    ) -> Outcome<Val<'db>> {
        let frame = self.frame(self.root.clone(), None);
        if let Made::Node(node) = made {
            self.set_origin(&frame, *node);
        }
        let object = self.new_object(ty)?;
        let target = self.pointer_to(object);
        if !matches!(ty.kind(self.sema.db), asunder_types::Kind::Reference(..)) {
            self.own = Some((own, object));
            if let Some(slot) = self.local.and_then(|number| number.checked_sub(self.root.first_variable)) {
                expressions::set_slot(&frame, slot, target.clone());
            }
        }
        self.make(&frame, made, ty, &target)?;
        let value = self.objects[object as usize].value.clone();
        self.finished(value, Some((object, own)))
    }

    /// A value that leaves the interpreter: it may not point into it, and what `new` made is deleted.
    /// `own` is the object itself, and the variable that it is.
    fn finished(&mut self, value: Val<'db>, own: Option<(u32, Option<Symbol<'db>>)>) -> Outcome<Val<'db>> {
        let object = own.map(|(object, _)| object);
        let value = match own {
            Some((object, Some(symbol))) => value.renamed(object, symbol),
            _ => value,
        };
        let (mut ends, mut stays) = (None, false);
        value.each_pointer(&mut |pointer| {
            match self.lives_on(pointer) {
                true => stays |= matches!(pointer.base, Base::Object(..)),
                false => ends = Some(pointer.base.clone()),
            }
            ends.is_some()
        });
        if let Some(base) = ends {
            return Err(self.ends_early(&base, object));
        }
        if let (Some(_), true) = (object, value.has_uninitialized()) {
            return Err(self.without_value_in(&value));
        }
        // Constants do not name temporaries and variables of blocks.
        if stays {
            return Err(Stop::Unknown);
        }
        if let Some(first) = self.heap.first() {
            return Err(self.leak(*first));
        }
        // Near the reference's limits, and between those of the two passes, it is not known who is right.
        if self.cost > BUDGET - DOUBT {
            return Err(Stop::Unknown);
        }
        if self.deepest > DEPTH {
            let Stop::Not(failure) = self.failure_at(notes::TOO_COMPLEX, Vec::new(), Where::Root) else {
                return Err(Stop::Unknown);
            };
            return Err(Stop::Not(Box::new(Failure { host_only: true, ..*failure })));
        }
        Ok(value)
    }

    /// Whether what a pointer points to lives as long as the program: no temporary that ends with the expression, and no
    /// automatic variable.
    fn lives_on(&self, pointer: &Pointer<'db>) -> bool {
        let (number, generation) = match pointer.base {
            Base::Object(number, generation) => (number, generation),
            Base::Static(symbol) => {
                let written = self.sema.decl(symbol.decl);
                let is_managed = self.refuses_managed && written.attributes.spaces.managed;
                return !written.specifiers.is_thread_local && !is_managed;
            }
            _ => return true,
        };
        let object = &self.objects[number as usize];
        let is_there = object.is_alive && object.generation == generation && object.allocated.is_none();
        is_there && (object.is_static || self.for_static && object.is_extended)
    }

    /// Why a value cannot leave that points to what ends before it; `own` is the object whose value it is.
    fn ends_early(&self, base: &Base<'db>, own: Option<u32>) -> Stop {
        let lives = match *base {
            Base::Object(number, _) if Some(number) == own => return Stop::Unknown,
            Base::Object(number, generation) => {
                let object = &self.objects[number as usize];
                (object.is_alive && object.generation == generation).then_some(object)
            }
            _ => None,
        };
        match (self.variable_at(base), lives) {
            (Some(_), Some(object)) if object.is_constant => {
                self.failure_at(notes::RUN_TIME, Vec::new(), self.end)
            }
            (Some(variable), _) => self.failure_at(notes::POINTS_TO_VARIABLE, vec![variable], self.end),
            (None, Some(object)) if object.allocated.is_none() => {
                self.failure_at(notes::LIMITED_LIFETIME, Vec::new(), self.end)
            }
            (None, _) => self.failure_at(notes::INTERPRETER_STORAGE, Vec::new(), self.end),
        }
    }

    /// An object is left without a value in a part.
    fn without_value_in(&mut self, value: &Val<'db>) -> Stop {
        let Some((_, object)) = self.own else { return Stop::Unknown };
        // Before C++20 it is the constructor that is wrong ([dcl.constexpr]/4).
        if self.sema.dialect.standard < asunder_syntax::Standard::Cpp20 {
            return Stop::Unknown;
        }
        let ty = self.objects[object as usize].ty;
        match self.part_without_value(ty, value) {
            Some(Unset::Member(entity)) => {
                self.failure_at(notes::UNINITIALIZED_MEMBER, vec![entity], self.end)
            }
            Some(Unset::Element(index)) => {
                self.failure_at(notes::UNINITIALIZED_ELEMENT, vec![Argument::Number(index as i64)], self.end)
            }
            None => Stop::Unknown,
        }
    }

    fn part_without_value(&mut self, ty: Ty<'db>, value: &Val<'db>) -> Option<Unset> {
        match value {
            Val::Array(all) => {
                let asunder_types::Kind::Array(element, _) = *ty.unqualified(self.sema.db).kind(self.sema.db)
                else {
                    return None;
                };
                let (index, first) = all.iter().enumerate().find(|(_, it)| it.has_uninitialized())?;
                match first {
                    Val::Uninit => Some(Unset::Element(index)),
                    first => self.part_without_value(element, first),
                }
            }
            Val::Class(all) => {
                let shape = self.shape(ty.unqualified(self.sema.db).as_class(self.sema.db)?).ok()?;
                if shape.has_anonymous {
                    return None;
                }
                let (index, first) = all.iter().enumerate().find(|(_, it)| it.has_uninitialized())?;
                match index.checked_sub(shape.bases.len()) {
                    None => self.part_without_value(shape.bases[index], first),
                    Some(field) => {
                        let (symbol, ty) = *shape.fields.get(field)?;
                        match first {
                            Val::Uninit => self.variable_entity(symbol).map(Unset::Member),
                            first => self.part_without_value(ty, first),
                        }
                    }
                }
            }
            _ => None,
        }
    }

    /// The variable that lives no longer than a thread or a function, as a note names it.
    fn variable_at(&self, base: &Base<'db>) -> Option<Argument> {
        match *base {
            Base::Object(number, _) => self.objects[number as usize].variable.as_deref().cloned(),
            Base::Static(symbol) => self.variable_entity(symbol),
            _ => None,
        }
    }

    /// Counts a step.
    fn step(&mut self) -> Outcome<()> {
        self.cost += 1;
        if self.cost > BUDGET + DOUBT {
            return Err(self.failure_at(notes::TOO_COMPLEX, Vec::new(), Where::Root));
        }
        Ok(())
    }
}
