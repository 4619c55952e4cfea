//! Members of unions ([class.union]), and unions without names ([class.union.anon]).

use asunder_decls::item_tree;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, DeclName, Init};
use asunder_hir::body::Owner;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};
use asunder_types::{Kind, Symbol};

use super::Checker;
use super::forms::{has_keyword, is_friend, is_in_template, keyword_of, start_of_declaration};
use crate::finding::{Argument, Mistake, Place};

/// "invalid anonymous union -- nonpublic member is not allowed".
const NONPUBLIC: u16 = 363;
/// "invalid anonymous union -- member function is not allowed".
const MEMBER_FUNCTION: u16 = 364;
/// "anonymous union at global or namespace scope must be declared static".
const NOT_STATIC: u16 = 365;
/// ""virtual" is not allowed".
pub(super) const VIRTUAL: u16 = 377;
/// "a member with reference type is not allowed in a union".
const REFERENCE: u16 = 934;
/// "types cannot be declared in anonymous unions".
const NESTED_TYPE: u16 = 1055;
/// "a union can have at most one field initializer -- … also has an initializer".
const TWO_INITIALIZERS: u16 = 2425;

impl<'db> Checker<'_, 'db> {
    /// The unions of the item, as they are written.
    pub(super) fn unions(&mut self) {
        if !self.text.contains("union") {
            return;
        }
        let root = item_tree(self.sema.db, self.sema.names().item_text(self.item)).syntax();
        for union in root.descendants().filter_map(ast::ClassSpecifier::cast) {
            if has_keyword(union.syntax(), SyntaxKind::UNION_KW) && !is_in_template(union.syntax()) {
                self.union_form(&union);
            }
        }
    }

    fn union_form(&mut self, union: &ast::ClassSpecifier) {
        let members: Vec<ast::Decl> = union.member_list().iter().flat_map(ast::MemberList::decls).collect();
        for member in &members {
            if let Some(place) = keyword_of(member, SyntaxKind::VIRTUAL_KW) {
                self.met(Mistake::new(VIRTUAL, Vec::new()), place);
            }
        }
        let declaration = union.syntax().ancestors().find_map(ast::SimpleDecl::cast);
        let Some(declaration) = declaration.filter(|it| {
            let specifiers = it.decl_specifier_seq();
            union.name().is_none()
                && specifiers.is_some_and(|it| union.syntax().parent().as_ref() == Some(it.syntax()))
                && it.init_declarators().next().is_none()
                && keyword_of(&ast::Decl::SimpleDecl(it.clone()), SyntaxKind::TYPEDEF_KW).is_none()
        }) else {
            return;
        };
        let is_inside = declaration
            .syntax()
            .ancestors()
            .any(|it| matches!(it.kind(), SyntaxKind::MEMBER_LIST | SyntaxKind::COMPOUND_STMT));
        let is_static =
            keyword_of(&ast::Decl::SimpleDecl(declaration.clone()), SyntaxKind::STATIC_KW).is_some();
        if !is_inside && !is_static {
            // Attributes in front do not belong to the declaration.
            let specifiers = declaration.decl_specifier_seq();
            let is_attribute = |node: &SyntaxNode| node.kind() == SyntaxKind::GNU_ATTRIBUTES;
            let first = specifiers
                .and_then(|it| it.syntax().children().find(|node| !is_attribute(node)))
                .filter(|_| {
                    declaration.syntax().first_token().is_some_and(|it| it.kind() == SyntaxKind::ATTRIBUTE_KW)
                });
            let start = first.map_or(declaration.syntax().text_range().start(), |it| it.text_range().start());
            self.met(Mistake::new(NOT_STATIC, Vec::new()), start);
        }
        let Some(list) = union.member_list() else { return };
        let open = list.syntax().text_range().start();
        let (mut is_public, mut has_nonpublic, mut has_function) = (true, false, false);
        for member in &members {
            match member {
                ast::Decl::AccessSpec(access) => {
                    is_public = has_keyword(access.syntax(), SyntaxKind::PUBLIC_KW)
                }
                ast::Decl::FunctionDef(function) => {
                    has_function |= !is_friend(function.syntax()) && has_type(function.decl_specifier_seq());
                }
                ast::Decl::SimpleDecl(member) if !is_friend(member.syntax()) => {
                    let mut declarators =
                        member.init_declarators().filter_map(|it| it.declarator()).peekable();
                    let is_type = declarators.peek().is_none();
                    let is_function = has_type(member.decl_specifier_seq())
                        && declarators.any(|it| it.function().is_some() && it.paren_declarator().is_none());
                    has_function |= is_function;
                    has_nonpublic |= !is_public && !is_function && !is_type;
                    self.nested_type(member);
                }
                _ => {}
            }
        }
        if has_nonpublic {
            self.met(Mistake::new(NONPUBLIC, Vec::new()), open);
        }
        if has_function {
            self.met(Mistake::new(MEMBER_FUNCTION, Vec::new()), open);
        }
    }

    /// A class that a union without a name declares.
    fn nested_type(&mut self, member: &ast::SimpleDecl) {
        let specifiers = member.decl_specifier_seq();
        let class =
            specifiers.iter().flat_map(|it| it.syntax().children()).find_map(ast::ClassSpecifier::cast);
        if let Some(name) = class.and_then(|class| class.name()) {
            self.met(Mistake::new(NESTED_TYPE, Vec::new()), name.syntax().text_range().start());
        }
    }

    /// A data member whose class may be a union.
    pub(super) fn union_member(&mut self, at: DeclRef, decl: &Decl) {
        let is_union = |class: &Decl| matches!(&class.kind, DeclKind::Class(it) if it.is_union);
        let Some(parent) = decl.parent.filter(|parent| is_union(self.sema.decl(at.sibling(*parent)))) else {
            return;
        };
        if decl.specifiers.is_static || !self.sema.decl(at.sibling(parent)).templates.is_empty() {
            return;
        }
        let ty = self.sema.variable_type(Symbol { decl: at, env: self.sema.env_of(at) });
        if let Kind::Reference(..) = ty.kind(self.sema.db)
            && let Some(start) = self.node_of(at).and_then(|node| start_of_declaration(&node))
        {
            self.met(Mistake::new(REFERENCE, Vec::new()), start);
        }
    }

    /// The members of a union that have initializers.
    pub(super) fn initialized_members(&mut self, at: DeclRef) {
        if matches!(self.sema.decl(at).name, DeclName::None) {
            return;
        }
        let mut first = None;
        for (local, member) in self.sema.members(at) {
            let DeclKind::Variable { init, .. } = &member.kind else { continue };
            let has_initializer =
                *init != Init::None || self.sema.body(self.item, Owner::Initializer(local)).is_some();
            if !has_initializer || member.specifiers.is_static {
                continue;
            }
            let symbol = Symbol { decl: at.sibling(local), env: self.sema.env_of(at.sibling(local)) };
            match &first {
                None => first = Some(symbol),
                Some(first) => {
                    let (Some(name), Some(place)) =
                        (self.sema.qualified_name(*first), self.name_of(symbol.decl))
                    else {
                        return;
                    };
                    let declared = Some(Place::Decl(first.decl));
                    let entity = Argument::Entity { kind: Some("member"), name, declared };
                    self.met(Mistake::new(TWO_INITIALIZERS, vec![entity]), place.start());
                }
            }
        }
    }
}

/// Whether specifiers name a type: those of constructors and destructors do not.
fn has_type(specifiers: Option<ast::DeclSpecifierSeq>) -> bool {
    let mut all = specifiers.iter().flat_map(ast::DeclSpecifierSeq::decl_specifiers);
    all.any(|it| matches!(it, ast::DeclSpecifier::Type(_)))
}
