//! Waiting for a free instance: the pool holds [`INSTANCES`], and the next call waits instead of failing.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::engine::INSTANCES;

static FREE: Mutex<u32> = Mutex::new(INSTANCES);
static FREED: Condvar = Condvar::new();

/// The right to have one instance, given back on drop.
pub(crate) struct Slot(());

impl Slot {
    /// Waits until fewer than [`INSTANCES`] slots are taken in this process.
    pub(crate) fn take() -> Slot {
        let mut free = FREED.wait_while(lock(), |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        Slot(())
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *lock() += 1;
        FREED.notify_one();
    }
}

fn lock() -> MutexGuard<'static, u32> {
    FREE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_calls_than_instances_wait_their_turn() {
        std::thread::scope(|scope| {
            for _ in 0..INSTANCES * 3 {
                scope.spawn(|| {
                    let _slot = Slot::take();
                    std::thread::yield_now();
                });
            }
        });
        assert_eq!(*lock(), INSTANCES);
    }
}
