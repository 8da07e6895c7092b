//! Owns the flags of `lookup`.

use clap::{Args, ValueEnum};

use super::{Common, Compile};

/// `marotte lookup`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte lookup ntp::servers
  marotte lookup ntp::servers --node node1.example.com --explain
  marotte lookup users --merge deep

The value is printed as YAML, explanations as text; --render-as s or json say otherwise.
Exit codes: 0 there is a value, 1 there is none.")]
pub(crate) struct Lookup {
    /// The keys; the first that has a value counts
    #[arg(value_name = "KEY", required_unless_present = "explain_options")]
    pub(crate) keys: Vec<String>,
    /// Say how the value was found
    #[arg(long)]
    pub(crate) explain: bool,
    /// Say how the options of lookups were found
    #[arg(long = "explain-options")]
    pub(crate) explain_options: bool,
    /// How values are merged
    #[arg(long, value_name = "STRATEGY")]
    pub(crate) merge: Option<MergeStrategy>,
    /// What values begin with that take others away; with --merge deep
    #[arg(long = "knock-out-prefix", value_name = "PREFIX", requires = "merge")]
    pub(crate) knock_out_prefix: Option<String>,
    /// Sort merged arrays; with --merge deep
    #[arg(long = "sort-merged-arrays", requires = "merge")]
    pub(crate) sort_merged_arrays: bool,
    /// Merge hashes inside of arrays; with --merge deep
    #[arg(long = "merge-hash-arrays", requires = "merge")]
    pub(crate) merge_hash_arrays: bool,
    /// The data type that the value must be of
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) value_type: Option<String>,
    /// The value if there is none
    #[arg(long, value_name = "VALUE")]
    pub(crate) default: Option<String>,
    /// The node to look up for, instead of this machine
    #[arg(long, value_name = "NODE")]
    pub(crate) node: Option<String>,
    /// Compile the environment's manifests first, for the variables that they set
    #[arg(long = "compile")]
    pub(crate) compiles: bool,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// How values of several levels become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MergeStrategy {
    First,
    Unique,
    Hash,
    Deep,
}
