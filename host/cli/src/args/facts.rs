//! Flags of `facts`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

// `marotte facts`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Facts {
    #[command(subcommand)]
    command: Option<FactsCommand>,
    #[command(flatten)]
    show: FactsShow,
}

impl Facts {
    /// Returns the arguments of `show`, whether or not the word is given.
    pub(crate) fn show(&self) -> &FactsShow {
        match &self.command {
            Some(FactsCommand::Show(show)) => show,
            None => &self.show,
        }
    }
}

// Subcommands of `facts`.
#[derive(Debug, Subcommand)]
pub(crate) enum FactsCommand {
    /// Show facts (default)
    Show(FactsShow),
}

// `marotte facts show`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte facts                     show all facts
  marotte facts os.family           show part of a fact
  marotte facts networking --render-as yaml

Facts that modules implement in Ruby need the interpreter ('marotte ruby add FILE'). Facts that need the network are not \
collected.

Exit codes: 0 success, 1 failure.")]
pub(crate) struct FactsShow {
    /// Facts or parts of them: os, os.family, processors.models.0 [default: all]
    #[arg(value_name = "FACT")]
    pub(crate) facts: Vec<String>,
    /// Include legacy facts when all facts are shown
    #[arg(long = "show-legacy")]
    pub(crate) show_legacy: bool,
    /// Print only the value of the requested fact
    #[arg(long = "value-only")]
    pub(crate) value_only: bool,
    /// Show the time that each fact took
    #[arg(long)]
    pub(crate) timing: bool,
    /// Directory of external facts (can be repeated)
    #[arg(long = "external-dir", value_name = "DIR")]
    pub(crate) external_dir: Vec<PathBuf>,
    /// Ignore external facts
    #[arg(long = "no-external-facts", conflicts_with = "external_dir")]
    pub(crate) no_external_facts: bool,
    /// Ignore facts that modules implement in Ruby
    #[arg(long = "no-custom-facts")]
    pub(crate) no_custom_facts: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}
