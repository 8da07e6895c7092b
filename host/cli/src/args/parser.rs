//! Owns the flags of `parser`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{Common, LanguageFlag};

/// `marotte parser`
#[derive(Debug, Subcommand)]
pub(crate) enum ParserCommand {
    /// Check the syntax of manifests (.pp) and templates (.epp)
    Validate(Validate),
    /// Show how manifests are read, as a tree
    Dump(Dump),
}

/// `marotte parser dump`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte parser dump site.pp
  marotte parser dump -e '$a = 1' --format json --pretty

Exit codes: 0 all were read, 1 one or more were not.")]
pub(crate) struct Dump {
    /// Files; standard input without one
    #[arg(conflicts_with = "execute")]
    pub(crate) files: Vec<PathBuf>,
    /// Dump this code
    #[arg(short, long, value_name = "CODE")]
    pub(crate) execute: Option<String>,
    /// S-expressions (pn), or the same tree as json
    #[arg(long, value_name = "FORMAT", default_value = "pn")]
    pub(crate) format: DumpFormat,
    /// One element on each line, indented
    #[arg(long)]
    pub(crate) pretty: bool,
    #[command(flatten)]
    pub(crate) language: LanguageFlag,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The notations of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DumpFormat {
    Pn,
    Json,
}

/// `marotte parser validate`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte parser validate site.pp
  marotte parser validate manifests templates

Exit codes: 0 all are fine, 1 one or more are not.")]
pub(crate) struct Validate {
    /// Files, or folders to look through; standard input without one
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageFlag,
    #[command(flatten)]
    pub(crate) common: Common,
}
