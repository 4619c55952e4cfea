//! Expansions of macros without parameters: what they give depends on nothing but the macros that their names are, and is
//! kept with those.

use crate::macros::{Definition, Table};
use crate::print::Spot;
use crate::symbol::Symbol;
use crate::token::{Kind, Token, flags};
use crate::unit::Unit;

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

impl Unit<'_> {
    /// Writes the expansion of the macro that comes next, where it is known: that of a macro without parameters depends
    /// on nothing but the macros that its names are.
    pub(crate) fn print_known(&mut self) -> bool {
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
}
