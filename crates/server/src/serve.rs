//! Clients, one thread each.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufReader, BufWriter};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use asunder_driver::options::Options;
use asunder_driver::workspace::Workspace;

use crate::compile::Kept;
use crate::session::Session;

/// Bytes of a request at most.
const REQUEST_LIMIT: usize = 512 << 20;

/// A server that cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another server answers there.
    #[error("{} is served already", .0.display())]
    Served(PathBuf),
    /// The place is not fit for a socket.
    #[error("cannot serve {}: {error}", path.display())]
    Socket {
        /// The socket.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// What all clients share.
pub(crate) struct Shared {
    pub(crate) workspace: Workspace,
    pub(crate) kept: Kept,
    pub(crate) read_options: fn(&[OsString]) -> Option<Options>,
    /// Bytes of a request at most.
    pub(crate) limit: usize,
    /// The socket, to wake the thread that waits for clients.
    socket: Option<PathBuf>,
    ended: AtomicBool,
}

impl Shared {
    /// Ends the server.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        if let Some(socket) = &self.socket {
            // It only has to wake up.
            let _ = UnixStream::connect(socket);
        }
    }
}

/// A workspace that answers requests.
pub struct Server {
    read_options: fn(&[OsString]) -> Option<Options>,
    limit: usize,
}

impl Server {
    /// A server that reads command lines by `read_options`, which gives `None` for those that compile nothing.
    pub fn new(read_options: fn(&[OsString]) -> Option<Options>) -> Server {
        Server { read_options, limit: REQUEST_LIMIT }
    }

    /// The same with at most `limit` bytes in a request.
    pub fn with_limit(self, limit: usize) -> Server {
        Server { limit, ..self }
    }

    fn shared(&self, socket: Option<PathBuf>) -> Shared {
        Shared {
            workspace: Workspace::new(),
            kept: Kept::default(),
            read_options: self.read_options,
            limit: self.limit,
            socket,
            ended: AtomicBool::new(false),
        }
    }

    /// Serves one client through `input` and `output`, until it goes.
    ///
    /// # Errors
    /// Those of reading and writing.
    pub fn serve_streams(&self, input: impl io::BufRead, output: impl io::Write) -> io::Result<()> {
        Session::new(&self.shared(None)).run(input, output)
    }

    /// Serves clients of the socket `path`, which no other user can reach, until one ends the server. A missing
    /// folder is made; a socket that nobody serves any more is replaced.
    ///
    /// # Errors
    /// Somebody serves the socket, or it cannot be made.
    pub fn serve_socket(&self, path: &Path) -> Result<(), ServeError> {
        let failed = |error| ServeError::Socket { path: path.to_owned(), error };
        if UnixStream::connect(path).is_ok() {
            return Err(ServeError::Served(path.to_owned()));
        }
        let listener = private_socket(path).map_err(failed)?;
        let shared = Arc::new(self.shared(Some(path.to_owned())));
        for stream in listener.incoming() {
            if shared.ended.load(Ordering::SeqCst) {
                break;
            }
            // Out of file descriptors or the like: the next client may have more luck.
            let Ok(stream) = stream else { continue };
            let shared = shared.clone();
            let client = std::thread::Builder::new().stack_size(64 << 20).spawn(move || {
                // A client that went away needs no answer.
                let _ = serve_client(&shared, &stream);
            });
            drop(client);
        }
        // Whoever comes later makes it anew.
        let _ = fs::remove_file(path);
        Ok(())
    }
}

fn serve_client(shared: &Shared, stream: &UnixStream) -> io::Result<()> {
    Session::new(shared).run(BufReader::new(stream), BufWriter::new(stream))
}

/// A socket that is the user's alone from its first moment: it is made in a folder of its own and then moved.
fn private_socket(path: &Path) -> io::Result<UnixListener> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::DirBuilder::new().recursive(true).mode(0o700).create(parent)?;
    let folder = tempfile::Builder::new().prefix(".asunder").tempdir_in(parent)?;
    let made = folder.path().join("s");
    let listener = UnixListener::bind(&made)?;
    fs::set_permissions(&made, fs::Permissions::from_mode(0o600))?;
    fs::rename(&made, path)?;
    Ok(listener)
}
