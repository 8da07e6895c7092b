//! Flags of `migrate`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

// `marotte migrate`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum MigrateCommand {
    /// Check a control repository written for Puppet
    Check(Box<MigrateCheck>),
}

impl MigrateCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Check(arguments) => &arguments.common,
        }
    }
}

// `marotte migrate check`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte migrate check ./control-repo
  # check only the modules of the repository
  marotte migrate check . --basemodulepath /none
  # print the findings for a program
  marotte migrate check . --render-as json

Reports, with file, line and remedy: functions, facts, types, providers and Hiera backends that need Ruby; missing modules; syntax that was removed from the language; file sources and filebuckets on servers; functions that query PuppetDB, and exported resources; settings of puppet.conf and environment.conf without effect. Nothing is executed or changed. Functions, types and facts in Ruby that nothing uses are only counted.

An error prevents a catalog from being compiled or a resource from being applied. A warning is something with another effect than in Puppet, or none. A note is for information.

Exit codes: 0 no errors, 1 errors, or the directory cannot be checked.")]
pub(crate) struct MigrateCheck {
    /// Directory of an environment: manifests, modules, hiera.yaml, Puppetfile, environment.conf, puppet.conf
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// Count the types of this provider as installed (can be repeated)
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}
