//! Names that items may declare, found by what stands around each identifier.

use std::hash::Hasher;

use asunder_syntax::SyntaxKind::{self, *};
use rustc_hash::FxHasher;

/// A name that an item may declare. `operator` stands for all operator functions, and [`operator_name`] for those
/// of some symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeclaredName {
    /// [`name_hash`] of the name.
    pub hash: u32,
    /// The number of the item in the outline.
    pub item: u32,
}

/// The hash under which a name stands in indexes.
pub fn name_hash(name: &str) -> u32 {
    hash_of(name.as_bytes())
}

fn hash_of(name: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    let hash = hasher.finish();
    (hash >> 32) as u32 ^ hash as u32
}

/// The name under which operator functions are listed whose symbol starts with this byte: that of the token
/// behind `operator`, a blank for conversion functions.
pub fn operator_name(symbol: u8) -> String {
    format!("operator{}", char::from(symbol))
}

/// What is said of an identifier before the token behind it is known.
#[derive(Clone, Copy)]
struct Candidate {
    hash: u32,
    /// It stands in parentheses.
    is_nested: bool,
    /// It is the first token of its item.
    is_first: bool,
}

/// Collects the names that items may declare while their tokens are read one after the other. Bodies are passed
/// over but for friends, classes and enumerators, and names of parameters that cannot be distinguished from declarators are
/// taken along.
#[derive(Default)]
pub(crate) struct NameScan {
    names: Vec<DeclaredName>,
    /// Where those of the current item start.
    start: usize,
    /// The number of the current item.
    item: u32,
    braces: u32,
    parentheses: u32,
    is_enum: bool,
    /// In an anonymous union: its members, and those of anonymous classes in it, are names of the namespace.
    in_anonymous_union: bool,
    /// Between `friend` and the parameter list in a class.
    is_friend: bool,
    /// The last token was the `operator` of a declared name.
    after_operator: bool,
    candidate: Option<Candidate>,
    /// The last token of the item.
    previous: Option<SyntaxKind>,
}

impl NameScan {
    /// Reads a token of the current item.
    pub(crate) fn token(&mut self, kind: SyntaxKind, text: &str) {
        if let Some(candidate) = self.candidate.take()
            && candidate.is_declared_before(kind)
        {
            self.push(candidate.hash);
        }
        if self.after_operator {
            self.after_operator = false;
            let mut name = *b"operator ";
            name[8] = symbol_of(kind, text);
            self.push(hash_of(&name));
        }
        match kind {
            L_BRACE => {
                self.in_anonymous_union |= self.braces == 0 && self.previous == Some(UNION_KW);
                self.braces += 1;
                self.is_friend = false;
            }
            SEMICOLON => self.is_friend = false,
            R_BRACE => self.braces = self.braces.saturating_sub(1),
            L_PAREN => self.parentheses += 1,
            R_PAREN => self.parentheses = self.parentheses.saturating_sub(1),
            ENUM_KW if self.braces == 0 => self.is_enum = true,
            FRIEND_KW => self.is_friend = true,
            OPERATOR_KW if self.braces == 0 || self.is_friend => {
                self.push(hash_of(b"operator"));
                self.after_operator = true;
            }
            _ if kind.is_identifier() => self.identifier(text),
            _ => {}
        }
        self.previous = Some(kind);
    }

    fn identifier(&mut self, text: &str) {
        let after_key = matches!(self.previous, Some(CLASS_KW | STRUCT_KW | UNION_KW | ENUM_KW));
        let is_enumerator =
            self.is_enum && self.braces == 1 && matches!(self.previous, Some(L_BRACE | COMMA));
        let is_friend = self.is_friend && self.parentheses == 0;
        // `(*const p)` and `(__attribute__((a)) f)` too.
        let in_declarator = matches!(
            self.previous,
            Some(
                STAR | AMP
                    | AMP2
                    | L_PAREN
                    | COLON2
                    | CONST_KW
                    | VOLATILE_KW
                    | RESTRICT_KW
                    | R_PAREN
                    | R_BRACK
            )
        );
        let is_outside = self.braces == 0 || self.in_anonymous_union;
        let is_first = self.previous.is_none();
        if is_friend || is_outside && self.parentheses == 0 && !after_key {
            self.candidate = Some(Candidate { hash: name_hash(text), is_nested: false, is_first });
        } else if after_key || is_enumerator {
            self.push(name_hash(text));
        } else if self.braces == 0 && in_declarator {
            self.candidate = Some(Candidate { hash: name_hash(text), is_nested: true, is_first });
        }
    }

    fn push(&mut self, hash: u32) {
        let name = DeclaredName { hash, item: self.item };
        if self.names.last() != Some(&name) {
            self.names.push(name);
        }
    }

    /// Ends an item, the next of the outline. Only declarations declare names.
    pub(crate) fn end_item(&mut self, is_declaration: bool) {
        if !is_declaration {
            self.names.truncate(self.start);
        }
        let names = std::mem::take(&mut self.names);
        *self = NameScan { start: names.len(), item: self.item + 1, names, ..NameScan::default() };
    }

    /// What was found, sorted.
    pub(crate) fn finish(mut self) -> Vec<DeclaredName> {
        self.names.sort_unstable();
        self.names.dedup();
        self.names
    }
}

impl Candidate {
    /// Whether the identifier may be a declared name if `kind` is behind it.
    fn is_declared_before(self, kind: SyntaxKind) -> bool {
        match kind {
            SEMICOLON | COMMA | EQ | L_PAREN | L_BRACK | L_BRACE | COLON | R_PAREN | LT | R_BRACE
            | R_BRACK => !self.is_nested || matches!(kind, R_PAREN | L_BRACK | L_PAREN),
            // `x.y = 1;` outside functions is a declaration, if a wrong one.
            DOT | ARROW => self.is_first,
            COLON2 => false,
            // A declarator behind which the `;` is missing.
            PLUS2 | MINUS2 | PLUS_EQ | MINUS_EQ | STAR_EQ | SLASH_EQ | PERCENT_EQ | AMP_EQ | PIPE_EQ
            | CARET_EQ | SHL_EQ | SHR_EQ => !self.is_nested,
            kind if kind.is_literal() => !self.is_nested,
            _ => !self.is_nested && kind.is_keyword() || matches!(kind, FINAL_KW | ELLIPSIS),
        }
    }
}

/// The byte that operator functions are listed under whose symbol starts with this token.
fn symbol_of(kind: SyntaxKind, text: &str) -> u8 {
    let first = text.as_bytes().first().copied().unwrap_or(b' ');
    let is_symbol =
        first.is_ascii_punctuation() && first != b'_' || matches!(kind, NEW_KW | DELETE_KW | CO_AWAIT_KW);
    if is_symbol { first } else { b' ' }
}
