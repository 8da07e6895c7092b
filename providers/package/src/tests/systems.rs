//! Tests of the package systems of other distributions, and of those with their own applications: `zypper`,
//! `pacman`, `apk`, `snap` and `flatpak`.

use marotte_sdk::Value;
use marotte_sdk::system::Level;

use super::{Site, text};
use crate::apk::Apk;
use crate::flatpak::Flatpak;
use crate::pacman::Pacman;
use crate::snap::Snap;
use crate::zypper::Zypper;

fn options(options: &[&str]) -> (&'static str, Value) {
    ("install_options", Value::Array(options.iter().map(|option| Value::from(*option)).collect()))
}

/// Output of zypper 1.14.42.
const FOUND: &str = "Loading repository data...\nReading installed packages...\n\n\
    S | Name    | Type    | Version | Arch   | Repository\n--+---------+---------+---------+--------+-----------\n\
    \x20 | judge-a | package | 2.0-1   | noarch | judge\n  | judge-a | package | 1.10-1  | noarch | judge\n\
    \x20 | judge-a | package | 1.9-1   | noarch | judge\n";

fn zypper() -> Site<Zypper> {
    let site = Site::new("zypper");
    site.on("rpm -q ", 1, "package is not installed\n")
        .on("rpm -qa", 0, "judge-a 0 1.0 1 noarch\n")
        .on("zypper", 0, "");
    site
}

#[test]
fn zypper_installs_and_removes_packages() {
    let mut site = zypper();
    assert_eq!(site.apply("judge-a", &[]), [""; 0]);
    site.apply("judge-a", &[text("ensure", "2.0-1"), options(&["--no-gpg-checks", "--force"])]);
    let expected =
        "zypper --quiet --no-gpg-checks install --auto-agree-with-licenses --no-confirm --force judge-a-2.0-1";
    assert_eq!(site.ran_but("rpm"), [expected]);
    let messages = site.apply("new", &[("allow_virtual", false.into())]);
    assert_eq!(site.ran_but("rpm"), ["zypper --quiet install --auto-agree-with-licenses --no-confirm --name new"]);
    assert!(messages[0].ends_with("failed: Could not find package new"), "{messages:?}");
    assert_eq!(site.apply("judge-a", &[text("ensure", "absent")]), ["ensure: removed"]);
    assert_eq!(site.ran_but("rpm"), ["zypper remove --no-confirm judge-a"]);
}

#[test]
fn zypper_lists_updates_and_versions_of_a_range() {
    let mut site = zypper();
    site.on("/usr/bin/zypper --no-refresh search", 0, FOUND);
    site.apply("judge-a", &[text("ensure", ">1.0-1 <2")]);
    assert_eq!(site.ran_but("rpm")[1], "zypper --quiet install --auto-agree-with-licenses --no-confirm judge-a-1.10-1");
    let messages = site.apply("judge-a", &[text("ensure", ">3")]);
    assert!(messages[0].ends_with("No available version for package judge-a is included in range >3"), "{messages:?}");
    site.on("/usr/bin/zypper --no-refresh list-updates", 0, "Loading repository data...\nNo updates found.\n");
    let latest = [text("ensure", "latest")];
    assert_eq!(site.apply("judge-a", &latest), [""; 0]);
    let mut site = zypper();
    let updates = "S | Repository | Name    | Current | Available | Arch\nv | judge      | judge-a | 1.0-1   | 2.0-1     | noarch\n";
    site.on("/usr/bin/zypper --no-refresh list-updates", 0, updates);
    assert_eq!(site.apply("judge-a", &latest), ["ensure: ensure changed '1.0-1' to '2.0-1'"]);
}

fn pacman() -> Site<Pacman> {
    let site = Site::new("pacman");
    site.on("pacman --noconfirm", 0, "").on("pacman -Sg ", 1, "");
    site.on("pacman -Sg tools", 0, "tools a\ntools b\n").on("pacman -Sg games", 0, "games c\n");
    site.on("pacman -Sgg", 0, "tools b\ntools a\ngames c\n").on("pacman -Q", 0, "a 1-1\nb 2-1\n");
    site
}

#[test]
fn group_is_installed_if_all_of_its_packages_are() {
    let mut site = pacman();
    assert_eq!(site.apply("a", &[]), [""; 0]);
    assert_eq!(
        site.noop("tools", &[text("ensure", "absent")]),
        ["ensure: current_value 'a 1-1, b 2-1', should be 'absent' (noop)"]
    );
    assert_eq!(site.noop("games", &[]), ["ensure: current_value 'absent', should be 'present' (noop)"]);
    let own = ("allow_virtual", Value::Boolean(false));
    let messages = site.apply("tools", std::slice::from_ref(&own));
    assert!(
        messages[0].ends_with("Refusing to install package group tools, because allow_virtual is false."),
        "{messages:?}"
    );
    assert_eq!(site.machine.logged(Level::Warning), ["tools is a group, but allow_virtual is false."]);
    site.apply("tools", &[text("ensure", "absent")]);
    assert_eq!(site.ran.borrow().last().unwrap(), "pacman --noconfirm --noprogressbar -R -s tools");
    let names: Vec<String> = site.listed().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a", "b", "tools"]);
}

#[test]
fn pacman_installs_from_repositories_and_files() {
    let mut site = pacman();
    let messages = site.apply("c", &[options(&["--asdeps"])]);
    assert!(messages[0].ends_with("failed: Could not find package 'c'"), "{messages:?}");
    assert_eq!(site.ran.borrow()[2], "pacman --noconfirm --needed --noprogressbar --asdeps -S c");
    for (source, file) in
        [("/srv/c.zst", "/srv/c.zst"), ("file:///srv/c.zst", "/srv/c.zst"), ("https://a/c", "https://a/c")]
    {
        site.apply("c", &[text("source", source)]);
        assert_eq!(site.ran.borrow()[2], format!("pacman --noconfirm --noprogressbar -U {file}"));
    }
    for (source, words) in [
        ("puppet:///modules/a/c", "puppet:// URL is not supported by pacman"),
        ("gopher://a", "Source gopher://a is not supported by pacman"),
    ] {
        assert!(site.apply("c", &[text("source", source)])[0].ends_with(words));
    }
    let latest = [text("ensure", "latest")];
    site.on("pacman -Sp", 0, "dependency 9-1\na 1-2\n");
    assert_eq!(site.apply("a", &latest), ["ensure: ensure changed '1-1' to '1-2'"]);
    site.on("pacman -Sp", 0, "b 2-1\na 1-1\n");
    assert_eq!(site.apply("tools", &latest), [""; 0]);
}

#[test]
fn apk_names_can_contain_dashes() {
    let site = Site::new("apk");
    let listed = "busybox-binsh-1.36.1-r29 x86_64 {busybox} (GPL-2.0-only) [installed]\nWARNING: x\n";
    site.on("apk list --installed", 0, listed).on("apk add", 0, "").on("apk del", 0, "");
    site.on("apk list --upgradable", 0, "busybox-binsh-1.37-r0 x86_64 {busybox} (x) [upgradable from: x]\n");
    let mut site: Site<Apk> = site;
    assert_eq!(site.apply("busybox-binsh", &[text("ensure", "1.36.1-r29")]), [""; 0]);
    let mut run = |title: &str, attributes: &[(&str, Value)]| {
        site.apply(title, attributes);
        site.ran_but("apk list").join("; ")
    };
    assert_eq!(run("new", &[options(&["--no-cache"])]), "apk add --no-cache new");
    assert_eq!(run("busybox-binsh", &[text("ensure", "1.35-r0")]), "apk add busybox-binsh=1.35-r0");
    assert_eq!(run("busybox-binsh", &[text("ensure", "latest")]), "apk add --upgrade busybox-binsh");
    assert_eq!(run("new", &[text("source", "/srv/new.apk")]), "apk add /srv/new.apk");
    assert_eq!(run("busybox-binsh", &[text("ensure", "absent")]), "apk del busybox-binsh");
}

#[test]
fn snap_is_identified_by_its_revision_and_can_be_held() {
    let mut site: Site<Snap> = Site::new("snap");
    let listed = "Name    Version  Rev    Tracking       Publisher   Notes\ncore22  20240111 1122   latest/stable  canonical   base,held\n\
                  hello   2.10     42     latest/stable  canonical   -\n";
    site.on("snap list", 0, listed).on("snap refresh", 0, "").on("snap install", 0, "").on("snap remove", 0, "");
    assert_eq!(
        site.noop("hello", &[text("ensure", "absent")]),
        ["ensure: current_value '2.10 (42)', should be 'absent' (noop)"]
    );
    assert_eq!(site.apply("core22", &[text("mark", "hold")]), [""; 0]);
    let mut run = |title: &str, attributes: &[(&str, Value)]| {
        site.apply(title, attributes);
        site.ran_but("snap list").join("; ")
    };
    assert_eq!(run("hello", &[text("mark", "hold")]), "snap refresh --hold hello");
    assert_eq!(run("core22", &[text("mark", "none")]), "snap refresh --unhold core22");
    assert_eq!(
        run("new", &[options(&["--classic"]), text("mark", "hold")]),
        "snap install --classic new; snap refresh --hold new"
    );
    assert_eq!(run("new", &[text("source", "/srv/new.snap")]), "snap install /srv/new.snap");
    assert_eq!(run("hello", &[text("ensure", "absent")]), "snap remove hello");
    assert_eq!(run("hello", &[text("ensure", "purged")]), "snap remove --purge hello");
    site.on("snap refresh --list", 0, "All snaps up to date.\n");
    assert_eq!(site.apply("hello", &[text("ensure", "latest")]), [""; 0]);
    // Cached results are discarded after a change.
    site.apply("hello", &[text("ensure", "absent")]);
    site.on(
        "snap refresh --list",
        0,
        "Name   Version  Rev  Size  Publisher  Notes\nhello  2.10     43   1MB   canonical  -\n",
    );
    assert_eq!(site.apply("hello", &[text("ensure", "latest")]), ["ensure: ensure changed '2.10 (42)' to '2.10 (43)'"]);
    assert_eq!(site.ran_but("snap list"), ["snap refresh --list", "snap refresh hello"]);
}

#[test]
fn flatpak_application_is_identified_by_its_commit() {
    let mut site: Site<Flatpak> = Site::new("flatpak");
    site.on("flatpak list", 0, "org.example.App\t0123456789ab\n");
    for verb in ["install", "update", "uninstall"] {
        site.on(&format!("flatpak {verb}"), 0, "");
    }
    assert_eq!(site.apply("org.example.App", &[]), [""; 0]);
    let mut run = |title: &str, attributes: &[(&str, Value)]| {
        site.apply(title, attributes);
        site.ran_but("flatpak list").join("; ").replace(" --system --noninteractive", "")
    };
    assert_eq!(run("new", &[]), "flatpak install new");
    assert_eq!(
        run("new", &[text("source", "flathub"), options(&["--no-deps"])]),
        "flatpak install --no-deps flathub new"
    );
    assert_eq!(run("new", &[text("source", "https://a/new.flatpakref")]), "flatpak install https://a/new.flatpakref");
    assert_eq!(run("org.example.App", &[text("ensure", "absent")]), "flatpak uninstall org.example.App");
    assert_eq!(run("org.example.App", &[text("ensure", "purged")]), "flatpak uninstall --delete-data org.example.App");
    let latest = [text("ensure", "latest"), text("source", "flathub")];
    site.on("flatpak remote-ls", 0, "");
    assert_eq!(site.apply("org.example.App", &latest), [""; 0]);
    // Cached results are discarded after a change.
    site.apply("org.example.App", &[text("ensure", "absent")]);
    site.on("flatpak remote-ls", 0, "org.example.App\tfedcba987654\n");
    assert_eq!(site.apply("org.example.App", &latest), ["ensure: ensure changed '0123456789ab' to 'fedcba987654'"]);
    assert_eq!(site.ran.borrow().last().unwrap(), "flatpak update --system --noninteractive org.example.App");
}

#[test]
fn error_of_flatpak_fails_the_purge() {
    let mut site: Site<Flatpak> = Site::new("flatpak");
    site.on("flatpak list", 0, "org.example.App\t0123456789ab\n").on("flatpak uninstall", 1, "error: busy");
    let messages = site.apply("org.example.App", &[text("ensure", "purged")]);
    assert!(messages[0].ends_with("--delete-data org.example.App' returned 1: error: busy"), "{messages:?}");
}
