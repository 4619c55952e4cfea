//! Names that depend on template parameters: `data/templates.cu`, whose marks ask.

mod common;

use common::{Client, Document, copied, position, with};
use expect_test::expect;
use serde_json::{Value, json};

/// The places of a text behind its marks, with their letters, and the text without them.
fn marks(marked: &str) -> (String, Vec<(char, usize)>) {
    let (mut text, mut marks) = (String::new(), Vec::new());
    let mut rest = marked;
    while let Some(at) = rest.find("/*") {
        text.push_str(&rest[..at]);
        let letter = rest[at + 2..].chars().next().expect("a letter");
        marks.push((letter, text.len()));
        rest = &rest[at + "/*x*/".len()..];
    }
    text.push_str(rest);
    (text, marks)
}

fn method(letter: char) -> &'static str {
    match letter {
        'h' => "textDocument/hover",
        'c' => "textDocument/completion",
        'd' => "textDocument/definition",
        'r' => "textDocument/references",
        other => panic!("a mark `{other}`"),
    }
}

/// An answer on one line.
fn shown(letter: char, answer: &Value) -> String {
    match letter {
        'h' => {
            let text = answer["contents"]["value"].as_str().unwrap_or("nothing");
            let lines =
                text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("```"));
            lines.collect::<Vec<_>>().join(" | ")
        }
        'c' => {
            let items = answer["items"].as_array().expect("items").iter();
            let shown = items.map(|item| match item["detail"].as_str() {
                Some(detail) => format!("{}: {detail}", item["label"].as_str().expect("a label")),
                None => item["label"].as_str().expect("a label").to_owned(),
            });
            shown.collect::<Vec<_>>().join(", ")
        }
        _ => {
            let all = answer.as_array().cloned().unwrap_or_default().into_iter();
            let shown = all.map(|it| {
                let start = &it["range"]["start"];
                format!(
                    "{}:{}",
                    start["line"].as_u64().unwrap_or(0) + 1,
                    start["character"].as_u64().unwrap_or(0) + 1
                )
            });
            shown.collect::<Vec<_>>().join(" ")
        }
    }
}

#[test]
fn what_depends_on_template_parameters_is_described() {
    let (_folder, real) = copied(&["templates.cu"]);
    let (text, marks) = marks(&std::fs::read_to_string(real.join("templates.cu")).expect("it is there"));
    let mut client = Client::start(&real);
    let document: Document = client.open("templates.cu", &text);
    let mut said = String::new();
    for (letter, at) in marks {
        let place = json!({ "textDocument": { "uri": document.uri }, "position": position(&text, at) });
        let params = with(place, "context", json!({ "includeDeclaration": true, "triggerKind": 1 }));
        let answer = client.request(method(letter), params).expect("an answer");
        let line = text[..at].matches('\n').count() + 1;
        let word: String = text[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        said.push_str(&format!("{line} {letter} {word} => {}\n", shown(letter, &answer)));
    }
    expect![[r#"
        11 c value => get: T () const, made: int, other: T (), value: T, kept: T, last: T () const
        12 h last => T last() const | member function `Base<T>::last` | space `__host__ (by default)` | type `T () const` | depends on `Box<T>`, this is the primary template's
        12 d kept => 4:7
        12 h value => T value | data member `Box<T>::value` | type `T`
        36 h get => T get() const | member function `Box<T>::get` | space `__host__ (by default)` | type `T () const` | depends on `Box<T>`, this is the primary template's
        37 c value => get: T () const, made: int, other: T (), value: T, kept: T, last: T () const
        38 c first => boxes: Box<T> *, first: T ()
        39 h first => T first() | member function `List<T>::first` | space `__host__ (by default)` | type `T ()` | depends on `List<T>`, this is the primary template's
        40 d boxes => 21:13
        42 c get => get: T () const, made: int, other: T (), value: T, kept: T, last: T () const
        43 h member => dependent name member | dependent name `member` | depends on `T`
        44 c member => 
        45 h field => dependent name field | dependent name `field` | depends on `T`
        46 c value_type => boxes: Box<T> *, first: T (), value_type: T
        47 h value_type => typedef T value_type | type alias `List<T>::value_type` | type `T`
        48 h inner => dependent name inner | dependent name `inner` | depends on `T`
        49 h run => dependent name run | dependent name `run` | depends on `T`
        50 c only => only: int (), special: int
        51 c made => get: T () const, made: int, other: T (), type: T, value: T, kept: T, last: T () const
        52 h found_by_argument => dependent name found_by_argument | dependent name `found_by_argument` | depends on the type of `t`
        53 h T => class T | template parameter `T`
        54 r K => 35:24 54:5 55:14
        55 d T => 35:17
        55 h K => int K | template parameter `K`
        56 h size => dependent name size | dependent name `size` | depends on what `x` is
        57 h t => T t | parameter `t` | type `T`
        60 c first => boxes: Box<T> *, first: T ()
        61 h boxes => Box<T> *boxes | data member `List<T>::boxes` | type `Box<T> *` | depends on `List<T>`, this is the primary template's
        63 c get => get: T () const, made: int, other: T (), value: T, kept: T, last: T () const
        64 d first => 20:7
        66 h first => T first() | member function `List<T>::first` | space `__host__ (by default)` | type `T ()` | depends on `List<T>`, this is the primary template's
        67 h lists => List<T> lists[2] | data member `Shelf<T>::lists` | type `List<T> [2]` | depends on `Shelf<T>`, this is the primary template's
        68 c number => number: int
        69 h unknown => dependent name unknown | dependent name `unknown` | depends on what `list.first()` is
        71 c made => get: T () const, made: int, other: T (), type: T, value: T, kept: T, last: T () const
        72 d made => 10:16
        74 h made => static int made | data member `Box<T>::made` | type `int` | depends on `Box<T>`, this is the primary template's
        76 c only => only: int (), special: int
    "#]].assert_eq(&said);
    assert_eq!(client.end(), 0);
}
