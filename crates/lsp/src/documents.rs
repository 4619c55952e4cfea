//! What the client has open.

use std::path::PathBuf;

use lsp_types::{TextDocumentContentChangeEvent, Uri};
use rustc_hash::FxHashMap;

use crate::text::{Encoding, Text};

/// An open document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Its address, as the client writes it.
    pub uri: Uri,
    /// Its file.
    pub path: PathBuf,
    /// The client's number of its state.
    pub version: i32,
    /// The client's word for its language.
    pub language: String,
    /// Its text.
    pub text: Text,
}

/// The documents at some moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Documents {
    /// By their files.
    all: FxHashMap<PathBuf, Document>,
    /// Grows with each change of any of them.
    pub revision: u64,
}

impl Documents {
    pub(crate) fn open(&mut self, document: Document) {
        self.revision += 1;
        self.all.insert(document.path.clone(), document);
    }

    pub(crate) fn close(&mut self, path: &PathBuf) -> Option<Document> {
        self.revision += 1;
        self.all.remove(path)
    }

    /// Applies the changes of a document in their order; whether it is open.
    pub(crate) fn change(
        &mut self,
        path: &PathBuf,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) -> bool {
        let Some(document) = self.all.get_mut(path) else { return false };
        self.revision += 1;
        document.version = version;
        for change in changes {
            document.text = match change.range {
                Some(range) => {
                    let start = document.text.offset(range.start, encoding);
                    let end = document.text.offset(range.end, encoding);
                    document.text.replaced(start..end, &change.text)
                }
                None => Text::new(change.text.as_str().into()),
            };
        }
        true
    }

    pub(crate) fn get(&self, path: &PathBuf) -> Option<&Document> {
        self.all.get(path)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Document> {
        self.all.values()
    }
}
