//! Owns `config`: what the settings are, and changing the file that has them.

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::args::{ConfigDelete, ConfigPlace, ConfigPrint, ConfigSet};
use crate::console::{Console, Level};
use crate::exit;
use crate::settings::table::{self, Known};
use crate::settings::{Settings, file, unknown};

/// Prints settings: the value alone of one, `name = value` of several.
///
/// # Errors
/// One is no setting, or the file of settings can't be read.
pub(crate) fn print(arguments: &ConfigPrint) -> Result<ExitCode> {
    let mut console = Console::beside_answer(&arguments.common);
    let settings = Settings::of(&arguments.settings, None, &arguments.section)?;
    for warning in &settings.warnings {
        console.log(Level::Warning, "", warning);
    }
    let mut names = arguments.names.clone();
    if names.is_empty() || names == ["all"] {
        names = table::HONOURED.iter().map(|setting| setting.name.to_owned()).collect();
    }
    names.sort_unstable();
    for name in &names {
        check(name)?;
    }
    let mut values = Vec::with_capacity(names.len());
    for name in names {
        let value = settings.values.text(&name)?;
        values.push((name, value));
    }
    let answer = match &*values {
        _ if console.is_json() => {
            let values: serde_json::Map<_, _> = values.into_iter().map(|(name, value)| (name, value.into())).collect();
            format!("{:#}\n", serde_json::Value::Object(values))
        }
        [(_, value)] => format!("{value}\n"),
        values => values.iter().map(|(name, value)| format!("{name} = {value}\n")).collect(),
    };
    console.answer(&answer);
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Sets a setting in the file.
///
/// # Errors
/// It is none, can't have that value, or the file can't be written.
pub(crate) fn set(arguments: &ConfigSet) -> Result<ExitCode> {
    edit(&arguments.place, &arguments.name, Some(&arguments.value))
}

/// Takes a setting out of the file.
///
/// # Errors
/// It is none, or the file can't be written.
pub(crate) fn delete(arguments: &ConfigDelete) -> Result<ExitCode> {
    edit(&arguments.place, &arguments.name, None)
}

fn edit(place: &ConfigPlace, name: &str, value: Option<&str>) -> Result<ExitCode> {
    let setting = check(name)?;
    if let Some(value) = value {
        setting.check(value)?;
    }
    let path = Settings::of(&place.settings, None, &place.section)?.values.path("config")?;
    file::edit(&path, &place.section, name, value)?;
    Ok(ExitCode::from(exit::SUCCESS))
}

fn check(name: &str) -> Result<&'static table::Setting> {
    match table::find(name) {
        Known::Honoured(setting) => Ok(setting),
        Known::Unhonoured => bail!("The setting '{name}' is Puppet's and has no effect here"),
        Known::Unknown(nearest) => bail!(unknown(name, nearest)),
    }
}
