//! `job watch`: waits for the end of a job.

use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use catalog::Level;
use fleet::{Job, JobNodeState, JobState, JobStore};

use super::text;
use crate::console::Console;
use crate::{exit, interrupt};

/// The time between two looks at the job.
const INTERVAL: Duration = Duration::from_millis(500);

/// Waits until the job has ended and no node runs, and logs its progress. A signal ends the wait, not the job.
///
/// # Errors
/// Returns an error if there is no such job, or the database cannot be read.
pub(super) fn run(jobs: &dyn JobStore, id: i64, console: &mut Console) -> Result<ExitCode> {
    let interrupted = interrupt::flag(console);
    let mut shown = String::new();
    loop {
        let Some((job, nodes)) = jobs.job(id)? else { bail!("There is no job {id}") };
        let progress = text::progress(&job);
        if progress != shown {
            console.log(Level::Notice, "", &progress);
            shown = progress;
        }
        if has_ended(&job) {
            match console.is_structured() {
                true => console.print_data(&text::with_nodes(&job, &nodes)),
                false => console.print_untrusted(&text::failures(&nodes)),
            }
            let failed = [JobNodeState::Failed, JobNodeState::Missed, JobNodeState::Stopped];
            let is_success = failed.iter().all(|state| job.count(*state) == 0);
            return Ok(ExitCode::from(if is_success { exit::SUCCESS } else { exit::FAILURE }));
        }
        if interrupted.load(std::sync::atomic::Ordering::Relaxed) {
            bail!("Stopped watching; job {id} goes on ('marotte job stop {id}' stops it)");
        }
        thread::sleep(INTERVAL);
    }
}

fn has_ended(job: &Job) -> bool {
    job.state != JobState::Running && job.count(JobNodeState::Running) == 0
}
