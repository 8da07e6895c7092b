//! The previous run, if it was killed.

use anyhow::Result;
use catalog::Level;
use engine::Settings;
use engine::clock::LocalZone;
use report::show::undo_command;

use crate::console::Console;

/// Returns the number of this run, which log messages contain from now on. Warns if the previous run was killed.
///
/// # Errors
/// Returns an error if other users can change the state directory.
pub(crate) fn next_number(settings: &Settings, console: &mut Console) -> Result<u64> {
    // This also checks the state directory.
    let number = engine::next_run_number(settings)?;
    let previous = number - 1;
    console.set_run(number);
    if let Some(journal) = runtime::unfinished_run(&settings.statedir, previous) {
        let time = LocalZone::system().time(journal.time);
        let undo = undo_command(previous, &settings.state_flags());
        let message = format!("Run {previous} of {} did not finish; to undo its changes: {undo}", time.plain());
        console.log(Level::Warning, "", &message);
    }
    Ok(number)
}
