//! `filebucket`: file contents stored by SHA-256, in the bucket of this system's runs or in another directory,
//! with the layout of Puppet's buckets.

mod bucket;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow, bail};
use similar::TextDiff;
use transaction::resource;
use transaction::{ApplyOptions, NoFunctions};

use crate::args::{
    Bucket as Place, FilebucketBackup, FilebucketCommand, FilebucketDiff, FilebucketGet, FilebucketList,
    FilebucketRestore,
};
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::clock::{self, LocalZone, SystemClock};
use engine::log::Silent;
use engine::settings::absolute;
use engine::{Engine, EngineOptions, ManifestSet, SessionOptions, Settings};

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
        FilebucketCommand::Restore(arguments) => restore(arguments, console),
        FilebucketCommand::List(arguments) => list(arguments, console),
        FilebucketCommand::Diff(arguments) => diff(arguments, console),
    };
    done.map(|()| ExitCode::from(exit::SUCCESS)).map_err(|error| anyhow!("{BEFORE}{error:#}"))
}

/// Returns the bucket selected by the flags.
fn open(place: &Place, settings: &Settings) -> Result<Bucket> {
    match (&place.bucket, place.local) {
        (Some(directory), _) => Ok(Bucket::new(absolute(directory))),
        (None, true) => Ok(Bucket::new(settings.state()?.join(runtime::BUCKET))),
        (None, false) => bail!("There is no server to ask for its bucket; give --local or --bucket"),
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

/// The file is written as in any run: atomically, journaled and undoable.
fn restore(arguments: &FilebucketRestore, console: &mut Console) -> Result<()> {
    let settings = settings(&arguments.place, console)?;
    let contents = open(&arguments.place, &settings)?.contents(&arguments.digest)?;
    let engine = Engine::open(settings, EngineOptions::default(), console.engine_hooks(), console)?;
    let mut runtime = engine.session(ManifestSet::default(), SessionOptions::default(), console)?.runtime;
    let text = |path: &Path| path.display().to_string();
    let attributes = [("ensure", "file".to_owned()), ("source", text(&contents))];
    let attributes = attributes.map(|(name, value)| (name.to_owned(), value));
    let catalog = resource::single("file", &text(&absolute(&arguments.file)), &attributes);
    let clock = SystemClock::default();
    let prepared = transaction::prepare(catalog, &mut runtime, &mut NoFunctions, &mut Silent, &clock);
    let prepared = prepared.map_err(|issues| anyhow!(issues.first().map(ToString::to_string).unwrap_or_default()))?;
    let report = transaction::apply(prepared, &mut runtime, &ApplyOptions::default(), &mut Silent, &clock);
    runtime.finish()?;
    let failure = report.statuses.iter().flat_map(|status| &status.events);
    match failure.into_iter().find(|event| event.status == transaction::EventStatus::Failure) {
        Some(event) => bail!("Could not restore {}: {}", arguments.file.display(), event.message),
        None if report.has_failures() => bail!("Could not restore {}", arguments.file.display()),
        None => Ok(()),
    }
}

fn list(arguments: &FilebucketList, console: &mut Console) -> Result<()> {
    let bucket = open(&arguments.place, &settings(&arguments.place, console)?)?;
    let zone = LocalZone::here();
    let time = |text: &Option<String>, name: &str| match text {
        Some(text) => clock::parse(text, &zone).map(Some).ok_or_else(|| anyhow!("Error while parsing '{name}'")),
        None => Ok(None),
    };
    let (from, to) = (time(&arguments.fromdate, "fromdate")?, time(&arguments.todate, "todate")?);
    let mut lines = String::new();
    for kept in bucket.list()? {
        if from.is_none_or(|from| from <= kept.time) && to.is_none_or(|to| kept.time <= to) {
            lines += &format!("{} {} {}\n", kept.digest, zone.time(kept.time).plain(), kept.path);
        }
    }
    console.print_untrusted(&lines);
    Ok(())
}

/// One side of a comparison.
struct Side {
    name: String,
    path: PathBuf,
    contents: Vec<u8>,
}

fn diff(arguments: &FilebucketDiff, console: &mut Console) -> Result<()> {
    let bucket = open(&arguments.place, &settings(&arguments.place, console)?)?;
    let [old, new] = &*arguments.sides else {
        bail!("Need exactly two arguments: filebucket diff <file_a> <file_b>");
    };
    let side = |name: &str| -> Result<Side> {
        let path = match Path::new(name) {
            path if path.exists() => path.to_path_buf(),
            _ => bucket.contents(name)?,
        };
        let contents = fs::read(&path).with_context(|| format!("Could not read '{}'", path.display()))?;
        Ok(Side { name: name.to_owned(), path, contents })
    };
    let (old, new) = (side(old)?, side(new)?);
    if old.contents == new.contents {
        return Ok(());
    }
    let (Ok(before), Ok(after)) = (std::str::from_utf8(&old.contents), std::str::from_utf8(&new.contents)) else {
        console.print_untrusted(&format!("Binary files {} and {} differ\n", old.name, new.name));
        return Ok(());
    };
    let zone = LocalZone::here();
    let header = |side: &Side| {
        let time = fs::metadata(&side.path).and_then(|metadata| metadata.modified());
        format!("{}\t{}", side.name, time.map_or_else(|_| String::new(), |time| zone.time(time).to_string()))
    };
    let difference = TextDiff::from_lines(before, after);
    let difference = difference.unified_diff().header(&header(&old), &header(&new)).to_string();
    console.tell_difference(&difference);
    Ok(())
}
