//! Calls in a body that nobody wrote, as they stand in the code that it becomes: constructors and destructors of
//! variables, temporaries, bases and members, assignments, `operator new` and `delete`, default arguments.
//!
//! Their places are those at which the reference's device pass shows them (spec 2 §1b): destructors of a temporary have
//! that of its full-expression, those of variables that of the statement or bracket that ends their block.

mod allocation;
mod expressions;
pub(crate) mod order;
mod statements;
mod variables;

use std::rc::Rc;

use asunder_decls::written::DeclName;
use asunder_hir::body::{Body, Expr, ExprId, Init, LambdaId, Root, StmtId};
use asunder_hir::source_map::{BodySourceMap, ItemSourceMap};
use asunder_mangle::model::Ident;
use asunder_syntax::{TextRange, TextSize};
use asunder_types::{Class, Symbol, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use self::order::{Lowered, Order};
use crate::eval::Owned;
use crate::infer::made::{LambdaPlan, Made};
use crate::infer::{Inferred, NodeId};
use crate::special::{Part, PartCall, Provided, Special, Subobject};
use crate::uses::{Launch, Origin, Use, UseForm, of_tree};
use crate::view::Sema;

/// A body with its typed tree and its places.
#[derive(Clone, Copy)]
pub(crate) struct Code<'a, 'db> {
    pub(crate) sema: &'a Sema<'db>,
    pub(crate) tree: &'a Inferred<'db>,
    pub(crate) body: &'a Body,
    pub(crate) places: &'a BodySourceMap,
    pub(crate) map: &'a ItemSourceMap,
    /// The text of the item.
    pub(crate) text: &'a str,
}

impl<'a, 'db> Code<'a, 'db> {
    /// The code of a tree that stands on its own.
    pub(crate) fn of(sema: &'a Sema<'db>, owned: &'a Owned<'db>) -> Option<Self> {
        let item = sema.names().item_text(owned.item);
        let map = asunder_hir::source_map(sema.db, item);
        let places = map.bodies.get(owned.index as usize)?;
        Some(Code { sema, tree: &owned.tree, body: owned.body, places, map, text: item.text(sema.db) })
    }
}

/// What is found in a body.
#[derive(Default)]
pub(crate) struct Found<'db> {
    /// The calls, with the moments at which they are made among those that are written.
    pub(crate) uses: Vec<(TextSize, Use<'db>)>,
    /// Where the last statement of the function stands, or the bracket at its end.
    pub(crate) end: TextSize,
    /// The lambdas, and where they end.
    pub(crate) lambdas: Vec<(LambdaId, TextSize)>,
    /// The destructors and constructors of the objects that are made, where they are checked while the body is read
    /// (spec 2 §1a): `point` is where what makes the object ends.
    pub(crate) objects: Vec<Use<'db>>,
    /// The constructions of objects that constants stand for.
    pub(crate) folded: Vec<Use<'db>>,
    /// The last parts of `for` statements, in order, which are evaluated behind their bodies: where those end.
    pub(crate) steps: Vec<(TextRange, TextSize)>,
    /// The launches outside of lambdas that pass objects of classes by value.
    pub(crate) launches: Vec<Launch>,
    /// What the code consists of, in the order in which the device pass goes through it.
    pub(crate) lowered: Order,
    /// How something is made is not known: there may be more calls.
    pub(crate) has_gaps: bool,
}

impl Found<'_> {
    /// The moment of a use at `at`, which stands in the last part of a `for` statement perhaps.
    pub(crate) fn moment(&self, moment: TextSize, at: TextSize) -> TextSize {
        let index = self.steps.partition_point(|(range, _)| range.end() < at);
        match self.steps.get(index) {
            Some((range, end)) if range.start() <= at => *end,
            _ => moment,
        }
    }
}

/// An object whose life ends with a scope.
#[derive(Clone, Copy)]
struct Object<'db> {
    class: Class<'db>,
    is_array: bool,
}

/// An object that is made to live on: where that is shown, and which part of another it is.
#[derive(Clone, Copy)]
struct Home {
    at: TextSize,
    part: Part,
    /// Constants in brackets make it: they are shown at the bracket.
    in_brackets: bool,
}

impl Home {
    fn new(at: TextSize) -> Home {
        Home { at, part: Part::Whole, in_brackets: false }
    }
}

/// A scope of variables.
struct Scope {
    statement: StmtId,
    /// The number of the first object in it.
    first: usize,
}

struct Walk<'a, 'db> {
    code: Code<'a, 'db>,
    lambda: Option<LambdaId>,
    /// The scopes around the place.
    scopes: Vec<Scope>,
    /// Which of them `continue` and `break` leave the insides of.
    loops: Vec<usize>,
    left_by_break: Vec<usize>,
    /// Objects that live, those of outer scopes first.
    objects: Vec<Object<'db>>,
    /// Objects of the full-expression that is walked, in the order in which they are made.
    temporaries: Vec<Object<'db>>,
    /// Where the statement starts that was walked last.
    last: TextSize,
    /// The function returns something: the bracket at its end is not where it returns.
    gives_value: bool,
    /// Where temporaries are shown that are made without a place of their own: the call around, or the full-expression.
    around: TextSize,
    /// Which part of an object an initializer makes, and whether brackets behind a name do.
    part: Part,
    in_brackets: bool,
    /// The variable that is the object which the function returns ([class.copy.elision]).
    returned: Option<u32>,
    visited: FxHashSet<NodeId>,
    /// Lambdas whose bodies are not walked yet.
    lambdas: Vec<LambdaId>,
    /// The nodes that name variables of classes, when they are first needed.
    named_objects: Option<Rc<[(u32, u32)]>>,
    /// The statements around labels, by their numbers.
    labels: FxHashMap<Ident, Vec<StmtId>>,
    found: Found<'db>,
}

/// The calls in the body of a function.
pub(crate) fn of_function<'db>(code: Code<'_, 'db>, symbol: Symbol<'db>) -> Found<'db> {
    let Root::Function { block, .. } = &code.body.root else { return Found::default() };
    let sema = code.sema;
    let mut walk = Walk::new(code, code.places.stmt(*block).start());
    let signature = sema.signature(symbol);
    walk.gives_value = signature.is_some_and(|signature| !signature.result.is_void(sema.db));
    let name = &sema.decl(symbol.decl).name;
    let class = sema.class_of(symbol.env);
    if let (DeclName::Constructor, Some(class)) = (name, class) {
        walk.gives_value = false;
        walk.constructed_parts(class);
    }
    walk.function_body(*block);
    if let (DeclName::Destructor, Some(class)) = (name, class) {
        let end = code.places.stmt(*block).end();
        let parts = sema.part_calls(class, Special::Destructor);
        walk.found.has_gaps |= parts.is_none();
        for call in parts.unwrap_or_default() {
            walk.part_call(call, Origin::Implied, walk.last, end);
        }
    }
    walk.finish()
}

/// The calls in the body of a lambda's call operator, which returns a value if `gives_value`.
pub(crate) fn of_lambda<'db>(code: Code<'_, 'db>, lambda: LambdaId, gives_value: bool) -> Found<'db> {
    let block = code.body[lambda].block;
    let mut walk = Walk::new(code, code.places.stmt(block).start());
    walk.gives_value = gives_value;
    walk.function_body(block);
    walk.finish()
}

/// The call of the default constructor for an object, or for the elements of an array.
pub(crate) fn of_default<'db>(sema: &Sema<'db>, class: Class<'db>, is_array: bool) -> Option<Use<'db>> {
    let part = if is_array { Part::Elements } else { Part::Whole };
    let provided = sema.special_member(class, Special::Default)?;
    part_use(sema, PartCall { class, provided, part, field: None }, Origin::Implied, TextSize::new(0))
}

/// Where the lambdas of a body start.
pub(crate) fn lambda_starts(body: &Body, places: &BodySourceMap) -> FxHashMap<LambdaId, TextSize> {
    let exprs = (0u32..).zip(&body.exprs);
    let lambdas = exprs.filter_map(|(index, expr)| match expr {
        Expr::Lambda(lambda) => Some((*lambda, places.range(ExprId(index)).start())),
        _ => None,
    });
    lambdas.collect()
}

/// The calls in an initializer.
pub(crate) fn of_initializer<'db>(code: Code<'_, 'db>, made: &Made, ty: Ty<'db>, at: TextSize) -> Found<'db> {
    let mut walk = Walk::new(code, at);
    walk.initializer(made, ty, at, at);
    walk.finish()
}

/// The classes of the variables that a lambda captures by copy without an initializer, and which are arrays.
pub(crate) fn copied_captures<'db>(code: Code<'_, 'db>, plan: &LambdaPlan) -> Vec<(Class<'db>, bool)> {
    Walk::new(code, TextSize::new(0)).copied_captures(plan)
}

/// What a special member function of `class` calls that nobody wrote.
pub(crate) fn of_special<'db>(
    sema: &Sema<'db>,
    class: Class<'db>,
    special: Special,
) -> Option<Vec<Use<'db>>> {
    let start = TextSize::new(0);
    let mut uses = Vec::new();
    let mut parts = sema.subobjects(class)?;
    if special == Special::Destructor {
        parts.reverse();
    }
    for of in parts {
        if let (Special::Default, Subobject::Field(field, ty)) = (special, of)
            && sema.initializer(field.decl).is_some()
        {
            uses.extend(of_field_initializer(sema, field, ty).iter().copied());
            continue;
        }
        let mut called = |special: Special| {
            let call = sema.part_call(of, special);
            uses.extend(call.and_then(|call| part_use(sema, call, Origin::Before(None), start)));
            call.is_some_and(|call| call.part == Part::Elements)
        };
        // What copies the elements of an array could have to destroy them again.
        if called(special) && matches!(special, Special::Copy | Special::Move) {
            called(Special::Destructor);
        }
    }
    if special <= Special::Copy {
        uses.extend(table(sema, class));
    }
    Some(uses)
}

/// What a constructor refers to with the virtual table of its class.
fn table<'db>(sema: &Sema<'db>, class: Class<'db>) -> Vec<Use<'db>> {
    let blank = Use::blank(UseForm::Table, TextSize::new(0));
    let mut all: Vec<Use<'_>> =
        sema.table(class).into_iter().map(|symbol| blank.of_symbol(sema, symbol)).collect();
    let destructor = sema.special_member(class, Special::Destructor);
    if sema.is_virtual_destructor(class) && destructor == Some(Provided::Made(Special::Destructor)) {
        all.extend(blank.of_special(sema, class, Special::Destructor));
    }
    all
}

/// What the default member initializer of a field uses. The object is made where the walk stands, all else where it is
/// written.
fn of_field_initializer<'db>(sema: &Sema<'db>, field: Symbol<'db>, ty: Ty<'db>) -> Rc<[Use<'db>]> {
    // An initializer may make an object of its own class.
    sema.remembered(&sema.field_uses, field, Rc::default, || find_field_uses(sema, field, ty).into())
}

fn find_field_uses<'db>(sema: &Sema<'db>, field: Symbol<'db>, ty: Ty<'db>) -> Vec<Use<'db>> {
    let Some(owned) = sema.initializer_code(field) else { return Vec::new() };
    let Some(code) = Code::of(sema, &owned) else { return Vec::new() };
    let start = initializer_start(code).unwrap_or_default();
    let Some((_, made)) = owned.made.first() else { return Vec::new() };
    let found = of_initializer(code, made, ty, start);
    let mut uses = of_tree(code, found);
    uses.sort_by_key(|used| used.step);
    let is_object = ty.as_class(sema.db).is_some();
    let constructor = uses.iter().rposition(|it| it.form == UseForm::Constructor).filter(|_| is_object);
    for (index, used) in uses.iter_mut().enumerate() {
        used.origin = match constructor == Some(index) {
            true => Origin::Before(Some(owned.item)),
            false => Origin::In(owned.item),
        };
    }
    if let Some(index) = constructor {
        uses[..=index].rotate_right(1);
    }
    uses
}

/// Where the expression of an initializer starts.
fn initializer_start(code: Code<'_, '_>) -> Option<TextSize> {
    let Root::Init(init) = &code.body.root else { return None };
    let expr = match init {
        Init::None => return None,
        Init::Copy(expr) | Init::Brace(expr) => *expr,
        Init::Paren(all) => *all.first()?,
    };
    Some(code.places.range(expr).start())
}

/// A call for a part of an object, if it does anything.
fn part_use<'db>(sema: &Sema<'db>, call: PartCall<'db>, origin: Origin, at: TextSize) -> Option<Use<'db>> {
    let form = match call.provided {
        Provided::User(symbol) => form_of(sema, symbol),
        Provided::Made(special) if sema.is_trivial(call.class, special)? => return None,
        Provided::Made(Special::Destructor) => UseForm::Destructor,
        Provided::Made(Special::CopyAssignment | Special::MoveAssignment) => UseForm::Operator,
        Provided::Made(_) => UseForm::Constructor,
    };
    let blank = Use { origin, part: call.part, ..Use::blank(form, at) };
    match call.provided {
        Provided::User(symbol) => Some(blank.of_symbol(sema, symbol)),
        Provided::Made(special) => blank.of_special(sema, call.class, special),
    }
}

fn form_of(sema: &Sema<'_>, symbol: Symbol<'_>) -> UseForm {
    match sema.decl(symbol.decl).name {
        DeclName::Constructor => UseForm::Constructor,
        DeclName::Destructor => UseForm::Destructor,
        _ => UseForm::Operator,
    }
}

impl<'a, 'db> Walk<'a, 'db> {
    fn new(code: Code<'a, 'db>, start: TextSize) -> Self {
        Walk {
            code,
            lambda: None,
            scopes: Vec::new(),
            loops: Vec::new(),
            left_by_break: Vec::new(),
            objects: Vec::new(),
            named_objects: None,
            temporaries: Vec::new(),
            last: start,
            gives_value: false,
            around: start,
            part: Part::Whole,
            in_brackets: false,
            returned: None,
            visited: FxHashSet::default(),
            lambdas: Vec::new(),
            labels: FxHashMap::default(),
            found: Found::default(),
        }
    }

    /// Walks the lambdas that were met.
    fn finish(mut self) -> Found<'db> {
        self.found.end = self.last;
        while let Some(lambda) = self.lambdas.pop() {
            let block = self.code.body[lambda].block;
            self.lambda = Some(lambda);
            self.last = self.code.places.stmt(block).start();
            (self.scopes, self.loops, self.left_by_break) = Default::default();
            self.gives_value = self.code.body[lambda].result.is_some();
            self.function_body(block);
            self.found.lambdas.push((lambda, self.last));
        }
        self.found.steps.sort_unstable_by_key(|(range, _)| range.start());
        self.found
    }

    fn sema(&self) -> &'a Sema<'db> {
        self.code.sema
    }

    // ---- what is found

    fn add(&mut self, used: Use<'db>, moment: TextSize) {
        let lambda = self.lambda.map(|it| it.0);
        self.found.lowered.push(Lowered::Implied(self.found.uses.len() as u32));
        self.found.uses.push((moment, Use { lambda, ..used }));
    }

    fn part_call(&mut self, call: PartCall<'db>, origin: Origin, at: TextSize, moment: TextSize) {
        if let Some(used) = part_use(self.sema(), call, origin, at) {
            self.add(used, moment);
        }
    }

    /// The call of a special member function for an object.
    fn special(&mut self, class: Class<'db>, special: Special, part: Part, at: TextSize, moment: TextSize) {
        if let Some(provided) = self.sema().special_member(class, special) {
            let given = match special {
                Special::Default => Some(0),
                Special::Copy | Special::Move => Some(1),
                _ => None,
            };
            let start = self.found.lowered.len();
            if let (Provided::User(symbol), Some(given), Part::Whole) = (provided, given, part) {
                self.defaults(symbol, given, moment);
            }
            let before = self.found.lowered.len();
            self.part_call(PartCall { class, provided, part, field: None }, Origin::Implied, at, moment);
            self.found.lowered.put_in_front(start, before);
        }
    }

    /// Notes an object of `class` that is made at `at` by what ends at `end`: its destructor, then the constructor among the
    /// calls from number `first` on that makes it.
    fn note_object(&mut self, class: Class<'db>, is_array: bool, at: TextSize, end: TextSize, first: usize) {
        self.note_destroyed(class, at, end);
        if !is_array {
            self.note_constructed(class, at, end, first);
        }
    }

    fn note_destroyed(&mut self, class: Class<'db>, at: TextSize, end: TextSize) {
        let provided = self.sema().special_member(class, Special::Destructor);
        let call = provided.map(|provided| PartCall { class, provided, part: Part::Whole, field: None });
        if let Some(used) = call.and_then(|call| part_use(self.sema(), call, Origin::Implied, at)) {
            self.note(used, end);
        }
    }

    fn note_constructed(&mut self, class: Class<'db>, at: TextSize, end: TextSize, first: usize) {
        let sema = self.sema();
        let definition = sema.plain_class(class);
        let makes = |used: &&Use<'db>| {
            let of_class = match (used.instance, used.decl()) {
                (Some(instance), _) => sema.class_of(instance.env) == Some(class),
                (None, Some(decl)) => {
                    definition.is_some()
                        && sema.decl(decl).parent.map(|parent| decl.sibling(parent)) == definition
                }
                (None, None) => false,
            };
            used.form == UseForm::Constructor && used.at == at && of_class
        };
        let made = self.found.uses[first..].iter().map(|(_, used)| used);
        if let Some(used) = made.rev().find(makes).copied() {
            self.note(used, end);
        }
    }

    fn note(&mut self, used: Use<'db>, end: TextSize) {
        let lambda = self.lambda.map(|it| it.0);
        self.found.objects.push(Use { point: end, lambda, ..used });
    }

    fn destroy(&mut self, object: Object<'db>, at: TextSize, moment: TextSize) {
        let part = if object.is_array { Part::Elements } else { Part::Whole };
        self.special(object.class, Special::Destructor, part, at, moment);
    }
}
