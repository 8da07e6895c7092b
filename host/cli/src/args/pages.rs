//! Flags of `completions`, `man` and `help`.

use std::path::PathBuf;

use clap::Args;

use super::Common;
use crate::completion::Shell;

// `marotte completions`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  # install the script for all users
  marotte completions bash > /usr/share/bash-completion/completions/marotte
  marotte completions zsh > /usr/local/share/zsh/site-functions/_marotte
  # install the script for one user
  marotte completions fish > ~/.config/fish/completions/marotte.fish

The script runs marotte to complete commands, flags and values: resource types and attributes, settings, facts, runs, \
tags, environments. Nothing is changed and no fact script is run.

Exit codes: 0 success, 1 failure.")]
pub(crate) struct Completions {
    /// Shell
    pub(crate) shell: Shell,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte man`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte man | man -l -
  marotte man /usr/local/share/man/man1

Exit codes: 0 success, 1 failure.")]
pub(crate) struct Man {
    /// Directory for one page per command [default: print the page of marotte]
    #[arg(value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte help`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte help apply
  marotte help provider add
  marotte help settings

Topics: getting-started, settings, grants, providers, migrating, exit-codes

Exit codes: 0 success, 1 unknown command or topic.")]
pub(crate) struct Help {
    /// Command with its subcommand, or topic [default: list the commands and topics]
    #[arg(value_name = "COMMAND|TOPIC")]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}
