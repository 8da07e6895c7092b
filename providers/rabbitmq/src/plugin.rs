//! Explicitly enabled plugins, without those enabled only as dependencies.

use marotte_sdk::prelude::*;

use crate::ctl;
use crate::{Ensure, RabbitmqPlugin, RabbitmqPluginAttribute, RabbitmqPluginState};

/// The program that manages plugins.
const PROGRAM: &str = "rabbitmq-plugins";

/// Provider for the plugins of a broker.
#[derive(Debug, Default)]
pub struct Plugins;

impl Provider for Plugins {
    type Resource = RabbitmqPlugin;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<RabbitmqPlugin>]) -> Vec<Result<State<RabbitmqPlugin>>> {
        let known = list(system);
        for_each_row(rows, |row| {
            let is_there = known.as_ref().map_err(|error| error.clone())?.contains(&row.name);
            let ensure = if is_there { Ensure::Present } else { Ensure::Absent };
            Ok(RabbitmqPluginState { ensure: Some(ensure) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<RabbitmqPlugin>,
        _is: &RabbitmqPluginState,
        _changed: &[RabbitmqPluginAttribute],
    ) -> Result<Applied<RabbitmqPluginAttribute>> {
        let verb = if row.ensure == Ensure::Present { "enable" } else { "disable" };
        let umask = u32::from_str_radix(&row.umask, 8).ok();
        let command = Command { row: row.id(), umask, ..ctl::command(PROGRAM, &[verb, "--", &row.name]) };
        ctl::run(system, &command)?;
        Ok(Applied::all())
    }
}

impl Instances for Plugins {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<RabbitmqPlugin>>> {
        let is = || RabbitmqPluginState { ensure: Some(Ensure::Present) };
        Ok(list(system)?.into_iter().map(|title| Instance { title, is: is() }).collect())
    }
}

impl Canonicalize for RabbitmqPlugin {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        let digits = row.umask.strip_prefix('0').filter(|digits| !digits.is_empty()).unwrap_or(&row.umask);
        let is_octal = (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
        if !is_octal {
            let message = format!("The umask specification is invalid: {:?}", row.umask);
            problems.error(row, RabbitmqPluginAttribute::Umask, message);
        }
    }
}

fn list(system: &impl ReadSystem) -> Result<Vec<String>> {
    let question = ctl::command(PROGRAM, &["list", "-E", "-m", "-q"]);
    let output = ctl::patiently(system, &[question]).remove(0)?.success(PROGRAM)?;
    let text = output.text();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let name = |line: &str| {
        let fault = || Error::other(format!("Cannot parse invalid plugins line: {line}"));
        if line.contains(char::is_whitespace) { Err(fault()) } else { Ok(line.to_owned()) }
    };
    lines.map(name).collect()
}
