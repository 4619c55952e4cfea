//! The database behind runs and workspaces.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Storage of all queries. A clone sees the same data; it must be dropped before the data can change.
#[salsa::db]
#[derive(Clone, Default)]
pub struct Database {
    storage: salsa::Storage<Self>,
    executed: Arc<AtomicU64>,
}

#[salsa::db]
impl salsa::Database for Database {}

impl Database {
    /// A database that counts the queries that it runs.
    pub fn counting() -> Database {
        let executed = Arc::<AtomicU64>::default();
        let count = executed.clone();
        let note = move |event: salsa::Event| {
            if let salsa::EventKind::WillExecute { database_key, .. } = event.kind {
                tracing::trace!(query = ?database_key, "executed");
                count.fetch_add(1, Ordering::Relaxed);
            }
        };
        Database { storage: salsa::Storage::new(Some(Box::new(note))), executed }
    }

    /// How many queries were run so far; 0 unless the database is [`Database::counting`].
    pub fn executed(&self) -> u64 {
        self.executed.load(Ordering::Relaxed)
    }
}
