//! Tests of `apt` and `aptitude`.

use marotte_sdk::Value;
use marotte_sdk::fake::FileNode;
use marotte_sdk::system::Level;

use super::{Site, text};
use crate::apt::Apt;

const DATABASE: &str = "install ok installed\tbash\tamd64\t5.2.15-2+b7\t\n\
    hold ok installed\tcurl\tamd64\t7.88.1-10\t\n\
    deinstall ok config-files\told\tall\t1.0\t\n";

fn site(provider: &'static str) -> Site<Apt> {
    let site = Site::new(provider);
    site.machine.put("/var/lib/dpkg/status", FileNode::file("1"));
    site.on("dpkg-query", 0, DATABASE).on("apt-get", 0, "").on("apt-mark manual", 0, "").on("dpkg -", 0, "");
    site.on("aptitude", 0, "");
    site
}

#[test]
fn package_is_installed_and_marked_as_manual() {
    let mut site = site("apt");
    assert_eq!(site.apply("zsh", &[]), ["ensure: created"]);
    let expected = ["apt-get -q -y -o DPkg::Options::=--force-confold install zsh", "apt-mark manual zsh"];
    assert_eq!(site.ran_but("dpkg-query"), expected);
}

#[test]
fn installation_is_not_interactive() {
    let site = site("apt");
    let asked = std::rc::Rc::<std::cell::RefCell<Vec<String>>>::default();
    let noted = std::rc::Rc::clone(&asked);
    site.machine.on_command(move |command| {
        noted.borrow_mut().extend(command.env.iter().map(|(name, _)| name.clone()));
        Ok(marotte_sdk::system::Output { status: 0, stdout: Vec::new(), stderr: Vec::new(), truncated: false })
    });
    let mut site = site;
    site.apply("zsh", &[]);
    assert_eq!(*asked.borrow(), ["DEBIAN_FRONTEND", "APT_LISTBUGS_FRONTEND", "APT_LISTCHANGES_FRONTEND"]);
}

#[test]
fn install_options_and_configfiles_are_passed_on() {
    let mut site = site("apt");
    let options = Value::Array(vec![
        "--no-install-recommends".into(),
        Value::Hash(vec![("-o=APT::Status-Fd".into(), "1".into())]),
    ]);
    site.apply("zsh", &[("install_options", options), text("configfiles", "replace")]);
    let expected =
        "apt-get -q -y -o DPkg::Options::=--force-confnew --no-install-recommends -o=APT::Status-Fd=1 install zsh";
    assert_eq!(site.ran_but("dpkg-query")[0], expected);
}

#[test]
fn version_is_installed_even_if_lower() {
    let mut site = site("apt");
    let messages = site.apply("bash", &[text("ensure", "5.1-1")]);
    assert_eq!(messages, ["ensure: ensure changed '5.2.15-2+b7' to '5.1-1'"]);
    let expected = "apt-get -q -y -o DPkg::Options::=--force-confold --allow-downgrades install bash=5.1-1";
    assert_eq!(site.ran_but("dpkg-query")[0], expected);
    assert_eq!(site.apply("bash", &[text("ensure", "5.2.15-2+b7")]), [""; 0]);
}

#[test]
fn highest_version_of_a_range_is_installed() {
    let mut site = site("apt");
    let madison =
        " bash | 5.3-1 | http://deb.debian.org sid/main amd64 Packages\n bash | 5.1.9-1 | x\n bash | 5.1.10-1 | x\n";
    site.on("apt-cache madison bash", 0, madison);
    assert_eq!(site.apply("bash", &[text("ensure", ">=5.0 <6")]), [""; 0]);
    let messages = site.apply("bash", &[text("ensure", "<5.2")]);
    assert_eq!(messages, ["ensure: ensure changed '5.2.15-2+b7' to '<5.2'"]);
    assert!(site.ran_but("dpkg-query")[1].ends_with("--allow-downgrades install bash=5.1.10-1"));
    let none = site.apply("bash", &[text("ensure", ">6")]);
    let expected = "ensure: change from '5.2.15-2+b7' to '>6' failed: Could not update: No available version for package bash is included in range >6";
    assert_eq!(none, [expected]);
}

#[test]
fn latest_version_is_the_candidate() {
    let mut site = site("apt");
    site.on("apt-cache policy bash", 0, "bash:\n  Installed: 5.2.15-2+b7\n  Candidate: 5.3-1\n  Version table:\n");
    let latest = [text("ensure", "latest")];
    assert_eq!(site.noop("bash", &latest), ["ensure: current_value '5.2.15-2+b7', should be '5.3-1' (noop)"]);
    assert_eq!(site.apply("bash", &latest), ["ensure: ensure changed '5.2.15-2+b7' to '5.3-1'"]);
    assert_eq!(site.ran_but("dpkg-query")[1], "apt-get -q -y -o DPkg::Options::=--force-confold install bash");
    site.on("apt-cache policy bash", 0, "bash:\n  Candidate: 5.2.15-2+b7\n");
    assert_eq!(site.apply("bash", &latest), [""; 0]);
    for garbage in ["", "N: Unable to locate package bash\n", "bash:\n  Candidate: (none)\n"] {
        site.on("apt-cache policy bash", 0, garbage);
        let failed = site.apply("bash", &latest);
        assert_eq!(failed, ["Could not evaluate: Could not get latest version: Could not find latest version"]);
    }
    assert_eq!(site.noop("zsh", &latest), ["ensure: current_value 'purged', should be 'latest' (noop)"]);
}

#[test]
fn output_of_apt_is_reported_on_failure() {
    let mut site = site("apt");
    site.on("apt-get", 100, "Reading package lists...\nE: Unable to locate package nosuch\n");
    let line = "/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold install nosuch";
    let expected = format!(
        "ensure: change from 'purged' to 'present' failed: Execution of '{line}' returned 100: Reading package lists...\n\
         E: Unable to locate package nosuch"
    );
    assert_eq!(site.apply("nosuch", &[]), [expected]);
    assert!(site.apply("nosuch", &[text("ensure", "1")])[0].contains("failed: Could not update: Execution of"));
}

#[test]
fn file_is_installed_and_its_version_checked() {
    let mut site = site("apt");
    let source = text("source", "/srv/bash.deb");
    assert_eq!(site.apply("zsh", std::slice::from_ref(&source)), ["ensure: created"]);
    assert!(site.ran_but("dpkg-query")[0].ends_with("install /srv/bash.deb"));
    let messages = site.apply("bash", &[source.clone(), text("ensure", "6")]);
    assert!(messages[0].ends_with("Could not update: Failed to update to version 6, got version 5.2.15-2+b7 instead"));
    let messages = site.apply("zsh", &[source, text("ensure", "6")]);
    assert!(messages[0].ends_with("Could not update: Could not find package zsh"));
}

#[test]
fn cdrom_source_requires_allowcdrom() {
    let mut site = site("apt");
    site.machine
        .put("/etc/apt/sources.list", FileNode::file("# deb cdrom:[x]/ a\ndeb cdrom:[Debian]/ bookworm main\n"));
    let refused = site.apply("zsh", &[]);
    let words =
        "/etc/apt/sources.list contains a cdrom source; not installing.  Use 'allowcdrom' to override this failure.";
    assert_eq!(refused, [format!("ensure: change from 'purged' to 'present' failed: {words}")]);
    assert_eq!(site.apply("zsh", &[text("allowcdrom", "true")]), ["ensure: created"]);
    assert_eq!(site.apply("zsh", &[text("allowcdrom", "false")]).len(), 1);
    site.machine.put("/etc/apt/sources.list", FileNode::file("#deb cdrom:[Debian]/ bookworm main\n"));
    assert_eq!(site.apply("zsh", &[]), ["ensure: created"]);
}

#[test]
fn responsefile_preseeds_debconf() {
    let mut site = site("apt");
    site.on("debconf-set-selections", 0, "");
    site.machine.put("/srv/answers", FileNode::file("zsh zsh/a boolean true\n"));
    let answers = text("responsefile", "/srv/answers");
    site.apply("zsh", std::slice::from_ref(&answers));
    assert_eq!(site.ran_but("dpkg-query")[0], "debconf-set-selections /srv/answers");
    site.apply("bash", &[answers, text("ensure", "absent")]);
    assert_eq!(site.ran_but("dpkg-query")[0], "debconf-set-selections /srv/answers");
    site.apply("zsh", &[text("responsefile", "/srv/none")]);
    assert!(site.ran_but("dpkg-query")[0].starts_with("apt-get"));
    let expected = [
        "Preseeding /srv/answers to debconf-set-selections",
        "Preseeding /srv/answers to debconf-set-selections",
        "No responsefile specified or non existent, not preseeding anything",
    ];
    assert_eq!(site.machine.logged(Level::Info), expected);
}

#[test]
fn held_packages_are_removed_and_purged() {
    let mut site = site("apt");
    assert_eq!(site.apply("bash", &[text("ensure", "absent")]), ["ensure: removed"]);
    assert_eq!(site.ran_but("dpkg-query"), ["apt-get -y -q remove bash"]);
    site.apply("curl", &[text("ensure", "absent")]);
    assert_eq!(site.ran_but("dpkg-query"), ["apt-get -y -q --allow-change-held-packages remove curl"]);
    assert_eq!(site.apply("old", &[text("ensure", "purged")]), ["ensure: purged"]);
    assert_eq!(site.ran_but("dpkg-query"), ["apt-get -y -q remove --purge old", "dpkg --purge old"]);
    assert_eq!(site.apply("old", &[text("ensure", "absent")]), [""; 0]);
}

#[test]
fn mark_is_set_with_and_without_ensure() {
    let mut site = site("apt");
    assert_eq!(site.apply("bash", &[text("mark", "hold")]), ["mark: mark changed 'none' to 'hold'"]);
    assert_eq!(site.ran_but("dpkg-query"), ["dpkg --set-selections < bash hold", "apt-mark manual bash"]);
    assert_eq!(site.apply("zsh", &[text("mark", "hold")]), ["ensure: created"]);
    assert_eq!(site.ran_but("dpkg-query")[1], "dpkg --set-selections < zsh hold");
    site.apply("curl", &[text("ensure", "8"), text("mark", "hold")]);
    let ran = site.ran_but("dpkg-query");
    assert_eq!([&*ran[0], &*ran[2]], ["dpkg --set-selections < curl install", "dpkg --set-selections < curl hold"]);
}

#[test]
fn aptitude_uses_its_own_arguments() {
    let mut site = site("aptitude");
    assert_eq!(site.apply("zsh", &[text("source", "/srv/z.deb")]), ["ensure: created"]);
    assert_eq!(site.ran_but("dpkg-query")[0], "aptitude -y -o DPkg::Options::=--force-confold install zsh");
    site.apply("bash", &[text("ensure", "5.1")]);
    assert_eq!(site.ran_but("dpkg-query")[0], "aptitude -y -o DPkg::Options::=--force-confold install bash=5.1");
    site.apply("bash", &[text("ensure", "absent")]);
    assert_eq!(site.ran_but("dpkg-query"), ["aptitude -y remove bash"]);
    site.apply("bash", &[text("ensure", "purged")]);
    assert_eq!(site.ran_but("dpkg-query"), ["aptitude -y purge bash"]);
    site.on("aptitude", 0, "Couldn't find any package whose name or description matched \"zsh\"\n");
    let failed = site.apply("zsh", &[]);
    assert_eq!(failed, ["ensure: change from 'purged' to 'present' failed: Could not find package zsh"]);
}
