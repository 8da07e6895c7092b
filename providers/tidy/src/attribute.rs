//! Values of attributes with a syntax of their own: ages, sizes, depths, patterns.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// Minimum age of a file in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Age(pub u64);

/// Minimum size of a file in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(pub u64);

/// Recursion depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recurse {
    /// No recursion.
    No,
    /// The given number of levels.
    Levels(u32),
    /// Unlimited recursion.
    All,
}

/// File name patterns.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Patterns(pub Vec<String>);

impl AttributeValue for Age {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let text = text(value)?;
        let (number, unit) = measure(&text).ok_or_else(|| format!("Invalid tidy age {text}"))?;
        let seconds: u64 = match unit {
            Some('s') => 1,
            Some('m') => 60,
            Some('h') => 60 * 60,
            None | Some('d') => 24 * 60 * 60,
            Some('w') => 7 * 24 * 60 * 60,
            Some(unit) => return Err(format!("Invalid age unit '{unit}'").into()),
        };
        Ok(Self(number.saturating_mul(seconds)))
    }

    fn into_value(self) -> Value {
        format!("{}s", self.0).into()
    }
}

impl AttributeValue for Size {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let text = text(value)?;
        let (number, unit) = measure(&text).ok_or_else(|| format!("Invalid tidy size {text}"))?;
        let bytes: u64 = match unit {
            Some('b') => 1,
            None | Some('k') => 1 << 10,
            Some('m') => 1 << 20,
            Some('g') => 1 << 30,
            Some('t') => 1 << 40,
            Some(unit) => return Err(format!("Invalid size unit '{unit}'").into()),
        };
        Ok(Self(number.saturating_mul(bytes)))
    }

    fn into_value(self) -> Value {
        format!("{}b", self.0).into()
    }
}

impl AttributeValue for Recurse {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match &value {
            Value::Boolean(true) => return Ok(Self::All),
            Value::Boolean(false) => return Ok(Self::No),
            Value::Text(_) | Value::Integer(_) => {}
            other => return Err(format!("Invalid recurse value {}", other.type_name()).into()),
        }
        match text(value)?.as_str() {
            "true" | "inf" => Ok(Self::All),
            "false" => Ok(Self::No),
            text => text.parse().map(Self::Levels).map_err(|_| format!("Invalid recurse value {text:?}").into()),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::No => false.into(),
            Self::All => true.into(),
            Self::Levels(levels) => i64::from(levels).into(),
        }
    }
}

impl Patterns {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Array(values) => {
                let lists = values.into_iter().map(|value| Ok(Self::from_value(value)?.0));
                Ok(Self(lists.collect::<Result<Vec<_>, String>>()?.concat()))
            }
            value => Ok(Self(vec![text(value)?])),
        }
    }
}

fn text(value: Value) -> Result<String, InvalidValue> {
    match value {
        Value::Text(text) => Ok(text),
        Value::Integer(number) => Ok(number.to_string()),
        other => Err(format!("expects a text or a number, got {}", other.type_name()).into()),
    }
}

/// Parses a number and the first letter of the unit, in lower case.
fn measure(text: &str) -> Option<(u64, Option<char>)> {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    let is_word = rest.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    let number = text[..text.len() - rest.len()].parse().ok().filter(|_| is_word)?;
    Some((number, rest.chars().next().map(|unit| unit.to_ascii_lowercase())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn age_has_a_unit() {
        let ages = [("0", 0), ("1", 86_400), ("12", 12 * 86_400), ("90s", 90), ("2Hours", 7200)];
        for (text, seconds) in ages {
            assert_eq!(Age::from_value(text.into()), Ok(Age(seconds)), "{text}");
        }
        assert_eq!(Age::from_value("1w".into()), Ok(Age(604_800)));
        assert_eq!(Age::from_value(Value::Integer(3)), Ok(Age(3 * 86_400)));
        assert_eq!(Age::from_value("1x".into()).unwrap_err().to_string(), "Invalid age unit 'x'");
        for wrong in ["", "x1", "-1", "1.5h", "2 hours", "99999999999999999999s"] {
            assert_eq!(Age::from_value(wrong.into()).unwrap_err().to_string(), format!("Invalid tidy age {wrong}"));
        }
        assert_eq!(Age::from_value("18446744073709551615w".into()), Ok(Age(u64::MAX)));
        assert_eq!(Age::from_value(Age(7).into_value()), Ok(Age(7)));
    }

    #[test]
    fn size_has_a_unit() {
        for (text, bytes) in
            [("1", 1024), ("10b", 10), ("2k", 2048), ("1Megabyte", 1 << 20), ("1g", 1 << 30), ("1t", 1 << 40)]
        {
            assert_eq!(Size::from_value(text.into()), Ok(Size(bytes)), "{text}");
        }
        assert_eq!(Size::from_value("1x".into()).unwrap_err().to_string(), "Invalid size unit 'x'");
        assert_eq!(Size::from_value("big".into()).unwrap_err().to_string(), "Invalid tidy size big");
        assert!(Size::from_value(true.into()).unwrap_err().to_string().contains("Boolean"));
        assert_eq!(Size::from_value(Size(7).into_value()), Ok(Size(7)));
    }

    #[test]
    fn recurse_is_a_boolean_or_a_depth() {
        let depths = [(true.into(), Recurse::All), ("inf".into(), Recurse::All), (false.into(), Recurse::No)];
        for (value, depth) in
            depths.into_iter().chain([("2".into(), Recurse::Levels(2)), (Value::Integer(0), Recurse::Levels(0))])
        {
            assert_eq!(Recurse::from_value(value), Ok(depth));
            assert_eq!(Recurse::from_value(depth.into_value()), Ok(depth));
        }
        assert_eq!(Recurse::from_value("abc".into()).unwrap_err().to_string(), "Invalid recurse value \"abc\"");
        assert_eq!(Recurse::from_value(Value::Integer(-1)).unwrap_err().to_string(), "Invalid recurse value \"-1\"");
    }

    #[test]
    fn matches_is_a_pattern_or_a_list() {
        let nested = Value::Array(vec!["a".into(), Value::Array(vec!["b".into()])]);
        assert_eq!(Patterns::from_value(nested), Ok(Patterns(vec!["a".into(), "b".into()])));
        assert_eq!(Patterns::from_value("a".into()), Ok(Patterns(vec!["a".into()])));
    }
}
