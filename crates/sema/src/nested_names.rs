//! Names behind `::` that instances of templates do not have: `T::x` and `typename T::type` where `T` is no class, or a
//! class without such a member.
//!
//! The reference reads the text of an instance again. Where `T` in `typename T::type` is no class it reads on behind the
//! `T`: what it then expects, and where, depends on what the type is written for ([`Follow`]).

use asunder_decls::written::{Arg, Path, SegmentName, TypeExpr};
use asunder_types::{Kind, Ty};

use crate::finding::{Argument, EXPECTED_SEMICOLON, Mistake};
use crate::lookup::{Lookup, Prefix, Want};
use crate::template_ids::{ArgumentPlace, argument_place};
use crate::view::{Sema, Site};

/// "… has no …".
pub(crate) const NO_MEMBER: u16 = 135;
/// "expected a ")"".
const EXPECTED_PARENTHESIS: u16 = 18;
/// "name followed by "::" must be a class or namespace name".
pub(crate) const NO_SCOPE: u16 = 276;
/// "global-scope qualifier (leading "::") is not allowed".
pub(crate) const GLOBAL_QUALIFIER: u16 = 281;
/// "expected a ">"".
const EXPECTED_ANGLE: u16 = 439;
/// "a class or namespace qualified name is required".
pub(crate) const NO_QUALIFIED_NAME: u16 = 937;

/// What a type is written for, by what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// A declaration: a declarator follows, or, of an alias or a trailing result, its end.
    Declarator,
    /// A parameter.
    Parameter,
    /// The operand of `sizeof`, or the type of a C cast: it may be an expression.
    Operand,
    /// The type of a named cast.
    NamedCast,
    /// An argument of a function template that an expression names.
    CallArgument,
    /// What leaves open what is expected behind it.
    Other,
    /// A template argument.
    Argument,
}

/// A place in the text of a nested name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamePart {
    /// Its first part, if nothing but `typename` stands in front of it in the text: a statement may be an expression.
    FirstOfStatement,
    /// The part with this number.
    Part(usize),
    /// The first `::`.
    Colons,
    /// The first `::`, where a declarator follows.
    ColonsOfDeclaration,
    /// The first `::` in an alias or a trailing result.
    ColonsOfAlias,
    /// What follows the second part, if that starts a declarator without parentheses or is another `::`.
    Declarator,
    /// The name that follows it.
    NameBehind,
}

/// A nested name as it stands in a text, in bytes of that.
pub(crate) struct WrittenName<'t> {
    text: &'t str,
    /// Where it starts, with the `typename` in front of it.
    typename: usize,
    parts: Vec<usize>,
    colons: usize,
    /// Where its second part ends.
    second: usize,
    end: usize,
}

impl<'t> WrittenName<'t> {
    /// The first place in `text`, not before `from`, where `typename` and this path stand.
    pub(crate) fn find(text: &'t str, from: usize, path: &Path) -> Option<WrittenName<'t>> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let all = text[from..].match_indices("typename").map(|(at, _)| from + at);
        let mut all = all.filter(|at| !text[..*at].ends_with(is_part));
        all.find_map(|typename| Self::behind(text, typename, typename + "typename".len(), path))
    }

    /// The path that stands at a place in a text, without `typename`.
    pub(crate) fn at(text: &'t str, start: usize, path: &Path) -> Option<WrittenName<'t>> {
        Self::behind(text, start, start, path)
    }

    /// The first place in `text`, not before `from`, where this path stands.
    pub(crate) fn at_word(text: &'t str, from: usize, path: &Path) -> Option<WrittenName<'t>> {
        let SegmentName::Ident(first) = &path.segments.first()?.name else { return None };
        let mut places = crate::mistakes::words(&text[from..], first).map(|at| from + at);
        places.find_map(|start| Self::at(text, start, path))
    }

    /// Where its first part stands.
    pub(crate) fn start(&self) -> usize {
        self.parts[0]
    }

    /// Where its last part stands.
    pub(crate) fn last(&self) -> usize {
        self.parts[self.parts.len() - 1]
    }

    /// Where the arguments of its last part stand.
    pub(crate) fn arguments(&self) -> usize {
        let last = self.last();
        let word = self.text[last..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or_default();
        let behind = &self.text[last + word..];
        last + word + behind.len() - behind.trim_start().len()
    }

    fn behind(text: &'t str, typename: usize, start: usize, path: &Path) -> Option<WrittenName<'t>> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let blanks = |at: usize| text[at..].len() - text[at..].trim_start().len();
        let (mut at, mut parts, mut colons) = (start, Vec::new(), None);
        let mut second = at;
        for (index, segment) in path.segments.iter().enumerate() {
            at += blanks(at);
            if index > 0 {
                text[at..].strip_prefix("::")?;
                colons.get_or_insert(at);
                at += 2;
                at += blanks(at);
            }
            let SegmentName::Ident(name) = &segment.name else { return None };
            let behind = text[at..].strip_prefix(&**name)?;
            if behind.starts_with(is_part) {
                return None;
            }
            parts.push(at);
            at += name.len();
            if segment.args.is_some() {
                at += argument_place(&text[at..], ArgumentPlace::Close)? + 1;
            }
            if index == 1 {
                second = at;
            }
        }
        Some(WrittenName { text, typename, parts, colons: colons?, second, end: at })
    }

    /// Where a part of it stands; `None` where the text has no such place.
    pub(crate) fn place(&self, part: NamePart) -> Option<usize> {
        let behind = |at: usize| at + (self.text[at..].len() - self.text[at..].trim_start().len());
        let is_alias = || {
            let before = self.text[..self.typename].trim_end();
            before.ends_with('=') || before.ends_with("->")
        };
        let starts_name = |at: usize| self.text[at..].starts_with(|c: char| c.is_alphabetic() || c == '_');
        match part {
            NamePart::FirstOfStatement => {
                self.text[..self.typename].trim_start().is_empty().then_some(self.parts[0])
            }
            NamePart::Part(index) => self.parts.get(index).copied(),
            NamePart::Colons => Some(self.colons),
            NamePart::ColonsOfDeclaration => (!is_alias()).then_some(self.colons),
            NamePart::ColonsOfAlias => is_alias().then_some(self.colons),
            NamePart::Declarator => {
                let at = behind(self.second);
                let is_declarator = starts_name(at) || self.text[at..].starts_with(['*', '&', ':']);
                (is_declarator && !is_alias()).then_some(at)
            }
            NamePart::NameBehind => Some(behind(self.end)).filter(|at| starts_name(*at)),
        }
    }

    /// Where it ends.
    pub(crate) fn end(&self) -> usize {
        self.end
    }
}

/// The names behind `typename` in a type, each with what it is written for.
pub(crate) fn typenames<'t>(ty: &'t TypeExpr, follow: Follow, all: &mut Vec<(&'t Path, Follow)>) {
    match ty {
        TypeExpr::Name(path, true) => all.push((path, follow)),
        TypeExpr::Name(path, false) => {
            let args = path.segments.iter().filter_map(|segment| segment.args.as_deref()).flatten();
            for arg in args {
                if let Arg::Type(ty) = arg {
                    typenames(ty, Follow::Argument, all);
                }
            }
        }
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner) => typenames(inner, follow, all),
        TypeExpr::Function(function) => {
            typenames(&function.result, follow, all);
            for param in &function.params {
                typenames(&param.ty, Follow::Parameter, all);
            }
        }
        _ => {}
    }
}

/// The names behind `typename` in template arguments that an expression writes.
pub(crate) fn typenames_of_arguments(args: &[Arg]) -> Vec<(&Path, Follow)> {
    let mut all = Vec::new();
    for arg in args {
        if let Arg::Type(ty) = arg {
            typenames(ty, Follow::CallArgument, &mut all);
        }
    }
    all
}

impl<'db> Sema<'db> {
    /// What is wrong with the name behind a `typename` in an instance, by the places in its text; nothing where that is not
    /// known. True if the rest of the declaration is not read.
    pub(crate) fn wrong_typename(
        &self,
        path: &Path,
        follow: Follow,
        site: Site<'_, 'db>,
    ) -> (Vec<(Mistake, NamePart)>, bool) {
        let plain = |list: &[(u16, NamePart)]| {
            list.iter().map(|(number, part)| (Mistake::new(*number, Vec::new()), *part)).collect()
        };
        let first = NamePart::Part(0);
        match self.wrong_part(path, site) {
            Some((0, None)) => {
                let expected: &[_] = match follow {
                    Follow::Declarator => &[
                        (NO_SCOPE, NamePart::FirstOfStatement),
                        (NO_QUALIFIED_NAME, first),
                        (GLOBAL_QUALIFIER, NamePart::ColonsOfDeclaration),
                        (EXPECTED_SEMICOLON, NamePart::Declarator),
                        (EXPECTED_SEMICOLON, NamePart::ColonsOfAlias),
                    ],
                    Follow::Parameter => &[
                        (NO_QUALIFIED_NAME, first),
                        (GLOBAL_QUALIFIER, NamePart::Colons),
                        (EXPECTED_PARENTHESIS, NamePart::NameBehind),
                    ],
                    Follow::Operand => &[
                        (NO_SCOPE, first),
                        (NO_QUALIFIED_NAME, first),
                        (EXPECTED_PARENTHESIS, NamePart::Colons),
                    ],
                    Follow::Argument | Follow::NamedCast => {
                        &[(NO_QUALIFIED_NAME, first), (EXPECTED_ANGLE, NamePart::Colons)]
                    }
                    Follow::CallArgument => {
                        &[(NO_SCOPE, first), (NO_QUALIFIED_NAME, first), (EXPECTED_ANGLE, NamePart::Colons)]
                    }
                    Follow::Other => &[(NO_QUALIFIED_NAME, first)],
                };
                (plain(expected), true)
            }
            Some((part, None)) => (plain(&[(NO_SCOPE, NamePart::Part(part))]), false),
            Some((part, Some(mistake))) => (vec![(mistake, NamePart::Part(part))], false),
            None => (Vec::new(), false),
        }
    }

    /// The first part of a name that stands in front of `::` and is no scope, or that the scope in front of it does not have,
    /// with the mistake that this is.
    pub(crate) fn wrong_part(&self, path: &Path, site: Site<'_, 'db>) -> Option<(usize, Option<Mistake>)> {
        if path.global {
            return None;
        }
        let last = path.segments.len() - 1;
        for index in 0..last {
            let parts = &path.segments[..=index];
            match self.prefix(parts, false, site) {
                Prefix::Type(ty) if self.is_no_scope(ty) => return Some((index, None)),
                Prefix::Type(ty) => {
                    let next = Path { global: false, segments: path.segments[..=index + 1].to_vec() };
                    if self.lookup_path(&next, site, Want::Any).found != Lookup::None {
                        continue;
                    }
                    let SegmentName::Ident(name) = &path.segments[index + 1].name else { return None };
                    return match index + 1 == last {
                        true => Some((last, Some(self.no_member_of_type(ty, name)?))),
                        false => Some((index + 1, None)),
                    };
                }
                Prefix::Namespace(_) => {}
                _ => return None,
            }
        }
        None
    }

    /// Whether a type is neither a class nor an enumeration, and known.
    pub(crate) fn is_no_scope(&self, ty: Ty<'db>) -> bool {
        matches!(
            ty.unqualified(self.db).kind(self.db),
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Reference(..) | Kind::Array(..) | Kind::Function(_)
        )
    }

    /// That a class or enumeration has no member of a name, if it is known to be complete.
    pub(crate) fn no_member_of_type(&self, ty: Ty<'db>, name: &str) -> Option<Mistake> {
        let ty = ty.unqualified(self.db);
        let kind = match ty.kind(self.db) {
            Kind::Class(class) => {
                self.definition(*class)?;
                if self.is_union(ty) { "union" } else { "class" }
            }
            Kind::Enum(..) => "enum",
            _ => return None,
        };
        let text = self.spelled_text(&crate::spelled::Spelled::Plain(ty))?;
        Some(Mistake::new(NO_MEMBER, vec![Argument::entity(kind, text), Argument::entity("member", name)]))
    }
}
