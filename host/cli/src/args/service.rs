//! Flags of `service`, and the flags `--repo` and `--branch` of `apply`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

// Repository of a run.
#[derive(Debug, Default, Clone, Args)]
pub(crate) struct RepositoryFlags {
    /// Git repository with an environment (manifests, modules, hiera.yaml): fetch and apply its last commit
    #[arg(long, value_name = "URL")]
    pub(crate) repo: Option<String>,
    /// Branch of --repo [default: the default branch of the repository]
    #[arg(long, value_name = "NAME", requires = "repo")]
    pub(crate) branch: Option<String>,
}

// `marotte service`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum ServiceCommand {
    /// Apply the environment, or a Git repository, at regular intervals
    Install(Box<ServiceInstall>),
    /// Show schedule, last run and next run
    #[command(after_help = "Examples:
  marotte service status
  marotte service status --render-as json

Exit codes: 0 runs are scheduled and the last one succeeded, 1 the last run failed, 3 no runs are scheduled.")]
    Status(Box<ServicePlace>),
    /// Remove the units or the cron entry; a run in progress is not interrupted
    #[command(after_help = "Examples:
  marotte service uninstall
  marotte service uninstall --noop      list the files that would be removed

Reports and the clone of the repository remain.

Exit codes: 0 success, also if no runs were scheduled; 1 a file cannot be removed.")]
    Uninstall(Box<ServicePlace>),
}

impl ServiceCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Install(arguments) => &arguments.place.common,
            Self::Status(place) | Self::Uninstall(place) => &place.common,
        }
    }
}

// `marotte service install`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  # apply the environment every 30 minutes
  marotte service install
  # apply a branch of a repository every hour
  marotte service install --every 1h --repo /srv/site --branch main
  # print the files instead of writing them
  marotte service install --repo /srv/site --noop
  # settings become flags of the runs
  marotte service install --usecacheonfailure --reports store,prometheus

Writes marotte.service and marotte.timer to /etc/systemd/system and starts the timer, or writes /etc/cron.d/marotte where systemd does not run. Installing again replaces them. Each run is an 'apply' with exit_codes = strict and the given settings; with 'noop = true' in marotte.conf the runs are dry runs. The first run starts at the next scheduled time. 'marotte help scheduled-runs' describes the repository.

Exit codes: 0 success, 1 invalid flags, or the files cannot be written.")]
pub(crate) struct ServiceInstall {
    /// Interval between runs; must divide an hour or a day
    #[arg(long, value_name = "TIME", default_value = "30m", alias = "runinterval")]
    pub(crate) every: String,
    /// Maximum delay of a run, which differs between systems [default: a third of the interval]
    #[arg(long, value_name = "TIME", alias = "splaylimit")]
    pub(crate) splay: Option<String>,
    #[command(flatten)]
    pub(crate) repository: RepositoryFlags,
    #[command(flatten)]
    pub(crate) place: ServicePlace,
}

// System of a service.
#[derive(Debug, Args)]
pub(crate) struct ServicePlace {
    /// Tree of another system, such as an image
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}
