//! Names of variables, functions and enumerators where a type has to stand.

use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{DeclKind, Path};
use asunder_types::Symbol;

use crate::finding::Argument;
use crate::lookup::{Lookup, Want};
use crate::view::{Sema, Site};

/// What a name means that is not a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueName {
    Variable,
    Member,
    Function,
    Overloaded,
    Enumerator,
}

impl ValueName {
    /// The word that messages have for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            ValueName::Variable => "variable",
            ValueName::Member => "member",
            ValueName::Function => "function",
            ValueName::Overloaded => "overloaded function",
            ValueName::Enumerator => "constant",
        }
    }
}

impl<'db> Sema<'db> {
    /// What a name means at `site` that is surely a variable, a function or an enumerator there, and as which entity messages
    /// show it. `None` for templates, for the variables of blocks, and where what it means is not known.
    pub(crate) fn value_named(&self, path: &Path, site: Site<'_, 'db>) -> Option<(ValueName, Argument)> {
        let Lookup::Found(symbols) = self.lookup_path(path, site, Want::Any).found else { return None };
        let first = *symbols.first()?;
        let value = self.value_declared(first)?;
        let is_same = |symbol: &Symbol<'db>| self.value_declared(*symbol) == Some(value);
        if !symbols.iter().all(is_same) {
            return None;
        }
        let value = match value {
            ValueName::Function if symbols.len() > 1 => match self.names().redeclarations(first.decl) {
                Redeclarations::Known(all) if symbols.iter().all(|symbol| all.contains(&symbol.decl)) => {
                    value
                }
                Redeclarations::Known(_) => ValueName::Overloaded,
                Redeclarations::Unknown => return None,
            },
            _ => value,
        };
        let name = match (value, path.as_ident()) {
            (ValueName::Overloaded, Some(name)) => name.to_string(),
            _ => self.qualified_name(first)?,
        };
        Some((value, Argument::entity(value.word(), name)))
    }

    fn value_declared(&self, symbol: Symbol<'db>) -> Option<ValueName> {
        let decl = self.decl(symbol.decl);
        if !decl.templates.is_empty() {
            return None;
        }
        match decl.kind {
            DeclKind::Variable { .. } if self.class_around(symbol).is_some() => Some(ValueName::Member),
            DeclKind::Variable { .. } => Some(ValueName::Variable),
            DeclKind::Function { .. } => Some(ValueName::Function),
            DeclKind::Enumerator { .. } => Some(ValueName::Enumerator),
            _ => None,
        }
    }
}
