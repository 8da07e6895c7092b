//! Flags of `job`.

use std::str::FromStr;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};

use super::Common;

// `marotte job`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum JobCommand {
    /// Run agents now
    Run(Box<JobStart>),
    /// Run agents now without changes
    Noop(Box<JobStart>),
    /// List jobs
    List(Box<JobList>),
    /// Show a job and its nodes
    Show(Box<JobNumber>),
    /// Wait for the end of a job
    Watch(Box<JobNumber>),
    /// Stop a job: nodes that have not begun do not run
    Stop(Box<JobNumber>),
}

impl JobCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Run(arguments) | Self::Noop(arguments) => &arguments.common,
            Self::List(arguments) => &arguments.common,
            Self::Show(arguments) | Self::Watch(arguments) | Self::Stop(arguments) => &arguments.common,
        }
    }
}

// `marotte job run`, `marotte job noop`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte job noop --query 'nodes[certname] { }'
  marotte job run --query 'inventory[certname] { facts.kernel = \"Linux\" }' \\
    --at-once 20 --stop-at 5% --watch
  marotte job run --query 'nodes[certname] { }' --tags ntp

Nodes whose agents run in the background (`marotte agent`) and hold a request at a server with the same database run at once; others when \
they are back, until the end of the job. The report of a run is its result. With --environment and --tags the nodes use these instead of \
their own settings. The database is that of database_url or dblocation.

Exit codes: 0 success, 1 the query selects no node or the database cannot be written; with --watch also: a node failed or did not run.")]
pub(crate) struct JobStart {
    /// Query in PuppetDB's query language whose rows have the field certname
    #[arg(long, value_name = "QUERY", required = true)]
    pub(crate) query: String,
    /// Maximum number of nodes that run at the same time
    #[arg(long, value_name = "NUMBER", default_value = "50", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) at_once: u32,
    /// Stop after more failures than this number, or this share of the nodes (5%)
    #[arg(long, value_name = "FAILURES")]
    pub(crate) stop_at: Option<FailureLimit>,
    /// Minutes after which nodes that have not begun are missed
    #[arg(long, value_name = "MINUTES", default_value = "60", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) minutes: u32,
    /// Wait for the end of the job
    #[arg(long)]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte job list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte job list
  marotte job list --render-as json

Exit codes: 0 success, 1 the database cannot be read.")]
pub(crate) struct JobList {
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte job show`, `watch`, `stop`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte job show 12
  marotte job watch 12
  marotte job stop 12

Exit codes: 0 success, 1 there is no such job, or the database cannot be used; of `watch` also: a node failed or did not run.")]
pub(crate) struct JobNumber {
    /// Number of the job
    #[arg(value_name = "JOB")]
    pub(crate) job: i64,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The failures that a job or a rollout allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailureLimit {
    Nodes(u32),
    Percent(u32),
}

impl FailureLimit {
    /// Returns the number of failures that are allowed for this many nodes.
    pub(crate) fn of(self, nodes: usize) -> u32 {
        match self {
            Self::Nodes(number) => number,
            Self::Percent(percent) => u32::try_from(nodes * percent as usize / 100).unwrap_or(u32::MAX),
        }
    }
}

impl FromStr for FailureLimit {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.strip_suffix('%').map(str::parse) {
            Some(Ok(percent @ 0..=100)) => Ok(Self::Percent(percent)),
            Some(_) => bail!("a share is a number from 0% to 100%"),
            None => match text.parse() {
                Ok(number) => Ok(Self::Nodes(number)),
                Err(_) => bail!("a number of failures or a share such as 5% is expected"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_of_failures_is_rounded_down() {
        let limit = |text: &str, nodes| text.parse::<FailureLimit>().map(|limit| limit.of(nodes)).ok();
        assert_eq!([limit("5%", 100), limit("5%", 19), limit("3", 2)], [Some(5), Some(0), Some(3)]);
        assert_eq!([limit("101%", 1), limit("-1", 1), limit("x", 1)], [None; 3]);
    }
}
