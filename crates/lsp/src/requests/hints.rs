//! Inlay hints and signature help.

use asunder_ide::calls::{call_around, configuration, signatures};
use asunder_ide::hints::{Hint, HintKind, of_files};
use asunder_syntax::{Dialect, TextRange, TextSize};
use lsp_types::{
    InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams, ParameterInformation, ParameterLabel,
    SignatureHelp, SignatureHelpParams, SignatureInformation,
};

use super::places::View;
use super::{Asked, Refusal};

/// Characters of a hint at most.
const MAX_LENGTH: usize = 40;

pub(super) fn inlay(asked: Asked<'_>, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>, Refusal> {
    let Some(document) = asked.document(&params.text_document) else { return Ok(None) };
    let passes = asked.all(&params.text_document, |view, names| {
        let hints = of_files(view.ide, names);
        hints.iter().filter_map(|hint| shown(view, hint, &document.path)).collect::<Vec<_>>()
    })?;
    let mut all: Vec<InlayHint> = Vec::new();
    for hint in passes.into_iter().flatten() {
        let is_inside = params.range.start <= hint.position && hint.position <= params.range.end;
        if is_inside && all.iter().all(|known| known.position != hint.position || known.kind != hint.kind) {
            all.push(hint);
        }
    }
    all.sort_by_key(|hint| (hint.position.line, hint.position.character));
    Ok(Some(all))
}

fn shown(view: &View<'_, '_>, hint: &Hint, file: &std::path::Path) -> Option<InlayHint> {
    // A type stands behind a name: the place is that of the name's last character.
    let (at, text, kind) = match hint.kind {
        HintKind::Type => (hint.at - TextSize::new(1), format!(": {}", hint.text), InlayHintKind::TYPE),
        HintKind::Parameter => (hint.at, format!("{}:", hint.text), InlayHintKind::PARAMETER),
        HintKind::Space => (hint.at, hint.text.clone(), InlayHintKind::TYPE),
    };
    let end = at + TextSize::new(1);
    let is_character = !view.view.slice(at.into()..end.into()).is_empty();
    let (own, range) = is_character.then(|| view.word(TextRange::new(at, end))).flatten()?;
    let is_type = hint.kind == HintKind::Type;
    let mut label = text;
    if label.chars().count() > MAX_LENGTH {
        label = label.chars().take(MAX_LENGTH - 1).chain(['…']).collect();
    }
    (own == file).then(|| InlayHint {
        position: if is_type { range.end } else { range.start },
        label: InlayHintLabel::String(label),
        kind: Some(kind),
        text_edits: None,
        tooltip: None,
        padding_left: Some(false),
        padding_right: Some(!is_type),
        data: None,
    })
}

pub(super) fn signature(
    asked: Asked<'_>,
    params: SignatureHelpParams,
) -> Result<Option<SignatureHelp>, Refusal> {
    let at = params.text_document_position_params;
    let Some(it) = asked.unit(&at.text_document)? else { return Ok(None) };
    let text = &it.document.text;
    if !text.contains(at.position, asked.encoding()) {
        return Ok(None);
    }
    let offset = text.offset(at.position, asked.encoding());
    let Some(call) = call_around(text.as_str(), offset, Dialect::default()) else { return Ok(None) };
    let name = text.as_str().get(std::ops::Range::<usize>::from(call.callee)).unwrap_or_default();
    let found = asked.at_offset(&it, call.callee.start().into(), |view, at| {
        let mut found = signatures(view.ide, at);
        if call.is_configuration && !found.is_empty() {
            found = vec![configuration(name)];
        }
        (!found.is_empty()).then_some(found)
    })?;
    let Some(found) = found else { return Ok(None) };
    let argument = call.argument as usize;
    let takes = |it: &asunder_ide::calls::Signature| it.is_variadic || argument < it.parameters.len();
    let active = found.iter().position(takes).unwrap_or(0);
    let shown = found.into_iter().map(|it| {
        let utf16 = |byte: usize| it.label[..byte].encode_utf16().count() as u32;
        let parameters = it.parameters.iter().map(|range| ParameterInformation {
            label: ParameterLabel::LabelOffsets([utf16(range.start), utf16(range.end)]),
            documentation: None,
        });
        SignatureInformation {
            parameters: Some(parameters.collect()),
            label: it.label.clone(),
            documentation: None,
            active_parameter: None,
        }
    });
    Ok(Some(SignatureHelp {
        signatures: shown.collect(),
        active_signature: Some(active as u32),
        active_parameter: Some(call.argument),
    }))
}
