//! `pacman`: packages of Arch Linux, and groups, which are installed if all of their packages are.

use std::collections::BTreeMap;

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::Package;
use crate::backend::{Backend, Installed};
use crate::current::Current;
use crate::options::arguments;

const PACMAN: Tool = Tool::new("pacman").shown_as("/usr/bin/pacman");

/// The `pacman` provider.
#[derive(Debug, Default)]
pub(crate) struct Pacman {
    known: Option<Known>,
}

/// The installed packages.
#[derive(Debug)]
struct Known {
    packages: BTreeMap<String, String>,
    /// The versions of the members of each completely installed group.
    groups: BTreeMap<String, String>,
}

impl Pacman {
    fn known(&mut self, system: &impl ReadSystem) -> Result<&Known> {
        let known = match self.known.take() {
            Some(known) => known,
            None => read(system)?,
        };
        Ok(self.known.insert(known))
    }
}

impl Backend for Pacman {
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        let known = self.known(system)?;
        Ok(known.packages.iter().chain(&known.groups).map(|(name, version)| Installed::new(name, version)).collect())
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        let name = &row.name;
        let known = self.known(system)?;
        match known.groups.get(name) {
            Some(_) if !row.allow_virtual => {
                system.warning(row, &format!("{name} is a group, but allow_virtual is false."));
                Ok(None)
            }
            Some(version) => Ok(Some(Installed::new(name, version))),
            None => Ok(known.packages.get(name).map(|version| Installed::new(name, version))),
        }
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, _is: &Current) -> Result<String> {
        let answer = PACMAN.query_text(system, row.id(), &["-Sp", "--print-format", "%n %v", &row.name])?;
        let mut lines: Vec<&str> = answer.lines().collect();
        if is_group(system, row)? {
            lines.sort_unstable();
            return Ok(lines.join(", "));
        }
        // The packages it depends on are printed as well.
        let own = lines.into_iter().filter_map(|line| line.split_once(' ')).find(|(name, _)| *name == row.name);
        own.map(|(_, version)| version.to_owned())
            .ok_or_else(|| Error::other(format!("pacman lists no version of {}", row.name)))
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, _is: &Current) -> Result<()> {
        let name = &row.name;
        let mut line = vec!["--noconfirm".to_owned()];
        if let Some(source) = &row.source {
            line.extend(["--noprogressbar", "-U", &file(source)?].map(str::to_owned));
        } else {
            if !row.allow_virtual && is_group(system, row)? {
                let message = format!("Refusing to install package group {name}, because allow_virtual is false.");
                return Err(Error::other(message));
            }
            line.extend(["--needed", "--noprogressbar"].map(str::to_owned));
            line.extend(arguments(row.install_options.as_ref()));
            line.extend(["-S", name].map(str::to_owned));
        }
        PACMAN.run(system, row.id(), &line)?;
        self.forget();
        match self.find(system, row)? {
            Some(_) => Ok(()),
            None => Err(Error::other(format!("Could not find package '{name}'"))),
        }
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let (name, is_group) = (&row.name, is_group(system, row)?);
        if is_group && !row.allow_virtual {
            let message = format!("Refusing to uninstall package group {name}, because allow_virtual is false.");
            return Err(Error::other(message));
        }
        let mut line = ["--noconfirm", "--noprogressbar"].map(str::to_owned).to_vec();
        line.extend(arguments(row.uninstall_options.as_ref()));
        line.push("-R".to_owned());
        if is_group {
            line.push("-s".to_owned());
        }
        line.push(name.clone());
        PACMAN.run(system, row.id(), &line).map(drop)
    }

    fn forget(&mut self) {
        self.known = None;
    }
}

fn read(system: &impl ReadSystem) -> Result<Known> {
    let answer = PACMAN.query_text(system, 0, &["-Q"])?;
    let pairs = answer.lines().filter_map(|line| line.split_once(' '));
    let packages: BTreeMap<String, String> = pairs.map(|(name, version)| (name.into(), version.into())).collect();
    let mut members: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let answer = groups(system)?;
    for (group, package) in answer.lines().filter_map(|line| line.split_once(' ')) {
        members.entry(group).or_default().push(package);
    }
    let version = |mut names: Vec<&str>| {
        names.sort_unstable();
        let versions = names.into_iter().map(|name| packages.get(name).map(|version| format!("{name} {version}")));
        versions.collect::<Option<Vec<_>>>().map(|versions| versions.join(", "))
    };
    let groups = members.into_iter().filter_map(|(group, names)| Some((group.to_owned(), version(names)?))).collect();
    Ok(Known { packages, groups })
}

/// Lists the groups of all repositories. If there are no groups, pacman exits with 1 and prints nothing.
fn groups(system: &impl ReadSystem) -> Result<String> {
    let arguments = ["-Sgg"];
    let output = PACMAN.query(system, 0, &arguments)?;
    if !(output.stdout.is_empty() && output.stderr.is_empty()) {
        output.require_success(&PACMAN.line(&arguments))?;
    }
    output.utf8(PACMAN.shown)
}

fn is_group(system: &impl ReadSystem, row: &Row<Package>) -> Result<bool> {
    let output = PACMAN.query(system, row.id(), &["-Sg", &row.name])?;
    Ok(output.is_success() && !output.stdout.is_empty())
}

/// Returns a source in a form supported by pacman: a path, or a URL.
fn file(source: &str) -> Result<String> {
    match source.split_once("://") {
        None | Some(("http" | "https" | "ftp", _)) => Ok(source.to_owned()),
        Some(("file", path)) => Ok(path.to_owned()),
        Some(("puppet", _)) => Err(Error::invalid("puppet:// URL is not supported by pacman")),
        Some(_) => Err(Error::invalid(format!("Source {source} is not supported by pacman"))),
    }
}
