//! Refreshes: recipients, number and messages.

use transaction::ApplyOptions;

use crate::fake::Fake;
use crate::site::{Site, lines};

#[test]
fn refresh_is_propagated_through_containers() {
    let site = Site::new()
        .class("c", &[("notify", "Class[d]".into())], |site| site.file("/a", &[("ensure", "file".into())]))
        .class("d", &[], |site| site.exec("in-d", &[("returns", "notrun".into())]).notify("n", &[]))
        .define("x", "q", &[("subscribe", "Class[d]".into())], |site| {
            site.exec("x-q", &[("returns", "notrun".into())])
        });
    let report = site.apply(&mut Fake::new(), &ApplyOptions::default());
    assert_eq!(
        lines(&report),
        [
            "/Stage[main]/C/File[/a]/ensure: created",
            "info Class[C]: Scheduling refresh of Class[D]",
            "info Class[D]: Scheduling refresh of Exec[in-d]",
            "/Stage[main]/D/Exec[in-d]: Triggered 'refresh' from 1 event",
            "n",
            "/Stage[main]/D/Notify[n]/message: defined 'message' as 'n'",
            "info Class[D]: Scheduling refresh of X[q]",
            "info X[q]: Scheduling refresh of Exec[x-q]",
            "X[q]/Exec[x-q]: Triggered 'refresh' from 1 event"
        ]
    );
    let metrics = report.metrics();
    assert_eq!((metrics.total, metrics.restarted, metrics.changed, metrics.changes), (4, 2, 4, 4));
}

#[test]
fn notified_exec_runs_twice() {
    let mut fake = Fake::new();
    let site = Site::new().exec("source", &[("notify", "Exec[target]".into())]).exec("target", &[]);
    assert_eq!(
        site.log(&mut fake),
        [
            "Exec[source]/returns: returns changed 'notrun' to ['0']",
            "info Exec[source]: Scheduling refresh of Exec[target]",
            "Exec[target]/returns: returns changed 'notrun' to ['0']",
            "Exec[target]: Triggered 'refresh' from 1 event"
        ]
    );
    assert_eq!(fake.calls_of("refresh"), ["Exec[target]"]);
}

#[test]
fn several_events_cause_one_refresh() {
    let mut fake = Fake::new().with("file", "/x", &[("ensure", "present".into())]);
    let quiet = || ("returns", "notrun".into());
    let site = Site::new()
        .file("/x", &[("mode", "1".into()), ("content", "c".into()), ("notify", "Exec[e]".into())])
        .notify("n", &[("notify", "Exec[e]".into())])
        .exec("e", &[quiet()])
        .exec("f", &[quiet(), ("subscribe", "Exec[e]".into())]);
    let log = site.log(&mut fake);
    let expected = [
        "info File[/x]: Scheduling refresh of Exec[e]",
        "info File[/x]: Scheduling refresh of Exec[e]",
        "info Notify[n]: Scheduling refresh of Exec[e]",
        "Exec[e]: Triggered 'refresh' from 3 events",
        "info Exec[e]: Scheduling refresh of Exec[f]",
        "Exec[f]: Triggered 'refresh' from 1 event",
    ];
    assert_eq!(log.iter().filter(|line| line.contains("refresh")).collect::<Vec<_>>(), expected);
}

#[test]
fn types_without_refresh_receive_no_events() {
    let site = Site::new().exec("e", &[("notify", "Notify[n]".into())]).notify("n", &[]);
    let log = site.log(&mut Fake::new());
    assert!(!log.iter().any(|line| line.contains("refresh")), "{log:?}");
}

#[test]
fn before_and_require_cause_no_refresh() {
    let site = Site::new().exec("e", &[("before", "Exec[f]".into())]).exec("f", &[("returns", "notrun".into())]);
    assert_eq!(site.log(&mut Fake::new()), ["Exec[e]/returns: returns changed 'notrun' to ['0']"]);
}

#[test]
fn failed_resource_causes_no_refresh() {
    let mut fake = Fake::new().failing("set Exec[e]", "broken");
    let site = Site::new().exec("e", &[("notify", "Exec[f]".into())]).exec("f", &[]);
    site.log(&mut fake);
    assert_eq!(fake.calls_of("refresh"), [""; 0]);
}

#[test]
fn failed_refresh_fails_the_resource_and_skips_dependents() {
    let mut fake = Fake::new().failing("refresh Exec[r]", "'/bin/false' returned 1 instead of one of [0]");
    let site = Site::new()
        .file("/a", &[("ensure", "file".into()), ("notify", "Exec[r]".into())])
        .exec("r", &[("returns", "notrun".into())])
        .notify("dep", &[("require", "Exec[r]".into())]);
    let report = site.apply(&mut fake, &ApplyOptions::default());
    assert_eq!(
        lines(&report),
        [
            "File[/a]/ensure: created",
            "info File[/a]: Scheduling refresh of Exec[r]",
            "err Exec[r]: Failed to call refresh: '/bin/false' returned 1 instead of one of [0]",
            "err Exec[r]: '/bin/false' returned 1 instead of one of [0]",
            "Notify[dep]: Dependency Exec[r] has failures: true",
            "warning Notify[dep]: Skipping because of failed dependencies",
            "info Class[Main]: Unscheduling all events on Class[Main]"
        ]
    );
    let metrics = report.metrics();
    assert_eq!((metrics.failed, metrics.failed_to_restart, metrics.skipped, metrics.changed), (1, 1, 1, 1));
}

#[test]
fn service_started_in_the_same_run_is_not_refreshed() {
    let mut fake = Fake::new().with("service", "s", &[("ensure", "stopped".into())]);
    let site = || {
        Site::new().notify("n", &[("notify", "Service[s]".into())]).resource("service", "s", &[("ensure", true.into())])
    };
    assert_eq!(
        site().log(&mut fake),
        [
            "n",
            "Notify[n]/message: defined 'message' as 'n'",
            "info Notify[n]: Scheduling refresh of Service[s]",
            "Service[s]/ensure: ensure changed 'stopped' to 'running'",
            "info Service[s]: Unscheduling refresh on Service[s]"
        ]
    );
    let log = site().log(&mut fake);
    assert_eq!(log.last().unwrap(), "Service[s]: Triggered 'refresh' from 1 event");
}

#[test]
fn type_can_refresh_itself() {
    let mut fake = Fake::new().with("service", "s", &[("ensure", "running".into())]);
    fake.schema_mut("service").traits.push(catalog::schema::TypeTrait::SelfRefresh);
    let site = Site::new().resource("service", "s", &[("enable", true.into())]);
    assert_eq!(
        site.log(&mut fake),
        [
            "Service[s]/enable: defined 'enable' as true",
            "info Service[s]: Scheduling refresh of Service[s]",
            "Service[s]: Triggered 'refresh' from 1 event"
        ]
    );
}
