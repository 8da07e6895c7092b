//! Owns the flags of `config`.

use clap::{Args, Subcommand};

use super::Common;

/// `marotte config`
#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print the values of settings
    Print(Box<ConfigPrint>),
    /// Set a setting in the file of settings
    Set(Box<ConfigSet>),
    /// Take a setting out of the file of settings
    Delete(Box<ConfigDelete>),
}

/// `marotte config print`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte config print                       all settings
  marotte config print vardir --origin       one, and where it is from

Exit codes: 0 they are printed, 1 there is no such setting.")]
pub(crate) struct ConfigPrint {
    /// The names; without one, or with all, every setting
    pub(crate) names: Vec<String>,
    /// Say where each value is from: a flag, a variable of the environment, FILE:LINE, or default
    #[arg(long)]
    pub(crate) origin: bool,
    /// The section of the file that counts before main
    #[arg(long, value_name = "SECTION", default_value = "main")]
    pub(crate) section: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Which part of which file is changed.
#[derive(Debug, Args)]
pub(crate) struct ConfigSection {
    /// The section of the file
    #[arg(long, value_name = "SECTION", default_value = "main")]
    pub(crate) section: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte config set`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte config set environment test
  marotte config set noop true --section user

Exit codes: 0 it is set, 1 there is no such setting or value.")]
pub(crate) struct ConfigSet {
    /// The setting
    pub(crate) name: String,
    /// Its value
    pub(crate) value: String,
    #[command(flatten)]
    pub(crate) place: ConfigSection,
}

/// `marotte config delete`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte config delete noop --section user

Exit codes: 0 it is not set any more, 1 there is no such setting.")]
pub(crate) struct ConfigDelete {
    /// The setting
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) place: ConfigSection,
}
