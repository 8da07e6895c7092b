//! Flags of `parser`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{Common, LanguageFlag};

// `marotte parser`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum ParserCommand {
    /// Check the syntax of manifests (.pp) and templates (.epp)
    Validate(Validate),
    /// Print the syntax tree of manifests
    Dump(Dump),
}

// `marotte parser dump`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte parser dump site.pp
  marotte parser dump -e '$a = 1' --format json --pretty

Exit codes: 0 success, 1 a file has syntax errors.")]
pub(crate) struct Dump {
    /// Files [default: standard input]
    #[arg(conflicts_with = "execute")]
    pub(crate) files: Vec<PathBuf>,
    /// Parse this Puppet code
    #[arg(short, long, value_name = "CODE")]
    pub(crate) execute: Option<String>,
    /// Output format: pn (S-expressions) or json
    #[arg(long, value_name = "FORMAT", default_value = "pn")]
    pub(crate) format: DumpFormat,
    /// Print one element per line, indented
    #[arg(long)]
    pub(crate) pretty: bool,
    #[command(flatten)]
    pub(crate) language: LanguageFlag,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Formats of syntax trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DumpFormat {
    Pn,
    Json,
}

// `marotte parser validate`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte parser validate site.pp
  marotte parser validate manifests templates

Exit codes: 0 all files are valid, 1 a file is not.")]
pub(crate) struct Validate {
    /// Files or directories [default: standard input]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageFlag,
    #[command(flatten)]
    pub(crate) common: Common,
}
