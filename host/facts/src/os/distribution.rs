//! Detection of the distribution and its ancestors, which determine the location of its release.

use std::collections::BTreeMap;

use crate::system::SystemProbe;

/// Distributions and their ancestors, as in Facter.
const ANCESTORS: &[(&str, &str)] = &[
    ("debian", "linux"),
    ("elementary", "debian"),
    ("ubuntu", "debian"),
    ("linuxmint", "ubuntu"),
    ("raspbian", "debian"),
    ("devuan", "debian"),
    ("rhel", "linux"),
    ("fedora", "rhel"),
    ("amzn", "rhel"),
    ("centos", "rhel"),
    ("ol", "rhel"),
    ("scientific", "rhel"),
    ("meego", "rhel"),
    ("oel", "rhel"),
    ("ovs", "rhel"),
    ("sles", "linux"),
    ("opensuse", "sles"),
    ("sled", "sles"),
    ("gentoo", "linux"),
    ("alpine", "linux"),
    ("photon", "linux"),
    ("slackware", "linux"),
    ("mageia", "linux"),
    ("openwrt", "linux"),
    ("mariner", "linux"),
];

/// Families, and the parts of an ID that identify them. The first match applies.
const FAMILIES: &[(&str, &[&str])] = &[
    (
        "RedHat",
        &[
            "redhat",
            "rhel",
            "fedora",
            "centos",
            "scientific",
            "ascendos",
            "cloudlinux",
            "psbm",
            "oraclelinux",
            "ovs",
            "oel",
            "amazon",
            "xenserver",
            "xcp-ng",
            "virtuozzo",
            "photon",
            "mariner",
        ],
    ),
    ("Debian", &["debian", "ubuntu", "huaweios", "linuxmint", "devuan", "kde"]),
    ("Suse", &["sles", "sled", "suse"]),
    ("Gentoo", &["gentoo"]),
    ("Archlinux", &["arch", "manjaro"]),
    ("Mandrake", &["mandrake", "mandriva", "mageia"]),
];

/// A distribution: the fields of `/etc/os-release`, and its ancestors.
#[derive(Debug)]
pub(super) struct Distribution {
    fields: BTreeMap<String, String>,
    lineage: Vec<&'static str>,
    red_hat: Option<RedHat>,
}

/// The content of `/etc/redhat-release`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RedHat {
    pub(super) description: String,
    pub(super) id: String,
    pub(super) version: Option<String>,
    pub(super) codename: Option<String>,
}

impl Distribution {
    pub(super) fn of(machine: &SystemProbe) -> Self {
        let text = machine.read("/etc/os-release").unwrap_or_default();
        let pairs = text.lines().filter_map(|line| line.trim().split_once('='));
        let fields: BTreeMap<String, String> =
            pairs.map(|(key, value)| (key.to_lowercase(), value.replace('"', ""))).collect();
        let red_hat = machine.read("/etc/redhat-release").map(|text| RedHat::parse(&text));
        let mut distribution = Self { fields, lineage: Vec::new(), red_hat };
        distribution.lineage = distribution.lineage(machine);
        distribution
    }

    /// Returns a field, by its name in lower case: `version_id` for `VERSION_ID`.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }

    pub(super) fn red_hat(&self) -> Option<&RedHat> {
        self.red_hat.as_ref()
    }

    /// Returns whether this is a distribution or descends from it.
    pub(super) fn is(&self, ancestor: &str) -> bool {
        self.lineage.contains(&ancestor)
    }

    /// Iterates over the distribution itself and its ancestors.
    pub(super) fn ancestors(&self) -> impl Iterator<Item = &'static str> {
        self.lineage.iter().copied()
    }

    /// Returns the ID. All variants of openSUSE have the same one.
    pub(super) fn id(&self) -> Option<&str> {
        let id = self.field("id")?;
        Some(if id.to_lowercase().contains("opensuse") { "opensuse" } else { id })
    }

    /// Returns the version, which always contains a dot.
    pub(super) fn version(&self) -> Option<String> {
        let version = self.field("version_id")?;
        Some(if version.contains('.') { version.to_owned() } else { format!("{version}.0") })
    }

    /// Returns the name as shortened by Facter: `RedHat` for `Red Hat Enterprise Linux`, `Rocky` for `Rocky
    /// Linux`.
    pub(super) fn name(&self) -> Option<String> {
        if self.is("linuxmint") {
            return self.id().map(capitalize);
        }
        let Some(name) = self.field("name") else {
            let description = &self.red_hat.as_ref().filter(|_| self.is("rhel"))?.description;
            let words = description.split("release").next()?.split_whitespace();
            return Some(words.filter(|word| !word.eq_ignore_ascii_case("linux")).take(2).collect());
        };
        let lower = name.to_lowercase();
        let mut words = name.split_whitespace();
        let short = if ["red", "oracle", "arch", "manjaro"].iter().any(|start| lower.starts_with(start)) {
            words.take(2).collect()
        } else if lower.ends_with("mariner") {
            words.next_back().unwrap_or_default().to_owned()
        } else {
            words.next().unwrap_or_default().to_owned()
        };
        Some(match () {
            () if lower.starts_with("arch") || lower.starts_with("manjaro") => capitalize(&short),
            () if lower.starts_with("virtuozzo") => short + "Linux",
            () => short,
        })
    }

    /// Returns the family. Like Facter, capitalizes the name of a family that is only found by its ID: `Redhat`
    /// for a derivative of Red Hat with an unknown lineage.
    pub(super) fn family(&self) -> Option<String> {
        if self.is("rhel") {
            return Some("RedHat".to_owned());
        }
        if self.is("sles") {
            return Some("Suse".to_owned());
        }
        let id = self.field("id_like").or(self.id())?;
        let lower = id.to_lowercase();
        let family = FAMILIES.iter().find(|(_, words)| words.iter().any(|word| lower.contains(word)));
        Some(capitalize(family.map_or(id, |(family, _)| family)))
    }

    fn lineage(&self, machine: &SystemProbe) -> Vec<&'static str> {
        let devuan = machine.exists("/etc/devuan_version").then_some("devuan");
        // Facter treats systems with this file and without id as RHEL.
        let id = devuan.or(self.id()).or(self.red_hat.as_ref().map(|_| "rhel"));
        let like = self.field("id_like").unwrap_or_default().split_whitespace();
        let known = id.into_iter().chain(like).find_map(|id| known(&id.to_lowercase())).unwrap_or("linux");
        let parent = |id: &&'static str| ANCESTORS.iter().find(|(name, _)| name == id).map(|(_, parent)| *parent);
        std::iter::successors(Some(known), parent).collect()
    }
}

fn known(id: &str) -> Option<&'static str> {
    ANCESTORS.iter().map(|(name, _)| *name).find(|name| *name == id)
}

impl RedHat {
    fn parse(text: &str) -> Self {
        let (name, rest) = text.split_once("release").unwrap_or((text, ""));
        let codename =
            rest.rsplit_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(name, _)| name.to_owned());
        Self {
            description: text.trim().to_owned(),
            id: name.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("linux")).collect(),
            version: rest.split_whitespace().next().map(str::to_owned),
            codename: codename.filter(|name| !name.is_empty()),
        }
    }
}

/// Converts the first letter to upper case and the others to lower case.
pub(super) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.flat_map(char::to_lowercase)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn red_hat_release_file_is_parsed() {
        let text = "Red Hat Enterprise Linux Server release 7.9 (Maipo)\n";
        let expected = RedHat {
            description: "Red Hat Enterprise Linux Server release 7.9 (Maipo)".to_owned(),
            id: "RedHatEnterpriseServer".to_owned(),
            version: Some("7.9".to_owned()),
            codename: Some("Maipo".to_owned()),
        };
        assert_eq!(RedHat::parse(text), expected);
    }
}
