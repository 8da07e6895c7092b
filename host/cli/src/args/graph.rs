//! Owns the flags of `graph`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Common, Compile};

/// `marotte graph`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte graph site.pp --format svg --output site.svg   what a manifest makes
  marotte graph --run 12 | dot -Tpng > 12.png             what became of it

Cycles are red. Of a run, what became of the resources is shown, and orderings that nobody declared are marked: one resource
used what another one changed later.

Exit codes: 0 it is drawn, 1 the manifest does not compile or there is no such run.")]
pub(crate) struct Graph {
    /// The manifest, or a folder of them; without one the environment's manifests
    #[arg(conflicts_with_all = ["execute", "manifest"])]
    pub(crate) file: Option<PathBuf>,
    /// Draw this code
    #[arg(short, long, value_name = "CODE", conflicts_with = "manifest")]
    pub(crate) execute: Option<String>,
    /// Draw this catalog, as `catalog compile` prints it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "manifest", "execute"])]
    pub(crate) catalog: Option<PathBuf>,
    /// Draw what this run applied
    #[arg(long, value_name = "RUN", conflicts_with_all = ["file", "manifest", "execute", "catalog"])]
    pub(crate) run: Option<u64>,
    /// How it is drawn: dot, which GraphViz reads, or svg
    #[arg(long, value_name = "FORMAT", default_value = "dot")]
    pub(crate) format: GraphFormat,
    /// Write it to this file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The tree that is managed
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// How a graph is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    Dot,
    Svg,
}
