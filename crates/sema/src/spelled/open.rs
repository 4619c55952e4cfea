//! Types that depend on template parameters, as messages show them in a template's own signature.
//!
//! | written | shown |
//! |---|---|
//! | `typename B<T>::type` | `B<T>::type` |
//! | `typename enable_if<(sizeof(T) > 2)>::type` | `enable_if<<expression>, void>::type`: with default arguments |
//! | `Array<T, N + 1>`, `Array<T, sizeof(T)>` | `Array<T, <expression>>`, `Array<T, sizeof(T)>` |
//! | `decltype(t + t)`, `decltype(p->x)` | `decltype((<expression>))`, `decltype(<expression>)` |
//! | `U &&...` | `U &&...` |
//!
//! Found by running the reference.

use asunder_decls::written::{Arg as WrittenArg, DeclKind, Expr as Written, Path, SegmentName, TypeExpr};
use asunder_types::{Arg, Bound, Builtin, Env, Frame, Kind, Param, Symbol, Value};

use super::{Spelled, Typedefs};
use crate::lookup::{Lookup, Want};
use crate::view::{Sema, Site};

/// What stands for an expression that depends on template parameters and is neither a name nor `sizeof`.
pub(super) const EXPRESSION: &str = "<expression>";

impl<'db> Sema<'db> {
    /// A written type that depends on template parameters; `None` where it does not, or its text is not known.
    pub(super) fn spelled_open(&self, written: &TypeExpr, site: Site<'_, 'db>) -> Option<Spelled<'db>> {
        if let TypeExpr::Decltype(expr, _) = written
            && let Some(builtin) = type_of_operator(expr)
        {
            return Some(Spelled::Plain(self.builtin(builtin)));
        }
        if !self.is_dependent(self.resolve(written, site)) {
            return None;
        }
        let text = match written {
            TypeExpr::Name(path, _) => self.open_path(path, path.segments.len(), site)?,
            TypeExpr::Decltype(expr, is_plain) => return self.open_decltype(expr, *is_plain, site),
            _ => return None,
        };
        Some(Spelled::Parameter(text.into()))
    }

    /// A pack expansion whose pack has no arguments yet: `U &&...`.
    pub(super) fn spelled_open_expansion(
        &self,
        pattern: &TypeExpr,
        site: Site<'_, 'db>,
    ) -> Option<Spelled<'db>> {
        let pattern = self.spelled(pattern, site)?;
        Some(Spelled::Parameter(format!("{}...", self.spelled_text(&pattern)?).into()))
    }

    fn open_decltype(&self, expr: &Written, is_plain: bool, site: Site<'_, 'db>) -> Option<Spelled<'db>> {
        let text = match expr {
            Written::Name(path) if is_plain => match self.declared_parameter(path, site) {
                Some(ty) => return self.spelled(ty, site),
                None => self.open_path(path, path.segments.len(), site)?,
            },
            Written::Member(..) if is_plain => EXPRESSION.to_owned(),
            Written::Construct(ty, args) if args.is_empty() => {
                format!("({}())", self.spelled_text(&self.spelled(ty, site)?)?)
            }
            Written::Call(callee, args) if args.is_empty() && self.is_type(callee, site) => {
                let Written::Name(path) = &**callee else { return None };
                format!("({}())", self.open_path(path, path.segments.len(), site)?)
            }
            // Names in parentheses and lists have texts of their own.
            Written::Name(_) | Written::Paren(_) | Written::ConstructList(..) | Written::Unknown => {
                return None;
            }
            _ => format!("({EXPRESSION})"),
        };
        Some(Spelled::Parameter(format!("decltype({text})").into()))
    }

    /// Whether an expression is the name of a type.
    fn is_type(&self, expr: &Written, site: Site<'_, 'db>) -> bool {
        matches!(expr, Written::Name(path) if self.is_name_of_type(path, site))
    }

    /// The declared type of the function parameter that a lone name means in the function's own declaration.
    fn declared_parameter(&self, path: &Path, site: Site<'_, 'db>) -> Option<&TypeExpr> {
        let name = path.as_ident()?;
        let function = self.frames(site.env).find_map(|(_, frame)| match frame {
            Frame::Parameters(function) => Some(function),
            _ => None,
        })?;
        let params = &self.function_expr(function)?.params;
        params.iter().find(|param| param.name.as_ref() == Some(name)).map(|param| &param.ty)
    }

    /// The first `count` parts of a path.
    fn open_path(&self, path: &Path, count: usize, site: Site<'_, 'db>) -> Option<String> {
        let segment = path.segments.get(count.checked_sub(1)?)?;
        let part = Path { segments: path.segments[..count].to_vec(), ..path.clone() };
        let named = self.lookup_path(&part, site, Want::Any);
        match &named.found {
            Lookup::Found(symbols) => {
                let symbol = symbols.first()?;
                let decl = self.decl(symbol.decl);
                match decl.kind {
                    DeclKind::Class(_) | DeclKind::Typedef(_) if decl.templates.is_empty() => {
                        self.spelled_text(&self.spelled_name(&part, site)?)
                    }
                    DeclKind::Class(_) | DeclKind::Typedef(_) => {
                        let ty = self.type_of_lookup(&named.found, named.args, site);
                        let known =
                            ty.as_class(self.db).and_then(|class| self.class_text(class, Typedefs::Named));
                        if known.is_some() {
                            return known;
                        }
                        let args = self.open_arguments(*symbol, segment.args.as_deref()?, site)?;
                        Some(format!("{}<{args}>", self.name_in_scope(*symbol, Typedefs::Named)?))
                    }
                    _ => self.qualified_name(*symbol),
                }
            }
            Lookup::Injected(_) => self.spelled_text(&self.spelled_name(&part, site)?),
            Lookup::Param(param, None) => {
                let name = self.parameter_name(*param)?;
                match &segment.args {
                    None => Some(name.to_owned()),
                    Some(args) => Some(format!("{name}<{}>", self.open_texts(args, site)?.join(", "))),
                }
            }
            Lookup::Dependent if count > 1 => {
                let outer = self.open_path(path, count - 1, site)?;
                let SegmentName::Ident(name) = &segment.name else { return None };
                match &segment.args {
                    None => Some(format!("{outer}::{name}")),
                    Some(args) => {
                        Some(format!("{outer}::{name}<{}>", self.open_texts(args, site)?.join(", ")))
                    }
                }
            }
            _ => None,
        }
    }

    /// The arguments that a template is named with, and the default ones behind them.
    fn open_arguments(
        &self,
        template: Symbol<'db>,
        written: &[WrittenArg],
        site: Site<'_, 'db>,
    ) -> Option<String> {
        let mut all = self.open_texts(written, site)?;
        let params = &self.decl(template.decl).templates.last()?.params;
        if !params.iter().any(|param| param.pack) && written.len() < params.len() {
            let bound = self.bind_args(template, written, site).ok()?;
            for (index, arg) in bound.list(self.db).iter().enumerate().skip(written.len()) {
                let is_reference = self.is_reference_param(template.decl, index);
                self.add_argument_text(arg, is_reference, Typedefs::Named, &mut all)?;
            }
        }
        Some(all.join(", "))
    }

    fn open_texts(&self, written: &[WrittenArg], site: Site<'_, 'db>) -> Option<Vec<String>> {
        written.iter().map(|arg| self.open_argument(arg, site)).collect()
    }

    fn open_argument(&self, arg: &WrittenArg, site: Site<'_, 'db>) -> Option<String> {
        let of_type = |ty: &TypeExpr| match ty {
            TypeExpr::Expansion(pattern) => self.spelled_text(&self.spelled_open_expansion(pattern, site)?),
            ty => self.spelled_text(&self.spelled(ty, site)?),
        };
        match arg {
            WrittenArg::Type(ty) => of_type(ty),
            WrittenArg::Expansion(inner) => Some(format!("{}...", self.open_argument(inner, site)?)),
            WrittenArg::Expr(expr) => self.open_value(expr, site),
            WrittenArg::Name(path) => match self.is_name_of_type(path, site) {
                true => of_type(&TypeExpr::Name(path.clone(), false)),
                false => self.open_value(&Written::Name(path.clone()), site),
            },
            WrittenArg::Ambiguous(ty, expr) => match self.resolve(ty, site).kind(self.db) {
                Kind::Error | Kind::Gap(_) | Kind::Dependent => self.open_value(expr, site),
                _ => of_type(ty),
            },
        }
    }

    /// An expression as an argument.
    fn open_value(&self, expr: &Written, site: Site<'_, 'db>) -> Option<String> {
        match self.constant_of(expr, site) {
            Value::Param(param) => self.parameter_name(param).map(str::to_owned),
            Value::Dependent => match expr {
                Written::Name(path) => self.open_path(path, path.segments.len(), site),
                Written::SizeofType(ty) => {
                    Some(format!("sizeof({})", self.spelled_text(&self.spelled(ty, site)?)?))
                }
                Written::SizeofEither(ty, _) if self.is_dependent(self.resolve(ty, site)) => {
                    Some(format!("sizeof({})", self.spelled_text(&self.spelled(ty, site)?)?))
                }
                Written::Paren(inner) => self.open_value(inner, site),
                Written::Unary(..) | Written::Binary(..) | Written::Conditional(_) => {
                    Some(EXPRESSION.to_owned())
                }
                _ => None,
            },
            Value::Gap(_) => None,
            value => {
                let mut all = Vec::new();
                self.add_argument_text(&Arg::Value(value), false, Typedefs::Named, &mut all)?;
                all.pop()
            }
        }
    }

    /// The name of a template parameter, if it has one.
    pub(crate) fn parameter_name(&self, param: Param) -> Option<&str> {
        let header = self.decl(param.template).templates.get(param.header as usize)?;
        header.params.get(param.index as usize)?.name.as_deref()
    }

    /// The bound of an array that depends on template parameters.
    pub(super) fn open_bound(&self, bound: Bound) -> Option<String> {
        match bound {
            Bound::Param(param) => self.parameter_name(param).map(str::to_owned),
            Bound::Dependent => Some(EXPRESSION.to_owned()),
            _ => None,
        }
    }

    /// Whether scopes are those of a template as it is written.
    pub(super) fn is_open(&self, env: Env<'db>) -> bool {
        self.frames(env).any(|(_, frame)| matches!(frame, Frame::Template { args: None, .. }))
    }
}

/// The type of an operator whose result does not depend on its operand.
fn type_of_operator(expr: &Written) -> Option<Builtin> {
    match expr {
        Written::SizeofType(_)
        | Written::SizeofExpr(_)
        | Written::SizeofEither(..)
        | Written::SizeofPack(_)
        | Written::AlignofType(_) => Some(Builtin::UnsignedLong),
        _ => None,
    }
}
