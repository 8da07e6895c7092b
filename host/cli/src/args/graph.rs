//! Flags of `graph`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Common, Compile};

// `marotte graph`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  # draw the catalog of a manifest
  marotte graph site.pp --format svg --output site.svg
  # draw a run
  marotte graph --run 12 | dot -Tpng > 12.png

Cycles are red. The graph of a run shows the result of each resource and marks missing dependencies, where a resource \
used something that a later resource changed.

Exit codes: 0 success, 1 the manifest does not compile or there is no such run.")]
pub(crate) struct Graph {
    /// Manifest or directory of manifests [default: the environment's manifests]
    #[arg(conflicts_with_all = ["execute", "manifest"])]
    pub(crate) file: Option<PathBuf>,
    /// Draw the catalog of this Puppet code
    #[arg(short, long, value_name = "CODE", conflicts_with = "manifest")]
    pub(crate) execute: Option<String>,
    /// Draw a catalog in the JSON format of `catalog compile`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "manifest", "execute"])]
    pub(crate) catalog: Option<PathBuf>,
    /// Draw the catalog of this run with its results
    #[arg(long, value_name = "RUN", conflicts_with_all = ["file", "manifest", "execute", "catalog"])]
    pub(crate) run: Option<u64>,
    /// Output format: dot (Graphviz) or svg
    #[arg(long, value_name = "FORMAT", default_value = "dot")]
    pub(crate) format: GraphFormat,
    /// Output file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Managed tree
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Graph formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    Dot,
    Svg,
}
