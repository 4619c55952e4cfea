//! Which text of a unit is the user's own.

use std::sync::Arc;

use crate::{LineTable, SourceText, line_table};

/// The header that every CUDA unit includes first; its folder holds the toolkit's headers.
const TOOLKIT_HEADER: &str = "cuda_runtime.h";

/// The parts of a unit that are not the user's: system headers (line marker flag 3), and the headers of the
/// toolkit, which nvcc includes as ordinary ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// Where such a part starts and ends, in bytes of the unit, in order.
    borders: Vec<usize>,
}

impl Headers {
    fn new(table: &LineTable) -> Headers {
        let mut headers = Headers::default();
        let toolkit = table.files().find_map(|file| file.strip_suffix(TOOLKIT_HEADER));
        let toolkit = toolkit.filter(|folder| folder.ends_with('/'));
        for (start, file, is_system) in table.stretches() {
            let is_header = is_system || toolkit.is_some_and(|folder| file.starts_with(folder));
            if is_header != headers.ends_inside() {
                headers.borders.push(start);
            }
        }
        headers
    }

    fn ends_inside(&self) -> bool {
        self.borders.len() % 2 == 1
    }

    /// Whether byte `offset` of the unit is not the user's.
    pub fn contain(&self, offset: usize) -> bool {
        self.borders.partition_point(|border| *border <= offset) % 2 == 1
    }
}

/// The headers of a unit.
#[salsa::tracked]
pub fn unit_headers(db: &dyn salsa::Database, source: SourceText) -> Arc<Headers> {
    Arc::new(Headers::new(line_table(db, source)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_text() {
        let text = "# 1 \"a.cu\"\nown\n# 1 \"/t/cuda_runtime.h\" 1\ntoolkit\n# 1 \"/t/crt/b.h\" 1\ntoolkit\n\
                    # 1 \"/usr/c.h\" 1 3\nsystem\n# 2 \"a.cu\" 2\nown\n# 1 \"/u/d.h\" 1\nown\n";
        let headers = Headers::new(&LineTable::new(text));
        for (word, expected) in [("own", false), ("toolkit", true), ("system", true)] {
            for (at, _) in text.match_indices(&format!("\n{word}")) {
                assert_eq!(headers.contain(at + 1), expected, "{word} at {at}");
            }
        }
    }
}
