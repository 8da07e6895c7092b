//! Variables that a resource sets for `psql`: connection settings, overridden by environment settings. A
//! secret is revealed only if it contains both name and value.

use marotte_sdk::prelude::*;

use crate::sql::Variables;
use crate::{PostgresqlPsql, PostgresqlPsqlAttribute};

/// Variable that contains the password of a role.
const PASSWORD: &str = "NEWPGPASSWD";

/// Returns the connection settings.
///
/// # Errors
/// Returns an error if a setting has an invalid name or value.
pub(crate) fn connection(settings: Option<&Value>) -> Result<Variables> {
    let Some(Value::Hash(settings)) = settings else { return Ok(Variables::new()) };
    let setting = |(name, value): &(Value, Value)| {
        let value = match value {
            Value::Text(text) => text.as_str().into(),
            Value::Integer(number) => Part::Text(number.to_string()),
            Value::Boolean(boolean) => Part::Text(boolean.to_string()),
            Value::Undef => "".into(),
            Value::Secret(secret) => secret.part(Form::Raw),
            other => {
                return Err(Error::invalid(format!(
                    "a connection setting cannot be of the type {}",
                    other.type_name()
                )));
            }
        };
        match name {
            Value::Text(name) => Ok((name.clone(), value)),
            other => Err(Error::invalid(format!("the name of a setting cannot be of the type {}", other.type_name()))),
        }
    };
    settings.iter().map(setting).collect()
}

/// Returns all variables of a resource.
///
/// # Errors
/// Returns an error if a setting is invalid or a secret cannot be revealed.
pub(crate) fn variables(system: &impl ReadSystem, row: &Row<PostgresqlPsql>) -> Result<Variables> {
    let mut variables = connection(row.connect_settings.as_ref())?;
    for setting in row.environment.iter().flatten() {
        let is_secret = setting.is_secret();
        let setting = clear(system, setting)?;
        let about = (row, PostgresqlPsqlAttribute::Environment);
        let Some((name, value)) = setting.split_once('=').filter(|(name, value)| is_name(name) && !value.is_empty())
        else {
            let shown = if is_secret { "[redacted]" } else { &setting };
            system.warning(about, &format!("Cannot understand environment setting \"{shown}\""));
            continue;
        };
        if variables.insert(name.to_owned(), value.into()).is_some() {
            let shown = if is_secret || name == PASSWORD { "****" } else { value };
            system.warning(about, &format!("Overriding environment setting '{name}' with '{shown}'"));
        }
    }
    Ok(variables)
}

/// Returns a text, revealing it if it is a secret.
///
/// # Errors
/// Returns an error if the secret may not be revealed.
pub(crate) fn clear(system: &impl ReadSystem, text: &Text) -> Result<String> {
    match text {
        Text::Clear(text) => Ok(text.clone()),
        Text::Secret(secret) => system.reveal(*secret),
    }
}

/// Returns whether a text is a valid variable name.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
