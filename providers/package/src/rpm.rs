//! `rpm`: packages from files, and the database of installed packages that `yum`, `dnf` and `zypper` also use.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::Package;
use crate::backend::{Backend, Installed, Listing};
use crate::current::Current;
use crate::options::arguments;
use crate::version::compare_evr;

const RPM: Tool = Tool::new("rpm");

/// The fields queried for every package.
const FORMAT: &str = r"%{NAME} %|EPOCH?{%{EPOCH}}:{0}| %{VERSION} %{RELEASE} %{ARCH}\n";

/// Separator between the versions of a package that is installed in several, like kernels.
pub(crate) const SEVERAL: &str = "; ";

/// The `rpm` provider.
#[derive(Debug, Default)]
pub(crate) struct Rpm {
    listing: Listing,
}

/// A package in one version.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Nevra {
    name: String,
    version: String,
    release: String,
    architecture: String,
    /// The complete version, with the epoch unless it is 0.
    full: String,
}

impl Nevra {
    /// Parses a line of the output.
    fn parse(line: &str) -> Option<Self> {
        let [name, epoch, version, release, architecture] = line.split(' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        let epoch = if epoch == "0" { String::new() } else { format!("{epoch}:") };
        Some(Self {
            name: name.to_owned(),
            full: format!("{epoch}{version}-{release}"),
            version: version.to_owned(),
            release: release.to_owned(),
            architecture: architecture.to_owned(),
        })
    }
}

impl Rpm {
    /// Queries the package of one row: by name, with architecture or version if needed, then by the
    /// capabilities it provides.
    fn query(system: &impl ReadSystem, row: &Row<Package>) -> Result<Vec<Nevra>> {
        let mut line = vec!["-q", &row.name, "--nosignature", "--nodigest", "--qf", FORMAT];
        let output = RPM.query(system, row.id(), &line)?;
        if output.is_success() {
            return Ok(nevras(&output.utf8("rpm")?));
        }
        if !row.allow_virtual {
            return Ok(Vec::new());
        }
        line.push("--whatprovides");
        let output = RPM.query(system, row.id(), &line)?;
        if output.is_success() { Ok(nevras(&output.utf8("rpm")?)) } else { Ok(Vec::new()) }
    }

    /// Returns the arguments for `rpm -e`: as specific as the row's name, and all versions of an `install_only`
    /// package.
    fn identifiers(row: &Package, found: &[Nevra]) -> Vec<String> {
        let Some(first) = found.first() else { return vec![row.name.clone()] };
        let name_version = format!("{}-{}", first.name, first.version);
        let all = format!("{name_version}-{}", first.release);
        let mut identifiers = if row.name.starts_with(&all) {
            vec![all]
        } else if row.name.starts_with(&name_version) {
            vec![name_version]
        } else if row.install_only {
            found.iter().map(|nevra| format!("{}-{}", nevra.name, nevra.full)).collect()
        } else {
            vec![first.name.clone()]
        };
        let architecture = format!(".{}", first.architecture);
        if row.name.ends_with(&architecture) {
            identifiers.iter_mut().for_each(|identifier| identifier.push_str(&architecture));
        }
        identifiers
    }
}

impl Backend for Rpm {
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        installed(system)
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        if let Some(package) = self.listing.find(&row.name, || installed(system))? {
            return Ok(Some(package));
        }
        Ok(together(Self::query(system, row)?).into_iter().next())
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, _is: &Current) -> Result<String> {
        let Some(source) = &row.source else { return Err(Error::invalid("RPMs must specify a package source")) };
        let line = ["-q", "--qf", FORMAT, "-p", source];
        let answer = RPM.query_text(system, row.id(), &line)?;
        let latest = together(nevras(&answer))
            .into_iter()
            .next()
            .and_then(|package| package.current.versions().first().cloned());
        latest.ok_or_else(|| {
            Error::other(format!("rpm cannot determine the version of {source}: '{}'", answer.trim_end()))
        })
    }

    fn includes(&self, row: &Package, wanted: &str, version: &str) -> bool {
        any_version(row, version, |version| compare_evr(wanted, version).is_eq())
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, is: &Current) -> Result<()> {
        let Some(source) = &row.source else { return Err(Error::invalid("RPMs must specify a package source")) };
        let verb: &[&str] = if is.is_installed() { &["-U", "--oldpackage"] } else { &["-i"] };
        let mut line: Vec<String> = verb.iter().map(|word| (*word).to_owned()).collect();
        line.extend(arguments(row.install_options.as_ref()));
        line.push(source.clone());
        RPM.run(system, row.id(), &line).map(drop)
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let mut line = vec!["-e".to_owned()];
        line.extend(arguments(row.uninstall_options.as_ref()));
        line.extend(Self::identifiers(row, &Self::query(system, row)?));
        RPM.run(system, row.id(), &line).map(drop)
    }

    fn forget(&mut self) {
        self.listing.forget();
    }
}

/// On Debian, rpm uses a database per user and creates it on first use, which a query cannot do.
const NO_DATABASE: &str = "/.rpmdb";

fn installed(system: &impl ReadSystem) -> Result<Vec<Installed>> {
    let answer = RPM.query_text(system, 0, &["-qa", "--nosignature", "--nodigest", "--qf", FORMAT]);
    let lacks_database = |error: &Error| {
        let place = error.message.lines().find_map(|line| line.split_once("cannot open Packages database in "));
        place.is_some_and(|(_, path)| path.trim_end().ends_with(NO_DATABASE))
    };
    if answer.as_ref().is_err_and(lacks_database) {
        return Ok(Vec::new());
    }
    let answer = answer.map_err(|error| error.reword("Failed to list packages"))?;
    Ok(together(nevras(&answer)))
}

fn nevras(answer: &str) -> Vec<Nevra> {
    let mut lines: Vec<&str> = answer.lines().collect();
    lines.sort_unstable();
    lines.into_iter().filter_map(Nevra::parse).collect()
}

/// Groups the versions of each package, which are adjacent.
fn together(nevras: Vec<Nevra>) -> Vec<Installed> {
    let mut packages: Vec<(String, Vec<String>)> = Vec::new();
    for Nevra { name, full, .. } in nevras {
        match packages.last_mut() {
            Some((last, versions)) if *last == name => {
                if !versions.contains(&full) {
                    versions.push(full);
                }
            }
            _ => packages.push((name, vec![full])),
        }
    }
    packages.into_iter().map(|(name, versions)| Installed::new(name, versions.join(SEVERAL))).collect()
}

/// Returns whether one of the installed versions satisfies a condition. If several versions are installed, this
/// requires `install_only`.
pub(crate) fn any_version(row: &Package, version: &str, will_do: impl FnMut(&str) -> bool) -> bool {
    (row.install_only || !version.contains(SEVERAL)) && version.split(SEVERAL).any(will_do)
}
