//! Which text of a unit is the user's own.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::{Block, BlockLines, SourceText, block_lines};

/// The header that every CUDA unit includes first; its folder holds the toolkit's headers.
const TOOLKIT_HEADER: &str = "cuda_runtime.h";

/// The parts of a block that are not the user's: system headers (line marker flag 3), and the headers of the
/// toolkit, which nvcc includes as ordinary ones. A file that is entered as a system header is one throughout: where a
/// macro of another file is expanded in it, its markers have no flag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// Where such a part starts and ends, in bytes of the block, in order. Starts with a start.
    borders: Vec<usize>,
}

impl Headers {
    /// The headers in a block whose first byte is in one or not.
    fn new(lines: &BlockLines, known: &Known, starts_in_header: bool) -> Headers {
        let mut headers = Headers::default();
        if starts_in_header {
            headers.borders.push(0);
        }
        for (start, file, is_system) in lines.files_from() {
            if known.is_header(file, is_system) != headers.end_inside() {
                headers.borders.push(start);
            }
        }
        headers
    }

    fn end_inside(&self) -> bool {
        self.borders.len() % 2 == 1
    }

    /// Whether byte `offset` of the block is not the user's.
    pub fn contain(&self, offset: usize) -> bool {
        self.borders.partition_point(|border| *border <= offset) % 2 == 1
    }

    /// Whether nothing in a range of the block is the user's. A declaration may begin with a macro of a header.
    pub fn contain_range(&self, range: Range<usize>) -> bool {
        let borders = |offset| self.borders.partition_point(|border| *border <= offset);
        let start = borders(range.start);
        start % 2 == 1 && (range.end <= range.start || borders(range.end - 1) == start)
    }

    /// Whether nothing in the block is the user's.
    pub fn contain_all(&self) -> bool {
        *self.borders == [0]
    }
}

/// The files and folders of a unit whose text is not the user's.
struct Known<'a> {
    toolkit: Option<&'a str>,
    files: &'a FxHashSet<String>,
    folders: &'a Folders,
}

impl<'a> Known<'a> {
    fn of_unit(db: &'a dyn salsa::Database, source: SourceText, folders: &'a Folders) -> Known<'a> {
        Known { toolkit: toolkit_folder(db, source).as_deref(), files: system_files(db, source), folders }
    }

    fn is_header(&self, file: &str, is_system: bool) -> bool {
        is_system
            || self.files.contains(file)
            || self.toolkit.is_some_and(|folder| plain(file).starts_with(folder))
            || self.folders.contain(file)
    }
}

/// The files of a unit that are entered as system headers.
#[salsa::tracked(returns(ref))]
fn system_files(db: &dyn salsa::Database, source: SourceText) -> FxHashSet<String> {
    let blocks = source.blocks(db).iter();
    blocks.flat_map(|block| block_lines(db, *block).system_files()).map(str::to_owned).collect()
}

/// A path without `//`, `.` and `..`, by its text alone: nvcc names the toolkit's headers by way of its own folder
/// (`bin/..//include`), and gcc shortens some of these names.
fn plain(path: &str) -> Cow<'_, str> {
    if !path.contains("//") && !path.contains("/.") {
        return Cow::Borrowed(path);
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    Cow::Owned(parts.join("/"))
}

/// Folders whose headers count as those of the system besides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Folders(Arc<[PathBuf]>);

impl Folders {
    /// The folders.
    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(PathBuf::as_path)
    }

    /// Whether a file is in one of the folders, by the names of both.
    fn contain(&self, file: &str) -> bool {
        self.0.iter().any(|folder| Path::new(file).starts_with(folder))
    }
}

impl FromIterator<PathBuf> for Folders {
    /// Names of folders as line markers have them. Empty names stand for nothing.
    fn from_iter<T: IntoIterator<Item = PathBuf>>(folders: T) -> Folders {
        Folders(folders.into_iter().filter(|folder| !folder.as_os_str().is_empty()).collect())
    }
}

/// The folder of the toolkit's headers, with the slash behind it.
#[salsa::tracked(returns(ref))]
fn toolkit_folder(db: &dyn salsa::Database, source: SourceText) -> Option<Box<str>> {
    let in_block =
        |block: &Block| block_lines(db, *block).files().find_map(|file| file.strip_suffix(TOOLKIT_HEADER));
    let folder = source.blocks(db).iter().find_map(in_block).filter(|folder| folder.ends_with('/'))?;
    let mut folder = plain(folder).into_owned();
    if !folder.ends_with('/') {
        folder.push('/');
    }
    Some(folder.into())
}

/// Whether the first byte of each block of a unit is in a header.
#[salsa::tracked(returns(ref))]
fn header_entries(db: &dyn salsa::Database, source: SourceText, system: Folders) -> Arc<[bool]> {
    let known = Known::of_unit(db, source, &system);
    let mut inside = false;
    let entry = |block: &Block| {
        let last = block_lines(db, *block).last_file();
        let leave = last.map_or(inside, |(file, is_system)| known.is_header(file, is_system));
        std::mem::replace(&mut inside, leave)
    };
    source.blocks(db).iter().map(entry).collect()
}

/// Whether the first byte of a block of a unit is in a header.
#[salsa::tracked(returns(copy))]
fn starts_in_header(db: &dyn salsa::Database, source: SourceText, block: Block, system: Folders) -> bool {
    source.block_number(db, block).is_some_and(|number| header_entries(db, source, system)[number])
}

/// The headers in a block of a unit.
pub fn block_headers(db: &dyn salsa::Database, source: SourceText, block: Block) -> &Headers {
    block_headers_with(db, source, block, Folders::default())
}

/// The headers in a block of a unit, those in some folders among them.
#[salsa::tracked(returns(ref))]
pub fn block_headers_with(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    system: Folders,
) -> Headers {
    let starts_inside = starts_in_header(db, source, block, system.clone());
    Headers::new(block_lines(db, block), &Known::of_unit(db, source, &system), starts_inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_compared_by_their_parts() {
        for (path, expected) in [
            ("/cuda/bin/..//include/a.h", "/cuda/include/a.h"),
            ("/cuda/./include//cccl/", "/cuda/include/cccl"),
            ("../a/../../b.h", "../../b.h"),
            ("/../a.h", "/../a.h"),
            ("a.h", "a.h"),
        ] {
            assert_eq!(plain(path), expected);
        }
    }

    #[test]
    fn whose_text() {
        let parts = [
            "# 1 \"a.cu\"\nown\n# 1 \"/t/cuda_runtime.h\" 1\ntoolkit\n",
            "toolkit\n# 1 \"/t/crt/b.h\" 1\ntoolkit\n# 1 \"/usr/c.h\" 1 3\nsystem\n",
            "system\n",
            "# 2 \"a.cu\" 2\nown\n# 1 \"/u/d.h\" 1\nown\n",
        ];
        let db = salsa::DatabaseImpl::new();
        let blocks = parts.map(|part| Block::new(&db, part.into()));
        let source = SourceText::of_blocks(&db, "a.ii".into(), Arc::from(blocks));
        for (part, block) in parts.iter().zip(blocks) {
            let headers = block_headers(&db, source, block);
            let mut at = 0;
            for line in part.split_inclusive('\n') {
                if !line.starts_with('#') {
                    assert_eq!(headers.contain(at), line != "own\n", "{at} of {part}");
                }
                at += line.len();
            }
        }
        assert!(block_headers(&db, source, blocks[2]).contain_all());
    }

    #[test]
    fn a_macro_of_another_file_does_not_end_a_system_header() {
        let text = "# 1 \"a.cu\"\n# 1 \"/u/b.h\" 1 3\nheader\n# 2 \"/u/b.h\"\nmacro\n# 2 \"/u/b.h\" 3\nheader\n\
                    # 2 \"a.cu\" 2\nown\n";
        let db = salsa::DatabaseImpl::new();
        let blocks = [Block::new(&db, text.into())];
        let source = SourceText::of_blocks(&db, "a.ii".into(), Arc::from(blocks));
        let headers = block_headers(&db, source, blocks[0]);
        let (start, end) = (text.find("header").unwrap(), text.rfind("header").unwrap() + 6);
        assert!(headers.contain_range(start..end));
        assert!(!headers.contain(text.find("own").unwrap()));
    }

    #[test]
    fn ranges_with_a_part_of_the_users() {
        let text = "# 1 \"a.cu\" 3 4\nmacro\n# 1 \"a.cu\"\nown\n# 2 \"a.cu\" 3 4\nmacro\n";
        let db = salsa::DatabaseImpl::new();
        let blocks = [Block::new(&db, text.into())];
        let source = SourceText::of_blocks(&db, "a.ii".into(), Arc::from(blocks));
        let headers = block_headers(&db, source, blocks[0]);
        let at = |word: &str| text.find(word).expect("it is there");
        let (first, own, last) = (at("macro"), at("own"), text.rfind("macro").expect("it is there"));
        assert!(headers.contain_range(first..first + 5) && headers.contain_range(last..text.len()));
        assert!(!headers.contain_range(first..own + 3), "a macro in front");
        assert!(!headers.contain_range(own..text.len()), "a macro behind");
        assert!(!headers.contain_range(first..text.len()), "macros around");
    }
}
