//! Failures around a run: concurrent runs, signals, unwritable filesystems, missing or damaged state. The run ends
//! with a report or recovers with a message.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use marotte_tests::{Outcome, Scratch, Started};
use rustix::fs::OFlags;
use rustix::process::Signal;

use crate::scratch;

/// A run that is blocked in the middle until the test continues it.
struct Waiting {
    run: Started,
    gate: PathBuf,
}

impl Waiting {
    /// Starts a run and waits until it is blocked.
    fn start(scratch: &Scratch) -> Self {
        let (reached, gate) = (scratch.path("reached"), scratch.path("gate"));
        for pipe in [&reached, &gate] {
            rustix::fs::mkfifoat(rustix::fs::CWD, pipe, 0o600.into()).expect("a pipe");
        }
        let code = format!(
            "file {{ '/before': content => 'x' }}
             -> exec {{ '/bin/sh -c \"echo > {}; cat {}\"': }}
             -> file {{ '/after': content => 'x' }}",
            reached.display(),
            gate.display()
        );
        let manifest = scratch.file("waiting.pp", code);
        let run = scratch.start(&scratch.apply_arguments(&manifest, &[]));
        // The read returns once the run writes to the pipe.
        let _ = fs::read(reached).expect("the run reaches the pipe");
        Self { run, gate }
    }

    /// Continues the run and waits for its end.
    fn finish(self) -> Outcome {
        let mut gate = File::options().write(true).open(&self.gate).expect("the run is blocked at the pipe");
        gate.write_all(b"on\n").expect("the run reads the pipe");
        drop(gate);
        self.run.wait()
    }
}

fn report(scratch: &Scratch) -> String {
    fs::read_to_string(scratch.path("state/last_run_report.yaml")).expect("the report")
}

#[test]
fn lock_of_a_killed_run_is_awaited_until_its_child_releases_it() {
    let scratch = scratch();
    let _ = scratch.apply("notify { 'x': }", &[]).expect(2);
    let path = scratch.path("state/agent_catalog_run.lock");
    let mut ended = Command::new("true").spawn().expect("a process");
    ended.wait().expect("it ends");
    fs::write(&path, format!("{}\n", ended.id())).expect("the lock file");
    let held = File::open(&path).expect("the lock file");
    held.lock().expect("the lock is free");
    let release = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(200));
        held.unlock().expect("it is locked");
    });
    let _ = scratch.apply("notify { 'x': }", &[]).expect(2);
    release.join().expect("the thread ends");
}

#[test]
fn concurrent_run_with_the_same_state_directory_is_refused() {
    let scratch = scratch();
    let waiting = Waiting::start(&scratch);
    let locked = "Error: Run of Marotte already in progress; skipping (process ";
    let second = scratch.apply("notify { 'x': }", &[]).expect(1).complains(locked);
    let _ = second.is_silent_about("defined 'message'");
    let state = scratch.path("state").display().to_string();
    let _ = scratch.run(&["undo", "--vardir", &state]).expect(1).complains(locked);
    let elsewhere = scratch.path("elsewhere").display().to_string();
    let _ = scratch.run(&["apply", "--vardir", &elsewhere, "-e", "notify { 'x': }"]).expect(0);
    let _ = waiting.finish().expect(2);
    let _ = scratch.apply("notify { 'x': }", &[]).expect(2);
}

#[test]
fn waitforlock_waits_for_another_run() {
    let scratch = scratch();
    let waiting = Waiting::start(&scratch);
    let _ = scratch.file("conf/marotte.conf", "[main]\nwaitforlock = 1\nmaxwaitforlock = 1s\n");
    let conf = scratch.path("conf").display().to_string();
    let flags = ["--confdir", &conf, "--verbose"];
    let impatient =
        scratch.apply("notify { 'x': }", &flags).expect(1).says("Info: Another run is in progress (process ");
    let _ = impatient.complains("Exiting now because the maxwaitforlock timeout has been exceeded");
    let _ = scratch.file("conf/marotte.conf", "[main]\nwaitforlock = 1\nmaxwaitforlock = unlimited\n");
    let manifest = scratch.file("other.pp", "notify { 'x': }");
    let patient = scratch.start(&scratch.apply_arguments(&manifest, &flags));
    let _ = waiting.finish().expect(2);
    let _ = patient.wait().expect(2).says("defined 'message' as 'x'");
}

#[test]
fn killed_run_leaves_no_lock() {
    let scratch = scratch();
    let waiting = Waiting::start(&scratch);
    waiting.run.signal(Signal::KILL);
    assert_eq!(waiting.run.wait().code, None);
    let warning = "did not finish; to undo its changes: marotte undo 1 --vardir ";
    let _ = scratch.apply("notify { 'x': }", &[]).expect(2).complains(warning);
    let _ = scratch.apply("notify { 'x': }", &[]).expect(2).is_silent_about("did not finish");
}

fn interrupt(signal: Signal) {
    let scratch = scratch();
    let mut waiting = Waiting::start(&scratch);
    waiting.run.signal(signal);
    // Otherwise the command could end before the signal is noticed.
    waiting.run.until_complaint("Interrupted: the run ends after Exec");
    let outcome =
        waiting.finish().expect(1).complains("Error: The run was interrupted; 1 resource(s) were not applied");
    let _ = outcome.says("/returns: executed successfully").is_silent_about("Applied catalog");
    assert!(scratch.root().join("before").exists() && !scratch.root().join("after").exists());
    let report = report(&scratch);
    assert!(report.contains("resource_statuses:") && report.contains("The run was interrupted"), "{report}");
    assert!(report.contains("\nstatus: failed\ntransaction_completed: false\n"), "{report}");
    let state = scratch.path("state").display().to_string();
    let _ = scratch.run(&["report", "list", "--vardir", &state]).expect(0).says(" UTC  interrupted  ");
    let _ = scratch.run(&["report", "--vardir", &state]).expect(0).says("in part: the run was interrupted");
    let _ = scratch.apply("file { '/after': content => 'x' }", &[]).expect(2);
}

#[test]
fn sigint_ends_a_run_after_the_current_resource() {
    interrupt(Signal::INT);
}

#[test]
fn sigterm_ends_a_run_after_the_current_resource() {
    interrupt(Signal::TERM);
}

#[test]
fn sighup_ends_a_run_after_the_current_resource() {
    interrupt(Signal::HUP);
}

#[test]
fn second_signal_ends_the_commands_of_the_resource() {
    let scratch = scratch();
    let Waiting { mut run, gate } = Waiting::start(&scratch);
    run.signal(Signal::TERM);
    run.until_complaint("Warning: Interrupted: the run ends after Exec[/bin/sh -c \"echo > ");
    run.signal(Signal::TERM);
    let outcome = run.wait().expect(1).complains("Warning: Interrupted again: ending all commands of the run\n");
    let _ = outcome.complains("Error: The run was interrupted; 1 resource(s) were not applied");
    assert!(scratch.root().join("before").exists() && !scratch.root().join("after").exists());
    // Without a reader, the pipe cannot be opened for writing.
    let writer = File::options().write(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(gate);
    assert!(writer.is_err(), "the command still reads the pipe");
    let report = report(&scratch);
    assert!(report.contains("The run was interrupted"), "{report}");
    let _ = scratch.apply("file { '/after': content => 'x' }", &[]).expect(2);
}

#[expect(clippy::print_stderr, reason = "a skipped test reports it")]
fn skip(why: &str) {
    eprintln!("SKIPPED: a read-only file system: {why}");
}

/// Runs a script in its own mount namespace with a new filesystem at `root`. Returns `None` if the kernel refuses the
/// namespace. In an ordinary user's user namespace, the owner of root's files is not mapped, so their permissions are
/// not checked.
fn mounted(scratch: &Scratch, script: &str) -> Option<Outcome> {
    let whole = format!(
        "mount -t tmpfs tmpfs '{root}' || exit 77
         apply() {{ '{program}' apply --color false --detailed-exitcodes --no-strict_permissions --vardir \"$1\" '{manifest}'; echo code $?; }}
         {script}",
        root = scratch.root().display(),
        program = env!("CARGO_BIN_EXE_marotte-under-test"),
        manifest = scratch.path("site.pp").display(),
    );
    let output = Command::new("unshare").args(["--user", "--map-root-user", "--mount", "sh", "-c", &whole]).output();
    let output = output.inspect_err(|error| skip(&error.to_string())).ok()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let outcome = Outcome { stdout: text(&output.stdout), stderr: text(&output.stderr), code: output.status.code() };
    if outcome.code == Some(77) {
        skip(&format!("no mount namespace here: {}", outcome.stderr));
        return None;
    }
    Some(outcome)
}

#[test]
fn read_only_filesystem_fails_only_its_resources() {
    let scratch = scratch();
    let (root, state) = (scratch.root().display().to_string(), scratch.path("state").display().to_string());
    let beside = scratch.path("beside").display().to_string();
    let _ = scratch.file(
        "site.pp",
        format!("file {{ '{root}/old': content => 'new' }} file {{ '{root}/new': content => 'new' }} file {{ '{beside}': content => 'x' }}"),
    );
    let script =
        format!("echo old > '{root}/old'; mount -o remount,bind,ro '{root}'; apply '{state}'; cat '{root}/old'");
    let Some(outcome) = mounted(&scratch, &script) else { return };
    let outcome = outcome.says("code 6\nold\n").complains(&format!("File[{root}/old]/content"));
    let _ = outcome.complains(&format!("File[{root}/new]/ensure")).complains("Read-only file system");
    assert_eq!(fs::read_to_string(&beside).expect("the other file is written"), "x");
    assert!(report(&scratch).contains("Read-only file system"));
}

#[test]
fn read_only_state_directory_prevents_changes() {
    let scratch = scratch();
    let (root, beside) = (scratch.root().display().to_string(), scratch.path("beside").display().to_string());
    let _ = scratch.file("site.pp", format!("file {{ '{beside}': content => 'x' }} notify {{ 'still here': }}"));
    let Some(outcome) = mounted(&scratch, &format!("mount -o remount,bind,ro '{root}'; apply '{root}/state'")) else {
        return;
    };
    let outcome = outcome.says("code 6\n").says("still here").complains("Warning: Could not lock");
    let _ = outcome.complains("Read-only file system").complains("Could not save last run local report");
    assert!(!Path::new(&beside).exists(), "a change that cannot be journalled is not made");
}

#[test]
fn state_directory_deleted_between_runs_is_recreated() {
    let scratch = scratch();
    let code = "file { '/a': content => 'x' } file { '/b': content => 'x' }";
    let _ = scratch.apply(code, &[]).expect(2);
    fs::remove_dir_all(scratch.path("state")).expect("it exists");
    let _ = scratch.apply(code, &[]).expect(0);
    fs::remove_file(scratch.root().join("a")).expect("it exists");
    let _ = scratch.apply(code, &[]).expect(2);
    let _ = report(&scratch);
}

#[test]
fn state_directory_deleted_during_a_run_is_reported_and_recreated() {
    let scratch = scratch();
    fs::write(scratch.root().join("b"), "precious").expect("the initial tree");
    let code = format!(
        "file {{ '/a': content => 'x' }} -> exec {{ '/bin/rm -rf {}': }} -> file {{ '/b': content => 'new' }}",
        scratch.path("state").display()
    );
    let lost = scratch.apply(&code, &[]);
    let b = fs::read_to_string(scratch.root().join("b")).expect("it exists");
    match lost.code {
        // The content to be replaced cannot be saved, so it is not replaced.
        Some(6) => assert_eq!(b, "precious"),
        _ => assert_eq!((lost.code, b.as_str()), (Some(2), "new"), "{lost:?}"),
    }
    let _ = report(&scratch);
    let _ = scratch.apply("file { '/b': content => 'newer' }", &[]).expect(2);
}

/// Manifest that causes all kinds of files in the state directory.
const EVERYTHING: &str = "
    schedule { 'always': period => hourly, repeat => 100 }
    file { '/a': content => 'x' }
    file { '/b': ensure => file, audit => [mode, content], schedule => 'always' }
    exec { '/bin/true': }
    notify { 'x': }";

/// Returns the files below a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("it can be read") {
        let path = entry.expect("it can be read").path();
        match fs::symlink_metadata(&path).expect("it exists") {
            kind if kind.is_dir() => found.extend(files(&path)),
            kind if kind.is_file() => found.push(path),
            _ => {}
        }
    }
    found.sort();
    found
}

#[test]
fn damaged_state_files_do_not_prevent_a_run() {
    let pristine = scratch();
    let flags = ["--show_diff"];
    let _ = pristine.apply(EVERYTHING, &flags).expect(2);
    let state = pristine.path("state");
    let names: Vec<PathBuf> = files(&state)
        .iter()
        .map(|path| path.strip_prefix(&state).expect("a path in the state directory").to_path_buf())
        .collect();
    assert!(names.len() >= 5, "{names:?}");
    for name in &names {
        for damage in ["", "\0\u{1}{ [ - !ruby/object:Object\n", "cut"] {
            let scratch = scratch();
            let _ = scratch.apply(EVERYTHING, &flags).expect(2);
            // Names of runs and stored contents differ between runs; the other names do not.
            let Some(path) = files(&scratch.path("state")).into_iter().find(|path| path.ends_with(name)) else {
                continue;
            };
            let whole = fs::read(&path).expect("it can be read");
            let damaged = if damage == "cut" { &whole[..whole.len() / 2] } else { damage.as_bytes() };
            fs::write(&path, damaged).expect("it can be written");
            fs::write(scratch.root().join("a"), "y").expect("it can be written");
            let outcome = scratch.apply(EVERYTHING, &flags);
            assert_eq!(outcome.code, Some(2), "{} as {damage:?}: {outcome:?}", path.display());
            assert_eq!(fs::read_to_string(scratch.root().join("a")).expect("it exists"), "x");
            let _ = outcome.is_silent_about("panicked");
        }
    }
}
