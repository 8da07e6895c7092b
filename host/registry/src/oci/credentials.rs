//! Credentials for registries, from the files written by `docker login` and `podman login` and from the
//! credential helpers named in these files.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use launcher::{Launch, StreamMode};
use rustix::process::getuid;
use serde_json::Value;
use thiserror::Error;

use crate::network::Network;

/// The key of the registry whose credentials have another name than its host.
const DOCKER_HUB: (&str, &str) = ("docker.io", "index.docker.io");

/// Maximum size of a credentials file.
const MAX_FILE: usize = 1 << 20;

/// Maximum size of a helper's response, in bytes.
const MAX_ANSWER: usize = 64 << 10;

/// Credentials for a registry.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum RegistryCredentials {
    /// A name and a password.
    User(String, String),
    /// An identity token, which is exchanged for access tokens.
    Token(String),
}

impl fmt::Debug for RegistryCredentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[redacted]")
    }
}

/// Returns the paths of possible credentials files; the first with credentials for a registry is used. A file
/// named by the environment is the only one; otherwise those of podman, see containers-auth.json(5), precede
/// docker's.
fn files(network: &Network) -> Vec<PathBuf> {
    if let Some(named) = network.variable("REGISTRY_AUTH_FILE") {
        return vec![named.into()];
    }
    let within = |name: &str, rest: &str| network.variable(name).map(|directory| PathBuf::from(directory).join(rest));
    let of_session = within("XDG_RUNTIME_DIR", "containers/auth.json")
        .unwrap_or_else(|| format!("/run/containers/{}/auth.json", getuid().as_raw()).into());
    let of_user = within("XDG_CONFIG_HOME", "containers/auth.json");
    let of_user = of_user.or_else(|| within("HOME", ".config/containers/auth.json"));
    let dockers = within("DOCKER_CONFIG", "config.json").or_else(|| within("HOME", ".docker/config.json"));
    [Some(of_session), of_user, dockers].into_iter().flatten().collect()
}

/// Reason why credentials cannot be determined. No content of the files is printed, since they contain
/// passwords.
#[derive(Debug, Error)]
pub(super) enum CredentialsError {
    /// The file cannot be read.
    #[error("Could not read the credentials in '{}': {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The file has another format.
    #[error("'{}' is not a credentials file of `docker login`: {what}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The line, or the entry.
        what: String,
    },
    /// A credential helper failed.
    #[error("Could not get the credentials for '{host}' from '{program}': {reason}")]
    Helper {
        /// The registry.
        host: String,
        /// The program.
        program: String,
        /// The reason.
        reason: String,
    },
}

/// Finds the credentials for a repository of a registry; `None` without a login.
///
/// # Errors
/// Returns an error if an existing file cannot be read, or a credential helper fails.
pub(super) fn find(
    network: &Network,
    host: &str,
    repository: &str,
) -> Result<Option<RegistryCredentials>, CredentialsError> {
    for path in files(network) {
        if let Some(found) = find_in(&path, network, host, repository)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn find_in(
    path: &Path,
    network: &Network,
    host: &str,
    repository: &str,
) -> Result<Option<RegistryCredentials>, CredentialsError> {
    let text = match files::read_file(path, MAX_FILE) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| CredentialsError::Unreadable { path: path.to_owned(), error })?,
    };
    // Messages contain no content of the file, which contains passwords.
    let wrong = |what: String| CredentialsError::Format { path: path.to_owned(), what };
    let config: Value = serde_json::from_slice(&text).map_err(|error| wrong(format!("line {}", error.line())))?;
    let helpers = [&config["credHelpers"][host], &config["credsStore"]];
    if let Some(helper) = helpers.into_iter().find_map(Value::as_str) {
        return ask(network, helper, host);
    }
    let Some(entries) = config["auths"].as_object() else { return Ok(None) };
    let place = format!("{host}/{repository}");
    let fitting = entries.iter().filter_map(|(key, entry)| Some((fits(key, &place)?, entry)));
    let Some((_, entry)) = fitting.max_by_key(|(length, _)| *length) else { return Ok(None) };
    if let Some(token) = entry["identitytoken"].as_str().filter(|token| !token.is_empty()) {
        return Ok(Some(RegistryCredentials::Token(token.to_owned())));
    }
    let Some(encoded) = entry["auth"].as_str().filter(|encoded| !encoded.is_empty()) else { return Ok(None) };
    let decoded = STANDARD.decode(encoded).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let decoded = decoded.as_deref().and_then(|text| text.split_once(':'));
    let (user, password) = decoded.ok_or_else(|| wrong(format!("its entry for '{host}'")))?;
    Ok(Some(RegistryCredentials::User(user.to_owned(), password.trim_end_matches('\0').to_owned())))
}

/// Returns the length of the match between a key of the file (a host, or a host and the beginning of a
/// repository) and a repository.
fn fits(key: &str, place: &str) -> Option<usize> {
    let key = key.strip_prefix("https://").or_else(|| key.strip_prefix("http://")).unwrap_or(key);
    let key = key.trim_end_matches('/');
    let key = key.strip_suffix("/v1").or_else(|| key.strip_suffix("/v2")).unwrap_or(key);
    let key = if key == DOCKER_HUB.1 { DOCKER_HUB.0 } else { key };
    let rest = place.strip_prefix(key)?;
    (rest.is_empty() || rest.starts_with('/')).then_some(key.len())
}

/// Runs a credential helper.
fn ask(network: &Network, helper: &str, host: &str) -> Result<Option<RegistryCredentials>, CredentialsError> {
    let program = format!("docker-credential-{helper}");
    let failed = |reason: &str| CredentialsError::Helper {
        host: host.to_owned(),
        program: program.clone(),
        reason: reason.to_owned(),
    };
    let key = if host == DOCKER_HUB.0 { format!("https://{}/v1/", DOCKER_HUB.1) } else { host.to_owned() };
    let path = network.environment.iter().rev().find(|(name, _)| name == "PATH").map(|(_, path)| path.as_os_str());
    let executable = launcher::find_program(program.as_ref(), path).ok_or_else(|| failed("it is not installed"))?;
    let launch = Launch {
        input: key.into_bytes(),
        errors: StreamMode::Discarded,
        limit: MAX_ANSWER,
        stop_at_limit: true,
        timeout: network.timeouts.helper,
        ..Launch::new(executable, ["get"], network.environment.clone())
    };
    let output = launch.run().map_err(|error| failed(&error.to_string()))?;
    if output.timed_out {
        return Err(failed(&format!("it did not respond within {:?} and was terminated", network.timeouts.helper)));
    }
    if output.truncated {
        return Err(failed(&format!("it wrote more than {MAX_ANSWER} bytes and was terminated")));
    }
    if output.status != 0 {
        // Helpers report missing credentials like this.
        let is_unknown = String::from_utf8_lossy(&output.stdout).contains("credentials not found");
        return if is_unknown { Ok(None) } else { Err(failed(&format!("it exited with status {}", output.status))) };
    }
    let output = output.stdout;
    let answer: Value = serde_json::from_slice(&output).map_err(|_| failed("its output is not JSON"))?;
    let (Some(user), Some(secret)) = (answer["Username"].as_str(), answer["Secret"].as_str()) else { return Ok(None) };
    Ok(Some(match user {
        "<token>" => RegistryCredentials::Token(secret.to_owned()),
        _ => RegistryCredentials::User(user.to_owned(), secret.to_owned()),
    }))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    fn network(directory: &std::path::Path) -> Network {
        Network::new(vec![("DOCKER_CONFIG".into(), directory.into()), ("PATH".into(), directory.into())])
    }

    fn user(name: &str, password: &str) -> Option<RegistryCredentials> {
        Some(RegistryCredentials::User(name.into(), password.into()))
    }

    #[test]
    fn most_specific_credentials_entry_is_used() {
        let directory = tempfile::tempdir().unwrap();
        let entry = |text: &str| serde_json::json!({ "auth": STANDARD.encode(text) });
        let config = serde_json::json!({ "auths": {
            "ghcr.io": entry("a:one"), "ghcr.io/acme": entry("b:t:wo"), "https://h:5000/v1/": entry("c:three"),
            "https://index.docker.io/v1/": entry("d:four"), "token.io": { "identitytoken": "t" }, "helped.io": {},
            "broken.io": { "auth": "?" },
        }});
        fs::write(directory.path().join("config.json"), config.to_string()).unwrap();
        let find = |host: &str, repository: &str| find(&network(directory.path()), host, repository);
        assert_eq!(find("ghcr.io", "other/x").unwrap(), user("a", "one"));
        assert_eq!(find("ghcr.io", "acme/x").unwrap(), user("b", "t:wo"));
        assert_eq!(find("ghcr.io", "acmeish/x").unwrap(), user("a", "one"));
        assert_eq!(find("h:5000", "x").unwrap(), user("c", "three"));
        assert_eq!(find("docker.io", "x").unwrap(), user("d", "four"));
        assert_eq!(find("token.io", "x").unwrap(), Some(RegistryCredentials::Token("t".into())));
        assert_eq!((find("helped.io", "x").unwrap(), find("nobody.io", "x").unwrap()), (None, None));
        assert!(find("broken.io", "x").unwrap_err().to_string().contains("its entry for 'broken.io'"));
        fs::write(directory.path().join("config.json"), "{\"auths\": secret").unwrap();
        let message = find("ghcr.io", "x").unwrap_err().to_string();
        assert!(message.contains("config.json' is not a credentials file") && !message.contains("secret"), "{message}");
        assert_eq!(super::find(&Network::new(Vec::new()), "ghcr.io", "x").unwrap(), None);
    }

    #[test]
    fn podman_credentials_take_precedence_over_docker_credentials() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        let known = |name: &str, host: &str, user: &str| {
            let auth = STANDARD.encode(format!("{user}:secret"));
            fs::create_dir_all(at(name).parent().unwrap()).unwrap();
            fs::write(at(name), format!(r#"{{"auths":{{"{host}":{{"auth":"{auth}"}}}}}}"#)).unwrap();
        };
        let variables = |names: &[(&str, &str)]| {
            Network::new(names.iter().map(|(name, path)| ((*name).into(), at(path).into())).collect())
        };
        let own = variables(&[("XDG_RUNTIME_DIR", "run"), ("HOME", "home")]);
        assert_eq!(find(&own, "h", "x").unwrap(), None);
        known("home/.docker/config.json", "h", "docker");
        assert_eq!(find(&own, "h", "x").unwrap(), user("docker", "secret"));
        known("home/.config/containers/auth.json", "h", "podman");
        assert_eq!(find(&own, "h", "x").unwrap(), user("podman", "secret"));
        known("run/containers/auth.json", "other", "session");
        assert_eq!(find(&own, "h", "x").unwrap(), user("podman", "secret"));
        known("run/containers/auth.json", "h", "session");
        assert_eq!(find(&own, "h", "x").unwrap(), user("session", "secret"));
        let elsewhere = [("XDG_RUNTIME_DIR", "none"), ("XDG_CONFIG_HOME", "config"), ("HOME", "home")];
        assert_eq!(find(&variables(&elsewhere), "h", "x").unwrap(), user("docker", "secret"));
        let dockers = [("XDG_RUNTIME_DIR", "none"), ("DOCKER_CONFIG", "home/.docker")];
        assert_eq!(find(&variables(&dockers), "h", "x").unwrap(), user("docker", "secret"));
        let named = [("REGISTRY_AUTH_FILE", "run/containers/auth.json"), ("HOME", "home")];
        assert_eq!(find(&variables(&named), "h", "x").unwrap(), user("session", "secret"));
    }

    #[test]
    fn credential_helper_is_called_with_the_host() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let config = r#"{"credHelpers": {"h": "sample", "bad": "broken", "mute": "mute", "lasting": "lasting", "endless": "endless"}}"#;
        fs::write(directory.path().join("config.json"), config).unwrap();
        let program = |name: &str, text: &str| {
            let path = directory.path().join(name);
            fs::write(&path, format!("#!/bin/sh\n{text}")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        };
        program(
            "docker-credential-sample",
            "read host\necho \"{\\\"Username\\\":\\\"u\\\",\\\"Secret\\\":\\\"$1-$host\\\"}\"\n",
        );
        program("docker-credential-broken", "exit 3\n");
        program("docker-credential-mute", "exec sleep 1000\n");
        program("docker-credential-lasting", "echo '{}'; exec sleep 1000 >&- 2>&-\n");
        program("docker-credential-endless", "exec yes\n");
        let mut network = network(directory.path());
        let path =
            std::env::join_paths([directory.path(), std::path::Path::new("/usr/bin"), std::path::Path::new("/bin")]);
        network.environment[1].1 = path.unwrap();
        assert_eq!(find(&network, "h", "x").unwrap(), user("u", "get-h"));
        assert!(find(&network, "bad", "x").unwrap_err().to_string().contains("'docker-credential-broken'"));
        assert_eq!(find(&network, "other", "x").unwrap(), None);
        assert!(
            find(&network, "endless", "x")
                .unwrap_err()
                .to_string()
                .contains("'docker-credential-endless': it wrote more than 65536 bytes")
        );
        network.timeouts.helper = Duration::from_millis(200);
        for host in ["mute", "lasting"] {
            let message = find(&network, host, "x").unwrap_err().to_string();
            assert!(
                message.contains(&format!("'docker-credential-{host}': it did not respond within 200ms")),
                "{message}"
            );
        }
    }
}
