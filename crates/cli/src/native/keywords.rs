//! Sources that are not preprocessed: CUDA's keywords, which the toolkit's headers define as attributes.

use asunder_syntax::{Dialect, Lexer, SyntaxKind, TextSize};

/// Keywords with what the headers define them as.
const KEYWORDS: &[(&str, &str)] = &[
    ("__host__", "__attribute__((host))"),
    ("__device__", "__attribute__((device))"),
    ("__global__", "__attribute__((global))"),
    ("__shared__", "__attribute__((shared))"),
    ("__constant__", "__attribute__((constant))"),
    ("__managed__", "__attribute__((managed))"),
    ("__grid_constant__", "__attribute__((grid_constant))"),
    ("__noinline__", "__attribute__((noinline))"),
    ("__forceinline__", "inline __attribute__((always_inline))"),
];

/// A text with CUDA's keywords as attributes. A text with line markers is preprocessed and stays as it is.
pub struct Expanded {
    /// The text.
    pub text: String,
    /// Behind each replaced keyword, its end in the original and in the text.
    ends: Vec<(usize, usize)>,
}

impl Expanded {
    /// Replaces the keywords of `original`.
    pub fn of(original: &str) -> Expanded {
        let is_marker = |line: &str| {
            line.strip_prefix("# ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let mut expanded = Expanded { text: String::with_capacity(original.len()), ends: Vec::new() };
        if original.lines().any(is_marker) {
            expanded.text.push_str(original);
            return expanded;
        }
        let mut start = 0;
        for token in Lexer::new(original, Dialect::default()) {
            let end = start + token.len as usize;
            let spelling = &original[start..end];
            let keyword = KEYWORDS.iter().find(|(keyword, _)| *keyword == spelling);
            match keyword.filter(|_| token.kind == SyntaxKind::IDENT) {
                Some((_, attribute)) => {
                    expanded.text.push_str(attribute);
                    expanded.ends.push((end, expanded.text.len()));
                }
                None => expanded.text.push_str(spelling),
            }
            start = end;
        }
        expanded
    }

    /// Where byte `at` of the original, outside keywords, stands in the text.
    pub fn place_of(&self, at: TextSize) -> TextSize {
        shifted(at, self.ends.iter().map(|(original, text)| (*original, *text)))
    }

    /// Where byte `at` of the text, outside attributes of keywords, stands in the original.
    pub fn original_of(&self, at: TextSize) -> TextSize {
        shifted(at, self.ends.iter().map(|(original, text)| (*text, *original)))
    }
}

/// `at` moved as the last of the pairs that end before it.
fn shifted(at: TextSize, pairs: impl Iterator<Item = (usize, usize)>) -> TextSize {
    let at = usize::from(at);
    let (from, to) = pairs.take_while(|(from, _)| *from <= at).last().unwrap_or((0, 0));
    u32::try_from(to + (at - from)).map_or(TextSize::new(0), TextSize::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_become_attributes_and_places_follow() {
        let expanded = Expanded::of("__device__ int v; __global__ void k();");
        assert_eq!(expanded.text, "__attribute__((device)) int v; __attribute__((global)) void k();");
        for (original, text) in [(15, 28), (34, 60)] {
            assert_eq!(expanded.place_of(original.into()), text.into());
            assert_eq!(expanded.original_of(text.into()), original.into());
        }
        let preprocessed = "# 1 \"k.cu\"\nint __device__;";
        assert_eq!(Expanded::of(preprocessed).text, preprocessed);
    }
}
