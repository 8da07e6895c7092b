//! Noop runs.

use transaction::{ApplyOptions, Noop};

use crate::fake::Fake;
use crate::site::{Site, lines};

fn options(noop: Noop) -> ApplyOptions {
    ApplyOptions { noop, ..ApplyOptions::default() }
}

#[test]
fn noop_run_logs_changes_and_writes_nothing() {
    let mut fake = Fake::new();
    let site = Site::new()
        .file("/a", &[("ensure", "file".into()), ("notify", "Exec[e]".into())])
        .exec("e", &[("returns", "notrun".into())])
        .notify("n", &[]);
    let report = site.apply(&mut fake, &options(Noop::On));
    assert_eq!(
        lines(&report),
        [
            "File[/a]/ensure: current_value 'absent', should be 'present' (noop)",
            "info File[/a]: Scheduling refresh of Exec[e]",
            "Exec[e]: Would have triggered 'refresh' from 1 event",
            "Notify[n]/message: current_value 'absent', should be 'n' (noop)",
            "Class[Main]: Would have triggered 'refresh' from 3 events",
            "Stage[main]: Would have triggered 'refresh' from 1 event"
        ]
    );
    assert!(fake.run.noop);
    assert_eq!((fake.calls_of("set"), fake.calls_of("refresh")), (vec![], vec![]));
    assert!(report.noop && report.noop_pending() && !report.has_changes());
    assert_eq!(report.outcome().to_string(), "unchanged");
    assert_eq!((report.metrics().out_of_sync, report.metrics().noops), (2, 2));
}

#[test]
fn resource_can_be_enforced_in_a_noop_run() {
    let site = || Site::new().exec("a", &[]).exec("b", &[("noop", false.into())]);
    let mut fake = Fake::new();
    let report = site().apply(&mut fake, &options(Noop::On));
    assert_eq!(
        lines(&report),
        [
            "Exec[a]/returns: current_value 'notrun', should be ['0'] (noop)",
            "Exec[b]/returns: returns changed 'notrun' to ['0']",
            "Class[Main]: Would have triggered 'refresh' from 2 events",
            "Stage[main]: Would have triggered 'refresh' from 1 event"
        ]
    );
    assert_eq!(fake.run.enforced, [4]);
    assert!(report.has_changes());
    assert_eq!(site().prepare(&mut Fake::new()).unwrap().enforced(), 1);
}

#[test]
fn strict_noop_run_enforces_nothing() {
    let mut fake = Fake::new();
    let report = Site::new().exec("b", &[("noop", "false".into())]).apply(&mut fake, &options(Noop::Strict));
    assert!(fake.run.noop && fake.run.enforced.is_empty() && fake.calls_of("set").is_empty());
    assert!(report.noop_pending());
}

#[test]
fn refresh_of_a_noop_resource_is_only_logged() {
    let quiet = || ("returns", "notrun".into());
    let site = Site::new()
        .exec("source", &[("notify", "Exec[target]".into())])
        .exec("target", &[quiet(), ("noop", true.into()), ("notify", "Exec[further]".into())])
        .exec("further", &[quiet()]);
    assert_eq!(
        site.log(&mut Fake::new()),
        [
            "Exec[source]/returns: returns changed 'notrun' to ['0']",
            "info Exec[source]: Scheduling refresh of Exec[target]",
            "Exec[target]: Would have triggered 'refresh' from 1 event",
            "info Exec[target]: Scheduling refresh of Exec[further]",
            "Exec[further]: Would have triggered 'refresh' from 1 event"
        ]
    );
}

#[test]
fn noop_of_a_container_does_not_affect_its_resources() {
    let site = Site::new().class("c", &[("noop", true.into())], |site| site.exec("e", &[]));
    assert_eq!(site.log(&mut Fake::new()), ["/Stage[main]/C/Exec[e]/returns: returns changed 'notrun' to ['0']"]);
}

#[test]
fn noop_events_are_logged_by_containers() {
    let site = Site::new().exec("source", &[("noop", true.into())]).exec("target", &[("returns", "notrun".into())]);
    assert_eq!(
        site.log(&mut Fake::new()),
        [
            "Exec[source]/returns: current_value 'notrun', should be ['0'] (noop)",
            "Class[Main]: Would have triggered 'refresh' from 1 event",
            "Stage[main]: Would have triggered 'refresh' from 1 event"
        ]
    );
}
