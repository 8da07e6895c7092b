//! `environment rollout`: assigns a version to a share of the nodes of a channel.

use std::process::ExitCode;

use anyhow::Result;
use registry::environment::{ChannelStep, EnvironmentReference, Rollout};
use registry::{Policy, PrivateKey};
use serde_json::json;

use super::super::provider::place;
use crate::args::EnvironmentRollout;
use crate::console::Console;
use crate::exit;

/// Changes a channel.
///
/// # Errors
/// Returns an error if the version or the channel is not trusted, or the channel cannot be published.
pub(super) fn run(arguments: &EnvironmentRollout, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let reference = EnvironmentReference::parse(&arguments.channel)?;
    let name = super::name_of(arguments.name.as_deref(), &reference)?;
    let policy = Policy::load(&settings.provider_policy, &settings.checker)?;
    let key = PrivateKey::load(&arguments.key, &settings.checker)?;
    let to = reference.create(&place::network(console))?;
    let step = ChannelStep { digest: arguments.digest, percent: arguments.percent };
    let channel = Rollout { channel: &reference, name, step, key: &key }.run(&*to, &policy)?;
    if console.is_structured() {
        let (serial, steps) = (channel.serial, &channel.steps);
        console
            .print_data(&json!({ "channel": reference.to_string(), "name": name, "serial": serial, "steps": steps }));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let mut text = format!("{reference} has the serial {}\n", channel.serial);
    for step in &channel.steps {
        let nodes = if step.percent == registry::environment::Percentage::ALL { "other nodes" } else { "nodes" };
        text += &format!("  {} for {}% of the {nodes}\n", step.digest, step.percent);
    }
    console.print_untrusted(&text);
    Ok(ExitCode::from(exit::SUCCESS))
}
