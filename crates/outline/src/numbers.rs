//! Numbers of items: they grow in source order, and an item keeps its own while others come and go.

use std::ops::Range;
use std::sync::Arc;

use asunder_source::Block;
use asunder_syntax::Dialect;

use crate::block_outline;

/// How far apart the numbers of neighbouring items are where nothing else decides: room for those that come later.
const ROOM: u32 = 1 << 16;
/// How far on an item of a text is looked for that is in the edited text too.
const SEARCH: usize = 32;

/// The numbers of the items of a block's outline, ascending. Those of a unit's blocks grow from block to block: where
/// [`crate::blocks`] cut the text, it gave them. They say nothing but the order.
#[salsa::tracked(returns(ref))]
pub fn block_item_numbers(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Arc<[u32]> {
    let items = block_outline(db, block, dialect).items.len();
    let numbers = block.numbers(db);
    if numbers.len() == items { numbers.clone() } else { spaced(items).collect() }
}

/// Numbers for all items of a unit.
pub(crate) fn spaced(count: usize) -> impl Iterator<Item = u32> {
    let count = count as u32;
    let step = (u32::MAX / 2 / count.saturating_add(1)).clamp(1, ROOM);
    (1..=count).map(move |nth| nth * step)
}

/// Numbers for the items of an edited text, `new`, in place of those of the text as it was: an item that is in both
/// keeps its number, and so does one in whose place one other stands. All lie between `after` and `before`; `None` if
/// there is no room.
pub(crate) fn renumbered(old: &[(&str, u32)], new: &[&str], (after, before): (u32, u32)) -> Option<Vec<u32>> {
    let kept = kept_numbers(old, new);
    let mut numbers = Vec::with_capacity(new.len());
    let mut at = 0;
    while at < new.len() {
        if let Some(number) = kept[at] {
            numbers.push(number);
            at += 1;
            continue;
        }
        let run = kept[at..].iter().take_while(|number| number.is_none()).count();
        let lower = numbers.last().copied().unwrap_or(after);
        let upper = kept.get(at + run).copied().flatten().unwrap_or(before);
        match between(run, lower, upper) {
            Some(found) => numbers.extend(found),
            None => return Some(between(new.len(), after, before)?.collect()),
        }
        at += run;
    }
    Some(numbers)
}

/// So many numbers above `lower` and below `upper`, if there are.
fn between(count: usize, lower: u32, upper: u32) -> Option<impl Iterator<Item = u32>> {
    let count = u32::try_from(count).ok()?;
    let step = (upper.checked_sub(lower)? / count.checked_add(1)?).min(ROOM);
    (step > 0).then(|| (1..=count).map(move |nth| lower + nth * step))
}

/// Which of the new items keep which numbers of old ones, in ascending order.
fn kept_numbers(old: &[(&str, u32)], new: &[&str]) -> Vec<Option<u32>> {
    let prefix = old.iter().zip(new).take_while(|(old, new)| old.0 == **new).count();
    let rest = old[prefix..].iter().rev().zip(new[prefix..].iter().rev());
    let suffix = rest.take_while(|(old, new)| old.0 == **new).count();
    let (old_end, new_end) = (old.len() - suffix, new.len() - suffix);
    let mut kept: Vec<Option<u32>> = vec![None; new.len()];
    // New items from a place on take the numbers of old ones from a place on, as long as there are both.
    let mut keep = |new: Range<usize>, old: &[(&str, u32)]| {
        kept[new].iter_mut().zip(old).for_each(|(kept, old)| *kept = Some(old.1));
    };
    keep(0..prefix, old);
    let (mut old_at, mut new_at) = (prefix, prefix);
    for (nth, item) in new.iter().enumerate().take(new_end).skip(prefix) {
        let search = &old[old_at..old_end.min(old_at + SEARCH)];
        let Some(found) = search.iter().position(|old| old.0 == *item) else { continue };
        keep(new_at..nth, &search[..found]);
        keep(nth..nth + 1, &search[found..]);
        (old_at, new_at) = (old_at + found + 1, nth + 1);
    }
    keep(new_at..new_end, &old[old_at..old_end]);
    keep(new_end..new.len(), &old[old_end..]);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of the items of one text after those of another, both written as words.
    fn edited(old: &str, new: &str) -> Vec<u32> {
        let old: Vec<(&str, u32)> = old.split(' ').zip((1..).map(|nth| nth * 10)).collect();
        let new: Vec<&str> = new.split(' ').collect();
        renumbered(&old, &new, (0, 1000)).expect("there is room")
    }

    #[test]
    fn items_keep_their_numbers_while_others_come_and_go() {
        assert_eq!(edited("a b c", "a b c"), [10, 20, 30]);
        assert_eq!(edited("a b c", "a x b c"), [10, 15, 20, 30]);
        assert_eq!(edited("a b c", "x a b c"), [5, 10, 20, 30]);
        assert_eq!(edited("a b c", "a c"), [10, 30]);
        assert_eq!(edited("a b c", "a B c"), [10, 20, 30]);
        assert_eq!(edited("a b c d e", "A b x y d E"), [10, 20, 30, 35, 40, 50]);
        assert_eq!(edited("a a b", "a a a b"), [10, 20, 25, 30]);
    }

    #[test]
    fn numbers_behind_the_last_leave_room() {
        assert_eq!(renumbered(&[("a", 7)], &["a", "b"], (0, u32::MAX)), Some(vec![7, 7 + ROOM]));
        assert_eq!(edited("a", "a b c"), [10, 340, 670]);
    }

    #[test]
    fn without_room_all_items_move() {
        let old = [("a", 10), ("b", 11)];
        assert_eq!(renumbered(&old, &["a", "x", "b"], (0, 40)), Some(vec![10, 20, 30]));
        assert_eq!(renumbered(&old, &["a", "x", "b"], (9, 12)), None);
        assert_eq!(renumbered(&[], &[], (9, 10)), Some(vec![]));
    }

    #[test]
    fn numbers_of_a_unit_ascend() {
        assert_eq!(spaced(3).collect::<Vec<_>>(), [ROOM, 2 * ROOM, 3 * ROOM]);
        assert!(spaced(1_000_000).is_sorted());
    }
}
