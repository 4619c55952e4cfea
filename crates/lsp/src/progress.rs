//! Progress that the client shows.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;

use crate::world::World;

/// Work that the client shows until the value is dropped.
pub(crate) struct Progress<'a> {
    world: &'a World,
    token: String,
}

impl<'a> Progress<'a> {
    /// Starts showing work, where the client can.
    pub(crate) fn start(world: &'a World, title: &str, message: &str) -> Option<Progress<'a>> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        if !world.client.shows_progress {
            return None;
        }
        let token = format!("asunder/{}", NEXT.fetch_add(1, Ordering::Relaxed));
        world.request("window/workDoneProgress/create", json!({ "token": token }));
        let value = json!({ "kind": "begin", "title": title, "message": message, "cancellable": false });
        world.notify("$/progress", json!({ "token": token, "value": value }));
        Some(Progress { world, token })
    }

    /// Says how far the work is.
    pub(crate) fn report(&self, message: &str, percentage: usize) {
        let value = json!({ "kind": "report", "message": message, "percentage": percentage });
        self.world.notify("$/progress", json!({ "token": self.token, "value": value }));
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.world.notify("$/progress", json!({ "token": self.token, "value": { "kind": "end" } }));
    }
}
