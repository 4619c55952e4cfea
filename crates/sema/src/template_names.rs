//! Names of members of templates that are types only behind `typename` ([temp.res]/5), and names of class templates that
//! stand for a type without arguments.

use asunder_decls::written::{Decl, DeclKind, DeclName, Path, SegmentName};
use asunder_syntax::Standard;
use asunder_types::{Frame, Kind, Symbol};

use crate::finding::{Argument, Mistake};
use crate::lookup::{Lookup, Prefix, Want};
use crate::spelled::Spelled;
use crate::view::{Sema, Site};

/// "use the "typename" keyword to treat nontype … as a type in a dependent context".
const NEEDS_TYPENAME: u16 = 2675;
/// "argument list for … is missing".
const NO_ARGUMENTS: u16 = 441;

impl<'db> Sema<'db> {
    /// `A<T>::type` where `A` is a template that has such a type, and no class around is that instance of it.
    pub(crate) fn needs_typename(&self, path: &Path, site: Site<'_, 'db>) -> Option<Mistake> {
        let db = self.db;
        let (last, parts) = path.segments.split_last()?;
        let SegmentName::Ident(ident) = &last.name else { return None };
        if parts.is_empty() || last.args.is_some() {
            return None;
        }
        let Prefix::Type(ty) = self.prefix(parts, path.global, site) else { return None };
        let class = ty.unqualified(db).as_class(db)?;
        let is_around = self.frames(site.env).any(|(_, frame)| frame == Frame::Class(class));
        if !self.is_dependent_class(class) || is_around {
            return None;
        }
        let definition = self.definition(class)?;
        let primary = self.decl(definition.decl);
        let is_primary = matches!(primary.name, DeclName::Ident(_))
            && primary.templates.last().is_some_and(|header| !header.params.is_empty());
        let is_type = |decl: &Decl| {
            decl.templates.is_empty()
                && matches!(decl.kind, DeclKind::Typedef(_) | DeclKind::Class(_) | DeclKind::Enum(_))
        };
        let mut members = self.named(definition.decl, ident).into_iter();
        if !is_primary || !members.any(|it| self.is_member(it, definition.decl) && is_type(self.decl(it))) {
            return None;
        }
        let open = self.class_of(self.inside_of(definition.decl)?)?;
        let text = self.spelled_text(&Spelled::Plain(self.ty(Kind::Class(open))))?;
        let bindings = self.bindings_text(Symbol { decl: definition.decl, env: definition.inside })?;
        let shown = format!("{text}::{ident} [with {}]", bindings.join(", "));
        Some(Mistake::new(NEEDS_TYPENAME, vec![Argument::Name(shown)]))
    }

    /// The name of a class template without arguments, and its last word.
    pub(crate) fn lacks_arguments(&self, path: &Path, site: Site<'_, 'db>) -> Option<(Mistake, String)> {
        let last = path.segments.last().filter(|last| last.args.is_none())?;
        let SegmentName::Ident(word) = &last.name else { return None };
        let Lookup::Found(symbols) = self.lookup_path(path, site, Want::Any).found else { return None };
        let is_template = |symbol: &Symbol<'db>| {
            let decl = self.decl(symbol.decl);
            // Since C++20 the arguments of an alias template can be deduced, too.
            let is_alias =
                matches!(decl.kind, DeclKind::Typedef(_)) && self.dialect.standard < Standard::Cpp20;
            (is_alias || matches!(decl.kind, DeclKind::Class(_)))
                && matches!(decl.name, DeclName::Ident(_))
                && decl.templates.last().is_some_and(|header| !header.params.is_empty())
        };
        let first = symbols.first().filter(|_| symbols.iter().all(is_template))?;
        let kind = match self.decl(first.decl).kind {
            DeclKind::Typedef(_) => "alias template",
            _ => "class template",
        };
        let entity = Argument::entity(kind, self.qualified_name(*first)?);
        Some((Mistake::new(NO_ARGUMENTS, vec![entity]), word.to_string()))
    }
}
