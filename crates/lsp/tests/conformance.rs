//! Every request that the server advertises has an answer, on parameters that are valid and on damaged ones.

mod common;

use common::{Client, Document, with_kernel};
use serde_json::{Value, json};

/// What is advertised, and the requests that this stands for; those of documents' changes are notifications.
const METHODS: &[(&str, &[&str])] = &[
    ("positionEncoding", &[]),
    ("textDocumentSync", &[]),
    ("hoverProvider", &["textDocument/hover"]),
    ("completionProvider", &["textDocument/completion"]),
    ("signatureHelpProvider", &["textDocument/signatureHelp"]),
    ("definitionProvider", &["textDocument/definition"]),
    ("declarationProvider", &["textDocument/declaration"]),
    ("typeDefinitionProvider", &["textDocument/typeDefinition"]),
    ("implementationProvider", &["textDocument/implementation"]),
    ("referencesProvider", &["textDocument/references"]),
    ("documentHighlightProvider", &["textDocument/documentHighlight"]),
    ("documentSymbolProvider", &["textDocument/documentSymbol"]),
    ("workspaceSymbolProvider", &["workspace/symbol"]),
    ("codeActionProvider", &["textDocument/codeAction"]),
    ("codeLensProvider", &["textDocument/codeLens"]),
    ("renameProvider", &["textDocument/prepareRename", "textDocument/rename"]),
    ("foldingRangeProvider", &["textDocument/foldingRange"]),
    ("selectionRangeProvider", &["textDocument/selectionRange"]),
    ("inlayHintProvider", &["textDocument/inlayHint"]),
    ("semanticTokensProvider", &["textDocument/semanticTokens/full", "textDocument/semanticTokens/range"]),
    ("experimental", &["asunder/hostText", "asunder/deviceText", "asunder/whyKept"]),
];

fn started() -> (tempfile::TempDir, Client, Document) {
    let (folder, mut client, document) = with_kernel();
    client.diagnostics_of(&document.uri, 1);
    (folder, client, document)
}

/// The requests that stand for what the server advertises.
fn advertised(client: &Client) -> Vec<&'static str> {
    let capabilities = client.initialized["capabilities"].as_object().expect("capabilities");
    let mut methods = Vec::new();
    for name in capabilities.keys() {
        let known = METHODS.iter().find(|(capability, _)| capability == name);
        methods.extend(known.unwrap_or_else(|| panic!("`{name}` is advertised and not tested")).1);
    }
    methods
}

/// Fields of all parameters there are.
fn parameters(uri: &str, position: &Value, range: &Value) -> Value {
    json!({
        "textDocument": { "uri": uri, "version": 9 }, "position": position, "positions": [position], "range": range,
        "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false }, "newName": "another", "query": "a",
    })
}

#[test]
fn what_is_advertised_answers_everywhere() {
    let (_folder, mut client, document) = started();
    let end = document.text.lines().count();
    let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": end, "character": 0 } });
    for method in advertised(&client) {
        let mut answers = 0;
        for (line, text) in document.text.lines().enumerate() {
            for character in (0..=text.len()).step_by(3) {
                let position = json!({ "line": line, "character": character });
                match client.request(method, parameters(&document.uri, &position, &all)) {
                    Ok(answer) => answers += usize::from(!answer.is_null()),
                    // A rename is refused where the names are not all known.
                    Err(error) => assert!(error["code"] == -32803, "{method} {position}: {error}"),
                }
            }
        }
        assert!(answers > 0, "{method} never has an answer");
    }
    assert_eq!(client.end(), 0);
}

#[test]
fn damaged_parameters_are_refused_and_nothing_else_happens() {
    let (_folder, mut client, document) = started();
    let far = json!({ "line": 4_294_967_295_u32, "character": 4_294_967_295_u32 });
    let backwards = json!({ "start": far, "end": { "line": 0, "character": 0 } });
    let fields = |uri: &str| {
        let mut fields = parameters(uri, &far, &backwards);
        fields["contentChanges"] = json!([{ "range": backwards, "text": "int added;\n" }]);
        fields
    };
    let damaged = [
        Value::Null,
        json!([]),
        json!("text"),
        json!({}),
        json!({ "textDocument": {} }),
        json!({ "textDocument": { "uri": 7 }, "position": { "line": -1, "character": 1.5 } }),
        fields("untitled:Untitled-1"),
        fields("file:///no/such/file.cu"),
        fields("file://%ff%00/%zz"),
        fields(&document.uri),
    ];
    for method in advertised(&client).into_iter().chain(["no/such/method"]) {
        for params in &damaged {
            let answer = client.request(method, params.clone());
            let refused =
                |error: &Value| matches!(error["code"].as_i64(), Some(-32602 | -32601 | -32803 | -32801));
            assert!(answer.as_ref().map_or_else(refused, |_| true), "{method} {params}: {answer:?}");
        }
    }
    for method in ["didOpen", "didChange", "didSave", "didClose"] {
        for params in &damaged[..damaged.len() - 1] {
            client.notify(&format!("textDocument/{method}"), params.clone());
        }
    }
    for method in
        ["$/cancelRequest", "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles", "nonsense"]
    {
        damaged.iter().for_each(|params| client.notify(method, params.clone()));
    }
    // Backwards and too far: the text is put in front, or behind.
    client.notify("textDocument/didChange", fields(&document.uri));
    let symbols = client.request("textDocument/documentSymbol", document.id()).expect("it still answers");
    assert!(symbols.to_string().contains("added"), "{symbols}");
    assert_eq!(client.end(), 0);
}
