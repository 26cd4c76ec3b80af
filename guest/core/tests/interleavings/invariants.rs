//! What must hold, whatever the schedule was.
//!
//! - At every moment, every emitted handle resolves to its bytes, unless a forget of its session is at work.
//! - At the end, every answer is one that its caller can rely on; nothing that was forgotten is there or comes back.
//! - Later calls find a store in which nothing is lost and of which nothing is left over.

use super::program::{Answer, Program};
use super::scenario::{Handle, Scenario};
use super::state::Fate;
use super::world::World;
use toolaria_core::error::Error;
use toolaria_core::ports::memory::Snapshot;

/// So much later that every leftover is old and every mark has lapsed, and nothing put now has expired.
const LATER_HOURS: u64 = 2;

type Verdict = Result<(), String>;

impl Scenario {
    /// What is broken in a state, if anything is.
    pub fn judge(&self, snapshot: &Snapshot, fates: &[Fate; 2]) -> Verdict {
        let emitted = self.emitted(fates);
        let owed: Vec<Handle> = emitted.iter().filter(|handle| !self.is_forgotten(handle)).cloned().collect();
        self.resolve(&self.world(snapshot), &owed, "at once")?;
        if fates.contains(&Fate::Runs) {
            return Ok(());
        }
        for (program, fate) in self.programs.iter().zip(fates) {
            if let Fate::Done(answer) = fate {
                self.judge_answer(&self.world(snapshot), program, answer)?;
            }
        }
        let mut kept = owed;
        for handle in emitted.iter().filter(|handle| self.is_forgotten(handle)) {
            kept.extend(self.judge_forgotten(snapshot, fates, handle)?);
        }
        self.judge_later(snapshot, &kept)
    }

    fn world(&self, snapshot: &Snapshot) -> World {
        World::on(self.layout, snapshot, self.hash)
    }

    fn emitted(&self, fates: &[Fate; 2]) -> Vec<Handle> {
        let mut emitted = self.standing.clone();
        for (program, fate) in self.programs.iter().zip(fates) {
            if let (Some((of, bytes)), Fate::Done(Answer::Put(Ok(id)))) = (program.put(), fate) {
                emitted.push(Handle { of, id: id.clone(), bytes });
            }
        }
        emitted
    }

    /// Whether one of the processes forgets its session.
    fn is_forgotten(&self, handle: &Handle) -> bool {
        self.programs.iter().any(|program| matches!(program, Program::Forget { of } if *of == handle.of))
    }

    fn resolve(&self, world: &World, handles: &[Handle], when: &str) -> Verdict {
        for Handle { of, id, bytes } in handles {
            let found = world.fetch(of, id);
            if found.as_deref() != Ok(*bytes) {
                return Err(format!("the handle {id} of session {of} does not resolve {when}: {}", told(found)));
            }
        }
        Ok(())
    }

    fn judge_answer(&self, world: &World, program: &Program, answer: &Answer) -> Verdict {
        let is_right = match (program, answer) {
            // The caller still has its file.
            (Program::Put { file, .. }, Answer::Put(Err(Error::Storage(_)))) => {
                self.may_refuse && file.is_none_or(|file| world.names().contains(file))
            }
            (Program::PutAndFetch { .. }, Answer::Put(Err(Error::Storage(_)))) => self.may_refuse,
            (_, Answer::Put(Ok(_)) | Answer::Sweep(Ok(())) | Answer::Forget(Ok(()))) => true,
            (Program::Fetch { id, of }, Answer::Fetch(found)) => {
                let mine = |handle: &&Handle| handle.id == *id && handle.of == *of;
                let handle = self.standing.iter().find(mine);
                match found {
                    Ok(found) => handle.is_none_or(|handle| handle.bytes == *found),
                    Err(Error::NotFound(_) | Error::Swept(_)) => {
                        self.may_be_swept || handle.is_some_and(|handle| self.is_forgotten(handle))
                    }
                    Err(_) => false,
                }
            }
            _ => false,
        };
        if is_right { Ok(()) } else { Err(format!("the {program} returns {answer:?}")) }
    }

    /// The handle, if it is whole because its content was put after the forget.
    fn judge_forgotten(
        &self,
        snapshot: &Snapshot,
        fates: &[Fate; 2],
        handle: &Handle,
    ) -> Result<Option<Handle>, String> {
        let world = self.world(snapshot);
        let Handle { of, id, bytes } = handle;
        let was_killed = self.forget_was_killed(fates, of);
        if was_killed {
            world.forget(of).map_err(|error| format!("a second forget of {of} fails: {error:?}"))?;
        }
        let is_put = |program: &Program| program.put().is_some_and(|(_, bytes)| bytes == handle.bytes);
        let put_without_answer =
            self.has(fates, |program, fate| is_put(program) && !matches!(fate, Fate::Done(Answer::Put(Ok(_)))));
        match world.fetch(of, id) {
            Ok(found) if found == *bytes && !was_killed && self.has(fates, |program, _| is_put(program)) => {
                return Ok(Some(handle.clone()));
            }
            Err(Error::NotFound(_)) => {}
            // The record is that of a put that came after the forget and stopped before it had written its blob.
            Err(Error::Swept(_)) if put_without_answer => {}
            found => return Err(format!("the forgotten handle {id} of {of} is half there: {}", told(found))),
        }
        let is_kept = |other: &Handle| !self.is_forgotten(other) || self.forget_was_killed(fates, other.of);
        let is_held = |other: &Handle| other.bytes == *bytes && other.of != *of && is_kept(other);
        let may_stay = put_without_answer || self.emitted(fates).iter().any(is_held);
        match world.holder(bytes) {
            Some(name) if !may_stay => Err(format!("what {of} forgot is still in {name}")),
            _ => Ok(None),
        }
    }

    fn forget_was_killed(&self, fates: &[Fate; 2], of: &str) -> bool {
        let is_of = |program: &Program| matches!(program, Program::Forget { of: session } if *session == of);
        self.has(fates, |program, fate| is_of(program) && *fate == Fate::Killed)
    }

    fn has(&self, fates: &[Fate; 2], is: impl Fn(&Program, &Fate) -> bool) -> bool {
        self.programs.iter().zip(fates).any(|(program, fate)| is(program, fate))
    }

    /// Nothing is lost, nothing is left over, and everything can be put again.
    fn judge_later(&self, snapshot: &Snapshot, kept: &[Handle]) -> Verdict {
        let world = self.world(snapshot);
        for (hours, when) in
            [(0, "after another sweep"), (LATER_HOURS, "after a sweep later on"), (LATER_HOURS, "after a last sweep")]
        {
            world.pass_hours(hours);
            world.sweep().map_err(|error| format!("a sweep fails {when}: {error:?}"))?;
            self.resolve(&world, kept, when)?;
        }
        no_leftovers(&world)?;
        for program in &self.programs {
            if let Some((of, bytes)) = program.put() {
                let id = world.put(of, bytes).map_err(|error| format!("a later put of {of} fails: {error:?}"))?;
                self.resolve(&world, &[Handle { of, id, bytes }], "after a later put")?;
            }
        }
        self.resolve(&world, kept, "after later puts")
    }
}

fn told(found: Result<Vec<u8>, Error>) -> String {
    match found {
        Ok(bytes) => format!("{} bytes", bytes.len()),
        Err(error) => error.to_string(),
    }
}

/// Everything in the store belongs to a record that is there, and every blob to one that is live.
fn no_leftovers(world: &World) -> Verdict {
    let live = world.ids().map_err(|error| format!("listing handles fails: {error:?}"))?;
    let names = world.names();
    let mut chunks = 0;
    for name in &names {
        let (folder, rest) = name.split_once('/').unwrap_or((name, ""));
        let digest = rest.split(['.', '/']).next().unwrap_or_default();
        let has_blob = names.contains(&format!("blobs/{digest}"));
        let belongs = match folder {
            "blobs" => live.iter().any(|id| digest.starts_with(id)),
            "sidecars" | "chunks" => has_blob,
            "use" => names.contains(&format!("record/{rest}")),
            "tmp" | "aside" | "incoming" | "mark" => false,
            _ => true,
        };
        if !belongs {
            return Err(format!("{name} is left over"));
        }
        chunks += usize::from(folder == "chunks");
    }
    let blobs = names.iter().filter(|name| name.starts_with("blobs/")).count();
    // Everything here is small enough for one chunk.
    if chunks > blobs { Err(format!("{chunks} chunks are there for {blobs} blobs")) } else { Ok(()) }
}
