//! Storing a result, so that whoever gets its id can rely on it.

use super::names::{self, Id};
use super::place::Place;
use super::{Draft, During, FORMAT, GRACE_MS, Record, Store, mark, whereabouts};
use crate::error::{Error, Result};
use crate::model::Label;
use crate::session::Session;
use crate::words;

impl Store<'_> {
    /// Stores content for a session and reads it back through a store opened afresh. Only then is there an id.
    ///
    /// `incoming` is the path of a file of the store directory that holds the same bytes: it is moved in, and gone afterwards.
    /// After an error it is there as before, unless the storage refuses that too.
    /// Content that is there already is not stored again; what was swept, or a blob that was damaged, is renewed.
    ///
    /// Cost: writes the content at most once, and a small sidecar of large content, and reads it at most twice; independent of how much the store holds.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`], and the store is as good as before: call again, or let the result pass through.
    pub fn put(&self, session: &Session, bytes: &[u8], incoming: Option<&str>, draft: Draft) -> Result<(Id, Record)> {
        let digest = (self.hash)(bytes);
        let record = Record::new(draft, digest, bytes.len() as u64, self.host.now_ms());
        self.set_up()?;
        let id = self.free_id(session, &record.digest)?;
        self.write_record(session, &id, &record)?;
        let kept = self.keep_blob(&record.digest, bytes, incoming);
        match kept.and_then(|()| self.verify_record(session, &id, &record)) {
            Ok(()) => {
                self.remove_incoming(incoming);
                self.keep_sums(&record.digest, bytes);
            }
            Err(error) => {
                self.give_back_incoming(incoming, bytes);
                return Err(error);
            }
        }
        Ok((id, record))
    }

    /// The format first: a store directory that says where its records are has them there.
    fn set_up(&self) -> Result<()> {
        let records = &self.place.records;
        if self.is_new {
            records.set(names::FORMAT, FORMAT.to_string().as_bytes()).during("writing the store's format")?;
        }
        if self.is_settled {
            return Ok(());
        }
        // A bucket that forgets what it is given must not be what the directory relies on.
        match self.reopened()?.records.get(names::FORMAT).during("reading the store's format")? {
            Some(_) => whereabouts::settle(&self.place, self.host.now_ms()),
            None => Err(Error::Storage(words::not_read_back("store's format"))),
        }
    }

    /// The shortest id under which the session holds nothing or this very content. A record that cannot be read keeps its id:
    /// its handle must not come to mean something else.
    fn free_id(&self, session: &Session, digest: &str) -> Result<Id> {
        for id in Id::of_digest(digest) {
            let key = names::record(session.key(), &id);
            let found = self.place.records.get(&key).during("looking for a free id")?;
            let free = found
                .is_none_or(|found| Record::decode(&key, &found, &id).is_some_and(|record| record.digest == digest));
            if free {
                return Ok(id);
            }
        }
        Err(Error::Storage(words::no_free_id()))
    }

    /// Writes the record, then looks whether a sweep may have missed it.
    fn write_record(&self, session: &Session, id: &Id, record: &Record) -> Result<()> {
        let records = &*self.place.records;
        let key = names::record(session.key(), id);
        records.set(&key, &record.encode(&key)).during("writing the record")?;
        if record.label > Label::Public {
            records.set(&names::label(&record.digest, record.label), b"").during("writing the label")?;
        }
        match mark::is_set(records, &record.digest, self.host.now_ms())? {
            true => Err(Error::Storage(words::being_swept())),
            false => Ok(()),
        }
    }

    fn keep_blob(&self, digest: &str, bytes: &[u8], incoming: Option<&str>) -> Result<()> {
        if self.place.blobs.holds(digest, bytes)? {
            return Ok(());
        }
        if let Some(path) = incoming {
            self.place.blobs.adopt(digest, path)?;
            if self.reopened()?.blobs.holds(digest, bytes)? {
                return Ok(());
            }
        }
        self.place.blobs.write(digest, bytes)?;
        match self.reopened()?.blobs.holds(digest, bytes)? {
            true => Ok(()),
            false => Err(Error::Storage(words::not_read_back("content"))),
        }
    }

    /// Another put of the same content by the same session may have written its record since, which serves as well, unless it
    /// has been held up so long that a sweep could take it for an old one.
    fn verify_record(&self, session: &Session, id: &Id, record: &Record) -> Result<()> {
        let key = names::record(session.key(), id);
        let found = self.reopened()?.records.get(&key).during("reading back the record")?;
        let found = found.and_then(|found| Record::decode(&key, &found, id));
        match found.is_some_and(|found| {
            found.digest == record.digest && found.stored_at_ms.saturating_add(GRACE_MS) >= record.stored_at_ms
        }) {
            true => Ok(()),
            false => Err(Error::Storage(words::not_read_back("record"))),
        }
    }

    fn reopened(&self) -> Result<Place<'_>> {
        Place::open(self.host, self.settings)
    }

    /// The content is stored, so a file that stays behind takes room but does no harm.
    fn remove_incoming(&self, incoming: Option<&str>) {
        if let (Some(path), Some(directory)) = (incoming, self.directory()) {
            let _ = directory.remove(path);
        }
    }

    /// Writes the file anew if it was moved in: whoever is told that nothing was stored still has its result. If that fails
    /// too, there is nothing more to do.
    fn give_back_incoming(&self, incoming: Option<&str>, bytes: &[u8]) {
        let (Some(path), Some(directory)) = (incoming, self.directory()) else { return };
        if matches!(directory.stat(path), Ok(None)) {
            let temporary = names::temporary(self.host.random());
            let _ = directory.create(&temporary, bytes).and_then(|()| directory.rename(&temporary, path));
        }
    }
}
