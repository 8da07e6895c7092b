//! `config`: printing settings and editing `marotte.conf`.

mod edit;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use serde_json::{Value as Json, json};

use crate::args::ConfigPrint;
use crate::console::Console;
use crate::exit;
use engine::DirectoryEnvironment;
use engine::node;
use engine::settings::table;
use engine::settings::{SettingOrigin, Settings};

use edit::check;
pub(crate) use edit::{delete, set};

/// A setting to print.
struct Printed {
    name: String,
    value: String,
    origin: SettingOrigin,
}

/// Prints settings: the value of a single one, `name = value` for several, with the origin if requested.
///
/// # Errors
/// Returns an error if a setting is unknown, `marotte.conf` cannot be read, or the environment does not exist.
pub(crate) fn print(arguments: &ConfigPrint, console: &mut Console) -> Result<ExitCode> {
    console.log_to_stderr();
    let settings = console.settings(&arguments.common, None, &arguments.section)?;
    let mut names = arguments.names.clone();
    if names.is_empty() || names == ["all"] {
        names = table::SUPPORTED.iter().map(|setting| setting.name.to_owned()).collect();
    }
    names.sort_unstable();
    for name in &names {
        check(name)?;
    }
    let printed = names.into_iter().map(|name| value(&settings, name)).collect::<Result<Vec<_>>>()?;
    let origin = |printed: &Printed| {
        if arguments.origin { format!(" ({})", printed.origin) } else { String::new() }
    };
    if console.is_structured() {
        console.print_data(&as_json(printed, arguments.origin));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let answer = match &*printed {
        [one] => format!("{}{}\n", one.value, origin(one)),
        several => several.iter().map(|one| format!("{} = {}{}\n", one.name, one.value, origin(one))).collect(),
    };
    console.print(&answer);
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns the value of a setting in its environment, including defaults from the system and the environment.
fn value(settings: &Settings, name: String) -> Result<Printed> {
    let texts = &settings.texts;
    let (mut value, mut origin) = (texts.text(&name)?, texts.origin(&name));
    let directories =
        |directories: &[PathBuf]| env::join_paths(directories).map(|all| all.to_string_lossy().into_owned());
    let environment = || Ok::<_, anyhow::Error>(DirectoryEnvironment::find(settings, None)?.0);
    let is_given = matches!(origin, SettingOrigin::Flag(_) | SettingOrigin::Variable(_));
    match name.as_str() {
        "modulepath" | "manifest" => {
            let environment = environment()?;
            origin = environment.origin(&name).filter(|_| !is_given).unwrap_or(origin);
            value = match name.as_str() {
                "modulepath" => directories(&environment.modulepath)?,
                _ => environment.manifest.map_or(value, |manifest| manifest.display().to_string()),
            };
        }
        "config_version" | "environment_data_provider" => {
            let environment = environment()?;
            origin = environment.origin(&name).filter(|_| !is_given).unwrap_or(origin);
            value = if name == "config_version" { environment.config_version } else { environment.data_provider };
        }
        "database_url" | "database_read_url" => value = fleet::url_without_password(&value),
        "cache" => value = settings.cache.display().to_string(),
        "certname" if value.is_empty() => value = node::system_name(),
        _ => {}
    }
    Ok(Printed { name, value, origin })
}

fn as_json(printed: Vec<Printed>, with_origin: bool) -> Json {
    let entry = |printed: Printed| {
        let Printed { name, value, origin } = printed;
        let value = if with_origin { json!({ "value": value, "origin": origin.to_string() }) } else { json!(value) };
        (name, value)
    };
    Json::Object(printed.into_iter().map(entry).collect())
}
