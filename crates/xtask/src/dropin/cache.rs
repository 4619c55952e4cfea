//! Results that need not be computed again: what NVIDIA's tools and gcc made of the same input.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

/// A directory with one folder per result, named by a hash of everything the result depends on.
pub struct Cache {
    dir: PathBuf,
}

/// Collects what a result depends on.
pub struct Key(Sha256);

impl Key {
    /// The key of a kind of result; `kind` changes when the meaning of stored results does.
    pub fn new(kind: &str) -> Self {
        Self(Sha256::new()).text(kind)
    }

    /// Adds text.
    pub fn text(mut self, text: &str) -> Self {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
        self
    }

    /// Adds the words of a command line.
    pub fn words(self, words: &[String]) -> Self {
        words.iter().fold(self.text(&words.len().to_string()), |key, word| key.text(word))
    }

    /// Adds a file's content.
    pub fn file(self, path: &Path) -> Result<Self> {
        let content = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self(self.0.chain_update((content.len() as u64).to_le_bytes()).chain_update(content)))
    }

    /// Adds the identity of an installed program: its path, size and time.
    pub fn program(self, path: &Path) -> Result<Self> {
        let facts = path.metadata().with_context(|| format!("cannot find {}", path.display()))?;
        let time = facts.modified()?.duration_since(std::time::UNIX_EPOCH)?.as_nanos();
        Ok(self.text(&format!("{} {} {time}", path.display(), facts.len())))
    }

    /// The key as a short name by which people distinguish folders.
    pub fn finish_short(self) -> String {
        self.name()[..10].to_owned()
    }

    fn name(self) -> String {
        self.0.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Cache {
    /// The cache in `dir`, which is made when missing.
    pub fn new(dir: PathBuf) -> Result<Self> {
        fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
        Ok(Self { dir })
    }

    /// The result for `key`: a folder of files and a value. `make` fills the folder when it is not stored yet.
    pub fn obtain<T: Serialize + DeserializeOwned>(
        &self,
        key: Key,
        make: impl FnOnce(&Path) -> Result<T>,
    ) -> Result<(PathBuf, T)> {
        const VALUE: &str = "value.json";
        let place = self.dir.join(key.name());
        if let Ok(text) = fs::read_to_string(place.join(VALUE)) {
            return Ok((place, serde_json::from_str(&text)?));
        }
        let fresh = tempfile::Builder::new().prefix("making-").tempdir_in(&self.dir)?;
        let value = make(fresh.path())?;
        fs::write(fresh.path().join(VALUE), serde_json::to_string(&value)?)?;
        // Another job may have stored the same result meanwhile; then its folder stands.
        match fs::rename(fresh.path(), &place) {
            Ok(()) => drop(fresh.keep()),
            Err(_) if place.join(VALUE).is_file() => {}
            Err(error) => return Err(error).with_context(|| format!("cannot store {}", place.display())),
        }
        Ok((place, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_made_once() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let cache = Cache::new(dir.path().to_owned()).expect("a cache");
        let key = || Key::new("test").text("a").words(&["b".into()]);
        let (place, value): (PathBuf, u32) = cache
            .obtain(key(), |folder| {
                fs::write(folder.join("file"), "x")?;
                Ok(7)
            })
            .expect("made");
        assert_eq!((value, place.join("file").is_file()), (7, true));
        let (_, again): (PathBuf, u32) = cache.obtain(key(), |_| panic!("made twice")).expect("stored");
        assert_eq!(again, 7);
    }
}
