//! The data of bodies.

use asunder_decls::written::{Arg, Decl, LocalId, ParamExpr, Path, TypeExpr};
use asunder_mangle::model::{Builtin, Ident};
use rustc_hash::FxHashMap;

/// Declarations of bodies have numbers from here on; those below are the item's own
/// ([`ItemDecls`](asunder_decls::written::ItemDecls)).
pub const FIRST_LOCAL: u32 = 1 << 24;

/// An expression of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(pub u32);

/// A statement of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StmtId(pub u32);

/// A lambda of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LambdaId(pub u32);

/// What a body belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The body of a function, its member initializers and handlers in front.
    Function(LocalId),
    /// The initializer of a variable, a data member's among them, or the value of an enumerator.
    Initializer(LocalId),
    /// The default arguments of a function.
    Defaults(LocalId),
    /// The width of a bit-field.
    BitWidth(LocalId),
    /// A static assertion outside functions: the number of it in the item, and the class that it stands in.
    StaticAssert(u32, Option<LocalId>),
    /// The definition of a concept.
    Concept(LocalId),
    /// Requires-clauses of a declaration.
    Requires(LocalId),
    /// The expressions in the types of a declaration outside functions: [`Body::type_operands`].
    Types(LocalId),
}

impl Owner {
    /// The declaration that has the body; `None` for assertions.
    pub fn declaration(self) -> Option<LocalId> {
        match self {
            Owner::StaticAssert(..) => None,
            Owner::Function(local)
            | Owner::Initializer(local)
            | Owner::Defaults(local)
            | Owner::BitWidth(local)
            | Owner::Concept(local)
            | Owner::Requires(local)
            | Owner::Types(local) => Some(local),
        }
    }
}

/// All bodies of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemBodies {
    /// In the order of the text.
    pub bodies: Vec<(Owner, Body)>,
    /// Declarations of blocks: number [`FIRST_LOCAL`] is the first. The parent of a member of a local class is that
    /// class; that of a declaration of a block is `None`.
    pub locals: Vec<Decl>,
    /// The body (its place in `bodies`) whose blocks a local declaration stands in, member declarations of local classes included.
    pub body_of_local: Vec<u32>,
    /// The bodies by their owners, where they are many.
    pub(crate) by_owner: FxHashMap<Owner, u32>,
}

/// Bodies of an item that are searched one after the other for an owner.
pub(crate) const FEW_BODIES: usize = 8;

impl ItemBodies {
    /// The place in `bodies` of the body of `owner`.
    pub fn number_of(&self, owner: Owner) -> Option<u32> {
        if self.bodies.len() > FEW_BODIES {
            return self.by_owner.get(&owner).copied();
        }
        self.bodies.iter().position(|(of, _)| *of == owner).map(|number| number as u32)
    }

    /// The body of `owner`.
    pub fn body(&self, owner: Owner) -> Option<&Body> {
        Some(&self.bodies[self.number_of(owner)? as usize].1)
    }

    /// The declaration of a block with this number.
    pub fn local(&self, id: LocalId) -> Option<&Decl> {
        self.locals.get(id.0.checked_sub(FIRST_LOCAL)? as usize)
    }
}

/// One body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// Expressions; operands have smaller numbers than what they are operands of.
    pub exprs: Vec<Expr>,
    /// Statements.
    pub stmts: Vec<Stmt>,
    /// Lambdas.
    pub lambdas: Vec<Lambda>,
    /// What decides between the readings of an [`Expr::Ambiguous`].
    pub expr_decisions: FxHashMap<ExprId, Decision>,
    /// What decides between the readings of a [`Stmt::Ambiguous`].
    pub stmt_decisions: FxHashMap<StmtId, Decision>,
    /// The expressions in types that declarations and lambdas write, in the order of the text. Types hold them too, but
    /// without places.
    pub type_operands: Vec<TypeOperand>,
    /// What the body is.
    pub root: Root,
    /// `co_await`, `co_yield` or `co_return` stands in it, lambdas apart: a coroutine.
    pub is_coroutine: bool,
}

/// An expression in a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeOperand {
    /// The declaration that writes the type: of several in one declaration the first has the specifiers' operands.
    /// `None` for parameters and results of lambdas.
    pub owner: Option<LocalId>,
    /// What it is there.
    pub kind: TypeOperandKind,
    /// Where in the type it stands.
    pub place: OperandPlace,
    /// Of an argument of a template that is named by identifiers alone: the name without arguments, and which argument it
    /// is, from 0.
    pub template: Option<(Path, u32)>,
    /// The expression.
    pub operand: TypeOrExpr,
}

/// Where in a type an expression stands, as far as a function type in it matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OperandPlace {
    /// Outside of one.
    #[default]
    Outside,
    /// Among its parameters.
    Parameters,
    /// Behind them: in its result or exception specification.
    BehindParameters,
}

/// What an expression is in a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeOperandKind {
    /// The bound of an array.
    Bound,
    /// The operand of `decltype` or `typeof`.
    Decltype,
    /// The operand of `noexcept` behind a declarator.
    Noexcept,
    /// The operand of `alignas` or `aligned`.
    Alignment,
    /// An argument of `launch_bounds`, `maxnreg` or `cluster_dims`.
    Launch,
    /// A template argument that is or may be an expression.
    Argument,
}

/// What decides between the readings of an ambiguous node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The name that decides, without template arguments.
    pub name: Path,
    /// The first reading is meant where the name is one of these; the second one elsewhere.
    pub first: Sort,
}

/// What a name can be, as far as readings depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A type.
    Type,
    /// Anything but a type.
    Value,
    /// A template.
    Template,
    /// Anything but a template.
    NoTemplate,
}

impl std::ops::Index<ExprId> for Body {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }
}

impl std::ops::Index<StmtId> for Body {
    type Output = Stmt;
    fn index(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.0 as usize]
    }
}

impl std::ops::Index<LambdaId> for Body {
    type Output = Lambda;
    fn index(&self, id: LambdaId) -> &Lambda {
        &self.lambdas[id.0 as usize]
    }
}

/// What a body is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Root {
    /// Nothing was understood.
    #[default]
    None,
    /// A function's.
    Function {
        /// The parameters of the definition, as its declarator has them.
        params: Vec<ParamExpr>,
        /// Member initializers of a constructor.
        initializers: Vec<MemberInit>,
        /// The block.
        block: StmtId,
        /// Handlers of a function-try-block.
        handlers: Vec<Handler>,
    },
    /// An initializer.
    Init(Init),
    /// One expression.
    Expr(ExprId),
    /// The default arguments of parameters, by the parameters' places.
    Defaults(Vec<(u32, ExprId)>),
    /// Requires-clauses, the outermost template's first.
    Requires(Vec<ExprId>),
    /// Only [`Body::type_operands`].
    Types,
}

/// `name(args)`, `name{args}` in front of a constructor's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberInit {
    /// The member or base as it is written.
    pub name: TypeExpr,
    /// Its initializer.
    pub init: Init,
    /// A pack expansion.
    pub expansion: bool,
}

/// How something is initialized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// Not explicitly.
    None,
    /// `= e`; the expression may be an [`Expr::List`].
    Copy(ExprId),
    /// `(e, …)`
    Paren(Vec<ExprId>),
    /// `{…}`: an [`Expr::List`].
    Brace(ExprId),
}

impl Init {
    /// Its expressions.
    pub fn operands(&self) -> &[ExprId] {
        match self {
            Init::None => &[],
            Init::Copy(expr) | Init::Brace(expr) => std::slice::from_ref(expr),
            Init::Paren(all) => all,
        }
    }
}

/// `catch (p) {…}`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// The declared object; `None` for `...`. Its name may be missing.
    pub param: Option<ParamExpr>,
    /// The block.
    pub block: StmtId,
}

/// An operand of `asm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsmOperand {
    /// Its value.
    pub value: ExprId,
    /// It stands behind the second colon: its value is read.
    pub is_input: bool,
}

/// A declaration of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its number in [`ItemBodies::locals`], counted from [`FIRST_LOCAL`].
    pub decl: LocalId,
    /// How it is initialized.
    pub init: Init,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// Nothing, or not understood.
    Empty,
    /// `{…}`
    Block(Vec<StmtId>),
    /// An expression.
    Expr(ExprId),
    /// A declaration, in the order in which names become visible: classes and enumerations of the specifiers, then
    /// variables with their initializers. Members of local classes are not listed.
    Decl(Vec<Declared>),
    /// `static_assert(e)`
    StaticAssert(ExprId),
    /// `if (init; condition) then else`
    If {
        /// `if constexpr`
        is_constexpr: bool,
        /// `if consteval`: true, `if !consteval`: false.
        consteval: Option<bool>,
        /// The init-statement.
        init: Option<StmtId>,
        /// The condition; `None` with `consteval`.
        condition: Option<Condition>,
        /// The first branch.
        then: StmtId,
        /// The other one.
        otherwise: Option<StmtId>,
    },
    /// `while (c) s`
    While(Condition, StmtId),
    /// `do s while (e);`
    Do(StmtId, ExprId),
    /// `for (init; c; step) s`
    For {
        /// The init-statement.
        init: Option<StmtId>,
        /// The condition.
        condition: Option<Condition>,
        /// The last part.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `for (init; d : range) s`
    RangeFor {
        /// The init-statement.
        init: Option<StmtId>,
        /// The declared variable or binding, without an initializer.
        variable: LocalId,
        /// The range; may be an [`Expr::List`].
        range: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `switch (init; c) s`
    Switch(Option<StmtId>, Condition, StmtId),
    /// `case a ... b: s`
    Case(ExprId, Option<ExprId>, Option<StmtId>),
    /// `default: s`, `label: s`
    Labeled(Option<Ident>, Option<StmtId>),
    /// `return e;`; the expression may be an [`Expr::List`].
    Return(Option<ExprId>),
    /// `co_return e;`
    CoReturn(Option<ExprId>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `goto l;`
    Goto(Option<Ident>),
    /// `goto *e;`
    GotoComputed(ExprId),
    /// `try {…} catch …`
    Try(StmtId, Vec<Handler>),
    /// `asm`, with its operands.
    Asm(Vec<AsmOperand>),
    /// GNU's `__label__ a, b;`: labels of the block.
    LocalLabels(Vec<Ident>),
    /// A declaration or an expression: the names in it decide. Both are lowered.
    Ambiguous {
        /// The reading as a declaration.
        declaration: StmtId,
        /// The reading as an expression.
        expression: StmtId,
    },
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// An expression.
    Expr(ExprId),
    /// A declared variable.
    Decl(Declared),
}

/// An operand that is a type or an expression; lookup decides where both are there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeOrExpr {
    /// A type.
    Type(TypeExpr),
    /// An expression.
    Expr(ExprId),
    /// Either; for a lone name both are that name.
    Either(TypeExpr, ExprId),
}

/// Which cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CastKind {
    C,
    Static,
    Dynamic,
    Const,
    Reinterpret,
}

/// An element of a braced list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Designators, the outermost first; none most often.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: ExprId,
}

/// A designator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Designator {
    /// `.m`, and GNU `m:`
    Member(Ident),
    /// `[n]`, `[n ... m]`
    Index(ExprId, Option<ExprId>),
}

/// The arguments of a construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Args {
    /// `(…)`
    Paren(Vec<ExprId>),
    /// `{…}`: an [`Expr::List`].
    Brace(ExprId),
}

/// A capture of a lambda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Capture {
    /// `this`
    This,
    /// `*this`
    StarThis,
    /// `x`, `&x`, `x...`, and with an initializer `x = e`, `&x = e`, `x{e}`
    Name {
        /// The name.
        name: Ident,
        /// With `&`.
        by_reference: bool,
        /// With `...`.
        pack: bool,
        /// An init-capture.
        init: Init,
    },
}

/// A lambda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lambda {
    /// `=` or `&`: by reference if true.
    pub default_capture: Option<bool>,
    /// The captures.
    pub captures: Vec<Capture>,
    /// Template parameters.
    pub template: Option<asunder_decls::written::TemplateHeader>,
    /// Whether there is a declarator; without one there are no parameters.
    pub params: Vec<ParamExpr>,
    /// Ends with an ellipsis.
    pub variadic: bool,
    /// `mutable`
    pub is_mutable: bool,
    /// `constexpr` or `consteval`
    pub is_constexpr: bool,
    /// `static`
    pub is_static: bool,
    /// `noexcept` without an operand, or `throw()`.
    pub is_noexcept: bool,
    /// The trailing return type.
    pub result: Option<TypeExpr>,
    /// Default arguments of the parameters.
    pub defaults: Vec<(u32, ExprId)>,
    /// The body.
    pub block: StmtId,
    /// `co_await`, `co_yield` or `co_return` stands in its body, lambdas in it apart: a coroutine.
    pub is_coroutine: bool,
    /// The numbers of the expressions in it, from its captures on.
    pub exprs: std::ops::Range<u32>,
}

/// A requirement of a requires-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// `e;`
    Simple(ExprId),
    /// `typename N;`
    Type(Path),
    /// `{ e } noexcept -> C;`
    Compound {
        /// The expression.
        expr: ExprId,
        /// With `noexcept`.
        noexcept: bool,
        /// The constraint on its type.
        constraint: Option<Path>,
    },
    /// `requires e;`
    Nested(ExprId),
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// Not lowered, and why: a kind of gap.
    Missing(&'static str),
    /// An integer literal with its value (up to 128 bits) and type.
    Integer(u128, Builtin),
    /// A floating literal with its spelling, its suffix taken off, and type.
    Floating(Ident, Builtin),
    /// A character literal.
    Character(i128, Builtin),
    /// A string literal: the type of its characters, how many it has with the zero at its end, and its elements (cut
    /// after 256).
    String(Builtin, u64, Box<[u32]>),
    /// A literal with a suffix of the user's: the literal, the suffix, and the characters of a number in front of it.
    UserLiteral(ExprId, Ident, Ident),
    /// `true`, `false`
    Bool(bool),
    /// `nullptr`
    Nullptr,
    /// `__null`
    GnuNull,
    /// A name.
    Name(Path),
    /// `this`
    This,
    /// `( e )`
    Paren(ExprId),
    /// A prefix operator by its spelling: `+ - ! ~ * & ++ -- __real__ __imag__ __extension__`.
    Unary(&'static str, ExprId),
    /// `++` or `--` behind its operand.
    Postfix(&'static str, ExprId),
    /// An infix operator by its spelling, `,` and assignments included, `.*` and `->*` too.
    Binary(&'static str, ExprId, ExprId),
    /// `a ? b : c`; GNU's `a ?: c` has no second operand.
    Conditional(ExprId, Option<ExprId>, ExprId),
    /// `a.n`, and with true `p->n`.
    Member(ExprId, bool, Path),
    /// `a.`, or with true `a->`, where there should be a member.
    Unfinished(ExprId, bool),
    /// `a[b, …]`
    Index(ExprId, Vec<ExprId>),
    /// `f(args)`
    Call(ExprId, Vec<ExprId>),
    /// `f<<<config>>>(args)`
    Launch(ExprId, Vec<ExprId>, Vec<ExprId>),
    /// `T(args)`, `T{args}`
    Construct(TypeExpr, Args),
    /// `(T)e`, `static_cast<T>(e)`, …
    Cast(CastKind, TypeExpr, ExprId),
    /// `(T){…}`
    CompoundLiteral(TypeExpr, ExprId),
    /// `{…}`
    List(Vec<Clause>),
    /// `new (placement) T init`
    New {
        /// `::new`
        global: bool,
        /// The placement arguments.
        placement: Vec<ExprId>,
        /// The type; the outermost bound of an array may be any expression, which `bound` is.
        ty: TypeExpr,
        /// The outermost bound, where the type is an array.
        bound: Option<ExprId>,
        /// The initializer.
        init: Init,
    },
    /// `delete e`, `delete[] e`
    Delete {
        /// `::delete`
        global: bool,
        /// `delete[]`
        array: bool,
        /// The operand.
        operand: ExprId,
    },
    /// `throw e`
    Throw(Option<ExprId>),
    /// `sizeof`
    Sizeof(TypeOrExpr),
    /// `sizeof...(P)`
    SizeofPack(Ident),
    /// `alignof`
    Alignof(TypeOrExpr),
    /// `noexcept(e)`
    Noexcept(ExprId),
    /// `typeid`
    Typeid(TypeOrExpr),
    /// A trait or built-in with types among its operands, by its keyword: `__is_same(T, U)`,
    /// `__builtin_offsetof(T, m)`, `__builtin_va_arg(l, T)`.
    Trait(Ident, Vec<TypeOrExpr>),
    /// A lambda.
    Lambda(LambdaId),
    /// `({…})`
    Statements(StmtId),
    /// `(lhs op ... op rhs)` by its operator; one side may be missing.
    Fold(&'static str, Option<ExprId>, Option<ExprId>),
    /// `e...`
    Expansion(ExprId),
    /// `requires (params) { … }`
    Requires(Vec<ParamExpr>, Vec<Requirement>),
    /// `co_await e`
    Await(ExprId),
    /// `co_yield e`
    Yield(ExprId),
    /// `&&label`
    LabelAddress(Ident),
    /// Several arguments of a call where the other reading has one: `a < b, c > (d)` as comparisons.
    Several(Vec<ExprId>),
    /// Two readings, the first of which is right most often; lookup decides.
    Ambiguous(ExprId, ExprId),
}

/// A template argument of a name in a body is written as in a declaration.
pub type TemplateArg = Arg;
