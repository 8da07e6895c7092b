//! Tests of `dpkg`, and of features shared by all providers that use its database.

use marotte_sdk::fake::FileNode;
use marotte_sdk::system::Output;
use marotte_sdk::{Code, Error};

use super::{Site, text};
use crate::deb::archive;
use crate::dpkg::Dpkg;

const DATABASE: &str = "install ok installed\tbash\tamd64\t5.2.15-2+b7\t\n\
    hold ok installed\tcurl\tamd64\t7.88.1-10\tcurl-ssl\n\
    deinstall ok config-files\told\tall\t1.0\t\n\
    unknown ok not-installed\tgone\tamd64\t\t\n\
    install ok installed\tlibc6\tamd64\t2.36-9\t\n\
    install ok half-configured\tlibc6\ti386\t2.36-8\t\n\
    install ok triggers-pending\tman-db\tamd64\t2.11\tman, man-browser (= 2.11)\n";

fn site() -> Site<Dpkg> {
    let site = Site::new("dpkg");
    site.machine.put("/var/lib/dpkg/status", FileNode::file("1"));
    site.on("dpkg-query", 0, DATABASE);
    site
}

#[test]
fn states_of_dpkg_are_mapped() {
    let mut site = site();
    let noop = |site: &mut Site<Dpkg>, title: &str, ensure: &str| site.noop(title, &[text("ensure", ensure)]).join("");
    assert_eq!(noop(&mut site, "bash", "present"), "");
    assert_eq!(noop(&mut site, "man-db", "present"), "");
    assert_eq!(noop(&mut site, "libc6:i386", "absent"), "");
    assert_eq!(noop(&mut site, "libc6", "present"), "");
    assert_eq!(noop(&mut site, "bash", "absent"), "ensure: current_value '5.2.15-2+b7', should be 'absent' (noop)");
    assert_eq!(noop(&mut site, "old", "absent"), "");
    assert_eq!(noop(&mut site, "old", "purged"), "ensure: current_value 'absent', should be 'purged' (noop)");
    for unknown in ["gone", "nosuch"] {
        assert_eq!(noop(&mut site, unknown, "purged"), "");
        assert_eq!(noop(&mut site, unknown, "absent"), "");
        assert_eq!(noop(&mut site, unknown, "present"), "ensure: current_value 'purged', should be 'present' (noop)");
    }
}

#[test]
fn virtual_name_requires_allow_virtual() {
    let mut site = site();
    assert_eq!(site.noop("man", &[("allow_virtual", true.into())]), [""; 0]);
    let log = site.machine.logged(marotte_sdk::system::Level::Info);
    assert_eq!(log, ["Package man is virtual, defaulting to man-db"]);
    assert_ne!(site.noop("man", &[("allow_virtual", false.into())]), [""; 0]);
    assert_ne!(site.noop("man-browser", &[("allow_virtual", true.into())]), [""; 0], "provided in one version only");
}

#[test]
fn packages_are_read_once_until_a_change() {
    let mut site = site();
    let mut asked = 0;
    for title in ["bash", "curl", "nosuch", "man-db"] {
        site.noop(title, &[]);
        asked += site.ran.borrow().len();
    }
    assert_eq!(asked, 1);
    site.machine.put("/var/lib/dpkg/status", FileNode::file("22"));
    site.on("dpkg-query", 0, "install ok installed\tnosuch\tall\t1\t\n");
    assert_eq!(site.noop("nosuch", &[]), [""; 0]);
    assert_eq!(site.ran.borrow().len(), 1);
}

#[test]
fn file_is_installed_and_configfiles_are_kept_or_replaced() {
    let mut site = site();
    site.on("dpkg --force", 0, "");
    let source = text("source", "/srv/a b.deb");
    assert_eq!(site.apply("new", std::slice::from_ref(&source)), ["ensure: created"]);
    assert_eq!(site.ran_but("dpkg-query"), ["dpkg --force-confold -i /srv/a b.deb"]);
    site.apply("new", &[source, text("configfiles", "replace")]);
    assert_eq!(site.ran_but("dpkg-query"), ["dpkg --force-confnew -i /srv/a b.deb"]);
    let refused = "ensure: change from 'purged' to 'present' failed: You cannot install dpkg packages without a source";
    assert_eq!(site.apply("new", &[]), [refused]);
}

/// Returns the output of dpkg-deb for a file with this package.
fn deb(name: &str, version: &str) -> String {
    String::from_utf8(archive(&format!("Package: {name}\nVersion: {version}\n"))).unwrap()
}

#[test]
fn latest_version_is_that_of_the_file() {
    let mut site = site();
    site.on("dpkg-deb", 0, &deb("bash", "5.3")).on("dpkg --force", 0, "");
    let latest = [text("ensure", "latest"), text("source", "/srv/bash.deb")];
    assert_eq!(site.noop("bash", &latest), ["ensure: current_value '5.2.15-2+b7', should be '5.3' (noop)"]);
    assert_eq!(site.apply("bash", &latest), ["ensure: ensure changed '5.2.15-2+b7' to '5.3'"]);
    site.on("dpkg-deb", 0, &deb("zsh", "5.2.15-2+b7"));
    assert_eq!(site.apply("bash", &latest), [""; 0]);
    let warned = site.machine.logged(marotte_sdk::system::Level::Warning);
    assert_eq!(warned, ["source doesn't contain named package, but zsh"]);
    let refused = "Could not evaluate: Could not get latest version: Could not update: You cannot install dpkg packages without a source";
    assert_eq!(site.apply("bash", &[text("ensure", "latest")]), [refused]);
    site.on("dpkg-deb", 0, "\u{1b}[31mGarbage");
    assert!(
        site.apply("bash", &latest)[0].contains("Could not get latest version: /srv/bash.deb is not a Debian package")
    );
}

#[test]
fn packages_are_removed_and_purged() {
    let mut site = site();
    site.on("dpkg -r", 0, "").on("dpkg --purge", 0, "");
    assert_eq!(site.apply("bash", &[text("ensure", "absent")]), ["ensure: removed"]);
    assert_eq!(site.ran_but("dpkg-query"), ["dpkg -r bash"]);
    assert_eq!(site.apply("old", &[text("ensure", "purged")]), ["ensure: purged"]);
    assert_eq!(site.ran_but("dpkg-query"), ["dpkg --purge old"]);
}

#[test]
fn hold_is_removed_during_an_installation() {
    let mut site = site();
    site.on("dpkg --set-selections", 0, "").on("dpkg --force", 1, "broken");
    let wanted = [text("ensure", "latest"), text("source", "/srv/c.deb"), text("mark", "hold")];
    site.on("dpkg-deb", 0, &deb("curl", "8"));
    let messages = site.apply("curl", &wanted);
    assert_eq!(
        messages,
        [
            "ensure: change from '7.88.1-10' to '8' failed: Could not update: Execution of '/usr/bin/dpkg --force-confold -i \
          /srv/c.deb' returned 1: broken"
        ]
    );
    let expected = [
        "dpkg-deb --ctrl-tarfile /srv/c.deb",
        "dpkg --set-selections < curl install",
        "dpkg --force-confold -i /srv/c.deb",
        "dpkg --set-selections < curl hold",
    ];
    assert_eq!(site.ran_but("dpkg-query"), expected);
}

#[test]
fn mark_is_set_and_removed() {
    let mut site = site();
    site.on("dpkg --set-selections", 0, "");
    assert_eq!(site.apply("bash", &[text("mark", "hold")]), ["mark: mark changed 'none' to 'hold'"]);
    assert_eq!(site.ran_but("dpkg-query"), ["dpkg --set-selections < bash hold"]);
    assert_eq!(site.apply("curl", &[text("mark", "none")]), ["mark: mark changed 'hold' to 'none'"]);
    assert_eq!(site.ran_but("dpkg-query"), ["dpkg --set-selections < curl install"]);
    assert_eq!(site.apply("curl", &[text("mark", "hold")]), [""; 0]);
    assert_eq!(site.apply("bash", &[text("mark", "none")]), [""; 0]);
}

#[test]
fn unreadable_database_is_an_error() {
    let mut site = site();
    site.on("dpkg-query", 2, "dpkg-query: error: database is locked\n");
    let failed = site.apply("bash", &[]);
    assert!(failed[0].starts_with("Could not evaluate: Execution of '/usr/bin/dpkg-query"), "{failed:?}");
    assert!(failed[0].ends_with("returned 2: dpkg-query: error: database is locked"), "{failed:?}");
    site.on("dpkg-query", 0, "gefl\u{fc}gelt\n");
    assert!(site.apply("bash", &[])[0].contains("unexpected line in the output of dpkg-query"));
    let half = Output { status: 0, stdout: DATABASE.into(), stderr: Vec::new(), truncated: true };
    site.answer("dpkg-query", Ok(half));
    assert!(site.apply("bash", &[])[0].contains("is too long"));
    let bytes = Output { status: 0, stdout: vec![0xff, 0xfe], stderr: Vec::new(), truncated: false };
    site.answer("dpkg-query", Ok(bytes));
    assert!(site.apply("bash", &[])[0].contains("is not UTF-8"));
    site.answer("dpkg-query", Err(Error::new(Code::Other, "it took too long")));
    assert_eq!(site.apply("bash", &[]), ["Could not evaluate: it took too long"]);
}

#[test]
fn all_packages_are_listed() {
    let listed = site().listed();
    assert_eq!(listed.len(), 7);
    assert_eq!(listed[0], ("bash".to_owned(), "5.2.15-2+b7".into()));
    assert_eq!(listed[2], ("old".to_owned(), "absent".into()));
    assert_eq!(listed[3], ("gone".to_owned(), "purged".into()));
}

#[test]
fn timeout_of_a_tool_is_reported() {
    let mut site = site();
    site.answer("dpkg -r", Err(Error::new(Code::Timeout, "dpkg took longer than an hour")));
    let failed = "ensure: change from '5.2.15-2+b7' to 'absent' failed: dpkg took longer than an hour";
    assert_eq!(site.apply("bash", &[text("ensure", "absent")]), [failed]);
    site.answer("dpkg-query", Err(Error::new(Code::Timeout, "dpkg-query took longer than a minute")));
    site.machine.put("/var/lib/dpkg/status", FileNode::file("333"));
    assert_eq!(site.apply("curl", &[]), ["Could not evaluate: dpkg-query took longer than a minute"]);
}

#[test]
fn names_can_have_any_characters() {
    for name in ["a b", "it's", "\"q\"", "ünï", "$(id)", "back\\slash", "*"] {
        let mut site = Site::<Dpkg>::new("dpkg");
        site.machine.put("/var/lib/dpkg/status", FileNode::file("1"));
        site.on("dpkg-query", 0, &format!("install ok installed\t{name}\tall\t1\t\n")).on("dpkg -r", 0, "");
        assert_eq!(site.apply(name, &[]), [""; 0], "{name}");
        assert_eq!(site.apply(name, &[text("ensure", "absent")]), ["ensure: removed"], "{name}");
        assert_eq!(site.ran_but("dpkg-query"), [format!("dpkg -r {name}")]);
    }
}

#[test]
fn localized_output_and_invalid_utf8_are_reported() {
    let mut site = site();
    let output =
        Output { status: 1, stdout: b"dpkg: Fehler: ung\xfcltig\n".to_vec(), stderr: Vec::new(), truncated: false };
    site.answer("dpkg -r", Ok(output));
    let log = site.apply("bash", &[text("ensure", "absent")]);
    assert!(log[0].ends_with("returned 1: dpkg: Fehler: ung\u{fffd}ltig"), "{log:?}");
}
