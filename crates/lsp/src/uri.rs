//! Addresses of files.

use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};

/// Bytes that stand for themselves in the path of an address.
const PLAIN: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'+');

/// The file of an address; `None` for one that is not a file's.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let path = path.split(['?', '#']).next()?;
    let bytes: Vec<u8> = percent_decode_str(path).collect();
    Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}

/// The address of a file.
pub(crate) fn of_path(path: &Path) -> Option<Uri> {
    let encoded = percent_encode(path.as_os_str().as_bytes(), PLAIN);
    Uri::from_str(&format!("file://{encoded}")).ok()
}

/// The file itself, whatever links and `..` its name has; the name where there is no such file.
pub(crate) fn canonical(path: &Path) -> PathBuf {
    let in_folder = || Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_all_characters() {
        for name in ["/a b/c+.cu", "/\u{e9}/%41#?.cu", "/x:y/[1].cuh"] {
            let uri = of_path(Path::new(name)).expect("an address");
            assert_eq!(path(&uri).as_deref(), Some(Path::new(name)), "{}", uri.as_str());
        }
        let of = |text: &str| path(&Uri::from_str(text).expect("an address"));
        assert_eq!(of("untitled:a"), None);
        assert_eq!(of("file:///a%20b"), Some("/a b".into()));
    }
}
