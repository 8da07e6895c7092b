//! Numeric attributes, which manifests may also specify as text.

use std::time::Duration;

use marotte_sdk::{AttributeValue, InvalidValue, Value};

use super::elements;
use crate::ruby::inspect;

/// Timeout of a command in seconds; 0 disables it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timeout(f64);

impl Timeout {
    /// Returns the timeout in milliseconds as expected by the host.
    pub(crate) fn to_millis(self) -> u32 {
        const FOREVER: u32 = u32::MAX;
        if self.0 == 0.0 {
            return FOREVER;
        }
        // The conversion from a float saturates. 0 would select the host's default.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped, and saturates")]
        let millis = (self.0 * 1000.0).ceil() as u32;
        millis.clamp(1, FOREVER)
    }
}

impl AttributeValue for Timeout {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        // Puppet: only the first element of an array is used.
        let first = elements(value).into_iter().next().unwrap_or_default();
        match float(&first) {
            Some(seconds) => Ok(Self(seconds.max(0.0))),
            None => Err(munging_failed("timeout", &first, "The timeout must be a number.")),
        }
    }

    fn into_value(self) -> Value {
        Value::Float(self.0)
    }
}

/// Maximum number of tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tries(u32);

impl Tries {
    pub(crate) fn count(self) -> u32 {
        self.0
    }
}

impl AttributeValue for Tries {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let number = match &value {
            Value::Integer(number) => Some(*number),
            Value::Text(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
            _ => None,
        };
        match number {
            None => Err(munging_failed("tries", &value, "Tries must be an integer")),
            Some(number) if number < 1 => Err(munging_failed("tries", &value, "Tries must be an integer >= 1")),
            Some(number) => Ok(Self(u32::try_from(number).unwrap_or(u32::MAX))),
        }
    }

    fn into_value(self) -> Value {
        Value::Integer(i64::from(self.0))
    }
}

/// Seconds between two tries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrySleep(f64);

impl TrySleep {
    /// Returns the pause between two tries, or `None` if it is 0.
    pub(crate) fn time(self) -> Option<Duration> {
        // A value that exceeds the range of `Duration` is replaced by the maximum.
        (self.0 > 0.0).then(|| Duration::try_from_secs_f64(self.0).unwrap_or(Duration::MAX))
    }
}

impl AttributeValue for TrySleep {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match float(&value) {
            None => Err(munging_failed("try_sleep", &value, "try_sleep must be a number")),
            Some(seconds) if seconds < 0.0 => {
                Err(munging_failed("try_sleep", &value, "try_sleep cannot be a negative number"))
            }
            Some(seconds) => Ok(Self(seconds)),
        }
    }

    fn into_value(self) -> Value {
        Value::Float(self.0)
    }
}

/// A umask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Umask(u32);

impl Umask {
    pub(crate) fn bits(self) -> u32 {
        self.0
    }
}

impl AttributeValue for Umask {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let digits = match &value {
            Value::Text(text) => Some(text.as_str()),
            // Puppet: a number is refused, since its octal notation is lost.
            _ => None,
        };
        let digits =
            digits.map(|digits| if digits.len() == 5 { digits.strip_prefix('0').unwrap_or(digits) } else { digits });
        let is_octal =
            |digits: &&str| (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
        let bits = digits.filter(is_octal).and_then(|digits| u32::from_str_radix(digits, 8).ok());
        bits.map(Self).ok_or_else(|| format!("The umask specification is invalid: {}", inspect(&value)).into())
    }

    fn into_value(self) -> Value {
        Value::Text(format!("{:04o}", self.0))
    }
}

fn munging_failed(attribute: &str, value: &Value, message: &str) -> InvalidValue {
    format!("Munging failed for value {} in class {attribute}: {message}", inspect(value)).into()
}

/// Returns the number in a value. Text may contain `_` between digits as in Ruby, but `inf` and `nan` are
/// refused.
fn float(value: &Value) -> Option<f64> {
    match value {
        #[expect(clippy::cast_precision_loss, reason = "such long times need no such precision")]
        Value::Integer(number) => Some(*number as f64),
        Value::Float(number) => Some(*number).filter(|number| number.is_finite()),
        Value::Text(text) => {
            let text = text.trim();
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-._eE".contains(&byte))
                && !text.starts_with('_')
                && !text.ends_with(['_', '.'])
                && !text.contains("__");
            is_number.then(|| text.replace('_', "").parse().ok()).flatten()
        }
        _ => None,
    }
}
