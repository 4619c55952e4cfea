//! Clients, one thread each.

use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter};
use std::os::fd::AsRawFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use asunder_driver::options::Options;
use asunder_driver::workspace::Workspace;
use nix::sys::socket::{Shutdown, shutdown};

use crate::compile::Kept;
use crate::place::Place;
use crate::session::Session;
use crate::stream::{Timed, is_of_this_user};
use crate::turns::Turns;

/// Bytes of a request at most.
const REQUEST_LIMIT: usize = 512 << 20;
/// Bytes that are read and written at a time.
const BUFFER: usize = 16 << 10;
/// How long no client is accepted after that failed.
const PAUSE: Duration = Duration::from_millis(50);

/// A server that cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another server holds the place.
    #[error(
        "{} is served already{}", path.display(),
        process.as_ref().map(|it| format!(", by process {it}")).unwrap_or_default()
    )]
    Served {
        /// The socket.
        path: PathBuf,
        /// The number of the server's process, if it is known.
        process: Option<String>,
    },
    /// Something is there that is not a socket left behind by asunder.
    #[error("{} is there already, and was not left by asunder", path.display())]
    Occupied {
        /// What is there.
        path: PathBuf,
    },
    /// The system has no sockets of such names.
    #[error("the name {} is too long for a socket: {} bytes of 107", path.display(), path.as_os_str().len())]
    NameTooLong {
        /// The socket.
        path: PathBuf,
    },
    /// The system refuses.
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
    /// Turns of drop-in clients.
    pub(crate) turns: Turns,
    /// Where clients come from, if there may be several.
    listener: Option<UnixListener>,
    ended: AtomicBool,
}

impl Shared {
    /// Waits for a client; `None` after the end.
    fn next_client(&self) -> Option<io::Result<UnixStream>> {
        let client = self.listener.as_ref()?.accept();
        (!self.ended.load(Ordering::SeqCst)).then(|| client.map(|(stream, _)| stream))
    }

    /// Ends the server.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        if let Some(listener) = &self.listener {
            // Wakes the thread that waits for a client.
            let _ = shutdown(listener.as_raw_fd(), Shutdown::Both);
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

    fn shared(&self, listener: Option<UnixListener>) -> Shared {
        Shared {
            workspace: Workspace::new(),
            kept: Kept::default(),
            read_options: self.read_options,
            limit: self.limit,
            turns: Turns::one_a_processor(),
            listener,
            ended: AtomicBool::new(false),
        }
    }

    /// Serves one client through `input` and `output`, until it goes.
    ///
    /// # Errors
    /// Those of reading and writing.
    pub fn serve_streams(&self, input: impl io::BufRead, output: impl io::Write) -> io::Result<()> {
        Session::new(&self.shared(None), None).run(input, output)
    }

    /// Serves clients of the socket `path`, which no other user can reach, until one ends the server. A missing
    /// folder is made; a socket that a server left behind is removed. Nothing else is. `ready` is called as soon as
    /// clients can come.
    ///
    /// # Errors
    /// Another server has the socket, or it cannot be made.
    pub fn serve_socket(&self, path: &Path, ready: impl FnOnce()) -> Result<(), ServeError> {
        let (place, listener) = Place::take(path)?;
        ready();
        let shared = Arc::new(self.shared(Some(listener)));
        while let Some(client) = shared.next_client() {
            match client {
                Ok(client) if is_of_this_user(&client) => {
                    let shared = shared.clone();
                    let thread = std::thread::Builder::new().stack_size(64 << 20);
                    // A client that cannot be served finds its connection closed.
                    drop(thread.spawn(move || serve_client(&shared, client)));
                }
                Ok(_) => {}
                // Out of file descriptors or the like: later there may be some again.
                Err(_) => std::thread::sleep(PAUSE),
            }
        }
        place.leave();
        Ok(())
    }
}

fn serve_client(shared: &Shared, stream: UnixStream) {
    let stream = Timed::new(stream);
    let session = Session::new(shared, Some(&stream));
    // A client that went away needs no answer.
    let _ = session.run(BufReader::with_capacity(BUFFER, &stream), BufWriter::with_capacity(BUFFER, &stream));
}
