//! Items and their names.

use std::sync::Arc;

use asunder_outline::{Facts, Item, ItemKind, block_outline, name_hash};
use asunder_source::Block;
use asunder_syntax::Dialect;
use asunder_syntax::SyntaxKind::*;

use crate::head::Head;
use crate::implied::EMITTING_ATTRIBUTES;
use crate::tokens::{Angles, Token, significant};
use crate::uses::used_names;

/// What kind of declaration an item is, as far as keeping it depends on that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Must stay: what it does is not done by name, or is not understood.
    Always,
    /// Does nothing: a `static_assert`, an empty declaration.
    Nothing,
    /// A class, enumeration, alias, concept, using-declaration or forward declaration.
    Type,
    /// A function.
    Function,
    /// A variable.
    Variable,
}

/// The names of an item. Names are [`name_hash`]es.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemNames {
    /// What it is.
    pub form: Form,
    /// It is a template, or a member of one: code comes from it only where it is instantiated.
    pub is_template: bool,
    /// `inline`, `static`, `constexpr` or `consteval` stands in its head.
    pub is_inline: bool,
    /// `extern` stands in its head.
    pub is_extern: bool,
    /// It has a function body.
    pub has_body: bool,
    /// It is a class with braces in its body, which may be those of a function.
    pub has_braces_inside: bool,
    /// An attribute, or a variable in a class, may ask for code or data where nothing uses it.
    pub asks_for_code: bool,
    /// What its text mentions.
    pub facts: Facts,
    /// Names that it declares. Sorted.
    pub declared: Box<[u32]>,
    /// Those of the declared names that are classes and enumerations.
    pub classes: Box<[u32]>,
    /// What stands in front of a declared name, from the outermost: the classes and namespaces whose member it is.
    pub qualifiers: Box<[u32]>,
    /// Names of which one must be used besides: those in the parameter list of an operator function, or in the arguments
    /// of a specialization. Empty where it is for anything. Sorted.
    pub operands: Box<[Use]>,
    /// Names that it needs, its own among them. Sorted.
    pub used: Box<[Use]>,
    /// The namespaces that using-directives anywhere in it name, as written, from the outermost.
    pub directives: Box<[Box<[u32]>]>,
    /// Names that it declares as aliases of namespaces, anywhere in it, with the last names of those.
    pub aliases: Box<[(u32, u32)]>,
    /// A body may declare functions and variables of the namespace around it.
    pub has_block_extern: bool,
}

/// A name that an item uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Use {
    /// Its hash.
    pub name: u32,
    /// Where it is looked for.
    pub place: Place,
}

/// The namespaces that a name is looked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Any: the name is called, so that arguments bring in their namespaces ([basic.lookup.argdep]), or is looked up by
    /// the language.
    Any,
    /// Those around the item, and those of using-directives.
    Around,
    /// As [`Place::Around`]. It is the name of the function that the item declares: other declarations are meant.
    Own,
    /// The namespace of this name, if there is one: it stands in front of `::`. What stands in front may be a class.
    Qualified(u32),
}

/// An item of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A declaration.
    Declaration(Arc<ItemNames>),
    /// The head of a namespace: its names, from the outermost, each with whether its members are members of the
    /// namespace around it too (inline and unnamed namespaces).
    Namespace(Box<[(u32, bool)]>),
    /// The start of a linkage specification.
    Linkage,
    /// The end of a namespace or a linkage specification.
    Close,
}

impl Named {
    /// Without the names that a declaration uses.
    pub(crate) fn without_uses(&self) -> Named {
        match self {
            Named::Declaration(names) => {
                Named::Declaration(Arc::new(ItemNames { used: Box::default(), ..ItemNames::clone(names) }))
            }
            Named::Namespace(_) | Named::Linkage | Named::Close => self.clone(),
        }
    }

    /// The names of a declaration.
    pub fn declaration(&self) -> Option<&ItemNames> {
        match self {
            Named::Declaration(names) => Some(names),
            Named::Namespace(_) | Named::Linkage | Named::Close => None,
        }
    }
}

/// The names of the items of a block, in order.
#[salsa::tracked(returns(ref))]
pub fn block_names(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Arc<[Named]> {
    let text = block.text(db);
    let outline = block_outline(db, block, dialect);
    let names = |item: &Item| match item.kind {
        ItemKind::Declaration => {
            Named::Declaration(item_names(&text[item.range], item.facts, dialect).into())
        }
        ItemKind::NamespaceOpen => Named::Namespace(namespace_names(&text[item.range], dialect)),
        ItemKind::LinkageOpen => Named::Linkage,
        ItemKind::Close => Named::Close,
    };
    outline.items.iter().map(names).collect()
}

fn item_names(text: &str, facts: Facts, dialect: Dialect) -> ItemNames {
    let tokens = significant(text, dialect);
    let angles = Angles::of(&tokens);
    let mut head = Head::new(&tokens, &angles);
    head.read();
    let mut declared = head.declared;
    let mut operands = head.operands;
    operands.sort_unstable();
    operands.dedup();
    let mut used = used_names(&tokens, &angles, head.own_name);
    declared.sort_unstable();
    declared.dedup();
    used.sort_unstable();
    used.dedup();
    ItemNames {
        form: head.form,
        is_template: head.is_template,
        is_inline: head.is_inline,
        is_extern: head.is_extern,
        asks_for_code: asks_for_code(&tokens, head.form),
        has_body: facts.contains(Facts::FUNCTION_BODY),
        has_braces_inside: has_braces_inside(&tokens),
        facts,
        declared: declared.into(),
        classes: head.classes.into(),
        qualifiers: head.qualifiers.into(),
        operands: operands.into(),
        used: used.into(),
        directives: directives(&tokens),
        aliases: aliases(&tokens),
        has_block_extern: tokens.iter().skip(1).any(|token| token.kind == EXTERN_KW),
    }
}

/// Whether there are braces inside of others.
fn has_braces_inside(tokens: &[Token<'_>]) -> bool {
    let mut depth = 0_u32;
    tokens.iter().any(|token| {
        match token.kind {
            L_BRACE => depth += 1,
            R_BRACE => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > 1
    })
}

/// Whether an attribute or a variable in a class may ask for code or data.
fn asks_for_code(tokens: &[Token<'_>], form: Form) -> bool {
    let has_attributes = tokens.iter().any(|token| token.kind == ATTRIBUTE_KW);
    let is_attribute = |pair: &[Token<'_>]| {
        matches!(pair[0].kind, L_PAREN | COMMA)
            && EMITTING_ATTRIBUTES.contains(&pair[1].text.trim_matches('_'))
    };
    let is_variable = |pair: &[Token<'_>]| {
        matches!((pair[0].kind, pair[1].kind), (STATIC_KW, INLINE_KW) | (INLINE_KW, STATIC_KW))
    };
    let is_class = form == Form::Type;
    tokens.windows(2).any(|pair| has_attributes && is_attribute(pair) || is_class && is_variable(pair))
}

/// The names in the head of a namespace.
fn namespace_names(text: &str, dialect: Dialect) -> Box<[(u32, bool)]> {
    let mut names = Vec::new();
    let mut is_inline = false;
    let mut depth = 0_u32;
    for token in significant(text, dialect) {
        match token.kind {
            L_PAREN | L_BRACK => depth += 1,
            R_PAREN | R_BRACK => depth = depth.saturating_sub(1),
            INLINE_KW => is_inline = true,
            kind if kind.is_identifier() && depth == 0 => {
                names.push((name_hash(token.text), std::mem::take(&mut is_inline)));
            }
            _ => {}
        }
    }
    if names.is_empty() {
        names.push((name_hash(""), true));
    }
    names.into()
}

/// The namespaces of using-directives.
fn directives(tokens: &[Token<'_>]) -> Box<[Box<[u32]>]> {
    let starts = tokens.windows(2).enumerate();
    let starts = starts.filter(|(_, pair)| (pair[0].kind, pair[1].kind) == (USING_KW, NAMESPACE_KW));
    starts.map(|(start, _)| namespace_name(&tokens[start..])).collect()
}

/// The names of namespace aliases, and the last names of what they stand for.
fn aliases(tokens: &[Token<'_>]) -> Box<[(u32, u32)]> {
    let starts = tokens.windows(3).enumerate();
    let starts = starts.filter(|(_, three)| {
        three[0].kind == NAMESPACE_KW && three[1].kind.is_identifier() && three[2].kind == EQ
    });
    let alias = |(start, three): (usize, &[Token<'_>])| {
        let target = namespace_name(&tokens[start + 3..]);
        Some((name_hash(three[1].text), *target.last()?))
    };
    starts.filter_map(alias).collect()
}

/// The names up to the next `;`.
fn namespace_name(tokens: &[Token<'_>]) -> Box<[u32]> {
    let words = tokens.iter().take_while(|token| token.kind != SEMICOLON);
    words.filter(|token| token.kind.is_identifier()).map(|token| name_hash(token.text)).collect()
}
