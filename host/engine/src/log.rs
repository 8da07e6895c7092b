//! Log output. The engine does not access a terminal; callers implement [`Logger`].

use std::time::SystemTime;

use catalog::{Level, ResourceRef};
use syntax::{Diagnostic, SourceMap};
use transaction::{Log, Observer};

/// Receiver of the log messages and the progress of a run.
pub trait Logger {
    /// Returns whether messages of this level are shown; others need not be created.
    fn enabled(&self, level: Level) -> bool;

    /// Writes a message.
    fn write(&mut self, message: &Log);

    /// Writes a diagnostic with its position in the source. `before` and `after` surround the message of an
    /// error, as in Puppet: `Could not parse for environment production: MESSAGE (file: F, line: 1, column: 2) on
    /// node N`.
    fn diagnostic(&mut self, diagnostic: &Diagnostic, sources: &SourceMap, before: &str, after: &str);

    /// Reports that `done` of `total` resources have been processed; the next one is `resource`.
    fn progress(&mut self, _done: usize, _total: usize, _resource: &ResourceRef) {}

    /// Ends the progress display.
    fn finish_progress(&mut self) {}

    /// Writes a message of the run itself, or of `source` if it is not empty.
    fn log(&mut self, level: Level, source: &str, message: &str) {
        if self.enabled(level) {
            self.write(&message_of(level, source, message));
        }
    }
}

/// Returns a log message without tags and position.
#[must_use]
pub fn message_of(level: Level, source: &str, message: &str) -> Log {
    Log {
        level,
        source: (!source.is_empty()).then(|| source.to_owned()),
        message: message.to_owned(),
        tags: Vec::new(),
        position: None,
        time: SystemTime::now(),
        resource: None,
        change: None,
        hints: Vec::new(),
    }
}

/// Forwards the messages of a transaction to a logger.
pub struct TransactionLogger<'a>(
    /// The logger.
    pub &'a mut dyn Logger,
);

impl Observer for TransactionLogger<'_> {
    fn wants(&self, level: Level) -> bool {
        self.0.enabled(level)
    }

    fn log(&mut self, message: &Log) {
        self.0.write(message);
    }

    fn progress(&mut self, done: usize, total: usize, resource: &ResourceRef) {
        self.0.progress(done, total, resource);
    }
}

/// Discards all messages.
pub struct Silent;

impl Logger for Silent {
    fn enabled(&self, _level: Level) -> bool {
        false
    }

    fn write(&mut self, _message: &Log) {}

    fn diagnostic(&mut self, _diagnostic: &Diagnostic, _sources: &SourceMap, _before: &str, _after: &str) {}
}

impl Observer for Silent {
    fn wants(&self, _level: Level) -> bool {
        false
    }

    fn log(&mut self, _message: &Log) {}
}

/// Shows no messages. Messages of the level notice and above are recorded in the report.
pub struct RecordOnly;

impl Observer for RecordOnly {
    fn log(&mut self, _message: &Log) {}
}

/// Writes the messages of functions and of the compiler.
pub fn log_compilation(logger: &mut dyn Logger, logs: &[value::Log], sources: &SourceMap) {
    for message in logs {
        match &message.diagnostic {
            Some(diagnostic) => logger.diagnostic(diagnostic, sources, "", ""),
            None => logger.log(message.level, &message.source, &message.message),
        }
    }
}
