//! `pip`, `pip2` and `pip3`: Python packages.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::backend::{Backend, Installed, Listings};
use crate::command::{functional, or_none};
use crate::current::Current;
use crate::options::{Options, arguments};
use crate::version::{PipVersion, Range, Version as _, is_within};
use crate::{Ensure, Package};

/// Options that select package indexes, and whether a value follows them. Queries receive only these options.
const INDEX_OPTIONS: [(&str, bool); 15] = [
    ("-i", true),
    ("--index-url", true),
    ("--extra-index-url", true),
    ("--no-index", false),
    ("-f", true),
    ("--find-links", true),
    ("--pre", false),
    ("--trusted-host", true),
    ("--proxy", true),
    ("--cert", true),
    ("--client-cert", true),
    ("--timeout", true),
    ("--retries", true),
    ("--isolated", false),
    ("--python", true),
];

/// The `pip` providers.
#[derive(Debug)]
pub(crate) struct Pip {
    tool: Tool,
    listings: Listings,
}

impl Open for Pip {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        let tool = match name {
            "pip2" => Tool::new("pip2"),
            "pip3" => Tool::new("pip3"),
            _ => Tool::new("pip"),
        };
        Ok(Self { tool, listings: Listings::default() })
    }
}

impl Backend for Pip {
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        or_none(installed(self.tool, system, 0))
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        let tool = self.tool;
        let found = self.listings.of(row).find(&plain(&row.name), || {
            let named = |package: Installed| Installed { name: plain(&package.name), ..package };
            Ok(installed(tool, system, row.id())?.into_iter().map(named).collect())
        });
        functional(found, row)
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, _is: &Current) -> Result<String> {
        let mut line = vec!["index".to_owned(), "versions".to_owned()];
        line.extend(index_options(row.install_options.as_ref()));
        line.push(without_extras(&row.name).to_owned());
        let answer = self.tool.query_text(system, row.id(), &line)?;
        let versions = answer.lines().find_map(|line| line.strip_prefix("Available versions:")).unwrap_or_default();
        let versions = versions.split(',').map(str::trim).filter_map(|text| Some((PipVersion::parse(text)?, text)));
        let latest = versions.max_by(|one, two| one.0.cmp(&two.0)).map(|(_, text)| text.to_owned());
        latest.ok_or_else(|| Error::other(format!("pip lists no version of {}", row.name)))
    }

    fn includes(&self, _row: &Package, wanted: &str, version: &str) -> bool {
        is_within::<PipVersion>(wanted, version)
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, _is: &Current) -> Result<()> {
        let mut line = vec!["install".to_owned(), "-q".to_owned()];
        line.extend(arguments(row.install_options.as_ref()));
        let name = &row.name;
        match (&row.source, &row.ensure) {
            (Some(source), Ensure::Other(version)) => line.push(format!("{source}@{version}#egg={name}")),
            (Some(source), _) => line.push(format!("{source}#egg={name}")),
            (None, Ensure::Latest) => line.extend(["--upgrade".to_owned(), name.clone()]),
            (None, Ensure::Other(wanted)) => line.push(name.clone() + &specifier(wanted)),
            (None, _) => line.push(name.clone()),
        }
        self.tool.run(system, row.id(), &line).map(drop)
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        self.tool.run(system, row.id(), &["uninstall", "-y", "-q", without_extras(&row.name)]).map(drop)
    }

    fn forget(&mut self) {
        self.listings.forget();
    }
}

fn installed(tool: Tool, system: &impl ReadSystem, row: u32) -> Result<Vec<Installed>> {
    let answer = tool.query_text(system, row, &["list", "--format=freeze"])?;
    let package = |line: &str| {
        let (name, version) = line.split_once("==")?;
        Some(Installed::new(name, version.trim_start_matches('=')))
    };
    Ok(answer.lines().filter_map(package).collect())
}

/// Returns a name in the normalized form used by Python for comparison: `Foo_Bar[extra]` is `foo-bar`.
fn plain(name: &str) -> String {
    let parts: Vec<&str> = without_extras(name).split(['-', '_', '.']).filter(|part| !part.is_empty()).collect();
    parts.join("-").to_lowercase()
}

fn without_extras(name: &str) -> &str {
    name.split('[').next().unwrap_or(name).trim_end()
}

/// Formats a version or range as pip expects it after a name.
fn specifier(wanted: &str) -> String {
    match Range::<PipVersion>::parse(wanted) {
        Some(range) if !range.is_exact() => wanted.split_whitespace().collect::<Vec<_>>().join(","),
        _ => format!("=={wanted}"),
    }
}

fn index_options(options: Option<&Options>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut given = arguments(options).into_iter();
    while let Some(argument) = given.next() {
        let name = argument.split('=').next().unwrap_or_default();
        let Some((_, takes_value)) = INDEX_OPTIONS.iter().find(|(known, _)| *known == name) else { continue };
        let is_whole = argument.contains('=') || !takes_value;
        kept.push(argument);
        if !is_whole {
            kept.extend(given.next());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use marotte_sdk::{AttributeValue as _, Value};

    use super::*;

    #[test]
    fn names_are_normalized_like_python() {
        for name in ["Foo_Bar", "foo.bar", "foo--bar", "FOO-bar[security,tests]"] {
            assert_eq!(plain(name), "foo-bar");
        }
    }

    #[test]
    fn range_is_formatted_with_commas() {
        let written = [">=1.2 <2", "1.2", "1.*"].map(specifier);
        assert_eq!(written, [">=1.2,<2", "==1.2", "==1.*"]);
    }

    #[test]
    fn queries_receive_only_index_options() {
        let given = ["--user", "-i", "https://a/simple", "--break-system-packages", "--find-links=/srv", "--pre"];
        let options = Options::from_value(Value::from(given.map(Value::from).to_vec())).unwrap();
        assert_eq!(index_options(Some(&options)), ["-i", "https://a/simple", "--find-links=/srv", "--pre"]);
    }
}
