//! The provider `systemd`: one call of `systemctl` for all services. If one name would make the whole query
//! fail, each service is queried separately.

use marotte_sdk::command::Invocation;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::base::running;
use crate::command::{act, invocation};
use crate::custom_commands::Action;
use crate::debian;
use crate::service_provider::{Enabled, Restarted, ServiceManager, Subject};
use crate::{Enable, Ensure, Service};

/// States of a unit file for which `systemctl is-enabled` exits with 0.
const GOOD: &[&str] = &["enabled", "enabled-runtime", "static", "alias", "indirect", "generated"];

/// States of a unit file for which it exits with another status.
const BAD: &[&str] = &["disabled", "masked", "masked-runtime", "linked", "linked-runtime", "transient", "bad"];

/// States of unit files that are listed, as in Puppet.
const LISTED: &[&str] = &["disabled", "enabled", "masked", "indirect", "bad", "static"];

/// The `systemd` provider.
#[derive(Debug, Default)]
pub(crate) struct Systemd;

impl ServiceManager for Systemd {
    fn status(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Ensure>> {
        let is_known = |state: &str| matches!(state, "active" | "inactive" | "failed" | "activating" | "deactivating");
        if let Some(states) = query_together(system, "is-active", subjects, is_known) {
            return states.iter().map(|state| Ok(running(state == "active"))).collect();
        }
        let answers = query_each(system, "is-active", subjects);
        answers.into_iter().map(|answer| answer.map(|output| running(output.is_success()))).collect()
    }

    fn enabled(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Enabled>> {
        let is_known = |state: &str| GOOD.contains(&state) || BAD.contains(&state);
        if let Some(states) = query_together(system, "is-enabled", subjects, is_known) {
            let found = subjects.iter().zip(states);
            return found.map(|(subject, state)| Ok(judge(subject, &state, GOOD.contains(&&*state)))).collect();
        }
        let answers = query_each(system, "is-enabled", subjects);
        let judged = subjects.iter().zip(answers).map(|(subject, answer)| {
            let output = answer?;
            let state = output.text().trim_end_matches('\n').to_owned();
            let is_debian = system.fact("os.family").is_some_and(|family| family == "Debian".into());
            if state.is_empty() && !output.is_success() && is_debian {
                // A service without a unit, known only by its init script.
                return debian::is_enabled(system, subject, subject.name.split(".service").next().unwrap_or_default());
            }
            Ok(judge(subject, &state, output.is_success()))
        });
        judged.collect()
    }

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<String>> {
        let args = ["list-unit-files", "--type", "service", "--full", "--all", "--no-pager"];
        let output = invocation("systemctl", &args).query(system)?;
        // Puppet: if systemd is not running, there are no services.
        if !output.is_success() {
            return Ok(Vec::new());
        }
        let listed = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, state, ..] = words[..] else { return None };
            (words.len() <= 3 && LISTED.contains(&state.to_ascii_lowercase().as_str())).then(|| name.to_owned())
        };
        Ok(output.text().lines().filter_map(listed).collect())
    }

    fn start(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        change(system, row, "unmask")?;
        act(system, row, Action::Start, &call("start", row))
    }

    fn stop(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        act(system, row, Action::Stop, &call("stop", row))
    }

    fn restart(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<Restarted> {
        act(system, row, Action::Restart, &call("restart", row))?;
        Ok(Restarted::Done)
    }

    fn set_enable(&mut self, system: &impl WriteSystem, row: &Row<Service>, wanted: Enable) -> Result<()> {
        match wanted {
            Enable::True => {
                change(system, row, "unmask")?;
                change(system, row, "enable")
            }
            Enable::Mask => {
                let exists = call("cat", row).query(system)?.is_success();
                if exists {
                    change(system, row, "disable")?;
                }
                change(system, row, "mask")
            }
            // The host rejects the others because of missing features.
            Enable::False | Enable::Manual | Enable::Delayed => change(system, row, "disable"),
        }
    }

    /// Reloads the configuration if the unit file has changed. One reload covers all units.
    fn prepare(&mut self, system: &impl WriteSystem, row: &Row<Service>) {
        let asked = invocation("systemctl", &["show", "--property=NeedDaemonReload", "--", &row.name]).query(system);
        if asked.is_ok_and(|output| output.text().trim() == "NeedDaemonReload=yes")
            && let Err(error) = invocation("systemctl", &["daemon-reload"]).run(system)
        {
            system.warning(row, &error.message);
        }
    }

    fn explain(&self, system: &impl WriteSystem, row: &Row<Service>, action: Action, error: Error) -> Error {
        let name = &row.name;
        let args = ["-n", "50", "--since", "5 minutes ago", "-u", name, "--no-pager"];
        let journal = invocation("journalctl", &args).query(system);
        let journal = journal.map_or_else(|error| error.message, |output| output.text().into_owned());
        let message =
            format!("Systemd {} for {name} failed!\njournalctl log for {name}:\n{}", action.name(), journal.trim_end());
        Error { detail: Some(error.message.clone()), ..error.reword(message) }
    }
}

fn call(verb: &str, row: &Row<Service>) -> Invocation {
    invocation("systemctl", &[verb, "--", &row.name])
}

/// Changes whether a unit is started at boot.
fn change(system: &impl WriteSystem, row: &Row<Service>, verb: &str) -> Result<()> {
    let changed = call(verb, row).run(system).map(drop);
    changed.map_err(|error| Error::other(format!("Could not {verb} {}: {}", row.name, error.message)))
}

/// Makes one query for all services; `None` if the answer is ambiguous: systemctl stops at a name without a unit,
/// lists names that only have a script first, and interprets some names as patterns.
fn query_together(
    system: &impl ReadSystem,
    verb: &str,
    subjects: &[Subject<'_>],
    is_known: impl Fn(&str) -> bool,
) -> Option<Vec<String>> {
    if subjects.len() < 2 || subjects.iter().any(|subject| !is_unit(subject.name)) {
        return None;
    }
    let names = subjects.iter().map(|subject| subject.name);
    let args: Vec<&str> = [verb, "--"].into_iter().chain(names).collect();
    let answer = system.query_one(&Command::named("systemctl", &args)).ok()?;
    let states: Vec<String> = answer.text().lines().map(str::to_owned).collect();
    let fits = states.len() == subjects.len() && states.iter().all(|state| is_known(state));
    (fits && answer.stderr.is_empty()).then_some(states)
}

fn query_each(system: &impl ReadSystem, verb: &str, subjects: &[Subject<'_>]) -> Vec<Result<Output>> {
    let command = |subject: &Subject<'_>| Command {
        row: subject.row,
        ..Command::named("systemctl", &[verb, "--", subject.name])
    };
    system.query(&subjects.iter().map(command).collect::<Vec<_>>())
}

/// Returns whether a name is that of a single unit. Templates cannot run, so they are excluded.
fn is_unit(name: &str) -> bool {
    let is_good = |c: char| c.is_ascii_alphanumeric() || ":-_.\\@".contains(c);
    !name.is_empty() && name.chars().all(is_good) && !name.ends_with('@') && !name.contains("@.")
}

fn judge(subject: &Subject<'_>, state: &str, is_good: bool) -> Enabled {
    let name = subject.name;
    // Puppet: a masked unit counts as disabled, unless `enable => mask` is requested.
    let is_masked = subject.wanted == Some(Enable::Mask) && state == "masked";
    let is = match () {
        () if is_masked => Enable::Mask,
        () if is_good && state != "indirect" => Enable::True,
        () => Enable::False,
    };
    let fixed = match state {
        "static" if subject.wanted != Some(Enable::Mask) => {
            Some(format!("Unable to enable or disable static service {name}"))
        }
        "indirect" => Some(format!("Service {name} is in 'indirect' state and cannot be enabled/disabled")),
        _ => None,
    };
    Enabled { is, fixed }
}
