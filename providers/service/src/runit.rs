//! The provider `runit`: `sv`, directories that define services and hold their state, and links to the
//! enabled ones.

use std::time::Duration;

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::base::running;
use crate::command::{act, invocation, plain};
use crate::custom_commands::Action;
use crate::service_provider::{Enabled, Restarted, ServiceManager, Subject};
use crate::{Enable, Ensure, Service, process};

/// Candidates for the directory of service definitions; the first that exists is used.
const DESCRIBED: &[&str] = &["/var/lib/service", "/etc/sv"];

/// Candidates for the directory of enabled services; the first that exists is used.
const RUN: &[&str] = &["/service", "/etc/service", "/var/service"];

/// Time for runit to detect a new link.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runit's status file in the directory of a service: `run` or `down`, possibly with more text.
const NOTE: &str = "supervise/stat";

/// Maximum size of a status file.
const LONGEST: u32 = 4096;

/// The `runit` provider.
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
        let entries = system.walk(&Place::unowned(directory.as_str()), 1, false, &[], limits::DIRECTORY)?;
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let names = entries.iter().map(|entry| name(&entry.path)).filter(|name| !name.starts_with(['.', '-']));
        let names: Vec<String> = names.collect();
        let places: Vec<Place> = names.iter().map(|name| Place::unowned(format!("{directory}/{name}/run"))).collect();
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
        act(system, row, Action::Start, &invocation("sv", &["start", &link]))
    }

    fn stop(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        act(system, row, Action::Stop, &invocation("sv", &["stop", &link(system, &row.into())?]))
    }

    fn restart(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<Restarted> {
        act(system, row, Action::Restart, &invocation("sv", &["restart", &link(system, &row.into())?]))?;
        Ok(Restarted::Done)
    }

    fn set_enable(&mut self, system: &impl WriteSystem, row: &Row<Service>, wanted: Enable) -> Result<()> {
        let subject = row.into();
        let link = link(system, &subject)?;
        let is_linked = is_link(system, &subject, &link)?;
        if wanted != Enable::True {
            // Runit stops a running service when its link is removed.
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

/// Returns the status according to runit's status file, if runit still supervises the service. `sv status`
/// reports the same but must write to a pipe, which a query cannot do.
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

/// Returns the directory that defines the service.
fn directory(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<String> {
    let name = plain(subject.name)?;
    let directory = match subject.directories.map(crate::Directories::paths) {
        Some([directory]) => directory.trim_end_matches('/').to_owned(),
        Some(_) => return Err(Error::invalid("runit supports only one directory in 'path'")),
        None => first(system, DESCRIBED)?
            .ok_or_else(|| Error::new(Code::NotFound, "runit must specify a path for daemon directory"))?,
    };
    Ok(format!("{directory}/{name}"))
}

/// Returns the path of the service's link, whether or not it exists.
fn link(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<String> {
    let directory = first(system, RUN)?;
    let directory = directory.ok_or_else(|| Error::new(Code::NotFound, "Could not find service directory"))?;
    Ok(format!("{directory}/{}", plain(subject.name)?))
}

/// Returns the first directory that exists.
fn first(system: &impl ReadSystem, directories: &[&str]) -> Result<Option<String>> {
    let places: Vec<Place> = directories.iter().map(|path| Place::unowned(*path)).collect();
    for (directory, found) in directories.iter().zip(system.stat(&places, true, Want::empty())) {
        if found?.is_some_and(|found| found.kind == Kind::Directory) {
            return Ok(Some((*directory).to_owned()));
        }
    }
    Ok(None)
}

fn is_link(system: &impl ReadSystem, subject: &Subject<'_>, path: &str) -> Result<bool> {
    let found = system.stat_one(&subject.place(path), false, Want::empty())?;
    Ok(found.is_some_and(|found| found.kind == Kind::Symlink))
}

fn is_directory(system: &impl ReadSystem, subject: &Subject<'_>, path: &str) -> Result<bool> {
    let found = system.stat_one(&subject.place(path), true, Want::empty())?;
    Ok(found.is_some_and(|found| found.kind == Kind::Directory))
}
