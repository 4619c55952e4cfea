//! Host slices, which asunder's own options in front of the reference's words ask for.

use std::env::{join_paths, split_paths};
use std::ffi::OsString;

use asunder_slice::{Instantiations, Side, Slicing};

/// The options. Their values name the folders whose headers count as those of the system, as `PATH` names folders.
const OPTIONS: [(&str, Instantiations); 2] =
    [("--slice-host", Instantiations::InOrder), ("--slice-optimized-host", Instantiations::InAnyOrder)];

/// The host slice that the words start with, and the reference's own words behind it.
pub fn named(words: &[OsString]) -> (Option<Slicing>, &[OsString]) {
    if let [option, folders, rest @ ..] = words
        && let Some((_, instantiations)) = OPTIONS.iter().find(|(name, _)| option == name)
    {
        let system = split_paths(folders).collect();
        return (Some(Slicing { side: Side::Host(*instantiations), system }), rest);
    }
    (None, words)
}

/// The reference's words with a host slice in front, as [`named`] reads it.
pub fn with_name(slicing: &Slicing, words: &[OsString]) -> Vec<OsString> {
    let mut all = Vec::new();
    if let Some((name, _)) = OPTIONS.iter().find(|(_, it)| slicing.side == Side::Host(*it)) {
        // What was split at colons has none.
        all.extend([OsString::from(name), join_paths(slicing.system.iter()).unwrap_or_default()]);
    }
    all.extend_from_slice(words);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let words = [OsString::from("--c++17"), OsString::from("a.ii")];
        assert_eq!(named(&words), (None, &words[..]));
        for instantiations in [Instantiations::InOrder, Instantiations::InAnyOrder] {
            for folders in ["", "/a", "/a:b"] {
                let system = split_paths(folders).collect();
                let slicing = Slicing { side: Side::Host(instantiations), system };
                assert_eq!(named(&with_name(&slicing, &words)), (Some(slicing), &words[..]));
            }
        }
    }
}
