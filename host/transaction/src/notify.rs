//! The type `notify`, the only one applied by the engine itself.

use catalog::Value;

use crate::display::to_s;
use crate::resource_table::ResourceView;

/// Message of a `notify`.
pub(crate) struct NotifyMessage {
    /// The attribute with the message.
    pub(crate) column: u16,
    pub(crate) text: String,
    /// Whether the message is logged with the path of the resource.
    pub(crate) shows_path: bool,
}

impl NotifyMessage {
    /// Returns the message of a `notify`. Puppet: `false` and an empty list are no message; of a list, the first
    /// element is used.
    pub(crate) fn new(ResourceView { entry, kind, .. }: ResourceView<'_>) -> Option<Self> {
        let column = kind.column("message")?;
        let message = match entry.row.value(column)? {
            Value::Array(elements) => elements.first()?,
            message => message,
        };
        let text = match message {
            Value::Boolean(false) | Value::Undef => return None,
            Value::Sensitive(_) => "Sensitive [value redacted]".to_owned(),
            message => to_s(message),
        };
        let withpath = kind.column("withpath").and_then(|column| entry.row.value(column));
        let shows_path = withpath.and_then(Value::as_str) == Some("true");
        Some(Self { column, text, shows_path })
    }
}
