//! Owns the facts `os`, `kernel…` and `timezone`.

use std::collections::BTreeMap;

use catalog::Value;

use crate::{hash, read};

pub(crate) fn gather() -> Value {
    let release = os_release();
    let id = release.get("ID").map_or("", String::as_str);
    let family = family(id, release.get("ID_LIKE").map_or("", String::as_str));
    let name = name(id, release.get("NAME").map_or("Linux", String::as_str));
    let hardware = rustix::system::uname().machine().to_string_lossy().into_owned();
    let version = version(&name, &release);
    let distro = hash([
        ("codename", release.get("VERSION_CODENAME").map(|codename| codename.as_str().into())),
        ("description", release.get("PRETTY_NAME").map(|text| text.as_str().into())),
        ("id", Some(name.as_str().into())),
        ("release", Some(release_hash(&version))),
    ]);
    hash([
        ("architecture", Some(architecture(&family, &hardware).into())),
        ("distro", Some(distro)),
        ("family", Some(family.into())),
        ("hardware", Some(hardware.into())),
        ("name", Some(name.into())),
        ("release", Some(release_hash(&version))),
        ("selinux", Some(hash([("enabled", Some(read("/sys/fs/selinux/enforce").is_some().into()))]))),
    ])
}

pub(crate) fn kernel() -> Vec<(String, Value)> {
    let uname = rustix::system::uname();
    let release = uname.release().to_string_lossy().into_owned();
    let version = release.split('-').next().unwrap_or_default().to_owned();
    let major = version.split('.').take(2).collect::<Vec<_>>().join(".");
    vec![
        ("kernel".to_owned(), uname.sysname().to_string_lossy().into_owned().into()),
        ("kernelmajversion".to_owned(), major.into()),
        ("kernelrelease".to_owned(), release.into()),
        ("kernelversion".to_owned(), version.into()),
    ]
}

/// The abbreviation in force, as the footer of the zone's file names it for the time without daylight saving; UTC where
/// the machine names none.
pub(crate) fn timezone() -> Option<Value> {
    let bytes = std::fs::read("/etc/localtime").unwrap_or_default();
    let footer = bytes.strip_suffix(b"\n").and_then(|rest| rest.rsplit(|byte| *byte == b'\n').next());
    let zone: String = footer.map_or("UTC".into(), |footer| {
        String::from_utf8_lossy(footer).chars().take_while(char::is_ascii_alphabetic).collect()
    });
    (!zone.is_empty()).then(|| zone.into())
}

fn os_release() -> BTreeMap<String, String> {
    let text = read("/etc/os-release").or_else(|| read("/usr/lib/os-release")).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.trim_matches(['"', '\'']).to_owned()))
        .collect()
}

fn family(id: &str, like: &str) -> String {
    let known = |word: &str| match word {
        "debian" | "ubuntu" | "linuxmint" | "raspbian" | "devuan" => Some("Debian"),
        "rhel" | "fedora" | "centos" | "rocky" | "almalinux" | "ol" | "amzn" => Some("RedHat"),
        "suse" | "opensuse" | "opensuse-leap" | "opensuse-tumbleweed" | "sles" => Some("Suse"),
        "arch" | "archlinux" | "manjaro" => Some("Archlinux"),
        "alpine" => Some("Alpine"),
        "gentoo" => Some("Gentoo"),
        _ => None,
    };
    known(id).or_else(|| like.split_whitespace().find_map(known)).unwrap_or("Linux").to_owned()
}

fn name(id: &str, fallback: &str) -> String {
    let name = match id {
        "debian" => "Debian",
        "ubuntu" => "Ubuntu",
        "linuxmint" => "LinuxMint",
        "rhel" => "RedHat",
        "fedora" => "Fedora",
        "centos" => "CentOS",
        "rocky" => "Rocky",
        "almalinux" => "AlmaLinux",
        "ol" => "OracleLinux",
        "amzn" => "Amazon",
        "sles" => "SLES",
        "opensuse" | "opensuse-leap" | "opensuse-tumbleweed" => "OpenSuSE",
        "arch" | "archlinux" => "Archlinux",
        "alpine" => "Alpine",
        "gentoo" => "Gentoo",
        _ => fallback.split_whitespace().next().unwrap_or("Linux"),
    };
    name.to_owned()
}

/// Debian says its point release in a file of its own.
fn version(name: &str, release: &BTreeMap<String, String>) -> String {
    let debian = (name == "Debian").then(|| read("/etc/debian_version")).flatten();
    debian
        .filter(|version| version.starts_with(|c: char| c.is_ascii_digit()))
        .or_else(|| release.get("VERSION_ID").cloned())
        .unwrap_or_default()
}

fn release_hash(version: &str) -> Value {
    let mut parts = version.split('.');
    let major = parts.next().filter(|part| !part.is_empty());
    let minor = parts.next();
    hash([
        ("full", (!version.is_empty()).then(|| version.into())),
        ("major", major.map(Value::from)),
        ("minor", minor.map(Value::from)),
    ])
}

/// Debian and its kin have names of their own for architectures.
fn architecture(family: &str, hardware: &str) -> String {
    match (family, hardware) {
        ("Debian" | "Gentoo", "x86_64") => "amd64".to_owned(),
        ("Debian", "aarch64") => "arm64".to_owned(),
        ("Debian" | "Gentoo", "i686") => "i386".to_owned(),
        _ => hardware.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_follow_from_the_id_or_what_it_is_like() {
        assert_eq!(family("rocky", "rhel centos fedora"), "RedHat");
        assert_eq!(family("pop", "ubuntu debian"), "Debian");
        assert_eq!(family("plan9", ""), "Linux");
    }

    #[test]
    fn a_release_has_its_parts() {
        assert_eq!(crate::dig(&release_hash("12.11"), &["minor"]), Some(&"11".into()));
        assert_eq!(crate::dig(&release_hash("9"), &["minor"]), None);
    }
}
