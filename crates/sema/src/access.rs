//! Access to members from where they are named ([class.access]). Classes with friends that are only named, and instances of
//! templates with friends, are not looked at.

use asunder_decls::queries::item_positions;
use asunder_decls::written::{Access, DeclKind, DeclName, Path};
use asunder_mangle::model::Ident;
use asunder_types::{Class, Env, Frame, Origin, Symbol};

use crate::finding::{Argument, Mistake, Place};
use crate::lookup::{Lookup, Prefix, Want};
use crate::view::{Sema, Site};

/// "… is inaccessible".
const INACCESSIBLE: u16 = 265;

impl<'db> Sema<'db> {
    /// The class of a member that code in the scopes `env` may not name; `function` is the name of the function whose code
    /// it is.
    pub(crate) fn inaccessible_from(
        &self,
        member: Symbol<'db>,
        env: Env<'db>,
        function: Option<&Ident>,
    ) -> Option<Class<'db>> {
        let db = self.db;
        let decl = self.decl(member.decl);
        // Enumerators have the access of their enumeration ([class.access]).
        let access = match (&decl.kind, decl.parent) {
            (DeclKind::Enumerator { .. }, Some(parent)) => self.decl(member.decl.sibling(parent)).access,
            _ => decl.access,
        };
        if access == Access::Public || decl.parent.is_none() || decl.qualifier.is_some() {
            return None;
        }
        let class = self.class_around(member)?;
        let Origin::Decl(_) = class.origin(db) else { return None };
        if self.is_anonymous_scope(member) {
            return None;
        }
        let definition = self.definition(class)?;
        if class.args(db).is_some() && self.is_in_template_code(class, env) {
            return None;
        }
        let friends: Vec<_> = self
            .members(definition.decl)
            .into_iter()
            .filter(|(_, member)| member.specifiers.is_friend)
            .collect();
        // Friends that are only named, `friend Other;`, are not declarations.
        let text = self.names.item_text(definition.decl.item).text(db);
        if definition.decl.local.0 >= asunder_hir::body::FIRST_LOCAL
            || text.matches("friend").count() != friends.len()
        {
            return None;
        }
        let around: Vec<_> = self
            .frames(env)
            .filter_map(|(_, frame)| match frame {
                Frame::Class(around) => match around.origin(db) {
                    Origin::Decl(decl) => self.decl(decl).name.ident(),
                    Origin::Lambda(..) => None,
                },
                _ => None,
            })
            .chain(function)
            .collect();
        let is_friend = friends.iter().any(|(_, friend)| match (friend.name.ident(), &friend.name) {
            (Some(name), _) => around.contains(&name),
            // Functions with other names are not meant.
            (None, DeclName::Operator(_)) if friend.qualifier.is_none() => function.is_none(),
            (None, _) => true,
        });
        if is_friend {
            return None;
        }
        for (_, frame) in self.frames(env) {
            let Frame::Class(around) = frame else { continue };
            if around == class || self.is_dependent_class(around) {
                return None;
            }
            if decl.access == Access::Protected && !matches!(self.distance_to_base(around, class), Ok(None)) {
                return None;
            }
        }
        Some(class)
    }

    /// Whether code in the scopes `env` is that of a template, or of an instance of the template of `instance`.
    fn is_in_template_code(&self, instance: Class<'db>, env: Env<'db>) -> bool {
        self.frames(env).any(|(_, frame)| match frame {
            Frame::Class(around) => around.origin(self.db) == instance.origin(self.db),
            Frame::Template { .. } | Frame::Parameters(_) => true,
            _ => false,
        })
    }

    /// A type behind the name of its class that may not be named where it is, and its name.
    pub(crate) fn inaccessible_type(
        &self,
        path: &Path,
        site: Site<'_, 'db>,
        function: Option<&Ident>,
    ) -> Option<(Mistake, Ident)> {
        let named = self.lookup_path(path, site, Want::Any);
        let (Prefix::Type(around), Lookup::Found(symbols)) = (&named.prefix, &named.found) else {
            return None;
        };
        let (class, first) = (around.as_class(self.db)?, symbols.first()?);
        let decl = self.decl(first.decl);
        let kind = match &decl.kind {
            DeclKind::Typedef(_) => "type",
            DeclKind::Class(it) if it.is_union => "union",
            DeclKind::Class(_) => "class",
            DeclKind::Enum(_) => "enum",
            _ => return None,
        };
        // A using-declaration in another class may give it another access.
        if self.class_around(*first) != Some(class) {
            return None;
        }
        self.inaccessible_from(*first, site.env, function)?;
        let name = self.nested_text(*first)?;
        let entity = Argument::Entity { kind: Some(kind), name, declared: Some(Place::Decl(first.decl)) };
        Some((Mistake::new(INACCESSIBLE, vec![entity]), decl.name.ident()?.clone()))
    }

    /// Whether a class names one of the classes around the code in the scopes `env` as a friend.
    pub(crate) fn befriends(&self, class: Class<'db>, env: Env<'db>) -> bool {
        let Some(definition) = self.definition(class) else { return false };
        if definition.decl.local.0 >= asunder_hir::body::FIRST_LOCAL {
            return false;
        }
        let item = self.names.item_text(definition.decl.item);
        let positions = item_positions(self.db, item);
        let Some(range) = positions.nodes.get(definition.decl.local.index()) else { return false };
        let text = &item.text(self.db)[*range];
        if !text.contains("friend") {
            return false;
        }
        let around: Vec<_> = self
            .frames(env)
            .filter_map(|(_, frame)| match frame {
                Frame::Class(around) => match around.origin(self.db) {
                    Origin::Decl(decl) => self.decl(decl).name.ident(),
                    Origin::Lambda(..) => None,
                },
                // What the head of a template names, bases among them.
                Frame::Template { template, .. } => self.decl(template).name.ident(),
                _ => None,
            })
            .collect();
        text.split([';', '{', '}']).any(|declaration| {
            let mut words = asunder_syntax::words(declaration).map(|(_, word)| word);
            words.any(|word| word == "friend") && words.any(|word| around.iter().any(|name| &***name == word))
        })
    }

    /// Whether a member is one of a class without a name.
    pub(crate) fn is_anonymous_scope(&self, member: Symbol<'db>) -> bool {
        let parent = self.decl(member.decl).parent;
        parent.is_some_and(|parent| self.decl(member.decl.sibling(parent)).name.ident().is_none())
    }
}
