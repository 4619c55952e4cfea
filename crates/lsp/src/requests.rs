//! Requests: their parameters read, the unit asked, the answer in the protocol's form.

mod completion;
mod elsewhere;
mod hints;
mod hover;
mod navigation;
mod places;
mod rename;
mod structure;
mod symbols;
pub(crate) mod tokens;
mod views;

use asunder_driver::workspace::WorkspaceError;
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::request as lsp;
use lsp_types::request::Request;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::documents::Documents;
use crate::units::Failure;
use crate::world::World;
pub(crate) use places::{Asked, Texts, ask};
pub(crate) use symbols::declared_in;
pub(crate) use views::kernel_of;

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Its parameters are damaged.
    Parameters(String),
    /// An edit came in between.
    Outdated,
    /// It cannot be done, in words for the user.
    Impossible(String),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        match failure {
            Failure::Command(reason) => Refusal::Impossible(reason),
            Failure::Workspace(error) => error.into(),
        }
    }
}

impl From<WorkspaceError> for Refusal {
    fn from(error: WorkspaceError) -> Refusal {
        match error {
            WorkspaceError::Cancelled | WorkspaceError::NoSuchUnit => Refusal::Outdated,
            other => Refusal::Impossible(other.to_string()),
        }
    }
}

impl From<Refusal> for ResponseError {
    fn from(refusal: Refusal) -> ResponseError {
        let (code, message) = match refusal {
            Refusal::Parameters(message) => (ErrorCode::InvalidParams, message),
            Refusal::Outdated => (ErrorCode::ContentModified, "the document was changed".to_owned()),
            Refusal::Impossible(message) => (ErrorCode::RequestFailed, message),
        };
        ResponseError { code: code as i32, message, data: None }
    }
}

/// Answers a request about documents as they were when it came.
pub(crate) fn answer(
    world: &World,
    documents: &Documents,
    method: &str,
    params: Value,
) -> Result<Value, ResponseError> {
    if !world.is_current(documents.revision) {
        return Err(Refusal::Outdated.into());
    }
    let asked = Asked { world, documents };
    let answer = match method {
        lsp::HoverRequest::METHOD => with::<lsp::HoverRequest>(params, |it| hover::hover(asked, it)),
        lsp::GotoDefinition::METHOD => with::<lsp::GotoDefinition>(params, |it| {
            navigation::goto(asked, it.text_document_position_params, navigation::Wanted::Definition)
        }),
        lsp::GotoDeclaration::METHOD => with::<lsp::GotoDeclaration>(params, |it| {
            navigation::goto(asked, it.text_document_position_params, navigation::Wanted::Declaration)
        }),
        lsp::GotoTypeDefinition::METHOD => with::<lsp::GotoTypeDefinition>(params, |it| {
            navigation::goto(asked, it.text_document_position_params, navigation::Wanted::Type)
        }),
        lsp::GotoImplementation::METHOD => with::<lsp::GotoImplementation>(params, |it| {
            navigation::implementation(asked, it.text_document_position_params)
        }),
        lsp::References::METHOD => with::<lsp::References>(params, |it| navigation::references(asked, it)),
        lsp::DocumentHighlightRequest::METHOD => {
            with::<lsp::DocumentHighlightRequest>(params, |it| navigation::highlights(asked, it))
        }
        lsp::DocumentSymbolRequest::METHOD => {
            with::<lsp::DocumentSymbolRequest>(params, |it| symbols::of_document(asked, it))
        }
        lsp::WorkspaceSymbolRequest::METHOD => {
            with::<lsp::WorkspaceSymbolRequest>(params, |it| symbols::of_workspace(asked, it))
        }
        lsp::SemanticTokensFullRequest::METHOD => {
            with::<lsp::SemanticTokensFullRequest>(params, |it| tokens::full(asked, it))
        }
        lsp::SemanticTokensRangeRequest::METHOD => {
            with::<lsp::SemanticTokensRangeRequest>(params, |it| tokens::range(asked, it))
        }
        lsp::FoldingRangeRequest::METHOD => {
            with::<lsp::FoldingRangeRequest>(params, |it| structure::folding(asked, it))
        }
        lsp::SelectionRangeRequest::METHOD => {
            with::<lsp::SelectionRangeRequest>(params, |it| structure::selection(asked, it))
        }
        lsp::InlayHintRequest::METHOD => with::<lsp::InlayHintRequest>(params, |it| hints::inlay(asked, it)),
        lsp::SignatureHelpRequest::METHOD => {
            with::<lsp::SignatureHelpRequest>(params, |it| hints::signature(asked, it))
        }
        lsp::Completion::METHOD => with::<lsp::Completion>(params, |it| completion::completion(asked, it)),
        lsp::PrepareRenameRequest::METHOD => {
            with::<lsp::PrepareRenameRequest>(params, |it| rename::prepare(asked, it))
        }
        lsp::Rename::METHOD => with::<lsp::Rename>(params, |it| rename::rename(asked, it)),
        lsp::CodeActionRequest::METHOD => {
            with::<lsp::CodeActionRequest>(params, |it| crate::fixes::actions(asked, it))
        }
        lsp::CodeLensRequest::METHOD => with::<lsp::CodeLensRequest>(params, |it| views::lenses(asked, it)),
        views::HostText::METHOD => with::<views::HostText>(params, |it| views::host_text(asked, it)),
        views::DeviceText::METHOD => with::<views::DeviceText>(params, |it| views::device_text(asked, it)),
        views::WhyKept::METHOD => with::<views::WhyKept>(params, |it| views::why_kept(asked, it)),
        _ => {
            let (code, message) = (ErrorCode::MethodNotFound as i32, format!("`{method}` is not known"));
            return Err(ResponseError { code, message, data: None });
        }
    };
    // What an edit came into may be of both states.
    match world.is_current(documents.revision) {
        true => answer.map_err(Into::into),
        false => Err(Refusal::Outdated.into()),
    }
}

/// Reads the parameters of a request and writes its answer.
fn with<R: Request>(
    params: Value,
    answer: impl FnOnce(R::Params) -> Result<R::Result, Refusal>,
) -> Result<Value, Refusal>
where
    R::Params: DeserializeOwned,
{
    let params = serde_json::from_value(params).map_err(|error| Refusal::Parameters(error.to_string()))?;
    serde_json::to_value(answer(params)?).map_err(|error| Refusal::Impossible(error.to_string()))
}
