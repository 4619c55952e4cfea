//! Expansion of macros.
//!
//! GCC's algorithm: a stack of contexts gives the tokens; a macro is disabled while its context is on the stack, and a
//! name that is read while its macro is disabled is never expanded again. Padding stands between tokens where the
//! printer has to decide about a blank.

use std::sync::Arc;

use crate::lexer::{Start, lex, named_operator};
use crate::macros::{Definition, Macro, Table};
use crate::output::Expansion;
use crate::print::{Form, KeptMacros, quote};
use crate::request::Severity;
use crate::symbol::Symbol;
use crate::token::{Kind, Lexed, Origin, Realm, Token, flags, is_name_byte};
use crate::unit::Unit;

/// Bytes of stack that are left when another segment is allocated, and the size of a segment.
const RED_ZONE: usize = 128 * 1024;
const STACK: usize = 2 * 1024 * 1024;
/// Arguments nested deeper are an error.
const DEEPEST_EXPANSION: u32 = 20_000;

/// Tokens that are read before those below them.
pub(crate) struct Context {
    tokens: Tokens,
    at: usize,
    /// The macro that they come from; empty for none.
    name: Symbol,
    /// Some of them may be a file's own.
    is_written: bool,
}

enum Tokens {
    /// The body of a macro without arguments.
    Body {
        body: Arc<Macro>,
        file: u32,
        realm: Realm,
        origin: Origin,
    },
    List(Vec<Token>),
    One(Token),
}

impl Context {
    #[inline]
    fn next(&mut self) -> Option<Token> {
        let at = self.at;
        self.at += 1;
        match &self.tokens {
            Tokens::Body { body, file, realm, origin } => {
                let token = body.body.get(at)?;
                Some(Token { origin: *origin, ..token.at(*file, *realm) })
            }
            Tokens::List(tokens) => tokens.get(at).copied(),
            Tokens::One(token) => (at == 0).then_some(*token),
        }
    }
}

/// An argument of a macro.
#[derive(Default)]
struct Argument {
    tokens: Vec<Token>,
    /// The variable arguments are missing altogether.
    is_absent: bool,
    /// Its tokens with macros expanded, where that gives others.
    expanded: Option<Vec<Token>>,
    /// There is nothing to expand.
    is_plain: bool,
    /// Some of its tokens may be a file's own: no macro gave them.
    is_written: bool,
}

impl Argument {
    /// Its tokens with macros expanded, once that was done.
    fn expansion(&self) -> &[Token] {
        self.expanded.as_deref().unwrap_or(&self.tokens)
    }
}

/// Whether tokens of a kind mean nothing to macros wherever they stand: most but names.
#[inline]
fn is_inert(kind: Kind) -> bool {
    use Kind::*;
    !matches!(kind, Name | OpenParen | CloseParen | Comma | End | Pragma | UserLiteral | Other | Comment)
}

/// What became of a name that is a macro.
enum Entered {
    /// It stays a name.
    No,
    /// Its expansion is read next.
    Yes,
    /// Pragmas that stood in its arguments are read first.
    Pragmas,
}

impl Unit<'_> {
    /// The next token, with macros expanded; padding stands where expansions start and end.
    pub(crate) fn token(&mut self) -> Token {
        let saved = self.about_to_expand;
        let token = self.next_token();
        self.about_to_expand = saved;
        token
    }

    /// The next token that is not padding.
    pub(crate) fn solid_token(&mut self) -> Token {
        loop {
            let token = self.token();
            let is_passed = match token.kind {
                Kind::Padding => true,
                Kind::Comment => self.directive.is_some(),
                _ => false,
            };
            if !is_passed {
                return token;
            }
        }
    }

    #[inline]
    fn next_token(&mut self) -> Token {
        loop {
            let mut token = match self.contexts.last_mut() {
                None => self.lex_token(),
                Some(context) => match context.next() {
                    Some(token) => {
                        if token.has(flags::PASTE_LEFT) {
                            self.paste_all(token);
                            if self.drops_padding() {
                                continue;
                            }
                            return Token::padding(&token);
                        }
                        token
                    }
                    None => {
                        self.pop_context();
                        if self.directive.is_some() || self.in_deferred_pragma {
                            continue;
                        }
                        return Token::separator();
                    }
                },
            };
            if token.kind != Kind::Name {
                if token.kind == Kind::Padding && self.in_deferred_pragma {
                    continue;
                }
                return token;
            }
            if let Some(watch) = &mut self.watch {
                watch.names.push((token.symbol, self.macros.slot(token.symbol)));
            }
            if self.macros.look_up(token.symbol) == 0 || token.has(flags::NO_EXPAND) {
                return token;
            }
            if self.macros.is_disabled(token.symbol) {
                token.flags |= flags::NO_EXPAND;
                return token;
            }
            if !self.is_expanding() {
                if !self.keeps_expansions {
                    self.expansions.clear();
                }
                self.invocation = (token.line, token.column);
                self.outermost = token.symbol;
            }
            if self.prevent_expansion > 0 {
                return token;
            }
            match self.expand(token) {
                Entered::No => return token,
                Entered::Pragmas => {}
                Entered::Yes if self.drops_padding() => {}
                Entered::Yes => return Token::padding(&token),
            }
        }
    }

    fn is_expanding(&self) -> bool {
        self.about_to_expand || self.contexts.last().is_some_and(|context| context.name != Symbol::EMPTY)
    }

    pub(crate) fn pop_context(&mut self) {
        let Some(context) = self.contexts.pop() else { return };
        if context.name != Symbol::EMPTY {
            // An expansion may have several contexts.
            if self.contexts.last().is_none_or(|below| below.name != context.name) {
                self.macros.set_disabled(context.name, false);
            }
            if self.contexts.is_empty() && context.name == self.outermost {
                self.outermost = Symbol::EMPTY;
            }
        }
        if let Tokens::List(mut tokens) = context.tokens {
            tokens.clear();
            self.pool.push(tokens);
        }
    }

    pub(crate) fn push_list(&mut self, name: Symbol, tokens: Vec<Token>) {
        self.contexts.push(Context { tokens: Tokens::List(tokens), at: 0, name, is_written: true });
    }

    pub(crate) fn push_one(&mut self, name: Symbol, token: Token) {
        self.contexts.push(Context { tokens: Tokens::One(token), at: 0, name, is_written: true });
    }

    fn empty_list(&mut self) -> Vec<Token> {
        self.pool.pop().unwrap_or_default()
    }

    /// Puts the last token back: to the context that it came from, or to the file.
    fn back_up(&mut self, token: Token) {
        match self.contexts.last_mut() {
            Some(context) => context.at -= 1,
            None => self.put_back(token),
        }
    }

    fn expand(&mut self, token: Token) -> Entered {
        self.about_to_expand = true;
        let entered = self.expand_definition(token);
        self.about_to_expand = false;
        entered
    }

    fn expand_definition(&mut self, token: Token) -> Entered {
        let name = token.symbol;
        let (definition, file, realm) = match self.macros.get(name) {
            None => return Entered::No,
            Some(Definition::User(definition, file, realm)) => (Arc::clone(definition), *file, *realm),
            Some(Definition::Computed(builtin)) => {
                let builtin = *builtin;
                return match self.expand_builtin(builtin, token) {
                    true => Entered::Yes,
                    false => Entered::No,
                };
            }
        };
        let mut pragmas = Vec::new();
        let mut arguments = None;
        let mut end = self.root_end(&token);
        if definition.is_function {
            self.prevent_expansion += 1;
            self.keep_tokens += 1;
            self.parsing_arguments = 1;
            let found = self.invocation(&definition, &token, &mut pragmas);
            self.parsing_arguments = 0;
            self.keep_tokens -= 1;
            self.prevent_expansion -= 1;
            match found {
                None => return Entered::No,
                Some((found, closing)) => {
                    end = closing;
                    arguments = (!definition.parameters.is_empty()).then_some(found);
                }
            }
        }
        let origin = self.expansion(token, end);
        match arguments {
            Some(mut arguments) => {
                let saved = std::mem::replace(&mut self.enclosing, origin);
                let list = self.replace(&definition, &mut arguments, file, realm, origin);
                self.enclosing = saved;
                for argument in arguments {
                    self.recycle(argument.tokens);
                    argument.expanded.into_iter().for_each(|tokens| self.recycle(tokens));
                }
                self.note_use(name);
                self.macros.set_disabled(name, true);
                let tokens = Tokens::List(list);
                self.contexts.push(Context { tokens, at: 0, name, is_written: false });
            }
            None => {
                self.note_use(name);
                self.macros.set_disabled(name, true);
                let tokens = Tokens::Body { body: definition, file, realm, origin };
                self.contexts.push(Context { tokens, at: 0, name, is_written: false });
            }
        }
        if pragmas.is_empty() {
            return Entered::Yes;
        }
        if self.directive.is_none() {
            self.push_one(Symbol::EMPTY, Token::padding(&token));
        }
        self.push_list(Symbol::EMPTY, pragmas);
        Entered::Pragmas
    }

    fn recycle(&mut self, mut tokens: Vec<Token>) {
        if tokens.capacity() > 0 {
            tokens.clear();
            self.pool.push(tokens);
        }
    }

    /// The number of the expansion of a name, which ends on a line of the file in the end.
    fn expansion(&mut self, token: Token, root_end: u32) -> Origin {
        let parent = if token.origin == 0 { self.enclosing } else { token.origin };
        let Token { symbol: name, file, line, column, .. } = token;
        let root_line = self.root_line(&token);
        self.expansions.push(Expansion { name, file, line, column, parent, root_line, root_end });
        self.expansions.len() as Origin
    }

    /// The line of the name in a file that a token comes from in the end.
    pub(crate) fn root_line(&self, token: &Token) -> u32 {
        match self.expansions.get((token.origin as usize).wrapping_sub(1)) {
            Some(expansion) => expansion.root_line,
            None => token.line,
        }
    }

    /// The line on which the expansions end that a token comes from.
    fn root_end(&self, token: &Token) -> u32 {
        match self.expansions.get((token.origin as usize).wrapping_sub(1)) {
            Some(expansion) => expansion.root_end,
            None => token.line,
        }
    }

    /// Whether tokens come without padding: in directives, where nothing is printed.
    fn drops_padding(&self) -> bool {
        self.directive.is_some() && !self.in_deferred_pragma
    }

    /// The arguments of a macro, if a parenthesis follows its name, and the line on which they end.
    fn invocation(
        &mut self,
        definition: &Macro,
        name: &Token,
        pragmas: &mut Vec<Token>,
    ) -> Option<(Vec<Argument>, u32)> {
        let mut padding: Option<Token> = None;
        let token = loop {
            let token = self.token();
            if token.kind != Kind::Padding {
                break token;
            }
            let replaces = match padding {
                None => true,
                Some(known) => {
                    !known.has(flags::SOURCE) || !known.has(flags::WHITE) && !token.has(flags::SOURCE)
                }
            };
            if replaces {
                padding = Some(token);
            }
        };
        if token.kind == Kind::OpenParen {
            self.parsing_arguments = 2;
            return self.arguments(definition, name, pragmas);
        }
        if let (Some(watch), Kind::End) = (&mut self.watch, token.kind) {
            // In an argument that is expanded nothing follows either way; there it is the price of a simple rule.
            watch.is_placed = true;
        }
        if token.kind != Kind::End || token.has(flags::ARGUMENT_END) || self.directive.is_some() {
            self.back_up(token);
            if let Some(padding) = padding {
                self.push_one(Symbol::EMPTY, padding);
            }
        }
        None
    }

    fn arguments(
        &mut self,
        definition: &Macro,
        name: &Token,
        pragmas: &mut Vec<Token>,
    ) -> Option<(Vec<Argument>, u32)> {
        let wanted = definition.parameters.len();
        let mut arguments: Vec<Argument> = Vec::with_capacity(wanted);
        let mut count = 0;
        let end = loop {
            count += 1;
            let mut tokens = self.empty_list();
            let (mut depth, mut is_written) = (0u32, false);
            let keeps_commas = definition.is_variadic && count == wanted;
            let end = loop {
                if !tokens.is_empty() {
                    is_written |= self.take_argument(&mut tokens, &mut depth, keeps_commas);
                }
                let token = self.argument_token();
                match token.kind {
                    Kind::Padding if tokens.is_empty() => continue,
                    Kind::OpenParen => depth += 1,
                    Kind::CloseParen if depth == 0 => break token,
                    Kind::CloseParen => depth -= 1,
                    Kind::Comma if depth == 0 && !keeps_commas => break token,
                    Kind::End => break token,
                    Kind::Pragma if !token.has(flags::OPERATOR) => {
                        let mut token = token;
                        loop {
                            pragmas.push(token);
                            if matches!(token.kind, Kind::PragmaEnd | Kind::End) {
                                break;
                            }
                            token = self.token();
                        }
                        self.parsing_arguments = 2;
                        self.prevent_expansion = 1;
                        continue;
                    }
                    _ => {}
                }
                is_written |= token.origin == 0 && token.kind != Kind::Padding;
                tokens.push(token);
            };
            while tokens.last().is_some_and(|token| token.kind == Kind::Padding) {
                tokens.pop();
            }
            // What is too much is counted, and not kept.
            if count <= wanted.max(1) {
                arguments.push(Argument { tokens, is_written, ..Argument::default() });
            } else {
                self.recycle(tokens);
            }
            if end.kind != Kind::Comma {
                break end;
            }
        };
        let shown = |unit: &Unit<'_>| unit.file_name(definition.name);
        if end.kind == Kind::End {
            if !self.contexts.is_empty() || self.directive.is_some() {
                self.back_up(end);
            }
            let text = format!("unterminated argument list invoking macro \"{}\"", shown(self));
            self.report(Severity::Error, Some(name), text);
            return None;
        }
        if count == 1 && wanted == 0 && arguments[0].tokens.is_empty() {
            count = 0;
        }
        if count > wanted {
            let text = format!("macro \"{}\" passed {count} arguments, but takes just {wanted}", shown(self));
            self.report(Severity::Error, Some(name), text);
            return None;
        }
        if count < wanted && !(count + 1 == wanted && definition.is_variadic) {
            let text =
                format!("macro \"{}\" requires {wanted} arguments, but only {count} given", shown(self));
            self.report(Severity::Error, Some(name), text);
            return None;
        }
        arguments.truncate(wanted);
        arguments.resize_with(wanted, Argument::default);
        if definition.is_variadic
            && let Some(last) = arguments.last_mut()
        {
            let is_lone = wanted == 1 && last.tokens.is_empty() && !self.request.dialect.keeps_comma();
            last.is_absent = count < wanted || is_lone;
        }
        let line = self.root_end(&end);
        Some((arguments, line))
    }

    /// The next token of an argument, in which nothing is expanded: most are taken as they stand.
    #[inline(always)]
    fn argument_token(&mut self) -> Token {
        if let Some(Context { tokens: Tokens::List(tokens), at, .. }) = self.contexts.last_mut()
            && let Some(token) = tokens.get(*at)
            && !token.has(flags::PASTE_LEFT)
            && (token.kind != Kind::Name || self.macros.look_up(token.symbol) == 0)
            && self.watch.is_none()
        {
            *at += 1;
            return *token;
        }
        self.token()
    }

    /// Takes the tokens of an argument that was begun up to the first one that ends it or does not stand as it is: most
    /// of them. Whether some of them may be a file's own.
    fn take_argument(&mut self, out: &mut Vec<Token>, depth: &mut u32, keeps_commas: bool) -> bool {
        if self.watch.is_some()
            || self.directive.is_some()
            || self.in_deferred_pragma
            || self.request.style.macros == KeptMacros::Used
        {
            return false;
        }
        let macros = &mut self.macros;
        let mut is_taken = |kind: Kind, symbol: Symbol, flags: u8| {
            if flags & flags::PASTE_LEFT != 0 {
                return false;
            }
            match kind {
                _ if is_inert(kind) => {}
                Kind::Name if macros.look_up(symbol) != 0 => return false,
                Kind::OpenParen => *depth += 1,
                Kind::CloseParen if *depth == 0 => return false,
                Kind::CloseParen => *depth -= 1,
                Kind::Comma if *depth == 0 && !keeps_commas => return false,
                Kind::End | Kind::Pragma | Kind::UserLiteral | Kind::Other | Kind::Comment => return false,
                _ => {}
            }
            true
        };
        match self.contexts.last_mut() {
            Some(Context { tokens: Tokens::List(tokens), at, is_written, .. }) => {
                let rest = tokens.get(*at..).unwrap_or_default();
                let count = rest.iter().take_while(|it| is_taken(it.kind, it.symbol, it.flags)).count();
                out.extend_from_slice(&rest[..count]);
                *at += count;
                *is_written
            }
            Some(_) => false,
            None => {
                let Some(buffer) = self.buffers.last_mut().filter(|_| self.lookahead.is_empty()) else {
                    return false;
                };
                let rest = buffer.run.get(buffer.at..).unwrap_or_default();
                let count = rest.iter().take_while(|it| is_taken(it.kind, it.symbol, it.flags)).count();
                out.extend(rest[..count].iter().map(|lexed| {
                    let mut token = lexed.at(buffer.number, buffer.realm);
                    if token.has(flags::LINE_START) {
                        token.flags |= flags::WHITE;
                    }
                    token
                }));
                if let Some(last) = rest[..count].last() {
                    self.file_line = last.line;
                }
                buffer.at += count;
                true
            }
        }
    }

    /// Takes the tokens of the innermost context up to the first one that does not stand as it is: most of them.
    pub(crate) fn take_plain(&mut self, out: &mut Vec<Token>) {
        if self.watch.is_some() || self.in_deferred_pragma {
            return;
        }
        let Some(context) = self.contexts.last_mut() else { return };
        let macros = &mut self.macros;
        let is_plain = |kind: Kind, symbol: Symbol, flags: u8, macros: &mut Table| match kind {
            _ if flags & flags::PASTE_LEFT != 0 => false,
            _ if is_inert(kind) => true,
            Kind::End => false,
            Kind::Name => macros.look_up(symbol) == 0 || flags & flags::NO_EXPAND != 0,
            _ => true,
        };
        match &context.tokens {
            Tokens::List(tokens) => {
                let rest = tokens.get(context.at..).unwrap_or_default();
                let count =
                    rest.iter().take_while(|it| is_plain(it.kind, it.symbol, it.flags, macros)).count();
                out.extend_from_slice(&rest[..count]);
                context.at += count;
            }
            Tokens::Body { body, file, realm, origin } => {
                let rest = body.body.get(context.at..).unwrap_or_default();
                let count =
                    rest.iter().take_while(|it| is_plain(it.kind, it.symbol, it.flags, macros)).count();
                out.extend(rest[..count].iter().map(|it| Token { origin: *origin, ..it.at(*file, *realm) }));
                context.at += count;
            }
            Tokens::One(_) => {}
        }
    }

    /// The tokens of an argument with its macros expanded.
    fn expand_argument(&mut self, argument: &mut Argument) {
        if argument.is_plain || argument.expanded.is_some() {
            return;
        }
        if let Some(watch) = &mut self.watch {
            let names = argument.tokens.iter().filter(|token| token.kind == Kind::Name);
            watch.names.extend(names.map(|token| (token.symbol, self.macros.slot(token.symbol))));
        }
        // Most arguments have nothing to expand.
        let macros = &mut self.macros;
        let is_plain = |token: &Token| {
            !(token.kind == Kind::Name && macros.look_up(token.symbol) != 0 && !token.has(flags::NO_EXPAND))
        };
        argument.is_plain = argument.tokens.iter().all(is_plain);
        if argument.is_plain {
            return;
        }
        let mut expanded = self.empty_list();
        self.expanding += 1;
        if self.expanding > DEEPEST_EXPANSION {
            self.fatal("macro arguments are nested too deeply");
        } else {
            let mut tokens = std::mem::take(&mut argument.tokens);
            let mut end = Token::bare(Kind::End);
            end.flags = flags::ARGUMENT_END;
            tokens.push(end);
            let saved = (self.ignores_pragma_operator, self.prevent_expansion);
            self.ignores_pragma_operator = true;
            let (name, is_written) = (Symbol::EMPTY, argument.is_written);
            self.contexts.push(Context { tokens: Tokens::List(tokens), at: 0, name, is_written });
            let depth = self.contexts.len();
            stacker::maybe_grow(RED_ZONE, STACK, || {
                loop {
                    self.take_plain(&mut expanded);
                    let token = self.token();
                    if token.kind == Kind::End {
                        break;
                    }
                    expanded.push(token);
                }
            });
            (self.ignores_pragma_operator, self.prevent_expansion) = saved;
            debug_assert_eq!(self.contexts.len(), depth);
            if let Some(Context { tokens: Tokens::List(mut tokens), .. }) = self.contexts.pop() {
                tokens.pop();
                argument.tokens = tokens;
            }
        }
        self.expanding -= 1;
        argument.expanded = Some(expanded);
    }

    /// The body of a macro with arguments in the place of its parameters.
    fn replace(
        &mut self,
        definition: &Macro,
        arguments: &mut [Argument],
        file: u32,
        realm: Realm,
        origin: Origin,
    ) -> Vec<Token> {
        let body = &definition.body;
        let in_directive = self.drops_padding();
        let own = |token: &Lexed| Token { origin, ..token.at(file, realm) };
        let of_argument = |token: &Token| match token.origin {
            0 => Token { origin, ..*token },
            _ => *token,
        };
        let mut out = self.empty_list();
        // Most arguments stand once in the body.
        let length: usize = arguments.iter().map(|argument| argument.tokens.len() + 2).sum();
        out.reserve(body.len() + length);
        let mut optional = Optional::default();
        // The token in front of `__VA_OPT__`: its place.
        let mut start: Option<usize> = None;
        // Whether an empty argument is what was read last: `##` behind it has nothing on its left.
        let mut ends_empty = false;
        if let Some(watch) = &mut self.watch {
            // What `#` makes belongs to the file that the arguments end in.
            watch.is_placed |= body.iter().any(|token| token.flags & flags::STRINGIFY != 0);
        }
        for (at, token) in body.iter().enumerate() {
            let pastes = token.flags & flags::PASTE_LEFT != 0;
            let is_pasted = at > 0 && body[at - 1].flags & flags::PASTE_LEFT != 0;
            if definition.is_variadic {
                match self.optional(&mut optional, token, arguments) {
                    Step::Include => {}
                    Step::Drop => continue,
                    Step::Begin => {
                        if at > 0 && !is_pasted {
                            out.push(Token::padding(&own(token)));
                        }
                        start = out.len().checked_sub(1);
                        continue;
                    }
                    Step::End => {
                        let start = start.take();
                        if optional.stringifies {
                            let first = start.map_or(0, |start| start + 1);
                            let inner = out.split_off(first);
                            let inner = self.pasted(inner);
                            let mut text = self.stringified(&inner);
                            text.origin = origin;
                            if pastes {
                                text.flags |= flags::PASTE_LEFT;
                            }
                            out.push(text);
                            continue;
                        }
                        while out.len() > start.map_or(0, |start| start + 1)
                            && out.last().is_some_and(|last| last.kind == Kind::Padding)
                        {
                            out.pop();
                        }
                        let last = out.len().checked_sub(1);
                        if let Some(start) = start
                            && last == Some(start)
                        {
                            out[start].flags &= !flags::PASTE_LEFT;
                        }
                        if pastes && !(ends_empty && last != start) {
                            if let Some(last) = out.last_mut()
                                && last.kind != Kind::Padding
                            {
                                last.flags |= flags::PASTE_LEFT;
                            }
                        } else {
                            out.push(Token::separator());
                        }
                        continue;
                    }
                }
            }
            if token.kind != Kind::Parameter {
                ends_empty = false;
                out.push(own(token));
                continue;
            }
            let number = token.symbol.number() as usize - 1;
            let is_last = number + 1 == arguments.len();
            // The token whose paste flag becomes that of the parameter.
            let mut flagged: Option<usize> = None;
            let last = out.len().checked_sub(1);
            let follows_start = start.is_some() && start == last;
            if token.flags & flags::STRINGIFY == 0 && !pastes && !is_pasted {
                self.expand_argument(&mut arguments[number]);
                if (!in_directive || self.in_include) && at > 0 && !follows_start {
                    out.push(Token::padding(&own(token)));
                }
                let expanded = arguments[number].expansion();
                let skipped = match follows_start {
                    true => expanded.iter().take_while(|token| token.kind == Kind::Padding).count(),
                    false => 0,
                };
                let expanded = &expanded[skipped..];
                match arguments[number].is_written {
                    true => out.extend(expanded.iter().map(of_argument)),
                    false => out.extend_from_slice(expanded),
                }
                ends_empty = expanded.iter().all(|token| token.kind == Kind::Padding);
                if let (Some(start), true, true) = (start, follows_start, expanded.is_empty()) {
                    // `##` in front of `__VA_OPT__` has nothing on its right.
                    out[start].flags &= !flags::PASTE_LEFT;
                }
                if !in_directive {
                    out.push(Token::separator());
                }
                continue;
            }
            let mut inserted = self.empty_list();
            if token.flags & flags::STRINGIFY != 0 {
                let mut text = self.stringified(&arguments[number].tokens);
                text.origin = origin;
                if self.request.style.form == Form::Clang {
                    // The blank in front of `#` is that of the string, wherever it goes.
                    text.flags |= token.flags & flags::WHITE;
                }
                inserted.push(text);
            } else if pastes {
                inserted.extend(arguments[number].tokens.iter().map(of_argument));
            } else {
                inserted.extend(arguments[number].tokens.iter().map(of_argument));
                if let Some(last) = last {
                    if out[last].kind == Kind::Comma && definition.is_variadic && is_last {
                        match arguments[number].is_absent {
                            true => drop(out.pop()),
                            false => flagged = Some(last),
                        }
                    } else if inserted.is_empty() && !follows_start {
                        flagged = Some(last);
                    }
                }
            }
            if (!in_directive || self.in_include) && at > 0 && !is_pasted && !follows_start {
                out.push(Token::padding(&own(token)));
            }
            ends_empty = inserted.iter().all(|token| token.kind == Kind::Padding);
            if let (Some(start), true, true) = (start, follows_start, inserted.is_empty()) {
                // `##` in front of `__VA_OPT__` has nothing on its right.
                out[start].flags &= !flags::PASTE_LEFT;
            }
            if !inserted.is_empty() {
                out.append(&mut inserted);
                if pastes {
                    flagged = Some(out.len() - 1);
                }
            }
            self.recycle(inserted);
            if let Some(flagged) = flagged {
                let flags = &mut out[flagged].flags;
                *flags = *flags & !flags::PASTE_LEFT | token.flags & flags::PASTE_LEFT;
            }
            if !in_directive && !pastes {
                out.push(Token::separator());
            }
        }
        out
    }

    /// What a token of a variadic macro's body is with respect to `__VA_OPT__`.
    fn optional(&mut self, optional: &mut Optional, token: &Lexed, arguments: &mut [Argument]) -> Step {
        if optional.depth == 0 {
            if token.symbol != self.words.va_opt || token.kind != Kind::Name {
                return Step::Include;
            }
            optional.depth = 1;
            optional.stringifies = token.flags & flags::STRINGIFY != 0;
            return Step::Begin;
        }
        if optional.depth == 1 {
            if token.kind != Kind::OpenParen {
                self.report(Severity::Error, None, "__VA_OPT__ must be followed by an open parenthesis");
                optional.depth = 0;
                return Step::Include;
            }
            optional.depth = 2;
            if optional.is_included.is_none() {
                let last = arguments.len() - 1;
                self.expand_argument(&mut arguments[last]);
                let mut tokens = arguments[last].expansion().iter();
                optional.is_included = Some(tokens.any(|token| token.kind != Kind::Padding));
            }
            return Step::Drop;
        }
        match token.kind {
            Kind::OpenParen => optional.depth += 1,
            Kind::CloseParen => {
                optional.depth -= 1;
                if optional.depth == 1 {
                    optional.depth = 0;
                    return Step::End;
                }
            }
            _ => {}
        }
        match optional.is_included {
            Some(true) => Step::Include,
            _ => Step::Drop,
        }
    }

    /// Tokens with those that `##` connects made one.
    fn pasted(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut pasting = false;
        for token in tokens {
            let joined = match out.last() {
                Some(last) if pasting && token.kind != Kind::Padding => self.paste(last, &token),
                _ => None,
            };
            pasting = token.has(flags::PASTE_LEFT);
            match (joined, out.last_mut()) {
                (Some(joined), Some(last)) => *last = joined,
                _ => out.push(token),
            }
        }
        out
    }

    /// `#` of an argument.
    fn stringified(&mut self, tokens: &[Token]) -> Token {
        let interner = &self.shared.interner;
        let is_unknown = |token: &&Token| {
            let Token { kind, symbol, line, column, .. } = **token;
            kind == Kind::Name
                && token.has(flags::WRITTEN)
                && interner.written(symbol, line, column).is_none()
        };
        if let Some(unknown) = tokens.iter().find(is_unknown) {
            self.report(Severity::Error, Some(unknown), "the spelling of a name in a string is not known");
        }
        let mut text = vec![b'"'];
        // Whether the padding in front has a source, and a blank in front of that.
        let mut source: Option<bool> = None;
        let mut backslashes = 0;
        for token in tokens {
            if token.kind == Kind::Padding {
                let has_source = token.has(flags::SOURCE);
                if source.is_none() || source == Some(false) && !has_source {
                    source = has_source.then(|| token.has(flags::WHITE));
                }
                continue;
            }
            if text.len() > 1 && source.unwrap_or(token.has(flags::WHITE)) {
                text.push(b' ');
            }
            source = None;
            let spelling = self.written(token);
            match token.kind {
                Kind::String | Kind::PrefixedString | Kind::Char | Kind::PrefixedChar | Kind::UserLiteral => {
                    quote(spelling, &mut text);
                }
                _ => text.extend_from_slice(spelling),
            }
            backslashes = match token.kind == Kind::Other && spelling == b"\\" {
                true => backslashes + 1,
                false => 0,
            };
        }
        if backslashes % 2 == 1 {
            text.pop();
        }
        text.push(b'"');
        let mut token = Token::bare(Kind::String);
        token.symbol = interner.intern(&text);
        // It counts as spelled where the token was that was read last: at the end of the arguments, or at a macro that was
        // computed since.
        if let Some((realm, file, place)) = self.last_computed
            && place == self.place_in_file()
        {
            (token.realm, token.file) = (realm, file);
        } else if let Some(buffer) = self.buffers.last() {
            token.realm = buffer.realm;
            token.file = buffer.number;
        }
        (token.line, token.column) = self.invocation;
        token
    }

    /// Joins a token with those behind it that `##` connects it with.
    fn paste_all(&mut self, left: Token) {
        let Some(context) = self.contexts.last_mut() else { return };
        let name = context.name;
        let mut left = left;
        while let Some(right) = self.contexts.last_mut().and_then(Context::next) {
            if right.kind == Kind::Padding {
                continue;
            }
            match self.paste(&left, &right) {
                Some(joined) => left = joined,
                None => {
                    left.flags &= !flags::PASTE_LEFT;
                    if let Some(context) = self.contexts.last_mut() {
                        context.at -= 1;
                    }
                    let text = |token: &Token| {
                        String::from_utf8_lossy(token.text(&self.shared.interner)).into_owned()
                    };
                    let message = format!(
                        "pasting \"{}\" and \"{}\" does not give a valid preprocessing token",
                        text(&left),
                        text(&right)
                    );
                    self.report(Severity::Error, Some(&left), message);
                    break;
                }
            }
            if !right.has(flags::PASTE_LEFT) {
                break;
            }
        }
        left.flags &= !flags::PASTE_LEFT;
        self.push_one(name, left);
    }

    /// Two tokens as one; `None` where they are none together.
    fn paste(&mut self, left: &Token, right: &Token) -> Option<Token> {
        let interner = &self.shared.interner;
        // What it gives is read in the file.
        self.last_computed = None;
        let white = left.flags & flags::WHITE;
        let is_simple = !(left.has(flags::WRITTEN) || right.has(flags::WRITTEN))
            && left.kind == Kind::Name
            && matches!(right.kind, Kind::Name | Kind::Number);
        let key = (left.symbol, right.symbol);
        if is_simple && let Some(&(kind, symbol)) = self.pasted.get(&key) {
            return Some(Token { kind, symbol, flags: white, ..*left });
        }
        let mut text = self.written(left).to_vec();
        if left.kind == Kind::Div && right.kind != Kind::Eq {
            return None;
        }
        let end = self.written(right);
        let is_simple = is_simple && end.iter().all(|&byte| is_name_byte(byte));
        text.extend_from_slice(end);
        if is_simple {
            let kind = named_operator(&text).filter(|_| self.request.dialect.cplusplus);
            let kind = kind.unwrap_or(Kind::Name);
            let symbol = interner.intern(&text);
            self.pasted.insert(key, (kind, symbol));
            return Some(Token { kind, symbol, flags: white, ..*left });
        }
        let start = Start { line: left.line, ..Start::default() };
        match &*lex(&text, start, self.request.dialect, interner) {
            [one] => {
                let mut flags = white;
                if one.kind == Kind::Name && one.flags & flags::WRITTEN != 0 {
                    flags |= flags::WRITTEN;
                    interner.set_written(one.symbol, left.line, left.column, interner.intern(&text));
                }
                Some(Token { kind: one.kind, symbol: one.symbol, flags, ..*left })
            }
            _ => None,
        }
    }

    /// A token as its file writes it.
    fn written(&self, token: &Token) -> &[u8] {
        let interner = &self.shared.interner;
        let is_other = token.kind == Kind::Name && token.has(flags::WRITTEN);
        let own = is_other.then(|| interner.written(token.symbol, token.line, token.column)).flatten();
        own.unwrap_or_else(|| token.text(interner))
    }
}

/// How far the walk through a body is inside `__VA_OPT__`.
#[derive(Default)]
struct Optional {
    /// 0 outside, 1 behind the name, 2 and more for each open parenthesis.
    depth: u32,
    stringifies: bool,
    is_included: Option<bool>,
}

enum Step {
    Include,
    Drop,
    Begin,
    End,
}
