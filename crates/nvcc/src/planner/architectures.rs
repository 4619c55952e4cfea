//! The virtual architectures of a compile command.

use std::fmt;

use super::arguments::Arguments;

/// `90`, `90a`, `100f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Architecture {
    pub number: u32,
    /// `a`: code for this one only; `f`: for its family.
    pub suffix: Option<char>,
}

/// A virtual architecture, and what is made from the text for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub architecture: Architecture,
    /// Code that is optimized when it is linked: `lto_90`.
    pub has_lto: bool,
    /// Other code.
    pub has_code: bool,
}

/// An architecture, the first minor number of the releases 13 that has it.
const NUMBERS: [(u32, u32); 13] = [
    (75, 0),
    (80, 0),
    (86, 0),
    (87, 0),
    (88, 0),
    (89, 0),
    (90, 0),
    (100, 0),
    (103, 0),
    (107, 4),
    (110, 0),
    (120, 0),
    (121, 0),
];
/// The first with code of its own.
const FIRST_SPECIFIC: u32 = 90;
/// The first with code of its family.
const FIRST_OF_FAMILY: u32 = 100;
/// How names of code begin that is optimized when it is linked.
const LTO: &str = "lto_";
/// What a command without an architecture compiles for.
const DEFAULT: Architecture = Architecture { number: 75, suffix: None };
/// What begins the list of `all-major` beside the numbers that end in 0.
const OLDEST: u32 = 75;

impl fmt::Display for Architecture {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.number)?;
        self.suffix.map_or(Ok(()), |suffix| write!(formatter, "{suffix}"))
    }
}

impl Architecture {
    fn parse(text: &str, minor: u32) -> Option<Architecture> {
        let suffix = text.chars().next_back().filter(|it| matches!(it, 'a' | 'f'));
        let number: u32 = text.strip_suffix(['a', 'f']).unwrap_or(text).parse().ok()?;
        let is_there = NUMBERS.iter().any(|&(own, first)| own == number && first <= minor);
        let has_suffix = match suffix {
            Some('a') => number >= FIRST_SPECIFIC,
            Some(_) => number >= FIRST_OF_FAMILY,
            None => true,
        };
        (is_there && has_suffix).then_some(Architecture { number, suffix })
    }

    /// The macros of its device pass.
    pub fn macros(self) -> Vec<String> {
        let number = self.number;
        let mut macros = vec![format!("-D__CUDA_ARCH__={number}0")];
        if self.suffix == Some('a') {
            macros.push(format!("-D__CUDA_ARCH_FEAT_SM{number}_ALL"));
            macros.push(format!("-D__CUDA_ARCH_SPECIFIC__={number}0"));
        }
        if self.suffix.is_some() {
            macros.push(format!("-D__CUDA_ARCH_FAMILY_SPECIFIC__={number}0"));
        }
        macros
    }
}

/// The macro that lists all architectures of a command.
pub(super) fn list_macro(targets: &[Target]) -> String {
    let mut numbers: Vec<u32> = targets.iter().map(|it| it.architecture.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let numbers: Vec<String> = numbers.into_iter().map(|number| format!("{number}0")).collect();
    format!("-D__CUDA_ARCH_LIST__={}", numbers.join(","))
}

/// The virtual architectures that a command compiles for, in nvcc's order; `None` if they are not understood. `minor`
/// is that of the release 13.
pub(super) fn of(arguments: &Arguments, minor: u32) -> Option<Vec<Target>> {
    let mut found: Vec<Target> = Vec::new();
    let mut add = |architecture, is_lto: bool| {
        let at = found.iter().position(|it| it.architecture == architecture).unwrap_or_else(|| {
            found.push(Target { architecture, has_lto: false, has_code: false });
            found.len() - 1
        });
        found[at].has_lto |= is_lto;
        found[at].has_code |= !is_lto;
    };
    // What is made, and from the text for which architecture.
    let mut made: Vec<(&str, Architecture)> = Vec::new();
    // Codes that are made for an architecture, each of which must be one that it can have.
    let are_codes =
        |architecture, codes: &[&str]| codes.iter().all(|code| is_code(architecture, code, minor));
    let codes = arguments.values("gpu-code");
    match arguments.value("gpu-architecture") {
        None if codes.is_empty() && arguments.values("generate-code").is_empty() => add(DEFAULT, false),
        None if codes.is_empty() => {}
        None => return None,
        Some("all" | "all-major" | "native") if !codes.is_empty() || arguments.has("generate-code") => {
            return None;
        }
        Some(kind @ ("all" | "all-major")) => {
            let is_major = |number: u32| kind == "all" || number.is_multiple_of(10) || number == OLDEST;
            let numbers = NUMBERS.iter().filter(|&&(number, first)| first <= minor && is_major(number));
            numbers.for_each(|&(number, _)| add(Architecture { number, suffix: None }, false));
        }
        Some(name) if codes.is_empty() => {
            let text = name.strip_prefix("sm_").or_else(|| name.strip_prefix("compute_"))?;
            let architecture = Architecture::parse(text, minor)?;
            add(Architecture { suffix: None, ..architecture }, false);
            add(architecture, false);
            made.push((name, architecture));
        }
        Some(name) => {
            let architecture = Architecture::parse(name.strip_prefix("compute_")?, minor)?;
            let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
            are_codes(architecture, &codes).then_some(())?;
            codes.iter().for_each(|code| add(architecture, code.starts_with(LTO)));
            made.extend(codes.iter().map(|code| (*code, architecture)));
        }
    }
    for specification in arguments.values("generate-code") {
        let (name, codes) = specification.strip_prefix("arch=")?.split_once(",code=")?;
        let architecture = Architecture::parse(name.strip_prefix("compute_")?, minor)?;
        let listed = codes.strip_prefix('[').and_then(|codes| codes.strip_suffix(']'));
        let listed = listed.or_else(|| codes.strip_prefix('"').and_then(|codes| codes.strip_suffix('"')));
        let codes: Vec<&str> = listed.unwrap_or(codes).split(',').collect();
        are_codes(architecture, &codes).then_some(())?;
        codes.iter().for_each(|code| add(architecture, code.starts_with(LTO)));
        made.extend(codes.iter().map(|code| (*code, architecture)));
    }
    // nvcc makes no code from two texts.
    let is_made_twice =
        |(code, from): &(&str, Architecture)| made.iter().any(|it| it.0 == *code && it.1 != *from);
    if made.iter().any(is_made_twice) {
        return None;
    }
    Some(found)
}

/// Whether a command names one kind of code at most.
pub(super) fn has_one_code(arguments: &Arguments) -> bool {
    let is_list = |code: &String| code.contains(['[', '"']);
    arguments.values("gpu-code").len() < 2 && !arguments.values("generate-code").iter().any(is_list)
}

/// Whether a command names code for a processor, or leaves it to the default.
pub(super) fn names_real(arguments: &Arguments) -> bool {
    let codes = arguments.values("gpu-code").iter().chain(arguments.values("generate-code"));
    let name = arguments.value("gpu-architecture").filter(|_| !arguments.has("gpu-code"));
    codes.map(String::as_str).chain(name).all(|it| it.contains("sm_"))
}

/// Whether this is code that surely can be made from the text for an architecture.
fn is_code(architecture: Architecture, code: &str, minor: u32) -> bool {
    if let Some(text) = code.strip_prefix("compute_") {
        return Architecture::parse(text, minor) == Some(architecture);
    }
    let Some(code) = code
        .strip_prefix("sm_")
        .or_else(|| code.strip_prefix(LTO))
        .and_then(|text| Architecture::parse(text, minor))
    else {
        return false;
    };
    match architecture.suffix {
        None => code.suffix.is_none() && code.number >= architecture.number,
        Some('f') => code.number == architecture.number,
        Some(_) => code == architecture,
    }
}
