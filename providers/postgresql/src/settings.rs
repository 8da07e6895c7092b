//! The variables that a resource sets for `psql`: settings of the connection, and settings of its own before those. A secret is
//! looked into only where it holds name and value together.

use marotte_sdk::prelude::*;

use crate::sql::Variables;
use crate::{PostgresqlPsql, PostgresqlPsqlAttribute};

/// The variable that the password of a role is handed over in.
const PASSWORD: &str = "NEWPGPASSWD";

/// Returns the settings of a connection.
///
/// # Errors
/// One of them is no text.
pub(crate) fn connection(settings: Option<&Value>) -> Result<Variables> {
    let Some(Value::Hash(settings)) = settings else { return Ok(Variables::new()) };
    let setting = |(name, value): &(Value, Value)| {
        let value = match value {
            Value::Text(text) => text.as_str().into(),
            Value::Integer(number) => Part::Text(number.to_string()),
            Value::Boolean(boolean) => Part::Text(boolean.to_string()),
            Value::Undef => "".into(),
            Value::Secret(secret) => secret.part(Form::Raw),
            other => return Err(Error::invalid(format!("a setting of a connection is no {}", other.type_name()))),
        };
        match name {
            Value::Text(name) => Ok((name.clone(), value)),
            other => Err(Error::invalid(format!("the name of a setting is no {}", other.type_name()))),
        }
    };
    settings.iter().map(setting).collect()
}

/// Returns all variables of a resource.
///
/// # Errors
/// One of them can't be read.
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

/// Returns a text, whether it is a secret or not.
///
/// # Errors
/// It may not be seen.
pub(crate) fn clear(system: &impl ReadSystem, text: &Text) -> Result<String> {
    match text {
        Text::Clear(text) => Ok(text.clone()),
        Text::Secret(secret) => system.reveal(*secret),
    }
}

/// Returns whether a text is the name of a variable.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
