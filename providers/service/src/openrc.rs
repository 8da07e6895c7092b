//! The provider `openrc`: `rc-service`, `rc-update` and `rc-status`.

use marotte_sdk::prelude::*;

use crate::base::running;
use crate::command::{self, invocation, plain};
use crate::custom_commands::Action;
use crate::service_provider::{Enabled, Restarted, ServiceManager, Subject};
use crate::{Enable, Ensure, Service, Switch, process};

/// The `openrc` provider.
#[derive(Debug, Default)]
pub(crate) struct OpenRc;

impl ServiceManager for OpenRc {
    fn status(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Ensure>> {
        subjects.iter().map(|subject| status(system, subject)).collect()
    }

    fn enabled(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Enabled>> {
        let shown = invocation("rc-status", &["-C", "-a"]).query_lossy(system);
        let is_enabled = |subject: &Subject<'_>| {
            let text = shown.as_ref().map_err(Clone::clone)?;
            Ok(Enabled::from(is_in_runlevel(text, subject.name)))
        };
        subjects.iter().map(is_enabled).collect()
    }

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<String>> {
        let output = invocation("rc-service", &["-C", "--list"]).query_lossy(system)?;
        Ok(output.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }

    fn start(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        act(system, row, Action::Start)
    }

    fn stop(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        act(system, row, Action::Stop)
    }

    fn restart(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<Restarted> {
        if row.hasrestart != Some(Switch::True) {
            return Ok(Restarted::Unknown);
        }
        act(system, row, Action::Restart)?;
        Ok(Restarted::Done)
    }

    fn set_enable(&mut self, system: &impl WriteSystem, row: &Row<Service>, wanted: Enable) -> Result<()> {
        let verb = if wanted == Enable::True { "add" } else { "del" };
        invocation("rc-update", &["-C", verb, plain(&row.name)?]).run(system).map(drop)
    }
}

fn act(system: &impl WriteSystem, row: &Row<Service>, action: Action) -> Result<()> {
    command::act(system, row, action, &invocation("rc-service", &[plain(&row.name)?, action.name()]))
}

fn status(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<Ensure> {
    if !subject.has_status {
        return process::find(system, subject).map(|found| running(found.is_some()));
    }
    let asked = invocation("rc-service", &[plain(subject.name)?, "status"]).query(system)?;
    Ok(running(asked.is_success()))
}

/// Searches the runlevels for a service. Other listed services, such as dependencies, are not started at boot.
fn is_in_runlevel(shown: &str, name: &str) -> bool {
    let mut is_runlevel = false;
    for line in shown.lines() {
        if !line.starts_with(char::is_whitespace) {
            is_runlevel = line.starts_with("Runlevel: ") || is_runlevel && line.is_empty();
        } else if service_of(line) == Some(name) {
            return is_runlevel;
        }
    }
    false
}

/// Parses ` NAME  [ state ]`.
fn service_of(line: &str) -> Option<&str> {
    let (name, rest) = line.trim().split_once('[')?;
    rest.ends_with(']').then(|| name.trim_end())
}
