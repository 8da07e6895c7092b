//! Console output: log messages with Puppet's prefixes, streams and colours, and the progress bar. No other
//! module prints. `destination` contains the log destinations other than the streams.

mod destination;
mod difference;
mod progress;

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, IsTerminal as _, LineWriter, Write as _};
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use catalog::{Level, ResourceRef};
use engine::log::message_of;
use engine::{DirectoryEnvironment, Engine, Logger, Settings};
use syntax::{Diagnostic, Severity, SourceMap};
use transaction::Log;

use crate::args::{Common, RenderAs, TraceFormat};
use crate::hooks::Hooks;
use crate::render;
use crate::ruby_output::data_to_yaml;
use engine::clock::LocalZone;
use engine::settings::types::{ColorChoice, SettingType as _};
use report::digests::short_digests;
use report::sanitize::{mark_continuations, printable, printable_line};
use runtime::CopyProgress;

use destination::Destination;
use progress::{PROGRESS_DELAY, RunningResource, progress_bar};

/// Destinations and format of log messages.
pub(crate) struct Console {
    least: Level,
    /// Only warnings and errors are shown.
    is_quiet: bool,
    /// The log destinations; only the console until the settings are loaded.
    destinations: Vec<Destination>,
    zone: Option<LocalZone>,
    colored_out: bool,
    colored_err: bool,
    is_out_terminal: bool,
    is_err_terminal: bool,
    started: Instant,
    hooks: Hooks,
    bar: Rc<RefCell<Option<ProgressBar>>>,
    has_progress: bool,
    /// The format of results; unless it is text, log messages are JSON objects on standard error.
    format: RenderAs,
    /// The number of the run that log messages belong to.
    run: Option<u64>,
    /// Standard output contains only the result of the command.
    is_beside_answer: bool,
    /// The causes of errors are shown.
    traces: bool,
    /// The messages for the report, if one will be written.
    record: Option<Vec<Log>>,
    /// Results that another command includes in its own.
    held: Option<Vec<serde_json::Value>>,
    /// The error of a result that could not be written.
    lost: Option<io::Error>,
    /// The resource that is being applied.
    resource: Arc<Mutex<Option<RunningResource>>>,
    /// Progress of the copy of a large content.
    copy_progress: Arc<CopyProgress>,
}

/// Writes messages about signals to standard error, from another thread than the one that owns the console.
pub(crate) struct InterruptMessages {
    resource: Arc<Mutex<Option<RunningResource>>>,
    is_colored: bool,
    /// The number of the run, if messages are JSON objects.
    json: Option<Option<u64>>,
}

impl InterruptMessages {
    /// Returns the name of the resource that is being applied.
    pub(crate) fn current(&self) -> Option<String> {
        let resource = self.resource.lock().unwrap_or_else(PoisonError::into_inner);
        resource.as_ref().map(|resource| printable_line(&resource.reference.to_string()))
    }

    /// Writes a warning.
    pub(crate) fn write(&self, message: &str) {
        let level = Level::Warning;
        let line = match (self.json, self.is_colored) {
            (Some(run), _) => render::log_as_json(&message_of(level, "", message), run),
            (None, true) => format!("{}{}: {message}\x1b[0m\n", color_of(level), level.label()),
            (None, false) => format!("{}: {message}\n", level.label()),
        };
        // The terminal may be closed.
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

impl Console {
    /// Creates a console from flags: the minimum level and colours. [`Console::apply_settings`] applies the
    /// settings as well.
    pub(crate) fn new(common: &Common, hooks: Hooks) -> Self {
        let color = common.settings.given().get("color").map_or("auto", String::as_str);
        let bare = Self::bare(color);
        Self {
            least: if common.debug { Level::Debug } else { least(common.verbose, Level::Notice) },
            is_quiet: common.quiet,
            has_progress: bare.is_err_terminal && common.render_as == RenderAs::Console,
            format: common.render_as,
            hooks,
            ..bare
        }
    }

    /// Reads the settings and applies them to the console; `root` is the directory of `--root`, `section` the
    /// section of `marotte.conf` that takes precedence over `main`. Logs warnings about settings without
    /// effect.
    ///
    /// # Errors
    /// Returns an error if `marotte.conf` cannot be read, it has an unknown setting or an invalid value, or a
    /// log destination cannot be opened.
    pub(crate) fn settings(&mut self, common: &Common, root: Option<&Path>, section: &str) -> anyhow::Result<Settings> {
        let (settings, warnings) = Settings::load(common.settings.given(), root, section)?;
        self.apply_settings(&settings)?;
        for warning in &warnings {
            self.log(Level::Warning, "", warning);
        }
        Ok(settings)
    }

    /// Returns the settings and the environment of a command that compiles nothing.
    ///
    /// # Errors
    /// As for [`Console::settings`], or if the environment does not exist.
    pub(crate) fn environment(&mut self, common: &Common) -> anyhow::Result<(Settings, DirectoryEnvironment)> {
        let settings = self.settings(common, None, "user")?;
        let environment = Engine::environment_of(&settings, None, self)?;
        Ok((settings, environment))
    }

    /// Returns the settings and the module path of a command that compiles nothing.
    ///
    /// # Errors
    /// As for [`Console::environment`].
    pub(crate) fn modulepath(&mut self, common: &Common) -> anyhow::Result<(Settings, Vec<PathBuf>)> {
        self.environment(common).map(|(settings, environment)| (settings, environment.modulepath))
    }

    /// Returns the hooks of the engine.
    pub(crate) fn engine_hooks(&self) -> engine::Hooks {
        self.hooks.engine.clone()
    }

    /// Returns the hooks of the run.
    pub(crate) fn hooks(&self) -> &Hooks {
        &self.hooks
    }

    /// Creates a console before the settings are loaded; only the use of colours is given.
    pub(crate) fn bare(color: &str) -> Self {
        // Commands report invalid values themselves.
        let color = ColorChoice::parse("color", color).unwrap_or(ColorChoice::Always);
        let (is_out_terminal, is_err_terminal) = (io::stdout().is_terminal(), io::stderr().is_terminal());
        Self {
            least: Level::Notice,
            is_quiet: false,
            destinations: vec![Destination::Console],
            zone: None,
            colored_out: is_colored(color, is_out_terminal),
            colored_err: is_colored(color, is_err_terminal),
            is_out_terminal,
            is_err_terminal,
            started: Instant::now(),
            hooks: Hooks::default(),
            bar: Rc::default(),
            has_progress: false,
            format: RenderAs::Console,
            run: None,
            is_beside_answer: false,
            traces: false,
            record: None,
            held: None,
            lost: None,
            resource: Arc::default(),
            copy_progress: Arc::default(),
        }
    }

    /// Sends all log messages to standard error, so that standard output contains only the result of the
    /// command.
    pub(crate) fn log_to_stderr(&mut self) {
        self.is_beside_answer = true;
    }

    /// Shows messages of level info, too.
    pub(crate) fn raise_verbosity(&mut self) {
        self.least = least(true, self.least);
    }

    /// Applies the settings: the minimum level, unless flags request more output, colours, and log destinations.
    ///
    /// # Errors
    /// Returns an error if a log destination cannot be opened.
    pub(crate) fn apply_settings(&mut self, settings: &Settings) -> anyhow::Result<()> {
        self.colored_out = is_colored(*settings.color, self.is_out_terminal);
        self.colored_err = is_colored(*settings.color, self.is_err_terminal);
        let level = *settings.log_level;
        // A flag requests more output than the default level.
        self.least = if self.least < Level::Notice { self.least.min(level) } else { level };
        self.traces = *settings.trace;
        if !settings.logdest.is_empty() {
            self.destinations =
                destination::open(&settings.logdest, *settings.syslogfacility, self.hooks.syslog.as_deref())?;
            self.zone = Some(LocalZone::system());
        }
        Ok(())
    }

    /// Returns whether messages of this level are shown. Callers use it to avoid formatting other messages.
    pub(crate) fn shows(&self, level: Level) -> bool {
        level >= self.least
    }

    /// Starts recording the shown log messages for the report; messages recorded so far are dropped.
    pub(crate) fn record(&mut self) {
        self.record = Some(Vec::new());
    }

    /// Returns the recorded messages and stops recording.
    pub(crate) fn take_record(&mut self) -> Vec<Log> {
        self.record.take().unwrap_or_default()
    }

    /// Writes a message: `Notice: SOURCE: MESSAGE`. Debug, info and notice go to standard output, other
    /// levels to standard error.
    pub(crate) fn log(&mut self, level: Level, source: &str, message: &str) {
        if self.shows(level) {
            self.log_line(&message_of(level, source, &render::without_error_numbers(message)));
        }
    }

    /// Logs an error: on one line, or with `--trace` with its causes on separate lines.
    pub(crate) fn fail(&mut self, error: &anyhow::Error) {
        let message = match self.traces {
            false => format!("{error:#}"),
            true => {
                let causes = error.chain().skip(1).map(|cause| format!("\n  because: {cause}"));
                std::iter::once(error.to_string()).chain(causes).collect()
            }
        };
        self.log(Level::Err, "", &message);
    }

    /// Writes a message of a run.
    pub(crate) fn log_line(&mut self, line: &Log) {
        // Reports and log files contain what --quiet hides.
        if self.shows(line.level) && self.keep(line) && (line.level >= Level::Warning || !self.is_quiet) {
            self.show(line);
        }
    }

    /// Writes a message to the destinations other than the streams and records it for the report; returns
    /// whether it goes to the streams, too.
    fn keep(&mut self, line: &Log) -> bool {
        if let Some(record) = &mut self.record {
            record.push(line.clone());
        }
        let Some(zone) = &self.zone else { return true };
        let mut is_shown = false;
        for destination in &mut self.destinations {
            is_shown |= matches!(destination, Destination::Console);
            // A full disk must not stop a run half-way.
            let _ = destination.write(line, zone);
        }
        is_shown
    }

    /// Writes a message to a stream.
    fn show(&self, line: &Log) {
        let (level, source) = (line.level, line.source.as_deref().unwrap_or_default());
        if self.is_structured() {
            return self.write_line(true, &render::log_as_json(line, self.run));
        }
        let to_stderr = level.is_problem() || self.is_beside_answer;
        let is_terminal = if to_stderr { self.is_err_terminal } else { self.is_out_terminal };
        let (source, mut message) = (printable_line(source), printable(&line.message));
        if is_terminal {
            message = short_digests(&message).into();
        }
        let separator = if source.is_empty() { "" } else { ": " };
        let colored = if to_stderr { self.colored_err } else { self.colored_out };
        let text = match (colored, level.label(), color_of(level)) {
            (true, label, color) => {
                let message = difference::colored(&message, color);
                let message = mark_continuations(&message);
                format!("{color}{label}: {source}{separator}{message}\x1b[0m\n")
            }
            (false, label, _) => format!("{label}: {source}{separator}{}\n", mark_continuations(&message)),
        };
        self.write_line(to_stderr, &(text + &render::log_details(line, colored)));
    }

    /// Writes a diagnostic: `Error: BEFORE MESSAGE (file: …) AFTER`, then the source snippet, the call trace,
    /// and hints.
    pub(crate) fn diagnostic(&mut self, diagnostic: &Diagnostic, sources: &SourceMap, before: &str, after: &str) {
        let (level, before, after) = match diagnostic.severity {
            Severity::Error => (Level::Err, before, after),
            Severity::Warning => (Level::Warning, "", ""),
        };
        let message = format!("{before}{}{after}", diagnostic.headline(sources));
        let line = message_of(level, "", &render::without_error_numbers(&message));
        if !self.shows(level) || !self.keep(&line) {
            return;
        }
        if self.is_structured() {
            return self.write_line(true, &render::diagnostic_as_json(&line, self.run, diagnostic, sources));
        }
        self.show(&line);
        self.write_line(level.is_problem(), &render::details(diagnostic, sources, self.colored_err));
    }

    /// Returns whether the user can be prompted.
    pub(crate) fn can_ask(&self) -> bool {
        io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Asks a yes-or-no question on the terminal, after a text about its subject, regardless of the destination
    /// of results.
    pub(crate) fn ask(&mut self, about: &str, question: &str) -> bool {
        self.write_line(true, &format!("{}{} [y/N] ", printable(about), printable(question)));
        let mut answer = String::new();
        // The end of input counts as no.
        let _ = io::stdin().read_line(&mut answer);
        matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
    }

    /// Returns whether results are data, as JSON or YAML, and log messages JSON objects.
    pub(crate) fn is_structured(&self) -> bool {
        matches!(self.format, RenderAs::Json | RenderAs::Yaml)
    }

    /// Selects the format of results.
    pub(crate) fn set_format(&mut self, format: RenderAs) {
        self.format = format;
    }

    /// Adds the number of the run to the following log messages if they are JSON objects.
    pub(crate) fn set_run(&mut self, run: u64) {
        self.run = Some(run);
    }

    /// Stores the following results that are data instead of writing them, until [`Console::take_results`] is called.
    pub(crate) fn hold_results(&mut self) {
        self.held = Some(Vec::new());
    }

    /// Returns the stored results. Later ones are written again.
    pub(crate) fn take_results(&mut self) -> Vec<serde_json::Value> {
        self.held.take().unwrap_or_default()
    }

    /// Returns the width of the terminal that results are printed on, or that of the variable `COLUMNS`; `None` if both
    /// are missing.
    pub(crate) fn width(&self) -> Option<usize> {
        let size = rustix::termios::tcgetwinsize(io::stdout()).ok();
        let of_terminal = size.map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0);
        of_terminal.or_else(|| std::env::var("COLUMNS").ok()?.parse().ok())
    }

    /// Returns whether standard output is coloured.
    pub(crate) fn is_colored(&self) -> bool {
        self.colored_out
    }

    /// Writes the result of a command to standard output.
    pub(crate) fn print(&mut self, text: &str) {
        self.answer_bytes(text.as_bytes());
    }

    /// Writes a result as data: as YAML if that is requested, otherwise as JSON.
    pub(crate) fn print_data(&mut self, result: &serde_json::Value) {
        if let Some(held) = &mut self.held {
            return held.push(result.clone());
        }
        let text = if self.format == RenderAs::Yaml { data_to_yaml(result) } else { format!("{result:#}\n") };
        self.print(&text);
    }

    /// Writes a result of arbitrary bytes.
    pub(crate) fn answer_bytes(&mut self, bytes: &[u8]) {
        let written = self.write_bytes(false, bytes);
        self.note_stdout_result(written);
    }

    /// Stores the error of writing a result for [`Console::finish_stdout`].
    pub(crate) fn note_stdout_result(&mut self, written: io::Result<()>) {
        let error = written.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe);
        self.lost = self.lost.take().or(error);
    }

    /// Checks that all results were written.
    ///
    /// # Errors
    /// Returns an error if a result was not written. A closed reader is not an error.
    pub(crate) fn finish_stdout(&mut self) -> anyhow::Result<()> {
        self.lost.take().map_or(Ok(()), |error| Err(error).context("Could not write to standard output"))
    }

    /// Writes an error to standard output, where Puppet does so.
    pub(crate) fn answer_fault(&mut self, message: &str) {
        let (before, after) = if self.colored_out { (color_of(Level::Err), "\x1b[0m") } else { ("", "") };
        let message = printable(message);
        self.print(&format!("{before}{}: {}{after}\n", Level::Err.label(), mark_continuations(&message)));
    }

    /// Prints a result that contains third-party text, such as metadata of modules and components.
    pub(crate) fn print_untrusted(&mut self, text: &str) {
        self.print(&printable(text));
    }

    /// Writes a unified diff as a result.
    pub(crate) fn print_diff(&mut self, text: &str) {
        let text = printable(text);
        let text = if self.colored_out { difference::colored(&text, "\x1b[0m") } else { text };
        self.print(&text);
    }

    /// Writes a long result to standard output while it is produced, without a buffer: that of the standard library ends at each
    /// line.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written. A closed reader is not an error.
    pub(crate) fn answer_with(
        &mut self,
        write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        self.finish();
        let stdout = io::stdout().lock().as_fd().try_clone_to_owned();
        let written = stdout.and_then(|stdout| write(&mut File::from(stdout)));
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(error).context("Could not write to standard output")
            }
            _ => Ok(()),
        }
    }

    /// Shows the progress of a run on a terminal if the run takes long: the number of finished resources, the current one,
    /// and its duration.
    pub(crate) fn progress(&mut self, done: usize, all: usize, what: &ResourceRef) {
        let running = RunningResource { reference: what.clone(), begun: Instant::now() };
        *self.resource.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
        if !self.has_progress {
            return;
        }
        let mut bar = self.bar.borrow_mut();
        let bar = bar.get_or_insert_with(|| {
            let delay = self.hooks.progress_delay.unwrap_or(PROGRESS_DELAY).saturating_sub(self.started.elapsed());
            progress_bar(delay, Arc::clone(&self.resource), Arc::clone(&self.copy_progress))
        });
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        bar.set_message(printable_line(&what.to_string()));
    }

    /// Returns the progress of the copy of a content, which the progress bar shows.
    pub(crate) fn copy_progress(&self) -> Arc<CopyProgress> {
        Arc::clone(&self.copy_progress)
    }

    /// Returns a receiver that shows the output of commands while they run, if messages of the level info are shown.
    pub(crate) fn command_output(&mut self) -> Option<runtime::CommandOutput> {
        if !self.shows(Level::Info) || self.is_quiet {
            return None;
        }
        let level = Level::Info;
        let (is_structured, run, bar) = (self.is_structured(), self.run, Rc::clone(&self.bar));
        let to_stderr = is_structured || self.is_beside_answer;
        let is_colored = if to_stderr { self.colored_err } else { self.colored_out };
        let (before, after) = if is_colored { (color_of(level), "\x1b[0m") } else { ("", "") };
        Some(Rc::new(move |resource, line| {
            let text = match is_structured {
                true => render::log_as_json(&message_of(level, resource, line), run),
                false => {
                    let line = printable_line(line);
                    format!("{before}{}: {}: {line}{after}\n", level.label(), printable_line(resource))
                }
            };
            // As for all log messages, errors are ignored.
            let _ = write_beside(&bar.borrow(), to_stderr, text.as_bytes());
        }))
    }

    /// Returns a function that shows the progress of a transfer in bytes on a terminal if the transfer takes
    /// long.
    pub(crate) fn transfer(&self) -> Arc<dyn Fn(u64, u64)> {
        if !self.has_progress {
            return Arc::new(|_, _| ());
        }
        let (started, patience) = (self.started, self.hooks.progress_delay.unwrap_or(PROGRESS_DELAY));
        let style = ProgressStyle::with_template("{bytes}/{total_bytes} {wide_bar}");
        let bar = ProgressBar::hidden().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Arc::new(move |done, all| {
            if done >= all {
                bar.finish_and_clear();
            } else if started.elapsed() >= patience {
                if bar.is_hidden() || bar.is_finished() {
                    bar.reset();
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                }
                bar.set_length(all);
                bar.set_position(done);
            }
        })
    }

    /// Returns a tracer of effects: `Debug: File[/x]: read /x`, or one JSON object per effect, to a file or
    /// to the streams used for log messages. The progress bar is hidden while tracing.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub(crate) fn tracer(&mut self, format: TraceFormat, file: Option<&Path>) -> anyhow::Result<runtime::EffectTrace> {
        self.has_progress = false;
        let is_json = self.is_structured() || format == TraceFormat::Json;
        let (before, after) = match file {
            None if self.colored_out => (color_of(Level::Debug), "\x1b[0m"),
            _ => ("", ""),
        };
        let sink: Box<dyn io::Write> = match file {
            Some(path) => {
                let made = File::create(path).with_context(|| format!("Could not create '{}'", path.display()))?;
                Box::new(LineWriter::new(made))
            }
            None if is_json => Box::new(io::stderr()),
            None => Box::new(io::stdout()),
        };
        let sink = RefCell::new(sink);
        Ok(Rc::new(move |traced| {
            let line = match is_json {
                true => render::traced_as_json(traced),
                false => format!("{before}{}{after}\n", printable_line(&render::traced(traced))),
            };
            // As for all log messages, errors are ignored.
            let _ = sink.borrow_mut().write_all(line.as_bytes());
        }))
    }

    /// Returns a writer of messages for the thread that receives signals while a resource is applied.
    pub(crate) fn interrupt_messages(&self) -> InterruptMessages {
        InterruptMessages {
            resource: Arc::clone(&self.resource),
            is_colored: self.colored_err,
            json: self.is_structured().then_some(self.run),
        }
    }

    /// Removes the progress bar.
    pub(crate) fn finish(&mut self) {
        if let Some(bar) = self.bar.borrow_mut().take() {
            bar.finish_and_clear();
        }
    }

    /// A closed reader must not stop a run, so errors of the streams are ignored.
    fn write_line(&self, to_stderr: bool, text: &str) {
        let _ = self.write_bytes(to_stderr, text.as_bytes());
    }

    fn write_bytes(&self, to_stderr: bool, bytes: &[u8]) -> io::Result<()> {
        write_beside(&self.bar.borrow(), to_stderr, bytes)
    }
}

/// Writes to a stream while the progress bar is hidden.
fn write_beside(bar: &Option<ProgressBar>, to_stderr: bool, bytes: &[u8]) -> io::Result<()> {
    let write = || {
        if to_stderr {
            return io::stderr().write_all(bytes);
        }
        let mut out = io::stdout().lock();
        out.write_all(bytes).and_then(|()| out.flush())
    };
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Returns the minimum level to show: the given one or, with --verbose, at most info.
fn least(is_verbose: bool, level: Level) -> Level {
    if is_verbose { level.min(Level::Info) } else { level }
}

/// Returns whether a stream is coloured according to the setting `color`.
fn is_colored(color: ColorChoice, is_terminal: bool) -> bool {
    match color {
        ColorChoice::Auto => {
            let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
            is_terminal && !is_dumb && std::env::var_os("NO_COLOR").is_none()
        }
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    }
}

/// Returns the escape sequence of a level's colour, as in Puppet.
fn color_of(level: Level) -> &'static str {
    match level {
        Level::Debug => "\x1b[0;36m",
        Level::Info => "\x1b[0;32m",
        Level::Notice => "\x1b[m",
        Level::Warning => "\x1b[1;33m",
        Level::Err | Level::Alert | Level::Emerg | Level::Crit => "\x1b[1;31m",
    }
}

impl Logger for Console {
    fn enabled(&self, level: Level) -> bool {
        self.shows(level)
    }

    fn write(&mut self, message: &Log) {
        self.log_line(message);
    }

    fn log(&mut self, level: Level, source: &str, message: &str) {
        Self::log(self, level, source, message);
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic, sources: &SourceMap, before: &str, after: &str) {
        Self::diagnostic(self, diagnostic, sources, before, after);
    }

    fn progress(&mut self, done: usize, total: usize, resource: &ResourceRef) {
        Self::progress(self, done, total, resource);
    }

    fn finish_progress(&mut self) {
        self.finish();
    }
}
