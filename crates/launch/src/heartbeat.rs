//! A line now and then while something takes long.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time between two lines.
const PERIOD: Duration = Duration::from_secs(4);

/// Prints on standard error what is going on and for how long, every four seconds until it is dropped.
#[derive(Debug)]
pub struct Heartbeat {
    note: Arc<Mutex<String>>,
    /// Closed when the work is over.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Heartbeat {
    /// Starts to print about `what`.
    pub fn start(what: &str) -> Heartbeat {
        let note = Arc::new(Mutex::new(String::new()));
        let (end, ended) = mpsc::channel::<()>();
        let (what, latest, start) = (what.to_owned(), Arc::clone(&note), Instant::now());
        let thread = std::thread::spawn(move || {
            while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                let note = latest.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let separator = if note.is_empty() { "" } else { ": " };
                eprintln!("    {:3} s  {what}{separator}{note}", start.elapsed().as_secs());
            }
        });
        Heartbeat { note, end: Some(end), thread: Some(thread) }
    }

    /// What the next lines say besides.
    pub fn note(&self, note: String) {
        *self.note.lock().unwrap_or_else(PoisonError::into_inner) = note;
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // It only prints.
            let _ = thread.join();
        }
    }
}
