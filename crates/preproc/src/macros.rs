//! Macros: their definitions, and which names are macros.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::symbol::{Interner, Symbol};
use crate::token::{Kind, Lexed, Realm, flags};

/// A macro as `#define` gives it.
#[derive(Debug)]
pub struct Macro {
    /// A number that no other definition of the process has, from 1.
    pub number: u64,
    /// Its name.
    pub name: Symbol,
    /// Whether it takes arguments.
    pub is_function: bool,
    /// The names of its parameters as they are written; of a variadic one the last is `__VA_ARGS__` or what `name...` names.
    pub parameters: Box<[Symbol]>,
    /// Whether its last parameter takes all further arguments.
    pub is_variadic: bool,
    /// Its replacement; parameters are [`Kind::Parameter`].
    pub body: Box<[Lexed]>,
    /// The line of its name, from 1.
    pub line: u32,
    /// The column of its name, from 1.
    pub column: u16,
}

/// Spellings that the preprocessor gives a meaning.
#[derive(Debug)]
pub(crate) struct Words {
    pub defined: Symbol,
    pub va_args: Symbol,
    pub va_opt: Symbol,
    pub yes: Symbol,
    pub no: Symbol,
}

impl Words {
    pub(crate) fn new(interner: &Interner) -> Words {
        let word = |text: &str| interner.intern(text.as_bytes());
        Words {
            defined: word("defined"),
            va_args: word("__VA_ARGS__"),
            va_opt: word("__VA_OPT__"),
            yes: word("true"),
            no: word("false"),
        }
    }
}

/// Reads what stands behind `#define`.
///
/// # Errors
/// What is wrong with it, in GCC's words, and the token that it is at.
pub(crate) fn parse(
    tokens: &[Lexed],
    words: &Words,
    interner: &Interner,
) -> Result<Macro, (String, Option<Lexed>)> {
    let tokens = without_comments(tokens);
    let Some((name, rest)) = tokens.split_first() else {
        return Err(("no macro name given in #define directive".into(), None));
    };
    let fail = |text: &str, at: &Lexed| Err((text.to_owned(), Some(*at)));
    if name.kind != Kind::Name {
        let text = match name.kind {
            kind if kind <= Kind::DotStar && name.symbol != Symbol::EMPTY => {
                "C++ operator cannot be used as a macro name"
            }
            _ => "macro names must be identifiers",
        };
        return fail(text, name);
    }
    if name.symbol == words.defined {
        return fail("\"defined\" cannot be used as a macro name", name);
    }
    let is_function =
        rest.first().is_some_and(|next| next.kind == Kind::OpenParen && next.flags & flags::WHITE == 0);
    let (parameters, is_variadic, rest) = match is_function {
        true => parameters(&rest[1..], words).map_err(|text| (text, Some(*name)))?,
        false => (Vec::new(), false, rest),
    };
    let (parameters, shown): (Vec<Symbol>, Vec<Symbol>) =
        parameters.iter().map(|(name, token)| (*name, written(*name, token.as_ref(), interner))).unzip();
    let body = body(rest, is_function, &parameters, words)?;
    if is_variadic && !closes_optional(&body, words) {
        return fail("unterminated __VA_OPT__", name);
    }
    static NUMBERS: AtomicU64 = AtomicU64::new(1);
    Ok(Macro {
        number: NUMBERS.fetch_add(1, Ordering::Relaxed),
        name: name.symbol,
        is_function,
        parameters: shown.into(),
        is_variadic,
        body: body.into(),
        line: name.line,
        column: name.column,
    })
}

/// The tokens without the comments in front of them.
fn without_comments(tokens: &[Lexed]) -> &[Lexed] {
    let count = tokens.iter().take_while(|token| token.kind == Kind::Comment).count();
    &tokens[count..]
}

/// How a parameter is written.
fn written(name: Symbol, token: Option<&Lexed>, interner: &Interner) -> Symbol {
    let token = token.filter(|token| token.flags & flags::WRITTEN != 0);
    let written = token.and_then(|token| interner.written(name, token.line, token.column));
    written.map_or(name, |written| interner.intern(written))
}

/// The names of parameters with the tokens that name them, whether the last one is variadic, and what follows.
type Parameters<'a> = (Vec<(Symbol, Option<Lexed>)>, bool, &'a [Lexed]);

fn parameters<'a>(mut rest: &'a [Lexed], words: &Words) -> Result<Parameters<'a>, String> {
    let mut names: Vec<(Symbol, Option<Lexed>)> = Vec::new();
    let mut is_variadic = false;
    let unexpected = || "expected parameter name or ')' in macro parameter list".to_owned();
    if let [first, after @ ..] = without_comments(rest)
        && first.kind == Kind::CloseParen
    {
        return Ok((names, false, after));
    }
    loop {
        rest = without_comments(rest);
        let Some((token, after)) = rest.split_first() else { return Err(unexpected()) };
        rest = without_comments(after);
        match token.kind {
            Kind::Name => {
                if names.iter().any(|(name, _)| *name == token.symbol) {
                    return Err("duplicate macro parameter".to_owned());
                }
                names.push((token.symbol, Some(*token)));
                if let [dots, after @ ..] = rest
                    && dots.kind == Kind::Ellipsis
                {
                    is_variadic = true;
                    rest = without_comments(after);
                }
            }
            Kind::Ellipsis => {
                names.push((words.va_args, None));
                is_variadic = true;
            }
            _ => return Err(unexpected()),
        }
        match rest.split_first() {
            Some((token, after)) if token.kind == Kind::CloseParen => return Ok((names, is_variadic, after)),
            Some((token, after)) if token.kind == Kind::Comma && !is_variadic => rest = after,
            _ => return Err("expected ',' or ')' in macro parameter list".to_owned()),
        }
    }
}

fn body(
    tokens: &[Lexed],
    is_function: bool,
    parameters: &[Symbol],
    words: &Words,
) -> Result<Vec<Lexed>, (String, Option<Lexed>)> {
    let mut body: Vec<Lexed> = Vec::with_capacity(tokens.len());
    let mut pasting = false;
    for token in tokens {
        let mut token = *token;
        token.flags &= match token.kind {
            Kind::Name => flags::WHITE | flags::WRITTEN,
            _ => flags::WHITE,
        };
        if token.kind == Kind::Name
            && let Some(at) = parameters.iter().position(|name| *name == token.symbol)
        {
            token.kind = Kind::Parameter;
            token.symbol = Symbol::from_number(at as u32 + 1);
        }
        let is_operand = token.kind == Kind::Parameter || token.symbol == words.va_opt;
        if is_function
            && let Some(last) = body.last_mut()
            && last.kind == Kind::Hash
            && last.flags & flags::PASTE_LEFT == 0
        {
            if !is_operand {
                return Err(("'#' is not followed by a macro parameter".into(), Some(token)));
            }
            token.flags = last.flags & flags::WHITE | flags::STRINGIFY;
            *last = token;
            pasting = false;
            continue;
        }
        if token.kind == Kind::Paste {
            match body.last_mut() {
                None => return Err((PASTE_AT_END.into(), Some(token))),
                Some(last) => last.flags |= flags::PASTE_LEFT,
            }
            pasting = true;
            continue;
        }
        pasting = false;
        body.push(token);
    }
    if pasting {
        return Err((PASTE_AT_END.into(), None));
    }
    if is_function
        && let Some(last) = body.last()
        && last.kind == Kind::Hash
    {
        return Err(("'#' is not followed by a macro parameter".into(), Some(*last)));
    }
    if let Some(first) = body.first_mut() {
        first.flags &= !flags::WHITE;
    }
    Ok(body)
}

/// Whether each `__VA_OPT__` has its parentheses, and no other one inside of them.
fn closes_optional(body: &[Lexed], words: &Words) -> bool {
    let mut tokens = body.iter();
    while let Some(token) = tokens.next() {
        if token.kind != Kind::Name || token.symbol != words.va_opt {
            continue;
        }
        if tokens.next().is_none_or(|open| open.kind != Kind::OpenParen) {
            return false;
        }
        let mut depth = 1;
        while depth > 0 {
            match tokens.next() {
                Some(token) if token.kind == Kind::OpenParen => depth += 1,
                Some(token) if token.kind == Kind::CloseParen => depth -= 1,
                Some(token) if token.kind == Kind::Name && token.symbol == words.va_opt => return false,
                Some(_) => {}
                None => return false,
            }
        }
    }
    true
}

const PASTE_AT_END: &str = "'##' cannot appear at either end of a macro expansion";

/// A macro that the preprocessor computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    Line,
    File,
    FileName,
    BaseFile,
    IncludeLevel,
    Counter,
    Date,
    Time,
    TimeStamp,
    Pragma,
    HasInclude,
    HasIncludeNext,
    HasAttribute,
    HasCppAttribute,
    HasBuiltinFunction,
    HasFeature,
    HasExtension,
    HasWarning,
    HasDeclspec,
    IsIdentifier,
    /// What this preprocessor does not compute.
    Foreign,
}

impl Builtin {
    /// Whether the compiler alone decides what it gives for a name.
    pub(crate) fn is_asked(self) -> bool {
        matches!(
            self,
            Builtin::HasAttribute
                | Builtin::HasCppAttribute
                | Builtin::HasBuiltinFunction
                | Builtin::HasFeature
                | Builtin::HasExtension
                | Builtin::HasWarning
                | Builtin::HasDeclspec
                | Builtin::IsIdentifier
        )
    }
}

/// Macros that compilers compute, as far as they have them, and this preprocessor does not.
pub(crate) const FOREIGN: [&str; 12] = [
    "__has_c_attribute",
    "__has_embed",
    "__has_constexpr_builtin",
    "__is_target_arch",
    "__is_target_vendor",
    "__is_target_os",
    "__is_target_environment",
    "__is_target_variant_os",
    "__is_target_variant_environment",
    "__building_module",
    "__MODULE__",
    "__FLT_EVAL_METHOD__",
];

/// Those of clang alone.
pub(crate) const CLANG_BUILTINS: [(&str, Builtin); 5] = [
    ("__has_feature", Builtin::HasFeature),
    ("__has_extension", Builtin::HasExtension),
    ("__has_warning", Builtin::HasWarning),
    ("__has_declspec_attribute", Builtin::HasDeclspec),
    ("__is_identifier", Builtin::IsIdentifier),
];

pub(crate) const BUILTINS: [(&str, Builtin); 15] = [
    ("__LINE__", Builtin::Line),
    ("__FILE__", Builtin::File),
    ("__FILE_NAME__", Builtin::FileName),
    ("__BASE_FILE__", Builtin::BaseFile),
    ("__INCLUDE_LEVEL__", Builtin::IncludeLevel),
    ("__COUNTER__", Builtin::Counter),
    ("__DATE__", Builtin::Date),
    ("__TIME__", Builtin::Time),
    ("__TIMESTAMP__", Builtin::TimeStamp),
    ("_Pragma", Builtin::Pragma),
    ("__has_include", Builtin::HasInclude),
    ("__has_include_next", Builtin::HasIncludeNext),
    ("__has_attribute", Builtin::HasAttribute),
    ("__has_cpp_attribute", Builtin::HasCppAttribute),
    ("__has_builtin", Builtin::HasBuiltinFunction),
];

/// What a name is defined as.
#[derive(Clone, Debug)]
pub(crate) enum Definition {
    /// By `#define`: the macro, the number of its file, and what the file belongs to.
    User(Arc<Macro>, u32, Realm),
    /// By the preprocessor.
    Computed(Builtin),
}

/// A macro as it was: its number, and what its file belongs to; 0 for none.
pub(crate) type Known = (u64, Realm);

impl Definition {
    fn known(&self) -> Known {
        match self {
            Definition::User(definition, _, realm) => (definition.number, *realm),
            // Numbers of macros are far from it.
            Definition::Computed(builtin) => (u64::MAX - *builtin as u64, Realm::Builtin),
        }
    }
}

/// What a name is.
#[derive(Clone, Copy, Debug, Default)]
struct Name {
    /// The number of its definition, from 1; 0 for none.
    slot: u32,
    /// The stretch that looked at it last.
    noted: u32,
}

/// The macros of a unit at some place of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// By symbol.
    names: Vec<Name>,
    /// All definitions that there ever were: a definition is replaced, not changed.
    definitions: Vec<Definition>,
    /// What each of them is known by.
    known: Vec<Known>,
    /// By symbol: whether the macro is being expanded.
    disabled: Vec<bool>,
    /// What `#pragma push_macro` put aside.
    pub(crate) pushed: Vec<(Symbol, u32)>,
    /// Names that `#pragma GCC poison` forbids.
    pub(crate) poisoned: Vec<Symbol>,
    /// Names that were looked at or changed, with the definitions that they had: for each stretch of the unit those that
    /// it looked at first.
    pub(crate) log: Vec<(Symbol, u32)>,
    /// The number of stretches that were begun.
    epochs: u32,
    /// The stretch that is open; 0 for none.
    epoch: u32,
}

impl Table {
    /// An empty one, with room for so many names.
    pub(crate) fn with_room(names: usize) -> Table {
        let (mut table, names) = (Table::default(), names + 1024);
        table.names.reserve(names);
        table.disabled.reserve(names);
        table
    }

    /// Begins a stretch; gives the one around.
    pub(crate) fn open_log(&mut self) -> u32 {
        self.epochs += 1;
        std::mem::replace(&mut self.epoch, self.epochs)
    }

    /// Ends a stretch, which began at a place of the log, inside of another one: what the log has from there on are the
    /// names that were looked at in it, each once, with the definitions that they had first.
    pub(crate) fn close_log(&mut self, start: usize, outer: u32) {
        let mut kept = start;
        // What was looked at since has a later stretch than all before.
        self.epochs += 1;
        let end = self.epochs;
        for at in start..self.log.len() {
            let known = &mut self.names[self.log[at].0.index()];
            if known.noted != end {
                known.noted = end;
                self.log.swap(kept, at);
                kept += 1;
            }
        }
        self.log.truncate(kept);
        self.epoch = outer;
    }

    /// A name is looked at or changed.
    #[inline]
    pub(crate) fn note(&mut self, name: Symbol) {
        if self.epoch != 0 {
            let at = name.index();
            if self.names.get(at).is_none_or(|known| known.noted < self.epoch) {
                self.note_in_log(name);
            }
        }
    }

    #[cold]
    fn note_in_log(&mut self, name: Symbol) {
        let epochs = self.epochs;
        let known = self.name_mut(name);
        known.noted = epochs;
        let slot = known.slot;
        self.log.push((name, slot));
    }

    fn name_mut(&mut self, name: Symbol) -> &mut Name {
        if self.names.len() <= name.index() {
            self.names.resize(name.index() + 1024, Name::default());
        }
        &mut self.names[name.index()]
    }

    /// The definition of a name that decides about the text.
    #[inline]
    pub(crate) fn look_up(&mut self, name: Symbol) -> u32 {
        let known = self.names.get(name.index()).copied().unwrap_or_default();
        if self.epoch != 0 && known.noted < self.epoch {
            self.note_in_log(name);
        }
        known.slot
    }

    /// A definition by its number.
    pub(crate) fn of_slot(&self, slot: u32) -> Option<&Definition> {
        self.definitions.get((slot as usize).wrapping_sub(1))
    }

    /// What the definition with a number is known by.
    #[inline]
    pub(crate) fn known_of_slot(&self, slot: u32) -> Known {
        self.known.get((slot as usize).wrapping_sub(1)).copied().unwrap_or_default()
    }

    /// What the definition of a name is known by.
    #[inline]
    pub(crate) fn known(&self, name: Symbol) -> Known {
        self.known_of_slot(self.slot(name))
    }

    #[inline]
    pub(crate) fn slot(&self, name: Symbol) -> u32 {
        self.names.get(name.index()).map_or(0, |known| known.slot)
    }

    pub(crate) fn is_defined(&self, name: Symbol) -> bool {
        self.slot(name) != 0
    }

    pub(crate) fn get(&self, name: Symbol) -> Option<&Definition> {
        self.of_slot(self.slot(name))
    }

    /// The definition by `#define` that a name has, if it never had another one, and the number of its file.
    pub(crate) fn only(&self, name: Symbol) -> Option<(&Arc<Macro>, u32)> {
        let Definition::User(found, file, _) = self.get(name)? else { return None };
        let is_other = |it: &Definition| matches!(it, Definition::User(it, ..) if it.name == name && !Arc::ptr_eq(it, found));
        (!self.definitions.iter().any(is_other)).then_some((found, *file))
    }

    /// The names that are defined, in no order.
    pub(crate) fn defined(&self) -> impl Iterator<Item = Symbol> + '_ {
        let names = self.names.iter().enumerate().filter(|(_, known)| known.slot != 0);
        names.map(|(index, _)| Symbol::from_number(index as u32))
    }

    fn set(&mut self, name: Symbol, slot: u32) {
        self.name_mut(name).slot = slot;
    }

    fn add(&mut self, definition: Definition) -> u32 {
        self.known.push(definition.known());
        self.definitions.push(definition);
        self.definitions.len() as u32
    }

    pub(crate) fn define(&mut self, name: Symbol, definition: Definition) {
        self.note(name);
        let slot = self.add(definition);
        self.set(name, slot);
    }

    pub(crate) fn undefine(&mut self, name: Symbol) {
        self.note(name);
        if self.is_defined(name) {
            self.set(name, 0);
        }
    }

    pub(crate) fn push(&mut self, name: Symbol) {
        let slot = self.look_up(name);
        self.pushed.push((name, slot));
    }

    /// Puts a definition aside that is not the name's own.
    pub(crate) fn push_definition(&mut self, name: Symbol, definition: Option<Definition>) {
        let slot = match definition {
            Some(definition) => self.add(definition),
            None => 0,
        };
        self.pushed.push((name, slot));
    }

    /// Takes the definition that was put aside last; gives its place among those that are.
    pub(crate) fn pop(&mut self, name: Symbol) -> Option<usize> {
        let at = self.pushed.iter().rposition(|(pushed, _)| *pushed == name)?;
        let (_, slot) = self.pushed.remove(at);
        self.note(name);
        self.set(name, slot);
        Some(at)
    }

    #[inline]
    pub(crate) fn is_disabled(&self, name: Symbol) -> bool {
        self.disabled.get(name.index()).copied().unwrap_or(false)
    }

    pub(crate) fn set_disabled(&mut self, name: Symbol, disabled: bool) {
        if self.disabled.len() <= name.index() {
            self.disabled.resize(name.index() + 1024, false);
        }
        self.disabled[name.index()] = disabled;
    }
}
