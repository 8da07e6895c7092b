//! State stored between runs: audited attributes, schedules, and corrective changes.

use std::time::{Duration, SystemTime};

use catalog::Value;
use transaction::{ApplyOptions, Clock, EventStatus, Report, TransactionStore};

use crate::fake::Fake;
use crate::site::{RecordingObserver, Site, lines, list};

/// A stopped clock.
struct FixedClock(Duration);

impl Clock for FixedClock {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000) + self.0
    }

    fn monotonic(&self) -> Duration {
        Duration::ZERO
    }
}

/// Applies a site some hours after the first run, with the state of the previous run.
fn run(site: Site, fake: &mut Fake, options: &ApplyOptions, store: TransactionStore, hours: u64) -> Report {
    let mut prepared = site.prepare(fake).unwrap();
    prepared.set_store(store);
    let clock = FixedClock(Duration::from_secs(hours * 3600));
    transaction::apply(prepared, fake, options, &mut RecordingObserver::default(), &clock)
}

/// Applies a site repeatedly, with a modification of the system before each further run. Returns the logs.
fn runs(site: fn() -> Site, options: &ApplyOptions, mut fake: Fake, between: &[fn(Fake) -> Fake]) -> Vec<Vec<String>> {
    let mut report = run(site(), &mut fake, options, TransactionStore::default(), 0);
    let mut logs = vec![lines(&report)];
    for change in between {
        fake = change(fake);
        report = run(site(), &mut fake, options, report.store, 0);
        logs.push(lines(&report));
    }
    logs
}

fn file(mode: &str) -> Fake {
    Fake::new().with("file", "/x", &[("ensure", "file".into()), ("mode", mode.into())])
}

fn with_mode(fake: Fake, mode: &str) -> Fake {
    fake.with("file", "/x", &[("ensure", "file".into()), ("mode", mode.into())])
}

#[test]
fn audited_attribute_is_logged_when_it_has_changed() {
    let site = || Site::new().file("/x", &[("audit", list(&["mode"]))]);
    let logs = runs(site, &ApplyOptions::default(), file("0644"), &[|fake| fake, |fake| with_mode(fake, "0600")]);
    assert_eq!(logs[0], ["File[/x]/mode: audit change: newly-recorded value 0644"]);
    assert!(logs[1].is_empty());
    let message = "File[/x]/mode: audit change: previously recorded value '0644' has been changed to '0600'";
    assert_eq!(logs[2][0], message);
}

#[test]
fn message_of_an_audited_change_contains_the_recorded_value() {
    let site = || Site::new().file("/x", &[("audit", "mode".into()), ("mode", "0644".into())]);
    let mut fake = file("0644");
    let first = run(site(), &mut fake, &ApplyOptions::default(), TransactionStore::default(), 0);
    let mut fake = file("0600");
    let second = run(site(), &mut fake, &ApplyOptions::default(), first.store, 0);
    let status = &second.statuses[0];
    let event = &status.events[0];
    assert_eq!(event.message, "mode changed '0600' to '0644' (previously recorded value was '0644')");
    assert_eq!((event.status, event.audited), (EventStatus::Success, true));
    assert_eq!(event.historical_value, Some("0644".into()));
}

#[test]
fn absent_resource_is_audited_as_absent() {
    let site = || Site::new().file("/x", &[("audit", list(&["mode"]))]);
    let logs = runs(site, &ApplyOptions::default(), Fake::new(), &[|fake| with_mode(fake, "0600")]);
    assert_eq!(logs[0], ["File[/x]/mode: audit change: newly-recorded value absent"]);
    let message = "File[/x]/mode: audit change: previously recorded value 'absent' has been changed to '0600'";
    assert_eq!(logs[1][0], message);
}

#[test]
fn audit_event_causes_a_refresh_and_is_not_a_change() {
    let site = || {
        let audited: &[(&str, Value)] = &[("audit", list(&["mode"])), ("notify", list(&["Service[s]"]))];
        Site::new().file("/x", audited).resource("service", "s", &[])
    };
    let mut fake = file("0644").with("service", "s", &[("ensure", "running".into())]);
    let first = run(site(), &mut fake, &ApplyOptions::default(), TransactionStore::default(), 0);
    fake = with_mode(fake, "0600");
    let second = run(site(), &mut fake, &ApplyOptions::default(), first.store, 0);
    assert!(
        lines(&second).contains(&"Service[s]: Triggered 'refresh' from 1 event".to_owned()),
        "{:?}",
        lines(&second)
    );
    assert!(!second.statuses[0].changed && !second.statuses[0].out_of_sync);
}

#[test]
fn schedule_skips_a_resource_until_its_period_has_passed() {
    let site = || {
        let site = Site::new().resource("schedule", "daily", &[("period", "daily".into())]);
        site.notify("a", &[("schedule", "daily".into())])
    };
    let mut fake = Fake::new();
    let first = run(site(), &mut fake, &ApplyOptions::default(), TransactionStore::default(), 0);
    assert_eq!(lines(&first), ["a", "Notify[a]/message: defined 'message' as 'a'"]);
    let second = run(site(), &mut fake, &ApplyOptions::default(), first.store, 23);
    assert!(lines(&second).is_empty());
    assert!(second.statuses.iter().any(|status| status.skipped));
    let third = run(site(), &mut fake, &ApplyOptions::default(), second.store.clone(), 24);
    assert_eq!(lines(&third).len(), 2);
    let ignoring = ApplyOptions { ignores_schedules: true, ..ApplyOptions::default() };
    assert_eq!(lines(&run(site(), &mut fake, &ignoring, second.store, 23)).len(), 2);
}

#[test]
fn unknown_schedule_rejects_the_catalog() {
    let site = Site::new().notify("a", &[("schedule", "nosuch".into())]).notify("b", &[]);
    let report = run(site, &mut Fake::new(), &ApplyOptions::default(), TransactionStore::default(), 0);
    assert_eq!(report.error.as_deref(), Some("Could not find schedule nosuch of Notify[a] (file: site.pp, line: 1)"));
    assert!(lines(&report).is_empty());
}

#[test]
fn change_that_reverts_drift_is_corrective() {
    let site = || Site::new().file("/x", &[("mode", "0644".into())]);
    let corrective = ApplyOptions { corrective_changes: true, ..ApplyOptions::default() };
    let drift: &[fn(Fake) -> Fake] = &[|fake| with_mode(fake, "0600"), |fake| with_mode(fake, "0600")];
    let logs = runs(site, &corrective, file("0600"), drift);
    assert_eq!(logs[0][0], "File[/x]/mode: mode changed '0600' to '0644'");
    assert_eq!(logs[1][0], "File[/x]/mode: mode changed '0600' to '0644' (corrective)");
    assert_eq!(logs[2][0], "File[/x]/mode: mode changed '0600' to '0644' (corrective)");
    let unmarked = runs(site, &ApplyOptions::default(), file("0600"), drift);
    assert_eq!(unmarked[1][0], "File[/x]/mode: mode changed '0600' to '0644'");
}

#[test]
fn change_of_the_desired_value_is_not_corrective() {
    let site = |mode: &str| Site::new().file("/x", &[("mode", mode.into())]);
    let corrective = ApplyOptions { corrective_changes: true, ..ApplyOptions::default() };
    let first = run(site("0644"), &mut file("0600"), &corrective, TransactionStore::default(), 0);
    let second = run(site("0640"), &mut file("0644"), &corrective, first.store, 0);
    assert_eq!(lines(&second)[0], "File[/x]/mode: mode changed '0644' to '0640'");
    assert!(!second.has_corrective_changes());
    // A noop run sets no values, so the values set by the run before it remain stored.
    let noop = ApplyOptions { noop: transaction::Noop::On, ..corrective.clone() };
    let third = run(site("0640"), &mut file("0600"), &noop, second.store, 0);
    let message = "File[/x]/mode: current_value '0600', should be '0640' (noop) (corrective)";
    assert_eq!(lines(&third)[0], message);
    let fourth = run(site("0640"), &mut file("0600"), &corrective, third.store, 0);
    assert!(fourth.has_corrective_changes());
}

#[test]
fn evaltrace_logs_number_and_evaluation_time() {
    let tracing = ApplyOptions { evaltrace: true, ..ApplyOptions::default() };
    let report = run(Site::new().notify("a", &[]), &mut Fake::new(), &tracing, TransactionStore::default(), 0);
    assert_eq!(
        lines(&report)[..6],
        [
            "info Stage[main]: Starting to evaluate the resource (1 of 5)",
            "info Stage[main]: Evaluated in 0.00 seconds",
            "info Class[Main]: Starting to evaluate the resource (2 of 5)",
            "info Class[Main]: Evaluated in 0.00 seconds",
            "info Notify[a]: Starting to evaluate the resource (3 of 5)",
            "a",
        ]
    );
}

#[test]
fn clock_set_back_makes_scheduled_resources_due_and_is_logged() {
    let site = || {
        let schedule = [("period", "daily".into())];
        let file = [("ensure", "file".into()), ("schedule", "day".into())];
        Site::new().resource("schedule", "day", &schedule).file("/x", &file)
    };
    let mut fake = Fake::new();
    let first = run(site(), &mut fake, &ApplyOptions::default(), TransactionStore::default(), 48);
    assert_eq!(first.metrics().changed, 1);
    fake.current.remove("File[/x]");
    let later = run(site(), &mut fake, &ApplyOptions::default(), first.store.clone(), 49);
    assert_eq!((later.metrics().changed, lines(&later).len()), (0, 0), "it is not due");
    let set_back = run(site(), &mut fake, &ApplyOptions::default(), first.store, 1);
    assert_eq!(set_back.metrics().changed, 1);
    assert!(lines(&set_back)[0].starts_with("warning The clock was set back"), "{:?}", lines(&set_back));
    let again = run(site(), &mut fake, &ApplyOptions::default(), set_back.store, 2);
    assert_eq!(lines(&again), [""; 0], "the warning is not repeated");
}
