//! The provider `runit`: `sv`, directories that define services and hold their state, and links to the
//! enabled ones.

use std::time::Duration;

use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::base::running;
use crate::command::{Call, plain};
use crate::custom_commands::Action;
use crate::service_provider::{Enabled, Restarted, ServiceManager, Subject};
use crate::{Enable, Ensure, Service, process};

/// Where services are described; the first that is there counts.
const DESCRIBED: &[&str] = &["/var/lib/service", "/etc/sv"];

/// Where services are run from; the first that is there counts.
const RUN: &[&str] = &["/service", "/etc/service", "/var/service"];

/// As long as runit may take to see a new link.
const PATIENCE: Duration = Duration::from_secs(5);

/// Where runit notes how a service does, in its directory: `run` or `down`, perhaps with more.
const NOTE: &str = "supervise/stat";

/// No note is longer.
const LONGEST: u32 = 4096;

/// As many services are listed at most.
const MOST: u32 = 10_000;

/// Services of runit.
#[derive(Debug, Default)]
pub(crate) struct Runit;

impl ServiceManager for Runit {
    fn status(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Ensure>> {
        let processes = process::table(system);
        subjects.iter().map(|subject| status(system, subject, processes.as_deref().map_err(Clone::clone)?)).collect()
    }

    fn enabled(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Enabled>> {
        let processes = process::table(system);
        let is_enabled = |subject| is_enabled(system, subject, processes.as_deref().map_err(Clone::clone)?);
        subjects.iter().map(|subject| is_enabled(subject).map(Enabled::from)).collect()
    }

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<String>> {
        let Some(directory) = first(system, DESCRIBED)? else { return Ok(Vec::new()) };
        let place = |path: String| Place { row: 0, path };
        let entries = system.walk(&place(directory.clone()), 1, false, &[], MOST)?;
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let names = entries.iter().map(|entry| name(&entry.path)).filter(|name| !name.starts_with(['.', '-']));
        let names: Vec<String> = names.collect();
        let places: Vec<Place> = names.iter().map(|name| place(format!("{directory}/{name}/run"))).collect();
        let found = system.stat(&places, true, Want::empty());
        let is_there = |found: Result<Option<Metadata>>| matches!(found, Ok(Some(_)));
        Ok(names.into_iter().zip(found).filter_map(|(name, found)| is_there(found).then_some(name)).collect())
    }

    fn start(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        let link = link(system, &row.into())?;
        if !is_enabled(system, &row.into(), &process::table(system)?)? {
            self.set_enable(system, row, Enable::True)?;
            system.log(Level::Info, row.into(), &format!("Waiting 5 seconds for runsvdir to discover service {link}"));
            system.sleep(PATIENCE);
        }
        Call::new("sv", &["start", &link]).act(system, row, Action::Start)
    }

    fn stop(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        Call::new("sv", &["stop", &link(system, &row.into())?]).act(system, row, Action::Stop)
    }

    fn restart(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<Restarted> {
        Call::new("sv", &["restart", &link(system, &row.into())?]).act(system, row, Action::Restart)?;
        Ok(Restarted::Done)
    }

    fn set_enable(&mut self, system: &impl WriteSystem, row: &Row<Service>, wanted: Enable) -> Result<()> {
        let subject = row.into();
        let link = link(system, &subject)?;
        let is_linked = is_link(system, &subject, &link)?;
        if wanted != Enable::True {
            // A service that runs is stopped by runit itself then.
            return if is_linked { system.remove(&link, false, None) } else { Ok(()) };
        }
        let directory = directory(system, &subject)?;
        if !is_directory(system, &subject, &directory)? {
            return Err(Error::new(Code::NotFound, format!("No daemon directory found for {link}: {directory}")));
        }
        if !is_linked {
            system.notice(row, &format!("Enabling {link}: linking {directory} -> {link}"));
            system.make_symlink(&directory, &link, &Attrs::default())?;
        }
        Ok(())
    }
}

/// Tells what runit notes about a service, if it still looks after it. `sv status` says the same, but wants to write into a pipe, which
/// no query can.
fn status(system: &impl ReadSystem, subject: &Subject<'_>, processes: &str) -> Result<Ensure> {
    let directory = directory(system, subject)?;
    let failed = |reason: &str| format!("Could not get status for service Service[{}]: {reason}", subject.name);
    if !is_directory(system, subject, &directory)? {
        let reason = format!("unable to change to service directory {directory}: file does not exist");
        return Err(Error::new(Code::NotFound, failed(&reason)));
    }
    let keeper = format!(" runsv {}", subject.name);
    if !processes.lines().any(|line| line.ends_with(&keeper)) {
        return Ok(Ensure::Stopped);
    }
    let note = system.find_text(&subject.place(format!("{directory}/{NOTE}")), LONGEST);
    let note = note.map_err(|error| {
        let reason = failed(&error.message);
        error.reword(reason)
    })?;
    Ok(running(note.is_some_and(|note| note.starts_with("run"))))
}

fn is_enabled(system: &impl ReadSystem, subject: &Subject<'_>, processes: &str) -> Result<bool> {
    let is_linked = is_link(system, subject, &link(system, subject)?)?;
    Ok(status(system, subject, processes)? == Ensure::Running || is_linked)
}

/// Returns the directory that says how the service is run.
fn directory(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<String> {
    let name = plain(subject.name)?;
    let directory = match subject.directories.map(crate::Directories::paths) {
        Some([directory]) => directory.trim_end_matches('/').to_owned(),
        Some(_) => return Err(Error::invalid("the path of runit's services is one directory")),
        None => first(system, DESCRIBED)?
            .ok_or_else(|| Error::new(Code::NotFound, "runit must specify a path for daemon directory"))?,
    };
    Ok(format!("{directory}/{name}"))
}

/// Returns where the link of the service is, or would be.
fn link(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<String> {
    let directory = first(system, RUN)?;
    let directory = directory.ok_or_else(|| Error::new(Code::NotFound, "Could not find service directory"))?;
    Ok(format!("{directory}/{}", plain(subject.name)?))
}

/// Returns the first of these directories that is there.
fn first(system: &impl ReadSystem, directories: &[&str]) -> Result<Option<String>> {
    let places: Vec<Place> = directories.iter().map(|path| Place { row: 0, path: (*path).to_owned() }).collect();
    for (directory, found) in directories.iter().zip(system.stat(&places, true, Want::empty())) {
        if found?.is_some_and(|found| found.kind == Kind::Directory) {
            return Ok(Some((*directory).to_owned()));
        }
    }
    Ok(None)
}

fn is_link(system: &impl ReadSystem, subject: &Subject<'_>, path: &str) -> Result<bool> {
    let found = system.stat(&[subject.place(path)], false, Want::empty()).pop();
    Ok(found.transpose()?.flatten().is_some_and(|found| found.kind == Kind::Symlink))
}

fn is_directory(system: &impl ReadSystem, subject: &Subject<'_>, path: &str) -> Result<bool> {
    let found = system.stat(&[subject.place(path)], true, Want::empty()).pop();
    Ok(found.transpose()?.flatten().is_some_and(|found| found.kind == Kind::Directory))
}
