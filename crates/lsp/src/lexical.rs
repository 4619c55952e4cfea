//! What the characters of a text show: what can be folded, and what stands around a place.

use asunder_syntax::{Dialect, Lexer, SyntaxKind};

/// A stretch of lines that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fold {
    /// Its first byte.
    pub start: usize,
    /// The byte behind its last one.
    pub end: usize,
    /// What it is.
    pub kind: FoldKind,
}

/// What can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FoldKind {
    /// From a bracket to the one that closes it.
    Brackets,
    /// A comment, or comments on lines of their own one below the other.
    Comment,
    /// From `#if` to the next branch.
    Branch,
    /// `#include` lines.
    Includes,
}

/// Where a token stands.
struct Placed {
    kind: SyntaxKind,
    start: usize,
    end: usize,
}

fn tokens(text: &str) -> impl Iterator<Item = Placed> {
    let mut at = 0;
    Lexer::new(text, Dialect::default()).map(move |token| {
        let start = at;
        at += token.len as usize;
        Placed { kind: token.kind, start, end: at }
    })
}

/// Each opening bracket with the one that closes it: the first byte of each. What is not closed is left out.
pub(crate) fn brackets(text: &str) -> Vec<(usize, usize)> {
    let mut open: Vec<(SyntaxKind, usize)> = Vec::new();
    let mut found = Vec::new();
    for token in tokens(text) {
        let opening = match token.kind {
            SyntaxKind::L_BRACE | SyntaxKind::L_PAREN | SyntaxKind::L_BRACK => {
                open.push((token.kind, token.start));
                continue;
            }
            SyntaxKind::R_BRACE => SyntaxKind::L_BRACE,
            SyntaxKind::R_PAREN => SyntaxKind::L_PAREN,
            SyntaxKind::R_BRACK => SyntaxKind::L_BRACK,
            _ => continue,
        };
        // A bracket of another kind in between is not closed; a brace is not closed by a parenthesis.
        let matching = open.iter().rposition(|(kind, _)| *kind == opening);
        let inner_brace = matching.is_some_and(|at| {
            opening != SyntaxKind::L_BRACE && open[at..].iter().any(|it| it.0 == SyntaxKind::L_BRACE)
        });
        if let Some(at) = matching.filter(|_| !inner_brace) {
            found.push((open[at].1, token.start));
            open.truncate(at);
        }
    }
    found.sort_unstable();
    found
}

/// What can be folded, in order; each spans more than one line.
pub(crate) fn folds(text: &str) -> Vec<Fold> {
    let mut found: Vec<Fold> = Vec::new();
    let spans_lines = |start: usize, end: usize| text[start..end].contains('\n');
    for (start, end) in brackets(text) {
        if spans_lines(start, end) {
            found.push(Fold { start, end: end + 1, kind: FoldKind::Brackets });
        }
    }
    let mut line_comments: Option<(usize, usize)> = None;
    let mut comments = Vec::new();
    let mut at_line_start = true;
    for token in tokens(text) {
        let word = &text[token.start..token.end];
        if word.starts_with("//") && at_line_start {
            let start = line_comments.map_or(token.start, |(start, _)| start);
            line_comments = Some((start, token.end));
        } else if word.starts_with("/*") {
            comments.push((token.start, token.end));
        } else if !token.kind.is_trivia() {
            comments.extend(line_comments.take());
        }
        // An empty line ends a group of comments.
        if token.kind.is_trivia() && word.matches('\n').count() > 1 && !word.starts_with('/') {
            comments.extend(line_comments.take());
        }
        at_line_start = token.kind.is_trivia() && (at_line_start || word.contains('\n'));
    }
    comments.extend(line_comments);
    let multi = comments.into_iter().filter(|(start, end)| spans_lines(*start, *end));
    found.extend(multi.map(|(start, end)| Fold { start, end, kind: FoldKind::Comment }));
    found.extend(directives(text));
    found.sort();
    found.dedup();
    found
}

fn directives(text: &str) -> Vec<Fold> {
    let mut found = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut includes: Option<(usize, usize, u32)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let content = line.trim_end();
        let Some(rest) = content.trim_start().strip_prefix('#') else {
            if !content.trim().is_empty() {
                found.extend(included(includes.take()));
            }
            continue;
        };
        let word: String = rest.trim_start().chars().take_while(char::is_ascii_alphabetic).collect();
        let end = start + content.len();
        match word.as_str() {
            "include" => {
                let (first, count) = includes.map_or((start, 0), |(first, _, count)| (first, count));
                includes = Some((first, end, count + 1));
                continue;
            }
            "if" | "ifdef" | "ifndef" => open.push(end),
            "else" | "elif" | "elifdef" | "elifndef" | "endif" => {
                if let Some(from) = open.pop() {
                    let end = text[..start].trim_end().len();
                    if from < end && text[from..end].contains('\n') {
                        found.push(Fold { start: from, end, kind: FoldKind::Branch });
                    }
                }
                if word != "endif" {
                    open.push(start + content.len());
                }
            }
            _ => {}
        }
        found.extend(included(includes.take()));
    }
    found.extend(included(includes));
    found
}

fn included(lines: Option<(usize, usize, u32)>) -> Option<Fold> {
    let (start, end, count) = lines?;
    (count > 1).then_some(Fold { start, end, kind: FoldKind::Includes })
}

/// What stands around a byte, from the inside outwards: the token, what is inside and with each pair of brackets, the
/// statement, the text. Each holds the one before it.
pub(crate) fn around(text: &str, offset: usize, brackets: &[(usize, usize)]) -> Vec<std::ops::Range<usize>> {
    let offset = offset.min(text.len());
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let mut push = |range: std::ops::Range<usize>| {
        let is_wider = found.last().is_none_or(|last| {
            range.start <= last.start && last.end <= range.end && range.len() > last.len()
        });
        if is_wider && range.start <= offset && offset <= range.end {
            found.push(range);
        }
    };
    let token =
        tokens(text).find(|token| token.start <= offset && offset < token.end && !token.kind.is_trivia());
    let before = || tokens(text).find(|token| token.end == offset && !token.kind.is_trivia());
    if let Some(token) = token.or_else(before) {
        push(token.start..token.end);
    }
    let mut pairs: Vec<(usize, usize)> =
        brackets.iter().filter(|(open, close)| *open <= offset && offset <= close + 1).copied().collect();
    pairs.sort_by_key(|(open, close)| close - open);
    for (open, close) in pairs {
        // The statement or declaration inside the brackets.
        if text.as_bytes()[open] == b'{' && offset > open {
            let inside = statement(text, offset, open + 1, close, brackets);
            push(inside);
        }
        let inner = &text[open + 1..close];
        let start = open + 1 + (inner.len() - inner.trim_start().len());
        let end = open + 1 + inner.trim_end().len();
        if start < end {
            push(start..end);
        }
        push(open..close + 1);
    }
    push(statement(text, offset, 0, text.len(), brackets));
    push(0..text.len());
    found
}

/// The stretch between `;`, braces and the borders around a byte; brackets inside are passed over.
fn statement(
    text: &str,
    offset: usize,
    from: usize,
    to: usize,
    brackets: &[(usize, usize)],
) -> std::ops::Range<usize> {
    let offset = offset.clamp(from, to);
    let (mut start, mut at) = (from, from);
    let bytes = text.as_bytes();
    while at < to {
        if let Some((_, close)) = brackets.iter().find(|(open, close)| *open == at && *close < to) {
            let is_block = bytes[at] == b'{';
            at = close + 1;
            if is_block {
                let follows = text[at..to].trim_start().starts_with([';', ')', ',']);
                if !follows {
                    if at >= offset {
                        break;
                    }
                    start = at;
                }
            }
            continue;
        }
        at += 1;
        if bytes[at - 1] == b';' {
            if at >= offset {
                break;
            }
            start = at;
        }
    }
    let end = at.min(to).max(offset);
    let inner = &text[start..end];
    let start = start + (inner.len() - inner.trim_start().len());
    start.min(offset)..start.max(text[..end].trim_end().len()).max(offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_folded() {
        let text = "#include <a>\n#include <b>\n// one\n// two\nvoid f() {\n  g(1,\n    2);\n}\n#if X\nint a;\n#else\nint b;\n\
                    #endif\n/* c\n */\nint x = 0; // no\n// no\n";
        let shown =
            folds(text).into_iter().map(|fold| (fold.kind, text[fold.start..fold.end].replace('\n', "|")));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [
                (FoldKind::Includes, "#include <a>|#include <b>".into()),
                (FoldKind::Comment, "// one|// two".into()),
                (FoldKind::Brackets, "{|  g(1,|    2);|}".into()),
                (FoldKind::Brackets, "(1,|    2)".into()),
                (FoldKind::Branch, "|int a;".into()),
                (FoldKind::Branch, "|int b;".into()),
                (FoldKind::Comment, "/* c| */".into()),
            ]
        );
    }

    #[test]
    fn what_stands_around_a_place() {
        let text = "int a; void f() { g(h, i[2]); int b; }";
        let at = text.find('2').expect("it is there");
        let shown: Vec<&str> =
            around(text, at, &brackets(text)).into_iter().map(|range| &text[range]).collect();
        assert_eq!(
            shown,
            [
                "2",
                "[2]",
                "h, i[2]",
                "(h, i[2])",
                "g(h, i[2]);",
                "g(h, i[2]); int b;",
                "{ g(h, i[2]); int b; }",
                "void f() { g(h, i[2]); int b; }",
                text,
            ]
        );
    }

    #[test]
    fn brackets_that_are_not_closed_are_left_out() {
        let pairs = |text: &str| brackets(text);
        assert_eq!(pairs("f( { ) }"), [(3, 7)]);
        assert_eq!(pairs("{ ( }"), [(0, 4)]);
        assert_eq!(pairs("\"(\" )"), []);
    }
}
