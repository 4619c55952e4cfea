//! Lines as a client of the server might send them, most of them damaged.

use crate::Random;

/// What is damaged: requests that work, and some that never do. `@` stands for the number of a unit.
const REQUESTS: [&str; 12] = [
    r#"{"id":1,"op":"open","argv":["u.ii"],"cwd":"/","text":"int a; __attribute__((global)) void k() { }\n"}"#,
    r##"{"id":2,"op":"open","argv":["--c++17","v.ii"],"cwd":"/","text":"# 1 \"v.cu\"\nnamespace {\nint b; }\nint f() { return b; }\n"}"##,
    r#"{"id":3,"op":"edit","unit":@,"edits":[{"start":4,"end":5,"text":"{\"("}]}"#,
    r#"{"id":4,"op":"edit","unit":@,"edits":[{"start":0,"end":0,"text":"\/*"},{"start":3,"end":9,"text":"\u00e9"}]}"#,
    r#"{"id":5,"op":"run","unit":@,"want":["host","module_id","diagnostics","halves"]}"#,
    r#"{"id":6,"op":"run","unit":@,"want":["diagnostics","halves"],"pid":7}"#,
    r#"{"id":7,"op":"text","unit":@,"text":"namespace { /* "}"#,
    r#"{"id":"eight","op":"compile","build":"0","argv":[],"cwd":"","pid":1,"time":"","length":3}"#,
    r#"{"id":[9],"op":"close","unit":@}"#,
    r#"{"id":null,"op":"statistics"}"#,
    r#"{"id":11,"op":"hello"}"#,
    r#"[[[[{"op":{"op":"edit"}}]]]]"#,
];

/// Lines without their ends, from a seed.
#[derive(Clone, Debug)]
pub struct Requests {
    random: Random,
    /// Units that requests without damage opened.
    opened: usize,
}

impl Requests {
    /// The lines of `seed`.
    pub fn new(seed: u64) -> Requests {
        Requests { random: Random::new(seed), opened: 0 }
    }
}

impl Iterator for Requests {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let random = &mut self.random;
        let request = REQUESTS[random.below(REQUESTS.len())];
        let unit = self.opened.saturating_sub(1 + random.below(4));
        let mut line = request.replace('@', &unit.to_string()).into_bytes();
        let damages = random.below(2) * random.below(6);
        self.opened += usize::from(damages == 0 && request.contains(r#""op":"open""#));
        for _ in 0..damages {
            // One byte stays: there is always something to damage.
            let at = random.below(line.len());
            match random.below(5) {
                0 => line[at] = b" {}[]\":,0123456789\\ue\xc3"[random.below(22)],
                1 if line.len() > 1 => drop(line.remove(at)),
                1 => {}
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
