//! The identifiers of an item, templates included, and what each means: what editors show, rename and colour.

use asunder_mangle::itanium::{Dialect as Mangling, mangle};
use asunder_mangle::model::{NameRef, Type};
use asunder_syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

use crate::constant::Value;
use crate::names::{DeclRef, Names};
use crate::occurrences::{Access, Role, Target, access, local_role, name_tokens};
use crate::redeclaration::Redeclarations;
use crate::scope::{Lookup, Member};
use crate::tree::item_tree;
use crate::uses::Meaning;
use crate::written::{DeclKind, DeclName};

/// An identifier of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identifier {
    /// The number of the item.
    pub item: u32,
    /// Where it stands, in bytes of the item.
    pub range: TextRange,
    /// What it does.
    pub role: Role,
    /// How a use reads or writes what it means.
    pub access: Access,
    /// A declaration of what it means; `None` where that is not known.
    pub target: Option<Target>,
}

/// What all identifiers of one thing have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntityKey {
    /// The first declaration of it.
    Outer(DeclRef),
    /// A local of an item, by the place of its name in the item.
    Local(u32, TextSize),
    /// A namespace.
    Namespace(crate::layout::NamespaceId),
}

/// The name of a template parameter.
fn parameter_name(parameter: &SyntaxNode) -> Option<SyntaxToken> {
    let is_name = |token: &SyntaxToken| token.kind().is_identifier() && local_role(token) != Role::Use;
    match parameter.kind() {
        SyntaxKind::TYPE_PARAM | SyntaxKind::TEMPLATE_TEMPLATE_PARAM => {
            parameter.children_with_tokens().filter_map(|it| it.into_token()).find(is_name)
        }
        _ => parameter.descendants_with_tokens().filter_map(|it| it.into_token()).find(is_name),
    }
}

impl<'db> Names<'db> {
    /// All identifiers of an item that are names of something, in source order.
    pub fn identifiers(&self, item: u32) -> Vec<Identifier> {
        let root = item_tree(self.db, self.item_text(item)).syntax();
        name_tokens(&root, true).iter().map(|token| self.identifier(item, token)).collect()
    }

    /// The identifiers of an item with this spelling.
    pub fn identifiers_spelled(&self, item: u32, spelling: &str) -> Vec<Identifier> {
        let root = item_tree(self.db, self.item_text(item)).syntax();
        let tokens = name_tokens(&root, true);
        tokens.iter().filter(|it| it.text() == spelling).map(|it| self.identifier(item, it)).collect()
    }

    /// The identifier at byte `offset` of the unit, or that ends there.
    pub fn identifier_at(&self, offset: TextSize) -> Option<Identifier> {
        let item = self.item_at(offset).or_else(|| self.item_at(offset.checked_sub(1.into())?))?;
        let at = offset.checked_sub(self.range(item).start())?;
        let root = self.tree(item);
        if at > root.text_range().end() {
            return None;
        }
        let token = root.token_at_offset(at).find(|token| token.kind().is_identifier())?;
        Some(self.identifier(item, &token))
    }

    /// The tree of an item.
    pub fn tree(&self, item: u32) -> SyntaxNode {
        item_tree(self.db, self.item_text(item)).syntax()
    }

    fn identifier(&self, item: u32, token: &SyntaxToken) -> Identifier {
        let range = token.text_range();
        let declared = self.decl_named_at(item, range.start());
        let role = match declared {
            Some(decl) => self.role(item, decl.local.0),
            None => local_role(token),
        };
        let (target, access) = match (role, declared) {
            (Role::Use, _) => {
                let outer = self.item_being_read.replace(Some(item));
                let target = self.target(item, token).or_else(|| self.template_parameter(item, token));
                self.item_being_read.set(outer);
                (target, access(token))
            }
            (_, Some(decl)) => (Some(Target::Decl(decl)), Access::Name),
            (_, None) => (Some(Target::Local(range.start())), Access::Name),
        };
        Identifier { item, range, role, access, target }
    }

    /// The template parameter that a name means: those of the item's own text have names there ([basic.scope.temp]).
    fn template_parameter(&self, item: u32, token: &SyntaxToken) -> Option<Target> {
        let Meaning::Outer(Lookup::Param(_)) = self.meaning(item, token) else { return None };
        let is_list = |node: &SyntaxNode| node.kind() == SyntaxKind::TEMPLATE_PARAM_LIST;
        let is_header = |node: &SyntaxNode| node.kind() == SyntaxKind::TEMPLATE_HEADER;
        let declared = token.parent_ancestors().find_map(|around| {
            let in_headers = around.children().filter(is_header).flat_map(|header| header.children());
            let lists = around.children().chain(in_headers).filter(is_list);
            let mut names = lists.flat_map(|list| list.children()).filter_map(|it| parameter_name(&it));
            names.find(|name| name.text() == token.text())
        })?;
        Some(Target::Local(declared.text_range().start()))
    }

    /// What a target in `item` is; `None` where its declarations are not all known.
    pub fn entity_key(&self, item: u32, target: Target) -> Option<EntityKey> {
        match target {
            Target::Local(at) => Some(EntityKey::Local(item, at)),
            Target::Namespace(id) => Some(EntityKey::Namespace(id)),
            Target::Decl(decl) => {
                let written = self.decl(decl);
                match (&written.name, written.parent) {
                    // A constructor is renamed with its class.
                    (DeclName::Constructor | DeclName::Destructor, Some(class)) => {
                        self.entity_key(decl.item, Target::Decl(decl.sibling(class)))
                    }
                    _ => self.first_of_entity(decl).map(EntityKey::Outer),
                }
            }
        }
    }

    /// The declarations of what `decl` declares, in order; `None` where they are not all known.
    pub fn declarations_of(&self, decl: DeclRef) -> Option<Vec<DeclRef>> {
        let written = self.decl(decl);
        let mut all = match &written.kind {
            DeclKind::Class(_) | DeclKind::Enum(_) => {
                let member = Member { decl, class: None, injected: false };
                let mut all = match self.member_name(&member) {
                    Some(name) => self.type_declarations(&name).to_vec(),
                    None => Vec::new(),
                };
                if !all.contains(&decl) {
                    all.push(decl);
                }
                all
            }
            DeclKind::Function { .. } | DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. } => {
                match self.redeclarations(decl) {
                    Redeclarations::Known(all) => all.to_vec(),
                    Redeclarations::Unknown => return None,
                }
            }
            _ => vec![decl],
        };
        all.sort_unstable();
        Some(all)
    }

    fn first_of_entity(&self, decl: DeclRef) -> Option<DeclRef> {
        self.declarations_of(decl)?.first().copied()
    }

    /// The definition of what `decl` declares; `None` where there is none, or it is not known.
    pub fn definition_of(&self, decl: DeclRef) -> Option<DeclRef> {
        let is_definition = |it: &DeclRef| self.role(it.item, it.local.0) == Role::Definition;
        if is_definition(&decl) {
            return Some(decl);
        }
        self.declarations_of(decl)?.into_iter().find(is_definition)
    }

    /// What a declaration declares: `function`, `class`, …
    pub fn kind_text(&self, decl: DeclRef) -> &'static str {
        crate::display::kind(self.decl(decl))
    }

    /// The declaration of the class or enumeration that the type of a variable, or the result of a function, is or leads
    /// to, behind pointers, references and arrays.
    pub fn type_declaration(&self, decl: DeclRef) -> Option<DeclRef> {
        let ty = match self.function_of(decl) {
            Some(_) => self.result_of(decl)?,
            None => self.type_of_variable(decl)?,
        };
        let name = class_of(&ty)?;
        let all = self.type_declarations(&name);
        all.iter()
            .copied()
            .find(|it| self.role(it.item, it.local.0) == Role::Definition)
            .or(all.first().copied())
    }

    /// The value of a constant variable or enumerator.
    pub fn constant_value(&self, decl: DeclRef) -> Option<i128> {
        let class = self.decl(decl).parent.map(|class| self.class_name(decl.sibling(class)));
        match self.member_value(&Member { decl, class, injected: false }) {
            Value::Known(value, _) => Some(value),
            _ => None,
        }
    }

    /// Size and alignment of a class in bytes, where both are known.
    pub fn size_of_class(&self, decl: DeclRef) -> Option<(u64, u64)> {
        let layout = self.class_layout(&self.class_name(decl))?;
        Some((layout.size, layout.align))
    }

    /// The name by which the linker knows a function or variable; templates have none.
    pub fn linker_name(&self, decl: DeclRef) -> Option<String> {
        mangle(&self.entity(decl)?, Mangling::Gnu).ok()
    }

    /// The members of a class and of its bases.
    pub fn members_of_class(&self, class: DeclRef) -> Vec<DeclRef> {
        let mut found = Vec::new();
        self.collect_members(&self.class_name(class), &mut found, 0);
        found
    }

    fn collect_members(&self, name: &NameRef, found: &mut Vec<DeclRef>, depth: u32) -> Option<()> {
        let definition = self.class_definition(name)?;
        let members = self.decls(definition.item).members(Some(definition.local));
        found.extend(members.map(|(local, _)| definition.sibling(local)));
        if depth < MAX_BASES {
            for base in self.base_types(name, definition).iter() {
                // A base that is not known hides nothing of what is.
                let _ = class_of(base).and_then(|base| self.collect_members(&base, found, depth + 1));
            }
        }
        Some(())
    }

    /// The names that an item declares in its namespace, with their declarations.
    pub fn declared_by(&self, item: u32) -> impl Iterator<Item = DeclRef> + '_ {
        let decls = self.decls(item);
        let direct = decls.iter().filter(|(_, decl)| decl.parent.is_none() && decl.qualifier.is_none());
        direct.map(move |(local, _)| DeclRef { item, local })
    }
}

/// Bases of bases that are looked into at most.
const MAX_BASES: u32 = 64;

/// The class or enumeration that a type leads to.
fn class_of(ty: &Type) -> Option<NameRef> {
    match ty {
        Type::Named(name) => Some(name.clone()),
        Type::Qualified(_, inner)
        | Type::Pointer(inner)
        | Type::LvalueRef(inner)
        | Type::RvalueRef(inner) => class_of(inner),
        Type::Array(_, inner) => class_of(inner),
        _ => None,
    }
}
