//! The text of `--preprocess` (`-E`) and `--no_line_commands` (`-P`): the input without its comments.
//!
//! | input | output |
//! |---|---|
//! | `// …` | nothing |
//! | `/* … */` | one blank, behind the newlines that are in it |
//! | `# 3 "f" 1 3`, `#line 3 "f"` | `# 3 "f"`; nothing with `-P` |
//! | anything else | itself |
//!
//! Texts with macros and conditionals are [`expansion`]'s.

use super::expansion;
use asunder_source::parse_line_marker;
use asunder_syntax::{Dialect, Lexer, SyntaxKind};

/// What the preprocessor makes of a text. `input` names its file; `comments` keeps comments.
pub fn text(input: &str, bytes: &[u8], line_markers: bool, comments: bool) -> Vec<u8> {
    let source = asunder_source::decode(bytes);
    if expansion::has_directives(&source)
        && let Some(expanded) = expansion::text(input, &source, line_markers, comments)
    {
        return asunder_source::encode(&expanded).into_owned();
    }
    let mut out = String::with_capacity(source.len() + 32);
    if line_markers {
        out.push_str(&format!("# 1 \"{input}\"\n"));
    }
    let mut file = input.to_owned();
    let mut at = 0;
    // The newline behind a marker that is left out goes with it.
    let mut drop_newline = false;
    for token in Lexer::new(&source, Dialect::default()) {
        let mut token_text = &source[at..at + token.len as usize];
        at += token.len as usize;
        if std::mem::take(&mut drop_newline) {
            token_text = token_text.strip_prefix('\n').unwrap_or(token_text);
        }
        if token.kind == SyntaxKind::COMMENT && !comments {
            if token_text.starts_with("/*") {
                out.extend(token_text.chars().filter(|&c| c == '\n'));
                out.push(' ');
            }
            continue;
        }
        let line = token_text.trim_end_matches('\n');
        match parse_line_marker(line) {
            Some(marker) => {
                file = marker.file.map_or(file, str::to_owned);
                let newline = &token_text[line.len()..];
                if line_markers {
                    out.push_str(&format!("# {} \"{file}\"{newline}", marker.line));
                } else {
                    drop_newline = newline.is_empty();
                }
            }
            None => out.push_str(token_text),
        }
    }
    asunder_source::encode(&out).into_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn comments_and_line_markers() {
        let text = "# 1 \"a.cu\" 1 3 4\nint a; /* x\n y */ int b;\nconst char *s = \"/* no */ // no\"; // z\n  // only\n\
                    /**/int c;/**/\n#line 40 \"q.h\"\n# 7\nint d;\n";
        let expanded = |markers, comments| {
            String::from_utf8(super::text("e.ii", text.as_bytes(), markers, comments)).unwrap()
        };
        let body = "int a; \n  int b;\nconst char *s = \"/* no */ // no\"; \n  \n int c; \n";
        assert_eq!(
            expanded(true, false),
            format!("# 1 \"e.ii\"\n# 1 \"a.cu\"\n{body}# 40 \"q.h\"\n# 7 \"q.h\"\nint d;\n")
        );
        assert_eq!(expanded(false, false), format!("{body}int d;\n"));
        assert!(expanded(false, true).contains("/* x\n y */"));
    }

    /// What the reference writes.
    #[test]
    fn macros_and_conditionals() {
        let text = "# 1 \"a.cu\"\n#define A 1\n#define M -1\n#define F(x, y)   x  +  y ## _t\n  int   x =   A  ; // c\n\
                    A+A -M M-M\nF(A,\n  b) tail\n#if A\n#pragma unroll(A)\n#else\n# 5 \"no\"\n#pragma no\n#endif\n\
                    #ifdef __cplusplus\nno\n#endif\n__LINE__ F( p   q , r )A\n# 7 \"b.h\" 1\nw F(1,\n2) A\n\nnext\n";
        let expanded = |markers| {
            let text = super::text("e.ii", text.as_bytes(), markers, false);
            String::from_utf8(text).unwrap()
        };
        assert_eq!(
            expanded(true),
            "# 1 \"e.ii\"\n# 1 \"a.cu\"\n\n\n\n  int   x =   1  ; \n1+1 - -1 -1- -1\n\n1 + b_t tail\n\n#pragma unroll(1)\n\
             # 17 \"a.cu\"\n__LINE__ p q + r_t 1\n# 7 \"b.h\"\nw 1 + 2_t 1\n\n\nnext\n"
        );
        assert_eq!(
            expanded(false),
            "  int   x =   1  ; \n1+1 - -1 -1- -1\n1 + b_t tail\n#pragma unroll(1)\n__LINE__ p q + r_t 1\n\
             w 1 + 2_t 1\n\nnext\n"
        );
    }
}
