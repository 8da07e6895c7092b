//! Owns `provider watch`: a project built and tested anew whenever a file of it changes.

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
use crate::command::apply::interruption;
use crate::console::{Console, Level};
use crate::exit;
use crate::settings::Settings;

/// How long it takes until a change is seen: sooner than a person looks up, and of no weight on the machine.
const PAUSE: Duration = Duration::from_millis(300);

/// What is made by tools, not by the author.
const MADE: [&str; 5] = ["target", "node_modules", ".venv", ".git", "__pycache__"];

/// Builds and tests, and waits for the next change, until somebody ends it.
///
/// # Errors
/// It is no project, or can't be looked at. What is wrong with a project is told, and the next change awaited.
pub(super) fn run(arguments: &ProviderWatch, console: &mut Console) -> Result<ExitCode> {
    Settings::of(&arguments.common, None, "user", console)?;
    build::language(&arguments.folder)?;
    let (mut seen, interrupt) = (None, interruption());
    while !interrupt.load(Ordering::Relaxed) {
        let now = times(&arguments.folder)?;
        if seen.as_ref() == Some(&now) {
            sleep(PAUSE);
            continue;
        }
        seen = Some(now);
        if let Err(error) = round(arguments, &interrupt, console) {
            console.fail(&error);
        }
        console.log(Level::Notice, "", &format!("Waiting for a change in '{}'", arguments.folder.display()));
    }
    Ok(ExitCode::from(exit::FAILURE))
}

fn round(arguments: &ProviderWatch, interrupt: &Arc<AtomicBool>, console: &mut Console) -> Result<()> {
    let file = build::make(&arguments.folder, CrateSource { is_offline: arguments.offline, is_locked: false })?;
    let (compile, common) = (arguments.compile.clone(), arguments.common.clone());
    let test = ProviderTest { file, type_name: None, with: None, here: false, compile, common };
    test::until(&test, interrupt, console).map(drop)
}

/// Returns when each file of a project was last changed.
fn times(folder: &Path) -> Result<BTreeMap<PathBuf, SystemTime>> {
    let mut times = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("Could not read '{}'", folder.display()))?;
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            // What is gone by now is a change that the next look sees.
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() {
                let is_made = MADE.iter().any(|made| name == *made);
                folders.extend((!is_made).then_some(path));
            } else if let Ok(time) = metadata.modified() {
                times.insert(path, time);
            }
        }
    }
    Ok(times)
}
