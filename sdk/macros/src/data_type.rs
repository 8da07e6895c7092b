//! Puppet data types in `data_type = ".."`: their syntax, and whether a default has the type. The host evaluates them; here,
//! mistakes are found at compile time.

use std::fmt;

use serde_json::Value;

/// The names of data types.
const NAMES: [&str; 42] = [
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Enum",
    "Error",
    "Float",
    "Hash",
    "Init",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Numeric",
    "Object",
    "Optional",
    "Pattern",
    "Regexp",
    "Resource",
    "RichData",
    "Runtime",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "Type",
    "TypeSet",
    "URI",
    "Undef",
    "Variant",
];

/// Reason why a text is not a data type.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum DataTypeError {
    UnknownName(String),
    /// Something else is expected at the rest of the text.
    Syntax(String),
}

impl fmt::Display for DataTypeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName(name) => write!(formatter, "there is no data type '{name}'"),
            Self::Syntax(rest) if rest.is_empty() => formatter.write_str("the data type is not complete"),
            Self::Syntax(rest) => write!(formatter, "the data type cannot be read from '{rest}' on"),
        }
    }
}

/// A data type with its parameters.
#[derive(Debug, PartialEq)]
pub(crate) struct DataType {
    name: String,
    parameters: Vec<Parameter>,
}

#[derive(Debug, PartialEq)]
enum Parameter {
    Type(DataType),
    Text(String),
    Number(f64),
    Default,
    /// A pattern, or a hash of a `Struct`, which are not evaluated here.
    Other,
}

impl DataType {
    /// Parses a data type.
    pub(crate) fn parse(text: &str) -> Result<Self, DataTypeError> {
        let mut rest = text.trim_start();
        let parsed = data_type(&mut rest)?;
        if rest.is_empty() { Ok(parsed) } else { Err(DataTypeError::Syntax(rest.to_owned())) }
    }

    /// Returns whether a value has the type; true if this cannot be decided here.
    pub(crate) fn accepts(&self, value: &Value) -> bool {
        let types = || {
            self.parameters.iter().filter_map(|parameter| match parameter {
                Parameter::Type(of) => Some(of),
                _ => None,
            })
        };
        match self.name.as_str() {
            "Boolean" => value.is_boolean(),
            "Integer" => value.as_i64().is_some_and(|number| self.contains(number as f64)),
            "Float" => value.is_f64() && self.contains(value.as_f64().unwrap_or_default()),
            "Numeric" => value.is_number(),
            "String" => value.as_str().is_some_and(|text| self.contains(text.chars().count() as f64)),
            "Pattern" => value.is_string(),
            "Enum" => {
                let is_value = |text: &str| self.parameters.contains(&Parameter::Text(text.to_owned()));
                value.as_str().is_some_and(is_value)
            }
            "Array" => value.as_array().is_some_and(|elements| {
                let of = types().next();
                elements.iter().all(|element| of.is_none_or(|of| of.accepts(element)))
            }),
            "Hash" | "Struct" => value.is_object(),
            "Undef" => value.is_null(),
            "Optional" | "NotUndef" => types().all(|of| of.accepts(value)),
            "Variant" => types().any(|of| of.accepts(value)),
            _ => true,
        }
    }

    /// Returns whether a number lies in the range of the parameters.
    fn contains(&self, number: f64) -> bool {
        let bound = |place: usize, default: f64| match self.parameters.get(place) {
            Some(Parameter::Number(bound)) => *bound,
            _ => default,
        };
        (bound(0, f64::NEG_INFINITY)..=bound(1, f64::INFINITY)).contains(&number)
    }
}

fn data_type(rest: &mut &str) -> Result<DataType, DataTypeError> {
    let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    if !name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        return Err(DataTypeError::Syntax((*rest).to_owned()));
    }
    if !NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return Err(DataTypeError::UnknownName(name.to_owned()));
    }
    *rest = after.trim_start();
    let parameters = if take(rest, '[') { parameters(rest)? } else { Vec::new() };
    Ok(DataType { name: name.to_owned(), parameters })
}

fn parameters(rest: &mut &str) -> Result<Vec<Parameter>, DataTypeError> {
    let mut all = Vec::new();
    loop {
        if take(rest, ']') {
            return Ok(all);
        }
        all.push(parameter(rest)?);
        if !take(rest, ',') && !rest.starts_with(']') {
            return Err(DataTypeError::Syntax((*rest).to_owned()));
        }
    }
}

fn parameter(rest: &mut &str) -> Result<Parameter, DataTypeError> {
    let unfinished = || DataTypeError::Syntax(String::new());
    match rest.chars().next().ok_or_else(unfinished)? {
        quote @ ('\'' | '"' | '/') => {
            let end = closing(&rest[1..], quote).ok_or_else(unfinished)?;
            let text = rest[1..=end].to_owned();
            *rest = rest[end + 2..].trim_start();
            Ok(if quote == '/' { Parameter::Other } else { Parameter::Text(text) })
        }
        '{' => {
            let end = rest.find('}').ok_or_else(unfinished)?;
            *rest = rest[end + 1..].trim_start();
            Ok(Parameter::Other)
        }
        first if first == '-' || first.is_ascii_digit() => {
            let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '+' | '_');
            let end = rest.find(|letter: char| !is_part(letter)).unwrap_or(rest.len());
            let number = rest[..end].parse().map_or(Parameter::Other, Parameter::Number);
            *rest = rest[end..].trim_start();
            Ok(number)
        }
        _ => match rest.strip_prefix("default") {
            Some(after) => {
                *rest = after.trim_start();
                Ok(Parameter::Default)
            }
            None => data_type(rest).map(Parameter::Type),
        },
    }
}

/// Returns the index of an unescaped closing quote.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().find_map(|(at, letter)| {
        let is_end = letter == quote && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end.then_some(at)
    })
}

/// Removes a character and the space after it.
fn take(rest: &mut &str, wanted: char) -> bool {
    match rest.strip_prefix(wanted) {
        Some(after) => {
            *rest = after.trim_start();
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn data_types_are_parsed() {
        for text in [
            "Any",
            "Integer[1, 10]",
            "Integer[0]",
            "Integer[default, -5]",
            "Variant[Enum['a', 'b'], Array[String[1]]]",
            "Pattern[/\\A[a-z\\/]+\\z/]",
            "Optional[Hash[String, Any]]",
            "Struct[{ 'a' => Integer }]",
            "Float[0.5, 1e3]",
            "Variant[Pattern[/^[A-Z]$/], Boolean]",
        ] {
            assert!(DataType::parse(text).is_ok(), "{text}: {:?}", DataType::parse(text));
        }
        for (text, reason) in [
            ("Integr[1, 36500]", "there is no data type 'Integr'"),
            ("Array[Sting]", "there is no data type 'Sting'"),
            ("Integer[1, 10", "the data type is not complete"),
            ("Integer[1 10]", "from '10]' on"),
            ("integer", "from 'integer' on"),
            ("Integer]", "from ']' on"),
            ("Enum['a]", "is not complete"),
        ] {
            let refused = DataType::parse(text).unwrap_err().to_string();
            assert!(refused.contains(reason), "{text}: {refused}");
        }
    }

    #[test]
    fn values_are_compared_with_data_types() {
        let accepts = |text: &str, value: Value| DataType::parse(text).unwrap().accepts(&value);
        for (text, good, bad) in [
            ("Integer[1, 10]", json!(10), json!(11)),
            ("Integer", json!(-1), json!("1")),
            ("Float", json!(1.5), json!(1)),
            ("Numeric", json!(1), json!(true)),
            ("Boolean", json!(false), json!("false")),
            ("String[1]", json!("a"), json!("")),
            ("Pattern[/a/]", json!("a"), json!(1)),
            ("Enum['a', 'b']", json!("a"), json!("c")),
            ("Array[Integer]", json!([1, 2]), json!([1, "x"])),
            ("Variant[Boolean, Integer]", json!(1), json!("x")),
            ("Optional[String]", json!("x"), json!(1)),
        ] {
            assert!(accepts(text, good) && !accepts(text, bad), "{text}");
        }
        assert!(accepts("Any", json!([1])) && accepts("ScalarData", json!(1)), "not decided here");
    }
}
