//! Owns the terminal: log lines with Puppet's prefixes, streams and colours, and the progress line. Nothing else prints.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, LineWriter, Write as _};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};

use syntax::{Diagnostic, Severity, Sources};
use transaction::Log;

use crate::args::{Color, Common, RenderAs, TraceFormat};
use crate::printable::printable;
use crate::render;

/// A run that takes longer than this shows its progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// The levels of Puppet's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl Level {
    fn label(self) -> &'static str {
        match self {
            Self::Debug => "Debug",
            Self::Info => "Info",
            Self::Notice => "Notice",
            Self::Warning => "Warning",
            Self::Err => "Error",
            Self::Alert => "Alert",
            Self::Emerg => "Emergency",
            Self::Crit => "Critical",
        }
    }

    /// Returns Puppet's name of the level.
    fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Err => "err",
            Self::Alert => "alert",
            Self::Emerg => "emerg",
            Self::Crit => "crit",
        }
    }

    fn color(self) -> &'static str {
        match self {
            Self::Debug => "\x1b[0;36m",
            Self::Info => "\x1b[0;32m",
            Self::Notice => "\x1b[m",
            Self::Warning => "\x1b[1;33m",
            Self::Err | Self::Alert | Self::Emerg | Self::Crit => "\x1b[1;31m",
        }
    }

    fn is_fault(self) -> bool {
        self >= Self::Warning
    }
}

impl From<transaction::Level> for Level {
    fn from(level: transaction::Level) -> Self {
        match level {
            transaction::Level::Debug => Self::Debug,
            transaction::Level::Info => Self::Info,
            transaction::Level::Notice => Self::Notice,
            transaction::Level::Warning => Self::Warning,
            transaction::Level::Err => Self::Err,
            transaction::Level::Alert => Self::Alert,
            transaction::Level::Emerg => Self::Emerg,
            transaction::Level::Crit => Self::Crit,
        }
    }
}

impl From<Level> for transaction::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Debug => Self::Debug,
            Level::Info => Self::Info,
            Level::Notice => Self::Notice,
            Level::Warning => Self::Warning,
            Level::Err => Self::Err,
            Level::Alert => Self::Alert,
            Level::Emerg => Self::Emerg,
            Level::Crit => Self::Crit,
        }
    }
}

impl From<compiler::Level> for Level {
    fn from(level: compiler::Level) -> Self {
        match level {
            compiler::Level::Debug => Self::Debug,
            compiler::Level::Info => Self::Info,
            compiler::Level::Notice => Self::Notice,
            compiler::Level::Warning => Self::Warning,
            compiler::Level::Err => Self::Err,
            compiler::Level::Alert => Self::Alert,
            compiler::Level::Emerg => Self::Emerg,
            compiler::Level::Crit => Self::Crit,
        }
    }
}

/// Where log lines go, and how they look.
pub(crate) struct Console {
    least: Level,
    colored_out: bool,
    colored_err: bool,
    started: Instant,
    patience: Duration,
    bar: Option<ProgressBar>,
    has_progress: bool,
    /// Lines are for programs: an object each, on standard error.
    is_json: bool,
    /// Standard output is for the answer alone.
    is_beside_answer: bool,
    /// The lines for the report, if there is to be one.
    record: Option<Vec<Log>>,
}

impl Console {
    /// Makes a console as the flags ask: the least level shown, and colours.
    pub(crate) fn new(common: &Common, verbose: bool) -> Self {
        let least = match (common.debug, common.verbose || verbose) {
            (true, _) => Level::Debug,
            (false, true) => Level::Info,
            (false, false) => Level::Notice,
        };
        let wanted = |is_terminal: bool| match common.color {
            Some(color) => color == Color::True,
            None => is_terminal && std::env::var_os("NO_COLOR").is_none(),
        };
        Self {
            least,
            colored_out: wanted(io::stdout().is_terminal()),
            colored_err: wanted(io::stderr().is_terminal()),
            started: Instant::now(),
            patience: patience(),
            bar: None,
            has_progress: io::stderr().is_terminal() && common.render_as == RenderAs::Console,
            is_json: common.render_as == RenderAs::Json,
            is_beside_answer: false,
            record: None,
        }
    }

    /// Makes a console for a verb whose answer has standard output for itself: every line goes to standard error.
    pub(crate) fn beside_answer(common: &Common) -> Self {
        Self { is_beside_answer: true, ..Self::new(common, false) }
    }

    /// Tells whether lines of this level are shown, so that others need not be made.
    pub(crate) fn shows(&self, level: Level) -> bool {
        level >= self.least
    }

    /// Lines that are shown from now on are kept for the report; those that were kept so far are not.
    pub(crate) fn record(&mut self) {
        self.record = Some(Vec::new());
    }

    /// Returns the lines for the report, and keeps no more.
    pub(crate) fn take_record(&mut self) -> Vec<Log> {
        self.record.take().unwrap_or_default()
    }

    /// Writes one line: `Notice: SOURCE: MESSAGE`. Debug, info and notice go to standard output, the rest to standard error.
    pub(crate) fn log(&mut self, level: Level, source: &str, message: &str) {
        if !self.shows(level) {
            return;
        }
        self.keep(level, source, message);
        self.show(level, source, message);
    }

    fn keep(&mut self, level: Level, source: &str, message: &str) {
        if let Some(record) = &mut self.record {
            let source = Some(source.to_owned()).filter(|source| !source.is_empty());
            let (message, time) = (message.to_owned(), SystemTime::now());
            record.push(Log { level: level.into(), source, message, tags: vec![], position: None, time });
        }
    }

    /// Writes a line of a run.
    pub(crate) fn log_line(&mut self, line: &Log) {
        let level = line.level.into();
        if !self.shows(level) {
            return;
        }
        if let Some(record) = &mut self.record {
            record.push(line.clone());
        }
        self.show(level, line.source.as_deref().unwrap_or_default(), &line.message);
    }

    fn show(&mut self, level: Level, source: &str, message: &str) {
        if self.is_json {
            return self.write(true, &render::line_as_json(level.name(), source, message));
        }
        let (source, message) = (printable(source), printable(message));
        let separator = if source.is_empty() { "" } else { ": " };
        let to_stderr = level.is_fault() || self.is_beside_answer;
        let colored = if to_stderr { self.colored_err } else { self.colored_out };
        let line = match (colored, level.label(), level.color()) {
            (true, label, color) => format!("{color}{label}: {source}{separator}{message}\x1b[0m\n"),
            (false, label, _) => format!("{label}: {source}{separator}{message}\n"),
        };
        self.write(to_stderr, &line);
    }

    /// Writes a diagnostic: `Error: BEFORE MESSAGE (file: …) AFTER`, then the place in the source, the way there, and hints.
    pub(crate) fn diagnostic(&mut self, diagnostic: &Diagnostic, sources: &Sources, before: &str, after: &str) {
        let (level, before, after) = match diagnostic.severity {
            Severity::Error => (Level::Err, before, after),
            Severity::Warning => (Level::Warning, "", ""),
        };
        if self.is_json {
            if self.shows(level) {
                let message = format!("{before}{}{after}", render::headline(diagnostic, sources));
                self.keep(level, "", &message);
                self.write(true, &render::diagnostic_as_json(level.name(), &message, diagnostic, sources));
            }
            return;
        }
        self.log(level, "", &format!("{before}{}{after}", render::headline(diagnostic, sources)));
        if self.shows(level) {
            self.write(level.is_fault(), &render::details(diagnostic, sources, self.colored_err));
        }
    }

    /// Tells whether answers are to be JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.is_json
    }

    /// Tells whether what goes to standard output may be coloured.
    pub(crate) fn is_colored(&self) -> bool {
        self.colored_out
    }

    /// Writes what a command was asked for to standard output.
    pub(crate) fn answer(&mut self, text: &str) {
        self.write(false, text);
    }

    /// Writes an answer with what others wrote in it: people of modules, authors of components.
    pub(crate) fn tell(&mut self, text: &str) {
        self.answer(&printable(text));
    }

    /// Writes a long answer to standard output as it is made, and ends its last line.
    ///
    /// # Errors
    /// The output cannot be written. A reader that has gone away is no error.
    pub(crate) fn answer_with(
        &mut self,
        write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        self.finish();
        let mut out = BufWriter::new(io::stdout().lock());
        let written = write(&mut out).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(error).context("Could not write to standard output")
            }
            _ => Ok(()),
        }
    }

    /// Shows how far a run has come, if it takes long and there is a terminal.
    pub(crate) fn progress(&mut self, done: usize, all: usize, what: &impl ToString) {
        if !self.has_progress || self.started.elapsed() < self.patience {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {msg}");
            ProgressBar::new(all as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(done as u64);
        bar.set_message(printable(&what.to_string()).into_owned());
    }

    /// Returns what tells effects: `Debug: File[/x]: read /x`, or an object each; in a file or, as lines of the log are, on the
    /// streams. There is no progress line beside it.
    ///
    /// # Errors
    /// The file can't be made.
    pub(crate) fn tracer(&mut self, format: TraceFormat, file: Option<&Path>) -> anyhow::Result<runtime::Trace> {
        self.has_progress = false;
        let is_json = self.is_json || format == TraceFormat::Json;
        let sink: Box<dyn io::Write> = match file {
            Some(path) => {
                let made = File::create(path).with_context(|| format!("Could not make '{}'", path.display()))?;
                Box::new(LineWriter::new(made))
            }
            None if is_json => Box::new(io::stderr()),
            None => Box::new(io::stdout()),
        };
        let sink = RefCell::new(sink);
        Ok(Rc::new(move |traced| {
            let line =
                if is_json { render::traced_as_json(traced) } else { printable(&render::traced(traced)).into_owned() };
            // As for all lines: nobody's business.
            let _ = sink.borrow_mut().write_all(line.as_bytes());
        }))
    }

    /// Takes the progress line away.
    pub(crate) fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// A reader that has gone away must not stop a run half-way: errors of the streams are nobody's business.
    fn write(&self, to_stderr: bool, text: &str) {
        let write = || {
            let _ = if to_stderr {
                io::stderr().write_all(text.as_bytes())
            } else {
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            };
        };
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

/// How long a run may take before its progress is shown; tests can't wait.
fn patience() -> Duration {
    let given = std::env::var("MAROTTE_TEST_PATIENCE_MS").ok().and_then(|text| text.parse().ok());
    given.map_or(PATIENCE, Duration::from_millis)
}
