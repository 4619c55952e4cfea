//! Lines of bounded length.

use std::io::{self, BufRead};

/// A line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Text(Vec<u8>),
    /// It was longer than allowed and is thrown away.
    TooLong,
}

/// Reads a line of at most `limit` bytes; `None` at the end.
pub(crate) fn read_line(reader: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let available = match reader.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(match (too_long, line.is_empty()) {
                (true, _) => Some(Line::TooLong),
                (false, true) => None,
                (false, false) => Some(Line::Text(line)),
            });
        }
        let newline = available.iter().position(|&byte| byte == b'\n');
        let taken = newline.unwrap_or(available.len());
        if line.len() + taken > limit {
            too_long = true;
            line = Vec::new();
        }
        if !too_long {
            line.extend_from_slice(&available[..taken]);
        }
        reader.consume(newline.map_or(taken, |newline| newline + 1));
        if newline.is_some() {
            return Ok(Some(if too_long { Line::TooLong } else { Line::Text(line) }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_thrown_away() {
        let mut input = &b"ab\nabcdef\n\nxy"[..];
        let mut next = || read_line(&mut input, 3).expect("memory reads");
        assert_eq!(next(), Some(Line::Text(b"ab".to_vec())));
        assert_eq!(next(), Some(Line::TooLong));
        assert_eq!(next(), Some(Line::Text(Vec::new())));
        assert_eq!(next(), Some(Line::Text(b"xy".to_vec())));
        assert_eq!(next(), None);
    }
}
