//! The preprocessor of this process, as the environment says.

use std::path::PathBuf;
use std::sync::OnceLock;

use asunder_nvcc::host::Preprocessor;

/// Says who preprocesses sources: `host`, `own`, or asunder where it has nothing to say.
const PREPROCESSOR: &str = "ASUNDER_PREPROCESSOR";

/// The preprocessor of asunder; `None` where `ASUNDER_PREPROCESSOR` names that of the host compiler.
pub fn own() -> Option<&'static Preprocessor> {
    static OWN: OnceLock<Option<Preprocessor>> = OnceLock::new();
    OWN.get_or_init(|| {
        let own = Preprocessor::new(cache_folder());
        match std::env::var_os(PREPROCESSOR).as_ref().and_then(|value| value.to_str()) {
            Some("host") => None,
            Some("own") => Some(own.only()),
            _ => Some(own),
        }
    })
    .as_ref()
}

/// Where what compilers say about themselves is kept.
pub fn cache_folder() -> Option<PathBuf> {
    let own = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = own.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))?;
    Some(folder.join("asunder"))
}
