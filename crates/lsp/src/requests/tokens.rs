//! Colours: what identifiers are.

use asunder_ide::tokens::{Kind, Token, of_files};
use asunder_ide::{Role, Spaces};
use lsp_types::{
    Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensParams,
    SemanticTokensRangeParams, SemanticTokensRangeResult, SemanticTokensResult, TextDocumentIdentifier,
};

use super::{Asked, Refusal};

/// The types of tokens, in the order of their numbers.
pub(crate) const TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::CLASS,
    SemanticTokenType::ENUM,
    SemanticTokenType::TYPE,
    SemanticTokenType::TYPE_PARAMETER,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::MACRO,
    SemanticTokenType::new("kernel"),
    SemanticTokenType::new("label"),
];

/// The modifiers of tokens, in the order of their bits.
pub(crate) const MODIFIERS: &[SemanticTokenModifier] = &[
    SemanticTokenModifier::DECLARATION,
    SemanticTokenModifier::DEFINITION,
    SemanticTokenModifier::READONLY,
    SemanticTokenModifier::new("host"),
    SemanticTokenModifier::new("device"),
    SemanticTokenModifier::new("shared"),
    SemanticTokenModifier::new("constant"),
    SemanticTokenModifier::new("managed"),
];

/// A token of a document.
type Colored = (Range, u32, u32);

fn number(name: &str) -> u32 {
    TYPES.iter().position(|it| it.as_str() == name).unwrap_or_default() as u32
}

fn type_of(token: &Token) -> u32 {
    number(match token.kind {
        Kind::Namespace => "namespace",
        Kind::Class | Kind::Union | Kind::Constructor => "class",
        Kind::Enum => "enum",
        Kind::TypeAlias | Kind::Concept => "type",
        Kind::TypeParameter => "typeParameter",
        Kind::Function | Kind::Method if token.spaces.global => "kernel",
        Kind::Function => "function",
        Kind::Method => "method",
        Kind::Variable => "variable",
        Kind::Member => "property",
        Kind::Parameter => "parameter",
        Kind::Enumerator => "enumMember",
        Kind::Label => "label",
    })
}

fn modifiers_of(token: &Token) -> u32 {
    let Spaces { host, device, shared, constant, managed, .. } = token.spaces;
    let bits = [
        token.role == Role::Declaration,
        token.role == Role::Definition,
        token.is_constant,
        host,
        device,
        shared,
        constant,
        managed,
    ];
    bits.iter().enumerate().map(|(bit, is_set)| u32::from(*is_set) << bit).sum()
}

fn all(asked: Asked<'_>, id: &TextDocumentIdentifier) -> Result<Option<Vec<Colored>>, Refusal> {
    let Some(it) = asked.unit(id)? else { return Ok(None) };
    let passes = asked.all(id, |view, names| {
        let tokens = of_files(view.ide, names).into_iter().filter_map(|token| {
            let (file, range) = view.word(token.range)?;
            (file == it.document.path).then(|| (range, type_of(&token), modifiers_of(&token)))
        });
        tokens.collect::<Vec<Colored>>()
    })?;
    let mut found: Vec<Colored> = passes.into_iter().flatten().collect();
    // The names of macros, which no unit has.
    if let Some(macros) = &it.synced.macros {
        let text = &it.document.text;
        let mut known: rustc_hash::FxHashMap<&str, bool> = rustc_hash::FxHashMap::default();
        let mut at = 0;
        for token in asunder_syntax::Lexer::new(text.as_str(), asunder_syntax::Dialect::default()) {
            let start = at;
            at += token.len as usize;
            let word = &text.as_str()[start..at];
            let is_macro = || asked.world.preprocessor.macro_named(macros, word).is_some();
            if token.kind.is_identifier() && *known.entry(word).or_insert_with(is_macro) {
                found.push((text.range(start..at, asked.encoding()), number("macro"), 0));
            }
        }
    }
    // Macros come last, and so are what gives way.
    found.sort_by_key(|(range, ..)| (range.start.line, range.start.character));
    found.dedup_by_key(|(range, ..)| range.start);
    Ok(Some(found))
}

/// Tokens as the protocol packs them: each place relative to the one before.
fn packed(tokens: impl Iterator<Item = Colored>) -> SemanticTokens {
    let (mut line, mut start) = (0, 0);
    let mut data = Vec::new();
    for (range, token_type, modifiers) in tokens {
        if range.start.line != range.end.line {
            continue;
        }
        let delta_line = range.start.line - line;
        let delta_start = if delta_line == 0 { range.start.character - start } else { range.start.character };
        (line, start) = (range.start.line, range.start.character);
        let length = range.end.character - range.start.character;
        data.push(SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type,
            token_modifiers_bitset: modifiers,
        });
    }
    SemanticTokens { result_id: None, data }
}

pub(super) fn full(
    asked: Asked<'_>,
    params: SemanticTokensParams,
) -> Result<Option<SemanticTokensResult>, Refusal> {
    let found = all(asked, &params.text_document)?;
    Ok(found.map(|found| SemanticTokensResult::Tokens(packed(found.into_iter()))))
}

pub(super) fn range(
    asked: Asked<'_>,
    params: SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>, Refusal> {
    let found = all(asked, &params.text_document)?;
    let wanted = params.range;
    let is_inside = |(range, ..): &Colored| range.end >= wanted.start && range.start <= wanted.end;
    Ok(found.map(|found| SemanticTokensRangeResult::Tokens(packed(found.into_iter().filter(is_inside)))))
}
