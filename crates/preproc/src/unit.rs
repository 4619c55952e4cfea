//! One pass over a unit: its state, and where its tokens come from.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::assertions::Assertions;
use crate::clean::block_comment;
use crate::dialect::Dialect;
use crate::expand::Context;
use crate::facts::{Facts, Subject};
use crate::file::{Files, OpenTexts, SlotNumber, SourceFile};
use crate::include::{Found, Identity, OnceKey};
use crate::kept::Uses;
use crate::layout::{Directive, ElementKind};
use crate::macros::{BUILTINS, Builtin, CLANG_BUILTINS, Definition, FOREIGN, Macro, Table, Words, parse};
use crate::output::{Expansion, Macros, Output, PlacedToken};
use crate::print::{Change, Form, KeptMacros, Printer, Spot, quote};
use crate::request::{Given, Host, Message, Question, Request, Severity};
use crate::reuse::Notes;
use crate::search::SearchPath;
use crate::stretch::Open;
use crate::symbol::{Interner, Symbol};
use crate::text::Text;
use crate::token::{FileNumber, Kind, Lexed, Origin, Realm, Token, flags};

/// Files nested deeper are an error, as for GCC.
pub(crate) const DEEPEST_INCLUDE: usize = 200;

/// What all units and passes of a process share.
#[derive(Default)]
pub struct Shared {
    /// The spellings.
    pub interner: Interner,
    /// Texts that stand in the place of files.
    pub open: Arc<OpenTexts>,
    dialects: Mutex<FxHashMap<Dialect, Arc<Files>>>,
    configurations: Mutex<FxHashMap<Configuration, u64>>,
    /// The macros of command lines and compilers, by the words that define them: equal ones are one.
    given: Mutex<FxHashMap<GivenKey, Arc<Macro>>>,
    /// What was found in a configuration, in the revision of the files that is named.
    found: Mutex<FxHashMap<u64, (u64, Arc<AllResolved>)>>,
}

/// The words behind `#define`, in a language.
type GivenKey = (Dialect, Box<[u8]>);
/// What a unit is read under: the folder where names begin, the folders of includes, the language, the number of the
/// compiler.
type Configuration = (PathBuf, SearchPath, Dialect, u64);

impl Shared {
    /// The files, as a dialect reads them.
    pub fn files(&self, dialect: Dialect) -> Arc<Files> {
        let new = || Arc::new(Files::with_open_texts(Arc::clone(&self.open)));
        Arc::clone(self.dialects().entry(dialect).or_insert_with(new))
    }

    /// Says that files may have changed.
    pub fn start_revision(&self) {
        self.dialects().values().for_each(|files| files.start_revision());
    }

    /// The spellings of symbols.
    pub fn names(&self, symbols: &[Symbol]) -> Vec<String> {
        let text = |name: &Symbol| String::from_utf8_lossy(self.interner.text(*name)).into_owned();
        symbols.iter().map(text).collect()
    }

    fn configuration(&self, host: &dyn Host, request: &Request) -> u64 {
        let Request { directory, search, dialect, .. } = request;
        let mut known = lock(&self.configurations);
        let next = known.len() as u64;
        *known.entry((directory.clone(), search.clone(), *dialect, host.number())).or_insert(next)
    }

    /// The macro that the words behind `#define` define.
    fn given(&self, dialect: Dialect, text: &[u8], words: &Words) -> Result<Arc<Macro>, String> {
        let key = (dialect, text.into());
        if let Some(known) = lock(&self.given).get(&key) {
            return Ok(Arc::clone(known));
        }
        let start = crate::lexer::Start::default();
        let tokens = crate::lexer::lex(text, start, dialect, &self.interner);
        let definition = Arc::new(parse(&tokens, words, &self.interner).map_err(|(text, _)| text)?);
        Ok(Arc::clone(lock(&self.given).entry(key).or_insert(definition)))
    }

    /// What is known to be found in a configuration, in this revision.
    fn found(&self, configuration: u64, revision: u64) -> Arc<AllResolved> {
        let known = lock(&self.found).get(&configuration).filter(|(of, _)| *of == revision).cloned();
        known.map(|(_, all)| all).unwrap_or_default()
    }

    /// Adds what was found besides what is known.
    fn add_found(&self, configuration: u64, revision: u64, new: AllResolved) {
        let mut found = lock(&self.found);
        let (of, known) = found.entry(configuration).or_default();
        if *of != revision {
            (*of, *known) = (revision, Arc::default());
        }
        Arc::make_mut(known).extend(new);
    }

    fn dialects(&self) -> MutexGuard<'_, FxHashMap<Dialect, Arc<Files>>> {
        lock(&self.dialects)
    }
}

/// A table of all units. A thread that panicked left it whole: each entry is written at once.
fn lock<T>(table: &Mutex<T>) -> MutexGuard<'_, T> {
    table.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// An included file.
pub(crate) struct Buffer {
    pub file: Arc<SourceFile>,
    /// Its number.
    pub number: u32,
    /// Its name in markers.
    pub name: Symbol,
    /// What is added to a physical line for the presumed one.
    pub delta: u32,
    pub realm: Realm,
    /// The folder of the search path that it was found in; `None` for its includer's own.
    pub folder: Option<usize>,
    pub identity: Identity,
    /// Its path as it was found.
    pub path: Symbol,
    /// The element that comes next.
    pub next: usize,
    pub run: Arc<[Lexed]>,
    /// The token of the run that comes next.
    pub at: usize,
    /// How many conditionals are open.
    pub conditions: Vec<bool>,
    /// What it gives is noted.
    pub is_noted: bool,
    /// The byte behind what was written of it as it is.
    pub written: usize,
    /// What line markers of it entered: where each of them returns to.
    pub entered: Vec<(Symbol, u32, Realm)>,
}

/// A stack of sources of tokens, and all that decides what they become.
pub(crate) struct Unit<'a> {
    pub shared: &'a Shared,
    pub files: Arc<Files>,
    pub host: &'a dyn Host,
    pub request: &'a Request,
    pub words: Words,
    pub macros: Table,
    pub buffers: Vec<Buffer>,
    pub contexts: Vec<Context>,
    pub printer: Printer,
    pub messages: Vec<Message>,
    pub lookahead: Vec<Token>,
    /// The tokens of the directive that is carried out.
    pub directive: Option<(Vec<Token>, usize)>,
    /// The line of that directive.
    pub directive_line: u32,
    pub in_deferred_pragma: bool,
    /// The directive is an include: blanks count.
    pub in_include: bool,
    pub parsing_arguments: u8,
    pub prevent_expansion: u32,
    pub keep_tokens: u32,
    pub about_to_expand: bool,
    pub ignores_pragma_operator: bool,
    /// Where the outermost macro that is expanded stands.
    pub invocation: (u32, u16),
    pub outermost: Symbol,
    /// The line of the token that the files gave last.
    pub file_line: u32,
    /// The first token of the line that is read.
    pub line_head: (u32, u16),
    pub expansions: Vec<Expansion>,
    /// Expansions stay known behind the outermost macro.
    pub keeps_expansions: bool,
    /// The expansion whose arguments are expanded.
    pub enclosing: Origin,
    pub file_names: FxHashMap<Symbol, u32>,
    /// The symbols of these names.
    pub name_symbols: Vec<Symbol>,
    pub once: FxHashMap<OnceKey, Vec<Arc<SourceFile>>>,
    /// What was found by a name from a folder of the search path on: by units before this one, and by this one.
    pub resolved_before: Arc<AllResolved>,
    pub resolved: AllResolved,
    pub facts: Facts,
    pub notes: Notes,
    /// The number of what the unit is read under.
    pub configuration: u64,
    pub is_over: bool,
    pub pool: Vec<Vec<Token>>,
    pub expanding: u32,
    /// Expansions by the numbers of their definitions.
    pub known: FxHashMap<u32, Known>,
    /// What `##` made of the names, and of names and numbers, that stood on its sides.
    pub pasted: FxHashMap<(Symbol, Symbol), (Kind, Symbol)>,
    /// Definitions whose expansions depend on where they stand.
    pub placed: FxHashSet<u32>,
    /// An expansion that is recorded.
    pub watch: Option<Watch>,
    /// What the name of the macro that was computed last belongs to, its file, and how far the files were read then.
    pub last_computed: Option<(Realm, FileNumber, PlaceInFile)>,
    /// The macros that are used, where they are written.
    pub uses: Uses,
    pub assertions: Assertions,
    /// Tokens that are written next.
    pub plain: Vec<Token>,
    /// The stretch that is read and logged.
    pub stretch: Option<Open>,
}

/// The expansion of a macro without parameters.
pub(crate) struct Known {
    tokens: Vec<Token>,
    /// The names that were looked at, and the definitions that they had.
    names: Vec<(Symbol, u32)>,
}

impl Known {
    fn holds(&self, macros: &mut Table) -> bool {
        self.names.iter().all(|(name, slot)| macros.look_up(*name) == *slot)
    }
}

/// What an expansion looks at while it is recorded.
#[derive(Default)]
pub(crate) struct Watch {
    /// Names and the definitions that they have.
    pub names: Vec<(Symbol, u32)>,
    /// It depends on where it stands, or on what follows.
    pub is_placed: bool,
}

/// What was found, and under which names it was looked for.
pub(crate) type Resolved = (Option<Found>, Arc<[SlotNumber]>);
/// The same by names and the folders from which they were looked for.
pub(crate) type AllResolved = FxHashMap<(Symbol, usize), Resolved>;

/// How far files are read: how many are open, the next element of the innermost one, and its next token.
pub(crate) type PlaceInFile = (usize, usize, usize);

/// What stands in the stack where `-D` options are.
const COMMAND_LINE: &str = "<command-line>";

/// Preprocesses a source.
pub fn preprocess(shared: &Shared, host: &dyn Host, request: &Request) -> Output {
    let files = shared.files(request.dialect);
    let (configuration, revision) = (shared.configuration(host, request), files.revision());
    let mut unit = Unit {
        shared,
        files,
        host,
        request,
        words: Words::new(&shared.interner),
        macros: Table::default(),
        buffers: Vec::new(),
        contexts: Vec::new(),
        printer: Printer::new(request.style),
        messages: Vec::new(),
        lookahead: Vec::new(),
        directive: None,
        directive_line: 0,
        in_deferred_pragma: false,
        in_include: false,
        parsing_arguments: 0,
        prevent_expansion: 0,
        keep_tokens: 0,
        about_to_expand: false,
        ignores_pragma_operator: false,
        invocation: (0, 0),
        outermost: Symbol::EMPTY,
        file_line: 0,
        line_head: (0, 0),
        expansions: Vec::new(),
        keeps_expansions: request.records_expansions,
        enclosing: 0,
        file_names: FxHashMap::default(),
        name_symbols: Vec::new(),
        once: FxHashMap::default(),
        resolved_before: shared.found(configuration, revision),
        resolved: FxHashMap::default(),
        facts: Facts::default(),
        notes: Notes::default(),
        configuration,
        is_over: false,
        pool: Vec::new(),
        expanding: 0,
        known: FxHashMap::default(),
        pasted: FxHashMap::default(),
        placed: FxHashSet::default(),
        watch: None,
        last_computed: None,
        uses: Uses::default(),
        assertions: Assertions::default(),
        plain: Vec::new(),
        stretch: None,
    };
    let tokens = unit.run();
    unit.write_uses();
    unit.printer.finish();
    // A revision that began meanwhile may have other files.
    if !unit.resolved.is_empty() && unit.files.revision() == revision {
        shared.add_found(configuration, revision, std::mem::take(&mut unit.resolved));
    }
    Output {
        text: Text::new(unit.printer.take_from(0)),
        messages: unit.messages,
        files: unit.name_symbols,
        tokens,
        expansions: unit.expansions,
        macros: Macros(unit.macros),
    }
}

/// The macros of a text of `#define` lines, as compilers print what they predefine.
pub fn definitions(shared: &Shared, dialect: Dialect, text: &[u8]) -> Vec<Arc<Macro>> {
    let words = Words::new(&shared.interner);
    let lines = text.split(|&byte| byte == b'\n').filter_map(|line| line.strip_prefix(b"#define "));
    lines.filter_map(|line| shared.given(dialect, line, &words).ok()).collect()
}

impl Unit<'_> {
    fn run(&mut self) -> Vec<PlacedToken> {
        let interner = &self.shared.interner;
        let source = interner.intern(self.request.source.as_bytes());
        if self.request.is_raw {
            for (name, builtin) in BUILTINS {
                self.macros.define(interner.intern(name.as_bytes()), Definition::Computed(builtin));
            }
            let mut tokens = Vec::new();
            if let Some(main) = self.open_source() {
                self.prevent_expansion = u32::from(self.request.dialect.preprocessed);
                self.read_source(main, source, &mut tokens);
            }
            return tokens;
        }
        for (name, builtin) in BUILTINS {
            self.macros.define(interner.intern(name.as_bytes()), Definition::Computed(builtin));
        }
        if self.request.style.form == Form::Clang {
            for (name, builtin) in CLANG_BUILTINS {
                self.macros.define(interner.intern(name.as_bytes()), Definition::Computed(builtin));
            }
        }
        for name in FOREIGN {
            if self.host.answer(Question::Defined, name) == Some(1) {
                self.macros.define(interner.intern(name.as_bytes()), Definition::Computed(Builtin::Foreign));
            }
        }
        for definition in self.host.predefined() {
            let definition = Definition::User(Arc::clone(definition), 0, Realm::Builtin);
            let Definition::User(it, ..) = &definition else { continue };
            self.macros.define(it.name, definition);
        }
        let spot = |file, line| Spot { file, line, column: 0, realm: Realm::User };
        let command_line = interner.intern(COMMAND_LINE.as_bytes());
        let builtin = spot(interner.intern(b"<built-in>"), 0);
        let head = self.host.head();
        if let Some(head) = &head {
            let mut name = Vec::new();
            quote(interner.text(source), &mut name);
            let head = String::from_utf8_lossy(head).replace("<stdin>", &String::from_utf8_lossy(&name));
            // The last line is that of the source.
            let lines = head.trim_end().rfind('\n').map_or(0, |at| at + 1);
            self.printer.clang_head(&head.as_bytes()[..lines], &builtin);
            self.printer.silent = true;
        }
        self.printer.change(Change::Rename, None, &spot(source, 0), interner);
        self.printer.change(Change::Rename, None, &builtin, interner);
        self.keep_predefined(&builtin);
        self.printer.change(Change::Rename, None, &spot(command_line, 0), interner);
        let mut tokens = Vec::new();
        let Some(main) = self.open_source() else { return tokens };
        self.command_line_macros(&spot(command_line, 0));
        let base = Arc::new(SourceFile::of_text(Path::new(COMMAND_LINE), Vec::new(), self.request.dialect));
        // The command line is below all files: what it includes returns to it.
        self.buffers.push(Buffer {
            file: base,
            number: 0,
            name: if head.is_some() { builtin.file } else { command_line },
            delta: 0,
            realm: Realm::User,
            folder: None,
            identity: Identity::default(),
            path: Symbol::EMPTY,
            next: 0,
            run: Arc::new([]),
            at: 0,
            conditions: Vec::new(),
            is_noted: false,
            written: 0,
            entered: Vec::new(),
        });
        self.printer.silent = false;
        if head.is_some() && !self.request.macro_files.is_empty() {
            self.report(Severity::Error, None, "clang's text behind files whose macros alone are taken");
        }
        if let Some(first) = &self.request.first_include {
            self.include_given(first, true);
            self.drain(&mut tokens);
        }
        for name in &self.request.macro_files {
            self.printer.silent = true;
            self.include_given(name, false);
            self.drain(&mut tokens);
            self.printer.silent = false;
        }
        for (at, name) in self.request.includes.iter().enumerate() {
            if head.is_some() {
                // They are the lines of a file.
                self.buffer().delta = at as u32 + 1;
            }
            self.include_given(name, false);
            self.drain(&mut tokens);
        }
        if self.is_over {
            return tokens;
        }
        self.buffers.pop();
        self.read_source(main, source, &mut tokens);
        tokens
    }

    fn read_source(&mut self, main: Arc<SourceFile>, source: Symbol, tokens: &mut Vec<PlacedToken>) {
        let spot = Spot { file: source, line: 1, column: 0, realm: Realm::User };
        let change = match self.request.style.form {
            Form::Gcc => Change::Rename,
            Form::Clang => Change::Leave,
        };
        self.printer.change(change, None, &spot, &self.shared.interner);
        let identity = (source, source, None);
        self.push_buffer(
            Found { file: main, name: source, folder: None, realm: Realm::User, identity },
            false,
        );
        self.drain(tokens);
    }

    /// Reads tokens until the files above the command line, or all of them, are read.
    fn drain(&mut self, tokens: &mut Vec<PlacedToken>) {
        let depth = match self.buffers.first() {
            Some(first) if first.number == 0 => 1,
            _ => 0,
        };
        if self.buffers.len() <= depth {
            return;
        }
        if self.request.style.directives_only {
            return self.drain_directives(depth);
        }
        let is_simple = !self.request.records_expansions && self.request.style.macros != KeptMacros::Used;
        loop {
            if self.contexts.is_empty() && is_simple {
                self.print_plain();
                if self.is_stretch_over() {
                    self.end_stretch();
                    self.begin_stretch();
                    continue;
                }
                if self.print_known() {
                    continue;
                }
            }
            if is_simple && !self.contexts.is_empty() {
                self.print_expanded();
            }
            let token = self.token();
            if token.kind == Kind::End {
                if self.is_over || self.buffers.len() <= depth {
                    return;
                }
                continue;
            }
            let spot = self.spot(&token);
            self.printer.token(&token, &spot, &self.shared.interner);
            if self.request.records_expansions && token.kind != Kind::Padding {
                let length = token.text(&self.shared.interner).len();
                tokens.push(PlacedToken { token, offset: (self.printer.out.len() - length) as u32 });
            }
        }
    }

    /// Carries out the directives of the files above the command line, and leaves the text as it is.
    fn drain_directives(&mut self, depth: usize) {
        while !self.is_over && self.buffers.len() > depth {
            let Some(buffer) = self.buffers.last_mut() else { return };
            let file = Arc::clone(&buffer.file);
            let Some(element) = file.layout.elements.get(buffer.next) else {
                let rest = file.text.get(buffer.written..).unwrap_or_default();
                self.printer.raw(rest);
                if rest.last().is_some_and(|&byte| byte != b'\n') {
                    self.printer.raw(b"\n");
                }
                self.leave();
                continue;
            };
            let at = buffer.next;
            buffer.next += 1;
            let ElementKind::Directive(directive) = element.kind else { continue };
            self.printer.raw(&file.text[buffer.written..element.first as usize]);
            let level = self.buffers.len();
            if self.carry_out(&file, at, directive).is_some() {
                self.report(Severity::Error, None, "a pragma in which macros are expanded");
            }
            // Where the includer goes on, if the directive entered a file.
            let Some(buffer) = self.buffers.get_mut(level - 1) else { return };
            let Some(last) = buffer.next.checked_sub(1).and_then(|last| file.layout.elements.get(last))
            else {
                continue;
            };
            buffer.written = file.text.len().min(last.end as usize + 1);
            if self.buffers.len() == level && self.buffers[level - 1].written < file.text.len() {
                let spot = self.line_spot(last.end_line + 1);
                self.printer.raw_line(&spot, &self.shared.interner);
            }
        }
    }

    /// Writes the tokens of the current file up to the first one that is not written as it is: most of a text.
    fn print_plain(&mut self) {
        let limit = self.stretch_limit();
        let Some(buffer) = self.buffers.last_mut().filter(|_| self.lookahead.is_empty()) else { return };
        let limit = limit.saturating_sub(buffer.at);
        let interner = &self.shared.interner;
        let Buffer { name: file, number, realm, delta, .. } = *buffer;
        let run = &buffer.run[buffer.at.min(buffer.run.len())..];
        let mut count = 0_usize;
        for lexed in run {
            let is_special = match lexed.kind {
                Kind::Name => self.macros.look_up(lexed.symbol) != 0,
                Kind::UserLiteral | Kind::Other => true,
                _ => false,
            };
            if is_special || count >= limit && lexed.flags & flags::LINE_START != 0 {
                break;
            }
            count += 1;
            let line = lexed.line.wrapping_add(delta);
            let spot = Spot { file, line, column: lexed.column, realm };
            if lexed.flags & flags::LINE_START != 0 {
                self.printer.start_line(&spot, realm, interner);
                self.line_head = (lexed.line, lexed.column);
            }
            self.printer.token(&lexed.at(number, realm), &spot, interner);
        }
        if let Some(last) = count.checked_sub(1) {
            self.file_line = run[last].line;
        }
        buffer.at += count;
    }

    /// Writes the tokens of the innermost context up to the first one that is not written as it is.
    fn print_expanded(&mut self) {
        let mut tokens = std::mem::take(&mut self.plain);
        self.take_plain(&mut tokens);
        for token in &tokens {
            let spot = self.spot(token);
            self.printer.token(token, &spot, &self.shared.interner);
        }
        tokens.clear();
        self.plain = tokens;
    }

    /// Writes the expansion of the macro that comes next, where it is known: that of a macro without parameters depends
    /// on nothing but the macros that its names are.
    fn print_known(&mut self) -> bool {
        let Some(buffer) = self.buffers.last().filter(|_| self.lookahead.is_empty()) else { return false };
        let Some(lexed) = buffer.run.get(buffer.at).copied().filter(|it| it.kind == Kind::Name) else {
            return false;
        };
        let slot = self.macros.look_up(lexed.symbol);
        let Some(Definition::User(definition, ..)) = self.macros.get(lexed.symbol) else { return false };
        if definition.is_function || self.prevent_expansion > 0 {
            return false;
        }
        if !self.known.get(&slot).is_some_and(|known| known.holds(&mut self.macros)) {
            let Some(known) = self.record(lexed.symbol) else { return false };
            self.known.insert(slot, known);
        }
        let (Some(known), Some(buffer)) = (self.known.get(&slot), self.buffers.last_mut()) else {
            return false;
        };
        buffer.at += 1;
        self.file_line = lexed.line;
        let line = lexed.line.wrapping_add(buffer.delta);
        let spot = Spot { file: buffer.name, line, column: lexed.column, realm: buffer.realm };
        let interner = &self.shared.interner;
        if lexed.flags & flags::LINE_START != 0 {
            self.printer.start_line(&spot, buffer.realm, interner);
            self.line_head = (lexed.line, lexed.column);
        }
        self.printer.token(&Token::padding(&lexed.at(buffer.number, buffer.realm)), &spot, interner);
        for token in &known.tokens {
            self.printer.token(token, &spot, interner);
        }
        true
    }

    /// The expansion of a macro without parameters, unless it depends on where it stands or on what follows.
    fn record(&mut self, name: Symbol) -> Option<Known> {
        let slot = self.macros.slot(name);
        if self.placed.contains(&slot) {
            return None;
        }
        let mut token = Token::bare(Kind::Name);
        token.symbol = name;
        let mut end = Token::bare(Kind::End);
        end.flags = flags::ARGUMENT_END;
        // The end stands for what follows: a macro that looks for its arguments there finds it.
        self.watch = Some(Watch::default());
        self.push_list(Symbol::EMPTY, vec![token, end]);
        let place = (self.invocation, self.outermost);
        let messages = self.messages.len();
        let mut tokens = Vec::new();
        // The padding in front is that of the name as it is written.
        self.token();
        loop {
            let token = self.token();
            if token.kind == Kind::End {
                break;
            }
            tokens.push(token);
        }
        self.pop_context();
        (self.invocation, self.outermost) = place;
        let Watch { mut names, is_placed } = self.watch.take().unwrap_or_default();
        // A message is given where the macro stands.
        if is_placed || self.messages.len() > messages || self.is_over {
            self.messages.truncate(messages);
            self.is_over = false;
            self.placed.insert(slot);
            return None;
        }
        names.push((name, slot));
        names.sort_unstable();
        names.dedup();
        Some(Known { tokens, names })
    }

    /// Where a token stands: that of the outermost macro for one that comes from a macro.
    #[inline]
    pub(crate) fn spot(&self, token: &Token) -> Spot {
        let (line, column) = match token.origin {
            0 => (token.line, token.column),
            _ => self.invocation,
        };
        match self.buffers.last() {
            Some(buffer) => {
                Spot { file: buffer.name, line: line.wrapping_add(buffer.delta), column, realm: buffer.realm }
            }
            None => Spot { file: Symbol::EMPTY, line, column, realm: Realm::User },
        }
    }

    pub(crate) fn place_in_file(&self) -> PlaceInFile {
        let (next, at) = self.buffers.last().map_or((0, 0), |buffer| (buffer.next, buffer.at));
        (self.buffers.len(), next, at.saturating_sub(self.lookahead.len()))
    }

    fn open_source(&mut self) -> Option<Arc<SourceFile>> {
        let request = self.request;
        let path = request.directory.join(&request.source);
        if let Some(text) = &request.text {
            return Some(Arc::new(SourceFile::of_text(&path, text.clone(), request.dialect)));
        }
        let reason = match self.files.open(&path, request.dialect) {
            Ok(Some(file)) => return Some(file),
            Ok(None) if path.is_dir() => "Is a directory".to_owned(),
            Ok(None) => "No such file or directory".to_owned(),
            Err(error) => error.to_string(),
        };
        let file = request.source.clone();
        let text = format!("{file}: {reason}");
        self.messages.push(Message { severity: Severity::Fatal, file, line: 1, column: 1, text });
        self.is_over = true;
        None
    }

    fn command_line_macros(&mut self, spot: &Spot) {
        let interner = &self.shared.interner;
        for given in &self.request.macros {
            match given {
                Given::Undefine(name) => {
                    let name = interner.intern(name.as_bytes());
                    self.keep_directive(name, None, spot);
                    self.macros.undefine(name);
                }
                Given::Define(words) => {
                    let text = match words.split_once('=') {
                        Some((name, value)) => format!("{name} {value}"),
                        None => format!("{words} 1"),
                    };
                    // As on a command line of GCC, only the first line counts.
                    let line = text.lines().next().unwrap_or_default();
                    match self.shared.given(self.request.dialect, line.as_bytes(), &self.words) {
                        Ok(found) => {
                            self.keep_directive(found.name, Some(&found), spot);
                            self.macros.define(found.name, Definition::User(found, 0, Realm::User));
                        }
                        Err(text) => {
                            let file = COMMAND_LINE.to_owned();
                            let severity = Severity::Error;
                            self.messages.push(Message { severity, file, line: 0, column: 0, text });
                        }
                    }
                }
            }
        }
    }

    pub(crate) fn number_of(&mut self, name: Symbol) -> u32 {
        let next = self.name_symbols.len() as u32 + 1;
        let number = *self.file_names.entry(name).or_insert(next);
        if number == next {
            self.name_symbols.push(name);
        }
        number
    }

    fn push_buffer(&mut self, found: Found, is_noted: bool) {
        self.last_computed = None;
        let number = self.number_of(found.name);
        self.notes.file(found.name);
        let Found { file, name, folder, realm, identity } = found;
        let (conditions, run) = (Vec::new(), Arc::new([]));
        let (delta, next, at) = (0, 0, 0);
        let unclear = file.layout.unclear.or_else(|| match realm {
            Realm::User => None,
            _ => file.layout.c90_operator,
        });
        let comment =
            file.layout.c90_comment.filter(|line| realm == Realm::User && !file.is_system_at(*line));
        self.buffers.push(Buffer {
            file,
            number,
            name,
            delta,
            realm,
            folder,
            identity,
            path: name,
            next,
            run,
            at,
            conditions,
            is_noted,
            written: 0,
            entered: Vec::new(),
        });
        if let Some(frame) = self.notes.frames.last_mut() {
            frame.deepest = frame.deepest.max(self.buffers.len());
        }
        if let Some(line) = unclear {
            let token = Token { line, column: 1, ..Token::bare(Kind::Other) };
            self.report(
                Severity::Error,
                Some(&token),
                "unterminated comment or raw string, or a comment that C90 does not have",
            );
        }
        if let Some(line) = comment {
            let token = Token { line, column: 1, ..Token::bare(Kind::Other) };
            self.report(Severity::Error, Some(&token), "C++ style comments are not allowed in ISO C90");
        }
    }

    /// Enters a file by an include on a line.
    pub(crate) fn enter(&mut self, found: Found, line: u32) {
        if self.buffers.len() > DEEPEST_INCLUDE {
            let text =
                format!("#include nested depth {DEEPEST_INCLUDE} exceeds maximum of {DEEPEST_INCLUDE}");
            self.fatal(text);
            return;
        }
        let from = self.buffers.last().map(|buffer| Spot {
            file: buffer.name,
            line: line.wrapping_add(buffer.delta),
            column: 0,
            realm: buffer.realm,
        });
        // A file that the command line includes has no line there.
        let from = from.filter(|from| from.line != 0);
        let to = Spot { file: found.name, line: 1, column: 0, realm: found.realm };
        self.printer.change(Change::Enter, from.as_ref(), &to, &self.shared.interner);
        self.facts.set(Subject::Entered(found.identity), 1);
        let frames = self.notes.frames.len();
        if self.reuse(&found) {
            return self.leave_reused(line);
        }
        let is_noted = self.notes.frames.len() > frames;
        self.push_buffer(found, is_noted);
    }

    /// Leaves the file at whose end the unit is.
    fn leave(&mut self) {
        let Some(buffer) = self.buffers.pop() else { return };
        self.last_computed = None;
        if !buffer.conditions.is_empty() {
            let file = self.file_name(buffer.name);
            let line = buffer.file.layout.lines.wrapping_add(buffer.delta);
            let text = "unterminated conditional".to_owned();
            self.messages.push(Message { severity: Severity::Error, file, line, column: 1, text });
        }
        let subject = Subject::Guard(buffer.identity);
        if let Some(guard) = &buffer.file.layout.guard
            && self.facts.get(subject) == 0
        {
            let guard = self.shared.interner.intern(guard);
            self.facts.set(subject, u64::from(guard.number()));
        }
        if buffer.is_noted {
            self.end_frame(&buffer.file);
        }
        match (buffer.entered.last(), self.buffers.last()) {
            (Some(&(file, line, realm)), None) => {
                let to = Spot { file, line, column: 0, realm };
                self.printer.change(Change::Leave, None, &to, &self.shared.interner);
            }
            (Some(_), Some(_)) => {
                self.report(Severity::Error, None, "a line marker enters a file and does not leave it");
            }
            (None, _) => {}
        }
        if let Some(outer) = self.buffers.last() {
            let line = match outer.number {
                0 => u32::from(self.request.style.form == Form::Clang),
                _ => {
                    let include = outer.file.layout.elements.get(outer.next.wrapping_sub(1));
                    include.map_or(1, |include| include.end_line + 1)
                }
            };
            let line = line.wrapping_add(outer.delta);
            let to = Spot { file: outer.name, line, column: 0, realm: outer.realm };
            self.printer.change(Change::Leave, None, &to, &self.shared.interner);
        }
    }

    pub(crate) fn file_name(&self, name: Symbol) -> String {
        String::from_utf8_lossy(self.shared.interner.text(name)).into_owned()
    }

    /// A message at a token.
    pub(crate) fn report(&mut self, severity: Severity, at: Option<&Token>, text: impl Into<String>) {
        let (line, column) = at.map_or((self.directive_line, 2), |token| (token.line, token.column));
        let (file, line) = match self.buffers.last() {
            Some(buffer) => (self.file_name(buffer.name), line.wrapping_add(buffer.delta)),
            None => (COMMAND_LINE.to_owned(), line),
        };
        self.messages.push(Message { severity, file, line, column, text: text.into() });
    }

    pub(crate) fn fatal(&mut self, text: impl Into<String>) {
        self.report(Severity::Fatal, None, text);
        self.is_over = true;
    }

    /// Puts a token back.
    pub(crate) fn put_back(&mut self, token: Token) {
        match &mut self.directive {
            Some((_, at)) => *at -= 1,
            None => self.lookahead.push(token),
        }
    }

    /// The next token of the files, with directives carried out.
    pub(crate) fn lex_token(&mut self) -> Token {
        if let Some((tokens, at)) = &mut self.directive {
            let token = tokens.get(*at).copied();
            *at += 1;
            return token.unwrap_or_else(|| Token::bare(Kind::End));
        }
        loop {
            let mut token = match self.lookahead.pop() {
                Some(token) => token,
                None => {
                    if self.is_over {
                        return Token::bare(Kind::End);
                    }
                    let Some(buffer) = self.buffers.last_mut() else { return Token::bare(Kind::End) };
                    match buffer.run.get(buffer.at) {
                        Some(lexed) => {
                            let lexed = *lexed;
                            buffer.at += 1;
                            self.file_line = lexed.line;
                            let token = lexed.at(buffer.number, buffer.realm);
                            match token.kind {
                                Kind::UserLiteral => self.literal(token),
                                Kind::Other => {
                                    self.check_character(&token);
                                    token
                                }
                                Kind::Comment if self.parsing_arguments == 2 => {
                                    let text = self.shared.interner.text(token.symbol);
                                    let symbol = self.shared.interner.intern(&block_comment(text));
                                    Token { symbol, ..token }
                                }
                                _ => token,
                            }
                        }
                        None => match self.advance() {
                            Some(token) => token,
                            None => continue,
                        },
                    }
                }
            };
            if token.has(flags::LINE_START) && !matches!(token.kind, Kind::End | Kind::PragmaEnd) {
                self.write_uses();
                if self.parsing_arguments == 0 {
                    let spot = self.spot(&token);
                    let realm = token.realm;
                    self.printer.start_line(&spot, realm, &self.shared.interner);
                } else if self.parsing_arguments == 2 {
                    token.flags |= flags::WHITE;
                }
                if self.keep_tokens == 0 {
                    self.line_head = (token.line, token.column);
                }
            }
            return token;
        }
    }

    /// Goes to the next element of the file. Gives a token where a file ends, or a directive stands for one.
    fn advance(&mut self) -> Option<Token> {
        if self.stretch.is_some() {
            self.end_stretch();
        }
        let buffer = self.buffers.last_mut()?;
        let file = Arc::clone(&buffer.file);
        let Some(element) = file.layout.elements.get(buffer.next) else {
            if self.parsing_arguments != 0 || buffer.number == 0 {
                return Some(Token::bare(Kind::End));
            }
            let is_given =
                matches!(self.buffers.len(), 1) || self.buffers.len() == 2 && self.buffers[0].number == 0;
            self.leave();
            return is_given.then(|| Token::bare(Kind::End));
        };
        match element.kind {
            ElementKind::Text => {
                buffer.next += 1;
                buffer.run = Arc::clone(file.tokens(element, &self.shared.interner));
                buffer.at = 0;
                self.begin_stretch();
                None
            }
            ElementKind::Directive(directive) => {
                if self.parsing_arguments == 1 {
                    // No parenthesis follows.
                    let mut token = Token::bare(Kind::End);
                    token.line = element.line;
                    return Some(token);
                }
                let at = buffer.next;
                buffer.next += 1;
                self.carry_out(&file, at, directive)
            }
        }
    }

    fn carry_out(&mut self, file: &Arc<SourceFile>, at: usize, directive: Directive) -> Option<Token> {
        let saved = (self.parsing_arguments, self.prevent_expansion, self.about_to_expand);
        let place = (self.invocation, self.outermost);
        (self.parsing_arguments, self.prevent_expansion, self.about_to_expand) = (0, 0, false);
        // What a directive expands is none of the macro in whose arguments it may stand.
        let keeps = self.request.records_expansions || saved.0 != 0;
        let kept = std::mem::replace(&mut self.keeps_expansions, keeps);
        let token = self.execute(file, at, directive);
        self.keeps_expansions = kept;
        (self.parsing_arguments, self.prevent_expansion, self.about_to_expand) = saved;
        (self.invocation, self.outermost) = place;
        token
    }

    /// A character beyond ASCII that may not stand in a name is an error.
    fn check_character(&mut self, token: &Token) {
        let interner = &self.shared.interner;
        let text = interner.text(token.symbol);
        if text == b"\\" && !self.request.dialect.extended_names() {
            return;
        }
        if text == b"\\" {
            // What would be one, written as `\u00ab`.
            let next = self.buffers.last().and_then(|buffer| buffer.run.get(buffer.at));
            let name = next.filter(|next| next.kind == Kind::Name && next.flags & flags::WHITE == 0);
            let name = name.map_or(&b""[..], |name| interner.text(name.symbol));
            let digits = match name.first() {
                Some(b'u') => 4,
                Some(b'U') => 8,
                _ => return,
            };
            if name.get(1..=digits).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                self.report(
                    Severity::Error,
                    Some(token),
                    "universal character is not valid in an identifier",
                );
            }
            return;
        }
        // Where names have no such characters, and in C, it is a token of its own.
        if let Ok(text) = std::str::from_utf8(text)
            && !text.is_ascii()
            && self.request.dialect.extended_names()
            && (self.request.dialect.cplusplus || is_no_start(text, self.request.dialect))
        {
            let text = format!("extended character {text} is not valid in an identifier");
            self.report(Severity::Error, Some(token), text);
        }
    }

    /// A literal whose suffix is a macro is a literal in front of a macro.
    fn literal(&mut self, token: Token) -> Token {
        let interner = &self.shared.interner;
        let text = interner.text(token.symbol);
        let Some(quote) = memchr::memrchr2(b'"', b'\'', text) else { return token };
        let (literal, suffix) = text.split_at(quote + 1);
        let suffix = interner.intern(suffix);
        if self.macros.look_up(suffix) == 0 {
            return token;
        }
        let column = token.column.saturating_add(literal.len() as u16);
        let name = Token { kind: Kind::Name, symbol: suffix, flags: 0, column, ..token };
        let kind = match (text[quote], text[0]) {
            (b'"', b'"' | b'R') => Kind::String,
            (b'"', _) => Kind::PrefixedString,
            (_, b'\'') => Kind::Char,
            _ => Kind::PrefixedChar,
        };
        self.lookahead.push(name);
        Token { kind, symbol: interner.intern(literal), ..token }
    }
}

/// Whether a character may stand in a name, and not at its start: in C99 no digit may.
fn is_no_start(text: &str, dialect: Dialect) -> bool {
    let may = |c: char| crate::unicode::may_be_in_name(c.into(), true) || !dialect.is_c11() && c.is_numeric();
    text.chars().next().is_some_and(may)
}
