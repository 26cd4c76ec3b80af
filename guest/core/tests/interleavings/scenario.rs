//! A store that was prepared, two processes, and the handles that must outlive them.

use super::explorer::Explorer;
use super::program::Program;
use super::state::Schedules;
use super::witness;
use super::world::{Layout, World};
use toolaria_core::ports::memory::Snapshot;
use toolaria_core::store::{Hash, Id};

/// What a put has returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handle {
    pub of: &'static str,
    pub id: Id,
    pub bytes: &'static [u8],
}

pub struct Scenario {
    pub layout: Layout,
    pub start: Snapshot,
    /// How long both processes are held up at one moment, whichever.
    pub pause_ms: Option<u64>,
    pub hash: Option<Hash>,
    pub programs: [Program; 2],
    /// Emitted before, and live.
    pub standing: Vec<Handle>,
    /// Whether a put may find that a deletion of its content is under way, and let its result pass through.
    pub may_refuse: bool,
    /// Whether what is fetched is not live yet.
    pub may_be_swept: bool,
    /// How the violation begins that some schedule is known to lead to.
    pub window: Option<&'static str>,
}

impl Scenario {
    pub fn new(world: &World, programs: [Program; 2]) -> Scenario {
        Scenario {
            layout: world.layout,
            start: world.host.storage().snapshot(),
            pause_ms: None,
            hash: world.hash,
            programs,
            standing: Vec::new(),
            may_refuse: false,
            may_be_swept: false,
            window: None,
        }
    }

    pub fn with_standing(self, standing: Vec<Handle>) -> Scenario {
        Scenario { standing, ..self }
    }

    pub fn where_puts_may_be_refused(self) -> Scenario {
        Scenario { may_refuse: true, ..self }
    }

    pub fn with_window(self, violation: &'static str) -> Scenario {
        Scenario { window: Some(violation), ..self }
    }

    pub fn with_pause(self, minutes: u64) -> Scenario {
        Scenario { pause_ms: Some(minutes * 60_000), ..self }
    }

    /// The time, unless some of it passes in between.
    pub fn fixed_now_ms(&self) -> Option<u64> {
        self.pause_ms.is_none().then(|| self.start.now_ms())
    }

    pub fn where_fetches_may_be_late(self) -> Scenario {
        Scenario { may_be_swept: true, ..self }
    }

    /// Explores it, and returns the shortest schedule that breaks an invariant, told step by step.
    fn refute(&self, name: &str) -> Option<String> {
        let mut explorer = Explorer::new(self);
        let start = explorer.start();
        let Schedules { without_crash, with_crash } = explorer.explore(start);
        let [one, two] = &self.programs;
        let pause = self.pause_ms.map(|pause_ms| format!(", {} min pass", pause_ms / 60_000)).unwrap_or_default();
        let (layout, states) = (self.layout, explorer.states());
        println!("| {name} | {one}, {two}{pause} | {layout:?} | {states} | {without_crash:.1e} | {with_crash:.1e} |");
        (!explorer.violations.is_empty()).then(|| witness::tell(&mut explorer, self))
    }

    /// Explores it and fails with the shortest schedule that breaks an invariant, or if a known window is closed.
    pub fn explore(&self, name: &str) {
        match (self.refute(name), self.window) {
            (None, None) => {}
            (Some(schedule), Some(window)) if schedule.starts_with(window) => println!("{schedule}"),
            (Some(schedule), _) => panic!("{schedule}"),
            (None, Some(window)) => panic!("no schedule leads to it any more: {window}"),
        }
    }
}

/// A test for each layout, named after it. `$scenario` makes a scenario of a layout.
#[macro_export]
macro_rules! on_each_layout {
    ($( $name:ident = $scenario:expr, on $( $test:ident $layout:ident )+; )+) => {
        $( mod $name {
            #[allow(unused_imports)]
            use super::*;
            $(
                #[test]
                fn $test() {
                    let scenario: fn($crate::world::Layout) -> $crate::scenario::Scenario = $scenario;
                    scenario($crate::world::Layout::$layout).explore(stringify!($name));
                }
            )+
        } )+
    };
}
