//! Tests of the providers that use scripts: `init`, `debian`, `redhat`, `openrc`.

use marotte_sdk::fake::{FakeSystem, FileNode};
use marotte_sdk::system::Level;
use marotte_sdk::{Code, Error};

use super::{Site, enable, ensure};
use crate::debian::Debian;
use crate::init::Init;
use crate::openrc::OpenRc;
use crate::redhat::RedHat;
use crate::service_provider::{ServiceManager as _, Subject};

fn script() -> FileNode {
    FileNode { mode: 0o755, ..FileNode::file("#!/bin/sh\n") }
}

#[test]
fn script_is_found_in_its_directory() {
    let mut site: Site<Init> = Site::new("init");
    site.machine.put("/etc/init.d/x", script()).put("/srv/a/x", script()).put("/srv/b/y.sh", script());
    site.answer("/etc/init.d/x status", 3, "").answer("/srv/b/y.sh status", 0, "");
    assert_eq!(site.apply("x", &[ensure("running")]), ["ensure: ensure changed 'stopped' to 'running'"]);
    assert_eq!(site.calls(), ["/etc/init.d/x status", "/etc/init.d/x start"]);
    let path = ("path", vec!["/nowhere", "/srv/a/", "/srv/b"].into());
    assert_eq!(site.apply("y", &[ensure("stopped"), path.clone()]), ["ensure: ensure changed 'running' to 'stopped'"]);
    assert_eq!(site.calls(), ["/srv/b/y.sh status", "/srv/b/y.sh stop"]);
    assert!(site.logged(Level::Debug).contains(&"Search path /nowhere does not exist".to_owned()));
    assert_eq!(site.apply("z", &[ensure("running"), path]), ["Could not evaluate: Could not find init script for 'z'"]);
}

#[test]
fn output_of_a_failing_script_is_reported() {
    let mut site: Site<Init> = Site::new("init");
    site.machine.put("/etc/init.d/x", script());
    site.answer("/etc/init.d/x status", 3, "").answer("/etc/init.d/x start", 1, "no such database\n\n");
    let reason = "Could not start Service[x]: Execution of '/etc/init.d/x start' returned 1: no such database";
    assert_eq!(
        site.apply("x", &[ensure("running")]),
        [format!("ensure: change from 'stopped' to 'running' failed: {reason}")]
    );
}

#[test]
fn restart_stops_and_starts_without_hasrestart() {
    let mut site: Site<Init> = Site::new("init");
    site.machine.put("/etc/init.d/x", script());
    assert_eq!(site.refresh("x", &[]), Ok(()));
    assert_eq!(site.calls(), ["/etc/init.d/x status", "/etc/init.d/x stop", "/etc/init.d/x start"]);
    assert_eq!(site.refresh("x", &[("hasrestart", "true".into())]), Ok(()));
    assert_eq!(site.calls(), ["/etc/init.d/x status", "/etc/init.d/x restart"]);
}

#[test]
fn name_cannot_refer_to_another_directory() {
    let mut site: Site<Init> = Site::new("init");
    site.machine.put("/etc/passwd", script());
    for name in ["../passwd", "-x", "a/b"] {
        let log = site.apply(name, &[ensure("running")]);
        assert_eq!(log, [format!("Could not evaluate: Could not find init script for '{name}'")]);
    }
    let mut site: Site<RedHat> = Site::new("redhat");
    let log = site.apply("--del", &[ensure("running")]);
    assert_eq!(log, ["Could not evaluate: '--del' is not a valid name of a service for this service manager"]);
    assert!(site.calls().is_empty());
}

#[test]
fn names_can_have_any_characters() {
    let mut site: Site<Init> = Site::new("init");
    for name in ["a b", "it's", "$(reboot)", "žluť"] {
        site.machine.put(&format!("/etc/init.d/{name}"), script());
        site.answer(&format!("/etc/init.d/{name} status"), 3, "");
        site.apply(name, &[ensure("running")]);
        assert_eq!(site.calls()[1], format!("/etc/init.d/{name} start"));
    }
}

#[test]
fn scripts_of_services_are_listed() {
    let mut site: Site<Init> = Site::new("init");
    site.machine
        .put("/etc/init.d/x", script())
        .put("/etc/init.d/README", FileNode::file(""))
        .put("/etc/init.d/rcS", script());
    site.machine.put("/etc/init.d/.hidden", script()).put("/etc/init.d/linked", FileNode::symlink("x"));
    site.answer("/etc/init.d/linked status", 3, "");
    let found = site.trial.instances().unwrap();
    let found: Vec<_> = found.into_iter().map(|it| (it.title, it.is.ensure, it.is.enable)).collect();
    let (stopped, running) = (Some(crate::Ensure::Stopped), Some(crate::Ensure::Running));
    assert_eq!(found, [("linked".to_owned(), stopped, None), ("x".to_owned(), running, None)]);
}

#[test]
fn link_out_of_the_directory_is_listed_if_its_target_is_a_program() {
    let listed = |is_program: bool| {
        let mut site: Site<Init> = Site::new("init");
        site.machine.put("/etc/init.d/app", FileNode::symlink("/opt/app/control"));
        site.machine.fail("stat", Error::new(Code::Refused, "no grant covers it"));
        site.answer("test -f /etc/init.d/app -a -x /etc/init.d/app", i32::from(!is_program), "");
        let found = site.trial.instances().unwrap();
        found.into_iter().map(|it| it.title).collect::<Vec<_>>()
    };
    assert_eq!(listed(true), ["app"]);
    assert_eq!(listed(false), [""; 0]);
}

#[test]
fn debian_uses_its_own_tools() {
    let mut site: Site<Debian> = Site::new("debian");
    site.machine.put("/etc/init.d/x", script());
    site.answer("service x status", 3, "").answer("invoke-rc.d --quiet --query x start", 101, "");
    assert_eq!(
        site.apply("x", &[ensure("running"), enable("true")]),
        ["ensure: ensure changed 'stopped' to 'running'"]
    );
    let query = "invoke-rc.d --quiet --query x start";
    let calls =
        ["service x status", query, "/etc/init.d/x start", query, "update-rc.d -f x remove", "update-rc.d x defaults"];
    assert_eq!(site.calls(), calls);
    assert_eq!(site.apply("x", &[enable("false")]), [""; 0]);
    for (level, link) in [("2", "S01x"), ("3", "S01x"), ("4", "S99x"), ("5", "S01x"), ("5", "S01xx"), ("0", "K01x")] {
        site.machine.put(&format!("/etc/rc{level}.d/{link}"), FileNode::symlink("../init.d/x"));
    }
    assert_eq!(site.apply("x", &[enable("false")]), ["enable: enable changed 'true' to 'false'"]);
    assert_eq!(site.calls().last().unwrap(), "update-rc.d x disable");
    site.answer("invoke-rc.d --quiet --query y start", 100, "").answer("invoke-rc.d --quiet --query z start", 106, "");
    assert_eq!(site.apply("y", &[enable("false")]), [""; 0]);
    assert_eq!(site.apply("z", &[enable("true")]), [""; 0]);
}

#[test]
fn redhat_uses_chkconfig() {
    let mut site: Site<RedHat> = Site::new("redhat");
    site.answer("service x status", 3, "x is stopped\n").answer("chkconfig x", 1, "");
    assert_eq!(
        site.apply("x", &[ensure("running"), enable("true")]),
        ["ensure: ensure changed 'stopped' to 'running'"]
    );
    let calls =
        ["service x status", "chkconfig x", "service x start", "chkconfig x", "chkconfig --add x", "chkconfig x on"];
    assert_eq!(site.calls(), calls);
    assert_eq!(site.apply("y", &[enable("false")]), ["enable: enable changed 'true' to 'false'"]);
    assert_eq!(site.calls().last().unwrap(), "chkconfig --level 0123456 y off");
    site.answer("chkconfig x on", 1, "error reading information on service x\n");
    let command = "Execution of 'chkconfig x on' returned 1: error reading information on service x";
    let log = format!("enable: change from 'false' to 'true' failed: Could not enable x: {command}");
    assert_eq!(site.apply("x", &[enable("true")]), [log]);
}

#[test]
fn output_of_chkconfig_on_suse_is_parsed() {
    let mut site: Site<RedHat> = Site::new("redhat");
    site.machine.set_fact("os.family", "Suse");
    site.answer("chkconfig x", 0, "x  on\n").answer("chkconfig y", 0, "y  off\n").answer("chkconfig z", 0, "z B\n");
    assert_eq!(site.apply("x", &[enable("true")]), [""; 0]);
    assert_eq!(site.apply("y", &[enable("false")]), [""; 0]);
    assert_eq!(site.apply("z", &[enable("true")]), [""; 0]);
}

#[test]
fn openrc_enables_services_by_runlevel() {
    let mut site: Site<OpenRc> = Site::new("openrc");
    let shown = "Runlevel: sysinit\n udev [ started ]\nRunlevel: default\n a b                    [  started  ]\n\
                 Dynamic Runlevel: hotplugged\nDynamic Runlevel: needed/wanted\n dbus [ started ]\n";
    site.answer("rc-status -C -a", 0, shown);
    assert_eq!(site.apply("a b", &[enable("true")]), [""; 0]);
    assert_eq!(site.apply("udev", &[enable("false")]), ["enable: enable changed 'true' to 'false'"]);
    assert_eq!(site.calls().last().unwrap(), "rc-update -C del udev");
    assert_eq!(site.apply("dbus", &[enable("true")]), ["enable: enable changed 'false' to 'true'"]);
    assert_eq!(site.calls().last().unwrap(), "rc-update -C add dbus");
    site.answer("rc-service dbus status", 3, "");
    assert_eq!(site.apply("dbus", &[ensure("running")]), ["ensure: ensure changed 'stopped' to 'running'"]);
    assert_eq!(site.refresh("udev", &[("hasrestart", "true".into())]), Ok(()));
    assert_eq!(site.calls().last().unwrap(), "rc-service udev restart");
    site.answer("rc-service -C --list", 0, "dbus\nudev\n");
    assert_eq!(site.trial.instances().unwrap().len(), 2);
}

#[test]
fn failing_openrc_is_an_error() {
    let mut site: Site<OpenRc> = Site::new("openrc");
    site.answer("rc-status -C -a", 1, " * rc-status: no runlevels\n");
    let reason = "Execution of 'rc-status -C -a' returned 1: * rc-status: no runlevels";
    assert_eq!(site.apply("x", &[enable("true")]), [format!("Could not evaluate: {reason}")]);
}

#[test]
fn output_of_openrc_0_45_on_debian_12_is_parsed() {
    let machine = FakeSystem::new();
    let programs = [("rc-status", "/bin/rc-status"), ("rc-service", "/sbin/rc-service")];
    machine.transcript("tests/debian-12-openrc-0.45.transcript", &programs).unwrap();
    assert_eq!(OpenRc.list(&machine).unwrap().len(), 13);
    let subjects = ["queue", "nosuch"].map(Subject::listed);
    let runs: Vec<_> = OpenRc.status(&machine, &subjects).into_iter().map(|runs| runs.unwrap()).collect();
    assert_eq!(runs, [crate::Ensure::Stopped, crate::Ensure::Stopped]);
    let subjects = ["queue", "udev", "agetty", "nosuch"].map(Subject::listed);
    let found = OpenRc.enabled(&machine, &subjects);
    let enabled: Vec<bool> = found.into_iter().map(|found| found.unwrap().is == crate::Enable::True).collect();
    assert_eq!(enabled, [true, true, false, false]);
}

#[test]
fn timeout_of_a_script_is_reported() {
    let mut site: Site<Init> = Site::new("init");
    site.machine.put("/etc/init.d/x", script());
    let hangs = || Error::new(Code::Timeout, "/etc/init.d/x took longer than 60 seconds");
    site.fail("/etc/init.d/x status", hangs());
    assert_eq!(
        site.apply("x", &[ensure("running")]),
        ["Could not evaluate: /etc/init.d/x took longer than 60 seconds"]
    );
    let mut site: Site<Init> = Site::new("init");
    site.machine.put("/etc/init.d/x", script());
    site.answer("/etc/init.d/x status", 3, "").fail("/etc/init.d/x start", hangs());
    let log = site.apply("x", &[ensure("running")]);
    assert!(log[0].ends_with("/etc/init.d/x took longer than 60 seconds"), "{log:?}");
}
