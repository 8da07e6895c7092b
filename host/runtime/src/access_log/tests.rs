//! Tests of `access_log`.

use std::fs;

use super::*;
use crate::paths::{Paths, Purpose};

struct Sample {
    _directory: tempfile::TempDir,
    paths: Paths,
    record: AccessLog,
}

impl Sample {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join("a/b")).unwrap();
        fs::create_dir_all(directory.path().join("etc")).unwrap();
        let paths = Paths::open(directory.path()).unwrap();
        let mut record = AccessLog::default();
        record.begin(false, true);
        Self { _directory: directory, paths, record }
    }

    fn read(&mut self, path: &str, reader: AccessReader) {
        let target = self.paths.locate(path, Purpose::Read).unwrap();
        self.record.read(&target, reader);
    }

    fn write(&mut self, path: &str, change: WriteKind) -> StaleStates {
        let target = self.paths.locate(path, Purpose::Read).unwrap();
        self.record.wrote(&target, change);
        self.record.take_stale()
    }
}

#[test]
fn write_makes_states_of_readers_stale() {
    let mut sample = Sample::new();
    sample.read("/a/x", AccessReader::Row(1));
    sample.read("/a/x", AccessReader::Row(2));
    sample.read("/a/y", AccessReader::Row(3));
    sample.record.listed(b"/a", AccessReader::Row(4));
    assert_eq!(sample.write("/a/x", WriteKind::Content), StaleStates::Rows(vec![1, 2]));
    assert_eq!(sample.write("/a/x", WriteKind::Created), StaleStates::Rows(vec![1, 2, 4]));
    assert_eq!(sample.write("/a/z", WriteKind::Content), StaleStates::Nothing);
    assert_eq!(sample.record.take_stale(), StaleStates::Nothing);
}

#[test]
fn replaced_directory_makes_readers_of_its_content_stale() {
    let mut sample = Sample::new();
    sample.read("/a/b/x", AccessReader::Row(1));
    sample.read("/a/y", AccessReader::Row(2));
    assert_eq!(sample.write("/a/b", WriteKind::Replaced), StaleStates::Rows(vec![1]));
    assert_eq!(sample.write("/a", WriteKind::Replaced), StaleStates::Rows(vec![1, 2]));
    assert_eq!(sample.write("/a/link", WriteKind::ReplacedLink), StaleStates::Everything);
}

#[test]
fn user_lookups_are_stale_after_a_write_to_passwd() {
    let mut sample = Sample::new();
    let batch = sample.record.batch([5, 6].into_iter());
    sample.record.identified(batch);
    assert_eq!(sample.write("/etc/motd", WriteKind::Content), StaleStates::Nothing);
    assert_eq!(sample.write("/etc/passwd", WriteKind::Content), StaleStates::Rows(vec![5, 6]));
}

#[test]
fn reads_of_a_worker_belong_to_the_rows_of_its_call() {
    let mut sample = Sample::new();
    let mut worker = AccessLog::default();
    worker.begin_worker(false, true);
    let batch = worker.batch([5, 6].into_iter());
    worker.identified(batch);
    let target = sample.paths.locate("/a/x", Purpose::Read).unwrap();
    worker.read(&target, AccessReader::Row(6));
    // Another call of this run has the same number as that of the worker.
    let other = sample.record.batch([1, 2].into_iter());
    sample.record.queried(other);
    sample.record.enter(worker.take_events(), [5, 6].into_iter());
    assert_eq!(sample.write("/etc/passwd", WriteKind::Content), StaleStates::Rows(vec![1, 2, 5, 6]));
    assert_eq!(sample.write("/a/x", WriteKind::Content), StaleStates::Rows(vec![1, 2, 6]));
}

#[test]
fn query_is_stale_after_any_write() {
    let mut sample = Sample::new();
    sample.record.queried(AccessReader::Row(9));
    assert_eq!(sample.write("/a/x", WriteKind::Content), StaleStates::Rows(vec![9]));
    sample.record.wrote_anything();
    assert_eq!(sample.record.take_stale(), StaleStates::Everything);
}

#[test]
fn sealed_run_records_nothing() {
    let mut sample = Sample::new();
    sample.record.begin(true, true);
    sample.read("/a/x", AccessReader::Row(1));
    assert!(sample.record.places.is_empty());
}
