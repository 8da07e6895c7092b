//! Values of attributes: the forms of times, names and settings in manifests, and Puppet's messages for
//! invalid values. A value that would span more than one line of a crontab is rejected.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// Representation of a missing value in manifests and states.
const ABSENT: &str = "absent";

/// Special schedules supported by cron.
const SPECIAL: &[&str] = &["reboot", "yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly"];

/// A time field: its name, its limits, and the names for its numbers, starting with the lowest.
pub trait Field {
    /// The name of the attribute.
    const NAME: &'static str;
    /// The lowest and the highest valid number.
    const LIMITS: (u32, u32);
    /// The names of the numbers.
    const NAMES: &'static [&'static str] = &[];
}

/// The values of one time field. `None` matches any value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Times<F>(Option<Vec<String>>, std::marker::PhantomData<F>);

macro_rules! fields {
    ($($(#[$docs:meta])* $times:ident $field:ident $name:literal $limits:expr, $names:expr;)*) => {$(
        $(#[$docs])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $field;

        impl Field for $field {
            const NAME: &'static str = $name;
            const LIMITS: (u32, u32) = $limits;
            const NAMES: &'static [&'static str] = $names;
        }

        $(#[$docs])*
        pub type $times = Times<$field>;
    )*};
}

fields! {
    /// Minutes of the hour.
    Minutes Minute "minute" (0, 59), &[];
    /// Hours of the day.
    Hours Hour "hour" (0, 23), &[];
    /// Days of the month.
    Monthdays Monthday "monthday" (1, 31), &[];
    /// Months of the year.
    Months Month "month" (1, 12), &[
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ];
    /// Days of the week.
    Weekdays Weekday "weekday" (0, 7), &["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
}

impl<F: Field> Times<F> {
    /// Creates a value from a crontab field.
    pub(crate) fn of(field: Option<&Vec<String>>) -> Self {
        Self(field.cloned(), std::marker::PhantomData)
    }

    /// Returns the crontab field.
    pub(crate) fn field(&self) -> Option<&Vec<String>> {
        self.0.as_ref()
    }
}

impl<F: Field> AttributeValue for Times<F> {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let mut times = Vec::new();
        for value in flatten(value) {
            times.push(time::<F>(&value)?);
        }
        // Puppet: a list that begins with `*` or `absent` matches any time.
        let is_any = matches!(times.first(), Some(None));
        let times: Vec<String> = times.into_iter().map(|time| time.unwrap_or_else(|| "*".to_owned())).collect();
        Ok(Self(if is_any || times.is_empty() { None } else { Some(times) }, std::marker::PhantomData))
    }

    fn into_value(self) -> Value {
        self.0.map_or_else(|| ABSENT.into(), Value::from)
    }
}

/// Parses one time. Returns `None` for any time.
fn time<F: Field>(value: &Value) -> Result<Option<String>, InvalidValue> {
    let text = show(value);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_range = |text: &str| text.split_once('-').is_some_and(|(from, to)| is_number(from) && is_number(to));
    let is_steps = text.split_once('/').is_some_and(|(of, step)| is_number(step) && (of == "*" || is_range(of)));
    if matches!(text.as_str(), ABSENT | "*") {
        return Ok(None);
    }
    if is_steps || is_range(&text) {
        return Ok(Some(text));
    }
    let (lowest, highest) = F::LIMITS;
    if is_number(&text) {
        let is_within = text.parse().is_ok_and(|number: u32| (lowest..=highest).contains(&number));
        return if is_within { Ok(Some(text)) } else { Err(not_valid::<F>(&text)) };
    }
    let lower = text.to_lowercase();
    let matches = |name: &&str| **name == lower || lower.len() == 3 && name.starts_with(&lower);
    let index = F::NAMES.iter().position(matches);
    let number = index.and_then(|index| u32::try_from(index).ok()).map(|index| (index + lowest).to_string());
    number.map(Some).ok_or_else(|| not_valid::<F>(&text))
}

fn not_valid<F: Field>(text: &str) -> InvalidValue {
    format!("{text} is not a valid {}", F::NAME).into()
}

/// A command on one line.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Line(pub(crate) String);

impl Line {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match flatten(value).into_iter().next() {
            Some(Value::Text(text)) => one_line("command", text.trim()).map(|line| Self(line.to_owned())),
            Some(Value::Secret(_)) => {
                Err("a crontab cannot contain a Sensitive command, since the user can list it. Have the command read a file"
                    .into())
            }
            _ => Err("a command must be a String".into()),
        }
    }
}

/// A special schedule, or `None` if the job has times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Special(pub(crate) Option<String>);

impl AttributeValue for Special {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match &value {
            Value::Text(text) if text == ABSENT => Ok(Self(None)),
            Value::Text(text) if SPECIAL.contains(&text.as_str()) => Ok(Self(Some(text.clone()))),
            Value::Text(text) => Err(format!("Invalid special schedule {text:?}").into()),
            other => Err(format!("Invalid special schedule {}", show(other)).into()),
        }
    }

    fn into_value(self) -> Value {
        self.0.map_or_else(|| ABSENT.into(), Value::from)
    }
}

/// Environment settings of a job, or `None` if there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment(pub(crate) Option<Vec<String>>);

impl AttributeValue for Environment {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let values: Vec<String> = flatten(value).iter().map(show).collect();
        if values.first().is_some_and(|first| first == ABSENT) {
            return Ok(Self(None));
        }
        for value in &values {
            let name = value.split_once('=').map_or("", |(name, _)| name.trim());
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            if !is_name {
                return Err(format!("Invalid environment setting {value:?}").into());
            }
            one_line("environment setting", value)?;
        }
        Ok(Self(Some(values).filter(|values| !values.is_empty())))
    }

    fn into_value(self) -> Value {
        self.0.map_or_else(|| ABSENT.into(), Value::from)
    }
}

/// A line break would add another job.
pub(crate) fn one_line<'a>(what: &str, text: &'a str) -> Result<&'a str, InvalidValue> {
    if text.contains(['\n', '\r', '\0']) {
        return Err(format!("the {what} {text:?} must not contain a line break").into());
    }
    Ok(text)
}

/// Flattens nested lists; any other value is its only element.
fn flatten(value: Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values.into_iter().flat_map(flatten).collect(),
        value => vec![value],
    }
}

fn show(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        other => other.type_name().to_owned(),
    }
}
