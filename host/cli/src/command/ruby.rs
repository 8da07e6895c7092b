//! `ruby`: the interpreter for functions that modules implement in Ruby.

use std::process::ExitCode;

use anyhow::{Result, bail};
use catalog::Level;
use engine::ruby::InstalledRuby;
use serde_json::{Value as Json, json};

use crate::args::{RubyAdd, RubyCommand, RubyRemove, RubyShow};
use crate::console::Console;
use crate::exit;

/// Runs a `ruby` command.
///
/// # Errors
/// Returns an error if the command fails.
pub(crate) fn run(command: &RubyCommand, console: &mut Console) -> Result<ExitCode> {
    match command {
        RubyCommand::Add(arguments) => add(arguments, console),
        RubyCommand::Show(arguments) => show(arguments, console),
        RubyCommand::Remove(arguments) => remove(arguments, console),
    }
}

fn add(arguments: &RubyAdd, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let preparing = "Preparing the native code of the interpreter, which takes about a minute";
    let installed = settings.ruby().add(&arguments.file, || console.log(Level::Notice, "", preparing))?;
    print(&installed, console);
    Ok(ExitCode::from(exit::SUCCESS))
}

fn show(arguments: &RubyShow, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    match settings.ruby().installed()? {
        Some(installed) => print(&installed, console),
        None => bail!("No Ruby interpreter is installed; install one with 'marotte ruby add FILE'"),
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn remove(arguments: &RubyRemove, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    if !settings.ruby().remove()? {
        bail!("No Ruby interpreter is installed");
    }
    console.log(Level::Notice, "", "The Ruby interpreter was removed");
    Ok(ExitCode::from(exit::SUCCESS))
}

fn print(installed: &InstalledRuby, console: &mut Console) {
    match console.is_structured() {
        true => console.print_data(&as_json(installed)),
        false => console.print(&as_text(installed)),
    }
}

fn as_json(installed: &InstalledRuby) -> Json {
    json!({
        "release": installed.release,
        "file": installed.file,
        "sha256": installed.digest,
        "native_code": installed.native,
    })
}

fn as_text(installed: &InstalledRuby) -> String {
    let native = match &installed.native {
        Some(file) => file.display().to_string(),
        None => "is prepared on the next use".to_owned(),
    };
    format!(
        "Release:      {}\nFile:         {}\nSHA-256:      {}\nNative code:  {native}\n",
        installed.release,
        installed.file.display(),
        installed.digest
    )
}
