//! The order of a fragment: valid values, and the messages for invalid ones.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// The order of a fragment. Numbers are converted to text.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct PieceOrder(pub String);

impl PieceOrder {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
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
}
