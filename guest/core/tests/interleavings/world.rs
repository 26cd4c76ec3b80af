//! A store on one layout, to prepare a scenario and to look at what came of it.

use super::operation::{BUCKET, DIRECTORY, Operation};
use super::program;
use std::collections::BTreeSet;
use toolaria_core::error::Error;
use toolaria_core::model::Label;
use toolaria_core::ports::Host;
use toolaria_core::ports::memory::{MemoryHost, Snapshot};
use toolaria_core::session::Session;
use toolaria_core::settings::Settings;
use toolaria_core::store::{Draft, Hash, Id, Store};

pub const HOUR_MS: u64 = 3_600_000;

/// All sessions there are.
pub const SESSIONS: [&str; 3] = ["a", "b", "c"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    Directory,
    Bucket,
    Both,
}

pub fn session(id: &str) -> Session {
    Session::new(Some(id)).expect("an id that is not empty")
}

pub fn draft() -> Draft {
    Draft {
        tool: None,
        toolset: None,
        arguments: None,
        characters: 8,
        lines: 1,
        kind: "text".to_owned(),
        view_version: 1,
        label: Label::Public,
    }
}

pub struct World {
    pub host: MemoryHost,
    pub layout: Layout,
    pub hash: Option<Hash>,
}

impl World {
    pub fn new(layout: Layout) -> World {
        let host = match layout {
            Layout::Directory => MemoryHost::with(&[DIRECTORY], &[]),
            Layout::Bucket => MemoryHost::with(&[], &[BUCKET]),
            Layout::Both => MemoryHost::with(&[DIRECTORY], &[BUCKET]),
        };
        World { host, layout, hash: None }
    }

    /// A world of its own that goes on from a snapshot.
    pub fn on(layout: Layout, snapshot: &Snapshot, hash: Option<Hash>) -> World {
        World { host: MemoryHost::on(&snapshot.to_storage()), layout, hash }
    }

    pub fn put(&self, of: &str, bytes: &[u8]) -> Result<Id, Error> {
        program::put(&self.host, self.hash, of, bytes, None)
    }

    pub fn fetch(&self, of: &str, id: &Id) -> Result<Vec<u8>, Error> {
        program::fetch(&self.host, self.hash, of, id)
    }

    pub fn sweep(&self) -> Result<(), Error> {
        let settings = Settings::default();
        Store::open(&self.host, &settings)?.sweep(None, None).map(drop)
    }

    pub fn forget(&self, of: &str) -> Result<(), Error> {
        let settings = Settings::default();
        Store::open(&self.host, &settings)?.forget(&session(of)).map(drop)
    }

    /// The ids of what all sessions hold live.
    pub fn ids(&self) -> Result<BTreeSet<String>, Error> {
        let settings = Settings::default();
        let store = Store::open(&self.host, &settings)?;
        let mut ids = BTreeSet::new();
        for of in SESSIONS {
            ids.extend(store.list(&session(of), None)?.handles.into_iter().map(|handle| handle.id));
        }
        Ok(ids)
    }

    pub fn pass_hours(&self, hours: u64) {
        self.host.set_now_ms(self.host.now_ms() + hours * HOUR_MS);
    }

    /// The paths and keys that are there.
    pub fn names(&self) -> BTreeSet<String> {
        self.host.storage().snapshot().contents().map(|(name, _)| name.to_owned()).collect()
    }

    /// The file or key that holds these bytes, if any does.
    pub fn holder(&self, bytes: &[u8]) -> Option<String> {
        let is_in = |(_, value): (&str, &[u8])| value.windows(bytes.len()).any(|window| window == bytes);
        self.host.storage().snapshot().contents().find(|named| is_in(*named)).map(|(name, _)| name.to_owned())
    }

    /// Deletes whatever is below a folder, as nobody in the store would.
    pub fn lose(&self, folder: &str) {
        for name in self.names().into_iter().filter(|name| name.starts_with(folder)) {
            if self.layout != Layout::Bucket {
                let _ = Operation::Remove(name.clone()).perform(self.host.storage());
            }
            if self.layout != Layout::Directory {
                let _ = Operation::Delete(name).perform(self.host.storage());
            }
        }
    }

    /// Leaves every blob where a killed sweep would have.
    pub fn leave_aside(&self) {
        for name in self.names() {
            if let Some(digest) = name.strip_prefix("blobs/") {
                let aside = format!("aside/{digest}.0123456789abcdef");
                let _ = Operation::Rename(name.clone(), aside).perform(self.host.storage());
            }
        }
    }
}
