//! The provider `init`: scripts in a directory that support `start`, `stop` and possibly `status` and `restart`.
//! The providers `debian` and `redhat` build on it.

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::base::running;
use crate::command::{self, invocation, plain};
use crate::custom_commands::Action;
use crate::service_provider::{Restarted, ServiceManager, Subject};
use crate::{Ensure, Service, Switch, process};

/// The default directory of scripts.
pub(crate) const DIRECTORY: &str = "/etc/init.d";

/// Puppet's list of scripts that are not services, or whose status must not be queried.
const SPARED: &[&str] = &[
    "functions.sh",
    "reboot.sh",
    "shutdown.sh",
    "functions",
    "halt",
    "killall",
    "single",
    "linuxconf",
    "reboot",
    "boot",
    "wait-for-state",
    "portmap-wait",
    "rcS",
    "module-init-tools",
    "plymouth-ready",
    "idmapd-mounting",
    "startpar-bridge",
    "cryptdisks-udev",
    "statd-mounting",
    "gssd-mounting",
];

/// The `init` provider, which cannot enable services.
#[derive(Debug, Default)]
pub(crate) struct Init;

impl ServiceManager for Init {
    const ENABLES: bool = false;

    fn status(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Ensure>> {
        subjects.iter().map(|subject| status(system, subject)).collect()
    }

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<String>> {
        list(system)
    }

    fn start(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        act(system, row, Action::Start)
    }

    fn stop(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        act(system, row, Action::Stop)
    }

    fn restart(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<Restarted> {
        restart(system, row)
    }
}

/// Returns the status according to the script, or to the process table if the script does not support `status`.
fn status(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<Ensure> {
    if !subject.has_status {
        return process::find(system, subject).map(|found| running(found.is_some()));
    }
    let script = script(system, subject)?;
    Ok(running(command::script(&script, Action::Status).of_row(subject.row).query(system)?.is_success()))
}

/// Runs an action of the script.
pub(crate) fn act(system: &impl WriteSystem, row: &Row<Service>, action: Action) -> Result<()> {
    let script = script(system, &row.into())?;
    command::act(system, row, action, &command::script(&script, action).of_row(row.id()))
}

/// Restarts the service with the script if it supports `restart`.
pub(crate) fn restart(system: &impl WriteSystem, row: &Row<Service>) -> Result<Restarted> {
    if row.hasrestart != Some(Switch::True) {
        return Ok(Restarted::Unknown);
    }
    act(system, row, Action::Restart)?;
    Ok(Restarted::Done)
}

/// Finds the script of a service in its directories, by its name or else with the suffix `.sh`.
fn script(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<String> {
    let missing = || Error::new(Code::NotFound, format!("Could not find init script for '{}'", subject.name));
    let name = plain(subject.name).map_err(|_| missing())?;
    let usual = [DIRECTORY.to_owned()];
    let directories = subject.directories.map_or(&usual[..], |directories| directories.paths());
    let found = system.stat(
        &directories.iter().map(|directory| subject.place(directory)).collect::<Vec<_>>(),
        true,
        Want::empty(),
    );
    let mut good = Vec::new();
    for (directory, found) in directories.iter().zip(found) {
        match found? {
            Some(metadata) if metadata.kind == Kind::Directory => good.push(directory.trim_end_matches('/')),
            Some(_) => system.debug(subject.about(), &format!("Search path {directory} is not a directory")),
            None => system.debug(subject.about(), &format!("Search path {directory} does not exist")),
        }
    }
    for ending in ["", ".sh"] {
        for directory in &good {
            let path = format!("{directory}/{name}{ending}");
            // The target of a symbolic link may be outside of the grants; the kernel resolves it when the script
            // is run.
            match system.stat_one(&subject.place(&path), false, Want::empty()) {
                Ok(Some(_)) => return Ok(path),
                Err(error) => return Err(error),
                Ok(None) => {
                    system.debug(subject.about(), &format!("Could not find {name}{ending} in {directory}"));
                }
            }
        }
    }
    Err(missing())
}

/// Lists the scripts of the default directory.
pub(crate) fn list(system: &impl ReadSystem) -> Result<Vec<String>> {
    let directory = Place::unowned(DIRECTORY);
    let entries = match system.walk(&directory, 1, false, &[], limits::DIRECTORY) {
        Ok(entries) => entries,
        Err(error) if error.code == Code::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let names: Vec<String> = entries.iter().map(|entry| name(&entry.path)).collect();
    let places = names.iter().map(|name| Place::unowned(format!("{DIRECTORY}/{name}")));
    let found = system.stat(&places.collect::<Vec<_>>(), true, Want::empty());
    let is_script = |name: &String, found: Result<Option<Metadata>>| {
        let is_spared = name.starts_with(['.', '-']) || SPARED.contains(&name.as_str());
        let is_program = match found {
            Ok(Some(found)) => found.kind == Kind::File && found.mode & 0o111 != 0,
            Ok(None) => false,
            // A symbolic link that points outside of the directory.
            Err(error) => error.code == Code::Refused && leads_to_program(system, name),
        };
        is_program && !is_spared
    };
    Ok(names.into_iter().zip(found).filter_map(|(name, found)| is_script(&name, found).then_some(name)).collect())
}

/// Returns whether a link points to a program. Uses the command `test`, since the program may be outside of the
/// granted paths.
fn leads_to_program(system: &impl ReadSystem, name: &str) -> bool {
    let path = format!("{DIRECTORY}/{name}");
    let answer = invocation("test", &["-f", &path, "-a", "-x", &path]).query(system);
    answer.is_ok_and(|output| output.is_success())
}
