//! A host and short ways to use its store.

use toolaria_core::error::Error;
use toolaria_core::model::{ForgetReport, Label, SweepReport};
use toolaria_core::ports::Host;
use toolaria_core::ports::memory::MemoryHost;
use toolaria_core::session::Session;
use toolaria_core::settings::Settings;
use toolaria_core::store::{Draft, Entry, Id, Store};

pub const HOUR_MS: u64 = 3_600_000;
pub const CONTENT: &[u8] = b"a result";

pub fn draft() -> Draft {
    Draft {
        tool: Some("web_extract".to_owned()),
        toolset: None,
        arguments: Some(r#"{"url":"x"}"#.to_owned()),
        characters: 8,
        lines: 1,
        kind: "text".to_owned(),
        view_version: 1,
        label: Label::Public,
    }
}

pub fn session(id: &str) -> Session {
    Session::new(Some(id)).unwrap()
}

pub struct World {
    pub host: MemoryHost,
    pub settings: Settings,
}

impl World {
    pub fn new(directories: &[&str], buckets: &[&str]) -> World {
        World { host: MemoryHost::with(directories, buckets), settings: Settings::default() }
    }

    /// Another process on the same storage.
    pub fn beside(&self) -> World {
        World { host: MemoryHost::on(self.host.storage()), settings: self.settings.clone() }
    }

    /// One of each layout.
    pub fn each() -> [World; 3] {
        [World::new(&["/store"], &[]), World::new(&[], &["toolaria"]), World::new(&["/store"], &["toolaria"])]
    }

    pub fn store(&self) -> Store<'_> {
        Store::open(&self.host, &self.settings).unwrap()
    }

    pub fn try_put(&self, of: &str, bytes: &[u8]) -> Result<Id, Error> {
        let store = Store::open(&self.host, &self.settings)?;
        store.put(&session(of), bytes, None, draft()).map(|(id, _)| id)
    }

    pub fn put(&self, of: &str, bytes: &[u8]) -> Id {
        self.try_put(of, bytes).unwrap()
    }

    pub fn read(&self, of: &str, id: &Id) -> Result<Vec<u8>, Error> {
        self.store().read(&session(of), id).map(|held| held.bytes)
    }

    pub fn entry(&self, of: &str, id: &Id) -> Entry {
        self.store().record(&session(of), id).unwrap()
    }

    pub fn sweep(&self) -> SweepReport {
        self.store().sweep(None, None).unwrap()
    }

    pub fn forget(&self, of: &str) -> ForgetReport {
        self.store().forget(&session(of)).unwrap()
    }

    pub fn pass_hours(&self, hours: u64) {
        self.host.set_now_ms(self.host.now_ms() + hours * HOUR_MS);
    }

    /// All keys and files whose name starts so.
    pub fn names(&self, start: &str) -> Vec<String> {
        let mut names = self.host.files("/store");
        if let Some(bucket) = self.host.bucket("toolaria").unwrap() {
            let mut cursor = None;
            loop {
                let page = bucket.list_keys(cursor).unwrap();
                names.extend(page.keys);
                cursor = page.cursor;
                if cursor.is_none() {
                    break;
                }
            }
        }
        names.retain(|name| name.starts_with(start));
        names.sort();
        names
    }

    /// A file or the value of a key.
    pub fn value(&self, name: &str) -> Option<Vec<u8>> {
        let in_bucket = || self.host.bucket("toolaria").unwrap()?.get(name).unwrap();
        self.host.file("/store", name).or_else(in_bucket)
    }

    /// Replaces a file or the value of a key.
    pub fn set(&self, name: &str, bytes: &[u8]) {
        match self.host.bucket("toolaria").unwrap() {
            Some(bucket) if self.host.file("/store", name).is_none() => bucket.set(name, bytes).unwrap(),
            _ => self.host.set_file("/store", name, bytes),
        }
    }

    /// Changes a file or the value of a key.
    pub fn change(&self, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = self.value(name).unwrap();
        change(&mut bytes);
        self.set(name, &bytes);
    }

    /// Deletes a file or a key.
    pub fn remove(&self, name: &str) {
        for (_, directory) in self.host.directories().unwrap() {
            directory.remove(name).unwrap();
        }
        if let Some(bucket) = self.host.bucket("toolaria").unwrap() {
            bucket.delete(name).unwrap();
        }
    }

    /// Flips a bit in the middle of everything whose name starts so.
    pub fn damage(&self, start: &str) {
        for name in self.names(start) {
            self.change(&name, |bytes| {
                let middle = bytes.len() / 2;
                bytes[middle] ^= 1;
            });
        }
    }
}
