//! Which release of the toolkit a run is for.
//!
//! asunder's own option `--release R` says it, in front of the reference's words too. Otherwise it is the release of
//! the toolkit that the program lies in (an overlay writes it down), or of the one whose headers the unit includes.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use asunder_driver::options::Release;
use asunder_toolkit::Version;
use asunder_toolkit::overlay::RELEASE_NOTE;

/// The option in front of the reference's words.
const OPTION: &str = "--release";
/// The value of the option that stands for looking around.
const AUTO: &str = "auto";
/// The header that nvcc puts in front of every unit.
const RUNTIME_HEADER: &str = "cuda_runtime.h";
/// The header beside it that defines [`RUNTIME_VERSION`].
const API_HEADER: &str = "cuda_runtime_api.h";
/// `1000 * major + 10 * minor`.
const RUNTIME_VERSION: &[u8] = b"#define CUDART_VERSION";
/// How much of a unit is read: nvcc's header comes first.
const UNIT_START: u64 = 64 << 10;
/// How much of [`API_HEADER`] is read; the version stands near its start.
const HEADER_START: u64 = 64 << 10;

/// A release of the toolkit, which may be newer than those that asunder knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolkitRelease {
    major: u32,
    minor: u32,
}

impl ToolkitRelease {
    /// The release as far as asunder knows it: the nearest that is not newer.
    pub fn release(self) -> Release {
        Release::nearest(self.major, self.minor)
    }

    /// Whether it is newer than all that asunder knows.
    pub fn is_newer(self) -> bool {
        (self.major, self.minor) > Release::NEWEST.numbers()
    }

    /// Whether it is older than all that asunder knows: its front end has another command line and host text.
    pub fn is_older(self) -> bool {
        (self.major, self.minor) < Release::default().numbers()
    }
}

impl ToolkitRelease {
    /// Why asunder does not read units of the release; `None` where it does.
    pub fn refusal(self) -> Option<String> {
        let (oldest, newest) = (Release::default(), Release::NEWEST);
        self.is_older().then(|| {
            format!("this is CUDA {self}; asunder takes the place of cudafe++ of CUDA {oldest} to {newest}")
        })
    }

    /// A warning for a release that is newer than all that asunder knows.
    pub fn warning(self) -> Option<String> {
        let (oldest, newest) = (Release::default(), Release::NEWEST);
        self.is_newer().then(|| {
            format!(
                "CUDA {self} is newer than the releases that this asunder knows ({oldest} to {newest}); it is treated \
                 as {newest}"
            )
        })
    }
}

impl From<Release> for ToolkitRelease {
    fn from(release: Release) -> ToolkitRelease {
        let (major, minor) = release.numbers();
        ToolkitRelease { major, minor }
    }
}

impl From<Version> for ToolkitRelease {
    fn from(version: Version) -> ToolkitRelease {
        ToolkitRelease { major: version.major, minor: version.minor }
    }
}

impl fmt::Display for ToolkitRelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl FromStr for ToolkitRelease {
    type Err = String;

    /// Reads `13.5` and `13.5.37`.
    fn from_str(text: &str) -> Result<ToolkitRelease, String> {
        let mut numbers = text.trim().split('.').map(str::parse);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(major)), Some(Ok(minor))) => Ok(ToolkitRelease { major, minor }),
            _ => Err(format!("`{text}` is not a release of CUDA")),
        }
    }
}

/// A choice on asunder's own command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The release that the unit's headers say.
    #[default]
    Auto,
    /// This release.
    Named(ToolkitRelease),
}

impl Choice {
    /// The release for a unit in preprocessed form, of which the start is enough.
    pub fn of_unit(self, text: &[u8]) -> ToolkitRelease {
        match self {
            Choice::Named(toolkit) => toolkit,
            Choice::Auto => included(text).unwrap_or(Release::NEWEST.into()),
        }
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        if text == AUTO { Ok(Choice::Auto) } else { text.parse().map(Choice::Named) }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Auto => f.write_str(AUTO),
            Choice::Named(toolkit) => toolkit.fmt(f),
        }
    }
}

/// The release that the words start with, and the reference's own words behind it.
pub fn named(words: &[OsString]) -> (Option<ToolkitRelease>, &[OsString]) {
    if let [option, value, rest @ ..] = words
        && option == OPTION
        && let Some(Ok(choice)) = value.to_str().map(str::parse)
    {
        return match choice {
            Choice::Auto => (None, rest),
            Choice::Named(toolkit) => (Some(toolkit), rest),
        };
    }
    (None, words)
}

/// The reference's words with the release in front, as [`named`] reads it.
pub fn with_name(toolkit: ToolkitRelease, words: &[OsString]) -> Vec<OsString> {
    let mut all = vec![OsString::from(OPTION), OsString::from(toolkit.to_string())];
    all.extend_from_slice(words);
    all
}

/// The release for a drop-in run: `program` is how it was called, `words` are the reference's.
pub fn detect(program: &OsStr, words: &[OsString]) -> ToolkitRelease {
    toolkit_around(program).unwrap_or_else(|| of_input(words))
}

/// The release for the unit that the reference's words name last.
pub fn of_input(words: &[OsString]) -> ToolkitRelease {
    let mut start = Vec::new();
    // A pipe would be waited for.
    let is_file = |input: &&OsString| std::fs::metadata(input).is_ok_and(|it| it.is_file());
    if let Some(file) = words.last().filter(is_file).and_then(|input| File::open(input).ok()) {
        // A file that cannot be read is reported when it is compiled.
        let _ = file.take(UNIT_START).read_to_end(&mut start);
    }
    Choice::Auto.of_unit(&start)
}

/// The release of the toolkit in whose `bin` the program lies, by the name it was called by: links are not followed.
fn toolkit_around(program: &OsStr) -> Option<ToolkitRelease> {
    let program = Path::new(program);
    let place = match program.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => program.to_owned(),
        _ => {
            let path = std::env::var_os("PATH")?;
            let places = std::env::split_paths(&path).map(|folder| folder.join(program));
            places.into_iter().find(|place| place.is_file())?
        }
    };
    let root = place.parent()?.parent()?;
    let note = std::fs::read_to_string(root.join(RELEASE_NOTE)).ok().and_then(|text| text.parse().ok());
    note.or_else(|| of_headers(&root.join("include")))
}

/// The release whose headers a unit includes, by its line markers.
fn included(text: &[u8]) -> Option<ToolkitRelease> {
    let start = &text[..text.len().min(UNIT_START as usize)];
    start.split(|&byte| byte == b'\n').find_map(|line| {
        let line = std::str::from_utf8(line).ok().filter(|line| line.starts_with('#'))?;
        let file = PathBuf::from(asunder_source::parse_line_marker(line)?.file?);
        if file.file_name()? == RUNTIME_HEADER { of_headers(file.parent()?) } else { None }
    })
}

/// The release that a folder of the toolkit's headers says.
fn of_headers(folder: &Path) -> Option<ToolkitRelease> {
    let mut text = Vec::new();
    File::open(folder.join(API_HEADER)).ok()?.take(HEADER_START).read_to_end(&mut text).ok()?;
    let line = text.split(|&byte| byte == b'\n').find_map(|line| line.strip_prefix(RUNTIME_VERSION))?;
    let version: u32 = std::str::from_utf8(line).ok()?.trim().parse().ok()?;
    Some(ToolkitRelease { major: version / 1000, minor: version % 1000 / 10 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with the toolkit's header of a version.
    fn headers(version: u32) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("include")).unwrap();
        std::fs::create_dir_all(folder.path().join("bin")).unwrap();
        let text = format!("/** CUDA Runtime API Version */\n#define CUDART_VERSION  {version}\n");
        std::fs::write(folder.path().join("include").join(API_HEADER), text).unwrap();
        folder
    }

    fn release(text: &str) -> ToolkitRelease {
        text.parse().unwrap()
    }

    #[test]
    fn releases_are_read() {
        assert_eq!(release("13.5"), Release::V13_5.into());
        assert_eq!(release("13.5.37\n"), Release::V13_5.into());
        assert!(release("13.6").is_newer() && release("14.0").is_newer() && !release("13.5").is_newer());
        assert!(release("12.9").is_older() && !release("13.0").is_older() && !release("14.0").is_older());
        assert_eq!(release("13.6").release(), Release::NEWEST);
        assert_eq!((release("13.0").refusal(), release("13.5").warning()), (None, None));
        assert!(release("12.9").refusal().is_some_and(|it| it.starts_with("this is CUDA 12.9; ")));
        assert!(release("14.0").warning().is_some_and(|it| it.starts_with("CUDA 14.0 is newer than")));
        assert!("13".parse::<ToolkitRelease>().is_err());
        assert_eq!("auto".parse(), Ok(Choice::Auto));
    }

    #[test]
    fn a_unit_says_its_release() {
        let folder = headers(13030);
        let include = folder.path().join("include");
        let text = format!(
            "# 1 \"x.cu\"\n# 0 \"<command-line>\"\n# 1 \"{}/cuda_runtime.h\" 1\nint a;\n",
            include.display()
        );
        assert_eq!(Choice::Auto.of_unit(text.as_bytes()), release("13.3"));
        assert_eq!(Choice::Auto.of_unit(b"int a;\n"), Release::NEWEST.into());
        assert_eq!(Choice::Named(release("13.1")).of_unit(text.as_bytes()), release("13.1"));
    }

    #[test]
    fn the_toolkit_around_the_program_says_the_release() {
        let folder = headers(13020);
        let program = folder.path().join("bin").join("cudafe++");
        assert_eq!(detect(program.as_os_str(), &[]), release("13.2"));
        std::fs::write(folder.path().join(RELEASE_NOTE), "13.4\n").unwrap();
        assert_eq!(detect(program.as_os_str(), &[]), release("13.4"));
        assert_eq!(detect(OsStr::new("/nowhere/bin/cudafe++"), &[]), Release::NEWEST.into());
    }

    #[test]
    fn a_named_release_comes_first() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let all = words("--release 13.4 --c++17 x.ii");
        assert_eq!(named(&all), (Some(release("13.4")), &all[2..]));
        let all = words("--release auto x.ii");
        assert_eq!(named(&all), (None, &all[2..]));
        let all = words("--release x.ii");
        assert_eq!(named(&all), (None, &all[..]));
        assert_eq!(with_name(release("13.5"), &words("x.ii")), words("--release 13.5 x.ii"));
    }
}
