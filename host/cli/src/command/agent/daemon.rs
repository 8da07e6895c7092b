//! The agent at regular intervals. Each run is a process of its own, so that it cannot affect later ones, and an upgraded program
//! or changed settings are used by the next run.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use agent::PidFile;
use anyhow::{Context as _, Result, bail};
use catalog::Level;
use engine::Settings;
use launcher::{Launch, StreamMode, inherited_environment, set_variable};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::iterator::Signals;

use super::node::random_below;
use crate::console::Console;
use crate::exit;

/// The interval if the setting is unlimited: the agent runs only on SIGUSR1.
const NEVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Flags of the agent that a run does not inherit.
const OWN_FLAGS: [&str; 6] = ["--daemonize", "--no-daemonize", "--onetime", "--no-onetime", "--splay", "--no-splay"];

/// An event that the agent waits for.
enum DaemonEvent {
    Signal(i32),
    /// A run has ended, or could not be started.
    Ended(Option<io::Error>),
}

/// Runs the agent until it receives a signal, or starts it in the background.
///
/// # Errors
/// Returns an error if another agent is running, or a file cannot be written.
pub(super) fn run(settings: Settings, console: &mut Console) -> Result<ExitCode> {
    // The path is determined before an upgrade can replace the program.
    let program = env::current_exe().context("Could not find the path of this program")?;
    if *settings.daemonize {
        return start(&program, &settings, console);
    }
    let Some(_pid_file) = PidFile::create(&settings.pidfile)? else {
        bail!("Could not create PID file: {}: another agent is running", settings.pidfile.display());
    };
    let (sender, events) = mpsc::channel();
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2])?;
    let of_signals = sender.clone();
    thread::spawn(move || signals.forever().try_for_each(|signal| of_signals.send(DaemonEvent::Signal(signal))));
    console.log(Level::Notice, "", &format!("Starting agent version {}", env!("MAROTTE_VERSION")));
    Daemon { program, settings, sender, is_running: false }.serve(&events, console);
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Starts the agent in the background. As in Puppet, it then logs to syslog unless a setting selects other destinations.
fn start(program: &PathBuf, settings: &Settings, console: &mut Console) -> Result<ExitCode> {
    if PidFile::create(&settings.pidfile)?.is_none() {
        bail!("Could not create PID file: {}: another agent is running", settings.pidfile.display());
    }
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
fn launch(program: &PathBuf, flags: &[&str]) -> Launch {
    let given = env::args_os().skip(1).filter(|word| !OWN_FLAGS.iter().any(|flag| word == flag));
    let words: Vec<OsString> = given.chain(flags.iter().map(Into::into)).collect();
    Launch {
        output: StreamMode::Inherited,
        errors: StreamMode::Inherited,
        ..Launch::new(program, words, inherited_environment())
    }
}

struct Daemon {
    program: PathBuf,
    settings: Settings,
    sender: Sender<DaemonEvent>,
    is_running: bool,
}

impl Daemon {
    /// Starts runs until a signal ends the agent.
    fn serve(&mut self, events: &Receiver<DaemonEvent>, console: &mut Console) {
        let mut next = Instant::now() + self.splay(console);
        let mut is_ending = false;
        while !is_ending || self.is_running {
            if !is_ending && !self.is_running && Instant::now() >= next {
                // The interval is that between the starts of runs.
                next = Instant::now() + self.interval();
                self.start_run(console);
            }
            let left = if self.is_running { NEVER } else { next.saturating_duration_since(Instant::now()) };
            match events.recv_timeout(left) {
                Ok(DaemonEvent::Ended(failure)) => {
                    self.is_running = false;
                    if let Some(error) = failure {
                        console.log(Level::Err, "", &format!("Could not start a run: {error}"));
                    }
                }
                Ok(DaemonEvent::Signal(SIGUSR1)) => {
                    let when = if self.is_running { "after the current one" } else { "now" };
                    console.log(Level::Notice, "", &format!("Caught USR1; a run starts {when}"));
                    next = Instant::now();
                }
                Ok(DaemonEvent::Signal(SIGHUP | SIGUSR2)) => {
                    self.reload(console);
                    next = next.min(Instant::now() + self.interval());
                }
                Ok(DaemonEvent::Signal(signal)) => {
                    let name = if signal == SIGINT { "INT" } else { "TERM" };
                    console.log(Level::Notice, "", &format!("Caught {name}; exiting"));
                    launcher::interrupt_commands();
                    is_ending = true;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn interval(&self) -> Duration {
        self.settings.runinterval.unwrap_or(NEVER).max(Duration::from_secs(1))
    }

    fn splay(&self, console: &mut Console) -> Duration {
        if !*self.settings.splay {
            return Duration::ZERO;
        }
        let seconds = random_below(self.settings.splaylimit.unwrap_or_default().as_secs().saturating_add(1));
        console.log(Level::Info, "", &format!("The first run starts in {seconds} seconds (splay is enabled)"));
        Duration::from_secs(seconds)
    }

    fn start_run(&mut self, console: &mut Console) {
        let launch = launch(&self.program, &["--onetime", "--no-daemonize", "--no-splay"]);
        let sender = self.sender.clone();
        self.is_running = true;
        let run = move || {
            let failure = launch.run().err();
            // The agent waits for a run before it ends.
            let _ = sender.send(DaemonEvent::Ended(failure));
        };
        if let Err(error) = thread::Builder::new().name("run".into()).spawn(run) {
            self.is_running = false;
            console.log(Level::Err, "", &format!("Could not start a run: {error}"));
        }
    }

    /// Reads the settings again. If they are not valid, the previous ones are used.
    fn reload(&mut self, console: &mut Console) {
        let given = self.settings.texts.flags().clone();
        match Settings::load(&given, None, "agent") {
            Ok((settings, _)) => {
                self.settings = settings;
                // Log files are opened again, since they may have been renamed.
                if let Err(error) = console.apply_settings(&self.settings) {
                    console.fail(&error);
                }
                console.log(Level::Notice, "", "The settings were read again");
            }
            Err(error) => console.log(Level::Err, "", &format!("The settings cannot be read: {error:#}")),
        }
    }
}
