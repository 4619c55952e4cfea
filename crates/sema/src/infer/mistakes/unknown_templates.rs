//! Names in front of template arguments that nothing declares, in expressions: `make_shared<int>(3)` without the header
//! that declares it. The reference reads a comparison there, whose operands the arguments are.

use asunder_decls::written::{Arg, Path, SegmentName, TypeExpr};
use asunder_hir::body::{Expr, ExprId};
use asunder_mangle::model::Ident;

use super::super::{At, Infer};
use crate::finding::{Argument, MetAt, Mistake, NOT_GLOBAL};
use crate::lookup::{Lookup, Prefix, Sought, Want};
use crate::template_ids::ArgumentPlace;

/// "expected an expression".
const EXPECTED_EXPRESSION: u16 = 29;
/// "type name is not allowed".
const TYPE_NAME: u16 = 254;

impl<'db> Infer<'_, 'db> {
    /// The arguments behind a name that nothing declares, which is the expression `name`, and the end of a call without
    /// arguments of it.
    pub(crate) fn check_arguments_of_unknown(&mut self, name: ExprId, path: &Path, call: Option<ExprId>) {
        let Some(args) = path.segments.last().and_then(|last| last.args.as_deref()) else { return };
        self.check_operands_in(name, args);
        if let Some(call) = call
            && matches!(&self.body[call], Expr::Call(_, args) if args.is_empty())
        {
            self.met_at(Mistake::new(EXPECTED_EXPRESSION, Vec::new()), MetAt::EndOf(call));
        }
    }

    /// Template arguments as operands: types are none.
    fn check_operands_in(&mut self, name: ExprId, args: &[Arg]) {
        let mut words: Vec<Ident> = Vec::new();
        for arg in args {
            let word: Ident = match arg {
                Arg::Type(TypeExpr::Builtin(builtin)) => {
                    self.sema.display(self.sema.builtin(*builtin)).into()
                }
                Arg::Name(path) | Arg::Type(TypeExpr::Name(path, false)) => {
                    let Some(ident) = path.as_ident() else { return };
                    if !self.is_type_name(ident) {
                        continue;
                    }
                    ident.clone()
                }
                Arg::Expr(_) => continue,
                _ => return,
            };
            // A word that stands there twice has no place of its own.
            if word.contains(' ') || words.contains(&word) {
                return;
            }
            words.push(word.clone());
            self.met_at(Mistake::new(TYPE_NAME, Vec::new()), MetAt::WordIn(name, word));
        }
    }

    fn is_type_name(&self, ident: &Ident) -> bool {
        match self.sema.lookup(Sought::Ident(ident), self.site(), Want::Any) {
            Lookup::Param(param, None) => self.sema.takes_types(param.template, param.header, param.index),
            Lookup::Injected(_) => true,
            Lookup::Found(symbols) => {
                symbols.iter().all(|symbol| self.sema.type_named_by(symbol.decl).is_some())
            }
            _ => false,
        }
    }

    /// `B<T>::x` of a `B` that nothing declares. True if it is one.
    pub(crate) fn check_unknown_scope_template(&mut self, id: ExprId, path: &Path) -> bool {
        let [first, last] = path.segments.as_slice() else { return false };
        let (SegmentName::Ident(name), Some(args), SegmentName::Ident(member), false) =
            (&first.name, &first.args, &last.name, path.global)
        else {
            return false;
        };
        let found = self.sema.lookup(Sought::Ident(name), self.site(), Want::Any);
        let is_unknown = match found {
            Lookup::None => !name.starts_with("__"),
            Lookup::Variable(number) => self.is_undeclared_variable(number),
            _ => false,
        };
        if !is_unknown {
            return false;
        }
        if matches!(found, Lookup::None) {
            self.met_undeclared(name, MetAt::Node(At::Start(id)));
        }
        self.check_operands_in(id, args);
        let global = Path {
            global: true,
            segments: vec![asunder_decls::written::Segment { name: last.name.clone(), args: None }],
        };
        let named = self.sema.lookup_path(&global, self.site(), Want::Any);
        if matches!((named.found, named.prefix), (Lookup::None, Prefix::Namespace(_))) && last.args.is_none()
        {
            let mistake = Mistake::new(NOT_GLOBAL, vec![Argument::Name(member.to_string())]);
            self.met_at(mistake, MetAt::WordIn(id, member.clone()));
        }
        true
    }

    /// A member of an object, or of a type, that depends on template parameters and is named with template arguments: without
    /// `template` in front of it the reference reads a comparison ([temp.names]/3).
    pub(crate) fn check_missing_template(&mut self, id: ExprId, path: &Path) {
        let Some(last) = path.segments.last() else { return };
        let (SegmentName::Ident(name), Some(args)) = (&last.name, &last.args) else { return };
        if !self.in_template || self.in_instance || self.unevaluated > 0 {
            return;
        }
        // Values may be operands of comparisons.
        let is_type = |arg: &Arg| match arg {
            Arg::Type(TypeExpr::Builtin(_)) => true,
            Arg::Name(path) | Arg::Type(TypeExpr::Name(path, false)) => {
                path.as_ident().is_some_and(|ident| self.is_type_name(ident))
            }
            _ => false,
        };
        if !args.iter().all(is_type) {
            return;
        }
        for index in 0..args.len() {
            let at = MetAt::UntemplatedArgument(id, name.clone(), ArgumentPlace::Start(index));
            self.met_at(Mistake::new(TYPE_NAME, Vec::new()), at);
        }
        self.untemplated = Some(id);
    }

    /// A call without arguments of such a member.
    pub(crate) fn check_untemplated_call(&mut self, call: ExprId, callee: ExprId) {
        if self.untemplated != Some(callee) {
            return;
        }
        let (Expr::Member(_, _, path) | Expr::Name(path)) = &self.body[callee] else { return };
        if let Some(SegmentName::Ident(name)) = path.segments.last().map(|last| &last.name) {
            let at = MetAt::UntemplatedCall(call, callee, name.clone());
            self.met_at(Mistake::new(EXPECTED_EXPRESSION, Vec::new()), at);
        }
    }

    /// Whether an object has a template parameter as its type, or a class that depends on some and is none of those around.
    pub(crate) fn is_unknown_specialization(&self, ty: asunder_types::Ty<'db>) -> bool {
        let db = self.db();
        match ty.referred(db).unqualified(db).kind(db) {
            asunder_types::Kind::Param(_) => true,
            asunder_types::Kind::Class(class) => {
                let is_around = |class| {
                    self.sema.frames(self.env).any(|(_, frame)| frame == asunder_types::Frame::Class(class))
                };
                class.args(db).is_some_and(|args| self.sema.are_dependent(args))
                    && !is_around(*class)
                    && self.sema.class_of(class.outer(db)).is_none()
            }
            _ => false,
        }
    }

    /// Whether a variable stands for a name that nothing declares.
    pub(crate) fn is_undeclared_variable(&self, number: u32) -> bool {
        let variable = self.variable_of(number);
        variable.decl.is_none() && matches!(variable.ty.kind(self.db()), asunder_types::Kind::Error)
    }
}
