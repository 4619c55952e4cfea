//! Columns of long lines.

/// How many characters stand before a byte of a line, counted from the last multiple of `STRETCH` bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// How many characters start before each stretch.
    before: Vec<u32>,
}

/// Bytes whose characters are counted for one answer at most.
const STRETCH: usize = 1024;

impl Columns {
    /// The columns of `line`.
    pub fn new(line: &str) -> Columns {
        let mut count = 0;
        let counted = |stretch: &[u8]| {
            let before = count;
            count += characters(stretch);
            before
        };
        Columns { before: line.as_bytes().chunks(STRETCH).map(counted).collect() }
    }

    /// The column, from 1 and in code points, of byte `offset` of the `line` that the columns were made from.
    pub fn column(&self, line: &str, offset: usize) -> u32 {
        let stretch = (offset / STRETCH).min(self.before.len().saturating_sub(1));
        let before = self.before.get(stretch).copied().unwrap_or(0);
        before + characters(&line.as_bytes()[stretch * STRETCH..offset]) + 1
    }
}

/// How many characters start in these bytes of UTF-8.
fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32
}

#[cfg(test)]
mod tests {
    use super::Columns;

    #[test]
    fn every_offset_of_a_long_line() {
        let line = format!("int é;{}@", "é ".repeat(2000));
        let columns = Columns::new(&line);
        for (number, (offset, _)) in line.char_indices().enumerate() {
            assert_eq!(columns.column(&line, offset) as usize, number + 1);
        }
    }
}
