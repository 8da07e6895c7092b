//! The agent at regular intervals, in the foreground or in the background.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use agent::{Daemon, DaemonContext, PidFile};
use anyhow::{Context as _, Result, bail};
use catalog::Level;
use engine::{Logger, Settings};
use launcher::{Launch, StreamMode, inherited_environment, set_variable};
use syntax::{Diagnostic, SourceMap};
use transaction::Log;

use crate::args::Agent;
use crate::console::Console;
use crate::exit;

/// Flags of the agent that a run does not inherit.
const OWN_FLAGS: [&str; 6] = ["--daemonize", "--no-daemonize", "--onetime", "--no-onetime", "--splay", "--no-splay"];

/// Runs the agent until it receives a signal, or starts it in the background.
///
/// # Errors
/// Returns an error if another agent is running, or a file cannot be written.
pub(super) fn run(arguments: &Agent, settings: Settings, console: &mut Console) -> Result<ExitCode> {
    // The path is determined before an upgrade can replace the program.
    let program = env::current_exe().context("Could not find the path of this program")?;
    let Some(pid_file) = PidFile::create(&settings.pidfile)? else {
        bail!("Could not create PID file: {}: another agent is running", settings.pidfile.display());
    };
    if *settings.daemonize {
        drop(pid_file);
        return start(&program, &settings, console);
    }
    let command = launch(&program, &["--onetime", "--no-daemonize", "--no-splay"]);
    let certname = super::identity_files(&settings)?.certname;
    let mut daemon = Daemon::new(command, settings, certname)?;
    console.log(Level::Notice, "", &format!("Starting agent version {}", env!("MAROTTE_VERSION")));
    daemon.serve(&mut AgentContext { arguments, console });
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Starts the agent in the background. As in Puppet, it then logs to syslog unless a setting selects other destinations.
fn start(program: &Path, settings: &Settings, console: &mut Console) -> Result<ExitCode> {
    let mut launch = launch(program, &["--no-daemonize"]);
    if settings.logdest.is_empty() {
        set_variable(&mut launch.environment, "MAROTTE_LOGDEST", "syslog");
    }
    (launch.output, launch.errors) = (StreamMode::Discarded, StreamMode::Discarded);
    let pid = launch.detach().context("Could not start the agent in the background")?;
    console.log(Level::Info, "", &format!("The agent runs in the background as process {pid}"));
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns this command with other flags.
fn launch(program: &Path, flags: &[&str]) -> Launch {
    let given = env::args_os().skip(1).filter(|word| !OWN_FLAGS.iter().any(|flag| word == flag));
    let words: Vec<OsString> = given.chain(flags.iter().map(Into::into)).collect();
    Launch {
        output: StreamMode::Inherited,
        errors: StreamMode::Inherited,
        ..Launch::new(program, words, inherited_environment())
    }
}

/// The console of an agent.
struct AgentContext<'a> {
    arguments: &'a Agent,
    console: &'a mut Console,
}

impl DaemonContext for AgentContext<'_> {
    fn reload(&mut self) -> Result<Settings, String> {
        self.console.settings(&self.arguments.common, None, "agent").map_err(|error| format!("{error:#}"))
    }
}

impl Logger for AgentContext<'_> {
    fn enabled(&self, level: Level) -> bool {
        Logger::enabled(self.console, level)
    }

    fn write(&mut self, message: &Log) {
        Logger::write(self.console, message);
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic, sources: &SourceMap, before: &str, after: &str) {
        Logger::diagnostic(self.console, diagnostic, sources, before, after);
    }
}
