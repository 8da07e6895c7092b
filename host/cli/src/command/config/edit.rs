//! `config set` and `config delete`: editing `marotte.conf`.

use std::process::ExitCode;

use anyhow::{Result, bail};
use engine::settings::table::{self, NameStatus};
use engine::settings::{file, unknown};

use crate::args::{ConfigDelete, ConfigSection, ConfigSet};
use crate::console::Console;
use crate::exit;

/// Sets a setting in the file.
///
/// # Errors
/// Returns an error if the setting is unknown, the value is not valid, or the file cannot be written.
pub(crate) fn set(arguments: &ConfigSet, console: &mut Console) -> Result<ExitCode> {
    edit(&arguments.place, &arguments.name, Some(&arguments.value), console)
}

/// Removes a setting from the file.
///
/// # Errors
/// Returns an error if the setting is unknown, or the file cannot be written.
pub(crate) fn delete(arguments: &ConfigDelete, console: &mut Console) -> Result<ExitCode> {
    edit(&arguments.place, &arguments.name, None, console)
}

fn edit(place: &ConfigSection, name: &str, value: Option<&str>, console: &mut Console) -> Result<ExitCode> {
    let setting = check(name)?;
    if let Some(value) = value {
        setting.check(value)?;
    }
    let settings = console.settings(&place.common, None, &place.section)?;
    file::edit(&settings.config, &place.section, name, value, &settings.checker)?;
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns the description of a setting.
///
/// # Errors
/// Returns an error if the setting is unknown, or is a setting of Puppet without effect here.
pub(super) fn check(name: &str) -> Result<&'static table::SettingInfo> {
    match table::find(name) {
        NameStatus::Supported(setting) => Ok(setting),
        NameStatus::Unsupported => bail!("The setting '{name}' is Puppet's and has no effect here"),
        NameStatus::Unknown(nearest) => bail!(unknown(name, nearest)),
    }
}
