//! Flags of `lookup`.

use clap::{Args, ValueEnum};

use super::{Common, Compile};

// `marotte lookup`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte lookup ntp::servers
  marotte lookup ntp::servers --node node1.example.com --explain
  marotte lookup users --merge deep

Prints values as YAML and explanations as text unless --render-as selects s or json.
Exit codes: 0 a value was found, 1 no value was found.")]
pub(crate) struct Lookup {
    /// Keys; the first one with a value is used
    #[arg(value_name = "KEY", required_unless_present = "explain_options")]
    pub(crate) keys: Vec<String>,
    /// Explain how the value was found
    #[arg(long)]
    pub(crate) explain: bool,
    /// Explain how the lookup options were found
    #[arg(long = "explain-options")]
    pub(crate) explain_options: bool,
    /// Merge strategy
    #[arg(long, value_name = "STRATEGY")]
    pub(crate) merge: Option<MergeStrategy>,
    /// Prefix that removes a value in a deep merge
    #[arg(long = "knock-out-prefix", value_name = "PREFIX", requires = "merge")]
    pub(crate) knock_out_prefix: Option<String>,
    /// Sort merged arrays; with --merge deep
    #[arg(long = "sort-merged-arrays", requires = "merge")]
    pub(crate) sort_merged_arrays: bool,
    /// Merge hashes within arrays; with --merge deep
    #[arg(long = "merge-hash-arrays", requires = "merge")]
    pub(crate) merge_hash_arrays: bool,
    /// Expected data type of the value
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) value_type: Option<String>,
    /// Value to use if no key is found
    #[arg(long, value_name = "VALUE")]
    pub(crate) default: Option<String>,
    /// Node to look up data for [default: this system]
    #[arg(long, value_name = "NODE")]
    pub(crate) node: Option<String>,
    /// Compile the environment's manifests first to get their variables
    #[arg(long = "compile")]
    pub(crate) compiles: bool,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Merge strategies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MergeStrategy {
    First,
    Unique,
    Hash,
    Deep,
}
