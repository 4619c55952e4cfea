//! Lines as a client of the server might send them, most of them damaged.

use crate::Random;

/// What is damaged: requests that work, and some that never do.
const REQUESTS: [&str; 12] = [
    r#"{"id":1,"op":"open","argv":["u.ii"],"cwd":"/","text":"int a; __attribute__((global)) void k() { }\n"}"#,
    r##"{"id":2,"op":"open","argv":["--c++17","v.ii"],"cwd":"/","text":"# 1 \"v.cu\"\nnamespace {\nint b; }\nint f() { return b; }\n"}"##,
    r#"{"id":3,"op":"edit","unit":0,"edits":[{"start":4,"end":5,"text":"{\"("}]}"#,
    r#"{"id":4,"op":"edit","unit":1,"edits":[{"start":0,"end":0,"text":"\/*"},{"start":3,"end":9,"text":"\u00e9"}]}"#,
    r#"{"id":5,"op":"run","unit":0,"want":["host","module_id","diagnostics","halves"]}"#,
    r#"{"id":6,"op":"run","unit":1,"want":["diagnostics","halves"],"pid":7}"#,
    r#"{"id":7,"op":"text","unit":0,"text":"namespace { /* "}"#,
    r#"{"id":"eight","op":"compile","version":"0","argv":[],"cwd":"","pid":1}"#,
    r#"{"id":[9],"op":"close","unit":0}"#,
    r#"{"id":null,"op":"statistics"}"#,
    r#"{"id":11,"op":"hello"}"#,
    r#"[[[[{"op":{"op":"edit"}}]]]]"#,
];

/// Lines without their ends, from a seed.
#[derive(Clone, Debug)]
pub struct Requests {
    random: Random,
}

impl Requests {
    /// The lines of `seed`.
    pub fn new(seed: u64) -> Requests {
        Requests { random: Random::new(seed) }
    }
}

impl Iterator for Requests {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let random = &mut self.random;
        let mut line = REQUESTS[random.below(REQUESTS.len())].as_bytes().to_vec();
        for _ in 0..random.below(5) {
            let at = random.below(line.len());
            match random.below(5) {
                0 => line[at] = b" {}[]\":,0123456789\\ue\xc3"[random.below(22)],
                1 => drop(line.remove(at)),
                2 => line.insert(at, b"{}\"0-"[random.below(5)]),
                3 => line.truncate(at + 1),
                _ => {
                    let end = at + random.below(line.len() - at);
                    let copy = line[at..end].to_vec();
                    line.splice(at..at, copy);
                }
            }
        }
        // Ends of lines are the framing, not the message; nor is an empty line one.
        line.retain(|&byte| byte != b'\n');
        let is_blank = line.trim_ascii().is_empty();
        Some(if is_blank { b"{}".to_vec() } else { line })
    }
}
