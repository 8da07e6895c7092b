//! Flags of `config`.

use clap::{Args, Subcommand};

use super::Common;

// `marotte config`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum ConfigCommand {
    /// Print the values of settings
    Print(Box<ConfigPrint>),
    /// Set a setting in marotte.conf
    Set(Box<ConfigSet>),
    /// Delete a setting from marotte.conf
    Delete(Box<ConfigDelete>),
}

// `marotte config print`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte config print                       print all settings
  marotte config print vardir --origin       print a setting with its origin

Exit codes: 0 success, 1 there is no such setting.")]
pub(crate) struct ConfigPrint {
    /// Names of settings [default: all]
    pub(crate) names: Vec<String>,
    /// Show the origin of each value: flag, environment variable, FILE:LINE or default
    #[arg(long)]
    pub(crate) origin: bool,
    /// Section of marotte.conf that takes precedence over main
    #[arg(long, value_name = "SECTION", default_value = "main")]
    pub(crate) section: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

// Section of the file to edit.
#[derive(Debug, Args)]
pub(crate) struct ConfigSection {
    /// Section of marotte.conf
    #[arg(long, value_name = "SECTION", default_value = "main")]
    pub(crate) section: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte config set`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte config set environment test
  marotte config set noop true --section user

Exit codes: 0 success, 1 the setting is unknown or the value not valid.")]
pub(crate) struct ConfigSet {
    /// Name of the setting
    pub(crate) name: String,
    /// Value
    pub(crate) value: String,
    #[command(flatten)]
    pub(crate) place: ConfigSection,
}

// `marotte config delete`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte config delete noop --section user

Exit codes: 0 success, 1 there is no such setting.")]
pub(crate) struct ConfigDelete {
    /// Name of the setting
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) place: ConfigSection,
}
