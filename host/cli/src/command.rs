//! Owns the dispatch of verbs; each has a file of its own.

mod apply;
mod catalog;
mod describe;
mod dump;
mod provider;
mod validate;

use std::process::ExitCode;

use anyhow::Result;

use crate::args::{CatalogCommand, Command, ParserCommand, ProviderCommand};

/// Runs a verb.
///
/// # Errors
/// It could not be done; the error is for the user.
pub(crate) fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Apply(arguments) => apply::run(&arguments),
        Command::Catalog(CatalogCommand::Compile(arguments)) => catalog::compile(&arguments),
        Command::Catalog(CatalogCommand::Diff(arguments)) => catalog::diff(&arguments),
        Command::Parser(ParserCommand::Validate(arguments)) => validate::run(&arguments),
        Command::Parser(ParserCommand::Dump(arguments)) => dump::run(&arguments),
        Command::Describe(arguments) => describe::run(&arguments),
        Command::Provider(ProviderCommand::List(arguments)) => provider::list(&arguments),
    }
}
