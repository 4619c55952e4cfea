//! The types of nodes as a program spells them. Arithmetic leaves the types of its operands behind; all that keeps the
//! type of an operand keeps its spelling.

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{Decl, DeclKind, TypeExpr};
use asunder_hir::body::{Body, Expr, ExprId, FIRST_LOCAL, Root};
use asunder_types::{Arg, Bound, Frame, Kind, Qualifiers, Ty, Value};

use super::super::made::Made;
use super::super::{At, Category, Infer, Inferred, Named, Node, NodeId, Variable, What};
use crate::finding::Argument;
use crate::spelled::Spelled;
use crate::view::{Sema, Site};

/// The element of a range that a variable is initialized with, and how its type is spelled.
type RangeElement<'t, 'db> = (NodeId, Option<&'t Spelled<'db>>);

/// A typed tree whose nodes are spelled.
pub(crate) struct TypedTree<'t, 'db> {
    pub(crate) sema: &'t Sema<'db>,
    pub(crate) body: &'t Body,
    pub(crate) tree: &'t Inferred<'db>,
    /// Where the names in it are looked up.
    pub(crate) site: Site<'t, 'db>,
    /// A variable by its number.
    pub(crate) variable: &'t dyn Fn(u32) -> Variable<'db>,
    pub(crate) range_element: Option<RangeElement<'t, 'db>>,
}

impl<'db> Infer<'_, 'db> {
    /// The type of a node as it is spelled, qualifiers included; `None` where that is not known.
    pub(crate) fn spelled(&self, id: NodeId) -> Option<Spelled<'db>> {
        let variable = |number| self.variable_of(number);
        let element = self.range_element.as_ref();
        let tree = TypedTree {
            sema: self.sema,
            body: self.body,
            tree: &self.out,
            site: self.site(),
            variable: &variable,
            range_element: element.map(|(element, _, spelled)| (*element, spelled.as_ref())),
        };
        tree.spelled(id)
    }

    /// The type of a value for a message: decayed, without qualifiers.
    pub(crate) fn type_of_value_argument(&self, node: NodeId) -> Option<Argument> {
        self.sema.type_argument(&self.spelled(node)?.decayed(self.db()))
    }

    /// The type of an operand as it is: of an lvalue with its qualifiers, of an array as such.
    pub(crate) fn type_of_argument(&self, node: NodeId) -> Option<Argument> {
        let db = self.db();
        let mut node = node;
        // Conversions that nobody wrote are not shown.
        while let What::Op("array_to_pointer" | "function_to_pointer") = self.node(node).what
            && self.node(node).flags.implicit
        {
            node = *self.node(node).operands.first()?;
        }
        let spelled = self.spelled(node)?.referred(db);
        let spelled = match (
            &self.node(node).what,
            self.node(node).read || self.node(node).category == super::super::Category::Prvalue,
        ) {
            (What::Routine, _) => spelled.decayed(db),
            // The value of an object that is read keeps the qualifiers of the object.
            (_, true) if self.node(node).read => spelled,
            (_, true) if self.node(node).ty.as_class(db).is_none() => spelled.unqualified(db),
            _ => spelled,
        };
        self.sema.type_argument(&spelled)
    }
}

impl<'t, 'db> TypedTree<'t, 'db> {
    /// The type of a node as it is spelled, qualifiers included; `None` where that is not known.
    pub(crate) fn spelled(&self, id: NodeId) -> Option<Spelled<'db>> {
        let db = self.sema.db;
        let node = self.node(id);
        if node.ty.absorbs(db) || self.sema.is_dependent(node.ty) {
            return None;
        }
        let plain = || Some(Spelled::Plain(node.ty));
        let first = || self.spelled(*node.operands.first()?);
        match &node.what {
            What::Constant(_) => match (node.folded, node.named) {
                (Some(from), _) => match self.node(from).what {
                    What::Op("cast" | "bool_cast") if self.node(from).flags.implicit => plain(),
                    _ => self.spelled(from),
                },
                (None, Some(named)) => match named {
                    // An enumerator.
                    Named::Symbol(symbol) if self.sema.enum_of(symbol).is_some() => plain(),
                    named => Some(self.spelled_entity(named)?.referred(db).unqualified(db)),
                },
                (None, None) => match node.at {
                    At::Start(expr) => match &self.body[expr] {
                        Expr::Construct(..) | Expr::Cast(..) | Expr::Call(..) => self.spelled_by(expr, id),
                        Expr::Ambiguous(..) => None,
                        _ => plain(),
                    },
                    _ => plain(),
                },
            },
            What::String => plain(),
            What::Variable => match node.named {
                // `this`
                Some(Named::Predefined("")) => plain(),
                Some(named) => match (self.spelled_entity(named)?, node.ty.kind(db)) {
                    // Its initializer says how many elements it has.
                    (Spelled::Array(element, Bound::Unknown), Kind::Array(_, bound)) => {
                        Some(Spelled::Array(element, *bound))
                    }
                    (spelled, _) => Some(spelled),
                },
                None => plain(),
            },
            What::Routine => {
                let Some(Named::Symbol(symbol)) = node.named else { return None };
                let function = self.sema.function_expr(symbol.decl)?;
                let site = Site::new(symbol.env, Point::before(symbol.decl));
                let spelled = self.sema.spelled_function(function, site)?;
                Some(match node.ty.kind(db) {
                    Kind::Pointer(_) => spelled.pointer_to(),
                    _ => spelled,
                })
            }
            What::Op(op) => match *op {
                "ref_indirect" => Some(first()?.referred(db)),
                "array_to_pointer" => Some(first()?.pointee(db)?.pointer_to()),
                "function_to_pointer" => Some(first()?.pointer_to()),
                "address_of" => Some(first()?.pointer_to()),
                "member_address" => {
                    let (Kind::MemberPointer(class, _), Some(Named::Symbol(symbol))) =
                        (node.ty.kind(db), node.named)
                    else {
                        return None;
                    };
                    let member = match self.sema.function_expr(symbol.decl) {
                        Some(function) => {
                            let point = Point::before(symbol.decl);
                            let site = Site::new(symbol.env, point);
                            self.sema.spelled_function(function, site)?
                        }
                        None => self.sema.spelled_variable(symbol)?,
                    };
                    Some(Spelled::MemberPointer(*class, Rc::new(member)))
                }
                "indirect" | "subscript" => first()?.pointee(db),
                "dot_field" | "points_to_field" => {
                    let field = *node.operands.last()?;
                    let Some(Named::Symbol(symbol)) = self.node(field).named else { return None };
                    let spelled = self.sema.spelled_variable(symbol)?;
                    let own = self.node(field).ty.qualifiers(db);
                    let added = Qualifiers {
                        is_const: node.ty.qualifiers(db).is_const && !own.is_const,
                        is_volatile: node.ty.qualifiers(db).is_volatile && !own.is_volatile,
                        is_restrict: false,
                    };
                    Some(spelled.qualified(added))
                }
                "shiftl" | "shiftr" | "negate" | "complement" | "unary_plus" => {
                    self.kept(id, 0).or_else(plain)
                }
                "padd" | "psubtract" => first(),
                "assign" | "pre_incr" | "pre_decr" => first(),
                "post_incr" | "post_decr" => Some(first()?.unqualified(db)),
                op if op.ends_with("_assign") => first(),
                "comma" => self.spelled(*node.operands.get(1)?),
                "question" => self.kept(id, 1).or_else(|| self.kept(id, 2)).or_else(plain),
                // `void` that nobody wrote has no other name.
                "call" | "dot_member_call" | "points_to_member_call" if node.ty.is_void(db) => plain(),
                "call" | "dot_member_call" | "points_to_member_call" => {
                    let callee = *node.operands.first()?;
                    if let What::Op("pm_function") = self.node(callee).what {
                        return plain();
                    }
                    let result = match self.node(callee).named {
                        Some(Named::Symbol(symbol)) => self.sema.spelled_result(symbol)?,
                        _ => match self.spelled(callee)?.pointee(db)? {
                            Spelled::Function(function) => (*function.result).clone(),
                            Spelled::Plain(ty) => Spelled::Plain(ty.as_function(db)?.result),
                            _ => return None,
                        },
                    };
                    Some(result)
                }
                "cast" | "bool_cast" | "lvalue_adjust" | "base_class_cast" if node.flags.implicit => plain(),
                "cast" | "bool_cast" | "lvalue_cast" | "new" | "temp_init" | "dynamic_cast" => {
                    match node.at {
                        At::Start(expr) => self.spelled_by(expr, id),
                        _ => None,
                    }
                }
                "kernel_launch" => plain(),
                "range_element" => match self.range_element {
                    Some((element, spelled)) if element == id => spelled.cloned(),
                    _ => None,
                },
                "lambda" => plain(),
                _ => match node.ty.kind(db) {
                    Kind::Builtin(_) => plain(),
                    _ => None,
                },
            },
            _ => None,
        }
    }

    /// The spelling of an operand, where the node has its type.
    fn kept(&self, id: NodeId, index: usize) -> Option<Spelled<'db>> {
        let operand = *self.node(id).operands.get(index)?;
        if self.node(operand).ty.unqualified(self.sema.db) != self.node(id).ty.unqualified(self.sema.db) {
            return None;
        }
        Some(self.spelled(operand)?.unqualified(self.sema.db))
    }

    /// The spelling that an expression writes out: casts, constructions, `new`.
    fn spelled_by(&self, expr: ExprId, id: NodeId) -> Option<Spelled<'db>> {
        let written = |ty: &TypeExpr| self.sema.spelled(ty, self.site);
        match &self.body[expr] {
            // `signed(x)` is shown as `int(x)` is.
            Expr::Construct(TypeExpr::Signed(_), _) => Some(Spelled::Plain(self.node(id).ty)),
            Expr::Cast(_, ty, _) | Expr::Construct(ty, _) | Expr::CompoundLiteral(ty, _) => {
                Some(written(ty)?.referred(self.sema.db).unqualified(self.sema.db))
            }
            Expr::New { ty, .. } => {
                let spelled = written(ty)?;
                Some(match spelled {
                    Spelled::Array(element, _) => Spelled::Pointer(element),
                    spelled => spelled.pointer_to(),
                })
            }
            Expr::Paren(inner) => self.spelled_by(*inner, id),
            Expr::Ambiguous(first, second) => {
                self.spelled_by(*first, id).or_else(|| self.spelled_by(*second, id))
            }
            // `T(x)`
            Expr::Call(callee, _) if let Some(ty) = self.called_type(*callee) => written(&ty),
            Expr::Call(..) if self.node(id).ty.as_class(self.sema.db).is_some() => {
                Some(Spelled::Plain(self.node(id).ty))
            }
            _ => None,
        }
    }

    /// The type that is written where a call has its function.
    fn called_type(&self, callee: ExprId) -> Option<TypeExpr> {
        let Expr::Name(path) = &self.body[callee] else { return None };
        let ty = TypeExpr::Name(path.clone(), false);
        self.sema.names_type(&ty, self.site).then_some(ty)
    }

    /// The type of what a node names, as it is declared.
    fn spelled_entity(&self, named: Named<'db>) -> Option<Spelled<'db>> {
        match named {
            Named::Symbol(symbol) => {
                let spelled = match self.sema.has_placeholder(symbol.decl) {
                    true => return self.sema.spelled_plainly(self.sema.variable_type(symbol)),
                    false => match self.sema.spelled_variable(symbol) {
                        Some(spelled) => spelled,
                        None => {
                            let written = declared_type(self.sema.decl(symbol.decl))?;
                            let site = Site::new(symbol.env, Point::before(symbol.decl));
                            self.deduced_class(written, self.sema.variable_type(symbol), site)?
                        }
                    },
                };
                Some(self.as_declared(spelled, self.sema.decl(symbol.decl).specifiers.is_constexpr))
            }
            Named::Parameter(decl, index) => {
                // In an instance the template's parameters have arguments.
                let mut frames = self.sema.frames(self.site.env);
                let around = frames.find(|(_, frame)| *frame == Frame::Parameters(decl));
                let env = around.map_or_else(|| self.sema.env_of(decl), |(env, _)| env);
                self.sema.spelled_parameter(decl, env, index as usize)
            }
            Named::Predefined(_) | Named::Sized(..) | Named::BuiltIn(_) => None,
            Named::Local(number) => {
                let variable = (self.variable)(number);
                let written = match (variable.parameter, variable.decl) {
                    (Some((None, index)), owner) => match &self.body.root {
                        Root::Function { params, .. } => {
                            let own = owner.and_then(|owner| self.sema.abbreviated_parameters(owner));
                            &own.unwrap_or(params).get(index as usize)?.ty
                        }
                        _ => return None,
                    },
                    (Some((Some(lambda), index)), _) => {
                        &self.body.lambdas.get(lambda.0 as usize)?.params.get(index as usize)?.ty
                    }
                    (None, Some(decl)) => declared_type(self.sema.decl(decl))?,
                    (None, None) => return variable.spelled,
                };
                if matches!(written, TypeExpr::Expansion(_)) {
                    return self.sema.spelled_plainly(variable.ty);
                }
                if written.has_placeholder() {
                    return self.spelled_by_initializer(number, written, &variable);
                }
                let is_parameter = variable.parameter.is_some();
                let spelled = match self.sema.spelled(written, self.site) {
                    Some(spelled) => spelled,
                    None => self.deduced_class(written, variable.ty, self.site)?,
                };
                let constexpr = variable
                    .decl
                    .is_some_and(|decl| !is_parameter && self.sema.decl(decl).specifiers.is_constexpr);
                let spelled = self.as_declared(spelled, constexpr);
                Some(match spelled {
                    // A parameter is adjusted; its qualifiers stay.
                    Spelled::Array(element, _) if is_parameter => Spelled::Pointer(element),
                    Spelled::Function(..) if is_parameter => spelled.pointer_to(),
                    spelled => spelled,
                })
            }
        }
    }

    /// The type `ty` of a variable that is declared with the name of a class template alone: the instance that was deduced.
    fn deduced_class(&self, written: &TypeExpr, ty: Ty<'db>, site: Site<'_, 'db>) -> Option<Spelled<'db>> {
        let name = match written {
            TypeExpr::Qualified(_, inner) => inner,
            other => other,
        };
        let TypeExpr::Name(path, _) = name else { return None };
        self.sema.lacks_arguments(path, site)?;
        let args = ty.referred(self.sema.db).as_class(self.sema.db)?.args(self.sema.db)?;
        let is_plain = |arg: &Arg<'db>| match arg {
            Arg::Type(ty) => self.sema.spelled_plainly(*ty).is_some(),
            Arg::Value(Value::Integer(..)) => true,
            _ => false,
        };
        args.list(self.sema.db).iter().all(is_plain).then_some(Spelled::Plain(ty))
    }

    /// The type of a variable whose type is deduced: what `auto` stands for is spelled by the initializer.
    fn spelled_by_initializer(
        &self,
        number: u32,
        written: &TypeExpr,
        variable: &Variable<'db>,
    ) -> Option<Spelled<'db>> {
        let sema = self.sema;
        let plain = || sema.spelled_plainly(variable.ty);
        let initializer = variable.decl.and_then(|decl| self.initializer(number, decl));
        let Some(node) = initializer else { return plain() };
        let Some(value) = self.spelled(self.without_conversions(node)) else { return plain() };
        let is_constexpr = variable.decl.is_some_and(|decl| sema.decl(decl).specifiers.is_constexpr);
        let spelled = deduced(written, value, sema.db).map(|spelled| self.as_declared(spelled, is_constexpr));
        match spelled.filter(|spelled| sema.meaning(spelled) == Some(variable.ty)) {
            Some(spelled) => Some(spelled),
            None => plain(),
        }
    }

    /// What a variable of the body is initialized with.
    pub(crate) fn initializer(&self, number: u32, decl: DeclRef) -> Option<NodeId> {
        if decl.local.0 < FIRST_LOCAL {
            return None;
        }
        match self.tree.plan.locals.get(&decl.local)? {
            (own, Made::Node(node)) if *own == number => Some(*node),
            _ => None,
        }
    }

    /// A node without the conversions around it that nobody wrote.
    pub(crate) fn without_conversions(&self, node: NodeId) -> NodeId {
        let mut node = node;
        let is_conversion = |node: &Node<'db>| match node.what {
            What::Op("lvalue_adjust" | "cast") => node.flags.implicit,
            What::Op("reference_to") => true,
            // The object that a value becomes.
            What::Op("temp_init") => node.flags.implicit || node.category == Category::Lvalue,
            _ => false,
        };
        while let [operand] = self.node(node).operands.as_slice()
            && is_conversion(self.node(node))
        {
            node = *operand;
        }
        node
    }

    pub(crate) fn node(&self, id: NodeId) -> &'t Node<'db> {
        &self.tree.nodes[id.0 as usize]
    }

    fn as_declared(&self, spelled: Spelled<'db>, is_constexpr: bool) -> Spelled<'db> {
        match is_constexpr {
            true => spelled.qualified(Qualifiers::CONST),
            false => spelled,
        }
    }
}

impl<'db> Sema<'db> {
    /// A type that nobody spelled out: known where no typedef can be behind it.
    pub(crate) fn spelled_plainly(&self, ty: Ty<'db>) -> Option<Spelled<'db>> {
        let db = self.db;
        match ty.unqualified(db).kind(db) {
            Kind::Class(class) if class.args(db).is_none() => Some(Spelled::Plain(ty)),
            Kind::Enum(..) | Kind::Builtin(_) => Some(Spelled::Plain(ty)),
            Kind::Pointer(to) => Some(Spelled::Pointer(Rc::new(self.spelled_plainly(*to)?))),
            Kind::Reference(to, rvalue) => {
                Some(Spelled::Reference(Rc::new(self.spelled_plainly(*to)?), *rvalue))
            }
            _ => None,
        }
    }
}

/// What a placeholder in a written type makes of the type of the initializer ([dcl.type.auto.deduct]).
fn deduced<'db>(
    written: &TypeExpr,
    value: Spelled<'db>,
    db: &'db dyn salsa::Database,
) -> Option<Spelled<'db>> {
    match written {
        TypeExpr::Auto => Some(value.referred(db).decayed(db)),
        TypeExpr::Qualified(qualifiers, inner) => {
            let mut qualifiers = *qualifiers;
            qualifiers.is_restrict = false;
            Some(deduced(inner, value, db)?.qualified(qualifiers))
        }
        TypeExpr::Pointer(inner) => {
            let to = value.referred(db).decayed(db).pointee(db)?;
            Some(referent(inner, to, db)?.pointer_to())
        }
        TypeExpr::LvalueRef(inner) => {
            Some(Spelled::Reference(Rc::new(referent(inner, value.referred(db), db)?), false))
        }
        _ => None,
    }
}

/// The same of what a pointer or reference leads to, which keeps its qualifiers.
fn referent<'db>(written: &TypeExpr, to: Spelled<'db>, db: &'db dyn salsa::Database) -> Option<Spelled<'db>> {
    match written {
        TypeExpr::Auto => Some(to),
        TypeExpr::Qualified(qualifiers, inner) if matches!(**inner, TypeExpr::Auto) => {
            Some(to.unqualified(db).qualified(*qualifiers))
        }
        TypeExpr::Pointer(_) => deduced(written, to, db),
        _ => None,
    }
}

/// The type that a variable is declared with.
fn declared_type(decl: &Decl) -> Option<&TypeExpr> {
    match &decl.kind {
        DeclKind::Variable { ty, .. } | DeclKind::FunctionOrVariable { variable: ty, .. } => Some(ty),
        _ => None,
    }
}
