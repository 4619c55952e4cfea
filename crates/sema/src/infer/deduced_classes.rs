//! Class templates that are named without arguments, which the initializer gives ([dcl.type.class.deduct]).

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{DeclKind, DeclName, SegmentName, TypeExpr};
use asunder_hir::body::{Expr, ExprId, Init, Owner, Root};
use asunder_types::{Kind, Symbol, Ty};

use super::mistakes::Undeduced;
use super::{Infer, NodeId, What};
use crate::class_deduction::{Deduced, Form, WITHOUT_ARGUMENTS};
use crate::convert::Operand;
use crate::finding::MetAt;
use crate::view::Sema;

/// A class template that is named without arguments; an error where that is a template parameter without argument.
pub(crate) type Placeholder<'db> = Result<Symbol<'db>, ()>;

/// Whether a type is not known because it is that of a class template without arguments.
pub(crate) fn lacks_arguments<'db>(sema: &Sema<'db>, ty: Ty<'db>) -> bool {
    matches!(ty.kind(sema.db), Kind::Gap(why) if *why == WITHOUT_ARGUMENTS)
}

impl<'db> Infer<'_, 'db> {
    /// The type of an object that `written` declares, which is `ty`: where it is a class template without arguments, the
    /// class that the initializer deduces. What it consists of is kept for [`Infer::initialized`].
    /// Where nothing is deduced it is said at `places`.
    pub(crate) fn with_deduced_class(
        &mut self,
        ty: Ty<'db>,
        written: &TypeExpr,
        init: &Init,
        places: Option<Undeduced>,
    ) -> Ty<'db> {
        if !lacks_arguments(self.sema, ty) {
            return ty;
        }
        let Some(placeholder) = self.sema.placeholder_template(written, self.site()) else { return ty };
        let (nodes, form) = match init {
            Init::None => (Vec::new(), Form::Direct),
            Init::Paren(args) => {
                let nodes = self.arguments(args);
                if let Some(first) = args.first() {
                    self.prepared = Some((*first, nodes.clone()));
                }
                (nodes, Form::Direct)
            }
            Init::Copy(expr) | Init::Brace(expr) => {
                let node = self.expr(*expr);
                self.prepared = Some((*expr, vec![node]));
                let form = match (init, &self.node(node).what) {
                    (Init::Brace(_), _) => Form::List,
                    (_, What::List) => Form::CopyList,
                    _ => Form::Copy,
                };
                (vec![node], form)
            }
        };
        let class = self.deduced_class(placeholder, &nodes, form, places);
        class.qualified(self.db(), written.qualifiers())
    }

    /// The class that the arguments deduce for a template.
    pub(crate) fn deduced_class(
        &mut self,
        placeholder: Placeholder<'db>,
        nodes: &[NodeId],
        form: Form,
        places: Option<Undeduced>,
    ) -> Ty<'db> {
        let Ok(template) = placeholder else { return self.sema.ty(Kind::Dependent) };
        let operands: Vec<Operand<'db>> = nodes.iter().map(|node| self.operand(*node)).collect();
        match self.sema.deduce_class(template, &operands, form, self.point_of_instance()) {
            Deduced::Class(class) => class,
            Deduced::Dependent => self.sema.ty(Kind::Dependent),
            Deduced::Error => self.sema.ty(Kind::Error),
            Deduced::None => {
                let args = match (form, nodes) {
                    (Form::List | Form::CopyList, [list]) => self.elements_of(*list),
                    _ => nodes.to_vec(),
                };
                match places.is_some_and(|places| self.check_undeduced_class(template, &args, places)) {
                    true => self.sema.ty(Kind::Error),
                    false => self.sema.gap("no guide takes the initializer"),
                }
            }
            Deduced::Gap(why) => self.sema.gap(why),
        }
    }

    /// Where a declaration says that nothing is deduced for its class.
    pub(super) fn undeduced_at(&self, decl: DeclRef, written: &TypeExpr, init: &Init) -> Option<Undeduced> {
        let path = written.named_path()?;
        let SegmentName::Ident(first) = &path.segments.first()?.name else { return None };
        if path.global {
            return None;
        }
        let class = match self.statement {
            Some(statement) => MetAt::Word(statement, first.clone()),
            None => MetAt::WordBefore(decl, first.clone()),
        };
        Some(Undeduced { arguments: MetAt::Name(decl), class: (*init != Init::None).then_some(class) })
    }

    /// The type of a variable outside blocks that is declared with a class template without arguments or with `auto`:
    /// `ty`, but where it is not known because nothing is deduced, which is reported.
    pub(super) fn check_outer_placeholder(&mut self, decl: DeclRef, init: &Init, ty: Ty<'db>) -> Ty<'db> {
        let DeclKind::Variable { ty: written, .. } = &self.sema.decl(decl).kind else { return ty };
        let declared = self.sema.resolve(written, self.site());
        if lacks_arguments(self.sema, declared) {
            let places = self.undeduced_at(decl, written, init).filter(|_| ty.absorbs(self.db()));
            return match places {
                Some(_) => self.with_deduced_class(declared, written, init, places),
                None => ty,
            };
        }
        if !written.has_placeholder() || !matches!(self.sema.decl(decl).name, DeclName::Ident(_)) {
            return ty;
        }
        let (expr, nodes) = match init {
            Init::Copy(expr) => (*expr, None),
            Init::Brace(expr) => match &self.body[*expr] {
                Expr::List(clauses) if clauses.len() == 1 => return ty,
                _ => (*expr, None),
            },
            Init::Paren(args) => match args.as_slice() {
                [only] => (*only, Some(self.initializer_nodes(args))),
                _ => return ty,
            },
            Init::None => return ty,
        };
        let node = match &nodes {
            Some(nodes) => nodes[0],
            None => self.expr(expr),
        };
        self.prepared = Some((expr, vec![node]));
        let auto = match written {
            TypeExpr::DecltypeAuto => None,
            _ => Some(MetAt::WordBefore(decl, "auto".into())),
        };
        match self.check_deduced_from(node, init, declared, auto) {
            true => self.sema.ty(Kind::Error),
            false => {
                self.check_deduced_reference(node, ty);
                ty
            }
        }
    }

    /// The node of an initializer, which may be known already.
    pub(super) fn initializer_node(&mut self, expr: ExprId) -> NodeId {
        match self.prepared.take_if(|(of, _)| *of == expr) {
            Some((_, nodes)) => nodes[0],
            None => self.expr(expr),
        }
    }

    /// The same of arguments in parentheses.
    pub(super) fn initializer_nodes(&mut self, args: &[ExprId]) -> Vec<NodeId> {
        let first = args.first().copied();
        match self.prepared.take_if(|(of, _)| Some(*of) == first) {
            Some((_, nodes)) => nodes,
            None => self.arguments(args),
        }
    }
}

/// The type of a variable outside blocks that is declared with a class template without arguments; `declared` where it
/// is not.
pub(crate) fn deduced_class_variable<'db>(
    sema: &Sema<'db>,
    symbol: Symbol<'db>,
    written: &TypeExpr,
    declared: Ty<'db>,
) -> Ty<'db> {
    let decl = sema.decl(symbol.decl);
    let is_member = decl.parent.is_some() && !decl.specifiers.is_static;
    if is_member {
        return declared;
    }
    if sema.has_open_template(symbol.env) {
        return sema.ty(Kind::Dependent);
    }
    let init = match sema.initializer(symbol.decl) {
        Some(body) => body,
        None => return declared,
    };
    let Root::Init(written_init) = &init.root else { return declared };
    if *written_init == Init::None && decl.specifiers.is_extern {
        return declared;
    }
    let mut infer = Infer::new(sema, init, symbol.env, Point::before(symbol.decl));
    infer.owner = Some(symbol.decl);
    infer.body_index =
        sema.bodies(symbol.decl.item).number_of(Owner::Initializer(symbol.decl.local)).unwrap_or(u32::MAX);
    infer.scopes.open();
    infer.with_deduced_class(declared, written, written_init, None)
}
