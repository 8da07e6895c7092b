//! Failures and their effect on other resources.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use transaction::ApplyOptions;

use crate::fake::Fake;
use crate::site::{Site, lines};

#[test]
fn dependents_of_a_failure_are_skipped_and_it_is_logged_once() {
    let mut fake = Fake::new().failing("set Exec[bad]", "broken");
    let site = Site::new()
        .exec("bad", &[])
        .notify("first", &[("require", "Exec[bad]".into())])
        .notify("second", &[("require", "Exec[bad]".into())])
        .notify("third", &[("require", "Notify[second]".into())])
        .notify("unrelated", &[]);
    let report = site.apply(&mut fake, &ApplyOptions::default());
    assert_eq!(
        lines(&report),
        [
            "err broken",
            "err Exec[bad]/returns: change from 'notrun' to ['0'] failed: broken",
            "Notify[first]: Dependency Exec[bad] has failures: true",
            "warning Notify[first]: Skipping because of failed dependencies",
            "warning Notify[second]: Skipping because of failed dependencies",
            "warning Notify[third]: Skipping because of failed dependencies",
            "unrelated",
            "Notify[unrelated]/message: defined 'message' as 'unrelated'",
            "info Class[Main]: Unscheduling all events on Class[Main]"
        ]
    );
    assert_eq!(report.metrics().skipped, 3);
}

#[test]
fn failure_in_a_class_skips_dependents_of_the_class() {
    let mut fake = Fake::new().failing("set Exec[bad]", "broken").failing("set Exec[worse]", "worse");
    let site = Site::new()
        .class("c", &[], |site| site.exec("bad", &[]).exec("worse", &[]).notify("sibling", &[]))
        .class("d", &[("require", "Class[c]".into())], |site| site.notify("in-d", &[]).notify("too", &[]));
    let log = site.log(&mut fake);
    assert_eq!(
        log[4..],
        [
            "sibling",
            "/Stage[main]/C/Notify[sibling]/message: defined 'message' as 'sibling'",
            "info Class[C]: Unscheduling all events on Class[C]",
            "/Stage[main]/D/Notify[in-d]: Dependency Exec[bad] has failures: true",
            "/Stage[main]/D/Notify[in-d]: Dependency Exec[worse] has failures: true",
            "warning /Stage[main]/D/Notify[in-d]: Skipping because of failed dependencies",
            "warning /Stage[main]/D/Notify[too]: Skipping because of failed dependencies"
        ]
    );
}

#[test]
fn skipped_resource_drops_its_refreshes() {
    let mut fake = Fake::new().failing("set Exec[bad]", "broken");
    let site = Site::new()
        .exec("good", &[("notify", "Exec[e]".into())])
        .exec("bad", &[("notify", "Exec[e]".into())])
        .exec("e", &[]);
    let log = site.log(&mut fake);
    assert!(log.contains(&"info Exec[e]: Unscheduling all events on Exec[e]".to_owned()), "{log:?}");
    assert_eq!(fake.calls_of("refresh"), [""; 0]);
}

#[test]
fn failed_precheck_rejects_the_catalog() {
    let mut fake = Fake::new().failing("precheck File[/x]", "");
    fake.provider_mut("file").hooks.precheck = true;
    let site = Site::new().file("/x", &[("ensure", "file".into())]).file("/y", &[("ensure", "file".into())]);
    let report = site.apply(&mut fake, &ApplyOptions::default());
    assert_eq!(lines(&report), ["err File[/x]: the check failed"]);
    assert_eq!(report.error.as_deref(), Some("Some pre-run checks failed"));
    assert!(fake.calls_of("set").is_empty() && report.statuses.is_empty());
    assert_eq!(report.outcome().to_string(), "failed");
}

#[test]
fn interrupted_run_skips_remaining_resources() {
    let flag = Arc::new(AtomicBool::new(true));
    let options = ApplyOptions { interrupt: Some(flag), ..ApplyOptions::default() };
    let mut fake = Fake::new();
    let site = Site::new().exec("a", &[]).exec("b", &[("require", "Exec[a]".into())]);
    let report = site.apply(&mut fake, &options);
    assert!(report.canceled > 0 && fake.calls.is_empty());
    assert_eq!(report.metrics().skipped, 2);
}

#[test]
fn many_failures_are_propagated_quickly() {
    let count = 3_000;
    let mut fake = Fake::new();
    let mut site = Site::new();
    for number in 0..count {
        fake = fake.failing(&format!("set Exec[{number}]"), "broken");
        site = site.exec(&number.to_string(), &[]);
    }
    for number in count..2 * count {
        let before = if number == count { "Exec[0]".to_owned() } else { format!("Notify[{}]", number - 1) };
        site = site.notify(&number.to_string(), &[("require", before.into())]);
    }
    let report = site.apply(&mut fake, &ApplyOptions::default());
    assert_eq!((report.metrics().failed, report.metrics().skipped), (count, count));
}
