//! The text of `-E` and `-P` where the input has macros or conditionals: what `preproc` makes of it, with the blanks and
//! lines that the reference writes.
//!
//! No name is predefined: the input is taken for preprocessed text, in which `__LINE__` stands for itself. Text outside
//! macros is copied. A line of text stands on its line of the output, by empty lines or a line marker; directives leave
//! nothing, `#pragma` and line markers apart.
//!
//! | input | output |
//! |---|---|
//! | `#define M -1`, `a  = M-M;` | an empty line, `a  = -1- -1;` |
//! | `f(1,` and `2)` on the next line | an empty line, what `f` makes of them |
//! | more than five lines without text | `# 8 "file"` |

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use asunder_preproc::{
    Dialect, Form, GivenFolders, Host, Macro, Output, Question, Request, SearchPath, Severity, Shared, Style,
    flags,
};
use asunder_source::parse_line_marker;
use asunder_syntax::{Lexer, SyntaxKind};

/// More lines than these without text are left out, with a marker behind them.
const EMPTY_LINES: u32 = 5;
/// Names that stand for what the reader decides: they are spelled with a prefix that is taken away again.
const READER: [&str; 12] = [
    "__LINE__",
    "__FILE__",
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
    "__COUNTER__",
    "__BASE_FILE__",
    "__INCLUDE_LEVEL__",
    "__FILE_NAME__",
    "__cplusplus",
    "__STDC__",
    "_Pragma",
];
const PREFIX: &str = "asunder_reader";
/// What stands for a line marker, for the start of a pragma, and behind each directive of a conditional. A number
/// follows.
const MARKER: &str = "asunder_marker_";
const PRAGMA: &str = "asunder_pragma_";
const GROUP: &str = "asunder_group_";

/// A reader that knows no macros.
struct Bare;

impl Host for Bare {
    fn number(&self) -> u64 {
        0
    }

    fn predefined(&self) -> &[Arc<Macro>] {
        &[]
    }

    fn head(&self) -> Option<Vec<u8>> {
        None
    }

    fn definitions(&self) -> Option<Vec<u8>> {
        None
    }

    fn answer(&self, _: Question, _: &str) -> Option<u32> {
        Some(0)
    }
}

/// Whether a text has directives besides line markers and pragmas.
pub fn has_directives(source: &str) -> bool {
    let mut at = 0;
    Lexer::new(source, Default::default()).any(|token| {
        let text = &source[at..at + token.len as usize];
        at += token.len as usize;
        token.kind == SyntaxKind::DIRECTIVE && directive(text) != "ident"
    })
}

/// The name of a directive.
fn directive(text: &str) -> &str {
    let text = text.trim_start().strip_prefix('#').unwrap_or(text).trim_start();
    &text[..text.find(|c: char| !c.is_ascii_alphabetic() && c != '_').unwrap_or(text.len())]
}

/// What the preprocessor makes of a text; `None` where it has an error, includes a file or is not understood.
pub fn text(input: &str, source: &str, line_markers: bool, comments: bool) -> Option<String> {
    let prepared = Prepared::of(source)?;
    let shared = Shared::default();
    let directory = std::path::PathBuf::from("/");
    let request = Request {
        source: "<stdin>".to_owned(),
        text: Some(prepared.text.clone().into_bytes()),
        search: SearchPath::new(&GivenFolders::default(), &[], &directory, Form::Gcc),
        directory,
        dialect: Dialect::DEFAULT,
        is_raw: false,
        macros: Vec::new(),
        includes: Vec::new(),
        macro_files: Vec::new(),
        shown_prefixes: Vec::new(),
        pragma_spaces: Vec::new(),
        first_include: None,
        style: Style::default(),
        records_expansions: true,
    };
    let output = asunder_preproc::preprocess(&shared, &Bare, &request);
    if output.messages.iter().any(|message| message.severity >= Severity::Error) {
        return None;
    }
    let pieces = Pieces::of(&prepared.text, &output, &shared)?;
    let mut writer = Writer {
        prepared: &prepared,
        line_markers,
        out: String::with_capacity(source.len()),
        file: input.to_owned(),
        line: 1,
        out_line: 1,
        is_fresh: true,
        blanks: String::new(),
        junction: Junction::Apart,
    };
    if line_markers {
        writer.out.push_str(&format!("# 1 \"{input}\"\n"));
    }
    writer.write(&pieces, comments);
    Some(writer.out)
}

/// A text whose line markers and pragmas are names.
struct Prepared {
    text: String,
    /// What the numbers of [`MARKER`] and [`PRAGMA`] stand for.
    markers: Vec<String>,
    pragmas: Vec<String>,
}

impl Prepared {
    fn of(source: &str) -> Option<Prepared> {
        let mut prepared = Prepared { text: String::new(), markers: Vec::new(), pragmas: Vec::new() };
        let mut groups = 0;
        let mut at = 0;
        let mut is_conditional = false;
        for token in Lexer::new(source, Default::default()) {
            let text = &source[at..at + token.len as usize];
            at += token.len as usize;
            let out = &mut prepared.text;
            match token.kind {
                SyntaxKind::LINE_MARKER if text.contains('\n') => return None,
                SyntaxKind::LINE_MARKER => {
                    out.push_str(&format!("{MARKER}{}", prepared.markers.len()));
                    prepared.markers.push(text.to_owned());
                }
                SyntaxKind::PRAGMA | SyntaxKind::DIRECTIVE
                    if token.kind == SyntaxKind::PRAGMA || directive(text) == "ident" =>
                {
                    let name = directive(text);
                    let end = text.find(name)? + name.len();
                    out.push_str(&format!("{PRAGMA}{}", prepared.pragmas.len()));
                    out.push_str(&text[end..]);
                    prepared.pragmas.push(text[..end].to_owned());
                }
                SyntaxKind::DIRECTIVE => {
                    match directive(text) {
                        "if" | "elif" if text.contains("__has_") => return None,
                        "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif" => is_conditional = true,
                        "elifdef" | "elifndef" => is_conditional = true,
                        "define" | "undef" => {}
                        _ => return None,
                    }
                    let hash = text.find('#')? + 1;
                    out.push_str(&text[..hash]);
                    let mut at = hash;
                    for token in Lexer::new(&text[hash..], Default::default()) {
                        let word = &text[at..at + token.len as usize];
                        at += token.len as usize;
                        push_word(out, word);
                    }
                }
                SyntaxKind::WHITESPACE if is_conditional => {
                    let end = text.find('\n')? + 1;
                    out.push_str(&format!("{}{GROUP}{groups}\n{}", &text[..end], &text[end..]));
                    groups += 1;
                    is_conditional = false;
                }
                _ => push_word(out, text),
            }
        }
        Some(prepared)
    }
}

/// Adds a word, one of the reader's with the prefix.
fn push_word(out: &mut String, text: &str) {
    if READER.contains(&text) || text.starts_with("__has_") {
        out.push_str(PREFIX);
    }
    out.push_str(text);
}

/// A macro and its arguments in the text, with the tokens that stand in their place.
struct Invocation {
    range: Range<usize>,
    tokens: Vec<(String, bool)>,
}

/// What a preprocessed text consists of, by places of the text it is made of.
struct Pieces {
    text: String,
    /// Where the tokens begin that are no macro's.
    plain: HashSet<usize>,
    invocations: Vec<Invocation>,
}

impl Pieces {
    fn of(text: &str, output: &Output, shared: &Shared) -> Option<Pieces> {
        let starts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let place = |line: u32, column: u16| {
            let start = starts.get((line as usize).checked_sub(1)?)?;
            Some(start + usize::from(column).checked_sub(1)?)
        };
        // The outermost expansion of each: those that an expansion is part of come first.
        let mut outermost: Vec<usize> = Vec::with_capacity(output.expansions.len());
        for (at, expansion) in output.expansions.iter().enumerate() {
            let parent = (expansion.parent as usize).checked_sub(1);
            outermost.push(parent.map_or(Some(at), |parent| outermost.get(parent).copied())?);
        }
        let mut plain = HashSet::new();
        // The tokens of each outermost expansion, in order.
        let mut expanded: HashMap<usize, Vec<(String, bool)>> = HashMap::new();
        let preprocessed = output.text.to_vec();
        for placed in &output.tokens {
            let token = placed.token;
            if token.origin == 0 {
                plain.insert(place(token.line, token.column)?);
                continue;
            }
            let root = &output.expansions[*outermost.get(token.origin as usize - 1)?];
            let start = place(root.line, root.column)?;
            let tokens = expanded.entry(start).or_default();
            let spelling = String::from_utf8_lossy(token.text(&shared.interner)).replace(PREFIX, "");
            let before = preprocessed.get((placed.offset as usize).checked_sub(1)?);
            let is_first = tokens.is_empty();
            // GCC has a blank between a number and what would go on with it.
            let goes_on = |(number, _): &(String, bool)| {
                number.starts_with(|c: char| c.is_ascii_digit() || c == '.')
                    && spelling.starts_with(['+', '-', '.'])
            };
            let is_needed = tokens.last().is_some_and(goes_on);
            let is_white = token.flags & flags::WHITE != 0;
            let is_of_body = place(token.line, token.column).is_none_or(|at| at < start);
            let is_apart = match before {
                _ if is_first => is_white && is_of_body,
                Some(b' ') => is_white || !is_needed,
                Some(b'\n') => is_white,
                _ => false,
            };
            tokens.push((spelling, is_apart));
        }
        let mut roots: Vec<usize> = Vec::new();
        for expansion in output.expansions.iter().filter(|expansion| expansion.parent == 0) {
            roots.push(place(expansion.line, expansion.column)?);
        }
        roots.sort_unstable();
        roots.dedup();
        let mut roots = roots.into_iter().peekable();
        let mut invocations: Vec<Invocation> = Vec::new();
        // The open invocation: its start, its end so far, the parentheses that are open in it.
        let mut open: Option<(Range<usize>, u32)> = None;
        let mut close = |open: &mut Option<(Range<usize>, u32)>| {
            if let Some((range, _)) = open.take() {
                let tokens = expanded.remove(&range.start).unwrap_or_default();
                invocations.push(Invocation { range, tokens });
            }
        };
        let mut at = 0;
        for token in Lexer::new(text, Default::default()) {
            let range = at..at + token.len as usize;
            at = range.end;
            if matches!(token.kind, SyntaxKind::WHITESPACE | SyntaxKind::COMMENT) {
                continue;
            }
            while roots.next_if(|root| *root < range.start).is_some() {}
            let is_directive = token.kind == SyntaxKind::DIRECTIVE;
            if is_directive || plain.contains(&range.start) {
                close(&mut open);
                continue;
            }
            let spelling = &text[range.clone()];
            match &mut open {
                // Its arguments, or another list of them behind it.
                Some((own, depth)) if *depth > 0 || spelling == "(" => {
                    own.end = range.end;
                    match spelling {
                        "(" => *depth += 1,
                        ")" => *depth -= 1,
                        _ => {}
                    }
                    continue;
                }
                _ => close(&mut open),
            }
            if roots.next_if(|root| *root == range.start).is_some() {
                open = Some((range, 0));
            }
        }
        close(&mut open);
        Some(Pieces { text: text.to_owned(), plain, invocations })
    }
}

/// What stands at the end of the text so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Junction {
    /// Blanks, or a new line.
    Apart,
    /// A token of the text.
    Plain,
    /// A macro.
    Macro,
}

struct Writer<'a> {
    prepared: &'a Prepared,
    line_markers: bool,
    out: String,
    file: String,
    /// The line that is read, and the line that is written.
    line: u32,
    out_line: u32,
    /// Whether nothing is written on that line.
    is_fresh: bool,
    /// Blanks in front of what comes next.
    blanks: String,
    junction: Junction,
}

impl<'a> Writer<'a> {
    fn write(&mut self, pieces: &Pieces, comments: bool) {
        let mut invocations = pieces.invocations.iter().peekable();
        let mut skip_to = 0;
        let mut is_active = true;
        // The line of a directive or a marker ends without a line of the output; so does that of a conditional's name.
        let mut is_silent = false;
        let mut is_group = false;
        let mut at = 0;
        for token in Lexer::new(&pieces.text, Default::default()) {
            let range = at..at + token.len as usize;
            at = range.end;
            let text = &pieces.text[range.clone()];
            if range.start < skip_to {
                continue;
            }
            if let Some(invocation) = invocations.next_if(|it| it.range.start == range.start) {
                skip_to = invocation.range.end;
                // Blanks in front of it begin its line.
                if !self.blanks.is_empty() {
                    self.flush();
                }
                self.line += newlines(&pieces.text[invocation.range.clone()]);
                self.invocation(invocation);
                continue;
            }
            match token.kind {
                SyntaxKind::WHITESPACE => {
                    for part in text.split_inclusive('\n') {
                        let Some(blanks) = part.strip_suffix('\n') else {
                            self.blanks.push_str(part);
                            continue;
                        };
                        if blanks.ends_with('\\') {
                            self.line += 1;
                            continue;
                        }
                        if !std::mem::take(&mut is_silent) && is_active {
                            self.blanks.push_str(blanks);
                            self.flush();
                            self.out.push('\n');
                            self.out_line += 1;
                            self.is_fresh = true;
                        }
                        self.blanks.clear();
                        self.junction = Junction::Apart;
                        self.line += u32::from(!std::mem::take(&mut is_group));
                    }
                }
                SyntaxKind::COMMENT if !is_active || is_silent => self.line += newlines(text),
                SyntaxKind::COMMENT => {
                    let lines = newlines(text);
                    if comments {
                        self.plain(text);
                    } else if text.starts_with("/*") {
                        if lines > 0 {
                            self.flush();
                            self.out.extend(std::iter::repeat_n('\n', lines as usize));
                        }
                        self.blanks.push(' ');
                    }
                    self.line += lines;
                    self.out_line += lines;
                }
                SyntaxKind::DIRECTIVE => {
                    self.blanks.clear();
                    self.line += newlines(text);
                    is_silent = true;
                }
                _ if text.starts_with(GROUP) => {
                    is_active = pieces.plain.contains(&range.start);
                    is_silent = true;
                    is_group = true;
                }
                _ if !pieces.plain.contains(&range.start) => {}
                _ => match self.stands_for(text) {
                    Some((MARKER, marker)) => {
                        self.marker(marker);
                        is_silent = true;
                    }
                    Some((_, pragma)) => self.plain(pragma),
                    None => self.plain(text.strip_prefix(PREFIX).unwrap_or(text)),
                },
            }
        }
        if !self.blanks.is_empty() && is_active {
            self.flush();
        }
    }

    /// What a name of [`Prepared`] stands for.
    fn stands_for(&self, text: &str) -> Option<(&'static str, &'a str)> {
        let of =
            |start: &'static str, list: &'static str| text.strip_prefix(start).map(|number| (list, number));
        let (kind, number) = of(MARKER, MARKER).or_else(|| of(PRAGMA, PRAGMA))?;
        let prepared = self.prepared;
        let list = if kind == MARKER { &prepared.markers } else { &prepared.pragmas };
        Some((kind, list.get(number.parse::<usize>().ok()?)?))
    }

    /// A line marker: the next line is the one that it names.
    fn marker(&mut self, text: &str) {
        let Some(marker) = parse_line_marker(text) else { return };
        if let Some(file) = marker.file {
            self.file = file.to_owned();
        }
        let line = marker.line;
        if self.line_markers {
            self.out.push_str(&format!("# {line} \"{}\"\n", self.file));
        }
        self.blanks.clear();
        // The end of its own line counts too.
        self.line = line.wrapping_sub(1);
        self.out_line = self.line.wrapping_add(1);
        self.is_fresh = true;
        self.junction = Junction::Apart;
    }

    /// Writes the blanks, on the line that is read.
    fn flush(&mut self) {
        if std::mem::take(&mut self.is_fresh) && self.line_markers {
            let behind = self.line.wrapping_sub(self.out_line);
            match behind {
                0..=EMPTY_LINES => self.out.extend(std::iter::repeat_n('\n', behind as usize)),
                _ => self.out.push_str(&format!("# {} \"{}\"\n", self.line, self.file)),
            }
            self.out_line = self.line;
        }
        if !self.blanks.is_empty() {
            self.junction = Junction::Apart;
        }
        self.out.push_str(&std::mem::take(&mut self.blanks));
    }

    /// Writes a token of the text.
    fn plain(&mut self, text: &str) {
        self.flush();
        if self.junction == Junction::Macro {
            self.separate(text);
        }
        self.out.push_str(text);
        self.junction = Junction::Plain;
    }

    /// Writes what stands in the place of a macro.
    fn invocation(&mut self, invocation: &Invocation) {
        self.flush();
        let was_apart = self.junction == Junction::Apart;
        for (at, (text, is_apart)) in invocation.tokens.iter().enumerate() {
            match (is_apart, at) {
                (true, _) => self.out.push(' '),
                (false, 0) if was_apart => {}
                _ => self.separate(text),
            }
            self.out.push_str(text);
        }
        if !was_apart || !invocation.tokens.is_empty() {
            self.junction = Junction::Macro;
        }
    }

    /// Writes a blank where what is written last and a token would look like one.
    fn separate(&mut self, text: &str) {
        let (Some(last), Some(first)) = (self.out.bytes().next_back(), text.bytes().next()) else { return };
        if would_join(last, first) {
            self.out.push(' ');
        }
    }
}

fn newlines(text: &str) -> u32 {
    text.bytes().filter(|&byte| byte == b'\n').count() as u32
}

/// Whether the reference writes a blank between two tokens of which one comes from a macro, by the last byte of the one
/// and the first of the other.
fn would_join(left: u8, right: u8) -> bool {
    let class = |byte: u8| match byte {
        b'"' | b'\'' => Class::Quote,
        b'.' => Class::Dot,
        b'_' | b'$' => Class::Word,
        _ if byte.is_ascii_alphanumeric() || byte >= 0x80 => Class::Word,
        _ if b"+-*/<>=&|:!^%#".contains(&byte) => Class::Operator,
        _ => Class::Other,
    };
    use Class::{Dot, Operator, Quote, Word};
    match class(left) {
        Operator => matches!(class(right), Operator | Quote),
        Quote => matches!(class(right), Operator | Quote | Dot | Word),
        Dot | Word => matches!(class(right), Dot | Word),
        Class::Other => false,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Dot,
    Quote,
    Operator,
    Other,
}
