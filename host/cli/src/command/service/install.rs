//! `service install`: the command of a run, and the files that schedule it.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use catalog::Level;
use engine::Settings;
use engine::repository::RepositorySource;
use engine::service::{Schedule, Service, ServiceConfig};
use engine::settings::table::{self, SettingKind};
use engine::settings::{absolute, split};
use ownership::OwnershipRule;

use crate::args::{Common, RepositoryFlags, ServiceInstall};
use crate::console::Console;
use crate::exit;

/// Installs the service, or prints its files in a dry run.
///
/// # Errors
/// Returns an error if a flag is invalid, other users can change this program, or a file cannot be written.
pub(super) fn run(arguments: &ServiceInstall, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.place.common, arguments.place.root.as_deref(), "user")?;
    let schedule = Schedule::new(&arguments.every, arguments.splay.as_deref())?;
    let mut flags = repository_flags(&arguments.repository)?;
    flags.extend(setting_flags(&arguments.place.common)?);
    let mut command = vec![program(&settings)?, "apply".to_owned()];
    command.extend(flags.iter().cloned());
    if !arguments.place.common.settings.given().contains_key("exit_codes") {
        command.extend(["--exit_codes", "strict"].map(str::to_owned));
    }
    let service = Service::of(&settings.root);
    let files = service.files(&ServiceConfig { schedule, command, flags })?;
    if is_noop(&arguments.place.common) {
        for file in &files {
            console.print(&format!("# {}\n{}\n", file.path.display(), file.text));
        }
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    service.install(&files)?;
    for file in &files {
        let path = file.path.display();
        let text = if file.is_current { format!("'{path}' is unchanged") } else { format!("Wrote '{path}'") };
        console.log(Level::Notice, "", &text);
    }
    let text = format!("Runs are scheduled {}; 'marotte service status' shows the next one", schedule.text());
    console.log(Level::Notice, "", &text);
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns whether a flag requests a dry run. The setting in `marotte.conf` belongs to the runs.
pub(super) fn is_noop(common: &Common) -> bool {
    common.settings.given().get("noop").is_some_and(|value| value == "true")
}

fn repository_flags(flags: &RepositoryFlags) -> Result<Vec<String>> {
    let Some(url) = &flags.repo else { return Ok(Vec::new()) };
    let source = RepositorySource::new(url, flags.branch.as_deref())?;
    let mut words = vec!["--repo".to_owned(), source.url];
    words.extend(source.branch.into_iter().flat_map(|branch| ["--branch".to_owned(), branch]));
    Ok(words)
}

/// Returns the given settings as flags of the runs. Relative paths become absolute.
fn setting_flags(common: &Common) -> Result<Vec<String>> {
    let mut words = Vec::new();
    for (name, value) in common.settings.given() {
        let setting = table::supported(name).context("an unknown setting")?;
        setting.check(value)?;
        let value = match setting.kind {
            SettingKind::Flag if value == "true" && name == "noop" => continue,
            SettingKind::Flag => {
                words.push(if value == "true" { format!("--{name}") } else { format!("--no-{name}") });
                continue;
            }
            SettingKind::Path => absolute(Path::new(value)).display().to_string(),
            SettingKind::Paths => env::join_paths(split(value))?.to_string_lossy().into_owned(),
            _ => value.clone(),
        };
        words.extend([format!("--{name}"), value]);
    }
    Ok(words)
}

/// Returns the path of this program. The timer runs it as root, so other users must not be able to replace it.
fn program(settings: &Settings) -> Result<String> {
    let path = env::current_exe().context("Could not find the path of this program")?;
    let checked = settings.checker.check_path(&path, OwnershipRule::Trusted);
    checked.context("Runs as root need a program that only root can change: copy it to /usr/local/bin")?;
    let path = path.strip_prefix(&settings.root).map_or(path.clone(), |inner| Path::new("/").join(inner));
    path.into_os_string().into_string().ok().context("The path of this program is not UTF-8")
}
