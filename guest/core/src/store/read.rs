//! Reading what a session holds.

use super::scan::{self, Look};
use super::{During, Entry, Held, Id, Record, Store, Usage, names, value};
use crate::error::{Error, Result};
use crate::model::Label;
use crate::session::Session;
use crate::words;
use std::ops::Range;

impl Store<'_> {
    /// The whole result that a session holds under an id. Its label is the highest that any session gave to the content.
    ///
    /// Cost: one read of the blob, independent of how much the store holds (but linear in it for an id under which this
    /// session holds nothing live, with the setting `unscoped_access`).
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], the same for an id that nobody holds and for another session's; [`Error::Swept`] once its time is
    /// over or its blob is gone; [`Error::Corrupt`] where blob or record are not what was stored; [`Error::Storage`].
    pub fn read(&self, session: &Session, id: &Id) -> Result<Held> {
        let entry = self.live_entry(session, id)?;
        let bytes = self.whole_blob(&entry)?;
        Ok(Held { entry, bytes })
    }

    /// The whole of what [`Store::live_entry`] found.
    ///
    /// # Errors
    ///
    /// As for [`Store::read`].
    pub fn whole_blob(&self, entry: &Entry) -> Result<Vec<u8>> {
        let digest = &entry.record.digest;
        match self.place.blobs.read(digest)? {
            None => Err(Error::Swept(entry.swept())),
            Some(bytes) if (self.hash)(&bytes) != *digest => Err(Error::Corrupt(words::corrupt_blob(digest))),
            Some(bytes) => Ok(bytes),
        }
    }

    /// Bytes of a result that [`Store::record`] found, those of the range that there are.
    ///
    /// Cost: of a large blob, its sums and the blocks that the range touches; the whole blob where it is small, or where block or sums
    /// are in doubt. Then its digest decides, and the sums are made anew.
    ///
    /// # Errors
    ///
    /// As for [`Store::read`].
    pub fn read_range(&self, entry: &Entry, range: Range<u64>) -> Result<Vec<u8>> {
        let record = &entry.record;
        let end = range.end.min(record.bytes);
        let range = range.start.min(end)..end;
        if range.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(bytes) = self.summed_range(record, &range) {
            return Ok(bytes);
        }
        let mut bytes = self.whole_blob(entry)?;
        self.keep_sums(&record.digest, &bytes);
        let position = |place: u64| usize::try_from(place).unwrap_or(usize::MAX);
        bytes.truncate(position(range.end));
        Ok(bytes.split_off(position(range.start).min(bytes.len())))
    }

    /// The same without the bytes, which are not checked. Cost: a few small reads.
    ///
    /// # Errors
    ///
    /// As for [`Store::read`].
    pub fn record(&self, session: &Session, id: &Id) -> Result<Entry> {
        let entry = self.live_entry(session, id)?;
        match self.blob_is_gone(&entry.record.digest)? {
            true => Err(Error::Swept(entry.swept())),
            false => Ok(entry),
        }
    }

    /// Notes that a result was used now, which makes it live longer.
    ///
    /// A failure is of no consequence for what was read, so none is returned. Of two uses at once one may not be counted, and
    /// a power cut may take the last ones.
    pub fn touch(&self, entry: &Entry) {
        let key = names::usage(&entry.owner, &entry.id);
        let usage = entry.usage.and_now(self.host.now_ms(), self.settings.fetch_decay_half_life_hours);
        let _ = self.place.records.set_unsynced(&key, &value::encode(&key, &usage));
    }

    /// What a session holds under an id, whether its blob is there or not.
    ///
    /// # Errors
    ///
    /// As for [`Store::read`], as far as the record tells.
    pub fn live_entry(&self, session: &Session, id: &Id) -> Result<Entry> {
        let now_ms = self.host.now_ms();
        let own = self.look_up(session.key(), id);
        let own_is_live = matches!(&own, Ok(Some(entry)) if now_ms < entry.expires_at_ms);
        if self.settings.unscoped_access
            && !own_is_live
            && let Some(entry) = self.look_up_anywhere(id)?
        {
            return Ok(entry);
        }
        match own? {
            Some(entry) if now_ms < entry.expires_at_ms => self.with_highest_label(entry),
            Some(entry) if now_ms < entry.forgotten_at_ms => Err(Error::Swept(entry.swept())),
            _ => Err(Error::NotFound(words::not_found(id.as_str()))),
        }
    }

    /// What is under an id, whatever its age; its label as its own session gave it.
    ///
    /// # Errors
    ///
    /// [`Error::Corrupt`] where the record is damaged, [`Error::Storage`].
    pub(super) fn look_up(&self, owner: &str, id: &Id) -> Result<Option<Entry>> {
        let key = names::record(owner, id);
        let Some(stored) = self.place.records.get(&key).during("reading the record")? else {
            return Ok(None);
        };
        let record = Record::decode(&key, &stored, id);
        let record = record.ok_or_else(|| Error::Corrupt(words::corrupt_record(id.as_str())))?;
        let usage = self.usage(owner, id)?;
        Ok(Some(Entry::new(owner, id, record, usage, self.settings)))
    }

    /// One that is damaged counts as a use now, until a sweep writes it anew: it must not let content expire that was used.
    fn usage(&self, owner: &str, id: &Id) -> Result<Usage> {
        let key = names::usage(owner, id);
        let Some(stored) = self.place.records.get(&key).during("reading the last use")? else {
            return Ok(Usage::default());
        };
        let used_now = || Usage { last_used_ms: self.host.now_ms(), ..Usage::default() };
        Ok(value::decode(&key, &stored).unwrap_or_else(used_now))
    }

    /// The first live result of any session under an id, unless the content is a credential.
    fn look_up_anywhere(&self, id: &Id) -> Result<Option<Entry>> {
        let now_ms = self.host.now_ms();
        for (owner, _) in scan::records(&self.keys()?).filter(|(_, found)| found == id) {
            let Look::Found(entry) = self.look_at(&owner, id)? else { continue };
            let entry = self.with_highest_label(*entry)?;
            if entry.record.label < Label::Credential && now_ms < entry.expires_at_ms {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    /// Labels above the lowest are monotone keys of the content.
    pub(super) fn with_highest_label(&self, mut entry: Entry) -> Result<Entry> {
        for label in [Label::Personal, Label::Credential] {
            let key = names::label(&entry.record.digest, label);
            if label > entry.record.label && self.place.records.exists(&key).during("reading the label")? {
                entry.record.label = label;
            }
        }
        Ok(entry)
    }

    /// One that is there but cannot be read is not gone.
    pub(super) fn blob_is_gone(&self, digest: &str) -> Result<bool> {
        match self.place.blobs.size(digest) {
            Ok(size) => Ok(size.is_none()),
            Err(Error::Corrupt(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
