//! The argument of `--db`: `N`, or a comma list of `name=N`, `name+=N`, `name-=N`, `name=N!`,
//! `#name`, `-name` (spec page 1 §7).

use asunder_driver::options::{DebugRequest, LevelChange};

/// Reads a `--db` argument; `None` if it does not follow the grammar.
pub fn parse(argument: &str) -> Option<Vec<DebugRequest>> {
    if argument.starts_with(|first: char| first.is_ascii_digit()) {
        return Some(vec![DebugRequest::Level(leading_number(argument).0)]);
    }
    argument.split(',').map(item).collect()
}

fn item(item: &str) -> Option<DebugRequest> {
    if let Some(name) = item.strip_prefix('#') {
        return Some(DebugRequest::Count(name.to_owned()));
    }
    if let Some(name) = item.strip_prefix('-') {
        return Some(DebugRequest::Silence(name.to_owned()));
    }
    let (name, level) = item.split_once('=')?;
    let (name, change) = match (name.strip_suffix('+'), name.strip_suffix('-')) {
        (Some(name), _) => (name, LevelChange::Raise),
        (_, Some(name)) => (name, LevelChange::Lower),
        _ => (name, LevelChange::Set),
    };
    let level_given = level.starts_with(|first: char| first.is_ascii_digit());
    if name.is_empty() || !is_name(name) || !level_given {
        return None;
    }
    let (level, rest) = leading_number(level);
    Some(DebugRequest::InPhase { phase: name.to_owned(), change, level, only_there: rest.starts_with('!') })
}

/// Whether all characters can stand in the name of a phase.
fn is_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The number at the start, at most `u32::MAX`, and what follows it.
fn leading_number(text: &str) -> (u32, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    (digits.parse().unwrap_or(u32::MAX), rest)
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// Verdicts of the reference.
    #[test]
    fn accepts_what_the_reference_accepts() {
        for good in ["f=5", "f+=1,g-=2", "f=5!", "#f", "-f", "-5", "5,f=1", "f=5x", "#", "-", "5!"] {
            assert!(parse(good).is_some(), "{good}");
        }
        for bad in ["", "f", "f=", "=3", "a=1,,b=2", "x=3,5", "x=-1", "a b=3", "f==3", "+=3", "f=1,"] {
            assert!(parse(bad).is_none(), "{bad}");
        }
    }
}
