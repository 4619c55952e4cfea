//! Edits that need no tree: attributes and pragmas that vanish without a trace.

use asunder_outline::{CudaAttribute, is_front_end_pragma};
use asunder_syntax::{Dialect, Lexer, SyntaxKind, SyntaxKind::*};
use rowan::{TextRange, TextSize};

use crate::edit::Edit;

/// Removes `__attribute__((host))` and `__attribute__((device))` specifiers.
///
/// For items whose CUDA attributes all come as host-and-device pairs, or say `host` alone: dropping them is
/// all that the host text needs.
pub(crate) fn host_device_attributes(text: &str, dialect: Dialect) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut specifier: Option<Specifier> = None;
    for (kind, range) in significant_tokens(text, dialect) {
        let Some(open) = &mut specifier else {
            if kind == ATTRIBUTE_KW {
                specifier = Some(Specifier { start: range.start(), depth: 0, removable: true, named: false });
            }
            continue;
        };
        match kind {
            L_PAREN => open.depth += 1,
            R_PAREN => open.depth = open.depth.saturating_sub(1),
            COMMA => {}
            _ => {
                let attribute = CudaAttribute::from_name(&text[range]);
                open.removable &= matches!(attribute, Some(CudaAttribute::Host | CudaAttribute::Device));
                open.named = true;
            }
        }
        if open.depth == 0 {
            if open.removable && open.named {
                edits.push(Edit::remove(text, TextRange::new(open.start, range.end())));
            }
            specifier = None;
        }
    }
    edits
}

/// An attribute specifier that has not ended.
struct Specifier {
    start: TextSize,
    depth: u32,
    /// All its attributes so far are execution spaces.
    removable: bool,
    /// It has an attribute.
    named: bool,
}

/// Writes out the words that the front end defines as macros (spec page 1 §0): host compilers do not.
pub(crate) fn predefined_macros(text: &str, dialect: Dialect) -> Vec<Edit> {
    let mut edits = Vec::new();
    // What they begin with; words may be spliced.
    if !mentions(text, "__n") && !mentions(text, "\\\n") {
        return edits;
    }
    let mut previous = WHITESPACE;
    let mut attribute_depth = 0u32;
    for (kind, range) in significant_tokens(text, dialect) {
        match kind {
            // Inside an attribute specifier the word is an attribute's name.
            L_PAREN if attribute_depth > 0 || previous == ATTRIBUTE_KW => attribute_depth += 1,
            R_PAREN => attribute_depth = attribute_depth.saturating_sub(1),
            ATTRIBUTE_MACRO_KW if attribute_depth == 0 => match &text[range] {
                "__noinline__" if previous == COLON2 => edits.push(Edit::replace(range, ["noinline".into()])),
                "__noinline__" => edits.push(Edit::replace(range, ["__attribute__((noinline))".into()])),
                _ => edits.push(Edit::remove(text, range)),
            },
            _ => {}
        }
        previous = kind;
    }
    edits
}

/// Removes pragmas that only CUDA front ends read; other compilers warn about them.
pub(crate) fn front_end_pragmas(text: &str, dialect: Dialect) -> Vec<Edit> {
    let mut offset = 0;
    let mut edits = Vec::new();
    if !mentions(text, "pragma") {
        return edits;
    }
    for token in Lexer::new(text, dialect) {
        let end = offset + token.len as usize;
        if token.kind == PRAGMA && is_front_end_pragma(&text[offset..end]) {
            edits.push(Edit::remove(text, range(offset, end)));
        }
        offset = end;
    }
    edits
}

/// Whether a `[[` or `alignas` may stand behind a type.
pub(crate) fn may_have_attribute_behind_type(text: &str, dialect: Dialect) -> bool {
    if !["[[", "alignas"].iter().any(|it| mentions(text, it)) {
        return false;
    }
    let ends_type = |kind: SyntaxKind| {
        matches!(kind, IDENT | GT | STAR | AMP | AMP2) || (kind.is_keyword() && !is_class_key(kind))
    };
    let mut previous = [SEMICOLON; 2];
    significant_tokens(text, dialect).any(|(kind, _)| {
        let [before, last] = previous;
        previous = [last, kind];
        match kind {
            L_BRACK => last == L_BRACK && ends_type(before),
            ALIGNAS_KW => ends_type(last),
            _ => false,
        }
    })
}

/// Whether attributes may stand behind the parameters of a lambda: between what can end these and what goes on with a
/// lambda.
pub(crate) fn may_have_attributed_lambda(text: &str, dialect: Dialect) -> bool {
    if !["__attribute", "[["].iter().any(|it| mentions(text, it)) {
        return false;
    }
    let ends_parameters =
        |kind: SyntaxKind| matches!(kind, R_PAREN | MUTABLE_KW | NOEXCEPT_KW | CONSTEXPR_KW);
    let goes_on =
        |kind: SyntaxKind| matches!(kind, L_BRACE | ARROW | MUTABLE_KW | NOEXCEPT_KW | CONSTEXPR_KW);
    let mut kinds = significant_tokens(text, dialect).map(|(kind, _)| kind).peekable();
    let mut previous = SEMICOLON;
    // What stands in front of the attributes that were passed last.
    let mut before = None;
    while let Some(kind) = kinds.next() {
        if kind == ATTRIBUTE_KW || kind == L_BRACK && kinds.peek() == Some(&L_BRACK) {
            before = before.or(Some(previous));
            let mut open = u32::from(kind == L_BRACK);
            for kind in kinds.by_ref() {
                match kind {
                    L_PAREN | L_BRACK => open += 1,
                    R_PAREN | R_BRACK => open = open.saturating_sub(1),
                    _ => {}
                }
                if open == 0 {
                    break;
                }
            }
            continue;
        }
        if before.take().is_some_and(ends_parameters) && goes_on(kind) {
            return true;
        }
        previous = kind;
    }
    false
}

/// Whether a declaration may name a function with template arguments, as a partial specialization would.
pub(crate) fn may_have_pattern(text: &str, dialect: Dialect) -> bool {
    let mut previous = SEMICOLON;
    significant_tokens(text, dialect)
        .take_while(|(kind, _)| !matches!(kind, L_BRACE | EQ))
        .any(|(kind, _)| std::mem::replace(&mut previous, kind) == GT && kind == L_PAREN)
}

/// Texts from so many bytes on are worth a searcher.
const LARGE: usize = 1024;

/// Whether `part` stands in a text.
pub(crate) fn mentions(text: &str, part: &str) -> bool {
    match text.len() < LARGE {
        true => text.contains(part),
        false => memchr::memmem::find(text.as_bytes(), part.as_bytes()).is_some(),
    }
}

fn is_class_key(kind: SyntaxKind) -> bool {
    matches!(kind, CLASS_KW | STRUCT_KW | UNION_KW | ENUM_KW)
}

/// The tokens of a text but trivia, with where they stand.
pub(crate) fn significant_tokens(
    text: &str,
    dialect: Dialect,
) -> impl Iterator<Item = (SyntaxKind, TextRange)> {
    let mut offset = 0;
    Lexer::new(text, dialect)
        .map(move |token| {
            let start = offset;
            offset += token.len as usize;
            (token.kind, range(start, offset))
        })
        .filter(|(kind, _)| !kind.is_trivia())
}

fn range(start: usize, end: usize) -> TextRange {
    let size = |offset: usize| TextSize::try_from(offset).expect("items are shorter than 4 GiB");
    TextRange::new(size(start), size(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removed(text: &str) -> Vec<&str> {
        host_device_attributes(text, Dialect::default()).iter().map(|edit| &text[edit.range]).collect()
    }

    #[test]
    fn pairs_vanish_and_others_stay() {
        let text = "__attribute__((host)) __attribute__((device)) __attribute__((noinline)) int f(int __attribute__((__host__)) x) __attribute__((host, device));";
        let expected = [
            "__attribute__((host)) ",
            "__attribute__((device)) ",
            "__attribute__((__host__)) ",
            "__attribute__((host, device))",
        ];
        assert_eq!(removed(text), expected);
        assert_eq!(removed("int host(int device);"), [""; 0]);
    }
}
