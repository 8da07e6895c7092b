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
fn writes_stay_below_the_grant_while_directories_become_links() {
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
    let stderr = outcome.expect(4).stderr;
    assert!(exchanges >= EXCHANGES && stderr.contains(" written"), "{exchanges}: {stderr}");
    assert!(!stderr.contains(" 0 written"), "nothing was written: {stderr}");
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0, "a write escaped: {stderr}");
}

fn exchange(left: &Path, right: &Path) {
    renameat_with(CWD, left, CWD, right, RenameFlags::EXCHANGE).expect("both exist");
}
