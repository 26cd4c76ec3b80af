//! How much a call may compute, and how it ends when that is not enough.

use std::fmt;

use wasmtime::{Store, Trap};

use crate::bindings::Toolaria as Instance;
use crate::engine::{self, INSTANCE_MEMORY_BYTES};
use crate::error::Error;
use crate::linker::{Host, Linked};
use crate::slots::Slot;

/// A function of the component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// `rescuer.rescue`
    Rescue,
    /// `rescuer.fetch`
    Fetch,
    /// `rescuer.expand`
    Expand,
    /// `tool.definition`
    Definition,
    /// `tool.call`
    Call,
    /// `keeper.status`
    Status,
    /// `keeper.list-handles`
    ListHandles,
    /// `keeper.sweep`
    Sweep,
    /// `keeper.forget`
    Forget,
    /// `keeper.doctor`
    Doctor,
    /// `keeper.check-config`
    CheckConfig,
}

impl Verb {
    /// The function's name in `wit/`.
    pub fn name(self) -> &'static str {
        match self {
            Verb::Rescue => "rescue",
            Verb::Fetch => "fetch",
            Verb::Expand => "expand",
            Verb::Definition => "definition",
            Verb::Call => "call",
            Verb::Status => "status",
            Verb::ListHandles => "list-handles",
            Verb::Sweep => "sweep",
            Verb::Forget => "forget",
            Verb::Doctor => "doctor",
            Verb::CheckConfig => "check-config",
        }
    }

    /// Whether it gets the default budget whatever the settings: it costs the same however large the store is, and a budget
    /// that is too low shall end the verb that was asked for, not the check before it.
    fn is_fixed(self) -> bool {
        matches!(self, Verb::CheckConfig | Verb::Definition)
    }

    /// How many times `fuel_base` it may use. What costs as much as the store is large gets more.
    fn bases(self) -> u64 {
        match self {
            Verb::Status | Verb::ListHandles | Verb::Sweep | Verb::Forget | Verb::Doctor => 10,
            Verb::Rescue | Verb::Fetch | Verb::Expand | Verb::Definition | Verb::Call | Verb::CheckConfig => 1,
        }
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The budget of a call in Wasmtime's fuel units, about one per instruction: a backstop against a call that does not
/// end, far above what one needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fuel {
    /// For each call, ten times as much for those that scan the store.
    pub base: u64,
    /// For each byte that is passed to the component.
    pub per_byte: u64,
}

impl Default for Fuel {
    /// 500 billion and 2,000 a byte. A search in 34 MB used up 20 billion in 1.2 seconds: 500 billion are half a minute.
    fn default() -> Fuel {
        Fuel { base: 500_000_000_000, per_byte: 2_000 }
    }
}

impl Fuel {
    pub(crate) const BASE_SETTING: &str = "fuel_base";
    pub(crate) const PER_BYTE_SETTING: &str = "fuel_per_byte";

    fn budget(self, verb: Verb, bytes: u64) -> Budget {
        if verb.is_fixed() {
            return Fuel::default().budget_of(verb, bytes);
        }
        self.budget_of(verb, bytes)
    }

    fn budget_of(self, verb: Verb, bytes: u64) -> Budget {
        let base = self.base.saturating_mul(verb.bases());
        let content = self.per_byte.saturating_mul(bytes);
        let setting = if content > base { Fuel::PER_BYTE_SETTING } else { Fuel::BASE_SETTING };
        Budget { verb, units: base.saturating_add(content), setting }
    }

    /// Makes one call in an instance and a store of its own. `bytes` is how much is passed to it.
    pub(crate) fn call<T>(
        self,
        linked: &Linked,
        host: Host,
        verb: Verb,
        bytes: u64,
        call: impl FnOnce(&Instance, &mut Store<Host>) -> wasmtime::Result<T>,
    ) -> Result<T, Error> {
        let budget = self.budget(verb, bytes);
        let _slot = Slot::take();
        let mut store = Store::new(engine::engine()?, host);
        // In bytes: whatever fits into the instance may leave it at once. Wasmtime's default is 128 MiB.
        store.set_hostcall_fuel(INSTANCE_MEMORY_BYTES);
        store.set_fuel(budget.units).map_err(|e| Error::Load(format!("{e:#}")))?;
        let instance = linked.instantiate(&mut store).map_err(|e| budget.error(&e))?;
        call(&instance, &mut store).map_err(|e| budget.error(&e))
    }
}

/// What one call may use.
#[derive(Debug, PartialEq, Eq)]
struct Budget {
    verb: Verb,
    units: u64,
    setting: &'static str,
}

impl Budget {
    fn error(&self, error: &wasmtime::Error) -> Error {
        match error.downcast_ref() {
            Some(Trap::OutOfFuel) => Error::OutOfFuel { verb: self.verb, budget: self.units, setting: self.setting },
            _ => Error::Trap { verb: self.verb, reason: error.root_cause().to_string() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FUEL: Fuel = Fuel { base: 100, per_byte: 2 };

    #[test]
    fn budgets_grow_with_content_and_name_the_larger_part() {
        assert_eq!(FUEL.budget(Verb::Rescue, 10), Budget { verb: Verb::Rescue, units: 120, setting: "fuel_base" });
        assert_eq!(FUEL.budget(Verb::Rescue, 60), Budget { verb: Verb::Rescue, units: 220, setting: "fuel_per_byte" });
    }

    #[test]
    fn scans_get_more_and_nothing_overflows() {
        assert_eq!(FUEL.budget(Verb::Sweep, 0).units, 1_000);
        assert_eq!(FUEL.budget(Verb::Rescue, u64::MAX).units, u64::MAX);
    }

    #[test]
    fn a_low_setting_does_not_stop_the_check_of_the_settings() {
        for verb in [Verb::CheckConfig, Verb::Definition] {
            assert_eq!(FUEL.budget(verb, 0).units, Fuel::default().base, "{verb}");
        }
    }

    #[test]
    fn only_the_fuel_trap_is_out_of_fuel() {
        let budget = FUEL.budget(Verb::Fetch, 0);
        assert!(matches!(budget.error(&Trap::OutOfFuel.into()), Error::OutOfFuel { budget: 100, .. }));
        assert!(matches!(budget.error(&Trap::UnreachableCodeReached.into()), Error::Trap { verb: Verb::Fetch, .. }));
    }
}
