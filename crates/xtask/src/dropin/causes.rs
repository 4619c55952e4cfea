//! Known faults of the reference that make objects differ although the candidate is right.
//!
//! The reference regenerates the program's text, and in places changes it (spec 5 §2.9). A candidate
//! that keeps the text gets another object there. Each cause has a test that only it passes.

use anyhow::Result;
use serde::Serialize;

use super::objects::Tolerance;

/// Why an object differs from the reference's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The host compiler rejects the reference's text: lost parentheses, `operator _Tp &` (§2.9 a, j).
    ReferenceDoesNotCompile,
    /// The reference needs the module id before it has met the definition that represents the unit, and takes
    /// time and process instead: no two builds are the same (§1).
    ModuleIdOfMoment,
    /// A launch whose types differ between the reference's host text and the stub, which does nothing (spec 4).
    LaunchReachesNoStub,
    /// Names mangled with `(void)0` where the program has `void()` (§2.9 b), or with other namespaces in front of what
    /// constraints name, which clang mangles since version 18.
    SignatureSpelling,
    /// `inline` or `constexpr` repeated on earlier declarations: other inlining, same functions (§2.9 c).
    Inlining,
    /// `x ?: y` written `(x) ?  : y`: other unoptimised code (§2.9 e).
    OmittedOperand,
    /// `nop` after a line or brace that the reference moved (§2.9 f).
    Nops,
    /// The last `return;` of a function dropped: at -O0 jumps to its end meet at another place.
    TrailingReturn,
    /// Function names and assertion texts with other parentheses (§2.9 g).
    StringSpelling,
}

impl std::fmt::Display for Cause {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::ReferenceDoesNotCompile => "gcc rejects the reference's text (a, j)",
            Self::ModuleIdOfMoment => "module id of time and process",
            Self::LaunchReachesNoStub => "the reference's launch reaches no stub",
            Self::SignatureSpelling => "signature expressions (b)",
            Self::Inlining => "inlining (c)",
            Self::OmittedOperand => "`?:` without optimisation (e)",
            Self::Nops => "nops (f)",
            Self::TrailingReturn => "trailing `return;`",
            Self::StringSpelling => "string spelling (g)",
        })
    }
}

/// What causes are recognised by, beside the objects.
pub struct Evidence {
    /// The reference's and the candidate's assembly.
    pub assembly: [String; 2],
    /// Whether the program has GNU's `?:` with its middle operand left out.
    pub omitted_operand: bool,
    /// Whether the reference's text says `inline` or `constexpr` more often, and `noinline` as often.
    pub repeated_inline: bool,
    /// Whether fewer blocks of the reference's text end with `return;`.
    pub dropped_return: bool,
}

/// The cause that alone explains the difference, if one does. `differences` compares by symbol with
/// extra host compiler flags and a tolerance.
pub fn explain(
    differences: &impl Fn(&[&str], Tolerance) -> Result<Vec<String>>,
    evidence: &Evidence,
) -> Result<Option<Cause>> {
    let [reference, candidate] = &evidence.assembly;
    if without_nops(reference) == without_nops(candidate) {
        return Ok(Some(Cause::Nops));
    }
    if evidence.dropped_return && with_merged_labels(reference) == with_merged_labels(candidate) {
        return Ok(Some(Cause::TrailingReturn));
    }
    let exact = Tolerance::default();
    let spelling = Tolerance { signature_spelling: true, ..exact };
    let is_clang = reference.contains("clang version");
    let attempts: [(Cause, bool, &[&str], Tolerance); 5] = [
        (Cause::SignatureSpelling, true, &[], spelling),
        // Since version 18 clang mangles what constrains a template; before it left that out.
        (Cause::SignatureSpelling, is_clang, &["-fclang-abi-compat=17"], spelling),
        (Cause::StringSpelling, true, &[], Tolerance { string_spelling: true, ..exact }),
        (Cause::Inlining, evidence.repeated_inline, &["-fno-inline"], exact),
        (Cause::OmittedOperand, evidence.omitted_operand, &["-O2"], exact),
    ];
    for (cause, possible, flags, tolerance) in attempts {
        if possible && differences(flags, tolerance)?.is_empty() {
            return Ok(Some(cause));
        }
    }
    Ok(None)
}

impl Evidence {
    /// The evidence in the reference's and the candidate's host text and assembly.
    pub fn new(texts: &[Vec<u8>; 2], assembly: [String; 2]) -> Self {
        let counts = |word: &str| texts.each_ref().map(|text| count_words(text, word.as_bytes()));
        let [ours, theirs] = [0, 1].map(|side| counts("inline")[side] + counts("constexpr")[side]);
        let [our_noinline, their_noinline] = counts("noinline");
        let [our_returns, their_returns] = texts.each_ref().map(|text| count_trailing_returns(text));
        Self {
            assembly,
            omitted_operand: has_omitted_operand(&texts[1]),
            repeated_inline: ours > theirs && our_noinline == their_noinline,
            dropped_return: our_returns < their_returns,
        }
    }
}

/// How often a word stands in a text.
fn count_words(text: &[u8], word: &[u8]) -> usize {
    text.split(|&byte| byte != b'_' && !byte.is_ascii_alphanumeric()).filter(|part| *part == word).count()
}

/// Whether a text has `?` and `:` with nothing but blanks between.
fn has_omitted_operand(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'?').skip(1).any(|after| {
        let after = after.trim_ascii_start();
        after.starts_with(b":") && !after.starts_with(b"::")
    })
}

/// How many blocks of a text end with `return;`; line markers may stand between.
fn count_trailing_returns(text: &[u8]) -> usize {
    let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii_start().starts_with(b"#"));
    let code: Vec<u8> = lines.flat_map(|line| line.iter().copied().chain([b' '])).collect();
    let words: Vec<&[u8]> = code.split(|&byte| byte == b';').collect();
    let ends_with_return = |statement: &[u8]| {
        let before = statement.trim_ascii_end().strip_suffix(b"return");
        before.is_some_and(|before| {
            !before.last().is_some_and(|byte| *byte == b'_' || byte.is_ascii_alphanumeric())
        })
    };
    words
        .windows(2)
        .filter(|pair| ends_with_return(pair[0]) && pair[1].trim_ascii_start().starts_with(b"}"))
        .count()
}

/// [`without_nops`], and local labels at one place as one label.
pub fn with_merged_labels(assembly: &str) -> String {
    let is_label = |line: &str| line.starts_with(".L") && line.ends_with(':');
    let code: Vec<&str> = assembly.lines().filter(|line| line.trim() != "nop").collect();
    let mut names = std::collections::HashMap::new();
    for place in code.chunk_by(|a, b| is_label(a) && is_label(b)).filter(|place| place.len() > 1) {
        let labels = place.iter().map(|label| label.trim_end_matches(':'));
        names.extend(labels.map(|label| (label, place[0].trim_end_matches(':'))));
    }
    let mut out = String::with_capacity(assembly.len());
    for line in code {
        let label = line.trim_end_matches(':');
        if is_label(line) && names.get(label).is_some_and(|first| *first != label) {
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find(".L") {
            let end = rest[at + 2..]
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.')
                .map_or(rest.len(), |length| at + 2 + length);
            out.push_str(&rest[..at]);
            out.push_str(names.get(&rest[at..end]).unwrap_or(&&rest[at..end]));
            rest = &rest[end..];
        }
        out.push_str(rest);
        out.push('\n');
    }
    without_nops(&out)
}

/// Assembly without `nop` instructions, its local labels numbered by first appearance.
pub fn without_nops(assembly: &str) -> String {
    let mut labels = std::collections::HashMap::new();
    let mut out = String::with_capacity(assembly.len());
    for line in assembly.lines().filter(|line| line.trim() != "nop") {
        let mut rest = line;
        while let Some(at) = rest.find(".L") {
            out.push_str(&rest[..at]);
            let end = rest[at + 2..]
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.')
                .map_or(rest.len(), |length| at + 2 + length);
            let next = labels.len();
            let number = *labels.entry(rest[at..end].to_owned()).or_insert(next);
            out.push_str(&format!(".L{number}"));
            rest = &rest[end..];
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nops_and_label_numbers_do_not_count() {
        let reference = "f:\n\tjmp .L7\n\tnop\n.L7:\n\tret\n";
        let candidate = "f:\n\tjmp .L2\n.L2:\n\tret\n";
        assert_eq!(without_nops(reference), without_nops(candidate));
        assert_ne!(without_nops(reference), without_nops("f:\n.L2:\n\tjmp .L2\n\tret\n"));
    }

    #[test]
    fn the_first_sufficient_cause_is_named() {
        let differences = |flags: &[&str], tolerance: Tolerance| {
            let same = tolerance.string_spelling && flags.is_empty();
            Ok(if same { Vec::new() } else { vec!["section .rodata".to_owned()] })
        };
        let evidence = Evidence {
            assembly: [String::new(), "ret".into()],
            omitted_operand: false,
            repeated_inline: false,
            dropped_return: false,
        };
        let explained = explain(&differences, &evidence).expect("no tool is run");
        assert_eq!(explained, Some(Cause::StringSpelling));
    }

    #[test]
    fn inlining_is_excused_only_where_the_reference_repeats_it() {
        let texts = |reference: &str, candidate: &str| [reference.into(), candidate.into()];
        let evidence = |reference: &str, candidate: &str| {
            Evidence::new(&texts(reference, candidate), Default::default()).repeated_inline
        };
        assert!(evidence("inline int f(); inline int f() {}", "int f(); inline int f() {}"));
        assert!(!evidence("__attribute__((noinline)) int f();", "int f();"));
    }

    #[test]
    fn a_dropped_return_moves_the_targets_of_jumps() {
        let reference = "f:\n\tje .L2\n\tjmp .L3\n.L2:\n\tcall g\n.L3:\n\tret\n";
        let candidate = "f:\n\tje .L2\n\tjmp .L5\n.L2:\n\tcall g\n.L5:\n\tnop\n.L1:\n\tret\n";
        let differences = |_: &[&str], _: Tolerance| Ok(vec!["section .text".to_owned()]);
        let explained = |texts: [&str; 2], candidate: &str| {
            let texts = texts.map(|text| text.as_bytes().to_vec());
            let evidence = Evidence::new(&texts, [reference.to_owned(), candidate.to_owned()]);
            explain(&differences, &evidence).expect("no tool is run")
        };
        let dropped = ["{ if (a) { g(); } }", "{ if (a) g();\n return ;\n# 3 \"x.cu\"\n}"];
        assert_eq!(explained(dropped, candidate), Some(Cause::TrailingReturn));
        assert_eq!(explained([dropped[1], dropped[1]], candidate), None);
        assert_eq!(explained([dropped[0], "{ if (a) g(); my_return; }"], candidate), None);
        assert_eq!(explained(dropped, &candidate.replace("call g", "call h")), None);
    }

    #[test]
    fn an_omitted_operand_is_seen() {
        assert!(has_omitted_operand(b"int y = x ? : 3;"));
        assert!(!has_omitted_operand(b"int y = x ? 1 : 3;"));
        assert!(!has_omitted_operand(b"int y = x ? ::one : 3;"));
    }
}
