//! The typed trees that evaluation walks: of functions, initializers and default arguments, made when first asked for.

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, DeclKind};
use asunder_hir::body::{Body, Expr, ExprId, Owner, Root};
use asunder_types::{Class, Frame as Scope, Kind, Origin, Symbol, Ty};

use super::storage::Static;
use super::{Machine, Stop};
use crate::infer::made::Made;
use crate::infer::{Infer, Inferred};
use crate::lookup::{Blocks, Lookup, Sought, Want};
use crate::overload::Candidate;
use crate::view::{Sema, Site};

/// A typed tree with its body.
#[derive(Debug)]
pub(crate) struct Owned<'db> {
    pub(crate) tree: Inferred<'db>,
    pub(crate) body: &'db Body,
    pub(crate) item: u32,
    pub(crate) index: u32,
    /// How the object is made, of an initializer; those of default arguments by the parameters' numbers.
    pub(crate) made: Vec<(u32, Made)>,
    /// The type of the object, or what the function returns.
    pub(crate) ty: Ty<'db>,
}

/// A typed tree: one of its own, or one that is being made.
#[derive(Clone)]
pub(crate) enum Tree<'m, 'db> {
    Own(Rc<Owned<'db>>),
    Open(&'m Inferred<'db>),
}

/// What a frame runs.
#[derive(Clone)]
pub(crate) struct Code<'m, 'db> {
    pub(crate) tree: Tree<'m, 'db>,
    pub(crate) body: &'m Body,
    pub(crate) item: u32,
    pub(crate) index: u32,
    /// The blocks around a tree that is being made.
    pub(crate) blocks: Option<&'m dyn Blocks<'db>>,
    /// The number of the first variable of the tree.
    pub(crate) first_variable: u32,
    /// The scopes of a tree that is being made.
    pub(crate) env: Option<asunder_types::Env<'db>>,
}

impl<'m, 'db> Code<'m, 'db> {
    pub(crate) fn tree(&self) -> &Inferred<'db> {
        match &self.tree {
            Tree::Own(owned) => &owned.tree,
            Tree::Open(tree) => tree,
        }
    }

    pub(crate) fn own(owned: Rc<Owned<'db>>) -> Self {
        Code {
            body: owned.body,
            item: owned.item,
            index: owned.index,
            tree: Tree::Own(owned),
            blocks: None,
            first_variable: 0,
            env: None,
        }
    }

    /// Whether an expression is one without places (a template argument, say) or its first name or literal.
    pub(crate) fn is_first_of_written(&self, expr: ExprId) -> bool {
        let Root::Expr(root) = self.body.root else { return false };
        if self.index != u32::MAX {
            return false;
        }
        let mut first = root;
        while let Expr::Call(inner, _) | Expr::Binary(_, inner, _) = &self.body[first] {
            first = *inner;
        }
        expr == first
    }

    /// The code of a tree that stands on its own.
    pub(crate) fn owned(&self) -> Option<&Rc<Owned<'db>>> {
        match &self.tree {
            Tree::Own(owned) => Some(owned),
            Tree::Open(_) => None,
        }
    }
}

impl<'db> Sema<'db> {
    /// The code of the function that is defined by `symbol`'s declaration.
    pub(crate) fn function_code(&self, symbol: Symbol<'db>) -> Option<Rc<Owned<'db>>> {
        let find = || {
            let DeclKind::Function { body: BodyKind::Block, .. } = &self.decl(symbol.decl).kind else {
                return None;
            };
            let owner = Owner::Function(symbol.decl.local);
            let signature = self.signature(symbol)?;
            let (mut infer, body, index) = self.walk(symbol, owner)?;
            infer.point = Point::end_of(symbol.decl.item);
            infer.function(symbol, &signature);
            let ty = self.result_of(symbol, &signature);
            let tree = infer.out;
            Some(Rc::new(Owned { tree, body, item: symbol.decl.item, index, made: Vec::new(), ty }))
        };
        self.remembered(&self.codes, (symbol, 0), || None, || self.unread(|| self.instance(None, find)))
    }

    /// The code of a variable's or member's initializer.
    pub(crate) fn initializer_code(&self, symbol: Symbol<'db>) -> Option<Rc<Owned<'db>>> {
        let find = || {
            let (mut infer, body, index) = self.walk(symbol, Owner::Initializer(symbol.decl.local))?;
            let Root::Init(init) = &body.root else { return None };
            infer.this = self.class_of(symbol.env).map(|class| self.ty(Kind::Class(class)));
            infer.point = match self.decl(symbol.decl).parent {
                Some(_) => Point::end_of(symbol.decl.item),
                None => Point { local: symbol.decl.local.0 + 1, ..Point::before(symbol.decl) },
            };
            let ty = self.variable_type(symbol);
            let made = infer.in_block(|infer| infer.initialized(init, ty)).made;
            let tree = infer.out;
            Some(Rc::new(Owned { tree, body, item: symbol.decl.item, index, made: vec![(0, made)], ty }))
        };
        self.remembered(&self.codes, (symbol, 1), || None, || self.unread(|| self.instance(None, find)))
    }

    /// The code of the default arguments that the declarations of a function write; those of `symbol`'s own one first.
    pub(crate) fn defaults_codes(&self, symbol: Symbol<'db>) -> Vec<Rc<Owned<'db>>> {
        let mut all: Vec<_> = self.own_defaults(symbol).into_iter().collect();
        if !is_local(symbol)
            && let Redeclarations::Known(others) = self.names().redeclarations(symbol.decl)
        {
            let others = others.into_iter().filter(|other| *other != symbol.decl);
            all.extend(others.filter_map(|decl| self.own_defaults(Symbol { decl, ..symbol })));
        }
        all
    }

    /// The code of the default arguments that a declaration of a function writes.
    fn own_defaults(&self, symbol: Symbol<'db>) -> Option<Rc<Owned<'db>>> {
        let find = || {
            let (mut infer, body, index) = self.walk(symbol, Owner::Defaults(symbol.decl.local))?;
            let Root::Defaults(defaults) = &body.root else { return None };
            let signature = self.signature(symbol)?;
            infer.point = Point::end_of(symbol.decl.item);
            let mut made = Vec::new();
            for (param, expr) in defaults {
                let ty = *signature.params.get(*param as usize)?;
                let init = asunder_hir::body::Init::Copy(*expr);
                made.push((*param, infer.in_block(|infer| infer.initialized(&init, ty)).made));
            }
            let tree = infer.out;
            let ty = signature.ty;
            Some(Rc::new(Owned { tree, body, item: symbol.decl.item, index, made, ty }))
        };
        self.remembered(&self.codes, (symbol, 2), || None, || self.unread(|| self.instance(None, find)))
    }

    fn walk(&self, symbol: Symbol<'db>, owner: Owner) -> Option<(Infer<'_, 'db>, &'db Body, u32)> {
        if self.has_open_template(symbol.env) {
            return None;
        }
        let index = self.bodies(symbol.decl.item).number_of(owner)?;
        let body = self.body(symbol.decl.item, owner)?;
        let mut infer = Infer::new(self, body, symbol.env, Point::end_of(symbol.decl.item));
        infer.owner = Some(symbol.decl);
        infer.body_index = index;
        infer.in_instance = self.is_instance(symbol);
        Some((infer, body, index))
    }

    /// The declaration that defines a function: `symbol`'s, or another one of the same function. `Err` where that is
    /// not known.
    pub(crate) fn function_definition(&self, symbol: Symbol<'db>) -> Result<Option<Symbol<'db>>, ()> {
        let has_body = |decl| matches!(&self.decl(decl).kind, DeclKind::Function { body, .. } if *body != BodyKind::None);
        if self.explicit_specialization_of(symbol) {
            return Err(());
        }
        if has_body(symbol.decl) {
            return Ok(Some(symbol));
        }
        let written = self.decl(symbol.decl);
        let Some(ident) = written.name.ident() else { return Err(()) };
        if !written.templates.is_empty()
            || written.parent.is_some()
            || written.qualifier.is_some()
            || super::code::is_local(symbol)
        {
            return Err(());
        }
        let site = Site::new(symbol.env, Point::END);
        let Lookup::Found(all) = self.lookup(Sought::Ident(ident), site, Want::Any) else { return Err(()) };
        let own = Candidate::of(symbol);
        let mut same = all.into_iter().filter(|other| self.same_function(&own, &Candidate::of(*other)));
        Ok(same.find(|other| has_body(other.decl)))
    }

    fn explicit_specialization_of(&self, symbol: Symbol<'db>) -> bool {
        self.named_declaration(symbol) != symbol.decl
    }

    /// What a variable with static storage is for evaluation.
    pub(crate) fn static_constant(&self, symbol: Symbol<'db>) -> Static<'db> {
        let find = || self.find_static_constant(symbol);
        self.remembered(&self.statics, symbol, || Static::Unknown, find)
    }

    /// Whether a variable without an initializer is one that another unit defines, as far as this one shows.
    fn is_defined_elsewhere(&self, symbol: Symbol<'db>) -> bool {
        let is_declaration = |decl: &DeclRef| {
            let decl = self.decl(*decl);
            let is_member = decl.parent.is_some() && decl.specifiers.is_static && !decl.specifiers.is_inline;
            is_member || decl.parent.is_none() && decl.qualifier.is_none() && decl.specifiers.is_extern
        };
        !self.is_instance(symbol)
            && match self.names().redeclarations(symbol.decl) {
                Redeclarations::Known(all) => all.iter().all(is_declaration),
                Redeclarations::Unknown => false,
            }
    }

    fn find_static_constant(&self, symbol: Symbol<'db>) -> Static<'db> {
        let db = self.db;
        let written = self.decl(symbol.decl);
        if !matches!(written.kind, DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. })
            || is_local(symbol)
        {
            return Static::Unknown;
        }
        let ty = self.variable_type(symbol);
        if ty.absorbs(db) || self.is_dependent(ty) {
            return Static::Unknown;
        }
        let is_reference = matches!(ty.kind(db), Kind::Reference(..));
        let is_scalar = is_reference
            || matches!(ty.unqualified(db).kind(db), Kind::Builtin(_) | Kind::Enum(..) | Kind::Pointer(_));
        let qualifiers = ty.qualifiers(db);
        let is_constexpr = written.specifiers.is_constexpr;
        let may_be = is_constexpr || is_reference || qualifiers.is_const;
        if !may_be || qualifiers.is_volatile {
            return Static::RunTime;
        }
        let Some(owned) = self.initializer_code(symbol) else {
            return if self.is_defined_elsewhere(symbol) { Static::RunTime } else { Static::Unknown };
        };
        let Some((_, made)) = owned.made.first() else { return Static::Unknown };
        if *made == Made::Default {
            return Static::Unknown;
        }
        let machine = Machine::new(self, Code::own(owned.clone()), true).for_static(true);
        let machine = if is_constexpr { machine } else { machine.for_initial_value() };
        match machine.run_made(made, ty, Some(symbol)) {
            Ok(value) if is_constexpr && value.has_uninitialized() => Static::Unknown,
            Ok(value) => Static::Constant(Rc::new(value)),
            Err(Stop::Not(_)) if !is_constexpr && is_scalar => Static::RunTime,
            Err(_) => Static::Unknown,
        }
    }

    /// The code that a lambda stands in.
    pub(crate) fn lambda_code(&self, class: Class<'db>) -> Option<Rc<Owned<'db>>> {
        let Origin::Lambda(item, index, _) = class.origin(self.db) else { return None };
        let (owner, _) = self.bodies(item).bodies.get(index as usize)?;
        let outer = class.outer(self.db);
        match owner {
            Owner::Function(local) => {
                let Scope::Body(..) = outer.frame(self.db) else { return None };
                let decl = asunder_decls::names::DeclRef { item, local: *local };
                self.function_code(Symbol { decl, env: outer.outer(self.db)? })
            }
            Owner::Initializer(local) => {
                let decl = asunder_decls::names::DeclRef { item, local: *local };
                self.initializer_code(Symbol { decl, env: outer })
            }
            Owner::Defaults(local) => {
                let decl = asunder_decls::names::DeclRef { item, local: *local };
                self.own_defaults(Symbol { decl, env: outer })
            }
            _ => None,
        }
    }
}

/// Whether a declaration is one of a block.
pub(super) fn is_local(symbol: Symbol<'_>) -> bool {
    crate::infer::is_local(symbol.decl.local)
}
