//! Messages of the server.

use std::sync::mpsc::Sender;

use catalog::Level;

/// A message of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerMessage {
    /// Its level.
    pub level: Level,
    /// The text, one line.
    pub text: String,
}

/// Sends messages to the thread that prints them.
#[derive(Debug, Clone)]
pub(crate) struct ServerLog(Sender<ServerMessage>);

impl ServerLog {
    pub(crate) fn new(sender: Sender<ServerMessage>) -> Self {
        Self(sender)
    }

    pub(crate) fn log(&self, level: Level, text: String) {
        // Nobody receives the messages of the last moments.
        let _ = self.0.send(ServerMessage { level, text });
    }

    pub(crate) fn error(&self, text: String) {
        self.log(Level::Err, text);
    }

    pub(crate) fn warning(&self, text: String) {
        self.log(Level::Warning, text);
    }

    pub(crate) fn notice(&self, text: String) {
        self.log(Level::Notice, text);
    }

    pub(crate) fn info(&self, text: String) {
        self.log(Level::Info, text);
    }

    pub(crate) fn debug(&self, text: String) {
        self.log(Level::Debug, text);
    }

    /// Logs an answered request.
    pub(crate) fn access(&self, text: String) {
        self.info(text);
    }
}
