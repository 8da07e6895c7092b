//! The part `distro` of the fact `os`: name and version according to the distribution.

use catalog::Value;

use super::distribution::{Distribution, capitalize};
use super::lsb::Lsb;
use super::{Release, release};
use crate::system::SystemProbe;
use crate::value::filled;

/// Name and version of a distribution.
#[derive(Debug, Default)]
struct Distro {
    id: Option<String>,
    description: Option<String>,
    codename: Option<String>,
    release: Option<Release>,
}

pub(super) fn gather(machine: &SystemProbe, distribution: &Distribution) -> Option<Value> {
    let distro = match () {
        () if distribution.is("debian") => debian(machine, distribution),
        () if distribution.is("amzn") => amazon(machine, distribution),
        () if distribution.is("rhel") => red_hat(distribution),
        () if distribution.is("sles") => suse(distribution),
        () => other(machine, distribution),
    };
    filled([
        ("codename", distro.codename.map(Value::from)),
        ("description", distro.description.map(Value::from)),
        ("id", distro.id.map(Value::from)),
        ("release", distro.release.and_then(|release| release.to_value())),
    ])
}

fn debian(machine: &SystemProbe, distribution: &Distribution) -> Distro {
    let release = match () {
        () if distribution.is("devuan") => Lsb::of(machine, distribution).map(|lsb| Release::split(&lsb.release)),
        () if distribution.is("ubuntu") => distribution.version().map(Release::whole),
        () => release::debian(machine),
    };
    let codename = distribution.field("version_codename").map(str::to_owned);
    Distro {
        id: distribution.id().map(capitalize),
        description: distribution.field("pretty_name").map(str::to_owned),
        codename: codename.or_else(|| distribution.field("version").and_then(codename_of)),
        release,
    }
}

/// Extracts the code name from `12 (bookworm)` or `16.04, Xenial Xerus`.
fn codename_of(version: &str) -> Option<String> {
    if let Some((_, rest)) = version.split_once('(') {
        return Some(rest.trim_end_matches(')').to_owned()).filter(|name| !name.is_empty());
    }
    let is_word = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    version.split_whitespace().find(is_word).map(str::to_lowercase)
}

fn red_hat(distribution: &Distribution) -> Distro {
    let version = || distribution.version();
    let Some(red_hat) = distribution.red_hat().cloned() else {
        return Distro { release: version().map(|version| Release::split(&version)), ..Distro::default() };
    };
    Distro {
        id: Some(red_hat.id),
        description: Some(red_hat.description),
        codename: red_hat.codename,
        release: red_hat.version.or_else(version).map(|version| Release::split(&version)),
    }
}

fn amazon(machine: &SystemProbe, distribution: &Distribution) -> Distro {
    let text = machine.read_trimmed("/etc/system-release");
    let release = text.as_deref().and_then(release::first_line).or_else(|| distribution.version());
    let id = text
        .as_deref()
        .and_then(|text| text.split("release").next())
        .map(|name| name.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("linux")).collect::<String>());
    let codename = text.as_deref().map(|text| {
        let codename = text.split_once("release").and_then(|(_, rest)| rest.rsplit_once('('));
        codename.and_then(|(_, rest)| rest.split_once(')')).map_or("n/a", |(name, _)| name).to_owned()
    });
    Distro { id, description: text, codename, release: release.map(|release| Release::split(&release)) }
}

fn suse(distribution: &Distribution) -> Distro {
    let version = distribution.version();
    let id = version.as_deref().map(|version| if version.starts_with("12") { "SUSE LINUX" } else { "SUSE" });
    let codename = distribution.field("version_codename").filter(|name| !name.is_empty()).unwrap_or("n/a");
    Distro {
        id: id.map(str::to_owned),
        description: distribution.field("pretty_name").map(str::to_owned),
        codename: Some(codename.to_owned()),
        release: version.map(|version| Release::split(&version)),
    }
}

fn other(machine: &SystemProbe, distribution: &Distribution) -> Distro {
    let Some(lsb) = Lsb::of(machine, distribution) else { return Distro::default() };
    let release = Release::split(&lsb.release);
    Distro { id: Some(lsb.id), description: Some(lsb.description), codename: lsb.codename, release: Some(release) }
}

#[cfg(test)]
mod tests {
    use super::codename_of;

    #[test]
    fn code_names_are_extracted_from_versions() {
        for (version, name) in [("12 (bookworm)", "bookworm"), ("16.04.7 LTS (Xenial Xerus)", "Xenial Xerus")] {
            assert_eq!(codename_of(version).as_deref(), Some(name));
        }
        assert_eq!(codename_of("14.04, Trusty Tahr").as_deref(), Some("trusty"));
        assert_eq!(codename_of("12"), None);
    }
}
