//! The socket's place in the file system: who may serve it, and what may be replaced there.
//!
//! A server holds a lock on `PATH.lock` as long as it lives, so of servers that start at the same time one gets the
//! place. Binding never replaces anything. What is removed before it is a socket of this user that no server answers, at a
//! place that the lock file says was asunder's.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::fcntl::OFlag;
use nix::sys::socket::{AddressFamily, Backlog, SockFlag, SockType, UnixAddr, bind, listen, socket};
use nix::sys::stat::{Mode, fchmod};
use nix::unistd::geteuid;

use crate::ServeError;
use crate::stream::connect;

/// The first words of a lock file.
const MARK: &str = "asunder serve, process ";
/// How long a server behind a socket that exists may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// A place that this process alone serves.
#[derive(Debug)]
pub(crate) struct Place {
    path: PathBuf,
    lock: Lock,
}

impl Place {
    /// Takes the place `path` and listens there. A missing folder is made; a socket that a server left behind is
    /// removed.
    ///
    /// # Errors
    /// The place is served already, holds something else, or cannot hold a socket.
    pub(crate) fn take(path: &Path) -> Result<(Place, UnixListener), ServeError> {
        let failed = |error: io::Error| ServeError::Socket { path: path.to_owned(), error };
        let address = UnixAddr::new(path).map_err(|_| ServeError::NameTooLong { path: path.to_owned() })?;
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            DirBuilder::new().recursive(true).mode(0o700).create(parent).map_err(failed)?;
        }
        let mut lock = Lock::take(path)?;
        make_room(path, &lock)?;
        lock.mark().map_err(failed)?;
        let listener = listen_at(&address).map_err(failed)?;
        Ok((Place { path: path.to_owned(), lock }, listener))
    }

    /// Leaves the place.
    pub(crate) fn leave(self) {
        // Later servers cope with what cannot be removed.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(&self.lock.path);
    }
}

/// Sees to it that nothing is at `path`.
fn make_room(path: &Path, lock: &Lock) -> Result<(), ServeError> {
    let occupied = || Err(ServeError::Occupied { path: path.to_owned() });
    let metadata = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(ServeError::Socket { path: path.to_owned(), error }),
    };
    if !metadata.file_type().is_socket() || metadata.uid() != geteuid().as_raw() {
        return occupied();
    }
    match connect(path, Instant::now() + PATIENCE) {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {}
        // A process listens, even if it does not answer.
        _ => return Err(ServeError::Served { path: path.to_owned(), process: lock.process.clone() }),
    }
    if lock.process.is_none() {
        return occupied();
    }
    fs::remove_file(path).map_err(|error| ServeError::Socket { path: path.to_owned(), error })
}

/// A socket that is the user's alone from its first moment.
fn listen_at(address: &UnixAddr) -> io::Result<UnixListener> {
    let socket = socket(AddressFamily::Unix, SockType::Stream, SockFlag::SOCK_CLOEXEC, None)?;
    // The file that `bind` makes takes the mode of the socket.
    fchmod(&socket, Mode::S_IRUSR | Mode::S_IWUSR)?;
    bind(socket.as_raw_fd(), address)?;
    listen(&socket, Backlog::MAXCONN)?;
    Ok(socket.into())
}

/// The lock of a place.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    file: File,
    /// The process that was the last to hold it.
    process: Option<String>,
}

impl Lock {
    fn take(socket: &Path) -> Result<Lock, ServeError> {
        let mut path = socket.as_os_str().to_owned();
        path.push(".lock");
        let path = PathBuf::from(path);
        let failed = |error: io::Error| ServeError::Socket { path: path.clone(), error };
        loop {
            let mut options = File::options();
            options.read(true).write(true).create(true).truncate(false).mode(0o600);
            // Neither a link to elsewhere nor a pipe without a writer.
            options.custom_flags((OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK).bits());
            let mut file = options.open(&path).map_err(failed)?;
            let metadata = file.metadata().map_err(failed)?;
            if !metadata.is_file() || metadata.uid() != geteuid().as_raw() {
                return Err(ServeError::Occupied { path });
            }
            let locked = file.try_lock();
            let mut text = String::new();
            let is_text = (&mut file).take(100).read_to_string(&mut text).is_ok();
            let process = text.strip_prefix(MARK).map(|process| process.trim_end().to_owned());
            match locked {
                Ok(()) if is_text && (process.is_some() || text.is_empty()) => {}
                Ok(()) => return Err(ServeError::Occupied { path }),
                Err(TryLockError::WouldBlock) => {
                    return Err(ServeError::Served { path: socket.to_owned(), process });
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
            // Its last holder may have removed it in between.
            let is_there = fs::symlink_metadata(&path)
                .is_ok_and(|it| (it.dev(), it.ino()) == (metadata.dev(), metadata.ino()));
            if is_there {
                return Ok(Lock { path, file, process });
            }
        }
    }

    /// Writes down that the place is asunder's.
    fn mark(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        self.file.set_len(0)?;
        writeln!(self.file, "{MARK}{}", std::process::id())
    }
}
