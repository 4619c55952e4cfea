//! Template arguments that expressions write, where they have to be constant and are not: `k<n>(…)` and `A<n>()` with a
//! variable `n`.

use asunder_decls::written::{
    Arg as WrittenArg, Expr as Written, Path, Segment, SegmentName, TemplateParamKind, TypeExpr,
};
use asunder_hir::body::{Expr, ExprId, Root};
use asunder_mangle::model::Ident;
use asunder_types::{Kind, Symbol, Ty, Value};

use super::called_objects::object_detail;
use super::calls::NO_INSTANCE;
use super::candidates::EXPLICIT;
use super::nontype_arguments::NOT_INTEGRAL;
use crate::eval::{Failure, Stop};
use crate::finding::{Argument, MetAt, Mistake, NOT_CONSTANT, Note, Place};
use crate::infer::{At, Infer, NodeId, Pending};
use crate::lookup::{Lookup, Prefix, Sought, Want};
use crate::nested_names::NamePart;
use crate::template_arguments::GivenArg;
use crate::template_ids::ArgumentPlace;

/// "expected an expression".
const EXPECTED_EXPRESSION: u16 = 29;
/// "explicit type is missing ("int" assumed)".
const NO_TYPE: u16 = 260;
/// "argument list for … is missing".
const NO_ARGUMENTS: u16 = 441;

/// What a template argument is for a parameter that takes a number.
enum Verdict {
    Fits,
    NotConstant(Box<Failure>),
    /// A floating constant.
    Floating,
    /// A type from which there is no conversion.
    OtherType,
}

impl<'db> Infer<'_, 'db> {
    /// A call of functions whose name has explicit template arguments: true, and reported, if one has to be a constant and
    /// is none.
    pub(crate) fn check_explicit_constants(&mut self, pending: &Pending<'db>, args: &[NodeId]) -> bool {
        let Some((name, written)) = self.explicit_arguments(pending) else { return false };
        let given = pending.explicit.as_deref().unwrap_or_default();
        let symbols: Vec<Symbol<'db>> = pending.set.candidates.iter().map(|it| it.symbol).collect();
        let mut failed = Vec::new();
        for (index, (arg, given)) in written.iter().zip(given).enumerate() {
            let mut wanted = symbols.iter().map(|symbol| self.number_taken(*symbol, index));
            let Some(first) = wanted.next().flatten() else { continue };
            if !wanted.all(|other| other == Some(first)) {
                continue;
            }
            match self.failure_of_given(arg, given, first) {
                Some(Verdict::Fits) => {}
                Some(verdict) => failed.push((index, verdict)),
                None => return false,
            }
        }
        let is_failed = !failed.is_empty();
        let fits_none = failed.iter().any(|(_, verdict)| !matches!(verdict, Verdict::Floating));
        for (index, verdict) in failed {
            match verdict {
                Verdict::NotConstant(failure) => self.met_argument(pending.name, &name, index, *failure),
                Verdict::Floating => {
                    let at =
                        MetAt::UntemplatedArgument(pending.name, name.clone(), ArgumentPlace::Start(index));
                    self.met_at(Mistake::new(NOT_INTEGRAL, Vec::new()), at);
                }
                Verdict::Fits | Verdict::OtherType => {}
            }
        }
        if fits_none {
            self.met_without_arguments(pending, args);
        }
        is_failed
    }

    /// What an argument is for a parameter of the integral or enumeration type `wanted`; `None` where that is not known.
    fn failure_of_given(&self, arg: &WrittenArg, given: &GivenArg<'db>, wanted: Ty<'db>) -> Option<Verdict> {
        match given {
            GivenArg::Value(Value::Integer(_, ty)) => Some(match self.converts_to(*ty, wanted) {
                true => Verdict::Fits,
                false => Verdict::OtherType,
            }),
            GivenArg::Value(Value::Floating(..)) if wanted.as_enum(self.db()).is_none() => {
                Some(Verdict::Floating)
            }
            GivenArg::Value(Value::Null(_) | Value::Address(..)) => Some(Verdict::OtherType),
            GivenArg::Object(_) | GivenArg::Value(Value::Gap(_)) => self.failure_of_argument(arg, wanted),
            GivenArg::Type(_) => Some(Verdict::Fits),
            _ => None,
        }
    }

    /// Whether a converted constant of type `from` may be one of an integral or enumeration type ([expr.const]/10).
    fn converts_to(&self, from: Ty<'db>, to: Ty<'db>) -> bool {
        let db = self.db();
        let (from, to) = (from.unqualified(db), to.unqualified(db));
        match (from.as_enum(db), to.as_enum(db)) {
            (_, Some(_)) => from == to,
            (Some(decl), None) => !self.sema.is_scoped(decl),
            (None, None) => from.as_builtin(db).is_some_and(asunder_types::is_integral),
        }
    }

    fn met_argument(&mut self, at: ExprId, template: &Ident, index: usize, failure: Failure) {
        let mut mistake = Mistake::new(NOT_CONSTANT, Vec::new());
        mistake.notes = failure.notes;
        let place = MetAt::UntemplatedArgument(at, template.clone(), ArgumentPlace::Start(index));
        let around = std::mem::replace(&mut self.is_independent_part, true);
        self.met_at(mistake, place);
        self.is_independent_part = around;
    }

    /// Checks the template arguments in a type that is written in the expression `at`. In templates nothing is checked.
    pub(crate) fn check_constants_of_type(&mut self, at: ExprId, ty: &TypeExpr) {
        match ty {
            TypeExpr::Name(path, _) => self.check_constants_of_path(at, path),
            TypeExpr::Qualified(_, inner)
            | TypeExpr::Pointer(inner)
            | TypeExpr::LvalueRef(inner)
            | TypeExpr::RvalueRef(inner)
            | TypeExpr::Array(_, inner) => self.check_constants_of_type(at, inner),
            _ => {}
        }
    }

    /// The same of a name, where one part of it has arguments.
    pub(crate) fn check_constants_of_path(&mut self, at: ExprId, path: &Path) {
        if self.in_instance || self.in_template {
            return;
        }
        let mut with_arguments = path.segments.iter().enumerate().filter(|(_, it)| it.args.is_some());
        let (Some((place, segment)), None) = (with_arguments.next(), with_arguments.next()) else { return };
        let (SegmentName::Ident(name), Some(args)) = (&segment.name, &segment.args) else { return };
        let plain = |segment: &Segment| Segment { name: segment.name.clone(), args: None };
        let segments = path.segments[..=place].iter().map(plain).collect();
        let template = Path { global: path.global, segments };
        for (index, arg) in args.iter().enumerate() {
            match arg {
                WrittenArg::Type(ty) => self.check_constants_of_type(at, ty),
                WrittenArg::Ambiguous(ty, _) if self.is_type(ty) => self.check_constants_of_type(at, ty),
                WrittenArg::Expansion(_) => return,
                _ => {}
            }
            let param = self.sema.nontype_parameter(&template, index as u32, self.site());
            if let Some(ty) = param.and_then(|param| param.ty()).filter(|ty| self.takes_integer(Some(*ty)))
                && let Some(Verdict::NotConstant(failure)) = self.failure_of_argument(arg, ty)
            {
                self.met_argument(at, name, index, *failure);
            }
        }
    }

    /// The template arguments of the classes in front of the last part of a name, and those that are missing there. True if
    /// something is reported.
    pub(crate) fn check_scope_arguments(&mut self, id: ExprId, path: &Path, prefix: &Prefix<'db>) -> bool {
        if self.in_instance || !matches!(prefix, Prefix::None | Prefix::Gap(_)) {
            return false;
        }
        for (index, segment) in path.segments.iter().enumerate().take(path.segments.len() - 1) {
            let SegmentName::Ident(name) = &segment.name else { return false };
            let mut segments = path.segments[..=index].to_vec();
            segments[index].args = None;
            let template = Path { global: path.global, segments };
            let Some(args) = &segment.args else {
                if let Some((mistake, _)) = self.sema.lacks_arguments(&template, self.site()) {
                    let part = NamePart::Part(index);
                    self.met_at(mistake, MetAt::PartOfNameIn(id, Box::new(path.clone()), part));
                    return true;
                }
                continue;
            };
            let wrong = self.sema.wrong_template_arguments(&template, args, self.site());
            let is_wrong = !wrong.is_empty();
            for (place, mistake) in wrong {
                self.met_at(mistake, MetAt::TemplateArgumentsIn(id, name.clone(), place));
            }
            if is_wrong {
                return true;
            }
        }
        false
    }

    /// Names that nothing declares among the template arguments of a name. True if one is reported.
    pub(crate) fn check_unknown_arguments(&mut self, id: ExprId, path: &Path, args: &[WrittenArg]) -> bool {
        let Some(SegmentName::Ident(template)) = path.segments.last().map(|last| &last.name) else {
            return false;
        };
        if self.in_instance {
            return false;
        }
        let mut is_wrong = false;
        for (index, arg) in args.iter().enumerate() {
            let (named, is_pointer) = match arg {
                WrittenArg::Name(path) | WrittenArg::Type(TypeExpr::Name(path, false)) => (path, false),
                // Behind `const` the name is that of what is declared.
                WrittenArg::Type(TypeExpr::Qualified(_, inner)) => {
                    if matches!(&**inner, TypeExpr::Name(path, false) if self.is_unknown_name(path)) {
                        let at =
                            MetAt::TemplateArgumentsIn(id, template.clone(), ArgumentPlace::Start(index));
                        self.met_at(Mistake::new(NO_TYPE, Vec::new()), at);
                        return true;
                    }
                    continue;
                }
                WrittenArg::Type(TypeExpr::Pointer(inner)) => match &**inner {
                    TypeExpr::Name(path, false) => (path, true),
                    _ => continue,
                },
                _ => continue,
            };
            let at = |place| MetAt::TemplateArgumentsIn(id, template.clone(), place);
            if named.segments.len() > 1 {
                if let Some((mistake, _)) = self.unknown_member(named)
                    && named.segments.iter().all(|segment| segment.args.is_none())
                {
                    let part = NamePart::Part(named.segments.len() - 1);
                    self.met_at(mistake, MetAt::PartOfNameIn(id, Box::new(named.clone()), part));
                    is_wrong = true;
                }
                continue;
            }
            let Some(ident) = named.as_ident().filter(|ident| !ident.starts_with("__")) else { continue };
            let is_known = match self.sema.lookup(Sought::Ident(ident), self.site(), Want::Any) {
                Lookup::None if self.sema.namespace_of_path(named, self.site()).is_none() => false,
                Lookup::Variable(number) if self.is_undeclared_variable(number) => true,
                _ => continue,
            };
            if !is_known {
                self.met_undeclared(&ident.clone(), at(ArgumentPlace::Start(index)));
            }
            if is_pointer {
                self.met_at(Mistake::new(EXPECTED_EXPRESSION, Vec::new()), at(ArgumentPlace::End(index)));
            }
            is_wrong = true;
        }
        is_wrong
    }

    fn is_unknown_name(&self, path: &Path) -> bool {
        path.as_ident().is_some_and(|ident| !ident.starts_with("__"))
            && self.sema.lookup_path(path, self.site(), Want::Any).found == Lookup::None
            && self.sema.namespace_of_path(path, self.site()).is_none()
    }

    /// The name of a variable template without arguments. True if it is reported.
    pub(crate) fn check_bare_template(&mut self, id: ExprId, template: Symbol<'db>) -> bool {
        if self.in_instance || self.takes_types > 0 {
            return false;
        }
        let Some(name) = self.sema.qualified_name(template) else { return false };
        let entity = Argument::entity("variable template", name);
        self.met(Mistake::new(NO_ARGUMENTS, vec![entity]), At::Start(id));
        true
    }

    fn takes_integer(&self, ty: Option<Ty<'db>>) -> bool {
        ty.is_some_and(|ty| match ty.unqualified(self.db()).kind(self.db()) {
            Kind::Builtin(builtin) => asunder_types::is_integral(*builtin),
            Kind::Enum(..) => !self.sema.is_dependent(ty),
            _ => false,
        })
    }

    /// The name of functions as it is written last, and its template arguments; `None` where packs are expanded.
    fn explicit_arguments(&self, pending: &Pending<'db>) -> Option<(Ident, Vec<WrittenArg>)> {
        let (Expr::Name(path) | Expr::Member(_, _, path)) = &self.body[pending.name] else { return None };
        let last = path.segments.last()?;
        let SegmentName::Ident(name) = &last.name else { return None };
        let written = last.args.as_deref()?;
        let is_same = pending.explicit.as_ref()?.len() == written.len();
        is_same.then(|| (name.clone(), written.to_vec()))
    }

    /// The integral or enumeration type of which a function template takes a value as its argument `index`.
    fn number_taken(&self, symbol: Symbol<'db>, index: usize) -> Option<Ty<'db>> {
        if !self.sema.is_function_template(symbol.decl) {
            return None;
        }
        let param = self.sema.decl(symbol.decl).templates.last()?.params.get(index)?;
        let TemplateParamKind::Value(ty, _) = &param.kind else { return None };
        let env = self.sema.template_env(symbol, None);
        let site = crate::view::Site::new(env, asunder_decls::names::Point::before(symbol.decl));
        let ty = self.sema.resolve(ty, site);
        (!param.pack && self.takes_integer(Some(ty))).then(|| ty.unqualified(self.db()))
    }

    /// What an argument without a known value is for a parameter of the integral or enumeration type `wanted`; `None` where
    /// that is not known.
    fn failure_of_argument(&self, arg: &WrittenArg, wanted: Ty<'db>) -> Option<Verdict> {
        let db = self.db();
        let expr = match arg {
            WrittenArg::Expr(expr) => expr.clone(),
            WrittenArg::Name(path) => Written::Name(path.clone()),
            WrittenArg::Ambiguous(ty, expr)
                if matches!(self.sema.resolve(ty, self.site()).kind(db), Kind::Error) =>
            {
                (**expr).clone()
            }
            _ => return None,
        };
        let body = self.sema.body_of_written(&expr);
        let Root::Expr(root) = body.root else { return None };
        self.sema.unread(|| {
            let mut infer = Infer::at(self.sema, &body, self.site());
            infer.in_required = 1;
            let node = infer.expr(root);
            if !infer.is_known(node) {
                return None;
            }
            let node = infer.decay(node);
            let ty = infer.node(node).ty.unqualified(db);
            match ty.kind(db) {
                Kind::Pointer(_) | Kind::MemberPointer(..) => Some(Verdict::OtherType),
                Kind::Builtin(builtin) if asunder_types::is_floating(*builtin) => {
                    wanted.as_enum(db).is_none().then_some(Verdict::Floating)
                }
                Kind::Builtin(asunder_types::Builtin::NullPtr) => Some(Verdict::OtherType),
                Kind::Builtin(_) | Kind::Enum(..) if !self.converts_to(ty, wanted) => {
                    Some(Verdict::OtherType)
                }
                Kind::Builtin(_) | Kind::Enum(..) => match infer.evaluated(node) {
                    Err(Stop::Not(failure)) if failure.alone.is_none() => Some(Verdict::NotConstant(failure)),
                    _ => None,
                },
                Kind::Class(class)
                    if infer.is_known_class(ty) && self.sema.conversion_functions(*class).is_empty() =>
                {
                    Some(Verdict::OtherType)
                }
                _ => None,
            }
        })
    }

    /// No function takes the explicit arguments.
    fn met_without_arguments(&mut self, pending: &Pending<'db>, args: &[NodeId]) {
        let build = || {
            let [only] = self.functions_of(&pending.set.candidates)?[..] else { return None };
            let name = self.sema.function_name(only.symbol)?;
            let mut mistake = Mistake::new(NO_INSTANCE, vec![Argument::entity("function template", name)]);
            mistake.details.extend(self.all_argument_details(args)?);
            if let Some((object, arrow)) = pending.object {
                mistake.details.push(object_detail(&self.object_text(object, arrow)?));
            }
            let given = Argument::Name(self.given_text(pending.explicit.as_deref()?)?);
            let entity = self.candidate_argument(only.symbol, false)?;
            let at = Place::Decl(self.noted_declaration(&only));
            mistake.notes.push(Note { number: EXPLICIT, arguments: vec![given, entity], at });
            Some(mistake)
        };
        if let Some(mistake) = build() {
            let member = match (&self.body[pending.name], pending.object) {
                (Expr::Member(_, _, path), Some(_)) => path.segments.last(),
                _ => None,
            };
            match member.map(|member| &member.name) {
                Some(SegmentName::Ident(name)) => {
                    self.met_at(mistake, MetAt::WordIn(pending.name, name.clone()));
                }
                _ if pending.qualified => self.met(mistake, self.start_of(pending.node)),
                _ => self.met(mistake, self.node(pending.node).at),
            }
            // The arguments come first.
            self.found_behind(self.out.mistakes.len().saturating_sub(1), pending.name);
        }
    }
}
