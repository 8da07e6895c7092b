//! Concurrent application: eligible resources, and log messages as in a sequential run.

use std::sync::Arc;

use catalog::schema::TypeTrait;
use transaction::provider::StaleStates;
use transaction::{ApplyOptions, Report};

use crate::fake::Fake;
use crate::site::{Site, lines};

/// Returns a system whose files can be set concurrently.
fn parallel() -> Fake {
    let mut fake = Fake::new();
    fake.schema_mut("file").traits.push(TypeTrait::Parallel);
    fake
}

fn options(parallel: usize) -> ApplyOptions {
    ApplyOptions { parallel, ..ApplyOptions::default() }
}

/// Returns a site with files, one of which fails, and their dependents.
fn site() -> Site {
    let present = || [("ensure", "file".into())];
    Site::new()
        .file("/a", &present())
        .exec("between", &[])
        .file("/b", &[("ensure", "file".into()), ("require", "Exec[between]".into())])
        .file("/c", &[("ensure", "file".into()), ("notify", "Exec[notified]".into())])
        .exec("notified", &[])
        .file("/d", &[("ensure", "file".into()), ("require", "File[/bad]".into())])
        .file("/bad", &present())
        .file("/e", &[("ensure", "file".into()), ("noop", true.into())])
}

/// The changes in sequential order.
const SETS: [&str; 6] = [
    "File[/a] ensure",
    "Exec[between] returns",
    "File[/b] ensure",
    "File[/c] ensure",
    "Exec[notified] returns",
    "File[/bad] ensure",
];

fn applied(fake: &mut Fake, workers: usize) -> Report {
    site().apply(fake, &options(workers))
}

/// Returns the content of a report without times.
fn summary(report: &Report) -> Vec<String> {
    let status = |status: &transaction::Status| {
        let events: Vec<&str> = status.events.iter().map(|event| event.message.as_str()).collect();
        let marks = [status.changed, status.failed, status.skipped, status.restarted];
        format!("{} {marks:?} {events:?}", report.catalog.label(status.resource))
    };
    let statuses = report.statuses.iter().map(status);
    lines(report).into_iter().chain(statuses).collect()
}

#[test]
fn log_and_statuses_do_not_depend_on_the_number_of_workers() {
    let fake = || parallel().failing("set File[/bad]", "no");
    let (mut one, mut many) = (fake(), fake());
    assert_eq!(summary(&applied(&mut many, 4)), summary(&applied(&mut one, 1)));
    assert_eq!(one.calls_of("set"), SETS);
    let early = ["File[/a] ensure", "File[/c] ensure", "File[/bad] ensure"];
    let late = ["Exec[between] returns", "File[/b] ensure", "Exec[notified] returns"];
    assert_eq!(many.calls_of("set"), [early, late].concat());
}

#[test]
fn types_without_the_parallel_trait_are_set_at_their_turn() {
    let mut fake = Fake::new().failing("set File[/bad]", "no");
    applied(&mut fake, 4);
    assert_eq!(fake.calls_of("set"), SETS);
}

#[test]
fn command_between_parallel_resources_causes_a_second_read_only() {
    let fake = || {
        let mut fake = parallel();
        // The writes of /a, /c and /bad, then the write of the command.
        fake.stale.extend([StaleStates::Nothing, StaleStates::Nothing, StaleStates::Nothing, StaleStates::Everything]);
        fake
    };
    let (mut one, mut many) = (parallel(), fake());
    assert_eq!(summary(&applied(&mut many, 2)), summary(&applied(&mut one, 1)));
    assert!(many.calls_of("get").len() > one.calls_of("get").len());
    assert_eq!(many.calls_of("set").iter().filter(|set| set.starts_with("File[/c]")).count(), 1);
}

#[test]
fn dependent_parallel_resources_are_logged_and_read_again() {
    let mut fake = parallel();
    // Rows are numbered by their position in the catalog: the write of /a invalidates the state read for /c.
    let row = 8;
    fake.stale.push_back(StaleStates::Rows(vec![row]));
    let site = Site::new().file("/a", &[("ensure", "file".into())]).file("/b", &[("ensure", "file".into())]);
    let site = (0..4).fold(site, |site, number| site.file(&format!("/c{number}"), &[("ensure", "file".into())]));
    let report = site.apply(&mut fake, &options(2));
    let warnings: Vec<String> = lines(&report).into_iter().filter(|line| line.starts_with("warning")).collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let warning = warnings[0].strip_prefix("warning File[/a] and ").expect("the first writer is named");
    assert!(
        warning.contains("were applied concurrently, but one of them depends on an object that the other wrote"),
        "{warning}"
    );
    assert_eq!(report.metrics().changed, 6, "each change is reported once");
    assert_eq!(fake.calls_of("get").join(" ").split(' ').count(), 7, "one of them is read again");
}

#[test]
fn interrupted_run_reports_resources_set_early() {
    let mut fake = parallel();
    let options = ApplyOptions { interrupt: Some(Arc::clone(&fake.interrupt)), ..options(2) };
    let report = site().apply(&mut fake, &options);
    assert_eq!(fake.calls_of("set"), ["File[/a] ensure", "File[/c] ensure", "File[/bad] ensure"]);
    assert_eq!((report.metrics().changed, report.canceled), (3, 5));
}
