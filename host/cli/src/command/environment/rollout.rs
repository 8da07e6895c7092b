//! `environment rollout`: assigns a version to a share of the nodes of a channel, and watches their runs.

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use registry::environment::{Channel, ChannelStep, EnvironmentReference, Percentage, Rollout};
use registry::{Digest, Policy, PrivateKey};

use super::super::{provider::place, query};
use crate::args::EnvironmentRollout;
use crate::console::Console;
use crate::exit;
use crate::rollout::{ChannelPlace, Watch, text};

/// Changes a channel.
///
/// # Errors
/// Returns an error if the version or the channel is not trusted, the channel cannot be published, or its nodes cannot be watched.
pub(super) fn run(arguments: &EnvironmentRollout, console: &mut Console) -> Result<ExitCode> {
    check_shares(arguments)?;
    let settings = console.settings(&arguments.common, None, "user")?;
    let reference = EnvironmentReference::parse(&arguments.channel)?;
    let name = super::name_of(arguments.name.as_deref(), &reference)?;
    let policy = Policy::load(&settings.provider_policy, &settings.checker)?;
    let key = PrivateKey::load(&arguments.key, &settings.checker)?;
    let repository = reference.create(&place::network(console))?;
    let rollout = Rollout { channel: &reference, name, key: &key };
    let place = ChannelPlace { rollout, repository: &*repository, policy: &policy };
    let previous = place.rollout.current(place.repository, place.policy)?;
    let base = previous.as_ref().and_then(|previous| base_of(&previous.channel, &arguments.digest));
    let watch = match arguments.watch {
        true => {
            let settings = console.settings(&arguments.common, None, "server")?;
            let database =
                query::open(&settings).context("A rollout cannot be watched without reports of its nodes")?;
            Some(Watch::begin(&place, arguments, base, database)?)
        }
        false => None,
    };
    let first = arguments.percent.first().copied().unwrap_or(Percentage::ALL);
    let step = ChannelStep { digest: arguments.digest, percent: first };
    let channel = place.rollout.assign(step, previous.as_ref(), place.repository, place.policy)?;
    if let Some(watch) = watch {
        return watch.run(channel, &arguments.percent, console);
    }
    match console.is_structured() {
        true => console.print_data(&text::channel_json(&reference, name, &channel)),
        false => console.print_untrusted(&text::channel(&reference, &channel)),
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns the version of the nodes that a rollout does not include.
fn base_of(channel: &Channel, version: &Digest) -> Option<Digest> {
    channel.steps.last().map(|step| step.digest).filter(|base| base != version)
}

/// Checks the shares of the nodes, of which there are several only for a rollout that is watched.
fn check_shares(arguments: &EnvironmentRollout) -> Result<()> {
    let shares = &arguments.percent;
    if shares.len() > 1 && arguments.stop_at.is_none() {
        bail!(
            "Several shares need --watch and --stop-at: the next share follows if the nodes of the previous one do not fail"
        );
    }
    if !shares.is_sorted_by(|a, b| a < b) {
        bail!("The shares of --percent must increase");
    }
    if arguments.watch && shares.first() == Some(&Percentage::NONE) {
        bail!("A share of 0 percent has no nodes to watch");
    }
    Ok(())
}
