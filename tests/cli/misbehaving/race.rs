//! Directories that are replaced by links while a component writes through them: every write stays below its grant.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use marotte_tests::MISBEHAVING;
use rustix::fs::{CWD, RenameFlags, renameat_with};

use crate::scratch;

/// Number of exchanges of a directory and a link.
const EXCHANGES: u32 = 100_000;

#[test]
fn no_write_escapes_while_directories_and_links_change_places() {
    let scratch = scratch();
    let (inner, link, elsewhere) =
        (scratch.root().join("granted/inner"), scratch.root().join("granted/link"), scratch.root().join("elsewhere"));
    fs::create_dir_all(&inner).unwrap();
    fs::create_dir(&elsewhere).unwrap();
    symlink("/elsewhere", &link).unwrap();
    let applied = AtomicBool::new(false);
    let (exchanges, outcome) = thread::scope(|scope| {
        let racer = scope.spawn(|| {
            let mut exchanges = 0;
            while exchanges < EXCHANGES || !applied.load(Ordering::Relaxed) {
                exchange(&inner, &link);
                exchanges += 1;
            }
            exchanges
        });
        let code = "hostile { 'x': trick => writes, call => set, path => '/granted', other => '/granted/inner/file' }";
        let outcome = scratch.apply(code, &["--provider", MISBEHAVING, "--durable", "off"]);
        applied.store(true, Ordering::Relaxed);
        (racer.join().unwrap(), outcome)
    });
    let said = outcome.expect(4).stderr;
    assert!(exchanges >= EXCHANGES && said.contains(" written"), "{exchanges}: {said}");
    assert!(!said.contains(" 0 written"), "nothing was written at all: {said}");
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0, "a write got out: {said}");
}

fn exchange(left: &Path, right: &Path) {
    renameat_with(CWD, left, CWD, right, RenameFlags::EXCHANGE).expect("the two are exchanged");
}
