//! Checks that the output of the program, with and without colours, equals the sessions in `cli-snapshots`, and in
//! `mistakes`: errors of users, each with the location, the cause and a remedy.

use std::path::Path;

use marotte_tests::session::Session;

/// Plays the sessions in a directory.
fn check(directory: &str) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = std::fs::read_dir(&directory).expect("the sessions");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    assert!(!files.is_empty());
    let program = env!("CARGO_BIN_EXE_marotte-under-test");
    let check = |file: &Path| Session::read(file).check(program, &directory.join("files")).err();
    let faults: Vec<String> = std::thread::scope(|scope| {
        let halves: Vec<_> = files.chunks(files.len().div_ceil(2)).collect();
        let threads: Vec<_> = halves
            .into_iter()
            .map(|half| scope.spawn(move || half.iter().filter_map(|file| check(file)).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn sessions_are_as_recorded() {
    check("cli-snapshots");
}

#[test]
fn mistakes_are_answered_as_recorded() {
    check("mistakes");
}
