//! The agent at regular intervals. Each run is a process of its own, so that it cannot affect later ones, and an upgraded program
//! or changed settings are used by the next run.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use catalog::Level;
use engine::settings::types::CatalogTerminus;
use engine::{Logger, Settings};
use identity::Certname;
use launcher::Launch;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::iterator::Signals;

use crate::error::AgentError;
use crate::next_run::{self, NextRun};
use crate::splay;

/// The interval if the setting is unlimited: the agent runs only on SIGUSR1.
const NEVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The log of a daemon, and its settings.
pub trait DaemonContext: Logger {
    /// Reads the settings again, and opens log files again, since they may have been renamed.
    ///
    /// # Errors
    /// Returns an error if the settings are not valid; the previous ones are used then.
    fn reload(&mut self) -> Result<Settings, String>;
}

/// An agent that starts runs at regular intervals.
pub struct Daemon {
    run: Launch,
    settings: Arc<Mutex<Settings>>,
    /// Runs of jobs that have not started.
    waiting: VecDeque<NextRun>,
    sender: Sender<DaemonEvent>,
    events: Receiver<DaemonEvent>,
    is_running: bool,
}

/// An event that the agent waits for.
pub(crate) enum DaemonEvent {
    Signal(i32),
    /// A job of the server assigns a run.
    Job(NextRun),
    /// A run has ended, or could not be started.
    Ended(Option<io::Error>),
}

impl Daemon {
    /// Prepares an agent that starts the given command for each run: at intervals, and for the jobs of the server. From now on, signals
    /// do not end this process.
    ///
    /// # Errors
    /// Returns an error if signals cannot be handled.
    pub fn new(run: Launch, settings: Settings, certname: Certname) -> Result<Self, AgentError> {
        let failed = |error| AgentError::file("signals".as_ref())(error);
        let (sender, events) = mpsc::channel();
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2]).map_err(failed)?;
        let of_signals = sender.clone();
        thread::spawn(move || signals.forever().try_for_each(|signal| of_signals.send(DaemonEvent::Signal(signal))));
        let is_remote = *settings.catalog_terminus == CatalogTerminus::Rest;
        let settings = Arc::new(Mutex::new(settings));
        if is_remote {
            next_run::receive(Arc::clone(&settings), certname, sender.clone()).map_err(failed)?;
        }
        Ok(Self { run, settings, waiting: VecDeque::new(), sender, events, is_running: false })
    }

    /// Starts runs until SIGTERM or SIGINT arrives, which a run in progress receives as well. SIGUSR1 starts a run, SIGHUP and
    /// SIGUSR2 reload the settings.
    pub fn serve(&mut self, context: &mut dyn DaemonContext) {
        let mut next = Instant::now() + self.splay(context);
        let mut is_ending = false;
        while !is_ending || self.is_running {
            if !is_ending && !self.is_running && Instant::now() >= next {
                // The interval is that between the starts of runs.
                next = Instant::now() + self.interval();
                self.start_run(&[], context);
            }
            if !is_ending
                && !self.is_running
                && let Some(run) = self.waiting.pop_front()
            {
                context.log(Level::Notice, "", &format!("A run starts for job {}", run.job_id));
                self.start_run(&run.flags(), context);
            }
            let left = if self.is_running { NEVER } else { next.saturating_duration_since(Instant::now()) };
            match self.events.recv_timeout(left) {
                Ok(DaemonEvent::Ended(failure)) => {
                    self.is_running = false;
                    failure.iter().for_each(|error| not_started(error, context));
                }
                Ok(DaemonEvent::Job(run)) => self.waiting.push_back(run),
                Ok(DaemonEvent::Signal(SIGUSR1)) => {
                    let when = if self.is_running { "after the current one" } else { "now" };
                    context.log(Level::Notice, "", &format!("Caught USR1; a run starts {when}"));
                    next = Instant::now();
                }
                Ok(DaemonEvent::Signal(SIGHUP | SIGUSR2)) => {
                    self.reload(context);
                    next = next.min(Instant::now() + self.interval());
                }
                Ok(DaemonEvent::Signal(signal)) => {
                    let name = if signal == SIGINT { "INT" } else { "TERM" };
                    context.log(Level::Notice, "", &format!("Caught {name}; exiting"));
                    launcher::interrupt_commands();
                    is_ending = true;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn settings(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn interval(&self) -> Duration {
        self.settings().runinterval.unwrap_or(NEVER).max(Duration::from_secs(1))
    }

    fn splay(&self, context: &mut dyn DaemonContext) -> Duration {
        if !*self.settings().splay {
            return Duration::ZERO;
        }
        let time = splay::random_part(*self.settings().splaylimit);
        let message = format!("The first run starts in {} seconds (splay is enabled)", time.as_secs());
        context.log(Level::Info, "", &message);
        time
    }

    /// Starts a run with further flags.
    fn start_run(&mut self, flags: &[String], context: &mut dyn DaemonContext) {
        let (mut launch, sender) = (self.run.clone(), self.sender.clone());
        launch.arguments.extend(flags.iter().map(Into::into));
        self.is_running = true;
        // The agent waits for a run before it ends.
        let run = move || drop(sender.send(DaemonEvent::Ended(launch.run().err())));
        if let Err(error) = thread::Builder::new().name("run".into()).spawn(run) {
            self.is_running = false;
            not_started(&error, context);
        }
    }

    fn reload(&mut self, context: &mut dyn DaemonContext) {
        match context.reload() {
            Ok(settings) => {
                *self.settings() = settings;
                context.log(Level::Notice, "", "The settings were read again");
            }
            Err(reason) => context.log(Level::Err, "", &format!("The settings cannot be read: {reason}")),
        }
    }
}

fn not_started(error: &io::Error, context: &mut dyn DaemonContext) {
    context.log(Level::Err, "", &format!("Could not start a run: {error}"));
}
