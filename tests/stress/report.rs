//! What is counted, and how it is shown.

use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verb {
    Rescue,
    Fetch,
    Expand,
    Sweep,
    Forget,
    List,
    Status,
}

impl Verb {
    pub fn name(self) -> &'static str {
        match self {
            Verb::Rescue => "rescue",
            Verb::Fetch => "fetch",
            Verb::Expand => "expand",
            Verb::Sweep => "sweep",
            Verb::Forget => "forget",
            Verb::List => "list",
            Verb::Status => "status",
        }
    }
}

/// What a worker, or all of them, have seen.
#[derive(Debug, Default)]
pub struct Tally {
    pub calls: BTreeMap<Verb, u64>,
    pub kills: BTreeMap<Verb, u64>,
    pub refused: BTreeMap<String, u64>,
    pub lost: Vec<String>,
    pub wrong: Vec<String>,
    pub slowest: BTreeMap<Verb, Duration>,
    pub spent: BTreeMap<Verb, Duration>,
    /// How long the last call took.
    pub last: BTreeMap<Verb, Duration>,
}

impl Tally {
    pub fn refuse(&mut self, reason: String) {
        *self.refused.entry(reason).or_default() += 1;
    }

    pub fn time(&mut self, verb: Verb, took: Duration) {
        let slowest = self.slowest.entry(verb).or_default();
        *slowest = took.max(*slowest);
        *self.spent.entry(verb).or_default() += took;
        self.last.insert(verb, took);
    }

    pub fn merge(&mut self, other: Tally) {
        add(&mut self.calls, other.calls);
        add(&mut self.kills, other.kills);
        add(&mut self.refused, other.refused);
        self.lost.extend(other.lost);
        self.wrong.extend(other.wrong);
        for (verb, took) in other.slowest {
            let slowest = self.slowest.entry(verb).or_default();
            *slowest = took.max(*slowest);
        }
        for (verb, took) in other.spent {
            *self.spent.entry(verb).or_default() += took;
        }
    }
}

fn add<K: Ord>(sums: &mut BTreeMap<K, u64>, more: BTreeMap<K, u64>) {
    for (key, count) in more {
        *sums.entry(key).or_default() += count;
    }
}

/// What lies in the store that belongs to nothing.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Leftovers {
    /// By folder: `tmp`, `aside`, `incoming`.
    pub files: BTreeMap<&'static str, usize>,
    /// Those of rescues that were stopped before they were acknowledged are tombstones, and counted apart.
    pub records_without_blob: usize,
    pub tombstones_of_stopped: usize,
    pub blobs_without_record: usize,
    pub strays: usize,
    /// Forgotten contents of which a byte sequence is still in a file of the store.
    pub not_erased: Vec<String>,
    pub unfinished_cache_files: usize,
}

impl Leftovers {
    pub fn count(&self) -> usize {
        let files: usize = self.files.values().sum();
        let keys = self.records_without_blob + self.blobs_without_record + self.strays;
        files + keys + self.not_erased.len() + self.unfinished_cache_files
    }

    fn line(&self) -> String {
        let files: Vec<String> = self.files.iter().map(|(folder, count)| format!("{folder}/ {count}")).collect();
        format!(
            "{}, records without blob {} (and {} of stopped rescues), blobs without record {}, stray keys {}, forgotten but there {}, cache {}",
            files.join(", "),
            self.records_without_blob,
            self.tombstones_of_stopped,
            self.blobs_without_record,
            self.strays,
            self.not_erased.len(),
            self.unfinished_cache_files,
        )
    }
}

/// One run.
#[derive(Debug)]
pub struct Report {
    pub layout: &'static str,
    pub run: u64,
    pub tally: Tally,
    pub acknowledged: usize,
    pub forgotten: usize,
    pub before: Leftovers,
    /// What doctor said.
    pub diagnosis: String,
    pub after: Leftovers,
    pub wall: Duration,
}

impl Report {
    pub fn is_good(&self) -> bool {
        self.tally.lost.is_empty() && self.tally.wrong.is_empty() && self.after.count() == 0
    }

    pub const HEAD: &str = "\
| layout | run | processes | kills | acknowledged | forgotten | lost | wrong | refused | leftovers before | after | wall |
|---|---|---|---|---|---|---|---|---|---|---|---|";

    pub fn row(&self) -> String {
        let sum = |counts: &BTreeMap<Verb, u64>| counts.values().sum::<u64>();
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1} s |",
            self.layout,
            self.run,
            sum(&self.tally.calls),
            sum(&self.tally.kills),
            self.acknowledged,
            self.forgotten,
            self.tally.lost.len(),
            self.tally.wrong.len(),
            self.tally.refused.values().sum::<u64>(),
            self.before.count() + self.before.tombstones_of_stopped,
            self.after.count(),
            self.wall.as_secs_f64(),
        )
    }

    /// What the row sums up.
    pub fn details(&self) -> String {
        let mut lines = vec![
            format!("{} {}: calls {}", self.layout, self.run, by_verb(&self.tally.calls)),
            format!("  kills {}", by_verb(&self.tally.kills)),
            format!("  slowest {}", self.times()),
            format!("  leftovers before: {}", self.before.line()),
            format!("  doctor --mend: {}", self.diagnosis),
            format!("  leftovers after:  {}", self.after.line()),
        ];
        lines.extend(self.tally.refused.iter().map(|(reason, count)| format!("  refused {count} × {reason}")));
        let bad = [("LOST", &self.tally.lost), ("WRONG", &self.tally.wrong), ("NOT ERASED", &self.after.not_erased)];
        for (what, details) in bad {
            lines.extend(details.iter().take(20).map(|detail| format!("  {what} {detail}")));
        }
        lines.join("\n")
    }

    fn times(&self) -> String {
        let of = |(verb, slowest): (&Verb, &Duration)| {
            let calls = self.tally.calls.get(verb).copied().unwrap_or(1).max(1);
            let mean = self.tally.spent.get(verb).map_or(0.0, Duration::as_secs_f64) / calls as f64;
            format!("{} {:.0} (mean {:.0}) ms", verb.name(), slowest.as_secs_f64() * 1e3, mean * 1e3)
        };
        self.tally.slowest.iter().map(of).collect::<Vec<_>>().join(", ")
    }
}

fn by_verb(counts: &BTreeMap<Verb, u64>) -> String {
    let of = |(verb, count): (&Verb, &u64)| format!("{} {count}", verb.name());
    counts.iter().map(of).collect::<Vec<_>>().join(", ")
}
