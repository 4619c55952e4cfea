//! Macros that the preprocessor computes.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::facts::Subject;
use crate::macros::Builtin;
use crate::print::{Form, quote};
use crate::request::{Question, Severity};
use crate::symbol::Symbol;
use crate::token::{Kind, Realm, Token, flags};
use crate::unit::Unit;

impl Unit<'_> {
    /// Puts what a macro is in its place; `false` where it stays a name.
    pub(crate) fn expand_builtin(&mut self, builtin: Builtin, token: Token) -> bool {
        if let Some(watch) = &mut self.watch {
            // The name stays: what comes of the expansion is not used.
            watch.is_placed = true;
            return false;
        }
        // What is noted of headers does not say what these are.
        if matches!(builtin, Builtin::BaseFile | Builtin::IncludeLevel | Builtin::Date | Builtin::Time) {
            self.notes.place();
        }
        // What is kept of conditions says nothing of files and places.
        if self.directive.is_some() && !builtin.is_asked() {
            self.notes.place_stretch();
        }
        let text = match builtin {
            Builtin::Foreign => {
                let text = format!("{} is not computed", self.file_name(token.symbol));
                self.report(Severity::Error, Some(&token), text);
                return false;
            }
            Builtin::Pragma => {
                if self.directive.is_some() || self.ignores_pragma_operator {
                    return false;
                }
                return self.pragma_operator(token);
            }
            Builtin::Line => self.line_of(&token).to_string(),
            Builtin::File => match self.buffers.last() {
                Some(buffer) => self.quoted(buffer.name),
                None => "\"\"".to_owned(),
            },
            Builtin::FileName => match self.buffers.last() {
                Some(buffer) => {
                    let name = self.shown_name(self.shared.interner.text(buffer.name));
                    let start = memchr::memrchr(b'/', &name).map_or(0, |at| at + 1);
                    format!("\"{}\"", escaped(&name[start..]))
                }
                None => "\"\"".to_owned(),
            },
            Builtin::BaseFile => format!("\"{}\"", escaped(&self.shown_name(self.request.source.as_bytes()))),
            Builtin::IncludeLevel => {
                let base = usize::from(self.buffers.first().is_some_and(|first| first.number == 0));
                let entered: usize = self.buffers.iter().map(|buffer| buffer.entered.len()).sum();
                (self.buffers.len().saturating_sub(1 + base) + entered).to_string()
            }
            Builtin::Counter => {
                if self.request.style.directives_only && self.directive.is_some() {
                    let text = "__COUNTER__ expanded inside directive with -fdirectives-only";
                    self.report(Severity::Error, None, text);
                }
                self.notes.place_stretch();
                let counter = self.facts.get(Subject::Counter);
                self.facts.set(Subject::Counter, counter + 1);
                counter.to_string()
            }
            Builtin::Date => now("\"%b %e %Y\""),
            Builtin::Time => now("\"%H:%M:%S\""),
            Builtin::TimeStamp => self.time_stamp(),
            Builtin::HasInclude => self.has_include(false).to_string(),
            Builtin::HasIncludeNext => self.has_include(true).to_string(),
            Builtin::HasAttribute => self.query(Question::Attribute, "__has_attribute"),
            Builtin::HasCppAttribute => self.query(Question::CppAttribute, "__has_cpp_attribute"),
            Builtin::HasBuiltinFunction => self.query(Question::Builtin, "__has_builtin"),
            Builtin::HasFeature => self.query(Question::Feature, "__has_feature"),
            Builtin::HasExtension => self.query(Question::Extension, "__has_extension"),
            Builtin::HasWarning => self.query(Question::Warning, "__has_warning"),
            Builtin::HasDeclspec => self.query(Question::Declspec, "__has_declspec_attribute"),
            Builtin::IsIdentifier => self.query(Question::Identifier, "__is_identifier"),
        };
        let kind = if text.starts_with('"') { Kind::String } else { Kind::Number };
        let symbol = self.shared.interner.intern(text.as_bytes());
        let result = Token { kind, symbol, flags: 0, realm: Realm::Builtin, ..token };
        self.last_computed = Some((token.realm, token.file, self.place_in_file()));
        self.push_one(Symbol::EMPTY, result);
        true
    }

    /// The presumed line of `__LINE__`: where the name stands in an argument of the outermost macro, else where that
    /// macro stands.
    fn line_of(&self, token: &Token) -> u32 {
        let delta = self.buffers.last().map_or(0, |buffer| buffer.delta);
        if self.request.style.form == Form::Clang {
            // The end of the outermost macro with its arguments.
            let line = match self.expansions.get((token.origin as usize).wrapping_sub(1)) {
                Some(expansion) => expansion.root_end,
                None => token.line,
            };
            return line.wrapping_add(delta);
        }
        let is_function = match self.macros.get(self.outermost) {
            Some(crate::macros::Definition::User(definition, ..)) => definition.is_function,
            _ => false,
        };
        let line = match is_function || self.invocation.0 == 0 {
            true => self.root_line(token),
            false => self.invocation.0,
        };
        line.wrapping_add(delta)
    }

    fn quoted(&self, name: Symbol) -> String {
        format!("\"{}\"", escaped(&self.shown_name(self.shared.interner.text(name))))
    }

    /// A file's name as `__FILE__` shows it.
    fn shown_name<'b>(&self, name: &'b [u8]) -> Cow<'b, [u8]> {
        let prefixes = self.request.shown_prefixes.iter().rev();
        let shown = prefixes.filter_map(|(from, to)| Some((to, name.strip_prefix(from.as_bytes())?)));
        match shown.into_iter().next() {
            Some((to, rest)) => Cow::Owned([to.as_bytes(), rest].concat()),
            None => Cow::Borrowed(name),
        }
    }

    fn time_stamp(&self) -> String {
        let modified = self.buffers.last().and_then(|buffer| buffer.file.stamp.modified);
        let zoned = modified.and_then(|time| jiff::Timestamp::try_from(time).ok());
        match zoned {
            Some(time) => time
                .to_zoned_datetime(jiff::tz::TimeZone::system())
                .strftime("\"%a %b %e %H:%M:%S %Y\"")
                .to_string(),
            None => "\"??? ??? ?? ??:??:?? ????\"".to_owned(),
        }
    }

    /// The answer to `__has_builtin(NAME)` and its like.
    fn query(&mut self, question: Question, operator: &str) -> String {
        let open = self.solid_token();
        if open.kind != Kind::OpenParen {
            self.report(Severity::Error, Some(&open), format!("missing '(' after \"{operator}\""));
            return "0".to_owned();
        }
        let mut name = String::new();
        let mut token = self.solid_token();
        loop {
            match token.kind {
                Kind::Name | Kind::Scope | Kind::String => {
                    name.push_str(&String::from_utf8_lossy(token.text(&self.shared.interner)));
                }
                _ if token.is_named_operator(&self.shared.interner) => {
                    name.push_str(&String::from_utf8_lossy(token.text(&self.shared.interner)));
                }
                _ => break,
            }
            token = self.solid_token();
        }
        // An attribute may have arguments.
        let mut depth = 0;
        while token.kind != Kind::End && !(token.kind == Kind::CloseParen && depth == 0) {
            match token.kind {
                Kind::OpenParen => depth += 1,
                Kind::CloseParen => depth -= 1,
                _ => {}
            }
            token = self.solid_token();
        }
        if token.kind == Kind::End || name.is_empty() {
            let text = format!("operator \"{operator}\" requires an identifier");
            self.report(Severity::Error, Some(&token), text);
            return "0".to_owned();
        }
        match self.host.answer(question, &name) {
            Some(answer) => answer.to_string(),
            None => {
                let text = format!("the host compiler does not answer {operator}({name})");
                self.report(Severity::Error, Some(&token), text);
                "0".to_owned()
            }
        }
    }

    /// Whether a file would be found: the operand of `__has_include`.
    fn has_include(&mut self, is_next: bool) -> u32 {
        let operator = if is_next { "__has_include_next" } else { "__has_include" };
        if self.directive.is_none() {
            let text = format!("\"{operator}\" used outside of preprocessing directive");
            self.report(Severity::Error, None, text);
            return 0;
        }
        let open = self.solid_token();
        let has_paren = open.kind == Kind::OpenParen;
        if !has_paren {
            self.report(Severity::Error, Some(&open), format!("missing '(' before \"{operator}\" operand"));
            return 0;
        }
        let Some((name, is_angled)) = self.header_name() else {
            let text = format!("operator \"{operator}\" requires a header-name");
            self.report(Severity::Error, Some(&open), text);
            return 0;
        };
        let close = self.solid_token();
        if close.kind != Kind::CloseParen {
            self.report(Severity::Error, Some(&close), format!("missing ')' after \"{operator}\" operand"));
        }
        u32::from(self.find(&name, is_angled, is_next).is_some())
    }

    /// A header's name from tokens, and whether it stands in angle brackets. Macros are expanded unless the name stands
    /// in the directive itself.
    pub(crate) fn header_name(&mut self) -> Option<(String, bool)> {
        let is_direct = self.contexts.is_empty();
        if is_direct {
            self.prevent_expansion += 1;
        }
        let first = self.solid_token();
        let mut is_raw = is_direct;
        let closes = match &self.directive {
            Some((tokens, at)) => tokens.iter().skip(*at).any(|token| token.kind == Kind::Greater),
            None => false,
        };
        let first = match first.kind {
            Kind::Less if is_direct && !closes => {
                // A macro gives the end of it.
                self.prevent_expansion -= 1;
                is_raw = false;
                first
            }
            Kind::Less | Kind::String => first,
            _ if is_direct => {
                // A macro gives it.
                self.prevent_expansion -= 1;
                is_raw = false;
                self.put_back(first);
                self.solid_token()
            }
            _ => first,
        };
        let interner = &self.shared.interner;
        let name = match first.kind {
            Kind::String => {
                let text = first.text(interner);
                let inner = text.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
                inner.map(|inner| (String::from_utf8_lossy(inner).into_owned(), false))
            }
            Kind::Less => {
                let mut name = String::new();
                let mut source: Option<bool> = None;
                loop {
                    let token = self.token();
                    match token.kind {
                        Kind::Greater => break Some((name, true)),
                        Kind::End => break None,
                        Kind::Padding => {
                            let has_source = token.has(flags::SOURCE);
                            if source.is_none() || source == Some(false) && !has_source {
                                source = has_source.then(|| token.has(flags::WHITE));
                            }
                            continue;
                        }
                        _ => {}
                    }
                    if !name.is_empty() && source.unwrap_or(token.has(flags::WHITE)) {
                        name.push(' ');
                    }
                    source = None;
                    let _ = write!(name, "{}", String::from_utf8_lossy(token.text(&self.shared.interner)));
                }
            }
            _ => None,
        };
        if is_raw {
            self.prevent_expansion -= 1;
        }
        name
    }
}

/// The time at which the process runs, as C prints it.
fn now(format: &str) -> String {
    // As for GCC, it can be fixed from outside.
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let fixed = fixed.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    match fixed {
        Some(time) => time.to_zoned_datetime(jiff::tz::TimeZone::UTC).strftime(format).to_string(),
        None => jiff::ZonedDateTime::now().strftime(format).to_string(),
    }
}

fn escaped(text: &[u8]) -> String {
    let mut out = Vec::with_capacity(text.len());
    quote(text, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}
