//! The time that syncing files to disk takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Adds up the time of calls that sync files to disk. Clones share the sum.
#[derive(Debug, Clone, Default)]
pub(crate) struct SyncTimer(Arc<AtomicU64>);

impl SyncTimer {
    /// Performs a call and adds its duration.
    pub(crate) fn measure<T>(&self, sync: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let synced = sync();
        let nanoseconds = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.0.fetch_add(nanoseconds, Ordering::Relaxed);
        synced
    }

    /// Returns the sum, in which the calls of several threads are all counted.
    pub(crate) fn total(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn durations_are_added_up_over_all_clones() {
        let timer = SyncTimer::default();
        let pause = Duration::from_millis(20);
        assert_eq!(timer.measure(|| 7), 7);
        timer.measure(|| thread::sleep(pause));
        timer.clone().measure(|| thread::sleep(pause));
        assert!(timer.total() >= 2 * pause, "{:?}", timer.total());
    }
}
