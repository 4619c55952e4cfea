//! Names of types where an expression stands.
//!
//! At the start of a statement or a condition such a name starts a declaration to the reference; elsewhere it is wrong by
//! itself.

use asunder_decls::written::{Decl, DeclKind, Path, SegmentName, TypeExpr};
use asunder_hir::body::{Expr, ExprId, Root, TypeOrExpr};
use asunder_mangle::model::Ident;
use asunder_types::{Frame, Symbol};

use super::super::{At, Infer, NodeId};
use crate::finding::{Argument, MetAt, Mistake};
use crate::lookup::{Lookup, Want};

/// "expected an expression".
const EXPECTED_EXPRESSION: u16 = 29;
/// "expected an identifier".
const NO_IDENTIFIER: u16 = 40;
/// "declaration does not declare anything".
const DECLARES_NOTHING: u16 = 64;
/// "type name is not allowed".
const TYPE_NAME: u16 = 254;
/// "argument list for … is missing".
const NO_ARGUMENTS: u16 = 441;

/// What the reference takes a name for that an expression starts with, where it is that of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leads {
    /// A declaration, with what cannot stand in one behind it.
    Statement,
    /// All of a declaration, which declares nothing.
    Declaration,
    /// The declaration of a condition, or a type in parentheses: what is said of these is not known.
    Other,
}

impl<'db> Infer<'_, 'db> {
    /// Walks an expression that may start with the name of a type.
    pub(crate) fn led_by<R>(&mut self, expr: ExprId, leads: Leads, walk: impl FnOnce(&mut Self) -> R) -> R {
        let first = self.first_name(expr).map(|(first, is_indexed)| match is_indexed {
            // To the reference it starts a structured binding.
            true => (first, Leads::Other),
            false => (first, leads),
        });
        let outer = std::mem::replace(&mut self.leading, first);
        let result = walk(self);
        self.leading = outer;
        result
    }

    /// The name that an expression starts with, and whether an index stands behind it.
    fn first_name(&self, expr: ExprId) -> Option<(ExprId, bool)> {
        let mut at = expr;
        let mut is_indexed = false;
        loop {
            let written = &self.body[at];
            if let Expr::Name(_) = written {
                return Some((at, is_indexed));
            }
            is_indexed = matches!(written, Expr::Index(..));
            at = match written {
                Expr::Binary(_, first, _)
                | Expr::Postfix(_, first)
                | Expr::Index(first, _)
                | Expr::Call(first, _)
                | Expr::Launch(first, ..)
                | Expr::Member(first, ..)
                | Expr::Unfinished(first, _)
                | Expr::Conditional(first, ..) => *first,
                _ => return None,
            };
        }
    }

    /// Whether a name that finds a type may be that of a value too, which hides the type ([basic.scope.hiding]/2).
    fn may_name_value(&self, id: ExprId) -> bool {
        let Expr::Name(path) = &self.body[id] else { return true };
        let Some(name) = last_name(path) else { return true };
        let is_variable = self.out.variables.iter().any(|variable| variable.name.as_ref() == Some(name));
        let mut classes = self.sema.frames(self.env).filter_map(|(_, frame)| match frame {
            Frame::Class(class) => self.sema.definition(class),
            _ => None,
        });
        let is_member = |decl: &Decl| match &decl.kind {
            DeclKind::Variable { .. } | DeclKind::Function { .. } | DeclKind::Enumerator { .. } => {
                decl.name.ident() == Some(name)
            }
            DeclKind::UsingDeclaration(path) => last_name(path) == Some(name),
            _ => false,
        };
        is_variable
            || classes
                .any(|class| self.sema.members(class.decl).into_iter().any(|(_, member)| is_member(member)))
    }

    /// The name of a type in the place of a value: of `class` if it is known which, which is a template without
    /// arguments where `lacks_arguments`.
    pub(crate) fn type_as_value(
        &mut self,
        id: ExprId,
        class: Option<Symbol<'db>>,
        lacks_arguments: bool,
    ) -> NodeId {
        let is_code = matches!(self.body.root, Root::Function { .. } | Root::Init(_));
        if !is_code
            || self.takes_types > 0
            || self.unevaluated > 0
            || self.in_instance
            || self.may_name_value(id)
        {
            return self.gap("type as an expression", id);
        }
        match self.leading {
            Some((first, Leads::Declaration)) if first == id && !lacks_arguments => {
                self.met_plain(DECLARES_NOTHING, At::Start(id));
            }
            Some((first, Leads::Statement)) if first == id && !lacks_arguments => {
                self.met_at(Mistake::new(NO_IDENTIFIER, Vec::new()), MetAt::TokenBehind(id));
            }
            Some((first, _)) if first == id => return self.gap("type as an expression", id),
            _ if lacks_arguments => {
                let Some(name) = class.and_then(|class| self.sema.qualified_name(class)) else {
                    return self.gap("type as an expression", id);
                };
                let mistake = Mistake::new(NO_ARGUMENTS, vec![Argument::entity("class template", name)]);
                self.met(mistake, At::Start(id));
            }
            _ => self.met_plain(TYPE_NAME, At::Start(id)),
        }
        self.error(id, Vec::new())
    }

    /// `f(float)`: a call with a type where an argument stands, of what is no built-in function. Types of one word and
    /// pointers to such are looked at.
    pub(crate) fn call_with_type(&mut self, id: ExprId, name: &str, operands: &[TypeOrExpr]) -> NodeId {
        let [TypeOrExpr::Type(ty)] = operands else { return self.gap("call with a type", id) };
        let path = Path::ident(name);
        let found = self.sema.lookup_path(&path, self.site(), Want::Any).found;
        let is_unknown = matches!(found, Lookup::None);
        let is_value = match &found {
            Lookup::Variable(_) => true,
            Lookup::Found(all) => all.iter().all(|it| self.sema.type_named_by(it.decl).is_none()),
            _ => false,
        };
        if !is_unknown && !is_value || self.in_template && self.is_dependent_type(ty) {
            return self.gap("call with a type", id);
        }
        let Some((word, is_pointer)) = self.word_of_type(ty) else { return self.gap("call with a type", id) };
        self.met_at(Mistake::new(TYPE_NAME, Vec::new()), MetAt::WordIn(id, word));
        if is_pointer {
            self.met_at(Mistake::new(EXPECTED_EXPRESSION, Vec::new()), MetAt::BehindCastType(id));
        }
        if is_unknown {
            let known = self.out.mistakes.len();
            self.met_undeclared(&name.into(), MetAt::WordIn(id, name.into()));
            self.found_behind(known, id);
        }
        self.error(id, Vec::new())
    }

    fn is_dependent_type(&self, ty: &TypeExpr) -> bool {
        self.sema.is_dependent(self.sema.resolve(ty, self.site()))
    }

    /// The only word of a type, or of what a type points to, and whether it is a pointer.
    fn word_of_type(&self, ty: &TypeExpr) -> Option<(Ident, bool)> {
        let mut at = ty;
        while let TypeExpr::Pointer(inner) = at {
            at = inner;
        }
        let word: Ident = match at {
            TypeExpr::Builtin(builtin) => self.sema.display(self.sema.builtin(*builtin)).into(),
            TypeExpr::Name(path, false) => path.as_ident()?.clone(),
            _ => return None,
        };
        (!word.contains(' ')).then_some((word, !std::ptr::eq(at, ty)))
    }
}

/// The identifier that a path ends with.
fn last_name(path: &Path) -> Option<&Ident> {
    match &path.segments.last()?.name {
        SegmentName::Ident(name) => Some(name),
        _ => None,
    }
}
