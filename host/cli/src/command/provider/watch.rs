//! `provider watch`: builds and tests a project whenever one of its files changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};

use super::build::{self, CrateSource};
use super::test;
use crate::args::{ProviderTest, ProviderWatch};
use crate::console::Console;
use crate::exit;
use crate::interrupt;
use catalog::Level;

/// The interval between scans of the project: short enough for a user, with negligible load.
const PAUSE: Duration = Duration::from_millis(300);

/// Files made by tools.
const MADE: [&str; 5] = ["target", "node_modules", ".venv", ".git", "__pycache__"];

/// Builds and tests the project, and waits for the next change, until interrupted.
///
/// # Errors
/// Returns an error if the directory is not a project or cannot be read. Errors in the project are logged, and
/// the next change is awaited.
pub(super) fn run(arguments: &ProviderWatch, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    build::language(&arguments.directory)?;
    let (mut seen, interrupt) = (None, interrupt::flag());
    while !interrupt.load(Ordering::Relaxed) {
        let now = times(&arguments.directory)?;
        if seen.as_ref() == Some(&now) {
            sleep(PAUSE);
            continue;
        }
        seen = Some(now);
        if let Err(error) = round(arguments, &interrupt, console) {
            console.fail(&error);
        }
        console.log(Level::Notice, "", &format!("Waiting for a change in '{}'", arguments.directory.display()));
    }
    Ok(ExitCode::from(exit::FAILURE))
}

fn round(arguments: &ProviderWatch, interrupt: &Arc<AtomicBool>, console: &mut Console) -> Result<()> {
    let file = build::make(&arguments.directory, CrateSource { is_offline: arguments.offline, is_locked: false })?;
    let (compile, common) = (arguments.compile.clone(), arguments.common.clone());
    let test = ProviderTest { file, type_name: None, with: None, here: false, compile, common };
    test::until(&test, interrupt, console).map(drop)
}

/// Returns the modification time of each file of a project.
fn times(directory: &Path) -> Result<BTreeMap<PathBuf, SystemTime>> {
    let mut times = BTreeMap::new();
    let mut directories = vec![directory.to_path_buf()];
    while let Some(directory) = directories.pop() {
        let entries = fs::read_dir(&directory).with_context(|| format!("Could not read '{}'", directory.display()))?;
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            // A file that was removed during the scan is noticed by the next scan.
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() {
                let is_made = MADE.iter().any(|made| name == *made);
                directories.extend((!is_made).then_some(path));
            } else if let Ok(time) = metadata.modified() {
                times.insert(path, time);
            }
        }
    }
    Ok(times)
}
