//! Flags of `resource`.

use std::path::PathBuf;

use clap::Args;

use super::{Common, Compile};

// `marotte resource`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte resource file /etc/motd              show a file as Puppet code
  marotte resource file /etc/motd mode=0644    set its mode
  marotte resource user --to_yaml              show all users as YAML
  marotte resource --types                     list all types

Without a title, lists all resources of the type. With attributes, modifies the resource and shows the result.
Exit codes: 0 success, 1 the command could not start or, with --fail, the resource could not be modified.")]
pub(crate) struct ResourceArguments {
    /// Resource type
    #[arg(value_name = "TYPE", required_unless_present = "types")]
    pub(crate) type_name: Option<String>,
    /// Title of the resource
    #[arg(value_name = "TITLE")]
    pub(crate) title: Option<String>,
    /// Desired value: ensure=present
    #[arg(value_name = "ATTRIBUTE=VALUE")]
    pub(crate) settings: Vec<String>,
    /// List all types
    #[arg(short, long)]
    pub(crate) types: bool,
    /// Print YAML for Hiera and create_resources instead of Puppet code
    #[arg(long = "to_yaml", alias = "to-yaml", short = 'y')]
    pub(crate) to_yaml: bool,
    /// Show this parameter, too (can be repeated)
    #[arg(short, long, value_name = "PARAMETER")]
    pub(crate) param: Vec<String>,
    /// Exit with 1 if the resource could not be modified
    #[arg(long)]
    pub(crate) fail: bool,
    /// Manage the tree below this directory instead of the system
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}
