//! Dispatches commands; each has a module of its own.

mod agent;
mod apply;
mod authority;
pub(crate) mod catalog;
mod config;
mod describe;
mod doctor;
mod dump;
mod environment;
mod epp;
mod facts;
mod filebucket;
mod graph;
pub(crate) mod help;
mod html_file;
mod job;
mod lookup;
mod migrate;
mod module;
mod node;
pub(crate) mod node_database;
mod pages;
mod plan;
mod provider;
mod query;
mod report;
mod resource;
mod ruby;
mod run;
mod server;
mod service;
mod shadow;
mod ssl;
mod undo;
mod validate;

use std::process::ExitCode;

use anyhow::Result;

use crate::args::{CatalogCommand, Command, ConfigCommand, EppCommand, ParserCommand, PlanCommand};
use crate::console::Console;

/// Runs a command.
///
/// # Errors
/// Returns an error if the command failed; the error is shown to the user.
pub(crate) fn run(command: &Command, console: &mut Console) -> Result<ExitCode> {
    match command {
        Command::Apply(arguments) => apply::run(arguments, console),
        Command::Plan(PlanCommand::Show(arguments)) => plan::show(arguments, console),
        Command::Undo(arguments) => undo::run(arguments, console),
        Command::Report(arguments) => report::run(arguments, console),
        Command::Graph(arguments) => graph::run(arguments, console),
        Command::Catalog(CatalogCommand::Compile(arguments)) => catalog::compile(arguments, console),
        Command::Catalog(CatalogCommand::Diff(arguments)) => catalog::diff(arguments, console),
        Command::Epp(EppCommand::Render(arguments)) => epp::render(arguments, console),
        Command::Epp(EppCommand::Validate(arguments)) => epp::validate(arguments, console),
        Command::Facts(arguments) => facts::run(arguments.show(), console),
        Command::Lookup(arguments) => lookup::run(arguments, console),
        Command::Parser(ParserCommand::Validate(arguments)) => validate::run(arguments, console),
        Command::Parser(ParserCommand::Dump(arguments)) => dump::run(arguments, console),
        Command::Describe(arguments) => describe::run(arguments, console),
        Command::Doc(arguments) => describe::reference::run(arguments, console),
        Command::Resource(arguments) => resource::run(arguments, console),
        Command::Provider(command) => provider::run(command, console),
        Command::Environment(command) => environment::run(command, console),
        Command::Filebucket(command) => filebucket::run(command, console),
        Command::Module(command) => module::run(command, console),
        Command::Ruby(command) => ruby::run(command, console),
        Command::Migrate(command) => migrate::run(command, console),
        Command::Agent(arguments) => agent::run(arguments, console),
        Command::Ssl(command) => ssl::run(command, console),
        Command::Server(arguments) => server::run(arguments, console),
        Command::Query(arguments) => query::run(arguments, console),
        Command::Node(command) => node::run(command, console),
        Command::Job(command) => job::run(command, console),
        Command::Shadow(command) => shadow::run(command, console),
        Command::Ca(command) => authority::run(command, console),
        Command::Service(command) => service::run(command, console),
        Command::Doctor(_) => doctor::run(console),
        Command::Completions(arguments) => pages::completions(arguments, console),
        Command::Man(arguments) => pages::man(arguments, console),
        Command::Help(arguments) => Ok(help::run(arguments, console)),
        Command::Config(ConfigCommand::Print(arguments)) => config::print(arguments, console),
        Command::Config(ConfigCommand::Set(arguments)) => config::set(arguments, console),
        Command::Config(ConfigCommand::Delete(arguments)) => config::delete(arguments, console),
    }
}
