//! The host compiler as preprocessor: its command lines, and what it says about itself.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use asunder_preproc::{
    Comments, Dialect, Folder, FolderRealm, Form, Given, GivenFolders, Host, KeptMacros, Macro, Question,
    Request, SearchPath, Shared, Style,
};
pub use asunder_preproc::{DefinedMacro, Macros, Message, Output, Severity, Symbol, Text};
use asunder_toolkit::overlay;

/// A command that preprocesses, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreprocessCommand {
    /// The compiler.
    pub program: String,
    /// The options that only the compiler understands: they decide what it predefines and where it looks.
    pub flags: Vec<String>,
    /// The language.
    pub dialect: Dialect,
    /// The changes of macros, in order.
    pub macros: Vec<Given>,
    /// The folders that are searched.
    pub folders: GivenFolders,
    /// `-include`.
    pub includes: Vec<String>,
    /// `-imacros`.
    pub macro_files: Vec<String>,
    /// Starts of names that `__FILE__` and its like show otherwise, and what they show.
    pub shown_prefixes: Vec<(String, String)>,
    /// The first words of pragmas in some of which macros are expanded.
    pub pragma_spaces: Vec<String>,
    /// The source.
    pub source: String,
    /// The file that is written.
    pub output: Option<String>,
    /// How the text is written.
    pub style: Style,
    /// The text is preprocessed already: `-fpreprocessed`.
    pub is_raw: bool,
}

/// Why a command or its compiler is not understood.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// An option that changes the text in a way that is not known.
    #[error("the host compiler's option {0} is not understood")]
    Option(String),
    /// A word that should be followed by another one.
    #[error("the host compiler's option {0} has no value")]
    Value(String),
    /// There is not exactly one source.
    #[error("the host compiler's command names no source, or several")]
    Source,
    /// It cannot be run.
    #[error("cannot run {program}: {error}")]
    Start {
        /// The compiler.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// Its output is not understood.
    #[error("{program} does not say what it predefines: {message}")]
    Silent {
        /// The compiler.
        program: String,
        /// What it says.
        message: String,
    },
}

/// What an option of the host compiler means to its preprocessor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Define,
    Undefine,
    UserFolder,
    SystemFolder,
    QuotedFolder,
    LaterFolder,
    Include,
    MacroFile,
    Output,
    Language,
    /// Does not change the text; has a value of its own.
    ValueIgnored,
    /// Does not change the text.
    Ignored,
    /// No line markers.
    NoMarkers,
    /// Comments stay.
    Comments(Comments),
    /// What a macro gives belongs to the file that names the macro.
    IgnoresExpansions,
    /// The preprocessor of K&R's C; C++ has none.
    Traditional,
    /// Text stays as it is.
    DirectivesOnly,
    /// The text is preprocessed already.
    Preprocessed,
    /// Changes the text in ways that are not known.
    Foreign,
}

/// Options whose value is the rest of the word or the next word, longest first.
const WITH_VALUE: [(&str, Meaning); 16] = [
    ("-idirafter", Meaning::LaterFolder),
    ("-isystem", Meaning::SystemFolder),
    ("-include", Meaning::Include),
    ("-imacros", Meaning::MacroFile),
    ("-iquote", Meaning::QuotedFolder),
    ("-iprefix", Meaning::Foreign),
    ("-isysroot", Meaning::Foreign),
    ("-imultilib", Meaning::Foreign),
    ("-MF", Meaning::ValueIgnored),
    ("-MT", Meaning::ValueIgnored),
    ("-MQ", Meaning::ValueIgnored),
    ("-D", Meaning::Define),
    ("-U", Meaning::Undefine),
    ("-I", Meaning::UserFolder),
    ("-o", Meaning::Output),
    ("-x", Meaning::Language),
];

/// Options that are one word.
const SINGLE: [(&str, Meaning); 21] = [
    ("-E", Meaning::Ignored),
    ("-c", Meaning::Ignored),
    ("-w", Meaning::Ignored),
    ("-MD", Meaning::Ignored),
    ("-MMD", Meaning::Ignored),
    ("-MP", Meaning::Ignored),
    ("-P", Meaning::NoMarkers),
    ("-M", Meaning::Foreign),
    ("-MM", Meaning::Foreign),
    ("-MG", Meaning::Foreign),
    ("-C", Meaning::Comments(Comments::Kept)),
    ("-CC", Meaning::Comments(Comments::KeptInMacros)),
    ("-ftrack-macro-expansion=0", Meaning::IgnoresExpansions),
    ("-traditional", Meaning::Traditional),
    ("-traditional-cpp", Meaning::Traditional),
    ("-fdirectives-only", Meaning::DirectivesOnly),
    ("-fpreprocessed", Meaning::Preprocessed),
    ("-ftrack-macro-expansion=1", Meaning::Ignored),
    ("-ftrack-macro-expansion=2", Meaning::Ignored),
    ("-I-", Meaning::Foreign),
    ("-remap", Meaning::Foreign),
];

/// Options that show names of files otherwise, where macros name them.
const PREFIX_MAPS: [&str; 2] = ["-fmacro-prefix-map=", "-ffile-prefix-map="];

/// Options with the first word of pragmas in some of which macros are expanded.
const PRAGMAS: [(&str, &str); 3] = [("-fopenmp", "omp"), ("-fopenmp-simd", "omp"), ("-fopenacc", "acc")];

/// Starts of options that change the text in ways that are not known.
const FOREIGN: [&str; 7] =
    ["-fmax-include-depth", "-save-temps", "-Xpreprocessor", "-Wp,", "-A", "-fmodules", "-finput-charset"];

impl PreprocessCommand {
    /// Understands a command line; the first word names the compiler.
    ///
    /// # Errors
    /// An option is not understood: the text may be another than ours.
    pub fn parse(words: &[String]) -> Result<PreprocessCommand, HostError> {
        let (program, words) = words.split_first().ok_or(HostError::Source)?;
        let mut command = PreprocessCommand {
            program: program.clone(),
            flags: Vec::new(),
            dialect: Dialect::DEFAULT,
            macros: Vec::new(),
            folders: GivenFolders::default(),
            includes: Vec::new(),
            macro_files: Vec::new(),
            shown_prefixes: Vec::new(),
            pragma_spaces: Vec::new(),
            source: String::new(),
            output: None,
            style: Style::default(),
            is_raw: false,
        };
        let mut standard = None;
        let mut language = None;
        let mut trigraphs = false;
        let mut traditional = None;
        let mut comments = Comments::Dropped;
        // What `-d` keeps: the last letter holds.
        let mut kept = None;
        // `-ansi` stands last: it asks for the first standard of the language.
        let mut is_strict = false;
        let mut sources = Vec::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if !word.starts_with('-') || word == "-" {
                sources.push(word.clone());
                continue;
            }
            if FOREIGN.iter().any(|start| word.starts_with(start)) {
                return Err(HostError::Option(word.clone()));
            }
            if let Some(letters) = word.strip_prefix("-d").filter(|it| it.chars().all(char::is_alphabetic)) {
                command.style.includes |= letters.contains('I');
                kept = letters.chars().rfind(|c| "MDNU".contains(*c)).or(kept);
                continue;
            }
            if let Some((from, to)) =
                PREFIX_MAPS.iter().find_map(|start| word.strip_prefix(start)?.split_once('='))
            {
                command.shown_prefixes.push((from.to_owned(), to.to_owned()));
            }
            if let Some((_, space)) = PRAGMAS.iter().find(|(name, _)| name == word) {
                command.pragma_spaces.push((*space).to_owned());
            }
            if let Some((_, meaning)) = SINGLE.iter().find(|(name, _)| name == word) {
                match meaning {
                    Meaning::NoMarkers => command.style.no_markers = true,
                    Meaning::Traditional => traditional = Some(word),
                    Meaning::DirectivesOnly => command.style.directives_only = true,
                    Meaning::Preprocessed => command.is_raw = true,
                    Meaning::Comments(which) => comments = *which,
                    Meaning::IgnoresExpansions => command.style.ignores_expansions = true,
                    Meaning::Foreign => return Err(HostError::Option(word.clone())),
                    _ => {}
                }
                continue;
            }
            if let Some((name, meaning)) = WITH_VALUE.iter().find(|(name, _)| word.starts_with(name)) {
                let rest = &word[name.len()..];
                let value = match rest {
                    "" => words.next().ok_or_else(|| HostError::Value(word.clone()))?.clone(),
                    _ => rest.to_owned(),
                };
                match meaning {
                    Meaning::Define => command.macros.push(Given::Define(value)),
                    Meaning::Undefine => command.macros.push(Given::Undefine(value)),
                    Meaning::UserFolder => command.folders.user.push(value),
                    Meaning::SystemFolder => command.folders.system.push(value),
                    Meaning::QuotedFolder => command.folders.quoted.push(value),
                    Meaning::LaterFolder => command.folders.after.push(value),
                    Meaning::Include => command.includes.push(value),
                    Meaning::MacroFile => command.macro_files.push(value),
                    Meaning::Output => command.output = Some(value),
                    Meaning::Language => language = Some(value),
                    Meaning::Foreign => return Err(HostError::Option(word.clone())),
                    _ => {}
                }
                continue;
            }
            if let Some(value) = word.strip_prefix("-std=") {
                standard = Some(Dialect::of_standard(value).ok_or_else(|| HostError::Option(word.clone()))?);
            }
            is_strict = word == "-ansi" || is_strict && !word.starts_with("-std=");
            trigraphs |= word == "-trigraphs";
            command.flags.push(word.clone());
        }
        let [source] = &*sources else { return Err(HostError::Source) };
        command.source.clone_from(source);
        let is_c = match language.as_deref() {
            Some("c++") => false,
            Some("c") => true,
            Some(other) => return Err(HostError::Option(format!("-x {other}"))),
            None => source.ends_with(".c"),
        };
        if let Some(word) = traditional.filter(|_| is_c) {
            return Err(HostError::Option(word.clone()));
        }
        let default = if is_c { Dialect::DEFAULT_C } else { Dialect::DEFAULT };
        let strict = Dialect { year: if is_c { 90 } else { 98 }, gnu: false, ..default };
        command.dialect = if is_strict { strict } else { standard.unwrap_or(default) };
        command.style.macros = match kept {
            None => KeptMacros::None,
            Some('N') => KeptMacros::Names,
            Some('D') => KeptMacros::All,
            Some('U') => KeptMacros::Used,
            // The order is that of the compiler's tables.
            Some(_) => return Err(HostError::Option("-dM".to_owned())),
        };
        command.dialect.trigraphs = trigraphs;
        command.dialect.comments = comments;
        // Text of which only the directives were carried out has macros.
        let is_both = command.is_raw && command.style.directives_only;
        command.dialect.preprocessed = command.is_raw && !is_both;
        command.style.directives_only &= !is_both;
        if command.style.directives_only {
            command.style.macros = KeptMacros::All;
        }
        if command.dialect.cplusplus == is_c {
            command.dialect = Dialect { comments, ..default };
        }
        Ok(command)
    }

    /// What is to be preprocessed. `text` is that of the source where it is not its file's.
    pub fn request(&self, host: &HostCompiler, directory: &Path, text: Option<Vec<u8>>) -> Request {
        let name = "stdc-predef.h";
        let has_first = host.folders.iter().any(|folder| Path::new(&folder.name).join(name).is_file());
        Request {
            source: self.source.clone(),
            text,
            directory: directory.to_owned(),
            dialect: self.dialect,
            is_raw: self.is_raw,
            macros: self.macros.clone(),
            search: SearchPath::new(&self.folders, &host.folders, directory, host.form()),
            includes: self.includes.clone(),
            macro_files: self.macro_files.clone(),
            shown_prefixes: self.shown_prefixes.clone(),
            pragma_spaces: match host.form() {
                Form::Gcc => self.pragma_spaces.clone(),
                Form::Clang => vec!["omp".to_owned()],
            },
            first_include: (has_first && host.form() == Form::Gcc).then(|| name.to_owned()),
            style: Style { form: host.form(), ..self.style },
            records_expansions: false,
        }
    }
}

/// What a compiler says about itself under some options.
pub struct HostCompiler {
    /// No other one of the process has it.
    number: u64,
    program: String,
    flags: Vec<String>,
    language: &'static str,
    directory: PathBuf,
    environment: Vec<(String, String)>,
    predefined: Vec<Arc<Macro>>,
    folders: Vec<Folder>,
    said: Mutex<Said>,
    /// The file that keeps it.
    kept: Option<PathBuf>,
}

/// How a question is written.
fn operator(question: Question) -> &'static str {
    match question {
        Question::Attribute => "__has_attribute",
        Question::CppAttribute => "__has_cpp_attribute",
        Question::Builtin => "__has_builtin",
        Question::Feature => "__has_feature",
        Question::Extension => "__has_extension",
        Question::Warning => "__has_warning",
        Question::Declspec => "__has_declspec_attribute",
        Question::Identifier => "__is_identifier",
        Question::Assertion => "#assert",
        Question::Defined => "#ifdef",
        Question::Pragma => "#pragma",
    }
}

/// All of them.
const QUESTIONS: [Question; 11] = [
    Question::Attribute,
    Question::CppAttribute,
    Question::Builtin,
    Question::Feature,
    Question::Extension,
    Question::Warning,
    Question::Declspec,
    Question::Identifier,
    Question::Assertion,
    Question::Defined,
    Question::Pragma,
];

/// What a compiler preprocesses to answer a question: a line with the answer behind `= `.
fn asked(question: Question, name: &str) -> String {
    match question {
        Question::Assertion => format!("#if #{name}\n= 1\n#else\n= 0\n#endif\n"),
        Question::Defined => format!("#ifdef {name}\n= 1\n#else\n= 0\n#endif\n"),
        Question::Pragma => format!("#pragma {name} = ASUNDER_EXPANDED\n"),
        _ => format!("= {}({name})\n", operator(question)),
    }
}

/// What is a number where macros are expanded.
const EXPANDED: &str = "ASUNDER_EXPANDED";

/// The lines around the list of folders that GCC and clang print.
const FOLDERS_START: &str = "#include <...> search starts here:";
const FOLDERS_END: &str = "End of search list.";

impl HostCompiler {
    /// Queries a compiler: one run, unless a file of the folder `cache` has its answers.
    ///
    /// # Errors
    /// It cannot be run, or says something else.
    pub fn query(
        shared: &Shared,
        command: &PreprocessCommand,
        directory: &Path,
        environment: &[(String, String)],
        cache: Option<&Path>,
    ) -> Result<HostCompiler, HostError> {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let mut host = HostCompiler {
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            program: command.program.clone(),
            flags: command.flags.clone(),
            language: if command.dialect.cplusplus { "c++" } else { "c" },
            directory: directory.to_owned(),
            environment: environment.to_vec(),
            predefined: Vec::new(),
            folders: Vec::new(),
            said: Mutex::default(),
            kept: None,
        };
        host.kept = cache.and_then(|cache| Some(cache.join(host.key()?)));
        let known =
            host.kept.as_ref().and_then(|file| Some(Said::parse(&std::fs::read_to_string(file).ok()?)));
        let mut said = match known.filter(|said| !said.folders.is_empty()) {
            Some(said) => said,
            None => {
                let (macros, messages) = host.run(&["-dD", "-v"], b"")?;
                let macros = String::from_utf8_lossy(&macros).into_owned();
                // Behind the compiler's own macros are those of the file that it includes first.
                let is_own = |line: &&str| !line.starts_with("# 1 ") || line.contains(BUILTIN_FILES);
                let own = macros.lines().skip(1).take_while(is_own);
                let silent =
                    || HostError::Silent { program: command.program.clone(), message: messages.clone() };
                let list =
                    messages.split_once(FOLDERS_START).and_then(|(_, rest)| rest.split_once(FOLDERS_END));
                let (list, _) = list.ok_or_else(silent)?;
                let folders = list.lines().map(|line| line.trim().to_owned());
                Said {
                    macros: own.map(|line| format!("{line}\n")).collect(),
                    folders: folders.filter(|line| !line.is_empty()).collect(),
                    answers: HashMap::new(),
                    head: String::new(),
                }
            }
        };
        host.predefined = asunder_preproc::definitions(shared, command.dialect, said.macros.as_bytes());
        let is_clang = host.predefined.iter().any(|it| shared.interner.text(it.name) == b"__clang__");
        if is_clang && said.head.is_empty() {
            let (text, _) = host.run(&[], b"")?;
            let text = String::from_utf8_lossy(&text).into_owned();
            said.head =
                text.lines().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
        }
        let folder = |name: &String| {
            if is_clang {
                let is_c = name.starts_with("/usr/include");
                let realm = if is_c { FolderRealm::SystemC } else { FolderRealm::System };
                return Folder { name: name.clone(), realm };
            }
            let realm = match name.contains("/c++") || name == "/usr/local/include" {
                true => FolderRealm::System,
                false => FolderRealm::SystemC,
            };
            Folder { name: name.clone(), realm }
        };
        host.folders = said.folders.iter().map(folder).collect();
        let is_new = said.answers.is_empty();
        host.said = Mutex::new(said);
        if is_new {
            host.answer_all(&[]);
        }
        Ok(host)
    }

    /// The name of the file that keeps what is said: it changes with the compiler, its options and its environment.
    fn key(&self) -> Option<String> {
        let path = match self.program.contains('/') {
            true => self.directory.join(&self.program),
            false => {
                let own = self.environment.iter().rev().find(|(name, _)| name == "PATH");
                let path = own.map(|(_, path)| path.into()).or_else(|| std::env::var_os("PATH"))?;
                std::env::split_paths(&overlay::outside(&path))
                    .map(|folder| folder.join(&self.program))
                    .find(|it| it.is_file())?
            }
        };
        let real = std::fs::canonicalize(path).ok()?;
        let metadata = real.metadata().ok()?;
        let variables = VARIABLES.map(|name| {
            let own = self.environment.iter().rev().find(|(own, _)| own == name);
            own.map(|(_, value)| value.into()).or_else(|| std::env::var_os(name))
        });
        let depends_on_folder = self.flags.iter().any(|flag| flag.contains('/'));
        let directory = depends_on_folder.then_some(&self.directory);
        let mut hasher = rustc_hash::FxHasher::default();
        (real, metadata.len(), metadata.modified().ok(), &self.flags, self.language, variables, directory)
            .hash(&mut hasher);
        (VERSION, FEATURES).hash(&mut hasher);
        Some(format!("host-{:016x}.txt", hasher.finish()))
    }

    /// Queries the features that headers usually test, and `more`, unless they are known.
    fn answer_all(&self, more: &[(Question, String)]) -> Option<()> {
        let mut said = self.said.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let lines = FEATURES.lines().filter_map(|line| line.split_once(' '));
        // C has no names with `::`.
        let lines = lines.filter(|(_, name)| self.language == "c++" || !name.contains("::"));
        let known = lines.filter_map(|(its, name)| {
            let question = QUESTIONS.into_iter().find(|it| operator(*it) == its)?;
            Some((question, name.to_owned()))
        });
        let unknown = known.chain(more.iter().cloned());
        let unknown: Vec<_> = unknown.filter(|key| !said.answers.contains_key(key)).collect();
        let mut text = format!("#define {EXPANDED} 1\n");
        text.extend(unknown.iter().map(|(question, name)| asked(*question, name)));
        let (printed, _) = self.run(&["-P"], text.as_bytes()).ok()?;
        let printed = String::from_utf8_lossy(&printed);
        let value = |line: &str| match line.split_once("= ")?.1.trim() {
            EXPANDED => Some(0),
            // clang's have a suffix.
            number => number.trim_end_matches('L').parse().ok(),
        };
        let values: Vec<u32> = printed.lines().filter_map(value).collect();
        if values.len() != unknown.len() {
            return None;
        }
        said.answers.extend(unknown.into_iter().zip(values));
        if let Some(file) = &self.kept {
            // Without the file the next process queries again.
            let _ = said.keep(file);
        }
        Some(())
    }

    fn run(&self, options: &[&str], input: &[u8]) -> Result<(Vec<u8>, String), HostError> {
        let start = |error| HostError::Start { program: self.program.clone(), error };
        let mut command = Command::new(&self.program);
        command.args(&self.flags).args(["-E", "-x", self.language]).args(options).arg("-");
        command.current_dir(&self.directory).envs(self.environment.iter().map(|(name, value)| (name, value)));
        // Its messages are read.
        command.env("LC_ALL", "C");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(start)?;
        if let Some(mut stdin) = child.stdin.take() {
            // A compiler that does not read says why.
            let _ = stdin.write_all(input);
        }
        let output = child.wait_with_output().map_err(start)?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.success() {
            true => Ok((output.stdout, messages)),
            false => Err(HostError::Silent { program: self.program.clone(), message: messages }),
        }
    }
}

impl HostCompiler {
    /// Whose text it writes.
    fn form(&self) -> Form {
        if self.head().is_some() { Form::Clang } else { Form::Gcc }
    }
}

impl Host for HostCompiler {
    fn number(&self) -> u64 {
        self.number
    }

    fn predefined(&self) -> &[Arc<Macro>] {
        &self.predefined
    }

    fn head(&self) -> Option<Vec<u8>> {
        let said = self.said.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        (!said.head.is_empty()).then(|| said.head.clone().into_bytes())
    }

    fn definitions(&self) -> Option<Vec<u8>> {
        let said = self.said.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Some(said.macros.clone().into_bytes())
    }

    fn answer(&self, question: Question, name: &str) -> Option<u32> {
        let key = (question, name.to_owned());
        let known = |host: &HostCompiler| {
            let said = host.said.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            said.answers.get(&key).copied()
        };
        known(self).or_else(|| {
            self.answer_all(std::slice::from_ref(&key))?;
            known(self)
        })
    }
}

/// What a compiler said, as it is kept in a file.
#[derive(Default)]
struct Said {
    /// `#define` lines, in the order of the definitions, with the line markers around them.
    macros: String,
    folders: Vec<String>,
    answers: HashMap<(Question, String), u32>,
    /// What clang writes in front of the text of a source.
    head: String,
}

impl Said {
    fn parse(text: &str) -> Said {
        let mut said = Said::default();
        for line in text.lines() {
            if line.starts_with("#define ") || line.starts_with("# ") {
                said.macros.push_str(line);
                said.macros.push('\n');
            } else if let Some(head) = line.strip_prefix("head ") {
                said.head.push_str(head);
                said.head.push('\n');
            } else if let Some(folder) = line.strip_prefix("folder ") {
                said.folders.push(folder.to_owned());
            } else if let Some((its, rest)) = line.split_once(' ')
                && let Some((name, value)) = rest.rsplit_once(' ')
                && let Ok(value) = value.parse()
                && let Some(question) = QUESTIONS.into_iter().find(|it| operator(*it) == its)
            {
                said.answers.insert((question, name.to_owned()), value);
            }
        }
        said
    }

    /// Writes the file at once: readers see all of it or none.
    fn keep(&self, file: &Path) -> std::io::Result<()> {
        let mut text = self.macros.clone();
        self.folders.iter().for_each(|folder| text.push_str(&format!("folder {folder}\n")));
        self.head.lines().for_each(|line| text.push_str(&format!("head {line}\n")));
        let mut answers: Vec<_> = self.answers.iter().collect();
        answers.sort();
        for ((question, name), value) in answers {
            text.push_str(&format!("{} {name} {value}\n", operator(*question)));
        }
        let folder = file.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut kept = tempfile::NamedTempFile::new_in(folder)?;
        kept.write_all(text.as_bytes())?;
        kept.persist(file).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Variables that change where GCC looks and what it is.
const VARIABLES: [&str; 5] =
    ["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH"];
/// The names of lines without a file start with this.
const BUILTIN_FILES: &str = "\"<";
/// The form of the file that is kept.
const VERSION: u32 = 2;

/// Attributes and built-in functions of gcc's and clang's documentation: one run of the compiler says which it has.
const FEATURES: &str = include_str!("features.txt");

/// The preprocessor of a process: all its units and passes share what is known of files and compilers.
#[derive(Default)]
pub struct Preprocessor {
    shared: Shared,
    hosts: Mutex<HashMap<HostKey, Arc<HostCompiler>>>,
    cache: Option<PathBuf>,
    is_only: bool,
}

/// What decides what a compiler says: itself, its options, its language, where it runs and its environment.
type HostKey = (String, Vec<String>, Dialect, PathBuf, Vec<(String, String)>);

impl Preprocessor {
    /// One that keeps in the folder `cache` what compilers say.
    pub fn new(cache: Option<PathBuf>) -> Preprocessor {
        Preprocessor { cache, ..Preprocessor::default() }
    }

    /// One that the host compiler does not stand in for: what it does not do is an error.
    pub fn only(self) -> Preprocessor {
        Preprocessor { is_only: true, ..self }
    }

    /// Whether the host compiler does not stand in for it.
    pub fn is_only(&self) -> bool {
        self.is_only
    }

    /// Says that files may have changed.
    pub fn start_revision(&self) {
        self.shared.start_revision();
    }

    /// Puts a text in the place of a file, or the file back in its place.
    pub fn set_text(&self, path: &Path, text: Option<Arc<[u8]>>) {
        self.shared.open.set(path, text);
    }

    /// The names of the files of an output.
    pub fn names(&self, files: &[Symbol]) -> Vec<String> {
        self.shared.names(files)
    }

    /// The macro of a name among those of an output.
    pub fn macro_named(&self, macros: &Macros, name: &str) -> Option<DefinedMacro> {
        macros.find(&self.shared, name)
    }

    /// The names of the macros of an output that begin with `prefix`, sorted.
    pub fn macros_named(&self, macros: &Macros, prefix: &str) -> Vec<String> {
        macros.names(&self.shared, prefix)
    }

    /// The folders in which a preprocessing command looks for included files, those for `"name"` alone first.
    ///
    /// # Errors
    /// The command is not understood.
    pub fn folders(
        &self,
        words: &[String],
        directory: &Path,
        environment: &[(String, String)],
    ) -> Result<Vec<PathBuf>, HostError> {
        let command = PreprocessCommand::parse(words)?;
        let host = self.host(&command, directory, environment)?;
        let path = SearchPath::new(&command.folders, &host.folders, directory, host.form());
        Ok(path.folders.iter().map(|folder| directory.join(&folder.name)).collect())
    }

    /// What a preprocessing command would write; `text` is that of its source where it is not its file's.
    ///
    /// # Errors
    /// The command is not understood. What is wrong with the source is among the output's messages.
    pub fn run(
        &self,
        words: &[String],
        directory: &Path,
        environment: &[(String, String)],
        text: Option<&[u8]>,
    ) -> Result<Output, HostError> {
        let mut command = PreprocessCommand::parse(words)?;
        if text.is_some() {
            command.source = STANDARD_INPUT.to_owned();
        }
        let host = self.host(&command, directory, environment)?;
        let request = command.request(&host, directory, text.map(<[u8]>::to_vec));
        Ok(asunder_preproc::preprocess(&self.shared, &*host, &request))
    }

    fn host(
        &self,
        command: &PreprocessCommand,
        directory: &Path,
        environment: &[(String, String)],
    ) -> Result<Arc<HostCompiler>, HostError> {
        let (program, flags) = (command.program.clone(), command.flags.clone());
        let key = (program, flags, command.dialect, directory.to_owned(), environment.to_vec());
        let mut hosts = self.hosts.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = hosts.get(&key) {
            return Ok(Arc::clone(known));
        }
        let cache = self.cache.as_deref();
        let host = Arc::new(HostCompiler::query(&self.shared, command, directory, environment, cache)?);
        hosts.insert(key, Arc::clone(&host));
        Ok(host)
    }
}

/// The name of a source on standard input in line markers.
pub const STANDARD_INPUT: &str = "<stdin>";

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<PreprocessCommand, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        PreprocessCommand::parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_sorted_by_what_they_mean() {
        let command = parse(
            "gcc -D__CUDACC__ -D A=1 -UB -E -x c++ -Iinclude -isystem /s -iquote q -idirafter later -include a.h \
             -m64 -std=c++20 -Wall -MF dep.d u.cu -o u.ii",
        )
        .expect("it is understood");
        let define = |words: &str| Given::Define(words.to_owned());
        assert_eq!(command.macros, [define("__CUDACC__"), define("A=1"), Given::Undefine("B".to_owned())]);
        assert_eq!(command.flags, ["-m64", "-std=c++20", "-Wall"]);
        assert_eq!(
            (command.folders.user, command.folders.system),
            (vec!["include".into()], vec!["/s".into()])
        );
        assert_eq!((command.folders.quoted, command.folders.after), (vec!["q".into()], vec!["later".into()]));
        assert_eq!((command.includes, command.source), (vec!["a.h".into()], "u.cu".into()));
        assert_eq!((command.output, command.dialect.year), (Some("u.ii".into()), 20));
        assert!(command.dialect.cplusplus && !command.dialect.gnu);
    }

    #[test]
    fn the_first_standards_have_their_names() {
        let dialect = |options: &str| parse(&format!("gcc -E {options}")).expect("it is understood").dialect;
        let c90 = Dialect { year: 90, gnu: false, ..Dialect::DEFAULT_C };
        assert_eq!(dialect("-std=iso9899:199409 a.c").year, 94);
        for options in ["-std=c89 a.c", "-std=gnu17 -ansi a.c"] {
            assert_eq!(dialect(options), c90, "{options}");
        }
        assert_eq!(dialect("-ansi a.cc"), Dialect { cplusplus: true, year: 98, ..c90 });
        assert_eq!(dialect("-ansi -std=gnu++20 a.cc").year, 20);
    }

    #[test]
    fn what_changes_the_text_is_not_passed_over() {
        let is_option = |line: &str| parse(line).expect_err("it is not understood").contains("option");
        for option in ["-dM", "-traditional-cpp -x c", "-save-temps", "-Wp,-DX", "-std=k&r"] {
            assert!(is_option(&format!("gcc -E {option} u.cu")), "{option}");
        }
        assert!(parse("gcc -E -traditional-cpp u.cu").is_ok(), "C++ has no other preprocessor");
        assert!(
            parse("gcc -E -D").is_err() && parse("gcc -E").is_err() && parse("gcc -E a.cu b.cu").is_err()
        );
        assert!(parse("gcc -E -x cuda a.cu").is_err());
    }

    #[test]
    fn what_a_compiler_says_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("cache/host.txt");
        let answer = ((Question::CppAttribute, "gnu::pure".to_owned()), 1);
        let said = Said {
            macros: "#define A 1\n#define B(x) x\n".to_owned(),
            folders: vec!["/usr/include".to_owned(), "/with blank".to_owned()],
            answers: HashMap::from([answer]),
            head: "# 1 \"<stdin>\"\n".to_owned(),
        };
        said.keep(&file).expect("it is written");
        let read = Said::parse(&std::fs::read_to_string(&file).expect("it is there"));
        assert_eq!((read.macros, read.folders, read.answers), (said.macros, said.folders, said.answers));
    }
}
