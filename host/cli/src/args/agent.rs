//! Flags of `agent`.

use clap::Args;

use super::{Common, LanguageFlag, RunFlags};

// `marotte agent`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  # request a certificate if there is none, apply the catalog once
  marotte agent --test --server puppet.example.com
  # report what would change
  marotte agent --test --noop
  # run every 30 minutes: in the background, or as a service
  marotte agent
  marotte agent --no-daemonize
  # do not run while a system is being repaired
  marotte agent --disable 'replacing the database'
  marotte agent --enable

Sends facts to a server that speaks Puppet's protocol (puppetserver, OpenVox, marotte server), applies the catalog and sends the \
report. Types, facts and providers that modules implement in Ruby are synchronized; they run if an interpreter is installed (marotte \
ruby add). Settings are read from the sections [agent] and [main] of marotte.conf. A copy of the directory ssl of Puppet's agent in \
/etc/marotte keeps the certificate of the node.

If the server cannot be reached, the last catalog is applied (not with --test or --noop), files with a puppet:/// source are those of \
the last run, and the report is sent later. SIGUSR1 starts a run at once, SIGHUP reads the settings again, SIGTERM ends the agent after \
the current resource.

Exit codes: 0 the run completed, 1 there is no catalog or certificate, the agent is disabled or another run is in progress.
With --detailed-exitcodes: 2 changes, 4 failures, 6 both, 0 no changes.")]
pub(crate) struct Agent {
    /// Enable --onetime, --verbose, --detailed-exitcodes and --show_diff; disable --daemonize, --splay and --usecacheonfailure
    #[arg(short, long)]
    pub(crate) test: bool,
    /// Do not run until --enable, also in the background
    #[arg(long, value_name = "MESSAGE", num_args = 0..=1, default_missing_value = "reason not specified", conflicts_with = "enable")]
    pub(crate) disable: Option<String>,
    /// Run again after --disable
    #[arg(long)]
    pub(crate) enable: bool,
    /// Print the fingerprint of the certificate, or of the certificate request
    #[arg(long, conflicts_with_all = ["enable", "disable"])]
    pub(crate) fingerprint: bool,
    /// Identifier of the job that starts the run, for the report
    #[arg(long = "job-id", value_name = "ID")]
    pub(crate) job_id: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunFlags,
    #[command(flatten)]
    pub(crate) language: LanguageFlag,
    #[command(flatten)]
    pub(crate) common: Common,
}
