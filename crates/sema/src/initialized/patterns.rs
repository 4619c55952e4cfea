//! Variables of templates and generic lambdas as they are written: whether making one runs no code whatever the arguments
//! of the template are. What is computed from something that depends on these may run some, as far as the reference sees
//! (measured).

use std::rc::Rc;

use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, LocalId, TypeExpr};
use asunder_hir::body::Expr;
use asunder_types::{Kind, Ty};

use super::effects::{Arithmetic, calls_implicitly, is_quiet_tree, push};
use super::{Holder, VariableAt};
use crate::implied::Code;
use crate::infer::made::Made;
use crate::infer::{At, Inferred, ItemInferred, NodeId, Variable, What, infer_template};
use crate::view::Sema;

/// The definition of a template as it is written.
pub(super) type Pattern<'db> = Rc<ItemInferred<'db>>;

impl<'db> Sema<'db> {
    /// Whether making a variable of a template or generic lambda runs no code; `template` gives the tree of a template's
    /// definition.
    pub(super) fn is_quiet_in_pattern(
        &self,
        variable: VariableAt,
        arithmetic: Arithmetic,
        template: impl FnOnce(DeclRef) -> Option<Pattern<'db>>,
    ) -> bool {
        let VariableAt::Local(holder, local) = variable else { return false };
        let is_quiet = |code: Code<'_, 'db>| {
            let (tree, ty, made) = pattern_with(code.tree, local)?;
            let code = Code { tree, ..code };
            let (Holder::Function(DeclRef { item, .. }) | Holder::Initializer(DeclRef { item, .. })) = holder;
            let is_computed = || {
                arithmetic == Arithmetic::Quiet && super::computed::is_computed_quietly(code, item, local, ty)
            };
            // What is deduced from a value of a type that depends on parameters is not known to be a pointer.
            let is_deduced = self.is_dependent(ty) && self.is_plain_placeholder(DeclRef { item, local });
            let is_pointer = || {
                ty.absorbs(self.db)
                    && self.is_written_as_pointer(DeclRef { item, local })
                    && self.is_pointer_made_quietly(code, made, arithmetic)
            };
            Some(
                !is_deduced && self.is_made_quietly_in_pattern(code, made, ty, arithmetic)
                    || is_pointer()
                    || is_computed(),
            )
        };
        let found = match (self.code_of(holder), holder) {
            (Some(owned), _) => Code::of(self, &owned).and_then(is_quiet),
            (None, Holder::Function(decl)) => template(decl).and_then(|pattern| {
                let map = asunder_hir::source_map(self.db, self.names().item_text(decl.item));
                let places = map.bodies.get(pattern.body as usize)?;
                let body = &self.bodies(decl.item).bodies.get(pattern.body as usize)?.1;
                let text = self.names().item_text(decl.item).text(self.db);
                is_quiet(Code { sema: self, tree: &pattern.tree, body, places, map, text })
            }),
            (None, Holder::Initializer(_)) => None,
        };
        found.unwrap_or(false)
    }

    /// The definition of a function template, or of a member of a class template, as it is written.
    pub(super) fn pattern(&self, decl: DeclRef) -> Option<Pattern<'db>> {
        self.unread(|| infer_template(self, decl)).map(Rc::new)
    }

    fn is_made_quietly_in_pattern(
        &self,
        code: Code<'_, 'db>,
        made: &Made,
        ty: Ty<'db>,
        arithmetic: Arithmetic,
    ) -> bool {
        if !self.is_quiet_whatever_it_depends_on(ty) {
            return false;
        }
        match made {
            Made::Default => self.is_default_quiet(ty),
            // The list of an object of a class is one as a whole only where all of it is constant.
            Made::Parts(_) if self.class_of_elements(ty).is_some() && !is_constant_list(code.tree, made) => {
                false
            }
            _ => {
                self.ends_are_quiet(code, made)
                    && !calls_implicitly(code, made, ty)
                    && is_quiet_tree(self, code.tree, made, arithmetic)
            }
        }
    }

    /// Whether a variable is written as a pointer to something, or an array of such.
    fn is_written_as_pointer(&self, variable: DeclRef) -> bool {
        let DeclKind::Variable { ty, .. } = &self.decl(variable).kind else { return false };
        let mut ty = ty;
        while let TypeExpr::Array(_, element) = ty {
            ty = element;
        }
        matches!(ty, TypeExpr::Pointer(_))
    }

    /// Whether making a pointer to something that depends on parameters runs no code: a cast to a pointer runs none.
    fn is_pointer_made_quietly(&self, code: Code<'_, 'db>, made: &Made, arithmetic: Arithmetic) -> bool {
        let Made::Node(root) = made else { return matches!(made, Made::Default | Made::Empty) };
        let node = |id: NodeId| &code.tree.nodes[id.0 as usize];
        let is_cast = |id: NodeId| match node(id).at {
            At::Start(expr) | At::Point(expr) => {
                matches!(&code.body[expr], Expr::Cast(_, TypeExpr::Pointer(_), _))
            }
            _ => false,
        };
        let mut value = *root;
        while let [operand] = node(value).operands[..]
            && node(value).ty.absorbs(self.db)
            && is_cast(value)
        {
            value = operand;
        }
        let made = Made::Node(value);
        self.ends_are_quiet(code, &made) && is_quiet_tree(self, code.tree, &made, arithmetic)
    }

    /// Whether the type of a variable is written as `auto` or `decltype(auto)`, and no more.
    fn is_plain_placeholder(&self, variable: DeclRef) -> bool {
        let DeclKind::Variable { ty, .. } = &self.decl(variable).kind else { return false };
        let ty = if let TypeExpr::Qualified(_, inner) = ty { &**inner } else { ty };
        matches!(ty, TypeExpr::Auto | TypeExpr::DecltypeAuto)
    }

    /// Whether the end of an object, and accesses to it, run no code: pointers do not, whatever they point to, nor do
    /// arrays of so many elements as a parameter says.
    fn is_quiet_whatever_it_depends_on(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        let mut element = ty;
        while let Kind::Array(inner, _) = element.kind(db) {
            element = *inner;
        }
        match element.unqualified(db).kind(db) {
            Kind::Builtin(_) | Kind::Enum(..) | Kind::Pointer(_) | Kind::MemberPointer(..) => {
                !element.qualifiers(db).is_volatile
            }
            Kind::Class(_) | Kind::Reference(..) => self.is_quiet_object(ty),
            _ => false,
        }
    }
}

/// Whether all that an object is made of are constants.
fn is_constant_list(tree: &Inferred<'_>, made: &Made) -> bool {
    let mut nodes = Vec::new();
    let is_constant = |id: &NodeId| {
        let node = tree.nodes.get(id.0 as usize);
        node.is_some_and(|node| node.value.is_some() || matches!(node.what, What::Constant(_)))
    };
    push(made, &mut nodes) && nodes.iter().all(is_constant)
}

/// The tree that has a declaration of a block, among one and those of the generic lambdas in it, with the object that it
/// makes.
fn pattern_with<'t, 'db>(
    tree: &'t Inferred<'db>,
    local: LocalId,
) -> Option<(&'t Inferred<'db>, Ty<'db>, &'t Made)> {
    if let Some((ty, made)) = tree.made_local(local) {
        return Some((tree, ty, made));
    }
    let mut pending: Vec<&Inferred<'db>> = tree.in_patterns.iter().collect();
    while let Some(tree) = pending.pop() {
        // Variables of these have numbers behind those of the code around them.
        let is_it = |variable: &&Variable<'db>| variable.decl.is_some_and(|decl| decl.local == local);
        if let (Some(variable), Some((_, made))) =
            (tree.variables.iter().find(is_it), tree.plan.locals.get(&local))
        {
            return Some((tree, variable.ty, made));
        }
        pending.extend(&tree.in_patterns);
    }
    None
}
