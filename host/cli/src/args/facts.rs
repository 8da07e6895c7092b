//! Owns the flags of `facts`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

/// `marotte facts`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Facts {
    #[command(subcommand)]
    command: Option<FactsCommand>,
    #[command(flatten)]
    show: FactsShow,
}

impl Facts {
    /// Returns what `show` is asked for, whether the word is there or not.
    pub(crate) fn show(&self) -> &FactsShow {
        match &self.command {
            Some(FactsCommand::Show(show)) => show,
            None => &self.show,
        }
    }
}

/// What there is to do with facts.
#[derive(Debug, Subcommand)]
pub(crate) enum FactsCommand {
    /// Show facts; the word can be left out
    Show(FactsShow),
}

/// `marotte facts show`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte facts                     all of them
  marotte facts os.family           a part of one
  marotte facts networking --render-as yaml

Facts in Ruby, and facts that need the network, are not gathered.

Exit codes: 0 they are shown, 1 they can't be gathered.")]
pub(crate) struct FactsShow {
    /// Facts, and what is inside of them: os, os.family, processors.models.0; all without one
    #[arg(value_name = "FACT")]
    pub(crate) facts: Vec<String>,
    /// Facts of older Facter versions too, when all are shown
    #[arg(long = "show-legacy")]
    pub(crate) show_legacy: bool,
    /// Only the value of the one fact that is asked for
    #[arg(long = "value-only")]
    pub(crate) value_only: bool,
    /// How long each fact took
    #[arg(long)]
    pub(crate) timing: bool,
    /// A folder of external facts; can be given several times
    #[arg(long = "external-dir", value_name = "DIR")]
    pub(crate) external_dir: Vec<PathBuf>,
    /// No external facts
    #[arg(long = "no-external-facts", conflicts_with = "external_dir")]
    pub(crate) no_external_facts: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}
