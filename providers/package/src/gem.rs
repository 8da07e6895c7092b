//! `gem` and `puppet_gem`: Ruby gems, which can be installed in several versions at once.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::backend::{Backend, Installed, Listings};
use crate::command::{functional, or_none, query_text_in_scratch};
use crate::current::Current;
use crate::options::arguments;
use crate::version::{GemVersion, Requirement, Version as _};
use crate::{Ensure, Package};

/// Environment in which gems for Puppet's own Ruby find their libraries.
const PUPPETS: &[(&str, &str)] = &[("PKG_CONFIG_PATH", "/opt/puppetlabs/puppet/lib/pkgconfig")];

/// Stores fetched lists in the directory that is writable for queries.
const SCRATCH: &str = r#"GEM_SPEC_CACHE="$TMPDIR/gem" exec "$0" "$@""#;

/// The `gem` providers.
#[derive(Debug)]
pub(crate) struct Gem {
    tool: Tool,
    listings: Listings,
}

impl Open for Gem {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        let tool = match name {
            "puppet_gem" => Tool::new("puppet-gem").shown_as("/opt/puppetlabs/puppet/bin/gem").env(PUPPETS),
            _ => Tool::new("gem"),
        };
        Ok(Self { tool, listings: Listings::default() })
    }
}

impl Backend for Gem {
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        or_none(installed(self.tool, system, 0))
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        let tool = self.tool;
        functional(self.listings.of(row).find(&row.name, || installed(tool, system, row.id())), row)
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, _is: &Current) -> Result<String> {
        let pattern = format!(r"\A{}\z", row.name.replace('.', r"\."));
        let mut line = vec!["list", "--remote"];
        if let Some(source) = &row.source {
            line.extend(["--source", source]);
        }
        line.push(&pattern);
        let answer = listed(query_text_in_scratch(self.tool, system, row, SCRATCH, &line))?;
        let found = gems(&answer).into_iter().find(|gem| gem.name == row.name);
        let latest = found.and_then(|gem| gem.current.versions().first().cloned());
        latest.ok_or_else(|| Error::other(format!("gem lists no version of {}", row.name)))
    }

    fn includes(&self, _row: &Package, wanted: &str, version: &str) -> bool {
        let requirement = Requirement::parse(wanted).zip(GemVersion::parse(version));
        requirement.is_some_and(|(requirement, version)| requirement.is_met_by(&version))
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, _is: &Current) -> Result<()> {
        let mut line = vec!["install".to_owned()];
        line.extend(arguments(row.install_options.as_ref()));
        if let Ensure::Other(wanted) = &row.ensure {
            let version = Requirement::parse(wanted).map_or_else(|| wanted.clone(), |wanted| wanted.to_string());
            line.extend(["-v".to_owned(), version]);
        }
        line.push("--no-document".to_owned());
        line.extend(source(row)?);
        finish("install", &self.tool.run(system, row.id(), &line)?)
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let mut line = ["uninstall", "--executables", "--all", &row.name].map(str::to_owned).to_vec();
        line.extend(arguments(row.uninstall_options.as_ref()));
        finish("uninstall", &self.tool.run(system, row.id(), &line)?)
    }

    fn forget(&mut self) {
        self.listings.forget();
    }
}

fn installed(tool: Tool, system: &impl ReadSystem, row: u32) -> Result<Vec<Installed>> {
    Ok(gems(&listed(tool.query_text(system, row, &["list", "--local"]))?))
}

fn listed(answer: Result<String>) -> Result<String> {
    answer.map_err(|error| {
        let message = format!("Could not list gems: {}", error.message);
        error.reword(message)
    })
}

/// Parses lines like `rake (13.0.6, default: 12.0 ruby java)`; the highest version comes first.
fn gems(answer: &str) -> Vec<Installed> {
    let gem = |line: &str| {
        let (name, versions) = line.strip_suffix(')')?.split_once(" (")?;
        let version = |text: &str| text.trim().trim_start_matches("default: ").split(' ').next().map(str::to_owned);
        let versions: Vec<String> = versions.split(',').filter_map(version).collect();
        let is_gem = !name.is_empty() && !name.contains(' ');
        is_gem.then(|| Installed { name: name.to_owned(), current: Current::Versions(versions), mark: None })
    };
    answer.lines().filter_map(|line| gem(line.trim_end())).collect()
}

/// Returns the arguments that name the gem to install: a file, or the gem's name.
fn source(row: &Package) -> Result<Vec<String>> {
    let Some(source) = &row.source else { return Ok(vec![row.name.clone()]) };
    match source.split_once(':').filter(|(scheme, _)| scheme.chars().all(|c| c.is_ascii_alphanumeric() || c == '+')) {
        None => Ok(vec![source.clone()]),
        Some(("file", rest)) => Ok(vec![rest.strip_prefix("//").unwrap_or(rest).to_owned()]),
        Some(("puppet", _)) => Err(Error::invalid("puppet:// URLs are not supported as gem sources")),
        Some(_) => Ok(vec!["--source".to_owned(), source.clone(), row.name.clone()]),
    }
}

/// gem exits with 0 even if it failed.
fn finish(verb: &str, said: &str) -> Result<()> {
    if said.contains("ERROR") { Err(Error::other(format!("Could not {verb}: {}", said.trim_end()))) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_of_gems_is_parsed() {
        let gems = gems(
            "\n*** LOCAL GEMS ***\n\nrake (13.0.6, 12.3.3)\njson (default: 2.6.3)\nnokogiri (1.15 ruby java)\nx y (1)\n",
        );
        let read: Vec<_> = gems.iter().map(|gem| (gem.name.as_str(), gem.current.versions().join(" "))).collect();
        let expected = [("rake", "13.0.6 12.3.3"), ("json", "2.6.3"), ("nokogiri", "1.15")];
        assert_eq!(read, expected.map(|(name, versions)| (name, versions.to_owned())));
    }
}
