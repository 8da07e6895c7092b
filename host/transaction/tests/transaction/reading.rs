//! Reading of states: order and batches.

use catalog::Value;
use transaction::ApplyOptions;
use transaction::provider::{ComponentMessage, Level, StaleStates};

use crate::fake::Fake;
use crate::site::{Site, lines};

fn files(count: usize) -> Site {
    (0..count).fold(Site::new(), |site, number| site.file(&format!("/{number}"), &[("ensure", "file".into())]))
}

fn unchanged(count: usize) -> Fake {
    (0..count)
        .fold(Fake::new(), |fake, number| fake.with("file", &format!("/{number}"), &[("ensure", "present".into())]))
}

fn batches(fake: &Fake) -> Vec<usize> {
    fake.calls_of("get").iter().map(|titles| titles.split(' ').count()).collect()
}

#[test]
fn batches_grow_while_all_states_are_in_sync() {
    let mut fake = unchanged(800);
    assert_eq!(files(800).log(&mut fake), [""; 0]);
    assert_eq!(batches(&fake), [1, 2, 4, 8, 16, 32, 64, 128, 256, 289]);
}

#[test]
fn writes_without_stale_states_cause_no_second_read() {
    let mut fake = unchanged(0);
    files(100).log(&mut fake);
    assert_eq!(batches(&fake).iter().sum::<usize>(), 100);
}

#[test]
fn only_stale_states_are_read_again() {
    let mut fake = unchanged(16);
    fake.current.remove("File[/3]");
    // Rows are numbered by their position in the catalog; /0 is the third resource.
    fake.stale.push_back(StaleStates::Rows(vec![8, 9]));
    files(16).log(&mut fake);
    assert_eq!(fake.calls_of("get"), ["/0", "/1 /2", "/3 /4 /5 /6", "/5 /6 /7 /8 /9 /10 /11 /12", "/13 /14 /15"]);
}

#[test]
fn number_of_reads_is_linear_if_every_write_invalidates_all_states() {
    let mut fake = unchanged(0);
    fake.stale.extend(std::iter::repeat_n(StaleStates::Everything, 1000));
    files(1000).log(&mut fake);
    assert_eq!(batches(&fake).iter().sum::<usize>(), 1000);
    let mut fake = unchanged(1000);
    (0..1000).step_by(3).for_each(|number| drop(fake.current.remove(&format!("File[/{number}]"))));
    fake.stale.extend(std::iter::repeat_n(StaleStates::Everything, 1000));
    files(1000).log(&mut fake);
    assert!(batches(&fake).iter().sum::<usize>() < 2000);
}

#[test]
fn number_of_reads_is_linear_if_every_write_invalidates_the_states_read_ahead() {
    let mut fake = unchanged(0);
    // Rows are numbered by their position in the catalog; /0 is the third resource.
    fake.stale.extend(std::iter::repeat_n(StaleStates::Rows((3..1003).collect()), 1000));
    files(1000).log(&mut fake);
    assert!(batches(&fake).iter().sum::<usize>() < 3000);
}

#[test]
fn exec_states_are_read_at_their_turn() {
    let mut fake = Fake::new();
    Site::new().exec("a", &[]).exec("b", &[]).exec("c", &[]).log(&mut fake);
    let calls = ["get a", "set Exec[a] returns", "get b", "set Exec[b] returns", "get c", "set Exec[c] returns"];
    assert_eq!(fake.calls, calls);
}

#[test]
fn prefetching_provider_is_read_once() {
    let mut fake = unchanged(0);
    fake.provider_mut("file").hooks.prefetch = true;
    fake.stale.extend([StaleStates::Everything, StaleStates::Rows(vec![5])]);
    files(4).log(&mut fake);
    assert_eq!(fake.calls_of("get"), ["/0 /1 /2 /3", "/2"]);
}

#[test]
fn messages_logged_while_prefetching_are_deferred() {
    let mut fake = unchanged(0);
    fake.provider_mut("file").hooks.prefetch = true;
    let message = |row| ComponentMessage { level: Level::Warning, row: Some(row), attribute: None, text: "odd".into() };
    let prepared = files(2).prepare(&mut fake).unwrap();
    fake.messages = vec![message(4), message(3)];
    let (mut listener, watch) = (crate::site::RecordingObserver::default(), crate::site::SteppingClock::default());
    let report = transaction::apply(prepared, &mut fake, &ApplyOptions::default(), &mut listener, &watch);
    assert_eq!(
        lines(&report),
        ["warning File[/0]: odd", "File[/0]/ensure: created", "warning File[/1]: odd", "File[/1]/ensure: created"]
    );
}

#[test]
fn batches_follow_the_order_of_evaluation() {
    let mut fake = Fake::new();
    let late: &[(&str, Value)] = &[("ensure", "absent".into()), ("require", "File[/c]".into())];
    Site::new().file("/b", late).file("/c", &[("ensure", "absent".into())]).file("/d", late).log(&mut fake);
    assert_eq!(fake.calls_of("get"), ["/c", "/b /d"]);
}
