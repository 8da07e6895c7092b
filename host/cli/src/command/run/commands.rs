//! The commands of the settings `prerun_command` and `postrun_command`. The messages are Puppet's.

use std::path::Path;

use catalog::Level;
use engine::Settings;
use launcher::{Launch, StreamMode};

use crate::console::Console;

/// The commands before and after the application of a catalog. A dry run and a run with `--root` do not run them, since they are
/// not restricted.
pub(super) struct RunCommands {
    before: String,
    after: String,
    /// Why they do not run.
    omission: Option<&'static str>,
}

impl RunCommands {
    /// Reads the commands from the settings.
    pub(super) fn new(settings: &Settings, is_dry: bool) -> Self {
        let omission = match () {
            () if is_dry => Some("in a dry run"),
            () if settings.root != Path::new("/") => Some("with --root"),
            () => None,
        };
        Self { before: settings.prerun_command.value.clone(), after: settings.postrun_command.value.clone(), omission }
    }

    /// Runs the command before. Returns whether the catalog can be applied.
    pub(super) fn run_before(&self, console: &mut Console) -> bool {
        self.run("prerun_command", &self.before, console)
    }

    /// Runs the command after. Returns whether it was successful.
    pub(super) fn run_after(&self, console: &mut Console) -> bool {
        self.run("postrun_command", &self.after, console)
    }

    fn run(&self, setting: &str, command: &str, console: &mut Console) -> bool {
        if command.is_empty() {
            return true;
        }
        if let Some(reason) = self.omission {
            console.log(Level::Notice, "", &format!("The command in {setting} is not run {reason}: {command}"));
            return true;
        }
        let launch = Launch { errors: StreamMode::Merged, ..Launch::inheriting("/bin/sh", ["-c", command]) };
        let reason = match launch.run() {
            Ok(output) if output.status == 0 => return true,
            Ok(output) => {
                let printed = String::from_utf8_lossy(&output.stdout);
                format!("Execution of '{command}' returned {}: {}", output.status, printed.trim_end())
            }
            Err(error) => format!("Could not execute '{command}': {error}"),
        };
        console.log(Level::Err, "", &format!("Could not run command from {setting}: {reason}"));
        false
    }
}
