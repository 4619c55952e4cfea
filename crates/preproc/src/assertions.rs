//! Assertions: `#assert machine(x86)`, `#unassert`, and `#machine(x86)` in conditions.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::request::{Question, Severity};
use crate::symbol::Symbol;
use crate::token::{Kind, Token, flags};
use crate::unit::Unit;

/// The assertions of a unit.
#[derive(Default)]
pub(crate) struct Assertions {
    /// The answers by predicate.
    made: FxHashMap<Symbol, Vec<Box<[u8]>>>,
    /// What the compiler asserts and the unit took back: a predicate with its answer, or with all of them.
    unmade: FxHashSet<(Symbol, Option<Box<[u8]>>)>,
}

/// A predicate, and the answer behind it if there is one.
type Assertion = (Symbol, Option<Box<[u8]>>);

impl Unit<'_> {
    /// `#assert` or `#unassert`; their tokens are read.
    pub(crate) fn assert(&mut self, is_made: bool) {
        // What is noted of headers does not say what is asserted.
        self.notes.place();
        self.notes.is_off = true;
        let Some((predicate, answer)) = self.assertion(true) else { return };
        let rest = self.lex_token();
        if rest.kind != Kind::End {
            self.report(Severity::Warning, Some(&rest), "extra tokens at end of directive");
        }
        match (is_made, answer) {
            (true, None) => self.report(Severity::Error, None, "missing '(' after predicate"),
            (true, Some(answer)) => {
                self.assertions.unmade.remove(&(predicate, Some(answer.clone())));
                let answers = self.assertions.made.entry(predicate).or_default();
                match answers.contains(&answer) {
                    true => self.report(Severity::Warning, None, "answer re-asserted"),
                    false => answers.push(answer),
                }
            }
            (false, answer) => {
                if let Some(answers) = self.assertions.made.get_mut(&predicate) {
                    answers.retain(|own| answer.as_ref().is_some_and(|answer| answer != own));
                }
                self.assertions.unmade.insert((predicate, answer));
            }
        }
    }

    /// Whether what stands behind `#` in a condition is asserted; `None` where it is not well formed.
    pub(crate) fn asserts(&mut self) -> Option<bool> {
        self.notes.place();
        let (predicate, answer) = self.assertion(false)?;
        let Assertions { made, unmade } = &self.assertions;
        let answers = made.get(&predicate).map(Vec::as_slice).unwrap_or_default();
        let is_made = match &answer {
            Some(answer) => answers.contains(answer),
            None => !answers.is_empty(),
        };
        if is_made {
            return Some(true);
        }
        if unmade.contains(&(predicate, None)) || unmade.contains(&(predicate, answer.clone())) {
            return Some(false);
        }
        let mut question = self.file_name(predicate);
        if let Some(answer) = &answer {
            question += &format!("({})", String::from_utf8_lossy(answer));
        }
        // No compiler asserts what has blanks.
        let answer = match question.contains(' ') {
            true => Some(0),
            false => self.host.answer(Question::Assertion, &question),
        };
        if answer.is_none() {
            self.report(Severity::Error, None, format!("the host compiler does not answer #{question}"));
        }
        Some(answer == Some(1))
    }

    /// A predicate with its answer in parentheses: its tokens, a blank where there is one between them.
    fn assertion(&mut self, is_directive: bool) -> Option<Assertion> {
        let name = self.lex_token();
        if name.kind != Kind::Name {
            let text = match name.kind {
                Kind::End => "assertion without predicate",
                _ => "predicate must be an identifier",
            };
            self.report(Severity::Error, Some(&name), text);
            return None;
        }
        let open = self.lex_token();
        if open.kind != Kind::OpenParen {
            if is_directive && open.kind != Kind::End {
                self.report(Severity::Error, Some(&open), "missing '(' after predicate");
                return None;
            }
            self.put_back(open);
            return Some((name.symbol, None));
        }
        let mut answer: Vec<u8> = Vec::new();
        loop {
            let token: Token = self.lex_token();
            match token.kind {
                Kind::CloseParen => break,
                Kind::End => {
                    self.report(Severity::Error, Some(&token), "missing ')' to complete answer");
                    return None;
                }
                _ => {}
            }
            if token.has(flags::WHITE) && !answer.is_empty() {
                answer.push(b' ');
            }
            answer.extend_from_slice(token.text(&self.shared.interner));
        }
        if answer.is_empty() {
            self.report(Severity::Error, Some(&open), "predicate's answer is empty");
            return None;
        }
        Some((name.symbol, Some(answer.into())))
    }
}
