//! What the bodies of an item use: the functions that they call or name and the variables of namespaces and classes
//! that they access, in the order in which they are evaluated.
//!
//! Bodies of templates have no uses here. A use whose function is not known is left out.

mod contexts;
pub(crate) mod open_arguments;
mod steps;
mod variables;

use asunder_decls::ItemText;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, Init, LocalId, Spaces};
use asunder_hir::body::{Expr, ExprId, LambdaId, Owner};
use asunder_hir::source_map::{BodySourceMap, ItemSourceMap};
use asunder_mangle::model::{CtorKind, DtorKind, Unqualified};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextRange, TextSize};
pub use asunder_types::{CallOperator, Class};
use asunder_types::{Env, Frame, Kind, Origin as ClassOrigin, Symbol};
use rustc_hash::FxHashMap;

pub use asunder_hir::body::FIRST_LOCAL;

pub use crate::completed::Needed;
pub use crate::linker::{Around, BlockName, ItemCode, Surroundings, chain_of_block, entity_of_block};
pub use crate::special::{Part, Special};
pub use variables::{Accessed, Referred};

use crate::captured_uses;
use crate::constant_closures::LambdaVariables;
use crate::eval::Owned;
use crate::examined::examined;
use crate::extended_lambdas::{LambdaTypes, types_of_lambdas};
use crate::implied::{self, Code, Found};
use crate::infer::made::Made;
use crate::infer::{
    At, Inferred, ItemInferred, Named, Node, NodeId, Used, UsedAt, What, body_env, closure_class,
};
use crate::special::Provided;
use crate::view::Sema;

use contexts::Contexts;
use open_arguments::{are_open, arguments};

/// The uses of a function, or of the initializer of a variable.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct BodyUses<'db> {
    /// The function or variable.
    pub owner: DeclRef,
    /// The number of the body in the item; `None` for a variable that is not initialized explicitly.
    pub body: Option<u32>,
    /// The number of the lambda whose call operator it is, of the call operator of a generic lambda.
    pub operator: Option<u32>,
    /// Whether that call operator is `constexpr`; `None` where that is not known.
    pub is_constexpr: Option<bool>,
    /// The linker name of a member function of a local class or of a call operator, where it is known.
    pub name: Option<BlockName<'db>>,
    /// In the order in which they are evaluated.
    pub uses: Box<[Use<'db>]>,
    /// The destructors and constructors of the objects that it makes, as they are checked while it is read: at the
    /// name of a variable, the start of `T(x)`, `new`, the operand of `delete`. `point` is where what makes them ends.
    pub objects: Box<[Use<'db>]>,
    /// The constructions of objects that constants stand for, as they are checked while it is read: no code makes them.
    pub folded: Box<[Use<'db>]>,
    /// The launches in it, outside of lambdas, that pass objects of classes by value.
    pub launches: Box<[Launch]>,
    /// Where its last statement stands, or the bracket at its end.
    pub end: TextSize,
    /// The lambdas in it, by their numbers.
    pub lambdas: Box<[LambdaBody<'db>]>,
    /// The references that its blocks declare, if it has lambdas and it is known whether they are constants: where their
    /// names start, in bytes of the item's text, and whether they are.
    pub references: Box<[(TextSize, bool)]>,
    /// The instances of class and variable templates that it needs.
    pub needed: Box<[Needed<'db>]>,
    /// Something in it is not known: it may use more.
    pub has_gaps: bool,
    /// The expressions that are not known, in bytes of the item's text, where these are all that is not.
    pub gaps: Option<Box<[TextRange]>>,
}

impl<'db> BodyUses<'db> {
    /// The lambda with a number.
    pub fn lambda(&self, number: u32) -> Option<&LambdaBody<'db>> {
        let index = self.lambdas.binary_search_by_key(&number, |it| it.lambda).ok()?;
        Some(&self.lambdas[index])
    }
}

/// A launch of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Where its callee starts, in bytes of the item's text.
    pub at: TextSize,
    /// The objects of classes that it passes by value.
    pub arguments: Box<[Passed]>,
}

/// An object that is passed by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// A copy of it is more than one of its bytes.
    pub copies: bool,
    /// Its destructor is declared, or does something.
    pub destroys: bool,
}

/// A lambda in a body. Its uses are among those of the body.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct LambdaBody<'db> {
    /// Its number.
    pub lambda: u32,
    /// Its closure.
    pub class: Class<'db>,
    /// The number of the lambda around it.
    pub parent: Option<u32>,
    /// How many lambdas of the body are around it.
    pub depth: u32,
    /// The linker name of its call operator, of a generic one without arguments; `None` where that is not known.
    pub name: Option<BlockName<'db>>,
    /// The execution spaces that it is written with.
    pub spaces: Spaces,
    /// The types that the rules of extended lambdas look at, of one that is written with `__device__`.
    pub types: Option<Box<LambdaTypes>>,
    /// Where its last statement stands, or the bracket at its end.
    pub end: TextSize,
    /// Where it starts.
    pub at: TextSize,
    /// Whether its call operator is `constexpr`, of one that is not generic; `None` where that is not known.
    pub is_constexpr: Option<bool>,
}

/// Where the lambda of a closure is written: the item, the number of the body in it, the number of the lambda in that.
pub fn lambda_of<'db>(db: &'db dyn salsa::Database, closure: Class<'db>) -> Option<(u32, u32, u32)> {
    match closure.origin(db) {
        ClassOrigin::Lambda(item, body, lambda) => Some((item, body, lambda)),
        _ => None,
    }
}

/// A function or variable that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Use<'db> {
    /// What is used.
    pub target: Target<'db>,
    /// The instance of a template, or the member of one, that it is; of a special member function that nobody wrote its
    /// class, if that is one.
    pub instance: Option<Symbol<'db>>,
    /// How it is used.
    pub form: UseForm,
    /// Which part of an object a constructor, destructor or assignment is called for.
    pub part: Part,
    /// Who wrote it, and where `at` is.
    pub origin: Origin,
    /// Where what names it starts, in bytes of the item's text: the name of a member behind `.` and `->`, the first
    /// character of other functions' names, the last part of a variable's, the operator, the operand that is converted,
    /// the variable that is made.
    pub at: TextSize,
    /// The place of the expression that uses it, in bytes of the item's text: the `(` of a call, the end of an
    /// assignment to a variable.
    pub point: TextSize,
    /// Its place among the uses of the body in the order in which the device pass goes through the code.
    pub step: u32,
    /// The number of the lambda whose body it stands in.
    pub lambda: Option<u32>,
    /// It stands in an operand that a constant one in front of it decides not to evaluate.
    pub is_removed: bool,
    /// It stands in a branch of `if constexpr` that is not taken, outside templates: it is not a call.
    pub is_discarded: bool,
    /// A constructor is called with constants alone.
    pub is_constant: bool,
    /// It is the call of a `constexpr` function, or of a closure, that surely no constant stands for.
    pub runs: bool,
    /// It is a call of a function for the host, or of a closure, and more than one of its arguments is perhaps no constant.
    pub has_open_arguments: bool,
    /// Of a `constexpr` template, whether its instance is `constexpr` too: its types are literal ones ([dcl.constexpr]/7).
    /// `None` where that is not known.
    pub stays_constexpr: Option<bool>,
    /// Its template has explicit specializations of which it is not known whether one of them is used.
    pub may_be_specialized: bool,
}

/// What is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Target<'db> {
    /// What this declares; of an instance of a template the template.
    Declared(DeclRef),
    /// The special member function that nobody wrote of the class that this defines, or of an instance that this is made
    /// of ([`Use::instance`]).
    Special(DeclRef, Special),
    /// The call operator of a lambda.
    Lambda(CallOperator<'db>),
}

/// Who wrote a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is written where it is.
    Written,
    /// Nobody: it is what something at that place stands for.
    Implied,
    /// It is written in a default argument or a default member initializer: its places are in the text of the item with
    /// this number.
    In(u32),
    /// Nobody, and it has no place: it is shown where the code in front of it is. With the number of an item, what
    /// follows it stands at `at` in the text of that.
    Before(Option<u32>),
}

impl<'db> Use<'db> {
    /// The use of a function that nobody wrote.
    pub fn called(form: UseForm, decl: DeclRef) -> Self {
        Use::blank(form, TextSize::new(0)).of(decl)
    }

    /// A use that nobody wrote, of nothing yet.
    pub(crate) fn blank(form: UseForm, at: TextSize) -> Self {
        Use {
            target: Target::Declared(DeclRef { item: 0, local: LocalId(0) }),
            instance: None,
            form,
            part: Part::Whole,
            origin: Origin::Implied,
            at,
            point: at,
            step: 0,
            lambda: None,
            is_removed: false,
            is_discarded: false,
            is_constant: false,
            runs: false,
            has_open_arguments: false,
            stays_constexpr: Some(true),
            may_be_specialized: false,
        }
    }

    /// The use as one of what `decl` declares.
    fn of(self, decl: DeclRef) -> Self {
        Use { target: Target::Declared(decl), ..self }
    }

    /// The use as one of a function or variable.
    pub(crate) fn of_symbol(self, sema: &Sema<'db>, symbol: Symbol<'db>) -> Self {
        let instance = sema.is_instance(symbol).then_some(symbol);
        let decl = instance.map_or(symbol.decl, |instance| sema.named_declaration(instance));
        let stays_constexpr = match instance {
            Some(instance) if sema.decl(decl).specifiers.is_constexpr => sema.has_literal_types(instance),
            _ => Some(true),
        };
        let may_be_specialized =
            instance.is_some_and(|instance| decl == symbol.decl && sema.may_be_specialized(instance));
        Use { instance, stays_constexpr, may_be_specialized, ..self.of(decl) }
    }

    /// The use as one of a special member function that nobody wrote.
    pub(crate) fn of_special(self, sema: &Sema<'db>, class: Class<'db>, special: Special) -> Option<Self> {
        let definition = sema.definition(class)?;
        let inside = Symbol { decl: definition.decl, env: definition.inside };
        let instance = sema.plain_class(class).is_none().then_some(inside);
        Some(Use { target: Target::Special(definition.decl, special), instance, ..self })
    }

    /// The use as one of a lambda's call operator.
    pub(crate) fn of_lambda(self, operator: CallOperator<'db>) -> Self {
        Use { target: Target::Lambda(operator), ..self }
    }

    /// The function or variable that is used, if it is declared.
    pub fn decl(&self) -> Option<DeclRef> {
        match self.target {
            Target::Declared(decl) => Some(decl),
            Target::Special(..) | Target::Lambda(_) => None,
        }
    }
}

/// How a function or variable is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseForm {
    /// It is called by its name.
    Call,
    /// It is called by its name, and it is virtual.
    VirtualCall,
    /// A range-for calls it.
    Range(RangePart),
    /// It is called by an operator.
    Operator,
    /// It is called as the call operator of an object.
    CallOperator,
    /// It converts an object of its class.
    Conversion,
    /// It makes an object of its class.
    Constructor,
    /// It destroys an object of its class.
    Destructor,
    /// It stands in the virtual table of the class that a constructor makes an object of.
    Table,
    /// It is named, not called.
    Name,
    /// A variable is accessed.
    Variable(Access),
}

impl UseForm {
    /// Which of the uses that are found at one place comes first: an object is made before it is converted, and a range-for
    /// reads its parts in their order.
    pub fn rank(self) -> u16 {
        match self {
            UseForm::Conversion => 1,
            UseForm::Range(part) => part as u16,
            _ => 0,
        }
    }
}

/// What a range-for calls a function for ([stmt.ranged]). The reference does not check the first of these where it reads
/// the statement, and reads what is left from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RangePart {
    /// `begin(range)` and `end(range)`.
    Ends,
    /// `it != end`.
    Condition,
    /// `++it`.
    Step,
    /// `*it`.
    Element,
}

/// What becomes of a variable, or of a part of it. A constant that stands for the variable is not an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// How.
    pub kind: AccessKind,
    /// A member or an element is meant, not the whole variable.
    pub is_part: bool,
    /// An element of an array is meant, or a part of one whose index is not a constant: no value stands for it.
    pub is_element: bool,
    /// The initializer of a variable of a block reads an element by what is added to the address of an array: the device
    /// pass takes that for the address (measured).
    pub is_offset: bool,
    /// What the variable is, one of a namespace or class; `None` where its type is not known.
    pub of: Option<Accessed>,
}

/// How a variable is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Its value is read.
    Read,
    /// It is written.
    Write,
    /// Its value is read, then it is written.
    Update,
    /// Its address is taken, or a reference bound to it.
    Address,
}

impl AccessKind {
    /// Whether the variable is written.
    pub fn writes(self) -> bool {
        matches!(self, AccessKind::Write | AccessKind::Update)
    }
}

/// The instances of class templates that the declarations of an item need.
pub fn needed_instances<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> &'db [Needed<'db>] {
    &examined(db, source, item, dialect).needed
}

/// The uses of the bodies of an item, as far as they are not in templates.
pub fn uses<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> &'db [BodyUses<'db>] {
    &examined(db, source, item, dialect).uses
}

/// What the definition of an instance, or the call operator of a generic lambda, uses; `None` where it is not known.
#[salsa::tracked(returns(ref))]
pub(crate) fn uses_of_code<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    code: Around<'db>,
    dialect: Dialect,
) -> Option<BodyUses<'db>> {
    of_made(&Sema::new(db, source, dialect), code)
}

/// The same in a view that questions share.
pub(crate) fn of_made<'db>(sema: &Sema<'db>, code: Around<'db>) -> Option<BodyUses<'db>> {
    match code {
        Around::Body(_) => None,
        Around::Instance(definition) => {
            let owned = sema.function_code(definition)?;
            let map = asunder_hir::source_map(sema.db, sema.names().item_text(definition.decl.item));
            let places = map.bodies.get(owned.index as usize)?;
            Some(of_code(sema, definition, (&owned.tree, owned.index), None, (places, map)))
        }
        Around::CallOperator(operator) => {
            let ClassOrigin::Lambda(item, index, _) = operator.class.origin(sema.db) else { return None };
            let owner = sema.owner_of_body(item, index)?;
            let (owned, _) = sema.call_operator(operator)?;
            of_call_operator(sema, operator, &owned, owner)
        }
    }
}

/// What the templates and generic lambdas of an item use whatever their arguments are, as far as the host pass checks them
/// as they are written: functions called by name, call operators of objects, and variables.
pub fn uses_in_templates(
    db: &dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> &[Use<'_>] {
    &examined(db, source, item, dialect).in_templates
}

/// The instances of templates that an item names in operands which are not evaluated, and in default arguments and bounds,
/// outside templates.
pub fn only_named(db: &dyn salsa::Database, source: SourceText, item: u32, dialect: Dialect) -> &[Use<'_>] {
    &examined(db, source, item, dialect).only_named
}

/// A declaration of a block of an item, and where its name stands.
pub fn declared_in_block<'db>(
    db: &'db dyn salsa::Database,
    item: ItemText<'db>,
    local: LocalId,
) -> Option<(&'db Decl, TextSize)> {
    let decl = asunder_hir::bodies(db, item).local(local)?;
    let name = asunder_hir::source_map(db, item).locals.get((local.0 - FIRST_LOCAL) as usize)?;
    Some((decl, name.start()))
}

/// A special member function that nobody wrote.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct SpecialMember<'db> {
    /// The definition of the class.
    pub class: DeclRef,
    /// Which one.
    pub special: Special,
    /// The declaration in the class that defaults it, if there is one.
    pub declared: Option<DeclRef>,
    /// Its linker name, if the class is one of a block.
    pub name: Option<BlockName<'db>>,
    /// The virtual destructor that it overrides without being written.
    pub overridden: Option<DeclRef>,
    /// What it uses.
    pub uses: Box<[Use<'db>]>,
}

/// The special member functions that nobody wrote of the classes of an item, templates apart: those that do something.
#[salsa::tracked(returns(ref))]
pub fn special_members<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> Vec<SpecialMember<'db>> {
    of_special_members(&Sema::new(db, source, dialect), item)
}

/// [`special_members`] by a view.
pub(crate) fn of_special_members<'db>(sema: &Sema<'db>, item: u32) -> Vec<SpecialMember<'db>> {
    let mut all = Vec::new();
    let own = sema.names().decls(item).iter().map(|(local, _)| local);
    let in_blocks = (0..sema.bodies(item).locals.len() as u32).map(|index| LocalId(FIRST_LOCAL + index));
    for local in own.chain(in_blocks) {
        let decl = DeclRef { item, local };
        let class = sema.inside_of(decl).and_then(|inside| sema.class_of(inside));
        let Some(class) = class.filter(|class| sema.plain_class(*class) == Some(decl)) else { continue };
        for special in Special::ALL {
            if sema.special_member(class, special) == Some(Provided::Made(special))
                && sema.is_trivial(class, special) == Some(false)
                && let Some(uses) = implied::of_special(sema, class, special)
            {
                let declared = sema.special_declaration(class, special).map(|symbol| symbol.decl);
                let unqualified = match special {
                    Special::Default | Special::Copy | Special::Move => {
                        Unqualified::Constructor(CtorKind::Complete)
                    }
                    Special::Destructor => Unqualified::Destructor(DtorKind::Complete),
                    Special::CopyAssignment | Special::MoveAssignment => Unqualified::Operator("aS"),
                };
                let is_destructor = special == Special::Destructor;
                let overridden = if is_destructor { sema.virtual_destructor(class) } else { None };
                all.push(SpecialMember {
                    class: decl,
                    special,
                    declared,
                    name: is_local(decl).then(|| sema.name_of_special(decl, unqualified)).flatten(),
                    overridden: overridden.map(|symbol| symbol.decl),
                    uses: uses.into(),
                });
            }
        }
    }
    all
}

/// The uses of a body.
pub(crate) fn of_body<'db>(
    sema: &Sema<'db>,
    inferred: &ItemInferred<'db>,
    places: &BodySourceMap,
    map: &ItemSourceMap,
) -> BodyUses<'db> {
    let symbol = Symbol { decl: inferred.owner, env: sema.env_of(inferred.owner) };
    of_code(sema, symbol, (&inferred.tree, inferred.body), inferred.made.as_ref(), (places, map))
}

/// Adds what the generic lambdas of a body use whatever their arguments are, and the body itself if it is that of a
/// template: calls by name or of an object, and accesses to variables.
pub(crate) fn of_pattern<'db>(code: Code<'_, 'db>, is_pattern: bool, all: &mut Vec<Use<'db>>) {
    if is_pattern {
        let is_settled = |used: &Use<'db>| {
            let is_checked = matches!(
                used.form,
                UseForm::Call | UseForm::VirtualCall | UseForm::CallOperator | UseForm::Variable(_)
            );
            is_checked && used.instance.is_none_or(|symbol| !code.sema.has_open_template(symbol.env))
        };
        all.extend(of_tree(code, Found::default()).into_iter().filter(is_settled));
    }
    for tree in &code.tree.in_patterns {
        of_pattern(Code { tree, ..code }, true, all);
    }
}

/// Adds the instances of templates among what is named, at the places of a body.
pub(crate) fn named_instances<'db>(
    sema: &Sema<'db>,
    (tree, used): (&Inferred<'db>, &[Used<'db>]),
    places: &BodySourceMap,
    all: &mut Vec<Use<'db>>,
) {
    for used in used.iter().filter(|used| sema.is_instance(used.symbol)) {
        let place = match used.at {
            UsedAt::Variable(node) => name(tree.nodes[node.0 as usize].at, places),
            UsedAt::Expr(start, _) => offset(start, places),
            UsedAt::Declared(_) | UsedAt::Range(..) => None,
        };
        if let Some(at) = place {
            all.push(Use {
                origin: Origin::Written,
                ..Use::blank(used.form, at).of_symbol(sema, used.symbol)
            });
        }
    }
}

/// The uses of a body of `symbol` with its typed tree and its number in the item; `made` of an initializer.
pub(crate) fn of_code<'db>(
    sema: &Sema<'db>,
    symbol: Symbol<'db>,
    (tree, number): (&Inferred<'db>, u32),
    made: Option<&Made>,
    (places, map): (&BodySourceMap, &ItemSourceMap),
) -> BodyUses<'db> {
    let (owner, item) = (symbol.decl, symbol.decl.item);
    let body = &sema.bodies(item).bodies[number as usize].1;
    let text = sema.names().item_text(item).text(sema.db);
    let code = Code { sema, tree, body, places, map, text };
    let mut found = match made {
        None => implied::of_function(code, symbol),
        Some(made) => {
            let ty = sema.variable_type(symbol);
            let positions = asunder_decls::queries::item_positions(sema.db, sema.names().item_text(item));
            let name = positions.names.get(owner.local.index()).map(|name| name.start());
            implied::of_initializer(code, made, ty, name.unwrap_or_default())
        }
    };
    let env = match sema.bodies(item).bodies[number as usize].0 {
        Owner::Function(_) => body_env(sema, symbol.env, item, number),
        _ => symbol.env,
    };
    let open = tree.gap_places(sema.db);
    BodyUses {
        owner,
        body: Some(number),
        operator: None,
        is_constexpr: None,
        name: is_local(owner).then(|| sema.name_of_function(symbol)).flatten(),
        end: found.end,
        objects: std::mem::take(&mut found.objects).into(),
        folded: std::mem::take(&mut found.folded).into(),
        launches: std::mem::take(&mut found.launches).into(),
        references: captured_uses::references(code),
        needed: crate::completed::of_body(code, symbol),
        has_gaps: found.has_gaps || !open.is_empty(),
        gaps: if found.has_gaps { None } else { ranges(&open, places) },
        lambdas: lambdas_of(code, (item, number), env, &found.lambdas),
        uses: of_tree(code, found).into(),
    }
}

/// The expressions of places; `None` where one of them has none.
fn ranges(all: &[At], places: &BodySourceMap) -> Option<Box<[TextRange]>> {
    let range = |at: &At| match at {
        At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => Some(places.range(*expr)),
        At::None => None,
    };
    all.iter().map(range).collect()
}

/// The uses of the call operator of a generic lambda, whose typed tree is `owned`; it stands in the body of `owner`.
pub(crate) fn of_call_operator<'db>(
    sema: &Sema<'db>,
    operator: CallOperator<'db>,
    owned: &Owned<'db>,
    owner: DeclRef,
) -> Option<BodyUses<'db>> {
    let (ClassOrigin::Lambda(item, number, lambda), args) = (operator.class.origin(sema.db), operator.args?)
    else {
        return None;
    };
    let code = Code::of(sema, owned)?;
    let mut found = implied::of_lambda(code, LambdaId(lambda), !owned.ty.is_void(sema.db));
    let env = sema.within(operator.class.outer(sema.db), Frame::CallOperator(operator.class, args));
    let (_, call) = sema.call_operator(operator)?;
    let declared = LambdaVariables::of(code, item);
    let is_constexpr = sema.is_constexpr_lambda(code, &declared, LambdaId(lambda), &call);
    Some(BodyUses {
        owner,
        body: Some(number),
        operator: Some(lambda),
        is_constexpr,
        name: sema.name_of_call_operator(operator),
        end: found.end,
        objects: std::mem::take(&mut found.objects).into(),
        folded: std::mem::take(&mut found.folded).into(),
        launches: std::mem::take(&mut found.launches).into(),
        references: captured_uses::references(code),
        needed: crate::completed::of_tree(code),
        has_gaps: found.has_gaps || owned.tree.has_gaps(sema.db),
        gaps: None,
        lambdas: lambdas_of(code, (item, number), env, &found.lambdas),
        uses: of_tree(code, found)
            .into_iter()
            .map(|used| Use { lambda: used.lambda.filter(|it| *it != lambda), ..used })
            .collect(),
    })
}

/// Lambdas in a body, each with the place where it ends; `env` are the scopes of their closures.
fn lambdas_of<'db>(
    code: Code<'_, 'db>,
    (item, number): (u32, u32),
    env: Env<'db>,
    found: &[(LambdaId, TextSize)],
) -> Box<[LambdaBody<'db>]> {
    let Code { sema, body, places, text, .. } = code;
    let mut lambdas = Vec::with_capacity(found.len());
    if found.is_empty() {
        return lambdas.into();
    }
    let ends: FxHashMap<LambdaId, TextSize> = found.iter().copied().collect();
    let declared = LambdaVariables::of(code, item);
    let nesting = sema.nesting(item, number);
    let names = sema.names_of_lambdas((item, number), env);
    let mut depths: FxHashMap<LambdaId, u32> = FxHashMap::default();
    let mut extended = Vec::new();
    for (lambda, parent) in nesting.lambdas() {
        let depth = parent.and_then(|parent| depths.get(&parent)).map_or(0, |outer| outer + 1);
        depths.insert(lambda, depth);
        let Some(end) = ends.get(&lambda) else { continue };
        let block = places.stmt(body[lambda].block).start();
        let at = nesting.start_of(lambda).unwrap_or(block).min(block);
        let class = closure_class(sema, env, item, number, lambda);
        let spaces = written_spaces(&text[TextRange::new(at, block)]);
        extended.extend(spaces.device.then_some((lambda, class)));
        lambdas.push(LambdaBody {
            lambda: lambda.0,
            class,
            parent: parent.map(|it| it.0),
            depth,
            name: names.get(&lambda).cloned(),
            spaces,
            types: None,
            end: *end,
            at,
            is_constexpr: sema.is_constexpr_closure(code, &declared, (lambda, class)),
        });
    }
    if !extended.is_empty() {
        let mut types = types_of_lambdas(code, env, &extended);
        for lambda in &mut lambdas {
            lambda.types = types.remove(&LambdaId(lambda.lambda)).map(Box::new);
        }
    }
    lambdas.sort_unstable_by_key(|it| it.lambda);
    lambdas.into()
}

/// Whether a declaration stands in a block.
pub(crate) fn is_local(decl: DeclRef) -> bool {
    decl.local.0 >= FIRST_LOCAL
}

/// The execution spaces that the head of a lambda is written with.
pub(crate) fn written_spaces(head: &str) -> Spaces {
    let has = |name: &str| {
        let word = |at: usize| {
            let (before, after) =
                (head[..at].trim_end_matches('_'), head[at + name.len()..].trim_start_matches('_'));
            before.trim_end().ends_with("((") && after.trim_start().starts_with("))")
        };
        head.match_indices(name).any(|(at, _)| word(at))
    };
    Spaces { host: has("host"), device: has("device"), ..Spaces::default() }
}

/// The variables of an item that are not initialized explicitly: their constructors.
pub(crate) fn of_variables<'db>(sema: &Sema<'db>, item: u32) -> Vec<BodyUses<'db>> {
    let mut all = Vec::new();
    for (local, decl) in sema.names().decls(item).iter() {
        let DeclKind::Variable { init: Init::None, .. } = &decl.kind else { continue };
        let owner = DeclRef { item, local };
        if decl.parent.is_some()
            || decl.specifiers.is_extern
            || !decl.templates.is_empty()
            || sema.initializer(owner).is_some()
        {
            continue;
        }
        let ty = sema.variable_type(Symbol { decl: owner, env: sema.env_of(owner) });
        let Some((class, is_array)) = sema.class_of_elements(ty) else { continue };
        let uses = implied::of_default(sema, class, is_array);
        if let Some(used) = uses {
            all.push(BodyUses {
                owner,
                body: None,
                operator: None,
                is_constexpr: None,
                name: None,
                uses: [used].into(),
                objects: Box::default(),
                folded: Box::default(),
                launches: Box::default(),
                end: TextSize::new(0),
                lambdas: Box::default(),
                references: Box::default(),
                needed: Box::default(),
                has_gaps: false,
                gaps: Some(Box::default()),
            });
        }
    }
    all
}

/// The uses of a typed tree, and what is implied in it.
pub(crate) fn of_tree<'db>(code: Code<'_, 'db>, found: Found<'db>) -> Vec<Use<'db>> {
    let Code { sema, tree, places, .. } = code;
    let mut uses = Vec::with_capacity(tree.uses.len() + found.uses.len());
    let mut order = Vec::with_capacity(uses.capacity());
    // Their numbers in the tree and behind it.
    let mut numbers = Vec::with_capacity(uses.capacity());
    let (mut parents, mut read_so_far) = (None, TextSize::new(0));
    let mut calls = None;
    let contexts = Contexts::new(sema.db, code.body, tree);
    for (number, used) in tree.uses.iter().enumerate() {
        let mut form = used.form;
        let place = match used.at {
            UsedAt::Variable(node) => {
                let parents = parents.get_or_insert_with(|| parents_of(tree));
                let Some((access, place)) = sema.access(tree, parents, &contexts, node) else { continue };
                let is_folded = match access.kind {
                    AccessKind::Address => may_be_folded(sema, tree, parents, node),
                    _ => is_compared(tree, parents, node) || may_be_folded(sema, tree, parents, node),
                };
                let of = sema.accessed(used.symbol, access.kind, is_folded);
                form = UseForm::Variable(Access { of, ..access });
                let start = name(tree.nodes[node.0 as usize].at, places);
                start.map(|start| (start, end(place, places).unwrap_or(start)))
            }
            UsedAt::Declared(decl) => {
                let index = decl.local.0.checked_sub(FIRST_LOCAL);
                let name = index.and_then(|index| code.map.locals.get(index as usize));
                name.map(|name| (name.start(), name.start()))
            }
            UsedAt::Range(range, ..) => {
                let start = places.range(range).start();
                Some((start, start))
            }
            UsedAt::Expr(start, point) => {
                let start = match start {
                    // A member function whose name is an operator or a template-id.
                    At::Start(expr)
                        if matches!(form, UseForm::Call | UseForm::VirtualCall)
                            && !sema.decl(used.symbol.decl).specifiers.is_static =>
                    {
                        places.members.get(&expr).copied().or_else(|| offset(start, places))
                    }
                    // A member of `*this` by a qualified name.
                    At::Tail(expr, _)
                        if matches!(form, UseForm::Call | UseForm::VirtualCall)
                            && matches!(code.body[expr], Expr::Name(_)) =>
                    {
                        Some(places.range(expr).start())
                    }
                    _ => offset(start, places),
                };
                start.map(|start| (start, offset(point, places).unwrap_or(start)))
            }
        };
        let Some((at, point)) = place else { continue };
        let is_write = matches!(form, UseForm::Variable(it) if it.kind.writes());
        // An assignment is made when both its operands are known.
        let moment = if is_write { point } else { read_so_far.max(at) };
        if !is_write {
            read_so_far = moment;
        }
        let evaluated = match (used.at, form) {
            (UsedAt::Range(_, statement, _), UseForm::Range(RangePart::Step)) => places.stmt(statement).end(),
            _ => found.moment(moment, at),
        };
        order.push((evaluated, u8::from(is_write), uses.len()));
        let mut found_use = Use {
            origin: Origin::Written,
            point,
            lambda: used.lambda.map(|it| it.0),
            is_removed: used.is_removed
                || matches!(used.at, UsedAt::Variable(node) if contexts.is_dropped(node)),
            is_discarded: used.is_discarded,
            ..Use::blank(form, at).of_symbol(sema, used.symbol)
        };
        let callee = || found_use.decl().map(|decl| sema.decl(decl));
        if let UsedAt::Expr(_, At::Point(expr)) = used.at
            && !matches!(form, UseForm::Name | UseForm::Constructor | UseForm::Variable(_))
            && let Some(callee) = callee().filter(|it| !it.attributes.spaces.device)
        {
            let is_constexpr = callee.specifiers.is_constexpr;
            let node = calls.get_or_insert_with(|| calls_of(tree)).get(&expr).copied();
            found_use.runs = is_constexpr && node.is_some_and(|node| runs(code, node));
            found_use.has_open_arguments = node.is_some_and(|node| are_open(tree, arguments(tree, node)));
        }
        if let UsedAt::Range(.., runs) = used.at {
            found_use.runs = runs;
        }
        uses.push(found_use);
        numbers.push(number);
    }
    for (number, (moment, used)) in found.uses.iter().enumerate() {
        order.push((found.moment(*moment, *moment), 2, uses.len()));
        uses.push(*used);
        numbers.push(tree.uses.len() + number);
    }
    order.sort_unstable();
    let mut uses: Vec<(usize, Use<'db>)> =
        order.into_iter().map(|(.., index)| (numbers[index], uses[index])).collect();
    steps::number_steps(tree, &found, &mut uses);
    uses.into_iter().map(|(_, used)| used).collect()
}

/// The calls in a tree, by their expressions.
fn calls_of(tree: &Inferred<'_>) -> FxHashMap<ExprId, NodeId> {
    let all = (0u32..).zip(&tree.nodes).filter_map(|(index, node)| match (&node.what, node.at) {
        (What::Op("call" | "dot_member_call" | "points_to_member_call"), At::Point(expr)) => {
            Some((expr, NodeId(index)))
        }
        _ => None,
    });
    all.collect()
}

/// Whether it is known that a call is not a constant: its arguments read a variable that is none. What may not be evaluated
/// at all is left out.
fn runs(code: Code<'_, '_>, call: NodeId) -> bool {
    reads_variables(code, &code.tree.nodes[call.0 as usize].operands) || returns_local_object(code, call)
}

/// Whether a call of a function of `std` returns a reference and is given one to a parameter or a variable of the function
/// around it: such a function returns what it is given, or a part of that.
fn returns_local_object(code: Code<'_, '_>, call: NodeId) -> bool {
    let (db, tree) = (code.sema.db, code.tree);
    let node = |id: NodeId| &tree.nodes[id.0 as usize];
    let callee = node(call).operands.first().and_then(|callee| node(*callee).named);
    let Some(Named::Symbol(symbol)) = callee else { return false };
    let is_of_std = || {
        let name = code.sema.names().qualified_text(symbol.decl);
        name.is_some_and(|name| name.starts_with("std::"))
    };
    let is_local_object = |id: &NodeId| {
        let mut at = *id;
        while let (What::Op("reference_to" | "lvalue_adjust" | "base_class_cast" | "ref_indirect"), [inner]) =
            (&node(at).what, node(at).operands.as_slice())
        {
            at = *inner;
        }
        let Some(Named::Local(number)) = node(at).named else { return false };
        let variable = tree.variables.get(number as usize);
        matches!(node(at).what, What::Variable)
            && matches!(node(*id).what, What::Op("reference_to"))
            && variable.is_some_and(|it| {
                let is_reference = matches!(it.ty.kind(db), Kind::Reference(..));
                !it.is_static && it.constant.is_none() && (!is_reference || it.parameter.is_some())
            })
    };
    matches!(node(call).ty.kind(db), Kind::Reference(..))
        && arguments(tree, call).iter().any(is_local_object)
        && is_of_std()
}

/// Whether nodes surely read a variable that is not a constant.
pub(crate) fn reads_variables(code: Code<'_, '_>, nodes: &[NodeId]) -> bool {
    let (db, tree) = (code.sema.db, code.tree);
    let mut pending = nodes.to_vec();
    while let Some(id) = pending.pop() {
        let node = &tree.nodes[id.0 as usize];
        if let (What::Variable, true, Some(Named::Local(number))) = (&node.what, node.read, node.named)
            && let Some(variable) = tree.variables.get(number as usize)
            && matches!(variable.ty.kind(db), Kind::Builtin(_) | Kind::Enum(..) | Kind::Pointer(_))
        {
            return true;
        }
        let is_this = matches!((&node.what, node.named), (What::Variable, Some(Named::Predefined(""))));
        if is_this || node.read && is_member_of_object(code.sema.db, tree, id) {
            return true;
        }
        if !matches!(node.what, What::Op("land" | "lor" | "question")) {
            pending.extend(&node.operands);
        }
    }
    false
}

/// Whether a node is a scalar member of a local variable or parameter that is not a constant.
fn is_member_of_object(db: &dyn salsa::Database, tree: &Inferred<'_>, id: NodeId) -> bool {
    let node = |id: NodeId| &tree.nodes[id.0 as usize];
    let is_scalar =
        matches!(node(id).ty.unqualified(db).kind(db), Kind::Builtin(_) | Kind::Enum(..) | Kind::Pointer(_));
    let mut at = id;
    while let (What::Op("dot_field" | "points_to_field"), Some(object)) =
        (&node(at).what, node(at).operands.first())
    {
        at = *object;
    }
    let is_object = match (&node(at).what, node(at).named) {
        (What::Variable, Some(Named::Local(number))) => {
            let variable = tree.variables.get(number as usize);
            variable.is_some_and(|it| it.constant.is_none() && matches!(it.ty.kind(db), Kind::Class(_)))
        }
        _ => false,
    };
    is_scalar && at != id && is_object
}

/// Where the last part of the name starts that an expression is.
fn name(at: At, places: &BodySourceMap) -> Option<TextSize> {
    match at {
        At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => Some(places.name(expr)),
        At::None => None,
    }
}

/// Where the expression of a place ends.
fn end(at: At, places: &BodySourceMap) -> Option<TextSize> {
    match at {
        At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => Some(places.range(expr).end()),
        At::None => None,
    }
}

/// Where a place of an expression is.
pub(crate) fn offset(at: At, places: &BodySourceMap) -> Option<TextSize> {
    match at {
        At::Start(expr) => Some(places.range(expr).start()),
        At::Point(expr) => Some(places.at(expr)),
        At::Tail(expr, length) => Some(places.range(expr).end() - TextSize::new(length)),
        At::None => None,
    }
}

/// The node that each node is an operand of; its own number where there is none.
fn parents_of(tree: &Inferred<'_>) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..tree.nodes.len() as u32).collect();
    for (index, node) in (0u32..).zip(&tree.nodes) {
        for operand in &node.operands {
            parents[operand.0 as usize] = index;
        }
    }
    parents
}

/// The innermost node around `node` that is not one of the operations `passed`; `None` where there is none.
fn node_around<'t, 'db>(
    tree: &'t Inferred<'db>,
    parents: &[u32],
    node: NodeId,
    passed: &[&str],
) -> Option<&'t Node<'db>> {
    let mut at = node.0;
    loop {
        let parent = parents[at as usize];
        let around = &tree.nodes[parent as usize];
        match around.what {
            _ if parent == at => return None,
            What::Op(op) if passed.contains(&op) => at = parent,
            _ => return Some(around),
        }
    }
}

/// Whether a function is called for the object that `node` names, or with it as an argument, which may be evaluated without
/// it: a `constexpr` one, or a closure.
fn may_be_folded<'db>(sema: &Sema<'db>, tree: &Inferred<'db>, parents: &[u32], node: NodeId) -> bool {
    const PARTS: [&str; 5] = ["lvalue_adjust", "base_class_cast", "dot_field", "reference_to", "temp_init"];
    let around = node_around(tree, parents, node, &PARTS);
    let Some(call) = around.filter(|around| matches!(around.what, What::Op("call" | "dot_member_call")))
    else {
        return false;
    };
    match call.operands.first().and_then(|callee| tree.nodes[callee.0 as usize].named) {
        Some(Named::Symbol(symbol)) => sema.decl(symbol.decl).specifiers.is_constexpr,
        _ => true,
    }
}

/// Whether the value of the variable that `node` names is compared, or converted to a truth value.
fn is_compared(tree: &Inferred<'_>, parents: &[u32], node: NodeId) -> bool {
    const COMPARISONS: [&str; 10] = ["eq", "ne", "lt", "gt", "le", "ge", "lnot", "land", "lor", "subtract"];
    let around = node_around(tree, parents, node, &["cast", "lvalue_adjust", "ref_indirect"]);
    around.is_some_and(|around| {
        around.value.is_some() || matches!(around.what, What::Op(op) if COMPARISONS.contains(&op))
    })
}

impl<'db> Sema<'db> {
    /// Whether a function or variable is an instance of a template, or a member of one.
    pub(crate) fn is_instance(&self, symbol: Symbol<'db>) -> bool {
        self.is_function_template(symbol.decl)
            || self.frames(symbol.env).any(|(_, frame)| match frame {
                Frame::Template { .. } | Frame::CallOperator(..) => true,
                Frame::Class(class) => class.args(self.db).is_some(),
                _ => false,
            })
    }
}
