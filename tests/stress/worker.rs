//! One agent: call after call, each judged when it ends.

use super::census;
use super::content::Content;
use super::ledger::{Handle, Ledger, State};
use super::program::{Call, Ended, Program};
use super::random::Random;
use super::reading::{self, Reading};
use super::report::{Tally, Verb};
use serde_json::Value;
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::sync::Barrier;
use std::time::Duration;

/// Contents that all workers rescue again and again.
const SHARED_CONTENTS: usize = 24;
/// A session that all of them use.
const SHARED_SESSION: &str = "team";
/// How long a call takes before there is one to learn from.
const FIRST_GUESS: Duration = Duration::from_millis(40);

/// How many of the first calls all workers make at the same moment.
const RALLIES: usize = 3;
/// Further calls for the kills that came too late.
const MORE_ATTEMPTS: usize = 20;

pub struct Worker<'a> {
    pub program: Program,
    pub ledger: &'a Ledger,
    pub random: Random,
    pub tally: Tally,
    name: String,
    seed: u64,
    /// Counts the sessions that were forgotten.
    scratch: usize,
    /// Sessions whose forget did not get to its end.
    pub unfinished: Vec<String>,
    /// Calls that are to be killed.
    kills: VecDeque<Verb>,
}

impl<'a> Worker<'a> {
    pub fn new(number: usize, seed: u64, program: Program, ledger: &'a Ledger, kills: Vec<Verb>) -> Worker<'a> {
        let random = Random::new(seed ^ ((number as u64 + 1) << 32));
        let name = format!("w{number}");
        let (tally, unfinished, kills) = (Tally::default(), Vec::new(), kills.into());
        Worker { program, ledger, random, tally, name, seed, scratch: 0, unfinished, kills }
    }

    /// First the worst case, all at once: the same result, for the same session, in a store that is not there yet.
    pub fn work(&mut self, calls: usize, start: &Barrier) -> io::Result<()> {
        let rallies = RALLIES.min(calls);
        let results = (0..rallies).map(|rally| {
            start.wait();
            self.rescue_for(SHARED_SESSION, Content::new(self.seed.wrapping_add(rally as u64), false), false)
        });
        // Whoever fails still comes to every start, since the others wait for it.
        results.collect::<Vec<_>>().into_iter().collect::<io::Result<()>>()?;
        self.work_apart(calls - rallies)
    }

    fn work_apart(&mut self, calls: usize) -> io::Result<()> {
        for left in (1..=calls).rev() {
            let is_time = self.random.below(left) < self.kills.len();
            let doomed = if is_time { self.kills.pop_front() } else { None };
            let verb = doomed.unwrap_or_else(|| any_verb(&mut self.random));
            self.call(verb, doomed.is_some())?;
        }
        self.pay_kills()
    }

    /// Kills what was faster until now.
    fn pay_kills(&mut self) -> io::Result<()> {
        for _ in 0..MORE_ATTEMPTS {
            let Some(verb) = self.kills.pop_front() else { break };
            self.call(verb, true)?;
        }
        Ok(())
    }

    fn call(&mut self, verb: Verb, doomed: bool) -> io::Result<()> {
        match verb {
            Verb::Rescue => self.rescue(doomed),
            Verb::Fetch => self.fetch(doomed),
            Verb::Expand => self.expand(doomed),
            Verb::Forget => self.forget(doomed),
            Verb::List => self.list(doomed),
            Verb::Sweep | Verb::Status => self.keep(verb, doomed),
        }
    }

    /// One process. If it was to be killed but was faster, the kill is still owed.
    fn run(&mut self, verb: Verb, call: &Call, doomed: bool) -> io::Result<Ended> {
        let kill_after = doomed.then(|| self.moment_within(verb));
        let ended = self.program.run(call, kill_after)?;
        *self.tally.calls.entry(verb).or_default() += 1;
        match ended.killed {
            true => *self.tally.kills.entry(verb).or_default() += 1,
            false if doomed => self.kills.push_back(verb),
            false => self.tally.time(verb, ended.took),
        }
        Ok(ended)
    }

    /// Rather late than early, because what comes first is the start of the process.
    fn moment_within(&mut self, verb: Verb) -> Duration {
        let last = self.tally.last.get(&verb).copied().unwrap_or(FIRST_GUESS);
        let part = self.random.below(1_000).max(self.random.below(1_000));
        last.mul_f64(part as f64 / 1_000.0)
    }

    fn rescue(&mut self, doomed: bool) -> io::Result<()> {
        let (session, content) = self.subject();
        self.rescue_for(&session, content, doomed)
    }

    fn rescue_for(&mut self, session: &str, content: Content, doomed: bool) -> io::Result<()> {
        let call = self.rescue_call(session, content)?;
        let ended = self.run(Verb::Rescue, &call, doomed)?;
        // Whoever reads a handle relies on it, whatever becomes of the process afterwards.
        match ended.text("/id") {
            "" => {
                self.ledger.not_acknowledged(content);
                if !ended.killed {
                    self.tally.refuse(ended.reason(Verb::Rescue));
                }
            }
            id if !self.ledger.acknowledge(session, id, content) => {
                self.tally.wrong.push(format!("{session} {id}: one id for two contents"));
            }
            _ => {}
        }
        Ok(())
    }

    /// Whose result, and which.
    fn subject(&mut self) -> (String, Content) {
        let scratch = self.random.percent(35);
        let session = match scratch {
            true => self.scratch_session(),
            false if self.random.percent(40) => SHARED_SESSION.to_owned(),
            false => self.name.clone(),
        };
        let content = match self.random.percent(50) {
            true => Content::new(self.seed.wrapping_add(self.random.below(SHARED_CONTENTS) as u64), false),
            false => Content::new(self.random.next(), scratch),
        };
        (session, content)
    }

    fn scratch_session(&self) -> String {
        format!("{}-scratch-{}", self.name, self.scratch)
    }

    fn rescue_call(&mut self, session: &str, content: Content) -> io::Result<Call> {
        let input = self.program.folder.join("input");
        fs::write(&input, content.text())?;
        let arguments = format!(r#"{{"q":"{}"}}"#, content.needle());
        let mut call = Call::new(&["rescue", "--tool", "web_extract", "--session", session, "--args", &arguments]);
        match self.random.percent(50) {
            true => call.arguments.push(input.display().to_string()),
            false => call.stdin = Some(input),
        }
        Ok(call)
    }

    fn fetch(&mut self, doomed: bool) -> io::Result<()> {
        let Some(handle) = self.ledger.pick(&mut self.random) else { return self.keep(Verb::Status, doomed) };
        let reading = Reading::any(handle.content, &mut self.random);
        let ended = self.read(&handle, &reading, doomed)?;
        if !ended.killed {
            self.judge(Verb::Fetch, &handle, &ended, reading.is_answered_by(&ended, &self.program.folder));
        }
        Ok(())
    }

    fn read(&mut self, handle: &Handle, reading: &Reading, doomed: bool) -> io::Result<Ended> {
        let call = reading.call(&handle.id, &handle.session, &self.program.folder)?;
        self.run(Verb::Fetch, &call, doomed)
    }

    /// `answered` says whether the answer, if there is one, is the right one.
    fn judge(&mut self, verb: Verb, handle: &Handle, ended: &Ended, answered: bool) {
        let known = || format!("{} {} {}: {}", verb.name(), handle.session, handle.id, ended.reason(verb));
        match (ended.is_done(), ended.kind()) {
            (true, _) if handle.state == State::Forgotten => {
                self.tally.wrong.push(format!("{} {}: forgotten, but answered", handle.session, handle.id));
            }
            (true, _) if !answered => self.tally.wrong.push(known()),
            (true, _) => {}
            (false, "not-found" | "swept") if self.ledger.state(handle) != State::Live => {}
            (false, "not-found" | "swept") => self.tally.lost.push(known()),
            (false, "corrupt") => self.tally.wrong.push(known()),
            (false, "too-large") if answered => {}
            (false, _) => self.tally.refuse(ended.reason(verb)),
        }
    }

    fn expand(&mut self, doomed: bool) -> io::Result<()> {
        let Some(handle) = self.ledger.pick(&mut self.random) else { return self.keep(Verb::Status, doomed) };
        let input = self.program.folder.join("input");
        fs::write(&input, format!(r#"{{"rows":"tla:{}"}}"#, handle.id))?;
        let call =
            Call { stdin: Some(input), ..Call::new(&["expand", "--tool", "analyze", "--session", &handle.session]) };
        let ended = self.run(Verb::Expand, &call, doomed)?;
        if !ended.killed {
            self.judge(Verb::Expand, &handle, &ended, reading::is_expanded(&ended, handle.content));
        }
        Ok(())
    }

    fn forget(&mut self, doomed: bool) -> io::Result<()> {
        let session = self.unfinished.pop().unwrap_or_else(|| self.scratch_session());
        if session == self.scratch_session() {
            self.scratch += 1;
        }
        self.forget_session(session, doomed)
    }

    pub fn forget_session(&mut self, session: String, doomed: bool) -> io::Result<()> {
        self.ledger.set_state(&session, State::Forgetting);
        let ended = self.run(Verb::Forget, &Call::new(&["forget", "--session", &session]), doomed)?;
        match ended.is_done() {
            true => {
                self.ledger.set_state(&session, State::Forgotten);
                self.tally.wrong.extend(census::traces(&self.program, self.ledger.of_session(&session))?);
            }
            false => self.unfinished.push(session),
        }
        if !ended.is_done() && !ended.killed {
            self.tally.refuse(ended.reason(Verb::Forget));
        }
        Ok(())
    }

    fn list(&mut self, doomed: bool) -> io::Result<()> {
        let session = if self.random.percent(50) { SHARED_SESSION.to_owned() } else { self.name.clone() };
        let expected = self.ledger.of_session(&session);
        let ended = self.run(Verb::List, &Call::new(&["list", "--session", &session]), doomed)?;
        if !ended.is_done() {
            if !ended.killed {
                self.tally.refuse(ended.reason(Verb::List));
            }
            return Ok(());
        }
        let handles = ended.answer.as_ref().and_then(|answer| answer["handles"].as_array());
        let ids: Vec<&str> = handles.into_iter().flatten().filter_map(|handle| handle["id"].as_str()).collect();
        let missing = expected.iter().filter(|handle| !ids.contains(&handle.id.as_str()));
        let missing = missing.map(|handle| format!("{session} {}: not in the list", handle.id));
        self.tally.lost.extend(missing);
        Ok(())
    }

    fn keep(&mut self, verb: Verb, doomed: bool) -> io::Result<()> {
        let ended = self.run(verb, &Call::new(&[verb.name()]), doomed)?;
        match ended.answer.as_ref().is_some_and(Value::is_object) && ended.is_done() {
            true => {}
            false if ended.killed => {}
            false => self.tally.refuse(ended.reason(verb)),
        }
        Ok(())
    }

    /// Reads a handle whole and compares every byte.
    pub fn check(&mut self, handle: &Handle) -> io::Result<()> {
        let reading = Reading::whole(handle.content);
        let ended = self.read(handle, &reading, false)?;
        let answered = reading.is_answered_by(&ended, &self.program.folder);
        self.judge(Verb::Fetch, handle, &ended, answered);
        Ok(())
    }
}

fn any_verb(random: &mut Random) -> Verb {
    match random.below(100) {
        0..34 => Verb::Rescue,
        34..74 => Verb::Fetch,
        74..80 => Verb::Expand,
        80..86 => Verb::Sweep,
        86..92 => Verb::Forget,
        92..96 => Verb::List,
        _ => Verb::Status,
    }
}
