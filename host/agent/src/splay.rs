//! Random delays, so that agents do not all start at once.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use catalog::Level;
use engine::Logger;

use crate::http;

/// Returns a random time of whole seconds up to a limit.
#[must_use]
pub(crate) fn random_part(limit: Option<Duration>) -> Duration {
    let limit = limit.unwrap_or_default().as_secs();
    // Without random numbers, there is no delay.
    let random = getrandom::u64().unwrap_or_default();
    Duration::from_secs(random.checked_rem(limit.saturating_add(1)).unwrap_or_default())
}

/// Waits for a random part of a time. The flag `interrupt` ends the wait.
pub fn splay(limit: Option<Duration>, interrupt: &AtomicBool, logger: &mut dyn Logger) {
    let time = random_part(limit);
    logger.log(Level::Info, "", &format!("Sleeping for {} seconds (splay is enabled)", time.as_secs()));
    http::wait(time, interrupt);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_part_does_not_exceed_the_limit() {
        assert_eq!(random_part(None), Duration::ZERO);
        let limit = Duration::from_secs(3);
        assert!((0..100).all(|_| random_part(Some(limit)) <= limit));
        assert!((0..100).any(|_| random_part(Some(limit)) > Duration::ZERO));
    }
}
