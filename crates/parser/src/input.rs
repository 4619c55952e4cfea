//! What the grammar sees of a text: its significant tokens, which of them touch, and which
//! brackets belong together.

use asunder_syntax::{Dialect, Release, Standard, SyntaxKind, SyntaxKind::*, Token, bare_attribute, lex};

/// No partner.
const NONE: u32 = u32::MAX;

/// The tokens of a text.
pub(crate) struct Input<'t> {
    pub(crate) text: &'t str,
    /// The language level.
    pub(crate) standard: Standard,
    /// The release of the toolkit.
    pub(crate) release: Release,
    dialect: Dialect,
    /// All tokens, trivia included.
    pub(crate) raw: Vec<Token>,
    /// Kinds of the significant tokens.
    kinds: Vec<SyntaxKind>,
    /// Number among `raw` of each significant token.
    raw_index: Vec<u32>,
    /// Offset of each significant token.
    starts: Vec<u32>,
    /// For a bracket its partner: `(`–`)`, `[`–`]`, `{`–`}`.
    partners: Vec<u32>,
    /// For each opening bracket without a partner, in order: its token and where its group ends.
    unclosed: Vec<(u32, u32)>,
}

impl<'t> Input<'t> {
    pub(crate) fn new(text: &'t str, dialect: Dialect) -> Input<'t> {
        let raw = lex(text, dialect);
        let capacity = raw.len();
        let mut input = Input {
            text,
            standard: dialect.standard,
            release: dialect.release,
            dialect,
            raw,
            kinds: Vec::with_capacity(capacity),
            raw_index: Vec::with_capacity(capacity),
            starts: Vec::with_capacity(capacity),
            partners: Vec::new(),
            unclosed: Vec::new(),
        };
        let mut start = 0;
        for (index, token) in input.raw.iter().enumerate() {
            if !token.kind.is_trivia() {
                input.kinds.push(token.kind);
                input.raw_index.push(index as u32);
                input.starts.push(start);
            }
            start += token.len;
        }
        (input.partners, input.unclosed) = partners(&input.kinds);
        input
    }

    /// Whether the front end does not know the attribute of this name at all.
    pub(crate) fn hides_attribute(&self, name: &str) -> bool {
        !self.dialect.knows_attribute(bare_attribute(name))
    }

    /// Whether `import` and `module` start directives of modules.
    pub(crate) fn has_modules(&self) -> bool {
        self.dialect.has_modules()
    }

    /// Number of significant tokens.
    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Kind of a significant token, `EOF` beyond the end.
    #[inline]
    pub(crate) fn kind(&self, index: usize) -> SyntaxKind {
        self.kinds.get(index).copied().unwrap_or(EOF)
    }

    /// Whether nothing stands between a token and the next.
    #[inline]
    pub(crate) fn is_joint(&self, index: usize) -> bool {
        match (self.raw_index.get(index), self.raw_index.get(index + 1)) {
            (Some(this), Some(next)) => this + 1 == *next,
            _ => false,
        }
    }

    /// The bracket that belongs to this one.
    #[inline]
    pub(crate) fn partner(&self, index: usize) -> Option<usize> {
        let partner = *self.partners.get(index)?;
        (partner != NONE).then_some(partner as usize)
    }

    /// The last token of the group that opens at a bracket: its partner. A bracket without one reaches to
    /// the `;` behind which a declaration does not go on, or to what closes the group around it.
    pub(crate) fn group_end(&self, open: usize) -> usize {
        self.partner(open).filter(|end| *end > open).unwrap_or_else(|| {
            let at = self.unclosed.binary_search_by_key(&(open as u32), |&(open, _)| open);
            at.map_or(self.len(), |at| self.unclosed[at].1 as usize)
        })
    }

    /// Number among all tokens of a significant token; the number of all beyond the end.
    pub(crate) fn raw_index(&self, index: usize) -> usize {
        self.raw_index.get(index).map_or(self.raw.len(), |&raw| raw as usize)
    }

    /// Byte offsets of a significant token; the end of the text beyond the last one.
    pub(crate) fn range(&self, index: usize) -> (u32, u32) {
        match self.starts.get(index) {
            Some(&start) => (start, start + self.raw[self.raw_index[index] as usize].len),
            None => (self.text.len() as u32, self.text.len() as u32),
        }
    }

    /// How many lines a significant token stands behind another one.
    pub(crate) fn lines_between(&self, from: usize, to: usize) -> usize {
        let (start, _) = self.range(from);
        let (end, _) = self.range(to);
        self.text[start as usize..end as usize].matches('\n').count()
    }

    /// Text of a significant token, empty beyond the end.
    pub(crate) fn token_text(&self, index: usize) -> &'t str {
        let (start, end) = self.range(index);
        &self.text[start as usize..end as usize]
    }

    /// The first significant token that starts at or after a byte offset.
    pub(crate) fn index_at(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start < offset)
    }
}

/// Open brackets since the last `{`.
#[derive(Default, Clone, Copy)]
struct Open {
    parens: u32,
    bracks: u32,
}

/// A bracket that waits for its partner.
struct Opener {
    kind: SyntaxKind,
    at: u32,
    /// The first `;` inside it and inside no inner group.
    semicolon: u32,
}

/// Pairs brackets. A brace is stronger than what is open inside it; a closing bracket without
/// an opening one of its kind since the last `{` has no partner. Also gives where the groups of
/// opening brackets without a partner end.
fn partners(kinds: &[SyntaxKind]) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut partners = vec![NONE; kinds.len()];
    let mut unclosed = Vec::new();
    let mut stack: Vec<Opener> = Vec::new();
    let mut outer: Vec<Open> = Vec::new();
    let mut open = Open::default();
    // Ends the group of an opener that has no partner at token `end`.
    let mut give_up = |opener: &Opener, end: u32, outer: Option<&mut Opener>| {
        unclosed.push((opener.at, opener.semicolon.min(end)));
        if let Some(outer) = outer {
            outer.semicolon = outer.semicolon.min(opener.semicolon);
        }
    };
    for (index, &kind) in kinds.iter().enumerate() {
        let at = index as u32;
        let wanted = match kind {
            L_PAREN | L_BRACK | L_BRACE => {
                match kind {
                    L_PAREN => open.parens += 1,
                    L_BRACK => open.bracks += 1,
                    _ => outer.push(std::mem::take(&mut open)),
                }
                stack.push(Opener { kind, at, semicolon: NONE });
                continue;
            }
            SEMICOLON => {
                if let Some(opener) = stack.last_mut() {
                    opener.semicolon = opener.semicolon.min(at);
                }
                continue;
            }
            R_PAREN if open.parens > 0 => L_PAREN,
            R_BRACK if open.bracks > 0 => L_BRACK,
            R_BRACE if !outer.is_empty() => L_BRACE,
            _ => continue,
        };
        while let Some(opener) = stack.pop() {
            match opener.kind {
                L_PAREN => open.parens -= 1,
                L_BRACK => open.bracks -= 1,
                _ => open = outer.pop().unwrap_or_default(),
            }
            if opener.kind == wanted {
                partners[opener.at as usize] = at;
                partners[index] = opener.at;
                break;
            }
            give_up(&opener, at, stack.last_mut());
        }
    }
    while let Some(opener) = stack.pop() {
        // A brace may hold any number of `;`.
        let end = kinds.len() as u32;
        let opener =
            Opener { semicolon: if opener.kind == L_BRACE { end } else { opener.semicolon }, ..opener };
        give_up(&opener, end, stack.last_mut());
    }
    unclosed.sort_unstable();
    (partners, unclosed)
}
