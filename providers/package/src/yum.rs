//! `yum`, `dnf` and `tdnf`: packages from repositories. Installed packages are read with `rpm`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::backend::{Backend, Installed};
use crate::command::{query_in_scratch, query_text_in_scratch};
use crate::current::Current;
use crate::options::{Options, arguments};
use crate::rpm::{Rpm, any_version};
use crate::version::{Range, RpmVersion, compare_evr, is_within};
use crate::{Ensure, Package};

/// The exit code of `check-update` if there are updates.
const UPDATES: i32 = 100;

/// Options that select repositories, and therefore change the available updates.
const REPOSITORIES: [&str; 3] = ["--disablerepo", "--enablerepo", "--disableexcludes"];

/// Script that uses previously fetched lists, since queries cannot update them. The lists are linked into the
/// directory writable for queries, because locks and the log are written there.
macro_rules! scratch {
    ($name:literal, $lists:literal) => {
        concat!(
            r#"mkdir -p "$TMPDIR/"#,
            $name,
            r#"" && ln -sf "#,
            $lists,
            r#" "$TMPDIR/"#,
            $name,
            r#""; exec "$0" -C --setopt=cachedir="$TMPDIR/"#,
            $name,
            r#"" --setopt=logdir="$TMPDIR" --setopt=persistdir="$TMPDIR" "$@""#
        )
    };
}
const DNF: &str = scratch!("dnf", "/var/cache/dnf/*");
const TDNF: &str = scratch!("tdnf", "/var/cache/tdnf/*");
/// `yum` may be an alias of `dnf`. Its own lists are in directories by architecture and release.
const YUM: &str = scratch!("yum", "/var/cache/dnf/* /var/cache/yum/*/*/*");

/// The providers `yum`, `dnf` and `tdnf`.
#[derive(Debug)]
pub(crate) struct Yum {
    tool: Tool,
    /// The script for queries.
    scratch: &'static str,
    /// The verb for updates.
    update: &'static str,
    /// The verbosity of errors.
    errors: &'static str,
    rpm: Rpm,
    /// The available updates, by the options that select repositories.
    updates: BTreeMap<Vec<String>, BTreeMap<String, String>>,
}

impl Open for Yum {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        let (tool, scratch, update, errors) = match name {
            "dnf" => (Tool::new("dnf"), DNF, "upgrade", "1"),
            "tdnf" => (Tool::new("tdnf"), TDNF, "upgrade", "1"),
            _ => (Tool::new("yum"), YUM, "update", "0"),
        };
        Ok(Self { tool, scratch, update, errors, rpm: Rpm::default(), updates: BTreeMap::new() })
    }
}

impl Backend for Yum {
    const UNKNOWN: Current = Current::Purged;

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        self.rpm.list(system)
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        self.rpm.find(system, row)
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, is: &Current) -> Result<String> {
        let repositories = repositories(row.install_options.as_ref());
        if !self.updates.contains_key(&repositories) {
            let found = self.check_update(system, row, &repositories)?;
            self.updates.insert(repositories.clone(), found);
        }
        let update = self.updates.get(&repositories).and_then(|updates| updates.get(&row.name));
        match (update, is.versions()) {
            (Some(update), _) => Ok(update.clone()),
            (None, [version, ..]) => Ok(version.clone()),
            (None, []) => Err(Error::other("Tried to get latest on a missing package")),
        }
    }

    fn includes(&self, row: &Package, wanted: &str, version: &str) -> bool {
        match Range::<RpmVersion>::parse(wanted) {
            Some(range) if !range.is_exact() => {
                any_version(row, version, |version| is_within::<RpmVersion>(wanted, version))
            }
            _ => self.rpm.includes(row, wanted, version),
        }
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, is: &Current) -> Result<()> {
        let options = arguments(row.install_options.as_ref());
        if !row.allow_virtual {
            // Fails if no package has this name.
            let mut line = self.quiet();
            line.extend(options.iter().cloned().chain(["list".to_owned(), row.name.clone()]));
            self.tool.run(system, row.id(), &line)?;
        }
        let version = self.best_version(system, row)?;
        let operation = self.operation(row, is, version.as_deref());
        let wanted = match (&row.source, &version, &row.ensure) {
            (Some(source), _, Ensure::Present | Ensure::Other(_)) => source.clone(),
            (_, Some(version), _) => versioned(&row.name, version),
            _ => row.name.clone(),
        };
        let mut line = self.quiet();
        line.extend(options.into_iter().chain([operation.to_owned(), wanted.clone()]));
        let said = self.tool.run(system, row.id(), &line)?;
        if said.lines().any(|line| line == format!("No package {wanted} available.")) {
            return Err(Error::other(format!("Could not find package {wanted}")));
        }
        self.rpm.forget();
        version.map_or(Ok(()), |version| self.check_version(system, row, &version))
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        self.rpm.uninstall(system, row)
    }

    fn purge(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        self.tool.run(system, row.id(), &["-y", "erase", &row.name]).map(drop)
    }

    fn forget(&mut self) {
        self.rpm.forget();
        self.updates.clear();
    }
}

impl Yum {
    fn quiet(&self) -> Vec<String> {
        ["-d", "0", "-e", self.errors, "-y"].map(str::to_owned).to_vec()
    }

    fn check_update(
        &self,
        system: &impl ReadSystem,
        row: &Row<Package>,
        repositories: &[String],
    ) -> Result<BTreeMap<String, String>> {
        let mut line = vec!["check-update".to_owned()];
        line.extend(repositories.iter().cloned());
        let output = query_in_scratch(self.tool, system, row, self.scratch, &line)?;
        if output.status == UPDATES {
            return Ok(updates(&output.utf8(self.tool.shown)?));
        }
        // Puppet only warns here, and treats the installed version as the latest.
        output.require_success(&self.tool.line(&line))?;
        Ok(BTreeMap::new())
    }

    /// Returns the version to install; of a range, the highest available version.
    fn best_version(&self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<String>> {
        let Ensure::Other(wanted) = &row.ensure else { return Ok(None) };
        let Some(range) = Range::<RpmVersion>::parse(wanted).filter(|range| !range.is_exact()) else {
            return Ok(Some(wanted.clone()));
        };
        let mut line = vec!["list".to_owned(), row.name.clone(), "--showduplicates".to_owned()];
        line.extend(repositories(row.install_options.as_ref()));
        let answer = query_text_in_scratch(self.tool, system, row, self.scratch, &line)?;
        let available = answer.lines().skip_while(|line| !line.starts_with("Available"));
        let best = range.best(available.filter_map(|line| line.split_whitespace().nth(1)));
        let message = || format!("No available version for package {} is included in range {wanted}", row.name);
        best.map(|version| Some(version.to_owned())).ok_or_else(|| Error::other(message()))
    }

    fn operation(&self, row: &Package, is: &Current, version: Option<&str>) -> &'static str {
        let ([is, ..], false) = (is.versions(), row.ensure == Ensure::Present) else { return "install" };
        match version {
            None => self.update,
            Some(_) if row.install_only => self.update,
            Some(version) => match compare_evr(version, is) {
                Ordering::Less => "downgrade",
                Ordering::Equal => "install",
                Ordering::Greater => self.update,
            },
        }
    }

    fn check_version(&mut self, system: &impl WriteSystem, row: &Row<Package>, wanted: &str) -> Result<()> {
        let name = &row.name;
        let found = self.find(system, row)?.ok_or_else(|| Error::other(format!("Could not find package {name}")))?;
        match found.current.versions() {
            [is, ..] if !self.includes(row, wanted, is) => {
                Err(Error::other(format!("Failed to update to version {wanted}, got version {is} instead")))
            }
            _ => Ok(()),
        }
    }
}

/// Formats a name with a version; an architecture is moved to the end.
fn versioned(name: &str, version: &str) -> String {
    let version = version.split_once(':').map_or(version, |(epoch, rest)| if epoch == "0" { rest } else { version });
    match name.rsplit_once('.') {
        Some((name, architecture @ ("noarch" | "i686" | "x86_64" | "aarch64" | "ppc64le" | "s390x"))) => {
            format!("{name}-{version}.{architecture}")
        }
        _ => format!("{name}-{version}"),
    }
}

fn repositories(options: Option<&Options>) -> Vec<String> {
    let values = |option: &str| options.map(|options| options.values_of(option)).unwrap_or_default();
    let pairs = |option: &'static str| values(option).into_iter().map(move |value| format!("{option}={value}"));
    REPOSITORIES.into_iter().flat_map(pairs).collect()
}

/// Parses the updates listed by `check-update`: `bash.x86_64  5.2.26-3.fc40  updates`; long ones take several
/// lines. Obsolete packages are listed after them.
fn updates(answer: &str) -> BTreeMap<String, String> {
    let ends = |line: &&str| ["Obsoleting", "Security:", "Update"].iter().any(|word| line.starts_with(word));
    let body: Vec<&str> = answer.lines().take_while(|line| !ends(line)).collect();
    let mut found = BTreeMap::new();
    for paragraph in body.split(|line| line.trim().is_empty()) {
        let words: Vec<&str> = paragraph.iter().flat_map(|line| line.split_whitespace()).collect();
        for row in words.chunks(3) {
            let [full, version, _] = row else { continue };
            let Some((name, _)) = full.rsplit_once('.').filter(|_| version.contains('-')) else { continue };
            // Puppet's format.
            let version = if version.contains(':') { (*version).to_owned() } else { format!("0:{version}") };
            for name in [name, full] {
                found.entry(name.to_owned()).or_insert_with(|| version.clone());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_of_updates_is_parsed() {
        let answer = "Last metadata expiration check: 0:01:02 ago.\n\nbash.x86_64        5.2.26-3.fc40   updates\n\
                      a-very-long-name.noarch\n                   1:2.0-1.fc40    updates\n\
                      Obsoleting Packages\ngone.x86_64  1-1  updates\n";
        let found = updates(answer);
        assert_eq!(found.get("bash").map(String::as_str), Some("0:5.2.26-3.fc40"));
        assert_eq!(found.get("a-very-long-name.noarch").map(String::as_str), Some("1:2.0-1.fc40"));
        assert_eq!(found.len(), 4);
    }

    #[test]
    fn architecture_follows_the_version() {
        assert_eq!(versioned("bash", "0:5.2-1"), "bash-5.2-1");
        assert_eq!(versioned("bash.x86_64", "5.2-1"), "bash-5.2-1.x86_64");
        assert_eq!(versioned("python3.11", "3.11-1"), "python3.11-3.11-1");
    }
}
