//! Expansions of packs ([temp.variadic]): the names in a pattern, and what the pattern is for each element.

use asunder_decls::written::{Arg as WrittenArg, Expr as Written, NewInit, Path, SegmentName, TypeExpr};
use asunder_hir::body::{Args as CallArgs, Body, Expr, ExprId, LambdaId, MemberInit, TypeOrExpr};
use asunder_types::{Arg, Args, Env, Frame, Kind, Param};

use crate::lookup::{Lookup, Sought, Want};
use crate::view::{Sema, Site};

/// The packs that a pattern names.
pub(crate) enum TemplatePacks<'db> {
    /// Template parameter packs with their arguments.
    All(Vec<(Param, Args<'db>)>),
    /// Some have no arguments.
    Open,
}

impl<'db> Sema<'db> {
    /// The template parameter packs among names at `site`.
    pub(crate) fn template_packs<'a>(
        &self,
        names: impl IntoIterator<Item = &'a str>,
        site: Site<'_, 'db>,
    ) -> TemplatePacks<'db> {
        let mut packs: Vec<(Param, Args<'db>)> = Vec::new();
        for name in names {
            match self.lookup(Sought::Ident(name), site, Want::Any) {
                Lookup::Param(param, Some(Arg::Pack(args))) if param.pack => packs.push((param, args)),
                Lookup::Param(param, None) if param.pack => return TemplatePacks::Open,
                _ => {}
            }
        }
        // A pack of a pattern inside its own template.
        let is_own = |args: &Args<'db>| {
            args.list(self.db).iter().any(|arg| match arg {
                Arg::Type(ty) => matches!(ty.kind(self.db), Kind::Expansion(_)),
                _ => false,
            })
        };
        match packs.iter().any(|(_, args)| is_own(args)) {
            true => TemplatePacks::Open,
            false => TemplatePacks::All(packs),
        }
    }

    /// What `each` gives for the elements of the packs in a pattern ([temp.variadic]/5).
    pub(crate) fn expanded<T>(
        &self,
        each: &mut dyn FnMut(Site<'_, 'db>) -> T,
        pattern: &Pattern<'_>,
        site: Site<'_, 'db>,
    ) -> Expanded<T> {
        let packs = match self.template_packs(pattern.names(), site) {
            TemplatePacks::All(packs) => packs,
            TemplatePacks::Open => return Expanded::Open,
        };
        let Some(length) = packs.first().map(|(_, args)| args.list(self.db).len()) else {
            return Expanded::Gap("expansion without a pack");
        };
        if packs.iter().any(|(_, args)| args.list(self.db).len() != length) {
            return Expanded::Gap("packs of different lengths");
        }
        let element = |index: usize| self.with_elements(site.env, &packs, index);
        Expanded::All((0..length).map(|index| each(Site { env: element(index), ..site })).collect())
    }

    /// A scope in which each of the packs is its element at `index`.
    pub(crate) fn with_elements(
        &self,
        env: Env<'db>,
        packs: &[(Param, Args<'db>)],
        index: usize,
    ) -> Env<'db> {
        packs
            .iter()
            .fold(env, |env, (param, args)| self.with_element(env, *param, args.list(self.db)[index].clone()))
    }

    /// A scope in which the pack `param` is its one element `arg`.
    fn with_element(&self, env: Env<'db>, param: Param, arg: Arg<'db>) -> Env<'db> {
        let known = self.frames(env).find_map(|(_, frame)| match frame {
            Frame::Template { template, header, args: Some(args) }
                if template == param.template && header == param.header =>
            {
                Some(args)
            }
            _ => None,
        });
        let mut list: Vec<Arg<'db>> = known.map(|args| args.list(self.db).to_vec()).unwrap_or_default();
        if let Some(slot) = list.get_mut(param.index as usize) {
            *slot = arg;
        }
        let frame =
            Frame::Template { template: param.template, header: param.header, args: Some(self.args(list)) };
        self.within(env, frame)
    }
}

/// What an expansion gives.
pub(crate) enum Expanded<T> {
    /// One for each element.
    All(Vec<T>),
    /// The packs have no arguments.
    Open,
    /// Not known, and why.
    Gap(&'static str),
}

/// The pattern of an expansion.
pub(crate) enum Pattern<'a> {
    Type(&'a TypeExpr),
    Arg(&'a WrittenArg),
    /// An expression of a body.
    Expr(&'a Body, ExprId),
    /// A member initializer of a body.
    Initializer(&'a Body, &'a MemberInit),
}

impl<'a> Pattern<'a> {
    /// The identifiers that the pattern names on their own, each once.
    pub(crate) fn names(&self) -> Vec<&'a str> {
        let mut names = Vec::new();
        match self {
            Pattern::Type(ty) => names_of_type(ty, Packs::Own, &mut names),
            Pattern::Arg(arg) => names_of_arg(arg, Packs::Own, &mut names),
            Pattern::Expr(body, expr) => names_in_body(body, *expr, &mut names),
            Pattern::Initializer(body, initializer) => {
                names_of_type(&initializer.name, Packs::Own, &mut names);
                for expr in initializer.init.operands() {
                    names_in_body(body, *expr, &mut names);
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Whether the patterns of expansions inside count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packs {
    /// No: their packs are expanded there.
    Own,
    /// Yes.
    Expanded,
}

fn names_of_path<'a>(path: &'a Path, packs: Packs, into: &mut Vec<&'a str>) {
    for (index, segment) in path.segments.iter().enumerate() {
        match &segment.name {
            SegmentName::Ident(ident) if index == 0 && !path.global => into.push(ident),
            SegmentName::Decltype(expr) => names_of_expr(expr, packs, into),
            _ => {}
        }
        segment.args.iter().flatten().for_each(|arg| names_of_arg(arg, packs, into));
    }
}

fn names_of_arg<'a>(arg: &'a WrittenArg, packs: Packs, into: &mut Vec<&'a str>) {
    match arg {
        WrittenArg::Type(ty) => names_of_type(ty, packs, into),
        WrittenArg::Expr(expr) => names_of_expr(expr, packs, into),
        WrittenArg::Name(path) => names_of_path(path, packs, into),
        // What is expanded inside is expanded there.
        WrittenArg::Expansion(inner) => {
            if packs == Packs::Expanded {
                names_of_arg(inner, packs, into);
            }
        }
        WrittenArg::Ambiguous(ty, expr) => {
            names_of_type(ty, packs, into);
            names_of_expr(expr, packs, into);
        }
    }
}

pub(crate) fn names_of_type<'a>(ty: &'a TypeExpr, packs: Packs, into: &mut Vec<&'a str>) {
    match ty {
        TypeExpr::Name(path, _) | TypeExpr::Elaborated(path) => names_of_path(path, packs, into),
        TypeExpr::Decltype(expr, _) => names_of_expr(expr, packs, into),
        TypeExpr::Mode(_, inner)
        | TypeExpr::Transform(_, inner)
        | TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Complex(inner) => names_of_type(inner, packs, into),
        TypeExpr::MemberPointer(path, inner) => {
            names_of_path(path, packs, into);
            names_of_type(inner, packs, into);
        }
        TypeExpr::Array(bound, inner) => {
            if let Some(bound) = bound {
                names_of_expr(bound, packs, into);
            }
            names_of_type(inner, packs, into);
        }
        TypeExpr::Vector(bound, inner) => {
            names_of_expr(bound, packs, into);
            names_of_type(inner, packs, into);
        }
        TypeExpr::Function(function) => {
            names_of_type(&function.result, packs, into);
            function.params.iter().for_each(|param| names_of_type(&param.ty, packs, into));
        }
        TypeExpr::Expansion(inner) => {
            if packs == Packs::Expanded {
                names_of_type(inner, packs, into);
            }
        }
        TypeExpr::Unknown
        | TypeExpr::None
        | TypeExpr::Builtin(_)
        | TypeExpr::Signed(_)
        | TypeExpr::Declared(_)
        | TypeExpr::Auto
        | TypeExpr::DecltypeAuto => {}
    }
}

fn names_of_expr<'a>(expr: &'a Written, packs: Packs, into: &mut Vec<&'a str>) {
    match expr {
        Written::Name(path) => names_of_path(path, packs, into),
        Written::Paren(inner)
        | Written::Unary(_, inner)
        | Written::Postfix(_, inner)
        | Written::Noexcept(inner) => names_of_expr(inner, packs, into),
        Written::Binary(_, a, b) | Written::Index(a, b) => {
            names_of_expr(a, packs, into);
            names_of_expr(b, packs, into);
        }
        Written::Conditional(parts) => parts.iter().for_each(|part| names_of_expr(part, packs, into)),
        Written::SizeofType(ty) | Written::AlignofType(ty) => names_of_type(ty, packs, into),
        Written::New(new) => {
            names_of_type(&new.ty, packs, into);
            let args = match &new.init {
                NewInit::None => &[][..],
                NewInit::Paren(args) | NewInit::Brace(args) => args,
            };
            new.placement.iter().chain(args).for_each(|arg| names_of_expr(arg, packs, into));
        }
        Written::Trait(_, types) => types.iter().for_each(|ty| names_of_type(ty, packs, into)),
        Written::SizeofExpr(inner) | Written::Designated(_, inner) => names_of_expr(inner, packs, into),
        Written::SizeofEither(ty, inner) => {
            names_of_type(ty, packs, into);
            names_of_expr(inner, packs, into);
        }
        Written::Cast(_, ty, inner) => {
            names_of_type(ty, packs, into);
            names_of_expr(inner, packs, into);
        }
        Written::Construct(ty, args) | Written::ConstructList(ty, args) => {
            names_of_type(ty, packs, into);
            args.iter().for_each(|arg| names_of_expr(arg, packs, into));
        }
        Written::List(args) => args.iter().for_each(|arg| names_of_expr(arg, packs, into)),
        Written::Call(callee, args) => {
            names_of_expr(callee, packs, into);
            args.iter().for_each(|arg| names_of_expr(arg, packs, into));
        }
        Written::SizeofPack(name) if packs == Packs::Expanded => into.push(name),
        Written::Expansion(inner) if packs == Packs::Expanded => names_of_expr(inner, packs, into),
        Written::IntegerPack(count) => names_of_expr(count, packs, into),
        Written::Fold(_, front, back) if packs == Packs::Expanded => {
            front.iter().chain(back).for_each(|side| names_of_expr(side, packs, into));
        }
        Written::Member(base, _, path) => {
            names_of_expr(base, packs, into);
            path.segments.iter().flat_map(|segment| segment.args.iter().flatten()).for_each(|arg| {
                names_of_arg(arg, packs, into);
            });
        }
        _ => {}
    }
}

/// The names in the patterns of the expansions in a lambda.
pub(crate) fn names_expanded_in(body: &Body, lambda: LambdaId) -> Vec<&str> {
    let mut names = Vec::new();
    let range = &body[lambda].exprs;
    for expr in &body.exprs[range.start as usize..range.end as usize] {
        match expr {
            Expr::Expansion(pattern) => names_in_body(body, *pattern, &mut names),
            Expr::Fold(_, lhs, rhs) => {
                lhs.iter().chain(rhs).for_each(|side| names_in_body(body, *side, &mut names));
            }
            _ => {}
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// The names in an expression of a body; not those in lambdas and statements.
fn names_in_body<'a>(body: &'a Body, root: ExprId, into: &mut Vec<&'a str>) {
    let mut pending = vec![root];
    while let Some(id) = pending.pop() {
        let mut operand = |operand: &'a TypeOrExpr| match operand {
            TypeOrExpr::Type(ty) => {
                names_of_type(ty, Packs::Own, into);
                None
            }
            TypeOrExpr::Expr(expr) => Some(*expr),
            TypeOrExpr::Either(ty, expr) => {
                names_of_type(ty, Packs::Own, into);
                Some(*expr)
            }
        };
        match &body[id] {
            Expr::Name(path) => names_of_path(path, Packs::Own, into),
            Expr::Paren(a)
            | Expr::Unary(_, a)
            | Expr::Postfix(_, a)
            | Expr::Noexcept(a)
            | Expr::Await(a)
            | Expr::Yield(a)
            | Expr::Delete { operand: a, .. } => pending.push(*a),
            Expr::Binary(_, a, b) | Expr::Ambiguous(a, b) => pending.extend([*a, *b]),
            Expr::Conditional(a, b, c) => pending.extend([Some(*a), *b, Some(*c)].into_iter().flatten()),
            Expr::Member(base, _, path) => {
                pending.push(*base);
                let args = path.segments.iter().flat_map(|segment| segment.args.iter().flatten());
                args.for_each(|arg| names_of_arg(arg, Packs::Own, into));
            }
            Expr::Unfinished(base, _) => pending.push(*base),
            Expr::Index(base, all) | Expr::Call(base, all) => {
                pending.push(*base);
                pending.extend(all);
            }
            Expr::Several(all) => pending.extend(all),
            Expr::Launch(base, config, all) => {
                pending.push(*base);
                pending.extend(config.iter().chain(all));
            }
            Expr::Construct(ty, args) => {
                names_of_type(ty, Packs::Own, into);
                match args {
                    CallArgs::Paren(all) => pending.extend(all),
                    CallArgs::Brace(list) => pending.push(*list),
                }
            }
            Expr::Cast(_, ty, a) | Expr::CompoundLiteral(ty, a) => {
                names_of_type(ty, Packs::Own, into);
                pending.push(*a);
            }
            Expr::List(clauses) => pending.extend(clauses.iter().map(|clause| clause.value)),
            Expr::New { placement, ty, bound, init, .. } => {
                names_of_type(ty, Packs::Own, into);
                pending.extend(placement.iter().chain(bound));
                pending.extend(init.operands());
            }
            Expr::Throw(a) => pending.extend(a),
            Expr::Sizeof(what) | Expr::Alignof(what) | Expr::Typeid(what) => pending.extend(operand(what)),
            Expr::Trait(_, all) => pending.extend(all.iter().filter_map(operand)),
            // What is expanded inside is expanded there; the others name nothing, or more than an expression does.
            _ => {}
        }
    }
}
