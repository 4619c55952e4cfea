//! Requests and what they answer, on a project that a person can read (`data/kernel.cu`).

mod common;

use common::{Client, check, data, shown, with, with_kernel};
use expect_test::expect;
use serde_json::{Value, json};

#[test]
fn names_are_described_and_found() {
    let (_folder, mut client, document) = with_kernel();
    let at = |marked: &str| document.at(marked);
    check(
        &mut client,
        "textDocument/hover",
        at("|add_one<<<1"),
        expect![[r#"
        contents: 
          kind: markdown
          value: ```cuda-cpp\n__global__ void add_one(float *data, int count)\n```\n\nfunction `add_one`  \nspace `__global__`  \ntype `void (float *, int)`  \nlinker name `_Z7add_onePfi`  \n\n---\nAdds one to every element.
        range: 20:5-12
    "#]],
    );
    check(
        &mut client,
        "textDocument/hover",
        at("v.|x"),
        expect![[r#"
        contents: 
          kind: markdown
          value: ```cuda-cpp\nfloat x, y, z\n```\n\ndata member `Vec::x`  \ntype `float`  
        range: 16:18-19
    "#]],
    );
    check(
        &mut client,
        "textDocument/hover",
        at("|SCALE)"),
        expect![[r#"
            contents: 
              kind: markdown
              value: ```cuda-cpp\n#define SCALE 2.0f\n```\n\nmacro `SCALE`  \ndefined in `FOLDER/scale.cuh`, line 2  \nhere it becomes\n```cuda-cpp\n2.0f\n```
            range: 6:46-51
        "#]],
    );
    check(
        &mut client,
        "textDocument/hover",
        at("|kBlock"),
        expect![[r#"
            contents: 
              kind: markdown
              value: ```cuda-cpp\nconstexpr int kBlock = 128 * 2\n```\n\nvariable `kBlock`  \ntype `const int`  \nvalue `256`  \nlinker name `_ZL6kBlock`  
            range: 19:24-30
        "#]],
    );
    check(
        &mut client,
        "textDocument/hover",
        at("auto s|um"),
        expect![[r#"
        contents: 
          kind: markdown
          value: ```cuda-cpp\nauto sum = v.x + v.y;\n```\n\nlocal variable `sum`  \ntype `float`  
        range: 16:10-13
    "#]],
    );
    check(
        &mut client,
        "textDocument/definition",
        at("|scaled(data"),
        expect![[r#"
            - scale.cuh 9:34-40
        "#]],
    );
    check(
        &mut client,
        "textDocument/definition",
        at("|SCALE)"),
        expect![[r#"
        - scale.cuh 2:9-14
    "#]],
    );
    check(
        &mut client,
        "textDocument/definition",
        at("scale|.cuh"),
        expect![[r#"
        - scale.cuh 1:1-1
    "#]],
    );
    check(
        &mut client,
        "textDocument/declaration",
        at("v.|length"),
        expect![[r#"
        - scale.cuh 6:31-37
    "#]],
    );
    check(
        &mut client,
        "textDocument/typeDefinition",
        at("Vec |v{"),
        expect![[r#"
        - scale.cuh 4:8-11
    "#]],
    );
    check(
        &mut client,
        "textDocument/implementation",
        at("math::|host_only"),
        expect![[r#"
        - kernel.cu 11:7-16
    "#]],
    );
    let references = with(at("|add_one<<<1"), "context", json!({ "includeDeclaration": true }));
    check(
        &mut client,
        "textDocument/references",
        references,
        expect![[r#"
        - kernel.cu 4:17-24
        - kernel.cu 19:5-12
        - kernel.cu 20:5-12
    "#]],
    );
    check(
        &mut client,
        "textDocument/documentHighlight",
        at("int |i ="),
        expect![[r#"
        - 
          kind: 3
          range: 5:9-10
        - 
          kind: 2
          range: 6:9-10
        - 
          kind: 2
          range: 6:25-26
        - 
          kind: 2
          range: 6:42-43
    "#]],
    );
    // Nothing stands in a comment.
    check(
        &mut client,
        "textDocument/hover",
        at("// Adds| one"),
        expect![[r#"
        null
    "#]],
    );
    assert_eq!(client.end(), 0);
}

#[test]
fn documents_are_outlined() {
    let (_folder, mut client, document) = with_kernel();
    check(
        &mut client,
        "textDocument/documentSymbol",
        document.id(),
        expect![[r#"
            - 
              detail: __global__ void (float *, int)
              kind: 12
              name: add_one
              range: 4:1-7:2
              selectionRange: 4:17-24
            - 
              children: 
                - 
                  kind: 22
                  name: Fast
                  range: 10:19-23
                  selectionRange: 10:19-23
                - 
                  kind: 22
                  name: Exact
                  range: 10:25-30
                  selectionRange: 10:25-30
              kind: 10
              name: Mode
              range: 10:1-32
              selectionRange: 10:12-16
            - 
              detail: float (float)
              kind: 12
              name: host_only
              range: 11:1-39
              selectionRange: 11:7-16
            - 
              detail: int ()
              kind: 12
              name: main
              range: 14:1-23:2
              selectionRange: 14:5-9
            - 
              detail: __host__ __device__ float () const
              kind: 6
              name: first
              range: 25:1-46
              selectionRange: 25:19-24
        "#]],
    );
    check(
        &mut client,
        "workspace/symbol",
        json!({ "query": "vecx" }),
        expect![[r#"
        - 
          containerName: Vec
          kind: 8
          location: scale.cuh 5:11-12
          name: x
    "#]],
    );
    check(
        &mut client,
        "textDocument/foldingRange",
        document.id(),
        expect![[r#"
        - 
          endLine: 5
          startLine: 3
        - 
          endLine: 10
          startLine: 8
        - 
          endLine: 21
          startLine: 13
    "#]],
    );
    let positions = with(document.id(), "positions", json!([document.at("i < co|unt")["position"]]));
    check(
        &mut client,
        "textDocument/selectionRange",
        positions,
        expect![[r#"
            - 
              parent: 
                parent: 
                  parent: 
                    parent: 
                      parent: 
                        parent: 
                          parent: 
                            range: 1:1-26:1
                          range: 1:1-7:2
                        range: 4:49-7:2
                      range: 5:5-6:60
                    range: 6:5-60
                  range: 6:8-19
                range: 6:9-18
              range: 6:13-18
        "#]],
    );
    check(
        &mut client,
        "textDocument/codeLens",
        document.id(),
        expect![[r#"
            - 
              command: 
                arguments: 
                  - kernel.cu
                  - 
                    character: 16
                    line: 3
                  - 
                    - kernel.cu 19:5-12
                    - kernel.cu 20:5-12
                command: asunder.showReferences
                title: kernel: 2 launches
              range: 4:17-24
            - 
              command: 
                arguments: 
                  - kernel.cu
                  - 
                    character: 16
                    line: 3
                command: asunder.showHostText
                title: host file
              range: 4:17-24
            - 
              command: 
                arguments: 
                  - kernel.cu
                  - 
                    character: 16
                    line: 3
                command: asunder.showDeviceText
                title: device code
              range: 4:17-24
            - 
              command: 
                arguments: 
                  - kernel.cu
                  - 
                    character: 16
                    line: 3
                command: asunder.whyKept
                title: why is this device code kept?
              range: 4:17-24
            - 
              command: 
                arguments: 
                  - kernel.cu
                  - 
                    character: 18
                    line: 24
                command: asunder.showHostText
                title: host file
              range: 25:19-24
            - 
              command: 
                arguments: 
                  - kernel.cu
                  - 
                    character: 18
                    line: 24
                command: asunder.showDeviceText
                title: device code
              range: 25:19-24
            - 
              command: 
                arguments: 
                  - kernel.cu
                  - 
                    character: 18
                    line: 24
                command: asunder.whyKept
                title: why is this device code kept?
              range: 25:19-24
        "#]],
    );
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    check(
        &mut client,
        "textDocument/inlayHint",
        with(document.id(), "range", range.clone()),
        expect![[r#"
            - 
              kind: 2
              label: value:
              paddingLeft: false
              paddingRight: true
              position: 
                character: 36
                line: 5
            - 
              kind: 1
              label: : float
              paddingLeft: false
              paddingRight: false
              position: 
                character: 12
                line: 15
            - 
              kind: 2
              label: grid:
              paddingLeft: false
              paddingRight: true
              position: 
                character: 14
                line: 18
            - 
              kind: 2
              label: block:
              paddingLeft: false
              paddingRight: true
              position: 
                character: 23
                line: 18
            - 
              kind: 2
              label: count:
              paddingLeft: false
              paddingRight: true
              position: 
                character: 39
                line: 18
            - 
              kind: 2
              label: grid:
              paddingLeft: false
              paddingRight: true
              position: 
                character: 14
                line: 19
            - 
              kind: 2
              label: block:
              paddingLeft: false
              paddingRight: true
              position: 
                character: 17
                line: 19
            - 
              kind: 2
              label: count:
              paddingLeft: false
              paddingRight: true
              position: 
                character: 28
                line: 19
            - 
              kind: 2
              label: x:
              paddingLeft: false
              paddingRight: true
              position: 
                character: 20
                line: 20
            - 
              kind: 1
              label: __host__ __device__
              paddingLeft: false
              paddingRight: true
              position: 
                character: 0
                line: 24
        "#]],
    );
    let tokens = client.request("textDocument/semanticTokens/full", document.id()).expect("tokens");
    let legend =
        client.initialized.pointer("/capabilities/semanticTokensProvider/legend").expect("a legend").clone();
    expect![[r#"
        4: __global__ macro
        4: add_one kernel definition
        4: data parameter definition
        4: count parameter definition
        5: i variable definition
        5: threadIdx variable readonly
        5: x property
        6: i variable
        6: count parameter
        6: data parameter
        6: i variable
        6: scaled function host device
        6: data parameter
        6: i variable
        6: SCALE macro
        10: Mode enum definition
        10: Fast enumMember definition readonly
        10: Exact enumMember definition readonly
        11: host_only function definition
        11: x parameter definition
        11: x parameter
        14: main function definition
        15: Vec class
        15: v variable definition
        16: sum variable definition
        16: v variable
        16: x property
        16: v variable
        16: y property
        17: unused variable definition
        18: data variable definition
        19: add_one kernel
        19: dim3 class
        19: kBlock variable readonly
        19: data variable
        20: add_one kernel
        20: data variable
        20: sum variable
        21: math namespace
        21: host_only function
        21: v variable
        21: length method host device
        25: Vec class
        25: first method definition host device
        25: x property
    "#]]
    .assert_eq(&colored(&document.text, &tokens, &legend));
    let some = client
        .request("textDocument/semanticTokens/range", with(document.id(), "range", range))
        .expect("some");
    assert_eq!(some, tokens);
    assert_eq!(client.end(), 0);
}

/// The words of a text with their colours, one line for each line.
fn colored(text: &str, tokens: &Value, legend: &Value) -> String {
    let data: Vec<usize> =
        tokens["data"].as_array().into_iter().flatten().map(|it| it.as_u64().unwrap_or(0) as usize).collect();
    let (mut line, mut column) = (0, 0);
    let mut out = String::new();
    for token in data.chunks(5) {
        if token[0] > 0 {
            column = 0;
        }
        line += token[0];
        column += token[1];
        let word: String =
            text.lines().nth(line).unwrap_or_default().chars().skip(column).take(token[2]).collect();
        let names = legend["tokenModifiers"].as_array().cloned().unwrap_or_default();
        let modifiers: Vec<&str> = names
            .iter()
            .enumerate()
            .filter(|(bit, _)| token[4] >> bit & 1 == 1)
            .filter_map(|(_, it)| it.as_str())
            .collect();
        let kind = legend["tokenTypes"][token[3]].as_str().unwrap_or("?");
        out.push_str(&format!("{}: {word} {kind} {}\n", line + 1, modifiers.join(" ")).replace(" \n", "\n"));
    }
    out
}

#[test]
fn calls_and_names_are_completed() {
    let (_folder, mut client, mut document) = with_kernel();
    check(
        &mut client,
        "textDocument/signatureHelp",
        document.at("(data, |1024"),
        expect![[r#"
        activeParameter: 1
        activeSignature: 0
        signatures: 
          - 
            label: add_one(float *data, int count) -> void
            parameters: 
              - 
                label: 
                  - 8
                  - 19
              - 
                label: 
                  - 21
                  - 30
    "#]],
    );
    check(
        &mut client,
        "textDocument/completion",
        document.at("v.|length"),
        expect![[r#"
            isIncomplete: false
            items: 
              - 
                detail: float () const
                kind: 2
                label: first
                sortText: 0first
                textEdit: 
                  newText: first
                  range: 21:23-23
              - 
                detail: float () const
                kind: 2
                label: length
                sortText: 0length
                textEdit: 
                  newText: length
                  range: 21:23-23
              - 
                detail: float
                kind: 5
                label: x
                sortText: 0x
                textEdit: 
                  newText: x
                  range: 21:23-23
              - 
                detail: float
                kind: 5
                label: y
                sortText: 0y
                textEdit: 
                  newText: y
                  range: 21:23-23
              - 
                detail: float
                kind: 5
                label: z
                sortText: 0z
                textEdit: 
                  newText: z
                  range: 21:23-23
        "#]],
    );
    check(
        &mut client,
        "textDocument/completion",
        document.at("math::host|_only(v"),
        expect![[r#"
        isIncomplete: false
        items: 
          - 
            detail: float (float)
            kind: 3
            label: host_only
            sortText: 2host_only
            textEdit: 
              newText: host_only
              range: 21:11-15
    "#]],
    );
    // While it is typed.
    let end = document.text.find("    return 0;").expect("it is there");
    document.edit(&client, end..end, "    math::Mode::;\n    v.;\n    su\n");
    check(
        &mut client,
        "textDocument/completion",
        document.at("math::Mode::|;"),
        expect![[r#"
        isIncomplete: false
        items: 
          - 
            kind: 20
            label: Exact
            sortText: 0Exact
            textEdit: 
              newText: Exact
              range: 22:17-17
          - 
            kind: 20
            label: Fast
            sortText: 0Fast
            textEdit: 
              newText: Fast
              range: 22:17-17
    "#]],
    );
    check(
        &mut client,
        "textDocument/completion",
        document.at("    su|\n"),
        expect![[r#"
        isIncomplete: false
        items: 
          - 
            detail: float
            kind: 6
            label: sum
            sortText: 0sum
            textEdit: 
              newText: sum
              range: 24:5-7
    "#]],
    );
    document.edit(&client, 0..0, "#include \"scal\"\n");
    check(
        &mut client,
        "textDocument/completion",
        document.at("#include \"scal|\""),
        expect![[r#"
        isIncomplete: false
        items: 
          - 
            kind: 17
            label: scale.cuh
            sortText: 0scale.cuh
            textEdit: 
              newText: scale.cuh
              range: 1:11-15
    "#]],
    );
    assert_eq!(client.end(), 0);
}

#[test]
fn names_are_changed_where_all_places_are_known() {
    let (_folder, mut client, mut document) = with_kernel();
    check(
        &mut client,
        "textDocument/prepareRename",
        document.at("i < co|unt"),
        expect![[r#"
        placeholder: count
        range: 6:13-18
    "#]],
    );
    check(
        &mut client,
        "textDocument/rename",
        with(document.at("|Vec v"), "newName", json!("Vector")),
        expect![[r#"
            changes: 
              file://FOLDER/kernel.cu: 
                - 
                  newText: Vector
                  range: 15:5-8
                - 
                  newText: Vector
                  range: 25:14-17
              file://FOLDER/scale.cuh: 
                - 
                  newText: Vector
                  range: 4:8-11
        "#]],
    );
    check(
        &mut client,
        "textDocument/rename",
        with(document.at("|add_one<<<1"), "newName", json!("main")),
        expect![[r#"
            code: -32803
            message: `main` stands in FOLDER/kernel.cu already, in line 14
        "#]],
    );
    check(
        &mut client,
        "textDocument/rename",
        with(document.at("|add_one<<<1"), "newName", json!("a b")),
        expect![[r#"
            code: -32803
            message: `a b` is not an identifier
        "#]],
    );
    check(
        &mut client,
        "textDocument/rename",
        with(document.at("|threadIdx"), "newName", json!("t")),
        expect![[r#"
            code: -32803
            message: `threadIdx` is declared in a header that is not the project's
        "#]],
    );
    document.edit(&client, 0..0, "#if 0\nvoid f() { add_one(); }\n#endif\n");
    check(
        &mut client,
        "textDocument/rename",
        with(document.at("|add_one<<<1"), "newName", json!("add")),
        expect![[r#"
            code: -32803
            message: it is not known what `add_one` means in line 2 of FOLDER/kernel.cu
        "#]],
    );
    assert_eq!(client.end(), 0);
}

#[test]
fn mistakes_are_published_with_their_fixes() {
    let (_folder, mut client, mut document) = with_kernel();
    let found = client.diagnostics_of(&document.uri, 1);
    expect![[r#"
        - 
          code: 177
          message: variable "unused" was declared but never referenced
          range: 17:9-15
          severity: 2
          source: nvcc
          tags: 
            - 1
    "#]]
    .assert_eq(&shown(&found));
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params =
        with(with(document.id(), "range", range.clone()), "context", json!({ "diagnostics": found }));
    check(
        &mut client,
        "textDocument/codeAction",
        params,
        expect![[r#"
        - 
          diagnostics: 
            - 
              code: 177
              message: variable "unused" was declared but never referenced
              range: 17:9-15
              severity: 2
              source: nvcc
              tags: 
                - 1
          edit: 
            changes: 
              file://FOLDER/kernel.cu: 
                - 
                  newText: 
                  range: 17:1-18:1
          isPreferred: true
          kind: quickfix
          title: remove the unused variable
    "#]],
    );
    let at = document.text.find("    return 0;").expect("it is there");
    document.edit(&client, at..at, "    nothing();\n    int b = 1\n");
    let found = client.diagnostics_of(&document.uri, 2);
    expect![[r#"
        - 
          code: 20
          message: identifier "nothing" is undefined
          range: 22:5-12
          severity: 1
          source: nvcc
        - 
          code: 65
          message: expected a ";"
          range: 24:5-11
          severity: 1
          source: nvcc
        - 
          code: 177
          message: variable "unused" was declared but never referenced
          range: 17:9-15
          severity: 2
          source: nvcc
          tags: 
            - 1
        - 
          code: 177
          message: variable "b" was declared but never referenced
          range: 23:9-10
          severity: 2
          source: nvcc
          tags: 
            - 1
    "#]]
    .assert_eq(&shown(&found));
    let params = with(with(document.id(), "range", range), "context", json!({ "diagnostics": found }));
    check(
        &mut client,
        "textDocument/codeAction",
        params,
        expect![[r#"
        - 
          diagnostics: 
            - 
              code: 65
              message: expected a ";"
              range: 24:5-11
              severity: 1
              source: nvcc
          edit: 
            changes: 
              file://FOLDER/kernel.cu: 
                - 
                  newText: ;
                  range: 23:14-14
          isPreferred: true
          kind: quickfix
          title: insert `;`
        - 
          diagnostics: 
            - 
              code: 177
              message: variable "unused" was declared but never referenced
              range: 17:9-15
              severity: 2
              source: nvcc
              tags: 
                - 1
          edit: 
            changes: 
              file://FOLDER/kernel.cu: 
                - 
                  newText: 
                  range: 17:1-18:1
          isPreferred: true
          kind: quickfix
          title: remove the unused variable
    "#]],
    );
    document.edit(&client, 0..0, "#include \"not_there.h\"\n");
    let found = client.diagnostics_of(&document.uri, 3);
    expect![[r#"
        - 
          message: not_there.h: No such file or directory
          range: 1:2-9
          severity: 1
          source: preprocessor
    "#]]
    .assert_eq(&shown(&found));
    assert_eq!(client.end(), 0);
}

#[test]
fn halves_are_shown_and_follow_edits() {
    let (_folder, mut client, mut document) = with_kernel();
    check(
        &mut client,
        "asunder/hostText",
        document.at("int |main"),
        expect![[r#"
        languageId: cpp
        text: int main() {\n    Vec v{1, 2, 3};\n    auto sum = v.x + v.y;\n    int unused;\n    float *data = nullptr;\n    ((__cudaPushCallConfiguration(dim3(4), kBlock)) ? (void)0 : add_one(data, 1024));\n    ((__cudaPushCallConfiguration(1, 1)) ? (void)0 : add_one(data, static_cast<int>(sum)));\n    math::host_only(v.length());\n    return 0;\n}\n
    "#]],
    );
    check(
        &mut client,
        "asunder/deviceText",
        document.at("void |add_one"),
        expect![[r#"
        languageId: cuda-cpp
        text: __attribute__((global)) void add_one(float *data, int count) {\n    int i = threadIdx.x;\n    if (i < count) data[i] = scaled(data[i], 2.0f) + 1.0f;\n}\n
    "#]],
    );
    check(
        &mut client,
        "asunder/whyKept",
        document.at("void |add_one"),
        expect![[r#"
            - 
              location: kernel.cu 4:17-24
              reason: is a kernel
              text: add_one
        "#]],
    );
    let at = document.text.find("return 0").expect("it is there") + 7;
    document.edit(&client, at..at + 1, "7");
    let text = client.request("asunder/hostText", document.at("int |main")).expect("a text");
    assert!(text["text"].as_str().is_some_and(|text| text.contains("return 7;")), "{text}");
    assert_eq!(client.end(), 0);
}

#[test]
fn what_is_missing_is_said_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("it is there");
    let mut client = Client::start(&real);
    let one = client.open("a.cu", "__global__ void a() {}\n");
    let two = client.open("b.cu", "__global__ void b() {}\n");
    client.diagnostics_of(&one.uri, 1);
    client.diagnostics_of(&two.uri, 1);
    let shown: Vec<String> = client.shown.iter().map(|text| text.split(':').take(2).collect()).collect();
    assert_eq!(shown, ["asunder there is no nvcc in the toolkit that is set"]);
    assert_eq!(client.end(), 0);
}

#[test]
fn columns_count_what_was_agreed() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("it is there");
    std::fs::write(real.join("a.cu"), "").expect("it is written");
    let text = "/* \u{1f600} */ int known; /* \u{e9} */ int f() { return known; }\n";
    for (encodings, expected) in [(json!(["utf-8", "utf-16"]), 15), (json!(["utf-16"]), 13)] {
        let capabilities = json!({ "general": { "positionEncodings": encodings } });
        let mut client = Client::with(&real, capabilities, json!({ "toolkit": data().join("toolkit") }));
        let document = client.open("a.cu", text);
        let line = if expected == 15 { text.rfind("known").expect("it is there") } else { 42 };
        let character = if expected == 15 {
            line
        } else {
            text[..text.rfind("known").expect("it is there")].encode_utf16().count()
        };
        let params = with(document.id(), "position", json!({ "line": 0, "character": character }));
        let found = client.request("textDocument/definition", params).expect("an answer");
        assert_eq!(found[0]["range"]["start"]["character"], json!(expected), "{found}");
        assert_eq!(client.end(), 0);
    }
}
