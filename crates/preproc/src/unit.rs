//! One pass over a unit: its state, and where its tokens come from.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::assertions::Assertions;
use crate::buffer::Buffer;
use crate::expand::Context;
use crate::facts::Facts;
use crate::file::{Files, SourceFile};
use crate::include::{Found, Identity, OnceKey, Place};
use crate::kept::Uses;
use crate::known::{Known, Watch};
use crate::layout::ElementKind;
use crate::macros::{BUILTINS, Builtin, CLANG_BUILTINS, Definition, FOREIGN, Table, Words};
use crate::output::{Expansion, Macros, Output, PlacedToken};
use crate::print::{Change, Form, KeptMacros, Printer, Spot, quote};
use crate::request::{Given, Host, Message, Question, Request, Severity};
use crate::reuse::{Lookup, Notes};
use crate::shared::Shared;
use crate::stretch::Open;
use crate::symbol::Symbol;
use crate::text::Text;
use crate::token::{FileNumber, Kind, Origin, Realm, Token, flags};

/// Files nested deeper are an error, as for GCC.
pub(crate) const DEEPEST_INCLUDE: usize = 200;

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
    /// For clang, folders by their names: their paths without links, where they are there.
    pub real_folders: FxHashMap<Symbol, Option<Symbol>>,
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

/// What was found, and how it was looked for.
pub(crate) type Resolved = (Option<Found>, Arc<Lookup>);
/// The same by names and where they were looked for.
pub(crate) type AllResolved = FxHashMap<(Symbol, Place), Resolved>;

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
        macros: Table::with_room(shared.interner.len()),
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
        real_folders: FxHashMap::default(),
        facts: Facts::default(),
        notes: Notes::default(),
        configuration,
        is_over: false,
        pool: shared.take_lists(),
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
    shared.give_lists(std::mem::take(&mut unit.pool));
    Output {
        text: Text::new(unit.printer.take_from(0)),
        messages: unit.messages,
        files: unit.name_symbols,
        tokens,
        expansions: unit.expansions,
        macros: Macros(unit.macros),
    }
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
        if head.is_some() {
            self.name_folders();
        }
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
}
