//! The order of a fragment: valid values, and the messages for invalid ones.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// The order of a fragment. Numbers are converted to text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceOrder(pub String);

impl AttributeValue for PieceOrder {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let text = match value {
            Value::Text(text) => text,
            Value::Integer(number) => number.to_string(),
            _ => return Err("$order is not a string or integer.".into()),
        };
        if text.contains([':', '\n', '/']) {
            return Err("Order cannot contain '/', ':', or '\\n'.".into());
        }
        Ok(Self(text))
    }

    fn into_value(self) -> Value {
        Value::Text(self.0)
    }
}
