//! Arguments of templates that are named in types: too many, too few, values where types are wanted and the other way
//! round ([temp.arg]).

use asunder_decls::written::{
    Arg, Decl, DeclKind, DeclName, Expr, Path, SegmentName, TemplateParam, TemplateParamKind, TypeExpr,
};
use asunder_types::Symbol;

use crate::finding::{Argument, Mistake};
use crate::lookup::{Lookup, Want};
use crate::view::{Sema, Site};

/// "expected an identifier".
const NO_IDENTIFIER: u16 = 40;
/// "expected a type specifier".
const NO_TYPE: u16 = 79;
/// "type name is not allowed".
const TYPE_NAME: u16 = 254;
/// "too few arguments for …".
const TOO_FEW: u16 = 442;
/// "too many arguments for …".
const TOO_MANY: u16 = 443;

/// A place in a list of template arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentPlace {
    /// The start of an argument.
    Start(usize),
    /// What stands in the first parentheses of an argument.
    Inner(usize),
    /// The last character of an argument.
    Last(usize),
    /// The `,` or `>` behind an argument.
    End(usize),
    /// The `>` behind the last one.
    Close,
}

/// The name of a template with its arguments, as it is written in a type.
pub(crate) fn template_id(ty: &TypeExpr) -> Option<(&Path, &str, &[Arg])> {
    match ty {
        TypeExpr::Name(path, false) => {
            let last = path.segments.last()?;
            let SegmentName::Ident(name) = &last.name else { return None };
            Some((path, name, last.args.as_deref()?))
        }
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner) => template_id(inner),
        _ => None,
    }
}

/// Where a place stands in the text behind the name of a template.
pub(crate) fn argument_place(behind: &str, place: ArgumentPlace) -> Option<usize> {
    let open = behind.len() - behind.trim_start().len();
    if !behind[open..].starts_with('<') {
        return None;
    }
    let mut depth = 0usize;
    let mut starts = vec![open + 1];
    let end_of = |starts: &[usize], index: usize, close: usize| match starts.get(index + 1) {
        Some(next) => Some(next - 1),
        None => (index + 1 == starts.len()).then_some(close),
    };
    for (at, c) in behind.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' if depth == 1 => {
                return match place {
                    ArgumentPlace::Close => Some(at),
                    ArgumentPlace::End(index) => end_of(&starts, index, at),
                    ArgumentPlace::Inner(index) => {
                        let open = *starts.get(index)? + behind[*starts.get(index)?..].find('(')? + 1;
                        Some(open + (behind[open..].len() - behind[open..].trim_start().len()))
                    }
                    ArgumentPlace::Last(index) => {
                        let end = end_of(&starts, index, at)?;
                        behind[..end].trim_end().len().checked_sub(1)
                    }
                    ArgumentPlace::Start(index) => {
                        let start = *starts.get(index)?;
                        Some(start + (behind[start..].len() - behind[start..].trim_start().len()))
                    }
                };
            }
            '>' | ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ',' if depth == 1 => starts.push(at + 1),
            '"' | '\'' | ';' => return None,
            _ => {}
        }
    }
    None
}

impl<'db> Sema<'db> {
    /// What is wrong with the arguments of the template that a path names; nothing where that is not known.
    pub(crate) fn wrong_template_arguments(
        &self,
        path: &Path,
        args: &[Arg],
        site: Site<'_, 'db>,
    ) -> Vec<(ArgumentPlace, Mistake)> {
        self.find_wrong_arguments(path, args, site).unwrap_or_default()
    }

    fn find_wrong_arguments(
        &self,
        path: &Path,
        args: &[Arg],
        site: Site<'_, 'db>,
    ) -> Option<Vec<(ArgumentPlace, Mistake)>> {
        let symbols = match self.lookup_path(path, site, Want::Any).found {
            Lookup::Found(symbols) => symbols,
            // In its class the name is that of the template, too.
            Lookup::Injected(class) => {
                let asunder_types::Origin::Decl(decl) = class.origin(self.db) else { return None };
                vec![Symbol { decl, env: class.outer(self.db) }]
            }
            _ => return None,
        };
        let (kind, symbol) = symbols.iter().find_map(|symbol| {
            let decl = self.decl(symbol.decl);
            let kind = match &decl.kind {
                DeclKind::Class(_) => "class template",
                DeclKind::Typedef(_) => "alias template",
                _ => return None,
            };
            is_primary(decl).then_some((kind, *symbol))
        })?;
        let params = self.merged_parameters(symbol, &symbols)?;
        let is_open = |arg: &Arg| matches!(arg, Arg::Expansion(_) | Arg::Ambiguous(..));
        if args.iter().any(is_open) {
            return None;
        }
        let mut found = Vec::new();
        for (index, (arg, (param, _))) in args.iter().zip(&params).enumerate() {
            if param.pack {
                break;
            }
            let number = match (&param.kind, arg) {
                (
                    TemplateParamKind::Template(_),
                    Arg::Type(TypeExpr::Builtin(_) | TypeExpr::Signed(_) | TypeExpr::Pointer(_)),
                ) => NO_IDENTIFIER,
                (TemplateParamKind::Type(_), Arg::Expr(value)) if is_literal(value) => NO_TYPE,
                (TemplateParamKind::Value(ty, _), Arg::Name(path))
                    if self.names_class(path, site) && !self.may_be_concept(ty, symbol) =>
                {
                    TYPE_NAME
                }
                // A concept in front of a parameter makes it one for types ([temp.param]/4).
                (
                    TemplateParamKind::Value(ty, _),
                    Arg::Type(TypeExpr::Builtin(_) | TypeExpr::Signed(_) | TypeExpr::Pointer(_)),
                ) if !self.may_be_concept(ty, symbol) => TYPE_NAME,
                _ => continue,
            };
            found.push((ArgumentPlace::Start(index), Mistake::new(number, Vec::new())));
        }
        if !found.is_empty() {
            return Some(found);
        }
        let has_pack = params.iter().any(|(param, _)| param.pack);
        let least = params.iter().filter(|(param, has_default)| !param.pack && !has_default).count();
        let (number, place) = match args.len() {
            count if count > params.len() && !has_pack => (TOO_MANY, ArgumentPlace::Start(params.len())),
            count if count < least => (TOO_FEW, ArgumentPlace::Close),
            _ => return Some(found),
        };
        let entity = Argument::entity(kind, self.qualified_name(symbol)?);
        found.push((place, Mistake::new(number, vec![entity])));
        Some(found)
    }

    /// Whether a name is that of types alone.
    fn names_class(&self, path: &Path, site: Site<'_, 'db>) -> bool {
        let Lookup::Found(symbols) = self.lookup_path(path, site, Want::Any).found else { return false };
        symbols.iter().all(|symbol| {
            let kind = &self.decl(symbol.decl).kind;
            matches!(kind, DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Typedef(_))
        })
    }

    /// The parameters of a template, and whether one of its declarations gives each a default.
    fn merged_parameters(
        &self,
        symbol: Symbol<'db>,
        all: &[Symbol<'db>],
    ) -> Option<Vec<(&'db TemplateParam, bool)>> {
        let own = &self.decl(symbol.decl).templates.last()?.params;
        let has_default = |param: &TemplateParam| match &param.kind {
            TemplateParamKind::Type(default) => default.is_some(),
            TemplateParamKind::Value(_, default) => default.is_some(),
            TemplateParamKind::Template(default) => default.is_some(),
        };
        let declared = all.iter().map(|it| it.decl).chain(self.template_declarations(symbol.decl));
        let primary = declared.map(|decl| self.decl(decl)).filter(|decl| is_primary(decl));
        let headers: Vec<_> = primary.filter_map(|decl| decl.templates.last()).collect();
        let merged = own.iter().enumerate().map(|(index, param)| {
            let given = headers.iter().any(|header| header.params.get(index).is_some_and(has_default));
            (param, given)
        });
        Some(merged.collect())
    }
}

/// Whether a declaration is one of a template itself, not of a specialization.
pub(crate) fn is_primary(decl: &Decl) -> bool {
    matches!(decl.name, DeclName::Ident(_))
        && decl.templates.last().is_some_and(|header| !header.params.is_empty())
}

fn is_literal(value: &Expr) -> bool {
    matches!(
        value,
        Expr::Integer(..) | Expr::Floating(..) | Expr::Character(..) | Expr::Bool(_) | Expr::Nullptr
    )
}
