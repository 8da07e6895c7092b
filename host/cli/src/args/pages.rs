//! Owns the flags of `completions` and `man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use super::Common;

/// `marotte completions`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte completions bash > /usr/share/bash-completion/completions/marotte
  marotte completions fish > ~/.config/fish/completions/marotte.fish

Exit codes: 0 they are printed, 1 there are none for that shell.")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte man`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte man | man -l -
  marotte man /usr/local/share/man/man1

Exit codes: 0 they are written, 1 they can't be.")]
pub(crate) struct Man {
    /// The folder that the pages are written to, one for each verb; without it, the one of marotte itself is printed
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}
