//! What concerns more than one unit, and what only the typed trees know: a project of two sources (`data/project`).

mod common;

use common::{Client, Document, check, copied, with};
use expect_test::expect;
use serde_json::{Value, json};

fn project() -> (tempfile::TempDir, Client, Document) {
    let (folder, real) = copied(&["project/main.cu", "project/other.cu", "project/shapes.cuh"]);
    let command = |file: &str| {
        let words = format!("nvcc -std=c++17 -c {file}");
        json!({ "directory": real, "file": file, "command": words })
    };
    let list = json!([command("main.cu"), command("other.cu")]);
    std::fs::write(real.join("compile_commands.json"), list.to_string()).expect("it is written");
    let mut client = Client::start(&real);
    let document = client.open_file("main.cu");
    (folder, client, document)
}

#[test]
fn names_are_found_in_all_units() {
    let (_folder, mut client, document) = project();
    check(
        &mut client,
        "textDocument/definition",
        document.at("|total(shape"),
        expect![[r#"
        - other.cu 9:5-10
    "#]],
    );
    check(
        &mut client,
        "textDocument/implementation",
        document.at("shape.|area"),
        expect![[r#"
        - other.cu 7:16-20
        - shapes.cuh 9:12-16
    "#]],
    );
    let with_declarations = json!({ "includeDeclaration": true });
    let params = with(document.at("|total(shape"), "context", with_declarations.clone());
    check(
        &mut client,
        "textDocument/references",
        params,
        expect![[r#"
            - main.cu 38:12-17
            - other.cu 9:5-10
            - other.cu 11:41-46
            - shapes.cuh 22:5-10
        "#]],
    );
    let params = with(document.at("|TWICE(value)"), "context", with_declarations.clone());
    check(
        &mut client,
        "textDocument/references",
        params,
        expect![[r#"
            - main.cu 3:9-14
            - main.cu 4:23-28
            - main.cu 25:46-51
        "#]],
    );
    check(
        &mut client,
        "textDocument/documentHighlight",
        document.at("|TWICE(value)"),
        expect![[r#"
            - 
              kind: 3
              range: 3:9-14
            - 
              kind: 2
              range: 4:23-28
            - 
              kind: 2
              range: 25:46-51
        "#]],
    );
    // A name that is internal to each unit.
    let params = with(document.at("|unrelated()"), "context", with_declarations);
    check(
        &mut client,
        "textDocument/references",
        params,
        expect![[r#"
            - main.cu 27:12-21
            - main.cu 36:41-50
        "#]],
    );
    let params = with(document.at("|total(shape"), "newName", json!("sum"));
    check(
        &mut client,
        "textDocument/rename",
        params,
        expect![[r#"
            changes: 
              file://FOLDER/main.cu: 
                - 
                  newText: sum
                  range: 38:12-17
              file://FOLDER/other.cu: 
                - 
                  newText: sum
                  range: 9:5-10
                - 
                  newText: sum
                  range: 11:41-46
              file://FOLDER/shapes.cuh: 
                - 
                  newText: sum
                  range: 22:5-10
        "#]],
    );
    assert_eq!(client.end(), 0);
}

#[test]
fn members_of_instances_are_known() {
    let (_folder, mut client, mut document) = project();
    check(
        &mut client,
        "textDocument/hover",
        document.at("box.|get"),
        expect![[r#"
            contents: 
              kind: markdown
              value: ```cuda-cpp\n__host__ __device__ T get() const\n```\n\nmember function `Box<T>::get`  \nspace `__host__ __device__`  \ntype `float () const`  \nlinker name `_ZNK3BoxIfE3getEv`  
            range: 17:22-25
        "#]],
    );
    check(
        &mut client,
        "textDocument/hover",
        document.at("|auto first"),
        expect![[r#"
            contents: 
              kind: markdown
              value: ```cuda-cpp\nauto: float\n```\n\nplaceholder `auto`  \ntype `float`  
            range: 17:5-9
        "#]],
    );
    check(
        &mut client,
        "textDocument/hover",
        document.at("|TWICE(value)"),
        expect![[r#"
            contents: 
              kind: markdown
              value: ```cuda-cpp\n#define TWICE(x) ((x) + (x))\n```\n\nmacro `TWICE`  \ndefined in `main.cu`, line 3  \nhere it becomes\n```cuda-cpp\n((value) + (value))\n```
            range: 25:46-51
        "#]],
    );
    check(
        &mut client,
        "textDocument/hover",
        document.at("|tile[i] ="),
        expect![[r#"
            contents: 
              kind: markdown
              value: ```cuda-cpp\n__shared__ float tile[kTile];\n```\n\nlocal variable `tile`  \nspace `__shared__`  \ntype `float [32]`  
            range: 20:9-13
        "#]],
    );
    check(
        &mut client,
        "textDocument/hover",
        document.at("|twice(1)"),
        expect![[r#"
            contents: 
              kind: markdown
              value: ```cuda-cpp\ntemplate <class T> T twice(T value)\n```\n\nfunction template `twice`  \nspace `__host__ (by default)`  \ntype `int (int)`  \nlinker name `_Z5twiceIiET_S0_`  
            range: 37:22-27
        "#]],
    );
    let at = document.text.find("    int i = threadIdx").expect("it is there");
    document.edit(&client, at..at, "    box.\n");
    check(
        &mut client,
        "textDocument/completion",
        document.at("box.|\n"),
        expect![[r#"
            isIncomplete: false
            items: 
              - 
                detail: float () const
                kind: 2
                label: get
                sortText: 0get
                textEdit: 
                  newText: get
                  range: 18:9-9
              - 
                detail: void (const float &)
                kind: 2
                label: put
                sortText: 0put
                textEdit: 
                  newText: put
                  range: 18:9-9
              - 
                detail: float
                kind: 5
                label: value
                sortText: 0value
                textEdit: 
                  newText: value
                  range: 18:9-9
        "#]],
    );
    assert_eq!(client.end(), 0);
}

#[test]
fn words_of_all_kinds_are_completed() {
    let (_folder, mut client, mut document) = project();
    let at = document.text.find("    dim3 grid").expect("it is there");
    for (typed, expected) in [
        (
            "    TWI",
            expect![[r#"
                isIncomplete: false
                items: 
                  - 
                    detail: #define TWICE(x)
                    kind: 21
                    label: TWICE
                    sortText: 5TWICE
                    textEdit: 
                      newText: TWICE
                      range: 34:5-8
            "#]],
        ),
        (
            "    __builtin_popcountl",
            expect![[r#"
                isIncomplete: false
                items: 
                  - 
                    detail: int (unsigned long)
                    kind: 3
                    label: __builtin_popcountl
                    sortText: 9__builtin_popcountl
                    textEdit: 
                      newText: __builtin_popcountl
                      range: 34:5-24
                  - 
                    detail: int (unsigned long long)
                    kind: 3
                    label: __builtin_popcountll
                    sortText: 9__builtin_popcountll
                    textEdit: 
                      newText: __builtin_popcountll
                      range: 34:5-24
            "#]],
        ),
        (
            "    [[mayb",
            expect![[r#"
                isIncomplete: false
                items: 
                  - 
                    detail: attribute
                    kind: 14
                    label: maybe_unused
                    sortText: 0maybe_unused
                    textEdit: 
                      newText: maybe_unused
                      range: 34:7-11
            "#]],
        ),
        (
            "    __attribute__((aligned, noi",
            expect![[r#"
                isIncomplete: false
                items: 
                  - 
                    detail: attribute
                    kind: 14
                    label: noinline
                    sortText: 0noinline
                    textEdit: 
                      newText: noinline
                      range: 34:29-32
            "#]],
        ),
        (
            "    Box<int>::g",
            expect![[r#"
                isIncomplete: false
                items: 
                  - 
                    detail: int () const
                    kind: 2
                    label: get
                    sortText: 0get
                    textEdit: 
                      newText: get
                      range: 34:15-16
            "#]],
        ),
    ] {
        document.edit(&client, at..at, typed);
        let end = at + typed.len();
        let place = json!({ "textDocument": { "uri": document.uri }, "position": common::position(&document.text, end) });
        check(&mut client, "textDocument/completion", place, expected);
        document.edit(&client, at..end, "");
    }
    assert_eq!(client.end(), 0);
}

#[test]
fn an_option_that_is_missing_is_offered() {
    let (_folder, mut client, mut document) = project();
    let at = document.text.find("    dim3 grid").expect("it is there");
    document.edit(&client, at..at, "    auto gpu = [] __device__ (int k) { return k; };\n");
    let found = client.diagnostics_of(&document.uri, 2);
    let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let lambda: Vec<Value> =
        found.as_array().into_iter().flatten().filter(|it| it["code"] == 20155).cloned().collect();
    let params = with(with(document.id(), "range", all.clone()), "context", json!({ "diagnostics": lambda }));
    check(
        &mut client,
        "textDocument/codeAction",
        params,
        expect![[r#"
            - 
              diagnostics: 
                - 
                  code: 20155
                  message: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag
                  range: 34:30-31
                  severity: 1
                  source: nvcc
              disabled: 
                reason: add `--extended-lambda` to nvcc's options in the build, which compile_commands.json comes from
              kind: quickfix
              title: compile with `--extended-lambda`
        "#]],
    );
    // A file that no list has.
    std::fs::remove_file(client.folder.join("compile_commands.json")).expect("it is there");
    let other = client.open("loose.cu", "void g() { auto f = [] __device__ (int i) { return i; }; f(1); }\n");
    let found = client.diagnostics_of(&other.uri, 1);
    let params = with(with(other.id(), "range", all), "context", json!({ "diagnostics": found }));
    check(
        &mut client,
        "textDocument/codeAction",
        params,
        expect![[r#"
            - 
              command: 
                arguments: 
                  - --extended-lambda
                command: asunder.addFlag
                title: compile with `--extended-lambda`
              diagnostics: 
                - 
                  code: 20155
                  message: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag
                  range: 1:35-36
                  severity: 1
                  source: nvcc
              kind: quickfix
              title: compile with `--extended-lambda`
        "#]],
    );
    assert_eq!(client.end(), 0);
}

#[test]
fn units_that_are_not_open_are_indexed() {
    let (_folder, mut client, document) = project();
    let symbols = json!({ "query": "squ" });
    client.ask_until("workspace/symbol", symbols.clone(), |answer| answer != &json!([]));
    check(
        &mut client,
        "workspace/symbol",
        symbols.clone(),
        expect![[r#"
        - 
          kind: 5
          location: other.cu 3:8-14
          name: Square
        - 
          containerName: Square
          kind: 8
          location: other.cu 4:12-16
          name: side
        - 
          containerName: Square
          kind: 6
          location: other.cu 5:12-16
          name: area
        - 
          containerName: Square
          kind: 6
          location: other.cu 7:16-20
          name: area
    "#]],
    );
    let lenses = |client: &mut Client, document: &Document| {
        let all = client.request("textDocument/codeLens", document.id()).expect("lenses");
        let titles = all.as_array().expect("a list").iter().map(|it| {
            let line = it["range"]["start"]["line"].as_u64().expect("a line") + 1;
            format!("{line} {}", it["command"]["title"].as_str().expect("a title"))
        });
        titles.filter(|it| it.contains("kernel")).collect::<Vec<_>>().join(", ")
    };
    expect!["14 kernel: 2 launches"].assert_eq(&lenses(&mut client, &document));
    let header = client.open_file("shapes.cuh");
    expect!["23 kernel: 1 launch"].assert_eq(&lenses(&mut client, &header));
    // What is open is as the client has it.
    let mut other = client.open_file("other.cu");
    let at = other.text.find("    fill<<<").expect("a launch");
    other.edit(&client, at..at, "    fill<<<2, 32>>>(out, 6);\n");
    expect!["14 kernel: 3 launches"].assert_eq(&lenses(&mut client, &document));
    let at = other.text.find("Square").expect("a class");
    other.edit(&client, at..at + 6, "Rect");
    assert_eq!(client.request("workspace/symbol", symbols.clone()), Ok(json!([])));
    // The saved text is known again once it is not open any more, and what is saved by others.
    client.notify("textDocument/didClose", other.id());
    client.ask_until("workspace/symbol", symbols.clone(), |answer| answer != &json!([]));
    let path = client.folder.join("other.cu");
    let text = std::fs::read_to_string(&path).expect("it is there").replace("Square", "Rect");
    std::fs::write(&path, text).expect("it is written");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    client.ask_until("workspace/symbol", json!({ "query": "rect" }), |answer| answer != &json!([]));
    client.ask_until("workspace/symbol", symbols, |answer| answer == &json!([]));
    assert_eq!(client.end(), 0);
}
