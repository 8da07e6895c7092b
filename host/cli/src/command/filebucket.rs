//! `filebucket`: file contents stored by SHA-256, in the bucket of this system's runs or in another directory,
//! with the layout of Puppet's buckets.

mod bucket;
mod diff;
mod entry;
mod list;
mod restore;
mod saved;

use std::fs::{self, File};
use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::args::{Bucket as Place, FilebucketBackup, FilebucketCommand, FilebucketGet};
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::Settings;
use engine::settings::absolute;

use bucket::Bucket;

/// Puppet's prefix of errors.
const BEFORE: &str = "Could not run: ";

/// Runs a `filebucket` command.
///
/// # Errors
/// Returns an error if the command fails.
pub(crate) fn run(command: &FilebucketCommand, console: &mut Console) -> Result<ExitCode> {
    console.log_to_stderr();
    let done = match command {
        FilebucketCommand::Backup(arguments) => backup(arguments, console),
        FilebucketCommand::Get(arguments) => get(arguments, console),
        FilebucketCommand::Restore(arguments) => restore::run(arguments, console),
        FilebucketCommand::List(arguments) => list::run(arguments, console),
        FilebucketCommand::Diff(arguments) => diff::run(arguments, console),
    };
    done.map(|()| ExitCode::from(exit::SUCCESS)).map_err(|error| anyhow!("{BEFORE}{error:#}"))
}

/// Returns the bucket selected by the flags.
fn open(place: &Place, settings: &Settings) -> Result<Bucket> {
    match (&place.bucket, place.local) {
        (Some(directory), _) => Ok(Bucket::new(absolute(directory))),
        (None, true) => Ok(Bucket::of_runs(settings.state()?)),
        (None, false) => bail!("No bucket server is configured; use --local or --bucket"),
    }
}

fn settings(place: &Place, console: &mut Console) -> Result<Settings> {
    console.settings(&place.common, None, "user")
}

fn backup(arguments: &FilebucketBackup, console: &mut Console) -> Result<()> {
    let bucket = open(&arguments.place, &settings(&arguments.place, console)?)?;
    if arguments.files.is_empty() {
        bail!("You must specify a file to back up");
    }
    for path in &arguments.files {
        let shown = path.display();
        if !path.exists() {
            console.log(Level::Err, "", &format!("{shown}: no such file"));
            continue;
        }
        let Ok(file) = File::open(path) else {
            console.log(Level::Err, "", &format!("{shown}: cannot read file"));
            continue;
        };
        let digest = bucket.save(&absolute(path), &file).with_context(|| format!("Could not back up {shown}"))?;
        console.print_untrusted(&format!("{shown}: {digest}\n"));
    }
    Ok(())
}

fn get(arguments: &FilebucketGet, console: &mut Console) -> Result<()> {
    let bucket = open(&arguments.place, &settings(&arguments.place, console)?)?;
    let contents = fs::read(bucket.contents(&arguments.digest)?)?;
    console.answer_bytes(&contents);
    Ok(())
}
