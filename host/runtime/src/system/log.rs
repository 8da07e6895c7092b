//! Owns what components say: log lines, and what they write to the standard streams. Volume is bounded per call, and secrets
//! are blotted out.

use transaction::provider::{Level, Message};

use crate::bindings::marotte::provider::log::Level as WitLevel;
use crate::system::Scope;

/// The lines that wait to be taken.
#[derive(Debug, Default)]
pub(crate) struct Log {
    messages: Vec<Message>,
}

impl Log {
    /// Adds a line.
    pub(crate) fn push(&mut self, message: Message) {
        self.messages.push(message);
    }

    /// Returns the lines since it was last asked.
    pub(crate) fn take(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.messages)
    }
}

impl Scope<'_> {
    /// `log.emit`
    pub(crate) fn emit(&mut self, level: WitLevel, row: Option<u32>, column: Option<u16>, text: String) {
        let level = match level {
            WitLevel::Debug => Level::Debug,
            WitLevel::Info => Level::Info,
            WitLevel::Notice => Level::Notice,
            WitLevel::Warning => Level::Warning,
            WitLevel::Err => Level::Err,
        };
        // A line about a row of another call would be put to the wrong resource.
        let row = row.filter(|row| self.rows.find(*row).is_some());
        let attribute = column.filter(|_| row.is_some()).and_then(|column| self.caller.columns.attribute(column).ok());
        let text = self.secrets.blot(text);
        self.machine.log.push(Message { level, row, attribute, text });
    }
}
