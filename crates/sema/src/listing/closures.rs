//! The lines of closures: their classes and members, and where their call operators stand.

use std::fmt::Write as _;

use asunder_hir::source_map::BodySourceMap;
use asunder_syntax::TextSize;

use super::{Places, place};
use crate::infer::Closures;

impl<'db> Places<'_, 'db> {
    /// The lines of the closures of a body and of their members.
    pub(super) fn closures(&self, closures: &Closures<'_, 'db>, map: &BodySourceMap, out: &mut String) {
        for (lambda, members) in closures.members() {
            let Some(members) = members else { continue };
            let (mut end, mut alignment) = (0u64, 1u64);
            let mut lines = String::new();
            for member in &members {
                let Some((size, own)) = self.sema.size_and_alignment(member.ty) else { return };
                let offset = end.next_multiple_of(own);
                (end, alignment) = (offset + size, alignment.max(own));
                if let Some(at) = place(member.at, member.capture, map) {
                    let (at, ty) = (self.inside(at), self.sema.display(member.ty));
                    let _ = writeln!(lines, "field\t{at}\t<unnamed>\t{}\t{offset}\t{ty}", member.name);
                }
            }
            let size = end.next_multiple_of(alignment).max(1);
            let at = self.inside(map.range(lambda).start());
            let _ = writeln!(out, "class\t{at}\t<unnamed>\t{size}\t{alignment}");
            out.push_str(&lines);
        }
    }

    /// The place of the call operator of the lambda that starts at `start`: behind its captures.
    pub(super) fn call_operator(&self, start: TextSize) -> String {
        let names = self.sema.names();
        let text = names.item_text(self.item).text(self.sema.db);
        let behind = || {
            let rest = text.get(usize::from(start)..)?;
            let mut depth = 0i32;
            let close = rest.char_indices().find_map(|(at, character)| {
                depth += match character {
                    '[' => 1,
                    ']' => -1,
                    _ => 0,
                };
                (depth == 0).then_some(at + 1)
            })?;
            let blanks = rest[close..].len() - rest[close..].trim_start().len();
            Some(TextSize::new((close + blanks) as u32))
        };
        match behind() {
            Some(behind) => self.inside(start + behind),
            None => "-".to_owned(),
        }
    }
}
