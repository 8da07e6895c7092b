//! The release of a distribution, whose location depends on the distribution.

use super::Release;
use super::distribution::Distribution;
use crate::system::SystemProbe;

pub(super) fn gather(machine: &SystemProbe, distribution: &Distribution) -> Option<Release> {
    let rule = distribution.ancestors().find_map(rule).unwrap_or(Rule::Version);
    let version = || distribution.version().map(|version| Release::split(&version));
    match rule {
        Rule::Debian => debian(machine),
        Rule::Version => distribution.version().map(Release::whole),
        Rule::SplitVersion => version().map(|release| {
            // As in Facter, the minor release is the last part, even if it is the only one.
            let last = release.full.rsplit('.').next().map(str::to_owned);
            Release { minor: last, ..release }
        }),
        Rule::RedHat => {
            let known = distribution.red_hat().and_then(|red_hat| red_hat.version.as_deref());
            known.map(Release::split).or_else(version)
        }
        Rule::Whole(file) => machine.read_trimmed(file).map(|text| Release::split(&text)).or_else(version),
        Rule::FirstLine(file) => {
            machine.read(file).and_then(|text| first_line(&text)).map(|text| Release::split(&text)).or_else(version)
        }
        Rule::After(file, start) => {
            let found = machine.read(file).and_then(|text| after(&text, start));
            found.map(|text| Release::split(&text)).or_else(version)
        }
        Rule::OpenWrt(file) => {
            let text = machine.read_trimmed(file).filter(|text| text.starts_with(|c: char| c.is_ascii_digit()));
            text.map(|text| Release::split(&text)).or_else(version)
        }
    }
}

/// The location of a release.
enum Rule {
    /// In `/etc/debian_version`.
    Debian,
    /// The version, which is also the major release.
    Version,
    /// The version, split into parts.
    SplitVersion,
    /// In `/etc/redhat-release`.
    RedHat,
    /// The whole content of a file.
    Whole(&'static str),
    /// The number after the word `release` in a file.
    FirstLine(&'static str),
    /// The number after a prefix in a file.
    After(&'static str, &'static str),
    /// The whole content of a file if it begins with a digit, or else the version.
    OpenWrt(&'static str),
}

fn rule(name: &str) -> Option<Rule> {
    Some(match name {
        "linuxmint" => Rule::After("/etc/linuxmint/info", "RELEASE="),
        "devuan" => Rule::Whole("/etc/devuan_version"),
        "ubuntu" | "linux" => Rule::Version,
        "debian" => Rule::Debian,
        "amzn" => Rule::FirstLine("/etc/system-release"),
        "ol" => Rule::FirstLine("/etc/oracle-release"),
        "oel" => Rule::FirstLine("/etc/enterprise-release"),
        "ovs" => Rule::FirstLine("/etc/ovs-release"),
        "meego" => Rule::FirstLine("/etc/meego-release"),
        "gentoo" => Rule::FirstLine("/etc/gentoo-release"),
        "rhel" => Rule::RedHat,
        "sles" => Rule::SplitVersion,
        "alpine" => Rule::Whole("/etc/alpine-release"),
        "mageia" => Rule::After("/etc/mageia-release", "Mageia release "),
        "mariner" => Rule::After("/etc/mariner-release", "CBL-Mariner "),
        "photon" => Rule::After("/etc/lsb-release", "DISTRIB_RELEASE=\""),
        "slackware" => Rule::After("/etc/slackware-version", "Slackware "),
        "openwrt" => Rule::OpenWrt("/etc/openwrt_version"),
        _ => return None,
    })
}

/// Returns the release of Debian; only this file contains the point release.
pub(super) fn debian(machine: &SystemProbe) -> Option<Release> {
    let mut release = Release::split(&machine.read_trimmed("/etc/debian_version").filter(|text| !text.is_empty())?);
    let digits =
        |minor: &String| minor.strip_prefix('0').filter(|rest| rest.starts_with(|c: char| c != '0')).map(str::to_owned);
    release.minor = release.minor.map(|minor| digits(&minor).unwrap_or(minor));
    Some(release)
}

/// Extracts the release from a file like `Amazon Linux release 2 (Karoo)`.
pub(super) fn first_line(text: &str) -> Option<String> {
    if text.lines().any(|line| line.ends_with("Rawhide")) {
        return Some("Rawhide".to_owned());
    }
    after(text, if text.contains("release") { "release " } else { "Amazon Linux " })
}

/// Returns the number after a prefix.
fn after(text: &str, start: &str) -> Option<String> {
    let rests = text.match_indices(start).map(|(at, _)| &text[at + start.len()..]);
    let mut numbers =
        rests.map(|rest| rest.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or_default());
    numbers.find(|number| number.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned)
}
