//! Launches: `k<<<grid, block>>>(a)` becomes
//! `((__cudaPushCallConfiguration(grid, block)) ? (void)0 : k(a))`.

use asunder_syntax::AstNode;
use asunder_syntax::ast::LaunchExpr;
use rowan::TextRange;

use super::Emitter;
use crate::edit::{Edit, Piece};

impl Emitter<'_> {
    pub(super) fn launch(&mut self, launch: &LaunchExpr) {
        let (Some(callee), Some(config), Some(arguments)) =
            (launch.callee(), launch.launch_config(), launch.arg_list())
        else {
            return;
        };
        // `<<<` and `>>>` are three one-byte brackets each, glued or not.
        let tokens = config.syntax().children_with_tokens().filter_map(|it| it.into_token());
        let tokens: Vec<_> = tokens.filter(|token| !token.kind().is_trivia()).collect();
        let opened = tokens.iter().scan(0, |length, token| {
            *length += usize::from(token.text_range().len());
            Some((*length, token.text_range().end()))
        });
        let closed = tokens.iter().rev().scan(0, |length, token| {
            *length += usize::from(token.text_range().len());
            Some((*length, token.text_range().start()))
        });
        let start = opened.into_iter().find(|(length, _)| *length >= 3).map(|(_, end)| end);
        let end = closed.into_iter().find(|(length, _)| *length >= 3).map(|(_, start)| start);
        let (Some(start), Some(end)) = (start, end) else { return };
        if start > end {
            return;
        }
        self.edits.push(Edit::replace(
            launch.syntax().text_range(),
            [
                Piece::from("((__cudaPushCallConfiguration("),
                Piece::Source(TextRange::new(start, end)),
                Piece::from(")) ? (void)0 : "),
                Piece::Source(TextRange::new(
                    callee.syntax().text_range().start(),
                    config.syntax().text_range().start(),
                )),
                Piece::Source(TextRange::new(
                    config.syntax().text_range().end(),
                    arguments.syntax().text_range().end(),
                )),
                Piece::from(")"),
            ],
        ));
    }
}
