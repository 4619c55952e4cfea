//! Which build of asunder this is.

use std::fs::File;
use std::sync::LazyLock;

use object::Object;
use object::read::ReadCache;
use object::read::elf::ElfFile64;

/// The identity of the running program: what its linker computed from all of its bytes, in hexadecimal digits. Two
/// programs with one identity give the same answers. `None` where the program does not say; such a program neither
/// takes over runs nor gives them away.
pub fn build_id() -> Option<&'static str> {
    static ID: LazyLock<Option<String>> = LazyLock::new(|| {
        // Of the program that runs, even if its file was replaced since.
        let cache = ReadCache::new(File::open("/proc/self/exe").ok()?);
        let program: ElfFile64<'_, object::Endianness, _> = ElfFile64::parse(&cache).ok()?;
        Some(program.build_id().ok()??.iter().map(|byte| format!("{byte:02x}")).collect())
    });
    ID.as_deref()
}
