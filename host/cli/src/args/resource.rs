//! Owns the flags of `resource`.

use std::path::PathBuf;

use clap::Args;

use super::{Common, Compile};

/// `marotte resource`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte resource file /etc/motd              how it is, as code
  marotte resource file /etc/motd mode=0644    make it so
  marotte resource user --to_yaml              all users
  marotte resource --types                     all types

Without a title all resources of the type are listed. With settings the resource is made so, and shown as it is then.
Exit codes: 0 it was done as far as it could be, 1 it could not begin, or, with --fail, not be done.")]
pub(crate) struct ResourceArguments {
    /// The type
    #[arg(value_name = "TYPE", required_unless_present = "types")]
    pub(crate) type_name: Option<String>,
    /// The title
    #[arg(value_name = "TITLE")]
    pub(crate) title: Option<String>,
    /// What it should be: ensure=present
    #[arg(value_name = "ATTRIBUTE=VALUE")]
    pub(crate) settings: Vec<String>,
    /// List all types
    #[arg(short, long)]
    pub(crate) types: bool,
    /// Write YAML for Hiera and create_resources instead of Puppet code
    #[arg(long = "to_yaml", alias = "to-yaml", short = 'y')]
    pub(crate) to_yaml: bool,
    /// Show this parameter, too, as it would be managed; can be given several times
    #[arg(short, long, value_name = "PARAMETER")]
    pub(crate) param: Vec<String>,
    /// Exit with 1 if the resource could not be made so
    #[arg(long)]
    pub(crate) fail: bool,
    /// Manage the tree beneath this folder instead of the machine
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}
