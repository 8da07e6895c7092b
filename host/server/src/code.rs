//! The version of the code of an environment, and contents of files of a version: the digest and the kept trees of a pulled
//! environment, or the settings `code_id_command` and `code_content_command`, which have the interface of puppetserver's scripts.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use engine::DirectoryEnvironment;
use launcher::{Launch, Output};
use ownership::OwnershipRule;
use puppet::{ApiRequest, BYTES, Reply, is_code_id, is_content_path};

use crate::app::App;
use crate::fallback::Unanswered;

/// The longest time of a program.
const TIME: Duration = Duration::from_secs(60);

/// The largest content of a file, in bytes.
const LARGEST: usize = 256 << 20;

/// The largest code ID, in bytes.
const LARGEST_ID: usize = 4096;

/// Returns the code ID of an environment: the digest, if it was pulled. `None` if none of the settings is set, or the program
/// prints none.
///
/// # Errors
/// Returns an error if only one of the settings is set, the program fails, or its output is not a code ID.
pub(crate) fn current_id(app: &App, environment: &DirectoryEnvironment) -> Result<Option<String>> {
    if let Some(digest) = environment.artifact {
        return Ok(Some(digest.to_string()));
    }
    let (id, content) = (program(&app.settings.code_id_command), program(&app.settings.code_content_command));
    let program = match (id, content) {
        (None, None) => return Ok(None),
        (Some(program), Some(_)) => program,
        (Some(_), None) | (None, Some(_)) => bail!("Only one of code_id_command and code_content_command is set"),
    };
    let output = run(app, program, &[&environment.name], LARGEST_ID)?;
    let text = String::from_utf8(output.stdout).context("The output of code_id_command is not UTF-8")?;
    match text.trim() {
        "" => Ok(None),
        text if is_code_id(text) => Ok(Some(text.to_owned())),
        text => bail!("{}", invalid_id(text)),
    }
}

/// Returns the program of a setting, if it is set.
fn program(setting: &engine::settings::Setting<PathBuf>) -> Option<&Path> {
    (!setting.text.is_empty()).then_some(setting.value.as_path())
}

fn invalid_id(text: &str) -> String {
    format!("Invalid code-id '{text}'. Must contain only alpha-numerics and '-', '_', ';', or ':'")
}

/// Runs a program that succeeds and prints at most `limit` bytes.
fn run(app: &App, program: &Path, arguments: &[&str], limit: usize) -> Result<Output> {
    app.settings.checker.check_path(program, OwnershipRule::Trusted)?;
    let launch =
        Launch { limit, stop_at_limit: true, timeout: TIME, ..Launch::inheriting(program, arguments.iter().copied()) };
    let output = launch.run().with_context(|| program.display().to_string())?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.timed_out {
        bail!("{} took longer than {} s", program.display(), TIME.as_secs());
    }
    if output.truncated {
        bail!("{} printed more than {limit} bytes", program.display());
    }
    if output.status != 0 {
        bail!("{} ended with the exit code {}: {}", program.display(), output.status, errors.trim_end());
    }
    if !errors.trim().is_empty() {
        app.log.warning(format!("{}: {}", program.display(), errors.trim_end()));
    }
    Ok(output)
}

/// Returns the content of a file as it was in a version of the code.
pub(crate) fn content(app: &App, request: &ApiRequest, path: &str) -> Result<Reply, Unanswered> {
    let value = |name: &str| request.parameter(name).filter(|value| !value.is_empty());
    let (Some(environment), Some(id), false) = (value("environment"), value("code_id"), path.is_empty()) else {
        let message = "Error: A /static_file_content request requires an environment, a code-id, and a file-path";
        return Err(Reply::text(400, message).into());
    };
    if !is_code_id(id) {
        return Err(Reply::text(400, invalid_id(id)).into());
    }
    if !is_content_path(path) {
        let message = "Request Denied: A /static_file_content request must be a file within the files, lib, scripts, or tasks \
                       directory of a module.";
        return Err(Reply::text(403, message).into());
    }
    if !engine::is_environment_name(environment) {
        let message = format!("The environment must be purely alphanumeric, not '{environment}'");
        return Err(Reply::text(400, message).into());
    }
    let missing = |message: String| Unanswered::MissingContent { path: path.to_owned(), message };
    if let Some(content) = kept(app, environment, id, path) {
        return Ok(Reply::new(200, BYTES, content.map_err(|error| missing(format!("{error:#}")))?));
    }
    let Some(program) = program(&app.settings.code_content_command) else {
        return Err(missing("The setting code_content_command is not set".to_owned()));
    };
    let output = run(app, program, &[environment, id, path], LARGEST).map_err(|error| missing(format!("{error:#}")))?;
    Ok(Reply::new(200, BYTES, output.stdout))
}

/// Returns the content of a file in a kept version of an environment; `None` if this system does not have the version.
fn kept(app: &App, environment: &str, id: &str, path: &str) -> Option<Result<Vec<u8>>> {
    let file = engine::kept_file(&app.settings.environmentpath, environment, id, path)?;
    let read = || {
        let mut bytes = Vec::new();
        let file = app.settings.checker.open(&file, OwnershipRule::Code)?;
        file.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > LARGEST {
            bail!("{path} has more than {LARGEST} bytes");
        }
        Ok(bytes)
    };
    Some(read())
}
