//! The `provider` commands.

use std::process::ExitCode;

use anyhow::Result;

use crate::args::ProviderCommand;
use crate::console::Console;

pub(super) mod acceptance;
mod add;
mod build;
mod changes;
mod docs;
mod index;
mod list;
mod mirror;
mod new;
mod pack;
pub(super) mod place;
mod publish;
mod remove;
mod restore;
mod run;
mod search;
mod show;
mod sign;
mod test;
mod update;
mod verify;
mod watch;

/// Runs a `provider` command.
///
/// # Errors
/// Returns an error if the command fails; the error is shown to the user.
pub(super) fn run(command: &ProviderCommand, console: &mut Console) -> Result<ExitCode> {
    match command {
        ProviderCommand::List(arguments) => list::run(arguments, console),
        ProviderCommand::Add(arguments) => add::run(arguments, console),
        ProviderCommand::Update(arguments) => update::run(arguments, console),
        ProviderCommand::Remove(arguments) => remove::run(arguments, console),
        ProviderCommand::Verify(arguments) => verify::run(arguments, console),
        ProviderCommand::Trust(arguments) => sign::trust(arguments, console),
        ProviderCommand::Keygen(arguments) => sign::keygen(arguments, console),
        ProviderCommand::Sign(arguments) => sign::sign(arguments, console),
        ProviderCommand::New(arguments) => new::run(arguments, console),
        ProviderCommand::Build(arguments) => build::run(arguments, console),
        ProviderCommand::Docs(arguments) => docs::run(arguments, console),
        ProviderCommand::Show(arguments) => show::run(arguments, console),
        ProviderCommand::Test(arguments) => test::run(arguments, console),
        ProviderCommand::Run(arguments) => run::run(arguments, console),
        ProviderCommand::Watch(arguments) => watch::run(arguments, console),
        ProviderCommand::Pack(arguments) => pack::run(arguments, console),
        ProviderCommand::Publish(arguments) => publish::run(arguments, console),
        ProviderCommand::Mirror(arguments) => mirror::run(arguments, console),
        ProviderCommand::Index(arguments) => index::run(arguments, console),
        ProviderCommand::Search(arguments) => search::run(arguments, console),
    }
}
