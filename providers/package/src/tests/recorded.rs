//! Tests of package systems that are not installed here: recorded output of their commands on real systems is
//! replayed. The name of a transcript gives the system and the version of the command.

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::Level;

use super::text;
use crate::Component;
use crate::backend::Backend;
use crate::flatpak::Flatpak;
use crate::managed::PackageProvider;
use crate::pacman::Pacman;
use crate::rpm::Rpm;
use crate::snap::Snap;
use crate::yum::Yum;
use crate::zypper::Zypper;

/// A system that replays a transcript.
struct Recorded<B: Backend> {
    machine: FakeSystem,
    trial: ProviderTest<PackageProvider<B>>,
    provider: &'static str,
}

impl<B: Backend> Recorded<B> {
    fn new(provider: &'static str, transcript: &str, programs: &[(&str, &str)]) -> Self {
        let machine = FakeSystem::new();
        machine.transcript(format!("tests/{transcript}.transcript"), programs).unwrap();
        Self { trial: ProviderTest::new::<Component>(&machine, provider), machine, provider }
    }

    fn apply(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let common = [text("command", "default"), text("provider", self.provider)];
        let wanted = self.trial.prepare(title, &[attributes, &common].concat()).unwrap();
        self.trial.apply(&wanted)
    }
}

#[test]
fn rpm_installs_a_file_and_finds_its_capabilities() {
    let mut rpm: Recorded<Rpm> = Recorded::new("rpm", "debian-12-rpm-4.18.0", &[("rpm", "/usr/bin/rpm")]);
    let file = text("source", "/srv/r/noarch/judge-a-1.0-1.noarch.rpm");
    assert_eq!(rpm.apply("judge-a", std::slice::from_ref(&file)), ["ensure: created"]);
    assert_eq!(rpm.apply("judge-a", &[text("ensure", "latest"), file]), [""; 0]);
    assert_eq!(rpm.apply("judge-a", &[text("ensure", "1.0-1")]), [""; 0]);
    assert_eq!(rpm.apply("judge-virtual", &[]), [""; 0]);
}

#[test]
fn dnf_upgrades_downgrades_and_removes_a_package() {
    let programs = [("dnf", "/usr/bin/dnf"), ("rpm", "/usr/bin/rpm"), ("scratch", "/bin/sh")];
    let mut dnf: Recorded<Yum> = Recorded::new("dnf", "debian-12-dnf-4.14.0", &programs);
    let latest = [text("ensure", "latest")];
    assert_eq!(dnf.apply("judge-a", &latest), ["ensure: ensure changed '1.0-1' to '0:2.0-1'"]);
    assert_eq!(dnf.apply("judge-a", &latest), [""; 0]);
    assert_eq!(dnf.apply("judge-a", &[text("ensure", "<2")]), ["ensure: ensure changed '2.0-1' to '<2'"]);
    assert_eq!(dnf.apply("judge-a", &[text("ensure", "purged")]), ["ensure: purged"]);
}

#[test]
fn failing_pacman_is_an_error() {
    let mut pacman: Recorded<Pacman> =
        Recorded::new("pacman", "debian-12-pacman-6.0.2", &[("pacman", "/usr/bin/pacman")]);
    let messages = pacman.apply("judge", &[text("ensure", "latest")]);
    assert!(messages[0].contains("Execution of '/usr/bin/pacman -Q' returned 1"), "{messages:?}");
}

#[test]
fn pacman_upgrades_and_removes_a_package() {
    let mut pacman: Recorded<Pacman> =
        Recorded::new("pacman", "debian-12-pacman-6.0.2-packages", &[("pacman", "/usr/bin/pacman")]);
    let latest = [text("ensure", "latest")];
    assert_eq!(pacman.apply("judge-a", &latest), ["ensure: ensure changed '1.0-1' to '2.0-1'"]);
    assert_eq!(pacman.apply("judge-a", &latest), [""; 0]);
    assert_eq!(pacman.apply("judge-b", &[]), ["ensure: created"]);
    assert_eq!(pacman.apply("judge-a", &[text("ensure", "absent")]), ["ensure: removed"]);
}

#[test]
fn flatpak_upgrades_and_removes_an_application() {
    let programs = [("flatpak", "/usr/bin/flatpak"), ("scratch", "/bin/sh")];
    let mut flatpak: Recorded<Flatpak> = Recorded::new("flatpak", "debian-12-flatpak-1.14.10-applications", &programs);
    let (latest, remote) = ([text("ensure", "latest")], [text("source", "judge")]);
    let messages = flatpak.apply("org.example.A", &latest);
    assert_eq!(messages, ["ensure: ensure changed 'f638965c54cd' to '137e0aedbefa'"]);
    assert_eq!(flatpak.apply("org.example.A", &latest), [""; 0]);
    assert_eq!(flatpak.apply("org.example.B", &remote), ["ensure: created"]);
    assert_eq!(flatpak.apply("org.example.B", &remote), [""; 0]);
    assert_eq!(flatpak.apply("org.example.A", &[text("ensure", "absent")]), ["ensure: removed"]);
    assert_eq!(flatpak.apply("org.example.B", &[text("ensure", "purged")]), ["ensure: purged"]);
    let warned = flatpak.machine.logged(Level::Warning);
    assert!(warned[0].ends_with("error: Cannot autolaunch D-Bus without X11 $DISPLAY"), "{warned:?}");
    let messages = flatpak.apply("org.example.C", &remote);
    assert!(messages[0].ends_with("returned 1: error: Nothing matches org.example.C in remote judge"), "{messages:?}");
    let listed = flatpak.trial.instances().unwrap();
    assert_eq!(listed.iter().map(|found| found.title.as_str()).collect::<Vec<_>>(), ["org.example.Platform"]);
}

#[test]
fn flatpak_without_applications_lists_nothing() {
    let mut flatpak: Recorded<Flatpak> =
        Recorded::new("flatpak", "debian-12-flatpak-1.14.10", &[("flatpak", "/usr/bin/flatpak")]);
    assert_eq!(flatpak.apply("org.example.App", &[text("ensure", "absent")]), [""; 0]);
    assert_eq!(flatpak.apply("org.example.App", &[text("ensure", "purged")]), [""; 0]);
    assert!(flatpak.trial.instances().unwrap().is_empty());
}

#[test]
fn zypper_upgrades_downgrades_and_removes_a_package() {
    let programs = [("zypper", "/usr/bin/zypper"), ("rpm", "/usr/bin/rpm"), ("scratch", "/bin/sh")];
    let mut zypper: Recorded<Zypper> = Recorded::new("zypper", "debian-12-zypper-1.14.42", &programs);
    let ensure = |wanted: &str| [text("ensure", wanted)];
    assert_eq!(zypper.apply("judge-a", &ensure("latest")), ["ensure: ensure changed '1.0-1' to '2.0-1'"]);
    assert_eq!(zypper.apply("judge-a", &ensure("latest")), [""; 0]);
    assert_eq!(zypper.apply("judge-a", &ensure("1.5-1")), ["ensure: ensure changed '2.0-1' to '1.5-1'"]);
    assert_eq!(zypper.apply("judge-a", &ensure("1.5")), [""; 0]);
    assert_eq!(zypper.apply("judge-a", &ensure(">1.5-1")), ["ensure: ensure changed '1.5-1' to '>1.5-1'"]);
    assert_eq!(zypper.apply("judge-a", &ensure("<2")), ["ensure: ensure changed '2.0-1' to '<2'"]);
    assert_eq!(zypper.apply("judge-a", &ensure("1.5-1")), [""; 0]);
    assert_eq!(zypper.apply("judge-a", &ensure("absent")), ["ensure: removed"]);
    assert_eq!(zypper.apply("judge-a", &ensure("absent")), [""; 0]);
    assert_eq!(zypper.apply("judge-virtual", &[]), ["ensure: created"]);
    assert_eq!(zypper.apply("judge-virtual", &[]), [""; 0]);
    assert_eq!(zypper.apply("judge-c", &ensure("2:1.0-1")), ["ensure: created"]);
    assert_eq!(zypper.apply("judge-c", &ensure("latest")), ["ensure: ensure changed '2:1.0-1' to '2:1.1-1'"]);
    let listed = zypper.trial.instances().unwrap();
    assert_eq!(
        listed.iter().map(|found| found.title.as_str()).collect::<Vec<_>>(),
        ["judge-b", "judge-base", "judge-c"]
    );
}

#[test]
fn zypper_reports_a_missing_package() {
    let programs = [("zypper", "/usr/bin/zypper"), ("rpm", "/usr/bin/rpm"), ("scratch", "/bin/sh")];
    let mut zypper: Recorded<Zypper> = Recorded::new("zypper", "debian-12-zypper-1.14.42-nothing", &programs);
    let messages = zypper.apply("judge-none", &[text("ensure", ">1")]);
    assert!(
        messages[0].ends_with("No available version for package judge-none is included in range >1"),
        "{messages:?}"
    );
    let messages = zypper.apply("judge-none", &[]);
    assert!(messages[0].ends_with("returned 104: No provider of 'judge-none' found."), "{messages:?}");
    let messages = zypper.apply("judge-virtual", &[("allow_virtual", false.into())]);
    assert!(messages[0].ends_with("returned 104: Package 'judge-virtual' not found."), "{messages:?}");
}

#[test]
fn snap_installs_a_file_and_removes_it() {
    let mut snap: Recorded<Snap> = Recorded::new("snap", "debian-12-snap-2.57.6", &[("snap", "/usr/bin/snap")]);
    let file = [text("source", "/srv/s/judge_1.0_all.snap"), text("install_options", "--dangerous")];
    assert_eq!(snap.apply("judge", &file), ["ensure: created"]);
    assert_eq!(snap.apply("judge", &file), [""; 0]);
    assert_eq!(snap.apply("judge", &[text("ensure", "latest")]), [""; 0]);
    let listed = snap.trial.instances().unwrap();
    assert_eq!(listed.iter().map(|found| found.title.as_str()).collect::<Vec<_>>(), ["judge", "snapd"]);
    let messages = snap.apply("judge", &[text("mark", "hold")]);
    assert!(messages[0].ends_with("returned 64: error: unknown flag `hold'"), "{messages:?}");
    assert_eq!(snap.apply("judge", &[text("ensure", "absent")]), ["ensure: removed"]);
    assert_eq!(snap.apply("judge", &file), ["ensure: created"]);
    assert_eq!(snap.apply("judge", &[text("ensure", "purged")]), ["ensure: purged"]);
    assert_eq!(snap.apply("judge", &[text("ensure", "purged")]), [""; 0]);
}

#[test]
fn scripts_of_queries_equal_those_in_the_manifest() {
    let manifest = include_str!("../../provider.toml");
    let mut scripts = 0;
    for transcript in std::fs::read_dir("tests").unwrap() {
        let text = std::fs::read_to_string(transcript.unwrap().path()).unwrap();
        for line in text.lines().filter_map(|line| line.strip_prefix("$ scratch -c ")) {
            let (script, words) = line[1..].split_once("' ").unwrap();
            let program = words.split(' ').next().unwrap();
            assert!(manifest.contains(&format!("[\"-c\", '{script}', \"{program}\", ")), "{line}");
            scripts += 1;
        }
    }
    assert!(scripts > 0);
}
