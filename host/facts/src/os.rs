//! The facts `os` and `kernel…`.

mod distribution;
mod distro;
mod lsb;
mod release;
mod selinux;

use catalog::Value;

use crate::system::SystemProbe;
use crate::value::{filled, hash};
use distribution::Distribution;
use lsb::Lsb;

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let distribution = Distribution::of(machine);
    let hardware = machine.kernel().uname().hardware;
    Some(hash([
        ("architecture", Some(architecture(&distribution, &hardware).into())),
        ("distro", distro::gather(machine, &distribution)),
        ("family", distribution.family().map(Value::from)),
        ("hardware", Some(hardware.into())),
        ("name", distribution.name().map(Value::from)),
        ("release", release::gather(machine, &distribution).and_then(|release| release.to_value())),
        ("selinux", selinux::gather(machine)),
    ]))
}

/// Returns the legacy facts with the output of the program `lsb_release`, if it is installed.
pub(crate) fn lsb_facts(machine: &SystemProbe) -> Vec<(&'static str, String)> {
    let distribution = Distribution::of(machine);
    let Some(lsb) = Lsb::of(machine, &distribution) else { return Vec::new() };
    let mut facts = vec![("lsbdistid", lsb.id), ("lsbdistdescription", lsb.description)];
    facts.extend(lsb.codename.map(|codename| ("lsbdistcodename", codename)));
    if distribution.is("ubuntu") {
        // On Ubuntu, the major release consists of the year and the month.
        let mut parts = lsb.release.split('.');
        let major = [parts.next().unwrap_or_default(), parts.next().unwrap_or_default()].join(".");
        facts.push(("lsbmajdistrelease", major));
        facts.extend(parts.next().map(|minor| ("lsbminordistrelease", minor.to_owned())));
        facts.push(("lsbdistrelease", lsb.release));
    }
    facts
}

/// Returns whether the legacy facts about the release repeat the structured fact. On Ubuntu they are those of
/// `lsb_release`.
pub(crate) fn repeats_release(machine: &SystemProbe) -> bool {
    !Distribution::of(machine).is("ubuntu")
}

/// Returns the distribution's name for an architecture, which differs on Debian.
fn architecture<'a>(distribution: &Distribution, hardware: &'a str) -> &'a str {
    match hardware {
        "i386" | "i486" | "i586" | "i686" => "i386",
        _ if hardware.contains("pentium") => "i386",
        "x86_64" if distribution.is("debian") => "amd64",
        _ => hardware,
    }
}

/// Returns the output of `uname -p`, which is only known on these distributions.
pub(crate) fn instruction_set(machine: &SystemProbe) -> String {
    let distribution = Distribution::of(machine);
    if ["rhel", "sles", "ubuntu"].iter().any(|name| distribution.is(name)) {
        return machine.kernel().uname().hardware;
    }
    "unknown".to_owned()
}

pub(crate) fn kernel(machine: &SystemProbe) -> Option<Value> {
    Some(machine.kernel().uname().kernel.into())
}

pub(crate) fn kernel_release(machine: &SystemProbe) -> Option<Value> {
    Some(machine.kernel().uname().release.into())
}

/// Returns the first three numbers of the release: `6.1.0`.
pub(crate) fn kernel_version(machine: &SystemProbe) -> Option<Value> {
    let release = machine.kernel().uname().release;
    let numbers = release.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    Some(numbers.take(3).collect::<Vec<_>>().join(".").into())
}

/// Returns the release up to the second dot: `6.1`.
pub(crate) fn kernel_major(machine: &SystemProbe) -> Option<Value> {
    let release = machine.kernel().uname().release;
    Some(release.split('.').take(2).collect::<Vec<_>>().join(".").into())
}

/// A release with its parts.
#[derive(Debug, PartialEq)]
struct Release {
    full: String,
    major: Option<String>,
    minor: Option<String>,
}

impl Release {
    /// Splits a release at its dots.
    fn split(full: &str) -> Self {
        let mut parts = full.split('.').map(str::to_owned);
        Self { full: full.to_owned(), major: parts.next(), minor: parts.next() }
    }

    /// Returns a release whose major release is the full release.
    fn whole(full: String) -> Self {
        Self { major: Some(full.clone()), full, minor: None }
    }

    fn to_value(&self) -> Option<Value> {
        filled([
            ("full", Some(self.full.as_str().into())),
            ("major", self.major.as_deref().map(Value::from)),
            ("minor", self.minor.as_deref().map(Value::from)),
        ])
    }
}
