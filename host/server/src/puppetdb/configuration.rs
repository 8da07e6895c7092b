//! The file `puppetdb.conf` of Puppet: where PuppetDB is.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use ownership::{Checker, OwnershipRule};

use super::PuppetDbAddress;

/// The settings of the section `[main]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PuppetDbConfiguration {
    /// The servers that answer queries, in the order in which they are tried.
    pub(super) servers: Vec<PuppetDbAddress>,
    /// Servers that receive commands only.
    pub(super) submit_only: Vec<PuppetDbAddress>,
    /// The longest time of a request.
    pub(super) time: Duration,
    /// Whether each command is sent to all servers, and how many must accept it.
    pub(super) is_broadcast: bool,
    pub(super) minimum: usize,
    /// Whether a server that answered is tried first from then on.
    pub(super) is_sticky: bool,
    /// Whether a run continues if no server accepts a command.
    pub(super) is_soft: bool,
}

impl PuppetDbConfiguration {
    /// Reads a file; without it, PuppetDB is at `https://puppetdb:8081`.
    ///
    /// # Errors
    /// Returns an error that names the line if a setting is not valid or not supported, or other users can change the file.
    pub(crate) fn read(path: &Path, checker: &Checker) -> Result<Self> {
        let text = match path.exists() {
            true => checker.read(path, OwnershipRule::Trusted)?,
            false => Vec::new(),
        };
        let text = String::from_utf8(text).with_context(|| format!("{} is not UTF-8", path.display()))?;
        Self::parse(&text, path).context("Could not configure PuppetDB")
    }

    /// Returns the configuration of one server.
    pub(super) fn of_server(address: PuppetDbAddress, time: Duration) -> Self {
        let (is_broadcast, is_sticky, is_soft) = (false, false, false);
        Self { servers: vec![address], submit_only: Vec::new(), time, is_broadcast, minimum: 1, is_sticky, is_soft }
    }

    fn parse(text: &str, path: &Path) -> Result<Self> {
        let puppets = "https://puppetdb:8081".parse()?;
        let mut found = Self::of_server(puppets, Duration::from_secs(30));
        let mut section = None;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with(['#', ';']) {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = Some(name.trim());
                continue;
            }
            found.read_line(section, line).with_context(|| format!("{}, line {number}", path.display()))?;
        }
        found.check().with_context(|| path.display().to_string())?;
        Ok(found)
    }

    /// Reads a line of a section; those of other sections have no effect.
    fn read_line(&mut self, section: Option<&str>, line: &str) -> Result<()> {
        let Some((name, value)) = line.split_once('=') else { bail!("'{line}' is not a setting") };
        match section {
            Some("main") => self.set(name.trim(), value.trim()),
            Some(_) => Ok(()),
            None => bail!("the setting '{}' is outside of a section", name.trim()),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "server_urls" => self.servers = addresses(value)?,
            "submit_only_server_urls" => self.submit_only = addresses(value)?,
            "server_url_timeout" => {
                let seconds = value.parse().with_context(|| format!("'{value}' is not a number of seconds"))?;
                self.time = Duration::from_secs(seconds);
            }
            "command_broadcast" => self.is_broadcast = boolean(value)?,
            "min_successful_submissions" => {
                self.minimum = value.parse().with_context(|| format!("'{value}' is not a number"))?;
            }
            "sticky_read_failover" => self.is_sticky = boolean(value)?,
            "soft_write_failure" => self.is_soft = boolean(value)?,
            "include_unchanged_resources" if !boolean(value)? => {}
            "verify_client_certificate" if boolean(value)? => {}
            "include_unchanged_resources" | "verify_client_certificate" => {
                bail!("the value '{value}' of the setting '{name}' is not supported")
            }
            "server" | "port" => bail!("the setting '{name}' is retired: use 'server_urls'"),
            _ => bail!("there is no setting '{name}'"),
        }
        Ok(())
    }

    fn check(&self) -> Result<()> {
        if self.servers.is_empty() {
            bail!("server_urls is empty");
        }
        if let Some(both) = self.servers.iter().find(|address| self.submit_only.contains(address)) {
            bail!("Server URLs must be in either server_urls or submit_only_server_urls, not both: {both}");
        }
        if self.minimum > 1 && !self.is_broadcast {
            bail!("command_broadcast must be set to true to use min_successful_submissions");
        }
        if self.minimum > 1 && self.is_soft {
            bail!("soft_write_failure cannot be enabled when min_successful_submissions is greater than 1");
        }
        if self.minimum > self.servers.len() {
            bail!("min_successful_submissions must be less than or equal to the number of server_urls");
        }
        Ok(())
    }
}

fn addresses(value: &str) -> Result<Vec<PuppetDbAddress>> {
    let urls = value.split(',').map(str::trim).filter(|url| !url.is_empty());
    let mut found = Vec::new();
    for url in urls {
        if !url.starts_with("https://") {
            bail!("PuppetDB 'server_urls' must be https, found '{url}'");
        }
        found.push(url.parse()?);
    }
    Ok(found)
}

fn boolean(value: &str) -> Result<bool> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => bail!("'{value}' is neither true nor false"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<PuppetDbConfiguration, String> {
        PuppetDbConfiguration::parse(text, Path::new("puppetdb.conf")).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn puppetdb_conf_has_the_defaults_of_puppet() {
        let found = parse("").unwrap();
        assert_eq!(found.servers[0].to_string(), "https://puppetdb:8081");
        assert_eq!((found.time, found.minimum, found.is_broadcast), (Duration::from_secs(30), 1, false));
    }

    #[test]
    fn puppetdb_conf_names_servers() {
        let text = "# comment\n[main]\nserver_urls = https://a, https://b:9/\nserver_url_timeout = 5\n\
                    sticky_read_failover=true\n[other]\nx = y\n";
        let found = parse(text).unwrap();
        let shown: Vec<String> = found.servers.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["https://a:8081", "https://b:9"]);
        assert!(found.is_sticky && found.time == Duration::from_secs(5));
    }

    #[test]
    fn wrong_line_of_puppetdb_conf_is_named() {
        let cases = [
            ("server_urls = https://a", "line 1: the setting 'server_urls' is outside of a section"),
            ("[main]\nserver_urls = http://a", "line 2: PuppetDB 'server_urls' must be https, found 'http://a'"),
            ("[main]\nserver = a", "line 2: the setting 'server' is retired: use 'server_urls'"),
            ("[main]\nnosuch = a", "line 2: there is no setting 'nosuch'"),
            ("[main]\ncommand_broadcast = yes", "line 2: 'yes' is neither true nor false"),
            (
                "[main]\nverify_client_certificate = false",
                "of the setting 'verify_client_certificate' is not supported",
            ),
            ("[main]\nnonsense", "line 2: 'nonsense' is not a setting"),
            ("[main]\nmin_successful_submissions = 2", "command_broadcast must be set to true"),
            ("[main]\nserver_urls = https://a\nsubmit_only_server_urls = https://a", "not both: https://a:8081"),
        ];
        for (text, expected) in cases {
            let error = parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
