//! What the server can do, and what of the client it needs to know.

use std::path::PathBuf;
use std::str::FromStr;

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DeclarationCapability, FoldingRangeProviderCapability, HoverProviderCapability,
    ImplementationProviderCapability, OneOf, PositionEncodingKind, RenameOptions, SaveOptions,
    SelectionRangeProviderCapability, SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    TypeDefinitionProviderCapability, Uri, WorkDoneProgressOptions,
};
use serde_json::Value;

use crate::requests::tokens::{MODIFIERS, TYPES};
use crate::text::Encoding;
use crate::uri;

/// What the client says it can do, as far as it matters.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    /// What columns count.
    pub encoding: Encoding,
    /// It shows progress that the server starts.
    pub shows_progress: bool,
    /// It watches files on request.
    pub watches_files: bool,
    /// It asks again for lenses on request.
    pub refreshes_lenses: bool,
    /// The folder that it works in.
    pub root: Option<PathBuf>,
}

impl Client {
    /// Reads the parameters of `initialize`; what is damaged is not there.
    pub(crate) fn read(params: &Value) -> Client {
        let capability = |path: &str| params.pointer(&format!("/capabilities{path}"));
        let has = |path: &str| capability(path).and_then(Value::as_bool).unwrap_or(false);
        let encodings = capability("/general/positionEncodings").and_then(Value::as_array);
        let takes_utf8 = encodings.is_some_and(|all| all.iter().any(|it| it.as_str() == Some("utf-8")));
        Client {
            encoding: if takes_utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            shows_progress: has("/window/workDoneProgress"),
            watches_files: has("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            refreshes_lenses: has("/workspace/codeLens/refreshSupport"),
            root: root(params),
        }
    }
}

/// The folder that a client works in: the first of its folders, or its root.
fn root(params: &Value) -> Option<PathBuf> {
    let first = params.pointer("/workspaceFolders/0/uri").or_else(|| params.get("rootUri"));
    let uri = Uri::from_str(first?.as_str()?).ok()?;
    uri::path(&uri).map(|path| uri::canonical(&path))
}

/// What the server can do.
pub(crate) fn server(client: &Client) -> ServerCapabilities {
    let no_progress = WorkDoneProgressOptions::default();
    ServerCapabilities {
        position_encoding: Some(match client.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", ">", ":", "<", "\"", "/"].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(["(", ",", "<"].map(str::to_owned).to_vec()),
            retrigger_characters: Some(vec![")".to_owned()]),
            work_done_progress_options: no_progress,
        }),
        definition_provider: Some(OneOf::Left(true)),
        declaration_provider: Some(DeclarationCapability::Simple(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: no_progress,
        })),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                work_done_progress_options: no_progress,
                legend: SemanticTokensLegend {
                    token_types: TYPES.to_vec(),
                    token_modifiers: MODIFIERS.to_vec(),
                },
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
            },
        )),
        experimental: Some(serde_json::json!({
            "asunder": { "hostText": true, "deviceText": true, "whyKept": true }
        })),
        ..ServerCapabilities::default()
    }
}
