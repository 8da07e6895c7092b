//! Channels and the progress of rollouts as text and as JSON.

use registry::environment::{Channel, EnvironmentReference, Percentage};
use serde_json::{Value as Json, json};

use super::progress::{NodeState, RolloutProgress, ShareCounts};

/// Returns the steps of a channel.
pub(crate) fn channel(reference: &EnvironmentReference, channel: &Channel) -> String {
    let mut text = format!("{reference} has the serial {}\n", channel.serial);
    for step in &channel.steps {
        let nodes = if step.percent == Percentage::ALL { "other nodes" } else { "nodes" };
        text += &format!("  {} for {}% of the {nodes}\n", step.digest, step.percent);
    }
    text
}

/// Returns a channel as JSON.
pub(crate) fn channel_json(reference: &EnvironmentReference, name: &str, channel: &Channel) -> Json {
    json!({ "channel": reference.to_string(), "name": name, "serial": channel.serial, "steps": channel.steps })
}

/// Returns the first step of a channel in a line.
pub(super) fn assignment(reference: &EnvironmentReference, channel: &Channel) -> String {
    let step = channel.steps.first().map(|step| format!(": {} for {}% of the nodes", step.digest, step.percent));
    format!("{reference} has the serial {}{}", channel.serial, step.unwrap_or_default())
}

/// Returns the numbers of nodes in a line.
pub(super) fn progress(percent: Percentage, counts: ShareCounts, allowed: Option<u32>) -> String {
    let ShareCounts { nodes, ran, failed, missed, previous } = counts;
    let allowed = allowed.map(|allowed| format!(" ({allowed} allowed)")).unwrap_or_default();
    let mut text = format!("{percent}%: {ran} of {nodes} nodes ran the version, {failed} failed{allowed}");
    if missed > 0 {
        text += &format!(", {missed} sent no report");
    }
    if previous > 0 {
        text += &format!(", {previous} ran another version");
    }
    text
}

/// Returns the nodes that failed or sent no report.
pub(super) fn failures(progress: &RolloutProgress) -> String {
    let failed = progress.share().filter(|(_, state)| matches!(state, NodeState::Failed | NodeState::Missed));
    failed.map(|(name, state)| format!("{:9}  {name}\n", state.name())).collect()
}

/// Returns the nodes of the share as JSON.
pub(super) fn nodes_json(progress: &RolloutProgress) -> Json {
    progress.share().map(|(name, state)| json!({ "name": name, "state": state.name() })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rollout_progress_is_a_line() {
        let percent = "2.5".parse().unwrap();
        let counts = ShareCounts { nodes: 40, ran: 12, failed: 1, ..ShareCounts::default() };
        assert_eq!(progress(percent, counts, Some(0)), "2.5%: 12 of 40 nodes ran the version, 1 failed (0 allowed)");
        let counts = ShareCounts { missed: 2, previous: 3, ..counts };
        let expected = "2.5%: 12 of 40 nodes ran the version, 1 failed, 2 sent no report, 3 ran another version";
        assert_eq!(progress(percent, counts, None), expected);
    }
}
