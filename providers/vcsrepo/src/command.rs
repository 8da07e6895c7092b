//! Execution of git: its user, environment and configuration, and Puppet's messages for failures.

use marotte_sdk::command::Invocation;
use marotte_sdk::prelude::*;

use crate::{Proxy, Switch, Vcsrepo};

/// ssh command with the options of Puppet's module: never prompts, and accepts any host key.
const SSH: &str = "ssh -oStrictHostKeyChecking=no -oPasswordAuthentication=no -oKbdInteractiveAuthentication=no \
                   -oChallengeResponseAuthentication=no -oConnectTimeout=120 -i ";

/// Returns a git command that runs in the repository.
pub(crate) fn inside(row: &Row<Vcsrepo>, arguments: &[&str]) -> Command {
    anywhere(row, &[&["-C", &row.path.0], arguments].concat())
}

/// Returns a git command without a directory option.
pub(crate) fn anywhere(row: &Row<Vcsrepo>, arguments: &[&str]) -> Command {
    Command {
        row: row.id(),
        env: environment(row),
        user: row.user.clone(),
        umask: row.umask.map(|umask| umask.0),
        merge_stderr: false,
        ..Command::named("git", arguments)
    }
}

/// Runs a command that changes the repository.
pub(crate) fn run(system: &impl WriteSystem, command: Command) -> Result<()> {
    Invocation::new(command).run(system).map(drop)
}

fn environment(row: &Row<Vcsrepo>) -> Vec<(String, Vec<Part>)> {
    let mut variables = vec![("GIT_TERMINAL_PROMPT".to_owned(), "0".to_owned())];
    // Prevents git from using an enclosing repository if the directory is not a repository.
    if let Some((above, _)) = row.path.0.trim_end_matches('/').rsplit_once('/') {
        variables.push(("GIT_CEILING_DIRECTORIES".to_owned(), above.to_owned()));
    }
    if let Some(identity) = &row.identity {
        variables.push(("GIT_SSH_COMMAND".to_owned(), format!("{SSH}{}", quoted(identity))));
    }
    if let Some(tmpdir) = &row.tmpdir {
        variables.push(("TMPDIR".to_owned(), tmpdir.clone()));
    }
    let settings = settings(row);
    if !settings.is_empty() {
        variables.push(("GIT_CONFIG_COUNT".to_owned(), settings.len().to_string()));
    }
    for (number, (key, value)) in settings.into_iter().enumerate() {
        variables.push((format!("GIT_CONFIG_KEY_{number}"), key));
        variables.push((format!("GIT_CONFIG_VALUE_{number}"), value));
    }
    variables.into_iter().map(|(name, value)| (name, vec![value.as_str().into()])).collect()
}

/// Returns the git configuration for this command only.
fn settings(row: &Row<Vcsrepo>) -> Vec<(String, String)> {
    let mut settings = Vec::new();
    if row.safe_directory == Switch::True {
        settings.push(("safe.directory".to_owned(), row.path.0.clone()));
    }
    if row.trust_server_cert == Switch::True {
        settings.push(("http.sslVerify".to_owned(), "false".to_owned()));
    }
    match &row.http_proxy {
        Some(Proxy::One(proxy)) => settings.push(("http.proxy".to_owned(), proxy.clone())),
        Some(Proxy::Many(proxies)) => {
            let setting = |(remote, proxy): (&String, &String)| (format!("remote.{remote}.proxy"), proxy.clone());
            settings.extend(proxies.iter().map(setting));
        }
        None => {}
    }
    settings
}

/// Quotes a word for the shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
