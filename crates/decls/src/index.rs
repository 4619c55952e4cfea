//! Which items may declare a name, found without parsing.

use std::hash::Hasher;
use std::sync::Arc;

use asunder_source::SourceText;
use asunder_syntax::{Dialect, SyntaxKind};
use memchr::memmem;
use rustc_hash::FxHasher;

use crate::layout::{Layout, Words, layout};

/// Which items may declare a name. It over-approximates: an item may be listed that does not.
#[derive(Debug, PartialEq, Eq)]
pub struct NameIndex {
    /// Hash of the name and number of the item, sorted.
    entries: Vec<(u32, u32)>,
}

impl NameIndex {
    /// The items that may declare `name`, in source order.
    pub fn items(&self, name: &str) -> impl Iterator<Item = u32> {
        let hash = name_hash(name);
        let start = self.entries.partition_point(|(entry, _)| *entry < hash);
        let entries = self.entries[start..].iter().take_while(move |(entry, _)| *entry == hash);
        entries.map(|(_, item)| *item)
    }
}

fn name_hash(name: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    let hash = hasher.finish();
    (hash >> 32) as u32 ^ hash as u32
}

/// The name index of a unit.
#[salsa::tracked(returns(ref))]
pub fn name_index(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<NameIndex> {
    let text = source.text(db);
    let mut entries = Vec::new();
    for (number, item) in layout(db, source, dialect).items.iter().enumerate() {
        candidates(&text[item.range], dialect, |name| entries.push((name_hash(name), number as u32)));
    }
    entries.sort_unstable();
    entries.dedup();
    Arc::new(NameIndex { entries })
}

/// The items of the unit `text` that may declare `name`, in source order: found by searching the
/// text, which is cheaper than an index when few names are asked for.
pub(crate) fn search(text: &str, layout: &Layout, dialect: Dialect, name: &str) -> Vec<u32> {
    let mut items: Vec<u32> = Vec::new();
    let mut offset = 0;
    while let Some(found) = memmem::find(&text.as_bytes()[offset..], name.as_bytes()) {
        let start = offset + found;
        let end = start + name.len();
        offset = end;
        if is_word(text, start, end)
            && let Some(item) = layout.item_at(start as u32)
        {
            let range = layout.items[item as usize].range;
            let mut declares = false;
            candidates(&text[range], dialect, |candidate| declares |= candidate == name);
            if declares {
                items.push(item);
            }
            // The rest of the item says nothing new.
            offset = u32::from(range.end()) as usize;
        }
    }
    items
}

/// The items of the unit `text` that are using-directives.
pub(crate) fn directives(text: &str, layout: &Layout, dialect: Dialect) -> Vec<u32> {
    let mut items = Vec::new();
    for start in memmem::find_iter(text.as_bytes(), b"using") {
        let Some(item) = layout.item_at(start as u32) else { continue };
        let range = layout.items[item as usize].range;
        if u32::from(range.start()) as usize != start {
            continue;
        }
        let mut words = Words::new(&text[range], dialect);
        if (words.next().map(|w| w.0), words.next().map(|w| w.0))
            == (Some(SyntaxKind::USING_KW), Some(SyntaxKind::NAMESPACE_KW))
        {
            items.push(item);
        }
    }
    items
}

/// The items of a unit that are using-directives.
#[salsa::tracked(returns(deref))]
pub(crate) fn directive_index(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Vec<u32> {
    directives(source.text(db), layout(db, source, dialect), dialect)
}

fn is_word(text: &str, start: usize, end: usize) -> bool {
    let part_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let bytes = text.as_bytes();
    !bytes[..start].last().is_some_and(part_of_word) && !bytes.get(end).is_some_and(part_of_word)
}

/// Gives the identifiers of an item that stand where a declared name can stand, and `operator` for
/// operator functions.
fn candidates(text: &str, dialect: Dialect, mut found: impl FnMut(&str)) {
    use SyntaxKind::*;
    let mut braces = 0u32;
    let mut parentheses = 0u32;
    let mut is_enum = false;
    // Between `friend` and the parameter list in a class.
    let mut is_friend = false;
    let mut candidate: Option<(&str, bool)> = None;
    let mut previous = EOF;
    for (kind, word) in Words::new(text, dialect) {
        if let Some((name, nested)) = candidate.take() {
            let declares = match kind {
                SEMICOLON | COMMA | EQ | L_PAREN | L_BRACK | L_BRACE | COLON | R_PAREN | LT | R_BRACE
                | R_BRACK => !nested || matches!(kind, R_PAREN | L_BRACK | L_PAREN),
                COLON2 | DOT | ARROW => false,
                _ => !nested && kind.is_keyword() || matches!(kind, FINAL_KW | ELLIPSIS),
            };
            if declares {
                found(name);
            }
        }
        match kind {
            L_BRACE => {
                braces += 1;
                is_friend = false;
            }
            SEMICOLON => is_friend = false,
            R_BRACE => braces = braces.saturating_sub(1),
            L_PAREN => parentheses += 1,
            R_PAREN => parentheses = parentheses.saturating_sub(1),
            ENUM_KW if braces == 0 => is_enum = true,
            FRIEND_KW => is_friend = true,
            OPERATOR_KW if braces == 0 || is_friend => found("operator"),
            _ if kind.is_identifier() => {
                let after_key = matches!(previous, CLASS_KW | STRUCT_KW | UNION_KW | ENUM_KW);
                let enumerator = is_enum && braces == 1 && matches!(previous, L_BRACE | COMMA);
                let declarator = matches!(previous, STAR | AMP | AMP2 | L_PAREN | COLON2);
                if is_friend && parentheses == 0 {
                    candidate = Some((word, false));
                } else if after_key || enumerator {
                    found(word);
                } else if braces == 0 && parentheses == 0 {
                    candidate = Some((word, false));
                } else if braces == 0 && declarator {
                    candidate = Some((word, true));
                }
            }
            _ => {}
        }
        previous = kind;
    }
}
