//! Connections: of one user, and with one deadline for whatever happens on them.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::socket::{
    AddressFamily, SockFlag, SockType, UnixAddr, getsockopt, setsockopt, socket, sockopt,
};
use nix::sys::time::{TimeVal, TimeValLike};
use nix::unistd::geteuid;

/// A connection that fails with [`io::ErrorKind::TimedOut`] when its deadline has passed, however much the other side
/// still has to say.
#[derive(Debug)]
pub(crate) struct Timed {
    stream: UnixStream,
    deadline: Cell<Option<Instant>>,
}

impl Timed {
    /// A connection without a deadline.
    pub(crate) fn new(stream: UnixStream) -> Timed {
        Timed { stream, deadline: Cell::new(None) }
    }

    /// Sets the deadline of everything that follows.
    pub(crate) fn set_deadline(&self, deadline: Option<Instant>) {
        self.deadline.set(deadline);
    }

    /// Does one operation within what is left of the time.
    fn within<T>(
        &self,
        set_timeout: impl Fn(&UnixStream, Option<Duration>) -> io::Result<()>,
        operation: impl FnOnce(&UnixStream) -> io::Result<T>,
    ) -> io::Result<T> {
        set_timeout(&self.stream, self.deadline.get().map(time_left).transpose()?)?;
        operation(&self.stream).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
            _ => error,
        })
    }
}

impl Read for &Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.within(UnixStream::set_read_timeout, |mut stream| stream.read(buffer))
    }
}

impl Write for &Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.within(UnixStream::set_write_timeout, |mut stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is left until a deadline.
fn time_left(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// Connects to the socket `path`; with a deadline, since a server that accepts no client lets them wait.
pub(crate) fn connect(path: &Path, deadline: Instant) -> io::Result<UnixStream> {
    let address = UnixAddr::new(path)?;
    let socket = socket(AddressFamily::Unix, SockType::Stream, SockFlag::SOCK_CLOEXEC, None)?;
    // At least one: none would mean forever.
    let left = i64::try_from(time_left(deadline)?.as_micros()).unwrap_or(i64::MAX).max(1);
    setsockopt(&socket, sockopt::SendTimeout, &TimeVal::microseconds(left))?;
    nix::sys::socket::connect(socket.as_raw_fd(), &address).map_err(|error| match error {
        Errno::EAGAIN => io::Error::from(io::ErrorKind::TimedOut),
        error => error.into(),
    })?;
    Ok(socket.into())
}

/// Whether the process at the other end is of this user.
pub(crate) fn is_of_this_user(stream: &impl AsFd) -> bool {
    getsockopt(&stream.as_fd(), sockopt::PeerCredentials).is_ok_and(|peer| peer.uid() == geteuid().as_raw())
}
