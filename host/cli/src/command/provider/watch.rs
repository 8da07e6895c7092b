//! `provider watch`: builds and tests a project whenever one of its files changes.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;
use authoring::build::{self, CrateSource};
use authoring::watch::ProjectWatcher;
use catalog::Level;

use super::test;
use crate::args::{ProviderTest, ProviderWatch, SandboxFlag};
use crate::console::Console;
use crate::exit;
use crate::interrupt;

/// The interval between scans of the project: short enough for a user, with negligible load.
const PAUSE: Duration = Duration::from_millis(300);

/// Builds and tests the project, and waits for the next change, until interrupted.
///
/// # Errors
/// Returns an error if the directory is not a project or cannot be read. Errors in the project are logged, and
/// the next change is awaited.
pub(super) fn run(arguments: &ProviderWatch, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    build::language(&arguments.directory)?;
    let (mut watcher, interrupt) = (ProjectWatcher::new(&arguments.directory), interrupt::flag(console));
    while !interrupt.load(Ordering::Relaxed) {
        if !watcher.has_changed()? {
            sleep(PAUSE);
            continue;
        }
        if let Err(error) = round(arguments, &interrupt, console) {
            console.fail(&error);
        }
        console.log(Level::Notice, "", &format!("Waiting for a change in '{}'", arguments.directory.display()));
    }
    Ok(ExitCode::from(exit::FAILURE))
}

fn round(arguments: &ProviderWatch, interrupt: &Arc<AtomicBool>, console: &mut Console) -> Result<()> {
    let crates = CrateSource { is_offline: arguments.offline, is_locked: false };
    build::test(&arguments.directory, crates)?;
    let file = build::make(&arguments.directory, crates)?;
    let (compile, common) = (arguments.compile.clone(), arguments.common.clone());
    let (sandbox, timeout) = (SandboxFlag::Auto, ProviderTest::TIMEOUT);
    let test = ProviderTest { file, type_name: None, with: None, here: false, sandbox, timeout, compile, common };
    test::until(&test, interrupt, console).map(drop)
}
