//! The progress bar of a run.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use catalog::ResourceRef;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use runtime::CopyProgress;

/// A run that takes longer than this shows its progress.
pub(super) const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// The progress bar shows the duration of a resource that takes longer than this.
const LONG_RESOURCE: Duration = Duration::from_secs(2);

/// Time between two updates of the progress bar.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// The resource that is being applied, and the time at which it was begun.
pub(super) struct RunningResource {
    pub(super) reference: ResourceRef,
    pub(super) begun: Instant,
}

/// Creates a progress bar of a run that appears after a delay, also while a resource is being applied, and shows how long
/// the current resource takes and how much of a large content has been copied.
pub(super) fn progress_bar(
    delay: Duration,
    resource: Arc<Mutex<Option<RunningResource>>>,
    copy: Arc<CopyProgress>,
) -> ProgressBar {
    let duration = move |_: &ProgressState, out: &mut dyn fmt::Write| {
        let resource = resource.lock().unwrap_or_else(PoisonError::into_inner);
        let elapsed = resource.as_ref().map_or(Duration::ZERO, |resource| resource.begun.elapsed());
        // Failures leave out the duration and the percentage.
        if elapsed >= LONG_RESOURCE {
            let _ = write!(out, " {} s", elapsed.as_secs());
        }
        if let Some(percentage) = copy.percentage() {
            let _ = write!(out, " {percentage} %");
        }
    };
    let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {msg}{duration}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("duration", duration);
    let bar = ProgressBar::hidden().with_style(style);
    let show = |bar: &ProgressBar| {
        bar.set_draw_target(ProgressDrawTarget::stderr());
        bar.enable_steady_tick(PROGRESS_INTERVAL);
    };
    if delay.is_zero() {
        show(&bar);
    } else {
        let bar = bar.clone();
        thread::spawn(move || {
            thread::sleep(delay);
            if !bar.is_finished() {
                show(&bar);
            }
        });
    }
    bar
}
