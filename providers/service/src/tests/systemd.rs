//! Tests of the provider `systemd`.

use marotte_sdk::fake::FakeSystem;
use marotte_sdk::system::Level;
use marotte_sdk::{Code, Error};

use super::{Site, enable, ensure};
use crate::Ensure;
use crate::service_provider::{ServiceManager as _, Subject};
use crate::systemd::Systemd;

fn site() -> Site<Systemd> {
    Site::new("systemd")
}

#[test]
fn starting_a_service_also_enables_it() {
    let mut site = site();
    site.answer("systemctl is-active -- x", 3, "inactive\n").answer("systemctl is-active -- x", 0, "active\n");
    site.answer("systemctl is-enabled -- x", 1, "disabled\n").answer("systemctl is-enabled -- x", 1, "disabled\n");
    assert_eq!(
        site.apply("x", &[ensure("running"), enable("true")]),
        ["ensure: ensure changed 'stopped' to 'running'"]
    );
    let calls = [
        "systemctl is-active -- x",
        "systemctl is-enabled -- x",
        "systemctl show --property=NeedDaemonReload -- x",
        "systemctl unmask -- x",
        "systemctl start -- x",
        "systemctl is-enabled -- x",
        "systemctl unmask -- x",
        "systemctl enable -- x",
    ];
    assert_eq!(site.calls(), calls);
}

#[test]
fn changed_unit_is_reloaded_before_it_is_started() {
    let mut site = site();
    site.answer("systemctl is-active -- x", 3, "inactive\n");
    site.answer("systemctl show --property=NeedDaemonReload -- x", 0, "NeedDaemonReload=yes\n");
    site.apply("x", &[ensure("running")]);
    let expected = ["systemctl daemon-reload", "systemctl unmask -- x", "systemctl start -- x"];
    assert_eq!(site.calls()[2..], expected);
}

#[test]
fn unit_is_enabled_disabled_and_masked() {
    let mut site = site();
    site.answer("systemctl is-enabled -- x", 0, "enabled\n");
    assert_eq!(site.apply("x", &[enable("true")]), [""; 0]);
    assert_eq!(site.apply("x", &[enable("false")]), ["enable: enable changed 'true' to 'false'"]);
    assert_eq!(site.calls().last().unwrap(), "systemctl disable -- x");
    assert_eq!(site.apply("x", &[enable("mask")]), ["enable: enable changed 'true' to 'mask'"]);
    assert_eq!(site.calls()[1..], ["systemctl cat -- x", "systemctl disable -- x", "systemctl mask -- x"]);
    site.answer("systemctl cat -- x", 1, "No files found for x.service.\n");
    site.apply("x", &[enable("mask")]);
    assert_eq!(site.calls()[1..], ["systemctl cat -- x", "systemctl mask -- x"]);
}

#[test]
fn masked_unit_counts_as_disabled_unless_enable_is_mask() {
    let mut site = site();
    site.answer("systemctl is-enabled -- x", 1, "masked\n");
    assert_eq!(site.apply("x", &[enable("false")]), [""; 0]);
    assert_eq!(site.apply("x", &[enable("mask")]), [""; 0]);
    assert_eq!(site.apply("x", &[enable("true")]), ["enable: enable changed 'false' to 'true'"]);
    assert_eq!(site.calls()[3..], ["systemctl unmask -- x", "systemctl enable -- x"]);
}

#[test]
fn static_and_indirect_units_are_not_changed() {
    let mut site = site();
    site.answer("systemctl is-enabled -- s", 0, "static\n").answer("systemctl is-enabled -- i", 0, "indirect\n");
    assert_eq!(site.apply("s", &[enable("false")]), [""; 0]);
    assert_eq!(site.apply("i", &[enable("true")]), [""; 0]);
    assert_eq!(site.apply("s", &[enable("mask")]), ["enable: enable changed 'true' to 'mask'"]);
    let debug = [
        "Unable to enable or disable static service s",
        "Service i is in 'indirect' state and cannot be enabled/disabled",
    ];
    assert_eq!(site.logged(Level::Debug), debug);
}

#[test]
fn several_services_are_queried_at_once() {
    let site = site();
    site.answer("systemctl is-active -- a b.socket c@d", 0, "active\nfailed\ninactive\n");
    site.answer("systemctl is-enabled -- a b.socket c@d", 0, "enabled\nstatic\nmasked\n");
    let (runs, enabled) = query(&site, &["a", "b.socket", "c@d"]);
    assert_eq!(runs, [Ensure::Running, Ensure::Stopped, Ensure::Stopped]);
    assert_eq!(enabled, ["true", "true", "false"]);
    assert_eq!(site.calls().len(), 2);
}

#[test]
fn ambiguous_output_causes_separate_queries() {
    let site = site();
    // systemctl stops at the first name without a unit.
    site.complain("systemctl is-enabled -- a b c", 1, "enabled\n", "Failed to get unit file state for b.service\n");
    site.answer("systemctl is-enabled -- a", 0, "enabled\n").answer("systemctl is-enabled -- c", 0, "enabled\n");
    site.complain("systemctl is-enabled -- b", 1, "", "Failed to get unit file state for b.service\n");
    site.answer("systemctl is-active -- a b c", 0, "active\nwas soll das\nactive\n").answer(
        "systemctl is-active -- b",
        3,
        "",
    );
    let (runs, enabled) = query(&site, &["a", "b", "c"]);
    assert_eq!((runs.len(), runs[1]), (3, Ensure::Stopped));
    assert_eq!(enabled, ["true", "false", "true"]);
    // Services that only have a script are listed first, regardless of the order; only standard error shows this.
    site.complain("systemctl is-enabled -- old new", 0, "disabled\nenabled\n", "old is not a native service\n");
    site.complain("systemctl is-enabled -- old", 1, "disabled\n", "old is not a native service\n");
    site.answer("systemctl is-enabled -- new", 0, "enabled\n");
    assert_eq!(query(&site, &["old", "new"]).1, ["false", "true"]);
}

#[test]
fn patterns_and_templates_are_queried_separately() {
    let site = site();
    site.answer("systemctl is-active -- a*", 3, "inactive\n").answer("systemctl is-active -- t@.service", 1, "");
    let (runs, _) = query(&site, &["b", "a*", "t@.service", "-x", "a b", "žluť"]);
    let stopped: Vec<bool> = runs.iter().map(|runs| *runs == Ensure::Stopped).collect();
    assert_eq!(stopped, [false, true, true, false, false, false]);
    assert!(site.calls().contains(&"systemctl is-active -- -x".to_owned()));
}

/// Queries the status of services like `instances`.
fn query(site: &Site<Systemd>, names: &[&str]) -> (Vec<Ensure>, Vec<&'static str>) {
    let subjects: Vec<Subject<'_>> = names.iter().map(|name| Subject::listed(name)).collect();
    let runs = Systemd.status(&site.machine, &subjects).into_iter().map(|runs| runs.unwrap()).collect();
    let word = |is| if is == crate::Enable::True { "true" } else { "false" };
    let enabled = Systemd.enabled(&site.machine, &subjects).into_iter().map(|found| word(found.unwrap().is)).collect();
    (runs, enabled)
}

#[test]
fn failed_start_shows_the_journal() {
    let mut site = site();
    site.answer("systemctl is-active -- -x", 3, "inactive\n").answer(
        "systemctl start -- -x",
        5,
        "Unit -x.service not found.\n",
    );
    let journal = "journalctl -n 50 --since 5 minutes ago -u -x --no-pager";
    site.answer(journal, 0, "-- No entries --\n");
    let reason = "Systemd start for -x failed!\njournalctl log for -x:\n-- No entries --";
    let log = site.apply("-x", &[ensure("running")]);
    assert_eq!(log, [format!("ensure: change from 'stopped' to 'running' failed: {reason}")]);
}

#[test]
fn output_of_a_failed_change_is_reported() {
    let mut site = site();
    site.answer("systemctl is-enabled -- x", 1, "disabled\n").answer(
        "systemctl enable -- x",
        1,
        "Failed to enable unit: no.\n",
    );
    let reason = "Could not enable x: Execution of 'systemctl enable -- x' returned 1: Failed to enable unit: no.";
    assert_eq!(site.apply("x", &[enable("true")]), [format!("enable: change from 'false' to 'true' failed: {reason}")]);
}

#[test]
fn timeout_of_a_query_is_an_error() {
    let mut site = site();
    site.fail("systemctl is-active -- x", Error::new(Code::Timeout, "systemctl took longer than 60 seconds"));
    assert_eq!(site.apply("x", &[ensure("running")]), ["Could not evaluate: systemctl took longer than 60 seconds"]);
}

#[test]
fn services_with_only_a_script_are_supported_on_debian() {
    let mut site = site();
    site.machine.set_fact("os.family", "Debian");
    site.complain("systemctl is-enabled -- old", 1, "", "Failed to get unit file state for old.service\n");
    site.answer("invoke-rc.d --quiet --query old start", 104, "");
    assert_eq!(site.apply("old", &[enable("true")]), [""; 0]);
}

#[test]
fn running_service_is_restarted() {
    let mut site = site();
    site.answer("systemctl is-active -- x", 0, "active\n").answer("systemctl is-active -- y", 3, "inactive\n");
    assert_eq!(site.refresh("x", &[]), Ok(()));
    let calls =
        ["systemctl is-active -- x", "systemctl show --property=NeedDaemonReload -- x", "systemctl restart -- x"];
    assert_eq!(site.calls(), calls);
    assert_eq!(site.refresh("y", &[]), Ok(()));
    assert_eq!(site.calls(), ["systemctl is-active -- y"]);
    assert!(site.logged(Level::Debug).contains(&"Skipping restart; service is not running".to_owned()));
}

#[test]
fn units_are_listed() {
    let mut site = site();
    let list = "systemctl list-unit-files --type service --full --all --no-pager";
    let text = "UNIT FILE STATE PRESET\na.service enabled enabled\nb@.service static -\nc.service alias -\n\
                d.service enabled-runtime disabled\ne.service masked\n\n5 unit files listed.\n";
    site.answer(list, 0, text);
    let titles: Vec<String> = site.trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(titles, ["a.service", "b@.service", "e.service"]);
}

#[test]
fn output_of_systemd_252_on_debian_12_is_parsed() {
    let machine = FakeSystem::new();
    machine.transcript("tests/debian-12-systemd-252.transcript", &[("systemctl", "/usr/bin/systemctl")]).unwrap();
    let names = Systemd.list(&machine).unwrap();
    assert!(names.contains(&"runs.service".to_owned()) && names.contains(&"x11-common.service".to_owned()));
    // Neither an alias nor a unit enabled only until the next reboot.
    assert!(!names.contains(&"udev.service".to_owned()) && !names.contains(&"console-getty.service".to_owned()));
    let runs = |names: &[&str]| {
        let subjects: Vec<Subject<'_>> = names.iter().map(|name| Subject::listed(name)).collect();
        Systemd.status(&machine, &subjects).into_iter().map(|runs| runs.unwrap() == Ensure::Running).collect::<Vec<_>>()
    };
    assert_eq!(runs(&["runs", "disabled", "dbus", "nosuch"]), [true, false, false, false]);
    assert_eq!(runs(&["getty@.service"]), [false]);
    let enabled = |names: &[&str]| {
        let subjects: Vec<Subject<'_>> = names.iter().map(|name| Subject::listed(name)).collect();
        let found = Systemd.enabled(&machine, &subjects);
        found.into_iter().map(|found| found.unwrap().is == crate::Enable::True).collect::<Vec<_>>()
    };
    assert_eq!(enabled(&["runs", "disabled", "dbus", "x11-common"]), [true, false, true, false]);
    // systemctl stops at a name without a unit, and lists services that only have a script first.
    assert_eq!(enabled(&["runs", "nosuch", "dbus"]), [true, false, true]);
    assert_eq!(enabled(&["oldstyle", "runs"]), [false, true]);
}

#[test]
fn timeout_of_a_change_is_reported() {
    let mut site = site();
    let hangs = || Error::new(Code::Timeout, "systemctl took longer than 60 seconds");
    site.answer("systemctl is-active -- x", 3, "inactive\n").fail("systemctl start -- x", hangs());
    site.fail("journalctl -n 50 --since 5 minutes ago -u x --no-pager", hangs());
    let log = site.apply("x", &[ensure("running")]);
    assert!(
        log[0].starts_with("ensure: change from 'stopped' to 'running' failed: Systemd start for x failed!"),
        "{log:?}"
    );
    assert!(log[0].ends_with("systemctl took longer than 60 seconds"), "{log:?}");
    site.answer("systemctl is-enabled -- x", 1, "disabled\n").fail("systemctl enable -- x", hangs());
    let log = site.apply("x", &[enable("true")]);
    assert!(log[0].ends_with("Could not enable x: systemctl took longer than 60 seconds"), "{log:?}");
}

#[test]
fn names_can_have_any_characters() {
    for name in ["-x", "--help", "a b", "it's", "\"q\"", "new\nline", "ünï", "$(id)", "a@b.service", "back\\x2dslash"]
    {
        let mut site = site();
        site.answer(&format!("systemctl is-active -- {name}"), 3, "inactive\n");
        assert_eq!(site.apply(name, &[ensure("running")]), ["ensure: ensure changed 'stopped' to 'running'"], "{name}");
        assert_eq!(site.calls().last().unwrap(), &format!("systemctl start -- {name}"));
    }
}

#[test]
fn invalid_output_means_not_running_and_lists_nothing() {
    let mut site = site();
    let list = "systemctl list-unit-files --type service --full --all --no-pager";
    let garbage = marotte_sdk::system::Output {
        status: 0,
        stdout: b"\xff\xfe enabled\n\n\0\nb.service enabled\n".to_vec(),
        stderr: Vec::new(),
        truncated: false,
    };
    site.answers.borrow_mut().insert(list.to_owned(), vec![Ok(garbage)]);
    let titles: Vec<String> = site.trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(titles, ["\u{fffd}\u{fffd}", "b.service"]);
    site.answer("systemctl is-enabled -- x", 0, "freigegeben\n");
    assert_eq!(site.apply("x", &[enable("true")]), [""; 0], "the exit status is decisive, not the output");
}
