//! Turns: how many do something at the same time.

use std::sync::{Condvar, Mutex, PoisonError};

/// A number of turns that are given out and come back.
#[derive(Debug)]
pub(crate) struct Turns {
    free: Mutex<usize>,
    back: Condvar,
}

/// A turn; it comes back when it is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'a>(&'a Turns);

impl Turns {
    /// As many turns as there are processors.
    pub(crate) fn one_a_processor() -> Turns {
        let free = std::thread::available_parallelism().map_or(1, usize::from);
        Turns { free: Mutex::new(free), back: Condvar::new() }
    }

    /// Waits for a turn.
    pub(crate) fn take(&self) -> Turn<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.back.wait_while(free, |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Turn(self)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.back.notify_one();
    }
}
