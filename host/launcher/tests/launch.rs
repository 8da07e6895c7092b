//! Tests of child processes: streams, timeouts, sessions, file descriptors and credentials.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::fs;
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use launcher::{Launch, Output, ProcessCredentials, StreamMode, find_program};

fn shell(line: &str) -> Launch {
    let environment = vec![("PATH".into(), "/usr/bin:/bin".into())];
    Launch { timeout: Duration::from_secs(20), ..Launch::new("/bin/sh", ["-c", line], environment) }
}

fn text(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap().trim_end()
}

#[test]
fn launch_returns_streams_and_status() {
    let output = shell("echo out; echo err >&2; exit 3").run().unwrap();
    assert_eq!((output.status, &*output.stdout, &*output.stderr), (3, &b"out\n"[..], &b"err\n"[..]));
    let merged = Launch { errors: StreamMode::Merged, ..shell("echo out; echo err >&2; kill -9 $$") }.run().unwrap();
    assert_eq!((merged.status, &*merged.stdout), (137, &b"out\nerr\n"[..]));
    let discarded = Launch { output: StreamMode::Discarded, ..shell("echo out; echo err >&2") }.run().unwrap();
    assert_eq!((&*discarded.stdout, &*discarded.stderr), (&b""[..], &b"err\n"[..]));
}

#[test]
fn launch_passes_input_larger_than_a_pipe() {
    let input = vec![b'x'; 300_000];
    assert_eq!(Launch { input: input.clone(), ..shell("cat") }.run().unwrap().stdout, input);
    assert_eq!(Launch { input, ..shell("true") }.run().unwrap().status, 0, "a child that reads nothing");
}

#[test]
fn launch_timeout_ends_the_process_group() {
    let started = Instant::now();
    let output = Launch { timeout: Duration::from_millis(100), ..shell("sleep 60 & sleep 60") }.run().unwrap();
    assert!(output.timed_out && started.elapsed() < Duration::from_secs(10));
}

#[test]
fn launch_does_not_wait_for_background_processes() {
    let started = Instant::now();
    assert_eq!(text(&shell("echo begun; sleep 30 &").run().unwrap()), "begun");
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn launch_stops_a_child_at_the_output_limit() {
    let output = Launch { limit: 1000, stop_at_limit: true, ..shell("while :; do echo yes; done") }.run().unwrap();
    assert!(output.truncated);
    assert_eq!(output.stdout.len(), 1000);
}

#[test]
fn launch_starts_a_session_without_controlling_terminal() {
    // Fields 5, 6 and 7 of stat: process group, session, terminal.
    let output = shell("read -r stat < /proc/$$/stat; set -- ${stat##*) }; echo $$ $3 $4 $5").run().unwrap();
    let fields: Vec<&str> = text(&output).split(' ').collect();
    assert_eq!(fields, [fields[0], fields[0], fields[0], "0"]);
    assert_ne!(shell(": < /dev/tty").run().unwrap().status, 0);
}

#[test]
fn launch_closes_inherited_file_descriptors() {
    let file = tempfile::tempfile().unwrap();
    // Simulates an inherited descriptor.
    let inherited = rustix::io::fcntl_dupfd_cloexec(&file, 9).unwrap();
    rustix::io::fcntl_setfd(&inherited, rustix::io::FdFlags::empty()).unwrap();
    // By its path, since some shells accept only one digit after `>&`.
    let line = format!("echo x > /proc/$$/fd/{}; ls /proc/self/fd", inherited.as_raw_fd());
    let output = shell(&line).run().unwrap();
    assert_eq!(text(&output).split_whitespace().collect::<Vec<_>>(), ["0", "1", "2", "3"], "3 is the directory of ls");
    assert_eq!(file.metadata().unwrap().len(), 0);
}

#[test]
fn launch_sets_directory_umask_and_signals() {
    let launch =
        Launch { directory: Some("/usr".into()), umask: Some(0o27), ..shell("pwd; umask; kill -PIPE $$; echo no") };
    let output = launch.run().unwrap();
    assert_eq!((text(&output), output.status), ("/usr\n0027", 128 + 13));
}

#[test]
fn launch_runs_a_script_without_shebang_with_the_shell() {
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("script");
    fs::write(&script, "echo $0 $1\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let output = Launch::new(&script, ["one"], Vec::new()).run().unwrap();
    assert_eq!(text(&output), format!("{} one", script.display()));
}

#[test]
fn launch_reports_start_errors() {
    let missing = Launch::new("/nonexistent/program", ["x"], Vec::new()).run().unwrap_err();
    assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    let scratch = tempfile::tempdir().unwrap();
    let absent = Some(scratch.path().join("absent"));
    let directory = Launch { directory: absent, ..shell("true") }.run().unwrap_err();
    assert!(directory.to_string().starts_with("could not change to the working directory: "), "{directory}");
    let zero = Launch::new("/bin/sh", ["a\0b"], Vec::new()).run().unwrap_err();
    assert!(zero.to_string().contains("contains a zero byte"), "{zero}");
    let none = shell("true");
    let other =
        Launch { credentials: Some(ProcessCredentials { uid: Some(65534), gid: 65534, groups: vec![] }), ..none }.run();
    if !rustix::process::geteuid().is_root() {
        assert!(other.unwrap_err().to_string().starts_with("could not set supplementary groups: "));
    }
}

#[test]
fn launch_finds_programs_in_the_given_path() {
    assert!(find_program("sh".as_ref(), Some("/nonexistent:/bin".as_ref())).is_some());
    assert!(find_program("sh".as_ref(), Some("/nonexistent".as_ref())).is_none());
    assert!(find_program("/etc/passwd".as_ref(), None).is_none(), "it is not executable");
}

#[test]
#[ignore = "needs root; run by tests/acceptance/attacks"]
fn launch_sets_user_and_groups_together() {
    let credentials = ProcessCredentials { uid: Some(65534), gid: 65534, groups: vec![65534, 12] };
    let output = Launch { credentials: Some(credentials), ..shell("id -u; id -g; id -G") }.run().unwrap();
    assert_eq!(text(&output), "65534\n65534\n65534 12");
    let group_alone = ProcessCredentials { uid: None, gid: 12, groups: vec![12] };
    let output = Launch { credentials: Some(group_alone), ..shell("id -u; id -G") }.run().unwrap();
    assert_eq!(text(&output), "0\n12");
}
