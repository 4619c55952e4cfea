//! Declarations of friends ([class.friend]).

use asunder_decls::item_tree;
use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName, LocalId, Path, SegmentName};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextSize, ast};
use asunder_types::{Kind, Symbol};
use rustc_hash::FxHashMap;

use super::Checker;
use super::forms::{is_friend, is_in_template, keyword_of, start_of_declaration};
use super::unions::VIRTUAL;
use crate::finding::{Argument, EXPECTED_SEMICOLON, Found, Mistake, Place};
use crate::lookup::{Lookup, Prefix, Want};
use crate::view::Site;

/// "… has no …".
const NO_MEMBER: u16 = 135;
/// "invalid friend declaration".
const INVALID: u16 = 277;
/// "… has no tag member named …".
pub(super) const NO_TAG_MEMBER: u16 = 471;
/// "pointless friend declaration".
const POINTLESS: u16 = 522;
/// "… cannot be defined in the current scope".
const DEFINED_HERE: u16 = 551;
/// "mutable is not allowed".
const MUTABLE: u16 = 719;
/// "a storage class is not allowed in a friend declaration".
const STORAGE: u16 = 784;
/// "… has already been defined".
const DEFINED_TWICE: u16 = 3369;

/// The declarations of an item by where their names stand.
type Declared = FxHashMap<TextSize, LocalId>;

impl<'db> Checker<'_, 'db> {
    /// The friend declarations of the item, as they are written.
    pub(super) fn friends(&mut self) {
        if !self.text.contains("friend") {
            return;
        }
        let root = item_tree(self.sema.db, self.sema.names().item_text(self.item)).syntax();
        let is_declaration =
            |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::SIMPLE_DECL | SyntaxKind::FUNCTION_DEF);
        let places = self.names.iter().zip(0..).filter(|(name, _)| !name.is_empty());
        let declared: Declared = places.map(|(name, local)| (name.start(), LocalId(local))).collect();
        for declaration in root.descendants().filter(is_declaration) {
            if is_friend(&declaration) && !is_in_template(&declaration) {
                self.friend_form(&declaration, &declared);
            }
        }
    }

    fn friend_form(&mut self, declaration: &SyntaxNode, declared: &Declared) {
        let Some(decl) = ast::Decl::cast(declaration.clone()) else { return };
        let keywords = [
            (SyntaxKind::STATIC_KW, STORAGE),
            (SyntaxKind::EXTERN_KW, STORAGE),
            (SyntaxKind::REGISTER_KW, STORAGE),
            (SyntaxKind::MUTABLE_KW, MUTABLE),
            (SyntaxKind::VIRTUAL_KW, VIRTUAL),
        ];
        for (keyword, number) in keywords {
            if let Some(place) = keyword_of(&decl, keyword) {
                self.met(Mistake::new(number, Vec::new()), place);
            }
        }
        if let ast::Decl::SimpleDecl(simple) = &decl
            && simple.init_declarators().next().is_none()
        {
            self.friend_class(simple, declared);
        }
    }

    /// `friend C;`, `friend class C;`
    fn friend_class(&mut self, simple: &ast::SimpleDecl, declared: &Declared) {
        let Some(start) = start_of_declaration(simple.syntax()) else { return };
        let specifiers = simple.decl_specifier_seq();
        let mut types = specifiers.iter().flat_map(|it| it.decl_specifiers()).filter_map(|it| match it {
            ast::DeclSpecifier::Type(ty) => Some(ty),
            _ => None,
        });
        match types.next() {
            Some(ast::Type::ClassSpecifier(class)) => {
                let Some(name) = class.name() else { return };
                let kind =
                    match class.syntax().first_token().is_some_and(|it| it.kind() == SyntaxKind::UNION_KW) {
                        true => "union",
                        false => "class",
                    };
                let text = name.syntax().text().to_string();
                let place = name.syntax().text_range().start();
                self.met(Mistake::new(DEFINED_HERE, vec![Argument::entity(kind, text.trim())]), place);
            }
            Some(ast::Type::NamedType(named)) => {
                let Some(path) = named.name().and_then(|name| asunder_decls::lower::lower_name(&name)) else {
                    return;
                };
                let Some(class) = self.class_around(simple.syntax(), declared) else { return };
                let site = Site::new(
                    self.sema.inside_of(class).unwrap_or(self.sema.env_of(class)),
                    Point::before(class),
                );
                let unknown = self.undeclared(&path, site);
                let is_itself =
                    path.as_ident().is_some() && path.as_ident() == self.sema.decl(class).name.ident();
                if let Some((mistake, _)) = unknown.filter(|_| !is_itself) {
                    let last = named.name().and_then(|name| name.last_segment()?.ident());
                    if let Some(last) = last.filter(|_| path.as_ident().is_none()) {
                        self.met(mistake, last.text_range().start());
                    }
                    let known_at = Some(simple.syntax().text_range().end());
                    let invalid = Mistake::new(INVALID, Vec::new());
                    self.found.push(Found { known_at, ..Found::at(invalid, start) });
                    return;
                }
                let ty = self.sema.type_of_path(&path, site, Want::Any);
                let own = self.sema.inside_of(class).and_then(|env| self.sema.class_of(env));
                if own.is_some() && ty.unqualified(self.sema.db).as_class(self.sema.db) == own {
                    self.met(Mistake::new(POINTLESS, Vec::new()), start);
                }
            }
            Some(ast::Type::ElaboratedType(elaborated)) => {
                let Some(name) = elaborated.name() else { return };
                let Some(path) =
                    asunder_decls::lower::lower_name(&name).filter(|path| path.as_ident().is_none())
                else {
                    return;
                };
                let Some(class) = self.class_around(simple.syntax(), declared) else { return };
                let env = self.sema.inside_of(class).unwrap_or(self.sema.env_of(class));
                let Some((mut mistake, word)) = self.undeclared(&path, Site::new(env, Point::before(class)))
                else {
                    return;
                };
                let Some(last) = name.last_segment().and_then(|it| it.ident()) else { return };
                mistake.number = NO_TAG_MEMBER;
                mistake.arguments.truncate(1);
                mistake.arguments.push(Argument::Name(word));
                self.met(mistake, last.text_range().start());
            }
            _ => {}
        }
    }

    /// The class that a declaration stands in, outside blocks.
    fn class_around(&self, declaration: &SyntaxNode, declared: &Declared) -> Option<DeclRef> {
        let class = declaration.ancestors().find_map(ast::ClassSpecifier::cast)?;
        let local = *declared.get(&class.name()?.syntax().text_range().start())?;
        let at = DeclRef { item: self.item, local };
        let is_class = matches!(self.sema.decl(at).kind, DeclKind::Class(_));
        is_class.then_some(at)
    }

    /// What a friend declaration declares.
    pub(super) fn friend(&mut self, at: DeclRef, decl: &'db Decl) {
        let Some(name) = self.name_of(at) else { return };
        let Some(start) = self.node_of(at).and_then(|node| start_of_declaration(&node)) else { return };
        match &decl.kind {
            DeclKind::Variable { .. } => {
                let ty = self.sema.variable_type(Symbol { decl: at, env: self.sema.env_of(at) });
                if ty.absorbs(self.sema.db) || matches!(ty.kind(self.sema.db), Kind::Function(_)) {
                    return;
                }
                self.met(Mistake::new(INVALID, Vec::new()), start);
                let behind = &self.text[usize::from(name.end())..];
                let rest = behind.trim_start();
                if rest.starts_with('=') {
                    let place = TextSize::new((self.text.len() - rest.len()) as u32);
                    self.met(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), place);
                }
            }
            DeclKind::Function { .. } => self.friend_function(at, decl, name.start(), start),
            _ => {}
        }
    }

    fn friend_function(&mut self, at: DeclRef, decl: &'db Decl, name: TextSize, start: TextSize) {
        let is_definition = matches!(decl.kind, DeclKind::Function { body: BodyKind::Block, .. });
        let Some(qualifier) = &decl.qualifier else {
            if is_definition {
                self.friend_twice(at, decl, name);
            }
            return;
        };
        let site = self.site(at);
        let DeclName::Ident(ident) = &decl.name else { return };
        match self.sema.prefix(&qualifier.segments, qualifier.global, site) {
            Prefix::Type(ty) => {
                let Some(class) = ty.as_class(self.sema.db).filter(|it| it.args(self.sema.db).is_none())
                else {
                    return;
                };
                let Some(definition) = self.sema.definition(class) else { return };
                let has_bases = !self.sema.bases(class).is_empty();
                let text = self.sema.display(ty.unqualified(self.sema.db));
                if self.sema.named(definition.decl, ident).is_empty() && !has_bases {
                    let arguments =
                        vec![Argument::entity("class", text), Argument::entity("member", &**ident)];
                    self.met(Mistake::new(NO_MEMBER, arguments), name);
                } else if is_definition {
                    let entity = Argument::entity("function", format!("{text}::{ident}"));
                    self.met(Mistake::new(DEFINED_HERE, vec![entity]), name);
                }
            }
            Prefix::Namespace(id) if id.0 != 0 => {
                let mut path = qualifier.clone();
                path.segments.extend(Path::ident(ident).segments);
                if let Some((mistake, _)) = self.undeclared(&path, site) {
                    self.met(mistake, name);
                }
            }
            _ if self.is_unknown_scope(qualifier, site) => {
                self.met(Mistake::new(INVALID, Vec::new()), start);
                let before = &self.text[..usize::from(name)];
                if let Some(colons) = before.rfind("::") {
                    let place = TextSize::new(colons as u32);
                    self.met(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), place);
                }
            }
            _ => {}
        }
    }

    /// Whether a qualifier is one identifier that nothing declares.
    fn is_unknown_scope(&self, qualifier: &Path, site: Site<'_, 'db>) -> bool {
        let [only] = qualifier.segments.as_slice() else { return false };
        matches!(only.name, SegmentName::Ident(_))
            && !qualifier.global
            && only.args.is_none()
            && self.sema.lookup_path(qualifier, site, Want::Any).found == Lookup::None
            && self.sema.namespace_of_path(qualifier, site).is_none()
            && self.undeclared(qualifier, site).is_some()
    }

    /// A function that a class defines twice as its friend.
    fn friend_twice(&mut self, at: DeclRef, decl: &'db Decl, name: TextSize) {
        let Some(class) = decl.parent.map(|parent| at.sibling(parent)) else { return };
        let Some(ident) = decl.name.ident() else { return };
        let signature = |decl: DeclRef| self.sema.signature(Symbol { decl, env: self.sema.env_of(decl) });
        let Some(own) = signature(at) else { return };
        let before =
            self.sema.members(class).into_iter().map(|(local, member)| (class.sibling(local), member));
        let same = before.take_while(|(other, _)| *other < at).find(|(other, member)| {
            member.specifiers.is_friend
                && member.name == decl.name
                && member.qualifier.is_none()
                && matches!(member.kind, DeclKind::Function { body: BodyKind::Block, .. })
                && signature(*other).is_some_and(|it| it.params == own.params && !it.ty.absorbs(self.sema.db))
        });
        if let Some((other, _)) = same {
            let arguments = vec![Argument::entity("function", &**ident), Argument::At(Place::Decl(other))];
            self.met(Mistake::new(DEFINED_TWICE, arguments), name);
        }
    }
}
