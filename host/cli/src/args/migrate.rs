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
  # compile the catalogs of all nodes in PuppetDB with their facts
  marotte migrate check . --puppetdb http://localhost:8080 --html nodes.html

Reports, with file, line and remedy: functions, facts, types, providers and Hiera backends that need Ruby; missing modules; syntax that was removed from the language; file sources and filebuckets on servers; functions that query PuppetDB, and exported resources; settings of puppet.conf and environment.conf without effect. Nothing is executed or changed without --puppetdb. Functions, types and facts in Ruby that nothing uses are only counted.

An error prevents a catalog from being compiled or a resource from being applied. A warning is something with another effect than in Puppet, or none. A note is for information.

With --puppetdb, the catalogs of all active nodes are compiled with the facts in PuppetDB, as a server would, and their resources are \
compared by type and title with those of the last catalogs. The certificate of this system is used for an https URL. Parameters are not \
compared: PuppetDB has no sensitive ones. Exit code 1: a catalog does not compile.

Exit codes: 0 no errors, 1 errors, or the directory cannot be checked.")]
pub(crate) struct MigrateCheck {
    /// Directory of an environment: manifests, modules, hiera.yaml, Puppetfile, environment.conf, puppet.conf
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// Count the types of this provider as installed (can be repeated)
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    /// Check the nodes in this PuppetDB
    #[arg(long, value_name = "URL", conflicts_with = "provider")]
    pub(crate) puppetdb: Option<String>,
    /// Write an HTML page about the nodes to this file [default: standard output]
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", requires = "puppetdb")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}
