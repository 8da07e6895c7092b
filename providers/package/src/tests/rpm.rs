//! Tests of `rpm`, and of `yum` and `dnf`, which use its database.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::system::Output;
use marotte_sdk::{Code, Error, Value};

use super::{Site, text};
use crate::rpm::Rpm;
use crate::yum::Yum;

const DATABASE: &str = "kernel 0 5.14.0 427.el9 x86_64\nbash 0 5.1.8 9.el9 x86_64\nkernel 0 5.14.0 362.el9 x86_64\n\
    openssl 1 3.0.7 27.el9 x86_64\n";

fn rpm() -> Site<Rpm> {
    let site = Site::new("rpm");
    site.on("rpm -q ", 1, "package is not installed\n").on("rpm -qa", 0, DATABASE);
    site.on("rpm -i", 0, "").on("rpm -U", 0, "").on("rpm -e", 0, "");
    site
}

fn options(options: &[&str]) -> Value {
    Value::Array(options.iter().map(|option| Value::from(*option)).collect())
}

#[test]
fn installed_versions_are_compared() {
    let mut site = rpm();
    for version in ["present", "5.1.8-9.el9", "5.1.8", "0:5.1.8-9.el9"] {
        assert_eq!(site.apply("bash", &[text("ensure", version)]), [""; 0], "{version}");
    }
    for version in ["1:3.0.7-27.el9", "3.0.7"] {
        assert_eq!(site.apply("openssl", &[text("ensure", version)]), [""; 0], "{version}");
    }
    let messages = site.noop("openssl", &[text("ensure", "2:3.0.7")]);
    assert_eq!(messages, ["ensure: current_value '1:3.0.7-27.el9', should be '2:3.0.7' (noop)"]);
}

#[test]
fn install_only_accepts_several_versions() {
    let mut site = rpm();
    let wanted = text("ensure", "5.14.0-362.el9");
    assert_eq!(site.noop("kernel", &[wanted.clone(), ("install_only", true.into())]), [""; 0]);
    let messages = site.noop("kernel", &[wanted]);
    assert_eq!(messages, ["ensure: current_value '5.14.0-362.el9; 5.14.0-427.el9', should be '5.14.0-362.el9' (noop)"]);
}

#[test]
fn unlisted_name_is_queried_by_name_and_capability() {
    let mut site = rpm();
    site.on("rpm -q bash.x86_64 ", 0, "bash 0 5.1.8 9.el9 x86_64\n");
    assert_eq!(site.apply("bash.x86_64", &[]), [""; 0]);
    assert_eq!(site.noop("sh", &[]), ["ensure: current_value 'absent', should be 'present' (noop)"]);
    let asked = site.ran_but("rpm -qa");
    assert_eq!(asked.len(), 2);
    assert!(asked[1].ends_with("--whatprovides"));
    site.noop("sh", &[("allow_virtual", false.into())]);
    assert_eq!(site.ran_but("rpm -qa").len(), 1);
    site.on("rpm -q sh ", 0, "bash 0 5.1.8 9.el9 x86_64\n");
    assert_eq!(site.apply("sh", &[]), [""; 0]);
}

#[test]
fn files_are_installed_and_upgraded() {
    let mut site = rpm();
    let source = text("source", "/srv/new.rpm");
    assert_eq!(site.apply("new", &[source.clone(), ("install_options", options(&["--nodeps"]))]), ["ensure: created"]);
    assert_eq!(site.ran_but("rpm -q"), ["rpm -i --nodeps /srv/new.rpm"]);
    site.on("rpm -q --qf", 0, "bash 0 5.2 1 x86_64\n");
    let messages = site.apply("bash", &[source, text("ensure", "latest")]);
    assert_eq!(messages, ["ensure: ensure changed '5.1.8-9.el9' to '5.2-1'"]);
    assert_eq!(site.ran_but("rpm -q"), ["rpm -U --oldpackage /srv/new.rpm"]);
    assert_eq!(
        site.apply("new", &[]),
        ["ensure: change from 'absent' to 'present' failed: RPMs must specify a package source"]
    );
}

#[test]
fn removal_is_as_specific_as_the_name() {
    let mut site = rpm();
    let bash = "bash 0 5.1.8 9.el9 x86_64\n";
    site.on("rpm -q bash", 0, bash).on("rpm -q kernel", 0, DATABASE.lines().next().unwrap());
    let mut removed = |title: &str, only: bool| {
        site.apply(title, &[text("ensure", "absent"), ("install_only", only.into())]);
        site.ran_but("rpm -q").join("; ")
    };
    assert_eq!(removed("bash", false), "rpm -e bash");
    assert_eq!(removed("bash-5.1.8", false), "rpm -e bash-5.1.8");
    assert_eq!(removed("bash-5.1.8-9.el9.x86_64", false), "rpm -e bash-5.1.8-9.el9.x86_64");
    assert_eq!(removed("bash.x86_64", false), "rpm -e bash.x86_64");
    assert_eq!(removed("kernel", true), "rpm -e kernel-5.14.0-427.el9");
}

#[test]
fn missing_user_database_has_no_packages() {
    let mut site = rpm();
    site.on("rpm -qa", 1, "error: cannot open Packages database in /root/.rpmdb\n");
    assert_eq!(site.apply("bash", &[text("ensure", "absent")]), Vec::<String>::new());
}

#[test]
fn failing_list_is_an_error() {
    let mut site = rpm();
    site.on("rpm -qa", 1, "error: cannot open Packages database\n");
    assert_eq!(site.apply("bash", &[]), ["Could not evaluate: Failed to list packages"]);
}

fn dnf() -> Site<Yum> {
    let site = Site::new("dnf");
    site.on("rpm -q ", 1, "").on("rpm -qa", 0, DATABASE).on("dnf", 0, "").on("rpm -e", 0, "");
    site
}

#[test]
fn dnf_installs_upgrades_and_downgrades() {
    let mut site = dnf();
    assert_eq!(site.apply("new", &[]), ["ensure: created"]);
    assert_eq!(site.ran_but("rpm -q"), ["dnf -d 0 -e 1 -y install new"]);
    site.apply("new", &[text("source", "/srv/new.rpm")]);
    assert_eq!(site.ran_but("rpm -q"), ["dnf -d 0 -e 1 -y install /srv/new.rpm"]);
    for (version, verb) in [("5.2", "upgrade"), ("5.1", "downgrade")] {
        let messages = site.apply("bash", &[text("ensure", version)]);
        assert_eq!(site.ran_but("rpm -q"), [format!("dnf -d 0 -e 1 -y {verb} bash-{version}")]);
        assert!(
            messages[0].ends_with(&format!("Failed to update to version {version}, got version 5.1.8-9.el9 instead"))
        );
    }
    site.apply("kernel", &[text("ensure", "5.14.0-500.el9"), ("install_only", true.into())]);
    assert_eq!(site.ran_but("rpm -q"), ["dnf -d 0 -e 1 -y upgrade kernel-5.14.0-500.el9"]);
}

#[test]
fn name_is_verified_if_virtual_names_are_not_allowed() {
    let mut site = dnf();
    site.on("dnf -d 0 -e 1 -y list", 1, "Error: No matching Packages to list\n");
    let failed = site.apply("new", &[("allow_virtual", false.into())]);
    assert!(failed[0].contains("No matching Packages to list"), "{failed:?}");
    assert_eq!(site.ran_but("rpm -q"), ["dnf -d 0 -e 1 -y list new"]);
}

#[test]
fn updates_are_queried_once_per_set_of_repositories() {
    let mut site = dnf();
    site.on("dnf check-update", 100, "\nbash.x86_64  5.1.8-10.el9  baseos\n");
    let latest = text("ensure", "latest");
    assert_eq!(
        site.noop("bash", std::slice::from_ref(&latest)),
        ["ensure: current_value '5.1.8-9.el9', should be '0:5.1.8-10.el9' (noop)"]
    );
    assert_eq!(site.noop("openssl", std::slice::from_ref(&latest)), [""; 0]);
    assert_eq!(site.ran_but("rpm -q"), [""; 0]);
    site.noop("bash", &[latest.clone(), ("install_options", options(&["--enablerepo=extra"]))]);
    assert_eq!(site.ran_but("rpm -q"), ["dnf check-update --enablerepo=extra"]);
    assert_eq!(
        site.apply("bash", std::slice::from_ref(&latest)),
        ["ensure: ensure changed '5.1.8-9.el9' to '0:5.1.8-10.el9'"]
    );
    assert_eq!(site.ran_but("rpm -q"), ["dnf -d 0 -e 1 -y upgrade bash"]);
    site.on("dnf check-update", 1, "Error: no network\n");
    let failed = "Could not evaluate: Could not get latest version: Execution of 'dnf check-update' returned 1: Error: no network";
    assert_eq!(site.apply("bash", &[latest]), [failed]);
}

#[test]
fn each_tool_uses_its_own_lists() {
    let tools =
        [("dnf", "/var/cache/dnf/*"), ("tdnf", "/var/cache/tdnf/*"), ("yum", "/var/cache/dnf/* /var/cache/yum/*/*/*")];
    for (provider, lists) in tools {
        let mut site: Site<Yum> = Site::new(provider);
        site.machine.grant(include_str!("../../provider.toml"));
        let scripts = Rc::<RefCell<Vec<String>>>::default();
        let noted = Rc::clone(&scripts);
        site.machine.on_command(move |command| {
            let is_list = command.args[0] == "-qa";
            if command.args[0] == "-c" {
                noted.borrow_mut().push(command.args[1].clone());
            }
            let stdout = if is_list { DATABASE.into() } else { Vec::new() };
            let status = i32::from(command.args[0] == "-q");
            Ok(Output { status, stdout, stderr: Vec::new(), truncated: false })
        });
        assert_eq!(site.noop("bash", &[text("ensure", "latest")]), [""; 0]);
        let links = format!("ln -sf {lists} \"$TMPDIR/{provider}\"; exec ");
        assert!(matches!(&scripts.borrow()[..], [script] if script.contains(&links)), "{provider}");
    }
}

#[test]
fn dnf_installs_the_highest_version_of_a_range() {
    let mut site = dnf();
    let listed = "Installed Packages\nbash.x86_64 5.1.8-9.el9 @base\nAvailable Packages\n\
                  bash.x86_64 5.2.1-1.el9 base\nbash.x86_64 5.2.10-1.el9 base\nbash.x86_64 6.0-1.el9 base\n";
    site.on("dnf list bash --showduplicates", 0, listed);
    site.apply("bash", &[text("ensure", ">5.2 <6")]);
    assert_eq!(site.ran_but("rpm -q")[1], "dnf -d 0 -e 1 -y upgrade bash-5.2.10-1.el9");
    assert_eq!(site.noop("bash", &[text("ensure", ">=5 <5.2")]), [""; 0]);
}

#[test]
fn yum_removes_and_purges_packages() {
    let mut site = dnf();
    site.on("rpm -q bash", 0, "bash 0 5.1.8 9.el9 x86_64\n");
    site.apply("bash", &[text("ensure", "absent")]);
    assert_eq!(site.ran_but("rpm -q"), ["rpm -e bash"]);
    assert_eq!(site.apply("bash", &[text("ensure", "purged")]), ["ensure: purged"]);
    assert_eq!(site.ran_but("rpm -q"), ["dnf -y erase bash"]);
}

#[test]
fn timeout_of_a_tool_is_an_error() {
    let mut site = dnf();
    let hangs = |what: &str| Err(Error::new(Code::Timeout, format!("{what} took longer than an hour")));
    site.answer("dnf", hangs("dnf"));
    let failed = "ensure: change from 'purged' to 'present' failed: dnf took longer than an hour";
    assert_eq!(site.apply("new", &[]), [failed]);
    let failed = "Could not evaluate: Could not get latest version: dnf took longer than an hour";
    assert_eq!(site.apply("bash", &[text("ensure", "latest")]), [failed]);
    let mut site = dnf();
    site.answer("rpm -q", hangs("rpm"));
    assert_eq!(site.apply("bash", &[]), ["Could not evaluate: Failed to list packages"]);
}
