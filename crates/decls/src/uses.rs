//! What a use of a name means: the answer for one identifier of an item's text.

use asunder_syntax::{AstNode, Outward, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, ast};

use crate::layout::NamespaceId;
use crate::local::{Directives, LocalBinding, local_binding, local_binding_with};
use crate::lower::lower_name;
use crate::names::{DeclRef, Names, Point};
use crate::queries::item_positions;
use crate::readings::Reading;
use crate::resolve::Prefix;
use crate::scope::{Frame, Lookup, QualifierScope, Site, Want};
use crate::tree::item_tree;
use crate::written::{DeclKind, Path, Segment, SegmentName};

/// What a name at a place means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A local declaration, at this range of the item.
    Local(TextRange),
    /// What lookup finds outside the function.
    Outer(Lookup),
    /// A namespace.
    Namespace(NamespaceId),
    /// The name behind `.` or `->`.
    Member,
    /// Not known.
    Unknown,
}

impl<'db> Names<'db> {
    /// The scopes around byte `offset` of an item, blocks apart.
    pub fn site_at(&self, item: u32, offset: TextSize) -> Site {
        let Some(decl) = self.enclosing_decl(item, offset) else {
            let namespace = self.item(item).namespace;
            return self.namespace_site(namespace, Point { item, local: 0 });
        };
        let written = self.decl(decl);
        let mut site = match &written.kind {
            DeclKind::Class(_) if self.is_in_members(decl, offset) => {
                let name = self.class_name(decl);
                self.inside_class(&name, Point::end_of(item))
            }
            _ => self.site_of(decl),
        };
        site.point = Point::end_of(item);
        site
    }

    /// The scopes around byte `offset` of an item, blocks apart, with what is declared in front of it.
    pub fn site_before(&self, item: u32, offset: TextSize) -> Site {
        let mut site = self.site_at(item, offset);
        let positions = item_positions(self.db, self.item_text(item));
        // A name is declared behind its declarator, and an alias behind its type.
        let is_behind = |index: usize| {
            let decl = DeclRef { item, local: crate::written::LocalId(index as u32) };
            positions.names[index].start() >= offset
                || (positions.nodes[index].contains(offset)
                    && !matches!(self.decl(decl).kind, DeclKind::Class(_) | DeclKind::Enum(_)))
        };
        let behind = (0..positions.names.len()).find(|index| is_behind(*index));
        site.point = Point { item, local: behind.unwrap_or(positions.names.len()) as u32 };
        site
    }

    /// What stands in front of the `::` before the name that `token` is; `None` where nothing does.
    pub fn qualifier_of(&self, token: &SyntaxToken) -> Option<Path> {
        Use::of(token)?.qualifier.filter(|path| !path.segments.is_empty())
    }

    fn is_in_members(&self, class: DeclRef, offset: TextSize) -> bool {
        let positions = item_positions(self.db, self.item_text(class.item));
        let text = &self.text_of(class.item)[positions.nodes[class.local.index()]];
        let start = positions.nodes[class.local.index()].start();
        text.find('{').is_some_and(|brace| offset >= start + TextSize::new(brace as u32))
    }

    /// What the identifier that starts at byte `offset` of an item means.
    pub fn meaning_at(&self, item: u32, offset: TextSize) -> Meaning {
        let root = item_tree(self.db, self.item_text(item)).syntax();
        let token = match asunder_syntax::token_at(&root, offset) {
            Some(token) if token.kind().is_identifier() => token,
            _ => return Meaning::Unknown,
        };
        self.meaning(item, &token)
    }

    /// What the identifier `token` of the tree of an item means.
    pub fn meaning(&self, item: u32, token: &SyntaxToken) -> Meaning {
        let Some(use_of) = Use::of(token) else { return Meaning::Unknown };
        if use_of.is_member_access {
            return Meaning::Member;
        }
        let at = token.text_range().start();
        let mut directives = Directives::default();
        // The name of a mem-initializer is looked up in the class, not among the parameters
        // ([class.base.init]/2).
        let initializes_member =
            use_of.node.parent().is_some_and(|parent| parent.kind() == SyntaxKind::MEM_INITIALIZER);
        if use_of.qualifier.is_none() && !initializes_member {
            let is_declaration = |node: &SyntaxNode| match self.reading(item, node) {
                Reading::Type | Reading::Template => Some(true),
                Reading::Value => Some(false),
                Reading::Unknown => None,
            };
            match local_binding_with(token.text(), &use_of.node, at, &is_declaration) {
                LocalBinding::Found(range) => return Meaning::Local(range),
                LocalBinding::Unknown => return Meaning::Unknown,
                LocalBinding::Using(name) => {
                    return match lower_name(&name) {
                        Some(path) => Meaning::Outer(self.lookup_value(&path, &self.site_at(item, at))),
                        None => Meaning::Unknown,
                    };
                }
                LocalBinding::NotLocal(names) => directives = names,
            }
        }
        self.outer_meaning_of(item, token, &self.without_local_alias(use_of), &directives)
    }

    /// A use with what a namespace alias of a block stands for in the place of that.
    fn without_local_alias(&self, use_of: Use) -> Use {
        let first =
            use_of.qualifier.as_ref().filter(|path| !path.global).and_then(|path| path.segments.first());
        let Some(SegmentName::Ident(ident)) = first.map(|first| &first.name) else { return use_of };
        let at = use_of.node.text_range().start();
        let LocalBinding::Found(declared) = local_binding(ident, &use_of.node, at) else { return use_of };
        let root = use_of.node.ancestors().last().expect("a node is among its ancestors");
        let alias = asunder_syntax::token_at(&root, declared.start())
            .and_then(|token| token.parent())
            .and_then(ast::NamespaceAlias::cast);
        let Some(target) = alias.and_then(|alias| lower_name(&alias.target()?)) else { return use_of };
        let qualifier = use_of.qualifier.map(|path| Path {
            global: target.global,
            segments: target.segments.into_iter().chain(path.segments.into_iter().skip(1)).collect(),
        });
        Use { qualifier, ..use_of }
    }

    /// What an identifier means that no block around it declares, with the using-directives of these.
    pub fn outer_meaning(&self, item: u32, token: &SyntaxToken, directives: &Directives) -> Meaning {
        match Use::of(token) {
            Some(use_of) if use_of.is_member_access => Meaning::Member,
            Some(use_of) => self.outer_meaning_of(item, token, &use_of, directives),
            None => Meaning::Unknown,
        }
    }

    fn outer_meaning_of(
        &self,
        item: u32,
        token: &SyntaxToken,
        use_of: &Use,
        directives: &Directives,
    ) -> Meaning {
        let at = token.text_range().start();
        let mut site = self.site_at(item, at);
        if !is_in_complete_class(&use_of.node)
            && let Some(decl) = self.enclosing_decl(item, at)
            && self.decl(decl).parent.is_some()
        {
            // Only bodies, default arguments and the like see the members behind them.
            site.point = Point { item, local: decl.local.0 + 1 };
        }
        let name = Segment { name: SegmentName::Ident(token.text().into()), args: None };
        let path = match &use_of.qualifier {
            Some(qualifier) => {
                let mut path = qualifier.clone();
                path.segments.push(name);
                path
            }
            None => Path { global: false, segments: vec![name] },
        };
        if let Some(id) = self.namespace_meant(&path, &site, use_of) {
            return Meaning::Namespace(id);
        }
        let outer = self.lookup_value(&path, &site);
        Meaning::Outer(self.with_directives(token.text(), outer, directives, &site))
    }

    /// What a lookup finds together with the using-directives of the blocks around the name.
    fn with_directives(&self, ident: &str, outer: Lookup, directives: &Directives, site: &Site) -> Lookup {
        let mut found = outer;
        if directives.is_empty() || !self.is_declared_elsewhere(ident, site) {
            return found;
        }
        for directive in directives.names() {
            let target = lower_name(&directive).and_then(|path| self.qualifier_scope(&path, site));
            let Some(QualifierScope::Namespace(id)) = target else { return Lookup::Unknown };
            match (self.lookup_in_namespace(ident, id, site.point, Want::Any), &found) {
                (Lookup::Unknown, _) => {}
                (nominated, Lookup::Unknown) => found = nominated,
                (nominated, known) if nominated == *known => {}
                // Which of them hides the other depends on where the namespaces stand.
                _ => return Lookup::Unknown,
            }
        }
        found
    }

    /// Whether an item outside the namespaces around a place may declare a name.
    fn is_declared_elsewhere(&self, ident: &str, site: &Site) -> bool {
        let around = |namespace| {
            site.frames.iter().any(|frame| matches!(frame, Frame::Namespace(id) if *id == namespace))
        };
        self.items_declaring(ident).iter().any(|item| !around(self.item(*item).namespace))
    }

    /// The namespace that `path` names, where a namespace can stand.
    fn namespace_meant(&self, path: &Path, site: &Site, use_of: &Use) -> Option<NamespaceId> {
        let holder = use_of.node.parent().map(|parent| parent.kind());
        let in_directive = matches!(holder, Some(SyntaxKind::USING_DIRECTIVE | SyntaxKind::NAMESPACE_ALIAS));
        if !use_of.is_prefix && !in_directive {
            return None;
        }
        let direct = match self.prefix(&path.segments, path.global, site)? {
            Prefix::Namespace(id) => id,
            Prefix::Type(_) => return None,
        };
        // An alias is an entity of its own.
        let last = path.segments.last()?;
        let SegmentName::Ident(ident) = &last.name else { return None };
        (self.namespaces.namespace(direct).name.as_ref() == Some(ident)).then_some(direct)
    }
}

/// True where a name inside a class sees all members ([class.mem.general]/7): bodies, initializers,
/// default arguments and exception specifications.
fn is_in_complete_class(node: &SyntaxNode) -> bool {
    thread_local! {
        static COMPLETE: Outward = Outward::new(&[
            SyntaxKind::COMPOUND_STMT,
            SyntaxKind::MEM_INITIALIZER_LIST,
            SyntaxKind::EQ_INITIALIZER,
            SyntaxKind::PAREN_INITIALIZER,
            SyntaxKind::INIT_LIST,
            SyntaxKind::EXCEPTION_SPEC,
            SyntaxKind::LAMBDA_EXPR,
        ]);
    }
    COMPLETE.with(|complete| complete.is_sought(node) || complete.around(node).is_some())
}

/// Parts of a qualified name beyond which it is not understood.
const MAX_SEGMENTS: usize = 64;

/// A use of an identifier, taken out of the tree.
struct Use {
    /// The node to walk up from.
    node: SyntaxNode,
    /// What stands before the last `::`.
    qualifier: Option<Path>,
    /// The name after `.` or `->`.
    is_member_access: bool,
    /// `::` follows.
    is_prefix: bool,
}

impl Use {
    fn of(token: &SyntaxToken) -> Option<Use> {
        if let Some(capture) = token.parent().filter(|p| p.kind() == SyntaxKind::CAPTURE) {
            return Some(Use { node: capture, qualifier: None, is_member_access: false, is_prefix: false });
        }
        let name = token.parent_ancestors().find_map(ast::Name::cast)?;
        let path = lower_name(&name).filter(|path| path.segments.len() <= MAX_SEGMENTS)?;
        let before = name
            .syntax()
            .children_with_tokens()
            .take_while(|part| part.text_range().end() <= token.text_range().start())
            .filter(|part| part.as_node().is_some() || part.kind().is_identifier())
            .count();
        let qualifier = (before > 0 || path.global).then(|| Path {
            global: path.global,
            segments: path.segments.get(..before).unwrap_or_default().to_vec(),
        });
        let parent = name.syntax().parent();
        let is_member_access = qualifier.is_none()
            && parent.as_ref().is_some_and(|parent| parent.kind() == SyntaxKind::MEMBER_EXPR);
        let is_prefix = before + 1 < path.segments.len();
        let node = name.syntax().clone();
        Some(Use { node, qualifier, is_member_access, is_prefix })
    }
}
