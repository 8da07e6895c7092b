//! The provider `redhat`: `service` for scripts, `chkconfig` for startup at boot.

use marotte_sdk::prelude::*;

use crate::base::running;
use crate::command::{self, invocation, plain};
use crate::custom_commands::Action;
use crate::init;
use crate::service_provider::{Enabled, Restarted, ServiceManager, Subject};
use crate::{Enable, Ensure, Service, Switch, process};

/// The `redhat` provider.
#[derive(Debug, Default)]
pub(crate) struct RedHat;

impl ServiceManager for RedHat {
    fn status(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Ensure>> {
        subjects.iter().map(|subject| status(system, subject)).collect()
    }

    fn enabled(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Enabled>> {
        subjects.iter().map(|subject| is_enabled(system, subject)).collect()
    }

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<String>> {
        init::list(system)
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
        let name = plain(&row.name)?;
        let is_wanted = wanted == Enable::True;
        // Off at all runlevels: the default is only 2 to 5. `--del` would remove the service from chkconfig.
        let calls: &[&[&str]] =
            if is_wanted { &[&["--add", name], &[name, "on"]] } else { &[&["--level", "0123456", name, "off"]] };
        let verb = if is_wanted { "enable" } else { "disable" };
        for call in calls {
            invocation("chkconfig", call)
                .run(system)
                .map_err(|error| Error::other(format!("Could not {verb} {name}: {}", error.message)))?;
        }
        Ok(())
    }
}

fn act(system: &impl WriteSystem, row: &Row<Service>, action: Action) -> Result<()> {
    command::act(system, row, action, &invocation("service", &[plain(&row.name)?, action.name()]))
}

fn status(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<Ensure> {
    if !subject.has_status {
        return process::find(system, subject).map(|found| running(found.is_some()));
    }
    let asked = invocation("service", &[plain(subject.name)?, "status"]).query(system)?;
    Ok(running(asked.is_success()))
}

fn is_enabled(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<Enabled> {
    let Ok(name) = plain(subject.name) else { return Ok(Enabled::from(false)) };
    let asked = invocation("chkconfig", &[name]).query(system)?;
    if !asked.is_success() {
        return Ok(Enabled::from(false));
    }
    // SUSE's chkconfig always exits with 0, and prints `NAME  on`, or `B` for services started at boot.
    let is_suse = system.fact("os.family").is_some_and(|family| family == "Suse".into());
    let says = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words[..], [first, "on" | "B"] if first == name)
    };
    Ok(Enabled::from(!is_suse || asked.text().lines().any(says)))
}
