//! `#pragma pack`: the greatest alignment of the members of classes, as it is in force at an item
//! (GCC, *Structure-Layout Pragmas*).

use asunder_outline::block_outline;
use asunder_source::Block;
use asunder_syntax::TextSize;
use memchr::memmem;

use crate::layout::outline_index;
use crate::names::Names;

/// The alignment in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// That of the types.
    Natural,
    /// At most so many bytes.
    AtMost(u64),
    /// A directive was not understood.
    Unknown,
}

/// A directive, by its words.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Directive {
    /// `pack(n)`, `pack()`
    Set(Packing),
    /// `pack(push)`, `pack(push, name, n)`
    Push(Option<Box<str>>, Option<Packing>),
    /// `pack(pop)`, `pack(pop, name)`
    Pop(Option<Box<str>>),
    Other,
}

/// The directives of a block with their places.
#[salsa::tracked(returns(ref))]
fn pack_directives(db: &dyn salsa::Database, block: Block) -> Vec<(TextSize, Directive)> {
    let text = block.text(db);
    let found = memmem::find_iter(text.as_bytes(), "pragma").filter_map(|at| {
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        if text[start..at].trim() != "#" {
            return None;
        }
        let line = text[at..].lines().next()?.strip_prefix("pragma")?.trim_start();
        let words = line.strip_prefix("pack")?;
        Some((TextSize::new(u32::try_from(start).ok()?), directive(words)))
    });
    found.collect()
}

fn directive(words: &str) -> Directive {
    let Some(list) = words.trim().strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
        return Directive::Other;
    };
    let mut parts: Vec<&str> = list.0.split(',').map(str::trim).collect();
    let size = match parts.last().map(|last| last.parse()) {
        Some(Ok(0)) => Some(Packing::Natural),
        Some(Ok(bytes @ (1 | 2 | 4 | 8 | 16))) => Some(Packing::AtMost(bytes)),
        Some(Ok(_)) => return Directive::Other,
        _ => None,
    };
    if size.is_some() {
        parts.pop();
    }
    match (parts.as_slice(), size) {
        ([], Some(size)) => Directive::Set(size),
        ([""], None) => Directive::Set(Packing::Natural),
        (["push"], size) => Directive::Push(None, size),
        (["push", name], size) => Directive::Push(Some((*name).into()), size),
        (["pop"], None) => Directive::Pop(None),
        (["pop", name], None) => Directive::Pop(Some((*name).into())),
        _ => Directive::Other,
    }
}

impl<'db> Names<'db> {
    /// The packing in force at the start of item `number`.
    pub(crate) fn packing_at(&self, number: u32) -> Packing {
        let item = self.item(number);
        let blocks = self.source().blocks(self.db);
        let mut saved: Vec<(Option<&str>, Packing)> = Vec::new();
        let mut packing = Packing::Natural;
        for &block in blocks.iter() {
            let directives = pack_directives(self.db, block);
            let end = (block == item.block).then(|| {
                let index = outline_index(self.db, block, number, self.dialect)?;
                Some(block_outline(self.db, block, self.dialect).items[index].range.start())
            });
            for (at, directive) in directives {
                if end.flatten().is_some_and(|end| *at >= end) {
                    break;
                }
                match directive {
                    Directive::Set(size) => packing = *size,
                    Directive::Push(name, size) => {
                        saved.push((name.as_deref(), packing));
                        packing = size.unwrap_or(packing);
                    }
                    Directive::Pop(None) => packing = saved.pop().map_or(packing, |(_, outer)| outer),
                    Directive::Pop(name) => match saved.iter().rposition(|it| it.0 == name.as_deref()) {
                        Some(at) => {
                            packing = saved[at].1;
                            saved.truncate(at);
                        }
                        None => return Packing::Unknown,
                    },
                    Directive::Other => return Packing::Unknown,
                }
            }
            if block == item.block {
                break;
            }
        }
        packing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives() {
        assert_eq!(directive("(push, 1)"), Directive::Push(None, Some(Packing::AtMost(1))));
        assert_eq!(directive("(push)"), Directive::Push(None, None));
        assert_eq!(directive(" ( 4 )"), Directive::Set(Packing::AtMost(4)));
        assert_eq!(directive("()"), Directive::Set(Packing::Natural));
        assert_eq!(directive("(pop, a)"), Directive::Pop(Some("a".into())));
        assert_eq!(directive("(3)"), Directive::Other);
    }
}
