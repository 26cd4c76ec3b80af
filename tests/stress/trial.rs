//! One run: workers on one store, some of their processes killed, and then the reckoning.

pub mod program;
pub mod report;

mod census;
mod content;
mod ledger;
mod random;
mod reading;
mod worker;

use ledger::{Handle, Ledger, State};
use program::{Call, Layout, Program};
use report::{Report, Tally, Verb};
use std::error::Error;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};
use worker::Worker;

/// Which calls are killed, in turn.
const KILLED: [Verb; 8] =
    [Verb::Rescue, Verb::Sweep, Verb::Forget, Verb::Rescue, Verb::Fetch, Verb::Forget, Verb::Rescue, Verb::Sweep];

/// More than what everything younger is spared for.
const AGE: Duration = Duration::from_secs(20 * 60);

#[derive(Debug, Clone)]
pub struct Trial {
    pub program: PathBuf,
    pub layout: Layout,
    /// Of this run alone.
    pub folder: PathBuf,
    pub cache: PathBuf,
    pub workers: usize,
    /// Of each worker.
    pub calls: usize,
    /// Of all of them.
    pub kills: usize,
    pub seed: u64,
    pub run: u64,
}

impl Trial {
    pub fn run(&self) -> Result<Report, Box<dyn Error>> {
        let start = Instant::now();
        let ledger = Ledger::default();
        let mut workers =
            (0..self.workers).map(|number| self.worker(number, &ledger)).collect::<io::Result<Vec<_>>>()?;
        let start_line = Barrier::new(self.workers);
        at_once(&mut workers, |_, worker| worker.work(self.calls, &start_line))?;
        at_once(&mut workers, |_, worker| finish_forgetting(worker))?;
        let keeper = self.program("keeper")?;
        let before = census::leftovers(&keeper, &ledger)?;
        let mut checks = check_all(&mut workers, &ledger)?;
        census::age(&keeper, AGE)?;
        let diagnosis = mend(&keeper, &mut checks)?;
        let after = census::leftovers(&keeper, &ledger)?;
        checks.merge(check_all(&mut workers, &ledger)?);
        Ok(Report {
            layout: self.layout.name(),
            run: self.run,
            tally: sum(workers, checks),
            acknowledged: ledger.all(State::Live).len(),
            forgotten: ledger.all(State::Forgotten).len(),
            before,
            diagnosis,
            after,
            wall: start.elapsed(),
        })
    }

    fn program(&self, name: &str) -> io::Result<Program> {
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder)?;
        let (path, cache) = (self.program.clone(), self.cache.clone());
        Ok(Program { path, layout: self.layout, store: self.folder.join("store"), cache, folder })
    }

    fn worker<'a>(&self, number: usize, ledger: &'a Ledger) -> io::Result<Worker<'a>> {
        let kills = (0..self.kills).filter(|kill| kill % self.workers == number);
        let kills = kills.map(|kill| KILLED[(kill / self.workers + number) % KILLED.len()]).collect();
        Ok(Worker::new(number, self.seed, self.program(&format!("w{number}"))?, ledger, kills))
    }
}

fn at_once<'a>(
    workers: &mut [Worker<'a>],
    work: impl Fn(usize, &mut Worker<'a>) -> io::Result<()> + Sync,
) -> io::Result<()> {
    thread::scope(|scope| {
        let work = &work;
        let numbered = workers.iter_mut().enumerate();
        let threads: Vec<_> = numbered.map(|(number, worker)| scope.spawn(move || work(number, worker))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a worker ends"))
    })
}

/// A forget that was stopped is called again, as its user would.
fn finish_forgetting(worker: &mut Worker) -> io::Result<()> {
    for session in std::mem::take(&mut worker.unfinished) {
        worker.forget_session(session, false)?;
    }
    Ok(())
}

/// Reads every handle there ever was. These calls are not counted among those of the run.
fn check_all(workers: &mut [Worker], ledger: &Ledger) -> io::Result<Tally> {
    let handles: Vec<Handle> =
        [State::Live, State::Forgotten].into_iter().flat_map(|state| ledger.all(state)).collect();
    let kept: Vec<Tally> = workers.iter_mut().map(|worker| std::mem::take(&mut worker.tally)).collect();
    let count = workers.len();
    at_once(workers, |number, worker| {
        handles.iter().skip(number).step_by(count).try_for_each(|handle| worker.check(handle))
    })?;
    let mut checks = Tally::default();
    for (worker, kept) in workers.iter_mut().zip(kept) {
        let Tally { refused, lost, wrong, .. } = std::mem::replace(&mut worker.tally, kept);
        checks.merge(Tally { refused, lost, wrong, ..Tally::default() });
    }
    Ok(checks)
}

/// Ends with code 1 while something is wrong that can be mended.
fn mend(keeper: &Program, checks: &mut Tally) -> io::Result<String> {
    let doctor = keeper.run(&Call::new(&["doctor", "--mend"]), None)?;
    if !doctor.is_done() {
        checks.wrong.push(format!("doctor: exit {:?}: {}", doctor.code, doctor.stderr));
    }
    Ok(doctor.answer.map(|answer| answer.to_string()).unwrap_or_default())
}

fn sum(workers: Vec<Worker>, checks: Tally) -> Tally {
    workers.into_iter().fold(checks, |mut sum, worker| {
        sum.merge(worker.tally);
        sum
    })
}
