//! Output of components: log messages and standard streams. The amount of pending output is limited, and secrets
//! are redacted.

use transaction::provider::{ComponentMessage, Level};

use crate::bindings::marotte::provider::log::Level as WitLevel;
use crate::error::CallStop;
use crate::system::CallContext;

/// Number of lines kept of a call that logged too much.
const KEPT_LINES: usize = 20;

/// Bytes counted for a line in addition to its text.
const LINE: usize = 64;

/// Log lines that have not been taken yet.
#[derive(Debug, Default)]
pub(crate) struct PendingLog {
    messages: Vec<ComponentMessage>,
    bytes: usize,
    /// Index of the first line of the current call.
    call: usize,
}

impl PendingLog {
    /// Begins a call.
    pub(crate) fn begin(&mut self) {
        self.call = self.messages.len();
    }

    /// Adds a line of the host.
    pub(crate) fn add(&mut self, message: ComponentMessage) {
        self.bytes = self.bytes.saturating_add(message.text.len()).saturating_add(LINE);
        self.messages.push(message);
    }

    /// Adds a line of a component.
    ///
    /// # Errors
    /// Returns an error if the limit is exceeded. Only the first lines of the call are then kept.
    pub(crate) fn push(&mut self, message: ComponentMessage, limit: usize) -> Result<(), CallStop> {
        let bytes = self.bytes.saturating_add(message.text.len()).saturating_add(LINE);
        if bytes > limit {
            self.messages.truncate(self.call + KEPT_LINES);
            self.bytes = self.messages.iter().map(|left| left.text.len() + LINE).sum();
            return Err(CallStop::Log(limit));
        }
        self.add(message);
        Ok(())
    }

    /// Returns the lines since the last call.
    pub(crate) fn take(&mut self) -> Vec<ComponentMessage> {
        (self.bytes, self.call) = (0, 0);
        std::mem::take(&mut self.messages)
    }
}

impl CallContext<'_> {
    /// `log.emit`
    ///
    /// # Errors
    /// Returns an error if the limit is exceeded, or if row or attribute are not part of the call.
    pub(crate) fn emit(
        &mut self,
        level: WitLevel,
        row: Option<u32>,
        column: Option<u16>,
        text: String,
        limit: usize,
    ) -> Result<(), CallStop> {
        let level = match level {
            WitLevel::Debug => Level::Debug,
            WitLevel::Info => Level::Info,
            WitLevel::Notice => Level::Notice,
            WitLevel::Warning => Level::Warning,
            WitLevel::Err => Level::Err,
        };
        // Row 0 represents all rows. A line for a row of another call would be attributed to the wrong resource.
        let row = row.filter(|row| *row != 0);
        if let Some(foreign) = row.filter(|row| self.rows.find(*row).is_none()) {
            return Err(CallStop::UnknownRow(format!("row {foreign}")));
        }
        let named = |column| {
            self.caller.columns.attribute(column).map_err(|_| CallStop::UnknownRow(format!("attribute {column}")))
        };
        let attribute = column.map(named).transpose()?.filter(|_| row.is_some());
        let text = self.secrets.sanitize(text);
        self.machine.log.push(ComponentMessage { level, row, attribute, text }, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> ComponentMessage {
        ComponentMessage { level: Level::Notice, row: None, attribute: None, text: text.into() }
    }

    #[test]
    fn excessive_logging_drops_only_lines_of_its_own_call() {
        let mut log = PendingLog::default();
        log.push(line("before"), 10_000).unwrap();
        log.begin();
        let stopped = (0..1000).find_map(|_| log.push(line("flood"), 10_000).err());
        assert_eq!(stopped, Some(CallStop::Log(10_000)));
        let left = log.take();
        assert_eq!((left.len(), left[0].text.as_str()), (1 + KEPT_LINES, "before"));
        log.begin();
        log.push(line("after"), 10_000).unwrap();
        assert_eq!(log.take().len(), 1);
    }
}
